//! `getFields`, `getField`, `getDeclaredFields`, `getDeclaredField`, and the fields the JDK hides from reflection. Must not
//! know who asks.

use super::{Failure, loadable, loadable_type};
use crate::base::{FxHashSet, Sym};
use crate::classpath::Origin;
use crate::program::{ClassId, FieldId, Program, TypeId, access};

/// Classes all of whose fields reflection hides since JDK 12.
const ALL_HIDDEN: [&str; 7] = [
    "jdk/internal/reflect/Reflection",
    "java/lang/reflect/AccessibleObject",
    "java/lang/ClassLoader",
    "java/lang/reflect/Constructor",
    "java/lang/reflect/Field",
    "java/lang/reflect/Method",
    "java/lang/Module",
];

/// Single hidden fields, with the first release that hides them.
const HIDDEN: [(u32, &str, &str); 11] = [
    (8, "jdk/internal/reflect/ConstantPool", "constantPoolOop"),
    (8, "java/lang/invoke/MethodHandles$Lookup", "lookupClass"),
    (8, "java/lang/invoke/MethodHandles$Lookup", "allowedModes"),
    (8, "java/lang/Class", "classLoader"),
    (16, "java/lang/Class", "classData"),
    (25, "java/lang/Class", "modifiers"),
    (25, "java/lang/Class", "protectionDomain"),
    (25, "java/lang/Class", "primitive"),
    (8, "java/lang/System", "security"),
    (9, "jdk/internal/reflect/Reflection", "fieldFilterMap"),
    (9, "jdk/internal/reflect/Reflection", "methodFilterMap"),
];

/// Whether the JDK's reflection hides this field from every look-up (`jdk.internal.reflect.Reflection`).
pub fn is_filtered(program: &Program, field: FieldId) -> bool {
    let field = program.field(field);
    if program.class(field.class).origin != Origin::Jdk {
        return false;
    }
    let feature = program.class_path().jdk().feature;
    let (class, name) = (program.class_name(field.class), program.str(field.name));
    feature >= 12 && ALL_HIDDEN.contains(&class)
        || HIDDEN.iter().any(|&(since, owner, hidden)| feature >= since && owner == class && hidden == name)
}

/// `Class.getDeclaredFields()`, in class-file order.
pub fn declared_fields(program: &Program, ty: TypeId) -> Vec<FieldId> {
    let Some(class) = program.class_of(ty) else { return Vec::new() };
    own_fields(program, class).collect()
}

fn own_fields(program: &Program, class: ClassId) -> impl Iterator<Item = FieldId> {
    program.class(class).fields.iter().copied().filter(|&id| !is_filtered(program, id))
}

fn is_public(program: &Program, field: FieldId) -> bool {
    program.field(field).access & access::PUBLIC != 0
}

/// The classes `getField` searches, in its order: the class, its direct superinterfaces recursively, its superclass.
fn search_order(program: &Program, ty: TypeId) -> Vec<ClassId> {
    let mut order = Vec::new();
    let mut seen: FxHashSet<ClassId> = FxHashSet::default();
    let mut stack: Vec<ClassId> = program.class_of(ty).into_iter().collect();
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        order.push(id);
        let class = program.class(id);
        stack.extend(class.super_class.filter(|_| class.access & access::INTERFACE == 0));
        stack.extend(class.interfaces.iter().rev());
    }
    order
}

/// `Class.getFields()`: the public fields of the class and all its supertypes; hidden ones are listed too.
pub fn public_fields(program: &Program, ty: TypeId) -> Vec<FieldId> {
    let order = search_order(program, ty);
    order.into_iter().flat_map(|id| own_fields(program, id)).filter(|&id| is_public(program, id)).collect()
}

/// `Class.getField(name)`: the first public field of that name in the class, its direct superinterfaces recursively, its
/// superclass. `None` where it throws `NoSuchFieldException`.
pub fn get_field(program: &Program, ty: TypeId, name: Sym) -> Option<FieldId> {
    let mut named = search_order(program, ty).into_iter().flat_map(|id| program.fields_named(id, name));
    named.find(|&id| is_public(program, id) && !is_filtered(program, id))
}

/// `Class.getDeclaredField(name)`: the class's own, of any access. `None` where it throws `NoSuchFieldException`.
pub fn declared_field(program: &Program, ty: TypeId, name: Sym) -> Option<FieldId> {
    let class = program.class_of(ty)?;
    program.fields_named(class, name).into_iter().find(|&id| !is_filtered(program, id))
}

/// Why `getDeclaredFields` (`public_only`: the declared part of `getFields`) throws: the JVM loads the type of each field
/// it lists.
pub fn fields_failure(program: &Program, ty: TypeId, public_only: bool) -> Option<Failure> {
    let class = program.class_of(ty)?;
    let fields = program.class(class).fields.iter().copied().filter(|&id| !public_only || is_public(program, id));
    let mut types = fields.map(|id| program.field(id).ty);
    loadable(program, class).err().or_else(|| types.find_map(|ty| loadable_type(program, ty).err()))
}

/// Why `getFields` throws: as [`fields_failure`], for every class it looks at.
pub fn public_fields_failure(program: &Program, ty: TypeId) -> Option<Failure> {
    search_order(program, ty).into_iter().find_map(|id| fields_failure(program, program.class_type(id), true))
}

/// Why `getField(name)` throws a `LinkageError`: as [`fields_failure`] for the classes it looks at until one has the field
/// (`Class.getField0`).
pub fn get_field_failure(program: &Program, ty: TypeId, name: Sym) -> Option<Failure> {
    for id in search_order(program, ty) {
        if let Some(failure) = fields_failure(program, program.class_type(id), true) {
            return Some(failure);
        }
        let named = program.fields_named(id, name);
        if named.iter().any(|&field| is_public(program, field) && !is_filtered(program, field)) {
            return None;
        }
    }
    None
}
