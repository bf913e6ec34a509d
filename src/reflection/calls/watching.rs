//! Watching the inputs of a call, each by the part that the row says it plays. Must not know what is done with them.

use super::super::code::absent_literals::absent_literals;
use super::super::state::State;
use super::super::state::call::{ApiCall, ApiCallId, Hook};
use super::super::terms::method::Kind;
use super::super::terms::site::{Problem, Role};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::ir;
use crate::pointsto::Cx;
use crate::program::{Phantom, Program};

impl State {
    /// Watches what plays a part in a call, as its row says.
    pub(in crate::reflection) fn watch_inputs(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        self.note_absent_literals(cx, call);
        for &(role, _) in self.calls[call].api.inputs {
            match role {
                Role::Name if self.allow_names(cx, call) => {}
                Role::Class | Role::Name | Role::Member | Role::Handle | Role::Handler | Role::Type | Role::Mirror => {
                    self.watch(cx, call, role);
                }
                Role::Receiver => {
                    self.note_null_receiver(cx, call);
                    self.watch(cx, call, role);
                }
                Role::Arguments => {
                    if self.calls[call].array.is_none() {
                        self.watch(cx, call, role);
                    }
                }
                // It decides nothing about the answer, but its methods run.
                Role::Loader => self.hook(cx, call, role),
                Role::Answer
                | Role::Value
                | Role::Initialise
                | Role::Length
                | Role::Lengths
                | Role::Index
                | Role::Constant
                | Role::Subject
                | Role::Flag
                | Role::Asking
                | Role::Types
                | Role::Passed
                | Role::Property
                | Role::Made => {}
            }
        }
    }

    /// Notes what plays a part in a call that no rule answers for, so that what is unknown there is said.
    pub(in crate::reflection) fn note_inputs(&self, call: ApiCallId) {
        let ApiCall { site, api, .. } = &self.calls[call];
        let mut sites = self.sites.borrow_mut();
        let Some(site) = sites.get_mut(site) else { return };
        for &(role, _) in api.inputs {
            if let (Role::Class | Role::Name | Role::Member, Some(node)) = (role, self.calls[call].input(role)) {
                site.role(role, node);
            }
        }
    }

    fn watch(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, role: Role) {
        if let Some(node) = self.calls[call].input(role)
            && let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site)
        {
            site.role(role, node);
        }
        self.hook(cx, call, role);
    }

    pub(in crate::reflection) fn hook(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, role: Role) {
        if let Some(node) = self.calls[call].input(role) {
            cx.watch(node, self.hooks.number(Hook::Input { call, role }));
        }
    }

    /// Notes classes that a call is given and that no class path has. There are no objects of such classes: only an instruction
    /// that names one gives its class object, if it does.
    pub(in crate::reflection) fn note_absent(&self, program: &Program, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        if self.calls[call].api.kind == Kind::Flow {
            return;
        }
        for &(_, kind) in objects {
            let ObjKind::Class { ty } = kind else { continue };
            let Some(class) = program.class_of(program.dimensions(ty).1) else { continue };
            if program.class(class).phantom == Some(Phantom::Missing) {
                self.problem(call, Problem::Absent(class));
            }
        }
    }

    /// As [`Self::note_absent`], of class literals that the call is given in any part, or in an array.
    fn note_absent_literals(&self, cx: &Cx<'_, '_>, call: ApiCallId) {
        let ApiCall { view, api, origin, .. } = &self.calls[call];
        if api.kind == Kind::Flow || *origin == Origin::Jdk {
            return;
        }
        let Some(code) = cx.code(view.caller) else { return };
        for class in absent_literals(cx.program, &code.body, view.offset, &view.vars) {
            self.problem(call, Problem::Absent(class));
        }
    }

    fn note_null_receiver(&self, cx: &Cx<'_, '_>, call: ApiCallId) {
        let ApiCall { view, site, .. } = &self.calls[call];
        let (Some(var), Some(code)) = (self.calls[call].var(Role::Receiver), cx.code(view.caller)) else { return };
        let is_null = matches!(ir::facts::constant_of(&code.body, var), Some(ir::ConstValue::Null));
        let may_be_null = is_null || may_be_null(&code.body, var);
        if may_be_null && let Some(site) = self.sites.borrow_mut().get_mut(site) {
            site.null_receiver |= is_null;
            site.may_be_null = true;
        }
    }
}

/// Whether the variable is the constant null on some way.
fn may_be_null(body: &ir::Body, var: ir::Var) -> bool {
    let is_phi = |block: &ir::Block| block.phis.iter().any(|phi| phi.dst == var);
    if !body.blocks.iter().any(is_phi) {
        return false;
    }
    let facts = ir::facts::Facts::of(body);
    let mut seen = vec![var];
    let mut next = 0;
    while let Some(&var) = seen.get(next) {
        next += 1;
        match facts.def(facts.behind_casts(var)) {
            ir::facts::Def::Phi(block, nth) => {
                for &arg in &body.blocks[block].phis[nth as usize].args {
                    if !seen.contains(&arg) {
                        seen.push(arg);
                    }
                }
            }
            _ if matches!(facts.constant_of(var), Some(ir::ConstValue::Null)) => return true,
            _ => {}
        }
    }
    false
}
