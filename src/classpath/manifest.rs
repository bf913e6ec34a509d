//! Jar manifests: the main section and the relative URLs of `Class-Path` (JAR File Specification, "JAR Manifest").
//! Must not know files.

/// Main attributes of `META-INF/MANIFEST.MF`, in file order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manifest {
    attributes: Vec<(String, String)>,
}

impl Manifest {
    /// Reads the main section: up to the first empty line, continuation lines (which start with a space) joined. Lines
    /// without a colon and bytes that are no UTF-8 are skipped: a damaged manifest gives fewer attributes.
    pub(super) fn parse(bytes: &[u8]) -> Self {
        let mut lines: Vec<Vec<u8>> = Vec::new();
        for line in bytes.split(|byte| *byte == b'\n').flat_map(split_carriage_returns) {
            match (line.first(), lines.last_mut()) {
                (None, _) => break,
                (Some(b' '), Some(previous)) => previous.extend_from_slice(&line[1..]),
                _ => lines.push(line.to_vec()),
            }
        }
        let attributes = lines
            .into_iter()
            .filter_map(|line| {
                let line = String::from_utf8(line).ok()?;
                let (name, value) = line.split_once(':')?;
                Some((name.trim_end().to_owned(), value.strip_prefix(' ').unwrap_or(value).to_owned()))
            })
            .collect();
        Self { attributes }
    }

    /// The value of a main attribute. Names ignore case; of repeated attributes the last counts, as in
    /// `java.util.jar.Attributes`.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().rev().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim_end())
    }

    /// `Multi-Release: true`.
    pub(super) fn is_multi_release(&self) -> bool {
        self.get("Multi-Release").is_some_and(|value| value.eq_ignore_ascii_case("true"))
    }

    /// The URLs of `Class-Path`, as written.
    pub(super) fn class_path(&self) -> impl Iterator<Item = &str> {
        self.get("Class-Path").unwrap_or_default().split_ascii_whitespace()
    }
}

/// Splits at carriage returns, without making an empty line of the one before a line feed.
fn split_carriage_returns(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.strip_suffix(b"\r").unwrap_or(line).split(|byte| *byte == b'\r')
}

/// What a `Class-Path` URL refers to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ClassPathUrl {
    /// Relative to the folder of the jar, `/`-separated; a folder of classes if it ends in a slash.
    Relative(String),
    Absolute(String),
    /// Another scheme than `file`, or not a URL: the class loader ignores it as well.
    Ignored,
}

/// Interprets one URL of `Class-Path` as `jdk.internal.loader.URLClassPath` does (`file` URLs only).
pub(super) fn class_path_url(url: &str) -> ClassPathUrl {
    let path = match url.split_once(':') {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("file") => rest,
        // A single letter is a Windows drive, which the JDK refuses as an unknown protocol.
        Some((scheme, _)) if !scheme.contains('/') => return ClassPathUrl::Ignored,
        _ => url,
    };
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let path = path.strip_prefix("//").map_or(path, |rest| rest.find('/').map_or("", |start| &rest[start..]));
    match percent_decode(path) {
        None => ClassPathUrl::Ignored,
        Some(path) if path.is_empty() => ClassPathUrl::Ignored,
        Some(path) if path.starts_with('/') => ClassPathUrl::Absolute(path),
        Some(path) => ClassPathUrl::Relative(path),
    }
}

/// Replaces `%xx`; `None` for a bad escape or if the result is not UTF-8 or holds a NUL.
fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'%' => {
                let high = char::from(bytes.next()?).to_digit(16)?;
                let low = char::from(bytes.next()?).to_digit(16)?;
                (high * 16 + low) as u8
            }
            byte => byte,
        });
    }
    (!decoded.contains(&0)).then_some(())?;
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_section_with_continuations() {
        let manifest = Manifest::parse(
            b"Manifest-Version: 1.0\r\nClass-Path: a.jar lib/b\r\n .jar  c%20d/\r\nmain-class: x.Y\r\n\r\nName: z\r\nMain-Class: no\r\n",
        );
        assert_eq!(manifest.get("Main-Class"), Some("x.Y"));
        assert_eq!(manifest.class_path().collect::<Vec<_>>(), ["a.jar", "lib/b.jar", "c%20d/"]);
        assert!(!manifest.is_multi_release());
        assert_eq!(manifest.get("Name"), None);
    }

    #[test]
    fn line_ends_and_damage() {
        for text in ["Multi-Release: TRUE\n", "A: b\rMulti-Release:true\r", "\u{FFFD}\nno colon\nMulti-Release: true "]
        {
            assert!(Manifest::parse(text.as_bytes()).is_multi_release(), "{text:?}");
        }
        assert_eq!(Manifest::parse(b" x: leading continuation\n"), {
            Manifest { attributes: vec![(" x".into(), "leading continuation".into())] }
        });
        assert_eq!(Manifest::parse(b"\xFF\xFE: a\nB: c").get("B"), Some("c"));
    }

    #[test]
    fn urls() {
        let cases = [
            ("lib/a.jar", ClassPathUrl::Relative("lib/a.jar".into())),
            ("../a%20b/", ClassPathUrl::Relative("../a b/".into())),
            ("file:/opt/a.jar", ClassPathUrl::Absolute("/opt/a.jar".into())),
            ("file:///opt/a.jar", ClassPathUrl::Absolute("/opt/a.jar".into())),
            ("FILE:a.jar", ClassPathUrl::Relative("a.jar".into())),
            ("http://x/a.jar", ClassPathUrl::Ignored),
            ("C:/a.jar", ClassPathUrl::Ignored),
            ("a%zz", ClassPathUrl::Ignored),
            ("a%00b", ClassPathUrl::Ignored),
            ("%FF", ClassPathUrl::Ignored),
            ("#x", ClassPathUrl::Ignored),
        ];
        for (url, expected) in cases {
            assert_eq!(class_path_url(url), expected, "{url}");
        }
    }
}
