//! What branches ask of a member: its name, its types, its modifiers, the annotations on it. Each test is decided by the class
//! file of the member, or not at all. Must not know the ways between branches.

use crate::base::Sym;
use crate::ir::facts::Facts;
use crate::ir::{ConstValue, Op, Terminator, Var, comparison};
use crate::program::{ClassId, FieldId, MethodId, Program, TypeId, access};

use super::primitives::primitive_type;
use super::site::Effect;

/// The classes and interfaces by which members are asked.
const MEMBERS: &[&str] = &[
    "java/lang/reflect/Method",
    "java/lang/reflect/Field",
    "java/lang/reflect/Constructor",
    "java/lang/reflect/Executable",
    "java/lang/reflect/Member",
    "java/lang/reflect/AccessibleObject",
    "java/lang/reflect/AnnotatedElement",
];

/// A question of `Modifier` or of a member, and the flag that it asks for.
const FLAGS: &[(&str, &str, u16)] = &[
    ("java/lang/reflect/Modifier", "isPublic", access::PUBLIC),
    ("java/lang/reflect/Modifier", "isPrivate", access::PRIVATE),
    ("java/lang/reflect/Modifier", "isProtected", access::PROTECTED),
    ("java/lang/reflect/Modifier", "isStatic", access::STATIC),
    ("java/lang/reflect/Modifier", "isFinal", access::FINAL),
    ("java/lang/reflect/Modifier", "isAbstract", access::ABSTRACT),
    ("java/lang/reflect/Method", "isBridge", access::BRIDGE),
    ("java/lang/reflect/Method", "isSynthetic", access::SYNTHETIC),
    ("java/lang/reflect/Method", "isVarArgs", access::VARARGS),
];

/// How a name is compared with a constant: a method of `String`, and what it decides.
type Comparison = fn(name: &str, constant: &str) -> Option<bool>;

const COMPARISONS: &[(&str, Comparison)] = &[
    ("equals", |name, constant| Some(name == constant)),
    ("startsWith", |name, constant| Some(name.starts_with(constant))),
    ("endsWith", |name, constant| Some(name.ends_with(constant))),
    ("contains", |name, constant| Some(name.contains(constant))),
    ("equalsIgnoreCase", |name, constant| {
        (name.is_ascii() && constant.is_ascii()).then(|| name.eq_ignore_ascii_case(constant))
    }),
];

/// A question with two answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Test {
    /// Position among [`COMPARISONS`], and the constant.
    Name(usize, Sym),
    /// Whether the number of parameters compares so: mnemonic of the branch, and the number.
    Parameters(&'static str, i32),
    /// Type of a field, or what a method returns.
    Type(TypeId),
    Declarer(TypeId),
    Flag(u16),
    /// Descriptor of the annotation's type.
    Annotated(Sym),
}

impl Test {
    /// Whether it holds for a member; `None` if that is not known.
    pub(super) fn outcome(&self, program: &Program, member: Effect) -> Option<bool> {
        match *self {
            Test::Name(comparison, constant) => {
                COMPARISONS[comparison].1(&name(program, member)?, program.str(constant))
            }
            Test::Parameters(cond, count) => {
                let method = executable(member)?;
                let params = program.method_desc(program.method(method).desc).params.len();
                Some(comparison(cond)?(i32::try_from(params).ok()?, count))
            }
            Test::Type(ty) => match member {
                Effect::Method(method) => Some(program.method_desc(program.method(method).desc).ret == ty),
                Effect::Field(field) => Some(program.field(field).ty == ty),
                Effect::Constructor(_) | Effect::Class(_) => None,
            },
            Test::Declarer(ty) => Some(program.class_type(declarer(program, member)?) == ty),
            // Until Java 5 an attribute said so (JVMS 4.7.8).
            Test::Flag(access::SYNTHETIC) => (access_of(program, member)? & access::SYNTHETIC != 0).then_some(true),
            Test::Flag(flag) => Some(access_of(program, member)? & flag != 0),
            Test::Annotated(descriptor) => {
                let annotations = match executable(member) {
                    Some(method) => &program.method(method).annotations,
                    None => &program.field(field(member)?).annotations,
                };
                // One that is there may be of a type that the JVM does not keep, or does not find.
                let is_there = annotations.iter().any(|annotation| annotation.descriptor == descriptor);
                (!is_there).then_some(false)
            }
        }
    }
}

fn executable(member: Effect) -> Option<MethodId> {
    match member {
        Effect::Method(method) | Effect::Constructor(method) => Some(method),
        Effect::Field(_) | Effect::Class(_) => None,
    }
}

