//! Proxies: how they are made, and what calls on them run. Must not know what handlers do.

pub(super) mod calls;
pub(super) mod making;
