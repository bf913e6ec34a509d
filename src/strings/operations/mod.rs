//! Operations on texts: the methods of `String` and of its builders, what each reads and gives, and the pure functions
//! behind those that are evaluated. A new one is a row of `table.rs` and a function in `functions.rs`. Must not know calls
//! and pointers: `models` joins both.

mod functions;
mod table;
#[cfg(test)]
mod tests;

pub use functions::concat;
pub use table::OPERATIONS;

use super::Value;

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

const STRING: &str = "java/lang/String";
const BUILDER: &str = "java/lang/StringBuilder";
const BUFFER: &str = "java/lang/StringBuffer";
const BUILDERS: &str = "java/lang/AbstractStringBuilder";
const OBJECTS: &str = "java/util/Objects";

const fn row(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    operands: &'static [Position],
    gives: Gives,
) -> Operation {
    Operation { class, name, descriptor, effect: Effect { operands, gives, and_body: false } }
}

impl Operation {
    const fn and_body(mut self) -> Self {
        self.effect.and_body = true;
        self
    }
}

/// What calls of a method do: what its row says, or its descriptor if it is one of `String` or of its builders without a
/// row. `None` for what is no operation on texts.
pub fn find(class: &str, name: &str, descriptor: &str) -> Option<Effect> {
    if ![STRING, BUILDER, BUFFER, BUILDERS, OBJECTS].contains(&class) {
        return None;
    }
    let is_asked = |row: &&Operation| row.class == class && row.name == name && row.descriptor == descriptor;
    if let Some(row) = OPERATIONS.iter().find(is_asked) {
        return (!matches!(row.effect.gives, Gives::Body)).then_some(row.effect);
    }
    let gives = unlisted(class, name, descriptor)?;
    Some(Effect { operands: &[Position::Every], gives, and_body: false })
}

/// Whether the method is a constructor of `String`. The content of a new string comes from it alone: one that is not
/// followed makes a text of its own, not none.
pub fn makes_text(class: &str, name: &str) -> bool {
    class == STRING && name == "<init>"
}

/// What a method without a row gives, by what it returns.
fn unlisted(class: &str, name: &str, descriptor: &str) -> Option<Gives> {
    let (_, returned) = descriptor.rsplit_once(')')?;
    Some(match (class, name, returned) {
        (OBJECTS, ..) | (_, "<clinit>", _) => return None,
        _ if makes_text(class, name) => Gives::Unknown,
        (.., "Ljava/lang/String;" | "Ljava/lang/CharSequence;") => Gives::Derived,
        (
            ..,
            "Ljava/lang/StringBuilder;"
            | "Ljava/lang/StringBuffer;"
            | "Ljava/lang/AbstractStringBuilder;"
            | "Ljava/lang/Appendable;",
        ) => Gives::Receiver,
        (.., returned) if returned.starts_with('[') => Gives::Array,
        (.., returned) if returned.len() == 1 => Gives::Nothing,
        // Streams, optionals, what a function gives: their bodies call back.
        _ => return None,
    })
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
