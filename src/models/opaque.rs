//! Calls on objects of bounded but unknown class (docs/analysis.md, Opaque objects, Unknown instances): every method a subclass
//! of the bound could select, up to a cap; above it the call is a call of opaque code with an unknown result.

use std::rc::Rc;

use smallvec::SmallVec;

use crate::base::{FxHashMap, FxHashSet, FxIndexSet, Numbering};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{
    Args, CallId, CallNote, CallView, CalleesId, Cx, EdgeKind, Model, ModelNode, Ptr, Receiver, ReflectiveCall,
    SummaryCall,
};
use crate::program::{ClassId, MethodId, Program, TypeId, access, lookup};

/// Most targets of one opaque call, in the application and elsewhere. Beyond the second those of the application are still followed: what
/// they store into objects that they are given is its business.
const OWN_CAP: usize = 1024;
const CAP: usize = 64;

/// Receivers of a call that others are compared with.
const FOLLOWED: usize = 4;

/// Nodes of the model: receivers that were followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    /// Of all calls of a list of methods.
    OfList(CalleesId),
    /// Of one call, by its position in `calls`.
    OfCall(usize),
}

#[derive(Default)]
pub(super) struct OpaqueReceivers {
    /// By bound, method and cap: position in `lists`.
    targets: FxHashMap<(TypeId, MethodId, usize), Option<Targets>>,
    /// What such calls may run.
    lists: Lists,
    /// Calls, with what bounds their receivers: objects of one bound may select the same methods.
    calls: FxIndexSet<(Option<CallId>, TypeId)>,
    /// By call: receivers that were followed, with the pointer they went to.
    followed: FxHashMap<Option<CallId>, Followed>,
    nodes: Numbering<ModelNode, Node>,
    /// By bound: see [`is_foreign`].
    foreign: FxHashMap<TypeId, bool>,
    /// `AnnotationInvocationHandler.invoke`, once it was looked for.
    handler: Option<Option<MethodId>>,
}

impl Model for OpaqueReceivers {
    fn name(&self) -> &'static str {
        "opaque-receivers"
    }

    fn on_receiver(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, resolved: MethodId, obj: ObjId) -> bool {
        let Some((bound, nobody_knows)) = bound_of(cx, call, resolved, obj) else { return false };
        let (index, is_new) = self.calls.insert_full((call.number, bound));
        let caller = cx.program.origin_of(call.method);
        let cap = if caller == Origin::Application { OWN_CAP } else { CAP };
        let followed = self.followed.entry(call.number).or_default();
        let wider = followed.iter().find(|(wider, _)| cx.program.is_subtype(bound, *wider)).copied();
        let mut open = nobody_knows;
        if let Some((_, receivers)) = wider {
            // One of a wider bound runs all that this one may run.
            cx.add(receivers, obj);
        } else {
            let found = targets_in(&mut self.targets, &mut self.lists, cx, (bound, resolved, cap));
            open |= found.as_ref().is_none_or(|(targets, callees)| targets.hides || callees.is_empty());
            if let Some((Targets { list, .. }, callees)) = found {
                let by_place = callees.iter().any(|&callee| is_distinguished(cx, callee));
                let node = if by_place { Node::OfCall(index) } else { Node::OfList(list) };
                let receivers = cx.model_node(self.nodes.number(node));
                if followed.len() < FOLLOWED && !callees.is_empty() {
                    followed.push((bound, receivers));
                }
                cx.add(receivers, obj);
                if is_new {
                    follow(cx, call, (list, callees), receivers, by_place);
                }
            }
        }
        if !is_new {
            return true;
        }
        // An object of the JDK's own classes may stand behind a bound of the JDK, and one of a container's behind one of its
        // own: its methods are then opaque code.
        // An annotation is made at run time of what class files say, whoever implements its interface besides.
        open |= *self.foreign.entry(bound).or_insert_with(|| is_foreign(cx, bound));
        if open {
            cx.note(call, CallNote::Unknown(resolved));
        }
        if let Some(handler) = self.annotation_handler(cx, bound, resolved) {
            cx.note(call, CallNote::Calls(handler));
        }
        // Nobody knows either what it gives.
        !open
    }
}

