//! How resources are found: by names that are constants, from the package of a class or from the top, and by loaders of the
//! program's own. Must not know what is read from them.

use super::state::{CallId, Node, Resources, Role, argument, made};
use super::table::{Act, By, opens, shifts};
use crate::base::Sym;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Args, CallNote, CallView, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall, VirtualCall};
use crate::program::{MethodId, Program, Type, TypeId};

impl Resources {
    pub(super) fn find(&mut self, cx: &mut Cx<'_, '_>, call: CallId, by: By, position: usize) {
        self.watch_argument(cx, call, position, Role::Name);
        match by {
            By::Class => self.watch_argument(cx, call, 0, Role::Class),
            By::Loader => self.watch_argument(cx, call, 0, Role::Loader),
            By::System => {}
        }
        if by != By::Class {
            // All names begin at the top.
            self.sought.entry(call).or_default().packages.insert(Some(cx.program.sym("")));
        }
    }

    /// A name that a resource is asked for by.
    pub(super) fn name(&mut self, cx: &mut Cx<'_, '_>, call: CallId, kind: ObjKind) {
        let name = match kind {
            ObjKind::Str { text } => Some(text),
            _ => None,
        };
        let sought = self.sought.entry(call).or_default();
        if sought.names.insert(name) {
            let packages: Vec<Option<Sym>> = sought.packages.iter().copied().collect();
            packages.into_iter().for_each(|package| self.found(cx, call, name, package));
        }
    }

    /// A class that is asked: only its package counts.
    pub(super) fn class(&mut self, cx: &mut Cx<'_, '_>, call: CallId, kind: ObjKind) {
        let package = match kind {
            ObjKind::Class { ty } => package_of(cx.program, ty),
            _ => None,
        };
        let sought = self.sought.entry(call).or_default();
        if sought.packages.insert(package) {
            let names: Vec<Option<Sym>> = sought.names.iter().copied().collect();
            names.into_iter().for_each(|name| self.found(cx, call, name, package));
        }
    }

    /// What a name finds from a package, as far as both are known.
    fn found(&mut self, cx: &mut Cx<'_, '_>, call: CallId, name: Option<Sym>, package: Option<Sym>) {
        let Call { view, ret, by, .. } = self.found_by(cx, call);
        let Some(dst) = view.dst else { return };
        let path = name.and_then(|name| path(cx.program, name, package, by));
        let found = match path.filter(|&path| self.files.has(cx.program, path)) {
            Some(path) => Some(self.resource(cx, path, view.site, ret)),
            None if std::mem::replace(&mut self.sought.entry(call).or_default().is_open, true) => None,
            None => unknown(cx, &view, ret),
        };
        found.into_iter().for_each(|found| cx.add(dst, found));
    }

    /// A loader of the program's own finds resources by its own code (`ClassLoader.getResource`), one of the JDK's that the program
    /// makes where it is told to. One that nobody knows finds what the class path has (assumption `class-loaders`).
    pub(super) fn loader(&mut self, cx: &mut Cx<'_, '_>, call: CallId, obj: ObjId) {
        let program = cx.program;
        let Some(class) = program.class_of(cx.heap.ty(obj)) else { return };
        let is_any = cx.heap.kind(obj).is_token();
        let is_own = program.class(class).origin != Origin::Jdk && !is_any;
        let Call { view, ret, position, .. } = self.found_by(cx, call);
        let method = self.calls[call.index()].method;
        let selected = program.select(class, method).filter(|&selected| is_own && selected != method);
        if let Some(callee) = selected {
            return cx.call(ReflectiveCall {
                caller: view.caller,
                site: view.site,
                callee,
                receiver: Receiver::Obj(obj),
                args: Args::Positional(vec![argument(&view, position).map(Ptr::Node)]),
                ret: view.dst.map(Ptr::Node),
                throw: view.throw.map(Ptr::Node),
                kind: EdgeKind::Model,
            });
        }
        // `ClassLoader.getResourceAsStream` asks it for the URL first.
        const URL: (&str, &str) = ("getResource", "(Ljava/lang/String;)Ljava/net/URL;");
        let first = program.find_method(program.method(method).class, URL.0, URL.1).filter(|&first| first != method);
        let is_stream = program.str(program.method(method).name) == "getResourceAsStream";
        let selected = first.filter(|_| is_own && is_stream).and_then(|first| program.select(class, first));
        if let Some(callee) = selected.filter(|&callee| program.origin_of(callee) != Origin::Jdk) {
            cx.call(ReflectiveCall {
                caller: view.caller,
                site: view.site,
                callee,
                receiver: Receiver::Obj(obj),
                args: Args::Positional(vec![argument(&view, position).map(Ptr::Node)]),
                ret: None,
                throw: view.throw.map(Ptr::Node),
                kind: EdgeKind::Model,
            });
        }
        if is_any || is_own {
            let loaders = self.node(cx, Node::Loaders(call));
            cx.add(loaders, obj);
            self.call_finders(cx, call, is_own);
        }
        let is_made = is_own || made(cx, cx.heap.kind(obj)).is_some();
        if let (true, Some(dst), Some(unknown)) = (is_made, view.dst, unknown(cx, &view, ret)) {
            cx.add(dst, unknown);
        }
    }

