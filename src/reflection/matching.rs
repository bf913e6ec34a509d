//! Finds the calls of the program that the entries of specifications speak of, and says how an entry names a call. Must not
//! know what is done with them.

use std::rc::Rc;

use crate::base::FxHashMap;
use crate::heap::{Heap, MemberKind, ObjKind, Site, SiteId};
use crate::ir::facts::{self, Use};
use crate::ir::{self, Body, ConstValue, Op, Terminator, Var};
use crate::pointsto::GivenResult;
use crate::program::{MethodId, MethodRef, Program, Type, TypeId, access};
use crate::spec::{
    ApiName, CallPattern, Fit, MethodName, ResolvedSource, ResolvedSpecs, SpecEntry, Wanted, is_named_by,
    resource_with_key,
};
use crate::strings::Listed;

use super::api::outside::reads_no_file;
use super::api::row::Row;
use super::api::table::{API, ApiTable};
use super::facts::Facts;

/// What the targets of an API are that an entry names.
pub fn wanted(api: &ApiName) -> Wanted {
    let is_it = |row: &&Row| api.matches(&row.full_name());
    match API.iter().filter(is_it).find_map(|row| row.acts_on_receiver()) {
        None => Wanted::Any,
        Some(MemberKind::Method) => Wanted::Method,
        Some(MemberKind::Constructor) => Wanted::Constructor,
        Some(MemberKind::Field) => Wanted::Field,
    }
}

impl Facts {
    /// Finds the calls that the entries speak of.
    pub fn new(program: &Program, heap: &Heap, specs: &ResolvedSpecs) -> Self {
        let mut facts = Self::default();
        let (mut listed, mut given) = (Listed::default(), FxHashMap::default());
        for (index, source) in specs.sources.iter().enumerate() {
            facts.list(program, heap, (index, source), &mut listed, &mut given);
        }
        let table = ApiTable::get();
        for (index, call) in specs.calls.iter().enumerate() {
            let mut ordinal = 0;
            for (method, body) in bodies(program, call.at) {
                for (offset, op) in calls(&body) {
                    let Op::Invoke { method: reference, .. } = op else { continue };
                    let Some(row) = program.resolve_method(*reference).and_then(|m| table.find(program, m)) else {
                        continue;
                    };
                    if !call.api.matches(&API[row].full_name()) {
                        continue;
                    }
                    // As in site ids: per short name.
                    ordinal += 1;
                    if call.ordinal.is_none_or(|wanted| wanted == ordinal) {
                        let site = heap.site(Site::At(method, offset));
                        facts.found.entry(SpecEntry::Call(index)).or_default().add(site, Fit::Applies);
                        facts.targets.entry(site).or_default().extend(call.targets.iter().map(|(target, _)| *target));
                    }
                }
            }
        }
        (facts.listed, facts.given) = (Rc::new(listed), Rc::new(given));
        facts
    }

    /// Lists the values of a `[[source]]` for the calls it means.
    fn list(
        &mut self,
        program: &Program,
        heap: &Heap,
        (index, source): (usize, &ResolvedSource),
        listed: &mut Listed,
        given: &mut FxHashMap<SiteId, GivenResult>,
    ) {
        let bodies = bodies(program, source.at);
        let mut meant = calls_meant(program, &bodies, &source.call, source.key.as_deref());
        if let Some(ordinal) = source.ordinal {
            meant = meant.into_iter().skip((ordinal as usize).saturating_sub(1)).take(1).collect();
        }
        for Call { method, body, offset, called, dst, .. } in meant {
            let site = heap.site(Site::At(method, offset));
            let (fit, array, besides) = match gives(program, heap, body, dst, called) {
                Gives::Text => (Fit::Applies, None, None),
                Gives::TextOrOther(ty) => (Fit::Applies, None, heap.unknown_of(site, ty)),
                Gives::Texts(array) => (Fit::Applies, Some(array), None),
                Gives::Unused => (Fit::Needless("what the call gives is not used"), None, None),
                Gives::Other(ty) => (Fit::NoStrings(program.binary_name(ty)), None, None),
            };
            if fit == Fit::Applies {
                let texts = source.values.iter().map(|value| program.sym(&value.text));
                listed.list(site, texts, source.complete);
                // Several entries for one call add up, and it is complete if one of them says so.
                let value = heap.intern(ObjKind::UnknownString { site });
                let given = given.entry(site).or_insert(GivenResult { value, array, besides, alone: false });
                given.alone |= source.complete;
            }
            self.found.entry(SpecEntry::Source(index)).or_default().add(site, fit);
        }
    }
}

// ---- What calls give -----------------------------------------------------------------------------------------------------

