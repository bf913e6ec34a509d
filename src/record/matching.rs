//! Which calls of a result an event speaks of. A recorder names the instruction; a log names method and line, and the program may
//! have been built anew since the run. Must not know what is done with the calls.

use super::event::Event;
use crate::base::FxHashMap;
use crate::result::{AnalysisResult, SiteRow};

/// The calls of a result, by the class and by the source file that they stand in.
pub(super) struct Calls<'r> {
    by_class: FxHashMap<&'r str, Vec<&'r SiteRow>>,
    by_source: FxHashMap<&'r str, Vec<&'r SiteRow>>,
}

impl<'r> Calls<'r> {
    pub(super) fn new(result: &'r AnalysisResult) -> Self {
        let mut calls = Self { by_class: FxHashMap::default(), by_source: FxHashMap::default() };
        for row in &result.sites {
            calls.by_class.entry(&row.place.class).or_default().push(row);
            if let Some(file) = &row.place.file {
                calls.by_source.entry(file).or_default().push(row);
            }
        }
        calls
    }

    /// The calls that may be meant, in the order of the result; of several it is not known which it was.
    pub(super) fn of(&self, event: &Event) -> Vec<&'r SiteRow> {
        let rows = match (&event.class, &event.source) {
            (Some(class), _) => self.by_class.get(class.as_str()),
            (None, Some(source)) => self.by_source.get(source.as_str()),
            (None, None) => None,
        };
        let in_method = |row: &&&SiteRow| {
            row.place.method == event.method
                && event.descriptor.as_ref().is_none_or(|descriptor| *descriptor == row.place.descriptor)
        };
        let rows: Vec<&SiteRow> = rows.into_iter().flatten().filter(in_method).copied().collect();
        let exact = |row: &&&SiteRow| Some(row.place.offset) == event.offset;
        // Two instructions of methods of one name may have the same offset.
        let on_line = |row: &&SiteRow| event.line.is_none() || row.place.line == event.line;
        let exactly: Vec<&SiteRow> = rows.iter().filter(exact).copied().collect();
        if !exactly.is_empty() && event.descriptor.is_some() {
            return exactly;
        }
        if exactly.iter().any(on_line) {
            return exactly.into_iter().filter(|row| on_line(row)).collect();
        }
        let of_api: Vec<&SiteRow> = rows.into_iter().filter(|row| is_api(&event.api, row.short_api())).collect();
        let here: Vec<&SiteRow> = of_api.iter().copied().filter(|row| on_line(row)).collect();
        match (here.is_empty(), event.offset) {
            (false, _) => here,
            // The lines have moved since the run, or the log has none that fit.
            (true, _) if of_api.len() == 1 => of_api,
            (true, _) => Vec::new(),
        }
    }
}

/// Whether a recorded API may be that of a call. The classes are not compared: recordings name a factory by its family.
fn is_api(recorded: &str, short: &str) -> bool {
    let name = |api: &str| api.rsplit('.').next().unwrap_or(api).to_owned();
    let (recorded, short) = (name(recorded), name(short));
    match recorded.strip_suffix('*') {
        Some(start) => short.starts_with(start),
        None => recorded.is_empty() || recorded == short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_of_methods_and_unknown_ones_fit() {
        assert!(is_api("Field.get*", "Field.getInt") && is_api("", "Class.forName"));
        assert!(is_api("JAXP.newInstance", "DocumentBuilderFactory.newInstance"));
        assert!(!is_api("Class.getMethod", "Class.getMethods") && !is_api("Field.set*", "Field.get"));
    }
}
