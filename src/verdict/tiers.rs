//! The tier of a reached site: which of its inputs are unknown and where they come from, whether its inputs are literals, and
//! on what assumptions the answer rests (algorithms.md 3.6, 4, 5.4). Must not know findings.

use crate::base::{FxHashMap, FxIndexSet};
use crate::classpath::Origin;
use crate::heap::{Heap, MemberKind, ObjId, ObjKind, Site, SiteId};
use crate::ir::facts::definition;
use crate::ir::{self, Body, ConstValue, Op, Var};
use crate::pointsto::{Core, NodeId, State};
use crate::program::{MethodId, Program, access};
use crate::reflection::{API, Api, Effect, Facts, Kind, Problem, RSite, Role, Rules, SiteKey};

use super::coverage::{self, Cover, Given};
use super::cuts;
use super::trace::Origins;
use crate::result::{Assumption, CutKind, Resolution, Tier};

/// What is known of a site at the fixpoint.
pub struct Judgement {
    pub tier: Tier,
    pub resolution: Resolution,
    pub assumptions: Vec<Assumption>,
    pub reasons: Vec<String>,
    /// Unknown inputs with their role, as objects.
    pub unknown: Vec<(Role, ObjId)>,
    /// Origins of the unknowns, the look-ups they went through resolved.
    pub origins: FxIndexSet<SiteId>,
    /// A role that no object reaches.
    pub empty: Option<Role>,
    pub cuts: Vec<CutKind>,
    /// Rules that cover unknowns in its roles, once for each.
    pub covered: Vec<&'static str>,
}

impl Judgement {
    /// Of a site of which nothing is known yet.
    pub(super) fn open() -> Self {
        Self {
            tier: Tier::Open,
            resolution: Resolution::None,
            assumptions: Vec::new(),
            reasons: Vec::new(),
            unknown: Vec::new(),
            origins: FxIndexSet::default(),
            empty: None,
            cuts: Vec::new(),
            covered: Vec::new(),
        }
    }
}

/// Everything a judgement looks at.
pub struct Judge<'j, 'a> {
    pub program: &'a Program,
    pub heap: &'a Heap,
    pub core: &'j Core<'a>,
    pub state: &'j State,
    pub sites: &'j crate::base::FxIndexMap<SiteKey, RSite>,
    /// Sites by their instruction.
    by_place: FxHashMap<(MethodId, u32), SiteKey>,
    origins: Origins,
    facts: &'j Facts,
    rules: &'j Rules,
    /// The run ended at its budget: what it did not do is missing everywhere.
    pub exhausted: bool,
    /// Unknown inputs are overlooked (a test of the assertion that none is).
    pub blind: bool,
}

impl<'j, 'a> Judge<'j, 'a> {
    pub fn new(
        core: &'j Core<'a>,
        state: &'j State,
        sites: &'j crate::base::FxIndexMap<SiteKey, RSite>,
        facts: &'j Facts,
        rules: &'j Rules,
        exhausted: bool,
    ) -> Self {
        let origins = Origins::new(core, core.heap, sites, &facts.listed);
        let written = sites.iter().filter(|(_, site)| site.written);
        let by_place = written.map(|(key, site)| ((site.method, site.offset), *key)).collect();
        Self {
            program: core.program,
            heap: core.heap,
            core,
            state,
            sites,
            by_place,
            origins,
            facts,
            rules,
            exhausted,
            blind: false,
        }
    }

    /// The reflective call that an instruction makes.
    pub(super) fn site_at(&self, method: MethodId, offset: u32) -> Option<SiteKey> {
        self.by_place.get(&(method, offset)).copied()
    }

    /// The objects of a node with what specifications list for unknown strings: each with the object that is there.
    pub(super) fn values(&self, node: NodeId) -> impl Iterator<Item = (ObjId, ObjKind)> {
        self.core.pts(node).iter().map(ObjId).flat_map(|obj| {
            let kind = self.heap.kind(obj);
            let listed = self.facts.listed.knows(kind).then(|| self.facts.listed.expand(self.heap, vec![(obj, kind)]));
            listed.into_iter().flatten().map(|(_, kind)| kind).chain([kind]).map(move |kind| (obj, kind))
        })
    }

