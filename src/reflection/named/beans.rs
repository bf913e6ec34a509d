//! `Introspector.getBeanInfo`: what a class says of itself as a bean, by its methods and by a class that is named after it. Must
//! not know what is done with it.

use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Args, Cx, EdgeKind, Outcome};
use crate::program::{ClassId, MethodId, Program, lookup};

use super::super::calls::making::type_named;
use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Role};

const DESCRIBING: &str = "java/beans/BeanInfo";

/// A class is asked, and every class above it. The methods that are found come out of the JDK's own code.
#[derive(Debug)]
pub(in crate::reflection) struct BeanInfo;

impl Rule for BeanInfo {
    fn name(&self) -> RuleName {
        RuleName("bean-info")
    }

    fn finds_declared(&self) -> bool {
        true
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        for &(_, kind) in objects {
            let ObjKind::Class { ty } = kind else { continue };
            state.effect(call, Effect::Class(ty));
            for (class, constructor) in
                cx.program.class_of(ty).map(|class| described_by(cx.program, class)).unwrap_or_default()
            {
                state.describes(cx, call, class, constructor);
            }
        }
    }
}

/// The classes named after a class and those above it, with `BeanInfo` at the end, that describe them (`BeanInfoFinder`).
fn described_by(program: &Program, class: ClassId) -> Vec<(ClassId, MethodId)> {
    let Some(base) = program.find_class(DESCRIBING) else { return Vec::new() };
    let above = program.superclasses(class).iter();
    let named = above.filter_map(|&class| program.find_class(&format!("{}BeanInfo", program.class_name(class))));
    let made = named
        .filter(|&class| program.is_subclass(class, base))
        .filter_map(|class| Some((class, lookup::get_constructor(program, program.class_type(class), &[])?)));
    made.collect()
}

impl State {
    /// Such an object is made and asked by the JDK, which catches what its constructor throws.
    fn describes(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, class: ClassId, constructor: MethodId) {
        cx.initialise(class);
        let obj = self.instance(cx, call, cx.program.class_type(class));
        self.run_made(cx, call, (obj, constructor), Args::Positional(Vec::new()), EdgeKind::Reflective);
        let methods = type_named(cx.program, DESCRIBING).map(|ty| lookup::public_methods(cx.program, ty));
        for &method in methods.unwrap_or_default() {
            if let Some(callee) = cx.program.select(class, method) {
                self.run_made(cx, call, (obj, callee), Args::Unknown, EdgeKind::Model);
            }
        }
    }
}
