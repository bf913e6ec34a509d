//! Native methods, as their table says (`table.rs`): the VM's own objects, calls back, what is thrown. A native that is not in
//! the table gives an unknown and is reported. Constructors of `String` are like natives: they keep texts in arrays of bytes,
//! where nobody sees them. Of one that no other model answers for the text is unknown. Must not know which natives matter to
//! whom.

mod structures;
mod table;

pub use table::{Nature, TABLE, harmless_by_signature, nature};

use std::cell::RefCell;
use std::rc::Rc;

use super::own;
use crate::base::{FxIndexSet, Numbering, PtsSet};
use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind, Site, SiteId};
use crate::pointsto::{
    Args, CallView, Claim, ClaimTag, Cx, EdgeKind, HookData, Model, NodeId, Outcome, Ptr, Receiver, ReflectiveCall,
};
use crate::program::lookup::inputs::ALLOCATED;
use crate::program::{MethodId, Program, Type, TypeId, access};
use crate::strings::operations;

pub(super) struct Natives {
    /// Natives reached of which something is not known.
    unknown: Rc<RefCell<FxIndexSet<MethodId>>>,
    hooks: Numbering<HookData, Hook>,
}

/// What is done with the objects of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Hook {
    Allocate {
        site: SiteId,
        dst: NodeId,
    },
    Initialise,
    FillTexts {
        site: SiteId,
    },
    /// What is in an array is kept for a method.
    Keep {
        by: MethodId,
    },
}

impl Natives {
    pub(super) fn new(unknown: Rc<RefCell<FxIndexSet<MethodId>>>) -> Self {
        Self { unknown, hooks: Numbering::default() }
    }
}

impl Model for Natives {
    fn name(&self) -> &'static str {
        "natives"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let data = program.method(method);
        let (class, name) = (program.class_name(data.class), program.str(data.name));
        let is_claimed = data.access & access::NATIVE != 0
            || operations::makes_text(class, name)
            || table::reads_of_the_vm(class, name);
        is_claimed.then_some(Claim::Target(ClaimTag(0)))
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, _tag: ClaimTag) -> Outcome {
        let program = cx.program;
        let data = program.method(method);
        if table::reads_of_the_vm(program.class_name(data.class), program.str(data.name)) {
            if let Some(dst) = call.dst {
                cx.add(dst, super::strings::unknown_string(cx, call));
            }
            return Outcome::Handled;
        }
        if data.access & access::NATIVE == 0 {
            if let Some(Some(made)) = call.args.first().copied() {
                cx.add(made, super::strings::unknown_string(cx, call));
            }
            return Outcome::Handled;
        }
        if data.access & access::STATIC != 0 {
            cx.initialise(data.class);
        }
        let is_jdk = program.class(data.class).origin == Origin::Jdk;
        let nature = match is_jdk {
            true => nature(program, method),
            false => harmless_by_signature(program, method).then_some(Nature::Plain),
        };
        let arg = |index: usize| call.args.get(index).copied().flatten();
        let ret = program.method_desc(data.desc).ret;
        match nature {
            Some(Nature::Plain | Nature::Own | Nature::Modelled | Nature::ReachesFields) => {
                if nature == Some(Nature::ReachesFields) {
                    self.unknown.borrow_mut().insert(method);
                }
                if let Some(dst) = call.dst {
                    give(cx, call, method, dst, ret);
                }
            }
            Some(Nature::OwnOf(classes)) => {
                let Some(dst) = call.dst else { return Outcome::Handled };
                for name in classes {
                    let ty = program.type_of_internal(program.sym(name));
                    match program.ty(ret) {
                        Type::Array(_) => {
                            let array = array_of(cx, method, ret);
                            cx.add(dst, array);
                            let own = own::object(cx, ty);
                            cx.add(Ptr::Elements(array), own);
                        }
                        _ => give(cx, call, method, dst, ty),
                    }
                }
            }
            Some(Nature::Argument(index)) => {
                if let (Some(from), Some(dst)) = (arg(index), call.dst) {
                    cx.edge(from, dst);
                }
            }
            Some(Nature::Calls(names)) => call_back(cx, call, method, names),
            Some(Nature::Allocates) => {
                // Inside the JDK the class is that of any object it makes so; who asks for an object has a site of its own.
                let asked = program.class_name(program.method(call.method).class) == "sun/misc/Unsafe"
                    || program.origin_of(call.method) != Origin::Jdk;
                match (arg(ALLOCATED), call.dst) {
                    (Some(class), Some(dst)) if asked => {
                        let hook = self.hooks.number(Hook::Allocate { site: call.site, dst });
                        cx.watch(class, hook);
                    }
                    _ => drop(self.unknown.borrow_mut().insert(method)),
                }
            }
            Some(Nature::Initialises) => {
                if let Some(class) = arg(1) {
                    let hook = self.hooks.number(Hook::Initialise);
                    cx.watch(class, hook);
                }
            }
            Some(Nature::Throws) => {
                if let (Some(thrown), Some(throw)) = (arg(1), call.throw) {
                    cx.edge(thrown, throw);
                }
            }
            Some(Nature::FillsTexts) => {
                if let Some(filled) = arg(0) {
                    let hook = self.hooks.number(Hook::FillTexts { site: call.site });
                    cx.watch(filled, hook);
                }
            }
            Some(Nature::Keeps(by)) => {
                let by =
                    program.class(data.class).methods.iter().find(|&&of| program.str(program.method(of).name) == by);
                if let (Some(&by), Some(kept)) = (by, arg(1)) {
                    let hook = self.hooks.number(Hook::Keep { by });
                    cx.watch(kept, hook);
                }
            }
            Some(Nature::Kept(of)) => {
                let array = array_of(cx, method, ret);
                call.dst.into_iter().for_each(|dst| cx.add(dst, array));
                let unknown = cx.heap.unknown(call.site, program.type_of_internal(program.sym(of)), true);
                unknown.into_iter().for_each(|unknown| cx.add(Ptr::Elements(array), unknown));
            }
            Some(Nature::Unknown | Nature::Opaque) | None => {
                // An unknown that comes back says itself where it is from.
                if is_jdk || !structures::changes_nothing(program, method) {
                    self.unknown.borrow_mut().insert(method);
                }
                let followed = nature != Some(Nature::Opaque) || program.origin_of(call.method) != Origin::Jdk;
                if let Some(dst) = call.dst.filter(|_| followed) {
                    give_unknown(cx, call, method, dst, ret);
                } else if let (Some(dst), Type::Array(_)) = (call.dst, program.ty(ret)) {
                    let array = array_of(cx, method, ret);
                    cx.add(dst, array);
                }
            }
        }
        Outcome::Handled
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let hook = self.hooks.key(data);
        for obj in objects.iter().map(ObjId) {
            match (hook, cx.heap.kind(obj)) {
                (Hook::Allocate { site, dst }, ObjKind::Class { ty }) => {
                    let Some(class) = cx.program.class_of(ty) else { continue };
                    if cx.program.class(class).access & (access::ABSTRACT | access::INTERFACE) == 0 {
                        cx.initialise(class);
                        cx.add(dst, cx.heap.intern(ObjKind::Instance { site, ty, ctx: crate::heap::NO_CTX }));
                    }
                }
                (Hook::Allocate { dst, .. }, ObjKind::UnknownClass { site, bound, outside }) => {
                    cx.add(dst, cx.heap.intern(ObjKind::UnknownInstance { site, bound, lazy: false, outside }));
                }
                (Hook::Initialise, ObjKind::Class { ty }) => {
                    if let Some(class) = cx.program.class_of(ty) {
                        cx.initialise(class);
                    }
                }
                (Hook::Keep { by }, _) => {
                    let ret = cx.program.method_desc(cx.program.method(by).desc).ret;
                    let kept = array_of(cx, by, ret);
                    if matches!(cx.program.ty(cx.heap.ty(obj)), Type::Array(_)) {
                        cx.edge(Ptr::Elements(obj), Ptr::Elements(kept));
                    }
                }
                (Hook::FillTexts { site }, _) => match cx.program.ty(cx.heap.ty(obj)) {
                    Type::Array(_) => {
                        let elements = self.hooks.number(Hook::FillTexts { site });
                        cx.watch(Ptr::Elements(obj), elements);
                    }
                    Type::Class(class) => own::fill_texts(cx, obj, class),
                    _ => {}
                },
                _ => {}
            }
        }
    }
}

