//! Static fields that a class keeps to itself: those that only its initialiser stores to, and tables, private final ones with a
//! collection of the JDK that only it fills. Other code reads them through methods, whatever it calls: what is in them is known
//! though the class is used by code that is not looked at. Must not know who uses the class.

use crate::base::{FxHashMap, FxHashSet, FxIndexMap};
use crate::classfile::RawConst;
use crate::classpath::Origin;
use crate::ir::facts::{Facts, Use};
use crate::ir::{Body, Op, Terminator, Var, lower};
use crate::models::signatures::{Named, names};
use crate::program::{ClassId, FieldId, MethodId, MethodRef, MethodRefData, Program, TypeId, access, lookup};

/// Methods of collections that change nothing, and give nothing that could.
const READS: &[&str] = &[
    "contains",
    "containsAll",
    "containsKey",
    "containsValue",
    "equals",
    "forEach",
    "get",
    "getOrDefault",
    "getProperty",
    "hashCode",
    "indexOf",
    "isEmpty",
    "iterator",
    "keySet",
    "size",
    "stream",
    "toArray",
    "toString",
    "values",
];

/// The static fields of references of a class that are not final, and that code elsewhere does not write: those that the compiler
/// made, which no other source can name (a class literal before Java 5 is looked up wherever it is read, and kept there), and
/// private ones (JVMS 5.4.4) to which nothing but the initialiser stores.
pub(super) fn settled(program: &Program, class: ClassId) -> FxHashSet<FieldId> {
    let fields = || program.class(class).fields.iter().copied();
    let has = |field: FieldId, flags: u16| program.field(field).access & flags == flags;
    let is_held = |&field: &FieldId| has(field, access::STATIC) && program.is_reference(program.field(field).ty);
    let is_open = |field: &FieldId| is_held(field) && !has(*field, access::FINAL);
    let mut settled: FxHashSet<FieldId> =
        fields().filter(is_open).filter(|&field| has(field, access::SYNTHETIC)).collect();
    let mut private: FxHashSet<FieldId> =
        fields().filter(is_open).filter(|&field| has(field, access::PRIVATE)).collect();
    if private.is_empty() {
        return settled;
    }
    let bodies = bodies(program, class);
    let initialising = initialising(program, class, &bodies);
    for (method, body) in &bodies {
        let is_initialising = initialising.contains(method);
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            match &stmt.op {
                Op::PutStatic { field, .. } if !is_initialising => {
                    let field = program.resolve_field(*field);
                    private.retain(|&other| Some(other) != field);
                }
                Op::Invoke { method, .. } if looks_up(program, *method) => {
                    private.clear();
                }
                _ => {}
            }
        }
        // Nobody knows what is behind the place where a body cannot be read.
        if !body.damaged_at.is_empty() || body.is_too_large {
            private.clear();
        }
    }
    settled.extend(private);
    settled
}

/// Methods of the JDK by which a class gets at its own fields in another way than by instructions.
pub(in crate::models) const LOOKUPS: &[Named] = &[
    ("java/lang/Class", &["getDeclaredField", "getDeclaredFields"]),
    (
        "java/lang/invoke/MethodHandles$Lookup",
        &["findStaticSetter", "findStaticVarHandle", "unreflectSetter", "unreflectVarHandle"],
    ),
    ("jdk/internal/misc/Unsafe", &["staticFieldOffset"]),
    ("sun/misc/Unsafe", &["staticFieldOffset"]),
];

/// Whether code looks a field up by the call of a method.
fn looks_up(program: &Program, method: MethodRef) -> bool {
    let data = program.method_ref_data(method);
    let owner = program.class_of(data.owner).map(|class| program.class_name(class));
    owner.is_some_and(|owner| names(LOOKUPS, owner, program.str(data.name)))
}

/// The static tables of a class.
pub(super) fn of(program: &Program, class: ClassId) -> FxHashSet<FieldId> {
    const KEPT: u16 = access::PRIVATE | access::STATIC | access::FINAL;
    let is_kept = |&field: &FieldId| {
        let data = program.field(field);
        data.access & KEPT == KEPT && is_of_jdk(program, data.ty)
    };
    let mut tables: FxHashSet<FieldId> = program.class(class).fields.iter().copied().filter(is_kept).collect();
    if tables.is_empty() {
        return tables;
    }
    let bodies = bodies(program, class);
    let initialising = initialising(program, class, &bodies);
    for (&method, body) in &bodies {
        let facts = Facts::of(body);
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            let Op::GetStatic { dst, field } = stmt.op else { continue };
            let Some(field) = program.resolve_field(field).filter(|field| tables.contains(field)) else { continue };
            if !is_only_read(program, &facts, dst, initialising.contains(&method)) {
                tables.remove(&field);
            }
        }
    }
    tables
}

