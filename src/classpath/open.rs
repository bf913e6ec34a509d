//! Opening a class path: the walk over JDK, directories, jars, their `Class-Path` and nested jars that fills the tables of
//! [`ClassPath`]. Owns order, shadowing and what is reported for input that cannot be used.

use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::OnceLock;

use rayon::slice::ParallelSliceMut;

use super::bytes::SharedBytes;
use super::jdk::{Jdk, JdkArchive, JdkError};
use super::manifest::Manifest;
use super::module_info::{self, ModuleInfo};
use super::paths::{canonical, file_name, slashed};
use super::{
    Artifact, ArtifactId, ClassEntry, ClassPath, ClassPathInput, ClassPathItem, Container, FileEntry, Location,
    MODULE_INFO, Origin, Supplied,
};
use crate::base::{FxHashMap, FxHashSet, FxIndexMap};
use crate::diag::Diag;

/// Artifacts opened, those that manifests name included.
const MAX_ARTIFACTS: usize = 50_000;

/// Input that cannot be analysed at all: wrong usage.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{} is not a usable JDK: {reason}", home.display())]
    Jdk { home: PathBuf, reason: String },
    #[error("release {asked} asked for, but the JDK in {} is of release {has}: name a newer JDK, or a release up to {has}", home.display())]
    Release { home: PathBuf, asked: u32, has: u32 },
    /// With what was wrong with the entries.
    #[error("no application class found in {}{}", list(places), reasons(diags))]
    NoApplicationClass { places: Vec<PathBuf>, diags: Vec<Diag> },
}

fn list(places: &[PathBuf]) -> String {
    if places.is_empty() {
        return "the input: no class directory was given".to_owned();
    }
    places.iter().map(|place| place.display().to_string()).collect::<Vec<_>>().join(", ")
}

fn reasons(diags: &[Diag]) -> String {
    diags.iter().take(3).map(|diag| format!("; {}: {}", diag.place, diag.message)).collect()
}

/// See [`ClassPath::open`].
pub(super) fn open(input: &ClassPathInput) -> Result<(ClassPath, Vec<Diag>), OpenError> {
    let home = base_dir(input).join(&input.jdk_home);
    let unusable = |error: JdkError| OpenError::Jdk { home: input.jdk_home.clone(), reason: error.to_string() };
    let (jdk, archives) = Jdk::open(&home).map_err(unusable)?;
    let has = jdk.release.feature;
    if let Some(asked) = input.jdk_release.filter(|asked| !(1..=has).contains(asked)) {
        return Err(OpenError::Release { home: input.jdk_home.clone(), asked, has });
    }
    let mut opener = Opener::new(input, has);
    if archives.is_empty() {
        opener.add_image(&jdk, &home).map_err(unusable)?;
    } else {
        opener.add_jdk_archives(archives, jdk.is_modular, &home).map_err(unusable)?;
    }
    opener.add_class_path();
    opener.finish(jdk)
}

fn base_dir(input: &ClassPathInput) -> PathBuf {
    input.project_dir.clone().unwrap_or_default()
}

/// A class-path entry still to be opened.
#[derive(Clone)]
pub(super) struct Pending {
    pub(super) path: PathBuf,
    pub(super) id: Option<String>,
    pub(super) origin: Origin,
    pub(super) provided: bool,
    pub(super) source: Source,
}

/// Who asked for an entry; decides what is said when it is missing.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Source {
    Classes,
    Resources,
    ClassPath,
    /// `Class-Path` of a manifest, or the index of an unpacked executable archive: place of the one and text of the entry.
    Named {
        by: Rc<str>,
        text: String,
    },
}

