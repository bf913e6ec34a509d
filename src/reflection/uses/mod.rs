//! What is learned of classes and members that nobody knows from what is done with their objects: casts, receivers, votes. Must not
//! know how what is known is found.

pub(super) mod by_receiver;
pub(super) mod lazy;
pub(super) mod outside;
pub(super) mod votes;
