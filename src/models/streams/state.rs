//! What the model of streams keeps: the calls that it was told of, its nodes, and how it makes calls at them. Must not know what
//! the methods do.

use std::ops::Index;

use super::super::arrays;
use super::table::{Slot, primitive};
use crate::base::{FxHashMap, FxHashSet, FxIndexSet, Numbering};
use crate::heap::{ObjId, SiteId};
use crate::pointsto::{CallView, Cx, HookData, InstId, ModelNode, NodeId, Ptr, StaticCall, VirtualCall};
use crate::program::{ClassId, FieldId, MethodId, Program, TypeId, access};

crate::define_id!(
    /// Position of a call among those that the model was told of.
    StreamCallId
);

#[derive(Default)]
pub(super) struct State {
    pub(super) calls: Calls,
    pub(super) nodes: Numbering<ModelNode, Node>,
    pub(super) hooks: Numbering<HookData, Hook>,
    /// The objects that stand for streams.
    pub(super) made: FxHashSet<ObjId>,
    /// The only method that an object of an interface must have, if it is a function.
    functions: FxHashMap<ClassId, Option<MethodId>>,
    /// The field in which a stream holds its elements.
    pub(super) elements: Option<FieldId>,
    /// By where arrays are made: whether they have no room.
    pub(super) empty: FxHashMap<SiteId, bool>,
    /// Arrays made like those that are given.
    pub(super) copies: arrays::Made,
    /// Whether there may be streams that several threads work on.
    pub(super) is_parallel: bool,
    /// What puts their parts together if there come to be some.
    pub(super) combining: Vec<Combining>,
}

/// Functions of two parameters at a call, what each of them gets, and where what they give goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Combining {
    pub(super) no: StreamCallId,
    /// With their interface. Those that give nothing put the second into the first.
    pub(super) functions: (Ptr, ClassId),
    pub(super) part: Ptr,
}

/// A call of a method of streams.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Call {
    pub(super) caller: InstId,
    pub(super) site: SiteId,
    pub(super) method: MethodId,
    pub(super) args: Vec<Option<NodeId>>,
    pub(super) dst: Option<NodeId>,
    throw: Option<NodeId>,
}

/// The calls, each once.
#[derive(Default)]
pub(super) struct Calls(FxIndexSet<Call>);

impl Calls {
    /// The id of a call, and whether it is new.
    pub(super) fn id_or_new(&mut self, call: Call) -> (StreamCallId, bool) {
        let (index, is_new) = self.0.insert_full(call);
        (StreamCallId::new(index), is_new)
    }
}

impl Index<StreamCallId> for Calls {
    type Output = Call;

    fn index(&self, id: StreamCallId) -> &Call {
        &self.0[id.index()]
    }
}

/// Whether a call begins a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    First,
    Later,
}

/// Nodes of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Elements(StreamCallId),
    Made(StreamCallId),
    Result(StreamCallId),
    Joined(StreamCallId),
    /// Receivers that the model answers for.
    Collections(StreamCallId),
    /// What a spliterator is split into.
    Splits(StreamCallId),
    /// A list of what is in the stream, and an array that holds it.
    Listed(StreamCallId),
    Array(StreamCallId),
    /// Streams that others implement, what gives their elements, and the elements.
    Others(Ptr),
    Iterator(Ptr),
    Next(Ptr),
    /// What a function makes that is given one.
    Buffer(StreamCallId),
    /// The functions of a collector, and of these what makes something else in the end.
    Part(StreamCallId, u8),
    Finishing(StreamCallId),
}

/// Why the model looks at objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Hook {
    /// They are the receivers of a call on streams, or on collections and what shows them.
    Receiver(StreamCallId),
    Collection(StreamCallId),
    /// What is in these streams goes there.
    Pour(StreamCallId, Ptr),
    /// What is in these arrays goes there.
    Read(Ptr),
    /// It is put into these arrays.
    Fill(Ptr),
    /// It is put into these arrays, which the call gives, or into others of their types.
    Like(StreamCallId),
    Collector(StreamCallId),
    Finisher(StreamCallId),
}

impl Call {
    pub(super) fn new(call: &CallView, method: MethodId) -> Self {
        let CallView { caller, site, args, dst, throw, .. } = call.clone();
        Self { caller, site, method, args, dst, throw }
    }

