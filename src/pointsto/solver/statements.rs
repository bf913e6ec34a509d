//! Statements of a reachable method -> nodes, edges, uses and calls. Must not know models.

use super::super::callgraph::calls::CallSite;
use super::super::callgraph::calls::EdgeKind;
use super::super::callgraph::instance::{Code, Instance};
use super::super::command::{CallView, IndyView, ValueUse};
use super::super::graph::filter::Filter;
use super::super::graph::flow::FlowKind;
use super::super::graph::node::{NodeInfo, Use};
use super::super::ids::{ALL, FilterId, InstId, NodeId};
use super::exceptions;
use super::solve::Solver;
use crate::base::{FxHashMap, FxIndexMap};
use crate::classfile::InvokeKind;
use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjKind, Site, SiteId};
use crate::ir::{Block, BlockId, ConstValue, Op, Raised, Terminator, Var};
use crate::program::{FieldId, FieldRef, MethodId, MethodRef, Program, Type, TypeId, access};
use crate::strings;

impl Solver<'_> {
    /// A method instance became reachable.
    pub(super) fn enter(&mut self, inst: InstId) {
        let Instance { method, first, .. } = self.state.instances[inst];
        if first {
            self.hook_all(None, |model, cx| model.on_method(cx, method));
        }
        if self.state.instances[inst].code.is_some() {
            add_body(self, inst);
        } else {
            self.hook_all(None, |model, cx| model.on_bodiless(cx, inst, method));
        }
    }
}

/// Adds the constraints of an instance's body.
fn add_body(solver: &mut Solver<'_>, inst: InstId) {
    let Some(code) = solver.state.instances[inst].code.clone() else { return };
    let method = solver.state.instances[inst].method;
    let mut cx = Body { solver, inst, method, code: &code, throws: FxHashMap::default() };
    for block in code.body.blocks.iter() {
        cx.block(block);
    }
    cx.raise();
}

struct Body<'s, 'a, 'c> {
    solver: &'s mut Solver<'a>,
    inst: InstId,
    method: MethodId,
    code: &'c Code,
    /// One node per combination of handlers.
    throws: FxHashMap<Vec<BlockId>, NodeId>,
}

