//! Dense ids for keys, in the order in which the keys are first asked for: what a model's own enum of nodes or hooks
//! becomes before it is handed to the solver.

use std::hash::Hash;
use std::marker::PhantomData;

use super::FxIndexSet;

/// Keys by id; equal keys have equal ids.
#[derive(Debug, Clone)]
pub struct Numbering<I, K> {
    keys: FxIndexSet<K>,
    marker: PhantomData<fn(I)>,
}

impl<I, K> Default for Numbering<I, K> {
    fn default() -> Self {
        Self { keys: FxIndexSet::default(), marker: PhantomData }
    }
}

impl<I: Into<usize> + From<usize>, K: Copy + Eq + Hash> Numbering<I, K> {
    /// The id of a key, given now if it is new.
    pub fn number(&mut self, key: K) -> I {
        self.number_or_new(key).0
    }

    /// As [`number`](Self::number), and whether the key is new.
    pub fn number_or_new(&mut self, key: K) -> (I, bool) {
        let (index, is_new) = self.keys.insert_full(key);
        (I::from(index), is_new)
    }

    /// The key of an id that was given.
    pub fn key(&self, id: I) -> K {
        self.keys[id.into()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_numbered_in_order() {
        let mut numbers: Numbering<usize, &str> = Numbering::default();
        assert_eq!(numbers.number_or_new("a"), (0, true));
        assert_eq!(numbers.number_or_new("b"), (1, true));
        assert_eq!(numbers.number_or_new("a"), (0, false));
        assert_eq!((numbers.key(0), numbers.number("b")), ("a", 1));
    }
}
