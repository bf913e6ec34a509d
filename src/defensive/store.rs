//! What is known of the heap at one place of a body: which values lie behind paths from its variables. A path that is not there
//! may hold anything. Must not know statements.

use smallvec::SmallVec;

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
    /// What a function object holds since it was made, by position: nobody can change that.
    Held(u8),
}

/// Steps from a root, at most [`LENGTH`] of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Path {
    pub(super) root: Root,
    length: u8,
    /// Behind the length the same everywhere, so that equal paths are equal.
    steps: [Step; LENGTH],
}

impl Path {
    pub(super) fn root(root: Root) -> Self {
        Path { root, length: 0, steps: [Step::Text; LENGTH] }
    }

    pub(super) fn field(root: Root, step: Step) -> Self {
        Path { root, length: 1, steps: [step, Step::Text, Step::Text] }
    }

    /// `None` if it is too long.
    pub(super) fn new(root: Root, steps: impl IntoIterator<Item = Step>) -> Option<Self> {
        let mut path = Path::root(root);
        for step in steps {
            *path.steps.get_mut(usize::from(path.length))? = step;
            path.length += 1;
        }
        Some(path)
    }

    pub(super) fn steps(&self) -> &[Step] {
        &self.steps[..usize::from(self.length)]
    }

    /// Whether what lies behind it never changes while the root holds what it holds.
    pub(super) fn is_fixed(&self) -> bool {
        self.steps().iter().all(|step| matches!(step, Step::Held(_)))
    }

    /// The same steps from another root.
    pub(super) fn from(self, root: Root) -> Self {
        Path { root, ..self }
    }

    /// Its beginning, up to a step.
    pub(super) fn up_to(mut self, length: usize) -> Self {
        self.steps[length..].fill(Step::Text);
        self.length = length as u8;
        self
    }

    /// The same from elsewhere, with steps before its own; `None` if it is too long.
    fn moved(&self, root: Root, before: &[Step], without: usize) -> Option<Self> {
        Path::new(root, before.iter().chain(&self.steps()[without..]).copied())
    }
}

/// What holds at one place.
///
/// Places are many and stores are small: what is known lies in one piece, sorted by path, so that a store is copied at once and
/// all paths of a root stand together.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Store {
    known: Vec<(Path, Bound)>,
    /// Variables whose object was made here and is known to nobody else: no other code can change what it holds. Sorted.
    kept: SmallVec<[Var; 6]>,
    /// Variables that hold what lies behind a path, since they were loaded from it or stored there (must-alias). Sorted, one a path.
    same: SmallVec<[(Path, Var); 2]>,
}

impl Store {
    /// Every path of which something is known, with what it holds.
    pub(super) fn known(&self) -> &[(Path, Bound)] {
        &self.known
    }

    /// Variables whose object is known to nobody else, in order.
    pub(super) fn kept(&self) -> &[Var] {
        &self.kept
    }

    pub(super) fn is_kept(&self, var: Var) -> bool {
        self.kept.binary_search(&var).is_ok()
    }

    /// Nobody else knows the object of a variable.
    pub(super) fn keep(&mut self, var: Var) {
        if let Err(at) = self.kept.binary_search(&var) {
            self.kept.insert(at, var);
        }
    }

    /// Others may know the object of a variable; true if nobody did.
    fn give_up(&mut self, var: Var) -> bool {
        let at = self.kept.binary_search(&var);
        if let Ok(at) = at {
            self.kept.remove(at);
        }
        at.is_ok()
    }

    pub(super) fn put(&mut self, path: Path, bound: Bound) {
        match (self.find(&path), bound) {
            (Ok(at), Bound::Any) => drop(self.known.remove(at)),
            (Err(_), Bound::Any) => {}
            (Ok(at), bound) => self.known[at].1 = bound,
            (Err(at), bound) => self.known.insert(at, (path, bound)),
        }
    }

    /// The same for many.
    pub(super) fn put_all(&mut self, all: impl IntoIterator<Item = (Path, Bound)>) {
        all.into_iter().for_each(|(path, bound)| self.put(path, bound));
    }

    /// The variable that holds what lies behind a path, if there is one.
    pub(super) fn same(&self, path: &Path) -> Option<Var> {
        self.same.binary_search_by(|(there, _)| there.cmp(path)).ok().map(|at| self.same[at].1)
    }

    /// A variable holds what lies behind a path, in place of one that did before: code uses what it read last.
    pub(super) fn note_same(&mut self, path: Path, var: Var) {
        match self.same.binary_search_by(|(there, _)| there.cmp(&path)) {
            Ok(at) => self.same[at].1 = var,
            Err(at) => self.same.insert(at, (path, var)),
        }
    }

    /// Keeps the paths for which it is true among those that variables hold the same as; it is told whether they are its own.
    pub(super) fn retain_same(&mut self, mut keeps: impl FnMut(&Path, bool) -> bool) {
        let Store { same, kept, .. } = self;
        same.retain(|(path, _)| keeps(path, is_own(kept, path)));
    }

