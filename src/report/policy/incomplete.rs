//! RC1003 for cuts, made here since the policy says whose code is in scope: an analysis that gave up is never clean. Must not
//! know levels.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::ReportInput;
use crate::result::{
    Advice, CodeOrigin, Cut, CutKind, Finding, FindingBuilder, NAME_TARGETS, Place, Related, RuleId, SiteKind, SiteRow,
};

const RULE: RuleId = RuleId::RC1003;

/// RC1003 for cuts in application code and of the whole run that have no finding of their own.
pub(super) fn add_incomplete<'a>(input: &ReportInput<'a>, all: &mut Vec<Cow<'a, Finding>>) {
    type At<'p> = (&'p str, &'p str, &'p str, u32);
    fn at(place: &Place) -> At<'_> {
        (&place.class, &place.method, &place.descriptor, place.offset)
    }
    let mut seen: FxHashSet<At<'_>> =
        input.result.findings.iter().filter(|f| f.rule == RULE).map(|f| at(&f.place)).collect();
    for cut in &input.result.cuts {
        let made = match (cut.kind, &cut.place) {
            _ if !matches!(cut.origin, None | Some(CodeOrigin::Application)) => continue,
            // A call at which too much meets has a finding of its own.
            (CutKind::FanOut, _) => continue,
            // Which method was left out first says nothing.
            (CutKind::Budget, Some(place)) => {
                FindingBuilder::in_code(RULE, place.clone(), format!("{RULE}|{}|code", cut.kind), cut.what.clone())
            }
            (CutKind::Budget, None) => match touched(input, &cut.what) {
                Some(made) => made,
                None => continue,
            },
            (_, Some(place)) if !seen.insert(at(place)) => continue,
            (_, Some(place)) => {
                let Place { class, method, descriptor, .. } = place;
                let key = format!("{RULE}|{}|{class}.{method}{descriptor}|{}", cut.kind, cut.what);
                FindingBuilder::in_code(RULE, place.clone(), key, summary(cut))
            }
            (_, None) => FindingBuilder::of_run(RULE, format!("{RULE}|{}|{}", cut.kind, cut.what), summary(cut)),
        };
        all.push(Cow::Owned(made.cut(cut.kind).advice(against(cut.kind)).build()));
    }
}

fn summary(cut: &Cut) -> String {
    format!("{} ({})", cut.what.trim_end_matches('.'), cut.kind)
}

/// One finding for all calls in scope whose answer the budget cut short, at the first action of them: one budget is what
/// would have to be raised. Calls in methods that were never come to are no part of it, since another finding says so.
fn touched<'a>(input: &ReportInput<'a>, what: &str) -> Option<FindingBuilder> {
    let unreached: FxHashSet<&str> =
        input.result.reach().iter().flat_map(|reach| &reach.unreached).map(String::as_str).collect();
    let is_touched = |row: &&'a SiteRow| {
        row.cuts.contains(&CutKind::Budget)
            && input.policy.report_scope.covers(row.origin)
            && !row.compiler_generated
            && (row.reachable || row.origin == CodeOrigin::Application && !unreached.contains(row.source_method()))
    };
    let rows: Vec<&SiteRow> = input.result.sites.iter().filter(is_touched).collect();
    let is_action = |row: &&&SiteRow| row.kind == SiteKind::Action && row.reachable;
    let first = rows.iter().find(is_action).or(rows.first()).copied()?;
    let summary = format!("{what}: what this call may reach is not all known");
    let related = rows.iter().filter(|row| row.id != first.id).map(|row| Related {
        site: row.id.clone(),
        place: row.place.clone(),
        message: format!("\"{}\" was not looked at to the end either", row.short_api()),
    });
    let finding = FindingBuilder::at_site(RULE, first, summary).key(format!("{RULE}|{}|calls", CutKind::Budget));
    Some(finding.call(format!("{}(...)", first.short_api())).related(related.collect()))
}

/// What to do about a cut.
fn against(kind: CutKind) -> Advice {
    let advice = match kind {
        CutKind::Budget => {
            "raise the budget (max-memory, max-facts, max-steps), or bound the calls with most targets first"
        }
        CutKind::DamagedClass => "rebuild the class",
        CutKind::Internal => "report this: it is a fault of the analysis",
        CutKind::TooLarge => "split the method, or name what it calls in an [[entry]]",
        CutKind::NoEntry => "add a main method or an [[entry]], or choose other entry points (--entry)",
        CutKind::UnmodelledNative => {
            "name the targets of calls that use what it puts into these objects in [[call]] entries; nothing, if there are none"
        }
        CutKind::FanOut | CutKind::UnmodelledApi | CutKind::UnmodelledBootstrap => {
            return format!("{NAME_TARGETS} of the specification").into();
        }
    };
    advice.into()
}
