//! What the methods of the JDK's streams do: which functions they call with what, and what they give. From the documentation of
//! `java.util.stream.Stream` (JDK 25) and the bodies in `ReferencePipeline`, `IntPipeline` and their kin. Must not know how
//! calls are made.

use Gives::{
    Array, Boxed, Collected, Filled, Iterator, List, Nothing, Optional, Primitive, Receiver, Spliterator, Stream,
};
use Slot::{Elements, Joined, Made, Result};

/// What a call of a method on a stream has at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Slot {
    /// What is in the stream.
    Elements,
    /// What a function of the call makes of it.
    Made,
    /// What is put together bit by bit.
    Result,
    /// Both what is in the stream and what is put together.
    Joined,
}

/// A function that the method calls: which argument it is, what it gets for each parameter that is a reference, where what it
/// gives goes.
pub(super) type Function = (usize, &'static [Slot], Option<Slot>);

/// What a method gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Gives {
    /// Nothing, or a primitive.
    Nothing,
    /// The stream itself.
    Receiver,
    /// A stream of the same, which was asked what is equal, or which comes first.
    Distinct,
    Sorted,
    /// A stream of this.
    Stream(Slot),
    /// A stream of what is in the streams of this.
    Each(Slot),
    /// A stream of what a function of two parameters hands to its second one.
    Handed,
    /// A stream of nobody knows what.
    Unknown,
    /// A stream of the boxes of a primitive type.
    Boxed,
    /// A stream of primitives.
    Primitive,
    /// This, or nothing, in an object of the optional type that the method gives.
    Optional(Slot),
    /// This.
    Slot(Slot),
    /// A list, an array, an iterator or spliterator over what is in the stream.
    List,
    Array,
    Iterator,
    Spliterator,
    /// The arrays that the function made, filled.
    Filled,
    /// What a `Collector` makes of it.
    Collected,
    /// An object of the class that the method gives, of primitives only.
    Object,
}

