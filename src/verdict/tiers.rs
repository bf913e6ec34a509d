//! The tier of a reached site: which of its inputs are unknown and where they come from, and on what assumptions the answer
//! rests. Must not know findings.

use std::cell::RefCell;
use std::ops::Deref;

use crate::base::{FxHashMap, FxIndexSet};
use crate::classfile::InvokeKind;
use crate::classpath::Origin;
use crate::defensive::Rests;
use crate::heap::{MemberKind, ObjId, ObjKind, Site, SiteId};
use crate::ir::facts::only_block_at;
use crate::ir::{Body, Op, Var};
use crate::program::{MethodId, TypeId, access};
use crate::reflection::{
    Api, Effect, Kind, Limit, Problem, RSite, Receivers, Role, Row as ApiRow, SiteKey, UnknownNames,
};

use super::agreement::Agreement;
use super::claimed::Claimed;
use super::cover::{Cover, Given, cover, is_bounded_by_cast, is_told_by_receivers};
use super::in_vain::{Callees, InVain};
use super::instance_tests::types_of_receiver;
use super::known_callers::KnownCallers;
use super::lazy::LazySites;
use super::origins::Origins;
use super::reasons;
use super::stored::calls_giving;
use super::view::View;
use crate::result::{Assumption, CutKind, Resolution, Tier, may_be_incomplete};

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
    /// What was cut off, in words, if a limit was reached here or where an unknown input comes from.
    pub limit: Option<String>,
    /// What it reaches, where a claim says that it is no more.
    pub claimed: Option<Vec<Effect>>,
    /// Of a complete answer: users of the library may bring classes of this type besides.
    pub left_to_users: Option<TypeId>,
    /// Rules that cover unknowns in its roles, once for each.
    pub covered: Vec<&'static str>,
    /// The call is no finding of its own: all that it does not know is what a call made through it looks up or asks, which runs nothing
    /// (`Method.invoke` of `Class.getRecordComponents`), or what the proxy of its handler was asked for.
    pub told_elsewhere: bool,
    /// What this program did wrong, if that shows.
    pub fault: Option<Fault>,
}

/// A fault of this program that shows in an answer; of several the last counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// An unknown that no rule covers.
    Overlooked,
    /// A claim and what was found cannot both be right.
    Disagree,
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
            limit: None,
            claimed: None,
            left_to_users: None,
            told_elsewhere: false,
            fault: None,
            covered: Vec::new(),
        }
    }

    /// Says so if it overlooks an unknown that no rule covers.
    fn settle(&mut self, uncovered: bool) {
        if uncovered && !may_be_incomplete(self.tier, &self.cuts) {
            self.fault(Fault::Overlooked, reasons::OVERLOOKED);
        }
    }

    /// Says that a claim and what was found cannot both be right (one of the two is a fault of this program).
    fn contradicted(&mut self) {
        self.fault(Fault::Disagree, reasons::DISAGREE);
    }

    fn fault(&mut self, fault: Fault, reason: &str) {
        self.fault = self.fault.max(Some(fault));
        self.cuts.push(CutKind::Internal);
        self.reasons.push(reason.to_owned());
        (self.tier, self.resolution) = match self.resolution {
            Resolution::Full | Resolution::Partial => (Tier::Partial, Resolution::Partial),
            Resolution::None => (Tier::Open, Resolution::None),
        };
    }
}

/// Judges sites by what the solver found.
pub struct Judge<'j, 'a> {
    view: View<'j, 'a>,
    origins: Origins,
    pub(super) lazy: LazySites,
    callers: KnownCallers,
    callees: Callees,
    /// What callers say of calls: one is judged for each question about it, and this takes longest.
    for_callers: RefCell<FxHashMap<SiteKey, Option<Claimed>>>,
    /// Unknown inputs are overlooked (a test of the assertion that none is).
    pub blind: bool,
}

/// Who judges sees what there is to see.
impl<'j, 'a> Deref for Judge<'j, 'a> {
    type Target = View<'j, 'a>;

