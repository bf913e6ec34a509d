//! Which methods are looked for: data from those who know what they are for. Must not know classes that are read.

use crate::base::FxHashMap;

/// Names of methods; constructors count for some classes alone, as nobody inherits one.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Sorted.
    names: Vec<&'static str>,
    /// Sorted.
    made: Vec<&'static str>,
    positions: FxHashMap<&'static str, u32>,
}

impl Wanted {
    /// Methods of these names, constructors (`<init>`) of the classes `made`, by internal names.
    pub fn new(names: impl IntoIterator<Item = &'static str>, made: impl IntoIterator<Item = &'static str>) -> Self {
        let sorted = |mut texts: Vec<&'static str>| {
            texts.sort_unstable();
            texts.dedup();
            texts
        };
        let (names, made) = (sorted(names.into_iter().collect()), sorted(made.into_iter().collect()));
        let positions = names.iter().zip(0..).map(|(name, at)| (*name, at)).collect();
        Self { names, made, positions }
    }

    /// Whether both look for the same.
    pub fn is(&self, other: &Self) -> bool {
        self.names == other.names && self.made == other.made
    }

    /// Position of a method's name among the names; `None` if it is not wanted of this owner.
    pub(super) fn position(&self, owner: &str, name: &str) -> Option<u32> {
        let at = *self.positions.get(name)?;
        (name != "<init>" || self.made.binary_search(&owner).is_ok()).then_some(at)
    }

    /// Whether methods of that name are wanted of any owner.
    pub(super) fn has_name(&self, name: &str) -> bool {
        self.positions.contains_key(name)
    }

    /// The names, in the order of their positions.
    pub(super) fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// Adds what is wanted to a hash.
    pub(super) fn add_to(&self, hasher: &mut blake3::Hasher) {
        for texts in [&self.names, &self.made] {
            hasher.update(&(texts.len() as u64).to_le_bytes());
            for text in texts {
                hasher.update(&(text.len() as u64).to_le_bytes());
                hasher.update(text.as_bytes());
            }
        }
    }
}
