//! One method of the reflective API, as far as it is plain data: under which kind it is reported, which part each of its inputs
//! plays, what it throws. Must not know rules.

use super::attempt::{Attempt, Gives};
use super::loader_step::LoaderStep;
use super::recorded::Recorded;
use super::rules::RuleName;
use super::site::Role;
use crate::heap::MemberKind;
use crate::program::{MethodRef, Program};

/// Kind of a reflective site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    ClassSource,
    Member,
    Action,
    Other,
    /// Analysed, but no site: getters, names, casts.
    Flow,
}

/// A part that an input plays, and its position among the arguments: the receiver is at 0 unless the method is static, as in
/// [`CallView::args`](crate::pointsto::CallView). The same method may take an input in some of its overloads only.
pub(crate) type Input = (Role, usize);

/// What says which class a call brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Brings {
    /// A name, at that position among the arguments; nothing where it is null, or bytes stand there.
    Named(usize),
    /// Only the bytes.
    Unnamed,
}

/// What a call throws where the class or member that it looks for is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Throws {
    /// It looks for nothing, or answers null.
    Nothing,
    /// One of these, by internal names.
    AtOnce(&'static [&'static str]),
    /// The call itself succeeds; what it gives throws one of these when it is asked.
    Later(&'static [&'static str]),
}

/// What a call does with the class or member that it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Act {
    /// It calls, reads or writes a member of this kind.
    OnMember(MemberKind),
    /// It makes an object of the class that its receiver is.
    MakesObject,
    /// It makes an array of a class, which runs no code of it (JVMS 5.5).
    MakesArray,
    /// It finds providers of a class, which are made by what it gives.
    FindsProviders,
    /// It looks up members on the class that its receiver is.
    FindsMembers(Finds),
}

/// The members that a look-up on a class may give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) struct Finds {
    pub(in crate::reflection) kind: MemberKind,
    /// Those of the class itself, public or not; else public ones and no others, inherited ones too (JDK javadoc of `Class`).
    pub(in crate::reflection) declared: bool,
    /// All of them, in an array.
    pub(in crate::reflection) all: bool,
}

/// What throws where a class is not there: the look-up, or the instruction that names it (JVMS 5.3).
pub const NO_CLASS: &[&str] = &["java/lang/ClassNotFoundException", "java/lang/NoClassDefFoundError"];
/// What throws where a class is there, and one that it needs is not (JVMS 5.3.5, 5.4.3.1).
pub const NOT_LINKED: &[&str] = &["java/lang/NoClassDefFoundError"];
/// What throws where a class has no such member.
pub const NO_METHOD: &[&str] = &["java/lang/NoSuchMethodException"];
pub const NO_FIELD: &[&str] = &["java/lang/NoSuchFieldException"];
pub(in crate::reflection) const NO_PROVIDER: &[&str] = &["java/util/ServiceConfigurationError"];

/// A method, or all its overloads, of the reflective API.
#[derive(Debug, Clone, Copy)]
pub struct Api {
    pub class: &'static str,
    pub name: &'static str,
    /// `*` matches any descriptor.
    pub desc: &'static str,
    pub kind: Kind,
    /// In the order in which they are watched.
    pub(crate) inputs: &'static [Input],
    pub throws: Throws,
    /// What its calls attempt, if other methods that its rule answers for attempt something else or nothing.
    pub(in crate::reflection) attempt: Option<Attempt>,
    /// What its calls give, if judging others asks for it.
    pub gives: Option<Gives>,
    /// What it does with the class or member that it is about, if others ask for it.
    pub(in crate::reflection) act: Option<Act>,
    /// Rules that add to what its own finds.
    pub(in crate::reflection) more: &'static [RuleName],
    /// The first of the methods by which a loader finds a class that it runs on its receiver.
    pub(in crate::reflection) loader_step: LoaderStep,
    /// The JVM asks the loader for it.
    pub(in crate::reflection) by_jvm: bool,
    /// Methods that override it count as it does.
    pub(in crate::reflection) by_overrides: bool,
    /// It finds no classes of arrays, by whatever name.
    pub finds_no_arrays: bool,
    /// It brings classes that are in no file.
    pub(crate) brings: Option<Brings>,
    /// Every enum has a method of that name which the compiler writes, and which calls this one (JLS 8.9.3).
    pub called_by_enums: bool,
    /// Calls of it are sites only where its rule finds that they do something by name.
    pub where_it_matters: bool,
    /// It is a method of a library, which counts where the application calls it.
    pub of_library: bool,
    /// Why what its calls give is not followed, where its rule does not say it.
    pub(in crate::reflection) unresolved: &'static str,
    /// What the recorder writes of its calls, where its inputs do not say it.
    pub(in crate::reflection) recorded: Option<Recorded>,
    /// How recordings name it, if not as it is named.
    pub recorded_as: Option<&'static str>,
}

pub(in crate::reflection) const CLASS: &str = "java/lang/Class";
pub(in crate::reflection) const LOADER: &str = "java/lang/ClassLoader";
pub(in crate::reflection) const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
pub(in crate::reflection) const METHOD: &str = "java/lang/reflect/Method";
pub(in crate::reflection) const FIELD: &str = "java/lang/reflect/Field";
pub(in crate::reflection) const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
pub(in crate::reflection) const ARRAY: &str = "java/lang/reflect/Array";
pub(in crate::reflection) const HANDLER: &str = "java/lang/reflect/InvocationHandler";
pub(in crate::reflection) const SERVICES: &str = "java/util/ServiceLoader";

