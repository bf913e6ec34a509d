//! What the analysis remembers between bodies: bodies, what calls of methods do, final fields, and how much of its budget is left.
//! Must not know how a body is evaluated, nor how long a summary holds.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::rc::Rc;

use super::bound::{Bound, Rests};
use super::memory::Memory;
use super::store::{Path, Step, Store};
use crate::base::{FxHashMap, FxHashSet};
use crate::classpath::Origin;
use crate::ir::{self, Body};
use crate::program::{FieldId, MethodId, Program};

/// Statements that one question may evaluate; then it has no answer.
const BUDGET: u32 = 50_000;
/// Deepest nesting of bodies under evaluation, known callers and unknown ones together.
const NESTING: usize = 48;

/// A method as it is called: what holds when its body begins.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Entry {
    pub(super) method: MethodId,
    /// Of each parameter, the receiver first.
    pub(super) arguments: Vec<Bound>,
    /// Of paths from parameters and static fields.
    pub(super) store: Store,
    /// Whether the caller wants to know the result, and what becomes of the heap.
    pub(super) wants_result: bool,
    pub(super) wants_heap: bool,
    /// How many callers are known.
    pub(super) depth: u8,
}

impl Entry {
    /// A method that anybody may call, with anything: what it does to the heap is asked for, not its result.
    pub(super) fn of_anybody(method: MethodId, body: &Body) -> Self {
        let arguments = vec![Bound::Any; body.params as usize];
        Self { method, arguments, store: Store::default(), wants_result: false, wants_heap: true, depth: 0 }
    }
}

/// What code that ran may have done to objects that were there before.
#[derive(Debug, Clone, Default)]
pub(super) struct Effects {
    /// Anything.
    pub(super) anything: bool,
    /// It stored to these. Sorted.
    stored: Vec<Step>,
    /// What it rests on that it did no more: a receiver that a claim bounds selected what ran.
    pub(super) rests: Rests,
}

impl Effects {
    pub(super) fn anything() -> Self {
        Effects { anything: true, ..Effects::default() }
    }

    pub(super) fn add(&mut self, other: &Effects) {
        self.anything |= other.anything;
        self.rests = self.rests.and(other.rests);
        other.stored.iter().for_each(|&step| self.add_stored(step));
    }

    pub(super) fn add_stored(&mut self, step: Step) {
        if let Err(at) = self.stored.binary_search(&step) {
            self.stored.insert(at, step);
        }
    }

    /// Whether what lies behind a path may be another object, or another text, than before.
    pub(super) fn may_change(&self, path: &Path) -> bool {
        self.anything && !path.is_fixed() || path.steps().iter().any(|step| self.stored.binary_search(step).is_ok())
    }
}

/// How a method ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Exit {
    pub(super) result: Bound,
    /// Of paths from parameters, static fields and the result.
    pub(super) store: Store,
    /// Whether nobody else knows the object that is returned.
    pub(super) keeps_result: bool,
}

/// Which variables are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Those that a question is about.
    Asked,
    /// All of the methods that are looked at, but for those of the JDK.
    All,
    /// The same with each method by itself: no callee is looked into, nor the initialiser of a class (the baseline of ECOOP 2018,
    /// section 5).
    Alone,
}

/// What is known of the variables of a body under one entry, where all are asked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Points {
    pub(super) bounds: Vec<Bound>,
    /// The calls it makes, as they are at the fixpoint.
    pub(super) callees: Vec<Entry>,
}

/// What a call of a method does.
#[derive(Debug, Clone)]
pub(super) struct Summary {
    /// `None`: it never returns.
    pub(super) exit: Option<Exit>,
    pub(super) effects: Effects,
    /// Kept where all variables are asked for.
    pub(super) points: Option<Points>,
}

impl Summary {
    /// Of a method of which nothing is known.
    pub(super) fn unknown() -> Self {
        let exit = Exit { result: Bound::Any, store: Store::default(), keeps_result: false };
        Summary { exit: Some(exit), effects: Effects::anything(), points: None }
    }
}

/// What is shared by all questions.
pub(super) struct Shared<'p> {
    pub(super) program: &'p Program,
    pub(super) reach: Reach,
    /// Whether what constructors leave in final fields of objects is claimed, too ([`Rests::FINALS`]).
    pub(super) with_finals: bool,
    /// Calls whose result is not what their callees return.
    pub(super) given: FxHashSet<(MethodId, u32)>,
    bodies: RefCell<FxHashMap<MethodId, Option<Rc<Body>>>>,
    memory: RefCell<Memory<Entry, Rc<Summary>>>,
    running: RefCell<Vec<MethodId>>,
    left: Cell<u32>,
    cut_at: Cell<CutAt>,
}

/// What cut something short, the outermost of several: what lies within it depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum CutAt {
    /// The limits of a question, which lie outside of all bodies.
    Limits,
    /// A body that is under evaluation itself, by its place among those that are.
    Body(usize),
    /// Nothing was cut short.
    Nowhere,
}

