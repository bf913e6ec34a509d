//! Bootstraps other than lambdas and string concatenation: the methods of records, pattern switches, dynamic constants, and
//! what nobody models, whose result is unknown and reported. Must not know lambdas.

use std::cell::RefCell;
use std::rc::Rc;

use crate::base::{FxIndexSet, Numbering, PtsSet};
use crate::classfile::{RawConst, RefKind};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, SiteId};
use crate::pointsto::{Args, Command, Cx, HookData, IndyView, Model, ModelNode, NodeId, Ptr, Receiver, VirtualCall};
use crate::program::{FieldId, Program, TypeId, access};

use super::bootstraps::{self, BootstrapNode};

/// Class of the bootstrap method of the methods of records.
pub(super) const RECORDS: &str = "java/lang/runtime/ObjectMethods";
/// Class of the bootstrap methods of pattern switches.
pub(super) const SWITCHES: &str = "java/lang/runtime/SwitchBootstraps";

pub(super) struct OtherBootstraps {
    /// Unmodelled bootstraps seen: where and which.
    unmodelled: Rc<RefCell<FxIndexSet<(SiteId, String)>>>,
    /// Components of records, and where their values go.
    hooks: Numbering<HookData, (FieldId, Ptr)>,
    nodes: Numbering<ModelNode, Node>,
}

/// Nodes of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    /// The values of a record's component, by its number: `record` is the argument of the record's method at a position.
    Component { record: NodeId, index: usize, position: usize },
    /// The class of an enum that a switch asks for its constants.
    Enum(TypeId),
    /// Of a bootstrap method of the program's own.
    Bootstrap(BootstrapNode),
    /// The target of the call site that one gives.
    Target(SiteId),
}

impl Model for OtherBootstraps {
    fn name(&self) -> &'static str {
        "other-bootstraps"
    }

    fn on_indy(&mut self, cx: &mut Cx<'_, '_>, view: &IndyView) -> bool {
        let program = cx.program;
        let class = program.class(program.method(view.call.method).class);
        let desc = program.method_desc(program.desc(view.descriptor));
        let reference = program.is_reference(desc.ret);
        if let Some(dst) = view.call.dst {
            let result = if desc.ret == cx.heap.types().string {
                Some(super::strings::unknown_string(cx, &view.call))
            } else {
                cx.heap.unknown(view.call.site, desc.ret, reference)
            };
            if let Some(obj) = result {
                cx.add(dst, obj);
            }
        }
        let bootstrap = class.bootstraps.get(view.bootstrap as usize);
        match bootstrap.map_or("", |b| program.str(b.handle.member.owner)) {
            RECORDS => {
                self.record_method(cx, view, bootstrap.map_or(&[][..], |b| &b.args));
            }
            // The result is the index of a case; the guards are code of the method itself.
            SWITCHES => {
                super::switches::ask_for_labels(cx, view, |ty| self.nodes.number(Node::Enum(ty)));
            }
            owner => {
                self.unmodelled.borrow_mut().insert((view.call.site, owner.replace('/', ".")));
                enter_handles(cx, bootstrap.map_or(&[][..], |b| &b.args));
                // What comes back of it stays unknown.
                let site = bootstraps::link(cx, view, &mut |node| self.nodes.number(Node::Bootstrap(node)));
                if let Some(site) = site {
                    self.call_target(cx, view, site);
                }
            }
        }
        true
    }

    /// The value is what the bootstrap method returns, as the type of the constant (JVMS 5.4.3.6).
    fn on_dynamic_constant(&mut self, cx: &mut Cx<'_, '_>, view: &IndyView) -> bool {
        let program = cx.program;
        let class = program.class(program.method(view.call.method).class);
        if class.origin != Origin::Jdk {
            enter_handles(cx, class.bootstraps.get(view.bootstrap as usize).map_or(&[][..], |b| &b.args));
        }
        let result = bootstraps::link(cx, view, &mut |node| self.nodes.number(Node::Bootstrap(node)));
        let Some(result) = result else { return false };
        if let (Some(dst), Some(ty)) = (view.call.dst, program.type_of_descriptor(program.str(view.descriptor))) {
            cx.cast(result, dst, ty);
        }
        true
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let (field, values) = self.hooks.key(data);
        let record = cx.program.class_type(cx.program.field(field).class);
        for obj in objects.iter() {
            // What `equals` is asked about may be anything.
            if cx.program.is_subtype(cx.heap.ty(ObjId(obj)), record) {
                cx.edge(Ptr::Field(ObjId(obj), field), values);
            }
        }
    }
}

