//! Subtypes, resolution and selection, written from the Java Virtual Machine Specification over the declarations of the
//! class files alone: walks, no tables. Also what a body does with its parameters that its callers may do for it. Must not
//! ask the program's own rules, with which it is to agree.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use reflection_check::base::Sym;
use reflection_check::classfile::{InvokeKind, Kind};
use reflection_check::ir::{Body, Op, Terminator, Var};
use reflection_check::program::{ClassId, FieldId, FieldRef, MethodId, MethodRef, Program, Type, TypeId, access};

/// The declarations of a program, with the rules.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'a> {
    pub(crate) program: &'a Program,
}

impl<'a> Rules<'a> {
    fn name(self, class: ClassId) -> &'a str {
        self.program.class_name(class)
    }

    fn is_interface(self, class: ClassId) -> bool {
        self.program.class(class).access & access::INTERFACE != 0
    }

    fn has(self, method: MethodId, flags: u16) -> bool {
        self.program.method(method).access & flags != 0
    }

    /// The class and its superclasses, nearest first.
    pub(crate) fn chain(self, class: ClassId) -> Vec<ClassId> {
        let mut chain = vec![class];
        let mut at = class;
        while let Some(up) = self.program.class(at).super_class {
            chain.push(up);
            at = up;
        }
        chain
    }

    /// Every direct and indirect superinterface of the class, and the class itself if it is one.
    fn interfaces(self, class: ClassId) -> BTreeSet<ClassId> {
        let mut found = BTreeSet::new();
        let mut open = self.chain(class);
        while let Some(next) = open.pop() {
            if !self.is_interface(next) || found.insert(next) {
                open.extend(&self.program.class(next).interfaces);
            }
        }
        found
    }

    pub(crate) fn is_subclass(self, sub: ClassId, sup: ClassId) -> bool {
        self.chain(sub).contains(&sup) || self.interfaces(sub).contains(&sup)
    }

    /// JVMS 4.10 and the rules of `checkcast` (6.5).
    pub(crate) fn is_subtype(self, sub: TypeId, sup: TypeId) -> bool {
        match (self.program.ty(sub), self.program.ty(sup)) {
            (Type::Class(sub), Type::Class(sup)) => self.is_subclass(sub, sup),
            (Type::Array(_), Type::Class(sup)) => {
                matches!(self.name(sup), "java/lang/Object" | "java/lang/Cloneable" | "java/io/Serializable")
            }
            (Type::Array(sub), Type::Array(sup)) => {
                let is_reference = |ty| matches!(self.program.ty(ty), Type::Class(_) | Type::Array(_));
                if is_reference(sub) && is_reference(sup) { self.is_subtype(sub, sup) } else { sub == sup }
            }
            _ => false,
        }
    }

    fn declared(self, class: ClassId, name: Sym, descriptor: Sym) -> Option<MethodId> {
        self.program.class(class).methods.iter().copied().find(|&method| {
            let data = self.program.method(method);
            data.name == name && self.program.method_desc(data.desc).text == descriptor
        })
    }

    /// JVMS 5.4.3.3: the maximally-specific superinterface methods of the class.
    fn maximally_specific(self, class: ClassId, name: Sym, descriptor: Sym) -> Vec<MethodId> {
        let declared: Vec<(ClassId, MethodId)> = self
            .interfaces(class)
            .into_iter()
            .filter_map(|interface| Some((interface, self.declared(interface, name, descriptor)?)))
            .filter(|&(_, method)| !self.has(method, access::PRIVATE | access::STATIC))
            .collect();
        let is_overridden =
            |of: ClassId| declared.iter().any(|&(interface, _)| interface != of && self.is_subclass(interface, of));
        declared.iter().filter(|&&(interface, _)| !is_overridden(interface)).map(|&(_, method)| method).collect()
    }

    fn only_default(self, class: ClassId, name: Sym, descriptor: Sym) -> Option<MethodId> {
        let found = self.maximally_specific(class, name, descriptor);
        let mut defaults = found.into_iter().filter(|&method| !self.has(method, access::ABSTRACT));
        defaults.next().filter(|_| defaults.next().is_none())
    }

    /// JVMS 5.4.3.3 and 5.4.3.4.
    pub(crate) fn resolve_method(self, reference: MethodRef) -> Option<MethodId> {
        let data = self.program.method_ref_data(reference);
        let owner = match self.program.ty(data.owner) {
            Type::Class(class) => class,
            _ => self.program.find_class("java/lang/Object")?,
        };
        let (name, descriptor) = (data.name, self.program.method_desc(data.desc).text);
        let in_classes = self.chain(owner).into_iter().find_map(|class| {
            let method = self.declared(class, name, descriptor)?;
            // An interface inherits the public instance methods of Object only.
            let hidden = self.is_interface(owner)
                && class != owner
                && (!self.has(method, access::PUBLIC) || self.has(method, access::STATIC));
            (!hidden).then_some(method)
        });
        in_classes
            .or_else(|| self.only_default(owner, name, descriptor))
            .or_else(|| self.maximally_specific(owner, name, descriptor).first().copied())
    }

    /// The method an `invokespecial` in `caller` runs (JVMS 6.5).
    pub(crate) fn resolve_special(self, caller: ClassId, reference: MethodRef) -> Option<MethodId> {
        let resolved = self.resolve_method(reference)?;
        let data = self.program.method_ref_data(reference);
        let Type::Class(named) = self.program.ty(data.owner) else { return Some(resolved) };
        let descriptor = self.program.method_desc(data.desc).text;
        let is_init = self.program.str(data.name) == "<init>";
        let start = if !is_init && !self.is_interface(named) && caller != named && self.is_subclass(caller, named) {
            self.program.class(caller).super_class?
        } else {
            named
        };
        let in_classes = self.chain(start).into_iter().find_map(|class| {
            self.declared(class, data.name, descriptor).filter(|&method| !self.has(method, access::STATIC))
        });
        in_classes.or_else(|| self.only_default(start, data.name, descriptor))
    }

    /// JVMS 5.4.6: the method that a call of `resolved` on an object of class `class` runs.
    pub(crate) fn select(self, class: ClassId, resolved: MethodId) -> Option<MethodId> {
        let data = self.program.method(resolved);
        if !self.is_subclass(class, data.class) {
            return None;
        }
        if self.has(resolved, access::PRIVATE) {
            return Some(resolved);
        }
        let descriptor = self.program.method_desc(data.desc).text;
        for above in self.chain(class) {
            if let Some(method) = self.declared(above, data.name, descriptor)
                && self.overrides(class, method, resolved)
            {
                return (!self.has(method, access::ABSTRACT)).then_some(method);
            }
        }
        self.only_default(class, data.name, descriptor)
    }

    /// JVMS 5.4.5, in the direct and in the transitive way.
    fn overrides(self, class: ClassId, method: MethodId, other: MethodId) -> bool {
        if method == other {
            return true;
        }
        if self.has(method, access::PRIVATE | access::STATIC) {
            return false;
        }
        if self.has(other, access::PUBLIC | access::PROTECTED) {
            return true;
        }
        let (own, its) = (self.program.method(method).class, self.program.method(other));
        if self.program.package_of(own) == self.program.package_of(its.class) {
            return true;
        }
        let descriptor = self.program.method_desc(its.desc).text;
        self.chain(class).into_iter().filter(|&between| between != own && between != its.class).any(|between| {
            self.declared(between, its.name, descriptor).is_some_and(|middle| {
                self.is_subclass(own, between)
                    && self.is_subclass(between, its.class)
                    && self.overrides(class, method, middle)
                    && self.overrides(class, middle, other)
            })
        })
    }

    /// JVMS 5.4.3.2.
    pub(crate) fn resolve_field(self, reference: FieldRef) -> Option<FieldId> {
        let data = self.program.field_ref_data(reference);
        let Type::Class(owner) = self.program.ty(data.owner) else { return None };
        self.field_in(owner, data.name, data.ty)
    }

    fn field_in(self, class: ClassId, name: Sym, ty: TypeId) -> Option<FieldId> {
        let data = self.program.class(class);
        let is_it = |&field: &FieldId| {
            let field = self.program.field(field);
            field.name == name && field.ty == ty
        };
        let own = data.fields.iter().copied().find(is_it);
        own.or_else(|| data.interfaces.iter().find_map(|&interface| self.field_in(interface, name, ty)))
            .or_else(|| self.field_in(data.super_class?, name, ty))
    }

    /// Whether a call runs what it resolves to, whatever its receiver is.
    pub(crate) fn is_direct(self, kind: InvokeKind, resolved: MethodId) -> bool {
        matches!(kind, InvokeKind::Static | InvokeKind::Special) || self.has(resolved, access::PRIVATE)
    }

    /// The classes that JVMS 5.5 initialises with `class`, itself included: superclasses, and the superinterfaces of classes
    /// that declare a method with a body.
    pub(crate) fn initialised_with(self, class: ClassId) -> BTreeSet<ClassId> {
        let mut all = BTreeSet::from([class]);
        if self.is_interface(class) {
            return all;
        }
        all.extend(self.chain(class));
        all.extend(self.interfaces(class).into_iter().filter(|&interface| {
            let methods = &self.program.class(interface).methods;
            methods.iter().any(|&method| !self.has(method, access::ABSTRACT | access::STATIC))
        }));
        all
    }

    pub(crate) fn is_static(self, method: MethodId) -> bool {
        self.has(method, access::STATIC)
    }

    pub(crate) fn is_reference(self, ty: TypeId) -> bool {
        matches!(self.program.ty(ty), Type::Class(_) | Type::Array(_))
    }
}

