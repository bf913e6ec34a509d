//! Where source files are: by package below the source roots, else anywhere below them by name and package header (Kotlin
//! files may lie outside of their package's folder). The only file of this part that asks the file system.

use std::cell::OnceCell;
use std::path::{Component, Path, PathBuf};

use crate::base::FxHashMap;

/// Files and folders looked at when files are searched by name.
const MAX_FILES: usize = 500_000;
/// Larger sources are not read; generated ones reach some MiB.
const MAX_SOURCE: u64 = 32 << 20;

/// The source roots of a run.
pub(super) struct Roots {
    /// Canonical, so that reported paths have no symbolic links in them.
    project: PathBuf,
    roots: Vec<PathBuf>,
    by_name: OnceCell<FxHashMap<String, Vec<PathBuf>>>,
}

impl Roots {
    /// Relative roots are relative to the project; without any, the project itself is searched.
    pub(super) fn new(roots: &[PathBuf], project_dir: Option<&Path>) -> Self {
        let project = project_dir.unwrap_or(Path::new("."));
        let mut roots: Vec<PathBuf> = roots.iter().map(|root| project.join(root)).collect();
        if roots.is_empty() {
            roots.push(project.to_owned());
        }
        let project = project.canonicalize().unwrap_or_else(|_| project.to_owned());
        Self { project, roots, by_name: OnceCell::new() }
    }

    /// The roots in which no file of the project can be.
    pub(super) fn outside(&self) -> Vec<&Path> {
        let is_outside = |root: &Path| {
            let found = root.canonicalize();
            found.is_ok_and(|root| !root.starts_with(&self.project) && !self.project.starts_with(root))
        };
        self.roots.iter().map(PathBuf::as_path).filter(|root| is_outside(root)).collect()
    }

    /// Files that the package (with slashes) and a file name lead to directly, in root order.
    pub(super) fn in_package(&self, package: &str, file: &str) -> Vec<PathBuf> {
        if !is_plain(package) || !is_plain(file) || file.contains('/') {
            return Vec::new();
        }
        let path = |root: &PathBuf| root.join(package).join(file);
        self.roots.iter().map(path).filter(|path| path.is_file()).collect()
    }

    /// All files of that name below the roots, sorted.
    pub(super) fn named(&self, file: &str) -> &[PathBuf] {
        self.by_name.get_or_init(|| self.index()).get(file).map_or(&[], Vec::as_slice)
    }

    fn index(&self) -> FxHashMap<String, Vec<PathBuf>> {
        let is_visited = |entry: &walkdir::DirEntry| {
            let name = entry.file_name().to_string_lossy();
            entry.depth() == 0 || !(name.starts_with('.') || name == "node_modules")
        };
        let walk =
            |root: &PathBuf| walkdir::WalkDir::new(root).sort_by_file_name().into_iter().filter_entry(is_visited);
        let mut files: FxHashMap<String, Vec<PathBuf>> = FxHashMap::default();
        let all = self.roots.iter().flat_map(walk).flatten().take(MAX_FILES);
        for entry in all.filter(|entry| entry.file_type().is_file() && is_source(entry.path())) {
            if let Some(name) = entry.file_name().to_str() {
                let paths = files.entry(name.to_owned()).or_default();
                if !paths.iter().any(|path| path == entry.path()) {
                    paths.push(entry.path().to_owned());
                }
            }
        }
        files
    }

    /// A file named relative to the project.
    pub(super) fn of_project(&self, path: &str) -> PathBuf {
        self.project.join(path)
    }

    /// The bytes of a file; `None` if it cannot be read or is larger than any source.
    pub(super) fn read(path: &Path) -> Option<Vec<u8>> {
        let size = std::fs::metadata(path).ok()?.len();
        (size <= MAX_SOURCE).then(|| std::fs::read(path).ok())?
    }

    /// The path relative to the project, `/`-separated, links resolved if that leaves it in the project; `None` if it is
    /// not in the project or not UTF-8.
    pub(super) fn in_project(&self, path: &Path) -> Option<String> {
        let inside = |path: PathBuf| path.strip_prefix(&self.project).ok().and_then(slashed);
        let resolved = path.canonicalize().ok().and_then(inside);
        resolved.or_else(|| inside(path.parent()?.canonicalize().ok()?.join(path.file_name()?)))
    }
}

fn is_source(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("java" | "kt" | "kts" | "scala" | "groovy"))
}

/// Class files may say anything: only plain relative paths are followed.
fn is_plain(path: &str) -> bool {
    !path.contains(['\\', '\0', ':']) && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

fn slashed(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.components().map(|part| part.as_os_str().to_str()).collect();
    parts.map(|parts| parts.join("/"))
}
