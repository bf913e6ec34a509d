//! RC3001 and RC3002: names without a class or member behind them; RC3010 where a file of service providers has the name. Must
//! not know how names flow.

use std::cell::OnceCell;

use super::super::guards::is_expected_by_callers;
use super::super::in_vain::InVain;
use super::super::outside::kind_of;
use super::super::places::place_of;
use super::super::rows::Row;
use super::super::under_test::{Under, under, under_others};
use super::super::view::View;
use super::case::{Case, add_class, at, name_class, no_class};
use super::deciding::{MORE, input, subject};
use crate::base::FxHashSet;
use crate::heap::{MemberKind, ObjKind, Site, SiteId};
use crate::ir::ConstValue;
use crate::ir::facts::constant_of;
use crate::program::{ClassId, Damage, MethodId, Program, TypeId, lookup};
use crate::reflection::{Attempt, NO_CLASS, NOT_LINKED, Problem, RSite, Role, Row as ApiRow, Throws, absent_literals};
use crate::result::{Certainty, Finding, Input, OriginKind, RuleId, SiteKind, Tier};
use crate::strings::named::is_of_jvm_alone;

pub(super) fn find(case: &Case<'_, '_, '_>) -> Vec<Finding> {
    let mut out = Vec::new();
    let mut in_vain: FxHashSet<(MethodId, u32)> = FxHashSet::default();
    for row in case.rows() {
        at_row(case, row, &mut out);
        out.extend(asked_in_vain(case, row).filter(|(at, _)| in_vain.insert(*at)).map(|(_, finding)| finding));
    }
    out
}

/// What is done with a class that a method of the program looks up in vain, where nobody asks whether something came of it; and the call
/// of the method. The look-up itself may succeed for others.
fn asked_in_vain(case: &Case<'_, '_, '_>, row: &Row) -> Option<((MethodId, u32), Finding)> {
    let key = row.key.filter(|_| row.row.targets.is_empty() && !row.row.tier.is_incomplete())?;
    let InVain { at: (method, offset), names } = case.judge.in_vain(key)?;
    let (program, site) = (case.judge.program, &case.judge.sites[&key]);
    let certainty = match under(case.ask, site.method, site.offset, &site.vars) {
        _ if is_expected_by_callers(case.ask, (method, offset), NO_CLASS) => Certainty::Guarded,
        Under::Environment => Certainty::Guarded,
        // Who asks whether something came of it expects that nothing does.
        Under::Input => Certainty::Possible,
        Under::Nothing => Certainty::Likely,
    };
    let name = names.iter().map(|&name| program.str(name)).min()?;
    let place = place_of(case.judge, case.judge.heap.site(Site::At(method, offset)));
    let input = place.map(|place| Input { text: format!("name <- \"{name}\""), place });
    let finding = at(RuleId::RC3001, row, no_class(name)).advice(name_class(program, name)).certainty(certainty);
    Some(((method, offset), finding.input(input, OriginKind::Other).build()))
}

