//! Resolution and selection of methods, judged by the JVM: random hierarchies of hand-made class files, in which every
//! call is executed and its callee compared with the rules'.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::*;
use crate::program::access::{ABSTRACT, INTERFACE, PRIVATE, PROTECTED, PUBLIC, STATIC, SYNCHRONIZED};

const SAYS: &str = "()Ljava/lang/String;";

/// Runs every `c<number>` method of the classes named in a file and prints what each returns.
const RUNNER: &str = r#"
    public final class Runner {
        public static void main(String[] args) throws Exception {
            for (String line : java.nio.file.Files.readAllLines(java.nio.file.Paths.get(args[0]))) {
                String[] parts = line.split(" ");
                String result;
                try {
                    result = (String) Class.forName(parts[0]).getMethod(parts[1]).invoke(null);
                } catch (LinkageError thrown) {
                    result = "error " + thrown;
                } catch (java.lang.reflect.InvocationTargetException thrown) {
                    result = thrown.getCause() instanceof LinkageError ? "error " + thrown.getCause() : thrown.getCause().toString();
                }
                System.out.println(result);
            }
        }
    }
"#;

/// A small generator of numbers: the same hierarchies on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64)]
    }
}

/// A type of a random hierarchy: what it is called and what it is below.
struct Node {
    name: String,
    super_class: Option<usize>,
    interfaces: Vec<usize>,
    is_interface: bool,
    /// Flags of its method `m`, if it declares one.
    method: Option<u16>,
}

/// One call: caller class, calling method, and what it calls.
struct Call {
    caller: String,
    method: String,
    owner: String,
    interface: bool,
    /// Class of the receiver; `None`: `invokespecial` on an object of the caller's class.
    receiver: Option<String>,
}

fn random_hierarchy(group: usize, dice: &mut Dice) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let package = |dice: &mut Dice| format!("g{group}{}", dice.pick(&["a", "b"]));
    for i in 0..dice.below(5) {
        let interfaces = (0..nodes.len()).filter(|_| dice.below(3) == 0).collect();
        let kinds = [None, Some(PUBLIC | ABSTRACT), Some(PUBLIC), Some(PUBLIC), Some(PUBLIC | STATIC), Some(PRIVATE)];
        let (name, method) = (format!("{}/I{i}", package(dice)), dice.pick(&kinds));
        nodes.push(Node { name, super_class: None, interfaces, is_interface: true, method });
    }
    let first_class = nodes.len();
    for i in 0..2 + dice.below(5) {
        let super_class =
            (i > 0).then(|| if dice.below(4) == 0 { first_class + dice.below(i as u64) } else { nodes.len() - 1 });
        let interfaces = (0..first_class).filter(|_| dice.below(4) == 0).collect();
        let kinds = [
            None,
            None,
            None,
            Some(PUBLIC),
            Some(PROTECTED),
            Some(0),
            Some(0),
            Some(PRIVATE),
            Some(PUBLIC | STATIC),
            Some(PUBLIC | ABSTRACT),
            Some(ABSTRACT),
        ];
        // The root mostly has one, or few calls would resolve.
        let kinds = if i == 0 { &kinds[2..6] } else { &kinds[..] };
        let (name, method) = (format!("{}/C{i}", package(dice)), dice.pick(kinds));
        nodes.push(Node { name, super_class, interfaces, is_interface: false, method });
    }
    nodes
}

fn is_below(nodes: &[Node], sub: usize, sup: usize) -> bool {
    let node = &nodes[sub];
    sub == sup || node.super_class.iter().chain(&node.interfaces).any(|&above| is_below(nodes, above, sup))
}

