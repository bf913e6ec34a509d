//! Which methods of the application the JVM starts, and which only the compiler names. Must not know rounds.

use super::agents;
use crate::classpath::Origin;
use crate::program::{Class, ClassId, Method, Program, access};

/// The application's classes.
pub(super) fn application(program: &Program) -> Vec<ClassId> {
    let class_path = program.class_path();
    let classes = class_path.classes().filter(|&class| class_path.origin(class) == Origin::Application);
    classes.filter_map(|class| program.find_class(class_path.name(class))).collect()
}

/// Whether no class of the application has a main method or is an agent: others call it, if anybody does.
pub fn starts_nothing(program: &Program) -> bool {
    let application = application(program);
    let methods = application.iter().flat_map(|&class| &program.class(class).methods);
    !methods.map(|&method| program.method(method)).any(|method| is_main(program, method))
        && agents::methods(program, &application).is_empty()
}

/// Whether a round of its own enters some code of the application: methods that are not private, or of a library those that
/// its users can call.
pub fn enters_something(program: &Program, library: bool) -> bool {
    let is_entered = |method: &Method| match library {
        true => method.access & (access::PUBLIC | access::PROTECTED) != 0,
        false => method.access & access::PRIVATE == 0,
    };
    application(program).into_iter().map(|class| program.class(class)).any(|class| {
        let mut methods = class.methods.iter().map(|&method| program.method(method));
        methods.any(|method| method.has_code && is_entered(method) && !is_of_compiler(program, class, method))
    })
}

/// Static initialisers run by themselves; constructors that the compiler adds, those of anonymous classes (JLS 15.9.5.1) and what
/// it adds for the classes of one source alone (the look-up of class literals before Java 5, access to private members before
/// Java 11) have no name that code elsewhere could call.
pub(super) fn is_of_compiler(program: &Program, class: &Class, method: &Method) -> bool {
    const INSIDE: u16 = access::STATIC | access::SYNTHETIC;
    const OPEN: u16 = access::PUBLIC | access::PROTECTED;
    match program.str(method.name) {
        "<clinit>" => true,
        "<init>" => method.access & access::SYNTHETIC != 0 || is_anonymous(class),
        _ => method.access & (INSIDE | OPEN) == INSIDE,
    }
}

/// JVMS 4.7.6: an anonymous class has no name in its own row of the attribute `InnerClasses`.
fn is_anonymous(class: &Class) -> bool {
    class.inner_classes.iter().any(|row| row.inner == class.name && row.name.is_none())
}

/// JLS 12.1.4: `public static void main(String[])`; from Java 25 on (JEP 512) any `main` that is not private, without
/// parameters too.
pub fn is_main(program: &Program, method: &Method) -> bool {
    if program.str(method.name) != "main" {
        return false;
    }
    let desc = program.str(program.method_desc(method.desc).text);
    let classic = method.access & (access::PUBLIC | access::STATIC) == access::PUBLIC | access::STATIC;
    let relaxed = program.class_path().jdk().feature >= 25 && method.access & access::PRIVATE == 0;
    match desc {
        "([Ljava/lang/String;)V" => classic || relaxed,
        "()V" => relaxed,
        _ => false,
    }
}
