//! What is named and not there beside classes and members: constants of enums, fields of updaters, resource bundles. Must not
//! know look-ups of members.

use crate::heap::ObjKind;
use crate::program::{ClassId, Program, TypeId, access, lookup};
use crate::reflection::{Gives, Role, Throws};
use crate::result::RuleId;

use super::super::super::values::{Value, Values};
use super::super::case::nearest_or;
use super::call::{Call, Failure, Reason};
use super::fit::{is_partly_known, may_be};
use super::handle_types::given;
use super::throws::{NO_BUNDLE, NO_CAST, NO_UPDATER, NULL, WRONG};
use crate::base::nearest;
use crate::classfile::Prim;

/// `Enum.valueOf`.
pub(super) fn enum_value_of(call: &Call<'_, '_, '_>) -> Option<Failure> {
    let (classes, complete) = call.arriving(Role::Class);
    let program = call.program();
    let class = |kind: &ObjKind| match kind {
        ObjKind::Class { ty } => program.class_of(*ty),
        _ => None,
    };
    let classes: Vec<ClassId> = classes.iter().map(class).collect::<Option<_>>()?;
    let reason = missing_constant(program, &classes, &call.input(Role::Constant)?)?;
    let literal = call.input(Role::Class)?.literal;
    Some(reason.failure(literal, complete))
}

/// Why none of the names is a constant of one of the enums.
pub(super) fn missing_constant(program: &Program, classes: &[ClassId], names: &Values) -> Option<Reason> {
    let constants = |class: ClassId| {
        let is_constant = |&&field: &&crate::program::FieldId| program.field(field).access & access::ENUM != 0;
        let data = program.class(class);
        data.fields.iter().filter(is_constant).map(|&field| program.str(program.field(field).name)).collect::<Vec<_>>()
    };
    let (mut first, mut other) = (None, None);
    for &class in classes {
        let data = program.class(class);
        if is_partly_known(program, program.class_type(class)) {
            return None;
        }
        if data.access & access::ENUM == 0 {
            let text = format!("\"{}\" is no enum", program.binary_name(program.class_type(class)));
            let literal = names.literal;
            other.get_or_insert(Reason::new(RuleId::RC3002, text, "pass the class of an enum", WRONG, literal));
            continue;
        }
        for value in &names.all {
            match *value {
                Value::Text(name) if !constants(class).contains(&program.str(name)) => {
                    first.get_or_insert((class, name));
                }
                Value::Null => {
                    let text = "the name of the constant is null";
                    let advice = "name one of the constants of the enum";
                    other.get_or_insert(Reason::new(RuleId::RC3002, text, advice, NULL, names.literal));
                }
                _ => return None,
            }
        }
    }
    let Some((class, name)) = first else { return other };
    let name = program.str(name);
    let text = format!("\"{}\" has no constant \"{name}\"", program.binary_name(program.class_type(class)));
    let advice = nearest_or(nearest(name, constants(class)), "constant", "name one of its constants");
    Some(Reason::new(RuleId::RC3002, text, advice, WRONG, names.literal))
}

/// `newUpdater` of the three classes of `java.util.concurrent.atomic`.
pub(super) fn updater(call: &Call<'_, '_, '_>, of: Option<Prim>) -> Option<Failure> {
    let program = call.program();
    let (classes, names) = (call.input(Role::Class)?, call.input(Role::Name)?);
    let wanted = match of {
        Some(prim) => Values { all: vec![Value::Class(program.prim(prim))], literal: true },
        None => call.input(Role::Types)?,
    };
    let mut first = None;
    for &class in &classes.all {
        for &name in &names.all {
            for &wanted in &wanted.all {
                let (Value::Class(class), Value::Text(name), Value::Class(wanted)) = (class, name, wanted) else {
                    return None;
                };
                let reason = wrong_field(call, class, program.str(name), wanted)?;
                first.get_or_insert(reason);
            }
        }
    }
    Some(first?.failure(classes.literal && names.literal && wanted.literal, true))
}

