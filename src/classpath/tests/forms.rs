//! The forms applications and JDKs come in: web and enterprise archives, packed modules, the jars of a JDK 8.

use tempfile::TempDir;

use super::*;

fn origin(class_path: &ClassPath, name: &str) -> Origin {
    class_path.origin(class_path.find(name).unwrap_or_else(|| panic!("{name} is not found")))
}

fn library(class: &str) -> Vec<u8> {
    Jar::default().file(format!("{class}.class"), class).bytes()
}

fn shop() -> Jar {
    Jar::default()
        .file("index.html", "page")
        .file("Applet.class", "served")
        .file("WEB-INF/web.xml", "<web-app/>")
        .file("WEB-INF/classes/shop/Cart.class", "cart")
        .file("WEB-INF/classes/shop.properties", "a=b")
        .stored("WEB-INF/lib/money.jar", library("money/Coin"))
        .file("WEB-INF/lib/tax.jar", library("tax/Rate"))
        .file("WEB-INF/lib/notes.txt", "no jar")
}

fn check_shop(class_path: &ClassPath, place: &str) {
    assert_eq!(text(class_path, "shop/Cart").as_deref(), Some("cart"));
    assert_eq!(origin(class_path, "shop/Cart"), Origin::Application);
    for class in ["money/Coin", "tax/Rate"] {
        assert_eq!(text(class_path, class).as_deref(), Some(class));
        assert_eq!(origin(class_path, class), Origin::Library);
    }
    assert_eq!(artifact(class_path, "money/Coin"), "money.jar");
    let jar = class_path.artifacts().iter().find(|artifact| artifact.name == "tax.jar").unwrap();
    assert_eq!(jar.place, format!("{place}WEB-INF/lib/tax.jar"));
    assert_eq!(resource_texts(class_path, "shop.properties"), ["a=b"]);
    assert_eq!(resource_texts(class_path, "WEB-INF/web.xml"), ["<web-app/>"]);
    assert!(class_path.find("Applet").is_none(), "what is served is not loaded");
}

#[test]
fn web_archives() {
    let dir = TempDir::new().unwrap();
    shop().write(&dir.path().join("shop.war"));
    let (class_path, diags) = open(dir.path(), &["shop.war"], &[]);
    assert_eq!(codes(&diags), []);
    check_shop(&class_path, "shop.war!/");
    let (class_path, _) = open(dir.path(), &[], &["shop.war"]);
    check_shop(&class_path, "shop.war!/");
}

#[test]
fn unpacked_web_archives() {
    let dir = TempDir::new().unwrap();
    for (name, content, _) in shop().entries {
        write(&dir.path().join("exploded").join(String::from_utf8(name).unwrap()), content);
    }
    let (class_path, diags) = open(dir.path(), &["exploded"], &[]);
    assert_eq!(codes(&diags), []);
    check_shop(&class_path, "exploded/");
}

fn enterprise() -> Jar {
    let descriptor = "<application><module><ejb>beans.jar</ejb></module><module><web><web-uri>shop.war</web-uri>\
        </web></module></application>";
    Jar::default()
        .file("META-INF/application.xml", descriptor)
        .file("Stray.class", "not loaded")
        .file("shop.war", shop().bytes())
        .file("beans.jar", library("beans/Order"))
        .stored("util.jar", library("util/Text"))
        .file("lib/shared.jar", library("shared/Log"))
}

fn check_enterprise(class_path: &ClassPath, web: &str) {
    check_shop(class_path, web);
    let expected = [
        ("beans/Order", Origin::Application),
        ("util/Text", Origin::Library),
        ("shared/Log", Origin::Library),
        ("shop/Cart", Origin::Application),
    ];
    for (class, of) in expected {
        assert_eq!(origin(class_path, class), of, "{class}");
    }
    assert!(class_path.find("Stray").is_none());
}

#[test]
fn enterprise_archives() {
    let dir = TempDir::new().unwrap();
    enterprise().write(&dir.path().join("all.ear"));
    let (class_path, diags) = open(dir.path(), &["all.ear"], &[]);
    assert_eq!(codes(&diags), []);
    check_enterprise(&class_path, "all.ear!/shop.war!/");
}

#[test]
fn unpacked_enterprise_archives() {
    let dir = TempDir::new().unwrap();
    let files =
        |jar: Jar| jar.entries.into_iter().map(|(name, content, _)| (String::from_utf8(name).unwrap(), content));
    for (name, content) in files(enterprise()) {
        // As WildFly and Gradle unpack it: web archives too; some unpack the modules as well.
        match name.as_str() {
            "shop.war" => files(shop()).for_each(|(inner, content)| {
                write(&dir.path().join("all").join(&name).join(inner), content);
            }),
            "beans.jar" => drop(write(&dir.path().join("all/beans.jar/beans/Order.class"), "beans/Order")),
            _ => drop(write(&dir.path().join("all").join(&name), content)),
        }
    }
    let (class_path, diags) = open(dir.path(), &["all"], &[]);
    assert_eq!(codes(&diags), []);
    check_enterprise(&class_path, "all/shop.war/");
}

#[test]
fn a_descriptor_without_parts() {
    let dir = TempDir::new().unwrap();
    let jar = || Jar::default().file("META-INF/application.xml", "<settings/>").file("a/B.class", "a/B");
    jar().write(&dir.path().join("settings.jar"));
    for (name, content, _) in jar().entries {
        write(&dir.path().join("out").join(String::from_utf8(name).unwrap()), content);
    }
    for place in ["settings.jar", "out"] {
        let (class_path, diags) = open(dir.path(), &[place], &[]);
        assert_eq!((codes(&diags), text(&class_path, "a/B").as_deref()), (vec![], Some("a/B")), "{place}");
    }
}

