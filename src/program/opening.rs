//! Scope on demand in rounds: which closed classes of libraries are opened for what open calls ask, when the JDK is, and which
//! open ones closed code can still reach. Must not know what is asked, or why.

use super::{ClassId, Mentions, Program, Scope};
use crate::base::{FxHashMap, FxHashSet, FxIndexSet};
use crate::classpath::{ClassPath, Origin};

/// Libraries of at most so many classes are opened as a whole once something is asked for, and from the start if the
/// application is larger than they are, or where all of the JDK is looked at, next to which they are little: a round costs more than
/// what it saves (measured on beanutils, jackson, log4j and logback: 2 to 8 rounds of what one costs with all open).
const SMALL: usize = 1_000;
/// Most classes that are opened one by one.
const CLASSES: usize = 2_000;
/// So often classes are opened one by one, then with their packages: who needs more of a library needs more of the package, and
/// class by class each costs a round.
const CLASS_BY_CLASS: usize = 1;
/// Most closed classes that are opened because they may have set a field.
const WRITERS: usize = 16;

/// Inner parts of the JDK are closed at first for an application of at most so many classes: a larger one costs more than the
/// JDK does, and will ask for it (measured on snakeyaml, log4j, xalan and jackson: one round in vain).
const SMALL_APPLICATION: usize = 100;

/// What was opened so far.
pub struct Opening {
    small: usize,
    closes_jdk: bool,
    open: FxIndexSet<ClassId>,
    mentions: Option<Mentions>,
    /// How often something was asked for.
    rounds: usize,
    /// The classes of libraries by package, once that is asked.
    packages: Option<FxHashMap<String, Vec<ClassId>>>,
}

impl Opening {
    /// Nothing is open. `small`: libraries of at most so many classes are opened as a whole, where that is told, and with 0 no
    /// class but those that are asked for; `closes_jdk`:
    /// whether inner parts of the JDK are closed at first, which otherwise the size of the application says.
    pub fn new(program: &Program, small: Option<usize>, closes_jdk: Option<bool>) -> Self {
        let closes_jdk = closes_jdk.unwrap_or_else(|| count(program, Origin::Application) <= SMALL_APPLICATION);
        Self {
            small: small.unwrap_or(SMALL),
            closes_jdk,
            open: FxIndexSet::default(),
            mentions: None,
            rounds: 0,
            packages: None,
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
            return Scope::on_demand(all(program, program.class_path()), FxHashSet::default(), self.closes_jdk);
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
        let with_packages = self.small > 0 && self.rounds > CLASS_BY_CLASS;
        for class in classes {
            // Its parts need each other: one by one they would take a round each.
            self.closes_jdk &= program.class(class).origin != Origin::Jdk;
            self.open_with_nest(program, class);
            if with_packages && program.class(class).origin == Origin::Library {
                self.open_package(program, class);
            }
        }
        for class in written {
            let mentions = self.mentions.get_or_insert_with(|| Mentions::read(program));
            let writers: Vec<ClassId> =
                mentions.of(class).iter().copied().filter(|writer| !self.open.contains(writer)).collect();
            if writers.len() <= WRITERS {
                writers.into_iter().for_each(|writer| self.open_with_nest(program, writer));
            }
        }
        if (self.open.len(), self.closes_jdk) == before {
            return None;
        }
        let every = all(program, program.class_path());
        if every.len() <= self.small {
            self.open = every;
            return Some(Scope::on_demand(self.open.clone(), FxHashSet::default(), self.closes_jdk));
        }
        Some(self.scope(program))
    }

    fn scope(&mut self, program: &Program) -> Scope {
        let mentions = self.mentions.get_or_insert_with(|| Mentions::read(program));
        let mut exposed: FxHashSet<ClassId> = FxHashSet::default();
        let mut todo: Vec<ClassId> = Vec::new();
        let open = &self.open;
        for &class in open {
            if mentions.of(class).iter().any(|by| !open.contains(by)) && exposed.insert(class) {
                todo.push(class);
            }
        }
        // What an exposed class does, closed code can make it do.
        while let Some(by) = todo.pop() {
            for &class in open.iter().filter(|&&class| mentions.of(class).contains(&by)) {
                if exposed.insert(class) {
                    todo.push(class);
                }
            }
        }
        Scope::on_demand(self.open.clone(), exposed, self.closes_jdk)
    }

    fn open_package(&mut self, program: &Program, class: ClassId) {
        let packages = self.packages.get_or_insert_with(|| {
            let mut packages: FxHashMap<String, Vec<ClassId>> = FxHashMap::default();
            for class in all(program, program.class_path()) {
                packages.entry(package(program.class_name(class)).to_owned()).or_default().push(class);
            }
            packages
        });
        let classes = packages.get(package(program.class_name(class)));
        let room = CLASSES.saturating_sub(self.open.len());
        self.open.extend(classes.into_iter().flatten().take(room));
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

/// The package of a class by its internal name.
fn package(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(package, _)| package)
}

fn count(program: &Program, origin: Origin) -> usize {
    let class_path = program.class_path();
    class_path.classes().filter(|&class| class_path.origin(class) == origin).count()
}

/// All classes of libraries.
fn all(program: &Program, class_path: &ClassPath) -> FxIndexSet<ClassId> {
    let libraries = class_path.classes().filter(|&class| class_path.origin(class) == Origin::Library);
    libraries.filter_map(|class| program.find_class(class_path.name(class))).collect()
}
