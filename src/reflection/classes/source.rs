//! Class sources: a constant that names a class gives that class and runs its initialiser, one that names nothing is noted, an
//! unknown gives a token (Livshits et al. 2005, resolution of `forName`). Must not know what is done with the class.

use std::borrow::Cow;
use std::rc::Rc;

use crate::base::Sym;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::ir::ConstValue;
use crate::ir::facts::{Facts, statement_at};
use crate::pointsto::{Cx, Outcome};
use crate::program::lookup::{self, NotLoaded};
use crate::program::{MethodId, Program, Type, TypeId};
use crate::strings::is_counted;
use crate::strings::named::{self, NO_CLASS, Named};

use super::super::calls::making::instantiable;
use super::super::code::made_as::made_as;
use super::super::rule::{Answer, Rule};
use super::super::state::State;
use super::super::state::call::{ApiCallId, Node};
use super::super::state::deferred::{ByName, Deferred};
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Limit, Problem, Role};

/// Most classes one class source loads by names that are not constants of its own method.
const CLASSES: usize = 256;
/// How many of them do not wait for a fixpoint.
const AT_ONCE: usize = 16;
/// As [`CLASSES`], inside the JDK.
const JDK_CLASSES: usize = 16;

/// Initialises unless it is told by a constant not to.
pub(in crate::reflection) const FOR_NAME: ByName =
    ByName { name: RuleName("for-name"), of_loader: false, initialises: true, only_loaded: false, of_source: false };
/// Asks the loader of the module, and gives null where that has no such class.
pub(in crate::reflection) const FOR_NAME_IN_MODULE: ByName = ByName {
    name: RuleName("for-name-in-module"),
    of_loader: true,
    initialises: false,
    only_loaded: false,
    of_source: false,
};
pub(in crate::reflection) const LOAD_CLASS: ByName =
    ByName { name: RuleName("load-class"), of_loader: true, initialises: false, only_loaded: false, of_source: false };
pub(in crate::reflection) const FIND_LOADED_CLASS: ByName = ByName { only_loaded: true, ..LOAD_CLASS };

impl Rule for ByName {
    fn name(&self) -> RuleName {
        self.name
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        state.note_source(call);
        if !self.only_loaded {
            state.note_only_loader(cx, call, method);
        }
        if self.initialises {
            state.note_initialising(cx, call);
        }
    }

    /// Loaders that the program brings itself run their own methods.
    fn outcome(&self, program: &Program, method: MethodId) -> Outcome {
        let own = self.of_loader && program.origin_of(method) != Origin::Jdk;
        if own { Outcome::AlsoAnalyse } else { Outcome::Handled }
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        match role {
            // What a loader has loaded is of the name, whoever else it asks.
            Role::Loader if self.only_loaded => {}
            Role::Loader => state.own_loaders(cx, call, objects),
            Role::Answer => state.answered(cx, call, objects),
            Role::Mirror => state.loaders_of_modules(cx, call, objects),
            _ => {
                if state.is_of_jvm(call) {
                    state.ask_by_names(cx, call, objects);
                }
                state.class_source(cx, call, *self, objects, false);
            }
        }
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        for &(obj, kind) in objects {
            state.give(cx, call, obj, kind);
            if let (true, ObjKind::Class { ty }) = (self.initialises, kind)
                && let Some(class) = cx.program.class_of(ty)
            {
                cx.initialise(class);
            }
        }
    }
}

/// A class made at run time, which is not of this world. The JVM asks its loader for whatever it names.
#[derive(Debug)]
pub(in crate::reflection) struct DefineClass;

impl Rule for DefineClass {
    fn name(&self) -> RuleName {
        RuleName("define-class")
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        state.problem(call, Problem::OutsideWorld);
        state.note_definition(cx, call);
        let view = &state.calls[call].view;
        let bound = cx.heap.types().object;
        if let Some(dst) = view.dst {
            cx.add(dst, cx.heap.intern(ObjKind::UnknownClass { site: view.site, bound, outside: true }));
        }
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        if role == Role::Loader {
            state.note_definers(cx, call, objects);
            state.link_by(cx, call, objects);
        }
    }
}

/// Brings classes of which nothing is known but that they may be there.
#[derive(Debug)]
pub(in crate::reflection) struct BringClasses;

impl Rule for BringClasses {
    fn name(&self) -> RuleName {
        RuleName("bring-classes")
    }

    fn answer(&self) -> Answer {
        Answer::Nothing
    }

