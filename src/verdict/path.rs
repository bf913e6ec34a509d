//! The journeys of values to a site, in steps a person can follow: of an unknown from its birth, and of the names and classes
//! behind the targets from where they are written. Must not know findings.

use std::cell::RefCell;
use std::rc::Rc;

use crate::base::{FxHashMap, FxIndexMap, FxIndexSet};
use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind, Site, SiteId};
use crate::ir::Stmt;
use crate::pointsto::{NodeId, NodeInfo, Paths, Way};
use crate::program::TypeId;
use crate::reflection::{API, Effect, Kind, Role, SiteKey};

use super::hops::{Hops, is_same};
use super::rows::{Row, place_of, target};
use super::tiers::Judge;
use crate::result::{Flow, FlowOf, Step};

/// Most edges one search looks at.
const LIMIT: usize = 50_000;
/// Most edges all searches together look at.
const EFFORT: usize = 4_000_000;
/// Most look-ups that are looked at on the way back to an origin.
const LOOK_UPS: usize = 100;
/// Most look-ups behind each other that are followed back from a target.
const DEPTH: u32 = 8;
/// Most steps that are shown.
const STEPS: usize = 20;
/// Targets of a site whose flows are shown.
const TARGETS: usize = 3;

/// Unknown inputs of a site with their roles.
type Unknowns = Rc<[(Role, ObjId)]>;

/// What a value names, and its way to a site.
type Named = (FlowOf, Vec<Step>);

/// Finds journeys.
pub(super) struct Journeys<'h, 'j, 'a> {
    judge: &'h Judge<'j, 'a>,
    paths: Paths<'j, 'a>,
    hops: Hops<'h, 'j, 'a>,
    /// Reflective calls by their instruction.
    at_site: FxHashMap<SiteId, Vec<SiteKey>>,
    /// Unknown inputs of look-ups.
    judged: RefCell<FxHashMap<SiteKey, Unknowns>>,
    /// Ways to look-ups: many calls use what one look-up gives.
    known: RefCell<FxHashMap<(SiteKey, Effect), Vec<Named>>>,
    /// Steps that several journeys share.
    table: RefCell<FxIndexSet<Step>>,
}

impl<'h, 'j, 'a> Journeys<'h, 'j, 'a> {
    pub(super) fn new(judge: &'h Judge<'j, 'a>) -> Self {
        let paths = Paths::new(judge.core, judge.state, EFFORT);
        let mut at_site: FxHashMap<SiteId, Vec<SiteKey>> = FxHashMap::default();
        for &key in judge.sites.keys() {
            at_site.entry(key.site).or_default().push(key);
        }
        Self {
            judge,
            paths,
            hops: Hops::new(judge),
            at_site,
            known: RefCell::default(),
            judged: RefCell::default(),
            table: RefCell::default(),
        }
    }

    // ---- Unknowns ----------------------------------------------------------------------------------------------------

    /// Steps from the birth place `origin` of an unknown to the site of `row`.
    pub(super) fn of_unknown(&self, row: &Row, origin: SiteId) -> Vec<Step> {
        let mut steps = Vec::new();
        if let Some(place) = place_of(self.judge, origin) {
            let what = super::spec_entry::call_at(self.judge, origin).unwrap_or_else(|| "a caller".to_owned());
            steps.push(Step { place, message: format!("\"{what}\" gives the value") });
        }
        if let (Some(key), Some(j)) = (row.key, &row.judgement) {
            steps.extend(self.travel(key, &j.unknown, origin));
        }
        finished(steps, row)
    }

    /// Steps from `origin` to the roles of a site, through the look-ups that made something of the value on its way: as few
    /// of them as there can be.
    fn travel(&self, key: SiteKey, unknown: &[(Role, ObjId)], origin: SiteId) -> Vec<Step> {
        let judge = self.judge;
        // By look-up: where what it gives goes next.
        let mut next: FxIndexMap<SiteKey, Option<(SiteKey, Role, ObjId)>> = FxIndexMap::from_iter([(key, None)]);
        let mut at = 0;
        let (mut on, role, obj) = loop {
            let Some((&on, _)) = next.get_index(at).filter(|_| at < LOOK_UPS) else { return Vec::new() };
            at += 1;
            let inputs = if on == key { unknown.into() } else { self.unknown(on) };
            let is_from_origin = |&&(role, obj): &&(Role, ObjId)| {
                !matches!(role, Role::Arguments | Role::Mirror) && judge.is_born_at(obj, origin)
            };
            let mut end = None;
            for &(role, obj) in inputs.iter().filter(is_from_origin) {
                let made_at = judge.heap.kind(obj).origin().filter(|&site| site != origin);
                match made_at.and_then(|site| self.at_site.get(&site)?.iter().find(|other| **other != on)) {
                    Some(&look_up) => drop(next.entry(look_up).or_insert(Some((on, role, obj)))),
                    None => end = end.or(Some((on, role, obj))),
                }
            }
            if let Some(end) = end {
                break end;
            }
        };
        let mut steps = self.hops_to(on, role, obj);
        while let Some(&Some((to, role, obj))) = next.get(&on) {
            steps.extend(self.looked_up(on));
            steps.extend(self.hops_to(to, role, obj));
            on = to;
        }
        steps
    }

