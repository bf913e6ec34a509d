//! Objects and classes that nobody knows and that the program tests: where the test fails it may go on without them, and then no
//! cast says which they are (Solar, Li, Tan, Xue, SAS 2015, assumption A4: an object reaches a cast on every path). Must not know
//! sites' tiers.

use crate::base::{FxHashMap, FxHashSet, Mask};
use crate::classfile::Cond;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, SiteId};
use crate::ir::{BlockId, Body, Op, Stmt, Terminator, Var};
use crate::pointsto::Instance;
use crate::program::{MethodId, MethodRef};
use crate::reflection::{ApiTable, Gives, Kind, Row};

use super::instance_tests::{Asked, asked, outcomes};
use super::view::View;

/// Places whose objects or classes of unknown class the program drops on some way.
pub(super) fn tested(view: &View<'_, '_>) -> FxHashSet<SiteId> {
    let mut lazy = Mask::default();
    for obj in (0..view.heap.len()).map(ObjId::new) {
        if matches!(view.heap.kind(obj), ObjKind::UnknownInstance { lazy: true, .. }) {
            lazy.insert(obj.0);
        }
    }
    let mut given: FxHashMap<MethodId, FxHashMap<u32, SiteId>> = FxHashMap::default();
    for (key, site) in view.sites {
        let is_source = View::api(*key).kind == Kind::ClassSource;
        if site.written && (is_source || site.lazy.as_ref().is_some_and(|lazy| lazy.is_made)) {
            given.entry(site.method).or_default().insert(site.offset, key.site);
        }
    }
    let mut found = FxHashSet::default();
    for (_, instance) in view.state.instances() {
        let Some(code) = instance.code.as_ref() else { continue };
        if view.program.origin_of(instance.method) == Origin::Jdk {
            continue;
        }
        let given = given.get(&instance.method);
        Tests { view, lazy: &lazy, instance, body: &code.body, given }.add_to(&mut found);
    }
    found
}

/// One method instance.
struct Tests<'t, 'v, 'a> {
    view: &'t View<'v, 'a>,
    lazy: &'t Mask,
    instance: &'t Instance,
    body: &'t Body,
    /// By the offset of the call that gives it: the place of an object or class of the method's own.
    given: Option<&'t FxHashMap<u32, SiteId>>,
}

