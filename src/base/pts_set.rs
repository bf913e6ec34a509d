//! Points-to sets: sparse bit sets of dense ids. Owns set algebra with differences; must not know what the ids mean.

use smallvec::SmallVec;

/// A set of `u32` ids as sorted 64-bit words, absent words being zero. Unions report what they added, which is what
/// difference propagation needs.
///
/// The set of a pointer is small more often than not: one word lies within the set itself.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct PtsSet {
    /// Ascending by key; no word is zero.
    rows: SmallVec<[Row; 1]>,
}

/// 64 ids. Packed: the words of large sets are what a run goes through most, and 12 bytes of 16 would be in use.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(C, packed(4))]
struct Row {
    /// Number of the word: `id / 64`.
    key: u32,
    word: u64,
}

/// A dense bit mask, used as a filter for unions.
#[derive(Clone, Default)]
pub struct Mask {
    words: Vec<u64>,
}

impl Mask {
    pub fn insert(&mut self, id: u32) {
        let word = (id / 64) as usize;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (id % 64);
    }

    pub fn remove(&mut self, id: u32) {
        if let Some(word) = self.words.get_mut((id / 64) as usize) {
            *word &= !(1 << (id % 64));
        }
    }

    pub fn contains(&self, id: u32) -> bool {
        self.word(id / 64) & (1 << (id % 64)) != 0
    }

    /// Bytes of heap held.
    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    #[inline]
    fn word(&self, key: u32) -> u64 {
        self.words.get(key as usize).copied().unwrap_or(0)
    }
}

