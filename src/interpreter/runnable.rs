//! Whether it is worth to run a method: none of its statements, but on the way to an exception, is one that a run does not follow.
//! One that may is run and found out; one that may not is followed as if there were no runs. Must not know values.

use std::cell::RefCell;
use std::rc::Rc;

use super::bodies::Bodies;
use super::intrinsics::is_of_kotlin;
use super::memory::is_followed;
use crate::base::{FxHashMap, FxIndexSet};
use crate::classfile::{InvokeKind, RawConst};
use crate::classpath::Origin;
use crate::ir::{Block, ConstValue, Op, Terminator};
use crate::program::{MethodId, MethodRef, Program, access};
use crate::strings::recipe;

/// Most statements of a method that is run: those that make names are short.
const STATEMENTS: usize = 1_000;

/// Most methods that one works with. That methods are asked at all is for what comes of it when most runs give nothing: results come
/// later, and other names first at limits (xalan: 3 facts fewer of 66 and a quarter more time).
const METHODS: usize = 64;

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

/// What was found out of methods.
#[derive(Default)]
pub(super) struct Runnable {
    known: RefCell<FxHashMap<MethodId, Rc<Own>>>,
}

/// What a method says by itself.
struct Own {
    /// All its statements are followed.
    is_followed: bool,
    /// The methods with code that it calls.
    calls: Vec<MethodId>,
}

impl Runnable {
    /// Whether running the method may give something: it and the methods that it calls, and those that they call, of which a few may
    /// be.
    pub(super) fn is(&self, program: &Program, bodies: &Bodies, method: MethodId) -> bool {
        let mut methods = FxIndexSet::from_iter([method]);
        let mut next = 0;
        while let Some(&method) = methods.get_index(next) {
            let own = self.own(program, bodies, method);
            if !own.is_followed {
                return false;
            }
            methods.extend(own.calls.iter().copied());
            if methods.len() > METHODS {
                return false;
            }
            next += 1;
        }
        true
    }

    fn own(&self, program: &Program, bodies: &Bodies, method: MethodId) -> Rc<Own> {
        if let Some(known) = self.known.borrow().get(&method) {
            return known.clone();
        }
        let mut calls = Vec::new();
        let is_followed = bodies.of(program, method).is_some_and(|body| {
            let statements: usize = body.blocks.iter().map(|block| block.stmts.len()).sum();
            let is_thrown =
                |block: &&Block| matches!(block.terminator, Terminator::Throw { .. }) || block.handler.is_some();
            let mut stmts = body.blocks.iter().filter(|block| !is_thrown(block)).flat_map(|block| &block.stmts);
            statements <= STATEMENTS && stmts.all(|stmt| follows(program, method, &stmt.op, &mut calls))
        });
        let own = Rc::new(Own { is_followed, calls });
        self.known.borrow_mut().insert(method, own.clone());
        own
    }
}

/// Whether a run follows what a statement does.
fn follows(program: &Program, method: MethodId, op: &Op, calls: &mut Vec<MethodId>) -> bool {
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
        Op::Invoke { kind, method: called, .. } => follows_call(program, *kind, (method, *called), calls),
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
    program: &Program,
    kind: InvokeKind,
    (caller, called): (MethodId, MethodRef),
    calls: &mut Vec<MethodId>,
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
        _ if is_of_kotlin((name, program.str(data.name), program.str(program.method_desc(data.desc).text))) => true,
        // What receivers select may be another one.
        _ if data.access & access::ABSTRACT != 0 => true,
        _ => {
            calls.push(resolved);
            true
        }
    }
}
