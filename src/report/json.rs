//! The JSON report: findings with levels, counts and reach, versioned, for scripts and build plugins. Owns its format
//! (docs/json.md); must not know how findings are made.

use serde::Serialize;

use super::cause::shown_for;
use super::{Judged, JudgedFinding, Location};
use crate::diag::Diag;
use crate::result::{
    Accept, Assumption, Certainty, CodeOrigin, Cut, CutKind, EntryRound, InputCounts, JdkInfo, Level, LibraryRow,
    OriginKind, Place, Reach, Target, Tier, TraceStep,
};

/// Version of the format, `version` of the document.
const VERSION: u32 = 1;

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Document<'a> {
    version: u32,
    tool: &'a str,
    jdk: &'a JdkInfo,
    mode: &'a str,
    context: &'a str,
    entry: &'a str,
    module: Option<&'a str>,
    source_set: Option<&'a str>,
    fail_on: &'static str,
    /// The exit status that the policy asks for.
    exit_status: u8,
    /// Whether a budget or a limit cut short what is said of code in scope.
    gave_up: bool,
    counts: Counts,
    inputs: &'a InputCounts,
    /// Whether the solver was run; what only it finds out is null otherwise.
    solved: bool,
    rounds: Option<&'a [EntryRound]>,
    reach: Option<&'a Reach>,
    findings: Vec<Row<'a>>,
    accepted: Vec<Row<'a>>,
    cuts: &'a [Cut],
    diagnostics: &'a [Diag],
    libraries: &'a [LibraryRow],
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Counts {
    error: usize,
    warning: usize,
    note: usize,
    accepted: usize,
    possibly_broken: usize,
    not_modelled: usize,
    cuts: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Row<'a> {
    rule: &'static str,
    name: &'static str,
    level: Level,
    key: &'a str,
    site: Option<&'a str>,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    class: Option<&'a str>,
    method: Option<&'a str>,
    descriptor: Option<&'a str>,
    origin: CodeOrigin,
    artifact: Option<&'a str>,
    summary: &'a str,
    call: Option<&'a str>,
    input: Option<Input<'a>>,
    advice: &'a str,
    cast: Option<&'a str>,
    spec_entry: Option<&'a str>,
    tier: Option<Tier>,
    certainty: Option<Certainty>,
    cut: Option<CutKind>,
    assumptions: &'a [Assumption],
    not_accepted: &'a [Assumption],
    origin_kind: Option<OriginKind>,
    target_count: u32,
    targets: &'a [Target],
    closes: usize,
    accepted_by: Option<&'a Accept>,
    /// The key of the finding that is shown for the cause of this one, if that is another.
    same_cause_as: Option<&'a str>,
    related: Vec<Elsewhere<'a>>,
    path: Vec<Elsewhere<'a>>,
    more_paths: Vec<Vec<Elsewhere<'a>>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Input<'a> {
    text: &'a str,
    #[serde(flatten)]
    at: Elsewhere<'a>,
}

/// Another position, with what happens there.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Elsewhere<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    file: Option<String>,
    line: Option<u32>,
    class: &'a str,
    method: &'a str,
    descriptor: &'a str,
}

/// The whole document, pretty-printed, with a final line end.
pub(super) fn render(judged: &Judged<'_>) -> Vec<u8> {
    let result = judged.input.result;
    let counts = judged.counts;
    let shown_for = shown_for(judged);
    let of_cause = |f: &JudgedFinding<'_>| shown_for.get(f.finding.key.as_str()).copied();
    let document = Document {
        version: VERSION,
        tool: &result.tool,
        jdk: &result.jdk,
        mode: &result.mode,
        context: &result.context,
        entry: &result.entry,
        module: judged.input.module,
        source_set: judged.input.source_set,
        fail_on: judged.input.policy.fail_on.name(),
        exit_status: judged.exit_status(),
        gave_up: judged.gave_up,
        counts: Counts {
            error: counts.errors,
            warning: counts.warnings,
            note: counts.notes,
            accepted: counts.accepted,
            possibly_broken: counts.possibly_broken,
            not_modelled: judged.unmodelled().count(),
            cuts: result.own_cuts().count(),
        },
        inputs: &result.inputs,
        solved: result.solved.is_some(),
        rounds: result.solved.as_ref().map(|solved| &*solved.rounds),
        reach: result.reach(),
        findings: judged.findings.iter().map(|f| row(judged, f, of_cause(f))).collect(),
        accepted: judged.accepted.iter().map(|f| row(judged, f, None)).collect(),
        cuts: &result.cuts,
        diagnostics: &result.diagnostics,
        libraries: &result.libraries,
    };
    let mut out = serde_json::to_vec_pretty(&document).expect("internal error: strings and numbers serialise");
    out.push(b'\n');
    out
}

fn row<'a>(judged: &'a Judged<'_>, finding: &'a JudgedFinding<'_>, same_cause_as: Option<&'a str>) -> Row<'a> {
    let f = &finding.finding;
    let result = judged.input.result;
    let in_class = f.spec_place.is_none() && !f.place.class.is_empty();
    let (file, line, column) = match (&finding.location, &f.spec_place) {
        (Some(Location { path, line, columns, .. }), _) => (Some(path.clone()), Some(*line), columns.map(|c| c.0)),
        (None, Some((path, line, column))) => (Some(path.clone()), Some(*line), Some(*column)),
        (None, None) => (None, f.place.line, None),
    };
    Row {
        rule: finding.rule.id,
        name: finding.rule.name,
        level: finding.level,
        key: &f.key,
        site: some(&f.site),
        file,
        line,
        column,
        class: in_class.then_some(&f.place.class),
        method: in_class.then_some(&f.place.method),
        descriptor: in_class.then_some(&f.place.descriptor),
        origin: f.origin,
        artifact: some(&f.artifact),
        summary: &f.summary,
        call: some(&f.call),
        input: f.input.as_ref().map(|i| Input { text: &i.text, at: elsewhere(judged, &i.place, None, None) }),
        advice: f.advice.text(),
        cast: super::text::cast(judged, finding),
        spec_entry: f.spec_entry.as_deref(),
        tier: Some(finding.tier).filter(|tier| *tier != Tier::None),
        certainty: f.certainty,
        cut: f.cut,
        assumptions: &f.assumptions,
        not_accepted: &finding.rejected,
        origin_kind: f.origin_kind,
        target_count: f.target_count,
        targets: &f.targets,
        closes: finding.closes(),
        accepted_by: finding.accepted_by,
        same_cause_as,
        related: f.related.iter().map(|r| elsewhere(judged, &r.place, Some(&r.site), Some(&r.message))).collect(),
        path: f.path.iter().map(|step| trace_step(judged, step)).collect(),
        more_paths: f
            .more_paths
            .iter()
            .map(|at| result.steps_at(at).map(|step| trace_step(judged, step)).collect())
            .collect(),
    }
}

fn some(text: &str) -> Option<&str> {
    Some(text).filter(|t| !t.is_empty())
}

fn trace_step<'a>(judged: &Judged<'_>, step: &'a TraceStep) -> Elsewhere<'a> {
    elsewhere(judged, &step.place, None, Some(&step.message))
}

fn elsewhere<'a>(
    judged: &Judged<'_>,
    place: &'a Place,
    site: Option<&'a str>,
    message: Option<&'a str>,
) -> Elsewhere<'a> {
    let location = judged.locate(place);
    let line = location.as_ref().map(|l| l.line).or(place.line);
    let file = location.map(|l| l.path);
    Elsewhere { site, message, file, line, class: &place.class, method: &place.method, descriptor: &place.descriptor }
}

#[cfg(test)]
mod tests;
