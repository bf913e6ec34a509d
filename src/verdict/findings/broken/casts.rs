//! Casts of objects that reflection gives to types that they do not have: in the method that makes the call, or in those that call
//! it and get them as its result. Must not know how they are made.

use crate::base::FxHashMap;
use crate::classpath::Origin;
use crate::heap::SiteId;
use crate::ir::facts::{Facts, Use};
use crate::ir::{Op, Terminator, Var};
use crate::pointsto::EdgeKind;
use crate::program::{MethodId, Type, TypeId};
use crate::reflection::{Attempt, Effect, Role, wrapper};
use crate::result::{Finding, RuleId, Tier};

use super::super::super::filled::Elements;
use super::super::super::rows::Row;
use super::super::super::values::{Asker, Value, Values};
use super::super::super::view::View;
use super::super::case::{Case, at};
use super::call::{Reason, certainty};
use super::fit::{may_be, type_of};
use super::throws::NO_CAST;

pub(super) fn find(case: &Case<'_, '_, '_>, rows: &FxHashMap<SiteId, &Row>, out: &mut Vec<Finding>) {
    let is_guess = |row: &Row| row.key.is_some_and(|key| case.guessed.reach(case.judge, key));
    let mut rows: Vec<&&Row> = rows.values().filter(|row| !is_guess(row)).collect();
    rows.sort_unstable_by(|a, b| a.row.id.cmp(&b.row.id));
    for row in rows {
        out.extend(at_row(case.ask, row));
    }
}

fn at_row(ask: &Asker<'_, '_>, row: &Row) -> Option<Finding> {
    let key = row.key?;
    let (site, api) = (&ask.view.sites[&key], View::api(key));
    if !site.written || site.specified || !matches!(row.row.tier, Tier::Proven | Tier::Sound) {
        return None;
    }
    let Op::Invoke { dst: Some(dst), .. } = ask.op_at(site.method, site.offset)? else { return None };
    let what = match api.attempt()? {
        Attempt::NewInstance | Attempt::Construct | Attempt::NewArray | Attempt::NewProxy => "makes",
        Attempt::Invoke | Attempt::ReadField(_) => "gives",
        _ => return None,
    };
    let (cast, reason) = failing_cast(ask, (site.method, *dst), what, &given(ask, row, *dst)?)?;
    let failure = reason.failure(true, true);
    let sure = certainty(ask, (cast.method, cast.offset), &[cast.var], &failure, row.row.tier == Tier::Proven);
    Some(at(failure.rule, row, failure.summary).advice(failure.advice).certainty(sure).build())
}

/// The first cast of a result that no object which the call gives passes, and why.
fn failing_cast(
    ask: &Asker<'_, '_>,
    (method, dst): (MethodId, Var),
    what: &str,
    Given { types: made, declared }: &Given,
) -> Option<(Cast, Reason)> {
    let program = ask.view.program;
    for cast in casts(ask, method, dst, 0) {
        if made.iter().any(|made| made.iter().any(|&ty| may_be(program, ty, cast.ty))) {
            continue;
        }
        let text = format!(
            "\"{}\", which the call {what}, is no \"{}\", which its result is cast to",
            program.type_name(*made.first()?.first()?),
            program.type_name(cast.ty)
        );
        let advice = "name a class that is a subtype, or cast to what the class is";
        let literal = *declared && cast.method == method;
        return Some((cast, Reason::new(RuleId::RC3007, text, advice, NO_CAST, literal)));
    }
    None
}

/// What a call gives.
struct Given {
    /// Of each object its class; of a proxy its interfaces.
    types: Vec<Vec<TypeId>>,
    /// The class or member says so, whatever the program does.
    declared: bool,
}

