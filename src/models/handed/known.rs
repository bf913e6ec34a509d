//! Classes of the application that code which looks for members comes to know without their class objects: by texts that name
//! them, by the type arguments of a class it is handed (`new TypeReference<List<Item>>() {}`), by the types of the fields and
//! properties of a class that it fills. Must not know what becomes of them.

use crate::base::Sym;
use crate::classpath::Origin;
use crate::program::{ClassId, Program, Type, TypeId, access};

/// The class of the application that a text names, in the form of `Class.getName` (JDK javadoc).
pub(in crate::models) fn named(program: &Program, text: &str) -> Option<ClassId> {
    // What the JVM limits a name to (JVMS 4.4.7).
    if text.len() > usize::from(u16::MAX) || text.starts_with('[') || text.contains('/') {
        return None;
    }
    own(program, &text.replace('.', "/"))
}

/// Classes of the application that the generic supertypes of a class of its own name, where one of these is of a library:
/// JVMS 4.7.9.1, `Class.getGenericSuperclass`.
pub(in crate::models) fn by_arguments(program: &Program, class: ClassId) -> Vec<ClassId> {
    let data = program.class(class);
    let above = || program.supertypes(class).iter().map(|&class| program.class(class).origin);
    let Some(signature) = data.signature.filter(|_| data.origin == Origin::Application) else { return Vec::new() };
    if !above().any(|origin| origin == Origin::Library) {
        return Vec::new();
    }
    owns(program, program.str(signature), class)
}

/// Classes of the application that are types of the fields of an object, or of what its setters and constructors take, with
/// type arguments and elements of arrays.
pub(in crate::models) fn by_members(program: &Program, class: ClassId) -> Vec<ClassId> {
    let mut found = Vec::new();
    let data = program.class(class);
    if data.origin != Origin::Application {
        return found;
    }
    for &field in &data.fields {
        let of = program.field(field);
        if of.access & access::STATIC == 0 {
            add(program, (of.ty, of.signature), class, &mut found);
        }
    }
    for &method in &data.methods {
        let of = program.method(method);
        let name = program.str(of.name);
        if of.access & access::STATIC != 0 || !(name.starts_with("set") || name == "<init>") {
            continue;
        }
        let params = &program.method_desc(of.desc).params;
        params.iter().for_each(|&ty| add(program, (ty, None), class, &mut found));
        found.extend(of.signature.iter().flat_map(|&signature| owns(program, program.str(signature), class)));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// What a place of a type may be filled with, itself not counted.
fn add(program: &Program, (ty, signature): (TypeId, Option<Sym>), of: ClassId, found: &mut Vec<ClassId>) {
    match program.ty(ty) {
        Type::Array(element) => add(program, (element, None), of, found),
        Type::Class(class) if program.class(class).origin == Origin::Application && class != of => found.push(class),
        Type::Class(_) | Type::Void | Type::Prim(_) => {}
    }
    found.extend(signature.iter().flat_map(|&signature| owns(program, program.str(signature), of)));
}

/// Classes of the application in a generic signature, but for one.
fn owns(program: &Program, signature: &str, but: ClassId) -> Vec<ClassId> {
    classes(signature).iter().filter_map(|name| own(program, name)).filter(|&class| class != but).collect()
}

fn own(program: &Program, internal: &str) -> Option<ClassId> {
    let class_path = program.class_path();
    let is_own = class_path.find(internal).is_some_and(|class| class_path.origin(class) == Origin::Application);
    program.find_class(internal).filter(|_| is_own)
}

/// The internal names of the classes that a signature mentions (JVMS 4.7.9.1). Of one that is malformed, some.
fn classes(signature: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = signature;
    // Names around the arguments that are being read: an inner class goes on after them.
    let mut outer: Vec<String> = Vec::new();
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        match first {
            'L' => {
                let (name, more) = rest.split_at(rest.find(['<', ';', '.', ':']).unwrap_or(rest.len()));
                rest = more;
                // A type parameter of that name.
                if !more.starts_with(':') {
                    outer.push(name.to_owned());
                    found.push(name.to_owned());
                }
            }
            '.' => {
                let (name, more) = rest.split_at(rest.find(['<', ';', '.']).unwrap_or(rest.len()));
                rest = more;
                if let Some(of) = outer.last_mut() {
                    *of = format!("{of}${name}");
                    found.push(of.clone());
                }
            }
            'T' => rest = rest.find([';', ':']).map_or("", |at| rest[at..].trim_start_matches(';')),
            ';' => drop(outer.pop()),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::classes;

    #[test]
    fn signatures_name_classes() {
        for (signature, expected) in [
            ("Llib/Ref<Ljava/util/List<Lapp/Item;>;>;", &["lib/Ref", "java/util/List", "app/Item"][..]),
            ("Lapp/Outer<Lapp/A;>.Inner<Lapp/B;>;", &["app/Outer", "app/A", "app/Outer$Inner", "app/B"]),
            ("<L:Ljava/lang/Object;T::Lapp/I;>Lapp/Base<TL;[TT;>;", &["java/lang/Object", "app/I", "app/Base"]),
            ("(Ljava/util/Map<Ljava/lang/String;+Lapp/V;>;I)V", &["java/util/Map", "java/lang/String", "app/V"]),
            ("TLong;Lapp/After;", &["app/After"]),
            ("L", &[""]),
            (";;.<T", &[]),
        ] {
            assert_eq!(classes(signature), expected, "{signature}");
        }
    }
}
