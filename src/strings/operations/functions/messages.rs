//! `MessageFormat.format` (JDK javadoc of `java.text.MessageFormat`) of what depends on no locale. Formats of their own (`{0,number}`)
//! are not read.

use super::read::{Made, joined, piece, text};
use crate::strings::{Ended, Hole, Piece, Value};

/// A pattern and its arguments.
pub(crate) fn message(values: &[Value]) -> Made {
    let [pattern, arguments @ ..] = values else { return Err(Ended::Unknown) };
    let mut chars = text(pattern)?.chars().peekable();
    let mut pieces = Vec::new();
    let mut literal = String::new();
    let mut is_quoted = false;
    while let Some(c) = chars.next() {
        match c {
            '\'' if chars.next_if_eq(&'\'').is_some() => literal.push('\''),
            '\'' => is_quoted = !is_quoted,
            '{' if !is_quoted => {
                let mut index = String::new();
                while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                    index.push(digit);
                }
                chars.next_if_eq(&'}').ok_or(Ended::Unknown)?;
                let number = index.parse::<usize>().ok().filter(|_| index.len() <= 2).ok_or(Ended::Unknown)?;
                match arguments.get(number) {
                    None => literal.push_str(&format!("{{{number}}}")),
                    Some(argument) => {
                        pieces.push(vec![Piece::Literal(std::mem::take(&mut literal))]);
                        pieces.push(match argument {
                            // By the format of numbers of the default locale.
                            Value::Number(_) => vec![Piece::Hole(Hole::Any)],
                            argument => piece(argument)?,
                        });
                    }
                }
            }
            c => literal.push(c),
        }
    }
    pieces.push(vec![Piece::Literal(literal)]);
    joined(pieces)
}

#[cfg(test)]
mod tests {
    use super::super::tests::show;
    use super::*;

    /// As `jshell` gives them.
    #[test]
    fn arguments_are_put_in() {
        let of = |pattern: &str| show(message(&[pattern.into(), "q".into(), "A".into(), Value::Null]));
        for (pattern, given) in [
            ("{0}.{1}", "q.A"),
            ("{1}{0}", "Aq"),
            ("", ""),
            ("'{0}'", "{0}"),
            ("it''s {0}", "it's q"),
            ("'{''0'{0}", "{'0q"),
            ("'{0}", "{0}"),
            ("}{0}", "}q"),
            ("{2}", "null"),
            ("{3}{07}", "{3}{7}"),
            ("{0", "unknown"),
            ("{0,number}", "unknown"),
            ("{ 0}", "unknown"),
            ("{}", "unknown"),
            ("{123}", "unknown"),
        ] {
            assert_eq!(of(pattern), given, "{pattern}");
        }
        assert_eq!(show(message(&[Value::Null])), "throws");
        assert_eq!(show(message(&["{0}".into(), Value::Other])), "unknown");
        assert!(matches!(message(&["q.A{0}".into(), Value::Number(1234)]), Ok(Value::Template(_))));
    }
}