/// The bytes of some classes of JDK 17 and the descriptor of its base module.
fn base() -> Vec<(String, Vec<u8>)> {
    let dir = TempDir::new().unwrap();
    write(&dir.path().join("out/A.class"), "A");
    let (class_path, _) = open(dir.path(), &["out"], &[]);
    let classes = ["java/lang/Object", "java/lang/String", "jdk/internal/misc/Unsafe"];
    let mut files: Vec<(String, Vec<u8>)> = classes
        .iter()
        .map(|name| {
            let bytes = class_path.bytes(class_path.find(name).unwrap()).unwrap();
            (format!("{name}.class"), bytes.into_owned())
        })
        .collect();
    let of_base = |resource: &&Resource| class_path.artifact(resource.artifact).name == "java.base";
    let descriptors = class_path.resources("module-info.class");
    let descriptor = descriptors.iter().find(of_base).unwrap();
    files.push(("module-info.class".to_owned(), class_path.resource_bytes(descriptor).unwrap()));
    files
}

fn on_jdk(dir: &TempDir, home: &str) -> Result<(ClassPath, Vec<Diag>), OpenError> {
    write(&dir.path().join("out/javax/annotation/Own.class"), "own");
    let mut input = input(dir.path(), &["out"], &[]);
    input.jdk_home = home.into();
    ClassPath::open(&input)
}

#[test]
fn packed_modules() {
    let dir = TempDir::new().unwrap();
    let jar = base().into_iter().fold(Jar::default().file("bin/java", "no class"), |jar, (name, content)| {
        jar.file(format!("classes/{name}"), content)
    });
    let packed = [b"JM\x01\x00".to_vec(), jar.bytes()].concat();
    write(&dir.path().join("jdk/jmods/java.base.jmod"), &packed);
    write(&dir.path().join("jdk/release"), "JAVA_VERSION=\"21.0.2\"\nIMPLEMENTOR=\"Acme\"\n");
    let (class_path, diags) = on_jdk(&dir, "jdk").unwrap();
    assert_eq!(codes(&diags), []);
    assert_eq!((class_path.jdk().feature, class_path.jdk().vendor.as_str()), (21, "Acme"));
    let object = class_path.find("java/lang/Object").unwrap();
    assert_eq!(class_path.jdk_module_of(object), Some("java.base"));
    assert!(class_path.bytes(object).unwrap().starts_with(&[0xCA, 0xFE, 0xBA, 0xBE]));
    assert_eq!(class_path.resources("module-info.class").len(), 1);
    assert_eq!(class_path.resources("bin/java").len(), 0);

    // Without its descriptor, or cut off, it is no module.
    for damaged in [[b"JM\x01\x00".to_vec(), library("a/B")].concat(), packed[..packed.len() / 2].to_vec(), vec![]] {
        write(&dir.path().join("jdk/jmods/java.base.jmod"), damaged);
        assert!(matches!(on_jdk(&dir, "jdk"), Err(OpenError::Jdk { .. })));
    }
}

#[test]
fn jars_of_a_jdk_8() {
    let dir = TempDir::new().unwrap();
    let manifest = ["Implementation-Version: 1.8.0_402", "Implementation-Vendor: Acme"];
    let rt =
        base().into_iter().fold(Jar::default().manifest(&manifest), |jar, (name, content)| jar.file(name, content));
    let lib = dir.path().join("jdk/jre/lib");
    rt.file("javax/annotation/Resource.class", "of the JDK").write(&lib.join("rt.jar"));
    Jar::default().file("META-INF/services/a.B", "c.D").write(&lib.join("resources.jar"));
    Jar::default().file("javax/crypto/Cipher.class", "cipher").write(&lib.join("jce.jar"));
    Jar::default().file("sun/text/Data.class", "ext").write(&lib.join("ext/localedata.jar"));
    Jar::default().file("com/sun/tools/Main.class", "tools").write(&dir.path().join("jdk/lib/tools.jar"));

    let (class_path, diags) = on_jdk(&dir, "jdk").unwrap();
    assert_eq!(codes(&diags), []);
    // Without a release file the version is that of the jar, the feature release that of its class files.
    assert_eq!((class_path.jdk().feature, class_path.jdk().version.as_str()), (17, "1.8.0_402"));
    for class in ["java/lang/Object", "javax/crypto/Cipher", "sun/text/Data"] {
        let class = class_path.find(class).unwrap();
        assert_eq!((class_path.origin(class), class_path.jdk_module_of(class)), (Origin::Jdk, None));
    }
    assert!(class_path.find("com/sun/tools/Main").is_none(), "not on its class path");
    assert_eq!(resource_texts(&class_path, "META-INF/services/a.B"), ["c.D"]);
    // A package may be part of both.
    assert_eq!(text(&class_path, "javax/annotation/Own").as_deref(), Some("own"));
    assert_eq!(text(&class_path, "javax/annotation/Resource").as_deref(), Some("of the JDK"));

    write(&dir.path().join("jdk/release"), "JAVA_VERSION=\"1.8.0_402\"\n");
    assert_eq!(on_jdk(&dir, "jdk").unwrap().0.jdk().feature, 8);
    assert_eq!(on_jdk(&dir, "jdk/jre").unwrap().0.jdk().feature, 8);
    write(&lib.join("rt.jar"), "no jar");
    assert!(matches!(on_jdk(&dir, "jdk"), Err(OpenError::Jdk { .. })));
}
