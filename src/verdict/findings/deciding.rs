//! The unknown value that decides: how a message names it, where it came from, and the entry that would bound it. Must not know
//! rules.

use super::super::asked::{call_at, declared, gives_no_object, key_at};
use super::super::outside::kind_of;
use super::super::places::{artifact, place_of};
use super::super::rows::Row;
use super::super::tiers::call_giving;
use super::super::view::View;
use super::case::Case;
use super::spec_entry::{Entry, EntryKind};
use crate::base::FxIndexSet;
use crate::classpath::Origin;
use crate::heap::{MemberKind, ObjId, Site, SiteId};
use crate::models::Caller;
use crate::reflection::{Role, SiteKey};
use crate::result::{CodeOrigin, Finding, FindingBuilder, Input, OriginKind, RuleId};

/// Most look-ups behind each other that are followed to what names something.
const LOOK_UPS: u32 = 4;
/// Most traces a finding of the application shows.
const PATHS: usize = 3;

/// A finding with the unknown that decides, whether the targets can be named, and where a reader is told that it is read.
pub(super) fn decided_by(
    finding: FindingBuilder,
    case: &Case<'_, '_, '_>,
    row: &Row,
    (origin, may_be_named): (SiteId, bool),
    input: Option<Input>,
) -> (Finding, EntryKind) {
    let finding = finding
        // Which of several unknowns is shown can depend on code that has nothing to do with the call.
        .keyed_by_method()
        .input(by_name(case.judge, row, origin, input), kind_of(case.judge, origin))
        .path(case.traces.of_unknown(row, origin))
        .more_paths(more_paths(case, row));
    let entry = entry(case, row, origin);
    // Callers may mean anything: no list of targets is right, and one that were would be an answer for all of them.
    let can_be = may_be_named && finding.rule() != RuleId::RC1004;
    let entry = entry.filter(|entry| can_be || entry.kind != EntryKind::Call);
    let (mut finding, kind) = answered_by(finding, case, row, entry);
    if !may_be_named {
        let judged = finding.advice.text();
        finding.advice = format!("add the class to the run-time class path, or {judged}").into();
    }
    (finding, kind)
}

/// The input with who calls by name what the first unknown comes from, if that is so: nobody sees it in the code. Of others it
/// would have to be believed that they decide.
fn by_name(view: &View<'_, '_>, row: &Row, origin: SiteId, input: Option<Input>) -> Option<Input> {
    let Some(said) = called_by_name(view, origin) else { return input };
    Some(match input {
        Some(Input { text, place }) => Input { text: format!("{text}; {said}"), place },
        None => Input {
            text: format!("name <- {}; {said}", subject(view, origin)),
            place: place_of(view, origin).unwrap_or_else(|| row.row.place.clone()),
        },
    })
}

/// Which code that is not looked at may call a method with anything, or set a field, and where it does such things.
fn called_by_name(view: &View<'_, '_>, origin: SiteId) -> Option<String> {
    let (caller, does) = match view.heap.site_data(origin) {
        Site::Param(method, _) => {
            let called = view.program.method_id(method);
            (view.by_name.of_method(method)?, format!("may call \"{called}\" with anything"))
        }
        Site::Field(field) => {
            (view.by_name.of_field(field)?, format!("may set \"{}\" to anything", view.program.field_id(field)))
        }
        _ => return None,
    };
    Some(match caller {
        Caller::Hidden(id, place) => {
            let (artifact, class) = (artifact(view.program, Some(*id)), view.program.class_name(place.class));
            let (class, line) = (class.replace('/', "."), place.line);
            let line = line.map_or_else(String::new, |line| format!(", line {line}"));
            format!("code of {artifact} {does}: it calls methods by name (\"{class}\"{line})")
        }
        Caller::Jdk(method) => format!("who has the object from \"{method}\" {does}: it is called by name"),
    })
}

/// A finding with the entry that answers it; of one that no entry answers there is none.
pub(super) fn answered_by(
    finding: FindingBuilder,
    case: &Case<'_, '_, '_>,
    row: &Row,
    entry: Option<Entry>,
) -> (Finding, EntryKind) {
    let rule = finding.rule();
    match entry.or_else(|| Entry::accept(case, rule, row)) {
        Some(entry) => {
            let advice = match (rule, &entry.kind) {
                (RuleId::RC1004, EntryKind::Accept) => {
                    format!(
                        "nothing, if callers are meant to choose; else judge the call in {}",
                        case.context.spec_file
                    )
                }
                _ => entry.advice(case.context.spec_file),
            };
            (finding.advice(advice).spec_entry(entry.text).build(), entry.kind)
        }
        None => (finding.advice("let fewer names reach the call").build(), EntryKind::Accept),
    }
}

