//! What becomes of each object that is handed over. Must not know who hands it over.

use super::collections;
use super::known;
use super::places::{By, Handed, Node, OPEN};
use crate::base::{FxIndexSet, PtsSet};
use crate::classpath::Origin;
use crate::heap::{Face, ObjId, ObjKind, Site, SiteId};
use crate::pointsto::{Args, Command, Cx, HookData, Ptr, Receiver, VirtualCall};
use crate::program::{ClassId, MethodId, Program, Type, TypeId, access, lookup};

impl Handed {
    /// New objects where something is handed over.
    pub(in crate::models) fn objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let Some(&(site, by)) = self.places.get_index(usize::from(data)) else { return };
        for obj in objects.iter().map(ObjId) {
            let kind = cx.heap.kind(obj);
            if kind.is_token() {
                self.unknowns.borrow_mut().insert(obj);
            }
            if let By::Setting(_) = by {
                self.set(cx, obj, site, by.holds_as());
                continue;
            }
            if by == By::Reading {
                self.read(cx, obj);
                continue;
            }
            if by == By::Printing {
                self.print(cx, obj);
                continue;
            }
            if let By::Looking(_) = by {
                if let ObjKind::Class { ty } = kind {
                    self.look_into(cx, ty, by.holds_as());
                }
                continue;
            }
            match kind {
                ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. } => {
                    match cx.program.ty(cx.heap.ty(obj)) {
                        Type::Array(element) => self.fill_array(cx, obj, element, (site, by)),
                        Type::Class(class) if self.done.insert((obj, by)) => self.given(cx, obj, class, by),
                        Type::Class(_) | Type::Void | Type::Prim(_) => {}
                    }
                }
                ObjKind::View { of, face, .. } if self.done.insert((obj, by)) => {
                    // What a collection shows writes to it, but for what only reads or removes.
                    let class = cx.program.class_of(cx.heap.ty(obj));
                    let writes = !matches!(face, Face::Iterator(_) | Face::EntryIterator)
                        && !class.is_some_and(|class| collections::is_unmodifiable(cx.program, class));
                    // What a factory made is of no class but that of the view.
                    let is_made = |class: &ClassId| cx.program.class(*class).access & access::INTERFACE != 0;
                    let of = cx.program.class_of(cx.heap.ty(of)).filter(is_made).map_or(of, |_| obj);
                    let shown = cx.program.class_of(cx.heap.ty(of)).filter(|_| writes);
                    if let Some(class) = shown {
                        collections::put(cx, &mut self.nodes, class, of, by);
                        self.put_property(cx, class, of, by);
                    }
                    if let Some(class) = cx.program.class_of(cx.heap.ty(obj)) {
                        let to = self.given_to(cx, by.holds_as());
                        collections::take(cx, class, obj, to);
                    }
                }
                ObjKind::View { .. } => {}
                ObjKind::Closure { .. } if self.done.insert((obj, by.holds_as())) => {
                    self.call_function(cx, obj, by.holds_as());
                }
                ObjKind::Handle { ty, .. }
                    if ty == cx.heap.types().handle && self.done.insert((obj, by.holds_as())) =>
                {
                    self.call_handle(cx, obj, by.holds_as());
                }
                ObjKind::Handle { ty, .. } if self.done.insert((obj, by.holds_as())) => {
                    let class = cx.program.class_of(ty);
                    class.into_iter().for_each(|class| self.access_by(cx, obj, class, by.holds_as()));
                }
                ObjKind::Proxy { .. } if self.done.insert((obj, by.holds_as())) => {
                    self.call_proxy(cx, obj, by.holds_as());
                }
                _ if self.done.insert((obj, by)) => self.act_on(cx, kind, by),
                _ => {}
            }
        }
    }

    /// What is in a table gets out, the table does not. Of one that is no collection of the JDK nobody knows which methods change it.
    fn read(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId) {
        let to = self.given_to(cx, By::Hidden);
        match cx.program.class_of(cx.heap.ty(obj)) {
            Some(class) if cx.program.class(class).origin == Origin::Jdk && !cx.heap.kind(obj).is_token() => {
                collections::take(cx, class, obj, to);
            }
            _ => cx.add(to, obj),
        }
    }

    /// An object is printed or compared: its methods without parameters run, and those of the interfaces of who prints; what it
    /// holds is printed, too. Nothing is put into it.
    fn print(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId) {
        let kind = cx.heap.kind(obj);
        if !self.done.insert((obj, By::Printing)) {
            return;
        }
        let to = self.given_to(cx, By::Printing);
        match kind {
            ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. } => {
                match cx.program.ty(cx.heap.ty(obj)) {
                    Type::Array(element) if cx.program.is_reference(element) => cx.edge(Ptr::Elements(obj), to),
                    Type::Class(class) => {
                        collections::take(cx, class, obj, to);
                        // Methods of others are called with it.
                        cx.program.supertypes(class).iter().for_each(|&above| share(cx, above, obj, access::STATIC));
                        for &method in self.callable(cx, class, By::Printing).iter() {
                            let args = self.arguments(cx, method);
                            cx.command(Command::Entry { method, receiver: Receiver::Obj(obj), args, ret: Some(to) });
                        }
                    }
                    Type::Array(_) | Type::Void | Type::Prim(_) => {}
                }
            }
            ObjKind::View { .. } => {
                let class = cx.program.class_of(cx.heap.ty(obj));
                class.into_iter().for_each(|class| collections::take(cx, class, obj, to));
            }
            ObjKind::Closure { .. } => self.call_function(cx, obj, By::Printing),
            ObjKind::Proxy { .. } => self.call_proxy(cx, obj, By::Printing),
            _ => {}
        }
    }

    /// An object is handed over.
    fn given(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, class: ClassId, by: By) {
        let program = cx.program;
        if by.is_hidden() {
            known::by_arguments(program, class).into_iter().for_each(|class| self.make(cx, class));
        }
        collections::put(cx, &mut self.nodes, class, obj, by);
        self.put_property(cx, class, obj, by);
        self.access_by(cx, obj, class, by.holds_as());
        let taken = self.given_to(cx, by.holds_as());
        if by == By::Caller {
            self.set_texts(cx, obj, class);
            ask(cx, class, obj, taken);
        }
        // Who knows the program gets what it asks for anyway.
        let ret = (by != By::Implementer).then_some(taken);
        collections::take(cx, class, obj, taken);
        for &supertype in program.supertypes(class) {
            if cx.scope().is_known_to_hidden(program, supertype) {
                self.fill(cx, supertype, Some(obj));
            } else if by == By::Implementer {
                fill_public(cx, supertype, obj, access::PUBLIC);
            } else if by == By::Caller {
                share(cx, supertype, obj, access::STATIC | access::FINAL);
                give_back(cx, supertype, obj);
                if lookup::is_inherited_elsewhere(program, supertype) {
                    fill_public(cx, supertype, obj, OPEN);
                    show_public(cx, supertype, obj, ret);
                }
            } else {
                share(cx, supertype, obj, access::STATIC);
                self.inject(cx, supertype, obj, by);
            }
        }
        let methods = self.callable(cx, class, by);
        // One call for all that callers hold: libraries give many objects.
        let held = (by == By::Caller).then(|| cx.model_node(self.nodes.number(Node::Receivers)));
        held.into_iter().for_each(|held| cx.add(held, obj));
        for &method in methods.iter() {
            let receiver = match held {
                Some(_) if !self.called.insert(method) => continue,
                Some(held) => Receiver::Ptr(held),
                None => Receiver::Obj(obj),
            };
            let args = if ret.is_some() { self.arguments(cx, method) } else { Args::Unknown };
            cx.command(Command::Entry { method, receiver, args, ret });
        }
    }

    /// What nobody knows is put into an array; what is in it is handed over, too. Arrays that the program did not make say
    /// nothing by where they are handed over.
    fn fill_array(&mut self, cx: &mut Cx<'_, '_>, array: ObjId, element: TypeId, (site, by): (SiteId, By)) {
        if !cx.program.is_reference(element) {
            return;
        }
        let is_own = match cx.heap.kind(array) {
            ObjKind::Alloc { site, .. } => match cx.heap.site_data(site) {
                Site::At(method, _) => cx.program.origin_of(method) == Origin::Application,
                _ => false,
            },
            _ => false,
        };
        let site = if is_own { site } else { cx.heap.site(by.origin()) };
        if !self.filled.insert((array, site, by)) {
            return;
        }
        if let Some(value) = cx.heap.unknown(site, element, true) {
            cx.add(Ptr::Elements(array), value);
        }
        let to = self.given_to(cx, by);
        cx.edge(Ptr::Elements(array), to);
    }

    /// What is in a table of properties is followed by the calls that put it there.
    fn put_property(&mut self, cx: &mut Cx<'_, '_>, class: ClassId, obj: ObjId, by: By) {
        let program = cx.program;
        let desc = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;";
        let table = program.find_class("java/util/Properties").filter(|&table| program.is_subclass(class, table));
        if let Some(method) = table.and_then(|table| program.find_method(table, "setProperty", desc)) {
            self.call_each(cx, (obj, cx.heap.site(by.origin())), [method].into_iter(), by.holds_as());
        }
    }

    /// A lambda or method reference is handed over: it is called with what nobody knows.
    fn call_function(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, by: By) {
        let program = cx.program;
        let ObjKind::Closure { site, ty, .. } = cx.heap.kind(obj) else { return };
        let Some(interface) = program.class_of(ty) else { return };
        let declared = program.supertypes(interface).iter().flat_map(|&class| &program.class(class).methods);
        let is_abstract = |&&method: &&MethodId| program.method(method).access & access::ABSTRACT != 0;
        self.call_each(cx, (obj, site), declared.filter(is_abstract).copied(), by);
    }

    /// A proxy is handed over: each method of its interfaces is called.
    fn call_proxy(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, by: By) {
        let program = cx.program;
        let ObjKind::Proxy { site, .. } = cx.heap.kind(obj) else { return };
        let interfaces = cx.heap.markers(obj).into_iter().filter_map(|ty| program.class_of(ty));
        let declared = interfaces.flat_map(|class| program.supertypes(class)).collect::<FxIndexSet<_>>();
        let of_object = program.class(cx.heap.types().object_class).methods.iter();
        let methods = declared.into_iter().flat_map(|&class| &program.class(class).methods).chain(of_object);
        let methods: FxIndexSet<MethodId> = methods.copied().filter(|&method| is_proxied(program, method)).collect();
        self.call_each(cx, (obj, site), methods.into_iter(), by);
    }

    /// Methods of an object that is made for interfaces are called with what nobody knows.
    fn call_each(
        &mut self,
        cx: &mut Cx<'_, '_>,
        (obj, site): (ObjId, SiteId),
        methods: impl Iterator<Item = MethodId>,
        by: By,
    ) {
        let Some(caller) = self.caller else { return };
        let receiver = cx.model_node(self.nodes.number(Node::Function(obj)));
        cx.add(receiver, obj);
        let ret = (by != By::Implementer).then(|| self.given_to(cx, by));
        for method in methods {
            let Args::Positional(args) = self.arguments(cx, method) else { continue };
            cx.dispatch(VirtualCall { caller, site, method, receiver, args, ret, throw: None });
        }
    }
}

