//! Streams that several threads work on: what they have made each is put together by functions that otherwise nobody calls. Must
//! not know what is put together.

use super::state::{Combining, State};
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

    /// There may be parallel streams.
    pub(super) fn combine_all(&mut self, cx: &mut Cx<'_, '_>) {
        self.is_parallel = true;
        for combining in std::mem::take(&mut self.combining) {
            self.call_combining(cx, combining);
        }
    }

    fn call_combining(&mut self, cx: &mut Cx<'_, '_>, Combining { no, functions, part }: Combining) {
        self.apply(cx, no, functions, &[part, part], Some(part));
    }
}
