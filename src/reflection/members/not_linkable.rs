//! Look-ups that cannot work, as the JVM does not find a class that it needs to list the members of another. Must not know
//! look-ups.

use crate::heap::MemberKind;
use crate::program::{ClassId, Phantom, Program, TypeId};

use super::super::code::linkage::{Member, failure};
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::terms::site::Problem;

impl State {
    /// As [`failure`]. Of a class that lists all it has, which most do, one look is enough.
    pub(in crate::reflection) fn failure(
        &mut self,
        program: &Program,
        ty: TypeId,
        kind: MemberKind,
        declared: bool,
        member: Option<Member<'_>>,
    ) -> Option<ClassId> {
        let known = self.unlisted.entry((ty, kind, declared));
        let of_all = *known.or_insert_with(|| failure(program, ty, kind, declared, None));
        of_all.and_then(|_| failure(program, ty, kind, declared, member))
    }

    /// Notes that a class has not what is asked of it, or, where not all of the class is there, what keeps that from being known.
    pub(in crate::reflection) fn not_there(&self, program: &Program, call: ApiCallId, class: TypeId, problem: Problem) {
        if program.type_rests_on_supplied(class) {
            return self.problem(call, Problem::Supplied);
        }
        match program.class_of(class).and_then(|of| program.broken_supertype(of)) {
            Some((needs, _)) => self.not_linkable(program, call, class, needs),
            None => self.problem(call, problem),
        }
    }

    /// Notes that a look-up on a class cannot work, as a class that it needs cannot be loaded.
    pub(in crate::reflection) fn not_linkable(
        &self,
        program: &Program,
        call: ApiCallId,
        class: TypeId,
        needs: ClassId,
    ) {
        let problem = match program.class(needs).phantom {
            _ if program.may_be_readable(needs) => Problem::Unread(needs),
            Some(Phantom::Missing) if program.class_of(class) == Some(needs) => {
                Problem::MissingClass(program.sym(&program.binary_name(class)))
            }
            _ => Problem::NotLinkable { class, needs },
        };
        self.problem(call, problem);
    }
}
