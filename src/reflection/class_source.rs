//! Class sources (algorithms.md 1.1, rule R1): a constant that names a class gives that class and runs its initialiser, one
//! that names nothing is noted, an unknown gives a token.

use crate::base::{FxIndexSet, Sym};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::ir::ConstValue;
use crate::pointsto::{Args, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall};
use crate::program::lookup::{self, NotLoaded};
use crate::program::{MethodId, Type, TypeId};

use super::{API, Effect, Handler, Limit, Problem, Reflection};

/// Most classes one class source loads by names that are not constants of its own method.
const CLASSES: usize = 256;
/// Slots of loaders, by the method that they run.
const LOADERS: u64 = 1 << 43;
/// How many of them do not wait for a fixpoint.
const AT_ONCE: usize = 16;
/// As [`CLASSES`], inside the JDK.
const JDK_CLASSES: usize = 16;

/// Names that wait at a class source.
#[derive(Default)]
pub(super) struct Deferred {
    /// Names that did not wait.
    at_once: FxIndexSet<Sym>,
    names: FxIndexSet<Sym>,
    /// How many of them were decided.
    seen: usize,
    /// How many of those name a class.
    loadable: usize,
}

impl Reflection {
    pub(super) fn class_source(&mut self, cx: &mut Cx<'_, '_>, call: u32, names: &[(ObjId, ObjKind)], resume: bool) {
        let rcall = &self.calls[call as usize];
        let (handler, dst, site) = (rcall.handler, rcall.view.dst, rcall.view.site);
        let (local, jdk) = (self.local_name(cx, call), rcall.origin == Origin::Jdk);
        let rcall_api = rcall.site.api as usize;
        let object = cx.heap.types().object;
        let mut token = false;
        for &(_, kind) in names {
            match kind {
                ObjKind::Str { text }
                    if !resume && local != Some(text) && !self.rules.are_local() && self.waits(call, jdk, text) => {}
                ObjKind::Str { text } => {
                    if self.rules.are_local() && local != Some(text) {
                        token = true;
                        continue;
                    }
                    let name = cx.program.str(text);
                    let found = match handler {
                        Handler::LoadClass => lookup::load_class(cx.program, name),
                        _ => lookup::for_name(cx.program, name),
                    };
                    let ty = match found {
                        Ok(ty) => ty,
                        // Null, without an exception.
                        Err(_) if API[rcall_api].name == "findLoadedClass" => continue,
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
                    if handler == Handler::ForName
                        && self.initialises(cx, call)
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
            let view = &self.calls[call as usize].view;
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
    fn may_define(&self, cx: &Cx<'_, '_>, call: u32) -> bool {
        let rcall = &self.calls[call as usize];
        let position = match rcall.handler {
            Handler::LoadClass => 0,
            Handler::ForName if rcall.view.args.len() == 3 => 2,
            _ => return false,
        };
        let loaders = rcall.view.args.get(position).copied().flatten();
        Self::objects(cx, loaders).into_iter().any(|(obj, kind)| match (kind, cx.program.ty(cx.heap.ty(obj))) {
            (ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. }, Type::Class(class)) => {
                !cx.program.class_name(class).starts_with("jdk/internal/")
            }
            // A loader of which nothing is known is no proof. The JDK looks for its own classes by its own loaders.
            (ObjKind::Opaque { .. } | ObjKind::UnknownInstance { .. }, _) => rcall.origin != Origin::Jdk,
            _ => false,
        })
    }

    /// Loaders that the program brings itself run their own methods: `loadClass` (which `Class.forName` asks), or what the
    /// JDK's `loadClass` calls in turn.
    pub(super) fn own_loaders(&mut self, cx: &mut Cx<'_, '_>, call: u32, loaders: &[(ObjId, ObjKind)]) {
        const METHODS: &[(&str, &str)] = &[
            ("loadClass", "(Ljava/lang/String;)Ljava/lang/Class;"),
            ("loadClass", "(Ljava/lang/String;Z)Ljava/lang/Class;"),
            ("findClass", "(Ljava/lang/String;)Ljava/lang/Class;"),
        ];
        let (program, rcall) = (cx.program, &self.calls[call as usize]);
        let name = rcall.view.args.get(usize::from(rcall.handler != Handler::ForName)).copied().flatten();
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
                let receivers = self.slot(cx, call, LOADERS | u64::from(callee.0));
                if cx.resolve(receivers).is_none() {
                    fresh.insert((callee, receivers));
                }
                cx.add(receivers, obj);
            }
        }
        let view = &self.calls[call as usize].view;
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
    fn waits(&mut self, call: u32, jdk: bool, text: Sym) -> bool {
        let waiting = self.deferred.entry(call).or_default();
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
            let view = &self.calls[call as usize].view;
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
                self.class_source(cx, call, &fresh, true);
            }
        }
    }

    /// `defineClass`: a class that is not of this world.
    pub(super) fn define_class(&mut self, cx: &mut Cx<'_, '_>, call: u32) {
        self.problem(call, Problem::OutsideWorld);
        let view = &self.calls[call as usize].view;
        let bound = cx.heap.types().object;
        if let Some(dst) = view.dst {
            cx.add(dst, cx.heap.intern(ObjKind::UnknownClass { site: view.site, bound, outside: true }));
        }
    }

    /// `Class.forName(name, initialize, loader)` does not initialise if `initialize` is the constant false.
    fn initialises(&self, cx: &Cx<'_, '_>, call: u32) -> bool {
        let view = &self.calls[call as usize].view;
        let Some(&var) = view.vars.get(1) else { return true };
        let Some(code) = cx.code(view.caller) else { return true };
        !matches!(crate::ir::facts::constant_of(&code.body, var), Some(ConstValue::Int(0)))
    }

    /// The constant that is the name argument within the method, for mode `local`.
    pub(super) fn local_name(&self, cx: &Cx<'_, '_>, call: u32) -> Option<Sym> {
        let rcall = &self.calls[call as usize];
        let position = match rcall.handler {
            Handler::ForName => 0,
            Handler::FindHandle { .. } => 2,
            _ => 1,
        };
        let &var = rcall.view.vars.get(position)?;
        let code = cx.code(rcall.view.caller)?;
        match *crate::ir::facts::constant_of(&code.body, var)? {
            ConstValue::Str { text, .. } => Some(text),
            _ => None,
        }
    }
}