/// An object of the VM's own: a text nobody knows, the one object of a class, an array of those.
fn give(cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, dst: NodeId, ty: TypeId) {
    let object = match cx.program.ty(ty) {
        Type::Class(_) if ty == cx.heap.types().string => super::strings::unknown_string(cx, call),
        Type::Class(_) if table::is_bounded(cx.program, ty) => own::object(cx, ty),
        Type::Array(element) => {
            let array = array_of(cx, method, ty);
            let text = element == cx.heap.types().string;
            if text {
                let text = super::strings::unknown_string(cx, call);
                cx.add(Ptr::Elements(array), text);
            } else if matches!(cx.program.ty(element), Type::Class(_)) && table::is_bounded(cx.program, element) {
                let own = own::object(cx, element);
                cx.add(Ptr::Elements(array), own);
            }
            array
        }
        _ => return,
    };
    cx.add(dst, object);
}

/// The arrays that a native method makes, or those within them.
fn array_of(cx: &Cx<'_, '_>, method: MethodId, ty: TypeId) -> ObjId {
    cx.heap.alloc(cx.heap.site(Site::At(method, 0)), ty, NO_CTX)
}

/// Whatever a value of the type may be.
fn give_unknown(cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, dst: NodeId, ty: TypeId) {
    let element = match cx.program.ty(ty) {
        Type::Array(element) if matches!(cx.program.ty(element), Type::Class(_)) => element,
        Type::Class(_) | Type::Array(_) => {
            if let Some(unknown) = cx.heap.unknown(call.site, ty, true) {
                cx.add(dst, unknown);
            }
            return;
        }
        _ => return,
    };
    let array = array_of(cx, method, ty);
    cx.add(dst, array);
    if let Some(unknown) = cx.heap.unknown(call.site, element, true) {
        cx.add(Ptr::Elements(array), unknown);
    }
}

/// Calls the methods of those names that the native's class declares, with arguments nobody knows.
fn call_back(cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, names: &[&str]) {
    let program = cx.program;
    let class = program.method(method).class;
    for &callee in &program.class(class).methods {
        let data = program.method(callee);
        if !data.has_code || !names.contains(&program.str(data.name)) {
            continue;
        }
        let receiver = match call.args.first().copied().flatten() {
            Some(receiver) if data.access & access::STATIC == 0 => Receiver::Ptr(Ptr::Node(receiver)),
            _ => Receiver::None,
        };
        cx.call(ReflectiveCall {
            caller: call.caller,
            site: call.site,
            callee,
            receiver,
            args: Args::Unknown,
            ret: call.dst.map(Ptr::Node),
            throw: call.throw.map(Ptr::Node),
            kind: EdgeKind::Model,
        });
    }
}
