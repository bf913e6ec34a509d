//! Texts in binary files, as `DataOutput.writeUTF` writes them. Must not know where the bytes come from.

use crate::base::FxIndexSet;

/// What `DataInput.readUTF` may give of a file, wherever it is asked: from each position at which a length stands with as many
/// bytes of modified UTF-8 behind it. None if there are more than `most`, or halves of surrogate pairs.
pub fn texts(bytes: &[u8], most: usize) -> Option<FxIndexSet<String>> {
    let mut found = FxIndexSet::default();
    for at in 0..bytes.len().saturating_sub(1) {
        let length = usize::from(bytes[at]) << 8 | usize::from(bytes[at + 1]);
        if let Some(text) = bytes.get(at + 2..at + 2 + length).and_then(modified_utf8) {
            found.insert(text?);
        }
        if found.len() > most {
            return None;
        }
    }
    Some(found)
}

/// The text of bytes of modified UTF-8 (`java.io.DataInput`), where a zero takes two bytes; None within if it is none that could be
/// kept.
fn modified_utf8(bytes: &[u8]) -> Option<Option<String>> {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = bytes;
    let low = |byte: u8| (byte & 0xc0 == 0x80).then_some(u16::from(byte & 0x3f));
    while let [first, after @ ..] = rest {
        let (unit, after) = match (first, after) {
            (1..=0x7f, _) => (u16::from(*first), after),
            (0xc0..=0xdf, [second, after @ ..]) => (u16::from(first & 0x1f) << 6 | low(*second)?, after),
            (0xe0..=0xef, [second, third, after @ ..]) => {
                (u16::from(first & 0x0f) << 12 | low(*second)? << 6 | low(*third)?, after)
            }
            _ => return None,
        };
        units.push(unit);
        rest = after;
    }
    Some(String::from_utf16(&units).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stand_behind_their_length() {
        let bytes = b"\x00\x00\x00\x02\x00\x03a.B\x00\x02\xc3\xa4\x00\x09short";
        let found = texts(bytes, 9).unwrap();
        assert!(found.contains("a.B") && found.contains("\u{e4}") && !found.contains("short"));
        assert_eq!(texts(bytes, 1), None);
        assert!(texts(b"", 0).is_some_and(|texts| texts.is_empty()));
    }

    #[test]
    fn zeros_take_two_bytes() {
        assert_eq!(modified_utf8(b"a\xc0\x80b"), Some(Some("a\0b".to_owned())));
        assert_eq!(modified_utf8(&[0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]), Some(Some("\u{1f600}".to_owned())));
        assert_eq!(modified_utf8(&[0xed, 0xa0, 0xbd]), Some(None));
        assert_eq!(texts(&[0, 3, 0xed, 0xa0, 0xbd], 9), None);
        for odd in [&b"a\0"[..], b"\xc3", b"\xe4\xa4", b"\xf0\x9f\x98\x80"] {
            assert_eq!(modified_utf8(odd), None);
        }
    }
}
