//! SARIF 2.1.0 as GitHub code scanning reads it. The only user of serde-sarif. Owns the mapping and the limits; must not
//! know policy rules or read files.

use std::collections::BTreeMap;
use std::io::Write as _;

use serde_json::{Value, json};
use serde_sarif::sarif::{
    ArtifactContent, ArtifactLocation, CodeFlow, Invocation, Location as SarifLocation, LogicalLocation, Message,
    MultiformatMessageString, Notification, PhysicalLocation, PropertyBag, Region, ReportingConfiguration,
    ReportingDescriptor, ReportingDescriptorReference, Result as SarifResult, ResultLevel, Run, RunAutomationDetails,
    Sarif, ThreadFlow, ThreadFlowLocation, Tool, ToolComponent,
};

use super::accept::SiteId;
use super::locate::{method_of, short_place};
use super::text::{clean, or_cast};
use super::{Judged, JudgedFinding, Location};
use crate::base::FxHashMap;
use crate::diag::Severity;
use crate::result::rules::RULES;
use crate::result::{CutKind, Level, Place, Rule, SiteRow, TraceStep};
use crate::source::encode_uri;

/// Limits of code scanning on one upload; what is beyond them would refuse or silently shorten it.
const MAX_RESULTS: usize = 25_000;
const MAX_GZIP: usize = 10_000_000;
const MAX_FLOW_LOCATIONS: usize = 10_000;
const MAX_RELATED: usize = 999;
const MAX_NOTIFICATIONS: usize = 1_000;
/// Most related calls that a message names.
const MAX_NAMED: usize = 20;

/// The project's page, from which the addresses of the rules' pages follow: `homepage` of Cargo.toml. Without one the report
/// has no addresses.
const HOMEPAGE: &str = env!("CARGO_PKG_HOMEPAGE");

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// What relative uris are relative to: the root of the repository.
const BASE: &str = "%SRCROOT%";

/// Rows whose flows are known, by site id.
type Rows<'r> = FxHashMap<&'r str, &'r SiteRow>;

/// The log: one run, all rules, the results at or above the policy's `sarif_level`.
pub(super) fn render(judged: &Judged<'_>) -> Vec<u8> {
    let wanted: Vec<&JudgedFinding<'_>> =
        judged.findings.iter().filter(|f| f.level >= judged.input.policy.sarif_level).collect();
    let with_flows = judged.input.result.sites.iter().filter(|row| !row.flows.is_empty());
    let rows: Rows<'_> = with_flows.map(|row| (row.id.as_str(), row)).collect();
    let mut keep = wanted.len().min(MAX_RESULTS);
    loop {
        let bytes = log(judged, &rows, &wanted[..keep], wanted.len() - keep);
        if keep == 0 || !is_too_large(&bytes) {
            return bytes;
        }
        keep = keep * 3 / 4;
    }
}

fn is_too_large(bytes: &[u8]) -> bool {
    if bytes.len() <= MAX_GZIP {
        return false;
    }
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).map_or(true, |packed| packed.len() > MAX_GZIP)
}