fn field(member: Effect) -> Option<FieldId> {
    match member {
        Effect::Field(field) => Some(field),
        _ => None,
    }
}

fn declarer(program: &Program, member: Effect) -> Option<ClassId> {
    let of_field = || field(member).map(|field| program.field(field).class);
    executable(member).map(|method| program.method(method).class).or_else(of_field)
}

fn access_of(program: &Program, member: Effect) -> Option<u16> {
    let of_field = || field(member).map(|field| program.field(field).access);
    executable(member).map(|method| program.method(method).access).or_else(of_field)
}

/// What `getName` gives: of a constructor, the class.
fn name(program: &Program, member: Effect) -> Option<String> {
    match member {
        Effect::Method(method) => Some(program.str(program.method(method).name).to_owned()),
        Effect::Field(field) => Some(program.str(program.field(field).name).to_owned()),
        Effect::Constructor(method) => Some(program.binary_name(program.class_type(program.method(method).class))),
        Effect::Class(_) => None,
    }
}

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
                let (of, test) = reader.annotation("getAnnotation", value)?;
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

impl<'b> Reader<'_, 'b> {
    /// The call that gives a variable: class, name and arguments.
    fn call(&self, var: Var) -> Option<(String, &str, &'b [Var])> {
        let Op::Invoke { method, args, .. } = &self.facts.stmt(var)?.op else { return None };
        let data = self.program.method_ref_data(*method);
        let owner = self.program.descriptor(data.owner);
        let owner = owner.strip_prefix('L')?.strip_suffix(';')?.to_owned();
        Some((owner, self.program.str(data.name), args))
    }

    /// The member that one of these getters is called on.
    fn member(&self, getters: &[&str], var: Var) -> Option<Var> {
        let (owner, name, args) = self.call(var)?;
        let &[member] = args else { return None };
        let is_getter = MEMBERS.contains(&owner.as_str()) && getters.contains(&name);
        is_getter.then(|| self.facts.behind_casts(member))
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
        let (owner, name, args) = self.call(var)?;
        match (owner.as_str(), args) {
            ("java/lang/String", &[one, other]) => {
                let comparison = COMPARISONS.iter().position(|&(method, _)| method == name)?;
                let of_name = |name: Var, constant: Var| {
                    Some((self.member(&["getName"], name)?, Test::Name(comparison, self.text(constant)?)))
                };
                let is_symmetric = name.starts_with("equals");
                of_name(one, other).or_else(|| is_symmetric.then(|| of_name(other, one)).flatten())
            }
            ("java/lang/Class" | "java/lang/Object", &[one, other]) if name == "equals" => {
                self.same_class(one, other).or_else(|| self.same_class(other, one))
            }
            (owner, &[value]) => {
                let &(_, _, flag) = FLAGS.iter().find(|&&(class, method, _)| class == owner && method == name)?;
                let member = match owner {
                    "java/lang/reflect/Modifier" => self.member(&["getModifiers"], value)?,
                    _ => self.facts.behind_casts(value),
                };
                Some((member, Test::Flag(flag)))
            }
            _ => self.annotation("isAnnotationPresent", var),
        }
    }

    /// A question for an annotation, by a method of this name.
    fn annotation(&self, asked: &str, var: Var) -> Option<(Var, Test)> {
        let (owner, name, args) = self.call(self.facts.behind_casts(var))?;
        let (&[member, annotation], true) = (args, MEMBERS.contains(&owner.as_str()) && name == asked) else {
            return None;
        };
        let descriptor = self.program.sym(&self.program.descriptor(self.class(annotation)?));
        Some((self.facts.behind_casts(member), Test::Annotated(descriptor)))
    }

    /// A class that a member is asked for, and the class literal that it is compared with.
    fn same_class(&self, asked: Var, literal: Var) -> Option<(Var, Test)> {
        let ty = self.class(literal)?;
        let of_type = self.member(&["getReturnType", "getType"], asked).map(|member| (member, Test::Type(ty)));
        of_type.or_else(|| Some((self.member(&["getDeclaringClass"], asked)?, Test::Declarer(ty))))
    }

    /// The member whose parameters a variable counts.
    fn count(&self, var: Var) -> Option<Var> {
        match self.facts.stmt(var)?.op {
            Op::ArrayLength { array, .. } => self.member(&["getParameterTypes"], array),
            _ => self.member(&["getParameterCount"], var),
        }
    }
}
