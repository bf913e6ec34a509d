//! Bodies of methods that are run, lowered once. Must not know how they are run.

use std::cell::RefCell;
use std::rc::Rc;

use crate::base::FxHashMap;
use crate::ir::{self, Body};
use crate::program::{MethodId, Program, access};

/// Lowered bodies of methods that were run.
#[derive(Default)]
pub(super) struct Bodies {
    lowered: RefCell<FxHashMap<MethodId, Option<Rc<Body>>>>,
}

impl Bodies {
    /// The body of a method that has one that a JVM runs as it stands.
    pub(super) fn of(&self, program: &Program, method: MethodId) -> Option<Rc<Body>> {
        let lower = || {
            let data = program.method(method);
            let body = (data.has_code && data.access & access::NATIVE == 0).then(|| ir::lower(program, method))?;
            (body.damaged_at.is_empty() && !body.is_too_large).then(|| Rc::new(body))
        };
        self.lowered.borrow_mut().entry(method).or_insert_with(lower).clone()
    }
}
