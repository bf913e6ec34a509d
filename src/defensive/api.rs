//! The methods of the reflection API that are told by their declaration, a row each: what they give for known classes and names,
//! or that they run no code of what they are about. Their classes are final ones of the JDK. Must not know what holds
//! anywhere.

use crate::program::{MethodRef, Program, TypeId, lookup};

const OBJECT: &str = "java/lang/Object";
const CLASS: &str = "java/lang/Class";
const METHOD: &str = "java/lang/reflect/Method";
const FIELD: &str = "java/lang/reflect/Field";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const EXECUTABLE: &str = "java/lang/reflect/Executable";
const ACCESSIBLE: &str = "java/lang/reflect/AccessibleObject";

/// Classes whose calls are told by rows, here and among the operations on strings: their bodies are not looked at.
const TOLD: [&str; 9] = [
    CLASS,
    CONSTRUCTOR,
    FIELD,
    METHOD,
    "java/lang/AbstractStringBuilder",
    "java/lang/String",
    "java/lang/StringBuffer",
    "java/lang/StringBuilder",
    "java/lang/System",
];

/// What a method does.
#[derive(Debug, Clone, Copy)]
pub(super) enum Act {
    /// Gives the class of the object it is called on.
    ClassOf,
    /// Gives the class of a name, and initialises it; with a loader that it is given.
    ForName {
        by_loader: bool,
    },
    /// Makes an object of a class, or by a constructor.
    New,
    /// Gives this text about a class, or null.
    Text(fn(&Program, TypeId) -> Option<String>),
    /// Gives this class for a class, or null.
    Class(fn(&Program, TypeId) -> Option<TypeId>),
    /// Finds a member of a class; `declared`: of the class itself, public or not.
    FindMethod {
        declared: bool,
    },
    FindField {
        declared: bool,
    },
    FindConstructor {
        declared: bool,
    },
    /// Runs no code of what it is about; what it gives is not followed.
    Quiet,
}

/// The classes by which instructions name a method, its name, descriptor (`*` for any), and what it does.
struct Row {
    classes: &'static [&'static str],
    name: &'static str,
    desc: &'static str,
    act: Act,
}

const fn row(classes: &'static [&'static str], name: &'static str, act: Act) -> Row {
    Row { classes, name, desc: "*", act }
}

const fn for_name(desc: &'static str, by_loader: bool) -> Row {
    Row { classes: OF_CLASS, name: "forName", desc, act: Act::ForName { by_loader } }
}

const OF_CLASS: &[&str] = &[CLASS];
const EXECUTABLES: &[&str] = &[METHOD, CONSTRUCTOR, EXECUTABLE];
const MEMBERS: &[&str] = &[METHOD, FIELD, CONSTRUCTOR, EXECUTABLE];
const ACCESSIBLES: &[&str] = &[METHOD, FIELD, CONSTRUCTOR, EXECUTABLE, ACCESSIBLE];

