//! A JDK of the few classes that every class file names: what is measured or broken on top of it is not hidden by the
//! size of a real one. Must not know what is analysed.

use std::io::Write;
use std::path::Path;

use rawzip::path::EntryPath;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use super::class_writer::ClassWriter;

const MAJOR: u16 = 48;
const CLASS: u16 = 0x21;
const OBJECT: &str = "java/lang/Object";
const ALOAD_1: u8 = 0x2b;
const RETURN: u8 = 0xb1;

fn class(name: &str, above: &str) -> ClassWriter {
    ClassWriter::new(CLASS, name, above, &[])
}

/// Writes one in the form of Java 8.
pub(crate) fn write(home: &Path) {
    std::fs::create_dir_all(home.join("lib")).unwrap();
    std::fs::write(home.join("release"), "JAVA_VERSION=\"1.8.0\"\n").unwrap();
    let mut object = ClassWriter::new(CLASS, OBJECT, "", &[]);
    object.code(1, "<init>", "()V", 0, 1, &[RETURN]).code(4, "finalize", "()V", 0, 1, &[RETURN]);
    let mut string = class("java/lang/String", OBJECT);
    string.code(1, "concat", "(Ljava/lang/String;)Ljava/lang/String;", 1, 2, &[ALOAD_1, 0xb0]);
    let mut files = vec![(OBJECT, object), ("java/lang/String", string)];
    for name in ["java/lang/Class", "java/lang/Throwable"] {
        files.push((name, class(name, OBJECT)));
    }
    for (name, above) in [("java/lang/Exception", "java/lang/Throwable"), ("java/lang/Error", "java/lang/Throwable")] {
        files.push((name, class(name, above)));
    }
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, writer) in files {
        let path = EntryPath::verbatim(format!("{name}.class").into_bytes());
        let started = archive.new_file(path).compression_method(CompressionMethod::STORE).start().unwrap();
        let (mut entry, config) = started;
        let mut output = config.wrap(&mut entry);
        output.write_all(&writer.bytes(MAJOR)).unwrap();
        let (_, descriptor) = output.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    std::fs::write(home.join("lib/rt.jar"), bytes).unwrap();
}
