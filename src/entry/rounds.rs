//! The rounds: main methods and agents, what frameworks call, what is still unreached. Each starts when the solver has
//! nothing left to do. Must not know what entries bring along.

use std::cell::RefCell;
use std::rc::Rc;

use super::agents;
use super::methods::{application, is_main, is_of_compiler};
use super::outside::{Effect, Outside};
use super::stubs::{is_only_copied, only_sets};
use crate::base::{FxHashSet, FxIndexSet};
use crate::classpath::Origin;
use crate::config::EntryPoints;
use crate::pointsto::{Cx, Model};
use crate::program::{Class, ClassId, Method, MethodId, Program, access, lookup};
use crate::result::RoundKind;

/// What one round did.
#[derive(Debug, Clone)]
pub struct Round {
    pub kind: RoundKind,
    pub entries: u64,
    /// One of the class whose name is the first in order, so that the order of the class path does not show.
    pub first: Option<MethodId>,
    pub methods_reached: u64,
    pub application_methods_reached: u64,
}

/// Rounds that can be switched off, by the name of the switch.
pub const ROUNDS: &[(&str, RoundKind)] = &[
    ("entries-main", RoundKind::Main),
    ("entries-specification", RoundKind::Specification),
    ("entries-frameworks", RoundKind::Frameworks),
    ("entries-unreached", RoundKind::Unreached),
];

/// The rounds run so far, to be read when the solver has finished.
pub type Rounds = Rc<RefCell<Vec<Round>>>;

/// What each entry of the user's did, to be read when the solver has finished: by position among them; empty if their round was
/// not run.
pub type Effects = Rc<RefCell<Vec<Effect>>>;

/// What an entry lists.
#[derive(Debug, Default)]
pub struct Listed {
    pub methods: Vec<MethodId>,
    /// Classes that are instantiated outside the program.
    pub instances: Vec<ClassId>,
    /// Those that are made by their constructors without parameters alone.
    pub no_args: Vec<ClassId>,
}

impl Listed {
    fn creates(&self) -> bool {
        !self.instances.is_empty() || !self.no_args.is_empty()
    }
}

/// Makes the objects that entries list, those that are made without arguments first; what each entry did.
fn create(entries: &[Listed], cx: &mut Cx<'_, '_>, outside: &mut Outside) -> Vec<Effect> {
    let mut effects = vec![Effect::Nothing; entries.len()];
    for (listed, effect) in entries.iter().zip(&mut effects) {
        for &class in &listed.no_args {
            *effect = outside.create_without_arguments(cx, class).max(*effect);
        }
    }
    for (listed, effect) in entries.iter().zip(&mut effects) {
        for &class in &listed.instances {
            *effect = outside.create(cx, class).max(*effect);
        }
    }
    effects
}

/// Entry points as a model.
pub struct Entries {
    mode: EntryPoints,
    library: bool,
    /// Entries of the user's specs: methods of any class.
    specified: Vec<Listed>,
    /// Entries of the framework models.
    modelled: Vec<Listed>,
    application: Vec<ClassId>,
    /// Rounds that are switched off.
    off: Vec<RoundKind>,
    rounds: Rounds,
    effects: Effects,
    stage: u32,
    outside: Outside,
    reached: FxHashSet<MethodId>,
    application_reached: u64,
}

impl Entries {
    pub fn new(
        program: &Program,
        mode: EntryPoints,
        library: bool,
        specified: Vec<Listed>,
        modelled: Vec<Listed>,
    ) -> Self {
        let application = application(program);
        Self {
            mode,
            library,
            specified,
            modelled,
            application,
            off: Vec::new(),
            rounds: Rounds::default(),
            effects: Effects::default(),
            stage: 0,
            outside: Outside::new(library || mode == EntryPoints::Public),
            reached: FxHashSet::default(),
            application_reached: 0,
        }
    }

    /// Switches off rounds (ablation tests).
    pub fn without(mut self, rounds: &[RoundKind]) -> Self {
        self.off = rounds.to_vec();
        if self.off.contains(&RoundKind::Specification) {
            self.specified = Vec::new();
        }
        if self.off.contains(&RoundKind::Frameworks) {
            self.modelled = Vec::new();
        }
        self
    }

    pub fn rounds(&self) -> Rounds {
        self.rounds.clone()
    }

    pub fn effects(&self) -> Effects {
        self.effects.clone()
    }

    fn methods(&self, program: &Program, mut wanted: impl FnMut(&Class, &Method) -> bool) -> Vec<MethodId> {
        let mut found = Vec::new();
        for &class in &self.application {
            let data = program.class(class);
            for &method in &data.methods {
                let m = program.method(method);
                if m.has_code && wanted(data, m) && !is_of_compiler(program, data, m) {
                    found.push(method);
                }
            }
        }
        found
    }

