//! What was found of calls and final fields, for as long as it holds. Of a recursive call nothing is claimed, so that what is found
//! may depend on what was under evaluation meanwhile. Must not know what calls and summaries are.

use std::hash::Hash;

use super::bound::Bound;
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

/// What is remembered between questions, and within one: of calls `C` what they do, `S`.
#[derive(Debug)]
pub(super) struct Memory<C, S> {
    calls: FxHashMap<C, Found<S>>,
    /// By the field and the initialiser or constructor that sets it.
    finals: FxHashMap<(FieldId, MethodId), Found<Bound>>,
    /// What depends on a method that is still under evaluation. It is true of any call, since one that was cut short may do
    /// anything; another evaluation might find more.
    pending: FxHashMap<C, S>,
    /// The methods whose evaluation depends so, with the call of those that are pending, in the order in which they ended.
    order: Vec<(MethodId, Option<C>)>,
}

impl<C, S> Default for Memory<C, S> {
    fn default() -> Self {
        let (calls, finals) = Default::default();
        Self { calls, finals, pending: FxHashMap::default(), order: Vec::new() }
    }
}

impl<C: Clone + Eq + Hash, S: Clone> Memory<C, S> {
    /// What a call does, if that was found and holds within an evaluation of these methods.
    pub(super) fn call(&self, call: &C, running: &[MethodId]) -> Option<S> {
        of(&self.calls, call, running).or_else(|| self.pending.get(call)).cloned()
    }

    /// The same of what a final field holds.
    pub(super) fn final_field(&self, set: (FieldId, MethodId), running: &[MethodId]) -> Option<Bound> {
        of(&self.finals, &set, running).cloned()
    }

    /// How many evaluations ended that depend on methods under evaluation.
    pub(super) fn pending(&self) -> usize {
        self.order.len()
    }

    /// Remembers what depends on a method under evaluation, until that has ended.
    pub(super) fn put_pending(&mut self, method: MethodId, call: C, summary: S) {
        self.order.push((method, Some(call.clone())));
        self.pending.insert(call, summary);
    }

    /// The evaluation of a method depends on one that goes on, and is not remembered.
    pub(super) fn pass(&mut self, method: MethodId) {
        self.order.push((method, None));
    }

    /// Remembers what depends on nothing outside. If it `cut` calls of the method itself short, then what ended since there were so
    /// many pending evaluations depends on it.
    pub(super) fn put_call(&mut self, (method, call): (MethodId, C), summary: S, pending: usize, cut: bool) {
        let circle = self.end(method, pending, cut);
        self.calls.insert(call, Found { value: summary, circle });
    }

    /// The same of a final field, by the initialiser of its class or a constructor.
    pub(super) fn put_final(&mut self, set: (FieldId, MethodId), bound: Bound, pending: usize, cut: bool) {
        let circle = if cut { self.end(set.1, pending, true) } else { Box::default() };
        self.finals.insert(set, Found { value: bound, circle });
    }

    fn end(&mut self, method: MethodId, pending: usize, cut: bool) -> Box<[MethodId]> {
        let mut circle: Vec<MethodId> = cut.then_some(method).into_iter().collect();
        for (other, call) in self.order.drain(pending..) {
            circle.push(other);
            if let Some(call) = call {
                self.pending.remove(&call);
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

#[cfg(test)]
mod tests {
    use super::*;

    const OUTER: MethodId = MethodId(1);
    const INNER: MethodId = MethodId(2);

    #[test]
    fn a_circle_is_known_when_its_outermost_method_ends() {
        let mut memory: Memory<&str, u32> = Memory::default();
        memory.put_pending(INNER, "inner", 2);
        assert_eq!(memory.call(&"inner", &[OUTER]), Some(2));
        memory.put_call((OUTER, "outer"), 1, 0, true);
        // The inner one was made while the outer one ran: that is over.
        assert_eq!((memory.call(&"inner", &[]), memory.call(&"outer", &[])), (None, Some(1)));
        // From within the circle it would be cut short elsewhere.
        assert_eq!((memory.call(&"outer", &[INNER]), memory.call(&"outer", &[OUTER])), (None, None));
    }

    #[test]
    fn what_nothing_cut_short_holds_everywhere() {
        let mut memory: Memory<&str, u32> = Memory::default();
        memory.put_pending(OUTER, "pending", 1);
        let pending = memory.pending();
        memory.put_call((INNER, "inner"), 2, pending, false);
        assert_eq!((memory.call(&"inner", &[INNER]), memory.call(&"pending", &[])), (Some(2), Some(1)));
        memory.end_question();
        assert_eq!((memory.call(&"inner", &[]), memory.call(&"pending", &[])), (Some(2), None));
    }

    #[test]
    fn a_final_field_is_of_the_circle_of_its_initialiser() {
        let set = (FieldId(3), OUTER);
        let mut memory: Memory<&str, u32> = Memory::default();
        memory.pass(INNER);
        memory.put_final(set, Bound::Any, 0, true);
        assert_eq!(memory.final_field(set, &[]), Some(Bound::Any));
        assert_eq!((memory.final_field(set, &[INNER]), memory.final_field(set, &[OUTER])), (None, None));
    }
}