impl Body<'_, '_, '_> {
    fn node(&self, var: Var) -> Option<NodeId> {
        self.solver.state.instances[self.inst].var(var)
    }

    fn site(&self, offset: u32) -> SiteId {
        self.solver.heap.site(Site::At(self.method, offset))
    }

    fn block(&mut self, block: &Block) {
        for phi in &block.phis {
            let Some(dst) = self.node(phi.dst) else { continue };
            for &arg in &phi.args {
                if let Some(src) = self.node(arg)
                    && src != dst
                {
                    self.solver.core.edge(src, dst, ALL, FlowKind::Assign);
                }
            }
        }
        for stmt in &block.stmts {
            self.op(stmt.offset, &stmt.op, block);
        }
        match &block.terminator {
            Terminator::Return { value: Some(value), offset } if self.code.shortcuts.given.is_none() => {
                let ret = self.solver.state.instances[self.inst].ret;
                if let (Some(var), Some(to)) = (self.node(*value), ret) {
                    let program: &Program = self.solver.program;
                    let ty = program.method_desc(program.method(self.method).desc).ret;
                    let from = self.passed_on(*offset, (*value, var), ty, None);
                    if from == var && self.code.numbering.returns_once() {
                        self.solver.core.unify(from, to, FlowKind::Return(*offset));
                    } else {
                        self.solver.core.edge(from, to, ALL, FlowKind::Return(*offset));
                    }
                }
            }
            Terminator::Throw { value, offset } => {
                if let Some(from) = self.node(*value) {
                    let to = self.throw_node(block);
                    let leaves = block.covered_by.is_empty();
                    let filter = if leaves { self.solver.leaving(Box::default()) } else { self.solver.thrown() };
                    self.solver.core.edge(from, to, filter, FlowKind::Throw(*offset));
                }
            }
            _ => {}
        }
    }

    /// Where exceptions thrown inside `block` go: the handlers that cover it by their types, and out of the method.
    fn throw_node(&mut self, block: &Block) -> NodeId {
        let out = self.solver.state.instances[self.inst].exception;
        if block.covered_by.is_empty() {
            return out;
        }
        if let Some(&node) = self.throws.get(&block.covered_by) {
            return node;
        }
        let number = self.throws.len() as u32;
        let node = self.solver.core.node(NodeInfo::Throw(self.inst, number));
        self.throws.insert(block.covered_by.clone(), node);
        let taken = exceptions::taken(self.solver.program, &self.code.body, &block.covered_by);
        for (var, filter) in taken.by {
            if let Some(var) = self.node(var) {
                let filter = self.solver.core.filter(filter);
                self.solver.core.edge(node, var, filter, FlowKind::Handler);
            }
        }
        if let Some(caught) = taken.leaves_after {
            let filter = self.solver.leaving(caught);
            self.solver.core.edge(node, out, filter, FlowKind::Handler);
        }
        node
    }

    /// Gives handlers what the JVM throws in the code they cover.
    fn raise(&mut self) {
        let body = &self.code.body;
        let mut raised: FxIndexMap<&[BlockId], Raised> = FxIndexMap::default();
        for block in body.blocks.iter().filter(|block| !block.covered_by.is_empty()) {
            let all = block.stmts.iter().map(|stmt| stmt.op.raises()).fold(block.terminator.raises(), Raised::and);
            let known = raised.entry(&block.covered_by).or_default();
            *known = known.and(all);
        }
        if raised.is_empty() {
            return;
        }
        let looked_at = exceptions::looked_at(body);
        for (covered_by, raised) in raised {
            for (var, filter) in exceptions::taken(self.solver.program, body, covered_by).by {
                if let Some(handler) = self.node(var).filter(|_| looked_at.contains(&var)) {
                    self.solver.raise_into(handler, raised, &filter);
                }
            }
        }
    }

    /// What of a value comes to where it is passed on as a `ty`.
    fn passed_on(
        &mut self,
        offset: u32,
        (var, node): (Var, NodeId),
        ty: TypeId,
        called: Option<(MethodId, usize)>,
    ) -> NodeId {
        let (inst, method, types) = (self.inst, self.method, self.solver.heap.types());
        let is_own = |(callee, _): (MethodId, usize)| self.solver.program.origin_of(callee) != Origin::Jdk;
        let is_text = ty == types.string && called.is_some_and(is_own);
        if ty != types.class && !is_text {
            return node;
        }
        self.solver.passed_on(&ValueUse { by: (inst, offset), method, inst, offset, var, node, called, is_text })
    }

    fn op(&mut self, offset: u32, op: &Op, block: &Block) {
        // An equal load stands for it.
        if op.dst().is_some_and(|dst| self.code.numbering.is_copy(dst)) {
            return;
        }
        match op {
            &Op::Const { dst, value: ConstValue::Dynamic { bootstrap, name, descriptor } } => {
                let call = self.view(offset, Some(dst), &[], block);
                self.dynamic_constant(&IndyView { call, bootstrap, name, descriptor });
            }
            Op::Const { dst, value } => self.constant(offset, *dst, value),
            Op::New { dst, class } => self.new_object(offset, *dst, *class),
            Op::NewArray { dst, ty, lens } => self.new_array(offset, *dst, *ty, lens.len()),
            Op::Cast { dst, src, ty } => {
                if let (Some(src), Some(dst)) = (self.node(*src), self.node(*dst)) {
                    let filter = self.cast_filter(*ty);
                    self.solver.core.edge(src, dst, filter, FlowKind::Cast);
                }
            }
            Op::GetField { dst, base, field } => {
                let (Some(dst_node), Some(base)) = (self.node(*dst), self.node(*base)) else { return };
                match self.solver.program.resolve_field(*field) {
                    Some(field) => self.watch(base, Use::Load { field, dst: dst_node, kind: FlowKind::FieldLoad }),
                    None => self.unknown_field(offset, *field, dst_node),
                }
            }
            Op::PutField { base, field, value } if self.code.shortcuts.keeps(*base, *field, *value) => {}
            Op::PutField { base, field, value } => {
                let (Some(src), Some(base)) = (self.node(*value), self.node(*base)) else { return };
                match self.solver.program.resolve_field(*field) {
                    Some(field) => {
                        let ty = self.solver.program.field(field).ty;
                        let src = self.passed_on(offset, (*value, src), ty, None);
                        self.watch(base, Use::Store { field, src, kind: FlowKind::FieldStore(offset) });
                    }
                    None => self.unresolved_store(offset, *field, src),
                }
            }
            Op::GetStatic { dst, field } => {
                let Some(resolved) = self.solver.program.resolve_field(*field) else {
                    if let Some(dst) = self.node(*dst) {
                        self.unknown_field(offset, *field, dst);
                    }
                    return;
                };
                self.touch(resolved);
                if let Some(dst) = self.node(*dst) {
                    let from = self.solver.static_node(resolved);
                    self.solver.core.edge(from, dst, ALL, FlowKind::StaticLoad);
                }
            }
            Op::PutStatic { field, value } => {
                let Some(resolved) = self.solver.program.resolve_field(*field) else {
                    if let Some(src) = self.node(*value) {
                        self.unresolved_store(offset, *field, src);
                    }
                    return;
                };
                self.touch(resolved);
                if let Some(src) = self.node(*value) {
                    let ty = self.solver.program.field(resolved).ty;
                    let src = self.passed_on(offset, (*value, src), ty, None);
                    let to = self.solver.static_node(resolved);
                    let filter = self.solver.core.heap_filter(ALL);
                    self.solver.core.edge(src, to, filter, FlowKind::StaticStore(offset));
                }
            }
            Op::ArrayLoad { dst, array, elem: None, .. } => {
                if let (Some(dst), Some(array)) = (self.node(*dst), self.node(*array)) {
                    self.watch(array, Use::ElementLoad { dst });
                }
            }
            Op::ArrayStore { array, value, elem: None, .. } => {
                if let (Some(src), Some(array)) = (self.node(*value), self.node(*array)) {
                    self.watch(array, Use::ElementStore { src, offset });
                }
            }
            Op::Invoke { dst, kind, method, args } => self.invoke(offset, *dst, *kind, *method, args, block),
            Op::InvokeDynamic { dst, bootstrap, name, descriptor, args } => {
                let call = self.view(offset, *dst, args, block);
                let view = IndyView { call, bootstrap: *bootstrap, name: *name, descriptor: *descriptor };
                self.solver.hook_until(Some(view.call.site), |model, cx| model.on_indy(cx, &view));
            }
            Op::InstanceOf { .. } | Op::ArrayLength { .. } | Op::Prim { .. } | Op::Monitor { .. } => {}
            Op::ArrayLoad { .. } | Op::ArrayStore { .. } => {}
        }
    }

    fn watch(&mut self, node: NodeId, usage: Use) {
        self.solver.add_use(node, usage);
    }

    fn cast_filter(&mut self, ty: TypeId) -> FilterId {
        if ty == self.solver.heap.types().object {
            return ALL;
        }
        let jdk = self.solver.program.origin_of(self.method) == Origin::Jdk;
        let filter = if jdk { Filter::cast_in_jdk(ty, self.solver.program) } else { Filter::Cast(ty) };
        self.solver.core.filter(filter)
    }

    fn touch(&mut self, field: FieldId) {
        let class = self.solver.program.field(field).class;
        self.solver.initialise(class);
    }

    /// A field of a class that is missing: anything of its declared type.
    fn unknown_field(&mut self, offset: u32, field: FieldRef, dst: NodeId) {
        let ty = self.solver.program.field_ref_data(field).ty;
        let site = self.site(offset);
        let reference = self.solver.program.is_reference(ty);
        if let Some(obj) = self.solver.heap.unknown(site, ty, reference) {
            self.solver.core.add(dst, obj);
        }
    }

    fn unresolved_store(&mut self, offset: u32, field: FieldRef, src: NodeId) {
        let view = CallView {
            number: None,
            caller: self.inst,
            method: self.method,
            site: self.site(offset),
            offset,
            kind: EdgeKind::Call,
            args: vec![Some(src)],
            vars: Vec::new(),
            dst: None,
            throw: None,
        };
        self.unresolved(&view, self.solver.program.field_ref_data(field).owner);
    }

    fn unresolved(&mut self, view: &CallView, owner: TypeId) {
        self.solver.hook_all(Some(view.site), |model, cx| model.on_unresolved(cx, view, owner));
    }

    fn constant(&mut self, offset: u32, dst: Var, value: &ConstValue) {
        let Some(node) = self.node(dst) else { return };
        let heap = self.solver.heap;
        let program = self.solver.program;
        let obj = match *value {
            ConstValue::Str { text, lossy } => {
                strings::loaded(program, heap, self.method, (text, lossy), self.site(offset))
            }
            ConstValue::Class(ty) => heap.intern(ObjKind::Class { ty }),
            ConstValue::MethodType(_) => {
                let ty = program.class_type(program.well_known().method_type);
                heap.intern(ObjKind::Handle { site: self.site(offset), ty, ctx: NO_CTX })
            }
            ConstValue::MethodHandle(_) => {
                let ty = program.class_type(program.well_known().method_handle);
                heap.intern(ObjKind::Handle { site: self.site(offset), ty, ctx: NO_CTX })
            }
            _ => return,
        };
        self.solver.core.add(node, obj);
    }

    /// What a model says of it, else anything of its type.
    fn dynamic_constant(&mut self, view: &IndyView) {
        if self.solver.hook_until(Some(view.call.site), |model, cx| model.on_dynamic_constant(cx, view)) {
            return;
        }
        let ty = self.solver.program.type_of_descriptor(self.solver.program.str(view.descriptor));
        let obj = ty.and_then(|ty| self.solver.heap.unknown(view.call.site, ty, self.solver.program.is_reference(ty)));
        if let (Some(dst), Some(obj)) = (view.call.dst, obj) {
            self.solver.core.add(dst, obj);
        }
    }

    fn new_object(&mut self, offset: u32, dst: Var, ty: TypeId) {
        let Type::Class(class) = self.solver.program.ty(ty) else { return };
        self.solver.initialise(class);
        let Some(node) = self.node(dst) else { return };
        if ty == self.solver.heap.types().string {
            // Its content comes from the constructor (see the string model).
            return;
        }
        let obj = self.solver.allocation(self.inst, self.site(offset), ty);
        self.solver.core.add(node, obj);
    }

    fn new_array(&mut self, offset: u32, dst: Var, ty: TypeId, dimensions: usize) {
        let Some(node) = self.node(dst) else { return };
        let site = self.site(offset);
        let mut outer = self.solver.allocation(self.inst, site, ty);
        self.solver.core.add(node, outer);
        let mut ty = ty;
        for _ in 1..dimensions {
            let Type::Array(element) = self.solver.program.ty(ty) else { break };
            let inner = self.solver.allocation(self.inst, site, element);
            if let Some(elements) = self.solver.elements_of(outer) {
                self.solver.core.add(elements, inner);
            }
            (outer, ty) = (inner, element);
        }
    }

    fn view(&mut self, offset: u32, dst: Option<Var>, args: &[Var], block: &Block) -> CallView {
        CallView {
            number: None,
            caller: self.inst,
            method: self.method,
            site: self.site(offset),
            offset,
            kind: EdgeKind::Call,
            args: args.iter().map(|&arg| self.node(arg)).collect(),
            vars: args.to_vec(),
            dst: dst.and_then(|dst| self.node(dst)),
            throw: Some(self.throw_node(block)),
        }
    }

    fn invoke(
        &mut self,
        offset: u32,
        result: Option<Var>,
        kind: InvokeKind,
        method: MethodRef,
        args: &[Var],
        block: &Block,
    ) {
        let program: &Program = self.solver.program;
        let mut view = self.view(offset, result, args, block);
        self.solver.give_from_outside(&mut view);
        let resolved = match kind {
            InvokeKind::Special => program.resolve_special(program.method(self.method).class, method),
            _ => program.resolve_method(method),
        };
        let Some(resolved) = resolved else {
            // A method of a missing class, or one that is not there: whatever it would return.
            let ret = program.method_desc(program.method_ref_data(method).desc).ret;
            let reference = self.solver.program.is_reference(ret);
            if let (Some(dst), Some(obj)) = (view.dst, self.solver.heap.unknown(view.site, ret, reference)) {
                self.solver.core.add(dst, obj);
            }
            self.solver.unresolved.push((self.method, offset, method));
            self.unresolved(&view, program.method_ref_data(method).owner);
            return;
        };
        let direct = matches!(kind, InvokeKind::Static | InvokeKind::Special)
            || program.method(resolved).access & (access::PRIVATE | access::STATIC) != 0;
        let returned = self.solver.comes_back(&view, resolved, !direct);
        let CallView { caller, site, mut args, vars, dst, throw, .. } = view;
        self.pass_on_arguments(offset, resolved, &vars, &mut args);
        let cast = self.only_cast(result, resolved).filter(|_| returned.is_none());
        let dst = returned.or(dst);
        let kind = EdgeKind::Call;
        let call = CallSite { caller, site, offset, kind, resolved, args, vars, dst, cast, throw, direct };
        if direct {
            self.solver.direct_call(call);
        } else {
            self.solver.virtual_call(call);
        }
    }
}

