//! What the analysis found, for other tools: files in formats of their own. Owns those formats (docs/); must not know
//! findings, policy or files.

pub mod callgraph;

pub use callgraph::CallGraph;
