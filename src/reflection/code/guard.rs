//! What is known of a class that is given to a call, or kept in a field, behind conditions. Must not know what comes there.

use crate::ir::dominance::{always_passes, only_throws_where};
use crate::ir::{BlockId, Body};
use crate::program::{MethodId, Program, TypeId, lookup};

use super::super::terms::class_names::NameForm;
use super::class_tests::ClassTest;
use super::conditions::Conditions;
use super::member_tests::{Test, Which};

/// A class that is given to a call or kept.
pub(in crate::reflection) struct Guard {
    pub(in crate::reflection) conditions: Conditions,
    /// What it may be, as far as that is said: one of these.
    pub(in crate::reflection) bounds: Vec<Bound>,
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
        let bounds = Bound::all_of(program, &conditions);
        let told_by = told_by(program, &conditions, of.1).map(|offset| (of.0, offset));
        Self { conditions, bounds, told_by, instantiates }
    }
}

/// Offset of the one instruction from which the class comes, if what is none of the bounds ends in a `throw` on all ways from there.
fn told_by(program: &Program, conditions: &Conditions, body: &Body) -> Option<u32> {
    let sources = conditions.sources();
    let source = sources.first().copied().filter(|_| sources.len() == 1)?;
    let (id, nth) = body.blocks.iter_enumerated().find_map(|(id, block)| {
        let nth = block.stmts.iter().position(|stmt| stmt.op.dst() == Some(source))?;
        Some((id, nth))
    })?;
    let is_told = match conditions.may_go_on {
        false => {
            let asked = conditions.asked.iter().filter(|asked| {
                let test = &conditions.tests[asked.test];
                asked.var == source
                    && matches!(test, Test::Class(Which::Itself, ClassTest::Is(_) | ClassTest::SubtypeOf(_)))
            });
            // The test stands behind all statements of its block.
            let places: Vec<(BlockId, usize)> =
                asked.map(|asked| (asked.block, body.blocks[asked.block].stmts.len())).collect();
            always_passes(body, (id, nth), &places)
        }
        true => {
            let bounds = conditions.alternatives(|test| Bound::by(program, test).is_some());
            let asked = conditions.asked.iter().filter(|asked| asked.var == source && bounds.contains(&asked.test));
            let refused: Vec<(BlockId, BlockId)> = asked.map(|asked| (asked.block, asked.refused)).collect();
            !refused.is_empty()
                && only_throws_where(body, id, |block| {
                    refused.iter().find(|&&(of, _)| of == block).map(|&(_, refused)| refused)
                })
        }
    };
    is_told.then_some(body.blocks[id].stmts[nth].offset)
}

impl Bound {
    /// What a test says that holds; that it is a subtype of `Object` says nothing.
    fn by(program: &Program, test: &Test) -> Option<Self> {
        match *test {
            Test::Class(Which::Itself, ClassTest::Is(ty)) => Some(Bound::Is(ty)),
            // Classes of one name that several loaders define are one here.
            Test::Class(Which::Itself, ClassTest::Name(NameForm::Binary, ref test)) => {
                lookup::for_name(program, test.only(program)?).ok().map(Bound::Is)
            }
            Test::Class(Which::Itself, ClassTest::SubtypeOf(ty)) => {
                let object = program.class_type(program.well_known().object);
                (ty != object).then_some(Bound::SubtypeOf(ty))
            }
            _ => None,
        }
    }

    /// One class that it is says most, then the lowest of those that it is a subtype of, then that it is one of several; none if
    /// nothing is said.
    fn all_of(program: &Program, conditions: &Conditions) -> Vec<Self> {
        let mut lowest: Option<TypeId> = None;
        let mut several = Vec::new();
        for (test, outcome) in conditions.needed() {
            let found = match (test, outcome) {
                (Test::Class(..), true) => Self::by(program, test).into_iter().collect(),
                (Test::Passes(conditions), true)
                | (Test::Answers { yes: Some(conditions), .. }, true)
                | (Test::Answers { no: Some(conditions), .. }, false) => Self::all_of(program, conditions),
                _ => Vec::new(),
            };
            match found[..] {
                [Bound::Is(_)] => return found,
                [Bound::SubtypeOf(ty)] => {
                    let is_lower = |known| program.is_subtype(ty, known);
                    if lowest.is_none_or(is_lower) {
                        lowest = Some(ty);
                    }
                }
                [] => {}
                _ => several = found,
            }
        }
        if let Some(ty) = lowest {
            return vec![Bound::SubtypeOf(ty)];
        }
        if several.is_empty() {
            let bounds = conditions.alternatives(|test| Self::by(program, test).is_some());
            several = bounds.into_iter().filter_map(|at| Self::by(program, &conditions.tests[at])).collect();
        }
        several
    }
}
