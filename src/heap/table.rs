//! The tables of objects and sites. Append-only through `&self`, so that hooks can make objects while the solver runs;
//! ids are given in first-come order of a sequential solver, hence deterministic.

use std::cell::{Cell, RefCell};

use super::object::{CtxId, MemberKind, MetaTypes, NO_CTX, NamePart, ObjId, ObjKind, Site, SiteId};
use crate::base::{FxHashMap, FxIndexSet, held};
use crate::program::{ClassId, Program, TypeId};

/// All abstract objects and sites of a run.
pub struct Heap {
    types: MetaTypes,
    objects: RefCell<FxIndexSet<ObjKind>>,
    sites: RefCell<FxIndexSet<Site>>,
    ids: Cell<u32>,
    jdk_string: Cell<Option<ObjId>>,
    /// Interfaces of function objects and proxies besides those of their type.
    markers: RefCell<FxHashMap<ObjId, Vec<TypeId>>>,
}

impl Heap {
    pub fn new(types: MetaTypes) -> Self {
        Self {
            types,
            objects: RefCell::default(),
            sites: RefCell::default(),
            ids: Cell::new(0),
            jdk_string: Cell::new(None),
            markers: RefCell::default(),
        }
    }

    pub fn types(&self) -> &MetaTypes {
        &self.types
    }

    pub fn intern(&self, kind: ObjKind) -> ObjId {
        let (index, new) = self.objects.borrow_mut().insert_full(kind);
        if new {
            self.ids.set(self.ids.get() + 1);
        }
        ObjId::new(index)
    }

    pub fn kind(&self, obj: ObjId) -> ObjKind {
        *self.objects.borrow().get_index(obj.index()).expect("internal error: object of another heap")
    }

    /// The object itself that shows a collection; any other one is itself.
    pub fn real(&self, obj: ObjId) -> ObjId {
        match self.kind(obj) {
            ObjKind::View { real, .. } => real,
            _ => obj,
        }
    }

