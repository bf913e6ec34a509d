//! Actions on known metaobjects (algorithms.md 1.3, rule R3): allocation, constructor call, invocation. What an action does
//! to an unknown metaobject is no effect here: the site stays open.

use crate::classpath::Origin;
use crate::heap::{MemberKind, NO_CTX, ObjId, ObjKind, Site, SiteId};
use crate::ir::facts::Facts;
use crate::ir::{ConstValue, Op};
use crate::pointsto::{Args, CallView, Cx, EdgeKind, NodeId, Ptr, Receiver, ReflectiveCall, VirtualCall};
use crate::program::{MethodId, Type, TypeId, access, lookup};

use super::{Effect, Limit, Problem, RCall, Reflection, Role, arguments};

/// Most dimensions of a class that arrays are made of reflectively.
pub(super) const DIMENSIONS: usize = 3;
/// Most classes that a site tells apart in the objects it makes.
pub(super) const CLASSES_APART: usize = 64;

impl Reflection {
    pub(super) fn class_new_instance(&mut self, cx: &mut Cx<'_, '_>, call: u32, objects: &[(ObjId, ObjKind)]) {
        let view = &self.calls[call as usize].view;
        let (dst, site) = (view.dst, view.site);
        for &(_, kind) in objects {
            match kind {
                ObjKind::Class { ty } => match lookup::declared_constructor(cx.program, ty, &[]) {
                    Some(constructor) if instantiable(cx, ty) => {
                        if self.acts(cx.program, call, Effect::Class(ty)) {
                            self.construct(cx, call, ty, constructor);
                        } else {
                            self.unknown_instance(cx, call);
                        }
                    }
                    _ => self.problem(call, Problem::NotInstantiable(ty)),
                },
                ObjKind::UnknownClass { bound, .. } => {
                    if let Some(dst) = dst {
                        cx.add(dst, cx.heap.intern(ObjKind::UnknownInstance { site, bound }));
                    }
                }
                ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. } => self.unknown_instance(cx, call),
                _ => {}
            }
        }
    }

    pub(super) fn constructor_new_instance(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: u32,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        if role == Role::Arguments {
            return self.add_arrays(cx, call, objects);
        }
        let view = &self.calls[call as usize].view;
        let (dst, site) = (view.dst, view.site);
        for &(_, kind) in objects {
            match kind {
                ObjKind::Constructor { method } => self.construct_by(cx, call, method),
                // All constructors of the class that fit the arguments.
                ObjKind::UnknownMember { kind: MemberKind::Constructor, class: Some(ty), .. } => {
                    for method in lookup::declared_constructors(cx.program, ty) {
                        self.construct_by(cx, call, method);
                    }
                }
                _ => {
                    let bound = cx.heap.types().object;
                    if let Some(dst) = dst {
                        cx.add(dst, cx.heap.intern(ObjKind::UnknownInstance { site, bound }));
                    }
                }
            }
        }
    }

    fn construct_by(&mut self, cx: &mut Cx<'_, '_>, call: u32, constructor: MethodId) {
        let ty = cx.program.class_type(cx.program.method(constructor).class);
        if instantiable(cx, ty) {
            if !self.fits(cx, call, constructor) {
                return;
            }
            if self.acts(cx.program, call, Effect::Constructor(constructor)) {
                self.construct(cx, call, ty, constructor);
            } else {
                self.unknown_instance(cx, call);
            }
        } else {
            self.problem(call, Problem::NotInstantiable(ty));
        }
    }

    /// Whether the number of arguments is unknown or right.
    fn fits(&self, cx: &Cx<'_, '_>, call: u32, callee: MethodId) -> bool {
        let array = self.calls[call as usize].array.as_ref();
        let params = cx.program.method_desc(cx.program.method(callee).desc).params.len();
        array.is_none_or(|array| array.slots.len() == params)
    }

    /// The allocation and the constructor call.
    fn construct(&mut self, cx: &mut Cx<'_, '_>, call: u32, ty: TypeId, constructor: MethodId) {
        let params = cx.program.method_desc(cx.program.method(constructor).desc).params.clone();
        let Some(args) = self.pass_arguments_or_none(cx, call, &params) else { return };
        let obj = if ty == cx.heap.types().string {
            cx.heap.intern(ObjKind::UnknownString { site: self.calls[call as usize].view.site })
        } else {
            self.instance(cx, call, ty)
        };
        if let Type::Class(class) = cx.program.ty(ty) {
            cx.initialise(class);
        }
        let throw = self.thrown(cx, call);
        let view = &self.calls[call as usize].view;
        if let Some(dst) = view.dst {
            cx.add(dst, obj);
        }
        cx.call(ReflectiveCall {
            caller: view.caller,
            site: view.site,
            callee: constructor,
            receiver: Receiver::Obj(obj),
            args: Args::Positional(args),
            ret: None,
            throw,
            kind: EdgeKind::Reflective,
        });
    }

    /// The object made of a class at a site. A site that makes objects of very many classes shares them with others of that
    /// kind: its answer is imprecise already, and each site with objects of its own of every class would be quadratic.
    pub(super) fn instance(&mut self, cx: &Cx<'_, '_>, call: u32, ty: TypeId) -> ObjId {
        let (site, caller) = (self.calls[call as usize].view.site, self.calls[call as usize].view.caller);
        let (position, _) = self.classes_at.entry(site).or_default().insert_full(ty);
        if position >= CLASSES_APART {
            let site = cx.heap.site(Site::Vm(cx.program.sym("imprecise")));
            return cx.heap.intern(ObjKind::Instance { site, ty, ctx: NO_CTX });
        }
        cx.heap.intern(ObjKind::Instance { site, ty, ctx: cx.allocated(caller, site, ty) })
    }

    /// As `pass_arguments`; `Class.newInstance` passes none.
    fn pass_arguments_or_none(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: u32,
        params: &[TypeId],
    ) -> Option<Vec<Option<Ptr>>> {
        if self.calls[call as usize].handler == super::Handler::ClassNewInstance {
            return Some(Vec::new());
        }
        self.pass_arguments(cx, call, params)
    }

    /// Where exceptions of the callee go: `Class.newInstance` rethrows them, the others wrap them in an
    /// `InvocationTargetException` of the site.
    fn thrown(&mut self, cx: &mut Cx<'_, '_>, call: u32) -> Option<Ptr> {
        let view = &self.calls[call as usize].view;
        let throw = view.throw?;
        if self.calls[call as usize].handler == super::Handler::ClassNewInstance {
            return Some(Ptr::Node(throw));
        }
        let class = cx.program.find_class("java/lang/reflect/InvocationTargetException")?;
        let target = cx.program.find_field(class, "target", "Ljava/lang/Throwable;")?;
        let wrapper = cx.heap.alloc(view.site, cx.program.class_type(class), NO_CTX);
        cx.add(throw, wrapper);
        Some(Ptr::Field(wrapper, target))
    }

    pub(super) fn invoke(&mut self, cx: &mut Cx<'_, '_>, call: u32, role: Role, objects: &[(ObjId, ObjKind)]) {
        match role {
            Role::Member => {}
            Role::Arguments => return self.add_arrays(cx, call, objects),
            // Receivers are dispatched by the virtual call made for each method.
            _ => return,
        }
        for &(_, kind) in objects {
            let ObjKind::Method { method } = kind else {
                if is_unknown_member(kind) {
                    self.unknown_instance(cx, call);
                    self.open_receivers(cx, call);
                }
                continue;
            };
            if !self.fits(cx, call, method) {
                continue;
            }
            if self.acts(cx.program, call, Effect::Method(method)) {
                self.invoke_method(cx, call, method);
            } else {
                self.unknown_instance(cx, call);
                self.open_receivers(cx, call);
            }
        }
    }

    /// Methods that are not known, or not followed, are called on the receivers. Those of the JDK's own calls are known to it.
    fn open_receivers(&self, cx: &mut Cx<'_, '_>, call: u32) {
        let RCall { view, origin, .. } = &self.calls[call as usize];
        if let (Some(&Some(receiver)), false) = (view.args.get(1), *origin == Origin::Jdk) {
            cx.escape(receiver);
        }
    }

    /// What an action gives that nobody knows: a token, so that whatever depends on it shows as unknown. The JDK's own
    /// calls would hand it to every collection of the program.
    pub(super) fn unknown_instance(&mut self, cx: &mut Cx<'_, '_>, call: u32) {
        let RCall { view, origin, .. } = &self.calls[call as usize];
        if let (Some(dst), false) = (view.dst, *origin == Origin::Jdk) {
            let bound = cx.heap.types().object;
            cx.add(dst, cx.heap.intern(ObjKind::UnknownInstance { site: view.site, bound }));
        }
    }

    fn invoke_method(&mut self, cx: &mut Cx<'_, '_>, call: u32, method: MethodId) {
        let data = cx.program.method(method);
        let desc = cx.program.method_desc(data.desc);
        let (flags, class, ret) = (data.access, data.class, desc.ret);
        let params = desc.params.clone();
        let Some(args) = self.pass_arguments(cx, call, &params) else { return };
        let throw = self.thrown(cx, call);
        let view = &self.calls[call as usize].view;
        let (caller, site, dst) = (view.caller, view.site, view.dst.map(Ptr::Node));
        let receiver = view.args.get(1).copied().flatten();
        if let (Some(dst), Some(boxed)) = (dst, arguments::wrapper(cx.program, ret)) {
            cx.add(dst, cx.heap.intern(ObjKind::Merged { ty: boxed }));
        }
        let reference = matches!(cx.program.ty(ret), Type::Class(_) | Type::Array(_));
        let ret = dst.filter(|_| reference);
        if flags & access::STATIC != 0 {
            cx.call(ReflectiveCall {
                caller,
                site,
                callee: method,
                receiver: Receiver::None,
                args: Args::Positional(args),
                ret,
                throw,
                kind: EdgeKind::Reflective,
            });
            return;
        }
        let Some(receiver) = receiver else { return };
        let this = self.receivers(cx, call, class, receiver);
        if flags & access::PRIVATE != 0 {
            cx.call(ReflectiveCall {
                caller,
                site,
                callee: method,
                receiver: Receiver::Ptr(this),
                args: Args::Positional(args),
                ret,
                throw,
                kind: EdgeKind::Reflective,
            });
        } else {
            cx.dispatch(VirtualCall { caller, site, method, receiver: this, args, ret, throw });
        }
    }

    /// The receivers that are instances of the declaring class.
    fn receivers(&mut self, cx: &mut Cx<'_, '_>, call: u32, class: crate::program::ClassId, receiver: NodeId) -> Ptr {
        let (slot, is_new) = self.slot_or_new(cx, call, 1 << 44 | class.0 as u64);
        if is_new {
            cx.cast(receiver, slot, cx.program.class_type(class));
        }
        slot
    }

    pub(super) fn array_new_instance(&mut self, cx: &mut Cx<'_, '_>, call: u32, objects: &[(ObjId, ObjKind)]) {
        let view = &self.calls[call as usize].view;
        let site = view.site;
        let ranks = self.rank(cx, call);
        for &(_, kind) in objects {
            match kind {
                ObjKind::Class { ty } if ty == cx.program.void() => self.problem(call, Problem::NotInstantiable(ty)),
                ObjKind::Class { ty } if cx.program.dimensions(ty).0 >= DIMENSIONS => {
                    // A loop that makes arrays of the class of its arrays has no end.
                    self.problem(call, Problem::FanOut(Limit::Dimensions(DIMENSIONS)));
                }
                ObjKind::Class { ty } => match (self.acts(cx.program, call, Effect::Class(ty)), ranks) {
                    (true, Some(ranks)) => make_array(cx, &self.calls[call as usize].view, ty, ranks),
                    _ => self.unknown_array(cx, call, site),
                },
                ObjKind::UnknownClass { site, .. } => self.unknown_array(cx, call, site),
                _ => {}
            }
        }
    }

    /// `?[]`: an array of something; in JDK code one that is read as `Object[]`.
    fn unknown_array(&self, cx: &mut Cx<'_, '_>, call: u32, site: SiteId) {
        let RCall { view, origin, .. } = &self.calls[call as usize];
        let Some(dst) = view.dst else { return };
        let bound = cx.program.array_of(cx.heap.types().object);
        let array = match origin {
            Origin::Jdk => cx.heap.alloc(view.site, bound, NO_CTX),
            _ => cx.heap.intern(ObjKind::Opaque { site, bound }),
        };
        cx.add(dst, array);
    }

    /// Number of dimensions `Array.newInstance` adds: one, or the length of the constant `int[]`.
    fn rank(&self, cx: &Cx<'_, '_>, call: u32) -> Option<usize> {
        let view = &self.calls[call as usize].view;
        let Some(&lengths) = view.vars.get(1) else { return Some(1) };
        if view.args.get(1).copied().flatten().is_none() {
            return Some(1);
        }
        cx.code(view.caller)
            .and_then(|code| {
                let facts = Facts::of(&code.body);
                match &facts.stmt(lengths)?.op {
                    Op::NewArray { lens, .. } => match facts.constant_of(*lens.first()?)? {
                        ConstValue::Int(length) => Some(*length),
                        _ => None,
                    },
                    _ => None,
                }
            })
            .map(|length| length.clamp(1, 255) as usize)
    }

    /// `Class.getEnumConstants` and `Enum.valueOf`: both ask `values()` of the enum once. The constants are static fields of
    /// the enum, set by its initialiser.
    pub(super) fn enum_constants(&mut self, cx: &mut Cx<'_, '_>, call: u32, objects: &[(ObjId, ObjKind)]) {
        for &(_, kind) in objects {
            let ObjKind::Class { ty } = kind else {
                if is_unknown_class(kind) {
                    self.unknown_instance(cx, call);
                }
                continue;
            };
            let Type::Class(class) = cx.program.ty(ty) else { continue };
            // Null or an exception for what is no enum.
            if cx.program.class(class).access & access::ENUM == 0 {
                continue;
            }
            if !self.acts(cx.program, call, Effect::Class(ty)) {
                self.unknown_instance(cx, call);
                continue;
            }
            cx.initialise(class);
            let view = &self.calls[call as usize].view;
            let (caller, site, dst, throw) =
                (view.caller, view.site, view.dst.map(Ptr::Node), view.throw.map(Ptr::Node));
            let of_array = self.calls[call as usize].handler == super::Handler::EnumConstants;
            let descriptor = format!("(){}", cx.program.descriptor(cx.program.array_of(ty)));
            if let Some(values) = cx.program.find_method(class, "values", &descriptor) {
                cx.call(ReflectiveCall {
                    caller,
                    site,
                    callee: values,
                    receiver: Receiver::None,
                    args: Args::Positional(Vec::new()),
                    ret: dst.filter(|_| of_array),
                    throw,
                    kind: EdgeKind::Reflective,
                });
            }
            let Some(dst) = dst.filter(|_| !of_array) else { continue };
            for &field in &cx.program.class(class).fields {
                if cx.program.field(field).access & access::ENUM != 0 {
                    cx.edge(Ptr::Static(field), dst);
                }
            }
        }
    }
}

