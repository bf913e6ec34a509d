//! Resource bundles: which classes and files a look-up gives, and what controls say of that. Must not know what is done with the texts.

pub(super) mod controls;
pub(super) mod look_ups;
