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

use std::cell::{Cell, RefCell};

use crate::base::FxHashMap;
use crate::program::{ClassId, MethodId, Program, TypeId, access};
use crate::strings::operations::LOCALES;
use crate::strings::{Ended, Value};
use bodies::Bodies;
use memory::{Object, Word, text};
use operations::Suppose;
use run::Run;
use runnable::Runnable;

/// What null is printed as, and what stands for it to see where it gets to: as long, of characters that nothing changes.
const NULL: &str = "null";
const MARK: &str = "\u{7f}\u{7f}\u{7f}\u{7f}";

/// Most steps of all runs together: what a hostile program is given of them, some seconds.
const STEPS_OF_ALL: usize = 20_000_000;

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

/// Methods of the JDK that runs know by name besides the operations on texts: class, name and descriptor, as in class files.
pub fn intrinsics() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    intrinsics::rows()
}

/// Runs methods, and keeps what it learned of them.
#[derive(Default)]
pub struct Interpreter {
    bodies: Bodies,
    runnable: Runnable,
    /// How many steps all runs went together.
    steps: Cell<usize>,
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
            let (result, asked_locale) = of(NULL);
            // Nobody meant the text of a null that is only supposed.
            let is_printed = |result: &Value| match (of(MARK).0, result) {
                (Ok(Value::Const(marked)), Value::Const(result)) => {
                    marked.contains(MARK) && marked.replace(MARK, NULL).eq_ignore_ascii_case(result)
                }
                _ => false,
            };
            let counts = |result: &Value| prints_null || !is_printed(result);
            (result.and_then(|result| if counts(&result) { Ok(result) } else { Err(Ended::Throws) }), asked_locale)
        };
        let mut results = Ok(Vec::new());
        for locale in LOCALES {
            let (result, asked_locale) = in_locale(locale);
            match (result, &mut results) {
                (Ok(value), Ok(results)) if !results.contains(&value) => results.push(value),
                (Ok(_) | Err(Ended::Throws), _) => {}
                (Err(Ended::Unknown), results) => *results = Err(Ended::Unknown),
            }
            if !asked_locale {
                break;
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

    /// What a run gives, and whether the default locale was asked for.
    fn result(
        &self,
        program: &Program,
        method: MethodId,
        args: &[Argument],
        suppose: Suppose,
    ) -> (Result<Value, Ended>, bool) {
        let left = STEPS_OF_ALL.saturating_sub(self.steps.get());
        let mut run = Run::new(program, &self.bodies, suppose, left);
        let before = run.steps;
        let result = given(&mut run, method, args);
        self.steps.set(self.steps.get() + before - run.steps);
        (result, run.memory.asked_locale.get())
    }
}

/// What the method gives in that run.
fn given(run: &mut Run<'_>, method: MethodId, args: &[Argument]) -> Result<Value, Ended> {
    let word = |value: &Value| match value {
        Value::Const(_) => text(value),
        Value::Null => Ok(Word::Null),
        Value::Number(number) => i32::try_from(*number).map(Word::Int).map_err(|_| Ended::Unknown),
        _ => Err(Ended::Unknown),
    };
    let mut words = Vec::new();
    for arg in args {
        words.push(match arg {
            Argument::Receiver(class) => Word::Given(*class),
            Argument::Value(value) => word(value)?,
            Argument::Long(number) => Word::Long(*number),
            Argument::Texts(ty, values) => {
                let texts = values.iter().map(word).collect::<Result<_, _>>()?;
                run.memory.make(Object::Array(*ty, texts))?
            }
        });
    }
    match run.call(method, words)?.ok_or(Ended::Unknown)? {
        Word::Null => Ok(Value::Null),
        // Another object than a string is no text yet.
        word => run.memory.string(&word).map(|text| Value::from(&**text)).ok_or(Ended::Unknown),
    }
}
