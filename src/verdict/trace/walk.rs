//! From a site back to where its values come from: over the edges of the solver, and from look-up to look-up, each of which
//! made something else of the value. Must not know which traces are shown, or how a step is told.

use std::cell::RefCell;
use std::rc::Rc;

use crate::base::{FxHashMap, FxIndexMap, FxIndexSet};
use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind, Site, SiteId};
use crate::ir::facts::Facts;
use crate::ir::{Op, Stmt};
use crate::pointsto::{FlowKind, NodeId, NodeInfo, Trace, TraceNode, Tracer, UNMATCHED};
use crate::program::{MethodId, TypeId};
use crate::reflection::{API, Effect, Kind, Role, SiteKey};
use crate::result::FlowOf;
use crate::strings::operations::{self, Gives};

use super::super::places::place_of;
use super::super::tiers::Judge;
use super::step::{Step, shorten};
use super::steps::Steps;

/// Most edges one search looks at.
const LIMIT: usize = 50_000;
/// Most edges all searches together look at.
const EFFORT: usize = 4_000_000;
/// Most look-ups that are looked at on the way back to an origin.
const LOOK_UPS: usize = 100;
/// Most instances of a call, and most look-ups behind it, that are looked at for one origin.
const NODES: usize = 4;
/// Most look-ups behind each other that are followed back from a target.
const DEPTH: u32 = 8;

/// Unknown inputs of a site with their roles.
type Unknowns = Rc<[(Role, ObjId)]>;

/// The traces from the origin of an unknown to a site, from look-up to look-up, as one.
pub(super) struct Joined {
    pub(super) steps: Vec<Step>,
    /// What they cost together: edges of the graph, and what speaks against some.
    pub(super) length: usize,
    /// The first of them begins where the value comes from.
    pub(super) begins: bool,
    /// The last call on them that made another text of the value.
    pub(super) made: Option<SiteId>,
}

/// What a value names, and its trace to a site.
type Named = (FlowOf, Vec<Step>);

/// Follows values back.
pub(super) struct Walk<'h, 'j, 'a> {
    judge: &'h Judge<'j, 'a>,
    tracer: Tracer<'j, 'a>,
    steps: Steps<'h, 'j, 'a>,
    /// Reflective calls by their instruction.
    at_site: FxHashMap<SiteId, Vec<SiteKey>>,
    /// Unknown inputs of look-ups.
    judged: RefCell<FxHashMap<SiteKey, Unknowns>>,
    /// Traces to look-ups: many calls use what one look-up gives.
    known: RefCell<FxHashMap<(SiteKey, Effect), Vec<Named>>>,
}

impl<'h, 'j, 'a> Walk<'h, 'j, 'a> {
    pub(super) fn new(judge: &'h Judge<'j, 'a>) -> Self {
        let mut at_site: FxHashMap<SiteId, Vec<SiteKey>> = FxHashMap::default();
        for &key in judge.sites.keys() {
            at_site.entry(key.site).or_default().push(key);
        }
        Self {
            judge,
            tracer: Tracer::new(judge.core, judge.state, EFFORT),
            steps: Steps::new(judge),
            at_site,
            known: RefCell::default(),
            judged: RefCell::default(),
        }
    }

    /// Whether enough is left of the allowance of all searches to compare traces that are not shown.
    pub(super) fn has_room(&self) -> bool {
        self.tracer.left() > EFFORT / 2
    }

    // ---- Unknowns ----------------------------------------------------------------------------------------------------

