//! What is asked of texts and characters with two answers, as numbers: 1 is true. Must not know who branches on them.

use super::read::{Made, ascii, number, operands, text, units};
use crate::strings::{Ended, Value};

fn answer(answer: bool) -> Made {
    Ok(Value::Number(answer.into()))
}

/// `equals`: what is no text equals none.
pub(crate) fn equals(values: &[Value]) -> Made {
    let [one, other] = operands(values)?;
    if let (Value::Template(template), Value::Const(text)) | (Value::Const(text), Value::Template(template)) =
        (one, other)
    {
        return if template.fits(text) { Err(Ended::Unknown) } else { answer(false) };
    }
    let one = text(one)?;
    match other {
        Value::Null => answer(false),
        other => answer(one == text(other)?),
    }
}

/// `equalsIgnoreCase`, which knows no locale; ASCII alone.
pub(crate) fn equals_ignore_case(values: &[Value]) -> Made {
    let [one, other] = operands(values)?;
    let one = text(one)?;
    let other = match other {
        Value::Null => return answer(false),
        other => text(other)?,
    };
    if one.is_ascii() && other.is_ascii() { answer(one.eq_ignore_ascii_case(other)) } else { Err(Ended::Unknown) }
}

/// `startsWith`, from a position on if there is one; of a text of which not all is known as far as its beginning says.
pub(crate) fn starts_with(values: &[Value]) -> Made {
    match values {
        [Value::Template(template), prefix] => {
            let (start, prefix) = (template.start(), text(prefix)?);
            let is_known = start.len() >= prefix.len() || !prefix.starts_with(start);
            if is_known { answer(start.starts_with(prefix)) } else { Err(Ended::Unknown) }
        }
        [value, Value::Template(prefix)] if !text(value)?.starts_with(prefix.start()) => answer(false),
        [value, prefix] => answer(text(value)?.starts_with(text(prefix)?)),
        [value, prefix, from] => {
            let (value, prefix) = (units(text(value)?), units(text(prefix)?));
            let from = usize::try_from(number(from)?).ok();
            answer(from.and_then(|from| value.get(from..)).is_some_and(|rest| rest.starts_with(&prefix)))
        }
        _ => Err(Ended::Unknown),
    }
}

/// `endsWith`, as [`starts_with`].
pub(crate) fn ends_with(values: &[Value]) -> Made {
    let [value, suffix] = operands(values)?;
    if let (Value::Const(value), Value::Template(suffix)) = (value, suffix)
        && !value.ends_with(suffix.end())
    {
        return answer(false);
    }
    let suffix = text(suffix)?;
    match value {
        Value::Template(template) => {
            let end = template.end();
            let is_known = end.len() >= suffix.len() || !suffix.ends_with(end);
            if is_known { answer(end.ends_with(suffix)) } else { Err(Ended::Unknown) }
        }
        value => answer(text(value)?.ends_with(suffix)),
    }
}

pub(crate) fn contains(values: &[Value]) -> Made {
    let [value, sought] = operands(values)?;
    if let (Value::Const(value), Value::Template(sought)) = (value, sought)
        && sought.literals().any(|literal| !value.contains(literal))
    {
        return answer(false);
    }
    let sought = text(sought)?;
    match value {
        Value::Template(template) => {
            if template.literals().any(|literal| literal.contains(sought)) {
                answer(true)
            } else {
                Err(Ended::Unknown)
            }
        }
        value => answer(text(value)?.contains(sought)),
    }
}

pub(crate) fn is_empty(values: &[Value]) -> Made {
    let [value] = operands(values)?;
    match value {
        Value::Template(template) if template.known_length() > 0 => answer(false),
        value => answer(text(value)?.is_empty()),
    }
}

/// `isBlank`, by `Character.isWhitespace`; ASCII alone.
pub(crate) fn is_blank(values: &[Value]) -> Made {
    let [value] = operands(values)?;
    let value = text(value)?;
    if value.is_ascii() { answer(value.bytes().all(is_space)) } else { Err(Ended::Unknown) }
}

/// `Character.isWhitespace`.
fn is_space(c: u8) -> bool {
    matches!(c, b'\t'..=b'\r' | 0x1c..=0x1f | b' ')
}

/// What `Character` says of a character or a code point; ASCII alone.
fn of_ascii(values: &[Value], question: impl FnOnce(u8) -> bool) -> Made {
    let [value] = operands(values)?;
    answer(question(ascii(value)?))
}

pub(crate) fn is_upper_case(values: &[Value]) -> Made {
    of_ascii(values, |c| c.is_ascii_uppercase())
}

pub(crate) fn is_lower_case(values: &[Value]) -> Made {
    of_ascii(values, |c| c.is_ascii_lowercase())
}

pub(crate) fn is_letter(values: &[Value]) -> Made {
    of_ascii(values, |c| c.is_ascii_alphabetic())
}

pub(crate) fn is_digit(values: &[Value]) -> Made {
    of_ascii(values, |c| c.is_ascii_digit())
}

pub(crate) fn is_letter_or_digit(values: &[Value]) -> Made {
    of_ascii(values, |c| c.is_ascii_alphanumeric())
}

