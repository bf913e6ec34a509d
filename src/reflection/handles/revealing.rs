//! Members that handles are asked for: `MethodHandles.reflectAs`, `Lookup.revealDirect`, and what that gives
//! (`MethodHandleInfo.reflectAs`). Must not know how handles are found.

use crate::heap::{MemberKind, NamePart, ObjId, ObjKind};
use crate::pointsto::{CallNote, Cx, Ptr};
use crate::program::MethodId;

use super::super::calls::making::type_named;
use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::{ApiCallId, Node};
use super::super::terms::rules::RuleName;
use super::super::terms::site::Role;

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Reveal {
    /// A handle for the object that describes it.
    Info,
    /// Such an object, or a handle, for the member.
    OfInfo,
    OfHandle,
}

impl Rule for Reveal {
    fn name(&self) -> RuleName {
        RuleName("revealed-handles")
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        if *self != Reveal::Info {
            state.watch_targets(cx, call);
        }
        // Which class of the JDK answers is not followed.
        if *self == Reveal::OfInfo {
            let view = state.calls[call].view.clone();
            cx.note(&view, CallNote::Unknown(method));
        }
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        match role {
            Role::Member => state.revealed(cx, call, objects),
            Role::Handle => {
                let to = match self {
                    Reveal::Info => state.handle_info(cx, call),
                    _ => Some(state.node(cx, Node::HandleTargets(call))),
                };
                let Some(to) = to else { return };
                for &(obj, kind) in objects {
                    state.members_of_handle(cx, call, (obj, kind), to);
                }
            }
            Role::Mirror => {
                let to = state.node(cx, Node::HandleTargets(call));
                for &(obj, kind) in objects {
                    match state.handles.revealed.contains(&obj) {
                        true => {
                            let members = state.node(cx, Node::HandleRevealed(obj));
                            cx.edge(members, to);
                        }
                        false => state.any_members(cx, call, kind, to),
                    }
                }
            }
            _ => {}
        }
    }
}

impl State {
    /// The object that describes the handles of a call. What else it says is as unknown as of any from outside.
    fn handle_info(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) -> Option<Ptr> {
        let view = &self.calls[call].view;
        let (site, dst) = (view.site, view.dst?);
        let bound = type_named(cx.program, "java/lang/invoke/MethodHandleInfo")?;
        let info = cx.heap.intern(ObjKind::Opaque { site, bound });
        self.handles.revealed.insert(info);
        cx.add(dst, info);
        Some(self.node(cx, Node::HandleRevealed(info)))
    }

    /// What is behind a handle. One that is made of others is refused (`Lookup.revealDirect`), which is not told here.
    fn members_of_handle(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, (obj, kind): (ObjId, ObjKind), to: Ptr) {
        let caller = self.calls[call].view.caller;
        if self.is_known_handle(cx, obj, caller) {
            let members = self.node(cx, Node::HandleMembers(obj));
            cx.edge(members, to);
        } else {
            self.any_members(cx, call, kind, to);
        }
    }

    /// A member of any kind, which comes from where the unknown does.
    fn any_members(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, unknown: ObjKind, to: Ptr) {
        let site = unknown.origin().unwrap_or(self.calls[call].view.site);
        for kind in [MemberKind::Method, MemberKind::Constructor, MemberKind::Field] {
            let (class, name) = (None, NamePart::Unknown);
            cx.add(to, cx.heap.intern(ObjKind::UnknownMember { kind, class, name, site, outside: false }));
        }
    }

    /// Members behind what is asked: they are given.
    fn revealed(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        let targets = self.node(cx, Node::HandleTargets(call));
        if let (Some(node), Some(site)) = (cx.resolve(targets), self.sites.borrow_mut().get_mut(&self.calls[call].site))
        {
            site.role(Role::Member, node);
        }
        for &(obj, kind) in objects {
            match (kind, self.calls[call].view.dst) {
                (ObjKind::UnknownMember { .. }, Some(dst)) => cx.add(dst, obj),
                (ObjKind::UnknownMember { .. }, None) => {}
                _ if kind.is_metaobject() => self.give(cx, call, obj, kind),
                // What stands for an unknown handle.
                _ => self.any_members(cx, call, kind, targets),
            }
        }
    }
}
