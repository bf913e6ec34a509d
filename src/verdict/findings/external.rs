//! RC1005: input from outside chooses the class or member of a call, whatever is known of the targets (CWE-470). Must not know
//! what else is wrong at the call.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::super::asked::declared;
use super::super::given::is_asked_of_callers;
use super::super::outside::{is_command_line, kind_of, weight};
use super::super::places::origin_text;
use super::super::rows::Row;
use super::super::view::View;
use super::bounds::bound_of;
use super::case::{Case, at, same_cause};
use super::deciding::{input, is_read, subject};
use super::nearest::places;
use super::spec_entry::Entry;
use crate::base::{FxHashMap, FxHashSet, FxIndexMap};
use crate::heap::{ObjId, ObjKind, Site, SiteId};
use crate::ir::Op;
use crate::program::MethodId;
use crate::reflection::{Kind, Role};
use crate::result::{Bound, CodeOrigin, Finding, Input, OriginKind, RuleId, Tier};

/// Most inputs of one call whose way is looked for.
const CANDIDATES: usize = 8;

/// Most places that come to a call whose values are told apart.
const PLACES: usize = 3;

/// An input of a call that comes from outside.
#[derive(Debug, Clone, Copy)]
struct Chosen {
    role: Role,
    obj: ObjId,
    origin: SiteId,
    kind: OriginKind,
}

/// Calls of one method that one input decides are one finding.
pub(super) fn find(case: &Case<'_, '_, '_>) -> Vec<Finding> {
    let mut kinds = FxHashMap::default();
    let mut causes: FxIndexMap<(MethodId, SiteId), Vec<(&Row, Chosen)>> = FxIndexMap::default();
    for row in case.rows().filter(|row| row.row.origin == CodeOrigin::Application && chooses_code(row)) {
        if let Some(chosen) = chosen(case, row, &mut kinds) {
            causes.entry((row.source, chosen.origin)).or_default().push((row, chosen));
        }
    }
    if causes.is_empty() {
        return Vec::new();
    }
    let users = Users::read(case);
    causes.into_values().filter_map(|calls| finding(case, &users, &calls)).collect()
}

/// Takes the entries of those away whose input another finding is about as well: its entry says what can be chosen.
pub(super) fn leave_entries_to_others(found: &mut [Finding]) {
    let told: BTreeSet<Input> =
        found.iter().filter(|other| other.rule != RuleId::RC1005).filter_map(|other| other.input.clone()).collect();
    for finding in found.iter_mut().filter(|finding| finding.rule == RuleId::RC1005) {
        finding.spec_entry.take_if(|_| finding.input.as_ref().is_some_and(|input| told.contains(input)));
    }
}

/// Whether a name, class or member that a call is given decides what code it is about.
fn chooses_code(row: &Row) -> bool {
    let Some(api) = row.key.map(View::api) else { return false };
    let is_known = row.row.tier == Tier::Proven || row.judgement.as_ref().is_none_or(|j| j.claimed.is_some());
    let is_about_code = api.kind != Kind::Other || api.makes_by_name() && api.is_resolved();
    is_about_code && !is_known && !api.runs_no_code()
}

