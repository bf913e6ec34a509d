//! The JDK's collections: which of their methods put something in, give something out and give views of the collection,
//! for the container access pattern ([`pointsto::Collections`]). A method that no row names is none of these for all anybody
//! knows, so the collection it is called on is distinguished from others no more. Must not know how calls are carried out.

mod factories;

use Act::{Compares, Copy, Entrance, EntranceOfAll, EntranceOfFunction, Exit, ExitOfArgument, Leak, Transfer};
use Category::{Asked, Keys, Shown, Values};
use Face::{Elements, Entries, Entry, EntryIterator, Iterator, ListIterator, Map};

use crate::classpath::Origin;
use crate::heap::{Category, Face};
use crate::pointsto::{Act, Collections, Made};
use crate::program::{ClassId, MethodId, Program, access};

pub use factories::factories;
use factories::made;

/// Collections, as objects of exactly these classes are seen. Left out: those whose own code writes to its fields through
/// `VarHandle` (nobody can say that it is its own), and `drainTo`'s, which put into others what they hold.
pub const CLASSES: &[(&str, Face)] = &[
    ("java/util/ArrayList", Elements(Category::Elements)),
    ("java/util/LinkedList", Elements(Category::Elements)),
    ("java/util/Vector", Elements(Category::Elements)),
    ("java/util/Stack", Elements(Category::Elements)),
    ("java/util/ArrayDeque", Elements(Category::Elements)),
    ("java/util/PriorityQueue", Elements(Category::Elements)),
    ("java/util/HashSet", Elements(Category::Elements)),
    ("java/util/LinkedHashSet", Elements(Category::Elements)),
    ("java/util/TreeSet", Elements(Category::Elements)),
    ("java/util/concurrent/CopyOnWriteArrayList", Elements(Category::Elements)),
    ("java/util/HashMap", Map),
    ("java/util/LinkedHashMap", Map),
    ("java/util/TreeMap", Map),
    ("java/util/Hashtable", Map),
    (PROPERTIES, Map),
    ("java/util/IdentityHashMap", Map),
    ("java/util/WeakHashMap", Map),
    ("java/util/concurrent/ConcurrentHashMap", Map),
    ("java/util/AbstractMap$SimpleEntry", Entry),
    ("java/util/AbstractMap$SimpleImmutableEntry", Entry),
];

/// Those that code outside the JDK makes: what the JDK makes itself, as those of the system, is filled in other ways, too.
const PROPERTIES: &str = "java/util/Properties";

/// Collections, and classes besides their own and those they extend that are views of them, or whose nested classes are.
const VIEWS: &[(&str, &str)] = &[
    ("java/util/HashSet", "java/util/HashMap"),
    ("java/util/LinkedHashSet", "java/util/LinkedHashMap"),
    ("java/util/TreeSet", "java/util/TreeMap"),
    // Since JDK 9 they pass on what is done with them to such a map.
    (PROPERTIES, "java/util/concurrent/ConcurrentHashMap"),
    // An entry of a map with an order (21, and later).
    ("java/util/Map", "java/util/NullableKeyValueHolder"),
    ("java/util/Map", "jdk/internal/util/NullableKeyValueHolder"),
    // What nobody may change, and what wraps others.
    ("java/util/Collection", "java/util/ImmutableCollections"),
    ("java/util/Map", "java/util/ImmutableCollections"),
    ("java/util/Map", "java/util/KeyValueHolder"),
    ("java/util/Map$Entry", "java/util/KeyValueHolder"),
    ("java/util/Collection", "java/util/Collections"),
    ("java/util/Map", "java/util/Collections"),
    ("java/util/List", "java/util/Arrays"),
    ("java/util/Collection", "java/util/AbstractList"),
    ("java/util/Map", "java/util/AbstractMap"),
];

/// Classes that only pass on to the collection they wrap what is done with them, by how their names begin. Each object of
/// theirs is made by a factory, whose result is a view of that collection.
const WRAPPERS: &[&str] = &[
    "java/util/Collections$Unmodifiable",
    "java/util/Collections$Synchronized",
    "java/util/Collections$Checked",
    "java/util/Collections$AsLIFOQueue",
];

/// Collections that never hold anything.
const EMPTY: &[&str] =
    &["java/util/Collections$EmptyList", "java/util/Collections$EmptySet", "java/util/Collections$EmptyMap"];