    fn hops_to(&self, key: SiteKey, role: Role, obj: ObjId) -> Vec<Step> {
        let judge = self.judge;
        let mut nodes =
            judge.sites[&key].roles.iter().filter(|&&(r, node)| r == role && judge.core.pts(node).contains(obj.0));
        let Some(&(_, node)) = nodes.next() else { return Vec::new() };
        self.hops.steps(&self.paths.shortest(obj, node, LIMIT, &|_| false))
    }

    /// The unknown inputs of a site.
    fn unknown(&self, key: SiteKey) -> Unknowns {
        if let Some(known) = self.judged.borrow().get(&key) {
            return known.clone();
        }
        let unknown: Unknowns = self.judge.judge(key).unknown.into();
        self.judged.borrow_mut().insert(key, unknown.clone());
        unknown
    }

    fn looked_up(&self, key: SiteKey) -> Option<Step> {
        let short = API[key.api as usize].short_name();
        Some(Step { place: place_of(self.judge, key.site)?, message: format!("\"{short}\" looks it up") })
    }

    // ---- Targets -----------------------------------------------------------------------------------------------------

    /// How some targets of a site came to it: those of the application before those of libraries and the JDK.
    pub(super) fn flows(&self, row: &Row) -> Vec<Flow> {
        let Some(key) = row.key else { return Vec::new() };
        let program = self.judge.program;
        let mut chosen: Vec<(Origin, usize, Effect)> = Vec::new();
        for &effect in &self.judge.sites[&key].effects {
            if let Ok(at) = row.row.targets.binary_search(&target(program, effect)) {
                chosen.push((effect.origin(program), at, effect));
            }
        }
        chosen.sort_unstable_by_key(|&(origin, at, _)| (origin, at));
        chosen.truncate(TARGETS);
        let mut flows: Vec<Flow> = Vec::new();
        for (_, at, effect) in chosen {
            for (of, steps) in self.ways(key, effect, 0) {
                let steps = self.shared(steps);
                match flows.iter_mut().find(|flow| flow.of == of && flow.steps == steps) {
                    Some(flow) => flow.targets.push(at as u32),
                    None => flows.push(Flow { of, targets: vec![at as u32], steps }),
                }
            }
        }
        flows
    }

    /// The steps by their positions in the table of all that are shared.
    pub(super) fn shared(&self, steps: Vec<Step>) -> Vec<u32> {
        let mut table = self.table.borrow_mut();
        steps.into_iter().map(|step| table.insert_full(step).0 as u32).collect()
    }

    pub(super) fn into_table(self) -> Vec<Step> {
        self.table.into_inner().into_iter().collect()
    }

    /// Whether an unknown was born in code of the program itself.
    pub(super) fn is_own(&self, origin: SiteId) -> bool {
        match self.judge.heap.site_data(origin) {
            Site::At(method, _) | Site::Param(method, _) => self.judge.program.origin_of(method) != Origin::Jdk,
            _ => false,
        }
    }

    /// The way of a name to a look-up that finds nothing by it, the look-up last.
    pub(super) fn of_name(&self, row: &Row, text: &str) -> Vec<Step> {
        let Some(key) = row.key else { return Vec::new() };
        match self.by_name(key, text) {
            Some(steps) => finished(steps, row),
            None => Vec::new(),
        }
    }

    /// The way of a class to a look-up that finds no such member in it, the look-up last.
    pub(super) fn of_class(&self, row: &Row, class: TypeId) -> Vec<Step> {
        let Some(key) = row.key else { return Vec::new() };
        match self.by_class(key, class, 0).into_iter().next() {
            Some((_, steps)) => finished(steps, row),
            None => Vec::new(),
        }
    }

