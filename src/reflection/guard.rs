//! What is known of a class that is given to a call, or kept in a field, behind conditions. Must not know what comes there.

use std::rc::Rc;

use crate::base::{FxHashMap, IndexVec};
use crate::ir::dominance::always_passes;
use crate::ir::{BlockId, Body, Var};
use crate::pointsto::InstId;
use crate::program::{MethodId, Program, TypeId};

use super::call::GuardId;
use super::class_tests::ClassTest;
use super::conditions::Conditions;
use super::member_tests::{Test, Which};

/// A class that is given to a call or kept.
pub(super) struct Guard {
    pub(super) conditions: Conditions,
    pub(super) bound: Option<Bound>,
    /// The instruction that gives the class, if no way from it misses the branches, and these lead to nothing but a `throw` for what does
    /// not come here.
    pub(super) told_by: Option<(MethodId, u32)>,
    /// The call makes an object of the class.
    pub(super) instantiates: bool,
}

/// What the class is on each way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Is(TypeId),
    SubtypeOf(TypeId),
}

/// All that were met.
#[derive(Default)]
pub(super) struct Guards {
    all: IndexVec<GuardId, Rc<Guard>>,
    known: FxHashMap<GuardedAt, Option<GuardId>>,
    /// By the method that has the use, its offset, and the variable.
    uses: FxHashMap<(MethodId, u32, Var), Option<Rc<Guard>>>,
    /// Whether a method asks something of classes.
    asking: FxHashMap<MethodId, bool>,
}

/// Where a class is behind conditions: who uses it, or does that in place of the method that has the use.
pub(super) type GuardedAt = ((InstId, u32), (MethodId, u32, Var));

impl Guards {
    /// At a place, made when it is first asked for; `None` if there are no conditions.
    pub(super) fn at(&mut self, place: GuardedAt, make: impl FnOnce() -> Option<Guard>) -> Option<GuardId> {
        let Self { all, known, uses, .. } = self;
        let find = || uses.entry(place.1).or_insert_with(|| make().map(Rc::new)).clone();
        *known.entry(place).or_insert_with(|| find().map(|guard| all.push(guard)))
    }

    /// Whether a method asks something of classes, found out when it is first asked for.
    pub(super) fn asks(&mut self, method: MethodId, find: impl FnOnce() -> bool) -> bool {
        *self.asking.entry(method).or_insert_with(find)
    }

    pub(super) fn get(&self, id: GuardId) -> Rc<Guard> {
        Rc::clone(&self.all[id])
    }
}

impl Guard {
    /// Of a body of a method.
    pub(super) fn new(program: &Program, conditions: Conditions, of: (MethodId, &Body), instantiates: bool) -> Self {
        let bound = Bound::of(program, &conditions);
        let told_by = told_by(&conditions, of.1).map(|offset| (of.0, offset));
        Self { conditions, bound, told_by, instantiates }
    }
}

/// Offset of the one instruction from which the class comes, if all ways from there pass a branch that says of which classes it is.
fn told_by(conditions: &Conditions, body: &Body) -> Option<u32> {
    let sources = conditions.sources();
    let source = sources.first().copied().filter(|_| sources.len() == 1 && !conditions.may_go_on)?;
    let bounds = |test: usize| {
        matches!(conditions.tests[test], Test::Class(Which::Itself, ClassTest::Is(_) | ClassTest::SubtypeOf(_)))
    };
    let asked = conditions.asked.iter().filter(|&&(_, var, test)| var == source && bounds(test));
    let places: Vec<(BlockId, usize)> = asked.map(|&(block, ..)| (block, usize::MAX)).collect();
    body.blocks.iter_enumerated().find_map(|(id, block)| {
        let nth = block.stmts.iter().position(|stmt| stmt.op.dst() == Some(source))?;
        always_passes(body, (id, nth), &places).then_some(block.stmts[nth].offset)
    })
}

impl Bound {
    /// One class that it is says most, then the lowest of those that it is a subtype of; that of all says nothing.
    fn of(program: &Program, conditions: &Conditions) -> Option<Self> {
        let object = program.class_type(program.well_known().object);
        let mut lowest: Option<TypeId> = None;
        for (test, outcome) in conditions.needed() {
            let found = match (test, outcome) {
                (&Test::Class(Which::Itself, ClassTest::Is(ty)), true) => Some(Bound::Is(ty)),
                (&Test::Class(Which::Itself, ClassTest::SubtypeOf(ty)), true) => Some(Bound::SubtypeOf(ty)),
                (Test::Passes(conditions), true)
                | (Test::Answers { yes: Some(conditions), .. }, true)
                | (Test::Answers { no: Some(conditions), .. }, false) => Self::of(program, conditions),
                _ => None,
            };
            match found {
                Some(Bound::Is(_)) => return found,
                Some(Bound::SubtypeOf(ty)) if ty != object => {
                    let is_lower = |known| program.is_subtype(ty, known);
                    if lowest.is_none_or(is_lower) {
                        lowest = Some(ty);
                    }
                }
                _ => {}
            }
        }
        lowest.map(Bound::SubtypeOf)
    }
}