impl Tests<'_, '_, '_> {
    fn add_to(&self, found: &mut FxHashSet<SiteId>) {
        for (id, block) in self.body.blocks.iter_enumerated() {
            for (nth, stmt) in block.stmts.iter().enumerate() {
                let place = self.given.and_then(|given| given.get(&stmt.offset));
                if let (Some(&place), Some(var)) = (place, stmt.op.dst())
                    && self.is_dropped(id, nth + 1, var)
                {
                    found.insert(place);
                }
                let (var, starts) = match &stmt.op {
                    Op::Cast { src, .. } => (*src, self.handlers(id)),
                    // Whatever it is given, it is asked whether that is one of its own (`Object.equals`).
                    _ if self.is_equals() => continue,
                    op => match asked(self.view.program, op) {
                        Some(Asked { object, answer, .. }) => (object, self.if_not(id, answer)),
                        None => continue,
                    },
                };
                if starts.is_empty() {
                    continue;
                }
                let node = self.instance.var(var);
                let objects = node.into_iter().flat_map(|node| self.view.core.pts(node).iter_masked(self.lazy));
                let places = objects.filter_map(|obj| self.view.heap.kind(ObjId(obj)).origin());
                let places: Vec<SiteId> = places.chain(self.place_of(var)).collect();
                if !places.is_empty() && starts.iter().any(|&start| self.is_dropped(start, 0, var)) {
                    found.extend(places);
                }
            }
        }
    }

    /// Where the variable gets an object or class of unknown class by a call of the method itself.
    fn place_of(&self, var: Var) -> Option<SiteId> {
        let stmts = || self.body.blocks.iter().flat_map(|block| &block.stmts);
        self.given?.iter().find_map(|(&offset, &place)| {
            stmts().any(|stmt| stmt.offset == offset && stmt.op.dst() == Some(var)).then_some(place)
        })
    }

    fn is_equals(&self) -> bool {
        let program = self.view.program;
        let name = program.method(self.instance.method).name;
        let of_object = &program.class(program.well_known().object).methods;
        let mut of_name = of_object.iter().filter(|&&method| program.method(method).name == name);
        of_name
            .any(|&method| ApiTable::get().known(program, method).is_some_and(|row| row.gives == Some(Gives::IsSame)))
    }

    fn is_of_class(&self, method: MethodRef) -> bool {
        self.view.program.method_ref_data(method).owner == self.view.heap.types().class
    }

    fn known(&self, method: MethodRef) -> Option<&'static Row> {
        let program = self.view.program;
        ApiTable::get().known(program, program.resolve_method(method)?)
    }

    fn gives(&self, method: MethodRef) -> Option<Gives> {
        self.known(method)?.gives
    }

    /// Whether what is asked of a class is another, or the same with a bound.
    fn gives_class(&self, method: MethodRef) -> bool {
        let program = self.view.program;
        let ty = program.method_desc(program.method_ref_data(method).desc).ret;
        let class = self.view.heap.types().class;
        ty == class || ty == program.array_of(class)
    }

    /// Where the program goes if the answer is no; nowhere if it is not what the block ends with.
    fn if_not(&self, block: BlockId, answer: Var) -> Vec<BlockId> {
        let outcomes = outcomes(&self.body.blocks[block].terminator, answer);
        outcomes.map(|(_, no)| no).into_iter().collect()
    }

    /// The handlers around a block that name the failure of a cast.
    fn handlers(&self, block: BlockId) -> Vec<BlockId> {
        let Some(failure) = self.view.program.find_class("java/lang/ClassCastException") else { return Vec::new() };
        let failure = self.view.program.class_type(failure);
        let names = |handler: &&BlockId| {
            let handler = self.body.blocks[**handler].handler.as_ref();
            handler.is_some_and(|handler| handler.types.contains(&failure))
        };
        self.body.blocks[block].covered_by.iter().filter(names).copied().collect()
    }

    /// Whether some way from a statement returns, or comes to where the variable gets another value, and does nothing with it
    /// but test it.
    fn is_dropped(&self, start: BlockId, after: usize, var: Var) -> bool {
        let mut seen = vec![false; self.body.blocks.len()];
        let mut todo = vec![(start, after)];
        while let Some((id, after)) = todo.pop() {
            let block = &self.body.blocks[id];
            let from_above = after == 0;
            if from_above && std::mem::replace(&mut seen[id.index()], true) {
                continue;
            }
            if from_above && block.phis.iter().any(|phi| phi.args.contains(&var)) {
                continue;
            }
            let mut is_used = false;
            for stmt in &block.stmts[after..] {
                if stmt.op.dst() == Some(var) {
                    return true;
                }
                is_used |= self.uses(stmt, var);
            }
            if is_used {
                continue;
            }
            match &block.terminator {
                Terminator::Return { value, .. } if *value != Some(var) => return true,
                Terminator::If { cond: Cond::Null, args, otherwise, .. } if args[..] == [var] => {
                    todo.push((*otherwise, 0));
                }
                Terminator::If { cond: Cond::NonNull, args, then, .. } if args[..] == [var] => todo.push((*then, 0)),
                Terminator::Throw { .. } | Terminator::Return { .. } | Terminator::Unreachable => {}
                other => other.for_each_target(|target| todo.push((target, 0))),
            }
        }
        false
    }

    /// Whether a statement does something with the variable: what is asked of it alone, or of a class, is not that.
    fn uses(&self, stmt: &Stmt, var: Var) -> bool {
        let mut uses = false;
        stmt.op.for_each_use(|used| uses |= used == var);
        if !uses || asked(self.view.program, &stmt.op).is_some_and(|asked| asked.object == var) {
            return false;
        }
        match &stmt.op {
            Op::Invoke { method, args, .. } if self.is_of_class(*method) => {
                let is_asked = args.first() == Some(&var) || self.gives(*method) == Some(Gives::IsSubtype);
                !is_asked || self.gives_class(*method) || self.view.site_at(self.instance.method, stmt.offset).is_some()
            }
            // Its class is asked for, as for a message.
            Op::Invoke { method, .. } => self.gives(*method) != Some(Gives::ClassOfObject),
            _ => true,
        }
    }
}
