//! What a method does with its parameters alone is done at each call, with that call's own arguments (Cut-Shortcut, Ma et al.
//! 2023: section 3.1, the field access pattern, and 3.3, the local flow pattern). The method's own instructions for it
//! are left out; calls that no instruction makes have nodes of their own for them, made when there is such a call.
//! Must not know how callees are found.

use std::rc::Rc;

use super::calls::{CallId, CallSite};
use super::filter::FilterId;
use super::hook::{CallView, Receiver};
use super::instance::InstId;
use super::node::{NodeId, NodeInfo, Use};
use super::shared;
use super::solve::{ALL, Solver};
use crate::base::{FxIndexSet, PtsSet};
use crate::classfile::{InvokeKind, Kind};
use crate::heap::ObjId;
use crate::ir::{Body, Given, Op, Var};
use crate::program::{FieldId, FieldRef, MethodId, Program, access};

/// What a method gives back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gives {
    Param(u32),
    Field(u32, FieldId),
}

/// `base.field = value`, of parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Keeps {
    base: u32,
    field: FieldId,
    value: u32,
    named: FieldRef,
}

/// What the callers of a method do by themselves.
#[derive(Debug, Clone, Default)]
pub(super) struct Shortcuts {
    /// All that it returns.
    pub(super) given: Option<Rc<[Gives]>>,
    pub(super) kept: Rc<[Keeps]>,
}

impl Shortcuts {
    pub(super) fn of(program: &Program, method: MethodId, body: &Body) -> Self {
        let gives = |given: &Given| match *given {
            Given::Param(param) => Some(Gives::Param(param)),
            Given::Field(base, field) => Some(Gives::Field(base, program.resolve_field(field)?)),
        };
        let given = body.given().and_then(|given| given.iter().map(gives).collect());
        let is_static = program.method(method).access & access::STATIC != 0;
        let kept = body.kept().into_iter().filter_map(|kept| {
            // What receivers a call has are objects, not a node of their own.
            let is_receiver = kept.value == 0 && !is_static;
            let field = program.resolve_field(kept.field).filter(|_| !is_receiver)?;
            Some(Keeps { base: kept.base, field, value: kept.value, named: kept.field })
        });
        Self { given, kept: kept.collect() }
    }

    /// The calls of `this(...)` and `super(...)` in a constructor, with their arguments.
    fn chained(program: &Program, method: MethodId, body: &Body) -> Vec<(MethodId, Vec<Var>)> {
        let class = program.method(method).class;
        let is_chained = |op: &Op| match op {
            Op::Invoke { kind: InvokeKind::Special, method, args, .. } if args.first() == Some(&Var(0)) => {
                let passes = args.iter().skip(1).any(|arg| arg.0 < body.params && body.vars[*arg].kind == Kind::Ref);
                let called = program.resolve_special(class, *method).filter(|_| passes)?;
                (program.str(program.method(called).name) == "<init>").then(|| (called, args.clone()))
            }
            _ => None,
        };
        if program.str(program.method(method).name) != "<init>" {
            return Vec::new();
        }
        body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| is_chained(&stmt.op)).collect()
    }

    /// Adds what a constructor that is called with these arguments keeps of them in the new object.
    fn chain(&mut self, called: &Shortcuts, args: &[Var], params: u32) {
        let mut kept: FxIndexSet<Keeps> = self.kept.iter().copied().collect();
        for &keeps in called.kept.iter().filter(|keeps| keeps.base == 0) {
            let value = args.get(keeps.value as usize).filter(|arg| arg.0 != 0 && arg.0 < params);
            kept.extend(value.map(|value| Keeps { value: value.0, ..keeps }));
        }
        self.kept = kept.into_iter().collect();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.given.is_none() && self.kept.is_empty()
    }

    /// Whether the callers do what a call with these arguments would do.
    fn chains(&self, base: u32, field: FieldId, value: u32, args: &[Var]) -> bool {
        let (Some(base), Some(value)) = (args.get(base as usize), args.get(value as usize)) else { return false };
        self.kept.iter().any(|kept| kept.base == base.0 && kept.field == field && kept.value == value.0)
    }

    /// Whether a store is done by the callers.
    pub(super) fn keeps(&self, base: Var, field: FieldRef, value: Var) -> bool {
        self.kept.iter().any(|kept| kept.base == base.0 && kept.value == value.0 && kept.named == field)
    }
}

/// Constructors that are looked into for one: class hierarchies are not that deep.
const MOST_CHAINED: usize = 32;

