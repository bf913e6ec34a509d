//! Look-ups that give public members and no others. Must not know what is done with the members.

use crate::heap::{Site, SiteId};
use crate::ir::Op;
use crate::ir::facts::statement_at;
use crate::pointsto::Cx;

use super::super::state::State;

impl State {
    /// Whether the instruction is a look-up that gives public members and no others (JDK javadoc of `Class`).
    pub(in crate::reflection) fn gives_public_members(&self, cx: &Cx<'_, '_>, site: SiteId) -> bool {
        const LOOK_UPS: [&str; 6] =
            ["getConstructor", "getConstructors", "getField", "getFields", "getMethod", "getMethods"];
        if let Some(&known) = self.public_look_ups.borrow().get(&site) {
            return known;
        }
        let Site::At(method, offset) = cx.heap.site_data(site) else { return false };
        let Some(code) = cx.code_of(method) else { return false };
        let called = statement_at(&code.body, offset).and_then(|(block, at)| {
            match code.body.blocks[block].stmts[at as usize].op {
                Op::Invoke { method, .. } => Some(cx.program.method_ref_data(method)),
                _ => None,
            }
        });
        let class = cx.heap.types().class;
        let is_it = called.is_some_and(|of| of.owner == class && LOOK_UPS.contains(&cx.program.str(of.name)));
        self.public_look_ups.borrow_mut().insert(site, is_it);
        is_it
    }
}