/// What a call gives, to who lists strings for it.
enum Gives {
    Text,
    /// What may be a string as well as another object of this type: its method uses it as neither.
    TextOrOther(TypeId),
    /// An array of strings, of this type.
    Texts(TypeId),
    /// Nothing reads it.
    Unused,
    Other(TypeId),
}

fn gives(program: &Program, heap: &Heap, body: &Body, dst: Option<Var>, called: MethodRef) -> Gives {
    let string = heap.types().string;
    let ret = program.method_desc(program.method_ref_data(called).desc).ret;
    let holds = |ty: TypeId| ty == string || program.is_subtype(string, ty);
    let is_text = match program.ty(ret) {
        Type::Array(element) if holds(element) => return used_as(body, dst, Gives::Texts(ret)),
        Type::Class(_) => holds(ret),
        _ => false,
    };
    // What is declared as more than a string, like the result of `Map.get`, is what it is cast to.
    let casts = dst.map_or_else(Vec::new, |dst| casts_of(body, dst));
    if !is_text || casts.iter().any(|&ty| !holds(ty)) {
        return Gives::Other(casts.first().copied().filter(|_| is_text).unwrap_or(ret));
    }
    let is_text = ret == string || dst.is_some_and(|dst| is_used_as_text(program, body, dst));
    used_as(body, dst, if is_text { Gives::Text } else { Gives::TextOrOther(ret) })
}

/// Whether a method does nothing with an object that it would not do with a text: it casts it to one, asks for its text, compares it.
fn is_used_as_text(program: &Program, body: &Body, var: Var) -> bool {
    const OF_ANY: &[&str] = &["equals", "hashCode", "toString", "valueOf"];
    let is_textual = |at: &Use| match *at {
        Use::Stmt(block, nth) => match &body.blocks[block].stmts[nth as usize].op {
            Op::Cast { .. } | Op::InstanceOf { .. } | Op::InvokeDynamic { .. } => true,
            Op::Invoke { method, .. } => OF_ANY.contains(&program.str(program.method_ref_data(*method).name)),
            _ => false,
        },
        Use::Terminator(block) => {
            !matches!(body.blocks[block].terminator, Terminator::Return { .. } | Terminator::Throw { .. })
        }
        Use::Phi(..) => false,
    };
    facts::Facts::of(body).uses(var).iter().all(is_textual)
}

fn used_as(body: &Body, dst: Option<Var>, gives: Gives) -> Gives {
    match dst {
        Some(dst) if !facts::Facts::of(body).uses(dst).is_empty() => gives,
        _ => Gives::Unused,
    }
}

fn casts_of(body: &Body, var: Var) -> Vec<TypeId> {
    let facts = facts::Facts::of(body);
    let cast = |at: &Use| match *at {
        Use::Stmt(block, nth) => match body.blocks[block].stmts[nth as usize].op {
            Op::Cast { ty, .. } => Some(ty),
            _ => None,
        },
        Use::Phi(..) | Use::Terminator(_) => None,
    };
    facts.uses(var).iter().filter_map(cast).collect()
}

// ---- Calls of a source method --------------------------------------------------------------------------------------------

/// A call instruction in the bodies of a source method.
struct Call<'b> {
    method: MethodId,
    body: &'b Body,
    offset: u32,
    called: MethodRef,
    dst: Option<Var>,
}

/// The calls that a pattern, and a key, mean, in the order of the source as far as class files have it.
fn calls_meant<'b>(
    program: &Program,
    bodies: &'b [(MethodId, Body)],
    pattern: &CallPattern,
    key: Option<&str>,
) -> Vec<Call<'b>> {
    let mut found = Vec::new();
    for (method, body) in bodies {
        for (offset, op) in calls(body) {
            let Op::Invoke { method: called, ref args, dst, .. } = *op else { continue };
            if pattern.matches(program, called) && key.is_none_or(|key| first_text(program, body, args) == Some(key)) {
                found.push(Call { method: *method, body, offset, called, dst });
            }
        }
    }
    found
}

/// The first constant string among the arguments of a call.
fn first_text<'p>(program: &'p Program, body: &Body, args: &[Var]) -> Option<&'p str> {
    let facts = facts::Facts::of(body);
    args.iter().find_map(|&arg| match facts.constant_of(arg)? {
        ConstValue::Str { text, .. } => Some(program.str(*text)),
        _ => None,
    })
}

/// The bodies that count as a source method: its own, and those of the lambdas it creates, in the order of site ids.
fn bodies(program: &Program, method: MethodId) -> Vec<(MethodId, Body)> {
    let mut found: Vec<(MethodId, Body)> = Vec::new();
    let mut todo = vec![method];
    while let Some(method) = todo.pop() {
        if !program.method(method).has_code || found.iter().any(|(m, _)| *m == method) {
            continue;
        }
        let body = ir::lower(program, method);
        todo.extend(lambdas(program, method, &body));
        found.push((method, body));
    }
    found.sort_by_key(|(m, _)| program.method(*m).index);
    found
}

