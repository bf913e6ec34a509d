//! What classes tell of the loader that defined them (JVMS 5.3.5), where it is one of the program's own: it, its unnamed module and the
//! protection domain (JDK: `Class.getClassLoader`, `Class.getModule`, `Class.getProtectionDomain`). That of the JVM is what the JDK's
//! code gives. Must not know who defines classes.

use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::{ApiCallId, Hook, Node};
use super::super::state::definers::defined_for;
use super::super::terms::rules::RuleName;
use super::super::terms::site::Role;
use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind};
use crate::pointsto::{Cx, Outcome, Ptr};
use crate::program::{MethodId, Program};

/// What a class is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum OfDefiner {
    Loader,
    Module,
    Domain,
}

impl Rule for OfDefiner {
    fn name(&self) -> RuleName {
        RuleName("of-definer")
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        // What the JDK asks a loader for is what it asks any.
        if state.calls[call].origin == Origin::Jdk {
            return;
        }
        if role == Role::Loader {
            return state.tell_of_definers(cx, call, *self, objects);
        }
        for &(_, kind) in objects {
            let definers = match kind {
                ObjKind::Class { ty } => defined_for(cx.program, ty).map(Node::DefinersOf),
                ObjKind::UnknownClass { site, .. } => Some(state.definers.of_place(site)),
                ObjKind::Opaque { .. } | ObjKind::UnknownInstance { .. } => Some(Node::Definers(None)),
                _ => None,
            };
            if let Some(definers) = definers {
                let definers = state.node(cx, definers);
                cx.watch(definers, state.hooks.number(Hook::Input { call, role: Role::Loader }));
            }
        }
    }
}

impl State {
    fn tell_of_definers(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        asked: OfDefiner,
        loaders: &[(ObjId, ObjKind)],
    ) {
        let Some(dst) = self.calls[call].view.dst else { return };
        match asked {
            OfDefiner::Loader => loaders.iter().for_each(|&(obj, _)| cx.add(dst, obj)),
            OfDefiner::Module => {
                let loader = cx.program.well_known().class_loader;
                // Not every release has modules.
                let Some(field) = cx.program.find_field(loader, "unnamedModule", "Ljava/lang/Module;") else { return };
                for &(obj, kind) in loaders {
                    if !kind.is_token() {
                        cx.edge(Ptr::Field(obj, field), dst);
                    }
                }
            }
            OfDefiner::Domain => {
                // The one given, or one that the JDK makes for the loader (`ClassLoader.preDefineClass`,
                // `SecureClassLoader.getProtectionDomain`).
                let given = self.node(cx, Node::GivenDomains);
                cx.edge(given, dst);
                let Some(domain) = cx.program.find_class("java/security/ProtectionDomain") else { return };
                let field = cx.program.find_field(domain, "classloader", "Ljava/lang/ClassLoader;");
                let made = cx.heap.alloc(self.calls[call].view.site, cx.program.class_type(domain), NO_CTX);
                cx.add(dst, made);
                if let Some(field) = field {
                    loaders.iter().for_each(|&(obj, _)| cx.add(Ptr::Field(made, field), obj));
                }
            }
        }
    }
}
