//! The classes of libraries by the jar and the package they lie in. Must not know which are looked at, or why.

use super::{ClassId, Program};
use crate::base::{FxHashMap, FxIndexMap};
use crate::classpath::{ArtifactId, Origin};

/// The classes of libraries, in the order of the class path's names.
pub(super) struct Libraries {
    jar_of: FxIndexMap<ClassId, ArtifactId>,
    jars: FxIndexMap<ArtifactId, Vec<ClassId>>,
    packages: FxHashMap<String, Vec<ClassId>>,
}

impl Libraries {
    /// Looks at the names on the class path alone.
    pub(super) fn read(program: &Program) -> Self {
        let class_path = program.class_path();
        let mut read =
            Self { jar_of: FxIndexMap::default(), jars: FxIndexMap::default(), packages: FxHashMap::default() };
        for class in class_path.classes().filter(|&class| class_path.origin(class) == Origin::Library) {
            let Some(id) = program.find_class(class_path.name(class)) else { continue };
            let jar = class_path.artifact_of(class);
            read.jar_of.insert(id, jar);
            read.jars.entry(jar).or_default().push(id);
            read.packages.entry(program.package_of(id).to_owned()).or_default().push(id);
        }
        read
    }

    /// All of them.
    pub(super) fn classes(&self) -> impl ExactSizeIterator<Item = ClassId> + '_ {
        self.jar_of.keys().copied()
    }

    /// The classes of each jar or directory.
    pub(super) fn jars(&self) -> impl Iterator<Item = &[ClassId]> {
        self.jars.values().map(Vec::as_slice)
    }

    /// The classes in the package of a class, of whatever jar; none for a class of no library.
    pub(super) fn package_of(&self, program: &Program, class: ClassId) -> &[ClassId] {
        match self.jar_of.contains_key(&class) {
            true => self.packages.get(program.package_of(class)).map_or(&[], Vec::as_slice),
            false => &[],
        }
    }

    /// The jars in which some of the classes lie, with how many of them, in the order of the class path.
    pub(super) fn jars_of(&self, classes: &[ClassId]) -> Vec<(&[ClassId], usize)> {
        let mut asked: FxHashMap<ArtifactId, usize> = FxHashMap::default();
        for jar in classes.iter().filter_map(|class| self.jar_of.get(class)) {
            *asked.entry(*jar).or_default() += 1;
        }
        let mut found: Vec<_> = asked.into_iter().collect();
        found.sort_unstable();
        found.into_iter().map(|(jar, asked)| (self.jars[&jar].as_slice(), asked)).collect()
    }
}