/// Writes the group's class files and lists its calls.
fn write_group(group: usize, nodes: &[Node], out: &Path, calls: &mut Vec<Call>) {
    let write = |name: &str, writer: &ClassWriter| {
        testing::write(&out.join(format!("{name}.class")), writer.bytes(61));
    };
    let super_name = |node: &Node| node.super_class.map_or("java/lang/Object", |at| nodes[at].name.as_str());
    let owner_ref = |writer: &mut ClassWriter, owner: &Node| {
        writer.method_ref(owner.is_interface, &owner.name, "m", SAYS).to_be_bytes()
    };
    // Special calls are of the class itself; the others are made from both packages.
    let mut starts: Vec<(String, String)> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let interfaces: Vec<&str> = node.interfaces.iter().map(|&above| nodes[above].name.as_str()).collect();
        let flags = if node.is_interface { PUBLIC | INTERFACE | ABSTRACT } else { PUBLIC | SYNCHRONIZED };
        let mut writer = ClassWriter::new(flags, &node.name, super_name(node), &interfaces);
        if let Some(flags) = node.method {
            writer.says(flags, "m", &node.name);
        }
        if !node.is_interface {
            writer.constructor(super_name(node));
            let specials = (0..nodes.len()).filter(|&above| {
                above == at
                    || if nodes[above].is_interface {
                        node.interfaces.contains(&above)
                    } else {
                        is_below(nodes, at, above)
                    }
            });
            for above in specials {
                let [high, low] = owner_ref(&mut writer, &nodes[above]);
                let inner = format!("s{above}");
                writer.code(PUBLIC, &inner, SAYS, 1, 1, &[0x2a, 0xb7, high, low, 0xb0]);
                starts.push((node.name.clone(), inner));
                calls.push(Call {
                    caller: node.name.clone(),
                    method: String::new(),
                    owner: nodes[above].name.clone(),
                    interface: nodes[above].is_interface,
                    receiver: None,
                });
            }
        }
        write(&node.name, &writer);
    }
    let first = calls.len() - starts.len();
    for package in [format!("g{group}a"), format!("g{group}b")] {
        let name = format!("{package}/Calls");
        let mut writer = ClassWriter::new(PUBLIC | SYNCHRONIZED, &name, "java/lang/Object", &[]);
        let add = |writer: &mut ClassWriter, receiver: &str, invoke: &[u8]| {
            let method = format!("c{}", writer.next_number());
            let class = writer.class(receiver).to_be_bytes();
            let init = writer.method_ref(false, receiver, "<init>", "()V").to_be_bytes();
            // new, dup, invokespecial <init>, the call, areturn
            let start = [&[0xbb][..], &class, &[0x59, 0xb7], &init].concat();
            writer.code(PUBLIC | STATIC, &method, SAYS, 2, 0, &[&start, invoke, &[0xb0]].concat());
            method
        };
        if package.ends_with('a') {
            for (at, (class, inner)) in starts.iter().enumerate() {
                let [high, low] = writer.method_ref(false, class, inner, SAYS).to_be_bytes();
                calls[first + at].method = format!("{name} {}", add(&mut writer, class, &[0xb6, high, low]));
            }
        }
        for (at, receiver) in nodes.iter().enumerate().filter(|(_, node)| !node.is_interface) {
            for owner in (0..nodes.len()).filter(|&above| is_below(nodes, at, above)).map(|above| &nodes[above]) {
                let [high, low] = owner_ref(&mut writer, owner);
                let invoke = if owner.is_interface { vec![0xb9, high, low, 1, 0] } else { vec![0xb6, high, low] };
                calls.push(Call {
                    caller: name.clone(),
                    method: format!("{name} {}", add(&mut writer, &receiver.name, &invoke)),
                    owner: owner.name.clone(),
                    interface: owner.is_interface,
                    receiver: Some(receiver.name.clone()),
                });
            }
        }
        write(&name, &writer);
    }
}

/// What the rules say of a call: the class whose `m` runs, or `error` (a `LinkageError`).
fn expected(program: &Program, call: &Call) -> String {
    let class = |name: &str| program.find_class(name).unwrap();
    let caller = class(&call.caller);
    let reference = program.method_ref(MethodRefData {
        owner: program.class_type(class(&call.owner)),
        name: program.sym("m"),
        desc: program.desc(program.sym(SAYS)),
        interface: call.interface,
    });
    let callee = program.resolve_method(reference).and_then(|resolved| {
        let target = program.method(resolved);
        let accessible = if target.access & PUBLIC != 0 {
            true
        } else if target.access & PRIVATE != 0 {
            caller == target.class
        } else {
            let heir = target.access & PROTECTED != 0 && program.is_subclass(caller, target.class);
            heir || program.same_runtime_package(caller, target.class)
        };
        if !accessible || target.access & STATIC != 0 {
            return None;
        }
        match &call.receiver {
            Some(receiver) => program
                .select(class(receiver), resolved)
                .filter(|&id| !call.interface || program.method(id).access & (PUBLIC | PRIVATE) != 0),
            None => program.resolve_special(caller, reference),
        }
    });
    callee.map_or_else(|| "error".to_owned(), |id| program.class_name(program.method(id).class).to_owned())
}

