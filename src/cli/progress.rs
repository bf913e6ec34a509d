//! What a run is doing, on standard error: one line that changes, where a person watches, and elsewhere, as in the log of a
//! build, a line from time to time in a long run. Must not know what the phases are.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// When a long run first says in a log what it does, and how often after that.
const BEATS: (Duration, Duration) = (Duration::from_secs(10), Duration::from_secs(30));
/// How often the line on a terminal is written anew.
const SECOND: Duration = Duration::from_secs(1);

/// The current phase, shown by a thread of its own until this is dropped.
pub(crate) struct Progress {
    phases: Option<Sender<String>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Lines that begin with `progress: `, unless a person watches a terminal: not where `CI` or `TERM=dumb` is set. With
    /// `in_lines` there are lines wherever standard error goes.
    pub(crate) fn new(in_lines: bool) -> Self {
        let (phases, changes) = mpsc::channel();
        let plain = std::env::var_os("CI").is_some() || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let is_watched = !in_lines && !plain && io::stderr().is_terminal();
        // Progress that cannot be shown is no reason to fail.
        let thread = std::thread::spawn(move || match is_watched {
            true => watch(&changes, SECOND, |line| {
                let _ = write!(io::stderr(), "\r\x1b[K{line}").and_then(|()| io::stderr().flush());
            }),
            false => beat(&changes, BEATS, |line| {
                let _ = writeln!(io::stderr(), "progress: {line}");
            }),
        });
        Self { phases: Some(phases), thread: Some(thread) }
    }

    /// What is done from now on.
    pub(crate) fn phase(&self, text: &str) {
        // The thread ends before this only if it has nobody to tell.
        let _ = self.phases.as_ref().map(|phases| phases.send(text.to_owned()));
    }
}

/// Shows each phase at once and every while how long the run takes, until nobody sends phases any more: then the line is empty.
fn watch(changes: &Receiver<String>, every: Duration, mut show: impl FnMut(&str)) {
    let mut doing = String::from("starting");
    let mut passed = Duration::ZERO;
    loop {
        match changes.recv_timeout(every) {
            Ok(phase) => doing = phase,
            Err(mpsc::RecvTimeoutError::Timeout) => passed += every,
            Err(mpsc::RecvTimeoutError::Disconnected) => return show(""),
        }
        show(&match passed.as_secs() {
            0 => format!("{doing} ..."),
            seconds => format!("{doing}, {seconds} s ..."),
        });
    }
}

/// Says what the last phase is after the first while and then every other, until nobody sends phases any more. Time is counted
/// in whiles that have passed, so that no clock is read.
fn beat(changes: &Receiver<String>, (first, every): (Duration, Duration), mut say: impl FnMut(&str)) {
    let mut doing = String::from("starting");
    let (mut wait, mut passed) = (first, Duration::ZERO);
    loop {
        match changes.recv_timeout(wait) {
            Ok(phase) => doing = phase,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                passed += wait;
                wait = every;
                say(&format!("{doing}, for {} s so far", passed.as_secs()));
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => return,
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.phases.take());
        if let Some(thread) = self.thread.take() {
            // It has panicked only if writing has: nothing is lost.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_phase_is_said_again_and_a_short_run_says_nothing() {
        let (sender, changes) = mpsc::channel();
        sender.send("reading".to_owned()).unwrap();
        sender.send("analysing 3 classes".to_owned()).unwrap();
        let (said, heard) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let every = (Duration::from_millis(1), Duration::from_millis(1));
            beat(&changes, every, |line| drop(said.send(line.to_owned())));
        });
        assert_eq!(heard.recv().unwrap(), "analysing 3 classes, for 0 s so far");
        assert_eq!(heard.recv().unwrap(), "analysing 3 classes, for 0 s so far");
        drop(sender);
        thread.join().unwrap();

        let (sender, changes) = mpsc::channel();
        sender.send("reading".to_owned()).unwrap();
        drop(sender);
        beat(&changes, BEATS, |line| panic!("{line}"));
    }
    #[test]
    fn a_line_on_a_terminal_says_the_phase_at_once_and_then_the_seconds() {
        let (sender, changes) = mpsc::channel();
        let (said, heard) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            watch(&changes, Duration::from_millis(300), |line| drop(said.send(line.to_owned())));
        });
        sender.send("reading".to_owned()).unwrap();
        assert_eq!(heard.recv().unwrap(), "reading ...");
        let seconds = heard.iter().find(|line| line != "reading ...");
        assert_eq!(seconds.unwrap(), "reading, 1 s ...");
        drop(sender);
        thread.join().unwrap();
        assert_eq!(heard.iter().last().unwrap(), "");
    }
}
