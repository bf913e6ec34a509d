//! Code that a container supplies (`[analysis] opaque`, provided dependencies): it is there at run time and is not looked at.
//! What it gives and what its fields hold is unknown; on what it is handed it calls what it knows by name: methods that override one of its own or of
//! the JDK. Must not know which packages are meant.

use std::rc::Rc;

use crate::base::{FxHashMap, PtsSet};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, Site};
use crate::pointsto::{Args, CallView, Claim, Command, Cx, HookData, Model, Outcome, Ptr, Receiver};
use crate::program::{ClassId, MethodId, Program, Type, access};

#[derive(Default)]
pub(super) struct Supplied {
    /// By class: its methods that code outside can call.
    known: FxHashMap<ClassId, Rc<[MethodId]>>,
}

impl Model for Supplied {
    fn name(&self) -> &'static str {
        "supplied"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let data = program.method(method);
        (data.access & access::ABSTRACT == 0 && program.is_supplied(data.class)).then_some(Claim::Target(0))
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, _tag: u32) -> Outcome {
        let program = cx.program;
        let data = program.method(method);
        cx.initialise(data.class);
        let ret = program.method_desc(data.desc).ret;
        let reference = matches!(program.ty(ret), Type::Class(_) | Type::Array(_));
        if let (Some(dst), Some(value)) = (call.dst, cx.heap.unknown(call.site, ret, reference)) {
            cx.add(dst, value);
        }
        for &given in call.args.iter().flatten() {
            cx.watch(given, 0);
        }
        Outcome::Handled
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, _data: HookData, objects: &PtsSet) {
        for obj in objects.iter().map(ObjId) {
            let made =
                matches!(cx.heap.kind(obj), ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. });
            let Type::Class(class) = cx.program.ty(cx.heap.ty(obj)) else { continue };
            if !made {
                continue;
            }
            let program = cx.program;
            for &supertype in program.supertypes(class).iter().filter(|&&supertype| program.is_supplied(supertype)) {
                fill(cx, supertype, Some(obj));
            }
            let methods = self.known.entry(class).or_insert_with(|| callable(program, class)).clone();
            for &method in methods.iter() {
                cx.command(Command::Entry { method, receiver: Receiver::Obj(obj), args: Args::Unknown });
            }
        }
    }

    fn on_class(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) {
        if cx.program.is_supplied(class) {
            fill(cx, class, None);
        }
    }
}

/// Its code stores what nobody knows into the fields of a supplied class: the static ones, or those of an object.
fn fill(cx: &mut Cx<'_, '_>, class: ClassId, obj: Option<ObjId>) {
    for &field in &cx.program.class(class).fields {
        let data = cx.program.field(field);
        let reference = matches!(cx.program.ty(data.ty), Type::Class(_) | Type::Array(_));
        if (data.access & access::STATIC != 0) != obj.is_none() || data.constant.is_some() {
            continue;
        }
        let site = cx.heap.site(Site::Field(field));
        if let Some(value) = cx.heap.unknown(site, data.ty, reference) {
            cx.add(obj.map_or(Ptr::Static(field), |obj| Ptr::Field(obj, field)), value);
        }
    }
}

/// The methods an object of the class runs when code outside the program calls it by what it knows: those of the program
/// that are selected for methods of supertypes that are not the program's.
fn callable(program: &Program, class: ClassId) -> Rc<[MethodId]> {
    let is_foreign = |class: ClassId| program.class(class).origin == Origin::Jdk || program.is_supplied(class);
    let mut found: Vec<MethodId> = Vec::new();
    for &supertype in program.supertypes(class).iter().filter(|&&supertype| is_foreign(supertype)) {
        for &method in &program.class(supertype).methods {
            let data = program.method(method);
            if data.access & (access::STATIC | access::PRIVATE) != 0 || program.str(data.name).starts_with('<') {
                continue;
            }
            let selected =
                program.select(class, method).filter(|&selected| !is_foreign(program.method(selected).class));
            if let Some(selected) = selected.filter(|selected| !found.contains(selected)) {
                found.push(selected);
            }
        }
    }
    found.into()
}
