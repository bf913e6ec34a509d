//! `Stream.collect(Collector)`: the functions of the collector, called as `ReferencePipeline.collect` does. Must not know which
//! collectors there are.

use super::state::{Combining, Hook, Node, State};
use super::table::Slot;
use crate::heap::{ObjId, ObjKind, Site};
use crate::pointsto::{Cx, Ptr};

const COLLECTOR: &str = "java/util/stream/Collector";
const COLLECTORS: &str = "java/util/stream/Collectors";

impl State {
    pub(super) fn collect(&mut self, cx: &mut Cx<'_, '_>, no: usize) {
        let Some(collector) = self.calls[no].arg(1) else { return };
        let (elements, result) = (self.slot(cx, no, Slot::Elements), self.slot(cx, no, Slot::Result));
        self.watch(cx, collector, Hook::Collector(no));
        let mut part = |nth: u8, name: &str, class: &str| {
            let part = self.node(cx, Node::Part(no, nth));
            let descriptor = format!("()L{class};");
            self.call_named(cx, no, collector, (COLLECTOR, name, &descriptor), Vec::new(), Some(part));
            part
        };
        let supplier = part(0, "supplier", "java/util/function/Supplier");
        let accumulator = part(1, "accumulator", "java/util/function/BiConsumer");
        let combiner = part(2, "combiner", "java/util/function/BinaryOperator");
        let finisher = part(3, "finisher", "java/util/function/Function");
        // In case of those that need none, nobody asks.
        let _ = part(4, "characteristics", "java/util/Set");
        let get = ("java/util/function/Supplier", "get", "()Ljava/lang/Object;");
        self.call_named(cx, no, supplier, get, Vec::new(), Some(result));
        let accept = ("java/util/function/BiConsumer", "accept", "(Ljava/lang/Object;Ljava/lang/Object;)V");
        self.call_named(cx, no, accumulator, accept, vec![Some(result), Some(elements)], None);
        self.combine(cx, Combining { no, functions: combiner, part: result, gives: true });
        self.watch(cx, finisher, Hook::Finisher(no));
    }

    /// One that the program wrote may say that what it collects in is what it gives.
    pub(super) fn collector(&mut self, cx: &mut Cx<'_, '_>, no: usize, obj: ObjId) {
        let class = cx.program.class_of(cx.heap.ty(obj)).map(|class| cx.program.class_name(class));
        if class != Some("java/util/stream/Collectors$CollectorImpl") {
            self.is_given(cx, no);
        }
    }

    /// The function that makes what is given at last: those of the JDK that make nothing of it are not even called, and are one
    /// object for all collectors.
    pub(super) fn finisher(&mut self, cx: &mut Cx<'_, '_>, no: usize, obj: ObjId) {
        if is_identity(cx, obj) {
            return self.is_given(cx, no);
        }
        let finishing = self.node(cx, Node::Finishing(no));
        cx.add(finishing, obj);
        let result = self.slot(cx, no, Slot::Result);
        let apply = ("java/util/function/Function", "apply", "(Ljava/lang/Object;)Ljava/lang/Object;");
        let dst = self.calls[no].dst.map(Ptr::Node);
        self.call_named(cx, no, finishing, apply, vec![Some(result)], dst);
    }

    fn is_given(&mut self, cx: &mut Cx<'_, '_>, no: usize) {
        let result = self.slot(cx, no, Slot::Result);
        self.calls[no].dst.into_iter().for_each(|dst| cx.edge(result, dst));
    }
}

fn is_identity(cx: &Cx<'_, '_>, obj: ObjId) -> bool {
    let ObjKind::Closure { site, .. } = cx.heap.kind(obj) else { return false };
    let Site::At(method, _) = cx.heap.site_data(site) else { return false };
    let data = cx.program.method(method);
    cx.program.class_name(data.class) == COLLECTORS && cx.program.str(data.name) == "castingIdentity"
}
