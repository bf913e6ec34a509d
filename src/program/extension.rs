//! Which types code outside the class path may extend: what a library leaves to its users. Must not know who asks.

use super::{ClassId, MethodId, Program, Type, TypeId, access, lookup};

impl Program {
    /// Whether others may write classes of which objects are of the type: they may extend it, or a class or interface of the
    /// class path below it.
    pub fn may_be_extended(&self, ty: TypeId) -> bool {
        let Type::Class(class) = self.ty(ty) else { return false };
        let mut below = self.subtypes_outside_jdk(class).iter().copied();
        self.is_for_others(class) || below.any(|sub| self.is_for_others(sub))
    }

    /// Whether others may write subclasses of a class, or implement an interface: any code can name it (JLS 6.6.1), it is
    /// neither final (JLS 8.1.1.2) nor sealed (JLS 8.1.1.4) nor an annotation, and a class has a constructor that they can call
    /// and is no enum (JLS 8.9).
    pub fn is_for_others(&self, class: ClassId) -> bool {
        let data = self.class(class);
        let is_called = |&method: &MethodId| {
            let method = self.method(method);
            self.str(method.name) == "<init>" && method.access & (access::PUBLIC | access::PROTECTED) != 0
        };
        let is_interface = data.access & access::INTERFACE != 0;
        data.access & (access::FINAL | access::ENUM | access::ANNOTATION) == 0
            && data.permitted_subclasses.is_empty()
            && lookup::is_accessible(self, class)
            && (is_interface || data.methods.iter().any(is_called))
    }
}
