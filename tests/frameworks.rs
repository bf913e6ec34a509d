//! The framework models: what each makes and calls in classes that use it, in private too, and that it leaves alone classes
//! that do not. The frameworks are stubs of the same names, compiled beside.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

#[path = "frameworks/groups.rs"]
mod groups;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput, ClassPathItem};
use reflection_check::config::EntryPoints;
use reflection_check::engine;
use reflection_check::program::Program;
use reflection_check::result::{AnalysisResult, SiteRow, Tier};
use reflection_check::spec;

use crate::support::java;
use crate::support::jdk::jdk17;

use groups::{GROUPS, Group};

const MAIN: &str = "package app; public class Main { public static void main(String[] args) { } }";

/// What was analysed, and the application's methods.
struct Analysed {
    result: AnalysisResult,
    methods: BTreeSet<String>,
}

impl Analysed {
    fn is_reached(&self, method: &str) -> bool {
        assert!(self.methods.contains(method), "no method {method} in {:?}", self.methods);
        !self.result.reach().unwrap().unreached.iter().any(|id| id == method)
    }

    fn site(&self, id: &str) -> &SiteRow {
        self.result.sites.iter().find(|row| row.id.starts_with("app.") && row.id.contains(id)).unwrap()
    }
}

/// Writes sources, each below the folder of its package, and gives their paths.
fn write(below: &Path, sources: impl IntoIterator<Item = String>) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for source in sources {
        let word_after = |word: &str| source.split_once(word).unwrap().1.split(|c: char| " ;{(<".contains(c)).next();
        let package = word_after("package ").unwrap().replace('.', "/");
        let kinds = ["public @interface ", "public interface ", "public abstract class ", "public class "];
        let first = kinds.into_iter().filter_map(|kind| Some((source.find(kind)?, kind))).min().unwrap().1;
        let path = below.join(package).join(format!("{}.java", word_after(first).unwrap()));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        assert!(!path.exists(), "{} is written twice", path.display());
        std::fs::write(&path, source).unwrap();
        paths.push(path);
    }
    paths
}

fn annotation(name: &str) -> String {
    let (package, class) = name.rsplit_once('.').unwrap();
    format!(
        "package {package}; @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) \
         public @interface {class} {{ }}"
    )
}

/// Compiles the stubs as a library and the classes as the application, `manifest` beside them, and analyses them.
fn analyse(groups: &[Group], entry: EntryPoints, manifest: &str) -> Analysed {
    let home = jdk17();
    let place = tempfile::tempdir().unwrap();
    let (stubs, classes) = (place.path().join("stubs"), place.path().join("classes"));
    let compile = |sources: Vec<PathBuf>, out: &Path| {
        let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
        java::javac(&home, &["-Xlint:none", "-cp", stubs.to_str().unwrap()], &sources, out);
    };
    let annotations: BTreeSet<&str> = groups.iter().flat_map(|group| group.annotations).copied().collect();
    let types = groups.iter().flat_map(|group| group.types).map(|source| (*source).to_owned());
    compile(write(&place.path().join("a"), annotations.into_iter().map(annotation).chain(types)), &stubs);
    let own =
        groups.iter().map(|group| format!("package app.{};\npublic class Root {{ }}\n{}", group.name, group.source));
    compile(write(&place.path().join("b"), own.chain([MAIN.to_owned()])), &classes);
    if !manifest.is_empty() {
        std::fs::create_dir_all(classes.join("META-INF")).unwrap();
        std::fs::write(classes.join("META-INF/MANIFEST.MF"), manifest).unwrap();
    }
    let input = ClassPathInput {
        classes: vec![classes],
        classpath: vec![ClassPathItem { path: stubs.clone(), ..ClassPathItem::default() }],
        jdk_home: home.clone(),
        ..ClassPathInput::default()
    };
    let mut options = engine::Options::default();
    options.analysis.entry = entry;
    let run = || {
        let program = Program::new(ClassPath::open(&input).unwrap().0);
        let result = engine::analyze_and_look(&program, &spec::load(&[], None).unwrap(), &options, |_| ());
        let names: Vec<String> =
            program.class_path().classes().map(|c| program.class_path().name(c).to_owned()).collect();
        let own = names.iter().filter(|name| name.starts_with("app/")).filter_map(|name| program.find_class(name));
        let methods = own.flat_map(|class| &program.class(class).methods).map(|method| program.method_id(*method));
        Analysed { result, methods: methods.collect() }
    };
    on_deep_stack(run).unwrap()
}

