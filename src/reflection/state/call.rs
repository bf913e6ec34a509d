//! One call of the reflective API, with the inputs that the API names; and what the model numbers for the solver: hooks and
//! nodes of its own. Must not know what rules do.

use super::super::code::allowed::Relation;
use super::super::code::conditions::Conditions;
use super::super::terms::method::Api;
use super::super::terms::site::{Effect, Role, SiteKey};
use crate::classpath::Origin;
use crate::heap::{ObjId, SiteId};
use crate::ir::Var;
use crate::pointsto::{CallId, CallView, InstId, NodeId};
use crate::program::lookup::PropertyAccess;
use crate::program::{ClassId, FieldId, MethodId, Program, TypeId, access};

crate::define_id!(
    /// Position of a call among those met.
    ApiCallId
);
crate::define_id!(
    /// A call on proxies, whatever the proxy.
    ProxyCallId
);
crate::define_id!(
    /// A class that is given to a call behind conditions.
    GuardId
);
crate::define_id!(
    /// A name that tests before a call allow.
    AllowedId
);
crate::define_id!(
    /// A loader of services.
    ServiceLoaderId
);

/// One call of the API by one method instance (or by a reflective call of the API).
pub(in crate::reflection) struct ApiCall {
    pub(in crate::reflection) site: SiteKey,
    pub(in crate::reflection) api: &'static Api,
    /// The rule of the row is switched off: the call counts as not modelled.
    pub(in crate::reflection) is_off: bool,
    pub(in crate::reflection) view: CallView,
    /// Where the call stands.
    pub(in crate::reflection) origin: Origin,
    /// The argument array, if it is built element by element in the method.
    pub(in crate::reflection) array: Option<Elements>,
    /// What the conditions on the way to it say of the member that it acts on.
    pub(in crate::reflection) conditions: Option<Conditions>,
}

impl ApiCall {
    /// The node of the input that plays a part; none where the overload that is called does not take it.
    pub(in crate::reflection) fn input(&self, role: Role) -> Option<NodeId> {
        self.view.args.get(self.api.position(role)?).copied().flatten()
    }

    /// The nodes of all inputs that play a part, in the order of the row.
    pub(in crate::reflection) fn all_inputs(&self, role: Role) -> impl Iterator<Item = Option<NodeId>> {
        self.api.positions_of(role).map(|at| self.view.args.get(at).copied().flatten())
    }

    /// What it passes on as it is, in the order of its arguments.
    pub(in crate::reflection) fn passed(&self) -> &[Option<NodeId>] {
        self.api.position(Role::Passed).and_then(|first| self.view.args.get(first..)).unwrap_or_default()
    }

    /// Whether the number of arguments is unknown or right for a method.
    pub(in crate::reflection) fn takes(&self, program: &Program, method: MethodId) -> bool {
        let params = program.method_desc(program.method(method).desc).params.len();
        self.array.as_ref().is_none_or(|array| array.slots.len() == params || self.spreads(program, method))
    }

    /// Whether what is passed may become the elements of an array that the method takes: libraries which find a method by its name call
    /// one of variable arity as the compiler does (JLS 15.12.4.2).
    pub(in crate::reflection) fn spreads(&self, program: &Program, method: MethodId) -> bool {
        let is_found = self.api.of_library && self.api.position(Role::Member).is_none();
        is_found && program.method(method).access & access::VARARGS != 0
    }

    /// Whether the conditions on the way to the call let it act on a member.
    pub(in crate::reflection) fn admits(&self, program: &Program, member: Effect) -> bool {
        self.conditions.as_ref().is_none_or(|conditions| conditions.admit(program, member))
    }

    /// The same as a variable of the method that makes the call.
    pub(in crate::reflection) fn var(&self, role: Role) -> Option<Var> {
        self.view.vars.get(self.api.position(role)?).copied()
    }
}

/// Elements of an array built in the method: per slot the value stored, if one is.
pub(in crate::reflection) struct Elements {
    pub(in crate::reflection) slots: Vec<Option<Var>>,
}

/// What a watched pointer is to a call or a handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::reflection) enum Hook {
    /// An input of it.
    Input {
        call: ApiCallId,
        role: Role,
    },
    /// What a method handle, or the type of one, is made of or called with.
    Handle(ObjId, Watched),
    /// A class before the conditions on the way to where it is used, and the variable that it comes from if it is one of several.
    Guarded(GuardId, Option<Var>),
    /// A name before the tests that allow it, and the collections that have it.
    AllowedName(AllowedId),
    AllowedIn(AllowedId),
    /// What is in those that ask what they hold.
    AllowedAsking(AllowedId),
    /// Arrays of which it equals an element.
    AllowedArray(AllowedId),
    /// What has one of these, or a text that it equals, in a field.
    AllowedBy {
        id: AllowedId,
        field: FieldId,
        relation: Relation,
    },
    /// What they hold, or what it equals.
    Held(AllowedId),
}

