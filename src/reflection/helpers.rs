//! Helpers: methods that hand a parameter on to the reflective API, themselves or through other helpers. Merged over all their
//! callers, `load(name)` finds every name for each of them; told apart by call sites, each finds its own. Found by looking at
//! bodies alone, so that the answer does not depend on what was reached first. Must not know contexts, nor sets.

use std::cell::RefCell;
use std::rc::Rc;

use super::api::table::{API, ApiTable};
use super::terms::method::{CONSTRUCTOR, FIELD, Kind, METHOD};
use crate::base::{FxHashMap, FxHashSet};
use crate::classfile::InvokeKind;
use crate::classpath::Origin;
use crate::ir::{self, Body, Op, Var};
use crate::program::{MethodId, MethodRef, Program, Type, TypeId, access};

/// Calls from one helper to the next that are followed. More than the call sites a context has would tell nothing apart.
const DEPTH: u32 = 2;
/// Statements of a helper: a larger one costs more than it tells.
const STATEMENTS: usize = 300;
/// Implementations of one method that are looked at.
const IMPLEMENTATIONS: usize = 8;

/// A set of parameters by position, the receiver included; those beyond 63 are left out.
type Params = u64;

/// Which methods are helpers.
#[derive(Default)]
pub struct Helpers {
    /// The parameters that get to the API within so many calls.
    handed_on: RefCell<FxHashMap<(MethodId, u32), Params>>,
    bodies: RefCell<FxHashMap<MethodId, Rc<Hands>>>,
}

/// What a body does with its parameters.
#[derive(Default)]
struct Hands {
    /// Given to the API.
    to_api: Params,
    /// Given to another method: the call, the position there, and the parameters.
    to_others: Vec<(MethodRef, InvokeKind, usize, Params)>,
}

impl Helpers {
    /// Whether the method hands a parameter on to the reflective API within [`DEPTH`] calls.
    pub fn is_helper(&self, program: &Program, method: MethodId) -> bool {
        self.handed_on(program, method, DEPTH) != 0
    }

    fn handed_on(&self, program: &Program, method: MethodId, depth: u32) -> Params {
        if !takes_names(program, method) {
            return 0;
        }
        if let Some(&known) = self.handed_on.borrow().get(&(method, depth)) {
            return known;
        }
        let hands = self.hands(program, method);
        let mut found = hands.to_api;
        if depth > 1 {
            for &(called, kind, position, params) in &hands.to_others {
                if params & !found != 0
                    && let Some(called) = program.resolve_method(called)
                    && implementations(program, called, kind)
                        .into_iter()
                        .any(|callee| self.handed_on(program, callee, depth - 1) & bit(position) != 0)
                {
                    found |= params;
                }
            }
        }
        self.handed_on.borrow_mut().insert((method, depth), found);
        found
    }

    fn hands(&self, program: &Program, method: MethodId) -> Rc<Hands> {
        if let Some(known) = self.bodies.borrow().get(&method) {
            return known.clone();
        }
        let body = ir::lower(program, method);
        let small = body.blocks.iter().map(|block| block.stmts.len()).sum::<usize>() <= STATEMENTS;
        let hands = Rc::new(if small { self.look(program, method, &body) } else { Hands::default() });
        self.bodies.borrow_mut().insert(method, hands.clone());
        hands
    }

    fn look(&self, program: &Program, method: MethodId, body: &Body) -> Hands {
        let derived = derived(program, method, body);
        let of = |var: Var| derived.get(&var).copied().unwrap_or(0);
        let mut hands = Hands::default();
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            let Op::Invoke { kind, method: called, args, .. } = &stmt.op else { continue };
            if args.iter().all(|&arg| of(arg) == 0) {
                continue;
            }
            let Some(resolved) = program.resolve_method(*called) else { continue };
            let row = ApiTable::get().find(program, resolved);
            let is_api = row.is_some_and(|row| API[row].kind != Kind::Flow);
            for (position, &arg) in args.iter().enumerate().filter(|&(_, &arg)| of(arg) != 0) {
                let named = param_type(program, resolved, position).is_some_and(|ty| is_name(program, ty));
                if is_api && named {
                    hands.to_api |= of(arg);
                } else if row.is_none() && is_text(program, resolved, position) {
                    hands.to_others.push((*called, *kind, position, of(arg)));
                }
            }
        }
        hands
    }
}

