//! How rows of utilities are written. Must not know libraries.

use super::super::super::actions::by_name::Finds;
use super::super::super::reported::{NotModelled, NotModelledBut};
use super::super::super::terms::method::{Input, Kind};
use super::super::super::terms::site::Role;
use super::super::super::utilities::Utility;
use super::super::super::utilities::calls::Passes::{Array, Nothing, One, OneOrArray};
use super::super::super::utilities::calls::{CallNamed, Construct};
use super::super::super::utilities::fields::AccessNamed;
use super::super::super::utilities::members::Where::{Anywhere, Declared, Public};
use super::super::super::utilities::members::{ForEach, Parameters, Seek, SeekAll, Where};
use super::super::row::{Row, row};
use crate::heap::MemberKind::{self, Constructor as K, Field as F, Method as M};
use crate::program::lookup::PropertyAccess;

pub(super) const NAME: &[Input] = &[(Role::Name, 0)];
pub(super) const CLASS: &[Input] = &[(Role::Class, 0)];
pub(super) const CLASS_AND_NAME: &[Input] = &[(Role::Class, 0), (Role::Name, 1)];
pub(super) const METHOD: &[Input] = &[(Role::Class, 0), (Role::Name, 1), (Role::Types, 2)];
pub(super) const CONSTRUCTOR: &[Input] = &[(Role::Class, 0), (Role::Types, 1)];
/// An object, and the name of what it has.
pub(super) const NAMED: &[Input] = &[(Role::Receiver, 0), (Role::Name, 1)];

pub(super) const fn utility(
    class: &'static str,
    name: &'static str,
    desc: &'static str,
    kind: Kind,
    inputs: &'static [Input],
    rule: &'static Utility,
) -> Row {
    row(class, name, desc, kind, inputs, rule).of_library()
}

/// Reported, not resolved, and why.
pub(super) const fn listed(
    class: &'static str,
    name: &'static str,
    desc: &'static str,
    kind: Kind,
    inputs: &'static [Input],
    why: &'static str,
) -> Row {
    row(class, name, desc, kind, inputs, &NotModelled).of_library().unresolved(why)
}

/// The same of what gives an object of the program's.
pub(super) const fn listed_giving(
    class: &'static str,
    name: &'static str,
    desc: &'static str,
    inputs: &'static [Input],
    why: &'static str,
) -> Row {
    row(class, name, desc, Kind::Action, inputs, &NotModelledBut::GivesAny).of_library().unresolved(why)
}

const fn any(kind: MemberKind, among: Where) -> Seek {
    Seek { kind, among, parameters: Parameters::Any, is_static: false }
}

const fn method(among: Where, parameters: Parameters) -> Seek {
    Seek { kind: M, among, parameters, is_static: false }
}

const fn constructor(among: Where, parameters: Parameters) -> Seek {
    Seek { kind: K, among, parameters, is_static: false }
}

// Methods that are looked for.
pub(super) const PUBLIC_METHOD: Utility = Utility(&method(Public, Parameters::Exact));
pub(super) const PUBLIC_METHOD_OF_ONE: Utility = Utility(&method(Public, Parameters::One));
pub(super) const FITTING_METHOD: Utility = Utility(&method(Public, Parameters::Fitting));
pub(super) const STATIC_METHOD: Utility = Utility(&Seek { is_static: true, ..method(Public, Parameters::Exact) });
pub(super) const METHOD_ANYWHERE: Utility = Utility(&method(Anywhere, Parameters::Exact));
pub(super) const METHOD_OF_NONE_ANYWHERE: Utility = Utility(&method(Anywhere, Parameters::None));
pub(super) const METHOD_OF_ANY_ANYWHERE: Utility = Utility(&any(M, Anywhere));
pub(super) const FITTING_METHOD_ANYWHERE: Utility = Utility(&method(Anywhere, Parameters::Fitting));

// Constructors.
pub(super) const PUBLIC_CONSTRUCTOR: Utility = Utility(&constructor(Public, Parameters::Exact));
pub(super) const PUBLIC_CONSTRUCTOR_OF_ONE: Utility = Utility(&constructor(Public, Parameters::One));
pub(super) const FITTING_CONSTRUCTOR: Utility = Utility(&constructor(Public, Parameters::Fitting));
pub(super) const DECLARED_CONSTRUCTOR: Utility = Utility(&constructor(Declared, Parameters::Exact));
pub(super) const ANY_CONSTRUCTOR: Utility = Utility(&any(K, Declared));

// Fields.
pub(super) const FIELD_ANYWHERE: Utility = Utility(&any(F, Anywhere));
pub(super) const DECLARED_FIELD: Utility = Utility(&any(F, Declared));

// Members in arrays.
pub(super) const ALL_METHODS: Utility = Utility(&SeekAll { kind: M, among: Anywhere });
pub(super) const ALL_FIELDS: Utility = Utility(&SeekAll { kind: F, among: Anywhere });

// Members that are handed to others.
pub(super) const EACH_METHOD: Utility = Utility(&ForEach { kind: M, among: Anywhere });
pub(super) const EACH_FIELD: Utility = Utility(&ForEach { kind: F, among: Anywhere });
pub(super) const EACH_DECLARED_FIELD: Utility = Utility(&ForEach { kind: F, among: Declared });

// Methods that are called by their names.
pub(super) const CALL: Utility = Utility(&CallNamed { finds: Finds::Method, passes: Array });
pub(super) const CALL_WITH_NOTHING: Utility = Utility(&CallNamed { finds: Finds::Method, passes: Nothing });
pub(super) const CALL_WITH_ONE: Utility = Utility(&CallNamed { finds: Finds::Method, passes: OneOrArray });
pub(super) const CALL_ANY: Utility = Utility(&CallNamed { finds: Finds::AnyMethod, passes: Array });
pub(super) const CALL_ANY_WITH_NOTHING: Utility = Utility(&CallNamed { finds: Finds::AnyMethod, passes: Nothing });
pub(super) const CALL_STATIC: Utility = Utility(&CallNamed { finds: Finds::StaticMethod, passes: Array });
pub(super) const CALL_STATIC_WITH_ONE: Utility = Utility(&CallNamed { finds: Finds::StaticMethod, passes: OneOrArray });
pub(super) const GET_PROPERTY: Utility =
    Utility(&CallNamed { finds: Finds::Property(PropertyAccess::Read), passes: Nothing });
pub(super) const SET_PROPERTY: Utility =
    Utility(&CallNamed { finds: Finds::Property(PropertyAccess::Write), passes: One });

// Objects that are made of a class and arguments.
pub(super) const CONSTRUCT: Utility = Utility(&Construct);

// Fields that are read and written by their names.
pub(super) const READ: Utility = Utility(&AccessNamed { write: false, among: Anywhere });
pub(super) const READ_DECLARED: Utility = Utility(&AccessNamed { write: false, among: Declared });
pub(super) const WRITE: Utility = Utility(&AccessNamed { write: true, among: Anywhere });
pub(super) const WRITE_DECLARED: Utility = Utility(&AccessNamed { write: true, among: Declared });
