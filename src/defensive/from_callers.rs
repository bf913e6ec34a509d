//! Claims that hold for known callers: what each of them passes, in place of anything. Must not know how callers are found.

use super::bound::Bound;
use super::claims::Claims;
use super::frame::Frame;
use super::summary::{Entry, Shared};
use crate::ir::facts::statement_at;
use crate::ir::{Body, Op, Var};
use crate::program::MethodId;

/// Most callers one above the other (ECOOP 2018: call strings up to depth 5).
const DEPTH: u8 = 5;
/// Most ways to call a method that are told apart.
const WAYS: usize = 32;

/// Statements that one question may evaluate: a call that callers leave open is asked for in each round.
const BUDGET: u32 = 10_000;

/// All calls of a method, each by the method that makes it and its offset there; `None`: others may call it as well.
pub type Callers<'c> = &'c dyn Fn(MethodId) -> Option<Vec<(MethodId, u32)>>;

impl Claims<'_> {
    /// As [`Claims::at`] if nobody but the known callers calls the method, nor their callers them: it rests on their being all
    /// there are. [`Bound::Any`] where there is no claim, also where nobody is known to call the method.
    pub fn at_for_callers(&self, (method, offset): (MethodId, u32), vars: &[Var], callers: Callers<'_>) -> Vec<Bound> {
        let shared = self.shared();
        let nothing = || vec![Bound::Any; vars.len()];
        shared.begin_with(BUDGET);
        let Some(body) = shared.body(method) else { return nothing() };
        let entries = entries(shared, (method, &body), callers, DEPTH);
        let mut all = vec![Bound::Unmet; vars.len()];
        for entry in &entries {
            let run = || {
                let frame = Frame::run(shared, &body, entry, vars);
                let bounds = frame.is_met(offset).then(|| vars.iter().map(|&var| frame.bounds[var].clone()).collect());
                bounds.unwrap_or_default()
            };
            let bounds: Vec<Bound> = shared.nested(method, run).unwrap_or_else(nothing);
            all.iter_mut().zip(&bounds).for_each(|(all, bound)| {
                all.join(bound);
            });
        }
        if shared.is_spent() || all.iter().all(|bound| *bound == Bound::Unmet) { nothing() } else { all }
    }
}

/// What holds where the body of a method begins: for each known way to call it, or whoever calls it.
fn entries(shared: &Shared<'_>, (method, body): (MethodId, &Body), callers: Callers<'_>, depth: u8) -> Vec<Entry> {
    let whoever = || vec![Entry::of_anybody(method, body)];
    let Some(callers_here) = callers(method).filter(|all| depth > 0 && !all.is_empty() && all.len() <= WAYS) else {
        return whoever();
    };
    let mut found: Vec<Entry> = Vec::new();
    for (caller, offset) in callers_here {
        let Some(body) = shared.body(caller) else { return whoever() };
        let Some((block, nth)) = statement_at(&body, offset) else { return whoever() };
        let Op::Invoke { args, .. } = &body.blocks[block].stmts[nth as usize].op else { return whoever() };
        for entry in entries(shared, (caller, &body), callers, depth - 1) {
            let run = || Frame::watching(shared, &body, &entry, args, Some((offset, method))).handed;
            let Some(handed) = shared.nested(caller, run).filter(|_| !shared.is_spent()) else { return whoever() };
            // A call that the caller does not come to hands over nothing.
            found.extend(handed.filter(|handed| !found.contains(handed)));
            if found.len() > WAYS {
                return whoever();
            }
        }
    }
    found
}
