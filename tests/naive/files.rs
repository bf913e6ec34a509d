//! Random class files that a verifier accepts: the two solvers agree on them, two runs of the engine agree, and what a JVM
//! does with them is in the call graph.

use std::collections::BTreeSet;
use std::path::Path;

use reflection_check::classpath::{ClassPathInput, ClassPathItem};
use reflection_check::ir;
use reflection_check::program::{MethodId, Program};

use super::random::{self, Answer};
use super::shapes;
use crate::support::class_writer::ClassWriter;
use crate::support::java;
use crate::support::jdk::jdk17;

const PROGRAMS: u64 = 60;
/// What a JVM loads for `Steps`: it notes who calls whom, throws what takes too many steps, and stops what
/// goes on nevertheless.
const RECORDER: &str = r#"
import java.util.*;
import java.util.stream.*;

public final class Steps {
    static final Set<String> SEEN = new java.util.concurrent.ConcurrentSkipListSet<>();
    private static final StackWalker WALKER = StackWalker.getInstance();
    static int left;
    static volatile boolean over;

    public static void at() {
        List<StackWalker.StackFrame> frames = WALKER.walk(all -> all.skip(1).limit(2).collect(Collectors.toList()));
        StackWalker.StackFrame callee = frames.get(0), caller = frames.get(1);
        String from = callee.getMethodName().equals("<clinit>") || caller.getClassName().equals("Driver")
            ? "-\t-\t-1"
            : name(caller) + "\t" + caller.getByteCodeIndex();
        SEEN.add(from + "\t" + name(callee));
        step();
    }

    private static String name(StackWalker.StackFrame frame) {
        return frame.getClassName().replace('.', '/') + "\t" + frame.getMethodName() + frame.getDescriptor();
    }

    private static final Random RANDOM = new Random(1);

    public static int pick() {
        return RANDOM.nextInt(6);
    }

    public static void next() {
        left = 400;
    }

    public static void step() {
        if (left-- > 0) return;
        if (left > -200) throw new Error("too many steps");
        over = true;
        while (true) {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (Throwable ignored) {
            }
        }
    }
}
"#;

const DRIVER: &str = r#"

public final class Driver {
    public static void main(String[] args) throws Throwable {
        for (String name : args[0].split(",")) {
            try {
                // Links the class, which verifies it.
                Class.forName(name, false, Driver.class.getClassLoader()).getDeclaredMethods();
            } catch (VerifyError | ClassFormatError | IncompatibleClassChangeError error) {
                System.out.println("refused\t" + name + "\t" + error.toString().replaceAll("\\\\s+", " "));
            } catch (NoClassDefFoundError missing) {
            }
        }
        for (int index = 0; index < 8 * (args.length - 1); index++) {
            Class<?> type = Class.forName(args[1 + index / 8], false, Driver.class.getClassLoader());
            Steps.next();
            Steps.over = false;
            Thread thread = new Thread(() -> {
                try {
                    type.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
                } catch (Throwable thrown) {
                }
            });
            thread.setDaemon(true);
            thread.start();
            long end = System.nanoTime() + 1_000_000_000L;
            while (thread.isAlive() && !Steps.over && System.nanoTime() < end) {
                thread.join(1);
            }
            if (thread.isAlive()) {
                // It may hold locks that the others ask for.
                index |= 7;
            }
        }
        for (String seen : Steps.SEEN) {
            System.out.println(seen);
        }
    }
}
"#;

