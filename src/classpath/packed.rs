//! Packed applications: which entries of an executable archive of Spring Boot, of a web archive or of an enterprise archive
//! are its class path, and in what order. Owns the layouts' names; must not know how archives are read.

use quick_xml::Reader;
use quick_xml::events::Event;

use super::manifest::Manifest;
use crate::base::FxHashSet;

/// Packages of the loader that is copied into the archive: up to Spring Boot 3.1, and from 3.2 on. Prefixes one another
/// today, listed apart since both are contract.
const LOADER_PACKAGES: [&str; 2] = ["org.springframework.boot.loader.", "org.springframework.boot.loader.launch."];
/// Its classes, as paths.
const LOADER_PATH: &str = "org/springframework/boot/loader/";

/// Whether a class (name with dots) belongs to the loader, whose `main` is not the application's.
pub(super) fn is_loader_class(name: &str) -> bool {
    LOADER_PACKAGES.iter().any(|package| name.starts_with(package))
}

/// Whether an internal class name belongs to the loader.
pub(super) fn is_loader_path(internal_name: &str) -> bool {
    internal_name.starts_with(LOADER_PATH)
}

/// Where an executable or web archive keeps its class path.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// `BOOT-INF/classes/`
    pub(super) classes: String,
    /// `BOOT-INF/lib/`
    pub(super) libraries: String,
    /// `BOOT-INF/classpath.idx`; empty if the layout has none.
    pub(super) index: String,
    /// A container runs it: what lies at its root is served, not loaded.
    pub(super) is_web: bool,
}

const WEB_CLASSES: &str = "WEB-INF/classes/";
const WEB_LIBRARIES: &str = "WEB-INF/lib/";
/// Where Spring Boot packs what a container supplies, for those who run the archive without one.
const WEB_SUPPLIED: &str = "WEB-INF/lib-provided/";

impl Layout {
    /// The layout a manifest declares; `None` unless it is that of an executable archive: it names a start class, and
    /// the loader as main class or the layout's folders.
    pub(super) fn of(manifest: &Manifest) -> Option<Self> {
        manifest.get("Start-Class")?;
        let declared = manifest.get("Spring-Boot-Classes").is_some() || manifest.get("Spring-Boot-Lib").is_some();
        if !declared && !manifest.get("Main-Class").is_some_and(is_loader_class) {
            return None;
        }
        let folder = |attribute: &str, default: &str| match manifest.get(attribute) {
            Some(path) if path.ends_with('/') => path.to_owned(),
            Some(path) if !path.is_empty() => format!("{path}/"),
            _ => default.to_owned(),
        };
        Some(Self {
            classes: folder("Spring-Boot-Classes", "BOOT-INF/classes/"),
            libraries: folder("Spring-Boot-Lib", "BOOT-INF/lib/"),
            index: manifest.get("Spring-Boot-Classpath-Index").unwrap_or("BOOT-INF/classpath.idx").to_owned(),
            is_web: false,
        })
    }

    /// The layout of a web archive (Servlet specification, 10.5), if the names of its entries are those of one.
    pub(super) fn of_web<'n>(names: impl IntoIterator<Item = &'n str>) -> Option<Self> {
        let layout = Self {
            classes: WEB_CLASSES.to_owned(),
            libraries: WEB_LIBRARIES.to_owned(),
            index: String::new(),
            is_web: true,
        };
        let is_part =
            |name: &str| name.starts_with(WEB_CLASSES) || layout.is_library(name) || name == "WEB-INF/web.xml";
        names.into_iter().any(is_part).then_some(layout)
    }

    /// Whether an entry is a jar of the class path.
    pub(super) fn is_library(&self, entry: &str) -> bool {
        let jar = |name: &str| !name.contains('/') && name.ends_with(".jar");
        entry.strip_prefix(&self.libraries).is_some_and(jar)
            || self.libraries == WEB_LIBRARIES && entry.strip_prefix(WEB_SUPPLIED).is_some_and(jar)
    }
}

/// The entries named by `classpath.idx`, in order: lines of the form `- "BOOT-INF/lib/a.jar"`.
pub(super) fn parse_index(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.trim_end().strip_prefix("- \"")?.strip_suffix('"'))
}

/// Descriptor of an enterprise archive.
pub(super) const APPLICATION_XML: &str = "META-INF/application.xml";

/// What an enterprise archive is made of (Jakarta EE platform specification, "Application Assembly").
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Enterprise {
    /// Jars that the descriptor lists as modules; `None` without a descriptor.
    modules: Option<FxHashSet<String>>,
    /// `lib/`
    libraries: String,
}

/// What an entry of an enterprise archive is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// A jar of beans, or of a client.
    Module,
    Library,
    Web,
}