    fn deref(&self) -> &Self::Target {
        &self.view
    }
}

impl<'j, 'a> Judge<'j, 'a> {
    pub fn new(view: View<'j, 'a>, blind: bool) -> Self {
        let origins = Origins::new(view.core, view.heap, view.sites, &view.facts.listed);
        let lazy = LazySites::new(&view);
        Self {
            view,
            origins,
            lazy,
            callers: KnownCallers::default(),
            callees: Callees::default(),
            for_callers: RefCell::default(),
            blind,
        }
    }

    pub fn judge(&self, key: SiteKey) -> Judgement {
        let site = &self.sites[&key];
        let api = View::api(key);
        let mut j = Judgement::open();
        if !self.rules.are_on() {
            j.reasons.push(reasons::NOT_ANALYSED.to_owned());
            if self.exhausted.is_some() {
                j.cuts.push(CutKind::Budget);
            }
            return j;
        }
        let limit = limit(site);
        let has = |problem| site.problems.contains(&problem);
        let lacks = || site.problems.iter().any(|problem| matches!(problem, Problem::MissingClass(_)));
        // Who says what the call reaches knows also what comes to be there.
        let hidden = self.hidden_class(site).filter(|_| !site.specified);
        let brought = has(Problem::BroughtAtRunTime) && !site.specified;
        let not_modelled = limit.is_some()
            || hidden.is_some()
            || has(Problem::NotModelled)
            || has(Problem::OutsideWorld)
            || brought
            || has(Problem::Supplied);
        if has(Problem::NotModelled) {
            j.cuts.push(CutKind::UnmodelledApi);
        }
        j.limit = limit.map(reasons::cut_off);
        if not_modelled {
            j.reasons.push(match &j.limit {
                _ if hidden.is_some() => hidden.unwrap_or_default(),
                _ if has(Problem::OutsideWorld) && lacks() => reasons::KNOWN_BY_LOADER.to_owned(),
                _ if has(Problem::OutsideWorld) => reasons::MADE_AT_RUN_TIME.to_owned(),
                // Which names were looked up before a limit was reached is a matter of order.
                None if brought => reasons::BROUGHT_AT_RUN_TIME.to_owned(),
                _ if has(Problem::Supplied) => reasons::SUPPLIED.to_owned(),
                Some(cut_off) => cut_off.clone(),
                None => reasons::not_modelled(api),
            });
        }
        let specified = site.specified || self.uses_listed(site);
        let given = self.given(key);
        if !site.specified {
            self.roles(key, given, &mut j);
        }
        let mut claimed = self.claimed(site, api).filter(|_| !site.specified);
        // Who calls decides where nobody may: that rests on the callers being all there are.
        let for_callers = claimed.is_none() && !site.specified && !not_modelled && self.is_own_question(site, &j);
        if for_callers {
            let ask = || self.claimed_for_callers(site, api, &|method| self.callers.of(&self.view, method));
            let known = self.for_callers.borrow().get(&key).cloned();
            claimed = known.unwrap_or_else(|| {
                let claimed = ask();
                self.for_callers.borrow_mut().insert(key, claimed.clone());
                claimed
            });
        }
        let targets = claimed.as_ref().and_then(|claimed| claimed.targets.clone()).filter(|_| !not_modelled);
        let is_complete = j.unknown.is_empty() && j.empty.is_none() && self.exhausted.is_none();
        let agreement = targets
            .as_deref()
            .map(|targets| Agreement::of(targets, &site.effects, !site.problems.is_empty(), is_complete));
        j.claimed = targets.filter(|_| agreement == Some(Agreement::Within));
        if matches!(agreement, Some(Agreement::Beyond | Agreement::Contradicts)) {
            // What was found is not all that the claim allows: the claim proves none of it.
            claimed = None;
        }
        if j.claimed.is_some() && for_callers {
            j.reasons.push(reasons::FOR_CALLERS.to_owned());
        }
        if j.claimed.is_some() {
            // What else seems to arrive comes by no way that code can take.
            j.unknown.clear();
            j.origins.clear();
            j.empty = None;
        }
        if let Some(cut_off) = j.origins.iter().find_map(|&origin| self.limit_at(origin)) {
            j.limit.get_or_insert_with(|| cut_off.clone());
            j.reasons.push(cut_off);
        }
        if j.limit.is_some() {
            j.cuts.push(CutKind::FanOut);
        }
        let by_casts = given.by_casts && !site.specified && self.any_in_role(site, is_bounded_by_cast);
        let became = self.lazy.became(key).next().is_some();
        let has_targets = !site.effects.is_empty() || became;
        let missing_only = !has_targets && !site.problems.is_empty() && !not_modelled;
        let complete = j.unknown.is_empty() && j.empty.is_none() && !not_modelled;
        // What a class is like of which a part is missing, nobody has proven; nor that what is declared on the class path is all.
        // What a library does is what its documentation says, unless somebody tells it otherwise.
        let provable = complete && !fails_to_link(site) && !api.finds_declared() && !api.of_library;
        let is_literal = provable && self.is_literal_site(site, api);
        let proven = is_literal || (provable && claimed.is_some() && !for_callers);
        // What a specification says, and what stands at the call, does not depend on how far the analysis came: if it came
        // to the call.
        // Of several things that a claim allows some may not have been found.
        let has_all = is_literal || j.claimed.is_some();
        let at_budget = self.exhausted.is_some()
            && !site.specified
            && !(proven && has_all && self.is_answered(site, View::api(key)));
        let complete = complete && !at_budget;
        j.left_to_users = self.left_to_users(key, &j).filter(|_| complete && !site.specified);
        j.reasons.extend(j.left_to_users.map(|ty| reasons::left_to_users(&self.program.binary_name(ty))));
        let is_whole = complete && j.left_to_users.is_none();
        j.tier = match (is_whole, has_targets) {
            (true, _) if proven => Tier::Proven,
            (true, _) => Tier::Sound,
            (false, true) => Tier::Partial,
            (false, false) => Tier::Open,
        };
        j.resolution = match (is_whole, has_targets) {
            (true, true) => Resolution::Full,
            (false, true) => Resolution::Partial,
            _ => Resolution::None,
        };
        if at_budget {
            j.cuts.push(CutKind::Budget);
            j.reasons.push(reasons::AT_BUDGET.to_owned());
        }
        if missing_only {
            j.resolution = Resolution::None;
        }
        if complete && site.names == UnknownNames::Bounded {
            j.reasons.push(reasons::ANY_OF_CLASS.to_owned());
        }
        if complete && !site.cast.is_empty() {
            j.reasons.push(reasons::ANY_THAT_FITS.to_owned());
        }
        if complete && site.by_cast {
            j.reasons.push(reasons::ANY_THAT_IS_CAST.to_owned());
            j.assumptions.push(Assumption::Casts);
        }
        if complete
            && (site.names == UnknownNames::Bounded
                || site.by_cast
                || !site.cast.is_empty()
                || self.is_any_of_class(site))
        {
            // All that may be meant, and no constant says which.
            j.resolution = j.resolution.max(Resolution::Partial);
        }
        if complete && by_casts {
            j.resolution = j.resolution.max(Resolution::Partial);
            j.reasons.push(reasons::BOUNDED_BY_CAST.to_owned());
            j.assumptions.extend([Assumption::Casts, Assumption::ObjectReachability]);
        }
        let is_told = |role, kind| is_told_by_receivers(role, kind, given);
        if complete && !site.specified && self.any_in_role(site, is_told) {
            j.resolution = j.resolution.max(Resolution::Partial);
            j.reasons.push(reasons::TOLD_BY_RECEIVERS.to_owned());
            j.assumptions.push(Assumption::InstanceReceivers);
        }
        if !complete && !site.specified {
            j.reasons.extend(self.lazy.why_open(self, key));
        }
        let by_claim = claimed.is_some_and(|claimed| claimed.rests.has(Rests::NO_UNSAFE_WRITES));
        if by_claim && (j.tier == Tier::Proven || j.claimed.is_some() && for_callers) && !is_literal {
            j.assumptions.push(Assumption::NoUnsafeWrites);
        }
        if matches!(j.tier, Tier::Sound | Tier::Partial) {
            if self.scope.leaves_out(self.program) {
                j.assumptions.push(Assumption::ClosedCode);
            }
            j.assumptions.extend([Assumption::ClosedWorld, Assumption::NoUnmodelledCode]);
        }
        // A loader of the program's own was asked itself.
        if (api.kind == Kind::ClassSource || self.by_name(site)) && !site.only_own_loader {
            j.assumptions.push(Assumption::ClassLoaders);
        }
        if specified {
            j.assumptions.push(Assumption::Specification);
        }
        j.assumptions.sort_unstable();
        j.assumptions.dedup();
        Self::explain(&mut j);
        if j.claimed.is_some() {
            j.covered.push("claims");
        } else {
            self.cover((site, api), specified, given, &mut j);
        }
        if agreement == Some(Agreement::Contradicts) {
            j.contradicted();
        }
        j.cuts.sort_unstable();
        j
    }

