//! All-points mode: what is claimed of every variable of the methods of some classes, found on all processors. Must not know who
//! compares it with what.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::bound::{Bound, Item, Rests};
use super::calls::class_of;
use super::frame::Frame;
use super::summary::{Entry, Points, Reach, Shared};
use super::whole;
use crate::base::{FxHashMap, FxHashSet};
use crate::classfile::InvokeKind;
use crate::classpath::{ClassPath, Origin};
use crate::ir::facts::Def;
use crate::ir::{Op, Var};
use crate::program::{ClassId, MethodId, Program, access};

/// Where a claim holds, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Holds(u8);

impl Holds {
    /// Whoever calls the method (context *Init*), if what threads share is guarded by locks.
    pub const FOR_ALL: Holds = Holds(1);
    /// Whoever calls it, also of what threads share without locks.
    pub const FOR_ALL_RELAXED: Holds = Holds(2);
    /// For one caller of the classes at least.
    pub const FOR_SOME: Holds = Holds(4);
    pub const FOR_SOME_RELAXED: Holds = Holds(8);
    /// By the method alone, no other one looked into.
    pub const ALONE: Holds = Holds(16);
    /// As [`Holds::FOR_ALL`] and [`Holds::FOR_SOME`], if moreover nobody but constructors writes final fields of objects.
    pub const FOR_ALL_FINALS: Holds = Holds(32);
    pub const FOR_SOME_FINALS: Holds = Holds(64);

    pub fn has(self, other: Holds) -> bool {
        self.0 & other.0 == other.0
    }

    fn add(&mut self, other: Holds) {
        self.0 |= other.0;
    }
}

/// What gives a variable its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Source {
    #[default]
    Instruction,
    Receiver,
    Parameter,
    Caught,
    Join,
    Field,
    StaticField,
    Element,
    /// A call of a method that is named, of one that a receiver selects, of one of the JDK.
    NamedCall,
    SelectedCall,
    JdkCall,
}

/// What is claimed of one variable.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfVar {
    pub holds: Holds,
    pub source: Source,
    /// Of the claim for all callers: how many values, null not counted.
    pub size: u32,
    pub may_be_null: bool,
    /// Their classes, as [`class_key`] gives them, but for objects of the JDK's.
    pub classes: Vec<u64>,
}

/// What is claimed in one method.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfMethod {
    /// By the number of the variable.
    pub vars: Vec<OfVar>,
    /// Virtual and interface calls that no declaration ties to one method, by offset: where it is one whatever the receiver.
    pub calls: Vec<(u32, Holds)>,
}

/// What is claimed of methods, by the number of the class in the list and that of the method in its class.
pub type Everywhere = BTreeMap<(u32, u32), OfMethod>;

/// A number for the name of a class, equal in all programs.
pub fn class_key(binary_name: &str) -> u64 {
    // FNV-1a.
    binary_name.bytes().fold(0xcbf2_9ce4_8422_2325, |key, byte| (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// What is claimed of all variables of these classes, by internal names. Each class is a question of its own, so that it does not
/// matter which processor has it: the same at any number of threads. Specifications are not asked.
pub fn everywhere(class_path: &Arc<ClassPath>, classes: &[String]) -> Everywhere {
    let next = AtomicUsize::new(0);
    let work = |_: rayon::BroadcastContext<'_>| {
        let program = OnceCell::new();
        let worker = OnceCell::new();
        let mut found = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= classes.len() {
                return found;
            }
            let program = program.get_or_init(|| Program::new(Arc::clone(class_path)));
            let worker: &Worker<'_> = worker.get_or_init(|| Worker::new(program, classes));
            found.push(worker.class(at));
        }
    };
    let mut all = Everywhere::default();
    let found: Vec<Found> = rayon::broadcast(work).into_iter().flatten().collect();
    let met: Vec<Met> = found.into_iter().flat_map(|found| found.join(&mut all)).collect();
    for (key, var, holds) in met {
        let method: &mut OfMethod = all.entry(key).or_default();
        if method.vars.len() <= var {
            method.vars.resize(var + 1, OfVar::default());
        }
        method.vars[var].holds.add(holds);
    }
    all
}

/// A variable of a method, and what holds of it for some caller.
type Met = ((u32, u32), usize, Holds);

/// What one class says: of its own methods, and of those it calls.
struct Found {
    own: Vec<((u32, u32), OfMethod)>,
    met: Vec<Met>,
}

impl Found {
    /// Adds what is said of its methods, and gives what is said of others.
    fn join(self, all: &mut Everywhere) -> Vec<Met> {
        for (key, method) in self.own {
            let there = all.entry(key).or_default();
            let before = std::mem::replace(there, method);
            there.vars.resize(there.vars.len().max(before.vars.len()), OfVar::default());
            for (var, before) in there.vars.iter_mut().zip(before.vars) {
                var.holds.add(before.holds);
            }
        }
        self.met
    }
}

/// The calls that the methods of a class lead to, and what holds of variables under them.
#[derive(Default)]
struct Called {
    seen: FxHashSet<Entry>,
    met: BTreeMap<((u32, u32), usize), Holds>,
}

/// The same, with what constructors leave in final fields and without.
#[derive(Default)]
struct BothCalled {
    plain: Called,
    with_finals: Called,
}

struct Worker<'p> {
    program: &'p Program,
    all: Shared<'p>,
    /// With what constructors leave in final fields of objects: by itself, since what is known of more may rest on more.
    with_finals: Shared<'p>,
    alone: Shared<'p>,
    names: &'p [String],
    numbers: FxHashMap<ClassId, u32>,
}

