//! Opening a class path: the walk over JDK, directories, jars, their `Class-Path` and nested jars that fills the tables of
//! [`ClassPath`]. Owns order, shadowing and what is reported for input that cannot be used.

use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use rayon::slice::ParallelSliceMut;

use super::archive::{Archive, EntryId, Listing};
use super::bytes::SharedBytes;
use super::jdk::{Jdk, JdkError};
use super::manifest::{ClassPathUrl, Manifest, class_path_url};
use super::module_info::{self, ModuleInfo};
use super::spring_boot::{self, Layout};
use super::{
    Artifact, ClassEntry, ClassPath, ClassPathInput, ClassPathItem, Container, FileEntry, Location, MODULE_INFO,
    Origin, multi_release,
};
use crate::base::{FxHashMap, FxHashSet, FxIndexMap};
use crate::diag::Diag;

/// Largest manifest or `classpath.idx` read.
const MAX_MANIFEST: u64 = 16 << 20;
/// What the nested jars of one archive may take in memory when they are compressed.
const MAX_NESTED: u64 = 1 << 30;
/// Artifacts opened, those that manifests name included.
const MAX_ARTIFACTS: usize = 50_000;
/// Files taken from one directory.
const MAX_FILES: usize = 2_000_000;

const MANIFEST: &str = "META-INF/MANIFEST.MF";

/// Input that cannot be analysed at all: wrong usage.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{} is not a usable JDK: {reason}", home.display())]
    Jdk { home: PathBuf, reason: String },
    #[error("no application class found in {}", list(places))]
    NoApplicationClass { places: Vec<PathBuf> },
}

fn list(places: &[PathBuf]) -> String {
    if places.is_empty() {
        return "the input: no class directory was given".to_owned();
    }
    places.iter().map(|place| place.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// See [`ClassPath::open`].
pub(super) fn open(input: &ClassPathInput) -> Result<(ClassPath, Vec<Diag>), OpenError> {
    let home = base_dir(input).join(&input.jdk_home);
    let unusable = |error: JdkError| OpenError::Jdk { home: input.jdk_home.clone(), reason: error.to_string() };
    let jdk = Jdk::open(&home).map_err(unusable)?;
    let mut opener = Opener::new(input, jdk.release.feature);
    opener.add_jdk(&jdk, &home).map_err(unusable)?;
    opener.add_class_path();
    opener.finish(jdk)
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// What the system says, and `InvalidData` for a longer file.
pub(super) fn read_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("it is longer than the limit of {limit} bytes"),
        ));
    }
    Ok(bytes)
}

fn base_dir(input: &ClassPathInput) -> PathBuf {
    input.project_dir.clone().unwrap_or_default()
}

/// A class-path entry still to be opened.
#[derive(Clone)]
struct Pending {
    path: PathBuf,
    id: Option<String>,
    origin: Origin,
    source: Source,
}

/// Who asked for an entry; decides what is said when it is missing.
#[derive(Clone, PartialEq, Eq)]
enum Source {
    Classes,
    Resources,
    ClassPath,
    /// `Class-Path` of a manifest, or the index of an unpacked executable archive: place of the one and text of the entry.
    Named {
        by: Rc<str>,
        text: String,
    },
}

struct Opener<'a> {
    input: &'a ClassPathInput,
    base: PathBuf,
    /// `base`, canonical, if paths are to be shown relative to it.
    project: Option<PathBuf>,
    release: u32,
    app_packages: Vec<String>,
    artifacts: Vec<Artifact>,
    containers: Vec<Container>,
    classes: FxIndexMap<Box<str>, ClassEntry>,
    shadowed: FxIndexMap<Box<str>, Vec<FileEntry>>,
    resources: FxIndexMap<Box<str>, Vec<FileEntry>>,
    jdk_resources: FxIndexMap<Box<str>, Vec<FileEntry>>,
    /// Packages of JDK modules, with slashes.
    jdk_packages: FxHashSet<Box<str>>,
    /// Canonical paths of entries opened.
    opened: FxHashSet<PathBuf>,
    diags: Vec<Diag>,
}

