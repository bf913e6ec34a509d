//! What resources of the class path say, by their grammars: properties, lists of names, lines, texts in binary files. Pure
//! functions over bytes. Must not know where the bytes come from, nor who asks for what they say.

mod lines;
mod properties;
mod texts;

/// Largest file that is read for what it names, in bytes.
pub const LARGEST: usize = 1 << 20;

pub use lines::{Charset, UNKNOWN, decoded, lines, names, rests, scanned_lines, words};
pub use properties::{has_joined_lines, loaded, pairs, properties};
pub use texts::texts;
