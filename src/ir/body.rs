//! The statement language. Every value (references and primitives alike) is an SSA [`Var`] with one definition.

use crate::base::{IndexVec, Sym};
use crate::classfile::{Cond, InvokeKind, Kind, Prim, RawConst, RawHandle};
use crate::program::{FieldRef, MethodRef, TypeId};

crate::define_id!(
    /// An SSA value of one body. Parameters come first: `this` (instance methods), then each declared parameter.
    Var
);
crate::define_id!(
    /// A basic block; block 0 is the entry and has no predecessors.
    BlockId
);

/// One method body.
#[derive(Debug, Clone, Default)]
pub struct Body {
    /// Number of leading `Var`s that are parameters, `this` included.
    pub params: u32,
    pub vars: IndexVec<Var, VarInfo>,
    pub blocks: IndexVec<BlockId, Block>,
    /// LineNumberTable, (start offset, line), sorted.
    pub lines: Vec<(u16, u16)>,
    /// Code no verifier accepts (damaged class). The body stops at these offsets, or a variable has no value on some path there;
    /// where a body could not be read at all it is one empty block and this is offset 0.
    pub damaged_at: Vec<u32>,
    /// It would take more memory than a body may, and is one empty block: a limit of ours, a JVM runs the code.
    pub is_too_large: bool,
}

impl Body {
    /// Bytes of heap held, about: what a statement names besides (arguments, cases) is small.
    pub fn bytes(&self) -> usize {
        let phi = |phi: &Phi| size_of::<Phi>() + size_of_val(&phi.args[..]);
        let block = |block: &Block| {
            let lists = (block.preds.len() + block.covered_by.len()) * size_of::<BlockId>();
            size_of::<Block>() + lists + size_of_val(&block.stmts[..]) + block.phis.iter().map(phi).sum::<usize>()
        };
        let blocks: usize = self.blocks.iter().map(block).sum();
        blocks + self.vars.len() * size_of::<VarInfo>() + size_of_val(&self.lines[..])
    }
}

#[derive(Debug, Clone, Copy)]
pub struct VarInfo {
    pub kind: Kind,
    /// Offset of the defining instruction; parameters: 0; phis: start of their block.
    pub offset: u32,
}

#[derive(Debug, Clone, Default)]
pub struct Block {
    /// Bytecode offset of the first instruction.
    pub start: u32,
    pub phis: Vec<Phi>,
    pub stmts: Vec<Stmt>,
    pub terminator: Terminator,
    /// Normal-flow predecessors, in order of their offset; phi operands are parallel to `preds`.
    /// For a handler block: the covered blocks in which something can throw (phi operands then list every value the local
    /// had where something there can throw, and are not parallel).
    pub preds: Vec<BlockId>,
    /// `Some` if the block is an exception handler.
    pub handler: Option<Handler>,
    /// Handlers that cover this block, innermost first (exception edges); empty if nothing in it can throw. Blocks are cut
    /// at the bounds of exception ranges, so the list holds for every statement of the block.
    pub covered_by: Vec<BlockId>,
}

/// A handler block's entry: `var` is the caught exception.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handler {
    pub var: Var,
    /// Catch types of the exception-table rows that lead here; empty: everything (finally).
    pub types: Vec<TypeId>,
    pub catches_all: bool,
    /// The rows do not cover the same code, or rows of other handlers come between them: which of the types are caught where,
    /// and before which others, is not said here. Compilers make no such tables, optimizers may.
    pub uneven: bool,
}

#[derive(Debug, Clone)]
pub struct Phi {
    pub dst: Var,
    pub args: Vec<Var>,
}

#[derive(Debug, Clone)]
pub struct Stmt {
    /// Bytecode offset of the instruction.
    pub offset: u32,
    pub op: Op,
}

