//! What operations on texts do, as pure functions over values: operands in, in the order of their row, the result out.
//! Java's texts are sequences of UTF-16 code units, values are Unicode text: positions are counted in code units, and a
//! result that halves a surrogate pair is no value but unknown.

pub(super) mod builders;
pub(super) mod formats;
pub(super) mod groups;
pub(super) mod lines;
pub(super) mod messages;
pub(super) mod parts;
mod patterns;
pub(super) mod primitives;
pub(super) mod questions;
pub(super) mod radix;
mod read;
pub(super) mod texts;

pub use builders::{array_of_chars, set_char_at};
pub use groups::{REPLACES, SOUGHT};
pub use primitives::{add, boolean, char_at, character, itself, length, subtract, to_char};
pub use texts::{LOCALES, concat};

#[cfg(test)]
mod tests {
    use crate::strings::{Ended, Value};

    /// A result as tests compare it.
    pub(super) fn show(result: Result<Value, Ended>) -> String {
        match result {
            Ok(Value::Const(text)) => text,
            Ok(Value::Number(number)) => number.to_string(),
            Ok(other) => format!("{other:?}"),
            Err(ended) => format!("{ended:?}").to_lowercase(),
        }
    }

    /// What a function gives for a text and further operands.
    pub(super) fn of(function: fn(&[Value]) -> Result<Value, Ended>, text: &str, operands: &[Value]) -> String {
        show(function(&[&[Value::from(text)], operands].concat()))
    }

    pub(super) fn n(number: i64) -> Value {
        Value::Number(number)
    }
}
