//! `java.beans.PropertyDescriptor`: which methods of a class a descriptor is made of, and what it gives when it is asked for them
//! (docs/analysis.md, Beans). Must not know what is done with the methods.

use crate::base::Sym;
use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind, Site, SiteId};
use crate::ir::{ConstValue, facts};
use crate::pointsto::{Cx, Outcome, Ptr};
use crate::program::lookup::{self, PropertyAccess};
use crate::program::{MethodId, Program, TypeId};

use super::super::rule::Rule;
use super::super::state::call::{ApiCallId, Hook, Node};
use super::super::state::{State, metaobject};
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Limit, Problem, Role};
use super::look_up::{is_jdk, known_classes, methods, other_form};

/// Most combinations of classes and names of one call.
const COMBINATIONS: usize = 256;
const DESCRIPTOR: &str = "java/beans/PropertyDescriptor";
const INDEXED: &str = "java/beans/IndexedPropertyDescriptor";

/// What is done with a descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Properties {
    /// It is made by the name of its property.
    ByName,
    /// It is made by names of methods, too, each of which may be null.
    ByMethodNames,
    /// It is made of methods, which follow this and the name.
    OfMethods,
    Get(PropertyAccess),
    Set(PropertyAccess),
}

impl Rule for Properties {
    /// One for all: without those who make descriptors nothing is known of what they give.
    fn name(&self) -> RuleName {
        RuleName("properties")
    }

    fn is_of_receiver(&self, _: &Program, _: MethodId) -> bool {
        matches!(self, Properties::Get(_) | Properties::Set(_))
    }

    /// What else it says is in the fields that its body fills.
    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        match self {
            Properties::Get(_) => Outcome::Handled,
            _ => Outcome::AlsoAnalyse,
        }
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        if !matches!(self, Properties::ByName | Properties::ByMethodNames) || state.is_inside_descriptor(cx, call) {
            return;
        }
        if let Some(made) = state.calls[call].input(Role::Made) {
            cx.watch(made, state.hooks.number(Hook::Input { call, role: Role::Mirror }));
        }
        if *self == Properties::ByMethodNames {
            let (property, names) =
                (state.calls[call].input(Role::Property), state.calls[call].api.positions_of(Role::Name));
            if let Some(property) = property {
                cx.watch(property, state.hooks.number(Hook::Input { call, role: Role::Name }));
            }
            for at in names {
                let Some(&Some(name)) = state.calls[call].view.args.get(at) else { continue };
                state.name_decides(call, at);
                cx.watch(name, state.hooks.number(Hook::Input { call, role: Role::Name }));
            }
        }
        state.find_property(cx, call, *self);
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        if state.is_inside_descriptor(cx, call) && !matches!(self, Properties::Get(_)) {
            return;
        }
        match role {
            Role::Mirror => {
                for &(obj, kind) in objects {
                    state.descriptor_met(cx, call, *self, (obj, kind));
                }
            }
            _ => state.find_property(cx, call, *self),
        }
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        for &(obj, kind) in objects {
            let ObjKind::Method { method } = kind else { continue };
            state.effect(call, Effect::Method(method));
            let takes_none = cx.program.method_desc(cx.program.method(method).desc).params.is_empty();
            let does = if takes_none { PropertyAccess::Read } else { PropertyAccess::Write };
            let found = state.node(cx, Node::PropertyAt(call, does));
            cx.add(found, obj);
        }
    }
}

/// What a descriptor is made by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// The methods that a property has by its name.
    Convention,
    /// None of the sort.
    Nothing,
    Named(Sym),
    Unknown,
}

/// What is found.
enum Found {
    Methods(Vec<MethodId>),
    /// There is no method of the name, so that the call throws.
    Missing(String),
    /// One of all that there are; `prefixed`: that are named as those of properties are.
    Any {
        prefixed: bool,
    },
}

