//! Lines and words of text files, as the JDK's readers give them. Must not know where the bytes come from.

use crate::base::FxIndexSet;

/// Trimmed lines of UTF-8 text without blank ones and without what follows `#`, in order, each once: the grammar of
/// `META-INF/services` files.
pub fn names(bytes: &[u8]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in String::from_utf8_lossy(bytes).lines() {
        let line = line.split('#').next().unwrap_or("").trim().trim_start_matches('\u{feff}');
        if !line.is_empty() && !found.iter().any(|known| known == line) {
            found.push(line.to_owned());
        }
    }
    found
}

/// How bytes are text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Charset {
    Utf8,
    Latin1,
    /// One that has ASCII, whatever else it has.
    Ascii,
}

impl Charset {
    /// The charset of a name as `Charset.forName` takes it; none if bytes of ASCII may mean something else.
    pub fn named(name: &str) -> Option<Self> {
        Some(match &*name.to_ascii_uppercase().replace('_', "-") {
            "UTF-8" | "UTF8" => Charset::Utf8,
            "ISO-8859-1" | "ISO8859-1" | "LATIN1" => Charset::Latin1,
            "US-ASCII" | "ASCII" => Charset::Ascii,
            _ => return None,
        })
    }
}

/// What stands for some characters that are not known. Of a text that should be UTF-8 and is not they are U+FFFD.
pub const UNKNOWN: char = '\u{10ffff}';

/// The bytes as text. None if there are zeros: it is another encoding, or no text.
pub fn decoded(bytes: &[u8], charset: Charset) -> Option<String> {
    if bytes.contains(&0) {
        return None;
    }
    match (charset, std::str::from_utf8(bytes)) {
        (Charset::Utf8, Ok(text)) => return Some(text.to_owned()),
        (Charset::Latin1, _) => return Some(bytes.iter().map(|&byte| char::from(byte)).collect()),
        _ => {}
    }
    let mut text = String::with_capacity(bytes.len());
    for run in bytes.chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
        match run.is_ascii() {
            true => text.extend(run.iter().map(|&byte| char::from(byte))),
            false => text.push(UNKNOWN),
        }
    }
    Some(text)
}

/// What `BufferedReader.readLine` gives of a text, each once: lines end at LF, CR or CR LF, and no empty one follows the last end.
pub fn lines(text: &str) -> FxIndexSet<String> {
    text.replace("\r\n", "\n").replace('\r', "\n").lines().map(str::to_owned).collect()
}

/// What `Scanner.nextLine` gives of a text, each once.
pub fn scanned_lines(text: &str) -> FxIndexSet<String> {
    lines(&text.replace(['\u{85}', '\u{2028}', '\u{2029}'], "\n"))
}

/// What `Scanner.nextLine` gives of a text behind words that were taken, each once.
pub fn rests(text: &str) -> FxIndexSet<String> {
    let behind_words = |line: String| {
        let ends = line.char_indices().zip(line.chars().skip(1).map(Some).chain([None]));
        let is_end = |&((_, c), next): &((usize, char), Option<char>)| !is_blank(c) && next.is_none_or(is_blank);
        ends.filter(is_end).map(|((at, c), _)| line[at + c.len_utf8()..].to_owned()).collect::<Vec<_>>()
    };
    scanned_lines(text).into_iter().flat_map(behind_words).collect()
}

/// What `Scanner.next` gives of a text with the delimiter it has by itself, each once.
pub fn words(text: &str) -> FxIndexSet<String> {
    text.split(is_blank).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// `Character.isWhitespace`, which leaves out the blanks that break no line.
fn is_blank(c: char) -> bool {
    (c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{2007}' | '\u{202f}' | '\u{85}'))
        || ('\u{1c}'..='\u{1f}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_names() {
        assert_eq!(names("\u{feff}a.B # first\n\n#c\n  d.E\t\r\na.B\n".as_bytes()), ["a.B", "d.E"]);
        assert!(names(b"").is_empty());
    }

    #[test]
    fn texts_of_encodings() {
        let of = |bytes: &[u8], charset| decoded(bytes, charset).unwrap();
        for charset in [Charset::Utf8, Charset::Latin1, Charset::Ascii] {
            assert_eq!(of(b"a", charset), "a");
            assert_eq!(decoded(b"a\0", charset), None);
        }
        assert_eq!(of("\u{e4}".as_bytes(), Charset::Utf8), "\u{e4}");
        assert_eq!(of("\u{e4}".as_bytes(), Charset::Latin1), "\u{c3}\u{a4}");
        assert_eq!(of(b"a\xe4\xf6b", Charset::Utf8), format!("a{UNKNOWN}b"));
        assert_eq!(of("a\u{e4}b".as_bytes(), Charset::Ascii), format!("a{UNKNOWN}b"));
        assert_eq!(
            ["utf-8", "latin1", "ASCII", "UTF-16"].map(Charset::named).map(|of| of.is_some()),
            [true, true, true, false]
        );
    }

    /// As `new BufferedReader(new StringReader(text)).lines().distinct()` gives them.
    #[test]
    fn lines_as_the_jdk_reads_them() {
        let of = |text| lines(text).into_iter().collect::<Vec<_>>();
        assert_eq!(of("a\r\nb\rc\n\nd"), ["a", "b", "c", "", "d"]);
        assert_eq!(of("a\n"), ["a"]);
        assert_eq!(of("\n"), [""]);
        assert!(of("").is_empty());
    }

    #[test]
    fn words_stand_between_blanks() {
        let of = |text| words(text).into_iter().collect::<Vec<_>>();
        assert_eq!(of(" a.B\t\nc\u{a0}d a.B"), ["a.B", "c\u{a0}d"]);
    }

    /// As `jshell` gives them of a `Scanner`.
    #[test]
    fn lines_as_a_scanner_reads_them() {
        let of = |parts: FxIndexSet<String>| parts.into_iter().collect::<Vec<_>>();
        assert_eq!(of(scanned_lines("a\u{85}b\u{2028}c\r\nd")), ["a", "b", "c", "d"]);
        assert_eq!(of(rests("bean a.B c\n d\n")), [" a.B c", " c", ""]);
        assert!(of(rests(" \n")).is_empty());
    }
}
