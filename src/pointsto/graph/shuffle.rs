//! Another order of work, for tests: what is left to do is taken in an order that a seed decides. Must not know what the work is.

use std::collections::VecDeque;

/// An order, the same for the same seed on every machine.
#[derive(Debug, Clone)]
pub struct Shuffle {
    state: u64,
}

impl Shuffle {
    /// The order of a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Takes something out of a queue, wherever it stands.
    pub(in crate::pointsto) fn take<T>(&mut self, queue: &mut VecDeque<T>) -> Option<T> {
        let len = queue.len() as u64;
        let at = self.next().checked_rem(len)?;
        queue.swap_remove_back(at as usize)
    }

    /// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_an_order_of_all_there_is() {
        let order = |seed| {
            let (mut shuffle, mut queue) = (Shuffle::new(seed), (0..20).collect::<VecDeque<_>>());
            std::iter::from_fn(|| shuffle.take(&mut queue)).collect::<Vec<i32>>()
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        let mut all = order(3);
        all.sort_unstable();
        assert_eq!(all, (0..20).collect::<Vec<i32>>());
    }
}
