//! Values as abstract objects, and abstract objects as values: the one place that knows which values the heap can tell
//! apart. Must not know operations.

use super::named::Names;
use super::value::Value;
use crate::base::Sym;
use crate::heap::{Heap, ObjId, ObjKind, SiteId};
use crate::program::Program;

/// The value of an object. What is no string may be turned into any text.
pub fn value(program: &Program, kind: ObjKind) -> Value {
    match kind {
        ObjKind::Str { text } => Value::from(program.str(text)),
        ObjKind::OtherStr => Value::Other,
        ObjKind::UnknownString { site } | ObjKind::Template { site, .. } => Value::Unknown(Some(site)),
        _ => Value::Unknown(None),
    }
}

/// The text of an outline with an origin.
pub fn outlined(heap: &Heap, site: SiteId, outline: Option<Sym>) -> ObjId {
    heap.intern(match outline {
        Some(outline) => ObjKind::Template { site, outline },
        None => ObjKind::UnknownString { site },
    })
}

/// The object of a value; `unknown` is the text whose origin is where the value is. The heap has no parts yet.
pub fn object(program: &Program, heap: &Heap, names: &Names, value: &Value, unknown: ObjId) -> ObjId {
    match value {
        Value::Const(text) => heap.intern(ObjKind::Str { text: program.sym(text) }),
        Value::Other => heap.intern(ObjKind::OtherStr),
        Value::Unknown(Some(site)) => heap.intern(ObjKind::UnknownString { site: *site }),
        // Functions of texts give no numbers, nor null.
        Value::Template(template) => match heap.kind(unknown).origin() {
            Some(site) => outlined(heap, site, names.outline(program, template)),
            None => unknown,
        },
        Value::Part(_) | Value::Null | Value::Number(_) | Value::Unknown(None) => unknown,
    }
}
