//! Methods that are called by a name on what a call of the JDK is given: `java.beans` finds them by the class of each target
//! (docs/analysis.md, Beans). Must not know where targets, names and arguments come from.

use crate::base::Sym;
use crate::classpath::Origin;
use crate::heap::{MemberKind, NO_CTX, NamePart, ObjId, ObjKind, Typing};
use crate::pointsto::{Args, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall, VirtualCall};
use crate::program::lookup::PropertyAccess;
use crate::program::{ClassId, MethodId, Program, Type, TypeId, access, lookup};

use super::super::calls::making::instantiable;
use super::super::state::State;
use super::super::state::call::{ApiCallId, Hook, NamedPart, Node};
use super::super::terms::primitives::wrapper;
use super::super::terms::site::{Effect, Limit, Problem, Role};

/// Most combinations of targets and names of one call.
const COMBINATIONS: usize = 256;

/// How a target is asked for a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Finds {
    /// A class also makes objects, and has its static methods.
    Statement,
    /// Where the name is none of a method it is that of a property which is written (`EventHandler.invoke`).
    Event,
    /// A public method of the object's class.
    Method,
    /// A method of it, whatever its access.
    AnyMethod,
    /// A static method of the class that it is.
    StaticMethod,
    /// The method that reads or writes a property of that name; names may lead through other properties, indexes and keys.
    Property(PropertyAccess),
}

impl Finds {
    /// Whether a name is that of a method, or of the property that it reads or writes: `decapitalize` leaves names as they are that begin
    /// with two capitals, and what does not begin with one (JDK: `Introspector`).
    fn is_named(self, method: &str, name: &str) -> bool {
        let Finds::Property(_) = self else { return method == name };
        let property = ["get", "set", "is"].into_iter().find_map(|prefix| method.strip_prefix(prefix));
        property.is_some_and(|property| {
            [name, &lookup::capitalised(name)].contains(&property) || lookup::decapitalised(property) == name
        })
    }

    /// Whether methods are those of the class that the target is.
    fn is_of_class(self) -> bool {
        matches!(self, Finds::Statement | Finds::StaticMethod)
    }

    /// Whether the method reads or writes a property of some name, if one is meant. Which it is of several, whether one that is static
    /// or gives something counts, the introspectors of the library decide (`PropertyUtils.addBeanIntrospector`).
    fn is_accessor(self, program: &Program, method: MethodId) -> bool {
        let name = program.str(program.method(method).name);
        match self {
            Finds::Property(PropertyAccess::Read) => name.starts_with("get") || name.starts_with("is"),
            Finds::Property(PropertyAccess::Write) => name.starts_with("set"),
            _ => true,
        }
    }

    /// Whether a method may be called with so many arguments.
    fn takes(self, program: &Program, method: MethodId, counts: &[Option<usize>]) -> bool {
        let data = program.method(method);
        let any_number = || {
            data.access & access::VARARGS != 0 && matches!(self, Finds::Method | Finds::AnyMethod | Finds::StaticMethod)
        };
        takes(program, method, counts) || any_number()
    }

    /// All methods that some name means; none where names mean more than methods.
    fn any(self, program: &Program, ty: TypeId, counts: &[Option<usize>]) -> Option<Vec<MethodId>> {
        let all = match self {
            Finds::Statement | Finds::Event => return None,
            Finds::Property(_) if has_own_properties(program, ty) => return None,
            Finds::Property(_) | Finds::Method | Finds::StaticMethod => lookup::public_methods(program, ty).to_vec(),
            Finds::AnyMethod => {
                let class = program.class_of(ty);
                let of = class.into_iter().flat_map(|class| program.supertypes(class).iter());
                of.flat_map(|&class| lookup::declared_methods(program, program.class_type(class))).collect()
            }
        };
        let is_static = |method: MethodId| program.method(method).access & access::STATIC != 0;
        let fits = |&method: &MethodId| {
            self.takes(program, method, counts)
                && (self != Finds::StaticMethod || is_static(method))
                && self.is_accessor(program, method)
        };
        Some(all.into_iter().filter(fits).collect())
    }
}

