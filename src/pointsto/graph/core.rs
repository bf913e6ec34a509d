//! The pointer flow graph and its propagation: difference propagation over dense ids, FIFO work list, periodic collapse of
//! cycles of unfiltered edges (Heintze & Tardieu 2001; measurements say FIFO with collapse beats topological order). Must not
//! know methods, calls or models.

use std::collections::VecDeque;

use super::super::ids::{ALL, FilterId, NodeId, ShortcutId};
use super::budget::Budget;
use super::edges::Edges;
use super::explained::{Explained, is_explained};
use super::field_based::FieldBased;
use super::field_places::FieldPlaces;
use super::filter::{Fate, Filter, Filters, Target};
use super::flow::{FlowEdge, FlowKind, Shortcut};
use super::node::{NodeInfo, Use};
use super::saturation::{self, Saturation, Sorts};
use super::shuffle::Shuffle;
use crate::base::{FxHashMap, FxHashSet, Mask, Numbering, PtsSet, Rows, Sieve, UnionFind, nontrivial_sccs};
use crate::heap::{Heap, ObjId, ObjKind};
use crate::program::{FieldId, Program};

/// Counters of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    pub nodes: u64,
    pub edges: u64,
    pub facts: u64,
    pub steps: u64,
    pub propagations: u64,
    pub collapsed: u64,
    pub objects: u64,
    /// Bytes that the sets of all nodes hold, with what is not sent on yet.
    pub set_bytes: u64,
}

/// What the graph was made of, before anything was merged or left out: enough to solve it in another way. Duplicates are
/// possible.
#[derive(Debug, Default)]
pub struct Record {
    pub edges: Vec<(NodeId, NodeId, FilterId)>,
    pub objects: Vec<(NodeId, ObjId)>,
}

/// What a node points to. All that a set on its way into it touches lies side by side, in one line of the processor's cache.
#[repr(align(64))]
pub(super) struct Pointer {
    pts: PtsSet,
    /// What has not been sent on yet.
    delta: PtsSet,
    size: u32,
    /// Number of objects at which the node is looked at for saturation again.
    check_at: u32,
    saturated: Sorts,
    queued: bool,
}

impl Pointer {
    /// Bytes of heap held.
    fn bytes(&self) -> u64 {
        (self.pts.bytes() + self.delta.bytes()) as u64
    }
}

const _: () = assert!(size_of::<Pointer>() == 64, "a pointer fits a line of the cache");

impl Default for Pointer {
    fn default() -> Self {
        let (pts, delta) = Default::default();
        Self { pts, delta, size: 0, check_at: Saturation::LEAST, saturated: 0, queued: false }
    }
}

/// Where watched objects met filters.
#[derive(Default)]
struct Meetings {
    objects: Mask,
    known: FxHashSet<(FilterId, ObjId, NodeId)>,
    fresh: VecDeque<(FilterId, ObjId, NodeId)>,
}

impl Meetings {
    fn look(&mut self, objects: &PtsSet, filter: FilterId, to: NodeId) {
        for obj in objects.iter_masked(&self.objects).map(ObjId) {
            if self.known.insert((filter, obj, to)) {
                self.fresh.push_back((filter, obj, to));
            }
        }
    }
}

/// Node table, edges and work list.
pub struct Core<'a> {
    pub program: &'a Program,
    pub heap: &'a Heap,
    pub(super) info: Vec<NodeInfo>,
    pointers: Vec<Pointer>,
    out: Vec<Edges>,
    uses: Vec<Vec<Use>>,
    pub(super) saturation: Saturation,
    rows: Rows,
    sets: UnionFind,
    pub(super) filters: Filters,
    /// Every edge with why it is there, for explanations.
    pub(super) edge_log: Vec<FlowEdge>,
    /// What calls do in place of callees, of which edges say that they come from it.
    shortcuts: Numbering<ShortcutId, Shortcut>,
    explained: Explained,
    /// Such objects with the node they were put at.
    pub(super) seeds: FxHashSet<(NodeId, ObjId)>,
    /// Kept on demand only.
    pub record: Option<Record>,
    /// Takes the work list in another order, for tests: no answer depends on it.
    pub shuffle: Option<Shuffle>,
    queue: VecDeque<NodeId>,
    pub(super) fields: FxHashMap<(ObjId, FieldId), NodeId>,
    pub(super) elements: FxHashMap<ObjId, NodeId>,
    pub(super) statics: FxHashMap<FieldId, NodeId>,
    /// Of all objects of unknown class.
    pub(super) opaque_fields: FxHashMap<FieldId, NodeId>,
    pub(super) application_fields: FxHashMap<FieldId, FieldPlaces>,
    pub(super) field_based: FieldBased,
    /// Only while there are objects that models watch at filters.
    filtered: Option<Box<Meetings>>,
    pub(super) use_count: u64,
    synthetic: u32,
    unfiltered: u64,
    collapse_at: u64,
    /// There are objects that only variables hold, as if of some kind all were (see [`LOCAL`](crate::heap::LOCAL)).
    #[cfg(test)]
    pub(crate) has_locals: bool,
    pub(super) stats: Stats,
}

