//! What the running JVM does by itself: threads and streams it makes at start-up, exceptions it throws, finalizers, and
//! `Unsafe` and `VarHandle` access to fields and array elements. Must not know the library built on them.

use crate::base::{FxIndexSet, Numbering, PtsSet};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::ir::{ConstValue, Op};
use crate::pointsto::{Args, CallView, Claim, Command, Cx, HookData, Model, NodeId, Outcome, Ptr, Receiver};
use crate::program::{ClassId, FieldId, MethodId, Program, Type, access};

/// Methods the VM calls at start and end of a program, and on its own threads.
const STARTUP: &[(&str, &str, &str)] = &[
    ("java/lang/System", "initPhase1", "()V"),
    // As JDK 8 calls it.
    ("java/lang/System", "initializeSystemClass", "()V"),
    ("java/lang/System", "initPhase3", "()V"),
    ("java/lang/Thread", "exit", "()V"),
    ("java/lang/Thread", "dispatchUncaughtException", "(Ljava/lang/Throwable;)V"),
    ("java/lang/ThreadGroup", "<init>", "()V"),
    ("java/lang/Shutdown", "shutdown", "()V"),
    ("java/lang/ref/Reference$ReferenceHandler", "run", "()V"),
    ("java/lang/ref/Finalizer$FinalizerThread", "run", "()V"),
];

/// What a method does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Act {
    /// Reads through `Unsafe`.
    Get,
    /// Writes through `Unsafe`.
    Put,
    /// Asks for the place of a field.
    Offset,
    /// Reads and writes through a handle.
    VarHandle,
    FindHandle,
    ArrayHandle,
    CurrentThread,
    SetStream,
}

pub(super) struct Vm {
    started: bool,
    /// What methods do, by the tags of claims.
    acts: Numbering<Act>,
    /// Fields that some code addresses by offset or handle.
    addressed: FxIndexSet<FieldId>,
    hooks: Numbering<Access>,
    /// Accesses through an offset, re-run when a field becomes addressed.
    bases: Vec<(Access, ObjId)>,
}

/// An access to a field or element of the objects of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Access {
    read: Option<NodeId>,
    write: Option<NodeId>,
}

impl Vm {
    pub(super) fn new(_program: &Program) -> Self {
        Self {
            started: false,
            acts: Numbering::default(),
            addressed: FxIndexSet::default(),
            hooks: Numbering::default(),
            bases: Vec::new(),
        }
    }
}

/// Wrapper classes and the primitive types (or void) they wrap.
const PRIMITIVES: &[(&str, &str)] = &[
    ("java/lang/Boolean", "Z"),
    ("java/lang/Byte", "B"),
    ("java/lang/Character", "C"),
    ("java/lang/Short", "S"),
    ("java/lang/Integer", "I"),
    ("java/lang/Long", "J"),
    ("java/lang/Float", "F"),
    ("java/lang/Double", "D"),
    ("java/lang/Void", "V"),
];

