//! What branches ask of a member: its name, its types, its modifiers, the annotations on it. Each test is decided by the class
//! file of the member, or not at all. Must not know code.

use crate::base::Sym;
use crate::classfile::Cond;
use crate::program::lookup::{Annotated, hides_annotations};
use crate::program::{ClassId, FieldId, MethodId, Program, TypeId, access};

use super::super::terms::site::Effect;
use super::class_tests::ClassTest;
use super::conditions::Conditions;
use super::text_tests::TextTest;

/// A question with two answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::reflection) enum Test {
    /// What is asked of its name.
    Name(TextTest),
    /// Whether the number of parameters compares so: mnemonic of the branch, and the number.
    Parameters(Cond, i32),
    /// What is asked of a class.
    Class(Which, ClassTest),
    /// Whether a member has the flag.
    Flag(u16),
    /// Whether it is a method of an interface with a body that needs a receiver (`Method.isDefault`).
    Default,
    /// Whether a method that is given it returns.
    Passes(Conditions),
    /// Whether a method that is given it gives true: what holds where it does and where it does not, if anything is known.
    Answers { yes: Option<Conditions>, no: Option<Conditions> },
    /// Descriptor of the annotation's type.
    Annotated(Sym),
}

/// A class, by where it is got from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Which {
    /// What is asked is the class.
    Itself,
    /// Type of a field, or what a method returns.
    Type,
    Declarer,
    /// The type of a parameter, by its position.
    Parameter(u32),
}

impl Which {
    fn of(self, program: &Program, asked: Effect) -> Option<TypeId> {
        match (self, asked) {
            (Which::Itself, Effect::Class(ty)) => Some(ty),
            (Which::Type, Effect::Method(method)) => Some(program.method_desc(program.method(method).desc).ret),
            (Which::Type, Effect::Field(field)) => Some(program.field(field).ty),
            (Which::Declarer, _) => declarer(program, asked).map(|class| program.class_type(class)),
            (Which::Parameter(at), _) => {
                let desc = program.method_desc(program.method(executable(asked)?).desc);
                desc.params.get(at as usize).copied()
            }
            (Which::Itself | Which::Type, _) => None,
        }
    }
}

impl Test {
    /// Whether few classes have the outcome.
    pub(in crate::reflection) fn distinguishes(&self, outcome: bool) -> bool {
        match self {
            Test::Class(Which::Itself, ClassTest::SupertypeOf(_) | ClassTest::Flag(_)) => false,
            Test::Class(Which::Itself, _) | Test::Annotated(_) => outcome,
            Test::Passes(conditions) => {
                outcome && conditions.needed().any(|(test, outcome)| test.distinguishes(outcome))
            }
            Test::Answers { yes, no } => {
                let way = if outcome { yes } else { no };
                way.iter().flat_map(Conditions::needed).any(|(test, outcome)| test.distinguishes(outcome))
            }
            _ => false,
        }
    }

    /// Whether it holds for a member; `None` if that is not known.
    pub(in crate::reflection) fn outcome(&self, program: &Program, member: Effect) -> Option<bool> {
        match *self {
            Test::Name(ref test) => test.outcome(program, name(program, member)?),
            Test::Parameters(cond, count) => {
                let method = executable(member)?;
                let params = program.method_desc(program.method(method).desc).params.len();
                Some(cond.compares()?(i32::try_from(params).ok()?, count))
            }
            Test::Class(which, ref test) => test.outcome(program, which.of(program, member)?),
            Test::Flag(flag) => Some(access_of(program, member)? & flag != 0),
            Test::Default => {
                let method = program.method(executable(member)?);
                let flags = method.access & (access::ABSTRACT | access::PUBLIC | access::STATIC);
                let is_of_interface = program.class(method.class).access & access::INTERFACE != 0;
                Some(flags == access::PUBLIC && is_of_interface)
            }
            Test::Passes(ref conditions) => (!conditions.admit(program, member)).then_some(false),
            Test::Answers { ref yes, ref no } => {
                let can = |way: &Option<Conditions>| way.as_ref().is_none_or(|way| way.admit(program, member));
                match (can(yes), can(no)) {
                    (false, _) => Some(false),
                    (true, false) => Some(true),
                    (true, true) => None,
                }
            }
            Test::Annotated(descriptor) => {
                // Arrays and primitive types have none.
                let Some(of) = annotated(program, member) else { return Some(false) };
                let is_written = |of: Annotated| of.written(program).iter().any(|one| one.descriptor == descriptor);
                // A class may inherit one (`Inherited`).
                let is_there = match of {
                    Annotated::Class(class) => {
                        program.superclasses(class).iter().any(|&class| is_written(Annotated::Class(class)))
                    }
                    _ => is_written(of),
                };
                // One that is there may be of a type that the JVM does not keep, or does not find.
                (!is_there && !hides_annotations(program, of)).then_some(false)
            }
        }
    }
}

fn annotated(program: &Program, member: Effect) -> Option<Annotated> {
    match member {
        Effect::Method(method) | Effect::Constructor(method) => Some(Annotated::Method(method)),
        Effect::Field(field) => Some(Annotated::Field(field)),
        Effect::Class(ty) => program.class_of(ty).map(Annotated::Class),
    }
}

fn executable(member: Effect) -> Option<MethodId> {
    match member {
        Effect::Method(method) | Effect::Constructor(method) => Some(method),
        Effect::Field(_) | Effect::Class(_) => None,
    }
}

fn field(member: Effect) -> Option<FieldId> {
    match member {
        Effect::Field(field) => Some(field),
        _ => None,
    }
}

fn declarer(program: &Program, member: Effect) -> Option<ClassId> {
    let of_field = || field(member).map(|field| program.field(field).class);
    executable(member).map(|method| program.method(method).class).or_else(of_field)
}

fn access_of(program: &Program, member: Effect) -> Option<u16> {
    let of_field = || field(member).map(|field| program.field(field).access);
    executable(member).map(|method| program.method(method).access).or_else(of_field)
}

/// What `getName` gives: of a constructor, the class.
fn name(program: &Program, member: Effect) -> Option<String> {
    match member {
        Effect::Method(method) => Some(program.str(program.method(method).name).to_owned()),
        Effect::Field(field) => Some(program.str(program.field(field).name).to_owned()),
        Effect::Constructor(method) => Some(program.binary_name(program.class_type(program.method(method).class))),
        Effect::Class(_) => None,
    }
}
