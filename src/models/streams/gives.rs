//! What the methods of a stream do, by their rows. Must not know which method has which row.

use super::state::{Call, Combining, Hook, Node, Stage, State, StreamCallId, find};
use super::table::{Gives, Row, Slot, primitive};
use crate::heap::{NO_CTX, ObjKind};
use crate::pointsto::{Args, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall};

impl State {
    /// A method is called on streams.
    pub(super) fn act(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, &(_, _, functions, gives): &Row) {
        let call = self.calls[no].clone();
        let Some(receiver) = call.arg(0) else { return };
        self.watch(cx, receiver, Hook::Receiver(no));
        for &(index, given, made) in functions {
            let given: Vec<Ptr> = given.iter().map(|&slot| self.slot(cx, no, slot)).collect();
            let made = made.map(|slot| self.slot(cx, no, slot));
            self.call_function(cx, no, index, &given, made);
        }
        // Where something is put together, an argument that is no function is what it begins with.
        if let Gives::Slot(Slot::Result) = gives
            && functions.first().is_some_and(|&(index, ..)| index == 2)
            && let Some(first) = call.arg(1)
        {
            let result = self.slot(cx, no, Slot::Result);
            cx.edge(first, result);
        }
        // What threads have put together is put together by another function.
        let last = cx.program.method_desc(cx.program.method(call.method).desc).params.get(2);
        let interface = last.and_then(|&last| cx.program.class_of(last));
        if let (Gives::Slot(Slot::Result), Some(functions), Some(interface)) = (gives, call.arg(3), interface) {
            let part = self.slot(cx, no, Slot::Result);
            self.combine(cx, Combining { no, functions: (functions, interface), part });
        }
        self.give(cx, no, &call, (receiver, gives));
    }

    fn give(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, call: &Call, (receiver, gives): (Ptr, Gives)) {
        let elements = self.slot(cx, no, Slot::Elements);
        let dst = call.dst.map(Ptr::Node);
        match gives {
            Gives::Nothing => {}
            Gives::Receiver => dst.into_iter().for_each(|dst| cx.edge(receiver, dst)),
            Gives::Distinct => {
                let hash = ("java/lang/Object", "hashCode", "()I");
                self.call_named(cx, no, elements, hash, Vec::new(), None);
                let equals = ("java/lang/Object", "equals", "(Ljava/lang/Object;)Z");
                self.call_named(cx, no, elements, equals, vec![Some(elements)], None);
                self.give(cx, no, call, (receiver, Gives::Stream(Slot::Elements)));
            }
            Gives::Sorted => {
                let compare = ("java/lang/Comparable", "compareTo", "(Ljava/lang/Object;)I");
                self.call_named(cx, no, elements, compare, vec![Some(elements)], None);
                self.give(cx, no, call, (receiver, Gives::Stream(Slot::Elements)));
            }
            Gives::Stream(slot) => {
                let made = self.slot(cx, no, slot);
                self.stream(cx, no, Stage::Later).into_iter().for_each(|to| cx.edge(made, to));
            }
            Gives::Each(slot) => {
                let made = self.slot(cx, no, slot);
                if let Some(to) = self.stream(cx, no, Stage::Later) {
                    self.watch(cx, made, Hook::Pour(no, to));
                }
            }
            Gives::Handed => self.hand(cx, no, elements),
            Gives::Unknown => self.gather(cx, no, elements),
            Gives::Boxed => self.boxed(cx, no, call),
            Gives::Primitive => {
                self.stream(cx, no, Stage::Later);
            }
            Gives::Optional(slot) => self.optional(cx, no, call, slot),
            Gives::Slot(slot) => {
                let made = self.slot(cx, no, slot);
                dst.into_iter().for_each(|dst| cx.edge(made, dst));
            }
            Gives::List => {
                let array = self.array(cx, no);
                self.list(cx, no, Some(array), dst);
            }
            Gives::Array => {
                let array = self.array(cx, no);
                dst.into_iter().for_each(|dst| cx.edge(array, dst));
            }
            Gives::Filled => {
                let made = self.slot(cx, no, Slot::Made);
                self.watch(cx, made, Hook::Fill(elements));
                dst.into_iter().for_each(|dst| cx.edge(made, dst));
            }
            Gives::Iterator | Gives::Spliterator => self.go_on(cx, no, call, gives),
            Gives::Collected => self.collect(cx, no),
            Gives::Object => {
                let ret = cx.program.method_desc(cx.program.method(call.method).desc).ret;
                let made = cx.heap.alloc(call.site, ret, NO_CTX);
                dst.into_iter().for_each(|dst| cx.add(dst, made));
            }
        }
    }

