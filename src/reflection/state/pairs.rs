//! Classes and names that meet at one look-up, paired through an index of member names: where thousands of both meet, only
//! the pairs with a member behind them are visited. Must not know what is done with a pair.

use crate::base::{FxHashMap, FxIndexSet, Sym};
use crate::heap::MemberKind;
use crate::program::{Program, TypeId, lookup};

/// Most pairs without a member that a look-up remembers; a look-up that meets more is imprecise, and single misses say
/// nothing any more.
const MISSES: usize = 256;

/// What met at one look-up.
#[derive(Default)]
pub(in crate::reflection) struct Pairs {
    classes: FxIndexSet<TypeId>,
    names: FxIndexSet<Sym>,
    /// Name of a member -> the classes met that have it.
    with_member: FxHashMap<Sym, Vec<TypeId>>,
}

/// Pairs that are new.
#[derive(Default)]
pub(in crate::reflection) struct Fresh {
    pub(in crate::reflection) found: Vec<(TypeId, Sym)>,
    /// Pairs without a member, unless there are too many to matter.
    pub(in crate::reflection) missing: Vec<(TypeId, Sym)>,
    pub(in crate::reflection) too_many_missing: bool,
}

impl Pairs {
    /// Number of names met.
    pub(in crate::reflection) fn names(&self) -> usize {
        self.names.len()
    }

    /// Adds classes and names; pairs met before are not repeated.
    pub(in crate::reflection) fn meet(
        &mut self,
        program: &Program,
        kind: MemberKind,
        declared: bool,
        classes: impl Iterator<Item = TypeId>,
        names: impl Iterator<Item = Sym>,
    ) -> Fresh {
        let old_classes = self.classes.len();
        let old_names = self.names.len();
        self.classes.extend(classes);
        self.names.extend(names);
        let mut fresh = Fresh::default();
        for index in old_classes..self.classes.len() {
            let class = self.classes[index];
            for name in member_names(program, class, kind, declared) {
                self.with_member.entry(name).or_default().push(class);
                if self.names.get_index_of(&name).is_some_and(|at| at < old_names) {
                    fresh.found.push((class, name));
                }
            }
        }
        for name in &self.names[old_names..] {
            fresh.found.extend(self.with_member.get(name).into_iter().flatten().map(|&class| (class, *name)));
        }
        fresh.too_many_missing = self.classes.len() * self.names.len() > MISSES;
        if !fresh.too_many_missing {
            for (at, &class) in self.classes.iter().enumerate() {
                let from = if at < old_classes { old_names } else { 0 };
                for &name in &self.names[from..] {
                    if !self.with_member.get(&name).is_some_and(|with| with.contains(&class)) {
                        fresh.missing.push((class, name));
                    }
                }
            }
        }
        fresh
    }
}

/// The distinct names a look-up of this kind may find in the class.
pub(in crate::reflection) fn member_names(
    program: &Program,
    ty: TypeId,
    kind: MemberKind,
    declared: bool,
) -> FxIndexSet<Sym> {
    match (kind, declared) {
        (MemberKind::Constructor, _) => [program.sym("<init>")].into_iter().collect(),
        (MemberKind::Method, true) => {
            lookup::declared_methods(program, ty).iter().map(|&m| program.method(m).name).collect()
        }
        (MemberKind::Method, false) => {
            lookup::public_methods(program, ty).iter().map(|&m| program.method(m).name).collect()
        }
        (MemberKind::Field, true) => {
            lookup::declared_fields(program, ty).iter().map(|&f| program.field(f).name).collect()
        }
        (MemberKind::Field, false) => {
            lookup::public_fields(program, ty).iter().map(|&f| program.field(f).name).collect()
        }
    }
}
