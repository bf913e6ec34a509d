//! What the model remembers of classes behind conditions: each place once, and each condition once for all of its places. Must not
//! know what the conditions are.

use std::rc::Rc;

use super::super::code::guard::Guard;
use super::call::GuardId;
use crate::base::{FxHashMap, IndexVec};
use crate::ir::Var;
use crate::pointsto::InstId;
use crate::program::MethodId;

/// All that were met.
#[derive(Default)]
pub(in crate::reflection) struct Guards {
    all: IndexVec<GuardId, Rc<Guard>>,
    known: FxHashMap<GuardedAt, Option<GuardId>>,
    /// By the method that has the use, its offset, and the variable.
    uses: FxHashMap<(MethodId, u32, Var), Option<Rc<Guard>>>,
    /// Whether a method asks something of classes, and of texts.
    asking: FxHashMap<MethodId, bool>,
    asking_texts: FxHashMap<MethodId, bool>,
}

/// Where a class is behind conditions: who uses it, or does that in place of the method that has the use.
pub(in crate::reflection) type GuardedAt = ((InstId, u32), (MethodId, u32, Var));

impl Guards {
    /// At a place, made when it is first asked for; `None` if there are no conditions.
    pub(in crate::reflection) fn at(
        &mut self,
        place: GuardedAt,
        make: impl FnOnce() -> Option<Guard>,
    ) -> Option<GuardId> {
        let Self { all, known, uses, .. } = self;
        let find = || uses.entry(place.1).or_insert_with(|| make().map(Rc::new)).clone();
        *known.entry(place).or_insert_with(|| find().map(|guard| all.push(guard)))
    }

    /// Whether a method asks something of classes, found out when it is first asked for.
    pub(in crate::reflection) fn asks(&mut self, method: MethodId, find: impl FnOnce() -> bool) -> bool {
        *self.asking.entry(method).or_insert_with(find)
    }

    /// The same of texts.
    pub(in crate::reflection) fn asks_texts(&mut self, method: MethodId, find: impl FnOnce() -> bool) -> bool {
        *self.asking_texts.entry(method).or_insert_with(find)
    }

    pub(in crate::reflection) fn get(&self, id: GuardId) -> Rc<Guard> {
        Rc::clone(&self.all[id])
    }
}