#[test]
fn each_model_makes_and_calls_what_its_framework_does() {
    let analysed = analyse(GROUPS, EntryPoints::Main, "");
    let mut wrong = Vec::new();
    for group in GROUPS {
        let lists = [("not reached", group.reached, true), ("reached", group.unreached, false)];
        for (what, methods, expected) in lists {
            for method in methods {
                let id = format!("app.{}.{method}", group.name);
                if analysed.is_reached(&id) != expected {
                    wrong.push(format!("{what}: {id}"));
                }
            }
        }
    }
    assert_eq!(wrong, [] as [&str; 0], "{:?}", analysed.result.solved);
}

const AGENTS: &[Group] = &[Group {
    name: "agents",
    annotations: &["org.junit.Test"],
    types: &[],
    source: "
        class Named { public static void premain(String options) { } }
        class Attached {
            static void agentmain(String options) { }
            static void agentmain(String options, java.lang.instrument.Instrumentation jvm) { }
        }
        class Unlisted { static void premain(String options, java.lang.instrument.Instrumentation jvm) { } }
        class Other {
            static void premain(String options) { }
            void agentmain(String options, java.lang.instrument.Instrumentation jvm) { }
        }",
    reached: &[],
    unreached: &[],
}];

#[test]
fn agents_are_entered_as_the_manifest_says() {
    let manifest = "Manifest-Version: 1.0\nPremain-Class: app.agents.Named\nAgent-Class: app.agents.Attached\n\
                    Launcher-Agent-Class: app.agents.Gone\n\n";
    let analysed = analyse(AGENTS, EntryPoints::Main, manifest);
    let instrumentation = "java.lang.String,java.lang.instrument.Instrumentation";
    let reached =
        |method: &str| analysed.is_reached(&format!("app.agents.{}", method.replace("INSTR", instrumentation)));
    assert!(reached("Named.premain(java.lang.String)"));
    assert!(reached("Attached.agentmain(INSTR)"));
    assert!(!reached("Attached.agentmain(java.lang.String)"), "the JVM calls one of both");
    assert!(reached("Unlisted.premain(INSTR)"), "an agent whatever the manifest says");
    assert!(!reached("Other.premain(java.lang.String)"));
    assert!(!reached("Other.agentmain(INSTR)"), "no static method");
    let without = analyse(AGENTS, EntryPoints::Main, "");
    assert!(!without.is_reached("app.agents.Named.premain(java.lang.String)"));
}

const CALLED_BY_BOTH: &[Group] = &[Group {
    name: "both",
    annotations: &["jakarta.persistence.Entity", "org.springframework.stereotype.Component"],
    types: &[],
    source: "
        class Run {
            public static void main(String[] args) throws Exception {
                new Item(\"app.both.Plain\").load();
                new Bean(\"app.both.Plain\").load();
            }
        }
        @jakarta.persistence.Entity class Item {
            private String name;
            private Item() { }
            Item(String name) { this.name = name; }
            Class<?> load() throws Exception { return Class.forName(name); }
        }
        @org.springframework.stereotype.Component class Bean {
            Bean(String name) throws Exception { Class.forName(name); }
            Class<?> load() { return null; }
        }
        class Plain { }",
    reached: &[],
    unreached: &[],
}];

/// What a framework makes without arguments leaves known what the program itself gives to constructors and methods.
#[test]
fn arguments_are_unknown_only_where_a_framework_gives_them() {
    let analysed = analyse(CALLED_BY_BOTH, EntryPoints::Main, "");
    let targets = |site: &SiteRow| site.targets.iter().map(|target| target.class.clone()).collect::<Vec<_>>();
    let entity = analysed.site("Item.load()#Class.forName#1");
    assert_eq!(targets(entity), ["app.both.Plain"]);
    assert!(matches!(entity.tier, Tier::Proven | Tier::Sound), "{entity:?}");
    let bean = analysed.site("Bean.<init>(java.lang.String)#Class.forName#1");
    assert_eq!(targets(bean), ["app.both.Plain"]);
    assert!(matches!(bean.tier, Tier::Partial | Tier::Open), "{bean:?}");
}