    pub(super) fn arg(&self, index: usize) -> Option<Ptr> {
        self.args.get(index).copied().flatten().map(Ptr::Node)
    }
}

impl State {
    pub(super) fn node(&mut self, cx: &Cx<'_, '_>, node: Node) -> Ptr {
        cx.model_node(self.nodes.number(node))
    }

    pub(super) fn slot(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, slot: Slot) -> Ptr {
        match slot {
            Slot::Elements => self.node(cx, Node::Elements(no)),
            Slot::Made => self.node(cx, Node::Made(no)),
            Slot::Result => self.node(cx, Node::Result(no)),
            Slot::Joined => {
                let joined = self.node(cx, Node::Joined(no));
                for part in [Node::Elements(no), Node::Result(no)] {
                    let part = self.node(cx, part);
                    cx.edge(part, joined);
                }
                joined
            }
        }
    }

    pub(super) fn watch(&mut self, cx: &mut Cx<'_, '_>, at: Ptr, hook: Hook) {
        let data = self.hooks.number(hook);
        cx.watch(at, data);
    }

    /// The array type of objects.
    fn objects(program: &Program) -> TypeId {
        program.array_of(program.class_type(program.well_known().object))
    }

    /// An array that the call makes of what is in the stream.
    pub(super) fn array(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId) -> Ptr {
        let (array, elements) = (self.node(cx, Node::Array(no)), self.node(cx, Node::Elements(no)));
        let (Call { caller, site, .. }, ty) = (&self.calls[no], Self::objects(cx.program));
        let made = cx.heap.alloc(*site, ty, cx.allocated(*caller, *site, ty));
        cx.add(array, made);
        cx.edge(elements, Ptr::Elements(made));
        array
    }

    /// Puts an object for a new stream where the call's result goes, and gives where its elements are.
    pub(super) fn stream(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, stage: Stage) -> Option<Ptr> {
        let (program, call) = (cx.program, &self.calls[no]);
        let ret = program.class_of(program.method_desc(program.method(call.method).desc).ret)?;
        let class = stage_class(program, program.class_name(ret), stage)?;
        let ty = program.class_type(class);
        let obj = cx.heap.alloc(call.site, ty, cx.allocated(call.caller, call.site, ty));
        self.made.insert(obj);
        if let Some(dst) = call.dst {
            cx.add(dst, obj);
        }
        Some(Ptr::Field(obj, self.elements?))
    }

    /// Calls a method on what is in a pointer.
    pub(super) fn call(
        &self,
        cx: &mut Cx<'_, '_>,
        no: StreamCallId,
        (receiver, method): (Ptr, MethodId),
        args: Vec<Option<Ptr>>,
        ret: Option<Ptr>,
    ) {
        let &Call { caller, site, throw, .. } = &self.calls[no];
        cx.dispatch(VirtualCall { caller, site, method, receiver, args, ret, throw: throw.map(Ptr::Node) });
    }

    /// As [`call`](Self::call), by class, name and descriptor; nothing in a JDK that has no such method.
    pub(super) fn call_named(
        &self,
        cx: &mut Cx<'_, '_>,
        no: StreamCallId,
        receiver: Ptr,
        named: (&str, &str, &str),
        args: Vec<Option<Ptr>>,
        ret: Option<Ptr>,
    ) {
        if let Some(method) = find(cx.program, named) {
            self.call(cx, no, (receiver, method), args, ret);
        }
    }

    pub(super) fn call_static(
        &self,
        cx: &mut Cx<'_, '_>,
        no: StreamCallId,
        named: (&str, &str, &str),
        args: Vec<Option<Ptr>>,
        ret: Option<Ptr>,
    ) {
        let &Call { caller, site, throw, .. } = &self.calls[no];
        if let Some(method) = find(cx.program, named) {
            cx.call_static(StaticCall { caller, site, method, args, ret, throw: throw.map(Ptr::Node) });
        }
    }