/// Calls compared, and how many of them are errors.
#[derive(Default)]
struct Tally {
    calls: usize,
    errors: usize,
}

/// Makes and judges a batch of hierarchies. Nothing is compared if the JVM dies of them: HotSpot's tables have an upset
/// of their own with some (`klassVtable::update_inherited_vtable`).
fn judge(seed: u64, home: &Path, runner: &Path, tally: &mut Tally) {
    let dir = tempfile::tempdir().unwrap();
    let classes = dir.path().join("classes");
    let mut dice = Dice(seed);
    let mut calls = Vec::new();
    let mut groups = BTreeMap::new();
    for group in 0..50 {
        let nodes = random_hierarchy(group, &mut dice);
        write_group(group, &nodes, &classes, &mut calls);
        groups.insert(group, nodes);
    }
    let question: Vec<String> = calls.iter().map(|call| call.method.replace('/', ".")).collect();
    let file = testing::write(&dir.path().join("question"), question.join("\n"));
    let program = open(dir.path());
    let path = std::env::join_paths([runner, &classes]).unwrap();
    let mut command = testing::java(home);
    let run = command.arg("-cp").arg(path).arg("Runner").arg(&file).current_dir(dir.path()).output().unwrap();
    if run.status.code() != Some(0) && String::from_utf8_lossy(&run.stdout).contains("update_inherited_vtable") {
        println!("the JVM died of the hierarchies of seed {seed}");
        return;
    }
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let answers = String::from_utf8(run.stdout).unwrap();
    assert_eq!(answers.lines().count(), calls.len());
    let mut differing = String::new();
    for (call, answer) in calls.iter().zip(answers.lines()) {
        let ours = expected(&program, call);
        tally.calls += 1;
        tally.errors += usize::from(ours == "error");
        let deviates = answer.contains("AbstractMethodError") && below_private(&program, call);
        if !answer.starts_with(&ours) && !deviates {
            let Call { caller, owner, receiver, .. } = call;
            let group: usize = caller[1..].split(['a', 'b']).next().unwrap().parse().unwrap();
            let nodes = describe(&groups[&group]);
            writeln!(differing, "{caller} calls {owner}.m on {receiver:?}: {answer}, rules say {ours}\n{nodes}")
                .unwrap();
        }
    }
    assert!(differing.is_empty(), "seed {seed}\n{}", &differing[..differing.len().min(4000)]);
}

#[test]
fn random_calls_run_the_method_the_rules_select() {
    let dir = tempfile::tempdir().unwrap();
    let source = testing::write(&dir.path().join("Runner.java"), RUNNER);
    let runner = dir.path().join("runner");
    let mut compiler = testing::javac(&testing::jdk17());
    assert!(compiler.arg("-d").arg(&runner).arg(source).status().unwrap().success());
    for feature in [17, 25] {
        let Some(home) = testing::jdk(feature) else { continue };
        let mut tally = Tally::default();
        for seed in 1..=3 {
            judge(seed, &home, &runner, &mut tally);
        }
        println!("JDK {feature}: {} calls, {} of them errors", tally.calls, tally.errors);
        assert!(tally.calls > 2_000 && tally.errors > 500 && tally.errors < tally.calls * 2 / 3);
    }
}

/// HotSpot deviates from JVMS 5.4.6 here: a private method, which overrides nothing, hides the default method of an
/// interface that its class or a superclass implements. The rules keep the default method, a superset.
fn below_private(program: &Program, call: &Call) -> bool {
    let Some(receiver) = call.receiver.as_ref().and_then(|name| program.find_class(name)) else { return false };
    let is_private = |&id: &ClassId| {
        program.find_method(id, "m", SAYS).is_some_and(|method| program.method(method).access & PRIVATE != 0)
    };
    program.superclasses(receiver).iter().any(is_private)
}

fn describe(nodes: &[Node]) -> String {
    nodes.iter().fold(String::new(), |text, node| {
        let above: Vec<&str> =
            node.super_class.iter().chain(&node.interfaces).map(|&at| nodes[at].name.as_str()).collect();
        format!("{text}    {} below [{}], m {:?}\n", node.name, above.join(" "), node.method)
    })
}
