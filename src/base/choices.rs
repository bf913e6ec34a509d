//! Enums whose values are written by name in configuration, flags, requests and reports. Owns how such an enum is declared;
//! must not know any of them.

/// Declares an enum with the name of each value: `ALL` values and their `NAMES`, in the order of declaration, `name`, and
/// `parse`, which gives `None` for a name that is none of them.
macro_rules! choices {
    ($(#[$about:meta])* pub enum $Name:ident { $($(#[$meaning:meta])* $Value:ident = $name:literal,)+ }) => {
        $(#[$about])*
        pub enum $Name {
            $($(#[$meaning])* $Value,)+
        }

        impl $Name {
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Value),+];
            pub const NAMES: [&'static str; [$($name),+].len()] = [$($name),+];

            /// The value as it is written in configuration, flags and reports.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$Value => $name,)+
                }
            }

            /// `None` for a name that this version does not have; see `NAMES`.
            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|choice| choice.name() == name)
            }
        }
    };
}

pub(crate) use choices;
