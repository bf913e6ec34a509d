//! Methods that compute texts, run on arguments that are known. A method that works on what it is given and on what it made itself
//! gives what it gives in a JVM; one that does anything else gives nothing here, and is said to. Owns the runs and their limits.
//! Must not know pointers, abstract objects or who asks.

mod arithmetic;
mod bodies;
mod intrinsics;
mod memory;
mod objects;
mod operations;
mod run;
mod runnable;
mod sequences;
mod streams;

use std::cell::RefCell;
use std::rc::Rc;

use crate::base::FxHashMap;
use crate::program::{ClassId, MethodId, Program, TypeId, access};
use crate::strings::operations::LOCALES;
use crate::strings::{Ended, Value};
use bodies::Bodies;
use memory::{Object, Word};
use operations::Suppose;
use run::Run;
use runnable::Runnable;

/// What null is printed as, and what stands for it to see where it gets to: as long, of characters that nothing changes.
const NULL: &str = "null";
const MARK: &str = "\u{7f}\u{7f}\u{7f}\u{7f}";

/// An argument that is known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Argument {
    /// A text, null, or a number, `char` or `boolean`.
    Value(Value),
    /// A `long`.
    Long(i64),
    /// An array of texts, of that type.
    Texts(TypeId, Vec<Value>),
    /// The receiver, an object of this class.
    Receiver(ClassId),
}

/// Runs methods, and keeps what it learned of them.
#[derive(Default)]
pub struct Interpreter {
    bodies: Bodies,
    runnable: Runnable,
    known: RefCell<FxHashMap<Question, Result<Vec<Value>, Ended>>>,
}

/// A method, its arguments, and whether null may be printed.
type Question = (MethodId, Vec<Argument>, bool);

impl Interpreter {
    /// What a method returns for these arguments, one value for each of the [`LOCALES`] that may be the default one: a text or
    /// null. Of one that throws nothing.
    ///
    /// `prints_null`: whether results count in which null was printed. Where it is only supposed that an argument is null they do
    /// not, as it is with what no method makes (docs/analysis.md, Strings).
    ///
    /// # Errors
    /// [`Ended::Unknown`] where the method does more than to compute, or goes beyond the limits of a run.
    pub fn results(
        &self,
        program: &Program,
        method: MethodId,
        args: &[Argument],
        prints_null: bool,
    ) -> Result<Vec<Value>, Ended> {
        let question = (method, args.to_vec(), prints_null);
        if let Some(known) = self.known.borrow().get(&question) {
            return known.clone();
        }
        let in_locale = |locale| {
            let of = |null| self.result(program, method, args, Suppose { null, locale });
            let result = of(NULL)?;
            // Nobody meant the text of a null that is only supposed.
            match of(MARK) {
                Ok(Value::Const(marked)) if !prints_null && marked.contains(&MARK[..1]) => Err(Ended::Throws),
                _ => Ok(result),
            }
        };
        let mut results = Ok(Vec::new());
        for locale in LOCALES {
            match (in_locale(locale), &mut results) {
                (Ok(value), Ok(results)) if !results.contains(&value) => results.push(value),
                (Ok(_) | Err(Ended::Throws), _) => {}
                (Err(Ended::Unknown), results) => *results = Err(Ended::Unknown),
            }
        }
        self.known.borrow_mut().insert(question, results.clone());
        results
    }

    /// Whether it is worth to run a method: its code, or what it is overridden by where it has none, may do nothing but to compute,
    /// and more than to return what it is given.
    pub fn may_compute(&self, program: &Program, method: MethodId) -> bool {
        match self.bodies.of(program, method) {
            Some(body) => body.given().is_none() && self.runnable.is(program, &self.bodies, method),
            None => program.method(method).access & access::ABSTRACT != 0,
        }
    }

    fn result(&self, program: &Program, method: MethodId, args: &[Argument], suppose: Suppose) -> Result<Value, Ended> {
        let mut run = Run::new(program, &self.bodies, suppose);
        let text = |value: &Value| match value {
            Value::Const(text) => Ok(Word::Text(Rc::from(text.as_str()))),
            Value::Null => Ok(Word::Null),
            Value::Number(number) => i32::try_from(*number).map(Word::Int).map_err(|_| Ended::Unknown),
            _ => Err(Ended::Unknown),
        };
        let mut words = Vec::new();
        for arg in args {
            words.push(match arg {
                Argument::Receiver(class) => Word::Given(*class),
                Argument::Value(value) => text(value)?,
                Argument::Long(number) => Word::Long(*number),
                Argument::Texts(ty, values) => {
                    let texts = values.iter().map(text).collect::<Result<_, _>>()?;
                    run.memory.make(Object::Array(*ty, texts))?
                }
            });
        }
        let given = run.call(method, words)?.ok_or(Ended::Unknown)?;
        match given {
            Word::Null => Ok(Value::Null),
            // Another object than a string is no text yet.
            word => run.memory.string(&word).map(|text| Value::from(&**text)).ok_or(Ended::Unknown),
        }
    }
}
