//! The operations of `StringBuilder` and `StringBuffer`, a row each for both. What no row names goes by its descriptor, and a
//! builder that it is called on is not followed.

use super::functions::primitives::{char_at, index_of, last_index_of, length};
use super::functions::{builders, texts};
use super::row::Change::{Cut, To};
use super::row::Gives::{Nothing, Receiver, Text, Value};
use super::row::{Operation, Position, row};

const THIS: Position = Position::Receiver;
const FIRST: Position = Position::Argument(0);
const SECOND: Position = Position::Argument(1);
const THIRD: Position = Position::Argument(2);
const ONE: &[Position] = &[FIRST];
const TWO: &[Position] = &[FIRST, SECOND];
const THREE: &[Position] = &[FIRST, SECOND, THIRD];
const EMPTY: &[Position] = &[Position::Text("")];

/// The rows of a class.
macro_rules! rows_of {
    ($class:literal) => {
        &[
            row($class, "<init>", "()V", EMPTY, Nothing).changing(To(texts::same)),
            row($class, "<init>", "(I)V", EMPTY, Nothing).changing(To(texts::same)),
            row($class, "<init>", "(Ljava/lang/String;)V", ONE, Nothing).changing(To(texts::same)),
            row($class, "<init>", "(Ljava/lang/CharSequence;)V", ONE, Nothing).changing(To(texts::same)),
            rows_of!($class, "append", "Ljava/lang/Object;", ONE, texts::concat),
            rows_of!($class, "append", "Ljava/lang/String;", ONE, texts::concat),
            rows_of!($class, "append", "Ljava/lang/StringBuffer;", ONE, texts::concat),
            rows_of!($class, "append", "Ljava/lang/CharSequence;", ONE, texts::concat),
            rows_of!($class, "append", "Ljava/lang/CharSequence;II", THREE, builders::append_part),
            rows_of!($class, "append", "[C", ONE, texts::concat_texts),
            rows_of!($class, "append", "[CII", THREE, builders::append_array),
            rows_of!($class, "append", "Z", ONE, texts::concat),
            rows_of!($class, "append", "C", ONE, texts::concat),
            rows_of!($class, "append", "I", ONE, texts::concat),
            rows_of!($class, "append", "J", ONE, texts::concat),
            rows_of!($class, "appendCodePoint", "I", ONE, builders::append_code_point),
            rows_of!($class, "insert", "ILjava/lang/Object;", TWO, builders::insert),
            rows_of!($class, "insert", "ILjava/lang/String;", TWO, builders::insert),
            rows_of!($class, "insert", "ILjava/lang/CharSequence;", TWO, builders::insert),
            rows_of!($class, "insert", "I[C", TWO, builders::insert),
            rows_of!($class, "insert", "IZ", TWO, builders::insert),
            rows_of!($class, "insert", "IC", TWO, builders::insert),
            rows_of!($class, "insert", "II", TWO, builders::insert),
            rows_of!($class, "insert", "IJ", TWO, builders::insert),
            rows_of!($class, "delete", "II", TWO, builders::delete),
            rows_of!($class, "deleteCharAt", "I", ONE, builders::delete_char_at),
            rows_of!($class, "replace", "IILjava/lang/String;", THREE, builders::replace),
            rows_of!($class, "reverse", "", &[], builders::reverse),
            row($class, "setCharAt", "(IC)V", TWO, Nothing).changing(To(builders::set_char_at)),
            row($class, "setLength", "(I)V", ONE, Nothing).changing(Cut(builders::set_length)),
            row($class, "ensureCapacity", "(I)V", &[], Nothing),
            row($class, "trimToSize", "()V", &[], Nothing),
            row($class, "capacity", "()I", &[], Nothing),
            row($class, "length", "()I", &[THIS], Value(length)),
            row($class, "charAt", "(I)C", &[THIS, FIRST], Value(char_at)),
            row($class, "indexOf", "(Ljava/lang/String;)I", &[THIS, FIRST], Value(index_of)),
            row($class, "indexOf", "(Ljava/lang/String;I)I", &[THIS, FIRST, SECOND], Value(index_of)),
            row($class, "lastIndexOf", "(Ljava/lang/String;)I", &[THIS, FIRST], Value(last_index_of)),
            row($class, "lastIndexOf", "(Ljava/lang/String;I)I", &[THIS, FIRST, SECOND], Value(last_index_of)),
            row($class, "toString", "()Ljava/lang/String;", &[THIS], Text(texts::same)),
            row($class, "substring", "(I)Ljava/lang/String;", &[THIS, FIRST], Text(texts::substring)),
            row($class, "substring", "(II)Ljava/lang/String;", &[THIS, FIRST, SECOND], Text(texts::substring)),
            row($class, "subSequence", "(II)Ljava/lang/CharSequence;", &[THIS, FIRST, SECOND], Text(texts::substring)),
        ]
    };
    ($class:literal, $name:literal, $parameters:literal, $operands:expr, $function:expr) => {
        row($class, $name, concat!("(", $parameters, ")L", $class, ";"), $operands, Receiver).changing(To($function))
    };
}

pub(super) const BUILDER_OPERATIONS: [&[Operation]; 2] =
    [rows_of!("java/lang/StringBuilder"), rows_of!("java/lang/StringBuffer")];