impl<'a> Core<'a> {
    pub fn new(program: &'a Program, heap: &'a Heap) -> Self {
        // Growing would copy, and keep both copies a while; memory that is never touched costs nothing.
        const ROOM: usize = 1 << 19;
        Self {
            program,
            heap,
            info: Vec::with_capacity(ROOM),
            pointers: Vec::with_capacity(ROOM),
            out: Vec::with_capacity(ROOM),
            uses: Vec::with_capacity(ROOM),
            saturation: Saturation::default(),
            rows: Rows::default(),
            sets: UnionFind::default(),
            filters: Filters::new(),
            edge_log: Vec::with_capacity(2 * ROOM),
            shortcuts: Numbering::default(),
            explained: Explained::default(),
            seeds: FxHashSet::default(),
            record: None,
            shuffle: None,
            queue: VecDeque::new(),
            fields: FxHashMap::default(),
            elements: FxHashMap::default(),
            statics: FxHashMap::default(),
            opaque_fields: FxHashMap::default(),
            application_fields: FxHashMap::default(),
            field_based: FieldBased::default(),
            filtered: None,
            use_count: 0,
            synthetic: 0,
            unfiltered: 0,
            collapse_at: 20_000,
            #[cfg(test)]
            has_locals: false,
            stats: Stats::default(),
        }
    }

    /// Makes a node.
    pub fn node(&mut self, info: NodeInfo) -> NodeId {
        let id = NodeId::new(self.info.len());
        self.info.push(info);
        self.pointers.push(Pointer::default());
        self.out.push(Edges::default());
        self.uses.push(Vec::new());
        self.sets.grow(self.info.len());
        id
    }

    pub fn synthetic(&mut self) -> NodeId {
        self.synthetic += 1;
        self.node(NodeInfo::Synthetic(self.synthetic - 1))
    }

    /// Number of objects a node has.
    pub(crate) fn size(&self, node: NodeId) -> u32 {
        self.pointers[self.find_shared(node).index()].size
    }

    pub fn info(&self, node: NodeId) -> NodeInfo {
        self.info[node.index()]
    }

    /// What `node` may point to so far.
    pub fn pts(&self, node: NodeId) -> &PtsSet {
        &self.pointers[self.sets.find_shared(node.0) as usize].pts
    }

    pub(crate) fn find(&mut self, node: NodeId) -> NodeId {
        NodeId(self.sets.find(node.0))
    }

    /// Number of nodes; ids are below it.
    pub fn node_count(&self) -> usize {
        self.info.len()
    }

    /// The node that stands for those merged with `node`.
    pub fn find_shared(&self, node: NodeId) -> NodeId {
        NodeId(self.sets.find_shared(node.0))
    }

    pub(crate) fn edge_log(&self) -> &[FlowEdge] {
        &self.edge_log
    }

    /// The number by which the kind of an edge names a shortcut.
    pub(crate) fn shortcut(&mut self, shortcut: Shortcut) -> ShortcutId {
        self.shortcuts.number(shortcut)
    }

    pub fn shortcut_data(&self, id: ShortcutId) -> Shortcut {
        self.shortcuts.key(id)
    }

