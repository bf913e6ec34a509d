//! Objects handed to code that is not looked at: what it puts into collections, arrays and fields, and which methods it calls
//! on them with what nobody knows. Code that a container supplies knows an object by what it and the JDK declare; code of
//! callers that implements an interface of the program knows the program besides, and sets what a bean lets be set. Must not
//! know who hands objects over.

use std::rc::Rc;

use crate::base::{FxHashMap, FxHashSet, FxIndexSet, Numbering, PtsSet};
use crate::classpath::Origin;
use crate::heap::{Face, ObjId, ObjKind, Site, SiteId};
use crate::pointsto::{Args, CallView, Command, Cx, HookData, InstId, Ptr, Receiver, VirtualCall};
use crate::program::{ClassId, MethodId, Program, Type, TypeId, access};

/// Who is handed objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum By {
    /// Code that a container supplies.
    Supplied,
    /// Code that was written for the program.
    Implementer,
}

/// Nodes that are needed for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    /// What nobody knows, put into collections.
    Put,
    /// What methods return that are called on what is handed over.
    Returned,
    /// A parameter of a function's method.
    Param(MethodId, usize),
    /// A function that is called.
    Function(ObjId),
}

/// What was handed over where, as a model keeps it.
#[derive(Default)]
pub(super) struct Handed {
    /// By class and who calls: its methods that code outside can call.
    known: FxHashMap<(ClassId, By), Rc<[MethodId]>>,
    /// Where objects are handed over, and to whom.
    places: FxIndexSet<(SiteId, By)>,
    /// Objects handed over: what is done with all but arrays has no place.
    done: FxHashSet<(ObjId, By)>,
    nodes: Numbering<Node>,
    /// Who handed something over first, for calls that are made on function objects.
    caller: Option<InstId>,
}

impl Handed {
    /// Code of the program hands arguments, or a receiver, over.
    pub(super) fn hand_over(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, by: By) {
        self.caller.get_or_insert(call.caller);
        let place = self.place(call.site, by);
        for &given in call.args.iter().flatten() {
            cx.watch(given, place);
        }
    }

    fn place(&mut self, site: SiteId, by: By) -> HookData {
        self.places.insert_full((site, by)).0 as HookData
    }

