//! Spec texts against one small program that `javac` makes.

use std::path::Path;
use std::sync::OnceLock;

use super::read::read;
use super::*;
use crate::classfile::testing::javac;
use crate::classpath::testing;
use crate::program::{MethodRefData, Program};
use crate::reflection::wanted;

const SOURCE: &str = r#"
package com.acme;
import java.util.*;
@interface Hook { }
@Hook @interface Composed { }
@interface Unused { }
interface Plugin { void start(); default void stop(int n) { } }
class Base { public void start() { } }
class APlugin extends Base implements Plugin { APlugin() { } APlugin(int n) { } static class Inner { } }
class BPlugin implements Plugin { public void start() { } public String count() { return ""; } int count; int size; }
class Only { Only(String s) { } }
public class Plugins {
    static Object load(java.io.File file, Properties properties) throws Exception {
        return Class.forName(properties.getProperty("plugin.class")).newInstance();
    }
    static void over(int a) { }
    static void over(String... a) { }
    @Hook void direct() { }
    @Composed void meta() { }
    private void hidden() { }
    private void observes(int n, @Hook String s) { }
}
class MyProperties extends Properties { }
class Strings implements Comparable<String> { public int compareTo(String s) { return 0; } }
"#;

/// The program: application classes, a library jar with a service file, resources.
fn project() -> &'static Path {
    static DIR: OnceLock<tempfile::TempDir> = OnceLock::new();
    let dir = DIR.get_or_init(|| {
        let dir = tempfile::tempdir().unwrap();
        for (name, bytes) in javac("Plugins.java", SOURCE, &["-nowarn"]) {
            testing::write(&dir.path().join("classes").join(format!("{name}.class")), bytes);
        }
        let properties = "plugin.a=com.acme.APlugin\nplugin.b = com.acme.BPlugn\nother=1\n";
        testing::write(&dir.path().join("classes/conf/plugins.properties"), properties);
        let services = "# ours\ncom.acme.APlugin\ncom.acme.Gone # left\n";
        testing::Jar::default()
            .file("META-INF/services/com.acme.Plugin", services)
            .file("names.txt", "com.acme.APlugin\n\nsome text\n")
            .write(&dir.path().join("lib/plugins.jar"));
        dir
    });
    dir.path()
}

fn check<T>(text: &str, look: impl FnOnce(&Program, &SpecSet, &ResolvedSpecs) -> T) -> T {
    let mut set = SpecSet::default();
    let mistakes = read("app.toml", text, false, &|_| Err("no files here".to_owned()), &mut set);
    assert!(mistakes.is_empty(), "{}", mistakes[0]);
    let (class_path, diags) = testing::open(project(), &["classes"], &["lib/plugins.jar"]);
    assert_eq!(diags, []);
    let program = Program::new(class_path);
    let resolved = resolve(&set, &program, wanted);
    look(&program, &set, &resolved)
}

fn problems(text: &str) -> String {
    check(text, |_, _, resolved| show(&resolved.problems))
}

