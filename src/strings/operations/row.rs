//! What a row of the table of operations says. Must not know which rows there are.

use crate::strings::Value;

/// From the values of the operands to the value of the result; `None` if there is none, since the method throws.
pub type Function = fn(&[Value]) -> Option<Value>;

/// What of a call an operation reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    Receiver,
    /// The argument of that number, the receiver not counted.
    Argument(usize),
    /// Receiver and arguments.
    Every,
}

/// What an operation gives: a method as its result, a constructor as the text of its object.
#[derive(Debug, Clone, Copy)]
pub enum Gives {
    /// What the function makes of the operands' texts.
    Text(Function),
    /// The first operand as it is.
    Operand,
    /// The text of the first operand, which is what its `toString` gives (JDK javadoc of `String.valueOf(Object)`), or
    /// another operand as it is.
    TextOf,
    /// What was put into the builder.
    Built,
    /// The receiver.
    Receiver,
    /// A text made of the operands' in a way that is not followed.
    Derived,
    /// A text nobody knows, or an array of such texts or of primitives.
    Unknown,
    Array,
    /// No object.
    Nothing,
    /// What the method's body says: it is not for the model of strings.
    Body,
}

/// An operation: a method, by its declaration, and what it does.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    pub class: &'static str,
    pub name: &'static str,
    pub descriptor: &'static str,
    pub effect: Effect,
}

/// What a call of an operation does.
#[derive(Debug, Clone, Copy)]
pub struct Effect {
    /// The operands, in the order the function takes them. The text of one that is no string is what its `toString` gives.
    pub operands: &'static [Position],
    pub gives: Gives,
    /// Whether the method's body is looked at as well, for what it calls.
    pub and_body: bool,
}

pub(super) const STRING: &str = "java/lang/String";
pub(super) const BUILDER: &str = "java/lang/StringBuilder";
pub(super) const BUFFER: &str = "java/lang/StringBuffer";
pub(super) const BUILDERS: &str = "java/lang/AbstractStringBuilder";
pub(super) const OBJECTS: &str = "java/util/Objects";

pub(super) const fn row(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    operands: &'static [Position],
    gives: Gives,
) -> Operation {
    Operation { class, name, descriptor, effect: Effect { operands, gives, and_body: false } }
}

impl Operation {
    pub(super) const fn and_body(mut self) -> Self {
        self.effect.and_body = true;
        self
    }
}

impl Effect {
    /// Positions of the operands among `count` arguments of a call, the receiver first if it `has_receiver`.
    pub fn indices(&self, has_receiver: bool, count: usize) -> Vec<usize> {
        let index = |position: &Position| match *position {
            Position::Every => 0..count,
            Position::Receiver => 0..1,
            Position::Argument(number) => {
                let index = usize::from(has_receiver) + number;
                index..index + 1
            }
        };
        self.operands.iter().flat_map(index).collect()
    }
}
