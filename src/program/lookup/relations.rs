//! From one `Class` to others: supertypes, components, nesting, nests, sealed classes, records; and what sort of class it
//! is. Must not know methods and fields beyond the enclosing ones.

use super::{Failure, declared_methods, loadable, loadable_type};
use crate::base::Sym;
use crate::classfile::{RawComponent, RawInnerClass};
use crate::classpath::Origin;
use crate::program::{ClassId, FieldId, MethodId, Phantom, Program, Type, TypeId, access};

/// `Class.getSuperclass()`: `None` for interfaces, primitives and `Object`; `Object` for arrays.
pub fn superclass(program: &Program, ty: TypeId) -> Option<TypeId> {
    match program.ty(ty) {
        Type::Class(id) => {
            let class = program.class(id);
            let is_interface = class.access & access::INTERFACE != 0;
            class.super_class.filter(|_| !is_interface).map(|sup| program.class_type(sup))
        }
        Type::Array(_) => Some(program.class_type(program.well_known().object)),
        Type::Void | Type::Prim(_) => None,
    }
}

/// `Class.getInterfaces()`, in class-file order; `Cloneable` and `Serializable` for arrays.
pub fn interfaces(program: &Program, ty: TypeId) -> Vec<TypeId> {
    let known = program.well_known();
    let classes = match program.ty(ty) {
        Type::Class(id) => &program.class(id).interfaces[..],
        Type::Array(_) => &[known.cloneable, known.serializable][..],
        Type::Void | Type::Prim(_) => &[],
    };
    classes.iter().map(|&id| program.class_type(id)).collect()
}

/// `Class.getComponentType()`.
pub fn component_type(program: &Program, ty: TypeId) -> Option<TypeId> {
    match program.ty(ty) {
        Type::Array(element) => Some(element),
        _ => None,
    }
}

/// `Class.arrayType()`; `None` where it throws: `void`, and beyond 255 dimensions.
pub fn array_type(program: &Program, ty: TypeId) -> Option<TypeId> {
    (ty != program.void() && program.dimensions(ty).0 < 255).then(|| program.array_of(ty))
}

/// `Class.isInterface()`.
pub fn is_interface(program: &Program, ty: TypeId) -> bool {
    program.class_of(ty).is_some_and(|id| program.class(id).access & access::INTERFACE != 0)
}

/// `Class.isArray()`.
pub fn is_array(program: &Program, ty: TypeId) -> bool {
    matches!(program.ty(ty), Type::Array(_))
}

/// `Class.isPrimitive()`, true for `void` too.
pub fn is_primitive(program: &Program, ty: TypeId) -> bool {
    matches!(program.ty(ty), Type::Void | Type::Prim(_))
}

/// The flags HotSpot keeps of a class file's and an InnerClasses entry's (`ACC_SUPER` and unknown bits go).
const CLASS_MODIFIERS: u16 = access::PUBLIC
    | access::PRIVATE
    | access::PROTECTED
    | access::STATIC
    | access::FINAL
    | access::INTERFACE
    | access::ABSTRACT
    | access::SYNTHETIC
    | access::ANNOTATION
    | access::ENUM;

/// `Class.getModifiers()`: the flags of the class's own InnerClasses entry if there is one, else those of the class file;
/// arrays have the access of their element, final and abstract.
pub fn modifiers(program: &Program, ty: TypeId) -> u16 {
    match program.ty(ty) {
        Type::Class(id) => {
            let class = program.class(id);
            let own = class.inner_classes.iter().find(|entry| entry.inner == class.name);
            let flags = own.map_or(class.access, |entry| entry.access) & CLASS_MODIFIERS;
            // Compilers before version 6 class files left it out.
            let old_interface = flags & access::INTERFACE != 0 && class.major < 50;
            if old_interface { flags | access::ABSTRACT } else { flags }
        }
        Type::Array(_) => {
            let element = modifiers(program, program.dimensions(ty).1);
            element & (access::PUBLIC | access::PRIVATE | access::PROTECTED) | access::FINAL | access::ABSTRACT
        }
        Type::Void | Type::Prim(_) => access::PUBLIC | access::FINAL | access::ABSTRACT,
    }
}

