//! Calls that make objects of classes which a configuration, an environment or a property names: which, is not followed, but they
//! are of known types, and what the application has of these may be made and called. Must not know where names come from.

use super::super::calls::making::type_named;
use super::super::state::State;
use super::super::state::call::ApiCallId;
use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjKind};
use crate::pointsto::{Args, Cx, EdgeKind};
use crate::program::{access, lookup};

impl State {
    /// Each class of the application below a type that can be made without arguments, with the methods of the type called.
    pub(in crate::reflection) fn may_make(&self, cx: &mut Cx<'_, '_>, call: ApiCallId, name: &str) {
        let (program, site) = (cx.program, self.calls[call].view.site);
        let Some(ty) = type_named(program, name) else { return };
        for &class in program.class_of(ty).map(|class| program.subtypes_outside_jdk(class)).unwrap_or_default() {
            let data = program.class(class);
            let is_made = data.access & (access::ABSTRACT | access::INTERFACE) == 0;
            let own = program.class_type(class);
            let constructor = lookup::get_constructor(program, own, &[]);
            let (Some(constructor), true) = (constructor, is_made && data.origin == Origin::Application) else {
                continue;
            };
            cx.initialise(class);
            let obj = cx.heap.intern(ObjKind::Instance { site, ty: own, ctx: NO_CTX });
            let methods = lookup::public_methods(program, ty).iter().copied();
            let called = methods.filter(|&method| program.origin_of(method) == Origin::Jdk);
            let selected = called.filter_map(|method| program.select(class, method));
            let selected = selected.filter(|&method| program.origin_of(method) != Origin::Jdk);
            for callee in [constructor].into_iter().chain(selected) {
                self.run_made(cx, call, (obj, callee), Args::Unknown, EdgeKind::Model);
            }
        }
    }
}
