//! Look-ups of methods and constructors by parameter types that are known though no literals stand there. Must not know what is
//! done with the member. Literals are the business of the look-up itself.

use crate::base::Sym;
use crate::heap::{MemberKind, ObjKind};
use crate::program::{Program, TypeId, lookup};
use crate::reflection::{NO_METHOD, Problem, Role};
use crate::result::RuleId;

use super::super::super::values::{Value, Values};
use super::call::{Call, Failure, Reason};
use super::fit::is_partly_known;

/// Most lists of parameter types of one call.
const LISTS: usize = 16;

/// `getMethod`, `getConstructor` and their `getDeclared` forms.
pub(super) fn find(call: &Call<'_, '_, '_>, kind: MemberKind, declared: bool) -> Option<Failure> {
    let of_method = kind == MemberKind::Method;
    if call.site.problems.iter().any(|problem| matches!(problem, Problem::MissingMember { .. })) {
        return None;
    }
    let var = call.input_var(Role::Types)?;
    let arrays = call.ask.arrays(call.site.method, call.site.offset, var)?;
    let lists: Vec<List> =
        arrays.iter().map(|array| lists(&array.all)).collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
    let names = match of_method {
        true => names(&call.input(Role::Name)?)?,
        false => vec![call.program().sym("<init>")],
    };
    call.each(Role::Class, |kind| {
        let ObjKind::Class { ty } = kind else { return None };
        let program = call.program();
        let found = |name: Sym, params: &[TypeId]| match (of_method, declared) {
            (true, true) => lookup::declared_method(program, ty, name, params).is_some(),
            (true, false) => lookup::get_method(program, ty, name, params).is_some(),
            (false, true) => lookup::declared_constructor(program, ty, params).is_some(),
            (false, false) => lookup::get_constructor(program, ty, params).is_some(),
        };
        // No member has a parameter of no type.
        let types = |list: &List| list.iter().copied().collect::<Option<Vec<TypeId>>>();
        let any = names.iter().any(|&name| lists.iter().filter_map(types).any(|params| found(name, &params)));
        if any || is_partly_known(program, ty) {
            return None;
        }
        let what = match of_method {
            true => format!("method \"{}\"", program.str(*names.first()?)),
            false => "constructor".to_owned(),
        };
        let text =
            format!("\"{}\" has no {what} with the types {}", program.binary_name(ty), shown(program, lists.first()?));
        let advice = "write the parameter types as the member declares them: there is no boxing, and no subtypes";
        Some(Reason::new(RuleId::RC3002, text, advice, NO_METHOD, false))
    })
}

fn names(values: &Values) -> Option<Vec<Sym>> {
    let name = |value: &Value| match *value {
        Value::Text(name) => Some(name),
        _ => None,
    };
    values.all.iter().map(name).collect::<Option<Vec<Sym>>>().filter(|names| !names.is_empty())
}

/// Parameter types; none for null.
type List = Vec<Option<TypeId>>;

/// Every list of parameter types that the elements can be.
fn lists(elements: &[Values]) -> Option<Vec<List>> {
    let mut lists = vec![Vec::new()];
    for values in elements {
        let mut longer = Vec::new();
        for &value in &values.all {
            let ty = match value {
                Value::Class(ty) => Some(ty),
                Value::Null => None,
                _ => return None,
            };
            longer.extend(lists.iter().map(|list: &List| [list.as_slice(), &[ty]].concat()));
        }
        if longer.is_empty() || longer.len() > LISTS {
            return None;
        }
        lists = longer;
    }
    Some(lists)
}

fn shown(program: &Program, types: &[Option<TypeId>]) -> String {
    let name = |ty: &Option<TypeId>| ty.map_or("null".to_owned(), |ty| program.type_name(ty));
    let names: Vec<String> = types.iter().map(name).collect();
    format!("({})", names.join(","))
}
