//! The outlines of the classes of a class path: those that are kept, the others read, in parallel and joined in order. Must
//! not know how they lie in memory or are kept.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::part::{Builder, Outline, Part};
use super::{Call, Shelf, Wanted, calls, encoding};
use crate::classpath::{ArtifactId, ClassPath, ClassRef, Origin};

/// Classes that are read by one thread at a time: enough to share texts, and few enough for all threads to have some.
const AT_ONCE: usize = 128;

/// Outlines of classes of one class path.
pub struct Outlines {
    wanted: Wanted,
    parts: Vec<Part>,
    /// Part and row of each class, by its position on the class path.
    places: Vec<(u32, u32)>,
    /// By the position of their artifacts.
    archives: Vec<Option<Kept>>,
}

/// An archive whose outlines are kept.
struct Kept {
    digest: [u8; 32],
    /// In `Outlines::parts`.
    parts: Vec<usize>,
    /// Whether there is more than what was kept before.
    is_new: AtomicBool,
}

/// The classes of one artifact, in the order of the class path.
type Classes = Vec<ClassRef>;

impl Outlines {
    /// Of all classes outside the JDK, or of all there are. What the shelf has of library archives is not read again.
    pub fn read(class_path: &ClassPath, wanted: &Wanted, shelf: Option<&dyn Shelf>, jdk: bool) -> Self {
        let wanted = wanted.clone();
        let mut classes: Vec<Classes> = vec![Classes::new(); class_path.artifacts().len()];
        // Those of the JDK are the last.
        let count = class_path.classes().take_while(|&class| jdk || class_path.origin(class) != Origin::Jdk).count();
        for class in class_path.classes().take(count) {
            classes[class_path.artifact_of(class).index()].push(class);
        }
        let reader = encoding::reader(&wanted);
        let kept = |(at, classes): (usize, &Classes)| {
            let (shelf, artifact) = (shelf.filter(|_| !classes.is_empty())?, ArtifactId::new(at));
            if class_path.artifact(artifact).origin != Origin::Library {
                return None;
            }
            let digest = class_path.archive_digest(artifact)?;
            let bytes = shelf.get(&encoding::name(&digest, &reader));
            Some((digest, bytes.and_then(|bytes| encoding::decode(&bytes, &digest, &reader, &wanted))))
        };
        let kept: Vec<Option<([u8; 32], Option<Part>)>> = classes.par_iter().enumerate().map(kept).collect();

        let mut outlines =
            Self { wanted, parts: Vec::new(), places: vec![(0, 0); count], archives: Vec::with_capacity(kept.len()) };
        let mut missing: Vec<(usize, Classes)> = Vec::new();
        for ((at, mut classes), kept) in classes.into_iter().enumerate().zip(kept) {
            let known = kept.map(|(digest, part)| {
                let parts = part.map(|part| outlines.add_known(class_path, &mut classes, part)).into_iter().collect();
                Kept { digest, parts, is_new: AtomicBool::new(!classes.is_empty()) }
            });
            outlines.archives.push(known);
            missing.extend(classes.chunks(AT_ONCE).map(|some| (at, some.to_vec())));
        }
        let wanted = &outlines.wanted;
        let read = missing.par_iter().map(|(_, classes)| {
            let mut part = Builder::default();
            for &class in classes {
                let bytes = class_path.bytes(class).ok();
                part.read(class_path.entry_of(class).unwrap_or_default(), bytes.as_deref(), wanted);
            }
            part.finish()
        });
        let read: Vec<Part> = read.collect();
        for ((artifact, classes), part) in missing.into_iter().zip(read) {
            let number = outlines.parts.len();
            for (row, class) in classes.into_iter().enumerate() {
                outlines.places[class.index()] = (number as u32, row as u32);
            }
            outlines.archives[artifact].iter_mut().for_each(|kept| kept.parts.push(number));
            outlines.parts.push(part);
        }
        outlines
    }

    /// Adds what was kept of an archive, and leaves the classes that are not in it.
    fn add_known(&mut self, class_path: &ClassPath, classes: &mut Classes, part: Part) -> usize {
        let number = self.parts.len();
        classes.retain(|&class| {
            let entry = class_path.entry_of(class);
            let row = entry.and_then(|entry| part.rows.binary_search_by_key(&entry, |row| row.entry).ok());
            if let Some(row) = row {
                self.places[class.index()] = (number as u32, row as u32);
            }
            row.is_none()
        });
        self.parts.push(part);
        number
    }

    /// What was looked for.
    pub fn wanted(&self) -> &Wanted {
        &self.wanted
    }

    /// The outline of a class; `None` for one that was not asked for, of the JDK.
    pub fn of(&self, class: ClassRef) -> Option<Outline<'_>> {
        let &(part, row) = self.places.get(class.index())?;
        let part = &self.parts[part as usize];
        Some(Outline { part, row: &part.rows[row as usize], wanted: &self.wanted })
    }

    /// The calls of wanted methods in the bodies of a class, whose outline is here. They are found when this is first asked,
    /// and kept.
    pub fn calls(&self, class_path: &ClassPath, class: ClassRef) -> &[Call] {
        let Some(Outline { row, .. }) = self.of(class) else { return &[] };
        row.calls.get_or_init(|| {
            if let Some(kept) = &self.archives[class_path.artifact_of(class).index()] {
                kept.is_new.store(true, Ordering::Relaxed);
            }
            class_path.bytes(class).map_or_else(|_| Vec::new(), |bytes| calls::calls(&bytes, &self.wanted))
        })
    }

    /// Gives the shelf what it does not have, of archives that are still what they were before anything was read of them.
    pub fn keep(&self, class_path: &ClassPath, shelf: &dyn Shelf) {
        let reader = encoding::reader(&self.wanted);
        self.archives.par_iter().enumerate().for_each(|(at, kept)| {
            let Some(kept) = kept.as_ref().filter(|kept| kept.is_new.load(Ordering::Relaxed)) else { return };
            let parts = || kept.parts.iter().map(|&part| &self.parts[part]);
            // Each number takes a byte.
            if parts().map(|part| part.numbers.len()).sum::<usize>() > encoding::LONGEST {
                return;
            }
            let mut all = Builder::default();
            parts().for_each(|part| all.append(part));
            let bytes = encoding::encode(&all.finish_by_entry(), &kept.digest, &reader);
            if let Some(bytes) = bytes.filter(|_| class_path.is_unchanged(ArtifactId::new(at), kept.digest)) {
                shelf.put(&encoding::name(&kept.digest, &reader), &bytes);
            }
        });
    }
}
