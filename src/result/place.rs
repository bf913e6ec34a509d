//! Whose code something is in, and where: instructions, classes and members by their names. Must not know what is said of
//! them.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CodeOrigin {
    Application,
    Library,
    Jdk,
}

/// A class, or a member of one. Order: class, member, descriptor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// Binary name with dots and `$`; arrays as `[Lcom.acme.B;`; primitives by keyword.
    pub class: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub descriptor: Option<String>,
}

/// Position of an instruction, without source text.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Place {
    /// Binary name of the class that holds the instruction.
    pub class: String,
    pub method: String,
    pub descriptor: String,
    pub offset: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// SourceFile attribute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What the source mapper looks for on the line: simple name of the method called (`forName`), or the token of interest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TraceStep {
    pub place: Place,
    pub message: String,
}
