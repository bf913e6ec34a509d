//! Elements of arrays that `java.lang.reflect.Array` does not read or write: of what is no array, of another type, past the end.
//! Must not know sites.

use crate::classfile::Prim;
use crate::ir::facts::Facts;
use crate::ir::{ConstValue, Var};
use crate::program::{MethodId, Program, Type, TypeId};
use crate::reflection::{Attempt, Role, Row, widens};
use crate::result::RuleId;

use super::super::super::values::{Asker, Value};
use super::call::Reason;
use super::fit::{none_fits, shown, type_of};
use super::throws::{NO_ELEMENT, WRONG, WRONG_OR_NULL};

/// `Array.get`, `Array.set`, `Array.getLength` and their kin: the array, the index, what is stored.
pub(super) fn access(ask: &Asker<'_, '_>, method: MethodId, api: &Row, vars: &[Var]) -> Option<Reason> {
    let (program, types) = (ask.view.program, ask.view.heap.types());
    let arrays = ask.values(method, api.argument(Role::Mirror, vars)?);
    if arrays.all.is_empty() {
        return None;
    }
    let is_none = |value: &Value| match *value {
        Value::Null => true,
        value => type_of(types, value).is_some_and(|ty| program.dimensions(ty).0 == 0),
    };
    if arrays.all.iter().all(is_none) {
        let text = format!("\"{}\" is no array", shown(program, types, arrays.all[0]));
        return Some(Reason::new(RuleId::RC3003, text, "pass an array", WRONG_OR_NULL, arrays.literal));
    }
    let index = api.argument(Role::Index, vars).and_then(|var| match Facts::of(ask.body(method)?).constant_of(var) {
        Some(&ConstValue::Int(index)) => Some(index),
        _ => None,
    });
    let is_any_written = api.attempt() == Some(Attempt::WriteElement(None));
    Reason::of_all(arrays.all.iter().map(|array| {
        let Value::Array(ty, length, _) = *array else { return None };
        let Type::Array(element) = program.ty(ty) else { return None };
        let reason = wrong_element(program, api, (ty, element))
            .or_else(|| match length.zip(index) {
                Some((length, index)) if i64::from(index) < 0 || i64::from(index) >= i64::from(length) => {
                    let text = format!("the array has {length} elements, and that at {index} is asked for");
                    Some(Reason::new(RuleId::RC3003, text, "ask for an element that is there", NO_ELEMENT, true))
                }
                _ => None,
            })
            .or_else(|| {
                let values = ask.values(method, api.argument(Role::Value, vars).filter(|_| is_any_written)?);
                let literal = none_fits(program, types, &values, element)?;
                let given = shown(program, types, *values.all.first()?);
                let text = format!("an element is \"{}\", and gets \"{given}\"", program.type_name(element));
                Some(Reason::new(RuleId::RC3003, text, "store what the array takes", WRONG_OR_NULL, literal))
            })?;
        Some(Reason { literal: reason.literal && arrays.literal, ..reason })
    }))
}

/// Why a getter or setter of a primitive type does not take the elements of an array.
fn wrong_element(program: &Program, api: &Row, (array, element): (TypeId, TypeId)) -> Option<Reason> {
    let widens_to = |to: Prim| matches!(program.ty(element), Type::Prim(element) if widens(element, to));
    let takes = |from: Prim| matches!(program.ty(element), Type::Prim(element) if widens(from, element));
    let fits = match api.attempt()? {
        Attempt::ReadElement(of) => widens_to(of?),
        Attempt::WriteElement(of) => takes(of?),
        _ => return None,
    };
    let text = format!("{} does not do for elements of \"{}\"", api.name, program.type_name(array));
    (!fits).then(|| Reason::new(RuleId::RC3003, text, "use the form for the type of the elements", WRONG, true))
}