fn at_row(case: &Case<'_, '_, '_>, row: &Row, out: &mut Vec<Finding>) {
    let Some(key) = row.key else { return };
    let site = &case.judge.sites[&key];
    // A loader of services is made whatever the names in its files are; asking it for providers fails.
    let (thrown, later) = match View::api(key).throws {
        Throws::Nothing => (&[][..], false),
        Throws::AtOnce(thrown) => (thrown, false),
        Throws::Later(thrown) => (thrown, true),
    };
    let program = case.judge.program;
    if site.problems.contains(&Problem::ManyMissing) && !thrown.is_empty() {
        out.push(many_missing(row));
        return;
    }
    // Of a class that may not be the one that is asked, what it has not says nothing.
    let is_guess = case.guessed.reach(case.judge, key);
    // What names a class that is nowhere throws before anything is looked up by it.
    let has_absent = has_absent_literal(case, site);
    let mut seen: FxHashSet<String> = FxHashSet::default();
    let tests = OnceCell::new();
    if !thrown.is_empty() {
        out.extend(nothing_fits(case, row, thrown));
    }
    let mut problems: Vec<Problem> = site.problems.iter().copied().collect();
    // A name and a class that is given may say the same: that of the name is said, whichever was found first.
    problems.sort_by_key(|problem| matches!(problem, Problem::Absent(_)));
    for problem in problems {
        let of_members = matches!(
            problem,
            Problem::MissingMember { .. } | Problem::MissingProperty { .. } | Problem::NotLinkable { .. }
        );
        if of_members && (is_guess || has_absent) {
            continue;
        }
        let name = match problem {
            Problem::MissingClass(name)
            | Problem::NotLoadable { name, .. }
            | Problem::MissingMember { name, .. }
            | Problem::MissingProperty { name, .. } => Some(program.str(name)),
            _ => None,
        };
        let tests = || tests.get_or_init(|| case.judge.name_tests(key, site)).as_ref();
        if name.is_some_and(|name| tests().is_some_and(|tests| tests.keep_away(name))) {
            continue;
        }
        let Some(Said { rule, summary, advice, exceptions }) = said(program, site, problem, (View::api(key), thrown))
        else {
            continue;
        };
        if !seen.insert(summary.clone()) {
            continue;
        }
        let is_absent = matches!(problem, Problem::Absent(_));
        let fails = if is_absent { has_absent || is_given_absent(case, row) } else { row.row.targets.is_empty() };
        let every = fails && matches!(row.row.tier, Tier::Proven | Tier::Sound);
        let later = later && !is_absent;
        let place = (site.method, site.offset);
        // Options that the program is started with are not seen.
        let is_defeasible =
            matches!(problem, Problem::MissingClass(name) if unresolved_module(program, program.str(name)).is_some());
        let name_var = View::api(key).argument(Role::Name, &site.vars);
        let is_expected = is_expected_by_callers(case.ask, place, if later { thrown } else { exceptions });
        let under = match is_expected {
            true => Under::Environment,
            false => under_others(case.ask, site.method, site.offset, name_var.as_slice()),
        };
        let certainty = match under {
            Under::Environment => Certainty::Guarded,
            // A test of the name that is not understood may keep it away.
            Under::Input => Certainty::Possible,
            Under::Nothing if every && row.row.tier == Tier::Proven && !later && !is_defeasible => Certainty::Proven,
            Under::Nothing if every => Certainty::Likely,
            Under::Nothing => Certainty::Possible,
        };
        let path = match problem {
            Problem::MissingMember { class, kind: MemberKind::Constructor, .. }
            | Problem::NotLinkable { class, .. } => case.traces.of_class(row, class),
            _ => name.map(|name| case.traces.of_name(row, name)).unwrap_or_default(),
        };
        out.push(at(rule, row, summary).advice(advice).certainty(certainty).path(path).build());
    }
}

/// Whether the code of the method gives a call a class literal of a class that is nowhere, on every way to the call.
fn has_absent_literal(case: &Case<'_, '_, '_>, site: &RSite) -> bool {
    let is_absent = |problem: &Problem| matches!(problem, Problem::Absent(_));
    let body = case.judge.body_of(site).filter(|_| site.problems.iter().any(is_absent));
    body.is_some_and(|body| !absent_literals(case.judge.program, body, site.offset, &site.vars).is_empty())
}

/// Whether an instruction of the method gives the class of a call, and of nothing else, that is not there.
fn is_given_absent(case: &Case<'_, '_, '_>, row: &Row) -> bool {
    let Some(key) = row.key else { return false };
    let (judge, site) = (case.judge, &case.judge.sites[&key]);
    let is_literal = View::api(key).argument(Role::Class, &site.vars).is_none_or(|var| {
        let body = judge.body_of(site);
        body.is_some_and(|body| matches!(constant_of(body, var), Some(ConstValue::Class(_))))
    });
    let given = site.roles.iter().filter(|(role, _)| *role == Role::Class);
    let mut given = given.flat_map(|&(_, node)| judge.values(node).map(|(_, kind)| kind));
    // Of the interfaces of a proxy one is enough.
    let is_one = View::api(key).position(Role::Class).is_none();
    is_literal
        && (is_one
            || given.all(|kind| {
                let ObjKind::Class { ty } = kind else { return false };
                let class = judge.program.class_of(judge.program.dimensions(ty).1);
                class.is_some_and(|class| site.problems.contains(&Problem::Absent(class)))
            }))
}

/// What is said of a problem, and what the call throws because of it.
struct Said {
    rule: RuleId,
    summary: String,
    advice: String,
    exceptions: &'static [&'static str],
}

