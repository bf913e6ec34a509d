//! Strings as dense ids. Owns the text; ids are given in first-come order, so they are deterministic
//! as long as interning happens in one thread (parallel stages intern into their own table and are joined in order).

use std::cell::Cell;

use elsa::FrozenIndexSet;

use super::held;

crate::define_id!(
    /// An interned string: class, member and descriptor names, string constants.
    Sym
);

/// Append-only string table; usable through `&self`.
#[derive(Default)]
pub struct Interner {
    strings: FrozenIndexSet<Box<str>, rustc_hash::FxBuildHasher>,
    /// How many there are, and the length of all of them.
    held: Cell<(usize, usize)>,
}

impl Interner {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn intern(&self, text: &str) -> Sym {
        if let Some(sym) = self.get(text) {
            return sym;
        }
        let (count, length) = self.held.get();
        self.held.set((count + 1, length + text.len()));
        Sym::new(self.strings.insert_full(text.into()).0)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let (count, length) = self.held.get();
        held::ordered::<Box<str>>(count) + length as u64
    }

    /// The id of `text` if it was interned before.
    pub fn get(&self, text: &str) -> Option<Sym> {
        self.strings.get_full(text).map(|(index, _)| Sym::new(index))
    }

    /// All of them, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.held.get().0).filter_map(|index| self.strings.get_index(index))
    }

    pub fn str(&self, sym: Sym) -> &str {
        self.strings.get_index(sym.index()).expect("internal error: symbol of another interner")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_share_an_id() {
        let table = Interner::new();
        let a = table.intern("a");
        let b = table.intern("b");
        assert_eq!(table.intern("a"), a);
        assert_ne!(a, b);
        assert_eq!((table.str(a), table.str(b)), ("a", "b"));
        assert_eq!(table.get("c"), None);
    }
}
