//! Which code is looked at: all of it, or what is neither of a library nor of an inner part of the JDK, and what of them was
//! opened (scope on demand, after Ali and Lhoták, ECOOP 2012 and 2013). Must not know why a class was opened.

use std::cell::OnceCell;

use super::{ClassId, Program, jdk_inner};
use crate::base::{FxHashSet, FxIndexSet};
use crate::classpath::Origin;

/// What a run looks at. The default is everything that no container supplies.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    demand: bool,
    open: FxIndexSet<ClassId>,
    /// Open classes that closed ones know.
    exposed: FxHashSet<ClassId>,
    /// Inner parts of the JDK are closed.
    closes_jdk: bool,
    /// More was asked for, and looking into it was given up.
    given_up: bool,
    /// How many classes of libraries there are, once that was asked.
    libraries: OnceCell<usize>,
}

impl Scope {
    /// Classes of libraries are closed unless they are among those; so are inner parts of the JDK, or none of them.
    pub fn on_demand(open: FxIndexSet<ClassId>, exposed: FxHashSet<ClassId>, closes_jdk: bool) -> Self {
        Self { demand: true, open, exposed, closes_jdk, given_up: false, libraries: OnceCell::new() }
    }

    /// The same where looking further was given up.
    #[must_use]
    pub fn giving_up(&self) -> Self {
        Self { given_up: true, ..self.clone() }
    }

    /// Whether more was asked for, and looking into it was given up.
    pub fn is_given_up(&self) -> bool {
        self.given_up
    }

    /// Whether inner parts of the JDK are closed.
    pub fn closes_jdk(&self) -> bool {
        self.closes_jdk
    }

    /// Whether there are classes that are not looked at though no container supplies them.
    pub fn is_on_demand(&self) -> bool {
        self.demand
    }

    /// Whether a class of a library is closed, or a part of the JDK.
    pub fn leaves_out(&self, program: &Program) -> bool {
        self.demand && (self.closes_jdk || self.closes_a_library(program))
    }

    fn closes_a_library(&self, program: &Program) -> bool {
        let class_path = program.class_path();
        let libraries = || class_path.classes().filter(|&class| class_path.origin(class) == Origin::Library).count();
        *self.libraries.get_or_init(libraries) > self.open.len()
    }

    /// Whether a method of the class that was not reached may run all the same: it is closed, or one of a library, which closed
    /// classes of libraries may call.
    pub fn may_run_unseen(&self, program: &Program, class: ClassId) -> bool {
        let is_of_library = || program.class(class).origin == Origin::Library && self.closes_a_library(program);
        self.is_closed(program, class) || (self.demand && is_of_library())
    }

    /// Classes of libraries that are looked at, in the order they were opened.
    pub fn open(&self) -> &FxIndexSet<ClassId> {
        &self.open
    }

    /// Whether the class is one of a library, or of an inner part of the JDK, that nothing has asked for.
    pub fn is_closed(&self, program: &Program, class: ClassId) -> bool {
        self.demand && !self.open.contains(&class) && {
            let data = program.class(class);
            let can_be = match data.origin {
                Origin::Application => false,
                Origin::Library => true,
                Origin::Jdk => self.closes_jdk && jdk_inner::is_inner(program.class_name(class)),
            };
            can_be && data.phantom.is_none()
        }
    }

    /// Whether the code of the class is not looked at: it is closed, or a container supplies it.
    pub fn is_hidden(&self, program: &Program, class: ClassId) -> bool {
        self.is_closed(program, class) || program.is_supplied(class)
    }

    /// Whether code that is not looked at may read and write the fields of the class.
    pub fn is_known_to_hidden(&self, program: &Program, class: ClassId) -> bool {
        self.is_hidden(program, class) || self.exposed.contains(&class)
    }
}