impl<'p> Worker<'p> {
    fn new(program: &'p Program, names: &'p [String]) -> Self {
        let numbers =
            names.iter().zip(0..).map(|(name, number)| (program.class_id(program.sym(name)), number)).collect();
        let shared = |reach| Shared::new(program, reach, FxHashSet::default());
        let (all, with_finals) = (shared(Reach::All), shared(Reach::All).with_finals());
        Self { program, all, with_finals, alone: shared(Reach::Alone), names, numbers }
    }

    fn class(&self, at: usize) -> Found {
        let mut found = Found { own: Vec::new(), met: Vec::new() };
        let Some(class) = self.program.find_class(&self.names[at]) else { return found };
        self.all.forget();
        self.with_finals.forget();
        self.alone.forget();
        let mut called = BothCalled::default();
        for (nth, &method) in (0..).zip(&self.program.class(class).methods) {
            let Some(of) = self.method(method, &mut called) else { continue };
            found.own.push(((at as u32, nth), of));
        }
        let met = called.plain.met.into_iter().chain(called.with_finals.met);
        found.met = met.map(|((key, var), holds)| (key, var, holds)).collect();
        found
    }

    fn method(&self, method: MethodId, called: &mut BothCalled) -> Option<OfMethod> {
        let mut of = OfMethod::default();
        let points = evaluate(&self.all, method, |frame| {
            of.vars = frame.bounds.iter().map(|bound| of_var(self.program, bound)).collect();
            for (number, var) in (0..).zip(&mut of.vars) {
                var.source = source(frame, Var(number));
            }
            of.calls = calls(frame);
        })?;
        let _ = evaluate(&self.alone, method, |frame| {
            for (var, bound) in of.vars.iter_mut().zip(frame.bounds.iter()) {
                if is_claim(bound) {
                    var.holds.add(Holds::ALONE);
                }
            }
            for ((_, all), (_, alone)) in of.calls.iter_mut().zip(calls(frame)) {
                if alone.has(Holds::FOR_ALL) {
                    all.add(Holds::ALONE);
                }
            }
        });
        let with_finals = evaluate(&self.with_finals, method, |frame| {
            for (var, _) in of.vars.iter_mut().zip(frame.bounds.iter()).filter(|(_, bound)| is_claim(bound)) {
                var.holds.add(Holds::FOR_ALL_FINALS);
                var.holds.add(Holds::FOR_SOME_FINALS);
            }
        });
        self.under(&self.all, points, &mut called.plain, for_some);
        if let Some(points) = with_finals {
            self.under(&self.with_finals, points, &mut called.with_finals, |_| Holds::FOR_SOME_FINALS);
        }
        Some(of)
    }

    /// What holds in callees, and theirs, by what they were handed at the fixpoint.
    fn under(&self, shared: &Shared<'p>, points: Points, called: &mut Called, holds: impl Fn(Rests) -> Holds) {
        let mut todo = points.callees;
        while let Some(entry) = todo.pop() {
            if called.seen.contains(&entry) {
                continue;
            }
            if let Some(points) = shared.known(&entry).and_then(|summary| summary.points.clone()) {
                if let Some(key) = self.key(entry.method) {
                    for (var, bound) in points.bounds.iter().enumerate().filter(|(_, bound)| is_claim(bound)) {
                        called.met.entry((key, var)).or_default().add(holds(bound.rests()));
                    }
                }
                todo.extend(points.callees);
            }
            called.seen.insert(entry);
        }
    }

    fn key(&self, method: MethodId) -> Option<(u32, u32)> {
        let class = self.program.method(method).class;
        let number = *self.numbers.get(&class)?;
        let nth = self.program.class(class).methods.iter().position(|&other| other == method)?;
        Some((number, nth as u32))
    }
}