    /// The type of which users of a library may bring classes to a call that seems complete: the first by name, which does not
    /// follow the order of work. What a claim leaves comes from the method itself.
    fn left_to_users(&self, key: SiteKey, j: &Judgement) -> Option<TypeId> {
        let types = self.lazy.left_to_users(key).filter(|_| j.claimed.is_none());
        types.min_by_key(|&ty| self.program.binary_name(ty))
    }

    /// Whether a call of the application is one for whose callers it pays to ask: something unknown arrives.
    fn is_own_question(&self, site: &RSite, j: &Judgement) -> bool {
        self.program.origin_of(site.method) == Origin::Application && !self.blind && !j.unknown.is_empty()
    }

    /// Whether something of a sort plays a part in a call.
    fn any_in_role(&self, site: &RSite, is: impl Fn(Role, ObjKind) -> bool) -> bool {
        let mut all = site.roles.iter().flat_map(|&(role, node)| self.values(node).map(move |(_, kind)| (role, kind)));
        all.any(|(role, kind)| is(role, kind))
    }

    /// Whether all that plays a part in a call is known, what a specification says of its targets aside.
    pub(super) fn is_known_without_entry(&self, key: SiteKey) -> bool {
        let site = &self.sites[&key];
        let mut j = Judgement::open();
        self.roles(key, Given { listed: false, ..self.given(key) }, &mut j);
        let stands = |p: &Problem| {
            matches!(p, Problem::NotModelled | Problem::OutsideWorld | Problem::Supplied | Problem::BroughtAtRunTime)
        };
        let known =
            self.hidden_class(site).is_none() && j.unknown.is_empty() && j.empty.is_none() && j.reasons.is_empty();
        let known = known && self.listed(site).next().is_none();
        known && limit(site).is_none() && !site.problems.iter().any(stands)
    }