impl<'a> Opener<'a> {
    fn new(input: &'a ClassPathInput, jdk_feature: u32) -> Self {
        let slashed = |package: &String| {
            let package = package.trim_end_matches(".*").trim_end_matches(".**").trim_matches('.');
            format!("{}/", package.replace('.', "/"))
        };
        Self {
            input,
            base: base_dir(input),
            project: input.project_dir.as_ref().and_then(|dir| dir.canonicalize().ok()),
            release: input.jdk_release.unwrap_or(jdk_feature),
            app_packages: input.app_packages.iter().map(slashed).filter(|package| package.len() > 1).collect(),
            artifacts: Vec::new(),
            containers: Vec::new(),
            classes: FxIndexMap::default(),
            shadowed: FxIndexMap::default(),
            resources: FxIndexMap::default(),
            jdk_resources: FxIndexMap::default(),
            jdk_packages: FxHashSet::default(),
            opened: FxHashSet::default(),
            diags: Vec::new(),
        }
    }

    /// Enters the JDK's modules as artifacts, by name, and their files.
    fn add_jdk(&mut self, jdk: &Jdk, home: &Path) -> Result<(), JdkError> {
        let files = jdk.files(home)?;
        let mut descriptors = FxHashMap::default();
        for file in files.iter().filter(|file| file.parent.is_empty() && file.path() == MODULE_INFO) {
            let bytes = jdk.read(file.content).map_err(|error| JdkError::image(home, error))?;
            let info = ModuleInfo::parse(&bytes).ok_or_else(|| JdkError::module(home, file.module))?;
            descriptors.insert(file.module, info);
        }
        let visible = module_info::resolve(&descriptors, &self.input.add_modules);
        let files: Vec<_> = files.into_iter().filter(|file| visible.contains(file.module)).collect();
        let mut modules: Vec<&str> = visible.into_iter().collect();
        modules.sort_unstable();
        for module in &modules {
            self.artifacts.push(Artifact {
                name: (*module).to_owned(),
                origin: Origin::Jdk,
                place: format!("jdk/{module}"),
                manifest: Manifest::default(),
            });
            self.containers.push(Container::JdkModule);
        }
        let ids: FxHashMap<&str, u32> = modules.iter().zip(0..).map(|(module, id)| (*module, id)).collect();
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

    /// Opens the entries in order; what an entry's manifest names comes right after it, as in
    /// `jdk.internal.loader.URLClassPath`. An entry named twice counts where it is named first.
    fn add_class_path(&mut self) {
        let own = |path: &PathBuf| ClassPathItem { path: path.clone(), id: None, application: true };
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
            explicit.entry(canonical(&entry.path)).or_insert_with(|| entry.clone());
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
            let mut named = self.add(&entry);
            named.reverse();
            pending.append(&mut named);
        }
    }

