//! What calls from outside bring along: receivers, arguments and injected fields. An object of the entry's own class, opaque
//! objects of the declared type, and instances of the application's concrete subtypes. Must not know which methods are entries.

use std::rc::Rc;

use super::methods::{is_main, is_of_compiler};
use crate::base::{FxHashMap, FxHashSet};
use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind, Site};
use crate::pointsto::{Args, Command, Cx, ModelNode, Ptr, Receiver};
use crate::program::{ClassId, FieldId, MethodId, Program, Type, TypeId, access, outsiders};

/// Most application subtypes that are passed as objects of their own.
const SUBTYPES: usize = 200;

/// What was already brought in.
#[derive(Default)]
pub(super) struct Outside {
    /// Those outside are callers of a library, who make what they can by the rules of access, and no container.
    by_callers: bool,
    made: FxHashSet<ClassId>,
    /// Of those made, the ones of which some constructors were not called.
    plain: FxHashSet<ClassId>,
    order: Vec<ClassId>,
    /// What was called from outside, and on which object.
    entered: FxHashSet<(MethodId, Option<ObjId>)>,
    /// What is passed for a type, by type.
    passed: FxHashMap<TypeId, Rc<[ObjId]>>,
    /// Fields of the objects made that nothing in the program filled.
    filled: FxHashSet<(ObjId, FieldId)>,
    nodes: u32,
}

/// What something did that somebody listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Effect {
    /// There is no code that it could run.
    #[default]
    Nothing,
    /// All of it was done before.
    Again,
    Something,
}

impl Outside {
    /// With whether those outside are callers of a library.
    pub(super) fn new(by_callers: bool) -> Self {
        Self { by_callers, ..Self::default() }
    }

    /// Calls `method` from outside; `by_subclasses`: also on objects of subclasses that are not here, if an abstract class has
    /// none that are.
    pub(super) fn enter(&mut self, cx: &mut Cx<'_, '_>, method: MethodId, by_subclasses: bool) -> Effect {
        let params = cx.program.method_desc(cx.program.method(method).desc).params.clone();
        let mut args = Vec::new();
        for (index, &ty) in params.iter().enumerate() {
            args.push(self.argument(cx, method, index as u16, ty));
        }
        self.enter_with(cx, method, by_subclasses, args)
    }

    /// The same with nothing that could be passed: the code is looked at, and what it keeps of its arguments stays what it was.
    pub(super) fn enter_with_nothing(&mut self, cx: &mut Cx<'_, '_>, method: MethodId) -> Effect {
        let count = cx.program.method_desc(cx.program.method(method).desc).params.len();
        self.enter_with(cx, method, false, vec![None; count])
    }

    fn enter_with(
        &mut self,
        cx: &mut Cx<'_, '_>,
        method: MethodId,
        by_subclasses: bool,
        args: Vec<Option<Ptr>>,
    ) -> Effect {
        let data = cx.program.method(method);
        let params = cx.program.method_desc(data.desc).params.clone();
        let args = Args::Positional(args);
        if data.access & access::STATIC != 0 {
            // Who calls a method that nothing is passed to makes no difference.
            let is_run = cx.is_reached(method) && !params.iter().any(|&ty| cx.program.is_reference(ty));
            let is_new = self.call(cx, method, None, args);
            return if is_new && !is_run { Effect::Something } else { Effect::Again };
        }
        let class = data.class;
        let receivers = concrete(cx.program, class);
        if receivers.is_empty() && by_subclasses && cx.program.is_for_others(class) {
            let ty = cx.program.class_type(class);
            let Some(obj) = cx.heap.unknown(cx.heap.site(Site::Outside), ty, true) else { return Effect::Nothing };
            return done(self.call(cx, method, Some(obj), args));
        }
        // Callers write classes below one that is not complete by itself, besides those that are here.
        let is_theirs = by_subclasses && !receivers.contains(&class) && cx.program.is_for_others(class);
        let mut effect = Effect::Nothing;
        for receiver in receivers.into_iter().chain(is_theirs.then_some(class)) {
            let obj = self.instance(cx, receiver);
            effect = effect.max(done(self.call(cx, method, Some(obj), args.clone())));
        }
        effect
    }

