//! Rows of the result: one per reflective site present, with its id, place, targets and judgement. Must not know findings.

use crate::base::{FxHashMap, FxIndexMap};
use crate::heap::SiteId;
use crate::program::{MethodId, Program};
use crate::reflection::{API, ApiId, Effect, Kind, SiteKey};

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
    let mut ids = Ids::new(program, present);
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
    // The solver meets them in any order; that of the table is always the same.
    ways.values_mut().for_each(|inner| inner.sort_unstable_by_key(|key| key.api));
    present
        .iter()
        .filter_map(|call| {
            let id = ids.next(call);
            let key = match call.reference {
                true => referred.get(&(call.method, call.offset, call.api)).copied(),
                false => reached.get(&(call.method, call.offset)).copied(),
            };
            if key.is_none() && API[call.api].where_it_matters {
                return None;
            }
            let judgement = key.map(|key| judged(judge, key, ways.get(&key.site)));
            let mut row = SiteRow {
                reachable: key.is_some(),
                closed: key.is_none() && judge.scope.may_run_unseen(program, program.method(call.method).class),
                ..unanswered(program, call, id)
            };
            if key.is_none() && judge.exhausted.is_some() && !row.closed {
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
                row.targets = targets(judge, key, j.claimed.as_deref());
                row.origins = j.origins.iter().map(|&site| origin_text(program, heap, site)).collect();
                row.origins.sort_unstable();
                row.guarded = guards::is_guarded(judge, key);
            }
            Some(Row { row, source: call.source, key, judgement })
        })
        .collect()
}

/// The rows of calls that nobody looked at, in the order given.
pub fn closed(program: &Program, present: &[Present]) -> Vec<SiteRow> {
    let mut ids = Ids::new(program, present);
    let rows = present.iter().map(|call| (call, ids.next(call)));
    let rows = rows.filter(|(call, _)| !API[call.api].where_it_matters);
    rows.map(|(call, id)| SiteRow { closed: true, ..unanswered(program, call, id) }).collect()
}

/// The row of a call without an answer.
fn unanswered(program: &Program, call: &Present, id: String) -> SiteRow {
    let api = &API[call.api];
    let data = program.class(program.method(call.method).class);
    SiteRow {
        id,
        place: place(program, call.method, call.offset, call.line, Some(api.token())),
        api: api.written(),
        kind: match api.kind {
            Kind::ClassSource => SiteKind::ClassSource,
            Kind::Member => SiteKind::Member,
            Kind::Action => SiteKind::Action,
            Kind::Other | Kind::Flow => SiteKind::Other,
        },
        origin: code_origin(data.origin),
        artifact: artifact(program, data.artifact),
        reachable: false,
        closed: false,
        tier: Tier::None,
        resolution: Resolution::None,
        assumptions: Vec::new(),
        reasons: Vec::new(),
        targets: Vec::new(),
        origins: Vec::new(),
        cuts: Vec::new(),
        flows: Vec::new(),
        proof: Vec::new(),
        compiler_generated: call.compiler_generated,
        guarded: false,
        contributors: Vec::new(),
        may_be_many: false,
    }
}

/// Gives ids to calls, in their order.
struct Ids<'p> {
    program: &'p Program,
    /// How many calls and method references to an API a source method has had.
    counted: FxHashMap<(MethodId, String, bool), u32>,
    /// How many calls it has: method references come after them, so that entries for calls keep their numbers.
    calls: FxHashMap<(MethodId, String), u32>,
}

impl<'p> Ids<'p> {
    fn new(program: &'p Program, present: &[Present]) -> Self {
        let mut calls: FxHashMap<(MethodId, String), u32> = FxHashMap::default();
        for call in present.iter().filter(|call| !call.reference) {
            *calls.entry((call.source, API[call.api].short_name())).or_default() += 1;
        }
        Self { program, counted: FxHashMap::default(), calls }
    }

    fn next(&mut self, call: &Present) -> String {
        let of = (call.source, API[call.api].short_name());
        let first = if call.reference { self.calls.get(&of).copied().unwrap_or(0) } else { 0 };
        let (source, short) = of;
        let ordinal = self.counted.entry((source, short.clone(), call.reference)).or_default();
        *ordinal += 1;
        format!("{}#{short}#{}", self.program.method_id(source), first + *ordinal)
    }
}

/// The judgement of a call, which is no better than those of the API calls made through it: `Method.invoke` of
/// `Class.forName` knows as much as that call would.
fn judged(judge: &Judge<'_, '_>, key: SiteKey, inner: Option<&Vec<SiteKey>>) -> Judgement {
    let mut judgement = judge.judge(key);
    let is_complete = !judgement.tier.is_incomplete();
    let mut asks = Vec::new();
    for inner in inner.into_iter().flatten().filter(|&&inner| inner != key) {
        let through = judge.judge(*inner);
        if through.tier.is_incomplete() {
            judgement.tier = judgement.tier.max(Tier::Partial);
            asks.push(matches!(View::api(*inner).kind, Kind::Member | Kind::Flow));
            // Rows of the table can be overloads of one method.
            let reason = reasons::calls_through(View::api(*inner));
            if !judgement.reasons.contains(&reason) {
                judgement.reasons.push(reason);
            }
            judgement.origins.extend(through.origins);
            judgement.cuts.extend(through.cuts);
            judgement.limit = judgement.limit.or(through.limit);
        }
    }
    judgement.told_elsewhere = is_complete && !asks.is_empty() && asks.into_iter().all(|asks| asks);
    judgement.cuts.sort_unstable();
    judgement.cuts.dedup();
    judgement
}

/// The targets of a reached site: what it did, and what its tokens became elsewhere.
fn targets(judge: &Judge<'_, '_>, key: SiteKey, claimed: Option<&[Effect]>) -> Vec<Target> {
    let became = judge.lazy.became(key);
    let effects = judge.sites[&key].effects.iter().copied().chain(became);
    let is_claimed = |effect: &Effect| claimed.is_none_or(|claimed| claimed.contains(effect));
    let mut targets: Vec<Target> = effects.filter(is_claimed).map(|effect| target(judge.program, effect)).collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}
