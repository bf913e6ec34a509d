//! Which members code outside the JDK makes accessible. Must not know calls.

use crate::base::FxHashSet;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::ir::facts::Facts;
use crate::ir::{ConstValue, Var};
use crate::pointsto::NodeId;
use crate::program::MethodId;
use crate::reflection::{ApiTable, Attempt, Role};

use super::super::super::values::Asker;
use super::super::super::view::View;

/// The members that `setAccessible` is called on, anywhere outside the JDK.
pub(super) struct Accessible {
    members: FxHashSet<ObjKind>,
    /// It is called on members that are not known.
    any: bool,
}

impl Accessible {
    /// Whether someone may have made the member accessible.
    pub(super) fn may_have(&self, member: ObjKind) -> bool {
        self.any || self.members.contains(&member)
    }

    pub(super) fn read(ask: &Asker<'_, '_>) -> Self {
        let view = ask.view;
        let program = view.program;
        let mut read = Self { members: FxHashSet::default(), any: false };
        for call in view.state.calls() {
            let method = view.state.instance(call.caller).method;
            if program.origin_of(method) == Origin::Jdk {
                continue;
            }
            let Some(api) = ApiTable::get().known(program, call.resolved) else { continue };
            let is_asked = matches!(api.attempt(), Some(Attempt::MakeAccessible | Attempt::TryMakeAccessible));
            if !is_asked || is_false(ask, method, api.argument(Role::Flag, &call.vars)) {
                continue;
            }
            let Some(node) = api.argument(Role::Subject, &call.args).flatten() else {
                read.any = true;
                continue;
            };
            let (members, complete) = members_at(view, node);
            read.members.extend(members.into_iter().map(|(_, kind)| kind));
            read.any |= !complete;
        }
        read
    }
}

/// The members at a node, themselves or in arrays (`AccessibleObject.setAccessible(AccessibleObject[], boolean)`), each with the
/// array that it is in; and whether these are all.
pub(super) fn members_at(view: &View<'_, '_>, node: NodeId) -> (Vec<(Option<ObjId>, ObjKind)>, bool) {
    let (mut members, mut complete) = (Vec::new(), true);
    let mut add = |array: Option<ObjId>, kind: ObjKind| match kind {
        ObjKind::Method { .. } | ObjKind::Constructor { .. } | ObjKind::Field { .. } => members.push((array, kind)),
        ObjKind::Null => {}
        _ => complete &= kind.is_listed(),
    };
    for (obj, kind) in view.values(node) {
        match kind {
            ObjKind::MemberArray { .. } | ObjKind::Alloc { .. } => {
                let elements = view.core.find_elements(obj).into_iter().flat_map(|elements| view.values(elements));
                elements.for_each(|(_, kind)| add(Some(obj), kind));
            }
            _ => add(None, kind),
        }
    }
    (members, complete)
}

/// Whether a flag is the constant false.
fn is_false(ask: &Asker<'_, '_>, method: MethodId, flag: Option<Var>) -> bool {
    let (Some(flag), Some(body)) = (flag, ask.body(method)) else { return false };
    matches!(Facts::of(body).constant_of(flag), Some(ConstValue::Int(0)))
}
