//! What becomes of objects that are handed to code which calls by name: their public methods are called with what nobody knows,
//! and so are those of what these give; public fields are set, and read. What arrays and collections of the JDK hold is reached,
//! too. Must not know who hands them over.

use std::rc::Rc;

use super::super::handed::{by_arguments, by_members, contents, named};
use super::calling::Calling;
use super::deciding::Deciding;
use super::evidence::{What, is_of_application};
use super::registry::{CalledByName, Caller, Who};
use super::table::{Of, ROWS};
use crate::base::{FxHashMap, FxHashSet, FxIndexSet, Numbering, PtsSet};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, Site};
use crate::pointsto::{Args, Command, Cx, HookData, ModelNode, Ptr, Receiver};
use crate::program::{ClassId, MethodId, Program, Type, TypeId, access};

/// How far an object is from what was handed over: what it gives is used, and what that gives is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Step {
    Handed,
    Given,
}

impl Who {
    /// What is called of objects.
    fn of(self) -> Option<Of> {
        match self {
            Who::Hidden(_, What::Methods) => Some(Of::Public),
            Who::Hidden(_, What::Statics) => None,
            Who::Jdk(row) => Some(ROWS[row].of),
        }
    }

    /// Whether objects are made of classes that are known by name or type alone, and filled.
    fn fills(self) -> bool {
        matches!(self, Who::Hidden(..))
    }
}

pub(super) struct Objects {
    calling: Rc<Calling>,
    called: CalledByName,
    /// Where all goes that some code is handed.
    nodes: Numbering<ModelNode, (Who, Step)>,
    done: FxHashSet<(ObjId, Who, Step)>,
    /// By class: the methods that are called.
    methods: FxHashMap<(ClassId, Of), Rc<[MethodId]>>,
}

impl Objects {
    pub(super) fn new(calling: Rc<Calling>, called: CalledByName) -> Self {
        Self { calling, called, nodes: Numbering::default(), done: FxHashSet::default(), methods: FxHashMap::default() }
    }

    /// Where all goes that somebody is handed.
    pub(super) fn given_to(&mut self, cx: &mut Cx<'_, '_>, who: Who, caller: impl FnOnce() -> Caller) -> Ptr {
        self.called.borrow_mut().caller(who, caller);
        self.node(cx, (who, Step::Handed))
    }

    fn node(&mut self, cx: &mut Cx<'_, '_>, of: (Who, Step)) -> Ptr {
        let number = self.nodes.number(of);
        let to = cx.model_node(number);
        cx.watch(to, HookData::from(usize::from(number)));
        to
    }

