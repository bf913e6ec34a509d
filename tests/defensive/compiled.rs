//! The random programs of a run, compiled with the hostile classes and without them. Must not know what is claimed.

use std::ffi::OsString;
use std::path::PathBuf;

use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::program::Program;

use super::programs::generate;
use crate::naive::random::seed;
use crate::support::java::{java, javac};
use crate::support::jdk::jdk17;

const PROGRAMS: u64 = 100;
const KNOWN: [(&str, &str); 3] = [
    ("Box.java", include_str!("known/Box.java")),
    ("Code.java", include_str!("known/Code.java")),
    ("Log.java", include_str!("known/Log.java")),
];
const HIDDEN: [(&str, &str); 5] = [
    ("EvilBase.java", include_str!("hidden/EvilBase.java")),
    ("Evil.java", include_str!("hidden/Evil.java")),
    ("EvilBox.java", include_str!("hidden/EvilBox.java")),
    ("Hidden.java", include_str!("hidden/Hidden.java")),
    ("Run.java", include_str!("hidden/Run.java")),
];

pub(super) struct Compiled {
    _place: tempfile::TempDir,
    /// Of the programs' classes.
    pub(super) names: Vec<String>,
    all: PathBuf,
    /// Without the hostile ones.
    classes: PathBuf,
}

impl Compiled {
    pub(super) fn new() -> Self {
        let place = tempfile::tempdir().unwrap();
        let names: Vec<String> = (0..PROGRAMS).map(|number| format!("P{number}")).collect();
        let write = |name: &str, text: &str| {
            let file = place.path().join(name);
            std::fs::write(&file, text).unwrap();
            file
        };
        let programs =
            names.iter().zip(seed() * 7_919..).map(|(name, seed)| (format!("{name}.java"), generate(name, seed)));
        let programs: Vec<_> = programs.map(|(name, text)| write(&name, &text)).collect();
        let sources = |of: &[(&str, &str)]| of.iter().map(|(name, text)| write(name, text)).collect::<Vec<_>>();
        let (known, hidden) = (sources(&KNOWN), sources(&HIDDEN));
        let (all, classes) = (place.path().join("all"), place.path().join("classes"));
        let every: Vec<_> = programs.iter().chain(&known).chain(&hidden).map(|path| path.as_path()).collect();
        javac(&jdk17(), &["-Xlint:none"], &every, &all);
        std::fs::create_dir_all(classes.join("p")).unwrap();
        for entry in std::fs::read_dir(all.join("p")).unwrap() {
            let file = entry.unwrap();
            let name = file.file_name().into_string().unwrap();
            if !["Evil", "Hidden", "Run"].iter().any(|hidden| name.starts_with(hidden)) {
                std::fs::copy(file.path(), classes.join("p").join(&name)).unwrap();
            }
        }
        Self { _place: place, names, all, classes }
    }

    /// The classes of the programs that ask.
    pub(super) fn classes(&self) -> Vec<String> {
        self.names.iter().flat_map(|name| [format!("p/{name}"), format!("p/{name}Own")]).collect()
    }

    /// What a run printed.
    pub(super) fn run(&self, threads: &str) -> String {
        let arguments: [OsString; 4] =
            ["-cp".into(), self.all.clone().into_os_string(), "p.Run".into(), threads.into()];
        java(&jdk17(), arguments.into_iter().chain(self.names.iter().map(|name| name.into())))
    }

    /// Claims are made where the hostile classes are missing.
    pub(super) fn program(&self) -> Program {
        let classes = vec![self.classes.clone()];
        let input = ClassPathInput { classes, jdk_home: jdk17(), ..ClassPathInput::default() };
        Program::new(ClassPath::open(&input).unwrap().0)
    }
}
