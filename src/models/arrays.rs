//! Copying arrays: `System.arraycopy`, `Arrays.copyOf`, `Arrays.copyOfRange`. Must not know reflection on arrays.

use crate::base::{FxHashMap, FxIndexSet, Numbering, PtsSet};
use crate::heap::{NO_CTX, ObjId, ObjKind, Site, SiteId};
use crate::pointsto::{CallView, Claim, ClaimTag, Cx, HookData, InstId, Model, ModelNode, NodeId, Outcome, Ptr};
use crate::program::{MethodId, Program, Type, TypeId};

use super::Signatures;

/// What a method does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Act {
    /// Copies into an array that is there.
    Copy,
    /// Makes an array like the one it copies.
    CopyOf,
    /// Makes an array of the class it is given.
    CopyOfClass,
}

pub(super) struct Arrays {
    table: Signatures<Act>,
    hooks: Numbering<HookData, Hook>,
    /// What is copied, by where it goes.
    elements: Numbering<ModelNode, NodeId>,
    made: Made,
}

/// Arrays made like others, by the type of these. A place that makes arrays of very many types, such as `ArrayList.toArray`
/// where a program makes arrays of whatever class it meets, shares them with other such places: each with arrays of its own of
/// every type would be quadratic, and what is in them is mixed already.
#[derive(Default)]
pub(super) struct Made {
    types: FxHashMap<SiteId, FxIndexSet<TypeId>>,
}

impl Made {
    /// Most types of which a place has arrays of its own. Which these are is first come, first served: `Hello` has more than 16
    /// in one place of the JDK, and must have one answer in any order.
    const APART: usize = 128;

    fn array(&mut self, cx: &Cx<'_, '_>, (caller, site): (InstId, SiteId), ty: TypeId) -> ObjId {
        // Nothing keeps what is in arrays of objects apart but the array.
        let is_of_objects = ty == cx.program.array_of(cx.heap.types().object);
        let is_apart = is_of_objects || self.types.entry(site).or_default().insert_full(ty).0 < Self::APART;
        match is_apart {
            true => cx.heap.alloc(site, ty, cx.allocated(caller, site, ty)),
            false => cx.heap.alloc(cx.heap.site(Site::Vm(cx.program.sym("copies of arrays"))), ty, NO_CTX),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Hook {
    /// Elements of the arrays flow into the node.
    From(Ptr),
    /// The node flows into the elements of the arrays.
    To(Ptr),
    /// A new array of the type of each array, with the node's elements.
    Like { caller: InstId, site: SiteId, dst: NodeId, elements: Ptr },
    /// A new array of each class given.
    Of { caller: InstId, site: SiteId, dst: NodeId, elements: Ptr },
}

impl Default for Arrays {
    fn default() -> Self {
        let arrays = "java/util/Arrays";
        Self {
            table: Signatures::new(&[
                ("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", Act::Copy),
                (arrays, "copyOf", "([Ljava/lang/Object;I)[Ljava/lang/Object;", Act::CopyOf),
                (arrays, "copyOfRange", "([Ljava/lang/Object;II)[Ljava/lang/Object;", Act::CopyOf),
                (arrays, "copyOf", "([Ljava/lang/Object;ILjava/lang/Class;)[Ljava/lang/Object;", Act::CopyOfClass),
                (
                    arrays,
                    "copyOfRange",
                    "([Ljava/lang/Object;IILjava/lang/Class;)[Ljava/lang/Object;",
                    Act::CopyOfClass,
                ),
            ]),
            hooks: Numbering::default(),
            elements: Numbering::default(),
            made: Made::default(),
        }
    }
}

impl Model for Arrays {
    fn name(&self) -> &'static str {
        "arrays"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        self.table.find(program, method).map(Claim::Target)
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, _method: MethodId, tag: ClaimTag) -> Outcome {
        let arg = |index: usize| call.args.get(index).copied().flatten();
        let act = self.table.act(tag);
        // A copy that nobody looks at needs no elements.
        let Some(source) = arg(0).filter(|_| act == Act::Copy || call.dst.is_some()) else { return Outcome::Handled };
        // One bucket per source pointer would merge nothing, but a node per call keeps elements apart by call.
        let Some(to) = call.dst.or(arg(2)) else { return Outcome::Handled };
        let elements = cx.model_node(self.elements.number(to));
        let from = self.hooks.number(Hook::From(elements));
        cx.watch(source, from);
        match act {
            Act::Copy => {
                if let Some(target) = arg(2) {
                    let to = self.hooks.number(Hook::To(elements));
                    cx.watch(target, to);
                }
            }
            Act::CopyOf => {
                if let Some(dst) = call.dst {
                    let like = self.hooks.number(Hook::Like { caller: call.caller, site: call.site, dst, elements });
                    cx.watch(source, like);
                }
            }
            Act::CopyOfClass => {
                let class = call.args.last().copied().flatten();
                if let (Some(dst), Some(class)) = (call.dst, class) {
                    let of = self.hooks.number(Hook::Of { caller: call.caller, site: call.site, dst, elements });
                    cx.watch(class, of);
                }
            }
        }
        Outcome::Handled
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let hook = self.hooks.key(data);
        for obj in objects.iter() {
            let obj = ObjId(obj);
            match hook {
                Hook::From(elements) => cx.edge(Ptr::Elements(obj), elements),
                Hook::To(elements) => to_elements(cx, elements, obj),
                Hook::Like { caller, site, dst, elements } => {
                    copy_like(cx, &mut self.made, obj, (caller, site), elements, dst);
                }
                Hook::Of { caller, site, dst, elements } => {
                    let copy = match cx.heap.kind(obj) {
                        ObjKind::Class { ty } => self.made.array(cx, (caller, site), ty),
                        ObjKind::UnknownClass { .. } => {
                            let array = cx.program.array_of(cx.heap.types().object);
                            cx.heap.alloc(site, array, cx.allocated(caller, site, array))
                        }
                        _ => continue,
                    };
                    cx.add(dst, copy);
                    to_elements(cx, elements, copy);
                }
            }
        }
    }
}

/// Puts what a pointer holds into an array, as far as the array takes it (`ArrayStoreException` otherwise).
pub(super) fn to_elements(cx: &mut Cx<'_, '_>, from: Ptr, array: ObjId) {
    match cx.program.ty(cx.heap.ty(array)) {
        Type::Array(element) => cx.cast(from, Ptr::Elements(array), element),
        _ => cx.edge(from, Ptr::Elements(array)),
    }
}

/// Gives a new array of the type of another one, with other elements. What is none known to be an array is given itself.
pub(super) fn copy_like(
    cx: &mut Cx<'_, '_>,
    made: &mut Made,
    array: ObjId,
    (caller, site): (InstId, SiteId),
    elements: Ptr,
    dst: NodeId,
) {
    let ty = cx.heap.ty(array);
    if matches!(cx.program.ty(ty), Type::Array(_)) {
        let copy = made.array(cx, (caller, site), ty);
        cx.add(dst, copy);
        to_elements(cx, elements, copy);
    } else {
        cx.add(dst, array);
    }
}
