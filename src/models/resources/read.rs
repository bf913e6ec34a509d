//! What reads resources: readers and streams over others, and the texts that they give. Must not know how resources are
//! found.

use super::state::{CallId, Node, Resources, Role, argument, is_made_as};
use super::table::{Act, WRAPPERS};
use crate::base::Sym;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::Cx;

impl Resources {
    /// What is made of a stream or reader reads from it.
    pub(super) fn wrap(&mut self, cx: &mut Cx<'_, '_>, call: CallId) {
        let view = &self.calls[call.index()].view;
        let (Some(this), Some(_)) = (argument(view, 0), argument(view, 1)) else { return };
        self.watch(cx, this, call, Role::Map);
    }

    /// An object that is read from.
    pub(super) fn source(&mut self, cx: &mut Cx<'_, '_>, call: CallId, obj: ObjId, kind: ObjKind) {
        if let Some(path) = self.path_of(kind) {
            return self.file(cx, call, path);
        }
        if WRAPPERS.iter().any(|class| is_made_as(cx, kind, class)) {
            let source = self.node(cx, Node::Source(obj));
            return self.watch(cx, source, call, Role::Source);
        }
        if self.is_other(cx, call, obj) {
            return;
        }
        self.unknown_file(cx, call);
    }

    /// Whether a receiver runs code of its own in place of the method.
    pub(super) fn is_other(&self, cx: &Cx<'_, '_>, call: CallId, obj: ObjId) -> bool {
        let method = self.calls[call.index()].method;
        let (program, kind) = (cx.program, cx.heap.kind(obj));
        let class = program.class_of(cx.heap.ty(obj)).filter(|_| !kind.is_token());
        let is_one = |class| program.is_subclass(class, program.method(method).class);
        let selected = class.filter(|&class| is_one(class)).map(|class| program.select(class, method));
        !matches!(kind, ObjKind::Opaque { .. }) && selected.is_some_and(|selected| selected != Some(method))
    }

    /// A file of the class path is read.
    fn file(&mut self, cx: &mut Cx<'_, '_>, call: CallId, path: Sym) {
        match self.calls[call.index()].act {
            Act::Read(what) => {
                let Some(dst) = self.calls[call.index()].view.dst else { return };
                match self.files.texts(cx.program, path, what) {
                    Some(texts) => texts.iter().for_each(|&text| cx.add(dst, cx.heap.intern(ObjKind::Str { text }))),
                    None => self.unknown(cx, call, dst),
                }
            }
            Act::Load => self.load_file(cx, call, path),
            _ => self.ask_file(cx, call, path),
        }
    }

    /// Something else is read.
    pub(super) fn unknown_file(&mut self, cx: &mut Cx<'_, '_>, call: CallId) {
        if self.calls[call.index()].act == Act::Load {
            for node in [Node::Keys(call), Node::Values(call)] {
                let node = self.node(cx, node);
                self.unknown(cx, call, node);
            }
        } else if let Some(dst) = self.calls[call.index()].view.dst {
            self.unknown(cx, call, dst);
        }
    }
}
