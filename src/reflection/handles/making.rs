//! The objects that method handles are, and what is behind them. Must not know look-ups, nor what handles do.

use crate::classpath::Origin;
use crate::heap::{MemberKind, NO_CTX, NamePart, ObjId, ObjKind, Site, SiteId};
use crate::pointsto::{Cx, InstId, Ptr};
use crate::program::TypeId;

use super::super::members::look_up::is_jdk;
use super::super::state::State;
use super::super::state::above::Maker;
use super::super::state::call::{ApiCallId, Hook, Node, Place, Watched};
use super::super::state::handles::{Handle, PLACES, Passing};
use super::super::terms::site::Role;
use super::members::constants;

impl State {
    /// What is asked of a handle, or of an object that is handled as one.
    pub(super) fn register_handle(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, handle: Handle) {
        let known = cx.program.well_known();
        if self.handles.known.contains_key(&obj) {
            return;
        }
        self.handles.known.insert(obj, handle);
        let ty = cx.program.class_type(known.method_type);
        let field = cx.program.find_field(known.method_handle, "type", "Ljava/lang/invoke/MethodType;");
        let site = cx.heap.site(Site::Outside);
        if let (Some(field), Some(unknown)) = (field, cx.heap.unknown(site, ty, true)) {
            cx.add(Ptr::Field(obj, field), unknown);
        }
    }

    /// A member, or what stands for one that is not known, is behind a handle.
    pub(in crate::reflection) fn reaches(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, member: ObjId) {
        let members = self.node(cx, Node::HandleMembers(handle));
        cx.add(members, member);
        let kind = cx.heap.kind(member);
        self.open_handle(cx, handle, kind);
        if kind.is_listed() || kind.is_metaobject() || kind == ObjKind::Null {
            return;
        }
        if let Some(this) = self.handles.known.get(&handle).filter(|this| this.origin != Origin::Jdk) {
            let (site, bound) = (this.site, cx.heap.types().object);
            let result = self.node(cx, Node::HandleResult(handle));
            let outside = matches!(kind, ObjKind::UnknownMember { kind: MemberKind::Constructor, outside: true, .. });
            let made = cx.heap.intern(ObjKind::UnknownInstance { site, bound, lazy: false, outside });
            if outside {
                cx.watch_filters(made);
                self.made_outside(cx, made, Maker::Handle(handle));
            }
            cx.add(result, made);
            for index in 0..=PLACES {
                let bound = self.node(cx, Node::HandleBound(handle, index));
                cx.escape(bound);
            }
        }
    }

    /// The handle that a call gives, if it is one that can be called and somebody takes it.
    pub(super) fn make_handle(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, passing: Passing) -> Option<ObjId> {
        let view = &self.calls[call].view;
        let (caller, site, dst) = (view.caller, view.site, view.dst?);
        let ty = cx.heap.types().handle;
        let obj = cx.heap.intern(ObjKind::Handle { site, ty, ctx: cx.allocated(caller, site, ty) });
        let origin = self.calls[call].origin;
        self.register_handle(cx, obj, Handle::new(caller, site, origin, passing));
        cx.add(dst, obj);
        Some(obj)
    }

    /// The handle that a call calls, of which nothing is known but what is said of that call.
    pub(super) fn handle_of_call(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) -> ObjId {
        let view = &self.calls[call].view;
        let (caller, site, ty) = (view.caller, view.site, cx.heap.types().handle);
        let obj = cx.heap.intern(ObjKind::Handle { site, ty, ctx: NO_CTX });
        self.register_handle(cx, obj, Handle::new(caller, site, self.calls[call].origin, Passing::Same));
        obj
    }

    /// Whether it is known what a handle does; constants of class files are met where they are used.
    pub(in crate::reflection) fn is_known_handle(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, caller: InstId) -> bool {
        if self.handles.known.contains_key(&obj) {
            return true;
        }
        let ObjKind::Handle { site, .. } = cx.heap.kind(obj) else { return false };
        let constants = constants(cx, obj);
        if constants.is_empty() {
            return false;
        }
        self.register_handle(cx, obj, Handle::new(caller, site, Origin::Application, Passing::Same));
        constants.into_iter().for_each(|does| self.handle_does(cx, obj, does));
        true
    }

    /// What stands for the members behind a handle of which nothing is known.
    pub(super) fn unknown_handle(&self, cx: &Cx<'_, '_>, site: SiteId, handle: ObjId, kind: ObjKind) -> ObjId {
        if kind.is_token() || matches!(kind, ObjKind::Opaque { .. }) {
            return handle;
        }
        let (kind, name) = (MemberKind::Method, NamePart::Unknown);
        cx.heap.intern(ObjKind::UnknownMember { kind, class: None, name, site, outside: false })
    }

    /// `Lookup.bind`: the receiver is there already.
    pub(super) fn bind_receiver(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, handle: ObjId) {
        if let Some(this) = self.handles.known.get_mut(&handle) {
            this.bound = 1;
        }
        if let Some(receiver) = self.calls[call].input(Role::Receiver) {
            let bound = self.node(cx, Node::HandleBound(handle, 0));
            cx.edge(Ptr::Node(receiver), bound);
        }
    }

    /// A handle that calls the one that is its first argument.
    pub(super) fn invokes(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId) {
        if let Some(this) = self.handles.known.get_mut(&handle) {
            this.passing = Passing::Without { at: 0, count: 1 };
        }
        let parts = self.node(cx, Node::HandleParts(handle));
        for place in [Place::At(0), Place::Any] {
            let from = self.node(cx, Node::HandleArgument(handle, place));
            cx.cast(from, parts, cx.heap.types().handle);
        }
        cx.watch(parts, self.hooks.number(Hook::Handle(handle, Watched::Parts)));
    }

    /// What stands for a member that is not known is behind the handle that a look-up gives.
    pub(super) fn token_behind(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        handle: Option<ObjId>,
        member: (MemberKind, Option<TypeId>, NamePart),
    ) {
        self.token_of(cx, call, handle, member, false);
    }

    /// The same, maybe of a class that is made at run time.
    pub(super) fn token_of(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        handle: Option<ObjId>,
        (kind, class, name): (MemberKind, Option<TypeId>, NamePart),
        outside: bool,
    ) {
        let Some(handle) = handle else { return };
        let view = &self.calls[call].view;
        let site = view.site;
        let jdk = is_jdk(cx, view.method);
        // Constructors of a known class are known, where they are all there are.
        let (class, name) = match kind {
            _ if jdk => (None, NamePart::Unknown),
            MemberKind::Constructor => (None, name),
            _ => (class, name),
        };
        self.reaches(cx, handle, cx.heap.intern(ObjKind::UnknownMember { kind, class, name, site, outside }));
    }
}
