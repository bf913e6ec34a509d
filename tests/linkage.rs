//! What the JVM runs while it links, and classes that come while a program runs: dynamic constants and `invokedynamic` with
//! bootstraps of the program's own, which no compiler makes of a plain source, and agents. A JVM says what they do.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::path::PathBuf;

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::engine;
use reflection_check::program::Program;
use reflection_check::result::{AnalysisResult, SiteRow, Tier};
use reflection_check::spec;

use crate::support::class_writer::ClassWriter;
use crate::support::java;
use crate::support::jdk::jdk17;

const BOOT: &str = "
package app;

import java.lang.invoke.*;

public class Boot {
    public static Object make(MethodHandles.Lookup lookup, String name, Class<?> type, Object... more) throws Exception {
        System.out.println(Class.forName(\"app.\" + name).getName() + \" \" + more[0] + more.length);
        Class.forName((String) more[0]);
        return Class.forName(\"app.Made\").getDeclaredConstructor().newInstance();
    }
    public static String name(MethodHandles.Lookup lookup, String name, Class<?> type) {
        return \"app.Named\";
    }
    public static CallSite site(MethodHandles.Lookup lookup, String name, MethodType type) throws Exception {
        System.out.println(Class.forName(\"app.Linked\").getName());
        return new ConstantCallSite(MethodHandles.constant(Object.class, lookup.lookupClass()));
    }
    public static Object fail(MethodHandles.Lookup lookup, String name, Class<?> type) {
        throw new Failure();
    }
    public static void look(Object made) { ((Base) made).run(); }
    static String kept = \"app.Given\";
    public static void store(VarHandle handle) throws Exception {
        handle.set(\"app.Stored\");
        System.out.println(Class.forName(kept).getName());
    }
    public static void load(String name) throws Exception { System.out.println(Class.forName(name).getName()); }
    public static void caught(Throwable failed) throws Exception { ((Failure) failed.getCause()).explain(); }
}

abstract class Base {
    abstract void run();
}

class Made extends Base {
    @Override void run() { System.out.println(\"run\"); }
}

class Failure extends RuntimeException {
    void explain() { System.out.println(\"explained\"); }
}

class Asked { }
class Given { }
class Named { }
class Stored { }
class Linked { }
";

const PLAIN: &str = "
package app;

public class Plain {
    public static void main(String[] args) throws Exception {
        try {
            Class.forName(\"app.Absent\");
        } catch (ClassNotFoundException e) {
            System.out.println(e);
        }
    }
    public static void premain(String options, java.lang.instrument.Instrumentation agent) throws Exception {
        BODY
    }
}
";

const OBJECT: &str = "Ljava/lang/Object;";
const STRING: &str = "Ljava/lang/String;";
const HANDLE: &str = "Ljava/lang/invoke/VarHandle;";
const LOOKUP: &str = "Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;";

/// `Main`, which loads dynamic constants and links a call.
fn main_class() -> Vec<u8> {
    let mut class = ClassWriter::new(0x21, "app/Main", "java/lang/Object", &[]);
    let handle = |class: &mut ClassWriter, name: &str, rest: &str| {
        let method = class.method_ref(false, "app/Boot", name, &format!("({LOOKUP}{rest}"));
        let [high, low] = method.to_be_bytes();
        // REF_invokeStatic
        class.constant(vec![15, 6, high, low])
    };
    let make = handle(&mut class, "make", &format!("Ljava/lang/Class;[{OBJECT}){OBJECT}"));
    let name = handle(&mut class, "name", &format!("Ljava/lang/Class;){STRING}"));
    let site = handle(&mut class, "site", "Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;");
    let fail = handle(&mut class, "fail", &format!("Ljava/lang/Class;){OBJECT}"));
    let given = class.string("app.Given");
    let number = class.constant(vec![3, 0, 0, 0, 7]);
    let of_field = {
        let desc = format!("({LOOKUP}Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;){HANDLE}");
        let method = class.method_ref(false, "java/lang/invoke/ConstantBootstraps", "staticFieldVarHandle", &desc);
        let [high, low] = method.to_be_bytes();
        class.constant(vec![15, 6, high, low])
    };
    let (boot, string) = (class.class("app/Boot"), class.class("java/lang/String"));
    let mut bootstraps = 5u16.to_be_bytes().to_vec();
    let listed =
        [(make, vec![given, number]), (name, vec![]), (site, vec![]), (fail, vec![]), (of_field, vec![boot, string])];
    for (handle, args) in listed {
        bootstraps.extend(handle.to_be_bytes());
        bootstraps.extend((args.len() as u16).to_be_bytes());
        args.iter().for_each(|arg| bootstraps.extend(arg.to_be_bytes()));
    }
    class.attribute("BootstrapMethods", &bootstraps);
    let dynamic = |class: &mut ClassWriter, tag: u8, bootstrap: u16, name: &str, descriptor: &str| {
        let (name, descriptor) = (class.utf8(name), class.utf8(descriptor));
        let name_and_type = class.reference(12, &[name, descriptor]);
        class.reference(tag, &[bootstrap, name_and_type])
    };
    let made = dynamic(&mut class, 17, 0, "Asked", OBJECT);
    let named = dynamic(&mut class, 17, 1, "named", STRING);
    let linked = dynamic(&mut class, 18, 2, "linked", &format!("(){OBJECT}"));
    let failed = dynamic(&mut class, 17, 3, "failed", OBJECT);
    let kept = dynamic(&mut class, 17, 4, "kept", HANDLE);
    let store = class.method_ref(false, "app/Boot", "store", &format!("({HANDLE})V"));
    let look = class.method_ref(false, "app/Boot", "look", &format!("({OBJECT})V"));
    let load = class.method_ref(false, "app/Boot", "load", &format!("({STRING})V"));
    let caught = class.method_ref(false, "app/Boot", "caught", "(Ljava/lang/Throwable;)V");
    let mut code = Vec::new();
    let of = |code: &mut Vec<u8>, op: u8, index: u16| {
        code.push(op);
        code.extend(index.to_be_bytes());
    };
    // ldc_w, invokestatic, ldc_w, invokestatic
    for (op, index) in [(0x13, made), (0xb8, look), (0x13, named), (0xb8, load), (0x13, kept), (0xb8, store)] {
        of(&mut code, op, index);
    }
    // invokedynamic, pop
    of(&mut code, 0xba, linked);
    code.extend([0, 0, 0x57]);
    let start = code.len() as u16;
    // ldc_w, pop, return
    of(&mut code, 0x13, failed);
    code.extend([0x57, 0xb1]);
    let handler = code.len() as u16;
    // invokestatic, return
    of(&mut code, 0xb8, caught);
    code.push(0xb1);
    let error = class.class("java/lang/BootstrapMethodError");
    class.guarded(9, "main", "([Ljava/lang/String;)V", [1, 1], &code, &[[start, handler, handler, error]]);
    class.bytes(55)
}

struct Written {
    _place: tempfile::TempDir,
    home: PathBuf,
    classes: PathBuf,
}

fn compiled(name: &str, text: &str) -> Written {
    let (home, place) = (jdk17(), tempfile::tempdir().unwrap());
    let source = place.path().join(format!("{name}.java"));
    std::fs::write(&source, text).unwrap();
    let classes = place.path().join("classes");
    java::javac(&home, &["-Xlint:none"], &[&source], &classes);
    Written { _place: place, home, classes }
}

impl Written {
    fn analyze(&self) -> (AnalysisResult, Vec<String>) {
        let input = ClassPathInput {
            classes: vec![self.classes.clone()],
            jdk_home: self.home.clone(),
            ..ClassPathInput::default()
        };
        on_deep_stack(|| {
            let (class_path, _) = ClassPath::open(&input).unwrap();
            let specs = spec::load(&[], None).unwrap();
            let program = Program::new(class_path);
            let mut reached = Vec::new();
            let result = engine::analyze_and_look(&program, &specs, &engine::Options::default(), |solver| {
                reached = solver.state.reached().map(|method| program.method_id(method)).collect();
            });
            (result, reached)
        })
        .unwrap()
    }
}

fn site<'r>(result: &'r AnalysisResult, id: &str) -> &'r SiteRow {
    let found = result.sites.iter().find(|row| row.id.starts_with("app.") && row.id.contains(id));
    found.unwrap_or_else(|| panic!("no site {id} in {:?}", result.sites.iter().map(|row| &row.id).collect::<Vec<_>>()))
}

fn targets(row: &SiteRow) -> Vec<&str> {
    row.targets.iter().map(|target| target.class.as_str()).collect()
}

#[test]
fn bootstrap_methods_of_the_program_run() {
    let written = compiled("Boot", BOOT);
    std::fs::write(written.classes.join("app/Main.class"), main_class()).unwrap();
    // The JVM is the judge. It need not verify: the handler of `main` has no stack map.
    let class_path = written.classes.to_str().unwrap();
    let unverified = ["-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"];
    let said = java::java(&written.home, unverified.iter().chain(&["-cp", class_path, "app.Main"]));
    assert_eq!(
        said.split_whitespace().collect::<Vec<_>>().join(" "),
        "app.Asked app.Given2 run app.Named app.Stored app.Linked explained"
    );
    let (result, reached) = written.analyze();
    assert_eq!(targets(site(&result, "Class.forName#1")), ["app.Asked"]);
    assert_eq!(targets(site(&result, "Class.forName#2")), ["app.Given"]);
    assert_eq!(targets(site(&result, "Boot.load(java.lang.String)#Class.forName#1")), ["app.Named"]);
    assert!(targets(site(&result, "Boot.store(")).contains(&"app.Stored"));
    let linked = result.sites.iter().find(|row| row.id.contains("Boot.site(")).unwrap();
    assert_eq!(targets(linked), ["app.Linked"]);
    for method in ["app.Made.run()", "app.Failure.explain()"] {
        assert!(reached.iter().any(|reached| reached == method), "{method} is not reached");
    }
}

/// Where an agent, or a loader, brings classes under names that nobody knows, a class that is in no file is not proven absent.
#[test]
fn a_class_may_come_with_an_agent() {
    let judged = |body: &str| {
        let (result, _) = compiled("Plain", &PLAIN.replace("BODY", body)).analyze();
        let row = site(&result, "Class.forName#1");
        row.tier
    };
    assert_eq!(judged(""), Tier::Proven);
    let jar = "new java.util.jar.JarFile(options)";
    for search in ["System", "Bootstrap"] {
        let found = judged(&format!("agent.appendTo{search}ClassLoaderSearch({jar});"));
        assert_eq!(found, Tier::Open, "{search}");
    }
    let own = "new ClassLoader() { Class<?> all(byte[] b, String n) { return defineClass(n, b, 0, b.length); } }";
    let found = judged(&format!("{own}.all(new byte[0], options);"));
    assert_eq!(found, Tier::Open);
}
