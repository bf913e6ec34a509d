//! `java.util.Properties` that other code than the JDK's makes: what was loaded into each is told apart by its keys, what is put
//! otherwise is not. Must not know how files are read.

use super::files::Content;
use super::state::{CallId, Node, Reading, Resources, Role, argument, is_made_as};
use super::table::{Act, PROPERTIES};
use crate::base::Sym;
use crate::heap::{ObjId, ObjKind, SiteId};
use crate::ir::ConstValue;
use crate::ir::facts::constant_of;
use crate::pointsto::{Cx, Ptr, VirtualCall};
use crate::program::ClassId;
use crate::resource::Charset;

impl Resources {
    /// The value of a key.
    pub(super) fn get(&mut self, cx: &mut Cx<'_, '_>, call: CallId, default: Option<usize>) {
        // The method with a default asks the one without, which maps of the program may have of their own.
        if default.is_some() {
            self.ask_overriding(cx, call);
        }
        let view = &self.calls[call.index()].view;
        let Some(dst) = view.dst else { return };
        if let Some(default) = default.and_then(|position| argument(view, position)) {
            cx.edge(default, dst);
        }
        self.watch_argument(cx, call, 0, Role::Map);
        self.watch_argument(cx, call, 1, Role::Key);
    }

    fn ask_overriding(&mut self, cx: &mut Cx<'_, '_>, call: CallId) {
        const ONE: (&str, &str) = ("getProperty", "(Ljava/lang/String;)Ljava/lang/String;");
        let program = cx.program;
        let Some(properties) = program.find_class(PROPERTIES) else { return };
        let overrides = |&class: &ClassId| program.find_method(class, ONE.0, ONE.1).is_some();
        let is_overridden = program.subtypes_outside_jdk(properties).iter().any(overrides);
        let Some(method) = program.find_method(properties, ONE.0, ONE.1).filter(|_| is_overridden) else { return };
        let view = &self.calls[call.index()].view;
        let (caller, site, throw) = (view.caller, view.site, view.throw.map(Ptr::Node));
        if let Some(this) = argument(view, 0) {
            let args = vec![argument(view, 1).map(Ptr::Node)];
            let ret = view.dst.map(Ptr::Node);
            cx.dispatch(VirtualCall { caller, site, method, receiver: Ptr::Node(this), args, ret, throw });
        }
    }

    pub(super) fn load(&mut self, cx: &mut Cx<'_, '_>, call: CallId) {
        self.watch_argument(cx, call, 0, Role::Map);
        self.watch_argument(cx, call, 1, Role::Source(Reading::FIRST));
        self.watch_argument(cx, call, 1, Role::Ahead(Some(8192)));
        self.put_loaded(cx, call);
    }

    /// Keys and values that nobody knows are loaded.
    pub(super) fn load_unknown(&mut self, cx: &mut Cx<'_, '_>, call: CallId) {
        self.unknown_file(cx, call);
        self.put_loaded(cx, call);
    }

    /// What is loaded is put there by the map's own method, which may be that of a subclass (`Properties.load0`).
    fn put_loaded(&mut self, cx: &mut Cx<'_, '_>, call: CallId) {
        let [keys, values] = [Node::Keys(call), Node::Values(call)].map(|node| self.node(cx, node));
        let program = cx.program;
        let class = program.find_class(PROPERTIES);
        let put = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
        let put = class.and_then(|class| program.find_method(class, "put", put));
        let view = &self.calls[call.index()].view;
        if let (Some(method), Some(this)) = (put, argument(view, 0)) {
            let (caller, site, throw) = (view.caller, view.site, view.throw.map(Ptr::Node));
            let args = vec![Some(keys), Some(values)];
            cx.dispatch(VirtualCall { caller, site, method, receiver: Ptr::Node(this), args, ret: None, throw });
        }
    }

    /// Whether a call at a place is one of [`Resources::load`]'s own.
    pub(super) fn is_load(&self, site: SiteId) -> bool {
        self.loads.contains(&site)
    }

