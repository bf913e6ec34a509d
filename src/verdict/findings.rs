//! From judged sites to findings: sites of one method with the same unknown origins are one cause, shown at the first action;
//! missing classes and members are findings of their own. Must not know policy or formats.

use crate::base::{FxHashMap, FxIndexMap, FxIndexSet};
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind, Site, SiteId};
use crate::ir::facts::Facts;
use crate::ir::{ConstValue, Op};
use crate::program::{MethodId, access, lookup};
use crate::reflection::{API, NO_CLASS, Problem, RSite, Role, SiteKey, Throws};

use super::cuts;
use super::rows::{Row, place_of};
use super::spec_entry;
use super::tiers::Judge;
use super::trace::Traces;
use crate::result::{Certainty, CodeOrigin, Finding, Input, Related, SiteKind, Tier, TraceStep};

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
        if matches!(row.row.tier, Tier::Partial | Tier::Open) {
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
        let finding = match (known, action) {
            // The run's own finding says so once.
            (false, _) if judge.exhausted => None,
            (false, _) => Some(incomplete(action.unwrap_or(&sites[0]), context)),
            (true, Some(action)) => Some(unsound(judge, &traces, action, context)),
            (true, None) => {
                let source = sites.iter().find(|row| row.row.kind == SiteKind::ClassSource);
                source.filter(|row| !used(judge, row, &consumed)).map(|row| unbounded(judge, &traces, row, context))
            }
        };
        let Some(mut finding) = finding else { continue };
        // An entry for one call answers for its look-ups, not for other actions.
        let single = finding.spec_entry.as_deref().is_some_and(|entry| entry.starts_with("[[call]]"));
        for row in sites.iter().filter(|row| row.row.id != finding.site) {
            if *known && single && row.row.kind == SiteKind::Action {
                out.push(unsound(judge, &traces, row, context));
                continue;
            }
            finding.related.push(Related {
                site: row.row.id.clone(),
                place: row.row.place.clone(),
                message: format!("\"{}\" has the same cause", short(row)),
            });
        }
        out.push(finding);
    }
    for finding in &mut out {
        finding.test = context.test;
    }
    out.sort_by(|a, b| {
        let key =
            |f: &Finding| (f.place.file.clone(), f.place.class.clone(), f.place.line, f.rule.clone(), f.key.clone());
        key(a).cmp(&key(b))
    });
    (out, traces.into_table())
}

fn short(row: &Row) -> String {
    row.row.id.rsplit('#').nth(1).unwrap_or("").to_owned()
}

fn base(row: &Row, rule: &str, summary: String, advice: String) -> Finding {
    let method = row.row.id.split('#').next().unwrap_or("");
    Finding {
        rule: rule.to_owned(),
        key: format!("{rule} {method} {} {summary}", short(row)),
        origin: row.row.origin,
        artifact: row.row.artifact.clone(),
        site: row.row.id.clone(),
        place: row.row.place.clone(),
        spec_place: None,
        tier: row.row.tier,
        assumptions: row.row.assumptions.clone(),
        certainty: None,
        summary,
        call: format!("{}(...)", short(row)),
        input: None,
        advice,
        cast: None,
        spec_entry: None,
        related: Vec::new(),
        path: Vec::new(),
        more_paths: Vec::new(),
        target_count: row.row.targets.len() as u32,
        targets: row.row.targets.iter().take(10).cloned().collect(),
        origin_kind: String::new(),
        test: false,
    }
}

/// A sound action: a finding only where the policy rejects an assumption.
fn sound(row: &Row, context: &Context<'_>) -> Finding {
    let summary = format!("\"{}\" is bounded only under its assumptions", short(row));
    base(row, "RC1001", summary, format!("list the targets in a [[call]] entry in {}", context.spec_file))
}

/// RC1003: no unknown with an origin, yet the answer may be incomplete.
fn incomplete(row: &Row, context: &Context<'_>) -> Finding {
    let why = quote_names(&row.row.reasons.join("; "));
    let cut = row.row.cuts.iter().any(|cut| cut == cuts::FAN_OUT);
    let (summary, advice) = if cut {
        let advice =
            format!("let fewer names reach the call, or name its targets in {} (entry below)", context.spec_file);
        (format!("the analysis of \"{}\" was cut short: {why}", short(row)), advice)
    } else {
        (format!("the targets of \"{}\" may be incomplete: {why}", short(row)), list_targets(context))
    };
    let mut finding = base(row, "RC1003", summary, advice);
    finding.spec_entry = Some(spec_entry::call(row, &[]));
    finding
}

fn list_values(context: &Context<'_>) -> String {
    format!("list the values in {} (entry below)", context.spec_file)
}

fn list_targets(context: &Context<'_>) -> String {
    format!("name the targets in {} (entry below)", context.spec_file)
}

fn quote_names(text: &str) -> String {
    text.replace('"', "'")
}

