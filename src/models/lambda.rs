//! Lambdas and method references (`LambdaMetafactory.metafactory` and `altMetafactory`, JDK javadoc of that class): the
//! closure object, and what a call of its interface method does. One synthetic call per closure; the calls of the interface
//! method are connected to it, so that a closure that captures itself cannot unfold for ever.

use crate::base::{FxHashSet, FxIndexMap, FxIndexSet, Numbering, Sym};
use crate::classfile::{RawConst, RawHandle, RefKind};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, SiteId};
use crate::pointsto::{
    Args, CallId, CallNote, CallView, Cx, EdgeKind, Filter, IndyView, InstId, Model, ModelNode, Ptr, Receiver,
    ReflectiveCall, VirtualCall,
};
use crate::program::{ClassId, DescId, MethodId, MethodRefData, Program, Type, TypeId, access, made_function};

use super::deserialization::MAKES_FUNCTIONS;

#[derive(Default)]
pub(super) struct Lambda {
    closures: FxIndexMap<ObjId, Closure>,
    nodes: Numbering<ModelNode, Node>,
    linked: FxHashSet<(Option<CallId>, ObjId)>,
    /// Calls on objects of which only an interface is known, by that interface.
    opaque: FxIndexMap<TypeId, Vec<(CallView, MethodId)>>,
    asked: FxHashSet<(Option<CallId>, TypeId)>,
}

struct Closure {
    method: Sym,
    implementation: RawHandle,
    creator: InstId,
    site: SiteId,
    /// What the object holds, of all method instances that make it.
    captured: Vec<Option<Ptr>>,
    /// Descriptor enforced at run time: the implicit casts of the parameters.
    instantiated: DescId,
    expanded: bool,
}

/// Nodes of a closure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Return(ObjId),
    Throw(ObjId),
    Param(ObjId, usize),
    Captured(ObjId, usize),
}

impl Model for Lambda {
    fn name(&self) -> &'static str {
        "lambda"
    }

    fn on_indy(&mut self, cx: &mut Cx<'_, '_>, view: &IndyView) -> bool {
        let program = cx.program;
        let class = program.class(program.method(view.call.method).class);
        let Some(bootstrap) = class.bootstraps.get(view.bootstrap as usize) else { return false };
        let Some(made) = made_function(program, bootstrap) else { return false };
        let ret = program.method_desc(program.desc(view.descriptor)).ret;
        let ctx = cx.allocated(view.call.caller, view.call.site, ret);
        let obj = cx.heap.intern(ObjKind::Closure { site: view.call.site, ty: ret, ctx });
        let interfaces = further_interfaces(program, &bootstrap.args);
        [ret].iter().chain(&interfaces).for_each(|&ty| cx.initialise_implemented(ty));
        if !interfaces.is_empty() {
            cx.heap.mark(obj, interfaces);
        }
        let captured = view.call.args.iter().enumerate().map(|(index, &arg)| {
            let arg = arg?;
            // Under contexts several instances of the method may make the same object.
            Some(if cx.distinguishes_contexts() {
                let value = cx.model_node(self.nodes.number(Node::Captured(obj, index)));
                cx.edge(arg, value);
                value
            } else {
                Ptr::Node(arg)
            })
        });
        let closure = Closure {
            method: view.name,
            implementation: made.implementation,
            creator: view.call.caller,
            site: view.call.site,
            captured: captured.collect(),
            instantiated: program.desc(made.instantiated),
            expanded: false,
        };
        if !self.closures.contains_key(&obj) {
            self.closures.insert(obj, closure);
            self.may_be_meant(cx, obj, view.call.caller);
        }
        if let Some(dst) = view.call.dst {
            cx.add(dst, obj);
        }
        true
    }

    fn on_receiver(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, resolved: MethodId, obj: ObjId) -> bool {
        match cx.heap.kind(obj) {
            // Code of the JDK calls functions that nobody knows all over; those that come out of closed code are what that holds, too.
            ObjKind::Opaque { .. }
                if cx.program.class(cx.program.method(resolved).class).origin == Origin::Jdk
                    && cx.program.origin_of(call.method) == Origin::Jdk => {}
            ObjKind::Opaque { bound, .. } | ObjKind::UnknownInstance { bound, .. } => {
                self.may_be_function(cx, call, resolved, bound);
            }
            _ => {}
        }
        self.run(cx, call, resolved, obj)
    }

    /// Function objects that nothing calls although the program makes them: the JVM calls some back (stack walkers, signal
    /// handlers), with arguments nobody knows. Not those that would be read from a stream in place of others.
    fn on_end(&mut self, cx: &mut Cx<'_, '_>) {
        let program = cx.program;
        for (&obj, closure) in self.closures.iter_mut().filter(|(_, closure)| !closure.expanded) {
            let creator = cx.method_of(closure.creator);
            let is_read = program.str(program.method(creator).name) == MAKES_FUNCTIONS;
            if is_read || program.origin_of(creator) == Origin::Jdk {
                continue;
            }
            for (index, &ty) in program.method_desc(closure.instantiated).params.iter().enumerate() {
                let reference = program.is_reference(ty);
                if let Some(unknown) = cx.heap.unknown(closure.site, ty, reference) {
                    let param = self.nodes.number(Node::Param(obj, index));
                    cx.add(cx.model_node(param), unknown);
                }
            }
            closure.expand(cx, &mut self.nodes, obj);
        }
    }
}