    /// Where members that reach a site were listed or bounded.
    fn listed<'s>(&'s self, site: &'s RSite) -> impl Iterator<Item = SiteId> + 's {
        let members = site.roles.iter().filter(|&&(role, _)| role == Role::Member);
        let kinds = members.flat_map(|&(_, node)| self.values(node).map(|(_, kind)| kind));
        kinds.filter(|kind| kind.is_listed()).filter_map(ObjKind::origin)
    }

    /// Whether a member comes from a look-up that does not know its name.
    fn is_any_of_class(&self, site: &RSite) -> bool {
        self.listed(site).any(|look_up| match self.heap.site_data(look_up) {
            Site::At(method, offset) => {
                let key = self.site_at(method, offset);
                key.is_some_and(|key| self.sites[&key].names == UnknownNames::Bounded)
            }
            _ => false,
        })
    }

    /// Whether something was found at the call, be it that there is nothing. A class that a loader is asked for may be one
    /// that it makes, and a loader of the program's own that was not met yet may give another one.
    fn is_answered(&self, site: &RSite, api: &ApiRow) -> bool {
        if !api.is_whole_at_once() {
            return false;
        }
        let asks_loader = api.position(Role::Loader).is_some();
        match site.effects.is_empty() {
            false => !asks_loader || !self.has_own_loaders(),
            true => !site.problems.is_empty() && !asks_loader,
        }
    }