/// The methods of the same class that the compiler made of lambdas in this body.
fn lambdas(program: &Program, method: MethodId, body: &Body) -> Vec<MethodId> {
    let class = program.class(program.method(method).class);
    let bootstraps = body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| match &stmt.op {
        Op::InvokeDynamic { bootstrap, .. } => class.bootstraps.get(*bootstrap as usize),
        _ => None,
    });
    let handles = bootstraps.flat_map(|bootstrap| &bootstrap.args).filter_map(|arg| match arg {
        crate::classfile::RawConst::MethodHandle(handle) if handle.member.owner == class.name => Some(handle),
        _ => None,
    });
    let made = handles.filter_map(|handle| {
        program.declared_method(class.id, handle.member.name, program.desc(handle.member.descriptor))
    });
    made.filter(|&made| program.method(made).access & access::SYNTHETIC != 0).collect()
}

/// Statements in bytecode order.
fn calls(body: &Body) -> Vec<(u32, &Op)> {
    let mut all: Vec<(u32, &Op)> =
        body.blocks.iter().flat_map(|block| &block.stmts).map(|stmt| (stmt.offset, &stmt.op)).collect();
    all.sort_by_key(|&(offset, _)| offset);
    all
}

// ---- Names of calls ------------------------------------------------------------------------------------------------------

/// How a `[[source]]` names one call, and no other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceName {
    /// The source method that makes the call.
    pub at: String,
    /// The method called; with the types of its parameters where the method calls another overload as well.
    pub call: String,
    /// Where the entry would mean several calls.
    pub ordinal: Option<u32>,
    /// The properties file of the application where the key stands.
    pub resource: Option<String>,
}

/// The name of the call at an instruction, `key` given; `None` if no entry can list what it gives.
pub fn name_of_source(
    program: &Program,
    heap: &Heap,
    (method, offset): (MethodId, u32),
    key: Option<&str>,
) -> Option<SourceName> {
    let creator = creator(program, method);
    let bodies = bodies(program, creator);
    let (_, body) = bodies.iter().find(|(m, _)| *m == method)?;
    let (called, dst) = calls(body).into_iter().find_map(|(at, op)| match *op {
        Op::Invoke { method, dst, .. } if at == offset => Some((method, dst)),
        _ => None,
    })?;
    if !matches!(gives(program, heap, body, dst, called), Gives::Text | Gives::Texts(_)) {
        return None;
    }
    let at = program.method_id(creator);
    if !is_named_by(program, creator, &at) {
        return None;
    }
    let data = program.method_ref_data(called);
    let (class, member) = (program.binary_name(data.owner), program.str(data.name).to_owned());
    let params = program.method_desc(data.desc).params.iter().map(|&ty| program.type_name(ty)).collect();
    let mut fewest: Option<(MethodName, usize, Option<u32>)> = None;
    for params in [None, Some(params)] {
        let name = MethodName { class: class.clone(), member: member.clone(), params };
        let Some(pattern) = CallPattern::of(program, &name) else { continue };
        let meant = calls_meant(program, &bodies, &pattern, key);
        let Some(position) = meant.iter().position(|call| call.method == method && call.offset == offset) else {
            continue;
        };
        if fewest.as_ref().is_none_or(|&(_, fewest, _)| meant.len() < fewest) {
            fewest = Some((name, meant.len(), (meant.len() > 1).then_some(position as u32 + 1)));
        }
    }
    let (name, _, ordinal) = fewest?;
    // What a file can say is read back as it is.
    (MethodName::parse(&name.to_string()).ok().as_ref() == Some(&name)).then(|| SourceName {
        at,
        call: name.to_string(),
        ordinal,
        resource: key
            .filter(|_| !reads_no_file(&name.class.replace('.', "/")))
            .and_then(|key| resource_with_key(program, key)),
    })
}

/// Whether a spec file can name the method.
pub fn can_be_named(program: &Program, method: MethodId) -> bool {
    is_named_by(program, method, &program.method_id(method))
}

/// The method whose source the code of a lambda stands in.
fn creator(program: &Program, method: MethodId) -> MethodId {
    let (mut at, class) = (method, program.class(program.method(method).class));
    // A chain of creators is at most as long as the class has methods.
    for _ in 0..class.methods.len() {
        if program.method(at).access & access::SYNTHETIC == 0 {
            break;
        }
        let makes = |&&other: &&MethodId| {
            other != at
                && program.method(other).has_code
                && lambdas(program, other, &ir::lower(program, other)).contains(&at)
        };
        match class.methods.iter().find(makes) {
            Some(&creator) => at = creator,
            None => break,
        }
    }
    at
}
