//! JVM and library semantics as hooks: lambdas and invokedynamic, strings, threads, arrays, privileged actions, natives.
//! One file per model, one line in [`all`]. Must not know verdicts.

mod accessors;
mod any_object;
mod apart;
mod arrays;
mod asking;
mod bootstraps;
mod by_name;
mod callers;
mod closed_bodies;
pub mod collections;
mod deserialization;
mod evaluated;
pub mod exceptions;
pub mod filled;
mod handed;
mod handles;
mod implementers;
mod invokedynamic;
mod lambda;
#[cfg(test)]
pub(crate) mod lists;
pub mod natives;
mod objects;
mod opaque;
mod own;
mod printed;
mod printers;
mod privileged;
mod references;
mod reflecting;
mod resources;
mod serialization;
mod signatures;
mod sources;
pub mod streams;
mod strings;
mod supplied;
mod switches;
mod threads;
mod unseen;
mod vm;

pub use accessors::Accessors;
pub use apart::is_told_apart;
pub use asking::only_asks;
pub use by_name::{Called, CalledByName, Caller, Calling, methods as called_by_name};
pub use handles::writes_by_offset;
pub use signatures::Signatures;
pub use supplied::{ClosedCall, ClosedCalls};

use std::cell::RefCell;
use std::rc::Rc;

use crate::base::FxIndexSet;
use crate::classfile::RawBootstrap;
use crate::heap::SiteId;
use crate::pointsto::Model;
use crate::program::{MethodId, Program, Scope, made_function};
use crate::strings::{Listed, TextEnds, recipe};

use closed_bodies::ClosedBodies;
pub use handed::HandedUnknowns;

/// What a run met that no model covers or that a model gave up, to be read when the solver has finished.
#[derive(Default)]
pub struct Unmodelled {
    /// Native methods of which something that matters is unknown.
    pub natives: Rc<RefCell<FxIndexSet<MethodId>>>,
    /// `invokedynamic` instructions with the class of their bootstrap method.
    pub bootstraps: Rc<RefCell<FxIndexSet<(SiteId, String)>>>,
    /// Calls that led to code that is not looked at.
    pub closed: ClosedCalls,
    /// Unknowns that such code, or callers, were handed.
    pub handed: HandedUnknowns,
    /// What code that is not looked at calls by name.
    pub by_name: CalledByName,
    /// What became of operations on strings.
    pub texts: Rc<RefCell<TextEnds>>,
}

/// Whether some model knows what an `invokedynamic` instruction does that the bootstrap links.
pub fn links(program: &Program, bootstrap: &RawBootstrap) -> bool {
    let owner = program.str(bootstrap.handle.member.owner);
    made_function(program, bootstrap).is_some()
        || [recipe::CONCATENATION, invokedynamic::RECORDS, invokedynamic::SWITCHES].contains(&owner)
}

/// The methods of the JDK that tables name, whatever their descriptors: [class](Signatures) and name, each of which some JDK
/// declares. A class that ends with `/` is a package, `*` is any class or method.
pub fn named_methods() -> impl Iterator<Item = (&'static str, &'static str)> {
    let tables = [unseen::TABLE, by_name::CALLS, handed::LOOKUPS];
    let rows = tables.into_iter().flatten();
    let listed = rows.flat_map(|&(class, names)| names.iter().map(move |&name| (class, name)));
    let throwing =
        exceptions::TABLE.iter().flat_map(|&(class, names, _)| names.split(' ').map(move |name| (class, name)));
    listed.chain(throwing).chain(handles::named_methods())
}

/// Every model in the order they are asked; the first that claims a method has it.
/// `calling`: the methods of the application in which reflective calls stand; `library`: others call the program.
pub fn all(
    listed: &Rc<Listed>,
    unmodelled: &Unmodelled,
    scope: &Rc<Scope>,
    calling: &Rc<Calling>,
    library: bool,
) -> Vec<Box<dyn Model>> {
    let bodies: Rc<ClosedBodies> = Rc::default();
    let Unmodelled { closed, handed, by_name, .. } = unmodelled;
    let supplied = |of: fn(_, _, _, _, _) -> supplied::Supplied| {
        Box::new(of(scope.clone(), closed.clone(), handed.clone(), bodies.clone(), calling.clone()))
    };
    vec![
        // It takes note of what the next one answers for.
        Box::new(by_name::ByName::new(scope.clone(), calling.clone(), bodies.clone(), by_name.clone())),
        // It takes note of what code is handed that is not looked at.
        Box::new(resources::Resources::new(scope.clone(), bodies.clone())),
        // Before all others: code that is not looked at is not modelled by its name either.
        supplied(supplied::Supplied::new),
        Box::new(vm::Vm::default()),
        Box::new(handles::Handles::default()),
        Box::new(filled::Filled::default()),
        Box::new(unseen::Unseen::default()),
        Box::new(lambda::Lambda::default()),
        Box::new(sources::Sources::default()),
        Box::new(strings::Strings::new(listed.clone(), unmodelled.texts.clone())),
        Box::new(evaluated::Evaluated::new(listed.clone())),
        Box::new(printed::Printed::default()),
        Box::new(streams::Streams::default()),
        Box::new(objects::Objects::new(library)),
        Box::new(arrays::Arrays::default()),
        Box::new(privileged::Privileged::default()),
        Box::new(serialization::Serialization::default()),
        Box::new(deserialization::Deserialization::default()),
        Box::new(threads::Threads::default()),
        Box::new(references::References::default()),
        Box::new(invokedynamic::OtherBootstraps::new(unmodelled.bootstraps.clone())),
        Box::new(implementers::Implementers::new(unmodelled.handed.clone())),
        Box::new(callers::Callers::new(library, unmodelled.handed.clone())),
        Box::new(any_object::AnyObject::default()),
        Box::new(opaque::OpaqueReceivers::default()),
        supplied(supplied::Supplied::of_jdk),
        Box::new(natives::Natives::new(unmodelled.natives.clone())),
    ]
}
