//! Casts of objects made by reflection to types that they do not have: in the method that makes them, or in those that call
//! it and get them as its result. Must not know how they are made.

use crate::base::FxHashMap;
use crate::heap::SiteId;
use crate::ir::facts::{Facts, Use};
use crate::ir::{Op, Terminator, Var};
use crate::pointsto::EdgeKind;
use crate::program::{MethodId, Program, TypeId};
use crate::reflection::{Attempt, Effect};
use crate::result::{Finding, RuleId, Tier};

use super::super::super::rows::Row;
use super::super::super::values::Asker;
use super::super::super::view::View;
use super::super::case::at;
use super::call::{Reason, certainty};
use super::fit::may_be;
use super::throws::NO_CAST;

pub(super) fn find(ask: &Asker<'_, '_>, rows: &FxHashMap<SiteId, &Row>, out: &mut Vec<Finding>) {
    let mut rows: Vec<&&Row> = rows.values().collect();
    rows.sort_unstable_by(|a, b| a.row.id.cmp(&b.row.id));
    for row in rows {
        out.extend(at_row(ask, row));
    }
}

fn at_row(ask: &Asker<'_, '_>, row: &Row) -> Option<Finding> {
    let key = row.key?;
    let (site, api) = (&ask.view.sites[&key], View::api(key));
    let makes = matches!(api.attempt(), Some(Attempt::NewInstance | Attempt::Construct));
    if !makes || !site.written || site.specified || !matches!(row.row.tier, Tier::Proven | Tier::Sound) {
        return None;
    }
    let program = ask.view.program;
    let made: Vec<TypeId> = site.effects.iter().filter_map(|&effect| class_of(program, effect)).collect();
    if made.is_empty() {
        return None;
    }
    let Op::Invoke { dst: Some(dst), .. } = ask.op_at(site.method, site.offset)? else { return None };
    for cast in casts(ask, site.method, *dst, 0) {
        if made.iter().any(|&ty| may_be(program, ty, cast.ty)) {
            continue;
        }
        let text = format!(
            "\"{}\", which the call makes, is no \"{}\", which its result is cast to",
            program.binary_name(made[0]),
            program.type_name(cast.ty)
        );
        let advice = "name a class that is a subtype, or cast to what the class is";
        let failure =
            Reason::new(RuleId::RC3007, text, advice, NO_CAST, cast.method == site.method).failure(true, true);
        let sure = certainty(ask, (cast.method, cast.offset), &[cast.var], &failure, row.row.tier == Tier::Proven);
        return Some(at(failure.rule, row, failure.summary).advice(failure.advice).certainty(sure).build());
    }
    None
}

fn class_of(program: &Program, effect: Effect) -> Option<TypeId> {
    match effect {
        Effect::Class(ty) => Some(ty),
        Effect::Constructor(method) => Some(program.class_type(program.method(method).class)),
        _ => None,
    }
}

/// A cast of a result.
struct Cast {
    method: MethodId,
    offset: u32,
    var: Var,
    ty: TypeId,
}

/// The casts of a variable, and of the result of a method that returns nothing else, by those that call it.
fn casts(ask: &Asker<'_, '_>, method: MethodId, var: Var, depth: u32) -> Vec<Cast> {
    let Some(body) = ask.body(method) else { return Vec::new() };
    let facts = Facts::of(body);
    let (mut found, mut aliases, mut is_returned) = (Vec::new(), vec![var], false);
    while let Some(alias) = aliases.pop() {
        for used in facts.uses(alias) {
            match *used {
                Use::Stmt(block, nth) => {
                    let stmt = &body.blocks[block].stmts[nth as usize];
                    if let Op::Cast { dst, ty, .. } = stmt.op {
                        found.push(Cast { method, offset: stmt.offset, var: alias, ty });
                        aliases.push(dst);
                    }
                }
                Use::Terminator(block) => {
                    is_returned |= matches!(body.blocks[block].terminator, Terminator::Return { .. });
                }
                Use::Phi(..) => {}
            }
        }
    }
    if is_returned && depth < 2 {
        for caller in ask.callers(method).iter().filter(|caller| caller.kind == EdgeKind::Call) {
            if let Some(Op::Invoke { dst: Some(dst), .. }) = ask.op_at(caller.method, caller.offset) {
                found.extend(casts(ask, caller.method, *dst, depth + 1));
            }
        }
    }
    found
}
