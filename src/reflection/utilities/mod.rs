//! Reflection utilities of libraries: methods that say in one call of the application what takes several of the JDK's. Their
//! calls are looked at as the JDK's own are; the bodies behind them need not be. Must not know which methods they are.

pub(super) mod callables;
pub(super) mod calls;
pub(super) mod classes;
pub(super) mod fields;
pub(super) mod members;

use super::rule::{Answer, Rule};
use super::state::State;
use super::state::call::ApiCallId;
use super::terms::rules::RuleName;
use super::terms::site::Role;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, Site};
use crate::pointsto::{Cx, Outcome, Ptr};
use crate::program::{ClassId, MethodId, Program, access};

/// What switches all of them off.
pub(in crate::reflection) const UTILITIES: RuleName = RuleName("utilities");

/// A method of a library that does what a rule for the JDK's says. What is checked of the JDK's is not of these, which convert
/// and search.
#[derive(Debug)]
pub(in crate::reflection) struct Utility(pub(in crate::reflection) &'static dyn Rule);

impl Rule for Utility {
    fn name(&self) -> RuleName {
        UTILITIES
    }

    fn answer(&self) -> Answer {
        self.0.answer()
    }

    fn is_whole_at_once(&self) -> bool {
        self.0.is_whole_at_once()
    }

    /// The rule says what comes back; where the library is looked at, its body says the rest.
    fn outcome(&self, program: &Program, method: MethodId) -> Outcome {
        if is_replaced(program, method) { Outcome::AlsoAnalyse } else { Outcome::Answered }
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        if cx.scope().is_closed(cx.program, cx.program.method(method).class) {
            throw(state, cx, call, method);
        }
        self.0.met(state, cx, call, method);
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        self.0.objects(state, cx, call, role, objects);
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        self.0.specified(state, cx, call, objects);
    }
}

/// What a body throws that is not looked at: what it called threw, and of what it declares, and of what nobody declares, any.
fn throw(state: &State, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
    let Some(throw) = state.calls[call].view.throw else { return };
    cx.edge(Ptr::Uncaught, throw);
    let unchecked = cx.program.find_class("java/lang/RuntimeException");
    for class in unchecked.into_iter().chain(cx.program.method(method).exceptions.iter().copied()) {
        if !cx.is_hidden(class) {
            let own = cx.heap.unknown(cx.heap.site(Site::Outside), cx.program.class_type(class), true);
            own.into_iter().for_each(|own| cx.add(throw, own));
        }
    }
}

/// Whether the object that is asked may be one of the program's, which answers itself: a subclass of the class, or of the one whose
/// object its static methods ask (`PropertyUtils` that of `PropertyUtilsBean`).
fn is_replaced(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    let class = data.class;
    let is_static = data.access & access::STATIC != 0;
    let asked = program.find_class(&format!("{}Bean", program.class_name(class)));
    let own = |class: &ClassId| program.class(*class).origin == Origin::Application;
    [Some(class).filter(|_| !is_static), asked]
        .into_iter()
        .flatten()
        .any(|of| program.subtypes_outside_jdk(of).iter().any(own))
}
