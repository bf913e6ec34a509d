//! Controls of resource bundles, which say where bundles are looked for and may make them themselves. Must not know what is found
//! without them.

use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Args, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall};
use crate::program::{ClassId, MethodId, Program};

use super::super::calls::making::type_named;
use super::super::state::State;
use super::super::state::call::{ApiCallId, Hook, Node};
use super::super::terms::site::{Effect, Problem, Role};

const CONTROL: &str = "java/util/ResourceBundle$Control";
const MAKES: &str = "newBundle";
const RENAMES: &str = "toBundleName";
/// Methods of a `Control` that `getBundle` calls, with the position of the base name; what they do with locales and formats only
/// narrows what is found (`ResourceBundle.Control`).
const CALLED: [(&str, Option<usize>); 9] = [
    (MAKES, Some(0)),
    (RENAMES, Some(0)),
    ("getFormats", Some(0)),
    ("getCandidateLocales", Some(0)),
    ("getFallbackLocale", Some(0)),
    ("getTimeToLive", Some(0)),
    ("needsReload", Some(0)),
    ("equals", None),
    ("hashCode", None),
];

impl State {
    /// The methods of a control that are the program's own run. One that makes bundles gives those, one that gives other names what
    /// is found by these. One that nobody knows is the JDK's, unless the class path has others.
    pub(super) fn bundle_controls(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, controls: &[(ObjId, ObjKind)]) {
        let program = cx.program;
        let Some(base) = program.find_class(CONTROL) else { return };
        for &(obj, kind) in controls {
            let class = program.class_of(cx.heap.ty(obj)).filter(|&class| program.is_subclass(class, base));
            let known = !matches!(kind, ObjKind::Opaque { .. }) && !kind.is_token();
            let Some(class) = class.filter(|_| known) else {
                if !program.subtypes_outside_jdk(base).is_empty() {
                    self.any_bundle(cx, call);
                }
                continue;
            };
            for (name, at) in CALLED {
                let Some(callee) = own(program, class, base, name) else { continue };
                let result = match name {
                    MAKES => Some((Node::MadeByControl(call), Role::Answer)),
                    RENAMES => Some((Node::NamedByControl(call), Role::Value)),
                    _ => None,
                };
                self.call_control(cx, call, (obj, callee), result, at);
            }
        }
    }

    pub(super) fn any_bundle(&self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        self.problem(call, Problem::NotModelled);
        if let Some(bound) = type_named(cx.program, "java/util/ResourceBundle") {
            self.make_any(cx, call, bound);
        }
    }

    fn call_control(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        (control, callee): (ObjId, MethodId),
        result: Option<(Node, Role)>,
        name_at: Option<usize>,
    ) {
        let ret = result.map(|(node, role)| {
            let (ret, is_new) = self.node_or_new(cx, node);
            if is_new {
                cx.watch(ret, self.hooks.number(Hook::Input { call, role }));
                if let (Some(dst), Role::Answer) = (self.calls[call].view.dst, role) {
                    cx.edge(ret, dst);
                }
            }
            ret
        });
        let mut args = vec![None; cx.program.method_desc(cx.program.method(callee).desc).params.len()];
        let name = self.calls[call].input(Role::Name).map(Ptr::Node);
        if let Some(slot) = name_at.and_then(|at| args.get_mut(at)) {
            *slot = name;
        }
        let view = &self.calls[call].view;
        cx.call(ReflectiveCall {
            caller: view.caller,
            site: view.site,
            callee,
            receiver: Receiver::Obj(control),
            args: Args::Positional(args),
            ret,
            throw: view.throw.map(Ptr::Node),
            kind: EdgeKind::Model,
        });
    }

    /// What controls make is what the call gives.
    pub(super) fn bundles_of_controls(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, made: &[(ObjId, ObjKind)]) {
        for &(obj, kind) in made {
            if kind.is_token() || matches!(kind, ObjKind::Opaque { .. }) {
                self.problem(call, Problem::NotModelled);
            } else {
                self.effect(call, Effect::Class(cx.heap.ty(obj)));
            }
        }
    }
}

/// The method of the program's own that a control of the class runs for one of `Control`.
fn own(program: &Program, class: ClassId, base: ClassId, name: &str) -> Option<MethodId> {
    let named = program.methods_named(base, program.sym(name));
    let named = named.into_iter().chain(program.methods_named(program.well_known().object, program.sym(name)));
    let mut selected = named.filter_map(|method| program.select(class, method));
    selected.find(|&method| program.origin_of(method) != Origin::Jdk)
}
