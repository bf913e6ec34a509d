//! Class loaders of the program's own, whose methods run where they are asked for classes: by the program, the JVM or the JDK. Must
//! not know what a name means.

pub(super) mod definers;
pub(super) mod made;
pub(super) mod own;
