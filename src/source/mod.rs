//! Class + SourceFile / SMAP -> repository path, line, column of the call token, line hash. Must not know findings.
//!
//! [`smap`] is pure and used where class files are at hand; [`SourceMap`] reads sources and needs no class file.

mod file;
mod fingerprint;
mod lexer;
mod roots;
pub mod smap;
#[cfg(test)]
mod tests;
mod uri;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::base::FxHashMap;
use file::{Region, SourceText};
use roots::Roots;

pub use uri::encode as encode_uri;

/// What is looked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Query<'a> {
    /// Binary name with dots and `$`: `com.acme.Reports$Loader`.
    pub class: &'a str,
    /// `SourceFile` attribute (`Reports.java`), or with the package in front (`com/acme/lib/Lib.kt`) if the line is in
    /// another file than the class ([`smap::SmapLine::qualified_file`]). Without it, usual names of the outer class are tried.
    pub file: Option<&'a str>,
    /// 1-based; without it the declaration of the class is located.
    pub line: Option<u32>,
    /// Simple name of the method called (`forName`), `<init>` for `new`, a field's name, or a string literal that begins
    /// with a double quote. A getter is also found as Kotlin property.
    pub token: Option<&'a str>,
    /// Which of several such calls of the line, from 0, in the order in which they are made (bytecode order).
    pub ordinal: u32,
    /// How many such calls the line makes, 0 if unknown: more than it has tokens if the compiler copied it (`finally`,
    /// inlining).
    pub total: u32,
    /// The calls counted are in bodies of lambdas (methods `lambda$...`): of the tokens of a line those behind an arrow are
    /// meant, else those that are not, if there are both.
    pub in_lambda: bool,
}

/// A place in a source file that exists. The region lies within one line of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLocation {
    /// Path relative to the project directory, `/`-separated, not percent-encoded (see [`encode_uri`]).
    pub path: String,
    /// 1-based. That of the token, which may lie some lines after the one asked.
    pub line: u32,
    /// 1-based, in UTF-16 units.
    pub column: u32,
    /// One past the last unit of the region.
    pub end_column: u32,
    /// The line without its end.
    pub line_text: String,
    /// GitHub's `primaryLocationLineHash` of the line.
    pub line_hash: String,
    /// The line asked was found in the file. False if the class has no line numbers or was compiled from another version
    /// of the file: then this is the declaration of the class or the first line.
    pub exact: bool,
}

/// Sources of a project. Files are read at most once, when first needed.
pub struct SourceMap {
    roots: Roots,
    files: RefCell<FxHashMap<PathBuf, Option<Rc<SourceText>>>>,
    /// The end of the path that is meant where several files fit; then one that nothing tells from others is not shown.
    meant: Option<String>,
}

impl SourceMap {
    /// Source roots in order (generated ones included); relative ones are relative to the project directory. Without
    /// roots the whole project directory is searched. Nothing is read yet; missing roots are no error.
    pub fn new(roots: &[PathBuf], project_dir: Option<&Path>) -> Self {
        Self { roots: Roots::new(roots, project_dir), files: RefCell::default(), meant: None }
    }

    /// The sources of a project in which several files may fit: shown is the one whose path ends as `path` does, or one that alone fits.
    pub fn meaning(self, path: &str) -> Self {
        Self { meant: Some(path.to_owned()), ..self }
    }

    /// The source roots of which no file is ever shown: paths in reports are relative to the project, and these lie elsewhere.
    pub fn outside(&self) -> Vec<&Path> {
        self.roots.outside()
    }