impl State {
    /// Hears of what the call is given.
    pub(in crate::reflection) fn watch_named(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let parts = [
            (NamedPart::Target, Role::Receiver),
            (NamedPart::Name, Role::Name),
            (NamedPart::Arguments, Role::Arguments),
            (NamedPart::Member, Role::Member),
        ];
        for (part, role) in parts {
            let node = self.node(cx, Node::NamedAt(call, part));
            cx.watch(node, self.hooks.number(Hook::Input { call, role }));
        }
    }

    /// What plays a part in the call though it is no argument of it: names, and what stands for methods once something does.
    pub(in crate::reflection) fn note_named(&mut self, cx: &Cx<'_, '_>, call: ApiCallId) {
        for (part, role) in [(NamedPart::Name, Role::Name), (NamedPart::Member, Role::Member)] {
            let node = self.node(cx, Node::NamedAt(call, part));
            let Some(node) = cx.resolve(node).filter(|&node| role == Role::Name || !cx.pts(node).is_empty()) else {
                continue;
            };
            if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
                site.role(role, node);
            }
        }
    }

    /// Calls the methods of all names on all targets; `counts`: with so many arguments, or with any number.
    pub(in crate::reflection) fn call_named(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        finds: Finds,
        counts: &[Option<usize>],
    ) {
        let part = |this: &mut Self, part| {
            let node = this.node(cx, Node::NamedAt(call, part));
            Self::objects(cx, cx.resolve(node))
        };
        let targets = part(self, NamedPart::Target);
        let names = part(self, NamedPart::Name);
        let names = self.facts.listed.expand(cx.heap, names);
        if targets.len() * names.len() > COMBINATIONS {
            self.problem(call, Problem::FanOut(Limit::Met(COMBINATIONS)));
            return self.call_unknown(cx, call, None, None);
        }
        let local = self.local_name(cx, call);
        for &(_, name) in &names {
            let name = match name {
                ObjKind::Str { text } if self.rules.knows_text(text, local) => Some(text),
                ObjKind::Null => continue,
                _ => None,
            };
            for &(target, kind) in targets.iter().filter(|&&(_, kind)| kind != ObjKind::Null) {
                match name {
                    Some(name) => self.call_on(cx, call, (finds, counts), name, (target, kind)),
                    None => self.call_any(cx, call, (finds, counts), (target, kind)),
                }
            }
        }
    }

    /// Calls whatever a name may mean that nobody knows.
    fn call_any(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        (finds, counts): (Finds, &[Option<usize>]),
        (target, kind): (ObjId, ObjKind),
    ) {
        let ty = match kind {
            ObjKind::Class { ty } if finds.is_of_class() => Some(ty),
            ObjKind::Opaque { .. } | ObjKind::UnknownInstance { .. } | ObjKind::UnknownClass { .. } => None,
            _ if finds.is_of_class() || kind.is_token() => None,
            _ => Some(cx.heap.ty(target)),
        };
        let found = ty.and_then(|ty| finds.any(cx.program, ty, counts));
        match finds {
            Finds::Statement | Finds::Event => {}
            // It may lead to other beans.
            Finds::Property(_) => self.note_unknown_name(call, false),
            Finds::Method | Finds::AnyMethod | Finds::StaticMethod => {
                // What is not here may have others.
                let rests = ty.is_some_and(|ty| cx.program.type_rests_on_supplied(ty));
                self.note_unknown_name(call, found.is_some() && !rests);
            }
        }
        match found {
            Some(found) => {
                found.into_iter().for_each(|method| self.run_named(cx, call, method));
                if let Finds::Property(_) = finds {
                    self.give_unknown(cx, call);
                }
            }
            None => self.call_unknown(cx, call, None, Some(kind)),
        }
    }

    fn call_on(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        (finds, counts): (Finds, &[Option<usize>]),
        name: Sym,
        (target, kind): (ObjId, ObjKind),
    ) {
        let program = cx.program;
        let (text, ty) = (program.str(name), cx.heap.ty(target));
        match kind {
            ObjKind::Class { ty } if finds == Finds::Statement => {
                return self.call_on_class(cx, call, ty, name, counts);
            }
            ObjKind::Class { ty } if finds == Finds::StaticMethod => {
                let all = finds.any(program, ty, counts).unwrap_or_default().into_iter();
                let found: Vec<MethodId> = all.filter(|&method| program.method(method).name == name).collect();
                if found.is_empty() {
                    self.none_named(program, call, ty, name);
                }
                return found.into_iter().for_each(|method| self.run_named(cx, call, method));
            }
            ObjKind::Opaque { .. } | ObjKind::UnknownInstance { .. } | ObjKind::Proxy { .. } => {
                return self.call_unknown(cx, call, Some(name), Some(kind));
            }
            ObjKind::UnknownClass { .. } if finds.is_of_class() => {
                return self.call_unknown(cx, call, Some(name), Some(kind));
            }
            _ => {}
        }
        if let Finds::Property(_) = finds
            && (text.contains(['.', '[', '(']) || has_own_properties(program, ty))
        {
            // Other beans, and what maps and lists hold.
            self.problem(call, Problem::NotModelled);
            return self.give_unknown(cx, call);
        }
        if finds == Finds::Event && text.contains('.') {
            // Properties lead to another target.
            self.problem(call, Problem::NotModelled);
            return self.call_unknown(cx, call, None, Some(kind));
        }
        if finds == Finds::Statement && matches!(program.ty(ty), Type::Array(_)) && matches!(text, "get" | "set") {
            let (value, bag) = (self.node(cx, Node::NamedAt(call, NamedPart::Value)), self.bag(cx, call));
            match text {
                "get" => cx.edge(Ptr::Elements(target), value),
                _ => cx.edge(bag, Ptr::Elements(target)),
            }
            return;
        }
        let mut found = match finds {
            Finds::Statement | Finds::Event => named(program, ty, text, counts),
            Finds::StaticMethod => return,
            Finds::Method | Finds::AnyMethod | Finds::Property(_) => {
                let all = finds.any(program, ty, counts).unwrap_or_default().into_iter();
                let is_it = |method: &MethodId| finds.is_named(program.str(program.method(*method).name), text);
                all.filter(is_it).collect()
            }
        };
        if found.is_empty() && finds == Finds::Event {
            found = named(program, ty, &format!("set{}", lookup::capitalised(text)), counts);
        }
        match finds {
            _ if !found.is_empty() => {}
            // Introspectors and resolvers of the program's own may know it by another name.
            Finds::Property(_) if *self.names_properties.get_or_init(|| names_properties(program)) => {
                self.problem(call, Problem::NotModelled);
                return self.give_unknown(cx, call);
            }
            // Some calls pass over what is not there.
            Finds::Property(access) if kind.typing() == Typing::Exact => {
                let read = access == PropertyAccess::Read;
                self.not_there(program, call, ty, Problem::MissingProperty { class: ty, name, read });
            }
            Finds::Property(_) | Finds::AnyMethod => {}
            _ => self.none_named(program, call, ty, name),
        }
        for method in found {
            self.run_named(cx, call, method);
        }
    }

    /// `Statement.invoke` of a class: `new` makes an object; static methods of the class, and what `Class` has.
    fn call_on_class(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, ty: TypeId, name: Sym, counts: &[Option<usize>]) {
        let program = cx.program;
        let text = match program.str(name) {
            "new" => "newInstance",
            text => text,
        };
        let site = self.calls[call].view.site;
        let value = self.node(cx, Node::NamedAt(call, NamedPart::Value));
        if text == "forName" && ty == cx.heap.types().class {
            // Which class, the arguments say.
            self.problem(call, Problem::NotModelled);
            let bound = cx.heap.types().object;
            return cx.add(value, cx.heap.intern(ObjKind::UnknownClass { site, bound, outside: false }));
        }
        if text == "newInstance" {
            if let Type::Array(element) = program.ty(ty) {
                let (array, bag) = (cx.heap.alloc(site, ty, NO_CTX), self.bag(cx, call));
                cx.cast(bag, Ptr::Elements(array), element);
                self.effect(call, Effect::Class(ty));
                return cx.add(value, array);
            }
            let is_public = lookup::modifiers(program, ty) & access::PUBLIC != 0;
            let made = is_public && instantiable(cx, ty);
            for constructor in lookup::public_constructors(program, ty) {
                if made && takes(program, constructor, counts) {
                    self.make_named(cx, call, ty, constructor);
                }
            }
        }
        let of_class = named(program, ty, text, counts);
        let is_static = |method: &MethodId| program.method(*method).access & access::STATIC != 0;
        let mut found: Vec<MethodId> = of_class.into_iter().filter(is_static).collect();
        if text != "newInstance" && (found.is_empty() || ty == cx.heap.types().class) {
            found.extend(named(program, cx.heap.types().class, text, counts));
            if found.is_empty() {
                self.none_named(program, call, ty, name);
            }
        }
        for method in found {
            self.run_named(cx, call, method);
        }
    }

    /// A class has no public method of a name, with whatever parameters.
    fn none_named(&self, program: &Program, call: ApiCallId, class: TypeId, name: Sym) {
        let has_it = lookup::public_methods(program, class).iter().any(|&method| program.method(method).name == name);
        if program.type_rests_on_supplied(class) {
            self.problem(call, Problem::Supplied);
        } else if !has_it {
            self.not_there(program, call, class, Problem::MissingMember { class, kind: MemberKind::Method, name });
        }
    }

    /// Runs the methods that a specification gives.
    pub(in crate::reflection) fn run_specified(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        objects: &[(ObjId, ObjKind)],
    ) {
        for &(_, kind) in objects {
            if let ObjKind::Method { method } = kind {
                self.run_named(cx, call, method);
            }
        }
    }

    /// Runs a method on the targets that have it.
    fn run_named(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        if !self.opened.entry(call).or_default().insert(method) {
            return;
        }
        if !self.acts(cx.program, call, Effect::Method(method)) {
            return self.call_unknown(cx, call, None, None);
        }
        let data = cx.program.method(method);
        let desc = cx.program.method_desc(data.desc);
        let Some(args) = self.pass_arguments_to(cx, call, method) else { return };
        let value = self.node(cx, Node::NamedAt(call, NamedPart::Value));
        if let Some(boxed) = wrapper(cx.program, desc.ret) {
            cx.add(value, cx.heap.intern(ObjKind::Merged { ty: boxed }));
        }
        let ret = cx.program.is_reference(desc.ret).then_some(value);
        let view = &self.calls[call].view;
        let (caller, site, throw) = (view.caller, view.site, view.throw.map(Ptr::Node));
        if data.access & access::STATIC != 0 {
            let (receiver, args) = (Receiver::None, Args::Positional(args));
            let kind = EdgeKind::Reflective;
            return cx.call(ReflectiveCall { caller, site, callee: method, receiver, args, ret, throw, kind });
        }
        let target = self.node(cx, Node::NamedAt(call, NamedPart::Target));
        let (receiver, is_new) = self.node_or_new(cx, Node::Receivers(call, data.class));
        if is_new {
            cx.cast(target, receiver, cx.program.class_type(data.class));
        }
        cx.dispatch_reflective(VirtualCall { caller, site, method, receiver, args, ret, throw });
    }

    /// Makes an object of a class that is the target.
    fn make_named(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, ty: TypeId, constructor: MethodId) {
        if !self.opened.entry(call).or_default().insert(constructor) {
            return;
        }
        if !self.acts(cx.program, call, Effect::Constructor(constructor)) {
            return self.call_unknown(cx, call, None, None);
        }
        let params = cx.program.method_desc(cx.program.method(constructor).desc).params.clone();
        let Some(args) = self.pass_arguments(cx, call, &params) else { return };
        if let Some(class) = cx.program.class_of(ty) {
            cx.initialise(class);
        }
        let obj = match ty == cx.heap.types().string {
            true => cx.heap.intern(ObjKind::UnknownString { site: self.calls[call].view.site }),
            false => self.instance(cx, call, ty),
        };
        let value = self.node(cx, Node::NamedAt(call, NamedPart::Value));
        cx.add(value, obj);
        let throw = self.calls[call].view.throw.map(Ptr::Node);
        self.construct_on(cx, call, constructor, (obj, args), throw);
    }

    /// What is called nobody knows: of a target whose class is not known, or by a name that is not.
    pub(super) fn call_unknown(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        name: Option<Sym>,
        target: Option<ObjKind>,
    ) {
        if self.calls[call].origin == Origin::Jdk {
            return;
        }
        self.give_unknown(cx, call);
        let site = self.calls[call].view.site;
        let member = self.node(cx, Node::NamedAt(call, NamedPart::Member));
        let site = target.and_then(ObjKind::origin).unwrap_or(site);
        let (kind, class, name) = (MemberKind::Method, None, name.map_or(NamePart::Unknown, NamePart::Known));
        cx.add(member, cx.heap.intern(ObjKind::UnknownMember { kind, class, name, site, outside: false }));
    }

    /// What is given nobody knows, nor what is done with what the call is given.
    pub(in crate::reflection) fn give_unknown(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let (site, bound) = (self.calls[call].view.site, cx.heap.types().object);
        let value = self.node(cx, Node::NamedAt(call, NamedPart::Value));
        cx.add(value, cx.heap.intern(ObjKind::UnknownInstance { site, bound, lazy: false, outside: false }));
        let (receivers, bag) = (self.node(cx, Node::NamedAt(call, NamedPart::Target)), self.bag(cx, call));
        cx.escape(receivers);
        cx.escape(bag);
    }
}

