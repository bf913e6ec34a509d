//! Branches that ask a member or a class something, as the rows of the methods they call say what is asked. Must not know the
//! ways between branches, nor what members and classes answer.

use crate::classfile::{Cond, Relation};
use crate::ir::facts::{Facts, Use};
use crate::ir::{ConstValue, Op, Terminator, Var};
use crate::program::{ClassId, MethodRef, Program, TypeId};
use crate::strings::Value;

use super::super::api::row::Row;
use super::super::api::table::ApiTable;
use super::super::code::class_tests::ClassTest;
use super::super::code::member_tests::{Test, Which};
use super::super::code::name_ends::Ends;
use super::super::code::text_tests::{TextTest, question_about};
use super::super::terms::attempt::Gives;
use super::super::terms::class_names::NameForm;
use super::super::terms::primitives::primitive_type;
use super::super::terms::site::Role;

/// What is asked, behind casts: a member, or the class that it gives, of which the same is said.
pub(in crate::reflection) type Asks = Vec<(Var, Test)>;

/// A two-way branch on a test of a member or class.
#[derive(Debug)]
pub(super) struct Branch {
    pub(in crate::reflection) asks: Asks,
    /// The jump is taken if the test has this outcome.
    pub(in crate::reflection) holds: bool,
}

impl Branch {
    pub(in crate::reflection) fn of(reader: &Reader<'_, '_>, terminator: &Terminator) -> Option<Self> {
        let Terminator::If { cond, args, .. } = terminator else { return None };
        let (asks, holds) = match (*cond, args.as_slice()) {
            (Cond::Int(Relation::Eq | Relation::Ne), &[value]) if reader.question(value).is_some() => {
                (reader.question(value)?, *cond == Cond::Int(Relation::Ne))
            }
            (Cond::Null | Cond::NonNull, &[value]) => {
                (reader.annotation(Gives::Annotation, value)?, *cond == Cond::NonNull)
            }
            (Cond::Same | Cond::Different, &[one, other]) => (reader.same_class(one, other)?, *cond == Cond::Same),
            (_, &[value]) => (vec![(reader.count(value)?, Test::Parameters(*cond, 0))], true),
            (_, &[value, count]) => (vec![(reader.count(value)?, Test::Parameters(*cond, reader.int(count)?))], true),
            _ => return None,
        };
        Some(Self { asks, holds })
    }
}

/// Reads what a variable holds as a question to a member.
pub(super) struct Reader<'r, 'b> {
    pub(in crate::reflection) program: &'r Program,
    /// The class that has the body.
    pub(in crate::reflection) class: ClassId,
    pub(in crate::reflection) facts: &'r Facts<'b>,
    /// What is asked of the class of an object is asked of the variable that has the object.
    pub(in crate::reflection) of_objects: bool,
}

/// A call of a method with a row: what it gives, and what it is given.
struct Asked<'b> {
    gives: Gives,
    row: &'static Row,
    args: &'b [Var],
}