impl<'p> Shared<'p> {
    pub(super) fn new(program: &'p Program, reach: Reach, given: FxHashSet<(MethodId, u32)>) -> Self {
        Self {
            program,
            reach,
            with_finals: false,
            given,
            bodies: RefCell::default(),
            memory: RefCell::default(),
            running: RefCell::default(),
            left: Cell::new(BUDGET),
            cut_at: Cell::new(CutAt::Nowhere),
        }
    }

    /// The same, and what constructors leave in final fields of objects is claimed.
    pub(super) fn with_finals(self) -> Self {
        Self { with_finals: true, ..self }
    }

    /// The body of a method, if all of it can be read.
    pub(super) fn body(&self, method: MethodId) -> Option<Rc<Body>> {
        if let Some(body) = self.bodies.borrow().get(&method) {
            return body.clone();
        }
        let data = self.program.method(method);
        let is_there = data.has_code && !self.program.rests_on_supplied(data.class);
        let body = is_there.then(|| ir::lower(self.program, method));
        let body = body.filter(|body| !body.is_too_large && body.damaged_at.is_empty() && !body.blocks.is_empty());
        let body = body.map(Rc::new);
        self.bodies.borrow_mut().insert(method, body.clone());
        body
    }

    /// Whether all variables of a method are asked for.
    pub(super) fn wants_all_of(&self, method: MethodId) -> bool {
        self.reach != Reach::Asked && self.program.origin_of(method) != Origin::Jdk
    }

    /// Forgets what it knows of methods but for their bodies: what a budget leaves out must not depend on earlier questions.
    pub(super) fn forget(&self) {
        *self.memory.borrow_mut() = Memory::default();
    }

    /// A new question begins.
    pub(super) fn begin(&self) {
        self.begin_with(BUDGET);
    }

    /// The same, with another budget.
    pub(super) fn begin_with(&self, budget: u32) {
        self.left.set(budget);
        self.cut_at.set(CutAt::Nowhere);
        self.memory.borrow_mut().end_question();
    }

    /// Takes a statement from the budget; false if there is none.
    pub(super) fn spend(&self) -> bool {
        let left = self.left.get().saturating_sub(1);
        self.left.set(left);
        if left == 0 {
            self.cut_at.set(CutAt::Limits);
        }
        left > 0
    }

    pub(super) fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    pub(super) fn known(&self, entry: &Entry) -> Option<Rc<Summary>> {
        self.memory.borrow().call(entry, &self.running.borrow())
    }

    /// Runs an evaluation of a method, unless it is already running: of recursive calls nothing is claimed.
    pub(super) fn nested<T>(&self, method: MethodId, run: impl FnOnce() -> T) -> Option<T> {
        {
            let mut running = self.running.borrow_mut();
            let already = running.iter().position(|&other| other == method);
            let cut_at =
                already.map_or((running.len() >= NESTING).then_some(CutAt::Limits), |at| Some(CutAt::Body(at)));
            if let Some(at) = cut_at {
                self.cut_at.set(self.cut_at.get().min(at));
                return None;
            }
            running.push(method);
        }
        let result = run();
        self.running.borrow_mut().pop();
        Some(result)
    }

    /// The summary that is computed of the method that runs, remembered for as long as it holds.
    pub(super) fn remembered(&self, entry: Entry, compute: impl FnOnce(&Entry) -> Summary) -> Rc<Summary> {
        let innermost = self.running.borrow().len().checked_sub(1);
        let own = innermost.map_or(CutAt::Limits, CutAt::Body);
        let (summary, pending, cut) = self.seen_through(own, || Rc::new(compute(&entry)));
        let mut memory = self.memory.borrow_mut();
        match cut {
            Ordering::Less => memory.put_pending(entry.method, entry, summary.clone()),
            _ => memory.put_call((entry.method, entry), summary.clone(), pending, cut.is_eq()),
        }
        summary
    }

    /// The same of a final field, by what is to be evaluated: the initialiser of its class, or a constructor.
    pub(super) fn remembered_final(
        &self,
        field: FieldId,
        initialiser: MethodId,
        compute: impl FnOnce() -> Bound,
    ) -> Bound {
        if let Some(bound) = self.memory.borrow().final_field((field, initialiser), &self.running.borrow()) {
            return bound;
        }
        let own = CutAt::Body(self.running.borrow().len());
        let (bound, pending, cut) = self.seen_through(own, compute);
        let mut memory = self.memory.borrow_mut();
        match cut {
            Ordering::Less => memory.pass(initialiser),
            _ => memory.put_final((field, initialiser), bound.clone(), pending, cut.is_eq()),
        }
        bound
    }

    /// What an evaluation gives whose body has that place among those under evaluation; how many were pending before; and how the
    /// place of what cut it short compares to its own: before it, itself, or nothing did.
    fn seen_through<T>(&self, own: CutAt, compute: impl FnOnce() -> T) -> (T, usize, Ordering) {
        let pending = self.memory.borrow().pending();
        let before = self.cut_at.replace(CutAt::Nowhere);
        let value = compute();
        let cut_at = self.cut_at.get();
        // What cut the body itself short is over with it.
        self.cut_at.set(if cut_at < own { cut_at.min(before) } else { before });
        (value, pending, cut_at.cmp(&own))
    }
}
