//! Operations on texts, and builders that a method keeps to itself: both are final classes, whose code nobody can replace. Must
//! not know classes and members.

use std::cell::Cell;

use super::bound::{Bound, Item, MOST, Rests};
use super::call::{Call, Outcome};
use super::frame::Frame;
use super::store::{Path, Root, Step, Store};
use super::told::listed;
use crate::base::Sym;
use crate::classfile::{InvokeKind, Prim, RawConst};
use crate::ir::Var;
use crate::program::{Program, Type, TypeId};
use crate::strings::operations::{self, Change, Effect, Gives, Position, STRING, TEXT_BUILDERS, has_state};
use crate::strings::recipe::{self, Element};
use crate::strings::{Ended, LENGTH, Value};

/// Most combinations of operands that are evaluated.
const PRODUCT: usize = 64;

/// What a call of an operation gives; `None` for other methods, and where it may call what it is handed.
pub(super) fn call(frame: &mut Frame<'_, '_>, call: &Call<'_>, store: &mut Store) -> Option<Outcome> {
    let (effect, class, params) = listed(frame.shared.program, call.reference)?;
    let is_builder = TEXT_BUILDERS.contains(&class);
    if has_state(class) && !is_builder {
        return None;
    }
    if !is_builder && !matches!(effect.change, Change::None) {
        return None;
    }
    let (operands, rests) = operands(frame, call, &effect, (class, params), store)?;
    store.rest_on(rests);
    let receiver = || Path::field(Root::Var(frame.origin(call.args[0])), Step::Text);
    match effect.change {
        Change::None => {}
        Change::To(function) | Change::Cut(function) => {
            let path = receiver();
            let is_own = store.is_own(&path);
            let mut all = operands.clone();
            if !is_constructor(frame.shared.program, call) {
                all.insert(0, store.bound(&path).filter(|_| is_own).cloned().unwrap_or(Bound::Any));
            }
            let text = product(frame.shared.program, &all, |values| function(values).map(|text| vec![text]));
            match text {
                Bound::Unmet => return Some(Outcome::Throws),
                text if is_own => store.put(path, text),
                _ => {}
            }
        }
        Change::Add => return None,
    }
    let program = frame.shared.program;
    Some(match effect.gives {
        // A boxed value is an object of its own.
        Gives::Value(_) if gives_object(program, call) => Outcome::Gives(Bound::Any),
        Gives::Text(function) | Gives::Value(function) => {
            outcome(product(program, &operands, |values| function(values).map(|text| vec![text])))
        }
        Gives::Parts(function) => {
            // Nothing between separators is no part, and nothing is thrown.
            let is_empty = Cell::new(false);
            let parts =
                |values: &[Value]| function(values).inspect(|parts| is_empty.set(is_empty.get() || parts.is_empty()));
            match product(program, &operands, parts) {
                Bound::Unmet if is_empty.get() => Outcome::Gives(Bound::Any),
                Bound::Unmet => Outcome::Throws,
                elements => Outcome::Array(elements),
            }
        }
        Gives::Operand => Outcome::Gives(operands.into_iter().next()?),
        Gives::TextOf => {
            let concat = |values: &[Value]| operations::concat(&values[..1]).map(|text| vec![text]);
            match operands.len() {
                1 => outcome(product(program, &operands, concat)),
                _ => return None,
            }
        }
        Gives::Receiver => Outcome::Gives(frame.bounds[call.args[0]].clone()),
        Gives::Nothing => Outcome::Gives(Bound::Any),
        Gives::Characters | Gives::Derived | Gives::Unknown | Gives::Array => Outcome::Gives(Bound::Any),
        Gives::Body | Gives::New => return None,
    })
}

fn outcome(bound: Bound) -> Outcome {
    match bound {
        Bound::Unmet => Outcome::Throws,
        bound => Outcome::Gives(bound),
    }
}

fn gives_object(program: &Program, call: &Call<'_>) -> bool {
    let data = program.method_ref_data(call.reference);
    program.is_reference(program.method_desc(data.desc).ret)
}

fn is_constructor(program: &Program, call: &Call<'_>) -> bool {
    program.str(program.method_ref_data(call.reference).name) == "<init>"
}

