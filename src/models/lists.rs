//! Lists of models that name methods of the reflective API, or those that texts are read by, as a test compares them with the rows
//! there. Must not know rows.

use super::signatures::Named;

fn pairs(table: &[Named]) -> Vec<(&'static str, &'static str)> {
    table.iter().flat_map(|&(class, names)| names.iter().map(move |&name| (class, name))).collect()
}

pub(crate) fn calling_by_name() -> Vec<(&'static str, &'static str)> {
    pairs(super::by_name::CALLS)
}

pub(crate) fn finding_fields() -> Vec<(&'static str, &'static str)> {
    pairs(super::handed::LOOKUPS)
}

pub(crate) fn asking_classes() -> &'static [&'static str] {
    &super::closed_bodies::ASKS
}

pub(crate) fn reading_texts() -> Vec<(&'static str, &'static str)> {
    super::sources::TABLE.iter().map(|&(class, name, ..)| (class, name)).collect()
}
