//! Methods of `String`. What each gives is what the JDK's javadoc of it says.

use regex::Captures;

use super::patterns::{Replacement, expression, has_plain_groups};
use super::read::{Made, joined, number, of_units, operands, piece, position, printed, text, units};
use crate::strings::{Ended, LENGTH, Value};

/// The string concatenation operator (JLS 15.18.1).
pub fn concat(values: &[Value]) -> Made {
    joined(values.iter().map(piece).collect::<Result<_, Ended>>()?)
}

/// `String.concat`.
pub(crate) fn concat_texts(values: &[Value]) -> Made {
    if values.contains(&Value::Null) {
        return Err(Ended::Throws);
    }
    concat(values)
}

/// A text as it is.
pub(crate) fn same(values: &[Value]) -> Made {
    let [value] = operands(values)?;
    match value {
        Value::Template(_) => Ok(value.clone()),
        value => text(value).map(Value::from),
    }
}

pub(crate) fn trim(values: &[Value]) -> Made {
    changed(values, |text| text.trim_matches(|c| c <= ' '))
}

pub(crate) fn strip(values: &[Value]) -> Made {
    changed(values, |text| text.trim_matches(is_white))
}

pub(crate) fn strip_leading(values: &[Value]) -> Made {
    changed(values, |text| text.trim_start_matches(is_white))
}

pub(crate) fn strip_trailing(values: &[Value]) -> Made {
    changed(values, |text| text.trim_end_matches(is_white))
}

fn changed(values: &[Value], function: impl FnOnce(&str) -> &str) -> Made {
    let [value] = operands(values)?;
    Ok(Value::from(function(text(value)?)))
}

/// `Character.isWhitespace`.
pub(super) fn is_white(c: char) -> bool {
    matches!(c, '\t'..='\r' | '\u{1c}'..='\u{1f}' | ' ' | '\u{1680}' | '\u{2000}'..='\u{2006}' | '\u{2008}'..='\u{200a}')
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{205f}' | '\u{3000}')
}

/// `Introspector.decapitalize`: a name that begins with two capitals stays as it is.
pub(crate) fn decapitalize(values: &[Value]) -> Made {
    let [value] = operands(values)?;
    if *value == Value::Null {
        return Ok(Value::Null);
    }
    let name = text(value)?;
    if !name.is_ascii() {
        return Err(Ended::Unknown);
    }
    let stays = name.chars().take(2).filter(char::is_ascii_uppercase).count() == 2;
    let (first, rest) = name.split_at(name.len().min(1));
    Ok(Value::from(if stays { name.to_owned() } else { first.to_ascii_lowercase() + rest }))
}

/// `substring` and `subSequence`, with one position or two.
pub(crate) fn substring(values: &[Value]) -> Made {
    let [value, positions @ ..] = values else { return Err(Ended::Unknown) };
    let units = units(text(value)?);
    let (begin, end) = match positions {
        [begin] => (position(begin, units.len())?, units.len()),
        [begin, end] => (position(begin, units.len())?, position(end, units.len())?),
        _ => return Err(Ended::Unknown),
    };
    units.get(begin..end).ok_or(Ended::Throws).and_then(of_units)
}

/// `replace`, of characters and of texts.
pub(crate) fn replace(values: &[Value]) -> Made {
    let [value, old, new] = operands(values)?;
    let (value, old, new) = (text(value)?, text(old)?, text(new)?);
    // Between the halves of a surrogate pair something is put, too.
    if old.is_empty() && value.chars().any(|c| c.len_utf16() > 1) {
        return Err(Ended::Unknown);
    }
    Ok(Value::from(value.replace(old, new)))
}

pub(crate) fn replace_all(values: &[Value]) -> Made {
    by_pattern(values, 0)
}

pub(crate) fn replace_first(values: &[Value]) -> Made {
    by_pattern(values, 1)
}

