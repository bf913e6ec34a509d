//! What is remembered from one question to the next changes no answer: each is what a question finds that is asked alone. Must not
//! know what is remembered.

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::defensive::{Bound, Claims};
use reflection_check::ir::{self, Op, Var};
use reflection_check::program::{MethodId, Program};

use super::cases;
use crate::support::jdk::jdk17;

/// Classes whose methods call each other in circles, alone and by those of other classes.
const CLASSES: [&str; 7] = [
    "p/Cases",
    "java/util/regex/Pattern",
    "java/util/Formatter",
    "java/util/ResourceBundle",
    "java/text/MessageFormat",
    "java/util/concurrent/ConcurrentHashMap",
    "sun/security/jca/ProviderList",
];

type Question = (MethodId, u32, Vec<Var>);

fn questions(program: &Program) -> Vec<Question> {
    let mut found = Vec::new();
    for name in CLASSES {
        let class = program.find_class(name).unwrap();
        for &method in program.class(class).methods.iter().filter(|&&method| program.method(method).has_code) {
            let body = ir::lower(program, method);
            for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
                if let Op::Invoke { args, .. } = &stmt.op {
                    found.push((method, stmt.offset, args.to_vec()));
                }
            }
        }
    }
    // Neighbours ask much the same.
    found.into_iter().step_by(7).collect()
}

#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let place = tempfile::tempdir().unwrap();
    let classes = cases::compile(place.path());
    let input = ClassPathInput { classes: vec![classes], jdk_home: jdk17(), ..ClassPathInput::default() };
    on_deep_stack(|| {
        let program = Program::new(ClassPath::open(&input).unwrap().0);
        let claims = || Claims::new(&program, Default::default());
        let ask = |claims: &Claims<'_>, (method, offset, vars): &Question| claims.at(*method, *offset, vars);
        let questions = questions(&program);
        let (first, last) = (claims(), claims());
        let backwards: Vec<Vec<Bound>> = questions.iter().rev().map(|question| ask(&last, question)).collect();
        let mut told = 0;
        for (question, backwards) in questions.iter().zip(backwards.into_iter().rev()) {
            let (forwards, alone) = (ask(&first, question), ask(&claims(), question));
            for ((alone, forwards), backwards) in alone.iter().zip(&forwards).zip(&backwards) {
                // A question that is asked alone may come to the end of its budget where another one finds something done.
                if *alone != Bound::Any {
                    told += 1;
                    assert_eq!((forwards, backwards), (alone, alone), "{question:?}");
                }
            }
        }
        assert!(told > questions.len() / 4, "{told} claims of {} questions", questions.len());
    })
    .unwrap();
}
