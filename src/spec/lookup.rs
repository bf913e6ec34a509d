//! Names of spec files -> classes and members of the program, with the name the writer may have meant where there is no
//! such thing. Must not know which entry a name stands in.

use super::names::{MethodName, TargetName};
use crate::base::nearest;
use crate::classpath::Origin;
use crate::program::{ClassId, FieldId, MethodId, Program, TypeId, access};

/// A class, method, constructor or field a spec entry names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResolvedTarget {
    Class(TypeId),
    Method(MethodId),
    Field(FieldId),
}

/// A name without counterpart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Miss {
    /// `no class "com.acme.Plugin" on the class path`
    pub(super) summary: String,
    /// What to write instead: `write "com.acme.Plugins", the nearest name`.
    pub(super) hint: Option<String>,
    /// Internal name of a class that is not there; without a hint the nearest name is one.
    pub(super) missing: Option<String>,
}

impl Miss {
    pub(super) fn new(summary: String, near: Option<String>) -> Self {
        Self { summary, hint: near.map(|near| instead(&near)), missing: None }
    }

    /// What to write instead. The nearest class is searched for only here: most misses, those of bundled entries, are
    /// nobody's mistake.
    pub(super) fn hint(&self, program: &Program) -> Option<String> {
        let near = || near_class(program, self.missing.as_deref()?).map(|near| instead(&near.replace('/', ".")));
        self.hint.clone().or_else(near)
    }
}

/// Advice that names the nearest thing there is.
pub(super) fn instead(near: &str) -> String {
    format!("write {near:?}, the nearest name there is")
}

/// What a member target should be, from the API of the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    Any,
    Method,
    Constructor,
    Field,
}

/// The class of a binary name (`com.acme.Outer$Inner`).
pub(super) fn class(program: &Program, name: &str) -> Result<ClassId, Miss> {
    let internal = name.replace('.', "/");
    match program.find_class(&internal) {
        Some(class) => Ok(class),
        None => {
            let summary = format!("there is no class {name:?} on the class path");
            Err(Miss { summary, hint: None, missing: Some(internal) })
        }
    }
}

/// The existing class whose name is nearest to a missing one: nested class written with dots, a typo, or the only
/// application or library class of that simple name.
fn near_class(program: &Program, internal: &str) -> Option<String> {
    let mut nested = internal.to_owned();
    while let Some(slash) = nested.rfind('/') {
        nested.replace_range(slash..=slash, "$");
        if program.find_class(&nested).is_some() {
            return Some(nested);
        }
    }
    let class_path = program.class_path();
    let own = |origin: Origin| origin != Origin::Jdk;
    let of = |jdk: bool| {
        let fitting = class_path.classes().filter(move |class| own(class_path.origin(*class)) != jdk);
        fitting.map(|class| class_path.name(class))
    };
    if let Some(near) = nearest(internal, of(false)).or_else(|| nearest(internal, of(true))) {
        return Some(near.to_owned());
    }
    let simple = simple_name(internal);
    let mut same_name = of(false).filter(|name| simple_name(name) == simple);
    match (same_name.next(), same_name.next()) {
        (Some(only), None) => Some(only.to_owned()),
        _ => None,
    }
}

fn simple_name(internal: &str) -> &str {
    internal.rsplit('/').next().unwrap_or(internal)
}

/// The type of a name in source form: `int`, `com.acme.A`, `com.acme.A[][]`. Array and class types only of classes that
/// exist.
pub(super) fn type_named(program: &Program, name: &str) -> Result<TypeId, Miss> {
    let element = name.trim_end_matches("[]");
    let dimensions = (name.len() - element.len()) / 2;
    let mut ty = match program.type_of_keyword(element) {
        Some(ty) => ty,
        None => program.class_type(class(program, element)?),
    };
    for _ in 0..dimensions {
        ty = program.array_of(ty);
    }
    Ok(ty)
}

/// The method a class declares under this name. Without parameter types there must be one overload, bridges aside.
pub(super) fn declared_method(program: &Program, name: &MethodName) -> Result<MethodId, Miss> {
    let class = class(program, &name.class)?;
    match declared(program, class, &name.member, name.params.as_deref()) {
        Found::One(method) => Ok(method),
        Found::Several(methods) => Err(several(program, &methods, name)),
        Found::None => {
            let inherited = superclass_that_declares(program, class, &name.member, name.params.as_deref());
            if let Some(owner) = inherited {
                let owner = program.class_name(owner).replace('/', ".");
                let summary = format!("{:?} does not declare {:?}", name.class, name.member);
                return Err(Miss {
                    summary,
                    hint: Some(format!("write \"{owner}.{}\", where it is declared", name.member)),
                    missing: None,
                });
            }
            Err(no_member(program, class, &name.class, &name.member, name.params.is_some(), false))
        }
    }
}

/// Whether `text` names the method in a spec file, and no other.
pub fn is_named_by(program: &Program, method: MethodId, text: &str) -> bool {
    MethodName::parse(text).is_ok_and(|name| declared_method(program, &name) == Ok(method))
}

enum Found {
    None,
    One(MethodId),
    Several(Vec<MethodId>),
}

fn declared(program: &Program, class: ClassId, member: &str, params: Option<&[String]>) -> Found {
    let mut methods = program.methods_named(class, program.sym(member));
    if let Some(params) = params {
        methods.retain(|method| has_params(program, *method, params));
    }
    if methods.len() > 1 {
        let written: Vec<MethodId> = methods.iter().copied().filter(|method| !is_bridge(program, *method)).collect();
        if !written.is_empty() {
            methods = written;
        }
    }
    match methods[..] {
        [] => Found::None,
        [one] => Found::One(one),
        _ => Found::Several(methods),
    }
}

