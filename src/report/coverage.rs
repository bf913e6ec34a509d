//! The text of `coverage`. Must not know how claims come about.

use std::fmt::Write;

use crate::result::Coverage;

use super::text::number as grouped;

/// The tables, for the terminal.
pub fn coverage(tables: &Coverage) -> String {
    let mut out = String::new();
    let of = |part: u64, whole: u64| match whole {
        0 => "-".to_owned(),
        _ => format!("{} ({:.1} %)", grouped(part), part as f64 * 100.0 / whole as f64),
    };
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(out, "{name:<50} {value}");
    };
    line("classes", &grouped(tables.classes));
    line("methods reached", &grouped(tables.methods));
    line("compared with the analysis with contexts", &tables.compared_with);
    for context in &tables.not_ended {
        line("", &format!("{context} did not end within the budget"));
    }
    if tables.is_cut {
        line("", "which did not end within the budget: the shares are of what it found");
    }
    line("variables that hold something there", &grouped(tables.variables));
    line("", "");
    let all = tables.variables;
    line("Variables whose values are proven", "whoever calls the method; for some caller");
    let claimed = [
        ("  if threads share under locks only", tables.guarded),
        ("  and only constructors set final fields", tables.with_finals),
        ("  whatever threads do", tables.relaxed),
    ];
    for (name, claimed) in claimed {
        line(name, &format!("{}; {}", of(claimed.for_all_callers, all), of(claimed.for_some_caller, all)));
    }
    line("  by the method alone", &of(tables.alone, all));
    let average = |values: u64| match tables.guarded.for_all_callers {
        0 => "-".to_owned(),
        count => format!("{:.2}", values as f64 / count as f64),
    };
    let sizes =
        format!("{}, and {} in the other analysis", average(tables.claimed_values), average(tables.found_values));
    line("  values of one of them, on average", &sizes);
    line("", "");
    line("Not proven, by what gives the value", &of(all - tables.guarded.for_all_callers, all));
    for (source, count) in &tables.without {
        line(&format!("  {source}"), &of(*count, all));
    }
    line("", "");
    line("Calls whose receiver decides what runs", &grouped(tables.virtual_calls));
    line("  one method, by the other analysis", &of(tables.one_target, tables.virtual_calls));
    line("  of these proven, if threads share under locks only", &of(tables.one_target_guarded, tables.one_target));
    line("  of these proven, whatever threads do", &of(tables.one_target_relaxed, tables.one_target));
    line("  of these proven by the method alone", &of(tables.one_target_alone, tables.one_target));
    for contradiction in &tables.contradictions {
        line("internal error: the two disagree", contradiction);
    }
    out
}
