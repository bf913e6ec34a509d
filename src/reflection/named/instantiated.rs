//! `Beans.instantiate`: an object of a public class that is named, or one that a file of the class path has (docs/analysis.md,
//! Beans). Must not know what the object does.

use crate::base::Sym;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::Cx;
use crate::program::lookup::{self, NotLoaded};
use crate::program::{Program, TypeId, access};
use crate::strings::named;

use super::super::calls::making::instantiable;
use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Problem, Role};

/// By the name of a class, and by a loader.
#[derive(Debug)]
pub(in crate::reflection) struct Instantiate;

impl Rule for Instantiate {
    fn name(&self) -> RuleName {
        RuleName("instantiated-beans")
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        let local = state.local_name(cx, call);
        for &(obj, kind) in objects {
            match kind {
                // A loader of the program's own decides itself what a name means.
                _ if role == Role::Loader => {
                    if !is_of_jdk(cx.program, cx.heap.ty(obj)) {
                        state.problem(call, Problem::NotModelled);
                        state.unknown_instance(cx, call);
                    }
                }
                ObjKind::Str { text } if state.rules.knows_text(text, local) => {
                    state.instantiate(cx, call, text);
                }
                // A merged constant is the text of no class.
                ObjKind::OtherStr => {}
                _ => state.unknown_instance(cx, call),
            }
        }
    }
}

impl State {
    /// `ClassFinder.findClass`, then `Class.newInstance` on behalf of a package that sees public classes and constructors alone.
    fn instantiate(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, name: Sym) {
        let program = cx.program;
        let text = program.str(name);
        let path = text.replace('.', "/");
        if !program.class_path().resources(&format!("{path}.ser")).is_empty() {
            // Which object it is, its bytes say.
            self.problem(call, Problem::NotModelled);
            self.make_any(cx, call, cx.heap.types().object);
        }
        let ty = match lookup::for_name(program, text) {
            Ok(ty) => ty,
            Err(NotLoaded::NotFound) if program.class_path().is_supplied_name(&path) => {
                self.problem(call, Problem::Supplied);
                return self.unknown_instance(cx, call);
            }
            Err(NotLoaded::NotFound) if program.class_path().is_versioned(&path) => {
                self.problem(call, Problem::Versioned(name));
                return self.unknown_instance(cx, call);
            }
            Err(NotLoaded::NotFound) => {
                if self.calls[call].origin != Origin::Jdk && !named::is_of_jvm_alone(program.str(name)) {
                    self.unfound.insert(call);
                }
                return self.problem(call, Problem::MissingClass(name));
            }
            Err(NotLoaded::Linkage(class)) if program.may_be_readable(class) => {
                self.problem(call, Problem::Unread(class));
                return self.unknown_instance(cx, call);
            }
            Err(NotLoaded::Linkage(class)) => return self.problem(call, Problem::NotLoadable { name, class }),
        };
        let constructor = lookup::get_constructor(program, ty, &[]);
        match (program.class_of(ty), constructor) {
            (Some(class), Some(constructor)) if instantiable(cx, ty) && is_public(program, ty) => {
                if self.make(cx, call, class, constructor).is_none() {
                    self.unknown_instance(cx, call);
                }
            }
            _ => self.problem(call, Problem::NotInstantiable(ty)),
        }
    }
}

fn is_public(program: &Program, ty: TypeId) -> bool {
    lookup::modifiers(program, ty) & access::PUBLIC != 0
}

fn is_of_jdk(program: &Program, ty: TypeId) -> bool {
    program.class_of(ty).is_none_or(|class| program.class(class).origin == Origin::Jdk)
}