/// The input from outside that most others can reach, of those whose way to the call can be shown as a whole. Where unknowns of many
/// places meet at a call it would have to be believed that this one is meant, unless its class reads it itself.
fn chosen(case: &Case<'_, '_, '_>, row: &Row, kinds: &mut FxHashMap<SiteId, Option<OriginKind>>) -> Option<Chosen> {
    let judge = case.judge;
    let mut of_kind = |origin: SiteId| {
        *kinds.entry(origin).or_insert_with(|| {
            let kind = kind_of(judge, origin);
            // What callers of a library give it to read is theirs, as the names that they pass (RC1004).
            let is_callers = case.context.library && is_asked_of_callers(judge, origin);
            let counts = (is_read(kind) || is_command_line(judge, origin)) && !is_callers;
            let is_filled = matches!(judge.heap.site_data(origin), Site::Field(_));
            (counts && (is_filled || case.traces.is_own(origin))).then_some(kind)
        })
    };
    let mut found: Vec<Chosen> = Vec::new();
    let mut places: FxHashSet<SiteId> = FxHashSet::default();
    for &(role, node) in &judge.sites[&row.key?].roles {
        if !matches!(role, Role::Name | Role::Class | Role::Member) {
            continue;
        }
        for obj in judge.core.pts(node).iter().map(ObjId) {
            let Some(origin) = judge.heap.kind(obj).origin() else { continue };
            places.insert(origin);
            // The class of an object that is read is what the reading chose already.
            let is_read_as_such = || role == Role::Name || is_taken_as_reflective(judge, origin);
            if let Some(kind) = of_kind(origin).filter(|_| is_read_as_such()) {
                found.push(Chosen { role, obj, origin, kind });
            }
        }
    }
    let outermost = |method| judge.program.outermost_name(judge.program.method(method).class);
    let is_near = |origin: SiteId| match judge.heap.site_data(origin) {
        Site::At(method, _) | Site::Param(method, _) => outermost(method) == outermost(row.source),
        _ => false,
    };
    found.retain(|chosen| places.len() <= PLACES || is_near(chosen.origin));
    let text = |chosen: &Chosen| origin_text(judge.program, judge.heap, chosen.origin);
    found.sort_by_cached_key(|chosen| (Reverse(weight(chosen.kind)), text(chosen), chosen.role));
    let shown = |chosen: &Chosen| !case.traces.of_input(row, (chosen.role, chosen.obj), chosen.origin).is_empty();
    found.into_iter().take(CANDIDATES).find(shown).or_else(|| next_to_call(case, row, &mut of_kind))
}

/// Of what came by many ways, or through an object that came as a whole: what the method of the call reads itself.
fn next_to_call(
    case: &Case<'_, '_, '_>,
    row: &Row,
    of_kind: &mut impl FnMut(SiteId) -> Option<OriginKind>,
) -> Option<Chosen> {
    let unknown = &row.judgement.as_ref()?.unknown;
    let &(role, obj) = unknown.iter().find(|&&(role, _)| role == Role::Name)?;
    let read = places(case, row).into_iter().filter_map(|place| Some((place, of_kind(place)?)));
    let (origin, kind) = read.max_by_key(|&(_, kind)| weight(kind))?;
    Some(Chosen { role, obj, origin, kind })
}

/// Whether what a place gives is a class or a member itself: by its type, or by a cast where it is read.
fn is_taken_as_reflective(view: &View<'_, '_>, origin: SiteId) -> bool {
    let types = view.heap.types();
    let is_one = |ty| [types.class, types.method, types.constructor, types.field].contains(&ty);
    if declared(view, origin).is_some_and(is_one) {
        return true;
    }
    let Site::At(method, offset) = view.heap.site_data(origin) else { return false };
    let Some(code) = view.state.code_of(method) else { return false };
    let all = || code.body.blocks.iter().flat_map(|block| &block.stmts);
    let given = all().find(|stmt| stmt.offset == offset).and_then(|stmt| stmt.op.dst());
    given.is_some_and(|given| {
        all().any(|stmt| matches!(stmt.op, Op::Cast { src, ty, .. } if src == given && is_one(ty)))
    })
}

fn path(case: &Case<'_, '_, '_>, row: &Row, chosen: Chosen) -> Vec<crate::result::TraceStep> {
    let path = case.traces.of_input(row, (chosen.role, chosen.obj), chosen.origin);
    if path.is_empty() { case.traces.next_to(row, chosen.origin) } else { path }
}

