//! A part as bytes and back: the form that is kept. Nothing is taken from bytes that are not, to the last one, what this
//! version wrote for this archive. Must not know how parts come about.

use super::part::{Header, Part, Row, Text, Texts};
use super::{Call, Wanted};
use crate::base::FxHashMap;

/// What a file begins with.
const MAGIC: &[u8; 8] = b"rc-index";
/// The code that says what is read of an archive and how it is written down: what was kept by other code is foreign.
const CODE: &[&str] = &[
    include_str!("calls.rs"),
    include_str!("encoding.rs"),
    include_str!("part.rs"),
    include_str!("../classfile/bytes.rs"),
    include_str!("../classfile/decode.rs"),
    include_str!("../classfile/guard.rs"),
    include_str!("../classfile/header.rs"),
    include_str!("../classfile/named.rs"),
    include_str!("../classfile/surrogates.rs"),
    include_str!("../classpath/archive.rs"),
    include_str!("../classpath/inflate.rs"),
    include_str!("../classpath/mod.rs"),
];
/// Length of a digest.
const DIGEST: usize = 32;
/// More is not kept: the largest jars known take a tenth of it.
pub(super) const LONGEST: usize = 64 << 20;

/// What decides what is read of a class file: this program and what is looked for.
pub(super) fn reader(wanted: &Wanted) -> [u8; DIGEST] {
    let mut hasher = blake3::Hasher::new();
    for text in [env!("CARGO_PKG_VERSION")].iter().chain(CODE) {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    wanted.add_to(&mut hasher);
    hasher.finalize().into()
}

/// The name that a part is kept under: those of other versions stay beside it.
pub(super) fn name(archive: &[u8; DIGEST], reader: &[u8; DIGEST]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(archive);
    hasher.update(reader);
    hasher.finalize().to_hex().to_string()
}

/// Magic, reader, archive, digest of the rest; then texts and rows. `None` if it is too long to be kept.
pub(super) fn encode(part: &Part, archive: &[u8; DIGEST], reader: &[u8; DIGEST]) -> Option<Vec<u8>> {
    let mut body = Writer::default();
    let mut texts: Vec<&str> = (0..part.texts.len()).map(|at| part.texts.get(at as Text)).collect();
    let mut positions: FxHashMap<&str, u32> = texts.iter().copied().zip(0..).collect();
    let calls = part.rows.iter().flat_map(|row| row.calls.get().into_iter().flatten());
    for text in calls.flat_map(|call| [&*call.owner, &*call.name, &*call.desc]) {
        positions.entry(text).or_insert_with(|| {
            texts.push(text);
            texts.len() as u32 - 1
        });
    }
    body.number(texts.len() as u32);
    for text in texts {
        body.number(text.len() as u32);
        body.bytes.extend_from_slice(text.as_bytes());
    }
    body.number(part.rows.len() as u32);
    for row in &part.rows {
        body.row(part, row, &positions);
        if body.bytes.len() > LONGEST {
            return None;
        }
    }
    let mut bytes = [MAGIC, &reader[..], &archive[..], &blake3::hash(&body.bytes).as_bytes()[..]].concat();
    bytes.append(&mut body.bytes);
    Some(bytes)
}

/// The part, if the bytes are what [`encode`] gives for it; its entries are below `entries` and ascend.
pub(super) fn decode(bytes: &[u8], archive: &[u8; DIGEST], reader: &[u8; DIGEST], wanted: &Wanted) -> Option<Part> {
    let rest = bytes.strip_prefix(MAGIC)?.strip_prefix(reader)?.strip_prefix(archive)?;
    let (digest, body) = rest.split_at_checked(DIGEST)?;
    if body.len() > LONGEST || blake3::hash(body).as_bytes() != digest {
        return None;
    }
    let mut reader = Reader { rest: body };
    let mut part = Part::default();
    for _ in 0..reader.count()? {
        let length = reader.count()?;
        part.texts.push(str::from_utf8(reader.take(length)?).ok()?);
    }
    let rows = reader.count()?;
    let mut next = 0;
    for _ in 0..rows {
        let row = reader.row(&mut part.numbers, &part.texts, wanted.names().len(), next)?;
        next = row.entry.checked_add(1)?;
        part.rows.push(row);
    }
    reader.rest.is_empty().then_some(part)
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
}

/// Which of the optional things a row has.
const HAS_HEADER: u32 = 1;
const HAS_CALLS: u32 = 2;

impl Writer {
    /// Seven bits a byte, the low ones first.
    fn number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn list(&mut self, numbers: &[u32]) {
        self.number(numbers.len() as u32);
        numbers.iter().for_each(|&number| self.number(number));
    }

    fn row(&mut self, part: &Part, row: &Row, positions: &FxHashMap<&str, u32>) {
        self.number(row.entry);
        let calls = row.calls.get();
        self.number(u32::from(row.header.is_some()) * HAS_HEADER + u32::from(calls.is_some()) * HAS_CALLS);
        if let Some(header) = row.header {
            self.number(header.access.into());
            self.number(header.name);
        }
        for numbers in [row.supers, row.mentions, row.methods] {
            self.list(part.numbers(numbers));
        }
        let Some(calls) = calls else { return };
        self.number(calls.len() as u32);
        for call in calls {
            // Lines take 16 bits.
            let line = call.line.map_or(0, |line| line + 1);
            let kind = u32::from(call.interface) + 2 * u32::from(call.reference);
            let texts = [&call.owner, &call.name, &call.desc].map(|text| positions[&**text]);
            for number in [call.method, call.source, call.offset, line, kind].into_iter().chain(texts) {
                self.number(number);
            }
        }
    }
}

/// What is left to read. Each item of a list takes a byte at least, so that no count is believed that the rest cannot hold.
struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    fn take(&mut self, length: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    #[inline]
    fn number(&mut self) -> Option<u32> {
        let (mut number, mut shift) = (0u32, 0);
        loop {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            let bits = u32::from(byte & 0x7F);
            if shift > 28 || shift == 28 && bits > 0xF {
                return None;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Some(number);
            }
            shift += 7;
        }
    }

    fn below(&mut self, limit: usize) -> Option<u32> {
        self.number().filter(|&number| (number as usize) < limit)
    }

    fn count(&mut self) -> Option<usize> {
        self.number().map(|count| count as usize).filter(|&count| count <= self.rest.len())
    }

    /// A list of numbers, the ones at even places below `even`, the others below `odd`.
    fn list(&mut self, numbers: &mut Vec<u32>, even: usize, odd: usize) -> Option<[u32; 2]> {
        let start = u32::try_from(numbers.len()).ok()?;
        for at in 0..self.count()? {
            numbers.push(self.below(if at % 2 == 0 { even } else { odd })?);
        }
        Some([start, u32::try_from(numbers.len()).ok()?])
    }

    fn row(&mut self, numbers: &mut Vec<u32>, texts: &Texts, names: usize, least: u32) -> Option<Row> {
        let texts_in_all = texts.len();
        let entry = self.number().filter(|&entry| entry >= least)?;
        let has = self.below((HAS_HEADER | HAS_CALLS) as usize + 1)?;
        let mut row = Row { entry, ..Row::default() };
        if has & HAS_HEADER != 0 {
            let access = u16::try_from(self.number()?).ok()?;
            row.header = Some(Header { access, name: self.below(texts_in_all)? });
        }
        row.supers = self.list(numbers, texts_in_all, texts_in_all)?;
        row.mentions = self.list(numbers, texts_in_all, texts_in_all)?;
        row.methods = self.list(numbers, texts_in_all, names)?;
        if !(row.methods[1] - row.methods[0]).is_multiple_of(2) {
            return None;
        }
        if has & HAS_CALLS != 0 {
            let count = self.count()?;
            let calls: Option<Vec<Call>> = (0..count).map(|_| self.call(texts)).collect();
            row.calls = calls?.into();
        }
        Some(row)
    }

    fn call(&mut self, texts: &Texts) -> Option<Call> {
        let [method, source, offset] = [self.number()?, self.number()?, self.number()?];
        let line = self.number()?.checked_sub(1);
        let kind = self.below(4)?;
        let mut text = || self.below(texts.len()).map(|at| texts.get(at).into());
        let [owner, name, desc] = [text()?, text()?, text()?];
        Some(Call {
            method,
            source,
            offset,
            line,
            owner,
            name,
            desc,
            interface: kind & 1 != 0,
            reference: kind & 2 != 0,
        })
    }
}
