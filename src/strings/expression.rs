//! What one instruction computes of texts and numbers, as a tree of functions: a number, a character or the content of a
//! local builder has no object of its own, so what is done to it is kept until a text is made of it. One operand may stand
//! at several places of a tree and is the same value at all of them. What is known of operands besides what each of them may
//! be is a condition: a branch that was passed asked something of them. Must not know which functions there are, nor where
//! branches are.

use super::operations::Function;
use super::template::{Hole, Piece, Template};
use super::value::{Ended, Value};

/// A tree of functions over operands.
#[derive(Debug, Clone)]
pub enum Expression {
    Fixed(Value),
    /// The operand of that number.
    Operand(usize),
    Apply(Function, Vec<Expression>),
    /// The same of a text that also has a place of its own, where what is unknown of it is said already: it comes from there
    /// by itself.
    Placed(Function, Vec<Expression>),
    /// What the expression is printed as, or what is printed of its kind where nobody knows.
    Printed(Box<Expression>, Hole),
    /// What is there where several ways of control meet: on which of them control came, their conditions say.
    Joined(Vec<Alternative>),
}

/// The value of one of the ways of control that meet (a phi's argument with what holds where it is taken).
#[derive(Debug, Clone)]
pub struct Alternative {
    /// What holds of operands where control took it.
    pub conditions: Vec<Condition>,
    pub value: Expression,
}

impl Expression {
    /// Its value for those of the operands.
    pub fn value(&self, operands: &[Value]) -> Result<Value, Ended> {
        match self {
            Expression::Fixed(value) => Ok(value.clone()),
            Expression::Operand(number) => operands.get(*number).cloned().ok_or(Ended::Unknown),
            Expression::Apply(function, arguments) => function(&values(arguments, operands)?),
            Expression::Printed(printed, hole) => match printed.value(operands) {
                Err(Ended::Unknown) | Ok(Value::Unknown(_)) => Ok(Value::Template(Template::of_hole(*hole))),
                known => known,
            },
            Expression::Placed(function, arguments) => {
                values(arguments, operands).and_then(|values| function(&values)).map_err(|_| Ended::Throws)
            }
            Expression::Joined(alternatives) => {
                let is_open = |alternative: &&Alternative| {
                    alternative.conditions.iter().all(|condition| condition.admits(operands))
                };
                let mut open = alternatives.iter().filter(is_open);
                match (open.next(), open.next()) {
                    (Some(alternative), None) => alternative.value.value(operands),
                    (Some(_), Some(_)) => Err(Ended::Unknown),
                    (None, _) => Err(Ended::Throws),
                }
            }
        }
    }

    /// Whether the operand of that number stands in it.
    pub fn reads(&self, operand: usize) -> bool {
        match self {
            Expression::Fixed(_) => false,
            Expression::Operand(number) => *number == operand,
            Expression::Printed(printed, _) => printed.reads(operand),
            Expression::Apply(_, arguments) | Expression::Placed(_, arguments) => {
                arguments.iter().any(|argument| argument.reads(operand))
            }
            Expression::Joined(alternatives) => alternatives
                .iter()
                .any(|way| way.value.reads(operand) || way.conditions.iter().any(|condition| condition.reads(operand))),
        }
    }

    /// What its value is whatever the operands are.
    pub fn outline(&self) -> Template {
        self.outline_of(&[])
    }

    /// What its value is whatever those operands are that are not known: others than constants, or none are given.
    pub fn outline_of(&self, operands: &[Value]) -> Template {
        match self.outlined(operands) {
            Value::Template(template) => template,
            Value::Const(text) => Template::of_pieces([Piece::Literal(text)]),
            _ => Template::of_hole(Hole::Any),
        }
    }

    fn outlined(&self, operands: &[Value]) -> Value {
        let any = || Value::Template(Template::of_hole(Hole::Any));
        match self {
            Expression::Operand(number) => match operands.get(*number) {
                Some(known @ (Value::Const(_) | Value::Number(_))) => known.clone(),
                _ => any(),
            },
            Expression::Fixed(Value::Unknown(_)) | Expression::Joined(_) => any(),
            Expression::Fixed(value) => value.clone(),
            Expression::Printed(printed, hole) => match printed.outlined(operands) {
                Value::Template(template) if template == Template::of_hole(Hole::Any) => {
                    Value::Template(Template::of_hole(*hole))
                }
                known => known,
            },
            Expression::Apply(function, arguments) | Expression::Placed(function, arguments) => {
                let arguments: Vec<Value> = arguments.iter().map(|argument| argument.outlined(operands)).collect();
                function(&arguments).unwrap_or_else(|_| any())
            }
        }
    }
}

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

