//! The rules of Figure 2 of the paper (Smaragdakis and Kastrinis, ECOOP 2018) for one body, as plainly as they can be written:
//! whatever they claim must be claimed, too. Must not know how the analysis does it.

use std::collections::{BTreeMap, BTreeSet};

use reflection_check::ir::{BlockId, Body, ConstValue, Op, Stmt, Var};
use reflection_check::program::{FieldId, Program, access};

/// Words of the log; `None`: anything.
pub(super) type Claim = Option<BTreeSet<String>>;

/// What is known of fields of variables at a place.
type Store = BTreeMap<(Var, FieldId), BTreeSet<String>>;

/// What the rules claim of the variables of a body.
pub(super) fn claims(program: &Program, body: &Body) -> BTreeMap<Var, Claim> {
    let mut naive = Naive { program, body, vars: BTreeMap::new(), after: BTreeMap::new() };
    for param in 0..body.params {
        naive.vars.insert(Var(param), None);
    }
    // Optimistic: nothing is known of what was not met, and each round knows less.
    loop {
        let before = (naive.vars.clone(), naive.after.clone());
        for block in 0..body.blocks.len() {
            naive.block(BlockId::new(block));
        }
        if before == (naive.vars.clone(), naive.after.clone()) {
            return naive.vars;
        }
    }
}

struct Naive<'p> {
    program: &'p Program,
    body: &'p Body,
    vars: BTreeMap<Var, Claim>,
    /// At the ends of blocks that were met.
    after: BTreeMap<BlockId, Store>,
}

impl Naive<'_> {
    fn block(&mut self, id: BlockId) {
        let block = &self.body.blocks[id];
        let met: Vec<&Store> = block.preds.iter().filter_map(|pred| self.after.get(pred)).collect();
        let is_first = block.preds.is_empty() && block.handler.is_none();
        if !is_first && block.handler.is_none() && met.is_empty() {
            return;
        }
        let mut store = Store::new();
        if let (None, Some((first, others))) = (&block.handler, met.split_first()) {
            // Known on all ways that were met, as what any of them says.
            for (path, values) in *first {
                let there: Option<Vec<_>> = others.iter().map(|other| other.get(path)).collect();
                if let Some(there) = there {
                    store.insert(*path, there.into_iter().chain([values]).flatten().cloned().collect());
                }
            }
        }
        if let Some(handler) = &block.handler {
            self.set(handler.var, None, &mut store);
        }
        for phi in &block.phis {
            let met: Vec<Claim> = phi.args.iter().filter_map(|arg| self.vars.get(arg).cloned()).collect();
            if !met.is_empty() {
                let all: Option<Vec<_>> = met.into_iter().collect();
                self.set(phi.dst, all.map(|all| all.into_iter().flatten().collect()), &mut store);
            }
        }
        for stmt in &block.stmts {
            self.stmt(stmt, &mut store);
        }
        self.after.insert(id, store);
    }

    /// A variable gets a value: what is known of the object that it held is known of no variable any more.
    fn set(&mut self, var: Var, claim: Claim, store: &mut Store) {
        store.retain(|&(base, _), _| base != var);
        let known = self.vars.entry(var).or_insert_with(|| Some(BTreeSet::new()));
        match (known.as_mut(), claim) {
            (Some(known), Some(more)) => known.extend(more),
            _ => *known = None,
        }
    }

    fn value(&self, var: Var) -> Claim {
        self.vars.get(&var).cloned().unwrap_or_else(|| Some(BTreeSet::new()))
    }

    fn stmt(&mut self, stmt: &Stmt, store: &mut Store) {
        let program = self.program;
        match &stmt.op {
            Op::Const { dst, value } => {
                let word = match value {
                    ConstValue::Null => Some("null".to_owned()),
                    ConstValue::Str { text, .. } => Some(format!("text {}", program.str(*text))),
                    ConstValue::Class(ty) => Some(format!("class {}", program.binary_name(*ty))),
                    _ => None,
                };
                self.set(*dst, word.map(|word| [word].into()), store);
            }
            Op::New { dst, class } => {
                // Its class may be initialised here.
                store.clear();
                self.set(*dst, Some([format!("object {}", program.binary_name(*class))].into()), store);
            }
            Op::Cast { dst, src, .. } => {
                let claim = self.value(*src);
                self.set(*dst, claim, store);
            }
            Op::GetField { dst, base, field } => {
                let field = program.resolve_field(*field);
                let claim = field.and_then(|field| store.get(&(*base, field)).cloned());
                self.touch(field, store);
                self.set(*dst, claim, store);
            }
            Op::PutField { base, field, value } => {
                let Some(field) = program.resolve_field(*field) else { return store.clear() };
                self.touch(Some(field), store);
                let claim = self.value(*value);
                match claim {
                    Some(values) => {
                        // Any other variable may hold the same object.
                        for (_, known) in store.iter_mut().filter(|((other, of), _)| *of == field && other != base) {
                            known.extend(values.clone());
                        }
                        store.insert((*base, field), values);
                    }
                    None => store.retain(|(_, of), _| *of != field),
                }
            }
            Op::NewArray { dst, .. }
            | Op::InstanceOf { dst, .. }
            | Op::ArrayLength { dst, .. }
            | Op::ArrayLoad { dst, .. }
            | Op::Prim { dst, .. } => self.set(*dst, None, store),
            Op::ArrayStore { .. } => {}
            // Others run: an initialiser, what is called, who waited for the lock.
            Op::GetStatic { dst, .. } => {
                store.clear();
                self.set(*dst, None, store);
            }
            Op::Invoke { dst, .. } | Op::InvokeDynamic { dst, .. } => {
                store.clear();
                if let Some(dst) = dst {
                    self.set(*dst, None, store);
                }
            }
            Op::PutStatic { .. } | Op::Monitor { .. } => store.clear(),
        }
    }

    /// A volatile field shows what other threads did.
    fn touch(&self, field: Option<FieldId>, store: &mut Store) {
        if field.is_none_or(|field| self.program.field(field).access & access::VOLATILE != 0) {
            store.clear();
        }
    }
}
