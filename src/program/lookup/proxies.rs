//! What classes that are made for interfaces have (`java.lang.reflect.Proxy`): where their handler is, and which `Method` it is
//! given. Must not know objects.

use super::super::{ClassId, FieldId, MethodId, Program, TypeId, access};
use super::public_methods;
use crate::base::FxIndexSet;

/// The methods of `Object` whose calls come to the handler (`ProxyGenerator.generateClassFile`).
const OF_OBJECT: &[&str] = &["equals", "hashCode", "toString"];

/// The field of a proxy that holds its handler.
pub fn proxy_handler(program: &Program) -> Option<FieldId> {
    program.find_field(program.well_known().proxy, "h", "Ljava/lang/reflect/InvocationHandler;")
}

/// The members that a handler may be given where a method is called on a proxy of interfaces: that of `Object` where it has
/// one, else that of the first interface which lists one of this name and descriptor (`ProxyGenerator.addProxyMethod`).
pub fn proxied_methods(program: &Program, interfaces: &[TypeId], called: MethodId) -> Vec<MethodId> {
    let data = program.method(called);
    if let Some(of_object) = proxied_of_object(program, called) {
        return vec![of_object];
    }
    let is_it = |method: &&MethodId| {
        let other = program.method(**method);
        other.name == data.name && other.desc == data.desc && other.access & access::STATIC == 0
    };
    for &interface in interfaces {
        let found: Vec<MethodId> = public_methods(program, interface).iter().filter(is_it).copied().collect();
        if !found.is_empty() {
            return found;
        }
    }
    let owner = program.class_type(data.class);
    let has = interfaces.iter().any(|&interface| program.is_subtype(interface, owner));
    if has && data.access & access::STATIC == 0 { vec![called] } else { Vec::new() }
}

/// What the initialiser of a proxy class looks up by `Class.forName`, and so initialises: an interface with methods to answer, and the
/// classes of their parameters (`ProxyGenerator.ProxyMethod.codeFieldInitialization`).
pub fn initialised_by_proxy(program: &Program, interface: TypeId) -> FxIndexSet<ClassId> {
    let methods = public_methods(program, interface).iter().map(|&method| program.method(method));
    let answered = methods.filter(|method| method.access & access::STATIC == 0);
    let types = answered
        .flat_map(|method| [interface].into_iter().chain(program.method_desc(method.desc).params.iter().copied()));
    types.filter_map(|ty| program.class_of(ty)).collect()
}

/// The method of `Object` that a call on a proxy is one of, whoever declares it again, if its handler gets such calls.
fn proxied_of_object(program: &Program, called: MethodId) -> Option<MethodId> {
    let data = program.method(called);
    let name = program.str(data.name);
    let descriptor = program.str(program.method_desc(data.desc).text);
    let is_proxied = OF_OBJECT.contains(&name);
    is_proxied.then(|| program.find_method(program.well_known().object, name, descriptor))?
}