    /// What was cut off at an origin, if it is a limit that was reached.
    pub(super) fn limit_at(&self, origin: SiteId) -> Option<String> {
        match self.heap.site_data(origin) {
            Site::Saturated => Some(reasons::TOO_MANY_VALUES.to_owned()),
            _ => self.texts.given_up.get(&origin).map(|&why| reasons::too_many_texts(why)),
        }
    }

    /// Why a class is not known that a JVM may well find, if there is one.
    fn hidden_class(&self, site: &RSite) -> Option<String> {
        site.problems.iter().find_map(|problem| match *problem {
            Problem::Unread(class) => Some(reasons::unread(&self.program.binary_name(self.program.class_type(class)))),
            Problem::Versioned(name) => Some(reasons::versioned(self.program.str(name))),
            Problem::OtherForm(class) => {
                Some(reasons::other_form(&self.program.binary_name(self.program.class_type(class))))
            }
            _ => None,
        })
    }

    /// What the site says about its roles whatever reaches them; asked once, as thousands of objects can.
    fn given(&self, key: SiteKey) -> Given {
        let (site, api) = (&self.sites[&key], View::api(key));
        let takes_name = site.roles.iter().any(|&(role, _)| role == Role::Name);
        Given {
            listed: site.specified,
            literal: takes_name && self.literal_name(site, api),
            bounded: site.names == UnknownNames::Bounded || site.by_cast,
            needs_receiver: self.needs_receiver(site),
            told_receiver: self.is_receiver_told(site, api),
            acts_on: api.acts_on(),
            by_receivers: site.receivers == Receivers::Known && !site.may_be_null,
            without_name: site.told_without_name,
            by_casts: self.lazy.covers(key),
        }
    }

    /// Each unknown in a role is covered by a rule, or the judgement says that it is not.
    fn cover(&self, (site, api): (&RSite, &Api), specified: bool, given: Given, j: &mut Judgement) {
        let mut uncovered = false;
        for &(role, node) in &site.roles {
            for obj in self.core.pts(node).iter() {
                let kind = self.kind_in_role(api, role, ObjId(obj));
                if site.is_settled(role, kind) {
                    j.covered.push(if site.bounded(role, kind) == Some(0) {
                        "names-no-class"
                    } else {
                        "counted-names"
                    });
                    continue;
                }
                let listed = given.listed || (specified && role == Role::Name && self.facts.listed.covers(kind));
                let given = Given { listed, ..given };
                match cover(role, kind, given) {
                    Cover::Known => {}
                    Cover::By(rule) => j.covered.push(rule),
                    Cover::Uncovered => uncovered = true,
                }
            }
        }
        j.settle(uncovered);
    }

