//! What a method handle passes on when it is called. Must not know what it does with that.

use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, Ptr};
use crate::program::TypeId;

use super::super::state::State;
use super::super::state::call::{Hook, Node, Place, Watched};
use super::super::state::handles::place;

impl State {
    /// What a handle passes at a place as a parameter of a type.
    pub(in crate::reflection) fn passed(
        &mut self,
        cx: &mut Cx<'_, '_>,
        handle: ObjId,
        at: u32,
        ty: TypeId,
    ) -> Option<Ptr> {
        if !cx.program.is_reference(ty) {
            return None;
        }
        let (param, is_new) = self.node_or_new(cx, Node::HandlePassed(handle, place(at), ty));
        if is_new {
            let bound = self.handles.known[&handle].bound;
            let own = match at.checked_sub(bound) {
                Some(at) => Node::HandleArgument(handle, place(at)),
                None => Node::HandleBound(handle, at),
            };
            for from in [own, Node::HandleArgument(handle, Place::Any)] {
                let from = self.node(cx, from);
                cx.cast(from, param, ty);
            }
        }
        Some(param)
    }

    /// Watches what a handle passes first, as an object of a type; what is there already, which was told, maybe.
    pub(super) fn watch_first(
        &mut self,
        cx: &mut Cx<'_, '_>,
        handle: ObjId,
        ty: TypeId,
        watched: Watched,
    ) -> Vec<(ObjId, ObjKind)> {
        let Some(first) = self.passed(cx, handle, 0, ty) else { return Vec::new() };
        cx.watch(first, self.hooks.number(Hook::Handle(handle, watched)));
        Self::objects(cx, cx.resolve(first))
    }
}
