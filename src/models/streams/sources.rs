//! Where streams come from. Must not know what becomes of them.

use super::state::{Hook, Node, Stage, State, StreamCallId};
use super::table::{Source, primitive};
use crate::pointsto::{Cx, Ptr};
use crate::program::{ClassId, Program};

/// What `Spliterators.iterator` makes is passed to spliterators, for the sinks of stages that take what they hand out.
pub(super) const TAKER: (&str, &str) = ("java/util/Spliterators$1Adapter", "accept");

impl State {
    pub(super) fn make(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, source: Source) {
        let Some(elements) = self.stream(cx, no, Stage::First) else { return };
        let call = self.calls[no].clone();
        match source {
            Source::Collection => {
                if let Some(collections) = self.collections(cx, no) {
                    self.iterate(cx, no, collections, "java/lang/Iterable", elements);
                }
            }
            Source::Argument => call.arg(0).into_iter().for_each(|given| cx.edge(given, elements)),
            Source::ElementsOf => {
                call.arg(0).into_iter().for_each(|array| self.watch(cx, array, Hook::Read(elements)));
            }
            Source::Concat => {
                for stream in [call.arg(0), call.arg(1)].into_iter().flatten() {
                    self.watch(cx, stream, Hook::Pour(no, elements));
                }
            }
            Source::Iterate => {
                let made = self.node(cx, Node::Made(no));
                call.arg(0).into_iter().for_each(|seed| cx.edge(seed, made));
                let functions = 1..call.args.len();
                functions.for_each(|index| self.call_function(cx, no, index, &[made], Some(made)));
                cx.edge(made, elements);
            }
            Source::Generate => {
                let made = self.node(cx, Node::Made(no));
                self.call_function(cx, no, 0, &[], Some(made));
                cx.edge(made, elements);
            }
            Source::Texts(name) => {
                let class = cx.program.class_name(cx.program.method(call.method).class);
                if let Some(receiver) = call.arg(0) {
                    let named = (class, name, "()Ljava/lang/String;");
                    self.call_named(cx, no, receiver, named, Vec::new(), Some(elements));
                }
            }
            Source::Spliterator => call.arg(0).into_iter().for_each(|from| self.split(cx, no, from, elements)),
            Source::Supplied => {
                let made = self.node(cx, Node::Made(no));
                self.call_function(cx, no, 0, &[], Some(made));
                self.split(cx, no, made, elements);
            }
        }
    }

    /// What a spliterator gives goes to a pointer: an iterator of the JDK's takes what it is handed, one by one and all at once.
    /// Of one of primitives only the code is run.
    fn split(&mut self, cx: &mut Cx<'_, '_>, no: StreamCallId, from: Ptr, elements: Ptr) {
        let splits = self.node(cx, Node::Splits(no));
        cx.edge(from, splits);
        let ret = cx.program.method_desc(cx.program.method(self.calls[no].method).desc).ret;
        let primitive = cx.program.class_of(ret).and_then(|class| primitive(cx.program.class_name(class)));
        let (class, consumer) = match primitive {
            Some(of) => (format!("java/util/Spliterator$Of{of}"), format!("Ljava/util/function/{of}Consumer;")),
            None => ("java/util/Spliterator".to_owned(), "Ljava/util/function/Consumer;".to_owned()),
        };
        let iterator = primitive.is_none().then(|| {
            let (iterator, next) = (self.node(cx, Node::Iterator(elements)), self.node(cx, Node::Next(elements)));
            let named = ("java/util/Spliterators", "iterator", "(Ljava/util/Spliterator;)Ljava/util/Iterator;");
            self.call_static(cx, no, named, vec![Some(splits)], Some(iterator));
            self.go_through(cx, no, iterator, next);
            cx.edge(next, elements);
            iterator
        });
        for (name, ret) in [("tryAdvance", "Z"), ("forEachRemaining", "V")] {
            let descriptor = format!("({consumer}){ret}");
            self.call_named(cx, no, splits, (&class, name, &descriptor), vec![iterator], None);
        }
        // What the JDK asks besides, for whoever wrote the spliterator. The last two have bodies of their own that ask the others.
        const SPLITERATOR: &str = "java/util/Spliterator";
        for (name, descriptor, args) in [
            ("estimateSize", "()J", 0),
            ("characteristics", "()I", 0),
            ("getComparator", "()Ljava/util/Comparator;", 0),
            ("getExactSizeIfKnown", "()J", 0),
            ("hasCharacteristics", "(I)Z", 1),
        ] {
            let has_body = matches!(name, "getExactSizeIfKnown" | "hasCharacteristics");
            if !has_body || is_overridden(cx.program, (SPLITERATOR, name, descriptor)) {
                self.call_named(cx, no, splits, (SPLITERATOR, name, descriptor), vec![None; args], None);
            }
        }
        let try_split = ("java/util/Spliterator", "trySplit", "()Ljava/util/Spliterator;");
        self.call_named(cx, no, splits, try_split, Vec::new(), Some(splits));
    }
}

/// Whether a class outside the JDK has a method of its own in place of one of the JDK.
fn is_overridden(program: &Program, (class, name, descriptor): (&str, &str, &str)) -> bool {
    let declares = |&class: &ClassId| program.find_method(class, name, descriptor).is_some();
    program.find_class(class).is_some_and(|class| program.subtypes_outside_jdk(class).iter().any(declares))
}
