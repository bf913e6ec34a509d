//! Java agents: the methods that the JVM calls by the names in a manifest (package `java.lang.instrument`). Must not know
//! rounds.

use crate::base::FxIndexSet;
use crate::classpath::Origin;
use crate::program::{ClassId, MethodId, Program, access};

/// Attributes of a manifest, and the method of the class they name.
const ATTRIBUTES: [(&str, &str); 3] =
    [("Premain-Class", "premain"), ("Agent-Class", "agentmain"), ("Launcher-Agent-Class", "agentmain")];
const WITH_INSTRUMENTATION: &str = "(Ljava/lang/String;Ljava/lang/instrument/Instrumentation;)V";
const WITHOUT: &str = "(Ljava/lang/String;)V";

/// The agent methods of the application. With an `Instrumentation` they are recognised without a manifest, as main methods
/// are: it is often written when the jar is packed. Without one the class must be named. Of both the JVM calls the first.
pub(super) fn methods(program: &Program, application: &[ClassId]) -> Vec<MethodId> {
    let is_static = |method: &MethodId| program.method(*method).access & access::STATIC != 0;
    let mut found = FxIndexSet::default();
    let artifacts = program.class_path().artifacts().iter();
    for artifact in artifacts.filter(|artifact| artifact.origin == Origin::Application) {
        for (attribute, name) in ATTRIBUTES {
            let class = artifact.manifest.get(attribute).map(|class| class.trim().replace('.', "/"));
            let Some(class) = class.and_then(|class| program.find_class(&class)) else { continue };
            let called = [WITH_INSTRUMENTATION, WITHOUT].map(|desc| program.find_method(class, name, desc));
            found.extend(called.into_iter().flatten().find(is_static));
        }
    }
    for &class in application {
        for name in ["premain", "agentmain"] {
            found.extend(program.find_method(class, name, WITH_INSTRUMENTATION).filter(is_static));
        }
    }
    found.into_iter().filter(|method| program.method(*method).has_code).collect()
}
