//! Types, class hierarchy, members, JVMS 5.4.3 resolution and 5.4.6 selection, the JDK's reflective look-up rules, lazy
//! loading and phantom classes. Must not know bytecode.

mod types;

pub use types::*;
