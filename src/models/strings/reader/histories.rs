//! What was done to objects that a body keeps to itself, where that depends on the way that control took: one choice among histories
//! at a time, the same wherever the same histories are met. Must not know how expressions are read.

use crate::ir::Var;
use crate::ir::history::{Histories, History, Place};

/// A choice of a history for each object that has several.
#[derive(Debug, Default)]
pub(super) struct Choices {
    made: Vec<Choice>,
    /// The histories that are being read: of which object, and where they start.
    around: Vec<(Var, Place, History)>,
    /// Whether a condition is being read. It is none of a history that the operation does not depend on.
    is_asked: bool,
}

/// Which of the histories of an object has happened. No change leads to itself, so that between two places with the same histories
/// nothing happens: one choice is that of both.
#[derive(Debug)]
struct Choice {
    object: Var,
    histories: Histories,
    number: usize,
}

impl Choices {
    pub(super) fn is_empty(&self) -> bool {
        self.made.is_empty()
    }

    /// The choices that come next, if there are more.
    pub(super) fn next(mut self) -> Option<Self> {
        while let Some(last) = self.made.last_mut() {
            last.number += 1;
            if last.number < last.histories.all.len() {
                return Some(self);
            }
            self.made.pop();
        }
        None
    }

    /// The history of an object that is read now.
    pub(super) fn of(&mut self, object: Var, mut histories: Histories) -> Option<History> {
        // What a change of the object takes from it was read on the same way: what had happened then is where the history begins.
        if let Some((_, start, around)) = self.around.iter().rev().find(|(other, ..)| *other == object)
            && *start == histories.start
        {
            histories.all.retain(|history| around.starts_with(history));
        }
        if histories.all.len() < 2 {
            return histories.all.pop();
        }
        let known = self.made.iter().find(|choice| choice.object == object && choice.histories == histories);
        if known.is_none() && self.is_asked {
            return None;
        }
        let number = known.map_or(0, |choice| choice.number);
        let history = histories.all[number].clone();
        if known.is_none() {
            self.made.push(Choice { object, histories, number });
        }
        Some(history)
    }

    /// What was done to an object comes to be read.
    pub(super) fn enter(&mut self, object: Var, start: Place, history: History) {
        self.around.push((object, start, history));
    }

    pub(super) fn leave(&mut self) {
        self.around.pop();
    }

    /// A condition comes to be read, or no more; what was read before.
    pub(super) fn ask(&mut self, is_asked: bool) -> bool {
        std::mem::replace(&mut self.is_asked, is_asked)
    }
}
