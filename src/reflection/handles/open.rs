//! Handles of members that nobody knows, not even the class: what they may run on receivers of a known class, and write into them
//! (docs/analysis.md, Open actions). Must not know how handles are found.

use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind};
use crate::pointsto::{Args, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall, VirtualCall};
use crate::program::{FieldId, MethodId, access};

use super::super::actions::open::{called, is_among, known_class, most, written};
use super::super::state::State;
use super::super::state::call::{Node, Watched};
use super::super::state::handles::Handle;
use super::super::state::open_call::Bound;
use super::super::terms::site::{Limit, Problem};

impl State {
    /// What stands for members that are not known comes behind a handle.
    pub(super) fn open_handle(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, member: ObjKind) {
        let ObjKind::UnknownMember { kind, class: None, name, .. } = member else { return };
        let Some(this) = self.handles.known.get_mut(&handle) else { return };
        if this.origin == Origin::Jdk || name == NamePart::Listed || kind == MemberKind::Constructor {
            return;
        }
        let bound = Bound { class: None, name: name.known(), is_public: false };
        if this.open.insert((kind, bound)) && this.called.is_some() {
            self.watch_receivers(cx, handle);
        }
    }

    /// A handle of members that nobody knows is called: what comes first may have them.
    pub(super) fn watch_receivers(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId) {
        let there = self.watch_first(cx, handle, cx.heap.types().object, Watched::Receivers);
        self.open_bases(cx, handle, &there);
    }

    /// Receivers come to a handle: methods that may be meant run on them, and fields take what is passed behind. What they give is
    /// unknown with them or without.
    pub(super) fn open_bases(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, bases: &[(ObjId, ObjKind)]) {
        let this = &self.handles.known[&handle];
        if this.open.is_empty() {
            return;
        }
        let (open, most) = (this.open.clone(), most(this.origin));
        let known: Vec<_> = bases.iter().filter_map(|&(obj, _)| Some((obj, known_class(cx, obj)?))).collect();
        for (obj, class) in &known {
            for &(_, bound) in open.iter().filter(|(kind, _)| *kind == MemberKind::Field) {
                self.write_base(cx, handle, *obj, &written(cx.program, *class, bound, false));
            }
        }
        let methods = open.iter().filter(|(kind, _)| *kind == MemberKind::Method).map(|&(_, bound)| bound);
        let methods: Vec<Bound> = methods.collect();
        for (class, bound) in known.into_iter().flat_map(|(_, class)| methods.iter().map(move |&bound| (class, bound)))
        {
            for method in called(cx.program, class, bound) {
                let Some(this) = self.handles.known.get_mut(&handle) else { return };
                if this.opened.contains(&method) {
                    continue;
                }
                if !is_among(&mut this.opened, method, most) {
                    return self.is_full(handle, most);
                }
                self.run_open(cx, handle, method);
            }
        }
    }

    /// A handle of fields, which may write, comes to an object.
    fn write_base(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, base: ObjId, fields: &[FieldId]) {
        let Some(this) = self.handles.known.get_mut(&handle).filter(|_| !fields.is_empty()) else { return };
        let most = most(this.origin);
        if !is_among(&mut this.opened_on, base, most) {
            return self.is_full(handle, most);
        }
        for &field in fields {
            if let Some(value) = self.passed(cx, handle, 1, cx.program.field(field).ty) {
                cx.edge(value, Ptr::Field(base, field));
            }
        }
    }

    /// More may be meant than is followed: the look-up of the handle says so.
    fn is_full(&mut self, handle: ObjId, most: usize) {
        let Some(this) = self.handles.known.get_mut(&handle) else { return };
        this.open.clear();
        let looked_up = this.site;
        for (_, site) in self.sites.borrow_mut().iter_mut().filter(|(key, _)| key.site == looked_up) {
            site.problems.insert(Problem::FanOut(Limit::Met(most)));
        }
    }

    fn run_open(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, method: MethodId) {
        let (program, data) = (cx.program, cx.program.method(method));
        let params = program.method_desc(data.desc).params.iter();
        let args: Vec<Option<Ptr>> = params.zip(1..).map(|(&ty, at)| self.passed(cx, handle, at, ty)).collect();
        let Some(receiver) = self.passed(cx, handle, 0, program.class_type(data.class)) else { return };
        let throw = Some(self.node(cx, Node::HandleThrown(handle)));
        let Handle { caller, site, .. } = self.handles.known[&handle];
        if data.access & access::PRIVATE == 0 {
            return cx.dispatch(VirtualCall { caller, site, method, receiver, args, ret: None, throw });
        }
        let (receiver, args, kind) = (Receiver::Ptr(receiver), Args::Positional(args), EdgeKind::Reflective);
        cx.call(ReflectiveCall { caller, site, callee: method, receiver, args, ret: None, throw, kind });
    }
}
