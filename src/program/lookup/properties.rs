//! The methods of a property of a bean, as `java.beans` finds them in a class: by the name of the property, by their own, or all
//! that there are. Unlike its siblings not one answer: what releases of the JDK choose differently is given with the rest. Must
//! not know descriptors.

use super::methods::method_class;
use super::relations::modifiers;
use crate::base::FxIndexSet;
use crate::program::{ClassId, MethodId, Program, TypeId, access};

/// What a method of a property does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PropertyAccess {
    Read,
    Write,
}

/// Whether a method is one that is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    No,
    /// It depends on types that are not followed (`TypeResolver`).
    Maybe,
    Yes,
}

/// `com.sun.beans.finder` and `NameGenerator.capitalize`: the first character as a capital, whatever follows.
pub fn capitalised(name: &str) -> String {
    let mut chars = name.chars();
    match chars.next() {
        // `substring(0, 1)` of a character beyond the basic plane is half of it, which has no capital.
        Some(first) if first.len_utf16() == 1 => first.to_uppercase().chain(chars).collect(),
        _ => name.to_owned(),
    }
}

/// The name of a property by that of a method without its prefix (JDK: `Introspector.decapitalize`).
pub fn decapitalised(name: &str) -> String {
    let mut chars = name.chars();
    let Some(first) = chars.next().filter(|first| first.len_utf16() == 1) else { return name.to_owned() };
    // Two capitals at the beginning stay.
    if first.is_uppercase() && chars.clone().next().is_some_and(char::is_uppercase) {
        return name.to_owned();
    }
    // `Character.toLowerCase` gives one character.
    first.to_lowercase().take(1).chain(chars).collect()
}

/// `new PropertyDescriptor(String, Class)` looks for `isName`, or else `getName`.
pub fn readers_of_property(program: &Program, ty: TypeId, property: &str) -> Vec<MethodId> {
    let base = capitalised(property);
    let found = readers(program, ty, &format!("is{base}"));
    if found.is_empty() { readers(program, ty, &format!("get{base}")) } else { found }
}

/// `Introspector.findMethod` of a name and no parameters.
pub fn readers(program: &Program, ty: TypeId, name: &str) -> Vec<MethodId> {
    let is_one = |method: MethodId| is_named(program, method, name) && count(program, method) == 0;
    found(program, ty, |method| if is_one(method) { Fit::Yes } else { Fit::No })
}

/// The same of one parameter, whose type is that of the property if it is known; what returns something is none.
pub fn writers(program: &Program, ty: TypeId, name: &str, of: Option<TypeId>) -> Vec<MethodId> {
    found(program, ty, |method| {
        let data = program.method(method);
        let desc = program.method_desc(data.desc);
        if !is_named(program, method, name) || desc.params.len() != 1 || desc.ret != program.void() {
            return Fit::No;
        }
        match of {
            None => Fit::Maybe,
            // Of interfaces no type is asked, either.
            Some(_) if data.signature.is_some() || is_interface(program, data.class) => Fit::Maybe,
            Some(of) if desc.params[0] == of => Fit::Yes,
            Some(_) => Fit::No,
        }
    })
}

/// The type of a property by the methods that may read it, if no type variable decides about it.
pub fn property_type(program: &Program, readers: &[MethodId]) -> Option<TypeId> {
    let ret = |&method: &MethodId| program.method_desc(program.method(method).desc).ret;
    let ty = ret(readers.first()?);
    let is_plain = |method: &MethodId| ret(method) == ty && program.method(*method).signature.is_none();
    (ty != program.void() && readers.iter().all(is_plain)).then_some(ty)
}

/// All methods that `new PropertyDescriptor` may find in a class by some name of a property; by any name of a method without
/// `prefixed`.
pub fn any_accessor(program: &Program, ty: TypeId, does: PropertyAccess, prefixed: bool) -> Vec<MethodId> {
    let Some(class) = method_class(program, ty) else { return Vec::new() };
    let fits = |&method: &MethodId| {
        let desc = program.method_desc(program.method(method).desc);
        let has = |prefix: &str| !prefixed || program.str(program.method(method).name).starts_with(prefix);
        match does {
            PropertyAccess::Read => desc.params.is_empty() && (has("is") || has("get")),
            PropertyAccess::Write => desc.params.len() == 1 && desc.ret == program.void() && has("set"),
        }
    };
    let all = program.supertypes(class).iter().flat_map(|&class| own(program, class));
    all.filter(fits).collect()
}

/// `Introspector.internalFindMethod`: in the class and those above it, then in interfaces. Since JDK 21 a class has the default
/// methods of its interfaces, too, and one that is not public those of interfaces in place of its own.
fn found(program: &Program, ty: TypeId, fit: impl Fn(MethodId) -> Fit) -> Vec<MethodId> {
    let Some(class) = method_class(program, ty) else { return Vec::new() };
    let fitting = |class: ClassId| own(program, class).filter(|&method| fit(method) != Fit::No).collect::<Vec<_>>();
    let mut found: FxIndexSet<MethodId> = FxIndexSet::default();
    for &class in program.superclasses(class) {
        let own = fitting(class);
        let public = is_public(program, class);
        let has_it = public && own.iter().any(|&method| fit(method) == Fit::Yes);
        found.extend(own);
        let interfaces = program.superinterfaces(class).iter().flat_map(|&interface| fitting(interface));
        found.extend(interfaces.filter(|&method| !public || program.method(method).access & access::ABSTRACT == 0));
        if has_it {
            return found.into_iter().collect();
        }
    }
    found.extend(program.superinterfaces(class).iter().flat_map(|&interface| fitting(interface)));
    found.into_iter().collect()
}

/// The public methods that a class declares.
fn own(program: &Program, class: ClassId) -> impl Iterator<Item = MethodId> {
    let methods = program.class(class).methods.iter().copied();
    methods.filter(|&method| {
        let data = program.method(method);
        data.access & access::PUBLIC != 0 && !program.str(data.name).starts_with('<')
    })
}

fn is_public(program: &Program, class: ClassId) -> bool {
    modifiers(program, program.class_type(class)) & access::PUBLIC != 0
}

fn is_interface(program: &Program, class: ClassId) -> bool {
    program.class(class).access & access::INTERFACE != 0
}

fn is_named(program: &Program, method: MethodId, name: &str) -> bool {
    program.str(program.method(method).name) == name
}

fn count(program: &Program, method: MethodId) -> usize {
    program.method_desc(program.method(method).desc).params.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `NameGenerator.capitalize` of JDK 17 gives them.
    #[test]
    fn names_with_a_capital() {
        for (name, capital) in
            [("name", "Name"), ("URL", "URL"), ("aName", "AName"), ("", ""), ("ßa", "SSa"), ("𐐨a", "𐐨a")]
        {
            assert_eq!(capitalised(name), capital);
        }
    }
}
