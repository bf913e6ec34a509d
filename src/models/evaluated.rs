//! Calls of methods that compute texts: where all that such a method is given is known, it is run (`interpreter`), and the call
//! gives what the run returned. What the method's body returns to all its calls together comes back only where an argument is
//! not known or the method does more than to compute. Its body is looked at all the same. Must not know how a method is run.

use std::ops::Range;
use std::rc::Rc;

use super::strings::{elements, is_concatenation};
use crate::base::{FxHashMap, FxHashSet, FxIndexMap, Sym};
use crate::classfile::Prim;
use crate::classpath::Origin;
use crate::heap::{Dispatch, ObjId, ObjKind};
use crate::interpreter::{Argument, Interpreter};
use crate::ir::facts::{Def, Facts};
use crate::ir::{ConstValue, Op, Var};
use crate::pointsto::{CallView, Cx, Model, ModelNode, NodeId};
use crate::program::{ClassId, MethodId, Program, Type, TypeId, access};
use crate::strings::named::Names;
use crate::strings::operations::{STRING, TEXT_BUILDERS};
use crate::strings::{Ended, Evaluated as Answer, Evaluation, Listed, Value, objects};

/// Most combinations of arguments that a call is run for. Where more names meet, telling apart what becomes of each says nothing
/// of any, and each is one more name for all that comes after.
const RUNS: usize = 32;
/// Most variables of a method whose calls are followed.
const VARS: usize = 8192;

pub(super) struct Evaluated {
    listed: Rc<Listed>,
    names: Names,
    interpreter: Interpreter,
    /// Whether calls of a method are followed.
    methods: FxHashMap<MethodId, bool>,
    /// By the place of the result and the method that is named.
    calls: FxIndexMap<(NodeId, MethodId), Call>,
}

/// A call that is followed.
struct Call {
    /// Whether receivers select what it runs.
    is_virtual: bool,
    /// The arguments, receiver first, as numbers of operands.
    arguments: Vec<Argued>,
    operands: Vec<Operand>,
    /// What the body returns.
    returned: ModelNode,
    evaluation: Evaluation,
    /// Size of the operands at the last evaluation; sets only grow.
    size: Option<usize>,
    /// Whether what the body returns comes back.
    is_joined: bool,
}

/// An argument of a call.
#[derive(Debug, Clone)]
enum Argued {
    One(usize),
    /// An array of that type, which holds these.
    Array(TypeId, Range<usize>),
}

/// What a method is given at a call.
#[derive(Debug, Clone, Copy)]
enum Operand {
    Receiver(NodeId),
    /// A text; without something there that says otherwise it may be null: no object stands for what nobody set.
    Text {
        at: NodeId,
        may_be_null: bool,
    },
    /// A constant of the calling method.
    Known(Sym),
    Null,
    Int(i32),
    Long(i64),
}

impl Evaluated {
    pub(super) fn new(listed: Rc<Listed>) -> Self {
        let (interpreter, methods) = (Interpreter::default(), FxHashMap::default());
        Self { listed, names: Names::default(), interpreter, methods, calls: FxIndexMap::default() }
    }

    /// Whether a method makes a text of texts, numbers and characters, and does not merely hand on what it is given.
    fn is_followed(&mut self, program: &Program, method: MethodId) -> bool {
        let interpreter = &self.interpreter;
        *self.methods.entry(method).or_insert_with(|| {
            let data = program.method(method);
            let desc = program.method_desc(data.desc);
            let params = match desc.params.split_last() {
                Some((_, params)) if fills_in_defaults(program, method) => params,
                _ => &desc.params,
            };
            program.class(data.class).origin != Origin::Jdk
                && is_text(program, desc.ret)
                && params
                    .iter()
                    .all(|&param| is_text(program, param) || is_whole(program, param) || are_texts(program, param))
                && params.iter().any(|&param| !is_whole(program, param))
                && interpreter.may_compute(program, method)
        })
    }
}

impl Model for Evaluated {
    fn name(&self) -> &'static str {
        "evaluated"
    }

    fn stands_for_result(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        resolved: MethodId,
        is_virtual: bool,
    ) -> Option<ModelNode> {
        let place = (call.dst?, resolved);
        if !self.is_followed(cx.program, resolved) {
            return None;
        }
        // Where one place has several calls, none is followed.
        if let Some(known) = self.calls.get_mut(&place) {
            known.join(cx, place.0);
            return None;
        }
        let (arguments, operands) = arguments(cx, call, resolved)?;
        let returned = ModelNode::from(self.calls.len());
        let (evaluation, size, is_joined) = (Evaluation::default(), None, false);
        self.calls.insert(place, Call { is_virtual, arguments, operands, returned, evaluation, size, is_joined });
        Some(returned)
    }

    fn on_pressure(&mut self, cx: &mut Cx<'_, '_>) {
        self.on_idle(cx);
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        for (&(dst, resolved), call) in &mut self.calls {
            call.run(cx, &self.listed, (&self.interpreter, &self.names), dst, resolved);
        }
    }
}

