//! What the model knows: its calls, nodes and hooks, and which objects stand for resources. Must not know what methods do.

use std::rc::Rc;

use super::files::{Content, Files};
use super::table::{self, Act};
use crate::base::{FxHashMap, FxHashSet, FxIndexMap, FxIndexSet, Numbering, Sym};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, Site, SiteId};
use crate::models::Signatures;
use crate::models::closed_bodies::ClosedBodies;
use crate::pointsto::{self, CallView, Cx, HookData, ModelNode, NodeId, Ptr};
use crate::program::{MethodId, Scope, TypeId};
use crate::resource::Charset;
use crate::strings::named::Names;

crate::define_id!(
    /// A call that this model answers.
    CallId
);

/// A call, once for each method that it calls.
pub(super) struct Call {
    pub(super) view: CallView,
    pub(super) method: MethodId,
    pub(super) act: Act,
}

/// Nodes of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// What an object reads from: other objects, or texts. The unknown text of the JDK is there where it goes on in the middle
    /// of a line or word, the merged constant where something was put back.
    /// What is there with a charset is made text of by it.
    Source(ObjId, Option<Charset>),
    /// The same of what goes on behind words.
    Rest(ObjId, Option<Charset>),
    /// The object itself, if several read ahead in it: more than so much may be left of it then, from wherever.
    Shared(ObjId, usize),
    /// The object itself, if lines of it were read.
    Lined(ObjId),
    /// What a call makes text of by a charset, and the unknown text if it is another one.
    Decoded(CallId, Option<Charset>),
    /// What collections hold that a call is handed.
    Elements(CallId),
    /// What was loaded into a map.
    Loaded(ObjId),
    /// Values that were put into a map otherwise: all, those under a constant key, and those under keys that are no constants.
    Put(ObjId),
    PutUnder(ObjId, Sym),
    PutOther(ObjId),
    /// The maps in which another one looks after itself.
    Defaults(ObjId),
    /// Values of entries that are set, of all maps.
    Entries,
    /// Keys and values that a call loads.
    Keys(CallId),
    Values(CallId),
    /// Class loaders of the program's own that a call asks.
    Loaders(CallId),
    /// Streams and readers that code of the program reads for a call.
    Readers(CallId),
}

/// What new objects of a node are to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Role {
    /// Names of resources.
    Name,
    /// The classes from whose packages these are taken.
    Class,
    /// Loaders.
    Loader,
    /// Objects that are read from.
    Source(Reading),
    /// Objects that are read from ahead of what is asked for, so much at most; `None`: no more than that.
    Ahead(Option<usize>),
    /// Charsets, or their names.
    Charset,
    /// Receivers, or the maps behind them.
    Map,
    /// Keys of values.
    Key,
}

/// How a call comes to what it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Reading {
    /// It is made text of by this charset; by bytes if there is none.
    pub(super) charset: Option<Charset>,
    /// It goes on behind a word.
    pub(super) rest: bool,
    /// Others read ahead in it, so much at most.
    pub(super) left: Option<usize>,
    /// Lines of it were read.
    pub(super) lined: bool,
}

impl Reading {
    /// Nothing is behind it yet.
    pub(super) const FIRST: Self = Self { charset: None, rest: false, left: None, lined: false };
}

/// The charsets that a reader may have; none where it is handed a text.
pub(super) const CHARSETS: [Option<Charset>; 4] =
    [None, Some(Charset::Utf8), Some(Charset::Latin1), Some(Charset::Ascii)];

/// What a call finds resources by, each once: `None` for what is not known.
#[derive(Default)]
pub(super) struct Sought {
    pub(super) names: FxIndexSet<Option<Sym>>,
    pub(super) packages: FxIndexSet<Option<Sym>>,
    /// It gives one that nobody knows.
    pub(super) is_open: bool,
}

pub(in crate::models) struct Resources {
    pub(super) table: Signatures<Act>,
    pub(super) calls: Vec<Call>,
    pub(super) hooks: Numbering<HookData, (CallId, Role)>,
    pub(super) nodes: Numbering<ModelNode, Node>,
    pub(super) files: Files,
    /// Paths of resources by the site of their objects, and where they are found or opened.
    pub(super) paths: FxHashMap<SiteId, (Sym, SiteId)>,
    /// Who reads ahead in what, and how much.
    pub(super) ahead: FxHashMap<ObjId, FxIndexSet<(SiteId, Option<usize>, bool)>>,
    /// Methods and parameters by which they read ahead in an object: once for each call.
    pub(super) by_call: FxIndexMap<(ObjId, SiteId, usize), (MethodId, usize)>,
    pub(super) scope: Rc<Scope>,
    pub(super) bodies: Rc<ClosedBodies>,
    pub(super) names: Names,
    /// Calls that hand over what they read from.
    pub(super) hands: FxHashMap<(Option<pointsto::CallId>, SiteId, MethodId), CallId>,
    /// What calls find resources by.
    pub(super) sought: FxHashMap<CallId, Sought>,
    /// Where maps are loaded.
    pub(super) loads: FxHashSet<SiteId>,
    /// The methods by which calls read from these.
    pub(super) read: FxHashSet<(CallId, MethodId)>,
    /// What calls may take values from.
    pub(super) asked: FxHashMap<CallId, Vec<(Content, Charset)>>,
}