    fn start(&mut self, cx: &mut Cx<'_, '_>, kind: RoundKind, methods: Vec<MethodId>) -> bool {
        if self.off.contains(&kind) {
            return false;
        }
        // What somebody lists, or code that is not looked at calls on objects that it makes, is called from outside also where the
        // program calls it itself.
        let listed: FxHashSet<MethodId> = match kind {
            RoundKind::Frameworks => {
                let listed = self.modelled.iter().flat_map(|listed| &listed.methods).copied();
                listed.chain(methods.iter().copied().filter(|&method| is_called_by_hidden(cx, method))).collect()
            }
            _ => FxHashSet::default(),
        };
        // Users of a library may call what it calls itself, too, or what is called on objects that were handed out to them, where they
        // can name the class or one below it.
        let program = cx.program;
        let is_open = |method: &MethodId| {
            let mut below = program.subtypes_outside_jdk(program.method(*method).class).iter();
            kind == RoundKind::Public && below.any(|&class| lookup::is_accessible(program, class))
        };
        let is_entered = |method: &MethodId| listed.contains(method) || !cx.is_reached(*method) || is_open(method);
        let is_run =
            |method: &MethodId| !is_only_copied(program, program.class(program.method(*method).class), *method);
        let methods: Vec<MethodId> = methods.into_iter().filter(is_entered).filter(is_run).collect();
        self.open_round(cx.program, kind, &methods);
        for &method in &methods {
            match kind == RoundKind::Unreached && only_sets(cx.program, method) {
                true => self.outside.enter_with_nothing(cx, method),
                false => self.outside.enter(cx, method, kind == RoundKind::Public),
            };
        }
        !methods.is_empty()
    }

    /// Initialises the classes of which nothing that could be entered is left, a constructor of their own at most: somebody may load
    /// them by their name.
    fn initialise_unreached(&self, cx: &mut Cx<'_, '_>) -> bool {
        if self.off.contains(&RoundKind::Unreached) {
            return false;
        }
        let program = cx.program;
        let initialiser = |&class: &ClassId| program.find_method(class, "<clinit>", "()V");
        let is_left = |class: &ClassId| initialiser(class).is_some_and(|method| !cx.is_reached(method));
        let left: Vec<ClassId> = self.application.iter().copied().filter(is_left).collect();
        left.iter().for_each(|&class| cx.initialise(class));
        !left.is_empty()
    }

    /// Enters what the user's specs list, and notes what each entry did.
    fn start_specified(&mut self, cx: &mut Cx<'_, '_>) {
        let mut effects = create(&self.specified, cx, &mut self.outside);
        let methods: Vec<MethodId> = self.specified.iter().flat_map(|listed| &listed.methods).copied().collect();
        self.open_round(cx.program, RoundKind::Specification, &methods);
        for (listed, effect) in self.specified.iter().zip(&mut effects) {
            for &method in &listed.methods {
                *effect = self.outside.enter(cx, method, false).max(*effect);
            }
        }
        *self.effects.borrow_mut() = effects;
    }

    fn open_round(&self, program: &Program, kind: RoundKind, methods: &[MethodId]) {
        let class = |&&method: &&MethodId| program.binary_name(program.class_type(program.method(method).class));
        let first = methods.iter().min_by_key(class).copied();
        self.rounds.borrow_mut().push(Round {
            kind,
            entries: methods.len() as u64,
            first,
            methods_reached: 0,
            application_methods_reached: 0,
        });
    }

    fn close_round(&mut self) {
        if let Some(round) = self.rounds.borrow_mut().last_mut() {
            round.methods_reached = self.reached.len() as u64;
            round.application_methods_reached = self.application_reached;
        }
    }

    fn next_round(&mut self, cx: &mut Cx<'_, '_>) -> bool {
        let program = cx.program;
        let stage = self.stage;
        self.stage += 1;
        let public = self.library || self.mode == EntryPoints::Public;
        match stage {
            0 if public => {
                let methods = self.methods(program, |_, m| m.access & (access::PUBLIC | access::PROTECTED) != 0);
                self.start(cx, RoundKind::Public, methods)
            }
            0 => {
                let mut methods = self.methods(program, |_, m| is_main(program, m));
                methods.extend(agents::methods(program, &self.application));
                self.start(cx, RoundKind::Main, methods)
            }
            1 => {
                let is_something = !self.specified.is_empty();
                if is_something {
                    self.start_specified(cx);
                }
                is_something
            }
            2 => {
                create(&self.modelled, cx, &mut self.outside);
                // Mode `main` trusts models alone.
                let annotated = match self.mode {
                    EntryPoints::Main => Vec::new(),
                    _ => self.methods(program, |c, m| is_called_by_framework(program, c, m)),
                };
                let modelled = self.modelled.iter().flat_map(|listed| &listed.methods).copied();
                let methods: FxIndexSet<MethodId> = annotated.into_iter().chain(modelled).collect();
                let methods = methods.into_iter().collect();
                self.start(cx, RoundKind::Frameworks, methods) || self.modelled.iter().any(Listed::creates)
            }
            3 if self.mode == EntryPoints::Auto => {
                let is_left =
                    |c: &Class, m: &Method| m.access & access::PRIVATE == 0 || is_of_serialization(program, c, m);
                let methods = self.methods(program, is_left);
                self.start(cx, RoundKind::Unreached, methods) | self.initialise_unreached(cx)
            }
            _ => false,
        }
    }
}

