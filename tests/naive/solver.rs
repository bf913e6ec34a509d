//! A points-to solver to compare the engine's with: every constraint of every reached method is applied again until nothing
//! changes, on ordered maps and sets. Whatever is declared outside the application does nothing here. Must not share code
//! with the engine's solver, nor be quick.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use reflection_check::classfile::{InvokeKind, Kind, RawConst};
use reflection_check::classpath::Origin;
use reflection_check::ir::{self, Block, Body, Op, Terminator, Var};
use reflection_check::program::{ClassId, FieldId, MethodId, MethodRef, Program, Type, TypeId, access};

use super::rules::{Back, Kept, Rules};

/// An object: the instruction that made it, or its type alone where objects of the type are not told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Object {
    Made {
        method: MethodId,
        offset: u32,
        ty: TypeId,
    },
    Alike {
        ty: TypeId,
    },
    /// What an `invokedynamic` makes.
    Function {
        method: MethodId,
        offset: u32,
        ty: TypeId,
    },
}

impl Object {
    pub(crate) fn ty(self) -> TypeId {
        match self {
            Object::Made { ty, .. } | Object::Alike { ty } | Object::Function { ty, .. } => ty,
        }
    }
}

/// What holds objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Pointer {
    Var(MethodId, Var),
    /// A parameter, as calls pass it that no instruction makes: they leave all to the method.
    Whole(MethodId, usize),
    Returned(MethodId),
    Thrown(MethodId),
    Field(Object, FieldId),
    Element(Object),
    Static(FieldId),
    /// What a function object was given when it was made.
    Captured(Object, usize),
}

/// A call edge: caller, offset, callee.
pub(crate) type Edge = (MethodId, u32, MethodId);

/// The answer.
pub(crate) struct Naive<'a> {
    pub(crate) rules: Rules<'a>,
    pub(crate) sets: BTreeMap<Pointer, BTreeSet<Object>>,
    pub(crate) bodies: BTreeMap<MethodId, Rc<Body>>,
    pub(crate) edges: BTreeSet<Edge>,
    /// What function objects run, and how many values they were given.
    functions: BTreeMap<Object, (MethodId, usize)>,
    initialised: BTreeSet<ClassId>,
    changed: bool,
    /// Times every constraint was applied.
    pub(crate) passes: usize,
}

/// Solves a program that is entered at `main`.
pub(crate) fn solve(program: &Program, main: MethodId) -> Naive<'_> {
    let mut naive = Naive {
        rules: Rules { program },
        sets: BTreeMap::new(),
        bodies: BTreeMap::new(),
        edges: BTreeSet::new(),
        functions: BTreeMap::new(),
        initialised: BTreeSet::new(),
        changed: true,
        passes: 0,
    };
    naive.initialise(program.method(main).class);
    naive.reach(main);
    while std::mem::take(&mut naive.changed) {
        naive.passes += 1;
        for (method, body) in naive.bodies.clone() {
            for block in body.blocks.iter() {
                naive.block(method, &body, block);
            }
            naive.whole(method, &body);
        }
    }
    naive
}

