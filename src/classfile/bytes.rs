//! Bounds-checked big-endian reads and the constant pool as an index of byte offsets: what the header scan and the
//! guard share. Must not know attributes.

use std::borrow::Cow;

use super::{ClassError, ClassErrorKind};

/// A position in a byte slice; every read is checked.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    #[inline]
    pub(super) fn take(&mut self, length: usize) -> Result<&'a [u8], ClassError> {
        let end = self.at.checked_add(length).filter(|&end| end <= self.bytes.len());
        let Some(end) = end else {
            let message = format!("{length} bytes wanted, {} left", self.bytes.len().saturating_sub(self.at));
            return Err(ClassError::new(ClassErrorKind::Truncated, self.at, message));
        };
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    #[inline]
    pub(super) fn u1(&mut self) -> Result<u8, ClassError> {
        Ok(self.take(1)?[0])
    }

    #[inline]
    pub(super) fn u2(&mut self) -> Result<u16, ClassError> {
        let b = self.take(2)?;
        Ok(u16::from_be_bytes([b[0], b[1]]))
    }

    #[inline]
    pub(super) fn u4(&mut self) -> Result<u32, ClassError> {
        let b = self.take(4)?;
        Ok(u32::from_be_bytes([b[0], b[1], b[2], b[3]]))
    }
}

/// Tags of JVMS table 4.4-A.
pub(super) mod tag {
    pub(in crate::classfile) const UTF8: u8 = 1;
    pub(in crate::classfile) const CLASS: u8 = 7;
    pub(in crate::classfile) const METHOD_REF: u8 = 10;
    pub(in crate::classfile) const INTERFACE_METHOD_REF: u8 = 11;
    pub(in crate::classfile) const NAME_AND_TYPE: u8 = 12;
    pub(in crate::classfile) const DYNAMIC: u8 = 17;
}

/// Where each constant-pool entry starts. Index 0 and the second half of a long or double are 0.
pub(super) struct PoolIndex<'a> {
    pub(super) bytes: &'a [u8],
    /// Byte offset of each entry's tag.
    pub(super) entries: Vec<u32>,
    /// Byte offset after the pool (`access_flags`).
    pub(super) end: usize,
    pub(super) major: u16,
}

impl<'a> PoolIndex<'a> {
    /// Reads magic, version and the pool's entry boundaries (JVMS 4.4).
    pub(super) fn scan(bytes: &'a [u8]) -> Result<Self, ClassError> {
        let mut at = Cursor::new(bytes, 0);
        if at.u4()? != 0xCAFE_BABE {
            return Err(ClassError::new(ClassErrorKind::NotAClass, 0, "no 0xCAFEBABE at the start"));
        }
        if bytes.len() > u32::MAX as usize {
            return Err(ClassError::new(ClassErrorKind::Limit, 0, "4 GiB or more"));
        }
        at.u2()?;
        let major = at.u2()?;
        let count = usize::from(at.u2()?);
        let mut entries = Vec::with_capacity(count.min(bytes.len() / 3 + 1));
        entries.push(0);
        while entries.len() < count {
            let start = at.at;
            entries.push(start as u32);
            let length = match at.u1()? {
                1 => usize::from(at.u2()?),
                3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => 4,
                5 | 6 => {
                    entries.push(0);
                    8
                }
                7 | 8 | 16 | 19 | 20 => 2,
                15 => 3,
                other => return Err(ClassError::malformed(start, format!("constant-pool tag {other}"))),
            };
            at.take(length)?;
        }
        Ok(Self { bytes, entries, end: at.at, major })
    }

    /// The entry's tag; 0 for an index that is none.
    #[inline]
    pub(super) fn tag(&self, index: u16) -> u8 {
        match self.entries.get(usize::from(index)) {
            Some(&at) if at != 0 => self.bytes[at as usize],
            _ => 0,
        }
    }

