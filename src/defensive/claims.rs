//! What others may ask: whether all that decides at a call is bounded, whatever code does that nobody looked at. Must not know
//! reflective calls: it is told which variables decide.

use std::cell::RefCell;

use super::bound::Bound;
use super::frame::Frame;
use super::summary::{Entry, Reach, Shared};
use crate::base::{FxHashMap, FxHashSet};
use crate::ir::Var;
use crate::program::{MethodId, Program};

/// A place, and what is asked about there.
type Question = (MethodId, u32, Vec<Var>);

/// The claims of one program, each found when it is asked for.
pub struct Claims<'p> {
    shared: Shared<'p>,
    asked: RefCell<FxHashMap<Question, Vec<Bound>>>,
}

impl<'p> Claims<'p> {
    /// Of calls at the places `given` somebody else says what they give.
    pub fn new(program: &'p Program, given: FxHashSet<(MethodId, u32)>) -> Self {
        Self { shared: Shared::new(program, Reach::Asked, given), asked: RefCell::default() }
    }

    /// What the variables hold where the statement at an offset of a method runs, whoever calls the method (context *Init*):
    /// for each a set, or [`Bound::Any`] where there is no claim, also where the budget of a question is used up.
    pub fn at(&self, method: MethodId, offset: u32, vars: &[Var]) -> Vec<Bound> {
        let key = (method, offset, vars.to_vec());
        if let Some(known) = self.asked.borrow().get(&key) {
            return known.clone();
        }
        let bounds = self.evaluate(method, offset, vars);
        self.asked.borrow_mut().insert(key, bounds.clone());
        bounds
    }

    pub(super) fn shared(&self) -> &Shared<'p> {
        &self.shared
    }

    fn evaluate(&self, method: MethodId, offset: u32, vars: &[Var]) -> Vec<Bound> {
        let nothing = || vec![Bound::Any; vars.len()];
        self.shared.begin();
        let Some(body) = self.shared.body(method) else { return nothing() };
        let entry = Entry { wants_heap: false, ..Entry::of_anybody(method, &body) };
        let run = || {
            let frame = Frame::run(&self.shared, &body, &entry, vars);
            // A call that no way leads to holds nothing: that claims nothing.
            (!self.shared.is_spent() && frame.is_met(offset))
                .then(|| vars.iter().map(|&var| frame.bounds[var].clone()).collect::<Vec<_>>())
        };
        self.shared.nested(method, run).flatten().unwrap_or_else(nothing)
    }
}