/// What is watched of a method handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::reflection) enum Watched {
    /// The handles that it is made of.
    Parts,
    /// What it is called with, where that is an object with the field or an array with the element that it reaches.
    Bases,
    /// What it is called with, where nobody knows which of the members of that it reaches.
    Receivers,
    /// Arrays whose elements it passes on.
    Spread,
    /// Of the type of a handle: the classes that it is made of.
    Classes,
}

/// A node of the model's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::reflection) enum Node {
    /// The loaders asked at a call that run the method.
    Loaders(ApiCallId, MethodId),
    /// The names that the JVM asks them for at a call.
    AskedName(ApiCallId),
    /// What loaders of the program's own answer that decide what a name means, at a place.
    Answer(SiteId, InstId),
    /// A name behind the tests that allow it, and what the collections hold that have it.
    AllowedName(AllowedId),
    AllowedIn(AllowedId),
    /// What is in those that ask what they hold.
    AllowedAsking(AllowedId),
    /// The loaders of the modules asked at a call.
    ModuleLoaders(ApiCallId),
    /// The loaders that define classes at a call and run the method while these are linked.
    Linkers(ApiCallId, MethodId),
    /// The names they are asked for.
    LinkedName(ApiCallId),
    /// The loaders that define classes: at a place, or all of them.
    Definers(Option<SiteId>),
    /// Those that may have defined a class of the class path.
    DefinersOf(TypeId),
    /// The protection domains that classes are given which are defined.
    GivenDomains,
    /// What classes made at run time pass to a constructor above them, at a place.
    PassedAbove(SiteId, MethodId, usize),
    /// The receivers of a call of the method whose classes are made at run time.
    MadeElsewhere(CallId, MethodId),
    /// The receivers of a call that are instances of the class.
    Receivers(ApiCallId, ClassId),
    /// What the argument array holds at a place, as a parameter of the type.
    Argument(ApiCallId, Place, TypeId),
    /// The elements of all argument arrays of a call.
    Bag(ApiCallId),
    /// What is passed at a call on proxies.
    OfProxyCall(ProxyCallId, OfProxyCall),
    /// The bundles asked at a call, with those behind them.
    Bundles(ApiCallId),
    /// What they answer.
    BundleText(ApiCallId),
    /// The keys of a bundle of property files.
    BundleKeys(ObjId),
    /// What the controls of bundles make that are given to a call.
    MadeByControl(ApiCallId),
    /// The names that they have for bundles.
    NamedByControl(ApiCallId),
    /// A provider of which nothing is known.
    UnknownProvider(ApiCallId),
    /// The name that a loader of the program's own is asked for.
    ProviderName(ApiCallId),
    /// What providers throw while they are made.
    ThrownByProviders,
    /// The objects of the providers of a loader.
    Providers(ServiceLoaderId),
    /// The array of its `Provider` objects.
    ProviderArray(ObjId),
    /// The object of one provider of a loader, by its class.
    Provider(ObjId, TypeId),
    /// All that a lazy object became.
    Made(ObjId),
    /// What of it is of a class.
    Become(ObjId, ClassId),
    /// What a method handle is called with at a place.
    HandleArgument(ObjId, Place),
    /// What it has at a place without being called with it.
    HandleBound(ObjId, u32),
    /// What it passes on at a place, as a parameter of the type.
    HandlePassed(ObjId, Place, TypeId),
    HandleResult(ObjId),
    HandleThrown(ObjId),
    /// The handles that it is made of.
    HandleParts(ObjId),
    /// The members that it reaches.
    HandleMembers(ObjId),
    /// The members that an object says it describes which a handle is revealed as.
    HandleRevealed(ObjId),
    /// The arrays of what lists hold that handles are called with.
    Listed(ApiCallId),
    /// The members that the handles reach which are called at a call.
    HandleTargets(ApiCallId),
    /// What of a class comes to a call behind conditions.
    Guarded(GuardId),
    /// The methods of a property that a descriptor has which is made outside the JDK.
    PropertyOf(ObjId, PropertyAccess),
    /// Those that a call finds which makes descriptors.
    PropertyAt(ApiCallId, PropertyAccess),
    /// What a statement is made of, and its value.
    Named(ObjId, NamedPart),
    /// The same of a call that calls methods by names.
    NamedAt(ApiCallId, NamedPart),
}

/// A part of a call of a method by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::reflection) enum NamedPart {
    /// What it is called on, or a class that makes an object.
    Target,
    Name,
    /// The array of arguments.
    Arguments,
    /// What it gives.
    Value,
    /// What stands for methods that nobody knows.
    Member,
}

/// A part of a call on proxies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::reflection) enum OfProxyCall {
    Proxies,
    Handlers,
    /// The members that the handlers are given.
    Methods,
    /// The array of arguments.
    Arguments,
    Result,
    Thrown,
}

/// Place of an argument in its array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::reflection) enum Place {
    At(u32),
    /// Somewhere: the array is not built element by element.
    Any,
}
