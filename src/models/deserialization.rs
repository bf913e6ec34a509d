//! What runs when objects are read (Java Object Serialization Specification, sections 1.11, 3.1 and 3.4 to 3.7): the bytes say of
//! which classes objects are, so those of every serialisable class of the application may be read, and of those of libraries that
//! have objects. Their constructors and hooks run, and the methods by which a stream of the program's own looks for classes. Must
//! not know what is done with what was read.

use crate::base::{FxHashSet, Numbering, PtsSet};
use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind, Site};
use crate::pointsto::{
    Args, CallView, Claim, ClaimTag, Cx, EdgeKind, HookData, Model, ModelNode, Outcome, Ptr, Receiver, ReflectiveCall,
    VirtualCall,
};
use crate::program::{ClassId, MethodId, Program, access};

use super::Signatures;

const STREAM: &str = "java/io/ObjectInputStream";

/// What a stream calls on itself, which classes below it override.
const OF_STREAMS: &[(&str, &str)] = &[
    ("resolveClass", "(Ljava/io/ObjectStreamClass;)Ljava/lang/Class;"),
    ("resolveProxyClass", "([Ljava/lang/String;)Ljava/lang/Class;"),
    ("resolveObject", "(Ljava/lang/Object;)Ljava/lang/Object;"),
    ("readClassDescriptor", "()Ljava/io/ObjectStreamClass;"),
    ("readObjectOverride", "()Ljava/lang/Object;"),
];

/// What it calls on objects that it reads, each class of theirs and with the stream if the method takes one.
const OF_OBJECTS: &[(&str, &str)] = &[("readObject", "(Ljava/io/ObjectInputStream;)V"), ("readObjectNoData", "()V")];

/// What a class makes its function objects again with, and its descriptor.
pub(super) const MAKES_FUNCTIONS: &str = "$deserializeLambda$";
const OF_FORM: &str = "(Ljava/lang/invoke/SerializedLambda;)Ljava/lang/Object;";

/// Nodes of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    /// The streams that are read from.
    Streams,
    /// What methods of the program give in place of what was read, and objects of classes made at run time.
    Given,
    /// What they throw.
    Thrown,
    /// The form that function objects are read in.
    Form,
}

/// What a method does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Act {
    Read,
    /// It reads from a stream of its own.
    ReadWithin,
    /// It calls what it is given when all is read.
    Register,
}

pub(super) struct Deserialization {
    table: Signatures<Act>,
    nodes: Numbering<ModelNode, Node>,
    /// The calls that read, until the first fixpoint that has one chooses among them.
    readers: Vec<CallView>,
    /// That at which all is done that streams do: the first by where it stands, whichever was met first.
    reader: Option<CallView>,
    /// Methods of streams of the program's own that wait for it.
    waiting: Vec<(MethodId, ObjId)>,
    /// Classes whose objects may be read.
    read: FxHashSet<ClassId>,
    /// What makes function objects again.
    functions: FxHashSet<MethodId>,
    /// Objects looked at so far.
    known: usize,
}

impl Default for Deserialization {
    fn default() -> Self {
        let table = Signatures::new(&[
            (STREAM, "readObject", "*", Act::Read),
            (STREAM, "readUnshared", "*", Act::Read),
            (STREAM, "registerValidation", "*", Act::Register),
            ("java/rmi/MarshalledObject", "get", "*", Act::ReadWithin),
            ("javax/crypto/SealedObject", "getObject", "*", Act::ReadWithin),
            ("java/security/SignedObject", "getObject", "*", Act::ReadWithin),
        ]);
        Self {
            table,
            nodes: Numbering::default(),
            readers: Vec::new(),
            reader: None,
            waiting: Vec::new(),
            read: FxHashSet::default(),
            functions: FxHashSet::default(),
            known: 0,
        }
    }
}

