//! What calls of collections do, said again: who is distinguished is decided by names and bytecode alone, what a method does by
//! the table. Must not know how the solver goes about it.

use std::collections::BTreeSet;

use reflection_check::classpath::Origin;
use reflection_check::heap::{Category, Face, Key, ObjId, ObjKind};
use reflection_check::ir::facts::Facts;
use reflection_check::ir::{Body, ConstValue, Op, Var};
use reflection_check::models::collections::{self, CLASSES, JdkCollections};
use reflection_check::pointsto::{Act, Collections, Entrance, Solver};
use reflection_check::program::{ClassId, MethodId, Program, access};

use super::rules::Rules;

/// A receiver that is a collection, or a view of one, of which calls give what is in it.
pub(crate) struct Apart {
    pub(crate) obj: ObjId,
    pub(crate) of: ObjId,
    pub(crate) face: Face,
    /// `None`: nobody knows what the method does.
    pub(crate) acts: Option<&'static [Act]>,
}

/// The collection that an object is or is a view of.
pub(crate) fn container(solver: &Solver<'_>, obj: ObjId) -> Option<(ObjId, Face)> {
    match solver.heap.kind(obj) {
        ObjKind::View { of, face, .. } => Some((of, face)),
        ObjKind::Alloc { site, ty, .. } => {
            let class = solver.program.class_of(ty)?;
            let name = solver.program.class_name(class);
            let (_, face) = CLASSES.iter().find(|(row, _)| *row == name)?;
            let maker = solver.heap.site_data(site).maker()?;
            (!is_own(solver.program, class, maker)).then_some((obj, *face))
        }
        _ => None,
    }
}

/// Names of the files that a class and all that it extends and implements stand in.
pub(crate) fn files(program: &Program, class: ClassId) -> BTreeSet<String> {
    let rules = Rules { program };
    let named = |class: ClassId| program.class_name(class).split('$').next().unwrap_or_default().to_owned();
    let mut open = rules.chain(class);
    let mut found = BTreeSet::new();
    while let Some(class) = open.pop() {
        if found.insert(named(class)) {
            open.extend(program.class(class).interfaces.iter().flat_map(|&above| rules.chain(above)));
        }
    }
    found.remove("java/lang/Object");
    found
}

fn is_own(program: &Program, class: ClassId, method: MethodId) -> bool {
    let name = program.class_name(program.method(method).class);
    files(program, class).contains(name.split('$').next().unwrap_or_default())
}

/// Whether a call of `resolved` in a method is the collection's own, which says nothing of what is in it.
fn is_own_call(
    program: &Program,
    of: ClassId,
    caller: MethodId,
    body: &Body,
    resolved: MethodId,
    receiver: Var,
) -> bool {
    let has = |method: MethodId, flag: u16| program.method(method).access & flag != 0;
    is_own(program, of, caller)
        && !(has(resolved, access::PUBLIC) && is_handed(body, receiver, has(caller, access::STATIC), 0))
}

/// Whether a value was handed to the method, besides the receiver, or by one that it called.
fn is_handed(body: &Body, var: Var, is_static: bool, depth: u32) -> bool {
    if var.0 < body.params {
        return is_static || var.0 != 0;
    }
    // Loops of phis.
    if depth > 30 {
        return false;
    }
    body.blocks.iter().any(|block| {
        let from = |arg: Var| is_handed(body, arg, is_static, depth + 1);
        block.phis.iter().any(|phi| phi.dst == var && phi.args.iter().any(|&arg| arg != var && from(arg)))
            || block.stmts.iter().any(|stmt| match stmt.op {
                Op::Cast { dst, src, .. } => dst == var && from(src),
                Op::Invoke { dst, .. } => dst == Some(var),
                _ => false,
            })
    })
}

