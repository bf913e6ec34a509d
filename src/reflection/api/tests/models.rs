//! Models and what is below them may not know rows (docs/imports.md), and have lists of their own of methods that have some. What a list
//! says is compared with what the rows say; where they differ there is a reason. Must not know what models do with their lists.

use std::collections::BTreeSet;

use super::super::super::terms::attempt::{Attempt, Gives, Sought};
use super::super::super::terms::method::{Act, CLASS, Finds};
use super::super::judged;
use super::super::outside::{Outside, reads, reads_no_file};
use super::super::row::Row;
use super::super::table::API;
use super::none;
use crate::heap::MemberKind;
use crate::models::lists;

/// A reason, and the methods it holds for: `class.method`, or a class.
type Excuse = (&'static str, &'static [&'static str]);

/// Methods of which a list and the rows say different things, but for those with a reason; and reasons that nothing needs.
fn differences(listed: &[(&str, &str)], by_rows: impl Fn(&Row) -> bool, excused: &[Excuse]) -> Vec<String> {
    let is_listed = |row: &Row| {
        let names = |&(class, name): &(&str, &str)| name == row.name && (class == "*" || class == row.class);
        listed.iter().any(names)
    };
    let rows = || API.iter().chain(judged::ROWS).filter(|row| !row.of_library);
    let shown = |class: &str, name: &str| format!("{class}.{name}");
    let unlisted = rows().filter(|row| by_rows(row) && !is_listed(row)).map(|row| shown(row.class, row.name));
    let has_row = |class: &str, name: &str| {
        rows().any(|row| by_rows(row) && row.name == name && (class == "*" || row.class == class))
    };
    let without = listed.iter().filter(|(class, name)| !has_row(class, name)).map(|(class, name)| shown(class, name));
    let different: BTreeSet<String> = unlisted.chain(without).collect();
    let fits = |method: &str, patterns: &[&str]| {
        patterns.iter().any(|&of| of == method || method.rsplit_once('.').is_some_and(|(class, _)| class == of))
    };
    let unexcused = different.iter().filter(|of| !excused.iter().any(|(_, patterns)| fits(of, patterns)));
    let is_vain = |pattern: &&&str| !different.iter().any(|of| fits(of, &[pattern]));
    let vain = excused.iter().flat_map(|(_, patterns)| *patterns).filter(is_vain);
    unexcused.cloned().chain(vain.map(|pattern| format!("{pattern}: the reason is not needed"))).collect()
}

#[test]
fn who_calls_by_name_is_said_as_rows_say_it() {
    let calls = |row: &Row| {
        let by_handle = matches!(
            row.attempt(),
            Some(Attempt::CallHandle | Attempt::CallHandleExactly | Attempt::CallHandleWithArray)
        );
        row.acts_on() == Some(MemberKind::Method) || by_handle || row.brings.is_some()
    };
    let excused: &[Excuse] = &[
        ("an agent alone is given one", &["java/lang/instrument/Instrumentation"]),
        ("it has no row: its body, which is followed, calls `Method.invoke`", &["sun/reflect/misc/MethodUtil"]),
        (
            "it calls default methods of proxies alone, whose interfaces are named by who makes them",
            &["java/lang/reflect/InvocationHandler.invokeDefault"],
        ),
        ("texts say what it calls, and the row has no member", &["java/beans/Statement", "java/beans/Expression"]),
    ];
    none(&differences(&lists::calling_by_name(), calls, excused), "models/by_name/evidence.rs differs from the rows");
}

#[test]
fn how_code_gets_at_its_private_tables_is_said_as_rows_say_it() {
    let finds = |row: &Row| {
        let is_own = |finds: Finds| finds.kind == MemberKind::Field && finds.declared;
        let is_found = matches!(row.act, Some(Act::FindsMembers(finds)) if is_own(finds));
        let is_written = |sought| {
            matches!(sought, Sought::Setter | Sought::StaticSetter | Sought::StaticVarHandle | Sought::VarHandle)
        };
        is_found
            || match row.attempt() {
                Some(Attempt::FindHandle(sought)) => is_written(sought) && sought.is_static(),
                // Of a member that may be static.
                Some(Attempt::Unreflect(sought)) => is_written(sought),
                Some(Attempt::FieldOffset { is_static }) => is_static,
                _ => false,
            }
    };
    let excused: &[Excuse] = &[
        ("only code of the JDK can name it", &["jdk/internal/misc/Unsafe"]),
        ("an offset is needed, too", &["sun/misc/Unsafe.staticFieldBase"]),
    ];
    none(&differences(&lists::finding_fields(), finds, excused), "models/handed/tables.rs differs from the rows");
}

#[test]
fn what_only_names_a_class_is_said_as_rows_say_it() {
    let asks: Vec<(&str, &str)> = lists::asking_classes().iter().map(|&name| (CLASS, name)).collect();
    let is_asked = |row: &Row| {
        let gives = matches!(row.gives, Some(Gives::ClassName(_) | Gives::IsInstance | Gives::IsSubtype));
        row.class == CLASS && gives
    };
    let excused: &[Excuse] = &[
        (
            "what it gives tells nothing of members",
            &["java/lang/Class.desiredAssertionStatus", "java/lang/Class.isArray"],
        ),
        ("who asks for a descriptor may look for members by it", &["java/lang/Class.descriptorString"]),
        ("any object has it", &["java/lang/Class.equals", "java/lang/Class.hashCode"]),
    ];
    none(&differences(&asks, is_asked, excused), "models/closed_bodies.rs differs from the rows");
    let acting = API.iter().filter(|row| asks.contains(&(row.class, row.name)) && row.act.is_some());
    let acting: Vec<String> = acting.map(|row| row.short_name()).collect();
    none(&acting, "models/closed_bodies.rs says that a class is only asked, the row that something is done with it");
}

/// Three lists know readers of properties, and say different things: what models give a text that nobody knows (`models/sources.rs`),
/// where messages say that a text comes from (`outside.rs`), and which of them read no file of the application. What one knows the others
/// must not contradict.
#[test]
fn readers_of_properties_are_known_as_such() {
    // Only code of the JDK calls the former; a manifest is one of the class path or in a file, of which messages do not say which.
    let unsaid = ["jdk/internal/misc/VM", "sun/security/action/GetPropertyAction", "java/util/jar/Attributes"];
    let modelled = lists::reading_texts();
    let unknown = modelled.iter().filter(|(class, name)| !unsaid.contains(class) && reads(class, name).is_none());
    assert!(unsaid.iter().all(|class| modelled.iter().any(|(of, _)| of == class)));
    let unknown: Vec<String> = unknown.map(|(class, name)| format!("{class}.{name}")).collect();
    none(&unknown, "models/sources.rs reads it from outside, and outside.rs does not say where that is");
    // A key of theirs is in no file of the application: they ask the JVM or the system.
    let asks_system = |row: &&Row| row.gives == Some(Gives::Surroundings);
    let with_key =
        |row: &&Row| row.name.starts_with("get") && row.name != "getProperties" && row.class.starts_with("java/lang/");
    let of_files = ["java/lang/Class", "java/lang/ClassLoader", "java/lang/Package"];
    let in_files =
        judged::ROWS.iter().filter(asks_system).filter(with_key).filter(|row| !of_files.contains(&row.class));
    let in_files: Vec<String> = in_files.filter(|row| !reads_no_file(row.class)).map(|row| row.short_name()).collect();
    none(&in_files, "it asks the system, and outside.rs says that it may read a file");
    for (class, name, of) in [
        ("java/lang/System", "getProperty", Outside::Property),
        ("java/lang/System", "getenv", Outside::Environment),
        ("java/security/Security", "getProperty", Outside::Property),
        ("java/util/prefs/Preferences", "get", Outside::Property),
    ] {
        assert!(reads_no_file(class) && reads(class, name) == Some(of), "{class}.{name}");
    }
    assert!(!reads_no_file("java/util/Properties") && !reads_no_file("java/util/ResourceBundle"));
}
