//! What reports need to know of source text: where a place is in the repository. Owns the interface and the fallbacks
//! for code without sources; must not read files.

use crate::base::FxHashMap;
use crate::result::{AnalysisResult, CodeOrigin, Place};
use crate::source::{Query, SourceLocation, SourceMap};

/// A position in a file of the repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// Relative to the repository root, with `/`.
    pub path: String,
    /// 1-based.
    pub line: u32,
    /// 1-based UTF-16 columns of the token, the end exclusive; `None`: the whole line.
    pub columns: Option<(u32, u32)>,
    /// `primaryLocationLineHash` of GitHub code scanning.
    pub line_hash: Option<String>,
    /// The line itself, without its end.
    pub text: Option<String>,
}

impl Location {
    /// The part of the line that `columns` name, or the line; `None` if its text is unknown.
    pub(super) fn token(&self) -> Option<String> {
        let text = self.text.as_ref()?;
        let Some((start, end)) = self.columns else { return Some(text.clone()) };
        let units = text.encode_utf16().skip(start.saturating_sub(1) as usize).take(end.saturating_sub(start) as usize);
        Some(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
    }
}

/// Which of several calls of one name on a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Nth {
    /// From 0, in the order of the instructions.
    pub ordinal: u32,
    /// How many there are; 0 if that is not known.
    pub total: u32,
}

/// Whether a place is in the body of a lambda, which javac, kotlinc and scalac compile to methods of these names.
fn is_in_lambda(place: &Place) -> bool {
    place.method.starts_with("lambda$") || place.method.contains("$lambda$") || place.method.starts_with("$anonfun$")
}

/// The order of the reflective calls of each line, by their instructions.
pub(super) struct CallOrder<'a> {
    /// Sorted; only where there are several.
    lines: FxHashMap<Line<'a>, Vec<Instruction<'a>>>,
}

/// Class, line and name of a call, and whether it is in a lambda.
type Line<'a> = (&'a str, Option<u32>, Option<&'a str>, bool);
/// Method with the length of its name, descriptor, offset: `lambda$m$10` comes after `lambda$m$9`.
type Instruction<'a> = (usize, &'a str, &'a str, u32);

impl<'a> CallOrder<'a> {
    pub(super) fn new(result: &'a AnalysisResult) -> Self {
        let mut lines: FxHashMap<Line<'a>, Vec<Instruction<'a>>> = FxHashMap::default();
        // Only the application has sources here; libraries have most of the sites.
        for row in result.sites.iter().filter(|row| row.origin == CodeOrigin::Application) {
            lines.entry(line(&row.place)).or_default().push(instruction(&row.place));
        }
        lines.retain(|_, calls| calls.len() > 1);
        lines.values_mut().for_each(|calls| calls.sort_unstable());
        Self { lines }
    }

    /// Which call a place is; the first where it is alone.
    pub(super) fn of(&self, place: &Place) -> Nth {
        let Some(calls) = self.lines.get(&line(place)) else { return Nth::default() };
        let before = calls.partition_point(|call| *call < instruction(place));
        Nth { ordinal: before as u32, total: calls.len() as u32 }
    }
}

fn line(place: &Place) -> Line<'_> {
    (&place.class, place.line, place.token.as_deref(), is_in_lambda(place))
}

fn instruction(place: &Place) -> Instruction<'_> {
    (place.method.len(), &place.method, &place.descriptor, place.offset)
}

/// Finds places in the sources. Asked several times for the same file; implementations cache.
pub trait Sources {
    /// The place of an instruction, if its source file is known; `nth` tells the calls of one name on the line apart.
    fn locate(&self, place: &Place, nth: Nth) -> Option<Location>;

    /// A position in a file that is named by its path (a spec file), if it can be read.
    fn locate_in_file(&self, path: &str, line: u32, column: u32) -> Option<Location>;
}

impl Sources for SourceMap {
    fn locate(&self, place: &Place, nth: Nth) -> Option<Location> {
        let token = place.token.as_deref().filter(|token| !token.is_empty());
        let (file, line, in_lambda) = (place.file.as_deref(), place.line, is_in_lambda(place));
        let Nth { ordinal, total } = nth;
        self.locate(&Query { class: &place.class, file, line, token, ordinal, total, in_lambda }).map(Location::from)
    }

    fn locate_in_file(&self, path: &str, line: u32, column: u32) -> Option<Location> {
        self.locate_in_file(path, line, column).map(Location::from)
    }
}

impl From<SourceLocation> for Location {
    fn from(found: SourceLocation) -> Self {
        Self {
            path: found.path,
            line: found.line,
            columns: Some((found.column, found.end_column)),
            line_hash: Some(found.line_hash),
            text: Some(found.line_text),
        }
    }
}

/// No sources: findings are shown by class and method.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoSources;

impl Sources for NoSources {
    fn locate(&self, _: &Place, _: Nth) -> Option<Location> {
        None
    }

    fn locate_in_file(&self, _: &str, _: u32, _: u32) -> Option<Location> {
        None
    }
}

/// `Reports.java:48`, `Reports.java` or the class: the shortest name of a place.
pub(super) fn short_place(place: &Place) -> String {
    match (&place.file, place.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => format!("{file} in {}", place.method),
        (None, _) => method_of(place),
    }
}

/// `com.acme.Reports.load`
pub(super) fn method_of(place: &Place) -> String {
    if place.method.is_empty() { place.class.clone() } else { format!("{}.{}", place.class, place.method) }
}

/// The repository path and line if known, else class, method and what the class file says of its source.
pub(super) fn long_place(place: &Place, location: Option<&Location>) -> String {
    match location {
        Some(location) => format!("{}:{}", location.path, location.line),
        None => match (&place.file, place.line) {
            (Some(file), Some(line)) => format!("{} ({file}:{line})", method_of(place)),
            _ => method_of(place),
        },
    }
}

#[cfg(test)]
mod tests;
