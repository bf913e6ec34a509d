//! What is known of a called method for words and entries that readers see: its name, and whether it makes a text of others. Must
//! not know findings.

use std::fmt;

use crate::reflection::makes_text;

/// A method that a call names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Called {
    /// Binary name.
    pub(super) class: String,
    pub(super) name: String,
}

/// Classes of libraries whose methods make texts of the texts that they are given.
const OF_TEXTS: [&str; 2] = ["com/google/common/base/Strings", "kotlin/text/StringsKt"];

impl Called {
    /// `System.getProperty`, `new String`
    pub(super) fn short(&self) -> String {
        let class = self.class.rsplit('.').next().unwrap_or("");
        if self.is_constructor() { format!("new {class}") } else { format!("{class}.{}", self.name) }
    }

    pub(super) fn is_constructor(&self) -> bool {
        self.name == "<init>"
    }

    /// Whether it makes a text of others, instead of asking for one by a key.
    pub(super) fn makes_text(&self) -> bool {
        let class = self.internal_class();
        makes_text(&class, &self.name) || OF_TEXTS.contains(&class.as_str())
    }

    fn internal_class(&self) -> String {
        self.class.replace('.', "/")
    }
}

/// `java.lang.System.getProperty`
impl fmt::Display for Called {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.class, self.name)
    }
}
