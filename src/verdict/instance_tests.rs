//! What branches ask of the type of an object: `instanceof`, `Class.isInstance`, the name of its class. And what nobody needs to ask of
//! `this`. Must not know why it is asked.

use crate::classfile::{Cond, Relation};
use crate::heap::ObjKind;
use crate::ir::dominance::Dominators;
use crate::ir::facts::{Facts, statement_at};
use crate::ir::{BlockId, ConstValue, Op, Terminator, Var};
use crate::program::{MethodRef, Program, TypeId, access, lookup};
use crate::reflection::{ApiTable, Gives, NameForm, RSite, Role, Row};
use crate::strings::operations;

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

/// What an instruction asks by the name of the object's class: `"com.acme.Task".equals(object.getClass().getName())`.
fn asked_by_name(program: &Program, facts: &Facts<'_>, op: &Op) -> Option<Asked> {
    let Op::Invoke { dst: Some(answer), method, args, .. } = op else { return None };
    let &[one, other] = &args[..] else { return None };
    let is_equality = operations::is_equality(program, *method);
    let call = |var: Var| match &facts.stmt(facts.behind_casts(var))?.op {
        Op::Invoke { method, args, .. } => Some((*method, args)),
        _ => None,
    };
    let asked = |text: Var, name: Var| {
        let Some(&ConstValue::Str { text, lossy: false }) = facts.constant_of(text) else { return None };
        let (method, args) = call(name)?;
        let row = known(program, method).filter(|row| row.gives == Some(Gives::ClassName(NameForm::Binary)))?;
        let (method, args) = call(row.argument(Role::Mirror, args)?)?;
        let is_class = known(program, method).is_some_and(|row| row.gives == Some(Gives::ClassOfObject));
        let ty = lookup::for_name(program, program.str(text)).ok()?;
        Some(Asked { object: *args.first().filter(|_| is_class)?, answer: *answer, of: OfType::Known(ty) })
    };
    asked(one, other).or_else(|| asked(other, one)).filter(|_| is_equality)
}

fn known(program: &Program, method: MethodRef) -> Option<&'static Row> {
    ApiTable::get().known(program, program.resolve_method(method)?)
}

/// Where a block goes whose end depends on an answer: if it is yes, and if it is no.
pub(super) fn outcomes(terminator: &Terminator, answer: Var) -> Option<(BlockId, BlockId)> {
    match terminator {
        Terminator::If { cond: Cond::Int(Relation::Eq), args, then, otherwise, .. } if args[..] == [answer] => {
            Some((*otherwise, *then))
        }
        Terminator::If { cond: Cond::Int(Relation::Ne), args, then, otherwise, .. } if args[..] == [answer] => {
            Some((*then, *otherwise))
        }
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
        let asks = |op| asked(view.program, op).or_else(|| asked_by_name(view.program, &facts, op));
        let tests = block.stmts.iter().filter_map(|stmt| asks(&stmt.op));
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
