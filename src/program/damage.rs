//! What of the program could not be read: class files that no JVM loads, those that only this project does not read, code that
//! is damaged or too large. Must not know how reading works.

use super::{ClassId, MethodId, Phantom, Program};
use crate::diag::Diag;

/// Why a class, or some of its code, cannot be used.
#[derive(Debug, Clone)]
pub enum Damage {
    /// What is wrong with its class file.
    File(String),
    /// What is said of something else.
    Other(Diag),
}

/// A class whose file, or some of whose code, cannot be used.
#[derive(Debug, Clone)]
pub(super) struct Damaged {
    damage: Damage,
    /// A JVM refuses the file as well.
    is_refused: bool,
}

impl Program {
    pub(super) fn note_damage(&self, class: ClassId, damage: Damage, is_refused: bool) {
        self.damaged.borrow_mut().insert(class, Damaged { damage, is_refused });
    }

    /// What is said of the damage of a class.
    pub(super) fn damage_diag(&self, class: ClassId, damage: &Damage) -> Diag {
        match damage {
            Damage::File(reason) => {
                let name = self.class_name(class).replace('/', ".");
                let message = format!("class {name} cannot be used: {reason}");
                Diag::warning("unreadable-class", self.place_of(class), message)
            }
            Damage::Other(diag) => diag.clone(),
        }
    }

    /// Classes met so far whose file, or some of the bodies in it, cannot be used, with the reason, by name. What they contain
    /// is missing from the program.
    pub fn damaged(&self) -> Vec<(ClassId, String)> {
        let reason = |class, damage| self.damage_diag(class, damage).message;
        let mut damaged: Vec<(ClassId, String)> =
            self.damaged.borrow().iter().map(|(&class, of)| (class, reason(class, &of.damage))).collect();
        damaged.sort_by_key(|(class, _)| self.class_name(*class));
        damaged
    }

    /// Why a class that is there cannot be used, if that is so.
    pub fn damage_of(&self, class: ClassId) -> Option<Damage> {
        self.damaged.borrow().get(&class).map(|damaged| damaged.damage.clone())
    }

    /// Whether the file of a phantom may be one that a JVM reads, although it could not be read here.
    pub fn may_be_readable(&self, class: ClassId) -> bool {
        self.class(class).phantom == Some(Phantom::Unreadable)
            && self.damaged.borrow().get(&class).is_none_or(|damaged| !damaged.is_refused)
    }

    /// Methods met so far whose code is larger than is read, by name.
    pub fn too_large_methods(&self) -> Vec<MethodId> {
        let mut methods: Vec<MethodId> = self.too_large.borrow().iter().copied().collect();
        methods.sort_by_cached_key(|&method| self.method_id(method));
        methods
    }

    /// Whether the code of a method is larger than is read.
    pub fn is_too_large(&self, method: MethodId) -> bool {
        self.too_large.borrow().contains(&method)
    }

    /// Reports a method whose code no JVM accepts from this offset on. The rest of its class is used.
    pub(crate) fn damaged_code(&self, method: MethodId, offset: u32) {
        let class = self.method(method).class;
        let method = self.method_id(method);
        let diag = Diag::warning(
            "damaged-code",
            self.place_of(class),
            format!("{method} has code that no JVM accepts, at offset {offset}: what depends on it is missing"),
        );
        let damaged = || Damaged { damage: Damage::Other(diag.clone()), is_refused: true };
        self.damaged.borrow_mut().entry(class).or_insert_with(damaged);
        self.report(diag);
    }

    /// Reports a method whose code a JVM runs and that is not read, since that would take too much memory.
    pub(crate) fn too_large(&self, method: MethodId) {
        if !self.too_large.borrow_mut().insert(method) {
            return;
        }
        let (place, method) = (self.place_of(self.method(method).class), self.method_id(method));
        let message = format!("{method} is larger than the analysis can read: what it does is unknown");
        self.report(Diag::warning("too-large-code", place, message));
    }
}
