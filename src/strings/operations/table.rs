//! The operations on texts that are known by name, a row each; those of builders are in `builders.rs`. What no row names
//! goes by its descriptor (see [`find`](super::find)).

use super::functions::formats::{format, format_in};
use super::functions::groups::{group, replaced};
use super::functions::messages::message;
use super::functions::parts::{join, joiner, split, split_by, tokens};
use super::functions::primitives::{
    char_at, code_point, index_of, itself, last_index_of, length, lower_case, parse_int, upper_case,
};
use super::functions::{lines, questions, radix, texts};
use super::row::Change::Add;
use super::row::Gives::{Body, Characters, Derived, New, Operand, Parts, Receiver, Text, TextOf, Value};
use super::row::{
    BUFFER, BUILDER, BUILDERS, JOINER, MATCHER, OBJECTS, Operation, PATTERN, Position, STRING, TOKENIZER, row,
};

const CHARACTER: &str = "java/lang/Character";
const BOOLEAN: &str = "java/lang/Boolean";
const BYTE: &str = "java/lang/Byte";
const SHORT: &str = "java/lang/Short";
const INTEGER: &str = "java/lang/Integer";
const LONG: &str = "java/lang/Long";

const THIS: Position = Position::Receiver;
const FIRST: Position = Position::Argument(0);
const SECOND: Position = Position::Argument(1);
const THIRD: Position = Position::Argument(2);
const EVERY: &[Position] = &[Position::Every];
const NO_TEXT: Position = Position::Text("");

/// Descriptors by what they take.
const NONE: &str = "()Ljava/lang/String;";
const INT: &str = "(I)Ljava/lang/String;";
const CHAR: &str = "(C)Ljava/lang/String;";
const CHARS: &str = "([C)Ljava/lang/String;";
const PART_OF_CHARS: &str = "([CII)Ljava/lang/String;";
const TWO_STRINGS: &str = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
const ONE_STRING: &str = "(Ljava/lang/String;)Ljava/lang/String;";
const LOCALE: &str = "(Ljava/util/Locale;)Ljava/lang/String;";
const ASKED: &str = "(Ljava/lang/String;)Z";
const OF_CHAR: &str = "(C)Z";
const OF_POINT: &str = "(I)Z";
const JOIN: &str = "(Ljava/lang/CharSequence;[Ljava/lang/CharSequence;)Ljava/lang/String;";
const JOIN_ALL: &str = "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;I)Ljava/lang/String;";
const FORMAT: &str = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";
const FORMAT_IN: &str = "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";
const AFFIXES: &str = "(Ljava/lang/CharSequence;Ljava/lang/CharSequence;Ljava/lang/CharSequence;)V";