    /// The filtered edges between the nodes that are left, each once, those of one filter together.
    pub fn filtered_edges(&self) -> Vec<(FilterId, NodeId, NodeId)> {
        let filtered = self.edge_log.iter().filter(|edge| edge.filter != ALL);
        let mut edges: Vec<_> =
            filtered.map(|edge| (edge.filter, self.find_shared(edge.from), self.find_shared(edge.to))).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// Whether a node is saturated with objects of that sort: it takes no more, and has the summary unknown instead.
    pub fn is_saturated(&self, node: NodeId, obj: ObjId) -> bool {
        let sorts = self.pointers[self.find_shared(node).index()].saturated;
        sorts != 0 && Saturation::is_among(obj, sorts, self.heap)
    }

    /// What a filter does with an object.
    pub fn fate(&self, filter: &Filter, obj: ObjId) -> Fate {
        super::filter::fate(filter, obj, self.program, self.heap)
    }

    pub(crate) fn seeds(&self) -> &FxHashSet<(NodeId, ObjId)> {
        &self.seeds
    }

    /// Whether putting an object into a node would change nothing: it is there, or the summary unknown of its sort is. Strings and tokens
    /// are explained from where they were put.
    pub(crate) fn knows(&self, node: NodeId, obj: ObjId) -> bool {
        let is_noted = !is_explained(self.heap.kind(obj)) || self.seeds.contains(&(node, obj));
        is_noted && (self.pts(node).contains(obj.0) || self.is_saturated(node, obj))
    }

    pub fn filter(&mut self, filter: Filter) -> FilterId {
        self.filters.intern(filter)
    }

    /// The filter of an edge into a field, an array or a collection, by what else is asked of what goes in.
    pub(crate) fn heap_filter(&mut self, filter: FilterId) -> FilterId {
        if self.keeps_all() {
            return filter;
        }
        match *self.filters.get(filter) {
            Filter::All => self.filter(Filter::Stored(None)),
            Filter::Cast(ty) => self.filter(Filter::Stored(Some(ty))),
            // It asks that already, or lets strings through only.
            Filter::Stored(_) | Filter::UnknownStrings | Filter::Outlined(_) => filter,
            // These stand at casts, handlers and calls, whose results go into variables.
            Filter::LibraryCast(_)
            | Filter::Caught { .. }
            | Filter::Uncaught(_)
            | Filter::Leaves { .. }
            | Filter::Boundary(_) => filter,
        }
    }

    /// Whether everything that comes to the heap may be kept there.
    fn keeps_all(&self) -> bool {
        #[cfg(test)]
        if self.has_locals {
            return false;
        }
        ObjKind::ALL_IN_HEAP
    }

    /// From now on it is remembered where an object meets filters; to be said before the object goes anywhere.
    pub(crate) fn watch_filters(&mut self, obj: ObjId) {
        self.filtered.get_or_insert_default().objects.insert(obj.0);
    }

    /// The next meeting of a watched object with a filter, each once for each node behind one.
    pub(crate) fn next_meeting(&mut self) -> Option<(FilterId, ObjId, NodeId)> {
        self.filtered.as_mut()?.fresh.pop_front()
    }

    /// What a filter lets pass.
    pub fn filter_data(&self, id: FilterId) -> &Filter {
        self.filters.get(id)
    }

    /// Puts `obj` into `node`.
    pub fn add(&mut self, node: NodeId, obj: ObjId) {
        self.note(node, obj);
        let rep = self.find(node);
        let sorts = self.pointers[rep.index()].saturated;
        if sorts != 0 && Saturation::is_among(obj, sorts, self.heap) {
            return;
        }
        self.put(rep, obj);
        self.check_saturation(rep);
    }

    /// Puts what a filter lets pass of `objects` into `node`, as [`add`](Self::add) does.
    pub(crate) fn add_all(&mut self, node: NodeId, objects: &PtsSet, filter: FilterId) {
        let noted: Vec<u32> = match self.record {
            Some(_) => objects.iter().collect(),
            None => objects.iter_masked(self.explained.among(self.heap)).collect(),
        };
        for obj in noted {
            if let Fate::Passes(passed) = self.fate(self.filters.get(filter), ObjId(obj)) {
                passed.into_iter().for_each(|obj| self.note(node, obj));
            }
        }
        let rep = self.find(node);
        self.flow(objects, rep, filter);
    }

    /// Remembers that an object was put into a node, for explanations and for the record.
    fn note(&mut self, node: NodeId, obj: ObjId) {
        if let Some(record) = &mut self.record {
            record.objects.push((node, obj));
        }
        if is_explained(self.heap.kind(obj)) {
            self.seeds.insert((node, obj));
        }
    }

    /// Makes one of two nodes that have the same objects by construction: all that `to` ever gets is what `from` has.
    pub(crate) fn unify(&mut self, from: NodeId, to: NodeId, kind: FlowKind) {
        if let Some(record) = &mut self.record {
            record.edges.extend([(from, to, ALL), (to, from, ALL)]);
        }
        let (f, t) = (self.find(from), self.find(to));
        if f == t {
            return;
        }
        self.edge_log.push(FlowEdge { from, to, filter: ALL, kind });
        let (from, to) = (f.index(), t.index());
        if !(self.pointers[to].pts.is_empty() && self.out[to].is_empty() && self.uses[to].is_empty()) {
            return self.merge(&[f.0, t.0]);
        }
        // The usual case: nothing is known of the second yet.
        self.stats.collapsed += 1;
        if self.sets.union(f.0, t.0) == t.0 {
            self.pointers.swap(from, to);
            self.out.swap(from, to);
            self.uses.swap(from, to);
            // The work list has the other one.
            self.pointers[to].queued = false;
            if !self.pointers[to].delta.is_empty() {
                self.enqueue(t);
            }
        }
    }

    fn put(&mut self, rep: NodeId, obj: ObjId) {
        let pointer = &mut self.pointers[rep.index()];
        let before = pointer.bytes();
        if pointer.pts.insert(obj.0) {
            pointer.size += 1;
            pointer.delta.insert(obj.0);
            self.stats.set_bytes += pointer.bytes() - before;
            self.stats.facts += 1;
            self.enqueue(rep);
        }
    }

    /// Closes a node to the sorts of objects it is saturated with, now and again as it grows.
    fn check_saturation(&mut self, rep: NodeId) {
        let pointer = &mut self.pointers[rep.index()];
        if pointer.size < pointer.check_at {
            return;
        }
        pointer.check_at = pointer.size + pointer.size / 3;
        let fresh = self.saturation.of(&pointer.pts, self.heap) & !pointer.saturated;
        pointer.saturated |= fresh;
        for sort in saturation::each(fresh) {
            let unknown = Saturation::summary_unknown(self.heap, sort);
            if let Some(record) = &mut self.record {
                record.objects.push((rep, unknown));
            }
            self.put(rep, unknown);
        }
    }

    /// Adds the edge `from -> to`; objects that are there already flow at once. Of several edges that differ only in kind the
    /// first stays.
    pub fn edge(&mut self, from: NodeId, to: NodeId, filter: FilterId, kind: FlowKind) {
        if let Some(record) = &mut self.record {
            record.edges.push((from, to, filter));
        }
        let (f, t) = (self.find(from), self.find(to));
        let idle = f == t && !self.filters.changes(filter);
        if idle || !self.out[f.index()].insert(t, filter) {
            return;
        }
        self.stats.edges += 1;
        self.edge_log.push(FlowEdge { from, to, filter, kind });
        if filter == ALL {
            self.unfiltered += 1;
        }
        if f == t {
            let set = self.pointers[f.index()].pts.clone();
            self.flow(&set, t, filter);
        } else if !self.pointers[f.index()].pts.is_empty() {
            let set = std::mem::take(&mut self.pointers[f.index()].pts);
            self.flow(&set, t, filter);
            self.pointers[f.index()].pts = set;
        }
    }

    /// Registers a use and returns the objects it has to see now.
    pub(crate) fn add_use(&mut self, node: NodeId, usage: Use) -> PtsSet {
        let rep = self.find(node);
        self.uses[rep.index()].push(usage);
        self.use_count += 1;
        // What is in delta will be delivered with it.
        let pointer = &self.pointers[rep.index()];
        pointer.pts.minus(&pointer.delta)
    }

    fn enqueue(&mut self, rep: NodeId) {
        let pointer = &mut self.pointers[rep.index()];
        if !pointer.queued {
            pointer.queued = true;
            self.queue.push_back(rep);
        }
    }

    fn flow(&mut self, objects: &PtsSet, to: NodeId, filter: FilterId) {
        self.stats.propagations += 1;
        if filter != ALL {
            self.filters.decide(filter, objects, self.program, self.heap);
            if let Some(meetings) = &mut self.filtered {
                meetings.look(objects, filter, to);
            }
        }
        let pointer = &mut self.pointers[to.index()];
        let before = pointer.bytes();
        let sorts = pointer.saturated;
        let never = (sorts != 0).then(|| self.saturation.closed(sorts, self.heap));
        let to_set = Target { set: &mut pointer.pts, added: &mut pointer.delta, rows: &mut self.rows };
        let count = if filter == ALL {
            to_set.set.union_into(objects, Sieve { only: None, never }, to_set.added, to_set.rows)
        } else {
            self.filters.flow(filter, objects, never, to_set, self.heap)
        };
        if count != 0 {
            pointer.size += count as u32;
            self.stats.set_bytes += pointer.bytes() - before;
            self.stats.facts += count as u64;
            self.enqueue(to);
            self.check_saturation(to);
        }
    }

    /// Takes the next node off the work list, sends its new objects along its edges and returns it with them.
    pub(crate) fn pop(&mut self) -> Option<(NodeId, PtsSet)> {
        loop {
            if self.unfiltered > self.collapse_at {
                self.collapse();
            }
            let node = match &mut self.shuffle {
                None => self.queue.pop_front()?,
                Some(shuffle) => shuffle.take(&mut self.queue)?,
            };
            let pointer = &mut self.pointers[node.index()];
            pointer.queued = false;
            let delta = std::mem::take(&mut pointer.delta);
            self.stats.set_bytes -= delta.bytes() as u64;
            if delta.is_empty() {
                continue;
            }
            self.stats.steps += 1;
            let mut out = std::mem::take(&mut self.out[node.index()]);
            for (to, filter) in out.iter_mut() {
                *to = self.find(*to);
                // Within a merged cycle objects go round only to become others.
                if *to != node || self.filters.changes(*filter) {
                    self.flow(&delta, *to, *filter);
                }
            }
            // No edge is added while objects flow, so nothing was lost.
            self.out[node.index()] = out;
            return Some((node, delta));
        }
    }

    pub(crate) fn uses(&self, node: NodeId) -> &[Use] {
        &self.uses[node.index()]
    }

    /// Where what is at a node goes, filters aside.
    pub(crate) fn successors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.out[self.find_shared(node).index()].iter().map(|(to, _)| self.find_shared(to))
    }

