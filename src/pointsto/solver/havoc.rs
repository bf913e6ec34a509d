//! Calls of the JDK that give nothing: at the last fixpoint, where nothing ever comes out of one, the JVM or code that no
//! model covers makes the result (annotations, stack frames, enclosing methods, ...), or there is none. Owns which results
//! are then unknown; must not know models.

use super::super::ids::NodeId;
use super::solve::Solver;
use crate::base::FxHashSet;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, SiteId, telling};
use crate::program::{MethodId, Type, access};

impl Solver<'_> {
    /// Gives an unknown to each such call of application and library code; true if there was one. Only for results that
    /// say something about names, classes and members: of other objects nothing follows but imprecision.
    pub(super) fn havoc_unmodelled_results(&mut self) -> bool {
        let mut empty: Vec<(NodeId, ObjId, MethodId)> = Vec::new();
        // Something comes out under one context: the model or the code is there, under others it gives nothing.
        let mut given: FxHashSet<(SiteId, MethodId)> = FxHashSet::default();
        if self.contexts.distinguishes() {
            let calls = self.state.calls.iter();
            let given_at = calls.filter(|call| call.dst.is_some_and(|dst| !self.is_blank(dst)));
            given.extend(given_at.map(|call| (call.site, call.resolved)));
        }
        for call in self.state.calls.iter() {
            let Some(dst) = call.dst else { continue };
            let program = self.program;
            let method = program.method(call.resolved);
            let caller = program.method(self.state.instance(call.caller).method);
            let foreign =
                program.class(method.class).origin == Origin::Jdk && program.class(caller.class).origin != Origin::Jdk;
            let ret = program.method_desc(method.desc).ret;
            if !foreign
                || !telling::tells(program, ret)
                || !(telling::is_annotation(program, ret) || self.is_blank(dst))
                || (!telling::is_annotation(program, ret) && given.contains(&(call.site, call.resolved)))
            {
                continue;
            }
            let receiver = call.args.first().copied().flatten();
            let runs =
                method.access & access::STATIC != 0 || receiver.is_some_and(|node| !self.core.pts(node).is_empty());
            if runs
                && let Some(unknown) = self.heap.unknown(call.site, ret, true)
                && !self.core.pts(dst).contains(unknown.0)
            {
                empty.push((dst, unknown, call.resolved));
            }
        }
        let mut found = false;
        for (dst, unknown, method) in empty {
            // Models know when there is nothing.
            if !self.is_modelled(method) {
                self.core.add(dst, unknown);
                found = true;
            }
        }
        found
    }

    /// Whether a node has no object, or arrays without elements only.
    fn is_blank(&self, node: NodeId) -> bool {
        self.core.pts(node).iter().map(ObjId).all(|obj| {
            let is_array = matches!(self.heap.kind(obj), ObjKind::Alloc { .. })
                && matches!(self.program.ty(self.heap.ty(obj)), Type::Array(_));
            is_array && self.core.find_elements(obj).is_none_or(|elements| self.core.pts(elements).is_empty())
        })
    }
}
