//! A look at the raw bytes before cafebabe gets them. It bounds what would make cafebabe recurse, reserve or overflow
//! without limit, hides the attributes this project does not read (on a copy, so a damaged one does no harm), and repairs
//! what cafebabe cannot read although the JVM can: bootstrap arguments that are dynamic constants, and strings with lone
//! surrogates. Must not know what the content means.

use std::borrow::Cow;

use super::bytes::{Cursor, PoolIndex, tag};
use super::surrogates::{StandIns, out_of_place};
use super::{ClassError, ClassErrorKind};

/// Annotations nested deeper are hidden; compilers stay below ten.
const MAX_NESTING: usize = 32;

/// Which half of a class file is wanted; the other half's attributes are hidden.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    /// Everything but code.
    Declarations,
    /// Code, and the bootstrap methods that cafebabe checks it against.
    Bodies,
}

/// A bootstrap argument that is a dynamic constant; cafebabe sees the class itself in its place.
pub(super) struct DynamicArgument {
    pub(super) bootstrap: usize,
    pub(super) argument: usize,
    /// Its index in the constant pool.
    pub(super) constant: u16,
}

/// Bytes that cafebabe can be given.
pub(super) struct Guarded<'a> {
    /// Index of the bytes as they came.
    pub(super) pool: PoolIndex<'a>,
    pub(super) bytes: Cow<'a, [u8]>,
    pub(super) dynamic_arguments: Vec<DynamicArgument>,
    /// Whether each method has a Code attribute.
    pub(super) has_code: Vec<bool>,
    /// Attributes that were to be read but are damaged: name and offset.
    pub(super) ignored: Vec<(&'static str, u32)>,
    /// What stands for lone surrogates in the bytes, if there are any.
    pub(super) stand_ins: Option<StandIns>,
}

/// Checks a class file for one view.
///
/// # Errors
/// Damage outside attributes, in code, or an attribute that does not fit its surroundings.
pub(super) fn check(bytes: &[u8], view: View) -> Result<Guarded<'_>, ClassError> {
    let pool = PoolIndex::scan(bytes)?;
    let mut guard = Guard {
        view,
        at: Cursor::new(bytes, pool.end),
        this_class: 0,
        neutral: neutral_name(&pool)?.to_be_bytes(),
        patches: Vec::new(),
        dynamic_arguments: Vec::new(),
        has_code: Vec::new(),
        ignored: Vec::new(),
        stand_ins: None,
        pool,
    };
    guard.strings();
    guard.class()?;
    let mut bytes = Cow::Borrowed(bytes);
    if !guard.patches.is_empty() {
        let copy = bytes.to_mut();
        for &(offset, byte) in &guard.patches {
            copy[offset] = byte;
        }
    }
    let Guard { pool, dynamic_arguments, has_code, ignored, stand_ins, .. } = guard;
    Ok(Guarded { pool, bytes, dynamic_arguments, has_code, ignored, stand_ins })
}

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Class,
    Field,
    Method,
    Code,
    RecordComponent,
}

struct Guard<'a> {
    pool: PoolIndex<'a>,
    view: View,
    at: Cursor<'a>,
    this_class: u16,
    /// Index of a Utf8 entry that names no attribute.
    neutral: [u8; 2],
    /// Bytes to write on the copy.
    patches: Vec<(usize, u8)>,
    dynamic_arguments: Vec<DynamicArgument>,
    has_code: Vec<bool>,
    ignored: Vec<(&'static str, u32)>,
    stand_ins: Option<StandIns>,
}

/// Index of a Utf8 entry cafebabe takes for no attribute name: these are of letters only, and longer than three.
fn neutral_name(pool: &PoolIndex<'_>) -> Result<u16, ClassError> {
    let is_neutral = |text: &[u8]| text.len() < 4 || !text.iter().all(u8::is_ascii_alphabetic);
    (1..pool.entries.len() as u16)
        .find(|&index| pool.utf8_bytes(index).is_some_and(is_neutral))
        .ok_or_else(|| ClassError::malformed(pool.end, "no name or descriptor among the constants"))
}

