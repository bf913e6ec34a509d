//! What is in the streams that methods are called on. Must not know what the methods do with it.

use super::state::{Node, State, StreamCallId};
use crate::heap::{Dispatch, ObjId, ObjKind};
use crate::pointsto::{Cx, Ptr, Receivers};

impl State {
    /// What an object gives on which a method of streams is called.
    pub(super) fn receive(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, obj: ObjId) {
        let to = self.node(cx, Node::Elements(no));
        if let Some(elements) = self.elements.filter(|_| self.made.contains(&obj)) {
            return cx.edge(Ptr::Field(obj, elements), to);
        }
        // None that a call made that is known. Those of the program's own classes have methods of their own.
        let kind = cx.heap.kind(obj);
        if kind == ObjKind::Null
            || kind.dispatch() == Dispatch::ByClass && !Receivers::OfJdk.has(cx.program, cx.heap, obj)
        {
            return;
        }
        let unknown = cx.heap.unknown_of(self.calls[no].site, cx.heap.types().object);
        unknown.into_iter().for_each(|unknown| cx.add(to, unknown));
        self.combine_all(cx);
    }

    /// What is in a stream goes to a pointer; of one that others implement, what its iterator gives.
    pub(super) fn pour(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, obj: ObjId, to: Ptr) {
        match self.elements.filter(|_| self.made.contains(&obj)) {
            Some(elements) => cx.edge(Ptr::Field(obj, elements), to),
            None => {
                let others = self.node(cx, Node::Others(to));
                cx.add(others, obj);
                self.iterate(cx, no, others, "java/util/stream/BaseStream", to);
            }
        }
    }
}
