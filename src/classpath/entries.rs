//! Taking one class-path entry apart: the files of a jar, of a packed application with its nested archives, of a directory. Owns
//! what is reported for an entry that is damaged; must not know order and shadowing.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::archive::{Archive, EntryId, Listing};
use super::bytes::SharedBytes;
use super::enterprise::{enterprise_of, unpacked_parts};
use super::manifest::{ClassPathUrl, Manifest, class_path_url};
use super::open::{Opener, Pending, Source, class_name};
use super::packed::{self, APPLICATION_XML, Enterprise, Layout};
use super::paths::{file_name, normal, read_file, slashed};
use super::{Artifact, Container, Location, Origin, multi_release};
use crate::base::FxIndexMap;
use crate::diag::Diag;

/// Largest manifest or `classpath.idx` read.
pub(super) const MAX_MANIFEST: u64 = 16 << 20;
/// What the nested jars of one archive may take in memory when they are compressed.
const MAX_NESTED: u64 = 1 << 30;
/// URLs of one manifest that are followed.
const MAX_URLS: usize = 10_000;
/// Files taken from one directory.
const MAX_FILES: usize = 2_000_000;

const MANIFEST: &str = "META-INF/MANIFEST.MF";

impl Opener<'_> {
    /// Enters a jar and returns the entries its manifest names.
    pub(super) fn add_jar(&mut self, entry: &Pending, data: SharedBytes) -> Vec<Pending> {
        let place = self.place(entry);
        let name = entry.id.clone().unwrap_or_else(|| file_name(&entry.path));
        let Some((listing, manifest)) = self.open_archive(data, &place) else { return Vec::new() };
        let named = class_path_of(&manifest, &entry.path, &place);
        let artifact = Artifact { name, origin: entry.origin, place, manifest };
        let mut budget = MAX_NESTED;
        match enterprise_of(&listing, &entry.path) {
            Some(enterprise) => self.add_enterprise(artifact, listing, &enterprise, &mut budget),
            None => self.add_packed(artifact, listing, &mut budget),
        }
        named
    }

    /// Enters an executable archive, a web archive or a plain jar.
    pub(super) fn add_packed(&mut self, artifact: Artifact, listing: Listing, budget: &mut u64) {
        let names = || listing.names.iter().map(|(name, _)| name.as_str());
        match Layout::of(&artifact.manifest).or_else(|| Layout::of_web(names())) {
            Some(layout) => self.add_executable(artifact, listing, &layout, budget),
            None => self.add_archive(artifact, listing),
        }
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
    pub(super) fn add_archive(&mut self, artifact: Artifact, listing: Listing) {
        let origin = artifact.origin;
        let release = artifact.manifest.is_multi_release().then_some(self.release);
        let id = self.add_artifact(artifact, Container::Archive(Box::new(listing.archive)));
        let mut packed = 0;
        for (name, entry) in multi_release::view(listing.names, release) {
            packed += usize::from(is_packed_class(&name));
            self.add_file(id, origin, name, Location::Zip(entry));
        }
        if packed > 0 {
            let message =
                format!("{packed} classes of a packed application in it are not read: its layout is not supported");
            self.diags.push(Diag::warning("unsupported-archive", &*self.artifacts[id.index()].place, message));
        }
    }

    /// Enters an executable archive of Spring Boot or a web archive: what lies at its root (a loader, pages), the
    /// application's classes, the nested jars.
    fn add_executable(&mut self, mut artifact: Artifact, listing: Listing, layout: &Layout, budget: &mut u64) {
        if layout.is_web {
            artifact.origin = Origin::Application;
        }
        let (origin, place) = (artifact.origin, artifact.place.clone());
        let names = multi_release::view(listing.names, None);
        let order = self.order_of_nested(&listing.archive, &names, layout, &place);
        let nested = self.open_nested(&listing.archive, order, &place, budget);

        let id = self.add_artifact(artifact, Container::Archive(Box::new(listing.archive)));
        let (classes, root): (Vec<_>, Vec<_>) =
            names.into_iter().partition(|(name, _)| name.starts_with(&layout.classes));
        for (name, entry) in root {
            let class = class_name(&name);
            if layout.is_web && class.is_some() {
                continue;
            }
            let is_loader = class.is_some_and(packed::is_loader_path);
            let origin = if is_loader { Origin::Library } else { origin };
            self.add_file(id, origin, name, Location::Zip(entry));
        }
        for (name, entry) in classes {
            self.add_file(id, origin, name[layout.classes.len()..].to_owned(), Location::Zip(entry));
        }
        for (name, listing, manifest) in nested {
            let (file, place) = (nested_name(&name), format!("{place}!/{name}"));
            self.add_archive(Artifact { name: file, origin: Origin::Library, place, manifest }, listing);
        }
    }

    /// The nested jars of an executable archive: in the order of `classpath.idx`, others after them in archive order.
    fn order_of_nested<'n>(
        &mut self,
        archive: &Archive,
        names: &'n FxIndexMap<String, EntryId>,
        layout: &Layout,
        place: &str,
    ) -> FxIndexMap<&'n str, EntryId> {
        let mut order: FxIndexMap<&str, EntryId> = FxIndexMap::default();
        let index = names.get(layout.index.as_str()).and_then(|id| archive.read(*id, MAX_MANIFEST).ok());
        let index = index.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let mut missing = 0;
        for name in packed::parse_index(&index) {
            match names.get_key_value(name) {
                Some((name, id)) => drop(order.insert(name, *id)),
                None => missing += 1,
            }
        }
        if missing > 0 {
            let message = format!("{missing} jars named by {} are missing", layout.index);
            self.diags.push(Diag::warning("missing-classpath-entry", place, message));
        }
        for (name, id) in names.iter().filter(|(name, _)| layout.is_library(name)) {
            order.entry(name).or_insert(*id);
        }
        order
    }

    /// Opens archives within an archive; `budget` is what they may take in memory.
    pub(super) fn open_nested(
        &mut self,
        archive: &Archive,
        order: FxIndexMap<&str, EntryId>,
        place: &str,
        budget: &mut u64,
    ) -> Vec<(String, Listing, Manifest)> {
        let mut opened = Vec::new();
        for (name, id) in order {
            let place = format!("{place}!/{name}");
            match archive.read_shared(id, *budget) {
                Ok(data) => {
                    *budget -= archive.inflated_size(id).min(*budget);
                    if let Some((listing, manifest)) = self.open_archive(data, &place) {
                        opened.push((name.to_owned(), listing, manifest));
                    }
                }
                Err(error) => self.diags.push(Diag::warning("unreadable-archive", place, error.to_string())),
            }
        }
        opened
    }

    /// Enters the files of a directory; an unpacked executable, web or enterprise archive is taken apart as the archive is.
    pub(super) fn add_directory(&mut self, entry: &Pending) -> Vec<Pending> {
        let place = self.place(entry);
        let files = self.list_directory(&entry.path, &place);
        let descriptor = entry.path.join(APPLICATION_XML);
        if descriptor.is_file() || has_extension(&entry.path, "ear") {
            let descriptor = read_file(&descriptor, MAX_MANIFEST).ok();
            let parts = unpacked_parts(&Enterprise::parse(descriptor.as_deref()), &files);
            if !parts.is_empty() {
                return self.add_enterprise_directory(entry, place, parts, &files);
            }
        }
        let manifest = read_file(&entry.path.join(MANIFEST), MAX_MANIFEST);
        let manifest = manifest.map(|bytes| Manifest::parse(&bytes)).unwrap_or_default();
        let web = || {
            let parts = ["WEB-INF/web.xml", "WEB-INF/classes/"];
            Layout::of_web(parts.into_iter().filter(|part| entry.path.join(part).exists()))
        };
        let layout = Layout::of(&manifest).or_else(web);
        let named = layout.as_ref().map(|layout| unpacked_class_path(entry, layout, &place)).unwrap_or_default();
        let name = entry.id.clone().unwrap_or_else(|| place.clone());
        self.note_versions(&files, &place);
        let artifact = Artifact { name, origin: entry.origin, place, manifest };
        let id = self.add_artifact(artifact, Container::Directory(entry.path.clone()));
        for file in files {
            let is_loader = layout.is_some() && class_name(&file).is_some_and(packed::is_loader_path);
            let packed = |layout: &Layout| file.starts_with(&layout.classes) || file.starts_with(&layout.libraries);
            let served = layout.as_ref().is_some_and(|layout| layout.is_web) && class_name(&file).is_some();
            if !served && layout.as_ref().is_none_or(|layout| !packed(layout)) {
                let origin = if is_loader { Origin::Library } else { entry.origin };
                self.add_file(id, origin, file, Location::File);
            }
        }
        named
    }

    /// Says that classes of a folder are in version folders: `URLClassPath` looks for them in multi-release jars only, which is
    /// what such a folder becomes.
    fn note_versions(&mut self, files: &[String], place: &str) {
        let before = self.versioned.len();
        self.versioned.extend(multi_release::versioned_classes(files.iter().map(String::as_str)).map(Box::from));
        let count = self.versioned.len() - before;
        if count > 0 {
            let message = format!(
                "{count} classes in META-INF/versions of a folder are not looked at, as a JVM finds them in a multi-release jar \
                 only: analyse the jar that is made of it"
            );
            self.diags.push(Diag::warning("versioned-classes", place, message));
        }
    }

    /// The files below a directory as `/`-separated paths, sorted.
    fn list_directory(&mut self, root: &Path, place: &str) -> Vec<String> {
        let mut files = Vec::new();
        for file in walkdir::WalkDir::new(root).follow_links(true).sort_by_file_name() {
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
        Some(Pending { path, id: None, origin: Origin::Library, provided: false, source })
    };
    manifest.class_path().take(MAX_URLS).filter_map(entry).collect()
}

/// The class path of an unpacked executable archive: the folder of classes, then the jars.
fn unpacked_class_path(entry: &Pending, layout: &Layout, place: &str) -> Vec<Pending> {
    let by: Rc<str> = place.into();
    let index = read_file(&entry.path.join(&layout.index), MAX_MANIFEST).unwrap_or_default();
    let index = String::from_utf8_lossy(&index).into_owned();
    let mut libraries: Vec<String> = packed::parse_index(&index).map(str::to_owned).collect();
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
        Pending { path: entry.path.join(text), id: None, origin, provided: false, source }
    };
    let own = if layout.is_web { Origin::Application } else { entry.origin };
    let mut named = vec![at(&layout.classes, own)];
    named.extend(libraries.iter().map(|library| at(library, Origin::Library)));
    named
}

/// The file name of a nested archive.
pub(super) fn nested_name(name: &str) -> String {
    name.rsplit('/').next().unwrap_or(name).to_owned()
}

pub(super) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// A class that only a container or a loader of its own finds, in a web archive for example.
fn is_packed_class(path: &str) -> bool {
    path.ends_with(".class") && (path.starts_with("WEB-INF/classes/") || path.starts_with("BOOT-INF/classes/"))
}
