//! Interfaces that no proxy can be made of (`Proxy.ProxyBuilder.validateProxyInterfaces`, `ProxyGenerator.checkReturnTypes`),
//! and calls that make one without a handler. Must not know what handlers do.

use crate::base::{FxIndexMap, Sym};
use crate::classpath::Origin;
use crate::program::{MethodId, Program, Type, TypeId, access, lookup};
use crate::reflection::Role;
use crate::result::RuleId;

use super::super::super::filled::Elements;
use super::super::super::values::Value;
use super::call::{Call, Failure, Reason};
use super::fit::is_partly_known;
use super::throws::{NULL, WRONG, WRONG_OR_NULL};

/// `Proxy.newProxyInstance` and `Proxy.getProxyClass`.
pub(super) fn make(call: &Call<'_, '_, '_>) -> Option<Failure> {
    if let Some(handler) = call.input(Role::Handler)
        && handler.all == [Value::Null]
    {
        let text = "the handler of the proxy is null";
        let reason = Reason::new(RuleId::RC3003, text, "pass a handler", NULL, handler.literal);
        return Some(reason.failure(true, true));
    }
    let var = call.input_var(Role::Arguments)?;
    let arrays = call.ask.arrays(call.site.method, call.site.offset, var)?;
    let reason = Reason::of_all(arrays.iter().map(|array| wrong_interfaces(call, array)))?;
    Some(reason.failure(true, true))
}

/// `MethodHandleProxies.asInterfaceInstance`.
pub(super) fn wrap_handle(call: &Call<'_, '_, '_>) -> Option<Failure> {
    let program = call.program();
    let classes = call.input(Role::Class)?;
    Reason::of_all(classes.all.iter().map(|value| {
        let Value::Class(ty) = *value else { return None };
        let why = wrong(program, ty).filter(|_| !is_partly_known(program, ty))?;
        Some(Reason::new(RuleId::RC3009, why, "pass a public interface of one method", WRONG, classes.literal))
    }))
    .map(|reason| reason.failure(true, true))
}

/// Why no proxy is made of the interfaces of an array.
fn wrong_interfaces(call: &Call<'_, '_, '_>, array: &Elements) -> Option<Reason> {
    let program = call.program();
    let say = |text: String| {
        Some(Reason::new(RuleId::RC3009, text, "pass interfaces, each once", WRONG_OR_NULL, array.literal))
    };
    // Of a loader that is passed or kept little is known.
    let by_boot_loader = call.input(Role::Asking).is_some_and(|loader| loader.literal && loader.all == [Value::Null]);
    let mut seen: Vec<TypeId> = Vec::new();
    let mut packages: Vec<&str> = Vec::new();
    for values in &array.all {
        let mut first = None;
        let mut all_wrong = !values.all.is_empty();
        for &value in &values.all {
            match value {
                Value::Class(ty) if is_partly_known(program, ty) => return None,
                Value::Class(ty) => {
                    let why = wrong(program, ty).or_else(|| is_unseen(program, ty).filter(|_| by_boot_loader));
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
    say(at_odds(program, &seen)?)
}

fn wrong(program: &Program, ty: TypeId) -> Option<String> {
    let name = program.binary_name(ty);
    match program.ty(ty) {
        Type::Class(class) if program.class(class).access & access::INTERFACE != 0 => {
            let sealed = lookup::permitted_subclasses(program, ty).is_some();
            sealed.then(|| format!("\"{name}\" is sealed"))
        }
        _ => Some(format!("\"{name}\" is no interface")),
    }
}

/// Whether the boot loader, which null stands for, does not see an interface.
fn is_unseen(program: &Program, ty: TypeId) -> Option<String> {
    let class = program.class_of(ty)?;
    let text =
        || format!("\"{}\" is not seen by the loader of the JDK, which null stands for", program.binary_name(ty));
    (program.class(class).origin != Origin::Jdk).then(text)
}

/// Name and parameter types.
type Signature<'p> = (Sym, &'p [TypeId]);

/// Methods of interfaces that no class has together: of one name and parameters, and of results none of which is all of them.
fn at_odds(program: &Program, interfaces: &[TypeId]) -> Option<String> {
    let mut results: FxIndexMap<Signature<'_>, Vec<(MethodId, TypeId)>> = FxIndexMap::default();
    for &interface in interfaces {
        for &method in lookup::public_methods(program, interface) {
            let data = program.method(method);
            if data.access & access::STATIC == 0 {
                let desc = program.method_desc(data.desc);
                results.entry((data.name, &desc.params)).or_default().push((method, desc.ret));
            }
        }
    }
    let fits = |ty: TypeId, all: &[(MethodId, TypeId)]| {
        all.iter().all(|&(_, other)| {
            ty == other || is_partly_known(program, other) || program.is_reference(ty) && program.is_subtype(ty, other)
        })
    };
    let (_, all) =
        results.iter().find(|(_, all)| !all.iter().any(|&(_, ty)| fits(ty, all) || is_partly_known(program, ty)))?;
    let name =
        |&(method, _): &(MethodId, TypeId)| program.binary_name(program.class_type(program.method(method).class));
    let (first, last) = (all.first()?, all.last()?);
    let method = program.str(program.method(first.0).name);
    Some(format!("\"{}\" and \"{}\" have methods \"{method}\" with different results", name(first), name(last)))
}
