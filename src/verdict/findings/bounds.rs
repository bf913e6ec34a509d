//! What bounds the unknown inputs of a call, whatever is listed beside them. Must not know findings.

use super::super::rows::Row;
use super::super::view::View;
use crate::classpath::Origin;
use crate::heap::ObjKind;
use crate::result::Bound;

/// What bounds the unknowns of a call: the worst of them decides.
pub(super) fn bound(view: &View<'_, '_>, row: &Row) -> Bound {
    if row.key.is_some_and(|key| View::api(key).runs_no_code()) {
        return Bound::NoCode;
    }
    let unknown = row.judgement.iter().flat_map(|judgement| &judgement.unknown);
    let site = row.key.map(|key| &view.sites[&key]);
    let mut of_each = unknown.map(|&(role, obj)| {
        let kind = view.heap.kind(obj);
        site.and_then(|site| site.bounded(role, kind)).or_else(|| candidates(view, kind))
    });
    match of_each.try_fold(0_u32, |sum, count| count.map(|count| sum.saturating_add(count))) {
        // Without an unknown of its own it is as the calls that it makes.
        None | Some(0) => Bound::Nothing,
        Some(sum) => Bound::Candidates(sum),
    }
}

/// The classes that an unknown may be of; `None` if nothing bounds it. Of a class of the JDK there are more than are loaded.
fn candidates(view: &View<'_, '_>, kind: ObjKind) -> Option<u32> {
    let (ObjKind::UnknownClass { bound, outside: false, .. } | ObjKind::UnknownInstance { bound, .. }) = kind else {
        return None;
    };
    let class = view.program.class_of(bound).filter(|&class| view.program.class(class).origin != Origin::Jdk)?;
    u32::try_from(view.program.subtypes_outside_jdk(class).len()).ok()
}