impl Body<'_, '_, '_> {
    /// What of class objects comes to a call.
    fn pass_on_arguments(&mut self, offset: u32, resolved: MethodId, vars: &[Var], args: &mut [Option<NodeId>]) {
        let program: &Program = self.solver.program;
        let data = program.method(resolved);
        let receiver = (data.access & access::STATIC == 0).then(|| program.class_type(data.class));
        let types = receiver.into_iter().chain(program.method_desc(data.desc).params.iter().copied());
        for (at, ((arg, &var), ty)) in args.iter_mut().zip(vars).zip(types).enumerate() {
            if let Some(node) = arg {
                *node = self.passed_on(offset, (var, *node), ty, Some((resolved, at)));
            }
        }
    }

    /// The cast through which everything goes that a call gives. Only for results of the type `Object`, as type variables
    /// are erased to: those come out of collections and are many, and no rule asks what the call itself gave.
    fn only_cast(&mut self, result: Option<Var>, resolved: MethodId) -> Option<(NodeId, FilterId)> {
        let program: &Program = self.solver.program;
        let ret = program.method_desc(program.method(resolved).desc).ret;
        let (to, ty) = self.code.numbering.only_cast(result?).filter(|_| ret == self.solver.heap.types().object)?;
        let filter = self.cast_filter(ty);
        Some((self.node(to)?, filter))
    }
}
