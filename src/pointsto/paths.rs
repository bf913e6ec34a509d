//! Which path of an object a trace shows. The graph has paths that no run takes: in at one call of a method and out at another,
//! in as one element of a collection and out as the next. Cheapest is here what most likely happened: calls and returns match,
//! as parentheses do (Reps, Information and Software Technology 1998, section 3), and nothing is put where more than one thing is
//! told apart no more. A preference only: where no such path is found, any is. Must not know what objects mean.

use std::collections::BTreeMap;

use super::explain::{Rank, Trace, TraceNode, Tracer};
use super::graph::filter::Filter;
use super::graph::flow::{FlowEdge, FlowKind};
use super::graph::node::NodeInfo;
use super::ids::NodeId;
use crate::base::{FxHashMap, FxIndexSet, Mask, PtsSet};
use crate::heap::{ObjId, Site, SiteId};
use crate::ir::Op;

/// Most calls behind each other whose returns are remembered.
const DEEP: usize = 12;

/// What is traced.
struct Wanted<'w> {
    /// The object, or all that stand for some of the same texts.
    forms: &'w [ObjId],
    /// Whether they are made at a node.
    is_made: &'w dyn Fn(NodeInfo) -> bool,
    mask: Mask,
}

impl<'w> Wanted<'w> {
    fn new(forms: &'w [ObjId], is_made: &'w dyn Fn(NodeInfo) -> bool) -> Self {
        let mut mask = Mask::default();
        forms.iter().for_each(|form| mask.insert(form.0));
        Self { forms, is_made, mask }
    }

    /// Whether one of them is in a set.
    fn are_in(&self, pts: &PtsSet) -> bool {
        match self.forms {
            [] => false,
            [one] => pts.contains(one.0),
            _ => pts.count_masked(&self.mask) > 0,
        }
    }
}

/// Which paths are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Calls {
    /// Those that leave a method for the call they came from, as far as there are any.
    Matched,
    /// The shortest.
    Any,
}

/// A node on the way back, and the calls whose results are followed there, the innermost last.
type At = (NodeId, usize);

/// By place: what it costs from there to the end, and the places that are one edge nearer.
type Seen = FxHashMap<At, (u32, Vec<At>)>;

/// No call is followed: whoever calls may be meant.
const ANYONE: usize = 0;

impl Tracer<'_, '_> {
    /// The likeliest path of `obj` to `to` from where it was made: a node it was put into, or one that `is_made` says it was
    /// made at. At most `limit` edges are looked at for one whose calls and returns match, and as many for any where these do
    /// not do. Of equally likely paths it is the first by the places it leads through.
    pub fn likeliest(&self, obj: ObjId, to: NodeId, limit: usize, is_made: &dyn Fn(NodeInfo) -> bool) -> Trace {
        let kind = self.core.heap.kind(obj);
        let texts = kind.origin().filter(|_| kind.is_unknown_text()).and_then(|origin| self.texts.get(&origin));
        let forms: &[ObjId] = texts.map_or(std::slice::from_ref(&obj), Vec::as_slice);
        let wanted = Wanted::new(forms, is_made);
        let matched = self.search(&wanted, to, limit, Calls::Matched);
        if matched.is_complete { matched } else { self.search(&wanted, to, limit, Calls::Any) }
    }

    /// Where the unknown text comes from that has the likeliest path to a node, of those that come from some places: its place, if the
    /// path begins at one. Texts of several places may meet on the way: another text may have come there before.
    pub fn nearest_text(&self, origins: &FxIndexSet<SiteId>, to: NodeId, limit: usize) -> Option<SiteId> {
        let forms: Vec<ObjId> = origins.iter().filter_map(|origin| self.texts.get(origin)).flatten().copied().collect();
        let wanted = Wanted::new(&forms, &|_| false);
        let trace = self.search(&wanted, to, limit, Calls::Matched);
        let start = trace.nodes.first().filter(|_| trace.is_complete)?;
        // What comes from the JDK is renamed on its way there, and put nowhere.
        let pts = self.core.pts(start.node);
        let there = || forms.iter().copied().filter(|form| pts.contains(form.0));
        let nearest = |objects: &mut dyn Iterator<Item = ObjId>| {
            objects.filter_map(|obj| origins.get_index_of(&self.core.heap.kind(obj).origin()?)).min()
        };
        nearest(&mut self.given(&forms, start.node)).or_else(|| nearest(&mut there())).map(|at| origins[at])
    }