    /// The traces from `origin` to the roles of a site, through the look-ups that made something of the value in between, as
    /// few of them as there can be. `None` if one has a gap.
    pub(super) fn of_unknown(&self, key: SiteKey, unknown: &[(Role, ObjId)], origin: SiteId) -> Option<Joined> {
        let judge = self.judge;
        // By look-up: where what it gives goes next.
        let mut next: FxIndexMap<SiteKey, Option<(SiteKey, Role, ObjId)>> = FxIndexMap::from_iter([(key, None)]);
        let mut at = 0;
        let (mut on, role, obj) = loop {
            let (&on, _) = next.get_index(at).filter(|_| at < LOOK_UPS)?;
            at += 1;
            let inputs = if on == key { unknown.into() } else { self.unknown(on) };
            let is_from_origin = |&&(role, obj): &&(Role, ObjId)| {
                !matches!(role, Role::Arguments | Role::Mirror) && judge.originates_at(obj, origin)
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
        let first = self.to_role(on, role, obj, origin)?;
        // Of a class or member look-ups on the way may have made another.
        let begins = !judge.heap.kind(obj).is_unknown_text() || self.begins_at(&first, origin);
        let length = first.cost as usize + if begins { 0 } else { UNMATCHED as usize };
        let mut joined = Joined { steps: self.steps.of(&first), length, begins, made: self.made_on(&first) };
        while let Some(&Some((to, role, obj))) = next.get(&on) {
            let trace = self.to_role(to, role, obj, origin)?;
            joined.steps.extend(self.looked_up(on));
            joined.steps.extend(self.steps.of(&trace));
            joined.length += trace.cost as usize;
            on = to;
        }
        Some(joined)
    }

    /// The likeliest trace of a value to a role of a call, of its instances.
    fn to_role(&self, key: SiteKey, role: Role, obj: ObjId, origin: SiteId) -> Option<Trace> {
        let judge = self.judge;
        let nodes =
            judge.sites[&key].roles.iter().filter(|&&(r, node)| r == role && judge.core.pts(node).contains(obj.0));
        let traces = nodes.take(NODES).map(|&(_, node)| self.tracer.likeliest(obj, node, LIMIT, &|_| false));
        let whole = traces.filter(|trace| trace.is_complete);
        whole.min_by_key(|trace| (!self.begins_at(trace, origin), trace.cost))
    }

    /// Of some origins of texts that which has the likeliest trace to a site, or to a look-up whose class or member is unknown there.
    pub(super) fn nearest(
        &self,
        key: SiteKey,
        unknown: &[(Role, ObjId)],
        among: &FxIndexSet<SiteId>,
    ) -> Option<SiteId> {
        let judge = self.judge;
        let mut look_ups: FxIndexMap<SiteKey, Unknowns> = FxIndexMap::from_iter([(key, unknown.into())]);
        let mut at = 0;
        while let Some((&on, inputs)) = look_ups.get_index(at).filter(|_| at < NODES) {
            at += 1;
            let inputs = inputs.clone();
            let is_text = |&&(role, obj): &&(Role, ObjId)| role == Role::Name && judge.heap.kind(obj).is_unknown_text();
            if inputs.iter().any(|input| is_text(&input)) {
                let names = judge.sites[&on].roles.iter().filter(|&&(role, _)| role == Role::Name);
                return names.take(NODES).find_map(|&(_, node)| self.tracer.nearest_text(among, node, LIMIT));
            }
            for &(role, obj) in inputs.iter().filter(|&&(role, _)| !matches!(role, Role::Arguments | Role::Mirror)) {
                let made_at = judge.heap.kind(obj).origin().and_then(|site| self.at_site.get(&site));
                for &look_up in made_at.into_iter().flatten().filter(|&&other| other != on && role != Role::Name) {
                    look_ups.entry(look_up).or_insert_with(|| self.unknown(look_up));
                }
            }
        }
        None
    }

    /// Whether a trace begins where the value comes from, and not where a model made another of it that no edge leads to.
    fn begins_at(&self, trace: &Trace, origin: SiteId) -> bool {
        let Some(&TraceNode { info: NodeInfo::Var(inst, var), .. }) = trace.nodes.first() else { return true };
        let instance = self.judge.state.instance(inst);
        let Some(code) = instance.code.as_ref() else { return true };
        let facts = Facts::of(&code.body);
        match facts.stmt(facts.behind_casts(var)) {
            Some(Stmt { offset, op: Op::Invoke { .. } | Op::InvokeDynamic { .. } }) => {
                let at = self.judge.heap.site(Site::At(instance.method, *offset));
                at == origin || self.judge.program.origin_of(instance.method) == Origin::Jdk
            }
            _ => true,
        }
    }

    /// The last call on a trace that makes another text of the value in a way that is not followed.
    fn made_on(&self, trace: &Trace) -> Option<SiteId> {
        let program = self.judge.program;
        let makes = |&site: &SiteId| {
            let Site::At(method, offset) = self.judge.heap.site_data(site) else { return false };
            let Some(Op::Invoke { method, .. }) = self.steps.statement((method, offset)).map(|stmt| &stmt.op) else {
                return false;
            };
            let effect = program.resolve_method(*method).and_then(|called| operations::of_method(program, called));
            effect.is_some_and(|effect| matches!(effect.gives, Gives::Derived | Gives::Array | Gives::Unknown))
        };
        let by_models = trace.nodes.iter().filter_map(|node| match node.by {
            Some(FlowKind::Model(site)) => Some(site),
            _ => None,
        });
        by_models.filter(makes).last()
    }

    /// The look-ups that are all that could have given something to a role which nothing reaches; none if there is other
    /// code that could.
    pub(super) fn starved_by(&self, key: SiteKey, role: Role) -> Vec<SiteKey> {
        let mut found = Vec::new();
        for &(_, node) in self.judge.sites[&key].roles.iter().filter(|&&(r, _)| r == role) {
            let Some(ends) = self.tracer.beginnings(node, LIMIT) else { return Vec::new() };
            for end in ends {
                match self.result_of(end) {
                    Some(look_up) if look_up != key => found.push(look_up),
                    _ => return Vec::new(),
                }
            }
        }
        found
    }

    /// The reflective call whose result a node is.
    fn result_of(&self, node: NodeInfo) -> Option<SiteKey> {
        let NodeInfo::Var(inst, var) = node else { return None };
        let instance = self.judge.state.instance(inst);
        let body = &instance.code.as_ref()?.body;
        let gives = |stmt: &&Stmt| stmt.op.dst() == Some(var);
        let stmt = body.blocks.iter().flat_map(|block| &block.stmts).find(gives)?;
        self.judge.site_at(instance.method, stmt.offset)
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

    /// The origins of unknowns that reach a call of `method`, and of those that reach look-ups there which give them; no further:
    /// from look-up to look-up most of a program is behind most of its calls.
    pub(super) fn nearby(&self, unknown: &[(Role, ObjId)], method: MethodId) -> FxIndexSet<SiteId> {
        let judge = self.judge;
        let origin = |&(_, obj): &(Role, ObjId)| judge.heap.kind(obj).origin();
        let mut found: FxIndexSet<SiteId> = unknown.iter().filter_map(origin).collect();
        let mut at = 0;
        while let Some(&site) = found.get_index(at) {
            at += 1;
            if let Site::At(of, offset) = judge.heap.site_data(site)
                && of == method
                && let Some(look_up) = judge.site_at(of, offset)
            {
                found.extend(self.unknown(look_up).iter().filter_map(origin));
            }
        }
        found
    }

    fn looked_up(&self, key: SiteKey) -> Option<Step> {
        let short = API[key.api].short_name();
        Some(Step::new(place_of(self.judge, key.site)?, format!("\"{short}\" looks it up")))
    }

    // ---- Targets -----------------------------------------------------------------------------------------------------

    /// The traces of the values that name a target of a site.
    pub(super) fn of_target(&self, key: SiteKey, effect: Effect) -> Vec<Named> {
        self.named(key, effect, 0)
    }

    /// The traces of a class object: from the class literal, or from what names the class at the look-up it comes from.
    pub(super) fn by_class(&self, key: SiteKey, class: TypeId) -> Vec<Named> {
        self.class_from(key, class, 0)
    }

    fn named(&self, key: SiteKey, effect: Effect, depth: u32) -> Vec<Named> {
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
            found.extend(self.class_from(key, class, depth));
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

    /// The trace of a string.
    pub(super) fn by_name(&self, key: SiteKey, text: &str) -> Option<Vec<Step>> {
        let program = self.judge.program;
        let is_text = |kind: ObjKind| matches!(kind, ObjKind::Str { text: other } if program.str(other) == text);
        let (obj, node) = self.in_role(key, Role::Name, is_text)?;
        let trace = self.search(obj, node, None)?;
        self.whole(&trace)
    }

    fn class_from(&self, key: SiteKey, class: TypeId, depth: u32) -> Vec<Named> {
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

    /// The traces of a member object, through the look-up it comes from.
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

    /// The traces of a class or member object to `node`: those of what its look-up was asked with, and on from there.
    fn through_look_up(&self, obj: ObjId, node: NodeId, effect: Effect, depth: u32) -> Vec<Named> {
        let Some(trace) = self.search(obj, node, Some(effect)) else { return Vec::new() };
        let Some(look_up) = trace.nodes.first().and_then(|from| self.look_up(from.info, effect)) else {
            let of = if matches!(effect, Effect::Class(_)) { FlowOf::Class } else { FlowOf::Member };
            return self.whole(&trace).map(|steps| (of, steps)).into_iter().collect();
        };
        let on = self.steps.of(&trace);
        let mut traces = self.named(look_up, effect, depth + 1);
        for (_, steps) in &mut traces {
            steps.extend(self.looked_up(look_up));
            steps.extend(on.iter().cloned());
            shorten(steps);
        }
        traces
    }

    fn in_role(&self, key: SiteKey, role: Role, is_it: impl Fn(ObjKind) -> bool) -> Option<(ObjId, NodeId)> {
        let nodes = self.judge.sites[&key].roles.iter().filter(|(r, _)| *r == role);
        nodes
            .flat_map(|&(_, node)| self.judge.values(node).map(move |(obj, kind)| (obj, node, kind)))
            .find_map(|(obj, node, kind)| is_it(kind).then_some((obj, node)))
    }

    /// The trace of an object that begins where it is made; class and member objects are made by literals and look-ups.
    fn search(&self, obj: ObjId, node: NodeId, effect: Option<Effect>) -> Option<Trace> {
        let is_made = |info: NodeInfo| effect.is_some_and(|effect| self.look_up(info, effect).is_some());
        let trace = self.tracer.likeliest(obj, node, LIMIT, &is_made);
        trace.is_complete.then_some(trace)
    }

    /// The look-up that gave an object where it is first seen.
    fn look_up(&self, info: NodeInfo, effect: Effect) -> Option<SiteKey> {
        let judge = self.judge;
        let (method, offset, is_list) = match info {
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
                (instance.method, offset, false)
            }
            NodeInfo::Elements(obj) => {
                let ObjKind::MemberArray { site, .. } = judge.heap.kind(obj) else { return None };
                let Site::At(method, offset) = judge.heap.site_data(site) else { return None };
                (method, offset, true)
            }
            _ => return None,
        };
        let key = judge.site_at(method, offset)?;
        let gives = matches!(API[key.api].kind, Kind::ClassSource | Kind::Member);
        // What is listed of a class are its members.
        let gives = gives && (is_list || judge.sites[&key].effects.contains(&effect));
        gives.then_some(key)
    }

    /// A trace with its beginning; none if all of it is inside the JDK.
    fn whole(&self, trace: &Trace) -> Option<Vec<Step>> {
        let beginning = trace.nodes.first().filter(|from| !self.is_inside_jdk(from.info));
        let mut steps: Vec<Step> = beginning.and_then(|&from| self.steps.beginning(from)).into_iter().collect();
        steps.extend(self.steps.of(trace));
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
