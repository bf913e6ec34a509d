//! Objects that cannot be made, and receivers and arguments that a method or constructor does not take. Must not know fields.

use crate::heap::ObjKind;
use crate::program::{ClassId, MethodId, Type, TypeId, access, lookup};
use crate::reflection::Role;
use crate::result::RuleId;

use super::super::super::filled::Elements;
use super::super::super::values::{Value, Values};
use super::call::{Call, Failure, Reason};
use super::fit::{WIDENED, is_partly_known, may_be, none_fits, shown, type_of};
use super::throws::{NOT_MADE, NULL, WRONG, WRONG_OR_NULL};

/// What a call passes as arguments.
pub(super) enum Passed {
    /// Arrays of these elements.
    Each(Vec<Elements>),
    /// Arrays of these lengths.
    Lengths(Vec<u32>),
    Unknown,
}

/// `Class.newInstance`.
pub(super) fn class_new_instance(call: &Call<'_, '_, '_>) -> Option<Failure> {
    call.each(Role::Class, |kind| {
        let ObjKind::Class { ty } = kind else { return None };
        let program = call.program();
        if is_partly_known(program, ty) {
            return None;
        }
        let name = program.binary_name(ty);
        if let Some(what) = has_no_objects(call, ty) {
            return Some(no_objects(&name, what));
        }
        let class = program.class_of(ty)?;
        let Some(constructor) = lookup::declared_constructor(program, ty, &[]) else {
            return Some(no_nullary(call, class, &name));
        };
        if is_enum(call, class) {
            return Some(no_object_of_enum(&name));
        }
        let flags = program.method(constructor).access;
        call.no_access((class, flags), Some(class), &constructor_of(&name))
    })
}

/// A class without objects of its own: abstract, an interface, a primitive type.
fn no_objects(name: &str, what: &str) -> Reason {
    no_object(name, what, "name a class that has objects", NOT_MADE)
}

fn no_object_of_enum(name: &str) -> Reason {
    no_object(name, "an enum", "use Enum.valueOf", WRONG)
}

fn no_object(name: &str, what: &str, advice: &str, throws: &'static [&'static str]) -> Reason {
    let text = format!("no object can be made of \"{name}\": it is {what}");
    Reason::new(RuleId::RC3004, text, advice, throws, true)
}

fn constructor_of(name: &str) -> String {
    format!("the constructor of \"{name}\"")
}

fn no_nullary(call: &Call<'_, '_, '_>, class: ClassId, name: &str) -> Reason {
    let program = call.program();
    let outer = lookup::enclosing_class(program, program.class_type(class)).ok().flatten();
    let is_inner = outer.is_some_and(|outer| {
        let first = |&constructor: &MethodId| {
            program.method_desc(program.method(constructor).desc).params.first() == Some(&outer)
        };
        lookup::modifiers(program, program.class_type(class)) & access::STATIC == 0
            && lookup::declared_constructors(program, program.class_type(class)).iter().any(first)
    });
    let advice = match outer.filter(|_| is_inner) {
        Some(outer) => format!(
            "make \"{name}\" static, or pass the outer object: getDeclaredConstructor({}.class)",
            program.binary_name(outer)
        ),
        None => "add one, or use getDeclaredConstructor with the parameter types".to_owned(),
    };
    let text = format!("\"{name}\" has no constructor without parameters");
    Reason::new(RuleId::RC3004, text, advice, NOT_MADE, true)
}

/// `Array.newInstance`.
pub(super) fn array_new_instance(call: &Call<'_, '_, '_>) -> Option<Failure> {
    let no_lengths = call.no_lengths();
    call.each(Role::Class, |kind| {
        let ObjKind::Class { ty } = kind else { return None };
        if let Some(literal) = no_lengths {
            let text = "an array is made of no dimensions";
            return Some(Reason::new(RuleId::RC3004, text, "pass one length for each dimension", WRONG, literal));
        }
        (ty == call.program().void())
            .then(|| Reason::new(RuleId::RC3004, "there are no arrays of void", "pass another class", WRONG, true))
    })
}

