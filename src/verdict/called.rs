//! What the names of a called method and its class say of what it gives: which kind of outside it is from, whether it is made
//! of other texts. They are guesses about methods that nothing else is known of, for words and entries that readers see; no
//! answer depends on them. Must not know findings.

use std::fmt;

use crate::result::OriginKind;

/// A part of the name of a method that says where its result comes from.
#[derive(Debug, Clone, Copy)]
enum Named {
    /// Classes whose name has this part.
    Class(&'static str),
    /// Methods whose name has this part.
    Method(&'static str),
    /// Methods of this very name.
    Exactly(&'static str),
}

/// The first row that fits decides.
const KINDS: &[(OriginKind, &[Named])] = &[
    // What reads from memory, and writes to it, or makes a text of another.
    (
        OriginKind::Other,
        &[
            Named::Class("java.io.String"),
            Named::Class("java.io.CharArray"),
            Named::Class("java.io.ByteArray"),
            Named::Class("java.net.URLDecoder"),
            Named::Class("java.net.URLEncoder"),
            Named::Class("java.net.URI"),
            Named::Class("java.net.IDN"),
        ],
    ),
    (
        OriginKind::Property,
        &[Named::Method("getProperty"), Named::Class("Preferences"), Named::Class("ResourceBundle")],
    ),
    (OriginKind::Environment, &[Named::Exactly("getenv")]),
    (OriginKind::Network, &[Named::Class("java.net."), Named::Class("servlet"), Named::Class("HttpClient")]),
    (OriginKind::Deserialised, &[Named::Class("ObjectInput"), Named::Method("readUTF")]),
    (OriginKind::File, &[Named::Class("java.io."), Named::Class("java.nio."), Named::Class("Scanner")]),
];

/// How names of methods begin that make a text of others.
const MAKES_TEXT: &[&str] = &[
    "append",
    "concat",
    "decode",
    "encode",
    "format",
    "insert",
    "join",
    "lowerCase",
    "normalize",
    "remove",
    "repeat",
    "replace",
    "reverse",
    "split",
    "strip",
    "substring",
    "substitute",
    "toLowerCase",
    "toString",
    "toUpperCase",
    "tokenize",
    "translate",
    "trim",
    "unquote",
    "upperCase",
    "valueOf",
];

/// A method that a call names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Called {
    /// Binary name.
    pub(super) class: String,
    pub(super) name: String,
}

impl Called {
    /// `System.getProperty`
    pub(super) fn short(&self) -> String {
        format!("{}.{}", self.class.rsplit('.').next().unwrap_or(""), self.name)
    }

    /// The kind of the outside that it reads from.
    pub(super) fn reads(&self) -> OriginKind {
        let fits = |named: &Named| match *named {
            Named::Class(part) => self.class.contains(part),
            Named::Method(part) => self.name.contains(part),
            Named::Exactly(name) => self.name == name,
        };
        let row = KINDS.iter().find(|(_, names)| names.iter().any(fits));
        row.map_or(OriginKind::Other, |(kind, _)| *kind)
    }

    /// Whether it makes a text of others, instead of asking for one by a key.
    pub(super) fn makes_text(&self) -> bool {
        MAKES_TEXT.iter().any(|made| self.name.starts_with(made))
    }
}

/// `java.lang.System.getProperty`
impl fmt::Display for Called {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.class, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn called_methods_say_what_they_read() {
        for (called, kind) in [
            ("java.lang.System.getProperty", OriginKind::Property),
            ("java.util.ResourceBundle.getString", OriginKind::Property),
            ("java.lang.System.getenv", OriginKind::Environment),
            ("jakarta.servlet.ServletRequest.getParameter", OriginKind::Network),
            ("java.io.ObjectInputStream.readObject", OriginKind::Deserialised),
            ("java.io.BufferedReader.readLine", OriginKind::File),
            ("com.acme.Names.next", OriginKind::Other),
            ("java.io.StringWriter.toString", OriginKind::Other),
            ("java.net.URLDecoder.decode", OriginKind::Other),
            ("java.io.ByteArrayOutputStream.toString", OriginKind::Other),
        ] {
            let (class, name) = called.rsplit_once('.').expect("a class");
            let called = Called { class: class.to_owned(), name: name.to_owned() };
            assert_eq!(called.reads(), kind, "{called}");
        }
    }
}
