//! What is known of the heap at one place of a body: which values lie behind paths from its variables. A path that is not there
//! may hold anything. Must not know statements.

use std::collections::{BTreeMap, BTreeSet};

use super::bound::{Bound, Rests};
use crate::ir::Var;
use crate::program::FieldId;

/// Longest path that is followed (ECOOP 2018: access paths up to length 3).
const LENGTH: usize = 3;

/// Where a path begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Root {
    /// A variable, behind casts.
    Var(Var),
    Static(FieldId),
    /// What a method returns, in its summary.
    Result,
}

/// A step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Step {
    Field(FieldId),
    /// Of an array, all together.
    Elements,
    /// The text in a builder.
    Text,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Path {
    pub(super) root: Root,
    pub(super) steps: Vec<Step>,
}

impl Path {
    pub(super) fn field(root: Root, step: Step) -> Self {
        Path { root, steps: vec![step] }
    }

    /// The same from elsewhere, with steps before its own; `None` if it is too long.
    fn moved(&self, root: Root, before: &[Step], without: usize) -> Option<Self> {
        let steps: Vec<Step> = before.iter().chain(&self.steps[without..]).copied().collect();
        (steps.len() <= LENGTH).then_some(Path { root, steps })
    }
}

/// What holds at one place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Store {
    pub(super) known: BTreeMap<Path, Bound>,
    /// Variables whose object was made here and is known to nobody else: no other code can change what it holds.
    pub(super) kept: BTreeSet<Var>,
}

impl Store {
    pub(super) fn put(&mut self, path: Path, bound: Bound) {
        match bound {
            Bound::Any => self.known.remove(&path),
            bound => self.known.insert(path, bound),
        };
    }

    /// What a path holds; what other threads see as well rests on locks.
    pub(super) fn get(&self, path: &Path) -> Bound {
        match self.known.get(path) {
            Some(bound) if self.is_own(path) => bound.clone(),
            Some(bound) => bound.clone().resting(Rests::RACE_FREE),
            None => Bound::Any,
        }
    }

    /// Whether the first step leads into an object that is kept, and there is no further one.
    pub(super) fn is_own(&self, path: &Path) -> bool {
        match path.root {
            Root::Var(var) => path.steps.len() == 1 && self.kept.contains(&var),
            Root::Static(_) | Root::Result => false,
        }
    }

    /// A variable gets a new value.
    pub(super) fn forget(&mut self, var: Var) {
        self.known.retain(|path, _| path.root != Root::Var(var));
        self.kept.remove(&var);
    }

    /// An object may be known elsewhere from here on.
    pub(super) fn hand_out(&mut self, var: Var) {
        if self.kept.remove(&var) {
            // What nobody else could append to is in sight of others.
            self.known.remove(&Path::field(Root::Var(var), Step::Text));
        }
    }

    /// What holds of paths from one root, step by step behind `steps`, holds from another one.
    pub(super) fn rebase(&mut self, from: Root, behind: &[Step], to: Root, before: &[Step]) {
        let moved: Vec<(Path, Bound)> = self
            .known
            .iter()
            .filter(|(path, _)| path.root == from && path.steps.len() > behind.len() && path.steps.starts_with(behind))
            .filter_map(|(path, bound)| Some((path.moved(to, before, behind.len())?, bound.clone())))
            .collect();
        self.known.extend(moved);
    }

    /// What holds on both ways; true if it is less than it was.
    pub(super) fn meet(&mut self, other: &Store) -> bool {
        let before = (self.known.len(), self.kept.len());
        let mut grows = false;
        self.known.retain(|path, bound| {
            other.known.get(path).is_some_and(|there| {
                grows |= bound.join(there);
                *bound != Bound::Any
            })
        });
        self.kept.retain(|var| other.kept.contains(var));
        grows || before != (self.known.len(), self.kept.len())
    }
}
