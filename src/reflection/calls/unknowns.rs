//! Notes who gives what nobody knows, and what that is used for, as calls are met (docs/analysis.md, Votes). Must not know what follows
//! of it.

use crate::base::Sym;
use crate::classpath::Origin;
use crate::heap::{MemberKind, ObjId, ObjKind};
use crate::ir::dominance::always_passes;
use crate::ir::facts::{Facts, Use};
use crate::ir::{BlockId, Body, Op, Var};
use crate::pointsto::Cx;
use crate::program::TypeId;

use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::terms::rules::Votes;

impl State {
    /// A call gives a class that nobody knows.
    pub(in crate::reflection) fn gave_unknown_class(&mut self, call: ApiCallId, is_for_name: bool) {
        if self.rules.votes != Votes::None && self.calls[call].origin != Origin::Jdk {
            self.uses.sources.entry(self.calls[call].view.site).or_default().insert(call);
            if is_for_name {
                self.uses.by_for_name.insert(call);
            }
        }
    }

    /// A look-up asks a class that nobody knows for a member, or any class for one whose name nobody knows.
    pub(in crate::reflection) fn asked_unknown_class(&mut self, call: ApiCallId, kind: MemberKind, name: Option<Sym>) {
        let votes = self.rules.votes;
        if !matches!(votes, Votes::Anywhere | Votes::AtMaking) || self.calls[call].origin == Origin::Jdk {
            return;
        }
        self.uses.members.entry(self.calls[call].view.site).or_default().insert(call);
        if let Some(name) = name.filter(|_| kind != MemberKind::Constructor && votes == Votes::Anywhere) {
            self.uses.names.insert((call, kind, name));
        }
    }

    /// A call gives an object of which nothing is known. To be said before the object goes anywhere.
    pub(in crate::reflection) fn gives_unknown(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, obj: ObjId) {
        if self.calls[call].origin == Origin::Jdk {
            return;
        }
        match self.rules.votes {
            Votes::SameMethod => {
                for ty in own_casts(cx, self, call) {
                    self.uses.own_casts.insert((call, ty));
                }
            }
            _ if !self.rules.watches_casts() => {}
            _ => {
                if !self.uses.makers.contains_key(&obj) {
                    cx.watch_filters(obj);
                }
                self.uses.makers.entry(obj).or_default().insert(call);
            }
        }
    }
}

/// Whether an object in a member's place says nothing of the member.
pub fn is_unknown_member(kind: ObjKind) -> bool {
    let is_unknown =
        matches!(kind, ObjKind::UnknownMember { .. } | ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. });
    is_unknown && !kind.is_listed()
}

/// The types to which the result of `Class.newInstance` is cast in its method, if every way from it passes one of the casts.
fn own_casts(cx: &Cx<'_, '_>, state: &State, call: ApiCallId) -> Vec<TypeId> {
    let view = &state.calls[call].view;
    let Some(code) = cx.code(view.caller).filter(|_| state.calls[call].api.acts_on_receiver_class()) else {
        return Vec::new();
    };
    let body = &code.body;
    let Some((from, dst)) = result_at(body, view.offset) else { return Vec::new() };
    let facts = Facts::of(body);
    let casts: Vec<((BlockId, usize), TypeId)> = facts
        .uses(dst)
        .iter()
        .filter_map(|at| match *at {
            Use::Stmt(block, nth) => match body.blocks[block].stmts[nth as usize].op {
                Op::Cast { ty, .. } => Some(((block, nth as usize), ty)),
                _ => None,
            },
            Use::Phi(..) | Use::Terminator(_) => None,
        })
        .collect();
    let places: Vec<(BlockId, usize)> = casts.iter().map(|&(place, _)| place).collect();
    let object = cx.heap.types().object;
    match !places.is_empty() && always_passes(body, from, &places) {
        true => casts.into_iter().map(|(_, ty)| ty).filter(|&ty| ty != object).collect(),
        false => Vec::new(),
    }
}

/// Where the instruction at an offset stands, and its result.
fn result_at(body: &Body, offset: u32) -> Option<((BlockId, usize), Var)> {
    body.blocks.iter_enumerated().find_map(|(id, block)| {
        let (nth, stmt) = block.stmts.iter().enumerate().find(|(_, stmt)| stmt.offset == offset)?;
        Some(((id, nth), stmt.op.dst()?))
    })
}
