//! The evaluation of one body: an optimistic data-flow analysis to a fixpoint, in reverse postorder. What no way has met yet
//! claims nothing against a claim, so loops keep what they do not change. Must not know what calls do.

use super::bound::{Bound, Rests};
use super::store::{Root, Store};
use super::summary::{Effects, Entry, Exit, Shared};
use super::told;
use crate::base::IndexVec;
use crate::ir::facts::{Def, Facts};
use crate::ir::{BlockId, Body, Terminator, Var};
use crate::program::MethodId;

/// A body under evaluation.
pub(super) struct Frame<'f, 'p> {
    pub(super) shared: &'f Shared<'p>,
    pub(super) method: MethodId,
    pub(super) depth: u8,
    pub(super) facts: Facts<'f>,
    /// The variable that holds the same object first: behind casts, and behind builders' methods that give their receiver.
    origins: IndexVec<Var, Var>,
    /// Whether anybody asks what the variable holds.
    needed: Vec<bool>,
    /// Whether anybody asks what the heap holds.
    pub(super) wants_heap: bool,
    pub(super) bounds: IndexVec<Var, Bound>,
    /// What holds where a block ends; `None`: its end was not met.
    ends: Vec<Option<Store>>,
    entered: Vec<bool>,
    pub(super) effects: Effects,
    pub(super) exit: Option<Exit>,
    pub(super) has_grown: bool,
    /// A call, by its offset, and the method it is to run: what that is handed is noted.
    pub(super) watched: Option<(u32, MethodId)>,
    pub(super) handed: Option<Entry>,
    /// The calls of the last round, where all variables are asked for.
    pub(super) callees: Vec<Entry>,
}

impl<'f, 'p> Frame<'f, 'p> {
    /// Evaluates a body for what is asked of it: the result, the heap at its end, the variables in `asked`.
    pub(super) fn run(shared: &'f Shared<'p>, body: &'f Body, entry: &Entry, asked: &[Var]) -> Self {
        Self::watching(shared, body, entry, asked, None)
    }

    /// The same, and notes what a call is handed.
    pub(super) fn watching(
        shared: &'f Shared<'p>,
        body: &'f Body,
        entry: &Entry,
        asked: &[Var],
        watched: Option<(u32, MethodId)>,
    ) -> Self {
        let facts = Facts::of(body);
        let origins = (0..body.vars.len()).map(|var| told::origin(shared.program, &facts, Var(var as u32)));
        let mut frame = Frame {
            shared,
            method: entry.method,
            depth: entry.depth,
            origins: origins.collect(),
            needed: vec![false; body.vars.len()],
            wants_heap: entry.wants_heap,
            bounds: body.vars.iter().map(|_| Bound::Unmet).collect(),
            ends: vec![None; body.blocks.len()],
            entered: vec![false; body.blocks.len()],
            effects: Effects::default(),
            exit: None,
            has_grown: true,
            watched,
            handed: None,
            callees: Vec::new(),
            facts,
        };
        for var in 0..body.params as usize {
            frame.bounds[Var(var as u32)] = entry.arguments.get(var).cloned().unwrap_or(Bound::Any);
        }
        if shared.wants_all_of(entry.method) {
            frame.needed.fill(true);
            frame.wants_heap = true;
        }
        frame.need(asked, entry.wants_result);
        let start = frame.at_start(&entry.store);
        let (order, has_loops) = order(body);
        while std::mem::take(&mut frame.has_grown) && !shared.is_spent() {
            frame.callees.clear();
            for &block in &order {
                frame.block(block, &start);
            }
            // Each block came after all that lead to it: nothing is there that another round would find.
            if !has_loops {
                break;
            }
        }
        frame
    }

    pub(super) fn origin(&self, var: Var) -> Var {
        self.origins[var]
    }

    pub(super) fn is_needed(&self, var: Var) -> bool {
        self.wants_heap || self.needed[var.index()]
    }

    /// Marks what the variables asked for are made of.
    fn need(&mut self, asked: &[Var], wants_result: bool) {
        let body = self.facts.body();
        let mut todo = asked.to_vec();
        if wants_result {
            todo.extend(body.blocks.iter().filter_map(|block| match block.terminator {
                Terminator::Return { value, .. } => value,
                _ => None,
            }));
        }
        while let Some(var) = todo.pop() {
            if std::mem::replace(&mut self.needed[var.index()], true) {
                continue;
            }
            match self.facts.def(var) {
                Def::Param | Def::Caught(_) => {}
                Def::Phi(block, nth) => todo.extend(&body.blocks[block].phis[nth as usize].args),
                Def::Stmt(block, nth) => {
                    let op = &body.blocks[block].stmts[nth as usize].op;
                    self.wants_heap |= told::reads_heap(self.shared.program, op);
                    op.for_each_use(|used| todo.push(used));
                }
            }
        }
    }

