//! Decoded instructions -> [`Body`]: blocks, graph, stack simulation, SSA, and the finished form. Sound for whatever
//! verifies; code that cannot be given consistent stacks is cut short and said to be damaged. No part recurses, and tables
//! are kept between methods.

mod blocks;
mod finish;
mod graph;
mod ssa;
mod stack;

use std::cell::RefCell;

use self::blocks::Blocks;
use self::graph::{Graph, InstanceId, NOWHERE, Role};
use self::ssa::{Slot, Ssa};
use super::{Body, Stmt, Terminator, Var};
use crate::base::Sym;
use crate::classfile::{Kind, Prim, RawCode};
use crate::program::{MethodDesc, MethodId, Program, TypeId, access};

/// Why code is not read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Damage {
    /// It contradicts itself where it is being read.
    Code,
    /// It would take more memory than a body may: a limit of ours, a JVM runs it.
    Size,
}

/// Tables that keep their memory from one method to the next.
#[derive(Default)]
struct Scratch {
    blocks: Blocks,
    graph: Graph,
    ssa: Ssa,
    walked: Vec<Walked>,
    stmts: Vec<Stmt>,
    stack: Vec<Var>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// What became of one block instance.
#[derive(Default)]
struct Walked {
    /// Number of operand-stack entries at the start, once a predecessor tells; and that predecessor.
    entry: Option<(u32, InstanceId)>,
    is_done: bool,
    stmts: Vec<Stmt>,
    terminator: Terminator,
    /// The caught exception, in handlers.
    caught: Option<Var>,
}

/// The body of a method; an empty one if it has no code or no readable code. Code that no verifier accepts is reported to
/// the program.
pub fn lower(program: &Program, method: MethodId) -> Body {
    let Some(code) = program.raw_body(method) else { return Body::default() };
    let m = program.method(method);
    let body = lower_code(program, code, m.access & access::STATIC != 0, program.method_desc(m.desc));
    if body.is_too_large {
        program.too_large(method);
    } else if let Some(&offset) = body.damaged_at.first() {
        program.damaged_code(method, offset);
    }
    body
}

/// The body of `code` as a method of this kind and descriptor.
pub(super) fn lower_code(program: &Program, code: RawCode, is_static: bool, desc: &MethodDesc) -> Body {
    let kind_of = |&ty: &TypeId| stack::kind_of(program, ty);
    let receiver = (!is_static).then_some(Kind::Ref);
    let mut scratch = SCRATCH.with_borrow_mut(std::mem::take);
    let mut lowering = Lowering {
        program,
        code: &code,
        blocks: &mut scratch.blocks,
        graph: &mut scratch.graph,
        ssa: &mut scratch.ssa,
        walked: &mut scratch.walked,
        stmts: &mut scratch.stmts,
        stack: &mut scratch.stack,
        params: receiver.into_iter().chain(desc.params.iter().filter_map(kind_of)).collect(),
        return_kind: kind_of(&desc.ret),
        locals: 0,
        offset: 0,
        damaged_at: Vec::new(),
    };
    let ended = lowering.run();
    let (blocks, damaged_at) = match ended {
        Ok(()) => lowering.finish(),
        Err(Damage::Code) => (lowering.give_up(), vec![0]),
        Err(Damage::Size) => (lowering.give_up(), Vec::new()),
    };
    let is_too_large = ended == Err(Damage::Size);
    let params = lowering.params.len() as u32;
    let vars = lowering.take_vars();
    SCRATCH.with_borrow_mut(|kept| *kept = scratch);
    Body { params, vars, blocks, lines: code.lines, damaged_at, is_too_large }
}

struct Lowering<'p> {
    program: &'p Program,
    code: &'p RawCode,
    blocks: &'p mut Blocks,
    graph: &'p mut Graph,
    ssa: &'p mut Ssa,
    walked: &'p mut Vec<Walked>,
    /// Of the instance being walked.
    stmts: &'p mut Vec<Stmt>,
    stack: &'p mut Vec<Var>,
    params: Vec<Kind>,
    return_kind: Option<Kind>,
    /// Number of local-variable slots; places of the operand stack come after them.
    locals: u32,
    /// Offset of the instruction being walked.
    offset: u32,
    damaged_at: Vec<u32>,
}

