//! A program in two parts for integration tests: the application, and what it is compiled against. Must not know what is
//! tested.

use std::path::{Path, PathBuf};

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::engine;
use reflection_check::program::Program;
use reflection_check::result::AnalysisResult;
use reflection_check::spec;

use super::java;
use super::jdk::jdk17;

/// Both parts, compiled by the JDK 17.
pub(crate) struct TwoParts {
    _place: tempfile::TempDir,
    pub(crate) home: PathBuf,
    /// Folders of classes.
    pub(crate) library: PathBuf,
    pub(crate) classes: PathBuf,
}

/// Compiles files by name and text: first those of the library, then against it those of the application.
pub(crate) fn two_parts<'s>(
    library: impl IntoIterator<Item = (&'s str, &'s str)>,
    application: impl IntoIterator<Item = (&'s str, &'s str)>,
) -> TwoParts {
    let home = jdk17();
    let place = tempfile::tempdir().unwrap();
    let compile = |files: Vec<(&str, &str)>, arguments: &[&str], out: &Path| {
        let source = |&(name, text): &(&str, &str)| {
            let path = place.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let files: Vec<PathBuf> = files.iter().map(source).collect();
        java::javac(&home, arguments, &files.iter().map(PathBuf::as_path).collect::<Vec<_>>(), out);
    };
    let (of_library, classes) = (place.path().join("library"), place.path().join("classes"));
    compile(library.into_iter().collect(), &[], &of_library);
    let path = ["-Xlint:none", "-cp", of_library.to_str().unwrap()];
    compile(application.into_iter().collect(), &path, &classes);
    TwoParts { _place: place, home, library: of_library, classes }
}

impl TwoParts {
    /// What the analysis says of classes of the project as an application, with nothing of the user's.
    pub(crate) fn analyze(&self, classes: &Path, options: &engine::Options) -> AnalysisResult {
        let input = ClassPathInput {
            classes: vec![classes.to_owned()],
            jdk_home: self.home.clone(),
            ..ClassPathInput::default()
        };
        on_deep_stack(|| {
            let (class_path, _) = ClassPath::open(&input).unwrap();
            let specs = spec::load(&[], None).unwrap();
            engine::analyze(&Program::new(class_path), &specs, options)
        })
        .unwrap()
    }
}