    fn ways(&self, key: SiteKey, effect: Effect, depth: u32) -> Vec<Named> {
        if depth > DEPTH {
            return Vec::new();
        }
        if let Some(known) = self.known.borrow().get(&(key, effect)) {
            return known.clone();
        }
        let program = self.judge.program;
        let has = |role: Role| self.judge.sites[&key].roles.iter().any(|&(r, _)| r == role);
        let mut found = Vec::new();
        if has(Role::Member) {
            found.extend(self.by_member(key, effect, depth));
        }
        let class = match effect {
            Effect::Class(ty) => ty,
            Effect::Method(method) | Effect::Constructor(method) => program.class_type(program.method(method).class),
            Effect::Field(field) => program.class_type(program.field(field).class),
        };
        if has(Role::Class) {
            found.extend(self.by_class(key, class, depth));
        }
        if has(Role::Name) {
            let (of, text) = match effect {
                Effect::Class(ty) => (FlowOf::Class, program.binary_name(ty)),
                Effect::Method(method) | Effect::Constructor(method) => {
                    (FlowOf::Member, program.str(program.method(method).name).to_owned())
                }
                Effect::Field(field) => (FlowOf::Member, program.str(program.field(field).name).to_owned()),
            };
            found.extend(self.by_name(key, &text).map(|steps| (of, steps)));
        }
        self.known.borrow_mut().insert((key, effect), found.clone());
        found
    }

    /// The way of a string.
    fn by_name(&self, key: SiteKey, text: &str) -> Option<Vec<Step>> {
        let program = self.judge.program;
        let is_text = |kind: ObjKind| matches!(kind, ObjKind::Str { text: other } if program.str(other) == text);
        let (obj, node) = self.in_role(key, Role::Name, is_text)?;
        let way = self.search(obj, node, None)?;
        self.whole(&way)
    }

    /// The ways of a class object: from the class literal, or from what names the class at the look-up it comes from.
    fn by_class(&self, key: SiteKey, class: TypeId, depth: u32) -> Vec<Named> {
        let program = self.judge.program;
        let mut below: Vec<(bool, String, TypeId)> = Vec::new();
        for &(role, node) in &self.judge.sites[&key].roles {
            for obj in self.judge.core.pts(node).iter().filter(|_| role == Role::Class) {
                if let ObjKind::Class { ty } = self.judge.heap.kind(ObjId(obj))
                    && (ty == class || program.is_subtype(ty, class))
                {
                    below.push((ty != class, program.binary_name(ty), ty));
                }
            }
        }
        let Some((_, _, ty)) = below.into_iter().min() else { return Vec::new() };
        let effect = Effect::Class(ty);
        let found = self.in_role(key, Role::Class, |kind| matches!(kind, ObjKind::Class { ty: other } if other == ty));
        let Some((obj, node)) = found else { return Vec::new() };
        self.through_look_up(obj, node, effect, depth).into_iter().filter(|(of, _)| *of == FlowOf::Class).collect()
    }

    /// The ways of a member object, through the look-up it comes from.
    fn by_member(&self, key: SiteKey, effect: Effect, depth: u32) -> Vec<Named> {
        let program = self.judge.program;
        let exact = |kind: ObjKind| match (kind, effect) {
            (ObjKind::Method { method }, Effect::Method(wanted))
            | (ObjKind::Constructor { method }, Effect::Constructor(wanted)) => method == wanted,
            (ObjKind::Field { field }, Effect::Field(wanted)) => field == wanted,
            _ => false,
        };
        if let Some((obj, node)) = self.in_role(key, Role::Member, exact) {
            return self.through_look_up(obj, node, effect, depth);
        }
        // One of all constructors of a class.
        let Effect::Constructor(method) = effect else { return Vec::new() };
        let class = program.class_type(program.method(method).class);
        let listed = |kind: ObjKind| matches!(kind, ObjKind::UnknownMember { kind: MemberKind::Constructor, class: Some(ty), name: NamePart::Unknown, .. } if ty == class);
        let Some((obj, node)) = self.in_role(key, Role::Member, listed) else { return Vec::new() };
        self.through_look_up(obj, node, Effect::Class(class), depth)
    }

