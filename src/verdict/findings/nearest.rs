//! The value that decides a call, as the method of the call has it: read from its code through casts, joins, look-ups and operations
//! on texts, and through methods that look up what they are given by name. It is what a reader sees at the call, and right
//! whatever else may come there. Must not know where the value comes from before, or rules.

use super::super::asked::key_at;
use super::super::rows::Row;
use super::super::view::View;
use super::case::Case;
use super::deciding::{input, is_told, member, subject};
use crate::base::{FxHashSet, FxIndexSet};
use crate::heap::{MemberKind, ObjId, ObjKind, Site, SiteId};
use crate::ir::facts::{Def, Facts};
use crate::ir::{Op, Stmt, Var};
use crate::pointsto::InstId;
use crate::program::{MethodId, access};
use crate::reflection::{ApiTable, Gives, Kind, Role, SiteKey};
use crate::result::Input;
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
enum Value {
    From(SiteId),
    This,
}

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sought {
    /// Where something unknown comes from.
    Unknown,
    /// Where more values come from than are told apart, all of which may be known.
    Many,
}

/// How a finding names what decides at a call.
pub(super) struct Told {
    pub(super) subject: String,
    /// Where it is read; none of the object that the method is called on, and of what comes from afar.
    pub(super) input: Option<Input>,
    /// Nothing else decides.
    pub(super) is_alone: bool,
    /// It names nothing, but is a member itself, of this kind.
    pub(super) member: Option<MemberKind>,
}

/// What decides at a call whose first origin is `origin`: what is next to it, or the origin, where that says more or the code does
/// not say it.
pub(super) fn told(case: &Case<'_, '_, '_>, row: &Row, origin: SiteId) -> Told {
    nearest(case, row, origin).unwrap_or_else(|| Told {
        subject: subject(case.judge, origin),
        input: (!is_from_afar(case, row, origin)).then(|| input(case.judge, origin)).flatten(),
        is_alone: row.judgement.as_ref().is_some_and(|j| j.origins.len() == 1),
        member: member(case.judge, origin),
    })
}

/// The call, field or parameter that more values come from at a call than are told apart; `None` where the code names no one
/// place.
pub(super) fn many(case: &Case<'_, '_, '_>, row: &Row) -> Option<SiteId> {
    let key = row.key?;
    let mut search = Search::new(case, Sought::Many);
    search.roles(key, case.judge.sites[&key].roles.iter().map(|&(role, _)| role).filter(|role| role.decides()), 0);
    match search.found.iter().collect::<Vec<_>>()[..] {
        [&(Value::From(site), _)] => Some(site),
        _ => None,
    }
}

/// The calls, fields and parameters next to a call that what is unknown there is read from, as its own code and helpers have it; none
/// where the object that the method is called on is among them.
pub(super) fn places(case: &Case<'_, '_, '_>, row: &Row) -> Vec<SiteId> {
    let (Some(key), Some(judgement)) = (row.key, &row.judgement) else { return Vec::new() };
    let mut search = Search::new(case, Sought::Unknown);
    search.call(key, &judgement.unknown, CALLS);
    let place = |&(value, _): &(Value, bool)| match value {
        Value::From(site) => Some(site),
        Value::This => None,
    };
    search.found.iter().map(place).collect::<Option<Vec<SiteId>>>().unwrap_or_default()
}

/// Whether all that is unknown is what code decides that the call runs, by a value of which nobody sees how it comes there.
pub(super) fn is_from_afar(case: &Case<'_, '_, '_>, row: &Row, origin: SiteId) -> bool {
    let is_at_call = match case.judge.heap.site_data(origin) {
        Site::At(method, _) | Site::Param(method, _) => method == row.source,
        _ => false,
    };
    let is_of_others = row.judgement.as_ref().is_some_and(|j| j.unknown.is_empty());
    is_of_others && !is_at_call && !is_told(case, row, origin)
}

