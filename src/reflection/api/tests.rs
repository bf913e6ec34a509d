//! What rows must be, tried on rows that are not and then on the table: found, one per method, with inputs that exist.

mod by_name;
mod covered;
mod excused;
mod models;
mod page;
mod recorded;
mod scan;

use std::path::PathBuf;

use super::super::reported::NotModelled;
use super::super::terms::method::{Act, CLASS, CONSTRUCTOR, Input, Kind, METHOD};
use super::super::terms::site::Role;
use super::judged;
use super::reported::reported;
use super::row::{Row, row};
use super::table::{API, ApiTable};
use crate::classpath::{ClassPath, ClassPathInput, testing};
use crate::heap::MemberKind;
use crate::program::tests::ClassWriter;
use crate::program::{MethodId, Program, TypeId, access};

/// A program of one class.
fn on_jdk(home: PathBuf) -> (Program, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let class = ClassWriter::new(access::PUBLIC, "A", "java/lang/Object", &[]);
    testing::write(&dir.path().join("classes/A.class"), class.bytes(52));
    let input = ClassPathInput { jdk_home: home, ..testing::input(dir.path(), &["classes"], &[]) };
    (Program::new(ClassPath::open(&input).unwrap().0), dir)
}

/// A program on each JDK that is installed, and whether none is missing, which is said.
#[track_caller]
pub(super) fn on_jdks() -> (Vec<(Program, tempfile::TempDir)>, bool) {
    let homes = [testing::jdk(17), testing::jdk(25)];
    let is_complete = homes.iter().all(Option::is_some);
    (homes.into_iter().flatten().map(on_jdk).collect(), is_complete)
}

/// Fails with what is wrong with rows, each on a line.
#[track_caller]
pub(super) fn none(rows: &[String], wrong: &str) {
    assert!(rows.is_empty(), "\n{wrong} (src/reflection/api/):\n  {}\n", rows.join("\n  "));
}

fn shown(api: &Row) -> String {
    format!("{}.{}{}", api.class, api.name, api.desc)
}

/// Rows that are never found, since one before them answers for the method.
fn repeated(table: &[Row]) -> Vec<String> {
    let answers = |before: &Row, api: &Row| {
        (before.class, before.name) == (api.class, api.name) && (before.desc == "*" || before.desc == api.desc)
    };
    let rows = table.iter().enumerate();
    rows.filter(|&(at, api)| table[..at].iter().any(|before| answers(before, api))).map(|(_, api)| shown(api)).collect()
}

/// The methods that a row speaks of.
fn methods(program: &Program, api: &Row) -> Vec<MethodId> {
    let Some(class) = program.find_class(api.class) else { return Vec::new() };
    let named = program.methods_named(class, program.sym(api.name)).into_iter();
    let desc = |method: MethodId| program.str(program.method_desc(program.method(method).desc).text);
    named.filter(|&method| api.desc == "*" || desc(method) == api.desc).collect()
}

fn missing(table: &[Row], programs: &[&Program]) -> Vec<String> {
    let is_missing = |api: &&Row| programs.iter().all(|program| methods(program, api).is_empty());
    table.iter().filter(|row| !row.of_library).filter(is_missing).map(shown).collect()
}

/// Inputs at positions that no overload has, or has for something else.
fn misplaced(table: &[Row], programs: &[&Program]) -> Vec<String> {
    let mut found = Vec::new();
    for api in table {
        let methods = |program| methods(program, api).into_iter();
        let Some(program) = programs.iter().find(|program| methods(program).next().is_some()) else { continue };
        for &(role, position) in api.inputs {
            let fits = |method| input(program, method, position).is_some_and(|ty| may_play(program, role, ty));
            if !methods(program).any(fits) {
                found.push(format!("{}: {role:?} at {position}", shown(api)));
            }
        }
    }
    found
}

/// Declared type of an argument, the receiver counted.
fn input(program: &Program, method: MethodId, position: usize) -> Option<TypeId> {
    let data = program.method(method);
    let params = &program.method_desc(data.desc).params;
    let this = (data.access & access::STATIC == 0).then(|| program.class_type(data.class));
    this.into_iter().chain(params.iter().copied()).nth(position)
}

