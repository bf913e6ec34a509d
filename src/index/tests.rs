//! Outlines against what class files say, what is kept of them against bytes that somebody else wrote.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use super::encoding::{decode, encode, name, reader};
use super::part::{Builder, Part};
use super::{Outlines, Shelf, Wanted};
use crate::classfile::testing::javac;
use crate::classpath::testing::{Jar, jdk17};
use crate::classpath::{ClassPath, ClassPathInput, ClassPathItem, ClassRef};

const SOURCE: &str = r#"
package p;

import java.util.function.Function;

public class Lib extends Base implements Runnable, java.io.Serializable {
    Other[][] others;
    public void run() {
        try {
            Class.forName("p.Base").getMethod("x");
            Function<String, ClassLoader> loader = name -> { load(name); return new java.net.URLClassLoader(null); };
            Function<Object, String> text = Object::toString;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
    static void load(String name) {
        try {
            Class.forName(name);
        } catch (ClassNotFoundException e) {
        }
    }
}
class Base { }
class Other { Base base = new Base(); }
"#;

fn wanted() -> Wanted {
    Wanted::new(["forName", "getMethod", "toString", "<init>"], ["java/net/URLClassLoader"])
}

fn classes() -> Vec<(String, Vec<u8>)> {
    javac("Lib.java", SOURCE, &["-g"])
}

/// All classes, and one that cannot be read.
fn part() -> Part {
    let mut part = Builder::default();
    for (entry, (_, bytes)) in classes().iter().enumerate() {
        part.read(3 * entry as u32, Some(bytes), &wanted());
    }
    part.read(100, Some(b"no class"), &wanted());
    let part = part.finish();
    let (lib, bytes) = (&part.rows[1], &classes()[1].1);
    lib.calls.set(super::calls::calls(bytes, &wanted())).unwrap();
    part.rows[3].calls.set(Vec::new()).unwrap();
    part
}

const ARCHIVE: [u8; 32] = [7; 32];

fn encoded() -> Vec<u8> {
    encode(&part(), &ARCHIVE, &reader(&wanted())).unwrap()
}

/// Everything a part says.
fn shown(part: &Part) -> String {
    let row = |row| {
        let outline = super::Outline { part, row, wanted: &wanted() };
        let lists = (outline.supers().collect::<Vec<_>>(), outline.mentions().collect::<Vec<_>>());
        format!(
            "{} {:?} {lists:?} {:?} {:?}\n",
            row.entry,
            outline.header(),
            outline.methods().collect::<Vec<_>>(),
            row.calls
        )
    };
    part.rows.iter().map(row).collect()
}

#[test]
fn an_outline_says_what_the_class_file_does() {
    let (part, wanted) = (part(), wanted());
    let outline = |row: usize| super::Outline { part: &part, row: &part.rows[row], wanted: &wanted };
    let lib = outline(1);
    assert_eq!(lib.header(), Some((0x21, "p/Lib")));
    assert_eq!(lib.supers().collect::<Vec<_>>(), ["p/Base", "java/lang/Runnable", "java/io/Serializable"]);
    let mut mentions: Vec<&str> = lib.mentions().collect();
    mentions.sort_unstable();
    assert_eq!(mentions, ["p/Base", "p/Lib"]);
    let mut methods: Vec<_> = lib.methods().collect();
    methods.sort_unstable();
    let expected = [
        ("java/lang/Class", "forName"),
        ("java/lang/Class", "getMethod"),
        ("java/lang/Object", "toString"),
        ("java/net/URLClassLoader", "<init>"),
    ];
    assert_eq!(methods, expected);
    let calls = part.rows[1].calls.get().unwrap();
    let named: Vec<_> = calls.iter().map(|call| (&*call.name, call.line, call.reference)).collect();
    let expected = [
        ("forName", Some(10), false),
        ("getMethod", Some(10), false),
        ("toString", Some(12), true),
        ("forName", Some(19), false),
        ("<init>", Some(11), false),
    ];
    assert_eq!(named, expected);
    assert!(calls[4].source != calls[4].method, "the body of a lambda stands in the method that makes it");
    assert!(outline(3).header().is_none() && outline(3).supers().next().is_none());
}

#[test]
fn what_is_kept_is_what_was_there() {
    let again = decode(&encoded(), &ARCHIVE, &reader(&wanted()), &wanted()).unwrap();
    assert_eq!(shown(&again), shown(&part()));
    let mut all = Builder::default();
    all.append(&again);
    assert_eq!(encode(&all.finish_by_entry(), &ARCHIVE, &reader(&wanted())).unwrap(), encoded());
}

#[test]
fn bytes_that_were_not_kept_for_this_are_nothing() {
    let (bytes, reader) = (encoded(), reader(&wanted()));
    let is_taken = |bytes: &[u8]| decode(bytes, &ARCHIVE, &reader, &wanted()).is_some();
    assert!(is_taken(&bytes));
    for length in 0..bytes.len() {
        assert!(!is_taken(&bytes[..length]), "cut at {length}");
    }
    assert!(!is_taken(&[&bytes[..], &[0]].concat()));
    for at in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (at % 8);
        assert!(!is_taken(&flipped), "flipped at {at}");
    }
    let other = Wanted::new(["forName"], []);
    assert!(decode(&bytes, &ARCHIVE, &super::encoding::reader(&other), &other).is_none(), "another version");
    assert!(decode(&bytes, &[8; 32], &reader, &wanted()).is_none(), "another archive");
    assert_ne!(name(&ARCHIVE, &reader), name(&ARCHIVE, &super::encoding::reader(&other)));
}

/// Somebody who can write the digest as well.
#[test]
fn forged_bytes_are_nothing_or_stay_in_bounds() {
    let (bytes, reader) = (encoded(), reader(&wanted()));
    let (head, body) = bytes.split_at(8 + 3 * 32);
    let forged = |body: &[u8]| {
        let bytes = [&head[..head.len() - 32], &blake3::hash(body).as_bytes()[..], body].concat();
        decode(&bytes, &ARCHIVE, &reader, &wanted()).map(|part| shown(&part))
    };
    assert!(forged(body).is_some());
    for at in 0..body.len() {
        for value in [0, 1, 0x7F, 0x80, 0xFF, body[at].wrapping_add(1)] {
            let mut changed = body.to_vec();
            changed[at] = value;
            let _ = forged(&changed);
        }
        let _ = forged(&body[..at]);
        // A count of four thousand million, or what is none.
        for number in [[0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0xFF, 0xFF, 0xFF, 0xFF, 0x7F]] {
            let _ = forged(&[&body[..at], &number, &body[at..]].concat());
        }
    }
    let huge = [0xFF, 0xFF, 0xFF, 0xFF, 0x0F];
    assert_eq!(forged(&huge), None, "texts");
    assert_eq!(forged(&[&[0], &huge[..]].concat()), None, "rows");
    assert_eq!(forged(&[&[0, 1, 0, 0], &huge[..]].concat()), None, "supertypes");
}

#[derive(Default)]
struct Kept(Mutex<BTreeMap<String, Vec<u8>>>);

impl Shelf for Kept {
    fn get(&self, name: &str) -> Option<Vec<u8>> {
        self.0.lock().unwrap().get(name).cloned()
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        self.0.lock().unwrap().insert(name.to_owned(), bytes.to_vec());
    }
}

fn open(dir: &Path) -> ClassPath {
    let library = ClassPathItem { path: "lib.jar".into(), ..ClassPathItem::default() };
    let input = ClassPathInput {
        classes: vec!["classes".into()],
        classpath: vec![library],
        jdk_home: jdk17(),
        project_dir: Some(dir.to_owned()),
        ..ClassPathInput::default()
    };
    ClassPath::open(&input).unwrap().0
}

/// An application of one class and a library, whose second class calls in a version folder as well.
fn write(dir: &Path, library: &[(String, Vec<u8>)]) {
    std::fs::create_dir_all(dir.join("classes/p")).unwrap();
    std::fs::write(dir.join("classes/p/App.class"), &classes()[0].1).unwrap();
    let jar = Jar::default().manifest(&["Multi-Release: true"]);
    let jar = library.iter().fold(jar, |jar, (name, bytes)| jar.file(format!("{name}.class"), bytes));
    std::fs::write(dir.join("lib.jar"), jar.bytes()).unwrap();
}

fn class(class_path: &ClassPath, name: &str) -> ClassRef {
    class_path.find(name).unwrap()
}

#[test]
fn what_was_kept_is_not_read_again() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &classes());
    let (kept, reader) = (Kept::default(), reader(&wanted()));
    let read = |class_path: &ClassPath| Outlines::read(class_path, &wanted(), Some(&kept), false);

    let class_path = open(dir.path());
    let first = read(&class_path);
    let lib = class(&class_path, "p/Lib");
    assert_eq!(first.calls(&class_path, lib).len(), 5);
    assert!(first.of(class(&class_path, "java/lang/Object")).is_none());
    first.keep(&class_path, &kept);
    assert_eq!(kept.0.lock().unwrap().len(), 1, "one archive");

    // What says otherwise than the class file shows which of them was asked.
    let digest = class_path.archive_digest(class_path.artifact_of(lib)).unwrap();
    let key = name(&digest, &reader);
    let mut part = decode(&kept.get(&key).unwrap(), &digest, &reader, &wanted()).unwrap();
    let rows = part.rows.iter_mut().filter(|row| row.calls.get().is_some());
    assert_eq!(rows.map(|row| row.calls.take().unwrap().len()).collect::<Vec<_>>(), [5]);
    part.rows.iter_mut().for_each(|row| row.supers = [0, 0]);
    kept.put(&key, &encode(&part, &digest, &reader).unwrap());
    let class_path = open(dir.path());
    let second = read(&class_path);
    assert_eq!(second.of(lib).unwrap().supers().count(), 0);
    assert_eq!(second.of(lib).unwrap().header(), first.of(lib).unwrap().header());
    let app = class(&class_path, "p/App");
    assert_eq!(second.of(app).unwrap().supers().count(), 1, "the application is read");
    // What is found out later is kept as well.
    assert_eq!(second.calls(&class_path, lib).len(), 5);
    second.keep(&class_path, &kept);
    let part = decode(&kept.get(&key).unwrap(), &digest, &reader, &wanted()).unwrap();
    assert_eq!(part.rows.iter().filter(|row| row.calls.get().is_some()).count(), 1);

    kept.put(&key, b"damaged");
    let third = read(&class_path);
    assert_eq!(third.of(lib).unwrap().supers().count(), 3);
    third.keep(&class_path, &kept);
    assert_ne!(kept.get(&key).unwrap(), b"damaged");
}

#[test]
fn of_an_archive_that_changes_nothing_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &classes());
    let kept = Kept::default();
    let class_path = open(dir.path());
    let lib = class_path.artifact_of(class(&class_path, "p/Lib"));
    let outlines = Outlines::read(&class_path, &wanted(), Some(&kept), false);
    let bytes = std::fs::read(dir.path().join("lib.jar")).unwrap();
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 1;
    // In place: a file of another inode would be none that is read.
    std::fs::write(dir.path().join("lib.jar"), &changed).unwrap();
    outlines.keep(&class_path, &kept);
    assert!(kept.0.lock().unwrap().is_empty());
    std::fs::write(dir.path().join("lib.jar"), &bytes).unwrap();
    outlines.keep(&class_path, &kept);
    assert_eq!(kept.0.lock().unwrap().len(), 1);

    // Another directory than that by which entries were found.
    let class_path = open(dir.path());
    let jar =
        classes().iter().rev().fold(Jar::default(), |jar, (name, bytes)| jar.file(format!("{name}.class"), bytes));
    let mut other = jar.bytes();
    other.resize(bytes.len(), 0);
    std::fs::write(dir.path().join("lib.jar"), other).unwrap();
    assert_eq!(class_path.archive_digest(lib), None);
}
