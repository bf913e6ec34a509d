//! Fields and elements reached without an instruction that names them: through `VarHandle`s, through field updaters and through
//! offsets of `Unsafe`. Which field one denotes is found where it is asked for, from the sets of the class and of the name; an
//! access then reaches that field of its base. Must not know the library built on them, nor method handles.

mod accesses;
mod methods;

use self::accesses::{Access, AccessId, Accesses, Holder, Place, fields_of};
pub(super) use self::methods::named_methods;
pub use self::methods::writes_by_offset;
use self::methods::{Act, Asked, BOTH, Class, Gives, Mode, ROWS, access_of};
use super::Signatures;
use crate::base::{FxIndexSet, IndexVec, Numbering, PtsSet, Sym};
use crate::classpath::Origin;
use crate::heap::{MemberKind, NO_CTX, ObjId, ObjKind};
use crate::ir::{ConstValue, facts};
use crate::pointsto::{CallNote, CallView, Claim, ClaimTag, Cx, HookData, Model, NodeId, Outcome, Ptr};
use crate::program::{ClassId, FieldId, MethodId, Program, TypeId, access};

/// The model of handles and offsets.
pub(super) struct Handles {
    table: Signatures<Act>,
    hooks: Numbering<HookData, Hook>,
    finds: IndexVec<FindId, Find>,
    accesses: Accesses,
    begun: bool,
}

impl Default for Handles {
    fn default() -> Self {
        Self {
            table: Signatures::new(ROWS),
            hooks: Numbering::default(),
            finds: IndexVec::default(),
            accesses: Accesses::default(),
            begun: false,
        }
    }
}

crate::define_id!(
    /// A question that was met.
    FindId
);

/// What a watched pointer is to the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Hook {
    /// Of a question.
    Class(FindId),
    Lookup(FindId),
    Name(FindId),
    Field(FindId),
    /// Of an access.
    Base(AccessId),
    VarHandle(AccessId),
}

/// A question for a field, and what is known of it.
struct Find {
    holder: Holder,
    /// Other code than the JDK's asks.
    foreign: bool,
    is_static: Option<bool>,
    ty: Option<TypeId>,
    classes: FxIndexSet<Option<ClassId>>,
    names: FxIndexSet<Option<Sym>>,
}

impl Model for Handles {
    fn name(&self) -> &'static str {
        "handles"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        if program.origin_of(method) != Origin::Jdk {
            return None;
        }
        let named = self.table.find(program, method);
        let tag = named.or_else(|| access_of(program, method).map(|act| self.table.tag(act)))?;
        // Receivers select nothing: who has an `Unsafe` or a handle, of whatever class, may come from where nobody sees.
        Some(Claim::Declared(tag))
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, tag: ClaimTag) -> Outcome {
        self.begin(cx);
        let arg = |index: usize| call.args.get(index).copied().flatten();
        match self.table.act(tag) {
            Act::Find(asked, gives) => {
                self.find(cx, call, method, asked, gives);
                // Updaters have code.
                if gives == Gives::Updater {
                    return Outcome::AlsoAnalyse;
                }
            }
            Act::Lookup => {
                let Some(dst) = call.dst else { return Outcome::Handled };
                let ty = cx.program.method_desc(cx.program.method(method).desc).ret;
                let lookup = cx.heap.intern(ObjKind::Handle { site: call.site, ty, ctx: NO_CTX });
                cx.add(dst, lookup);
                if let Some(field) = lookup_class(cx.program) {
                    let ty = cx.program.class_type(cx.program.method(call.method).class);
                    cx.add(Ptr::Field(lookup, field), cx.heap.intern(ObjKind::Class { ty }));
                }
            }
            Act::Same => {
                // Which of the JDK's classes the handle is of is not followed.
                cx.note(call, CallNote::Unknown(method));
                if let (Some(from), Some(dst)) = (arg(0), call.dst) {
                    cx.edge(from, dst);
                }
            }
            Act::ByOffset(mode) => {
                let number = self.access(call, mode);
                self.accesses.through(cx, number, Holder::Offset);
                if let Some(base) = arg(1) {
                    cx.watch(base, self.hooks.number(Hook::Base(number)));
                }
            }
            Act::ByHandle(mode) => {
                let number = self.access(call, mode);
                self.watch_access(cx, call, number, Hook::VarHandle(number));
            }
        }
        Outcome::Handled
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let hook = self.hooks.key(data);
        for obj in objects.iter().map(ObjId) {
            let kind = cx.heap.kind(obj);
            if kind == ObjKind::Null {
                continue;
            }
            match hook {
                Hook::Class(find) => {
                    let class = match kind {
                        ObjKind::Class { ty } => match cx.program.class_of(ty) {
                            Some(class) => Some(class),
                            // Arrays and primitive types have no fields.
                            None => continue,
                        },
                        _ => None,
                    };
                    self.learn(cx, find, Some(class), None);
                }
                Hook::Lookup(find) => match lookup_class(cx.program) {
                    Some(field) if !kind.is_token() => {
                        cx.watch(Ptr::Field(obj, field), self.hooks.number(Hook::Class(find)));
                    }
                    _ => self.learn(cx, find, Some(None), None),
                },
                Hook::Name(find) => {
                    let name = match kind {
                        ObjKind::Str { text } => Some(text),
                        _ => None,
                    };
                    self.learn(cx, find, None, Some(name));
                }
                Hook::Field(find) => self.field(cx, find, kind),
                Hook::Base(access) => {
                    if self.accesses.knows(obj) {
                        self.accesses.through(cx, access, Holder::Object(obj));
                    }
                    self.accesses.on(cx, access, obj);
                }
                Hook::VarHandle(access) => {
                    let known = self.accesses.knows(obj);
                    let holder = if known { Holder::Object(obj) } else { Holder::AnyHandle };
                    self.accesses.through(cx, access, holder);
                }
            }
        }
    }
}

