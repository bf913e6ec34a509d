//! Providers of services as the JDK's `ServiceLoader` finds them for an application on the class path: what the modules of the
//! JDK provide, then what `META-INF/services` files name. Must not know whether a name is a usable class.

use super::{ArtifactId, ClassPath, Origin};
use crate::diag::Diag;

/// A class that is declared as a provider of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceProvider {
    /// Binary name, or the text of the line where it is no name of a class.
    pub name: String,
    pub declared: Declared,
}

/// Who declares a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Declared {
    /// A module of the JDK.
    Module,
    /// A file of a JDK without modules.
    JdkFile,
    /// A file of the application or of a library.
    File,
    /// A line that is no name of a class: it makes the file as a whole unusable.
    IllFormed,
}

impl ClassPath {
    /// The providers of a service (binary name of its type) in the order they are found, each once for each way it is
    /// declared.
    ///
    /// The classes of a JDK with modules are providers by its descriptors alone: `ServiceLoader` skips classes of named
    /// modules that a file names.
    ///
    /// Diagnostics name files and descriptors that cannot be read: there may be more providers then.
    pub fn service_providers(&self, service: &str) -> (Vec<ServiceProvider>, Vec<Diag>) {
        let mut found: Vec<ServiceProvider> = Vec::new();
        let mut add = |name: String, declared| {
            let provider = ServiceProvider { name, declared };
            if !found.contains(&provider) {
                found.push(provider);
            }
        };
        let is_jdk = |artifact: ArtifactId| self.artifact(artifact).origin == Origin::Jdk;
        let (modules, mut diags) = self.providers_of_modules(&service.replace('.', "/"), is_jdk);
        for provider in modules {
            add(provider.class.replace('/', "."), Declared::Module);
        }
        for file in self.resources(&format!("META-INF/services/{service}")) {
            let declared = match is_jdk(file.artifact) {
                true if self.jdk.is_modular => continue,
                true => Declared::JdkFile,
                false => Declared::File,
            };
            match self.resource_bytes(&file).map(|bytes| provider_names(&bytes)) {
                Ok(Ok(names)) => names.into_iter().for_each(|name| add(name, declared)),
                Ok(Err(line)) => add(line, Declared::IllFormed),
                Err(diag) => diags.push(diag),
            }
        }
        (found, diags)
    }
}

/// The names in a `META-INF/services` file, in order, each once: lines of UTF-8 text without what follows `#`, without
/// characters up to the space at both ends and without those that are empty then (`java.util.ServiceLoader`).
///
/// # Errors
/// The first line that is no qualified name: of such a file the loader takes none.
fn provider_names(bytes: &[u8]) -> Result<Vec<String>, String> {
    let text = String::from_utf8_lossy(bytes);
    let mut names: Vec<String> = Vec::new();
    for line in text.split(['\n', '\r']) {
        let name = line.split('#').next().unwrap_or_default().trim_matches(|c: char| c <= ' ');
        if name.is_empty() {
            continue;
        }
        let mut letters = name.chars();
        if !letters.next().is_some_and(starts_identifier) || !letters.all(|c| c == '.' || continues_identifier(c)) {
            return Err(name.to_owned());
        }
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

/// `Character.isJavaIdentifierStart`, more generous beyond Latin scripts: no class has such a name then.
fn starts_identifier(c: char) -> bool {
    match c {
        '_' | '$' => true,
        '\u{feff}' | char::REPLACEMENT_CHARACTER => false,
        _ if c.is_ascii() => c.is_ascii_alphabetic(),
        _ => !c.is_whitespace() && !c.is_numeric() && !c.is_control(),
    }
}

/// `Character.isJavaIdentifierPart`, as generous; ignorable control characters are parts.
fn continues_identifier(c: char) -> bool {
    match c {
        '\0'..='\u{8}' | '\u{e}'..='\u{1b}' | '\u{7f}'..='\u{9f}' | '\u{feff}' => true,
        char::REPLACEMENT_CHARACTER => false,
        _ => c.is_ascii_digit() || starts_identifier(c) || (!c.is_ascii() && !c.is_whitespace()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<Vec<String>, String> {
        provider_names(text.as_bytes())
    }

    #[test]
    fn lines_without_comments_each_once() {
        let text = "# ours\n\na.B # first\r\n  \t d.E$F\u{1}\t\r a.B\na.B#again\n#a.C\nx.\u{e4}_9";
        assert_eq!(names(text).unwrap(), ["a.B", "d.E$F", "x.\u{e4}_9"]);
        assert!(names("").unwrap().is_empty());
        assert!(names(" # nothing\n\n").unwrap().is_empty());
    }

    #[test]
    fn a_line_that_is_no_name_spoils_the_file() {
        assert_eq!(names("a.B\na.C a.D\n").unwrap_err(), "a.C a.D");
        assert_eq!(names("a.B\ta.C").unwrap_err(), "a.B\ta.C");
        assert_eq!(names("9a.B").unwrap_err(), "9a.B");
        assert_eq!(names("a/B").unwrap_err(), "a/B");
        assert_eq!(names(".a.B").unwrap_err(), ".a.B");
        assert_eq!(names("\u{feff}a.B").unwrap_err(), "\u{feff}a.B");
        assert_eq!(names("a.B;").unwrap_err(), "a.B;");
    }

    #[test]
    fn odd_bytes_are_no_names() {
        assert_eq!(provider_names(b"a.B\xff").unwrap_err(), "a.B\u{fffd}");
        assert_eq!(provider_names(b"\xc3").unwrap_err(), "\u{fffd}");
        // Dots are not looked at.
        assert_eq!(provider_names(b"a..B.").unwrap(), ["a..B."]);
    }
}
