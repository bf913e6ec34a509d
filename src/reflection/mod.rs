//! Reflective calls as three layers: facts (spec files), inference (strings, casts, receivers and other uses), action (what
//! newInstance, invoke, get and set do). A model like the others: it watches the role pointers of each site and answers with
//! commands. Must not know output, tiers or policy.

mod actions;
mod api;
mod bundles;
mod calls;
mod classes;
mod code;
mod facts;
mod guards;
mod handles;
mod helpers;
mod loaders;
mod matching;
mod members;
mod mirrors;
mod model;
mod named;
mod proxies;
mod reported;
mod rule;
mod services;
mod state;
mod terms;
mod uses;
mod utilities;

pub use actions::finals::are_finals_opened;
pub use api::classes::{is_of_metaobjects, is_of_surroundings, only_reads_arrays};
pub use api::judged::ROWS as JUDGED;
pub use api::outside::{HOLD_DATA, Outside, filled_from, makes_text, reads, reads_address};
pub use api::row::Row;
pub use api::table::{API, ApiTable, Written, rules};
pub use calls::unknowns::is_unknown_member;
pub use code::absent_literals::absent_literals;
pub use facts::Facts;
pub use helpers::Helpers;
pub use matching::{SourceName, can_be_named, name_of_source, wanted};
pub use model::Reflection;
pub use state::Sites;
pub use terms::attempt::{Attempt, Gives, Sort, Sought};
pub use terms::class_names::NameForm;
pub use terms::method::{Api, Kind, NO_CLASS, NO_FIELD, NO_METHOD, NOT_LINKED, Throws};
pub use terms::primitives::{is_boxing, primitive_type, unwrapped, widens, wrapper};
pub use terms::recorded::Recorded;
pub use terms::rules::{RuleName, Rules};
pub use terms::site::{
    ApiId, Effect, LazyUse, Limit, Problem, RSite, Receivers, Role, SiteKey, Uncovered, UnknownNames,
};