/// What an operation reads, and what it rests on that it calls nobody; `None` if that is an object whose own code it may call.
fn operands(
    frame: &Frame<'_, '_>,
    call: &Call<'_>,
    effect: &Effect,
    (class, params): (&str, &[TypeId]),
    store: &Store,
) -> Option<(Vec<Bound>, Rests)> {
    let program = frame.shared.program;
    let mut rests = Rests::default();
    let first = usize::from(call.kind != InvokeKind::Static);
    // All that is handed over counts, also what no operand is.
    for (&var, &ty) in call.args[first..].iter().zip(params) {
        let is_harmless = match program.ty(ty) {
            Type::Prim(_) | Type::Void => true,
            Type::Class(class) => {
                program.class_name(class) == STRING || program.class_name(class) == "java/util/Locale"
            }
            Type::Array(element) => !program.is_reference(element),
        };
        if !is_harmless && !matches!(program.ty(ty), Type::Array(_)) {
            rests = rests.and(of_plain(&frame.bounds[var])?);
        }
    }
    let mut found = Vec::new();
    for position in effect.operands {
        match *position {
            Position::Every => return Some((vec![Bound::Any], rests)),
            Position::Locale => found.push(Bound::Any),
            Position::Text(text) => found.push(Bound::one(Item::Text(program.sym(text)))),
            Position::Receiver if TEXT_BUILDERS.contains(&class) => {
                let path = Path::field(Root::Var(frame.origin(*call.args.first()?)), Step::Text);
                let text = store.bound(&path).filter(|_| store.is_own(&path)).cloned();
                found.push(text.unwrap_or(Bound::Any));
            }
            Position::Receiver => found.push(frame.bounds[*call.args.first()?].clone()),
            Position::Itself(number) => found.push(frame.bounds[*call.args.get(first + number)?].clone()),
            Position::Argument(number) => {
                let var = *call.args.get(first + number)?;
                match program.ty(*params.get(number)?) {
                    Type::Array(element) if program.is_reference(element) => {
                        let slots = frame.facts.args_array(var, call.at)?.slots;
                        for slot in slots {
                            let bound = match slot[..] {
                                [] => Bound::one(Item::Null),
                                [value] => frame.bounds[value].clone(),
                                _ => Bound::Any,
                            };
                            rests = rests.and(of_plain(&bound)?);
                            found.push(bound);
                        }
                    }
                    Type::Array(_) => found.push(Bound::Any),
                    ty => found.push(converted(program, &frame.bounds[var], ty)),
                }
            }
        }
    }
    Some((found, rests))
}

/// What it rests on that a value is none that has code of its own; `None` if it may.
fn of_plain(bound: &Bound) -> Option<Rests> {
    bound.items()?.iter().all(is_plain).then(|| bound.rests())
}

fn is_plain(item: &Item) -> bool {
    matches!(item, Item::Text(_) | Item::Null | Item::Number(_))
}

/// A number as the string conversion of its type takes it (JLS 5.1.11).
fn converted(program: &Program, bound: &Bound, ty: Type) -> Bound {
    let Some(items) = bound.items() else { return Bound::Any };
    let each = |&item: &Item| match (item, ty) {
        (Item::Number(_), Type::Prim(Prim::Float | Prim::Double)) => None,
        (Item::Number(value), Type::Prim(Prim::Char)) => {
            Value::of_char(value as i32).and_then(|value| item_of(program, &value))
        }
        (Item::Number(value), Type::Prim(Prim::Boolean)) => item_of(program, &Value::of_boolean(value as i32)),
        (item, _) => is_plain(&item).then_some(item),
    };
    match items.iter().map(each).collect::<Option<Vec<Item>>>() {
        Some(items) => Bound::of(items, bound.rests()),
        None => Bound::Any,
    }
}

fn value_of(program: &Program, item: Item) -> Option<Value> {
    Some(match item {
        Item::Null => Value::Null,
        Item::Text(text) => Value::from(program.str(text)),
        Item::Number(number) => Value::Number(number),
        _ => return None,
    })
}

fn item_of(program: &Program, value: &Value) -> Option<Item> {
    Some(match value {
        Value::Const(text) if text.len() <= LENGTH => Item::Text(program.sym(text)),
        Value::Null => Item::Null,
        Value::Number(number) => Item::Number(*number),
        _ => return None,
    })
}