    /// New objects where something is handed over.
    pub(super) fn objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let Some(&(site, by)) = self.places.get_index(data as usize) else { return };
        for obj in objects.iter().map(ObjId) {
            match cx.heap.kind(obj) {
                ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. } => {
                    match cx.program.ty(cx.heap.ty(obj)) {
                        Type::Array(element) => fill_array(cx, obj, element, (site, data)),
                        Type::Class(class) if self.done.insert((obj, by)) => self.given(cx, obj, class, by),
                        Type::Class(_) | Type::Void | Type::Prim(_) => {}
                    }
                }
                // What a collection shows writes to it, but for what only reads or removes.
                ObjKind::View { face: Face::Iterator(_) | Face::EntryIterator, .. } => {}
                ObjKind::View { of, .. } => {
                    if let Some(class) = cx.program.class_of(cx.heap.ty(of))
                        && self.done.insert((obj, by))
                    {
                        put(cx, &mut self.nodes, class, of);
                    }
                }
                ObjKind::Closure { .. } if by == By::Supplied && self.done.insert((obj, by)) => {
                    self.call_function(cx, obj);
                }
                _ => {}
            }
        }
    }

    /// Supplied code stores what nobody knows into the static fields of its classes, and gets what the program stores there.
    pub(super) fn fill_static(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) {
        self.fill(cx, class, None);
    }

    /// An object is handed over.
    fn given(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, class: ClassId, by: By) {
        let program = cx.program;
        put(cx, &mut self.nodes, class, obj);
        for &supertype in program.supertypes(class) {
            if program.is_supplied(supertype) {
                self.fill(cx, supertype, Some(obj));
            } else if by == By::Implementer {
                fill_public(cx, supertype, obj);
            }
        }
        let methods = self.known.entry((class, by)).or_insert_with(|| callable(program, class, by)).clone();
        let ret = (by == By::Supplied).then(|| self.returned(cx));
        for &method in methods.iter() {
            let receiver = Receiver::Obj(obj);
            cx.command(Command::Entry { method, receiver, args: Args::Unknown, ret });
        }
    }

    /// Where what methods return that supplied code calls goes: it is handed over in turn.
    fn returned(&mut self, cx: &mut Cx<'_, '_>) -> Ptr {
        let ret = cx.model_node(self.nodes.number(Node::Returned));
        let place = self.place(cx.heap.site(Site::Outside), By::Supplied);
        cx.watch(ret, place);
        ret
    }

    /// A lambda or method reference is handed over: it is called with what nobody knows.
    fn call_function(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId) {
        let program = cx.program;
        let (Some(caller), ObjKind::Closure { site, ty, .. }) = (self.caller, cx.heap.kind(obj)) else { return };
        let Some(interface) = program.class_of(ty) else { return };
        let receiver = cx.model_node(self.nodes.number(Node::Function(obj)));
        cx.add(receiver, obj);
        let ret = Some(self.returned(cx));
        let declared = program.supertypes(interface).iter().flat_map(|&class| &program.class(class).methods);
        for &method in declared.filter(|&&method| program.method(method).access & access::ABSTRACT != 0) {
            let params = program.method_desc(program.method(method).desc).params.iter().enumerate();
            let args = params.map(|(index, &param)| {
                let arg = cx.model_node(self.nodes.number(Node::Param(method, index)));
                let of = cx.heap.site(Site::Param(method, index as u16));
                let value = cx.heap.unknown(of, param, program.is_reference(param));
                value.map(|value| {
                    cx.add(arg, value);
                    arg
                })
            });
            let args = args.collect();
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
            if let Some(value) = cx.heap.unknown(site, data.ty, cx.program.is_reference(data.ty)) {
                cx.add(at, value);
                let place = self.place(site, By::Supplied);
                cx.watch(at, place);
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

/// What nobody knows is put into an array at `site`; what is in it is handed over, too.
fn fill_array(cx: &mut Cx<'_, '_>, array: ObjId, element: TypeId, (site, place): (SiteId, HookData)) {
    if cx.program.is_reference(element) {
        if let Some(value) = cx.heap.unknown(site, element, true) {
            cx.add(Ptr::Elements(array), value);
        }
        cx.watch(Ptr::Elements(array), place);
    }
}

/// What nobody knows is put into an object that is a collection of the JDK.
fn put(cx: &mut Cx<'_, '_>, nodes: &mut Numbering<Node>, class: ClassId, obj: ObjId) {
    let program = cx.program;
    let outside = cx.heap.site(Site::Outside);
    for (owner, name, descriptor, params) in PUTS {
        let Some(owner) = program.find_class(owner).filter(|&owner| program.is_subclass(class, owner)) else {
            continue;
        };
        let method = program.find_method(owner, name, descriptor).and_then(|method| program.select(class, method));
        let of_jdk = |method: &MethodId| program.origin_of(*method) == Origin::Jdk;
        let value = cx.heap.unknown(outside, cx.heap.types().object, true);
        let (Some(method), Some(value)) = (method.filter(of_jdk), value) else { continue };
        let given = cx.model_node(nodes.number(Node::Put));
        cx.add(given, value);
        let args = Args::Positional(vec![Some(given); params]);
        cx.command(Command::Entry { method, receiver: Receiver::Obj(obj), args, ret: None });
    }
}

/// Code that was written for the program stores what nobody knows into the public fields of its objects.
fn fill_public(cx: &mut Cx<'_, '_>, class: ClassId, obj: ObjId) {
    if cx.program.class(class).origin == Origin::Jdk {
        return;
    }
    for &field in &cx.program.class(class).fields {
        let data = cx.program.field(field);
        if data.access & (access::PUBLIC | access::STATIC | access::FINAL) == access::PUBLIC {
            let site = cx.heap.site(Site::Field(field));
            if let Some(value) = cx.heap.unknown(site, data.ty, cx.program.is_reference(data.ty)) {
                cx.add(Ptr::Field(obj, field), value);
            }
        }
    }
}

/// Whether a method sets a property of a bean (JavaBeans 1.01, section 8.3).
fn is_setter(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    data.access & (access::PUBLIC | access::STATIC) == access::PUBLIC
        && program.str(data.name).starts_with("set")
        && matches!(program.method_desc(data.desc).params[..], [ty] if program.is_reference(ty))
}

/// The methods an object of the class runs when code outside the program calls it by what it knows: those of the program
/// that are selected for methods of supertypes that are not the program's; of who knows the program only what sets a value
/// matters here, as what runs by itself is entered anyway.
fn callable(program: &Program, class: ClassId, by: By) -> Rc<[MethodId]> {
    let is_foreign = |class: ClassId| program.class(class).origin == Origin::Jdk || program.is_supplied(class);
    // What is not here may declare anything that a class below it does.
    let is_known = |class: ClassId| is_foreign(class) || program.rests_on_supplied(class);
    let mut found: Vec<MethodId> = Vec::new();
    for &supertype in program.supertypes(class) {
        for &method in &program.class(supertype).methods {
            let is_called = match by {
                By::Supplied => is_known(supertype),
                By::Implementer => is_setter(program, method),
            };
            if !is_called {
                continue;
            }
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
