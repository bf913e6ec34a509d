//! Finds the calls of the program that the entries of specifications speak of. Must not know what is done with them.

use std::rc::Rc;

use crate::base::FxHashMap;
use crate::heap::{Heap, Site, SiteId};
use crate::ir::{self, Body, ConstValue, Op};
use crate::program::{MethodId, Program, access};
use crate::spec::{ResolvedSource, ResolvedSpecs, SpecEntry};
use crate::strings::Listed;

use super::api::table::{API, ApiTable};
use super::facts::Facts;

impl Facts {
    /// Finds the calls that the entries speak of.
    pub fn new(program: &Program, heap: &Heap, specs: &ResolvedSpecs) -> Self {
        let mut facts = Self::default();
        let mut listed = Listed::default();
        for (index, source) in specs.sources.iter().enumerate() {
            for site in source_sites(program, heap, source) {
                facts.matched.insert(SpecEntry::Source(index));
                let texts = source.values.iter().map(|value| program.sym(&value.text));
                listed.list(site, texts, source.complete);
            }
        }
        let table = ApiTable::default();
        for (index, call) in specs.calls.iter().enumerate() {
            let mut ordinals: FxHashMap<usize, u32> = FxHashMap::default();
            for (method, body) in bodies(program, call.at) {
                for (offset, op) in calls(&body) {
                    let Op::Invoke { method: reference, .. } = op else { continue };
                    let Some(row) = program.resolve_method(*reference).and_then(|m| table.find(program, m)) else {
                        continue;
                    };
                    let api = &API[row];
                    let name = format!("{}.{}", api.class.replace('/', "."), api.name);
                    if !call.api.matches(&name) {
                        continue;
                    }
                    // As in site ids: per short name.
                    let ordinal = ordinals.entry(0).or_default();
                    *ordinal += 1;
                    if call.ordinal.is_none_or(|wanted| wanted == *ordinal) {
                        facts.matched.insert(SpecEntry::Call(index));
                        let site = heap.site(Site::At(method, offset));
                        facts.targets.entry(site).or_default().extend(call.targets.iter().map(|(target, _)| *target));
                    }
                }
            }
        }
        facts.listed = Rc::new(listed);
        facts
    }
}

/// The calls a `[[source]]` means.
fn source_sites(program: &Program, heap: &Heap, source: &ResolvedSource) -> Vec<SiteId> {
    let mut found = Vec::new();
    for (method, body) in bodies(program, source.at) {
        for (offset, op) in calls(&body) {
            let Op::Invoke { method: reference, args, .. } = op else { continue };
            if !source.call.matches(program, *reference) {
                continue;
            }
            let key = args.iter().find_map(|&arg| match ir::facts::constant_of(&body, arg) {
                Some(ConstValue::Str { text, .. }) => Some(program.str(*text)),
                _ => None,
            });
            if source.key.as_deref().is_none_or(|wanted| key == Some(wanted)) {
                found.push(heap.site(Site::At(method, offset)));
            }
        }
    }
    match source.ordinal {
        Some(ordinal) => found.into_iter().skip(ordinal as usize - 1).take(1).collect(),
        None => found,
    }
}

/// The bodies that count as a source method: its own, and those of the lambdas it creates.
fn bodies(program: &Program, method: MethodId) -> Vec<(MethodId, Body)> {
    let mut found: Vec<(MethodId, Body)> = Vec::new();
    let mut todo = vec![method];
    while let Some(method) = todo.pop() {
        if !program.method(method).has_code || found.iter().any(|(m, _)| *m == method) {
            continue;
        }
        let class = program.class(program.method(method).class);
        let body = ir::lower(program, method);
        for block in body.blocks.iter() {
            for stmt in &block.stmts {
                let Op::InvokeDynamic { bootstrap, .. } = &stmt.op else { continue };
                let Some(bootstrap) = class.bootstraps.get(*bootstrap as usize) else { continue };
                for arg in &bootstrap.args {
                    let crate::classfile::RawConst::MethodHandle(handle) = arg else { continue };
                    if handle.member.owner == class.name
                        && let Some(m) = program.declared_method(
                            class.id,
                            handle.member.name,
                            program.desc(handle.member.descriptor),
                        )
                        && program.method(m).access & access::SYNTHETIC != 0
                    {
                        todo.push(m);
                    }
                }
            }
        }
        found.push((method, body));
    }
    found.sort_by_key(|(m, _)| (*m != method, program.method(*m).index));
    found
}

/// Statements in bytecode order.
fn calls(body: &Body) -> Vec<(u32, &Op)> {
    let mut all: Vec<(u32, &Op)> =
        body.blocks.iter().flat_map(|block| &block.stmts).map(|stmt| (stmt.offset, &stmt.op)).collect();
    all.sort_by_key(|&(offset, _)| offset);
    all
}
