//! Class + SourceFile / SMAP -> repository path, line, column of the call token, line hash. Must not know findings.