    /// Every path that a variable holds the same as.
    pub(super) fn all_same(&self) -> &[(Path, Var)] {
        &self.same
    }

    /// What a path holds; what other threads see as well rests on locks.
    pub(super) fn get(&self, path: &Path) -> Bound {
        match self.bound(path) {
            Some(bound) if self.is_own(path) || is_held(path) => bound.clone(),
            Some(bound) => bound.clone().resting(Rests::RACE_FREE),
            None => Bound::Any,
        }
    }

    /// What a path holds if no other thread writes there.
    pub(super) fn bound(&self, path: &Path) -> Option<&Bound> {
        self.find(path).ok().map(|at| &self.known[at].1)
    }

    fn find(&self, path: &Path) -> Result<usize, usize> {
        self.known.binary_search_by(|(there, _)| there.cmp(path))
    }

    /// Keeps the paths for which it is true, and what it makes of what they hold; it is told whether they are its own.
    pub(super) fn retain(&mut self, mut keeps: impl FnMut(&Path, bool, &mut Bound) -> bool) {
        let Store { known, kept, .. } = self;
        known.retain_mut(|(path, bound)| keeps(path, is_own(kept, path), bound));
    }

    /// Something was decided by what a claim rests on: what others may see holds only if that holds.
    pub(super) fn rest_on(&mut self, rests: Rests) {
        if rests != Rests::default() {
            self.retain_same(|_, is_own| is_own);
            self.retain(|_, is_own, bound| {
                if !is_own {
                    *bound = std::mem::take(bound).resting(rests);
                }
                true
            });
        }
    }

    /// Keeps the variables for which it is true among those whose object nobody else knows.
    pub(super) fn retain_kept(&mut self, mut keeps: impl FnMut(Var) -> bool) {
        self.kept.retain(|var| keeps(*var));
    }

    /// Whether the first step leads into an object that is kept, and there is no further one.
    pub(super) fn is_own(&self, path: &Path) -> bool {
        is_own(&self.kept, path)
    }

    /// Where paths from a root stand.
    fn range(&self, root: Root) -> std::ops::Range<usize> {
        let start = self.known.partition_point(|(path, _)| path.root < root);
        let length = self.known[start..].iter().take_while(|(path, _)| path.root == root).count();
        start..start + length
    }

    /// What is known of paths from a root.
    pub(super) fn behind(&self, root: Root) -> &[(Path, Bound)] {
        &self.known[self.range(root)]
    }

    /// A root gets a new value, and nothing is known of what lies behind it.
    pub(super) fn forget(&mut self, root: Root) {
        let range = self.range(root);
        self.known.drain(range);
        self.same.retain(|(path, var)| path.root != root && Root::Var(*var) != root);
        if let Root::Var(var) = root {
            self.give_up(var);
        }
    }

    /// An object may be known elsewhere from here on.
    pub(super) fn hand_out(&mut self, var: Var) {
        if self.give_up(var) {
            // What nobody else could append to is in sight of others.
            self.put(Path::field(Root::Var(var), Step::Text), Bound::Any);
        }
    }

    /// What holds of paths from one root, step by step behind `steps`, holds from another one.
    pub(super) fn rebase(&mut self, from: Root, behind: &[Step], to: Root, before: &[Step]) {
        let moved = self.moved(from, behind, to, before);
        self.put_all(moved);
    }

    /// What [`Store::rebase`] adds.
    pub(super) fn moved(&self, from: Root, behind: &[Step], to: Root, before: &[Step]) -> Vec<(Path, Bound)> {
        self.behind(from)
            .iter()
            .filter(|(path, _)| path.steps().len() > behind.len() && path.steps().starts_with(behind))
            .filter_map(|(path, bound)| Some((path.moved(to, before, behind.len())?, bound.clone())))
            .collect()
    }

    /// What holds on both ways; true if it is less than it was.
    pub(super) fn meet(&mut self, other: &Store) -> bool {
        let before = (self.known.len(), self.kept.len(), self.same.len());
        let mut grows = false;
        let mut rest = &other.known[..];
        self.known.retain_mut(|(path, bound)| {
            // Both are sorted.
            let skipped = rest.iter().take_while(|(there, _)| there < path).count();
            rest = &rest[skipped..];
            rest.first().is_some_and(|(there, held)| {
                there == path && {
                    grows |= bound.join(held);
                    *bound != Bound::Any
                }
            })
        });
        self.kept.retain(|var| other.is_kept(*var));
        self.same.retain(|(path, var)| other.same(path) == Some(*var));
        grows || before != (self.known.len(), self.kept.len(), self.same.len())
    }
}

/// Whether what lies behind it is in sight of others, none of whom can change it.
fn is_held(path: &Path) -> bool {
    matches!(path.root, Root::Var(_)) && path.is_fixed()
}

/// See [`Store::is_own`].
fn is_own(kept: &[Var], path: &Path) -> bool {
    matches!(path.root, Root::Var(var) if path.length == 1 && kept.binary_search(&var).is_ok())
}
