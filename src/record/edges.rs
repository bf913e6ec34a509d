//! Calls that recorded runs made by reflection, as edges from method to method, and which of them an answer has: the measure of
//! Smaragdakis et al. (APLAS 2015, section 4). Must not know tables.

use std::collections::BTreeSet;

use super::compare::compare;
use super::event::{Recording, is_target, shown};
use super::matching::Calls;
use crate::result::{ActsOn, AnalysisResult, Assumption, CodeOrigin, Recorded, SiteRow, Target};

/// Compares. `accepted`: the assumptions that an answer may rest on; `is_application`: of a class, by its binary name;
/// `runs`: whether calls of a row run the member or class that they are called on; `acts_on`: as of [`compare`].
///
/// As in the paper only edges that leave the application count, and static initialisers are none. Calls that failed and classes made at
/// run time are left out.
pub fn recorded(
    result: &AnalysisResult,
    accepted: &BTreeSet<Assumption>,
    recordings: &[Recording],
    is_application: impl Fn(&str) -> bool,
    runs: impl Fn(&SiteRow) -> bool,
    acts_on: impl Fn(&SiteRow) -> Option<ActsOn>,
) -> Recorded {
    let compared = compare(result, accepted, recordings, acts_on);
    let targets = compared.targets() - compared.not_looked_at - compared.strangers;
    let mut found = Recorded { targets: targets as u64, listed: compared.listed as u64, ..Recorded::default() };
    // Whether a call of the application calls its target.
    let is_edge = |row: &SiteRow| row.origin == CodeOrigin::Application && runs(row);
    let own = result.sites.iter().filter(|row| row.reachable && !row.compiler_generated && is_edge(row));
    let pairs = own.flat_map(|row| row.targets.iter().map(|target| (row.source_method(), target)));
    found.in_answer = pairs.collect::<BTreeSet<_>>().len() as u64;
    let calls = Calls::new(result);
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    for event in recordings.iter().flat_map(|recording| &recording.events) {
        let rows: Vec<&SiteRow> = calls.of(event).into_iter().filter(|row| is_edge(row)).collect();
        let ([target], Some(first)) = (event.targets.as_slice(), rows.first()) else { continue };
        let caller = first.source_method().to_owned();
        if event.failed || event.generated || !seen.insert((caller, shown(target))) {
            continue;
        }
        let edges = if is_application(&target.class) { &mut found.to_application } else { &mut found.to_library };
        edges.recorded += 1;
        edges.missing += u64::from(!rows.iter().any(|row| row.reachable && lists(row, target)));
    }
    found
}

fn lists(row: &SiteRow, target: &Target) -> bool {
    row.targets.iter().any(|listed| is_target(listed, target))
}

#[cfg(test)]
mod tests {
    use super::super::event::{Event, Reached};
    use super::*;
    use crate::result::Tier;

    fn target(class: &str) -> Target {
        Target { class: class.to_owned(), member: Some("run".to_owned()), descriptor: Some("()V".to_owned()) }
    }

    fn event(class: &str, failed: bool) -> Event {
        Event {
            at: 1,
            class: Some("p.Main".to_owned()),
            method: "main".to_owned(),
            descriptor: Some("()V".to_owned()),
            offset: Some(7),
            source: None,
            line: None,
            api: "Method.invoke".to_owned(),
            targets: vec![target(class)],
            reached: Reached::Targets,
            generated: false,
            failed,
        }
    }

    #[test]
    fn edges_are_split_by_whom_they_lead_to_and_counted_once() {
        let row: SiteRow = serde_json::from_value(serde_json::json!({
            "id": "p.Main.main()#Method.invoke#1",
            "place": {"class": "p.Main", "method": "main", "descriptor": "()V", "offset": 7},
            "api": "java.lang.reflect.Method.invoke(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;",
            "kind": "action", "origin": "application", "artifact": "classes", "reachable": true, "tier": "partial",
            "resolution": "partial", "assumptions": [], "reasons": [], "targets": [target("p.A"), target("lib.B")],
            "origins": [], "cuts": []
        }))
        .unwrap();
        assert_eq!(row.tier, Tier::Partial);
        let mut result: AnalysisResult = serde_json::from_value(serde_json::json!({
            "version": 2, "tool": "", "jdk": {"feature": 17, "version": "17", "vendor": ""}, "mode": "", "context": "",
            "entry": "", "library": false, "inputs": {"application-classes": 0, "library-jars": 0, "library-classes": 0},
            "solved": null, "sites": [], "findings": [], "cuts": [], "diagnostics": [], "libraries": []
        }))
        .unwrap();
        result.sites.push(row);
        let of = |class, failed| Recording { events: vec![event(class, failed)], ..Recording::default() };
        let recordings = [
            of("p.A", false),
            of("p.A", false),
            of("p.C", false),
            of("p.D", true),
            of("lib.B", false),
            of("lib.E", false),
        ];
        let is_own = |class: &str| class.starts_with("p.");
        let found = recorded(&result, &BTreeSet::new(), &recordings, is_own, |_| true, |_| Some(ActsOn::Method));
        assert_eq!((found.to_application.recorded, found.to_application.missing), (2, 1));
        assert_eq!((found.to_library.recorded, found.to_library.missing), (2, 1));
        assert_eq!((found.targets, found.listed, found.in_answer), (4, 2, 2));
    }
}