impl Call {
    /// Runs the method if its operands have grown.
    fn run(
        &mut self,
        cx: &mut Cx<'_, '_>,
        listed: &Listed,
        with: (&Interpreter, &Names),
        dst: NodeId,
        resolved: MethodId,
    ) {
        let size = self.operands.iter().map(|operand| operand.size(cx)).sum();
        if self.is_joined || self.size.replace(size) == Some(size) {
            return;
        }
        let program = cx.program;
        let operands: Vec<Vec<Value>> = self.operands.iter().map(|operand| operand.values(cx, listed)).collect();
        let runs = operands.iter().fold(1_usize, |runs, values| runs.saturating_mul(values.len()));
        if runs > RUNS {
            return self.join(cx, dst);
        }
        let mut evaluation = std::mem::take(&mut self.evaluation);
        let made = |values: &[Value]| self.results(program, with, resolved, values);
        let Answer { values, unknown, too_many, .. } = evaluation.run(made, operands);
        self.evaluation = evaluation;
        for value in values {
            if let Value::Const(text) = value {
                cx.add(dst, cx.heap.intern(ObjKind::Str { text: program.sym(&text) }));
            }
        }
        if unknown || too_many.is_some() {
            self.join(cx, dst);
        }
    }

    /// What a method returns for these values of its operands.
    fn results(
        &self,
        program: &Program,
        (interpreter, names): (&Interpreter, &Names),
        resolved: MethodId,
        values: &[Value],
    ) -> Result<Vec<Value>, Ended> {
        let (mut method, mut prints_null) = (resolved, true);
        let mut args = Vec::new();
        for argument in &self.arguments {
            let range = match argument {
                Argued::One(operand) => *operand..operand + 1,
                Argued::Array(_, operands) => operands.clone(),
            };
            let is_supposed =
                |(operand, value): (&Operand, &Value)| matches!(operand, Operand::Text { .. }) && *value == Value::Null;
            prints_null &= !self.operands[range.clone()].iter().zip(&values[range.clone()]).any(is_supposed);
            args.push(match (argument, &self.operands[range.clone()], &values[range]) {
                (Argued::Array(ty, _), _, texts) => Argument::Texts(*ty, texts.to_vec()),
                (_, [Operand::Receiver(_)], [Value::Number(class)]) => {
                    let class = ClassId::new(usize::try_from(*class).map_err(|_| Ended::Unknown)?);
                    if self.is_virtual {
                        method = program.select(class, resolved).ok_or(Ended::Throws)?;
                    }
                    Argument::Receiver(class)
                }
                (_, [Operand::Long(number)], _) => Argument::Long(*number),
                (_, [Operand::Text { .. } | Operand::Known(_) | Operand::Null | Operand::Int(_)], [value]) => {
                    Argument::Value(value.clone())
                }
                _ => return Err(Ended::Unknown),
            });
        }
        let mut results = interpreter.results(program, method, &args, prints_null)?;
        let named = (!prints_null).then(|| names.with_null(program)).filter(|named| !named.is_empty());
        if let Some(named) = named {
            let printed = interpreter.results(program, method, &args, true)?.into_iter();
            results.extend(printed.filter(|value| value.text().is_some_and(|text| named.contains(text))));
        }
        Ok(results.into_iter().filter(|value| *value != Value::Null).collect())
    }

    /// What the body returns comes back from now on.
    fn join(&mut self, cx: &mut Cx<'_, '_>, dst: NodeId) {
        if !std::mem::replace(&mut self.is_joined, true) {
            cx.edge(cx.model_node(self.returned), dst);
        }
    }
}

impl Operand {
    fn size(&self, cx: &Cx<'_, '_>) -> usize {
        match *self {
            Operand::Receiver(at) | Operand::Text { at, .. } => cx.pts(at).len(),
            Operand::Known(_) | Operand::Null | Operand::Int(_) | Operand::Long(_) => 0,
        }
    }

    /// What it may be now: a receiver the number of its class.
    fn values(&self, cx: &Cx<'_, '_>, listed: &Listed) -> Vec<Value> {
        let objects = |at: NodeId| cx.pts(at).iter().map(|obj| (ObjId(obj), cx.heap.kind(ObjId(obj))));
        match *self {
            Operand::Receiver(at) => {
                let mut values: Vec<Value> = Vec::new();
                for (obj, kind) in objects(at) {
                    let class = match kind.dispatch() {
                        Dispatch::Nothing => continue,
                        Dispatch::ByClass => cx.program.class_of(cx.heap.ty(obj)),
                        Dispatch::ByClassOrModel | Dispatch::ByModel => None,
                    };
                    let value = class.map_or(Value::Unknown(None), |class| Value::Number(class.index() as i64));
                    if !values.contains(&value) {
                        values.push(value);
                    }
                }
                values
            }
            Operand::Text { at, may_be_null } => {
                let known = listed.expand(cx.heap, objects(at).collect());
                let known = known.into_iter().filter(|(_, kind)| *kind != ObjKind::Null);
                let known = known.map(|(_, kind)| match objects::value(cx.program, kind) {
                    // It comes through the body.
                    Value::Unknown(_) => Value::Unknown(None),
                    value => value,
                });
                known.chain(may_be_null.then_some(Value::Null)).collect()
            }
            Operand::Known(text) => vec![Value::from(cx.program.str(text))],
            Operand::Null => vec![Value::Null],
            Operand::Int(number) => vec![Value::Number(number.into())],
            Operand::Long(number) => vec![Value::Number(number)],
        }
    }
}

