//! The control-flow graph as it is lowered: instances of basic blocks, reachable ones only. A subroutine (`jsr`) is
//! instantiated per call path, so that its locals do not mix; beyond a budget the body is built again with all
//! returns meeting in one hub, which is sound and small. Must not know values.

use std::ops::Range;

use super::Damage;
use super::blocks::{Blocks, NONE, ends_flow};
use crate::base::FxHashMap;
use crate::classfile::{Insn, Kind, RawCode};

/// Instances beyond which subroutines are merged instead of copied.
const MAX_COPIES: usize = 20_000;
/// Nesting of subroutine calls beyond which they are merged.
const MAX_DEPTH: u32 = 32;

crate::define_id!(
    /// An instance of a basic block.
    InstanceId
);

/// Where a jump leads that leads to no code.
pub(super) const NOWHERE: InstanceId = InstanceId(NONE);

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Role {
    /// An empty block in front of the first, if that one has predecessors.
    Entry,
    /// Entered by an exception. It has the block's instructions unless the block is also entered normally; then it is empty
    /// and goes to the `Plain` instance.
    Handler,
    Plain,
    /// Where all `ret` meet, in merged form.
    Hub,
}

#[derive(Clone)]
pub(super) struct Instance {
    pub(super) block: u32,
    pub(super) context: u32,
    pub(super) role: Role,
    pub(super) has_insns: bool,
    /// Normal successors in order of mention, [`NOWHERE`] among them.
    pub(super) succs: Range<u32>,
    /// Handler instances, innermost first.
    pub(super) handlers: Range<u32>,
}

struct Context {
    parent: u32,
    /// Block after the `jsr`.
    returns_to: u32,
    subroutine: u32,
    /// Local in which the subroutine keeps its return address, if it stores it first thing.
    local: Option<u16>,
    depth: u32,
}

#[derive(Default)]
pub(super) struct Graph {
    pub(super) instances: Vec<Instance>,
    pub(super) edges: Vec<InstanceId>,
    /// Reverse postorder over normal and exception edges.
    pub(super) order: Vec<InstanceId>,
    /// Position of each instance in the finished body.
    pub(super) rank: Vec<u32>,
    preds: Adjacency,
    covered: Adjacency,
    dense: Vec<[InstanceId; 3]>,
    copies: FxHashMap<(u32, u32, Role), InstanceId>,
    contexts: Vec<Context>,
    /// Contexts by the one they are called from and the block that calls.
    calls: FxHashMap<(u32, u32), u32>,
    merged: bool,
}

/// Sources of the edges into each instance.
#[derive(Default)]
struct Adjacency {
    starts: Vec<u32>,
    items: Vec<InstanceId>,
}

impl Adjacency {
    fn of(&self, node: InstanceId) -> &[InstanceId] {
        &self.items[self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize]
    }

    /// Turns edges around. `sources` is walked in order; an edge that occurs twice in a row of one source counts once.
    fn build<'e>(&mut self, nodes: usize, order: &[InstanceId], edges_of: impl Fn(InstanceId) -> &'e [InstanceId]) {
        self.starts.clear();
        self.starts.resize(nodes + 2, 0);
        let mut last = vec![NOWHERE; nodes];
        let mut each = |act: &mut dyn FnMut(InstanceId, InstanceId)| {
            last.fill(NOWHERE);
            for &source in order {
                for &target in edges_of(source) {
                    if target != NOWHERE && last[target.index()] != source {
                        last[target.index()] = source;
                        act(source, target);
                    }
                }
            }
        };
        each(&mut |_, target| self.starts[target.index() + 2] += 1);
        for node in 2..self.starts.len() {
            self.starts[node] += self.starts[node - 1];
        }
        self.items.clear();
        self.items.resize(self.starts.last().map_or(0, |&total| total as usize), NOWHERE);
        each(&mut |source, target| {
            let at = &mut self.starts[target.index() + 1];
            self.items[*at as usize] = source;
            *at += 1;
        });
        self.starts.pop();
    }
}

impl Graph {
    #[inline]
    pub(super) fn get(&self, instance: InstanceId) -> &Instance {
        &self.instances[instance.index()]
    }

    /// Normal predecessors, in the order of the finished body.
    pub(super) fn preds(&self, instance: InstanceId) -> &[InstanceId] {
        self.preds.of(instance)
    }

    /// The instances a handler covers, in the order of the finished body.
    pub(super) fn covered(&self, instance: InstanceId) -> &[InstanceId] {
        self.covered.of(instance)
    }

    /// Whether all calls of a subroutine share its blocks.
    pub(super) fn is_merged(&self) -> bool {
        self.merged
    }

    pub(super) fn succs(&self, instance: InstanceId) -> &[InstanceId] {
        slice(&self.edges, &self.get(instance).succs)
    }

