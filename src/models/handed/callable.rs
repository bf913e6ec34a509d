//! Which methods of an object run when code outside the program has it. Must not know what they are called with.

use std::rc::Rc;

use super::places::{By, Handed, OPEN};
use crate::base::FxIndexSet;
use crate::classpath::Origin;
use crate::ir::facts::Facts;
use crate::ir::{self, Op, Var};
use crate::pointsto::Cx;
use crate::program::{ClassId, MethodId, Program, access, lookup};

impl Handed {
    /// The methods an object of the class runs when code outside the program calls it by what it knows: those of the program
    /// that are selected for methods of supertypes that are not the program's; of who knows the program only what
    /// keeps a value matters here, as what runs by itself is entered anyway.
    pub(super) fn callable(&mut self, cx: &Cx<'_, '_>, class: ClassId, by: By) -> Rc<[MethodId]> {
        if let Some(known) = self.known.get(&(class, by)) {
            return known.clone();
        }
        let program = cx.program;
        let is_foreign = |class: ClassId| program.class(class).origin == Origin::Jdk || cx.is_hidden(class);
        let is_declared_outside = |class: ClassId| is_foreign(class) || program.class(class).origin == Origin::Library;
        // What is not here may declare anything that a class below it does.
        let is_known = |class: ClassId| is_declared_outside(class) || program.rests_on_supplied(class);
        let mut found: FxIndexSet<MethodId> = FxIndexSet::default();
        for &supertype in program.supertypes(class) {
            for &method in &program.class(supertype).methods {
                let data = program.method(method);
                // Frameworks find members by their annotations, private ones included.
                let is_marked = by.is_hidden() && program.is_marked(&data.annotations);
                let is_called = is_marked
                    || match by {
                        By::Hidden | By::Reading | By::Setting(_) | By::Looking(_) => is_known(supertype),
                        By::Printing => is_printed(program, method) && is_known(supertype) || cx.is_hidden(supertype),
                        By::Reflecting | By::Implementer => is_known(supertype) || is_setter(program, method),
                        By::Caller => {
                            is_known(supertype)
                                || data.access & OPEN != 0 && lookup::is_inherited_elsewhere(program, supertype)
                        }
                    };
                let is_private = data.access & access::PRIVATE != 0;
                let is_virtual = data.access & access::STATIC == 0 && !program.str(data.name).starts_with('<');
                if !is_called || !is_virtual || (is_private && !is_marked) {
                    continue;
                }
                let selected = if is_private { Some(method) } else { program.select(class, method) };
                let Some(selected) = selected.filter(|&selected| !is_foreign(program.method(selected).class)) else {
                    continue;
                };
                if by != By::Implementer || is_setter(program, method) || self.keeps(program, selected) {
                    found.insert(selected);
                }
            }
        }
        let found: Rc<[MethodId]> = found.into_iter().collect();
        self.known.insert((class, by), found.clone());
        found
    }

    /// Whether a public method stores what it is called with into a field or an array by itself, or one of its name that its
    /// compiler made it for (a bridge). Many classes inherit it, and its body is read for the first.
    fn keeps(&mut self, program: &Program, method: MethodId) -> bool {
        *self.keeping.entry(method).or_insert_with(|| {
            let data = program.method(method);
            program.methods_named(data.class, data.name).iter().any(|&method| stores(program, method))
        })
    }
}

/// Whether who has no more than an object at hand calls a method to print or compare it.
fn is_printed(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    let takes = &program.method_desc(data.desc).params;
    // Some of these are called by what collections and sequences inherit (`AbstractList.toString` calls `get`).
    const CALLED: [&str; 9] =
        ["charAt", "compare", "compareTo", "contains", "containsKey", "equals", "formatTo", "get", "subSequence"];
    takes.is_empty() || CALLED.contains(&program.str(data.name))
}

/// Whether a method sets a property of a bean (JavaBeans 1.01, section 8.3).
fn is_setter(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    data.access & (access::PUBLIC | access::STATIC) == access::PUBLIC
        && program.str(data.name).starts_with("set")
        && matches!(program.method_desc(data.desc).params[..], [ty] if program.is_reference(ty))
}

fn stores(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    if data.access & access::PUBLIC == 0 || !data.has_code || program.method_desc(data.desc).params.is_empty() {
        return false;
    }
    let body = ir::lower(program, method);
    let facts = Facts::of(&body);
    let given = |var: Var| facts.behind_casts(var).index() < body.params as usize;
    body.blocks.iter().flat_map(|block| &block.stmts).any(|stmt| match stmt.op {
        Op::PutField { value, .. } | Op::PutStatic { value, .. } | Op::ArrayStore { value, elem: None, .. } => {
            given(value)
        }
        _ => false,
    })
}
