//! Factories of parsers and their kin (JAXP), which make an object of an implementation that they look for: by a property, among
//! the services of the class path, else the JDK's own. Must not know what is done with it.

use super::super::calls::making::{tell, type_named};
use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::{ApiCall, ApiCallId};
use super::super::state::properties::{By, Factory};
use super::super::state::services::Candidate;
use super::super::terms::attempt::Attempt;
use super::super::terms::method::Throws;
use super::super::terms::rules::{NAMED_BY_KEY, RuleName};
use super::super::terms::site::{Effect, Problem, Role};
use super::providers::{By as Named, candidate, find_candidates};
use crate::base::Sym;
use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind, Site};
use crate::ir::ConstValue;
use crate::ir::facts::constant_of;
use crate::pointsto::{Args, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall};
use crate::program::{ClassId, MethodId, TypeId, lookup};

/// What a provider is asked before it is taken (`SchemaFactoryFinder`, `XPathFactoryFinder`).
const ASKED: [(&str, &str); 2] = [("isSchemaLanguageSupported", ASKED_DESC), ("isObjectModelSupported", ASKED_DESC)];
const ASKED_DESC: &str = "(Ljava/lang/String;)Z";

impl Rule for Factory {
    fn name(&self) -> RuleName {
        RuleName("jaxp-factories")
    }

    fn finds_declared(&self) -> bool {
        self.by != By::Class
    }

    fn attempt(&self) -> Option<Attempt> {
        self.of.language.filter(|_| self.by == By::LookUp).map(|_| Attempt::FindFactory)
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        state.factory_met(cx, call, *self);
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        let Some(ty) = type_named(cx.program, self.of.ty) else { return };
        if role == Role::Loader {
            if state.asks_made_loader(cx, call, objects) {
                state.problem(call, Problem::OutsideWorld);
                state.make_any(cx, call, ty);
            }
            return;
        }
        for &(_, kind) in objects {
            match kind {
                ObjKind::Null | ObjKind::OtherStr => {}
                ObjKind::Str { text } if self.by == By::Class => {
                    state.factory_candidate(cx, call, ty, candidate(cx.program, ty, text, Named::Call));
                }
                ObjKind::Str { text } if cx.program.str(text) == self.of.property => {
                    state.look_for_factory(cx, call, *self);
                }
                _ => {
                    // Of a property that nobody sees written, or by a name that is not known: one of those there are, and what
                    // else the program brings.
                    if matches!(kind, ObjKind::Str { .. }) {
                        state.problem(call, Problem::NotModelled);
                    }
                    state.any_implementation(cx, call, ty);
                    state.make_any(cx, call, ty);
                }
            }
        }
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        for &(_, kind) in objects {
            let constructor = match kind {
                ObjKind::Class { ty } => lookup::get_constructor(cx.program, ty, &[]),
                ObjKind::Constructor { method } => Some(method),
                _ => None,
            };
            if let Some(constructor) = constructor {
                let class = cx.program.method(constructor).class;
                state.make(cx, call, class, constructor);
            }
        }
    }
}

/// Whether a factory reads a property: that of its type and, where it is asked for a language, of that one
/// (`XPathFactoryFinder`, `SchemaFactoryFinder`).
fn reads(factory: Factory, asked: Option<&str>, key: &str) -> bool {
    let (whole, language) = key.split_once(':').map_or((key, None), |(whole, language)| (whole, Some(language)));
    let is_asked = || factory.of.language.is_none() || asked.is_none() || language == asked;
    factory.by == By::Property || (whole == factory.of.property && is_asked())
}

/// Whether the JDK's own is for what is asked.
fn is_own(factory: Factory, asked: Option<&str>) -> bool {
    asked.is_none_or(|asked| factory.of.language == Some(asked))
}

impl State {
    fn factory_met(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, factory: Factory) {
        self.factory_fails(cx, call);
        self.watch_context_loader(cx, call);
        if factory.by == By::Class {
            return;
        }
        if self.rules.is_off(NAMED_BY_KEY) {
            self.problem(call, Problem::NotModelled);
        }
        if factory.by == By::LookUp {
            self.look_for_factory(cx, call, factory);
        }
        self.properties.readers.push((call, factory));
        for at in 0..self.properties.written.len() {
            let (key, name) = self.properties.written[at];
            self.implementation_written(cx, call, factory, key, name);
        }
    }

    /// The program writes the name of a class, or what may be one, into a property.
    pub(in crate::reflection) fn property_written(&mut self, cx: &mut Cx<'_, '_>, key: Option<Sym>, name: Option<Sym>) {
        if !self.properties.written.insert((key, name)) {
            return;
        }
        for at in 0..self.properties.readers.len() {
            let (call, factory) = self.properties.readers[at];
            self.implementation_written(cx, call, factory, key, name);
        }
    }

