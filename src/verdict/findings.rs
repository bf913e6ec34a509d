//! From judged sites to findings: sites of one method with the same unknown origins are one cause, shown at the first action;
//! missing classes and members are findings of their own. Must not know policy or formats.

use crate::base::{FxHashMap, FxIndexMap, FxIndexSet};
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind, Site, SiteId};
use crate::ir::facts::Facts;
use crate::ir::{ConstValue, Op};
use crate::program::{MethodId, access, lookup};
use crate::reflection::{API, NO_CLASS, Problem, RSite, Role, SiteKey, Throws};

use super::outside;
use super::rows::{Row, place_of};
use super::spec_entry::{self, Entry, EntryKind};
use super::tiers::Judge;
use super::trace::Traces;
use crate::result::{
    Advice, Certainty, CodeOrigin, CutKind, Finding, FindingBuilder, Input, OriginKind, Related, RuleId, SiteKind,
    Tier, TraceStep,
};

/// What findings depend on besides the sites.
#[derive(Debug, Clone, Copy)]
pub struct Context<'c> {
    /// The module is a library: its callers are unknown.
    pub library: bool,
    pub test: bool,
    /// The spec file that advice sends new entries to.
    pub spec_file: &'c str,
}

/// Most traces a finding of the application shows.
const PATHS: usize = 3;

/// All findings, sorted. Rows of the application get the flows of their targets, whose steps come second.
pub fn findings(judge: &Judge<'_, '_>, rows: &mut [Row], context: &Context<'_>) -> (Vec<Finding>, Vec<TraceStep>) {
    let traces = Traces::new(judge);
    flows(&traces, rows);
    let rows = &*rows;
    let mut out = Vec::new();
    // Sites of one method with equal origins (or with none, by their reasons) have one cause.
    let mut causes: FxIndexMap<(MethodId, Vec<String>, bool), Vec<&Row>> = FxIndexMap::default();
    for row in rows {
        if row.row.compiler_generated || !row.row.reachable || row.row.origin == CodeOrigin::Jdk {
            continue;
        }
        missing(judge, &traces, row, &mut out);
        if row.row.tier.is_incomplete() {
            let known = !row.row.origins.is_empty();
            let cause = if known { row.row.origins.clone() } else { row.row.reasons.clone() };
            causes.entry((row.source, cause, known)).or_default().push(row);
        } else if row.row.tier == Tier::Sound && row.row.kind == SiteKind::Action {
            out.push(sound(row, context));
        }
    }
    let consumed = consumed(judge, rows);
    for ((_, _, known), sites) in &causes {
        let action = sites.iter().find(|row| row.row.kind == SiteKind::Action);
        let found = match (known, action) {
            // The run's own finding says so once.
            (false, _) if judge.exhausted => None,
            (false, _) => Some((incomplete(action.unwrap_or(&sites[0]), context), EntryKind::Call)),
            (true, Some(action)) => Some(unsound(judge, &traces, action, context)),
            (true, None) => {
                let source = sites.iter().find(|row| row.row.kind == SiteKind::ClassSource);
                source.filter(|row| !used(judge, row, &consumed)).map(|row| unbounded(judge, &traces, row, context))
            }
        };
        let Some((mut finding, entry)) = found else { continue };
        for row in sites.iter().filter(|row| row.row.id != finding.site) {
            // An entry for one call answers for its look-ups, not for other actions.
            if *known && entry == EntryKind::Call && row.row.kind == SiteKind::Action {
                out.push(unsound(judge, &traces, row, context).0);
                continue;
            }
            finding.related.push(Related {
                site: row.row.id.clone(),
                place: row.row.place.clone(),
                message: format!("\"{}\" has the same cause", row.row.short_api()),
            });
        }
        out.push(finding);
    }
    for finding in &mut out {
        finding.test = context.test;
    }
    out.sort_by(|a, b| {
        let key = |f: &Finding| (f.place.file.clone(), f.place.class.clone(), f.place.line, f.rule, f.key.clone());
        key(a).cmp(&key(b))
    });
    (out, traces.into_table())
}

