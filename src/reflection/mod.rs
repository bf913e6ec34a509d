//! Reflective calls as three layers: facts (spec files), inference (strings, and later casts and uses), action (what
//! newInstance, invoke, get and set do). A model like the others: it watches the role pointers of each site and answers with
//! commands. Must not know output, tiers or policy.

mod action;
mod annotations;
mod api;
mod arguments;
mod arrays;
mod as_subclass;
mod bundle_controls;
mod bundles;
mod by_receiver;
mod call;
mod class_source;
mod conditions;
mod deferred;
mod described;
mod facts;
mod fields;
mod handles;
mod helpers;
mod lazy;
mod lazy_objects;
mod linkage;
mod lists;
mod loaders;
mod making;
mod matching;
mod member_tests;
mod mirror;
mod model;
mod name_ends;
mod named_by_key;
mod open_actions;
mod pairs;
mod primitives;
mod providers;
mod reported;
mod retrieval;
mod rule;
mod rules;
mod services;
mod site;
mod state;
mod updaters;
mod watching;

pub use api::method::{Api, Kind, NO_CLASS, NOT_LINKED, Throws};
pub use api::row::Row;
pub use api::table::{API, ApiTable, rules};
pub use facts::Facts;
pub use helpers::Helpers;
pub use matching::{SourceName, can_be_named, name_of_source};
pub use model::Reflection;
pub use primitives::{is_boxing, primitive_type, unwrapped, widens, wrapper};
pub use rules::Rules;
pub use site::{ApiId, Effect, LazyUse, Limit, Problem, RSite, Receivers, Role, SiteKey, Uncovered, UnknownNames};
pub use state::Sites;
