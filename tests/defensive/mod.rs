//! The defensive analysis, asked of itself: the tiers of calls say less, since other rules prove as well. Must not know the
//! solver.

mod adversary;
mod cases;
mod compiled;
mod everywhere;
mod naive;
mod order;
mod programs;
