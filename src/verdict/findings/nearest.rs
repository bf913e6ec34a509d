//! The value that decides a call, as the method of the call has it: read from its code through casts, joins, look-ups and operations
//! on texts, and through methods that look up what they are given by name. It is what a reader sees at the call, and right
//! whatever else may come there. Must not know where the value comes from before, or rules.

use super::super::rows::Row;
use super::super::view::View;
use super::case::Case;
use crate::base::{FxHashSet, FxIndexSet};
use crate::heap::{ObjId, ObjKind, Site, SiteId};
use crate::ir::facts::{Def, Facts};
use crate::ir::{Op, Stmt, Var};
use crate::pointsto::InstId;
use crate::program::{MethodId, access};
use crate::reflection::{ApiTable, Attempt, Gives, Kind, Role, SiteKey};
use crate::strings::operations;

/// Most variables that one search looks at.
const VARIABLES: usize = 256;
/// Most methods between a call and the look-up whose name it gives.
const CALLS: u32 = 3;
/// Most look-ups in methods that one call runs.
const LOOK_UPS: usize = 8;
/// A variable that holds so many values is no source of more than are told apart.
const FEW: usize = 16;

/// A parameter of a method, a field that it reads, a call that it makes; or the object that it is called on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Value {
    From(SiteId),
    This,
}

/// What decides at a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Decides {
    pub(super) value: Value,
    /// It is the class of the value that does.
    pub(super) of_class: bool,
}

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sought {
    /// Where something unknown comes from.
    Unknown,
    /// Where more values come from than are told apart, all of which may be known.
    Many,
}

/// The call, field or parameter that more values come from at a call than are told apart; `None` where the code names no one
/// place.
pub(super) fn many(case: &Case<'_, '_, '_>, row: &Row) -> Option<SiteId> {
    let key = row.key?;
    let mut search = Search::new(case, Sought::Many);
    search.roles(key, case.judge.sites[&key].roles.iter().map(|&(role, _)| role).filter(|role| role.decides()), 0);
    match search.found.iter().collect::<Vec<_>>()[..] {
        [&Decides { value: Value::From(site), .. }] => Some(site),
        _ => None,
    }
}

/// The calls, fields and parameters next to a call that what is unknown there is read from, as its own code and helpers have it; none
/// where the object that the method is called on is among them.
pub(super) fn places(case: &Case<'_, '_, '_>, row: &Row) -> Vec<SiteId> {
    let (Some(key), Some(judgement)) = (row.key, &row.judgement) else { return Vec::new() };
    let place = |decides: &Decides| match decides.value {
        Value::From(site) => Some(site),
        Value::This => None,
    };
    deciding(case, key, &judgement.unknown).iter().map(place).collect::<Option<Vec<SiteId>>>().unwrap_or_default()
}

/// What decides what is unknown at a call, in the order of its code.
pub(super) fn deciding(case: &Case<'_, '_, '_>, key: SiteKey, unknown: &[(Role, ObjId)]) -> FxIndexSet<Decides> {
    let mut search = Search::new(case, Sought::Unknown);
    search.call(key, unknown, CALLS);
    search.found
}

/// What decides that a variable of a method is unknown, in any of its instances.
pub(super) fn of_argument(
    case: &Case<'_, '_, '_>,
    (instances, method): (&[InstId], MethodId),
    var: Var,
    of_class: bool,
) -> FxIndexSet<Decides> {
    let mut search = Search::new(case, Sought::Unknown);
    if let Some(body) = case.ask.body(method) {
        let facts = Facts::of(body);
        instances.iter().for_each(|&inst| search.var((inst, &facts), var, of_class, CALLS));
    }
    search.found
}

struct Search<'s, 'c, 'j, 'a> {
    case: &'s Case<'c, 'j, 'a>,
    sought: Sought,
    seen: FxHashSet<(InstId, Var)>,
    /// Arrays of which what is looked for is taken.
    arrays: FxHashSet<(InstId, Var)>,
    /// Arrays that a call is given as they are.
    given: FxHashSet<(InstId, Var)>,
    /// What decides, in the order it was found.
    found: FxIndexSet<Decides>,
}

impl<'s, 'c, 'j, 'a> Search<'s, 'c, 'j, 'a> {
    fn new(case: &'s Case<'c, 'j, 'a>, sought: Sought) -> Self {
        let (seen, arrays, given) = Default::default();
        Self { case, sought, seen, arrays, given, found: FxIndexSet::default() }
    }

    /// What is unknown at a reflective call, from what it is given.
    fn call(&mut self, key: SiteKey, unknown: &[(Role, ObjId)], calls: u32) {
        self.roles(key, unknown.iter().map(|&(role, _)| role), calls);
    }

