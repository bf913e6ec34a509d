//! Which members are called by name, and by whom, to be read when the solver has finished. Must not know how that is found out.

use std::cell::RefCell;
use std::rc::Rc;

use super::evidence::{CallsByName, What};
use crate::base::FxIndexMap;
use crate::classpath::ArtifactId;
use crate::program::{FieldId, MethodId};

/// Who calls by name.
#[derive(Debug)]
pub struct Caller {
    pub artifact: ArtifactId,
    /// Where it does.
    pub place: CallsByName,
}

/// Members of the application, with those who may call or set them by name.
#[derive(Debug, Default)]
pub struct Called {
    pub(super) callers: FxIndexMap<(ArtifactId, What), Caller>,
    /// By the position of the first caller.
    pub(super) methods: FxIndexMap<MethodId, usize>,
    pub(super) fields: FxIndexMap<FieldId, usize>,
}

/// To be read when the solver has finished.
pub type CalledByName = Rc<RefCell<Called>>;

impl Called {
    /// Who calls a method.
    pub fn of_method(&self, method: MethodId) -> Option<&Caller> {
        self.methods.get(&method).map(|&at| &self.callers[at])
    }

    /// Who sets a field.
    pub fn of_field(&self, field: FieldId) -> Option<&Caller> {
        self.fields.get(&field).map(|&at| &self.callers[at])
    }
}
