//! What reports need to know of source text: where a place is in the repository. Owns the interface and the fallbacks
//! for code without sources; must not read files.

use crate::source::{Query, SourceLocation, SourceMap};
use crate::verdict::Place;

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

/// Finds places in the sources. Asked several times for the same file; implementations cache.
pub trait Sources {
    /// The place of an instruction, if its source file is known. `ordinal` says which of the tokens of that name on the
    /// line it is, from 0, in the order of the instructions.
    fn locate(&self, place: &Place, ordinal: u32) -> Option<Location>;

    /// A position in a file that is named by its path (a spec file), if it can be read.
    fn locate_in_file(&self, path: &str, line: u32, column: u32) -> Option<Location>;
}

impl Sources for SourceMap {
    fn locate(&self, place: &Place, ordinal: u32) -> Option<Location> {
        let token = place.token.as_deref().filter(|token| !token.is_empty());
        let (file, line) = (place.file.as_deref(), place.line);
        self.locate(&Query { class: &place.class, file, line, token, ordinal }).map(Location::from)
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
    fn locate(&self, _: &Place, _: u32) -> Option<Location> {
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
mod tests {
    use super::*;

    #[test]
    fn columns_are_utf16() {
        let text = Some("\u{1f600} x.forName(y)".to_owned());
        let at = |columns| Location { path: "A".into(), line: 1, columns, line_hash: None, text: text.clone() }.token();
        assert_eq!(at(Some((6, 13))).as_deref(), Some("forName"));
        assert_eq!(at(Some((1, 3))).as_deref(), Some("\u{1f600}"));
        assert_eq!(at(Some((2, 3))).as_deref(), Some("\u{fffd}"));
        assert_eq!(at(Some((90, 95))).as_deref(), Some(""));
        assert_eq!(at(Some((5, 2))).as_deref(), Some(""));
        assert_eq!(at(None), text);
    }
}
