//! What resources of the class path hold, by their paths, and what texts do: read once and bounded. Several files of one path
//! count as one, as any of them may be found first. Must not know who asks.

use std::rc::Rc;

use super::table::What;
use crate::base::{FxHashMap, FxIndexSet, Sym};
use crate::program::Program;
use crate::resource;

/// Most texts that one file gives; one node tells no more texts apart (docs/analysis.md, Limits).
const TEXTS: usize = 768;

/// What is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Content {
    /// The files of that path.
    File(Sym),
    Text(Sym),
}

/// Keys with their values.
pub(super) type Pairs = Rc<[(Sym, Sym)]>;

#[derive(Default)]
pub(super) struct Files {
    exist: FxHashMap<Sym, bool>,
    texts: FxHashMap<(Content, What), Option<Rc<[Sym]>>>,
    pairs: FxHashMap<Content, Option<Pairs>>,
}

impl Files {
    /// Whether the class path has the resource. One that it does not have may be there when the program runs.
    pub(super) fn has(&mut self, program: &Program, path: Sym) -> bool {
        *self.exist.entry(path).or_insert_with(|| !program.class_path().resources(program.str(path)).is_empty())
    }

    /// The texts that a reader gives of it; `None` if they are too many, or cannot be read.
    pub(super) fn texts(&mut self, program: &Program, content: Content, what: What) -> Option<Rc<[Sym]>> {
        self.texts
            .entry((content, what))
            .or_insert_with(|| {
                let mut found: FxIndexSet<String> = FxIndexSet::default();
                if what == What::Texts {
                    for bytes in bytes(program, content)? {
                        found.extend(resource::texts(&bytes, TEXTS)?);
                    }
                } else {
                    for text in readings(program, content)? {
                        found.extend(parts(&text, what));
                    }
                }
                (found.len() <= TEXTS).then(|| found.iter().map(|text| program.sym(text)).collect())
            })
            .clone()
    }

    /// What `Properties.load` takes from it; `None` if that is too much, or cannot be read.
    pub(super) fn pairs(&mut self, program: &Program, content: Content) -> Option<Pairs> {
        self.pairs
            .entry(content)
            .or_insert_with(|| {
                let bytes = bytes(program, content)?;
                let pairs = bytes.iter().flat_map(|bytes| resource::pairs(bytes)).collect::<Vec<_>>();
                let syms: FxIndexSet<(Sym, Sym)> =
                    pairs.iter().map(|(key, value)| (program.sym(key), program.sym(value))).collect();
                (syms.len() <= TEXTS).then(|| syms.into_iter().collect())
            })
            .clone()
    }
}

fn parts(text: &str, what: What) -> FxIndexSet<String> {
    match what {
        What::Lines => resource::lines(text),
        What::ScannedLines => resource::scanned_lines(text),
        What::Rests => resource::rests(text),
        What::Words | What::Texts => resource::words(text),
    }
}

/// The texts that it may be.
fn readings(program: &Program, content: Content) -> Option<Vec<String>> {
    if let Content::Text(text) = content {
        return Some(vec![program.str(text).to_owned()]);
    }
    let readings = |bytes: Vec<u8>| Some(resource::readings(&bytes)).filter(|readings| !readings.is_empty());
    let readings: Option<Vec<_>> = bytes(program, content)?.into_iter().map(readings).collect();
    Some(readings?.concat())
}

/// The bytes of a text, or of all files of a path.
fn bytes(program: &Program, content: Content) -> Option<Vec<Vec<u8>>> {
    let path = match content {
        Content::File(path) => path,
        Content::Text(text) => return Some(vec![program.str(text).as_bytes().to_vec()]),
    };
    let class_path = program.class_path();
    let files = class_path.resources(program.str(path));
    let read = |file| class_path.resource_bytes(file).ok().filter(|bytes| bytes.len() <= resource::LARGEST);
    files.iter().map(read).collect()
}