/// `Constructor.newInstance`.
pub(super) fn constructor_new_instance(call: &Call<'_, '_, '_>) -> Option<Failure> {
    let passed = call.passed();
    call.each(Role::Member, |kind| {
        let ObjKind::Constructor { method } = kind else { return None };
        let program = call.program();
        let data = program.method(method);
        let ty = program.class_type(data.class);
        let name = program.binary_name(ty);
        if is_partly_known(program, ty) {
            return None;
        }
        if !call.may_be_accessible(kind)
            && let Some(reason) = call.no_access((data.class, data.access), Some(data.class), &constructor_of(&name))
        {
            return Some(reason);
        }
        if is_enum(call, data.class) {
            return Some(no_object_of_enum(&name));
        }
        if let Some(what) = has_no_objects(call, ty) {
            return Some(no_objects(&name, what));
        }
        call.wrong_arguments(method, &passed, &constructor_of(&name))
    })
}

/// `Method.invoke`.
pub(super) fn invoke(call: &Call<'_, '_, '_>) -> Option<Failure> {
    let passed = call.passed();
    let receiver = call.input(Role::Receiver)?;
    call.each(Role::Member, |kind| {
        let ObjKind::Method { method } = kind else { return None };
        let program = call.program();
        let data = program.method(method);
        let declaring = program.class_type(data.class);
        if is_partly_known(program, declaring) {
            return None;
        }
        let name = format!("\"{}.{}\"", program.binary_name(declaring), program.str(data.name));
        let is_static = data.access & access::STATIC != 0;
        if !call.may_be_accessible(kind)
            && let Some(reason) =
                call.no_access((data.class, data.access), call.target(&receiver, is_static), &format!("method {name}"))
        {
            return Some(reason);
        }
        if !is_static && let Some(reason) = call.wrong_receiver(&receiver, declaring, &name, NULL) {
            return Some(reason);
        }
        call.wrong_arguments(method, &passed, &name)
    })
}

