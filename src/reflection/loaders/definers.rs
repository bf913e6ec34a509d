//! Which loaders define classes (JVMS 5.3.5): those on which `defineClass` is called, and of such as are asked for a class, for which.
//! Must not know who asks a class for its loader.

use super::super::state::State;
use super::super::state::call::{ApiCallId, Node};
use super::super::state::definers::defined_for;
use super::super::terms::site::Role;
use super::made::is_loader_of_jvm;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::Cx;
use crate::program::Type;

impl State {
    /// A call that gives classes which its loaders may define.
    pub(in crate::reflection) fn note_source(&mut self, call: ApiCallId) {
        self.definers.sources.insert(self.calls[call].view.site);
    }

    /// A call that defines a class, in the domain that it is given.
    pub(in crate::reflection) fn note_definition(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        self.note_source(call);
        if let Some(domain) = self.calls[call].input(Role::Value) {
            let domains = self.node(cx, Node::GivenDomains);
            cx.edge(domain, domains);
        }
    }

    /// The loaders of such a call. One of which nothing is known is told by the class that it defined, and by no other.
    pub(in crate::reflection) fn note_definers(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        loaders: &[(ObjId, ObjKind)],
    ) {
        let (site, jdk) = (self.calls[call].view.site, self.calls[call].origin == Origin::Jdk);
        for &(obj, _) in loaders {
            if is_made(cx, obj) {
                self.is_definer(cx, obj);
            }
            if !jdk {
                self.may_have_defined(cx, Node::Definers(Some(site)), obj);
            }
        }
    }

    /// A loader is asked for a class; `finds` where it defines what it finds in the JDK's code.
    pub(in crate::reflection) fn note_asked(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        loader: ObjId,
        finds: bool,
    ) {
        if is_made(cx, loader) {
            self.definers.asked.insert((call, loader));
            if finds {
                self.is_definer(cx, loader);
            }
        }
    }

    /// Loaders that were asked and define classes may have defined what they were asked for. At fixpoints: both are learnt on the way.
    pub(in crate::reflection) fn tell_definers(&mut self, cx: &mut Cx<'_, '_>) {
        for index in 0..self.definers.asked.len() {
            let (call, loader) = self.definers.asked[index];
            if !self.definers.defining.contains(&loader) {
                continue;
            }
            let view = &self.calls[call].view;
            let (site, given) = (view.site, Self::objects(cx, view.dst));
            self.may_have_defined(cx, Node::Definers(Some(site)), loader);
            for (_, kind) in given {
                if let ObjKind::Class { ty } = kind
                    && let Some(ty) = defined_for(cx.program, ty)
                {
                    self.may_have_defined(cx, Node::DefinersOf(ty), loader);
                }
            }
        }
    }

    /// A loader defines classes. Of a class of which nothing is known those are meant that have methods of the program's own.
    fn is_definer(&mut self, cx: &mut Cx<'_, '_>, loader: ObjId) {
        if self.definers.defining.insert(loader)
            && let Type::Class(class) = cx.program.ty(cx.heap.ty(loader))
            && cx.program.class(class).origin != Origin::Jdk
        {
            self.may_have_defined(cx, Node::Definers(None), loader);
        }
    }

    fn may_have_defined(&mut self, cx: &mut Cx<'_, '_>, node: Node, loader: ObjId) {
        if self.definers.said.insert((node, loader)) {
            let definers = self.node(cx, node);
            cx.add(definers, loader);
        }
    }
}

/// Whether a loader is made while the program runs.
fn is_made(cx: &Cx<'_, '_>, loader: ObjId) -> bool {
    let is_alone =
        matches!(cx.heap.kind(loader), ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. });
    let class = cx.program.class_of(cx.heap.ty(loader)).filter(|_| is_alone);
    class.is_some_and(|class| !is_loader_of_jvm(cx.program.class_name(class)))
}