    fn roles(&self, key: SiteKey, given: Given, j: &mut Judgement) {
        let (site, api) = (&self.sites[&key], View::api(key));
        let mut seen: Vec<(Role, bool)> = Vec::new();
        for &(role, node) in &site.roles {
            let set = self.core.pts(node);
            let mut any = false;
            for obj in set.iter() {
                let obj = ObjId(obj);
                any = true;
                if self.is_unknown((site, api), role, self.kind_in_role(api, role, obj), given) {
                    j.unknown.push((role, obj));
                }
            }
            match seen.iter_mut().find(|(r, _)| *r == role) {
                Some((_, filled)) => *filled |= any,
                None => seen.push((role, any)),
            }
        }
        // Without a type that is known no member was looked for.
        if api.position(Role::Type).is_some() && site.effects.is_empty() && site.problems.is_empty() {
            seen.retain(|&(role, _)| role != Role::Type);
            seen.push((Role::Type, false));
        }
        // Handles are there, and no member behind them.
        if api.position(Role::Handle).is_some() && !seen.iter().any(|&(role, _)| role == Role::Member) {
            seen.push((Role::Member, false));
        }
        let deciding = |role: Role| match role {
            // What has the member that is named says which it is.
            Role::Receiver => !site.null_receiver && (given.needs_receiver || api.names_member()),
            _ => role.decides(),
        };
        for (role, filled) in seen {
            if filled || !deciding(role) || (role == Role::Name && given.literal) {
                continue;
            }
            let given_by = if role == Role::Member { api.position(Role::Handle) } else { None };
            let position = api.position(role).or(given_by);
            let fails =
                |at| self.never_given(site, at, 0) || Some(at) == api.first_position() && self.in_vain(key).is_some();
            if position.is_some_and(fails) {
                j.reasons.push(reasons::LOOK_UP_FAILS.to_owned());
            } else if role == Role::Name && position.is_some_and(|at| self.never_made(site, at)) {
                j.reasons.push(reasons::NO_TEXT_IS_MADE.to_owned());
            } else {
                j.empty.get_or_insert(role);
            }
        }
        j.empty = j.empty.or(site.waits_for);
        j.unknown.sort_unstable_by_key(|&(role, obj)| (role, obj.0));
        j.unknown.dedup();
        for &(_, obj) in &j.unknown {
            j.origins.extend(self.origins.of(self.heap, obj));
        }
        // A reader can act on places of the own code first, on those outside the program least.
        j.origins.sort_by_key(|&site| (self.distance(site), site));
    }

    /// Whether the input comes from look-ups that cannot succeed, in the same method or by a field of its own: the call is then
    /// never run, or fails.
    fn never_given(&self, site: &RSite, position: usize, depth: u32) -> bool {
        let Some(body) = self.body_of(site) else { return false };
        let Some(&var) = site.vars.get(position) else { return false };
        self.never_made_by(site.method, body, var, depth)
    }

    fn never_made_by(&self, method: MethodId, body: &Body, var: Var, depth: u32) -> bool {
        let Some(calls) = calls_giving(self, method, body, var) else { return false };
        let fails = |&(method, offset): &(MethodId, u32)| self.never_gives(method, offset, depth);
        !calls.is_empty() && calls.iter().all(fails)
    }

    /// Whether what a call is made on comes from look-ups that cannot succeed.
    fn is_called_on_nothing(&self, method: MethodId, offset: u32, depth: u32) -> bool {
        let Some(code) = self.state.code_of(method).filter(|_| depth < 8) else { return false };
        // Copies of a subroutine have receivers of their own.
        let Some(block) = only_block_at(&code.body, offset) else { return false };
        let call = code.body.blocks[block].stmts.iter().find(|stmt| stmt.offset == offset);
        match call.map(|stmt| &stmt.op) {
            Some(Op::Invoke { kind: InvokeKind::Virtual | InvokeKind::Interface, args, .. }) => {
                args.first().is_some_and(|&receiver| self.never_made_by(method, &code.body, receiver, depth + 1))
            }
            _ => false,
        }
    }

    /// The call of the program's own code before a reflective call which gives nothing, since it looks up names that no class has.
    pub(super) fn in_vain(&self, key: SiteKey) -> Option<InVain> {
        self.callees.in_vain(&self.view, key)
    }

    /// Whether a look-up cannot succeed.
    fn never_gives(&self, method: MethodId, offset: u32, depth: u32) -> bool {
        let Some(key) = self.site_at(method, offset) else { return self.is_called_on_nothing(method, offset, depth) };
        let (before, api) = (&self.sites[&key], View::api(key));
        let fails = |p: &Problem| {
            matches!(
                p,
                Problem::MissingClass(_)
                    | Problem::Absent(_)
                    | Problem::MissingMember { .. }
                    | Problem::MissingProperty { .. }
                    | Problem::NoSuchHandle
            ) || matches!(p, Problem::NotLoadable { .. } | Problem::NotLinkable { .. })
        };
        let certain = before.effects.is_empty() && !before.specified && before.problems.iter().all(fails);
        let given = self.given(key);
        let known = before.roles.iter().all(|&(role, node)| {
            !self
                .core
                .pts(node)
                .iter()
                .any(|obj| self.is_unknown((before, api), role, self.kind_in_role(api, role, ObjId(obj)), given))
        });
        let failed = !before.problems.is_empty();
        let starved = || {
            let is_starved = |first| self.never_given(before, first, depth + 1) || self.in_vain(key).is_some();
            api.first_position().is_some_and(is_starved)
        };
        certain && known && (failed || (depth < 8 && starved()))
    }