/// At most `limit` matches of the pattern are replaced; 0 for all.
fn by_pattern(values: &[Value], limit: usize) -> Made {
    let [value, pattern, new] = operands(values)?;
    let (value, pattern) = (text(value)?, text(pattern)?);
    let expression = expression(pattern, value).ok_or(Ended::Unknown)?;
    // Nobody reads what would stand there (JDK: `Matcher.replaceAll`), but null is refused by `replaceFirst`.
    if !expression.is_match(value) && (limit == 0 || *new != Value::Null) {
        return Ok(Value::from(value));
    }
    let new = Replacement::read(text(new)?, expression.captures_len() - 1)?;
    if new.has_groups() && !has_plain_groups(pattern) {
        return Err(Ended::Unknown);
    }
    Ok(Value::from(expression.replacen(value, limit, |found: &Captures<'_>| new.of(found)).into_owned()))
}

/// The locale of operands that is neither Turkish nor Azerbaijani, and the one that is: they map `i` and `I` in another way
/// (Unicode's SpecialCasing). No other maps ASCII in a way of its own.
pub const LOCALES: [&str; 2] = ["", "tr"];

pub(crate) fn to_lower_case(values: &[Value]) -> Made {
    in_case(values, |c, is_turkish| match c {
        'I' if is_turkish => 'ı',
        c => c.to_ascii_lowercase(),
    })
}

pub(crate) fn to_upper_case(values: &[Value]) -> Made {
    in_case(values, |c, is_turkish| match c {
        'i' if is_turkish => 'İ',
        c => c.to_ascii_uppercase(),
    })
}

/// Other texts than ASCII have the case that the JVM's version of Unicode says.
fn in_case(values: &[Value], function: impl Fn(char, bool) -> char) -> Made {
    let [value, locale] = operands(values)?;
    let (value, locale) = (text(value)?, text(locale)?);
    if !value.is_ascii() {
        return Err(Ended::Unknown);
    }
    Ok(Value::Const(value.chars().map(|c| function(c, locale == LOCALES[1])).collect()))
}

pub(crate) fn repeat(values: &[Value]) -> Made {
    let [value, count] = operands(values)?;
    let value = text(value)?;
    let count = usize::try_from(number(count)?).map_err(|_| Ended::Throws)?;
    match value.len().checked_mul(count) {
        // Far beyond what is kept, and nothing that memory should be asked for.
        Some(length) if length <= 4 * LENGTH => Ok(Value::Const(value.repeat(count))),
        _ => Err(Ended::Unknown),
    }
}

/// `String.translateEscapes`: escape sequences as in text blocks (JLS 3.10.7), but for those of Unicode.
pub(crate) fn translate_escapes(values: &[Value]) -> Made {
    let [value] = operands(values)?;
    let mut made = String::new();
    let mut rest = text(value)?.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            made.push(c);
            continue;
        }
        made.push(match rest.next().ok_or(Ended::Throws)? {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            's' => ' ',
            't' => '\t',
            c @ ('\'' | '"' | '\\') => c,
            first @ '0'..='7' => {
                let most = if first <= '3' { 2 } else { 1 };
                let mut code = u32::from(first) - u32::from('0');
                for _ in 0..most {
                    let Some(digit) = rest.next_if(|c| c.is_digit(8)) else { break };
                    code = code * 8 + u32::from(digit) - u32::from('0');
                }
                char::from_u32(code).ok_or(Ended::Unknown)?
            }
            // The end of a line is left out.
            '\n' => continue,
            '\r' => {
                rest.next_if_eq(&'\n');
                continue;
            }
            _ => return Err(Ended::Throws),
        });
    }
    Ok(Value::Const(made))
}

/// What a number, a character or an object that holds one is printed as.
pub(crate) fn print(values: &[Value]) -> Made {
    let [value] = operands(values)?;
    match value {
        Value::Template(_) => Ok(value.clone()),
        value => printed(value).map(Value::Const),
    }
}

/// Characters of an array, from a position on, so many.
pub(crate) fn part_of_array(values: &[Value]) -> Made {
    let [value, offset, count] = operands(values)?;
    let units = units(text(value)?);
    let offset = position(offset, units.len())?;
    let count = position(count, units.len() - offset)?;
    of_units(&units[offset..offset + count])
}

#[cfg(test)]
mod tests {
    use super::super::tests::n;
    use super::*;
    use crate::strings::{Hole, Template};

    fn run(function: fn(&[Value]) -> Made, values: &[Value]) -> String {
        super::super::tests::show(function(values))
    }

    /// `"p." + "A"`, `"a" + null + 1`, `"a".concat(null)`.
    #[test]
    fn concatenation() {
        assert_eq!(run(concat, &["p.".into(), "A".into(), "Impl".into()]), "p.AImpl");
        assert_eq!(run(concat, &["".into(), "".into()]), "");
        // A surrogate pair is one character here and two code units in Java; nothing of it is lost.
        assert_eq!(run(concat, &["\u{1f600}".into(), "é".into()]), "\u{1f600}é");
        assert_eq!(run(concat, &["a".into(), Value::Null, n(-1)]), "anull-1");
        assert_eq!(run(concat_texts, &["a".into(), Value::Null]), "throws");
    }

    #[test]
    fn names_of_properties() {
        for (name, property) in
            [("Name", "name"), ("URL", "URL"), ("X", "x"), ("aB", "aB"), ("", ""), ("\u{c4}a", "unknown")]
        {
            assert_eq!(run(decapitalize, &[name.into()]), property);
        }
    }

    #[test]
    fn what_is_not_wholly_known_gives_nothing_known() {
        let hole = || Value::Template(Template::of_hole(Hole::Any));
        for partly in [Value::Part("a".to_owned()), Value::Other] {
            assert_eq!(run(concat, &["a".into(), partly.clone()]), "unknown");
            assert_eq!(run(trim, &[hole()]), "unknown");
            assert_eq!(run(trim, std::slice::from_ref(&partly)), "unknown");
            assert_eq!(run(replace, &["a".into(), "a".into(), partly]), "unknown");
        }
        assert_eq!(run(trim, &[Value::Null]), "throws");
        assert_eq!(run(substring, &["a".into(), Value::Unknown(None)]), "unknown");
    }

    #[test]
    fn blanks_at_the_ends() {
        let blanks = "\u{1}\u{2003} q.A\u{a0}\u{3000}\t";
        assert_eq!(run(trim, &[blanks.into()]), "\u{2003} q.A\u{a0}\u{3000}");
        assert_eq!(run(strip, &[blanks.into()]), "\u{1}\u{2003} q.A\u{a0}");
        assert_eq!(run(strip, &["\u{1f} a \u{b}".into()]), "a");
        assert_eq!(run(strip_leading, &[" a ".into()]), "a ");
        assert_eq!(run(strip_trailing, &[" a ".into()]), " a");
        assert_eq!(run(trim, &["".into()]), "");
    }

    #[test]
    fn parts_by_position() {
        let of = |text: &str, positions: &[i64]| {
            let positions = positions.iter().map(|&position| n(position));
            run(substring, &[Value::from(text)].into_iter().chain(positions).collect::<Vec<_>>())
        };
        assert_eq!(of("xxp.A", &[2]), "p.A");
        assert_eq!(of("p.A", &[3]), "");
        assert_eq!(of("p.A", &[0, 1]), "p");
        for wrong in [&[4][..], &[-1], &[2, 1], &[0, 4], &[-1, 2]] {
            assert_eq!(of("p.A", wrong), "throws", "{wrong:?}");
        }
        // 😀 is two code units.
        assert_eq!(of("\u{1f600}a", &[2]), "a");
        assert_eq!(of("\u{1f600}a", &[1]), "unknown");
    }

    #[test]
    fn replacing() {
        let of = |function, text: &str, old: &str, new: &str| run(function, &[text.into(), old.into(), new.into()]);
        assert_eq!(of(replace, "p/q/A", "/", "."), "p.q.A");
        assert_eq!(of(replace, "aaa", "aa", "b"), "ba");
        assert_eq!(of(replace, "ab", "", "-"), "-a-b-");
        assert_eq!(of(replace, "\u{1f600}", "", "-"), "unknown");
        assert_eq!(of(replace_all, "p/q/A", "/", "."), "p.q.A");
        assert_eq!(of(replace_all, "p.q.A", "\\.", "/"), "p/q/A");
        assert_eq!(of(replace_all, "p.A ( int )", "\\s*([()])\\s*", "$1"), "p.A(int)");
        assert_eq!(of(replace_first, "p-q-a", "-([a-z])", "\\$$1"), "p$q-a");
        assert_eq!(of(replace_first, "p/q/A", "/", "."), "p.q/A");
        for (pattern, new, made) in [
            (".", "/", "//"),
            ("a|b", "c", "c1"),
            ("\\d", "", "a"),
            ("^.", "b", "b1"),
            ("1$", "b", "ab"),
            ("a", "\\", "throws"),
        ] {
            assert_eq!(of(replace_all, "a1", pattern, new), made, "{pattern}");
        }
        for pattern in ["", "a*", "(?i)A", "^", "\\p{L}"] {
            assert_eq!(of(replace_all, "a1", pattern, "b"), "unknown", "{pattern}");
        }
    }

    /// As under `-Duser.language=en` and `-Duser.language=tr`.
    #[test]
    fn case() {
        assert_eq!(run(to_lower_case, &["TITLE".into(), "".into()]), "title");
        assert_eq!(run(to_lower_case, &["TITLE".into(), "tr".into()]), "tıtle");
        assert_eq!(run(to_upper_case, &["id1".into(), "".into()]), "ID1");
        assert_eq!(run(to_upper_case, &["id1".into(), "tr".into()]), "İD1");
        assert_eq!(run(to_upper_case, &["straße".into(), "".into()]), "unknown");
    }

    #[test]
    fn repeating() {
        assert_eq!(run(repeat, &["ab".into(), n(2)]), "abab");
        assert_eq!(run(repeat, &["ab".into(), n(0)]), "");
        assert_eq!(run(repeat, &["ab".into(), n(-1)]), "throws");
        assert_eq!(run(repeat, &["ab".into(), n(i64::from(i32::MAX))]), "unknown");
    }

    #[test]
    fn escapes() {
        let of = |text: &str| run(translate_escapes, &[text.into()]);
        assert_eq!(of("p\\056A"), "p.A");
        assert_eq!(of(""), "");
        assert_eq!(of(r#"a\n\t\b\f\r\s\"\'\\b"#), "a\n\t\u{8}\u{c}\r \"'\\b");
        assert_eq!(of(r"\0\7\12\377\400\08\77x"), "\0\u{7}\n\u{ff} 0\u{0}8?x");
        assert_eq!(of("a\\\nb\\\r\nc\\\rd"), "abcd");
        for wrong in ["a\\", "a\\q", "\\u0041", "\\8"] {
            assert_eq!(of(wrong), "throws", "{wrong}");
        }
        assert_eq!(run(translate_escapes, &[Value::Null]), "throws");
        assert_eq!(run(translate_escapes, &[Value::Other]), "unknown");
        assert_eq!(run(translate_escapes, &[Value::Template(Template::of_hole(Hole::Any))]), "unknown");
    }

    #[test]
    fn parts_of_arrays() {
        assert_eq!(run(part_of_array, &["p.A".into(), n(2), n(1)]), "A");
        assert_eq!(run(part_of_array, &["p.A".into(), n(3), n(0)]), "");
        assert_eq!(run(part_of_array, &["p.A".into(), n(2), n(2)]), "throws");
    }
}
