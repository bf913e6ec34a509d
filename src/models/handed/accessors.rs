//! What reaches members without being one, handed over: `VarHandle`s and updaters, through which fields are read and set, and
//! lookups, by which whoever has one finds all members that their class may use (JDK javadoc of `MethodHandles.Lookup`). Must
//! not know who hands them over.

use super::places::{By, Handed, Node};
use crate::heap::{MemberKind, NamePart, ObjId};
use crate::pointsto::{Cx, Ptr, VirtualCall};
use crate::program::{ClassId, MethodId, Program, TypeId, lookup};

const UPDATER: &str = "java/util/concurrent/atomic/AtomicReferenceFieldUpdater";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

impl Handed {
    /// An object that may be of one of these classes.
    pub(super) fn access_by(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, class: ClassId, by: By) {
        if let Some(accessor) = accessor(cx.program, class) {
            self.set_through(cx, obj, accessor, by);
        }
        let lookup = cx.program.find_class(LOOKUP).filter(|&lookup| lookup == class);
        let field = lookup.and_then(|lookup| cx.program.find_field(lookup, "lookupClass", "Ljava/lang/Class;"));
        if let Some(field) = field {
            let place = self.place(cx.heap.site(by.origin()), by.looking());
            cx.watch(Ptr::Field(obj, field), place);
        }
    }

    /// What is handed over or nobody knows is stored, and what was there is held.
    fn set_through(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, method: MethodId, by: By) {
        let Some(caller) = self.caller else { return };
        let site = cx.heap.site(by.origin());
        let (receiver, value) = (self.nodes.number(Node::Function(obj)), self.nodes.number(Node::Value(by)));
        let (receiver, value) = (cx.model_node(receiver), cx.model_node(value));
        cx.add(receiver, obj);
        let unknown = cx.heap.unknown(site, cx.heap.types().object, true);
        unknown.into_iter().for_each(|unknown| cx.add(value, unknown));
        let held = self.given_to(cx, by);
        let args = vec![Some(held), Some(value)];
        cx.dispatch(VirtualCall { caller, site, method, receiver, args, ret: Some(held), throw: None });
    }

    /// The class of a lookup: its members, and those of classes that share what is private (JVMS 5.4.4).
    pub(super) fn look_into(&mut self, cx: &mut Cx<'_, '_>, ty: TypeId, by: By) {
        let Some(class) = cx.program.class_of(ty) else { return };
        for class in lookup::nest_members(cx.program, class) {
            let ty = cx.program.class_type(class);
            for kind in [MemberKind::Method, MemberKind::Field, MemberKind::Constructor] {
                self.act_on_any(cx, (kind, ty, NamePart::Unknown), by);
            }
        }
    }
}

/// The method that reads and writes what an object reaches that is handed over.
fn accessor(program: &Program, class: ClassId) -> Option<MethodId> {
    let var_handle = program.well_known().var_handle;
    if program.is_subclass(class, var_handle) {
        return program.find_method(var_handle, "getAndSet", "([Ljava/lang/Object;)Ljava/lang/Object;");
    }
    let updater = program.find_class(UPDATER).filter(|&updater| program.is_subclass(class, updater))?;
    program.find_method(updater, "getAndSet", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;")
}