    /// Calls the function that is an argument; `given` goes to its parameters that are references, in their order.
    pub(super) fn call_function(
        &mut self,
        cx: &mut Cx<'_, '_>,
        no: StreamCallId,
        index: usize,
        given: &[Ptr],
        ret: Option<Ptr>,
    ) {
        let call = &self.calls[no];
        let data = cx.program.method(call.method);
        let skip = usize::from(data.access & access::STATIC == 0);
        let declared = index.checked_sub(skip).and_then(|index| cx.program.method_desc(data.desc).params.get(index));
        let interface = declared.and_then(|&declared| cx.program.class_of(declared));
        if let (Some(functions), Some(interface)) = (call.arg(index), interface) {
            self.apply(cx, no, (functions, interface), given, ret);
        }
    }

    /// As [`call_function`](Self::call_function), of functions of an interface.
    pub(super) fn apply(
        &mut self,
        cx: &mut Cx<'_, '_>,
        no: StreamCallId,
        (functions, interface): (Ptr, ClassId),
        given: &[Ptr],
        ret: Option<Ptr>,
    ) {
        let program = cx.program;
        let Some(method) = self.function(program, interface) else { return };
        let mut given = given.iter().copied();
        let params = program.method_desc(program.method(method).desc).params.iter();
        let args = params.map(|&ty| program.is_reference(ty).then(|| given.next()).flatten()).collect();
        self.call(cx, no, (functions, method), args, ret);
    }

    /// The functions that objects of a class give, by the method for it: what is called is named by number.
    pub(super) fn part(
        &mut self,
        cx: &mut Cx<'_, '_>,
        no: StreamCallId,
        (of, class): (Ptr, &str),
        (nth, name, interface): (u8, &str, &str),
    ) -> Option<(Ptr, ClassId)> {
        let part = self.node(cx, Node::Part(no, nth));
        let descriptor = format!("()L{interface};");
        self.call_named(cx, no, of, (class, name, &descriptor), Vec::new(), Some(part));
        Some((part, cx.program.find_class(interface)?))
    }

    /// The only abstract method of a functional interface (JLS 9.8).
    fn function(&mut self, program: &Program, class: ClassId) -> Option<MethodId> {
        let find = || {
            let declared = program.supertypes(class).iter().flat_map(|&of| &program.class(of).methods);
            let is_own = |method: MethodId| {
                program.method(method).access & access::ABSTRACT != 0
                    && program.same_method(program.well_known().object, method).is_none()
            };
            declared.copied().find(|&method| is_own(method))
        };
        *self.functions.entry(class).or_insert_with(find)
    }

    /// What an object gives that is gone through by an iterator goes to a pointer; `class` has the method that gives one.
    pub(super) fn iterate(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, from: Ptr, class: &str, to: Ptr) {
        let (iterator, next) = (self.node(cx, Node::Iterator(to)), self.node(cx, Node::Next(to)));
        self.call_named(cx, no, from, (class, "iterator", "()Ljava/util/Iterator;"), Vec::new(), Some(iterator));
        self.go_through(cx, no, iterator, next);
        cx.edge(next, to);
    }

    pub(super) fn go_through(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, iterator: Ptr, to: Ptr) {
        let next = ("java/util/Iterator", "next", "()Ljava/lang/Object;");
        self.call_named(cx, no, iterator, next, Vec::new(), Some(to));
        // Who wrote the iterator may do something there, too.
        self.call_named(cx, no, iterator, ("java/util/Iterator", "hasNext", "()Z"), Vec::new(), None);
    }
}

pub(super) fn find(program: &Program, (class, name, descriptor): (&str, &str, &str)) -> Option<MethodId> {
    program.find_method(program.find_class(class)?, name, descriptor)
}

/// The class of a stage's objects: the JDK's methods differ. Those of later stages have no names of their own.
fn stage_class(program: &Program, interface: &str, stage: Stage) -> Option<ClassId> {
    let pipeline = format!("java/util/stream/{}Pipeline", primitive(interface).unwrap_or("Reference"));
    let head = program.find_class(&format!("{pipeline}$Head"));
    if stage == Stage::First {
        return head;
    }
    let of = program.find_class(&pipeline)?;
    let is_stage = |&class: &ClassId| {
        program.is_subclass(class, of) && program.class(class).access & (access::ABSTRACT | access::INTERFACE) == 0
    };
    let nested = (1..16).filter_map(|number| program.find_class(&format!("{pipeline}${number}")));
    nested.into_iter().find(is_stage).or(head)
}