    /// Whether the input is a text that the same method makes, and can make of nothing that it is given: the call is then never
    /// run.
    fn never_made(&self, site: &RSite, position: usize) -> bool {
        let Some(body) = self.body_of(site) else { return false };
        let made_at = site.vars.get(position).and_then(|&var| call_giving(body, var));
        made_at.is_some_and(|offset| self.texts.gives_nothing(self.heap.site(Site::At(site.method, offset))))
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

    /// What an object is where it plays a role: look-ups find the same members in each class of arrays.
    fn kind_in_role(&self, api: &Api, role: Role, obj: ObjId) -> ObjKind {
        let kind = self.heap.kind(obj);
        match kind.array_class(self.program) {
            Some(ty) if role == Role::Class && api.kind == Kind::Member => ObjKind::Class { ty },
            _ => kind,
        }
    }

    fn is_unknown(&self, (site, api): (&RSite, &Api), role: Role, kind: ObjKind, given: Given) -> bool {
        if self.blind || (role == Role::Name && self.facts.listed.covers(kind)) {
            return false;
        }
        if given.by_casts && is_bounded_by_cast(role, kind) {
            return false;
        }
        if is_told_by_receivers(role, kind, given) {
            return false;
        }
        match role {
            // A merged constant may be the name of a member, but of no class.
            Role::Name if api.names_member() => {
                let known = match kind {
                    ObjKind::Null => true,
                    ObjKind::Str { .. } => !self.rules.are_local(),
                    _ => false,
                };
                !known && !given.literal && !given.bounded
            }
            Role::Name if site.by_cast => false,
            // Mode `local` knows no constants but those of the method.
            Role::Name if self.rules.are_local() => kind != ObjKind::Null && !given.literal,
            // Nothing that the class path has is named so, or all that is.
            Role::Name if site.is_settled(role, kind) => false,
            Role::Name => !matches!(kind, ObjKind::Str { .. } | ObjKind::OtherStr | ObjKind::Null),
            Role::Class | Role::Answer => {
                matches!(kind, ObjKind::UnknownClass { .. } | ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. })
            }
            Role::Member => match kind {
                _ if kind.is_listed() => false,
                ObjKind::UnknownMember { kind: MemberKind::Constructor, class: Some(_), .. } => false,
                ObjKind::UnknownMember { .. } | ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. } => true,
                _ => false,
            },
            Role::Receiver => {
                matches!(kind, ObjKind::UnknownInstance { .. }) && given.needs_receiver && !given.told_receiver
            }
            // What is unknown of a handle is among the members behind it; of any type all members are given.
            Role::Handle | Role::Type => false,
            Role::Handler => matches!(kind, ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. }),
            // No other role decides.
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

    /// Whether the members that are reached say of which type a receiver of unknown class is, so that the call is as one of the member
    /// itself, of which nobody asks which class answers: they are of a class that not everything is of (Solar 2015, 3.4.4, L-Inv and
    /// equation 3: members of known classes take nothing from soundness), or a test on every way to the call says so.
    fn is_receiver_told(&self, site: &RSite, api: &ApiRow) -> bool {
        let is_unknown = |role, kind| role == Role::Receiver && matches!(kind, ObjKind::UnknownInstance { .. });
        let Some(receiver) = api.argument(Role::Receiver, &site.vars).filter(|_| self.any_in_role(site, is_unknown))
        else {
            return false;
        };
        let is_of_instances = |access_flags: u16| access_flags & access::STATIC == 0;
        let mut declared = site.effects.iter().filter_map(|effect| match effect {
            Effect::Method(m) => Some(self.program.method(*m)).filter(|m| is_of_instances(m.access)).map(|m| m.class),
            Effect::Field(f) => Some(self.program.field(*f)).filter(|f| is_of_instances(f.access)).map(|f| f.class),
            _ => None,
        });
        let object = self.program.well_known().object;
        declared.all(|class| class != object) || !types_of_receiver(self, site, receiver).is_empty()
    }

