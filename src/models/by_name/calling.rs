//! What class files alone tell for a whole run. Must not know what is handed over.

use std::cell::OnceCell;

use super::super::reflecting::named_in_files;
use super::deciding::Deciding;
use super::evidence::Evidence;
use crate::base::FxHashSet;
use crate::program::{ClassId, MethodId, Program};

/// The methods of the application in which reflective calls stand, with what class files tell of them and of libraries: read once
/// it is asked, for all rounds of a run.
#[derive(Default)]
pub struct Calling {
    methods: FxHashSet<MethodId>,
    evidence: OnceCell<Evidence>,
    deciding: OnceCell<Deciding>,
    named: OnceCell<Vec<ClassId>>,
}

impl Calling {
    pub fn new(methods: FxHashSet<MethodId>) -> Self {
        Self { methods, ..Self::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.methods.is_empty()
    }

    pub(super) fn evidence(&self, program: &Program) -> &Evidence {
        self.evidence.get_or_init(|| Evidence::read(program))
    }

    /// Classes of the application that files of the class path name.
    pub(in crate::models) fn named_in_files(&self, program: &Program) -> &[ClassId] {
        self.named.get_or_init(|| named_in_files(program))
    }

    pub(super) fn deciding(&self, program: &Program) -> &Deciding {
        self.deciding.get_or_init(|| Deciding::read(program, &self.methods))
    }
}