impl Guard<'_> {
    fn patch(&mut self, offset: usize, bytes: &[u8]) {
        self.patches.extend(bytes.iter().enumerate().map(|(index, &byte)| (offset + index, byte)));
    }

    fn strings(&mut self) {
        let pool = &self.pool;
        let texts = (1..pool.entries.len() as u16).filter_map(|index| {
            let text = pool.utf8_bytes(index).filter(|text| !text.is_ascii())?;
            Some((pool.entries[usize::from(index)] as usize + 3, text))
        });
        let texts: Vec<(usize, &[u8])> = texts.collect();
        let is_lone = |&(_, text): &(usize, &[u8])| out_of_place(text).any(|(_, unit)| unit.is_some());
        if texts.iter().any(is_lone) {
            self.stand_ins = StandIns::unused_by(texts.iter().map(|&(_, text)| text));
        }
        for (start, text) in texts {
            self.text(start, text, self.stand_ins);
        }
    }

    /// Replaces lone surrogates by what stands for them or U+FFFD, which are as long, and bytes out of place by `?`.
    fn text(&mut self, start: usize, text: &[u8], stand_ins: Option<StandIns>) {
        for (at, unit) in out_of_place(text) {
            match unit {
                Some(surrogate) => {
                    let stand_in = stand_ins.map_or(char::REPLACEMENT_CHARACTER, |those| those.of(surrogate));
                    self.patch(start + at, stand_in.encode_utf8(&mut [0; 4]).as_bytes());
                }
                None => self.patch(start + at, b"?"),
            }
        }
    }

    fn class(&mut self) -> Result<(), ClassError> {
        self.at.u2()?;
        self.this_class = self.at.u2()?;
        self.at.u2()?;
        let interfaces = usize::from(self.at.u2()?);
        self.at.take(2 * interfaces)?;
        for place in [Place::Field, Place::Method] {
            for _ in 0..self.at.u2()? {
                self.at.take(6)?;
                let has_code = self.attributes(place)?;
                if place == Place::Method {
                    self.has_code.push(has_code);
                }
            }
        }
        self.attributes(Place::Class)?;
        Ok(())
    }

    /// Goes over an attribute table and tells whether there is code in it.
    fn attributes(&mut self, place: Place) -> Result<bool, ClassError> {
        let mut has_code = false;
        for _ in 0..self.at.u2()? {
            let start = self.at.at;
            let name = self.at.u2()?;
            let length = self.at.u4()? as usize;
            let content = Cursor::new(self.at.bytes, self.at.at);
            self.at.take(length)?;
            // Content is read from a slice that ends with it.
            let end = self.at.at;
            let mut content = Cursor::new(&content.bytes[..end], content.at);
            let name = self.pool.utf8_bytes(name).unwrap_or_default();
            has_code |= name == b"Code" && place == Place::Method;
            if !self.wants(place, name, &mut content)? {
                self.patch(start, &self.neutral.clone());
            }
        }
        Ok(has_code)
    }

    /// Whether cafebabe is to read the attribute; checks its content if so.
    fn wants(&mut self, place: Place, name: &[u8], content: &mut Cursor<'_>) -> Result<bool, ClassError> {
        use Place::{Class, Code, Field, Method, RecordComponent};
        let start = content.at as u32;
        let declarations = self.view == View::Declarations;
        let checked = match (place, name) {
            (Method, b"Code") if !declarations => {
                self.code(content)?;
                return Ok(true);
            }
            (Class, b"BootstrapMethods") => {
                self.bootstraps(content)?;
                return Ok(true);
            }
            (Code, b"LineNumberTable") => ("LineNumberTable", rows(content, 4)),
            _ if !declarations => return Ok(false),
            (Class | Field | Method | RecordComponent, b"RuntimeVisibleAnnotations") => {
                ("RuntimeVisibleAnnotations", annotations(content))
            }
            (Class | Field | Method | RecordComponent, b"RuntimeInvisibleAnnotations") => {
                ("RuntimeInvisibleAnnotations", annotations(content))
            }
            (Method, b"RuntimeVisibleParameterAnnotations") => {
                ("RuntimeVisibleParameterAnnotations", parameter_annotations(content))
            }
            (Method, b"RuntimeInvisibleParameterAnnotations") => {
                ("RuntimeInvisibleParameterAnnotations", parameter_annotations(content))
            }
            (Method, b"AnnotationDefault") => ("AnnotationDefault", element_values(content, 1)),
            // It has no content (JVMS 4.7.8).
            (Field | Method, b"Synthetic") => ("Synthetic", Ok(())),
            (Class, b"SourceDebugExtension") => {
                self.text(content.at, &content.bytes[content.at..], None);
                return Ok(true);
            }
            (Class, b"Record") => {
                self.record(content)?;
                return Ok(true);
            }
            (Class, b"SourceFile" | b"NestHost" | b"NestMembers" | b"PermittedSubclasses" | b"InnerClasses")
            | (Class, b"EnclosingMethod" | b"Module")
            | (Field, b"ConstantValue")
            | (Method, b"Exceptions")
            | (Class | Field | Method, b"Signature") => return Ok(true),
            _ => return Ok(false),
        };
        let (name, content_is_sound) = checked;
        let is_whole = content_is_sound.is_ok() && content.at == content.bytes.len();
        if !is_whole {
            self.ignored.push((name, start));
        }
        Ok(is_whole)
    }

    fn record(&mut self, content: &mut Cursor<'_>) -> Result<(), ClassError> {
        let inside = Cursor::new(self.at.bytes, content.at);
        let after = std::mem::replace(&mut self.at, inside);
        for _ in 0..self.at.u2()? {
            self.at.take(4)?;
            self.attributes(Place::RecordComponent)?;
        }
        self.at = after;
        Ok(())
    }

    /// BootstrapMethods (JVMS 4.7.23): every argument that is a dynamic constant is replaced by the class itself.
    fn bootstraps(&mut self, content: &mut Cursor<'_>) -> Result<(), ClassError> {
        for bootstrap in 0..usize::from(content.u2()?) {
            content.u2()?;
            for argument in 0..usize::from(content.u2()?) {
                let offset = content.at;
                let constant = content.u2()?;
                if self.pool.tag(constant) == tag::DYNAMIC {
                    self.dynamic_arguments.push(DynamicArgument { bootstrap, argument, constant });
                    self.patch(offset, &self.this_class.to_be_bytes());
                }
            }
        }
        Ok(())
    }

    /// Code (JVMS 4.7.3): instruction lengths, jumps of four bytes, switch sizes, and the attributes inside.
    fn code(&mut self, content: &mut Cursor<'_>) -> Result<(), ClassError> {
        content.take(4)?;
        let length = content.u4()? as usize;
        if length == 0 || length > 0xFFFF {
            return Err(ClassError::malformed(content.at - 4, format!("code of {length} bytes")));
        }
        let start = content.at;
        let code = content.take(length)?;
        instructions(code).map_err(|at| ClassError::malformed(start + at, "instruction that does not fit the code"))?;
        let handlers = usize::from(content.u2()?);
        content.take(8 * handlers)?;
        let inside = Cursor::new(self.at.bytes, content.at);
        let after = std::mem::replace(&mut self.at, inside);
        self.attributes(Place::Code)?;
        self.at = after;
        Ok(())
    }
}