impl Model for Vm {
    fn name(&self) -> &'static str {
        "vm"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let data = program.method(method);
        let name = program.str(data.name);
        let act = match program.class_name(data.class) {
            "jdk/internal/misc/Unsafe" | "sun/misc/Unsafe" => {
                if matches!(name, "objectFieldOffset" | "staticFieldOffset") {
                    Act::Offset
                } else if name.contains("Reference") || name.contains("Object") {
                    if name.starts_with("get") && !name.starts_with("getAnd") {
                        Act::Get
                    } else if name.starts_with("put")
                        || name.starts_with("compareAnd")
                        || name.starts_with("weakCompare")
                        || name.starts_with("getAnd")
                    {
                        Act::Put
                    } else {
                        return None;
                    }
                } else {
                    return None;
                }
            }
            "java/lang/invoke/VarHandle" if data.access & access::NATIVE != 0 => {
                return Some(Claim::Declared(self.acts.number(Act::VarHandle)));
            }
            "java/lang/invoke/MethodHandles$Lookup" if matches!(name, "findVarHandle" | "findStaticVarHandle") => {
                Act::FindHandle
            }
            "java/lang/invoke/MethodHandles" if name == "arrayElementVarHandle" => Act::ArrayHandle,
            "java/lang/System" if matches!(name, "setIn0" | "setOut0" | "setErr0") => Act::SetStream,
            "java/lang/Thread" if matches!(name, "currentThread" | "currentCarrierThread") => Act::CurrentThread,
            _ => return None,
        };
        Some(Claim::Target(self.acts.number(act)))
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, tag: u32) -> Outcome {
        let program = cx.program;
        let act = self.acts.key(tag);
        match act {
            Act::Offset => {
                self.address(cx, call);
                return Outcome::Handled;
            }
            Act::FindHandle | Act::ArrayHandle => {
                self.address(cx, call);
                if let Some(dst) = call.dst {
                    let ty = program.method_desc(program.method(method).desc).ret;
                    cx.add(dst, cx.heap.intern(ObjKind::Handle { site: call.site, ty }));
                }
            }
            Act::SetStream => {
                // `System.in`, `out` and `err` are final: only the VM stores them.
                let stored = match program.str(program.method(method).name) {
                    "setIn0" => ("in", "Ljava/io/InputStream;"),
                    "setOut0" => ("out", "Ljava/io/PrintStream;"),
                    _ => ("err", "Ljava/io/PrintStream;"),
                };
                let field = program.find_field(program.method(method).class, stored.0, stored.1);
                if let (Some(field), Some(Some(stream))) = (field, call.args.first()) {
                    cx.edge(*stream, Ptr::Static(field));
                }
            }
            Act::CurrentThread => {
                if let Some(dst) = call.dst {
                    let ty = program.class_type(program.well_known().thread);
                    cx.add(dst, cx.heap.intern(ObjKind::Merged { ty }));
                    // It may be a thread of the program's own class.
                    let own = program.origin_of(call.method) == Origin::Application;
                    if let (true, Some(thread)) =
                        (own && has_own_threads(program), cx.heap.unknown(call.site, ty, true))
                    {
                        cx.add(dst, thread);
                    }
                }
            }
            Act::Get | Act::Put => {
                let Some(Some(base)) = call.args.get(1).copied() else { return Outcome::Handled };
                let write = if act == Act::Put { call.args.last().copied().flatten() } else { None };
                let access = Access { read: call.dst, write };
                let data = self.hooks.number(access);
                cx.watch(base, data);
            }
            Act::VarHandle => {
                // Coordinates first, values after (JDK javadoc of VarHandle): each reference may be base or value.
                let references: Vec<NodeId> = call.args.iter().skip(1).copied().flatten().collect();
                let Some(&base) = references.first() else { return Outcome::Handled };
                let write = references.last().copied().filter(|&node| node != base);
                let data = self.hooks.number(Access { read: call.dst, write });
                cx.watch(base, data);
                // Static fields have no base: the one reference is the value.
                let statics: Vec<FieldId> = self
                    .addressed
                    .iter()
                    .copied()
                    .filter(|&field| program.field(field).access & access::STATIC != 0)
                    .collect();
                for field in statics {
                    connect(
                        cx,
                        Ptr::Static(field),
                        Access { read: call.dst, write: Some(base) },
                        program.field(field).ty,
                    );
                }
            }
        }
        Outcome::Handled
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let access = self.hooks.key(data);
        for obj in objects.iter() {
            let obj = ObjId(obj);
            match cx.program.ty(cx.heap.ty(obj)) {
                Type::Array(element) => connect(cx, Ptr::Elements(obj), access, element),
                Type::Class(class) => {
                    self.bases.push((access, obj));
                    for index in 0..self.addressed.len() {
                        access_field(cx, self.addressed[index], class, obj, access);
                    }
                }
                _ => {}
            }
        }
    }

    fn on_class(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) {
        // `Integer.TYPE` and its kin come from a native of the VM, and are what `int.class` is compiled to.
        if let Some(&(_, descriptor)) = PRIMITIVES.iter().find(|(name, _)| *name == cx.program.class_name(class))
            && let Some(field) = cx.program.find_field(class, "TYPE", "Ljava/lang/Class;")
        {
            let ty = match descriptor {
                "V" => Some(cx.program.void()),
                descriptor => cx.program.type_of_descriptor(descriptor),
            };
            if let Some(ty) = ty {
                cx.add(Ptr::Static(field), cx.heap.intern(ObjKind::Class { ty }));
            }
        }
        // Finalizers run on objects of the class once it has any.
        let known = cx.program.well_known();
        if class != known.object
            && let Some(method) = cx.program.find_method(class, "finalize", "()V")
            && cx.program.class(class).origin != Origin::Jdk
        {
            let ty = cx.program.class_type(class);
            let site = cx.site_of(method, 0);
            let obj = cx.heap.intern(ObjKind::Opaque { site, bound: ty });
            cx.command(Command::Entry {
                method,
                receiver: Receiver::Obj(obj),
                args: Args::Positional(Vec::new()),
                ret: None,
            });
        }
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        if std::mem::replace(&mut self.started, true) {
            return;
        }
        for &(class, name, desc) in STARTUP {
            let Some(class) = cx.program.find_class(class) else { continue };
            let Some(method) = cx.program.find_method(class, name, desc) else { continue };
            let ty = cx.program.class_type(class);
            let obj = cx.heap.intern(ObjKind::Merged { ty });
            let receiver = if cx.program.method(method).access & access::STATIC != 0 {
                Receiver::None
            } else {
                Receiver::Obj(obj)
            };
            cx.command(Command::Entry { method, receiver, args: Args::Positional(Vec::new()), ret: None });
        }
    }
}