/// The public methods of a name that take so many arguments: `MethodFinder` finds those of variable arity with any number, too, and
/// `Method.invoke` refuses that.
fn named(program: &Program, ty: TypeId, name: &str, counts: &[Option<usize>]) -> Vec<MethodId> {
    let methods = lookup::public_methods(program, ty).iter().copied();
    methods
        .filter(|&method| program.str(program.method(method).name) == name && takes(program, method, counts))
        .collect()
}

/// Whether something else than methods of their names reads and writes properties of a type: those of maps are their keys, and a class
/// beside it, `BeanInfo` by name, may say others (JavaBeans 1.01, 8.3).
fn has_own_properties(program: &Program, ty: TypeId) -> bool {
    let Some(class) = program.class_of(ty) else { return false };
    let is = |name| program.find_class(name).is_some_and(|of| program.is_subclass(class, of));
    let is_told = |&class: &ClassId| program.find_class(&format!("{}BeanInfo", program.class_name(class))).is_some();
    let mut own = program.superclasses(class).iter().filter(|&&class| program.class(class).origin != Origin::Jdk);
    ["java/util/Map", "java/beans/BeanInfo", "org/apache/commons/beanutils/DynaBean"].into_iter().any(is)
        || own.any(is_told)
}

/// Whether the application may tell by itself which properties a class has, or how their names are read: its classes name what takes
/// an introspector, a resolver or where to look for descriptions.
fn names_properties(program: &Program) -> bool {
    const NAMES: [&[u8]; 5] = [
        b"addBeanIntrospector",
        b"org/apache/commons/beanutils/BeanIntrospector",
        b"org/apache/commons/beanutils/expression/Resolver",
        b"setBeanInfoSearchPath",
        b"setResolver",
    ];
    let class_path = program.class_path();
    let mut own = class_path.classes().filter(|&class| class_path.origin(class) == Origin::Application);
    let names = |bytes: &[u8]| NAMES.iter().any(|name| memchr::memmem::find(bytes, name).is_some());
    own.any(|class| class_path.bytes(class).map_or(true, |bytes| names(&bytes)))
}

fn takes(program: &Program, method: MethodId, counts: &[Option<usize>]) -> bool {
    let params = program.method_desc(program.method(method).desc).params.len();
    counts.iter().any(|count| count.is_none_or(|count| count == params))
}
