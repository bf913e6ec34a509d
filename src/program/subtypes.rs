//! Subtypes outside the JDK, from the outlines of classes, and within it, from their headers. Must not know members.

use std::borrow::Cow;

use rayon::prelude::*;

use super::{ClassId, Program, access};
use crate::base::{FxHashMap, FxHashSet, FxIndexSet};
use crate::classfile;
use crate::classpath::{ClassPath, ClassRef, Origin};

/// Direct subtypes of every class, as far as they lead to a class outside the JDK.
pub(crate) struct SubtypeIndex {
    children: FxHashMap<ClassId, Vec<ClassId>>,
    /// Those outside the JDK, by name.
    outside: Vec<ClassId>,
    /// Where each is there.
    rank: FxHashMap<ClassId, u32>,
}

/// What a class file says in front of its members.
pub(super) struct Header<'p> {
    access: u16,
    pub(super) supers: Vec<Cow<'p, str>>,
}

/// `None` for a file that cannot be read or holds another class; loading it reports why.
fn scan(class_path: &ClassPath, class: ClassRef) -> Option<Header<'static>> {
    let bytes = class_path.bytes(class).ok()?;
    let header = classfile::scan_header(&bytes).ok()?;
    if header.name != class_path.name(class) {
        return None;
    }
    let supers = header.super_name.iter().chain(&header.interfaces);
    Some(Header { access: header.access, supers: supers.map(|name| Cow::Owned(name.to_string())).collect() })
}

impl Program {
    /// No class of the JDK is below one of the class path, and its image is large: of the JDK only what something else
    /// extends or implements is looked at.
    fn subtype_index(&self) -> &SubtypeIndex {
        self.subtype_index.get_or_init(|| {
            let class_path = &self.class_path;
            let is_outside = |class: &ClassRef| class_path.origin(*class) != Origin::Jdk;
            let mut pending: Vec<ClassRef> = class_path.classes().filter(is_outside).collect();
            pending.reverse();
            let mut children: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
            let mut seen = FxHashSet::default();
            while let Some(class) = pending.pop() {
                let Some(header) = self.header(class) else { continue };
                let id = self.class_id(self.sym(class_path.name(class)));
                if header.access & access::MODULE != 0 || self.source_of(id) != Some(class) {
                    continue;
                }
                for sup in &header.supers {
                    let sup = self.class_id(self.sym(sup));
                    children.entry(sup).or_default().push(id);
                    let in_jdk = self.source_of(sup).filter(|source| !is_outside(source));
                    pending.extend(in_jdk.filter(|_| seen.insert(sup)));
                }
            }
            let mut outside: Vec<ClassId> = children.values().flatten().copied().collect();
            outside.retain(|&id| !self.is_in_jdk(id));
            outside.sort_unstable_by_key(|&id| self.class_name(id));
            outside.dedup();
            let rank = outside.iter().copied().zip(0..).collect();
            SubtypeIndex { children, outside, rank }
        })
    }

    /// `None` as for [`scan`].
    pub(super) fn header(&self, class: ClassRef) -> Option<Header<'_>> {
        let Some(outline) = self.outlines().of(class) else { return scan(&self.class_path, class) };
        let (access, name) = outline.header()?;
        let supers = || outline.supers().map(Cow::Borrowed).collect();
        (name == self.class_path.name(class)).then(|| Header { access, supers: supers() })
    }

    /// Direct subtypes among the classes of the JDK. Its image is large: this is asked where a type of the JDK bounds what
    /// somebody makes by reflection, and nowhere else.
    fn jdk_subtype_index(&self) -> &SubtypeIndex {
        self.jdk_subtype_index.get_or_init(|| {
            let class_path = &self.class_path;
            // What other code can make is of packages that are exported.
            let exported = self.module_table().exported();
            let is_open = |class: &ClassRef| {
                let package = class_path.name(*class).rsplit_once('/').map_or("", |(package, _)| package);
                class_path.origin(*class) == Origin::Jdk
                    && (exported.is_empty() || exported.contains(&self.sym(package)))
            };
            let classes: Vec<ClassRef> = class_path.classes().filter(is_open).collect();
            let headers: Vec<Option<Header<'_>>> = classes.par_iter().map(|&class| scan(class_path, class)).collect();
            let mut children: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
            for (class, header) in classes.into_iter().zip(headers) {
                let Some(header) = header.filter(|header| header.access & access::MODULE == 0) else { continue };
                let id = self.class_id(self.sym(class_path.name(class)));
                for sup in &header.supers {
                    children.entry(self.class_id(self.sym(sup))).or_default().push(id);
                }
            }
            SubtypeIndex { children, outside: Vec::new(), rank: FxHashMap::default() }
        })
    }

    /// Every subtype of `class` among the classes of the JDK, itself included, sorted by name, or `None` if there are more
    /// than `most`.
    pub(super) fn subtypes_in_jdk(&self, class: ClassId, most: usize) -> Option<Vec<ClassId>> {
        let index = self.jdk_subtype_index();
        let mut found: FxIndexSet<ClassId> = [class].into_iter().collect();
        let mut at = 0;
        while let Some(&of) = found.get_index(at) {
            at += 1;
            found.extend(index.children.get(&of).into_iter().flatten().copied());
            if found.len() > most {
                return None;
            }
        }
        found.sort_unstable_by_key(|&id| self.class_name(id));
        Some(found.into_iter().collect())
    }

    /// Every subtype of `class` outside the JDK, itself included if it is no class of the JDK, sorted by
    /// name. Classes are not loaded: one that proves
    /// unreadable later is still listed.
    pub fn subtypes_outside_jdk(&self, class: ClassId) -> &[ClassId] {
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
        // Long chains are sorted once for each class in them.
        let mut ranks: Vec<u32> = found.iter().filter_map(|id| index.rank.get(id).copied()).collect();
        ranks.sort_unstable();
        let mut found: Vec<ClassId> = ranks.into_iter().map(|rank| index.outside[rank as usize]).collect();
        if !index.rank.contains_key(&class) && !self.is_in_jdk(class) {
            let at = found.partition_point(|&id| self.class_name(id) < self.class_name(class));
            found.insert(at, class);
        }
        slot.subtypes.get_or_init(|| found.into_boxed_slice())
    }

    fn is_in_jdk(&self, class: ClassId) -> bool {
        self.source_of(class).is_some_and(|source| self.class_path.origin(source) == Origin::Jdk)
    }
}
