//! Method handles: look-ups of them and their types, handles made of others, and what runs when one is called. Must not know members
//! but by the look-ups of `members`.

pub(super) mod calls;
pub(super) mod fields;
pub(super) mod lookups;
pub(super) mod making;
pub(super) mod members;
pub(super) mod open;
pub(super) mod parts;
pub(super) mod passed;
pub(super) mod passing;
pub(super) mod proxies;
pub(super) mod revealing;
pub(super) mod runs;
pub(super) mod types;
pub(super) mod var_handles;