/// Of a class object: what it is asked, or asked to do.
pub(in crate::reflection) const CLASS_OBJECT: &[Input] = &[(Role::Class, 0)];

/// Finds what is known of the method that an instruction names. Rules are handed it: rows name them.
pub(in crate::reflection) type Rows = fn(&Program, MethodRef) -> Option<&'static Api>;

impl Api {
    /// `Class.forName`
    pub fn short_name(&self) -> String {
        let simple = self.class.rsplit(['/', '$']).next().unwrap_or(self.class);
        format!("{simple}.{}", self.name)
    }

    /// What of a line of source names the call: the method, or the class that is made.
    pub fn token(&self) -> &'static str {
        match self.name {
            "<init>" => self.class.rsplit(['/', '$']).next().unwrap_or(self.class),
            name => name,
        }
    }

    /// Where the input that plays a part stands among the arguments.
    pub fn position(&self, role: Role) -> Option<usize> {
        self.inputs.iter().find(|&&(of, _)| of == role).map(|&(_, position)| position)
    }

    /// Where the inputs that play a part stand among the arguments, in the order of the row.
    pub(in crate::reflection) fn positions_of(&self, role: Role) -> impl Iterator<Item = usize> + use<> {
        self.inputs.iter().filter(move |&&(of, _)| of == role).map(|&(_, position)| position)
    }

    /// Where its inputs stand among the arguments.
    pub fn positions(&self) -> impl Iterator<Item = usize> {
        self.inputs.iter().map(|&(_, position)| position)
    }

    /// The argument that plays a part, or what is kept of each.
    pub fn argument<T: Copy>(&self, role: Role, of: &[T]) -> Option<T> {
        of.get(self.position(role)?).copied()
    }

    /// Position of the first input: what the others are about. Who asks comes before it, and has no part in that, as what is
    /// made or only passed on, and the property that methods are those of.
    pub fn first_position(&self) -> Option<usize> {
        self.inputs
            .iter()
            .filter(|(role, _)| !matches!(role, Role::Asking | Role::Passed | Role::Property | Role::Made))
            .map(|&(_, position)| position)
            .min()
    }

    /// Which members it acts on: those of the type that is the member's.
    pub fn acts_on(&self) -> Option<MemberKind> {
        match self.act {
            Some(Act::OnMember(kind)) => Some(kind),
            _ => None,
        }
    }

    /// Which members it acts on where it is called on the member.
    pub fn acts_on_receiver(&self) -> Option<MemberKind> {
        self.acts_on().filter(|_| self.position(Role::Member) == Some(0))
    }

    /// Which members it finds where it is called on the class.
    pub fn finds_members(&self) -> Option<MemberKind> {
        match self.act {
            Some(Act::FindsMembers(finds)) => Some(finds.kind),
            _ => None,
        }
    }

    /// Whether it finds one constructor of the class that it is called on.
    pub(in crate::reflection) fn finds_constructor(&self) -> bool {
        let is_one = |finds: Finds| finds.kind == MemberKind::Constructor && !finds.all;
        matches!(self.act, Some(Act::FindsMembers(finds)) if is_one(finds))
    }

    /// Whether it finds public members and no others.
    pub(in crate::reflection) fn finds_public_members(&self) -> bool {
        matches!(self.act, Some(Act::FindsMembers(finds)) if !finds.declared)
    }

    /// Whether no code of a class or member runs, whichever it acts on.
    pub fn runs_no_code(&self) -> bool {
        self.act == Some(Act::MakesArray)
    }

    /// Whether it runs the member, or a constructor of the class, that it is called on.
    pub fn runs_its_receiver(&self) -> bool {
        match self.act {
            Some(Act::MakesObject) => true,
            _ => self.acts_on_receiver().is_some_and(|kind| kind != MemberKind::Field),
        }
    }

    /// Whether a name that it takes is that of a member: of a class or an object that it takes, too.
    pub fn names_member(&self) -> bool {
        let is_of = |role| self.position(role).is_some();
        let is_named = self.kind == Kind::Action && is_of(Role::Name) && (is_of(Role::Receiver) || is_of(Role::Class));
        self.kind == Kind::Member || is_named
    }

    /// Whether it makes an object by a name that is no look-up's: what runs then is what the name is worth.
    pub fn makes_by_name(&self) -> bool {
        self.kind == Kind::Other && self.position(Role::Name).is_some() && self.position(Role::Class).is_none()
    }

    /// Whether it finds providers of a class, which are made by what it gives.
    pub fn finds_providers(&self) -> bool {
        self.act == Some(Act::FindsProviders)
    }

    /// Whether it does something with the class that its receiver is.
    pub fn acts_on_receiver_class(&self) -> bool {
        self.act == Some(Act::MakesObject)
    }

    /// `java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;`, as results have it.
    pub fn written(&self) -> String {
        self.full_name() + self.desc
    }

    /// `java.lang.Class.forName`
    pub fn full_name(&self) -> String {
        format!("{}.{}", self.class.replace('/', "."), self.name)
    }
}
