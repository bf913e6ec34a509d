//! Calls that bring strings from outside the program: properties, environment, files, streams. Their result is an unknown whose
//! origin is the call (a specification point), besides the default the caller gives; what the program itself put there is covered by it.
//! Must not know specifications.

use crate::pointsto::{CallView, Claim, ClaimTag, Cx, Model, Outcome, Ptr, VirtualCall};
use crate::program::{MethodId, Program};

use super::Signatures;

/// What a call gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Act {
    /// The unknown, or the last argument.
    Default,
    /// The unknown.
    Plain,
    /// The same, which a method of its class of that name and descriptor reads from another stream or reader.
    Reads(&'static str, &'static str),
}

pub(super) struct Sources {
    table: Signatures<Act>,
}

const ONE: &str = "(Ljava/lang/String;)Ljava/lang/String;";
const TWO: &str = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
const NONE: &str = "()Ljava/lang/String;";

pub(super) const TABLE: &[(&str, &str, &str, Act)] = &[
    ("java/lang/System", "getProperty", ONE, Act::Plain),
    ("java/lang/System", "getProperty", TWO, Act::Default),
    ("java/lang/System", "getenv", ONE, Act::Plain),
    ("java/util/Properties", "getProperty", ONE, Act::Plain),
    ("java/util/Properties", "getProperty", TWO, Act::Default),
    ("java/security/Security", "getProperty", ONE, Act::Plain),
    ("java/security/Provider", "getProperty", ONE, Act::Plain),
    ("java/util/prefs/Preferences", "get", TWO, Act::Default),
    ("java/util/jar/Attributes", "getValue", ONE, Act::Plain),
    ("java/util/jar/Attributes", "getValue", "(Ljava/util/jar/Attributes$Name;)Ljava/lang/String;", Act::Plain),
    ("java/io/BufferedReader", "readLine", NONE, Act::Reads("fill", "()V")),
    ("java/io/Console", "readLine", NONE, Act::Plain),
    ("java/io/DataInputStream", "readUTF", NONE, Act::Reads("readFully", "([BII)V")),
    ("java/io/ObjectInputStream", "readUTF", NONE, Act::Plain),
    ("java/util/Scanner", "next", NONE, Act::Reads("readInput", "()V")),
    ("java/util/Scanner", "nextLine", NONE, Act::Reads("readInput", "()V")),
    ("java/nio/file/Files", "readString", "*", Act::Plain),
    ("jdk/internal/misc/VM", "getSavedProperty", ONE, Act::Plain),
    ("sun/security/action/GetPropertyAction", "privilegedGetProperty", ONE, Act::Plain),
    ("sun/security/action/GetPropertyAction", "privilegedGetProperty", TWO, Act::Default),
];

impl Default for Sources {
    fn default() -> Self {
        Self { table: Signatures::new(TABLE) }
    }
}

impl Model for Sources {
    fn name(&self) -> &'static str {
        "sources"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        self.table.find(program, method).map(Claim::Target)
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, tag: ClaimTag) -> Outcome {
        if let (Act::Reads(name, descriptor), Some(Some(receiver))) = (self.table.act(tag), call.args.first().copied())
        {
            let (program, throw) = (cx.program, call.throw.map(Ptr::Node));
            if let Some(method) = program.find_method(program.method(method).class, name, descriptor) {
                let args = vec![None; program.method_desc(program.method(method).desc).params.len()];
                let (caller, site) = (call.caller, call.site);
                cx.dispatch(VirtualCall {
                    caller,
                    site,
                    method,
                    receiver: Ptr::Node(receiver),
                    args,
                    ret: None,
                    throw,
                });
            }
        }
        let Some(dst) = call.dst else { return Outcome::Handled };
        let unknown = super::strings::unknown_string(cx, call);
        cx.add(dst, unknown);
        if let (Act::Default, Some(Some(default))) = (self.table.act(tag), call.args.last().copied()) {
            cx.edge(default, dst);
        }
        Outcome::Handled
    }
}