impl Handles {
    /// Elements of arrays are reached by an offset and by a handle that nothing is known of, whoever asked for it.
    fn begin(&mut self, cx: &mut Cx<'_, '_>) {
        if !std::mem::replace(&mut self.begun, true) {
            self.accesses.denote(cx, Holder::Offset, Place::Elements);
            self.accesses.denote(cx, Holder::AnyHandle, Place::Elements);
        }
    }

    /// The access that a call makes: coordinates first, values after (JDK javadoc of `VarHandle`), the new value last.
    fn access(&mut self, call: &CallView, mode: Mode) -> AccessId {
        self.accesses.number(Access {
            base: call.args.get(1).copied().flatten(),
            read: call.dst.filter(|_| mode.reads).map(Ptr::Node),
            write: call.args.last().copied().flatten().filter(|_| mode.writes && call.args.len() > 1).map(Ptr::Node),
            is_alone: call.args.len() == 2,
        })
    }

    fn watch_access(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, number: AccessId, through: Hook) {
        if let Some(handle) = call.args.first().copied().flatten() {
            cx.watch(handle, self.hooks.number(through));
        }
        if let Some(base) = call.args.get(1).copied().flatten() {
            cx.watch(base, self.hooks.number(Hook::Base(number)));
        }
    }

    /// A question for a field: what it gives, and what it is asked with.
    fn find(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, asked: Asked, gives: Gives) {
        let (holder, is_static) = match gives {
            Gives::Handle { mode, is_static } => match self.made(cx, call, method, mode) {
                Some(handle) => (handle, is_static),
                None => return,
            },
            Gives::Base => match self.made(cx, call, method, BOTH) {
                Some(base) => (base, Some(true)),
                None => return,
            },
            Gives::Offset | Gives::Updater => (Holder::Offset, Some(false)),
            Gives::Nothing => return,
        };
        let arg = |index: usize| call.args.get(index).copied().flatten();
        let (number, foreign) = (self.finds.next_id(), cx.program.origin_of(call.method) != Origin::Jdk);
        let ty = match asked {
            Asked::Named { ty: Some(at), .. } => class_literal(cx, call, at),
            _ => None,
        };
        let (classes, names) = Default::default();
        self.finds.push(Find { holder, foreign, is_static, ty, classes, names });
        let mut watch = |cx: &mut Cx<'_, '_>, node: Option<NodeId>, hook: Hook| {
            if let Some(node) = node {
                cx.watch(node, self.hooks.number(hook));
            }
        };
        match asked {
            Asked::Elements => self.denote(cx, holder, Place::Elements),
            Asked::Field(at) => watch(cx, arg(at), Hook::Field(number)),
            Asked::Named { class, name, .. } => {
                match class {
                    Class::Argument(at) => watch(cx, arg(at), Hook::Class(number)),
                    Class::OfLookup(at) => watch(cx, arg(at), Hook::Lookup(number)),
                }
                match text_literal(cx, call, name) {
                    Some(text) => self.learn(cx, number, None, Some(Some(text))),
                    None => watch(cx, arg(name), Hook::Name(number)),
                }
            }
        }
    }

