//! The owned form of a class file (JVMS 4). All names are interned; classes are in internal form (`a/b/C`, arrays as
//! descriptors `[La/b/C;` or `[I`), types as descriptors. A lone surrogate in a name is one of the last 2,048 private-use
//! characters, so that names which differ in nothing else stay apart.

use crate::base::Sym;

/// JVMS 4.1, with the attributes this project reads.
#[derive(Debug, Clone)]
pub struct RawClass {
    pub major: u16,
    /// JVMS table 4.1-B, plus the inner-class flags are in `inner_classes`.
    pub access: u16,
    pub name: Sym,
    pub super_name: Option<Sym>,
    pub interfaces: Vec<Sym>,
    pub fields: Vec<RawField>,
    pub methods: Vec<RawMethod>,
    pub source_file: Option<Sym>,
    /// SourceDebugExtension (JSR-45 SMAP).
    pub source_debug: Option<Box<str>>,
    pub signature: Option<Sym>,
    pub nest_host: Option<Sym>,
    pub nest_members: Vec<Sym>,
    pub inner_classes: Vec<RawInnerClass>,
    /// EnclosingMethod: class, and method (name, descriptor) if inside one.
    pub enclosing_method: Option<(Sym, Option<(Sym, Sym)>)>,
    pub permitted_subclasses: Vec<Sym>,
    /// `Some` for records, even without components.
    pub record: Option<Vec<RawComponent>>,
    pub bootstraps: Vec<RawBootstrap>,
    pub annotations: Vec<RawAnnotation>,
    /// Set for `module-info`.
    pub module: Option<Box<RawModule>>,
    /// Attributes left out because they are damaged, although the class is usable: name and byte offset.
    pub ignored: Vec<(&'static str, u32)>,
}

/// A component of a record.
#[derive(Debug, Clone)]
pub struct RawComponent {
    pub name: Sym,
    pub descriptor: Sym,
    pub annotations: Vec<RawAnnotation>,
}

#[derive(Debug, Clone)]
pub struct RawField {
    pub access: u16,
    pub name: Sym,
    pub descriptor: Sym,
    pub signature: Option<Sym>,
    pub constant: Option<RawConst>,
    pub annotations: Vec<RawAnnotation>,
}

#[derive(Debug, Clone)]
pub struct RawMethod {
    pub access: u16,
    pub name: Sym,
    pub descriptor: Sym,
    pub signature: Option<Sym>,
    pub exceptions: Vec<Sym>,
    pub annotations: Vec<RawAnnotation>,
    /// Per parameter, as in RuntimeVisible/InvisibleParameterAnnotations.
    pub parameter_annotations: Vec<Vec<RawAnnotation>>,
    pub annotation_default: Option<RawElement>,
    /// Whether a Code attribute is there (bodies are decoded on demand).
    pub has_code: bool,
}

/// InnerClasses entry.
#[derive(Debug, Clone)]
pub struct RawInnerClass {
    pub inner: Sym,
    pub outer: Option<Sym>,
    pub name: Option<Sym>,
    pub access: u16,
}

#[derive(Debug, Clone)]
pub struct RawAnnotation {
    /// Type as a descriptor, `Lp/A;`.
    pub descriptor: Sym,
    /// Whether it is in a RuntimeVisible attribute.
    pub visible: bool,
    pub elements: Vec<(Sym, RawElement)>,
}

#[derive(Debug, Clone)]
pub enum RawElement {
    Const(RawConst),
    /// Enum type descriptor and constant name.
    Enum(Sym, Sym),
    /// Class as a descriptor (`V` for void).
    Class(Sym),
    Annotation(Box<RawAnnotation>),
    Array(Vec<RawElement>),
}

#[derive(Debug, Clone, Default)]
pub struct RawModule {
    pub name: Option<Sym>,
    pub open: bool,
    pub requires: Vec<Sym>,
    /// Package and the modules it is exported to (empty: all).
    pub exports: Vec<(Sym, Vec<Sym>)>,
    pub opens: Vec<(Sym, Vec<Sym>)>,
    pub uses: Vec<Sym>,
    /// Service and its providers.
    pub provides: Vec<(Sym, Vec<Sym>)>,
}

/// A constant of the pool that is loaded or named by an attribute.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RawConst {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    /// Modified UTF-8 decoded; lone surrogates become U+FFFD. `lossy` is true if the text has any U+FFFD.
    Str {
        text: Sym,
        lossy: bool,
    },
    /// Internal name or array descriptor.
    Class(Sym),
    MethodType(Sym),
    MethodHandle(RawHandle),
    /// Dynamically computed (JVMS 4.4.10): index into `RawClass::bootstraps`, name, descriptor.
    Dynamic {
        bootstrap: u16,
        name: Sym,
        descriptor: Sym,
    },
}

