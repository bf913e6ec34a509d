//! What hidden code may find by itself, told by the constant pools of its classes and by files of the class path: members by
//! reflection, classes that service files and the application's own files name; and that it sets class loaders of threads. Must not
//! know what it does with them.

use crate::base::{FxHashMap, FxHashSet};
use crate::classpath::{ArtifactId, Origin};
use crate::pointsto::Cx;
use crate::program::{ClassId, Program, SETS_LOADER};
use crate::resource;

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

/// Ends of the names of files in which frameworks look for classes by their names.
const ENDS: [&str; 10] =
    [".cfg", ".conf", ".factories", ".imports", ".ini", ".json", ".properties", ".xml", ".yaml", ".yml"];

/// Classes of the application that files of its class path name: those of services in any artifact, and its own ones for
/// frameworks. Files that tell tools about classes, and those by which loggers are set, make nothing of them.
pub(super) fn named_in_files(program: &Program) -> Vec<ClassId> {
    let class_path = program.class_path();
    let own = class_path.classes().filter(|&class| class_path.origin(class) == Origin::Application);
    let own: FxHashSet<String> = own.map(|class| class_path.name(class).replace('/', ".")).collect();
    let is_read = |name: &str, artifact| {
        let last = name.rsplit('/').next().unwrap_or(name);
        let is_of_tools = name.starts_with("META-INF/maven/")
            || name.starts_with("META-INF/native-image/")
            || last.starts_with("log4j")
            || last.starts_with("logback");
        let is_one = class_path.artifact(artifact).origin == Origin::Application
            && !is_of_tools
            && ENDS.iter().any(|end| last.ends_with(end));
        is_one || name.starts_with("META-INF/services/")
    };
    let mut names: Vec<&str> =
        class_path.resource_names().filter(|&(name, artifact)| is_read(name, artifact)).map(|(name, _)| name).collect();
    names.dedup();
    let mut found: Vec<ClassId> = Vec::new();
    for resource in names.into_iter().flat_map(|name| class_path.resources(name)) {
        let bytes = class_path.resource_bytes(&resource).ok().filter(|bytes| bytes.len() <= resource::LARGEST);
        let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let is_of_name = |char: char| char.is_alphanumeric() || matches!(char, '.' | '$' | '_');
        let words = text.split(|char| !is_of_name(char)).filter(|word| own.contains(*word));
        found.extend(words.filter_map(|word| program.find_class(&word.replace('.', "/"))));
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
