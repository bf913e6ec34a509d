//! Every reflective call present in application and library classes, reached or not: so that a report names what it did not
//! look at. Must not know what the engine found.

use rayon::prelude::*;

use crate::base::{FxHashMap, FxHashSet};
use crate::classpath::{ClassRef, Origin};
use crate::index::{Call, Outlines, Wanted};
use crate::program::{ClassId, MethodId, MethodRefData, Program, SETS_LOADER, access};
use crate::reflection::{API, ApiId, ApiTable, Kind, Row};

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

/// What outlines have to say for this: the names of the API's methods, and the classes whose constructors are among them. That of
/// [`SETS_LOADER`] is what models ask for.
pub fn wanted() -> Wanted {
    let names = API.iter().filter(|api| api.kind != Kind::Flow).map(|api| api.name);
    Wanted::new(names.chain([SETS_LOADER]), API.iter().filter(|api| api.name == "<init>").map(|api| api.class))
}

/// The methods of the application in which calls stand that somebody wrote.
pub fn calling(program: &Program, present: &[Present]) -> FxHashSet<MethodId> {
    let own = present.iter().filter(|call| program.origin_of(call.method) == Origin::Application);
    own.filter(|call| !call.compiler_generated).map(|call| call.method).collect()
}

/// Classes whose declarations are decoded together: enough for all threads, and few enough to be held.
const AT_ONCE: usize = 512;

/// All calls, sorted by class name, method position and offset.
pub fn present(program: &Program, jdk: bool) -> Vec<Present> {
    let class_path = program.class_path();
    let classes: Vec<ClassRef> =
        class_path.classes().filter(|&class| jdk || class_path.origin(class) != Origin::Jdk).collect();
    let wanted = wanted();
    let own;
    let outlines = match program.outlines() {
        outlines if !jdk && outlines.wanted().is(&wanted) => outlines,
        _ => {
            own = Outlines::read(class_path, &wanted, None, jdk);
            &own
        }
    };
    let classes = mentioning(program, &classes, outlines);
    let calls_of = |&class: &ClassRef| (class, outlines.calls(class_path, class));
    let mut found: Vec<(ClassRef, &[Call])> = classes.par_iter().map(calls_of).collect();
    found.retain(|(_, calls)| !calls.is_empty());
    let table = ApiTable::get();
    let mut rows: FxHashMap<MethodId, Option<ApiId>> = FxHashMap::default();
    let mut calls = Vec::new();
    let mut done = FxHashSet::default();
    for (at, &(class, found_in_it)) in found.iter().enumerate() {
        if at % AT_ONCE == 0 {
            let next = found[at..].iter().take(AT_ONCE);
            let owners = next.clone().flat_map(|(_, calls)| calls.iter().map(|call| &*call.owner));
            program.read_ahead(next.map(|&(class, _)| class_path.name(class)).chain(owners), &mut done);
        }
        let Some(id) = program.find_class(class_path.name(class)) else { continue };
        let data = program.class(id);
        if data.phantom.is_some() {
            continue;
        }
        for c in found_in_it {
            let reference = program.method_ref(MethodRefData {
                owner: program.type_of_internal(program.sym(&c.owner)),
                name: program.sym(&c.name),
                desc: program.desc(program.sym(&c.desc)),
                interface: c.interface,
            });
            let Some(resolved) = program.resolve_method(reference) else { continue };
            let row = *rows.entry(resolved).or_insert_with(|| table.find(program, resolved));
            let (Some(api), Some(&method), Some(&source)) =
                (row, data.methods.get(c.method as usize), data.methods.get(c.source as usize))
            else {
                continue;
            };
            if API[api].kind == Kind::Flow || API[api].of_library && program.origin_of(method) != Origin::Application {
                continue;
            }
            let compiler_generated = is_compiler_generated(program, method, api);
            let (offset, line, reference) = (c.offset, c.line, c.reference);
            calls.push(Present { method, source, offset, line, api, compiler_generated, reference });
        }
    }
    program.read_ahead([], &mut done);
    calls.sort_by(|a, b| {
        let key = |p: &Present| {
            let m = program.method(p.method);
            (program.class_name(m.class), m.index, p.offset)
        };
        key(a).cmp(&key(b))
    });
    calls
}

/// The classes whose constant pools refer to a method that may be one of the API's. Bodies of the others, most of all, are not
/// worth decoding.
fn mentioning(program: &Program, classes: &[ClassRef], outlines: &Outlines) -> Vec<ClassRef> {
    let class_path = program.class_path();
    // Rows of libraries count in the application alone, if their classes are there.
    let (jdk, all) = (rows_by_name(program, |row| !row.of_library), rows_by_name(program, |_| true));
    let rows_for = |class: ClassRef| match class_path.origin(class) {
        Origin::Application => &all,
        Origin::Library | Origin::Jdk => &jdk,
    };
    let mut known: FxHashMap<(&str, &'static str, bool), bool> = FxHashMap::default();
    let mut may_be = |owner, name, of: &'_ FxHashMap<&'static str, Vec<ClassId>>| {
        *known.entry((owner, name, std::ptr::eq(of, &all))).or_insert_with(|| {
            // Methods of arrays are those of `Object`.
            let object = program.well_known().object;
            let class = if owner.starts_with('[') { Some(object) } else { program.find_class(owner) };
            class.is_some_and(|class| of[name].iter().any(|&row| program.is_subclass(class, row)))
        })
    };
    let methods_of = |&class: &ClassRef| {
        let methods = outlines.of(class).into_iter().flat_map(|outline| outline.methods());
        methods.filter(move |(_, name)| rows_for(class).contains_key(name))
    };
    let mut done = FxHashSet::default();
    let mut hits = Vec::new();
    for some in classes.chunks(AT_ONCE) {
        program.read_ahead(some.iter().flat_map(methods_of).map(|(owner, _)| owner), &mut done);
        let calls = |class: &&ClassRef| methods_of(class).any(|(owner, name)| may_be(owner, name, rows_for(**class)));
        hits.extend(some.iter().filter(calls).copied());
    }
    hits
}

/// By the names of methods the classes that have such a row.
fn rows_by_name(program: &Program, counts: impl Fn(&Row) -> bool) -> FxHashMap<&'static str, Vec<ClassId>> {
    let mut rows: FxHashMap<&'static str, Vec<ClassId>> = FxHashMap::default();
    for row in API.iter().filter(|row| row.kind != Kind::Flow && counts(row)) {
        if let Some(class) = program.find_class(row.class) {
            rows.entry(row.name).or_default().push(class);
        }
    }
    rows
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
