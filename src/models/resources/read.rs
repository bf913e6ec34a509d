//! What reads resources: readers and streams over others, and the texts that they give. Must not know how resources are
//! found.

use super::files::Content;
use super::state::{CallId, Node, Resources, Role, argument, is_made_as};
use super::table::{Act, WRAPPERS, What};
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::Cx;

impl Resources {
    /// What is made of a stream or reader reads from it.
    pub(super) fn wrap(&mut self, cx: &mut Cx<'_, '_>, call: CallId) {
        let view = &self.calls[call.index()].view;
        let (Some(this), Some(_)) = (argument(view, 0), argument(view, 1)) else { return };
        self.watch(cx, this, call, Role::Map);
    }

    /// A stream or reader that a call is made on, or that is behind such a one.
    pub(super) fn reader(&mut self, cx: &mut Cx<'_, '_>, call: CallId, obj: ObjId) {
        match self.calls[call.index()].act {
            Act::Wrap => self.wrapped(cx, call, obj, cx.heap.kind(obj)),
            _ => self.moved(cx, call, obj),
        }
    }

    fn wrapped(&mut self, cx: &mut Cx<'_, '_>, call: CallId, obj: ObjId, kind: ObjKind) {
        let super::state::Call { view, method, .. } = &self.calls[call.index()];
        let class = cx.program.class_name(cx.program.method(*method).class);
        if let Some(from) = argument(view, 1).filter(|_| is_made_as(cx, kind, class)) {
            let source = self.node(cx, Node::Source(obj));
            cx.edge(from, source);
        }
    }

    /// An object that is read from, or a text; as a whole, or from behind a word.
    pub(super) fn source(&mut self, cx: &mut Cx<'_, '_>, call: CallId, obj: ObjId, role: Role) {
        let (kind, act) = (cx.heap.kind(obj), self.calls[call.index()].act);
        if let Some(path) = self.path_of(kind) {
            self.content(cx, call, Content::File(path), role);
            let moved = self.node(cx, Node::Source(obj));
            return self.watch(cx, moved, call, role);
        }
        match kind {
            ObjKind::Str { text } => return self.content(cx, call, Content::Text(text), role),
            // These are found wherever they begin.
            _ if obj == cx.heap.jdk_string() && act == Act::Read(What::Texts) => return,
            _ if kind.is_unknown_text() && obj != cx.heap.jdk_string() => return self.gives(cx, call, obj),
            _ => {}
        }
        if WRAPPERS.iter().any(|class| is_made_as(cx, kind, class)) {
            let source = self.node(cx, Node::Source(obj));
            self.watch(cx, source, call, role);
            if (act, role) == (Act::Read(What::ScannedLines), Role::Source) {
                let rest = self.node(cx, Node::Rest(obj));
                self.watch(cx, rest, call, Role::Rest);
            }
            return;
        }
        if self.is_other(cx, call, obj) {
            return;
        }
        self.unknown_file(cx, call);
    }

    /// What a call leaves of what its receiver reads from, and of all that stands behind it.
    fn moved(&mut self, cx: &mut Cx<'_, '_>, call: CallId, obj: ObjId) {
        if cx.heap.kind(obj).is_string() {
            return;
        }
        let [source, rest] = [Node::Source(obj), Node::Rest(obj)].map(|node| self.node(cx, node));
        match self.calls[call.index()].act {
            Act::Shift | Act::Read(What::Texts) => {
                cx.add(source, cx.heap.jdk_string());
                self.watch(cx, source, call, Role::Map);
            }
            Act::PutBack => cx.add(source, cx.heap.intern(ObjKind::OtherStr)),
            Act::Take | Act::Read(What::Words) => cx.edge(source, rest),
            _ => {}
        }
    }

    /// A file of the class path is read, or a text.
    fn content(&mut self, cx: &mut Cx<'_, '_>, call: CallId, content: Content, role: Role) {
        match self.calls[call.index()].act {
            Act::Read(what) => {
                let Some(dst) = self.calls[call.index()].view.dst else { return };
                let what = if role == Role::Rest { What::Rests } else { what };
                match self.files.texts(cx.program, content, what) {
                    Some(texts) => texts.iter().for_each(|&text| cx.add(dst, cx.heap.intern(ObjKind::Str { text }))),
                    None => self.unknown(cx, call, dst),
                }
            }
            Act::Load => self.load_file(cx, call, content),
            _ => self.ask_file(cx, call, content),
        }
    }
}
