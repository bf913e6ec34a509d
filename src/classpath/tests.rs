//! Class paths made for one test each, and those of a whole JDK.

mod forms;

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::testing::{Jar, input, java, javac, jdk, jdk17, open, write};
use super::*;

fn text(class_path: &ClassPath, name: &str) -> Option<String> {
    let class = class_path.find(name)?;
    Some(String::from_utf8_lossy(&class_path.bytes(class).unwrap()).into_owned())
}

fn artifact(class_path: &ClassPath, name: &str) -> String {
    let class = class_path.find(name).unwrap_or_else(|| panic!("{name} is not found"));
    class_path.artifact(class_path.artifact_of(class)).name.clone()
}

fn resource_texts(class_path: &ClassPath, name: &str) -> Vec<String> {
    let read = |resource: &Resource| String::from_utf8(class_path.resource_bytes(resource).unwrap()).unwrap();
    class_path.resources(name).iter().map(read).collect()
}

fn codes(diags: &[Diag]) -> Vec<(&str, &str)> {
    diags.iter().map(|diag| (diag.code.as_str(), diag.place.as_str())).collect()
}

fn send_and_sync<T: Send + Sync>(_: &T) {}

#[test]
fn directories_jars_and_the_jdk() {
    let dir = TempDir::new().unwrap();
    write(&dir.path().join("out/com/acme/A.class"), "app A");
    write(&dir.path().join("out/conf.txt"), "conf");
    Jar::default()
        .file("com/acme/A.class", "hidden A")
        .stored("com/acme/B.class", "lib B")
        .file("conf.txt", "lib conf")
        .write(&dir.path().join("lib/b.jar"));
    let (class_path, diags) = open(dir.path(), &["out"], &["lib/b.jar"]);
    assert_eq!(diags, []);
    send_and_sync(&class_path);

    assert_eq!(text(&class_path, "com/acme/A").as_deref(), Some("app A"));
    assert_eq!(text(&class_path, "com/acme/B").as_deref(), Some("lib B"));
    assert_eq!(text(&class_path, "com/acme/C"), None);
    assert_eq!(artifact(&class_path, "com/acme/A"), "out");
    assert_eq!(artifact(&class_path, "com/acme/B"), "b.jar");
    assert_eq!(artifact(&class_path, "java/lang/Object"), "java.base");
    assert_eq!(class_path.shadowed().map(|(name, _)| name).collect::<Vec<_>>(), ["com/acme/A"]);
    assert_eq!(resource_texts(&class_path, "conf.txt"), ["conf", "lib conf"]);
    assert_eq!(resource_texts(&class_path, "com/acme/A.class"), ["app A", "hidden A"]);

    let classes: Vec<_> = class_path.classes().collect();
    assert_eq!(classes.len(), class_path.class_count());
    let keys: Vec<_> = classes.iter().map(|class| (class_path.origin(*class), class_path.name(*class))).collect();
    assert!(keys.is_sorted());
    assert_eq!(keys[..2], [(Origin::Application, "com/acme/A"), (Origin::Library, "com/acme/B")]);
    for class in classes {
        assert_eq!(class_path.find(class_path.name(class)), Some(class));
    }
}

/// Every class of the image is there and begins with the magic number; counts differ per build, so they are bounds.
fn check_jdk(home: PathBuf, feature: u32) {
    let dir = TempDir::new().unwrap();
    write(&dir.path().join("A.class"), "");
    let add_modules = vec!["ALL-SYSTEM".to_owned()];
    let (class_path, diags) =
        ClassPath::open(&ClassPathInput { jdk_home: home, add_modules, ..input(dir.path(), &["."], &[]) }).unwrap();
    assert_eq!(diags, []);
    assert_eq!(class_path.jdk().feature, feature);
    assert!(class_path.jdk().version.starts_with(&feature.to_string()));
    let mut count = 0;
    for class in class_path.classes().filter(|class| class_path.origin(*class) == Origin::Jdk) {
        let bytes = class_path.bytes(class).unwrap();
        assert_eq!(bytes[..4], [0xCA, 0xFE, 0xBA, 0xBE], "{}", class_path.name(class));
        count += 1;
    }
    assert!(count > 5_000, "{count}");
    let object = class_path.find("java/lang/Object").unwrap();
    assert_eq!(class_path.jdk_module_of(object), Some("java.base"));
    assert_eq!(class_path.jdk_module_of(class_path.find("A").unwrap()), None);
    assert_eq!(class_path.find("module-info"), None);
    let modules = class_path.resources("module-info.class");
    assert_eq!(modules.len(), class_path.artifacts().iter().filter(|a| a.origin == Origin::Jdk).count());
    assert_eq!(class_path.resource_bytes(&modules[0]).unwrap()[..4], [0xCA, 0xFE, 0xBA, 0xBE]);
}

