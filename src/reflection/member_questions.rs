//! Branches that ask a member something, as the rows of the methods they call say what is asked. Must not know the ways between
//! branches, nor what members answer.

use crate::base::Sym;
use crate::ir::facts::Facts;
use crate::ir::{ConstValue, Op, Terminator, Var};
use crate::program::{MethodRef, Program, TypeId};

use super::api::row::Row;
use super::api::table::ApiTable;
use super::attempt::Gives;
use super::member_tests::{Test, question_about};
use super::primitives::primitive_type;
use super::site::Role;

/// A two-way branch on a test of a member.
#[derive(Debug)]
pub(super) struct Branch {
    /// The member, behind casts.
    pub(super) of: Var,
    pub(super) test: Test,
    /// The jump is taken if the test has this outcome.
    pub(super) holds: bool,
}

impl Branch {
    pub(super) fn of(program: &Program, facts: &Facts<'_>, terminator: &Terminator) -> Option<Self> {
        let Terminator::If { cond, args, .. } = terminator else { return None };
        let reader = Reader { program, facts };
        let (of, test, holds) = match (*cond, args.as_slice()) {
            ("ifeq" | "ifne", &[value]) if reader.question(value).is_some() => {
                let (of, test) = reader.question(value)?;
                (of, test, *cond == "ifne")
            }
            ("ifnull" | "ifnonnull", &[value]) => {
                let (of, test) = reader.annotation(Gives::Annotation, value)?;
                (of, test, *cond == "ifnonnull")
            }
            ("if_acmpeq" | "if_acmpne", &[one, other]) => {
                let (of, test) = reader.same_class(one, other).or_else(|| reader.same_class(other, one))?;
                (of, test, *cond == "if_acmpeq")
            }
            (_, &[value]) => (reader.count(value)?, Test::Parameters(cond, 0), true),
            (_, &[value, count]) => (reader.count(value)?, Test::Parameters(cond, reader.int(count)?), true),
            _ => return None,
        };
        Some(Self { of, test, holds })
    }
}

/// Reads what a variable holds as a question to a member.
struct Reader<'r, 'b> {
    program: &'r Program,
    facts: &'r Facts<'b>,
}

/// A call of a method with a row: what it gives, and what it is given.
struct Asked<'b> {
    gives: Gives,
    row: &'static Row,
    args: &'b [Var],
}

impl<'b> Reader<'_, 'b> {
    /// The call that gives a variable.
    fn call(&self, var: Var) -> Option<(MethodRef, &'b [Var])> {
        match &self.facts.stmt(var)?.op {
            Op::Invoke { method, args, .. } => Some((*method, args)),
            _ => None,
        }
    }

    fn asked(&self, var: Var) -> Option<Asked<'b>> {
        let (method, args) = self.call(var)?;
        let row = ApiTable::get().known(self.program, self.program.resolve_method(method)?)?;
        Some(Asked { gives: row.gives?, row, args })
    }

    /// The member that the call is about, behind casts.
    fn about(&self, asked: &Asked<'b>) -> Option<Var> {
        asked.row.argument(Role::Mirror, asked.args).map(|member| self.facts.behind_casts(member))
    }

    /// The member that is asked for this, where a variable holds the answer.
    fn member(&self, for_what: Gives, var: Var) -> Option<Var> {
        let asked = self.asked(var).filter(|asked| asked.gives == for_what)?;
        self.about(&asked)
    }

    fn text(&self, var: Var) -> Option<Sym> {
        match *self.facts.constant_of(var)? {
            ConstValue::Str { text, lossy: false } => Some(text),
            _ => None,
        }
    }

    fn int(&self, var: Var) -> Option<i32> {
        match *self.facts.constant_of(var)? {
            ConstValue::Int(value) => Some(value),
            _ => None,
        }
    }

    fn class(&self, var: Var) -> Option<TypeId> {
        match self.facts.stmt(self.facts.behind_casts(var))?.op {
            Op::Const { value: ConstValue::Class(ty), .. } => Some(ty),
            Op::GetStatic { field, .. } => primitive_type(self.program, field),
            _ => None,
        }
    }

    /// A call that gives true or false.
    fn question(&self, var: Var) -> Option<(Var, Test)> {
        if let Some(found) = self.of_name(var) {
            return Some(found);
        }
        let asked = self.asked(var)?;
        match (asked.gives, asked.args) {
            (Gives::IsSame, &[one, other]) => self.same_class(one, other).or_else(|| self.same_class(other, one)),
            (Gives::HasFlag(flag), _) => {
                let of_modifiers = || self.member(Gives::Modifiers, asked.row.argument(Role::Value, asked.args)?);
                Some((self.about(&asked).or_else(of_modifiers)?, Test::Flag(flag)))
            }
            (Gives::IsAnnotated, _) => self.annotation(Gives::IsAnnotated, var),
            _ => None,
        }
    }

    /// What an operation on strings says of a name and a constant.
    fn of_name(&self, var: Var) -> Option<(Var, Test)> {
        let (method, &[one, other]) = self.call(var)? else { return None };
        question_about(self.program, method)?;
        let with = |name: Var, constant: Var, is_first: bool| {
            Some((self.member(Gives::MemberName, name)?, Test::Name(method, self.text(constant)?, is_first)))
        };
        with(one, other, true).or_else(|| with(other, one, false))
    }

    /// A question for an annotation, by a method that gives it or says whether it is there.
    fn annotation(&self, gives: Gives, var: Var) -> Option<(Var, Test)> {
        let asked = self.asked(self.facts.behind_casts(var)).filter(|asked| asked.gives == gives)?;
        let annotation = self.class(asked.row.argument(Role::Class, asked.args)?)?;
        let descriptor = self.program.sym(&self.program.descriptor(annotation));
        Some((self.about(&asked)?, Test::Annotated(descriptor)))
    }

    /// A class that a member is asked for, and the class literal that it is compared with.
    fn same_class(&self, asked: Var, literal: Var) -> Option<(Var, Test)> {
        let ty = self.class(literal)?;
        let of_type = self.member(Gives::MemberType, asked).map(|member| (member, Test::Type(ty)));
        of_type.or_else(|| Some((self.member(Gives::Declarer, asked)?, Test::Declarer(ty))))
    }

    /// The member whose parameters a variable counts.
    fn count(&self, var: Var) -> Option<Var> {
        match self.facts.stmt(var)?.op {
            Op::ArrayLength { array, .. } => self.member(Gives::ParameterTypes, array),
            _ => self.member(Gives::ParameterCount, var),
        }
    }
}
