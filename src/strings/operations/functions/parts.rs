//! What takes texts apart, and what joins the parts.

use super::patterns::expression;
use super::read::{Made, joined, number, piece, text};
use crate::strings::{Ended, Piece, Value};

type Parts = Result<Vec<Value>, Ended>;

/// `split`, with a limit or without; the separator is a regular expression.
pub(crate) fn split(values: &[Value]) -> Parts {
    let (value, pattern, limit) = match values {
        [value, pattern] => (value, pattern, 0),
        [value, pattern, limit] => (value, pattern, number(limit)?),
        _ => return Err(Ended::Unknown),
    };
    let (value, pattern) = (text(value)?, text(pattern)?);
    let separator = expression(pattern, value).ok_or(Ended::Unknown)?;
    let mut parts: Vec<&str> = match usize::try_from(limit) {
        Ok(limit @ 1..) => separator.splitn(value, limit).collect(),
        _ => separator.split(value).collect(),
    };
    // A text without a separator is a part as it is, even the empty one.
    if limit == 0 && parts.len() > 1 {
        let kept = parts.iter().rposition(|part| !part.is_empty()).map_or(0, |last| last + 1);
        parts.truncate(kept);
    }
    Ok(parts.into_iter().map(Value::from).collect())
}

/// `Pattern.split`, as `String.split`, which asks it (JDK javadoc).
pub(crate) fn split_by(values: &[Value]) -> Parts {
    match values {
        [pattern, value, limit @ ..] => split(&[&[value.clone(), pattern.clone()], limit].concat()),
        _ => Err(Ended::Unknown),
    }
}

/// All that a `StringTokenizer` of a text, its delimiters and whether they are given, too, gives by `nextToken()`.
pub(crate) fn tokens(values: &[Value]) -> Parts {
    let (value, delimiters, are_given) = match values {
        [value, delimiters] => (value, delimiters, false),
        [value, delimiters, given] => (value, delimiters, given != &Value::of_boolean(0)),
        _ => return Err(Ended::Unknown),
    };
    let (value, delimiters) = (text(value)?, text(delimiters)?);
    let is_delimiter = |c: char| delimiters.contains(c);
    let tokens = value.split(is_delimiter).filter(|token| !token.is_empty()).map(Value::from);
    let given = value.chars().filter(|&c| are_given && is_delimiter(c)).map(|c| Value::from(c.to_string()));
    Ok(tokens.chain(given).collect())
}

/// `String.join` of a separator and elements.
pub(crate) fn join(values: &[Value]) -> Made {
    let [separator, elements @ ..] = values else { return Err(Ended::Unknown) };
    joined(between(separator, elements)?)
}

/// The text of a `StringJoiner`, of its separator, prefix and suffix and what was added.
pub(crate) fn joiner(values: &[Value]) -> Made {
    let [separator, prefix, suffix, elements @ ..] = values else { return Err(Ended::Unknown) };
    let affix = |affix| text(affix).map(|text| vec![Piece::Literal(text.to_owned())]);
    let mut pieces = vec![affix(prefix)?];
    pieces.extend(between(separator, elements)?);
    pieces.push(affix(suffix)?);
    joined(pieces)
}

/// Elements as they are printed, and what separates them.
fn between(separator: &Value, elements: &[Value]) -> Result<Vec<Vec<Piece>>, Ended> {
    let separator = text(separator)?;
    let mut pieces = Vec::new();
    for element in elements {
        if !pieces.is_empty() {
            pieces.push(vec![Piece::Literal(separator.to_owned())]);
        }
        pieces.push(piece(element)?);
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::super::tests::show;
    use super::*;

    fn all(parts: Parts) -> String {
        match parts {
            Ok(parts) => parts.iter().map(|part| part.text().unwrap_or("?")).collect::<Vec<_>>().join(" "),
            Err(ended) => format!("{ended:?}").to_lowercase(),
        }
    }

    #[test]
    fn texts_are_split() {
        let of =
            |text: &str, pattern: &str, limit: i64| all(split(&[text.into(), pattern.into(), Value::Number(limit)]));
        assert_eq!(all(split(&["q.A,q.B".into(), ",".into()])), "q.A q.B");
        assert_eq!(all(split(&["q.A , q.B;q.C".into(), "\\s*[,;]\\s*".into()])), "q.A q.B q.C");
        assert_eq!(all(split(&["q.A".into(), "(?=\\.)".into()])), "unknown");
        assert_eq!(of("p.q.A", "\\.", 0), "p q A");
        assert_eq!(split(&["p.q.A".into(), ".".into()]), Ok(Vec::new()));
        assert_eq!(of("p,q,A", ",", 2), "p q,A");
        assert_eq!(of("a,,b,,", ",", 0), "a  b");
        assert_eq!(of("a,,b,,", ",", -1), "a  b  ");
        assert_eq!(split(&[",".into(), ",".into()]), Ok(Vec::new()));
        assert_eq!(split(&["".into(), ",".into()]), Ok(vec!["".into()]));
        assert_eq!(all(split(&[Value::Null, ",".into()])), "throws");
        assert_eq!(all(split(&[Value::Other, ",".into()])), "unknown");
    }

    #[test]
    fn texts_are_made_of_tokens() {
        let of = |text: &str, delimiters: &str, given: i32| {
            all(tokens(&[text.into(), delimiters.into(), Value::of_boolean(given)]))
        };
        assert_eq!(all(tokens(&[" q.A  q.B".into(), " \t".into()])), "q.A q.B");
        assert_eq!(of("a:b;c", ":;", 0), "a b c");
        assert_eq!(of("a:b", ":", 1), "a b :");
        assert_eq!(of("a b", "", 0), "a b");
        assert_eq!(all(tokens(&["a".into(), Value::Null])), "throws");
    }

    #[test]
    fn parts_are_joined() {
        assert_eq!(show(join(&[".".into(), "q".into(), "A".into()])), "q.A");
        assert_eq!(show(join(&[".".into()])), "");
        assert_eq!(show(join(&[".".into(), "q".into(), Value::Null])), "q.null");
        assert_eq!(show(join(&[Value::Null, "q".into(), "A".into()])), "throws");
        assert_eq!(show(joiner(&[".".into(), "<".into(), ">".into(), "q".into(), "A".into()])), "<q.A>");
        assert_eq!(show(joiner(&[".".into(), "<".into(), ">".into()])), "<>");
    }
}