const ROWS: &[Row] = &[
    row(&[OBJECT], "getClass", Act::ClassOf),
    for_name("(Ljava/lang/String;)Ljava/lang/Class;", false),
    for_name("(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;", true),
    row(&[CLASS, CONSTRUCTOR], "newInstance", Act::New),
    row(OF_CLASS, "getName", Act::Text(|program, ty| Some(lookup::name(program, ty)))),
    row(OF_CLASS, "getTypeName", Act::Text(|program, ty| Some(lookup::type_name(program, ty)))),
    row(OF_CLASS, "getPackageName", Act::Text(|program, ty| Some(lookup::package_name(program, ty)))),
    row(OF_CLASS, "getSimpleName", Act::Text(|program, ty| lookup::simple_name(program, ty).ok())),
    row(OF_CLASS, "getSuperclass", Act::Class(lookup::superclass)),
    row(OF_CLASS, "getComponentType", Act::Class(lookup::component_type)),
    row(OF_CLASS, "getMethod", Act::FindMethod { declared: false }),
    row(OF_CLASS, "getDeclaredMethod", Act::FindMethod { declared: true }),
    row(OF_CLASS, "getField", Act::FindField { declared: false }),
    row(OF_CLASS, "getDeclaredField", Act::FindField { declared: true }),
    row(OF_CLASS, "getConstructor", Act::FindConstructor { declared: false }),
    row(OF_CLASS, "getDeclaredConstructor", Act::FindConstructor { declared: true }),
    row(OF_CLASS, "desiredAssertionStatus", Act::Quiet),
    row(OF_CLASS, "equals", Act::Quiet),
    row(OF_CLASS, "getCanonicalName", Act::Quiet),
    row(OF_CLASS, "getClassLoader", Act::Quiet),
    row(OF_CLASS, "getDeclaringClass", Act::Quiet),
    row(OF_CLASS, "getInterfaces", Act::Quiet),
    row(OF_CLASS, "getModifiers", Act::Quiet),
    row(OF_CLASS, "getModule", Act::Quiet),
    row(OF_CLASS, "getPackage", Act::Quiet),
    row(OF_CLASS, "hashCode", Act::Quiet),
    row(OF_CLASS, "isArray", Act::Quiet),
    row(OF_CLASS, "isInterface", Act::Quiet),
    row(ACCESSIBLES, "equals", Act::Quiet),
    row(ACCESSIBLES, "hashCode", Act::Quiet),
    row(ACCESSIBLES, "setAccessible", Act::Quiet),
    row(ACCESSIBLES, "trySetAccessible", Act::Quiet),
    row(MEMBERS, "getDeclaringClass", Act::Quiet),
    row(MEMBERS, "getModifiers", Act::Quiet),
    row(MEMBERS, "getName", Act::Quiet),
    row(EXECUTABLES, "getParameterCount", Act::Quiet),
    row(EXECUTABLES, "getParameterTypes", Act::Quiet),
    row(&[METHOD], "getReturnType", Act::Quiet),
    row(&[FIELD], "getType", Act::Quiet),
];

/// Whether bodies of a class are not looked at, as rows tell its calls.
pub(super) fn is_told(class: &str) -> bool {
    TOLD.contains(&class)
}

/// What the method does that an instruction names, if it has a row.
pub(super) fn act(program: &Program, reference: MethodRef) -> Option<Act> {
    let data = program.method_ref_data(reference);
    let class = program.class_name(program.class_of(data.owner)?);
    // Each call of each body asks.
    if !class.starts_with("java/lang/") {
        return None;
    }
    let (name, desc) = (program.str(data.name), program.str(program.method_desc(data.desc).text));
    let is_meant = |row: &&Row| row.name == name && row.classes.contains(&class) && [desc, "*"].contains(&row.desc);
    ROWS.iter().find(is_meant).map(|row| row.act)
}

/// Whether what a method gives depends on what it is handed alone: a class does not change.
pub(super) fn is_of_arguments(program: &Program, reference: MethodRef) -> bool {
    let owner = program.class_of(program.method_ref_data(reference).owner);
    match act(program, reference) {
        Some(Act::New) | None => false,
        Some(Act::ClassOf) => true,
        Some(_) => owner.is_some_and(|owner| program.class_name(owner) == CLASS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classpath::ClassPath;
    use crate::classpath::testing::{input, jdk, write};

    #[test]
    fn rows_name_methods_of_the_jdk_once() {
        let Some(home) = jdk(17) else { return };
        let dir = tempfile::tempdir().unwrap();
        write(&dir.path().join("classes/A.class"), b"");
        let mut input = input(dir.path(), &["classes"], &[]);
        input.jdk_home = home;
        let program = Program::new(ClassPath::open(&input).unwrap().0);
        let mut seen = std::collections::BTreeSet::new();
        for row in ROWS {
            for class in row.classes {
                let found = program.find_class(class).unwrap();
                let is_inherited = program.supertypes(found).iter().any(|&of| {
                    program.class(of).methods.iter().any(|&method| program.str(program.method(method).name) == row.name)
                });
                assert!(is_inherited, "{class}.{}", row.name);
                assert!(seen.insert((class, row.name, row.desc)), "{class}.{}: two rows", row.name);
            }
        }
    }
}
