//! Code that a container supplies (`[analysis] opaque`, provided dependencies): it is there at run time and is not looked at.
//! What it gives and what its fields hold is unknown, and so is what it puts into collections and arrays that it is handed; on
//! what else it is handed it calls what it knows by name: methods that override one of its own or of the JDK. Must not know
//! which packages are meant.

use std::rc::Rc;

use crate::base::{FxHashMap, PtsSet};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, Site, SiteId};
use crate::pointsto::{Args, CallView, Claim, Command, Cx, HookData, Model, Outcome, Ptr, Receiver};
use crate::program::{ClassId, MethodId, Program, Type, TypeId, access};

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
        let value = cx.heap.unknown(call.site, ret, is_reference(program, ret));
        if let (Some(dst), Some(value)) = (call.dst, value) {
            cx.add(dst, value);
        }
        for &given in call.args.iter().flatten() {
            cx.watch(given, call.site.0);
        }
        Outcome::Handled
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        for obj in objects.iter().map(ObjId) {
            let made =
                matches!(cx.heap.kind(obj), ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. });
            if !made {
                continue;
            }
            let program = cx.program;
            let class = match program.ty(cx.heap.ty(obj)) {
                Type::Class(class) => class,
                Type::Array(element) => {
                    if let Some(value) = cx.heap.unknown(SiteId(data), element, is_reference(program, element)) {
                        cx.add(Ptr::Elements(obj), value);
                    }
                    continue;
                }
                Type::Void | Type::Prim(_) => continue,
            };
            put(cx, class, obj, SiteId(data));
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

/// Methods that put something into a collection.
const PUTS: [(&str, &str, &str, usize); 2] = [
    ("java/util/Collection", "add", "(Ljava/lang/Object;)Z", 1),
    ("java/util/Map", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", 2),
];

/// Its code, called at `site`, puts what nobody knows into an object that is a collection of the JDK.
fn put(cx: &mut Cx<'_, '_>, class: ClassId, obj: ObjId, site: SiteId) {
    let program = cx.program;
    for (owner, name, descriptor, params) in PUTS {
        let Some(owner) = program.find_class(owner).filter(|&owner| program.is_subclass(class, owner)) else {
            continue;
        };
        let method = program.find_method(owner, name, descriptor).and_then(|method| program.select(class, method));
        let of_jdk = |method: &MethodId| program.origin_of(*method) == Origin::Jdk;
        let value = cx.heap.unknown(site, cx.heap.types().object, true);
        let (Some(method), Some(value)) = (method.filter(of_jdk), value) else { continue };
        let given = cx.slot(u64::from(site.0));
        cx.add(given, value);
        let args = Args::Positional(vec![Some(given); params]);
        cx.command(Command::Entry { method, receiver: Receiver::Obj(obj), args });
    }
}

fn is_reference(program: &Program, ty: TypeId) -> bool {
    matches!(program.ty(ty), Type::Class(_) | Type::Array(_))
}

/// Its code stores what nobody knows into the fields of a supplied class: the static ones, or those of an object.
fn fill(cx: &mut Cx<'_, '_>, class: ClassId, obj: Option<ObjId>) {
    for &field in &cx.program.class(class).fields {
        let data = cx.program.field(field);
        if (data.access & access::STATIC != 0) != obj.is_none() || data.constant.is_some() {
            continue;
        }
        let site = cx.heap.site(Site::Field(field));
        if let Some(value) = cx.heap.unknown(site, data.ty, is_reference(cx.program, data.ty)) {
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