    /// `Int`, `Long` or `Double` if the method is one of streams of these.
    fn of_primitives(cx: &Cx<'_, '_>, call: &Call) -> Option<&'static str> {
        primitive(cx.program.class_name(cx.program.method(call.method).class))
    }

    fn boxed(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, call: &Call) {
        let class = match Self::of_primitives(cx, call) {
            Some("Int") => "java/lang/Integer",
            Some("Long") => "java/lang/Long",
            _ => "java/lang/Double",
        };
        if let (Some(class), Some(to)) = (cx.program.find_class(class), self.stream(cx, no, Stage::Later)) {
            let object = cx.heap.intern(ObjKind::Merged { ty: cx.program.class_type(class) });
            cx.add(to, object);
        }
    }

    fn optional(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, call: &Call, slot: Slot) {
        let ret = cx.program.method_desc(cx.program.method(call.method).desc).ret;
        let Some(class) = cx.program.class_of(ret).map(|class| cx.program.class_name(class)) else { return };
        let (name, param, args) = match class {
            "java/util/OptionalInt" => ("of", "I", None),
            "java/util/OptionalLong" => ("of", "J", None),
            "java/util/OptionalDouble" => ("of", "D", None),
            _ => ("ofNullable", "Ljava/lang/Object;", Some(self.slot(cx, no, slot))),
        };
        let descriptor = format!("({param})L{class};");
        self.call_static(cx, no, (class, name, &descriptor), vec![args], call.dst.map(Ptr::Node));
    }

    /// A list of an array's elements, as the call itself makes it.
    pub(super) fn list(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, array: Option<Ptr>, to: Option<Ptr>) {
        let of = [("java/util/List", "of"), ("java/util/Arrays", "asList")];
        let named = of.map(|(class, name)| (class, name, "([Ljava/lang/Object;)Ljava/util/List;"));
        // JDK 8 has the second only.
        if let Some(named) = named.into_iter().find(|&named| find(cx.program, named).is_some()) {
            self.call_static(cx, no, named, vec![array], to);
        }
    }

    /// An iterator or spliterator over the stream: that of a list of the same, or of primitives one of nothing.
    fn go_on(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, call: &Call, gives: Gives) {
        const SPLITERATORS: &str = "java/util/Spliterators";
        let dst = call.dst.map(Ptr::Node);
        if let Some(of) = Self::of_primitives(cx, call) {
            let (name, class) = (format!("empty{of}Spliterator"), format!("Ljava/util/Spliterator$Of{of};"));
            let descriptor = format!("(){class}");
            let (named, none) = ((SPLITERATORS, name.as_str(), descriptor.as_str()), Vec::new());
            if gives == Gives::Spliterator {
                return self.call_static(cx, no, named, none, dst);
            }
            let empty = self.node(cx, Node::Listed(no));
            self.call_static(cx, no, named, none, Some(empty));
            let descriptor = format!("({class})Ljava/util/PrimitiveIterator$Of{of};");
            return self.call_static(cx, no, (SPLITERATORS, "iterator", &descriptor), vec![Some(empty)], dst);
        }
        let (array, list) = (self.array(cx, no), self.node(cx, Node::Listed(no)));
        self.list(cx, no, Some(array), Some(list));
        let named = match gives {
            Gives::Spliterator => ("java/util/Collection", "spliterator", "()Ljava/util/Spliterator;"),
            _ => ("java/lang/Iterable", "iterator", "()Ljava/util/Iterator;"),
        };
        self.call_named(cx, no, list, named, Vec::new(), dst);
    }

    /// `mapMulti`: the function gets a buffer of the JDK's, as it does there.
    fn hand(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, elements: Ptr) {
        const BUFFER: &str = "java/util/stream/SpinedBuffer";
        let buffer = self.node(cx, Node::Buffer(no));
        self.call_function(cx, no, 1, &[elements, buffer], None);
        let (Some(to), Some(init)) = (self.stream(cx, no, Stage::Later), find(cx.program, (BUFFER, "<init>", "()V")))
        else {
            return;
        };
        let (caller, site) = (self.calls[no].caller, self.calls[no].site);
        let made = cx.heap.alloc(site, cx.program.class_type(cx.program.method(init).class), NO_CTX);
        cx.add(buffer, made);
        cx.call(ReflectiveCall {
            caller,
            site,
            callee: init,
            receiver: Receiver::Obj(made),
            args: Args::Positional(Vec::new()),
            ret: None,
            throw: None,
            kind: EdgeKind::Model,
        });
        self.iterate(cx, no, buffer, "java/lang/Iterable", to);
    }

    /// `gather` (JDK 24): the functions of the `Gatherer` are called; what they push nobody follows.
    fn gather(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, elements: Ptr) {
        const GATHERER: &str = "java/util/stream/Gatherer";
        let call = self.calls[no].clone();
        let (Some(to), Some(gatherer)) = (self.stream(cx, no, Stage::Later), call.arg(1)) else { return };
        let unknown = cx.heap.unknown_of(call.site, cx.heap.types().object);
        unknown.into_iter().for_each(|unknown| cx.add(to, unknown));
        let (of, state) = ((gatherer, GATHERER), self.slot(cx, no, Slot::Result));
        if let Some(initializer) = self.part(cx, no, of, (0, "initializer", "java/util/function/Supplier")) {
            self.apply(cx, no, initializer, &[], Some(state));
        }
        if let Some(integrator) = self.part(cx, no, of, (1, "integrator", "java/util/stream/Gatherer$Integrator")) {
            self.apply(cx, no, integrator, &[state, elements], None);
        }
        if let Some(functions) = self.part(cx, no, of, (2, "combiner", "java/util/function/BinaryOperator")) {
            self.combine(cx, Combining { no, functions, part: state });
        }
        if let Some(finisher) = self.part(cx, no, of, (3, "finisher", "java/util/function/BiConsumer")) {
            self.apply(cx, no, finisher, &[state], None);
        }
    }
}
