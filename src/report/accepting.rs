//! The finding that a person wants to accept, as the calls that the entries have to name. Must not know how entries are
//! written.

use super::find::{Found, find};
use super::locate::long_place;
use super::text::clean;
use super::{Judged, JudgedFinding};
use crate::result::{CallName, Level, RuleId};

/// What `[[accept]]` entries have to name, for one finding to be accepted as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acceptable {
    pub rule: RuleId,
    /// What the finding says.
    pub summary: String,
    /// Where it is shown.
    pub place: String,
    /// Its calls; none if an entry answers all of them already.
    pub calls: Vec<CallName>,
    /// The entry that does, with file and line.
    pub accepted_by: Option<String>,
}

/// The finding that `query` names, as for [`explain`](super::explain); `rule` tells several at one place apart.
///
/// # Errors
/// A message for the user if it names no finding, several, or one that no entry can accept.
pub fn acceptable(query: &str, rule: Option<RuleId>, judged: &Judged<'_>) -> Result<Acceptable, String> {
    let Found { findings, sites } = find(query, judged)?;
    let of_rule = |f: &&&JudgedFinding<'_>| rule.is_none_or(|rule| rule == f.finding.rule);
    let mut named: Vec<_> = findings.iter().filter(of_rule).collect();
    // Of several at one place the one is meant that is more than a note, if that is one.
    if named.iter().filter(|f| f.level > Level::Note).count() == 1 {
        named.retain(|f| f.level > Level::Note);
    }
    let shown = clean(query);
    let (first, others) = match (named.split_first(), rule) {
        (Some(split), _) => split,
        (None, Some(rule)) if !findings.is_empty() || !sites.is_empty() => {
            return Err(format!("there is no finding of {rule} at \"{shown}\""));
        }
        (None, _) if !sites.is_empty() => return Err(format!("there is no finding to accept at \"{shown}\"")),
        (None, _) => return Err(format!("no finding and no reflective call is named \"{shown}\"")),
    };
    if !others.is_empty() {
        let key = |f: &&&JudgedFinding<'_>| format!("\n  {}", clean(&f.finding.key));
        let keys: String = named.iter().take(10).map(key).collect();
        return Err(format!(
            "\"{shown}\" names {} findings; name one by its key, or its rule with --rule:{keys}",
            named.len()
        ));
    }
    let f = &first.finding;
    if f.site.is_empty() {
        let about = match f.spec_place {
            Some(_) => "an entry of a spec file: correct the entry",
            None => "no single call",
        };
        return Err(format!("only findings about a reflective call can be accepted; this one is about {about}"));
    }
    let result = judged.input.result;
    let ids = std::iter::once(&f.site).chain(f.related.iter().map(|related| &related.site));
    let rows = ids.filter_map(|id| result.sites.iter().find(|row| row.id == *id));
    let mut calls: Vec<CallName> = rows.map(|row| result.call_name(row)).collect();
    calls.sort();
    calls.dedup();
    let accepted_by = first.accepted_by.map(|accept| format!("{}:{}", accept.spec_place.0, accept.spec_place.1));
    if accepted_by.is_some() {
        calls.clear();
    }
    let place = clean(&long_place(&f.place, first.location.as_ref()));
    Ok(Acceptable { rule: f.rule, summary: clean(&f.summary), place, calls, accepted_by })
}
