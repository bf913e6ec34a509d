//! Which rules run: each mode is one row of switches, and rules can be switched off one by one. Owns what a mode means; must
//! not know how rules work.

use crate::config::Mode;

/// Rules of Solar, by the names that switch them off.
pub(super) const LAZY_OBJECTS: &str = "lazy-objects";
pub(super) const TARGETS_BY_RECEIVER: &str = "targets-by-receiver";

/// The rules of one analysis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    pub names: Names,
    /// Whether what objects of unknown class are cast to says of which they are.
    casts: bool,
    /// Rules that are switched off, by name: the APIs they answer for count as not modelled.
    off: Vec<String>,
}

/// How far names of classes and members are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// Not at all: no reflective call is analysed.
    Ignored,
    /// Constants of the calling method.
    Local,
    /// Exact strings through the whole program (Livshits et al. 2005, points-to resolution).
    Flowing,
}

impl Rules {
    /// The row of a mode, without the rules named in `off`.
    pub fn new(mode: Mode, off: &[&str]) -> Self {
        let names = match mode {
            Mode::None => Names::Ignored,
            Mode::Local => Names::Local,
            Mode::LivshitsPointsTo | Mode::Solar => Names::Flowing,
        };
        Self { names, casts: mode.uses_casts(), off: off.iter().map(|&rule| rule.to_owned()).collect() }
    }

    /// Whether reflective calls are analysed at all.
    pub fn are_on(&self) -> bool {
        self.names != Names::Ignored
    }

    /// Whether names are known only where they are constants of the calling method.
    pub fn are_local(&self) -> bool {
        self.names == Names::Local
    }

    /// Whether casts say of which class an object is that was made of an unknown one (Solar).
    pub(super) fn follows_casts(&self) -> bool {
        self.casts && !self.is_off(LAZY_OBJECTS)
    }

    /// Whether objects say which members of unknown classes are used on them (Solar).
    pub(super) fn follows_uses(&self) -> bool {
        self.casts && !self.is_off(TARGETS_BY_RECEIVER)
    }

    /// Whether a rule is switched off.
    pub(super) fn is_off(&self, rule: &str) -> bool {
        self.off.iter().any(|off| off == rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_switched_off_by_name() {
        let rules = Rules::new(Mode::Local, &["for-name"]);
        assert!(rules.are_on() && rules.are_local());
        assert!(rules.is_off("for-name") && !rules.is_off("load-class"));
        assert!(!Rules::new(Mode::None, &[]).are_on());
    }
}
