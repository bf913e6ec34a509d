//! Directories, jars (nested, multi-release, web and enterprise archives), the JDK in each of its forms, resources and manifests: binary name -> bytes
//! with origin and artifact id. Must not know the class-file format (module descriptors aside, which say what is visible).
//!
//! The view is that of the application class loader: a package of a JDK module belongs to the JDK alone, then the class
//! path is searched in order and the first hit wins. Of the JDK, the modules count that an application on the class path
//! sees: not incubators, and not internal modules that nothing uses.

mod archive;
mod bytes;
mod digest;
mod enterprise;
mod entries;
mod inflate;
mod jdk;
mod jimage;
mod manifest;
mod module_info;
mod multi_release;
mod open;
mod packed;
mod paths;
mod services;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::OnceLock;

use crate::base::{FxHashMap, FxHashSet, FxIndexMap};
use crate::diag::Diag;
use archive::{Archive, EntryId};
use jdk::Jdk;
use jimage::ImageContent;
use module_info::ModuleInfo;

use inflate::MAX_RESOURCE;
pub use jdk::{JdkForm, JdkRelease};
pub use manifest::Manifest;
pub use open::OpenError;
pub use services::{Declared, ServiceProvider};

/// Largest class file read. The format's own limits (65,535 methods of 64 KiB) lie higher, no compiler comes near.
const MAX_CLASS: u64 = 64 << 20;

const MODULE_INFO: &str = "module-info.class";

/// Where a class comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    Application,
    Library,
    Jdk,
}

/// What to open. Relative paths are relative to `project_dir` if set, else to the working directory.
#[derive(Debug, Clone, Default)]
pub struct ClassPathInput {
    /// Class directories or jars of the application.
    pub classes: Vec<PathBuf>,
    /// Resource directories of the application.
    pub resources: Vec<PathBuf>,
    /// Run-time class path in order, application excluded. `dir/*` stands for the jars of a folder.
    pub classpath: Vec<ClassPathItem>,
    /// Packages (`com.acme`, with those below) whose classes are application code in whatever jar they lie.
    pub app_packages: Vec<String>,
    /// Packages (`jakarta.servlet.*`, with those below) that a container supplies at run time: library classes in them are
    /// not looked at, and those that are missing here are not missing there.
    pub opaque: Vec<String>,
    pub jdk_home: PathBuf,
    /// Release whose view of multi-release jars is taken; default: that of the JDK.
    pub jdk_release: Option<u32>,
    /// Modules of the JDK beyond those seen by default, as for the JVM's `--add-modules`; `ALL-SYSTEM` for all.
    pub add_modules: Vec<String>,
    /// Reported paths are relative to it; never printed itself.
    pub project_dir: Option<PathBuf>,
}

/// One class-path entry.
#[derive(Debug, Clone, Default)]
pub struct ClassPathItem {
    pub path: PathBuf,
    /// Component id, `group:artifact:version` or `project :lib`; default: the file name.
    pub id: Option<String>,
    /// Built by this build: analysed as application code.
    pub application: bool,
    /// A container supplies it at run time: its classes are known, their code is not looked at.
    pub provided: bool,
}

/// A class found on the class path. Ids are dense from 0, in the order of (origin, name).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassRef(u32);

impl ClassRef {
    /// Position in [`ClassPath::classes`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A class directory, a jar or a JDK module.
#[derive(Debug, Clone)]
pub struct Artifact {
    /// Component id, or the file name of a jar, or the place of a directory, or the name of a JDK module.
    pub name: String,
    /// Origin of its classes, application packages of library jars aside.
    pub origin: Origin,
    /// Path relative to the project if it lies there, or as the user gave it if that was relative, else its name; a
    /// nested jar adds `!/BOOT-INF/lib/...`; `jdk` for JDK modules.
    pub place: String,
    /// Main attributes of its manifest.
    pub manifest: Manifest,
}

impl Artifact {
    /// Name (with dots) of the class whose `main` starts the application: `Start-Class` of an executable Spring Boot
    /// archive, whose `Main-Class` is its loader's, else `Main-Class`.
    pub fn main_class(&self) -> Option<&str> {
        let main = self.manifest.get("Main-Class");
        match self.manifest.get("Start-Class") {
            Some(start) if main.is_none_or(packed::is_loader_class) => Some(start),
            _ => main,
        }
    }
}

crate::define_id!(
    /// Position among [`ClassPath::artifacts`].
    ArtifactId
);

/// A file found by name, see [`ClassPath::resources`].
#[derive(Debug, Clone)]
pub struct Resource {
    pub artifact: ArtifactId,
    pub name: String,
    location: Location,
}

/// A class that a module descriptor names as provider of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleProvider {
    /// Internal name.
    pub class: String,
    /// The module.
    pub artifact: ArtifactId,
}