impl State {
    /// Whether the class itself makes the call, on behalf of one that is met outside it.
    fn is_inside_descriptor(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> bool {
        let caller = cx.program.method(self.calls[call].view.method).class;
        cx.program.class_name(caller) == DESCRIPTOR
    }

    /// Whether a subclass is made, which may answer itself when the constructor asks for the methods.
    fn is_of_subclass(&self, program: &Program, call: ApiCallId) -> bool {
        let caller = program.method(self.calls[call].view.method);
        let is_below = |of| program.is_subclass(caller.class, of);
        program.str(caller.name) == "<init>" && program.find_class(DESCRIPTOR).is_some_and(is_below)
    }

    /// What is known of the methods of a descriptor, if it is one that is told from others: each that is made outside the JDK, but for
    /// those with an index, whose constructors are the JDK's.
    fn of_descriptor(&mut self, cx: &Cx<'_, '_>, (obj, kind): (ObjId, ObjKind), does: PropertyAccess) -> Option<Ptr> {
        let program = cx.program;
        let (ObjKind::Alloc { site, ty, .. } | ObjKind::Instance { site, ty, .. }) = kind else { return None };
        let Site::At(method, _) = cx.heap.site_data(site) else { return None };
        let has_index = program.class_of(ty).zip(program.find_class(INDEXED));
        if has_index.is_some_and(|(class, indexed)| program.is_subclass(class, indexed)) {
            return None;
        }
        (program.origin_of(method) != Origin::Jdk).then(|| self.node(cx, Node::PropertyOf(obj, does)))
    }

    /// A descriptor comes to a call: one that it makes, asks or is given methods for.
    fn descriptor_met(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, how: Properties, of: (ObjId, ObjKind)) {
        let dst = self.calls[call].view.dst;
        for does in [PropertyAccess::Read, PropertyAccess::Write] {
            match how {
                Properties::ByName | Properties::ByMethodNames => {
                    let found = self.node(cx, Node::PropertyAt(call, does));
                    if let Some(own) = self.of_descriptor(cx, of, does) {
                        cx.edge(found, own);
                    }
                }
                Properties::OfMethods => {
                    let methods: Vec<_> = self.calls[call].all_inputs(Role::Value).collect();
                    let &[reader, writer] = &methods[..] else { continue };
                    let method = if does == PropertyAccess::Read { reader } else { writer };
                    if let (Some(own), Some(method)) = (self.of_descriptor(cx, of, does), method) {
                        cx.edge(method, own);
                    }
                }
                Properties::Set(sets) if sets == does => {
                    let method = self.calls[call].input(Role::Value);
                    if let (Some(own), Some(method)) = (self.of_descriptor(cx, of, does), method) {
                        cx.edge(method, own);
                    }
                }
                Properties::Get(gets) if gets == does => {
                    let Some(dst) = dst else { return };
                    match self.of_descriptor(cx, of, does) {
                        Some(own) => cx.edge(own, dst),
                        // The JDK finds the methods of all classes that it is asked for (`Introspector.getBeanInfo`).
                        None => cx.add(dst, any_method(cx, None, self.calls[call].view.site)),
                    }
                }
                Properties::Get(_) | Properties::Set(_) => {}
            }
        }
    }

    /// A descriptor is made of the methods that a class has.
    fn find_property(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, how: Properties) {
        let classes = Self::objects(cx, self.calls[call].input(Role::Class));
        let classes: Vec<_> = classes.into_iter().filter(|&(_, kind)| kind != ObjKind::Null).collect();
        let classes = known_classes(cx.program, &classes);
        let api = self.calls[call].api;
        // What a row does not say is unknown.
        let asked = |at: Option<usize>| at.map_or_else(|| vec![Asked::Unknown], |at| self.asked(cx, call, at));
        let (names, readers, writers) = match how {
            Properties::ByMethodNames => {
                let mut methods = api.positions_of(Role::Name);
                (asked(api.position(Role::Property)), asked(methods.next()), asked(methods.next()))
            }
            _ => (asked(api.position(Role::Name)), vec![Asked::Convention], vec![Asked::Convention]),
        };
        let count = classes.len() * names.len() * readers.len() * writers.len();
        if count > COMBINATIONS {
            self.problem(call, Problem::FanOut(Limit::Met(COMBINATIONS)));
            return self.any_property(cx, call, None);
        }
        for &class in &classes {
            for &name in names.iter().filter(|&&name| name != Asked::Nothing) {
                for &reader in &readers {
                    for &writer in &writers {
                        match class {
                            Some(ty) => self.find_methods(cx, call, ty, name, (reader, writer)),
                            None => self.tokens(cx, call, name, (reader, writer)),
                        }
                    }
                }
            }
        }
    }

    /// What an argument says that is a name. A null that comes from elsewhere is not seen, and may be there.
    fn asked(&self, cx: &Cx<'_, '_>, call: ApiCallId, at: usize) -> Vec<Asked> {
        let view = &self.calls[call].view;
        let code = cx.code(view.caller);
        let constant = view.vars.get(at).and_then(|&var| facts::constant_of(&code.as_ref()?.body, var).cloned());
        match constant {
            Some(ConstValue::Str { text, .. }) => return vec![Asked::Named(text)],
            Some(ConstValue::Null) => return vec![Asked::Nothing],
            _ => {}
        }
        let objects = Self::objects(cx, view.args.get(at).copied().flatten());
        let objects = self.facts.listed.expand(cx.heap, objects);
        let mut asked = vec![Asked::Nothing];
        for (_, kind) in objects {
            let one = match kind {
                ObjKind::Str { text } if !self.rules.are_local() => Asked::Named(text),
                ObjKind::Null => continue,
                _ => Asked::Unknown,
            };
            if !asked.contains(&one) {
                asked.push(one);
            }
        }
        asked
    }

    /// A name among the arguments plays a part in the answer.
    fn name_decides(&self, call: ApiCallId, at: usize) {
        let this = &self.calls[call];
        let name = this.view.args.get(at).copied().flatten();
        if let (Some(name), Some(site)) = (name, self.sites.borrow_mut().get_mut(&this.site)) {
            site.role(Role::Name, name);
        }
    }

    /// The methods of a known class; where one that is asked for is not there the call throws, whatever the other is.
    fn find_methods(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        ty: TypeId,
        name: Asked,
        (reader, writer): (Asked, Asked),
    ) {
        let program = cx.program;
        let property = match name {
            Asked::Named(name) if program.str(name).is_empty() => return,
            Asked::Named(name) => Some(program.str(name)),
            _ => None,
        };
        let is_plain = !self.is_of_subclass(program, call);
        let read = find_reader(program, ty, property, reader);
        let of = match &read {
            Found::Methods(readers) if is_plain => lookup::property_type(program, readers),
            _ => None,
        };
        let write = find_writer(program, (ty, of), property, writer);
        for found in [&read, &write].into_iter().filter(|_| is_plain) {
            let Found::Missing(name) = found else { continue };
            let name = program.sym(name);
            if program.type_rests_on_supplied(ty) {
                self.problem(call, Problem::Supplied);
            } else if let Some(needs) = self.failure(program, ty, MemberKind::Method, false, None) {
                self.not_linkable(program, call, ty, needs);
            } else if let Some(other) = other_form(program, ty) {
                self.problem(call, Problem::OtherForm(other));
            } else {
                return self.problem(call, Problem::MissingMember { class: ty, kind: MemberKind::Method, name });
            }
            return self.any_property(cx, call, None);
        }
        if matches!((reader, &read), (Asked::Named(_), Found::Any { .. }))
            && let Some(property) = self.calls[call].api.position(Role::Property)
        {
            self.name_decides(call, property);
        }
        for (does, found) in [(PropertyAccess::Read, read), (PropertyAccess::Write, write)] {
            let to = self.node(cx, Node::PropertyAt(call, does));
            match found {
                Found::Methods(found) => {
                    for effect in methods(found) {
                        self.effect(call, effect);
                        cx.add(to, metaobject(cx, effect));
                    }
                }
                Found::Any { prefixed } => {
                    let any = |program: &Program, ty| methods(lookup::any_accessor(program, ty, does, prefixed));
                    let is_all = self.give_any(cx, call, Some(to), ty, (MemberKind::Method, false), any);
                    self.note_unknown_name(call, is_all);
                    if !is_all {
                        self.any_property(cx, call, Some(ty));
                    }
                }
                Found::Missing(_) => {}
            }
        }
    }

    /// What stands for methods of a class that is not known.
    fn tokens(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, name: Asked, (reader, writer): (Asked, Asked)) {
        let program = cx.program;
        let base = match name {
            Asked::Named(name) => Some(lookup::capitalised(program.str(name))),
            _ => None,
        };
        let prefixed = |prefix: &str| {
            base.as_ref().map_or(NamePart::Unknown, |base| NamePart::Known(program.sym(&format!("{prefix}{base}"))))
        };
        let given = |asked: Asked, otherwise: &[&str]| match asked {
            Asked::Nothing => Vec::new(),
            Asked::Unknown => vec![NamePart::Unknown],
            Asked::Named(name) => {
                let fallback = otherwise.iter().filter(|&&prefix| prefix == "get").map(|prefix| prefixed(prefix));
                [NamePart::Known(name)].into_iter().chain(fallback).collect()
            }
            Asked::Convention => otherwise.iter().map(|prefix| prefixed(prefix)).collect(),
        };
        let (site, jdk) = (self.calls[call].view.site, is_jdk(cx, self.calls[call].view.method));
        for (does, names) in
            [(PropertyAccess::Read, given(reader, &["is", "get"])), (PropertyAccess::Write, given(writer, &["set"]))]
        {
            let to = self.node(cx, Node::PropertyAt(call, does));
            for name in names {
                let (kind, name) = (MemberKind::Method, if jdk { NamePart::Unknown } else { name });
                cx.add(to, cx.heap.intern(ObjKind::UnknownMember { kind, class: None, name, site, outside: false }));
            }
        }
    }

    /// Methods of which at most the class is known.
    fn any_property(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, class: Option<TypeId>) {
        let (site, jdk) = (self.calls[call].view.site, is_jdk(cx, self.calls[call].view.method));
        let class = class.filter(|&ty| !jdk && self.is_apart(site, ty));
        for does in [PropertyAccess::Read, PropertyAccess::Write] {
            let to = self.node(cx, Node::PropertyAt(call, does));
            cx.add(to, any_method(cx, class, site));
        }
    }
}

fn any_method(cx: &Cx<'_, '_>, class: Option<TypeId>, site: SiteId) -> ObjId {
    let (kind, name) = (MemberKind::Method, NamePart::Unknown);
    cx.heap.intern(ObjKind::UnknownMember { kind, class, name, site, outside: false })
}

fn find_reader(program: &Program, ty: TypeId, property: Option<&str>, asked: Asked) -> Found {
    let by_property = |property: &str| lookup::readers_of_property(program, ty, property);
    let getter = |property: &str| format!("get{}", lookup::capitalised(property));
    match (asked, property) {
        (Asked::Nothing, _) => Found::Methods(Vec::new()),
        (Asked::Unknown, _) => Found::Any { prefixed: false },
        (Asked::Convention, None) => Found::Any { prefixed: true },
        (Asked::Convention, Some(property)) => found(by_property(property), || getter(property)),
        (Asked::Named(name), property) => {
            let name = program.str(name);
            let named = lookup::readers(program, ty, name);
            match property {
                _ if !named.is_empty() => Found::Methods(named),
                // `getReadMethod` tries this one next.
                Some(property) => found(lookup::readers(program, ty, &getter(property)), || name.to_owned()),
                None => Found::Any { prefixed: true },
            }
        }
    }
}

fn find_writer(program: &Program, (ty, of): (TypeId, Option<TypeId>), property: Option<&str>, asked: Asked) -> Found {
    let named = |name: &str| found(lookup::writers(program, ty, name, of), || name.to_owned());
    match (asked, property) {
        (Asked::Nothing, _) => Found::Methods(Vec::new()),
        (Asked::Unknown, _) => Found::Any { prefixed: false },
        (Asked::Convention, None) => Found::Any { prefixed: true },
        (Asked::Convention, Some(property)) => named(&format!("set{}", lookup::capitalised(property))),
        (Asked::Named(name), _) => named(program.str(name)),
    }
}

fn found(methods: Vec<MethodId>, name: impl FnOnce() -> String) -> Found {
    if methods.is_empty() { Found::Missing(name()) } else { Found::Methods(methods) }
}
