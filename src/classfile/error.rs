//! Why a class file cannot be used, as data. Must not know where the bytes came from.

use std::fmt;

/// What is wrong with a class file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClassErrorKind {
    /// The first four bytes are not `0xCAFEBABE`.
    NotAClass,
    /// The bytes end before the structure does.
    Truncated,
    /// The structure contradicts JVMS 4.
    Malformed,
    /// Well-formed perhaps, but beyond a limit this project sets (nesting, sizes).
    Limit,
    /// The class-file reader of this project gives up; a JVM need not.
    Unread,
}

impl ClassErrorKind {
    /// Whether a JVM refuses such a file as well (JVMS 4.8).
    pub fn is_refused(self) -> bool {
        matches!(self, Self::NotAClass | Self::Truncated | Self::Malformed)
    }
}

/// A class file that cannot be used; `offset` is a byte position in it where one is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassError {
    pub kind: ClassErrorKind,
    pub offset: Option<u32>,
    pub message: String,
}

impl ClassError {
    pub(crate) fn new(kind: ClassErrorKind, offset: usize, message: impl Into<String>) -> Self {
        Self { kind, offset: u32::try_from(offset).ok(), message: message.into() }
    }

    pub(crate) fn malformed(offset: usize, message: impl Into<String>) -> Self {
        Self::new(ClassErrorKind::Malformed, offset, message)
    }
}

impl fmt::Display for ClassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            ClassErrorKind::NotAClass => "not a class file",
            ClassErrorKind::Truncated => "truncated class file",
            ClassErrorKind::Malformed => "malformed class file",
            ClassErrorKind::Limit => "class file beyond a limit",
            ClassErrorKind::Unread => "class file that cannot be read",
        };
        write!(f, "{kind}: {}", self.message)?;
        match self.offset {
            Some(offset) => write!(f, " (at byte {offset})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ClassError {}
