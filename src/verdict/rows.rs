//! Rows of the result: one per reflective site present, with its id, place, targets and judgement. Must not know findings.

use crate::base::{FxHashMap, FxIndexMap};
use crate::classpath::Origin;
use crate::heap::{Site, SiteId};
use crate::program::{MethodId, Program};
use crate::reflection::{API, Effect, Kind, SiteKey};
use crate::source::smap::shown_line;

use super::findings;
use super::inventory::Present;
use super::tiers::{Judge, Judgement, origin_text};
use crate::result::{CodeOrigin, CutKind, Place, Resolution, SiteKind, SiteRow, Target, Tier};

/// A row with what it was made from.
pub struct Row {
    pub row: SiteRow,
    pub source: MethodId,
    /// The site the engine knows, if the call was reached.
    pub key: Option<SiteKey>,
    pub judgement: Option<Judgement>,
}

/// One row per call, in the order given.
pub fn rows(judge: &Judge<'_, '_>, present: &[Present]) -> Vec<Row> {
    let (program, heap) = (judge.program, judge.heap);
    let mut ordinals: FxHashMap<(MethodId, String), u32> = FxHashMap::default();
    // Method references come after the calls, so that entries for calls keep their numbers.
    let mut calls: FxHashMap<(MethodId, String), u32> = FxHashMap::default();
    for call in present.iter().filter(|call| !call.reference) {
        *calls.entry((call.source, API[call.api].short_name())).or_default() += 1;
    }
    let mut references: FxHashMap<(MethodId, String), u32> = FxHashMap::default();
    let reached: FxIndexMap<(MethodId, u32), SiteKey> = judge
        .sites
        .iter()
        .filter(|(_, site)| site.written)
        .map(|(key, site)| ((site.method, site.offset), *key))
        .collect();
    let mut ways: FxHashMap<SiteId, Vec<SiteKey>> = FxHashMap::default();
    let mut referred: FxHashMap<(MethodId, u32, usize), SiteKey> = FxHashMap::default();
    for (key, site) in judge.sites.iter().filter(|(_, site)| !site.written) {
        ways.entry(key.site).or_default().push(*key);
        referred.insert((site.method, site.offset, key.api as usize), *key);
    }
    present
        .iter()
        .map(|call| {
            let api = &API[call.api];
            let short = api.short_name();
            let counted = (call.source, short.clone());
            let first = if call.reference { calls.get(&counted).copied().unwrap_or(0) } else { 0 };
            let ordinal = if call.reference { &mut references } else { &mut ordinals }.entry(counted).or_default();
            *ordinal += 1;
            let ordinal = first + *ordinal;
            let id = format!("{}#{short}#{ordinal}", program.method_id(call.source));
            let key = match call.reference {
                true => referred.get(&(call.method, call.offset, call.api)).copied(),
                false => reached.get(&(call.method, call.offset)).copied(),
            };
            let judgement = key.map(|key| judged(judge, key, ways.get(&key.site)));
            let data = program.class(program.method(call.method).class);
            let mut row = SiteRow {
                id,
                place: place(program, call.method, call.offset, call.line, Some(api.name)),
                api: format!("{}.{}{}", api.class.replace('/', "."), api.name, api.desc),
                kind: match api.kind {
                    Kind::ClassSource => SiteKind::ClassSource,
                    Kind::Member => SiteKind::Member,
                    Kind::Action => SiteKind::Action,
                    Kind::Other | Kind::Flow => SiteKind::Other,
                },
                origin: code_origin(data.origin),
                artifact: artifact(program, data.artifact),
                reachable: key.is_some(),
                tier: Tier::None,
                resolution: Resolution::None,
                assumptions: Vec::new(),
                reasons: Vec::new(),
                targets: Vec::new(),
                origins: Vec::new(),
                cuts: Vec::new(),
                flows: Vec::new(),
                compiler_generated: call.compiler_generated,
                guarded: false,
                contributors: Vec::new(),
            };
            if key.is_none() && judge.exhausted {
                row.cuts.push(CutKind::Budget);
            }
            if let (Some(key), Some(j)) = (key, &judgement) {
                row.tier = j.tier;
                row.resolution = j.resolution;
                row.assumptions = j.assumptions.clone();
                row.reasons = j.reasons.clone();
                row.cuts = j.cuts.clone();
                row.targets = targets(judge, key);
                row.origins = j.origins.iter().map(|&site| origin_text(program, heap, site)).collect();
                row.origins.sort_unstable();
                row.guarded = findings::is_guarded(judge, key);
            }
            Row { row, source: call.source, key, judgement }
        })
        .collect()
}