pub(crate) fn is_whitespace(values: &[Value]) -> Made {
    of_ascii(values, is_space)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strings::{Hole, Piece, Template};

    fn asked(question: fn(&[Value]) -> Made, values: &[Value]) -> Option<bool> {
        match question(values) {
            Ok(Value::Number(number)) => Some(number == 1),
            Ok(other) => panic!("no answer: {other:?}"),
            Err(_) => None,
        }
    }

    fn texts(texts: [&str; 2]) -> [Value; 2] {
        texts.map(Value::from)
    }

    /// A text of which the literal is known, that begins or ends with it.
    fn open(start: &str, end: &str) -> Value {
        Value::Template(Template::of_pieces([Piece::from(start), Piece::Hole(Hole::Any), Piece::from(end)]))
    }

    #[test]
    fn what_is_known_of_the_other_text_tells_what_it_is_not() {
        assert_eq!(asked(equals, &["getName".into(), open("set", "")]), Some(false));
        assert_eq!(asked(equals, &[open("set", ""), "getName".into()]), Some(false));
        assert_eq!(asked(equals, &["setName".into(), open("set", "")]), None);
        assert_eq!(asked(starts_with, &["getName".into(), open("set", "")]), Some(false));
        assert_eq!(asked(starts_with, &["se".into(), open("set", "")]), Some(false));
        assert_eq!(asked(starts_with, &["setName".into(), open("set", "")]), None);
        assert_eq!(asked(starts_with, &["setName".into(), open("", "Name")]), None);
        assert_eq!(asked(ends_with, &["setName".into(), open("", "Type")]), Some(false));
        assert_eq!(asked(ends_with, &["setName".into(), open("x", "Name")]), None);
        assert_eq!(asked(contains, &["setName".into(), open("a", "z")]), Some(false));
        assert_eq!(asked(contains, &["setName".into(), open("a", "e")]), None);
    }

    #[test]
    fn texts_are_compared_by_their_units() {
        assert_eq!(asked(equals, &texts(["a", "a"])), Some(true));
        assert_eq!(asked(equals, &["a".into(), Value::Null]), Some(false));
        assert_eq!(equals(&[Value::Null, "a".into()]), Err(Ended::Throws));
        assert_eq!(asked(equals, &["a".into(), Value::Other]), None);
        assert_eq!(asked(equals_ignore_case, &texts(["aB", "Ab"])), Some(true));
        assert_eq!(asked(equals_ignore_case, &texts(["ı", "I"])), None);
        assert_eq!(asked(starts_with, &["xab".into(), "ab".into(), Value::Number(1)]), Some(true));
        assert_eq!(asked(starts_with, &["ab".into(), "".into(), Value::Number(3)]), Some(false));
        assert_eq!(asked(starts_with, &["ab".into(), "".into(), Value::Number(-1)]), Some(false));
        assert_eq!(asked(contains, &texts(["a.b", "."])), Some(true));
        assert_eq!(asked(is_empty, &["".into()]), Some(true));
        assert_eq!(asked(is_blank, &[" \t\n".into()]), Some(true));
        assert_eq!(asked(is_blank, &["\u{85}".into()]), None);
    }

    #[test]
    fn of_an_outline_what_is_known_is_compared() {
        let around = |pieces: [Piece; 2]| Value::Template(Template::of_pieces(pieces));
        let begun = || around(["com.".into(), Piece::Hole(Hole::Any)]);
        for (prefix, answer) in [("co", Some(true)), ("com.", Some(true)), ("com.a", None), ("org", Some(false))] {
            assert_eq!(asked(starts_with, &[begun(), prefix.into()]), answer, "{prefix}");
        }
        let ended = || around([Piece::Hole(Hole::Any), "[]".into()]);
        for (suffix, answer) in [("]", Some(true)), ("[]", Some(true)), ("a[]", None), (";", Some(false))] {
            assert_eq!(asked(ends_with, &[ended(), suffix.into()]), answer, "{suffix}");
        }
        assert_eq!(
            (asked(ends_with, &[begun(), ".".into()]), asked(starts_with, &[ended(), "[".into()])),
            (None, None)
        );
        assert_eq!(
            (asked(contains, &[begun(), "m".into()]), asked(contains, &[begun(), "x".into()])),
            (Some(true), None)
        );
        assert_eq!(asked(is_empty, &[begun()]), Some(false));
    }

    /// Operands of type `char` are texts, those of type `int` are numbers.
    #[test]
    fn a_character_is_asked_as_such_or_by_its_code() {
        for character in [Value::from("a"), Value::Number(97)] {
            assert_eq!(asked(is_lower_case, std::slice::from_ref(&character)), Some(true));
            assert_eq!(asked(is_digit, &[character]), Some(false));
        }
        assert_eq!((asked(is_letter, &["ab".into()]), asked(is_letter, &["".into()])), (None, None));
        assert_eq!(asked(is_letter, &["ä".into()]), None);
        assert_eq!(is_letter(&[Value::Null]), Err(Ended::Throws));
    }

    #[test]
    fn characters_beyond_ascii_are_not_judged() {
        let of = |question, c: char| asked(question, &[Value::Number(u32::from(c).into())]);
        assert_eq!(
            (of(is_upper_case, 'A'), of(is_upper_case, 'a'), of(is_upper_case, 'Ä')),
            (Some(true), Some(false), None)
        );
        assert_eq!(
            (of(is_lower_case, 'a'), of(is_letter, '1'), of(is_digit, '1')),
            (Some(true), Some(false), Some(true))
        );
        assert_eq!((of(is_letter_or_digit, '_'), of(is_whitespace, '\u{b}')), (Some(false), Some(true)));
        assert_eq!((of(is_whitespace, '\u{1c}'), of(is_whitespace, '\u{8}')), (Some(true), Some(false)));
    }
}