#[test]
fn every_class_of_jdk_17() {
    check_jdk(jdk17(), 17);
}

#[test]
fn every_class_of_jdk_25() {
    if let Some(home) = jdk(25) {
        check_jdk(home, 25);
    }
}

/// The modules that the JVM reports for its boot layer are those whose classes are seen.
fn check_visible_modules(home: &Path) {
    const PROBE: &str = "public class Probe { public static void main(String[] args) {
        ModuleLayer.boot().modules().stream().map(Module::getName).sorted().forEach(System.out::println); } }";
    let dir = TempDir::new().unwrap();
    write(&dir.path().join("app/A.class"), "");
    write(&dir.path().join("Probe.java"), PROBE);
    // The source launcher adds modules for its compiler, so the class is compiled first.
    let run = |mut tool: Command, args: &[&str]| {
        let output = tool.args(args).current_dir(dir.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    run(javac(home), &["Probe.java"]);
    let check = |args: &[&str], add_modules: &[&str]| {
        let add_modules = add_modules.iter().map(|name| (*name).to_owned()).collect();
        let input = ClassPathInput { jdk_home: home.to_owned(), add_modules, ..input(dir.path(), &["app"], &[]) };
        let (class_path, _) = ClassPath::open(&input).unwrap();
        let modules = class_path.artifacts().iter().filter(|a| a.origin == Origin::Jdk).map(|a| a.name.as_str());
        let expected = run(java(home), &[args, &["-cp", ".", "Probe"]].concat());
        assert_eq!(modules.collect::<Vec<_>>(), expected.lines().collect::<Vec<_>>());
    };
    check(&[], &[]);
    check(&["--add-modules", "jdk.incubator.vector"], &["jdk.incubator.vector"]);
}

#[test]
fn modules_seen_by_default() {
    check_visible_modules(&jdk17());
    if let Some(home) = jdk(25) {
        check_visible_modules(&home);
    }
}

#[test]
fn providers_named_by_modules() {
    let dir = TempDir::new().unwrap();
    write(&dir.path().join("A.class"), "");
    let (class_path, _) = open(dir.path(), &["."], &[]);
    let (found, diags) = class_path.module_providers("java/nio/file/spi/FileSystemProvider");
    assert_eq!(diags, []);
    let named: Vec<_> =
        found.iter().map(|p| (p.class.as_str(), class_path.artifact(p.artifact).name.as_str())).collect();
    assert_eq!(
        named,
        [
            ("jdk/internal/jrtfs/JrtFileSystemProvider", "java.base"),
            ("jdk/nio/zipfs/ZipFileSystemProvider", "jdk.zipfs")
        ]
    );

    write(&dir.path().join("module-info.class"), "no descriptor");
    let (class_path, _) = open(dir.path(), &["."], &[]);
    let (found, diags) = class_path.module_providers("java/nio/file/spi/FileSystemProvider");
    assert_eq!((found.len(), codes(&diags)), (2, vec![("unreadable-module", ".!/module-info.class")]));
}

#[test]
fn providers_of_a_service_as_a_loader_finds_them() {
    let dir = TempDir::new().unwrap();
    write(&dir.path().join("A.class"), "");
    let service = "java.nio.file.spi.FileSystemProvider";
    let file = format!("META-INF/services/{service}");
    std::fs::create_dir_all(dir.path().join("META-INF/services")).unwrap();
    write(&dir.path().join(&file), "p.Own # first\np.Shared\n");
    let jar = dir.path().join("lib.jar");
    Jar::default().file(&file, "p.Shared\np.Library\n").write(&jar);
    let broken = dir.path().join("broken.jar");
    Jar::default().file(&file, "p.Lost\nno name\n").write(&broken);
    let (class_path, _) = open(dir.path(), &["."], &["lib.jar", "broken.jar"]);
    let (found, diags) = class_path.service_providers(service);
    assert_eq!(diags, []);
    let found: Vec<_> = found.iter().map(|p| (p.name.as_str(), p.declared)).collect();
    assert_eq!(
        found,
        [
            ("jdk.internal.jrtfs.JrtFileSystemProvider", Declared::Module),
            ("jdk.nio.zipfs.ZipFileSystemProvider", Declared::Module),
            ("p.Own", Declared::File),
            ("p.Shared", Declared::File),
            ("p.Library", Declared::File),
            ("no name", Declared::IllFormed),
        ]
    );
    assert_eq!(class_path.service_providers("p.None"), (vec![], vec![]));
    // What cannot be read is said, and takes nothing else away.
    std::fs::remove_file(dir.path().join(&file)).unwrap();
    let (found, diags) = class_path.service_providers(service);
    let names: Vec<_> = found.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names[2..], ["p.Shared", "p.Library", "no name"]);
    assert!(diags.len() == 1 && diags[0].place.ends_with(&file), "{diags:?}");
}

