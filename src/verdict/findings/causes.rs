//! Answers that may be incomplete, by their causes: sites of one method with the same unknown origins are one cause, shown at
//! the first action. Must not know how a finding is worded.

use super::super::rows::Row;
use super::case::Case;
use super::incomplete::incomplete;
use super::spec_entry::EntryKind;
use super::unbounded::{consumed, is_used, unbounded};
use super::unsound::unsound;
use crate::base::FxIndexMap;
use crate::program::MethodId;
use crate::result::{Finding, Related, SiteKind};

pub(super) fn find(case: &Case<'_, '_, '_>) -> Vec<Finding> {
    let mut out = Vec::new();
    // Sites of one method with equal origins (or with none, by their reasons) have one cause.
    let mut causes: FxIndexMap<(MethodId, &[String], bool), Vec<&Row>> = FxIndexMap::default();
    for row in case.rows().filter(|row| row.row.tier.is_incomplete()) {
        let known = !row.row.origins.is_empty();
        let cause = if known { &row.row.origins } else { &row.row.reasons };
        causes.entry((row.source, cause, known)).or_default().push(row);
    }
    let consumed = consumed(case);
    for ((_, _, known), sites) in &causes {
        let action = sites.iter().find(|row| row.row.kind == SiteKind::Action);
        let found = match (known, action) {
            // The run's own finding says so once.
            (false, _) if case.judge.exhausted => None,
            (false, _) => Some(incomplete(case, action.unwrap_or(&sites[0]))),
            (true, Some(action)) => Some(unsound(case, action)),
            (true, None) => {
                let source = sites.iter().find(|row| row.row.kind == SiteKind::ClassSource);
                source.filter(|row| !is_used(case, row, &consumed)).map(|row| unbounded(case, row))
            }
        };
        let Some((mut finding, entry)) = found else { continue };
        for row in sites.iter().filter(|row| row.row.id != finding.site) {
            // An entry for one call answers for its look-ups, not for other actions.
            if *known && entry == EntryKind::Call && row.row.kind == SiteKind::Action {
                out.push(unsound(case, row).0);
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
    out
}
