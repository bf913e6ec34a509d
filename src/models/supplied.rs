//! Code that a container supplies (`[analysis] opaque`, provided dependencies): it is there at run time and is not looked at.
//! What it gives and what its fields hold is unknown, and so is what it puts into collections and arrays that it is handed; on
//! what else it is handed it calls what it knows by name: methods that override one of its own or of the JDK. Must not know
//! which packages are meant.

use std::rc::Rc;

use crate::base::{FxHashMap, FxIndexSet, Numbering, PtsSet};
use crate::classpath::Origin;
use crate::heap::{Face, ObjId, ObjKind, Site, SiteId};
use crate::pointsto::{
    Args, CallView, Claim, Command, Cx, HookData, InstId, Model, Outcome, Ptr, Receiver, VirtualCall,
};
use crate::program::{ClassId, MethodId, Program, Type, TypeId, access};

/// Nodes of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    /// What nobody knows, put into collections at a place.
    Put(SiteId),
    /// What methods return that are called on what is handed over at a place.
    Returned(HookData),
    /// A parameter of a function's method.
    Param(MethodId, usize),
    /// A function that is called.
    Function(ObjId),
}

#[derive(Default)]
pub(super) struct Supplied {
    /// By class: its methods that code outside can call.
    known: FxHashMap<ClassId, Rc<[MethodId]>>,
    /// Where objects are handed to supplied code.
    places: FxIndexSet<SiteId>,
    nodes: Numbering<Node>,
    /// A call of supplied code, for calls that it makes.
    caller: Option<InstId>,
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
        self.hand_over(cx, call);
        Outcome::Handled
    }

    /// The class is not here at all, or a supertype of it is not.
    fn on_unresolved(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, owner: TypeId) {
        let owner = cx.program.class_of(owner);
        if owner.is_some_and(|owner| cx.program.rests_on_supplied(owner)) {
            self.hand_over(cx, call);
        }
    }

    /// An object of supplied code is asked.
    fn on_receiver(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, resolved: MethodId, obj: ObjId) -> bool {
        let ObjKind::Opaque { bound, .. } = cx.heap.kind(obj) else { return false };
        let bound = cx.program.class_of(bound);
        if [bound, Some(cx.program.method(resolved).class)].into_iter().flatten().any(|of| cx.program.is_supplied(of)) {
            self.hand_over(cx, call);
        }
        false
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let Some(&site) = self.places.get_index(data as usize) else { return };
        for obj in objects.iter().map(ObjId) {
            match cx.heap.kind(obj) {
                ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. } => {
                    self.given(cx, obj, site, data);
                }
                // What a collection shows writes to it, but for what only reads or removes.
                ObjKind::View { face: Face::Iterator(_) | Face::EntryIterator, .. } => {}
                ObjKind::View { of, .. } => {
                    if let Some(class) = cx.program.class_of(cx.heap.ty(of)) {
                        put(cx, &mut self.nodes, class, of, site);
                    }
                }
                ObjKind::Closure { .. } => self.call_function(cx, obj, data),
                _ => {}
            }
        }
    }

    fn on_class(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) {
        if cx.program.is_supplied(class) {
            self.fill(cx, class, None);
        }
    }
}

impl Supplied {
    /// Code of the program hands arguments, or a receiver, to supplied code.
    fn hand_over(&mut self, cx: &mut Cx<'_, '_>, call: &CallView) {
        self.caller.get_or_insert(call.caller);
        let place = self.places.insert_full(call.site).0 as HookData;
        for &given in call.args.iter().flatten() {
            cx.watch(given, place);
        }
    }

    /// An object gets to supplied code at `site`.
    fn given(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, site: SiteId, place: HookData) {
        let program = cx.program;
        let class = match program.ty(cx.heap.ty(obj)) {
            Type::Class(class) => class,
            Type::Array(element) => {
                if is_reference(program, element) {
                    if let Some(value) = cx.heap.unknown(site, element, true) {
                        cx.add(Ptr::Elements(obj), value);
                    }
                    cx.watch(Ptr::Elements(obj), place);
                }
                return;
            }
            Type::Void | Type::Prim(_) => return,
        };
        put(cx, &mut self.nodes, class, obj, site);
        for &supertype in program.supertypes(class).iter().filter(|&&supertype| program.is_supplied(supertype)) {
            self.fill(cx, supertype, Some(obj));
        }
        let methods = self.known.entry(class).or_insert_with(|| callable(program, class)).clone();
        let ret = cx.model_node(self.nodes.number(Node::Returned(place)));
        cx.watch(ret, place);
        for &method in methods.iter() {
            let receiver = Receiver::Obj(obj);
            cx.command(Command::Entry { method, receiver, args: Args::Unknown, ret: Some(ret) });
        }
    }

