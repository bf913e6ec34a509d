//! What is known of the operands of an operation besides what each of them may be: a branch that was passed asked something of
//! them. Must not know where branches are.

use super::expression::Expression;
use super::value::Value;

/// Whether two `int`s that are made of operands compare so, and the answer where the operation is.
#[derive(Debug, Clone)]
pub struct Condition {
    comparison: fn(i32, i32) -> bool,
    numbers: [Expression; 2],
    holds: bool,
}

impl Condition {
    /// That two `int`s compare so, or that they do not.
    pub fn compares(comparison: fn(i32, i32) -> bool, numbers: [Expression; 2], holds: bool) -> Self {
        Self { comparison, numbers, holds }
    }

    /// Whether control may come to the operation with these operands; it may where the answer is not known.
    pub fn admits(&self, operands: &[Value]) -> bool {
        let number = |of: &Expression| match of.value(operands) {
            Ok(Value::Number(number)) => i32::try_from(number).ok(),
            _ => None,
        };
        let [one, other] = self.numbers.each_ref().map(number);
        one.zip(other).is_none_or(|(one, other)| (self.comparison)(one, other) == self.holds)
    }

    /// Whether the question is about the operand of that number.
    pub fn reads(&self, operand: usize) -> bool {
        self.numbers.iter().any(|number| number.reads(operand))
    }
}

#[cfg(test)]
mod tests {
    use super::super::operations::char_at;
    use super::*;

    /// `n.charAt(0) == '['`.
    #[test]
    fn what_is_not_known_is_admitted() {
        let number = |number| Expression::Fixed(Value::Number(number));
        let first = || Expression::Apply(char_at, vec![Expression::Operand(0), number(0)]);
        let is_array = |holds| Condition::compares(|one, other| one == other, [first(), number(0x5b)], holds);
        let texts = ["[I", "I", ""].map(Value::from);
        let admitted = |condition: Condition| texts.clone().map(|text| condition.admits(&[text]));
        assert_eq!(admitted(is_array(true)), [true, false, true]);
        assert_eq!(admitted(is_array(false)), [false, true, true]);
        assert!(is_array(true).admits(&[Value::Other]) && is_array(true).admits(&[]));
        assert!(is_array(true).reads(0) && !is_array(true).reads(1));
    }
}