/// Name and parameters, `*` for any, and what the method does. Of two that fit the first counts.
pub type Row = (&'static str, &'static str, &'static [Act]);

const O: &str = "(Ljava/lang/Object;)";
const OO: &str = "(Ljava/lang/Object;Ljava/lang/Object;)";

const ELEMENTS: &[Row] = &[
    ("<init>", "()", &[]),
    ("<init>", "(I)", &[]),
    ("<init>", "(IF)", &[]),
    ("<init>", "(II)", &[]),
    ("<init>", "(Ljava/util/Comparator;)", &[]),
    ("<init>", "(ILjava/util/Comparator;)", &[]),
    ("<init>", "(Ljava/util/Collection;)", &[EntranceOfAll(1)]),
    ("<init>", "(Ljava/util/SortedSet;)", &[EntranceOfAll(1)]),
    ("<init>", "(Ljava/util/PriorityQueue;)", &[EntranceOfAll(1)]),
    ("addAll", "(Ljava/util/Collection;)", &[EntranceOfAll(1)]),
    ("addAll", "(ILjava/util/Collection;)", &[EntranceOfAll(2)]),
    ("addAllAbsent", "(Ljava/util/Collection;)", &[EntranceOfAll(1)]),
    ("add", O, &[Entrance(1, Shown)]),
    ("add", "(ILjava/lang/Object;)", &[Entrance(2, Shown)]),
    ("addIfAbsent", O, &[Entrance(1, Shown)]),
    ("addFirst", O, &[Entrance(1, Shown)]),
    ("addLast", O, &[Entrance(1, Shown)]),
    ("addElement", O, &[Entrance(1, Shown)]),
    ("offer", O, &[Entrance(1, Shown)]),
    ("offerFirst", O, &[Entrance(1, Shown)]),
    ("offerLast", O, &[Entrance(1, Shown)]),
    // Stack's gives its argument, Deque's nothing.
    ("push", O, &[Entrance(1, Shown), ExitOfArgument(1)]),
    ("set", "(ILjava/lang/Object;)", &[Entrance(2, Shown), Exit(Shown)]),
    ("setElementAt", "(Ljava/lang/Object;I)", &[Entrance(1, Shown)]),
    ("insertElementAt", "(Ljava/lang/Object;I)", &[Entrance(1, Shown)]),
    ("get", "(I)", &[Exit(Shown)]),
    ("remove", "(I)", &[Exit(Shown)]),
    ("remove", "()", &[Exit(Shown)]),
    ("getFirst", "()", &[Exit(Shown)]),
    ("getLast", "()", &[Exit(Shown)]),
    ("removeFirst", "()", &[Exit(Shown)]),
    ("removeLast", "()", &[Exit(Shown)]),
    ("poll", "()", &[Exit(Shown)]),
    ("pollFirst", "()", &[Exit(Shown)]),
    ("pollLast", "()", &[Exit(Shown)]),
    ("peek", "()", &[Exit(Shown)]),
    ("peekFirst", "()", &[Exit(Shown)]),
    ("peekLast", "()", &[Exit(Shown)]),
    ("pop", "()", &[Exit(Shown)]),
    ("element", "()", &[Exit(Shown)]),
    ("elementAt", "(I)", &[Exit(Shown)]),
    ("firstElement", "()", &[Exit(Shown)]),
    ("lastElement", "()", &[Exit(Shown)]),
    ("first", "()", &[Exit(Shown)]),
    ("last", "()", &[Exit(Shown)]),
    ("floor", O, &[Exit(Shown)]),
    ("ceiling", O, &[Exit(Shown)]),
    ("higher", O, &[Exit(Shown)]),
    ("lower", O, &[Exit(Shown)]),
    ("iterator", "()", &[Transfer(Iterator(Shown))]),
    ("elements", "()", &[Transfer(Iterator(Shown))]),
    ("descendingIterator", "()", &[Transfer(Iterator(Shown))]),
    ("listIterator", "*", &[Transfer(ListIterator(Shown))]),
    ("subList", "(II)", &[Transfer(Elements(Shown))]),
    ("clone", "()", &[Copy]),
    ("remove", O, &[]),
    ("removeElement", O, &[]),
    ("removeElementAt", "(I)", &[]),
    ("removeAllElements", "()", &[]),
    ("removeFirstOccurrence", O, &[]),
    ("removeLastOccurrence", O, &[]),
    ("removeAll", "*", &[]),
    ("retainAll", "*", &[]),
    // Functions and comparators get what the method itself gives them.
    ("removeIf", "*", &[]),
    ("forEach", "*", &[]),
    ("sort", "*", &[]),
    ("comparator", "()", &[]),
    ("contains", O, &[]),
    ("containsAll", "*", &[]),
    ("indexOf", "*", &[]),
    ("lastIndexOf", "*", &[]),
    ("search", O, &[]),
    ("size", "()", &[]),
    ("isEmpty", "()", &[]),
    ("empty", "()", &[]),
    ("capacity", "()", &[]),
    ("clear", "()", &[]),
    ("ensureCapacity", "(I)", &[]),
    ("trimToSize", "()", &[]),
    ("setSize", "(I)", &[]),
    // Copies, and readers of what is in the method's own hands.
    ("toArray", "*", &[]),
    ("copyInto", "*", &[]),
    ("stream", "()", &[]),
    ("parallelStream", "()", &[]),
    ("spliterator", "()", &[]),
];

const ITERATOR: &[Row] = &[
    ("next", "()", &[Exit(Shown)]),
    ("nextElement", "()", &[Exit(Shown)]),
    ("hasNext", "()", &[]),
    ("hasMoreElements", "()", &[]),
    ("remove", "()", &[]),
    ("forEachRemaining", "*", &[]),
    ("asIterator", "()", &[]),
];

const LIST_ITERATOR: &[Row] = &[
    ("previous", "()", &[Exit(Shown)]),
    ("set", O, &[Entrance(1, Shown)]),
    ("add", O, &[Entrance(1, Shown)]),
    ("hasPrevious", "()", &[]),
    ("nextIndex", "()", &[]),
    ("previousIndex", "()", &[]),
];

const ENTRIES: &[Row] = &[
    ("iterator", "()", &[Transfer(EntryIterator)]),
    // Who gets the entries may set their values.
    ("toArray", "*", &[Leak]),
    ("stream", "()", &[Leak]),
    ("parallelStream", "()", &[Leak]),
    ("spliterator", "()", &[Leak]),
    ("forEach", "*", &[Leak]),
    ("removeIf", "*", &[Leak]),
    // They ask the argument whether it contains the entry.
    ("removeAll", "*", &[Leak]),
    ("retainAll", "*", &[Leak]),
    ("contains", O, &[]),
    ("containsAll", "*", &[]),
    ("remove", O, &[]),
    ("clear", "()", &[]),
    ("size", "()", &[]),
    ("isEmpty", "()", &[]),
];

const ENTRY_ITERATOR: &[Row] = &[
    ("next", "()", &[Transfer(Entry)]),
    ("forEachRemaining", "*", &[Leak]),
    ("hasNext", "()", &[]),
    ("remove", "()", &[]),
];

const ENTRY: &[Row] = &[
    ("<init>", OO, &[Entrance(1, Keys), Entrance(2, Values)]),
    ("<init>", "(Ljava/util/Map$Entry;)", &[EntranceOfAll(1)]),
    ("getKey", "()", &[Exit(Keys)]),
    ("getValue", "()", &[Exit(Values)]),
    ("setValue", O, &[Entrance(1, Values), Exit(Values)]),
];

const MAP: &[Row] = &[
    ("<init>", "()", &[]),
    ("<init>", "(I)", &[]),
    ("<init>", "(IF)", &[]),
    ("<init>", "(IFI)", &[]),
    ("<init>", "(IFZ)", &[]),
    ("<init>", "(Ljava/util/Comparator;)", &[Compares]),
    ("<init>", "(Ljava/util/Map;)", &[EntranceOfAll(1)]),
    ("<init>", "(Ljava/util/SortedMap;)", &[EntranceOfAll(1), Compares]),
    ("putAll", "(Ljava/util/Map;)", &[EntranceOfAll(1)]),
    ("put", OO, &[Entrance(1, Keys), Entrance(2, Asked), Exit(Asked)]),
    ("putIfAbsent", OO, &[Entrance(1, Keys), Entrance(2, Asked), Exit(Asked)]),
    ("replace", OO, &[Entrance(2, Asked), Exit(Asked)]),
    ("replace", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)", &[Entrance(3, Asked)]),
    ("compute", "*", &[Entrance(1, Keys), EntranceOfFunction(2, Asked), Exit(Asked)]),
    ("computeIfAbsent", "*", &[Entrance(1, Keys), EntranceOfFunction(2, Asked), Exit(Asked)]),
    ("computeIfPresent", "*", &[EntranceOfFunction(2, Asked), Exit(Asked)]),
    ("merge", "*", &[Entrance(1, Keys), Entrance(2, Asked), EntranceOfFunction(3, Asked), Exit(Asked)]),
    ("get", O, &[Exit(Asked)]),
    ("getOrDefault", OO, &[Exit(Asked), ExitOfArgument(2)]),
    ("remove", O, &[Exit(Asked)]),
    ("remove", OO, &[]),
    ("firstKey", "()", &[Exit(Keys)]),
    ("lastKey", "()", &[Exit(Keys)]),
    ("floorKey", O, &[Exit(Keys)]),
    ("ceilingKey", O, &[Exit(Keys)]),
    ("higherKey", O, &[Exit(Keys)]),
    ("lowerKey", O, &[Exit(Keys)]),
    ("firstEntry", "()", &[Transfer(Entry)]),
    ("lastEntry", "()", &[Transfer(Entry)]),
    ("floorEntry", O, &[Transfer(Entry)]),
    ("ceilingEntry", O, &[Transfer(Entry)]),
    ("higherEntry", O, &[Transfer(Entry)]),
    ("lowerEntry", O, &[Transfer(Entry)]),
    ("pollFirstEntry", "()", &[Transfer(Entry)]),
    ("pollLastEntry", "()", &[Transfer(Entry)]),
    ("keySet", "()", &[Transfer(Elements(Keys))]),
    ("navigableKeySet", "()", &[Transfer(Elements(Keys))]),
    ("descendingKeySet", "()", &[Transfer(Elements(Keys))]),
    ("values", "()", &[Transfer(Elements(Values))]),
    ("entrySet", "()", &[Transfer(Entries)]),
    ("keys", "()", &[Transfer(Iterator(Keys))]),
    ("elements", "()", &[Transfer(Iterator(Values))]),
    ("descendingMap", "()", &[Transfer(Map)]),
    ("headMap", "*", &[Transfer(Map)]),
    ("tailMap", "*", &[Transfer(Map)]),
    ("subMap", "*", &[Transfer(Map)]),
    ("clone", "()", &[Copy]),
    ("forEach", "(Ljava/util/function/BiConsumer;)", &[]),
    ("comparator", "()", &[]),
    // Of `Properties`: what texts are under which key, the model of resources says, and what a program loads. What the JDK's own
    // code loads into one nobody says.
    ("getProperty", "*", &[]),
    ("setProperty", "*", &[Entrance(1, Keys), Entrance(2, Asked), Exit(Asked)]),
    ("propertyNames", "()", &[]),
    ("stringPropertyNames", "()", &[]),
    ("loadFromXML", "*", &[]),
    ("save", "*", &[]),
    ("store", "*", &[]),
    ("storeToXML", "*", &[]),
    ("list", "*", &[]),
    ("<init>", "(Ljava/util/Properties;)", &[]),
    // What sets ask of the map they are made of.
    ("keySpliterator", "()", &[]),
    ("keysToArray", "*", &[]),
    ("prepareArray", "*", &[]),
    ("contains", O, &[]),
    ("containsKey", O, &[]),
    ("containsValue", O, &[]),
    ("size", "()", &[]),
    ("isEmpty", "()", &[]),
    ("clear", "()", &[]),
];

/// Of any object.
const COMMON: &[Row] = &[
    ("equals", O, &[]),
    ("hashCode", "()", &[]),
    ("toString", "()", &[]),
    ("getClass", "()", &[]),
    ("notify", "()", &[]),
    ("notifyAll", "()", &[]),
    ("wait", "*", &[]),
];

/// The rows of what is seen so, in the order they count.
pub fn rows(face: Face) -> Vec<&'static [Row]> {
    match face {
        Elements(_) => vec![ELEMENTS, COMMON],
        Iterator(_) => vec![ITERATOR, COMMON],
        ListIterator(_) => vec![LIST_ITERATOR, ITERATOR, COMMON],
        Entries => vec![ENTRIES, COMMON],
        EntryIterator => vec![ENTRY_ITERATOR, COMMON],
        Entry => vec![ENTRY, COMMON],
        Map => vec![MAP, COMMON],
    }
}

