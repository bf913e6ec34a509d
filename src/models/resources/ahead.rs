//! Who reads more of a stream or reader than is asked for: what it leaves to others begins anywhere. Must not know what is read.

use super::state::{CallId, Node, Resources, argument, made};
use super::table::WRAPPERS;
use crate::base::{FxHashMap, FxHashSet, FxIndexMap};
use crate::heap::{ObjId, ObjKind, Site, SiteId};
use crate::ir::facts::{Def, Facts, Use, only_block_at, statement_at};
use crate::ir::{BlockId, Body, Op, Var};
use crate::pointsto::Cx;
use crate::program::{MethodId, Program};

/// Callers by their callees: where they call them, and whether by an instruction.
type Callers = FxHashMap<MethodId, Vec<(SiteId, MethodId, bool)>>;

/// How far parameters are followed to callers.
const STEPS: usize = 4;

/// How often what is at hand is read from anew.
enum Often {
    /// Once for each time that it comes to be.
    Once,
    Again,
    /// Once for each call of the method, which has it as that parameter.
    ByCall(usize),
}

impl Resources {
    /// What is called reads from an object: if several do, more than once or each of them, the object is shared.
    pub(super) fn read_ahead(&mut self, cx: &mut Cx<'_, '_>, call: CallId, obj: ObjId, limit: Option<usize>) {
        if cx.heap.kind(obj).is_string() || !self.is_read_from(cx, obj) {
            return;
        }
        let view = self.calls[call.index()].view.clone();
        self.ahead.entry(obj).or_default().insert((view.site, limit, false));
        // What reads no more than it is asked for leaves nothing behind that is only a part.
        if let Some(most) = limit {
            let often = match (cx.code(view.caller), view.vars.get(1), argument(&view, 1)) {
                (Some(code), Some(&var), Some(_)) => self.often(cx, (view.method, &code.body), (view.offset, var), obj),
                _ => Often::Again,
            };
            match often {
                Often::Once => {}
                Often::Again => _ = self.ahead.entry(obj).or_default().insert((view.site, limit, true)),
                Often::ByCall(param) => _ = self.by_call.entry((obj, view.site, most)).or_insert((view.method, param)),
            }
        }
        self.share(cx, obj);
    }

    fn share(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId) {
        let readers = &self.ahead[&obj];
        let least = readers.iter().filter_map(|&(_, limit, _)| limit).min();
        if let (Some(least), true) = (least, readers.len() > 1) {
            let shared = self.node(cx, Node::Shared(obj, least));
            cx.add(shared, obj);
        }
    }

    /// Methods that read from a parameter are given the same object twice: said where all calls are known.
    pub(super) fn share_by_calls(&mut self, cx: &mut Cx<'_, '_>) {
        let open: Vec<_> = self.by_call.iter().map(|(&key, &value)| (key, value)).collect();
        let mut callers: Option<Callers> = None;
        for ((obj, site, limit), (method, param)) in open {
            let path = self.path_of(cx.heap.kind(obj)).map(|(path, _)| path);
            let is_short =
                path.is_some_and(|path| self.files.size(cx.program, super::files::Content::File(path)).0 <= limit);
            if is_short || self.ahead.get(&obj).is_some_and(|readers| readers.contains(&(site, Some(limit), true))) {
                continue;
            }
            let callers = callers.get_or_insert_with(|| {
                let mut callers = Callers::default();
                cx.call_edges().for_each(|(site, caller, callee, is_call)| {
                    callers.entry(callee).or_default().push((site, caller, is_call));
                });
                callers
            });
            if self.is_given_often(cx, callers, (method, param), obj, STEPS) {
                self.ahead.entry(obj).or_default().insert((site, Some(limit), true));
                self.share(cx, obj);
            }
        }
    }

    fn is_given_often(
        &self,
        cx: &Cx<'_, '_>,
        callers: &Callers,
        (method, param): (MethodId, usize),
        obj: ObjId,
        steps: usize,
    ) -> bool {
        let mut given: FxIndexMap<SiteId, Often> = FxIndexMap::default();
        for &(site, caller, is_call) in callers.get(&method).map_or(&[][..], |callers| callers) {
            let Site::At(_, offset) = cx.heap.site_data(site) else { return true };
            let Some(code) = cx.code_of(caller).filter(|_| is_call) else { return true };
            let at =
                statement_at(&code.body, offset).map(|(block, nth)| &code.body.blocks[block].stmts[nth as usize].op);
            let Some(Op::Invoke { args, .. }) = at else { return true };
            let Some(&var) = args.get(param) else { return true };
            if cx.holds(caller, var, obj) {
                given.insert(site, self.often(cx, (caller, &code.body), (offset, var), obj));
                match given[&site] {
                    Often::Once => {}
                    Often::Again => return true,
                    Often::ByCall(_) if steps == 0 => return true,
                    Often::ByCall(param) => {
                        if self.is_given_often(cx, callers, (caller, param), obj, steps - 1) {
                            return true;
                        }
                    }
                }
            }
        }
        given.len() > 1
    }

