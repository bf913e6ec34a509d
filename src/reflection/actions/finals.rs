//! Whether a program gets past what keeps final fields as they are. Must not judge calls.

use crate::base::FxIndexMap;
use crate::classpath::Origin;
use crate::program::{FieldId, Program};

use super::super::terms::site::{Effect, RSite, SiteKey};

/// Fields by which it is done: the flags that `Field.set` looks at, and the lookup that may do everything. Of the JDK's own code,
/// only that reads them.
const KEYS: [(&str, &str, &str); 2] = [
    ("java/lang/reflect/Field", "modifiers", "I"),
    ("java/lang/invoke/MethodHandles$Lookup", "IMPL_LOOKUP", "Ljava/lang/invoke/MethodHandles$Lookup;"),
];

/// Whether code outside the JDK reaches for one of them.
pub fn are_finals_opened(program: &Program, sites: &FxIndexMap<SiteKey, RSite>) -> bool {
    let field = |(class, name, descriptor): (&str, &str, &str)| -> Option<FieldId> {
        program.find_field(program.find_class(class)?, name, descriptor)
    };
    let keys: Vec<FieldId> = KEYS.into_iter().filter_map(field).collect();
    let is_key = |effect: &Effect| matches!(effect, Effect::Field(field) if keys.contains(field));
    sites.values().any(|site| site.effects.iter().any(is_key) && program.origin_of(site.method) != Origin::Jdk)
}
