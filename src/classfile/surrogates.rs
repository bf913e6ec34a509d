//! Lone surrogates (JVMS 4.4.7 lets names and strings have them): where they are in a text, and characters that stand for them,
//! as Rust's text cannot hold them. Must not know class files.

use super::bytes::modified_utf8_unit;

/// Characters that stand for lone surrogates in one class file: names that differ in nothing else stay apart. They take as
/// many bytes, and the file uses none of them itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct StandIns {
    first: u16,
}

/// Where private-use characters of the Basic Multilingual Plane may be taken from, a block as large as that of surrogates each.
const BLOCKS: [u16; 3] = [0xE000, 0xE800, 0xF000];
const SURROGATES: u16 = 0xD800;
const BLOCK: u16 = 0x0800;
/// Last private-use characters of Unicode, which stand for lone surrogates in names, the same in all files.
const KEPT: u32 = 0x0010_F800;

impl StandIns {
    /// A block of which no text has a character.
    pub(super) fn unused_by<'t>(texts: impl Iterator<Item = &'t [u8]>) -> Option<Self> {
        let mut used = [false; BLOCKS.len()];
        for mut text in texts {
            while !text.is_empty() {
                let (unit, length) = modified_utf8_unit(text).unwrap_or((0, 1));
                for (block, first) in used.iter_mut().zip(BLOCKS) {
                    *block |= (first..first + BLOCK).contains(&unit);
                }
                text = &text[length..];
            }
        }
        let free = used.iter().position(|used| !used)?;
        Some(Self { first: BLOCKS[free] })
    }

    pub(super) fn of(self, surrogate: u16) -> char {
        char::from_u32(u32::from(self.first + (surrogate - SURROGATES))).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn position(self, c: char) -> Option<u32> {
        let at = u32::from(c).checked_sub(u32::from(self.first))?;
        (at < u32::from(BLOCK)).then_some(at)
    }

    /// Whether a text has a lone surrogate.
    pub(super) fn are_in(self, text: &str) -> bool {
        text.chars().any(|c| self.position(c).is_some())
    }

    /// A name as it is kept: apart from all others, whatever file it stands in.
    pub(super) fn name(self, text: &str) -> String {
        let kept = |c: char| self.position(c).and_then(|at| char::from_u32(KEPT + at)).unwrap_or(c);
        text.chars().map(kept).collect()
    }

    /// A text as it is kept: what is no character is U+FFFD.
    pub(super) fn text(self, text: &str) -> String {
        text.chars().map(|c| if self.position(c).is_some() { char::REPLACEMENT_CHARACTER } else { c }).collect()
    }
}

/// Whether a name, as it is kept, is written in a string as this text: with U+FFFD for each lone surrogate.
pub fn is_written_as(name: &str, text: &str) -> bool {
    let written = name.chars().map(|c| if u32::from(c) >= KEPT { char::REPLACEMENT_CHARACTER } else { c });
    written.eq(text.chars())
}

/// Places of what is no character: lone surrogates, and bytes that are nothing.
pub(super) fn out_of_place(text: &[u8]) -> impl Iterator<Item = (usize, Option<u16>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < text.len() {
            let here = at;
            let next_is_low = || match text.get(here + 3..) {
                Some(rest) if !rest.is_empty() => {
                    matches!(modified_utf8_unit(rest), Some((0xDC00..=0xDFFF, _)))
                }
                _ => false,
            };
            match modified_utf8_unit(&text[here..]) {
                Some((0xD800..=0xDBFF, _)) if next_is_low() => at += 6,
                Some((surrogate @ 0xD800..=0xDFFF, _)) => {
                    at += 3;
                    return Some((here, Some(surrogate)));
                }
                Some((_, length)) => at += length,
                None => {
                    at += 1;
                    return Some((here, None));
                }
            }
        }
        None
    })
}