/// Receivers that calls tell apart, and the others.
pub(crate) fn split(
    solver: &Solver<'_>,
    (caller, body): (MethodId, &Body),
    (resolved, target): (MethodId, MethodId),
    receiver: Option<Var>,
    receivers: &[ObjId],
) -> (Vec<Apart>, Vec<ObjId>) {
    let (mut apart, mut plain) = (Vec::new(), Vec::new());
    for &obj in receivers {
        let told = container(solver, obj).filter(|&(of, _)| {
            if JdkCollections.is_wrapper(solver.program, solver.program.method(caller).class) {
                let public = solver.program.method(resolved).access & access::PUBLIC != 0;
                let is_static = solver.program.method(caller).access & access::STATIC != 0;
                return public && receiver.is_some_and(|receiver| is_handed(body, receiver, is_static, 0));
            }
            if of != obj {
                return true;
            }
            let class = solver.program.class_of(solver.heap.ty(of)).expect("collections have classes");
            let own =
                receiver.is_some_and(|receiver| is_own_call(solver.program, class, caller, body, resolved, receiver));
            !own
        });
        let acts = told.and_then(|(_, face)| acts(solver.program, face, target));
        let Some((of, face)) = told else {
            plain.push(solver.heap.real(obj));
            continue;
        };
        let gives = |act: &Act| matches!(act, Act::Exit(_) | Act::ExitOfArgument(_) | Act::Transfer(_) | Act::Copy);
        let escaped = solver.is_escaped(of);
        if escaped || acts.is_some_and(|acts| !acts.iter().any(gives)) {
            plain.push(solver.heap.real(obj));
        }
        // What the table says goes on after that.
        if !escaped || acts.is_some() {
            apart.push(Apart { obj, of, face, acts });
        }
    }
    (apart, plain)
}

/// Whether a call of a method is one of a factory that is told apart: its result is no longer what the method returns.
pub(crate) fn is_factory_call(program: &Program, caller: MethodId, target: MethodId) -> bool {
    JdkCollections.made(program, target).is_some_and(|made| {
        let is_view = made.entrances.iter().any(|entrance| matches!(entrance, Entrance::Transfer(_)));
        is_view || program.origin_of(caller) != Origin::Jdk
    })
}

/// The argument of a factory that what it makes is another view of.
pub(crate) fn shown_by_factory(program: &Program, target: MethodId) -> Option<usize> {
    let made = JdkCollections.made(program, target)?;
    made.entrances.iter().find_map(|entrance| match entrance {
        Entrance::Transfer(of) => Some(*of),
        _ => None,
    })
}

/// The category that holds all that another one is a part of.
pub(crate) fn whole(category: Category) -> Category {
    match category {
        Category::Asked | Category::Under(_) | Category::Others => Category::Values,
        other => other,
    }
}

/// The constant that a variable is as the key of a map.
pub(crate) fn constant_key(program: &Program, body: &Body, var: Var) -> Option<Key> {
    let facts = Facts::of(body);
    if let Some(constant) = facts.constant_of(var) {
        return match *constant {
            ConstValue::Str { text, lossy: false } => Some(Key::Text(text)),
            ConstValue::Class(ty) => Some(Key::Class(ty)),
            _ => None,
        };
    }
    match &facts.stmt(facts.behind_casts(var))?.op {
        Op::GetStatic { field, .. } => {
            let field = program.resolve_field(*field)?;
            (program.field(field).access & access::ENUM != 0).then_some(Key::Constant(field))
        }
        Op::Invoke { method, args, .. } => {
            let method = program.resolve_method(*method)?;
            let boxes = ["Byte", "Character", "Integer", "Long", "Short"].map(|name| format!("java/lang/{name}"));
            let is_box = boxes.iter().any(|name| name == program.class_name(program.method(method).class));
            match (program.str(program.method(method).name), facts.constant_of(*args.first()?)?) {
                ("valueOf", &ConstValue::Int(number)) if is_box => Some(Key::Number(number)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether an object can be seen by a face.
pub(crate) fn fits(solver: &Solver<'_>, face: Face, obj: ObjId) -> bool {
    let class = solver.program.class_of(solver.heap.ty(obj));
    class.is_some_and(|class| JdkCollections.fits(solver.program, face, class))
}

/// What the table says of a method.
fn acts(program: &Program, face: Face, method: MethodId) -> Option<&'static [Act]> {
    let data = program.method(method);
    let descriptor = program.str(program.method_desc(data.desc).text);
    let params = &descriptor[..=descriptor.find(')').expect("descriptors have parameters")];
    let named = |row: &&collections::Row| row.0 == program.str(data.name) && (row.1 == "*" || row.1 == params);
    collections::rows(face).into_iter().flatten().find(named).map(|row| row.2)
}
