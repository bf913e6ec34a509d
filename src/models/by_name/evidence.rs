//! Which classes of libraries lead to code that calls methods by name, on objects or classes of the application that it may be
//! handed: told by the instructions of the few classes that call `Method.invoke` or its kin, and by who mentions whom. Must not
//! know what is handed over.

use crate::base::FxHashMap;
use crate::classpath::{ClassRef, Origin};
use crate::ir::facts::{Def, Facts, statement_at};
use crate::ir::{Body, ConstValue, Op, Var, lower};
use crate::models::signatures::{ANY, Named, names};
use crate::program::{ClassId, Mentions, MethodId, Program, Type, TypeId};

/// What code calls by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum What {
    /// Methods of objects that it has.
    Methods,
    /// Static methods of classes that it has: where the receiver is null.
    Statics,
}

/// A place that calls methods by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CallsByName {
    pub class: ClassId,
    pub line: Option<u32>,
}

/// Of each class of a library: the place it may lead to.
#[derive(Default)]
pub(super) struct Evidence {
    methods: FxHashMap<ClassId, CallsByName>,
    statics: FxHashMap<ClassId, CallsByName>,
}

const METHOD: &str = "java/lang/reflect/Method";
const HANDLE: &str = "java/lang/invoke/MethodHandle";

/// Methods that call what their arguments name, or define a class whose code does: loaders name the latter as their own.
pub(in crate::models) const CALLS: &[Named] = &[
    (METHOD, &["invoke"]),
    (HANDLE, &["invoke", "invokeExact", "invokeWithArguments"]),
    ("sun/reflect/misc/MethodUtil", &["invoke"]),
    ("java/beans/Statement", &["execute"]),
    ("java/beans/Expression", &["execute", "getValue"]),
    (ANY, &["defineClass"]),
];

impl Evidence {
    /// What all classes of libraries say.
    pub(super) fn read(program: &Program) -> Self {
        let class_path = program.class_path();
        let outlines = program.outlines();
        let is_one = |&class: &ClassRef| {
            class_path.origin(class) == Origin::Library
                && outlines
                    .of(class)
                    .is_some_and(|outline| outline.methods().any(|(owner, name)| names(CALLS, owner, name)))
        };
        let (mut methods, mut statics) = (Vec::new(), Vec::new());
        for class in class_path.classes().filter(is_one) {
            let Some(id) = program.find_class(class_path.name(class)) else { continue };
            for call in outlines.calls(class_path, class).iter().filter(|call| names(CALLS, &call.owner, &call.name)) {
                let method = program.class(id).methods.get(call.method as usize).copied();
                let place = (id, CallsByName { class: id, line: call.line });
                match method.map_or(Some(What::Methods), |method| {
                    called(program, (method, call.offset), (&call.owner, &call.desc))
                }) {
                    Some(What::Methods) => methods.push(place),
                    Some(What::Statics) => statics.push(place),
                    None => {}
                }
            }
        }
        if methods.is_empty() && statics.is_empty() {
            return Self::default();
        }
        let mentions = Mentions::read(program);
        Self { methods: leading(program, &mentions, methods), statics: leading(program, &mentions, statics) }
    }

    /// Where a class of a library leads to.
    pub(super) fn of(&self, class: ClassId, what: What) -> Option<CallsByName> {
        match what {
            What::Methods => self.methods.get(&class).copied(),
            What::Statics => self.statics.get(&class).copied(),
        }
    }
}

/// Who may lead to the places: who mentions their classes, who mentions these, and so on; and the supertypes of each, as who calls
/// a method of theirs runs that of a class below.
fn leading(
    program: &Program,
    mentions: &Mentions,
    places: Vec<(ClassId, CallsByName)>,
) -> FxHashMap<ClassId, CallsByName> {
    let mut found: FxHashMap<ClassId, CallsByName> = FxHashMap::default();
    let mut todo: Vec<(ClassId, CallsByName)> = places;
    let mut at = 0;
    while let Some(&(class, place)) = todo.get(at) {
        at += 1;
        if found.contains_key(&class) {
            continue;
        }
        found.insert(class, place);
        let above = direct_supertypes(program, class);
        todo.extend(mentions.of(class).iter().copied().chain(above).map(|leads| (leads, place)));
    }
    found
}

