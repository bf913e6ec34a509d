//! What look-ups of members have in common: which classes and names they are given, and what the JDK finds for these. Must not know
//! objects that calls give.

use crate::base::{FxIndexSet, Sym};
use crate::classfile::is_written_as;
use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind};
use crate::pointsto::Cx;
use crate::program::{Class, ClassId, MethodId, Program, TypeId, lookup};

use super::super::terms::site::Effect;

/// A class in a role: known, or not.
type KnownClass = Option<TypeId>;

/// Names as the members of the classes have them: a string that holds lone surrogates is known but for these.
pub(in crate::reflection) fn as_declared(
    program: &Program,
    classes: &[KnownClass],
    names: Vec<NamePart>,
) -> Vec<NamePart> {
    let is_written =
        |name: &NamePart| name.known().is_some_and(|name| program.str(name).contains(char::REPLACEMENT_CHARACTER));
    if !names.iter().any(is_written) {
        return names;
    }
    let holders = classes.iter().flatten().filter_map(|&ty| program.class_of(ty));
    let holders = holders.flat_map(|class| program.supertypes(class)).map(|&class| program.class(class));
    let of_class = |class: &'_ Class| {
        let methods = class.methods.iter().map(|&method| program.method(method).name);
        methods.chain(class.fields.iter().map(|&field| program.field(field).name)).collect::<Vec<Sym>>()
    };
    let members: FxIndexSet<Sym> = holders.flat_map(of_class).collect();
    let spelled = names.into_iter().flat_map(|name| {
        let text = name.known().filter(|_| is_written(&name)).map(|text| program.str(text));
        let meant = |member: &&Sym| text.is_some_and(|text| is_written_as(program.str(**member), text));
        let found: Vec<NamePart> = members.iter().filter(meant).map(|&member| NamePart::Known(member)).collect();
        if found.is_empty() { vec![name] } else { found }
    });
    spelled.collect()
}

/// The class that a look-up comes to, or a supertype, of which a version folder beside it has another form.
pub(in crate::reflection) fn other_form(program: &Program, ty: TypeId) -> Option<ClassId> {
    let is_versioned = |class: &&ClassId| {
        program.class(**class).origin != Origin::Jdk && program.class_path().is_versioned(program.class_name(**class))
    };
    program.supertypes(program.class_of(ty)?).iter().find(is_versioned).copied()
}

/// Look-ups inside the JDK, such as serialisation's, see nearly every class and let their tokens flow everywhere: there one
/// token of a site stands for all members of all classes.
pub(in crate::reflection) fn is_jdk(cx: &Cx<'_, '_>, method: MethodId) -> bool {
    cx.program.origin_of(method) == Origin::Jdk
}

pub(in crate::reflection) fn known_classes(program: &Program, objects: &[(ObjId, ObjKind)]) -> Vec<KnownClass> {
    let mut classes: Vec<KnownClass> = Vec::new();
    for &(_, kind) in objects {
        let class = match kind {
            ObjKind::Class { ty } => Some(ty),
            kind => kind.array_class(program),
        };
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    classes
}

/// Of the classes asked that are not known, whether some may be any and whether some are made at run time: members of either are
/// told apart, as no class of the world has those of the latter.
pub(in crate::reflection) fn sides(objects: &[(ObjId, ObjKind)]) -> Vec<bool> {
    let is_outside = |kind| matches!(kind, ObjKind::UnknownClass { outside: true, .. });
    let is_known = |kind: ObjKind| matches!(kind, ObjKind::Class { .. });
    let of = |outside: bool| objects.iter().any(|&(_, kind)| !is_known(kind) && is_outside(kind) == outside);
    [false, true].into_iter().filter(|&outside| of(outside)).collect()
}

/// The members a look-up finds. Without the parameter types every overload may be meant.
pub(super) fn look_up(
    program: &Program,
    ty: TypeId,
    kind: MemberKind,
    declared: bool,
    name: Sym,
    params: Option<&[TypeId]>,
) -> Vec<Effect> {
    let named = |methods: Vec<MethodId>| methods.into_iter().filter(move |&m| program.method(m).name == name).collect();
    let one = |method: Option<MethodId>| method.into_iter().collect::<Vec<_>>();
    match (kind, declared, params) {
        (MemberKind::Field, false, _) => lookup::get_field(program, ty, name).map(Effect::Field).into_iter().collect(),
        (MemberKind::Field, true, _) => {
            lookup::declared_field(program, ty, name).map(Effect::Field).into_iter().collect()
        }
        (MemberKind::Method, false, Some(params)) => methods(lookup::method_choices(program, ty, name, params)),
        (MemberKind::Method, true, Some(params)) => methods(lookup::declared_method_choices(program, ty, name, params)),
        (MemberKind::Method, false, None) => methods(named(lookup::public_methods(program, ty).to_vec())),
        (MemberKind::Method, true, None) => methods(named(lookup::declared_methods(program, ty))),
        (MemberKind::Constructor, false, Some(params)) => {
            constructors(one(lookup::get_constructor(program, ty, params)))
        }
        (MemberKind::Constructor, true, Some(params)) => {
            constructors(one(lookup::declared_constructor(program, ty, params)))
        }
        (MemberKind::Constructor, false, None) => constructors(lookup::public_constructors(program, ty)),
        (MemberKind::Constructor, true, None) => constructors(lookup::declared_constructors(program, ty)),
    }
}

pub(in crate::reflection) fn methods(found: Vec<MethodId>) -> Vec<Effect> {
    found.into_iter().map(Effect::Method).collect()
}

pub(in crate::reflection) fn constructors(found: Vec<MethodId>) -> Vec<Effect> {
    found.into_iter().map(Effect::Constructor).collect()
}