    pub fn judge(&self, key: SiteKey) -> Judgement {
        let site = &self.sites[&key];
        let api = &API[key.api as usize];
        let mut j = Judgement::open();
        if !self.rules.are_on() {
            j.reasons.push("reflection is not analysed in this mode".to_owned());
            return j;
        }
        let limit = cuts::limit(site);
        let has = |problem| site.problems.contains(&problem);
        let not_modelled =
            limit.is_some() || has(Problem::NotModelled) || has(Problem::OutsideWorld) || has(Problem::Supplied);
        if limit.is_some() {
            j.cuts.push(CutKind::FanOut);
        }
        if not_modelled {
            j.reasons.push(match limit {
                _ if has(Problem::OutsideWorld) => "the class is made at run time".to_owned(),
                _ if has(Problem::Supplied) => "the class is supplied by the container".to_owned(),
                Some(limit) => cuts::cut_off(limit),
                None => format!("{} is not modelled yet", api.short_name()),
            });
        }
        let specified = site.specified || self.uses_listed(site);
        let given = self.given(site, api);
        if !site.specified {
            self.roles(site, api, given, &mut j);
        }
        if limit.is_none() && j.unknown.iter().any(|&(_, obj)| self.is_crowd(obj)) {
            j.cuts.push(CutKind::FanOut);
        }
        let has_targets = !site.effects.is_empty();
        let missing_only = !has_targets && !site.problems.is_empty() && !not_modelled;
        let complete = j.unknown.is_empty() && j.empty.is_none() && !not_modelled;
        j.tier = match (complete, has_targets) {
            (true, _) if self.is_literal_site(site, api) => Tier::Proven,
            // What a specification says does not depend on how far the analysis came.
            (true, true) if self.exhausted && !site.specified => Tier::Partial,
            (true, false) if self.exhausted && !site.specified => Tier::Open,
            (true, _) => Tier::Sound,
            (false, true) => Tier::Partial,
            (false, false) => Tier::Open,
        };
        j.resolution = match (complete, has_targets) {
            (true, true) => Resolution::Full,
            (false, true) => Resolution::Partial,
            _ => Resolution::None,
        };
        if self.exhausted {
            j.cuts.push(CutKind::Budget);
            if j.tier != Tier::Proven {
                j.reasons.push("the analysis stopped at its budget".to_owned());
            }
        }
        if missing_only {
            j.resolution = Resolution::None;
        }
        if matches!(j.tier, Tier::Sound | Tier::Partial) {
            j.assumptions.extend([Assumption::ClosedWorld, Assumption::NoUnmodelledCode]);
        }
        if api.kind == Kind::ClassSource || self.by_name(site) {
            j.assumptions.push(Assumption::ClassLoaders);
        }
        if specified {
            j.assumptions.push(Assumption::Specification);
        }
        j.assumptions.sort_unstable();
        j.assumptions.dedup();
        Self::explain(&mut j);
        self.cover(site, specified, given, &mut j);
        j
    }

    /// What the site says about its roles whatever reaches them; asked once, as thousands of objects can.
    fn given(&self, site: &RSite, api: &Api) -> Given {
        let takes_name = site.roles.iter().any(|&(role, _)| role == Role::Name);
        Given {
            listed: site.specified,
            literal: takes_name && self.literal_name(site, api),
            needs_receiver: self.needs_receiver(site),
            acts_on: api.acts_on(),
        }
    }

    /// Whether an unknown stands for more values than are told apart.
    fn is_crowd(&self, obj: ObjId) -> bool {
        self.heap.kind(obj).origin().is_some_and(|site| self.heap.site_data(site) == Site::Crowd)
    }

