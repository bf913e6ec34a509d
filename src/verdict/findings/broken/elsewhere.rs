//! Failures of calls that are no sites of their own: `setAccessible`, casts by class objects, the elements of what is no array,
//! and the constants of enums by name. Must not know sites.

use crate::classpath::Origin;
use crate::heap::ObjKind;
use crate::ir::facts::Facts;
use crate::ir::{ConstValue, Var};
use crate::pointsto::CallSite;
use crate::program::{MethodId, access, lookup};
use crate::result::{Finding, FindingBuilder, RuleId};

use super::super::super::places::place;
use super::super::super::values::{Asker, Value};
use super::access::is_granted;
use super::call::{Reason, certainty};
use super::fit::{may_be, shown, type_of};
use super::named::missing_constant;
use super::throws::{CLOSED, NO_CAST, WRONG_OR_NULL};
use crate::base::FxHashSet;

pub(super) fn find(ask: &Asker<'_, '_>, out: &mut Vec<Finding>) {
    let view = ask.view;
    let program = view.program;
    let mut seen: FxHashSet<(MethodId, u32)> = FxHashSet::default();
    for call in view.state.calls() {
        let method = view.state.instance(call.caller).method;
        if program.origin_of(method) != Origin::Application || call.vars.is_empty() {
            continue;
        }
        let resolved = program.method(call.resolved);
        let (owner, name) = (program.class_name(resolved.class), program.str(resolved.name));
        let reason = match (owner, name) {
            (_, "setAccessible") if owner.starts_with("java/lang/reflect/") => set_accessible(ask, call, method),
            ("java/lang/Class", "asSubclass" | "cast") => cast(ask, call, method, name == "cast"),
            ("java/lang/reflect/Array", _) if name != "newInstance" => no_array(ask, method, call.vars[0]),
            (_, "valueOf") if program.class(resolved.class).access & access::ENUM != 0 => {
                let names = ask.values(method, call.vars[0]);
                missing_constant(program, &[resolved.class], &names)
            }
            _ => None,
        };
        if let Some(reason) = reason
            && seen.insert((method, call.offset))
        {
            out.push(said(ask, (method, call), name, reason));
        }
    }
}

fn said(ask: &Asker<'_, '_>, (method, call): (MethodId, &CallSite), name: &str, reason: Reason) -> Finding {
    let program = ask.view.program;
    let line = ask.body(method).and_then(|body| body.line_of(call.offset));
    let failure = reason.failure(true, true);
    let sure = certainty(ask, (method, call.offset), &call.vars, &failure, true);
    let key = format!("{} {} {name} {}", failure.rule, program.method_id(method), failure.summary);
    let place = place(program, method, call.offset, line, Some(name));
    FindingBuilder::in_code(failure.rule, place, key, failure.summary)
        .call(format!("{name}(...)"))
        .advice(failure.advice)
        .certainty(sure)
        .build()
}

/// `setAccessible(true)` on members of closed packages only.
fn set_accessible(ask: &Asker<'_, '_>, call: &CallSite, method: MethodId) -> Option<Reason> {
    let view = ask.view;
    let program = view.program;
    let caller = program.method(method).class;
    let flag = Facts::of(ask.body(method)?).constant_of(*call.vars.get(1)?);
    if flag != Some(&ConstValue::Int(1)) {
        return None;
    }
    let node = call.args.first().copied().flatten()?;
    let mut first = None;
    for (_, kind) in view.values(node) {
        let (class, flags, is_constructor) = match kind {
            ObjKind::Method { method } => (program.method(method).class, program.method(method).access, false),
            ObjKind::Constructor { method } => (program.method(method).class, program.method(method).access, true),
            ObjKind::Field { field } => (program.field(field).class, program.field(field).access, false),
            _ => return None,
        };
        if lookup::can_set_accessible(program, caller, class, flags, is_constructor) || is_granted(program, class, true)
        {
            return None;
        }
        first.get_or_insert(class);
    }
    let class = first?;
    let module = lookup::module_of(program, class).unwrap_or_default();
    let package = program.package_of(class).replace('/', ".");
    let text = format!(
        "module {module} does not open {package}: members of \"{}\" cannot be made accessible",
        program.binary_name(program.class_type(class))
    );
    let advice = format!("use a public API, or start with --add-opens {module}/{package}=ALL-UNNAMED");
    Some(Reason { defeasible: true, ..Reason::new(RuleId::RC3006, text, advice, CLOSED, true) })
}

/// `Class.cast` of an object that is none of the class's, `Class.asSubclass` of a class that is no subtype.
fn cast(ask: &Asker<'_, '_>, call: &CallSite, method: MethodId, is_object: bool) -> Option<Reason> {
    let (program, types) = (ask.view.program, ask.view.heap.types());
    let (classes, given) = (ask.values(method, call.vars[0]), ask.values(method, *call.vars.get(1)?));
    let (to, from) = if is_object { (&classes, &given) } else { (&given, &classes) };
    let mut first = None;
    for &to in &to.all {
        let Value::Class(to) = to else { return None };
        for &value in &from.all {
            let ty = match value {
                Value::Class(ty) if !is_object => ty,
                _ if is_object => type_of(types, value)?,
                _ => return None,
            };
            if may_be(program, ty, to) {
                return None;
            }
            first.get_or_insert((ty, to));
        }
    }
    let (ty, to) = first?;
    let text = format!("\"{}\" is no subtype of \"{}\"", program.type_name(ty), program.type_name(to));
    let literal = classes.literal && given.literal;
    Some(Reason::new(RuleId::RC3007, text, "name a class that is a subtype", NO_CAST, literal))
}

/// `Array.get`, `Array.set`, `Array.getLength` and their kin on what is no array.
fn no_array(ask: &Asker<'_, '_>, method: MethodId, array: Var) -> Option<Reason> {
    let (program, types) = (ask.view.program, ask.view.heap.types());
    let values = ask.values(method, array);
    let is_none = |value: &Value| match *value {
        Value::Null => true,
        value => type_of(types, value).is_some_and(|ty| program.dimensions(ty).0 == 0),
    };
    if values.all.is_empty() || !values.all.iter().all(is_none) {
        return None;
    }
    let text = format!("\"{}\" is no array", shown(program, types, values.all[0]));
    Some(Reason::new(RuleId::RC3003, text, "pass an array", WRONG_OR_NULL, values.literal))
}
