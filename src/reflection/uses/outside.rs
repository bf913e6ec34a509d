//! Calls on objects of classes that are made at run time: such a class inherits from the classes of the program that are not final,
//! and what it does not override runs on its object (JVMS 5.4.6). Must not know what such calls give: the class may override
//! them.

use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Args, CallView, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall};
use crate::program::{MethodId, Program, access};

use super::super::state::State;
use super::super::state::call::Node;

impl State {
    /// A method is called on an object: what the class of it may inherit runs. Once for all such objects of a call.
    pub(in crate::reflection) fn called_outside(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        resolved: MethodId,
        obj: ObjId,
    ) {
        let is_outside = matches!(cx.heap.kind(obj), ObjKind::UnknownInstance { outside: true, .. });
        // What the JDK calls on objects is what any part of the program has.
        if !is_outside || cx.program.origin_of(call.method) == Origin::Jdk {
            return;
        }
        let receivers = match call.number {
            Some(number) => {
                let (receivers, is_new) = self.node_or_new(cx, Node::MadeElsewhere(number, resolved));
                cx.add(receivers, obj);
                if !is_new {
                    return;
                }
                Receiver::All(receivers)
            }
            None => Receiver::Obj(obj),
        };
        let &CallView { caller, site, .. } = call;
        let (ret, throw) = (call.dst.map(Ptr::Node), call.throw.map(Ptr::Node));
        for callee in inherited(cx.program, resolved) {
            let args = Args::Positional(call.args.iter().skip(1).map(|arg| arg.map(Ptr::Node)).collect());
            let (receiver, kind) = (receivers, EdgeKind::Model);
            cx.call(ReflectiveCall { caller, site, callee, receiver, args, ret, throw, kind });
        }
    }
}

/// The methods of the program that a class may inherit of which a method can be called; nothing is asked of what any object has.
fn inherited(program: &Program, resolved: MethodId) -> Vec<MethodId> {
    let declaring = program.method(resolved).class;
    let mut found = Vec::new();
    if declaring == program.well_known().object {
        return found;
    }
    for &sub in program.subtypes_outside_jdk(declaring) {
        if program.class(sub).access & access::FINAL != 0 {
            continue;
        }
        let target = program.select(sub, resolved);
        let is_own = |&method: &MethodId| {
            let data = program.method(method);
            data.has_code && program.class(data.class).origin != Origin::Jdk
        };
        if let Some(target) = target.filter(is_own)
            && !found.contains(&target)
        {
            found.push(target);
        }
    }
    found
}