    /// The object that a question gives.
    fn made(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, mode: Mode) -> Option<Holder> {
        let dst = call.dst?;
        let ty = cx.program.method_desc(cx.program.method(method).desc).ret;
        let ctx = cx.allocated(call.caller, call.site, ty);
        let handle = cx.heap.intern(ObjKind::Handle { site: call.site, ty, ctx });
        self.accesses.is_handle(handle, mode);
        cx.add(dst, handle);
        Some(Holder::Object(handle))
    }

    /// A class or a name that a question is asked with, and the fields that are meant with what came before.
    fn learn(&mut self, cx: &mut Cx<'_, '_>, find: FindId, class: Option<Option<ClassId>>, name: Option<Option<Sym>>) {
        let this = &mut self.finds[find];
        if !class.is_none_or(|class| this.classes.insert(class)) || !name.is_none_or(|name| this.names.insert(name)) {
            return;
        }
        let classes = class.map_or_else(|| this.classes.iter().copied().collect(), |class| vec![class]);
        let names: Vec<_> = name.map_or_else(|| this.names.iter().copied().collect(), |name| vec![name]);
        for class in classes {
            for &name in &names {
                self.mean(cx, find, class, name);
            }
        }
    }

    /// What is meant by a class and a name, each known or not.
    fn mean(&mut self, cx: &mut Cx<'_, '_>, find: FindId, class: Option<ClassId>, name: Option<Sym>) {
        let &Find { holder, is_static, ty, .. } = &self.finds[find];
        match class {
            Some(class) => {
                for field in fields_of(cx.program, class, name, ty, is_static) {
                    self.denote(cx, holder, Place::Field(field));
                }
            }
            None => self.denote(cx, holder, Place::OfBase { name, ty }),
        }
    }

    /// A `Field` that a question is asked with.
    fn field(&mut self, cx: &mut Cx<'_, '_>, find: FindId, kind: ObjKind) {
        let &Find { holder, foreign, is_static, .. } = &self.finds[find];
        match kind {
            ObjKind::Field { field } if is_meant(cx.program, field, is_static) => {
                self.denote(cx, holder, Place::Field(field));
            }
            _ if kind.is_listed() => {}
            ObjKind::UnknownMember { kind: MemberKind::Field, class, name, .. } => {
                let class = class.and_then(|ty| cx.program.class_of(ty));
                let name = name.known();
                // The JDK asks for fields that it looked up by a name from elsewhere in updaters, whose names are seen where they
                // are made, and where it reads objects back, which are unknown.
                if class.is_some() || name.is_some() || foreign {
                    self.mean(cx, find, class, name);
                }
            }
            ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. } if foreign => self.mean(cx, find, None, None),
            _ => {}
        }
    }

    /// Says what a holder denotes; a handle that nothing is known of may be that one.
    fn denote(&mut self, cx: &mut Cx<'_, '_>, holder: Holder, place: Place) {
        self.accesses.denote(cx, holder, place);
        if let Holder::Object(handle) = holder
            && cx.program.class_of(cx.heap.ty(handle)) == Some(cx.program.well_known().var_handle)
        {
            self.accesses.denote(cx, Holder::AnyHandle, place);
        }
    }
}

fn is_meant(program: &Program, field: FieldId, is_static: Option<bool>) -> bool {
    let data = program.field(field);
    is_static.is_none_or(|of| of == (data.access & access::STATIC != 0))
}

/// `Lookup.lookupClass`, where a lookup has the class it is for.
fn lookup_class(program: &Program) -> Option<FieldId> {
    let lookup = program.find_class("java/lang/invoke/MethodHandles$Lookup")?;
    program.find_field(lookup, "lookupClass", "Ljava/lang/Class;")
}

/// An argument that is a constant of the calling method.
fn constant<T>(cx: &Cx<'_, '_>, call: &CallView, at: usize, of: impl FnOnce(&ConstValue) -> Option<T>) -> Option<T> {
    let code = cx.code(call.caller)?;
    of(facts::constant_of(&code.body, *call.vars.get(at)?)?)
}

/// Inside the JDK names of fields are no constants of their own (docs/analysis.md, Distinct constants).
fn text_literal(cx: &Cx<'_, '_>, call: &CallView, at: usize) -> Option<Sym> {
    constant(cx, call, at, |value| match *value {
        ConstValue::Str { text, .. } => Some(text),
        _ => None,
    })
}

fn class_literal(cx: &Cx<'_, '_>, call: &CallView, at: usize) -> Option<TypeId> {
    constant(cx, call, at, |value| match *value {
        ConstValue::Class(ty) => Some(ty),
        _ => None,
    })
}
