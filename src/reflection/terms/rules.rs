//! Which rules run: each mode is one row of switches, and rules can be switched off one by one. Owns what a mode means; must
//! not know how rules work.

use crate::base::Sym;
use crate::config::Mode;

/// The stable kebab-case name of a rule, by which it is switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleName(pub(in crate::reflection) &'static str);

impl RuleName {
    pub fn text(self) -> &'static str {
        self.0
    }
}

/// Rules of Solar.
pub(in crate::reflection) const LAZY_OBJECTS: RuleName = RuleName("lazy-objects");
pub(in crate::reflection) const TARGETS_BY_RECEIVER: RuleName = RuleName("targets-by-receiver");
/// Tests of a class before it is used.
pub(in crate::reflection) const TESTED_CLASSES: RuleName = RuleName("tested-classes");
/// Tests of a name before the class is loaded.
pub(in crate::reflection) const ALLOWED_NAMES: RuleName = RuleName("allowed-names");
/// Names of classes that are values of properties, which more than one family asks for.
pub(in crate::reflection) const NAMED_BY_KEY: RuleName = RuleName("named-by-key");

/// The rules of one analysis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    pub names: Names,
    /// Whether what objects of unknown class are cast to says, there, of which they are (Solar).
    casts: bool,
    /// Whether objects say which members of unknown classes are used on them (Solar).
    uses: bool,
    /// What says which class a look-up gave.
    pub(in crate::reflection) votes: Votes,
    /// Whether a cast of an object of unknown class gives one of its type (Smaragdakis et al. 2015, invented objects).
    pub(in crate::reflection) invents: bool,
    /// Whether what is known of a name is followed beside names of which nothing is.
    pub(in crate::reflection) guesses: bool,
    /// Rules that are switched off: the APIs they answer for count as not modelled.
    off: Vec<RuleName>,
    /// Whether all members that a call reaches are followed, however many.
    pub(in crate::reflection) follow_all: bool,
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

/// Which uses of a class that nobody knows say to its look-up which one it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Votes {
    None,
    /// What an object of it is cast to in the method that makes it, on every way (Livshits et al. 2005, 5.3).
    SameMethod,
    /// What an object or the result of a member is cast to anywhere, and the names of its members, where few fit (Smaragdakis
    /// et al. 2015, 3.2).
    Anywhere,
    /// What an object is cast to anywhere, said to the call that makes it, for what that call is given (Tai-e).
    AtMaking,
}

impl Rules {
    /// The row of a mode, without the rules in `off`.
    pub fn new(mode: Mode, off: &[RuleName], follow_all: bool) -> Self {
        let names = match mode {
            Mode::None => Names::Ignored,
            Mode::Local => Names::Local,
            _ => Names::Flowing,
        };
        let row = |casts, uses, votes, invents, guesses| Self {
            names,
            casts,
            uses,
            votes,
            invents,
            guesses,
            off: off.to_vec(),
            follow_all,
        };
        match mode {
            Mode::None | Mode::Local | Mode::LivshitsPointsTo => row(false, false, Votes::None, false, false),
            Mode::LivshitsCasts => row(false, false, Votes::SameMethod, false, false),
            Mode::SmaragdakisSubstring => row(false, false, Votes::None, false, true),
            Mode::SmaragdakisBack => row(false, false, Votes::Anywhere, false, true),
            Mode::SmaragdakisInvent => row(false, false, Votes::None, true, true),
            Mode::Probe => row(false, true, Votes::None, false, false),
            Mode::Solar => row(true, true, Votes::None, false, false),
            Mode::TaiESolar => row(false, true, Votes::AtMaking, false, false),
            Mode::Union => row(true, true, Votes::Anywhere, false, true),
        }
    }

    /// Whether reflective calls are analysed at all.
    pub fn are_on(&self) -> bool {
        self.names != Names::Ignored
    }

    /// Whether names are known only where they are constants of the calling method.
    pub fn are_local(&self) -> bool {
        self.names == Names::Local
    }

    /// Whether a text that comes to a call is known there: any is, or, where only names are that are constants of the calling method,
    /// the one that the method gives the call itself.
    pub(in crate::reflection) fn knows_text(&self, text: Sym, given_here: Option<Sym>) -> bool {
        !self.are_local() || given_here == Some(text)
    }

    /// Whether casts say of which class an object is that was made of an unknown one (Solar).
    pub(in crate::reflection) fn follows_casts(&self) -> bool {
        self.casts && !self.is_off(LAZY_OBJECTS)
    }

    /// Whether objects say which members of unknown classes are used on them (Solar).
    pub(in crate::reflection) fn follows_uses(&self) -> bool {
        self.uses && !self.is_off(TARGETS_BY_RECEIVER)
    }

    /// Whether anything is to be learned from casts of what the API gives, but for lazy objects.
    pub(in crate::reflection) fn watches_casts(&self) -> bool {
        matches!(self.votes, Votes::Anywhere | Votes::AtMaking) || self.invents
    }

    /// Whether a rule is switched off.
    pub(in crate::reflection) fn is_off(&self, rule: RuleName) -> bool {
        self.off.contains(&rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_switched_off_by_name() {
        let rules = Rules::new(Mode::Local, &[RuleName("for-name")], false);
        assert!(rules.are_on() && rules.are_local());
        assert!(rules.is_off(RuleName("for-name")) && !rules.is_off(RuleName("load-class")));
        assert!(!Rules::new(Mode::None, &[], false).are_on());
    }

    /// The configuration may not know the rules, and says it again.
    #[test]
    fn modes_use_casts_where_their_rules_do() {
        for mode in Mode::ALL {
            let rules = Rules::new(mode, &[], false);
            // Invented objects are of the types of casts, and say nothing of others.
            let uses_casts = rules.follows_casts() || rules.votes != Votes::None;
            assert_eq!(uses_casts, mode.uses_casts(), "{}", mode.name());
        }
    }

    #[test]
    fn texts_are_known_where_they_may_come_from_elsewhere_or_are_given_here() {
        let (here, other) = (Sym::new(1), Sym::new(2));
        let knows = |mode, given_here| Rules::new(mode, &[], false).knows_text(here, given_here);
        assert!(knows(Mode::Local, Some(here)) && !knows(Mode::Local, Some(other)) && !knows(Mode::Local, None));
        assert!(knows(Mode::Solar, Some(other)) && knows(Mode::LivshitsPointsTo, None));
    }
}
