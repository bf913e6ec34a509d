//! What operations on texts do, as pure functions over values: operands in, in the order of their row, the result out.
//! `None`: there is no result, since the method throws. A `char` or a number is given as the text it is converted to (JLS
//! 5.1.11). Java's texts are sequences of UTF-16 code units, values are Unicode text: positions are to be counted in code
//! units, and a result that halves a surrogate pair is no value but unknown.

use crate::strings::Value;

/// `String.concat`, and the string concatenation operator once its operands are strings (JLS 15.18.1).
pub fn concat(operands: &[Value]) -> Option<Value> {
    of_constants(operands, |texts| Some(texts.concat()))
}

/// Applies a function of known texts; where one of them is not wholly known, neither is the result.
fn of_constants(operands: &[Value], function: impl FnOnce(&[&str]) -> Option<String>) -> Option<Value> {
    let texts: Option<Vec<&str>> = operands.iter().map(Value::text).collect();
    match texts {
        Some(texts) => function(&texts).map(Value::Const),
        None => Some(Value::Unknown(None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strings::Piece;

    /// `"a".concat("b")`, `"" + "a" + "b"`.
    #[test]
    fn concatenation() {
        assert_eq!(concat(&["p.".into(), "A".into(), "Impl".into()]), Some("p.AImpl".into()));
        assert_eq!(concat(&["".into(), "".into()]), Some("".into()));
        // A surrogate pair is one character here and two code units in Java; nothing of it is lost.
        assert_eq!(concat(&["\u{1f600}".into(), "é".into()]), Some("\u{1f600}é".into()));
    }

    #[test]
    fn what_is_not_wholly_known_gives_nothing_known() {
        for partly in [Value::Template(vec![Piece::Hole]), Value::Part("a".to_owned()), Value::Other] {
            assert_eq!(concat(&["a".into(), partly]), Some(Value::Unknown(None)));
        }
    }
}
