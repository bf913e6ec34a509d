//! Where streams come from. Must not know what becomes of them.

use super::state::{Hook, Node, Stage, State};
use super::table::Source;
use crate::pointsto::{Cx, Ptr};
use crate::program::Program;

impl State {
    pub(super) fn make(&mut self, cx: &mut Cx<'_, '_>, no: usize, source: Source) {
        let Some(elements) = self.stream(cx, no, Stage::First) else { return };
        let call = self.calls[no].clone();
        match source {
            Source::Collection => {
                if let Some(collections) = self.of_jdk(cx, no) {
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
            Source::Spliterator => call.arg(0).into_iter().for_each(|from| self.split(cx, no, from, elements)),
            Source::Supplied => {
                let made = self.node(cx, Node::Made(no));
                self.call_function(cx, no, 0, &[], Some(made));
                self.split(cx, no, made, elements);
            }
        }
    }

    /// What a spliterator gives goes to a pointer. Of one of primitives only the code is run.
    fn split(&mut self, cx: &mut Cx<'_, '_>, no: usize, from: Ptr, elements: Ptr) {
        let (iterator, next) = (self.node(cx, Node::Iterator(elements)), self.node(cx, Node::Next(elements)));
        let Some(primitive) = self.primitive(cx.program, no) else {
            let named = ("java/util/Spliterators", "iterator", "(Ljava/util/Spliterator;)Ljava/util/Iterator;");
            self.call_static(cx, no, named, vec![Some(from)], Some(iterator));
            self.go_through(cx, no, iterator, next);
            return cx.edge(next, elements);
        };
        let class = format!("java/util/Spliterator$Of{primitive}");
        let consumer = format!("Ljava/util/function/{primitive}Consumer;");
        for (name, descriptor) in
            [("tryAdvance", format!("({consumer})Z")), ("forEachRemaining", format!("({consumer})V"))]
        {
            self.call_named(cx, no, from, (&class, name, &descriptor), vec![None], None);
        }
    }

    /// `Int`, `Long` or `Double` if the call gives a stream of primitives.
    fn primitive(&self, program: &Program, no: usize) -> Option<&'static str> {
        let ret = program.method_desc(program.method(self.calls[no].method).desc).ret;
        let name = program.class_name(program.class_of(ret)?);
        ["Int", "Long", "Double"].into_iter().find(|of| name == format!("java/util/stream/{of}Stream"))
    }
}