/// How to get at the content of a file of an artifact.
#[derive(Debug, Clone, Copy)]
enum Location {
    Image(ImageContent),
    Zip(EntryId),
    /// A file of a directory; its path follows from the name.
    File,
}

/// Where the files of an artifact are.
enum Container {
    Directory(PathBuf),
    Archive(Box<Archive>),
    JdkModule,
}

#[derive(Debug, Clone, Copy)]
struct ClassEntry {
    artifact: ArtifactId,
    origin: Origin,
    location: Location,
}

#[derive(Debug, Clone, Copy)]
struct FileEntry {
    artifact: ArtifactId,
    location: Location,
}

/// The opened class path. Immutable; `Send` and `Sync`.
pub struct ClassPath {
    jdk: Jdk,
    artifacts: Vec<Artifact>,
    /// Parallel to `artifacts`.
    containers: Vec<Container>,
    /// Sorted by (origin, name).
    classes: FxIndexMap<Box<str>, ClassEntry>,
    /// Class files that are never loaded: an earlier entry or the JDK has the class, or the JDK has the package.
    shadowed: FxIndexMap<Box<str>, Vec<FileEntry>>,
    /// Files of the class path by name, sorted by name; hits in class-path order.
    resources: FxIndexMap<Box<str>, Vec<FileEntry>>,
    jdk_resources: FxIndexMap<Box<str>, Vec<FileEntry>>,
    /// Classes in version folders of folders, by internal name.
    versioned: FxHashSet<Box<str>>,
    /// Classes of modules of the JDK that no program sees unless it is started with them, with the module.
    unresolved: FxHashMap<Box<str>, Box<str>>,
    supplied: Supplied,
    modules: OnceLock<Vec<(ArtifactId, Result<ModuleInfo, Diag>)>>,
}

/// What a container supplies at run time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Supplied {
    /// Packages as paths, `jakarta/servlet/`, sorted.
    packages: Vec<String>,
    /// Sorted.
    artifacts: Vec<ArtifactId>,
}

impl Supplied {
    /// Whether a class of that internal name is in one of the packages.
    fn has_package_of(&self, name: &str) -> bool {
        self.packages.iter().any(|package| name.starts_with(package.as_str()))
    }
}

impl ClassPath {
    /// Opens JDK and class path. Class-path entries that are missing or damaged are diagnostics, in class-path order.
    ///
    /// # Errors
    /// [`OpenError`] if the JDK cannot be used or there is no application class at all.
    pub fn open(input: &ClassPathInput) -> Result<(Self, Vec<Diag>), OpenError> {
        open::open(input)
    }

    /// The class a loader would give for an internal name (`java/lang/Object`).
    pub fn find(&self, internal_name: &str) -> Option<ClassRef> {
        self.classes.get_index_of(internal_name).map(|index| ClassRef(index as u32))
    }

