//! Classes that the program tests before it uses them: of those that a variable holds, a call is given the ones that the
//! conditions on each way to it let through, and of an unknown class what they leave (docs/analysis.md, Tested classes). Must not
//! know what is done with them.

use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, Site, SiteId};
use crate::ir::facts::Facts;
use crate::ir::{Body, Op, Stmt, Var};
use crate::pointsto::{Cx, ModelNode, NodeId, Ptr, ValueUse};
use crate::program::{ClassId, Program, TypeId};

use super::super::calls::making::instantiable;
use super::super::classes::as_subclass::{made_below, subtypes};
use super::super::code::guard::{Bound, Guard};
use super::super::state::State;
use super::super::state::call::{GuardId, Hook, Node};
use super::super::terms::site::Effect;
use super::questions::{Branch, Reader};
use super::ways::conditions_at;

impl State {
    /// The node that stands for a class behind conditions where it is used; `None` if there are none. `instantiates`: an object is
    /// made of it, and nothing else.
    pub(in crate::reflection) fn guarded(
        &mut self,
        cx: &mut Cx<'_, '_>,
        used: &ValueUse,
        instantiates: bool,
    ) -> Option<ModelNode> {
        let &ValueUse { by, method, inst, offset, var, node, called, .. } = used;
        let (program, class) = (cx.program, cx.program.method(method).class);
        let code = cx.code(inst)?;
        if !self.guards.asks(method, || asks_classes(program, (class, &code.body))) {
            return None;
        }
        let make = || {
            let conditions = conditions_at(program, (class, &code.body), offset, var)?;
            // That a class is not this or that leaves nearly all of them, which other code may still tell apart.
            let is_for_others = called.is_none_or(|(called, _)| program.origin_of(called) != Origin::Jdk);
            let distinguishes = conditions.needed().any(|(test, outcome)| test.distinguishes(outcome));
            let guard = Guard::new(program, conditions, (method, &code.body), instantiates);
            (!is_for_others || distinguishes || !guard.bounds.is_empty()).then_some(guard)
        };
        let guard = self.guards.at((by, (method, offset, var)), make)?;
        // What comes together in a variable is told apart by where it comes from.
        let sources: Option<Vec<(Var, NodeId)>> = match by.0 == inst {
            true => {
                let sources = self.guards.get(guard).conditions.sources();
                sources.into_iter().map(|source| Some((source, cx.var(inst, source)?))).collect()
            }
            false => None,
        };
        match sources {
            Some(sources) if sources.len() > 1 => {
                for (source, node) in sources {
                    cx.watch(node, self.hooks.number(Hook::Guarded(guard, Some(source))));
                }
            }
            _ => cx.watch(node, self.hooks.number(Hook::Guarded(guard, None))),
        }
        Some(self.nodes.number(Node::Guarded(guard)))
    }

    /// New objects before a guard.
    pub(in crate::reflection) fn met_guard(
        &mut self,
        cx: &mut Cx<'_, '_>,
        (guard, from): (GuardId, Option<Var>),
        objects: &[(ObjId, ObjKind)],
    ) {
        let to = self.node(cx, Node::Guarded(guard));
        let guard = self.guards.get(guard);
        for &(obj, kind) in objects {
            match (kind, &guard.bounds[..]) {
                (ObjKind::Class { ty }, _) => {
                    let given = Effect::Class(ty);
                    let conditions = &guard.conditions;
                    let admits = match from {
                        Some(from) => conditions.admit_from(cx.program, given, from),
                        None => conditions.admit(cx.program, given),
                    };
                    if admits {
                        cx.add(to, obj);
                    }
                }
                (ObjKind::UnknownClass { site, bound: own, outside: false }, [_, ..]) if self.rules.follows_casts() => {
                    self.bound_by_guard(cx, to, &guard, (site, own));
                }
                // Of a class that is made at run time, that is all there is to know.
                (ObjKind::UnknownClass { site, bound: own, outside: true }, &[Bound::SubtypeOf(bound)]) => {
                    cx.add(to, made_below(cx, (site, own), bound));
                }
                _ => cx.add(to, obj),
            }
        }
    }

    /// A class that nobody knows is one of those that a guard leaves, as at `Class.asSubclass`.
    fn bound_by_guard(&mut self, cx: &mut Cx<'_, '_>, to: Ptr, guard: &Guard, (site, own): (SiteId, TypeId)) {
        let (mut classes, mut open) = (Vec::new(), Vec::new());
        for &bound in &guard.bounds {
            match bound {
                Bound::Is(ty) => classes.push(ty),
                Bound::SubtypeOf(ty) => {
                    let bound = if cx.program.is_subtype(own, ty) { own } else { ty };
                    match subtypes(cx.program, bound) {
                        Some(found) => {
                            classes.extend(found.iter().map(|&class| cx.program.class_type(class)));
                            open.extend(Some(bound).filter(|&of| self.has_users && cx.program.may_be_extended(of)));
                        }
                        None => open.push(bound),
                    }
                }
            }
        }
        let is_told = matches!(cx.heap.site_data(site), Site::At(method, at) if guard.told_by == Some((method, at)));
        if !is_told {
            self.may_be_refused(site);
        }
        for bound in open {
            cx.add(to, cx.heap.intern(ObjKind::UnknownClass { site, bound, outside: false }));
        }
        for ty in classes {
            let can_be = !guard.instantiates || instantiable(cx, ty);
            if can_be && guard.conditions.admit(cx.program, Effect::Class(ty)) {
                self.became(site, Effect::Class(ty));
                cx.add(to, cx.heap.intern(ObjKind::Class { ty }));
            }
        }
    }
}

/// Whether a body in a class may ask something of classes: by branches, or by calls of methods that are given one.
fn asks_classes(program: &Program, (class, body): (ClassId, &Body)) -> bool {
    let facts = Facts::of(body);
    let reader = Reader { program, class, facts: &facts, of_objects: false };
    let of_objects = Reader { of_objects: true, ..reader };
    let gives_class = |stmt: &Stmt| stmt.op.dst().is_some_and(|dst| reader.object(dst).is_some());
    let asks_objects = || {
        body.blocks.iter().any(|block| Branch::of(&of_objects, &block.terminator).is_some())
            && body.blocks.iter().flat_map(|block| &block.stmts).any(gives_class)
    };
    let is_class = |ty: &TypeId| *ty == program.class_type(program.well_known().class);
    let checks = |op: &Op| match op {
        Op::Invoke { method, .. } => {
            let data = program.method_ref_data(*method);
            let is_own = program.class_of(data.owner).is_some_and(|of| program.class(of).origin != Origin::Jdk);
            is_own && program.method_desc(data.desc).params.iter().any(is_class)
        }
        _ => false,
    };
    let asks_itself = body.blocks.iter().any(|block| {
        Branch::of(&reader, &block.terminator).is_some() || block.stmts.iter().any(|stmt| checks(&stmt.op))
    });
    asks_itself || asks_objects()
}