    /// The `u2` that is the `nth` operand of an entry whose tag the caller has checked.
    #[inline]
    pub(super) fn operand(&self, index: u16, nth: usize) -> u16 {
        let at = self.entries[usize::from(index)] as usize + 1 + 2 * nth;
        u16::from_be_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// Content of a Utf8 entry as the file has it.
    pub(super) fn utf8_bytes(&self, index: u16) -> Option<&'a [u8]> {
        if self.tag(index) != tag::UTF8 {
            return None;
        }
        let at = self.entries[usize::from(index)] as usize + 3;
        Some(&self.bytes[at..at + usize::from(self.operand(index, 0))])
    }

    /// Name and descriptor of an entry whose second operand is a NameAndType.
    pub(super) fn name_and_type(&self, index: u16) -> Option<(Cow<'a, str>, Cow<'a, str>)> {
        let pair = self.operand(index, 1);
        if self.tag(pair) != tag::NAME_AND_TYPE {
            return None;
        }
        let text = |nth| Some(decode_modified_utf8(self.utf8_bytes(self.operand(pair, nth))?).0);
        Some((text(0)?, text(1)?))
    }

    /// The name alone, where [`Self::name_and_type`] has both.
    pub(super) fn name(&self, index: u16) -> Option<Cow<'a, str>> {
        let pair = self.operand(index, 1);
        if self.tag(pair) != tag::NAME_AND_TYPE || self.tag(self.operand(pair, 1)) != tag::UTF8 {
            return None;
        }
        Some(decode_modified_utf8(self.utf8_bytes(self.operand(pair, 0))?).0)
    }

    /// Name of a Class entry.
    pub(super) fn class_name(&self, index: u16, asked_at: usize) -> Result<Cow<'a, str>, ClassError> {
        let bytes = match self.tag(index) {
            tag::CLASS => self.utf8_bytes(self.operand(index, 0)),
            _ => None,
        };
        let bytes = bytes.ok_or_else(|| ClassError::malformed(asked_at, format!("constant {index} names no class")))?;
        Ok(decode_modified_utf8(bytes).0)
    }
}

/// Text of modified UTF-8 (JVMS 4.4.7). Surrogate pairs are joined; what is no character (lone surrogates, bytes out
/// of place, overlong forms) becomes U+FFFD and makes the second value true.
pub(super) fn decode_modified_utf8(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    if bytes.is_ascii()
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        return (Cow::Borrowed(text), false);
    }
    let mut units: Vec<u16> = Vec::with_capacity(bytes.len());
    let mut lossy = false;
    let mut at = 0;
    while at < bytes.len() {
        let (unit, length) = modified_utf8_unit(&bytes[at..]).unwrap_or_else(|| {
            lossy = true;
            (0xFFFD, 1)
        });
        units.push(unit);
        at += length;
    }
    let text = char::decode_utf16(units).map(|unit| {
        unit.unwrap_or_else(|_| {
            lossy = true;
            char::REPLACEMENT_CHARACTER
        })
    });
    (Cow::Owned(text.collect()), lossy)
}

/// The UTF-16 code unit at the start of `bytes` (not empty) and how many bytes it takes.
pub(super) fn modified_utf8_unit(bytes: &[u8]) -> Option<(u16, usize)> {
    let continuation = |at: usize| bytes.get(at).filter(|b| *b & 0xC0 == 0x80).map(|b| u16::from(b & 0x3F));
    let b = u16::from(bytes[0]);
    match b {
        0x00..=0x7F => Some((b, 1)),
        0xC0..=0xDF => {
            let unit = (b & 0x1F) << 6 | continuation(1)?;
            (unit == 0 || unit >= 0x80).then_some((unit, 2))
        }
        0xE0..=0xEF => {
            let unit = (b & 0x0F) << 12 | continuation(1)? << 6 | continuation(2)?;
            (unit >= 0x800).then_some((unit, 3))
        }
        _ => None,
    }
}
