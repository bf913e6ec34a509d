//! What one instruction computes of texts and numbers, as a tree of functions: a number, a character or the content of a
//! local builder has no object of its own, so what is done to it is kept until a text is made of it. One operand may stand
//! at several places of a tree and is the same value at all of them. Must not know which functions there are.

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
        }
    }

    /// What its value is whatever the operands are.
    pub fn outline(&self) -> Template {
        match self.outlined() {
            Value::Template(template) => template,
            Value::Const(text) => Template::of_pieces([Piece::Literal(text)]),
            _ => Template::of_hole(Hole::Any),
        }
    }

    fn outlined(&self) -> Value {
        let any = || Value::Template(Template::of_hole(Hole::Any));
        match self {
            Expression::Fixed(Value::Unknown(_)) | Expression::Operand(_) => any(),
            Expression::Fixed(value) => value.clone(),
            Expression::Printed(printed, hole) => match printed.outlined() {
                Value::Template(template) if template == Template::of_hole(Hole::Any) => {
                    Value::Template(Template::of_hole(*hole))
                }
                known => known,
            },
            Expression::Apply(function, arguments) | Expression::Placed(function, arguments) => {
                let arguments: Vec<Value> = arguments.iter().map(Expression::outlined).collect();
                function(&arguments).unwrap_or_else(|_| any())
            }
        }
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
}
