//! What look-ups of method handles ask for, and which types their handles have. Follows types that `MethodType.methodType` makes
//! anywhere, and handles that are made in the method or kept in final static fields. Must not know failures.

use crate::heap::{ObjKind, Site};
use crate::ir::facts::Facts;
use crate::ir::{Op, Var};
use crate::program::{ClassId, FieldRefData, MethodId, MethodRefData, Program, TypeId, access, lookup};
use crate::reflection::{ApiTable, Attempt, Gives, Role, Sought};

use super::super::super::values::{Asker, Value};
use super::fit::type_of;

/// Parameter types and result.
pub(super) type HandleType = (Vec<TypeId>, TypeId);

/// What a look-up asks for.
pub(super) struct Asked {
    pub(super) sought: Sought,
    pub(super) class: TypeId,
    /// None for constructors.
    pub(super) member: Option<crate::base::Sym>,
    /// Of a field only the result.
    pub(super) ty: HandleType,
    /// Instructions of the method alone say so.
    pub(super) literal: bool,
    /// The method that makes the look-up, and the lookup.
    asking: (MethodId, Option<Var>),
}

impl Asked {
    /// Flags and declaring class of the member that is found.
    pub(super) fn found(&self, program: &Program) -> Option<(u16, ClassId)> {
        let (params, ret) = &self.ty;
        let class = program.class_of(self.class)?;
        match self.sought {
            Sought::Constructor => {
                let found = lookup::declared_constructor(program, self.class, params)?;
                (*ret == program.void()).then(|| (program.method(found).access, class))
            }
            Sought::Virtual | Sought::Static | Sought::Special | Sought::Bound => {
                let interface = program.class(class).access & access::INTERFACE != 0;
                let desc = program.desc_of(params, *ret);
                let data = MethodRefData { owner: self.class, name: self.member?, desc, interface };
                let found = program.resolve_method(program.method_ref(data))?;
                let data = program.method(found);
                Some((data.access, data.class))
            }
            Sought::Getter
            | Sought::Setter
            | Sought::VarHandle
            | Sought::StaticGetter
            | Sought::StaticSetter
            | Sought::StaticVarHandle => {
                let data = FieldRefData { owner: self.class, name: self.member?, ty: *ret };
                let data = program.field(program.resolve_field(program.field_ref(data))?);
                Some((data.access, data.class))
            }
        }
    }

    /// The type of the handle that the look-up gives.
    pub(super) fn handle_type(&self, ask: &Asker<'_, '_>) -> Option<HandleType> {
        let program = ask.view.program;
        let (params, ret) = self.ty.clone();
        let receiver = self.receiver(ask);
        let with_receiver = |params: Vec<TypeId>| Some(std::iter::once(receiver?).chain(params).collect());
        Some(match self.sought {
            Sought::Static | Sought::Bound => (params, ret),
            Sought::Virtual => (with_receiver(params)?, ret),
            Sought::Constructor => (params, self.class),
            Sought::Getter => (with_receiver(Vec::new())?, ret),
            Sought::Setter => (with_receiver(vec![ret])?, program.void()),
            Sought::StaticGetter => (Vec::new(), ret),
            Sought::StaticSetter => (vec![ret], program.void()),
            Sought::Special | Sought::VarHandle | Sought::StaticVarHandle => return None,
        })
    }

    /// The type of the objects that the handle takes: of a protected member of another package only those of the class that looks it
    /// up (`MethodHandles.Lookup.restrictReceiver`).
    fn receiver(&self, ask: &Asker<'_, '_>) -> Option<TypeId> {
        let program = ask.view.program;
        let (flags, declaring) = self.found(program)?;
        let (method, lookup) = self.asking;
        let caller = program.method(method).class;
        if flags & access::PROTECTED == 0 {
            return Some(self.class);
        }
        match given(ask, method, lookup?)? {
            Gives::OwnLookup if program.same_runtime_package(declaring, caller) => Some(self.class),
            Gives::OwnLookup => Some(program.class_type(caller)),
            _ => None,
        }
    }
}

/// What the call gives whose result a variable is.
pub(super) fn given(ask: &Asker<'_, '_>, method: MethodId, var: Var) -> Option<Gives> {
    let program = ask.view.program;
    let facts = Facts::of(ask.body(method)?);
    let Op::Invoke { method, .. } = &facts.stmt(facts.behind_casts(var))?.op else { return None };
    ApiTable::get().known(program, program.resolve_method(*method)?)?.gives
}

/// The look-up that a handle comes from, and whether it stands in the same method.
pub(super) fn look_up_of(ask: &Asker<'_, '_>, method: MethodId, var: Var) -> Option<(bool, MethodId, u32)> {
    let program = ask.view.program;
    let facts = Facts::of(ask.body(method)?);
    let stmt = facts.stmt(facts.behind_casts(var))?;
    match &stmt.op {
        Op::Invoke { .. } => Some((true, method, stmt.offset)),
        Op::GetStatic { field, .. } => {
            let field = program.resolve_field(*field)?;
            let data = program.field(field);
            if data.access & access::FINAL == 0 {
                return None;
            }
            let initialiser = program.find_method(data.class, "<clinit>", "()V")?;
            let body = ask.body(initialiser)?;
            let puts = body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| match &stmt.op {
                Op::PutStatic { field: put, value } if program.resolve_field(*put) == Some(field) => Some(*value),
                _ => None,
            });
            let values: Vec<Var> = puts.collect();
            let &[value] = values.as_slice() else { return None };
            let facts = Facts::of(body);
            let stmt = facts.stmt(facts.behind_casts(value))?;
            matches!(stmt.op, Op::Invoke { .. }).then_some((false, initialiser, stmt.offset))
        }
        _ => None,
    }
}

