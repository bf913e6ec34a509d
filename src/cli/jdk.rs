//! Which JDK a run analyses against: the flag, else `JAVA_HOME`, else the `java` on `PATH`. Owns that choice and what to
//! tell a user whose choice is no JDK; must not know what is inside a run-time image.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::classpath::JdkForm;

/// The environment variables the choice depends on.
#[derive(Debug, Default)]
pub(crate) struct JavaEnvironment {
    pub(crate) java_home: Option<OsString>,
    pub(crate) path: Option<OsString>,
}

impl JavaEnvironment {
    pub(crate) fn of_process() -> Self {
        Self { java_home: std::env::var_os("JAVA_HOME"), path: std::env::var_os("PATH") }
    }
}

/// The JDK's home directory, which holds `lib/modules`, `jmods` or the `rt.jar` of a JDK 8. An empty `JAVA_HOME` counts as unset; one that is no JDK is an
/// error rather than a reason to look further, as another JDK would give other answers.
pub(crate) fn find_home(asked: Option<&Path>, environment: &JavaEnvironment) -> Result<PathBuf, String> {
    if let Some(home) = asked {
        return check(home, "--jdk-home");
    }
    if let Some(home) = environment.java_home.as_ref().filter(|home| !home.is_empty()) {
        return check(Path::new(home), "JAVA_HOME");
    }
    let program = if cfg!(windows) { "java.exe" } else { "java" };
    for folder in environment.path.iter().flat_map(std::env::split_paths) {
        let Ok(java) = folder.join(program).canonicalize() else { continue };
        // `java` is in HOME/bin, or in HOME/jre/bin of a JDK 8.
        if let Some(home) = java.parent().and_then(Path::parent).filter(|home| is_home(home)) {
            return Ok(home.to_path_buf());
        }
    }
    Err("no JDK found: give --jdk-home DIR, set JAVA_HOME, or put the java of a JDK on PATH".to_owned())
}

fn is_home(folder: &Path) -> bool {
    JdkForm::of(folder).is_some()
}

fn check(home: &Path, named_by: &str) -> Result<PathBuf, String> {
    let shown = home.display();
    if is_home(home) {
        return Ok(home.to_path_buf());
    }
    let contents_home = home.join("Contents").join("Home");
    if is_home(&contents_home) {
        return Ok(contents_home);
    }
    let why = if !home.exists() {
        "there is no such directory".to_owned()
    } else if !home.is_dir() {
        "it is not a directory".to_owned()
    } else if is_home(home.parent().unwrap_or(home)) {
        "the JDK is its parent directory".to_owned()
    } else {
        "it has neither lib/modules nor jmods nor an rt.jar".to_owned()
    };
    Err(format!("{named_by} {shown} is no JDK home this program can read: {why}; give the directory of a JDK"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fake_jdk(home: &Path) {
        std::fs::create_dir_all(home.join("lib")).unwrap();
        std::fs::create_dir_all(home.join("bin")).unwrap();
        std::fs::write(home.join("lib/modules"), "image").unwrap();
        std::fs::write(home.join("bin/java"), "").unwrap();
    }

    #[test]
    fn flag_then_variable_then_path() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        let (a, b, c) = (root.join("a"), root.join("b"), root.join("c"));
        for home in [&a, &b, &c] {
            fake_jdk(home);
        }
        let mut environment =
            JavaEnvironment { java_home: Some(b.clone().into()), path: Some(c.join("bin").into_os_string()) };
        assert_eq!(find_home(Some(&a), &environment), Ok(a.clone()));
        assert_eq!(find_home(None, &environment), Ok(b));
        environment.java_home = Some("".into());
        assert_eq!(find_home(None, &environment), Ok(c));
        environment.path = Some(root.join("nowhere").into());
        assert!(find_home(None, &environment).unwrap_err().contains("--jdk-home"));
    }

    #[cfg(unix)]
    #[test]
    fn links_on_the_path_are_followed() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        fake_jdk(&root.join("jdk"));
        std::fs::create_dir_all(root.join("bin")).unwrap();
        std::os::unix::fs::symlink(root.join("jdk/bin/java"), root.join("bin/java")).unwrap();
        let environment = JavaEnvironment { java_home: None, path: Some(root.join("bin").into()) };
        assert_eq!(find_home(None, &environment), Ok(root.join("jdk")));
    }

    #[test]
    fn packed_modules_and_jars_are_a_jdk() {
        let dir = tempfile::tempdir().unwrap();
        let environment = JavaEnvironment::default();
        for file in ["eight/jre/lib/rt.jar", "jre/lib/rt.jar", "packed/jmods/java.base.jmod"] {
            let path = dir.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
            let home = dir.path().join(file.split_once('/').unwrap().0);
            assert_eq!(find_home(Some(&home), &environment), Ok(home.clone()), "{file}");
        }
    }

    #[test]
    fn a_home_that_is_none_says_why() {
        let dir = tempfile::tempdir().unwrap();
        let jdk = dir.path().join("jdk");
        fake_jdk(&jdk);
        let environment = JavaEnvironment::default();
        let message = |home: &Path| find_home(Some(home), &environment).unwrap_err();
        assert!(message(&jdk.join("bin")).contains("parent directory"));
        assert!(message(&dir.path().join("none")).contains("no such directory"));
        assert!(message(&jdk.join("bin/java")).contains("not a directory"));
        assert!(message(dir.path()).contains("neither lib/modules nor jmods"));
        let by_variable = JavaEnvironment { java_home: Some(dir.path().into()), path: Some(jdk.join("bin").into()) };
        assert!(find_home(None, &by_variable).unwrap_err().starts_with("JAVA_HOME"));
    }
}
