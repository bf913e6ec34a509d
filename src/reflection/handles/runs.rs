//! What a method handle does when it is called: one call of the member behind it for each handle, which the calls of the handle
//! are connected to, as with function objects; what it is called with. Must not know how handles are found.

use crate::heap::{NO_CTX, ObjId, ObjKind, Site};
use crate::pointsto::{Args, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall, VirtualCall};
use crate::program::{MethodId, Type, access};

use super::super::calls::making::instantiable;
use super::super::state::call::Node;
use super::super::state::handles::{Does, Handle, PLACES};
use super::super::state::{State, metaobject};
use super::super::terms::primitives::wrapper;
use super::super::terms::site::Effect;

impl State {
    /// A handle does something.
    pub(super) fn handle_does(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, does: Does) {
        let Some(this) = self.handles.known.get_mut(&handle) else { return };
        if !this.does.insert(does) {
            return;
        }
        let (is_called, is_let_go) = (this.called.is_some(), this.is_let_go);
        let member = match does {
            Does::Call(method) | Does::Special(method) => metaobject(cx, Effect::Method(method)),
            Does::New(method) => metaobject(cx, Effect::Constructor(method)),
            Does::Get(field) | Does::Set(field) => metaobject(cx, Effect::Field(field)),
            // There is something behind it, and it is no member.
            _ => cx.heap.intern(ObjKind::Null),
        };
        self.reaches(cx, handle, member);
        if is_called {
            self.run(cx, handle, does);
            self.collect_rest(cx, handle, does);
        }
        if is_let_go {
            self.fill(cx, handle, does);
        }
    }

    /// A handle is called, with so many arguments one by one.
    pub(super) fn run_handle(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, given: u32) {
        let given = given.min(PLACES);
        let Some(this) = self.handles.known.get_mut(&handle) else { return };
        let is_first = this.called.is_none();
        if this.called.is_some_and(|most| most >= given) {
            return;
        }
        this.called = Some(given);
        let (does, parts) = (this.does.clone(), this.parts.clone());
        if is_first && !this.open.is_empty() {
            self.watch_receivers(cx, handle);
        }
        for does in does {
            if is_first {
                self.run(cx, handle, does);
            }
            self.collect_rest(cx, handle, does);
        }
        for part in parts {
            self.pass_on(cx, handle, part);
        }
    }

    /// Nobody knows who calls a handle, and with what.
    pub(in crate::reflection) fn let_go(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId) {
        let Some(this) = self.handles.known.get_mut(&handle) else { return };
        if std::mem::replace(&mut this.is_let_go, true) {
            return;
        }
        let (does, parts) = (this.does.clone(), this.parts.clone());
        self.run_handle(cx, handle, 0);
        does.into_iter().for_each(|does| self.fill(cx, handle, does));
        parts.into_iter().for_each(|part| self.let_go(cx, part));
    }

    /// Each argument is unknown.
    fn fill(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, does: Does) {
        let program = cx.program;
        let (owner, mut params) = match does {
            Does::Call(method) | Does::Special(method) | Does::New(method) => {
                let data = program.method(method);
                let is_static = data.access & access::STATIC != 0 || matches!(does, Does::New(_));
                let owner = (!is_static).then(|| program.class_type(data.class));
                (owner, program.method_desc(data.desc).params.clone())
            }
            Does::Get(field) | Does::Set(field) => {
                let data = program.field(field);
                let owner = (data.access & access::STATIC == 0).then(|| program.class_type(data.class));
                (owner, if matches!(does, Does::Set(_)) { vec![data.ty] } else { Vec::new() })
            }
            _ => return,
        };
        if let Some(owner) = owner {
            params.insert(0, owner);
        }
        let site = cx.heap.site(Site::Outside);
        for (&ty, at) in params.iter().zip(0..) {
            let unknown = cx.heap.unknown(site, ty, program.is_reference(ty));
            if let (Some(param), Some(unknown)) = (self.passed(cx, handle, at, ty), unknown) {
                cx.add(param, unknown);
            }
        }
    }

