//! Near misses: which name a program most likely meant where a look-up finds nothing. Must not know messages.

use super::{for_name, is_exported};
use crate::base::{nearest, same_but_for_case};
use crate::program::type_table::PRIMS;
use crate::program::{ClassId, MethodId, Program, TypeId, access};

/// What the name of a class that is not there seems to mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClassHint {
    /// The name `Class.forName` would take.
    Name(String),
    /// A primitive type, or `void`, by its keyword: there is no such name of it.
    Primitive(String),
}

/// What a name seems to mean: `p.Outer$Inner` by `p.Outer.Inner`, `p.A` by `p/A`, `[Lp.A;` by `p.A[]`, the right case, a spelling
/// error away in the same package, or the only class of that simple name.
pub fn class_hint(program: &Program, name: &str) -> Option<ClassHint> {
    let trimmed = name.trim();
    let plain = trimmed.strip_suffix(".class").unwrap_or(trimmed);
    let element = plain.trim_end_matches("[]");
    let dimensions = (plain.len() - element.len()) / 2;
    if let Some(letter) = primitive_letter(element) {
        return Some(match dimensions {
            0 => ClassHint::Primitive(element.to_owned()),
            _ => ClassHint::Name(format!("{}{letter}", "[".repeat(dimensions))),
        });
    }
    let element = element.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).unwrap_or(element);
    if element.is_empty() || element.contains(['[', ';']) {
        return None;
    }
    let found = existing_spelling(program, &element.replace('/', "."))
        .or_else(|| other_case(program, element))
        .or_else(|| misspelt(program, element))
        .or_else(|| moved(program, element))?;
    let hint = if dimensions == 0 { found } else { format!("{}L{found};", "[".repeat(dimensions)) };
    (hint != name).then_some(ClassHint::Name(hint))
}

fn primitive_letter(keyword: &str) -> Option<char> {
    if keyword == "void" {
        return Some('V');
    }
    PRIMS.iter().find(|row| row.2 == keyword).map(|row| row.1)
}

/// `name` itself, or with its last dots as `$`, if there is such a class.
fn existing_spelling(program: &Program, name: &str) -> Option<String> {
    let mut spelling = name.to_owned();
    loop {
        if for_name(program, &spelling).is_ok() {
            return Some(spelling);
        }
        let dot = spelling.rfind('.')?;
        spelling.replace_range(dot..=dot, "$");
    }
}

fn all_names(program: &Program) -> impl Iterator<Item = &str> {
    let class_path = program.class_path();
    class_path.classes().map(|class| class_path.name(class))
}

/// The class whose name differs in case and separators only.
fn other_case(program: &Program, name: &str) -> Option<String> {
    all_names(program).find(|other| same_but_for_case(other, name)).map(|found| found.replace('/', "."))
}

/// The class of the same package, or nested in the same class, whose simple name is a spelling error away.
fn misspelt(program: &Program, name: &str) -> Option<String> {
    let internal = name.replace('.', "/");
    let (package, simple) = internal.rsplit_once('/').unwrap_or(("", &internal));
    let siblings = all_names(program).filter_map(|other| {
        let simple = if package.is_empty() { other } else { other.strip_prefix(package)?.strip_prefix('/')? };
        (!simple.contains('/')).then_some(simple)
    });
    let found = nearest(simple, siblings)?;
    let separator = if package.is_empty() { "" } else { "." };
    Some(format!("{}{separator}{found}", package.replace('/', ".")))
}

/// The only class with this simple name, in another package. What a module keeps to itself nobody means (JLS 7.7.2).
fn moved(program: &Program, name: &str) -> Option<String> {
    let simple = name.rsplit(['.', '/']).next()?;
    let is_for_others = |other: &str| program.find_class(other).is_some_and(|class| is_exported(program, class, None));
    let mut named = all_names(program).filter(|other| {
        let package = other.strip_suffix(simple);
        package.is_some_and(|package| package.is_empty() || package.ends_with('/')) && is_for_others(other)
    });
    let found = named.next()?;
    named.next().is_none().then(|| found.replace('/', "."))
}

/// The method name nearest to `name` among those `ty` declares or inherits.
pub fn method_hint<'p>(program: &'p Program, ty: TypeId, name: &str) -> Option<&'p str> {
    let supertypes = program.class_of(ty).map_or(&[][..], |class| program.supertypes(class));
    let methods = supertypes.iter().flat_map(|&id| &program.class(id).methods);
    let names = methods.map(|&id| program.str(program.method(id).name)).filter(|name| !name.starts_with('<'));
    nearest(name, names)
}

