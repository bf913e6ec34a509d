//! Finds the fixtures, reads their header comments, compiles them in one `javac` run per release and gives each a folder
//! of its own. Header comments:
//!
//! ```text
//! // run: -Dk=p.A argument       how to run it; {dir} is the fixture's folder
//! // release: 8 17 25            what it is compiled for (default: 17); 25 needs a JDK 25
//! // no-run: why                 it cannot be run
//! // no-mutants: why             it may not be changed at random
//! // without: Gone               its class files are not on the class path
//! // torn: Torn                  the second half of its class file is not there
//! // versioned: Newer            its class file is moved to META-INF/versions/9
//! ```
//!
//! A `.toml` of the same name beside it is its spec file; the files of a folder `NAME.resources` are put among its classes.
//! `FIXTURES=S001,S05` restricts a test run to fixtures whose names
//! start so.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::java::Jdk;

/// Keys of headers that name classes whose files are changed.
const CHANGES: [&str; 3] = ["without", "torn", "versioned"];
/// Classes that fixtures share. Each is a library of its own, which those have that import it: what nobody asks for would be a
/// closed library to the others.
const HELPERS: [&str; 2] = ["support/ClassFile.java", "support/Expect.java"];

/// A fixture as written.
#[derive(Debug, Clone)]
pub(crate) struct Fixture {
    /// `S001ForNameLiteral`
    pub(crate) name: String,
    pub(crate) source: PathBuf,
    pub(crate) text: String,
    /// Every fixture has a package of its own.
    pub(crate) package: String,
    pub(crate) releases: Vec<u32>,
    pub(crate) arguments: Vec<String>,
    pub(crate) no_run: Option<String>,
    /// Why a mutant of it would not run as it does itself.
    pub(crate) no_mutants: Option<String>,
    /// What is done to class files when all is compiled: the header's key and the simple name.
    pub(crate) changes: Vec<(&'static str, String)>,
    pub(crate) spec: Option<PathBuf>,
    /// Folder with what its class path has besides classes.
    pub(crate) resources: Option<PathBuf>,
}

impl Fixture {
    /// Reads a fixture's source and header comments.
    pub(crate) fn read(source: &Path) -> Self {
        let text = std::fs::read_to_string(source).expect("a fixture can be read");
        let name = source.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let header = |key: &str| text.lines().find_map(|line| line.strip_prefix(&format!("// {key}:"))).map(str::trim);
        let package = text.lines().find_map(|line| line.strip_prefix("package ")?.strip_suffix(';'));
        let folder = source.parent().expect("a file is in a folder").display().to_string();
        let spec = source.with_extension("toml");
        let resources = source.with_extension("resources");
        Self {
            package: package.unwrap_or_else(|| panic!("{name}: no package")).to_owned(),
            releases: header("release").map_or(vec![17], |list| {
                list.split(' ').map(|n| n.parse().unwrap_or_else(|_| panic!("{name}: bad release {n}"))).collect()
            }),
            arguments: header("run")
                .map(|line| line.split(' ').map(|word| word.replace("{dir}", &folder)).collect())
                .unwrap_or_default(),
            no_run: header("no-run").map(str::to_owned),
            no_mutants: header("no-mutants").map(str::to_owned),
            changes: CHANGES
                .iter()
                .flat_map(|&key| {
                    header(key).into_iter().flat_map(move |list| list.split(' ').map(move |name| (key, name)))
                })
                .map(|(key, name)| (key, name.to_owned()))
                .collect(),
            spec: spec.is_file().then_some(spec),
            resources: resources.is_dir().then_some(resources),
            source: source.to_owned(),
            name,
            text,
        }
    }

    /// Whether its header says that this class file is torn.
    pub(crate) fn is_torn(&self, file: &Path) -> bool {
        let name = file.file_stem().unwrap_or_default();
        self.changes.iter().any(|(change, class)| *change == "torn" && name == class.as_str())
    }

    pub(crate) fn main_class(&self) -> String {
        format!("{}.{}", self.package, self.name)
    }
}

/// A fixture compiled for one release.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) fixture: Fixture,
    pub(crate) release: u32,
    /// The JDK that compiled it, that it runs on and that it is analysed with.
    pub(crate) jdk: &'static Jdk,
    pub(crate) classes: PathBuf,
}

impl Case {
    /// `S001ForNameLiteral@17`
    pub(crate) fn name(&self) -> String {
        format!("{}@{}", self.fixture.name, self.release)
    }

    /// Folders of the shared classes that it imports.
    pub(crate) fn libraries(&self) -> Vec<&'static Path> {
        let is_imported = |folder: &&Path| {
            let class = folder.file_name().unwrap_or_default().to_string_lossy();
            self.fixture.text.contains(&format!("import support.{class};"))
        };
        suite().support.iter().map(PathBuf::as_path).filter(is_imported).collect()
    }
}

/// Everything compiled.
pub(crate) struct Suite {
    pub(crate) cases: Vec<Case>,
    /// Folders with what fixtures share, each named after its class.
    pub(crate) support: Vec<PathBuf>,
    /// A folder for the files of a test, emptied when the tests start.
    pub(crate) work: PathBuf,
    /// Cases that there are not, as the JDK they need is not installed.
    pub(crate) left_out: usize,
}

