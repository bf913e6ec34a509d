//! What kind of place a value comes from. Must not know how origins are found.

use serde::{Deserialize, Serialize};

use crate::base::choices;

choices! {
    /// What kind of outside a value comes from.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum OriginKind {
        Parameter = "parameter",
        Property = "property",
        Environment = "environment",
        File = "file",
        Network = "network",
        Deserialised = "deserialised",
        Native = "native",
        Annotation = "annotation",
        Other = "other",
    }
}

/// No kind is written as an empty text.
pub(super) mod or_empty {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::OriginKind;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives fields by reference")]
    pub(in super::super) fn serialize<S: Serializer>(kind: &Option<OriginKind>, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(kind.map_or("", OriginKind::name))
    }

    pub(in super::super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<OriginKind>, D::Error> {
        let name = String::deserialize(from)?;
        match OriginKind::parse(&name) {
            None if !name.is_empty() => Err(D::Error::unknown_variant(&name, &OriginKind::NAMES)),
            kind => Ok(kind),
        }
    }
}
