//! Every reflective call present in application and library classes, reached or not: so that a report names what it did not
//! look at. Classes are read in parallel, each into tables of its own. Must not know what the engine found.

use rayon::prelude::*;

use crate::base::{FxHashMap, FxHashSet, Interner};
use crate::classfile::{self, Insn, RawConst, RawMemberRef};
use crate::classpath::{ClassRef, Origin};
use crate::program::{ClassId, MethodId, MethodRefData, Program, access};
use crate::reflection::{API, ApiId, ApiTable, Kind};

/// A reflective call instruction, or the instruction that makes a method reference to the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Present {
    pub method: MethodId,
    /// The method whose source the call stands in: the creator, for a lambda's body.
    pub source: MethodId,
    pub offset: u32,
    pub line: Option<u32>,
    /// Row of the API table.
    pub api: ApiId,
    pub compiler_generated: bool,
    /// `Class::forName`: the call is made by whoever calls the function object.
    pub reference: bool,
}

/// A call whose name is one of the API's, as one class file shows it.
struct Candidate {
    method: usize,
    source: usize,
    offset: u32,
    line: Option<u32>,
    owner: String,
    name: String,
    desc: String,
    interface: bool,
    reference: bool,
}

/// All calls, sorted by class name, method position and offset.
pub fn present(program: &Program, jdk: bool) -> Vec<Present> {
    let class_path = program.class_path();
    let classes: Vec<ClassRef> =
        class_path.classes().filter(|&class| jdk || class_path.origin(class) != Origin::Jdk).collect();
    let names: FxHashSet<&'static str> = API.iter().filter(|api| api.kind != Kind::Flow).map(|api| api.name).collect();
    let made = API.iter().filter(|api| api.name == "<init>").map(|api| api.class).collect();
    let wanted = Wanted { names, made };
    let classes = mentioning(program, &classes, &wanted);
    let found: Vec<Vec<Candidate>> = classes
        .par_iter()
        .map(|&class| class_path.bytes(class).map_or_else(|_| Vec::new(), |bytes| candidates(&bytes, &wanted)))
        .collect();
    let table = ApiTable::get();
    let mut rows: FxHashMap<MethodId, Option<ApiId>> = FxHashMap::default();
    let mut calls = Vec::new();
    for (class, found) in classes.iter().zip(found) {
        if found.is_empty() {
            continue;
        }
        let Some(id) = program.find_class(class_path.name(*class)) else { continue };
        let data = program.class(id);
        if data.phantom.is_some() {
            continue;
        }
        for c in found {
            let reference = program.method_ref(MethodRefData {
                owner: program.type_of_internal(program.sym(&c.owner)),
                name: program.sym(&c.name),
                desc: program.desc(program.sym(&c.desc)),
                interface: c.interface,
            });
            let Some(resolved) = program.resolve_method(reference) else { continue };
            let row = *rows.entry(resolved).or_insert_with(|| table.find(program, resolved));
            let (Some(api), Some(&method), Some(&source)) =
                (row, data.methods.get(c.method), data.methods.get(c.source))
            else {
                continue;
            };
            if API[api].kind == Kind::Flow {
                continue;
            }
            let compiler_generated = is_compiler_generated(program, method, api);
            let (offset, line, reference) = (c.offset, c.line, c.reference);
            calls.push(Present { method, source, offset, line, api, compiler_generated, reference });
        }
    }
    calls.sort_by(|a, b| {
        let key = |p: &Present| {
            let m = program.method(p.method);
            (program.class_name(m.class), m.index, p.offset)
        };
        key(a).cmp(&key(b))
    });
    calls
}

/// The calls that are looked for, by name; those of constructors by their class, as nobody inherits one.
struct Wanted {
    names: FxHashSet<&'static str>,
    made: FxHashSet<&'static str>,
}

impl Wanted {
    fn has(&self, names: &Interner, member: &RawMemberRef) -> bool {
        let name = names.str(member.name);
        self.names.contains(name) && (name != "<init>" || self.made.contains(names.str(member.owner)))
    }
}

