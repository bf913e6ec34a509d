//! Scope on demand in rounds: which closed classes of libraries are opened for what open calls ask, when the JDK is, and which
//! open ones closed code can still reach. Must not know what is asked, or why.

use super::libraries::Libraries;
use super::{ClassId, Mentions, Program, Scope};
use crate::base::{FxHashMap, FxHashSet, FxIndexSet};
use crate::classpath::Origin;

/// Libraries of at most so many classes are opened as a whole once something is asked for, and from the start if the
/// application is larger than they are, or where all of the JDK is looked at, next to which they are little: a round costs more than
/// what it saves (measured on beanutils, jackson, log4j and logback: 2 to 8 rounds of what one costs with all open).
const SMALL: usize = 1_000;
/// Most classes that are opened one by one.
const CLASSES: usize = 2_000;
/// So often classes are opened one by one, then with their packages: who needs more of a library needs more of the package, and
/// class by class each costs a round.
const CLASS_BY_CLASS: usize = 1;
/// A jar of at most so many classes is opened as a whole, where that leaves no more open than the most: what stays closed of a jar
/// can do anything with what is open of it, so that half of one costs more than all of it, and answers less (measured on
/// seventeen idioms of Guava: 27 calls open in 17 s by packages, 12 in 2.5 s as a whole).
const JAR: usize = 2_500;
const CLASSES_OF_JARS: usize = 4_000;
/// In the first round that is so where so many of its classes are asked for; one or two are worth a look of their own.
const ASKED_OF_JAR: usize = 4;
/// Jars of at most so many classes are opened with what mentions them, for the same reason: Guava's futures extend a class of a jar
/// of two, and while that is closed they may be any.
const LITTLE_JAR: usize = 64;
/// Most closed classes that are opened because they may have set a field.
const WRITERS: usize = 16;

/// Inner parts of the JDK are closed at first for an application of at most so many classes: a larger one costs more than the
/// JDK does, and will ask for it (measured on snakeyaml, log4j, xalan and jackson: one round in vain).
const SMALL_APPLICATION: usize = 100;
/// They are opened with more classes of libraries than these (measured on a program over Guava: ten times the facts with the JDK
/// closed; on programs over jars of 400 classes the JDK is most of the cost, and nothing is gained).
const WITH_JDK: usize = 500;

/// What was opened so far.
pub struct Opening {
    small: usize,
    jar: usize,
    closes_jdk: bool,
    open: FxIndexSet<ClassId>,
    mentions: Option<Mentions>,
    /// How often something was asked for.
    rounds: usize,
    /// The classes of libraries, once that is asked.
    libraries: Option<Libraries>,
}

impl Opening {
    /// Nothing is open. `small`: libraries, and jars, of at most so many classes are opened as a whole, where that is told, and with
    /// 0 no class but those that are asked for; `closes_jdk`:
    /// whether inner parts of the JDK are closed at first, which otherwise the size of the application says.
    pub fn new(program: &Program, small: Option<usize>, closes_jdk: Option<bool>) -> Self {
        let closes_jdk = closes_jdk.unwrap_or_else(|| count(program, Origin::Application) <= SMALL_APPLICATION);
        Self {
            small: small.unwrap_or(SMALL),
            jar: small.unwrap_or(JAR),
            closes_jdk,
            open: FxIndexSet::default(),
            mentions: None,
            rounds: 0,
            libraries: None,
        }
    }

    /// What is looked at where nothing is asked at all.
    pub fn nothing(&self) -> Scope {
        Scope::on_demand(FxIndexSet::default(), FxHashSet::default(), self.closes_jdk)
    }

    /// What is looked at before anything is asked for: also of libraries the classes that were compiled against the application, which
    /// call its methods and store into its fields as its own do.
    pub fn first(&mut self, program: &Program) -> Scope {
        let own = count(program, Origin::Application);
        let most = if self.closes_jdk { own } else { own.max(self.small) };
        let opens_all = self.small > 0 && count(program, Origin::Library) <= most;
        if opens_all {
            self.open = self.libraries(program).classes().collect();
            return self.all_open();
        }
        Mentions::of_application(program).into_iter().for_each(|class| self.open_with_nest(program, class));
        match self.open.is_empty() {
            true => self.nothing(),
            false => self.scope(program),
        }
    }

