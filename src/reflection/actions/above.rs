//! Constructors above classes that are made at run time: that of such a class calls one of its superclass (JVMS 4.10.1.9, JLS 8.8.7), with
//! what nobody knows. Which class of the program that is, a cast of the object to a class bounds; of one that nothing says anything of, no
//! constructor is run. Must not know how the classes are made.

use super::super::state::State;
use super::super::state::above::Maker;
use super::super::state::call::{ApiCallId, Node};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Args, Cx, EdgeKind, Filter, Ptr, Receiver, ReflectiveCall};
use crate::program::{ClassId, MethodId, Program, TypeId, access};

impl State {
    /// A call gives an object that a constructor of a class made at run time makes; `bound` is what is known of the class.
    pub(in crate::reflection) fn constructed_outside(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, bound: TypeId) {
        if let Some(obj) = self.outside_instance(cx, call) {
            self.made_outside(cx, obj, Maker::Call(call));
            self.is_outside_of(cx, obj, bound);
        }
    }

    pub(in crate::reflection) fn made_outside(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, maker: Maker) {
        if !self.above.makers.entry(obj).or_default().insert(maker) {
            return;
        }
        for class in self.above.casts.get(&obj).into_iter().flatten().copied().collect::<Vec<_>>() {
            self.construct_above(cx, (obj, maker), class);
        }
    }

    /// An object is cast.
    pub(in crate::reflection) fn cast_outside(&mut self, cx: &mut Cx<'_, '_>, filter: &Filter, obj: ObjId) {
        let is_outside = matches!(cx.heap.kind(obj), ObjKind::UnknownInstance { outside: true, .. });
        if let (true, Filter::Cast(ty)) = (is_outside, filter) {
            self.is_outside_of(cx, obj, *ty);
        }
    }

    fn is_outside_of(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, ty: TypeId) {
        // Who implements an interface extends any class, most often none of the program.
        let is_extended = |&class: &ClassId| {
            let data = cx.program.class(class);
            data.origin != Origin::Jdk && data.access & access::INTERFACE == 0
        };
        let class = cx.program.class_of(ty).filter(is_extended);
        let Some(class) = class.filter(|&class| self.above.casts.entry(obj).or_default().insert(class)) else { return };
        for maker in self.above.makers.get(&obj).into_iter().flatten().copied().collect::<Vec<_>>() {
            self.construct_above(cx, (obj, maker), class);
        }
    }

    /// The constructors run of the classes that the class of the object may extend.
    fn construct_above(&mut self, cx: &mut Cx<'_, '_>, (obj, maker): (ObjId, Maker), class: ClassId) {
        let (caller, site, throw) = match maker {
            Maker::Call(call) => {
                let throw = self.thrown(cx, call);
                (self.calls[call].view.caller, self.calls[call].view.site, throw)
            }
            Maker::Handle(handle) => {
                let throw = self.node(cx, Node::HandleThrown(handle));
                let Some(this) = self.handles.known.get(&handle) else { return };
                (this.caller, this.site, Some(throw))
            }
        };
        for &above in cx.program.subtypes_outside_jdk(class) {
            let callees = constructors_to_extend(cx.program, above);
            if !callees.is_empty() {
                cx.initialise(above);
            }
            for callee in callees {
                let params = &cx.program.method_desc(cx.program.method(callee).desc).params;
                let args = params.iter().enumerate().map(|(index, &param)| {
                    let unknown = cx.heap.unknown(site, param, cx.program.is_reference(param))?;
                    let arg = self.node(cx, Node::PassedAbove(site, callee, index));
                    cx.add(arg, unknown);
                    Some(arg)
                });
                let args = Args::Positional(args.collect::<Vec<Option<Ptr>>>());
                let (receiver, kind) = (Receiver::Obj(obj), EdgeKind::Model);
                cx.call(ReflectiveCall { caller, site, callee, receiver, args, ret: None, throw, kind });
            }
        }
    }
}

/// The constructors that a subclass elsewhere can call, if there can be one (JLS 8.1.1.2, 8.1.1.4, 8.9).
fn constructors_to_extend(program: &Program, class: ClassId) -> Vec<MethodId> {
    let data = program.class(class);
    let is_closed = data.access & (access::FINAL | access::INTERFACE | access::ENUM) != 0;
    if is_closed || !data.permitted_subclasses.is_empty() {
        return Vec::new();
    }
    let is_called = |&method: &MethodId| {
        let method = program.method(method);
        program.str(method.name) == "<init>" && method.has_code && method.access & access::PRIVATE == 0
    };
    data.methods.iter().copied().filter(is_called).collect()
}
