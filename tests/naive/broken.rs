//! Damaged class files. For those with a known damage the analysis says that there is one; for all of them it comes to an end
//! without a panic and with an answer that is the same the next time.

use std::path::Path;

use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::diag::Diag;
use reflection_check::engine::{self, Options};
use reflection_check::program::Program;
use reflection_check::spec::SpecSet;

use super::programs::Random;
use super::{random, shapes};
use crate::support::class_writer::ClassWriter;
use crate::support::small_jdk;

/// Programs of which bytes are changed at random.
const PROGRAMS: u64 = 150;
const OBJECT: &str = "java/lang/Object";
const MAIN: &str = "([Ljava/lang/String;)V";

type Files = Vec<(String, Vec<u8>)>;

pub(crate) fn check() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("jdk");
    small_jdk::write(&home);
    let mut failures = Vec::new();
    for (name, files) in known() {
        let said = twice(&dir.path().join(name), &home, &files, &mut failures);
        if said == 0 {
            failures.push(format!("{name}: nothing is said of the damage"));
        }
    }
    let mut noticed = 0;
    for number in 0..PROGRAMS {
        let seed = random::seed() * 1_000_003 + number;
        let mut files = shapes::generate("d", seed);
        damage(&mut files, &mut Random::new(seed));
        noticed += usize::from(twice(&dir.path().join(format!("d{number}")), &home, &files, &mut failures) > 0);
    }
    println!("{PROGRAMS} damaged programs, {noticed} of them with a diagnostic");
    if !failures.is_empty() {
        random::fail(&failures, dir);
    }
    assert!(noticed as u64 > PROGRAMS / 2, "the damage is too small to be noticed");
}

/// Changes, cuts off or repeats some bytes of most files.
fn damage(files: &mut Files, random: &mut Random) {
    for (_, bytes) in files {
        match random.below(8) {
            0 => bytes.truncate(random.below(bytes.len())),
            1 => {
                let (from, to) = (random.below(bytes.len()), random.below(bytes.len()));
                let copied = bytes[from.min(to)..from.max(to)].to_vec();
                bytes.splice(to..to, copied);
            }
            2..=5 => {
                for _ in 0..1 + random.below(6) {
                    let at = 8 + random.below(bytes.len() - 8);
                    bytes[at] = random.below(256) as u8;
                }
            }
            _ => {}
        }
    }
}

fn main_class(above: &str, interfaces: &[&str], code: &[u8], handlers: &[[u16; 4]]) -> ClassWriter {
    let mut writer = ClassWriter::new(0x21, "Main", above, interfaces);
    writer.guarded(9, "main", MAIN, [4, 4], code, handlers);
    writer
}

/// Programs with one damage each.
fn known() -> Vec<(&'static str, Files)> {
    let main = |writer: ClassWriter| vec![("Main".to_owned(), writer.bytes(49))];
    let code = |code: &[u8]| main(main_class(OBJECT, &[], code, &[]));
    let cycle = |access: u16, names: &[&str], as_interface: bool| {
        let mut files: Files = Vec::new();
        for (at, name) in names.iter().enumerate() {
            let next = names[(at + 1) % names.len()];
            let (above, interfaces) = if as_interface { (OBJECT, vec![next]) } else { (next, Vec::new()) };
            files.push(((*name).to_owned(), ClassWriter::new(access, name, above, &interfaces).bytes(49)));
        }
        let mut writer = ClassWriter::new(0x21, "Main", OBJECT, &[]);
        let [high, low] = writer.class(names[0]).to_be_bytes();
        let [init_high, init_low] = writer.method_ref(false, names[0], "<init>", "()V").to_be_bytes();
        let made = [0xbb, high, low, 0x59, 0xb7, init_high, init_low, 0xc0, high, low, 0x57, 0xb1];
        writer.code(9, "main", MAIN, 4, 4, &made);
        files.push(("Main".to_owned(), writer.bytes(49)));
        files
    };
    vec![
        ("pop of an empty stack", code(&[0x57, 0xb1])),
        // aload_0, ifnull 6, aconst_null, nop; return: one more on one way.
        ("stacks of different heights", code(&[0x2a, 0xc6, 0, 5, 0x01, 0, 0x57, 0xb1])),
        ("code that ends without a return", code(&[0x01])),
        ("an instruction cut off", code(&[0x01, 0x57, 0xb8, 0])),
        ("a jump out of the code", code(&[0xa7, 0x70, 0])),
        ("a jump into an instruction", code(&[0xa7, 0, 4, 0x11, 0, 0, 0x57, 0xb1])),
        ("an opcode that does not exist", code(&[0xdd, 0xb1])),
        ("a local that was never set", code(&[0x2c, 0x57, 0xb1])),
        ("a local beyond the last", code(&[0x19, 99, 0x57, 0xb1])),
        ("a constant that does not exist", code(&[0x13, 0x70, 0, 0x57, 0xb1])),
        ("a constant of another kind", code(&[0xb8, 0, 1, 0xb1])),
        ("a subroutine without its return address", code(&[0xa9, 0])),
        ("a switch cut off", code(&[0x03, 0xaa, 0, 0, 0, 0, 0, 12])),
        ("a switch with fewer than no cases", code(&[0x03, 0xaa, 0, 0, 0, 0, 0, 12, 0, 0, 0, 9, 0, 0, 0, 1, 0xb1])),
        ("a handler beyond the code", main(main_class(OBJECT, &[], &[0x2a, 0x57, 0xb1], &[[0, 2, 90, 0]]))),
        ("a handler of no code", main(main_class(OBJECT, &[], &[0x2a, 0x57, 0xb1], &[[2, 1, 2, 0]]))),
        ("its own superclass", main(main_class("Main", &[], &[0xb1], &[]))),
        ("its own interface", main(main_class(OBJECT, &["Main"], &[0xb1], &[]))),
        ("superclasses in a cycle", cycle(0x21, &["A", "B", "C"], false)),
        ("interfaces in a cycle", cycle(0x601, &["A", "B"], true)),
    ]
}

/// Analyses the files twice; how much the analysis says is wrong with them.
fn twice(folder: &Path, home: &Path, files: &Files, failures: &mut Vec<String>) -> usize {
    for (name, bytes) in files {
        let file = folder.join(format!("{name}.class"));
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, bytes).unwrap();
    }
    let (first, said) = analyze(folder, home);
    if analyze(folder, home) != (first, said) {
        failures.push(format!("{}: a second run has another answer", folder.display()));
    }
    said
}

/// The result, or why there is none; and the number of diagnostics about damage.
fn analyze(folder: &Path, home: &Path) -> (String, usize) {
    let input = ClassPathInput {
        classes: vec![folder.to_path_buf()],
        jdk_home: home.to_path_buf(),
        ..ClassPathInput::default()
    };
    let (class_path, mut diags) = match ClassPath::open(&input) {
        Ok(opened) => opened,
        Err(error) => return (error.to_string(), 1),
    };
    let program = Program::new(class_path);
    let result = engine::analyze_and_look(&program, &SpecSet::default(), &Options::default(), |_| ());
    diags.extend(program.diags());
    let is_damage = |diag: &&Diag| matches!(diag.code.as_str(), "damaged-code" | "unreadable-class" | "cyclic");
    let said = diags.iter().filter(is_damage).count();
    (format!("{}{diags:?}", serde_json::to_string(&result).unwrap()), said)
}
