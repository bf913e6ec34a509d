//! Help for unit tests of this and later parts: installed JDKs, small jars and class directories.

use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::path::EntryPath;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use super::{ClassPath, ClassPathInput};
use crate::diag::Diag;

#[path = "../../tests/support/jdk.rs"]
mod find_jdk;

pub(crate) use find_jdk::{java, javac, jdk, jdk17};

/// A jar in the making; entries come in the order of calls.
#[derive(Default)]
pub(crate) struct Jar {
    pub(super) entries: Vec<(Vec<u8>, Vec<u8>, CompressionMethod)>,
}

impl Jar {
    /// Adds a deflated entry.
    pub(crate) fn file(self, name: impl AsRef<[u8]>, content: impl AsRef<[u8]>) -> Self {
        self.entry(name, content, CompressionMethod::DEFLATE)
    }

    /// Adds a stored entry.
    pub(crate) fn stored(self, name: impl AsRef<[u8]>, content: impl AsRef<[u8]>) -> Self {
        self.entry(name, content, CompressionMethod::STORE)
    }

    /// Adds a manifest of these lines.
    pub(crate) fn manifest(self, lines: &[&str]) -> Self {
        self.file("META-INF/MANIFEST.MF", format!("Manifest-Version: 1.0\r\n{}\r\n\r\n", lines.join("\r\n")))
    }

    fn entry(mut self, name: impl AsRef<[u8]>, content: impl AsRef<[u8]>, method: CompressionMethod) -> Self {
        self.entries.push((name.as_ref().to_vec(), content.as_ref().to_vec(), method));
        self
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut archive = ZipArchiveWriter::new(&mut bytes);
        for (name, content, method) in &self.entries {
            let path = EntryPath::verbatim(name.clone());
            let (mut entry, config) = archive.new_file(path).compression_method(*method).start().unwrap();
            if *method == CompressionMethod::STORE {
                let mut writer = config.wrap(&mut entry);
                writer.write_all(content).unwrap();
                let (_, descriptor) = writer.finish().unwrap();
                entry.finish(descriptor).unwrap();
            } else {
                let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
                writer.write_all(content).unwrap();
                let (encoder, descriptor) = writer.finish().unwrap();
                encoder.finish().unwrap();
                entry.finish(descriptor).unwrap();
            }
        }
        archive.finish().unwrap();
        bytes
    }

    pub(crate) fn write(&self, path: &Path) -> PathBuf {
        write(path, self.bytes())
    }
}

/// Writes a file with the folders it needs.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> PathBuf {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, content).unwrap();
    path.to_owned()
}

/// Opens application directories or jars with library jars on JDK 17.
pub(crate) fn open(project: &Path, classes: &[&str], libraries: &[&str]) -> (ClassPath, Vec<Diag>) {
    ClassPath::open(&input(project, classes, libraries)).unwrap()
}

/// The input for [`open`], to be changed before use.
pub(crate) fn input(project: &Path, classes: &[&str], libraries: &[&str]) -> ClassPathInput {
    ClassPathInput {
        classes: classes.iter().map(PathBuf::from).collect(),
        classpath: libraries
            .iter()
            .map(|path| super::ClassPathItem { path: PathBuf::from(path), ..Default::default() })
            .collect(),
        jdk_home: jdk17(),
        project_dir: Some(project.to_owned()),
        ..Default::default()
    }
}