    /// Calls a method from outside on an object; whether that is new.
    fn call(&mut self, cx: &mut Cx<'_, '_>, method: MethodId, object: Option<ObjId>, args: Args) -> bool {
        let receiver = object.map_or(Receiver::None, Receiver::Obj);
        cx.command(Command::Entry { method, receiver, args, ret: None });
        self.entered.insert((method, object))
    }

    /// Something outside makes an object of the class, or of the application's concrete subclasses of an abstract one.
    pub(super) fn create(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) -> Effect {
        let mut effect = Effect::Nothing;
        for class in created(cx.program, class) {
            let is_made = self.made.contains(&class);
            let was_plain = self.complete(cx, class);
            effect = effect.max(done(was_plain || !is_made && self.made.contains(&class)));
        }
        effect
    }

    /// The instance of a class that a container makes, by whichever constructor; whether some of them were not called before.
    fn complete(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) -> bool {
        let obj = self.instance(cx, class);
        let was_plain = self.plain.remove(&class);
        if was_plain {
            self.construct(cx, class, obj, |_| true);
        }
        was_plain
    }

    /// As [`Outside::create`], by the constructor without parameters alone if the class has one. What else the constructors
    /// are given is then known from the program's own calls.
    pub(super) fn create_without_arguments(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) -> Effect {
        let mut effect = Effect::Nothing;
        for class in created(cx.program, class) {
            // The constants of an enum are all there are.
            if self.made.contains(&class) || cx.program.class(class).access & access::ENUM != 0 {
                effect = effect.max(Effect::Again);
                continue;
            }
            effect = Effect::Something;
            let Some(method) = cx.program.find_method(class, "<init>", "()V") else {
                self.complete(cx, class);
                continue;
            };
            self.made.insert(class);
            self.plain.insert(class);
            self.order.push(class);
            let obj = cx.heap.made_outside(class, cx.program);
            self.call(cx, method, Some(obj), Args::Positional(Vec::new()));
        }
        effect
    }

    fn argument(&mut self, cx: &mut Cx<'_, '_>, method: MethodId, index: u16, ty: TypeId) -> Option<Ptr> {
        if !cx.program.is_reference(ty) {
            return None;
        }
        self.nodes += 1;
        let node = cx.model_node(ModelNode(self.nodes));
        let site = cx.heap.site(Site::Param(method, index));
        // Whoever starts a program makes a fresh array of texts (JLS 12.1.4), which only the program sees.
        if is_main(cx.program, cx.program.method(method)) {
            let array = cx.heap.alloc(site, ty, NO_CTX);
            cx.add(Ptr::Elements(array), cx.heap.intern(ObjKind::UnknownString { site }));
            cx.add(node, array);
            return Some(node);
        }
        if let Some(obj) = cx.heap.unknown(site, ty, true) {
            cx.add(node, obj);
        }
        for &obj in self.subtypes(cx, ty).iter() {
            cx.add(node, obj);
        }
        Some(node)
    }

    /// Instances of the application's concrete subtypes of `ty`.
    fn subtypes(&mut self, cx: &mut Cx<'_, '_>, ty: TypeId) -> Rc<[ObjId]> {
        if let Some(passed) = self.passed.get(&ty) {
            return passed.clone();
        }
        let subtypes = match cx.program.ty(ty) {
            Type::Class(class) if class != cx.heap.types().object_class => concrete(cx.program, class),
            _ => Vec::new(),
        };
        let passed: Rc<[ObjId]> = subtypes.into_iter().take(SUBTYPES).map(|class| self.instance(cx, class)).collect();
        self.passed.insert(ty, passed.clone());
        passed
    }

    /// The instance of an application class that the outside makes, its constructors called.
    fn instance(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) -> ObjId {
        let obj = cx.heap.made_outside(class, cx.program);
        let is_constant = cx.program.enum_of(class).is_some();
        if !is_constant && self.made.insert(class) {
            self.order.push(class);
            let (program, by_callers) = (cx.program, self.by_callers);
            let is_called = |method| !by_callers || !outsiders::takes_of_its_package(program, method);
            if !self.construct(cx, class, obj, is_called) {
                self.plain.insert(class);
            }
        }
        obj
    }

