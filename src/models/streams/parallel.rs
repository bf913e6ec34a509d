//! Streams that several threads work on: what they have made each is put together by functions that otherwise nobody calls. Must
//! not know what is put together.

use super::state::{Combining, State, find};
use crate::classpath::Origin;
use crate::pointsto::Cx;
use crate::program::{MethodId, Program};

/// Whether a call of a method outside the JDK may make a stream parallel.
pub(super) fn is_made_by(program: &Program, caller: MethodId, method: MethodId) -> bool {
    let data = program.method(method);
    let is_parallel = match program.str(data.name) {
        "parallel" | "parallelStream" => true,
        // Whether it is parallel is an argument.
        _ => program.class_name(data.class) == "java/util/stream/StreamSupport",
    };
    is_parallel && program.origin_of(caller) != Origin::Jdk
}

impl State {
    pub(super) fn combine(&mut self, cx: &mut Cx<'_, '_>, combining: Combining) {
        if self.is_parallel {
            self.call_combining(cx, combining);
        } else {
            self.combining.push(combining);
        }
    }

    /// The first parallel stream was met.
    pub(super) fn combine_all(&mut self, cx: &mut Cx<'_, '_>) {
        for combining in std::mem::take(&mut self.combining) {
            self.call_combining(cx, combining);
        }
    }

    fn call_combining(&self, cx: &mut Cx<'_, '_>, Combining { no, functions, part, gives }: Combining) {
        let (class, name, descriptor) = match gives {
            true => {
                ("java/util/function/BiFunction", "apply", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;")
            }
            false => ("java/util/function/BiConsumer", "accept", "(Ljava/lang/Object;Ljava/lang/Object;)V"),
        };
        if let Some(method) = find(cx.program, (class, name, descriptor)) {
            self.call(cx, no, (functions, method), vec![Some(part), Some(part)], gives.then_some(part));
        }
    }
}