    /// Makes paths absolute or relative to the working directory and expands `dir/*`.
    fn expand(&self, item: ClassPathItem, source: Source, pending: &mut Vec<Pending>) {
        let origin = if item.application { Origin::Application } else { Origin::Library };
        let path = self.base.join(&item.path);
        let entry = Pending { path, id: item.id, origin, source };
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
                        let message = format!("its class path names \"{text}\", which is missing");
                        self.diags.push(Diag::note("missing-classpath-entry", &**by, message));
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

    fn add_jar(&mut self, entry: &Pending, data: SharedBytes) -> Vec<Pending> {
        let place = self.place(entry);
        let name = entry.id.clone().unwrap_or_else(|| file_name(&entry.path));
        let Some((listing, manifest)) = self.open_archive(data, &place) else { return Vec::new() };
        let layout = Layout::of(&manifest);
        let named = class_path_of(&manifest, &entry.path, &place);
        let artifact = Artifact { name, origin: entry.origin, place, manifest };
        match layout {
            Some(layout) => self.add_executable(artifact, listing, &layout),
            None => self.add_archive(artifact, listing),
        }
        named
    }

    /// Opens an archive, says what is wrong with it, and reads its manifest.
    fn open_archive(&mut self, data: SharedBytes, place: &str) -> Option<(Listing, Manifest)> {
        let listing = match Archive::open(data) {
            Ok(listing) => listing,
            Err(error) => {
                let message = format!("cannot be read as a jar: {error}");
                self.diags.push(Diag::warning("unreadable-archive", place, message));
                return None;
            }
        };
        if let Some(damage) = &listing.damage {
            self.diags.push(Diag::warning("damaged-archive", place, damage.clone()));
        }
        if let Some((first, count)) = &listing.bad_names {
            let message =
                format!("{count} entries with names that are no relative paths in UTF-8, such as \"{first}\"");
            self.diags.push(Diag::warning("bad-entry-name", place, message));
        }
        // JarFile finds the manifest whatever its case; of equal names the last counts.
        let found = listing.names.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case(MANIFEST));
        let manifest = match found.map(|(_, id)| listing.archive.read(*id, MAX_MANIFEST)) {
            Some(Ok(bytes)) => Manifest::parse(&bytes),
            Some(Err(error)) => {
                let place = format!("{place}!/{MANIFEST}");
                self.diags.push(Diag::warning("unreadable-entry", place, error.to_string()));
                Manifest::default()
            }
            None => Manifest::default(),
        };
        Some((listing, manifest))
    }

    /// Enters the files of a jar, as the release sees them if it is multi-release.
    fn add_archive(&mut self, artifact: Artifact, listing: Listing) {
        let origin = artifact.origin;
        let release = artifact.manifest.is_multi_release().then_some(self.release);
        let id = self.add_artifact(artifact, Container::Archive(Box::new(listing.archive)));
        for (name, entry) in multi_release::view(listing.names, release) {
            self.add_file(id, origin, name, Location::Zip(entry));
        }
    }

    /// Enters an executable archive of Spring Boot: what lies at its root (the loader), the application's classes, the
    /// nested jars.
    fn add_executable(&mut self, artifact: Artifact, listing: Listing, layout: &Layout) {
        let (origin, place) = (artifact.origin, artifact.place.clone());
        let names = multi_release::view(listing.names, None);
        let nested = self.open_nested(&listing.archive, &names, layout, &place);

        let id = self.add_artifact(artifact, Container::Archive(Box::new(listing.archive)));
        let (classes, root): (Vec<_>, Vec<_>) =
            names.into_iter().partition(|(name, _)| name.starts_with(&layout.classes));
        for (name, entry) in root {
            let is_loader = class_name(&name).is_some_and(spring_boot::is_loader_path);
            let origin = if is_loader { Origin::Library } else { origin };
            self.add_file(id, origin, name, Location::Zip(entry));
        }
        for (name, entry) in classes {
            self.add_file(id, origin, name[layout.classes.len()..].to_owned(), Location::Zip(entry));
        }
        for (name, listing, manifest) in nested {
            let file = name.rsplit('/').next().unwrap_or(&name).to_owned();
            let place = format!("{place}!/{name}");
            self.add_archive(Artifact { name: file, origin: Origin::Library, place, manifest }, listing);
        }
    }