/// Class, name, descriptor, operands, what it gives.
pub(super) const OPERATIONS: &[Operation] = &[
    row(STRING, "<init>", "()V", &[NO_TEXT], Text(texts::same)),
    row(STRING, "<init>", "(Ljava/lang/String;)V", &[FIRST], Operand),
    row(STRING, "<init>", "(Ljava/lang/StringBuilder;)V", &[FIRST], Text(texts::same)),
    row(STRING, "<init>", "(Ljava/lang/StringBuffer;)V", &[FIRST], Text(texts::same)),
    row(STRING, "<init>", "([C)V", &[FIRST], Text(texts::same)),
    row(STRING, "<init>", "([CII)V", &[FIRST, SECOND, THIRD], Text(texts::part_of_array)),
    row(STRING, "toString", NONE, &[THIS], Operand),
    row(STRING, "intern", NONE, &[THIS], Operand),
    row(STRING, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;", &[FIRST], TextOf),
    row(STRING, "valueOf", CHARS, &[FIRST], Text(texts::same)),
    row(STRING, "valueOf", PART_OF_CHARS, &[FIRST, SECOND, THIRD], Text(texts::part_of_array)),
    row(STRING, "copyValueOf", CHARS, &[FIRST], Text(texts::same)),
    row(STRING, "copyValueOf", PART_OF_CHARS, &[FIRST, SECOND, THIRD], Text(texts::part_of_array)),
    row(STRING, "valueOf", "(Z)Ljava/lang/String;", &[FIRST], Text(texts::print)),
    row(STRING, "valueOf", CHAR, &[FIRST], Text(texts::print)),
    row(STRING, "valueOf", INT, &[FIRST], Text(texts::print)),
    row(STRING, "valueOf", "(J)Ljava/lang/String;", &[FIRST], Text(texts::print)),
    row(STRING, "concat", ONE_STRING, &[THIS, FIRST], Text(texts::concat_texts)),
    row(STRING, "trim", NONE, &[THIS], Text(texts::trim)),
    row(STRING, "strip", NONE, &[THIS], Text(texts::strip)),
    row(STRING, "stripLeading", NONE, &[THIS], Text(texts::strip_leading)),
    row(STRING, "stripTrailing", NONE, &[THIS], Text(texts::strip_trailing)),
    row(STRING, "stripIndent", NONE, &[THIS], Text(lines::strip_indent)),
    row(STRING, "indent", INT, &[THIS, FIRST], Text(lines::indent)),
    row(STRING, "translateEscapes", NONE, &[THIS], Text(texts::translate_escapes)),
    row(STRING, "substring", INT, &[THIS, FIRST], Text(texts::substring)),
    row(STRING, "substring", "(II)Ljava/lang/String;", &[THIS, FIRST, SECOND], Text(texts::substring)),
    row(STRING, "subSequence", "(II)Ljava/lang/CharSequence;", &[THIS, FIRST, SECOND], Text(texts::substring)),
    row(STRING, "replace", "(CC)Ljava/lang/String;", &[THIS, FIRST, SECOND], Text(texts::replace)),
    row(
        STRING,
        "replace",
        "(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)Ljava/lang/String;",
        &[THIS, FIRST, SECOND],
        Text(texts::replace),
    ),
    row(STRING, "replaceAll", TWO_STRINGS, &[THIS, FIRST, SECOND], Text(texts::replace_all)),
    row(STRING, "replaceFirst", TWO_STRINGS, &[THIS, FIRST, SECOND], Text(texts::replace_first)),
    row(STRING, "toLowerCase", NONE, &[THIS, Position::Locale], Text(texts::to_lower_case)),
    row(STRING, "toLowerCase", LOCALE, &[THIS, FIRST], Text(texts::to_lower_case)),
    row(STRING, "toUpperCase", NONE, &[THIS, Position::Locale], Text(texts::to_upper_case)),
    row(STRING, "toUpperCase", LOCALE, &[THIS, FIRST], Text(texts::to_upper_case)),
    row(STRING, "repeat", INT, &[THIS, FIRST], Text(texts::repeat)),
    row(STRING, "split", "(Ljava/lang/String;)[Ljava/lang/String;", &[THIS, FIRST], Parts(split)),
    row(STRING, "split", "(Ljava/lang/String;I)[Ljava/lang/String;", &[THIS, FIRST, SECOND], Parts(split)),
    row(STRING, "length", "()I", &[THIS], Value(length)),
    row(STRING, "charAt", "(I)C", &[THIS, FIRST], Value(char_at)),
    row(STRING, "indexOf", "(I)I", &[THIS, FIRST], Value(index_of)),
    row(STRING, "indexOf", "(II)I", &[THIS, FIRST, SECOND], Value(index_of)),
    row(STRING, "indexOf", "(Ljava/lang/String;)I", &[THIS, FIRST], Value(index_of)),
    row(STRING, "indexOf", "(Ljava/lang/String;I)I", &[THIS, FIRST, SECOND], Value(index_of)),
    row(STRING, "lastIndexOf", "(I)I", &[THIS, FIRST], Value(last_index_of)),
    row(STRING, "lastIndexOf", "(II)I", &[THIS, FIRST, SECOND], Value(last_index_of)),
    row(STRING, "lastIndexOf", "(Ljava/lang/String;)I", &[THIS, FIRST], Value(last_index_of)),
    row(STRING, "lastIndexOf", "(Ljava/lang/String;I)I", &[THIS, FIRST, SECOND], Value(last_index_of)),
    row(STRING, "toCharArray", "()[C", &[THIS], Characters),
    row(STRING, "isEmpty", "()Z", &[THIS], Value(questions::is_empty)),
    row(STRING, "isBlank", "()Z", &[THIS], Value(questions::is_blank)),
    // It looks at what it is given, and calls nothing of it.
    row(STRING, "equals", "(Ljava/lang/Object;)Z", &[THIS, Position::Itself(0)], Value(questions::equals)),
    row(STRING, "equalsIgnoreCase", ASKED, &[THIS, FIRST], Value(questions::equals_ignore_case)),
    row(STRING, "startsWith", ASKED, &[THIS, FIRST], Value(questions::starts_with)),
    row(STRING, "startsWith", "(Ljava/lang/String;I)Z", &[THIS, FIRST, SECOND], Value(questions::starts_with)),
    row(STRING, "endsWith", ASKED, &[THIS, FIRST], Value(questions::ends_with)),
    row(STRING, "contains", "(Ljava/lang/CharSequence;)Z", &[THIS, FIRST], Value(questions::contains)),
    // These format or iterate what they are given: their bodies call back.
    row(STRING, "format", FORMAT, &[FIRST, SECOND], Text(format)).and_body(),
    row(STRING, "format", FORMAT_IN, &[FIRST, SECOND, THIRD], Text(format_in)).and_body(),
    row(STRING, "formatted", "([Ljava/lang/Object;)Ljava/lang/String;", &[THIS, FIRST], Text(format)).and_body(),
    row(STRING, "join", JOIN, &[FIRST, SECOND], Text(join)).and_body(),
    row(STRING, "join", "(Ljava/lang/CharSequence;Ljava/lang/Iterable;)Ljava/lang/String;", EVERY, Derived).and_body(),
    row(STRING, "join", JOIN_ALL, EVERY, Derived).and_body(),
    // Its body gives the text itself.
    row(STRING, "resolveConstantDesc", "(Ljava/lang/invoke/MethodHandles$Lookup;)Ljava/lang/String;", &[], Body),
    // Bridges, which cast what they are given.
    row(STRING, "compareTo", "(Ljava/lang/Object;)I", &[], Body),
    row(BUILDER, "compareTo", "(Ljava/lang/Object;)I", &[], Body),
    row(BUFFER, "compareTo", "(Ljava/lang/Object;)I", &[], Body),
    row(BUILDERS, "toString", NONE, &[THIS], Text(texts::same)),
    row(BUILDERS, "substring", INT, &[THIS, FIRST], Text(texts::substring)),
    row(BUILDERS, "substring", "(II)Ljava/lang/String;", &[THIS, FIRST, SECOND], Text(texts::substring)),
    row(OBJECTS, "toString", "(Ljava/lang/Object;)Ljava/lang/String;", &[FIRST], TextOf),
    row(OBJECTS, "toString", "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/String;", &[FIRST, SECOND], TextOf),
    row(CHARACTER, "toString", CHAR, &[FIRST], Text(texts::print)).or_body(),
    row(CHARACTER, "toString", INT, &[FIRST], Text(code_point)).or_body(),
    row(CHARACTER, "valueOf", "(C)Ljava/lang/Character;", &[FIRST], Value(texts::print)),
    row(CHARACTER, "toUpperCase", "(C)C", &[FIRST], Value(upper_case)),
    row(CHARACTER, "toUpperCase", "(I)I", &[FIRST], Value(upper_case)),
    row(CHARACTER, "toLowerCase", "(C)C", &[FIRST], Value(lower_case)),
    row(CHARACTER, "toLowerCase", "(I)I", &[FIRST], Value(lower_case)),
    row(CHARACTER, "toTitleCase", "(C)C", &[FIRST], Value(upper_case)),
    row(CHARACTER, "toTitleCase", "(I)I", &[FIRST], Value(upper_case)),
    row(CHARACTER, "isUpperCase", OF_CHAR, &[FIRST], Value(questions::is_upper_case)),
    row(CHARACTER, "isUpperCase", OF_POINT, &[FIRST], Value(questions::is_upper_case)),
    row(CHARACTER, "isLowerCase", OF_CHAR, &[FIRST], Value(questions::is_lower_case)),
    row(CHARACTER, "isLowerCase", OF_POINT, &[FIRST], Value(questions::is_lower_case)),
    row(CHARACTER, "isLetter", OF_CHAR, &[FIRST], Value(questions::is_letter)),
    row(CHARACTER, "isLetter", OF_POINT, &[FIRST], Value(questions::is_letter)),
    row(CHARACTER, "isDigit", OF_CHAR, &[FIRST], Value(questions::is_digit)),
    row(CHARACTER, "isDigit", OF_POINT, &[FIRST], Value(questions::is_digit)),
    row(CHARACTER, "isLetterOrDigit", OF_CHAR, &[FIRST], Value(questions::is_letter_or_digit)),
    row(CHARACTER, "isLetterOrDigit", OF_POINT, &[FIRST], Value(questions::is_letter_or_digit)),
    row(CHARACTER, "isWhitespace", OF_CHAR, &[FIRST], Value(questions::is_whitespace)),
    row(CHARACTER, "isWhitespace", OF_POINT, &[FIRST], Value(questions::is_whitespace)),
    row(BOOLEAN, "toString", "(Z)Ljava/lang/String;", &[FIRST], Text(texts::print)).or_body(),
    row(BOOLEAN, "valueOf", "(Z)Ljava/lang/Boolean;", &[FIRST], Value(texts::print)),
    row(BYTE, "toString", "(B)Ljava/lang/String;", &[FIRST], Text(texts::print)).or_body(),
    row(BYTE, "valueOf", "(B)Ljava/lang/Byte;", &[FIRST], Value(itself)),
    row(SHORT, "toString", "(S)Ljava/lang/String;", &[FIRST], Text(texts::print)).or_body(),
    row(SHORT, "valueOf", "(S)Ljava/lang/Short;", &[FIRST], Value(itself)),
    row(INTEGER, "toString", INT, &[FIRST], Text(texts::print)).or_body(),
    row(INTEGER, "toString", "(II)Ljava/lang/String;", &[FIRST, SECOND], Text(radix::to_radix)).or_body(),
    row(INTEGER, "toHexString", INT, &[FIRST], Text(radix::int_to_hex)).or_body(),
    row(INTEGER, "toOctalString", INT, &[FIRST], Text(radix::int_to_octal)).or_body(),
    row(INTEGER, "toBinaryString", INT, &[FIRST], Text(radix::int_to_binary)).or_body(),
    row(INTEGER, "valueOf", "(I)Ljava/lang/Integer;", &[FIRST], Value(itself)),
    row(INTEGER, "parseInt", "(Ljava/lang/String;)I", &[FIRST], Value(parse_int)),
    row(LONG, "toString", "(J)Ljava/lang/String;", &[FIRST], Text(texts::print)).or_body(),
    row(LONG, "toString", "(JI)Ljava/lang/String;", &[FIRST, SECOND], Text(radix::to_radix)).or_body(),
    row(LONG, "toHexString", "(J)Ljava/lang/String;", &[FIRST], Text(radix::long_to_hex)).or_body(),
    row(LONG, "valueOf", "(J)Ljava/lang/Long;", &[FIRST], Value(itself)),
    row("java/beans/Introspector", "decapitalize", ONE_STRING, &[FIRST], Text(texts::decapitalize)).or_body(),
    row("java/text/MessageFormat", "format", FORMAT, &[FIRST, SECOND], Text(message)).and_body(),
    // A joiner is what it was made of and what was added.
    row(JOINER, "<init>", "(Ljava/lang/CharSequence;)V", &[FIRST, NO_TEXT, NO_TEXT], Body).changing(Add),
    row(JOINER, "<init>", AFFIXES, &[FIRST, SECOND, THIRD], Body).changing(Add),
    row(JOINER, "add", "(Ljava/lang/CharSequence;)Ljava/util/StringJoiner;", &[FIRST], Receiver).changing(Add),
    row(JOINER, "length", "()I", &[], Body),
    row(JOINER, "toString", NONE, &[THIS], Text(joiner)).or_body(),
    // A tokenizer has the text that it was made of.
    row(TOKENIZER, "<init>", "(Ljava/lang/String;)V", &[FIRST, Position::Text(" \t\n\r\u{c}")], Body).changing(Add),
    row(TOKENIZER, "<init>", "(Ljava/lang/String;Ljava/lang/String;)V", &[FIRST, SECOND], Body).changing(Add),
    row(TOKENIZER, "<init>", "(Ljava/lang/String;Ljava/lang/String;Z)V", &[FIRST, SECOND, THIRD], Body).changing(Add),
    row(TOKENIZER, "hasMoreTokens", "()Z", &[], Body),
    row(TOKENIZER, "hasMoreElements", "()Z", &[], Body),
    row(TOKENIZER, "countTokens", "()I", &[], Body),
    row(TOKENIZER, "nextToken", NONE, &[THIS], Parts(tokens)).or_body(),
    row(TOKENIZER, "nextElement", "()Ljava/lang/Object;", &[THIS], Parts(tokens)).or_body(),
    // A matcher has a pattern and a text, and gives the groups of what its methods look for (`models/strings/reader/matchers.rs`).
    row(PATTERN, "compile", "(Ljava/lang/String;)Ljava/util/regex/Pattern;", &[FIRST], New),
    row(PATTERN, "matcher", "(Ljava/lang/CharSequence;)Ljava/util/regex/Matcher;", &[THIS, FIRST], New),
    // It reads the characters of what it takes apart, which may be a text of the program's own.
    row(PATTERN, "split", "(Ljava/lang/CharSequence;)[Ljava/lang/String;", &[THIS, FIRST], Parts(split_by)).and_body(),
    row(PATTERN, "split", "(Ljava/lang/CharSequence;I)[Ljava/lang/String;", &[THIS, FIRST, SECOND], Parts(split_by))
        .and_body(),
    row(MATCHER, "replaceAll", ONE_STRING, &[THIS, FIRST], Text(replaced)).or_body(),
    row(MATCHER, "replaceFirst", ONE_STRING, &[THIS, FIRST], Text(replaced)).or_body(),
    row(MATCHER, "matches", "()Z", &[], Body),
    row(MATCHER, "lookingAt", "()Z", &[], Body),
    row(MATCHER, "find", "()Z", &[], Body),
    row(MATCHER, "groupCount", "()I", &[], Body),
    row(MATCHER, "start", "()I", &[], Body),
    row(MATCHER, "start", "(I)I", &[], Body),
    row(MATCHER, "end", "()I", &[], Body),
    row(MATCHER, "end", "(I)I", &[], Body),
    row(MATCHER, "group", NONE, &[THIS, Position::Text("0")], Parts(group)).or_body(),
    row(MATCHER, "group", INT, &[THIS, FIRST], Parts(group)).or_body(),
    row(MATCHER, "group", ONE_STRING, &[THIS, FIRST], Parts(group)).or_body(),
];