/// Name, parameters (`*` for any), functions, and what the method gives. Of two that fit the first counts.
pub(super) type Row = (&'static str, &'static str, &'static [Function], Gives);

const ELEMENT: &[Function] = &[(1, &[Elements], None)];
const COMPARED: &[Function] = &[(1, &[Elements, Elements], None)];
const MADE: &[Function] = &[(1, &[Elements], Some(Made))];
/// Of streams of primitives: no parameter is a reference.
const CALLED: &[Function] = &[(1, &[], None)];

const OPERATOR: &str = "(Ljava/util/function/BinaryOperator;)";

/// Of any stream.
const COMMON: &[Row] = &[
    ("unordered", "*", &[], Receiver),
    ("parallel", "*", &[], Receiver),
    ("sequential", "*", &[], Receiver),
    ("onClose", "*", &[(1, &[], None)], Receiver),
    ("isParallel", "*", &[], Nothing),
    ("close", "*", &[], Nothing),
    ("count", "*", &[], Nothing),
];

/// Of streams of objects.
const OBJECTS: &[Row] = &[
    ("limit", "*", &[], Stream(Elements)),
    ("skip", "*", &[], Stream(Elements)),
    ("filter", "*", ELEMENT, Stream(Elements)),
    ("peek", "*", ELEMENT, Stream(Elements)),
    ("takeWhile", "*", ELEMENT, Stream(Elements)),
    ("dropWhile", "*", ELEMENT, Stream(Elements)),
    ("distinct", "*", &[], Gives::Distinct),
    ("sorted", "()", &[], Gives::Sorted),
    ("sorted", "*", COMPARED, Stream(Elements)),
    ("map", "*", MADE, Stream(Made)),
    ("mapToInt", "*", ELEMENT, Primitive),
    ("mapToLong", "*", ELEMENT, Primitive),
    ("mapToDouble", "*", ELEMENT, Primitive),
    ("flatMap", "*", MADE, Gives::Each(Made)),
    ("flatMapToInt", "*", ELEMENT, Primitive),
    ("flatMapToLong", "*", ELEMENT, Primitive),
    ("flatMapToDouble", "*", ELEMENT, Primitive),
    ("mapMulti", "*", &[], Gives::Handed),
    ("mapMultiToInt", "*", ELEMENT, Primitive),
    ("mapMultiToLong", "*", ELEMENT, Primitive),
    ("mapMultiToDouble", "*", ELEMENT, Primitive),
    ("gather", "*", &[], Gives::Unknown),
    ("forEach", "*", ELEMENT, Nothing),
    ("forEachOrdered", "*", ELEMENT, Nothing),
    ("anyMatch", "*", ELEMENT, Nothing),
    ("allMatch", "*", ELEMENT, Nothing),
    ("noneMatch", "*", ELEMENT, Nothing),
    ("min", "*", COMPARED, Optional(Elements)),
    ("max", "*", COMPARED, Optional(Elements)),
    ("findFirst", "*", &[], Optional(Elements)),
    ("findAny", "*", &[], Optional(Elements)),
    // The first element is where it begins.
    ("reduce", OPERATOR, &[(1, &[Joined, Joined], Some(Result))], Optional(Joined)),
    // Argument 1 is where it begins. What an argument 3 does is said in `parallel`.
    (
        "reduce",
        "(Ljava/lang/Object;Ljava/util/function/BinaryOperator;)",
        &[(2, &[Result, Joined], Some(Result))],
        Gives::Slot(Result),
    ),
    ("reduce", "*", &[(2, &[Result, Elements], Some(Result))], Gives::Slot(Result)),
    ("collect", "(Ljava/util/stream/Collector;)", &[], Collected),
    ("collect", "*", &[(1, &[], Some(Result)), (2, &[Result, Elements], None)], Gives::Slot(Result)),
    ("toList", "*", &[], List),
    ("toArray", "()", &[], Array),
    ("toArray", "*", &[(1, &[], Some(Made))], Filled),
    ("iterator", "*", &[], Iterator),
    ("spliterator", "*", &[], Spliterator),
];

/// Of streams of primitives.
const PRIMITIVES: &[Row] = &[
    ("limit", "*", &[], Primitive),
    ("skip", "*", &[], Primitive),
    ("filter", "*", CALLED, Primitive),
    ("peek", "*", CALLED, Primitive),
    ("takeWhile", "*", CALLED, Primitive),
    ("dropWhile", "*", CALLED, Primitive),
    ("distinct", "*", &[], Primitive),
    ("sorted", "*", &[], Primitive),
    ("map", "*", CALLED, Primitive),
    ("mapMulti", "*", CALLED, Primitive),
    ("flatMap", "*", CALLED, Primitive),
    ("mapToInt", "*", CALLED, Primitive),
    ("mapToLong", "*", CALLED, Primitive),
    ("mapToDouble", "*", CALLED, Primitive),
    ("asLongStream", "*", &[], Primitive),
    ("asDoubleStream", "*", &[], Primitive),
    ("mapToObj", "*", &[(1, &[], Some(Made))], Stream(Made)),
    ("boxed", "*", &[], Boxed),
    ("forEach", "*", CALLED, Nothing),
    ("forEachOrdered", "*", CALLED, Nothing),
    ("anyMatch", "*", CALLED, Nothing),
    ("allMatch", "*", CALLED, Nothing),
    ("noneMatch", "*", CALLED, Nothing),
    ("sum", "*", &[], Nothing),
    ("min", "*", &[], Optional(Elements)),
    ("max", "*", &[], Optional(Elements)),
    ("average", "*", &[], Optional(Elements)),
    ("findFirst", "*", &[], Optional(Elements)),
    ("findAny", "*", &[], Optional(Elements)),
    ("reduce", "(Ljava/util/function/IntBinaryOperator;)", CALLED, Optional(Elements)),
    ("reduce", "(Ljava/util/function/LongBinaryOperator;)", CALLED, Optional(Elements)),
    ("reduce", "(Ljava/util/function/DoubleBinaryOperator;)", CALLED, Optional(Elements)),
    ("reduce", "*", &[(2, &[], None)], Nothing),
    ("collect", "*", &[(1, &[], Some(Result)), (2, &[Result], None)], Gives::Slot(Result)),
    ("summaryStatistics", "*", &[], Gives::Object),
    ("toArray", "*", &[], Gives::Object),
    ("iterator", "*", &[], Iterator),
    ("spliterator", "*", &[], Spliterator),
];

/// Classes that implement the streams: of objects, or of primitives.
const CLASSES: &[(&str, bool)] = &[
    ("java/util/stream/ReferencePipeline", true),
    ("java/util/stream/ReferencePipeline$Head", true),
    ("java/util/stream/IntPipeline", false),
    ("java/util/stream/IntPipeline$Head", false),
    ("java/util/stream/LongPipeline", false),
    ("java/util/stream/LongPipeline$Head", false),
    ("java/util/stream/DoublePipeline", false),
    ("java/util/stream/DoublePipeline$Head", false),
];

/// Class, name and parameters of each row.
pub(super) fn methods() -> impl std::iter::Iterator<Item = (&'static str, &'static str, &'static str)> {
    let rows = |of_objects: bool| COMMON.iter().chain(if of_objects { OBJECTS } else { PRIMITIVES });
    CLASSES.iter().flat_map(move |&(class, of_objects)| rows(of_objects).map(move |row| (class, row.0, row.1)))
}

/// What the streams have in common; its `spliterator` is that of streams of objects, others have their own.
pub(super) const PIPELINE: &str = "java/util/stream/AbstractPipeline";

/// `Int`, `Long` or `Double` if an interface or class of the package is about streams of these.
pub(super) fn primitive(class: &str) -> Option<&'static str> {
    let name = class.strip_prefix("java/util/stream/")?;
    let is_of = |of: &&str| {
        name.strip_prefix(*of).is_some_and(|rest| rest.starts_with("Stream") || rest.starts_with("Pipeline"))
    };
    ["Int", "Long", "Double"].into_iter().find(is_of)
}