/// Those of libraries, as outlines have them: loading thousands of classes would cost more than the rest of the run.
fn direct_supertypes(program: &Program, class: ClassId) -> Vec<ClassId> {
    let class_path = program.class_path();
    let outline = class_path.find(program.class_name(class)).and_then(|class| program.outlines().of(class));
    let above = outline.into_iter().flat_map(|outline| outline.supers());
    let of_libraries =
        above.filter(|name| class_path.find(name).is_some_and(|class| class_path.origin(class) == Origin::Library));
    of_libraries.filter_map(|name| program.find_class(name)).collect()
}

/// What a call calls, if that may be something of the application.
fn called(program: &Program, (method, offset): (MethodId, u32), (owner, desc): (&str, &str)) -> Option<What> {
    let body = lower(program, method);
    let Some((block, nth)) = statement_at(&body, offset) else { return Some(What::Methods) };
    let Op::Invoke { args, .. } = &body.blocks[block].stmts[nth as usize].op else { return Some(What::Methods) };
    // Handles are called with what the descriptor says (JVMS 2.9.3), receiver first; the other methods are given anything.
    let receiver = match owner {
        METHOD => args.get(1).copied(),
        HANDLE if !desc.starts_with("([Ljava/lang/Object;)") && !desc.starts_with("(Ljava/util/List;)") => {
            let taken = args.iter().skip(1).map(|&arg| ty(program, method, &body, arg));
            return taken.flatten().any(|ty| is_of_application(program, ty)).then_some(What::Methods);
        }
        _ => None,
    };
    let Some(receiver) = receiver else { return Some(What::Methods) };
    match Facts::of(&body).constant_of(receiver) {
        Some(ConstValue::Null) => Some(What::Statics),
        _ => {
            let ty = ty(program, method, &body, receiver);
            ty.is_none_or(|ty| is_of_application(program, ty)).then_some(What::Methods)
        }
    }
}

/// The type that code gives a variable.
fn ty(program: &Program, method: MethodId, body: &Body, var: Var) -> Option<TypeId> {
    let facts = Facts::of(body);
    match facts.def(var) {
        Def::Param => {
            let data = program.method(method);
            let own = usize::from(data.access & crate::program::access::STATIC == 0);
            match var.index().checked_sub(own) {
                None => Some(program.class_type(data.class)),
                Some(index) => program.method_desc(data.desc).params.get(index).copied(),
            }
        }
        Def::Stmt(block, nth) => match body.blocks[block].stmts[nth as usize].op {
            Op::Cast { ty, .. } | Op::NewArray { ty, .. } | Op::New { class: ty, .. } => Some(ty),
            Op::GetField { field, .. } | Op::GetStatic { field, .. } => {
                program.resolve_field(field).map(|field| program.field(field).ty)
            }
            Op::Invoke { method, .. } => {
                program.resolve_method(method).map(|method| program.method_desc(program.method(method).desc).ret)
            }
            _ => None,
        },
        Def::Phi(..) | Def::Caught(_) => None,
    }
}

/// Whether an object of the application may be of a type.
pub(super) fn is_of_application(program: &Program, ty: TypeId) -> bool {
    match program.ty(ty) {
        Type::Class(class) if class == program.well_known().object => true,
        Type::Class(class) => {
            let mut below = program.subtypes_outside_jdk(class).iter();
            below.any(|&below| program.class(below).origin == Origin::Application)
        }
        Type::Array(element) => is_of_application(program, element),
        Type::Void | Type::Prim(_) => false,
    }
}
