//! Class names in and out: the grammar of `Class.forName` and `ClassLoader.loadClass`, and the names a `Class` has. Must
//! not know members.

use super::relations::{binary_simple_name, is_local_or_anonymous_class};
use super::{Failure, declaring_class};
use crate::classpath::Origin;
use crate::program::{ClassId, Program, Type, TypeId};

/// Why a class source throws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NotLoaded {
    /// `ClassNotFoundException`: ill-formed, or no such class.
    NotFound,
    /// The class file is there, but loading it throws a `LinkageError`, because of this class: itself or a supertype,
    /// missing (`NoClassDefFoundError`) or unusable.
    Linkage(ClassId),
}

/// `Class.forName(name)`: binary names, and arrays as `[I` or `[Lp.A;`.
///
/// # Errors
/// What the JVM throws; an error of initialisation is not among them.
pub fn for_name(program: &Program, name: &str) -> Result<TypeId, NotLoaded> {
    if !name.starts_with('[') {
        return find(program, name);
    }
    let element = name.trim_start_matches('[');
    match element.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')) {
        Some(class) => {
            let mut ty = find(program, class)?;
            let dimensions = name.len() - element.len();
            if dimensions > 255 {
                return Err(NotLoaded::NotFound);
            }
            for _ in 0..dimensions {
                ty = program.array_of(ty);
            }
            Ok(ty)
        }
        None if element.len() == 1 => program.type_of_descriptor(name).ok_or(NotLoaded::NotFound),
        None => Err(NotLoaded::NotFound),
    }
}

/// As [`for_name`]; a name that is none may be written as sources have it: a primitive type, `p.A[]`, or `p.A.B` for a class nested
/// in `p.A` (`ClassUtils` of Spring and of Commons Lang, the latter also with blanks).
///
/// # Errors
/// As [`for_name`].
pub fn named_in_source(program: &Program, name: &str) -> Result<TypeId, NotLoaded> {
    let found = for_name(program, name);
    if found != Err(NotLoaded::NotFound) {
        return found;
    }
    if name.contains(char::is_whitespace) {
        return named_in_source(program, &name.replace(char::is_whitespace, ""));
    }
    if let Some(element) = name.strip_suffix("[]") {
        return named_in_source(program, element).map(|element| program.array_of(element));
    }
    if let Some(ty) = program.type_of_keyword(name) {
        return Ok(ty);
    }
    let mut nested = name.to_owned();
    while let Some(dot) = nested.rfind('.') {
        nested.replace_range(dot..=dot, "$");
        match for_name(program, &nested) {
            Err(NotLoaded::NotFound) => {}
            found => return found,
        }
    }
    Err(NotLoaded::NotFound)
}

/// `ClassLoader.loadClass(name)` on the application's loader: as [`for_name`], but array names are not found, and a name
/// with slashes finds the file of an application or library class, which then is no class of that name
/// (`NoClassDefFoundError`).
///
/// # Errors
/// What the JVM throws.
pub fn load_class(program: &Program, name: &str) -> Result<TypeId, NotLoaded> {
    let result = find(program, name);
    if result.is_err()
        && name.contains('/')
        && let Some(class) = program.find_class(&name.replace('.', "/"))
        && program.source_of(class).is_some_and(|source| program.class_path().origin(source) != Origin::Jdk)
    {
        return Err(NotLoaded::Linkage(class));
    }
    result
}

fn find(program: &Program, name: &str) -> Result<TypeId, NotLoaded> {
    if name.contains(['/', ';', '[']) {
        return Err(NotLoaded::NotFound);
    }
    let class = program.find_class(&name.replace('.', "/")).ok_or(NotLoaded::NotFound)?;
    match program.broken_supertype(class) {
        None => Ok(program.class_type(class)),
        Some((broken, _)) => Err(NotLoaded::Linkage(broken)),
    }
}

/// `Class.getName()`.
pub fn name(program: &Program, ty: TypeId) -> String {
    program.binary_name(ty)
}

/// `Class.getTypeName()`.
pub fn type_name(program: &Program, ty: TypeId) -> String {
    program.type_name(ty)
}

/// `Class.getPackageName()`: arrays as their element type, primitives `java.lang`, the unnamed package empty.
pub fn package_name(program: &Program, ty: TypeId) -> String {
    match program.ty(program.dimensions(ty).1) {
        Type::Class(class) => program.package_of(class).replace('/', "."),
        _ => "java.lang".to_owned(),
    }
}

/// `Class.getSimpleName()`: from the InnerClasses attribute for nested classes, empty for anonymous ones.
///
/// # Errors
/// Where finding out what encloses the class throws.
pub fn simple_name(program: &Program, ty: TypeId) -> Result<String, Failure> {
    let (dimensions, element) = program.dimensions(ty);
    let name = match program.ty(element) {
        Type::Class(class) => {
            let top_level =
                !is_local_or_anonymous_class(program, class)? && declaring_class(program, element)?.is_none();
            if top_level {
                let name = program.class_name(class);
                name.rsplit_once('/').map_or(name, |(_, simple)| simple).to_owned()
            } else {
                binary_simple_name(program, class).map_or_else(String::new, |sym| program.str(sym).to_owned())
            }
        }
        _ => program.binary_name(element),
    };
    Ok(name + &"[]".repeat(dimensions))
}

/// `Class.getCanonicalName()`: `None` for local and anonymous classes, what they enclose, and arrays of such.
///
/// # Errors
/// Where finding out what encloses the class throws.
pub fn canonical_name(program: &Program, ty: TypeId) -> Result<Option<String>, Failure> {
    let (dimensions, element) = program.dimensions(ty);
    let mut simple_names: Vec<String> = Vec::new();
    let mut at = element;
    while let Type::Class(class) = program.ty(at) {
        if is_local_or_anonymous_class(program, class)? {
            return Ok(None);
        }
        match declaring_class(program, at)? {
            // Hostile InnerClasses attributes can form a ring.
            Some(_) if simple_names.len() > 255 => return Ok(None),
            Some(outer) => {
                simple_names.push(simple_name(program, at)?);
                at = outer;
            }
            None => break,
        }
    }
    let mut name = program.binary_name(at);
    for simple in simple_names.iter().rev() {
        name.push('.');
        name.push_str(simple);
    }
    Ok(Some(name + &"[]".repeat(dimensions)))
}