/// What bounds the class of an object, and whether that is no more than that it has the method: code of the JDK calls methods on
/// objects of every kind; there, functions alone are followed.
fn bound_of(cx: &Cx<'_, '_>, call: &CallView, resolved: MethodId, obj: ObjId) -> Option<(TypeId, bool)> {
    let program = cx.program;
    match cx.heap.kind(obj) {
        ObjKind::Opaque { bound, .. } => Some((bound, false)),
        ObjKind::UnknownInstance { bound, .. } => {
            let declaring = program.method(resolved).class;
            let is_followed = program.origin_of(call.method) != Origin::Jdk
                || program.is_function(declaring)
                || matches!(program.class_name(declaring), "java/lang/Runnable" | "java/util/Comparator");
            is_followed.then(|| (program.class_type(program.class_of_receivers(bound, declaring)), true))
        }
        _ => None,
    }
}

/// Whether calls of the method at different places are not the same: it has contexts, or what it returns depends on the
/// place, as all that leaves the JDK.
fn is_distinguished(cx: &Cx<'_, '_>, callee: MethodId) -> bool {
    cx.distinguishes_calls_of(callee) || cx.program.origin_of(callee) == Origin::Jdk
}

impl OpaqueReceivers {
    /// What runs when a method of an annotation is called: annotations are proxies over one handler of the JDK.
    fn annotation_handler(&mut self, cx: &Cx<'_, '_>, bound: TypeId, resolved: MethodId) -> Option<MethodId> {
        let program = cx.program;
        let class = program.class_of(bound)?;
        let is_annotation =
            class == program.well_known().annotation || program.class(class).access & access::ANNOTATION != 0;
        let proxied = program.method(resolved).access & access::FINAL == 0;
        if !(is_annotation && proxied) {
            return None;
        }
        *self.handler.get_or_insert_with(|| lookup::annotation_handler(program))
    }
}

/// Makes the calls of a list of methods, once for all places that make them where that is the same.
fn follow(
    cx: &mut Cx<'_, '_>,
    call: &CallView,
    (list, callees): (CalleesId, Rc<[MethodId]>),
    receivers: Ptr,
    by_place: bool,
) {
    let args: Vec<Option<Ptr>> = call.args.iter().skip(1).map(|arg| arg.map(Ptr::Node)).collect();
    let CallView { caller, site, .. } = *call;
    let (ret, throw) = (call.dst.map(Ptr::Node), call.throw.map(Ptr::Node));
    if !by_place {
        return cx.call_all(SummaryCall { caller, site, list, callees, receivers, args, ret, throw });
    }
    for &callee in callees.iter() {
        let (receiver, args) = (Receiver::All(receivers), Args::Positional(args.clone()));
        let kind = EdgeKind::Model;
        cx.call(ReflectiveCall { caller, site, callee, receiver, args, ret, throw, kind });
    }
}

/// Whether an object of the type may be of a class that is not here: an annotation, one of the JDK's own, of code that is not looked at, or
/// of whoever implements an interface that is made for others to implement.
fn is_foreign(cx: &Cx<'_, '_>, bound: TypeId) -> bool {
    let program = cx.program;
    program.class_of(bound).is_none_or(|class| {
        let data = program.class(class);
        data.origin == Origin::Jdk
            || data.access & access::ANNOTATION != 0
            || cx.is_hidden(class)
            || is_of_container(program, class)
            || has_wrappers_alone(program, class)
    })
}

/// Interfaces of specifications that containers implement, which may come without any (Jakarta EE, OSGi, MicroProfile): what a class
/// path has of implementations are adapters, or classes of the application that are something else besides, as a servlet is a
/// `ServletConfig`.
fn is_of_container(program: &Program, class: ClassId) -> bool {
    const APIS: [&str; 4] = ["jakarta/", "javax/", "org/eclipse/microprofile/", "org/osgi/"];
    let data = program.class(class);
    let name = program.class_name(class);
    data.origin == Origin::Library
        && data.access & access::INTERFACE != 0
        && APIS.iter().any(|package| name.starts_with(package))
}

