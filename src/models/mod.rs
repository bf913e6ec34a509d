//! JVM and library semantics as hooks: lambdas and invokedynamic, strings, threads, arrays, privileged actions, natives.
//! One file per model, one line in [`all`]. Must not know verdicts.

mod arrays;
mod invokedynamic;
mod lambda;
mod natives;
mod objects;
mod opaque;
mod privileged;
mod signatures;
mod sources;
mod strings;
mod threads;
mod vm;

pub use signatures::Signatures;

use std::rc::Rc;

use crate::pointsto::Model;
use crate::program::Program;
use crate::strings::Listed;

/// Every model in the order they are asked; the first that claims a method has it.
pub fn all<'a>(program: &'a Program, listed: &Rc<Listed>) -> Vec<Box<dyn Model + 'a>> {
    vec![
        Box::new(vm::Vm::new(program)),
        Box::new(lambda::Lambda::default()),
        Box::new(sources::Sources::default()),
        Box::new(strings::Strings::new(listed.clone())),
        Box::new(objects::Objects::default()),
        Box::new(arrays::Arrays::default()),
        Box::new(privileged::Privileged),
        Box::new(threads::Threads::default()),
        Box::new(invokedynamic::OtherBootstraps::default()),
        Box::new(opaque::OpaqueReceivers::default()),
        Box::new(natives::Natives::default()),
    ]
}
