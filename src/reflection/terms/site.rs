//! What is known of one reflective site: its roles, what it reached, and what stands in the way of a complete answer.
//! Must not know tiers.

use crate::base::{FxHashMap, FxHashSet, FxIndexSet, Sym};
use crate::classpath::Origin;
use crate::heap::{MemberKind, ObjKind, SiteId};
use crate::ir::Var;
use crate::pointsto::{InstId, NodeId};
use crate::program::{ClassId, FieldId, MethodId, Program, TypeId};

crate::define_id!(
    /// Position of a row in the table of the API.
    ApiId
);

/// A call instruction and the API row it calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SiteKey {
    pub site: SiteId,
    pub api: ApiId,
}

/// Part an input plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Class object.
    Class,
    /// Name of a class or member.
    Name,
    /// Method, constructor or field object.
    Member,
    /// A method handle that is called, or made an object of: what decides is the members behind it.
    Handle,
    /// The type of a handle that is asked for.
    Type,
    /// Receiver of invoke, base of get and set.
    Receiver,
    /// What answers the calls of a proxy.
    Handler,
    /// The loader asked for a class.
    Loader,
    /// What such a loader gives, where it decides itself what a name means.
    Answer,
    /// The argument array.
    Arguments,
    /// Input of a getter.
    Mirror,
    /// What is stored or cast. This and what follows is passed on or read at the call; nothing is decided by it.
    Value,
    /// Whether the class is initialised.
    Initialise,
    /// The length of an array of one dimension.
    Length,
    /// The lengths of an array of as many dimensions.
    Lengths,
    /// The index of an element.
    Index,
    /// The name of a constant of an enum.
    Constant,
    /// What something is done with that does not change what it stands for: members made accessible, a handle that is bound.
    Subject,
    /// Whether it is done.
    Flag,
    /// Who asks: the `Lookup` of a look-up, the loader of the classes in a descriptor or of a proxy's.
    Asking,
    /// The types that the member has which is looked for: those of its parameters, or its own.
    Types,
    /// What is passed on as it is: this argument, and where the call takes any number of them those behind it.
    Passed,
    /// The name of a property beside those of methods, which are what is looked for.
    Property,
    /// The object that a constructor makes.
    Made,
}

impl Role {
    /// Whether a call reaches nothing as long as nothing is in it. What a loader answers comes besides.
    pub fn decides(self) -> bool {
        use Role::*;
        match self {
            Class | Name | Member | Handle | Type | Receiver | Handler => true,
            Loader | Answer | Arguments | Mirror | Value | Initialise | Length | Lengths | Index | Constant
            | Subject | Flag | Asking | Types | Passed | Property | Made => false,
        }
    }
}

/// Something a site does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    Class(TypeId),
    Method(MethodId),
    Constructor(MethodId),
    Field(FieldId),
}

impl Effect {
    /// Where the target's class comes from; that of an array is its element's.
    pub fn origin(self, program: &Program) -> Origin {
        let class = match self {
            Effect::Class(ty) => program.class_of(program.dimensions(ty).1),
            Effect::Method(method) | Effect::Constructor(method) => Some(program.method(method).class),
            Effect::Field(field) => Some(program.field(field).class),
        };
        class.map_or(Origin::Jdk, |class| program.class(class).origin)
    }
}

/// What was cut off at a site, with the number that was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Limit {
    /// Classes named at a class source.
    Names(usize),
    /// Members or classes an action acts on.
    Targets(usize),
    /// Classes, objects, members and names that meet at a call, beyond which nothing is followed.
    Met(usize),
    /// Dimensions of arrays that are made of arrays.
    Dimensions(usize),
    /// Providers of the JDK's own, where it asks for them itself.
    OwnProviders,
}

/// Why a target is missing or cannot work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Problem {
    /// No class of that name.
    MissingClass(Sym),
    /// A class that the call is given is on no class path: the instruction that names it throws (JVMS 5.4.3.1).
    Absent(ClassId),
    /// The class has no such member.
    MissingMember { class: TypeId, kind: MemberKind, name: Sym },
    /// The class has no property of that name, that can be read or else written.
    MissingProperty { class: TypeId, name: Sym, read: bool },
    /// So many names meet at the site that single ones without a class or member say nothing.
    ManyMissing,
    /// A handle is looked for of a member that the class has not, or not of that type.
    NoSuchHandle,
    /// Abstract, interface, array, primitive, or no nullary constructor.
    NotInstantiable(TypeId),
    /// The class file is there, but `class` keeps it from being loaded: itself or a supertype.
    NotLoadable { name: Sym, class: ClassId },
    /// The look-up throws a `LinkageError`: `class`, or a signature it lists, needs a class that cannot be loaded.
    NotLinkable { class: TypeId, needs: ClassId },
    /// The class file is there and cannot be read here; a JVM may read it.
    Unread(ClassId),
    /// The class is only in a version folder of a class folder, where a JVM finds it once that is packed.
    Versioned(Sym),
    /// A version folder of a class folder has another form of the class, which counts once that is packed.
    OtherForm(ClassId),
    /// The class object is defined at run time.
    OutsideWorld,
    /// The program defines classes while it runs, and what is missing may be one of them.
    BroughtAtRunTime,
    /// What decides is in a class that a container supplies.
    Supplied,
    /// More meets at the site than is followed.
    FanOut(Limit),
    /// No rule of this version covers the API.
    NotModelled,
}