    pub(super) fn handlers(&self, instance: InstanceId) -> &[InstanceId] {
        slice(&self.edges, &self.get(instance).handlers)
    }

    /// Builds the graph of everything reachable; instance 0 is the entry.
    pub(super) fn build(&mut self, blocks: &Blocks, code: &RawCode) -> Result<(), Damage> {
        self.merged = false;
        if self.grow(blocks, code).is_err() {
            self.merged = true;
            self.grow(blocks, code)?;
        }
        self.number(blocks);
        Ok(())
    }

    fn grow(&mut self, blocks: &Blocks, code: &RawCode) -> Result<(), Damage> {
        self.instances.clear();
        self.edges.clear();
        self.copies.clear();
        self.contexts.clear();
        self.calls.clear();
        self.dense.clear();
        self.dense.resize(blocks.list.len(), [NOWHERE; 3]);
        self.contexts.push(Context { parent: NONE, returns_to: NONE, subroutine: NONE, local: None, depth: 0 });
        // The entry has no predecessors; handlers count as entered too.
        let first_is_target = blocks.list[0].entered || code.handlers.iter().any(|row| row.handler == 0);
        self.instance(blocks, 0, 0, if first_is_target { Role::Entry } else { Role::Plain });
        let mut next = 0;
        let mut succs = Vec::new();
        while next < self.instances.len() {
            let Instance { block, context, role, has_insns, .. } = self.instances[next].clone();
            succs.clear();
            if role == Role::Hub {
                self.return_points(blocks, code, &mut succs);
            } else if !has_insns {
                let body = self.instance(blocks, block, context, Role::Plain);
                succs.push(body);
            } else {
                self.successors(blocks, code, block, context, &mut succs)?;
            }
            let start = self.edges.len() as u32;
            self.edges.extend_from_slice(&succs);
            let middle = self.edges.len() as u32;
            if has_insns {
                for &handler in blocks.handlers(block) {
                    let handler = self.instance(blocks, handler, context, Role::Handler);
                    self.edges.push(handler);
                }
            }
            self.instances[next].succs = start..middle;
            self.instances[next].handlers = middle..self.edges.len() as u32;
            if self.instances.len() > MAX_COPIES.max(blocks.list.len() * 3 + 4) {
                return Err(Damage::Code);
            }
            next += 1;
        }
        Ok(())
    }

    /// The instance of a block in a context, made on first mention.
    fn instance(&mut self, blocks: &Blocks, block: u32, context: u32, role: Role) -> InstanceId {
        let new = InstanceId::new(self.instances.len());
        let id = match (context, role) {
            (0, Role::Entry) => new,
            (0, Role::Handler) => *first(&mut self.dense[block as usize][0], new),
            (0, Role::Plain) => *first(&mut self.dense[block as usize][1], new),
            (0, Role::Hub) => *first(&mut self.dense[block as usize][2], new),
            _ => *self.copies.entry((block, context, role)).or_insert(new),
        };
        if id == new {
            let has_insns = match role {
                Role::Plain => true,
                Role::Handler => !blocks.list[block as usize].entered,
                Role::Entry | Role::Hub => false,
            };
            self.instances.push(Instance { block, context, role, has_insns, succs: 0..0, handlers: 0..0 });
        }
        id
    }

    fn successors(
        &mut self,
        blocks: &Blocks,
        code: &RawCode,
        block: u32,
        context: u32,
        succs: &mut Vec<InstanceId>,
    ) -> Result<(), Damage> {
        let last = blocks.list[block as usize].insns.end - 1;
        let insn = &code.insns[last as usize].1;
        let mut to = |graph: &mut Self, offset: u32| {
            let target = blocks.at_offset(offset);
            succs.push(target.map_or(NOWHERE, |target| graph.instance(blocks, target, context, Role::Plain)));
        };
        match insn {
            Insn::If { target, .. } | Insn::IfCmp { target, .. } => to(self, *target),
            Insn::Goto(target) => to(self, *target),
            Insn::Switch { default, targets } => {
                targets.iter().for_each(|&(_, target)| to(self, target));
                to(self, *default);
            }
            Insn::Jsr(target) => {
                let target = match blocks.at_offset(*target) {
                    Some(target) if self.merged => self.instance(blocks, target, context, Role::Plain),
                    Some(target) => {
                        let context = self.call(blocks, code, context, block, target)?;
                        self.instance(blocks, target, context, Role::Plain)
                    }
                    None => NOWHERE,
                };
                succs.push(target);
            }
            Insn::Ret(_) if self.merged => succs.push(self.instance(blocks, 0, 0, Role::Hub)),
            Insn::Ret(local) => self.returns(blocks, context, *local, succs),
            _ => {}
        }
        if !ends_flow(insn) {
            // Into the next block, or nowhere if the code ends here.
            let next = block + 1;
            let exists = (next as usize) < blocks.list.len();
            succs.push(if exists { self.instance(blocks, next, context, Role::Plain) } else { NOWHERE });
        }
        Ok(())
    }

