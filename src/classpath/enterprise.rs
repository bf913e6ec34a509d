//! Enterprise archives, packed or not: their modules, web archives and libraries as entries of the class path. Must not know
//! what a part is made of in turn.

use std::path::Path;
use std::rc::Rc;

use super::archive::{EntryId, Listing};
use super::entries::{MAX_MANIFEST, has_extension, nested_name};
use super::manifest::Manifest;
use super::open::{Opener, Pending, Source, class_name};
use super::packed::{APPLICATION_XML, Enterprise, Part};
use super::{Artifact, Container, Location, Origin, multi_release};
use crate::base::FxIndexMap;

impl Opener<'_> {
    /// Enters the modules, web archives and libraries of an enterprise archive; the archive itself has no classes.
    pub(super) fn add_enterprise(
        &mut self,
        artifact: Artifact,
        listing: Listing,
        enterprise: &Enterprise,
        budget: &mut u64,
    ) {
        let place = artifact.place.clone();
        let names = multi_release::view(listing.names, None);
        let mut parts: Vec<(Part, &str, EntryId)> =
            names.iter().filter_map(|(name, id)| Some((enterprise.part(name)?, name.as_str(), *id))).collect();
        // Modules see the libraries; web archives see both.
        parts.sort_by_key(|(part, ..)| *part);
        let order = parts.iter().map(|&(_, name, id)| (name, id)).collect();
        let nested = self.open_nested(&listing.archive, order, &place, budget);
        let parts: FxIndexMap<String, Part> =
            parts.into_iter().map(|(part, name, _)| (name.to_owned(), part)).collect();
        let id = self.add_artifact(artifact, Container::Archive(Box::new(listing.archive)));
        for (name, entry) in names.into_iter().filter(|(name, _)| class_name(name).is_none()) {
            self.add_file(id, Origin::Library, name, Location::Zip(entry));
        }
        for (name, listing, manifest) in nested {
            let (file, place) = (nested_name(&name), format!("{place}!/{name}"));
            let part = parts.get(&name).copied().unwrap_or(Part::Library);
            let origin = if part == Part::Library { Origin::Library } else { Origin::Application };
            let artifact = Artifact { name: file, origin, place, manifest };
            match part {
                Part::Web => self.add_packed(artifact, listing, budget),
                Part::Module | Part::Library => self.add_archive(artifact, listing),
            }
        }
    }

    /// Enters the files of an unpacked enterprise archive that are not of its parts, and returns the parts, which may be
    /// unpacked in turn. As in the archive, it has no classes of its own.
    pub(super) fn add_enterprise_directory(
        &mut self,
        entry: &Pending,
        place: String,
        parts: FxIndexMap<&str, Part>,
        files: &[String],
    ) -> Vec<Pending> {
        let by: Rc<str> = place.as_str().into();
        let name = entry.id.clone().unwrap_or_else(|| place.clone());
        let artifact = Artifact { name, origin: entry.origin, place, manifest: Manifest::default() };
        let id = self.add_artifact(artifact, Container::Directory(entry.path.clone()));
        let in_part = |file: &str| paths_to(file).any(|path| parts.contains_key(path));
        for file in files.iter().filter(|file| class_name(file).is_none() && !in_part(file)) {
            self.add_file(id, Origin::Library, file.clone(), Location::File);
        }
        let named = parts.into_iter().map(|(name, part)| {
            let path = entry.path.join(name);
            let text = if path.is_dir() { format!("{name}/") } else { name.to_owned() };
            let origin = if part == Part::Library { Origin::Library } else { Origin::Application };
            Pending { path, id: None, origin, provided: false, source: Source::Named { by: Rc::clone(&by), text } }
        });
        named.collect()
    }
}

/// What an archive is made of, if it is an enterprise archive: by its name or a descriptor, and its parts. A jar of classes
/// may have a file of the descriptor's name too.
pub(super) fn enterprise_of(listing: &Listing, path: &Path) -> Option<Enterprise> {
    let descriptor = listing.names.iter().find(|(name, _)| name == APPLICATION_XML);
    if descriptor.is_none() && !has_extension(path, "ear") {
        return None;
    }
    let descriptor = descriptor.and_then(|(_, id)| listing.archive.read(*id, MAX_MANIFEST).ok());
    let enterprise = Enterprise::parse(descriptor.as_deref());
    listing.names.iter().any(|(name, _)| enterprise.part(name).is_some()).then_some(enterprise)
}

/// The folders above a file from the outermost on, and the file.
fn paths_to(file: &str) -> impl Iterator<Item = &str> {
    file.match_indices('/').map(|(end, _)| &file[..end]).chain([file])
}

/// The parts of an unpacked enterprise archive, files or folders above them, libraries after the modules that see them.
pub(super) fn unpacked_parts<'f>(enterprise: &Enterprise, files: &'f [String]) -> FxIndexMap<&'f str, Part> {
    let part = |file: &'f String| paths_to(file).find_map(|path| Some((path, enterprise.part(path)?)));
    let mut parts: FxIndexMap<&str, Part> = files.iter().filter_map(part).collect();
    parts.sort_by(|_, part, _, other| part.cmp(other));
    parts
}
