//! The text of `stats`. Must not know how figures come about.

use std::fmt::Write;

use crate::result::{Spread, Statistics};

use super::text::number as grouped;

/// Figures as a table; with `why`, instead, what is excluded from contexts and contains that text.
///
/// # Errors
/// If `why` is asked of a run that excludes nothing because it is not introspective.
pub fn statistics(statistics: &Statistics, why: Option<&str>) -> Result<String, String> {
    if let Some(text) = why {
        let Some(introspection) = &statistics.introspection else {
            return Err("--why asks what --introspective leaves out: give --introspective a or b as well".to_owned());
        };
        let found: Vec<&str> =
            introspection.excluded.iter().map(String::as_str).filter(|line| line.contains(text)).collect();
        return Ok(match found.is_empty() {
            true => format!("nothing that contains {text:?} is left out: it has contexts, or is not reached\n"),
            false => found.join("\n") + "\n",
        });
    }
    let mut out = String::new();
    let mut line = |name: &str, value: String| {
        let _ = writeln!(out, "{name:<34} {value}");
    };
    line("reachable methods", grouped(statistics.methods));
    if statistics.contexts > 1 {
        line("methods under contexts", grouped(statistics.method_instances));
        line("contexts", grouped(statistics.contexts));
    }
    for (counter, value) in statistics.counters.iter().filter(|(counter, _)| counter.is_shown()) {
        line(&counter.name().replace('-', " "), grouped(*value));
    }
    let of = |part: u64, whole: u64| format!("{} of {}", grouped(part), grouped(whole));
    line("calls with several targets", of(statistics.poly_calls, statistics.virtual_calls));
    line("casts that may fail", of(statistics.may_fail_casts, statistics.casts));
    line("collections told apart", of(statistics.collections - statistics.opened_collections, statistics.collections));
    for (method, contexts) in &statistics.most_contexts {
        line(&format!("  contexts {}", grouped(*contexts)), method.clone());
    }
    for (rows, preposition) in [(&statistics.objects, "of"), (&statistics.nodes, "in")] {
        for row in rows.iter().filter(|row| row.facts > 0) {
            let name = format!("  facts {preposition} {}", row.kind);
            line(&name, format!("{} ({})", grouped(row.facts), grouped(row.count)));
        }
    }
    for (kind, count) in &statistics.edges {
        line(&format!("  edges of {kind}"), grouped(*count));
    }
    line("large sets", grouped(statistics.large_sets));
    line(
        "  different ones, and their facts",
        format!("{}, {}", grouped(statistics.distinct_sets), grouped(statistics.distinct_facts)),
    );
    let Some(introspection) = &statistics.introspection else { return Ok(out) };
    line("calls without contexts", of(introspection.excluded_calls, introspection.calls));
    line("allocations without contexts", of(introspection.excluded_objects, introspection.objects));
    for (metric, limit, count) in &introspection.by_metric {
        line(&format!("  {metric} > {}", grouped(*limit)), grouped(*count));
    }
    let _ =
        writeln!(out, "\nWhat the pass without contexts measured: median, 90 %, 99 %, most (all objects in brackets)");
    for metric in &introspection.metrics {
        let spread = |s: &Spread| {
            format!("{} {} {} {}", grouped(s.median), grouped(s.ninety), grouped(s.ninety_nine), grouped(s.most))
        };
        let _ = writeln!(out, "{:<34} {} ({})", metric.name, spread(&metric.functional), spread(&metric.all));
    }
    Ok(out)
}