/// What a method handle does with its member (JVMS 4.4.8, 5.4.3.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RefKind {
    GetField,
    GetStatic,
    PutField,
    PutStatic,
    InvokeVirtual,
    InvokeStatic,
    InvokeSpecial,
    NewInvokeSpecial,
    InvokeInterface,
}

/// JVMS 4.4.8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RawHandle {
    pub kind: RefKind,
    pub member: RawMemberRef,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RawMemberRef {
    /// Internal name or array descriptor.
    pub owner: Sym,
    pub name: Sym,
    pub descriptor: Sym,
    pub interface: bool,
}

#[derive(Debug, Clone)]
pub struct RawBootstrap {
    pub handle: RawHandle,
    pub args: Vec<RawConst>,
}

/// A Code attribute, decoded.
#[derive(Debug, Clone, Default)]
pub struct RawCode {
    pub max_stack: u16,
    pub max_locals: u16,
    /// Byte length of the code array.
    pub length: u32,
    /// Instructions by ascending offset.
    pub insns: Vec<(u32, Insn)>,
    pub handlers: Vec<RawHandler>,
    /// LineNumberTable as (start offset, line), sorted by offset.
    pub lines: Vec<(u16, u16)>,
}

impl RawCode {
    /// Bytes of heap held.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.insns[..]) + size_of_val(&self.handlers[..]) + size_of_val(&self.lines[..])
    }
}

/// Exception table row; `catch_type` `None` catches everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawHandler {
    pub start: u32,
    pub end: u32,
    pub handler: u32,
    pub catch_type: Option<Sym>,
}

/// Kind of a value on the operand stack, as JVMS 2.11.1 types instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Int,
    Long,
    Float,
    Double,
    Ref,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InvokeKind {
    Virtual,
    Special,
    Static,
    Interface,
}

/// Element type of primitive array instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Prim {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

/// How integers compare (JVMS 6.5, if<cond>).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

/// What a two-way branch asks of its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cond {
    /// Of an integer against 0, or of two.
    Int(Relation),
    Null,
    NonNull,
    /// Of two references.
    Same,
    Different,
}

impl Cond {
    /// How it compares integers; `None` of one that asks for references.
    pub fn compares(self) -> Option<fn(i32, i32) -> bool> {
        let Cond::Int(relation) = self else { return None };
        Some(match relation {
            Relation::Eq => |one, other| one == other,
            Relation::Ne => |one, other| one != other,
            Relation::Lt => |one, other| one < other,
            Relation::Ge => |one, other| one >= other,
            Relation::Gt => |one, other| one > other,
            Relation::Le => |one, other| one <= other,
        })
    }
}

/// One instruction, folded: wide forms, constant-pool indexes and the many spellings of one operation are resolved.
#[derive(Debug, Clone, PartialEq)]
pub enum Insn {
    Nop,
    Null,
    /// iconst, bipush, sipush, lconst, fconst, dconst, ldc, ldc_w, ldc2_w.
    Const(RawConst),
    Load(Kind, u16),
    Store(Kind, u16),
    /// Element kind `None`: references (aaload); baload is `Byte` (byte or boolean).
    ArrayLoad(Option<Prim>),
    ArrayStore(Option<Prim>),
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
    /// Arithmetic, shift and logic with two operands of one kind (shifts: right operand Int), and the mnemonic.
    Binary(Kind, &'static str),
    Neg(Kind, &'static str),
    /// Numeric conversion; `op` is the mnemonic (`i2l`, `i2b`, ...).
    Convert {
        from: Kind,
        to: Kind,
        op: &'static str,
    },
    Iinc {
        local: u16,
        by: i32,
    },
    /// lcmp, fcmpl/g, dcmpl/g: operand kind and mnemonic.
    Compare(Kind, &'static str),
    /// if<cond>, ifnull, ifnonnull: one int operand against 0, or a reference against null.
    If {
        kind: Kind,
        cond: Cond,
        target: u32,
    },
    /// if_icmp<cond>, if_acmp<cond>.
    IfCmp {
        kind: Kind,
        cond: Cond,
        target: u32,
    },
    Goto(u32),
    Jsr(u32),
    Ret(u16),
    Switch {
        default: u32,
        targets: Vec<(i32, u32)>,
    },
    /// `None`: void.
    Return(Option<Kind>),
    GetStatic(RawMemberRef),
    PutStatic(RawMemberRef),
    GetField(RawMemberRef),
    PutField(RawMemberRef),
    Invoke(InvokeKind, RawMemberRef),
    InvokeDynamic {
        bootstrap: u16,
        name: Sym,
        descriptor: Sym,
    },
    New(Sym),
    NewPrimArray(Prim),
    /// anewarray: element class (internal name or array descriptor).
    NewRefArray(Sym),
    /// Array class descriptor and number of dimensions given.
    MultiNewArray(Sym, u8),
    ArrayLength,
    Throw,
    CheckCast(Sym),
    InstanceOf(Sym),
    MonitorEnter,
    MonitorExit,
}
