//! `Stream.collect(Collector)`: the functions of the collector, called as `ReferencePipeline.collect` does. Must not know which
//! collectors there are.

use super::state::{Combining, Hook, Node, State, StreamCallId};
use super::table::Slot;
use crate::heap::{ObjId, ObjKind, Site};
use crate::pointsto::{Cx, Ptr};

const COLLECTOR: &str = "java/util/stream/Collector";
const COLLECTORS: &str = "java/util/stream/Collectors";

impl State {
    pub(super) fn collect(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId) {
        let Some(collector) = self.calls[no].arg(1) else { return };
        let (elements, result) = (self.slot(cx, no, Slot::Elements), self.slot(cx, no, Slot::Result));
        self.watch(cx, collector, Hook::Collector(no));
        let of = (collector, COLLECTOR);
        if let Some(supplier) = self.part(cx, no, of, (0, "supplier", "java/util/function/Supplier")) {
            self.apply(cx, no, supplier, &[], Some(result));
        }
        if let Some(accumulator) = self.part(cx, no, of, (1, "accumulator", "java/util/function/BiConsumer")) {
            self.apply(cx, no, accumulator, &[result, elements], None);
        }
        if let Some(functions) = self.part(cx, no, of, (2, "combiner", "java/util/function/BinaryOperator")) {
            self.combine(cx, Combining { no, functions, part: result });
        }
        if let Some((finisher, _)) = self.part(cx, no, of, (3, "finisher", "java/util/function/Function")) {
            self.watch(cx, finisher, Hook::Finisher(no));
        }
        // Only for what it runs.
        self.part(cx, no, of, (4, "characteristics", "java/util/Set"));
    }

    /// One that the program wrote, or had made of functions of its own, may say that what it collects in is what it gives.
    pub(super) fn collector(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, obj: ObjId) {
        if maker(cx, obj).is_none_or(|(class, _)| class != COLLECTORS) {
            self.is_given(cx, no);
        }
    }

    /// The function that makes what is given at last: those of the JDK that make nothing of it are not even called, and are one
    /// object for all collectors.
    pub(super) fn finisher(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, obj: ObjId) {
        if maker(cx, obj) == Some((COLLECTORS, "castingIdentity")) {
            return self.is_given(cx, no);
        }
        let finishing = self.node(cx, Node::Finishing(no));
        cx.add(finishing, obj);
        let result = self.slot(cx, no, Slot::Result);
        let dst = self.calls[no].dst.map(Ptr::Node);
        if let Some(interface) = cx.program.find_class("java/util/function/Function") {
            self.apply(cx, no, (finishing, interface), &[result], dst);
        }
    }

    fn is_given(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId) {
        let result = self.slot(cx, no, Slot::Result);
        self.calls[no].dst.into_iter().for_each(|dst| cx.edge(result, dst));
    }
}

/// The class and name of the method that made an object.
fn maker<'a>(cx: &Cx<'_, 'a>, obj: ObjId) -> Option<(&'a str, &'a str)> {
    let (ObjKind::Alloc { site, .. } | ObjKind::Closure { site, .. }) = cx.heap.kind(obj) else { return None };
    let Site::At(method, _) = cx.heap.site_data(site) else { return None };
    let data = cx.program.method(method);
    Some((cx.program.class_name(data.class), cx.program.str(data.name)))
}
