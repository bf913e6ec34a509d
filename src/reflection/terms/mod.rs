//! The terms in which rows, rules and judging speak of calls: what a method of the API is, what a call attempts, what is known of a
//! site, which rules there are, how names are spelt. Plain data; must not know the state of a run, nor what rules do.

pub(super) mod attempt;
pub(super) mod class_names;
pub(super) mod loader_step;
pub(super) mod method;
pub(super) mod primitives;
pub(super) mod recorded;
pub(super) mod rules;
pub(super) mod site;
