//! Objects of the JDK's factories whose class it finds by a name that it puts together, or in tables and services of its own modules:
//! protocol handlers, management beans, security engines; and handles and types of handles that it keeps in classes made at run time.
//! Inside the JDK such look-ups are followed no further, and what else a factory gives would look like all there is: besides that, a
//! call outside the JDK gets an object that nobody knows. Must not know what is done with it.

use super::Signatures;
use super::signatures::Named;
use crate::classpath::Origin;
use crate::heap::ObjKind;
use crate::pointsto::{CallView, Claim, ClaimTag, Cx, Model, Outcome};
use crate::program::{MethodId, Program};

const MANAGEMENT: &str = "java/lang/management/ManagementFactory";

/// The factories, by class and name.
pub(super) const TABLE: &[Named] = &[
    // `URLStreamHandler`s are named after protocols (`URL.getURLStreamHandler`).
    ("java/net/URL", &["openConnection"]),
    // `PlatformMBeanProvider`s.
    (MANAGEMENT, &["getOperatingSystemMXBean", "getThreadMXBean", "getPlatformMXBean"]),
    ("javax/net/ssl/SSLSocketFactory", &["getDefault"]),
    ("javax/net/ssl/SSLServerSocketFactory", &["getDefault"]),
    ("javax/net/ssl/SSLContext", &["getSocketFactory", "getServerSocketFactory", "createSSLEngine"]),
    // `FileSystemProvider`s.
    ("java/nio/file/FileSystems", &["getFileSystem", "newFileSystem"]),
    // `System.LoggerFinder`s.
    ("java/lang/System", &["getLogger"]),
    ("javax/tools/ToolProvider", &["getSystemJavaCompiler", "getSystemDocumentationTool"]),
    ("java/awt/Toolkit", &["getDefaultToolkit"]),
    ("java/util/prefs/Preferences", &["userRoot", "systemRoot", "userNodeForPackage", "systemNodeForPackage"]),
    // What is in the class of a wrapper, in a call site that a switch makes, or in forms of a `VarHandle`.
    ("java/lang/invoke/MethodHandleProxies", &["wrapperInstanceTarget"]),
    ("java/lang/invoke/SwitchPoint", &["guardWithTest"]),
    ("java/lang/invoke/VarHandle", &["accessModeType", "coordinateTypes"]),
    // What engines of providers make.
    ("java/security/KeyPair", &["getPublic", "getPrivate"]),
    ("java/security/KeyFactory", &["generatePublic", "generatePrivate", "translateKey"]),
    ("java/security/KeyStore", &["getKey", "getCertificate"]),
    ("java/security/cert/CertificateFactory", &["generateCertificate", "generateCRL", "generateCertPath"]),
    ("javax/crypto/KeyGenerator", &["generateKey"]),
    ("javax/crypto/SecretKeyFactory", &["generateSecret", "translateKey"]),
];

pub(super) struct Unseen {
    table: Signatures<()>,
}

impl Default for Unseen {
    fn default() -> Self {
        let rows = TABLE.iter().flat_map(|&(class, names)| names.iter().map(move |&name| (class, name, "*", ())));
        Self { table: Signatures::new(&rows.collect::<Vec<_>>()) }
    }
}

impl Model for Unseen {
    fn name(&self) -> &'static str {
        "unseen"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        self.table.find(program, method).map(Claim::Target)
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, _: ClaimTag) -> Outcome {
        if let Some(dst) = call.dst.filter(|_| cx.program.origin_of(call.method) != Origin::Jdk) {
            let bound = cx.program.method_desc(cx.program.method(method).desc).ret;
            cx.add(dst, cx.heap.intern(ObjKind::Opaque { site: call.site, bound }));
        }
        Outcome::AlsoAnalyse
    }
}