/// The entry that bounds what decides at a call.
fn entry(case: &Case<'_, '_, '_>, row: &Row, origin: SiteId) -> Option<Entry> {
    let judgement = row.judgement.as_ref()?;
    // Values of one of several sources would not close it.
    let alone = judgement.origins.len() == 1 && judgement.empty.is_none() && !Entry::stays_open(case, row);
    let alone = alone && row.key.is_some_and(|key| is_text(case, key, origin, LOOK_UPS));
    let listed = alone.then(|| Entry::source(case.judge, case.traces.made_last(row, origin))).flatten();
    let given = || {
        let mut calls = FxIndexSet::default();
        let all = !Entry::stays_open(case, row) && names_given(case, row.key?, LOOK_UPS, &mut calls);
        calls.first().filter(|_| all && calls.len() == 1).and_then(|&call| Entry::source(case.judge, call))
    };
    listed.or_else(given).or_else(|| Entry::call(case, row))
}

/// Whether all that comes from a place to a call, or to the look-ups before it, are texts: the class of an object is no name that
/// could be listed.
fn is_text(case: &Case<'_, '_, '_>, key: SiteKey, origin: SiteId, depth: u32) -> bool {
    let judge = case.judge;
    let unknown = judge.judge(key).unknown;
    unknown.into_iter().filter(|&(_, obj)| judge.originates_at(obj, origin)).all(|(_, obj)| {
        let kind = judge.heap.kind(obj);
        let before = match kind.origin().filter(|&site| site != origin).map(|site| judge.heap.site_data(site)) {
            Some(Site::At(method, offset)) => judge.site_at(method, offset).filter(|&before| before != key),
            _ => None,
        };
        match before {
            Some(before) => depth == 0 || is_text(case, before, origin, depth - 1),
            None => kind.is_unknown_text(),
        }
    })
}

/// The entry for the values that decide at a call.
pub(super) fn source_entry(case: &Case<'_, '_, '_>, row: &Row) -> Option<Entry> {
    let origin = *row.judgement.as_ref()?.origins.first()?;
    entry(case, row, origin).filter(|entry| entry.kind != EntryKind::Call)
}

/// Whether all that is unknown at a call comes from names which the code gets from calls there, like getters of its own; which
/// calls these are goes to `calls`.
fn names_given(case: &Case<'_, '_, '_>, key: SiteKey, depth: u32, calls: &mut FxIndexSet<SiteId>) -> bool {
    let judge = case.judge;
    let (site, judged) = (&judge.sites[&key], judge.judge(key));
    let given = |&(role, obj): &(Role, ObjId)| {
        if role == Role::Name {
            let var = View::api(key).position(Role::Name).and_then(|at| site.vars.get(at));
            let offset = var.and_then(|&var| call_giving(judge.body_of(site)?, var));
            calls.extend(offset.map(|offset| judge.heap.site(Site::At(site.method, offset))));
            return offset.is_some();
        }
        let before = judge.heap.kind(obj).origin().map(|origin| judge.heap.site_data(origin));
        let Some(Site::At(method, offset)) = before else { return false };
        judge
            .site_at(method, offset)
            .is_some_and(|before| before != key && depth > 0 && names_given(case, before, depth - 1, calls))
    };
    judged.empty.is_none() && !judged.unknown.is_empty() && judged.unknown.iter().all(given)
}

/// The traces of further unknowns that decide.
fn more_paths(case: &Case<'_, '_, '_>, row: &Row) -> Vec<Vec<u32>> {
    if row.row.origin != CodeOrigin::Application {
        return Vec::new();
    }
    let traces = case.traces;
    let others = row.judgement.iter().flat_map(|j| &j.origins).copied().skip(1);
    let others = others.filter(|&origin| traces.is_own(origin)).take(PATHS - 1);
    let paths = others.map(|origin| traces.shared(traces.of_unknown(row, origin)));
    paths.filter(|path| !path.is_empty()).collect()
}