/// Whether each class that implements an interface of a library can only be made of another such object: then there is one that is
/// not here, which is the first.
fn has_wrappers_alone(program: &Program, class: ClassId) -> bool {
    let data = program.class(class);
    if data.origin != Origin::Library || data.access & access::INTERFACE == 0 {
        return false;
    }
    let mut concrete = program.subtypes_outside_jdk(class).iter().filter(|&&sub| is_concrete(program, sub)).peekable();
    let bound = program.class_type(class);
    let is_one = |&ty: &TypeId| program.is_subtype(ty, bound) || program.is_subtype(bound, ty);
    let object = program.class_type(program.well_known().object);
    let wraps = |&constructor: &MethodId| {
        let params = &program.method_desc(program.method(constructor).desc).params;
        params.iter().any(|ty| *ty != object && is_one(ty))
    };
    let is_wrapper = |&sub: &ClassId| {
        let constructors = program.methods_named(sub, program.sym("<init>"));
        !constructors.is_empty() && constructors.iter().all(wraps)
    };
    concrete.peek().is_some() && concrete.all(is_wrapper)
}

/// Bounds of receivers, and where the receivers went.
type Followed = SmallVec<[(TypeId, Ptr); FOLLOWED]>;
type Lists = FxIndexSet<Rc<[MethodId]>>;

/// As [`targets_of`], memoised, with the number of the list.
fn targets_in(
    targets: &mut FxHashMap<(TypeId, MethodId, usize), Option<Targets>>,
    lists: &mut Lists,
    cx: &Cx<'_, '_>,
    key: (TypeId, MethodId, usize),
) -> Option<(Targets, Rc<[MethodId]>)> {
    let of = match targets.get(&key) {
        Some(&of) => of,
        None => {
            let found = targets_of(cx, key.0, key.1, key.2);
            let of = found.map(|(found, hides)| {
                let list = CalleesId::new(lists.insert_full(found.into()).0);
                Targets { list, hides }
            });
            targets.insert(key, of);
            of
        }
    }?;
    Some((of, lists.get_index(of.list.index())?.clone()))
}

/// What a call may run.
#[derive(Debug, Clone, Copy)]
struct Targets {
    list: CalleesId,
    /// There are others, whose code is not looked at.
    hides: bool,
}

/// Whether there are objects of the class itself.
fn is_concrete(program: &Program, class: ClassId) -> bool {
    program.class(class).access & (access::ABSTRACT | access::INTERFACE) == 0
}

/// The methods that objects of the classes outside the JDK below a class have for a method, each once.
pub(super) fn selected(program: &Program, class: ClassId, resolved: MethodId) -> impl Iterator<Item = MethodId> {
    let mut known = FxHashSet::default();
    let concrete = program.subtypes_outside_jdk(class).iter().filter(|&&sub| is_concrete(program, sub));
    concrete.filter_map(move |&sub| program.select(sub, resolved)).filter(move |&target| known.insert(target))
}

/// The methods of application and library classes the call may run, and whether there are others besides, hidden or too many to be worth
/// following; `None` if there are too many of all.
fn targets_of(cx: &Cx<'_, '_>, bound: TypeId, resolved: MethodId, cap: usize) -> Option<(Vec<MethodId>, bool)> {
    let class = cx.program.class_of_receivers(bound, cx.program.method(resolved).class);
    if class == cx.heap.types().object_class {
        return None;
    }
    let mut found: Vec<MethodId> = Vec::new();
    let (mut is_implemented, mut hides, mut own) = (false, false, 0);
    for target in selected(cx.program, class, resolved) {
        is_implemented = true;
        if cx.is_hidden(cx.program.method(target).class) {
            hides = true;
            continue;
        }
        found.push(target);
        own += usize::from(cx.program.origin_of(target) == Origin::Application);
        if own > OWN_CAP {
            return None;
        }
    }
    if found.len() > cap {
        found.retain(|&target| cx.program.origin_of(target) == Origin::Application);
        if found.is_empty() {
            return None;
        }
        hides = true;
    }
    if !is_implemented {
        inherited(cx.program, class, resolved, &mut found, &mut hides);
    }
    Some((found, hides))
}

/// Where nothing here implements a class, the object is of a class of whoever calls a library: it inherits what the abstract
/// ones implement, and may override what is not final.
fn inherited(program: &Program, class: ClassId, resolved: MethodId, found: &mut Vec<MethodId>, hides: &mut bool) {
    for &sub in program.subtypes_outside_jdk(class) {
        let Some(target) = program.select(sub, resolved).filter(|&target| program.method(target).has_code) else {
            continue;
        };
        *hides |= program.method(target).access & access::FINAL == 0;
        if program.class(program.method(target).class).origin == Origin::Application && !found.contains(&target) {
            found.push(target);
        }
    }
}