/// What the method is given; `None` if a number is not a constant, or an array not one that the calling method makes.
fn arguments(cx: &Cx<'_, '_>, call: &CallView, resolved: MethodId) -> Option<(Vec<Argued>, Vec<Operand>)> {
    let program = cx.program;
    let code = cx.code(call.caller)?;
    // What is asked of a body is asked for each of its calls.
    if code.body.vars.len() > VARS {
        return None;
    }
    let facts = Facts::of(&code.body);
    let data = program.method(resolved);
    let (mut arguments, mut operands, mut arrays) = (Vec::new(), Vec::new(), FxHashSet::default());
    let first = usize::from(data.access & access::STATIC == 0);
    if first == 1 {
        arguments.push(Argued::One(0));
        operands.push(Operand::Receiver(call.args.first().copied().flatten()?));
    }
    let text = |var: Var| match facts.constant_of(var) {
        Some(ConstValue::Null) => Some(Operand::Null),
        Some(&ConstValue::Str { text, lossy: false }) => Some(Operand::Known(text)),
        _ => {
            let may_be_null = !is_there(program, call.method, &facts, var);
            cx.var(call.caller, var).map(|at| Operand::Text { at, may_be_null })
        }
    };
    for (index, &ty) in program.method_desc(data.desc).params.iter().enumerate() {
        let var = *call.vars.get(first + index)?;
        let from = operands.len();
        arguments.push(Argued::One(from));
        match facts.constant_of(var) {
            Some(ConstValue::Int(number)) => operands.push(Operand::Int(*number)),
            Some(ConstValue::Long(number)) => operands.push(Operand::Long(*number)),
            Some(ConstValue::Null) => operands.push(Operand::Null),
            _ if is_text(program, ty) => operands.push(text(var)?),
            _ => {
                let array = facts.behind_casts(var);
                // One that is there twice is one all the same.
                if !arrays.insert(array) {
                    return None;
                }
                let Def::Stmt(block, nth) = facts.def(array) else { return None };
                let Op::NewArray { ty, .. } = facts.body().blocks[block].stmts[nth as usize].op else { return None };
                for slot in elements(cx, call, first + index)? {
                    operands.push(slot.map_or(Some(Operand::Null), text)?);
                }
                *arguments.last_mut()? = Argued::Array(ty, from..operands.len());
            }
        }
    }
    Some((arguments, operands))
}

/// Whether a variable is never null, by the instruction that defines it.
fn is_there(program: &Program, method: MethodId, facts: &Facts<'_>, var: Var) -> bool {
    let Def::Stmt(block, nth) = facts.def(facts.behind_casts(var)) else { return false };
    match &facts.body().blocks[block].stmts[nth as usize].op {
        Op::Const { value, .. } => matches!(value, ConstValue::Str { .. }),
        Op::InvokeDynamic { bootstrap, .. } => {
            let bootstraps = &program.class(program.method(method).class).bootstraps;
            bootstraps.get(*bootstrap as usize).is_some_and(|bootstrap| is_concatenation(program, bootstrap))
        }
        Op::Invoke { method, .. } => {
            let called = program.method_ref_data(*method);
            let owner = program.class_of(called.owner).map(|owner| program.class_name(owner));
            // These give what a method of another object gives.
            let hands_on = || ["valueOf", "transform"].contains(&program.str(called.name));
            owner.is_some_and(|owner| owner == STRING || TEXT_BUILDERS.contains(&owner)) && !hands_on()
        }
        _ => false,
    }
}

/// Whether a method is one that the compiler of Kotlin makes to fill in default values, as its name and its parameters say: bits that
/// tell which are left out, and null.
fn fills_in_defaults(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    let params = &program.method_desc(data.desc).params;
    data.access & access::STATIC != 0
        && program.str(data.name).ends_with("$default")
        && params.last().is_some_and(|&last| program.class_of(last) == Some(program.well_known().object))
}

fn is_text(program: &Program, ty: TypeId) -> bool {
    let known = program.well_known();
    program.class_of(ty).is_some_and(|class| class == known.string || class == known.char_sequence)
}

/// An array that may hold texts.
fn are_texts(program: &Program, ty: TypeId) -> bool {
    let Type::Array(element) = program.ty(ty) else { return false };
    is_text(program, element) || program.class_of(element) == Some(program.well_known().object)
}

/// A whole number, a character or a truth.
fn is_whole(program: &Program, ty: TypeId) -> bool {
    matches!(program.ty(ty), Type::Prim(prim) if !matches!(prim, Prim::Float | Prim::Double))
}
