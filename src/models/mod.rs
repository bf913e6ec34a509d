//! JVM and library semantics as hooks: lambdas and invokedynamic, strings, threads, arrays, privileged actions, natives.
//! One file per model, one line in [`all`]. Must not know verdicts.

mod arrays;
pub mod collections;
pub mod filled;
mod invokedynamic;
mod lambda;
pub mod natives;
mod objects;
mod opaque;
mod privileged;
mod references;
mod serialization;
mod signatures;
mod sources;
mod strings;
mod supplied;
mod switches;
mod threads;
mod vm;

pub use signatures::Signatures;

use std::cell::RefCell;
use std::rc::Rc;

use crate::base::FxIndexSet;
use crate::heap::SiteId;
use crate::pointsto::Model;
use crate::program::{MethodId, Program};
use crate::strings::Listed;

/// What a run met that no model covers, to be read when the solver has finished.
#[derive(Default)]
pub struct Unmodelled {
    /// Native methods of which something that matters is unknown.
    pub natives: Rc<RefCell<FxIndexSet<MethodId>>>,
    /// `invokedynamic` instructions with the class of their bootstrap method.
    pub bootstraps: Rc<RefCell<FxIndexSet<(SiteId, String)>>>,
}

/// Every model in the order they are asked; the first that claims a method has it.
pub fn all<'a>(program: &'a Program, listed: &Rc<Listed>, unmodelled: &Unmodelled) -> Vec<Box<dyn Model + 'a>> {
    vec![
        // Before all others: code that is not looked at is not modelled by its name either.
        Box::new(supplied::Supplied::default()),
        Box::new(vm::Vm::new(program)),
        Box::new(filled::Filled::default()),
        Box::new(lambda::Lambda::default()),
        Box::new(sources::Sources::default()),
        Box::new(strings::Strings::new(listed.clone())),
        Box::new(objects::Objects::default()),
        Box::new(arrays::Arrays::default()),
        Box::new(privileged::Privileged),
        Box::new(serialization::Serialization::default()),
        Box::new(threads::Threads::default()),
        Box::new(references::References::default()),
        Box::new(invokedynamic::OtherBootstraps::new(unmodelled.bootstraps.clone())),
        Box::new(opaque::OpaqueReceivers::default()),
        Box::new(natives::Natives::new(unmodelled.natives.clone())),
    ]
}
