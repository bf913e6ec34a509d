//! The JDK's streams: each call that makes one makes an object of its own, which holds what can be in the stream; functions are
//! called where the stream's methods are, with what is in that stream. The JDK's own code chains stages through fields and
//! passes everything through the same few methods, so that all streams of a program would be one. Must not know which functions
//! do what.
//!
//! A stream holds its elements in `AbstractPipeline.sourceSpliterator`, where the JDK has what gives them. Laziness does not
//! show: what a stage would do when an end is asked for, it does at once.

mod collect;
mod gives;
mod parallel;
mod sources;
mod state;
mod table;
mod traversal;

use state::{Call, Hook, Node, State, store};
use table::{Row, SOURCES, Source};
use traversal::Traversal;

use super::Signatures;
use crate::base::{Numbering, PtsSet};
use crate::classpath::Origin;
use crate::heap::ObjId;
use crate::pointsto::{CallView, Claim, ClaimTag, Cx, HookData, Model, Outcome, Ptr};
use crate::program::{MethodId, Program, Type};

/// What a method does with streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Act {
    Makes(Source),
    Goes(Traversal),
    /// Makes a list of an array that nobody else has.
    Lists,
    /// By the number of the method.
    Does(usize),
}

pub(super) struct Streams {
    sources: Signatures<Source>,
    acts: Numbering<ClaimTag, Act>,
    /// Rows of methods that were met.
    rows: Vec<&'static Row>,
    state: State,
}

impl Default for Streams {
    fn default() -> Self {
        Self {
            sources: Signatures::new(SOURCES),
            acts: Numbering::default(),
            rows: Vec::new(),
            state: State::default(),
        }
    }
}

impl Model for Streams {
    fn name(&self) -> &'static str {
        "streams"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let data = program.method(method);
        if !data.has_code || program.class(data.class).origin != Origin::Jdk {
            return None;
        }
        let elements = self.state.elements.or_else(|| {
            let pipeline = program.find_class(table::PIPELINE)?;
            program.find_field(pipeline, "sourceSpliterator", "Ljava/util/Spliterator;")
        });
        self.state.elements = Some(elements?);
        let source = self.sources.find(program, method).map(|tag| self.sources.act(tag));
        if let Some(traversal) = traversal::of(program, method) {
            return Some(Claim::Target(self.acts.number(Act::Goes(traversal))));
        }
        if table::is_list_of_array(program.class_name(data.class), program.str(data.name)) {
            return Some(Claim::Target(self.acts.number(Act::Lists)));
        }
        let source = source.or_else(|| is_of_collection(program, method).then_some(Source::Collection));
        let act = match source {
            Some(source) => Act::Makes(source),
            None => {
                let params = program.str(program.method_desc(data.desc).text).split_inclusive(')').next()?;
                let row = table::row(program.class_name(data.class), program.str(data.name), params)?;
                self.rows.push(row);
                Act::Does(self.rows.len() - 1)
            }
        };
        Some(Claim::Target(self.acts.number(act)))
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, tag: ClaimTag) -> Outcome {
        let act = self.acts.key(tag);
        if let Act::Goes(traversal) = act
            && State::leaves(cx, call.method, traversal)
        {
            return Outcome::Left;
        }
        if !self.state.is_parallel && parallel::is_made_by(cx.program, call.method, method) {
            self.state.is_parallel = true;
            self.state.combine_all(cx);
        }
        let (no, is_new) = self.state.calls.insert_full(Call::new(call, method));
        if is_new {
            match act {
                Act::Makes(source) => self.state.make(cx, no, source),
                Act::Goes(traversal) => self.state.traverse(cx, no, traversal),
                Act::Lists => {
                    let (array, dst) = (self.state.calls[no].arg(1), self.state.calls[no].dst.map(Ptr::Node));
                    self.state.list(cx, no, array, dst);
                }
                Act::Does(row) => self.state.act(cx, no, self.rows[row]),
            }
        }
        match act {
            // Classes of the program inherit these methods, and have others that they call.
            Act::Goes(_) | Act::Makes(Source::Collection) => Outcome::HandledOfJdk,
            _ => Outcome::Handled,
        }
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let hook = self.state.hooks.key(data);
        for obj in objects.iter().map(ObjId) {
            match hook {
                Hook::Receiver(no) => self.state.receive(cx, no, obj),
                Hook::Collection(no) => {
                    if cx
                        .program
                        .class_of(cx.heap.ty(obj))
                        .is_some_and(|class| cx.program.class(class).origin == Origin::Jdk)
                    {
                        let to = self.state.node(cx, Node::OfJdk(no));
                        cx.add(to, obj);
                    }
                }
                Hook::Pour(no, to) => self.state.pour(cx, no, obj, to),
                Hook::Read(to) => {
                    if is_array(cx, obj) {
                        cx.edge(Ptr::Elements(obj), to);
                    }
                }
                Hook::Fill(from) => store(cx, from, obj),
                Hook::Like(no) => {
                    if is_array(cx, obj) {
                        self.state.fill(cx, no, obj);
                    }
                }
                Hook::Collector(no) => self.state.collector(cx, no, obj),
                Hook::Finisher(no) => self.state.finisher(cx, no, obj),
            }
        }
    }
}

/// Whether a method of a collection of the JDK gives a stream of it. Those that wrap others pass on to them.
fn is_of_collection(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    matches!(program.str(data.name), "stream" | "parallelStream")
        && program.str(program.method_desc(data.desc).text) == "()Ljava/util/stream/Stream;"
        && program.find_class("java/util/Collection").is_some_and(|of| program.is_subclass(data.class, of))
}

fn is_array(cx: &Cx<'_, '_>, obj: ObjId) -> bool {
    matches!(cx.program.ty(cx.heap.ty(obj)), Type::Array(_))
}