#[test]
fn the_jdk_owns_its_packages() {
    let dir = TempDir::new().unwrap();
    Jar::default()
        .file("java/util/List.class", "mine")
        .file("javax/xml/parsers/Own.class", "split package")
        .file("java/own/C.class", "prohibited package")
        .file("org/own/C.class", "fine")
        .write(&dir.path().join("app.jar"));
    let (class_path, _) = open(dir.path(), &["app.jar"], &[]);
    assert_eq!(artifact(&class_path, "java/util/List"), "java.base");
    assert_eq!(class_path.find("javax/xml/parsers/Own"), None);
    assert_eq!(class_path.find("java/own/C"), None);
    assert!(class_path.find("org/own/C").is_some());
    assert_eq!(class_path.shadowed().count(), 3);
}

#[test]
fn manifest_class_path_in_order_and_with_cycles() {
    let dir = TempDir::new().unwrap();
    write(&dir.path().join("app/A.class"), "A");
    Jar::default()
        .manifest(&["Class-Path: b.jar ../x%20y/ missing.jar http://host/h.jar ../app"])
        .file("W.class", "from a")
        .write(&dir.path().join("lib/a.jar"));
    Jar::default()
        .manifest(&["Class-Path: a.jar c.jar"])
        .file("W.class", "from b")
        .file("V.class", "from b")
        .file("Z.class", "from b")
        .write(&dir.path().join("lib/b.jar"));
    Jar::default().file("Z.class", "from c").file("V.class", "from c").write(&dir.path().join("lib/c.jar"));
    write(&dir.path().join("x y/Y.class"), "Y");
    let mut input = input(dir.path(), &["app"], &["lib/a.jar", "lib/c.jar"]);
    input.classpath[1].id = Some("g:c:1".to_owned());
    let (class_path, diags) = ClassPath::open(&input).unwrap();

    assert_eq!(text(&class_path, "W").as_deref(), Some("from a"));
    assert_eq!(text(&class_path, "V").as_deref(), Some("from b"));
    assert_eq!(text(&class_path, "Y").as_deref(), Some("Y"));
    let names: Vec<_> =
        class_path.artifacts().iter().filter(|a| a.origin != Origin::Jdk).map(|a| a.name.as_str()).collect();
    assert_eq!(names, ["app", "a.jar", "b.jar", "g:c:1", "x y"]);
    assert_eq!(codes(&diags), [("missing-classpath-entry", "lib/a.jar")]);
    assert_eq!(diags[0].message, "its class path names \"missing.jar\", missing");
}