    /// What comes to a reflective call in some of its roles.
    fn roles(&mut self, key: SiteKey, roles: impl Iterator<Item = Role>, calls: u32) {
        let judge = self.case.judge;
        let site = &judge.sites[&key];
        let Some(body) = judge.body_of(site) else { return };
        let facts = Facts::of(body);
        let roles: FxIndexSet<Role> = roles.collect();
        for role in roles.into_iter().filter(|role| !matches!(role, Role::Arguments | Role::Loader)) {
            let api = View::api(key);
            // The interfaces of a proxy stand in an array, which is given as it is.
            let in_array = api.position(Role::Arguments).filter(|_| role == Role::Class);
            if let Some(&var) = api.position(role).or(in_array).and_then(|at| site.vars.get(at)) {
                if api.position(role).is_none() {
                    self.given.insert((site.inst, var));
                }
                self.var((site.inst, &facts), var, false, calls);
            }
        }
    }

    fn var(&mut self, at: (InstId, &Facts<'_>), var: Var, of_class: bool, calls: u32) {
        let (inst, facts) = at;
        if self.seen.len() >= VARIABLES || !self.seen.insert((inst, var)) {
            return;
        }
        let body = facts.body();
        match facts.def(var) {
            Def::Param if self.may_decide(inst, var) => {
                let method = self.method(inst);
                let program = self.case.judge.program;
                let is_static = program.method(method).access & access::STATIC != 0;
                match (var.index() as u16).checked_sub(u16::from(!is_static)) {
                    Some(index) => self.add(Site::Param(method, index), of_class),
                    None => drop(self.found.insert(Decides { value: Value::This, of_class })),
                }
            }
            Def::Param | Def::Caught(_) => {}
            Def::Phi(block, nth) => {
                for &arg in &body.blocks[block].phis[nth as usize].args {
                    self.var(at, arg, of_class, calls);
                }
            }
            Def::Stmt(block, nth) => {
                self.defined(at, &body.blocks[block].stmts[nth as usize], var, of_class, calls);
            }
        }
    }

    /// A variable that a statement defines.
    fn defined(&mut self, at: (InstId, &Facts<'_>), stmt: &Stmt, var: Var, of_class: bool, calls: u32) {
        match &stmt.op {
            Op::Cast { src, .. } => self.var(at, *src, of_class, calls),
            Op::ArrayLoad { array, .. } => {
                // Of the array itself there may be one.
                if self.may_decide(at.0, var) {
                    self.arrays.insert((at.0, *array));
                }
                self.var(at, *array, of_class, calls);
            }
            Op::GetField { field, .. } | Op::GetStatic { field, .. } if self.may_decide(at.0, var) => {
                if let Some(field) = self.case.judge.program.resolve_field(*field) {
                    self.add(Site::Field(field), of_class);
                }
            }
            // An array that is made there holds what is put into it.
            Op::NewArray { .. } => {
                let stmts = at.1.body().blocks.iter().flat_map(|block| &block.stmts);
                let stored = stmts.filter_map(|stmt| match stmt.op {
                    Op::ArrayStore { array, value, .. } if array == var => Some(value),
                    _ => None,
                });
                stored.for_each(|value| self.var(at, value, of_class, calls));
            }
            // What joins texts (JLS 15.18.1).
            Op::InvokeDynamic { args, .. } => args.iter().for_each(|&arg| self.var(at, arg, of_class, calls)),
            Op::Invoke { method, args, .. } => {
                let judge = self.case.judge;
                if let Some(key) = judge.site_at(self.method(at.0), stmt.offset) {
                    return self.looked_up(at, key, var, of_class, calls);
                }
                if !self.may_decide(at.0, var) {
                    return;
                }
                let called = judge.program.resolve_method(*method);
                if called.is_some_and(|called| self.gives_class_of_object(called)) {
                    return self.var(at, args[0], true, calls);
                }
                if let Some(&passed) = called.and_then(|called| args.get(self.passed_on(called)?)) {
                    return self.var(at, passed, of_class, calls);
                }
                if called.is_some_and(|called| self.is_of_text(called)) {
                    let before = self.found.len();
                    args.iter().for_each(|&arg| self.var(at, arg, of_class, calls));
                    if self.found.len() > before {
                        return;
                    }
                } else if calls > 0 && self.given_to_look_up(at, stmt.offset, args, var, calls - 1) {
                    return;
                }
                self.add(Site::At(self.method(at.0), stmt.offset), of_class);
            }
            _ => {}
        }
    }

    /// A variable that a reflective call of the method gives.
    fn looked_up(&mut self, at: (InstId, &Facts<'_>), key: SiteKey, var: Var, of_class: bool, calls: u32) {
        let judge = self.case.judge;
        let api = View::api(key);
        let judged = judge.judge(key);
        if self.sought == Sought::Many && api.kind != Kind::Flow {
            let roles = judge.sites[&key].roles.iter().map(|&(role, _)| role);
            return self.roles(key, roles.filter(|role| role.decides()), calls);
        }
        if !judged.unknown.is_empty() {
            return self.call(key, &judged.unknown, calls);
        }
        let vars = &judge.sites[&key].vars;
        let passed = [Role::Mirror, Role::Subject].into_iter().find_map(|role| vars.get(api.position(role)?));
        match passed {
            Some(&passed) if api.kind == Kind::Flow => {
                let gives_class = self.holds(at.0, var, is_class) && !self.holds(at.0, passed, is_class);
                self.var(at, passed, of_class || gives_class, calls);
            }
            _ if judged.tier.is_incomplete() && self.may_decide(at.0, var) => {
                self.found.insert(Decides { value: Value::From(key.site), of_class });
            }
            _ => {}
        }
    }

    /// Whether a call gives what a look-up in the method that it runs makes of one of its arguments, which then decides.
    fn given_to_look_up(&mut self, at: (InstId, &Facts<'_>), offset: u32, args: &[Var], var: Var, calls: u32) -> bool {
        let (judge, caller) = (self.case.judge, self.method(at.0));
        let Some(node) = judge.state.instance(at.0).var(var) else { return false };
        let site = judge.heap.site(Site::At(caller, offset));
        let origins = judge.core.pts(node).iter().filter_map(|obj| judge.heap.kind(ObjId(obj)).origin());
        let run = origins.filter_map(|origin| match judge.heap.site_data(origin) {
            Site::At(callee, within) if judge.state.call_kind(site, caller, callee).is_some() => {
                Some((callee, judge.site_at(callee, within)?))
            }
            _ => None,
        });
        let mut look_ups: FxIndexSet<(MethodId, SiteKey)> = run.collect();
        // Objects have their numbers in the order of the work.
        look_ups.sort_by_cached_key(|&(callee, key)| (judge.program.method_id(callee), judge.heap.offset_of(key.site)));
        let mut deciding: FxIndexSet<Var> = FxIndexSet::default();
        for (callee, key) in look_ups.into_iter().take(LOOK_UPS) {
            let judged = judge.judge(key);
            let mut inside = Search::new(self.case, self.sought);
            inside.call(key, &judged.unknown, calls);
            let own = usize::from(judge.program.method(callee).access & access::STATIC == 0);
            deciding.extend(inside.found.iter().filter_map(|decides| {
                let Value::From(site) = decides.value else { return None };
                let Site::Param(of, index) = judge.heap.site_data(site) else { return None };
                args.get(usize::from(index) + own).copied().filter(|_| of == callee)
            }));
        }
        let before = self.found.len();
        deciding.into_iter().for_each(|arg| self.var(at, arg, false, calls));
        self.found.len() > before
    }

    fn add(&mut self, site: Site, of_class: bool) {
        self.found.insert(Decides { value: Value::From(self.case.judge.heap.site(site)), of_class });
    }

    fn method(&self, inst: InstId) -> MethodId {
        self.case.judge.state.instance(inst).method
    }

    /// Whether a variable may hold what is looked for; whether one that has no node holds something unknown nobody can tell.
    fn may_decide(&self, inst: InstId, var: Var) -> bool {
        let judge = self.case.judge;
        let Some(node) = judge.state.instance(inst).var(var) else {
            return self.sought == Sought::Unknown || self.arrays.contains(&(inst, var));
        };
        let set = judge.core.pts(node);
        let mut kinds = set.iter().map(|obj| judge.heap.kind(ObjId(obj)));
        match self.sought {
            // An array is known where what is in it is not.
            Sought::Unknown => {
                let of_array = self.given.contains(&(inst, var)) || self.arrays.contains(&(inst, var));
                of_array || kinds.any(|kind| kind.origin().is_some())
            }
            Sought::Many => set.len() > FEW || self.arrays.contains(&(inst, var)),
        }
    }

    fn holds(&self, inst: InstId, var: Var, is_it: impl Fn(ObjKind) -> bool) -> bool {
        let judge = self.case.judge;
        let node = judge.state.instance(inst).var(var);
        node.is_some_and(|node| judge.core.pts(node).iter().any(|obj| is_it(judge.heap.kind(ObjId(obj)))))
    }

    /// Whether a call gives the class of the object that it is of.
    fn gives_class_of_object(&self, method: MethodId) -> bool {
        let known = ApiTable::get().known(self.case.judge.program, method);
        known.is_some_and(|row| row.gives == Some(Gives::ClassOfObject))
    }

    /// Which of its arguments, a class, a method gives back after a test of it.
    fn passed_on(&self, method: MethodId) -> Option<usize> {
        let row = ApiTable::get().known(self.case.judge.program, method)?;
        matches!(row.attempt(), Some(Attempt::AsSubclass)).then(|| row.position(Role::Mirror)).flatten()
    }

    /// Whether a method makes a text of others.
    fn is_of_text(&self, method: MethodId) -> bool {
        operations::of_method(self.case.judge.program, method).is_some()
    }
}

fn is_class(kind: ObjKind) -> bool {
    matches!(kind, ObjKind::Class { .. } | ObjKind::UnknownClass { .. })
}
