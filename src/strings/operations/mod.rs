//! Operations on texts: the methods of `String` and of its builders, what each reads and gives, and the pure functions
//! behind those that are evaluated. A new one is a row of `table.rs` and a function in `functions/`. Must not know calls
//! and pointers: `models` joins both.

mod builders;
mod functions;
mod methods;
mod row;
mod table;
#[cfg(test)]
mod tests;

pub use functions::*;
pub use methods::{is_equality, of_call, of_method};
pub use row::{Change, Effect, Function, Gives, MATCHER, Operation, PATTERN, Parts, Position, STRING};

use std::sync::LazyLock;

use crate::base::FxHashMap;
use builders::BUILDER_OPERATIONS;
use row::{BUFFER, BUILDER, BUILDERS, JOINER, OBJECTS, TOKENIZER};
use table::OPERATIONS;

/// The classes of objects in which a text is put together.
pub const TEXT_BUILDERS: [&str; 2] = [BUILDER, BUFFER];

/// All rows.
pub fn rows() -> impl Iterator<Item = &'static Operation> {
    OPERATIONS.iter().chain(BUILDER_OPERATIONS.into_iter().flatten())
}

/// What the row of a method says, if it has one.
pub fn listed(class: &str, name: &str, descriptor: &str) -> Option<Effect> {
    // Each call of each body asks.
    type ByMethod = FxHashMap<(&'static str, &'static str, &'static str), Effect>;
    static BY_METHOD: LazyLock<ByMethod> =
        LazyLock::new(|| rows().map(|row| ((row.class, row.name, row.descriptor), row.effect)).collect());
    let by_method: &FxHashMap<(&str, &str, &str), Effect> = &BY_METHOD;
    by_method.get(&(class, name, descriptor)).copied()
}

/// What calls of a method do: what its row says, or its descriptor if it is one of `String` or of its builders without a
/// row. `None` for what is no operation on texts, or is one that its body does.
pub fn find(class: &str, name: &str, descriptor: &str) -> Option<Effect> {
    let is_text = [STRING, BUILDER, BUFFER, BUILDERS, OBJECTS].contains(&class);
    if let Some(effect) = listed(class, name, descriptor) {
        let is_body = match effect.gives {
            Gives::Body | Gives::New => true,
            Gives::Value(_) | Gives::Receiver => !is_text,
            _ => false,
        };
        return (!is_body).then_some(effect);
    }
    if !is_text {
        return None;
    }
    let gives = unlisted(class, name, descriptor)?;
    Some(Effect { operands: &[Position::Every], gives, change: Change::None, and_body: false, or_body: false })
}

/// Whether objects of a class have texts that its operations change, so that they are followed from their constructor on.
pub fn has_state(class: &str) -> bool {
    [BUILDER, BUFFER, BUILDERS, JOINER, TOKENIZER, MATCHER].contains(&class)
}

/// Whether what objects of a class are given as a `CharSequence` is read by `length` and `charAt`, unless it is a string or a builder
/// (JDK: `AbstractStringBuilder.append(CharSequence)`, `insert(int, CharSequence)` and those of parts). All else that takes one
/// calls `toString` (`String.join`, `replace`, `contains`, `StringJoiner`), but what takes texts apart by a pattern.
pub fn reads_characters(class: &str) -> bool {
    [BUILDER, BUFFER, BUILDERS, PATTERN].contains(&class)
}

/// Whether the method is a constructor of `String`. The content of a new string comes from it alone: one that is not
/// followed makes a text of its own, not none.
pub fn makes_text(class: &str, name: &str) -> bool {
    class == STRING && name == "<init>"
}

/// Whether a method makes a text of others, by its class and name: one whose row says so, or one of `String` or of its builders
/// without a row.
pub fn joins_texts(class: &str, name: &str) -> bool {
    let mut named = rows().filter(|row| (row.class, row.name) == (class, name)).peekable();
    match named.peek() {
        None => class == STRING || TEXT_BUILDERS.contains(&class),
        Some(_) => named.any(|row| match row.effect.gives {
            Gives::Text(_) | Gives::Parts(_) | Gives::Operand | Gives::TextOf | Gives::Receiver | Gives::Derived => {
                true
            }
            Gives::Value(_)
            | Gives::Characters
            | Gives::Unknown
            | Gives::Array
            | Gives::Nothing
            | Gives::New
            | Gives::Body => false,
        }),
    }
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