    /// The class file: borrowed if it is stored as it is, else inflated or read on each call.
    ///
    /// # Errors
    /// A diagnostic if it cannot be read (any more).
    pub fn bytes(&self, class: ClassRef) -> Result<Cow<'_, [u8]>, Diag> {
        let (name, entry) = self.entry(class);
        self.read(entry.artifact, entry.location, &format_args!("{name}.class"), MAX_CLASS)
    }

    /// The internal name (`java/lang/Object`), from the path of the class file.
    pub fn name(&self, class: ClassRef) -> &str {
        self.entry(class).0
    }

    pub fn origin(&self, class: ClassRef) -> Origin {
        self.entry(class).1.origin
    }

    /// Where the class is.
    pub fn artifact_of(&self, class: ClassRef) -> ArtifactId {
        self.entry(class).1.artifact
    }

    /// Whether a class of this internal name lies in a version folder (`META-INF/versions/11`) of a class folder. A JVM finds it
    /// once that folder is packed as a multi-release jar, and not before.
    pub fn is_versioned(&self, internal_name: &str) -> bool {
        self.versioned.contains(internal_name)
    }

    /// All visible classes, sorted by (origin, name).
    pub fn classes(&self) -> impl Iterator<Item = ClassRef> + use<> {
        (0..self.classes.len() as u32).map(ClassRef)
    }

    /// The visible classes whose internal names begin with a text, in the order of [`ClassPath::classes`].
    pub fn classes_from<'p>(&'p self, start: &'p str) -> impl Iterator<Item = ClassRef> + 'p {
        [Origin::Application, Origin::Library, Origin::Jdk].into_iter().flat_map(move |origin| {
            let first = self.classes.partition_point(|name, entry| (entry.origin, &**name) < (origin, start));
            let starts = move |class: &ClassRef| self.origin(*class) == origin && self.name(*class).starts_with(start);
            (first..self.classes.len()).map(|index| ClassRef(index as u32)).take_while(starts)
        })
    }

    /// Whether [`ClassPath::is_versioned`] holds for a name that is one of those.
    pub fn is_any_versioned(&self, is_one: impl Fn(&str) -> bool) -> bool {
        self.versioned.iter().any(|name| is_one(name))
    }

    /// Number of visible classes.
    pub fn class_count(&self) -> usize {
        self.classes.len()
    }

    /// Class files that are never loaded since an earlier entry or the JDK hides them, as (internal name, artifact),
    /// sorted.
    pub fn shadowed(&self) -> impl Iterator<Item = (&str, ArtifactId)> {
        self.shadowed.iter().flat_map(|(name, files)| files.iter().map(move |file| (&**name, file.artifact)))
    }

    /// Directories and jars in class-path order, after the modules of the JDK by name.
    pub fn artifacts(&self) -> &[Artifact] {
        &self.artifacts
    }

    pub fn artifact(&self, id: ArtifactId) -> &Artifact {
        &self.artifacts[id.index()]
    }

    /// Every file of that name (`META-INF/services/x.Y`), in class-path order, those of the JDK last. Class files count.
    pub fn resources(&self, name: &str) -> Vec<Resource> {
        let mut found: Vec<FileEntry> = Vec::new();
        if let Some(class) = name.strip_suffix(".class") {
            found.extend(self.classes.get(class).map(|e| FileEntry { artifact: e.artifact, location: e.location }));
            found.extend(self.shadowed.get(class).into_iter().flatten());
        }
        found.extend(self.resources.get(name).into_iter().flatten());
        found.extend(self.jdk_resources.get(name).into_iter().flatten());
        // Stable: a jar that has the name twice (Spring Boot) keeps their order.
        found.sort_by_key(|file| (self.artifact(file.artifact).origin == Origin::Jdk, file.artifact));
        let resource =
            |file: FileEntry| Resource { artifact: file.artifact, name: name.to_owned(), location: file.location };
        found.into_iter().map(resource).collect()
    }

    /// The module of the JDK that a class (internal name) is in, if no program sees that unless it is started with it
    /// (`--add-modules`): incubators, for example.
    pub fn unresolved_module(&self, class: &str) -> Option<&str> {
        self.unresolved.get(class).map(|module| &**module)
    }

    /// Name and artifact of each file on the class path that is no class, sorted by name; without the JDK's.
    pub fn resource_names(&self) -> impl Iterator<Item = (&str, ArtifactId)> {
        self.resources.iter().flat_map(|(name, files)| files.iter().map(move |file| (&**name, file.artifact)))
    }

    /// Names of the files on the class path that are no classes and begin with a text, sorted; without the JDK's.
    pub fn resource_names_from<'p>(&'p self, start: &'p str) -> impl Iterator<Item = &'p str> {
        let first = self.resources.partition_point(|name, _| &**name < start);
        let names = self.resources.as_slice().get_range(first..).into_iter().flat_map(|rest| rest.keys());
        names.map(|name| &**name).take_while(move |name| name.starts_with(start))
    }

    /// The content of a resource.
    ///
    /// # Errors
    /// A diagnostic if it cannot be read (any more).
    pub fn resource_bytes(&self, resource: &Resource) -> Result<Vec<u8>, Diag> {
        let name = format_args!("{}", resource.name);
        self.read(resource.artifact, resource.location, &name, MAX_RESOURCE).map(Cow::into_owned)
    }

    /// What the module descriptors on the class path and in the JDK provide for a service type (internal name), in the
    /// order of [`ClassPath::resources`]. A `ServiceLoader` uses those of modules only; a modular jar on the class path
    /// counts by its `META-INF/services` alone.
    ///
    /// Diagnostics name descriptors that cannot be read.
    pub fn module_providers(&self, service: &str) -> (Vec<ModuleProvider>, Vec<Diag>) {
        self.providers_of_modules(service, |_| true)
    }

    /// As [`Self::module_providers`], of the artifacts that are looked at.
    fn providers_of_modules(
        &self,
        service: &str,
        looks_at: impl Fn(ArtifactId) -> bool,
    ) -> (Vec<ModuleProvider>, Vec<Diag>) {
        let mut found = Vec::new();
        let mut diags = Vec::new();
        for (artifact, info) in self.modules().iter().filter(|(artifact, _)| looks_at(*artifact)) {
            match info {
                Ok(info) => found.extend(
                    info.providers(service)
                        .map(|class| ModuleProvider { class: class.to_owned(), artifact: *artifact }),
                ),
                Err(diag) => diags.push(diag.clone()),
            }
        }
        (found, diags)
    }

    /// The module descriptors, read when they are first asked for.
    fn modules(&self) -> &[(ArtifactId, Result<ModuleInfo, Diag>)] {
        self.modules.get_or_init(|| {
            let descriptors = self.resources(MODULE_INFO).into_iter();
            let read = descriptors.map(|descriptor| {
                let artifact = descriptor.artifact;
                let none = || {
                    let place = format!("{}!/{MODULE_INFO}", self.artifact(artifact).place);
                    Diag::warning("unreadable-module", place, "not a module descriptor")
                };
                let bytes = self.resource_bytes(&descriptor);
                (artifact, bytes.and_then(|bytes| ModuleInfo::parse(&bytes).ok_or_else(none)))
            });
            read.collect()
        })
    }

    /// Whether a container supplies the class at run time.
    pub fn is_supplied(&self, class: ClassRef) -> bool {
        let (name, entry) = self.entry(class);
        entry.origin == Origin::Library
            && (self.supplied.artifacts.binary_search(&entry.artifact).is_ok() || self.supplied.has_package_of(name))
    }

    /// Whether a container supplies a class of that internal name that is not on the class path.
    pub fn is_supplied_name(&self, internal_name: &str) -> bool {
        self.supplied.has_package_of(internal_name)
    }

    /// The packages that a container supplies, as `jakarta.servlet.*`, sorted.
    pub fn supplied_packages(&self) -> impl Iterator<Item = String> {
        self.supplied.packages.iter().map(|package| format!("{}*", package.replace('/', ".")))
    }

    /// The artifacts that a container supplies, in class-path order.
    pub fn supplied_artifacts(&self) -> impl Iterator<Item = &Artifact> {
        self.supplied.artifacts.iter().map(|&id| self.artifact(id))
    }

    /// Packages of modules that the manifests of the program open to it, or (`deep` false) export: `java.base/java.lang` (JAR
    /// File Specification, `Add-Opens` and `Add-Exports`).
    pub fn granted_packages(&self, deep: bool) -> impl Iterator<Item = &str> {
        let names: &[&str] = if deep { &["Add-Opens"] } else { &["Add-Opens", "Add-Exports"] };
        let pairs = self.artifacts().iter().flat_map(move |artifact| names.iter().map(move |name| (artifact, name)));
        let values = pairs.filter_map(|(artifact, name)| artifact.manifest.get(name));
        values.flat_map(str::split_ascii_whitespace)
    }

    /// Version and vendor of the JDK.
    pub fn jdk(&self) -> &JdkRelease {
        &self.jdk.release
    }

    /// The module of a JDK class; a JDK 8 has none.
    pub fn jdk_module_of(&self, class: ClassRef) -> Option<&str> {
        let artifact = self.artifact(self.artifact_of(class));
        (artifact.origin == Origin::Jdk && self.jdk.is_modular).then_some(artifact.name.as_str())
    }

    fn entry(&self, class: ClassRef) -> (&str, &ClassEntry) {
        let (name, entry) = self.classes.get_index(class.index()).expect("internal error: class of another class path");
        (name, entry)
    }

    fn read(
        &self,
        artifact: ArtifactId,
        location: Location,
        name: &std::fmt::Arguments<'_>,
        limit: u64,
    ) -> Result<Cow<'_, [u8]>, Diag> {
        let place = &self.artifact(artifact).place;
        let unreadable = |message: String| Diag::warning("unreadable-entry", format!("{place}!/{name}"), message);
        match (&self.containers[artifact.index()], location) {
            (Container::JdkModule, Location::Image(content)) => match self.jdk.read(content) {
                Some(content) => content.map_err(|error| unreadable(error.to_string())),
                None => Err(unreadable("internal error: there is no image".to_owned())),
            },
            (Container::Archive(archive), Location::Zip(id)) => {
                archive.read(id, limit).map_err(|error| unreadable(error.to_string()))
            }
            (Container::Directory(root), Location::File) => {
                let path = root.join(name.to_string());
                paths::read_file(&path, limit).map(Cow::Owned).map_err(|error| unreadable(error.to_string()))
            }
            _ => Err(unreadable("internal error: location of another artifact".to_owned())),
        }
    }
}
