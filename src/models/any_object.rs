//! Methods that any object has, on objects of which nobody knows the class (docs/analysis.md, Unknown instances): those of the program
//! that override them run, whoever calls. Once for all calls: what one gives is unknown, so its place does not matter. Must not know
//! what calls of other methods run.

use crate::base::{FxHashMap, FxHashSet, Numbering};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Args, CallId, CallNote, CallView, Command, Cx, Model, ModelNode, Receiver};
use crate::program::MethodId;

use super::opaque::selected;

/// What collections, printers and sorters call on each object that they have (documents of `Object` and `Comparable`): in code of the
/// JDK one call meets all objects that any part of the program prints, compares or looks for.
const METHODS: [(&str, &str); 4] = [
    ("java/lang/Comparable", "compareTo"),
    ("java/lang/Object", "equals"),
    ("java/lang/Object", "hashCode"),
    ("java/lang/Object", "toString"),
];

/// Nodes of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    /// The objects that a method is called on.
    Receivers(MethodId),
    /// What they are compared with.
    Argument(MethodId),
}

#[derive(Default)]
pub(super) struct AnyObject {
    nodes: Numbering<ModelNode, Node>,
    /// Calls of such methods.
    calls: FxHashSet<(CallId, MethodId)>,
    /// By such a method: those of the application that objects may have in its place.
    overriding: FxHashMap<MethodId, Vec<MethodId>>,
}

impl Model for AnyObject {
    fn name(&self) -> &'static str {
        "any-object"
    }

    fn on_receiver(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, resolved: MethodId, obj: ObjId) -> bool {
        if !is_any(cx, call, resolved, obj) {
            return false;
        }
        let (receivers, is_new) = self.nodes.number_or_new(Node::Receivers(resolved));
        let receivers = cx.model_node(receivers);
        cx.add(receivers, obj);
        // The rest is the same for all receivers of a call.
        if call.number.is_some_and(|number| !self.calls.insert((number, resolved))) {
            return false;
        }
        let argument = cx.model_node(self.nodes.number(Node::Argument(resolved)));
        if let Some(&Some(given)) = call.args.get(1) {
            cx.edge(given, argument);
        }
        let methods = self.overriding.entry(resolved).or_insert_with(|| overriding(cx, resolved));
        if cx.program.origin_of(call.method) != Origin::Jdk {
            methods.iter().for_each(|&method| cx.note(call, CallNote::Calls(method)));
        }
        if is_new {
            for &method in methods.iter() {
                let (receiver, args) = (Receiver::All(receivers), Args::Positional(vec![Some(argument)]));
                cx.command(Command::Entry { method, receiver, args, ret: None });
            }
        }
        false
    }
}

/// Whether the method is one of these, and the object one of which no class is known that the call could be followed by.
fn is_any(cx: &Cx<'_, '_>, call: &CallView, resolved: MethodId, obj: ObjId) -> bool {
    let (ObjKind::UnknownInstance { bound, .. } | ObjKind::Opaque { bound, .. }) = cx.heap.kind(obj) else {
        return false;
    };
    let program = cx.program;
    let data = program.method(resolved);
    let (class, name) = (program.class_name(data.class), program.str(data.name));
    if !METHODS.contains(&(class, name)) {
        return false;
    }
    // Outside the JDK all that a bound leaves is followed, where there is one.
    program.class_of_receivers(bound, data.class) == program.well_known().object
        || program.origin_of(call.method) == Origin::Jdk && matches!(cx.heap.kind(obj), ObjKind::UnknownInstance { .. })
}

/// The methods of the application that objects may have in place of one that any object has.
fn overriding(cx: &Cx<'_, '_>, resolved: MethodId) -> Vec<MethodId> {
    let program = cx.program;
    let is_own = |&method: &MethodId| {
        program.origin_of(method) == Origin::Application && !cx.is_hidden(program.method(method).class)
    };
    selected(program, program.method(resolved).class, resolved).filter(is_own).collect()
}
