//! What gives numbers and characters, which are numbers, and what makes text of them. Results wrap as those of the JVM do
//! (JVMS 6.5).

use super::read::{Made, ascii, number, operands, position, text, units};
use crate::strings::{Ended, Value};

/// The text of a number that is a `char`.
pub fn character(values: &[Value]) -> Made {
    let [value] = operands(values)?;
    Value::of_char(number(value)? as i32).ok_or(Ended::Unknown)
}

/// The text of a number that is a `boolean`.
pub fn boolean(values: &[Value]) -> Made {
    let [value] = operands(values)?;
    Ok(Value::of_boolean(number(value)? as i32))
}

/// The text of a code point.
pub(crate) fn code_point(values: &[Value]) -> Made {
    let [value] = operands(values)?;
    let point = u32::try_from(number(value)?).map_err(|_| Ended::Throws)?;
    match char::from_u32(point) {
        Some(c) => Ok(Value::from(c.to_string())),
        None if point > u32::from(char::MAX) => Err(Ended::Throws),
        None => Err(Ended::Unknown),
    }
}

pub fn length(values: &[Value]) -> Made {
    let [value] = operands(values)?;
    Ok(of_length(units(text(value)?).len()))
}

pub fn char_at(values: &[Value]) -> Made {
    let [value, index] = operands(values)?;
    let units = units(text(value)?);
    let index = position(index, units.len())?;
    units.get(index).map(|&unit| Value::Number(unit.into())).ok_or(Ended::Throws)
}

/// Where a text is first, from a position on if there is one.
pub(crate) fn index_of(values: &[Value]) -> Made {
    let (value, sought, from) = search(values)?;
    let from = usize::try_from(from.unwrap_or(0)).unwrap_or(0);
    let is_there = |&at: &usize| value[at..].starts_with(&sought);
    Ok(found((from.min(value.len())..=value.len()).find(is_there)))
}

/// Where a text is last, up to a position if there is one.
pub(crate) fn last_index_of(values: &[Value]) -> Made {
    let (value, sought, from) = search(values)?;
    let Ok(from) = usize::try_from(from.unwrap_or(i64::MAX)) else { return Ok(found(None)) };
    let is_there = |&at: &usize| value[at..].starts_with(&sought);
    Ok(found((0..=from.min(value.len())).rev().find(is_there)))
}

type Search = (Vec<u16>, Vec<u16>, Option<i64>);

/// A text, what is sought in it, which may be a code point, and a position.
fn search(values: &[Value]) -> Result<Search, Ended> {
    let (value, sought, from) = match values {
        [value, sought] => (value, sought, None),
        [value, sought, from] => (value, sought, Some(number(from)?)),
        _ => return Err(Ended::Unknown),
    };
    Ok((units(text(value)?), point(sought)?, from))
}

fn found(at: Option<usize>) -> Value {
    at.map_or(Value::Number(-1), of_length)
}

fn of_length(length: usize) -> Value {
    Value::Number(i64::try_from(length).unwrap_or(i64::MAX))
}

/// `Character.toUpperCase` and the like, which know no locale; ASCII alone.
pub(crate) fn upper_case(values: &[Value]) -> Made {
    changed(values, |c| c.to_ascii_uppercase())
}

pub(crate) fn lower_case(values: &[Value]) -> Made {
    changed(values, |c| c.to_ascii_lowercase())
}

/// Of a character, or of a code point.
fn changed(values: &[Value], function: impl FnOnce(u8) -> u8) -> Made {
    let [value] = operands(values)?;
    Ok(Value::Number(function(ascii(value)?).into()))
}

/// The code units of a text, or of a number that is a code point.
fn point(value: &Value) -> Result<Vec<u16>, Ended> {
    match value {
        Value::Number(point) => {
            let c = u32::try_from(*point).ok().and_then(char::from_u32).ok_or(Ended::Unknown)?;
            Ok(units(c.encode_utf8(&mut [0; 4])))
        }
        other => Ok(units(text(other)?)),
    }
}

/// A number as it is: in an object that holds it, or turned into one of a wider type.
pub fn itself(values: &[Value]) -> Made {
    let [value] = operands(values)?;
    match value {
        Value::Template(_) => Ok(value.clone()),
        value => number(value).map(Value::Number),
    }
}

