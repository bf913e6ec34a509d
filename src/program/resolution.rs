//! Method and field resolution (JVMS 5.4.3.2 - 5.4.3.4), selection (5.4.6) with overriding (5.4.5), `invokespecial` (6.5), and
//! which interfaces are initialised with a class (5.5). Pure functions of the loaded classes, memoised. Access control is not
//! part of them: a reference the JVM would refuse with `IllegalAccessError` resolves here.

use super::{ClassId, DescId, FieldId, FieldRef, MethodId, MethodRef, MethodRefData, Program, Type, TypeId, access};
use crate::base::{FxHashSet, Sym};

impl Program {
    /// The superinterfaces that are initialised with a class that implements this one, itself among them: those that declare default
    /// methods (JVMS 5.5 step 7).
    pub fn interfaces_with_defaults(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        let declares_default = |&interface: &ClassId| {
            let data = self.class(interface);
            let is_default = |&method: &MethodId| self.method(method).access & (access::ABSTRACT | access::STATIC) == 0;
            data.access & access::INTERFACE != 0 && data.methods.iter().any(is_default)
        };
        self.supertypes(class).iter().copied().filter(declares_default)
    }

    /// JVMS 5.4.3.3 and 5.4.3.4: the method a symbolic reference denotes. Array types resolve on `Object`, signature
    /// polymorphic methods (2.9.3) under any descriptor. `None` where the JVM throws `NoSuchMethodError` or
    /// `IncompatibleClassChangeError` (a class reference that names an interface, or the reverse).
    pub fn resolve_method(&self, reference: MethodRef) -> Option<MethodId> {
        let row = self.refs.methods.get(reference);
        *row.resolved.get_or_init(|| self.resolve_method_now(row.data))
    }

    fn resolve_method_now(&self, data: MethodRefData) -> Option<MethodId> {
        let owner = match self.ty(data.owner) {
            Type::Class(class) => class,
            Type::Array(_) => self.well_known().object,
            Type::Void | Type::Prim(_) => return None,
        };
        let class = self.class(owner);
        if class.phantom.is_none() && (class.access & access::INTERFACE != 0) != data.interface {
            return None;
        }
        if data.interface {
            return self.resolve_in_interface(owner, data.name, data.desc);
        }
        // One of a superclass is not meant (JVMS 6.5 invokespecial).
        if self.str(data.name) == "<init>" {
            return self.declared_method(owner, data.name, data.desc);
        }
        if let Some(found) = self.signature_polymorphic(owner, data.name) {
            return Some(found);
        }
        self.find_in_superclasses(owner, data.name, data.desc)
            .or_else(|| self.find_in_superinterfaces(owner, data.name, data.desc))
    }

    fn resolve_in_interface(&self, owner: ClassId, name: Sym, desc: DescId) -> Option<MethodId> {
        let object_method = || {
            let found = self.declared_method(self.well_known().object, name, desc)?;
            let flags = self.method(found).access;
            (flags & access::PUBLIC != 0 && flags & access::STATIC == 0).then_some(found)
        };
        self.declared_method(owner, name, desc)
            .or_else(object_method)
            .or_else(|| self.find_in_superinterfaces(owner, name, desc))
    }

    /// JVMS 2.9.3: `MethodHandle` and `VarHandle` methods that take any arguments.
    fn signature_polymorphic(&self, owner: ClassId, name: Sym) -> Option<MethodId> {
        let known = self.well_known();
        if owner != known.method_handle && owner != known.var_handle {
            return None;
        }
        match self.methods_named(owner, name)[..] {
            [method] if self.is_signature_polymorphic(method) => Some(method),
            _ => None,
        }
    }

    /// JVMS 2.9.3: declared in `MethodHandle` or `VarHandle`, native, with `Object...` as its only parameter.
    pub fn is_signature_polymorphic(&self, method: MethodId) -> bool {
        let known = self.well_known();
        let m = self.method(method);
        let flags = access::VARARGS | access::NATIVE;
        (m.class == known.method_handle || m.class == known.var_handle)
            && m.access & flags == flags
            && self.method_desc(m.desc).params == [self.array_of(self.class_type(known.object))]
    }

    /// The first declaration in `class` or its superclasses, whatever its flags.
    pub(crate) fn find_in_superclasses(&self, class: ClassId, name: Sym, desc: DescId) -> Option<MethodId> {
        self.superclasses(class).iter().find_map(|&id| self.declared_method(id, name, desc))
    }

    /// The unique maximally-specific non-abstract superinterface method, else any (the first found).
    fn find_in_superinterfaces(&self, class: ClassId, name: Sym, desc: DescId) -> Option<MethodId> {
        let candidates = self.superinterface_methods(class, name, desc);
        self.unique_default(&candidates).or_else(|| candidates.first().copied())
    }

    /// Superinterface methods of that name and descriptor that are neither private nor static (JVMS 5.4.3.3).
    fn superinterface_methods(&self, class: ClassId, name: Sym, desc: DescId) -> Vec<MethodId> {
        let inheritable = |&id: &MethodId| self.method(id).access & (access::PRIVATE | access::STATIC) == 0;
        let declared = self.superinterfaces(class).iter().filter_map(|&id| self.declared_method(id, name, desc));
        declared.filter(inheritable).collect()
    }

