//! Build-time checker for Java reflection, as a library.
//!
//! Data flows one way: `classpath` -> `classfile` -> `index` -> `program` -> `ir` -> `engine` (`pointsto` with
//! `models`, `reflection` and `entry` as hooks) -> `verdict` -> `result.json` -> `report`. `ARCHITECTURE.md` has the
//! map; `tests/tidy.rs` enforces the import directions.

/// That of the executable, for unit tests that load whole JDKs.
#[cfg(test)]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub mod base;
pub mod classfile;
pub mod classpath;
pub mod cli;
pub mod config;
pub mod defensive;
pub mod diag;
pub mod engine;
pub mod entry;
pub mod export;
pub mod heap;
pub mod index;
pub mod interpreter;
pub mod ir;
pub mod models;
pub mod pointsto;
pub mod program;
pub mod record;
pub mod reflection;
pub mod report;
pub mod resource;
pub mod result;
pub mod source;
pub mod spec;
pub mod strings;
pub mod toml_doc;
pub mod verdict;
