//! Look-ups of method handles that find nothing, and handles called with another type than they have
//! (`MethodHandles.Lookup`, `MethodHandle.invokeExact`). Follows types made in the method, and handles kept in final static
//! fields. Must not know reflective members.

use crate::ir::facts::{Facts, statement_at};
use crate::ir::{Op, Var};
use crate::program::{FieldRefData, MethodId, MethodRefData, Program, TypeId, access, lookup};
use crate::reflection::{API, ApiTable, Attempt, NO_FIELD, NO_METHOD, Role, Sought};
use crate::result::RuleId;

use super::super::super::values::{Asker, Value};
use super::super::case::nearest_or;
use super::call::{Call, Failure, Reason};
use super::fit::is_partly_known;
use super::throws::{NO_ACCESS, WRONG_TYPE};

/// Parameter types and result.
type HandleType = (Vec<TypeId>, TypeId);

/// What a look-up asks for.
struct Asked {
    sought: Sought,
    class: TypeId,
    /// None for constructors.
    member: Option<crate::base::Sym>,
    /// Of a field only the result.
    ty: HandleType,
    /// Instructions of the method alone say so.
    literal: bool,
}

/// A look-up of a handle.
pub(super) fn find(call: &Call<'_, '_, '_>) -> Option<Failure> {
    let asked = asked(call.ask, call.site.method, call.site.offset)?;
    let program = call.program();
    if is_partly_known(program, asked.class) || program.binary_name(asked.class).starts_with("java.lang.invoke.") {
        return None;
    }
    let (params, ret) = &asked.ty;
    let owner = asked.class;
    let class = program.class_of(owner)?;
    let shown = program.binary_name(owner);
    let lookup_is_own = is_own_lookup(call);
    let missing = |text: String, advice: &str, throws: &'static [&'static str]| {
        Some(Reason::new(RuleId::RC3002, text, advice, throws, asked.literal).failure(true, true))
    };
    let member = asked.member.map(|name| program.str(name)).unwrap_or("<init>");
    let (flags, declaring, is_static) = match asked.sought {
        Sought::Constructor => {
            let found = lookup::declared_constructor(program, owner, params).filter(|_| *ret == program.void());
            let Some(found) = found else {
                let text = format!("\"{shown}\" has no constructor of this type");
                return missing(text, "write the parameter types of a constructor, and void as the result", NO_METHOD);
            };
            (program.method(found).access, class, None)
        }
        Sought::Virtual | Sought::Static => {
            let interface = program.class(class).access & access::INTERFACE != 0;
            let desc = program.desc_of(params, *ret);
            let data = MethodRefData { owner, name: asked.member?, desc, interface };
            let Some(found) = program.resolve_method(program.method_ref(data)) else {
                let text = format!("\"{shown}\" has no method \"{member}\" of this type");
                return missing(text, &method_advice(program, owner, member), NO_METHOD);
            };
            let data = program.method(found);
            (data.access, data.class, Some(asked.sought.is_static()))
        }
        Sought::Getter
        | Sought::Setter
        | Sought::VarHandle
        | Sought::StaticGetter
        | Sought::StaticSetter
        | Sought::StaticVarHandle => {
            let data = FieldRefData { owner, name: asked.member?, ty: *ret };
            let Some(found) = program.resolve_field(program.field_ref(data)) else {
                let text = format!("\"{shown}\" has no field \"{member}\" of this type");
                let near = lookup::field_hint(program, owner, member).filter(|near| *near != member);
                let advice = nearest_or(near, "field", "correct the name or the type of the field");
                return missing(text, &advice, NO_FIELD);
            };
            let data = program.field(found);
            if matches!(asked.sought, Sought::Setter | Sought::StaticSetter) && data.access & access::FINAL != 0 {
                let text = format!("\"{shown}.{member}\" is final, and a setter is asked for");
                let reason = Reason::new(RuleId::RC3008, text, "make the field non-final", NO_ACCESS, asked.literal);
                return Some(reason.failure(true, true));
            }
            (data.access, data.class, Some(asked.sought.is_static()))
        }
        Sought::Special | Sought::Bound => return None,
    };
    if is_static.is_some_and(|wanted| wanted != (flags & access::STATIC != 0)) {
        let (is, use_) = match flags & access::STATIC != 0 {
            true => ("static", "the form with Static in its name"),
            false => ("not static", "the form for members of objects"),
        };
        return missing(format!("\"{shown}.{member}\" is {is}"), &format!("use {use_}"), NO_ACCESS);
    }
    let reason = call.no_access((declaring, flags), Some(class), &format!("\"{shown}.{member}\""))?;
    lookup_is_own.then(|| reason.failure(asked.literal, true))
}

fn method_advice(program: &Program, owner: TypeId, member: &str) -> String {
    let near = lookup::method_hint(program, owner, member).filter(|near| *near != member);
    nearest_or(near, "method", "write the parameter types and the result of the method")
}

/// Whether the look-up is made for the class itself.
fn is_own_lookup(call: &Call<'_, '_, '_>) -> bool {
    let (Some(&var), Some(body)) = (call.site.vars.first(), call.ask.body(call.site.method)) else { return false };
    let program = call.program();
    matches!(Facts::of(body).stmt(var).map(|stmt| &stmt.op), Some(Op::Invoke { method, .. }) if {
        let data = program.method_ref_data(*method);
        program.binary_name(data.owner) == "java.lang.invoke.MethodHandles" && program.str(data.name) == "lookup"
    })
}