    /// The one non-abstract method among the maximally-specific of `candidates`, if it is one only.
    fn unique_default(&self, candidates: &[MethodId]) -> Option<MethodId> {
        let most_specific = |&m: &MethodId| {
            let class = self.method(m).class;
            !candidates.iter().any(|&other| other != m && self.is_subclass(self.method(other).class, class))
        };
        let mut defaults =
            candidates.iter().copied().filter(|&m| self.method(m).access & access::ABSTRACT == 0).filter(most_specific);
        match (defaults.next(), defaults.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }

    /// JVMS 5.4.6: the method that runs when `resolved` is called on an object of class `receiver`; `None` where the JVM
    /// throws (`AbstractMethodError`, `IncompatibleClassChangeError`). `invokeinterface` moreover throws
    /// `IllegalAccessError` if the method selected is neither public nor private.
    pub fn select(&self, receiver: ClassId, resolved: MethodId) -> Option<MethodId> {
        let key = (receiver, resolved);
        if let Some(&known) = self.selected.borrow().get(&key) {
            return known;
        }
        let selected = self.select_now(receiver, resolved);
        self.selected.borrow_mut().insert(key, selected);
        selected
    }

    fn select_now(&self, receiver: ClassId, resolved: MethodId) -> Option<MethodId> {
        let target = self.method(resolved);
        if target.access & (access::PRIVATE | access::STATIC) != 0 {
            return Some(resolved);
        }
        for &class in self.superclasses(receiver) {
            if let Some(found) = self.declared_method(class, target.name, target.desc)
                && self.can_override(found, resolved)
            {
                return (self.method(found).access & access::ABSTRACT == 0).then_some(found);
            }
        }
        self.unique_default(&self.superinterface_methods(receiver, target.name, target.desc))
    }

    /// Whether no class, be it loaded later, can have a call of the method run another one: it is static, private or final, or
    /// its class is final (JVMS 5.4.5, 5.4.6).
    pub fn is_fixed(&self, method: MethodId) -> bool {
        let data = self.method(method);
        let fixed = access::STATIC | access::PRIVATE | access::FINAL;
        data.access & fixed != 0 || self.class(data.class).access & access::FINAL != 0
    }

    /// JVMS 5.4.5: whether `sub`, of equal name and descriptor, can override `sup`. A method overrides itself here.
    pub fn can_override(&self, sub: MethodId, sup: MethodId) -> bool {
        if sub == sup {
            return true;
        }
        let (c, a) = (self.method(sub), self.method(sup));
        if c.access & (access::PRIVATE | access::STATIC) != 0 || a.access & access::PRIVATE != 0 {
            return false;
        }
        if a.access & (access::PUBLIC | access::PROTECTED) != 0 || self.same_runtime_package(c.class, a.class) {
            return true;
        }
        // Package-private in another package: through a method in between that overrides it and is overridden. `chain`
        // holds the declarations between the two, and the overrider of `a` nearest to it opens the way for the rest.
        let mut chain: Vec<MethodId> = self
            .superclasses(c.class)
            .iter()
            .take_while(|&&class| class != a.class)
            .filter_map(|&class| self.declared_method(class, a.name, a.desc))
            .filter(|&id| self.method(id).access & (access::PRIVATE | access::STATIC) == 0)
            .collect();
        chain.reverse();
        let mut overriders: Vec<MethodId> = Vec::new();
        for id in chain {
            let m = self.method(id);
            let overrides = self.same_runtime_package(m.class, a.class)
                || overriders.iter().any(|&between| {
                    let b = self.method(between);
                    b.access & (access::PUBLIC | access::PROTECTED) != 0 || self.same_runtime_package(m.class, b.class)
                });
            if overrides {
                overriders.push(id);
            }
        }
        overriders.contains(&sub)
    }

    /// The method an `invokespecial` in a method of `caller` runs (JVMS 6.5); `None` where the JVM throws.
    pub fn resolve_special(&self, caller: ClassId, reference: MethodRef) -> Option<MethodId> {
        let resolved = self.resolve_method(reference)?;
        let target = self.method(resolved);
        let data = self.method_ref_data(reference);
        if self.str(target.name) == "<init>" || target.access & access::PRIVATE != 0 {
            return Some(resolved);
        }
        let owner = self.class_of(data.owner).unwrap_or(self.well_known().object);
        // ACC_SUPER is taken as set, as the JVM does since version 8.
        let is_super_call = !data.interface && owner != caller && self.is_subclass(caller, owner);
        let start = if is_super_call { self.class(caller).super_class? } else { owner };
        let declared = if self.class(start).access & access::INTERFACE != 0 {
            self.declared_method(start, target.name, target.desc).or_else(|| {
                let found = self.declared_method(self.well_known().object, target.name, target.desc)?;
                (self.method(found).access & access::PUBLIC != 0).then_some(found)
            })
        } else {
            self.superclasses(start).iter().find_map(|&class| {
                let found = self.declared_method(class, target.name, target.desc)?;
                (self.method(found).access & access::STATIC == 0).then_some(found)
            })
        };
        let found = match declared {
            Some(found) => found,
            None => self.unique_default(&self.superinterface_methods(start, target.name, target.desc))?,
        };
        (self.method(found).access & access::ABSTRACT == 0).then_some(found)
    }

    /// JVMS 5.4.3.2: the field a symbolic reference denotes; `None` where the JVM throws `NoSuchFieldError`.
    pub fn resolve_field(&self, reference: FieldRef) -> Option<FieldId> {
        let row = self.refs.fields.get(reference);
        *row.resolved.get_or_init(|| {
            let owner = self.class_of(row.data.owner)?;
            self.find_field_in_supertypes(owner, row.data.name, row.data.ty)
        })
    }

    /// The class itself, then its direct superinterfaces recursively, then its superclass.
    fn find_field_in_supertypes(&self, class: ClassId, name: Sym, ty: TypeId) -> Option<FieldId> {
        let mut stack = vec![class];
        let mut seen: FxHashSet<ClassId> = FxHashSet::default();
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            if let Some(found) = self.declared_field(id, name, ty) {
                return Some(found);
            }
            let class = self.class(id);
            stack.extend(class.super_class);
            stack.extend(class.interfaces.iter().rev());
        }
        None
    }
}