    /// Each unknown in a role is covered by a rule, or the judgement says that it is not.
    fn cover(&self, site: &RSite, specified: bool, given: Given, j: &mut Judgement) {
        let mut uncovered = false;
        for &(role, node) in &site.roles {
            for obj in self.core.pts(node).iter() {
                let kind = self.heap.kind(ObjId(obj));
                let listed = given.listed || (specified && role == Role::Name && self.facts.listed.covers(kind));
                let given = Given { listed, ..given };
                match coverage::cover(role, kind, given) {
                    Cover::Known => {}
                    Cover::By(rule) => j.covered.push(rule),
                    Cover::Uncovered => uncovered = true,
                }
            }
        }
        coverage::settle(j, uncovered);
    }

    fn roles(&self, site: &RSite, api: &Api, given: Given, j: &mut Judgement) {
        let mut seen: Vec<(Role, bool)> = Vec::new();
        for &(role, node) in &site.roles {
            let set = self.core.pts(node);
            let mut any = false;
            for obj in set.iter() {
                let obj = ObjId(obj);
                any = true;
                if self.is_unknown(api, role, self.heap.kind(obj), given) {
                    j.unknown.push((role, obj));
                }
            }
            match seen.iter_mut().find(|(r, _)| *r == role) {
                Some((_, filled)) => *filled |= any,
                None => seen.push((role, any)),
            }
        }
        let deciding = |role: Role| match role {
            Role::Class | Role::Name | Role::Member => true,
            Role::Receiver => !site.null_receiver && given.needs_receiver,
            _ => false,
        };
        for (role, filled) in seen {
            if filled || !deciding(role) || (role == Role::Name && given.literal) {
                continue;
            }
            if api.position(role).is_some_and(|at| self.never_given(site, at, 0)) {
                j.reasons.push("the look-up before it always fails".to_owned());
            } else {
                j.empty.get_or_insert(role);
            }
        }
        j.unknown.sort_unstable_by_key(|&(role, obj)| (role, obj.0));
        j.unknown.dedup();
        for &(_, obj) in &j.unknown {
            j.origins.extend(self.origins.of(self.heap, obj));
        }
        // A reader can act on places of the own code first, on those outside the program least.
        j.origins.sort_by_key(|&site| (self.distance(site), site));
    }

    /// Whether the input comes from a look-up of the same method that cannot succeed: the call is then never run.
    fn never_given(&self, site: &RSite, position: usize, depth: u32) -> bool {
        let Some(code) = self.state.instance(site.inst).code.as_ref() else { return false };
        let Some(&var) = site.vars.get(position) else { return false };
        let Some(offset) = call_giving(&code.body, var) else { return false };
        let Some(key) = self.site_at(site.method, offset) else { return false };
        let (before, api) = (&self.sites[&key], &API[key.api as usize]);
        let fails = |p: &Problem| matches!(p, Problem::MissingClass(_) | Problem::MissingMember { .. });
        let certain = before.effects.is_empty() && !before.specified && before.problems.iter().all(fails);
        let given = self.given(before, api);
        let known = before.roles.iter().all(|&(role, node)| {
            !self.core.pts(node).iter().any(|obj| self.is_unknown(api, role, self.heap.kind(ObjId(obj)), given))
        });
        let failed = !before.problems.is_empty();
        let starved = || api.first_position().is_some_and(|first| self.never_given(before, first, depth + 1));
        certain && known && (failed || (depth < 8 && starved()))
    }

    /// Whether a name of the site is listed by a specification.
    fn uses_listed(&self, site: &RSite) -> bool {
        site.roles.iter().any(|&(role, node)| {
            role == Role::Name
                && self.core.pts(node).iter().any(|obj| self.facts.listed.knows(self.heap.kind(ObjId(obj))))
        })
    }

    /// Whether an unknown originates at a place, or was made from one that does.
    pub(super) fn originates_at(&self, obj: ObjId, place: SiteId) -> bool {
        self.origins.is_at(self.heap, obj, place)
    }