impl Lowering<'_> {
    fn run(&mut self) -> Result<(), Damage> {
        self.blocks.reset();
        self.walked.clear();
        self.ssa.reset(0, 0);
        self.define_params();
        if self.code.insns.is_empty() {
            return Err(Damage::Code);
        }
        let throwable = self.program.sym("java/lang/Throwable");
        self.blocks.find(self.code, |class: Sym| class == throwable)?;
        self.graph.build(self.blocks, self.code)?;

        let instances = self.graph.instances.len();
        self.walked.resize_with(instances, Walked::default);
        let param_slots: u32 = self.params.iter().map(|&kind| slots_of(kind)).sum();
        self.locals = u32::from(self.code.max_locals).max(param_slots);
        self.ssa.reset(instances, self.locals as usize + usize::from(self.code.max_stack));
        for instance in &self.graph.instances {
            let first = self.blocks.list[instance.block as usize].insns.start;
            self.ssa.starts.push(self.code.insns[first as usize].0);
        }
        let params = self.define_params();
        let mut slot = 0;
        for (var, &kind) in params.map(Var).zip(&self.params) {
            self.ssa.define_at_entry(Slot(slot), var);
            slot += slots_of(kind);
        }
        self.damaged_at.extend_from_slice(&self.blocks.bad_handlers);
        self.walked[0].entry = Some((0, NOWHERE));
        // In reverse postorder each block has a walked predecessor, unless that one was cut short; then another may come
        // later, and a second round finds it.
        let order = std::mem::take(&mut self.graph.order);
        loop {
            let mut progress = false;
            for &instance in &order {
                if !self.walked[instance.index()].is_done && self.is_entered(instance) {
                    self.walk_instance(instance);
                    progress = true;
                }
            }
            if !progress || self.damaged_at.is_empty() {
                break;
            }
        }
        self.graph.order = order;
        let mut undefined = Vec::new();
        self.ssa.fill(self.graph, &mut undefined)?;
        // Where subroutines are merged, one call's locals are another's undefined ones.
        if !self.graph.is_merged() {
            self.damaged_at.append(&mut undefined);
        }
        self.ssa.dissolve();
        Ok(())
    }

    fn define_params(&mut self) -> std::ops::Range<u32> {
        for &kind in &self.params {
            self.ssa.new_var(kind, 0);
        }
        0..self.params.len() as u32
    }

    fn is_entered(&self, instance: InstanceId) -> bool {
        match self.graph.get(instance).role {
            Role::Handler => self.graph.covered(instance).iter().any(|&covered| self.ssa.can_throw(covered)),
            _ => self.walked[instance.index()].entry.is_some(),
        }
    }

    fn walk_instance(&mut self, instance: InstanceId) {
        let node = self.graph.get(instance);
        let has_insns = node.has_insns;
        self.offset = self.ssa.starts[instance.index()];
        self.stack.clear();
        let mut caught = None;
        if node.role == Role::Handler {
            let var = self.ssa.new_var(Kind::Ref, self.offset);
            caught = Some(var);
            self.stack.push(var);
        } else if let Some((height, pred)) = self.walked[instance.index()].entry {
            for place in (self.locals..self.locals + height).map(Slot) {
                let left = self.ssa.read(self.graph, pred, place, Kind::Ref);
                let kind = self.ssa.kind(left);
                let var = self.ssa.read(self.graph, instance, place, kind);
                self.stack.push(var);
            }
        }
        let terminator = if has_insns { self.walk(instance) } else { self.stub(instance) };
        let terminator = terminator.and_then(|terminator| self.leave(instance).map(|()| terminator));
        let walked = &mut self.walked[instance.index()];
        walked.is_done = true;
        walked.caught = caught;
        walked.stmts = self.stmts.drain(..).collect();
        match terminator {
            Ok(terminator) => {
                walked.terminator = terminator;
                self.ssa.complete[instance.index()] = true;
            }
            Err(_) => self.damaged_at.push(self.offset),
        }
    }

    /// An instance without instructions goes on; the hub is a switch over the return addresses that `ret` leaves on the stack.
    fn stub(&mut self, instance: InstanceId) -> Result<Terminator, Damage> {
        if self.graph.get(instance).role != Role::Hub {
            return Ok(Terminator::Goto(self.target(instance, 0)?));
        }
        let value = self.stack.pop().ok_or(Damage::Code)?;
        self.switch_over(instance, value)
    }

    /// Leaves the stack to the successors, which must agree on its height.
    fn leave(&mut self, instance: InstanceId) -> Result<(), Damage> {
        let height = self.stack.len() as u32;
        let succs = self.graph.succs(instance);
        if succs.is_empty() {
            return Ok(());
        }
        let agree = |&succ: &InstanceId| match self.walked[succ.index()].entry {
            Some((other, _)) => other == height,
            None => true,
        };
        if !succs.iter().filter(|&&succ| succ != NOWHERE).all(agree) {
            return Err(Damage::Code);
        }
        for (place, &var) in (self.locals..).map(Slot).zip(self.stack.iter()) {
            self.ssa.write(instance, place, var, false);
        }
        for &succ in self.graph.succs(instance).iter().filter(|&&succ| succ != NOWHERE) {
            self.walked[succ.index()].entry.get_or_insert((height, instance));
        }
        Ok(())
    }
}

/// Local-variable slots a value takes (JVMS 2.6.1).
fn slots_of(kind: Kind) -> u32 {
    match kind {
        Kind::Long | Kind::Double => 2,
        Kind::Int | Kind::Float | Kind::Ref => 1,
    }
}

/// Kind of a primitive type's values on the operand stack (JVMS 2.11.1).
fn prim_kind(prim: Prim) -> Kind {
    match prim {
        Prim::Boolean | Prim::Byte | Prim::Char | Prim::Short | Prim::Int => Kind::Int,
        Prim::Long => Kind::Long,
        Prim::Float => Kind::Float,
        Prim::Double => Kind::Double,
    }
}