fn base(rule: RuleId, row: &Row, summary: String) -> FindingBuilder {
    FindingBuilder::at_site(rule, &row.row, summary)
        .assumptions(&row.row.assumptions)
        .call(format!("{}(...)", row.row.short_api()))
}

/// A sound action: a finding only where the policy rejects an assumption.
fn sound(row: &Row, context: &Context<'_>) -> Finding {
    let summary = format!("\"{}\" is bounded only under its assumptions", row.row.short_api());
    let advice = format!("list the targets in a [[call]] entry in {}", context.spec_file);
    base(RuleId::RC1001, row, summary).advice(advice).build()
}

/// RC1003: no unknown with an origin, yet the answer may be incomplete.
fn incomplete(row: &Row, context: &Context<'_>) -> Finding {
    let (why, call) = (quote_names(&row.row.reasons.join("; ")), row.row.short_api());
    let entry = Entry::call(row, &[]);
    let (summary, advice) = if row.row.cuts.contains(&CutKind::FanOut) {
        let advice = format!("let fewer names reach the call, or name its targets in {}", context.spec_file);
        (format!("the analysis of \"{call}\" was cut short: {why}"), Advice::with_entry(advice))
    } else {
        (format!("the targets of \"{call}\" may be incomplete: {why}"), entry.advice(context.spec_file))
    };
    base(RuleId::RC1003, row, summary).advice(advice).spec_entry(entry.text).build()
}

fn quote_names(text: &str) -> String {
    text.replace('"', "'")
}

/// RC1001, or RC1004 where only callers of a library decide.
fn unsound(
    judge: &Judge<'_, '_>,
    traces: &Traces<'_, '_, '_>,
    row: &Row,
    context: &Context<'_>,
) -> (Finding, EntryKind) {
    let Some((j, origin)) = row.judgement.as_ref().and_then(|j| Some((j, *j.origins.first()?))) else {
        return (incomplete(row, context), EntryKind::Call);
    };
    let what = match j.unknown.first() {
        Some((Role::Name | Role::Class, _)) => "class",
        Some((Role::Receiver, _)) => "receiver",
        // The look-up knew the name: what it did not know is the class.
        Some((_, obj)) if is_named(judge.heap.kind(*obj)) => "class",
        _ if row.row.short_api().starts_with("Field") => "field",
        _ if row.row.short_api().starts_with("Constructor") => "class",
        _ => "member",
    };
    let caller_decides = context.library
        && j.origins.iter().all(|&site| match judge.heap.site_data(site) {
            Site::Param(method, _) => judge.program.method(method).access & (access::PUBLIC | access::PROTECTED) != 0,
            _ => false,
        });
    let subject = subject(judge, origin);
    let summary = match (what, j.origins.len()) {
        ("receiver", 1) => format!("{subject} gives the receiver and nothing bounds its class"),
        ("receiver", n) => format!("{subject} and {} give the receiver and nothing bounds its class", more(n - 1)),
        (_, 1) => format!("{subject} names the {what} and nothing bounds it"),
        (_, n) => format!("{subject} and {} name the {what} and nothing bounds it", more(n - 1)),
    };
    let rule = if caller_decides { RuleId::RC1004 } else { RuleId::RC1001 };
    let cast = cast_of(judge, row);
    let cast = cast.map(|name| format!(".asSubclass({}.class)", name.rsplit(['.', '$']).next().unwrap_or(&name)));
    let finding = base(rule, row, summary).call(call_text(row)).cast(cast);
    of_origin(finding, judge, traces, row, origin, context)
}

/// A finding with the unknown that decides: what it is, where it came from, and the entry that would bound it.
fn of_origin(
    finding: FindingBuilder,
    judge: &Judge<'_, '_>,
    traces: &Traces<'_, '_, '_>,
    row: &Row,
    origin: SiteId,
    context: &Context<'_>,
) -> (Finding, EntryKind) {
    let origins = row.judgement.as_ref().map_or(0, |j| j.origins.len());
    // Values of one of several sources would not close it.
    let listed = Entry::source(judge, origin).filter(|_| origins == 1);
    let entry = listed.unwrap_or_else(|| Entry::call(row, &row.row.targets));
    let finding = finding
        .input(input(judge, origin), origin_kind(judge, origin))
        .path(traces.of_unknown(row, origin))
        .more_paths(more_paths(traces, row))
        .advice(entry.advice(context.spec_file))
        .spec_entry(entry.text);
    (finding.build(), entry.kind)
}