/// Whether code of any package can name the class, that of subclasses included (JLS 6.6.1): it and the classes it is a member
/// of, or that inherit it from these (JLS 8.5), are public or protected.
pub fn is_accessible(program: &Program, class: ClassId) -> bool {
    is_named_elsewhere(program, class, 0)
}

/// Whether code of any package can use public members of the class: it can name the class, or one below it.
pub fn is_inherited_elsewhere(program: &Program, class: ClassId) -> bool {
    is_accessible(program, class) || is_named_below(program, class, 0)
}

/// Most classes that are asked for one: those it is a member of, whatever class files say of each other, and what is below these, which
/// counts as many.
const STEPS: u8 = 64;
const BELOW: u8 = STEPS / 2;

fn is_named_elsewhere(program: &Program, class: ClassId, steps: u8) -> bool {
    let data = program.class(class);
    match data.inner_classes.iter().find(|entry| entry.inner == data.name) {
        Some(entry) if entry.access & (access::PUBLIC | access::PROTECTED) != 0 && steps < STEPS => {
            let outer = entry.outer.filter(|&outer| outer != data.name).map(|outer| program.class_id(outer));
            outer.is_some_and(|outer| {
                is_named_elsewhere(program, outer, steps + 1) || is_named_below(program, outer, steps + 1)
            })
        }
        Some(_) => false,
        None => data.access & access::PUBLIC != 0,
    }
}

fn is_named_below(program: &Program, class: ClassId, steps: u8) -> bool {
    let below = || program.subtypes_outside_jdk(class).iter().filter(|&&below| below != class);
    steps < BELOW
        && program.class(class).origin != Origin::Jdk
        && below().any(|&below| is_named_elsewhere(program, below, steps + BELOW))
}

/// `Class.isAnnotation()`.
pub fn is_annotation(program: &Program, ty: TypeId) -> bool {
    modifiers(program, ty) & access::ANNOTATION != 0
}

/// `Class.isSynthetic()`.
pub fn is_synthetic(program: &Program, ty: TypeId) -> bool {
    modifiers(program, ty) & access::SYNTHETIC != 0
}

/// `Class.isEnum()`: false for the class of a constant with a body.
pub fn is_enum(program: &Program, ty: TypeId) -> bool {
    modifiers(program, ty) & access::ENUM != 0
        && superclass(program, ty) == Some(program.class_type(program.well_known().enumeration))
}

/// `Class.isRecord()`.
pub fn is_record(program: &Program, ty: TypeId) -> bool {
    let Some(id) = program.class_of(ty) else { return false };
    program.class(id).record.is_some()
        && modifiers(program, ty) & access::FINAL != 0
        && program.class(id).super_class == Some(program.well_known().record)
}

/// Whether there is an EnclosingMethod attribute. The JVM loads the class it names to say so.
pub(super) fn is_local_or_anonymous_class(program: &Program, class: ClassId) -> Result<bool, Failure> {
    match program.class(class).enclosing_method {
        Some((outer, _)) => loadable(program, program.class_id(outer)).map(|_| true),
        None => Ok(false),
    }
}

/// The name the class has in the source, `None` for anonymous and top-level classes.
pub(super) fn binary_simple_name(program: &Program, id: ClassId) -> Option<Sym> {
    let class = program.class(id);
    class.inner_classes.iter().filter(|entry| entry.inner == class.name).find_map(|entry| entry.name)
}

/// `Class.getDeclaringClass()`: the class this one is a member of.
///
/// # Errors
/// If the outer class cannot be loaded or does not list this class.
pub fn declaring_class(program: &Program, ty: TypeId) -> Result<Option<TypeId>, Failure> {
    let Some(id) = program.class_of(ty) else { return Ok(None) };
    let class = program.class(id);
    let outer_of_own = class.inner_classes.iter().find(|entry| entry.inner == class.name).and_then(|entry| entry.outer);
    let outer = match (outer_of_own, class.enclosing_method) {
        (Some(outer), _) | (None, Some((outer, _))) => loadable(program, program.class_id(outer))?,
        (None, None) => return Ok(None),
    };
    // Each class must know of the other, members and local classes alike.
    let expected = outer_of_own.map(|_| program.class(outer).name);
    let agrees = |entry: &RawInnerClass| entry.inner == class.name && entry.outer == expected;
    if !program.class(outer).inner_classes.iter().any(agrees) {
        return Err(Failure::InnerClasses { outer, inner: id });
    }
    Ok(outer_of_own.map(|_| program.class_type(outer)))
}