/// Whether an argument of a method, by its position with the receiver, is a key by which the values of maps and `Properties` are
/// told apart.
pub fn is_key(program: &Program, method: MethodId, position: usize) -> bool {
    let data = program.method(method);
    let descriptor = program.str(program.method_desc(data.desc).text);
    let takes_key = || match program.str(data.name) {
        "getProperty" | "setProperty" => program.class_name(data.class) == "java/util/Properties",
        name => JdkCollections
            .acts(Map, name, descriptor)
            .is_some_and(|acts| acts.iter().any(|act| matches!(act, Entrance(_, Asked) | Exit(Asked)))),
    };
    let is_map = || program.find_class("java/util/Map").is_some_and(|map| program.is_subclass(data.class, map));
    position == 1 && program.class(data.class).origin == Origin::Jdk && is_map() && takes_key()
}

/// The collections above.
pub struct JdkCollections;

/// A class with what it extends and implements, but for `Object`.
fn lineage(program: &Program, class: ClassId) -> impl std::iter::Iterator<Item = ClassId> + '_ {
    program.supertypes(class).iter().copied().filter(|&class| class != program.well_known().object)
}

impl Collections for JdkCollections {
    fn made(&self, program: &Program, method: MethodId) -> Option<Made> {
        let data = program.method(method);
        let descriptor = program.method_desc(data.desc);
        let params = program.str(descriptor.text).split_inclusive(')').next()?;
        (data.access & access::STATIC != 0)
            .then(|| made(program.class_name(data.class), program.str(data.name), params, descriptor.params.len()))?
    }

