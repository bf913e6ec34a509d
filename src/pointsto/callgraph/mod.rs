//! The call graph under contexts: method instances with the nodes of their variables, call sites, call edges. Must not know
//! how targets are found.

pub(crate) mod calls;
pub(crate) mod instance;
pub(crate) mod numbering;
pub(crate) mod state;
