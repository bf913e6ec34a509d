//! What hidden code may find by itself, told by the constant pools of its classes and by the application's resources: members
//! by reflection, providers by service files; and that it sets class loaders of threads. Must not know what it does with them.

use crate::base::FxHashMap;
use crate::classpath::{ArtifactId, Origin};
use crate::pointsto::Cx;
use crate::program::{ClassId, Program, SETS_LOADER};

/// Names of the types by which members are reached whose names nobody wrote.
const MEMBERS: [&[u8]; 4] =
    [b"java/lang/reflect/Field", b"java/lang/reflect/Method", b"java/lang/reflect/Constructor", b"sun/misc/Unsafe"];

/// Which artifacts look for members, once it was asked.
#[derive(Default)]
pub(super) struct Reflecting {
    known: FxHashMap<ArtifactId, bool>,
}

impl Reflecting {
    /// Whether a class of the artifact that the class is in names a type of members.
    pub(super) fn is(&mut self, program: &Program, class: ClassId) -> bool {
        let Some(artifact) = program.class(class).artifact else { return true };
        *self.known.entry(artifact).or_insert_with(|| {
            let class_path = program.class_path();
            let classes = class_path.classes().filter(|&class| class_path.artifact_of(class) == artifact);
            let names = |bytes: &[u8]| MEMBERS.iter().any(|name| memchr::memmem::find(bytes, name).is_some());
            classes.into_iter().any(|class| class_path.bytes(class).map_or(true, |bytes| names(&bytes)))
        })
    }
}

/// Classes of the application that its own service files name.
pub(super) fn providers(program: &Program) -> Vec<ClassId> {
    let class_path = program.class_path();
    let services = class_path.resource_names().filter_map(|(name, artifact)| {
        let own = class_path.artifact(artifact).origin == Origin::Application;
        name.strip_prefix("META-INF/services/").filter(|_| own).map(str::to_owned)
    });
    let mut found: Vec<ClassId> = Vec::new();
    for service in services {
        let (providers, _) = class_path.service_providers(&service);
        let classes = providers.iter().filter_map(|provider| program.find_class(&provider.name.replace('.', "/")));
        found.extend(classes.filter(|&class| program.class(class).origin == Origin::Application));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether hidden code mentions the method that sets the class loader of a thread.
pub(super) fn sets_loaders(cx: &Cx<'_, '_>) -> bool {
    let (program, class_path) = (cx.program, cx.program.class_path());
    let mut libraries = class_path.classes().filter(|&class| class_path.origin(class) == Origin::Library);
    libraries.any(|class| {
        let outline = program.outlines().of(class);
        let sets = outline.is_some_and(|outline| outline.methods().any(|(_, name)| name == SETS_LOADER));
        sets && program.find_class(class_path.name(class)).is_some_and(|class| cx.is_hidden(class))
    })
}
