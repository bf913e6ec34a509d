//! Values of variables as the analysis bounds them. Must not know where they come from.

use smallvec::{SmallVec, smallvec};

use crate::base::Sym;
use crate::program::{FieldId, MethodId, TypeId};

/// Most values that are told apart: a larger set claims nothing (docs/analysis.md, Defensive claims).
pub(super) const MOST: usize = 16;

/// One value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    Null,
    /// The string of that text.
    Text(Sym),
    /// A number, character or truth value, as the JVM has it.
    Number(i64),
    /// A `Class` object.
    Class(TypeId),
    Method(MethodId),
    Constructor(MethodId),
    Field(FieldId),
    /// What the instruction at that offset of the method made; its class is exactly this one.
    Object {
        method: MethodId,
        offset: u32,
        ty: TypeId,
    },
    /// The function object that the `invokedynamic` at that offset of the method made, of an interface.
    Function {
        method: MethodId,
        offset: u32,
        ty: TypeId,
    },
}

/// What a claim rests on besides the code itself, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Rests(u8);

impl Rests {
    /// What is shared between threads is guarded by locks.
    pub const RACE_FREE: Rests = Rests(1);
    /// Nobody writes final fields by their offset.
    pub const NO_UNSAFE_WRITES: Rests = Rests(2);
    /// A class loader that is handed over gives the class of the name.
    pub const LOADERS: Rests = Rests(4);
    /// Nobody but constructors writes final fields of objects, as reflection may (Java 17, `Field.set`).
    pub const FINALS: Rests = Rests(8);

    pub fn has(self, other: Rests) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn and(self, other: Rests) -> Rests {
        Rests(self.0 | other.0)
    }
}

/// What a variable holds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Bound {
    /// No way that was followed so far gives it a value.
    #[default]
    Unmet,
    /// One of these, in order; most are one alone.
    Within(SmallVec<[Item; 1]>, Rests),
    /// Nobody knows: no claim.
    Any,
}

impl Bound {
    pub(super) fn one(item: Item) -> Self {
        Bound::Within(smallvec![item], Rests::default())
    }

    pub(super) fn of(items: impl IntoIterator<Item = Item>, rests: Rests) -> Self {
        let mut items: SmallVec<[Item; 1]> = items.into_iter().collect();
        items.sort_unstable();
        items.dedup();
        match items.len() {
            0 => Bound::Unmet,
            1..=MOST => Bound::Within(items, rests),
            _ => Bound::Any,
        }
    }

    /// The values, if they are known.
    pub fn items(&self) -> Option<&[Item]> {
        match self {
            Bound::Unmet => Some(&[]),
            Bound::Within(items, _) => Some(items),
            Bound::Any => None,
        }
    }

    pub fn rests(&self) -> Rests {
        match self {
            Bound::Within(_, rests) => *rests,
            Bound::Unmet | Bound::Any => Rests::default(),
        }
    }

    pub(super) fn resting(self, on: Rests) -> Self {
        match self {
            Bound::Within(items, rests) => Bound::Within(items, rests.and(on)),
            other => other,
        }
    }

    /// What it is if it is either; true if that is more than it was.
    pub(super) fn join(&mut self, other: &Bound) -> bool {
        let joined = match (&*self, other) {
            (_, Bound::Unmet) | (Bound::Any, _) => return false,
            (Bound::Unmet, _) | (_, Bound::Any) => other.clone(),
            (Bound::Within(a, on), Bound::Within(b, other)) if a == b && on.has(*other) => return false,
            (Bound::Within(a, on), Bound::Within(b, other)) => Bound::of(a.iter().chain(b).copied(), on.and(*other)),
        };
        let grows = joined != *self;
        *self = joined;
        grows
    }

    /// Whether no object can be both; only what is made by different instructions is told apart.
    pub(super) fn is_apart(&self, other: &Bound) -> bool {
        let objects = |bound: &Bound| -> Option<Vec<Item>> {
            let items = bound.items()?.iter().copied().filter(|&item| item != Item::Null).collect::<Vec<_>>();
            items.iter().all(|item| matches!(item, Item::Object { .. })).then_some(items)
        };
        match (objects(self), objects(other)) {
            (Some(a), Some(b)) => !a.iter().any(|item| b.contains(item)),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_only_grow() {
        let (one, two) = (Bound::one(Item::Number(1)), Bound::one(Item::Number(2)));
        let mut bound = Bound::Unmet;
        assert!(bound.join(&one) && bound.join(&two) && !bound.join(&one) && !bound.join(&Bound::Unmet));
        assert_eq!(bound.items(), Some(&[Item::Number(1), Item::Number(2)][..]));
        assert!(bound.join(&Bound::of((0..16).map(Item::Number), Rests::RACE_FREE)) || bound == Bound::Any);
        assert!(bound.join(&Bound::of((0..17).map(|n| Item::Number(n + 100)), Rests::default())));
        assert_eq!(bound, Bound::Any);
    }
}
