//! Hooks of serialisation: private methods that `ObjectOutputStream` calls on what it writes (Java Object Serialization
//! Specification, sections 2.3 and 2.5). It finds them by look-ups whose results the analysis of the JDK does not follow, and
//! objects inside others by offsets: so every object of a class with hooks may be written as soon as something is. Must not
//! know how objects are read.

use crate::base::FxHashMap;
use crate::classpath::Origin;
use crate::heap::ObjId;
use crate::pointsto::{Args, CallView, Claim, ClaimTag, Cx, EdgeKind, Model, Outcome, Ptr, Receiver, ReflectiveCall};
use crate::program::{MethodId, Program, TypeId, access};

use super::Signatures;

/// The methods called on an object that is written.
const HOOKS: &[(&str, &str)] =
    &[("writeObject", "(Ljava/io/ObjectOutputStream;)V"), ("writeReplace", "()Ljava/lang/Object;")];

pub(super) struct Serialization {
    table: Signatures<()>,
    /// The first call that writes.
    writer: Option<CallView>,
    /// Objects looked at so far.
    known: usize,
    hooks: FxHashMap<TypeId, Vec<MethodId>>,
}

impl Default for Serialization {
    fn default() -> Self {
        const STREAM: &str = "java/io/ObjectOutputStream";
        let table = Signatures::new(&[(STREAM, "writeObject", "*", ()), (STREAM, "writeUnshared", "*", ())]);
        Self { table, writer: None, known: 0, hooks: FxHashMap::default() }
    }
}

impl Model for Serialization {
    fn name(&self) -> &'static str {
        "serialization"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        self.table.find(program, method).map(Claim::Target)
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, _method: MethodId, _tag: ClaimTag) -> Outcome {
        if self.writer.is_none() && cx.program.origin_of(call.method) != Origin::Jdk {
            self.writer = Some(call.clone());
        }
        Outcome::AlsoAnalyse
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        let Some(writer) = &self.writer else { return };
        while self.known < cx.heap.len() {
            let obj = ObjId::new(self.known);
            self.known += 1;
            let kind = cx.heap.kind(obj);
            if kind.is_token() || kind.is_string() || kind.is_metaobject() {
                continue;
            }
            let ty = cx.heap.ty(obj);
            for &callee in self.hooks.entry(ty).or_insert_with(|| hooks(cx.program, ty)).iter() {
                let stream = writer.args.first().copied().flatten().map(Ptr::Node);
                let args =
                    cx.program.method_desc(cx.program.method(callee).desc).params.iter().map(|_| stream).collect();
                cx.call(ReflectiveCall {
                    caller: writer.caller,
                    site: writer.site,
                    callee,
                    receiver: Receiver::Obj(obj),
                    args: Args::Positional(args),
                    ret: None,
                    throw: writer.throw.map(Ptr::Node),
                    kind: EdgeKind::Model,
                });
            }
        }
    }
}

/// The hooks of a serialisable class of the application or a library, those it inherits included.
fn hooks(program: &Program, ty: TypeId) -> Vec<MethodId> {
    let Some(class) = program.class_of(ty) else { return Vec::new() };
    if !program.is_subclass(class, program.well_known().serializable) {
        return Vec::new();
    }
    let own = program.superclasses(class).iter().filter(|&&class| program.class(class).origin != Origin::Jdk);
    own.flat_map(|&class| HOOKS.iter().filter_map(move |(name, desc)| program.find_method(class, name, desc)))
        .filter(|&method| program.method(method).access & (access::STATIC | access::ABSTRACT) == 0)
        .collect()
}