/// The traces of further unknowns that decide.
fn more_paths(traces: &Traces<'_, '_, '_>, row: &Row) -> Vec<Vec<u32>> {
    if row.row.origin != CodeOrigin::Application {
        return Vec::new();
    }
    let others = row.judgement.iter().flat_map(|j| &j.origins).copied().skip(1);
    let others = others.filter(|&origin| traces.is_own(origin)).take(PATHS - 1);
    others.map(|origin| traces.shared(traces.of_unknown(row, origin))).collect()
}

/// What the calls of the application are made with; those of libraries are too many.
fn flows(traces: &Traces<'_, '_, '_>, rows: &mut [Row]) {
    for row in rows {
        if row.row.origin == CodeOrigin::Application && !row.row.compiler_generated {
            row.row.flows = traces.flows(row);
        }
    }
}

fn is_named(kind: ObjKind) -> bool {
    matches!(kind, ObjKind::UnknownMember { name: NamePart::Known(_), .. })
}

/// `3 more values`.
fn more(n: usize) -> String {
    if n == 1 { "another value".to_owned() } else { format!("{n} more values") }
}

/// RC1002: nobody acts on the class, but its initialiser runs.
fn unbounded(
    judge: &Judge<'_, '_>,
    traces: &Traces<'_, '_, '_>,
    row: &Row,
    context: &Context<'_>,
) -> (Finding, EntryKind) {
    let Some((j, origin)) = row.judgement.as_ref().and_then(|j| Some((j, *j.origins.first()?))) else {
        return (incomplete(row, context), EntryKind::Call);
    };
    let subject = subject(judge, origin);
    let names = match j.origins.len() {
        1 => format!("{subject} names"),
        n => format!("{subject} and {} name", more(n - 1)),
    };
    let summary = format!("{names} the class and nothing uses it: which initialiser runs is unknown");
    of_origin(base(RuleId::RC1002, row, summary), judge, traces, row, origin, context)
}

/// Class tokens that reach an action or a look-up.
fn consumed(judge: &Judge<'_, '_>, rows: &[Row]) -> FxIndexSet<ObjId> {
    let mut found = FxIndexSet::default();
    for row in rows.iter().filter(|row| row.row.kind != SiteKind::ClassSource) {
        for (_, obj) in row.judgement.iter().flat_map(|j| &j.unknown) {
            if matches!(judge.heap.kind(*obj), ObjKind::UnknownClass { .. }) {
                found.insert(*obj);
            }
        }
    }
    found
}

fn used(judge: &Judge<'_, '_>, row: &Row, consumed: &FxIndexSet<ObjId>) -> bool {
    let Some(key) = row.key else { return false };
    consumed.iter().any(|&obj| judge.heap.kind(obj).origin() == Some(key.site))
}