impl Model for Deserialization {
    fn name(&self) -> &'static str {
        "deserialization"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        self.table.find(program, method).map(Claim::Declared)
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, _: MethodId, tag: ClaimTag) -> Outcome {
        let act = self.table.act(tag);
        // What the JDK reads for itself is its own.
        if cx.program.origin_of(call.method) == Origin::Jdk {
            return if act == Act::Register { Outcome::AlsoAnalyse } else { Outcome::Handled };
        }
        match act {
            Act::Register => {
                self.validate(cx, call);
                return Outcome::AlsoAnalyse;
            }
            Act::Read => {
                if let Some(stream) = call.args.first().copied().flatten() {
                    let streams = self.node(cx, Node::Streams);
                    cx.edge(stream, streams);
                    cx.watch(stream, HookData(0));
                }
            }
            Act::ReadWithin => {
                if let Some(stream) = cx.program.find_class(STREAM) {
                    let (streams, bound) = (self.node(cx, Node::Streams), cx.program.class_type(stream));
                    cx.add(streams, cx.heap.intern(ObjKind::Opaque { site: call.site, bound }));
                }
            }
        }
        let (given, thrown) = (self.node(cx, Node::Given), self.node(cx, Node::Thrown));
        call.dst.into_iter().for_each(|dst| cx.edge(given, dst));
        call.throw.into_iter().for_each(|throw| cx.edge(thrown, throw));
        if self.reader.is_none() {
            self.readers.push(call.clone());
        }
        Outcome::Handled
    }

    /// Streams of the program's own.
    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, _: HookData, streams: &PtsSet) {
        let Some(base) = cx.program.find_class(STREAM) else { return };
        for stream in streams.iter().map(ObjId) {
            let Some(class) = cx.program.class_of(cx.heap.ty(stream)) else { continue };
            if matches!(cx.heap.kind(stream), ObjKind::Opaque { .. }) || !cx.program.is_subclass(class, base) {
                continue;
            }
            for (name, desc) in OF_STREAMS {
                let declared = cx.program.find_method(base, name, desc);
                if let Some(own) = declared.and_then(|method| cx.program.select(class, method))
                    && cx.program.origin_of(own) != Origin::Jdk
                {
                    self.waiting.push((own, stream));
                }
            }
        }
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        if self.reader.is_none() {
            let place = |call: &CallView| (cx.program.method_id(call.method), call.offset);
            self.reader = std::mem::take(&mut self.readers).into_iter().min_by_key(place);
        }
        if self.reader.is_none() {
            return;
        }
        for (method, stream) in std::mem::take(&mut self.waiting) {
            self.run(cx, method, Receiver::Obj(stream), Args::Unknown);
        }
        let serializable = cx.program.well_known().serializable;
        if self.known == 0 {
            for &class in cx.program.subtypes_outside_jdk(serializable) {
                if cx.program.class(class).origin == Origin::Application {
                    self.may_be_read(cx, class);
                }
            }
        }
        while self.known < cx.heap.len() {
            let obj = ObjId::new(self.known);
            self.known += 1;
            self.function_may_be_read(cx, obj);
            let is_made =
                matches!(cx.heap.kind(obj), ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. });
            if let (true, Some(class)) = (is_made, cx.program.class_of(cx.heap.ty(obj)))
                && cx.program.class(class).origin == Origin::Library
                && cx.program.is_subclass(class, serializable)
            {
                self.may_be_read(cx, class);
            }
        }
    }
}

impl Deserialization {
    fn node(&mut self, cx: &Cx<'_, '_>, node: Node) -> Ptr {
        cx.model_node(self.nodes.number(node))
    }

    /// An object of a class is made of what the stream has, without a constructor of its serialisable classes.
    fn may_be_read(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) {
        let flags = cx.program.class(class).access;
        // Constants of enums are looked up by their names (section 1.12).
        if flags & (access::ABSTRACT | access::INTERFACE | access::ENUM) != 0 || !self.read.insert(class) {
            return;
        }
        let Some(obj) =
            self.reader.as_ref().and_then(|at| cx.heap.unknown(at.site, cx.program.class_type(class), true))
        else {
            return;
        };
        cx.initialise(class);
        for callee in hooks(cx.program, class) {
            let params = cx.program.method_desc(cx.program.method(callee).desc).params.len();
            let stream = self.node(cx, Node::Streams);
            self.run(cx, callee, Receiver::Obj(obj), Args::Positional(vec![Some(stream); params]));
        }
    }

