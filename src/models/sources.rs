//! Calls that bring strings from outside the program: properties, environment, files, streams. Their result is an unknown whose
//! origin is the call (a specification point), besides the default the caller gives; what the program itself put there is covered by it.
//! Must not know specifications.

use crate::pointsto::{CallView, Claim, Cx, Model, Outcome};
use crate::program::{MethodId, Program};

use super::Signatures;

/// The last argument is a default that may come back.
const DEFAULT: u32 = 1;
const PLAIN: u32 = 0;

pub(super) struct Sources {
    table: Signatures,
}

impl Default for Sources {
    fn default() -> Self {
        const ONE: &str = "(Ljava/lang/String;)Ljava/lang/String;";
        const TWO: &str = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
        const NONE: &str = "()Ljava/lang/String;";
        let action = "sun/security/action/GetPropertyAction";
        Self {
            table: Signatures::new(&[
                ("java/lang/System", "getProperty", ONE, PLAIN),
                ("java/lang/System", "getProperty", TWO, DEFAULT),
                ("java/lang/System", "getenv", ONE, PLAIN),
                ("java/util/Properties", "getProperty", ONE, PLAIN),
                ("java/util/Properties", "getProperty", TWO, DEFAULT),
                ("java/security/Security", "getProperty", ONE, PLAIN),
                ("java/security/Provider", "getProperty", ONE, PLAIN),
                ("java/util/prefs/Preferences", "get", TWO, DEFAULT),
                ("java/util/ResourceBundle", "getString", ONE, PLAIN),
                ("java/util/jar/Attributes", "getValue", ONE, PLAIN),
                ("java/util/jar/Attributes", "getValue", "(Ljava/util/jar/Attributes$Name;)Ljava/lang/String;", PLAIN),
                ("java/io/BufferedReader", "readLine", NONE, PLAIN),
                ("java/io/Console", "readLine", NONE, PLAIN),
                ("java/io/DataInputStream", "readUTF", NONE, PLAIN),
                ("java/io/ObjectInputStream", "readUTF", NONE, PLAIN),
                ("java/util/Scanner", "next", NONE, PLAIN),
                ("java/util/Scanner", "nextLine", NONE, PLAIN),
                ("java/nio/file/Files", "readString", "*", PLAIN),
                ("jdk/internal/misc/VM", "getSavedProperty", ONE, PLAIN),
                (action, "privilegedGetProperty", ONE, PLAIN),
                (action, "privilegedGetProperty", TWO, DEFAULT),
            ]),
        }
    }
}

impl Model for Sources {
    fn name(&self) -> &'static str {
        "sources"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        self.table.find(program, method).map(Claim::Target)
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, _method: MethodId, tag: u32) -> Outcome {
        let Some(dst) = call.dst else { return Outcome::Handled };
        let unknown = super::strings::unknown_string(cx, call);
        cx.add(dst, unknown);
        if let (DEFAULT, Some(Some(default))) = (tag, call.args.last().copied()) {
            cx.edge(default, dst);
        }
        Outcome::Handled
    }
}
