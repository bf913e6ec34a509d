//! Executable archives of Spring Boot: which entries are its class path and in what order. Owns the layout's names; must
//! not know how archives are read.

use super::manifest::Manifest;

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

/// Where an executable archive keeps its class path.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// `BOOT-INF/classes/`
    pub(super) classes: String,
    /// `BOOT-INF/lib/`
    pub(super) libraries: String,
    /// `BOOT-INF/classpath.idx`
    pub(super) index: String,
}

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
        })
    }

    /// Whether an entry is a jar of the class path.
    pub(super) fn is_library(&self, entry: &str) -> bool {
        let jar = |name: &str| !name.contains('/') && name.ends_with(".jar");
        entry.strip_prefix(&self.libraries).is_some_and(jar)
    }
}

/// The entries named by `classpath.idx`, in order: lines of the form `- "BOOT-INF/lib/a.jar"`.
pub(super) fn parse_index(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.trim_end().strip_prefix("- \"")?.strip_suffix('"'))
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
}
