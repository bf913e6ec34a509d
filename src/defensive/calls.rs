//! What is known of a call: which methods it runs (D12). Must not know what methods of the JDK give that are not looked at, nor
//! what comes of those that are.

use super::bound::{Bound, Item, Rests};
use super::call::{Call, Outcome};
use super::frame::Frame;
use super::store::{Path, Root, Step, Store};
use super::summary::Reach;
use super::target::Target;
use super::{api, mirrors, texts, whole};
use crate::classfile::InvokeKind;
use crate::classpath::Origin;
use crate::ir::{BlockId, Var};
use crate::program::{ClassId, MethodId, MethodRef, Program, access};

/// Most methods that one call may run.
const TARGETS: usize = 8;

impl Frame<'_, '_> {
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
        match self.targets(&call, store) {
            Some(targets) if targets.is_empty() => false,
            Some(targets) => {
                for target in targets.iter().filter(|target| target.by_function) {
                    self.initialise(program.method(target.method).class, store);
                }
                self.enter(&call, wants_result, &targets, store)
            }
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

    /// The methods that a call runs; `None` if others may run as well.
    fn targets(&self, call: &Call<'_>, store: &Store) -> Option<Vec<Target>> {
        if self.shared.reach == Reach::Alone {
            return None;
        }
        let program = self.shared.program;
        let own = program.method(self.method).class;
        let one = |method: MethodId| self.is_open(method).then(|| vec![Target::named(method, call.args)]);
        match call.kind {
            InvokeKind::Static => one(whole::method(program, call.reference)?),
            InvokeKind::Special => one(whole::special(program, own, call.reference)?),
            InvokeKind::Virtual | InvokeKind::Interface => {
                let resolved = whole::method(program, call.reference)?;
                if program.is_fixed(resolved) {
                    return one(resolved);
                }
                let receivers = &self.bounds[*call.args.first()?];
                let mut found = Vec::new();
                let mut others = receivers.clone();
                if let Bound::Within(items, rests) = receivers {
                    let (functions, rest): (Vec<Item>, Vec<Item>) =
                        items.iter().partition(|item| matches!(item, Item::Function { .. }));
                    for item in functions {
                        found.extend(self.run_by_function(call, (item, *rests), resolved, store)?);
                    }
                    others = Bound::of(rest, *rests);
                }
                let selected = self.selected_by(&others, resolved)?;
                found.extend(selected.into_iter().map(|(method, of)| Target::selected(method, call.args, of)));
                // That nothing is called, as all is null, is what a claim may not rest on.
                let is_sure = !found.is_empty() || receivers.rests() == Rests::default();
                let is_known = is_sure && found.len() <= TARGETS && found.iter().all(|of| self.is_open(of.method));
                is_known.then_some(found)
            }
        }
    }

    /// The methods that receivers select, each with those it is for; `None` if others may be selected as well.
    pub(super) fn selected_by(&self, receivers: &Bound, resolved: MethodId) -> Option<Vec<(MethodId, Bound)>> {
        let program = self.shared.program;
        let mut found: Vec<(MethodId, Bound)> = Vec::new();
        for &item in receivers.items()? {
            let Some(class) = class_of(program, item)? else { continue };
            let target = whole::select(program, class, resolved)?;
            let receiver = Bound::one(item).resting(receivers.rests());
            match found.iter_mut().find(|(method, _)| *method == target) {
                Some((_, receivers)) => {
                    receivers.join(&receiver);
                }
                None => found.push((target, receiver)),
            }
        }
        Some(found)
    }

    /// The method that a call runs, if that is one whose body is looked into, and whether a function object runs it.
    pub(super) fn one_target(&self, call: &Call<'_>) -> Option<(MethodId, bool)> {
        match &self.targets(call, &Store::default())?[..] {
            [target] => Some((target.method, target.by_function)),
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
        Item::Number(_) | Item::Function { .. } => return None,
    }))
}