/// What a method gives back of its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Back {
    Param(usize),
    Field(usize, FieldId),
}

/// `base.field = value`, of parameters: base, field, value.
pub(crate) type Kept = (usize, FieldId, usize);

impl Rules<'_> {
    /// The parameters and fields of parameters a body returns, if it returns nothing else: what flows into each variable
    /// through phis, round by round.
    pub(crate) fn given_back(self, body: &Body) -> Option<BTreeSet<Back>> {
        let mut sources: BTreeMap<Var, BTreeSet<Option<Back>>> = BTreeMap::new();
        for param in 0..body.params {
            sources.insert(Var(param), BTreeSet::from([Some(Back::Param(param as usize))]));
        }
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            if let Op::GetField { dst, base, field } = stmt.op
                && base.0 < body.params
            {
                let read = self.resolve_field(field).map(|field| Back::Field(base.0 as usize, field));
                sources.insert(dst, BTreeSet::from([read]));
            }
        }
        let phis = || body.blocks.iter().flat_map(|block| &block.phis);
        let is_phi = |var: Var| phis().any(|phi| phi.dst == var);
        loop {
            let before: usize = sources.values().map(BTreeSet::len).sum();
            for phi in phis() {
                for &arg in &phi.args {
                    let more = match sources.get(&arg) {
                        Some(known) => known.clone(),
                        None if is_phi(arg) => BTreeSet::new(),
                        None => BTreeSet::from([None]),
                    };
                    sources.entry(phi.dst).or_default().extend(more);
                }
            }
            if sources.values().map(BTreeSet::len).sum::<usize>() == before {
                break;
            }
        }
        let mut all = BTreeSet::new();
        for block in body.blocks.iter() {
            if let Terminator::Return { value, .. } = block.terminator {
                all.extend(sources.get(&value?)?.iter().copied().collect::<Option<BTreeSet<Back>>>()?);
            }
        }
        (!all.is_empty() && body.damaged_at.is_empty()).then_some(all)
    }

    /// The parameters that a method keeps in fields of parameters, and that constructors which it calls on the same new
    /// object keep for it. `code` has the bodies of those that count.
    pub(crate) fn kept(self, method: MethodId, code: &dyn Fn(MethodId) -> Option<Rc<Body>>) -> BTreeSet<Kept> {
        let mut found = BTreeSet::new();
        let Some(body) = code(method) else { return found };
        let is_param = |var: Var| var.0 < body.params && body.vars[var].kind == Kind::Ref;
        let is_constructor = |method: MethodId| self.program.str(self.program.method(method).name) == "<init>";
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            match stmt.op {
                Op::PutField { base, field, value } if is_param(base) && is_param(value) => {
                    if (value.0 != 0 || self.is_static(method))
                        && let Some(field) = self.resolve_field(field)
                    {
                        found.insert((base.0 as usize, field, value.0 as usize));
                    }
                }
                Op::Invoke { kind: InvokeKind::Special, method: called, ref args, .. }
                    if is_constructor(method) && args[0] == Var(0) =>
                {
                    let class = self.program.method(method).class;
                    let called = self.resolve_special(class, called).filter(|&called| is_constructor(called));
                    for (base, field, value) in called.map(|called| self.kept(called, code)).unwrap_or_default() {
                        if base == 0 && args[value].0 != 0 && is_param(args[value]) {
                            found.insert((0, field, args[value].0 as usize));
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }
}
