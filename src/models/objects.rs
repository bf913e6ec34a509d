//! Methods of `java.lang.Object`, `getClass` and `clone`, and what enums ask by the first (`Enum.getDeclaringClass`). Must not know
//! arrays' library methods.

use std::rc::Rc;

use crate::base::{FxHashMap, FxIndexSet, Numbering, PtsSet};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, Site, SiteId};
use crate::pointsto::{CallView, Claim, ClaimTag, Cx, HookData, Model, NodeId, Outcome};
use crate::program::{ClassId, MethodId, Program, Type, TypeId, access};

use super::Signatures;

/// What a method does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Act {
    GetClass,
    /// The class of an enum, whose constants may have classes of their own (JLS 8.9.1).
    GetEnum,
    Clone,
    Nothing,
}

pub(super) struct Objects {
    table: Signatures<Act>,
    /// Destination, whether the caller is JDK code, what is asked for, and where.
    targets: Numbering<HookData, (NodeId, bool, Act, SiteId)>,
    /// Whether others call the program, with objects of their own classes.
    library: bool,
    /// By bound: the classes that an opaque object is of.
    classes: FxHashMap<TypeId, Rc<[ClassId]>>,
}

impl Objects {
    pub(super) fn new(library: bool) -> Self {
        let object = "java/lang/Object";
        Self {
            table: Signatures::new(&[
                (object, "getClass", "()Ljava/lang/Class;", Act::GetClass),
                ("java/lang/Enum", "getDeclaringClass", "()Ljava/lang/Class;", Act::GetEnum),
                (object, "clone", "()Ljava/lang/Object;", Act::Clone),
                (object, "hashCode", "()I", Act::Nothing),
                (object, "notify", "()V", Act::Nothing),
                (object, "notifyAll", "()V", Act::Nothing),
            ]),
            targets: Numbering::default(),
            library,
            classes: FxHashMap::default(),
        }
    }

    /// The classes that an opaque object of a bound is of; none if there may be others. A class that the class path has is
    /// extended by those that it has (`closed-world`), but where others call: by theirs.
    fn classes_of(&mut self, program: &Program, bound: TypeId) -> Rc<[ClassId]> {
        let library = self.library;
        let find = || {
            let is_final = |class| program.class(class).access & access::FINAL != 0;
            let is_open = library && !program.class_of(bound).is_some_and(is_final);
            if is_open { Rc::default() } else { program.concrete_classes(bound).unwrap_or_default().into() }
        };
        self.classes.entry(bound).or_insert_with(find).clone()
    }
}

impl Model for Objects {
    fn name(&self) -> &'static str {
        "objects"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let tag = self.table.find(program, method)?;
        // These are final and must see objects on which nothing else is selected.
        Some(match self.table.act(tag) {
            Act::GetClass | Act::GetEnum => Claim::Declared(tag),
            Act::Clone | Act::Nothing => Claim::Target(tag),
        })
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, _method: MethodId, tag: ClaimTag) -> Outcome {
        let (Some(Some(this)), Some(dst)) = (call.args.first().copied(), call.dst) else { return Outcome::Handled };
        match self.table.act(tag) {
            act @ (Act::GetClass | Act::GetEnum) => {
                let jdk = cx.program.origin_of(call.method) == Origin::Jdk;
                let data = self.targets.number((dst, jdk, act, call.site));
                cx.watch(this, data);
            }
            // A copy has the same class and, in what this analysis distinguishes, the same content.
            Act::Clone => cx.edge(this, dst),
            Act::Nothing => {}
        }
        Outcome::Handled
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let (dst, jdk, act, site) = self.targets.key(data);
        // Many objects are of few classes.
        let mut classes: FxIndexSet<ObjKind> = FxIndexSet::default();
        let mut last = None;
        for obj in objects.iter().map(ObjId) {
            let class = match cx.heap.kind(obj) {
                ObjKind::Null => continue,
                ObjKind::Opaque { bound, .. } if !self.classes_of(cx.program, bound).is_empty() => {
                    let found = self.classes_of(cx.program, bound);
                    let found = found.iter().map(|&class| cx.program.class_type(class));
                    let found = found.filter(|&ty| !jdk || is_followed(cx.program, ty));
                    classes.extend(found.map(|ty| ObjKind::Class { ty }));
                    continue;
                }
                // Shared origin: what bounds the object bounds its class.
                unknown @ (ObjKind::UnknownInstance { site, .. } | ObjKind::Opaque { site, .. }) => {
                    let outside = matches!(unknown, ObjKind::UnknownInstance { outside: true, .. });
                    ObjKind::UnknownClass { site, bound: cx.heap.types().object, outside }
                }
                // The class of a function object is made at run time; it has more members than its interface.
                ObjKind::Closure { .. } if jdk => continue,
                ObjKind::Closure { site, .. } => {
                    let bound = cx.heap.types().object;
                    ObjKind::UnknownClass { site, bound, outside: true }
                }
                // The class of a proxy, too.
                ObjKind::Proxy { .. } if jdk => continue,
                ObjKind::Proxy { site, .. } => {
                    let bound = cx.heap.types().object;
                    ObjKind::UnknownClass { site, bound, outside: true }
                }
                ObjKind::Annotation { .. } if jdk => continue,
                ObjKind::Annotation { .. } => {
                    let (site, bound) = (cx.heap.site(Site::Vm(cx.program.sym("annotations"))), cx.heap.types().object);
                    ObjKind::UnknownClass { site, bound, outside: true }
                }
                kind => {
                    let ty = cx.heap.ty(obj);
                    // Callers make objects of subclasses of theirs.
                    let of_callers = self.library && !jdk && cx.heap.is_made_outside(kind, cx.program);
                    if of_callers && cx.program.class_of(ty).is_some_and(|class| cx.program.is_for_others(class)) {
                        let bound = cx.heap.types().object;
                        classes.insert(ObjKind::UnknownClass { site, bound, outside: false });
                    }
                    if last.replace(ty) == Some(ty) || jdk && !is_followed(cx.program, ty) {
                        continue;
                    }
                    ObjKind::Class { ty }
                }
            };
            classes.insert(class);
        }
        for class in classes {
            let class = match class {
                ObjKind::Class { ty } if act == Act::GetEnum => {
                    let of = cx.program.class_of(ty).and_then(|class| cx.program.enum_of(class));
                    ObjKind::Class { ty: of.map_or(ty, |of| cx.program.class_type(of)) }
                }
                class => class,
            };
            cx.add(dst, cx.heap.intern(class));
        }
    }
}

/// Classes that `getClass` in JDK code is followed to: arrays (copies take their type), enums (sets and maps take theirs) and
/// what is not the JDK's own. The JDK looks at the classes of its own objects everywhere, to compare or print them.
fn is_followed(program: &Program, ty: TypeId) -> bool {
    match program.ty(ty) {
        Type::Class(class) => {
            let data = program.class(class);
            data.origin != Origin::Jdk || data.access & access::ENUM != 0
        }
        _ => true,
    }
}
