//! Code that a container supplies (`[analysis] opaque`, provided dependencies): it is there at run time and is not looked at.
//! What it gives and what its fields hold is unknown; what it is handed it may fill and call, see [`handed`](super::handed).
//! Must not know which packages are meant.

use super::handed::{By, Handed};
use crate::base::PtsSet;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{CallView, Claim, Cx, HookData, Model, Outcome};
use crate::program::{ClassId, MethodId, Program, TypeId, access};

#[derive(Default)]
pub(super) struct Supplied {
    handed: Handed,
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
        let reference = program.is_reference(ret);
        if let (Some(dst), Some(value)) = (call.dst, cx.heap.unknown(call.site, ret, reference)) {
            cx.add(dst, value);
        }
        self.handed.hand_over(cx, call, By::Supplied);
        Outcome::Handled
    }

    /// The class is not here at all, or a supertype of it is not.
    fn on_unresolved(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, owner: TypeId) {
        let owner = cx.program.class_of(owner);
        if owner.is_some_and(|owner| cx.program.rests_on_supplied(owner)) {
            self.handed.hand_over(cx, call, By::Supplied);
        }
    }

    /// An object of supplied code is asked.
    fn on_receiver(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, resolved: MethodId, obj: ObjId) -> bool {
        let ObjKind::Opaque { bound, .. } = cx.heap.kind(obj) else { return false };
        let bound = cx.program.class_of(bound);
        if [bound, Some(cx.program.method(resolved).class)].into_iter().flatten().any(|of| cx.program.is_supplied(of)) {
            self.handed.hand_over(cx, call, By::Supplied);
        }
        false
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        self.handed.objects(cx, data, objects);
    }

    fn on_class(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) {
        if cx.program.is_supplied(class) {
            self.handed.fill_static(cx, class);
        }
    }
}