impl<'b> Reader<'_, 'b> {
    /// The object whose class a variable holds: it never changes (JDK javadoc of `Object.getClass`).
    pub(super) fn object(&self, class: Var) -> Option<Var> {
        self.member(Gives::ClassOfObject, self.facts.behind_casts(class))
    }

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

    /// The member or object that the call is about, behind casts.
    fn about(&self, asked: &Asked<'b>) -> Option<Var> {
        asked.row.argument(Role::Mirror, asked.args).map(|member| self.facts.behind_casts(member))
    }

    /// The member or object that is asked for this, where a variable holds the answer.
    fn member(&self, for_what: Gives, var: Var) -> Option<Var> {
        let asked = self.asked(var).filter(|asked| asked.gives == for_what)?;
        self.about(&asked)
    }

    /// What is known of a text, if something is.
    fn text(&self, var: Var) -> Option<Value> {
        match self.facts.constant_of(var) {
            Some(&ConstValue::Str { text, lossy: false }) => Some(Value::from(self.program.str(text))),
            Some(_) => None,
            None => Ends::of(self.program, self.class, self.facts, var).template().map(Value::Template),
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
    pub(super) fn question(&self, var: Var) -> Option<Asks> {
        if let Some(found) = self.of_name(var) {
            return Some(found);
        }
        if self.of_objects
            && let Op::InstanceOf { src, ty, .. } = self.facts.stmt(var)?.op
        {
            let test = Test::Class(Which::Itself, ClassTest::SubtypeOf(ty));
            return Some(vec![(self.facts.behind_casts(src), test)]);
        }
        let asked = self.asked(var)?;
        match (asked.gives, asked.args) {
            (Gives::IsSame, &[one, other]) => self.same_class(one, other),
            (Gives::IsSubtype, &[above, below]) => match (self.class(above), self.class(below)) {
                (Some(above), None) => Some(self.of_class(below, ClassTest::SubtypeOf(above))),
                (None, Some(below)) => Some(self.of_class(above, ClassTest::SupertypeOf(below))),
                _ => None,
            },
            (Gives::IsOfSort(sort), &[class]) => Some(self.of_class(class, ClassTest::Sort(sort))),
            (Gives::HasFlag(flag), _) => {
                let Some(modifiers) = asked.row.argument(Role::Value, asked.args) else {
                    return Some(vec![(self.about(&asked)?, Test::Flag(flag))]);
                };
                let of_class =
                    || Some(self.of_class(self.member(Gives::ClassModifiers, modifiers)?, ClassTest::Flag(flag)));
                let of_member = |member| vec![(member, Test::Flag(flag))];
                self.member(Gives::Modifiers, modifiers).map(of_member).or_else(of_class)
            }
            (Gives::IsDefault, _) => Some(vec![(self.about(&asked)?, Test::Default)]),
            (Gives::IsAnnotated, _) => self.annotation(Gives::IsAnnotated, var),
            _ => None,
        }
    }

    /// What an operation on strings says of a name and a text of which something is known.
    fn of_name(&self, var: Var) -> Option<Asks> {
        let (method, &[one, other]) = self.call(var)? else { return None };
        question_about(self.program, method)?;
        let with = |name: Var, text: Var, is_first: bool| {
            let member = self.member(Gives::MemberName, name);
            let class = if member.is_some() { None } else { Some(self.class_named(name)?) };
            let test = TextTest::new(method, self.text(text)?, is_first);
            match (member, class) {
                (Some(member), _) => Some(vec![(member, Test::Name(test))]),
                (None, Some((class, form))) => Some(self.of_class(class, ClassTest::Name(form, test))),
                (None, None) => None,
            }
        };
        with(one, other, true).or_else(|| with(other, one, false))
    }

    /// The class whose name a variable holds.
    fn class_named(&self, name: Var) -> Option<(Var, NameForm)> {
        let asked = self.asked(name)?;
        match asked.gives {
            Gives::ClassName(form) => Some((self.about(&asked)?, form)),
            Gives::PackageName => Some((self.member(Gives::PackageOfClass, self.about(&asked)?)?, NameForm::Package)),
            _ => None,
        }
    }

    /// A question for an annotation, by a method that gives it or says whether it is there.
    fn annotation(&self, gives: Gives, var: Var) -> Option<Asks> {
        let asked = self.asked(self.facts.behind_casts(var)).filter(|asked| asked.gives == gives)?;
        let annotation = self.class(asked.row.argument(Role::Class, asked.args)?)?;
        let descriptor = self.program.sym(&self.program.descriptor(annotation));
        Some(vec![(self.about(&asked)?, Test::Annotated(descriptor))])
    }

    /// A class, and the class literal that it is compared with.
    fn same_class(&self, one: Var, other: Var) -> Option<Asks> {
        match (self.class(one), self.class(other)) {
            (None, Some(ty)) => Some(self.of_class(one, ClassTest::Is(ty))),
            (Some(ty), None) => Some(self.of_class(other, ClassTest::Is(ty))),
            _ => None,
        }
    }

    /// What is asked of a class, and so of the member that it is got from.
    fn of_class(&self, class: Var, test: ClassTest) -> Asks {
        let class = self.facts.behind_casts(class);
        let of_type = || self.member(Gives::MemberType, class).map(|member| (member, Which::Type));
        let of_declarer = || self.member(Gives::Declarer, class).map(|member| (member, Which::Declarer));
        let of_member = of_type().or_else(of_declarer).or_else(|| self.parameter(class));
        let of_member = of_member.map(|(member, which)| (member, Test::Class(which, test.clone())));
        let of_object = if self.of_objects { self.object(class) } else { None };
        of_member.into_iter().chain([(of_object.unwrap_or(class), Test::Class(Which::Itself, test))]).collect()
    }

    /// The member of which a class is the type of a parameter: an element of an array that is only read.
    fn parameter(&self, class: Var) -> Option<(Var, Which)> {
        let Op::ArrayLoad { array, index, .. } = self.facts.stmt(class)?.op else { return None };
        let member = self.member(Gives::ParameterTypes, array)?;
        let is_read = |at: &Use| match *at {
            Use::Stmt(block, nth) => {
                let op = &self.facts.body().blocks[block].stmts[nth as usize].op;
                matches!(op, Op::ArrayLoad { .. } | Op::ArrayLength { .. })
            }
            Use::Terminator(block) => matches!(self.facts.body().blocks[block].terminator, Terminator::If { .. }),
            Use::Phi(..) => false,
        };
        let at = u32::try_from(self.int(index)?).ok()?;
        self.facts.uses(array).iter().all(is_read).then_some((member, Which::Parameter(at)))
    }

    /// The member whose parameters a variable counts.
    fn count(&self, var: Var) -> Option<Var> {
        match self.facts.stmt(var)?.op {
            Op::ArrayLength { array, .. } => self.member(Gives::ParameterTypes, array),
            _ => self.member(Gives::ParameterCount, var),
        }
    }
}
