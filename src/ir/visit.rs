//! Variables of statements and terminators, without spelling out each operation. Must not know what operations mean.

use super::{ConstValue, Op, Terminator, Var};

impl Op {
    /// The variable the operation defines.
    pub fn dst(&self) -> Option<Var> {
        match *self {
            Op::Const { dst, .. }
            | Op::New { dst, .. }
            | Op::NewArray { dst, .. }
            | Op::Cast { dst, .. }
            | Op::InstanceOf { dst, .. }
            | Op::GetField { dst, .. }
            | Op::GetStatic { dst, .. }
            | Op::ArrayLoad { dst, .. }
            | Op::ArrayLength { dst, .. }
            | Op::Prim { dst, .. } => Some(dst),
            Op::Invoke { dst, .. } | Op::InvokeDynamic { dst, .. } => dst,
            Op::PutField { .. } | Op::PutStatic { .. } | Op::ArrayStore { .. } | Op::Monitor { .. } => None,
        }
    }

    /// Whether JVMS 6.5 lists an exception for the instruction, linkage errors included (see `Block::covered_by`).
    pub fn can_throw(&self) -> bool {
        match self {
            Op::Const { value, .. } => matches!(
                value,
                ConstValue::Class(_)
                    | ConstValue::MethodType(_)
                    | ConstValue::MethodHandle(_)
                    | ConstValue::Dynamic { .. }
            ),
            Op::Prim { op, .. } => matches!(*op, "idiv" | "irem" | "ldiv" | "lrem"),
            Op::New { .. }
            | Op::NewArray { .. }
            | Op::Cast { .. }
            | Op::InstanceOf { .. }
            | Op::GetField { .. }
            | Op::PutField { .. }
            | Op::GetStatic { .. }
            | Op::PutStatic { .. }
            | Op::ArrayLoad { .. }
            | Op::ArrayStore { .. }
            | Op::ArrayLength { .. }
            | Op::Invoke { .. }
            | Op::InvokeDynamic { .. }
            | Op::Monitor { .. } => true,
        }
    }

    /// Calls `visit` with each variable the operation reads, in operand order.
    pub fn for_each_use(&self, mut visit: impl FnMut(Var)) {
        match self {
            Op::Const { .. } | Op::New { .. } | Op::GetStatic { .. } => {}
            Op::Cast { src, .. } | Op::InstanceOf { src, .. } => visit(*src),
            Op::GetField { base, .. } => visit(*base),
            Op::PutField { base, value, .. } => {
                visit(*base);
                visit(*value);
            }
            Op::PutStatic { value, .. } => visit(*value),
            Op::ArrayLoad { array, index, .. } => {
                visit(*array);
                visit(*index);
            }
            Op::ArrayStore { array, index, value, .. } => {
                visit(*array);
                visit(*index);
                visit(*value);
            }
            Op::ArrayLength { array, .. } => visit(*array),
            Op::NewArray { lens: vars, .. }
            | Op::Invoke { args: vars, .. }
            | Op::InvokeDynamic { args: vars, .. }
            | Op::Prim { args: vars, .. } => vars.iter().copied().for_each(visit),
            Op::Monitor { var, .. } => visit(*var),
        }
    }

    /// Replaces every variable, read or defined.
    pub(super) fn map_vars(&mut self, map: impl Fn(Var) -> Var) {
        let each = |var: &mut Var| *var = map(*var);
        match self {
            Op::Const { dst, .. } | Op::New { dst, .. } | Op::GetStatic { dst, .. } => each(dst),
            Op::Cast { dst, src, .. } | Op::InstanceOf { dst, src, .. } => [dst, src].into_iter().for_each(each),
            Op::GetField { dst, base, .. } => [dst, base].into_iter().for_each(each),
            Op::PutField { base, value, .. } => [base, value].into_iter().for_each(each),
            Op::PutStatic { value, .. } => each(value),
            Op::ArrayLoad { dst, array, index, .. } => [dst, array, index].into_iter().for_each(each),
            Op::ArrayStore { array, index, value, .. } => [array, index, value].into_iter().for_each(each),
            Op::ArrayLength { dst, array } => [dst, array].into_iter().for_each(each),
            Op::NewArray { dst, lens: vars, .. } | Op::Prim { dst, args: vars, .. } => {
                vars.iter_mut().chain([dst]).for_each(each);
            }
            Op::Invoke { dst, args: vars, .. } | Op::InvokeDynamic { dst, args: vars, .. } => {
                vars.iter_mut().chain(dst.as_mut()).for_each(each);
            }
            Op::Monitor { var, .. } => each(var),
        }
    }
}

impl Terminator {
    /// Calls `visit` with each variable the terminator reads.
    pub fn for_each_use(&self, mut visit: impl FnMut(Var)) {
        match self {
            Terminator::If { args, .. } => args.iter().copied().for_each(visit),
            Terminator::Switch { value, .. } | Terminator::Throw { value, .. } => visit(*value),
            Terminator::Return { value, .. } => value.iter().copied().for_each(visit),
            Terminator::Goto(_) | Terminator::Unreachable => {}
        }
    }

    /// Calls `visit` with each block control can go to, in order of mention; one may occur more than once.
    pub fn for_each_target(&self, mut visit: impl FnMut(super::BlockId)) {
        match self {
            Terminator::Goto(target) => visit(*target),
            Terminator::If { then, otherwise, .. } => {
                visit(*then);
                visit(*otherwise);
            }
            Terminator::Switch { targets, default, .. } => {
                targets.iter().for_each(|&(_, target)| visit(target));
                visit(*default);
            }
            Terminator::Return { .. } | Terminator::Throw { .. } | Terminator::Unreachable => {}
        }
    }

    pub(super) fn map_vars(&mut self, map: impl Fn(Var) -> Var) {
        let each = |var: &mut Var| *var = map(*var);
        match self {
            Terminator::If { args, .. } => args.iter_mut().for_each(each),
            Terminator::Switch { value, .. } | Terminator::Throw { value, .. } => each(value),
            Terminator::Return { value, .. } => value.iter_mut().for_each(each),
            Terminator::Goto(_) | Terminator::Unreachable => {}
        }
    }

    pub(super) fn map_targets(&mut self, map: impl Fn(super::BlockId) -> super::BlockId) {
        let each = |target: &mut super::BlockId| *target = map(*target);
        match self {
            Terminator::Goto(target) => each(target),
            Terminator::If { then, otherwise, .. } => [then, otherwise].into_iter().for_each(each),
            Terminator::Switch { targets, default, .. } => {
                targets.iter_mut().map(|(_, target)| target).chain([default]).for_each(each);
            }
            Terminator::Return { .. } | Terminator::Throw { .. } | Terminator::Unreachable => {}
        }
    }
}