    /// The context of a subroutine called from the end of `block`. A subroutine never calls itself (JVMS 4.10.2.6), so one
    /// that is on the path already was left without `ret`, by an exception or a jump: the path is cut before it.
    fn call(
        &mut self,
        blocks: &Blocks,
        code: &RawCode,
        mut context: u32,
        block: u32,
        subroutine: u32,
    ) -> Result<u32, Damage> {
        let mut outer = context;
        while outer != NONE {
            let Context { parent, subroutine: other, .. } = self.contexts[outer as usize];
            if other == subroutine {
                context = parent;
            }
            outer = parent;
        }
        let depth = self.contexts[context as usize].depth + 1;
        if depth > MAX_DEPTH {
            return Err(Damage::Code);
        }
        let new = self.contexts.len() as u32;
        let id = *self.calls.entry((context, block)).or_insert(new);
        if id == new {
            let local = match code.insns[blocks.list[subroutine as usize].insns.start as usize].1 {
                Insn::Store(Kind::Ref, local) => Some(local),
                _ => None,
            };
            let returns_to = if (block as usize + 1) < blocks.list.len() { block + 1 } else { NONE };
            self.contexts.push(Context { parent: context, returns_to, subroutine, local, depth });
        }
        Ok(id)
    }

    /// Where a `ret` goes: back to the innermost call whose subroutine keeps its return address in that local, or, if none
    /// says so, to any call on the path.
    fn returns(&mut self, blocks: &Blocks, context: u32, local: u16, succs: &mut Vec<InstanceId>) {
        let mut path = Vec::new();
        let mut at = context;
        while at != 0 {
            path.push(at);
            at = self.contexts[at as usize].parent;
        }
        let keeper = path.iter().position(|&at| self.contexts[at as usize].local == Some(local));
        let chosen = keeper.map_or(0..path.len(), |index| index..index + 1);
        for &at in &path[chosen] {
            let Context { parent, returns_to, .. } = self.contexts[at as usize];
            succs.push(if returns_to == NONE {
                NOWHERE
            } else {
                self.instance(blocks, returns_to, parent, Role::Plain)
            });
        }
        if succs.is_empty() {
            succs.push(NOWHERE);
        }
    }

    /// Successors of the hub: what follows any `jsr`.
    fn return_points(&mut self, blocks: &Blocks, code: &RawCode, succs: &mut Vec<InstanceId>) {
        for block in 0..blocks.list.len() - 1 {
            let last = blocks.list[block].insns.end as usize - 1;
            if matches!(code.insns[last].1, Insn::Jsr(_)) {
                succs.push(self.instance(blocks, block as u32 + 1, 0, Role::Plain));
            }
        }
    }

    /// Orders the instances and turns the edges around.
    fn number(&mut self, blocks: &Blocks) {
        let count = self.instances.len();
        let mut by_place: Vec<InstanceId> = (0..count).map(InstanceId::new).collect();
        by_place.sort_unstable_by_key(|&id| {
            let instance = &self.instances[id.index()];
            let entry = id != InstanceId(0);
            (entry, blocks.list[instance.block as usize].insns.start, instance.context, instance.role)
        });
        self.rank.clear();
        self.rank.resize(count, 0);
        for (rank, &id) in by_place.iter().enumerate() {
            self.rank[id.index()] = rank as u32;
        }
        let (instances, edges) = (&self.instances, &self.edges);
        self.preds.build(count, &by_place, |id| slice(edges, &instances[id.index()].succs));
        self.covered.build(count, &by_place, |id| slice(edges, &instances[id.index()].handlers));

        self.order.clear();
        let mut seen = vec![false; count];
        let mut path: Vec<(InstanceId, u32)> = vec![(InstanceId(0), 0)];
        seen[0] = true;
        while let Some((id, nth)) = path.last_mut() {
            let instance = &self.instances[id.index()];
            let at = instance.succs.start + *nth;
            *nth += 1;
            // Handlers follow the successors in `edges`.
            if at >= instance.handlers.end {
                self.order.push(*id);
                path.pop();
                continue;
            }
            let next = self.edges[at as usize];
            if next != NOWHERE && !std::mem::replace(&mut seen[next.index()], true) {
                path.push((next, 0));
            }
        }
        self.order.reverse();
    }
}

/// `slot`, which becomes `new` if it was empty.
fn first(slot: &mut InstanceId, new: InstanceId) -> &mut InstanceId {
    if *slot == NOWHERE {
        *slot = new;
    }
    slot
}

fn slice<'e>(edges: &'e [InstanceId], range: &Range<u32>) -> &'e [InstanceId] {
    &edges[range.start as usize..range.end as usize]
}
