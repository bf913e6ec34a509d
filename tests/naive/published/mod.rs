//! The published rules against the engine: on small random programs that reflect, an evaluator transcribed from the papers and the
//! engine in the mode of that paper must come to the same targets and reach the same methods, but for what `DEVIATIONS` names.
//! `NAIVE_SEED` makes other programs.

mod programs;
mod random;
mod rules;

pub(crate) mod compare;