    fn is_unknown(&self, api: &Api, role: Role, kind: ObjKind, given: Given) -> bool {
        if self.blind || (role == Role::Name && self.facts.listed.covers(kind)) {
            return false;
        }
        match role {
            // A merged constant may be the name of a member, but of no class.
            Role::Name if api.kind == Kind::Member => {
                let known = match kind {
                    ObjKind::Null => true,
                    ObjKind::Str { .. } => !self.rules.are_local(),
                    _ => false,
                };
                !known && !given.literal
            }
            // Mode `local` knows no constants but those of the method.
            Role::Name if self.rules.are_local() => kind != ObjKind::Null && !given.literal,
            Role::Name => !matches!(kind, ObjKind::Str { .. } | ObjKind::OtherStr | ObjKind::Null),
            Role::Class => {
                matches!(kind, ObjKind::UnknownClass { .. } | ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. })
            }
            Role::Member => match kind {
                ObjKind::UnknownMember { kind: MemberKind::Constructor, class: Some(_), .. } => false,
                ObjKind::UnknownMember { .. } | ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. } => true,
                _ => false,
            },
            Role::Receiver => matches!(kind, ObjKind::UnknownInstance { .. }) && given.needs_receiver,
            _ => false,
        }
    }

    /// Whether some member reached is not static.
    fn needs_receiver(&self, site: &RSite) -> bool {
        site.effects.iter().any(|effect| match effect {
            Effect::Method(m) => self.program.method(*m).access & access::STATIC == 0,
            Effect::Field(f) => self.program.field(*f).access & access::STATIC == 0,
            _ => false,
        })
    }

    /// How far from the user's code an origin is.
    fn distance(&self, site: SiteId) -> u8 {
        let of_method = |m| match self.program.origin_of(m) {
            Origin::Application => 0,
            Origin::Library => 1,
            Origin::Jdk => 2,
        };
        match self.heap.site_data(site) {
            Site::At(method, _) | Site::Param(method, _) => of_method(method),
            Site::Field(_) => 3,
            Site::Vm(_) | Site::Jdk | Site::Crowd => 4,
            Site::Outside => 5,
        }
    }

    fn explain(j: &mut Judgement) {
        for &(role, _) in &j.unknown {
            let text = match role {
                Role::Name => "the name is not known",
                Role::Class => "the class is not known",
                Role::Member => "the member is not known",
                Role::Receiver => "the receiver's class is not known",
                _ => continue,
            };
            j.reasons.push(text.to_owned());
        }
        if let Some(role) = j.empty {
            let what = match role {
                Role::Name => "name",
                Role::Class => "class",
                Role::Member => "member",
                _ => "receiver",
            };
            j.reasons.push(format!("no {what} reaches the call in the analysed flow"));
        }
        j.reasons.sort_unstable();
        j.reasons.dedup();
    }

    fn by_name(&self, site: &RSite) -> bool {
        site.effects.iter().any(|e| matches!(e, Effect::Class(_)))
    }

    // ---- Literals: straight-line constants of the method ------------------------------------------------------------

    fn literal_name(&self, site: &RSite, api: &Api) -> bool {
        let Some(code) = self.state.instance(site.inst).code.as_ref() else { return false };
        // Names at look-ups that are not resolved were never asked for at the right place.
        let position = api.position(Role::Name).filter(|_| api.is_resolved());
        let name = position.and_then(|position| site.vars.get(position));
        name.is_some_and(|&var| self.literal_string(&code.body, var))
    }

    fn literal_string(&self, body: &Body, var: Var) -> bool {
        if matches!(ir::facts::constant_of(body, var), Some(ConstValue::Str { .. })) {
            return true;
        }
        // A static final field with a ConstantValue (JVMS 4.7.2).
        matches!(definition(body, var), Some(Op::GetStatic { field, .. }) if self.program.resolve_field(*field).is_some_and(|field| {
            let data = self.program.field(field);
            data.access & access::FINAL != 0 && data.constant.is_some()
        }))
    }

    fn is_literal_site(&self, site: &RSite, api: &Api) -> bool {
        let Some(code) = self.state.instance(site.inst).code.as_ref() else { return false };
        if !site.written || self.state.instance(site.inst).method != site.method {
            return false;
        }
        self.literal_call(&code.body, api, &site.vars, 0)
    }

    fn literal_call(&self, body: &Body, api: &Api, vars: &[Var], depth: u32) -> bool {
        let literal = |&(role, position): &(Role, usize)| {
            let var = vars.get(position).copied();
            Some(match role {
                Role::Name => var.is_some_and(|var| self.literal_string(body, var)),
                Role::Class | Role::Member => var.is_some_and(|var| self.literal_object(body, var, depth)),
                Role::Receiver => self.fresh(body, var),
                _ => return None,
            })
        };
        let mut deciding = api.inputs.iter().filter_map(literal).peekable();
        deciding.peek().is_some() && deciding.all(|is_literal| is_literal)
    }

    /// A class or member object made from literals in this method.
    fn literal_object(&self, body: &Body, var: Var, depth: u32) -> bool {
        if depth > 6 {
            return false;
        }
        match definition(body, var) {
            Some(Op::Const { value: ConstValue::Class(_), .. }) => true,
            Some(Op::Cast { src, .. }) => self.literal_object(body, *src, depth + 1),
            Some(Op::Invoke { method, args, .. }) => {
                let data = self.program.method_ref_data(*method);
                let owner = self.program.descriptor(data.owner);
                let owner = owner.trim_start_matches('L').trim_end_matches(';');
                let name = self.program.str(data.name);
                let desc = self.program.str(self.program.method_desc(data.desc).text);
                let row = API
                    .iter()
                    .find(|api| api.class == owner && api.name == name && (api.desc == desc || api.desc == "*"));
                row.is_some_and(|api| {
                    matches!(api.kind, Kind::ClassSource | Kind::Member)
                        && self.literal_call(body, api, args, depth + 1)
                })
            }
            _ => false,
        }
    }

    /// Null, or an object made in this method.
    fn fresh(&self, body: &Body, var: Option<Var>) -> bool {
        matches!(
            var.and_then(|var| definition(body, var)),
            Some(Op::New { .. } | Op::Const { .. } | Op::NewArray { .. })
        )
    }
}