fn log(judged: &Judged<'_>, rows: &Rows<'_>, findings: &[&JudgedFinding<'_>], cut: usize) -> Vec<u8> {
    let mut notifications = notifications(judged);
    if cut > 0 {
        let text = format!(
            "{cut} of {} results are left out, the least severe ones: code scanning takes at most {MAX_RESULTS} \
             results and {MAX_GZIP} bytes compressed.",
            findings.len() + cut
        );
        notifications.insert(0, notification("results-truncated", "warning", text));
    }
    let mut results = Vec::with_capacity(findings.len());
    for finding in findings {
        match anchor(judged, finding) {
            Some(anchor) => results.push(result(judged, rows, finding, &anchor)),
            None => {
                let text = format!("No file to show this at: {}", message(judged, finding, &mut Vec::new()));
                notifications.push(notification(finding.rule.id, finding.level.name(), text));
            }
        }
    }
    let invocation =
        Invocation::builder().execution_successful(!judged.gave_up).tool_execution_notifications(notifications).build();
    let base =
        ArtifactLocation { description: Some(text_message("The root of the repository.")), ..Default::default() };
    let run = Run::builder()
        .tool(tool())
        .automation_details(RunAutomationDetails { id: Some(category(judged)), ..Default::default() })
        .column_kind(json!("utf16CodeUnits"))
        .invocations(vec![invocation])
        .original_uri_base_ids(BTreeMap::from([(BASE.to_owned(), base)]))
        .properties(run_properties(judged))
        .results(results)
        .build();
    let log = Sarif::builder().schema(SCHEMA).runs(vec![run]).version(json!("2.1.0")).build();
    let mut out = serde_json::to_vec_pretty(&log).expect("internal error: SARIF serialises");
    out.push(b'\n');
    out
}

/// `reflection-check/<module>/<source-set>/`: code scanning keeps the alerts of each category apart.
fn category(judged: &Judged<'_>) -> String {
    let mut id = String::from("reflection-check/");
    for part in [judged.input.module, judged.input.source_set].into_iter().flatten() {
        let part = part.trim_matches('/');
        if !part.is_empty() {
            id.push_str(&clean(part));
            id.push('/');
        }
    }
    id
}

fn tool() -> Tool {
    let mut driver = ToolComponent::builder()
        .name("reflection-check")
        .version(env!("CARGO_PKG_VERSION"))
        .semantic_version(env!("CARGO_PKG_VERSION"))
        .rules(RULES.iter().map(descriptor).collect::<Vec<_>>())
        .build();
    driver.information_uri = page(HOMEPAGE, None);
    Tool::builder().driver(driver).build()
}

/// The address of the project's page, or of a rule's below it. None where the project has no page.
fn page(homepage: &str, rule: Option<&str>) -> Option<String> {
    let home = homepage.trim_end_matches('/');
    let address = rule.map_or_else(|| home.to_owned(), |rule| format!("{home}/docs/rules/{rule}.md"));
    (!home.is_empty()).then_some(address)
}

fn descriptor(rule: &'static Rule) -> ReportingDescriptor {
    let help = super::rules::help(rule);
    let level = match rule.top_level() {
        Level::Off => "none",
        level => level.name(),
    };
    let mut more = BTreeMap::from([("problem.severity".to_owned(), json!(rule.problem_severity()))]);
    more.extend(rule.security_severity.map(|severity| ("security-severity".to_owned(), json!(severity))));
    let properties =
        PropertyBag { tags: Some(rule.tags.iter().map(|t| (*t).to_owned()).collect()), additional_properties: more };
    let mut descriptor = ReportingDescriptor::builder()
        .id(rule.id)
        .name(pascal_case(rule.name))
        .short_description(MultiformatMessageString::builder().text(rule.short).build())
        .full_description(MultiformatMessageString::builder().text(rule.full).build())
        .help(MultiformatMessageString::builder().text(help.clone()).markdown(help).build())
        .default_configuration(ReportingConfiguration { level: Some(json!(level)), ..Default::default() })
        .properties(properties)
        .build();
    descriptor.help_uri = page(HOMEPAGE, Some(rule.id));
    descriptor
}

/// `unsound-reflective-call` -> `UnsoundReflectiveCall`
fn pascal_case(name: &str) -> String {
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    name.split('-').filter(|word| !word.is_empty()).map(capital).collect()
}

fn run_properties(judged: &Judged<'_>) -> PropertyBag {
    let result = judged.input.result;
    let bag = json!({
        "jdk": format!("{} {}", result.jdk.version, result.jdk.vendor),
        "mode": result.mode,
        "context": result.context,
        "entry": result.entry,
        "solved": result.solved.is_some(),
        "rounds": result.solved.as_ref().map(|solved| &solved.rounds),
        "applicationMethods": result.reach().map(|reach| reach.application_methods),
        "applicationMethodsReached": result.reach().map(|reach| reach.application_methods_reached),
        "cuts": result.own_cuts().count(),
        "accepted": judged.counts.accepted,
    });
    bag_of(bag)
}

fn bag_of(value: Value) -> PropertyBag {
    let Value::Object(map) = value else { return PropertyBag::default() };
    PropertyBag { tags: None, additional_properties: map.into_iter().collect() }
}

fn notifications(judged: &Judged<'_>) -> Vec<Notification> {
    let result = judged.input.result;
    let unmodelled = judged.unmodelled().count();
    let unmodelled = (unmodelled > 0).then(|| {
        let text = format!(
            "{unmodelled} calls of the application are of APIs that are not modelled yet; what they reach is unknown"
        );
        (CutKind::UnmodelledApi.name(), "note", text)
    });
    let cuts = result.own_cuts().map(|cut| {
        let place =
            cut.place.as_ref().map_or_else(String::new, |p| format!(" at {} ({})", method_of(p), short_place(p)));
        (cut.kind.name(), "warning", format!("{}{place}", cut.what))
    });
    let diagnostics = result.diagnostics.iter().map(|diag| {
        let level = if diag.severity == Severity::Warning { "warning" } else { "note" };
        let position = diag.position.map_or_else(String::new, |(line, column)| format!(":{line}:{column}"));
        (diag.code.as_str(), level, format!("{}{position}: {}", diag.place, diag.message))
    });
    let all = usize::from(unmodelled.is_some()) + result.own_cuts().count() + result.diagnostics.len();
    let mut list: Vec<Notification> = unmodelled
        .into_iter()
        .chain(cuts)
        .chain(diagnostics)
        .take(MAX_NOTIFICATIONS)
        .map(|(id, level, text)| notification(id, level, text))
        .collect();
    if all > list.len() {
        let text = format!("{} more notifications are left out.", all - list.len());
        list.push(notification("notifications-truncated", "warning", text));
    }
    list
}

fn notification(id: &str, level: &str, text: String) -> Notification {
    Notification::builder()
        .message(text_message(&sentence(&text)))
        .descriptor(ReportingDescriptorReference { id: Some(id.to_owned()), ..Default::default() })
        .level(json!(level))
        .build()
}

/// Where a result is shown: its source, its spec file, the build file, or the class file or jar it is in.
fn anchor(judged: &Judged<'_>, finding: &JudgedFinding<'_>) -> Option<Location> {
    let at = |path: &str, line| Location { path: path.to_owned(), line, columns: None, line_hash: None, text: None };
    if let Some(location) = &finding.location {
        return Some(location.clone());
    }
    let f = &finding.finding;
    if let Some((path, line, _)) = &f.spec_place
        && is_relative(path)
    {
        return Some(at(path, *line));
    }
    if let Some(path) = judged.input.build_file.filter(|path| is_relative(path)) {
        return Some(at(path, 1));
    }
    let artifact = f.artifact.trim_end_matches('/');
    if f.place.class.is_empty() || artifact.is_empty() || artifact.contains(':') || !is_relative(artifact) {
        return None;
    }
    let is_archive = [".jar", ".war", ".ear", ".zip"].iter().any(|end| artifact.ends_with(end));
    let path =
        if is_archive { artifact.to_owned() } else { format!("{artifact}/{}.class", f.place.class.replace('.', "/")) };
    Some(at(&path, 1))
}

fn is_relative(path: &str) -> bool {
    let drive = path.as_bytes().get(1) == Some(&b':');
    !path.is_empty() && !path.starts_with(['/', '\\']) && !drive && !path.split('/').any(|part| part == "..")
}

fn result(judged: &Judged<'_>, rows: &Rows<'_>, finding: &JudgedFinding<'_>, anchor: &Location) -> SarifResult {
    let f = &finding.finding;
    let mut related = Vec::new();
    let text = message(judged, finding, &mut related);
    let mut location = physical(anchor);
    if !f.place.class.is_empty() && f.spec_place.is_none() {
        location.logical_locations = Some(vec![logical(&f.place, &f.site)]);
    }
    let mut fingerprints = BTreeMap::from([("reflectionCheck/v1".to_owned(), f.key.clone())]);
    if let Some(hash) = &anchor.line_hash {
        fingerprints.insert("primaryLocationLineHash".to_owned(), hash.clone());
    }
    let level = match finding.level {
        Level::Error => ResultLevel::Error,
        Level::Warning => ResultLevel::Warning,
        Level::Note => ResultLevel::Note,
        Level::Off => ResultLevel::None,
    };
    let mut result = SarifResult::builder()
        .message(text_message(&text))
        .level(level)
        .locations(vec![location])
        .partial_fingerprints(fingerprints)
        .properties(result_properties(judged, finding))
        .rule_id(finding.rule.id)
        .build();
    result.rule_index = i64::try_from(f.rule.index()).ok();
    result.related_locations = (!related.is_empty()).then_some(related);
    let flows = code_flows(judged, rows, finding, anchor);
    result.code_flows = (!flows.is_empty()).then_some(flows);
    result
}

fn result_properties(judged: &Judged<'_>, finding: &JudgedFinding<'_>) -> PropertyBag {
    let f = &finding.finding;
    let mut bag = serde_json::Map::new();
    let advice = or_cast(judged, finding, f.advice.text().to_owned());
    if !advice.is_empty() {
        bag.insert("toDo".to_owned(), json!(sentence(&advice)));
    }
    if let Some(entry) = &f.spec_entry {
        let entry = entry.trim().lines().map(clean).collect::<Vec<_>>().join("\n");
        bag.insert("specEntry".to_owned(), json!(entry));
    }
    if !f.call.is_empty() {
        bag.insert("call".to_owned(), json!(clean(&f.call)));
    }
    if !f.site.is_empty() {
        bag.insert("site".to_owned(), json!(f.site));
        bag.insert("tier".to_owned(), json!(finding.tier.name()));
        bag.insert("assumptions".to_owned(), json!(f.assumptions.iter().map(|a| a.name()).collect::<Vec<_>>()));
        bag.insert("targetCount".to_owned(), json!(f.target_count));
        bag.insert("closes".to_owned(), json!(finding.closes()));
    }
    if let Some(certainty) = f.certainty {
        bag.insert("certainty".to_owned(), json!(certainty));
    }
    if let Some(kind) = f.origin_kind {
        bag.insert("originKind".to_owned(), json!(kind));
    }
    bag_of(Value::Object(bag))
}

/// The message, one sentence: what decides the call, where that comes from, and which other calls it decides. Positions are
/// links to `related`. What to do about it is in the properties, since readers of SARIF show the message as running text.
fn message(judged: &Judged<'_>, finding: &JudgedFinding<'_>, related: &mut Vec<SarifLocation>) -> String {
    let f = &finding.finding;
    let mut link = |place: &Place, site: &str, what: &str| -> String {
        let name = literal(&short_place(place));
        match judged.locate(place) {
            Some(location) if related.len() < MAX_RELATED => {
                let id = related.len() as i64 + 1;
                related.push(SarifLocation {
                    id: Some(id),
                    message: Some(text_message(&sentence(what))),
                    logical_locations: Some(vec![logical(place, site)]),
                    ..physical(&location)
                });
                format!("[{}]({id})", name.replace('[', "\\[").replace(']', "\\]"))
            }
            _ => name,
        }
    };
    let mut text = capital(literal(f.summary.trim_end()).trim_end_matches('.'));
    if let Some(input) = &f.input {
        let at = link(&input.place, "", &input.text);
        text.push_str(&format!(": '{}' at {at}", literal(&input.text)));
    }
    if !finding.rejected.is_empty() {
        let names: Vec<&str> = finding.rejected.iter().map(|a| a.name()).collect();
        text.push_str(&format!("; the policy does not accept '{}'", names.join(", ")));
    }
    if !f.related.is_empty() {
        let places: Vec<String> = f.related.iter().map(|r| link(&r.place, &r.site, &r.message)).collect();
        let more = places.len().saturating_sub(MAX_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let places = places.into_iter().take(MAX_NAMED).collect::<Vec<_>>().join(", ");
        text.push_str(&format!("; one fix closes {} calls, also {places}{more}", finding.closes()));
    }
    sentence(&text)
}

/// Text of the analysed program in a message: no control characters, and nothing that reads as a link.
fn literal(text: &str) -> String {
    clean(text).replace("](", "] (")
}

/// Ends with a period.
fn sentence(text: &str) -> String {
    let text = clean(text.trim_end());
    if text.ends_with(['.', '!', '?']) { text } else { text + "." }
}

/// Starts with a capital letter.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}

/// The traces to the call: those of the values that decide, the one that the finding is about first, as some viewers show
/// only that; where there are none, those of what names the known targets.
fn code_flows(judged: &Judged<'_>, rows: &Rows<'_>, finding: &JudgedFinding<'_>, anchor: &Location) -> Vec<CodeFlow> {
    let f = &finding.finding;
    let mut traces: Vec<Vec<TraceStep>> = Vec::new();
    traces.extend((!f.path.is_empty()).then(|| f.path.clone()));
    traces.extend(f.more_paths.iter().map(|positions| judged.input.result.steps_at(positions).cloned().collect()));
    // A flow without a step is none (SARIF 2.1.0, 3.37.5: `locations` has an element).
    traces.retain(|steps| !steps.is_empty());
    if traces.is_empty()
        && let Some(row) = rows.get(f.site.as_str())
    {
        let known = row.flows.iter().map(|flow| judged.input.result.trace(row, flow));
        traces.extend(known.filter(|steps| !steps.is_empty()));
    }
    let flows = traces.iter().map(|steps| ThreadFlow::builder().locations(code_flow(judged, steps, anchor)).build());
    flows.map(|flow| CodeFlow::builder().thread_flows(vec![flow]).build()).collect()
}

/// The trace of a value, origin first. A step in code without sources is shown at the step before it (the
/// first ones at the step after them), and says where it really is.
fn code_flow(judged: &Judged<'_>, steps: &[TraceStep], anchor: &Location) -> Vec<ThreadFlowLocation> {
    let located: Vec<Option<Location>> = steps.iter().map(|step| judged.locate(&step.place)).collect();
    let mut at = located.iter().flatten().next().unwrap_or(anchor);
    let mut flow = Vec::with_capacity(steps.len().min(MAX_FLOW_LOCATIONS));
    // The end of a path, the call, is worth more than its middle.
    let skipped = steps.len().saturating_sub(MAX_FLOW_LOCATIONS);
    for (index, (step, location)) in steps.iter().zip(&located).enumerate() {
        let message = match location {
            Some(location) => {
                at = location;
                step.message.clone()
            }
            None => format!("in {} ({}): {}", method_of(&step.place), short_place(&step.place), step.message),
        };
        if index > 0 && index <= skipped {
            continue;
        }
        let location = SarifLocation {
            message: Some(text_message(&capital(&sentence(&literal(&message))))),
            logical_locations: Some(vec![logical(&step.place, "")]),
            ..physical(at)
        };
        flow.push(ThreadFlowLocation { location: Some(location), ..Default::default() });
    }
    flow
}

fn text_message(text: &str) -> Message {
    Message { text: Some(text.to_owned()), ..Default::default() }
}

/// The method a place is in. `site` gives the source method with its parameters, where it is known.
fn logical(place: &Place, site: &str) -> LogicalLocation {
    let source_method = SiteId::parse(site).map_or_else(|| method_of(place), |id| id.method.to_owned());
    LogicalLocation {
        fully_qualified_name: Some(clean(&source_method)),
        decorated_name: Some(clean(&format!("{}{}", method_of(place), place.descriptor))),
        kind: Some(if place.method.is_empty() { "type" } else { "member" }.to_owned()),
        ..Default::default()
    }
}

fn physical(location: &Location) -> SarifLocation {
    let line = i64::from(location.line.max(1));
    let columns = location.columns.map(|(start, end)| (i64::from(start), i64::from(end)));
    let snippet = |text: String| ArtifactContent { text: Some(text), ..Default::default() };
    let whole_line = Region { start_line: Some(line), end_line: Some(line), ..Default::default() };
    let region = Region {
        start_column: columns.map(|c| c.0),
        end_column: columns.map(|c| c.1),
        snippet: location.token().map(snippet),
        ..whole_line.clone()
    };
    // The line around its part.
    let context = location.text.clone().filter(|_| columns.is_some());
    let context = context.map(|text| Region { snippet: Some(snippet(text)), ..whole_line });
    SarifLocation {
        physical_location: Some(PhysicalLocation {
            artifact_location: Some(ArtifactLocation {
                uri: Some(encode_uri(location.path.strip_prefix("./").unwrap_or(&location.path))),
                uri_base_id: Some(BASE.to_owned()),
                ..Default::default()
            }),
            region: Some(region),
            context_region: context,
            ..Default::default()
        }),
        ..Default::default()
    }
}

#[cfg(test)]
mod tests;