impl Lambda {
    /// Connects a call to what a function object runs; whether it is one that answers for the method.
    fn run(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, resolved: MethodId, obj: ObjId) -> bool {
        let Some(closure) = self.closures.get_mut(&obj) else { return false };
        if cx.program.method(resolved).name != closure.method {
            return false;
        }
        if !self.linked.insert((call.number, obj)) {
            return true;
        }
        closure.expand(cx, &mut self.nodes, obj);
        cx.note(call, CallNote::Runs(closure.site));
        let ret = cx.model_node(self.nodes.number(Node::Return(obj)));
        let throw = cx.model_node(self.nodes.number(Node::Throw(obj)));
        let params = cx.program.method_desc(closure.instantiated).params.clone();
        for (index, arg) in call.args.iter().skip(1).enumerate() {
            if let (Some(arg), Some(&ty)) = (*arg, params.get(index)) {
                let param = cx.model_node(self.nodes.number(Node::Param(obj, index)));
                let jdk = is_of_jdk(cx, closure.creator);
                if jdk && ty != cx.heap.types().object {
                    cx.filtered(arg, param, Filter::cast_in_jdk(ty, cx.program));
                } else {
                    cx.cast(arg, param, ty);
                }
            }
        }
        if let Some(dst) = call.dst {
            cx.edge(ret, dst);
        }
        if let Some(to) = call.throw {
            cx.edge(throw, to);
        }
        true
    }

    /// A method is called on an object of which at most an interface is known: it may be a function object of the program that was
    /// handed out and comes back.
    fn may_be_function(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, resolved: MethodId, bound: TypeId) {
        let program = cx.program;
        let class = program.class_of_receivers(bound, program.method(resolved).class);
        let (data, ty) = (program.class(class), program.class_type(class));
        if data.access & access::INTERFACE == 0 || !self.asked.insert((call.number, ty)) {
            return;
        }
        self.opaque.entry(ty).or_default().push((call.clone(), resolved));
        let is_one = |&(&obj, closure): &(&ObjId, &Closure)| {
            if is_of_jdk(cx, closure.creator) {
                return false;
            }
            let types = cx.heap.markers(obj).into_iter().chain([cx.heap.ty(obj)]);
            types.into_iter().any(|of| program.is_subtype(of, ty))
        };
        let known: Vec<ObjId> = self.closures.iter().filter(is_one).map(|(&obj, _)| obj).collect();
        for obj in known {
            self.run(cx, call, resolved, obj);
        }
    }

