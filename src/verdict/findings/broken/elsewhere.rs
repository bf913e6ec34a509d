//! Failures of calls that are no sites of their own: `setAccessible`, casts by class objects, elements of arrays, constants of
//! enums by name, private look-ups, objects bound to handles, descriptors. Must not know sites.

use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::ir::facts::Facts;
use crate::ir::{ConstValue, Op, Var};
use crate::pointsto::CallSite;
use crate::program::{ClassId, MethodId, Program, access, lookup};
use crate::reflection::{ApiTable, Attempt, Gives, Kind, NO_CLASS, Role, Row, absent_literals};
use crate::result::{Finding, FindingBuilder, RuleId};

use super::super::super::places::place;
use super::super::super::values::{Asker, Value};
use super::super::case::{add_class, name_class, no_class};
use super::access::is_granted;
use super::accessible::members_at;
use super::call::{Reason, certainty};
use super::fit::{may_be, type_of};
use super::named::missing_constant;
use super::throws::{CLOSED, NO_ACCESS, NO_CAST, NO_TYPE, WRONG};
use super::{arrays, casts, handle_types, handles};
use crate::base::{FxHashSet, FxIndexMap};

pub(super) fn find(ask: &Asker<'_, '_>, out: &mut Vec<Finding>) {
    let view = ask.view;
    let program = view.program;
    let mut seen: FxHashSet<(MethodId, u32)> = FxHashSet::default();
    for call in view.state.calls() {
        let method = view.state.instance(call.caller).method;
        if program.origin_of(method) != Origin::Application || call.vars.is_empty() {
            continue;
        }
        let resolved = program.method(call.resolved);
        let Some(api) = ApiTable::get().known(program, call.resolved) else { continue };
        let attempt = api.attempt();
        let absent = absent(ask, method, call, api).filter(|_| seen.insert((method, call.offset)));
        if let Some(reason) = absent {
            out.push(said(ask, (method, call), api.name, reason));
            continue;
        }
        let Some(attempt) = attempt else { continue };
        let element = || match ask.op_at(method, call.offset)? {
            Op::Invoke { dst: Some(dst), .. } => {
                casts::of_element(ask, method, (api.argument(Role::Mirror, &call.vars)?, *dst))
            }
            _ => None,
        };
        let reason = match attempt {
            Attempt::MakeAccessible => set_accessible(ask, call, method, api),
            Attempt::AsSubclass => cast(ask, (method, api, &call.vars), false),
            Attempt::CastObject => cast(ask, (method, api, &call.vars), true),
            Attempt::ReadElement(None) => arrays::access(ask, method, api, &call.vars).or_else(element),
            Attempt::ArrayLength | Attempt::ReadElement(_) | Attempt::WriteElement(_) => {
                arrays::access(ask, method, api, &call.vars)
            }
            Attempt::BindHandle => handles::bind(ask, method, api, &call.vars),
            Attempt::PrivateLookup => private_lookup(ask, method, api, &call.vars),
            Attempt::ReadDescriptor => descriptor(ask, method, api, &call.vars),
            Attempt::EnumConstant if program.class(resolved.class).access & access::ENUM != 0 => {
                // The enum's own method is given no class, which stands before the name in the row.
                let name = api.position(Role::Constant).and_then(|at| call.vars.get(at.checked_sub(1)?).copied());
                name.and_then(|name| missing_constant(program, &[resolved.class], &ask.values(method, name)))
            }
            _ => None,
        };
        if let Some(reason) = reason
            && seen.insert((method, call.offset))
        {
            out.push(said(ask, (method, call), api.name, reason));
        }
    }
}

/// A class literal of a class that is nowhere, at a call which is no site: it throws before the call. Of a class that is only asked
/// something itself nothing is said.
fn absent(ask: &Asker<'_, '_>, method: MethodId, call: &CallSite, api: &Row) -> Option<Reason> {
    let program = ask.view.program;
    let vars = if api.attempt().is_some() { &call.vars[..] } else { call.vars.get(1..)? };
    let body = ask.body(method).filter(|_| api.kind == Kind::Flow)?;
    let class = absent_literals(program, body, call.offset, vars).into_iter().next()?;
    let name = program.binary_name(program.class_type(class));
    let (text, advice) = (no_class(&name), add_class(&name));
    // That the class path is all there is nobody proves.
    Some(Reason { defeasible: true, ..Reason::new(RuleId::RC3001, text, advice, NO_CLASS, true) })
}

