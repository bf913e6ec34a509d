//! The specs that ship with the tool: files of `reflection-specs/`, embedded. Must not know what they say.

/// File name and text. An entry whose classes are not on the class path is nothing.
pub(super) static BUNDLED: &[(&str, &str)] =
    &[("frameworks.toml", include_str!("../../reflection-specs/frameworks.toml"))];
