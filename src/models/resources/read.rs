//! What reads resources: readers and streams over others, and the texts that they give. Must not know how resources are
//! found.

use super::files::Content;
use super::state::{CHARSETS, CallId, Node, Reading, Resources, Role, argument, is_made_as};
use super::table::{AHEAD, Act, LIMITS, WRAPPERS, What};
use crate::base::Sym;
use crate::classfile::Prim;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, SiteId};
use crate::pointsto::{CallView, Cx, Ptr, VirtualCall};
use crate::resource::{Charset, UNKNOWN};
use crate::strings::{Hole, Piece, Template, objects};

/// Streams and readers of the JDK that read from others.
const PASSING_ON: [&str; 3] = ["java/io/FilterInputStream", "java/io/FilterReader", "java/io/SequenceInputStream"];

/// Wrappers that make text of bytes.
const DECODERS: [&str; 2] = ["java/io/InputStreamReader", "java/util/Scanner"];

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
            Act::Hand | Act::HandAll if !self.is_read_from(cx, obj) => {}
            _ => self.moved(cx, call, obj),
        }
    }

    fn wrapped(&mut self, cx: &mut Cx<'_, '_>, call: CallId, obj: ObjId, kind: ObjKind) {
        let super::state::Call { view, method, .. } = &self.calls[call.index()];
        let (program, view, method) = (cx.program, view.clone(), *method);
        let class = program.class_name(program.method(method).class);
        let params = &program.method_desc(program.method(method).desc).params;
        let Some(from) = argument(&view, 1) else { return };
        if !is_made_as(cx, kind, class) {
            // A class below it does with it what it likes.
            let hands = self.hand(&view, method);
            return self.watch(cx, from, hands, Role::Map);
        }
        let is_named = |name| params.first().and_then(|&ty| program.class_of(ty)) == program.find_class(name);
        if DECODERS.contains(&class) && is_named("java/io/InputStream") {
            let decoded = self.decoded(cx, call);
            let sources = self.sources(cx, obj);
            decoded.into_iter().zip(sources).for_each(|(decoded, source)| cx.edge(decoded, source));
        } else {
            let source = self.node(cx, Node::Source(obj, None));
            cx.edge(from, source);
        }
        if let Some(&(_, limit)) = AHEAD.iter().find(|(of, _)| *of == class) {
            let is_sized = params.iter().any(|&ty| ty == program.prim(Prim::Int));
            self.watch(cx, from, call, Role::Ahead(Some(if is_sized { 0 } else { limit })));
        }
    }

    /// Whether an object is one that is followed here: a stream of a resource, or what reads from others.
    pub(super) fn is_read_from(&self, cx: &Cx<'_, '_>, obj: ObjId) -> bool {
        let kind = cx.heap.kind(obj);
        self.path_of(kind).is_some() || WRAPPERS.iter().any(|class| is_made_as(cx, kind, class))
    }

    /// An object that is read from, or a text.
    pub(super) fn source(&mut self, cx: &mut Cx<'_, '_>, call: CallId, obj: ObjId, reading: Reading) {
        let (kind, act) = (cx.heap.kind(obj), self.calls[call.index()].act);
        if let Some((path, _)) = self.path_of(kind) {
            self.content(cx, call, Content::File(path), reading);
            let moved = self.node(cx, Node::Source(obj, None));
            self.watch(cx, moved, call, Role::Source(reading));
            return self.shared(cx, call, obj, reading);
        }
        match kind {
            ObjKind::Str { text } => return self.content(cx, call, Content::Text(text), reading),
            // These are found wherever they begin.
            _ if obj == cx.heap.jdk_string() && act == Act::Read(What::Texts) => return,
            // What is read of a text of which only the outline is known has another one.
            ObjKind::UnknownString { site } | ObjKind::Template { site, .. } if obj != cx.heap.jdk_string() => {
                let unknown = cx.heap.intern(ObjKind::UnknownString { site });
                return self.gives(cx, call, unknown);
            }
            _ => {}
        }
        if WRAPPERS.iter().any(|class| is_made_as(cx, kind, class)) {
            for charset in CHARSETS {
                let reading = Reading { charset: charset.or(reading.charset), ..reading };
                let source = self.node(cx, Node::Source(obj, charset));
                self.watch(cx, source, call, Role::Source(reading));
                if (act, reading.rest) == (Act::Read(What::ScannedLines), false) {
                    let rest = self.node(cx, Node::Rest(obj, charset));
                    self.watch(cx, rest, call, Role::Source(Reading { rest: true, ..reading }));
                }
            }
            return self.shared(cx, call, obj, reading);
        }
        if self.is_other(cx, call, obj) {
            return;
        }
        self.read_from(cx, call, obj);
        self.unknown_file(cx, call);
    }

    /// Others may read from an object, too.
    fn shared(&mut self, cx: &mut Cx<'_, '_>, call: CallId, obj: ObjId, reading: Reading) {
        for left in LIMITS.into_iter().filter(|&left| reading.left.is_none_or(|most| left < most)) {
            let shared = self.node(cx, Node::Shared(obj, left));
            self.watch(cx, shared, call, Role::Source(Reading { left: Some(left), ..reading }));
        }
        if !reading.lined && !matches!(self.calls[call.index()].act, Act::Read(_)) {
            let lined = self.node(cx, Node::Lined(obj));
            self.watch(cx, lined, call, Role::Source(Reading { lined: true, ..reading }));
        }
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
        let act = self.calls[call.index()].act;
        for charset in CHARSETS {
            let [source, rest] = [Node::Source(obj, charset), Node::Rest(obj, charset)].map(|node| self.node(cx, node));
            match act {
                Act::Shift | Act::Read(What::Texts) | Act::Hand | Act::HandAll => {
                    if charset.is_none() {
                        cx.add(source, cx.heap.jdk_string());
                    }
                    self.watch(cx, source, call, Role::Map);
                }
                Act::PutBack if charset.is_none() => cx.add(source, cx.heap.intern(ObjKind::OtherStr)),
                Act::Take | Act::Read(What::Words) => cx.edge(source, rest),
                Act::Read(_) => self.watch(cx, source, call, Role::Map),
                _ => {}
            }
        }
        if let Act::Read(What::Lines | What::ScannedLines | What::Rests) = act {
            let lined = self.node(cx, Node::Lined(obj));
            cx.add(lined, obj);
        }
    }

    /// A file of the class path is read, or a text.
    fn content(&mut self, cx: &mut Cx<'_, '_>, call: CallId, content: Content, reading: Reading) {
        let super::state::Call { view, act, .. } = &self.calls[call.index()];
        let (dst, act, site) = (view.dst, *act, view.site);
        let (size, is_joined) = match reading.left.is_some() || reading.lined {
            true => self.files.size(cx.program, content),
            false => (0, false),
        };
        if reading.left.is_some_and(|left| size > left) || reading.lined && is_joined {
            return self.unknown_file(cx, call);
        }
        // `Properties.load` reads a stream by bytes.
        let charset = reading.charset.unwrap_or(Charset::Latin1);
        match act {
            Act::Read(what) => {
                let Some(dst) = dst else { return };
                let what = if reading.rest { What::Rests } else { what };
                match self.files.texts(cx.program, content, what, charset) {
                    Some(texts) => {
                        for &text in texts.iter() {
                            let of = self.text(cx, site, text);
                            cx.add(dst, of);
                        }
                    }
                    None => self.unknown(cx, call, dst),
                }
            }
            Act::Load => self.load_file(cx, call, (content, charset)),
            _ => self.ask_file(cx, call, (content, charset)),
        }
    }

    /// A text that is read somewhere, parts of which may not be known.
    fn text(&self, cx: &Cx<'_, '_>, site: SiteId, text: Sym) -> ObjId {
        let written = cx.program.str(text);
        if !written.contains(UNKNOWN) {
            return cx.heap.intern(ObjKind::Str { text });
        }
        let pieces = written.split(UNKNOWN).map(Piece::from);
        let hole = |nth: usize, piece| (nth > 0).then_some(Piece::Hole(Hole::Any)).into_iter().chain([piece]);
        let pieces = pieces.enumerate().flat_map(|(nth, piece)| hole(nth, piece));
        let outline = self.names.outline(cx.program, &Template::of_pieces(pieces));
        objects::outlined(cx.heap, site, outline)
    }
}
