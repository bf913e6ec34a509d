//! What resources of the class path hold, by their paths, and what texts do: read once and bounded. Several files of one path
//! count as one, as any of them may be found first. Must not know who asks.

use std::rc::Rc;

use super::table::What;
use crate::base::{FxHashMap, FxIndexSet, Sym};
use crate::program::Program;
use crate::resource::{self, Charset, UNKNOWN};

/// Most texts that one file gives; one node tells no more texts apart (docs/analysis.md, Limits).
const TEXTS: usize = 768;

/// What is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Content {
    /// The files of that path.
    File(Sym),
    Text(Sym),
}

/// Texts, each once.
pub(super) type Texts = Rc<[Sym]>;

/// Keys with their values.
pub(super) type Pairs = Rc<[(Sym, Sym)]>;

#[derive(Default)]
pub(super) struct Files {
    exist: FxHashMap<Sym, bool>,
    texts: FxHashMap<(Content, What, Charset), Option<Texts>>,
    pairs: FxHashMap<(Content, Charset), Option<Pairs>>,
    sizes: FxHashMap<Content, (usize, bool)>,
}

impl Files {
    /// Whether the class path has the resource. One that it does not have may be there when the program runs.
    pub(super) fn has(&mut self, program: &Program, path: Sym) -> bool {
        *self.exist.entry(path).or_insert_with(|| !program.class_path().resources(program.str(path)).is_empty())
    }

    /// How long it is, at most, and whether `Properties.load` joins some of its lines.
    pub(super) fn size(&mut self, program: &Program, content: Content) -> (usize, bool) {
        *self.sizes.entry(content).or_insert_with(|| {
            let Some(bytes) = bytes(program, content) else { return (usize::MAX, true) };
            let is_joined = |bytes: &Vec<u8>| resource::has_joined_lines(&String::from_utf8_lossy(bytes));
            (bytes.iter().map(Vec::len).max().unwrap_or(0), bytes.iter().any(is_joined))
        })
    }

    /// The texts that a reader gives of it, with [`UNKNOWN`] in place of what is not known; `None` if they are too many, or cannot be read.
    pub(super) fn texts(&mut self, program: &Program, content: Content, what: What, charset: Charset) -> Option<Texts> {
        self.texts
            .entry((content, what, charset))
            .or_insert_with(|| {
                let mut found: FxIndexSet<String> = FxIndexSet::default();
                if what == What::Texts {
                    for bytes in bytes(program, content)? {
                        found.extend(resource::texts(&bytes, TEXTS)?);
                    }
                } else {
                    for text in readings(program, content, charset)? {
                        // What is not known may be the end of a line to others than a `BufferedReader`, or a blank.
                        if what != What::Lines && charset == Charset::Ascii && text.contains(UNKNOWN) {
                            return None;
                        }
                        found.extend(parts(&text, what));
                    }
                }
                (found.len() <= TEXTS).then(|| found.iter().map(|text| program.sym(text)).collect())
            })
            .clone()
    }

    /// What `Properties.load` takes from it; `None` if that is too much, or cannot be read.
    pub(super) fn pairs(&mut self, program: &Program, content: Content, charset: Charset) -> Option<Pairs> {
        self.pairs
            .entry((content, charset))
            .or_insert_with(|| {
                let texts = readings(program, content, charset)?;
                let pairs: Option<Vec<_>> = texts.iter().map(|text| resource::loaded(text)).collect();
                let pairs = pairs?.concat();
                if pairs.iter().any(|(key, value)| key.contains(UNKNOWN) || value.contains(UNKNOWN)) {
                    return None;
                }
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
fn readings(program: &Program, content: Content, charset: Charset) -> Option<Vec<String>> {
    if let Content::Text(text) = content {
        return Some(vec![program.str(text).to_owned()]);
    }
    bytes(program, content)?.iter().map(|bytes| resource::decoded(bytes, charset)).collect()
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
