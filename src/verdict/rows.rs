//! Rows of the result: one per reflective site present, with its id, place, targets and judgement. Must not know findings.

use crate::base::{FxHashMap, FxIndexMap};
use crate::heap::SiteId;
use crate::program::MethodId;
use crate::reflection::{API, ApiId, Kind, SiteKey};

use super::guards;
use super::inventory::Present;
use super::places::{artifact, code_origin, origin_text, place, target};
use super::reasons;
use super::tiers::{Judge, Judgement};
use super::view::View;
use crate::result::{CutKind, Resolution, SiteKind, SiteRow, Target, Tier};

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
    let mut referred: FxHashMap<(MethodId, u32, ApiId), SiteKey> = FxHashMap::default();
    for (key, site) in judge.sites.iter().filter(|(_, site)| !site.written) {
        ways.entry(key.site).or_default().push(*key);
        referred.insert((site.method, site.offset, key.api), *key);
    }
    present
        .iter()
        .filter_map(|call| {
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
            if key.is_none() && api.where_it_matters {
                return None;
            }
            let judgement = key.map(|key| judged(judge, key, ways.get(&key.site)));
            let data = program.class(program.method(call.method).class);
            let mut row = SiteRow {
                id,
                place: place(program, call.method, call.offset, call.line, Some(api.token())),
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
                closed: key.is_none() && judge.scope.is_closed(program, data.id),
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
            if key.is_none() && judge.exhausted && !row.closed {
                row.cuts.push(CutKind::Budget);
                row.reasons.push(reasons::AT_BUDGET.to_owned());
            }
            if key.is_none() && !row.closed && program.is_too_large(call.method) {
                row.cuts.push(CutKind::TooLarge);
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
                row.guarded = guards::is_guarded(judge, key);
            }
            Some(Row { row, source: call.source, key, judgement })
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
            judgement.reasons.push(reasons::calls_through(View::api(*inner)));
            judgement.origins.extend(through.origins);
            judgement.cuts.extend(through.cuts);
            judgement.limit = judgement.limit.or(through.limit);
        }
    }
    judgement.cuts.sort_unstable();
    judgement.cuts.dedup();
    judgement
}

/// The targets of a reached site: what it did, and what its tokens became elsewhere.
fn targets(judge: &Judge<'_, '_>, key: SiteKey) -> Vec<Target> {
    let mut targets: Vec<Target> = judge.sites[&key].effects.iter().map(|&e| target(judge.program, e)).collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}
