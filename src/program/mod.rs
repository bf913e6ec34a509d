//! Types, class hierarchy, members, JVMS 5.4.3 resolution and 5.4.6 selection, the JDK's reflective look-up rules, lazy
//! loading and phantom classes. Must not know bytecode.

mod ahead;
mod candidates;
mod damage;
mod extension;
mod functions;
mod held;
mod hierarchy;
mod jdk_inner;
mod libraries;
mod loading;
pub mod lookup;
mod marks;
mod members;
mod mentions;
mod opening;
pub mod outsiders;
mod resolution;
mod scope;
mod subtypes;
mod table;
#[cfg(test)]
pub(crate) mod tests;
mod type_table;
mod types;
mod well_known;

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;

pub use candidates::Candidates;
pub use damage::Damage;
pub use functions::{MadeFunction, made_function};
pub use mentions::{Mentions, SETS_LOADER};
pub use opening::Opening;
pub use scope::Scope;
pub use types::*;
pub use well_known::WellKnown;

use self::ahead::Decoded;
use self::damage::Damaged;
use self::hierarchy::Ancestry;
use self::members::{MemberIndex, RefTable};
use self::subtypes::SubtypeIndex;
use self::table::Table;
use self::type_table::TypeTable;
use crate::base::{FxHashMap, FxHashSet, FxIndexMap, FxIndexSet, Interner, Sym};
use crate::classfile::RawCode;
use crate::classpath::{ArtifactId, ClassPath, ClassRef, Origin};
use crate::diag::Diag;
use crate::index::{Outlines, Shelf, Wanted};

/// Every class of a class path, loaded on first look.
///
/// Append-only with interior mutability: all methods take `&self`, ids stay valid, references live as long as the
/// program. Ids are given in first-come order, so they are deterministic for a deterministic caller. Not `Sync`.
pub struct Program {
    class_path: Arc<ClassPath>,
    /// What is looked for in class files before they are loaded, and where what was found is kept.
    wanted: Wanted,
    shelf: Option<Arc<dyn Shelf>>,
    outlines: OnceCell<Outlines>,
    names: Interner,
    slots: Table<ClassId, ClassSlot>,
    class_ids: RefCell<FxHashMap<Sym, ClassId>>,
    types: TypeTable,
    refs: RefTable,
    methods: Table<MethodId, Method>,
    fields: Table<FieldId, Field>,
    /// Of classes that are about to be loaded.
    ahead: RefCell<FxHashMap<ClassRef, Decoded>>,
    bodies: RefCell<FxHashMap<ClassId, Vec<Option<RawCode>>>>,
    /// What `bodies` hold.
    raw_bytes: Cell<u64>,
    selected: RefCell<FxHashMap<(ClassId, MethodId), Option<MethodId>>>,
    subtype_index: OnceCell<SubtypeIndex>,
    jdk_subtype_index: OnceCell<SubtypeIndex>,
    well_known: OnceCell<WellKnown>,
    modules: OnceCell<lookup::ModuleTable>,
    /// Artifacts whose classes are too new for the JDK, said once each.
    too_new: RefCell<FxHashSet<ArtifactId>>,
    damaged: RefCell<FxIndexMap<ClassId, Damaged>>,
    too_large: RefCell<FxIndexSet<MethodId>>,
    diags: RefCell<Vec<Diag>>,
}

/// What is known of one class name; everything but the name is filled on demand.
pub(crate) struct ClassSlot {
    name: Sym,
    ty: TypeId,
    source: OnceCell<Option<ClassRef>>,
    class: OnceCell<Class>,
    members: OnceCell<MemberIndex>,
    ancestry: OnceCell<Ancestry>,
    subtypes: OnceCell<Box<[ClassId]>>,
    candidates: OnceCell<Candidates>,
    public_methods: OnceCell<Box<[MethodId]>>,
}

impl Program {
    pub fn new(class_path: impl Into<Arc<ClassPath>>) -> Self {
        Self::with_outlines(class_path, Wanted::default(), None)
    }

    /// As [`Self::new`], with outlines that are kept between runs and say who mentions which methods.
    pub fn with_outlines(class_path: impl Into<Arc<ClassPath>>, wanted: Wanted, shelf: Option<Arc<dyn Shelf>>) -> Self {
        Self {
            class_path: class_path.into(),
            wanted,
            shelf,
            outlines: OnceCell::new(),
            names: Interner::new(),
            slots: Table::new(),
            class_ids: RefCell::default(),
            types: TypeTable::new(),
            refs: RefTable::new(),
            methods: Table::new(),
            fields: Table::new(),
            ahead: RefCell::default(),
            bodies: RefCell::default(),
            raw_bytes: Cell::default(),
            selected: RefCell::default(),
            subtype_index: OnceCell::new(),
            jdk_subtype_index: OnceCell::new(),
            well_known: OnceCell::new(),
            modules: OnceCell::new(),
            too_new: RefCell::default(),
            damaged: RefCell::default(),
            too_large: RefCell::default(),
            diags: RefCell::default(),
        }
    }

    pub fn class_path(&self) -> &ClassPath {
        &self.class_path
    }

    /// The class path, for a program of its own on another thread.
    pub fn shared_class_path(&self) -> Arc<ClassPath> {
        Arc::clone(&self.class_path)
    }

    /// Outlines of all classes outside the JDK.
    pub fn outlines(&self) -> &Outlines {
        self.outlines.get_or_init(|| Outlines::read(&self.class_path, &self.wanted, self.shelf.as_deref(), false))
    }

    /// Keeps the outlines for other runs, with what was found out about them.
    pub fn keep_outlines(&self) {
        if let (Some(outlines), Some(shelf)) = (self.outlines.get(), &self.shelf) {
            outlines.keep(&self.class_path, &**shelf);
        }
    }

