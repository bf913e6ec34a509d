//! What a class file mentions, by its constant pool alone: the classes whose members its code may use, and these members.
//! Must not know code.

use std::borrow::Cow;

use super::ClassError;
use super::bytes::{PoolIndex, tag};
use super::header::{RawHeader, header_after};

/// Internal names of the classes in the constant pool, in its order; arrays by their element.
///
/// # Errors
/// Not a class file, or a damaged constant pool.
pub fn named_classes(bytes: &[u8]) -> Result<Vec<Cow<'_, str>>, ClassError> {
    Ok(classes_of(&PoolIndex::scan(bytes)?))
}

fn classes_of<'b>(pool: &PoolIndex<'b>) -> Vec<Cow<'b, str>> {
    let classes = (1..pool.entries.len()).map(|index| index as u16).filter(|&index| pool.tag(index) == tag::CLASS);
    let names = classes.filter_map(|index| pool.class_name(index, 0).ok());
    let elements = names.map(|name| match name.strip_prefix('[') {
        Some(rest) => {
            let element = rest.trim_start_matches('[').strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
            Cow::Owned(element.unwrap_or_default().to_owned())
        }
        None => name,
    });
    elements.filter(|name| !name.is_empty()).collect()
}

/// A method that a constant pool refers to.
pub struct NamedMethod<'b> {
    /// Internal name, or the descriptor of an array.
    pub owner: Cow<'b, str>,
    pub name: Cow<'b, str>,
}

/// What a class file says in front of its members.
pub struct RawOutline<'b> {
    /// `None` if it is damaged.
    pub header: Option<RawHeader<'b>>,
    /// As [`named_classes`] gives them.
    pub classes: Vec<Cow<'b, str>>,
    /// The methods that the constant pool refers to, in its order.
    pub methods: Vec<NamedMethod<'b>>,
}

/// Reads it in one go; of the methods those whose names are wanted.
///
/// # Errors
/// Not a class file, or a damaged constant pool.
pub fn scan_outline(bytes: &[u8], is_wanted: impl Fn(&str) -> bool) -> Result<RawOutline<'_>, ClassError> {
    let pool = PoolIndex::scan(bytes)?;
    let is_method = |&index: &u16| matches!(pool.tag(index), tag::METHOD_REF | tag::INTERFACE_METHOD_REF);
    let methods = (1..pool.entries.len()).map(|index| index as u16).filter(is_method);
    let named = methods.filter_map(|index| {
        let name = pool.name(index).filter(|name| is_wanted(name))?;
        let owner = pool.operand(index, 0);
        let owner = (pool.tag(owner) == tag::CLASS).then(|| pool.class_name(owner, 0).ok())??;
        Some(NamedMethod { owner, name })
    });
    Ok(RawOutline { header: header_after(&pool).ok(), methods: named.collect(), classes: classes_of(&pool) })
}