#[test]
fn multi_release_jars() {
    let dir = TempDir::new().unwrap();
    write(&dir.path().join("app/Main.class"), "");
    let jar = |lines: &[&str]| {
        Jar::default()
            .manifest(lines)
            .file("A.class", "base")
            .file("META-INF/versions/11/A.class", "11")
            .file("META-INF/versions/16/A.class", "16")
            .file("META-INF/versions/21/A.class", "21")
            .file("META-INF/versions/11/New.class", "new")
            .file("META-INF/versions/11/r.txt", "r11")
            .file("r.txt", "r")
            .write(&dir.path().join("mr.jar"));
    };
    let check = |release: Option<u32>, expected: &str, new: bool, resource: &str| {
        let input = ClassPathInput { jdk_release: release, ..input(dir.path(), &["app"], &["mr.jar"]) };
        let (class_path, _) = ClassPath::open(&input).unwrap();
        assert_eq!(text(&class_path, "A").as_deref(), Some(expected));
        assert_eq!(class_path.find("New").is_some(), new);
        assert_eq!(resource_texts(&class_path, "r.txt"), [resource]);
        assert_eq!(class_path.find("META-INF/versions/11/A"), None);
    };
    jar(&["Multi-Release: true"]);
    check(None, "16", true, "r11");
    check(Some(9), "base", false, "r");
    check(Some(11), "11", true, "r11");
    jar(&["Multi-Release: false"]);
    check(None, "base", false, "r");
}

#[test]
fn application_packages_in_a_shaded_jar() {
    let dir = TempDir::new().unwrap();
    Jar::default()
        .file("com/acme/A.class", "")
        .file("com/acme/sub/B.class", "")
        .file("com/acmeother/C.class", "")
        .file("org/lib/D.class", "")
        .write(&dir.path().join("all.jar"));
    let input = ClassPathInput { app_packages: vec!["com.acme.*".to_owned()], ..input(dir.path(), &[], &["all.jar"]) };
    let (class_path, _) = ClassPath::open(&input).unwrap();
    let origin = |name: &str| class_path.origin(class_path.find(name).unwrap());
    assert_eq!(origin("com/acme/A"), Origin::Application);
    assert_eq!(origin("com/acme/sub/B"), Origin::Application);
    assert_eq!(origin("com/acmeother/C"), Origin::Library);
    assert_eq!(origin("org/lib/D"), Origin::Library);
}

#[test]
fn entries_built_by_this_build_are_application() {
    let dir = TempDir::new().unwrap();
    write(&dir.path().join("app/A.class"), "");
    Jar::default().file("B.class", "").write(&dir.path().join("other/b.jar"));
    let mut input = input(dir.path(), &["app"], &["other/*"]);
    input.classpath[0].application = true;
    let (class_path, _) = ClassPath::open(&input).unwrap();
    assert_eq!(class_path.origin(class_path.find("B").unwrap()), Origin::Application);
    assert_eq!(artifact(&class_path, "B"), "b.jar");
}

#[test]
fn unusable_input_is_an_error() {
    let dir = TempDir::new().unwrap();
    let check = |input: &ClassPathInput, expected: &str| {
        let error = ClassPath::open(input).err().expect("must not open").to_string();
        assert!(error.contains(expected), "{error}");
    };
    check(&input(dir.path(), &["none"], &[]), "no application class found in none");
    check(&input(dir.path(), &[], &[]), "no class directory was given");
    Jar::default().file("BOOT-INF/classes/A.class", "").write(&dir.path().join("app.jar"));
    check(&input(dir.path(), &["app.jar"], &[]), "app.jar: 1 classes of a packed application");
    let home = |home: &str| ClassPathInput { jdk_home: home.into(), ..input(dir.path(), &["."], &[]) };
    check(&home("nowhere"), "nowhere is not a usable JDK: it has neither lib/modules nor jmods nor an rt.jar");
    Jar::default().file("a", "b").write(&dir.path().join("odd/lib/rt.jar"));
    check(&home("odd"), "cannot read");
    write(&dir.path().join("odd/release"), "NOTHING=1");
    check(&home("odd"), "names no JAVA_VERSION");
    write(&dir.path().join("cut/release"), "JAVA_VERSION=\"17\"");
    let image = std::fs::read(jdk17().join("lib/modules")).unwrap();
    for length in [0, 3, 27, 28, 1000, 2_000_000, image.len() / 2, image.len() - 100] {
        write(&dir.path().join("cut/lib/modules"), &image[..length]);
        check(&home("cut"), "cut is not a usable JDK");
    }
}

