//! The classes an object can be of, as far as its type says: of one that was made by its class object and passes a cast, what
//! closes the world around a lazy heap object (Solar, Li, Tan, Xue, SAS 2015, section 3.3). Must not know who asks.

use std::sync::LazyLock;

use super::{ClassId, FieldId, Program, Type, TypeId, access, lookup};
use crate::classpath::Origin;

/// Most classes that a cast tells apart; a wider one tells nothing (docs/analysis.md, Lazy objects).
const WIDE: usize = 64;
/// As [`WIDE`], of classes of the JDK: what all programs use, collections above all, would be made again at each such place
/// (measured on snakeyaml: six times the work for two of its calls).
const WIDE_IN_JDK: usize = 8;
/// Most subtypes that are looked at for that.
const LOOKED_AT: usize = 512;

/// Classes that a cast leaves.
#[derive(Debug, Default)]
pub struct Candidates {
    /// Those that can be instantiated, of the JDK the public ones that it exports; none if there are too many.
    pub classes: Box<[ClassId]>,
    /// There are no others.
    pub all: bool,
}

impl Program {
    /// The classes of which an object of a class that the class path has can be, wherever it comes from, as far as they are
    /// concrete; `None` where others may be of the type: an interface is also that of functions and proxies, the JDK and what
    /// is supplied have classes that are not looked at, and of some there are too many to tell apart. A final class has no
    /// others (JVMS 4.1).
    pub fn concrete_classes(&self, ty: TypeId) -> Option<Vec<ClassId>> {
        let Type::Class(class) = self.ty(ty) else { return None };
        let data = self.class(class);
        if data.access & access::FINAL != 0 && data.phantom.is_none() {
            return Some(vec![class]);
        }
        if data.origin == Origin::Jdk || data.access & access::INTERFACE != 0 {
            return None;
        }
        let subtypes = self.subtypes_outside_jdk(class);
        let is_known = |&sub: &ClassId| self.class(sub).phantom.is_none() && !self.is_supplied(sub);
        if subtypes.len() > LOOKED_AT || !subtypes.iter().all(is_known) {
            return None;
        }
        let is_concrete = |sub: &ClassId| self.class(*sub).access & access::ABSTRACT == 0;
        let classes: Vec<ClassId> = subtypes.iter().copied().filter(is_concrete).collect();
        (1..=WIDE).contains(&classes.len()).then_some(classes)
    }

    /// The enum whose constants objects of a class are: it, or that of the constant whose body the class is (JLS 8.9.1).
    pub fn enum_of(&self, class: ClassId) -> Option<ClassId> {
        let is_enum = |&class: &ClassId| self.class(class).access & access::ENUM != 0;
        self.superclasses(class).iter().copied().take_while(is_enum).last()
    }

    /// The constants of an enum: its fields that hold them.
    pub fn enum_constants(&self, class: ClassId) -> impl Iterator<Item = FieldId> {
        let is_constant = |&field: &FieldId| self.field(field).access & access::ENUM != 0;
        self.class(class).fields.iter().copied().filter(is_constant)
    }

    /// The classes of which an object that was made by a class object can be where it passes a cast to the type; not all of
    /// them for a type of which there are too many, or which the class path does not have.
    pub fn candidates(&self, ty: TypeId) -> &Candidates {
        static OF_ARRAY: LazyLock<Candidates> = LazyLock::new(|| Candidates { classes: Box::default(), all: true });
        match self.ty(ty) {
            Type::Class(class) => self.slot(class).candidates.get_or_init(|| self.candidates_of(class)),
            // A class object makes no array.
            Type::Array(_) | Type::Prim(_) | Type::Void => &OF_ARRAY,
        }
    }

    fn candidates_of(&self, class: ClassId) -> Candidates {
        let data = self.class(class);
        if data.phantom.is_some() || self.is_supplied(class) {
            return Candidates::default();
        }
        let outside = self.subtypes_outside_jdk(class);
        let in_jdk = match data.origin {
            Origin::Jdk => self.subtypes_in_jdk(class, LOOKED_AT),
            Origin::Application | Origin::Library => Some(Vec::new()),
        };
        if outside.len() > LOOKED_AT {
            return Candidates::default();
        }
        let is_made = |&sub: &ClassId| {
            let data = self.class(sub);
            data.phantom.is_none() && data.access & (access::ABSTRACT | access::INTERFACE | access::ENUM) == 0
        };
        // Of the JDK what its modules export can be made by other code.
        let is_public =
            |sub: &ClassId| self.class(*sub).access & access::PUBLIC != 0 && lookup::is_exported(self, *sub, None);
        let all = in_jdk.is_some();
        let in_jdk: Vec<ClassId> = in_jdk.into_iter().flatten().filter(is_made).filter(is_public).collect();
        let classes: Vec<ClassId> = outside.iter().copied().filter(is_made).collect();
        match (classes.len(), in_jdk.len()) {
            (0..=WIDE, 0..=WIDE_IN_JDK) => Candidates { classes: [classes, in_jdk].concat().into(), all },
            (0..=WIDE, _) => Candidates { classes: classes.into(), all: false },
            _ => Candidates::default(),
        }
    }
}
