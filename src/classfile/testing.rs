//! Class files for tests: compiled by `javac`, or put together by hand where `javac` would not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::classpath::testing::{self, jdk17};

/// Compiles one source file and returns (class-file name without `.class`, bytes), sorted by name.
pub(crate) fn javac(file_name: &str, source: &str, arguments: &[&str]) -> Vec<(String, Vec<u8>)> {
    javac_of(&jdk17(), file_name, source, arguments)
}

/// As [`javac`], with the compiler of that JDK. What it made is kept beside the tests and used again for the same source.
pub(crate) fn javac_of(home: &Path, file_name: &str, source: &str, arguments: &[&str]) -> Vec<(String, Vec<u8>)> {
    // What lies on a class path is not seen here.
    let is_alone = !arguments.contains(&"-cp");
    let test = std::env::current_exe().unwrap();
    let all = test.ancestors().nth(2).expect("tests lie in deps/ of a profile").join("compiled-by-tests");
    std::fs::create_dir_all(&all).unwrap();
    let kept = all.join(digest(home, file_name, source, arguments));
    if is_alone && kept.is_dir() {
        return classes_in(&kept);
    }
    let dir = tempfile::tempdir_in(&all).unwrap();
    let file = dir.path().join(file_name);
    std::fs::write(&file, source).unwrap();
    let out = dir.path().join("out");
    let done = testing::javac(home).args(arguments).arg("-d").arg(&out).arg(&file).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let classes = classes_in(&out);
    if is_alone {
        // Another test may have been first.
        let _ = std::fs::rename(&out, &kept);
    }
    classes
}

fn digest(home: &Path, file_name: &str, source: &str, arguments: &[&str]) -> String {
    static VERSIONS: Mutex<BTreeMap<PathBuf, Vec<u8>>> = Mutex::new(BTreeMap::new());
    let version = || testing::javac(home).arg("-version").output().unwrap().stdout;
    let mut versions = VERSIONS.lock().unwrap();
    let version = versions.entry(home.to_owned()).or_insert_with(version);
    let mut digest = blake3::Hasher::new();
    for part in [version.as_slice(), file_name.as_bytes(), source.as_bytes()] {
        digest.update(&part.len().to_le_bytes()).update(part);
    }
    arguments.iter().for_each(|argument| _ = digest.update(argument.as_bytes()).update(&[0]));
    digest.finalize().to_hex().to_string()
}

fn classes_in(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut classes: Vec<_> = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let name = entry.path().strip_prefix(folder).unwrap().with_extension("");
            (name.to_str().unwrap().to_owned(), std::fs::read(entry.path()).unwrap())
        })
        .collect();
    classes.sort();
    classes
}

/// A class file in the making. Constants are added on demand and are not shared.
pub(crate) struct ClassWriter {
    pub(crate) major: u16,
    /// Locals of each method.
    pub(crate) locals: u16,
    constants: Vec<u8>,
    count: u16,
    this: u16,
    object: u16,
    fields: Vec<Vec<u8>>,
    methods: Vec<Vec<u8>>,
    attributes: Vec<Vec<u8>>,
}

impl ClassWriter {
    pub(crate) fn new(name: &str) -> Self {
        let mut writer = Self {
            major: 48,
            locals: 10,
            constants: Vec::new(),
            count: 0,
            this: 0,
            object: 0,
            fields: Vec::new(),
            methods: Vec::new(),
            attributes: Vec::new(),
        };
        writer.this = writer.class(name);
        writer.object = writer.class("java/lang/Object");
        writer
    }

    pub(crate) fn constant(&mut self, bytes: &[u8]) -> u16 {
        self.constants.extend_from_slice(bytes);
        self.count += 1;
        self.count
    }