#[test]
fn missing_and_damaged_entries_are_diagnostics() {
    let dir = TempDir::new().unwrap();
    write(&dir.path().join("app/A.class"), "A");
    let jar = Jar::default().file("B.class", vec![b'x'; 3000]).bytes();
    write(&dir.path().join("cut.jar"), &jar[..jar.len() - 30]);
    write(&dir.path().join("text.jar"), "no jar");
    write(&dir.path().join("empty.jar"), "");
    let (class_path, diags) = open(dir.path(), &["app", "gone"], &["missing.jar", "cut.jar", "text.jar", "empty.jar"]);
    assert_eq!(class_path.find("B"), None);
    assert_eq!(
        codes(&diags),
        [
            ("missing-classpath-entry", "gone"),
            ("missing-classpath-entry", "missing.jar"),
            ("unreadable-archive", "cut.jar"),
            ("unreadable-archive", "text.jar"),
            ("unreadable-archive", "empty.jar"),
        ]
    );
}

#[test]
fn a_jar_that_only_starts_another_makes_it_the_application() {
    let dir = TempDir::new().unwrap();
    Jar::default().manifest(&["Main-Class: p.Main"]).write(&dir.path().join("all.jar"));
    Jar::default().file("p/Main.class", "").file("p/Other.class", "").write(&dir.path().join("core.jar"));
    Jar::default().file("q/L.class", "").write(&dir.path().join("lib.jar"));
    let (class_path, diags) = open(dir.path(), &["all.jar"], &["lib.jar", "core.jar"]);
    let origin = |name: &str| class_path.find(name).map(|class| class_path.origin(class));
    assert_eq!(origin("p/Main"), Some(Origin::Application));
    assert_eq!(origin("p/Other"), Some(Origin::Application));
    assert_eq!(origin("q/L"), Some(Origin::Library));
    assert_eq!(codes(&diags), [("application-of-main-class", "all.jar")]);
    // With a class of its own it is the application itself.
    write(&dir.path().join("app/A.class"), "A");
    let (class_path, diags) = open(dir.path(), &["app", "all.jar"], &["core.jar"]);
    let origin = |name: &str| class_path.find(name).map(|class| class_path.origin(class));
    assert_eq!((origin("p/Main"), diags.len()), (Some(Origin::Library), 0));
}

#[test]
fn places_do_not_tell_where_the_project_is() {
    let dir = TempDir::new().unwrap();
    let outside = TempDir::new().unwrap();
    write(&dir.path().join("app/A.class"), "A");
    let library = Jar::default().file("B.class", "").write(&outside.path().join("b-1.0.jar"));
    let mut input = input(dir.path(), &["app"], &[library.to_str().unwrap()]);
    input.classes[0] = dir.path().join("app");
    let (class_path, _) = ClassPath::open(&input).unwrap();
    let places: Vec<_> = class_path.artifacts().iter().filter(|a| a.origin != Origin::Jdk).collect();
    assert_eq!((places[0].name.as_str(), places[0].place.as_str()), ("app", "app"));
    assert_eq!((places[1].name.as_str(), places[1].place.as_str()), ("b-1.0.jar", "b-1.0.jar"));
}

