//! Changes to the text of spec files: entries that are added and entries that are brought up to date. Whatever stands there
//! already, comments, order and line ends included, stays. Must not know files nor the program.

mod document;
mod entry;
#[cfg(test)]
mod tests;

pub use document::{Change, SpecDocument};
pub use entry::{NewAccept, NewCall, OpenEntry, entry_lines, is_left_open, scaffolded};