/// Whether the type is one of the collections of the JDK.
fn is_of_jdk(program: &Program, ty: TypeId) -> bool {
    program.class_of(ty).is_some_and(|class| {
        program.class(class).origin == Origin::Jdk && program.class_name(class).starts_with("java/util/")
    })
}

/// The code that can name private members of a class: of its nest (JVMS 5.4.4).
fn bodies(program: &Program, class: ClassId) -> FxIndexMap<MethodId, Body> {
    let nest = lookup::nest_members(program, class);
    let nest = if nest.contains(&class) { nest } else { vec![class] };
    let methods = nest.iter().flat_map(|&class| &program.class(class).methods);
    let with_code = methods.filter(|&&method| program.method(method).has_code);
    with_code.map(|&method| (method, lower(program, method))).collect()
}

/// What runs in the initialiser of a class alone: it, and private methods of the class that nothing else calls.
fn initialising(program: &Program, class: ClassId, bodies: &FxIndexMap<MethodId, Body>) -> FxHashSet<MethodId> {
    let mut callers: FxHashMap<MethodId, FxHashSet<MethodId>> = FxHashMap::default();
    let mut others: FxHashSet<MethodId> = FxHashSet::default();
    for (&caller, body) in bodies {
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            if let Op::Invoke { method, .. } = &stmt.op
                && let Some(callee) = program.resolve_method(*method)
            {
                callers.entry(callee).or_default().insert(caller);
            }
        }
        // Whoever has a handle calls it at any time.
        let handles =
            program.class(program.method(caller).class).bootstraps.iter().flat_map(|bootstrap| &bootstrap.args);
        others.extend(handles.filter_map(|arg| match arg {
            RawConst::MethodHandle(handle) => program.resolve_method(program.method_ref(MethodRefData {
                owner: program.type_of_internal(handle.member.owner),
                name: handle.member.name,
                desc: program.desc(handle.member.descriptor),
                interface: handle.member.interface,
            })),
            _ => None,
        }));
    }
    let is_own = |&&method: &&MethodId| {
        let data = program.method(method);
        data.class == class && data.access & access::PRIVATE != 0 && !others.contains(&method)
    };
    let initialiser = bodies.keys().copied().find(|&method| {
        let data = program.method(method);
        data.class == class && program.str(data.name) == "<clinit>"
    });
    let mut found: FxHashSet<MethodId> = initialiser.into_iter().collect();
    loop {
        let is_new = |method: &&MethodId| {
            let by = callers.get(*method);
            !found.contains(*method) && by.is_some_and(|by| by.iter().all(|caller| found.contains(caller)))
        };
        let new: Vec<MethodId> = bodies.keys().filter(is_own).filter(is_new).copied().collect();
        if new.is_empty() {
            return found;
        }
        found.extend(new);
    }
}

/// Whether a table that was loaded into a variable is nothing but the receiver of calls, which fill it only in the initialiser.
fn is_only_read(program: &Program, facts: &Facts<'_>, table: Var, in_initialiser: bool) -> bool {
    facts.uses(table).iter().all(|&usage| match usage {
        Use::Stmt(block, nth) => match &facts.body().blocks[block].stmts[nth as usize].op {
            Op::Invoke { method, args, .. } => {
                args[0] == table
                    && !args[1..].contains(&table)
                    && is_asked(program, *method, |name| in_initialiser || READS.contains(&name))
            }
            Op::Monitor { .. } => true,
            _ => false,
        },
        // It is compared with null.
        Use::Terminator(block) => matches!(facts.body().blocks[block].terminator, Terminator::If { .. }),
        Use::Phi(..) => false,
    })
}

/// Whether it is a method of a collection of the JDK with such a name.
fn is_asked(program: &Program, method: MethodRef, is_named: impl Fn(&str) -> bool) -> bool {
    let data = program.method_ref_data(method);
    is_of_jdk(program, data.owner) && is_named(program.str(data.name))
}