/// Offset of the call whose result a variable is, casts aside.
fn call_giving(body: &Body, mut var: Var) -> Option<u32> {
    loop {
        let stmt = body.blocks.iter().flat_map(|block| &block.stmts).find(|stmt| match &stmt.op {
            Op::Invoke { dst, .. } => *dst == Some(var),
            Op::Cast { dst, .. } => *dst == var,
            _ => false,
        })?;
        match &stmt.op {
            Op::Cast { src, .. } if *src != var => var = *src,
            Op::Invoke { .. } => return Some(stmt.offset),
            _ => return None,
        }
    }
}

/// Text of an origin: `com.acme.C.load(Ljava/lang/String;)V@7`.
pub fn origin_text(program: &Program, heap: &Heap, site: SiteId) -> String {
    let method = |m| {
        let data = program.method(m);
        let class = program.binary_name(program.class_type(data.class));
        format!("{class}.{}{}", program.str(data.name), program.str(program.method_desc(data.desc).text))
    };
    match heap.site_data(site) {
        Site::At(m, offset) => format!("{}@{offset}", method(m)),
        Site::Param(m, index) => format!("{}#{}", method(m), index + 1),
        Site::Field(field) => program.field_id(field),
        Site::Jdk => "jdk".to_owned(),
        Site::Outside => "outside".to_owned(),
        Site::Crowd => "crowd".to_owned(),
        Site::Vm(_) => "jvm".to_owned(),
    }
}