/// The classes whose constant pools refer to a method that may be one of the API's. Bodies of the others, most of all, are not
/// worth decoding.
fn mentioning(program: &Program, classes: &[ClassRef], wanted: &Wanted) -> Vec<ClassRef> {
    let class_path = program.class_path();
    let by_name = |name: &str| {
        let name = wanted.names.get(name).copied()?;
        (name != "<init>").then_some(name)
    };
    let mentioned: Vec<Vec<(String, &'static str)>> = classes
        .par_iter()
        .map(|&class| {
            let Ok(bytes) = class_path.bytes(class) else { return Vec::new() };
            let Ok(methods) = classfile::named_methods(&bytes) else { return Vec::new() };
            let wanted = methods.into_iter().filter_map(|method| match wanted.made.get(&*method.owner) {
                Some(_) if method.name == "<init>" => Some((method.owner.into_owned(), "<init>")),
                _ => by_name(&method.name).map(|name| (method.owner.into_owned(), name)),
            });
            wanted.collect()
        })
        .collect();
    let mut rows: FxHashMap<&'static str, Vec<ClassId>> = FxHashMap::default();
    for row in API.iter().filter(|row| row.kind != Kind::Flow) {
        rows.entry(row.name).or_default().extend(program.find_class(row.class));
    }
    let mut known: FxHashMap<(String, &'static str), bool> = FxHashMap::default();
    let mut may_be = |(owner, name): (String, &'static str)| {
        // Methods of arrays are those of `Object`.
        let class = if owner.starts_with('[') { "java/lang/Object" } else { owner.as_str() };
        let class = program.find_class(class);
        let is_below = |class: ClassId| rows[name].iter().any(|&row| program.is_subclass(class, row));
        *known.entry((owner, name)).or_insert_with(|| class.is_some_and(is_below))
    };
    let hits = classes.iter().zip(mentioned).filter(|(_, mentioned)| mentioned.iter().cloned().any(&mut may_be));
    hits.map(|(class, _)| *class).collect()
}

fn candidates(bytes: &[u8], wanted: &Wanted) -> Vec<Candidate> {
    let names = Interner::new();
    let Ok(class) = classfile::decode_class(bytes, &names) else { return Vec::new() };
    let Ok(bodies) = classfile::decode_bodies(bytes, &names) else { return Vec::new() };
    let mut found = Vec::new();
    // Body of a lambda -> method that creates it.
    let mut creators: FxHashMap<usize, usize> = FxHashMap::default();
    for (index, body) in bodies.iter().enumerate() {
        let Some(code) = body else { continue };
        let call = |offset: u32, member: &RawMemberRef, reference: bool| {
            let line = code.lines.partition_point(|&(start, _)| u32::from(start) <= offset);
            Candidate {
                method: index,
                source: index,
                offset,
                line: line.checked_sub(1).map(|at| u32::from(code.lines[at].1)),
                owner: names.str(member.owner).to_owned(),
                name: names.str(member.name).to_owned(),
                desc: names.str(member.descriptor).to_owned(),
                interface: member.interface,
                reference,
            }
        };
        for (offset, insn) in &code.insns {
            match insn {
                Insn::Invoke(_, member) if wanted.has(&names, member) => {
                    found.push(call(*offset, member, false));
                }
                Insn::InvokeDynamic { bootstrap, .. } => {
                    let Some(bootstrap) = class.bootstraps.get(*bootstrap as usize) else { continue };
                    for arg in &bootstrap.args {
                        let RawConst::MethodHandle(handle) = arg else { continue };
                        if wanted.has(&names, &handle.member) {
                            found.push(call(*offset, &handle.member, true));
                        }
                        if handle.member.owner != class.name {
                            continue;
                        }
                        let body = class.methods.iter().position(|m| {
                            m.name == handle.member.name
                                && m.descriptor == handle.member.descriptor
                                && m.access & access::SYNTHETIC != 0
                        });
                        if let Some(body) = body {
                            creators.entry(body).or_insert(index);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    for candidate in &mut found {
        // A chain of creators is at most as long as the class has methods.
        for _ in 0..class.methods.len() {
            match creators.get(&candidate.source) {
                Some(&creator) if creator != candidate.source => candidate.source = creator,
                _ => break,
            }
        }
    }
    found
}

/// Code the compiler wrote: `valueOf` of an enum (JLS 8.9.3) and `$deserializeLambda$`.
fn is_compiler_generated(program: &Program, method: MethodId, api: ApiId) -> bool {
    let data = program.method(method);
    let name = program.str(data.name);
    let class = program.class(data.class);
    name == "$deserializeLambda$"
        || (API[api].called_by_enums
            && name == API[api].name
            && class.access & access::ENUM != 0
            && data.access & access::STATIC != 0
            && program.str(program.method_desc(data.desc).text)
                == format!("(Ljava/lang/String;)L{};", program.class_name(data.class)))
}