/// A table of rows of one size.
fn rows(content: &mut Cursor<'_>, size: usize) -> Result<(), ClassError> {
    let count = usize::from(content.u2()?);
    content.take(count * size)?;
    Ok(())
}

fn parameter_annotations(content: &mut Cursor<'_>) -> Result<(), ClassError> {
    for _ in 0..content.u1()? {
        annotations(content)?;
    }
    Ok(())
}

fn annotations(content: &mut Cursor<'_>) -> Result<(), ClassError> {
    for _ in 0..content.u2()? {
        content.u2()?;
        let pairs = usize::from(content.u2()?);
        named_values(content, pairs)?;
    }
    Ok(())
}

fn named_values(content: &mut Cursor<'_>, pairs: usize) -> Result<(), ClassError> {
    for _ in 0..pairs {
        content.u2()?;
        element_values(content, 1)?;
    }
    Ok(())
}

/// Element values (JVMS 4.7.16.1) without recursion: `open` keeps what is left of each level.
fn element_values(content: &mut Cursor<'_>, count: usize) -> Result<(), ClassError> {
    // How many values are left, and whether each has a name in front.
    let mut open = vec![(count, false)];
    while let Some((left, is_named)) = open.last_mut() {
        if *left == 0 {
            open.pop();
            continue;
        }
        *left -= 1;
        if *is_named {
            content.u2()?;
        }
        let at = content.at;
        match content.u1()? {
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's' | b'c' => {
                content.u2()?;
            }
            b'e' => {
                content.u4()?;
            }
            b'@' => {
                content.u2()?;
                open.push((usize::from(content.u2()?), true));
            }
            b'[' => open.push((usize::from(content.u2()?), false)),
            other => return Err(ClassError::malformed(at, format!("annotation value of kind {other}"))),
        }
        if open.len() > MAX_NESTING {
            return Err(ClassError::new(ClassErrorKind::Limit, at, "annotations nested too deep"));
        }
    }
    Ok(())
}

