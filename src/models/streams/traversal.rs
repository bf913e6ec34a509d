//! Methods of collections, maps and iterators that go through what they hold themselves: they call a function with it, or put it
//! into an array. It is what is in that collection; in the JDK's own code it is what is in any. Must not know how collections
//! hold it.

use super::super::arrays;
use super::state::{Call, Hook, Node, State, StreamCallId};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, Site};
use crate::ir::Op;
use crate::ir::facts::{Facts, statement_at};
use crate::pointsto::{CallView, Cx, EdgeKind, Ptr, Receivers};
use crate::program::{MethodId, Program};

/// What such a method does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Traversal {
    /// Calls the function with each element.
    Elements,
    /// The same, of an iterator.
    Rest,
    /// Calls it with each key and value.
    Pairs,
    /// Puts what it gives for an element in its place.
    ReplaceElements,
    /// Puts what it gives for a key and value in place of the value.
    ReplaceValues,
    /// Makes an array of the elements.
    Array,
    /// Puts them into an array, or into a new one of its type.
    ArrayLike,
    /// Puts them into an array that the function makes.
    ArrayOf,
    /// Puts in what the function makes of a key,
    Absent,
    /// of a key and its value,
    Compute,
    /// of the value there is and the one given.
    Merge,
}

const OF_ONE: &str = "(Ljava/lang/Object;Ljava/util/function/Function;)Ljava/lang/Object;";
const OF_TWO: &str = "(Ljava/lang/Object;Ljava/util/function/BiFunction;)Ljava/lang/Object;";
const MERGE: &str = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/util/function/BiFunction;)Ljava/lang/Object;";

/// The type whose method it is or overrides, name and descriptor.
const METHODS: &[(&str, &str, &str, Traversal)] = &[
    ("java/lang/Iterable", "forEach", "(Ljava/util/function/Consumer;)V", Traversal::Elements),
    ("java/util/Collection", "removeIf", "(Ljava/util/function/Predicate;)Z", Traversal::Elements),
    ("java/util/Iterator", "forEachRemaining", "(Ljava/util/function/Consumer;)V", Traversal::Rest),
    ("java/util/Map", "forEach", "(Ljava/util/function/BiConsumer;)V", Traversal::Pairs),
    ("java/util/List", "replaceAll", "(Ljava/util/function/UnaryOperator;)V", Traversal::ReplaceElements),
    ("java/util/Map", "replaceAll", "(Ljava/util/function/BiFunction;)V", Traversal::ReplaceValues),
    ("java/util/Collection", "toArray", "()[Ljava/lang/Object;", Traversal::Array),
    ("java/util/Collection", "toArray", "([Ljava/lang/Object;)[Ljava/lang/Object;", Traversal::ArrayLike),
    ("java/util/Collection", "toArray", "(Ljava/util/function/IntFunction;)[Ljava/lang/Object;", Traversal::ArrayOf),
    ("java/util/Map", "computeIfAbsent", OF_ONE, Traversal::Absent),
    ("java/util/Map", "computeIfPresent", OF_TWO, Traversal::Compute),
    ("java/util/Map", "compute", OF_TWO, Traversal::Compute),
    ("java/util/Map", "merge", MERGE, Traversal::Merge),
];

pub(super) fn methods() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    METHODS.iter().map(|&(class, name, descriptor, _)| (class, name, descriptor))
}

/// What a method of a class of `java.util` does, if it goes through what is there. Other packages have collections that are none.
pub(super) fn of(program: &Program, method: MethodId) -> Option<Traversal> {
    let data = program.method(method);
    let (name, descriptor) = (program.str(data.name), program.str(program.method_desc(data.desc).text));
    let named = METHODS.iter().find(|&&(class, of, row, _)| {
        (name, descriptor) == (of, row)
            && program.find_class(class).is_some_and(|class| program.is_subclass(data.class, class))
    });
    let package = program.package_of(data.class);
    let is_known = package == "java/util" || package == "java/util/concurrent" || package == "java/lang";
    named.filter(|_| is_known).map(|&(.., traversal)| traversal)
}

/// Classes of the JDK, by how their names begin, that call the same method of the collection or iterator behind them, which may
/// be of a class of the program.
const PASSING_ON: &[&str] = &[
    "java/util/AbstractMap$ViewCollection",
    "java/util/Collections$",
    "java/util/LinkedHashMap$Reverse",
    "java/util/LinkedHashSet$Reverse",
    "java/util/LinkedList$Reverse",
    "java/util/ReverseOrder",
    "java/util/Spliterators$",
    "java/util/TreeMap$NavigableSubMap",
    "java/util/concurrent/CopyOnWriteArrayList$Reverse",
];

/// The receivers that the model answers for: what a method of the JDK's classes does is known, and where it passes on, if a
/// collection of the JDK is behind it.
pub(super) fn handled(program: &Program, method: MethodId) -> Receivers {
    let class = program.class_name(program.method(method).class);
    match PASSING_ON.iter().any(|of| class.starts_with(of)) {
        true => Receivers::Views,
        false => Receivers::OfJdk,
    }
}

/// Whether the method's own body is looked at. Calls in the JDK's code are made for everybody, unless they are told apart: what
/// is in one collection there is in all, and the body costs less. So it does for a reflective action, which often calls whatever
/// method there is, with any argument.
pub(super) fn leaves(cx: &Cx<'_, '_>, call: &CallView) -> bool {
    let is_for_all = cx.program.origin_of(call.method) == Origin::Jdk && !cx.distinguishes_calls_of(call.method);
    is_for_all || call.kind == EdgeKind::Reflective
}

