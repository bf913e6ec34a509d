//! Matching methods by signature. Owns the tables' form; must not know what a match means.

use std::hash::Hash;

use crate::base::{FxHashMap, Numbering};
use crate::pointsto::ClaimTag;
use crate::program::{MethodId, Program};

/// Methods of a class by their names, whatever their descriptors: for code that is looked at for what it mentions. Of [`ANY`]
/// class where an override or a class below may be named as well.
pub(super) type Named = (&'static str, &'static [&'static str]);

/// Any class, in a table of [`Named`].
pub(super) const ANY: &str = "*";

/// Whether a table has a row for a method that code mentions.
pub(super) fn names(table: &[Named], class: &str, name: &str) -> bool {
    table.iter().any(|&(of, names)| names.contains(&name) && (of == ANY || of == class))
}

/// Class (internal name), method name, descriptor (`*` for any) -> what the model does, as the tag of its claim.
pub struct Signatures<A> {
    table: FxHashMap<(&'static str, &'static str, &'static str), ClaimTag>,
    acts: Numbering<ClaimTag, A>,
}

impl<A: Copy + Eq + Hash> Signatures<A> {
    pub fn new(rows: &[(&'static str, &'static str, &'static str, A)]) -> Self {
        let mut acts = Numbering::default();
        let table = rows.iter().map(|&(class, name, desc, act)| ((class, name, desc), acts.number(act))).collect();
        Self { table, acts }
    }

    /// The tag of what the model does.
    pub fn tag(&mut self, act: A) -> ClaimTag {
        self.acts.number(act)
    }

    /// What the model does for a tag.
    pub fn act(&self, tag: ClaimTag) -> A {
        self.acts.key(tag)
    }

    /// The tag of the row that names `method`, as declared.
    pub fn find(&self, program: &Program, method: MethodId) -> Option<ClaimTag> {
        let data = program.method(method);
        let class = program.class_name(data.class);
        let name = program.str(data.name);
        let desc = program.str(program.method_desc(data.desc).text);
        // The keys outlive the look-up; the map only compares text.
        self.get(class, name, desc).or_else(|| self.get(class, name, "*"))
    }

    fn get(&self, class: &str, name: &str, desc: &str) -> Option<ClaimTag> {
        self.table.get(&(class, name, desc) as &(&str, &str, &str)).copied()
    }
}
