//! What a method does with its parameters alone is done at each call, with that call's own arguments (Cut-Shortcut, Ma et al.
//! 2023: section 3.1, the field access pattern, and 3.3, the local flow pattern). The method's own instructions for it
//! are left out; calls that no instruction makes have nodes of their own for them, made when there is such a call.
//! Must not know how callees are found.

use std::rc::Rc;

use crate::base::FxIndexSet;
use crate::classfile::{InvokeKind, Kind};
use crate::ir::{Body, Given, Op, Var};
use crate::program::{FieldId, FieldRef, MethodId, Program, access};

/// What a method gives back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gives {
    Param(u32),
    Field(u32, FieldId),
}

/// `base.field = value`, of parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Keeps {
    pub(crate) base: u32,
    pub(crate) field: FieldId,
    pub(crate) value: u32,
    named: FieldRef,
    /// A constructor that it chains to does it.
    is_chained: bool,
}

/// What the callers of a method do by themselves.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shortcuts {
    /// All that it returns.
    pub(crate) given: Option<Rc<[Gives]>>,
    pub(crate) kept: Rc<[Keeps]>,
}

impl Shortcuts {
    pub(crate) fn of(program: &Program, method: MethodId, body: &Body) -> Self {
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
            Some(Keeps { base: kept.base, field, value: kept.value, named: kept.field, is_chained: false })
        });
        Self { given, kept: kept.collect() }
    }

    /// The calls of `this(...)` and `super(...)` in a constructor, with their arguments.
    pub(crate) fn chained(program: &Program, method: MethodId, body: &Body) -> Vec<(MethodId, Vec<Var>)> {
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
    pub(crate) fn chain(&mut self, called: &Shortcuts, args: &[Var], params: u32) {
        let mut kept: FxIndexSet<Keeps> = self.kept.iter().copied().collect();
        for &keeps in called.kept.iter().filter(|keeps| keeps.base == 0) {
            let value = args.get(keeps.value as usize).filter(|arg| arg.0 != 0 && arg.0 < params);
            kept.extend(value.map(|value| Keeps { value: value.0, is_chained: true, ..keeps }));
        }
        self.kept = kept.into_iter().collect();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.given.is_none() && self.kept.is_empty()
    }

    /// Whether the callers do what a call with these arguments would do.
    pub(crate) fn chains(&self, base: u32, field: FieldId, value: u32, args: &[Var]) -> bool {
        let (Some(base), Some(value)) = (args.get(base as usize), args.get(value as usize)) else { return false };
        self.kept.iter().any(|kept| kept.base == base.0 && kept.field == field && kept.value == value.0)
    }

    /// Bytecode offset of the one instruction by which the body itself does what its callers do for it; `None` if there are more, or a
    /// call that may do it, too, which callers then do with the rest ([`Self::chains`]).
    pub(crate) fn store_of(keeps: &Keeps, body: &Body) -> Option<u32> {
        let passes = |op: &Op| {
            let has = |param: u32, args: &[Var]| args.contains(&Var(param));
            matches!(op, Op::Invoke { args, .. } if has(keeps.base, args) && has(keeps.value, args))
        };
        if body.blocks.iter().flat_map(|block| &block.stmts).any(|stmt| passes(&stmt.op)) {
            return None;
        }
        let is_it = |op: &Op| matches!(*op, Op::PutField { base, field, value } if base.0 == keeps.base && value.0 == keeps.value && field == keeps.named);
        let mut found = body.blocks.iter().flat_map(|block| &block.stmts).filter(|stmt| is_it(&stmt.op));
        match (found.next(), found.next(), keeps.is_chained) {
            (Some(stmt), None, false) => Some(stmt.offset),
            _ => None,
        }
    }

    /// Whether a store is done by the callers.
    pub(crate) fn keeps(&self, base: Var, field: FieldRef, value: Var) -> bool {
        self.kept.iter().any(|kept| kept.base == base.0 && kept.value == value.0 && kept.named == field)
    }
}
