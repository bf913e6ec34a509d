//! Calls that give the JDK the name of a class under a key, for it to make and run an object of: system properties, security
//! properties, tables of looks. Only keys that do so make a site. Must not know what the JDK then runs.

use crate::base::Sym;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, Outcome};
use crate::program::lookup;
use crate::program::{MethodId, Program};

use super::super::rule::{Answer, Rule};
use super::super::state::State;
use super::super::state::call::{ApiCallId, Hook};
use super::super::state::properties::FOLLOWED;
use super::super::terms::rules::{NAMED_BY_KEY, RuleName};
use super::super::terms::site::{Effect, Problem, Role};

/// A call that puts a name under a key.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct NamedByKey {
    /// The keys that name classes, whole or as the beginning before a colon.
    keys: &'static [&'static str],
    /// Keys that end so do, too.
    endings: &'static [&'static str],
    /// They are properties of the system, which are followed to some of those who read them.
    of_system: bool,
    /// A key that nobody knows may be any of them.
    by_unknown_key: bool,
}

/// Properties of the system, as the JDK documents them, each with the class that reads it.
const PROPERTIES: &[&str] = &[
    "com.sun.net.httpserver.HttpServerProvider",
    "java.content.handler.pkgs",
    "java.naming.factory.control",
    "java.naming.factory.initial",
    "java.naming.factory.object",
    "java.naming.factory.state",
    "java.naming.factory.url.pkgs",
    "java.nio.channels.DefaultThreadPool.threadFactory",
    "java.nio.channels.spi.AsynchronousChannelProvider",
    "java.nio.channels.spi.SelectorProvider",
    "java.nio.file.spi.DefaultFileSystemProvider",
    "java.protocol.handler.pkgs",
    "java.rmi.server.RMIClassLoaderSpi",
    "java.security.manager",
    "java.system.class.loader",
    "java.time.zone.DefaultZoneRulesProvider",
    "java.util.concurrent.ForkJoinPool.common.exceptionHandler",
    "java.util.concurrent.ForkJoinPool.common.threadFactory",
    "java.util.logging.config.class",
    "java.util.logging.config.file",
    "java.util.logging.manager",
    "java.util.prefs.PreferencesFactory",
    "javax.accessibility.assistive_technologies",
    "javax.management.builder.initial",
    "javax.sql.rowset.RowSetFactory",
    "javax.xml.datatype.DatatypeFactory",
    "javax.xml.parsers.DocumentBuilderFactory",
    "javax.xml.parsers.SAXParserFactory",
    "javax.xml.stream.XMLEventFactory",
    "javax.xml.stream.XMLInputFactory",
    "javax.xml.stream.XMLOutputFactory",
    "javax.xml.transform.TransformerFactory",
    "javax.xml.validation.SchemaFactory",
    "javax.xml.xpath.XPathFactory",
    "jdbc.drivers",
    "jdk.serialFilterFactory",
    "org.w3c.dom.DOMImplementationSourceList",
    "org.xml.sax.driver",
    "org.xml.sax.parser",
    "rowset.provider.classname",
    "swing.auxiliarylaf",
    "swing.defaultlaf",
];

impl NamedByKey {
    /// `System.setProperty`.
    pub(in crate::reflection) const SYSTEM: Self =
        Self { keys: PROPERTIES, endings: &[], of_system: true, by_unknown_key: true };
    /// A table of properties, which may be that of the system.
    pub(in crate::reflection) const TABLE: Self = Self { by_unknown_key: false, ..Self::SYSTEM };
    /// `java.security.Security`: the keys of `conf/security/java.security` that name classes.
    pub(in crate::reflection) const SECURITY: Self = Self {
        keys: &[
            "auth.login.defaultCallbackHandler",
            "login.configuration.provider",
            "policy.provider",
            "ssl.ServerSocketFactory.provider",
            "ssl.SocketFactory.provider",
        ],
        endings: &[],
        of_system: false,
        by_unknown_key: false,
    };
    /// `javax.swing.UIDefaults.getUI`: the class under the id of a component's look.
    pub(in crate::reflection) const LOOKS: Self =
        Self { keys: &[], endings: &["UI"], of_system: false, by_unknown_key: false };

    fn names_a_class(self, key: &str) -> bool {
        let whole = key.split(':').next().unwrap_or(key);
        self.keys.contains(&whole) || self.endings.iter().any(|ending| key.ends_with(ending))
    }
}

impl Rule for NamedByKey {
    fn name(&self) -> RuleName {
        NAMED_BY_KEY
    }

    fn answer(&self) -> Answer {
        Answer::Listed
    }