fn boot_jar(loader: &str) -> Jar {
    let library = |content: &str| {
        let jar = Jar::default().manifest(&["Multi-Release: true"]).file("lib/L.class", content);
        jar.file("META-INF/versions/17/lib/L17.class", content).file("META-INF/services/x.Y", content).bytes()
    };
    Jar::default()
        .manifest(&[&format!("Main-Class: {loader}"), "Start-Class: com.acme.App"])
        .file("org/springframework/boot/loader/launch/JarLauncher.class", "loader")
        .file("org/springframework/boot/loader/JarLauncher.class", "loader")
        .file("BOOT-INF/classes/com/acme/App.class", "app")
        .file("BOOT-INF/classes/application.properties", "inner")
        .file("application.properties", "outer")
        .stored("BOOT-INF/lib/a.jar", library("a"))
        .file("BOOT-INF/lib/b.jar", library("b"))
        .stored("BOOT-INF/lib/broken.jar", "no jar")
        .file("BOOT-INF/lib/c.jar", library("c"))
        .file(
            "BOOT-INF/classpath.idx",
            "- \"BOOT-INF/lib/b.jar\"\n- \"BOOT-INF/lib/gone.jar\"\n- \"BOOT-INF/lib/a.jar\"\n",
        )
}

fn check_boot(class_path: &ClassPath, artifacts: &[&str]) {
    let origin = |name: &str| class_path.find(name).map(|class| class_path.origin(class));
    assert_eq!(origin("com/acme/App"), Some(Origin::Application));
    assert_eq!(origin("org/springframework/boot/loader/launch/JarLauncher"), Some(Origin::Library));
    assert_eq!(origin("lib/L"), Some(Origin::Library));
    assert_eq!(origin("BOOT-INF/classes/com/acme/App"), None);
    assert_eq!(text(class_path, "lib/L").as_deref(), Some("b"));
    assert_eq!(text(class_path, "lib/L17").as_deref(), Some("b"));
    assert_eq!(resource_texts(class_path, "META-INF/services/x.Y"), ["b", "a", "c"]);
    assert_eq!(resource_texts(class_path, "application.properties"), ["outer", "inner"]);
    let own: Vec<_> = class_path.artifacts().iter().filter(|a| a.origin != Origin::Jdk).collect();
    assert_eq!(own.iter().map(|a| a.name.as_str()).collect::<Vec<_>>(), artifacts);
    assert_eq!(own[0].main_class(), Some("com.acme.App"));
}

#[test]
fn executable_archives_of_spring_boot() {
    for loader in ["org.springframework.boot.loader.JarLauncher", "org.springframework.boot.loader.launch.JarLauncher"]
    {
        let dir = TempDir::new().unwrap();
        boot_jar(loader).write(&dir.path().join("app.jar"));
        let (class_path, diags) = open(dir.path(), &["app.jar"], &[]);
        check_boot(&class_path, &["app.jar", "b.jar", "a.jar", "c.jar"]);
        assert_eq!(class_path.artifacts().last().unwrap().place, "app.jar!/BOOT-INF/lib/c.jar");
        assert_eq!(
            codes(&diags),
            [("missing-classpath-entry", "app.jar"), ("unreadable-archive", "app.jar!/BOOT-INF/lib/broken.jar"),]
        );
    }
}

#[test]
fn unpacked_executable_archives() {
    let dir = TempDir::new().unwrap();
    for (name, content, _) in &boot_jar("org.springframework.boot.loader.launch.JarLauncher").entries {
        write(&dir.path().join("app").join(str::from_utf8(name).unwrap()), content);
    }
    let (class_path, diags) = open(dir.path(), &["app"], &[]);
    check_boot(&class_path, &["app", "app/BOOT-INF/classes", "b.jar", "a.jar", "c.jar"]);
    assert_eq!(
        codes(&diags),
        [("unreadable-archive", "app/BOOT-INF/lib/broken.jar"), ("missing-classpath-entry", "app")]
    );
}

#[test]
fn main_classes() {
    let main = |lines: &str| {
        let manifest = Manifest::parse(lines.as_bytes());
        let artifact = Artifact { name: String::new(), origin: Origin::Library, place: String::new(), manifest };
        artifact.main_class().map(str::to_owned)
    };
    assert_eq!(main(""), None);
    assert_eq!(main("Main-Class: a.B\n").as_deref(), Some("a.B"));
    assert_eq!(main("Main-Class: a.B\nStart-Class: a.C\n").as_deref(), Some("a.B"));
    assert_eq!(
        main("Main-Class: org.springframework.boot.loader.PropertiesLauncher\nStart-Class: a.C\n").as_deref(),
        Some("a.C")
    );
}

