//! What is known of a call: which methods it runs, what they are handed, what they give back and leave as it was (D12-D16).
//! Must not know what methods of the JDK give that are not looked at.

use std::rc::Rc;

use super::bound::{Bound, Item};
use super::call::{Call, Outcome};
use super::frame::Frame;
use super::store::{Path, Root, Step, Store};
use super::summary::{Effects, Entry, Points, Reach, Shared, Summary};
use super::{api, mirrors, texts};
use crate::classfile::InvokeKind;
use crate::classpath::Origin;
use crate::ir::{BlockId, Var};
use crate::program::{ClassId, MethodId, MethodRef, Program, access};

/// Most callers that are known, one above the other (ECOOP 2018: call strings up to depth 5).
const DEPTH: u8 = 5;
/// Most methods that one call may run.
const TARGETS: usize = 8;

impl<'p> Frame<'_, 'p> {
    /// A call; false if nothing runs after it.
    pub(super) fn invoke(
        &mut self,
        at: (BlockId, u32),
        (dst, kind, reference): (Option<Var>, InvokeKind, MethodRef),
        args: &[Var],
        store: &mut Store,
    ) -> bool {
        let program = self.shared.program;
        let call = Call { at, dst, kind, reference, args };
        if kind == InvokeKind::Static {
            let resolved = program.resolve_method(reference).map(|method| program.method(method).class);
            match resolved {
                Some(class) => self.initialise(class, store),
                None => self.disturb(store),
            }
        } else if args.first().is_some_and(|&receiver| self.is_null(receiver)) {
            return false;
        }
        let offset = self.facts.body().blocks[at.0].stmts[at.1 as usize].offset;
        if let Some((_, method)) = self.watched.filter(|&(watched, _)| watched == offset) {
            self.note(&call, method, store);
        }
        if self.shared.given.contains(&(self.method, offset)) {
            return self.opaque(dst, args, store);
        }
        match texts::call(self, &call, store).or_else(|| mirrors::call(self, &call, store)) {
            Some(Outcome::Gives(bound)) => {
                if let Some(dst) = dst {
                    self.define(dst, &bound, store);
                }
                return true;
            }
            Some(Outcome::Array(elements)) => {
                if let Some(dst) = dst {
                    self.define(dst, &Bound::Any, store);
                    store.keep(dst);
                    store.put(Path::field(Root::Var(dst), Step::Elements), elements);
                }
                return true;
            }
            Some(Outcome::Throws) => return false,
            None => {}
        }
        let wants_result = dst.is_some_and(|dst| self.is_needed(dst));
        let handed = args.iter().any(|&arg| store.is_kept(self.origin(arg)));
        let is_shared = |path: &Path| !store.is_own(path);
        let wants_callee = self.shared.reach == Reach::All;
        if !wants_callee && !wants_result && !handed && !store.known().iter().any(|(path, _)| is_shared(path)) {
            return self.opaque(dst, args, store);
        }
        match self.targets(&call) {
            Some(targets) if targets.is_empty() => false,
            Some(targets) => self.enter(&call, wants_result, &targets, store),
            None => self.opaque(dst, args, store),
        }
    }

    /// A call of which nothing is known.
    pub(super) fn opaque(&mut self, dst: Option<Var>, args: &[Var], store: &mut Store) -> bool {
        for &arg in args {
            store.hand_out(self.origin(arg));
        }
        self.disturb(store);
        if let Some(dst) = dst {
            self.define(dst, &Bound::Any, store);
        }
        true
    }

    /// The methods that a call runs, each with the receivers it is for; `None` if others may run as well.
    fn targets(&self, call: &Call<'_>) -> Option<Vec<(MethodId, Bound)>> {
        if self.shared.reach == Reach::Alone {
            return None;
        }
        let program = self.shared.program;
        let own = program.method(self.method).class;
        let one = |method: MethodId| {
            let receiver = call.args.first().map_or(Bound::Unmet, |&receiver| self.bounds[receiver].clone());
            self.is_open(method).then(|| vec![(method, receiver)])
        };
        match call.kind {
            InvokeKind::Static => one(program.resolve_method(call.reference)?),
            InvokeKind::Special => one(program.resolve_special(own, call.reference)?),
            InvokeKind::Virtual | InvokeKind::Interface => {
                let resolved = program.resolve_method(call.reference)?;
                if program.is_fixed(resolved) {
                    return one(resolved);
                }
                let Bound::Within(items, rests) = &self.bounds[*call.args.first()?] else {
                    return matches!(self.bounds[*call.args.first()?], Bound::Unmet).then(Vec::new);
                };
                let mut found: Vec<(MethodId, Bound)> = Vec::new();
                for &item in items {
                    let Some(class) = class_of(program, item)? else { continue };
                    let target = program.select(class, resolved)?;
                    if !self.is_open(target) {
                        return None;
                    }
                    let receiver = Bound::one(item).resting(*rests);
                    match found.iter_mut().find(|(method, _)| *method == target) {
                        Some((_, receivers)) => {
                            receivers.join(&receiver);
                        }
                        None => found.push((target, receiver)),
                    }
                }
                (found.len() <= TARGETS).then_some(found)
            }
        }
    }

    /// The method that a call runs, if that is one whose body is looked into.
    pub(super) fn one_target(&self, call: &Call<'_>) -> Option<MethodId> {
        match self.targets(call)?[..] {
            [(target, _)] => Some(target),
            _ => None,
        }
    }

    /// Whether the body of a method says what it does.
    fn is_open(&self, method: MethodId) -> bool {
        let program = self.shared.program;
        let data = program.method(method);
        let is_told = program.class(data.class).origin == Origin::Jdk && api::is_told(program.class_name(data.class));
        data.access & (access::NATIVE | access::ABSTRACT) == 0 && !is_told && self.shared.body(method).is_some()
    }

    /// Evaluates what a call runs.
    fn enter(&mut self, call: &Call<'_>, wants_result: bool, targets: &[(MethodId, Bound)], store: &mut Store) -> bool {
        let program = self.shared.program;
        let locks = targets.iter().any(|&(method, _)| program.method(method).access & access::SYNCHRONIZED != 0);
        if locks {
            self.disturb(store);
        }
        let origins: Vec<Var> = call.args.iter().map(|&arg| self.origin(arg)).collect();
        let mut summaries: Vec<Rc<Summary>> = Vec::new();
        for (target, receivers) in targets {
            let entry = self.entry(call, *target, (receivers, wants_result), (&origins, store));
            if self.shared.reach == Reach::All {
                self.callees.push(entry.clone());
            }
            summaries.push(summary(self.shared, entry));
        }
        let mut effects = Effects::default();
        summaries.iter().for_each(|summary| effects.add(&summary.effects));
        self.effects.add(&effects);
        let mut exits = summaries.iter().filter_map(|summary| summary.exit.as_ref());
        let Some(first) = exits.next() else { return false };
        let mut exit = first.clone();
        for other in exits {
            exit.result.join(&other.result);
            exit.store.meet(&other.store);
            exit.keeps_result &= other.keeps_result;
        }
        // What the callees could not see stays if they did not store there.
        let is_handed = |path: &Path| match path.root {
            Root::Var(var) => origins.contains(&var),
            Root::Static(_) => true,
            Root::Result => false,
        };
        let before = std::mem::take(store);
        for (path, bound) in before.known() {
            let stays = before.is_own(path) || !effects.may_change(path);
            if !is_handed(path) && stays {
                store.put(*path, bound.clone());
            }
        }
        before.kept().iter().filter(|var| !origins.contains(var)).for_each(|&var| store.keep(var));
        if let Some(dst) = call.dst {
            store.forget(Root::Var(dst));
        }
        for &(path, ref bound) in exit.store.known() {
            let root = match path.root {
                Root::Var(param) => match origins.get(param.index()) {
                    Some(&origin) if origins.iter().position(|&other| other == origin) == Some(param.index()) => {
                        Root::Var(origin)
                    }
                    _ => continue,
                },
                Root::Static(_) => path.root,
                Root::Result => match call.dst {
                    Some(dst) => Root::Var(dst),
                    None => continue,
                },
            };
            store.put(path.from(root), bound.clone());
        }
        for &param in exit.store.kept() {
            origins.get(param.index()).into_iter().for_each(|&origin| store.keep(origin));
        }
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
    fn note(&mut self, call: &Call<'_>, method: MethodId, store: &Store) {
        let origins: Vec<Var> = call.args.iter().map(|&arg| self.origin(arg)).collect();
        let receivers = call.args.first().map_or(Bound::Unmet, |&receiver| self.bounds[receiver].clone());
        let mut seen = store.clone();
        if self.shared.program.method(method).access & access::SYNCHRONIZED != 0 {
            self.disturb(&mut seen);
        }
        self.handed = Some(self.entry(call, method, (&receivers, true), (&origins, &seen)));
    }

    fn entry(
        &self,
        call: &Call<'_>,
        method: MethodId,
        (receivers, wants_result): (&Bound, bool),
        (origins, store): (&[Var], &Store),
    ) -> Entry {
        let mut arguments: Vec<Bound> = call.args.iter().map(|&arg| self.bounds[arg].clone()).collect();
        if call.kind != InvokeKind::Static {
            arguments[0] = receivers.clone();
        }
        let mut handed = Store::default();
        // Whether anybody else knows an object does not depend on who called.
        for (param, origin) in (0..).zip(origins) {
            if store.is_kept(*origin) && origins.iter().filter(|other| *other == origin).count() == 1 {
                handed.keep(Var(param));
            }
        }
        if self.depth >= DEPTH {
            let arguments = vec![Bound::Any; call.args.len()];
            return Entry { method, arguments, store: handed, wants_result, wants_heap: true, depth: DEPTH };
        }
        for &(path, ref bound) in store.known() {
            match path.root {
                Root::Var(var) => {
                    for (param, _) in (0..).zip(origins).filter(|&(_, &origin)| origin == var) {
                        handed.put(path.from(Root::Var(Var(param))), bound.clone());
                    }
                }
                Root::Static(_) => handed.put(path, bound.clone()),
                Root::Result => {}
            }
        }
        Entry { method, arguments, store: handed, wants_result, wants_heap: true, depth: self.depth + 1 }
    }
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

/// The class whose methods a value selects, none for null; `None` if it is not known.
pub(super) fn class_of(program: &Program, item: Item) -> Option<Option<ClassId>> {
    let known = program.well_known();
    Some(Some(match item {
        Item::Null => return Some(None),
        Item::Text(_) => known.string,
        Item::Class(_) => known.class,
        Item::Method(_) => known.method,
        Item::Constructor(_) => known.constructor,
        Item::Field(_) => known.field,
        Item::Object { ty, .. } => match program.class_of(ty) {
            Some(class) => class,
            None => known.object,
        },
        Item::Number(_) => return None,
    }))
}