    /// Calls constructors of a class; whether that was all of them but the private ones.
    fn construct(
        &mut self,
        cx: &mut Cx<'_, '_>,
        class: ClassId,
        obj: ObjId,
        is_called: impl Fn(MethodId) -> bool,
    ) -> bool {
        let mut all = true;
        for &method in &cx.program.class(class).methods {
            let data = cx.program.method(method);
            let of_compiler = is_of_compiler(cx.program, cx.program.class(class), data);
            if cx.program.str(data.name) != "<init>" || data.access & access::PRIVATE != 0 || of_compiler {
                continue;
            }
            if !is_called(method) {
                all = false;
                continue;
            }
            let params = cx.program.method_desc(data.desc).params.clone();
            let args = params.iter().enumerate().map(|(index, &ty)| self.argument(cx, method, index as u16, ty));
            let args = Args::Positional(args.collect());
            self.call(cx, method, Some(obj), args);
        }
        all
    }

    /// Fields of the instances made outside that nothing in the program stores to hold what a container would inject.
    pub(super) fn inject(&mut self, cx: &mut Cx<'_, '_>) {
        for index in 0..self.order.len() {
            let class = self.order[index];
            let obj = cx.heap.made_outside(class, cx.program);
            for &owner in cx.program.superclasses(class).to_vec().iter() {
                if cx.program.class(owner).origin != Origin::Application {
                    continue;
                }
                for &field in &cx.program.class(owner).fields {
                    self.inject_field(cx, obj, field);
                }
            }
        }
    }

    fn inject_field(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, field: FieldId) {
        let data = cx.program.field(field);
        let (ty, is_static) = (data.ty, data.access & access::STATIC != 0);
        if is_static || !cx.program.is_reference(ty) {
            return;
        }
        let empty = cx.resolve(Ptr::Field(obj, field)).is_none_or(|node| cx.pts(node).is_empty());
        // Frameworks that are not looked at set what is marked for them, whatever its first value is.
        let (program, marks) = (cx.program, [&data.annotations, &cx.program.class(data.class).annotations]);
        let is_set = data.access & access::FINAL == 0 && marks.iter().any(|marks| program.is_marked(marks));
        // No container has members to give: one that nothing sets comes of a look-up that finds none.
        let types = cx.heap.types();
        let is_member = [types.method, types.field, types.constructor, types.handle].contains(&ty);
        let fills = empty && !is_member || is_set && cx.scope().leaves_out(program);
        if !fills || !self.filled.insert((obj, field)) {
            return;
        }
        let site = cx.heap.site(Site::Field(field));
        if let Some(value) = cx.heap.unknown(site, ty, true) {
            cx.add(Ptr::Field(obj, field), value);
        }
        for &value in self.subtypes(cx, ty).iter() {
            cx.add(Ptr::Field(obj, field), value);
        }
    }
}

/// What was done that is new, or not.
fn done(is_new: bool) -> Effect {
    if is_new { Effect::Something } else { Effect::Again }
}

/// What a container that makes a class makes: it, or the application's concrete classes below it.
fn created(program: &Program, class: ClassId) -> Vec<ClassId> {
    if program.class(class).access & (access::ABSTRACT | access::INTERFACE) == 0 {
        return vec![class];
    }
    concrete(program, class)
}

/// The application's concrete classes below `class`, itself included.
fn concrete(program: &Program, class: ClassId) -> Vec<ClassId> {
    if program.class(class).origin == Origin::Application && program.class(class).access & access::FINAL != 0 {
        return vec![class];
    }
    program
        .subtypes_outside_jdk(class)
        .iter()
        .copied()
        .filter(|&sub| {
            let data = program.class(sub);
            data.origin == Origin::Application
                && data.access & (access::ABSTRACT | access::INTERFACE | access::ANNOTATION) == 0
        })
        .collect()
}