#[test]
fn names_no_class_loader_would_ask_for() {
    let dir = TempDir::new().unwrap();
    Jar::default()
        .file("../up/A.class", "")
        .file("/abs/A.class", "")
        .file("a//A.class", "")
        .file("a\\A.class", "")
        .file("./A.class", "")
        .file(b"a/\xFF.class", "")
        .file("a/\u{1b}[31m.class", "")
        .file("a.b/A.class", "")
        .file("a/.class", "")
        .file("a/Ä.class", "")
        .file("fine/A.class", "")
        .write(&dir.path().join("odd.jar"));
    let (class_path, diags) = open(dir.path(), &["odd.jar"], &[]);
    let own = class_path.classes().filter(|class| class_path.origin(*class) != Origin::Jdk);
    assert_eq!(own.map(|class| class_path.name(class)).collect::<Vec<_>>(), ["a/Ä", "fine/A"]);
    assert_eq!(codes(&diags), [("bad-entry-name", "odd.jar")]);
    assert!(diags[0].message.starts_with("7 entries "), "{}", diags[0].message);
}

/// Sets the declared uncompressed size of the central directory record of the entry `name`.
fn declare_size(jar: &mut [u8], name: &str, size: u32) {
    let record = jar.windows(4).enumerate().filter(|(_, window)| *window == b"PK\x01\x02").map(|(at, _)| at);
    let named = |at: &usize| jar[at + 46..].starts_with(name.as_bytes());
    let at = record.into_iter().find(named).unwrap();
    jar[at + 24..at + 28].copy_from_slice(&size.to_le_bytes());
}

#[test]
fn sizes_that_lie() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("bomb.jar");
    let plain =
        Jar::default().file("Good.class", "good").file("Bad.class", vec![0; 1 << 20]).stored("Raw.class", "raw");
    let check = |name: &str, size: u32, expected: Result<&str, &str>| {
        let mut bytes = plain.bytes();
        declare_size(&mut bytes, name, size);
        write(&path, bytes);
        let (class_path, diags) = open(dir.path(), &["bomb.jar"], &[]);
        let class = name.trim_end_matches(".class");
        match expected {
            Ok(damage) => {
                assert_eq!(codes(&diags), [("damaged-archive", "bomb.jar")]);
                assert!(diags[0].message.contains(damage), "{}", diags[0].message);
                assert_eq!(class_path.find(class), None);
            }
            Err(error) => {
                let diag = class_path.bytes(class_path.find(class).unwrap()).unwrap_err();
                assert_eq!(
                    (diag.code.as_str(), diag.place.as_str()),
                    ("unreadable-entry", &*format!("bomb.jar!/{name}"))
                );
                assert!(diag.message.contains(error), "{}", diag.message);
            }
        }
        assert_eq!(text(&class_path, "Good").as_deref(), Some("good"));
    };
    check("Bad.class", 10, Err("inflates to more than the 10 bytes"));
    check("Bad.class", (1 << 20) + 1, Err("inflates to 1048576 bytes instead of"));
    check("Bad.class", 100 << 20, Err("more than the limit"));
    check("Bad.class", 300 << 20, Ok("more content than it can plausibly hold"));
    check("Bad.class", u32::MAX, Ok("more content than it can plausibly hold"));
    check("Raw.class", 4, Err("other than it declares"));
}

/// A nested jar that is a bomb: one gigabyte of zeros twice deflated is not inflated beyond the limits.
#[test]
fn nested_bombs() {
    let dir = TempDir::new().unwrap();
    let inner = Jar::default().file("Zeros.class", vec![0; 200 << 20]).bytes();
    Jar::default()
        .manifest(&["Start-Class: A", "Spring-Boot-Lib: BOOT-INF/lib/"])
        .file("BOOT-INF/classes/A.class", "")
        .file("BOOT-INF/lib/inner.jar", inner)
        .write(&dir.path().join("app.jar"));
    let (class_path, diags) = open(dir.path(), &["app.jar"], &[]);
    assert_eq!(diags, []);
    let diag = class_path.bytes(class_path.find("Zeros").unwrap()).unwrap_err();
    assert!(diag.message.contains("more than the limit"), "{}", diag.message);
}

