//! The directory in which outlines of archives are kept from run to run: where it is, how files get into it, how large it
//! may be. Whatever is wrong with it costs time and changes nothing else. Must not know what the files say.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::output;
use super::setup::Job;
use crate::index::Shelf;

/// Bytes that the files may take together; those written first go first.
const MOST: u64 = 1 << 30;
/// Longest file that is read.
const MOST_OF_FILE: u64 = 128 << 20;
/// Files of other names are none of ours, whatever directory was given.
const EXTENSION: &str = "outlines";
const TEMPORARY: &str = "tmp";

/// The environment variables that say where caches are.
#[derive(Debug, Default)]
pub(crate) struct CacheEnvironment {
    xdg_cache_home: Option<OsString>,
    home: Option<OsString>,
    local_app_data: Option<OsString>,
}

impl CacheEnvironment {
    pub(crate) fn of_process() -> Self {
        Self {
            xdg_cache_home: std::env::var_os("XDG_CACHE_HOME"),
            home: std::env::var_os("HOME"),
            local_app_data: std::env::var_os("LOCALAPPDATA"),
        }
    }
}

/// The systems that have rules of their own for this.
#[derive(Clone, Copy)]
enum System {
    Windows,
    Mac,
    Other,
}

/// The directory for a user who names none. Variables that hold no absolute path count as unset, as the XDG Base Directory
/// Specification has it.
fn default_directory(system: System, environment: &CacheEnvironment) -> Option<PathBuf> {
    let absolute = |value: &Option<OsString>| value.as_ref().map(PathBuf::from).filter(|path| path.is_absolute());
    let home =
        |below: &[&str]| absolute(&environment.home).map(|home| below.iter().fold(home, |at, name| at.join(name)));
    match system {
        System::Windows => Some(absolute(&environment.local_app_data)?.join("reflection-check").join("cache")),
        System::Mac => home(&["Library", "Caches", "reflection-check"]),
        System::Other => match absolute(&environment.xdg_cache_home) {
            Some(caches) => Some(caches.join("reflection-check")),
            None => home(&[".cache", "reflection-check"]),
        },
    }
}

/// A directory that is made when there is something to put into it.
pub(crate) struct Cache {
    directory: PathBuf,
    /// Number of files written or begun.
    written: AtomicUsize,
    /// Why nothing more is written.
    trouble: Mutex<Option<String>>,
}

impl Cache {
    /// The cache of a run; `None` if it wants none, or the user has no home.
    pub(crate) fn of(job: &Job, environment: &CacheEnvironment) -> Option<Self> {
        let system = match () {
            () if cfg!(windows) => System::Windows,
            () if cfg!(target_os = "macos") => System::Mac,
            () => System::Other,
        };
        let asked = job.request.cache_dir.as_ref().map(|directory| job.path(directory));
        let directory = asked.or_else(|| default_directory(system, environment));
        directory.filter(|_| !job.request.no_cache).map(Self::at)
    }

    fn at(directory: PathBuf) -> Self {
        Self { directory, written: AtomicUsize::new(0), trouble: Mutex::new(None) }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.directory.join(format!("{name}.{EXTENSION}"))
    }

    /// Writes under another name first, so that no process sees a part of a file.
    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let number = self.written.fetch_add(1, Ordering::Relaxed);
        let temporary = self.directory.join(format!("{name}.{}.{number}.{EXTENSION}.{TEMPORARY}", std::process::id()));
        let write = || fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, self.file(name)));
        let outcome = match write() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(&self.directory).and_then(|()| write())
            }
            outcome => outcome,
        };
        if outcome.is_err() {
            // The error that led here is the one to report.
            let _ = fs::remove_file(&temporary);
        }
        outcome
    }

    fn trouble(&self) -> std::sync::MutexGuard<'_, Option<String>> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the use of it by one run: what there is too much of is removed. Gives what the user should know.
    pub(crate) fn finish(&self) -> Option<String> {
        if self.written.load(Ordering::Relaxed) > 0 {
            shrink(&self.directory, MOST);
        }
        let trouble = self.trouble().take()?;
        Some(format!(
            "note: nothing is kept for the next run in {}: {trouble} (--cache-dir names another directory, --no-cache does \
             without)",
            self.directory.display()
        ))
    }
}

impl Shelf for Cache {
    fn get(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.file(name);
        // A pipe would never end.
        if !fs::metadata(&path).ok()?.is_file() {
            return None;
        }
        let mut bytes = Vec::new();
        fs::File::open(path).ok()?.take(MOST_OF_FILE).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        if self.trouble().is_some() {
            return;
        }
        if let Err(error) = self.write(name, bytes) {
            let said = match error.kind() {
                io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => "it is a file, or below one".to_owned(),
                _ => output::plain(&error),
            };
            self.trouble().get_or_insert(said);
        }
    }
}