    fn face(&self, program: &Program, class: ClassId) -> Option<Face> {
        let name = program.class_name(class);
        CLASSES.iter().find(|(row, _)| *row == name).map(|&(_, face)| face)
    }

    fn is_made_by(&self, program: &Program, class: ClassId, maker: ClassId) -> bool {
        program.class_name(class) != PROPERTIES || program.class(maker).origin != Origin::Jdk
    }

    fn acts(&self, face: Face, name: &str, descriptor: &str) -> Option<&'static [Act]> {
        let params = descriptor.split_inclusive(')').next()?;
        let mut all = rows(face).into_iter().flatten();
        all.find(|(row, of, _)| *row == name && (*of == "*" || *of == params)).map(|&(_, _, acts)| acts)
    }

    fn is_view(&self, program: &Program, of: ClassId, class: ClassId) -> bool {
        let around = program.outermost_name(class);
        let is_nested = around != program.class_name(class);
        let is_view = |of: ClassId| {
            (is_nested && program.outermost_name(of) == around) || VIEWS.contains(&(program.class_name(of), around))
        };
        lineage(program, of).any(is_view)
    }

    fn fits(&self, program: &Program, face: Face, class: ClassId) -> bool {
        let apis: &[&str] = match face {
            Elements(_) | Entries => &["java/util/Collection"],
            Iterator(_) | EntryIterator => &["java/util/Iterator", "java/util/Enumeration"],
            ListIterator(_) => &["java/util/ListIterator"],
            Map => &["java/util/Map", "java/util/Dictionary"],
            Entry => &["java/util/Map$Entry"],
        };
        apis.iter().filter_map(|api| program.find_class(api)).any(|api| program.is_subclass(class, api))
    }

    fn is_view_of_others(&self, program: &Program, class: ClassId) -> bool {
        // Of collections that somebody else wrote: iterators and views are nested there, too.
        program.class(class).origin != Origin::Jdk || program.outermost_name(class) != program.class_name(class)
    }

    fn is_own_code(&self, program: &Program, of: ClassId, class: ClassId) -> bool {
        let around = program.outermost_name(class);
        self.is_wrapper(program, class) || lineage(program, of).any(|of| program.outermost_name(of) == around)
    }

    fn may_be_made(&self, program: &Program, class: ClassId) -> bool {
        let data = program.class(class);
        let name = program.class_name(class);
        let is_inside = name.starts_with("java/util/") || name.starts_with("jdk/internal/");
        // What a collection makes of itself is given to factories, not made by them.
        let holds = |api: &&str| {
            let around = program.find_class(program.outermost_name(class));
            around.zip(program.find_class(api)).is_some_and(|(around, api)| program.is_subclass(around, api))
        };
        let of_collection = ["java/util/Collection", "java/util/Map"].iter().any(holds);
        is_inside && data.origin == Origin::Jdk && data.access & access::PUBLIC == 0 && !of_collection
    }

    fn is_wrapper(&self, program: &Program, class: ClassId) -> bool {
        let name = program.class_name(class);
        WRAPPERS.iter().any(|wrapper| name.starts_with(wrapper))
    }

    fn is_method(&self, program: &Program, method: MethodId) -> bool {
        let name = program.class_name(program.method(method).class);
        name.starts_with("java/util/")
            || matches!(name, "java/lang/Object" | "java/lang/Iterable")
            || VIEWS.iter().any(|(_, view)| *view == name)
    }

    fn writes_through(&self, program: &Program, method: MethodId, caller: Option<MethodId>) -> bool {
        let data = program.method(method);
        let around = program.outermost_name(data.class);
        let is_own = |caller: MethodId| program.outermost_name(program.method(caller).class) == around;
        program.str(data.name) == "setValue" && around.starts_with("java/util/") && !caller.is_some_and(is_own)
    }

    fn is_empty(&self, program: &Program, class: ClassId) -> bool {
        EMPTY.contains(&program.class_name(class))
    }
}
