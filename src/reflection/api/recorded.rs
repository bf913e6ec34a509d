//! What the recorder writes of calls of a method, as far as the inputs of its row say it. Must not know the table.

use super::super::terms::method::{Act, Api, Kind, LOADER};
use super::super::terms::recorded::Recorded::{self, *};
use super::super::terms::site::Role;
use crate::heap::MemberKind;

const IN_NO_FILE: Recorded = Not("the class is in no file, so that nothing is listed that a run could reach");
const BEHIND_HANDLE: Recorded = Not(
    "the object does not say which members are behind it: what is entered is recorded, and the look-up that made it",
);

/// What of a call is written, as its row has its inputs; `None` where they do not say it.
pub(super) fn recorded(api: &Api) -> Option<Recorded> {
    let has = |role| api.position(role).is_some();
    let recorded = match (api.kind, api.act) {
        _ if api.brings.is_some() => IN_NO_FILE,
        _ if has(Role::Handle) => BEHIND_HANDLE,
        _ if has(Role::Member) => OfMember,
        (_, Some(Act::FindsMembers(finds))) => match finds.kind {
            _ if finds.all => OfClass,
            MemberKind::Method => MethodByName,
            MemberKind::Constructor => Constructor,
            MemberKind::Field => FieldByName,
        },
        (Kind::ClassSource, _) if has(Role::Name) => match api.class {
            LOADER => ClassByLoader,
            _ => ClassByName,
        },
        _ if has(Role::Class) && !has(Role::Name) && !has(Role::Type) => OfClass,
        _ if has(Role::Class) || has(Role::Receiver) => return None,
        (Kind::Other, _) => ClassOfResult,
        (Kind::Action, _) if has(Role::Name) => ClassOfResult,
        _ => return None,
    };
    Some(recorded)
}