fn said(ask: &Asker<'_, '_>, (method, call): (MethodId, &CallSite), name: &str, reason: Reason) -> Finding {
    let program = ask.view.program;
    let line = ask.body(method).and_then(|body| body.line_of(call.offset));
    let failure = reason.failure(true, true);
    let sure = certainty(ask, (method, call.offset), &call.vars, &failure, true);
    let key = format!("{} {} {name} {}", failure.rule, program.method_id(method), failure.summary);
    let place = place(program, method, call.offset, line, Some(name));
    FindingBuilder::in_code(failure.rule, place, key, failure.summary)
        .call(format!("{name}(...)"))
        .advice(failure.advice)
        .certainty(sure)
        .build()
}

/// `setAccessible(true)` on members of closed packages only.
fn set_accessible(ask: &Asker<'_, '_>, call: &CallSite, method: MethodId, api: &Row) -> Option<Reason> {
    let view = ask.view;
    let program = view.program;
    let caller = program.method(method).class;
    let flag = Facts::of(ask.body(method)?).constant_of(api.argument(Role::Flag, &call.vars)?);
    if flag != Some(&ConstValue::Int(1)) {
        return None;
    }
    let node = api.argument(Role::Subject, &call.args).flatten()?;
    let (members, complete) = members_at(view, node);
    // Of the members in an array each must be one that can; those of one class are in one array, whatever else is.
    let mut classes: FxIndexMap<(Option<ObjId>, ClassId), bool> = FxIndexMap::default();
    for (array, kind) in members {
        let (class, flags, is_constructor) = match kind {
            ObjKind::Method { method } => (program.method(method).class, program.method(method).access, false),
            ObjKind::Constructor { method } => (program.method(method).class, program.method(method).access, true),
            ObjKind::Field { field } => (program.field(field).class, program.field(field).access, false),
            _ => return None,
        };
        // An array that code fills may leave any of them out.
        let is_filled = array.is_some_and(|array| !matches!(view.heap.kind(array), ObjKind::MemberArray { .. }));
        let can = is_filled
            || lookup::can_set_accessible(program, caller, class, flags, is_constructor)
            || is_granted(program, class, true);
        let all = classes.entry((array, class)).or_insert(array.is_some());
        match array {
            Some(_) => *all &= can,
            None => *all |= can,
        }
    }
    if !complete || classes.values().any(|&can| can) {
        return None;
    }
    let class = classes.keys().map(|&(_, class)| class).min_by_key(|&class| program.class_name(class))?;
    let so = format!("members of \"{}\" cannot be made accessible", program.binary_name(program.class_type(class)));
    Some(not_open(program, class, &so, CLOSED, true))
}

/// The module of a class does not open its package, and `so` follows. Options of the command line may open it.
fn not_open(program: &Program, class: ClassId, so: &str, throws: &'static [&'static str], literal: bool) -> Reason {
    let module = lookup::module_of(program, class).unwrap_or_default();
    let package = program.package_of(class).replace('/', ".");
    let text = format!("module {module} does not open {package}: {so}");
    let advice = format!("use a public API, or start with --add-opens {module}/{package}=ALL-UNNAMED");
    Reason { defeasible: true, ..Reason::new(RuleId::RC3006, text, advice, throws, literal) }
}

/// `Class.cast` of an object that is none of the class's, `Class.asSubclass` of a class that is no subtype.
fn cast(ask: &Asker<'_, '_>, (method, api, vars): (MethodId, &Row, &[Var]), is_object: bool) -> Option<Reason> {
    let (program, types) = (ask.view.program, ask.view.heap.types());
    let values = |role: Role| Some(ask.values(method, api.argument(role, vars)?));
    let (classes, given) = (values(Role::Mirror)?, values(Role::Value)?);
    let (to, from) = if is_object { (&classes, &given) } else { (&given, &classes) };
    let mut first = None;
    for &to in &to.all {
        let Value::Class(to) = to else { return None };
        for &value in &from.all {
            let ty = match value {
                Value::Class(ty) if !is_object => ty,
                _ if is_object => type_of(types, value)?,
                _ => return None,
            };
            if may_be(program, ty, to) {
                return None;
            }
            first.get_or_insert((ty, to));
        }
    }
    let (ty, to) = first?;
    let text = format!("\"{}\" is no subtype of \"{}\"", program.type_name(ty), program.type_name(to));
    let literal = classes.literal && given.literal;
    Some(Reason::new(RuleId::RC3007, text, "name a class that is a subtype", NO_CAST, literal))
}

