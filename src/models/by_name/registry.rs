//! Which members are called by name, and by whom, to be read when the solver has finished. Must not know how that is found out.

use std::cell::RefCell;
use std::rc::Rc;

use super::evidence::{CallsByName, What};
use crate::base::FxIndexMap;
use crate::classpath::ArtifactId;
use crate::program::{FieldId, MethodId};

/// Who calls by name.
#[derive(Debug)]
pub enum Caller {
    /// Hidden code of an artifact, as it does at a place.
    Hidden(ArtifactId, CallsByName),
    /// Who has what was handed to a method of the JDK, by its name.
    Jdk(String),
}

/// Under what what is handed over is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Who {
    Hidden(ArtifactId, What),
    /// A row of the table of methods of the JDK.
    Jdk(usize),
}

/// Members of the application, with those who may call or set them by name.
#[derive(Debug, Default)]
pub struct Called {
    callers: FxIndexMap<Who, Caller>,
    /// By the position of the first caller.
    methods: FxIndexMap<MethodId, usize>,
    fields: FxIndexMap<FieldId, usize>,
}

/// To be read when the solver has finished.
pub type CalledByName = Rc<RefCell<Called>>;

impl Called {
    pub(super) fn caller(&mut self, who: Who, new: impl FnOnce() -> Caller) {
        self.callers.entry(who).or_insert_with(new);
    }

    pub(super) fn calls(&mut self, who: Who, method: MethodId) {
        if let Some(at) = self.callers.get_index_of(&who) {
            self.methods.entry(method).or_insert(at);
        }
    }

    pub(super) fn sets(&mut self, who: Who, field: FieldId) {
        if let Some(at) = self.callers.get_index_of(&who) {
            self.fields.entry(field).or_insert(at);
        }
    }

    /// Who calls a method.
    pub fn of_method(&self, method: MethodId) -> Option<&Caller> {
        self.methods.get(&method).map(|&at| &self.callers[at])
    }

    /// Who sets a field.
    pub fn of_field(&self, field: FieldId) -> Option<&Caller> {
        self.fields.get(&field).map(|&at| &self.callers[at])
    }
}
