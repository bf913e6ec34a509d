//! Bytes of one class file -> owned [`RawClass`]. Owns the class-file format; `decode.rs` is the only file that names
//! cafebabe, behind the raw-byte guard of `guard.rs`. Must not know files, jars or other classes.

mod bytes;
mod decode;
mod error;
mod guard;
mod header;
mod named;
mod raw;
mod renaming;
mod surrogates;

pub use decode::{decode_bodies, decode_class};
pub use error::{ClassError, ClassErrorKind};
pub use header::{RawHeader, scan_header};
pub use named::{NamedMethod, RawOutline, named_classes, scan_outline};
pub use raw::*;
pub use surrogates::is_written_as;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