/// The suite, compiled once per test run.
pub(crate) fn suite() -> &'static Suite {
    static SUITE: OnceLock<Suite> = OnceLock::new();
    SUITE.get_or_init(|| {
        let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixtures");
        if work.exists() {
            std::fs::remove_dir_all(&work).expect("the folder of the last test run can be removed");
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
        let support = HELPERS.map(|helper| {
            let folder = work.join(helper.trim_end_matches(".java"));
            Jdk::main().compile(8, &[root.join(helper)], &[], &folder);
            folder
        });
        let fixtures = find(&root);
        assert!(!fixtures.is_empty(), "no fixtures below {}", root.display());
        let cases = compile(&fixtures, &support, &work.join("cases"));
        let left_out = fixtures.iter().map(|fixture| fixture.releases.len()).sum::<usize>() - cases.len();
        Suite { cases, support: support.to_vec(), work, left_out }
    })
}

fn find(root: &Path) -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for entry in walkdir::WalkDir::new(root).sort_by_file_name() {
        let path = entry.expect("the fixtures can be listed").into_path();
        if path.extension().is_some_and(|extension| extension == "java")
            && !HELPERS.iter().any(|helper| path.ends_with(helper))
        {
            let fixture = Fixture::read(&path);
            fixtures.push(fixture);
        }
    }
    let shared = shared_packages(&fixtures);
    assert!(shared.is_empty(), "each fixture has a package of its own:\n  {}\n", shared.join("\n  "));
    if let Ok(wanted) = std::env::var("FIXTURES") {
        fixtures.retain(|fixture| wanted.split(',').any(|start| fixture.name.starts_with(start)));
        assert!(!fixtures.is_empty(), "no fixture's name starts with FIXTURES={wanted}");
        println!("only {} fixtures: FIXTURES is set", fixtures.len());
    }
    fixtures.sort_by(|a, b| a.name.cmp(&b.name));
    fixtures
}

/// Packages that several fixtures have, each with these.
fn shared_packages(fixtures: &[Fixture]) -> Vec<String> {
    let mut packages: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for fixture in fixtures {
        packages.entry(&fixture.package).or_default().push(&fixture.name);
    }
    packages.retain(|_, names| names.len() > 1);
    packages.into_iter().map(|(package, names)| format!("{package} is that of {}", names.join(" and "))).collect()
}

/// Compiles fixtures, in one `javac` run for each release, below `out`. Releases that no installed JDK has are left out.
pub(crate) fn compile(fixtures: &[Fixture], support: &[PathBuf], out: &Path) -> Vec<Case> {
    let mut by_release: BTreeMap<u32, Vec<&Fixture>> = BTreeMap::new();
    for fixture in fixtures {
        for release in &fixture.releases {
            by_release.entry(*release).or_default().push(fixture);
        }
    }
    let mut cases = Vec::new();
    for (release, fixtures) in by_release {
        let Some(jdk) = (if release <= 17 { Some(Jdk::main()) } else { Jdk::newest() }) else { continue };
        let together = out.join(format!("release-{release}"));
        let sources: Vec<PathBuf> = fixtures.iter().map(|fixture| fixture.source.clone()).collect();
        jdk.compile(release, &sources, &support.iter().map(PathBuf::as_path).collect::<Vec<_>>(), &together);
        for fixture in fixtures {
            let classes = out.join(format!("{}-{release}", fixture.package));
            let package = fixture.package.replace('.', "/");
            let parent = classes.join(&package).parent().map(Path::to_path_buf).unwrap_or_default();
            std::fs::create_dir_all(parent).expect("a case's folder can be made");
            std::fs::rename(together.join(&package), classes.join(&package))
                .unwrap_or_else(|error| panic!("{}: no classes of its package: {error}", fixture.name));
            if let Some(resources) = &fixture.resources {
                copy_files(resources, &classes);
            }
            for (change, name) in &fixture.changes {
                change_file(change, &classes, Path::new(&package).join(format!("{name}.class")).as_path());
            }
            cases.push(Case { fixture: fixture.clone(), release, jdk, classes });
        }
    }
    cases.sort_by_key(Case::name);
    cases
}

fn change_file(change: &str, classes: &Path, name: &Path) {
    let file = classes.join(name);
    let bytes = std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    std::fs::remove_file(&file).expect("a class file can be removed");
    match change {
        // The recorder's reader would mend a class file that lacks no more than its end.
        "torn" => std::fs::write(&file, &bytes[..bytes.len() / 2]).expect("a class file can be written"),
        "versioned" => {
            let file = classes.join("META-INF/versions/9").join(name);
            std::fs::create_dir_all(file.parent().expect("it is in a folder")).expect("a folder can be made");
            std::fs::write(&file, bytes).expect("a class file can be written");
        }
        _ => {}
    }
}

fn copy_files(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.expect("the resources can be listed");
        let target = to.join(entry.path().strip_prefix(from).expect("listed below it"));
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(&target).expect("a folder for resources can be made");
        } else {
            std::fs::copy(entry.path(), &target).expect("a resource can be copied");
        }
    }
}

#[test]
fn packages_of_several_fixtures_are_named_with_all_of_these() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let fixture = find(&root).into_iter().next().expect("there are fixtures");
    let of = |name: &str, package: &str| Fixture { name: name.into(), package: package.into(), ..fixture.clone() };
    let fixtures = [of("A", "one"), of("B", "two"), of("C", "one"), of("D", "three"), of("E", "two")];
    assert_eq!(shared_packages(&fixtures), ["one is that of A and C", "two is that of B and E"]);
    assert!(shared_packages(&fixtures[1..4]).is_empty());
}
