//! Class sources: a constant that names a class gives that class and runs its initialiser, one that names nothing is noted, an
//! unknown gives a token (Livshits et al. 2005, resolution of `forName`). Must not know what is done with the class.

use crate::base::{FxIndexSet, Sym};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::ir::ConstValue;
use crate::pointsto::{Args, Cx, EdgeKind, Outcome, Ptr, Receiver, ReflectiveCall};
use crate::program::lookup::{self, NotLoaded};
use crate::program::{MethodId, Program, Type, TypeId};

use super::call::{ApiCallId, Node};
use super::deferred::{ByName, Deferred};
use super::rule::Rule;
use super::site::{Effect, Limit, Problem, Role};
use super::state::State;

/// Most classes one class source loads by names that are not constants of its own method.
const CLASSES: usize = 256;
/// How many of them do not wait for a fixpoint.
const AT_ONCE: usize = 16;
/// As [`CLASSES`], inside the JDK.
const JDK_CLASSES: usize = 16;

/// Initialises unless it is told by a constant not to.
pub(super) const FOR_NAME: ByName =
    ByName { name: "for-name", of_loader: false, initialises: true, only_loaded: false };
pub(super) const FOR_NAME_IN_MODULE: ByName =
    ByName { name: "for-name-in-module", of_loader: false, initialises: false, only_loaded: false };
pub(super) const LOAD_CLASS: ByName =
    ByName { name: "load-class", of_loader: true, initialises: false, only_loaded: false };
pub(super) const FIND_LOADED_CLASS: ByName = ByName { only_loaded: true, ..LOAD_CLASS };