    /// The nested jars of an executable archive: in the order of `classpath.idx`, others after them in archive order.
    fn open_nested(
        &mut self,
        archive: &Archive,
        names: &FxIndexMap<String, EntryId>,
        layout: &Layout,
        place: &str,
    ) -> Vec<(String, Listing, Manifest)> {
        let mut order: FxIndexMap<&str, EntryId> = FxIndexMap::default();
        let index = names.get(layout.index.as_str()).and_then(|id| archive.read(*id, MAX_MANIFEST).ok());
        let index = index.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        for name in spring_boot::parse_index(&index) {
            match names.get_key_value(name) {
                Some((name, id)) => drop(order.insert(name, *id)),
                None => {
                    let message = format!("named by {}, but missing", layout.index);
                    self.diags.push(Diag::warning("missing-classpath-entry", format!("{place}!/{name}"), message));
                }
            }
        }
        for (name, id) in names.iter().filter(|(name, _)| layout.is_library(name)) {
            order.entry(name).or_insert(*id);
        }

        let mut budget = MAX_NESTED;
        let mut opened = Vec::new();
        for (name, id) in order {
            let place = format!("{place}!/{name}");
            match archive.read_shared(id, budget) {
                Ok(data) => {
                    budget -= archive.inflated_size(id).min(budget);
                    if let Some((listing, manifest)) = self.open_archive(data, &place) {
                        opened.push((name.to_owned(), listing, manifest));
                    }
                }
                Err(error) => self.diags.push(Diag::warning("unreadable-archive", place, error.to_string())),
            }
        }
        opened
    }

    /// Enters the files of a directory; an unpacked executable archive of Spring Boot is taken apart as the archive is.
    fn add_directory(&mut self, entry: &Pending) -> Vec<Pending> {
        let manifest = read_file(&entry.path.join(MANIFEST), MAX_MANIFEST);
        let manifest = manifest.map(|bytes| Manifest::parse(&bytes)).unwrap_or_default();
        let layout = Layout::of(&manifest);
        let place = self.place(entry);
        let named = layout.as_ref().map(|layout| unpacked_class_path(entry, layout, &place)).unwrap_or_default();
        let name = entry.id.clone().unwrap_or_else(|| place.clone());
        let files = self.list_directory(&entry.path, &place);
        let artifact = Artifact { name, origin: entry.origin, place, manifest };
        let id = self.add_artifact(artifact, Container::Directory(entry.path.clone()));
        for file in files {
            let is_loader = layout.is_some() && class_name(&file).is_some_and(spring_boot::is_loader_path);
            let packed = |layout: &Layout| file.starts_with(&layout.classes) || file.starts_with(&layout.libraries);
            if layout.as_ref().is_none_or(|layout| !packed(layout)) {
                let origin = if is_loader { Origin::Library } else { entry.origin };
                self.add_file(id, origin, file, Location::File);
            }
        }
        named
    }

    /// The files below a directory as `/`-separated paths, sorted.
    fn list_directory(&mut self, root: &Path, place: &str) -> Vec<String> {
        let mut files = Vec::new();
        for file in walkdir::WalkDir::new(root).follow_links(true) {
            let file = match file {
                Ok(file) => file,
                Err(error) => {
                    let inner = error.path().and_then(|path| path.strip_prefix(root).ok()).and_then(slashed);
                    let cause = match error.io_error() {
                        Some(error) => error.to_string(),
                        None => "a symbolic link leads back to a folder above it".to_owned(),
                    };
                    let place = format!("{place}/{}", inner.unwrap_or_default());
                    self.diags.push(Diag::warning("unreadable-directory", place, cause));
                    continue;
                }
            };
            if !file.file_type().is_file() {
                continue;
            }
            match file.path().strip_prefix(root).ok().and_then(slashed) {
                Some(name) => files.push(name),
                None => {
                    let message = format!("\"{}\" is not UTF-8", file.path().file_name().unwrap_or_default().display());
                    self.diags.push(Diag::warning("bad-entry-name", place, message));
                }
            }
            if files.len() >= MAX_FILES {
                let message = format!("more than {MAX_FILES} files; the rest is not read");
                self.diags.push(Diag::warning("unreadable-directory", place, message));
                break;
            }
        }
        files.sort_unstable();
        files
    }

    fn add_artifact(&mut self, artifact: Artifact, container: Container) -> u32 {
        self.artifacts.push(artifact);
        self.containers.push(container);
        self.artifacts.len() as u32 - 1
    }

