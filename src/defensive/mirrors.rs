//! What calls of the reflection API give for known classes and names: `Class`, `Method`, `Field` and `Constructor` are final
//! classes of the JDK. Must not know texts.

use super::api::{self, Act};
use super::bound::{Bound, Item, Rests};
use super::call::{Call, Outcome};
use super::frame::Frame;
use super::store::Store;
use crate::base::Sym;
use crate::program::{TypeId, lookup};

/// What a call gives; `None` for what is not told here.
pub(super) fn call(frame: &mut Frame<'_, '_>, call: &Call<'_>, store: &mut Store) -> Option<Outcome> {
    let program = frame.shared.program;
    let act = api::act(program, call.reference)?;
    if matches!(act, Act::Quiet) {
        return Some(Outcome::Gives(Bound::Any));
    }
    let first = call.args.first().map(|&first| frame.bounds[first].clone())?;
    let text = |text: String| Some(Some(Item::Text(program.sym(&text))));
    // What it rests on that parameter types are these.
    let mut rests = Rests::default();
    let mut types = |position| {
        let (types, on) = params(frame, call, position)?;
        rests = on;
        Some(types)
    };
    let bound = match act {
        Act::ClassOf => each(&first, |item| match item {
            Item::Object { ty, .. } => Some(Some(Item::Class(ty))),
            Item::Text(_) => Some(Some(Item::Class(program.class_type(program.well_known().string)))),
            Item::Class(_) => Some(Some(Item::Class(program.class_type(program.well_known().class)))),
            Item::Null => Some(None),
            _ => None,
        }),
        // What a missing class declares, and what it inherits, is not known.
        Act::Text(_) | Act::Class(_) | Act::FindMethod { .. } | Act::FindField { .. } | Act::FindConstructor { .. }
            if of_missing(frame, &first, act) =>
        {
            Bound::Any
        }
        Act::ForName { by_loader } => for_name(frame, &first, by_loader, store),
        Act::New => return made(frame, call, &first, store),
        Act::Text(of) => each_class(&first, |ty| text(of(program, ty)?)),
        Act::Class(of) => each_class(&first, |ty| Some(Some(of(program, ty).map_or(Item::Null, Item::Class)))),
        Act::FindMethod { declared } => match types(2) {
            None => Bound::Any,
            Some(params) => named_member(frame, call, &first, |ty, name| {
                let found = match declared {
                    true => lookup::declared_method(program, ty, name, &params),
                    false => lookup::get_method(program, ty, name, &params),
                };
                found.map(Item::Method)
            }),
        },
        Act::FindField { declared } => named_member(frame, call, &first, |ty, name| {
            let found = match declared {
                true => lookup::declared_field(program, ty, name),
                false => lookup::get_field(program, ty, name),
            };
            found.map(Item::Field)
        }),
        Act::FindConstructor { declared } => match types(1) {
            None => Bound::Any,
            Some(params) => each_class(&first, |ty| {
                let found = match declared {
                    true => lookup::declared_constructor(program, ty, &params),
                    false => lookup::get_constructor(program, ty, &params),
                };
                Some(found.map(Item::Constructor))
            }),
        },
        Act::Quiet => Bound::Any,
    };
    Some(match bound {
        // That it throws is what a claim may not rest on.
        Bound::Unmet if rests != Rests::default() => Outcome::Gives(Bound::Any),
        Bound::Unmet => Outcome::Throws,
        bound => Outcome::Gives(bound.resting(rests)),
    })
}

/// Whether what is asked of classes depends on one that is missing: of a class itself, or of what it inherits from.
fn of_missing(frame: &Frame<'_, '_>, classes: &Bound, act: Act) -> bool {
    let program = frame.shared.program;
    let of_class_alone = matches!(
        act,
        Act::Text(_)
            | Act::Class(_)
            | Act::FindMethod { declared: true }
            | Act::FindField { declared: true }
            | Act::FindConstructor { .. }
    );
    classes.items().unwrap_or_default().iter().any(|&item| match item {
        Item::Class(ty) if of_class_alone => {
            program.class_of(ty).is_some_and(|class| program.class(class).phantom.is_some())
        }
        Item::Class(ty) => program.type_lacks_part(ty),
        _ => false,
    })
}