impl PtsSet {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| count(row.word)).sum()
    }

    pub fn contains(&self, id: u32) -> bool {
        match self.position(id / 64) {
            Ok(at) => self.rows[at].word & (1 << (id % 64)) != 0,
            Err(_) => false,
        }
    }

    fn position(&self, key: u32) -> Result<usize, usize> {
        self.rows.binary_search_by(|row| { row.key }.cmp(&key))
    }

    /// Adds `id`; true if it was not there.
    pub fn insert(&mut self, id: u32) -> bool {
        let (key, bit) = (id / 64, 1u64 << (id % 64));
        // Ids are mostly given in ascending order: the last word is the usual place.
        let at = match self.rows.last() {
            Some(last) if last.key < key => Err(self.rows.len()),
            Some(last) if last.key == key => Ok(self.rows.len() - 1),
            _ => self.position(key),
        };
        match at {
            Ok(at) => {
                let added = self.rows[at].word & bit == 0;
                self.rows[at].word |= bit;
                added
            }
            Err(at) => {
                self.rows.insert(at, Row { key, word: bit });
                true
            }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words().flat_map(|(key, word)| Bits { word, base: key * 64 })
    }

    /// The ids that are in `mask` too.
    pub fn iter_masked<'a>(&'a self, mask: &'a Mask) -> impl Iterator<Item = u32> + 'a {
        self.words().flat_map(|(key, word)| Bits { word: word & mask.word(key), base: key * 64 })
    }

    /// The set of the ids that are in `mask` too.
    #[must_use]
    pub fn masked(&self, mask: &Mask) -> PtsSet {
        let words = self.words().map(|(key, word)| Row { key, word: word & mask.word(key) });
        PtsSet { rows: words.filter(|row| row.word != 0).collect() }
    }

    /// The ids that are in `mask` and not in `other`.
    pub fn iter_beyond<'a>(&'a self, other: &'a PtsSet, mask: &'a Mask) -> impl Iterator<Item = u32> + 'a {
        let mut at = 0;
        let words = self.words().map(move |(key, word)| {
            at = advance(&other.rows, at, key);
            let counterpart = other.rows.get(at).filter(|row| row.key == key).map_or(0, |row| row.word);
            (key, word & !counterpart & mask.word(key))
        });
        words.flat_map(|(key, word)| Bits { word, base: key * 64 })
    }

    /// The ids that are not in `mask`.
    pub fn iter_without<'a>(&'a self, mask: &'a Mask) -> impl Iterator<Item = u32> + 'a {
        self.words().flat_map(|(key, word)| Bits { word: word & !mask.word(key), base: key * 64 })
    }

    pub fn words(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.rows.iter().map(|row| (row.key, row.word))
    }

    /// Bytes of heap held.
    pub fn bytes(&self) -> usize {
        if self.rows.spilled() { self.rows.capacity() * size_of::<Row>() } else { 0 }
    }

    /// Number of ids that are in `mask` too.
    pub fn count_masked(&self, mask: &Mask) -> usize {
        self.words().map(|(key, word)| count(word & mask.word(key))).sum()
    }

    /// `self |= other`, as far as `sieve` lets it pass; what was new is also added to `added`. Returns how many ids were.
    pub fn union_into(&mut self, other: &PtsSet, sieve: Sieve<'_>, added: &mut PtsSet, rows: &mut Rows) -> usize {
        match (sieve.only, sieve.never) {
            (None, None) => self.union_with(other, |_, word| word, added, rows),
            (Some(only), None) => self.union_with(other, |key, word| word & only.word(key), added, rows),
            (None, Some(never)) => self.union_with(other, |key, word| word & !never.word(key), added, rows),
            (Some(only), Some(never)) => {
                self.union_with(other, |key, word| word & only.word(key) & !never.word(key), added, rows)
            }
        }
    }

    #[inline]
    fn union_with(
        &mut self,
        other: &PtsSet,
        pass: impl Fn(u32, u64) -> u64,
        added: &mut PtsSet,
        Rows(fresh): &mut Rows,
    ) -> usize {
        fresh.clear();
        let own = self.rows.as_mut_slice();
        let mut at = 0;
        let (mut missing, mut added_ids) = (0, 0);
        for (key, word) in other.words() {
            let word = pass(key, word);
            if word == 0 {
                continue;
            }
            at = advance(own, at, key);
            match own.get_mut(at).filter(|row| row.key == key) {
                Some(row) => {
                    let new = word & !row.word;
                    if new != 0 {
                        added_ids += count(new);
                        row.word |= new;
                        fresh.push(Row { key, word: new });
                    }
                }
                None => {
                    missing += 1;
                    added_ids += count(word);
                    fresh.push(Row { key, word });
                }
            }
        }
        if added_ids == 0 {
            return 0;
        }
        if missing > 0 {
            self.merge(fresh, missing);
        }
        added.or_sorted(fresh);
        added_ids
    }

    /// `self |= other`.
    pub fn or(&mut self, other: &PtsSet) {
        if self.is_empty() {
            self.clone_from(other);
        } else {
            self.or_sorted(&other.rows);
        }
    }

    /// `self & other`.
    #[must_use]
    pub fn and(&self, other: &PtsSet) -> PtsSet {
        self.with(other, |own, others| own & others)
    }

    /// `self \ other`.
    #[must_use]
    pub fn minus(&self, other: &PtsSet) -> PtsSet {
        self.with(other, |own, others| own & !others)
    }

    /// The words of `self` after each met its counterpart, which is zero where `other` has none.
    #[inline]
    fn with(&self, other: &PtsSet, join: impl Fn(u64, u64) -> u64) -> PtsSet {
        let mut out = PtsSet::new();
        let mut at = 0;
        for (key, word) in self.words() {
            at = advance(&other.rows, at, key);
            let counterpart = other.rows.get(at).filter(|row| row.key == key).map_or(0, |row| row.word);
            let word = join(word, counterpart);
            if word != 0 {
                out.rows.push(Row { key, word });
            }
        }
        out
    }

    fn or_sorted(&mut self, rows: &[Row]) {
        let Some(first) = rows.first() else { return };
        if self.rows.last().is_none_or(|last| last.key < first.key) {
            // All lie behind what is there, as new ids do.
            self.make_room(rows.len());
            self.rows.extend_from_slice(rows);
            return;
        }
        let own = self.rows.as_mut_slice();
        let mut at = 0;
        let mut missing = 0;
        for &Row { key, word } in rows {
            at = advance(own, at, key);
            match own.get_mut(at).filter(|row| row.key == key) {
                Some(row) => row.word |= word,
                None => missing += 1,
            }
        }
        if missing > 0 {
            self.merge(rows, missing);
        }
    }

    /// Makes room for so many rows and few beyond them: most of the memory of a run is in sets that hardly grow any more.
    fn make_room(&mut self, rows: usize) {
        if self.rows.capacity() < self.rows.len() + rows {
            self.rows.reserve_exact(rows + self.rows.len() / 4);
        }
    }

    /// Inserts the rows whose key is absent (`missing` of them); rows with a present key are in already.
    fn merge(&mut self, rows: &[Row], missing: usize) {
        let old = self.rows.len();
        self.make_room(missing);
        self.rows.resize(old + missing, Row::default());
        let own = self.rows.as_mut_slice();
        // Backwards, so that each element moves once.
        let (mut read, mut write) = (old, old + missing);
        for &row in rows.iter().rev() {
            while read > 0 && own[read - 1].key > row.key {
                read -= 1;
                write -= 1;
                own[write] = own[read];
            }
            if read > 0 && own[read - 1].key == row.key {
                continue;
            }
            write -= 1;
            own[write] = row;
        }
    }
}

/// Working space of unions: rows to add, ascending by key.
#[derive(Default)]
pub struct Rows(Vec<Row>);