fn may_play(program: &Program, role: Role, ty: TypeId) -> bool {
    let name = program.descriptor(ty);
    match role {
        Role::Class => name == "Ljava/lang/Class;",
        Role::Name => name == "Ljava/lang/String;",
        Role::Member => ["Ljava/lang/reflect/Method;", "Ljava/lang/reflect/Constructor;", "Ljava/lang/reflect/Field;"]
            .contains(&name.as_str()),
        Role::Loader => {
            let loaders = [
                "Ljava/lang/ClassLoader;",
                "Ljava/security/SecureClassLoader;",
                "Ljava/lang/invoke/MethodHandles$Lookup;",
            ];
            loaders.contains(&name.as_str())
        }
        Role::Handle => name == "Ljava/lang/invoke/MethodHandle;",
        Role::Type => ["Ljava/lang/invoke/MethodType;", "Ljava/lang/Class;"].contains(&name.as_str()),
        // It comes out of a call.
        Role::Answer => false,
        Role::Arguments => name == "[Ljava/lang/Object;" || name == "[Ljava/lang/Class;",
        Role::Handler => name == "Ljava/lang/reflect/InvocationHandler;",
        Role::Initialise | Role::Flag => name == "Z",
        Role::Index | Role::Length => name == "I",
        Role::Lengths => name == "[I",
        Role::Constant | Role::Property => name == "Ljava/lang/String;",
        Role::Asking => ["Ljava/lang/invoke/MethodHandles$Lookup;", "Ljava/lang/ClassLoader;"].contains(&name.as_str()),
        Role::Subject => {
            let members =
                ["Method", "Constructor", "Field", "AccessibleObject"].map(|of| format!("Ljava/lang/reflect/{of};"));
            let handles =
                ["MethodHandle", "VarHandle", "CallSite", "ConstantCallSite", "MutableCallSite", "VolatileCallSite"]
                    .map(|of| format!("Ljava/lang/invoke/{of};"));
            handles.contains(&name) || members.contains(&name)
        }
        Role::Types => ["[Ljava/lang/Class;", "Ljava/lang/Class;"].contains(&name.as_str()),
        Role::Receiver | Role::Mirror | Role::Value | Role::Passed | Role::Made => true,
    }
}

#[test]
fn no_method_has_two_rows() {
    let twice = [reported("A", "a", "*", Kind::Other, "why"), reported("A", "b", "()V", Kind::Other, "why")];
    let twice =
        [&twice[..], &[reported("A", "a", "()V", Kind::Other, "why"), reported("A", "b", "()I", Kind::Other, "why")]]
            .concat();
    assert_eq!(repeated(&twice), ["A.a()V"]);
    none(&repeated(&[API, judged::ROWS].concat()), "a row before it answers for its methods: take one of them away");
}

/// Rows without a rule that say nothing either.
#[test]
fn what_judging_knows_attempts_or_gives_something() {
    let says = |row: &Row| row.attempt().is_some() || row.gives.is_some();
    let mute: Vec<String> = judged::ROWS.iter().filter(|row| !says(row)).map(shown).collect();
    none(&mute, "the row in judged.rs attempts and gives nothing");
}

/// Actions on members that do not say on which, and others that say it.
fn unsaid(table: &[Row]) -> Vec<String> {
    let has_member = |row: &Row| row.kind == Kind::Action && row.position(Role::Member).is_some();
    table.iter().filter(|row| has_member(row) != row.acts_on().is_some()).map(shown).collect()
}

