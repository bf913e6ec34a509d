//! The fixture harness. A *fixture* is a small Java program below `fixtures/` that carries its expectations as calls of
//! `support.Expect`; a *case* is a fixture compiled for one release. Owns how fixtures are found, compiled, analysed and
//! run; must not know how the engine comes to its answers.

pub(crate) mod ablation;
pub(crate) mod analysis;
pub(crate) mod bytecode;
pub(crate) mod cases;
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

#[path = "../naive/rules.rs"]
pub(crate) mod rules;

pub(crate) use cases::{Case, suite};

/// What went wrong, by fixture; a test collects all of it before it fails.
#[derive(Debug, Default)]
pub(crate) struct Failures {
    lines: Vec<String>,
    checked: usize,
    skipped: Option<String>,
}

impl Failures {
    /// A check that could not be made at all, and why.
    pub(crate) fn skipped(reason: &str) -> Self {
        Self { skipped: Some(reason.to_owned()), ..Self::default() }
    }

    pub(crate) fn extend(&mut self, subject: &str, found: Vec<String>) {
        self.checked += 1;
        self.lines.extend(found.into_iter().map(|line| format!("{subject}: {line}")));
    }

    /// Fails the test if there is a failure, or if nothing was checked without a reason.
    pub(crate) fn report(self, what: &str) {
        if let Some(reason) = self.skipped {
            println!("skipped: {what}: {reason}");
            return;
        }
        assert!(self.checked > 0, "{what}: nothing was checked");
        assert!(self.lines.is_empty(), "{what}: {} failures\n  {}", self.lines.len(), self.lines.join("\n  "));
        println!("{what}: {} checked", self.checked);
    }
}
