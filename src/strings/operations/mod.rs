//! Operations on texts: the methods of `String` and of its builders, what each reads and gives, and the pure functions
//! behind those that are evaluated. A new one is a row of `table.rs` and a function in `functions.rs`. Must not know calls
//! and pointers: `models` joins both.

mod functions;
mod row;
mod table;
#[cfg(test)]
mod tests;

pub use functions::concat;
pub use row::{Effect, Function, Gives, Operation, Position};
pub use table::OPERATIONS;

use row::{BUFFER, BUILDER, BUILDERS, OBJECTS, STRING};

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
