//! Which rules run: each mode is one row of switches, and rules can be switched off one by one. Owns what a mode means; must
//! not know how rules work.

use super::api;
use crate::config::Mode;

/// The rules of one analysis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    pub names: Names,
    /// Rules that are switched off, by name: the APIs they answer for count as not modelled.
    off: Vec<&'static str>,
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
    /// The row of a mode, without the rules named in `off`. Says which of them does not exist.
    pub fn new(mode: Mode, off: &[&str]) -> Result<Self, String> {
        let names = match mode {
            Mode::None => Names::Ignored,
            Mode::Local => Names::Local,
            Mode::LivshitsPointsTo => Names::Flowing,
        };
        let rules = api::rules();
        let known = |name: &&str| rules.keys().copied().find(|rule| rule == name).ok_or_else(|| unknown(name));
        Ok(Self { names, off: off.iter().map(known).collect::<Result<_, _>>()? })
    }

    /// Whether reflective calls are analysed at all.
    pub fn are_on(&self) -> bool {
        self.names != Names::Ignored
    }

    /// Whether names are known only where they are constants of the calling method.
    pub fn are_local(&self) -> bool {
        self.names == Names::Local
    }

    /// Whether a rule is switched off.
    pub(super) fn is_off(&self, rule: &str) -> bool {
        self.off.contains(&rule)
    }
}

fn unknown(name: &str) -> String {
    format!("there is no rule \"{name}\" for reflective calls")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_switched_off_by_name() {
        let rules = Rules::new(Mode::Local, &["for-name"]).unwrap();
        assert!(rules.are_on() && rules.are_local());
        assert!(rules.is_off("for-name") && !rules.is_off("load-class"));
        assert!(!Rules::new(Mode::None, &[]).unwrap().are_on());
    }

    #[test]
    fn an_unknown_rule_is_named() {
        let unknown = Rules::new(Mode::LivshitsPointsTo, &["for-name", "for-nome"]);
        assert_eq!(unknown, Err("there is no rule \"for-nome\" for reflective calls".to_owned()));
    }
}