    /// The ways of a class or member object to `node`: those of what its look-up was asked with, and on from there.
    fn through_look_up(&self, obj: ObjId, node: NodeId, effect: Effect, depth: u32) -> Vec<Named> {
        let Some(way) = self.search(obj, node, Some(effect)) else { return Vec::new() };
        let Some(look_up) = way.hops.first().and_then(|hop| self.look_up(hop.info, effect)) else {
            let of = if matches!(effect, Effect::Class(_)) { FlowOf::Class } else { FlowOf::Member };
            return self.whole(&way).map(|steps| (of, steps)).into_iter().collect();
        };
        let on = self.hops.steps(&way);
        let mut ways = self.ways(look_up, effect, depth + 1);
        for (_, steps) in &mut ways {
            steps.extend(self.looked_up(look_up));
            steps.extend(on.iter().cloned());
            shorten(steps);
        }
        ways
    }

    fn in_role(&self, key: SiteKey, role: Role, is_it: impl Fn(ObjKind) -> bool) -> Option<(ObjId, NodeId)> {
        let nodes = self.judge.sites[&key].roles.iter().filter(|(r, _)| *r == role);
        nodes
            .flat_map(|&(_, node)| self.judge.values(node).map(move |(obj, kind)| (obj, node, kind)))
            .find_map(|(obj, node, kind)| is_it(kind).then_some((obj, node)))
    }

    /// The way of an object that begins where it is made; class and member objects are made by literals and look-ups.
    fn search(&self, obj: ObjId, node: NodeId, effect: Option<Effect>) -> Option<Way> {
        let is_made = |info: NodeInfo| effect.is_some_and(|effect| self.look_up(info, effect).is_some());
        let way = self.paths.shortest(obj, node, LIMIT, &is_made);
        way.is_complete.then_some(way)
    }

    /// The look-up that gave an object where it is first seen.
    fn look_up(&self, info: NodeInfo, effect: Effect) -> Option<SiteKey> {
        let judge = self.judge;
        let (method, offset) = match info {
            NodeInfo::Var(inst, var) => {
                let instance = judge.state.instance(inst);
                let body = &instance.code.as_ref()?.body;
                // A phi has the offset of its block: the call may be there, but gives something else.
                let offset = body.vars[var].offset;
                let gives = |stmt: &Stmt| stmt.offset == offset && stmt.op.dst() == Some(var);
                judge.site_at(instance.method, offset)?;
                if !body.blocks.iter().flat_map(|block| &block.stmts).any(gives) {
                    return None;
                }
                (instance.method, offset)
            }
            NodeInfo::Elements(obj) => {
                let ObjKind::MemberArray { site, .. } = judge.heap.kind(obj) else { return None };
                let Site::At(method, offset) = judge.heap.site_data(site) else { return None };
                (method, offset)
            }
            _ => return None,
        };
        let key = judge.site_at(method, offset)?;
        let gives = matches!(API[key.api as usize].kind, Kind::ClassSource | Kind::Member);
        (gives && judge.sites[&key].effects.contains(&effect)).then_some(key)
    }

    /// A way with its beginning; none if all of it is inside the JDK.
    fn whole(&self, way: &Way) -> Option<Vec<Step>> {
        let beginning = way.hops.first().filter(|hop| !self.is_inside_jdk(hop.info));
        let mut steps: Vec<Step> = beginning.and_then(|&hop| self.hops.beginning(hop)).into_iter().collect();
        steps.extend(self.hops.steps(way));
        shorten(&mut steps);
        (!steps.is_empty()).then_some(steps)
    }

    fn is_inside_jdk(&self, info: NodeInfo) -> bool {
        let program = self.judge.program;
        match info {
            NodeInfo::Var(inst, _) => program.origin_of(self.judge.state.instance(inst).method) == Origin::Jdk,
            NodeInfo::Static(field) => program.class(program.field(field).class).origin == Origin::Jdk,
            _ => false,
        }
    }
}

/// A journey with the call at its end.
fn finished(mut steps: Vec<Step>, row: &Row) -> Vec<Step> {
    shorten(&mut steps);
    let short = row.row.id.rsplit('#').nth(1).unwrap_or("");
    steps.push(Step { place: row.row.place.clone(), message: format!("\"{short}\" uses it") });
    steps
}

/// The beginning and the end of a journey are worth more than its middle.
fn shorten(steps: &mut Vec<Step>) {
    steps.dedup_by(|later, earlier| is_same(later, earlier));
    if steps.len() > STEPS {
        steps.drain(STEPS / 2..steps.len() - STEPS / 2);
    }
}
