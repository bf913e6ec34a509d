//! A JDK in the forms it had before and besides its image: the jars of a JDK 8 and packed modules. Each is made of the
//! classes of the JDK 17 that is installed, and a program with reflective calls is analysed against it.

#![expect(clippy::print_stdout, reason = "says what was analysed")]
#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::path::Path;
use std::process::Command;

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::engine;
use reflection_check::program::Program;
use reflection_check::result::{AnalysisResult, Tier};
use reflection_check::spec;

use crate::support::java;
use crate::support::jdk::jdk17;

const MODULES: [&str; 3] = ["java.base", "java.logging", "java.xml"];

const PROGRAM: &str = "
import java.lang.reflect.Method;

public class Main {
    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName(\"Main$Greeting\");
        Method method = type.getMethod(\"say\", String.class);
        method.invoke(type.newInstance(), \"you\");
        java.util.logging.Logger.getLogger(\"a\").info(\"done\");
    }

    public static class Greeting {
        public String say(String whom) {
            return \"hello \" + whom;
        }
    }
}
";

#[test]
fn programs_are_analysed_against_every_form() {
    let home = jdk17();
    let place = tempfile::tempdir().unwrap();
    let source = place.path().join("Main.java");
    std::fs::write(&source, PROGRAM).unwrap();
    let classes = place.path().join("classes");
    java::javac(&home, &["--release", "8", "-Xlint:none"], &[&source], &classes);
    let image = analyze(&classes, &home);

    let modules = place.path().join("modules");
    let names = format!("regex:/({})/.*", MODULES.join("|").replace('.', "\\."));
    tool(&home, "jimage", &["extract", "--dir", path(&modules), "--include", &names, path(&home.join("lib/modules"))]);

    let packed = place.path().join("packed");
    std::fs::create_dir_all(packed.join("jmods")).unwrap();
    for module in MODULES {
        let (from, to) = (modules.join(module), packed.join(format!("jmods/{module}.jmod")));
        tool(&home, "jmod", &["create", "--class-path", path(&from), path(&to)]);
    }
    std::fs::copy(home.join("release"), packed.join("release")).unwrap();
    let of_modules = analyze(&classes, &packed);
    assert_eq!(of_modules.jdk, image.jdk);
    check("packed modules", &of_modules, &image);

    let eight = place.path().join("eight");
    std::fs::create_dir_all(eight.join("jre/lib")).unwrap();
    std::fs::write(eight.join("release"), "JAVA_VERSION=\"1.8.0_402\"\n").unwrap();
    let rt = eight.join("jre/lib/rt.jar");
    let mut arguments = vec!["--create", "--no-compress", "--file", path(&rt)];
    let folders = MODULES.map(|module| modules.join(module));
    for folder in &folders {
        std::fs::remove_file(folder.join("module-info.class")).unwrap();
        arguments.extend(["-C", path(folder), "."]);
    }
    tool(&home, "jar", &arguments);
    let of_jars = analyze(&classes, &eight);
    assert_eq!(of_jars.jdk.feature, 8);
    check("rt.jar", &of_jars, &image);
}

/// The reflective calls have the same targets, and as much of the JDK is reached.
fn check(form: &str, result: &AnalysisResult, image: &AnalysisResult) {
    let sites = |result: &AnalysisResult| {
        let mut sites: Vec<_> =
            result.sites.iter().map(|row| (row.id.clone(), row.tier, row.targets.clone())).collect();
        sites.sort();
        sites
    };
    assert_eq!(sites(result), sites(image), "{form}");
    assert!(result.sites.len() >= 4 && result.sites.iter().all(|row| matches!(row.tier, Tier::Proven | Tier::Sound)));
    let keys = |result: &AnalysisResult| result.findings.iter().map(|f| f.key.clone()).collect::<Vec<_>>();
    assert_eq!(keys(result), keys(image), "{form}");
    let reached = |result: &AnalysisResult| result.reach().unwrap().methods_reached;
    println!("{form}: {} methods reached, {} with the image", reached(result), reached(image));
    assert!(reached(result) * 10 > reached(image) * 9, "{form}: {} methods", reached(result));
}

fn analyze(classes: &Path, home: &Path) -> AnalysisResult {
    let input = ClassPathInput {
        classes: vec![classes.to_path_buf()],
        jdk_home: home.to_path_buf(),
        ..ClassPathInput::default()
    };
    on_deep_stack(|| {
        let (class_path, diags) = ClassPath::open(&input).unwrap();
        assert!(diags.is_empty(), "{diags:?}");
        engine::analyze(&Program::new(class_path), &spec::load(&[], None).unwrap(), &engine::Options::default())
    })
    .unwrap()
}

fn tool(home: &Path, name: &str, arguments: &[&str]) {
    let mut command = Command::new(home.join("bin").join(name));
    let done = command.args(arguments).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{command:?}\n{text}");
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}
