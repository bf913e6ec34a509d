//! Directories, jars (nested, multi-release), the JDK image `lib/modules`, resources and manifests: binary name -> bytes
//! with origin and artifact id. Must not know the class-file format.

/// Where a class comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    Application,
    Library,
    Jdk,
}
