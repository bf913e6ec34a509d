//! What is known of a class that is given to a call, or kept in a field, behind conditions. Must not know what comes there.

use crate::ir::dominance::always_passes;
use crate::ir::{BlockId, Body};
use crate::program::{MethodId, Program, TypeId};

use super::class_tests::ClassTest;
use super::conditions::Conditions;
use super::member_tests::{Test, Which};

/// A class that is given to a call or kept.
pub(in crate::reflection) struct Guard {
    pub(in crate::reflection) conditions: Conditions,
    pub(in crate::reflection) bound: Option<Bound>,
    /// The instruction that gives the class, if no way from it misses the branches, and these lead to nothing but a `throw` for what does
    /// not come here.
    pub(in crate::reflection) told_by: Option<(MethodId, u32)>,
    /// The call makes an object of the class.
    pub(in crate::reflection) instantiates: bool,
}

/// What the class is on each way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Bound {
    Is(TypeId),
    SubtypeOf(TypeId),
}

impl Guard {
    /// Of a body of a method.
    pub(in crate::reflection) fn new(
        program: &Program,
        conditions: Conditions,
        of: (MethodId, &Body),
        instantiates: bool,
    ) -> Self {
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