fn nearest(case: &Case<'_, '_, '_>, row: &Row, origin: SiteId) -> Option<Told> {
    let unknown = &row.judgement.as_ref()?.unknown;
    // The message is about what the first of them is to the call.
    let is_first =
        |role: Role| unknown.first().is_some_and(|&(first, _)| (first == Role::Handler) == (role == Role::Handler));
    let unknown: Vec<(Role, ObjId)> = unknown.iter().copied().filter(|&(role, _)| is_first(role)).collect();
    let mut search = Search::new(case, Sought::Unknown);
    search.call(row.key?, &unknown, CALLS);
    let &(value, of_class) = search.found.first()?;
    let (subject, input, has_key) = match value {
        Value::From(site) => (subject(case.judge, site), input(case.judge, site), key_at(case.judge, site).is_some()),
        Value::This => ("the object itself".to_owned(), None, false),
    };
    let member = match value {
        Value::From(site) if !of_class => member(case.judge, site).or_else(|| given_as_member(case, row, site)),
        _ => None,
    };
    let subject = if of_class { format!("the class of {subject}") } else { subject };
    let says_more = has_key || !is_told(case, row, origin);
    says_more.then(|| Told { subject, input, is_alone: search.found.len() == 1, member })
}

/// What sort of member a value is that comes to a call as the member it acts on, be it cast to that alone.
fn given_as_member(case: &Case<'_, '_, '_>, row: &Row, from: SiteId) -> Option<MemberKind> {
    let (judge, key) = (case.judge, row.key?);
    let (site, api) = (&judge.sites[&key], View::api(key));
    let &var = site.vars.get(api.position(Role::Member)?)?;
    let facts = Facts::of(judge.body_of(site)?);
    let place = match facts.stmt(facts.behind_casts(var)).map(|stmt| (&stmt.op, stmt.offset)) {
        Some((Op::Invoke { .. }, offset)) if judge.site_at(site.method, offset).is_none() => {
            Site::At(site.method, offset)
        }
        Some((Op::GetField { field, .. } | Op::GetStatic { field, .. }, _)) => {
            Site::Field(judge.program.resolve_field(*field)?)
        }
        _ => return None,
    };
    (judge.heap.site(place) == from).then(|| api.acts_on()).flatten()
}

struct Search<'s, 'c, 'j, 'a> {
    case: &'s Case<'c, 'j, 'a>,
    sought: Sought,
    seen: FxHashSet<(InstId, Var)>,
    /// Arrays of which what is looked for is taken.
    arrays: FxHashSet<(InstId, Var)>,
    /// Arrays that a call is given as they are.
    given: FxHashSet<(InstId, Var)>,
    /// What decides, and whether its class does, in the order it was found.
    found: FxIndexSet<(Value, bool)>,
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
                    None => drop(self.found.insert((Value::This, of_class))),
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
                self.found.insert((Value::From(key.site), of_class));
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
            deciding.extend(inside.found.iter().filter_map(|&(value, _)| {
                let Value::From(site) = value else { return None };
                let Site::Param(of, index) = judge.heap.site_data(site) else { return None };
                args.get(usize::from(index) + own).copied().filter(|_| of == callee)
            }));
        }
        let before = self.found.len();
        deciding.into_iter().for_each(|arg| self.var(at, arg, false, calls));
        self.found.len() > before
    }

    fn add(&mut self, site: Site, of_class: bool) {
        self.found.insert((Value::From(self.case.judge.heap.site(site)), of_class));
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
            Sought::Unknown => self.given.contains(&(inst, var)) || kinds.any(|kind| kind.origin().is_some()),
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

    /// Whether a method makes a text of others.
    fn is_of_text(&self, method: MethodId) -> bool {
        operations::of_method(self.case.judge.program, method).is_some()
    }
}

fn is_class(kind: ObjKind) -> bool {
    matches!(kind, ObjKind::Class { .. } | ObjKind::UnknownClass { .. })
}