/// What an instruction does. Stack shuffling, copies and local variables are gone.
#[derive(Debug, Clone)]
pub enum Op {
    /// A constant, `ldc` included (class literals, strings, condy).
    Const {
        dst: Var,
        value: ConstValue,
    },
    New {
        dst: Var,
        class: TypeId,
    },
    /// `ty` is the array's own type; `lens` has one length per dimension given (multianewarray: 1..=255).
    NewArray {
        dst: Var,
        ty: TypeId,
        lens: Vec<Var>,
    },
    Cast {
        dst: Var,
        src: Var,
        ty: TypeId,
    },
    InstanceOf {
        dst: Var,
        src: Var,
        ty: TypeId,
    },
    GetField {
        dst: Var,
        base: Var,
        field: FieldRef,
    },
    PutField {
        base: Var,
        field: FieldRef,
        value: Var,
    },
    GetStatic {
        dst: Var,
        field: FieldRef,
    },
    PutStatic {
        field: FieldRef,
        value: Var,
    },
    /// `elem` `None`: references.
    ArrayLoad {
        dst: Var,
        array: Var,
        index: Var,
        elem: Option<Prim>,
    },
    ArrayStore {
        array: Var,
        index: Var,
        value: Var,
        elem: Option<Prim>,
    },
    ArrayLength {
        dst: Var,
        array: Var,
    },
    /// `args` starts with the receiver unless static.
    Invoke {
        dst: Option<Var>,
        kind: InvokeKind,
        method: MethodRef,
        args: Vec<Var>,
    },
    /// `bootstrap` indexes the class's bootstrap methods.
    InvokeDynamic {
        dst: Option<Var>,
        bootstrap: u16,
        name: Sym,
        descriptor: Sym,
        args: Vec<Var>,
    },
    /// Arithmetic, conversion, comparison: primitives in, primitive out. `op` is the JVMS mnemonic (`iadd`, `i2b`, `lcmp`, `iinc`).
    Prim {
        dst: Var,
        op: &'static str,
        args: Vec<Var>,
    },
    Monitor {
        var: Var,
        enter: bool,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub enum ConstValue {
    Null,
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Str {
        text: Sym,
        lossy: bool,
    },
    Class(TypeId),
    /// Method descriptor.
    MethodType(Sym),
    MethodHandle(RawHandle),
    Dynamic {
        bootstrap: u16,
        name: Sym,
        descriptor: Sym,
    },
    /// `jsr` return address: flows nowhere else.
    ReturnAddress,
}

impl From<&RawConst> for Option<ConstValue> {
    fn from(raw: &RawConst) -> Self {
        Some(match *raw {
            RawConst::Int(v) => ConstValue::Int(v),
            RawConst::Long(v) => ConstValue::Long(v),
            RawConst::Float(v) => ConstValue::Float(v),
            RawConst::Double(v) => ConstValue::Double(v),
            RawConst::Str { text, lossy } => ConstValue::Str { text, lossy },
            RawConst::MethodType(d) => ConstValue::MethodType(d),
            RawConst::MethodHandle(h) => ConstValue::MethodHandle(h),
            RawConst::Dynamic { bootstrap, name, descriptor } => ConstValue::Dynamic { bootstrap, name, descriptor },
            // A class needs the program's types.
            RawConst::Class(_) => return None,
        })
    }
}

/// How a block ends. Targets are in bytecode order of mention.
#[derive(Debug, Clone, Default)]
pub enum Terminator {
    Goto(BlockId),
    /// Two-way branch; `then` is the jump target.
    If {
        offset: u32,
        cond: Cond,
        args: Vec<Var>,
        then: BlockId,
        otherwise: BlockId,
    },
    Switch {
        offset: u32,
        value: Var,
        targets: Vec<(i32, BlockId)>,
        default: BlockId,
    },
    Return {
        offset: u32,
        value: Option<Var>,
    },
    Throw {
        offset: u32,
        value: Var,
    },
    /// Damaged code or a body cut short.
    #[default]
    Unreachable,
}