    /// Number of objects; ids are below it.
    pub fn len(&self) -> usize {
        self.ids.get() as usize
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        held::ordered::<ObjKind>(self.len()) + held::ordered::<Site>(self.sites.borrow().len())
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn site(&self, site: Site) -> SiteId {
        SiteId::new(self.sites.borrow_mut().insert_full(site).0)
    }

    pub fn site_data(&self, site: SiteId) -> Site {
        *self.sites.borrow().get_index(site.index()).expect("internal error: site of another heap")
    }

    /// Bytecode offset of a site that is an instruction, else 0.
    pub fn offset_of(&self, site: SiteId) -> u32 {
        match self.site_data(site) {
            Site::At(_, offset) => offset,
            _ => 0,
        }
    }

    /// Run-time type of an object; for tokens and opaque objects the bound.
    pub fn ty(&self, obj: ObjId) -> TypeId {
        let t = &self.types;
        match self.kind(obj) {
            ObjKind::Alloc { ty, .. }
            | ObjKind::Merged { ty }
            | ObjKind::Instance { ty, .. }
            | ObjKind::MemberArray { ty, .. }
            | ObjKind::Closure { ty, .. }
            | ObjKind::Handle { ty, .. }
            | ObjKind::Annotation { ty, .. } => ty,
            ObjKind::Opaque { bound, .. } | ObjKind::UnknownInstance { bound, .. } => bound,
            ObjKind::Class { .. } | ObjKind::UnknownClass { .. } => t.class,
            ObjKind::Method { .. } => t.method,
            ObjKind::Constructor { .. } => t.constructor,
            ObjKind::Field { .. } => t.field,
            ObjKind::UnknownMember { kind, .. } => self.member_type(kind),
            ObjKind::Str { .. } | ObjKind::OtherStr | ObjKind::UnknownString { .. } | ObjKind::Template { .. } => {
                t.string
            }
            ObjKind::View { real, .. } => self.ty(real),
            ObjKind::Proxy { .. } => t.proxy,
            ObjKind::Null => t.null,
        }
    }

    /// Says that a function object (`LambdaMetafactory.altMetafactory`) or a proxy also implements `interfaces`. To be said
    /// before the object goes anywhere.
    pub fn mark(&self, obj: ObjId, interfaces: Vec<TypeId>) {
        self.markers.borrow_mut().insert(obj, interfaces);
    }

    /// Interfaces of an object besides those of its type.
    pub fn markers(&self, obj: ObjId) -> Vec<TypeId> {
        self.markers.borrow().get(&obj).cloned().unwrap_or_default()
    }

    pub fn member_type(&self, kind: MemberKind) -> TypeId {
        match kind {
            MemberKind::Method => self.types.method,
            MemberKind::Field => self.types.field,
            MemberKind::Constructor => self.types.constructor,
        }
    }

    /// Whether objects of the type are strings or metaobjects.
    pub fn is_reflective(&self, ty: TypeId) -> bool {
        let t = &self.types;
        [t.string, t.class, t.method, t.field, t.constructor].contains(&ty)
    }

    /// The unknown string whose origin is inside the JDK.
    pub fn jdk_string(&self) -> ObjId {
        if let Some(obj) = self.jdk_string.get() {
            return obj;
        }
        let site = self.site(Site::Jdk);
        let obj = self.intern(ObjKind::UnknownString { site });
        self.jdk_string.set(Some(obj));
        obj
    }

    /// What a value of type `ty` from outside the program may be: nothing for primitives, an unknown string, class or member
    /// token for those types, an opaque object otherwise.
    pub fn unknown(&self, site: SiteId, ty: TypeId, is_reference: bool) -> Option<ObjId> {
        let t = &self.types;
        let member = |kind| ObjKind::UnknownMember { kind, class: None, name: NamePart::Unknown, site, outside: false };
        if !is_reference {
            return None;
        }
        Some(self.intern(match ty {
            ty if ty == t.string => ObjKind::UnknownString { site },
            ty if ty == t.class => ObjKind::UnknownClass { site, bound: t.object, outside: false },
            ty if ty == t.method => member(MemberKind::Method),
            ty if ty == t.field => member(MemberKind::Field),
            ty if ty == t.constructor => member(MemberKind::Constructor),
            // Which member one calls, its origin tells.
            bound if bound == t.handle => ObjKind::Opaque { site, bound },
            // Which of the places an opaque object comes from decides nothing, but whether callers give it: two per type.
            bound => {
                let of_callers = matches!(self.site_data(site), Site::Param(..) | Site::Unknowns { of_callers: true });
                let site = if of_callers { Site::Unknowns { of_callers } } else { Site::Outside };
                ObjKind::Opaque { site: self.site(site), bound }
            }
        }))
    }

    /// As [`unknown`](Self::unknown) of a reference, where it matters which place an opaque object comes from: what is taken
    /// out of it has the same origin.
    pub fn unknown_of(&self, site: SiteId, ty: TypeId) -> Option<ObjId> {
        let unknown = self.unknown(site, ty, true)?;
        Some(match self.kind(unknown) {
            ObjKind::Opaque { bound, .. } => self.intern(ObjKind::Opaque { site, bound }),
            _ => unknown,
        })
    }

    /// The object that stands for all of a class that something outside the program makes; nobody makes constants of an enum,
    /// so that it is one of those that there are.
    pub fn made_outside(&self, class: ClassId, program: &Program) -> ObjId {
        let (site, ty) = (self.site(Site::Vm(program.sym("container"))), program.class_type(class));
        self.intern(match program.enum_of(class) {
            Some(_) => ObjKind::Opaque { site, bound: ty },
            None => ObjKind::Instance { site, ty, ctx: NO_CTX },
        })
    }

    /// Whether an object stands for those that something outside the program makes of a class.
    pub fn is_made_outside(&self, kind: ObjKind, program: &Program) -> bool {
        matches!(kind, ObjKind::Instance { site, .. } if self.site_data(site) == Site::Vm(program.sym("container")))
    }

    /// What stands for all objects of a class and of those below it that are known by their type alone, where something is
    /// stored into one of them.
    pub fn any_of(&self, class: ClassId, program: &Program) -> ObjId {
        let site = self.site(Site::Vm(program.sym("any")));
        self.intern(ObjKind::Instance { site, ty: program.class_type(class), ctx: NO_CTX })
    }

    /// What stands for all objects of a class that callers of a library were given, and may give back.
    pub fn given_back(&self, class: ClassId, program: &Program) -> ObjId {
        let site = self.site(Site::Vm(program.sym("given")));
        self.intern(ObjKind::Instance { site, ty: program.class_type(class), ctx: NO_CTX })
    }

    pub fn alloc(&self, site: SiteId, ty: TypeId, ctx: CtxId) -> ObjId {
        self.intern(ObjKind::Alloc { site, ty, ctx })
    }
}
