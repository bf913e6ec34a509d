//! The steps of a trace: what happens to a value between two neighbouring nodes, and on which line. The instruction is looked
//! for in the body that moves the value, when a report asks. Must not know findings.

use std::cell::OnceCell;

use crate::base::FxHashMap;
use crate::classpath::Origin;
use crate::heap::{ObjId, Site};
use crate::ir::{ConstValue, Op, Stmt, Terminator, Var};
use crate::pointsto::{InstId, Instance, NodeId, NodeInfo, Trace, TraceNode};
use crate::program::{FieldId, MethodId, TypeId};

use super::super::tiers::Judge;
use super::callees::Callees;
use super::statements::Definition;
use crate::result::TraceStep;

/// Most steps that are shown.
const STEPS: usize = 20;
/// Longest part of a constant that is shown.
const TEXT: usize = 80;

/// Calls that no instruction of the caller shows: by callee, the instruction and its method.
pub(super) type Callers = FxHashMap<MethodId, Vec<(MethodId, u32)>>;

/// Tells the steps of traces.
pub(super) struct Steps<'h, 'j, 'a> {
    pub(super) judge: &'h Judge<'j, 'a>,
    pub(super) callers: OnceCell<Callers>,
    pub(super) callees: OnceCell<Callees>,
}

impl<'h, 'j, 'a> Steps<'h, 'j, 'a> {
    pub(super) fn new(judge: &'h Judge<'j, 'a>) -> Self {
        Self { judge, callers: OnceCell::new(), callees: OnceCell::new() }
    }

    /// The steps of a trace. What happens inside the JDK is left out: a value goes in at one call and comes
    /// out at another.
    pub(super) fn of(&self, trace: &Trace) -> Vec<TraceStep> {
        let mut steps = Vec::new();
        // Nodes that models make have no place of their own.
        let placed: Vec<TraceNode> =
            trace.nodes.iter().copied().filter(|at| !matches!(at.info, NodeInfo::Synthetic(_))).collect();
        for pair in placed.windows(2) {
            steps.extend(self.between(pair[0], pair[1]));
        }
        steps.dedup_by(|later, earlier| is_same(later, earlier));
        steps
    }

    /// How a value that begins its life at a node came to be.
    pub(super) fn beginning(&self, from: TraceNode) -> Option<TraceStep> {
        let program = self.judge.program;
        match from.info {
            NodeInfo::Var(inst, var) => {
                let instance = self.judge.state.instance(inst);
                let body = &instance.code.as_ref()?.body;
                match self.definition(body, var)? {
                    Definition::Param => Some(self.entered(instance.method, "a caller gives the value")),
                    Definition::Other => None,
                    Definition::At(Stmt { offset, op }) => {
                        let (token, message) = match op {
                            Op::Const { value: ConstValue::Str { text, .. }, .. } => {
                                let text = program.str(*text);
                                (Some(format!("\"{text}\"")), format!("\"{}\" is written here", clipped(text)))
                            }
                            Op::Const { value: ConstValue::Class(ty), .. } => {
                                let name = program.binary_name(*ty);
                                let simple = simple_name(&name).to_owned();
                                (Some(simple), format!("\"{name}.class\" is written here"))
                            }
                            Op::Invoke { method, .. } => {
                                let called = program.method_ref_data(*method);
                                let (owner, name) = (program.binary_name(called.owner), program.str(called.name));
                                (Some(name.to_owned()), format!("\"{owner}.{name}\" gives the value"))
                            }
                            Op::GetField { field, .. } | Op::GetStatic { field, .. } => {
                                let (id, name) = self.field_names(*field)?;
                                (Some(name), format!("read from field \"{id}\""))
                            }
                            _ => (None, "the value is made here".to_owned()),
                        };
                        Some(self.at(instance.method, *offset, token, message))
                    }
                }
            }
            NodeInfo::Static(field) => {
                let id = program.field_id(field);
                Some(TraceStep { place: self.field_place(field)?, message: format!("\"{id}\" is a constant") })
            }
            _ => None,
        }
    }

    fn between(&self, from: TraceNode, to: TraceNode) -> Vec<TraceStep> {
        match to.info {
            NodeInfo::Var(inst, var) => self.to_variable(from, to.node, inst, var),
            NodeInfo::Return(inst) => self.returned(from, inst).into_iter().collect(),
            NodeInfo::Field(_, field) => {
                let own = || self.kept(from, Some(to.node), field).into_iter().collect();
                self.kept_by_callee(from, field).unwrap_or_else(own)
            }
            NodeInfo::Static(field) => self.kept(from, None, field).into_iter().collect(),
            NodeInfo::Elements(_) => self.kept_in_array(from).into_iter().collect(),
            NodeInfo::Host(..) => self.put_in(from).into_iter().collect(),
            NodeInfo::Throw(inst, _) | NodeInfo::Exception(inst) => self.thrown(from, inst).into_iter().collect(),
            NodeInfo::Synthetic(_) => Vec::new(),
        }
    }

    // ---- Variables ---------------------------------------------------------------------------------------------------

