//! Bytes of one class file -> owned [`RawClass`]. Owns the class-file format; `decode.rs` is the only file that names
//! cafebabe, behind the raw-byte guard of `guard.rs`. Must not know files, jars or other classes.

mod raw;

pub use raw::*;
