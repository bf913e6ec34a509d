//! What a method that is run has at hand: words, and the objects that it made. Must not know instructions.

use std::cell::Cell;
use std::rc::Rc;

use crate::base::{FxHashSet, Sym};
use crate::classfile::RawHandle;
use crate::program::{ClassId, Program, TypeId, access};
use crate::strings::operations::{Gives, STRING, boolean, character, has_state, itself, listed};
use crate::strings::{Ended, Value};

/// A value of a variable.
#[derive(Debug, Clone)]
pub(super) enum Word {
    Null,
    /// A `boolean`, `byte`, `char`, `short` or `int`.
    Int(i32),
    Long(i64),
    /// A string, of which nobody knows whether it is the same object as another one with that text.
    Text(Rc<str>),
    /// An object that the run made.
    Made(usize),
    /// An object of this class that was there before: nothing of it is known but what it runs.
    Given(ClassId),
    Locale,
}

/// An object that the run made.
#[derive(Debug)]
pub(super) enum Object {
    /// Nothing was called on it.
    New(ClassId),
    /// What a constructor of `String` made.
    Text(Rc<str>),
    /// What a text is put together in, by its class: what its operations take.
    Builder(ClassId, Vec<Value>),
    List(List),
    /// What walks over a list: where that is, the number of the next element, and how often it was changed before.
    Iterator {
        list: usize,
        next: usize,
        changes: usize,
    },
    Stream(Stream),
    /// By the class that it is known by.
    Collector(ClassId, Collector),
    Function(Function),
    /// A box of a number, a character or a truth, by its class.
    Boxed(ClassId, Word),
    /// Its type, and what it holds.
    Array(TypeId, Vec<Word>),
}

/// A list.
#[derive(Debug, Clone)]
pub(super) struct List {
    /// Its class, or the interface by which alone it is known.
    pub(super) class: ClassId,
    pub(super) words: Vec<Word>,
    /// It takes what it is given; of others nobody says which of their methods throw.
    pub(super) grows: bool,
    /// How often elements came or went.
    pub(super) changes: usize,
}

/// A stream, and what is to be done with its elements.
#[derive(Debug, Clone)]
pub(super) struct Stream {
    pub(super) class: ClassId,
    pub(super) words: Vec<Word>,
    pub(super) stages: Vec<Stage>,
}

#[derive(Debug, Clone)]
pub(super) enum Stage {
    Map(Word),
    Filter(Word),
    /// How many may still go on.
    Limit(i64),
    /// How many are left out first.
    Skip(i64),
}

/// What the elements are collected in.
#[derive(Debug, Clone)]
pub(super) enum Collector {
    /// Between them, before, behind.
    Joining([String; 3]),
    List,
}

impl Stream {
    pub(super) fn of(class: ClassId, words: Vec<Word>) -> Self {
        Self { class, words, stages: Vec::new() }
    }
}

/// A function object (`LambdaMetafactory`).
#[derive(Debug, Clone)]
pub(super) struct Function {
    pub(super) interface: ClassId,
    /// The method of the interface.
    pub(super) name: Sym,
    pub(super) implementation: RawHandle,
    pub(super) captured: Vec<Word>,
}

/// The objects that a run made.
#[derive(Debug, Default)]
pub(super) struct Memory {
    objects: Vec<Object>,
    /// Arrays and lists of which there is a view: nobody may change them.
    frozen: FxHashSet<usize>,
    /// How much was put into them, in words and bytes; nothing is given back.
    held: usize,
    /// Whether the default locale was asked for.
    pub(super) asked_locale: Cell<bool>,
}

/// Classes of lists that grow.
const LISTS: [&str; 2] = ["java/util/ArrayList", "java/util/LinkedList"];

/// Most words and characters that the objects of a run hold: far more than names need.
const HELD: usize = 1 << 16;
/// Longest text, in bytes: one that is joined with itself doubles with each step.
const TEXT: usize = 4096;
/// Most texts that are kept apart in what is put together.
const PARTS: usize = 256;