    fn to_variable(&self, from: TraceNode, node: NodeId, inst: InstId, var: Var) -> Vec<TraceStep> {
        let instance = self.judge.state.instance(inst);
        let Some(code) = instance.code.as_ref() else { return self.passed(from, instance, var).into_iter().collect() };
        if var.0 < code.body.params {
            return self.passed(from, instance, var).into_iter().collect();
        }
        if self.is_jdk(instance.method) {
            return Vec::new();
        }
        let Some(Definition::At(stmt)) = self.definition(&code.body, var) else { return Vec::new() };
        let at = |token: Option<String>, message| self.at(instance.method, stmt.offset, token, message);
        match &stmt.op {
            Op::GetField { field, .. } | Op::GetStatic { field, .. } => {
                let names = self.field_names(*field);
                names.map(|(id, name)| at(Some(name), format!("read from field \"{id}\""))).into_iter().collect()
            }
            Op::ArrayLoad { .. } => vec![at(None, "read from an array".to_owned())],
            Op::Cast { src, ty, .. } => {
                // The result of a call may go straight into its cast.
                let call = self.definition(&code.body, *src).filter(|_| instance.var(*src) != Some(from.node));
                let mut steps = Vec::new();
                if let Some(Definition::At(call)) = call {
                    steps.extend(self.came_out(from, instance.method, call));
                }
                steps.push(self.cast(instance.method, stmt.offset, *ty));
                steps
            }
            Op::Invoke { .. } | Op::InvokeDynamic { .. } if from.node != node => {
                self.came_out(from, instance.method, stmt)
            }
            _ => Vec::new(),
        }
    }

    /// A value goes into a parameter: at the instruction that passes it.
    fn passed(&self, from: TraceNode, callee: &Instance, var: Var) -> Option<TraceStep> {
        let program = self.judge.program;
        let id = program.method_id(callee.method);
        let message = format!("passed to \"{id}\"");
        let within_jdk = self.is_jdk(callee.method);
        if let NodeInfo::Var(inst, _) = from.info
            && !self.is_jdk(self.judge.state.instance(inst).method)
            && let Some((method, offset, token)) = self.passing(from.node, inst, callee.method, var)
        {
            return Some(self.at(method, offset, token, message));
        }
        if within_jdk {
            return None;
        }
        // A model made the call, or code of the JDK.
        let calls = self.callers().get(&callee.method).into_iter().flatten();
        let outside = calls.filter(|(method, _)| !self.is_jdk(*method));
        let call = outside.min_by_key(|&&(method, offset)| (program.method_id(method), offset));
        Some(match call {
            Some(&(method, offset)) => self.at(method, offset, self.called_at(method, offset), message),
            None => self.entered(callee.method, &message),
        })
    }

    /// The instruction of `inst` that passes `node` to `callee` as `var`.
    fn passing(
        &self,
        node: NodeId,
        inst: InstId,
        callee: MethodId,
        var: Var,
    ) -> Option<(MethodId, u32, Option<String>)> {
        let caller = self.judge.state.instance(inst);
        let body = &caller.code.as_ref()?.body;
        let calls = |stmt: &&Stmt| {
            let site = self.judge.heap.site(Site::At(caller.method, stmt.offset));
            self.judge.state.calls_method(site, caller.method, callee)
        };
        let is_node = |arg: &Var| caller.var(*arg) == Some(node);
        let exact =
            |stmt: &&Stmt| matches!(&stmt.op, Op::Invoke { args, .. } if args.get(var.index()).is_some_and(is_node));
        let stmts = || body.blocks.iter().flat_map(|block| &block.stmts);
        let captures = |stmt: &&Stmt| matches!(&stmt.op, Op::InvokeDynamic { args, .. } if args.iter().any(is_node));
        // A function object takes it with it; in a reflective call it has another position, or sits in an array.
        let found = stmts().find(|stmt| exact(stmt) && calls(stmt));
        let found = found.or_else(|| stmts().find(captures)).or_else(|| stmts().find(calls))?;
        Some((caller.method, found.offset, self.token_of(&found.op)))
    }

    fn came_out(&self, from: TraceNode, method: MethodId, call: &Stmt) -> Vec<TraceStep> {
        let own = || self.given(from, method, call).into_iter().collect();
        self.given_by_callee(from, method, call).unwrap_or_else(own)
    }

    /// The result of a call that shows no return of its own: the code is the JDK's, a model's, or gives back what it got.
    fn given(&self, from: TraceNode, method: MethodId, call: &Stmt) -> Option<TraceStep> {
        let program = self.judge.program;
        if let NodeInfo::Return(callee) = from.info
            && !self.is_jdk(self.judge.state.instance(callee).method)
        {
            return None;
        }
        let message = match &call.op {
            Op::Invoke { method: called, .. } => {
                let called = program.method_ref_data(*called);
                format!("\"{}.{}\" gives it", program.binary_name(called.owner), program.str(called.name))
            }
            Op::InvokeDynamic { .. } => "becomes part of what is made here".to_owned(),
            _ => return None,
        };
        Some(self.at(method, call.offset, self.token_of(&call.op), message))
    }