/// An array of `ty` with so many more dimensions, and the arrays in it.
fn make_array(cx: &mut Cx<'_, '_>, call: &CallView, ty: TypeId, ranks: usize) {
    let (Some(dst), site) = (call.dst, call.site) else { return };
    let array = (0..ranks).fold(ty, |ty, _| cx.program.array_of(ty));
    let mut obj = cx.heap.alloc(site, array, cx.allocated(call.caller, site, array));
    cx.add(dst, obj);
    for _ in 1..ranks {
        let Type::Array(element) = cx.program.ty(cx.heap.ty(obj)) else { break };
        let inner = cx.heap.alloc(site, element, cx.allocated(call.caller, site, element));
        cx.add(Ptr::Elements(obj), inner);
        obj = inner;
    }
}

/// Whether an object in a class object's place says nothing of the class.
fn is_unknown_class(kind: ObjKind) -> bool {
    matches!(kind, ObjKind::UnknownClass { .. } | ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. })
}

/// Whether an object in a member's place says nothing of the member.
pub(super) fn is_unknown_member(kind: ObjKind) -> bool {
    matches!(kind, ObjKind::UnknownMember { .. } | ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. })
}

/// JVMS 6.5 new, and `Class.newInstance`: a concrete class that is no enum.
fn instantiable(cx: &Cx<'_, '_>, ty: TypeId) -> bool {
    match cx.program.ty(ty) {
        Type::Class(class) => {
            let flags = cx.program.class(class).access;
            flags & (access::ABSTRACT | access::INTERFACE | access::ENUM) == 0
        }
        _ => false,
    }
}