/// What holds in a method whoever calls it; `None` where the budget ends before.
fn evaluate(shared: &Shared<'_>, method: MethodId, look: impl FnOnce(&Frame<'_, '_>)) -> Option<Points> {
    shared.begin();
    let body = shared.body(method)?;
    let entry = Entry { wants_result: true, ..Entry::of_anybody(method, &body) };
    let run = || {
        let mut frame = Frame::run(shared, &body, &entry, &[]);
        if shared.is_spent() {
            return None;
        }
        look(&frame);
        Some(Points { bounds: Vec::new(), callees: std::mem::take(&mut frame.callees) })
    };
    shared.nested(method, run).flatten()
}

fn is_claim(bound: &Bound) -> bool {
    matches!(bound, Bound::Within(..))
}

fn for_some(rests: Rests) -> Holds {
    let mut holds = Holds::FOR_SOME_FINALS;
    holds.add(Holds::FOR_SOME);
    if !rests.has(Rests::RACE_FREE) {
        holds.add(Holds::FOR_SOME_RELAXED);
    }
    holds
}

fn for_all(rests: Rests) -> Holds {
    let mut holds = for_some(rests);
    holds.add(Holds::FOR_ALL);
    holds.add(Holds::FOR_ALL_FINALS);
    if holds.has(Holds::FOR_SOME_RELAXED) {
        holds.add(Holds::FOR_ALL_RELAXED);
    }
    holds
}

fn of_var(program: &Program, bound: &Bound) -> OfVar {
    let Bound::Within(items, rests) = bound else { return OfVar::default() };
    let known = items.iter().filter(|&&item| item != Item::Null);
    // Objects of the JDK's classes may be others where its methods are answered for by models.
    let is_followed = |ty| program.class_of(ty).is_some_and(|class| program.class(class).origin != Origin::Jdk);
    let class = |&item: &Item| match item {
        Item::Object { ty, .. } => is_followed(ty).then(|| class_key(&program.binary_name(ty))),
        item => {
            class_of(program, item).flatten().map(|class| class_key(&program.binary_name(program.class_type(class))))
        }
    };
    OfVar {
        holds: for_all(*rests),
        source: Source::default(),
        size: known.clone().count() as u32,
        may_be_null: items.contains(&Item::Null),
        classes: known.filter_map(class).collect(),
    }
}

fn source(frame: &Frame<'_, '_>, var: Var) -> Source {
    let program = frame.shared.program;
    match frame.facts.def(var) {
        Def::Param => {
            let is_static = program.method(frame.method).access & access::STATIC != 0;
            if var == Var(0) && !is_static { Source::Receiver } else { Source::Parameter }
        }
        Def::Caught(_) => Source::Caught,
        Def::Phi(..) => Source::Join,
        Def::Stmt(..) => match frame.facts.stmt(var).map(|stmt| &stmt.op) {
            Some(Op::Cast { src, .. }) => source(frame, *src),
            Some(Op::GetField { .. }) => Source::Field,
            Some(Op::GetStatic { .. }) => Source::StaticField,
            Some(Op::ArrayLoad { .. }) => Source::Element,
            Some(Op::Invoke { method, .. }) => match program.resolve_method(*method) {
                Some(method) if program.origin_of(method) == Origin::Jdk => Source::JdkCall,
                Some(method) if program.is_fixed(method) => Source::NamedCall,
                _ => Source::SelectedCall,
            },
            _ => Source::Instruction,
        },
    }
}

/// The calls of a body whose receiver decides what runs, each with whether all that it can be run one method.
fn calls(frame: &Frame<'_, '_>) -> Vec<(u32, Holds)> {
    let program = frame.shared.program;
    let stmts = frame.facts.body().blocks.iter().flat_map(|block| &block.stmts);
    let call = |op: &Op| match op {
        Op::Invoke { kind: InvokeKind::Virtual | InvokeKind::Interface, method, args, .. } => {
            let resolved = program.resolve_method(*method).filter(|&resolved| !program.is_fixed(resolved))?;
            Some((resolved, *args.first()?))
        }
        _ => None,
    };
    let one = |(resolved, receiver): (MethodId, Var)| match &frame.bounds[receiver] {
        Bound::Within(items, rests) => {
            let targets = items.iter().filter(|&&item| item != Item::Null).map(|&item| match item {
                Item::Function { .. } => frame.run_as(item, resolved),
                _ => whole::select(program, class_of(program, item)??, resolved),
            });
            let targets: Option<FxHashSet<MethodId>> = targets.collect();
            if targets.is_some_and(|targets| targets.len() == 1) { for_all(*rests) } else { Holds::default() }
        }
        _ => Holds::default(),
    };
    stmts.filter_map(|stmt| Some((stmt.offset, one(call(&stmt.op)?)))).collect()
}