impl Naive<'_> {
    fn program(&self) -> &Program {
        self.rules.program
    }

    pub(crate) fn get(&self, pointer: Pointer) -> BTreeSet<Object> {
        self.sets.get(&pointer).cloned().unwrap_or_default()
    }

    fn is_application(&self, class: ClassId) -> bool {
        self.program().class(class).origin == Origin::Application
    }

    fn put(&mut self, pointer: Pointer, object: Object) {
        self.changed |= self.sets.entry(pointer).or_default().insert(object);
    }

    fn flow(&mut self, from: Pointer, to: Pointer) {
        self.flow_if(from, to, |_, _| true);
    }

    fn flow_if(&mut self, from: Pointer, to: Pointer, passes: impl Fn(Rules<'_>, TypeId) -> bool) {
        for object in self.get(from) {
            if passes(self.rules, object.ty()) {
                self.put(to, object);
            }
        }
    }

    fn is_reference(&self, body: &Body, var: Var) -> bool {
        body.vars[var].kind == Kind::Ref
    }

    fn reach(&mut self, method: MethodId) {
        let data = self.program().method(method);
        if data.has_code && self.is_application(data.class) && !self.bodies.contains_key(&method) {
            let body = Rc::new(ir::lower(self.program(), method));
            self.bodies.insert(method, body);
            self.changed = true;
        }
    }

    fn initialise(&mut self, class: ClassId) {
        for class in self.rules.initialised_with(class) {
            if self.initialised.insert(class)
                && let Some(method) = self.program().find_method(class, "<clinit>", "()V")
            {
                self.reach(method);
            }
        }
    }

    /// The object an instruction makes. Exceptions, and objects that keep no references, are known by their type.
    fn object(&self, method: MethodId, offset: u32, ty: TypeId) -> Object {
        let is_exception = match (self.program().ty(ty), self.program().find_class("java/lang/Throwable")) {
            (Type::Class(class), Some(throwable)) => self.rules.is_subclass(class, throwable),
            _ => false,
        };
        let alike = is_exception || self.keeps_nothing(ty);
        if alike { Object::Alike { ty } } else { Object::Made { method, offset, ty } }
    }

    /// Whether neither a class nor its superclasses, or no array of the type, can hold a reference.
    fn keeps_nothing(&self, ty: TypeId) -> bool {
        match self.program().ty(ty) {
            Type::Array(element) => !self.rules.is_reference(element),
            Type::Class(class) => !self.rules.chain(class).into_iter().any(|above| {
                // Of a missing class nobody knows what it holds.
                self.program().class(above).phantom.is_some()
                    || self.program().class(above).fields.iter().any(|&field| {
                        let field = self.program().field(field);
                        field.access & access::STATIC == 0 && self.rules.is_reference(field.ty)
                    })
            }),
            _ => false,
        }
    }

    fn block(&mut self, method: MethodId, body: &Body, block: &Block) {
        for phi in &block.phis {
            for &arg in &phi.args {
                if self.is_reference(body, phi.dst) && self.is_reference(body, arg) {
                    self.flow(Pointer::Var(method, arg), Pointer::Var(method, phi.dst));
                }
            }
        }
        for stmt in &block.stmts {
            self.statement(method, body, block, stmt.offset, &stmt.op);
        }
        match block.terminator {
            Terminator::Return { value: Some(value), .. }
                if self.is_reference(body, value) && self.rules.given_back(body).is_none() =>
            {
                self.flow(Pointer::Var(method, value), Pointer::Returned(method));
            }
            Terminator::Throw { value, .. } => self.throw(method, body, block, Pointer::Var(method, value)),
            _ => {}
        }
    }

    /// What the callers of a method do by themselves, for those that do not.
    fn whole(&mut self, method: MethodId, body: &Body) {
        let arg = |param: usize| Pointer::Whole(method, param);
        for (base, field, value) in self.kept(method) {
            for object in self.get(arg(base)) {
                self.flow(arg(value), Pointer::Field(object, field));
            }
        }
        for back in self.rules.given_back(body).into_iter().flatten() {
            match back {
                Back::Param(param) => self.flow(arg(param), Pointer::Returned(method)),
                Back::Field(base, field) => {
                    for object in self.get(arg(base)) {
                        self.flow(Pointer::Field(object, field), Pointer::Returned(method));
                    }
                }
            }
        }
    }

    fn kept(&self, method: MethodId) -> BTreeSet<Kept> {
        self.rules.kept(method, &|method| {
            let data = self.program().method(method);
            let counts = data.has_code && self.is_application(data.class);
            counts.then(|| {
                self.bodies.get(&method).cloned().unwrap_or_else(|| Rc::new(ir::lower(self.program(), method)))
            })
        })
    }

    /// JVMS 2.10: handlers are tried in order, the first one whose type fits takes the exception.
    fn throw(&mut self, method: MethodId, body: &Body, block: &Block, from: Pointer) {
        for object in self.get(from) {
            let takes = |handler: &ir::Handler| {
                handler.catches_all || handler.types.iter().any(|&ty| self.rules.is_subtype(object.ty(), ty))
            };
            let taking: Vec<&ir::Handler> = block
                .covered_by
                .iter()
                .filter_map(|&id| body.blocks[id].handler.as_ref())
                .filter(|handler| takes(handler))
                .collect();
            // Where it is not said what a handler catches where, the exception may go further.
            let certain = taking.iter().position(|handler| !handler.uneven);
            for handler in &taking[..certain.map_or(taking.len(), |at| at + 1)] {
                self.put(Pointer::Var(method, handler.var), object);
            }
            if certain.is_none() {
                self.put(Pointer::Thrown(method), object);
            }
        }
    }

    fn statement(&mut self, method: MethodId, body: &Body, block: &Block, offset: u32, op: &Op) {
        let var = |var: Var| Pointer::Var(method, var);
        match *op {
            Op::New { dst, class: ty } => {
                let Type::Class(class) = self.program().ty(ty) else { panic!("new of no class") };
                self.initialise(class);
                self.put(var(dst), self.object(method, offset, ty));
            }
            Op::NewArray { dst, ty, ref lens } => {
                let mut array = self.object(method, offset, ty);
                self.put(var(dst), array);
                for _ in 1..lens.len() {
                    let Type::Array(element) = self.program().ty(array.ty()) else { panic!("array of no element") };
                    let inner = self.object(method, offset, element);
                    self.put(Pointer::Element(array), inner);
                    array = inner;
                }
            }
            Op::Cast { dst, src, ty } => self.flow_if(var(src), var(dst), |rules, from| rules.is_subtype(from, ty)),
            Op::GetField { dst, base, field } => {
                let field = self.rules.resolve_field(field).expect("the verifier saw the field");
                for object in self.get(var(base)) {
                    self.holds(object, field);
                    if self.is_reference(body, dst) {
                        self.flow(Pointer::Field(object, field), var(dst));
                    }
                }
            }
            Op::PutField { base, field, value } => {
                let field = self.rules.resolve_field(field).expect("the verifier saw the field");
                if self.kept(method).contains(&(base.index(), field, value.index())) {
                    return;
                }
                for object in self.get(var(base)) {
                    self.holds(object, field);
                    if self.is_reference(body, value) {
                        self.flow(var(value), Pointer::Field(object, field));
                    }
                }
            }
            Op::GetStatic { dst, field } => {
                let field = self.rules.resolve_field(field).expect("the verifier saw the field");
                self.initialise(self.program().field(field).class);
                if self.is_reference(body, dst) {
                    self.flow(Pointer::Static(field), var(dst));
                }
            }
            Op::PutStatic { field, value } => {
                let field = self.rules.resolve_field(field).expect("the verifier saw the field");
                self.initialise(self.program().field(field).class);
                if self.is_reference(body, value) {
                    self.flow(var(value), Pointer::Static(field));
                }
            }
            Op::ArrayLoad { dst, array, elem: None, .. } => {
                for object in self.get(var(array)) {
                    self.flow(Pointer::Element(object), var(dst));
                }
            }
            Op::ArrayStore { array, value, elem: None, .. } => {
                for object in self.get(var(array)) {
                    let Type::Array(element) = self.program().ty(object.ty()) else { panic!("no array is indexed") };
                    // JVMS 6.5, aastore: anything else is an ArrayStoreException.
                    self.flow_if(var(value), Pointer::Element(object), |rules, from| rules.is_subtype(from, element));
                }
            }
            Op::Invoke { dst, kind, method: callee, ref args } => {
                self.invoke((method, body, block), offset, dst, kind, callee, args);
            }
            Op::InvokeDynamic { dst: Some(dst), bootstrap, descriptor, ref args, .. } => {
                let ty = self.program().method_desc(self.program().desc(descriptor)).ret;
                let object = Object::Function { method, offset, ty };
                let run = self.function(method, bootstrap);
                self.functions.insert(object, (run, args.len()));
                for (index, &arg) in args.iter().enumerate() {
                    self.flow(var(arg), Pointer::Captured(object, index));
                }
                self.put(var(dst), object);
            }
            Op::InvokeDynamic { dst: None, .. } => panic!("a lambda is an object"),
            Op::Const { .. }
            | Op::InstanceOf { .. }
            | Op::ArrayLoad { .. }
            | Op::ArrayStore { .. }
            | Op::ArrayLength { .. }
            | Op::Prim { .. }
            | Op::Monitor { .. } => {}
        }
    }

    /// What a verifier knows: only objects of the field's class are asked for it.
    fn holds(&self, object: Object, field: FieldId) {
        let class = self.program().class_type(self.program().field(field).class);
        assert!(
            self.rules.is_subtype(object.ty(), class),
            "{object:?} is asked for {}",
            self.program().field_id(field)
        );
    }

    fn invoke(
        &mut self,
        within: (MethodId, &Body, &Block),
        offset: u32,
        dst: Option<Var>,
        kind: InvokeKind,
        callee: MethodRef,
        args: &[Var],
    ) {
        let (caller, body, block) = within;
        let resolved = match kind {
            InvokeKind::Special => self.rules.resolve_special(self.program().method(caller).class, callee),
            _ => self.rules.resolve_method(callee),
        };
        // A method that does not exist, or whose class is missing, does nothing.
        let Some(resolved) = resolved else { return };
        let mut callees: BTreeMap<MethodId, Option<BTreeSet<Object>>> = BTreeMap::new();
        if self.rules.is_direct(kind, resolved) {
            // A call of an abstract method throws (JVMS 6.5, invokespecial).
            if self.program().method(resolved).access & access::ABSTRACT == 0 {
                callees.insert(resolved, None);
            }
        } else {
            for receiver in self.get(Pointer::Var(caller, args[0])) {
                if self.functions.contains_key(&receiver) {
                    self.run_function(within, offset, dst, receiver, resolved, &args[1..]);
                    continue;
                }
                let class = match self.program().ty(receiver.ty()) {
                    Type::Class(class) => class,
                    _ => self.program().well_known().object,
                };
                if let Some(target) = self.rules.select(class, resolved) {
                    callees.entry(target).or_default().get_or_insert_default().insert(receiver);
                }
            }
        }
        for (target, receivers) in callees {
            let class = self.program().method(target).class;
            if !self.is_application(class) {
                continue;
            }
            if self.rules.is_static(target) {
                self.initialise(class);
            }
            self.reach(target);
            self.changed |= self.edges.insert((caller, offset, target));
            for receiver in receivers.iter().flatten() {
                self.put(Pointer::Var(target, Var::new(0)), *receiver);
            }
            for (index, &arg) in args.iter().enumerate().skip(usize::from(receivers.is_some())) {
                if self.is_reference(body, arg) {
                    self.flow(Pointer::Var(caller, arg), Pointer::Var(target, Var::new(index)));
                }
            }
            let arg = |index: usize| Pointer::Var(caller, args[index]);
            // Receivers count as they select the method.
            let objects = |naive: &Self, base: usize| match &receivers {
                Some(receivers) if base == 0 => receivers.clone(),
                _ => naive.get(arg(base)),
            };
            let own = self.kept(caller);
            for (base, field, value) in self.kept(target) {
                // Done by the callers of the caller.
                if own.contains(&(args[base].index(), field, args[value].index())) {
                    continue;
                }
                for object in objects(self, base) {
                    self.flow(arg(value), Pointer::Field(object, field));
                }
            }
            if let Some(dst) = dst
                && self.is_reference(body, dst)
            {
                let result = Pointer::Var(caller, dst);
                match self.bodies.get(&target).and_then(|callee| self.rules.given_back(callee)) {
                    None => self.flow(Pointer::Returned(target), result),
                    Some(all) => {
                        for back in all {
                            match back {
                                Back::Param(param) => {
                                    objects(self, param).into_iter().for_each(|object| self.put(result, object));
                                }
                                Back::Field(base, field) => {
                                    for object in objects(self, base) {
                                        self.flow(Pointer::Field(object, field), result);
                                    }
                                }
                            }
                        }
                    }
                }
            }
            self.throw(caller, body, block, Pointer::Thrown(target));
        }
    }

    /// The method that a lambda's bootstrap arguments name (`LambdaMetafactory`).
    fn function(&self, method: MethodId, bootstrap: u16) -> MethodId {
        let class = self.program().class(self.program().method(method).class);
        let handle = class.bootstraps[usize::from(bootstrap)].args.iter().find_map(|arg| match arg {
            RawConst::MethodHandle(handle) => Some(handle),
            _ => None,
        });
        let handle = handle.expect("a lambda has a body");
        let owner = self.program().find_class(self.program().str(handle.member.owner)).expect("the class of the body");
        let (name, descriptor) = (self.program().str(handle.member.name), self.program().str(handle.member.descriptor));
        self.program().find_method(owner, name, descriptor).expect("the body")
    }

    fn run_function(
        &mut self,
        within: (MethodId, &Body, &Block),
        offset: u32,
        dst: Option<Var>,
        object: Object,
        called: MethodId,
        args: &[Var],
    ) {
        let (caller, body, block) = within;
        // The one method that it implements.
        if self.program().method(called).class
            != self.program().class_of(object.ty()).expect("function objects have a class")
        {
            return;
        }
        let (target, captured) = self.functions[&object];
        self.initialise(self.program().method(target).class);
        self.reach(target);
        self.changed |= self.edges.insert((caller, offset, target));
        for index in 0..captured {
            self.flow(Pointer::Captured(object, index), Pointer::Var(target, Var::new(index)));
            self.flow(Pointer::Captured(object, index), Pointer::Whole(target, index));
        }
        for (index, &arg) in args.iter().enumerate() {
            self.flow(Pointer::Var(caller, arg), Pointer::Var(target, Var::new(captured + index)));
            self.flow(Pointer::Var(caller, arg), Pointer::Whole(target, captured + index));
        }
        if let Some(dst) = dst {
            self.flow(Pointer::Returned(target), Pointer::Var(caller, dst));
        }
        self.throw(caller, body, block, Pointer::Thrown(target));
    }
}