/// What unknown names of members mean at a site.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnknownNames {
    /// None met a class.
    #[default]
    None,
    /// Members of known classes, and all that they may name are given.
    Bounded,
    /// Any member.
    Unbounded,
}

/// What the objects that a member of an unknown class is used on tell of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Receivers {
    /// They were not asked.
    #[default]
    NotAsked,
    /// It is a member of their classes.
    Known,
    /// The class of one of them is not known, or it has too many.
    Unknown,
}

/// Why casts do not tell all that an object of unknown class can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Uncovered {
    /// A method is called on it where nothing bounds it.
    Called(MethodId),
    /// It can be of more classes than are followed.
    TooMany,
}

/// What became of the objects of unknown class that a site makes (lazy objects).
#[derive(Debug, Default)]
pub struct LazyUse {
    /// The site makes such objects.
    pub is_made: bool,
    /// A cast says of which classes they can be.
    pub is_covered: bool,
    /// It is cast to a type of which the class path has no class: what is cast so is never made.
    pub no_class: Option<TypeId>,
    pub uncovered: FxIndexSet<Uncovered>,
    /// What it gives that nobody knows was asked for its superclass, the class of a member or the like: what becomes of that class
    /// says nothing of the one it was asked of, and both are told by where the first comes from.
    pub gave_another: bool,
    /// The program may go on without what it gives where a test fails that bounds it elsewhere.
    pub may_be_refused: bool,
    /// The class asked for may be one that comes at run time.
    pub may_be_brought: bool,
    /// What it gives that nobody knows is one of these where it is used as such (`Class.asSubclass`).
    pub became: FxIndexSet<Effect>,
    /// What the site does that no known class or constructor led to.
    pub made: FxIndexSet<Effect>,
}

/// One reflective site, over all its contexts.
#[derive(Debug)]
pub struct RSite {
    pub method: MethodId,
    pub offset: u32,
    pub inst: InstId,
    /// The call's arguments as variables; empty if no instruction calls the API.
    pub vars: Vec<Var>,
    /// An instruction calls the API; else a method reference or a reflective call does.
    pub written: bool,
    pub roles: Vec<(Role, NodeId)>,
    /// The part that what is in an array plays, until something is.
    pub waits_for: Option<Role>,
    pub effects: FxIndexSet<Effect>,
    pub problems: FxIndexSet<Problem>,
    pub names: UnknownNames,
    /// By the outlines of names of classes: how many classes fit, all of which are given; none for any.
    pub named: FxHashMap<Sym, Option<u32>>,
    /// Those of them in which nothing but numbers and single characters is unknown, in a program that nobody else adds classes to.
    pub counted: FxHashSet<Sym>,
    /// Those where the method that asks casts all objects that it makes of the class.
    pub cast: FxHashSet<Sym>,
    pub receivers: Receivers,
    /// They were asked for members without a name, too.
    pub told_without_name: bool,
    /// What became of what it makes of classes that nobody knows, if it does.
    pub lazy: Option<LazyUse>,
    /// What names that are not known may give is bounded by the cast of the result, and all given.
    pub by_cast: bool,
    /// Users of the library may bring classes of these types besides those that are given.
    pub left_to_users: FxIndexSet<TypeId>,
    /// The receiver is the constant null.
    pub null_receiver: bool,
    /// It is that on some way to the call.
    pub may_be_null: bool,
    /// A specification lists the targets.
    pub specified: bool,
    /// A class loader of the program's own decides what a name means here.
    pub asks_own_loader: bool,
    /// No other loader is asked.
    pub only_own_loader: bool,
    /// The class that it gives is initialised.
    pub initialises: bool,
}

impl RSite {
    pub(in crate::reflection) fn new(
        method: MethodId,
        offset: u32,
        inst: InstId,
        vars: Vec<Var>,
        written: bool,
    ) -> Self {
        Self {
            method,
            offset,
            inst,
            vars,
            written,
            roles: Vec::new(),
            waits_for: None,
            effects: FxIndexSet::default(),
            problems: FxIndexSet::default(),
            names: UnknownNames::None,
            named: FxHashMap::default(),
            counted: FxHashSet::default(),
            cast: FxHashSet::default(),
            receivers: Receivers::NotAsked,
            told_without_name: false,
            lazy: None,
            by_cast: false,
            left_to_users: FxIndexSet::default(),
            null_receiver: false,
            may_be_null: false,
            specified: false,
            asks_own_loader: false,
            only_own_loader: false,
            initialises: false,
        }
    }

    /// How many classes an unknown in a role names, if its outline bounds them.
    pub fn bounded(&self, role: Role, kind: ObjKind) -> Option<u32> {
        match kind {
            ObjKind::Template { outline, .. } if role == Role::Name => *self.named.get(&outline)?,
            _ => None,
        }
    }

    /// Whether all that an unknown in a role may name is given and meant: nothing, what the program tells apart by a number, or what it
    /// casts at once.
    pub fn is_settled(&self, role: Role, kind: ObjKind) -> bool {
        let is_told = |outline| self.counted.contains(&outline) || self.cast.contains(&outline);
        let is_told = matches!(kind, ObjKind::Template { outline, .. } if is_told(outline));
        self.bounded(role, kind).is_some_and(|count| count == 0 || is_told)
    }

    pub(in crate::reflection) fn role(&mut self, role: Role, node: NodeId) {
        if !self.roles.contains(&(role, node)) {
            self.roles.push((role, node));
        }
        self.waits_for = self.waits_for.filter(|&waits| waits != role);
    }
}
