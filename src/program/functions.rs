//! The function objects that `invokedynamic` makes (`LambdaMetafactory`, JDK javadoc of that class). Must not know who calls them.

use super::Program;
use crate::base::Sym;
use crate::classfile::{RawBootstrap, RawConst, RawHandle};

/// What a function object does.
#[derive(Debug, Clone, Copy)]
pub struct MadeFunction {
    /// What a call of the method of its interface runs, with what the object holds before what the call hands over.
    pub implementation: RawHandle,
    /// The descriptor of that call, enforced by casts.
    pub instantiated: Sym,
    /// Made by `metafactory`: of one interface, with one method. What `altMetafactory` makes may have more of both.
    pub is_plain: bool,
}

/// What the object does that a bootstrap makes; `None` if it makes no function object.
pub fn made_function(program: &Program, bootstrap: &RawBootstrap) -> Option<MadeFunction> {
    let owner = program.str(bootstrap.handle.member.owner);
    let name = program.str(bootstrap.handle.member.name);
    if owner != "java/lang/invoke/LambdaMetafactory" || !matches!(name, "metafactory" | "altMetafactory") {
        return None;
    }
    match bootstrap.args[..] {
        [_, RawConst::MethodHandle(implementation), RawConst::MethodType(instantiated), ..] => {
            Some(MadeFunction { implementation, instantiated, is_plain: name == "metafactory" })
        }
        _ => None,
    }
}