    /// A lambda or method reference gets to supplied code: it is called with what nobody knows.
    fn call_function(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, place: HookData) {
        let program = cx.program;
        let (Some(caller), ObjKind::Closure { site, ty, .. }) = (self.caller, cx.heap.kind(obj)) else { return };
        let Some(interface) = program.class_of(ty) else { return };
        let receiver = cx.model_node(self.nodes.number(Node::Function(obj)));
        cx.add(receiver, obj);
        let ret = cx.model_node(self.nodes.number(Node::Returned(place)));
        cx.watch(ret, place);
        let declared = program.supertypes(interface).iter().flat_map(|&class| &program.class(class).methods);
        for &method in declared.filter(|&&method| program.method(method).access & access::ABSTRACT != 0) {
            let params = program.method_desc(program.method(method).desc).params.iter().enumerate();
            let args = params.map(|(index, &param)| {
                let arg = cx.model_node(self.nodes.number(Node::Param(method, index)));
                let of = cx.heap.site(Site::Param(method, index as u16));
                let value = cx.heap.unknown(of, param, is_reference(program, param));
                value.map(|value| {
                    cx.add(arg, value);
                    arg
                })
            });
            let args = args.collect();
            let ret = Some(ret);
            cx.dispatch(VirtualCall { caller, site, method, receiver, args, ret, throw: None });
        }
    }

    /// Its code stores what nobody knows into the fields of a supplied class, the static ones or those of an object, and gets
    /// what the program stores there.
    fn fill(&mut self, cx: &mut Cx<'_, '_>, class: ClassId, obj: Option<ObjId>) {
        for &field in &cx.program.class(class).fields {
            let data = cx.program.field(field);
            if (data.access & access::STATIC != 0) != obj.is_none() || data.constant.is_some() {
                continue;
            }
            let site = cx.heap.site(Site::Field(field));
            let at = obj.map_or(Ptr::Static(field), |obj| Ptr::Field(obj, field));
            if let Some(value) = cx.heap.unknown(site, data.ty, is_reference(cx.program, data.ty)) {
                cx.add(at, value);
                cx.watch(at, self.places.insert_full(site).0 as HookData);
            }
        }
    }
}

/// Methods that put something into a collection or another holder of the JDK.
const PUTS: [(&str, &str, &str, usize); 4] = [
    ("java/util/Collection", "add", "(Ljava/lang/Object;)Z", 1),
    ("java/util/Map", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", 2),
    ("java/util/concurrent/atomic/AtomicReference", "set", "(Ljava/lang/Object;)V", 1),
    ("java/lang/ThreadLocal", "set", "(Ljava/lang/Object;)V", 1),
];

/// Its code, called at `site`, puts what nobody knows into an object that is a collection of the JDK.
fn put(cx: &mut Cx<'_, '_>, nodes: &mut Numbering<Node>, class: ClassId, obj: ObjId, site: SiteId) {
    let program = cx.program;
    for (owner, name, descriptor, params) in PUTS {
        let Some(owner) = program.find_class(owner).filter(|&owner| program.is_subclass(class, owner)) else {
            continue;
        };
        let method = program.find_method(owner, name, descriptor).and_then(|method| program.select(class, method));
        let of_jdk = |method: &MethodId| program.origin_of(*method) == Origin::Jdk;
        let value = cx.heap.unknown(site, cx.heap.types().object, true);
        let (Some(method), Some(value)) = (method.filter(of_jdk), value) else { continue };
        let given = cx.model_node(nodes.number(Node::Put(site)));
        cx.add(given, value);
        let args = Args::Positional(vec![Some(given); params]);
        cx.command(Command::Entry { method, receiver: Receiver::Obj(obj), args, ret: None });
    }
}

fn is_reference(program: &Program, ty: TypeId) -> bool {
    matches!(program.ty(ty), Type::Class(_) | Type::Array(_))
}

/// The methods an object of the class runs when code outside the program calls it by what it knows: those of the program
/// that are selected for methods of supertypes that are not the program's.
fn callable(program: &Program, class: ClassId) -> Rc<[MethodId]> {
    let is_foreign = |class: ClassId| program.class(class).origin == Origin::Jdk || program.is_supplied(class);
    // What is not here may declare anything that a class below it does.
    let is_known = |class: ClassId| is_foreign(class) || program.rests_on_supplied(class);
    let mut found: Vec<MethodId> = Vec::new();
    for &supertype in program.supertypes(class).iter().filter(|&&supertype| is_known(supertype)) {
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