impl OtherBootstraps {
    pub(super) fn new(unmodelled: Rc<RefCell<FxIndexSet<(SiteId, String)>>>) -> Self {
        Self { unmodelled, hooks: Numbering::default(), nodes: Numbering::default() }
    }

    /// The JVM calls the handle that is the target of the call site (JVMS 6.5 invokedynamic).
    fn call_target(&mut self, cx: &mut Cx<'_, '_>, view: &IndyView, site: Ptr) {
        let program = cx.program;
        let known = program.well_known();
        let target = program.find_method(known.call_site, "getTarget", "()Ljava/lang/invoke/MethodHandle;");
        let invoke = program.find_method(known.method_handle, "invokeBasic", "([Ljava/lang/Object;)Ljava/lang/Object;");
        let (Some(target), Some(invoke)) = (target, invoke) else { return };
        let handle = cx.model_node(self.nodes.number(Node::Target(view.call.site)));
        let call = VirtualCall {
            caller: view.call.caller,
            site: view.call.site,
            method: target,
            receiver: site,
            args: Vec::new(),
            ret: Some(handle),
            throw: None,
        };
        cx.dispatch(call.clone());
        cx.dispatch(VirtualCall {
            method: invoke,
            receiver: handle,
            args: view.call.args.iter().map(|arg| arg.map(Ptr::Node)).collect(),
            ret: view.call.dst.map(Ptr::Node),
            throw: view.call.throw.map(Ptr::Node),
            ..call
        });
    }

    /// `toString`, `hashCode` and `equals` of a record call those of its components (JDK javadoc of `ObjectMethods`); the
    /// argument of `equals` is a record like the receiver, whose components are arguments of the components' `equals`.
    fn record_method(&mut self, cx: &mut Cx<'_, '_>, view: &IndyView, args: &[RawConst]) {
        let program = cx.program;
        let desc = match program.str(view.name) {
            "toString" => "()Ljava/lang/String;",
            "hashCode" => "()I",
            "equals" => "(Ljava/lang/Object;)Z",
            _ => return,
        };
        let Some(method) = program.find_method(cx.heap.types().object_class, program.str(view.name), desc) else {
            return;
        };
        for (index, field) in components(program, args).into_iter().enumerate() {
            let mut values = Vec::new();
            for (position, record) in view.call.args.iter().enumerate() {
                let Some(record) = *record else { continue };
                let component = cx.model_node(self.nodes.number(Node::Component { record, index, position }));
                cx.watch(record, self.hooks.number((field, component)));
                values.push(component);
            }
            let Some(&receiver) = values.first() else { continue };
            cx.dispatch(VirtualCall {
                caller: view.call.caller,
                site: view.call.site,
                method,
                receiver,
                args: values.iter().skip(1).map(|&value| Some(value)).collect(),
                ret: None,
                throw: view.call.throw.map(Ptr::Node),
            });
        }
    }
}

/// Methods whose handles an unmodelled bootstrap gets: whoever it links the instruction to may call them.
fn enter_handles(cx: &mut Cx<'_, '_>, args: &[RawConst]) {
    let program = cx.program;
    for arg in args {
        let RawConst::MethodHandle(handle) = arg else { continue };
        let member = handle.member;
        let class = program.class_of(program.type_of_internal(member.owner));
        let method = class
            .and_then(|class| program.find_method(class, program.str(member.name), program.str(member.descriptor)));
        let Some(method) = method.filter(|&method| program.method(method).has_code) else { continue };
        let data = program.method(method);
        let receiver = if data.access & access::STATIC != 0 {
            Receiver::None
        } else {
            let bound = program.class_type(data.class);
            let site = cx.site_of(method, 0);
            Receiver::Obj(cx.heap.intern(ObjKind::Opaque { site, bound }))
        };
        cx.command(Command::Entry { method, receiver, args: Args::Unknown, ret: None });
    }
}

/// The fields of the components that hold references.
fn components(program: &Program, args: &[RawConst]) -> Vec<FieldId> {
    args.iter()
        .filter_map(|arg| match arg {
            RawConst::MethodHandle(handle) if handle.kind == RefKind::GetField => {
                let class = program.class_of(program.type_of_internal(handle.member.owner))?;
                program.find_field(class, program.str(handle.member.name), program.str(handle.member.descriptor))
            }
            _ => None,
        })
        .filter(|&field| program.is_reference(program.field(field).ty))
        .collect()
}
