//! Which members a look-up of a handle means by class, name and type: `MethodHandles.Lookup` resolves them as instructions do
//! (JVMS 5.4.3). And what the handles do that class files have as constants (JVMS 4.4.8). Must not know calls.

use crate::base::Sym;
use crate::classfile::{RawConst, RawHandle, RefKind};
use crate::heap::{ObjId, ObjKind, Site};
use crate::ir::{self, ConstValue, Op};
use crate::pointsto::Cx;
use crate::program::{ClassId, FieldId, FieldRefData, MethodId, MethodRefData, Program, Type, TypeId, access, lookup};

use super::super::state::handles::{Does, HandleType};
use super::super::terms::attempt::Sought;
use super::super::terms::site::Effect;

/// Constants that are arguments of dynamic constants are followed so far; the JVM refuses circles.
const MOST_NESTED: usize = 8;

/// What is known of the type asked for: of a method its own, of a field the class of what it holds.
pub(in crate::reflection) enum Types {
    Any,
    OfMethod(Vec<HandleType>),
    OfField(Vec<TypeId>),
}

/// The members of a class, of a name if it is known, that are meant.
pub(in crate::reflection) fn meant(
    program: &Program,
    sought: Sought,
    owner: TypeId,
    name: Option<Sym>,
    types: &Types,
) -> Vec<Effect> {
    let mut found: Vec<Effect> = match (sought, types, name) {
        (Sought::Constructor, Types::OfMethod(types), _) => {
            let fitting = types.iter().filter(|(_, ret)| *ret == program.void());
            fitting
                .filter_map(|(params, _)| lookup::declared_constructor(program, owner, params))
                .map(Effect::Constructor)
                .collect()
        }
        (Sought::Constructor, ..) => {
            lookup::declared_constructors(program, owner).into_iter().map(Effect::Constructor).collect()
        }
        (Sought::Virtual | Sought::Static | Sought::Special | Sought::Bound, Types::OfMethod(types), Some(name)) => {
            let resolved = types.iter().filter_map(|(params, ret)| resolved(program, owner, name, params, *ret));
            resolved.map(Effect::Method).collect()
        }
        (Sought::Virtual | Sought::Static | Sought::Special | Sought::Bound, types, name) => {
            let fits = |method: MethodId| match types {
                Types::OfMethod(types) => types.iter().any(|(params, ret)| {
                    let desc = program.method_desc(program.method(method).desc);
                    desc.params == *params && desc.ret == *ret
                }),
                _ => true,
            };
            let methods = classes(program, owner).into_iter().flat_map(|class| methods(program, class, name));
            methods.filter(|&method| fits(method)).map(Effect::Method).collect()
        }
        (_, Types::OfField(types), Some(name)) => {
            let resolved = |&ty: &TypeId| program.resolve_field(program.field_ref(FieldRefData { owner, name, ty }));
            types.iter().filter_map(resolved).map(Effect::Field).collect()
        }
        (_, types, name) => {
            let fits = |field: FieldId| match types {
                Types::OfField(types) => types.contains(&program.field(field).ty),
                _ => true,
            };
            let fields = classes(program, owner).into_iter().flat_map(|class| fields(program, class, name));
            fields.filter(|&field| fits(field)).map(Effect::Field).collect()
        }
    };
    found.retain(|&effect| match effect {
        Effect::Method(method) => sought.is_static() == (program.method(method).access & access::STATIC != 0),
        Effect::Field(field) => sought.is_static() == (program.field(field).access & access::STATIC != 0),
        _ => true,
    });
    found
}

/// JVMS 5.4.3.3 and 5.4.3.4.
fn resolved(program: &Program, owner: TypeId, name: Sym, params: &[TypeId], ret: TypeId) -> Option<MethodId> {
    let interface = program.class_of(owner).is_some_and(|class| program.class(class).access & access::INTERFACE != 0);
    let desc = program.desc_of(params, ret);
    program.resolve_method(program.method_ref(MethodRefData { owner, name, desc, interface }))
}

/// Where members of a type may be declared; arrays have those of `Object`.
fn classes(program: &Program, owner: TypeId) -> Vec<ClassId> {
    match program.ty(owner) {
        Type::Class(class) => {
            let mut classes = program.supertypes(class).to_vec();
            if program.class(class).access & access::INTERFACE != 0 {
                classes.push(program.well_known().object);
            }
            classes
        }
        Type::Array(_) => vec![program.well_known().object],
        _ => Vec::new(),
    }
}

