//! Calls whose inputs the defensive analysis bounds: what they reach is proven whatever code does that nobody looked at. Must not
//! know what flowed.

use crate::classpath::Origin;
use crate::defensive::{Bound, Callers, Item, Rests};
use crate::ir::Var;
use crate::ir::facts::statement_at;
use crate::program::lookup;
use crate::reflection::{Api, Effect, Kind, RSite, Role};

use super::view::View;

/// What is claimed of a call.
#[derive(Debug, Clone)]
pub(super) struct Claimed {
    pub(super) rests: Rests,
    /// What the call reaches, if its inputs alone say so.
    pub(super) targets: Option<Vec<Effect>>,
}

impl View<'_, '_> {
    /// The claim about all that decides at a call; `None` where something is not bounded.
    pub(super) fn claimed(&self, site: &RSite, api: &Api) -> Option<Claimed> {
        self.claim(site, api, &|vars| self.claims.at(site.method, site.offset, vars))
    }

    /// The same if nobody but the known callers calls the method, where they are known.
    pub(super) fn claimed_for_callers(&self, site: &RSite, api: &Api, callers: Callers<'_>) -> Option<Claimed> {
        callers(site.method)?;
        self.claim(site, api, &|vars| self.claims.at_for_callers((site.method, site.offset), vars, callers))
    }

    fn claim(&self, site: &RSite, api: &Api, bounds_of: &dyn Fn(&[Var]) -> Vec<Bound>) -> Option<Claimed> {
        let is_own =
            site.written && !self.may_be_mapped(site, api) && self.state.instance(site.inst).method == site.method;
        // Calls of the JDK's own are nobody's question.
        let is_jdk = self.program.origin_of(site.method) == Origin::Jdk;
        if !is_own || is_jdk || self.rules.are_local() || site.vars.is_empty() {
            return None;
        }
        let deciding: Vec<(Role, usize)> = api.inputs.iter().copied().filter(|&(role, _)| role.decides()).collect();
        let body = self.body_of(site)?;
        let (block, nth) = statement_at(body, site.offset)?;
        let mut vars = deciding.iter().map(|&(_, at)| site.vars.get(at).copied()).collect::<Option<Vec<_>>>()?;
        let dst = body.blocks[block].stmts[nth as usize].op.dst();
        vars.extend(dst);
        let mut bounds = bounds_of(&vars);
        let result = dst.and_then(|_| bounds.pop());
        let mut rests = Rests::default();
        let mut acts_on: Option<&Bound> = None;
        for (&(role, _), bound) in deciding.iter().zip(&bounds) {
            if role == Role::Receiver {
                continue;
            }
            match bound {
                Bound::Within(items, on) if items.iter().all(|&item| decides(role, item)) => rests = rests.and(*on),
                _ => return None,
            }
            // Libraries take a class for one in which a member is looked for.
            let is_acted_on = match role {
                Role::Member => true,
                Role::Class => !api.of_library || api.acts_on_receiver_class(),
                _ => false,
            };
            if is_acted_on && api.kind == Kind::Action {
                acts_on = Some(bound);
            }
        }
        // What is proven rests on no locks: objects that other threads may see claim nothing here.
        if rests.has(Rests::RACE_FREE) {
            return None;
        }
        if deciding.iter().all(|&(role, _)| role == Role::Receiver)
            || (rests.has(Rests::LOADERS) && self.has_own_loaders())
            || (rests.has(Rests::NO_UNSAFE_WRITES) && self.opens_finals)
        {
            return None;
        }
        let receiver = deciding.iter().position(|&(role, _)| role == Role::Receiver).map(|at| &bounds[at]);
        if let Some(receiver) = receiver {
            match (receiver, acts_on) {
                (Bound::Within(_, on), _) if !on.has(Rests::RACE_FREE) => rests = rests.and(*on),
                // No receiver decides which method of these runs.
                (_, Some(members)) if self.are_fixed(members) => {}
                _ => return None,
            }
        }
        let targets = match (api.kind, acts_on) {
            (Kind::Action, Some(members)) => self.acted_on(members),
            (Kind::ClassSource | Kind::Member, _) => result.as_ref().and_then(found),
            _ => None,
        };
        Some(Claimed { rests, targets: targets.filter(|targets| !targets.is_empty()) })
    }

    /// The variables that decide at a call, the receiver aside.
    pub(super) fn deciding(&self, site: &RSite, api: &Api) -> Vec<Var> {
        let deciding = api.inputs.iter().filter(|(role, _)| role.decides() && *role != Role::Receiver);
        deciding.filter_map(|&(_, at)| site.vars.get(at).copied()).collect()
    }

    /// Whether each method is run as it is, whatever the receiver (JVMS 5.4.6).
    fn are_fixed(&self, members: &Bound) -> bool {
        let is_fixed = |&item: &Item| match item {
            Item::Method(method) => self.program.is_fixed(method),
            Item::Field(_) | Item::Constructor(_) | Item::Null => true,
            _ => false,
        };
        members.items().is_some_and(|items| items.iter().all(is_fixed))
    }

    /// What is acted on, where the member alone says so.
    fn acted_on(&self, members: &Bound) -> Option<Vec<Effect>> {
        let effect = |&item: &Item| match item {
            Item::Method(method) if self.program.is_fixed(method) => Some(Effect::Method(method)),
            Item::Constructor(constructor) => Some(Effect::Constructor(constructor)),
            Item::Field(field) => Some(Effect::Field(field)),
            // Of a class its constructor without parameters, which is not named at the call.
            Item::Class(ty) => lookup::declared_constructor(self.program, ty, &[]).map(|_| Effect::Class(ty)),
            _ => None,
        };
        members.items()?.iter().filter(|&&item| item != Item::Null).map(effect).collect()
    }
}

/// Whether a value that plays a part says by itself what it stands for; an array of classes does not.
fn decides(role: Role, item: Item) -> bool {
    match role {
        Role::Name => matches!(item, Item::Text(_) | Item::Null),
        Role::Class => matches!(item, Item::Class(_) | Item::Null),
        Role::Member => matches!(item, Item::Method(_) | Item::Constructor(_) | Item::Field(_) | Item::Null),
        _ => false,
    }
}

/// What a look-up gives.
fn found(result: &Bound) -> Option<Vec<Effect>> {
    let effect = |&item: &Item| match item {
        Item::Class(ty) => Some(Effect::Class(ty)),
        Item::Method(method) => Some(Effect::Method(method)),
        Item::Constructor(constructor) => Some(Effect::Constructor(constructor)),
        Item::Field(field) => Some(Effect::Field(field)),
        _ => None,
    };
    result.items()?.iter().filter(|&&item| item != Item::Null).map(effect).collect()
}
