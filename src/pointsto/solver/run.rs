//! The run: from the first entry to the last fixpoint. Must not know what the steps do.

use super::super::graph::budget::Budget;
use super::super::ids::InstId;
use super::solve::{Next, Solver};

/// So many things are done before the bytes are counted again.
const UNCOUNTED: u32 = 64;

impl<'a> Solver<'a> {
    /// Runs to the last fixpoint: entry rounds start when nothing else is left to do. `most`: a run that is over this is of no
    /// use, and ends at once.
    pub fn run(&mut self, budget: &Budget, most: Option<&Budget>) {
        let mut pressure = budget.parts().into_iter().peekable();
        let (mut bytes, mut until) = (0, 0);
        loop {
            if until == 0 {
                (bytes, until) = (self.bytes(), UNCOUNTED);
            }
            until -= 1;
            let used = self.core.used(bytes);
            if let Some(limit) = most.and_then(|most| most.over(&used)) {
                self.exhausted = Some(limit);
                return;
            }
            if pressure.next_if(|part| part.over(&used).is_some()).is_some() {
                self.hook_all(None, |model, cx| model.on_pressure(cx));
            }
            if let Some(limit) = budget.over(&used) {
                // What waits for a fixpoint is not to be forgotten; nothing of it flows any more.
                self.hook_all(None, |model, cx| model.on_pressure(cx));
                self.exhausted = Some(limit);
                return;
            }
            if let Some(next) = self.next_to_see_through() {
                self.see_through(next);
            } else if let Some(inst) = self.next_reached() {
                self.core.step();
                self.enter(inst);
            } else if let Some(command) = self.commands.pop_front() {
                self.core.step();
                self.execute(command);
            } else if let Some((filter, obj, into)) = self.core.next_meeting() {
                self.met(filter, obj, into);
            } else if let Some((node, delta)) = self.core.pop() {
                self.deliver(node, &delta);
            } else if !self.join_earlier() {
                // A model that has something to do comes before those after it: entry rounds, the last, start on a fixpoint.
                self.hook_until(None, |model, cx| {
                    model.on_idle(cx);
                    !cx.out.is_empty()
                });
                if self.is_done() {
                    self.hook_all(None, |model, cx| model.on_end(cx));
                }
                if self.is_done() {
                    self.note_unknown_results();
                    return;
                }
            }
        }
    }

    /// What the run has cost so far.
    pub fn used(&self) -> Budget {
        self.core.used(self.bytes())
    }

    fn next_to_see_through(&mut self) -> Option<Next> {
        match &mut self.core.shuffle {
            None => self.next.pop_front(),
            Some(shuffle) => shuffle.take(&mut self.next),
        }
    }

    fn next_reached(&mut self) -> Option<InstId> {
        match &mut self.core.shuffle {
            None => self.reach.pop_front(),
            Some(shuffle) => shuffle.take(&mut self.reach),
        }
    }

    fn is_done(&self) -> bool {
        self.next.is_empty() && self.commands.is_empty() && self.reach.is_empty()
    }
}
