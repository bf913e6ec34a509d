//! Loading a whole JDK.

use super::*;

/// Every class of both JDKs loads, is no phantom, and the two ways to see its supertypes agree.
#[test]
fn every_jdk_class_loads() {
    for feature in [17, 25] {
        let Some(home) = testing::jdk(feature) else { continue };
        let dir = tempfile::tempdir().unwrap();
        testing::write(
            &dir.path().join("classes/A.class"),
            ClassWriter::new(0x21, "A", "java/lang/Object", &[]).bytes(52),
        );
        let mut input = testing::input(dir.path(), &["classes"], &[]);
        input.jdk_home = home;
        let start = std::time::Instant::now();
        let program = Program::new(ClassPath::open(&input).unwrap().0);
        let t0 = start.elapsed();
        let names: Vec<ClassId> = program
            .class_path()
            .classes()
            .map(|c| program.class_id(program.sym(program.class_path().name(c))))
            .collect();
        for &class in names.iter() {
            program.class(class);
        }
        let t1 = start.elapsed();
        program.subtypes(program.well_known().object);
        let t2 = start.elapsed();
        println!("JDK {feature}: {} classes, open {t0:?}, load {:?}, subtypes {:?}", names.len(), t1 - t0, t2 - t1);
        assert_eq!(program.diags(), []);
        assert!(names.len() > 20_000, "{}", names.len());
        let object = program.well_known().object;
        assert_eq!(program.subtypes(object).len(), names.len());
        let all: Vec<&str> = program.subtypes(object).iter().map(|&id| program.class_name(id)).collect();
        assert!(all.is_sorted());
        for name in ["java/util/Collection", "java/lang/Number", "java/lang/invoke/MethodHandle"] {
            let class = program.find_class(name).unwrap();
            let expected: Vec<ClassId> = {
                let mut found: Vec<ClassId> =
                    names.iter().copied().filter(|&id| program.is_subclass(id, class)).collect();
                found.sort_by_key(|&id| program.class_name(id));
                found
            };
            assert_eq!(program.subtypes(class), expected, "{name}");
        }
    }
}
