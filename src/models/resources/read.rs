//! What reads resources: readers and streams over others, and the texts that they give. Must not know how resources are
//! found.

use super::files::Content;
use super::state::{CallId, Node, Resources, Role, argument, is_made_as};
use super::table::{Act, WRAPPERS, What};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::ir::facts::{constant_of, definition};
use crate::ir::{ConstValue, Op};
use crate::pointsto::{CallView, Cx, Ptr, VirtualCall};

/// Streams and readers of the JDK that read from others.
const PASSING_ON: [&str; 3] = ["java/io/FilterInputStream", "java/io/FilterReader", "java/io/SequenceInputStream"];

/// What is called to read, by class and descriptor.
const READS: [(&str, &[&str]); 2] =
    [("java/io/InputStream", &["()I", "([B)I", "([BII)I"]), ("java/io/Reader", &["()I", "([C)I", "([CII)I"])];

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
            if self.is_read_otherwise(cx, call) {
                cx.add(source, cx.heap.jdk_string());
            }
        }
    }

    /// Whether a reader decodes by a charset that files are not read by here: its name is a constant, or that of the constant it is.
    fn is_read_otherwise(&self, cx: &Cx<'_, '_>, call: CallId) -> bool {
        let super::state::Call { view, .. } = &self.calls[call.index()];
        let charset = || {
            let code = cx.code(view.caller)?;
            let body = &code.body;
            let var = *view.vars.get(2)?;
            let name = |var| match *constant_of(body, var)? {
                ConstValue::Str { text, .. } => Some(cx.program.str(text).to_owned()),
                _ => None,
            };
            name(var).or_else(|| match definition(body, var)? {
                Op::GetStatic { field, .. } => Some(cx.program.str(cx.program.field_ref_data(*field).name).to_owned()),
                Op::Invoke { args, .. } => name(*args.last()?),
                _ => None,
            })
        };
        charset().is_some_and(|name| {
            let name = name.to_ascii_uppercase().replace('_', "-");
            !["UTF-8", "UTF8", "ISO-8859-1", "ISO8859-1", "LATIN1", "US-ASCII", "ASCII"].contains(&name.as_str())
        })
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
        self.read_from(cx, call, obj);
        self.unknown_file(cx, call);
    }

    /// Code of the program reads what is read: a stream or reader of a class of its own, perhaps behind one of the JDK's that passes on.
    fn read_from(&mut self, cx: &mut Cx<'_, '_>, call: CallId, obj: ObjId) {
        let (program, kind) = (cx.program, cx.heap.kind(obj));
        let Some(class) = program.class_of(cx.heap.ty(obj)).filter(|_| !kind.is_token()) else { return };
        let is_below = |name: &str| program.find_class(name).is_some_and(|of| program.is_subclass(class, of));
        if program.class(class).origin == Origin::Jdk && !PASSING_ON.iter().any(|name| is_below(name)) {
            return;
        }
        let readers = self.node(cx, Node::Readers(call));
        cx.add(readers, obj);
        let Some((owner, descriptors)) = READS.iter().find(|(owner, _)| is_below(owner)) else { return };
        for descriptor in *descriptors {
            self.read_by(cx, call, readers, (owner, descriptor));
        }
    }

    /// Calls a method `read` of what a call reads from, once.
    fn read_by(&mut self, cx: &mut Cx<'_, '_>, call: CallId, readers: Ptr, (owner, descriptor): (&str, &str)) {
        let program = cx.program;
        let method = program.find_class(owner).and_then(|owner| program.find_method(owner, "read", descriptor));
        let Some(method) = method.filter(|&method| self.read.insert((call, method))) else { return };
        let CallView { caller, site, throw, .. } = self.calls[call.index()].view;
        let args = vec![None; program.method_desc(program.method(method).desc).params.len()];
        let throw = throw.map(Ptr::Node);
        cx.dispatch(VirtualCall { caller, site, method, receiver: readers, args, ret: None, throw });
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
