//! `getMethods`, `getMethod`, `getDeclaredMethods`, `getDeclaredMethod`. Must not know constructors or who asks.

use super::{Failure, loadable, loadable_type};
use crate::base::{FxHashMap, FxHashSet, Sym};
use crate::program::{ClassId, DescId, MethodDesc, MethodId, Program, Type, TypeId, access};

/// `Class.getDeclaredMethods()`, in class-file order: the class's own of any access, bridges and synthetic ones included,
/// without constructors and initialisers. Arrays and primitives have none.
pub fn declared_methods(program: &Program, ty: TypeId) -> Vec<MethodId> {
    let Some(class) = program.class_of(ty) else { return Vec::new() };
    own_methods(program, class).collect()
}

fn own_methods(program: &Program, class: ClassId) -> impl Iterator<Item = MethodId> {
    let methods = program.class(class).methods.iter().copied();
    methods.filter(|&id| !program.str(program.method(id).name).starts_with('<'))
}

fn is_static(program: &Program, method: MethodId) -> bool {
    program.method(method).access & access::STATIC != 0
}

fn is_public(program: &Program, method: MethodId) -> bool {
    program.method(method).access & access::PUBLIC != 0
}

/// The class whose methods a type has: its own, `Object`'s for arrays, none for primitives.
pub(super) fn method_class(program: &Program, ty: TypeId) -> Option<ClassId> {
    match program.ty(ty) {
        Type::Class(class) => Some(class),
        Type::Array(_) => Some(program.well_known().object),
        Type::Void | Type::Prim(_) => None,
    }
}

/// `Class.getMethods()`: the public methods declared, those of the superclass, and the instance methods of the direct
/// superinterfaces, recursively; of equal signature (return type included) the most specific. Interfaces do not have
/// `Object`'s methods; arrays have those alone. Order: declaration order, own methods first.
pub fn public_methods(program: &Program, ty: TypeId) -> &[MethodId] {
    let Some(class) = method_class(program, ty) else { return &[] };
    for &id in bottom_up(program, class).iter() {
        let slot = program.slot(id);
        if slot.public_methods.get().is_none() {
            let merged = merge_public_methods(program, id);
            slot.public_methods.get_or_init(|| merged.into_boxed_slice());
        }
    }
    program.slot(class).public_methods.get().map_or(&[], |methods| methods)
}

/// The classes whose public methods `class` inherits, itself included, supertypes before subtypes.
fn bottom_up(program: &Program, class: ClassId) -> Vec<ClassId> {
    if program.slot(class).public_methods.get().is_some() {
        return Vec::new();
    }
    let mut order = program.supertypes(class).to_vec();
    // A supertype has strictly fewer supertypes.
    order.sort_by_key(|&id| program.supertypes(id).len());
    order
}

/// The superclass, unless `class` is an interface.
fn reflected_superclass(program: &Program, class: ClassId) -> Option<ClassId> {
    let class = program.class(class);
    class.super_class.filter(|_| class.access & access::INTERFACE == 0)
}

fn merge_public_methods(program: &Program, class: ClassId) -> Vec<MethodId> {
    let inherited_of = |id: ClassId| program.slot(id).public_methods.get().map_or(&[][..], |methods| methods);
    // Of one signature (name and descriptor) usually one method, several for unrelated interfaces.
    let mut groups: FxHashMap<(Sym, DescId), Vec<MethodId>> = FxHashMap::default();
    let mut order: Vec<(Sym, DescId)> = Vec::new();
    let mut add = |id: MethodId| {
        let method = program.method(id);
        let key = (method.name, method.desc);
        let group = groups.entry(key).or_insert_with(|| {
            order.push(key);
            Vec::new()
        });
        merge(program, group, id);
    };
    own_methods(program, class).filter(|&id| is_public(program, id)).for_each(&mut add);
    if let Some(sup) = reflected_superclass(program, class) {
        inherited_of(sup).iter().copied().for_each(&mut add);
    }
    for &interface in &program.class(class).interfaces {
        inherited_of(interface).iter().copied().filter(|&id| !is_static(program, id)).for_each(&mut add);
    }
    order.iter().flat_map(|key| groups[key].iter().copied()).collect()
}

/// Adds `new` to methods of the same name and parameter types, of which those with its return type compete with it: a
/// class's method beats an interface's, a subtype's its supertype's.
fn merge(program: &Program, group: &mut Vec<MethodId>, new: MethodId) {
    let method = program.method(new);
    let in_interface = |class: ClassId| program.class(class).access & access::INTERFACE != 0;
    let new_in_interface = in_interface(method.class);
    let mut at = 0;
    while let Some(&old) = group.get(at) {
        let other = program.method(old);
        if other.desc != method.desc {
            at += 1;
            continue;
        }
        let both = new_in_interface == in_interface(other.class);
        if both && program.is_subclass(other.class, method.class) || !both && new_in_interface {
            return;
        }
        if !both || program.is_subclass(method.class, other.class) {
            group.remove(at);
        } else {
            at += 1;
        }
    }
    group.push(new);
}

/// `Class.getMethod(name, params)`: a public method with exactly these parameter types. `None` where it throws
/// `NoSuchMethodException`. Of several return types the most specific; where none is, see [`method_choices`].
pub fn get_method(program: &Program, ty: TypeId, name: Sym, params: &[TypeId]) -> Option<MethodId> {
    method_choices(program, ty, name, params).first().copied()
}