/// Why a field is none that an updater works on (`AtomicIntegerFieldUpdaterImpl` and its kin).
fn wrong_field(call: &Call<'_, '_, '_>, class: TypeId, name: &str, wanted: TypeId) -> Option<Reason> {
    let program = call.program();
    if is_partly_known(program, class) {
        return None;
    }
    let of = format!("\"{}.{name}\"", program.binary_name(class));
    let say = |text: String, advice: &str, throws: &'static [&'static str]| {
        Some(Reason::new(RuleId::RC3002, text, advice, throws, true))
    };
    let Some(field) = lookup::declared_field(program, class, program.sym(name)) else {
        let near = lookup::field_hint(program, class, name);
        let advice = nearest_or(near, "field", "correct the name of the field");
        let text = format!("\"{}\" has no such field \"{name}\"", program.binary_name(class));
        return say(text, &advice, NO_UPDATER);
    };
    let data = program.field(field);
    if data.ty != wanted {
        let text = format!("{of} is \"{}\", not \"{}\"", program.type_name(data.ty), program.type_name(wanted));
        let throws = if program.is_reference(wanted) { NO_CAST } else { WRONG };
        return say(text, "make the updater of the field's own type", throws);
    }
    if data.access & access::VOLATILE == 0 {
        return say(format!("{of} is not volatile"), "make the field volatile", WRONG);
    }
    if data.access & access::STATIC != 0 {
        return say(format!("{of} is static"), "updaters work on fields of objects", WRONG);
    }
    // Which objects it works on is asked later (`ReflectUtil.ensureMemberAccess`, with no target).
    let reason = call.no_access((data.class, data.access), None, &format!("field {of}"))?;
    Some(Reason { throws: NO_UPDATER, ..reason })
}

/// `ResourceBundle.getBundle`.
pub(super) fn bundle(call: &Call<'_, '_, '_>) -> Option<Failure> {
    let program = call.program();
    // A `Control` says itself what a name means.
    if call.api.position(Role::Mirror).is_some() {
        return None;
    }
    // A loader that somebody made may have more than the class path.
    let is_known = |var| {
        call.ask.values(call.site.method, var).all == [Value::Null]
            || given(call.ask, call.site.method, var) == Some(Gives::Loader)
    };
    if call.input_var(Role::Loader).is_some_and(|var| !is_known(var)) {
        return None;
    }
    let bundles = program.find_class(call.api.class);
    let names = call.input(Role::Name)?;
    let mut first = None;
    for value in &names.all {
        let Value::Text(name) = *value else { return None };
        if may_be_bundle(program, program.str(name), bundles) {
            return None;
        }
        first.get_or_insert(name);
    }
    let name = program.str(first?);
    let text = format!("there is no resource bundle \"{name}\" on the class path");
    let advice = "correct the name, or add the properties file to the run-time class path";
    let reason = Reason::new(RuleId::RC3010, text, advice, NO_BUNDLE, names.literal);
    // A loader or a provider of the program's own may have it.
    Some(Reason { defeasible: true, ..reason }.failure(true, true))
}

/// A factory of parsers that is asked for a language or model which the JDK's own is not for, where the class path has no other.
pub(super) fn factory(call: &Call<'_, '_, '_>) -> Option<Failure> {
    let Throws::AtOnce(throws) = call.api.throws else { return None };
    if !call.site.effects.is_empty() || !call.site.problems.is_empty() {
        return None;
    }
    let asked = call.input(Role::Passed)?;
    let &[Value::Text(language)] = &asked.all[..] else { return None };
    let service = call.api.class.replace('/', ".");
    let language = call.program().str(language);
    let text = format!("no {service} on the class path is for \"{language}\"");
    let advice =
        format!("add a provider of {service} that supports it, or name one by the property \"{service}:{language}\"");
    let reason = Reason::new(RuleId::RC3010, text, advice, throws, asked.literal);
    // The command line may set the property.
    Some(Reason { defeasible: true, ..reason }.failure(true, true))
}

/// Whether some properties file or class has the name, be it for one language.
fn may_be_bundle(program: &Program, name: &str, bundles: Option<ClassId>) -> bool {
    let path = name.replace('.', "/");
    let fits = |file: &str| {
        file.strip_prefix(&path).is_some_and(|rest| {
            let rest = rest.strip_suffix(".properties").or_else(|| rest.strip_suffix(".class")).unwrap_or(rest);
            rest.is_empty() || rest.starts_with('_')
        })
    };
    // Other classes of the name are passed over.
    let is_bundle =
        |class: ClassId| bundles.is_none_or(|of| may_be(program, program.class_type(class), program.class_type(of)));
    let is_class = |file: &str| fits(file) && program.find_class(file).is_none_or(is_bundle);
    let class_path = program.class_path();
    class_path.resource_names().any(|(file, _)| fits(file))
        || class_path.classes().any(|class| is_class(class_path.name(class)))
        || class_path.is_supplied_name(&path)
}
