//! Engines of the security architecture (`java.security.Provider`): which class implements an algorithm, where no provider but
//! those of the JDK is on the class path. Must not know what engines do.

use super::super::calls::making::type_named;
use super::super::rule::{Answer, Rule};
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Problem, Role};
use super::algorithms::ALGORITHMS;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, Outcome};
use crate::program::{MethodId, Program};

/// An engine asked for by the name of an algorithm.
#[derive(Debug)]
pub(in crate::reflection) struct Engine {
    /// As in the table of algorithms.
    pub(in crate::reflection) name: &'static str,
    /// The class of the object that comes back, which has the implementation inside, by its internal name.
    pub(in crate::reflection) gives: &'static str,
}

impl Rule for Engine {
    fn name(&self) -> RuleName {
        RuleName("security-engines")
    }

    fn finds_declared(&self) -> bool {
        true
    }

    /// What is made is the JDK's, as it is without this rule.
    fn answer(&self) -> Answer {
        Answer::Listed
    }

    fn unresolved(&self) -> &'static str {
        "lists the JDK's implementation of the algorithm, where the class path has no other provider"
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        if let (Some(dst), Some(ty)) = (state.calls[call].view.dst, type_named(cx.program, self.gives)) {
            let given = state.instance(cx, call, ty);
            cx.add(dst, given);
        }
        // Whether the program installs it, and before which others, is not followed.
        let base = cx.program.find_class("java/security/Provider");
        if base.is_some_and(|base| !cx.program.subtypes_outside_jdk(base).is_empty()) {
            state.problem(call, Problem::NotModelled);
        }
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        for &(_, kind) in objects {
            match kind {
                ObjKind::Null => {}
                ObjKind::Str { text } => state.engine(cx, call, self.name, Some(cx.program.str(text))),
                // One of those there are, or none.
                _ => state.engine(cx, call, self.name, None),
            }
        }
    }
}

impl State {
    fn engine(&self, cx: &Cx<'_, '_>, call: ApiCallId, engine: &str, name: Option<&str>) {
        let names = name.map(|name| names(engine, &name.to_ascii_uppercase()));
        let mut found = false;
        for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.engine == engine) {
            let is_named = |name: &String| algorithm.names.contains(&name.as_str());
            if names.as_ref().is_none_or(|names| names.iter().any(is_named))
                && let Some(ty) = type_named(cx.program, algorithm.class)
            {
                found = true;
                self.effect(call, Effect::Class(ty));
            }
        }
        // One that the table does not have, or a `NoSuchAlgorithmException`.
        if !found {
            self.problem(call, Problem::NotModelled);
        }
    }
}

/// The names under which an engine is looked for: of a transformation of ciphers also without the mode, without the padding and
/// without both (`Cipher.getTransforms`).
fn names(engine: &str, name: &str) -> Vec<String> {
    let mut names = vec![name.to_owned()];
    if engine == "Cipher" {
        let mut parts = name.splitn(3, '/').map(str::trim);
        if let (Some(algorithm), Some(mode), Some(padding)) = (parts.next(), parts.next(), parts.next()) {
            names.push(format!("{algorithm}/{mode}/{padding}"));
            names.push(format!("{algorithm}/{mode}"));
            names.push(format!("{algorithm}//{padding}"));
            names.push(algorithm.to_owned());
        }
    }
    names
}