/// Bridges and other methods the compiler adds beside the one written.
fn is_bridge(program: &Program, method: MethodId) -> bool {
    program.method(method).access & (access::BRIDGE | access::SYNTHETIC) == access::BRIDGE | access::SYNTHETIC
}

/// Are these the parameter types, by their names in source form?
pub(super) fn has_params(program: &Program, method: MethodId, params: &[String]) -> bool {
    let types = &program.method_desc(program.method(method).desc).params;
    types.len() == params.len() && types.iter().zip(params).all(|(ty, name)| program.type_name(*ty) == *name)
}

fn superclass_that_declares(
    program: &Program,
    class: ClassId,
    member: &str,
    params: Option<&[String]>,
) -> Option<ClassId> {
    if member.starts_with('<') {
        return None;
    }
    let supers = program.supertypes(class).iter().copied();
    supers.filter(|sup| *sup != class).find(|sup| !matches!(declared(program, *sup, member, params), Found::None))
}

fn several(program: &Program, methods: &[MethodId], name: &MethodName) -> Miss {
    let overloads: Vec<String> = methods.iter().map(|method| program.method_id(*method)).collect();
    let summary = if name.params.is_some() {
        format!("\"{name}\" has {} forms that differ in the return type", methods.len())
    } else {
        format!("\"{name}\" has {} overloads", methods.len())
    };
    Miss { summary, hint: Some(format!("add the parameter types, one of: {}", overloads.join(", "))), missing: None }
}

/// A member that a class does not have, and the nearest it has.
fn no_member(program: &Program, class: ClassId, named: &str, member: &str, params: bool, fields: bool) -> Miss {
    if program.class(class).phantom.is_some() {
        return Miss::new(format!("the class file of {named:?} cannot be read"), None);
    }
    let overloads = program.methods_named(class, program.sym(member));
    if params && !overloads.is_empty() {
        let overloads: Vec<String> = overloads.iter().map(|method| program.method_id(*method)).collect();
        let summary = format!("{named:?} has no {member:?} with these parameter types");
        return Miss { summary, hint: Some(format!("write {}", overloads.join(" or "))), missing: None };
    }
    // A target may be inherited; what declares a call is the class itself.
    let holders = if fields { program.supertypes(class) } else { &program.supertypes(class)[..1] };
    let mut names = Vec::new();
    for &holder in holders {
        let loaded = program.class(holder);
        names.extend(loaded.methods.iter().map(|method| program.str(program.method(*method).name)));
        if fields {
            names.extend(loaded.fields.iter().map(|field| program.str(program.field(*field).name)));
        }
    }
    let near = nearest(member, names);
    let near = near.map(|near| format!("{named}{}{near}", if fields { "#" } else { "." }));
    Miss::new(format!("{named:?} has no {member:?}"), near)
}

/// A class or member. Members may be inherited, as reflection finds them under the class that declares them.
pub(super) fn target(program: &Program, name: &TargetName, wanted: Wanted) -> Result<ResolvedTarget, Miss> {
    let Some(member) = &name.member else {
        return class_target(program, name, wanted);
    };
    let owner = class(program, &name.class)?;
    let params = name.params.as_deref();
    let may_inherit = !member.starts_with('<');
    let holders = program.supertypes(owner);
    let holders = if may_inherit { holders } else { &holders[..holders.len().min(1)] };
    for &holder in holders {
        let methods = declared(program, holder, member, params);
        let fields = match params {
            None => program.fields_named(holder, program.sym(member)),
            Some(_) => Vec::new(),
        };
        match (methods, &fields[..], wanted) {
            (Found::None, [], _) => continue,
            (_, [field, ..], Wanted::Field) | (Found::None, [field], _) => return Ok(ResolvedTarget::Field(*field)),
            (Found::One(method), [], _) | (Found::One(method), _, Wanted::Method | Wanted::Constructor) => {
                return Ok(ResolvedTarget::Method(method));
            }
            (Found::Several(methods), ..) => {
                let class = name.class.clone();
                let method = MethodName { class, member: member.clone(), params: name.params.clone() };
                return Err(several(program, &methods, &method));
            }
            (..) => {
                let summary = format!("\"{name}\" is a field and a method");
                return Err(Miss { summary, hint: Some(format!("write \"{name}()\" for the method")), missing: None });
            }
        }
    }
    Err(no_member(program, owner, &name.class, member, params.is_some(), true))
}

fn class_target(program: &Program, name: &TargetName, wanted: Wanted) -> Result<ResolvedTarget, Miss> {
    let ty = type_named(program, &name.class).map_err(|miss| {
        // `com.acme.Task.run` is a member written with a dot.
        let Some((class, member)) = name.class.rsplit_once('.') else { return miss };
        match program.find_class(&class.replace('.', "/")) {
            Some(owner)
                if !program.methods_named(owner, program.sym(member)).is_empty()
                    || !program.fields_named(owner, program.sym(member)).is_empty() =>
            {
                Miss::new(miss.summary, Some(format!("{class}#{member}")))
            }
            _ => miss,
        }
    })?;
    if wanted == Wanted::Constructor
        && let Some(class) = program.class_of(ty)
    {
        let class_name = name.class.clone();
        let constructor = MethodName { class: class_name, member: "<init>".to_owned(), params: None };
        return match declared(program, class, "<init>", None) {
            Found::One(method) => Ok(ResolvedTarget::Method(method)),
            Found::Several(methods) => Err(several(program, &methods, &constructor)),
            Found::None => Err(Miss::new(format!("{:?} has no constructor", name.class), None)),
        };
    }
    Ok(ResolvedTarget::Class(ty))
}
