//! A class's name and supertypes straight from the bytes: cheap enough to run over a whole class path.

use std::borrow::Cow;

use super::ClassError;
use super::bytes::{Cursor, PoolIndex};

/// The part of a class file in front of its members (JVMS 4.1). Names are in internal form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawHeader<'a> {
    pub major: u16,
    pub access: u16,
    pub name: Cow<'a, str>,
    /// `None` for `java/lang/Object` and `module-info`.
    pub super_name: Option<Cow<'a, str>>,
    pub interfaces: Vec<Cow<'a, str>>,
}

/// Reads the header without looking at members or attributes.
///
/// # Errors
/// If the constant pool or the header itself is damaged; what follows is not looked at.
pub fn scan_header(bytes: &[u8]) -> Result<RawHeader<'_>, ClassError> {
    header_after(&PoolIndex::scan(bytes)?)
}

/// The header behind a constant pool.
pub(super) fn header_after<'a>(pool: &PoolIndex<'a>) -> Result<RawHeader<'a>, ClassError> {
    let mut at = Cursor::new(pool.bytes, pool.end);
    let access = at.u2()?;
    let name = pool.class_name(at.u2()?, at.at)?;
    let super_index = at.u2()?;
    let super_name = if super_index == 0 { None } else { Some(pool.class_name(super_index, at.at)?) };
    let count = at.u2()?;
    let mut interfaces = Vec::new();
    for _ in 0..count {
        interfaces.push(pool.class_name(at.u2()?, at.at)?);
    }
    Ok(RawHeader { major: pool.major, access, name, super_name, interfaces })
}