/// `None` for a problem that is none of these rules' or makes the call throw nothing.
fn said(
    program: &Program,
    site: &RSite,
    problem: Problem,
    (api, thrown): (&ApiRow, &'static [&'static str]),
) -> Option<Said> {
    match problem {
        // A loader of the program's own may define it; `forName(Module, String)` answers null.
        Problem::MissingClass(_) if thrown.is_empty() || site.problems.contains(&Problem::OutsideWorld) => None,
        Problem::MissingClass(name) => Some(missing_class(program, program.str(name), (api, thrown))),
        Problem::Absent(class) => {
            let name = program.binary_name(program.class_type(class));
            let advice = add_class(&name);
            Some(Said { rule: RuleId::RC3001, summary: no_class(&name), advice, exceptions: NO_CLASS })
        }
        Problem::NotLoadable { name, class } => {
            let asked = element_name(program.str(name));
            let cannot = if program.binary_name(program.class_type(class)) == asked {
                String::new()
            } else {
                format!("class \"{}\" cannot be loaded: its supertype ", program.str(name))
            };
            Some(unusable(program, class, &cannot))
        }
        Problem::NotLinkable { class, needs } => {
            let asked = program.binary_name(class);
            let is_supertype = program.class_of(class).is_some_and(|class| program.is_subclass(class, needs));
            let cannot = match program.class_of(class) == Some(needs) {
                true => String::new(),
                false if is_supertype => format!("class \"{asked}\" cannot be loaded: its supertype "),
                false => format!("the members of \"{asked}\" cannot be listed: a type in their declarations, "),
            };
            Some(unusable(program, needs, &cannot))
        }
        Problem::MissingMember { class, kind, name } => {
            Some(missing_member(program, (class, kind, program.str(name)), (api, thrown)))
        }
        // Some calls pass over what is not there.
        Problem::MissingProperty { .. } if thrown.is_empty() => None,
        Problem::MissingProperty { class, name, read } => {
            Some(missing_property(program, (class, program.str(name), read), thrown))
        }
        // Other calls that make objects are the business of those that look at what they are given.
        Problem::NotInstantiable(class) if api.finds_providers() => Some(unsuitable(program, class, thrown)),
        _ => None,
    }
}

/// A provider that a file names and no loader of services makes.
fn unsuitable(program: &Program, class: TypeId, exceptions: &'static [&'static str]) -> Said {
    let name = program.binary_name(class);
    Said {
        rule: RuleId::RC3010,
        summary: format!("\"{name}\" is named as a provider, and no object of it can be made as one"),
        advice: "make it a public subtype of the service with a public constructor without parameters".to_owned(),
        exceptions,
    }
}

/// The module of a class that is there in a program which is started with it.
fn unresolved_module<'p>(program: &'p Program, text: &str) -> Option<&'p str> {
    program.class_path().unresolved_module(&element_name(text).replace('.', "/"))
}

fn missing_class(program: &Program, text: &str, (api, thrown): (&ApiRow, &'static [&'static str])) -> Said {
    let rule = if api.finds_providers() { RuleId::RC3010 } else { RuleId::RC3001 };
    let exceptions = if api.makes_by_name() { thrown } else { NO_CLASS };
    if let Some(module) = unresolved_module(program, text) {
        let summary = format!("class \"{text}\" is in module \"{module}\" of the JDK, which is not there by default");
        return Said { rule, summary, advice: format!("start with --add-modules {module}"), exceptions };
    }
    let advice = match text.starts_with('[') && api.finds_no_arrays {
        true => format!("use Class.forName(name, false, loader): {} finds no classes of arrays", api.name),
        false => name_class(program, text),
    };
    let summary = match is_of_jvm_alone(text) {
        true => format!("the JDK has no class \"{text}\""),
        false => no_class(text),
    };
    Said { rule, summary, advice, exceptions }
}

/// A class that is missing or refused, and what cannot be done because of that.
fn unusable(program: &Program, class: ClassId, cannot: &str) -> Said {
    let name = program.binary_name(program.class_type(class));
    let (summary, advice) = match program.damage_of(class) {
        Some(damage) => {
            let reason = match damage {
                Damage::File(reason) => format!("cannot be used: {reason}"),
                Damage::Other(diag) => diag.message,
            };
            let subject = if cannot.is_empty() { format!("class \"{name}\"") } else { format!("{cannot}\"{name}\",") };
            (format!("{subject} {reason}"), format!("rebuild \"{name}\", or replace the file it is in"))
        }
        None => (format!("{cannot}\"{name}\" is not on the class path"), add_class(&name)),
    };
    Said { rule: RuleId::RC3001, summary, advice, exceptions: NOT_LINKED }
}