/// What the look-up at a place asks for, if its class, name and types are constants there.
pub(super) fn asked(ask: &Asker<'_, '_>, method: MethodId, offset: u32) -> Option<Asked> {
    let program = ask.view.program;
    let Op::Invoke { method: called, args, .. } = ask.op_at(method, offset)? else { return None };
    let api = ApiTable::get().named(program, *called)?;
    let Some(Attempt::FindHandle(sought)) = api.attempt() else { return None };
    let input = |role: Role| args.get(api.position(role)?).copied();
    let (class, mut literal) = match sought {
        Sought::Bound => {
            let values = ask.values(method, input(Role::Receiver)?);
            let &[value] = values.all.as_slice() else { return None };
            (type_of(ask.view.heap.types(), value)?, values.literal)
        }
        _ => class_of(ask, method, input(Role::Class)?)?,
    };
    let member = match sought {
        Sought::Constructor => None,
        _ => {
            let values = ask.values(method, input(Role::Name)?);
            let &[Value::Text(text)] = values.all.as_slice() else { return None };
            literal &= values.literal;
            Some(text)
        }
    };
    let ty = input(Role::Type)?;
    let (ty, is_literal) = match sought {
        Sought::Constructor | Sought::Virtual | Sought::Static | Sought::Special | Sought::Bound => {
            method_type(ask, method, ty)?
        }
        _ => {
            let (ty, literal) = class_of(ask, method, ty)?;
            ((Vec::new(), ty), literal)
        }
    };
    let asking = (method, input(Role::Asking));
    Some(Asked { sought, class, member, ty, literal: literal && is_literal, asking })
}

/// The one class that a variable holds, and whether instructions of the method alone say so.
fn class_of(ask: &Asker<'_, '_>, method: MethodId, var: Var) -> Option<(TypeId, bool)> {
    let values = ask.values(method, var);
    match values.all.as_slice() {
        &[Value::Class(ty)] => Some((ty, values.literal)),
        _ => None,
    }
}

/// The type that a variable holds, if `MethodType.methodType` makes it of classes that are known, and whether instructions of the
/// method alone say so.
fn method_type(ask: &Asker<'_, '_>, method: MethodId, var: Var) -> Option<(HandleType, bool)> {
    let facts = Facts::of(ask.body(method)?);
    if let Some(stmt) = facts.stmt(facts.behind_casts(var))
        && let Some(made) = type_made_at(ask, method, stmt.offset)
    {
        return Some(made);
    }
    let mut places = made_at(ask, method, var)?.into_iter();
    let (place, rest) = (places.next()?, places.next());
    let (ty, _) = type_made_at(ask, place.0, place.1).filter(|_| rest.is_none())?;
    Some((ty, false))
}

/// The instructions that make the types which arrive at a variable, if instructions make them all.
fn made_at(ask: &Asker<'_, '_>, method: MethodId, var: Var) -> Option<Vec<(MethodId, u32)>> {
    let view = ask.view;
    let mut places = Vec::new();
    for &id in ask.all_instances().get(&method)? {
        for (_, kind) in view.values(view.state.instance(id).var(var)?) {
            let ObjKind::Handle { site, .. } = kind else { return None };
            let Site::At(method, offset) = view.heap.site_data(site) else { return None };
            if !places.contains(&(method, offset)) {
                places.push((method, offset));
            }
        }
    }
    Some(places)
}

/// What `MethodType.methodType` makes at a place.
fn type_made_at(ask: &Asker<'_, '_>, method: MethodId, offset: u32) -> Option<(HandleType, bool)> {
    let program = ask.view.program;
    let Op::Invoke { method: called, args, .. } = ask.op_at(method, offset)? else { return None };
    if ApiTable::get().named(program, *called)?.gives != Some(Gives::HandleType) {
        return None;
    }
    let (&ret, rest) = args.split_first()?;
    let (ret, mut literal) = class_of(ask, method, ret)?;
    let declared = &program.method_desc(program.method_ref_data(*called).desc).params;
    let mut classes = Vec::new();
    for (&arg, &ty) in rest.iter().zip(&declared[1..]) {
        if program.dimensions(ty).0 == 0 {
            if ty != ask.view.heap.types().class {
                return None;
            }
            classes.push(ask.values(method, arg));
            continue;
        }
        let arrays = ask.arrays(method, offset, arg)?;
        let [array] = arrays.as_slice() else { return None };
        literal &= array.literal;
        classes.extend(array.all.iter().cloned());
    }
    let mut params = Vec::new();
    for values in classes {
        let &[Value::Class(ty)] = values.all.as_slice() else { return None };
        literal &= values.literal;
        params.push(ty);
    }
    Some(((params, ret), literal))
}
