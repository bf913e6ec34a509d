//! Function objects: what an `invokedynamic` of `LambdaMetafactory` makes holds what it was handed, which nobody can change, and a
//! call of the method of its interface runs the method that it was made of. Must not know what that method does.

use super::bound::{Bound, Item, Rests};
use super::call::Call;
use super::frame::Frame;
use super::store::{Path, Root, Step, Store};
use super::target::{Given, Gives, Target};
use super::whole;
use crate::base::Sym;
use crate::classfile::{RawHandle, RefKind};
use crate::ir::facts::statement_at;
use crate::ir::{Op, Var};
use crate::program::{DescId, MethodId, MethodRefData, Program, TypeId, access, made_function};

/// Most values that a function object holds.
const HELD: usize = 16;

/// What one is made of.
struct Made {
    implementation: RawHandle,
    /// The method of its interface.
    name: Sym,
    /// The types of what it holds.
    held: DescId,
}

impl<'p> Frame<'_, 'p> {
    /// Makes a function object; false if the instruction makes something else.
    pub(super) fn function(
        &mut self,
        (dst, offset): (Option<Var>, u32),
        (bootstrap, name, descriptor): (u16, Sym, Sym),
        args: &[Var],
        store: &mut Store,
    ) -> bool {
        let program = self.shared.program;
        let Some(made) = made(program, self.method, (bootstrap, name, descriptor)) else { return false };
        let ty = program.method_desc(made.held).ret;
        let Some(interface) = program.class_of(ty).filter(|_| args.len() <= HELD) else { return false };
        self.initialise(interface, store);
        for &arg in args {
            store.hand_out(self.origin(arg));
        }
        let Some(dst) = dst else { return true };
        self.define(dst, &Bound::one(Item::Function { method: self.method, offset, ty }), store);
        for (nth, &arg) in (0..).zip(args) {
            store.put(Path::field(Root::Var(dst), Step::Held(nth)), self.bounds[arg].clone());
            store.rebase(Root::Var(self.origin(arg)), &[], Root::Var(dst), &[Step::Held(nth)]);
        }
        true
    }

    /// What a call runs on a function object; `None` if that is not known.
    pub(super) fn run_by_function(
        &self,
        call: &Call<'_>,
        (item, rests): (Item, Rests),
        resolved: MethodId,
        store: &Store,
    ) -> Option<Vec<Target>> {
        let Item::Function { method: maker, offset, ty } = item else { return None };
        let program = self.shared.program;
        let (made, held) = self.made_at(maker, offset)?;
        let data = program.method(resolved);
        if data.access & access::ABSTRACT == 0 {
            // What it inherits (JVMS 5.4.6).
            let method = whole::select(program, program.class_of(ty)?, resolved)?;
            return Some(vec![Target::selected(method, call.args, Bound::one(item).resting(rests))]);
        }
        if data.name != made.name {
            return None;
        }
        let (desc, method) = implementation(program, maker, &made)?;
        let kind = made.implementation.kind;
        let mut given = Vec::new();
        let (passed, taken) = (program.method_ref_data(call.reference).desc, program.method_desc(desc));
        let function = self.origin(*call.args.first()?);
        // The types of what is given, as the maker and the caller see them.
        let mut types: Vec<TypeId> = program.method_desc(made.held).params.clone();
        types.extend(&program.method_desc(passed).params);
        given.extend((0..held as u8).map(|nth| Given::Held(function, nth)));
        given.extend(call.args[1..].iter().map(|&arg| Given::Var(arg)));
        let (own, gives) = match kind {
            RefKind::InvokeStatic => (0, Gives::Returned),
            RefKind::NewInvokeSpecial => {
                let at = self.facts.body().blocks[call.at.0].stmts[call.at.1 as usize].offset;
                let item = Item::Object {
                    method: self.method,
                    offset: at,
                    ty: program.class_type(program.method(method).class),
                };
                given.insert(0, Given::Made(item));
                types.insert(0, program.void());
                (1, Gives::Made(item))
            }
            RefKind::InvokeVirtual | RefKind::InvokeSpecial | RefKind::InvokeInterface => (1, Gives::Returned),
            RefKind::GetField | RefKind::GetStatic | RefKind::PutField | RefKind::PutStatic => return None,
        };
        if given.len() != own + taken.params.len() || types.len() != given.len() {
            return None;
        }
        for (nth, &ty) in taken.params.iter().enumerate() {
            if !is_same(program, types[own + nth], ty) {
                given[own + nth] = Given::Unknown;
            }
        }
        let returned = program.method_desc(passed).ret;
        let gives = match gives {
            Gives::Returned if call.dst.is_some() && !is_same(program, taken.ret, returned) => Gives::Unknown,
            gives => gives,
        };
        let target = |method, receivers: Option<Bound>, on: Rests| Target {
            method,
            given: given.clone(),
            receivers,
            gives,
            rests: rests.and(on),
            by_function: true,
        };
        let is_selected =
            matches!(kind, RefKind::InvokeVirtual | RefKind::InvokeInterface) && !program.is_fixed(method);
        if !is_selected {
            let receivers = match given.first() {
                Some(&Given::Made(item)) => Some(Bound::one(item)),
                _ => None,
            };
            return Some(vec![target(method, receivers, Rests::default())]);
        }
        let receivers = match *given.first()? {
            Given::Var(var) => self.bounds[var].clone(),
            Given::Held(function, nth) => store.get(&Path::field(Root::Var(function), Step::Held(nth))),
            Given::Made(_) | Given::Unknown => return None,
        };
        let selected = self.selected_by(&receivers, method)?;
        // That nothing is called, as all is null, is what a claim may not rest on.
        if selected.is_empty() && receivers.rests() != Rests::default() {
            return None;
        }
        Some(selected.into_iter().map(|(method, of)| target(method, Some(of.clone()), of.rests())).collect())
    }

    /// The method that a call of a method of its interface runs, if nothing selects it.
    pub(super) fn run_as(&self, item: Item, resolved: MethodId) -> Option<MethodId> {
        let Item::Function { method: maker, offset, ty } = item else { return None };
        let program = self.shared.program;
        let data = program.method(resolved);
        if data.access & access::ABSTRACT == 0 {
            return whole::select(program, program.class_of(ty)?, resolved);
        }
        let (made, _) = self.made_at(maker, offset)?;
        let (_, method) = implementation(program, maker, &made)?;
        let is_one = made.implementation.kind == RefKind::InvokeSpecial || program.is_fixed(method);
        (data.name == made.name && is_one).then_some(method)
    }

    /// What the function object is made of that an instruction makes, and how many values it holds.
    fn made_at(&self, method: MethodId, offset: u32) -> Option<(Made, usize)> {
        let body = self.shared.body(method)?;
        let (block, nth) = statement_at(&body, offset)?;
        match &body.blocks[block].stmts[nth as usize].op {
            Op::InvokeDynamic { bootstrap, name, descriptor, args, .. } => {
                Some((made(self.shared.program, method, (*bootstrap, *name, *descriptor))?, args.len()))
            }
            _ => None,
        }
    }
}