    fn implementation_written(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        factory: Factory,
        key: Option<Sym>,
        name: Option<Sym>,
    ) {
        let program = cx.program;
        let Some(ty) = type_named(program, factory.of.ty) else { return };
        let asked = self.language(cx, call, factory);
        let is_read = key.is_none_or(|key| reads(factory, asked.as_deref(), program.str(key)));
        match name {
            _ if !is_read => {}
            // Only implementations of the type are made (`FactoryFinder.newInstance`).
            None => {
                self.any_implementation(cx, call, ty);
                // There is nothing beside what is written, which may be one that is brought.
                if !is_own(factory, asked.as_deref()) {
                    self.problem(call, Problem::NotModelled);
                    self.make_any(cx, call, ty);
                }
            }
            Some(name) => {
                let found = candidate(program, ty, name, Named::Call);
                // One that does not fit may be meant for another.
                if key.is_some() || matches!(found, Some(Candidate::Usable { .. })) {
                    self.factory_candidate(cx, call, ty, found);
                }
            }
        }
    }

    /// What is found if no property is set. The JDK's own is so even beside services, which a loader need not see; a call that
    /// names the property does not take it.
    fn look_for_factory(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, factory: Factory) {
        let program = cx.program;
        let Some(ty) = type_named(program, factory.of.ty) else { return };
        let by_type = program.binary_name(ty);
        let mut found = find_candidates(program, ty, &by_type, false).to_vec();
        if by_type != factory.of.property {
            found.extend(find_candidates(program, ty, factory.of.property, false).iter());
        }
        for candidate in found {
            self.factory_candidate(cx, call, ty, Some(candidate));
        }
        let asked = self.language(cx, call, factory);
        let is_taken = factory.by == By::LookUp && is_own(factory, asked.as_deref());
        let own = type_named(program, factory.of.own).filter(|_| is_taken);
        let own = own.and_then(|own| lookup::declared_constructor(program, own, &[]));
        if let Some(constructor) = own {
            self.make(cx, call, program.method(constructor).class, constructor);
        }
    }

    /// The language or model that a factory is asked for, if there are such and the method says which.
    fn language(&self, cx: &Cx<'_, '_>, call: ApiCallId, factory: Factory) -> Option<String> {
        let default = factory.of.language?;
        let ApiCall { api, view, .. } = &self.calls[call];
        if api.position(Role::Passed).is_none() {
            return Some(default.to_owned());
        }
        let asked = api.argument(Role::Passed, &view.vars)?;
        match *constant_of(&cx.code(view.caller)?.body, asked)? {
            ConstValue::Str { text, lossy: false } => Some(cx.program.str(text).to_owned()),
            _ => None,
        }
    }

    fn factory_candidate(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, ty: TypeId, found: Option<Candidate>) {
        match found {
            Some(Candidate::Usable { class, make }) => self.make_factory(cx, call, ty, class, make),
            Some(Candidate::Supplied(supplied)) => {
                self.effect(call, Effect::Class(supplied));
                self.problem(call, Problem::Supplied);
                self.make_any(cx, call, ty);
            }
            Some(Candidate::Unreadable) => {
                self.problem(call, Problem::OutsideWorld);
                self.make_any(cx, call, ty);
            }
            Some(Candidate::Broken(problem)) => self.problem(call, problem),
            None => {}
        }
    }

    /// Every implementation that the class path has.
    fn any_implementation(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, ty: TypeId) {
        let program = cx.program;
        let Some(class) = program.class_of(ty) else { return };
        for &class in program.subtypes_outside_jdk(class) {
            let name = program.sym(&program.binary_name(program.class_type(class)));
            if let found @ Some(Candidate::Usable { .. }) = candidate(program, ty, name, Named::Call) {
                self.factory_candidate(cx, call, ty, found);
            }
        }
    }

    fn make_factory(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, ty: TypeId, class: ClassId, make: MethodId) {
        let Some(obj) = self.make(cx, call, class, make) else { return self.make_any(cx, call, ty) };
        let program = cx.program;
        if program.class(class).origin == Origin::Jdk {
            return;
        }
        let asked = ASKED.iter().find_map(|(name, desc)| program.find_method(program.class_of(ty)?, name, desc));
        let Some(callee) = asked.and_then(|asked| program.select(class, asked)) else { return };
        let view = &self.calls[call].view;
        cx.call(ReflectiveCall {
            caller: view.caller,
            site: view.site,
            callee,
            receiver: Receiver::Obj(obj),
            args: Args::Positional(vec![self.calls[call].input(Role::Passed).map(Ptr::Node)]),
            ret: None,
            throw: view.throw.map(Ptr::Node),
            kind: EdgeKind::Model,
        });
    }

    /// What is not found or cannot be made ends the call.
    fn factory_fails(&self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let ApiCall { view, api, .. } = &self.calls[call];
        let (Some(throw), Throws::AtOnce(thrown)) = (view.throw, api.throws) else { return };
        let site = cx.heap.site(Site::Vm(cx.program.sym("factory-configuration")));
        for ty in thrown.iter().filter_map(|name| type_named(cx.program, name)) {
            let error = cx.heap.alloc(site, ty, NO_CTX);
            tell(cx, error);
            cx.add(throw, error);
        }
    }
}
