//! What a row of the table of operations says. Must not know which rows there are.

use crate::strings::{Ended, Value};

/// From the values of the operands to the value of the result.
pub type Function = fn(&[Value]) -> Result<Value, Ended>;

/// From the values of the operands to those of the results, each of which the method gives at some time or place.
pub type Parts = fn(&[Value]) -> Result<Vec<Value>, Ended>;

/// What of a call an operation reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    Receiver,
    /// The argument of that number, the receiver not counted.
    Argument(usize),
    /// The same, of which no `toString` is asked for: what is no string is no text.
    Itself(usize),
    /// Receiver and arguments.
    Every,
    /// This text.
    Text(&'static str),
    /// The default locale.
    Locale,
}

/// What an operation gives: a method as its result, a constructor as the text of its object.
#[derive(Debug, Clone, Copy)]
pub enum Gives {
    /// What the function makes of the operands' texts.
    Text(Function),
    /// What the function makes of them, one at a time or as the elements of an array.
    Parts(Parts),
    /// A number, a character or an object that holds one. It is asked for where it is an operand itself.
    Value(Function),
    /// The first operand as it is.
    Operand,
    /// The text of the first operand, which is what its `toString` gives (JDK javadoc of `String.valueOf(Object)`), or
    /// another operand as it is.
    TextOf,
    /// An array of the characters of the first operand, which is asked for where that is an operand.
    Characters,
    /// The receiver.
    Receiver,
    /// A new object, which is made of the operands and followed from here.
    New,
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

/// What becomes of the text in the object that a method is called on, or that a constructor makes.
#[derive(Debug, Clone, Copy)]
pub enum Change {
    /// It stays.
    None,
    /// What the function makes of the text before, if there is one, and the operands.
    To(Function),
    /// The same; given 0, the text before does not matter.
    Cut(Function),
    /// The operands are kept beside those before.
    Add,
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
    pub change: Change,
    /// Whether the method's body is looked at as well, for what it calls.
    pub and_body: bool,
    /// Whether the method's body says what it gives where its operands are not followed.
    pub or_body: bool,
}

pub const STRING: &str = "java/lang/String";
pub(super) const BUILDER: &str = "java/lang/StringBuilder";
pub(super) const BUFFER: &str = "java/lang/StringBuffer";
pub(super) const BUILDERS: &str = "java/lang/AbstractStringBuilder";
pub(super) const OBJECTS: &str = "java/util/Objects";
pub(super) const JOINER: &str = "java/util/StringJoiner";
pub(super) const TOKENIZER: &str = "java/util/StringTokenizer";
pub const PATTERN: &str = "java/util/regex/Pattern";
pub const MATCHER: &str = "java/util/regex/Matcher";

pub(super) const fn row(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    operands: &'static [Position],
    gives: Gives,
) -> Operation {
    Operation {
        class,
        name,
        descriptor,
        effect: Effect { operands, gives, change: Change::None, and_body: false, or_body: false },
    }
}

impl Operation {
    pub(super) const fn and_body(mut self) -> Self {
        self.effect.and_body = true;
        self
    }

    pub(super) const fn or_body(mut self) -> Self {
        self.effect.or_body = true;
        self
    }

    pub(super) const fn changing(mut self, change: Change) -> Self {
        self.effect.change = change;
        self
    }
}

impl Effect {
    /// Positions of the operands among `count` arguments of a call, the receiver first if it `has_receiver`.
    pub fn indices(&self, has_receiver: bool, count: usize) -> Vec<usize> {
        let index = |position: &Position| match *position {
            Position::Every => 0..count,
            Position::Receiver => 0..1,
            Position::Itself(_) | Position::Text(_) | Position::Locale => 0..0,
            Position::Argument(number) => {
                let index = usize::from(has_receiver) + number;
                index..index + 1
            }
        };
        self.operands.iter().flat_map(index).collect()
    }
}