    /// The cheapest path that is looked for; at most `limit` edges are looked at.
    fn search(&self, wanted: &Wanted<'_>, to: NodeId, limit: usize, calls: Calls) -> Trace {
        let mut stacks: FxIndexSet<Vec<SiteId>> = FxIndexSet::from_iter([Vec::new()]);
        let limit = limit.min(self.left.get());
        let mut seen: Seen = Seen::from_iter([((to, ANYONE), (0, Vec::new()))]);
        let mut todo: BTreeMap<u32, Vec<At>> = BTreeMap::from_iter([(0, vec![(to, ANYONE)])]);
        let (mut ends, mut looked_at): (Vec<At>, usize) = (Vec::new(), 0);
        while let Some((cost, layer)) = todo.pop_first() {
            // What gets there cheaper, whoever calls, needs no second way.
            let is_cheapest = |at: &At| {
                let anyone = seen.get(&(at.0, ANYONE)).is_none_or(|&(of, _)| at.1 == ANYONE || of >= cost);
                seen[at].0 == cost && anyone
            };
            let layer: Vec<At> = layer.into_iter().filter(is_cheapest).collect();
            let mut starts: Vec<At> = layer.iter().copied().filter(|&(node, _)| self.is_start(wanted, node)).collect();
            if starts.is_empty() {
                let nowhere_yet = ends.is_empty();
                for &at in &layer {
                    let mut entered = false;
                    for edge in self.back(at.0) {
                        looked_at += 1;
                        let pts = self.core.pts(edge.from);
                        if !wanted.are_in(pts) {
                            // An unknown of the JDK was renamed at this edge: the call is its origin.
                            if !pts.is_empty() && matches!(self.core.filter_data(edge.filter), Filter::Boundary(_)) {
                                starts.push(at);
                            }
                            continue;
                        }
                        entered = true;
                        let (more, stack) = match calls {
                            Calls::Matched => self.entered(edge, at.1, &mut stacks),
                            Calls::Any => (1, ANYONE),
                        };
                        go((edge.from, stack), cost + more, at, &mut seen, &mut todo);
                    }
                    if !entered && nowhere_yet {
                        ends.push(at);
                    }
                }
            }
            let given_up = looked_at > limit;
            if starts.is_empty() && todo.is_empty() && !given_up {
                // Nobody says where it was made: where nothing leads to.
                starts = std::mem::take(&mut ends);
            }
            if !starts.is_empty() || todo.is_empty() || given_up {
                self.left.set(self.left.get().saturating_sub(looked_at));
                let is_complete = !starts.is_empty();
                let candidates = if is_complete { starts } else { layer };
                let Some(start) = self.first(&candidates, &stacks) else { return Trace::default() };
                let cost = seen[&start].0;
                return Trace { nodes: self.unwind(start, &seen, &stacks), is_complete, cost };
            }
        }
        Trace::default()
    }

    /// What no edge leads to was given its objects where it is.
    fn is_start(&self, wanted: &Wanted<'_>, node: NodeId) -> bool {
        self.back(node).next().is_none()
            || self.given(wanted.forms, node).next().is_some()
            || (wanted.is_made)(self.core.info(node))
    }

    /// Those of some objects that were put into a node where it is.
    fn given(&self, objects: &[ObjId], node: NodeId) -> impl Iterator<Item = ObjId> {
        objects.iter().copied().filter(move |&obj| self.core.seeds().contains(&(node, obj)))
    }

    /// What it costs to go back over an edge, and the calls that are followed then.
    fn entered(&self, edge: &FlowEdge, stack: usize, stacks: &mut FxIndexSet<Vec<SiteId>>) -> (u32, usize) {
        let blurred = self.blurred(edge);
        match edge.kind {
            FlowKind::Result(site)
            | FlowKind::ReflectiveResult(site)
            | FlowKind::ModelResult(site)
            | FlowKind::Exception(site) => {
                let mut calls = stacks[stack].clone();
                if calls.len() == DEEP {
                    calls.remove(0);
                }
                calls.push(site);
                (1 + blurred, stacks.insert_full(calls).0)
            }
            FlowKind::Argument(site) | FlowKind::ReflectiveArgument(site) | FlowKind::ModelArgument(site) => {
                let Some((&call, outer)) = stacks[stack].split_last() else { return (1 + blurred, ANYONE) };
                match call == site || self.passes(call, edge.from) {
                    true => {
                        let outer = outer.to_vec();
                        (1 + blurred, stacks.insert_full(outer).0)
                    }
                    false => (1 + blurred + UNMATCHED, ANYONE),
                }
            }
            // Who put it there need not be who reads it.
            _ => match self.core.info(edge.from) {
                NodeInfo::Field(..) | NodeInfo::Static(_) | NodeInfo::Elements(_) | NodeInfo::Host(..) => {
                    (1 + blurred, ANYONE)
                }
                _ => (1 + blurred, stack),
            },
        }
    }

