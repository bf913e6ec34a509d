//! How a name that is put together at a call begins and ends, whatever stands between: literals of a concatenation, which name
//! few of the members of a class. Must not know what strings arrive.

use crate::classfile::RawConst;
use crate::ir::facts::Facts;
use crate::ir::{Body, ConstValue, Op, Var};
use crate::program::{ClassId, MethodRef, Program};
use crate::strings::recipe::{self, Element};

/// What is known of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Ends {
    start: String,
    end: String,
}

impl Ends {
    /// Of a variable of a body in a class.
    pub(super) fn of(program: &Program, class: ClassId, body: &Body, var: Var) -> Self {
        let facts = Facts::of(body);
        match facts.stmt(facts.behind_casts(var)).map(|stmt| &stmt.op) {
            Some(Op::InvokeDynamic { bootstrap, args, .. }) => Self::joined(program, class, *bootstrap, args.len()),
            Some(Op::Invoke { method, args, .. }) if is_concat(program, *method) => {
                let literal = |var: Option<&Var>| match var.and_then(|&var| facts.constant_of(var)) {
                    Some(&ConstValue::Str { text, lossy: false }) => program.str(text).to_owned(),
                    _ => String::new(),
                };
                Self { start: literal(args.first()), end: literal(args.get(1)) }
            }
            _ => Self::default(),
        }
    }

    /// Of what a bootstrap of `StringConcatFactory` joins.
    fn joined(program: &Program, class: ClassId, bootstrap: u16, arguments: usize) -> Self {
        let Some(bootstrap) = program.class(class).bootstraps.get(usize::from(bootstrap)) else {
            return Self::default();
        };
        let member = bootstrap.handle.member;
        let is_join = program.str(member.owner) == "java/lang/invoke/StringConcatFactory"
            && program.str(member.name) == "makeConcatWithConstants";
        let (true, Some(&RawConst::Str { text, lossy: false })) = (is_join, bootstrap.args.first()) else {
            return Self::default();
        };
        let constants = bootstrap.args.iter().skip(1).map(|constant| match *constant {
            RawConst::Str { text, lossy: false } => Some(program.str(text)),
            _ => None,
        });
        let elements = recipe::elements(program.str(text), arguments, constants);
        let literal = |element: Option<&Element>| match element {
            Some(Element::Literal(text)) => text.clone(),
            _ => String::new(),
        };
        // A single literal does not end behind itself.
        Self { start: literal(elements.first()), end: literal(elements.last().filter(|_| elements.len() > 1)) }
    }

    /// Whether the text may be a name.
    pub(super) fn fit(&self, name: &str) -> bool {
        name.strip_prefix(&*self.start).is_some_and(|rest| rest.ends_with(&*self.end))
    }
}

fn is_concat(program: &Program, method: MethodRef) -> bool {
    let data = program.method_ref_data(method);
    program.descriptor(data.owner) == "Ljava/lang/String;" && program.str(data.name) == "concat"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_name_do_not_overlap() {
        let ends = |start: &str, end: &str| Ends { start: start.to_owned(), end: end.to_owned() };
        assert!(Ends::default().fit("any"));
        assert!(
            ends("get", "").fit("get") && ends("get", "Name").fit("getName") && ends("get", "Name").fit("getAName")
        );
        assert!(!ends("get", "").fit("isSet") && !ends("get", "").fit("ge") && !ends("abc", "cd").fit("abcd"));
    }
}