    /// Merges the cycles of unfiltered edges.
    pub(crate) fn collapse(&mut self) {
        let len = self.info.len();
        let (out, sets) = (&self.out, &self.sets);
        let roots: Vec<u32> =
            (0..len as u32).filter(|&n| sets.find_shared(n) == n && !out[n as usize].is_empty()).collect();
        // Successor positions count filtered edges too; they are skipped by answering the node itself.
        let cycles = nontrivial_sccs(len, roots.into_iter(), |node, at| {
            out[node as usize].get(at).map(|(to, filter)| if filter == ALL { sets.find_shared(to.0) } else { node })
        });
        for cycle in cycles {
            self.merge(&cycle);
        }
        self.collapse_at = self.unfiltered + self.unfiltered / 4 + 20_000;
    }

    fn merge(&mut self, cycle: &[u32]) {
        let keep = cycle.iter().copied().min().expect("internal error: empty cycle");
        let mut all = PtsSet::new();
        let mut done: Option<PtsSet> = None;
        let (mut out, mut uses) = (Vec::new(), Vec::new());
        let Pointer { check_at, queued, .. } = self.pointers[keep as usize];
        let saturated = cycle.iter().fold(0, |sorts, &member| sorts | self.pointers[member as usize].saturated);
        for &member in cycle {
            let m = member as usize;
            let Pointer { pts, delta, .. } = std::mem::take(&mut self.pointers[m]);
            self.stats.facts -= pts.len() as u64;
            self.stats.set_bytes -= (pts.bytes() + delta.bytes()) as u64;
            let seen = pts.minus(&delta);
            done = Some(match done {
                Some(so_far) => so_far.and(&seen),
                None => seen,
            });
            all.or(&pts);
            out.extend(std::mem::take(&mut self.out[m]).iter());
            uses.append(&mut self.uses[m]);
            self.sets.union(keep, member);
        }
        for (to, _) in &mut out {
            *to = NodeId(self.sets.find(to.0));
        }
        out.retain(|&(to, filter)| to.0 != keep || self.filters.changes(filter));
        out.sort_unstable();
        out.dedup();
        let k = keep as usize;
        self.stats.facts += all.len() as u64;
        self.stats.collapsed += cycle.len() as u64 - 1;
        let delta = all.minus(&done.unwrap_or_default());
        let is_new = !delta.is_empty();
        let size = all.len() as u32;
        self.stats.set_bytes += (all.bytes() + delta.bytes()) as u64;
        self.pointers[k] = Pointer { pts: all, delta, size, check_at, saturated, queued };
        self.out[k] = out.into_iter().collect();
        self.uses[k] = uses;
        if is_new {
            self.enqueue(NodeId(keep));
        }
    }

    pub fn stats(&self) -> Stats {
        debug_assert_eq!(self.stats.set_bytes, self.pointers.iter().map(Pointer::bytes).sum::<u64>());
        Stats { nodes: self.info.len() as u64, objects: self.heap.len() as u64, ..self.stats }
    }

    /// Facts with every node counted, collapsed or not: independent of how often cycles were merged.
    pub fn expanded_facts(&self) -> u64 {
        (0..self.info.len()).map(|n| self.pts(NodeId::new(n)).len() as u64).sum()
    }

    /// What was used of a budget, with the bytes that somebody counted.
    pub(crate) fn used(&self, bytes: u64) -> Budget {
        Budget { facts: self.stats.facts, steps: self.stats.steps, bytes }
    }

    /// Counts a step that is no propagation: a method entered, a command run.
    pub(crate) fn step(&mut self) {
        self.stats.steps += 1;
    }
}
