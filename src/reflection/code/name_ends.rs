//! How a name that is put together at a call begins and ends, whatever stands between: literals of a concatenation, which name
//! few of the members of a class. Must not know what strings arrive.

use crate::classfile::RawConst;
use crate::ir::facts::{Facts, Use};
use crate::ir::{ConstValue, Op, Var};
use crate::program::{ClassId, MethodRef, Program};
use crate::strings::recipe::{self, Element};
use crate::strings::{Hole, Piece, Template};

/// What is known of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::reflection) struct Ends {
    start: String,
    end: String,
}

impl Ends {
    /// Of a variable of a body in a class.
    pub(in crate::reflection) fn of(program: &Program, class: ClassId, facts: &Facts<'_>, var: Var) -> Self {
        match facts.stmt(facts.behind_casts(var)).map(|stmt| &stmt.op) {
            Some(Op::InvokeDynamic { bootstrap, args, .. }) => Self::joined(program, class, *bootstrap, args.len()),
            Some(Op::Invoke { method, args, .. }) if is_of_builder(program, *method, "toString") => {
                let &[builder] = &args[..] else { return Self::default() };
                Self::built(program, facts, builder)
            }
            Some(Op::Invoke { method, args, .. }) if is_concat(program, *method) => {
                // It is no method of the API, and has no row.
                let &[start, end] = &args[..] else { return Self::default() };
                let literal = |var: Var| match facts.constant_of(var) {
                    Some(&ConstValue::Str { text, lossy: false }) => program.str(text).to_owned(),
                    _ => String::new(),
                };
                Self { start: literal(start), end: literal(end) }
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
        let (true, Some((&RawConst::Str { text, lossy: false }, constants))) = (is_join, bootstrap.args.split_first())
        else {
            return Self::default();
        };
        let constants = constants.iter().map(|constant| match *constant {
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

    /// Of what a builder holds that is made for this text and appended to in one row (JLS 15.18.1, as compilers before Java 9
    /// put texts together).
    fn built(program: &Program, facts: &Facts<'_>, builder: Var) -> Self {
        let literal = |var: Var| match facts.constant_of(var) {
            Some(&ConstValue::Str { text, lossy: false }) => Some(program.str(text).to_owned()),
            _ => None,
        };
        // Last first.
        let mut pieces: Vec<Option<String>> = Vec::new();
        let mut at = builder;
        loop {
            match facts.stmt(at).map(|stmt| &stmt.op) {
                Some(Op::Invoke { method, args, .. }) if is_of_builder(program, *method, "append") => {
                    let (&[before, appended], [_]) = (&args[..], facts.uses(at)) else { return Self::default() };
                    pieces.push(literal(appended));
                    at = before;
                }
                Some(Op::New { .. }) => break,
                _ => return Self::default(),
            }
        }
        // It is initialised, and then used once more.
        let made = facts.uses(at).iter().map(|usage| match *usage {
            Use::Stmt(block, nth) => match &facts.body().blocks[block].stmts[nth as usize].op {
                Op::Invoke { method, args, .. } => Some((*method, &args[..])),
                _ => None,
            },
            _ => None,
        });
        let made: Option<Vec<(MethodRef, &[Var])>> = made.collect();
        let [(first, given), _] = made.as_deref().unwrap_or_default() else { return Self::default() };
        match given {
            _ if !is_of_builder(program, *first, "<init>") => return Self::default(),
            [_] => {}
            // A text, or the room that it has.
            [_, text] => match facts.constant_of(*text) {
                Some(ConstValue::Int(_)) => {}
                _ => pieces.push(literal(*text)),
            },
            _ => return Self::default(),
        }
        let known = |pieces: &mut dyn Iterator<Item = &Option<String>>| -> Vec<String> {
            pieces.map_while(Clone::clone).collect()
        };
        let start = known(&mut pieces.iter().rev());
        let is_whole = start.len() == pieces.len();
        let mut end = if is_whole { Vec::new() } else { known(&mut pieces.iter()) };
        end.reverse();
        Self { start: start.concat(), end: end.concat() }
    }

    /// The text with what stands between, if something of it is known.
    pub(in crate::reflection) fn template(&self) -> Option<Template> {
        let Self { start, end } = self;
        let pieces = [Piece::from(&**start), Piece::Hole(Hole::Any), Piece::from(&**end)];
        (!start.is_empty() || !end.is_empty()).then(|| Template::of_pieces(pieces))
    }

    /// Whether the text may be a name.
    pub(in crate::reflection) fn fit(&self, name: &str) -> bool {
        name.strip_prefix(&*self.start).is_some_and(|rest| rest.ends_with(&*self.end))
    }
}

fn is_of_builder(program: &Program, method: MethodRef, name: &str) -> bool {
    let data = program.method_ref_data(method);
    let owner = program.descriptor(data.owner);
    matches!(&*owner, "Ljava/lang/StringBuilder;" | "Ljava/lang/StringBuffer;") && program.str(data.name) == name
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
