//! What calls throw that fail though their class or member is there, by internal names. Must not know calls.

pub(super) const NULL: &[&str] = &["java/lang/NullPointerException"];
pub(super) const WRONG: &[&str] = &["java/lang/IllegalArgumentException"];
pub(super) const WRONG_OR_NULL: &[&str] = &["java/lang/IllegalArgumentException", "java/lang/NullPointerException"];
pub(super) const NO_ACCESS: &[&str] = &["java/lang/IllegalAccessException"];
pub(super) const NO_ELEMENT: &[&str] = &["java/lang/ArrayIndexOutOfBoundsException"];
pub(super) const NO_CAST: &[&str] = &["java/lang/ClassCastException"];
pub(super) const NOT_MADE: &[&str] = &["java/lang/InstantiationException"];
pub(super) const CLOSED: &[&str] = &["java/lang/reflect/InaccessibleObjectException"];
/// `newUpdater` wraps `NoSuchFieldException`; `ClassCastException` and `IllegalArgumentException` say the rest.
pub(super) const NO_UPDATER: &[&str] = &["java/lang/RuntimeException"];
pub(super) const NOT_SUPPORTED: &[&str] = &["java/lang/UnsupportedOperationException"];
pub(super) const NO_BUNDLE: &[&str] = &["java/util/MissingResourceException"];
pub(super) const NO_TYPE: &[&str] = &["java/lang/TypeNotPresentException"];
pub(super) const WRONG_TYPE: &[&str] = &["java/lang/invoke/WrongMethodTypeException"];
