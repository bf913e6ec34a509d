//! Which class keeps the members of another from being listed: the JVM lists all declarations to find one, and loads what they name.
//! Must not know calls.

use crate::base::Sym;
use crate::classpath::Origin;
use crate::heap::MemberKind;
use crate::program::lookup::{self, Failure};
use crate::program::{ClassId, Phantom, Program, TypeId};

/// A member by its name and, where they are known, the types of its parameters.
pub(in crate::reflection) type Member<'t> = (Sym, Option<&'t [TypeId]>);

/// The class that keeps a look-up of one member (by name and, where they are known, parameter types), or of all, from working.
/// The JDK's own classes are all there.
pub(in crate::reflection) fn failure(
    program: &Program,
    ty: TypeId,
    kind: MemberKind,
    declared: bool,
    member: Option<Member<'_>>,
) -> Option<ClassId> {
    let class = program.class_of(ty).filter(|&class| program.class(class).origin != Origin::Jdk)?;
    let failure = match (kind, member) {
        _ if program.class(class).phantom == Some(Phantom::Supplied) => None,
        (MemberKind::Method, _) if declared => lookup::methods_failure(program, ty, false),
        (MemberKind::Method, Some((name, params))) => lookup::get_method_failure(program, ty, name, params),
        (MemberKind::Method, None) => lookup::public_methods_failure(program, ty),
        (MemberKind::Field, _) if declared => lookup::fields_failure(program, ty, false),
        (MemberKind::Field, Some((name, _))) => lookup::get_field_failure(program, ty, name),
        (MemberKind::Field, None) => lookup::public_fields_failure(program, ty),
        (MemberKind::Constructor, _) => lookup::constructors_failure(program, ty, !declared),
    };
    match failure? {
        Failure::Unloadable(needs) => Some(needs),
        _ => None,
    }
}
