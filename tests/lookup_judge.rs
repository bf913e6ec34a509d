//! The JVM judges the look-up rules: `tests/lookup/Dump.java` prints what a running JVM answers for thousands of classes,
//! and every answer of `program::lookup` must be the same text. `LOOKUP_JUDGE=all` takes every class instead of a sample.
//!
//! Not compared, with reasons:
//! - the order of methods and constructors: HotSpot keeps methods sorted by the address of their names;
//! - which method `getMethod` chooses among unrelated return types or interfaces: it follows that order, so any of
//!   `method_choices` is right;
//! - subclasses of `jdk.internal.event.Event`: the flight recorder adds members to them while they are loaded;
//! - failures of bytecode verification: the JVM runs without verifier here, since verification is no look-up rule.

#![expect(clippy::print_stdout, reason = "says how much was compared, and what differs")]
#![expect(clippy::unwrap_used, reason = "what a test cannot read fails it")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use reflection_check::classpath::{ClassPath, ClassPathInput, ClassPathItem};
use reflection_check::program::lookup::{self, Failure, GenericType, NotLoaded};
use reflection_check::program::{ClassId, FieldId, MethodId, Program, Type, TypeId};

use crate::support::{java, jdk, maven};

/// Libraries of several compilers; some miss the optional dependencies they refer to, which is wanted.
const LIBRARIES: [&str; 5] = [
    "com.google.guava:guava:33.4.8-jre",
    "org.jetbrains.kotlin:kotlin-stdlib:2.1.21",
    "org.scala-lang:scala-library:2.13.16",
    "org.springframework:spring-core:6.2.8",
    "org.apache.groovy:groovy:4.0.27",
];

const FLAGS: [&str; 7] = [
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:-BytecodeVerificationRemote",
    "--add-exports=java.base/jdk.internal.reflect=ALL-UNNAMED",
    "--add-exports=java.base/sun.invoke.util=ALL-UNNAMED",
    "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
    "-XX:TieredStopAtLevel=1",
    "-Xshare:auto",
];

struct Judge {
    program: Program,
    home: PathBuf,
    jars: Vec<PathBuf>,
    dir: tempfile::TempDir,
}

impl Judge {
    #[track_caller]
    fn new(feature: u32, libraries: &[&str]) -> Option<Self> {
        let home = jdk::jdk(feature)?;
        let jars = maven::jars(libraries).unwrap_or_default();
        let dir = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lookup/Dump.java");
        java::javac(&home, &[], &[&source], &dir.path().join("classes"));
        let input = ClassPathInput {
            classes: vec![dir.path().join("classes")],
            classpath: jars.iter().map(|jar| ClassPathItem { path: jar.clone(), ..Default::default() }).collect(),
            jdk_home: home.clone(),
            ..Default::default()
        };
        let (class_path, diags) = ClassPath::open(&input).unwrap();
        assert_eq!(diags, []);
        Some(Self { program: Program::new(class_path), home, jars, dir })
    }

    /// Gives `lines` to a mode of Dump, and its answer line by line.
    fn ask(&self, mode: &str, lines: &[String], more: &[&str]) -> Vec<String> {
        let (question, answer) = (self.dir.path().join("question"), self.dir.path().join("answer"));
        std::fs::write(&question, lines.join("\n")).unwrap();
        let path = std::env::join_paths([&self.dir.path().join("classes")].into_iter().chain(&self.jars)).unwrap();
        let mut arguments: Vec<std::ffi::OsString> = FLAGS.iter().map(Into::into).collect();
        arguments.extend(["-cp".into(), path, "Dump".into(), mode.into(), question.into(), answer.clone().into()]);
        arguments.extend(more.iter().map(Into::into));
        java::java(&self.home, arguments);
        let answers: Vec<String> = std::fs::read_to_string(&answer).unwrap().lines().map(str::to_owned).collect();
        assert_eq!(answers.len(), lines.len());
        answers
    }

    /// Binary names of every `step`-th class, counted per artifact so that each has its share.
    fn sample(&self, step: usize) -> Vec<String> {
        let step = if std::env::var_os("LOOKUP_JUDGE").is_some_and(|value| value == "all") { 1 } else { step };
        let class_path = self.program.class_path();
        let event = self.program.class_id(self.program.sym("jdk/internal/event/Event"));
        let plain = |name: &&str| {
            let class = self.program.class_id(self.program.sym(name));
            !self.program.is_subclass(class, event)
        };
        let names = class_path.classes().step_by(step).map(|class| class_path.name(class)).filter(plain);
        names.map(|name| name.replace('/', ".")).collect()
    }
}

