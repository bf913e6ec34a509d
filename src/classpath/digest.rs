//! Fingerprints of what is read from a class path, all of it or one archive: equal fingerprints, equal answers of
//! [`ClassPath`]. Must not depend on where the files lie, nor on their dates.

use std::fmt::Debug;
use std::io;

use blake3::Hasher;

use super::archive::Archive;
use super::inflate::MAX_RESOURCE;
use super::{ArtifactId, ClassPath, ClassRef, Container, Location, paths};
use crate::base::FxHashSet;

impl ClassPath {
    /// BLAKE3 over the tables of the class path and the digest of each file that may be read from it, the JDK's image
    /// included.
    ///
    /// # Errors
    /// What the system says when a file cannot be read (any more): then nothing can be said about equality.
    pub fn digest(&self) -> io::Result<[u8; 32]> {
        let mut hasher = Hasher::new();
        // The names in `versioned` follow from those of the resources, those in `unresolved` from the JDK and the modules seen.
        let Self {
            jdk,
            artifacts,
            containers,
            classes,
            shadowed,
            resources,
            jdk_resources,
            versioned: _,
            unresolved: _,
            supplied,
            modules: _,
        } = self;
        add(&mut hasher, &(&jdk.release, jdk.is_modular, artifacts, supplied));
        // What comes from an image follows from its bytes and the modules, which are artifacts.
        let in_image = |location: Location| matches!(location, Location::Image(_));
        for class in classes.iter().filter(|(_, entry)| !in_image(entry.location)) {
            add(&mut hasher, &class);
        }
        for files in [shadowed, resources, jdk_resources] {
            add(&mut hasher, &files.len());
            for file in files.iter().filter(|(_, files)| !files.iter().all(|file| in_image(file.location))) {
                add(&mut hasher, &file);
            }
        }
        let archives = containers.iter().filter_map(|container| match container {
            Container::Archive(archive) => Some(archive.bytes()),
            Container::JdkModule | Container::Directory(_) => None,
        });
        let mut seen = FxHashSet::default();
        // A jar that is stored in another one is part of it.
        for whole in jdk.image_bytes().into_iter().chain(archives).filter(|bytes| seen.insert(bytes.owner())) {
            hasher.update(&whole.digest_of_owner()?);
        }
        self.add_files(&mut hasher)?;
        Ok(hasher.finalize().into())
    }

    /// BLAKE3 of an artifact that is an archive, on disk or nested in another. `None` if it is none, or not what it was when
    /// it was opened.
    pub fn archive_digest(&self, artifact: ArtifactId) -> Option<[u8; 32]> {
        self.archive(artifact)?.digest()
    }

    /// Whether an archive still has the content that [`Self::archive_digest`] spoke of.
    pub fn is_unchanged(&self, artifact: ArtifactId, digest: [u8; 32]) -> bool {
        let now = self.archive(artifact).and_then(|archive| archive.bytes().digest_now().ok());
        now == Some(digest)
    }

    /// Which entry of its archive a class is, `None` if it is in none. Of equal archives each class has an entry of its own,
    /// whatever release looks at them.
    pub fn entry_of(&self, class: ClassRef) -> Option<u32> {
        match self.entry(class).1.location {
            Location::Zip(id) => Some(id.number()),
            Location::Image(_) | Location::File => None,
        }
    }

    fn archive(&self, artifact: ArtifactId) -> Option<&Archive> {
        match &self.containers[artifact.index()] {
            Container::Archive(archive) => Some(archive),
            Container::JdkModule | Container::Directory(_) => None,
        }
    }

    /// The files of directories, in the order of the tables.
    fn add_files(&self, hasher: &mut Hasher) -> io::Result<()> {
        let classes =
            self.classes.iter().map(|(name, entry)| (format!("{name}.class"), entry.artifact, entry.location));
        let shadowed = self.shadowed.iter().flat_map(|(name, files)| {
            files.iter().map(move |file| (format!("{name}.class"), file.artifact, file.location))
        });
        let resources = self
            .resources
            .iter()
            .flat_map(|(name, files)| files.iter().map(move |file| (name.to_string(), file.artifact, file.location)));
        let mut seen = FxHashSet::default();
        for (name, artifact, location) in classes.chain(shadowed).chain(resources) {
            let (Location::File, Container::Directory(root)) = (location, &self.containers[artifact.index()]) else {
                continue;
            };
            if !seen.insert((artifact, name.clone())) {
                continue;
            }
            let bytes = paths::read_file(&root.join(&name), MAX_RESOURCE)?;
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(&bytes);
        }
        Ok(())
    }
}

/// Adds what `value` prints as, with an end that no text contains.
fn add(hasher: &mut Hasher, value: &impl Debug) {
    use std::io::Write as _;
    write!(hasher, "{value:?}").expect("internal error: a hasher refuses bytes");
    hasher.update(&[0]);
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::testing::{Jar, jdk17};
    use crate::classpath::{ClassPath, ClassPathInput, ClassPathItem};

    /// Digest of an application folder and a library, both in `dir`.
    fn digest(dir: &Path, change: impl FnOnce(&mut ClassPathInput)) -> [u8; 32] {
        let library = ClassPathItem { path: "lib.jar".into(), ..ClassPathItem::default() };
        let mut input = ClassPathInput {
            classes: vec!["classes".into()],
            classpath: vec![library],
            jdk_home: jdk17(),
            project_dir: Some(dir.to_owned()),
            ..ClassPathInput::default()
        };
        change(&mut input);
        ClassPath::open(&input).unwrap().0.digest().unwrap()
    }

    fn fill(dir: &Path, class: &[u8], resource: &str, in_jar: &str) {
        std::fs::create_dir_all(dir.join("classes/a")).unwrap();
        std::fs::write(dir.join("classes/a/A.class"), class).unwrap();
        std::fs::write(dir.join("classes/names.txt"), resource).unwrap();
        let jar = Jar::default().file("b/B.class", "b").file("META-INF/services/b.B", in_jar);
        std::fs::write(dir.join("lib.jar"), jar.bytes()).unwrap();
    }

    #[test]
    fn a_digest_changes_with_everything_that_is_read_and_nothing_else() {
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fill(one.path(), b"class", "a.A", "b.B");
        fill(two.path(), b"class", "a.A", "b.B");
        let first = digest(one.path(), |_| ());
        assert_eq!(first, digest(two.path(), |_| ()), "the place counts");
        for (class, resource, in_jar) in [("Class", "a.A", "b.B"), ("class", "a.B", "b.B"), ("class", "a.A", "b.C")] {
            fill(two.path(), class.as_bytes(), resource, in_jar);
            assert_ne!(first, digest(two.path(), |_| ()), "{class} {resource} {in_jar}");
        }
        fill(two.path(), b"class", "a.A", "b.B");
        assert_eq!(first, digest(two.path(), |_| ()), "the date counts");
        let changes: [fn(&mut ClassPathInput); 5] = [
            |input| input.classpath[0].application = true,
            |input| input.classpath[0].provided = true,
            |input| input.classpath[0].id = Some("b:b:1".to_owned()),
            |input| input.opaque = vec!["b.*".to_owned()],
            |input| input.classpath.clear(),
        ];
        for (at, change) in changes.into_iter().enumerate() {
            assert_ne!(first, digest(two.path(), change), "change {at} does not count");
        }
        std::fs::write(two.path().join("classes/other.txt"), "").unwrap();
        assert_ne!(first, digest(two.path(), |_| ()), "another file does not count");
    }
}
