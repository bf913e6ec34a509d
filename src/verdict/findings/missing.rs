//! RC3001 and RC3002: names without a class or member behind them. Must not know how names flow.

use super::super::guards::is_expected;
use super::super::rows::Row;
use super::super::view::View;
use super::case::{Case, at};
use crate::base::FxHashSet;
use crate::heap::MemberKind;
use crate::program::lookup;
use crate::reflection::{NO_CLASS, Problem, Throws};
use crate::result::{Certainty, Finding, RuleId, SiteKind, Tier};

pub(super) fn find(case: &Case<'_, '_, '_>) -> Vec<Finding> {
    let mut out = Vec::new();
    for row in case.rows() {
        at_row(case, row, &mut out);
    }
    out
}

fn at_row(case: &Case<'_, '_, '_>, row: &Row, out: &mut Vec<Finding>) {
    let Some(key) = row.key else { return };
    let site = &case.judge.sites[&key];
    // A loader of services is made whatever the names in its files are; asking it for providers fails.
    let (thrown, later) = match View::api(key).throws {
        // `forName(Module, String)` answers null.
        Throws::Nothing => return,
        Throws::AtOnce(thrown) => (thrown, false),
        Throws::Later(thrown) => (thrown, true),
    };
    let program = case.judge.program;
    if site.problems.contains(&Problem::ManyMissing) {
        out.push(many_missing(row));
        return;
    }
    let mut seen: FxHashSet<String> = FxHashSet::default();
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
        if !seen.insert(summary.clone()) {
            continue;
        }
        let every = row.row.targets.is_empty() && matches!(row.row.tier, Tier::Proven | Tier::Sound);
        let certainty = match (every, row.row.tier) {
            _ if is_expected(case.judge, site, if later { thrown } else { exceptions }) => Certainty::Guarded,
            (true, Tier::Proven) if !later => Certainty::Proven,
            (true, _) => Certainty::Likely,
            _ => Certainty::Possible,
        };
        let path = match problem {
            Problem::MissingMember { class, kind: MemberKind::Constructor, .. } => case.traces.of_class(row, class),
            Problem::MissingClass(name) | Problem::NotLoadable { name, .. } | Problem::MissingMember { name, .. } => {
                case.traces.of_name(row, program.str(name))
            }
            _ => Vec::new(),
        };
        out.push(at(rule, row, summary).advice(advice).certainty(certainty).path(path).build());
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