/// What a function makes of each combination of its operands.
fn product(program: &Program, operands: &[Bound], function: impl Fn(&[Value]) -> Result<Vec<Value>, Ended>) -> Bound {
    let mut combinations: Vec<Vec<Value>> = vec![Vec::new()];
    let mut rests = Rests::default();
    for operand in operands {
        rests = rests.and(operand.rests());
        let values: Option<Vec<Value>> = match operand {
            // Functions say themselves whether it matters.
            Bound::Any => Some(vec![Value::Unknown(None)]),
            bound => bound.items().and_then(|items| items.iter().map(|&item| value_of(program, item)).collect()),
        };
        let Some(values) = values else { return Bound::Any };
        combinations = combinations
            .iter()
            .flat_map(|head| values.iter().map(move |value| head.iter().chain([value]).cloned().collect()))
            .collect();
        if combinations.len() > PRODUCT {
            return Bound::Any;
        }
    }
    let mut items: Vec<Item> = Vec::new();
    for combination in combinations {
        match function(&combination) {
            Ok(values) => {
                for value in values {
                    match item_of(program, &value) {
                        Some(item) => items.push(item),
                        None => return Bound::Any,
                    }
                }
            }
            Err(Ended::Throws) => {}
            Err(Ended::Unknown) => return Bound::Any,
        }
        items.sort_unstable();
        items.dedup();
        if items.len() > MOST {
            return Bound::Any;
        }
    }
    // That all of it throws is what a claim may not rest on.
    if items.is_empty() && rests != Rests::default() { Bound::Any } else { Bound::of(items, rests) }
}

impl Frame<'_, '_> {
    /// `invokedynamic`: a concatenation of texts, a function object, or something that nobody looks at.
    pub(super) fn invoke_dynamic(
        &mut self,
        (dst, offset): (Option<Var>, u32),
        named: (u16, Sym, Sym),
        args: &[Var],
        store: &mut Store,
    ) {
        match self.concatenation(named, args) {
            Some((bound, rests)) => {
                store.rest_on(rests);
                if let Some(dst) = dst {
                    self.define(dst, &bound, store);
                }
            }
            None if self.function((dst, offset), named, args, store) => {}
            None => {
                self.opaque(dst, args, store);
            }
        }
    }

    /// What a concatenation gives, if it calls no code of what it is handed, and what that rests on.
    fn concatenation(&self, (bootstrap, name, descriptor): (u16, Sym, Sym), args: &[Var]) -> Option<(Bound, Rests)> {
        let program = self.shared.program;
        let class = program.class(program.method(self.method).class);
        let bootstrap = class.bootstraps.get(bootstrap as usize)?;
        if program.str(bootstrap.handle.member.owner) != recipe::CONCATENATION {
            return None;
        }
        let text = |constant: &RawConst| match constant {
            RawConst::Str { text, lossy: false } => Some(program.str(*text)),
            _ => None,
        };
        let (recipe, constants) = match (program.str(name), &bootstrap.args[..]) {
            ("makeConcat", []) | (_, []) => (recipe::of_arguments(args.len()), &[][..]),
            (_, [first, constants @ ..]) => (text(first)?.to_owned(), constants),
        };
        let params = &program.method_desc(program.desc(descriptor)).params;
        let is_text = |&ty: &TypeId| match program.ty(ty) {
            Type::Class(class) => program.class_name(class) == STRING,
            ty => matches!(ty, Type::Prim(_)),
        };
        let mut rests = Rests::default();
        for (&arg, _) in args.iter().zip(params).filter(|(_, ty)| !is_text(ty)) {
            rests = rests.and(of_plain(&self.bounds[arg])?);
        }
        let mut operands = Vec::new();
        for element in recipe::elements(&recipe, args.len(), constants.iter().map(text)) {
            operands.push(match element {
                Element::Literal(text) => Bound::one(Item::Text(program.sym(&text))),
                Element::Argument(number) => {
                    converted(program, &self.bounds[args[number]], program.ty(*params.get(number)?))
                }
                Element::Unknown => Bound::Any,
            });
        }
        let text = product(program, &operands, |values| operations::concat(values).map(|text| vec![text]));
        Some((text, rests))
    }
}
