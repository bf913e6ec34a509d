//! Look-ups of method handles that find nothing or what their lookup may not use, and handles called with another type than they
//! have (`MethodHandles.Lookup`, `MethodHandle.invokeExact`, `bindTo`). Must not know how types of handles are followed.

use crate::heap::ObjKind;
use crate::ir::Op;
use crate::ir::Var;
use crate::program::{ClassId, MethodId, Program, TypeId, access, lookup};
use crate::reflection::{Gives, NO_FIELD, NO_METHOD, Role, Row, Sought};
use crate::result::RuleId;

use super::super::super::values::{Asker, Value};
use super::super::case::nearest_or;
use super::call::{Call, Failure, Reason};
use super::fit::{is_partly_known, may_be, shown, type_of};
use super::handle_types::{Asked, asked, given, look_up_of};
use super::throws::{NO_ACCESS, NO_CAST, WRONG_TYPE};

/// What to do where a handle takes another number of arguments.
const AS_MANY: &str = "pass as many arguments as the handle takes";

/// Whom a look-up is made for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lookup {
    /// The class that makes the call.
    Own,
    /// Everybody (`MethodHandles.publicLookup`).
    Public,
    Other,
}

/// A look-up of a handle.
pub(super) fn find(call: &Call<'_, '_, '_>) -> Option<Failure> {
    let asked = asked(call.ask, call.site.method, call.site.offset)?;
    let program = call.program();
    let owner = asked.class;
    let class = program.class_of(owner)?;
    // Methods of handles take any arguments, whatever they declare (JVMS 2.9.3).
    let is_of_handles = program.package_of(class) == program.package_of(program.well_known().method_handle);
    if is_partly_known(program, owner) || is_of_handles {
        return None;
    }
    let shown = program.binary_name(owner);
    let missing = |text: String, advice: &str, throws: &'static [&'static str]| {
        Some(Reason::new(RuleId::RC3002, text, advice, throws, asked.literal).failure(true, true))
    };
    let member = asked.member.map_or("<init>", |name| program.str(name));
    let Some((flags, declaring)) = asked.found(program) else {
        return match asked.sought {
            Sought::Constructor => {
                let text = format!("\"{shown}\" has no constructor of this type");
                missing(text, "write the parameter types of a constructor, and void as the result", NO_METHOD)
            }
            Sought::Virtual | Sought::Static | Sought::Special | Sought::Bound => {
                let text = format!("\"{shown}\" has no method \"{member}\" of this type");
                missing(text, &method_advice(program, owner, member), NO_METHOD)
            }
            _ => {
                let text = format!("\"{shown}\" has no field \"{member}\" of this type");
                let near = lookup::field_hint(program, owner, member).filter(|near| *near != member);
                let advice = nearest_or(near, "field", "correct the name or the type of the field");
                missing(text, &advice, NO_FIELD)
            }
        };
    };
    let is_kept = flags & access::FINAL != 0 && !call.ask.view.opens_finals;
    if matches!(asked.sought, Sought::Setter | Sought::StaticSetter) && is_kept {
        let text = format!("\"{shown}.{member}\" is final, and a setter is asked for");
        let reason = Reason::new(RuleId::RC3008, text, "make the field non-final", NO_ACCESS, asked.literal);
        return Some(reason.failure(true, true));
    }
    if asked.sought != Sought::Constructor && asked.sought.is_static() != (flags & access::STATIC != 0) {
        let (is, use_) = match flags & access::STATIC != 0 {
            true => ("static", "the form with Static in its name"),
            false => ("not static", "the form for members of objects"),
        };
        return missing(format!("\"{shown}.{member}\" is {is}"), &format!("use {use_}"), NO_ACCESS);
    }
    // Who may call a method past its override is another question than who may use it.
    if asked.sought == Sought::Special {
        return None;
    }
    let is_constructor = asked.sought == Sought::Constructor;
    let reason = not_for_lookup(call, class, (declaring, flags), is_constructor, &format!("\"{shown}.{member}\""))?;
    Some(reason.failure(asked.literal, true))
}

/// A handle of a member object. A look-up does not ask who may use what is made accessible (`MethodHandles.Lookup.unreflect`).
pub(super) fn unreflect(call: &Call<'_, '_, '_>, sought: Sought) -> Option<Failure> {
    if sought == Sought::Special {
        return None;
    }
    call.each(Role::Member, |kind| {
        let program = call.program();
        let (class, flags, name) = match kind {
            ObjKind::Method { method } | ObjKind::Constructor { method } => {
                let data = program.method(method);
                (data.class, data.access, program.str(data.name))
            }
            ObjKind::Field { field } => {
                let data = program.field(field);
                (data.class, data.access, program.str(data.name))
            }
            _ => return None,
        };
        let ty = program.class_type(class);
        let name = format!("\"{}.{name}\"", program.binary_name(ty));
        let is_accessible = call.may_be_accessible(kind);
        if is_partly_known(program, ty) {
            return None;
        }
        let is_constructor = matches!(kind, ObjKind::Constructor { .. });
        if !is_accessible && let Some(reason) = not_for_lookup(call, class, (class, flags), is_constructor, &name) {
            return Some(reason);
        }
        match kind {
            ObjKind::Field { field } if sought == Sought::Setter => call.is_final(field, is_accessible, &name),
            _ => None,
        }
    })
}

