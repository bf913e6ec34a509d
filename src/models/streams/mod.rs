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
mod receivers;
mod sources;
mod state;
mod table;
mod traversal;

use state::{Call, Hook, State};
use table::{Row, SOURCES, Source};
use traversal::Traversal;

use super::{Signatures, arrays};
use crate::base::{FxHashMap, Numbering, PtsSet, Sym};
use crate::classpath::Origin;
use crate::heap::ObjId;
use crate::pointsto::{CallNote, CallView, Claim, ClaimTag, Cx, HookData, Model, Outcome, Ptr, Receivers};
use crate::program::{DescId, MethodId, Program};

/// The field in which a stream holds its elements, with class and descriptor.
pub(super) const HOLDER: (&str, &str, &str) = (table::PIPELINE, "sourceSpliterator", "Ljava/util/Spliterator;");

/// What a method does with streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Act {
    Makes(Source),
    Goes(Traversal),
    /// Makes a list of an array that nobody else has.
    Lists,
    /// Takes what a spliterator hands out, for whatever function the JDK would pass to it.
    Takes,
    Does(&'static Row),
}

pub(super) struct Streams {
    sources: Signatures<Source>,
    acts: Numbering<ClaimTag, Act>,
    /// The method that stands for all that go through the same receivers in the same way and take the same functions.
    standing: FxHashMap<(ClaimTag, Sym, DescId, Receivers), MethodId>,
    state: State,
}

impl Default for Streams {
    fn default() -> Self {
        Self {
            sources: Signatures::new(SOURCES),
            acts: Numbering::default(),
            standing: FxHashMap::default(),
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
        if self.state.elements.is_none() {
            let (class, name, descriptor) = HOLDER;
            self.state.elements = Some(program.find_field(program.find_class(class)?, name, descriptor)?);
        }
        let (class, name) = (program.class_name(data.class), program.str(data.name));
        let act = if let Some(tag) = self.sources.find(program, method) {
            Act::Makes(self.sources.act(tag))
        } else if is_of_collection(program, method) {
            Act::Makes(Source::Collection)
        } else if let Some(traversal) = traversal::of(program, method) {
            Act::Goes(traversal)
        } else if table::is_list_of_array(class, name) {
            Act::Lists
        } else if (class, name) == sources::TAKER {
            Act::Takes
        } else {
            let params = program.str(program.method_desc(data.desc).text).split_inclusive(')').next()?;
            Act::Does(table::row(class, name, params)?)
        };
        Some(Claim::Target(self.acts.number(act)))
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, tag: ClaimTag) -> Outcome {
        let act = self.acts.key(tag);
        if matches!(act, Act::Goes(_)) && traversal::leaves(cx, call) {
            return Outcome::Left;
        }
        if act == Act::Takes {
            if cx.program.origin_of(call.method) != Origin::Jdk {
                cx.note(call, CallNote::Unknown(method));
            }
            return Outcome::Left;
        }
        if parallel::is_made_by(cx.program, call.method, method) {
            self.state.combine_all(cx);
        }
        // One call may select the same traversal in very many classes; what it does with their receivers is the same.
        let method = match act {
            Act::Goes(_) => {
                let data = cx.program.method(method);
                let key = (tag, data.name, data.desc, traversal::handled(cx.program, method));
                *self.standing.entry(key).or_insert(method)
            }
            _ => method,
        };
        let (no, is_new) = self.state.calls.id_or_new(Call::new(call, method));
        if is_new {
            match act {
                Act::Makes(source) => self.state.make(cx, no, source),
                Act::Goes(traversal) => self.state.traverse(cx, no, traversal),
                Act::Lists => {
                    let (array, dst) = (self.state.calls[no].arg(1), self.state.calls[no].dst.map(Ptr::Node));
                    self.state.list(cx, no, array, dst);
                }
                Act::Does(row) => self.state.act(cx, no, row),
                Act::Takes => {}
            }
        }
        match act {
            // Classes of the program inherit these methods, and have others that they call.
            Act::Goes(_) | Act::Makes(Source::Collection) => Outcome::HandledOf(traversal::handled(cx.program, method)),
            _ => Outcome::Handled,
        }
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let hook = self.state.hooks.key(data);
        for obj in objects.iter().map(ObjId) {
            match hook {
                Hook::Receiver(no) => self.state.receive(cx, no, obj),
                Hook::Collection(no) => self.state.collection(cx, no, obj),
                Hook::Pour(no, to) => self.state.pour(cx, no, obj, to),
                Hook::Read(to) => cx.edge(Ptr::Elements(obj), to),
                Hook::Fill(from) => arrays::to_elements(cx, from, obj),
                Hook::Like(no) => self.state.fill(cx, no, obj),
                Hook::Collector(no) => self.state.collector(cx, no, obj),
                Hook::Finisher(no) => self.state.finisher(cx, no, obj),
            }
        }
    }
}

/// The methods that the tables name, for a test that they exist: class, name, and the parameters in parentheses or the
/// descriptor, `*` for any.
pub fn methods() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let sources = SOURCES.iter().map(|&(class, name, descriptor, _)| (class, name, descriptor));
    table::methods().chain(sources).chain(traversal::methods())
}

/// Whether a method of a class that implements streams has a row.
pub fn has_row(class: &str, name: &str, params: &str) -> bool {
    table::row(class, name, params).is_some()
}

/// Whether a method of a collection of the JDK gives a stream of it. Those that wrap others pass on to them.
fn is_of_collection(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    matches!(program.str(data.name), "stream" | "parallelStream")
        && program.str(program.method_desc(data.desc).text) == "()Ljava/util/stream/Stream;"
        && program.find_class("java/util/Collection").is_some_and(|of| program.is_subclass(data.class, of))
}