    fn unresolved(&self) -> &'static str {
        "writes what may name a class into a property; a known name is listed, and of those who make an object of it factories of \
         parsers alone are followed"
    }

    fn outcome(&self, program: &Program, method: MethodId) -> Outcome {
        // What they do to the table as a collection is said of all collections.
        let is_table = program.class_name(program.method(method).class) == "java/util/Properties";
        if is_table { Outcome::Left } else { Outcome::AlsoAnalyse }
    }

    /// The name is no `String` in all of these methods, so that no role of the row can be it.
    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        if let Some(node) = state.calls[call].input(Role::Value) {
            cx.watch(node, state.hooks.number(Hook::Input { call, role: Role::Value }));
        }
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, role: Role, fresh: &[(ObjId, ObjKind)]) {
        let program = cx.program;
        let fresh = fresh.iter().map(|&(_, kind)| kind);
        let mut met = state.properties.met.remove(&call).unwrap_or_default();
        let (before, written) = (met.keys.len(), met.written.len());
        if role == Role::Mirror {
            for key in fresh {
                match key {
                    ObjKind::Str { text } => {
                        met.keys.extend(self.names_a_class(program.str(text)).then_some(text));
                        met.written.extend(is_followed(program.str(text)).then_some(Some(text)));
                    }
                    _ => met.written.extend((self.by_unknown_key && key.is_unknown_text()).then_some(None)),
                }
            }
            let of_all = (&met.keys[before..], &met.written[written..]);
            if !of_all.0.is_empty() || !of_all.1.is_empty() {
                // Tables of properties have thousands of names, and few keys are asked for: a list of them for each call took a
                // quarter of the memory of a run.
                let names = State::objects(cx, state.calls[call].input(Role::Value));
                self.meet(state, cx, call, of_all, &names_in(names.into_iter().map(|(_, kind)| kind)));
            }
        } else if !met.keys.is_empty() || !met.written.is_empty() {
            self.meet(state, cx, call, (&met.keys, &met.written), &names_in(fresh));
        }
        state.properties.met.insert(call, met);
    }
}

impl NamedByKey {
    /// Names under keys, few of whose pairs meet twice: tables of properties have thousands of both.
    fn meet(
        self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        (keys, written): (&[Sym], &[Option<Sym>]),
        names: &[ObjKind],
    ) {
        if self.of_system && state.calls[call].origin != Origin::Jdk {
            state.write_property(cx, written, names);
        }
        if keys.is_empty() || names.is_empty() {
            return;
        }
        let program = cx.program;
        state.show(call);
        if !names.iter().all(|name| matches!(name, ObjKind::Str { .. }))
            || !keys.iter().all(|&key| is_followed(program.str(key)))
        {
            state.problem(call, Problem::NotModelled);
        }
        for name in names {
            let ObjKind::Str { text } = *name else { continue };
            match lookup::for_name(program, program.str(text)) {
                Ok(ty) => state.effect(call, Effect::Class(ty)),
                Err(_) => state.problem(call, Problem::MissingClass(text)),
            }
        }
    }
}

/// Other values, such as colours under the key of a look, name nothing.
fn names_in(kinds: impl Iterator<Item = ObjKind>) -> Vec<ObjKind> {
    kinds.filter(|kind| kind.is_string()).collect()
}

/// Whether the calls that read the property are known to follow what is written.
fn is_followed(key: &str) -> bool {
    FOLLOWED.contains(&key.split(':').next().unwrap_or(key))
}

impl State {
    /// Passes on what may be written into properties that are followed: names of classes, and what is not known.
    fn write_property(&mut self, cx: &mut Cx<'_, '_>, keys: &[Option<Sym>], names: &[ObjKind]) {
        if keys.is_empty() {
            return;
        }
        let program = cx.program;
        for &name in names {
            let name = match name {
                ObjKind::Str { text } if lookup::for_name(program, program.str(text)).is_ok() => Some(text),
                ObjKind::Str { .. } | ObjKind::OtherStr => continue,
                _ => None,
            };
            for &key in keys {
                self.property_written(cx, key, name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_name_classes() {
        for (rule, key, wanted) in [
            (NamedByKey::SYSTEM, "jdbc.drivers", true),
            (NamedByKey::SYSTEM, "javax.xml.xpath.XPathFactory:http://java.sun.com/jaxp/xpath/dom", true),
            (NamedByKey::SYSTEM, "line.separator", false),
            (NamedByKey::LOOKS, "ButtonUI", true),
            (NamedByKey::LOOKS, "Button.font", false),
        ] {
            assert_eq!(rule.names_a_class(key), wanted, "{key}");
        }
    }
}