impl Memory {
    pub(super) fn make(&mut self, object: Object) -> Result<Word, Ended> {
        self.take(match &object {
            Object::New(_) | Object::Boxed(..) | Object::Iterator { .. } | Object::Collector(..) => 1,
            Object::Stream(stream) => 1 + stream.words.len(),
            Object::Function(function) => 1 + function.captured.len(),
            Object::List(list) => 1 + list.words.len(),
            Object::Text(text) => text.len(),
            Object::Builder(_, parts) => parts.iter().map(Value::known_length).sum(),
            Object::Array(_, words) => words.len(),
        })?;
        self.objects.push(object);
        Ok(Word::Made(self.objects.len() - 1))
    }

    /// A builder of a class that holds these.
    pub(super) fn builder(class: ClassId, parts: Vec<Value>) -> Result<Object, Ended> {
        let length: usize = parts.iter().map(Value::known_length).sum();
        if length > TEXT || parts.len() > PARTS { Err(Ended::Unknown) } else { Ok(Object::Builder(class, parts)) }
    }

    /// Nothing is known where more is asked for than there is.
    pub(super) fn take(&mut self, more: usize) -> Result<(), Ended> {
        self.held += more;
        if self.held > HELD { Err(Ended::Unknown) } else { Ok(()) }
    }

    pub(super) fn object(&self, word: &Word) -> Result<&Object, Ended> {
        match word {
            Word::Made(at) => Ok(&self.objects[*at]),
            Word::Null => Err(Ended::Throws),
            _ => Err(Ended::Unknown),
        }
    }

    pub(super) fn object_mut(&mut self, word: &Word) -> Result<&mut Object, Ended> {
        match word {
            Word::Made(at) => Ok(&mut self.objects[*at]),
            Word::Null => Err(Ended::Throws),
            _ => Err(Ended::Unknown),
        }
    }

    /// An array or a list has a view from now on.
    pub(super) fn freeze(&mut self, of: &Word) {
        if let Word::Made(at) = of {
            self.frozen.insert(*at);
        }
    }

    /// The elements of an array or a list that is about to be changed.
    pub(super) fn words_mut(&mut self, of: &Word) -> Result<&mut Vec<Word>, Ended> {
        if matches!(of, Word::Made(at) if self.frozen.contains(at)) {
            return Err(Ended::Unknown);
        }
        match self.object_mut(of)? {
            Object::Array(_, words) | Object::List(List { words, .. }) => Ok(words),
            _ => Err(Ended::Unknown),
        }
    }

    /// The class of an object, by which calls on it find what they run.
    pub(super) fn class(&self, program: &Program, word: &Word) -> Result<ClassId, Ended> {
        let string = program.well_known().string;
        match word {
            Word::Null => Err(Ended::Throws),
            Word::Text(_) => Ok(string),
            Word::Given(class) => Ok(*class),
            Word::Made(at) => match &self.objects[*at] {
                Object::Text(_) => Ok(string),
                Object::New(class) | Object::Builder(class, _) | Object::Boxed(class, _) => Ok(*class),
                Object::List(list) => Ok(list.class),
                Object::Stream(stream) => Ok(stream.class),
                Object::Collector(class, _) => Ok(*class),
                Object::Function(function) => Ok(function.interface),
                Object::Iterator { .. } | Object::Array(..) => Err(Ended::Unknown),
            },
            Word::Int(_) | Word::Long(_) | Word::Locale => Err(Ended::Unknown),
        }
    }

    /// Whether an object that is there is of a type.
    pub(super) fn is_of(&self, program: &Program, word: &Word, ty: TypeId) -> Result<bool, Ended> {
        if let Ok(Object::Array(array, _)) = self.object(word) {
            return Ok(program.is_subtype(*array, ty));
        }
        let class = self.class(program, word)?;
        match program.is_subtype(program.class_type(class), ty) {
            // Of some only an interface is known, of others not all that is above.
            false
                if program.class(class).access & access::INTERFACE != 0
                    || program.supertypes(class).iter().any(|&above| program.class(above).phantom.is_some()) =>
            {
                Err(Ended::Unknown)
            }
            is => Ok(is),
        }
    }

