//! What was found of calls and final fields, for as long as it holds. Of a recursive call nothing is claimed, so that what is found
//! may depend on what was under evaluation meanwhile. Must not know what a summary says.

use std::hash::Hash;
use std::rc::Rc;

use super::bound::Bound;
use super::summary::{Entry, Summary};
use crate::base::FxHashMap;
use crate::program::{FieldId, MethodId};

/// Found by an evaluation that depends on no method that was under evaluation outside of it.
#[derive(Debug)]
struct Found<V> {
    value: V,
    /// The methods that were cut short within it, or were made shorter by that: they call each other in a circle. While one of them is
    /// under evaluation, something else would be found. None: nothing was cut short.
    circle: Box<[MethodId]>,
}

/// What is remembered between questions, and within one.
#[derive(Debug, Default)]
pub(super) struct Memory {
    calls: FxHashMap<Entry, Found<Rc<Summary>>>,
    finals: FxHashMap<FieldId, Found<Bound>>,
    /// What depends on a method that is still under evaluation. It is true of any call, since one that was cut short may do
    /// anything; another evaluation might find more.
    pending: FxHashMap<Entry, Rc<Summary>>,
    /// The methods whose evaluation depends so, with the entry of those that are pending, in the order in which they ended.
    order: Vec<(MethodId, Option<Entry>)>,
}

impl Memory {
    /// What a call does, if that was found and holds within an evaluation of these methods.
    pub(super) fn call(&self, entry: &Entry, running: &[MethodId]) -> Option<Rc<Summary>> {
        of(&self.calls, entry, running).or_else(|| self.pending.get(entry)).cloned()
    }

    /// The same of what a final field holds.
    pub(super) fn final_field(&self, field: FieldId, running: &[MethodId]) -> Option<Bound> {
        of(&self.finals, &field, running).cloned()
    }

    /// How many evaluations ended that depend on methods under evaluation.
    pub(super) fn pending(&self) -> usize {
        self.order.len()
    }

    /// Remembers what depends on a method under evaluation, until that has ended.
    pub(super) fn put_pending(&mut self, entry: Entry, summary: Rc<Summary>) {
        self.order.push((entry.method, Some(entry.clone())));
        self.pending.insert(entry, summary);
    }

    /// The evaluation of a method depends on one that goes on, and is not remembered.
    pub(super) fn pass(&mut self, method: MethodId) {
        self.order.push((method, None));
    }

    /// Remembers what depends on nothing outside. If it `cut` calls of the method itself short, then what ended since there were so
    /// many pending evaluations depends on it.
    pub(super) fn put_call(&mut self, entry: Entry, summary: Rc<Summary>, pending: usize, cut: bool) {
        let circle = self.end(entry.method, pending, cut);
        self.calls.insert(entry, Found { value: summary, circle });
    }

    /// The same of a final field, by the initialiser of its class.
    pub(super) fn put_final(&mut self, field: FieldId, bound: Bound, pending: usize, cut: Option<MethodId>) {
        let circle = cut.map_or_else(Box::default, |initialiser| self.end(initialiser, pending, true));
        self.finals.insert(field, Found { value: bound, circle });
    }

    fn end(&mut self, method: MethodId, pending: usize, cut: bool) -> Box<[MethodId]> {
        let mut circle: Vec<MethodId> = cut.then_some(method).into_iter().collect();
        for (other, entry) in self.order.drain(pending..) {
            circle.push(other);
            if let Some(entry) = entry {
                self.pending.remove(&entry);
            }
        }
        circle.sort_unstable();
        circle.dedup();
        circle.into()
    }

    /// What was cut short by the limits of a question does not hold for another one.
    pub(super) fn end_question(&mut self) {
        self.pending.clear();
        self.order.clear();
    }
}

fn of<'m, K: Hash + Eq, V>(found: &'m FxHashMap<K, Found<V>>, key: &K, running: &[MethodId]) -> Option<&'m V> {
    let found = found.get(key)?;
    let holds = !found.circle.iter().any(|method| running.contains(method));
    holds.then_some(&found.value)
}
