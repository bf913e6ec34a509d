//! What code and class files say by themselves, to whoever asks: what branches test, how a name is put together, what cannot be
//! linked. Pure functions over bodies and the program; must not know calls, nor what the solver found.

pub(super) mod absent_literals;
pub(super) mod allowed;
pub(super) mod class_tests;
pub(super) mod conditions;
pub(super) mod guard;
pub(super) mod linkage;
pub(super) mod made_as;
pub(super) mod member_tests;
pub(super) mod name_ends;
pub(super) mod own_calls;
pub(super) mod text_tests;