/// RC1001, or RC1004 where only callers of a library decide.
fn unsound(judge: &Judge<'_, '_>, traces: &Traces<'_, '_, '_>, row: &Row, context: &Context<'_>) -> Finding {
    let Some(j) = &row.judgement else { return incomplete(row, context) };
    let what = match j.unknown.first() {
        Some((Role::Name | Role::Class, _)) => "class",
        Some((Role::Receiver, _)) => "receiver",
        // The look-up knew the name: what it did not know is the class.
        Some((_, obj)) if is_named(judge.heap.kind(*obj)) => "class",
        _ if short(row).starts_with("Field") => "field",
        _ if short(row).starts_with("Constructor") => "class",
        _ => "member",
    };
    let origin = j.origins.first().copied();
    let caller_decides = context.library
        && j.origins.iter().all(|&site| match judge.heap.site_data(site) {
            Site::Param(method, _) => judge.program.method(method).access & (access::PUBLIC | access::PROTECTED) != 0,
            _ => false,
        });
    let subject = origin.map_or_else(|| "an unknown value".to_owned(), |site| subject(judge, site));
    let summary = match (what, j.origins.len()) {
        ("receiver", 0 | 1) => format!("{subject} gives the receiver and nothing bounds its class"),
        ("receiver", n) => format!("{subject} and {} give the receiver and nothing bounds its class", more(n - 1)),
        (_, 0 | 1) => format!("{subject} names the {what} and nothing bounds it"),
        (_, n) => format!("{subject} and {} name the {what} and nothing bounds it", more(n - 1)),
    };
    let rule = if caller_decides { "RC1004" } else { "RC1001" };
    let mut finding = base(row, rule, summary, list_values(context));
    finding.call = call_text(row);
    let cast = cast_of(judge, row);
    finding.cast =
        cast.as_ref().map(|name| format!(".asSubclass({}.class)", name.rsplit(['.', '$']).next().unwrap_or(name)));
    if let Some(site) = origin {
        finding.origin_kind = origin_kind(judge, site).to_owned();
        finding.input = input(judge, site);
        // Values of one of several sources would not close it.
        let known = spec_entry::source(judge, site).filter(|_| j.origins.len() == 1);
        finding.spec_entry = Some(known.unwrap_or_else(|| spec_entry::call(row, &row.row.targets)));
        if finding.spec_entry.as_deref().is_some_and(|entry| entry.starts_with("[[call]]")) {
            finding.advice = list_targets(context);
        }
        set_paths(&mut finding, traces, row);
    }
    finding
}

/// The traces of the unknowns that decide, the one the finding is about first.
fn set_paths(finding: &mut Finding, traces: &Traces<'_, '_, '_>, row: &Row) {
    let mut origins = row.judgement.iter().flat_map(|j| &j.origins).copied();
    finding.path = origins.next().map_or_else(Vec::new, |origin| traces.of_unknown(row, origin));
    if row.row.origin != CodeOrigin::Application {
        return;
    }
    let others = origins.filter(|&origin| traces.is_own(origin)).take(PATHS - 1);
    finding.more_paths = others.map(|origin| traces.shared(traces.of_unknown(row, origin))).collect();
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
fn unbounded(judge: &Judge<'_, '_>, traces: &Traces<'_, '_, '_>, row: &Row, context: &Context<'_>) -> Finding {
    let origins = row.judgement.as_ref().map_or(0, |j| j.origins.len());
    let origin = row.judgement.as_ref().and_then(|j| j.origins.first().copied());
    let subject = origin.map_or_else(|| "an unknown value".to_owned(), |site| subject(judge, site));
    let names = match origins {
        0 | 1 => format!("{subject} names"),
        n => format!("{subject} and {} name", more(n - 1)),
    };
    let mut finding = base(
        row,
        "RC1002",
        format!("{names} the class and nothing uses it: which initialiser runs is unknown"),
        list_values(context),
    );
    if let Some(site) = origin {
        finding.input = input(judge, site);
        finding.origin_kind = origin_kind(judge, site).to_owned();
        finding.spec_entry = spec_entry::source(judge, site).filter(|_| origins == 1);
        if finding.spec_entry.is_none() {
            finding.spec_entry = Some(spec_entry::call(row, &row.row.targets));
            finding.advice = list_targets(context);
        }
        set_paths(&mut finding, traces, row);
    }
    finding
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
                ("RC3001", summary, advice, NO_CLASS)
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
                ("RC3001", format!("there is no class \"{text}\" on the class path"), advice, NO_CLASS)
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
                ("RC3002", summary, advice, thrown)
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
        let mut finding = base(row, rule, summary, advice);
        finding.certainty = Some(certainty);
        finding.path = match problem {
            Problem::MissingMember { class, kind: MemberKind::Constructor, .. } => traces.of_class(row, class),
            Problem::MissingClass(name) | Problem::NotLoadable { name, .. } | Problem::MissingMember { name, .. } => {
                traces.of_name(row, program.str(name))
            }
            _ => Vec::new(),
        };
        out.push(finding);
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
        SiteKind::ClassSource => ("RC3001", "class"),
        _ => ("RC3002", "member"),
    };
    let summary = format!("many of the names that reach \"{}\" name no {what}", short(row));
    let mut finding = base(row, rule, summary, "bound the names that reach the call in a [[source]] entry".to_owned());
    finding.certainty = Some(Certainty::Possible);
    finding
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
        Site::Saturated => "one of more values than are told apart".to_owned(),
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

/// What kind of outside a call reads from.
fn origin_kind(judge: &Judge<'_, '_>, site: SiteId) -> &'static str {
    let call = match judge.heap.site_data(site) {
        Site::Param(..) => return "parameter",
        Site::At(..) => spec_entry::call_at(judge, site).unwrap_or_default(),
        _ => return "other",
    };
    let named = |names: &[&str]| names.iter().any(|name| call.contains(name));
    if named(&["getProperty", "Preferences", "ResourceBundle"]) {
        "property"
    } else if call.ends_with(".getenv") {
        "environment"
    } else if named(&["java.net.", "servlet", "HttpClient"]) {
        "network"
    } else if named(&["ObjectInput", "readUTF"]) {
        "deserialised"
    } else if named(&["java.io.", "java.nio.", "Scanner"]) {
        "file"
    } else {
        "other"
    }
}

/// `Class.forName(name).newInstance()` where the look-up is part of the cause.
fn call_text(row: &Row) -> String {
    match API.iter().find(|api| api.short_name() == short(row)) {
        Some(api) if api.acts_on_receiver_class() => format!("Class.forName(name).{}()", api.name),
        _ => format!("{}(...)", short(row)),
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