/// Whether every instruction lies within the code and every wide jump leads into it; else the offset of one that does not.
fn instructions(code: &[u8]) -> Result<(), usize> {
    let word = |at: usize| code.get(at..at + 4).map(|b| i32::from_be_bytes([b[0], b[1], b[2], b[3]]));
    let mut at = 0;
    while at < code.len() {
        let is_inside = |jump: i32| (0..code.len() as i64).contains(&(at as i64 + i64::from(jump)));
        let operands = (at + 4) & !3;
        let length = match code[at] {
            0xAA => {
                let (default, low, high) = (word(operands), word(operands + 4), word(operands + 8));
                let (Some(default), Some(low), Some(high)) = (default, low, high) else { return Err(at) };
                let count = i64::from(high) - i64::from(low) + 1;
                let jumps = operands + 12;
                if count < 1 || count as u64 > (code.len() as u64) / 4 || !is_inside(default) {
                    return Err(at);
                }
                for row in 0..count as usize {
                    if !word(jumps + 4 * row).is_some_and(is_inside) {
                        return Err(at);
                    }
                }
                jumps + 4 * count as usize - at
            }
            0xAB => {
                let (Some(default), Some(count)) = (word(operands), word(operands + 4)) else { return Err(at) };
                let pairs = operands + 8;
                if count < 0 || count as usize > code.len() / 8 || !is_inside(default) {
                    return Err(at);
                }
                for row in 0..count as usize {
                    if !word(pairs + 8 * row + 4).is_some_and(is_inside) {
                        return Err(at);
                    }
                }
                pairs + 8 * count as usize - at
            }
            0xC4 => match code.get(at + 1) {
                Some(0x84) => 6,
                _ => 4,
            },
            0xC8 | 0xC9 => match word(at + 1) {
                Some(jump) if is_inside(jump) => 5,
                _ => return Err(at),
            },
            0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3A | 0xA9 | 0xBC => 2,
            0x11 | 0x13 | 0x14 | 0x84 | 0x99..=0xA8 | 0xB2..=0xB8 | 0xBB | 0xBD | 0xC0 | 0xC1 | 0xC6 | 0xC7 => 3,
            0xC5 => 4,
            0xB9 | 0xBA => 5,
            _ => 1,
        };
        if at + length > code.len() {
            return Err(at);
        }
        at += length;
    }
    Ok(())
}