impl Call<'_, '_, '_> {
    /// Whether an array is asked for with an empty list of lengths, and whether instructions of the method alone say so.
    fn no_lengths(&self) -> Option<bool> {
        let lengths = self.input(Role::Lengths)?;
        let is_empty = |value: &Value| matches!(value, Value::Array(_, Some(0), _));
        (!lengths.all.is_empty() && lengths.all.iter().all(is_empty)).then_some(lengths.literal)
    }

    /// The class of the receiver of an instance member, if it has one.
    pub(super) fn target(&self, receiver: &Values, is_static: bool) -> Option<ClassId> {
        match receiver.all.as_slice() {
            &[Value::Exact(ty)] if !is_static => self.program().class_of(ty),
            _ => None,
        }
    }

    /// Why no receiver fits a member of a class that is not static.
    pub(super) fn wrong_receiver(
        &self,
        receiver: &Values,
        declaring: TypeId,
        name: &str,
        null: &'static [&'static str],
    ) -> Option<Reason> {
        let (program, types) = (self.program(), self.ask.view.heap.types());
        let fits = |value: &Value| match *value {
            Value::Null => false,
            value => type_of(types, value).is_none_or(|ty| may_be(program, ty, declaring)),
        };
        if receiver.all.is_empty() || receiver.all.iter().any(fits) {
            return None;
        }
        let class = program.binary_name(declaring);
        let wrong = receiver.all.iter().find(|value| **value != Value::Null);
        let (text, throws) = match wrong {
            None => (format!("{name} is not static, and the receiver is null"), null),
            Some(&value) => {
                let ty = shown(program, types, value);
                (format!("{name} is no member of the receiver's class \"{ty}\""), WRONG_OR_NULL)
            }
        };
        let advice = format!("pass an object of \"{class}\"");
        Some(Reason::new(RuleId::RC3003, text, advice, throws, receiver.literal))
    }

    /// Why the arguments are none of a method's.
    fn wrong_arguments(&self, method: MethodId, passed: &Passed, name: &str) -> Option<Reason> {
        let program = self.program();
        let params = &program.method_desc(program.method(method).desc).params;
        let reason_of = |given: usize, literal: bool| {
            if given == params.len() {
                return None;
            }
            let text = format!("{name} takes {}, and {given} {} passed", count(params.len()), is_or_are(given));
            let is_varargs = program.method(method).access & access::VARARGS != 0;
            let advice = match is_varargs {
                true => "pass the variable arguments as one array: `new Object[] {array}`".to_owned(),
                false => "pass one argument for each parameter".to_owned(),
            };
            Some(Reason::new(RuleId::RC3003, text, advice, WRONG, literal))
        };
        match passed {
            Passed::Each(arrays) => Reason::of_all(arrays.iter().map(|array| {
                reason_of(array.all.len(), array.is_made_here).or_else(|| self.wrong_argument(array, params, name))
            })),
            Passed::Lengths(lengths) => Reason::of_all(lengths.iter().map(|&length| reason_of(length as usize, false))),
            Passed::Unknown => None,
        }
    }

    /// Why one of the arguments is none of a method's.
    fn wrong_argument(&self, array: &Elements, params: &[TypeId], name: &str) -> Option<Reason> {
        let (program, types) = (self.program(), self.ask.view.heap.types());
        let wrong = (1..).zip(array.all.iter().zip(params)).find_map(|(nth, (values, &param))| {
            let literal = none_fits(program, types, values, param)?;
            Some((nth, values.all.first().copied()?, param, literal && array.is_made_here))
        });
        let (nth, value, param, literal) = wrong?;
        let (given, wanted) = (shown(program, types, value), program.type_name(param));
        let text = format!("parameter {nth} of {name} is \"{wanted}\", and gets \"{given}\"");
        let advice = format!("pass what the parameter takes; {WIDENED}");
        // Unboxing null throws one or the other, by release.
        Some(Reason::new(RuleId::RC3003, text, advice, WRONG_OR_NULL, literal))
    }

    /// What the array of arguments holds.
    pub(super) fn passed(&self) -> Passed {
        let Some(var) = self.input_var(Role::Arguments) else { return Passed::Unknown };
        if let Some(values) = self.ask.arrays(self.site.method, self.site.offset, var) {
            return Passed::Each(values);
        }
        let arrays = self.ask.values(self.site.method, var);
        let length = |value: &Value| match *value {
            Value::Null => Some(0),
            Value::Array(_, length, _) => length,
            _ => None,
        };
        match arrays.all.iter().map(length).collect() {
            Some(lengths) if !arrays.all.is_empty() => Passed::Lengths(lengths),
            _ => Passed::Unknown,
        }
    }
}

pub(super) fn count(params: usize) -> String {
    match params {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        _ => format!("{params} arguments"),
    }
}

fn is_or_are(given: usize) -> &'static str {
    if given == 1 { "is" } else { "are" }
}

/// What a class is of which there are no objects.
fn has_no_objects(call: &Call<'_, '_, '_>, ty: TypeId) -> Option<&'static str> {
    let program = call.program();
    match program.ty(ty) {
        Type::Array(_) => Some("an array class"),
        Type::Prim(_) | Type::Void => Some("a primitive type"),
        Type::Class(class) => match program.class(class).access {
            flags if flags & access::INTERFACE != 0 => Some("an interface"),
            flags if flags & access::ABSTRACT != 0 => Some("abstract"),
            _ => None,
        },
    }
}

fn is_enum(call: &Call<'_, '_, '_>, class: ClassId) -> bool {
    call.program().class(class).access & access::ENUM != 0
}