    fn unresolved(&self) -> &'static str {
        "classes that it brings may be there under any name"
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }
}

impl State {
    fn class_source(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        rule: ByName,
        names: &[(ObjId, ObjKind)],
        resume: bool,
    ) {
        let this = &self.calls[call];
        let (dst, site) = (this.view.dst, this.view.site);
        let (own, module) = (self.only_own.contains(&call), self.module_side(cx, call));
        let (local, jdk) = (self.local_name(cx, call), this.origin == Origin::Jdk);
        let object = cx.heap.types().object;
        let mut token = false;
        let names = self.without_outlines(cx, call, rule, names);
        for &(_, kind) in &*names {
            match kind {
                ObjKind::Str { text } if !self.rules.knows_text(text, local) => token = true,
                ObjKind::Str { text } if !resume && local != Some(text) && self.waits(call, rule, jdk, text) => {}
                ObjKind::Str { text } => {
                    let name = cx.program.str(text);
                    // What the one loader that is asked gives comes by itself.
                    if own {
                        continue;
                    }
                    let found = match rule {
                        ByName { of_loader: true, .. } => lookup::load_class(cx.program, name),
                        ByName { of_source: true, .. } => lookup::named_in_source(cx.program, name),
                        _ => lookup::for_name(cx.program, name),
                    };
                    let ty = match found {
                        Ok(ty) if module.is_some_and(|side| side != is_of_jdk(cx, ty)) => {
                            self.problem(call, Problem::MissingClass(text));
                            continue;
                        }
                        Ok(ty) => ty,
                        Err(_) if rule.only_loaded => continue,
                        Err(NotLoaded::NotFound)
                            if cx.program.class_path().is_supplied_name(&name.replace('.', "/")) =>
                        {
                            let ty = cx.program.type_of_internal(cx.program.sym(&name.replace('.', "/")));
                            self.effect(call, Effect::Class(ty));
                            if let Some(dst) = dst {
                                let token = ObjKind::UnknownClass { site, bound: object, outside: true };
                                cx.add(dst, cx.heap.intern(token));
                            }
                            continue;
                        }
                        Err(NotLoaded::NotFound) if cx.program.class_path().is_versioned(&name.replace('.', "/")) => {
                            self.problem(call, Problem::Versioned(text));
                            if let Some(dst) = dst {
                                let token = ObjKind::UnknownClass { site, bound: object, outside: true };
                                cx.add(dst, cx.heap.intern(token));
                            }
                            continue;
                        }
                        Err(NotLoaded::NotFound) => {
                            if !jdk && !named::is_of_jvm_alone(name) {
                                self.unfound.insert(call);
                            }
                            self.problem(call, Problem::MissingClass(text));
                            continue;
                        }
                        Err(NotLoaded::Linkage(class)) if cx.program.may_be_readable(class) => {
                            self.problem(call, Problem::Unread(class));
                            if let Some(dst) = dst {
                                let token = ObjKind::UnknownClass { site, bound: object, outside: true };
                                cx.add(dst, cx.heap.intern(token));
                            }
                            continue;
                        }
                        Err(NotLoaded::Linkage(class)) => {
                            self.problem(call, Problem::NotLoadable { name: text, class });
                            continue;
                        }
                    };
                    self.effect(call, Effect::Class(ty));
                    if let Some(dst) = dst {
                        cx.add(dst, cx.heap.intern(ObjKind::Class { ty }));
                    }
                    if rule.initialises
                        && self.is_told_to_initialise(cx, call)
                        && let Type::Class(class) = cx.program.ty(ty)
                    {
                        cx.initialise(class);
                    }
                }
                // A merged constant is the text of no class.
                ObjKind::OtherStr => {}
                _ => token = true,
            }
        }
        if token && !jdk {
            self.unnamed.insert(call);
        }
        if token && let Some(dst) = dst {
            self.gave_unknown_class(call, rule.name == FOR_NAME.name);
            cx.add(dst, cx.heap.intern(ObjKind::UnknownClass { site, bound: object, outside: false }));
        }
    }