/// `Class.forName`: the class is initialised, by whatever may be meant.
fn for_name(frame: &mut Frame<'_, '_>, names: &Bound, by_loader: bool, store: &mut Store) -> Bound {
    let program = frame.shared.program;
    let classes = each(names, |item| match item {
        // One that is not there may be brought while the program runs.
        Item::Text(text) => Some(Some(Item::Class(lookup::for_name(program, program.str(text)).ok()?))),
        Item::Null => Some(None),
        _ => None,
    });
    match classes.items() {
        Some(items) => {
            // Another name would stand for another class.
            store.rest_on(classes.rests());
            for &item in items {
                if let Item::Class(ty) = item
                    && let Some(class) = program.class_of(ty)
                {
                    frame.initialise(class, store);
                }
            }
        }
        None => frame.disturb(store),
    }
    if by_loader { classes.resting(Rests::LOADERS) } else { classes }
}

/// What each value becomes; one that becomes nothing throws.
fn each(of: &Bound, becomes: impl Fn(Item) -> Option<Option<Item>>) -> Bound {
    let Some(items) = of.items() else { return Bound::Any };
    match items.iter().map(|&item| becomes(item)).collect::<Option<Vec<_>>>() {
        // That all of it throws is what a claim may not rest on.
        Some(items) if of.rests() != Rests::default() && items.iter().all(Option::is_none) => Bound::Any,
        Some(items) => Bound::of(items.into_iter().flatten(), of.rests()),
        None => Bound::Any,
    }
}

/// A new object, and whatever its constructor does.
fn made(frame: &mut Frame<'_, '_>, call: &Call<'_>, of: &Bound, store: &mut Store) -> Option<Outcome> {
    let program = frame.shared.program;
    let (method, offset) = (frame.method, frame.facts.body().blocks[call.at.0].stmts[call.at.1 as usize].offset);
    let objects = each(of, |item| match item {
        Item::Class(ty) => Some(Some(Item::Object { method, offset, ty })),
        Item::Constructor(constructor) => {
            let ty = program.class_type(program.method(constructor).class);
            Some(Some(Item::Object { method, offset, ty }))
        }
        Item::Null => Some(None),
        _ => None,
    });
    frame.opaque(None, call.args, store);
    Some(match objects {
        Bound::Unmet => Outcome::Throws,
        objects => Outcome::Gives(objects),
    })
}

/// What each class becomes.
fn each_class(of: &Bound, becomes: impl Fn(TypeId) -> Option<Option<Item>>) -> Bound {
    each(of, |item| match item {
        Item::Class(ty) => becomes(ty),
        Item::Null => Some(None),
        _ => None,
    })
}

/// The members that classes have by names, which follow the class.
fn named_member(
    frame: &Frame<'_, '_>,
    call: &Call<'_>,
    classes: &Bound,
    find: impl Fn(TypeId, Sym) -> Option<Item>,
) -> Bound {
    let names = &frame.bounds[call.args[1]];
    let Some(texts) = names.items() else { return Bound::Any };
    let mut all = Bound::Unmet;
    for &item in texts {
        let Item::Text(text) = item else { continue };
        all.join(&each_class(classes, |ty| Some(find(ty, text))));
    }
    match all {
        Bound::Unmet if names.rests() != Rests::default() => Bound::Any,
        all => all.resting(names.rests()),
    }
}

/// Parameter types that a call is handed, where each is one class, and what that rests on.
fn params(frame: &Frame<'_, '_>, call: &Call<'_>, position: usize) -> Option<(Vec<TypeId>, Rests)> {
    let array = frame.facts.args_array(*call.args.get(position)?, call.at)?;
    let mut rests = Rests::default();
    let mut types = Vec::new();
    for slot in &array.slots {
        let [value] = slot[..] else { return None };
        let Bound::Within(items, on) = &frame.bounds[value] else { return None };
        let [Item::Class(ty)] = items[..] else { return None };
        types.push(ty);
        rests = rests.and(*on);
    }
    Some((types, rests))
}