    /// Where the code asked for is in the sources. The region is the call from its name to the closing parenthesis, as
    /// far as that is on the line; without a token, or if it is not found, the line without surrounding blanks.
    ///
    /// `None` if no file of the project fits: a path is never invented.
    pub fn locate(&self, query: &Query<'_>) -> Option<SourceLocation> {
        let mut candidates = self.candidates(query);
        if let Some(meant) = &self.meant {
            let is_meant =
                |path: &str| path.strip_suffix(meant).is_some_and(|dir| dir.is_empty() || dir.ends_with('/'));
            if candidates.iter().any(|(path, _)| is_meant(path)) {
                candidates.retain(|(path, _)| is_meant(path));
            }
            let fits = |(_, file): &&(String, Rc<SourceText>)| region(file, query).is_some();
            let paths: BTreeSet<&String> = candidates.iter().filter(fits).map(|(path, _)| path).collect();
            if paths.len() > 1 {
                return None;
            }
        }
        // Modules of one build may have files of equal name and package: the one that has the token is meant.
        let located =
            |(path, file): &(String, Rc<SourceText>)| Some((path.clone(), Rc::clone(file), region(file, query)?));
        let by_token = candidates.iter().find_map(located);
        let (path, file, region, exact) = match by_token {
            Some((path, file, region)) => (path, file, region, true),
            None => {
                let by_line = query.line.and_then(|line| {
                    candidates
                        .iter()
                        .find_map(|(path, file)| Some((path.clone(), Rc::clone(file), file.whole_line(line)?)))
                });
                match by_line {
                    Some((path, file, region)) => (path, file, region, true),
                    None => {
                        let (path, file) = candidates.into_iter().next()?;
                        let region = file.declaration(simple_name(query.class)).or_else(|| file.whole_line(1))?;
                        (path, file, region, false)
                    }
                }
            }
        };
        Some(SourceLocation {
            path,
            line: region.line,
            column: file.column(region.line, region.range.start),
            end_column: file.column(region.line, region.range.end),
            line_text: file.line(region.line)?.to_owned(),
            line_hash: file.hash(region.line)?.to_owned(),
            exact,
        })
    }

    /// A position in a file that is named by its path relative to the project directory (a spec file): from `column`
    /// (1-based, in characters) to the end of the line without surrounding blanks.
    ///
    /// `None` if the file is not in the project or has no such line.
    pub fn locate_in_file(&self, path: &str, line: u32, column: u32) -> Option<SourceLocation> {
        let (path, file) = self.readable(&self.roots.of_project(path))?;
        let region = file.rest_of_line(line, column)?;
        Some(SourceLocation {
            path,
            line,
            column: file.column(line, region.range.start),
            end_column: file.column(line, region.range.end),
            line_text: file.line(line)?.to_owned(),
            line_hash: file.hash(line)?.to_owned(),
            exact: true,
        })
    }

    /// Files of the project that may hold the class, with their paths.
    fn candidates(&self, query: &Query<'_>) -> Vec<(String, Rc<SourceText>)> {
        let internal = query.class.replace('.', "/");
        let (mut package, class) = internal.rsplit_once('/').unwrap_or(("", &internal));
        let names =
            match query.file.map(|file| file.rsplit_once('/').map_or(("", file), |(folder, file)| (folder, file))) {
                Some((folder, file)) => {
                    if !folder.is_empty() {
                        package = folder;
                    }
                    vec![file.to_owned()]
                }
                None => usual_names(class),
            };
        for name in &names {
            let direct = self.roots.in_package(package, name);
            let found: Vec<_> = direct.iter().filter_map(|path| self.readable(path)).collect();
            if !found.is_empty() {
                return found;
            }
        }
        let dotted = package.replace('/', ".");
        for name in &names {
            let named = self.roots.named(name).iter().filter_map(|path| self.readable(path));
            let found: Vec<_> = named.filter(|(_, file)| file.package() == dotted).collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    fn readable(&self, path: &Path) -> Option<(String, Rc<SourceText>)> {
        let in_project = self.roots.in_project(path)?;
        let mut files = self.files.borrow_mut();
        let file = files.entry(path.to_owned()).or_insert_with(|| {
            let name = path.file_name()?.to_str()?;
            Some(Rc::new(SourceText::new(&Roots::read(path)?, name)))
        });
        file.clone().map(|file| (in_project, file))
    }
}

/// The token asked for.
fn region(file: &SourceText, query: &Query<'_>) -> Option<Region> {
    file.find(query.line?, query)
}

/// `Loader` of `com.acme.Reports$Loader`; of an anonymous or local class the name before its number.
fn simple_name(class: &str) -> &str {
    let class = class.rsplit('.').next().unwrap_or(class);
    let named = |part: &&str| part.starts_with(|c: char| !c.is_ascii_digit());
    class.rsplit('$').find(named).unwrap_or(class)
}

/// File names of a class without `SourceFile` attribute.
fn usual_names(class: &str) -> Vec<String> {
    let outer = class.split('$').find(|part| !part.is_empty()).unwrap_or(class);
    let mut names: Vec<String> = ["java", "kt", "scala", "groovy"].iter().map(|end| format!("{outer}.{end}")).collect();
    names.extend(outer.strip_suffix("Kt").map(|facade| format!("{facade}.kt")));
    names
}