    /// A map that a call is made on, or that is behind such a one.
    pub(super) fn map(&mut self, cx: &mut Cx<'_, '_>, call: CallId, obj: ObjId) {
        let kind = cx.heap.kind(obj);
        let act = self.calls[call.index()].act;
        if !is_made_as(cx, kind, PROPERTIES) {
            let is_asked = matches!(act, Act::Get { .. }) && !self.is_other(cx, call, obj);
            if let Some(dst) = self.calls[call.index()].view.dst.filter(|_| is_asked) {
                self.unknown(cx, call, dst);
            }
            return;
        }
        let [loaded, defaults, entries] =
            [Node::Loaded(obj), Node::Defaults(obj), Node::Entries].map(|node| self.node(cx, node));
        let view = &self.calls[call.index()].view;
        let (first, dst) = (argument(view, 1), view.dst);
        match act {
            Act::Get { .. } => {
                if let Some(dst) = dst {
                    let put = match self.constant_key(cx, call) {
                        Some(key) => vec![self.put(cx, obj, Some(key)), self.put(cx, obj, None)],
                        None => vec![self.node(cx, Node::Put(obj))],
                    };
                    put.into_iter().for_each(|put| cx.edge(put, dst));
                }
                self.watch(cx, loaded, call, Role::Source(Reading::FIRST));
                self.watch(cx, defaults, call, Role::Map);
            }
            Act::Load => first.into_iter().for_each(|from| cx.edge(from, loaded)),
            Act::Defaults => first.into_iter().for_each(|from| cx.edge(from, defaults)),
            Act::Put(position) => {
                if let Some(value) = argument(view, position) {
                    let key = self.constant_key(cx, call);
                    let put = self.put(cx, obj, key);
                    cx.cast(value, put, cx.heap.types().string);
                }
            }
            Act::Entries => {
                let put = self.put(cx, obj, None);
                cx.edge(entries, put);
            }
            _ => {
                let put = self.put(cx, obj, None);
                self.unknown(cx, call, put);
            }
        }
    }

    /// Where values are that are put into a map under a key.
    fn put(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, key: Option<Sym>) -> Ptr {
        let part = key.map_or(Node::PutOther(obj), |key| Node::PutUnder(obj, key));
        let [part, all] = [part, Node::Put(obj)].map(|node| self.node(cx, node));
        cx.edge(part, all);
        part
    }

    /// The key of a call, if it is a constant in the code.
    fn constant_key(&self, cx: &Cx<'_, '_>, call: CallId) -> Option<Sym> {
        let view = &self.calls[call.index()].view;
        let (method, key) = cx.given(view.caller, *view.vars.get(1)?)?;
        match *constant_of(&cx.code_of(method)?.body, key)? {
            ConstValue::Str { text, lossy: false } => Some(text),
            _ => None,
        }
    }

    /// What a file or a text holds is loaded.
    pub(super) fn load_file(&mut self, cx: &mut Cx<'_, '_>, call: CallId, (content, charset): (Content, Charset)) {
        let Some(pairs) = self.files.pairs(cx.program, content, charset) else { return self.unknown_file(cx, call) };
        let [keys, values] = [Node::Keys(call), Node::Values(call)].map(|node| self.node(cx, node));
        for &(key, value) in pairs.iter() {
            cx.add(keys, cx.heap.intern(ObjKind::Str { text: key }));
            cx.add(values, cx.heap.intern(ObjKind::Str { text: value }));
        }
    }

    /// A value may come from a file or a text.
    pub(super) fn ask_file(&mut self, cx: &mut Cx<'_, '_>, call: CallId, content: (Content, Charset)) {
        if self.files.pairs(cx.program, content.0, content.1).is_none() {
            return self.unknown_file(cx, call);
        }
        self.asked.entry(call).or_default().push(content);
        let view = &self.calls[call.index()].view;
        let keys = argument(view, 1).map_or(Vec::new(), |node| cx.pts(node).iter().map(ObjId).collect());
        keys.into_iter().for_each(|key| self.values(cx, call, cx.heap.kind(key), content));
    }

    pub(super) fn key(&mut self, cx: &mut Cx<'_, '_>, call: CallId, key: ObjKind) {
        for content in self.asked.get(&call).cloned().unwrap_or_default() {
            self.values(cx, call, key, content);
        }
    }

    fn values(&mut self, cx: &mut Cx<'_, '_>, call: CallId, key: ObjKind, (content, charset): (Content, Charset)) {
        let Some(dst) = self.calls[call.index()].view.dst.filter(|_| key != ObjKind::Null) else { return };
        let key = match key {
            ObjKind::Str { text } => Some(text),
            _ => None,
        };
        let pairs = self.files.pairs(cx.program, content, charset).unwrap_or_default();
        for &(_, value) in pairs.iter().filter(|(of, _)| key.is_none_or(|key| key == *of)) {
            cx.add(dst, cx.heap.intern(ObjKind::Str { text: value }));
        }
    }
}