/// Per variable the parameters its value is made from. `this` is none: receivers are another kind of context.
fn derived(program: &Program, method: MethodId, body: &Body) -> FxHashMap<Var, Params> {
    let mut found: FxHashMap<Var, Params> = FxHashMap::default();
    let first = u32::from(program.method(method).access & access::STATIC == 0);
    for position in first..body.params {
        let ty = param_type(program, method, position as usize);
        if ty.is_some_and(|ty| program.is_reference(ty)) {
            found.insert(Var(position), bit(position as usize));
        }
    }
    // Each round adds parameters to variables; a chain of n steps against the order of blocks takes n rounds.
    loop {
        let mut changed = false;
        let mut flow = |found: &mut FxHashMap<Var, Params>, from: &[Var], to: Var| {
            let params = from.iter().fold(0, |all, var| all | found.get(var).copied().unwrap_or(0));
            if params != 0 {
                let slot = found.entry(to).or_insert(0);
                changed |= *slot | params != *slot;
                *slot |= params;
            }
        };
        for block in body.blocks.iter() {
            for phi in &block.phis {
                flow(&mut found, &phi.args, phi.dst);
            }
            for stmt in &block.stmts {
                match &stmt.op {
                    Op::Cast { dst, src, .. } => flow(&mut found, &[*src], *dst),
                    Op::GetField { dst, base, .. } => flow(&mut found, &[*base], *dst),
                    Op::ArrayLoad { dst, array, elem: None, .. } => flow(&mut found, &[*array], *dst),
                    Op::ArrayStore { array, value, elem: None, .. } => flow(&mut found, &[*value], *array),
                    Op::Invoke { dst: Some(dst), args, .. } | Op::InvokeDynamic { dst: Some(dst), args, .. } => {
                        flow(&mut found, args, *dst);
                    }
                    _ => {}
                }
            }
        }
        if !changed {
            return found;
        }
    }
}

/// The methods a call may run, as far as the class hierarchy says and there are few.
fn implementations(program: &Program, resolved: MethodId, kind: InvokeKind) -> Vec<MethodId> {
    let data = program.method(resolved);
    if data.has_code || !matches!(kind, InvokeKind::Virtual | InvokeKind::Interface) {
        return vec![resolved];
    }
    let below = program.subtypes_outside_jdk(data.class).iter().take(4 * IMPLEMENTATIONS);
    let mut found: FxHashSet<MethodId> = FxHashSet::default();
    let selected = below.filter_map(|&class| program.select(class, resolved));
    selected.filter(|&method| found.insert(method)).take(IMPLEMENTATIONS).collect()
}

/// Whether it can be a helper: code outside the JDK with a parameter that names something.
fn takes_names(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    data.has_code
        && program.origin_of(method) != Origin::Jdk
        && program.method_desc(data.desc).params.iter().any(|&ty| is_name(program, ty))
}

/// Whether values of the type say which class or member a reflective call is about.
fn is_name(program: &Program, ty: TypeId) -> bool {
    let Type::Class(class) = program.ty(program.dimensions(ty).1) else { return false };
    let known = program.well_known();
    class == known.string || class == known.class || [METHOD, CONSTRUCTOR, FIELD].contains(&program.class_name(class))
}

/// Whether the argument at a position is a text for code outside the JDK: names go from helper to helper. Classes and members
/// do, too, but so many of them that telling them apart costs more than it tells.
fn is_text(program: &Program, method: MethodId, position: usize) -> bool {
    let text = program.well_known().string;
    program.origin_of(method) != Origin::Jdk
        && param_type(program, method, position).is_some_and(|ty| program.class_of(ty) == Some(text))
}

/// Declared type of the argument at a position, the receiver counted.
fn param_type(program: &Program, method: MethodId, position: usize) -> Option<TypeId> {
    let data = program.method(method);
    let params = &program.method_desc(data.desc).params;
    if data.access & access::STATIC != 0 {
        return params.get(position).copied();
    }
    match position {
        0 => Some(program.class_type(data.class)),
        _ => params.get(position - 1).copied(),
    }
}

fn bit(position: usize) -> Params {
    1u64.checked_shl(position as u32).unwrap_or(0)
}