    /// Opens what `classes` stand for: with each its nest and its superclasses, or the JDK as a whole; and of each of `written`
    /// the classes that mention it; with `jdk`, all of the JDK. `None` if nothing new is opened.
    pub fn open(
        &mut self,
        program: &Program,
        classes: impl IntoIterator<Item = ClassId>,
        written: impl IntoIterator<Item = ClassId>,
        jdk: bool,
    ) -> Option<Scope> {
        let before = (self.open.len(), self.closes_jdk);
        self.closes_jdk &= !jdk;
        self.rounds += 1;
        let class_by_class = self.small == 0 || self.rounds <= CLASS_BY_CLASS;
        let classes: Vec<ClassId> = classes.into_iter().collect();
        for &class in &classes {
            // Its parts need each other: one by one they would take a round each.
            self.closes_jdk &= program.class(class).origin != Origin::Jdk;
            self.open_with_nest(program, class);
        }
        if self.small > 0 {
            self.open_jars(program, &classes, if class_by_class { ASKED_OF_JAR } else { 1 });
        }
        if !class_by_class {
            self.open_packages(program, &classes);
        }
        for class in written {
            let mentions = self.mentions.get_or_insert_with(|| Mentions::read(program));
            let writers: Vec<ClassId> =
                mentions.of(class).iter().copied().filter(|writer| !self.open.contains(writer)).collect();
            if writers.len() <= WRITERS {
                writers.into_iter().for_each(|writer| self.open_with_nest(program, writer));
            }
        }
        if self.small > 0 {
            self.open_little_jars(program);
            self.closes_jdk &= self.open.len() <= WITH_JDK;
        }
        if (self.open.len(), self.closes_jdk) == before {
            return None;
        }
        let few = self.small;
        let libraries = self.libraries(program);
        if libraries.classes().len() <= few {
            self.open = libraries.classes().collect();
            return Some(self.all_open());
        }
        Some(self.scope(program))
    }

    /// Nothing of a library is closed.
    fn all_open(&self) -> Scope {
        Scope::on_demand(self.open.clone(), FxHashSet::default(), self.closes_jdk)
    }

    fn scope(&mut self, program: &Program) -> Scope {
        let mentions = self.mentions.get_or_insert_with(|| Mentions::read(program));
        let mut exposed: FxHashSet<ClassId> = FxHashSet::default();
        let mut todo: Vec<ClassId> = Vec::new();
        let mut mentioned: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
        for &class in &self.open {
            for &by in mentions.of(class) {
                match self.open.contains(&by) {
                    true => mentioned.entry(by).or_default().push(class),
                    false if exposed.insert(class) => todo.push(class),
                    false => {}
                }
            }
        }
        // What an exposed class does, closed code can make it do.
        while let Some(by) = todo.pop() {
            for class in mentioned.remove(&by).unwrap_or_default() {
                if exposed.insert(class) {
                    todo.push(class);
                }
            }
        }
        Scope::on_demand(self.open.clone(), exposed, self.closes_jdk)
    }

    /// Opens the jars in which at least so many of the classes lie.
    fn open_jars(&mut self, program: &Program, classes: &[ClassId], least: usize) {
        let libraries = self.libraries.get_or_insert_with(|| Libraries::read(program));
        for (jar, asked) in libraries.jars_of(classes) {
            let room = CLASSES_OF_JARS.saturating_sub(self.open.len());
            if asked >= least && jar.len() <= self.jar.min(room) {
                self.open.extend(jar.iter().copied());
            }
        }
    }

    /// Opens jars of a few classes that open ones mention, and what these mention.
    fn open_little_jars(&mut self, program: &Program) {
        let libraries = self.libraries.get_or_insert_with(|| Libraries::read(program));
        let mentions = self.mentions.get_or_insert_with(|| Mentions::read(program));
        let mut closed: Vec<&[ClassId]> =
            libraries.jars().filter(|jar| jar.len() <= LITTLE_JAR.min(self.jar)).collect();
        loop {
            let open = &self.open;
            let is_used =
                |class: &ClassId| open.contains(class) || mentions.of(*class).iter().any(|by| open.contains(by));
            let (used, rest): (Vec<_>, Vec<_>) = closed.into_iter().partition(|jar| jar.iter().any(is_used));
            if used.is_empty() {
                return;
            }
            self.open.extend(used.into_iter().flatten().copied());
            closed = rest;
        }
    }

    fn open_packages(&mut self, program: &Program, classes: &[ClassId]) {
        let libraries = self.libraries.get_or_insert_with(|| Libraries::read(program));
        for &class in classes {
            let room = CLASSES.saturating_sub(self.open.len());
            self.open.extend(libraries.package_of(program, class).iter().copied().take(room));
        }
    }

    fn libraries(&mut self, program: &Program) -> &Libraries {
        self.libraries.get_or_insert_with(|| Libraries::read(program))
    }

    fn open_with_nest(&mut self, program: &Program, class: ClassId) {
        let is_library = |&class: &ClassId| {
            let data = program.class(class);
            data.origin == Origin::Library && data.phantom.is_none()
        };
        for &class in program.superclasses(class).iter().filter(|class| is_library(class)) {
            if self.open.len() >= CLASSES {
                return;
            }
            self.open.insert(class);
            let host = program.class(class).nest_host.map_or(class, |host| program.class_id(host));
            let members = program.class(host).nest_members.iter().map(|&member| program.class_id(member));
            // Before Java 11 classes list only those inside them.
            let inner = program.class(host).inner_classes.iter().map(|row| program.class_id(row.inner));
            let prefix = format!("{}$", program.class_name(host));
            let inner = inner.filter(|&inner| program.class_name(inner).starts_with(&prefix));
            self.open.extend([host].into_iter().chain(members).chain(inner).filter(is_library));
        }
    }
}

fn count(program: &Program, origin: Origin) -> usize {
    let class_path = program.class_path();
    class_path.classes().filter(|&class| class_path.origin(class) == origin).count()
}
