//! Pointer flow graph, solver, contexts, call graph, hook trait and commands. Must not know reflection or IO.