/// The judgement of a call, which is no better than those of the API calls made through it: `Method.invoke` of
/// `Class.forName` knows as much as that call would.
fn judged(judge: &Judge<'_, '_>, key: SiteKey, inner: Option<&Vec<SiteKey>>) -> Judgement {
    let mut judgement = judge.judge(key);
    for inner in inner.into_iter().flatten().filter(|&&inner| inner != key) {
        let through = judge.judge(*inner);
        if through.tier.is_incomplete() {
            judgement.tier = judgement.tier.max(Tier::Partial);
            judgement.reasons.push(format!("it calls {} with what is not known", API[inner.api as usize].short_name()));
            judgement.origins.extend(through.origins);
        }
    }
    judgement
}

/// The targets of a reached site: what it did, and what its tokens became elsewhere.
fn targets(judge: &Judge<'_, '_>, key: SiteKey) -> Vec<Target> {
    let mut targets: Vec<Target> = judge.sites[&key].effects.iter().map(|&e| target(judge.program, e)).collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// A target by its names.
pub(super) fn target(program: &Program, effect: Effect) -> Target {
    let class_name = |class| program.binary_name(program.class_type(class));
    match effect {
        Effect::Class(ty) => Target { class: program.binary_name(ty), member: None, descriptor: None },
        Effect::Method(m) | Effect::Constructor(m) => {
            let data = program.method(m);
            Target {
                class: class_name(data.class),
                member: Some(program.str(data.name).to_owned()),
                descriptor: Some(program.str(program.method_desc(data.desc).text).to_owned()),
            }
        }
        Effect::Field(f) => {
            let data = program.field(f);
            Target {
                class: class_name(data.class),
                member: Some(program.str(data.name).to_owned()),
                descriptor: Some(program.descriptor(data.ty)),
            }
        }
    }
}

/// The position of an instruction.
pub fn place(program: &Program, method: MethodId, offset: u32, line: Option<u32>, token: Option<&str>) -> Place {
    let data = program.method(method);
    let class = program.class(data.class);
    let own = class.source_file.map(|file| program.str(file).to_owned());
    let (file, line) = match (&class.source_debug, line) {
        // Code of an inlined function stands in its own file; that of a library is shown where it was inlined.
        (Some(debug), Some(line)) => {
            let is_shown = |name: &str| {
                let class = program.find_class(name);
                class.is_some_and(|class| program.class(class).origin == Origin::Application)
            };
            let (file, line) = shown_line(debug, program.class_name(data.class), own.as_deref(), line, is_shown);
            (file, Some(line))
        }
        (_, line) => (own, line),
    };
    Place {
        class: program.binary_name(program.class_type(data.class)),
        method: program.str(data.name).to_owned(),
        descriptor: program.str(program.method_desc(data.desc).text).to_owned(),
        offset,
        line,
        file,
        token: token.map(str::to_owned),
    }
}

/// Place of a site, with its line where the engine has the body.
pub fn place_of(judge: &Judge<'_, '_>, site: SiteId) -> Option<Place> {
    match judge.heap.site_data(site) {
        Site::At(method, offset) => {
            let code = judge.state.code_of(method);
            let line = code.and_then(|code| line_of(&code.body.lines, offset));
            let token = code.and_then(|code| called_name(judge.program, &code.body, offset));
            Some(place(judge.program, method, offset, line, token.as_deref()))
        }
        Site::Param(method, _) => {
            let line = judge.state.code_of(method).and_then(|code| line_of(&code.body.lines, 0));
            let name = judge.program.str(judge.program.method(method).name).to_owned();
            Some(place(judge.program, method, 0, line, Some(&name)))
        }
        Site::Field(_) | Site::Jdk | Site::Outside | Site::Crowd | Site::Vm(_) => None,
    }
}

/// Name of the method an instruction calls.
pub fn called_name(program: &Program, body: &crate::ir::Body, offset: u32) -> Option<String> {
    body.blocks.iter().flat_map(|b| &b.stmts).find_map(|stmt| match &stmt.op {
        crate::ir::Op::Invoke { method, .. } if stmt.offset == offset => {
            Some(program.str(program.method_ref_data(*method).name).to_owned())
        }
        _ => None,
    })
}

pub fn line_of(lines: &[(u16, u16)], offset: u32) -> Option<u32> {
    let at = lines.partition_point(|&(start, _)| u32::from(start) <= offset);
    at.checked_sub(1).map(|at| u32::from(lines[at].1))
}

pub fn code_origin(origin: Origin) -> CodeOrigin {
    match origin {
        Origin::Application => CodeOrigin::Application,
        Origin::Library => CodeOrigin::Library,
        Origin::Jdk => CodeOrigin::Jdk,
    }
}

pub fn artifact(program: &Program, artifact: Option<u32>) -> String {
    artifact.map_or_else(String::new, |index| program.class_path().artifacts()[index as usize].name.clone())
}