/// Whether the application has thread classes of its own.
fn has_own_threads(program: &Program) -> bool {
    let threads = program.subtypes_outside_jdk(program.well_known().thread);
    threads.iter().any(|&class| program.class(class).origin == Origin::Application)
}

impl Vm {
    /// Notes the field that the constants of a call name: (Class literal, "field"), as `Unsafe.objectFieldOffset` and
    /// `Lookup.findVarHandle` take them. If they are no constants, every field of the class may be meant.
    fn address(&mut self, cx: &mut Cx<'_, '_>, call: &CallView) {
        let Some(code) = cx.code(call.caller) else { return };
        let constants: Vec<&ConstValue> = call
            .vars
            .iter()
            .filter_map(|&var| {
                code.body.blocks.iter().flat_map(|b| &b.stmts).find_map(|stmt| match &stmt.op {
                    Op::Const { dst, value } if *dst == var => Some(value),
                    _ => None,
                })
            })
            .collect();
        let class = constants.iter().find_map(|value| match value {
            ConstValue::Class(ty) => cx.program.class_of(*ty),
            _ => None,
        });
        let class = class.unwrap_or(cx.program.method(call.method).class);
        let name = constants.iter().find_map(|value| match value {
            ConstValue::Str { text, .. } => Some(*text),
            _ => None,
        });
        for &field in &cx.program.class(class).fields {
            let data = cx.program.field(field);
            let reference = matches!(cx.program.ty(data.ty), Type::Class(_) | Type::Array(_));
            if reference && name.is_none_or(|name| name == data.name) && self.addressed.insert(field) {
                for &(access, obj) in &self.bases {
                    if let Type::Class(class) = cx.program.ty(cx.heap.ty(obj)) {
                        access_field(cx, field, class, obj, access);
                    }
                }
            }
        }
    }
}

fn access_field(cx: &mut Cx<'_, '_>, field: FieldId, class: ClassId, obj: ObjId, access: Access) {
    let data = cx.program.field(field);
    if data.access & access::STATIC == 0 && cx.program.is_subclass(class, data.class) {
        connect(cx, Ptr::Field(obj, field), access, data.ty);
    }
}

fn connect(cx: &mut Cx<'_, '_>, place: Ptr, access: Access, ty: crate::program::TypeId) {
    if let Some(to) = access.read {
        cx.edge(place, to);
    }
    if let Some(from) = access.write {
        cx.cast(from, place, ty);
    }
}