impl Resources {
    pub(in crate::models) fn new(scope: Rc<Scope>, bodies: Rc<ClosedBodies>) -> Self {
        Self {
            table: table::table(),
            calls: Vec::new(),
            hooks: Numbering::default(),
            nodes: Numbering::default(),
            files: Files::default(),
            paths: FxHashMap::default(),
            ahead: FxHashMap::default(),
            by_call: FxIndexMap::default(),
            scope,
            bodies,
            names: Names::default(),
            hands: FxHashMap::default(),
            sought: FxHashMap::default(),
            loads: FxHashSet::default(),
            read: FxHashSet::default(),
            asked: FxHashMap::default(),
        }
    }
}

impl Resources {
    pub(super) fn call(&mut self, view: &CallView, method: MethodId, act: Act) -> CallId {
        self.calls.push(Call { view: view.clone(), method, act });
        CallId::new(self.calls.len() - 1)
    }

    pub(super) fn node(&mut self, cx: &Cx<'_, '_>, node: Node) -> Ptr {
        cx.model_node(self.nodes.number(node))
    }

    pub(super) fn watch(&mut self, cx: &mut Cx<'_, '_>, at: impl Into<Ptr>, call: CallId, role: Role) {
        let data = self.hooks.number((call, role));
        cx.watch(at, data);
    }

    pub(super) fn watch_argument(&mut self, cx: &mut Cx<'_, '_>, call: CallId, position: usize, role: Role) {
        if let Some(argument) = argument(&self.calls[call.index()].view, position) {
            self.watch(cx, argument, call, role);
        }
    }

    /// The text that nobody knows which a call reads.
    pub(super) fn unknown(&self, cx: &mut Cx<'_, '_>, call: CallId, to: impl Into<Ptr>) {
        let unknown = crate::models::strings::unknown_string(cx, &self.calls[call.index()].view);
        cx.add(to, unknown);
    }

    /// The object of a type that stands for the resource of a path, as it is found or opened somewhere: streams of one path are
    /// told apart by where they are.
    pub(super) fn resource(&mut self, cx: &mut Cx<'_, '_>, path: Sym, by: SiteId, bound: TypeId) -> ObjId {
        let program = cx.program;
        let place = match cx.heap.site_data(by) {
            Site::At(method, offset) => {
                let data = program.method(method);
                let (class, name) = (program.class_name(data.class), program.str(data.name));
                format!("{class}.{name}{} {offset}", program.str(program.method_desc(data.desc).text))
            }
            _ => String::new(),
        };
        let site = cx.heap.site(Site::Vm(program.sym(&format!("resource {} {place}", program.str(path)))));
        self.paths.insert(site, (path, by));
        cx.heap.intern(ObjKind::Opaque { site, bound })
    }

    /// The path of the resource that an object stands for, and where it was found or opened.
    pub(super) fn path_of(&self, kind: ObjKind) -> Option<(Sym, SiteId)> {
        match kind {
            ObjKind::Opaque { site, .. } => self.paths.get(&site).copied(),
            _ => None,
        }
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

    /// Something else is read.
    pub(super) fn unknown_file(&mut self, cx: &mut Cx<'_, '_>, call: CallId) {
        let unknown = crate::models::strings::unknown_string(cx, &self.calls[call.index()].view);
        self.gives(cx, call, unknown);
    }

    /// All that may be read from an object.
    pub(super) fn sources(&mut self, cx: &Cx<'_, '_>, obj: ObjId) -> [Ptr; CHARSETS.len()] {
        CHARSETS.map(|charset| self.node(cx, Node::Source(obj, charset)))
    }

    /// A text that nobody knows is what is read.
    pub(super) fn gives(&mut self, cx: &mut Cx<'_, '_>, call: CallId, unknown: ObjId) {
        if matches!(self.calls[call.index()].act, Act::Load | Act::LoadUnknown) {
            for node in [Node::Keys(call), Node::Values(call)] {
                let node = self.node(cx, node);
                cx.add(node, unknown);
            }
        } else if let Some(dst) = self.calls[call.index()].view.dst {
            cx.add(dst, unknown);
        }
    }
}

/// The node of an argument; 0 is the receiver of what is not static.
pub(super) fn argument(view: &CallView, position: usize) -> Option<NodeId> {
    view.args.get(position).copied().flatten()
}

/// The type of an object that code outside the JDK made by itself.
pub(super) fn made(cx: &Cx<'_, '_>, kind: ObjKind) -> Option<TypeId> {
    let ObjKind::Alloc { site, ty, .. } = kind else { return None };
    match cx.heap.site_data(site) {
        Site::At(method, _) if cx.program.origin_of(method) != Origin::Jdk => Some(ty),
        _ => None,
    }
}

/// Whether such an object is of exactly this class.
pub(super) fn is_made_as(cx: &Cx<'_, '_>, kind: ObjKind, class: &str) -> bool {
    let class_of = |ty| cx.program.class_of(ty).map(|of| cx.program.class_name(of));
    made(cx, kind).and_then(class_of) == Some(class)
}
