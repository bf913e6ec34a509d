//! Accessors: small methods outside the JDK that hand a parameter on as the key of a map (`Object get(String key)` of settings, of
//! attributes, of registries), themselves or through another one. Merged over all their callers they give what is under any key; told
//! apart by the calls that pass a constant, each of these gets what is under its own. Found by looking at bodies alone, so that
//! the answer does not depend on what was reached first. Must not know contexts.

use std::cell::RefCell;
use std::rc::Rc;

use super::collections::is_key;
use crate::base::FxHashMap;
use crate::classpath::Origin;
use crate::ir::facts::Facts;
use crate::ir::{self, Body, Op, Var};
use crate::pointsto::constant_key;
use crate::program::{MethodId, Program, TypeId, access};

/// Calls from one accessor to the next that are followed. More than the call sites a context has would tell nothing apart.
const DEPTH: u32 = 2;
/// Statements of an accessor: a larger method costs more than it tells.
const STATEMENTS: usize = 16;

/// Parameters or arguments by position, the receiver included; those beyond 63 are left out.
type Positions = u64;

/// Which methods are accessors.
#[derive(Default)]
pub struct Accessors {
    keys: RefCell<FxHashMap<(MethodId, u32), Positions>>,
    passed: RefCell<FxHashMap<MethodId, Rc<Passed>>>,
}

/// By the offset of a call: the arguments that are constants, and those that are parameters.
type Passed = FxHashMap<u32, (Positions, Positions)>;

impl Accessors {
    /// The parameters of a method that it hands on as keys.
    pub fn keys(&self, program: &Program, method: MethodId) -> Positions {
        self.handed_on(program, method, DEPTH)
    }

    fn handed_on(&self, program: &Program, method: MethodId, depth: u32) -> Positions {
        let data = program.method(method);
        let takes_keys = || program.method_desc(data.desc).params.iter().any(|&ty| is_constant_type(program, ty));
        if !data.has_code || program.origin_of(method) == Origin::Jdk || !takes_keys() {
            return 0;
        }
        if let Some(&known) = self.keys.borrow().get(&(method, depth)) {
            return known;
        }
        let body = ir::lower(program, method);
        let is_small = body.blocks.iter().map(|block| block.stmts.len()).sum::<usize>() <= STATEMENTS;
        let found = if is_small { self.look(program, method, &body, depth) } else { 0 };
        self.keys.borrow_mut().insert((method, depth), found);
        found
    }

    fn look(&self, program: &Program, method: MethodId, body: &Body, depth: u32) -> Positions {
        let facts = Facts::of(body);
        let data = program.method(method);
        let own = u32::from(data.access & access::STATIC == 0);
        let params = &program.method_desc(data.desc).params;
        let is_key_type = |param: Var| {
            let ty = param.0.checked_sub(own).and_then(|at| params.get(at as usize));
            ty.is_some_and(|&ty| is_constant_type(program, ty))
        };
        let mut found = 0;
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            let Op::Invoke { method: called, args, .. } = &stmt.op else { continue };
            for (position, &arg) in args.iter().enumerate() {
                let param = facts.behind_casts(arg);
                if is_key_type(param)
                    && let Some(called) = program.resolve_method(*called)
                    && (is_key(program, called, position)
                        || (depth > 1 && self.handed_on(program, called, depth - 1) & bit(position) != 0))
                {
                    found |= bit(param.index());
                }
            }
        }
        found
    }

    /// Of the arguments of the call at an offset of a method: those that are constants, and those that are parameters of it.
    pub fn passed(&self, program: &Program, caller: MethodId, offset: u32) -> (Positions, Positions) {
        // What the JDK asks for is its own business.
        if program.origin_of(caller) == Origin::Jdk {
            return (0, 0);
        }
        let mut known = self.passed.borrow_mut();
        let passed = known.entry(caller).or_insert_with(|| Rc::new(passed(program, &ir::lower(program, caller))));
        passed.get(&offset).copied().unwrap_or_default()
    }
}

fn passed(program: &Program, body: &Body) -> Passed {
    let facts = Facts::of(body);
    // Boxes are none: who takes any object as a key is no accessor.
    let is_constant = |var: Var| facts.stmt(var).is_some_and(|stmt| constant_key(program, &stmt.op).is_some());
    let mut found = Passed::default();
    for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
        let Op::Invoke { args, .. } = &stmt.op else { continue };
        let (mut constants, mut params) = (0, 0);
        for (position, &arg) in args.iter().enumerate() {
            let var = facts.behind_casts(arg);
            if var.0 < body.params {
                params |= bit(position);
            } else if is_constant(var) {
                constants |= bit(position);
            }
        }
        if constants | params != 0 {
            found.insert(stmt.offset, (constants, params));
        }
    }
    found
}

/// Whether constants that are keys have the type. Who takes any object is a map itself more often than not, and keeps nothing apart.
fn is_constant_type(program: &Program, ty: TypeId) -> bool {
    let (well_known, class) = (program.well_known(), program.class_of(ty));
    class.is_some_and(|class| {
        class == well_known.string || class == well_known.class || program.class(class).access & access::ENUM != 0
    })
}

fn bit(position: usize) -> Positions {
    1u64.checked_shl(position as u32).unwrap_or(0)
}
