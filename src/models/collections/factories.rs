//! Static methods that make collections of what they are given, or a view of one that they are given. Each call of one is a host of
//! its own, though their bodies make the object for all callers. Must not know how calls are carried out.

use Entering::{Arguments, Array, Backed, EachOf, Entries, Nothing, Pairs, Transfer};

use crate::heap::Category::{Asked, Elements, Keys};
use crate::heap::Face;
use crate::pointsto::{Entrance, Made};

/// What enters the collection that a factory makes.
#[derive(Debug, Clone, Copy)]
enum Entering {
    Nothing,
    /// Its arguments from that one on.
    Arguments(usize),
    /// The elements of its only argument, an array that it only reads.
    Array,
    /// The elements of its only argument, an array that is the collection's own from then on.
    Backed,
    /// Its arguments in turn, as keys and values.
    Pairs,
    /// The entries that are the elements of its only argument.
    Entries,
    /// Everything that is in its only argument.
    EachOf,
    /// It makes none, but another view of its first argument: a transfer.
    Transfer,
}

/// Class, name, parameters (`*` for any), how the result is seen and what enters it. Of two that fit the first counts.
type Row = (&'static str, &'static str, &'static str, Face, Entering);

const LIST: &str = "java/util/List";
const SET: &str = "java/util/Set";
const MAP: &str = "java/util/Map";
const COLLECTIONS: &str = "java/util/Collections";

const ARRAY: &str = "([Ljava/lang/Object;)";
const COLLECTION: Face = Face::Elements(Elements);

const FACTORIES: &[Row] = &[
    (LIST, "of", ARRAY, COLLECTION, Array),
    (LIST, "of", "*", COLLECTION, Arguments(0)),
    (LIST, "copyOf", "*", COLLECTION, EachOf),
    (SET, "of", ARRAY, COLLECTION, Array),
    (SET, "of", "*", COLLECTION, Arguments(0)),
    (SET, "copyOf", "*", COLLECTION, EachOf),
    (MAP, "of", "*", Face::Map, Pairs),
    (MAP, "ofEntries", "*", Face::Map, Entries),
    (MAP, "copyOf", "*", Face::Map, EachOf),
    (MAP, "entry", "*", Face::Entry, Pairs),
    ("java/util/Arrays", "asList", ARRAY, COLLECTION, Backed),
    (COLLECTIONS, "singleton", "*", COLLECTION, Arguments(0)),
    (COLLECTIONS, "singletonList", "*", COLLECTION, Arguments(0)),
    (COLLECTIONS, "singletonMap", "*", Face::Map, Pairs),
    (COLLECTIONS, "nCopies", "*", COLLECTION, Arguments(1)),
    (COLLECTIONS, "emptyList", "*", COLLECTION, Nothing),
    (COLLECTIONS, "emptySet", "*", COLLECTION, Nothing),
    (COLLECTIONS, "emptyMap", "*", Face::Map, Nothing),
    (COLLECTIONS, "unmodifiableCollection", "*", COLLECTION, Transfer),
    (COLLECTIONS, "unmodifiableSequencedCollection", "*", COLLECTION, Transfer),
    (COLLECTIONS, "unmodifiableList", "*", COLLECTION, Transfer),
    (COLLECTIONS, "unmodifiableSet", "*", COLLECTION, Transfer),
    (COLLECTIONS, "unmodifiableSequencedSet", "*", COLLECTION, Transfer),
    (COLLECTIONS, "unmodifiableSortedSet", "*", COLLECTION, Transfer),
    (COLLECTIONS, "unmodifiableNavigableSet", "*", COLLECTION, Transfer),
    (COLLECTIONS, "unmodifiableMap", "*", Face::Map, Transfer),
    (COLLECTIONS, "unmodifiableSequencedMap", "*", Face::Map, Transfer),
    (COLLECTIONS, "unmodifiableSortedMap", "*", Face::Map, Transfer),
    (COLLECTIONS, "unmodifiableNavigableMap", "*", Face::Map, Transfer),
    (COLLECTIONS, "synchronizedCollection", "*", COLLECTION, Transfer),
    (COLLECTIONS, "synchronizedList", "*", COLLECTION, Transfer),
    (COLLECTIONS, "synchronizedSet", "*", COLLECTION, Transfer),
    (COLLECTIONS, "synchronizedSortedSet", "*", COLLECTION, Transfer),
    (COLLECTIONS, "synchronizedNavigableSet", "*", COLLECTION, Transfer),
    (COLLECTIONS, "synchronizedMap", "*", Face::Map, Transfer),
    (COLLECTIONS, "synchronizedSortedMap", "*", Face::Map, Transfer),
    (COLLECTIONS, "synchronizedNavigableMap", "*", Face::Map, Transfer),
    (COLLECTIONS, "checkedCollection", "*", COLLECTION, Transfer),
    (COLLECTIONS, "checkedList", "*", COLLECTION, Transfer),
    (COLLECTIONS, "checkedSet", "*", COLLECTION, Transfer),
    (COLLECTIONS, "checkedSortedSet", "*", COLLECTION, Transfer),
    (COLLECTIONS, "checkedNavigableSet", "*", COLLECTION, Transfer),
    (COLLECTIONS, "checkedQueue", "*", COLLECTION, Transfer),
    (COLLECTIONS, "asLifoQueue", "*", COLLECTION, Transfer),
    (COLLECTIONS, "checkedMap", "*", Face::Map, Transfer),
    (COLLECTIONS, "checkedSortedMap", "*", Face::Map, Transfer),
    (COLLECTIONS, "checkedNavigableMap", "*", Face::Map, Transfer),
];

/// What a static method makes; `params` with the parentheses, `count` of them.
pub(super) fn made(class: &str, name: &str, params: &str, count: usize) -> Option<Made> {
    let fits = |row: &&Row| row.0 == class && row.1 == name && (row.2 == "*" || row.2 == params);
    let &(_, _, _, face, entering) = FACTORIES.iter().find(fits)?;
    Some(Made {
        face,
        entrances: match entering {
            Nothing => Vec::new(),
            Arguments(first) => (first..count).map(|at| Entrance::Argument(at, Elements)).collect(),
            Backed => vec![Entrance::Backing(0)],
            Array => vec![Entrance::ElementsOf(0, Elements)],
            Pairs => (0..count).map(|at| Entrance::Argument(at, if at % 2 == 0 { Keys } else { Asked })).collect(),
            Entries => vec![Entrance::EachOfElementsOf(0)],
            EachOf => vec![Entrance::EachOf(0)],
            Transfer => vec![Entrance::Transfer(0)],
        },
    })
}

/// The factories' classes, names and parameters, for who checks that there are such.
pub fn factories() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    FACTORIES.iter().map(|&(class, name, params, ..)| (class, name, params))
}
