//! RC1001 for answers that are bounded, but only under assumptions: a finding where the policy rejects one. Must not know which
//! ones it does.

use super::super::rows::Row;
use super::case::{Case, at};
use crate::result::{Finding, NAME_TARGETS, RuleId, SiteKind, Tier};

pub(super) fn find(case: &Case<'_, '_, '_>) -> Vec<Finding> {
    let advice = format!("{NAME_TARGETS} in {}", case.context.spec_file);
    let sound = case.rows().filter(|row| row.row.tier == Tier::Sound && row.row.kind == SiteKind::Action);
    let finding = |row: &Row| {
        let summary = format!("\"{}\" is bounded only under its assumptions", row.row.short_api());
        at(RuleId::RC1001, row, summary).advice(advice.clone()).build()
    };
    sound.map(finding).collect()
}