/// What an instruction of a method makes a function object of, if it makes one with one method.
fn made(program: &Program, method: MethodId, (bootstrap, name, descriptor): (u16, Sym, Sym)) -> Option<Made> {
    let class = program.class(program.method(method).class);
    let made = made_function(program, class.bootstraps.get(bootstrap as usize)?).filter(|made| made.is_plain)?;
    Some(Made { implementation: made.implementation, name, held: program.desc(descriptor) })
}

/// The method that a function object was made of, and its descriptor.
fn implementation(program: &Program, maker: MethodId, made: &Made) -> Option<(DescId, MethodId)> {
    let member = made.implementation.member;
    let desc = program.desc(member.descriptor);
    let owner = program.type_of_internal(member.owner);
    let reference = MethodRefData { owner, name: member.name, desc, interface: member.interface };
    let reference = program.method_ref(reference);
    let method = match made.implementation.kind {
        RefKind::InvokeSpecial => whole::special(program, program.method(maker).class, reference)?,
        _ => whole::method(program, reference)?,
    };
    Some((desc, method))
}

/// Whether a value of one type is handed on as it is where the other one stands: nothing is put into a box, or widened.
fn is_same(program: &Program, from: TypeId, to: TypeId) -> bool {
    from == to || (program.is_reference(from) && program.is_reference(to))
}