    /// How often an instruction may run with one value of a variable that holds the object.
    fn often(
        &self,
        cx: &Cx<'_, '_>,
        (method, body): (MethodId, &Body),
        (offset, var): (u32, Var),
        obj: ObjId,
    ) -> Often {
        let Some(at) = only_block_at(body, offset) else { return Often::Again };
        let facts = Facts::of(body);
        let from = facts.behind_casts(var);
        let (defined, by_call) = match facts.def(from) {
            Def::Stmt(block, nth) => {
                let stmt = &body.blocks[block].stmts[nth as usize];
                match stmt.op {
                    Op::New { .. } => {}
                    // It may give one that it gave before.
                    Op::Invoke { .. }
                        if self.comes_from(cx, obj) != Some((method, stmt.offset)) && self.is_kept(cx, obj) =>
                    {
                        return Often::Again;
                    }
                    Op::Invoke { .. } => {}
                    _ => return Often::Again,
                }
                (Some(block), None)
            }
            Def::Phi(block, _) => (Some(block), None),
            Def::Param => (None, Some(from.index())),
            Def::Caught(_) => return Often::Again,
        };
        match by_call {
            _ if defined != Some(at) && comes_again(body, at, defined) => Often::Again,
            Some(param) => Often::ByCall(param),
            None => Often::Once,
        }
    }

    /// Where an object comes to be.
    fn comes_from(&self, cx: &Cx<'_, '_>, obj: ObjId) -> Option<(MethodId, u32)> {
        let kind = cx.heap.kind(obj);
        let site = match (self.path_of(kind), kind) {
            (Some((_, by)), _) => by,
            (None, ObjKind::Alloc { site, .. }) if made(cx, kind).is_some() => site,
            _ => return None,
        };
        match cx.heap.site_data(site) {
            Site::At(method, offset) => Some((method, offset)),
            _ => None,
        }
    }

    /// Whether the method where an object comes to be does more with it than to wrap it, to close it and to give it back.
    fn is_kept(&self, cx: &Cx<'_, '_>, obj: ObjId) -> bool {
        let Some((method, offset)) = self.comes_from(cx, obj) else { return true };
        let Some(code) = cx.code_of(method) else { return true };
        let (body, program) = (&code.body, cx.program);
        let facts = Facts::of(body);
        let Some((block, nth)) = statement_at(body, offset) else { return true };
        let mut open: Vec<Var> = body.blocks[block].stmts[nth as usize].op.dst().into_iter().collect();
        let mut seen: FxHashSet<Var> = FxHashSet::default();
        while let Some(var) = open.pop() {
            if !seen.insert(var) {
                continue;
            }
            for &usage in facts.uses(var) {
                match usage {
                    Use::Phi(block, nth) => open.push(body.blocks[block].phis[nth as usize].dst),
                    Use::Terminator(_) => {}
                    Use::Stmt(block, nth) => match &body.blocks[block].stmts[nth as usize].op {
                        Op::Cast { dst, .. } => open.push(*dst),
                        Op::Invoke { method, args, .. } if !is_plain(program, *method, args, var) => return true,
                        Op::Invoke { .. } | Op::InstanceOf { .. } => {}
                        _ => return true,
                    },
                }
            }
        }
        false
    }
}

/// Whether a call does nothing with what it is given but to wrap it, or to ask it.
fn is_plain(program: &Program, method: crate::program::MethodRef, args: &[Var], var: Var) -> bool {
    let called = program.method_ref_data(method);
    let owner = program.class_of(called.owner).map(|class| program.class_name(class));
    let wraps = owner.is_some_and(|owner| WRAPPERS.contains(&owner)) && program.str(called.name) == "<init>";
    wraps || args.first() == Some(&var) && !args[1..].contains(&var)
}

/// Whether control comes from a block to it again, without a block between.
fn comes_again(body: &Body, at: BlockId, without: Option<BlockId>) -> bool {
    let next = |block: BlockId| {
        let mut next = body.blocks[block].covered_by.clone();
        body.blocks[block].terminator.for_each_target(|target| next.push(target));
        next
    };
    let (mut open, mut seen) = (next(at), FxHashSet::default());
    while let Some(block) = open.pop() {
        if block == at {
            return true;
        }
        if Some(block) != without && seen.insert(block) {
            open.extend(next(block));
        }
    }
    false
}