impl Handed {
    /// A method handle is handed over: it is called with what nobody knows, by the method of the JDK's by which code calls one
    /// that it knows nothing of.
    fn call_handle(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, by: By) {
        let (Some(caller), ObjKind::Handle { site, .. }) = (self.caller, cx.heap.kind(obj)) else { return };
        let class = cx.program.well_known().method_handle;
        let desc = "([Ljava/lang/Object;)Ljava/lang/Object;";
        let Some(method) = cx.program.find_method(class, "invokeBasic", desc) else { return };
        let receiver = cx.model_node(self.nodes.number(Node::Function(obj)));
        cx.add(receiver, obj);
        let ret = Some(self.given_to(cx, by));
        cx.dispatch(VirtualCall { caller, site, method, receiver, args: vec![None], ret, throw: None });
    }
}

/// Whether calls of a method on a proxy come to its handler.
fn is_proxied(program: &Program, method: MethodId) -> bool {
    const NOT: u16 = access::STATIC | access::PRIVATE | access::FINAL;
    let data = program.method(method);
    data.access & NOT == 0 && data.access & access::PUBLIC != 0 && !program.str(data.name).starts_with('<')
}

/// Hidden code gives an object back that it was handed: what the program stores into one of which it knows no more than the
/// type may be stored into this one, but for fields that nobody stores into (`not`).
fn share(cx: &mut Cx<'_, '_>, class: ClassId, obj: ObjId, not: u16) {
    let data = cx.program.class(class);
    if data.origin != Origin::Application {
        return;
    }
    for &field in &data.fields {
        let of = cx.program.field(field);
        if of.access & not == 0 && cx.program.is_reference(of.ty) {
            cx.edge(Ptr::Field(cx.heap.any_of(data.id, cx.program), field), Ptr::Field(obj, field));
        }
    }
}

