//! What comes of the methods that a call runs: each is evaluated with what it is handed, and the caller goes on with what they
//! leave (D13-D16). Must not know which methods a call runs.

use std::rc::Rc;

use super::bound::{Bound, Rests};
use super::call::Call;
use super::frame::Frame;
use super::store::{Path, Root, Step, Store};
use super::summary::{Effects, Entry, Exit, Points, Reach, Shared, Summary};
use super::target::{Given, Gives, Target};
use super::told;
use crate::ir::Var;
use crate::program::{MethodId, access};

/// Most callers that are known, one above the other (ECOOP 2018: call strings up to depth 5).
const DEPTH: u8 = 5;

/// For each parameter of a method the variable of the caller that holds the same object first.
type Origins = Vec<Option<Var>>;

impl Frame<'_, '_> {
    /// Evaluates what a call runs; false if none of it returns.
    pub(super) fn enter(&mut self, call: &Call<'_>, wants_result: bool, targets: &[Target], store: &mut Store) -> bool {
        let program = self.shared.program;
        let locks = targets.iter().any(|of| program.method(of.method).access & access::SYNCHRONIZED != 0);
        if locks {
            self.disturb(store);
        }
        let mut effects = Effects::default();
        let mut exits = Vec::new();
        let mut handed: Vec<Var> = Vec::new();
        for target in targets {
            let origins = self.origins_of(target, call.dst);
            let entry = self.entry(target, wants_result, (&origins, store));
            if self.shared.reach == Reach::All {
                self.callees.push(entry.clone());
            }
            let summary = summary(self.shared, entry);
            effects.add(&summary.effects);
            effects.rests = effects.rests.and(target.rests);
            exits.extend(summary.exit.as_ref().map(|exit| seen(exit, target, &origins, call.dst)));
            handed.extend(origins.into_iter().flatten());
        }
        self.effects.add(&effects);
        let selected = targets.iter().fold(Rests::default(), |rests, target| rests.and(target.rests));
        let mut exits = exits.into_iter();
        let Some(mut exit) = exits.next() else {
            // That none of them returns ends the way only if it is sure that no other one runs.
            return selected != Rests::default() && self.opaque(call.dst, call.args, store);
        };
        for other in exits {
            exit.result.join(&other.result);
            exit.store.meet(&other.store);
            exit.keeps_result &= other.keeps_result;
        }
        exit.result = exit.result.resting(selected);
        // What the callees could not see stays if they did not store there.
        let is_handed = |path: &Path| match path.root {
            Root::Var(var) => handed.contains(&var),
            Root::Static(_) => true,
            Root::Result => false,
        };
        let before = std::mem::take(store);
        for (path, bound) in before.known() {
            let stays = before.is_own(path) || !effects.may_change(path);
            // Nobody but the initialiser itself may write it (JVMS 6.5 putstatic).
            let is_final =
                matches!(path.root, Root::Static(field) if path.is_fixed() && told::is_final(program, field));
            if is_final || (!is_handed(path) && stays) {
                store.put(*path, bound.clone());
            }
        }
        for &(path, var) in before.all_same() {
            // What callees store to fields of classes is in their paths.
            let is_static = matches!(path.root, Root::Static(_));
            let stays = (before.is_own(&path) && !is_handed(&path)) || (!is_static && !effects.may_change(&path));
            if stays && effects.rests == Rests::default() {
                store.note_same(path, var);
            }
        }
        before.kept().iter().filter(|var| !handed.contains(var)).for_each(|&var| store.keep(var));
        if let Some(dst) = call.dst {
            store.forget(Root::Var(dst));
        }
        store.put_all(exit.store.known().iter().cloned());
        exit.store.kept().iter().for_each(|&var| store.keep(var));
        // Had other code run here, it might have left something else, and told others.
        if selected != Rests::default() {
            exit.keeps_result = false;
            handed.iter().for_each(|&var| store.hand_out(var));
        }
        store.rest_on(effects.rests);
        if let Some(dst) = call.dst {
            self.bind(dst, &exit.result);
            if exit.keeps_result {
                store.keep(dst);
            }
        }
        if locks {
            self.disturb(store);
        }
        true
    }

    /// What a call hands to a method, as far as it is known: the last time is at the fixpoint, when most may be.
    pub(super) fn note(&mut self, call: &Call<'_>, method: MethodId, store: &Store) {
        let mut seen = store.clone();
        if self.shared.program.method(method).access & access::SYNCHRONIZED != 0 {
            self.disturb(&mut seen);
        }
        let target = Target::named(method, call.args);
        let origins = self.origins_of(&target, call.dst);
        self.handed = Some(self.entry(&target, true, (&origins, &seen)));
    }