    fn cast(&self, method: MethodId, offset: u32, ty: TypeId) -> TraceStep {
        let name = self.judge.program.binary_name(ty);
        self.at(method, offset, Some(simple_name(&name).to_owned()), format!("cast to \"{name}\""))
    }

    // ---- Returns, exceptions -----------------------------------------------------------------------------------------

    fn returned(&self, from: TraceNode, inst: InstId) -> Option<TraceStep> {
        let instance = self.judge.state.instance(inst);
        if self.is_jdk(instance.method) {
            return None;
        }
        let message = format!("returned by \"{}\"", self.judge.program.method_id(instance.method));
        let terminators = instance.code.iter().flat_map(|code| code.body.blocks.iter().map(|block| &block.terminator));
        let at = terminators.into_iter().find_map(|terminator| match terminator {
            Terminator::Return { offset, value: Some(value) } if instance.var(*value) == Some(from.node) => {
                Some(*offset)
            }
            _ => None,
        });
        Some(match at {
            Some(offset) => self.at(instance.method, offset, Some("return".to_owned()), message),
            None => self.entered(instance.method, &message),
        })
    }

    fn thrown(&self, from: TraceNode, inst: InstId) -> Option<TraceStep> {
        let instance = self.judge.state.instance(inst);
        if self.is_jdk(instance.method) {
            return None;
        }
        let mut terminators =
            instance.code.iter().flat_map(|code| code.body.blocks.iter().map(|block| &block.terminator));
        let offset = terminators.find_map(|terminator| match terminator {
            Terminator::Throw { offset, value } if instance.var(*value) == Some(from.node) => Some(*offset),
            _ => None,
        })?;
        Some(self.at(instance.method, offset, Some("throw".to_owned()), "thrown".to_owned()))
    }

    // ---- Fields and arrays -------------------------------------------------------------------------------------------

    fn kept(&self, from: TraceNode, to: Option<NodeId>, field: FieldId) -> Option<TraceStep> {
        let program = self.judge.program;
        let message = format!("kept in field \"{}\"", program.field_id(field));
        let token = Some(program.str(program.field(field).name).to_owned());
        if let NodeInfo::Var(inst, _) = from.info {
            let instance = self.judge.state.instance(inst);
            if self.is_jdk(instance.method) {
                return None;
            }
            let is_value = |var: &Var| instance.var(*var) == Some(from.node);
            let core = self.judge.core;
            let holds = |obj: u32, to: NodeId| {
                let field = core.find_field(ObjId(obj), field);
                field.is_some_and(|field| core.find_shared(field) == core.find_shared(to))
            };
            let is_base = |var: Var| match (to, instance.var(var)) {
                (Some(to), Some(node)) => core.pts(node).iter().any(|obj| holds(obj, to)),
                _ => true,
            };
            let store = self.statement(instance, |op| match op {
                Op::PutField { base, field: named, value } => {
                    is_value(value) && self.is_field(*named, field) && is_base(*base)
                }
                Op::PutStatic { field: named, value } => is_value(value) && self.is_field(*named, field),
                _ => false,
            });
            // `Field.set` and the like.
            let store = store.or_else(|| self.call_with(instance, from.node));
            if let Some(stmt) = store {
                let token = if matches!(stmt.op, Op::Invoke { .. }) { self.token_of(&stmt.op) } else { token };
                return Some(self.at(instance.method, stmt.offset, token, message));
            }
        }
        if program.class(program.field(field).class).origin == Origin::Jdk {
            return None;
        }
        Some(TraceStep { place: self.field_place(field)?, message })
    }

    fn kept_in_array(&self, from: TraceNode) -> Option<TraceStep> {
        let NodeInfo::Var(inst, _) = from.info else { return None };
        let instance = self.judge.state.instance(inst);
        if self.is_jdk(instance.method) {
            return None;
        }
        let is_value = |var: &Var| instance.var(*var) == Some(from.node);
        let store = self.statement(instance, |op| matches!(op, Op::ArrayStore { value, .. } if is_value(value)));
        let stmt = store.or_else(|| self.call_with(instance, from.node))?;
        Some(self.at(instance.method, stmt.offset, self.token_of(&stmt.op), "kept in an array".to_owned()))
    }
}

/// The beginning and the end of a trace are worth more than its middle.
pub(super) fn shorten(steps: &mut Vec<TraceStep>) {
    steps.dedup_by(|later, earlier| is_same(later, earlier));
    if steps.len() > STEPS {
        steps.drain(STEPS / 2..steps.len() - STEPS / 2);
    }
}

/// Whether a step says nothing that the one before did not say.
pub(super) fn is_same(later: &TraceStep, earlier: &TraceStep) -> bool {
    let line = |step: &TraceStep| (step.place.class.clone(), step.place.line);
    line(later) == line(earlier) && later.message == earlier.message
}

fn simple_name(name: &str) -> &str {
    name.rsplit(['.', '$']).next().unwrap_or(name)
}

fn clipped(text: &str) -> String {
    match text.char_indices().nth(TEXT) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}
