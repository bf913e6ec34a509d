//! Calls on objects of bounded but unknown class (algorithms.md 0, opaque objects): every method a subclass of the bound could
//! select, up to a cap; above it the call is a call of opaque code with an unknown result.

use crate::base::{FxHashMap, FxHashSet, FxIndexSet};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, SiteId};
use crate::pointsto::{Args, CallNote, CallView, Cx, EdgeKind, InstId, Model, Ptr, Receiver, ReflectiveCall};
use crate::program::{MethodId, Type, TypeId, access};

/// Most targets of one opaque call, in the application and elsewhere.
const OWN_CAP: usize = 1024;
const CAP: usize = 64;

const INVOKE: &str = "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;";

#[derive(Default)]
pub(super) struct OpaqueReceivers {
    /// By bound, method and cap.
    targets: FxHashMap<(TypeId, MethodId, usize), Option<Vec<MethodId>>>,
    /// Calls, with what bounds their receivers: objects of one bound may select the same methods.
    calls: FxIndexSet<(InstId, SiteId, TypeId, MethodId)>,
    /// `AnnotationInvocationHandler.invoke`, once it was looked for.
    handler: Option<Option<MethodId>>,
}

impl Model for OpaqueReceivers {
    fn name(&self) -> &'static str {
        "opaque-receivers"
    }

    fn on_receiver(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, resolved: MethodId, obj: ObjId) -> bool {
        let ObjKind::Opaque { bound, .. } = cx.heap.kind(obj) else { return false };
        let (index, is_new) = self.calls.insert_full((call.caller, call.site, bound, resolved));
        let receivers = cx.slot(index as u64);
        cx.add(receivers, obj);
        if !is_new {
            return true;
        }
        let caller = cx.program.origin_of(call.method);
        let cap = if caller == Origin::Application { OWN_CAP } else { CAP };
        let targets = self.targets.entry((bound, resolved, cap));
        let targets = targets.or_insert_with(|| targets_of(cx, bound, resolved, cap)).clone();
        // An object of the JDK's own classes may stand behind a bound of the JDK, and one of a container's behind one of its
        // own: its methods are then opaque code.
        // Where the world has no implementation (annotations), it is one made at run time.
        let mut open = targets.as_ref().is_none_or(Vec::is_empty) || is_foreign(cx, bound);
        for callee in targets.into_iter().flatten() {
            cx.call(ReflectiveCall {
                caller: call.caller,
                site: call.site,
                callee,
                receiver: Receiver::All(receivers),
                args: Args::Positional(call.args.iter().skip(1).map(|arg| arg.map(Ptr::Node)).collect()),
                ret: call.dst.map(Ptr::Node),
                throw: call.throw.map(Ptr::Node),
                kind: EdgeKind::Model,
            });
        }
        if open {
            cx.note(call, CallNote::Unknown(resolved));
        }
        if let Some(handler) = self.annotation_handler(cx, bound, resolved) {
            cx.note(call, CallNote::Calls(handler));
        }
        // Inside the JDK the result would flow into every collection of the program.
        open &= caller != Origin::Jdk;
        let ret = cx.program.method_desc(cx.program.method(resolved).desc).ret;
        let reference = matches!(cx.program.ty(ret), Type::Class(_) | Type::Array(_));
        if let (true, Some(dst), Some(value)) = (open, call.dst, cx.heap.unknown(call.site, ret, reference)) {
            cx.add(dst, value);
        }
        true
    }
}

impl OpaqueReceivers {
    /// What runs when a method of an annotation is called: annotations are proxies over one handler of the JDK.
    fn annotation_handler(&mut self, cx: &Cx<'_, '_>, bound: TypeId, resolved: MethodId) -> Option<MethodId> {
        let program = cx.program;
        let class = program.class_of(bound)?;
        let is_annotation =
            class == program.well_known().annotation || program.class(class).access & access::ANNOTATION != 0;
        let proxied = program.method(resolved).access & access::FINAL == 0;
        if !(is_annotation && proxied) {
            return None;
        }
        let find = || {
            let class = program.find_class("sun/reflect/annotation/AnnotationInvocationHandler")?;
            program.find_method(class, "invoke", INVOKE)
        };
        *self.handler.get_or_insert_with(find)
    }
}

fn is_foreign(cx: &Cx<'_, '_>, bound: TypeId) -> bool {
    let program = cx.program;
    program.class_of(bound).is_none_or(|class| program.class(class).origin == Origin::Jdk || program.is_supplied(class))
}

/// The methods of application and library classes the call may run, or `None` if there are too many to be worth following.
fn targets_of(cx: &Cx<'_, '_>, bound: TypeId, resolved: MethodId, cap: usize) -> Option<Vec<MethodId>> {
    let class = match cx.program.ty(bound) {
        Type::Class(class) => class,
        _ => cx.heap.types().object_class,
    };
    let declaring = cx.program.method(resolved).class;
    let class = if cx.program.is_subclass(class, declaring) { class } else { declaring };
    if class == cx.heap.types().object_class {
        return None;
    }
    let mut found: Vec<MethodId> = Vec::new();
    let mut known = FxHashSet::default();
    for &sub in cx.program.subtypes_outside_jdk(class) {
        let data = cx.program.class(sub);
        if data.access & (access::ABSTRACT | access::INTERFACE) != 0 {
            continue;
        }
        if let Some(target) = cx.program.select(sub, resolved)
            && known.insert(target)
        {
            found.push(target);
        }
        if found.len() > cap {
            return None;
        }
    }
    Some(found)
}
