//! What a run is doing, on standard error: one line that changes, where a person watches; where a build asks for it, a line
//! from time to time in a long run; nothing elsewhere. Must not know what the phases are.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// When a long run first says what it does, and how often after that.
const BEATS: (Duration, Duration) = (Duration::from_secs(10), Duration::from_secs(30));

/// The current phase.
pub(crate) enum Progress {
    Silent,
    /// A terminal: each phase replaces the last one's line.
    Line,
    /// A build log: lines that begin with `progress: `, from another thread.
    Beats {
        phases: Option<Sender<String>>,
        thread: Option<JoinHandle<()>>,
    },
}

impl Progress {
    /// Shows phases where a person watches: not in a build log, nor where `CI` or `TERM=dumb` is set. With `asked` there are
    /// lines wherever standard error goes.
    pub(crate) fn new(asked: bool) -> Self {
        if asked {
            let (phases, changes) = mpsc::channel();
            let say = |text: &str| {
                // Progress that cannot be shown is no reason to fail.
                let _ = writeln!(io::stderr(), "progress: {text}");
            };
            let thread = std::thread::spawn(move || beat(&changes, BEATS, say));
            return Self::Beats { phases: Some(phases), thread: Some(thread) };
        }
        let plain = std::env::var_os("CI").is_some() || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if !plain && io::stderr().is_terminal() { Self::Line } else { Self::Silent }
    }

    /// What is done from now on.
    pub(crate) fn phase(&self, text: &str) {
        match self {
            Self::Silent => {}
            Self::Line => {
                let _ = write!(io::stderr(), "\r\x1b[K{text} ...").and_then(|()| io::stderr().flush());
            }
            Self::Beats { phases, .. } => {
                // The thread ends before this only if it has nobody to tell.
                let _ = phases.as_ref().map(|phases| phases.send(text.to_owned()));
            }
        }
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
        match self {
            Self::Silent => {}
            Self::Line => {
                let _ = write!(io::stderr(), "\r\x1b[K").and_then(|()| io::stderr().flush());
            }
            Self::Beats { phases, thread } => {
                drop(phases.take());
                if let Some(thread) = thread.take() {
                    // It has panicked only if writing has: nothing is lost.
                    let _ = thread.join();
                }
            }
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
}