    /// The text that an object has, or is put together in; nothing is known of what others print.
    pub(super) fn text(&self, program: &Program, word: &Word) -> Result<Value, Ended> {
        if let Some(text) = self.string(word) {
            return Ok(Value::from(&**text));
        }
        match self.object(word) {
            Err(Ended::Throws) => Ok(Value::Null),
            Ok(Object::Builder(class, state)) => {
                let print = listed(program.class_name(*class), "toString", "()Ljava/lang/String;");
                match print.map(|effect| effect.gives) {
                    Some(Gives::Text(function)) => function(state),
                    _ => Err(Ended::Unknown),
                }
            }
            Ok(Object::Boxed(class, Word::Int(value))) => {
                let value = [Value::Number((*value).into())];
                match program.class_name(*class) {
                    "java/lang/Character" => character(&value),
                    "java/lang/Boolean" => boolean(&value),
                    _ => itself(&value),
                }
            }
            Ok(Object::Boxed(_, Word::Long(value))) => Ok(Value::Number(*value)),
            _ => Err(Ended::Unknown),
        }
    }

    /// Whether both are one object, if anybody knows.
    pub(super) fn are_same(&self, one: &Word, other: &Word) -> Result<bool, Ended> {
        match (one, other) {
            (Word::Null, Word::Null) => Ok(true),
            (Word::Null, _) | (_, Word::Null) => Ok(false),
            (Word::Made(one), Word::Made(other)) if one == other => Ok(true),
            _ => match (self.string(one), self.string(other)) {
                (Some(one), Some(other)) if Rc::ptr_eq(one, other) => Ok(true),
                (Some(one), Some(other)) if one == other => Err(Ended::Unknown),
                (None, None) if !self.is_new(one) && !self.is_new(other) => Err(Ended::Unknown),
                _ => Ok(false),
            },
        }
    }

    /// Whether the object is no other than itself: it was made by an instruction. Boxes, lists that do not change and functions may be
    /// made once for many places.
    fn is_new(&self, word: &Word) -> bool {
        matches!(
            self.object(word),
            Ok(Object::New(_) | Object::Builder(..) | Object::Array(..) | Object::List(List { grows: true, .. }))
        )
    }

    /// The text of what is a string.
    pub(super) fn string<'m>(&'m self, word: &'m Word) -> Option<&'m Rc<str>> {
        match word {
            Word::Text(text) => Some(text),
            Word::Made(at) => match &self.objects[*at] {
                Object::Text(text) => Some(text),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Whether objects of a class are followed: those in which texts are put together, and strings.
pub(super) fn is_followed(class: &str) -> bool {
    has_state(class) || class == STRING || is_list(class)
}

/// Whether it is a class of lists that a run may make.
pub(super) fn is_list(class: &str) -> bool {
    LISTS.contains(&class)
}

/// A known text as a string.
pub(super) fn text(value: &Value) -> Result<Word, Ended> {
    match value.text() {
        Some(text) if text.len() <= TEXT => Ok(Word::Text(Rc::from(text))),
        _ => Err(Ended::Unknown),
    }
}

/// Texts that become one, with something between them.
pub(super) struct Texts<'t> {
    between: &'t str,
    texts: Vec<String>,
    length: usize,
}

impl<'t> Texts<'t> {
    pub(super) fn new(between: &'t str) -> Self {
        Self { between, texts: Vec::new(), length: 0 }
    }

    /// Nothing is known of null, nor of more than is kept.
    pub(super) fn add(&mut self, text: &Value) -> Result<(), Ended> {
        let text = text.text().ok_or(Ended::Unknown)?;
        self.length += text.len() + self.between.len();
        if self.length > TEXT {
            return Err(Ended::Unknown);
        }
        self.texts.push(text.to_owned());
        Ok(())
    }

    pub(super) fn joined(&self, before: &str, after: &str) -> Result<Word, Ended> {
        text(&Value::from(format!("{before}{}{after}", self.texts.join(self.between))))
    }
}