fn methods(program: &Program, class: ClassId, name: Option<Sym>) -> Vec<MethodId> {
    let is_meant = |&method: &MethodId| {
        let of = program.method(method).name;
        name.is_none_or(|name| name == of) && !program.str(of).starts_with('<')
    };
    program.class(class).methods.iter().copied().filter(is_meant).collect()
}

fn fields(program: &Program, class: ClassId, name: Option<Sym>) -> Vec<FieldId> {
    let is_meant = |&field: &FieldId| name.is_none_or(|name| name == program.field(field).name);
    program.class(class).fields.iter().copied().filter(is_meant).collect()
}

/// What a handle of a member does.
pub(super) fn done(sought: Sought, effect: Effect) -> Option<Does> {
    Some(match (sought, effect) {
        (Sought::VarHandle | Sought::StaticVarHandle, _) | (_, Effect::Class(_)) => return None,
        (Sought::Special, Effect::Method(method)) => Does::Special(method),
        (_, Effect::Method(method)) => Does::Call(method),
        (_, Effect::Constructor(method)) => Does::New(method),
        (Sought::Setter | Sought::StaticSetter, Effect::Field(field)) => Does::Set(field),
        (_, Effect::Field(field)) => Does::Get(field),
    })
}

/// What a handle does that an instruction loads or a bootstrap method is given: of several arguments each may be meant.
pub(in crate::reflection) fn constants(cx: &Cx<'_, '_>, obj: ObjId) -> Vec<Does> {
    let program = cx.program;
    let ObjKind::Handle { site, ty, .. } = cx.heap.kind(obj) else { return Vec::new() };
    let Site::At(method, offset) = cx.heap.site_data(site) else { return Vec::new() };
    if program.class_of(ty) != Some(program.well_known().method_handle) {
        return Vec::new();
    }
    let class = program.method(method).class;
    let body = ir::lower(program, method);
    let mut found = Vec::new();
    for stmt in body.blocks.iter().flat_map(|block| &block.stmts).filter(|stmt| stmt.offset == offset) {
        match stmt.op {
            Op::Const { value: ConstValue::MethodHandle(handle), .. } => found.push(handle),
            Op::Const { value: ConstValue::Dynamic { bootstrap, .. }, .. } | Op::InvokeDynamic { bootstrap, .. } => {
                of_bootstrap(program, class, bootstrap, 0, &mut found);
            }
            _ => {}
        }
    }
    found.into_iter().filter_map(|handle| of_constant(program, handle)).collect()
}

fn of_bootstrap(program: &Program, class: ClassId, bootstrap: u16, nested: usize, found: &mut Vec<RawHandle>) {
    let Some(bootstrap) = program.class(class).bootstraps.get(bootstrap as usize) else { return };
    for arg in bootstrap.args.iter().filter(|_| nested < MOST_NESTED) {
        match *arg {
            RawConst::MethodHandle(handle) => found.push(handle),
            RawConst::Dynamic { bootstrap, .. } => of_bootstrap(program, class, bootstrap, nested + 1, found),
            _ => {}
        }
    }
}

/// By the kind of the reference (JVMS 5.4.3.5).
fn of_constant(program: &Program, handle: RawHandle) -> Option<Does> {
    let member = handle.member;
    let owner = program.type_of_internal(member.owner);
    let is_read = matches!(handle.kind, RefKind::GetField | RefKind::GetStatic);
    if is_read || matches!(handle.kind, RefKind::PutField | RefKind::PutStatic) {
        let ty = program.type_of_descriptor(program.str(member.descriptor))?;
        let field = program.resolve_field(program.field_ref(FieldRefData { owner, name: member.name, ty }))?;
        return Some(if is_read { Does::Get(field) } else { Does::Set(field) });
    }
    let desc = program.desc(member.descriptor);
    let data = MethodRefData { owner, name: member.name, desc, interface: member.interface };
    let method = program.resolve_method(program.method_ref(data))?;
    Some(match handle.kind {
        RefKind::InvokeSpecial => Does::Special(method),
        RefKind::NewInvokeSpecial => Does::New(method),
        _ => Does::Call(method),
    })
}