    /// Problems met so far, sorted, without repetitions.
    pub fn diags(&self) -> Vec<Diag> {
        let mut diags = self.diags.borrow().clone();
        diags.sort();
        diags.dedup();
        diags
    }

    pub(crate) fn report(&self, diag: Diag) {
        self.diags.borrow_mut().push(diag);
    }

    pub fn names(&self) -> &Interner {
        &self.names
    }

    pub fn sym(&self, text: &str) -> Sym {
        self.names.intern(text)
    }

    #[inline]
    pub fn str(&self, sym: Sym) -> &str {
        self.names.str(sym)
    }

    pub fn well_known(&self) -> &WellKnown {
        self.well_known.get_or_init(|| WellKnown::new(self))
    }

    fn module_table(&self) -> &lookup::ModuleTable {
        self.modules.get_or_init(|| lookup::ModuleTable::read(self))
    }

    /// The id of the class with this internal name, which need not exist. Nothing is loaded.
    pub fn class_id(&self, internal: Sym) -> ClassId {
        if let Some(&id) = self.class_ids.borrow().get(&internal) {
            return id;
        }
        let id = self.slots.next_id();
        let ty = self.types.add(Type::Class(id));
        self.slots.push(ClassSlot {
            name: internal,
            ty,
            source: OnceCell::new(),
            class: OnceCell::new(),
            members: OnceCell::new(),
            ancestry: OnceCell::new(),
            subtypes: OnceCell::new(),
            candidates: OnceCell::new(),
            public_methods: OnceCell::new(),
        });
        self.class_ids.borrow_mut().insert(internal, id);
        id
    }

    /// The class with this internal name if the class path has a file for it (which may still prove unreadable).
    pub fn find_class(&self, internal: &str) -> Option<ClassId> {
        if let Some(id) = self.names.get(internal).and_then(|sym| self.class_ids.borrow().get(&sym).copied()) {
            return self.source_of(id).map(|_| id);
        }
        let source = self.class_path.find(internal)?;
        let id = self.class_id(self.sym(internal));
        self.slot(id).source.get_or_init(|| Some(source));
        Some(id)
    }

    /// The type `Class.forName(name)` gives; `None` where it throws (see [`lookup::for_name`]).
    pub fn type_of_binary_name(&self, name: &str) -> Option<TypeId> {
        lookup::for_name(self, name).ok()
    }

    /// Number of class names mentioned so far: ids below it are valid.
    pub fn class_count(&self) -> usize {
        self.slots.len()
    }

    /// Internal name, `a/b/C`.
    #[inline]
    pub fn class_name(&self, class: ClassId) -> &str {
        self.str(self.slot(class).name)
    }

    /// The internal name of the class around nested ones, by the compiler's naming, which the JDK follows.
    pub fn outermost_name(&self, class: ClassId) -> &str {
        let name = self.class_name(class);
        name.split_once('$').map_or(name, |(outer, _)| outer)
    }

    /// Whether values of a type are references: to objects and arrays.
    pub fn is_reference(&self, ty: TypeId) -> bool {
        matches!(self.ty(ty), Type::Class(_) | Type::Array(_))
    }

    /// Whether a class is one of the JDK's types of functions, by which it calls code that it is given.
    pub fn is_function(&self, class: ClassId) -> bool {
        let name = self.class_name(class);
        name.starts_with("java/util/function/")
            || matches!(
                name,
                "java/util/concurrent/Callable"
                    | "java/security/PrivilegedAction"
                    | "java/security/PrivilegedExceptionAction"
            )
    }

    /// Package in internal form (`a/b`), empty for the unnamed package.
    pub fn package_of(&self, class: ClassId) -> &str {
        self.class_name(class).rsplit_once('/').map_or("", |(package, _)| package)
    }

    /// Same package and same defining loader (JVMS 5.3); the JDK's loaders share no package with the application's.
    pub fn same_runtime_package(&self, a: ClassId, b: ClassId) -> bool {
        a == b
            || (self.package_of(a) == self.package_of(b)
                && (self.class(a).origin == Origin::Jdk) == (self.class(b).origin == Origin::Jdk))
    }

    #[inline]
    pub(crate) fn slot(&self, class: ClassId) -> &ClassSlot {
        self.slots.get(class)
    }

    /// Where the class path has this class.
    pub fn source_of(&self, class: ClassId) -> Option<ClassRef> {
        let slot = self.slot(class);
        *slot.source.get_or_init(|| self.class_path.find(self.str(slot.name)))
    }

    /// Whether a container supplies the class at run time: its code is not looked at, whether it is there or not.
    pub fn is_supplied(&self, class: ClassId) -> bool {
        match self.source_of(class) {
            Some(source) => self.class_path.is_supplied(source),
            None => self.class_path.is_supplied_name(self.class_name(class)),
        }
    }

    /// Whether the class, or a supertype of it, is supplied by a container and missing here: it may have members that
    /// nobody sees.
    pub fn rests_on_supplied(&self, class: ClassId) -> bool {
        self.supertypes(class).iter().any(|&id| self.class(id).phantom == Some(Phantom::Supplied))
    }

    /// Whether the class of a type, or a supertype of it, is missing for whatever reason; not of arrays and primitive types.
    pub fn type_lacks_part(&self, ty: TypeId) -> bool {
        self.class_of(ty).is_some_and(|class| self.rests_on_supplied(class) || self.broken_supertype(class).is_some())
    }

    /// As [`Program::rests_on_supplied`] of a type; not of arrays and primitive types.
    pub fn type_rests_on_supplied(&self, ty: TypeId) -> bool {
        self.class_of(ty).is_some_and(|class| self.rests_on_supplied(class))
    }
}