/// `MethodHandle.invokeExact`, and `invoke` with another number of arguments.
pub(super) fn invoke(call: &Call<'_, '_, '_>) -> Option<Failure> {
    let program = call.program();
    let Op::Invoke { method, .. } = call.ask.op_at(call.site.method, call.site.offset)? else { return None };
    let given = program.method_desc(program.method_ref_data(*method).desc);
    let (in_method, at, offset) = look_up_of(call.ask, call.site.method, *call.site.vars.first()?)?;
    let ((params, ret), literal) = {
        let asked = asked(call.ask, at, offset)?;
        (handle_type(program, &asked)?, asked.literal)
    };
    let exact = call.api.name == "invokeExact";
    let is_wrong = match exact {
        true => given.params != params || given.ret != ret,
        false => given.params.len() != params.len(),
    };
    if !is_wrong {
        return None;
    }
    let shown = |params: &[TypeId], ret: TypeId| {
        let params: Vec<String> = params.iter().map(|&param| program.type_name(param)).collect();
        format!("({}){}", params.join(","), program.type_name(ret))
    };
    let text = format!(
        "the handle's type is \"{}\", and it is called as \"{}\"",
        shown(&params, ret),
        shown(&given.params, given.ret)
    );
    let advice = match exact {
        true => "cast the arguments and the result to the types of the handle, or use invoke",
        false => "pass as many arguments as the handle takes",
    };
    Some(Reason::new(RuleId::RC3011, text, advice, WRONG_TYPE, in_method && literal).failure(true, true))
}

/// The look-up that a handle comes from, and whether it stands in the same method.
fn look_up_of(ask: &Asker<'_, '_>, method: MethodId, var: Var) -> Option<(bool, MethodId, u32)> {
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
fn asked(ask: &Asker<'_, '_>, method: MethodId, offset: u32) -> Option<Asked> {
    let program = ask.view.program;
    let Op::Invoke { method: called, args, .. } = ask.op_at(method, offset)? else { return None };
    let data = program.method_ref_data(*called);
    let owner = program.class_name(program.class_of(data.owner)?);
    let descriptor = program.str(program.method_desc(data.desc).text);
    let api = &API[ApiTable::get().by_name(owner, program.str(data.name), descriptor)?];
    let Some(Attempt::FindHandle(sought)) = api.attempt() else { return None };
    let input = |role: Role| args.get(api.position(role)?).copied();
    let (class, mut literal) = class_of(ask, method, input(Role::Class)?)?;
    let member = match sought {
        Sought::Special | Sought::Bound => return None,
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
        Sought::Constructor | Sought::Virtual | Sought::Static => method_type(ask, method, ty)?,
        _ => {
            let (ty, literal) = class_of(ask, method, ty)?;
            ((Vec::new(), ty), literal)
        }
    };
    Some(Asked { sought, class, member, ty, literal: literal && is_literal })
}

/// The type of the handle that a look-up gives.
fn handle_type(program: &Program, asked: &Asked) -> Option<HandleType> {
    let (params, ret) = asked.ty.clone();
    let with_receiver = |params: Vec<TypeId>| std::iter::once(asked.class).chain(params).collect();
    Some(match asked.sought {
        Sought::Static => (params, ret),
        Sought::Virtual => (with_receiver(params), ret),
        Sought::Constructor => (params, asked.class),
        Sought::Getter => (vec![asked.class], ret),
        Sought::Setter => (vec![asked.class, ret], program.void()),
        Sought::StaticGetter => (Vec::new(), ret),
        Sought::StaticSetter => (vec![ret], program.void()),
        Sought::Special | Sought::Bound | Sought::VarHandle | Sought::StaticVarHandle => return None,
    })
}

/// The one class that a variable holds, and whether instructions of the method alone say so.
fn class_of(ask: &Asker<'_, '_>, method: MethodId, var: Var) -> Option<(TypeId, bool)> {
    let values = ask.values(method, var);
    match values.all.as_slice() {
        &[Value::Class(ty)] => Some((ty, values.literal)),
        _ => None,
    }
}

/// `MethodType.methodType` of classes that are known, and whether instructions of the method alone say so.
fn method_type(ask: &Asker<'_, '_>, method: MethodId, var: Var) -> Option<(HandleType, bool)> {
    let program = ask.view.program;
    let body = ask.body(method)?;
    let facts = Facts::of(body);
    let stmt = facts.stmt(facts.behind_casts(var))?;
    let Op::Invoke { method: called, args, .. } = &stmt.op else { return None };
    let data = program.method_ref_data(*called);
    let is_it =
        program.binary_name(data.owner) == "java.lang.invoke.MethodType" && program.str(data.name) == "methodType";
    let (&ret, rest) = args.split_first().filter(|_| is_it)?;
    let (ret, mut literal) = class_of(ask, method, ret)?;
    let declared = &program.method_desc(data.desc).params;
    let mut classes = Vec::new();
    for (&arg, &ty) in rest.iter().zip(&declared[1..]) {
        if program.dimensions(ty).0 == 0 {
            if ty != ask.view.heap.types().class {
                return None;
            }
            classes.push(arg);
            continue;
        }
        let array = facts.args_array(arg, statement_at(body, stmt.offset)?)?;
        for slot in &array.slots {
            let &[element] = slot.as_slice() else { return None };
            classes.push(element);
        }
    }
    let mut params = Vec::new();
    for class in classes {
        let (ty, is_literal) = class_of(ask, method, class)?;
        literal &= is_literal;
        params.push(ty);
    }
    Some(((params, ret), literal))
}
