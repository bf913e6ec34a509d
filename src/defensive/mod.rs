//! Defensive points-to analysis (Smaragdakis and Kastrinis, ECOOP 2018): what a variable can hold whatever code does that
//! nobody looked at. A claim is a finite set, or there is none; what is not known is never guessed. It reads bodies of methods
//! on demand, from the call that asks, and must not know the solver, its sets or its call graph.
//!
//! From the bottom up: `bound.rs` has values, `store.rs` what is known of the heap at one place, `api.rs` the methods of the
//! reflection API that are told by their declaration, `told.rs` what instructions give by such methods, `whole.rs` members that
//! no missing class changes, `summary.rs` what a call does, `memory.rs` for how long that holds, `frame.rs` the evaluation of one
//! body, `texts.rs` and `mirrors.rs` what calls of the JDK give, `statics.rs` final fields of classes, `finals.rs` those of
//! objects, `target.rs` a method that a call runs, `functions.rs` what function objects run, `calls.rs` which methods a call
//! runs, `entering.rs` what comes of these, `statements.rs` what instructions do, `claims.rs` what others may ask,
//! `derivation.rs` why, `from_callers.rs` what holds for known callers, `everywhere.rs` all variables.

mod api;
mod bound;
mod call;
mod calls;
mod claims;
mod derivation;
mod entering;
mod everywhere;
mod finals;
mod frame;
mod from_callers;
mod functions;
mod initialisers;
mod memory;
mod mirrors;
mod statements;
mod statics;
mod store;
mod summary;
mod target;
mod texts;
mod told;
mod whole;

pub use bound::{Bound, Item, Rests};
pub use claims::Claims;
pub use derivation::{Reason, What};
pub use everywhere::{Everywhere, Holds, OfMethod, OfVar, Source, class_key, everywhere};
pub use from_callers::Callers;
