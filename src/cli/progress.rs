//! One line on a terminal that says what the run is doing; nothing elsewhere. Must not know what the phases are.

use std::io::{self, IsTerminal, Write};

/// The current phase, on standard error if that is a terminal.
pub(crate) struct Progress {
    shown: bool,
}

impl Progress {
    /// Shows phases only where a person watches: not in a build log, nor where `CI` or `TERM=dumb` is set.
    pub(crate) fn new() -> Self {
        let plain = std::env::var_os("CI").is_some() || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self { shown: !plain && io::stderr().is_terminal() }
    }

    /// Replaces the line.
    pub(crate) fn phase(&self, text: &str) {
        if self.shown {
            // Progress that cannot be shown is no reason to fail.
            let _ = write!(io::stderr(), "\r\x1b[K{text} ...").and_then(|()| io::stderr().flush());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K").and_then(|()| io::stderr().flush());
        }
    }
}
