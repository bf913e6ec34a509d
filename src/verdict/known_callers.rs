//! Methods of which all callers are known, if all of the program's code is: those that only instructions call, which no receiver
//! selects. Must not know what callers pass.

use std::cell::OnceCell;

use crate::base::{FxHashMap, FxHashSet};
use crate::classfile::InvokeKind;
use crate::classpath::Origin;
use crate::ir::Op;
use crate::pointsto::{EdgeKind, State};
use crate::program::{MethodId, Program, access};

use super::view::View;

/// Who calls whom, found when it is asked for the first time.
#[derive(Default)]
pub(super) struct KnownCallers(OnceCell<Calls>);

struct Calls {
    by_callee: FxHashMap<MethodId, Vec<(MethodId, u32)>>,
    /// What is called otherwise as well: by reflection, by the JVM, by code that was not looked at.
    otherwise: FxHashSet<MethodId>,
}

impl KnownCallers {
    /// All calls of a method in code that is reached; `None`: others may call it as well.
    pub(super) fn of(&self, view: &View<'_, '_>, method: MethodId) -> Option<Vec<(MethodId, u32)>> {
        let (program, state) = (view.program, view.state);
        // Library code that is closed calls methods of its library unseen. A budget leaves callers out.
        let is_own = program.origin_of(method) == Origin::Application;
        if !is_own || view.exhausted.is_some() || state.is_entered(method) || !is_called_directly(program, method) {
            return None;
        }
        let calls = self.0.get_or_init(|| Calls::of(program, state));
        if calls.otherwise.contains(&method) {
            return None;
        }
        calls.by_callee.get(&method).cloned()
    }
}

/// Whether no receiver decides that this method runs, so that each call names it.
fn is_called_directly(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    let is_constructor = program.str(data.name) == "<init>";
    data.access & (access::STATIC | access::PRIVATE) != 0 || is_constructor
}

impl Calls {
    fn of(program: &Program, state: &State) -> Self {
        let mut by_callee: FxHashMap<MethodId, Vec<(MethodId, u32)>> = FxHashMap::default();
        for caller in state.reached().filter(|&method| program.origin_of(method) != Origin::Jdk) {
            let Some(code) = state.code_of(caller) else { continue };
            let own = program.method(caller).class;
            for stmt in code.body.blocks.iter().flat_map(|block| &block.stmts) {
                let Op::Invoke { kind, method, .. } = &stmt.op else { continue };
                let callee = match kind {
                    InvokeKind::Special => program.resolve_special(own, *method),
                    _ => program.resolve_method(*method),
                };
                if let Some(callee) = callee.filter(|&callee| is_called_directly(program, callee)) {
                    by_callee.entry(callee).or_default().push((caller, stmt.offset));
                }
            }
        }
        by_callee.values_mut().for_each(|calls| {
            calls.sort_unstable();
            calls.dedup();
        });
        let otherwise = state.call_edges().filter(|&(.., kind)| kind != EdgeKind::Call).map(|(_, _, callee, _)| callee);
        Self { by_callee, otherwise: otherwise.collect() }
    }
}
