//! Handlers of the protocols of URLs: classes named `PROTOCOL.Handler` in packages that a property lists, and those that services
//! give (`java.net.URL.getURLStreamHandler`). Where the class path has neither, the JDK's own handlers are all there are. Must not
//! know what handlers do.

use crate::classpath::Declared;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, Outcome};
use crate::program::{MethodId, Program, lookup};

use super::super::rule::{Answer, Rule};
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Problem, Role};

const HANDLER: &str = "java/net/URLStreamHandler";
const PROVIDERS: &str = "java.net.spi.URLStreamHandlerProvider";

/// A URL is made of a protocol or of a text that begins with one. It is a site where the class path has a class that may be the
/// handler: whether the property or the order of services makes it so is not known.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) enum Protocol {
    /// By the name that the row speaks of.
    Named,
    /// By what an object holds that is not looked into.
    Held,
}

impl Rule for Protocol {
    fn name(&self) -> RuleName {
        RuleName("url-protocol")
    }

    fn finds_declared(&self) -> bool {
        true
    }

    fn answer(&self) -> Answer {
        Answer::Listed
    }

    fn unresolved(&self) -> &'static str {
        "lists the handlers of the class path that the protocol may have"
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        if matches!(self, Protocol::Held) {
            state.handlers_of(cx, call, None);
        }
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        for &(_, kind) in objects {
            match kind {
                ObjKind::Null | ObjKind::OtherStr => {}
                ObjKind::Str { text } => {
                    if let Some(protocol) = protocol_of(cx.program.str(text)) {
                        state.handlers_of(cx, call, Some(&protocol));
                    }
                }
                _ => state.handlers_of(cx, call, None),
            }
        }
    }
}

impl State {
    /// What may handle a protocol, or any of them, beside the JDK.
    fn handlers_of(&self, cx: &Cx<'_, '_>, call: ApiCallId, protocol: Option<&str>) {
        // Nobody can take these over (`URL.isOverrideable`).
        if matches!(protocol, Some("file" | "jrt")) {
            return;
        }
        let program = cx.program;
        let handler = program.find_class(HANDLER);
        let classes = handler.map_or(&[][..], |handler| program.subtypes_outside_jdk(handler));
        let of_protocol = classes.iter().map(|&class| program.class_type(class)).filter(|&ty| {
            let name = program.binary_name(ty);
            let package = name.strip_suffix(".Handler").map(|package| package.rsplit('.').next().unwrap_or(package));
            package.is_some_and(|last| protocol.is_none_or(|protocol| last == protocol))
        });
        let (declared, diags) = program.class_path().service_providers(PROVIDERS);
        // What cannot be read may declare one.
        let is_hidden = !diags.is_empty();
        let provided = declared.iter().filter(|provider| matches!(provider.declared, Declared::File));
        let provided = provided.filter_map(|provider| lookup::for_name(program, &provider.name).ok());
        let found: Vec<_> = of_protocol.chain(provided).collect();
        if found.is_empty() && !is_hidden {
            return;
        }
        self.show(call);
        self.problem(call, Problem::NotModelled);
        for ty in found {
            self.effect(call, Effect::Class(ty));
        }
    }
}

/// The protocol that a text is, or begins with, as the JDK looks for it.
fn protocol_of(text: &str) -> Option<String> {
    let text = text.trim();
    // A text may say that it is one (`URL.<init>`).
    let text =
        text.get(..4).filter(|start| start.eq_ignore_ascii_case("url:")).map_or(text, |start| &text[start.len()..]);
    let protocol = text.split(':').next().unwrap_or_default();
    let is_protocol = protocol.starts_with(|c: char| c.is_ascii_alphabetic())
        && protocol.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_protocol.then(|| protocol.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protocols_as_they_are_looked_for() {
        for (text, wanted) in [
            ("memo:x", Some("memo")),
            ("memo", Some("memo")),
            ("HTTP://a.b", Some("http")),
            (" jar:file:a!/b", Some("jar")),
            ("url:memo:x", Some("memo")),
            ("//a", None),
            ("a b:c", None),
        ] {
            assert_eq!(protocol_of(text).as_deref(), wanted, "{text}");
        }
    }
}
