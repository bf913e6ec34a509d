//! Every class of the installed JDKs is loaded.

use std::time::Instant;

use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::program::{ClassId, Program};

use crate::support::class_writer::ClassWriter;
use crate::support::jdk::jdk;

/// Every class of both JDKs loads, is no phantom, and what lies below it is found through the JDK.
#[test]
fn every_jdk_class_loads() {
    for feature in [17, 25] {
        let Some(home) = jdk(feature) else { continue };
        let place = tempfile::tempdir().unwrap();
        for (name, above) in [("A", "java/lang/Object"), ("B", "java/util/ArrayList"), ("C", "B")] {
            let class = ClassWriter::new(0x21, name, above, &[]).bytes(52);
            std::fs::write(place.path().join(format!("{name}.class")), class).unwrap();
        }
        let classes = vec![place.path().to_path_buf()];
        let input = ClassPathInput { classes, jdk_home: home, ..ClassPathInput::default() };
        let start = Instant::now();
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
        let below = |name: &str| {
            let class = program.find_class(name).unwrap();
            program.subtypes_outside_jdk(class).iter().map(|&id| program.class_name(id)).collect::<Vec<_>>()
        };
        let all = below("java/lang/Object");
        let t2 = start.elapsed();
        println!("JDK {feature}: {} classes, open {t0:?}, load {:?}, subtypes {:?}", names.len(), t1 - t0, t2 - t1);
        assert_eq!(program.diags(), []);
        assert!(names.len() > 20_000, "{}", names.len());
        assert_eq!(all, ["A", "B", "C"]);
        for name in ["java/util/Collection", "java/lang/Iterable", "java/util/AbstractList", "java/util/ArrayList"] {
            assert_eq!(below(name), ["B", "C"], "{name}");
        }
        assert_eq!(below("java/util/Map"), [""; 0]);
        assert_eq!(below("C"), ["C"]);
    }
}