/// The row of a method of a class that implements streams.
pub(super) fn row(class: &str, name: &str, params: &str) -> Option<&'static Row> {
    let own: &[Row] = match CLASSES.iter().find(|(row, _)| *row == class) {
        Some((_, true)) => OBJECTS,
        Some((_, false)) => PRIMITIVES,
        None if class == PIPELINE && name == "spliterator" => OBJECTS,
        None if class == PIPELINE => &[],
        None => return None,
    };
    COMMON.iter().chain(own).find(|(row, of, ..)| *row == name && (*of == "*" || *of == params))
}

/// How a stream is made of what a method is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Source {
    /// Of what the receiver, a collection, goes through.
    Collection,
    /// Of an argument.
    Argument,
    /// Of the elements of an array.
    ElementsOf,
    /// Of what is in two streams.
    Concat,
    /// Of an argument, and of what the last one, a function, makes of what is in the stream.
    Iterate,
    /// Of what a function gives.
    Generate,
    /// Of what a spliterator goes through.
    Spliterator,
    /// As `Spliterator`, which a function gives.
    Supplied,
    /// Of what the receiver's method of this name gives, a text, asked again and again.
    Texts(&'static str),
}

const SUPPORT: &str = "java/util/stream/StreamSupport";
const STREAM: &str = "java/util/stream/Stream";

/// Class, method, descriptor (`*` for any), and what the stream is made of.
pub(super) const SOURCES: &[(&str, &str, &str, Source)] = &[
    ("java/util/Arrays", "stream", "([Ljava/lang/Object;)Ljava/util/stream/Stream;", Source::ElementsOf),
    ("java/util/Arrays", "stream", "([Ljava/lang/Object;II)Ljava/util/stream/Stream;", Source::ElementsOf),
    ("java/io/BufferedReader", "lines", "*", Source::Texts("readLine")),
    ("java/util/Scanner", "tokens", "*", Source::Texts("next")),
    (STREAM, "of", "([Ljava/lang/Object;)Ljava/util/stream/Stream;", Source::ElementsOf),
    (STREAM, "of", "(Ljava/lang/Object;)Ljava/util/stream/Stream;", Source::Argument),
    (STREAM, "ofNullable", "*", Source::Argument),
    (STREAM, "concat", "*", Source::Concat),
    (STREAM, "iterate", "*", Source::Iterate),
    (STREAM, "generate", "*", Source::Generate),
    (SUPPORT, "stream", "(Ljava/util/Spliterator;Z)Ljava/util/stream/Stream;", Source::Spliterator),
    (SUPPORT, "intStream", "(Ljava/util/Spliterator$OfInt;Z)Ljava/util/stream/IntStream;", Source::Spliterator),
    (SUPPORT, "longStream", "(Ljava/util/Spliterator$OfLong;Z)Ljava/util/stream/LongStream;", Source::Spliterator),
    (
        SUPPORT,
        "doubleStream",
        "(Ljava/util/Spliterator$OfDouble;Z)Ljava/util/stream/DoubleStream;",
        Source::Spliterator,
    ),
    (SUPPORT, "stream", "*", Source::Supplied),
    (SUPPORT, "intStream", "*", Source::Supplied),
    (SUPPORT, "longStream", "*", Source::Supplied),
    (SUPPORT, "doubleStream", "*", Source::Supplied),
];

/// Whether a method makes a list of an array: what `Collectors.toUnmodifiableList` and others of the JDK end with.
pub(super) fn is_list_of_array(class: &str, name: &str) -> bool {
    class.starts_with("java/util/ImmutableCollections$") && name.starts_with("listFromTrustedArray")
}
