//! Spec folders -> [`SpecSet`]. Owns which files are read and how they are named; must not know what is in them.

use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use super::bundled::BUNDLED;
use super::model::SpecSet;
use super::read::read;
use crate::toml_doc::Mistake;

/// The folder of specs where none is named.
pub const FOLDER: &str = "reflection-specs";
/// The file that is begun in it.
const FIRST: &str = "app.toml";

/// Largest spec file read, and largest file named by `./`.
pub const MAX_FILE: u64 = 16 << 20;

/// The user's spec folders (or single files), after the specs that ship with the tool. Every `*.toml` file of a folder
/// is read, in the order of names; sub-folders are not. Relative paths are relative to `project_dir`, if set.
///
/// # Errors
/// Every mistake of every file: folders and files that cannot be read, syntax errors, unknown or missing keys, values of
/// the wrong type.
pub fn load(folders: &[PathBuf], project_dir: Option<&Path>) -> Result<SpecSet, Vec<Mistake>> {
    let mut set = SpecSet::default();
    let mut mistakes = Vec::new();
    for (name, text) in BUNDLED {
        let no_files = |_: &str| Err("built-in specs have no files of their own".to_owned());
        mistakes.extend(read(&format!("<built-in>/{name}"), text, true, &no_files, &mut set));
    }
    let mut seen = Vec::new();
    for folder in folders {
        let place = match project_dir {
            Some(base) => base.join(folder),
            None => folder.clone(),
        };
        let shown = shown(folder, project_dir);
        match files_of(&place) {
            Ok(files) => {
                for file in files {
                    let canonical = file.canonicalize().unwrap_or_else(|_| file.clone());
                    if seen.contains(&canonical) {
                        continue;
                    }
                    seen.push(canonical);
                    let name = if file == place { shown.clone() } else { join(&shown, &file) };
                    load_file(&file, &name, &mut set, &mut mistakes);
                    set.files.push(name);
                }
            }
            Err(reason) => mistakes.push(Mistake::of_file(&shown, format!("cannot read specs: {reason}"))),
        }
    }
    if set.files.is_empty()
        && let Some(folder) = folders.first()
    {
        set.files.push(join(&shown(folder, project_dir), Path::new(FIRST)));
    }
    if mistakes.is_empty() { Ok(set) } else { Err(mistakes) }
}

/// The file that new entries go to, as the working directory sees it: the first of the first folder, or `app.toml` in it.
pub fn file_to_write(folders: &[PathBuf], project_dir: Option<&Path>) -> PathBuf {
    let folder = folders.first().map_or(Path::new(FOLDER), PathBuf::as_path);
    let place = project_dir.map_or_else(|| folder.to_path_buf(), |base| base.join(folder));
    let files = files_of(&place).unwrap_or_default();
    files.into_iter().next().unwrap_or_else(|| place.join(FIRST))
}

fn load_file(file: &Path, name: &str, set: &mut SpecSet, mistakes: &mut Vec<Mistake>) {
    let text = match read_limited(file).map(String::from_utf8) {
        Ok(Ok(text)) => text,
        Ok(Err(_)) => return mistakes.push(Mistake::of_file(name, "cannot read specs: the file is not UTF-8")),
        Err(reason) => return mistakes.push(Mistake::of_file(name, format!("cannot read specs: {reason}"))),
    };
    let folder = file.parent().unwrap_or(Path::new(""));
    let beside = |relative: &str| {
        let inside = Path::new(relative).components().all(|part| matches!(part, Component::Normal(_)));
        if !inside || relative.is_empty() {
            return Err("a \"./\" name stays inside the spec folder".to_owned());
        }
        read_limited(&folder.join(relative))
    };
    mistakes.extend(read(name, &text, false, &beside, set));
}

