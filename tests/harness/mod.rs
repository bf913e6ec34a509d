//! The fixture harness. A *fixture* is a small Java program below `fixtures/` that carries its expectations as calls of
//! `support.Expect`; a *case* is a fixture compiled for one release. Owns how fixtures are found, compiled, analysed and
//! run; must not know how the engine comes to its answers.

pub(crate) mod ablation;
pub(crate) mod analysis;
pub(crate) mod budgets;
pub(crate) mod bytecode;
pub(crate) mod cases;
pub(crate) mod chosen;
pub(crate) mod closure;
pub(crate) mod constraints;
mod containers;
pub(crate) mod contexts;
pub(crate) mod edges;
pub(crate) mod expectations;
pub(crate) mod facts;
pub(crate) mod fixpoint;
pub(crate) mod invariants;
pub(crate) mod java;
pub(crate) mod judge;
pub(crate) mod mutation;
pub(crate) mod verdicts;

use std::io::Write;
use std::time::Instant;

use crate::support::jdk::skip;

pub(crate) use crate::naive::rules;
pub(crate) use cases::{Case, suite};

/// What went wrong, by fixture; a test collects all of it before it fails.
#[derive(Debug)]
pub(crate) struct Failures {
    lines: Vec<String>,
    checked: usize,
    started: Instant,
}

impl Default for Failures {
    fn default() -> Self {
        Self { lines: Vec::new(), checked: 0, started: Instant::now() }
    }
}

impl Failures {
    pub(crate) fn extend(&mut self, subject: &str, found: Vec<String>) {
        self.checked += 1;
        self.lines.extend(found.into_iter().map(|line| format!("{subject}: {line}")));
    }

    /// Fails the test if there is a failure, or if nothing was checked; says so if there are cases that were left out.
    #[track_caller]
    pub(crate) fn report(self, what: &str) {
        assert!(self.lines.is_empty(), "{what}: {} failures\n  {}", self.lines.len(), self.lines.join("\n  "));
        assert!(self.checked > 0, "{what}: nothing was checked");
        // Last, since it fails where CI is set, and must not hide what else failed.
        if suite().left_out > 0 {
            skip(&format!("no JDK 25 (set JDK25_HOME) for {} fixtures of release 25", suite().left_out));
        }
        println!("{what}: {} checked", self.checked);
        // Past the test runner, for `./build test` to repeat.
        let (test, seconds) = (std::thread::current(), self.started.elapsed().as_secs());
        let _ = writeln!(std::io::stderr().lock(), "\n[time] {} {seconds} s", test.name().unwrap_or_default());
    }
}
