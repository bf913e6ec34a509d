//! Operands as functions want them, and results as values. Must not know what a single function does.

use crate::strings::{Ended, Piece, Template, Value};

pub(super) type Made = Result<Value, Ended>;

/// The text of an operand that has to be one.
pub(super) fn text(value: &Value) -> Result<&str, Ended> {
    match value {
        Value::Const(text) => Ok(text),
        Value::Null => Err(Ended::Throws),
        _ => Err(Ended::Unknown),
    }
}

/// An operand as it is printed (JLS 5.1.11).
pub(super) fn printed(value: &Value) -> Result<String, Ended> {
    match value {
        Value::Const(text) => Ok(text.clone()),
        Value::Null => Ok("null".to_owned()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(Ended::Unknown),
    }
}

/// An operand as it is printed, of which not all need be known.
pub(super) fn piece(value: &Value) -> Result<Vec<Piece>, Ended> {
    match value {
        Value::Template(template) => Ok(template.pieces().to_vec()),
        value => printed(value).map(|text| vec![Piece::Literal(text)]),
    }
}

/// The text of pieces; one of which nothing is known is any text.
pub(super) fn joined(pieces: Vec<Vec<Piece>>) -> Made {
    let template = Template::of_pieces(pieces.into_iter().flatten());
    match template.pieces() {
        [] => Ok(Value::from("")),
        [Piece::Literal(text)] => Ok(Value::from(text.as_str())),
        _ if template.is_hole() => Err(Ended::Unknown),
        _ => Ok(Value::Template(template)),
    }
}

pub(super) fn number(value: &Value) -> Result<i64, Ended> {
    match value {
        Value::Number(number) => Ok(*number),
        _ => Err(Ended::Unknown),
    }
}

/// A character: the text of one, as operands of that type are read, or a number that is its code; ASCII alone.
pub(super) fn ascii(value: &Value) -> Result<u8, Ended> {
    let unit = match value {
        Value::Number(number) => u8::try_from(*number).ok(),
        other => <[u8; 1]>::try_from(text(other)?.as_bytes()).ok().map(|[unit]| unit),
    };
    unit.filter(u8::is_ascii).ok_or(Ended::Unknown)
}

/// A position in a text of `length` code units, its end included; any other throws.
pub(super) fn position(value: &Value, length: usize) -> Result<usize, Ended> {
    let position = number(value)?;
    usize::try_from(position).ok().filter(|&position| position <= length).ok_or(Ended::Throws)
}

/// The operands of a function that takes that many; a row that gives others is a mistake the tests of the table find.
pub(super) fn operands<const COUNT: usize>(values: &[Value]) -> Result<&[Value; COUNT], Ended> {
    values.try_into().map_err(|_| Ended::Unknown)
}

pub(super) fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

/// The text of code units; half of a surrogate pair is no text that could be kept.
pub(super) fn of_units(units: &[u16]) -> Made {
    String::from_utf16(units).map(Value::Const).map_err(|_| Ended::Unknown)
}