/// Callers give an object back that they were given: what it holds is in fields of those that they give.
fn give_back(cx: &mut Cx<'_, '_>, class: ClassId, obj: ObjId) {
    let data = cx.program.class(class);
    if data.origin != Origin::Application {
        return;
    }
    let given = cx.heap.given_back(class, cx.program);
    for &field in &data.fields {
        let of = cx.program.field(field);
        // A text that nobody knows is one whatever others there are.
        if of.access & access::STATIC == 0 && cx.program.is_reference(of.ty) && !cx.heap.types().is_name(of.ty) {
            cx.edge(Ptr::Field(obj, field), Ptr::Field(given, field));
        }
    }
}

/// Callers ask an object of the JDK for what it was given, be it anything at all (`PropertyChangeEvent.getNewValue`), and have it call
/// the functions that it was given (`Collector`).
fn ask(cx: &mut Cx<'_, '_>, class: ClassId, obj: ObjId, to: Ptr) {
    let program = cx.program;
    for &class in program.superclasses(class).iter().filter(|&&class| program.class(class).origin == Origin::Jdk) {
        for &field in &program.class(class).fields {
            let data = program.field(field);
            let is_function = || program.class_of(data.ty).is_some_and(|class| program.is_function(class));
            let is_asked = data.ty == cx.heap.types().object || is_function();
            if is_asked && data.access & access::STATIC == 0 {
                cx.edge(Ptr::Field(obj, field), to);
            }
        }
    }
}

/// Callers read the fields of an object that they can use.
fn show_public(cx: &mut Cx<'_, '_>, class: ClassId, obj: ObjId, to: Option<Ptr>) {
    for &field in &cx.program.class(class).fields {
        let data = cx.program.field(field);
        let is_read = data.access & OPEN != 0 && data.access & access::STATIC == 0;
        if let Some(to) = to.filter(|_| is_read && cx.program.is_reference(data.ty)) {
            cx.edge(Ptr::Field(obj, field), to);
        }
    }
}

/// Code that was written for the program stores what nobody knows into the fields of its objects that it can use.
fn fill_public(cx: &mut Cx<'_, '_>, class: ClassId, obj: ObjId, open: u16) {
    if cx.program.class(class).origin == Origin::Jdk {
        return;
    }
    for &field in &cx.program.class(class).fields {
        let data = cx.program.field(field);
        if data.access & open != 0 && data.access & (access::STATIC | access::FINAL) == 0 {
            let site = cx.heap.site(Site::Field(field));
            if let Some(value) = cx.heap.unknown(site, data.ty, cx.program.is_reference(data.ty)) {
                cx.add(Ptr::Field(obj, field), value);
            }
        }
    }
}