fn main_check(feature: u32, libraries: &[&str], step: usize) {
    let Some(judge) = Judge::new(feature, libraries) else { return };
    let program = &judge.program;
    let names = judge.sample(step);
    let answers = judge.ask("classes", &names, &[]);
    let mut differing = Vec::new();
    let mut ambiguous = 0;
    for (name, answer) in names.iter().zip(&answers) {
        let ours = sections(program, name);
        let line = ours.iter().fold(name.clone(), |line, section| format!("{line}\t{:x}", hash(&section.text())));
        let unsure = ours.iter().any(|section| section.lines.iter().any(|line| line.len() > 1));
        ambiguous += usize::from(unsure);
        if line != *answer {
            differing.push(name.clone());
        }
    }
    println!(
        "JDK {feature}: {} classes compared, {ambiguous} with a choice the JVM makes by its own order",
        names.len()
    );
    differing.truncate(2_000);
    let mut wrong = 0;
    for (name, answer) in differing.iter().zip(judge.ask("classes", &differing, &["full"])) {
        let theirs: Vec<&str> = answer.split('\u{1}').skip(1).collect();
        let ours = sections(program, name);
        let mut differences = String::new();
        if theirs.len() != ours.len() {
            writeln!(differences, "  theirs {theirs:?}\n  ours   {:?}", ours[0].text()).unwrap();
        }
        for (section, theirs) in ours.iter().zip(&theirs) {
            let lines: Vec<&str> = theirs.split('\u{2}').collect();
            for (ours, theirs) in section.lines.iter().zip(&lines) {
                if !ours.iter().any(|text| text == theirs) {
                    writeln!(differences, "  theirs {theirs}\n  ours   {}", ours.join(" or ")).unwrap();
                }
            }
            if section.lines.len() != lines.len() {
                writeln!(differences, "  {} lines against {}", lines.len(), section.lines.len()).unwrap();
            }
        }
        if !differences.is_empty() {
            wrong += 1;
            if wrong <= 20 {
                println!("{name}\n{differences}");
            }
        }
    }
    assert_eq!(wrong, 0, "classes with other answers than JDK {feature} gives");
    assert_eq!(
        program.diags().iter().filter(|diag| diag.code != "missing-class").collect::<Vec<_>>(),
        [].iter().collect::<Vec<_>>()
    );
}

#[test]
fn answers_of_jdk_17() {
    main_check(17, &LIBRARIES, 8);
}

#[test]
fn answers_of_jdk_25() {
    main_check(25, &LIBRARIES, 8);
}

/// Spellings of a class name, right and wrong.
fn spellings(name: &str) -> Vec<String> {
    let simple = name.rsplit('.').next().unwrap_or(name);
    vec![
        name.to_owned(),
        name.replace('.', "/"),
        name.replace('$', "."),
        name.to_lowercase(),
        format!("{name} "),
        format!("{name}.class"),
        format!("{name}[]"),
        format!("L{name};"),
        format!("[L{name};"),
        format!("[[[L{name};"),
        format!("[L{};", name.replace('.', "/")),
        format!("[{name}"),
        format!("[L{name}"),
        format!("[L[{name};"),
        simple.to_owned(),
    ]
}