    fn run(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, does: Does) {
        match does {
            Does::Call(method) => self.run_method(cx, handle, method, false),
            Does::Special(method) => self.run_method(cx, handle, method, true),
            Does::New(method) => self.run_constructor(cx, handle, method),
            Does::Get(field) | Does::Set(field) => {
                let data = cx.program.field(field);
                if data.access & access::STATIC != 0 {
                    cx.initialise(data.class);
                    self.transfer_by(cx, handle, Ptr::Static(field), field, does);
                } else {
                    self.watch_bases(cx, handle, cx.program.class_type(data.class));
                }
            }
            Does::GetElement | Does::SetElement => self.watch_bases(cx, handle, cx.heap.types().object),
            Does::NewArray(ty) => {
                let array = cx.heap.alloc(self.handles.known[&handle].site, ty, NO_CTX);
                let result = self.node(cx, Node::HandleResult(handle));
                cx.add(result, array);
            }
            Does::Throw | Does::Give => {
                let to = if does == Does::Throw { Node::HandleThrown(handle) } else { Node::HandleResult(handle) };
                let (to, object) = (self.node(cx, to), cx.heap.types().object);
                if let Some(given) = self.passed(cx, handle, 0, object) {
                    cx.edge(given, to);
                }
            }
            Does::Native => {
                let segment = cx.program.find_class("java/lang/foreign/MemorySegment");
                let ty = segment.map(|class| cx.program.class_type(class));
                let site = self.handles.known[&handle].site;
                let unknown = ty.and_then(|ty| cx.heap.unknown(site, ty, true));
                let result = self.node(cx, Node::HandleResult(handle));
                unknown.into_iter().for_each(|unknown| cx.add(result, unknown));
            }
            Does::Nothing => {}
        }
    }

    fn run_method(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, method: MethodId, special: bool) {
        let data = cx.program.method(method);
        let (flags, owner) = (data.access, cx.program.class_type(data.class));
        let desc = cx.program.method_desc(data.desc);
        let (params, ret) = (desc.params.clone(), desc.ret);
        let is_static = flags & access::STATIC != 0;
        let args: Vec<Option<Ptr>> =
            params.iter().zip(u32::from(!is_static)..).map(|(&ty, at)| self.passed(cx, handle, at, ty)).collect();
        let result = self.node(cx, Node::HandleResult(handle));
        if let Some(boxed) = wrapper(cx.program, ret) {
            cx.add(result, cx.heap.intern(ObjKind::Merged { ty: boxed }));
        }
        let ret = cx.program.is_reference(ret).then_some(result);
        let throw = Some(self.node(cx, Node::HandleThrown(handle)));
        let Handle { caller, site, .. } = self.handles.known[&handle];
        let call = |receiver, args| ReflectiveCall {
            caller,
            site,
            callee: method,
            receiver,
            args: Args::Positional(args),
            ret,
            throw,
            kind: EdgeKind::Reflective,
        };
        if is_static {
            cx.call(call(Receiver::None, args));
            return;
        }
        let Some(receiver) = self.passed(cx, handle, 0, owner) else { return };
        if special || flags & access::PRIVATE != 0 {
            cx.call(call(Receiver::Ptr(receiver), args));
        } else {
            cx.dispatch(VirtualCall { caller, site, method, receiver, args, ret, throw });
        }
    }

    fn run_constructor(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, constructor: MethodId) {
        let data = cx.program.method(constructor);
        let (class, ty) = (data.class, cx.program.class_type(data.class));
        let params = cx.program.method_desc(data.desc).params.clone();
        if !instantiable(cx, ty) && ty != cx.heap.types().string {
            return;
        }
        let args = params.iter().zip(0..).map(|(&ty, at)| self.passed(cx, handle, at, ty)).collect();
        let Handle { caller, site, .. } = self.handles.known[&handle];
        let obj = cx.heap.intern(if ty == cx.heap.types().string {
            ObjKind::UnknownString { site }
        } else {
            ObjKind::Instance { site, ty, ctx: cx.allocated(caller, site, ty) }
        });
        cx.initialise(class);
        let result = self.node(cx, Node::HandleResult(handle));
        cx.add(result, obj);
        let throw = Some(self.node(cx, Node::HandleThrown(handle)));
        cx.call(ReflectiveCall {
            caller,
            site,
            callee: constructor,
            receiver: Receiver::Obj(obj),
            args: Args::Positional(args),
            ret: None,
            throw,
            kind: EdgeKind::Reflective,
        });
    }

    /// Arguments that a method of variable arity takes in an array (`MethodHandle.asVarargsCollector`, which handles of such
    /// methods are).
    fn collect_rest(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, does: Does) {
        let (Does::Call(method) | Does::Special(method) | Does::New(method)) = does else { return };
        let data = cx.program.method(method);
        let params = &cx.program.method_desc(data.desc).params;
        let (Some(&last), true) = (params.last(), data.access & access::VARARGS != 0) else { return };
        let Type::Array(element) = cx.program.ty(last) else { return };
        let is_static = data.access & access::STATIC != 0 || cx.program.str(data.name) == "<init>";
        let first = (params.len() - 1) as u32 + u32::from(!is_static);
        let Handle { site, called, bound, .. } = self.handles.known[&handle];
        let array = cx.heap.alloc(site, last, NO_CTX);
        if let Some(param) = self.passed(cx, handle, first, last) {
            cx.add(param, array);
        }
        let given = called.unwrap_or(0).saturating_add(bound).min(PLACES);
        for at in first..given.max(first + 1) {
            if let Some(param) = self.passed(cx, handle, at, element) {
                cx.edge(param, Ptr::Elements(array));
            }
        }
    }
}