pub(crate) fn check() {
    let home = jdk17();
    let dir = tempfile::tempdir().unwrap();
    let seed = random::seed();
    let classes = dir.path().join("classes");
    let supplied = dir.path().join("supplied");
    let mut names = Vec::new();
    for number in 0..PROGRAMS {
        let missing = shapes::missing(&format!("b{number}"));
        let mut parent = ClassWriter::new(0x21, &missing, "java/lang/Object", &[]);
        write(&supplied, &missing, &parent.constructor("java/lang/Object").bytes(49));
        for (name, bytes) in shapes::generate(&format!("b{number}"), seed * 1_000_003 + number) {
            write(&classes, &name, &bytes);
            names.push(name.replace('/', "."));
        }
    }
    // Nothing is noted where nothing runs.
    let steps = "public final class Steps { public static void at() {} public static void step() {} public static void next() {} public static int pick() { return 0; } }";
    let library = compile(&home, dir.path(), "library", &[("Steps", steps)]);
    let input = ClassPathInput {
        classes: vec![classes.clone()],
        classpath: vec![ClassPathItem { path: library, id: Some("steps".to_owned()), ..ClassPathItem::default() }],
        jdk_home: home.clone(),
        ..ClassPathInput::default()
    };
    let (program, answer) = random::analyze(&input);
    let mains = (0..PROGRAMS).map(|number| format!("b{number}/Main"));
    let (total, mut failures) = random::agree(&program, &answer, mains);
    for &method in &answer.reached {
        let damaged = ir::lower(&program, method).damaged_at;
        if !damaged.is_empty() {
            failures.push(format!("{} is said to be damaged at {damaged:?}", program.method_id(method)));
        }
    }
    let (_, again) = random::analyze(&input);
    if (&again.sets, &again.exported, &again.reached) != (&answer.sets, &answer.exported, &answer.reached) {
        failures.push("a second run has another answer".to_owned());
    }

    let recorder = compile(&home, dir.path(), "recorder", &[("Steps", RECORDER), ("Driver", DRIVER)]);
    let class_path = std::env::join_paths([&recorder, &classes, &supplied]).unwrap();
    let mut arguments = vec!["-cp".to_owned(), class_path.into_string().unwrap(), "Driver".to_owned()];
    arguments.push(names.join(","));
    arguments.extend((0..PROGRAMS).map(|number| format!("b{number}.Main")));
    let recorded = judge(&program, &answer, &java::java(&home, arguments), &mut failures);
    println!("{recorded} recorded calls");
    let facts: usize = total.sets.values().map(BTreeSet::len).sum();
    if total.reached.len() < 500 || facts < 5_000 || recorded < 1_000 {
        failures.push("the programs do too little to compare anything".to_owned());
    }
    if !failures.is_empty() {
        random::fail(&failures, dir);
    }
}

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    let file = folder.join(format!("{name}.class"));
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, bytes).unwrap();
}

fn compile(home: &Path, dir: &Path, name: &str, sources: &[(&str, &str)]) -> std::path::PathBuf {
    let folder = dir.join(format!("{name}-source"));
    std::fs::create_dir_all(&folder).unwrap();
    let files: Vec<_> = sources.iter().map(|(name, _)| folder.join(format!("{name}.java"))).collect();
    for (file, (_, text)) in files.iter().zip(sources) {
        std::fs::write(file, text).unwrap();
    }
    let out = dir.join(name);
    java::javac(home, &[], &files.iter().map(|file| file.as_path()).collect::<Vec<_>>(), &out);
    out
}

/// Looks for each recorded call in the answer; how many there are.
fn judge(program: &Program, answer: &Answer, output: &str, failures: &mut Vec<String>) -> usize {
    let method = |class: &str, name: &str| -> Option<MethodId> {
        let (name, descriptor) = name.split_at(name.find('(')?);
        program.find_method(program.find_class(class)?, name, descriptor)
    };
    let mut recorded = 0;
    for line in output.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let &[caller, at, offset, callee, name] = columns.as_slice() else {
            failures.push(format!("the JVM says: {line}"));
            continue;
        };
        recorded += 1;
        let callee = method(callee, name).expect("the callee is a method");
        if !answer.reached.contains(&callee) {
            failures.push(format!("{} ran and is not reached", program.method_id(callee)));
        }
        if let Some(caller) = method(caller, at) {
            let offset: u32 = offset.parse().unwrap();
            let (caller, callee) = (program.method_id(caller), program.method_id(callee));
            if !answer.exported.contains(&(caller.clone(), offset, callee.clone())) {
                failures.push(format!("no call of {callee} at {offset} of {caller}, as in a run"));
            }
        }
    }
    recorded
}