impl State {
    /// The receivers of a call that the model answers for.
    pub(super) fn collections(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId) -> Option<Ptr> {
        let receivers = self.calls[no].arg(0)?;
        self.watch(cx, receivers, Hook::Collection(no));
        Some(self.node(cx, Node::Collections(no)))
    }

    /// A receiver of a call, which the model may answer for.
    pub(super) fn collection(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, obj: ObjId) {
        if handled(cx.program, self.calls[no].method).has(cx.program, cx.heap, obj) {
            let to = self.node(cx, Node::Collections(no));
            cx.add(to, obj);
        }
    }

    pub(super) fn traverse(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, traversal: Traversal) {
        let Some(receiver) = self.collections(cx, no) else { return };
        let (elements, made) = (self.node(cx, Node::Elements(no)), self.node(cx, Node::Made(no)));
        match traversal {
            Traversal::Pairs | Traversal::ReplaceValues => return self.traverse_pairs(cx, no, receiver, traversal),
            Traversal::Absent | Traversal::Compute | Traversal::Merge => return self.put(cx, no, receiver, traversal),
            Traversal::Rest => self.go_through(cx, no, receiver, elements),
            _ => self.iterate(cx, no, receiver, "java/lang/Iterable", elements),
        }
        let dst = self.calls[no].dst.map(Ptr::Node);
        match traversal {
            Traversal::Array => {
                let array = self.array(cx, no);
                dst.into_iter().for_each(|dst| cx.edge(array, dst));
            }
            Traversal::ArrayLike => {
                let given = self.calls[no].arg(1);
                given.into_iter().for_each(|given| self.watch(cx, given, Hook::Like(no)));
            }
            Traversal::ArrayOf => {
                self.call_function(cx, no, 1, &[], Some(made));
                self.watch(cx, made, Hook::Fill(elements));
                dst.into_iter().for_each(|dst| cx.edge(made, dst));
            }
            _ => self.call_function(cx, no, 1, &[elements], Some(made)),
        }
        if traversal == Traversal::ReplaceElements {
            let set = ("java/util/List", "set", "(ILjava/lang/Object;)Ljava/lang/Object;");
            self.call_named(cx, no, receiver, set, vec![None, Some(made)], None);
        }
    }

    /// An array that the call fills and gives, or of whose type it makes one.
    pub(super) fn fill(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, array: ObjId) {
        let elements = self.node(cx, Node::Elements(no));
        let Call { caller, site, dst, .. } = self.calls[no].clone();
        if !self.is_empty(cx, array) {
            arrays::to_elements(cx, elements, array);
        }
        if let Some(dst) = dst {
            cx.add(dst, array);
            arrays::copy_like(cx, &mut self.copies, array, (caller, site), elements, dst);
        }
    }

    /// Whether an array was made with no room: many programs have one for each class, which they hand to all such calls.
    fn is_empty(&mut self, cx: &Cx<'_, '_>, array: ObjId) -> bool {
        let ObjKind::Alloc { site, .. } = cx.heap.kind(array) else { return false };
        *self.empty.entry(site).or_insert_with(|| {
            let Site::At(method, offset) = cx.heap.site_data(site) else { return false };
            let Some(code) = cx.code_of(method) else { return false };
            let Some((block, nth)) = statement_at(&code.body, offset) else { return false };
            match &code.body.blocks[block].stmts[nth as usize].op {
                Op::NewArray { lens, .. } => Facts::of(&code.body).length_of(lens) == Some(0),
                _ => false,
            }
        })
    }

    fn traverse_pairs(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, map: Ptr, traversal: Traversal) {
        let (keys, values) = (self.node(cx, Node::Elements(no)), self.node(cx, Node::Result(no)));
        for (nth, name, descriptor, to) in
            [(0, "keySet", "()Ljava/util/Set;", keys), (1, "values", "()Ljava/util/Collection;", values)]
        {
            let shown = self.node(cx, Node::Part(no, nth));
            self.call_named(cx, no, map, ("java/util/Map", name, descriptor), Vec::new(), Some(shown));
            self.iterate(cx, no, shown, "java/lang/Iterable", to);
        }
        let made = self.node(cx, Node::Made(no));
        self.call_function(cx, no, 1, &[keys, values], Some(made));
        if traversal == Traversal::ReplaceValues {
            self.call_named(cx, no, map, PUT, vec![Some(keys), Some(made)], None);
        }
    }

    /// What a function makes is put into a map, and given.
    fn put(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, map: Ptr, traversal: Traversal) {
        let call = self.calls[no].clone();
        let Some(key) = call.arg(1) else { return };
        let (value, made) = (self.node(cx, Node::Elements(no)), self.node(cx, Node::Made(no)));
        self.call_named(cx, no, map, GET, vec![Some(key)], Some(value));
        match traversal {
            Traversal::Absent => self.call_function(cx, no, 2, &[key], Some(made)),
            Traversal::Merge => {
                let Some(given) = call.arg(2) else { return };
                cx.edge(given, made);
                self.call_function(cx, no, 3, &[value, given], Some(made));
            }
            _ => self.call_function(cx, no, 2, &[key, value], Some(made)),
        }
        self.call_named(cx, no, map, PUT, vec![Some(key), Some(made)], None);
        if let Some(dst) = call.dst.map(Ptr::Node) {
            cx.edge(made, dst);
            if traversal == Traversal::Absent {
                cx.edge(value, dst);
            }
        }
    }
}

const GET: (&str, &str, &str) = ("java/util/Map", "get", "(Ljava/lang/Object;)Ljava/lang/Object;");
const PUT: (&str, &str, &str) = ("java/util/Map", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
