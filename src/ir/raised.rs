//! Which exceptions the JVM itself throws at an instruction, without a `throw` (JVMS 2.10, 6.5), and the classes they are of.
//! Must not know handlers, objects or what callees throw.

use super::{ConstValue, Op, Terminator};

/// Reasons why the JVM throws an exception.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Raised(u16);

impl Raised {
    /// A reference is null.
    pub const REFERENCE: Self = Self(1);
    pub const INDEX: Self = Self(1 << 1);
    /// An array takes no such element.
    pub const STORE: Self = Self(1 << 2);
    pub const SIZE: Self = Self(1 << 3);
    pub const CAST: Self = Self(1 << 4);
    pub const DIVISION: Self = Self(1 << 5);
    pub const MONITOR: Self = Self(1 << 6);
    pub const MEMORY: Self = Self(1 << 7);
    pub const STACK: Self = Self(1 << 8);
    /// The JVM itself fails, which it may do anywhere (JVMS 6.3).
    pub const FAULT: Self = Self(1 << 9);
    /// What the instruction names cannot be loaded, linked or used (JVMS 5.3 to 5.4).
    pub const LINKAGE: Self = Self(1 << 10);
    /// A static initialiser runs: any error leaves it as it is, whatever else it throws is wrapped (JVMS 5.5).
    pub const INITIALISER: Self = Self(1 << 11);
    /// Other code runs, in which everything of these can happen.
    pub const CALL: Self = Self(1 << 12);

    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The classes of these exceptions, each with its reason. The JVM throws objects of exactly these. `UnknownError` (JVMS 6.3)
/// is left out: no JVM is known to throw it.
pub const RAISED: &[(&str, Raised)] = &[
    ("java/lang/NullPointerException", Raised::REFERENCE),
    ("java/lang/ArrayIndexOutOfBoundsException", Raised::INDEX),
    ("java/lang/ArrayStoreException", Raised::STORE),
    ("java/lang/NegativeArraySizeException", Raised::SIZE),
    ("java/lang/ClassCastException", Raised::CAST),
    ("java/lang/ArithmeticException", Raised::DIVISION),
    ("java/lang/IllegalMonitorStateException", Raised::MONITOR),
    ("java/lang/OutOfMemoryError", Raised::MEMORY),
    ("java/lang/StackOverflowError", Raised::STACK),
    ("java/lang/InternalError", Raised::FAULT),
    (INITIALISER_ERROR, Raised::INITIALISER),
    (NO_CLASS_ERROR, Raised::LINKAGE),
    ("java/lang/LinkageError", Raised::LINKAGE),
    ("java/lang/ClassFormatError", Raised::LINKAGE),
    ("java/lang/UnsupportedClassVersionError", Raised::LINKAGE),
    ("java/lang/ClassCircularityError", Raised::LINKAGE),
    ("java/lang/IncompatibleClassChangeError", Raised::LINKAGE),
    ("java/lang/IllegalAccessError", Raised::LINKAGE),
    ("java/lang/InstantiationError", Raised::LINKAGE),
    ("java/lang/NoSuchFieldError", Raised::LINKAGE),
    ("java/lang/NoSuchMethodError", Raised::LINKAGE),
    ("java/lang/AbstractMethodError", Raised::LINKAGE),
    ("java/lang/UnsatisfiedLinkError", Raised::LINKAGE),
    ("java/lang/VerifyError", Raised::LINKAGE),
    (BOOTSTRAP_ERROR, Raised::LINKAGE),
];

/// A static initialiser failed; its cause is what that threw.
pub const INITIALISER_ERROR: &str = "java/lang/ExceptionInInitializerError";
/// A class is missing, or its initialiser failed before; its cause says so.
pub const NO_CLASS_ERROR: &str = "java/lang/NoClassDefFoundError";
/// A bootstrap method failed; its cause is what that threw.
pub const BOOTSTRAP_ERROR: &str = "java/lang/BootstrapMethodError";

impl Op {
    /// What the JVM throws while it executes the instruction (JVMS 6.5).
    pub fn raises(&self) -> Raised {
        let of_instruction = match self {
            Op::Const { value: ConstValue::Dynamic { .. }, .. } | Op::Invoke { .. } | Op::InvokeDynamic { .. } => {
                Raised::CALL
            }
            Op::New { .. } => Raised::LINKAGE.and(Raised::MEMORY).and(Raised::INITIALISER),
            Op::GetStatic { .. } | Op::PutStatic { .. } => Raised::LINKAGE.and(Raised::INITIALISER),
            Op::NewArray { .. } => Raised::LINKAGE.and(Raised::MEMORY).and(Raised::SIZE),
            Op::Cast { .. } => Raised::LINKAGE.and(Raised::CAST),
            Op::InstanceOf { .. } => Raised::LINKAGE,
            Op::GetField { .. } | Op::PutField { .. } => Raised::LINKAGE.and(Raised::REFERENCE),
            Op::ArrayLoad { .. } => Raised::REFERENCE.and(Raised::INDEX),
            Op::ArrayStore { .. } => Raised::REFERENCE.and(Raised::INDEX).and(Raised::STORE),
            Op::ArrayLength { .. } => Raised::REFERENCE,
            Op::Monitor { .. } => Raised::REFERENCE.and(Raised::MONITOR),
            Op::Prim { .. } if self.can_throw() => Raised::DIVISION,
            Op::Const { .. } if self.can_throw() => Raised::LINKAGE,
            Op::Prim { .. } | Op::Const { .. } => return Raised::default(),
        };
        of_instruction.and(Raised::FAULT)
    }
}

impl Terminator {
    /// As [`Op::raises`]: `athrow` of null, and what locks it leaves behind.
    pub fn raises(&self) -> Raised {
        match self {
            Terminator::Throw { .. } => Raised::REFERENCE.and(Raised::MONITOR).and(Raised::FAULT),
            Terminator::Goto(_)
            | Terminator::If { .. }
            | Terminator::Switch { .. }
            | Terminator::Return { .. }
            | Terminator::Unreachable => Raised::default(),
        }
    }
}
