//! Typed ids, dense maps, the symbol interner and the deep stack: the vocabulary every other part is written in.
//! Must not know anything else of the project.

mod choices;
mod graph;
pub mod held;
mod index_vec;
mod interner;
mod nearest;
mod numbering;
mod pts_set;
pub mod stack;

pub(crate) use choices::choices;
pub use graph::{UnionFind, nontrivial_sccs};
pub use index_vec::IndexVec;
pub use interner::{Interner, Sym};
pub use nearest::{did_you_mean, edit_distance, nearest, same_but_for_case};
pub use numbering::Numbering;
pub use pts_set::{Mask, PtsSet, Rows, Sieve};

/// Hash map with the fast hasher used inside the analysis. Never iterate one into output.
pub type FxHashMap<K, V> = rustc_hash::FxHashMap<K, V>;
/// Hash set with the fast hasher used inside the analysis. Never iterate one into output.
pub type FxHashSet<K> = rustc_hash::FxHashSet<K>;
/// Insertion-ordered map for everything that reaches output.
pub type FxIndexMap<K, V> = indexmap::IndexMap<K, V, rustc_hash::FxBuildHasher>;
/// Insertion-ordered set for everything that reaches output.
pub type FxIndexSet<K> = indexmap::IndexSet<K, rustc_hash::FxBuildHasher>;

/// Declares a typed dense `u32` id.
#[macro_export]
macro_rules! define_id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of the `index`-th element. Ids are dense and fit 32 bits by construction.
            #[inline]
            pub fn new(index: usize) -> Self {
                debug_assert!(index < u32::MAX as usize);
                Self(index as u32)
            }

            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            #[inline]
            fn from(index: usize) -> Self {
                Self::new(index)
            }
        }

        impl From<$name> for usize {
            #[inline]
            fn from(id: $name) -> usize {
                id.index()
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }
    };
}
