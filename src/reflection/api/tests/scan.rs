//! What the JDK offers to all code that takes or gives metaobjects. Must not know which of it has a row.

use std::rc::Rc;

use crate::classpath::Origin;
use crate::models::{self, Unmodelled};
use crate::program::{ClassId, MethodId, Program, access, lookup};

/// The types of metaobjects. Methods that speak of loaders and modules alone keep them and hand them on, which gives no class:
/// those that name one have a class besides.
const TYPES: &[&str] = &[
    "java/lang/Class",
    "java/lang/reflect/AccessibleObject",
    "java/lang/reflect/AnnotatedElement",
    "java/lang/reflect/Constructor",
    "java/lang/reflect/Executable",
    "java/lang/reflect/Field",
    "java/lang/reflect/Member",
    "java/lang/reflect/Method",
    "java/lang/reflect/Parameter",
    "java/lang/reflect/RecordComponent",
    "java/lang/invoke/MethodHandle",
    "java/lang/invoke/MethodHandles$Lookup",
    "java/lang/invoke/MethodType",
    "java/lang/invoke/VarHandle",
];

/// A method as patterns speak of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named<'p> {
    pub(super) method: MethodId,
    pub(super) class: &'p str,
    pub(super) name: &'p str,
    pub(super) desc: &'p str,
}

impl<'p> Named<'p> {
    fn new(program: &'p Program, method: MethodId) -> Self {
        let data = program.method(method);
        let desc = program.str(program.method_desc(data.desc).text);
        Self { method, class: program.class_name(data.class), name: program.str(data.name), desc }
    }

    pub(super) fn shown(&self) -> String {
        format!("{}.{}{}", self.class, self.name, self.desc)
    }

    pub(super) fn fits(&self, pattern: &str) -> bool {
        fits(pattern, self.class, self.name)
    }
}

/// Whether a pattern speaks of a method: see [`Group`](super::excused::Group).
pub(super) fn fits(pattern: &str, class: &str, name: &str) -> bool {
    match pattern.split_once('.') {
        Some((of_class, of_name)) => name == of_name && (of_class == "*" || of_class == class),
        None if pattern.ends_with('/') => class.starts_with(pattern),
        None => class.strip_prefix(pattern).is_some_and(|rest| rest.is_empty() || rest.starts_with('$')),
    }
}

/// The methods that code of the class path may call or override and that take or give metaobjects.
pub(super) fn offered(program: &Program) -> Vec<Named<'_>> {
    let class_path = program.class_path();
    let names = class_path.classes().filter(|&class| class_path.origin(class) == Origin::Jdk);
    let classes = names.filter_map(|class| program.find_class(class_path.name(class)));
    let methods = classes
        .filter(|&class| is_open(program, class))
        .flat_map(|class| program.class(class).methods.iter().copied())
        .filter(|&method| program.method(method).access & (access::PUBLIC | access::PROTECTED) != 0);
    let mut found: Vec<Named<'_>> = methods.map(|method| Named::new(program, method)).collect();
    found.retain(|method| TYPES.iter().any(|ty| method.desc.contains(&format!("L{ty};"))));
    found.sort_by_key(|method| (method.class, method.name, method.desc));
    found
}

/// The methods that a pattern with a class and a name speaks of, of public classes or not.
pub(super) fn named<'p>(program: &'p Program, pattern: &str) -> Vec<Named<'p>> {
    let Some((class, name)) = pattern.split_once('.') else { return Vec::new() };
    let Some(class) = program.find_class(class) else { return Vec::new() };
    let methods = program.methods_named(class, program.sym(name)).into_iter();
    methods.map(|method| Named::new(program, method)).collect()
}

/// Public, as what it stands in, and of a package that is exported to all code.
fn is_open(program: &Program, class: ClassId) -> bool {
    let name = program.class_name(class);
    let outer = name.match_indices('$').filter_map(|(at, _)| program.find_class(&name[..at]));
    let is_public = |class: ClassId| program.class(class).access & access::PUBLIC != 0;
    is_public(class) && outer.into_iter().all(is_public) && lookup::is_exported(program, class, None)
}

/// The model that answers for a method.
pub(super) fn model_of(program: &Program, method: MethodId) -> Option<&'static str> {
    let mut models = models::all(&Rc::default(), &Unmodelled::default(), &Rc::default(), &Rc::default(), false);
    // That of resources takes note of streams that any method is handed, and answers for none here.
    let mut answering = models.iter_mut().filter(|model| model.name() != "resources");
    answering.find_map(|model| model.claim(program, method).is_some().then(|| model.name()))
}

/// Whether the body says nothing of what the method does: there is none, or it makes a handle whose code the JVM writes.
pub(super) fn needs_the_jvm(program: &Program, method: &Named<'_>) -> bool {
    let is_native = program.method(method.method).access & access::NATIVE != 0;
    let of_handles = ["java/lang/invoke/MethodHandle", "java/lang/invoke/SwitchPoint", "java/lang/invoke/VarHandle"];
    is_native
        || of_handles.iter().any(|class| method.class.starts_with(class))
            && method.desc.ends_with(")Ljava/lang/invoke/MethodHandle;")
}