    /// New objects that some code is handed.
    pub(super) fn given(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let number = ModelNode::from(usize::from(data));
        let ((who, step), to) = (self.nodes.key(number), cx.model_node(number));
        for obj in objects.iter().map(ObjId) {
            if !self.done.insert((obj, who, step)) {
                continue;
            }
            let program = cx.program;
            match cx.heap.kind(obj) {
                ObjKind::Class { ty } => {
                    if let Some(class) = program.class_of(ty).filter(|&class| is_own(program, class)) {
                        self.class(cx, class, (who, step), to);
                        if who.fills() {
                            known(cx, &by_members(program, class), to);
                        }
                    }
                }
                ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. } => {
                    match program.ty(cx.heap.ty(obj)) {
                        Type::Array(element) if program.is_reference(element) => cx.edge(Ptr::Elements(obj), to),
                        Type::Class(class) => {
                            contents(cx, class, obj, to);
                            self.members(cx, class, obj, (who, step));
                            if who.fills() {
                                known(cx, &by_arguments(program, class), to);
                            }
                        }
                        Type::Array(_) | Type::Void | Type::Prim(_) => {}
                    }
                }
                ObjKind::View { .. } => {
                    if let Some(class) = program.class_of(cx.heap.ty(obj)) {
                        contents(cx, class, obj, to);
                    }
                }
                ObjKind::Str { text } if who.fills() => {
                    known(cx, named(program, program.str(text)).as_slice(), to);
                }
                ObjKind::Str { text } if who.of() == Some(Of::Named) => {
                    if let Some(class) = named(program, program.str(text)) {
                        self.made(cx, class, (who, step), to);
                    }
                }
                // One of the classes below: as those that a container makes.
                ObjKind::Opaque { bound, .. } if who.of().is_some() => {
                    let bound = program.class_of(bound).filter(|&bound| is_own(program, bound));
                    for &class in bound.into_iter().flat_map(|bound| program.subtypes_outside_jdk(bound)) {
                        let data = program.class(class);
                        if data.access & (access::ABSTRACT | access::INTERFACE) == 0
                            && data.origin == Origin::Application
                        {
                            self.members(cx, class, cx.heap.made_outside(class, program), (who, step));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// An object of any class of the application is made.
    pub(super) fn any(&mut self, cx: &mut Cx<'_, '_>, who: Who, to: Ptr) {
        let class_path = cx.program.class_path();
        let own = class_path.classes().filter(|&class| class_path.origin(class) == Origin::Application);
        let own: Vec<ClassId> = own.filter_map(|class| cx.program.find_class(class_path.name(class))).collect();
        own.into_iter().for_each(|class| self.made(cx, class, (who, Step::Handed), to));
    }

    /// An object of a class is made by one of its public constructors, and used.
    fn made(&mut self, cx: &mut Cx<'_, '_>, class: ClassId, of: (Who, Step), to: Ptr) {
        let data = cx.program.class(class);
        if data.access & access::PUBLIC != 0 {
            self.class(cx, class, of, to);
        }
    }

    /// The static methods and constructors of a class are called, its static fields set.
    fn class(&mut self, cx: &mut Cx<'_, '_>, class: ClassId, (who, step): (Who, Step), to: Ptr) {
        let program = cx.program;
        cx.initialise(class);
        self.statics(cx, class, (who, step));
        let data = program.class(class);
        if data.access & (access::ABSTRACT | access::INTERFACE | access::ENUM) != 0 {
            return;
        }
        let obj = cx.heap.made_outside(class, program);
        for &method in &data.methods {
            let of = program.method(method);
            if program.str(of.name) == "<init>" && of.access & access::PUBLIC != 0 {
                cx.add(to, obj);
                self.enter(cx, method, Receiver::Obj(obj), (who, None));
            }
        }
    }

    /// The members of an object are used: its public ones and those of its class, or what interfaces have.
    fn members(&mut self, cx: &mut Cx<'_, '_>, class: ClassId, obj: ObjId, (who, step): (Who, Step)) {
        let next = self.next(cx, (who, step));
        let program = cx.program;
        let Some(of) = who.of().filter(|_| is_own(program, class)) else { return };
        let methods = self.methods.entry((class, of));
        let methods = methods.or_insert_with(|| callable(program, self.calling.deciding(program), class, of)).clone();
        // Who is handed an object by the JDK makes nothing accessible in what that gives.
        let is_called = |method: &MethodId| {
            matches!(who, Who::Hidden(..)) || step == Step::Handed || is_open(program, class, *method)
        };
        for &method in methods.iter().filter(|method| is_called(method)) {
            self.enter(cx, method, Receiver::Obj(obj), (who, next));
        }
        if of == Of::Interfaces {
            return;
        }
        self.statics(cx, class, (who, step));
        for &supertype in program.supertypes(class) {
            self.fields(cx, supertype, Some(obj), (who, next));
        }
    }

    /// Whoever has an object calls static methods of its class like others.
    fn statics(&mut self, cx: &mut Cx<'_, '_>, class: ClassId, (who, step): (Who, Step)) {
        let next = self.next(cx, (who, step));
        let program = cx.program;
        for &supertype in program.supertypes(class) {
            for &method in &program.class(supertype).methods {
                let data = program.method(method);
                if data.access & access::STATIC != 0 && is_called(program, self.calling.deciding(program), method) {
                    self.enter(cx, method, Receiver::None, (who, next));
                }
            }
            self.fields(cx, supertype, None, (who, next));
        }
    }

    /// Where goes what methods and fields of a step give.
    fn next(&mut self, cx: &mut Cx<'_, '_>, (who, step): (Who, Step)) -> Option<Ptr> {
        (step == Step::Handed).then(|| self.node(cx, (who, Step::Given)))
    }

    fn enter(&self, cx: &mut Cx<'_, '_>, method: MethodId, receiver: Receiver, (who, next): (Who, Option<Ptr>)) {
        let program = cx.program;
        self.called.borrow_mut().calls(who, method);
        let ret = program.method_desc(program.method(method).desc).ret;
        let ret = next.filter(|_| may_lead(program, ret));
        cx.command(Command::Entry { method, receiver, args: Args::Unknown, ret });
    }

    /// Public fields that a class declares, of an object or the static ones.
    fn fields(&self, cx: &mut Cx<'_, '_>, class: ClassId, obj: Option<ObjId>, (who, next): (Who, Option<Ptr>)) {
        let program = cx.program;
        if !is_own(program, class) {
            return;
        }
        for &field in &program.class(class).fields {
            let data = program.field(field);
            let is_static = data.access & access::STATIC != 0;
            if data.access & access::PUBLIC == 0 || is_static != obj.is_none() || !program.is_reference(data.ty) {
                continue;
            }
            let place = obj.map_or(Ptr::Static(field), |obj| Ptr::Field(obj, field));
            if let Some(next) = next.filter(|_| may_lead(program, data.ty)) {
                cx.edge(place, next);
            }
            let value = cx.heap.unknown(cx.heap.site(Site::Field(field)), data.ty, true);
            if let Some(value) = value.filter(|_| data.access & access::FINAL == 0) {
                self.called.borrow_mut().sets(who, field);
                cx.add(place, value);
            }
        }
    }
}

/// Classes are known to whoever has what goes to a node.
pub(super) fn known(cx: &mut Cx<'_, '_>, classes: &[ClassId], to: Ptr) {
    for &class in classes {
        cx.add(to, cx.heap.intern(ObjKind::Class { ty: cx.program.class_type(class) }));
    }
}

fn is_own(program: &Program, class: ClassId) -> bool {
    program.class(class).origin == Origin::Application
}

/// Whether code of any package can call a method of an object by its `Method`: a public class declares it, or an interface or class
/// above that is public (JDK javadoc of `AccessibleObject`).
fn is_open(program: &Program, class: ClassId, method: MethodId) -> bool {
    let data = program.method(method);
    program.supertypes(class).iter().any(|&above| {
        let declares = || program.same_method(above, method).is_some();
        program.class(above).access & access::PUBLIC != 0 && (above == data.class || declares())
    })
}

/// The methods of an object that are worth a call: the public ones, or those that interfaces have.
fn callable(program: &Program, deciding: &Deciding, class: ClassId, of: Of) -> Rc<[MethodId]> {
    let has = |class: &&ClassId| of != Of::Interfaces || program.class(**class).access & access::INTERFACE != 0;
    let declared = program.supertypes(class).iter().filter(has).flat_map(|&class| &program.class(class).methods);
    let of_objects = declared.copied().filter(|&method| {
        let data = program.method(method);
        data.access & access::STATIC == 0
            && data.access & access::PUBLIC != 0
            && !program.str(data.name).starts_with('<')
    });
    let selected: FxIndexSet<MethodId> = of_objects.filter_map(|method| program.select(class, method)).collect();
    selected.into_iter().filter(|&method| is_called(program, deciding, method)).collect()
}

/// Whether a method of the application is public and decides something, or gives what may.
fn is_called(program: &Program, deciding: &Deciding, method: MethodId) -> bool {
    let data = program.method(method);
    data.access & access::PUBLIC != 0
        && data.has_code
        && is_own(program, data.class)
        && !program.str(data.name).starts_with('<')
        && (deciding.has(method) || may_lead(program, program.method_desc(data.desc).ret))
}

/// Whether what a place of a type holds may be an object of the application, a class of it, or hold one.
pub(super) fn may_lead(program: &Program, ty: TypeId) -> bool {
    match program.ty(ty) {
        Type::Class(class) => {
            let data = program.class(class);
            let leads = || matches!(program.class_name(class), "java/lang/Class" | "java/util/Optional");
            let is_of_jdk = data.origin == Origin::Jdk;
            is_of_application(program, ty) || is_of_jdk && (data.access & access::FINAL == 0 || leads())
        }
        Type::Array(element) => may_lead(program, element),
        Type::Void | Type::Prim(_) => false,
    }
}
