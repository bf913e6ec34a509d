//! Keys and values of files that `java.util.Properties.load` reads. Must not know where the bytes come from.

use crate::base::FxIndexMap;

/// Keys and values in the order of the file. Later values of a key replace earlier ones, as `Properties.load` does. The
/// bytes are ISO 8859-1 with `\uXXXX` escapes.
pub fn properties(bytes: &[u8]) -> Vec<(String, String)> {
    let mut found: FxIndexMap<String, String> = FxIndexMap::default();
    for line in logical_lines(bytes) {
        let (key, value) = split_key(&line);
        found.insert(key, value);
    }
    found.into_iter().collect()
}

/// As [`properties`], of a text that a reader gives. None if something is no text that could be kept, half of a surrogate pair.
pub fn loaded(text: &str) -> Option<Vec<(String, String)>> {
    let escaped: String = text.encode_utf16().map(escaped).collect();
    let is_kept = |text: &str| !text.contains(char::REPLACEMENT_CHARACTER);
    let lines = || logical_lines(escaped.as_bytes()).into_iter();
    // It throws at an escape that is none; what was read before stays, values that later ones would have replaced, too.
    let pairs: Vec<(String, String)> = match lines().any(|line| is_malformed(&line)) {
        true => lines().map(|line| split_key(&line)).collect(),
        false => properties(escaped.as_bytes()),
    };
    pairs.iter().all(|(key, value)| is_kept(key) && is_kept(value)).then_some(pairs)
}

/// Whether some lines are joined to one, so that one that begins behind the first of them is another.
pub fn has_joined_lines(text: &str) -> bool {
    text.contains("\\\n") || text.contains("\\\r")
}

/// As [`properties`], of a file that may be UTF-8, too: what both readings give.
pub fn pairs(bytes: &[u8]) -> Vec<(String, String)> {
    [as_utf8(bytes), properties(bytes)].concat()
}

/// Keys and values of a file that is UTF-8.
fn as_utf8(bytes: &[u8]) -> Vec<(String, String)> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.is_ascii() => {
            let escaped: String = text.encode_utf16().map(escaped).collect();
            properties(escaped.as_bytes())
        }
        _ => Vec::new(),
    }
}

/// A unit of UTF-16 as it may stand in a file of any encoding.
fn escaped(unit: u16) -> String {
    match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii() => char::from(byte).to_string(),
        _ => format!("\\u{unit:04x}"),
    }
}

/// Natural lines joined where one ends in an odd number of backslashes; comments and blank lines left out.
fn logical_lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut lines = Vec::new();
    let mut line: Vec<u8> = Vec::new();
    let mut joined = false;
    for natural in natural_lines(bytes) {
        let start = natural.iter().position(|byte| !is_blank(*byte)).unwrap_or(natural.len());
        let natural = &natural[start..];
        if !joined && (natural.is_empty() || matches!(natural[0], b'#' | b'!')) {
            continue;
        }
        let backslashes = natural.iter().rev().take_while(|byte| **byte == b'\\').count();
        joined = backslashes % 2 == 1;
        line.extend(if joined { &natural[..natural.len() - 1] } else { natural });
        if !joined {
            lines.push(std::mem::take(&mut line));
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Lines ended by LF, CR or CR LF.
fn natural_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(bytes);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
            rest = None;
            return Some(text);
        };
        let ending = if text[end..].starts_with(b"\r\n") { 2 } else { 1 };
        rest = Some(&text[end + ending..]);
        Some(&text[..end])
    })
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0c)
}

/// The key ends at the first unescaped `=`, `:` or blank; blanks and one `=` or `:` after it are skipped.
fn split_key(line: &[u8]) -> (String, String) {
    let mut end = 0;
    let mut escaped = false;
    while end < line.len() && (escaped || !(is_blank(line[end]) || matches!(line[end], b'=' | b':'))) {
        escaped = !escaped && line[end] == b'\\';
        end += 1;
    }
    let mut start = end;
    let mut separated = false;
    while start < line.len() {
        match line[start] {
            byte if is_blank(byte) => (),
            b'=' | b':' if !separated => separated = true,
            _ => break,
        }
        start += 1;
    }
    (unescape(&line[..end]), unescape(&line[start..]))
}

