//! The elements of arrays that calls are given: of one made for the call, and of one made elsewhere and filled only where it is
//! made. Must not know what the arrays are for.

use crate::base::{FxHashSet, PtsSet};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, Site};
use crate::ir::facts::{Facts, statement_at};
use crate::ir::{Op, Stmt, Var};
use crate::program::{MethodId, MethodRef, Program};
use crate::reflection::only_reads_arrays;

use super::values::{Asker, Value, Values};

/// What an array holds, position by position.
#[derive(Debug, Clone)]
pub(super) struct Elements {
    pub(super) all: Vec<Values>,
    /// It is made for the call, by the method that makes the call.
    pub(super) is_made_here: bool,
    /// Instructions of that method alone say what it holds.
    pub(super) literal: bool,
}

impl Asker<'_, '_> {
    /// The arrays that an argument of the call at an offset can be, if the elements of each are known. Null has none.
    pub(super) fn arrays(&self, method: MethodId, offset: u32, var: Var) -> Option<Vec<Elements>> {
        let body = self.body(method)?;
        if let Some(array) = Facts::of(body).args_array(var, statement_at(body, offset)?) {
            let all: Vec<Values> = array.slots.iter().map(|slot| self.values_of(method, slot)).collect();
            let literal = all.iter().all(|values| values.literal);
            return Some(vec![Elements { all, is_made_here: true, literal }]);
        }
        let values = self.values(method, var);
        let elements = |value: &Value| match *value {
            Value::Null => Some(Elements { all: Vec::new(), is_made_here: false, literal: false }),
            Value::Array(_, _, Some(made)) => self.made(made),
            _ => None,
        };
        values.all.iter().map(elements).collect::<Option<Vec<_>>>().filter(|arrays| !arrays.is_empty())
    }

    fn made(&self, (method, offset): (MethodId, u32)) -> Option<Elements> {
        let body = self.body(method)?;
        let Op::NewArray { dst, .. } = self.op_at(method, offset)? else { return None };
        if self.changed().contains(&(method, offset)) {
            return None;
        }
        let array = Facts::of(body).filled_array(*dst)?;
        let all = array.slots.iter().map(|slot| self.values_of(method, slot)).collect();
        Some(Elements { all, is_made_here: false, literal: false })
    }

    /// Arrays that are filled elsewhere than where they are made, or given to code of the JDK that may do so.
    fn changed(&self) -> &FxHashSet<(MethodId, u32)> {
        let view = self.view;
        let made = || {
            let mut objects = PtsSet::new();
            for (&method, instances) in self.all_instances() {
                let Some(body) = self.body(method) else { continue };
                let facts = Facts::of(body);
                let stmts = body.blocks.iter().flat_map(|block| &block.stmts);
                let vars: Vec<Var> = stmts.flat_map(|stmt| changing(view.program, &facts, stmt)).collect();
                let nodes = instances
                    .iter()
                    .flat_map(|&id| vars.iter().filter_map(move |&var| view.state.instance(id).var(var)));
                nodes.for_each(|node| objects.or(view.core.pts(node)));
            }
            let place = |obj: ObjId| match view.heap.kind(obj) {
                ObjKind::Alloc { site, .. } => match view.heap.site_data(site) {
                    Site::At(method, offset) => Some((method, offset)),
                    _ => None,
                },
                _ => None,
            };
            objects.iter().map(ObjId).filter_map(place).collect()
        };
        self.changed.get_or_init(made)
    }
}

/// The variables that a statement may change the elements of.
fn changing(program: &Program, facts: &Facts<'_>, stmt: &Stmt) -> Vec<Var> {
    match &stmt.op {
        Op::ArrayStore { array, .. } => {
            let made_here =
                matches!(facts.stmt(facts.behind_casts(*array)).map(|stmt| &stmt.op), Some(Op::NewArray { .. }));
            if made_here { Vec::new() } else { vec![*array] }
        }
        Op::Invoke { method, args, .. } if may_change(program, *method) => args.to_vec(),
        _ => Vec::new(),
    }
}

/// Whether a call runs code that is not looked at here, and may write to the arrays that it is given. Reflection reads them.
fn may_change(program: &Program, method: MethodRef) -> bool {
    let data = program.method_ref_data(method);
    let reads = only_reads_arrays(&program.binary_name(data.owner));
    let of_jdk = program.class_of(data.owner).is_none_or(|class| program.class(class).origin == Origin::Jdk);
    of_jdk && !reads && !program.method_desc(data.desc).params.is_empty()
}
