//! Class files that are decoded before they are loaded, many at a time: loading is sequential, since ids are given in the order
//! in which names come up, and most of its work is not. Must not know what is loaded, nor change what it gives.

use rayon::prelude::*;

use super::Program;
use crate::base::{FxHashSet, Interner, Sym};
use crate::classfile::{self, ClassError, RawClass};
use crate::classpath::ClassRef;

/// What decoding gave, with the table of its names.
pub(super) struct Decoded {
    names: Interner,
    class: Result<RawClass, ClassError>,
}

impl Program {
    /// Decodes the classes of these internal names, and their supertypes, that are not loaded yet and not in `done`, to which they
    /// are added. What an earlier call decoded for nothing is forgotten.
    pub fn read_ahead<'n>(&self, names: impl IntoIterator<Item = &'n str>, done: &mut FxHashSet<ClassRef>) {
        let is_loaded = |name: &str| {
            let id = self.names.get(name).and_then(|sym| self.class_ids.borrow().get(&sym).copied());
            id.is_some_and(|id| self.slot(id).class.get().is_some())
        };
        let mut found: Vec<ClassRef> = Vec::new();
        let mut add = |found: &mut Vec<ClassRef>, name: &str| {
            let class = self.class_path.find(name).filter(|&class| done.insert(class) && !is_loaded(name));
            found.extend(class);
        };
        names.into_iter().for_each(|name| add(&mut found, name));
        let mut at = 0;
        while let Some(&class) = found.get(at) {
            at += 1;
            let header = self.header(class);
            header.iter().flat_map(|header| &header.supers).for_each(|name| add(&mut found, name));
        }
        let class_path = &self.class_path;
        let decoded = found.into_par_iter().filter_map(|class| {
            let (bytes, names) = (class_path.bytes(class).ok()?, Interner::new());
            let raw = classfile::decode_class(&bytes, &names);
            Some((class, Decoded { names, class: raw }))
        });
        *self.ahead.borrow_mut() = decoded.collect::<Vec<_>>().into_iter().collect();
    }

    /// The class as decoding it now would give it. Its names are interned in the same order, too.
    pub(super) fn take_decoded(&self, class: ClassRef) -> Option<Result<RawClass, ClassError>> {
        let Decoded { names, class } = self.ahead.borrow_mut().remove(&class)?;
        let names: Vec<Sym> = names.iter().map(|name| self.sym(name)).collect();
        Some(class.map(|mut class| {
            class.rename(&names);
            class
        }))
    }
}