#[test]
fn actions_say_what_they_act_on() {
    const MEMBER: &[Input] = &[(Role::Member, 0)];
    let bad = [
        row(CLASS, "a", "*", Kind::Action, MEMBER, &NotModelled),
        row(CLASS, "b", "*", Kind::Action, &[], &NotModelled).acting(Act::OnMember(MemberKind::Field)),
        row(CLASS, "c", "*", Kind::Action, MEMBER, &NotModelled).acting(Act::OnMember(MemberKind::Field)),
        row(CLASS, "d", "*", Kind::Other, MEMBER, &NotModelled),
    ];
    assert_eq!(unsaid(&bad), ["java/lang/Class.a*", "java/lang/Class.b*"]);
    let unsaid = unsaid(&[API, judged::ROWS].concat());
    none(&unsaid, "the row takes a member and acts: .acting(Act::OnMember(...)); or does not, and says so");
    // All that acts on a method, a constructor or a class that it is called on runs it, and nothing else does.
    let is_run = |row: &Row| {
        let is_first = |role| row.position(role) == Some(0);
        row.kind == Kind::Action
            && (is_first(Role::Class) || is_first(Role::Member))
            && row.act.is_some_and(|act| !matches!(act, Act::OnMember(MemberKind::Field) | Act::MakesArray))
    };
    let wrong: Vec<String> = API.iter().filter(|row| row.runs_its_receiver() != is_run(row)).map(shown).collect();
    none(&wrong, "whether the call runs what it is called on is not what it does with it");
    for (class, name) in [(CLASS, "newInstance"), (CONSTRUCTOR, "newInstance"), (METHOD, "invoke")] {
        let of = |row: &&Row| (row.class, row.name) == (class, name);
        assert!(API.iter().find(of).is_some_and(|row| row.runs_its_receiver()), "{class}.{name}");
    }
}

#[test]
fn rows_are_found_by_how_results_write_them() {
    let table = ApiTable::get();
    let found = |row: &&Row| table.written(&row.written()).is_some_and(|found| shown(found) == shown(row));
    let lost: Vec<String> = API.iter().filter(|row| !found(row)).map(shown).collect();
    none(&lost, "the row is not found by what results have of it");
    for text in
        ["", "java.lang.Class.forName", "forName()V", "java.lang.Class.forname(Ljava/lang/String;)Ljava/lang/Class;"]
    {
        assert!(table.written(text).is_none(), "{text}");
    }
}

#[test]
fn every_row_is_in_a_jdk() {
    let (jdks, is_complete) = on_jdks();
    let programs: Vec<&Program> = jdks.iter().map(|(program, _)| program).collect();
    let bad =
        [reported(CLASS, "forname", "*", Kind::Other, "why"), reported(CLASS, "forName", "()V", Kind::Other, "why")];
    assert_eq!(missing(&bad, &programs), ["java/lang/Class.forname*", "java/lang/Class.forName()V"]);
    // Without one of them, what only it has would be missing.
    if is_complete {
        let absent = missing(&[API, judged::ROWS].concat(), &programs);
        none(&absent, "neither JDK 17 nor 25 has such a method: correct class, name or descriptor");
    }
}

#[test]
fn inputs_are_where_rows_say() {
    let (jdks, _) = on_jdks();
    let programs: Vec<&Program> = jdks.iter().map(|(program, _)| program).collect();
    const BAD: &[Input] = &[(Role::Name, 0), (Role::Loader, 3), (Role::Class, 1)];
    let bad = [row(CLASS, "forName", "*", Kind::ClassSource, BAD, &NotModelled)];
    let named = ["java/lang/Class.forName*: Loader at 3", "java/lang/Class.forName*: Class at 1"];
    assert_eq!(misplaced(&bad, &programs), named);
    const UNJUDGED: &[Input] = &[(Role::Subject, 0), (Role::Flag, 2), (Role::Index, 1)];
    let bad = [row("java/lang/reflect/Method", "setAccessible", "*", Kind::Flow, UNJUDGED, &NotModelled)];
    let named = ["Flag at 2", "Index at 1"].map(|input| format!("java/lang/reflect/Method.setAccessible*: {input}"));
    assert_eq!(misplaced(&bad, &programs), named);
    let wrong = misplaced(&[API, judged::ROWS].concat(), &programs);
    none(&wrong, "no overload has an input of a fitting type there: the receiver is 0 unless the method is static");
}