    /// A new function object may be what other calls are made on.
    fn may_be_meant(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, creator: InstId) {
        if is_of_jdk(cx, creator) {
            return;
        }
        let program = cx.program;
        let types = cx.heap.markers(obj).into_iter().chain([cx.heap.ty(obj)]);
        let classes: FxIndexSet<ClassId> = types
            .filter_map(|ty| program.class_of(ty))
            .flat_map(|class| program.supertypes(class).iter().copied())
            .collect();
        let calls = classes.into_iter().filter_map(|class| self.opaque.get(&program.class_type(class)));
        for (call, resolved) in calls.flatten().cloned().collect::<Vec<_>>() {
            self.run(cx, &call, resolved, obj);
        }
    }
}

/// Whether code of the JDK makes a function object.
fn is_of_jdk(cx: &Cx<'_, '_>, creator: InstId) -> bool {
    cx.program.origin_of(cx.method_of(creator)) == Origin::Jdk
}

/// The interfaces `altMetafactory` adds: `Serializable` by flag 1, with flag 2 those that a count announces (JDK javadoc).
fn further_interfaces(program: &Program, args: &[RawConst]) -> Vec<TypeId> {
    let Some(RawConst::Int(flags)) = args.get(3) else { return Vec::new() };
    let mut found = Vec::new();
    if flags & 1 != 0 {
        found.push(program.class_type(program.well_known().serializable));
    }
    if let (true, Some(&RawConst::Int(count))) = (flags & 2 != 0, args.get(4)) {
        let markers = args.iter().skip(5).take(usize::try_from(count).unwrap_or(0));
        found.extend(markers.filter_map(|arg| match *arg {
            RawConst::Class(name) => Some(program.type_of_internal(name)),
            _ => None,
        }));
    }
    found
}

impl Closure {
    /// The call of the implementation method, with captured values first; made once.
    fn expand(&mut self, cx: &mut Cx<'_, '_>, nodes: &mut Numbering<ModelNode, Node>, obj: ObjId) {
        if std::mem::replace(&mut self.expanded, true) {
            return;
        }
        let program = cx.program;
        let member = self.implementation.member;
        let params = program.method_desc(program.desc(member.descriptor)).params.len();
        let actual = program.method_desc(self.instantiated).params.len();
        let mut args: Vec<Option<Ptr>> = self.captured.clone();
        args.extend((0..actual).map(|index| Some(cx.model_node(nodes.number(Node::Param(obj, index))))));
        let owner = program.type_of_internal(member.owner);
        let reference = program.method_ref(MethodRefData {
            owner,
            name: member.name,
            desc: program.desc(member.descriptor),
            interface: member.interface,
        });
        let Some(target) = program.resolve_method(reference) else { return };
        let returned = cx.model_node(nodes.number(Node::Return(obj)));
        let (ret, throw) = (Some(returned), Some(cx.model_node(nodes.number(Node::Throw(obj)))));
        let (caller, site) = (self.creator, self.site);
        let call = |receiver, args| ReflectiveCall {
            caller,
            site,
            callee: target,
            receiver,
            args: Args::Positional(args),
            ret,
            throw,
            kind: EdgeKind::Model,
        };
        match self.implementation.kind {
            RefKind::InvokeStatic => cx.call(call(Receiver::None, args)),
            RefKind::NewInvokeSpecial => {
                let Some(class) = class_of(program, owner) else { return };
                cx.initialise(class);
                // As the closure itself, what it makes is that of the calls that are told apart.
                let ctx = cx.allocated(self.creator, self.site, owner);
                let made = cx.heap.alloc(self.site, owner, ctx);
                cx.add(returned, made);
                cx.call(ReflectiveCall { ret: None, ..call(Receiver::Obj(made), args) });
            }
            // The first value is the receiver. Handles of fields are no implementation (`LambdaMetafactory`).
            kind => {
                if args.is_empty() || args.len() < params + 1 {
                    return;
                }
                let Some(receiver) = args.remove(0) else { return };
                if kind == RefKind::InvokeSpecial {
                    cx.call(call(Receiver::Ptr(receiver), args));
                } else {
                    cx.dispatch(VirtualCall { caller, site, method: target, receiver, args, ret, throw });
                }
            }
        }
    }
}

fn class_of(program: &Program, ty: TypeId) -> Option<ClassId> {
    match program.ty(ty) {
        Type::Class(class) => Some(class),
        _ => None,
    }
}