/// Whether a message tells where the value that decides at a call comes from in place of what is next to the call: what the class of
/// the call reads from outside; or, if all that is unknown comes from there, a key, or what the program itself is given. Else it would
/// have to be believed that it does.
pub(super) fn is_told(case: &Case<'_, '_, '_>, row: &Row, origin: SiteId) -> bool {
    let program = case.judge.program;
    let site = case.judge.heap.site_data(origin);
    let (Site::At(method, _) | Site::Param(method, _)) = site else { return false };
    let outermost = |method| program.outermost_name(program.method(method).class);
    let is_alone = row.judgement.as_ref().is_some_and(|j| j.origins.len() == 1);
    let is_near = outermost(method) == outermost(row.source);
    let is_own = program.origin_of(method) == Origin::Application;
    let has_key = is_own && key_at(case.judge, origin).is_some();
    let is_given = is_own && matches!(site, Site::Param(..));
    has_key && (is_alone || is_near) || is_given && is_alone || is_near && is_read(kind_of(case.judge, origin))
}

/// How many there are is no part of what a message says: it changes with code that has nothing to do with the call.
pub(super) const MORE: &str = "other values";

/// How a message names an origin: the key asked for, if what it gives may be a text, or the call.
pub(super) fn subject(view: &View<'_, '_>, site: SiteId) -> String {
    let program = view.program;
    let is_text = |ty| program.is_subtype(view.heap.types().string, ty);
    let gives_text = || declared(view, site).is_none_or(|ty| !program.is_reference(ty) || is_text(ty));
    match view.heap.site_data(site) {
        Site::At(..) => match (call_at(view, site), key_at(view, site)) {
            (_, Some(key)) if gives_text() => format!("\"{key}\""),
            (Some(called), Some(key)) => format!("the result of \"{}\" for \"{key}\"", called.short()),
            (Some(called), None) if called.is_constructor() => format!("what \"{}\" makes", called.short()),
            (Some(called), None) if gives_no_object(view, site) => format!("what \"{}\" fills in", called.short()),
            (Some(called), None) => format!("the result of \"{}\"", called.short()),
            _ => "a computed value".to_owned(),
        },
        Site::Param(method, index) => format!("parameter {} of \"{}\"", index + 1, view.program.method_id(method)),
        Site::Field(field) => format!("field \"{}\"", view.program.field_id(field)),
        Site::Within(..) | Site::Jdk => "a value made inside the JDK".to_owned(),
        Site::Outside => "a value from outside the program".to_owned(),
        Site::Saturated => "one of more values than are told apart".to_owned(),
        Site::Unknowns { of_callers: true } => "something that callers give".to_owned(),
        Site::Unknowns { of_callers: false } => "one of many values from outside".to_owned(),
        Site::Vm(_) => "a value made by the JVM".to_owned(),
    }
}

/// What a value is by its declared type, if that is one of members.
pub(super) fn member(view: &View<'_, '_>, site: SiteId) -> Option<MemberKind> {
    let (types, ty) = (view.heap.types(), declared(view, site)?);
    let of = [
        (types.method, MemberKind::Method),
        (types.constructor, MemberKind::Constructor),
        (types.field, MemberKind::Field),
    ];
    of.into_iter().find_map(|(of, kind)| (of == ty).then_some(kind))
}

/// The input that decides, and where it is read.
pub(super) fn input(view: &View<'_, '_>, site: SiteId) -> Option<Input> {
    let place = place_of(view, site)?;
    let text = match (call_at(view, site), key_at(view, site)) {
        (Some(called), key) => {
            let key = key.map_or_else(|| "...".to_owned(), |key| format!("\"{key}\""));
            format!("name <- {}({key})", called.short())
        }
        _ => format!("name <- {}", subject(view, site)),
    };
    Some(Input { text, place })
}

/// Whether a value of a kind is read from outside the program.
pub(super) fn is_read(kind: OriginKind) -> bool {
    match kind {
        OriginKind::Property
        | OriginKind::Environment
        | OriginKind::File
        | OriginKind::Network
        | OriginKind::Deserialised => true,
        OriginKind::Parameter | OriginKind::Native | OriginKind::Annotation | OriginKind::Other => false,
    }
}
