//! What single instructions make of words: constants, arrays, function objects, concatenated texts. Must not know how methods are run.

use super::memory::{Function, Memory, Object, Word, text};
use super::operations::{Suppose, joined, piece};
use crate::base::Sym;
use crate::classfile::{Prim, RawBootstrap, RawConst};
use crate::ir::ConstValue;
use crate::program::{Program, Type, TypeId, made_function};
use crate::strings::recipe::{self, Element};
use crate::strings::{Ended, Value};

/// Longest array that is made.
const LENGTH: i32 = 4096;

/// A constant of a class file.
pub(super) fn constant(program: &Program, value: &ConstValue) -> Result<Word, Ended> {
    match value {
        ConstValue::Null => Ok(Word::Null),
        ConstValue::Int(value) => Ok(Word::Int(*value)),
        ConstValue::Long(value) => Ok(Word::Long(*value)),
        ConstValue::Str { text: constant, lossy: false } => text(&Value::from(program.str(*constant))),
        _ => Err(Ended::Unknown),
    }
}

/// A new array of one dimension.
pub(super) fn new_array(program: &Program, memory: &mut Memory, ty: TypeId, length: i32) -> Result<Word, Ended> {
    let Type::Array(element) = program.ty(ty) else { return Err(Ended::Unknown) };
    let zero = match program.ty(element) {
        Type::Prim(Prim::Float | Prim::Double) => return Err(Ended::Unknown),
        Type::Prim(Prim::Long) => Word::Long(0),
        Type::Prim(_) => Word::Int(0),
        _ => Word::Null,
    };
    match length {
        ..0 => Err(Ended::Throws),
        length @ 0..=LENGTH => memory.make(Object::Array(ty, vec![zero; length as usize])),
        _ => Err(Ended::Unknown),
    }
}

/// The elements of an array.
pub(super) fn elements<'m>(memory: &'m Memory, array: &'m Word) -> Result<&'m [Word], Ended> {
    match memory.object(array)? {
        Object::Array(_, words) => Ok(words),
        _ => Err(Ended::Unknown),
    }
}

/// Stores into an array.
pub(super) fn store(
    program: &Program,
    memory: &mut Memory,
    array: &Word,
    (index, word): (i32, Word),
    elem: Option<Prim>,
) -> Result<(), Ended> {
    let Object::Array(ty, _) = *memory.object(array)? else { return Err(Ended::Unknown) };
    let Type::Array(element) = program.ty(ty) else { return Err(Ended::Unknown) };
    let word = match (elem, word) {
        (Some(Prim::Char), Word::Int(value)) => Word::Int((value as u16).into()),
        (Some(Prim::Short), Word::Int(value)) => Word::Int((value as i16).into()),
        (Some(Prim::Byte | Prim::Boolean), Word::Int(value)) if program.ty(element) == Type::Prim(Prim::Boolean) => {
            Word::Int(value & 1)
        }
        (Some(Prim::Byte | Prim::Boolean), Word::Int(value)) => Word::Int((value as i8).into()),
        (None, word) if !matches!(word, Word::Null) && !memory.is_of(program, &word, element)? => {
            return Err(Ended::Throws);
        }
        (_, word) => word,
    };
    let words = memory.words_mut(array)?;
    let at = usize::try_from(index).ok().and_then(|index| words.get_mut(index)).ok_or(Ended::Throws)?;
    *at = word;
    Ok(())
}

/// What a method of an array gives, which is its copy.
pub(super) fn clone_of(memory: &mut Memory, array: &Word, name: &str) -> Result<Option<Word>, Ended> {
    match memory.object(array)? {
        Object::Array(ty, words) if name == "clone" => {
            let copy = Object::Array(*ty, words.clone());
            memory.make(copy).map(Some)
        }
        _ => Err(Ended::Unknown),
    }
}

/// What an `invokedynamic` gives that concatenates; no other is followed.
pub(super) fn concatenated(
    (program, memory, suppose): (&Program, &Memory, Suppose),
    bootstrap: &RawBootstrap,
    params: &[TypeId],
    args: &[Word],
) -> Result<Word, Ended> {
    if program.str(bootstrap.handle.member.owner) != recipe::CONCATENATION {
        return Err(Ended::Unknown);
    }
    let recipe = match (program.str(bootstrap.handle.member.name), bootstrap.args.first()) {
        ("makeConcatWithConstants", Some(RawConst::Str { text, .. })) => program.str(*text).to_owned(),
        _ => recipe::of_arguments(params.len()),
    };
    let constants = bootstrap.args.iter().skip(1).map(|constant| match constant {
        RawConst::Str { text, lossy: false } => Some(program.str(*text)),
        _ => None,
    });
    let of_element = |element| match element {
        Element::Literal(text) => Ok(Value::Const(text)),
        Element::Unknown => Err(Ended::Unknown),
        Element::Argument(index) => {
            let arg = args.get(index).ok_or(Ended::Unknown)?;
            piece(program, memory, arg, params[index])
        }
    };
    let elements = recipe::elements(&recipe, params.len(), constants);
    let pieces = elements.into_iter().map(of_element).collect::<Result<Vec<_>, _>>()?;
    joined(&pieces, suppose)
}

/// What a function gives as a method of its interface gives it; nothing is put into boxes.
pub(super) fn fitting(program: &Program, given: Option<Word>, ret: TypeId) -> Result<Option<Word>, Ended> {
    match given {
        _ if ret == program.void() => Ok(None),
        Some(word) if matches!(word, Word::Int(_) | Word::Long(_)) != program.is_reference(ret) => Ok(Some(word)),
        _ => Err(Ended::Unknown),
    }
}

/// The function object that an `invokedynamic` makes, if it makes one (JDK javadoc of `LambdaMetafactory`).
pub(super) fn function(
    program: &Program,
    bootstrap: &RawBootstrap,
    (name, ty): (Sym, TypeId),
    captured: &[Word],
) -> Option<Function> {
    let made = made_function(program, bootstrap).filter(|made| made.is_plain)?;
    let interface = program.class_of(ty)?;
    Some(Function { interface, name, implementation: made.implementation, captured: captured.to_vec() })
}