    /// What speaks against a value that was put in a place being what is taken from there: more than one thing has the place.
    fn blurred(&self, edge: &FlowEdge) -> u32 {
        let by_kind = match edge.kind {
            FlowKind::FieldBased => BLURRED,
            FlowKind::Contents | FlowKind::Summary => BLURRED / 4,
            // `Field.set` and its like: any of many fields.
            FlowKind::Model(_) if matches!(self.core.info(edge.to), NodeInfo::Field(..) | NodeInfo::Static(_)) => {
                BLURRED
            }
            _ => 0,
        };
        let by_place = match self.core.info(edge.from) {
            NodeInfo::Host(..) => BLURRED / 4,
            NodeInfo::Elements(_) => BLURRED / 8,
            NodeInfo::Field(..) => 2,
            _ => 0,
        };
        by_kind + by_place
    }

    /// Whether a call passes a variable itself: of edges that differ in their call alone the graph keeps one.
    fn passes(&self, call: SiteId, from: NodeId) -> bool {
        let (Site::At(method, offset), NodeInfo::Var(inst, var)) =
            (self.core.heap.site_data(call), self.core.info(from))
        else {
            return false;
        };
        let instance = self.state.instance(inst);
        let Some(code) = instance.code.as_ref().filter(|_| instance.method == method) else { return false };
        code.body.blocks.iter().flat_map(|block| &block.stmts).any(|stmt| match &stmt.op {
            Op::Invoke { args, .. } | Op::InvokeDynamic { args, .. } => stmt.offset == offset && args.contains(&var),
            _ => false,
        })
    }

    fn unwind(&self, start: At, seen: &Seen, stacks: &FxIndexSet<Vec<SiteId>>) -> Vec<TraceNode> {
        let traced = |node, by| TraceNode { node, info: self.core.info(node), by };
        let mut nodes = vec![traced(start.0, None)];
        let mut at = start;
        while let Some(next) = seen.get(&at).and_then(|(_, nexts)| self.first(nexts, stacks)) {
            let by = self.back(next.0).find(|edge| edge.from == at.0).map(|edge| edge.kind);
            nodes.push(traced(next.0, by));
            at = next;
        }
        nodes
    }

    /// The first by what it is in the program.
    fn first(&self, places: &[At], stacks: &FxIndexSet<Vec<SiteId>>) -> Option<At> {
        let call = |&site: &SiteId| match self.core.heap.site_data(site) {
            Site::At(method, offset) => (self.method_name(method), offset),
            _ => (String::new(), 0),
        };
        let by_calls = |stack: usize| stacks[stack].iter().map(call).collect::<Vec<_>>();
        match places {
            [place] => Some(*place),
            _ => {
                let key = |&(node, stack): &At| -> (Rank, NodeId, Vec<(String, u32)>) {
                    (self.rank(node), node, by_calls(stack))
                };
                places.iter().copied().min_by_key(key)
            }
        }
    }
}

/// A way that leads on from `from` to a place which is nearer to the end.
fn go(from: At, cost: u32, to: At, seen: &mut Seen, todo: &mut BTreeMap<u32, Vec<At>>) {
    let (of, nexts) = seen.entry(from).or_insert((u32::MAX, Vec::new()));
    if cost < *of {
        (*of, *nexts) = (cost, vec![to]);
        todo.entry(cost).or_default().push(from);
    } else if cost == *of && !nexts.contains(&to) {
        nexts.push(to);
    }
}

/// What a return to another call than the one that was entered costs: more than any way around it.
pub const UNMATCHED: u32 = 100_000;
/// What a place costs that objects share which are told apart no more: more than most ways around it.
const BLURRED: u32 = 64;