fn missing_member(
    program: &Program,
    (class, kind, text): (TypeId, MemberKind, &str),
    (api, thrown): (&ApiRow, &'static [&'static str]),
) -> Said {
    let class_name = program.binary_name(class);
    let (what, wanted) = match kind {
        MemberKind::Field => ("field", lookup::Member::Field),
        MemberKind::Method => ("method", lookup::Member::Method),
        MemberKind::Constructor => ("constructor", lookup::Member::Constructor),
    };
    let own = matches!(api.attempt(), Some(Attempt::FindMember { declared: true, .. }));
    let advice = lookup::member_advice(program, class, wanted, text, own)
        .unwrap_or_else(|| format!("correct the {what}'s name or parameter types"));
    let summary = match kind {
        MemberKind::Constructor => format!("\"{class_name}\" has no constructor with these parameter types"),
        _ => format!("\"{class_name}\" has no such {what} \"{text}\""),
    };
    Said { rule: RuleId::RC3002, summary, advice, exceptions: thrown }
}

fn missing_property(
    program: &Program,
    (class, name, read): (TypeId, &str, bool),
    exceptions: &'static [&'static str],
) -> Said {
    let (can, prefix) = if read { ("read", "get") } else { ("written", "set") };
    let summary = format!("\"{}\" has no property \"{name}\" that can be {can}", program.binary_name(class));
    let advice = match lookup::property_hint(program, class, name, read) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("correct the name, or declare a public method \"{prefix}{}\"", lookup::capitalised(name)),
    };
    Said { rule: RuleId::RC3002, summary, advice, exceptions }
}

/// `p.A` of `[Lp.A;`, the name of an array class; other names as they are.
fn element_name(name: &str) -> &str {
    let element = name.trim_start_matches('[');
    match element.strip_prefix('L').and_then(|element| element.strip_suffix(';')) {
        Some(class) if element.len() < name.len() => class,
        _ => name,
    }
}

/// Something unknown is part of the name of the class, and whatever it is no class has that name: what is looked up then
/// throws.
fn nothing_fits(case: &Case<'_, '_, '_>, row: &Row, thrown: &'static [&'static str]) -> Option<Finding> {
    let site = &case.judge.sites[&row.key?];
    let is_brought = site.problems.contains(&Problem::BroughtAtRunTime);
    let is_other = |problem: &Problem| *problem != Problem::BroughtAtRunTime;
    if site.problems.iter().any(is_other) || !row.row.targets.is_empty() {
        return None;
    }
    if !is_brought && !matches!(row.row.tier, Tier::Proven | Tier::Sound) {
        return None;
    }
    let names = site.roles.iter().filter(|(role, _)| *role == Role::Name);
    let kinds = names.flat_map(|&(_, node)| case.judge.values(node).map(|(_, kind)| kind));
    let unknown = kinds.filter(|&kind| site.bounded(Role::Name, kind) == Some(0)).filter_map(ObjKind::origin);
    let mut origins: Vec<SiteId> = unknown.collect();
    origins.sort_by_cached_key(|&origin| place_of(case.judge, origin));
    origins.dedup();
    let &origin = origins.first()?;
    let what = match (subject(case.judge, origin), origins.len()) {
        (subject, 1) => format!("{subject} is part"),
        (subject, _) => format!("{subject} and {MORE} are part"),
    };
    let summary = format!("{what} of the name of the class, and no class on the class path has such a name");
    let certainty = match () {
        () if is_expected_by_callers(case.ask, (site.method, site.offset), thrown) => Certainty::Guarded,
        () if under(case.ask, site.method, site.offset, &[]) == Under::Environment => Certainty::Guarded,
        () if is_brought => Certainty::Possible,
        () => Certainty::Likely,
    };
    let finding = at(RuleId::RC3001, row, summary).keyed_by_method().certainty(certainty);
    let finding = finding.input(input(case.judge, origin), kind_of(case.judge, origin));
    Some(finding.advice("correct the rest of the name, or add the classes to the run-time class path").build())
}

/// So many names meet at the call that single ones without a class or member behind them say nothing.
fn many_missing(row: &Row) -> Finding {
    let (rule, what) = match row.row.kind {
        SiteKind::ClassSource => (RuleId::RC3001, "class"),
        _ => (RuleId::RC3002, "member"),
    };
    let summary = format!("many of the names that reach \"{}\" name no {what}", row.row.short_api());
    let advice = "bound the names that reach the call in a [[source]] entry";
    at(rule, row, summary).advice(advice).certainty(Certainty::Possible).build()
}
