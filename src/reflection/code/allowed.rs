//! What branches on the ways to a call say of the name that it is given: that it is one of some constants, or in a collection. Must not
//! know what names come there.

use crate::base::{FxHashSet, Sym};
use crate::classpath::Origin;
use crate::ir::facts::{Def, Facts, only_block_at};
use crate::ir::{BlockId, Body, ConstValue, Op, Terminator, Var};
use crate::program::{MethodRef, Program};

/// What a name is compared with on the ways to a call.
pub(in crate::reflection) struct Allowed {
    pub(in crate::reflection) texts: Vec<Sym>,
    /// Collections that have it.
    pub(in crate::reflection) holders: Vec<Var>,
}

impl Allowed {
    /// Of the name that a call at an offset is given; `None` if some way leads there without a test.
    pub(in crate::reflection) fn at(program: &Program, body: &Body, offset: u32, name: Var) -> Option<Self> {
        let facts = Facts::of(body);
        let name = facts.behind_casts(name);
        let mut found = Self { texts: Vec::new(), holders: Vec::new() };
        let mut passes: Vec<(BlockId, BlockId)> = Vec::new();
        for (id, block) in body.blocks.iter_enumerated() {
            let Terminator::If { cond, args, then, otherwise, .. } = &block.terminator else { continue };
            let (&[answer], "ifeq" | "ifne", true) = (&args[..], *cond, then != otherwise) else { continue };
            if found.test(program, &facts, answer, name) {
                passes.push((id, if *cond == "ifne" { *then } else { *otherwise }));
            }
        }
        if passes.is_empty() || !body.damaged_at.is_empty() {
            return None;
        }
        let call = only_block_at(body, offset)?;
        let start = match facts.def(name) {
            Def::Param => BlockId::new(0),
            Def::Caught(block) | Def::Phi(block, _) | Def::Stmt(block, _) => block,
        };
        (!reaches(&facts, start, call, &passes)).then_some(found)
    }

    /// Notes what a test asks of the name, if it holds; whether it is one.
    fn test(&mut self, program: &Program, facts: &Facts<'_>, answer: Var, name: Var) -> bool {
        let Some(Op::Invoke { method, args, .. }) = facts.stmt(answer).map(|stmt| &stmt.op) else { return false };
        let &[one, other] = &args[..] else { return false };
        let is_name = |var: Var| facts.behind_casts(var) == name;
        match asks(program, *method) {
            Some(Asks::Same) => {
                let with = if is_name(one) { other } else { one };
                match facts.constant_of(with) {
                    Some(&ConstValue::Str { text, lossy: false }) if is_name(one) || is_name(other) => {
                        self.texts.push(text);
                        true
                    }
                    _ => false,
                }
            }
            Some(Asks::IsIn) if is_name(other) => {
                self.holders.push(one);
                true
            }
            _ => false,
        }
    }
}

/// What a method asks of two objects.
enum Asks {
    Same,
    /// Whether the first has the second.
    IsIn,
}

fn asks(program: &Program, method: MethodRef) -> Option<Asks> {
    let data = program.method_ref_data(method);
    let owner = program.class_of(data.owner).filter(|&owner| program.class(owner).origin == Origin::Jdk)?;
    let is = |name: &str| program.find_class(name).is_some_and(|of| program.is_subclass(owner, of));
    match program.str(data.name) {
        "equals"
            if matches!(program.class_name(owner), "java/lang/String" | "java/lang/Object" | "java/util/Objects") =>
        {
            Some(Asks::Same)
        }
        "contains" if is("java/util/Collection") => Some(Asks::IsIn),
        "containsKey" if is("java/util/Map") => Some(Asks::IsIn),
        _ => None,
    }
}

/// Whether a way leads from a block to another that takes none of these branches. A switch on a number that is set on the ways to its
/// block leads where that says: compilers make two switches of one on texts (JLS 14.11, as javac translates it).
fn reaches(facts: &Facts<'_>, from: BlockId, to: BlockId, passes: &[(BlockId, BlockId)]) -> bool {
    let body = facts.body();
    let mut seen: FxHashSet<(BlockId, Option<BlockId>)> = FxHashSet::default();
    let mut todo: Vec<(BlockId, Option<BlockId>)> = vec![(from, None)];
    while let Some((block, before)) = todo.pop() {
        if block == to {
            return true;
        }
        let chosen = before.and_then(|before| chosen(facts, before, block));
        if !seen.insert((block, chosen)) {
            continue;
        }
        todo.extend(body.blocks[block].covered_by.iter().map(|&handler| (handler, None)));
        let mut go = |target: BlockId| {
            if !passes.contains(&(block, target)) {
                todo.push((target, Some(block)));
            }
        };
        match chosen {
            Some(target) => go(target),
            None => body.blocks[block].terminator.for_each_target(go),
        }
    }
    false
}

/// Where the switch at the end of a block leads for who comes from another.
fn chosen(facts: &Facts<'_>, from: BlockId, block: BlockId) -> Option<BlockId> {
    let at = &facts.body().blocks[block];
    let Terminator::Switch { value, targets, default, .. } = &at.terminator else { return None };
    let Def::Phi(of, nth) = facts.def(*value) else { return None };
    let mut ways = at.preds.iter().zip(&at.phis.get(nth as usize)?.args).filter(|(before, _)| **before == from);
    let ((_, &set), None, true) = (ways.next()?, ways.next(), of == block && at.handler.is_none()) else { return None };
    match *facts.constant_of(set)? {
        ConstValue::Int(number) => {
            Some(targets.iter().find(|(of, _)| *of == number).map_or(*default, |&(_, target)| target))
        }
        _ => None,
    }
}
