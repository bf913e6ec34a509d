//! Walks the instructions of one block instance with an operand stack of variables and writes statements. Must not know
//! other blocks but by the slots they leave.

use super::blocks::can_throw;
use super::graph::{InstanceId, NOWHERE, Role};
use super::ssa::{Slot, UNDEFINED};
use super::{Damage, Lowering};
use crate::base::Sym;
use crate::classfile::{Cond, Insn, InvokeKind, Kind, RawConst, RawMemberRef};
use crate::ir::{BlockId, ConstValue, Op, Stmt, Terminator, Var};
use crate::program::{FieldRef, FieldRefData, MethodRefData, Program, Type, TypeId};

impl Lowering<'_> {
    /// Walks one instance. The stack it begins with is in `self.stack`; afterwards it is what is left at the end.
    /// Targets in the terminator are instances.
    pub(super) fn walk(&mut self, instance: InstanceId) -> Result<Terminator, Damage> {
        let block = &self.blocks.list[self.graph.get(instance).block as usize];
        let insns = &self.code.insns[block.insns.start as usize..block.insns.end as usize];
        let is_covered = !self.graph.handlers(instance).is_empty();
        if is_covered {
            self.ssa.begin_covered(instance);
        }
        let limit = usize::from(self.code.max_stack);
        for (offset, insn) in insns {
            self.offset = *offset;
            if is_covered && can_throw(insn) {
                self.ssa.throws(instance);
            }
            if let Some(terminator) = self.step(instance, insn, is_covered)? {
                return Ok(terminator);
            }
            // Longs and doubles count once here, so this bound is never stricter than JVMS 4.9.1.
            if self.stack.len() > limit {
                return Err(Damage::Code);
            }
        }
        Ok(Terminator::Goto(self.target(instance, 0)?))
    }

    /// The nth successor as a block id, which is its instance until the body is put together.
    pub(super) fn target(&self, instance: InstanceId, nth: usize) -> Result<BlockId, Damage> {
        match self.graph.succs(instance).get(nth) {
            None | Some(&NOWHERE) => Err(Damage::Code),
            Some(&id) => Ok(BlockId(id.0)),
        }
    }

    fn step(&mut self, instance: InstanceId, insn: &Insn, is_covered: bool) -> Result<Option<Terminator>, Damage> {
        match insn {
            Insn::Nop => {}
            Insn::Null => self.constant(Kind::Ref, ConstValue::Null),
            Insn::Const(value) => self.load_constant(value),
            &Insn::Load(kind, local) => {
                let var = self.read_local(instance, local, kind)?;
                self.stack.push(var);
            }
            &Insn::Store(kind, local) => {
                let var = self.pop_kind(kind)?;
                self.write_local(instance, local, var, is_covered)?;
            }
            &Insn::Iinc { local, by } => {
                let old = self.read_local(instance, local, Kind::Int)?;
                self.constant(Kind::Int, ConstValue::Int(by));
                let by = self.pop()?;
                self.prim(Kind::Int, "iinc", vec![old, by]);
                let new = self.pop()?;
                self.write_local(instance, local, new, is_covered)?;
            }
            &Insn::ArrayLoad(elem) => {
                let (index, array) = (self.pop_kind(Kind::Int)?, self.pop_kind(Kind::Ref)?);
                let dst = self.push_new(elem.map_or(Kind::Ref, super::prim_kind));
                self.emit(Op::ArrayLoad { dst, array, index, elem });
            }
            &Insn::ArrayStore(elem) => {
                let value = self.pop_kind(elem.map_or(Kind::Ref, super::prim_kind))?;
                let (index, array) = (self.pop_kind(Kind::Int)?, self.pop_kind(Kind::Ref)?);
                self.emit(Op::ArrayStore { array, index, value, elem });
            }
            Insn::Pop
            | Insn::Pop2
            | Insn::Dup
            | Insn::DupX1
            | Insn::DupX2
            | Insn::Dup2
            | Insn::Dup2X1
            | Insn::Dup2X2
            | Insn::Swap => self.shuffle(insn)?,
            &Insn::Binary(kind, op) => {
                let is_shift = matches!(op, "lshl" | "lshr" | "lushr");
                let right = self.pop_kind(if is_shift { Kind::Int } else { kind })?;
                let left = self.pop_kind(kind)?;
                self.prim(kind, op, vec![left, right]);
            }
            &Insn::Neg(kind, op) => {
                let value = self.pop_kind(kind)?;
                self.prim(kind, op, vec![value]);
            }
            &Insn::Convert { from, to, op } => {
                let value = self.pop_kind(from)?;
                self.prim(to, op, vec![value]);
            }
            &Insn::Compare(kind, op) => {
                let (right, left) = (self.pop_kind(kind)?, self.pop_kind(kind)?);
                self.prim(Kind::Int, op, vec![left, right]);
            }
            &Insn::If { kind, cond, .. } => {
                let args = vec![self.pop_kind(kind)?];
                return self.branch(instance, cond, args).map(Some);
            }
            &Insn::IfCmp { kind, cond, .. } => {
                let (right, left) = (self.pop_kind(kind)?, self.pop_kind(kind)?);
                return self.branch(instance, cond, vec![left, right]).map(Some);
            }
            Insn::Goto(_) => return Ok(Some(Terminator::Goto(self.target(instance, 0)?))),
            Insn::Jsr(_) => {
                self.constant(Kind::Ref, ConstValue::ReturnAddress);
                return Ok(Some(Terminator::Goto(self.target(instance, 0)?)));
            }
            &Insn::Ret(local) => {
                let value = self.read_local(instance, local, Kind::Ref)?;
                return self.ret(instance, value).map(Some);
            }
            Insn::Switch { targets, .. } => {
                let value = self.pop_kind(Kind::Int)?;
                let cases = targets.iter().enumerate();
                let cases = cases.map(|(nth, &(case, _))| Ok((case, self.target(instance, nth)?)));
                return Ok(Some(Terminator::Switch {
                    offset: self.offset,
                    value,
                    targets: cases.collect::<Result<_, _>>()?,
                    default: self.target(instance, targets.len())?,
                }));
            }
            &Insn::Return(kind) => {
                let value = kind.map(|kind| self.pop_kind(kind)).transpose()?;
                if value.map(|value| self.ssa.kind(value)) != self.return_kind {
                    return Err(Damage::Code);
                }
                return Ok(Some(Terminator::Return { offset: self.offset, value }));
            }
            Insn::Throw => {
                let value = self.pop_kind(Kind::Ref)?;
                return Ok(Some(Terminator::Throw { offset: self.offset, value }));
            }
            Insn::GetStatic(member) => {
                let (field, kind) = self.field(member)?;
                let dst = self.push_new(kind);
                self.emit(Op::GetStatic { dst, field });
            }
            Insn::PutStatic(member) => {
                let (field, kind) = self.field(member)?;
                let value = self.pop_kind(kind)?;
                self.emit(Op::PutStatic { field, value });
            }
            Insn::GetField(member) => {
                let (field, kind) = self.field(member)?;
                let base = self.pop_kind(Kind::Ref)?;
                let dst = self.push_new(kind);
                self.emit(Op::GetField { dst, base, field });
            }
            Insn::PutField(member) => {
                let (field, kind) = self.field(member)?;
                let (value, base) = (self.pop_kind(kind)?, self.pop_kind(Kind::Ref)?);
                self.emit(Op::PutField { base, field, value });
            }
            Insn::Invoke(kind, member) => self.invoke(*kind, member)?,
            &Insn::InvokeDynamic { bootstrap, name, descriptor } => {
                let (args, ret) = self.arguments(descriptor, false)?;
                let dst = ret.map(|kind| self.push_new(kind));
                self.emit(Op::InvokeDynamic { dst, bootstrap, name, descriptor, args });
            }
            &Insn::New(class) => {
                let class = self.program.type_of_internal(class);
                let dst = self.push_new(Kind::Ref);
                self.emit(Op::New { dst, class });
            }
            &Insn::NewPrimArray(element) => self.new_array(self.program.array_of(self.program.prim(element)), 1)?,
            &Insn::NewRefArray(element) => {
                self.new_array(self.program.array_of(self.program.type_of_internal(element)), 1)?;
            }
            &Insn::MultiNewArray(array, dimensions) => {
                self.new_array(self.program.type_of_internal(array), usize::from(dimensions))?;
            }
            Insn::ArrayLength => {
                let array = self.pop_kind(Kind::Ref)?;
                let dst = self.push_new(Kind::Int);
                self.emit(Op::ArrayLength { dst, array });
            }
            &Insn::CheckCast(class) => {
                let src = self.pop_kind(Kind::Ref)?;
                let dst = self.push_new(Kind::Ref);
                self.emit(Op::Cast { dst, src, ty: self.program.type_of_internal(class) });
            }
            &Insn::InstanceOf(class) => {
                let src = self.pop_kind(Kind::Ref)?;
                let dst = self.push_new(Kind::Int);
                self.emit(Op::InstanceOf { dst, src, ty: self.program.type_of_internal(class) });
            }
            Insn::MonitorEnter | Insn::MonitorExit => {
                let var = self.pop_kind(Kind::Ref)?;
                self.emit(Op::Monitor { var, enter: matches!(insn, Insn::MonitorEnter) });
            }
        }
        Ok(None)
    }

    fn emit(&mut self, op: Op) {
        self.stmts.push(Stmt { offset: self.offset, op });
    }

    fn pop(&mut self) -> Result<Var, Damage> {
        self.stack.pop().ok_or(Damage::Code)
    }

    fn pop_kind(&mut self, kind: Kind) -> Result<Var, Damage> {
        let var = self.pop()?;
        if self.ssa.kind(var) == kind { Ok(var) } else { Err(Damage::Code) }
    }

    fn push_new(&mut self, kind: Kind) -> Var {
        let var = self.ssa.new_var(kind, self.offset);
        self.stack.push(var);
        var
    }

    fn constant(&mut self, kind: Kind, value: ConstValue) {
        let dst = self.push_new(kind);
        self.emit(Op::Const { dst, value });
    }

    fn prim(&mut self, kind: Kind, op: &'static str, args: Vec<Var>) {
        let dst = self.push_new(kind);
        self.emit(Op::Prim { dst, op, args });
    }

    fn read_local(&mut self, instance: InstanceId, local: u16, kind: Kind) -> Result<Var, Damage> {
        if u32::from(local) >= self.locals {
            return Err(Damage::Code);
        }
        let var = self.ssa.read(self.graph, instance, Slot(local.into()), kind);
        if var == UNDEFINED || self.ssa.kind(var) != kind { Err(Damage::Code) } else { Ok(var) }
    }

    fn write_local(&mut self, instance: InstanceId, local: u16, var: Var, is_covered: bool) -> Result<(), Damage> {
        if u32::from(local) >= self.locals {
            return Err(Damage::Code);
        }
        self.ssa.write(instance, Slot(local.into()), var, is_covered);
        Ok(())
    }

    fn branch(&mut self, instance: InstanceId, cond: Cond, args: Vec<Var>) -> Result<Terminator, Damage> {
        let (then, otherwise) = (self.target(instance, 0)?, self.target(instance, 1)?);
        Ok(Terminator::If { offset: self.offset, cond, args, then, otherwise })
    }

    /// `ret` goes where its context says, or with the address on the stack to the hub.
    fn ret(&mut self, instance: InstanceId, value: Var) -> Result<Terminator, Damage> {
        let into_hub = match self.graph.succs(instance) {
            &[succ] if succ != NOWHERE => self.graph.get(succ).role == Role::Hub,
            _ => false,
        };
        if into_hub {
            self.stack.push(value);
        }
        self.switch_over(instance, value)
    }

    /// Goes to one of the successors.
    pub(super) fn switch_over(&self, instance: InstanceId, value: Var) -> Result<Terminator, Damage> {
        let last = self.graph.succs(instance).len().saturating_sub(1);
        let default = self.target(instance, last)?;
        if last == 0 {
            return Ok(Terminator::Goto(default));
        }
        let targets = (0..last).map(|nth| Ok((nth as i32, self.target(instance, nth)?)));
        let targets = targets.collect::<Result<_, _>>()?;
        Ok(Terminator::Switch { offset: self.offset, value, targets, default })
    }

    /// The instructions of JVMS table 2.11.1-B's category rules: a long or double is one entry here.
    fn shuffle(&mut self, insn: &Insn) -> Result<(), Damage> {
        let one = |this: &mut Self| -> Result<Var, Damage> {
            let var = this.pop()?;
            if is_wide(this.ssa.kind(var)) { Err(Damage::Code) } else { Ok(var) }
        };
        // One wide value or two others: (below, top).
        let two = |this: &mut Self| -> Result<(Option<Var>, Var), Damage> {
            let top = this.pop()?;
            if is_wide(this.ssa.kind(top)) { Ok((None, top)) } else { Ok((Some(one(this)?), top)) }
        };
        match insn {
            Insn::Pop => {
                one(self)?;
            }
            Insn::Pop2 => {
                two(self)?;
            }
            Insn::Dup => {
                let a = one(self)?;
                self.stack.extend([a, a]);
            }
            Insn::DupX1 => {
                let (a, b) = (one(self)?, one(self)?);
                self.stack.extend([a, b, a]);
            }
            Insn::DupX2 => {
                let (a, (c, b)) = (one(self)?, two(self)?);
                self.stack.extend([Some(a), c, Some(b), Some(a)].into_iter().flatten());
            }
            Insn::Dup2 => {
                let (b, a) = two(self)?;
                self.stack.extend([b, Some(a), b, Some(a)].into_iter().flatten());
            }
            Insn::Dup2X1 => {
                let ((b, a), c) = (two(self)?, one(self)?);
                self.stack.extend([b, Some(a), Some(c), b, Some(a)].into_iter().flatten());
            }
            Insn::Dup2X2 => {
                let ((b, a), (d, c)) = (two(self)?, two(self)?);
                self.stack.extend([b, Some(a), d, Some(c), b, Some(a)].into_iter().flatten());
            }
            _ => {
                let (a, b) = (one(self)?, one(self)?);
                self.stack.extend([a, b]);
            }
        }
        Ok(())
    }

    fn load_constant(&mut self, value: &RawConst) {
        let (kind, value) = match *value {
            RawConst::Int(_) => (Kind::Int, value.into()),
            RawConst::Long(_) => (Kind::Long, value.into()),
            RawConst::Float(_) => (Kind::Float, value.into()),
            RawConst::Double(_) => (Kind::Double, value.into()),
            RawConst::Dynamic { descriptor, .. } => (self.descriptor_kind(descriptor), value.into()),
            RawConst::Class(class) => (Kind::Ref, Some(ConstValue::Class(self.program.type_of_internal(class)))),
            RawConst::Str { .. } | RawConst::MethodType(_) | RawConst::MethodHandle(_) => (Kind::Ref, value.into()),
        };
        self.constant(kind, value.expect("internal error: a constant without a value"));
    }

    /// Kind of a field descriptor's values (JVMS 4.3.2).
    fn descriptor_kind(&self, descriptor: Sym) -> Kind {
        match self.program.str(descriptor).as_bytes().first() {
            Some(b'Z' | b'B' | b'C' | b'S' | b'I') => Kind::Int,
            Some(b'J') => Kind::Long,
            Some(b'F') => Kind::Float,
            Some(b'D') => Kind::Double,
            _ => Kind::Ref,
        }
    }

    fn field(&self, member: &RawMemberRef) -> Result<(FieldRef, Kind), Damage> {
        let program = self.program;
        let ty = program.type_of_descriptor(program.str(member.descriptor)).ok_or(Damage::Code)?;
        let data = FieldRefData { owner: program.type_of_internal(member.owner), name: member.name, ty };
        Ok((program.field_ref(data), self.descriptor_kind(member.descriptor)))
    }

    fn invoke(&mut self, kind: InvokeKind, member: &RawMemberRef) -> Result<(), Damage> {
        let method = self.program.method_ref(MethodRefData {
            owner: self.program.type_of_internal(member.owner),
            name: member.name,
            desc: self.program.desc(member.descriptor),
            interface: member.interface,
        });
        let (args, ret) = self.arguments(member.descriptor, kind != InvokeKind::Static)?;
        let dst = ret.map(|kind| self.push_new(kind));
        self.emit(Op::Invoke { dst, kind, method, args });
        Ok(())
    }

    /// Pops what a method descriptor asks for, receiver first in the result; and the kind it returns.
    fn arguments(&mut self, descriptor: Sym, has_receiver: bool) -> Result<(Vec<Var>, Option<Kind>), Damage> {
        let desc = self.program.method_desc(self.program.desc(descriptor));
        let count = desc.params.len() + usize::from(has_receiver);
        let start = self.stack.len().checked_sub(count).ok_or(Damage::Code)?;
        let args = self.stack[start..].to_vec();
        self.stack.truncate(start);
        let params = &args[usize::from(has_receiver)..];
        let fits =
            params.iter().zip(&desc.params).all(|(&var, &ty)| Some(self.ssa.kind(var)) == kind_of(self.program, ty));
        if !fits || has_receiver && self.ssa.kind(args[0]) != Kind::Ref {
            return Err(Damage::Code);
        }
        Ok((args, kind_of(self.program, desc.ret)))
    }

    fn new_array(&mut self, ty: TypeId, dimensions: usize) -> Result<(), Damage> {
        let mut lens = Vec::with_capacity(dimensions);
        for _ in 0..dimensions {
            lens.push(self.pop_kind(Kind::Int)?);
        }
        lens.reverse();
        if dimensions == 0 {
            return Err(Damage::Code);
        }
        let dst = self.push_new(Kind::Ref);
        self.emit(Op::NewArray { dst, ty, lens });
        Ok(())
    }
}

fn is_wide(kind: Kind) -> bool {
    matches!(kind, Kind::Long | Kind::Double)
}

/// Kind of a type's values; `None` for void.
pub(super) fn kind_of(program: &Program, ty: TypeId) -> Option<Kind> {
    match program.ty(ty) {
        Type::Void => None,
        Type::Prim(prim) => Some(super::prim_kind(prim)),
        Type::Class(_) | Type::Array(_) => Some(Kind::Ref),
    }
}