/// `Integer.parseInt`, of ASCII digits.
pub(crate) fn parse_int(values: &[Value]) -> Made {
    let [value] = operands(values)?;
    let text = text(value)?;
    if !text.is_ascii() {
        return Err(Ended::Unknown);
    }
    text.parse::<i32>().map(|number| Value::Number(number.into())).map_err(|_| Ended::Throws)
}

/// `iadd`, `iinc`.
pub fn add(values: &[Value]) -> Made {
    arithmetic(values, i32::wrapping_add)
}

/// `isub`.
pub fn subtract(values: &[Value]) -> Made {
    arithmetic(values, i32::wrapping_sub)
}

fn arithmetic(values: &[Value], function: impl FnOnce(i32, i32) -> i32) -> Made {
    let [left, right] = operands(values)?;
    Ok(Value::Number(function(number(left)? as i32, number(right)? as i32).into()))
}

/// `i2c`.
pub fn to_char(values: &[Value]) -> Made {
    let [value] = operands(values)?;
    Ok(Value::Number(number(value)? & 0xffff))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{n, of, show};
    use super::*;

    #[test]
    fn positions_count_code_units() {
        assert_eq!(of(length, "\u{1f600}a", &[]), "3");
        assert_eq!(of(char_at, "\u{1f600}a", &[n(1)]), 0xde00.to_string());
        assert_eq!(of(char_at, "a", &[n(1)]), "throws");
        assert_eq!(of(char_at, "a", &[n(-1)]), "throws");
        assert_eq!(of(index_of, "\u{1f600}.a", &[n(i64::from(b'.'))]), "2");
    }

    #[test]
    fn texts_are_found() {
        assert_eq!(of(index_of, "p.q.A", &[n(i64::from(b'.'))]), "1");
        assert_eq!(of(index_of, "p.q.A", &[".".into(), n(2)]), "3");
        assert_eq!(of(index_of, "p.q.A", &[".".into(), n(-5)]), "1");
        assert_eq!(of(index_of, "p.q.A", &["".into(), n(9)]), "5");
        assert_eq!(of(index_of, "p.q.A", &["x".into()]), "-1");
        assert_eq!(of(index_of, "p", &[".q".into(), n(7)]), "-1");
        assert_eq!(of(last_index_of, "p.q.A", &[n(i64::from(b'.'))]), "3");
        assert_eq!(of(last_index_of, "p.q.A", &[".".into(), n(2)]), "1");
        assert_eq!(of(last_index_of, "p.q.A", &[".".into(), n(-1)]), "-1");
        assert_eq!(of(last_index_of, "p.q.A", &["".into()]), "5");
        assert_eq!(of(index_of, "a", &[Value::Null]), "throws");
        assert_eq!(of(index_of, "a", &[Value::Other]), "unknown");
    }

    #[test]
    fn characters() {
        assert_eq!(show(upper_case(&[n(i64::from(b'n'))])), "78");
        assert_eq!(show(lower_case(&[n(i64::from(b'N'))])), "110");
        assert_eq!(show(upper_case(&["n".into()])), "78");
        assert_eq!(show(upper_case(&[n(0xe9)])), "unknown");
        assert_eq!(show(character(&[n(78)])), "N");
        assert_eq!(show(character(&[n(0xd83d)])), "unknown");
        assert_eq!(show(boolean(&[n(1)])), "true");
        assert_eq!(show(code_point(&[n(0x1f600)])), "\u{1f600}");
        assert_eq!(show(code_point(&[n(0x11_0000)])), "throws");
        assert_eq!(show(code_point(&[n(-1)])), "throws");
    }

    /// As `jshell` gives them.
    #[test]
    fn numbers_are_read() {
        for (text, number) in [
            ("12", "12"),
            ("-7", "-7"),
            ("+7", "7"),
            ("007", "7"),
            ("", "throws"),
            ("-", "throws"),
            ("1 ", "throws"),
            ("2147483648", "throws"),
            ("\u{661}", "unknown"),
        ] {
            assert_eq!(of(parse_int, text, &[]), number);
        }
    }

    #[test]
    fn arithmetic_wraps() {
        assert_eq!(show(add(&[n(i32::MAX.into()), n(1)])), i32::MIN.to_string());
        assert_eq!(show(subtract(&[n(3), n(4)])), "-1");
        assert_eq!(show(to_char(&[n(-1)])), "65535");
    }
}
