//! `[[accept]]` entries against findings and the date. Must not know levels or formats.

use super::Date;
use crate::result::{Accept, AnalysisResult, RuleId};

/// The parts of a site id, `com.acme.A.load(java.lang.String)#Class.forName#2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SiteId<'a> {
    pub(super) method: &'a str,
    pub(super) api: &'a str,
    pub(super) ordinal: u32,
}

impl<'a> SiteId<'a> {
    /// `None` if the text is no site id. Class names may hold a `#`, so it is read from the end.
    pub(super) fn parse(id: &'a str) -> Option<Self> {
        let (rest, ordinal) = id.rsplit_once('#')?;
        let (method, api) = rest.rsplit_once('#')?;
        Some(Self { method, api, ordinal: ordinal.parse().ok()? })
    }
}

/// Does the entry name the source method of this site (and its API and ordinal, where it gives them)?
fn names_site(accept: &Accept, site: SiteId<'_>) -> bool {
    let at = accept.at.as_str();
    let method = site.method == at
        || !at.contains('(') && site.method.strip_prefix(at).is_some_and(|parameters| parameters.starts_with('('));
    let api = accept.api.as_deref().is_none_or(|api| {
        api == site.api || api.strip_suffix(site.api).is_some_and(|qualifier| qualifier.ends_with('.'))
    });
    method && api && accept.ordinal.is_none_or(|ordinal| ordinal == site.ordinal)
}

/// The accept entries of a result, split by the date.
pub(super) struct Accepts<'a> {
    valid: Vec<&'a Accept>,
    /// Past their `until`.
    pub(super) expired: Vec<&'a Accept>,
}

impl<'a> Accepts<'a> {
    /// An entry holds through the day of its `until`. A date that cannot be read counts as expired: an entry must not
    /// hold for ever because of a typo.
    pub(super) fn on(today: Date, accepts: &'a [Accept]) -> Self {
        let (valid, expired) = accepts.iter().partition(|accept| match accept.until.as_deref() {
            None => true,
            Some(until) => Date::parse(until).is_some_and(|until| today <= until),
        });
        Self { valid, expired }
    }

    /// The first entry that holds today and covers this rule at this site.
    pub(super) fn covering(&self, rule: RuleId, site: &str) -> Option<&'a Accept> {
        first(&self.valid, rule, site)
    }

    /// The entries that answer a finding of this rule at this site, or would if their day were not past.
    pub(super) fn needed(&self, rule: RuleId, site: &str) -> impl Iterator<Item = &'a Accept> {
        [&self.valid, &self.expired].into_iter().filter_map(move |entries| first(entries, rule, site))
    }
}

/// The first of the entries that covers this rule at this site.
fn first<'a>(entries: &[&'a Accept], rule: RuleId, site: &str) -> Option<&'a Accept> {
    if entries.is_empty() {
        return None;
    }
    let site = SiteId::parse(site)?;
    entries.iter().copied().find(|accept| accept.rule.is_none_or(|r| r == rule) && names_site(accept, site))
}

/// Entries that name no reflective site of the program, with or without findings.
pub(super) fn unmatched(result: &AnalysisResult) -> Vec<&Accept> {
    result
        .accepts
        .iter()
        .filter(|accept| {
            !result.sites.iter().any(|row| SiteId::parse(&row.id).is_some_and(|site| names_site(accept, site)))
                && !result.findings.iter().any(|f| SiteId::parse(&f.site).is_some_and(|site| names_site(accept, site)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(at: &str, rule: Option<RuleId>, until: Option<&str>) -> Accept {
        Accept {
            spec_place: ("reflection-specs/app.toml".into(), 3, 1),
            at: at.into(),
            rule,
            api: None,
            ordinal: None,
            reason: "judged".into(),
            until: until.map(Into::into),
        }
    }

    const SITE: &str = "com.acme.A.load(java.lang.String)#Class.forName#2";

    #[test]
    fn entries_match_by_source_method() {
        let covers = |accept: Accept, rule| {
            let accepts = [accept];
            Accepts::on(Date { year: 2026, month: 1, day: 1 }, &accepts).covering(rule, SITE).is_some()
        };
        assert!(covers(entry("com.acme.A.load(java.lang.String)", Some(RuleId::RC1001), None), RuleId::RC1001));
        assert!(covers(entry("com.acme.A.load", None, None), RuleId::RC2001));
        assert!(!covers(entry("com.acme.A.load", Some(RuleId::RC1001), None), RuleId::RC2001));
        assert!(!covers(entry("com.acme.A.load()", None, None), RuleId::RC1001));
        assert!(!covers(entry("com.acme.A.lo", None, None), RuleId::RC1001));
        let api = |api: &str, ordinal| Accept {
            api: Some(api.into()),
            ordinal,
            ..entry("com.acme.A.load(java.lang.String)", None, None)
        };
        assert!(covers(api("java.lang.Class.forName", None), RuleId::RC1001));
        assert!(covers(api("Class.forName", Some(2)), RuleId::RC1001));
        assert!(!covers(api("Class.forName", Some(1)), RuleId::RC1001));
        assert!(!covers(api("java.lang.MyClass.forName", None), RuleId::RC1001));
        assert!(!covers(api("forName", None), RuleId::RC1001));
    }

    #[test]
    fn until_is_the_last_day() {
        let accepts = [entry("com.acme.A.load", None, Some("2026-06-30"))];
        let holds = |year, month, day| {
            let accepts = Accepts::on(Date { year, month, day }, &accepts);
            assert_eq!(accepts.expired.is_empty(), accepts.covering(RuleId::RC1001, SITE).is_some());
            accepts.expired.is_empty()
        };
        assert!(holds(2026, 6, 29) && holds(2026, 6, 30));
        assert!(!holds(2026, 7, 1) && !holds(2027, 1, 1));
        let typo = [entry("com.acme.A.load", None, Some("2026-06-31"))];
        assert_eq!(Accepts::on(Date { year: 2026, month: 1, day: 1 }, &typo).expired.len(), 1);
    }

    #[test]
    fn site_ids_are_read_from_the_end() {
        assert_eq!(
            SiteId::parse("a#b.C.m(int)#Method.invoke#1"),
            Some(SiteId { method: "a#b.C.m(int)", api: "Method.invoke", ordinal: 1 })
        );
        assert_eq!(SiteId::parse("a.B.m()"), None);
        assert_eq!(SiteId::parse("a.B.m()#Class.forName#x"), None);
    }
}
