//! What each instruction does to what is known (ECOOP 2018, Figure 2; D1-D9, D17 and D21 of the rules there). Must not know calls.

use super::bound::{Bound, Item, Rests};
use super::frame::Frame;
use super::store::{Path, Root, Step, Store};
use super::{finals, initialisers, statics, told, whole};
use crate::ir::facts::statement_at;
use crate::ir::{BlockId, Op, Var};
use crate::program::{ClassId, FieldId, TypeId, access};

/// Most fields of a new object that are known to be null at first.
const FIELDS: usize = 48;

impl Frame<'_, '_> {
    /// One instruction; false if nothing runs after it.
    pub(super) fn statement(&mut self, at: (BlockId, u32), offset: u32, op: &Op, store: &mut Store) -> bool {
        let program = self.shared.program;
        match op {
            Op::Const { dst, value } => self.define(*dst, &statics::constant(value), store),
            Op::New { dst, class } => {
                if let Some(class) = program.class_of(*class) {
                    self.initialise(class, store);
                }
                let item = Item::Object { method: self.method, offset, ty: *class };
                self.define(*dst, &Bound::one(item), store);
                store.keep(*dst);
                self.set_null(*dst, *class, store);
            }
            Op::NewArray { dst, ty, lens } => {
                let item = Item::Object { method: self.method, offset, ty: *ty };
                self.define(*dst, &Bound::one(item), store);
                store.keep(*dst);
                if let ([_], crate::program::Type::Array(element)) = (&lens[..], program.ty(*ty))
                    && program.is_reference(element)
                {
                    store.put(Path::field(Root::Var(*dst), Step::Elements), Bound::one(Item::Null));
                }
            }
            Op::Cast { dst, src, .. } => {
                // Paths are those of what is cast.
                let bound = self.bounds[*src].clone();
                self.bind(*dst, &bound);
            }
            Op::GetField { dst, base, field } => {
                let Some(field) = whole::field(program, *field) else {
                    return self.unknown(*dst, store);
                };
                if self.is_null(*base) {
                    return false;
                }
                self.load(*dst, Root::Var(self.origin(*base)), Some(Step::Field(field)), store);
                self.touch(field, store);
            }
            Op::PutField { base, field, value } => {
                let Some(field) = whole::field(program, *field) else {
                    self.disturb(store);
                    return true;
                };
                if self.is_null(*base) {
                    return false;
                }
                self.touch(field, store);
                self.store_to(*base, Step::Field(field), *value, store);
            }
            Op::GetStatic { dst, field } => {
                let Some(field) = whole::field(program, *field) else {
                    return self.unknown(*dst, store);
                };
                self.initialise(program.field(field).class, store);
                let path = Path::root(Root::Static(field));
                if store.bound(&path).is_some() || !told::is_final(program, field) {
                    self.load(*dst, Root::Static(field), None, store);
                } else if self.is_needed(*dst) {
                    let bound = statics::value(self.shared, field);
                    self.define(*dst, &bound, store);
                } else {
                    self.define(*dst, &Bound::Any, store);
                }
                self.touch(field, store);
            }
            Op::PutStatic { field, value } => {
                let Some(field) = whole::field(program, *field) else {
                    self.disturb(store);
                    return true;
                };
                self.initialise(program.field(field).class, store);
                self.touch(field, store);
                let value = self.origin(*value);
                store.hand_out(value);
                store.forget(Root::Static(field));
                let root = Root::Static(field);
                store.put(Path::root(root), self.bounds[value].clone());
                store.rebase(Root::Var(value), &[], root, &[]);
                store.note_same(Path::root(root), value);
                self.effects.add_stored(Step::Field(field));
            }
            Op::ArrayLoad { dst, array, elem: None, .. } => {
                self.load(*dst, Root::Var(self.origin(*array)), Some(Step::Elements), store);
            }
            Op::ArrayStore { array, value, elem: None, .. } => self.store_to(*array, Step::Elements, *value, store),
            Op::Invoke { dst, kind, method, args } => {
                return self.invoke(at, (*dst, *kind, *method), args, store);
            }
            Op::InvokeDynamic { dst, bootstrap, name, descriptor, args } => {
                self.invoke_dynamic((*dst, offset), (*bootstrap, *name, *descriptor), args, store);
            }
            // Entering and leaving orders memory: what others wrote is seen (JLS 17.4.5).
            Op::Monitor { .. } => self.disturb(store),
            Op::Prim { dst, .. } | Op::ArrayLength { dst, .. } | Op::InstanceOf { dst, .. } => {
                self.define(*dst, &Bound::Any, store);
            }
            Op::ArrayLoad { dst, .. } => self.define(*dst, &Bound::Any, store),
            Op::ArrayStore { .. } => {}
        }
        true
    }

    /// A variable gets a new value, and nothing is known of what lies behind it.
    pub(super) fn define(&mut self, dst: Var, bound: &Bound, store: &mut Store) {
        store.forget(Root::Var(dst));
        self.bind(dst, bound);
    }

    fn unknown(&mut self, dst: Var, store: &mut Store) -> bool {
        self.disturb(store);
        self.define(dst, &Bound::Any, store);
        true
    }

    /// Whether a variable is null, whatever else holds.
    pub(super) fn is_null(&self, var: Var) -> bool {
        self.bounds[var] == Bound::one(Item::Null)
    }

