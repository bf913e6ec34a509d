//! What the JDK prints of classes, members and modules: a text that names nothing by itself. The bodies, which use streams and
//! collections of all kinds, would mix what they print with what the program has in its own. Must not know other texts.

use crate::pointsto::{CallView, Claim, ClaimTag, Cx, Model, Outcome};
use crate::program::{MethodId, Program};

use super::Signatures;
use super::strings::unknown_string;

const METHODS: &[(&str, &str)] = &[
    ("java/lang/Class", "methodToString"),
    ("java/lang/Class", "toGenericString"),
    ("java/lang/Module", "toString"),
    ("java/lang/ModuleLayer", "toString"),
    ("java/lang/invoke/MethodType", "toString"),
    ("java/lang/module/Configuration", "toString"),
    ("java/lang/module/ModuleDescriptor", "toString"),
    ("java/lang/reflect/Constructor", "toGenericString"),
    ("java/lang/reflect/Constructor", "toString"),
    ("java/lang/reflect/Field", "toGenericString"),
    ("java/lang/reflect/Field", "toString"),
    ("java/lang/reflect/Method", "toGenericString"),
    ("java/lang/reflect/Method", "toString"),
    ("java/lang/reflect/Parameter", "toString"),
];

pub(super) struct Printed(Signatures<()>);

impl Default for Printed {
    fn default() -> Self {
        let rows: Vec<_> = METHODS.iter().map(|&(class, name)| (class, name, "*", ())).collect();
        Self(Signatures::new(&rows))
    }
}

impl Model for Printed {
    fn name(&self) -> &'static str {
        "printed"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        self.0.find(program, method).map(Claim::Target)
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, _method: MethodId, _tag: ClaimTag) -> Outcome {
        if let Some(dst) = call.dst {
            cx.add(dst, unknown_string(cx, call));
        }
        Outcome::Handled
    }
}