/// The tables while they fill.
pub(super) struct Opener<'a> {
    input: &'a ClassPathInput,
    base: PathBuf,
    /// `base`, canonical, if paths are to be shown relative to it.
    project: Option<PathBuf>,
    /// Release whose view of multi-release jars is taken.
    pub(super) release: u32,
    app_packages: Vec<String>,
    pub(super) artifacts: Vec<Artifact>,
    containers: Vec<Container>,
    classes: FxIndexMap<Box<str>, ClassEntry>,
    shadowed: FxIndexMap<Box<str>, Vec<FileEntry>>,
    resources: FxIndexMap<Box<str>, Vec<FileEntry>>,
    jdk_resources: FxIndexMap<Box<str>, Vec<FileEntry>>,
    /// Packages of JDK modules, with slashes.
    jdk_packages: FxHashSet<Box<str>>,
    /// Classes of modules of the JDK that no program sees unless it is started with them, with the module.
    unresolved: FxHashMap<Box<str>, Box<str>>,
    /// Canonical paths of entries opened.
    opened: FxHashSet<PathBuf>,
    /// First missing entry and number of missing entries that a manifest names, by its place.
    missing: FxIndexMap<Rc<str>, (String, usize)>,
    /// Classes in version folders of folders, by internal name.
    pub(super) versioned: FxHashSet<Box<str>>,
    supplied: Supplied,
    pub(super) diags: Vec<Diag>,
}

impl<'a> Opener<'a> {
    fn new(input: &'a ClassPathInput, jdk_feature: u32) -> Self {
        let slashed = |package: &String| {
            let package = package.trim_end_matches(".*").trim_end_matches(".**").trim_matches('.');
            format!("{}/", package.replace('.', "/"))
        };
        let slashed = |packages: &[String]| -> Vec<String> {
            packages.iter().map(slashed).filter(|package| package.len() > 1).collect()
        };
        let mut supplied = Supplied { packages: slashed(&input.opaque), artifacts: Vec::new() };
        supplied.packages.sort_unstable();
        supplied.packages.dedup();
        Self {
            input,
            base: base_dir(input),
            project: input.project_dir.as_ref().and_then(|dir| dir.canonicalize().ok()),
            release: input.jdk_release.unwrap_or(jdk_feature),
            app_packages: slashed(&input.app_packages),
            artifacts: Vec::new(),
            containers: Vec::new(),
            classes: FxIndexMap::default(),
            shadowed: FxIndexMap::default(),
            resources: FxIndexMap::default(),
            jdk_resources: FxIndexMap::default(),
            jdk_packages: FxHashSet::default(),
            unresolved: FxHashMap::default(),
            opened: FxHashSet::default(),
            missing: FxIndexMap::default(),
            versioned: FxHashSet::default(),
            supplied,
            diags: Vec::new(),
        }
    }