#[test]
fn class_names() {
    for feature in [17, 25] {
        let Some(judge) = Judge::new(feature, &LIBRARIES) else { continue };
        let mut names: Vec<String> = judge.sample(97).iter().flat_map(|name| spellings(name)).collect();
        let keywords =
            ["void", "int", "boolean", "double", "[void", "[V", "V", "I", "[", "[[", "[I", "[[Z", "[Q", "[II"];
        names.extend(keywords.map(str::to_owned));
        names.extend(
            ["", ".", "..", "java..lang.String", ".java.lang.String", "java.lang.String.", "[L;"].map(str::to_owned),
        );
        names.extend([255, 256].map(|dimensions| "[".repeat(dimensions) + "J"));
        names.extend([255, 256].map(|dimensions| "[".repeat(dimensions) + "Ljava.lang.String;"));
        // A class of a module that class-path applications do not see.
        names.extend(["sun.jvm.hotspot.HSDB", "jdk.incubator.vector.Vector"].map(str::to_owned));
        let text = |result: Result<TypeId, NotLoaded>| match result {
            Ok(ty) => lookup::name(&judge.program, ty),
            Err(NotLoaded::NotFound) => "!not found".to_owned(),
            Err(NotLoaded::Linkage(_)) => "!linkage".to_owned(),
        };
        let mut found = 0;
        for (name, answer) in names.iter().zip(judge.ask("names", &names, &[])) {
            let (for_name, load_class) =
                (lookup::for_name(&judge.program, name), lookup::load_class(&judge.program, name));
            found += usize::from(for_name.is_ok());
            assert_eq!(format!("{}\t{}", text(for_name), text(load_class)), answer, "{name:?} on JDK {feature}");
        }
        println!("JDK {feature}: {} names compared, {found} found", names.len());
        assert!(found > 300);
    }
}

/// `getMethod` and `getField` on classes of which a part is missing: they throw unless they find the member before.
#[test]
fn members_of_classes_with_missing_parts() {
    let Some(judge) = Judge::new(17, &LIBRARIES) else { return };
    let program = &judge.program;
    let mut pairs = BTreeSet::new();
    for class in judge.sample(1) {
        let Ok(ty) = lookup::for_name(program, &class) else { continue };
        let fails = lookup::public_methods_failure(program, ty).or_else(|| lookup::public_fields_failure(program, ty));
        if fails.is_none() || pairs.len() > 4_000 {
            continue;
        }
        let methods = lookup::public_methods(program, ty).iter().map(|&id| program.str(program.method(id).name));
        let fields = lookup::public_fields(program, ty);
        let names = methods.chain(fields.iter().map(|&id| program.str(program.field(id).name))).chain(["noSuch"]);
        pairs.extend(names.map(|name| format!("{class} {name}")));
    }
    let pairs: Vec<String> = pairs.into_iter().collect();
    let mut found = [0; 3];
    for (pair, answer) in pairs.iter().zip(judge.ask("members", &pairs, &[])) {
        let (class, name) = pair.split_once(' ').unwrap();
        let (ty, name) = (lookup::for_name(program, class).unwrap(), program.sym(name));
        let text = |failure: Option<Failure>, found: bool| match (failure, found) {
            (Some(_), _) => "!linkage",
            (None, true) => "true",
            (None, false) => "!none",
        };
        let method = lookup::get_method(program, ty, name, &[]).is_some();
        let method = text(lookup::get_method_failure(program, ty, name, Some(&[])), method);
        let field = lookup::get_field(program, ty, name).is_some();
        let field = text(lookup::get_field_failure(program, ty, name), field);
        assert_eq!(format!("{method}\t{field}"), answer, "{pair}");
        for answer in [method, field] {
            found[["!linkage", "true", "!none"].iter().position(|known| *known == answer).unwrap()] += 1;
        }
    }
    println!("{} look-ups on classes with missing parts: {found:?}", pairs.len() * 2);
    assert!(found.iter().all(|&count| count > 20), "{found:?}");
}