    /// Enters one file; the first class of a name wins.
    fn add_file(&mut self, artifact: u32, origin: Origin, name: String, location: Location) {
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

    fn finish(mut self, jdk: Jdk) -> Result<(ClassPath, Vec<Diag>), OpenError> {
        if !self.classes.values().any(|class| class.origin == Origin::Application) {
            return Err(OpenError::NoApplicationClass { places: self.input.classes.clone() });
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
        };
        Ok((class_path, self.diags))
    }

    /// See [`Artifact::place`].
    fn place(&self, entry: &Pending) -> String {
        if let Some(project) = &self.project
            && let Some(inside) = canonical(&entry.path).strip_prefix(project).ok().and_then(slashed)
        {
            return if inside.is_empty() { ".".to_owned() } else { inside };
        }
        let given = entry.path.strip_prefix(&self.base).unwrap_or(&entry.path);
        match slashed(given) {
            Some(given) if given_relative(given.as_str()) => given,
            _ => entry.id.clone().unwrap_or_else(|| file_name(&entry.path)),
        }
    }
}

/// What the manifest of the jar at `path` names: libraries, unless the input lists them as application.
fn class_path_of(manifest: &Manifest, path: &Path, place: &str) -> Vec<Pending> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let by: Rc<str> = place.into();
    let entry = |url: &str| {
        let path = match class_path_url(url) {
            ClassPathUrl::Relative(path) => normal(&folder.join(path)),
            ClassPathUrl::Absolute(path) => PathBuf::from(path),
            ClassPathUrl::Ignored => return None,
        };
        let source = Source::Named { by: Rc::clone(&by), text: url.to_owned() };
        Some(Pending { path, id: None, origin: Origin::Library, source })
    };
    manifest.class_path().filter_map(entry).collect()
}

/// The class path of an unpacked executable archive: the folder of classes, then the jars.
fn unpacked_class_path(entry: &Pending, layout: &Layout, place: &str) -> Vec<Pending> {
    let by: Rc<str> = place.into();
    let index = read_file(&entry.path.join(&layout.index), MAX_MANIFEST).unwrap_or_default();
    let index = String::from_utf8_lossy(&index).into_owned();
    let mut libraries: Vec<String> = spring_boot::parse_index(&index).map(str::to_owned).collect();
    libraries.retain(|name| layout.is_library(name));
    let present = std::fs::read_dir(entry.path.join(&layout.libraries)).into_iter().flatten().flatten();
    let mut present: Vec<String> = present
        .filter_map(|file| Some(format!("{}{}", layout.libraries, file.file_name().to_str()?)))
        .filter(|name| layout.is_library(name) && !libraries.contains(name))
        .collect();
    present.sort();
    libraries.append(&mut present);
    let at = |text: &str, origin| {
        let source = Source::Named { by: Rc::clone(&by), text: text.to_owned() };
        Pending { path: entry.path.join(text), id: None, origin, source }
    };
    let mut named = vec![at(&layout.classes, entry.origin)];
    named.extend(libraries.iter().map(|library| at(library, Origin::Library)));
    named
}

/// The internal name of the class in a file of that path: no module descriptor, nothing under `META-INF`, and a name that
/// JVMS 4.2.1 allows.
fn class_name(path: &str) -> Option<&str> {
    let name = path.strip_suffix(".class")?;
    let simple = name.rsplit('/').next().unwrap_or(name);
    let usable = !simple.is_empty() && simple != "module-info" && !name.contains(['.', ';', '[']);
    (usable && !name.starts_with("META-INF/")).then_some(name)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// The path with its links resolved; a missing one only without `.` and `..`.
fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| normal(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned())))
}

/// Removes `.` and resolves `..` by name, as URLs do.
fn normal(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(result.components().next_back(), Some(Component::Normal(_))) => {
                result.pop();
            }
            other => result.push(other),
        }
    }
    result
}

/// A relative path with `/`, `None` if it is not UTF-8.
fn slashed(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.components().map(|component| component.as_os_str().to_str()).collect();
    parts.map(|parts| parts.join("/"))
}

fn given_relative(path: &str) -> bool {
    !path.is_empty() && Path::new(path).is_relative()
}