/// `Class.getEnclosingClass()`.
///
/// # Errors
/// As [`declaring_class`], and for a class that claims to enclose itself.
pub fn enclosing_class(program: &Program, ty: TypeId) -> Result<Option<TypeId>, Failure> {
    let Some(id) = program.class_of(ty) else { return Ok(None) };
    match program.class(id).enclosing_method {
        None => declaring_class(program, ty),
        Some((outer, _)) => {
            let outer = loadable(program, program.class_id(outer))?;
            if outer == id { Err(Failure::EnclosingMethod(id)) } else { Ok(Some(program.class_type(outer))) }
        }
    }
}

/// `Class.getEnclosingMethod()`: `None` unless the class is local to a method (constructors and initialisers apart).
///
/// # Errors
/// If the enclosing class or a type of the method's descriptor cannot be loaded, or it has no such method.
pub fn enclosing_method(program: &Program, ty: TypeId) -> Result<Option<MethodId>, Failure> {
    enclosing_executable(program, ty, |name| !name.starts_with('<'))
}

/// `Class.getEnclosingConstructor()`.
///
/// # Errors
/// As [`enclosing_method`].
pub fn enclosing_constructor(program: &Program, ty: TypeId) -> Result<Option<MethodId>, Failure> {
    enclosing_executable(program, ty, |name| name == "<init>")
}

fn enclosing_executable(
    program: &Program,
    ty: TypeId,
    wanted: impl Fn(&str) -> bool,
) -> Result<Option<MethodId>, Failure> {
    let Some(id) = program.class_of(ty) else { return Ok(None) };
    let Some((outer, method)) = program.class(id).enclosing_method else { return Ok(None) };
    let outer = loadable(program, program.class_id(outer))?;
    let Some((name, descriptor)) = method else { return Ok(None) };
    if !wanted(program.str(name)) {
        return Ok(None);
    }
    let desc = program.desc(descriptor);
    let signature = program.method_desc(desc);
    for &ty in signature.params.iter().chain([&signature.ret]) {
        loadable_type(program, ty).map_err(|failure| match failure {
            Failure::Unloadable(class) => Failure::TypeNotPresent(class),
            other => other,
        })?;
    }
    if program.str(name) == "<init>" {
        if let Some(failure) = super::constructors_failure(program, program.class_type(outer), false) {
            return Err(failure);
        }
    } else if let Some(failure) = super::methods_failure(program, program.class_type(outer), false) {
        return Err(failure);
    }
    program.declared_method(outer, name, desc).map(Some).ok_or(Failure::EnclosingMethod(id))
}

/// `Class.isMemberClass()`.
///
/// # Errors
/// As [`declaring_class`].
pub fn is_member_class(program: &Program, ty: TypeId) -> Result<bool, Failure> {
    let Some(id) = program.class_of(ty) else { return Ok(false) };
    Ok(!is_local_or_anonymous_class(program, id)? && declaring_class(program, ty)?.is_some())
}

/// `Class.isLocalClass()`.
///
/// # Errors
/// If the enclosing class cannot be loaded.
pub fn is_local_class(program: &Program, ty: TypeId) -> Result<bool, Failure> {
    let Some(id) = program.class_of(ty) else { return Ok(false) };
    Ok(is_local_or_anonymous_class(program, id)? && binary_simple_name(program, id).is_some())
}

/// `Class.isAnonymousClass()`.
///
/// # Errors
/// If the enclosing class cannot be loaded.
pub fn is_anonymous_class(program: &Program, ty: TypeId) -> Result<bool, Failure> {
    let Some(id) = program.class_of(ty) else { return Ok(false) };
    Ok(is_local_or_anonymous_class(program, id)? && binary_simple_name(program, id).is_none())
}