    /// A resource that was found, in another form.
    pub(super) fn open(&mut self, cx: &mut Cx<'_, '_>, view: &CallView, resolved: MethodId, obj: ObjId) -> bool {
        let program = cx.program;
        let data = program.method(resolved);
        // Code that nobody knows is handed what the program reads from.
        if self.is_handed(program, resolved) && program.origin_of(view.method) != Origin::Jdk {
            let call = self.hand(view, resolved);
            self.hand_over(cx, call);
        }
        let Some((path, by)) = self.path_of(cx.heap.kind(obj)) else { return false };
        if shifts(program.class_name(data.class), program.str(data.name))
            && program.origin_of(view.method) != Origin::Jdk
        {
            let source = self.node(cx, Node::Source(obj, None));
            cx.add(source, cx.heap.jdk_string());
            return false;
        }
        if !opens(program.class_name(data.class), program.str(data.name)) {
            return false;
        }
        note(cx, view, resolved);
        let ret = program.method_desc(data.desc).ret;
        // A connection gives its stream again.
        let by = if program.str(data.name) == "getInputStream" { by } else { view.site };
        // What is found in turn are URLs.
        let bound = if ret == cx.heap.types().object { program.find_class("java/net/URL") } else { None };
        if let Some(dst) = view.dst {
            let opened = self.resource(cx, path, by, bound.map_or(ret, |class| program.class_type(class)));
            cx.add(dst, opened);
        }
        true
    }

    /// Calls what loaders find resources with, by themselves.
    fn call_finders(&mut self, cx: &mut Cx<'_, '_>, call: CallId, gives: bool) {
        let Call { view, ret, position, .. } = self.found_by(cx, call);
        let program = cx.program;
        let loaders = self.node(cx, Node::Loaders(call));
        let loader = program.find_class("java/lang/ClassLoader");
        for (name, desc) in [
            ("findResource", "(Ljava/lang/String;)Ljava/net/URL;"),
            ("findResources", "(Ljava/lang/String;)Ljava/util/Enumeration;"),
        ] {
            let Some(method) = loader.and_then(|class| program.find_method(class, name, desc)) else { continue };
            let gives = gives && program.method_desc(program.method(method).desc).ret == ret;
            cx.dispatch(VirtualCall {
                caller: view.caller,
                site: view.site,
                method,
                receiver: loaders,
                args: vec![argument(&view, position).map(Ptr::Node)],
                ret: view.dst.filter(|_| gives).map(Ptr::Node),
                throw: view.throw.map(Ptr::Node),
            });
        }
    }

    fn found_by(&self, cx: &Cx<'_, '_>, call: CallId) -> Call {
        let super::state::Call { view, method, act } = &self.calls[call.index()];
        let ret = cx.program.method_desc(cx.program.method(*method).desc).ret;
        let (by, position) = match *act {
            Act::Find(by, position) => (by, position),
            _ => (By::System, 0),
        };
        Call { view: view.clone(), ret, by, position }
    }
}

/// What is called on an object of unknown class is this method, or one that overrides it.
fn note(cx: &mut Cx<'_, '_>, view: &CallView, resolved: MethodId) {
    cx.note(view, CallNote::Calls(resolved));
    cx.note(view, CallNote::Unknown(resolved));
}

/// A resource that nobody knows.
fn unknown(cx: &Cx<'_, '_>, view: &CallView, ret: TypeId) -> Option<ObjId> {
    match cx.scope().is_on_demand() {
        true => cx.heap.unknown_of(view.site, ret),
        false => cx.heap.unknown(view.site, ret, true),
    }
}

/// A call that finds resources.
struct Call {
    view: CallView,
    ret: TypeId,
    by: By,
    position: usize,
}

/// The path that a name stands for, if that is known.
fn path(program: &Program, name: Sym, package: Option<Sym>, by: By) -> Option<Sym> {
    if by != By::Class {
        return Some(name);
    }
    match program.str(name).strip_prefix('/') {
        Some(path) => Some(program.sym(path)),
        None => Some(program.sym(&format!("{}{}", program.str(package?), program.str(name)))),
    }
}

/// The package of a class, or of the elements of arrays, with the slash behind it.
fn package_of(program: &Program, ty: TypeId) -> Option<Sym> {
    let mut of = ty;
    while let Type::Array(element) = program.ty(of) {
        of = element;
    }
    let class = program.class_name(program.class_of(of)?);
    Some(program.sym(class.rfind('/').map_or("", |end| &class[..=end])))
}