/// Every answer `Class.getMethod` may give: more than one only if return types are unrelated, or unrelated interfaces
/// declare the method; then the JDK's choice depends on the order in which the JVM keeps members.
pub fn method_choices(program: &Program, ty: TypeId, name: Sym, params: &[TypeId]) -> Vec<MethodId> {
    let Some(class) = method_class(program, ty) else { return Vec::new() };
    if program.str(name).starts_with('<') {
        return Vec::new();
    }
    let mut order = program.supertypes(class).to_vec();
    order.sort_by_key(|&id| program.supertypes(id).len());
    let own_interface = program.class(class).access & access::INTERFACE != 0;
    let mut found: FxHashMap<ClassId, Vec<MethodId>> = FxHashMap::default();
    for id in order {
        // Interfaces reached as superinterfaces do not hand down static methods.
        let with_static = id == class || (!own_interface && program.class(id).access & access::INTERFACE == 0);
        let mut list: Vec<MethodId> = matching(program, id, name, params)
            .filter(|&m| is_public(program, m) && (with_static || !is_static(program, m)))
            .collect();
        if list.is_empty() {
            if let Some(inherited) = reflected_superclass(program, id).and_then(|sup| found.get(&sup)) {
                list.clone_from(inherited);
            }
            for inherited in program.class(id).interfaces.iter().filter_map(|interface| found.get(interface)) {
                inherited.iter().for_each(|&m| merge(program, &mut list, m));
            }
        }
        if !list.is_empty() {
            found.insert(id, list);
        }
    }
    most_specific(program, found.remove(&class).unwrap_or_default())
}

/// `Class.getDeclaredMethod(name, params)`: the class's own, of any access, never inherited. `None` where it throws
/// `NoSuchMethodException`; of several return types the most specific.
pub fn declared_method(program: &Program, ty: TypeId, name: Sym, params: &[TypeId]) -> Option<MethodId> {
    declared_method_choices(program, ty, name, params).first().copied()
}

/// Every answer `Class.getDeclaredMethod` may give: more than one only if return types are unrelated.
pub fn declared_method_choices(program: &Program, ty: TypeId, name: Sym, params: &[TypeId]) -> Vec<MethodId> {
    let Some(class) = program.class_of(ty) else { return Vec::new() };
    if program.str(name).starts_with('<') {
        return Vec::new();
    }
    most_specific(program, matching(program, class, name, params).collect())
}

/// Methods `class` declares with this name and exactly these parameter types, in class-file order.
pub(super) fn matching<'p>(
    program: &'p Program,
    class: ClassId,
    name: Sym,
    params: &'p [TypeId],
) -> impl Iterator<Item = MethodId> + use<'p> {
    let named = program.methods_named(class, name).into_iter();
    named.filter(move |&id| program.method_desc(program.method(id).desc).params == params)
}

/// Those whose return type has no strict subtype among the others' return types.
fn most_specific(program: &Program, methods: Vec<MethodId>) -> Vec<MethodId> {
    if methods.len() < 2 {
        return methods;
    }
    let ret = |id: MethodId| program.method_desc(program.method(id).desc).ret;
    let keep = |&&id: &&MethodId| {
        !methods.iter().any(|&other| ret(other) != ret(id) && program.is_subtype(ret(other), ret(id)))
    };
    methods.iter().filter(keep).copied().collect()
}

/// Why `getDeclaredMethods` (`public_only`: the declared part of `getMethods`) throws: the JVM loads every parameter,
/// return and exception type of each method it lists.
pub fn methods_failure(program: &Program, ty: TypeId, public_only: bool) -> Option<Failure> {
    let class = program.class_of(ty)?;
    let listed = own_methods(program, class).filter(|&id| !public_only || is_public(program, id));
    loadable(program, class).err().or_else(|| signatures_failure(program, listed))
}

/// Why `getMethods` throws: as [`methods_failure`], for every class it looks at.
pub fn public_methods_failure(program: &Program, ty: TypeId) -> Option<Failure> {
    let class = method_class(program, ty)?;
    let is_interface = program.class(class).access & access::INTERFACE != 0;
    let object = program.well_known().object;
    let mut looked_at = program.supertypes(class).iter().filter(|&&id| !(is_interface && id == object));
    looked_at.find_map(|&id| methods_failure(program, program.class_type(id), true))
}

/// Why `getMethod(name, params)` throws a `LinkageError`: as [`methods_failure`] for the class, and for those above it as long
/// as none of the methods listed fits (`Class.getMethodsRecursive`). Where `params` are not known, every overload fits.
pub fn get_method_failure(program: &Program, ty: TypeId, name: Sym, params: Option<&[TypeId]>) -> Option<Failure> {
    let class = method_class(program, ty)?;
    let own_interface = program.class(class).access & access::INTERFACE != 0;
    let mut seen: FxHashSet<ClassId> = FxHashSet::default();
    let mut todo = vec![class];
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        if let Some(failure) = methods_failure(program, program.class_type(id), true) {
            return Some(failure);
        }
        let with_static = id == class || (!own_interface && program.class(id).access & access::INTERFACE == 0);
        let fits = |&method: &MethodId| {
            let desc = program.method_desc(program.method(method).desc);
            is_public(program, method)
                && (with_static || !is_static(program, method))
                && params.is_none_or(|params| desc.params == params)
        };
        if !program.methods_named(id, name).iter().any(fits) {
            todo.extend(program.class(id).interfaces.iter().rev());
            todo.extend(reflected_superclass(program, id));
        }
    }
    None
}

pub(super) fn signatures_failure(program: &Program, methods: impl Iterator<Item = MethodId>) -> Option<Failure> {
    for id in methods {
        let method = program.method(id);
        let MethodDesc { params, ret, .. } = program.method_desc(method.desc);
        let types = params.iter().chain([ret]).map(|&ty| loadable_type(program, ty).err());
        let exceptions = method.exceptions.iter().map(|&class| loadable(program, class).err());
        if let Some(failure) = types.chain(exceptions).flatten().next() {
            return Some(failure);
        }
    }
    None
}
