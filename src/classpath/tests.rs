use tempfile::TempDir;

use super::testing::{Jar, input, jdk, jdk17, open, write};
use super::*;

fn text(class_path: &ClassPath, name: &str) -> Option<String> {
    let class = class_path.find(name)?;
    Some(String::from_utf8_lossy(&class_path.bytes(class).unwrap()).into_owned())
}

fn artifact(class_path: &ClassPath, name: &str) -> String {
    let class = class_path.find(name).unwrap_or_else(|| panic!("{name} is not found"));
    class_path.artifacts()[class_path.artifact_of(class) as usize].name.clone()
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
    let (class_path, diags) =
        ClassPath::open(&ClassPathInput { jdk_home: home, ..input(dir.path(), &["."], &[]) }).unwrap();
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
        .manifest(&["Class-Path: b.jar ../x%20y/ missing.jar http://host/h.jar"])
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
    assert_eq!(codes(&diags), [("missing-classpath-entry", "lib/missing.jar")]);
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
    check(None, "11", true, "r11");
    check(Some(9), "base", false, "r");
    check(Some(21), "21", true, "r11");
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
    let home = |home: &str| ClassPathInput { jdk_home: home.into(), ..input(dir.path(), &["."], &[]) };
    check(&home("nowhere"), "nowhere is not a usable JDK: cannot read");
    write(&dir.path().join("jdk8/release"), "JAVA_VERSION=\"1.8.0_402\"");
    check(&home("jdk8"), "it is Java 8");
    write(&dir.path().join("odd/release"), "NOTHING=1");
    check(&home("odd"), "names no JAVA_VERSION");
    write(&dir.path().join("cut/release"), "JAVA_VERSION=\"17\"");
    check(&home("cut"), "cannot read");
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