/// `Class.getDeclaredClasses()`: member classes of any access, in class-file order.
///
/// # Errors
/// If one of them cannot be loaded.
pub fn declared_classes(program: &Program, ty: TypeId) -> Result<Vec<TypeId>, Failure> {
    let Some(id) = program.class_of(ty) else { return Ok(Vec::new()) };
    let class = program.class(id);
    let members = class.inner_classes.iter().filter(|entry| entry.outer == Some(class.name));
    members.map(|entry| Ok(program.class_type(loadable(program, program.class_id(entry.inner))?))).collect()
}

/// `Class.getClasses()`: public member classes of the class and its superclasses (not of interfaces).
///
/// # Errors
/// If a member class cannot be loaded.
pub fn classes(program: &Program, ty: TypeId) -> Result<Vec<TypeId>, Failure> {
    let mut found = Vec::new();
    let mut next = Some(ty);
    while let Some(at) = next {
        let public = |&member: &TypeId| modifiers(program, member) & access::PUBLIC != 0;
        found.extend(declared_classes(program, at)?.into_iter().filter(public));
        next = superclass(program, at);
    }
    Ok(found)
}

/// `Class.getNestHost()`: the class itself unless its host, in the same package, lists it (JVMS 5.4.4).
pub fn nest_host(program: &Program, class: ClassId) -> ClassId {
    let own = program.class(class);
    let Some(host) = own.nest_host else { return class };
    let host = program.class_id(host);
    let lists = loadable(program, host).is_ok()
        && program.same_runtime_package(host, class)
        && program.class(host).nest_members.contains(&own.name);
    if lists { host } else { class }
}

/// `Class.getNestMembers()`: the host first, then the members that can be loaded and name it as their host.
pub fn nest_members(program: &Program, class: ClassId) -> Vec<ClassId> {
    let host = nest_host(program, class);
    let mut members = vec![host];
    for &member in &program.class(host).nest_members {
        let member = program.class_id(member);
        if member != host && loadable(program, member).is_ok() && nest_host(program, member) == host {
            members.push(member);
        }
    }
    members
}

/// `Class.getPermittedSubclasses()`: `None` for a class that is not sealed; those that cannot be loaded or do not extend
/// it directly are left out.
pub fn permitted_subclasses(program: &Program, ty: TypeId) -> Option<Vec<TypeId>> {
    let id = program.class_of(ty)?;
    let class = program.class(id);
    if class.permitted_subclasses.is_empty() {
        return None;
    }
    let named = class.permitted_subclasses.iter().map(|&name| program.class_id(name));
    let is_direct = |&sub: &ClassId| {
        let sub_class = program.class(sub);
        sub_class.phantom != Some(Phantom::Missing)
            && loadable(program, sub).is_ok()
            && (sub_class.interfaces.contains(&id)
                || sub_class.super_class == Some(id) && sub_class.access & access::INTERFACE == 0)
    };
    Some(named.filter(is_direct).map(|sub| program.class_type(sub)).collect())
}

/// One element of `Class.getRecordComponents()`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordComponent {
    pub name: Sym,
    /// Its position in the class file.
    pub at: u32,
    pub ty: TypeId,
    /// The private field of the component.
    pub field: Option<FieldId>,
    /// The declared method of that name without parameters, returning the component's type.
    pub accessor: Option<MethodId>,
}

/// `Class.getRecordComponents()`: `None` for a class that is no record.
///
/// # Errors
/// If a component's type cannot be loaded.
pub fn record_components(program: &Program, ty: TypeId) -> Result<Option<Vec<RecordComponent>>, Failure> {
    if !is_record(program, ty) {
        return Ok(None);
    }
    let Some(id) = program.class_of(ty) else { return Ok(None) };
    let mut found = Vec::new();
    for (at, &RawComponent { name, descriptor, .. }) in (0..).zip(program.class(id).record.iter().flatten()) {
        let Some(component) = program.type_of_descriptor(program.str(descriptor)) else { continue };
        loadable_type(program, component)?;
        let accessor = program.declared_method(id, name, program.desc_of(&[], component));
        let accessor = accessor.filter(|found| declared_methods(program, ty).contains(found));
        found.push(RecordComponent {
            name,
            at,
            ty: component,
            field: program.declared_field(id, name, component),
            accessor,
        });
    }
    Ok(Some(found))
}