/// Why a look-up gives no member that is there: it is asked of `class`, and declared by another, perhaps.
fn not_for_lookup(
    call: &Call<'_, '_, '_>,
    class: ClassId,
    (declaring, flags): (ClassId, u16),
    is_constructor: bool,
    name: &str,
) -> Option<Reason> {
    let program = call.program();
    match lookup_of(call) {
        Lookup::Own => call.no_handle(class, (declaring, flags), is_constructor, name),
        Lookup::Public if flags & program.class(class).access & access::PUBLIC == 0 => {
            let text = format!("{name} is not public, and a public lookup finds nothing else");
            Some(Reason::new(RuleId::RC3005, text, "use MethodHandles.lookup()", NO_ACCESS, true))
        }
        Lookup::Public | Lookup::Other => None,
    }
}

fn method_advice(program: &Program, owner: TypeId, member: &str) -> String {
    let near = lookup::method_hint(program, owner, member).filter(|near| *near != member);
    nearest_or(near, "method", "write the parameter types and the result of the method")
}

fn lookup_of(call: &Call<'_, '_, '_>) -> Lookup {
    let Some(var) = call.input_var(Role::Asking) else { return Lookup::Other };
    match given(call.ask, call.site.method, var) {
        Some(Gives::OwnLookup) => Lookup::Own,
        Some(Gives::PublicLookup) => Lookup::Public,
        _ => Lookup::Other,
    }
}

/// What the look-up that a variable holds the handle of asks for, and whether instructions of the method alone say so.
fn handle_at(ask: &Asker<'_, '_>, method: MethodId, var: Var) -> Option<(Asked, bool)> {
    let (in_method, at, offset) = look_up_of(ask, method, var)?;
    let asked = asked(ask, at, offset)?;
    let literal = in_method && asked.literal;
    Some((asked, literal))
}

/// Whether the handle takes any number of arguments (`MethodHandle.asVarargsCollector`).
fn is_varargs(program: &Program, asked: &Asked) -> bool {
    let is_of_method = matches!(
        asked.sought,
        Sought::Virtual | Sought::Static | Sought::Bound | Sought::Special | Sought::Constructor
    );
    is_of_method && asked.found(program).is_none_or(|(flags, _)| flags & access::VARARGS != 0)
}

/// `MethodHandle.invokeExact`, and `invoke` with another number of arguments.
pub(super) fn invoke(call: &Call<'_, '_, '_>, exact: bool) -> Option<Failure> {
    let program = call.program();
    let Op::Invoke { method, .. } = call.ask.op_at(call.site.method, call.site.offset)? else { return None };
    let given = program.method_desc(program.method_ref_data(*method).desc);
    let (asked, literal) = handle_at(call.ask, call.site.method, call.input_var(Role::Handle)?)?;
    let (params, ret) = asked.handle_type(call.ask)?;
    let is_wrong = match exact {
        true => given.params != params || given.ret != ret,
        false => given.params.len() != params.len() && !is_varargs(program, &asked),
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
        false => AS_MANY,
    };
    Some(Reason::new(RuleId::RC3011, text, advice, WRONG_TYPE, literal).failure(true, true))
}

/// `MethodHandle.invokeWithArguments` with an array of another length than the handle has parameters.
pub(super) fn invoke_with_array(call: &Call<'_, '_, '_>) -> Option<Failure> {
    let program = call.program();
    let (asked, literal) = handle_at(call.ask, call.site.method, call.input_var(Role::Handle)?)?;
    let (params, _) = asked.handle_type(call.ask)?;
    if is_varargs(program, &asked) {
        return None;
    }
    let arrays = call.ask.arrays(call.site.method, call.site.offset, call.input_var(Role::Arguments)?)?;
    let reason = Reason::of_all(arrays.iter().map(|array| {
        let given = array.all.len();
        let text = format!("the handle takes {}, and is called with {given}", super::members::count(params.len()));
        let literal = literal && array.is_made_here;
        (given != params.len()).then(|| Reason::new(RuleId::RC3011, text, AS_MANY, WRONG_TYPE, literal))
    }))?;
    Some(reason.failure(true, true))
}

/// `MethodHandle.bindTo` with an object that the handle does not take.
pub(super) fn bind(ask: &Asker<'_, '_>, method: MethodId, api: &Row, vars: &[Var]) -> Option<Reason> {
    let (program, types) = (ask.view.program, ask.view.heap.types());
    let (handle, object) = (api.argument(Role::Subject, vars)?, api.argument(Role::Value, vars)?);
    let (asked, literal) = handle_at(ask, method, handle)?;
    let (params, _) = asked.handle_type(ask)?;
    let &first = params.first().filter(|&&ty| program.is_reference(ty))?;
    let objects = ask.values(method, object);
    let is_wrong = |value: &Value| type_of(types, *value).is_some_and(|ty| !may_be(program, ty, first));
    if objects.all.is_empty() || !objects.all.iter().all(is_wrong) {
        return None;
    }
    let (wanted, given) = (program.type_name(first), shown(program, types, objects.all[0]));
    let text = format!("the handle's first parameter is \"{wanted}\", and \"{given}\" is bound to it");
    let advice = "bind an object of the type that the handle takes first";
    Some(Reason::new(RuleId::RC3011, text, advice, NO_CAST, literal && objects.literal))
}
