//! Interfaces that no proxy can be made of (`Proxy.ProxyBuilder.validateProxyInterfaces`). Must not know handlers.

use crate::program::{Type, TypeId, access, lookup};
use crate::reflection::Role;
use crate::result::RuleId;

use super::super::super::values::Value;
use super::call::{Call, Failure, Reason};
use super::fit::is_partly_known;
use super::throws::WRONG_OR_NULL;

/// `Proxy.newProxyInstance` and `Proxy.getProxyClass`.
pub(super) fn make(call: &Call<'_, '_, '_>) -> Option<Failure> {
    let program = call.program();
    let var = call.input_var(Role::Arguments)?;
    let elements = call.ask.elements(call.site.method, call.site.offset, var)?;
    let literal = elements.iter().all(|values| values.literal);
    let say = |text: String| {
        Some(
            Reason::new(RuleId::RC3009, text, "pass interfaces, each once", WRONG_OR_NULL, true).failure(literal, true),
        )
    };
    let mut seen: Vec<TypeId> = Vec::new();
    let mut packages: Vec<&str> = Vec::new();
    for values in &elements {
        let mut first = None;
        let mut all_wrong = !values.all.is_empty();
        for &value in &values.all {
            match value {
                Value::Class(ty) if is_partly_known(program, ty) => return None,
                Value::Class(ty) => {
                    let why = wrong(call, ty);
                    all_wrong &= why.is_some();
                    first = first.or(why);
                }
                Value::Null => first = first.or(Some("null is among the interfaces".to_owned())),
                _ => all_wrong = false,
            }
        }
        if let (true, Some(why)) = (all_wrong, first) {
            return say(why);
        }
        let &[Value::Class(ty)] = values.all.as_slice() else { continue };
        let name = program.binary_name(ty);
        if seen.contains(&ty) {
            return say(format!("\"{name}\" is there twice"));
        }
        seen.push(ty);
        if let Type::Class(class) = program.ty(ty)
            && program.class(class).access & access::PUBLIC == 0
        {
            let package = program.package_of(class);
            if packages.iter().any(|&other| other != package) {
                return say(format!(
                    "\"{name}\" is not public, and another interface is not public in another package"
                ));
            }
            packages.push(package);
        }
    }
    None
}

fn wrong(call: &Call<'_, '_, '_>, ty: TypeId) -> Option<String> {
    let program = call.program();
    let name = program.binary_name(ty);
    match program.ty(ty) {
        Type::Class(class) if program.class(class).access & access::INTERFACE != 0 => {
            let sealed = lookup::permitted_subclasses(program, ty).is_some();
            sealed.then(|| format!("\"{name}\" is sealed"))
        }
        _ => Some(format!("\"{name}\" is no interface")),
    }
}
