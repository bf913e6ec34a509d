//! What branches ask of a text: an operation on it and another text that gives a number. Must not know whose name the text is.

use crate::program::{MethodRef, Program};
use crate::strings::{Value, operations};

/// An operation on two texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::reflection) struct TextTest {
    method: MethodRef,
    /// What is known of the other text.
    other: Value,
    /// The text that is asked comes first.
    is_first: bool,
}

impl TextTest {
    pub(in crate::reflection) fn new(method: MethodRef, other: Value, is_first: bool) -> Self {
        Self { method, other, is_first }
    }

    /// The one text for which it holds, if there is such.
    pub(in crate::reflection) fn only(&self, program: &Program) -> Option<&str> {
        self.other.text().filter(|_| operations::is_equality(program, self.method))
    }

    /// Whether it holds for a text; `None` if that is not known.
    pub(in crate::reflection) fn outcome(&self, program: &Program, text: String) -> Option<bool> {
        let function = question_about(program, self.method)?;
        let mut texts = [Value::from(text), self.other.clone()];
        if !self.is_first {
            texts.reverse();
        }
        match function(&texts) {
            Ok(Value::Number(answer)) => Some(answer != 0),
            _ => None,
        }
    }
}

/// The function behind an operation on two texts that gives a number.
pub(in crate::reflection) fn question_about(program: &Program, method: MethodRef) -> Option<operations::Function> {
    let (effect, _) = operations::of_call(program, method)?;
    match effect.gives {
        operations::Gives::Value(function) if effect.operands.len() == 2 => Some(function),
        _ => None,
    }
}
