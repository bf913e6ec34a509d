//! Objects of callers that implement an interface or extend a class of the program, of which the program has no
//! implementation, and of those whose class is named outside: their methods were written for the program, and may fill what
//! they are handed ([`handed`](super::handed)). So may a function of the JDK's types. Must not know what such a call gives.

use super::handed::{By, Handed, HandedUnknowns};
use crate::base::{FxHashMap, PtsSet};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{CallView, Cx, HookData, Model};
use crate::program::{ClassId, MethodId, Program, access};

/// Types whose objects are functions: what they are given is theirs for the call. Of other types of the JDK (collections,
/// streams, comparators) it is known what they do with arguments.
const FUNCTIONS: &str = "java/util/function/";

pub(super) struct Implementers {
    handed: Handed,
    /// By class: whether an object of no known class that is called by it may be one that the program does not have.
    elsewhere: FxHashMap<ClassId, bool>,
}

impl Implementers {
    pub(super) fn new(unknowns: HandedUnknowns) -> Self {
        Self { handed: Handed::new(unknowns), elsewhere: FxHashMap::default() }
    }
}

impl Model for Implementers {
    fn name(&self) -> &'static str {
        "implementers"
    }

    fn on_receiver(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, resolved: MethodId, obj: ObjId) -> bool {
        let program = cx.program;
        // What the JDK and libraries hand to them is what any part of the program has.
        if program.origin_of(call.method) != Origin::Application {
            return false;
        }
        let declaring = program.method(resolved).class;
        let is_elsewhere = match cx.heap.kind(obj) {
            ObjKind::Opaque { bound, .. } => {
                let class = program.class_of_receivers(bound, declaring);
                *self.elsewhere.entry(class).or_insert_with(|| is_function(program, class) || !is_here(cx, class))
            }
            ObjKind::UnknownInstance { .. } => {
                program.class(declaring).origin != Origin::Jdk || is_function(program, declaring)
            }
            _ => false,
        };
        if is_elsewhere {
            self.handed.hand_over(cx, call, Some(resolved), By::Implementer);
        }
        false
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        self.handed.objects(cx, data, objects);
    }
}

fn is_function(program: &Program, class: ClassId) -> bool {
    program.class_name(class).starts_with(FUNCTIONS)
}

/// Whether it is known what objects of the class do: it is the JDK's, or the program has classes of such objects, which are
/// all there are (`closed-world`), and a container has none that implements a type of the application.
fn is_here(cx: &Cx<'_, '_>, class: ClassId) -> bool {
    let program = cx.program;
    let is_concrete = |sub: &&ClassId| program.class(**sub).access & (access::ABSTRACT | access::INTERFACE) == 0;
    let mut all = program.subtypes_outside_jdk(class).iter().filter(is_concrete).peekable();
    let is_own = program.class(class).origin == Origin::Application;
    program.class(class).origin == Origin::Jdk || all.peek().is_some() && !all.any(|&sub| is_own && cx.is_hidden(sub))
}