fn show(problems: &[SpecProblem]) -> String {
    let line = |p: &SpecProblem| {
        format!("{} {}:{}:{} {}\n    {}", p.rule, p.place.file, p.place.line, p.place.column, p.summary, p.advice)
    };
    problems.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn methods(program: &Program, methods: &[crate::program::MethodId]) -> Vec<String> {
    let mut names: Vec<String> =
        methods.iter().map(|method| program.method_id(*method).replace("com.acme.", "")).collect();
    names.sort();
    names
}

const LOAD: &str =
    "[[source]]\nat = \"com.acme.Plugins.load\"\ncall = \"java.util.Properties.getProperty(java.lang.String)\"\n";

#[test]
fn a_source_finds_its_method_call_and_values() {
    let text = format!("{LOAD}values = [\"com.acme.APlugin\"]\nkey = \"plugin.class\"\nordinal = 1\n");
    check(&text, |program, _, resolved| {
        assert_eq!(resolved.problems, []);
        let source = &resolved.sources[0];
        let at = "com.acme.Plugins.load(java.io.File,java.util.Properties)";
        assert_eq!(program.method_id(source.at), at);
        assert_eq!(resolved.sources_at(source.at), [0]);
        assert_eq!((source.values[0].text.as_str(), source.values[0].place.line), ("com.acme.APlugin", 4));
        assert!(source.complete);
        let called = |owner: &str, name: &str, desc: &str| {
            let owner = program.class_type(program.class_id(program.sym(owner)));
            let (name, desc) = (program.sym(name), program.desc(program.sym(desc)));
            program.method_ref(MethodRefData { owner, name, desc, interface: false })
        };
        let one = "(Ljava/lang/String;)Ljava/lang/String;";
        let two = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
        assert!(source.call.matches(program, called("java/util/Properties", "getProperty", one)));
        assert!(source.call.matches(program, called("com/acme/MyProperties", "getProperty", one)), "inherited");
        assert!(!source.call.matches(program, called("java/util/Properties", "getProperty", two)), "overload");
        assert!(!source.call.matches(program, called("java/lang/System", "getProperty", one)));
    });
}

#[test]
fn values_come_from_resources() {
    let values = |from: &str| {
        check(&format!("{LOAD}values-from = {from}\n"), |_, _, resolved| {
            let source = &resolved.sources[0];
            (source.values.iter().map(|value| value.text.clone()).collect::<Vec<_>>(), source.complete)
        })
    };
    let (names, complete) = values("{ services = \"com.acme.Plugin\" }");
    assert_eq!((names, complete), (vec!["com.acme.APlugin".to_owned(), "com.acme.Gone".to_owned()], true));
    let (names, _) = values("{ properties = \"conf/plugins.properties\", keys = \"plugin.*\" }");
    assert_eq!(names, ["com.acme.APlugin", "com.acme.BPlugn"]);
    let (names, _) = values("{ lines = \"names.txt\" }");
    assert_eq!(names, ["com.acme.APlugin", "some text"]);
    let (names, _) = values("{ services = \"java.nio.file.spi.FileSystemProvider\" }");
    assert!(names.iter().any(|name| name == "jdk.nio.zipfs.ZipFileSystemProvider"), "{names:?}");
    let (names, complete) = values("{ lines = \"gone.txt\" }");
    assert_eq!((names.len(), complete), (0, false), "what cannot be read is no complete list");
}

#[test]
fn what_an_entry_names_but_nobody_has_is_a_problem_with_a_near_miss() {
    let text = r#"
[[source]]
at = "com.acme.Plugin.load"
call = "java.util.Property.getProperty"
values = ["com.acme.Aplugin", "com.acme.APlugin.Inner", "plain", "file.txt", "org.other.BPlugin"]
[[source]]
at = "com.acme.Plugins.over"
call = "java.util.Properties.getPropertee"
values-from = { properties = "plugins.properties" }
[[source]]
at = "com.acme.Plugins.load(java.io.File)"
call = "java.util.Properties.getProperty"
values-from = { services = "com.acme.Plugn" }
[[source]]
at = "com.acme.APlugin.stop(int)"
call = "java.util.Properties.getProperty"
values-from = { properties = "conf/plugins.properties", keys = "plugin.*" }
[[call]]
at = "com.acme.Plugins.load"
api = "java.lang.reflect.Method.invok"
targets = ["com.acme.BPlugin#start()", "com.acme.BPlugin#stopp(int)", "com.acme.BPlugin.start", "com.acme.BPlugin#start(int)"]
[[call]]
at = "com.acme.Plugins.load"
api = "Field.get"
targets = ["com.acme.BPlugin#start()"]
[[call]]
at = "com.acme.Plugins.load"
api = "Constructor.newInstance"
targets = ["com.acme.APlugin", "com.acme.Only"]
[[entry]]
methods = ["com.acme.Plugins#hiden()", "com.acme.BPlugin#size"]
[[entry]]
annotated-with = ["com.acme.Unused", "com.acme.Hok"]
[[entry]]
overrides = "java.util.concurrent.Callable"
[[accept]]
at = "com.acme.Plugins.loda"
rule = "RC1001"
reason = "r"
"#;
    insta::assert_snapshot!(problems(text), @r#"
    RC4001 app.toml:3:6 "com.acme.Plugin" has no "load"
        correct the name or remove the entry
    RC4001 app.toml:4:8 there is no class "java.util.Property" on the class path
        write "java.util.Properties", the nearest name there is
    RC4002 app.toml:5:11 there is no class "com.acme.Aplugin" on the class path
        write "com.acme.APlugin", the nearest name there is
    RC4002 app.toml:5:31 there is no class "com.acme.APlugin.Inner" on the class path
        write "com.acme.APlugin$Inner", the nearest name there is
    RC4002 app.toml:5:78 there is no class "org.other.BPlugin" on the class path
        write "com.acme.BPlugin", the nearest name there is
    RC4001 app.toml:7:6 "com.acme.Plugins.over" has 2 overloads
        add the parameter types, one of: com.acme.Plugins.over(int), com.acme.Plugins.over(java.lang.String[])
    RC4001 app.toml:8:8 "java.util.Properties" has no "getPropertee"
        write "java.util.Properties.getProperty", the nearest name there is
    RC4002 app.toml:9:15 there is no resource "plugins.properties" on the class path
        write "conf/plugins.properties", the nearest name there is
    RC4001 app.toml:11:6 "com.acme.Plugins" has no "load" with these parameter types
        write com.acme.Plugins.load(java.io.File,java.util.Properties)
    RC4002 app.toml:13:15 no artifact on the class path provides the service "com.acme.Plugn"
        write "com.acme.Plugin", the nearest name there is
    RC4001 app.toml:15:6 "com.acme.APlugin" does not declare "stop"
        write "com.acme.Plugin.stop", where it is declared
    RC4002 app.toml:17:15 there is no class "com.acme.BPlugn" on the class path (from key "plugin.b" in conf/plugins.properties of classes)
        write "com.acme.BPlugin", the nearest name there is
    RC4001 app.toml:20:7 "java.lang.reflect.Method" has no "invok"
        write "java.lang.reflect.Method.invoke", the nearest name there is
    RC4002 app.toml:21:40 "com.acme.BPlugin" has no "stopp"
        write "com.acme.BPlugin#stop", the nearest name there is
    RC4002 app.toml:21:71 there is no class "com.acme.BPlugin.start" on the class path
        write "com.acme.BPlugin#start", the nearest name there is
    RC4002 app.toml:21:97 "com.acme.BPlugin" has no "start" with these parameter types
        write com.acme.BPlugin.start()
    RC4002 app.toml:25:12 "com.acme.BPlugin#start()" is no target of "Field.get"
        list fields, com.acme.Task#count
    RC4002 app.toml:29:12 "com.acme.APlugin.<init>" has 2 overloads
        add the parameter types, one of: com.acme.APlugin.<init>(), com.acme.APlugin.<init>(int)
    RC4002 app.toml:31:12 "com.acme.Plugins" has no "hiden"
        write "com.acme.Plugins#hidden", the nearest name there is
    RC4002 app.toml:31:40 "com.acme.BPlugin#size" is a field
        list methods, com.acme.Hooks#onStart()
    RC4001 app.toml:33:19 nothing in the application fits "com.acme.Unused"
        correct the name or remove the entry
    RC4002 app.toml:33:38 there is no class "com.acme.Hok" on the class path
        write "com.acme.Hook", the nearest name there is
    RC4001 app.toml:35:13 no application method overrides "java.util.concurrent.Callable"
        correct the name or remove the entry
    RC4001 app.toml:37:6 "com.acme.Plugins" has no "loda"
        write "com.acme.Plugins.load", the nearest name there is
    "#);
}

#[test]
fn targets_are_classes_methods_constructors_and_fields() {
    let text = r#"
[[call]]
at = "com.acme.Plugins.load"
api = "java.lang.reflect.Method.invoke"
ordinal = 2
targets = ["com.acme.APlugin#start()", "com.acme.BPlugin#count", "com.acme.APlugin#stop(int)"]
[[call]]
at = "com.acme.Plugins.load"
api = "java.lang.reflect.Field.get"
targets = ["com.acme.BPlugin#count"]
[[call]]
at = "com.acme.Plugins.load"
api = "java.lang.reflect.Constructor.newInstance"
targets = ["com.acme.Only", "com.acme.APlugin#<init>(int)"]
[[call]]
at = "com.acme.Plugins.load"
api = "Class.forName"
targets = ["com.acme.APlugin$Inner", "com.acme.APlugin[]", "int"]
"#;
    let shown = check(text, |program, _, resolved| {
        assert_eq!(show(&resolved.problems), "");
        assert_eq!(resolved.calls_at(resolved.calls[0].at), [0, 1, 2, 3]);
        let show = |target: &ResolvedTarget| match *target {
            ResolvedTarget::Class(ty) => program.binary_name(ty),
            ResolvedTarget::Method(method) => program.method_id(method),
            ResolvedTarget::Field(field) => program.field_id(field),
        };
        let line = |call: &ResolvedCall| call.targets.iter().map(|(target, _)| show(target)).collect::<Vec<_>>();
        resolved.calls.iter().map(line).collect::<Vec<_>>()
    });
    let expected: [&[&str]; 4] = [
        &["com.acme.Base.start()", "com.acme.BPlugin.count()", "com.acme.Plugin.stop(int)"],
        &["com.acme.BPlugin.count"],
        &["com.acme.Only.<init>(java.lang.String)", "com.acme.APlugin.<init>(int)"],
        &["com.acme.APlugin$Inner", "[Lcom.acme.APlugin;", "int"],
    ];
    assert_eq!(shown, expected);
}

#[test]
fn entries_select_methods_by_name_annotation_override_and_class() {
    let select = |entry: &str| {
        check(&format!("[[entry]]\n{entry}\n"), |program, _, resolved| {
            assert_eq!(show(&resolved.problems), "", "{entry}");
            let entry = &resolved.entries[0];
            let instances: Vec<&str> = entry.instances.iter().map(|class| program.class_name(*class)).collect();
            (methods(program, &entry.methods), instances.join(" ").replace("com/acme/", ""))
        })
    };
    let (found, instances) = select("methods = \"com.acme.Plugins#hidden()\"\ncreates = true");
    assert_eq!((found, instances.as_str()), (vec!["Plugins.hidden()".to_owned()], "Plugins"));
    let (found, instances) = select("methods = \"com.acme.Plugins.over(int)\"");
    assert_eq!((found, instances.as_str()), (vec!["Plugins.over(int)".to_owned()], ""));
    let (found, _) = select("annotated-with = \"com.acme.Hook\"");
    assert_eq!(found, ["Plugins.direct()", "Plugins.meta()", "Plugins.observes(int,java.lang.String)"]);
    let (found, instances) = select("overrides = \"com.acme.Plugin\"\ncreates = true");
    assert_eq!(found, ["BPlugin.start()", "Base.start()"], "a superclass implements it for APlugin");
    assert_eq!(instances, "APlugin BPlugin");
    let (found, _) = select("overrides = \"java.lang.Comparable#compareTo(java.lang.Object)\"");
    assert_eq!(found, ["Strings.compareTo(java.lang.Object)"]);
    let (found, instances) = select("classes = { subtypes-of = \"com.acme.Base\" }\ncreates = true");
    assert_eq!(found, ["APlugin.<init>()", "APlugin.<init>(int)", "Base.<init>()", "Base.start()"]);
    assert_eq!(instances, "APlugin Base");
    let (found, _) = select("classes = { annotated-with = \"com.acme.Hook\" }\ncreates = true");
    assert!(found.is_empty(), "an annotation has no methods with code");
}

#[test]
fn patterns_of_methods_that_fit_nothing_are_said() {
    let text = r#"
[[entry]]
classes = { subtypes-of = "com.acme.Plugin", methods = ["start", "strat", "sto*", "x*", "start(int)", "<init>(int)"] }
[[entry]]
classes = { annotated-with = "com.acme.Hok", methods = ["any"] }
"#;
    insta::assert_snapshot!(problems(text), @r#"
    RC4001 app.toml:3:66 none of the classes selected has a method that "strat" fits
        write "start", the nearest name there is
    RC4001 app.toml:3:83 none of the classes selected has a method that "x*" fits
        correct the name or remove the entry
    RC4001 app.toml:3:89 none of the classes selected has a method that "start(int)" fits
        correct the name or remove the entry
    RC4002 app.toml:5:30 there is no class "com.acme.Hok" on the class path
        write "com.acme.Hook", the nearest name there is
    "#);
}

#[test]
fn accepts_become_rows_with_the_full_method() {
    let text = "[[accept]]\nat = \"com.acme.Plugins.load\"\nrule = \"RC1001\"\napi = \"Class.forName\"\nordinal = 1\n\
                reason = \"r\"\nuntil = 2027-06-30\n";
    check(text, |_, _, resolved| {
        let accept = &resolved.accepts[0];
        assert_eq!(accept.at, "com.acme.Plugins.load(java.io.File,java.util.Properties)");
        assert_eq!(accept.spec_place, ("app.toml".to_owned(), 1, 1));
        assert_eq!((accept.until.as_deref(), accept.ordinal), (Some("2027-06-30"), Some(1)));
    });
}

#[test]
fn entries_without_a_call_in_their_method_are_unmatched() {
    let text = format!(
        "{LOAD}key = \"k\"\nordinal = 2\nvalues = [\"x\"]\n[[call]]\nat = \"com.acme.Plugins.load\"\n\
         api = \"java.lang.reflect.Method.invoke\"\ntargets = [\"com.acme.BPlugin#start()\"]\n"
    );
    let shown = check(&text, |_, set, resolved| {
        assert!(resolved.without_effect(set, |_| Fit::Applies).is_empty());
        let problems = resolved.without_effect(set, |_| Fit::Nothing);
        let finding = problems[0].finding();
        assert_eq!(finding.spec_place, Some(("app.toml".to_owned(), 3, 8)));
        assert!(finding.key.starts_with("RC4001 app.toml ") && !finding.summary.ends_with('.'));
        show(&problems)
    });
    insta::assert_snapshot!(shown, @r#"
    RC4001 app.toml:3:8 "com.acme.Plugins.load" does not call "java.util.Properties.getProperty(java.lang.String)" with the constant "k" 2 times
        correct the call, its key or its ordinal, or remove the entry
    RC4001 app.toml:9:7 "com.acme.Plugins.load" does not call "java.lang.reflect.Method.invoke"
        correct the call, its key or its ordinal, or remove the entry
    "#);
}

#[test]
fn built_in_entries_never_are_problems() {
    let mut set = SpecSet::default();
    let text = "[[entry]]\nmethods = \"org.absent.Lib#run()\"\n[[entry]]\noverrides = \"org.absent.Lib\"\n";
    assert!(read("lib.toml", text, true, &|_| Err(String::new()), &mut set).is_empty());
    let (class_path, _) = testing::open(project(), &["classes"], &[]);
    let resolved = resolve(&set, &Program::new(class_path), wanted);
    assert!(resolved.problems.is_empty() && resolved.entries.is_empty());
}

#[test]
fn frameworks_call_private_methods_they_find_by_annotation() {
    let dir = tempfile::tempdir().unwrap();
    let annotations = [
        ("PostConstruct", "package jakarta.annotation; public @interface PostConstruct { }"),
        ("HttpMethod", "package jakarta.ws.rs; public @interface HttpMethod { }"),
        ("Other", "package org.other; @jakarta.ws.rs.HttpMethod public @interface Other { }"),
    ];
    let class_path = dir.path().to_str().unwrap();
    let compile = |name: &str, source: &str| {
        for (class, bytes) in javac(&format!("{name}.java"), source, &["-cp", class_path]) {
            testing::write(&dir.path().join(format!("{class}.class")), bytes);
        }
    };
    for (name, source) in annotations {
        compile(name, source);
    }
    compile(
        "Bean",
        "class Bean { @jakarta.annotation.PostConstruct private void a() { } @org.other.Other void b() { } void c() { } }",
    );
    let (class_path, _) = testing::open(dir.path(), &["."], &[]);
    let program = Program::new(class_path);
    let resolved = resolve(&load(&[], None).unwrap(), &program, wanted);
    let found: Vec<_> = resolved.entries.iter().flat_map(|entry| methods(&program, &entry.methods)).collect();
    assert_eq!(found, ["Bean.a()", "Bean.b()"]);
    assert!(resolved.entries.iter().all(|entry| entry.bundled && entry.instances.len() == 1));
}

/// Changed, cut and doubled bytes of a spec file lead to entries or mistakes, whatever they are.
#[test]
fn damaged_files_end_in_mistakes() {
    let bundled: String = super::bundled::BUNDLED.iter().map(|(_, text)| *text).collect();
    let text = bundled + LOAD + "values-from = { lines = \"a\" }\n";
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below as u64) as usize
    };
    let starts: Vec<usize> = text.match_indices("[[").map(|(at, _)| at).collect();
    let (mut read_whole, mut refused) = (0, 0);
    for _ in 0..400 {
        let start = random(starts.len());
        let end = starts.get(start + 1).copied().unwrap_or(text.len());
        let mut bytes = text.as_bytes()[starts[start]..end].to_vec();
        for _ in 0..random(4) {
            let at = random(bytes.len());
            match random(4) {
                0 => bytes[at] = b"\"[]{}=.#\n'\\\0"[random(12)],
                1 => drop(bytes.remove(at)),
                2 => bytes.truncate(at + 1),
                _ => bytes.extend_from_within(at..),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        let mut set = SpecSet::default();
        let mistakes = read("app.toml", &text, false, &|_| Err("no files here".to_owned()), &mut set);
        for mistake in &mistakes {
            assert!(mistake.line as usize <= text.split('\n').count() && mistake.to_string().contains("app.toml"));
        }
        if mistakes.is_empty() {
            read_whole += 1;
        } else {
            refused += 1;
        }
    }
    assert!(read_whole > 50 && refused > 100, "{read_whole} read, {refused} refused");
}