/// The finding of one input, at the call that it chooses most at. What only those can set who start the program, and what is
/// bounded besides, is nobody's problem.
fn finding(case: &Case<'_, '_, '_>, users: &Users<'_>, calls: &[(&Row, Chosen)]) -> Option<Finding> {
    let bound = |&(row, chosen): &(&Row, Chosen)| users.bound(case, row, chosen);
    let at_most = calls.iter().enumerate().max_by_key(|&(nth, call)| (bound(call), Reverse(nth)));
    let (nth, &(row, chosen)) = at_most?;
    let bound = bound(&calls[nth]);
    let is_remote = matches!(chosen.kind, OriginKind::Network | OriginKind::Deserialised);
    if bound != Bound::Nothing && !is_remote {
        return None;
    }
    let names_member = row.key.is_some_and(|key| View::api(key).names_member());
    let what = match chosen.role {
        Role::Member => "member",
        Role::Name if names_member => "member",
        _ => "class",
    };
    let from = match chosen.kind {
        OriginKind::Network => "comes from the network",
        OriginKind::Deserialised => "comes from serialised data",
        OriginKind::File => "is read from a file or stream",
        OriginKind::Environment => "comes from the environment",
        OriginKind::Property => "comes from a property",
        OriginKind::Parameter | OriginKind::Native | OriginKind::Annotation | OriginKind::Other => {
            "comes from the command line"
        }
    };
    let summary = format!("{} {from} and chooses the {what}", subject(case.judge, chosen.origin));
    let advice = match (bound, is_remote) {
        (Bound::Nothing, true) => {
            "let the code choose among constants (a map, an enum, a switch), and refuse any other value"
        }
        (Bound::Nothing, false) => {
            "see that only those can set it who may run any code here, or choose among constants"
        }
        _ => "see that whatever it can choose is meant to be chosen from outside",
    };
    let others = || calls.iter().enumerate().filter(|&(other, _)| other != nth).map(|(_, &(row, _))| row);
    let entries: Vec<String> = std::iter::once(row)
        .chain(others())
        .filter_map(|row| Entry::accept(case, RuleId::RC1005, row).map(|entry| entry.text))
        .collect();
    let finding = at(RuleId::RC1005, row, summary)
        .keyed_by_method()
        .input(input(case.judge, chosen.origin), chosen.kind)
        .bound(bound)
        .path(path(case, row, chosen))
        .related(others().map(same_cause).collect())
        .advice(advice);
    Some(match entries.is_empty() {
        true => finding.build(),
        false => finding.spec_entry(entries.join("\n")).build(),
    })
}

/// Where what look-ups give is used: by the look-up.
struct Users<'c> {
    of: FxHashMap<SiteId, Vec<(&'c Row, Role, ObjId)>>,
}

impl<'c> Users<'c> {
    fn read(case: &Case<'c, '_, '_>) -> Self {
        let mut of: FxHashMap<SiteId, Vec<(&Row, Role, ObjId)>> = FxHashMap::default();
        for row in case.rows() {
            let Some(key) = row.key else { continue };
            for &(role, node) in &case.judge.sites[&key].roles {
                if !matches!(role, Role::Class | Role::Member) {
                    continue;
                }
                for obj in case.judge.core.pts(node).iter().map(ObjId) {
                    let kind = case.judge.heap.kind(obj);
                    if let ObjKind::UnknownClass { site, .. } | ObjKind::UnknownMember { site, .. } = kind {
                        of.entry(site).or_default().push((row, role, obj));
                    }
                }
            }
        }
        Self { of }
    }

    /// What bounds what an input can choose: an outline, a test or a specification at the call, or what all calls that use what it
    /// gives ask of it, like `asSubclass`.
    fn bound(&self, case: &Case<'_, '_, '_>, row: &Row, chosen: Chosen) -> Bound {
        let own = self.of_one(case, row, (chosen.role, chosen.obj));
        let Some(users) = row.key.and_then(|key| self.of.get(&key.site)).filter(|_| own == Bound::Nothing) else {
            return own;
        };
        users.iter().map(|&(row, role, obj)| self.of_one(case, row, (role, obj))).max().unwrap_or(own)
    }

    fn of_one(&self, case: &Case<'_, '_, '_>, row: &Row, (role, obj): (Role, ObjId)) -> Bound {
        let judge = case.judge;
        let is_listed = judge.facts.listed.knows(judge.heap.kind(obj));
        let is_specified = row.key.is_some_and(|key| judge.sites[&key].specified);
        let is_unknown = row.judgement.as_ref().is_some_and(|j| j.unknown.contains(&(role, obj)));
        match is_unknown && !is_listed && !is_specified {
            // All that it can be is in the answer.
            false => Bound::Candidates(row.row.targets.len().try_into().unwrap_or(u32::MAX)),
            true => bound_of(judge, row.key, (role, obj)),
        }
    }
}
