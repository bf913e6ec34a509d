//! What a method handle passes on to the handles that it is made of, and what comes back from them. Must not know how it is
//! made of them.

use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, Ptr};
use crate::program::Type;

use super::super::state::State;
use super::super::state::call::{Node, Place, Watched};
use super::super::state::handles::{Handle, Passing, place};

impl State {
    /// New objects in what is watched of a handle.
    pub(in crate::reflection) fn handle_met(
        &mut self,
        cx: &mut Cx<'_, '_>,
        handle: ObjId,
        watched: Watched,
        objects: &[(ObjId, ObjKind)],
    ) {
        match watched {
            Watched::Bases => self.on_bases(cx, handle, objects),
            Watched::Receivers => self.open_bases(cx, handle, objects),
            Watched::Classes => self.made_types(cx, handle),
            Watched::Parts => {
                for &(obj, kind) in objects {
                    self.add_part(cx, handle, obj, kind);
                }
            }
            Watched::Spread => {
                let any = self.node(cx, Node::HandleArgument(handle, Place::Any));
                for &(array, kind) in objects {
                    if matches!(kind, ObjKind::UnknownInstance { .. }) {
                        // Elements of an unknown array are unknown.
                        cx.add(any, array);
                    } else if let Type::Array(element) = cx.program.ty(cx.heap.ty(array))
                        && cx.program.is_reference(element)
                    {
                        cx.edge(Ptr::Elements(array), any);
                    }
                }
            }
        }
    }

    fn add_part(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, part: ObjId, kind: ObjKind) {
        if let Type::Array(_) = cx.program.ty(cx.heap.ty(part)) {
            let parts = self.node(cx, Node::HandleParts(handle));
            cx.edge(Ptr::Elements(part), parts);
            return;
        }
        let Handle { caller, .. } = self.handles.known[&handle];
        if !self.is_known_handle(cx, part, caller) {
            let unknown = self.unknown_handle(cx, self.handles.known[&handle].site, part, kind);
            return self.reaches(cx, handle, unknown);
        }
        let Some(this) = self.handles.known.get_mut(&handle) else { return };
        if !this.parts.insert(part) {
            return;
        }
        let (is_called, is_let_go) = (this.called.is_some(), this.is_let_go);
        let (from, to) = (self.node(cx, Node::HandleMembers(part)), self.node(cx, Node::HandleMembers(handle)));
        cx.edge(from, to);
        if is_called {
            self.pass_on(cx, handle, part);
        }
        if is_let_go {
            self.let_go(cx, part);
        }
    }

    /// A handle that is called calls one that it is made of.
    pub(super) fn pass_on(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, part: ObjId) {
        let Handle { passing, called, passes_results, .. } = self.handles.known[&handle];
        let Some(given) = called else { return };
        let mut edge = |state: &mut Self, from: Node, to: Node| {
            let (from, to) = (state.node(cx, from), state.node(cx, to));
            cx.edge(from, to);
        };
        let argument = |at| Node::HandleArgument(handle, at);
        for index in 0..given {
            if let Some(to) = passing.place(index) {
                edge(self, argument(place(index)), Node::HandleArgument(part, to));
            }
        }
        edge(self, argument(Place::Any), Node::HandleArgument(part, Place::Any));
        if let Passing::After { at, count } = passing {
            for index in 0..count {
                let to = place(at.saturating_add(index));
                edge(self, Node::HandleBound(handle, index), Node::HandleArgument(part, to));
            }
        }
        edge(self, Node::HandleResult(part), Node::HandleResult(handle));
        edge(self, Node::HandleThrown(part), Node::HandleThrown(handle));
        if passes_results {
            edge(self, Node::HandleResult(part), argument(Place::Any));
            edge(self, Node::HandleThrown(part), argument(Place::Any));
        }
        self.run_handle(cx, part, passing.given(given));
    }
}