/// Removes the oldest of our files in a directory, by when they were written, until they take no more than `most` bytes. A
/// file that somebody else removes meanwhile is gone as well.
fn shrink(directory: &Path, most: u64) {
    let is_own = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.strip_suffix(&format!(".{TEMPORARY}")).unwrap_or(name).ends_with(&format!(".{EXTENSION}"))
    };
    let files = fs::read_dir(directory).into_iter().flatten().flatten().filter(|file| is_own(&file.path()));
    let mut files: Vec<_> = files
        .filter_map(|file| {
            let metadata = file.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((metadata.modified().ok(), metadata.len(), file.path()))
        })
        .collect();
    let mut total: u64 = files.iter().map(|(_, length, _)| length).sum();
    files.sort();
    for (_, length, path) in files {
        if total <= most {
            return;
        }
        // What cannot be removed stays: it does no harm but to the size.
        if fs::remove_file(path).is_ok() {
            total = total.saturating_sub(length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_has_its_place() {
        let environment = |xdg: &str, home: &str, local: &str| {
            let value = |text: &str| (!text.is_empty()).then(|| OsString::from(text));
            CacheEnvironment { xdg_cache_home: value(xdg), home: value(home), local_app_data: value(local) }
        };
        let place =
            |system, environment| default_directory(system, &environment).map(|path| path.display().to_string());
        let some = |path: &str| Some(path.to_owned());
        assert_eq!(place(System::Other, environment("/x", "/h", "")), some("/x/reflection-check"));
        assert_eq!(place(System::Other, environment("", "/h", "")), some("/h/.cache/reflection-check"));
        assert_eq!(place(System::Other, environment("x", "/h", "")), some("/h/.cache/reflection-check"));
        assert_eq!(place(System::Mac, environment("/x", "/h", "")), some("/h/Library/Caches/reflection-check"));
        assert_eq!(place(System::Windows, environment("", "/h", "/l")), some("/l/reflection-check/cache"));
        for system in [System::Other, System::Mac, System::Windows] {
            assert_eq!(place(system, environment("", "", "")), None);
        }
    }

    #[test]
    fn what_was_put_is_there_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let cache = Cache::at(dir.path().join("a/b"));
        assert_eq!(cache.get("one"), None);
        assert!(!dir.path().join("a").exists());
        cache.put("one", b"first");
        cache.put("one", b"second");
        assert_eq!(cache.get("one"), Some(b"second".to_vec()));
        let names = fs::read_dir(dir.path().join("a/b")).unwrap().map(|file| file.unwrap().file_name());
        assert_eq!(names.collect::<Vec<_>>(), ["one.outlines"]);
        fs::create_dir(dir.path().join("a/b/two.outlines")).unwrap();
        assert_eq!(cache.get("two"), None);
        assert_eq!(cache.finish(), None);
    }

    #[test]
    fn many_threads_may_be_the_first() {
        let dir = tempfile::tempdir().unwrap();
        for round in 0..20 {
            let cache = Cache::at(dir.path().join(format!("{round}/a/b")));
            let start = std::sync::Barrier::new(8);
            std::thread::scope(|scope| {
                for at in 0..8 {
                    let (cache, start) = (&cache, &start);
                    scope.spawn(move || {
                        start.wait();
                        cache.put(&format!("f{at}"), b"x");
                    });
                }
            });
            assert_eq!(cache.finish(), None);
            assert_eq!(fs::read_dir(&cache.directory).unwrap().count(), 8);
        }
    }

    #[test]
    fn a_directory_that_cannot_be_is_said_once() {
        let dir = tempfile::tempdir().unwrap();
        let cache = Cache::at(dir.path().join("file"));
        fs::write(dir.path().join("file"), "").unwrap();
        cache.put("one", b"1");
        cache.put("two", b"2");
        assert_eq!(cache.get("one"), None);
        let said = cache.finish().unwrap();
        assert!(said.starts_with("note: ") && said.contains("file: it is a file, or below one ("), "{said}");
        assert_eq!(cache.finish(), None);
    }

    #[test]
    fn the_oldest_files_go_first_and_strangers_stay() {
        let dir = tempfile::tempdir().unwrap();
        let old = fs::metadata(std::env::current_exe().unwrap()).unwrap().modified().unwrap();
        for (age, name) in
            ["a.outlines", "b.1.0.outlines.tmp", "c.outlines", "notes.txt", "d.outlines"].iter().enumerate()
        {
            fs::write(dir.path().join(name), [0; 100]).unwrap();
            let file = fs::File::options().write(true).open(dir.path().join(name)).unwrap();
            file.set_modified(old + std::time::Duration::from_secs(age as u64)).unwrap();
        }
        let names = || {
            let names = fs::read_dir(dir.path()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
            names.collect::<std::collections::BTreeSet<_>>().into_iter().collect::<Vec<_>>()
        };
        shrink(dir.path(), 400);
        assert_eq!(names().len(), 5);
        shrink(dir.path(), 250);
        assert_eq!(names(), ["c.outlines", "d.outlines", "notes.txt"]);
        shrink(dir.path(), 0);
        assert_eq!(names(), ["notes.txt"]);
        shrink(&dir.path().join("gone"), 0);
    }
}
