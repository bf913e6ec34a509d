//! What branches ask of a class: its supertypes, its sort, its flags, its name. Each test is decided by class files, or not at
//! all. Must not know code.

use crate::program::{Program, Type, TypeId, lookup};

use super::super::terms::attempt::Sort;
use super::super::terms::class_names::{NameForm, name_of};
use super::text_tests::TextTest;

/// A question with two answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::reflection) enum ClassTest {
    /// Whether it is the very class.
    Is(TypeId),
    SubtypeOf(TypeId),
    SupertypeOf(TypeId),
    Sort(Sort),
    /// Whether its modifiers have the flag.
    Flag(u16),
    /// What is asked of its name.
    Name(NameForm, TextTest),
}

impl ClassTest {
    /// Whether it holds for a class; `None` if that is not known.
    pub(in crate::reflection) fn outcome(&self, program: &Program, ty: TypeId) -> Option<bool> {
        match *self {
            ClassTest::Is(other) => Some(ty == other),
            _ if !is_known(program, ty) => None,
            ClassTest::SubtypeOf(other) => Some(program.is_subtype(ty, other)),
            ClassTest::SupertypeOf(other) => is_known(program, other).then(|| program.is_subtype(other, ty)),
            ClassTest::Sort(sort) => is_of_sort(program, ty, sort),
            ClassTest::Flag(flag) => Some(lookup::modifiers(program, ty) & flag != 0),
            ClassTest::Name(form, ref test) => test.outcome(program, name_of(program, ty, form)?),
        }
    }
}

/// Whether the class and all its supertypes are there, so that what class files do not say of it is not so.
fn is_known(program: &Program, ty: TypeId) -> bool {
    match program.ty(program.dimensions(ty).1) {
        Type::Class(class) => program.supertypes(class).iter().all(|&class| program.class(class).phantom.is_none()),
        Type::Array(_) | Type::Prim(_) | Type::Void => true,
    }
}

fn is_of_sort(program: &Program, ty: TypeId, sort: Sort) -> Option<bool> {
    Some(match sort {
        Sort::Interface => lookup::is_interface(program, ty),
        Sort::Array => lookup::is_array(program, ty),
        Sort::Primitive => lookup::is_primitive(program, ty),
        Sort::Enum => lookup::is_enum(program, ty),
        Sort::Annotation => lookup::is_annotation(program, ty),
        Sort::Record => lookup::is_record(program, ty),
        Sort::Synthetic => lookup::is_synthetic(program, ty),
        Sort::Anonymous => lookup::is_anonymous_class(program, ty).ok()?,
        Sort::Local => lookup::is_local_class(program, ty).ok()?,
        Sort::Member => lookup::is_member_class(program, ty).ok()?,
        Sort::Sealed => lookup::permitted_subclasses(program, ty).is_some(),
    })
}