    pub(crate) fn utf8(&mut self, text: impl AsRef<[u8]>) -> u16 {
        let text = text.as_ref();
        let mut bytes = vec![1];
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text);
        self.constant(&bytes)
    }

    /// A constant with a tag and operands of two bytes.
    pub(crate) fn pair(&mut self, tag: u8, operands: &[u16]) -> u16 {
        let mut bytes = vec![tag];
        operands.iter().for_each(|operand| bytes.extend(operand.to_be_bytes()));
        self.constant(&bytes)
    }

    pub(crate) fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.pair(7, &[name])
    }

    pub(crate) fn attribute(&mut self, name: &str, content: &[u8]) -> Vec<u8> {
        let mut bytes = self.utf8(name).to_be_bytes().to_vec();
        bytes.extend((content.len() as u32).to_be_bytes());
        bytes.extend(content);
        bytes
    }

    pub(crate) fn class_attribute(&mut self, name: &str, content: &[u8]) {
        let attribute = self.attribute(name, content);
        self.attributes.push(attribute);
    }

    /// A static method with room for ten stack entries. `handlers` are start, end, handler, catch type.
    pub(crate) fn method(&mut self, name: &str, descriptor: &str, code: &[u8], handlers: &[[u16; 4]]) {
        self.method_with(name, descriptor, code, handlers, &[]);
    }

    /// As [`Self::method`], with attributes of the code.
    pub(crate) fn method_with(
        &mut self,
        name: &str,
        descriptor: &str,
        code: &[u8],
        handlers: &[[u16; 4]],
        attributes: &[Vec<u8>],
    ) {
        let mut content = vec![0, 10];
        content.extend(self.locals.to_be_bytes());
        content.extend((code.len() as u32).to_be_bytes());
        content.extend(code);
        content.extend((handlers.len() as u16).to_be_bytes());
        handlers.iter().flatten().for_each(|number| content.extend(number.to_be_bytes()));
        content.extend((attributes.len() as u16).to_be_bytes());
        attributes.iter().for_each(|attribute| content.extend(attribute));
        let code = self.attribute("Code", &content);
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let mut method = vec![0, 8];
        method.extend(name.to_be_bytes());
        method.extend(descriptor.to_be_bytes());
        method.extend([0, 1]);
        method.extend(code);
        self.methods.push(method);
    }

    /// A static native method, whose name may be any bytes.
    pub(crate) fn native(&mut self, name: &[u8], descriptor: &str) {
        self.native_with(name, descriptor, &[]);
    }

    /// As [`Self::native`], with attributes.
    pub(crate) fn native_with(&mut self, name: &[u8], descriptor: &str, attributes: &[Vec<u8>]) {
        let method = self.member([1, 8], name, descriptor, attributes);
        self.methods.push(method);
    }

    /// A static field, with attributes.
    pub(crate) fn field(&mut self, name: &str, descriptor: &str, attributes: &[Vec<u8>]) {
        let field = self.member([0, 8], name.as_bytes(), descriptor, attributes);
        self.fields.push(field);
    }

    /// What fields and methods have in common (JVMS 4.5, 4.6).
    fn member(&mut self, flags: [u8; 2], name: &[u8], descriptor: &str, attributes: &[Vec<u8>]) -> Vec<u8> {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let mut member = flags.to_vec();
        member.extend(name.to_be_bytes());
        member.extend(descriptor.to_be_bytes());
        member.extend((attributes.len() as u16).to_be_bytes());
        attributes.iter().for_each(|attribute| member.extend(attribute));
        member
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0];
        bytes.extend(self.major.to_be_bytes());
        bytes.extend((self.count + 1).to_be_bytes());
        bytes.extend(&self.constants);
        bytes.extend([0, 0x21]);
        bytes.extend(self.this.to_be_bytes());
        bytes.extend(self.object.to_be_bytes());
        // No interfaces.
        bytes.extend([0, 0]);
        for table in [&self.fields, &self.methods, &self.attributes] {
            bytes.extend((table.len() as u16).to_be_bytes());
            table.iter().for_each(|entry| bytes.extend(entry));
        }
        bytes
    }
}

/// Numbers that are the same in every run (xorshift64*).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize) % bound
    }
}

/// A copy with some bytes changed, as a function of `seed`.
pub(crate) fn mutated(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut copy = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(copy.len());
        copy[at] = match random.below(4) {
            0 => 0xFF,
            1 => 0,
            2 => copy[at].wrapping_add(1),
            _ => random.below(256) as u8,
        };
    }
    copy
}
