//! Whether it is worth to run a method: none of its statements, but on the way to an exception, is one that a run does not follow.
//! An answer is a guess either way, which a run puts right. Must not know values.

use std::cell::RefCell;

use super::bodies::Bodies;
use super::memory::is_followed;
use crate::base::FxHashMap;
use crate::classfile::{InvokeKind, RawConst};
use crate::classpath::Origin;
use crate::ir::{Block, ConstValue, Op, Terminator};
use crate::program::{MethodId, MethodRef, Program, access};
use crate::strings::recipe;

/// Most statements of a method that is run: those that make names are short.
const STATEMENTS: usize = 1_000;

/// Packages and classes of the JDK whose methods runs follow, some of them.
const FOLLOWED: [&str; 22] = [
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/CharSequence",
    "java/lang/Character",
    "java/lang/Comparable",
    "java/lang/Integer",
    "java/lang/Iterable",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/Object",
    "java/lang/Short",
    "java/lang/String",
    "java/lang/System",
    "java/util/Arrays",
    "java/util/Collection",
    "java/util/Collections",
    "java/util/Iterator",
    "java/util/List",
    "java/util/Objects",
    "java/util/function/",
    "java/util/stream/",
    "java/util/Locale",
];

/// Where it is looked, and how many calls deep.
type Looked<'l> = (&'l Program, &'l Bodies, usize);

/// What was found out of methods.
#[derive(Default)]
pub(super) struct Runnable {
    known: RefCell<FxHashMap<MethodId, bool>>,
}

impl Runnable {
    /// Whether running the method may give something, of what it calls so many calls deep.
    pub(super) fn is(&self, program: &Program, bodies: &Bodies, method: MethodId, depth: usize) -> bool {
        if let Some(&known) = self.known.borrow().get(&method) {
            return known;
        }
        let Some(depth) = depth.checked_sub(1) else { return true };
        // One that calls itself is as the rest of it is.
        self.known.borrow_mut().insert(method, true);
        let is = bodies.of(program, method).is_some_and(|body| {
            let statements: usize = body.blocks.iter().map(|block| block.stmts.len()).sum();
            let is_thrown =
                |block: &Block| matches!(block.terminator, Terminator::Throw { .. }) || block.handler.is_some();
            statements <= STATEMENTS
                && body
                    .blocks
                    .iter()
                    .filter(|block| !is_thrown(block))
                    .flat_map(|block| &block.stmts)
                    .all(|stmt| self.follows((program, bodies, depth), method, &stmt.op))
        });
        self.known.borrow_mut().insert(method, is);
        is
    }

    fn follows(&self, (program, bodies, depth): Looked<'_>, method: MethodId, op: &Op) -> bool {
        match op {
            Op::Const { value, .. } => {
                matches!(value, ConstValue::Null | ConstValue::Int(_) | ConstValue::Long(_) | ConstValue::Str { .. })
            }
            Op::New { class, .. } => program.class_of(*class).is_some_and(|class| {
                is_followed(program.class_name(class)) || program.is_subclass(class, program.well_known().throwable)
            }),
            Op::NewArray { lens, .. } => lens.len() == 1,
            Op::GetStatic { field, .. } => program.resolve_field(*field).is_some_and(|field| {
                let data = program.field(field);
                data.constant.is_some() || program.class_name(data.class) == "java/util/Locale"
            }),
            Op::GetField { .. } | Op::PutField { .. } | Op::PutStatic { .. } | Op::Monitor { .. } => false,
            Op::Invoke { kind, method: called, .. } => {
                self.follows_call((program, bodies, depth), *kind, (method, *called))
            }
            Op::InvokeDynamic { bootstrap, .. } => {
                let class = program.class(program.method(method).class);
                class.bootstraps.get(*bootstrap as usize).is_some_and(|bootstrap| {
                    let owner = program.str(bootstrap.handle.member.owner);
                    owner == recipe::CONCATENATION || matches!(bootstrap.args[..], [_, RawConst::MethodHandle(_), _])
                })
            }
            // No fractions.
            Op::Prim { op, .. } => !op.starts_with(['f', 'd']) && !op.ends_with("2f") && !op.ends_with("2d"),
            Op::Cast { .. }
            | Op::InstanceOf { .. }
            | Op::ArrayLoad { .. }
            | Op::ArrayStore { .. }
            | Op::ArrayLength { .. } => true,
        }
    }

    fn follows_call(
        &self,
        (program, bodies, depth): Looked<'_>,
        kind: InvokeKind,
        (caller, called): (MethodId, MethodRef),
    ) -> bool {
        let resolved = match kind {
            InvokeKind::Special => program.resolve_special(program.method(caller).class, called),
            _ => program.resolve_method(called),
        };
        let Some(resolved) = resolved else { return false };
        let data = program.method(resolved);
        let name = program.class_name(data.class);
        match program.class(data.class).origin {
            Origin::Jdk => {
                let is_thrown = || program.is_subclass(data.class, program.well_known().throwable);
                is_followed(name) || FOLLOWED.iter().any(|followed| name.starts_with(followed)) || is_thrown()
            }
            // What receivers select may be another one.
            _ if data.access & access::ABSTRACT != 0 => true,
            _ => self.is(program, bodies, resolved, depth),
        }
    }
}
