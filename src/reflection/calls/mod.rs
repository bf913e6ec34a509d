//! What rules of all families do at a call: its inputs are watched, as far as branches before it allow them; arguments are passed,
//! objects are made and given, public look-ups are told from others, and it is noted who gives what nobody knows. Must not know the
//! families.

pub(super) mod allowed_names;
pub(super) mod arguments;
pub(super) mod making;
mod public_look_ups;
pub(super) mod unknowns;
pub(super) mod watching;