    /// How far from the user's code an origin is.
    fn distance(&self, site: SiteId) -> u8 {
        let of_method = |m| match self.program.origin_of(m) {
            Origin::Application => 0,
            Origin::Library => 1,
            Origin::Jdk => 2,
        };
        match self.heap.site_data(site) {
            Site::At(method, _) | Site::Within(method, _) | Site::Param(method, _) => of_method(method),
            Site::Field(_) => 3,
            Site::Vm(_) | Site::Jdk | Site::Saturated | Site::Unknowns { .. } => 4,
            Site::Outside => 5,
        }
    }

    fn explain(j: &mut Judgement) {
        let unknown = j.unknown.iter().filter_map(|&(role, _)| reasons::unknown(role));
        j.reasons.extend(unknown.map(str::to_owned));
        j.reasons.extend(j.empty.map(reasons::nothing_arrives));
        j.reasons.sort_unstable();
        j.reasons.dedup();
    }

    fn by_name(&self, site: &RSite) -> bool {
        site.effects.iter().any(|e| matches!(e, Effect::Class(_)))
    }
}

/// Offset of the call whose result a variable is, casts aside.
pub(super) fn call_giving(body: &Body, mut var: Var) -> Option<u32> {
    loop {
        let stmt = body.blocks.iter().flat_map(|block| &block.stmts).find(|stmt| match &stmt.op {
            Op::Invoke { dst, .. } | Op::InvokeDynamic { dst, .. } => *dst == Some(var),
            Op::Cast { dst, .. } => *dst == var,
            _ => false,
        })?;
        match &stmt.op {
            Op::Cast { src, .. } if *src != var => var = *src,
            Op::Invoke { .. } | Op::InvokeDynamic { .. } => return Some(stmt.offset),
            _ => return None,
        }
    }
}

/// Whether a class is missing that a look-up needs besides the one that it is about, or that the call is given.
fn fails_to_link(site: &RSite) -> bool {
    site.problems.iter().any(|problem| matches!(problem, Problem::NotLinkable { .. } | Problem::Absent(_)))
}

/// What was cut off at a site, if something was.
pub(super) fn limit(site: &RSite) -> Option<Limit> {
    let limits = site.problems.iter().filter_map(|problem| match problem {
        Problem::FanOut(limit) => Some(*limit),
        _ => None,
    });
    limits.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overlooked_unknown_flags_its_site() {
        let judged = |tier, resolution| Judgement { tier, resolution, ..Judgement::open() };
        let mut covered = judged(Tier::Sound, Resolution::Full);
        covered.settle(false);
        assert_eq!((covered.tier, covered.cuts.len()), (Tier::Sound, 0));
        let mut open = judged(Tier::Open, Resolution::None);
        open.settle(true);
        assert_eq!((open.tier, open.cuts.len()), (Tier::Open, 0));
        let mut overlooked = judged(Tier::Sound, Resolution::Full);
        overlooked.settle(true);
        assert_eq!((overlooked.tier, overlooked.resolution), (Tier::Partial, Resolution::Partial));
        assert_eq!(overlooked.cuts, [CutKind::Internal]);
        let mut contradicted = judged(Tier::Proven, Resolution::Full);
        contradicted.contradicted();
        assert_eq!((contradicted.tier, contradicted.cuts), (Tier::Partial, vec![CutKind::Internal]));
        assert_eq!(
            (contradicted.reasons, contradicted.fault),
            (vec![reasons::DISAGREE.to_owned()], Some(Fault::Disagree))
        );
        assert_eq!(overlooked.fault, Some(Fault::Overlooked));
    }
}