impl Rule for ByName {
    fn name(&self) -> &'static str {
        self.name
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
            Role::Loader => state.own_loaders(cx, call, objects),
            _ => state.class_source(cx, call, *self, objects, false),
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

/// A class made at run time, which is not of this world.
#[derive(Debug)]
pub(super) struct DefineClass;

impl Rule for DefineClass {
    fn name(&self) -> &'static str {
        "define-class"
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        state.problem(call, Problem::OutsideWorld);
        let view = &state.calls[call].view;
        let bound = cx.heap.types().object;
        if let Some(dst) = view.dst {
            cx.add(dst, cx.heap.intern(ObjKind::UnknownClass { site: view.site, bound, outside: true }));
        }
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
        let (local, jdk) = (self.local_name(cx, call), this.origin == Origin::Jdk);
        let object = cx.heap.types().object;
        let mut token = false;
        for &(_, kind) in names {
            match kind {
                ObjKind::Str { text }
                    if !resume
                        && local != Some(text)
                        && !self.rules.are_local()
                        && self.waits(call, rule, jdk, text) => {}
                ObjKind::Str { text } => {
                    if self.rules.are_local() && local != Some(text) {
                        token = true;
                        continue;
                    }
                    let name = cx.program.str(text);
                    let found = match rule.of_loader {
                        true => lookup::load_class(cx.program, name),
                        false => lookup::for_name(cx.program, name),
                    };
                    let ty = match found {
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
                        Err(NotLoaded::NotFound) => {
                            if !jdk {
                                self.unfound.insert(call);
                            }
                            self.problem(call, Problem::MissingClass(text));
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
        if token && let Some(dst) = dst {
            cx.add(dst, cx.heap.intern(ObjKind::UnknownClass { site, bound: object, outside: false }));
        }
    }

    /// Calls that ask a loader for classes nobody has: one of the program's own may define them.
    pub(super) fn ask_loaders(&mut self, cx: &mut Cx<'_, '_>) {
        for index in 0..self.unfound.len() {
            let call = self.unfound[index];
            if !self.may_define(cx, call) {
                continue;
            }
            self.problem(call, Problem::OutsideWorld);
            let view = &self.calls[call].view;
            let bound = cx.heap.types().object;
            if let Some(dst) = view.dst {
                let token = cx.heap.intern(ObjKind::UnknownClass { site: view.site, bound, outside: true });
                if !cx.pts(dst).contains(token.0) {
                    cx.add(dst, token);
                }
            }
        }
    }

    /// Whether the loader that is asked may be one that defines classes of its own: any but those of the JVM.
    fn may_define(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> bool {
        let call = &self.calls[call];
        Self::objects(cx, call.input(Role::Loader)).into_iter().any(|(obj, kind)| {
            match (kind, cx.program.ty(cx.heap.ty(obj))) {
                (ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. }, Type::Class(class)) => {
                    !cx.program.class_name(class).starts_with("jdk/internal/")
                }
                // A loader of which nothing is known is no proof. The JDK looks for its own classes by its own loaders.
                (ObjKind::Opaque { .. } | ObjKind::UnknownInstance { .. }, _) => call.origin != Origin::Jdk,
                _ => false,
            }
        })
    }

    /// Loaders that the program brings itself run their own methods: `loadClass` (which `Class.forName` asks), or what the
    /// JDK's `loadClass` calls in turn.
    fn own_loaders(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, loaders: &[(ObjId, ObjKind)]) {
        const METHODS: &[(&str, &str)] = &[
            ("loadClass", "(Ljava/lang/String;)Ljava/lang/Class;"),
            ("loadClass", "(Ljava/lang/String;Z)Ljava/lang/Class;"),
            ("findClass", "(Ljava/lang/String;)Ljava/lang/Class;"),
        ];
        let (program, name) = (cx.program, self.calls[call].input(Role::Name));
        let Some(loader) = program.find_class("java/lang/ClassLoader") else { return };
        // One call for all loaders that run a method.
        let mut fresh: FxIndexSet<(MethodId, Ptr)> = FxIndexSet::default();
        for &(obj, _) in loaders {
            let Some(class) = program.class_of(cx.heap.ty(obj)).filter(|&class| program.is_subclass(class, loader))
            else {
                continue;
            };
            let declared = METHODS.iter().filter_map(|(name, desc)| program.find_method(loader, name, desc));
            for callee in declared.filter_map(|method| program.select(class, method)) {
                if program.origin_of(callee) == Origin::Jdk {
                    continue;
                }
                let receivers = self.node(cx, Node::Loaders(call, callee));
                if cx.resolve(receivers).is_none() {
                    fresh.insert((callee, receivers));
                }
                cx.add(receivers, obj);
            }
        }
        let view = &self.calls[call].view;
        for (callee, receivers) in fresh {
            cx.call(ReflectiveCall {
                caller: view.caller,
                site: view.site,
                callee,
                receiver: Receiver::All(receivers),
                args: Args::Positional(vec![name.map(Ptr::Node), None]),
                ret: view.dst.map(Ptr::Node),
                throw: view.throw.map(Ptr::Node),
                kind: EdgeKind::Model,
            });
        }
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
    pub(super) fn resume_deferred(&mut self, cx: &mut Cx<'_, '_>) {
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
            let types: Vec<TypeId> = fresh
                .iter()
                .filter_map(|&(_, kind)| match kind {
                    ObjKind::Str { text } => lookup::for_name(cx.program, cx.program.str(text)).ok(),
                    _ => None,
                })
                .collect();
            waiting.loadable += types.len();
            let rule = waiting.rule;
            let view = &self.calls[call].view;
            let jdk = cx.program.origin_of(view.method) == Origin::Jdk;
            let most = if jdk { JDK_CLASSES } else { CLASSES };
            if waiting.at_once.len() + waiting.loadable > most {
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

    /// `Class.forName(name, initialize, loader)` does not initialise if `initialize` is the constant false.
    fn is_told_to_initialise(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> bool {
        let call = &self.calls[call];
        let Some(var) = call.var(Role::Initialise) else { return true };
        let Some(code) = cx.code(call.view.caller) else { return true };
        !matches!(crate::ir::facts::constant_of(&code.body, var), Some(ConstValue::Int(0)))
    }
}