impl Solver<'_> {
    /// What the callers of a method do by themselves; constructors that it chains to are looked into.
    pub(super) fn find_shortcuts(&mut self, method: MethodId, body: &Body) -> Shortcuts {
        if !self.shortcuts {
            return Shortcuts::default();
        }
        let mut shortcuts = Shortcuts::of(self.program, method, body);
        for (called, args) in Shortcuts::chained(self.program, method, body) {
            // No constructor calls itself through others (JLS 8.8.7.1); code that does so is not looked into again.
            let looks = self.program.method(called).has_code && self.chaining.len() < MOST_CHAINED;
            if looks && !self.is_modelled(called) && self.chaining.insert(called) {
                let code = self.code(called);
                self.chaining.remove(&called);
                shortcuts.chain(&code.shortcuts, &args, body.params);
            }
        }
        shortcuts
    }

    fn shortcuts_of(&self, inst: InstId) -> Option<Shortcuts> {
        let code = self.state.instances[inst].code.as_ref()?;
        (!code.shortcuts.is_empty()).then(|| code.shortcuts.clone())
    }

    /// What a call gets back of its arguments and their fields; receivers come one by one, as they select the method.
    pub(super) fn short_results(&mut self, view: &CallView, given: &[Gives], selected: bool, to: (NodeId, FilterId)) {
        let of_argument = |given: &&Gives| !matches!(given, Gives::Param(0) | Gives::Field(0, _) if selected);
        for &given in given.iter().filter(of_argument) {
            let (Gives::Param(param) | Gives::Field(param, _)) = given;
            let Some(from) = view.args.get(param as usize).copied().flatten() else { continue };
            match given {
                Gives::Param(_) => self.core.edge(from, to.0, to.1),
                Gives::Field(_, field) => {
                    let dst = if to.1 == ALL { to.0 } else { self.core.synthetic() };
                    if dst != to.0 {
                        self.core.edge(dst, to.0, to.1);
                    }
                    self.add_use(from, Use::Load { field, dst });
                }
            }
        }
    }

    /// What a call keeps of its arguments in fields of arguments; of receivers see [`Self::keep_in_receivers`].
    pub(super) fn short_stores(&mut self, view: &CallView, inst: InstId, selected: bool) {
        let Some(shortcuts) = self.shortcuts_of(inst) else { return };
        let arg = |param: u32| view.args.get(param as usize).copied().flatten();
        let caller = self.shortcuts_of(view.caller).unwrap_or_default();
        for &Keeps { base, field, value, .. } in shortcuts.kept.iter().filter(|kept| !(selected && kept.base == 0)) {
            if caller.chains(base, field, value, &view.vars) {
                continue;
            }
            if let (Some(base), Some(src)) = (arg(base), arg(value)) {
                self.add_use(base, Use::Store { field, src });
            }
        }
    }

    /// Receivers of a call have selected a callee: what it keeps in them.
    pub(super) fn keep_in_receivers(&mut self, call: CallId, inst: InstId, receivers: &PtsSet) {
        let Some(shortcuts) = self.shortcuts_of(inst) else { return };
        let caller = self.shortcuts_of(self.state.calls[call].caller).unwrap_or_default();
        for &Keeps { field, value, .. } in shortcuts.kept.iter().filter(|kept| kept.base == 0) {
            if caller.chains(0, field, value, &self.state.calls[call].vars) {
                continue;
            }
            if let Some(Some(src)) = self.state.calls[call].args.get(value as usize).copied() {
                self.share_receivers(call, inst, field, receivers);
                self.store(receivers, field, src);
            }
        }
    }

    /// Receivers of a call have selected a callee: what it returns of them.
    pub(super) fn give_of_receivers(&mut self, call: CallId, inst: InstId, receivers: &PtsSet) {
        let CallSite { caller, site, dst, cast, .. } = self.state.calls[call];
        let (Some(dst), Some(Shortcuts { given: Some(given), .. })) = (dst, self.shortcuts_of(inst)) else { return };
        let (caller, callee) = (self.state.instances[caller].method, self.state.instances[inst].method);
        let filter = self.return_filter(caller, callee, site);
        for &given in given.iter() {
            match given {
                Gives::Param(0) => {
                    self.core.add_all(dst, receivers, filter);
                    if let Some((to, cast)) = cast.filter(|_| filter == ALL) {
                        self.core.edge(dst, to, cast);
                    }
                }
                Gives::Field(0, field) => {
                    let to = cast.filter(|_| filter == ALL).unwrap_or((dst, filter));
                    for obj in receivers.iter() {
                        if let Some(from) = self.field_of(ObjId(obj), field) {
                            self.core.edge(from, to.0, to.1);
                        }
                    }
                }
                Gives::Param(_) | Gives::Field(..) => {}
            }
        }
    }

    /// What a method gives to code outside the program that calls it on an object.
    pub(super) fn return_outside(&mut self, inst: InstId, receiver: Receiver, to: NodeId) {
        let given = self.shortcuts_of(inst).and_then(|shortcuts| shortcuts.given);
        let Some(given) = given else {
            if let Some(from) = self.state.instances[inst].ret {
                self.core.edge(from, to, ALL);
            }
            return;
        };
        for &given in given.iter() {
            match (given, receiver) {
                (Gives::Param(0), Receiver::Obj(obj)) => self.core.add(to, obj),
                (Gives::Field(0, field), Receiver::Obj(obj)) => {
                    if let Some(from) = self.field_of(obj, field) {
                        self.core.edge(from, to, ALL);
                    }
                }
                // Its own arguments come back to it.
                _ => {}
            }
        }
    }

    /// Makes the receivers of a call share a field that it keeps something in, once they are a crowd.
    fn share_receivers(&mut self, call: CallId, inst: InstId, field: FieldId, receivers: &PtsSet) {
        let Some(Some(at)) = self.state.calls[call].args.first().copied() else { return };
        if self.core.size(at) > shared::MOST {
            let crowd = self.crowds.entry((call, inst)).or_default();
            crowd.or(receivers);
            if crowd.len() > shared::MOST as usize {
                self.core.share_field(field, crowd);
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
                self.add_use(base, Use::Store { field: kept.field, src });
            }
        }
        let Some(ret) = self.state.instances[inst].ret else { return };
        for &given in shortcuts.given.iter().flat_map(|given| given.iter()) {
            match given {
                Gives::Param(param) => {
                    if let Some(from) = node(param) {
                        self.core.edge(from, ret, ALL);
                    }
                }
                Gives::Field(param, field) => {
                    if let Some(base) = node(param) {
                        self.add_use(base, Use::Load { field, dst: ret });
                    }
                }
            }
        }
    }
}