/// RC3001 and RC3002: names without a class or member behind them.
fn missing(judge: &Judge<'_, '_>, traces: &Traces<'_, '_, '_>, row: &Row, out: &mut Vec<Finding>) {
    let Some(key) = row.key else { return };
    let site = &judge.sites[&key];
    // A loader of services is made whatever the names in its files are; asking it for providers fails.
    let (thrown, later) = match API[key.api as usize].throws {
        // `forName(Module, String)` answers null.
        Throws::Nothing => return,
        Throws::AtOnce(thrown) => (thrown, false),
        Throws::Later(thrown) => (thrown, true),
    };
    let program = judge.program;
    if site.problems.contains(&Problem::ManyMissing) {
        out.push(many_missing(row));
        return;
    }
    let mut seen: FxHashMap<String, ()> = FxHashMap::default();
    for &problem in &site.problems {
        let (rule, summary, advice, exceptions) = match problem {
            // A loader of the program's own may define it.
            Problem::MissingClass(_) if site.problems.contains(&Problem::OutsideWorld) => continue,
            Problem::NotLoadable { name, class }
                if program.binary_name(program.class_type(class)) != element_name(program.str(name)) =>
            {
                let (text, missing) = (program.str(name), program.binary_name(program.class_type(class)));
                let summary = format!("class \"{text}\" cannot be loaded: its supertype \"{missing}\" is not usable");
                let advice = format!("add \"{missing}\" to the run-time class path");
                (RuleId::RC3001, summary, advice, NO_CLASS)
            }
            Problem::MissingClass(name) | Problem::NotLoadable { name, .. } => {
                let text = program.str(name);
                let hint = lookup::class_hint(program, text);
                let advice = match hint {
                    Some(literal) if literal.ends_with(".class") => {
                        format!("use {literal} or the TYPE constant of its wrapper: no name gives a primitive type")
                    }
                    Some(near) => format!("write \"{near}\", the nearest name there is"),
                    None => "correct the name, or add the class to the run-time class path".to_owned(),
                };
                (RuleId::RC3001, format!("there is no class \"{text}\" on the class path"), advice, NO_CLASS)
            }
            Problem::MissingMember { class, kind, name } => {
                let text = program.str(name);
                let class_name = program.binary_name(class);
                let what = match kind {
                    MemberKind::Field => "field",
                    MemberKind::Method => "method",
                    MemberKind::Constructor => "constructor",
                };
                let hint = match kind {
                    MemberKind::Field => lookup::field_hint(program, class, text),
                    MemberKind::Method => lookup::method_hint(program, class, text),
                    MemberKind::Constructor => None,
                };
                let advice = match hint {
                    Some(near) => format!("the nearest is \"{near}\""),
                    None => format!("correct the {what}'s name or parameter types"),
                };
                let summary = match kind {
                    MemberKind::Constructor => {
                        format!("\"{class_name}\" has no constructor with these parameter types")
                    }
                    _ => format!("\"{class_name}\" has no such {what} \"{text}\""),
                };
                (RuleId::RC3002, summary, advice, thrown)
            }
            _ => continue,
        };
        if seen.insert(summary.clone(), ()).is_some() {
            continue;
        }
        let every = row.row.targets.is_empty() && matches!(row.row.tier, Tier::Proven | Tier::Sound);
        let certainty = match (every, row.row.tier) {
            _ if guarded(judge, site, if later { thrown } else { exceptions }) => Certainty::Guarded,
            (true, Tier::Proven) if !later => Certainty::Proven,
            (true, _) => Certainty::Likely,
            _ => Certainty::Possible,
        };
        let path = match problem {
            Problem::MissingMember { class, kind: MemberKind::Constructor, .. } => traces.of_class(row, class),
            Problem::MissingClass(name) | Problem::NotLoadable { name, .. } | Problem::MissingMember { name, .. } => {
                traces.of_name(row, program.str(name))
            }
            _ => Vec::new(),
        };
        out.push(base(rule, row, summary).advice(advice).certainty(certainty).path(path).build());
    }
}

/// `p.A` of `[Lp.A;`, the name of an array class; other names as they are.
fn element_name(name: &str) -> &str {
    let element = name.trim_start_matches('[');
    match element.strip_prefix('L').and_then(|element| element.strip_suffix(';')) {
        Some(class) if element.len() < name.len() => class,
        _ => name,
    }
}

/// Whether a handler around a look-up expects that there is no such class or member.
pub(super) fn is_guarded(judge: &Judge<'_, '_>, key: SiteKey) -> bool {
    let api = &API[key.api as usize];
    match api.throws {
        Throws::AtOnce(exceptions) if api.is_resolved() => guarded(judge, &judge.sites[&key], exceptions),
        _ => false,
    }
}

/// So many names meet at the call that single ones without a class or member behind them say nothing.
fn many_missing(row: &Row) -> Finding {
    let (rule, what) = match row.row.kind {
        SiteKind::ClassSource => (RuleId::RC3001, "class"),
        _ => (RuleId::RC3002, "member"),
    };
    let summary = format!("many of the names that reach \"{}\" name no {what}", row.row.short_api());
    let advice = "bound the names that reach the call in a [[source]] entry";
    base(rule, row, summary).advice(advice).certainty(Certainty::Possible).build()
}

