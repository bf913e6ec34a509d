//! What is known of a text: the values that operations on strings take and give. Must not know abstract objects.

use super::template::Template;
use crate::heap::SiteId;

/// What is known of one text. Operations take and give values of every kind; what an operation cannot say more of is
/// [`Unknown`](Value::Unknown), which is always right.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// This text.
    Const(String),
    /// Known pieces around unknown ones: its beginning, its end or something between may be known.
    Template(Template),
    /// A text that is somewhere within this one: it was put into a builder of which no more is known (Smaragdakis et al.
    /// 2015, 3.1, substrings). None is made yet.
    Part(String),
    /// The null reference. Only constants are known to be null.
    Null,
    /// A `boolean`, `char`, `byte`, `short`, `int` or `long`, as the JVM has it.
    Number(i64),
    /// One of the constants that are not told apart because they can name nothing.
    Other,
    /// Any text: that of the unknown string with that origin, or, without one, a text whose origin is where it is asked for.
    Unknown(Option<SiteId>),
}

impl Value {
    /// The text, if all of it is known.
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Const(text) => Some(text),
            _ => None,
        }
    }

    /// How much of the text is known, in bytes of UTF-8.
    pub fn known_length(&self) -> usize {
        match self {
            Value::Const(text) | Value::Part(text) => text.len(),
            Value::Template(template) => template.known_length(),
            Value::Null | Value::Number(_) | Value::Other | Value::Unknown(_) => 0,
        }
    }

    /// The string conversion of a `boolean` (JLS 5.1.11, 15.28: constants are `int`s in class files, 0 is false).
    pub fn of_boolean(value: i32) -> Self {
        Value::from((value != 0).to_string())
    }

    /// The string conversion of a `char`; half of a surrogate pair is no text that could be kept.
    pub fn of_char(value: i32) -> Option<Self> {
        char::from_u32(value as u32 & 0xffff).map(|c| Value::from(c.to_string()))
    }
}

/// Why a function gives no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The method throws.
    Throws,
    /// It may give any text.
    Unknown,
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Const(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Const(text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::template::{Hole, Piece};
    use super::*;

    /// As `"" + true` and `"" + 'c'` print.
    #[test]
    fn constants_are_converted_as_the_language_says() {
        assert_eq!(
            [Value::of_boolean(0), Value::of_boolean(1)].map(|v| v.text().map(str::to_owned)),
            [Some("false".to_owned()), Some("true".to_owned())]
        );
        assert_eq!(Value::of_char('é' as i32), Some(Value::from("é")));
        // Constants of type `char` are `int`s whose upper half says nothing.
        assert_eq!(Value::of_char(0x1_0041), Some(Value::from("A")));
        assert_eq!(Value::of_char(0xd83d), None);
    }

    #[test]
    fn only_what_is_known_has_a_length() {
        let template = Value::Template(Template::of_pieces(["get".into(), Piece::Hole(Hole::Any)]));
        assert_eq!((template.known_length(), template.text()), (3, None));
        assert_eq!((Value::from("getName").known_length(), Value::Unknown(None).known_length()), (7, 0));
    }
}
