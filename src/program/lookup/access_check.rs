//! The access checks reflection makes: `Reflection.verifyMemberAccess` for `invoke`, `newInstance`, `get` and `set`, and
//! `AccessibleObject.checkCanSetAccessible`; and those of look-ups of handles. Must not know call sites.

use super::{is_exported, is_open, modifiers, module_of, nest_host};
use crate::program::{ClassId, Program, access};

/// Whether code of `caller` may use a member with flags `member` of class `declaring` without `setAccessible`. `target`
/// is the class of the receiver for an instance member, the class created for a constructor, `None` for a static one.
/// False where the JDK throws `IllegalAccessException`.
pub fn can_access(
    program: &Program,
    caller: ClassId,
    declaring: ClassId,
    member: u16,
    target: Option<ClassId>,
) -> bool {
    if caller == declaring {
        return true;
    }
    let from = module_of(program, caller);
    if from != module_of(program, declaring) && !is_exported(program, declaring, from) {
        return false;
    }
    let same_package = program.same_runtime_package(caller, declaring);
    if program.class(declaring).access & access::PUBLIC == 0 && !same_package {
        return false;
    }
    if member & access::PUBLIC != 0 {
        return true;
    }
    if member & access::PRIVATE != 0 {
        // Nests exist since JDK 11.
        return program.class_path().jdk().feature >= 11 && nest_host(program, caller) == nest_host(program, declaring);
    }
    if same_package {
        return true;
    }
    let is_heir = member & access::PROTECTED != 0 && extends(program, caller, declaring);
    // JLS 6.6.2: a protected instance member only through the caller's own type.
    is_heir && target.is_none_or(|target| target == caller || extends(program, target, caller))
}

/// Whether a full lookup of class `caller` finds a handle of a member with flags `member` of class `declaring` when it is asked
/// of class `asked`, which inherits it perhaps (`sun.invoke.util.VerifyAccess.isMemberAccessible`, JVMS 5.4.4). In contrast to
/// [`can_access`], the class asked must be accessible, not the one that declares it, and a protected member of a superclass is found
/// whatever the class asked: its handle takes objects of `caller` only. Whether the module of `caller` reads that of `asked` is not
/// looked at. False where the JDK throws `IllegalAccessException`.
pub fn can_find(
    program: &Program,
    caller: ClassId,
    asked: ClassId,
    (declaring, member): (ClassId, u16),
    is_constructor: bool,
) -> bool {
    let same_package = |class| program.same_runtime_package(caller, class);
    let from = module_of(program, caller);
    let is_exported = || from == module_of(program, asked) || is_exported(program, asked, from);
    let is_public = program.class(asked).access & access::PUBLIC != 0;
    if !(same_package(asked) || is_public && is_exported()) {
        return false;
    }
    if caller == declaring || member & access::PUBLIC != 0 {
        return true;
    }
    if member & access::PRIVATE != 0 {
        return program.class_path().jdk().feature >= 11 && nest_host(program, caller) == nest_host(program, declaring);
    }
    if same_package(declaring) {
        return true;
    }
    let is_related = || extends(program, asked, caller) || extends(program, caller, asked);
    // Objects of another package are not made by a protected constructor (`MethodHandles.Lookup.checkAccess`).
    member & access::PROTECTED != 0
        && !is_constructor
        && (member & access::STATIC == 0 || is_related())
        && extends(program, caller, declaring)
}

/// Whether `setAccessible(true)` by code of `caller` succeeds for a member with flags `member` of `declaring`. False where
/// the JDK throws `InaccessibleObjectException` (or, for `Class`'s constructor, `SecurityException`). Up to JDK 15
/// unnamed modules are let through with a warning (`--illegal-access=permit`).
pub fn can_set_accessible(
    program: &Program,
    caller: ClassId,
    declaring: ClassId,
    member: u16,
    is_constructor: bool,
) -> bool {
    let known = program.well_known();
    if is_constructor && declaring == known.class {
        return false;
    }
    let (from, to) = (module_of(program, caller), module_of(program, declaring));
    if from == to || from == Some("java.base") || to.is_none() {
        return true;
    }
    if modifiers(program, program.class_type(declaring)) & access::PUBLIC != 0 && is_exported(program, declaring, from)
    {
        let protected_static = access::PROTECTED | access::STATIC;
        if member & access::PUBLIC != 0
            || member & protected_static == protected_static && extends(program, caller, declaring)
        {
            return true;
        }
    }
    is_open(program, declaring, from) || from.is_none() && program.class_path().jdk().feature < 16
}

/// `Reflection.isSubclassOf`: superclasses only, of which interfaces have none.
fn extends(program: &Program, class: ClassId, ancestor: ClassId) -> bool {
    let is_interface = program.class(class).access & access::INTERFACE != 0;
    class == ancestor || !is_interface && program.superclasses(class).contains(&ancestor)
}
