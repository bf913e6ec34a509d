//! What branches ask of the type of an object: `instanceof`, `Class.isInstance`. And what nobody needs to ask of `this`. Must not know why it
//! is asked.

use crate::heap::ObjKind;
use crate::ir::dominance::Dominators;
use crate::ir::facts::{Facts, statement_at};
use crate::ir::{BlockId, ConstValue, Op, Terminator, Var};
use crate::program::{MethodRef, Program, TypeId, access};
use crate::reflection::{ApiTable, Gives, RSite, Role, Row};

use super::view::View;

/// An object that is asked whether it is of a type.
pub(super) struct Asked {
    pub(super) object: Var,
    pub(super) answer: Var,
    of: OfType,
}

enum OfType {
    Known(TypeId),
    Class(Var),
}

/// What an instruction asks.
pub(super) fn asked(program: &Program, op: &Op) -> Option<Asked> {
    match op {
        Op::InstanceOf { dst, src, ty } => Some(Asked { object: *src, answer: *dst, of: OfType::Known(*ty) }),
        Op::Invoke { dst: Some(dst), method, args, .. } => {
            let row = known(program, *method).filter(|row| row.gives == Some(Gives::IsInstance))?;
            let (object, class) = (row.argument(Role::Value, args)?, *args.first()?);
            Some(Asked { object, answer: *dst, of: OfType::Class(class) })
        }
        _ => None,
    }
}

fn known(program: &Program, method: MethodRef) -> Option<&'static Row> {
    ApiTable::get().known(program, program.resolve_method(method)?)
}

/// Where a block goes whose end depends on an answer: if it is yes, and if it is no.
pub(super) fn outcomes(terminator: &Terminator, answer: Var) -> Option<(BlockId, BlockId)> {
    match terminator {
        Terminator::If { cond: "ifeq", args, then, otherwise, .. } if args[..] == [answer] => Some((*otherwise, *then)),
        Terminator::If { cond: "ifne", args, then, otherwise, .. } if args[..] == [answer] => Some((*then, *otherwise)),
        _ => None,
    }
}

/// The types of one of which the receiver of a call is, since the call runs only where a test says so, or since it is what the method
/// itself runs on (JVMS 5.4.6); empty if none does, or of a class that is not known.
pub(super) fn types_of_receiver(view: &View<'_, '_>, site: &RSite, receiver: Var) -> Vec<TypeId> {
    let Some(body) = view.body_of(site) else { return Vec::new() };
    let Some((at, _)) = statement_at(body, site.offset) else { return Vec::new() };
    let facts = Facts::of(body);
    let receiver = facts.behind_casts(receiver);
    let method = view.program.method(site.method);
    if receiver == Var(0) && method.access & access::STATIC == 0 && body.params > 0 {
        return vec![view.program.class_type(method.class)];
    }
    let mut dominators = None;
    for block in body.blocks.iter() {
        let tests = block.stmts.iter().filter_map(|stmt| asked(view.program, &stmt.op));
        for test in tests.filter(|test| facts.behind_casts(test.object) == receiver) {
            let ends = body.blocks.iter_enumerated().filter_map(|(id, block)| {
                let (yes, no) = outcomes(&block.terminator, test.answer)?;
                (yes != no && body.blocks[yes].preds[..] == [id]).then_some(yes)
            });
            let dominators = dominators.get_or_insert_with(|| Dominators::of(body));
            if ends.into_iter().any(|yes| dominators.dominates(yes, at)) {
                let types = types(view, site, &facts, &test.of);
                if !types.is_empty() {
                    return types;
                }
            }
        }
    }
    Vec::new()
}

fn types(view: &View<'_, '_>, site: &RSite, facts: &Facts<'_>, of: &OfType) -> Vec<TypeId> {
    let class = match of {
        OfType::Known(ty) => return vec![*ty],
        OfType::Class(class) => *class,
    };
    if let Some(ConstValue::Class(ty)) = facts.constant_of(class) {
        return vec![*ty];
    }
    let Some(node) = view.state.instance(site.inst).var(class) else { return Vec::new() };
    let types = view.values(node).map(|(_, kind)| match kind {
        ObjKind::Class { ty } => Some(ty),
        _ => None,
    });
    types.collect::<Option<Vec<TypeId>>>().unwrap_or_default()
}
