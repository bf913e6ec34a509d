//! What branches ask of a member: its name, its types, its modifiers, the annotations on it. Each test is decided by the class
//! file of the member, or not at all. Must not know code.

use crate::base::Sym;
use crate::ir::comparison;
use crate::program::{ClassId, FieldId, MethodId, MethodRef, Program, TypeId};
use crate::strings::{Value, operations};

use super::site::Effect;

/// A question with two answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Test {
    /// An operation on its name and a constant: the method, the constant, and whether the name comes first.
    Name(MethodRef, Sym, bool),
    /// Whether the number of parameters compares so: mnemonic of the branch, and the number.
    Parameters(&'static str, i32),
    /// Type of a field, or what a method returns.
    Type(TypeId),
    Declarer(TypeId),
    Flag(u16),
    /// Descriptor of the annotation's type.
    Annotated(Sym),
}

impl Test {
    /// Whether it holds for a member; `None` if that is not known.
    pub(super) fn outcome(&self, program: &Program, member: Effect) -> Option<bool> {
        match *self {
            Test::Name(method, constant, is_first) => {
                let function = question_about(program, method)?;
                let mut texts = [Value::from(name(program, member)?), Value::from(program.str(constant))];
                if !is_first {
                    texts.reverse();
                }
                match function(&texts) {
                    Ok(Value::Number(answer)) => Some(answer != 0),
                    _ => None,
                }
            }
            Test::Parameters(cond, count) => {
                let method = executable(member)?;
                let params = program.method_desc(program.method(method).desc).params.len();
                Some(comparison(cond)?(i32::try_from(params).ok()?, count))
            }
            Test::Type(ty) => match member {
                Effect::Method(method) => Some(program.method_desc(program.method(method).desc).ret == ty),
                Effect::Field(field) => Some(program.field(field).ty == ty),
                Effect::Constructor(_) | Effect::Class(_) => None,
            },
            Test::Declarer(ty) => Some(program.class_type(declarer(program, member)?) == ty),
            Test::Flag(flag) => Some(access_of(program, member)? & flag != 0),
            Test::Annotated(descriptor) => {
                let annotations = match executable(member) {
                    Some(method) => &program.method(method).annotations,
                    None => &program.field(field(member)?).annotations,
                };
                // One that is there may be of a type that the JVM does not keep, or does not find.
                let is_there = annotations.iter().any(|annotation| annotation.descriptor == descriptor);
                (!is_there).then_some(false)
            }
        }
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

/// The function behind an operation on two texts that gives a number.
pub(super) fn question_about(program: &Program, method: MethodRef) -> Option<operations::Function> {
    let (effect, _) = operations::of_call(program, method)?;
    match effect.gives {
        operations::Gives::Value(function) if effect.operands.len() == 2 => Some(function),
        _ => None,
    }
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
