//! Implementations that the JDK looks for among what is declared: services, and by them drivers, factories of parsers and security
//! engines. Must not know what the objects do that are made.

pub(super) mod algorithms;
pub(super) mod drivers;
pub(super) mod factories;
pub(super) mod providers;
pub(super) mod security;
pub(super) mod service_loader;
pub(super) mod tables_written;