/// What the call of a row gives, if that is known and cannot be null alone.
fn given(ask: &Asker<'_, '_>, row: &Row, dst: Var) -> Option<Given> {
    let program = ask.view.program;
    let key = row.key?;
    let site = &ask.view.sites[&key];
    match View::api(key).attempt()? {
        Attempt::NewProxy => return interfaces(ask, row),
        Attempt::NewArray => return arrays(ask, row),
        _ => {}
    }
    let mut given = Given { types: Vec::new(), declared: true };
    let mut others = false;
    for &effect in &site.effects {
        let ty = match effect {
            Effect::Class(ty) => Some(ty),
            Effect::Constructor(method) => Some(program.class_type(program.method(method).class)),
            Effect::Method(method) => wrapper(program, program.method_desc(program.method(method).desc).ret),
            Effect::Field(field) => wrapper(program, program.field(field).ty),
        };
        given.types.extend(ty.map(|ty| vec![ty]));
        if ty.is_none() {
            // What code of the JDK gives is followed less closely than what is read here.
            if effect.origin(program) == Origin::Jdk {
                return None;
            }
            others = true;
        }
    }
    if others {
        given.declared = false;
        given.types.extend(solved(ask, site.method, dst)?);
    }
    (!given.types.is_empty()).then_some(given)
}

/// The classes of the objects that arrive at a variable.
fn solved(ask: &Asker<'_, '_>, method: MethodId, var: Var) -> Option<Vec<Vec<TypeId>>> {
    let types = ask.view.heap.types();
    ask.values(method, var).all.into_iter().map(|value| Some(vec![type_of(types, value)?])).collect()
}

/// `Array.newInstance`: arrays of a class, as often as there are lengths.
fn arrays(ask: &Asker<'_, '_>, row: &Row) -> Option<Given> {
    let (program, key) = (ask.view.program, row.key?);
    let (site, api) = (&ask.view.sites[&key], View::api(key));
    let dimensions = match api.argument(Role::Lengths, &site.vars) {
        None => vec![1],
        Some(lengths) => {
            let lengths = ask.values(site.method, lengths).all.into_iter().map(|lengths| match lengths {
                Value::Array(_, Some(length), _) => Some(length),
                _ => None,
            });
            lengths.collect::<Option<Vec<u32>>>()?
        }
    };
    let arrays = site.effects.iter().flat_map(|&effect| match effect {
        Effect::Class(ty) => {
            dimensions.iter().map(|&count| vec![(0..count).fold(ty, |ty, _| program.array_of(ty))]).collect::<Vec<_>>()
        }
        _ => Vec::new(),
    });
    let types: Vec<Vec<TypeId>> = arrays.collect();
    (!types.is_empty()).then_some(Given { types, declared: true })
}

/// `Array.get`: what a cast of an element fails for.
pub(super) fn of_element(ask: &Asker<'_, '_>, method: MethodId, (array, dst): (Var, Var)) -> Option<Reason> {
    let program = ask.view.program;
    let mut given = Given { types: Vec::new(), declared: true };
    let values = ask.values(method, array);
    for value in &values.all {
        let Value::Array(ty, ..) = *value else { return None };
        let Type::Array(element) = program.ty(ty) else { return None };
        match wrapper(program, element) {
            Some(ty) => given.types.push(vec![ty]),
            None => {
                given.declared = false;
                given.types.extend(solved(ask, method, dst)?);
            }
        }
    }
    given.declared &= values.literal;
    failing_cast(ask, (method, dst), "gives", &given).map(|(_, reason)| reason)
}

/// `Proxy.newProxyInstance`: an object whose class has the interfaces, and is a `Proxy`.
fn interfaces(ask: &Asker<'_, '_>, row: &Row) -> Option<Given> {
    let (program, key) = (ask.view.program, row.key?);
    let (site, api) = (&ask.view.sites[&key], View::api(key));
    let proxy = program.class_type(program.well_known().proxy);
    let arrays = ask.arrays(site.method, site.offset, *site.vars.get(api.position(Role::Arguments)?)?)?;
    let interface = |values: &Values| match values.all.as_slice() {
        &[Value::Class(ty)] => Some(ty),
        _ => None,
    };
    let of = |array: &Elements| array.all.iter().map(interface).chain([Some(proxy)]).collect::<Option<Vec<_>>>();
    let types: Vec<Vec<TypeId>> = arrays.iter().map(of).collect::<Option<_>>()?;
    Some(Given { types, declared: arrays.iter().all(|array| array.literal) })
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
        // Where a call may run other methods as well, a cast of its result can be about what those give.
        for caller in ask.callers(method).iter().filter(|caller| caller.kind == EdgeKind::Call && caller.alone) {
            if let Some(Op::Invoke { dst: Some(dst), .. }) = ask.op_at(caller.method, caller.offset) {
                found.extend(casts(ask, caller.method, *dst, depth + 1));
            }
        }
    }
    found
}