    /// Enters the modules of the JDK's image as artifacts, by name, and their files.
    fn add_image(&mut self, jdk: &Jdk, home: &Path) -> Result<(), JdkError> {
        let files = jdk.files(home)?;
        let mut descriptors = FxHashMap::default();
        for file in files.iter().filter(|file| file.parent.is_empty() && file.path() == MODULE_INFO) {
            let Some(bytes) = jdk.read(file.content) else { continue };
            let bytes = bytes.map_err(|error| JdkError::image(home, error))?;
            let info = ModuleInfo::parse(&bytes).ok_or_else(|| JdkError::module(home, file.module))?;
            descriptors.insert(file.module, info);
        }
        let visible = module_info::resolve(&descriptors, &self.input.add_modules);
        let (files, unresolved): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| visible.contains(file.module));
        let classes = unresolved.iter().filter(|file| file.extension == "class" && !file.parent.is_empty());
        self.unresolved =
            classes.map(|file| (file.path_without_extension().into_boxed_str(), Box::from(file.module))).collect();
        let mut modules: Vec<&str> = visible.into_iter().collect();
        modules.sort_unstable();
        let enter = |module| (module, self.add_artifact(jdk_artifact(module), Container::JdkModule));
        let ids: FxHashMap<&str, ArtifactId> = modules.into_iter().map(enter).collect();
        self.classes.reserve(files.len());
        let mut packages: FxHashSet<&str> = FxHashSet::default();
        for file in &files {
            let (artifact, location) = (ids[file.module], Location::Image(file.content));
            if file.extension == "class" && !file.parent.is_empty() {
                packages.insert(file.parent);
                let name = file.path_without_extension().into_boxed_str();
                self.classes.insert(name, ClassEntry { artifact, origin: Origin::Jdk, location });
            } else {
                let hits = self.jdk_resources.entry(file.path().into()).or_default();
                hits.push(FileEntry { artifact, location });
            }
        }
        self.jdk_packages = packages.into_iter().map(Box::from).collect();
        Ok(())
    }

    /// Enters the packed modules of the JDK, by name, or its jars, in the order of its class path.
    fn add_jdk_archives(&mut self, archives: Vec<JdkArchive>, modular: bool, home: &Path) -> Result<(), JdkError> {
        let mut visible = None;
        if modular {
            let mut descriptors = FxHashMap::default();
            for archive in &archives {
                let info = archive.read(MODULE_INFO).and_then(|bytes| ModuleInfo::parse(&bytes));
                let info = info.ok_or_else(|| JdkError::module(home, &archive.name))?;
                descriptors.insert(archive.name.as_str(), info);
            }
            let names = module_info::resolve(&descriptors, &self.input.add_modules);
            visible = Some(names.into_iter().map(str::to_owned).collect::<FxHashSet<String>>());
        }
        for JdkArchive { name, archive, files } in archives {
            if visible.as_ref().is_some_and(|visible| !visible.contains(&name)) {
                let classes = files.iter().filter_map(|(path, _)| class_name(path));
                self.unresolved.extend(classes.map(|class| (Box::from(class), Box::from(name.as_str()))));
                continue;
            }
            let id = self.add_artifact(jdk_artifact(&name), Container::Archive(Box::new(archive)));
            for (path, entry) in files {
                let file = FileEntry { artifact: id, location: Location::Zip(entry) };
                let Some(class) = class_name(&path) else {
                    self.jdk_resources.entry(path.into()).or_default().push(file);
                    continue;
                };
                // Before modules a class path may add classes to packages of the JDK.
                if modular && let Some((package, _)) = class.rsplit_once('/') {
                    self.jdk_packages.insert(package.into());
                }
                let entry = ClassEntry { artifact: id, origin: Origin::Jdk, location: file.location };
                self.classes.entry(class.into()).or_insert(entry);
            }
        }
        Ok(())
    }

    /// Opens the entries in order; what an entry's manifest names comes right after it, as in
    /// `jdk.internal.loader.URLClassPath`. An entry named twice counts where it is named first.
    fn add_class_path(&mut self) {
        let own = |path: &PathBuf| ClassPathItem { path: path.clone(), application: true, ..Default::default() };
        let classes = self.input.classes.iter().map(|path| (own(path), Source::Classes));
        let resources = self.input.resources.iter().map(|path| (own(path), Source::Resources));
        let libraries = self.input.classpath.iter().map(|item| (item.clone(), Source::ClassPath));
        let mut pending: Vec<Pending> = Vec::new();
        for (item, source) in classes.chain(resources).chain(libraries) {
            self.expand(item, source, &mut pending);
        }
        // What the user said about an entry holds also where a manifest names it first.
        let mut explicit: FxHashMap<PathBuf, Pending> = FxHashMap::default();
        for entry in &pending {
            // One that a container supplies may stand among the others as well.
            explicit.entry(canonical(&entry.path)).or_insert_with(|| entry.clone()).provided |= entry.provided;
        }
        pending.reverse();
        while let Some(entry) = pending.pop() {
            let path = canonical(&entry.path);
            if !self.opened.insert(path.clone()) {
                continue;
            }
            if self.artifacts.len() >= MAX_ARTIFACTS {
                let message = format!("class path of more than {MAX_ARTIFACTS} entries; the rest is not read");
                self.diags.push(Diag::warning("classpath-too-long", self.place(&entry), message));
                break;
            }
            let entry = explicit.get(&path).cloned().unwrap_or(entry);
            let before = self.artifacts.len();
            let mut named = self.add(&entry);
            if entry.provided {
                self.supplied.artifacts.extend((before..self.artifacts.len()).map(ArtifactId::new));
                named.iter_mut().for_each(|named| named.provided = true);
            }
            named.reverse();
            pending.append(&mut named);
        }
        for (by, (first, count)) in std::mem::take(&mut self.missing) {
            let others = if count > 1 { format!(" and {} other entries", count - 1) } else { String::new() };
            let message = format!("its class path names \"{first}\"{others}, missing");
            self.diags.push(Diag::note("missing-classpath-entry", &*by, message));
        }
    }

    /// Makes paths absolute or relative to the working directory and expands `dir/*`.
    fn expand(&self, item: ClassPathItem, source: Source, pending: &mut Vec<Pending>) {
        let origin = if item.application { Origin::Application } else { Origin::Library };
        let path = self.base.join(&item.path);
        let entry = Pending { path, id: item.id, origin, provided: item.provided, source };
        if entry.path.file_name().is_none_or(|name| name != "*") {
            pending.push(entry);
            return;
        }
        let folder = entry.path.parent().unwrap_or(Path::new(""));
        let is_jar = |path: &PathBuf| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jar"));
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
        let mut jars: Vec<PathBuf> = files.filter(is_jar).collect();
        jars.sort();
        if jars.is_empty() {
            pending.push(entry);
        } else {
            pending.extend(jars.into_iter().map(|path| Pending { path, ..entry.clone() }));
        }
    }

    /// Opens one entry and returns the entries its manifest names.
    fn add(&mut self, entry: &Pending) -> Vec<Pending> {
        match std::fs::metadata(&entry.path) {
            Ok(metadata) if metadata.is_dir() => match &entry.source {
                Source::Named { by, text } if !text.ends_with('/') => {
                    let message =
                        format!("its class path names \"{text}\", a folder, as a jar: it lacks the final slash");
                    self.diags.push(Diag::note("missing-classpath-entry", &**by, message));
                    Vec::new()
                }
                _ => self.add_directory(entry),
            },
            Ok(metadata) if !metadata.is_file() => {
                self.diags.push(Diag::warning("unreadable-archive", self.place(entry), "not a regular file"));
                Vec::new()
            }
            Ok(_) => match SharedBytes::map(&entry.path) {
                Ok(data) => self.add_jar(entry, data),
                Err(error) => {
                    let message = format!("cannot be read: {error}");
                    self.diags.push(Diag::warning("unreadable-archive", self.place(entry), message));
                    Vec::new()
                }
            },
            Err(error) => {
                let place = self.place(entry);
                match (&entry.source, error.kind()) {
                    // Source sets without resources and stale manifests are daily life.
                    (Source::Resources, io::ErrorKind::NotFound) => {}
                    (Source::Named { by, text }, _) => {
                        self.missing.entry(Rc::clone(by)).or_insert_with(|| (text.clone(), 0)).1 += 1;
                    }
                    (Source::Classes, io::ErrorKind::NotFound) => {
                        self.diags.push(Diag::note("missing-classpath-entry", place, "class directory is missing"));
                    }
                    _ => {
                        let message = format!("class-path entry cannot be read: {error}");
                        self.diags.push(Diag::warning("missing-classpath-entry", place, message));
                    }
                }
                Vec::new()
            }
        }
    }

    pub(super) fn add_artifact(&mut self, artifact: Artifact, container: Container) -> ArtifactId {
        let id = ArtifactId::new(self.artifacts.len());
        self.artifacts.push(artifact);
        self.containers.push(container);
        id
    }

    /// Enters one file; the first class of a name wins.
    pub(super) fn add_file(&mut self, artifact: ArtifactId, origin: Origin, name: String, location: Location) {
        let file = FileEntry { artifact, location };
        let Some(class) = class_name(&name) else {
            self.resources.entry(name.into()).or_default().push(file);
            return;
        };
        let in_jdk = class.rsplit_once('/').is_some_and(|(package, _)| self.jdk_packages.contains(package));
        // The JDK defines no class of a package of its own from elsewhere, nor any of `java`.
        if in_jdk || class.starts_with("java/") || self.classes.contains_key(class) {
            self.shadowed.entry(class.into()).or_default().push(file);
            return;
        }
        let listed = self.app_packages.iter().any(|package| class.starts_with(package.as_str()));
        let origin = if listed { Origin::Application } else { origin };
        self.classes.insert(class.into(), ClassEntry { artifact, origin, location });
    }

    /// An application of jars that hold no class and only start another: the artifacts with their main classes are it.
    fn follow_main_classes(&mut self) {
        for id in 0..self.artifacts.len() {
            let starter = &self.artifacts[id];
            if starter.origin != Origin::Application {
                continue;
            }
            let Some(main) = starter.main_class().map(|main| main.replace('.', "/")) else { continue };
            let Some(started) = self.classes.get(main.as_str()).filter(|class| class.origin == Origin::Library) else {
                continue;
            };
            let (started, place) = (started.artifact, starter.place.clone());
            let artifact = &mut self.artifacts[started.index()];
            artifact.origin = Origin::Application;
            let message = format!("no class in it; \"{}\", where its main class is, is the application", artifact.name);
            self.diags.push(Diag::note("application-of-main-class", place, message));
            for class in self.classes.values_mut().filter(|class| class.artifact == started) {
                class.origin = Origin::Application;
            }
        }
    }

    fn finish(mut self, jdk: Jdk) -> Result<(ClassPath, Vec<Diag>), OpenError> {
        let is_own = |class: &ClassEntry| class.origin == Origin::Application;
        if !self.classes.values().any(is_own) {
            self.follow_main_classes();
        }
        if !self.classes.values().any(is_own) {
            return Err(OpenError::NoApplicationClass { places: self.input.classes.clone(), diags: self.diags });
        }
        let mut classes: Vec<_> = std::mem::take(&mut self.classes).into_iter().collect();
        classes.par_sort_unstable_by(|(a, x), (b, y)| x.origin.cmp(&y.origin).then_with(|| a.cmp(b)));
        self.shadowed.sort_unstable_keys();
        self.resources.sort_unstable_keys();
        let class_path = ClassPath {
            jdk,
            artifacts: self.artifacts,
            containers: self.containers,
            classes: classes.into_iter().collect(),
            shadowed: self.shadowed,
            resources: self.resources,
            jdk_resources: self.jdk_resources,
            versioned: self.versioned,
            supplied: self.supplied,
            unresolved: self.unresolved,
            modules: OnceLock::new(),
        };
        Ok((class_path, self.diags))
    }

    /// See [`Artifact::place`].
    pub(super) fn place(&self, entry: &Pending) -> String {
        if let Some(project) = &self.project
            && let Some(inside) = canonical(&entry.path).strip_prefix(project).ok().and_then(slashed)
        {
            return if inside.is_empty() { ".".to_owned() } else { inside };
        }
        let given = entry.path.strip_prefix(&self.base).unwrap_or(&entry.path);
        match slashed(given) {
            Some(given) if !given.is_empty() && Path::new(&given).is_relative() => given,
            _ => entry.id.clone().unwrap_or_else(|| file_name(&entry.path)),
        }
    }
}

/// A module of the JDK, or a jar of one without modules.
fn jdk_artifact(name: &str) -> Artifact {
    let place = format!("jdk/{name}");
    Artifact { name: name.to_owned(), origin: Origin::Jdk, place, manifest: Manifest::default() }
}

/// The internal name of the class in a file of that path: no module descriptor, nothing that a packed application
/// keeps for a loader of its own, and a name that JVMS 4.2.1 allows.
pub(super) fn class_name(path: &str) -> Option<&str> {
    let name = path.strip_suffix(".class")?;
    let simple = name.rsplit('/').next().unwrap_or(name);
    let usable = !simple.is_empty() && simple != "module-info" && !name.contains(['.', ';', '[']);
    let elsewhere = ["META-INF/", "WEB-INF/", "BOOT-INF/"].iter().any(|folder| name.starts_with(folder));
    (usable && !elsewhere).then_some(name)
}
