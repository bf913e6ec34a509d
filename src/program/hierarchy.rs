//! The supertype relation: ancestors, subclassing and JVMS 4.10 / JLS 4.10 assignability. Must not know members.

use super::{ClassId, Phantom, Program, Type, TypeId};

/// All supertypes of a class, itself included.
pub(crate) struct Ancestry {
    /// Itself, its superclasses bottom-up, then every superinterface in order of discovery (superclasses bottom-up, each
    /// with its direct superinterfaces breadth first).
    all: Box<[ClassId]>,
    /// Where the superinterfaces start in `all`. An interface itself counts among the classes.
    interfaces_at: usize,
    sorted: Box<[ClassId]>,
}

impl Program {
    fn ancestry(&self, class: ClassId) -> &Ancestry {
        let slot = self.slot(class);
        if let Some(ancestry) = slot.ancestry.get() {
            return ancestry;
        }
        let mut all = Vec::new();
        let mut next = Some(class);
        while let Some(id) = next {
            all.push(id);
            next = self.class(id).super_class;
        }
        let interfaces_at = all.len();
        let mut seen: crate::base::FxHashSet<ClassId> = all.iter().copied().collect();
        let mut at = 0;
        while at < all.len() {
            for &interface in &self.class(all[at]).interfaces {
                if seen.insert(interface) {
                    all.push(interface);
                }
            }
            at += 1;
        }
        let mut sorted = all.clone().into_boxed_slice();
        sorted.sort_unstable();
        slot.ancestry.get_or_init(|| Ancestry { all: all.into_boxed_slice(), interfaces_at, sorted })
    }

    /// Every supertype of `class`, itself first, then its superclasses bottom-up, then its superinterfaces.
    pub fn supertypes(&self, class: ClassId) -> &[ClassId] {
        &self.ancestry(class).all
    }

    /// `class` and its superclasses, bottom-up (an interface: itself and `Object`).
    pub fn superclasses(&self, class: ClassId) -> &[ClassId] {
        let ancestry = self.ancestry(class);
        &ancestry.all[..ancestry.interfaces_at]
    }

    /// Every superinterface of `class`, direct or not, `class` itself excluded.
    pub fn superinterfaces(&self, class: ClassId) -> &[ClassId] {
        let ancestry = self.ancestry(class);
        &ancestry.all[ancestry.interfaces_at..]
    }

    /// The class that bounds the receivers of a call of which a type is known at most: that of the type, or the one that declares the
    /// method if that is narrower.
    pub fn class_of_receivers(&self, bound: TypeId, declaring: ClassId) -> ClassId {
        self.class_of(bound).filter(|&bound| self.is_subclass(bound, declaring)).unwrap_or(declaring)
    }

    /// Whether `sub` is `sup` or has it among its superclasses and superinterfaces.
    #[inline]
    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        sub == sup || self.ancestry(sub).sorted.binary_search(&sup).is_ok()
    }

    /// Whether a value of type `sub` is assignable to `sup` without conversion (JVMS 6.5 `checkcast`, JLS 4.10).
    /// Primitives and void relate only to themselves.
    pub fn is_subtype(&self, sub: TypeId, sup: TypeId) -> bool {
        let (mut sub, mut sup) = (sub, sup);
        loop {
            if sub == sup {
                return true;
            }
            match (self.ty(sub), self.ty(sup)) {
                (Type::Class(a), Type::Class(b)) => return self.is_subclass(a, b),
                (Type::Array(_), Type::Class(b)) => {
                    let known = self.well_known();
                    return b == known.object || b == known.cloneable || b == known.serializable;
                }
                (Type::Array(a), Type::Array(b)) => (sub, sup) = (a, b),
                _ => return false,
            }
        }
    }

    /// The supertype (or `class` itself) without a usable class file, if there is one: linking `class` fails in the JVM
    /// with `NoClassDefFoundError` (or the error the diagnostic names).
    pub fn broken_supertype(&self, class: ClassId) -> Option<(ClassId, Phantom)> {
        let broken =
            |&id: &ClassId| Some((id, self.class(id).phantom.filter(|&phantom| phantom != Phantom::Supplied)?));
        self.supertypes(class).iter().find_map(broken)
    }
}
