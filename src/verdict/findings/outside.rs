//! What kind of outside a called method reads from, by its name. It sorts findings for readers and decides nothing. Must not
//! know findings.

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
    (
        OriginKind::Property,
        &[Named::Method("getProperty"), Named::Class("Preferences"), Named::Class("ResourceBundle")],
    ),
    (OriginKind::Environment, &[Named::Exactly("getenv")]),
    (OriginKind::Network, &[Named::Class("java.net."), Named::Class("servlet"), Named::Class("HttpClient")]),
    (OriginKind::Deserialised, &[Named::Class("ObjectInput"), Named::Method("readUTF")]),
    (OriginKind::File, &[Named::Class("java.io."), Named::Class("java.nio."), Named::Class("Scanner")]),
];

/// The kind of the outside that a method reads from, by its binary name: `java.lang.System.getProperty`.
pub(super) fn kind_of(called: &str) -> OriginKind {
    let (class, method) = called.rsplit_once('.').unwrap_or(("", called));
    let fits = |named: &Named| match *named {
        Named::Class(part) => class.contains(part),
        Named::Method(part) => method.contains(part),
        Named::Exactly(name) => method == name,
    };
    let row = KINDS.iter().find(|(_, names)| names.iter().any(fits));
    row.map_or(OriginKind::Other, |(kind, _)| *kind)
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
            ("", OriginKind::Other),
        ] {
            assert_eq!(kind_of(called), kind, "{called}");
        }
    }
}