#[test]
#[cfg(unix)]
fn links_that_lead_back_and_unreadable_files() {
    let dir = TempDir::new().unwrap();
    write(&dir.path().join("out/a/A.class"), "A");
    std::os::unix::fs::symlink("..", dir.path().join("out/a/loop")).unwrap();
    std::os::unix::fs::symlink("nowhere", dir.path().join("out/a/B.class")).unwrap();
    let (class_path, mut diags) = open(dir.path(), &["out"], &[]);
    diags.sort();
    assert_eq!(codes(&diags), [("unreadable-directory", "out/a/B.class"), ("unreadable-directory", "out/a/loop")]);
    std::fs::remove_file(dir.path().join("out/a/A.class")).unwrap();
    let diag = class_path.bytes(class_path.find("a/A").unwrap()).unwrap_err();
    assert_eq!(diag.place, "out!/a/A.class");
}

/// Prints, for each name given, the content of all resources of that name outside the JDK, one line each.
const PROBE: &str = r#"
public class Probe {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            System.out.print(name);
            for (var url : java.util.Collections.list(ClassLoader.getSystemResources(name)))
                if (!url.getProtocol().equals("jrt"))
                    try (var in = url.openStream()) { System.out.print("|" + new String(in.readAllBytes())); }
            System.out.println();
        }
    }
}
"#;

/// The JVM is the judge of order, versions, duplicates and what manifests name.
#[test]
fn agrees_with_the_jvm() {
    let dir = TempDir::new().unwrap();
    let at = |path: &str| dir.path().join(path);
    write(&at("app/A.class"), "app");
    write(&at("app/META-INF/MANIFEST.MF"), "Multi-Release: true\nClass-Path: ../extra/\n");
    write(&at("app/META-INF/versions/11/A.class"), "app 11");
    write(&at("extra/E.class"), "extra");
    Jar::default()
        .file(
            "meta-inf/Manifest.mf",
            "Manifest-Version: 1.0\nclass-path: b.jar c.jar\n  ../extra/\nMULTI-RELEASE: True\n\n",
        )
        .file("A.class", "one")
        .file("A.class", "two")
        .file("META-INF/versions/11/M.class", "m11")
        .file("META-INF/versions/17/M.class", "m17")
        .file("META-INF/versions/18/M.class", "m18")
        .file("META-INF/versions/011/N.class", "n011")
        .file("META-INF/versions/11/META-INF/r", "r11")
        .file("META-INF/r", "r")
        .write(&at("lib/a.jar"));
    Jar::default()
        .manifest(&["Class-Path: a.jar d.jar nothing.jar ../app"])
        .file("A.class", "b")
        .write(&at("lib/b.jar"));
    Jar::default().file("A.class", "c").file("D.class", "c").write(&at("lib/c.jar"));
    Jar::default().file("A.class", "d").file("D.class", "d").write(&at("lib/d.jar"));
    let libraries = ["lib/a.jar", "lib/c.jar", "lib/a.jar", "lib/*", "extra"];
    let (class_path, _) = open(dir.path(), &["app"], &libraries);

    let probe = write(&at("Probe.java"), PROBE);
    // The launcher expands `lib/*` in an order of its own; all its jars are named before.
    let names = ["A.class", "D.class", "E.class", "M.class", "N.class", "META-INF/r", "META-INF/versions/17/M.class"];
    let output = java(&jdk17())
        .args(["-cp", "app:lib/a.jar:lib/c.jar:lib/a.jar:lib/*:extra"])
        .arg(probe)
        .args(names)
        .current_dir(dir.path())
        .output()
        .unwrap();
    let expected = String::from_utf8(output.stdout).unwrap();
    let ours: String = names
        .iter()
        .map(|name| std::iter::once((*name).to_owned()).chain(resource_texts(&class_path, name)).collect::<Vec<_>>())
        .map(|line| line.join("|") + "\n")
        .collect();
    assert_eq!(ours, expected, "{}", String::from_utf8_lossy(&output.stderr));
}