/// Whether an escape of a unit has no four digits behind it.
fn is_malformed(line: &[u8]) -> bool {
    let mut at = 0;
    while at < line.len() {
        let is_escape = line[at] == b'\\';
        if is_escape && line.get(at + 1) == Some(&b'u') && line.get(at + 2..at + 6).and_then(hex).is_none() {
            return true;
        }
        at += if is_escape { 2 } else { 1 };
    }
    false
}

fn unescape(bytes: &[u8]) -> String {
    let mut units: Vec<u16> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        at += 1;
        if byte != b'\\' || at == bytes.len() {
            units.push(u16::from(byte));
            continue;
        }
        let escape = bytes[at];
        at += 1;
        units.push(match escape {
            b't' => 9,
            b'n' => 10,
            b'f' => 12,
            b'r' => 13,
            b'u' => match bytes.get(at..at + 4).and_then(hex) {
                Some(unit) => {
                    at += 4;
                    unit
                }
                None => u16::from(b'u'),
            },
            other => u16::from(other),
        });
    }
    String::from_utf16_lossy(&units)
}

fn hex(digits: &[u8]) -> Option<u16> {
    let text = std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u16::from_str_radix(text, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_as_the_jdk_reads_them() {
        let text = b"# comment\n! too\n\n a = 1\nb:2\nc 3\nd\ne\\ f\\==x\\\n   y\\tz\ng=\\u0041\\u00e4\xe4\na = last\r\nh = \\\r\n  i\nj=\\\n\nk=1\n";
        let pairs = properties(text);
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        let expected = [
            ("a", "last"),
            ("b", "2"),
            ("c", "3"),
            ("d", ""),
            ("e f=", "xy\tz"),
            ("g", "Aää"),
            ("h", "i"),
            ("j", ""),
            ("k", "1"),
        ];
        assert_eq!(pairs, expected);
    }

    #[test]
    fn odd_bytes_are_read_somehow() {
        for text in [&b"\\"[..], b"a=\\", b"a=\\u12", b"\\u", b"=", b"\\uD800=x", b"a\\\n"] {
            assert!(properties(text).len() <= 1);
        }
        assert_eq!(properties(b"a=\\uZZZZ")[0].1, "uZZZZ");
    }

    /// As a `Properties` has them, after an exception, too.
    #[test]
    fn pairs_of_a_text() {
        let of = |text| {
            let pairs = loaded(text)?;
            Some(pairs.into_iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(of("a=1\nb=\u{e4}\u{1f600}\na=2").as_deref(), Some("a=2 b=\u{e4}\u{1f600}"));
        assert_eq!(of("a=1\nb=\\uZZZZ\na=2").as_deref(), Some("a=1 b=uZZZZ a=2"));
        assert_eq!(of("a=\\\\uZ\na=2").as_deref(), Some("a=2"));
        assert_eq!(of("a=\\ud801\\udc00").as_deref(), Some("a=\u{10400}"));
        assert_eq!(of("a=\\ud801"), None);
        assert!(has_joined_lines("a=\\\r\n b") && !has_joined_lines("a=\\n\nb"));
    }

    #[test]
    fn files_of_either_encoding() {
        assert_eq!(as_utf8("a=\u{e4}\u{1f600}".as_bytes()), [("a".to_owned(), "\u{e4}\u{1f600}".to_owned())]);
        // Read as ISO 8859-1 alone: plain ASCII, and what is not UTF-8.
        assert!(as_utf8(b"a=b").is_empty() && as_utf8(b"a=\xe4").is_empty());
    }
}