/// The field name nearest to `name` among those `ty` declares or inherits.
pub fn field_hint<'p>(program: &'p Program, ty: TypeId, name: &str) -> Option<&'p str> {
    let supertypes = program.class_of(ty).map_or(&[][..], |class| program.supertypes(class));
    let fields = supertypes.iter().flat_map(|&id| &program.class(id).fields);
    nearest(name, fields.map(|&id| program.str(program.field(id).name)))
}

/// The name of a property nearest to `name` among those that public methods of `ty` read, or else write.
pub fn property_hint(program: &Program, ty: TypeId, name: &str, read: bool) -> Option<String> {
    let prefixes: &[&str] = if read { &["get", "is"] } else { &["set"] };
    let methods = super::public_methods(program, ty);
    let property = |&method: &MethodId| {
        let accessor = program.str(program.method(method).name);
        let property = prefixes.iter().find_map(|prefix| accessor.strip_prefix(prefix))?;
        (!property.is_empty()).then(|| super::decapitalised(property))
    };
    let names: Vec<String> = methods.iter().filter_map(property).collect();
    nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
}

/// What a look-up of a method, constructor or field that is not found most likely meant, as advice: other parameter types, a
/// member that it does not look for because it is not public or a superclass declares it, or the nearest name. `own`:
/// the look-up asks the class alone, as `getDeclaredMethod` does.
pub fn member_advice(program: &Program, ty: TypeId, kind: Member, name: &str, own: bool) -> Option<String> {
    let class = program.class_of(ty)?;
    let holders = program.supertypes(class);
    for &holder in if kind == Member::Constructor { &holders[..holders.len().min(1)] } else { holders } {
        let near = members(program, holder, kind, name);
        if near.is_empty() {
            continue;
        }
        let (owner, is_inherited) = (program.binary_name(program.class_type(holder)), holder != class);
        let public = near.iter().any(|member| member.is_public);
        let texts: Vec<String> = near.into_iter().map(|member| format!("\"{}\"", member.text)).collect();
        let texts = texts.join(", ");
        return Some(match kind {
            Member::Constructor if !own && !public => {
                format!("use getDeclaredConstructor: {texts} is not public")
            }
            Member::Constructor => format!("write the types of its parameters: there is {texts}"),
            _ if own && is_inherited => format!("ask \"{owner}\", which declares {texts}"),
            _ if !own && !public && is_inherited => {
                format!("ask \"{owner}\" for declared members: it has {texts}, which is not public")
            }
            _ if !own && !public => format!("ask for declared members: {texts} is not public"),
            Member::Method => format!("write the types of its parameters: there is {texts}"),
            Member::Field => continue,
        });
    }
    let near = match kind {
        Member::Method => method_hint(program, ty, name),
        Member::Field => field_hint(program, ty, name),
        Member::Constructor => None,
    };
    near.map(|near| format!("the nearest is \"{near}\""))
}

/// What a look-up looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Member {
    Method,
    Constructor,
    Field,
}

struct Near {
    /// `run(int)`
    text: String,
    is_public: bool,
}

/// Members of a class by name, those that a compiler made aside.
fn members(program: &Program, class: ClassId, kind: Member, name: &str) -> Vec<Near> {
    let is_public = |flags: u16| flags & access::PUBLIC != 0;
    if kind == Member::Field {
        let fields = program.fields_named(class, program.sym(name)).into_iter();
        return fields
            .map(|field| Near { text: name.to_owned(), is_public: is_public(program.field(field).access) })
            .collect();
    }
    let (name, shown) = match kind {
        Member::Constructor => {
            let full = program.binary_name(program.class_type(class));
            ("<init>", full.rsplit('.').next().unwrap_or_default().to_owned())
        }
        _ => (name, name.to_owned()),
    };
    let methods = program.methods_named(class, program.sym(name)).into_iter();
    let written = methods.filter(|&method| program.method(method).access & access::SYNTHETIC == 0);
    written
        .map(|method| {
            let data = program.method(method);
            let params: Vec<String> =
                program.method_desc(data.desc).params.iter().map(|&ty| program.type_name(ty)).collect();
            Near { text: format!("{shown}({})", params.join(", ")), is_public: is_public(data.access) }
        })
        .collect()
}