    /// An object of a class that is made at run time: a function object is read by what the class that made it makes of its form
    /// (JDK javadoc of `SerializedLambda`), a proxy with its handler (section 1.13: `Proxy` is serialisable).
    fn function_may_be_read(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId) {
        let program = cx.program;
        let (ObjKind::Closure { site, .. } | ObjKind::Proxy { site, .. }) = cx.heap.kind(obj) else { return };
        let Site::At(maker, _) = cx.heap.site_data(site) else { return };
        if program.origin_of(maker) == Origin::Jdk {
            return;
        }
        if let ObjKind::Proxy { .. } = cx.heap.kind(obj) {
            let given = self.node(cx, Node::Given);
            return cx.add(given, obj);
        }
        let serializable = program.class_type(program.well_known().serializable);
        let types = cx.heap.markers(obj).into_iter().chain([cx.heap.ty(obj)]);
        let is_serializable = types.into_iter().any(|ty| program.is_subtype(ty, serializable));
        let class = program.method(maker).class;
        if let (true, Some(reads)) = (is_serializable, program.find_method(class, MAKES_FUNCTIONS, OF_FORM))
            && self.functions.insert(reads)
        {
            let form = self.form(cx);
            self.run(cx, reads, Receiver::None, Args::Positional(vec![form]));
        }
    }

    /// The form of a function object that was read: what it says of itself is in the stream.
    fn form(&mut self, cx: &mut Cx<'_, '_>) -> Option<Ptr> {
        let (program, site) = (cx.program, self.reader.as_ref()?.site);
        let class = program.find_class("java/lang/invoke/SerializedLambda")?;
        let form = cx.heap.alloc(site, program.class_type(class), NO_CTX);
        for &field in &program.class(class).fields {
            let ty = program.field(field).ty;
            if let Some(unknown) = cx.heap.unknown(site, ty, program.is_reference(ty)) {
                cx.add(Ptr::Field(form, field), unknown);
            }
        }
        let node = self.node(cx, Node::Form);
        cx.add(node, form);
        Some(node)
    }

    /// The object is called back once all is read.
    fn validate(&mut self, cx: &mut Cx<'_, '_>, call: &CallView) {
        let interface = cx.program.find_class("java/io/ObjectInputValidation");
        let method = interface.and_then(|class| cx.program.find_method(class, "validateObject", "()V"));
        let (Some(method), Some(Some(receiver))) = (method, call.args.get(1)) else { return };
        let throw = Some(self.node(cx, Node::Thrown));
        let (caller, site, receiver) = (call.caller, call.site, Ptr::Node(*receiver));
        cx.dispatch(VirtualCall { caller, site, method, receiver, args: Vec::new(), ret: None, throw });
    }

    fn run(&mut self, cx: &mut Cx<'_, '_>, callee: MethodId, receiver: Receiver, args: Args) {
        let (given, thrown) = (self.node(cx, Node::Given), self.node(cx, Node::Thrown));
        let Some(CallView { caller, site, .. }) = self.reader else { return };
        let gives = cx.program.method_desc(cx.program.method(callee).desc).ret == cx.heap.types().object;
        cx.call(ReflectiveCall {
            caller,
            site,
            callee,
            receiver,
            args,
            ret: gives.then_some(given),
            throw: Some(thrown),
            kind: EdgeKind::Model,
        });
    }
}

/// What runs on an object of the class that is read: the constructor of the first class that is not serialisable, or its own if
/// it is externalisable, then the hooks of each class from there down, at last what gives another object in its place.
fn hooks(program: &Program, class: ClassId) -> Vec<MethodId> {
    let is_below = |class: ClassId, name: &str| {
        program.find_class(name).is_some_and(|interface| program.is_subclass(class, interface))
    };
    let above = program.superclasses(class);
    let inherited = |name: &str, desc: &str| above.iter().find_map(|&class| program.find_method(class, name, desc));
    let mut found = Vec::new();
    if is_below(class, "java/io/Externalizable") {
        found.extend(program.find_method(class, "<init>", "()V"));
        found.extend(inherited("readExternal", "(Ljava/io/ObjectInput;)V"));
    } else {
        let first = above.iter().find(|&&class| !program.is_subclass(class, program.well_known().serializable));
        found.extend(first.and_then(|&class| program.find_method(class, "<init>", "()V")));
        let own =
            |&class: &ClassId| OF_OBJECTS.iter().filter_map(move |(name, desc)| program.find_method(class, name, desc));
        found.extend(above.iter().rev().flat_map(own));
    }
    found.extend(inherited("readResolve", "()Ljava/lang/Object;"));
    found.retain(|&method| {
        let data = program.method(method);
        data.access & (access::STATIC | access::ABSTRACT) == 0 && program.class(data.class).origin != Origin::Jdk
    });
    found
}
