//! What a method keeps of its parameters is kept at each call, with that call's own arguments; calls that no instruction makes
//! have nodes of their own for it, made when there is such a call (Cut-Shortcut, see `summaries/shortcuts.rs`). Must not know
//! how callees are found.

use super::super::callgraph::instance::Instance;
use super::super::command::{CallView, ValueUse};
use super::super::graph::field_based;
use super::super::graph::flow::{FlowKind, Shortcut};
use super::super::graph::node::{NodeInfo, Use};
use super::super::ids::{ALL, CallId, InstId, NodeId, ShortcutId};
use super::super::summaries::shortcuts::{Gives, Keeps, Shortcuts};
use super::solve::Solver;
use crate::base::PtsSet;
use crate::ir::Var;
use crate::program::FieldId;

impl Solver<'_> {
    /// What a call does in place of a callee with an argument, as edges name it.
    pub(super) fn shortcut(&mut self, call: CallId, inst: InstId, argument: u32) -> ShortcutId {
        let (call, callee) = (self.state.calls[call].site, self.state.instances[inst].method);
        self.core.shortcut(Shortcut { call, callee, argument })
    }

    pub(super) fn shortcuts_of(&self, inst: InstId) -> Option<Shortcuts> {
        let code = self.state.instances[inst].code.as_ref()?;
        (!code.shortcuts.is_empty()).then(|| code.shortcuts.clone())
    }

    /// What a call keeps of its arguments in fields of arguments; of receivers see [`Self::keep_in_receivers`].
    pub(super) fn short_stores(&mut self, call: CallId, view: &CallView, inst: InstId, selected: bool) {
        let Some(shortcuts) = self.shortcuts_of(inst) else { return };
        let arg = |param: u32| view.args.get(param as usize).copied().flatten();
        let caller = self.shortcuts_of(view.caller).unwrap_or_default();
        for kept in shortcuts.kept.iter().filter(|kept| !(selected && kept.base == 0)) {
            let &Keeps { base, field, value, .. } = kept;
            if caller.chains(base, field, value, &view.vars) {
                continue;
            }
            if let (Some(base), Some(src)) = (arg(base), arg(value)) {
                let kind = FlowKind::ShortcutStore(self.shortcut(call, inst, value));
                let src = self.kept_of((view.caller, view.offset), inst, kept, src);
                self.add_use(base, Use::Store { field, src, kind });
            }
        }
    }

    /// Receivers of a call have selected a callee: what it keeps in them.
    pub(super) fn keep_in_receivers(&mut self, call: CallId, inst: InstId, receivers: &PtsSet) {
        let Some(shortcuts) = self.shortcuts_of(inst) else { return };
        let caller = self.shortcuts_of(self.state.calls[call].caller).unwrap_or_default();
        for kept in shortcuts.kept.iter().filter(|kept| kept.base == 0) {
            let &Keeps { field, value, .. } = kept;
            if caller.chains(0, field, value, &self.state.calls[call].vars) {
                continue;
            }
            if let Some(Some(src)) = self.state.calls[call].args.get(value as usize).copied() {
                self.make_receivers_field_based(call, inst, field, receivers);
                let kind = FlowKind::ShortcutStore(self.shortcut(call, inst, value));
                let by = (self.state.calls[call].caller, self.state.calls[call].offset);
                let src = self.kept_of(by, inst, kept, src);
                self.store(receivers, field, src, kind);
            }
        }
    }

    /// What of an argument comes to the store that a call does in place of a callee.
    fn kept_of(&mut self, (by, offset): (InstId, u32), inst: InstId, kept: &Keeps, node: NodeId) -> NodeId {
        let Instance { method, ref code, .. } = self.state.instances[inst];
        let is_class = self.program.field(kept.field).ty == self.heap.types().class;
        let code = code.as_ref().filter(|_| is_class);
        let Some(store) = code.and_then(|code| Shortcuts::store_of(kept, &code.body)) else { return node };
        let var = Var(kept.value);
        let called = None;
        self.passed_on(&ValueUse { by: (by, offset), method, inst, offset: store, var, node, called, is_text: false })
    }

    /// The field-based fallback for the receivers of a call that keeps something in a field, once they are too many.
    fn make_receivers_field_based(&mut self, call: CallId, inst: InstId, field: FieldId, receivers: &PtsSet) {
        let Some(Some(at)) = self.state.calls[call].args.first().copied() else { return };
        if self.core.size(at) > field_based::MOST {
            let all = self.field_based_receivers.entry((call, inst)).or_default();
            all.or(receivers);
            if all.len() > field_based::MOST as usize {
                self.core.make_field_based(field, all);
            }
        }
    }

    /// Receivers of a call that leaves all to the method.
    pub(super) fn whole_receivers(&mut self, inst: InstId, receivers: &PtsSet) {
        if let Some(this) = self.whole_param(inst, 0) {
            self.core.add_all(this, receivers, ALL);
        }
    }

    /// Where a call passes an argument that leaves all to the method; `None` if its callers do nothing with that parameter.
    pub(super) fn whole_param(&mut self, inst: InstId, index: usize) -> Option<NodeId> {
        if self.state.instances[inst].whole.is_empty() {
            self.make_whole(inst);
        }
        self.state.instances[inst].whole.get(index).copied().flatten()
    }

    fn make_whole(&mut self, inst: InstId) {
        let Some(shortcuts) = self.shortcuts_of(inst) else { return };
        let given = shortcuts.given.iter().flat_map(|given| given.iter());
        let given = given.map(|&given| match given {
            Gives::Param(param) | Gives::Field(param, _) => param,
        });
        let kept = shortcuts.kept.iter().flat_map(|kept| [kept.base, kept.value]);
        let needed: Vec<u32> = given.chain(kept).collect();
        let nodes = (0..=needed.iter().copied().max().unwrap_or_default())
            .map(|param| needed.contains(&param).then(|| self.core.node(NodeInfo::Var(inst, Var(param)))));
        let whole: Vec<Option<NodeId>> = nodes.collect();
        self.state.instances[inst].whole = whole.clone();
        let node = |param: u32| whole[param as usize];
        for kept in shortcuts.kept.iter() {
            if let (Some(base), Some(src)) = (node(kept.base), node(kept.value)) {
                self.add_use(base, Use::Store { field: kept.field, src, kind: FlowKind::Uncut });
            }
        }
        let Some(ret) = self.state.instances[inst].ret else { return };
        for &given in shortcuts.given.iter().flat_map(|given| given.iter()) {
            match given {
                Gives::Param(param) => {
                    if let Some(from) = node(param) {
                        self.core.edge(from, ret, ALL, FlowKind::Uncut);
                    }
                }
                Gives::Field(param, field) => {
                    if let Some(base) = node(param) {
                        self.add_use(base, Use::Load { field, dst: ret, kind: FlowKind::Uncut });
                    }
                }
            }
        }
    }
}
