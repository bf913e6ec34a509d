//! Classes that only a guess brings: they fit what is known of a name, and nothing else in the program names them. That a call
//! fails for them says nothing of the class that the name is of. Must not know failures.

use super::super::rows::Row;
use super::super::tiers::Judge;
use super::super::view::View;
use crate::base::FxHashSet;
use crate::classpath::Origin;
use crate::heap::ObjKind;
use crate::ir::{ConstValue, Op};
use crate::program::TypeId;
use crate::reflection::{Effect, Kind, RSite, Role, SiteKey};
use crate::strings::named::{Named, of_outline};

/// The classes, by what gives them.
pub(super) struct Guessed(FxHashSet<TypeId>);

impl Guessed {
    pub(super) fn read(judge: &Judge<'_, '_>, rows: &[Row]) -> Self {
        let sources = || {
            let keys = rows.iter().filter_map(|row| row.key);
            keys.filter(|&key| View::api(key).kind == Kind::ClassSource).map(|key| &judge.sites[&key])
        };
        let guesses: Vec<(&RSite, FxHashSet<TypeId>)> = sources().map(|site| (site, guessed_at(judge, site))).collect();
        let mut guessed: FxHashSet<TypeId> = guesses.iter().flat_map(|(_, of_site)| of_site).copied().collect();
        if guessed.is_empty() {
            return Self(guessed);
        }
        for (site, guesses) in guesses {
            for &effect in &site.effects {
                if let Effect::Class(ty) = effect
                    && !guesses.contains(&ty)
                {
                    guessed.remove(&ty);
                }
            }
        }
        let literals = literals(judge);
        guessed.retain(|ty| !literals.contains(ty));
        Self(guessed)
    }

    /// Whether one of them plays a part in a call, or a member of one.
    pub(super) fn reach(&self, judge: &Judge<'_, '_>, key: SiteKey) -> bool {
        let class_of = |kind| match kind {
            ObjKind::Class { ty } => Some(ty),
            ObjKind::Method { method } | ObjKind::Constructor { method } => {
                Some(judge.program.class_type(judge.program.method(method).class))
            }
            ObjKind::Field { field } => Some(judge.program.class_type(judge.program.field(field).class)),
            _ => None,
        };
        let is_guess = |(_, kind)| class_of(kind).is_some_and(|ty| self.0.contains(&ty));
        !self.0.is_empty() && judge.sites[&key].roles.iter().any(|&(_, node)| judge.values(node).any(is_guess))
    }
}

/// The classes that a call gives because what is known of the name fits theirs. What it is given by name is no guess.
fn guessed_at(judge: &Judge<'_, '_>, site: &RSite) -> FxHashSet<TypeId> {
    let outlines = site.named.iter().filter(|(_, count)| count.is_some_and(|count| count > 0));
    let fitting: FxHashSet<String> = outlines
        .flat_map(|(&outline, _)| match of_outline(judge.program, outline) {
            Named::Classes(names) => names,
            Named::Any => Vec::new(),
        })
        .collect();
    if fitting.is_empty() {
        return FxHashSet::default();
    }
    let names = site.roles.iter().filter(|(role, _)| *role == Role::Name);
    let texts = names.flat_map(|&(_, node)| judge.values(node)).filter_map(|(_, kind)| match kind {
        ObjKind::Str { text } => Some(judge.program.str(text)),
        _ => None,
    });
    let exact: FxHashSet<&str> = texts.collect();
    let is_guess = |ty: &TypeId| {
        let name = judge.program.binary_name(*ty);
        fitting.contains(&name) && !exact.contains(name.as_str())
    };
    let given = site.effects.iter().filter_map(|&effect| match effect {
        Effect::Class(ty) => Some(ty),
        _ => None,
    });
    given.filter(is_guess).collect()
}

/// The classes that literals in code outside the JDK name.
fn literals(judge: &Judge<'_, '_>) -> FxHashSet<TypeId> {
    let mut found = FxHashSet::default();
    for (_, instance) in judge.state.instances() {
        let Some(code) = instance.code.as_ref().filter(|_| judge.program.origin_of(instance.method) != Origin::Jdk)
        else {
            continue;
        };
        for stmt in code.body.blocks.iter().flat_map(|block| &block.stmts) {
            if let Op::Const { value: ConstValue::Class(ty), .. } = stmt.op {
                found.insert(ty);
            }
        }
    }
    found
}