impl Enterprise {
    /// Reads the descriptor, if there is one; what is damaged in it says nothing.
    pub(super) fn parse(descriptor: Option<&[u8]>) -> Self {
        let mut enterprise = Self { modules: None, libraries: "lib/".to_owned() };
        let Some(text) = descriptor.map(String::from_utf8_lossy) else { return enterprise };
        let mut modules = FxHashSet::default();
        let mut reader = Reader::from_str(&text);
        let mut element = String::new();
        while let Ok(event) = reader.read_event() {
            match event {
                Event::Start(start) => element = start.local_name().as_ref().to_owned(),
                Event::End(_) => element.clear(),
                Event::Text(text) => {
                    let text = text.trim().trim_start_matches('/').to_owned();
                    match element.as_str() {
                        "ejb" | "java" => drop(modules.insert(text)),
                        "library-directory" => enterprise.libraries = format!("{}/", text.trim_end_matches('/')),
                        _ => {}
                    }
                }
                Event::Eof => break,
                _ => {}
            }
        }
        enterprise.modules = Some(modules).filter(|modules| !modules.is_empty());
        enterprise
    }

    /// What an entry is; `None` for files that are no part of the class path. Without a descriptor jars at the root are
    /// modules; with one, those it does not list are libraries that modules name in their manifests.
    pub(super) fn part(&self, entry: &str) -> Option<Part> {
        if entry.ends_with(".war") {
            return Some(Part::Web);
        }
        if !entry.ends_with(".jar") {
            return None;
        }
        let is_module = match &self.modules {
            Some(modules) => modules.contains(entry),
            None => !entry.contains('/'),
        };
        match entry.strip_prefix(&self.libraries) {
            _ if is_module => Some(Part::Module),
            Some(name) if !name.contains('/') => Some(Part::Library),
            _ => (!entry.contains('/')).then_some(Part::Library),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts() {
        let of = |text: &str| Layout::of(&Manifest::parse(text.as_bytes()));
        let default = Layout {
            classes: "BOOT-INF/classes/".into(),
            libraries: "BOOT-INF/lib/".into(),
            index: "BOOT-INF/classpath.idx".into(),
            is_web: false,
        };
        assert_eq!(of("Main-Class: a.B\n"), None);
        assert_eq!(of("Main-Class: a.B\nStart-Class: a.C\n"), None);
        for loader in
            ["org.springframework.boot.loader.JarLauncher", "org.springframework.boot.loader.launch.JarLauncher"]
        {
            assert_eq!(of(&format!("Main-Class: {loader}\nStart-Class: a.C\n")).as_ref(), Some(&default));
        }
        let own = of("Start-Class: a.C\nSpring-Boot-Classes: APP/c\nSpring-Boot-Lib: APP/l/\n").unwrap();
        assert_eq!((own.classes.as_str(), own.libraries.as_str()), ("APP/c/", "APP/l/"));
        assert!(own.is_library("APP/l/a.jar") && !own.is_library("APP/l/x/a.jar") && !own.is_library("APP/l/a.txt"));
    }

    #[test]
    fn index_lines() {
        let text = "- \"BOOT-INF/lib/b.jar\"\r\n- \"BOOT-INF/lib/a.jar\" \n# no\n- x\n\n";
        assert_eq!(parse_index(text).collect::<Vec<_>>(), ["BOOT-INF/lib/b.jar", "BOOT-INF/lib/a.jar"]);
    }

    #[test]
    fn web_archives() {
        let of = |name: &str| Layout::of_web(["META-INF/MANIFEST.MF", name]).is_some();
        assert!(of("WEB-INF/web.xml") && of("WEB-INF/classes/a/B.class") && of("WEB-INF/lib/a.jar"));
        assert!(!of("META-INF/resources/WEB-INF/web.xml") && !of("WEB-INF/faces-config.xml") && !of("a/B.class"));
    }

    #[test]
    fn enterprise_archives() {
        let check = |descriptor: Option<&str>, entry: &str, expected: Option<Part>| {
            let enterprise = Enterprise::parse(descriptor.map(str::as_bytes));
            assert_eq!(enterprise.part(entry), expected, "{entry}");
        };
        check(None, "beans.jar", Some(Part::Module));
        check(None, "lib/a.jar", Some(Part::Library));
        check(None, "lib/x/a.jar", None);
        check(None, "shop.war", Some(Part::Web));
        check(None, "META-INF/application.xml", None);
        let descriptor = "<e:application xmlns:e='x'><e:module><e:ejb> beans.jar </e:ejb></e:module>
            <e:module><e:web><e:web-uri>shop.war</e:web-uri></e:web></e:module>
            <e:library-directory>/APP-INF/lib</e:library-directory></e:application>";
        check(Some(descriptor), "beans.jar", Some(Part::Module));
        check(Some(descriptor), "util.jar", Some(Part::Library));
        check(Some(descriptor), "APP-INF/lib/a.jar", Some(Part::Library));
        check(Some(descriptor), "lib/a.jar", None);
        for damaged in ["<application><ejb>", "<ejb>a.jar</web>", "&&<", ""] {
            check(Some(damaged), "lib/a.jar", Some(Part::Library));
        }
    }
}
