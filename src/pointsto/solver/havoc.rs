//! Results of JDK methods that the JVM makes, or code that no model covers (annotations, generic types, enclosing methods, ...).
//! By the type that a method declares they are unknown, besides what comes out of its code: what else the program does takes
//! nothing away. Owns which results these are; must not know models.

use super::super::ids::NodeId;
use super::solve::Solver;
use crate::base::FxIndexSet;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, SiteId, telling};
use crate::program::{MethodId, Type, access};

impl Solver<'_> {
    /// A call, in `caller` at `site`, of a method without a model gives what it returns to `to`.
    pub(super) fn havoc_result(&mut self, caller: MethodId, site: SiteId, callee: MethodId, to: NodeId) {
        if self.leaves_jdk(caller, callee) && self.is_made_by_the_jvm(callee) {
            let ret = self.program.method_desc(self.program.method(callee).desc).ret;
            if let Some(unknown) = self.heap.unknown(site, ret, true) {
                self.core.add(to, unknown);
            }
        }
    }

    fn leaves_jdk(&self, caller: MethodId, callee: MethodId) -> bool {
        self.program.origin_of(callee) == Origin::Jdk && self.program.origin_of(caller) != Origin::Jdk
    }

    fn is_made_by_the_jvm(&mut self, method: MethodId) -> bool {
        let ret = self.program.method_desc(self.program.method(method).desc).ret;
        telling::is_made_by_the_jvm(self.program, ret) && !self.is_modelled(method)
    }

    /// JDK methods that give other code nothing where that could tell of names, classes and members, for checks: neither
    /// their code nor a model makes it, and no rule says that it is unknown.
    pub fn silent_results(&mut self) -> Vec<MethodId> {
        let program = self.program;
        let mut given: FxIndexSet<MethodId> = FxIndexSet::default();
        let mut silent: FxIndexSet<MethodId> = FxIndexSet::default();
        for call in self.state.calls.iter() {
            let Some(dst) = call.dst else { continue };
            let method = program.method(call.resolved);
            let caller = self.state.instance(call.caller).method;
            let ret = program.method_desc(method.desc).ret;
            let receiver = call.args.first().copied().flatten();
            let runs =
                method.access & access::STATIC != 0 || receiver.is_some_and(|node| !self.core.pts(node).is_empty());
            if !runs || !self.leaves_jdk(caller, call.resolved) || !telling::distinguishes(program, ret) {
                continue;
            }
            if self.is_blank(dst) {
                silent.insert(call.resolved)
            } else {
                given.insert(call.resolved)
            };
        }
        silent.retain(|method| !given.contains(method));
        silent.into_iter().filter(|&method| !self.is_modelled(method)).collect()
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