/// Whether a handler around the call takes one of the exceptions and goes on.
fn guarded(judge: &Judge<'_, '_>, site: &RSite, exceptions: &[&str]) -> bool {
    let Some(code) = judge.state.code_of(site.method) else { return false };
    let program = judge.program;
    let thrown: Vec<_> = exceptions.iter().filter_map(|name| program.find_class(name)).collect();
    Facts::of(&code.body).handlers_at(site.offset).iter().any(|handler| {
        handler.continues
            && !handler.catches_all
            && handler.types.iter().any(|&ty| {
                program.class_of(ty).is_some_and(|caught| thrown.iter().any(|&t| program.is_subclass(t, caught)))
            })
    })
}

/// How a message names an origin: the key asked for, or the call.
fn subject(judge: &Judge<'_, '_>, site: SiteId) -> String {
    match judge.heap.site_data(site) {
        Site::At(..) => match (spec_entry::call_at(judge, site), spec_entry::key_at(judge, site)) {
            (_, Some(key)) => format!("\"{key}\""),
            (Some(call), None) => format!(
                "the result of \"{}\"",
                call.rsplit('.').take(2).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join(".")
            ),
            _ => "a computed value".to_owned(),
        },
        Site::Param(method, index) => format!("parameter {} of \"{}\"", index + 1, judge.program.method_id(method)),
        Site::Field(field) => format!("field \"{}\"", judge.program.field_id(field)),
        Site::Jdk => "a value made inside the JDK".to_owned(),
        Site::Outside => "a value from outside the program".to_owned(),
        Site::Crowd => "one of more values than are told apart".to_owned(),
        Site::Vm(_) => "a value made by the JVM".to_owned(),
    }
}

fn input(judge: &Judge<'_, '_>, site: SiteId) -> Option<Input> {
    let place = place_of(judge, site)?;
    let text = match (spec_entry::call_at(judge, site), spec_entry::key_at(judge, site)) {
        (Some(call), key) => {
            let simple: Vec<&str> = call.rsplit('.').take(2).collect();
            let key = key.map_or_else(|| "...".to_owned(), |key| format!("\"{key}\""));
            format!("name <- {}.{}({key})", simple.last().unwrap_or(&""), simple.first().unwrap_or(&""))
        }
        _ => format!("name <- {}", subject(judge, site)),
    };
    Some(Input { text, place })
}

/// What kind of outside a value was read from.
fn origin_kind(judge: &Judge<'_, '_>, site: SiteId) -> OriginKind {
    match judge.heap.site_data(site) {
        Site::Param(..) => OriginKind::Parameter,
        Site::At(..) => outside::kind_of(&spec_entry::call_at(judge, site).unwrap_or_default()),
        _ => OriginKind::Other,
    }
}

/// `Class.forName(name).newInstance()` where the look-up is part of the cause.
fn call_text(row: &Row) -> String {
    match API.iter().find(|api| api.short_name() == row.row.short_api()) {
        Some(api) if api.acts_on_receiver_class() => format!("Class.forName(name).{}()", api.name),
        _ => format!("{}(...)", row.row.short_api()),
    }
}

/// The class that the result of an action is cast to in its method.
fn cast_of(judge: &Judge<'_, '_>, row: &Row) -> Option<String> {
    let site = &judge.sites[&row.key?];
    let code = judge.state.code_of(site.method)?;
    let result = code.body.blocks.iter().flat_map(|b| &b.stmts).find(|stmt| stmt.offset == site.offset)?.op.dst()?;
    code.body.blocks.iter().flat_map(|b| &b.stmts).find_map(|stmt| match &stmt.op {
        Op::Cast { src, ty, .. } if *src == result => Some(judge.program.binary_name(*ty)),
        _ => None,
    })
}

/// The first constant string among the arguments of a call.
pub(super) fn first_text(program: &crate::program::Program, body: &crate::ir::Body, offset: u32) -> Option<String> {
    let facts = Facts::of(body);
    body.blocks.iter().flat_map(|b| &b.stmts).find_map(|stmt| match &stmt.op {
        Op::Invoke { args, .. } if stmt.offset == offset => {
            args.iter().find_map(|&arg| match facts.constant_of(arg)? {
                ConstValue::Str { text, .. } => Some(program.str(*text).to_owned()),
                _ => None,
            })
        }
        _ => None,
    })
}