/// What signatures say of classes and members; a type in one that is missing is none of the rule's business.
#[test]
fn generic_types() {
    for feature in [17, 25] {
        let Some(judge) = Judge::new(feature, &LIBRARIES) else { continue };
        let p = &judge.program;
        let names = judge.sample(16);
        let (mut compared, mut wrong) = (0, Vec::new());
        for (name, theirs) in names.iter().zip(judge.ask("generics", &names, &[])) {
            let Ok(ty) = lookup::for_name(p, name) else { continue };
            let ours = generics(p, ty);
            if !theirs.contains('!') {
                compared += 1;
                if ours != theirs {
                    wrong.push(format!("{name}\n  theirs {theirs}\n  ours   {ours}"));
                }
            }
        }
        println!("JDK {feature}: types of {compared} of {} classes compared", names.len());
        assert!(compared * 10 > names.len() * 8, "JDK {feature}: too few can be compared");
        assert!(wrong.is_empty(), "JDK {feature}: {} differ:\n{}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
    }
}

fn generics(p: &Program, ty: TypeId) -> String {
    let all = |types: Option<Vec<GenericType>>| types.map_or_else(|| "!".to_owned(), |types| shown_types(p, &types));
    let one = |ty: Option<GenericType>| ty.map_or_else(|| "!".to_owned(), |ty| shown_type(p, &ty));
    let superclass = match lookup::generic_superclass(p, ty) {
        Some(None) => "null".to_owned(),
        found => one(found.flatten()),
    };
    let mut members: Vec<String> = Vec::new();
    for &id in lookup::declared_fields(p, ty).iter() {
        let data = p.field(id);
        let owner = lookup::name(p, p.class_type(data.class));
        let generic = one(lookup::generic_field_type(p, id));
        members.push(format!("{owner}.{}:{}={generic}", p.str(data.name), lookup::name(p, data.ty)));
    }
    let methods = lookup::declared_methods(p, ty);
    for &id in methods.iter() {
        let types = all(lookup::generic_parameter_types(p, id));
        let result = one(lookup::generic_return_type(p, id));
        members.push(format!("{}={types}{result}", executable_or_null(p, Some(id))));
    }
    for &id in lookup::declared_constructors(p, ty).iter() {
        members.push(format!("{}={}", executable_or_null(p, Some(id)), all(lookup::generic_parameter_types(p, id))));
    }
    members.sort();
    format!("{superclass}|{}|{}", all(lookup::generic_interfaces(p, ty)), members.join(" "))
}

fn shown_types(p: &Program, types: &[GenericType]) -> String {
    types.iter().map(|ty| shown_type(p, ty) + ",").collect()
}

fn shown_type(p: &Program, ty: &GenericType) -> String {
    match ty {
        GenericType::Class(ty) => lookup::name(p, *ty),
        GenericType::Array(component) => shown_type(p, component) + "[]",
        GenericType::Variable(name) => format!("variable {}", p.str(*name)),
        GenericType::Wildcard { upper, lower } => {
            format!("? extends {} super {}", shown_types(p, upper), shown_types(p, lower))
        }
        GenericType::Parameterized { raw, arguments, owner } => {
            let owner = owner.as_ref().map(|owner| shown_type(p, owner) + ".").unwrap_or_default();
            format!("{owner}{}<{}>", lookup::name(p, *raw), shown_types(p, arguments))
        }
    }
}

/// Access with and without `setAccessible`, for classes near each other (same package, nest, heirs) and far.
#[test]
fn access() {
    for feature in [17, 25] {
        let Some(judge) = Judge::new(feature, &LIBRARIES) else { continue };
        let program = &judge.program;
        let classes: Vec<ClassId> = judge
            .sample(101)
            .iter()
            .filter_map(|name| program.class_of(lookup::for_name(program, name).ok()?))
            .filter(|&id| lookup::methods_failure(program, program.class_type(id), false).is_none())
            .collect();
        // Dump's flags open these two.
        let opened = |id: ClassId| ["java/lang/reflect", "jdk/internal/reflect"].contains(&program.package_of(id));
        let mut triples: Vec<(ClassId, ClassId, Option<ClassId>)> = Vec::new();
        for (at, &class) in classes.iter().enumerate() {
            let far = [classes[(at * 7_919 + 13) % classes.len()], classes[(at + 1) % classes.len()]];
            let near = program.supertypes(class).iter().take(6).copied();
            let nest =
                [lookup::nest_host(program, class)].into_iter().chain(lookup::nest_members(program, class)).take(4);
            for declaring in far.into_iter().chain(near).chain(nest) {
                for target in [None, Some(declaring), Some(class), Some(far[0])] {
                    triples.push((class, declaring, target));
                    triples.push((declaring, class, target));
                }
            }
        }
        triples.retain(|&(_, declaring, _)| !opened(declaring));
        triples.sort();
        triples.dedup();
        let name = |id: ClassId| program.class_name(id).replace('/', ".");
        let question: Vec<String> = triples
            .iter()
            .map(|&(caller, declaring, target)| {
                format!("{} {} {}", name(caller), name(declaring), target.map_or_else(|| "-".to_owned(), name))
            })
            .collect();
        let (mut granted, mut denied) = (0, 0);
        for ((&(caller, declaring, target), question), answer) in
            triples.iter().zip(&question).zip(judge.ask("access", &question, &[]))
        {
            let ty = program.class_type(declaring);
            if lookup::methods_failure(program, ty, false).is_some() {
                assert_eq!(answer, "!");
                continue;
            }
            let kinds: BTreeSet<u16> =
                lookup::declared_methods(program, ty).iter().map(|&id| program.method(id).access & 15).collect();
            let mut ours = String::new();
            for &kind in &kinds {
                let allowed = lookup::can_access(program, caller, declaring, kind, target);
                write!(ours, "{kind}{allowed} ").unwrap();
                if allowed { granted += 1 } else { denied += 1 }
            }
            for &kind in &kinds {
                let allowed = lookup::can_set_accessible(program, caller, declaring, kind, false);
                write!(ours, "{allowed} ").unwrap();
            }
            let asked = target.filter(|&target| program.is_subclass(target, declaring)).unwrap_or(declaring);
            for &kind in &kinds {
                let found = lookup::can_find(program, caller, asked, (declaring, kind), false);
                write!(ours, "{found} ").unwrap();
                if found { granted += 1 } else { denied += 1 }
            }
            let unread = answer.matches("unread").count();
            let read = ours.split_inclusive(' ').count() - unread;
            let shown: String = ours.split_inclusive(' ').take(read).collect();
            assert_eq!(shown + &"unread ".repeat(unread), answer, "{question} on JDK {feature}");
        }
        println!(
            "JDK {feature}: {} pairs of classes compared, {granted} accesses granted, {denied} denied",
            triples.len()
        );
        assert!(granted > 1_000 && denied > 1_000);
    }
}

/// FNV-1a, 64 bits, as Dump has it.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// One section of Dump's text: lines, each with every answer that would be right (the first one counts in hashes).
struct Section {
    lines: Vec<Vec<String>>,
}

impl Section {
    fn one(text: String) -> Self {
        Self { lines: vec![vec![text]] }
    }

    fn text(&self) -> String {
        self.lines.iter().map(|line| line[0].as_str()).collect::<Vec<_>>().join("\n")
    }
}

fn sections(program: &Program, name: &str) -> Vec<Section> {
    match lookup::for_name(program, name) {
        Ok(ty) => vec![
            Section::one(describe(program, ty)),
            Section::one(relations(program, ty)),
            Section::one(methods(program, ty)),
            single_methods(program, ty),
            fields(program, ty),
            constructors(program, ty),
        ],
        Err(NotLoaded::NotFound) => vec![Section::one("!not found".to_owned())],
        Err(NotLoaded::Linkage(_)) => vec![Section::one("!linkage".to_owned())],
    }
}

fn describe(p: &Program, ty: TypeId) -> String {
    let array = p.array_of(p.array_of(ty));
    let canonical = |ty| answer(lookup::canonical_name(p, ty).map(|name| name.unwrap_or_else(|| "null".to_owned())));
    format!(
        "{}|{}|{}|{}|{}|{}{}{}{}{}|{}{}{}|{}{}{}{}{}{}",
        answer(lookup::simple_name(p, ty)),
        canonical(ty),
        lookup::type_name(p, ty),
        lookup::package_name(p, ty),
        lookup::modifiers(p, ty),
        lookup::is_interface(p, ty),
        lookup::is_annotation(p, ty),
        lookup::is_enum(p, ty),
        lookup::is_record(p, ty),
        lookup::is_synthetic(p, ty),
        answer(lookup::is_member_class(p, ty)),
        answer(lookup::is_local_class(p, ty)),
        answer(lookup::is_anonymous_class(p, ty)),
        lookup::name(p, array),
        lookup::modifiers(p, array),
        answer(lookup::simple_name(p, array)),
        canonical(array),
        lookup::type_name(p, array),
        lookup::package_name(p, array),
    )
}

fn relations(p: &Program, ty: TypeId) -> String {
    let Type::Class(class) = p.ty(ty) else { panic!("a class") };
    let name = |ty: Option<TypeId>| ty.map_or_else(|| "null".to_owned(), |ty| lookup::name(p, ty));
    let own = |id: ClassId| p.class_type(id);
    let members = lookup::nest_members(p, class).into_iter().map(own).collect();
    let components = |list: Option<Vec<lookup::RecordComponent>>| match list {
        None => "null".to_owned(),
        Some(list) => list.iter().fold(String::new(), |text, component| {
            let ty = lookup::name(p, component.ty);
            format!("{text}{}:{ty}={},", p.str(component.name), executable_or_null(p, component.accessor))
        }),
    };
    [
        name(lookup::superclass(p, ty)),
        list(p, &lookup::interfaces(p, ty)),
        answer(lookup::declaring_class(p, ty).map(name)),
        answer(lookup::enclosing_class(p, ty).map(name)),
        answer(lookup::enclosing_method(p, ty).map(|method| executable_or_null(p, method))),
        answer(lookup::enclosing_constructor(p, ty).map(|method| executable_or_null(p, method))),
        lookup::name(p, own(lookup::nest_host(p, class))),
        sorted(p, members),
        lookup::permitted_subclasses(p, ty).map_or_else(|| "null".to_owned(), |classes| list(p, &classes)),
        answer(lookup::declared_classes(p, ty).map(|classes| sorted(p, classes))),
        answer(lookup::classes(p, ty).map(|classes| sorted(p, classes))),
        answer(lookup::record_components(p, ty).map(components)),
    ]
    .join("|")
}

fn methods(p: &Program, ty: TypeId) -> String {
    let public = lookup::public_methods_failure(p, ty)
        .map_or_else(|| sorted_executables(p, lookup::public_methods(p, ty)), |failure| answer::<String>(Err(failure)));
    let declared = lookup::methods_failure(p, ty, false).map_or_else(
        || sorted_executables(p, &lookup::declared_methods(p, ty)),
        |failure| answer::<String>(Err(failure)),
    );
    format!("{public}|{declared}")
}

fn single_methods(p: &Program, ty: TypeId) -> Section {
    let mut known = lookup::public_methods(p, ty).to_vec();
    let mut at = Some(ty);
    let mut looked_at = Vec::new();
    while let Some(class) = at {
        looked_at.push(class);
        at = lookup::superclass(p, class);
    }
    looked_at.extend(lookup::interfaces(p, ty));
    let failure = lookup::public_methods_failure(p, ty)
        .or_else(|| looked_at.iter().find_map(|&class| lookup::methods_failure(p, class, false)));
    if failure.is_some() {
        return Section::one("!".to_owned());
    }
    known.extend(looked_at.iter().flat_map(|&class| lookup::declared_methods(p, class)));
    let object = p.class_type(p.well_known().object);
    let string = p.class_type(p.well_known().string);
    let mut keys: BTreeSet<(&str, Vec<TypeId>)> = [("<init>", Vec::new()), ("<clinit>", Vec::new())].into();
    for id in known {
        let method = p.method(id);
        let mut params = p.method_desc(method.desc).params.clone();
        keys.insert((p.str(method.name), params.clone()));
        if let Some(first) = params.first_mut() {
            *first = if *first == object { string } else { object };
            keys.insert((p.str(method.name), params));
        }
    }
    let mut lines: Vec<Vec<String>> = Vec::new();
    for (name, params) in keys {
        let key = format!("{name}({})\t", list(p, &params));
        let name = p.sym(name);
        for (letter, choices, first) in [
            ('M', lookup::method_choices(p, ty, name, &params), lookup::get_method(p, ty, name, &params)),
            ('D', lookup::declared_method_choices(p, ty, name, &params), lookup::declared_method(p, ty, name, &params)),
        ] {
            assert_eq!(choices.first().copied(), first);
            let text = |method: MethodId| format!("{letter}{key}{}", executable(p, method));
            lines.push(if choices.is_empty() {
                vec![format!("{letter}{key}!none")]
            } else {
                choices.into_iter().map(text).collect()
            });
        }
    }
    // Java sorts by UTF-16 units, this by bytes: the same for names without surrogates.
    lines.sort_by(|a, b| a[0].split('\t').next().cmp(&b[0].split('\t').next()));
    lines.dedup();
    Section { lines }
}

fn fields(p: &Program, ty: TypeId) -> Section {
    let declared = || lookup::declared_fields(p, ty).iter().fold(String::new(), |text, &id| text + &field(p, id) + " ");
    let public = || {
        let mut texts: Vec<String> = lookup::public_fields(p, ty).iter().map(|&id| field(p, id)).collect();
        texts.sort();
        texts.join(" ")
    };
    let head = format!(
        "{}|{}",
        lookup::fields_failure(p, ty, false).map_or_else(declared, |failure| answer::<String>(Err(failure))),
        lookup::public_fields_failure(p, ty).map_or_else(public, |failure| answer::<String>(Err(failure))),
    );
    let mut names: BTreeSet<&str> = BTreeSet::new();
    let mut failure = lookup::public_fields_failure(p, ty);
    names.extend(lookup::public_fields(p, ty).iter().map(|&id| p.str(p.field(id).name)));
    let mut at = Some(ty);
    while let Some(class) = at {
        failure = failure.or_else(|| lookup::fields_failure(p, class, false));
        names.extend(lookup::declared_fields(p, class).iter().map(|&id| p.str(p.field(id).name)));
        at = lookup::superclass(p, class);
    }
    if failure.is_some() {
        return Section::one(head + "!");
    }
    let mut section = Section::one(head);
    let text = |id: Option<FieldId>| id.map_or_else(|| "!none".to_owned(), |id| field(p, id));
    for name in names {
        let sym = p.sym(name);
        let (get, declared) = (lookup::get_field(p, ty, sym), lookup::declared_field(p, ty, sym));
        section.lines.push(vec![format!("{name}\t{}\t{}", text(get), text(declared))]);
    }
    section
}

fn constructors(p: &Program, ty: TypeId) -> Section {
    let all = lookup::declared_constructors(p, ty);
    let head = format!(
        "{}|{}",
        lookup::constructors_failure(p, ty, true).map_or_else(
            || sorted_executables(p, &lookup::public_constructors(p, ty)),
            |failure| answer::<String>(Err(failure))
        ),
        lookup::constructors_failure(p, ty, false)
            .map_or_else(|| sorted_executables(p, &all), |failure| answer::<String>(Err(failure))),
    );
    if lookup::constructors_failure(p, ty, false).is_some() {
        return Section::one(head + "!");
    }
    let mut lines: Vec<String> = Vec::new();
    for &id in &all {
        let params = &p.method_desc(p.method(id).desc).params;
        let text = |id: Option<MethodId>| id.map_or_else(|| "!none".to_owned(), |id| executable(p, id));
        let (get, declared) = (lookup::get_constructor(p, ty, params), lookup::declared_constructor(p, ty, params));
        lines.push(format!("{}{}\t{}", list(p, params), text(get), text(declared)));
    }
    lines.sort();
    let mut section = Section::one(head);
    section.lines.extend(if lines.is_empty() {
        vec![vec![String::new()]]
    } else {
        lines.into_iter().map(|l| vec![l]).collect()
    });
    section
}

fn answer<T: ToString>(result: Result<T, Failure>) -> String {
    match result {
        Ok(value) => value.to_string(),
        Err(Failure::EnclosingMethod(_)) => "!internal".to_owned(),
        Err(Failure::TypeNotPresent(_)) => "!type not present".to_owned(),
        Err(Failure::Unloadable(_) | Failure::InnerClasses { .. }) => "!linkage".to_owned(),
    }
}

fn list(p: &Program, types: &[TypeId]) -> String {
    types.iter().fold(String::new(), |text, &ty| text + &lookup::name(p, ty) + ",")
}

fn sorted(p: &Program, types: Vec<TypeId>) -> String {
    let mut names: Vec<String> = types.iter().map(|&ty| lookup::name(p, ty)).collect();
    names.sort();
    names.iter().fold(String::new(), |text, name| text + name + ",")
}

fn executable(p: &Program, id: MethodId) -> String {
    let method = p.method(id);
    let signature = p.method_desc(method.desc);
    let class = lookup::name(p, p.class_type(method.class));
    format!("{class}.{}({}){}", p.str(method.name), list(p, &signature.params), lookup::name(p, signature.ret))
}

fn executable_or_null(p: &Program, id: Option<MethodId>) -> String {
    id.map_or_else(|| "null".to_owned(), |id| executable(p, id))
}

fn sorted_executables(p: &Program, ids: &[MethodId]) -> String {
    let mut texts: Vec<String> = ids.iter().map(|&id| executable(p, id)).collect();
    texts.sort();
    texts.join(" ")
}

fn field(p: &Program, id: FieldId) -> String {
    let field = p.field(id);
    format!("{}.{}:{}", lookup::name(p, p.class_type(field.class)), p.str(field.name), lookup::name(p, field.ty))
}
