//! Subtypes over the whole class path, from a parallel scan of class-file headers. Must not know members.

use rayon::prelude::*;

use super::{ClassId, Program, access};
use crate::base::{FxHashMap, FxHashSet};
use crate::classfile;
use crate::classpath::{ClassPath, ClassRef};

/// Direct subtypes and access flags of every class of the class path.
pub(crate) struct SubtypeIndex {
    children: FxHashMap<ClassId, Vec<ClassId>>,
    access: FxHashMap<ClassId, u16>,
}

/// What the scan keeps of one class file.
struct Header {
    access: u16,
    supers: Vec<String>,
}

/// `None` for a file that cannot be read or holds another class; loading it reports why.
fn scan(class_path: &ClassPath, class: ClassRef) -> Option<Header> {
    let bytes = class_path.bytes(class).ok()?;
    let header = classfile::scan_header(&bytes).ok()?;
    if header.name != class_path.name(class) {
        return None;
    }
    let supers = header.super_name.iter().chain(&header.interfaces).map(|name| name.to_string()).collect();
    Some(Header { access: header.access, supers })
}

impl Program {
    fn subtype_index(&self) -> &SubtypeIndex {
        self.subtype_index.get_or_init(|| {
            let class_path = &self.class_path;
            let classes: Vec<ClassRef> = class_path.classes().collect();
            let headers: Vec<Option<Header>> = classes.par_iter().map(|&class| scan(class_path, class)).collect();
            let mut index = SubtypeIndex { children: FxHashMap::default(), access: FxHashMap::default() };
            for (class, header) in classes.iter().zip(headers) {
                let Some(header) = header else { continue };
                let id = self.class_id(self.sym(class_path.name(*class)));
                if header.access & access::MODULE != 0 || self.source_of(id) != Some(*class) {
                    continue;
                }
                index.access.insert(id, header.access);
                for sup in &header.supers {
                    index.children.entry(self.class_id(self.sym(sup))).or_default().push(id);
                }
            }
            index
        })
    }

    /// Every subtype of `class` on the class path, itself included, sorted by name. Classes are not loaded: one that
    /// proves unreadable later is still listed.
    pub fn subtypes(&self, class: ClassId) -> &[ClassId] {
        let slot = self.slot(class);
        if let Some(subtypes) = slot.subtypes.get() {
            return subtypes;
        }
        let index = self.subtype_index();
        let mut found = vec![class];
        let mut seen: FxHashSet<ClassId> = found.iter().copied().collect();
        let mut at = 0;
        while at < found.len() {
            for &child in index.children.get(&found[at]).map_or(&[][..], Vec::as_slice) {
                if seen.insert(child) {
                    found.push(child);
                }
            }
            at += 1;
        }
        found.sort_unstable_by_key(|&id| self.class_name(id));
        slot.subtypes.get_or_init(|| found.into_boxed_slice())
    }

    /// The classes directly below `class`, in class-path order.
    pub fn direct_subtypes(&self, class: ClassId) -> &[ClassId] {
        self.subtype_index().children.get(&class).map_or(&[], Vec::as_slice)
    }

    /// The subtypes of `class` that objects can have: neither interfaces nor abstract, with a class file. Sorted by name.
    pub fn instantiable_subtypes(&self, class: ClassId) -> Vec<ClassId> {
        let index = self.subtype_index();
        let concrete = |id: &ClassId| {
            index.access.get(id).is_some_and(|flags| flags & (access::INTERFACE | access::ABSTRACT) == 0)
        };
        self.subtypes(class).iter().copied().filter(concrete).collect()
    }
}
