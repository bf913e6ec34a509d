//! The solver at its end, to be read: sets, bodies, reflective sites and what specifications say of them. Must not judge.

use crate::base::{FxHashMap, FxHashSet, FxIndexMap};
use crate::defensive::Claims;
use crate::heap::{Heap, ObjId, ObjKind, Site, SiteId};
use crate::ir::Body;
use crate::models::Called;
use crate::pointsto::{Core, Exhausted, NodeId, State};
use crate::program::{MethodId, Program, Scope};
use crate::reflection::{API, Facts, RSite, Row, Rules, SiteKey, are_finals_opened};
use crate::strings::TextEnds;

/// Everything a judgement looks at.
#[derive(Clone)]
pub struct View<'v, 'a> {
    pub program: &'a Program,
    pub heap: &'a Heap,
    pub core: &'v Core<'a>,
    pub state: &'v State,
    pub sites: &'v FxIndexMap<SiteKey, RSite>,
    /// Which code was looked at.
    pub(super) scope: &'v Scope,
    pub(super) facts: &'v Facts,
    pub(super) rules: &'v Rules,
    /// The run ended at its budget: what it did not do is missing everywhere.
    pub exhausted: Option<Exhausted>,
    /// What became of operations on strings: an unknown from one that was given up is a limit.
    pub(super) texts: &'v TextEnds,
    /// Unknowns that code which is not looked at was handed.
    pub(super) handed: &'v FxHashSet<ObjId>,
    /// What code that is not looked at calls by name.
    pub(super) by_name: &'v Called,
    /// What holds whatever unknown code does.
    pub(super) claims: &'v Claims<'a>,
    /// The program gets past what keeps final fields as they are.
    pub(super) opens_finals: bool,
    /// Sites by their instruction.
    by_place: FxHashMap<(MethodId, u32), SiteKey>,
}

impl<'v, 'a> View<'v, 'a> {
    pub fn new(
        (core, state): (&'v Core<'a>, &'v State),
        sites: &'v FxIndexMap<SiteKey, RSite>,
        scope: &'v Scope,
        facts: &'v Facts,
        (rules, claims): (&'v Rules, &'v Claims<'a>),
        exhausted: Option<Exhausted>,
        (texts, handed, by_name): (&'v TextEnds, &'v FxHashSet<ObjId>, &'v Called),
    ) -> Self {
        let written = sites.iter().filter(|(_, site)| site.written);
        let by_place = written.map(|(key, site)| ((site.method, site.offset), *key)).collect();
        let (program, heap) = (core.program, core.heap);
        Self {
            program,
            heap,
            core,
            state,
            sites,
            scope,
            facts,
            rules,
            exhausted,
            texts,
            handed,
            by_name,
            claims,
            opens_finals: are_finals_opened(program, sites),
            by_place,
        }
    }

    /// The row of the API that a site calls.
    pub(super) fn api(key: SiteKey) -> &'static Row {
        &API[key.api]
    }

    /// The reflective call that an instruction makes.
    pub(super) fn site_at(&self, method: MethodId, offset: u32) -> Option<SiteKey> {
        self.by_place.get(&(method, offset)).copied()
    }

    /// The body that a site stands in, as the solver read it.
    pub(super) fn body_of(&self, site: &RSite) -> Option<&'v Body> {
        self.state.instance(site.inst).code.as_ref().map(|code| &code.body)
    }

    /// Whether what comes from a place is what code that calls methods and sets fields by name puts there.
    pub(super) fn is_reached_by_name(&self, site: SiteId) -> bool {
        match self.heap.site_data(site) {
            Site::Param(method, _) => self.by_name.of_method(method).is_some(),
            Site::Field(field) => self.by_name.of_field(field).is_some(),
            _ => false,
        }
    }

    /// The objects of a node with what specifications list for unknown strings: each with the object that is there.
    pub(super) fn values(&self, node: NodeId) -> impl Iterator<Item = (ObjId, ObjKind)> {
        self.core.pts(node).iter().map(ObjId).flat_map(|obj| {
            let kind = self.heap.kind(obj);
            let listed = self.facts.listed.knows(kind).then(|| self.facts.listed.expand(self.heap, vec![(obj, kind)]));
            listed.into_iter().flatten().map(|(_, kind)| kind).chain([kind]).map(move |kind| (obj, kind))
        })
    }
}
