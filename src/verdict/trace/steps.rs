//! The steps of a trace: what happens to a value between two neighbouring nodes, and on which line. The kind of the edge
//! between them says it; the instruction gives the words. Must not know findings.

use std::ops::Deref;

use crate::classpath::Origin;
use crate::ir::{ConstValue, Op, Stmt, Var};
use crate::pointsto::{FlowKind, InstId, NodeInfo, Trace, TraceNode};
use crate::program::{FieldId, MethodId, TypeId};

use super::super::tiers::Judge;
use super::statements::{Code, Definition, Instruction};
use super::step::Step;

/// Longest part of a constant that is shown.
const TEXT: usize = 80;

/// Tells the steps of traces.
pub(super) struct Steps<'h, 'j, 'a> {
    code: Code<'h, 'j, 'a>,
}

impl<'h, 'j, 'a> Deref for Steps<'h, 'j, 'a> {
    type Target = Code<'h, 'j, 'a>;

    fn deref(&self) -> &Self::Target {
        &self.code
    }
}

impl<'h, 'j, 'a> Steps<'h, 'j, 'a> {
    pub(super) fn new(judge: &'h Judge<'j, 'a>) -> Self {
        Self { code: Code { judge } }
    }

    /// The steps of a trace. What happens inside the JDK is left out: a value goes in at one call and comes out at another.
    pub(super) fn of(&self, trace: &Trace) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut from: Option<TraceNode> = None;
        let mut kinds = Vec::new();
        for &at in &trace.nodes {
            kinds.extend(at.by);
            // Nodes that models make have no place of their own.
            if matches!(at.info, NodeInfo::Synthetic(_)) {
                continue;
            }
            if let Some(from) = from.replace(at) {
                steps.extend(self.between(from, at, &kinds));
            }
            kinds.clear();
        }
        steps.dedup_by(|later, earlier| later.repeats(earlier));
        steps
    }

    /// How a value that begins its life at a node came to be.
    pub(super) fn beginning(&self, from: TraceNode) -> Option<Step> {
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
                                let (message, name) = self.read(*field)?;
                                (Some(name), message)
                            }
                            _ => (None, "the value is made here".to_owned()),
                        };
                        Some(self.at(instance.method, *offset, token, message))
                    }
                }
            }
            NodeInfo::Static(field) => {
                let id = program.field_id(field);
                Some(Step::new(self.field_place(field)?, format!("\"{id}\" is a constant")))
            }
            _ => None,
        }
    }

    /// What happens on edges of these kinds, with nothing but nodes of models between them.
    fn between(&self, from: TraceNode, to: TraceNode, kinds: &[FlowKind]) -> Vec<Step> {
        let Some(&kind) = kinds.last() else { return Vec::new() };
        let call = kinds.iter().rev().find_map(|kind| kind.call()).and_then(|site| self.own_call(site));
        match to.info {
            NodeInfo::Var(inst, var) if self.is_param(inst, var) => self.passed(from, call, inst).into_iter().collect(),
            NodeInfo::Var(inst, var) => self.defined(from, kind, inst, var),
            NodeInfo::Return(inst) => self.returned(kind, inst).into_iter().collect(),
            NodeInfo::Field(_, field) | NodeInfo::Static(field) => self.stored(from, kind, call, field),
            NodeInfo::Elements(_) => self.stored_in_array(from, kind, call).into_iter().collect(),
            NodeInfo::Host(..) => self.put_in(from, kind).into_iter().collect(),
            NodeInfo::Throw(inst, _) | NodeInfo::Exception(inst) => self.thrown(kind, inst).into_iter().collect(),
            NodeInfo::Synthetic(_) => Vec::new(),
        }
    }

    // ---- Variables ---------------------------------------------------------------------------------------------------

    /// A value goes into a parameter: at the call that passes it.
    fn passed(&self, from: TraceNode, call: Option<Instruction>, inst: InstId) -> Option<Step> {
        let callee = self.judge.state.instance(inst).method;
        let message = self.passed_into(callee);
        if self.is_jdk(callee) {
            // Where it comes from outside.
            return self.own_variable(from).and(call).map(|call| self.at_call(call, message));
        }
        Some(match call {
            Some(call) => self.at_call(call, message),
            None => self.entered(callee, &message),
        })
    }

    /// A value goes into any other variable: at the instruction that defines it.
    fn defined(&self, from: TraceNode, kind: FlowKind, inst: InstId, var: Var) -> Vec<Step> {
        let instance = self.judge.state.instance(inst);
        let method = instance.method;
        let Some(code) = instance.code.as_ref().filter(|_| !self.is_jdk(method)) else { return Vec::new() };
        let Some(Definition::At(stmt)) = self.definition(&code.body, var) else { return Vec::new() };
        let at = |token: Option<String>, message| self.at(method, stmt.offset, token, message);
        match (kind, &stmt.op) {
            (FlowKind::Assign | FlowKind::Handler, _) => Vec::new(),
            (FlowKind::FieldLoad | FlowKind::StaticLoad, Op::GetField { field, .. } | Op::GetStatic { field, .. }) => {
                self.read(*field).map(|(message, name)| at(Some(name), message)).into_iter().collect()
            }
            (FlowKind::ArrayLoad, _) => vec![at(None, "read from an array".to_owned())],
            (FlowKind::Cast, Op::Cast { ty, .. }) => vec![self.cast(method, stmt.offset, *ty)],
            // The result of a call goes straight into its cast.
            (_, Op::Cast { src, ty, .. }) => {
                let mut steps = match self.definition(&code.body, *src) {
                    Some(Definition::At(call)) => self.came_out(from, kind, method, call),
                    _ => Vec::new(),
                };
                steps.push(self.cast(method, stmt.offset, *ty));
                steps
            }
            _ => self.came_out(from, kind, method, stmt),
        }
    }

    fn came_out(&self, from: TraceNode, kind: FlowKind, method: MethodId, call: &Stmt) -> Vec<Step> {
        let read = match (kind, from.info) {
            (FlowKind::ShortcutLoad(shortcut), NodeInfo::Field(_, field)) => self.read_by_callee(shortcut, field),
            _ => None,
        };
        read.unwrap_or_else(|| self.given(from, method, call).into_iter().collect())
    }

    /// The result of a call that shows no return of its own: the code is the JDK's, a model's, or gives back what it got.
    fn given(&self, from: TraceNode, method: MethodId, call: &Stmt) -> Option<Step> {
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

    fn cast(&self, method: MethodId, offset: u32, ty: TypeId) -> Step {
        let name = self.judge.program.binary_name(ty);
        self.at(method, offset, Some(simple_name(&name).to_owned()), format!("cast to \"{name}\""))
    }

    // ---- Returns, exceptions -----------------------------------------------------------------------------------------

    fn returned(&self, kind: FlowKind, inst: InstId) -> Option<Step> {
        let method = self.judge.state.instance(inst).method;
        if self.is_jdk(method) {
            return None;
        }
        let message = self.returned_by(method);
        Some(match kind {
            FlowKind::Return(offset) => self.at(method, offset, Some("return".to_owned()), message),
            _ => self.entered(method, &message),
        })
    }

    fn thrown(&self, kind: FlowKind, inst: InstId) -> Option<Step> {
        let method = self.judge.state.instance(inst).method;
        let FlowKind::Throw(offset) = kind else { return None };
        let step = || self.at(method, offset, Some("throw".to_owned()), "thrown".to_owned());
        (!self.is_jdk(method)).then(step)
    }

    // ---- Fields and arrays -------------------------------------------------------------------------------------------

    fn stored(&self, from: TraceNode, kind: FlowKind, call: Option<Instruction>, field: FieldId) -> Vec<Step> {
        let program = self.judge.program;
        let message = self.kept_in(field);
        if let NodeInfo::Var(_, var) = from.info {
            let Some(method) = self.own_variable(from) else { return Vec::new() };
            let steps = match kind {
                FlowKind::FieldStore(offset) | FlowKind::StaticStore(offset) => {
                    let token = program.str(program.field(field).name).to_owned();
                    Some(vec![self.at(method, offset, Some(token), message.clone())])
                }
                FlowKind::ShortcutStore(shortcut) => self.stored_by_callee(shortcut, field),
                FlowKind::Uncut => self.stored_by_itself(method, var, field),
                _ => None,
            };
            // `Field.set` and the like.
            let steps = steps.or_else(|| Some(vec![self.at_call(call?, message.clone())]));
            if let Some(steps) = steps {
                return steps;
            }
        }
        if program.class(program.field(field).class).origin == Origin::Jdk {
            return Vec::new();
        }
        self.field_place(field).map(|place| Step::new(place, message)).into_iter().collect()
    }

    fn stored_in_array(&self, from: TraceNode, kind: FlowKind, call: Option<Instruction>) -> Option<Step> {
        let method = self.own_variable(from)?;
        let message = "kept in an array".to_owned();
        match kind {
            FlowKind::ArrayStore(offset) => Some(self.at(method, offset, None, message)),
            _ => Some(self.at_call(call?, message)),
        }
    }

    // ---- Whose code it is --------------------------------------------------------------------------------------------

    fn is_param(&self, inst: InstId, var: Var) -> bool {
        self.judge.state.instance(inst).code.as_ref().is_none_or(|code| var.0 < code.body.params)
    }

    /// The method outside the JDK that a node is a variable of.
    pub(super) fn own_variable(&self, at: TraceNode) -> Option<MethodId> {
        let NodeInfo::Var(inst, _) = at.info else { return None };
        Some(self.judge.state.instance(inst).method).filter(|&method| !self.is_jdk(method))
    }
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
