//! What calls of the reflection API give for known classes and names: `Class`, `Method`, `Field` and `Constructor` are final
//! classes of the JDK. Must not know texts.

use super::bound::{Bound, Item, Rests};
use super::call::{Call, Outcome};
use super::frame::Frame;
use super::store::Store;
use super::told::{BY_LOADER, BY_NAME, CLASS, CONSTRUCTOR, MIRRORS, OBJECT, QUIET, named};
use crate::program::TypeId;
use crate::program::lookup;

/// What a call gives; `None` for what is not told here.
pub(super) fn call(frame: &mut Frame<'_, '_>, call: &Call<'_>, store: &mut Store) -> Option<Outcome> {
    let program = frame.shared.program;
    let (class, name, desc) = named(program, call.reference)?;
    let first = call.args.first().map(|&first| frame.bounds[first].clone());
    let bound = match (class, name, desc) {
        (OBJECT, "getClass", _) => each(&first?, |item| match item {
            Item::Object { ty, .. } => Some(Some(Item::Class(ty))),
            Item::Text(_) => Some(Some(Item::Class(program.class_type(program.well_known().string)))),
            Item::Class(_) => Some(Some(Item::Class(program.class_type(program.well_known().class)))),
            Item::Null => Some(None),
            _ => None,
        }),
        (CLASS, "forName", BY_NAME | BY_LOADER) => {
            let classes = each(&first?, |item| match item {
                // One that is not there may be brought while the program runs.
                Item::Text(text) => Some(Some(Item::Class(lookup::for_name(program, program.str(text)).ok()?))),
                Item::Null => Some(None),
                _ => None,
            });
            match classes.items() {
                Some(items) => {
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
            if desc == BY_LOADER { classes.resting(Rests::LOADERS) } else { classes }
        }
        (CLASS | CONSTRUCTOR, "newInstance", _) => return made(frame, call, &first?, store),
        (CLASS, ..) if QUIET.contains(&name) => member(frame, call, &first?, name),
        _ if MIRRORS.contains(&class) && QUIET.contains(&name) => Bound::Any,
        _ => return None,
    };
    Some(match bound {
        Bound::Unmet => Outcome::Throws,
        bound => Outcome::Gives(bound),
    })
}

/// What each value becomes; one that becomes nothing throws.
fn each(of: &Bound, becomes: impl Fn(Item) -> Option<Option<Item>>) -> Bound {
    let Some(items) = of.items() else { return Bound::Any };
    match items.iter().map(|&item| becomes(item)).collect::<Option<Vec<_>>>() {
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

/// What a method of `Class` that runs no code gives.
fn member(frame: &Frame<'_, '_>, call: &Call<'_>, of: &Bound, name: &str) -> Bound {
    let program = frame.shared.program;
    let text = |text: String| Some(Some(Item::Text(program.sym(&text))));
    let of_class = |becomes: &dyn Fn(TypeId) -> Option<Option<Item>>| {
        each(of, |item| match item {
            Item::Class(ty) => becomes(ty),
            Item::Null => Some(None),
            _ => None,
        })
    };
    match name {
        "getName" => of_class(&|ty| text(lookup::name(program, ty))),
        "getTypeName" => of_class(&|ty| text(lookup::type_name(program, ty))),
        "getPackageName" => of_class(&|ty| text(lookup::package_name(program, ty))),
        "getSimpleName" => of_class(&|ty| text(lookup::simple_name(program, ty).ok()?)),
        "getSuperclass" => of_class(&|ty| Some(Some(lookup::superclass(program, ty).map_or(Item::Null, Item::Class)))),
        "getComponentType" => {
            of_class(&|ty| Some(Some(lookup::component_type(program, ty).map_or(Item::Null, Item::Class))))
        }
        "getMethod" | "getDeclaredMethod" | "getField" | "getDeclaredField" => {
            let names = &frame.bounds[call.args[1]];
            let Some(texts) = names.items() else { return Bound::Any };
            let params = match name {
                "getMethod" | "getDeclaredMethod" => match params(frame, call, 2) {
                    Some(params) => params,
                    None => return Bound::Any,
                },
                _ => Vec::new(),
            };
            let mut all = Bound::Unmet;
            for &item in texts {
                let Item::Text(text) = item else { continue };
                all.join(&of_class(&|ty| {
                    Some(match name {
                        "getMethod" => lookup::get_method(program, ty, text, &params).map(Item::Method),
                        "getDeclaredMethod" => lookup::declared_method(program, ty, text, &params).map(Item::Method),
                        "getField" => lookup::get_field(program, ty, text).map(Item::Field),
                        _ => lookup::declared_field(program, ty, text).map(Item::Field),
                    })
                }));
            }
            all.resting(names.rests())
        }
        "getConstructor" | "getDeclaredConstructor" => match params(frame, call, 1) {
            None => Bound::Any,
            Some(params) => of_class(&|ty| {
                let found = match name {
                    "getConstructor" => lookup::get_constructor(program, ty, &params),
                    _ => lookup::declared_constructor(program, ty, &params),
                };
                Some(found.map(Item::Constructor))
            }),
        },
        _ => Bound::Any,
    }
}

/// Parameter types that a call is handed, where each is one class.
fn params(frame: &Frame<'_, '_>, call: &Call<'_>, position: usize) -> Option<Vec<TypeId>> {
    let array = frame.facts.args_array(*call.args.get(position)?, call.at)?;
    let class = |slot: &Vec<crate::ir::Var>| match slot[..] {
        [value] => match frame.bounds[value].items()? {
            [Item::Class(ty)] => Some(*ty),
            _ => None,
        },
        _ => None,
    };
    array.slots.iter().map(class).collect()
}