    /// What holds where a block begins; `None` if no way to it was met.
    fn start(&mut self, id: BlockId, entry: &Store) -> Option<Store> {
        let body = self.facts.body();
        let block = &body.blocks[id];
        if block.handler.is_some() {
            if !block.preds.iter().any(|pred| self.entered[pred.index()]) {
                return None;
            }
            for phi in &block.phis {
                for &arg in &phi.args {
                    self.flow(arg, phi.dst);
                }
            }
            if let Some(handler) = &block.handler {
                self.bind(handler.var, &Bound::Any);
            }
            // Whatever had run before it was thrown.
            return Some(Store::default());
        }
        let mut start: Option<Store> = (id == BlockId(0)).then(|| entry.clone());
        for (nth, &pred) in block.preds.iter().enumerate() {
            let Some(end) = &self.ends[pred.index()] else { continue };
            let mut store = end.clone();
            let pairs: Vec<(Var, Var)> =
                block.phis.iter().filter_map(|phi| Some((*phi.args.get(nth)?, phi.dst))).collect();
            // The values that phis had before are gone at once; new ones come from those before (all phis of a block together).
            let mut moved = Vec::new();
            for &(arg, dst) in &pairs {
                let from = Root::Var(self.origin(arg));
                moved.extend(store.behind(from).iter().map(|(path, bound)| (path.from(Root::Var(dst)), bound.clone())));
                store.hand_out(self.origin(arg));
            }
            for &(_, dst) in &pairs {
                store.forget(Root::Var(dst));
            }
            store.put_all(moved);
            match &mut start {
                Some(start) => {
                    start.meet(&store);
                }
                None => start = Some(store),
            }
            for (arg, dst) in pairs {
                self.flow(arg, dst);
            }
        }
        start
    }

    fn block(&mut self, id: BlockId, entry: &Store) {
        let Some(mut store) = self.start(id, entry) else { return };
        self.has_grown |= !std::mem::replace(&mut self.entered[id.index()], true);
        let body = self.facts.body();
        let block = &body.blocks[id];
        for (nth, stmt) in (0..).zip(&block.stmts) {
            if !self.shared.spend() {
                return;
            }
            if !self.statement((id, nth), stmt.offset, &stmt.op, &mut store) {
                return;
            }
        }
        if let Terminator::Return { value, .. } = block.terminator {
            self.leave(value, &store);
        }
        match &mut self.ends[id.index()] {
            Some(end) => self.has_grown |= end.meet(&store),
            end => {
                *end = Some(store);
                self.has_grown = true;
            }
        }
    }

    /// The method returns.
    fn leave(&mut self, value: Option<Var>, store: &Store) {
        let params = self.facts.body().params;
        let is_param = |var: &Var| var.0 < params;
        let returned = value.map(|value| self.origin(value));
        let mut end = store.clone();
        end.retain_same(|_, _| false);
        let keeps_result = returned.is_some_and(|var| end.is_kept(var) && !is_param(&var));
        if let Some(returned) = returned {
            end.rebase(Root::Var(returned), &[], Root::Result, &[]);
        }
        end.retain(|path, _, _| !matches!(path.root, Root::Var(var) if !is_param(&var)));
        end.retain_kept(|var| is_param(&var) && Some(var) != returned);
        let result = value.map_or(Bound::Unmet, |value| self.bounds[value].clone());
        match &mut self.exit {
            Some(exit) => {
                let mut grows = exit.result.join(&result);
                grows |= exit.store.meet(&end);
                grows |= exit.keeps_result && !keeps_result;
                exit.keeps_result &= keeps_result;
                self.has_grown |= grows;
            }
            exit => {
                *exit = Some(Exit { result, store: end, keeps_result });
                self.has_grown = true;
            }
        }
    }

    /// A variable has another one's values.
    pub(super) fn flow(&mut self, from: Var, to: Var) {
        let bound = self.bounds[from].clone();
        self.bind(to, &bound);
    }

    pub(super) fn bind(&mut self, var: Var, bound: &Bound) {
        self.has_grown |= self.bounds[var].join(bound);
    }

    /// Code ran of which nothing is known: what others can see may have changed.
    pub(super) fn disturb(&mut self, store: &mut Store) {
        self.effects.anything = true;
        let program = self.shared.program;
        store.retain_same(|_, is_own| is_own);
        store.retain(|path, is_own, bound| match path.root {
            Root::Var(_) if is_own || path.is_fixed() => true,
            Root::Var(var) => {
                self.is_own_final(var, path.steps()) && {
                    *bound = std::mem::take(bound).resting(Rests::FINALS);
                    true
                }
            }
            // Nobody but the initialiser itself may write it (JVMS 6.5 putstatic).
            Root::Static(field) => path.is_fixed() && told::is_final(program, field),
            Root::Result => false,
        });
    }

    pub(super) fn is_entered(&self, block: BlockId) -> bool {
        self.entered[block.index()]
    }
}

/// Blocks in reverse postorder, handlers too, and whether one of them leads back to itself or to an earlier one.
fn order(body: &Body) -> (Vec<BlockId>, bool) {
    let mut seen = vec![false; body.blocks.len()];
    let mut order = Vec::new();
    let mut todo = vec![(BlockId(0), false)];
    while let Some((block, is_done)) = todo.pop() {
        if is_done {
            order.push(block);
            continue;
        }
        if std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        todo.push((block, true));
        body.blocks[block].covered_by.iter().for_each(|&handler| todo.push((handler, false)));
        body.blocks[block].terminator.for_each_target(|target| todo.push((target, false)));
    }
    order.reverse();
    let mut place = vec![0; body.blocks.len()];
    (0..).zip(&order).for_each(|(nth, block)| place[block.index()] = nth);
    let mut has_loops = false;
    for &block in &order {
        let mut edge = |to: BlockId| has_loops |= place[to.index()] <= place[block.index()];
        body.blocks[block].covered_by.iter().for_each(|&handler| edge(handler));
        body.blocks[block].terminator.for_each_target(edge);
    }
    (order, has_loops)
}
