//! JVM and library semantics as hooks: lambdas and invokedynamic, threads, exceptions, natives. Must not know verdicts.
