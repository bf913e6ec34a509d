//! Calls of operations on texts, done to words by the rows of `strings/operations/`. Must not know instructions, nor what a
//! single operation does.

use std::rc::Rc;

use super::memory::{Memory, Object, Word, is_followed, text};
use crate::classfile::Prim;
use crate::program::{MethodDesc, Program, Type, TypeId};
use crate::strings::operations::{
    Change, Effect, Function, Gives, LOCALES, Position, STRING, boolean, character, concat, listed,
};
use crate::strings::{Ended, Value};

/// What a run supposes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Suppose {
    /// What null is printed as: "null", or what tells that it was printed.
    pub(super) null: &'static str,
    /// The default locale, one of [`LOCALES`].
    pub(super) locale: &'static str,
}

impl Suppose {
    /// What a function makes of values, with null printed as it is supposed to be.
    fn printed(self, function: Function, values: &[Value]) -> Result<Value, Ended> {
        let made = function(values)?;
        if made == Value::Null || !values.contains(&Value::Null) {
            return Ok(made);
        }
        function(&self.shown(values))
    }

    /// Values with null as it is supposed to be printed.
    fn shown(self, values: &[Value]) -> Vec<Value> {
        let shown = |value: &Value| if *value == Value::Null { Value::from(self.null) } else { value.clone() };
        values.iter().map(shown).collect()
    }
}

/// A call of an operation.
pub(super) struct Operated<'o> {
    /// The class whose row it is.
    pub(super) class: &'o str,
    pub(super) name: &'o str,
    pub(super) desc: &'o MethodDesc,
    /// Receiver first unless static.
    pub(super) args: &'o [Word],
    pub(super) is_static: bool,
    pub(super) suppose: Suppose,
}

/// What the operation gives, if the method is one.
pub(super) fn operate(
    program: &Program,
    memory: &mut Memory,
    call: &Operated<'_>,
) -> Option<Result<Option<Word>, Ended>> {
    if let Some(given) = boxed(program, memory, call) {
        return Some(given);
    }
    let effect = listed(call.class, call.name, program.str(call.desc.text));
    match effect {
        Some(effect) => Some(call.run(program, memory, &effect)),
        // What is not listed of these does something to them that is not followed.
        None => is_followed(call.class).then_some(Err(Ended::Unknown)),
    }
}

/// The classes of boxes, and how they are opened.
const BOXES: [(&str, &str); 6] = [
    ("java/lang/Boolean", "booleanValue"),
    ("java/lang/Byte", "byteValue"),
    ("java/lang/Character", "charValue"),
    ("java/lang/Integer", "intValue"),
    ("java/lang/Long", "longValue"),
    ("java/lang/Short", "shortValue"),
];

/// What is put into a box, or comes out of it.
fn boxed(program: &Program, memory: &mut Memory, call: &Operated<'_>) -> Option<Result<Option<Word>, Ended>> {
    let (_, opens) = BOXES.iter().find(|(class, _)| *class == call.class)?;
    match (call.name, call.args) {
        ("valueOf", [value @ (Word::Int(_) | Word::Long(_))]) => {
            let class = program.class_of(call.desc.ret)?;
            Some(memory.make(Object::Boxed(class, value.clone())).map(Some))
        }
        (name, [this]) if name == *opens => Some(match memory.object(this) {
            Ok(Object::Boxed(_, value)) => Ok(Some(value.clone())),
            other => Err(other.err().unwrap_or(Ended::Unknown)),
        }),
        _ => None,
    }
}

/// A value as text takes it in, of type `ty` (JLS 5.1.11).
pub(super) fn piece(program: &Program, memory: &Memory, word: &Word, ty: TypeId) -> Result<Value, Ended> {
    match (word, program.ty(ty)) {
        (Word::Int(unit), Type::Prim(Prim::Char)) => character(&[Value::Number((*unit).into())]),
        (Word::Int(truth), Type::Prim(Prim::Boolean)) => boolean(&[Value::Number((*truth).into())]),
        (Word::Int(number), Type::Prim(_)) => Ok(Value::Number((*number).into())),
        (Word::Long(number), Type::Prim(_)) => Ok(Value::Number(*number)),
        (_, Type::Class(_)) => memory.text(program, word),
        _ => Err(Ended::Unknown),
    }
}