impl Model for Entries {
    fn name(&self) -> &'static str {
        "entries"
    }

    fn on_method(&mut self, cx: &mut Cx<'_, '_>, method: MethodId) {
        let data = cx.program.method(method);
        if self.reached.insert(method) && data.has_code && cx.program.class(data.class).origin == Origin::Application {
            self.application_reached += 1;
        }
    }

    /// A main method that starts a framework may use up the budget inside it: what the framework calls in the application is
    /// entered in time; the next time, what nothing has entered by then, and what a container puts into fields.
    fn on_pressure(&mut self, cx: &mut Cx<'_, '_>) {
        let stages = if self.stage < 3 { 3 } else { 4 };
        while self.stage < stages {
            self.close_round();
            self.next_round(cx);
        }
        if stages == 4 {
            self.outside.inject(cx);
        }
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        // The start-up of the JVM runs before the first round; nothing else waits.
        self.close_round();
        if self.stage > 2 {
            self.outside.inject(cx);
        }
        while self.stage < 4 {
            if self.next_round(cx) {
                return;
            }
            self.close_round();
        }
    }
}

/// A method that serialisation calls whatever its access, of a class that can be serialised (Java Object Serialization
/// Specification, 1.10, 1.11, 2.3, 3.4 and 3.7): code that nobody looks at may serialise any object that it gets.
fn is_of_serialization(program: &Program, class: &Class, method: &Method) -> bool {
    const CALLED: [(&str, &str); 5] = [
        ("readObject", "(Ljava/io/ObjectInputStream;)V"),
        ("readObjectNoData", "()V"),
        ("readResolve", "()Ljava/lang/Object;"),
        ("writeObject", "(Ljava/io/ObjectOutputStream;)V"),
        ("writeReplace", "()Ljava/lang/Object;"),
    ];
    let known = (program.str(method.name), program.str(program.method_desc(method.desc).text));
    let serializable = program.find_class("java/io/Serializable");
    CALLED.contains(&known) && serializable.is_some_and(|of| program.is_subclass(class.id, of))
}

/// Whether hidden code may call a method on an object that it makes of the class by its name: a library declares it, or an annotation
/// marks it to be called. Who reads an annotation of a library may be a container, which is on no class path.
fn is_called_by_hidden(cx: &Cx<'_, '_>, method: MethodId) -> bool {
    let (program, data) = (cx.program, cx.program.method(method));
    let class = program.class(data.class);
    let is_hidden = |class: ClassId| program.class(class).origin == Origin::Library && cx.is_hidden(class);
    let declares =
        |&above: &ClassId| above != class.id && is_hidden(above) && program.same_method(above, method).is_some();
    // Nobody else knows the name of a local or anonymous class (JVMS 4.7.7).
    let is_local = class.enclosing_method.is_some();
    !is_local
        && (program.is_marked_to_call(&data.annotations) && cx.scope().leaves_out(program)
            || program.is_marked_to_call_by_others(&data.annotations)
            || data.access & access::STATIC == 0 && program.supertypes(class.id).iter().any(declares))
}

/// A non-private member that carries an annotation from outside `java.lang`, or overrides a method of a library or the JDK:
/// somebody else may call it.
fn is_called_by_framework(program: &Program, class: &Class, method: &Method) -> bool {
    if method.access & access::PRIVATE != 0 {
        return false;
    }
    if program.is_marked(&method.annotations) {
        return true;
    }
    if method.access & access::STATIC != 0 || program.str(method.name) == "<init>" {
        return program.is_marked(&class.annotations) && program.str(method.name) == "<init>";
    }
    program.supertypes(class.id).iter().any(|&sup| {
        sup != class.id
            && program.class(sup).origin != Origin::Application
            && program
                .same_method(sup, method.id)
                .is_some_and(|other| program.method(other).access & (access::STATIC | access::PRIVATE) == 0)
    })
}
