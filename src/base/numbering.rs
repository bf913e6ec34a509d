//! Dense numbers for keys, in the order in which the keys are first asked for: what a model's own enum of nodes or hooks
//! becomes before it is handed to the solver.

use std::hash::Hash;

use super::FxIndexSet;

/// Keys by number; equal keys have equal numbers.
#[derive(Debug, Clone)]
pub struct Numbering<K> {
    keys: FxIndexSet<K>,
}

impl<K> Default for Numbering<K> {
    fn default() -> Self {
        Self { keys: FxIndexSet::default() }
    }
}

impl<K: Copy + Eq + Hash> Numbering<K> {
    /// The number of a key, given now if it is new.
    pub fn number(&mut self, key: K) -> u32 {
        self.number_or_new(key).0
    }

    /// As [`number`](Self::number), and whether the key is new.
    pub fn number_or_new(&mut self, key: K) -> (u32, bool) {
        let (index, is_new) = self.keys.insert_full(key);
        (u32::try_from(index).expect("internal error: more keys than numbers"), is_new)
    }

    /// The key of a number that was given.
    pub fn key(&self, number: u32) -> K {
        self.keys[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_numbered_in_order() {
        let mut numbers = Numbering::default();
        assert_eq!(numbers.number_or_new("a"), (0, true));
        assert_eq!(numbers.number_or_new("b"), (1, true));
        assert_eq!(numbers.number_or_new("a"), (0, false));
        assert_eq!((numbers.key(0), numbers.number("b")), ("a", 1));
    }
}
