//! The operations on texts that are known by name, a row each. What no row names goes by its descriptor (see
//! [`find`](super::find)).

use super::Gives::{Body, Built, Derived, Nothing, Operand, Text, TextOf};
use super::{BUFFER, BUILDER, BUILDERS, OBJECTS, Operation, Position, STRING, functions, row};

const THIS: Position = Position::Receiver;
const FIRST: Position = Position::Argument(0);
const SECOND: Position = Position::Argument(1);
const EVERY: &[Position] = &[Position::Every];

const JOIN_ALL: &str = "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;I)Ljava/lang/String;";

/// Class, name, descriptor, operands, what it gives.
pub const OPERATIONS: &[Operation] = &[
    row(STRING, "<init>", "(Ljava/lang/String;)V", &[FIRST], Operand),
    row(STRING, "toString", "()Ljava/lang/String;", &[THIS], Operand),
    row(STRING, "intern", "()Ljava/lang/String;", &[THIS], Operand),
    row(STRING, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;", &[FIRST], TextOf),
    row(STRING, "concat", "(Ljava/lang/String;)Ljava/lang/String;", &[THIS, FIRST], Text(functions::concat)),
    // It looks at what it is given, and calls nothing of it.
    row(STRING, "equals", "(Ljava/lang/Object;)Z", &[], Nothing),
    // These format or iterate what they are given: their bodies call back.
    row(STRING, "format", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;", EVERY, Derived).and_body(),
    row(
        STRING,
        "format",
        "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
        EVERY,
        Derived,
    )
    .and_body(),
    row(STRING, "formatted", "([Ljava/lang/Object;)Ljava/lang/String;", EVERY, Derived).and_body(),
    row(STRING, "join", "(Ljava/lang/CharSequence;[Ljava/lang/CharSequence;)Ljava/lang/String;", EVERY, Derived)
        .and_body(),
    row(STRING, "join", "(Ljava/lang/CharSequence;Ljava/lang/Iterable;)Ljava/lang/String;", EVERY, Derived).and_body(),
    row(STRING, "join", JOIN_ALL, EVERY, Derived).and_body(),
    // Its body gives the text itself.
    row(STRING, "resolveConstantDesc", "(Ljava/lang/invoke/MethodHandles$Lookup;)Ljava/lang/String;", &[], Body),
    // Bridges, which cast what they are given.
    row(STRING, "compareTo", "(Ljava/lang/Object;)I", &[], Body),
    row(BUILDER, "compareTo", "(Ljava/lang/Object;)I", &[], Body),
    row(BUFFER, "compareTo", "(Ljava/lang/Object;)I", &[], Body),
    row(BUILDER, "toString", "()Ljava/lang/String;", &[THIS], Built),
    row(BUFFER, "toString", "()Ljava/lang/String;", &[THIS], Built),
    row(BUILDERS, "toString", "()Ljava/lang/String;", &[THIS], Built),
    row(OBJECTS, "toString", "(Ljava/lang/Object;)Ljava/lang/String;", &[FIRST], TextOf),
    row(OBJECTS, "toString", "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/String;", &[FIRST, SECOND], TextOf),
];
