//! Class loaders that the program makes and that the JDK asks on its way to services, parsers and bundles: their methods run, by
//! names that are the JDK's own. Must not know what is looked for.

use super::super::state::State;
use super::super::state::call::{ApiCall, ApiCallId, Hook, Node};
use super::super::terms::loader_step::LoaderStep;
use super::super::terms::site::Role;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::ir::{self, ConstValue};
use crate::pointsto::{Args, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall};

const RESOURCE: &str = "(Ljava/lang/String;)Ljava/net/URL;";
const RESOURCES: &str = "(Ljava/lang/String;)Ljava/util/Enumeration;";

/// What a loader runs of its own that is asked for resources: the methods that are called, and those that these call in the JDK
/// (`ClassLoader`).
const OF_RESOURCES: [(&str, &str); 5] = [
    ("getResource", RESOURCE),
    ("findResource", RESOURCE),
    ("getResources", RESOURCES),
    ("findResources", RESOURCES),
    ("getResourceAsStream", "(Ljava/lang/String;)Ljava/io/InputStream;"),
];

impl State {
    /// A call that names no loader asks that of the current thread (`ServiceLoader.load(Class)`, JAXP's `FactoryFinder`).
    pub(in crate::reflection) fn watch_context_loader(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        if !is_without_loader(cx, &self.calls[call]) {
            return;
        }
        let thread = cx.program.well_known().thread;
        let field = cx.program.find_field(thread, "contextClassLoader", "Ljava/lang/ClassLoader;");
        let thread = cx.heap.intern(ObjKind::Merged { ty: cx.program.class_type(thread) });
        if let Some(field) = field {
            cx.watch(Ptr::Field(thread, field), self.hooks.number(Hook::Input { call, role: Role::Loader }));
        }
    }

    /// Loaders that are asked for classes and resources: their methods run. True if the program brings or makes one of them,
    /// and asks itself.
    pub(in crate::reflection) fn asks_made_loader(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        loaders: &[(ObjId, ObjKind)],
    ) -> bool {
        let (program, this) = (cx.program, &self.calls[call]);
        let (caller, site, jdk) = (this.view.caller, this.view.site, this.origin == Origin::Jdk);
        let base = program.well_known().class_loader;
        let mut made = false;
        for &(obj, kind) in loaders {
            let is_made = matches!(kind, ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. });
            let class = program.class_of(cx.heap.ty(obj)).filter(|&class| program.is_subclass(class, base));
            let Some(class) = class.filter(|_| is_made) else { continue };
            made |= !is_loader_of_jvm(program.class_name(class));
            for (name, desc) in LoaderStep::ALL.map(LoaderStep::method).into_iter().chain(OF_RESOURCES) {
                let selected = program.find_method(base, name, desc).and_then(|method| program.select(class, method));
                let Some(callee) = selected.filter(|&callee| program.origin_of(callee) != Origin::Jdk) else {
                    continue;
                };
                let text = self.node(cx, Node::ProviderName(call));
                cx.add(text, cx.heap.intern(ObjKind::UnknownString { site }));
                cx.call(ReflectiveCall {
                    caller,
                    site,
                    callee,
                    receiver: Receiver::Obj(obj),
                    args: Args::Positional(vec![Some(text), None]),
                    ret: None,
                    throw: None,
                    kind: EdgeKind::Model,
                });
            }
        }
        made && !jdk
    }
}

/// Whether no loader is given to a call.
fn is_without_loader(cx: &Cx<'_, '_>, call: &ApiCall) -> bool {
    let Some(at) = call.api.position(Role::Loader).filter(|&at| at < call.view.args.len()) else { return true };
    let (Some(&var), Some(code)) = (call.view.vars.get(at), cx.code(call.view.caller)) else { return false };
    // `ServiceLoader` takes the loader of the system for null.
    !call.api.finds_providers() && matches!(ir::facts::constant_of(&code.body, var), Some(ConstValue::Null))
}

/// The loaders that every JVM has, which see the class path and nothing else.
pub(super) fn is_loader_of_jvm(name: &str) -> bool {
    name.starts_with("jdk/internal/") || name.starts_with("sun/misc/Launcher$")
}
