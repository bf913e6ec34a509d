//! Arrays made through class objects, and the constants of enum classes. Must not know how the class was found.

use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind, Site, SiteId};
use crate::ir::facts::Facts;
use crate::ir::{ConstValue, Op};
use crate::pointsto::{Args, CallView, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall};
use crate::program::{Type, TypeId, access};

use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::{ApiCall, ApiCallId};
use super::super::terms::attempt::Attempt;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Limit, Problem, Role};

/// Most dimensions of a class that arrays are made of reflectively.
pub(in crate::reflection) const DIMENSIONS: usize = 3;

/// `Array.newInstance`.
#[derive(Debug)]
pub(in crate::reflection) struct ArrayNewInstance;

impl Rule for ArrayNewInstance {
    fn name(&self) -> RuleName {
        RuleName("array-new-instance")
    }

    fn attempt(&self) -> Option<Attempt> {
        Some(Attempt::NewArray)
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        state.array_new_instance(cx, call, objects);
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        state.array_new_instance(cx, call, objects);
    }
}

/// The constants of an enum class: all of them in an array, or the one that a name says.
#[derive(Debug)]
pub(in crate::reflection) struct EnumConstants {
    pub(in crate::reflection) all: bool,
}

impl Rule for EnumConstants {
    fn name(&self) -> RuleName {
        if self.all { RuleName("enum-constants") } else { RuleName("enum-value-of") }
    }

    fn attempt(&self) -> Option<Attempt> {
        (!self.all).then_some(Attempt::EnumConstant)
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        state.enum_constants(cx, call, objects, self.all);
    }
}

impl State {
    fn array_new_instance(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        let view = &self.calls[call].view;
        let site = view.site;
        let ranks = self.rank(cx, call);
        for &(_, kind) in objects {
            match kind {
                ObjKind::Class { ty } if ty == cx.program.void() => self.problem(call, Problem::NotInstantiable(ty)),
                ObjKind::Class { ty } if cx.program.dimensions(ty).0 >= DIMENSIONS => {
                    // A loop that makes arrays of the class of its arrays has no end.
                    self.problem(call, Problem::FanOut(Limit::Dimensions(DIMENSIONS)));
                    self.unknown_array(cx, call, site);
                }
                ObjKind::Class { ty } => match (self.acts(cx.program, call, Effect::Class(ty)), ranks) {
                    (true, Some(ranks)) => make_array(cx, &self.calls[call].view, ty, ranks),
                    // The JDK's own code casts it to an array of the class.
                    (false, Some(1)) if self.calls[call].origin == Origin::Jdk => self.shared_array(cx, call, ty),
                    _ => self.unknown_array(cx, call, site),
                },
                ObjKind::UnknownClass { site, .. } => self.unknown_array(cx, call, site),
                _ => {}
            }
        }
    }

    /// `?[]`: an array of something; in JDK code one that is read as `Object[]`.
    fn unknown_array(&self, cx: &mut Cx<'_, '_>, call: ApiCallId, site: SiteId) {
        let ApiCall { view, origin, .. } = &self.calls[call];
        let Some(dst) = view.dst else { return };
        let bound = cx.program.array_of(cx.heap.types().object);
        let array = match origin {
            Origin::Jdk => cx.heap.alloc(view.site, bound, NO_CTX),
            _ => cx.heap.intern(ObjKind::Opaque { site, bound }),
        };
        cx.add(dst, array);
    }

    /// The array of a class that all calls in the JDK's code share which make arrays of very many.
    fn shared_array(&self, cx: &mut Cx<'_, '_>, call: ApiCallId, ty: TypeId) {
        let Some(dst) = self.calls[call].view.dst else { return };
        let place = cx.heap.site(Site::Vm(cx.program.sym("arrays of many classes")));
        let array = cx.heap.alloc(place, cx.program.array_of(ty), NO_CTX);
        cx.add(dst, array);
    }

    /// Number of dimensions `Array.newInstance` adds: one, or the length of the constant `int[]`.
    fn rank(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> Option<usize> {
        let call = &self.calls[call];
        let Some(lengths) = call.var(Role::Lengths).filter(|_| call.input(Role::Lengths).is_some()) else {
            return Some(1);
        };
        cx.code(call.view.caller)
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
    fn enum_constants(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)], all: bool) {
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
            // What the JDK does with the constants of very many enums, it does with those of each: `EnumSet`, `EnumMap`.
            if !self.acts(cx.program, call, Effect::Class(ty)) && self.calls[call].origin != Origin::Jdk {
                self.unknown_instance(cx, call);
                continue;
            }
            cx.initialise(class);
            let view = &self.calls[call].view;
            let (caller, site, dst, throw) =
                (view.caller, view.site, view.dst.map(Ptr::Node), view.throw.map(Ptr::Node));
            let descriptor = format!("(){}", cx.program.descriptor(cx.program.array_of(ty)));
            if let Some(values) = cx.program.find_method(class, "values", &descriptor) {
                cx.call(ReflectiveCall {
                    caller,
                    site,
                    callee: values,
                    receiver: Receiver::None,
                    args: Args::Positional(Vec::new()),
                    ret: dst.filter(|_| all),
                    throw,
                    kind: EdgeKind::Reflective,
                });
            }
            let Some(dst) = dst.filter(|_| !all) else { continue };
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
