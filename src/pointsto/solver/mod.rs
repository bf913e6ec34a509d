//! The solver. `solve` has its state and basic services; above it lie fields (with
//! `of_callers`), what the JVM throws, and methods, then calls
//! (`returns`, `given`, `passed_on`, `shortcuts`, `containers`, `linking`, `dispatch`), what models make (`model_calls`, `summary_calls`,
//! `commands`), the statements of bodies, what the end of a run needs (`havoc`, `unknown_receivers`, `held`), and on top `events`
//! and `run`. A file calls only methods of those below it: what has to be done above is queued (`Next`). Must not know what
//! models mean.

mod commands;
mod containers;
mod dispatch;
mod events;
mod exceptions;
mod fields;
mod given;
mod havoc;
mod held;
mod linking;
mod made;
mod merge;
mod methods;
mod model_calls;
mod of_callers;
mod passed_on;
mod raised;
mod returns;
mod run;
mod shortcuts;
pub(crate) mod solve;
mod statements;
mod summary_calls;
#[cfg(test)]
mod tests;
mod unknown_receivers;