    fn origins_of(&self, target: &Target, dst: Option<Var>) -> Origins {
        let origin = |given: &Given| match *given {
            Given::Var(var) => Some(self.origin(var)),
            Given::Made(_) => dst,
            Given::Held(..) | Given::Unknown => None,
        };
        target.given.iter().map(origin).collect()
    }

    fn entry(&self, target: &Target, wants_result: bool, (origins, store): (&Origins, &Store)) -> Entry {
        let method = target.method;
        let mut handed = Store::default();
        // Whether anybody else knows an object does not depend on who called.
        for (param, (given, origin)) in (0..).zip(target.given.iter().zip(origins)) {
            let is_kept = match given {
                Given::Made(_) => true,
                _ => origin.is_some_and(|origin| {
                    store.is_kept(origin) && origins.iter().filter(|&&other| other == Some(origin)).count() == 1
                }),
            };
            if is_kept {
                handed.keep(Var(param));
            }
        }
        if self.depth >= DEPTH {
            let arguments = vec![Bound::Any; target.given.len()];
            return Entry { method, arguments, store: handed, wants_result, wants_heap: true, depth: DEPTH };
        }
        let argument = |(nth, given): (usize, &Given)| match (&target.receivers, *given) {
            (Some(receivers), _) if nth == 0 => receivers.clone(),
            (_, Given::Var(var)) => self.bounds[var].clone(),
            (_, Given::Held(function, nth)) => store.get(&Path::field(Root::Var(function), Step::Held(nth))),
            (_, Given::Made(item)) => Bound::one(item),
            (_, Given::Unknown) => Bound::Any,
        };
        let arguments = target.given.iter().enumerate().map(argument).collect();
        let passed = target.given.iter().zip(origins);
        for &(path, ref bound) in store.known() {
            match path.root {
                Root::Var(var) => {
                    for (param, (given, &origin)) in (0..).zip(passed.clone()) {
                        // Of what is about to be made nothing is known, though the same instruction made another one before.
                        if origin == Some(var) && !matches!(given, Given::Made(_)) {
                            handed.put(path.from(Root::Var(Var(param))), bound.clone());
                        }
                    }
                }
                Root::Static(_) => handed.put(path, bound.clone()),
                Root::Result => {}
            }
        }
        for (param, given) in (0..).zip(&target.given) {
            if let Given::Held(function, nth) = *given {
                handed.put_all(store.moved(Root::Var(function), &[Step::Held(nth)], Root::Var(Var(param)), &[]));
            }
        }
        Entry { method, arguments, store: handed, wants_result, wants_heap: true, depth: self.depth + 1 }
    }
}

/// How a method ends, as its caller sees it.
fn seen(exit: &Exit, target: &Target, origins: &Origins, dst: Option<Var>) -> Exit {
    let mut store = Store::default();
    let is_first = |param: usize| origins.iter().position(|&other| other == origins[param]) == Some(param);
    for &(path, ref bound) in exit.store.known() {
        let root = match path.root {
            Root::Var(param) => match origins.get(param.index()) {
                Some(&Some(origin)) if is_first(param.index()) => Root::Var(origin),
                _ => continue,
            },
            Root::Static(_) => path.root,
            Root::Result => match dst {
                Some(dst) if target.gives == Gives::Returned => Root::Var(dst),
                _ => continue,
            },
        };
        store.put(path.from(root), bound.clone());
    }
    for &param in exit.store.kept() {
        origins.get(param.index()).copied().flatten().into_iter().for_each(|origin| store.keep(origin));
    }
    let (result, keeps_result) = match target.gives {
        Gives::Returned => (exit.result.clone(), exit.keeps_result),
        Gives::Made(item) => (Bound::one(item), exit.store.is_kept(Var(0))),
        Gives::Unknown => (Bound::Any, false),
    };
    Exit { result, store, keeps_result }
}

/// What a call of a method does, evaluated once for equal entries.
fn summary(shared: &Shared<'_>, entry: Entry) -> Rc<Summary> {
    if let Some(known) = shared.known(&entry) {
        return known;
    }
    let Some(body) = shared.body(entry.method) else { return Rc::new(Summary::unknown()) };
    let method = entry.method;
    let run = || {
        shared.remembered(entry, |entry| {
            let frame = Frame::run(shared, &body, entry, &[]);
            match shared.is_spent() {
                true => Summary::unknown(),
                false => {
                    let points = (shared.reach == Reach::All)
                        .then(|| Points { bounds: frame.bounds.as_slice().to_vec(), callees: frame.callees });
                    Summary { exit: frame.exit, effects: frame.effects, points }
                }
            }
        })
    };
    shared.nested(method, run).unwrap_or_else(|| Rc::new(Summary::unknown()))
}