/// `MethodHandles.privateLookupIn` of a class in a package that is not open to the caller.
fn private_lookup(ask: &Asker<'_, '_>, method: MethodId, api: &Row, vars: &[Var]) -> Option<Reason> {
    let program = ask.view.program;
    let (class, asking) = (api.argument(Role::Class, vars)?, api.argument(Role::Asking, vars)?);
    if handle_types::given(ask, method, asking) != Some(Gives::OwnLookup) {
        return None;
    }
    let from = lookup::module_of(program, program.method(method).class);
    let classes = ask.values(method, class);
    Reason::of_all(classes.all.iter().map(|value| {
        let Value::Class(ty) = *value else { return None };
        let class = program.class_of(ty).filter(|&class| program.class(class).phantom.is_none())?;
        let to = lookup::module_of(program, class);
        if from == to || lookup::is_open(program, class, from) || is_granted(program, class, true) {
            return None;
        }
        let so = format!("nobody else looks into \"{}\"", program.binary_name(ty));
        Some(not_open(program, class, &so, NO_ACCESS, classes.literal))
    }))
}

/// `MethodType.fromMethodDescriptorString` of what is no descriptor, or names a class that is not there.
fn descriptor(ask: &Asker<'_, '_>, method: MethodId, api: &Row, vars: &[Var]) -> Option<Reason> {
    let program = ask.view.program;
    let (text, loader) = (api.argument(Role::Name, vars)?, api.argument(Role::Asking, vars)?);
    // Other loaders have classes that nobody sees here.
    let is_known = ask.values(method, loader).all == [Value::Null]
        || handle_types::given(ask, method, loader) == Some(Gives::Loader);
    let texts = ask.values(method, text);
    Reason::of_all(texts.all.iter().map(|value| {
        let Value::Text(text) = *value else { return None };
        let text = program.str(text);
        let Some(names) = classes_of(text) else {
            let summary = format!("\"{text}\" is no descriptor of a method");
            let advice = "write the types as class files have them: (Ljava/lang/String;I)V";
            return Some(Reason::new(RuleId::RC3001, summary, advice, WRONG, texts.literal));
        };
        let is_missing = |name: &&str| is_known && program.find_class(name).is_none();
        let name = names.into_iter().find(is_missing)?.replace('/', ".");
        let advice = name_class(program, &name);
        let reason = Reason::new(RuleId::RC3001, no_class(&name), advice, NO_TYPE, texts.literal);
        // A loader of the program's own may have it.
        Some(Reason { defeasible: true, ..reason })
    }))
}

/// The classes that a descriptor names (JVMS 4.3.3); `None` for what is none.
fn classes_of(text: &str) -> Option<Vec<&str>> {
    let (params, mut ret) = text.strip_prefix('(')?.split_once(')')?;
    let mut names = Vec::new();
    let mut params = params;
    while !params.is_empty() {
        params = after_type(params, &mut names)?;
    }
    if ret != "V" {
        ret = after_type(ret, &mut names)?;
        return ret.is_empty().then_some(names);
    }
    Some(names)
}

/// What follows a type in a descriptor.
fn after_type<'t>(text: &'t str, names: &mut Vec<&'t str>) -> Option<&'t str> {
    let element = text.trim_start_matches('[');
    match element.chars().next()? {
        'B' | 'C' | 'D' | 'F' | 'I' | 'J' | 'S' | 'Z' => element.get(1..),
        'L' => {
            let (name, rest) = element[1..].split_once(';')?;
            names.push(name);
            Some(rest)
        }
        _ => None,
    }
}
