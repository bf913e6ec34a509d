//! What becomes of the text in a `StringBuilder` or of an array of characters: the first operand is the text before.

use super::primitives::code_point;
use super::read::{Made, number, of_units, operands, position, printed, text, units};
use super::texts::{part_of_array, substring};
use crate::strings::{Ended, LENGTH, Value};

/// Longest text of zeros that is made; what is longer is not kept anyway.
const ZEROS: i64 = 4 * LENGTH as i64;

/// `append(CharSequence, int, int)`: of null it takes parts of "null".
pub(crate) fn append_part(values: &[Value]) -> Made {
    let [before, added, begin, end] = operands(values)?;
    let added = substring(&[Value::Const(printed(added)?), begin.clone(), end.clone()])?;
    Ok(Value::Const(text(before)?.to_owned() + text(&added)?))
}

pub(crate) fn append_code_point(values: &[Value]) -> Made {
    let [before, point] = operands(values)?;
    Ok(Value::Const(text(before)?.to_owned() + text(&code_point(std::slice::from_ref(point))?)?))
}

/// `append(char[], int, int)`.
pub(crate) fn append_array(values: &[Value]) -> Made {
    let [before, added, offset, count] = operands(values)?;
    let added = part_of_array(&[added.clone(), offset.clone(), count.clone()])?;
    Ok(Value::Const(text(before)?.to_owned() + text(&added)?))
}

pub(crate) fn insert(values: &[Value]) -> Made {
    let [before, at, added] = operands(values)?;
    let mut units = units(text(before)?);
    let at = position(at, units.len())?;
    units.splice(at..at, printed(added)?.encode_utf16());
    of_units(&units)
}

/// `delete`: an end behind that of the text is that of the text.
pub(crate) fn delete(values: &[Value]) -> Made {
    let [before, begin, end] = operands(values)?;
    replace(&[before.clone(), begin.clone(), end.clone(), Value::from("")])
}

/// `replace(int, int, String)`.
pub(crate) fn replace(values: &[Value]) -> Made {
    let [before, begin, end, new] = operands(values)?;
    let mut units = units(text(before)?);
    let begin = position(begin, units.len())?;
    let end = usize::try_from(number(end)?).map_err(|_| Ended::Throws)?.min(units.len());
    if begin > end {
        return Err(Ended::Throws);
    }
    units.splice(begin..end, text(new)?.encode_utf16());
    of_units(&units)
}

pub(crate) fn delete_char_at(values: &[Value]) -> Made {
    let [before, at] = operands(values)?;
    let mut units = units(text(before)?);
    let at = position(at, units.len())?;
    if at == units.len() {
        return Err(Ended::Throws);
    }
    units.remove(at);
    of_units(&units)
}

/// `setCharAt`, and a store into an array of characters.
pub fn set_char_at(values: &[Value]) -> Made {
    let [before, at, new] = operands(values)?;
    let mut units = units(text(before)?);
    let at = position(at, units.len())?;
    let &[new] = self::units(text(new)?).as_slice() else { return Err(Ended::Unknown) };
    *units.get_mut(at).ok_or(Ended::Throws)? = new;
    of_units(&units)
}

/// `setLength`: what is behind the text is zeros.
pub(crate) fn set_length(values: &[Value]) -> Made {
    let [before, length] = operands(values)?;
    let mut units = units(text(before)?);
    let length = match number(length)? {
        length if length > ZEROS => return Err(Ended::Unknown),
        length => usize::try_from(length).map_err(|_| Ended::Throws)?,
    };
    units.resize(length, 0);
    of_units(&units)
}

/// `reverse`: surrogate pairs stay as they are.
pub(crate) fn reverse(values: &[Value]) -> Made {
    let [before] = operands(values)?;
    Ok(Value::Const(text(before)?.chars().rev().collect()))
}

/// A new array of characters of a length.
pub fn array_of_chars(values: &[Value]) -> Made {
    let [length] = operands(values)?;
    set_length(&[Value::from(""), length.clone()])
}

#[cfg(test)]
mod tests {
    use super::super::tests::{n, of};
    use super::*;

    #[test]
    fn parts_are_appended() {
        assert_eq!(of(append_part, "q.", &["XA".into(), n(1), n(2)]), "q.A");
        assert_eq!(of(append_part, "q.", &[Value::Null, n(0), n(2)]), "q.nu");
        assert_eq!(of(append_part, "q.", &["XA".into(), n(2), n(1)]), "throws");
        assert_eq!(of(append_array, "q.", &["XA".into(), n(1), n(1)]), "q.A");
    }

    #[test]
    fn texts_are_changed_in_place() {
        assert_eq!(of(insert, "A", &[n(0), "q.".into()]), "q.A");
        assert_eq!(of(insert, "A", &[n(1), Value::Null]), "Anull");
        assert_eq!(of(insert, "A", &[n(2), "q.".into()]), "throws");
        assert_eq!(of(delete, "q.xA", &[n(2), n(3)]), "q.A");
        assert_eq!(of(delete, "q.A", &[n(1), n(9)]), "q");
        assert_eq!(of(delete, "q.A", &[n(2), n(1)]), "throws");
        assert_eq!(of(delete, "q.A", &[n(4), n(9)]), "throws");
        assert_eq!(of(replace, "q.A", &[n(2), n(9), "Be".into()]), "q.Be");
        assert_eq!(of(replace, "q.A", &[n(0), n(1), Value::Null]), "throws");
        assert_eq!(of(delete_char_at, "q.A,", &[n(3)]), "q.A");
        assert_eq!(of(delete_char_at, "q.A", &[n(3)]), "throws");
        assert_eq!(of(set_char_at, "a", &[n(0), "A".into()]), "A");
        assert_eq!(of(set_char_at, "a", &[n(1), "A".into()]), "throws");
        assert_eq!(of(set_length, "q.A", &[n(1)]), "q");
        assert_eq!(of(set_length, "q", &[n(2)]), "q\0");
        assert_eq!(of(set_length, "q", &[n(-1)]), "throws");
        assert_eq!(of(set_length, "q", &[n(i64::from(i32::MAX))]), "unknown");
        assert_eq!(of(reverse, "A.\u{1f600}q", &[]), "q\u{1f600}.A");
        assert_eq!(of(delete_char_at, "\u{1f600}", &[n(0)]), "unknown");
    }
}