    /// The names without the outlines that no class fits, and without those that wait for a fixpoint. Of what is unknown a loader
    /// of the program's own may make anything, and code of the JDK is asked by very many.
    fn without_outlines<'o>(
        &mut self,
        cx: &Cx<'_, '_>,
        call: ApiCallId,
        rule: ByName,
        names: &'o [(ObjId, ObjKind)],
    ) -> Cow<'o, [(ObjId, ObjKind)]> {
        let is_outline = |&(_, kind): &(ObjId, ObjKind)| matches!(kind, ObjKind::Template { .. });
        if self.rules.are_local() || !names.iter().any(is_outline) {
            return Cow::Borrowed(names);
        }
        let jdk = self.calls[call].origin == Origin::Jdk;
        let mut kept = Vec::new();
        for &(obj, kind) in names {
            let ObjKind::Template { outline, .. } = kind else {
                kept.push((obj, kind));
                continue;
            };
            if cx.program.str(outline) != NO_CLASS && !jdk {
                // A class that is brought at run time may fit, too.
                self.outlined.entry(call).or_default().insert(outline);
                self.unfound.insert(call);
            }
            match &*self.fitting(cx.program, outline) {
                Named::Classes(texts) if texts.is_empty() => self.note_fitting(cx.program, call, outline, Some(0)),
                Named::Classes(_) if !jdk => {
                    self.deferred.entry(call).or_insert_with(|| Deferred::new(rule)).outlines.insert(outline);
                }
                Named::Classes(_) | Named::Any => kept.push((obj, kind)),
            }
        }
        Cow::Owned(kept)
    }

    /// The classes that fit an outline.
    fn fitting(&mut self, program: &Program, outline: Sym) -> Rc<Named> {
        self.fitting.entry(outline).or_insert_with(|| Rc::new(named::of_outline(program, outline))).clone()
    }

    fn note_fitting(&self, program: &Program, call: ApiCallId, outline: Sym, count: Option<usize>) {
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
            if !self.has_users && is_counted(program.str(outline)) {
                site.counted.insert(outline);
            }
            site.named.insert(outline, count.and_then(|count| u32::try_from(count).ok()));
        }
    }

    /// Outlines that wait at class sources: beside a name of which nothing is known those that fit would add nothing to the
    /// answer.
    fn resume_outlines(&mut self, cx: &mut Cx<'_, '_>) {
        for index in 0..self.deferred.len() {
            let Some((&call, waiting)) = self.deferred.get_index_mut(index) else { continue };
            let fresh: Vec<Sym> = waiting.outlines.iter().skip(waiting.outlines_seen).copied().collect();
            if fresh.is_empty() {
                continue;
            }
            waiting.outlines_seen = waiting.outlines.len();
            let rule = waiting.rule;
            let names = Self::objects(cx, self.names_at(cx, call));
            let names = self.facts.listed.expand(cx.heap, names);
            let is_any = names.into_iter().any(|(_, kind)| match kind {
                ObjKind::Str { .. } | ObjKind::OtherStr | ObjKind::Null => false,
                ObjKind::Template { outline, .. } => *self.fitting(cx.program, outline) == Named::Any,
                _ => true,
            });
            for outline in fresh {
                let fitting = self.fitting(cx.program, outline);
                match &*fitting {
                    Named::Classes(texts) if !is_any || self.rules.guesses => {
                        let is_cast = !is_any && self.some_pass_the_cast(cx, call, texts);
                        self.note_fitting(cx.program, call, outline, Some(texts.len()).filter(|_| !is_any));
                        if is_cast && let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
                            site.cast.insert(outline);
                        }
                        let kinds = texts.iter().map(|text| ObjKind::Str { text: cx.program.sym(text) });
                        let texts: Vec<_> = kinds.map(|kind| (cx.heap.intern(kind), kind)).collect();
                        self.class_source(cx, call, rule, &texts, false);
                    }
                    _ => self.note_fitting(cx.program, call, outline, None),
                }
            }
        }
    }

    /// Whether the calling method casts all objects that it makes of the class, and does nothing else with it, and some class of those
    /// names has objects that pass.
    fn some_pass_the_cast(&self, cx: &Cx<'_, '_>, call: ApiCallId, names: &[String]) -> bool {
        let view = &self.calls[call].view;
        if self.has_users || !self.rules.follows_casts() {
            return false;
        }
        let Some(code) = cx.code(view.caller) else { return false };
        let Some((block, nth)) = statement_at(&code.body, view.offset) else { return false };
        let Some(class) = code.body.blocks[block].stmts[nth as usize].op.dst() else { return false };
        let Some(wanted) = made_as(cx.program, self.rows, &Facts::of(&code.body), class) else { return false };
        let passes = |name: &String| {
            let found = lookup::for_name(cx.program, name);
            found.is_ok_and(|ty| instantiable(cx, ty) && cx.program.is_subtype(ty, wanted))
        };
        names.iter().any(passes)
    }

    /// Whether a name waits for the next fixpoint: the first few of a source outside the JDK are followed at once.
    fn waits(&mut self, call: ApiCallId, rule: ByName, jdk: bool, text: Sym) -> bool {
        let waiting = self.deferred.entry(call).or_insert_with(|| Deferred::new(rule));
        if !jdk && waiting.at_once.len() < AT_ONCE {
            waiting.at_once.insert(text);
        }
        if waiting.at_once.contains(&text) {
            return false;
        }
        waiting.names.insert(text);
        true
    }

    /// Names that wait at class sources. Programs, and the JDK, keep names in a few shared maps; a source where more of them
    /// meet than [`CLASSES`] is cut instead of loading everything that any map holds: its answer would help nobody, and
    /// what it loads would hide the answers of others. Decided when the solver is idle, on a fixpoint, so that the cut does
    /// not depend on the order names arrived in.
    pub(in crate::reflection) fn resume_deferred(&mut self, cx: &mut Cx<'_, '_>) {
        self.resume_outlines(cx);
        for index in 0..self.deferred.len() {
            let Some((&call, waiting)) = self.deferred.get_index_mut(index) else { continue };
            if waiting.seen == waiting.names.len() {
                continue;
            }
            let fresh: Vec<(ObjId, ObjKind)> = waiting.names[waiting.seen..]
                .iter()
                .map(|&text| (cx.heap.intern(ObjKind::Str { text }), ObjKind::Str { text }))
                .collect();
            waiting.seen = waiting.names.len();
            let loaded = |text: Sym| lookup::for_name(cx.program, cx.program.str(text)).ok();
            let types: Vec<TypeId> = fresh
                .iter()
                .filter_map(|&(_, kind)| match kind {
                    ObjKind::Str { text } => loaded(text),
                    _ => None,
                })
                .collect();
            waiting.loadable += types.len();
            // Names of no class count as little as among those that wait: which came first must not decide.
            let at_once = waiting.at_once.iter().filter(|&&text| loaded(text).is_some()).count();
            let rule = waiting.rule;
            let view = &self.calls[call].view;
            let jdk = cx.program.origin_of(view.method) == Origin::Jdk;
            let most = if jdk { JDK_CLASSES } else { CLASSES };
            if at_once + waiting.loadable > most {
                if let (Some(dst), false) = (view.dst, jdk) {
                    let bound = cx.heap.types().object;
                    cx.add(dst, cx.heap.intern(ObjKind::UnknownClass { site: view.site, bound, outside: false }));
                }
                self.problem(call, Problem::FanOut(Limit::Names(most)));
                // All are listed, whatever was followed.
                types.into_iter().for_each(|ty| self.effect(call, Effect::Class(ty)));
            } else {
                self.class_source(cx, call, rule, &fresh, true);
            }
        }
    }

    /// What loaders of the program's own answer. Of those that the JVM asks only classes count that they made: others are of
    /// the name, and come by it.
    fn answered(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, classes: &[(ObjId, ObjKind)]) {
        if self.is_of_jvm(call) {
            for &(obj, kind) in classes {
                if let (ObjKind::UnknownClass { outside: true, .. }, Some(dst)) = (kind, self.calls[call].view.dst) {
                    cx.add(dst, obj);
                }
            }
            return;
        }
        let (site, caller) = (self.calls[call].view.site, self.calls[call].view.caller);
        let answer = self.node(cx, Node::Answer(site, caller));
        if let Some(node) = cx.resolve(answer)
            && let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site)
        {
            site.role(Role::Answer, node);
        }
        for &(_, kind) in classes {
            if let ObjKind::Class { ty } = kind {
                self.effect(call, Effect::Class(ty));
            }
        }
    }

    fn note_initialising(&self, cx: &Cx<'_, '_>, call: ApiCallId) {
        let told = self.is_told_to_initialise(cx, call);
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
            site.initialises |= told;
        }
    }

    /// `Class.forName(name, initialize, loader)` does not initialise if `initialize` is the constant false.
    fn is_told_to_initialise(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> bool {
        let call = &self.calls[call];
        let Some(var) = call.var(Role::Initialise) else { return true };
        let Some(code) = cx.code(call.view.caller) else { return true };
        !matches!(crate::ir::facts::constant_of(&code.body, var), Some(ConstValue::Int(0)))
    }
}

fn is_of_jdk(cx: &Cx<'_, '_>, ty: TypeId) -> bool {
    cx.program.class_of(ty).is_some_and(|class| cx.program.class(class).origin == Origin::Jdk)
}
