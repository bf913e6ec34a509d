//! Look-ups that give public members and no others. Must not know what is done with the members.

use crate::heap::{Site, SiteId};
use crate::ir::Op;
use crate::ir::facts::statement_at;
use crate::pointsto::Cx;

use super::super::state::State;
use super::super::terms::method::Api;

impl State {
    /// Whether the instruction is a look-up that gives public members and no others.
    pub(in crate::reflection) fn gives_public_members(&self, cx: &Cx<'_, '_>, site: SiteId) -> bool {
        if let Some(&known) = self.public_look_ups.borrow().get(&site) {
            return known;
        }
        let Site::At(method, offset) = cx.heap.site_data(site) else { return false };
        let Some(code) = cx.code_of(method) else { return false };
        let called = statement_at(&code.body, offset).and_then(|(block, at)| {
            match code.body.blocks[block].stmts[at as usize].op {
                Op::Invoke { method, .. } => (self.rows)(cx.program, method),
                _ => None,
            }
        });
        let is_it = called.is_some_and(Api::finds_public_members);
        self.public_look_ups.borrow_mut().insert(site, is_it);
        is_it
    }
}
