//! What class files say outside their bodies, read once for each class: supertypes, classes and methods of wanted names that
//! the constant pool mentions; and, of classes for which it is asked, the calls by these names. Owns the form in which this is
//! kept from run to run, archive by archive. Must not know whether a class is needed, nor files and directories.

mod calls;
mod encoding;
mod outlines;
mod part;
#[cfg(test)]
mod tests;
mod wanted;

pub use calls::Call;
pub use outlines::Outlines;
pub use part::Outline;
pub use wanted::Wanted;

/// Where outlines of archives are kept between runs. What it gives may be anything: it is checked.
pub trait Shelf: Send + Sync {
    /// The bytes put under a name by this or another process, if they are there.
    fn get(&self, name: &str) -> Option<Vec<u8>>;

    /// Keeps bytes under a name. That it cannot is no concern of who asks.
    fn put(&self, name: &str, bytes: &[u8]);
}