/// Texts joined as `+` joins them.
pub(super) fn joined(pieces: &[Value], suppose: Suppose) -> Result<Word, Ended> {
    text(&suppose.printed(concat, pieces)?)
}

impl Operated<'_> {
    fn run(&self, program: &Program, memory: &mut Memory, effect: &Effect) -> Result<Option<Word>, Ended> {
        let values = self.operands(program, memory, effect)?;
        self.change(memory, effect, &values)?;
        if self.name == "<init>" {
            return Ok(None);
        }
        let given = match effect.gives {
            Gives::Text(function) => self.suppose.printed(function, &values)?,
            Gives::Value(function) => function(&values)?,
            Gives::Operand => values.first().ok_or(Ended::Unknown)?.clone(),
            Gives::TextOf => match values.as_slice() {
                [Value::Null] => Value::from(self.suppose.null),
                [Value::Null, otherwise] => otherwise.clone(),
                [value, ..] => value.clone(),
                [] => return Err(Ended::Unknown),
            },
            Gives::Receiver => return Ok(self.args.first().cloned()),
            Gives::Characters => {
                let text = values.first().and_then(Value::text).ok_or(Ended::Throws)?;
                let units = text.encode_utf16().map(|unit| Word::Int(unit.into())).collect();
                return memory.make(Object::Array(self.desc.ret, units)).map(Some);
            }
            Gives::Parts(parts) if matches!(program.ty(self.desc.ret), Type::Array(_)) => {
                let texts = parts(&values)?.iter().map(text).collect::<Result<_, _>>()?;
                return memory.make(Object::Array(self.desc.ret, texts)).map(Some);
            }
            Gives::Nothing if self.desc.ret == program.void() => return Ok(None),
            Gives::Parts(_)
            | Gives::Nothing
            | Gives::New
            | Gives::Derived
            | Gives::Unknown
            | Gives::Array
            | Gives::Body => {
                return Err(Ended::Unknown);
            }
        };
        self.word(program, given).map(Some)
    }

    /// A value of the type that the method gives.
    fn word(&self, program: &Program, value: Value) -> Result<Word, Ended> {
        let number = |number: i64| i32::try_from(number).map(Word::Int).map_err(|_| Ended::Unknown);
        let known = program.well_known();
        match (program.ty(self.desc.ret), value) {
            (Type::Prim(Prim::Long), Value::Number(value)) => Ok(Word::Long(value)),
            (Type::Prim(_), Value::Number(value)) => number(value),
            // Boxes print as what is in them, and are no strings.
            (Type::Class(class), value) if class == known.string || class == known.char_sequence => match value {
                Value::Null => Ok(Word::Null),
                value => text(&value),
            },
            _ => Err(Ended::Unknown),
        }
    }

    /// The values of the operands, in the order that the functions take them.
    fn operands(&self, program: &Program, memory: &Memory, effect: &Effect) -> Result<Vec<Value>, Ended> {
        let mut values = Vec::new();
        for position in effect.operands {
            match *position {
                Position::Every => return Err(Ended::Unknown),
                Position::Text(text) => values.push(Value::from(text)),
                Position::Locale => {
                    memory.asked_locale.set(true);
                    values.push(Value::from(self.suppose.locale));
                }
                Position::Receiver => match memory.object(self.receiver()?) {
                    Err(Ended::Throws) => return Err(Ended::Throws),
                    Ok(Object::Builder(_, state)) => values.extend(state.iter().cloned()),
                    _ => values.push(memory.text(program, self.receiver()?)?),
                },
                Position::Itself(number) => {
                    let (word, _) = self.argument(number)?;
                    // What is no string equals none.
                    let is_string = matches!(word, Word::Null) || memory.string(word).is_some();
                    values.push(if is_string { memory.text(program, word)? } else { return Err(Ended::Unknown) });
                }
                Position::Argument(number) => {
                    let (word, ty) = self.argument(number)?;
                    match (word, program.ty(ty)) {
                        (Word::Locale, _) => values.push(Value::from(LOCALES[0])),
                        (_, Type::Array(_)) => values.extend(elements(program, memory, word)?),
                        _ => values.push(piece(program, memory, word, ty)?),
                    }
                }
            }
        }
        Ok(values)
    }

    fn receiver(&self) -> Result<&Word, Ended> {
        self.args.first().ok_or(Ended::Unknown)
    }

    fn argument(&self, number: usize) -> Result<(&Word, TypeId), Ended> {
        let word = self.args.get(number + usize::from(!self.is_static));
        word.zip(self.desc.params.get(number).copied()).ok_or(Ended::Unknown)
    }

    /// What becomes of the object that it is called on.
    fn change(&self, memory: &mut Memory, effect: &Effect, values: &[Value]) -> Result<(), Ended> {
        let makes_string = self.class == STRING && self.name == "<init>";
        if matches!(effect.change, Change::None) && !makes_string {
            return Ok(());
        }
        let this = self.receiver()?;
        let (class, before) = match memory.object(this)? {
            Object::Builder(class, state) => (*class, state.clone()),
            Object::New(class) if self.name == "<init>" => (*class, Vec::new()),
            _ => return Err(Ended::Unknown),
        };
        // JDK: `AbstractStringBuilder(int)` makes an array of that length.
        let is_negative = |word: &Word| matches!(word, Word::Int(..0));
        if self.name == "<init>" && self.args.get(1).is_some_and(is_negative) {
            return Err(Ended::Throws);
        }
        let operands = || before.iter().chain(values).cloned().collect::<Vec<_>>();
        let after = match (effect.change, effect.gives) {
            // JDK: constructors of `StringJoiner`; those of `StringTokenizer` take null for delimiters and throw later.
            (Change::Add, _) if self.name == "<init>" && values.contains(&Value::Null) => {
                return Err(if values.first() == Some(&Value::Null) { Ended::Throws } else { Ended::Unknown });
            }
            (Change::Add, _) => Memory::builder(class, self.suppose.shown(&operands()))?,
            (Change::To(function) | Change::Cut(function), _) => {
                Memory::builder(class, vec![self.suppose.printed(function, &operands())?])?
            }
            (Change::None, Gives::Text(function)) => string(&function(values)?)?,
            (Change::None, Gives::Operand) => string(values.first().ok_or(Ended::Unknown)?)?,
            (Change::None, _) => return Err(Ended::Unknown),
        };
        memory.take(values.iter().map(Value::known_length).sum::<usize>() + 1)?;
        *memory.object_mut(this)? = after;
        Ok(())
    }
}

fn string(value: &Value) -> Result<Object, Ended> {
    match value {
        Value::Const(text) => Ok(Object::Text(Rc::from(text.as_str()))),
        Value::Null => Err(Ended::Throws),
        _ => Err(Ended::Unknown),
    }
}

/// The elements of an array: as the text of its characters, or as texts.
fn elements(program: &Program, memory: &Memory, array: &Word) -> Result<Vec<Value>, Ended> {
    let Ok(Object::Array(ty, words)) = memory.object(array) else { return Err(Ended::Unknown) };
    let Type::Array(element) = program.ty(*ty) else { return Err(Ended::Unknown) };
    if program.ty(element) != Type::Prim(Prim::Char) {
        return words.iter().map(|word| memory.text(program, word)).collect();
    }
    let unit = |word: &Word| match word {
        Word::Int(unit) => Ok(*unit as u16),
        _ => Err(Ended::Unknown),
    };
    let units: Vec<u16> = words.iter().map(unit).collect::<Result<_, _>>()?;
    String::from_utf16(&units).map(|text| vec![Value::from(text)]).map_err(|_| Ended::Unknown)
}