/// What passes from one set into another: the ids in `only`, without those in `never`.
#[derive(Clone, Copy, Default)]
pub struct Sieve<'m> {
    pub only: Option<&'m Mask>,
    pub never: Option<&'m Mask>,
}

/// First position at or after `at` whose key is not below `key` (galloping).
#[inline]
fn advance(rows: &[Row], mut at: usize, key: u32) -> usize {
    if at >= rows.len() || rows[at].key >= key {
        return at;
    }
    let mut step = 1;
    while at + step < rows.len() && rows[at + step].key < key {
        at += step;
        step *= 2;
    }
    let end = (at + step + 1).min(rows.len());
    at + rows[at..end].partition_point(|row| row.key < key)
}

#[inline]
fn count(word: u64) -> usize {
    word.count_ones() as usize
}

struct Bits {
    word: u64,
    base: u32,
}

impl Iterator for Bits {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.word == 0 {
            return None;
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some(self.base + bit)
    }
}

impl FromIterator<u32> for PtsSet {
    fn from_iter<T: IntoIterator<Item = u32>>(ids: T) -> Self {
        let mut set = Self::new();
        for id in ids {
            set.insert(id);
        }
        set
    }
}

impl std::fmt::Debug for PtsSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn set(ids: &[u32]) -> PtsSet {
        ids.iter().copied().collect()
    }

    #[test]
    fn union_reports_what_it_added() {
        let mut a = set(&[1, 70, 500]);
        let mut added = set(&[9]);
        assert_eq!(a.union_into(&set(&[1, 2, 71, 300, 900]), Sieve::default(), &mut added, &mut Rows::default()), 4);
        assert_eq!(a, set(&[1, 2, 70, 71, 300, 500, 900]));
        assert_eq!(added, set(&[2, 9, 71, 300, 900]));
        assert_eq!(a.union_into(&set(&[2]), Sieve::default(), &mut added, &mut Rows::default()), 0);
    }

    #[test]
    fn union_honours_the_mask() {
        let mut mask = Mask::default();
        mask.insert(71);
        let (mut a, mut added, mut rows) = (set(&[1]), PtsSet::new(), Rows::default());
        assert_eq!(
            a.union_into(&set(&[2, 71, 4000]), Sieve { only: Some(&mask), never: None }, &mut added, &mut rows),
            1
        );
        assert_eq!((&a, &added), (&set(&[1, 71]), &set(&[71])));
        let never = Sieve { only: None, never: Some(&mask) };
        assert_eq!(a.union_into(&set(&[3, 71, 4000]), never, &mut added, &mut rows), 2);
        let neither = Sieve { only: Some(&mask), never: Some(&mask) };
        assert_eq!(a.union_into(&set(&[5, 71]), neither, &mut added, &mut rows), 0);
        assert_eq!((a, added), (set(&[1, 3, 71, 4000]), set(&[3, 71, 4000])));
    }

    #[test]
    fn agrees_with_an_ordinary_set_on_random_input() {
        let mut seed = 12345u64;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((seed >> 33) as u32) % below
        };
        for _ in 0..300 {
            let range = [100, 5000, 100_000][random(3) as usize];
            let x: BTreeSet<u32> = (0..random(60)).map(|_| random(range)).collect();
            let y: BTreeSet<u32> = (0..random(60)).map(|_| random(range)).collect();
            let (a, b): (PtsSet, PtsSet) = (x.iter().copied().collect(), y.iter().copied().collect());
            let mut sum = a.clone();
            let mut added = PtsSet::new();
            let changed = sum.union_into(&b, Sieve::default(), &mut added, &mut Rows::default());
            assert_eq!(sum.iter().collect::<Vec<_>>(), x.union(&y).copied().collect::<Vec<_>>());
            assert_eq!(added.iter().collect::<Vec<_>>(), y.difference(&x).copied().collect::<Vec<_>>());
            assert_eq!(changed, added.len());
            assert_eq!(a.and(&b).iter().collect::<Vec<_>>(), x.intersection(&y).copied().collect::<Vec<_>>());
            assert_eq!(a.minus(&b).iter().collect::<Vec<_>>(), x.difference(&y).copied().collect::<Vec<_>>());
            let mut even = Mask::default();
            (0..range).step_by(2).for_each(|id| even.insert(id));
            let is_even = |id: &u32| id.is_multiple_of(2);
            assert_eq!(a.masked(&even), x.iter().copied().filter(is_even).collect());
            assert!(a.iter_beyond(&b, &even).eq(x.difference(&y).copied().filter(is_even)));
            let mut or = a.clone();
            or.or(&b);
            assert_eq!(or, sum);
            assert_eq!(sum.len(), x.union(&y).count());
        }
    }
}
