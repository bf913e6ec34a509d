//! What resources of the class path hold, by their paths: read once and bounded. Several files of one path count as one, as any
//! of them may be found first. Must not know who asks.

use std::rc::Rc;

use super::table::What;
use crate::base::{FxHashMap, FxIndexSet, Sym};
use crate::program::Program;
use crate::resource;

/// Largest file that is read, in bytes.
const SIZE: usize = 1 << 20;
/// Most texts that one file gives; one node tells no more texts apart (docs/analysis.md, Limits).
const TEXTS: usize = 768;

/// Keys with their values.
pub(super) type Pairs = Rc<[(Sym, Sym)]>;

#[derive(Default)]
pub(super) struct Files {
    exist: FxHashMap<Sym, bool>,
    texts: FxHashMap<(Sym, What), Option<Rc<[Sym]>>>,
    pairs: FxHashMap<Sym, Option<Pairs>>,
}

impl Files {
    /// Whether the class path has the resource. One that it does not have may be there when the program runs.
    pub(super) fn has(&mut self, program: &Program, path: Sym) -> bool {
        *self.exist.entry(path).or_insert_with(|| !program.class_path().resources(program.str(path)).is_empty())
    }

    /// The texts that a reader gives of it; `None` if they are too many, or cannot be read.
    pub(super) fn texts(&mut self, program: &Program, path: Sym, what: What) -> Option<Rc<[Sym]>> {
        self.texts
            .entry((path, what))
            .or_insert_with(|| {
                let mut found: FxIndexSet<String> = FxIndexSet::default();
                for bytes in bytes(program, path)? {
                    if what == What::Texts {
                        found.extend(resource::texts(&bytes, TEXTS)?);
                        continue;
                    }
                    let readings = resource::readings(&bytes);
                    if readings.is_empty() {
                        return None;
                    }
                    for text in readings {
                        found.extend(if what == What::Lines { resource::lines(&text) } else { resource::words(&text) });
                    }
                }
                (found.len() <= TEXTS).then(|| found.iter().map(|text| program.sym(text)).collect())
            })
            .clone()
    }

    /// What `Properties.load` takes from it; `None` if that is too much, or cannot be read.
    pub(super) fn pairs(&mut self, program: &Program, path: Sym) -> Option<Pairs> {
        self.pairs
            .entry(path)
            .or_insert_with(|| {
                let pairs = bytes(program, path)?.iter().flat_map(|bytes| resource::pairs(bytes)).collect::<Vec<_>>();
                let syms: FxIndexSet<(Sym, Sym)> =
                    pairs.iter().map(|(key, value)| (program.sym(key), program.sym(value))).collect();
                (syms.len() <= TEXTS).then(|| syms.into_iter().collect())
            })
            .clone()
    }
}

/// The content of all files of a path.
fn bytes(program: &Program, path: Sym) -> Option<Vec<Vec<u8>>> {
    let class_path = program.class_path();
    let files = class_path.resources(program.str(path));
    let read = |file| class_path.resource_bytes(file).ok().filter(|bytes| bytes.len() <= SIZE);
    files.iter().map(read).collect()
}