/// The spec files of a folder, sorted; a file is its own list.
fn files_of(place: &Path) -> Result<Vec<PathBuf>, String> {
    if place.is_file() {
        return Ok(vec![place.to_path_buf()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(place).map_err(|error| reason(&error))? {
        let path = entry.map_err(|error| reason(&error))?.path();
        if path.extension().is_some_and(|extension| extension == "toml") && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read_limited(file: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let opened = fs::File::open(file).map_err(|error| reason(&error))?;
    opened.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(format!("it is longer than {MAX_FILE} bytes"));
    }
    Ok(bytes)
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file or directory".to_owned(),
        std::io::ErrorKind::NotADirectory => "it is not a directory".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// How messages and results name a folder: as given if that is relative, relative to the project if it lies there, else
/// by its last part, so that no result depends on where a machine keeps it.
fn shown(folder: &Path, project_dir: Option<&Path>) -> String {
    let inside = project_dir.and_then(|base| folder.strip_prefix(base).ok());
    let named = match inside {
        Some(inside) => inside,
        None if folder.is_absolute() => Path::new(folder.file_name().unwrap_or_default()),
        None => folder,
    };
    let parts: Vec<_> = named
        .components()
        .filter(|part| !matches!(part, Component::CurDir))
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.join("/")
}

fn join(folder: &str, file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    if folder.is_empty() { name.into_owned() } else { format!("{folder}/{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(dir: &Path, name: &str, text: &str) {
        let file = dir.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    const ACCEPT: &str = "[[accept]]\nat = \"a.B.c\"\nrule = \"RC1001\"\nreason = \"r\"\n";

    #[test]
    fn built_in_specs_are_well_formed() {
        let set = load(&[], None).unwrap();
        let all_bundled =
            set.sources.iter().all(|entry| entry.bundled) && set.entries.iter().all(|entry| entry.bundled);
        assert!(all_bundled && set.accepts.is_empty());
    }

    #[test]
    fn files_are_read_in_order_once_and_named_relative_to_the_project() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), "specs/b.toml", ACCEPT);
        write(dir.path(), "specs/a.toml", ACCEPT);
        write(dir.path(), "specs/sub/c.toml", "not toml");
        write(dir.path(), "specs/readme.md", "not toml");
        let absolute = dir.path().join("specs");
        for folders in [vec![PathBuf::from("specs")], vec!["./specs/".into(), absolute.clone()], vec![absolute.clone()]]
        {
            let set = load(&folders, Some(dir.path())).unwrap();
            let files: Vec<&str> = set.accepts.iter().map(|entry| &*entry.place.file).collect();
            assert_eq!(files, ["specs/a.toml", "specs/b.toml"]);
            assert_eq!((set.files.len(), set.file_for_entries()), (2, "specs/a.toml"));
        }
        fs::create_dir(dir.path().join("empty")).unwrap();
        assert_eq!(load(&["empty".into()], Some(dir.path())).unwrap().file_for_entries(), "empty/app.toml");
        assert_eq!(load(&[], Some(dir.path())).unwrap().file_for_entries(), "reflection-specs/app.toml");
        let set = load(&[absolute.join("a.toml")], None).unwrap();
        assert_eq!(&*set.accepts[0].place.file, "a.toml");
    }

    #[test]
    fn mistakes_of_all_files_are_listed() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), "specs/a.toml", "[[acept]]\n");
        write(dir.path(), "specs/b.toml", "x = \n");
        fs::write(dir.path().join("specs/c.toml"), b"\xff").unwrap();
        let mistakes = load(&["specs".into(), "none".into()], Some(dir.path())).unwrap_err();
        let shown: Vec<String> = mistakes.iter().map(Mistake::to_string).collect();
        insta::assert_snapshot!(shown.join("\n"), @r#"
        error: unknown key "acept"
         --> specs/a.toml:1:3
          |
        1 | [[acept]]
          |   ^^^^^ did you mean "accept"?
        error: string values must be quoted, expected literal string
         --> specs/b.toml:1:5
          |
        1 | x = 
          |     ^
        error: cannot read specs: the file is not UTF-8
         --> specs/c.toml
        error: cannot read specs: there is no such file or directory
         --> none
        "#);
    }

    #[test]
    fn files_beside_the_spec_are_read_and_stay_inside() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), "specs/names.txt", "com.acme.A\n");
        write(dir.path(), "secret.txt", "com.acme.B\n");
        let source = |name: &str| {
            format!("[[source]]\nat = \"a.B.c\"\ncall = \"d.E.f\"\nvalues-from = {{ lines = \"{name}\" }}\n")
        };
        let load_with = |name: &str| {
            write(dir.path(), "specs/a.toml", &source(name));
            load(&["specs".into()], Some(dir.path()))
        };
        let set = load_with("./names.txt").unwrap();
        let super::super::model::ValuesFrom::Lines { text, .. } = &set.sources[0].values_from.as_ref().unwrap().value
        else {
            panic!("not lines");
        };
        assert_eq!(text.as_deref(), Some(&b"com.acme.A\n"[..]));
        for bad in ["./../secret.txt", "./none.txt", "./"] {
            let mistakes = load_with(bad).unwrap_err();
            assert!(mistakes[0].message.starts_with("cannot read"), "{mistakes:?}");
            assert_eq!(mistakes[0].line, 4);
        }
    }
}