    /// `dst = root.step`, or what the root itself holds.
    fn load(&mut self, dst: Var, root: Root, step: Option<Step>, store: &mut Store) {
        let path = step.map_or_else(|| Path::root(root), |step| Path::field(root, step));
        let mut bound = match (root, store.bound(&path)) {
            // No other thread writes it, either.
            (Root::Static(field), Some(bound)) if told::is_final(self.shared.program, field) => {
                bound.clone().resting(Rests::NO_UNSAFE_WRITES)
            }
            _ => store.get(&path),
        };
        // Elements of an array are many.
        let names_one = step != Some(Step::Elements);
        let same = store.same(&path).filter(|_| names_one);
        if let (Bound::Any, Some(same)) = (&bound, same) {
            bound = self.bounds[same].clone();
            if !store.is_own(&path) {
                bound = bound.resting(Rests::RACE_FREE);
            }
        }
        if let (Bound::Any, Some(Step::Field(field))) = (&bound, step)
            && self.is_needed(dst)
        {
            bound = finals::value(self.shared, field);
        }
        // A loop may load into the variable it loads from.
        let mut moved = store.moved(root, step.as_slice(), Root::Var(dst), &[]);
        let mut further = Vec::new();
        if let Some(same) = same.filter(|&same| same != dst) {
            moved.extend(store.moved(Root::Var(same), &[], Root::Var(dst), &[]));
            let behind = store.all_same().iter().filter(|(path, var)| path.root == Root::Var(same) && *var != dst);
            further.extend(behind.map(|(path, var)| (path.from(Root::Var(dst)), *var)));
        }
        self.define(dst, &bound, store);
        store.put_all(moved);
        further.into_iter().for_each(|(path, var)| store.note_same(path, var));
        if names_one && root != Root::Var(dst) {
            store.note_same(path, dst);
        }
    }

    /// `base.step = value`; of arrays any element may be meant.
    fn store_to(&mut self, base: Var, step: Step, value: Var, store: &mut Store) {
        let (base, value) = (self.origin(base), self.origin(value));
        // What is put into an object can be found there.
        store.hand_out(value);
        let new = self.bounds[value].clone();
        let own = Path::field(Root::Var(base), step);
        let is_kept = store.is_kept(base);
        store.retain_same(|path, is_own| {
            let is_other = is_kept || is_own;
            !path.steps().contains(&step) || (is_other && path.root != Root::Var(base))
        });
        if store.known().iter().any(|(path, _)| path.steps().contains(&step)) {
            let into = &self.bounds[base];
            let before = store.clone();
            store.retain(|path, _, bound| {
                let Some(position) = path.steps().iter().position(|&other| other == step) else { return true };
                let is_last = position + 1 == path.steps().len();
                if path.root == Root::Var(base) && position == 0 {
                    return is_last && step == Step::Elements && weaken(bound, &new);
                }
                // Nobody else knows an object that is kept, so that it is no other's.
                let other = match (position, path.root) {
                    (0, Root::Var(root)) if before.is_kept(root) => return true,
                    (0, Root::Var(root)) => Some(&self.bounds[root]),
                    (0, _) => None,
                    _ => before.bound(&path.up_to(position)),
                };
                if before.is_kept(base) {
                    return true;
                }
                let Some(other) = other.filter(|other| other.is_apart(into)) else {
                    return is_last && weaken(bound, &new);
                };
                // That they are two objects may rest on more than that either may be meant.
                let rests = other.rests().and(into.rests());
                let mut either = bound.clone();
                if !bound.rests().has(rests) && is_last && weaken(&mut either, &new) && either.rests() == bound.rests()
                {
                    *bound = either;
                } else {
                    *bound = std::mem::take(bound).resting(rests);
                }
                true
            });
        }
        if step != Step::Elements {
            store.put(own, new);
            store.rebase(Root::Var(value), &[], Root::Var(base), &[step]);
            store.note_same(own, value);
        }
        self.effects.add_stored(step);
    }

    /// A volatile field is read or written: what other threads wrote before is seen (JLS 17.4.5).
    fn touch(&mut self, field: FieldId, store: &mut Store) {
        if self.shared.program.field(field).access & access::VOLATILE != 0 {
            self.disturb(store);
        }
    }

    /// A class is initialised, if it was not before.
    pub(super) fn initialise(&mut self, class: ClassId, store: &mut Store) {
        let own = self.shared.program.method(self.method).class;
        if initialisers::may_do_anything(self.shared.program, own, class) {
            self.disturb(store);
        }
    }

    /// The fields of a new object are null (JVMS 2.3, 2.4).
    fn set_null(&mut self, dst: Var, class: TypeId, store: &mut Store) {
        let program = self.shared.program;
        let Some(class) = self.wants_heap.then(|| program.class_of(class)).flatten() else { return };
        let mut fields = Vec::new();
        for &class in program.superclasses(class) {
            for &field in &program.class(class).fields {
                let data = program.field(field);
                if data.access & (access::STATIC | access::VOLATILE) == 0 && program.is_reference(data.ty) {
                    fields.push(field);
                }
            }
        }
        if fields.len() <= FIELDS {
            for field in fields {
                store.put(Path::field(Root::Var(dst), Step::Field(field)), Bound::one(Item::Null));
            }
        }
    }

    /// Whether the statement at an offset of the body was met.
    pub(super) fn is_met(&self, offset: u32) -> bool {
        statement_at(self.facts.body(), offset).is_some_and(|(block, _)| self.is_entered(block))
    }
}

/// What holds before, or the new value; false if that is any.
fn weaken(bound: &mut Bound, new: &Bound) -> bool {
    bound.join(new);
    *bound != Bound::Any
}
