//! A call that has found a target: receivers, arguments, results and exceptions. Must not know how it was found.

use super::super::command::{Claim, Outcome};
use super::super::graph::flow::FlowKind;
use super::super::ids::{ALL, CallId, ModelId};
use super::super::summaries::containers::{Entrance, Received};
use super::solve::Solver;
use crate::base::PtsSet;
use crate::heap::{CtxId, ObjId};
use crate::program::{MethodId, access};

impl<'a> Solver<'a> {
    /// What the model says that claims a target.
    pub(super) fn claimed(&mut self, call: CallId, method: MethodId, claim: (ModelId, Claim)) -> Outcome {
        let view = self.view(call);
        self.edge_to(&view, method);
        self.throws_declared(&view, method);
        let outcome = self.ask(claim, &view, method);
        self.handled_calls.insert((call, method), outcome);
        outcome
    }

    /// Makes `target` under `ctx` a callee of `call`; the receivers selected it.
    pub(super) fn link(&mut self, call: CallId, target: MethodId, ctx: CtxId, receivers: Option<&PtsSet>) {
        let claim = self.claim(target);
        let mut modelled = claim.is_some();
        let mut is_answered = false;
        let left;
        let mut receivers = receivers;
        if let Some(claim) = claim {
            let outcome = match self.handled_calls.get(&(call, target)) {
                Some(&outcome) => outcome,
                None => self.claimed(call, target, claim),
            };
            match outcome {
                Outcome::Handled => return,
                Outcome::HandledOf(handled) => {
                    modelled = false;
                    if let Some(all) = receivers {
                        let is_left = |&obj: &u32| !handled.has(self.program, self.heap, ObjId(obj));
                        left = all.iter().filter(is_left).collect::<PtsSet>();
                        if left.is_empty() {
                            return;
                        }
                        receivers = Some(&left);
                    }
                }
                Outcome::Left => modelled = false,
                Outcome::AlsoAnalyse => {}
                Outcome::Answered => is_answered = true,
            }
        }
        let inst = self.instance(target, ctx);
        if let Some(receivers) = receivers {
            let contained = if modelled { None } else { self.contained(call, inst, receivers) };
            let (plain, this_objects) = match &contained {
                Some(Received { plain, this }) => (plain, this),
                None => (receivers, receivers),
            };
            if let Some(Some(this)) = self.state.instances[inst].params.first().copied() {
                self.core.add_all(this, this_objects, ALL);
            }
            if modelled {
                self.whole_receivers(inst, receivers);
            } else {
                self.keep_in_receivers(call, inst, this_objects);
                self.plain_receivers(call, inst, plain);
            }
        }
        if !self.call_insts.insert((call, inst)) {
            return;
        }
        let view = self.view(call);
        self.edge_to(&view, target);
        if self.program.method(target).access & access::STATIC != 0 {
            let class = self.program.method(target).class;
            self.initialise(class);
        }
        let skip = usize::from(receivers.is_some());
        let passed = FlowKind::Argument(view.site);
        let made = if receivers.is_none() && !modelled { self.made_by(call, target) } else { None };
        for (index, arg) in view.args.iter().enumerate().skip(skip) {
            let Some(arg) = *arg else { continue };
            if made.as_ref().is_some_and(|made| made.entrances.contains(&Entrance::Backing(index))) {
                self.pass_backing(call, inst, index);
                continue;
            }
            if let Some(Some(param)) = self.state.instances[inst].params.get(index).copied() {
                self.core.edge(arg, param, ALL, passed);
            }
            if modelled && let Some(whole) = self.whole_param(inst, index) {
                self.core.edge(arg, whole, ALL, passed);
            }
        }
        if !modelled {
            self.short_stores(call, &view, inst, receivers.is_some());
        }
        match made {
            Some(made) => self.make(call, inst, &made),
            None if is_answered => {}
            None if receivers.is_none() || modelled => self.give_back(call, inst, receivers.is_some(), modelled),
            None => {}
        }
        if receivers.is_none() {
            self.watch_direct(call, inst);
        }
        if let Some(throw) = view.throw {
            let exception = self.state.instances[inst].exception;
            self.core.edge(exception, throw, ALL, FlowKind::Exception(view.site));
        }
    }
}
