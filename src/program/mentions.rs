//! Which classes of libraries mention which, by their constant pools: who mentions no class uses no member of it. Must not
//! know why it is asked.

use rayon::prelude::*;

use super::{ClassId, Program};
use crate::base::FxHashMap;
use crate::classpath::{ClassRef, Origin};

/// By which code says which class loader others ask (`Thread.setContextClassLoader`); outlines tell who mentions it.
pub const SETS_LOADER: &str = "setContextClassLoader";

/// The classes of libraries that mention a class.
pub struct Mentions {
    by: FxHashMap<ClassId, Vec<ClassId>>,
}

impl Mentions {
    /// Looks at the outlines of all library classes.
    pub fn read(program: &Program) -> Self {
        let (class_path, outlines) = (program.class_path(), program.outlines());
        let classes: Vec<ClassRef> =
            class_path.classes().filter(|&class| class_path.origin(class) == Origin::Library).collect();
        let mentioned: Vec<Vec<ClassRef>> = classes
            .par_iter()
            .map(|&class| {
                let names = outlines.of(class).into_iter().flat_map(|outline| outline.mentions());
                let found = names.filter_map(|name| class_path.find(name));
                found.filter(|&of| of != class && class_path.origin(of) == Origin::Library).collect()
            })
            .collect();
        let mut by: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
        let id = |class: ClassRef| program.find_class(class_path.name(class));
        for (class, mentioned) in classes.iter().zip(mentioned) {
            let Some(class) = id(*class) else { continue };
            for of in mentioned.into_iter().filter_map(id) {
                by.entry(of).or_default().push(class);
            }
        }
        Self { by }
    }

    /// The classes of libraries that mention classes of the application: plug-ins, and what else was compiled against it.
    pub fn of_application(program: &Program) -> Vec<ClassId> {
        let (class_path, outlines) = (program.class_path(), program.outlines());
        let of = |origin| class_path.classes().filter(move |&class| class_path.origin(class) == origin);
        // Most mentions are of other packages: what all names of the application begin with keeps them from being looked up.
        let start = common_start(of(Origin::Application).map(|class| class_path.name(class)));
        let is_own = |name: &str| {
            name.starts_with(start)
                && class_path.find(name).is_some_and(|of| class_path.origin(of) == Origin::Application)
        };
        let classes: Vec<ClassRef> = of(Origin::Library).collect();
        let found: Vec<ClassRef> = classes
            .into_par_iter()
            .filter(|&class| outlines.of(class).is_some_and(|outline| outline.mentions().any(is_own)))
            .collect();
        found.into_iter().filter_map(|class| program.find_class(class_path.name(class))).collect()
    }

    /// Who mentions a class.
    pub fn of(&self, class: ClassId) -> &[ClassId] {
        self.by.get(&class).map_or(&[], Vec::as_slice)
    }
}

/// What all texts begin with.
fn common_start<'t>(mut texts: impl Iterator<Item = &'t str>) -> &'t str {
    let Some(first) = texts.next() else { return "" };
    texts.fold(first, |start, text| {
        let same = start.bytes().zip(text.bytes()).take_while(|(one, other)| one == other).count();
        start.get(..same).unwrap_or("")
    })
}
