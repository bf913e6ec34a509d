//! Classes that the JDK makes objects of by names that stand elsewhere: under keys, in configurations, or made by a convention. Must not
//! know what the objects do.

pub(super) mod beans;
pub(super) mod by_key;
pub(super) mod elsewhere;
pub(super) mod instantiated;
pub(super) mod protocols;