/// The values of all of them; the first that has none decides.
pub fn values(expressions: &[Expression], operands: &[Value]) -> Result<Vec<Value>, Ended> {
    expressions.iter().map(|expression| expression.value(operands)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::operations::{add, char_at, character, concat};
    use super::*;

    /// `n.charAt(1 + 1) + n`.
    #[test]
    fn one_operand_is_one_value_everywhere() {
        let number = |number| Expression::Fixed(Value::Number(number));
        let index = Expression::Apply(add, vec![number(1), number(1)]);
        let unit = Expression::Apply(char_at, vec![Expression::Operand(0), index]);
        let tree = Expression::Apply(concat, vec![Expression::Apply(character, vec![unit]), Expression::Operand(0)]);
        assert_eq!(tree.value(&["abc".into()]), Ok("cabc".into()));
        assert_eq!(tree.value(&["ab".into()]), Err(Ended::Throws));
        assert_eq!(tree.value(&[Value::Other]), Err(Ended::Unknown));
        assert_eq!(tree.value(&[]), Err(Ended::Unknown));
    }

    /// `"a" + i + n.toUpperCase()`.
    #[test]
    fn what_is_fixed_is_known_of_each_value() {
        let number = Expression::Printed(Box::new(Expression::Fixed(Value::Unknown(None))), Hole::Integer);
        let text = |expression| Expression::Printed(Box::new(expression), Hole::Any);
        let tree = |last| Expression::Apply(concat, vec![Expression::Fixed("a".into()), number.clone(), text(last)]);
        let outline = Template::of_pieces(["a".into(), Piece::Hole(Hole::Integer), "b".into()]);
        assert_eq!(tree(Expression::Fixed("b".into())).outline(), outline);
        assert_eq!(tree(Expression::Operand(0)).value(&["b".into()]), Ok(Value::Template(outline)));
        let any = Template::of_pieces(["a".into(), Piece::Hole(Hole::Any)]);
        assert_eq!(tree(Expression::Operand(0)).outline(), any);
        assert_eq!(tree(Expression::Apply(char_at, vec![Expression::Operand(0)])).outline(), any);
    }

    #[test]
    fn what_is_said_elsewhere_is_not_said_again() {
        let unknown = || vec![Expression::Fixed(Value::Unknown(None))];
        assert_eq!(Expression::Apply(concat, unknown()).value(&[]), Err(Ended::Unknown));
        assert_eq!(Expression::Placed(concat, unknown()).value(&[]), Err(Ended::Throws));
    }

    /// `n.charAt(0) == '[' ? n : "b"`.
    #[test]
    fn the_way_that_control_took_decides() {
        let first = || Expression::Apply(char_at, vec![Expression::Operand(0), Expression::Fixed(Value::Number(0))]);
        let is_array = |holds| {
            let bracket = Expression::Fixed(Value::Number(0x5b));
            Condition::compares(|one, other| one == other, [first(), bracket], holds)
        };
        let way = |conditions: &[bool], value| Alternative {
            conditions: conditions.iter().map(|&c| is_array(c)).collect(),
            value,
        };
        let tree = Expression::Joined(vec![
            way(&[true], Expression::Operand(0)),
            way(&[false], Expression::Fixed("b".into())),
        ]);
        assert_eq!(tree.value(&["[I".into()]), Ok("[I".into()));
        assert_eq!(tree.value(&["I".into()]), Ok("b".into()));
        // Nobody knows which, or neither.
        assert_eq!(tree.value(&["".into()]), Err(Ended::Unknown));
        let neither = Expression::Joined(vec![way(&[true, false], Expression::Operand(0))]);
        assert_eq!(neither.value(&["I".into()]), Err(Ended::Throws));
        assert!(tree.reads(0) && !tree.reads(1));
    }

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
