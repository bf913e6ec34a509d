//! Calls of operations on texts, and string concatenation in both forms, wired to the pure functions of `strings`: operands
//! become values, values become objects, an unknown operand is passed on as it is, so that its origin is never lost. Bodies of
//! String, StringBuilder and StringBuffer are not analysed. Must not know what a single operation does.

mod builder;

use std::cell::RefCell;
use std::rc::Rc;

use crate::base::{FxHashMap, FxIndexMap, Numbering, PtsSet};
use crate::classfile::{Prim, RawConst};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, SiteId};
use crate::ir::facts::definition;
use crate::ir::{ConstValue, Op, Var};
use crate::pointsto::{CallView, Claim, Cx, Filter, HookData, IndyView, Model, NodeId, Outcome, Ptr, VirtualCall};
use crate::program::{ClassId, MethodId, Program, Type, TypeId, access};
use crate::strings::operations::{self, Effect, Function, Gives, Position, concat};
use crate::strings::recipe::{self, Element};
use crate::strings::{Evaluated, Evaluation, Listed, TooMany, Value, objects};

pub(super) struct Strings {
    listed: Rc<Listed>,
    /// What the methods do that were claimed.
    effects: FxHashMap<MethodId, Effect>,
    /// Operations that are evaluated, by site, destination and method (none for an `invokedynamic`), when the solver is idle:
    /// their results then depend on a fixpoint, not on the order objects arrived in.
    evaluated: FxIndexMap<(SiteId, Ptr, Option<MethodId>), Evaluable>,
    /// Operations that were given up, by where, and why.
    given_up: Rc<RefCell<FxIndexMap<SiteId, TooMany>>>,
    /// Hooks of operands of which nothing is followed: where an unknown goes when the operand is known text.
    unknowns: Numbering<(Ptr, ObjId)>,
    /// Texts of values, by the node of the value.
    texts: Numbering<NodeId>,
}

/// An operand, or a piece of a concatenation.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Operand {
    Fixed(Value),
    At(Ptr),
}

/// An operation at a place.
struct Evaluable {
    function: Function,
    operands: Vec<Operand>,
    /// The text whose origin is the place.
    unknown: ObjId,
    evaluation: Evaluation,
    /// Size of the operands at the last evaluation; sets only grow.
    size: Option<usize>,
}

impl Model for Strings {
    fn name(&self) -> &'static str {
        "strings"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let data = program.method(method);
        let descriptor = program.str(program.method_desc(data.desc).text);
        let effect = operations::find(program.class_name(data.class), program.str(data.name), descriptor)?;
        self.effects.insert(method, effect);
        Some(Claim::Target(0))
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, _tag: u32) -> Outcome {
        let effect = *self.effects.get(&method).expect("internal error: a call that was not claimed");
        self.ask_for_texts(cx, call, method, effect);
        self.give(cx, call, method, effect);
        if effect.and_body { Outcome::AlsoAnalyse } else { Outcome::Handled }
    }

    fn on_indy(&mut self, cx: &mut Cx<'_, '_>, view: &IndyView) -> bool {
        let program = cx.program;
        let class = program.class(program.method(view.call.method).class);
        let Some(bootstrap) = class.bootstraps.get(view.bootstrap as usize) else { return false };
        if program.str(bootstrap.handle.member.owner) != "java/lang/invoke/StringConcatFactory" {
            return false;
        }
        let params = &program.method_desc(program.desc(view.descriptor)).params;
        let recipe = match (program.str(bootstrap.handle.member.name), bootstrap.args.first()) {
            ("makeConcatWithConstants", Some(RawConst::Str { text, .. })) => program.str(*text).to_owned(),
            _ => recipe::of_arguments(params.len()),
        };
        let constants = bootstrap.args.iter().skip(1).map(|constant| match constant {
            RawConst::Str { text, .. } => Some(program.str(*text)),
            _ => None,
        });
        let mut operands = Vec::new();
        for element in recipe::elements(&recipe, params.len(), constants) {
            operands.push(match element {
                Element::Literal(text) => Operand::Fixed(Value::Const(text)),
                Element::Unknown => Operand::Fixed(Value::Unknown(None)),
                Element::Argument(index) => {
                    let var = view.call.vars.get(index).copied();
                    let node = view.call.args.get(index).copied().flatten();
                    self.piece(cx, &view.call, var, node, params[index])
                }
            });
        }
        // The operands were asked for their text in any case.
        if let Some(dst) = view.call.dst {
            self.evaluate(cx, &view.call, None, concat, operands, Ptr::Node(dst));
        }
        true
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let (to, unknown) = self.unknowns.key(data);
        // What is listed for an unknown text is not what is made of it.
        let passes = |obj| match cx.heap.kind(ObjId(obj)) {
            ObjKind::Null => true,
            kind => matches!(kind, ObjKind::UnknownString { .. }) && !self.listed.knows(kind),
        };
        if !objects.iter().all(passes) {
            cx.add(to, unknown);
        }
    }

    fn on_pressure(&mut self, cx: &mut Cx<'_, '_>) {
        self.on_idle(cx);
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        for ((site, dst, _), evaluable) in &mut self.evaluated {
            if let Some(why) = evaluable.run(cx, &self.listed, *dst) {
                self.given_up.borrow_mut().entry(*site).or_insert(why);
            }
        }
    }
}

/// Texts that are no strings are read character by character.
fn read_characters(cx: &mut Cx<'_, '_>, call: &CallView, class: ClassId, text: NodeId) {
    for (name, desc) in [("length", "()I"), ("charAt", "(I)C")] {
        let Some(method) = cx.program.find_method(class, name, desc) else { continue };
        cx.dispatch(VirtualCall {
            caller: call.caller,
            site: call.site,
            method,
            receiver: Ptr::Node(text),
            args: vec![None; desc.len() - 3],
            ret: None,
            throw: call.throw.map(Ptr::Node),
        });
    }
}

impl Strings {
    pub(super) fn new(listed: Rc<Listed>, given_up: Rc<RefCell<FxIndexMap<SiteId, TooMany>>>) -> Self {
        Self {
            listed,
            given_up,
            effects: FxHashMap::default(),
            evaluated: FxIndexMap::default(),
            unknowns: Numbering::default(),
            texts: Numbering::default(),
        }
    }

    /// Operands that are texts of any kind, or any object, are asked for their text.
    fn ask_for_texts(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, effect: Effect) {
        let program = cx.program;
        let types = operand_types(program, method);
        for index in effect.indices(has_receiver(program, method), types.len()) {
            let Some(ty) = types[index] else { continue };
            let Type::Class(class) = program.ty(ty) else { continue };
            if !matches!(program.class_name(class), "java/lang/Object" | "java/lang/CharSequence") {
                continue;
            }
            if let Some(Some(arg)) = call.args.get(index) {
                self.text_of(cx, call, *arg);
                if program.class_name(class) == "java/lang/CharSequence" {
                    read_characters(cx, call, class, *arg);
                }
            }
        }
    }

    /// Gives what an operation gives: to the result of the call, or to the object that a constructor makes.
    fn give(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, effect: Effect) {
        let program = cx.program;
        let this = call.args.first().copied().flatten();
        let is_constructor = program.str(program.method(method).name) == "<init>";
        let Some(dst) = (if is_constructor { this } else { call.dst }) else { return };
        let indices = effect.indices(has_receiver(program, method), call.args.len());
        let mut nodes = indices.iter().map(|&index| call.args.get(index).copied().flatten());
        match effect.gives {
            Gives::Nothing | Gives::Body => {}
            // Names that the JDK puts together are its own business; what leaves it is unknown anyway.
            Gives::Text(_) | Gives::Built | Gives::Derived if program.origin_of(call.method) == Origin::Jdk => {
                cx.add(dst, cx.heap.jdk_string());
            }
            Gives::Receiver => {
                if let Some(this) = this {
                    cx.edge(this, dst);
                }
            }
            Gives::Operand => match nodes.next().flatten() {
                // A call by an interface has receivers of other classes too.
                Some(this) if effect.operands == [Position::Receiver] => cx.cast(this, dst, cx.heap.types().string),
                Some(argument) => cx.edge(argument, dst),
                None => cx.add(dst, unknown_string(cx, call)),
            },
            Gives::TextOf => {
                if let Some(node) = nodes.next().flatten() {
                    let text = self.text_of(cx, call, node);
                    cx.edge(text, dst);
                    nodes.flatten().for_each(|otherwise| cx.edge(otherwise, dst));
                }
            }
            Gives::Text(function) => {
                let types = operand_types(program, method);
                let operand = |&index: &usize| self.operand(cx, call, index, types.get(index).copied().flatten());
                let operands: Option<Vec<Operand>> = indices.iter().map(operand).collect();
                if let Some(operands) = operands {
                    self.evaluate(cx, call, Some(method), function, operands, Ptr::Node(dst));
                }
            }
            Gives::Built => match builder::chain(cx, call) {
                Some(pieces) => {
                    let piece = |(var, ty)| self.piece(cx, call, Some(var), cx.var(call.caller, var), ty);
                    let operands = pieces.into_iter().map(piece).collect();
                    self.evaluate(cx, call, Some(method), concat, operands, Ptr::Node(dst));
                }
                None => {
                    cx.add(dst, unknown_string(cx, call));
                    for appended in builder::appended(cx, call) {
                        cx.filtered(appended, dst, Filter::UnknownStrings);
                    }
                }
            },
            Gives::Unknown => cx.add(dst, unknown_string(cx, call)),
            Gives::Derived => self.derive(cx, call, nodes.flatten(), Ptr::Node(dst)),
            Gives::Array => {
                let ty = program.method_desc(program.method(method).desc).ret;
                let element = element_of(program, ty);
                if matches!(program.ty(element), Type::Prim(_)) {
                    return cx.add(dst, cx.heap.intern(ObjKind::Merged { ty }));
                }
                let array = cx.heap.alloc(call.site, ty, crate::heap::NO_CTX);
                cx.add(dst, array);
                if program.is_subtype(cx.heap.types().string, element) {
                    self.derive(cx, call, nodes.flatten(), Ptr::Elements(array));
                }
            }
        }
    }

    /// A text made of those at the nodes in a way that is not followed: unknown ones pass, of known ones this is the origin.
    fn derive(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, nodes: impl Iterator<Item = NodeId>, dst: Ptr) {
        let unknown = unknown_string(cx, call);
        let mut nodes = nodes.peekable();
        if nodes.peek().is_none() {
            cx.add(dst, unknown);
        }
        for node in nodes {
            cx.filtered(node, dst, Filter::UnknownStrings);
            cx.watch(node, self.unknowns.number((dst, unknown)));
        }
    }

    /// The text of a value: strings as they are, other objects by their `toString`.
    fn text_of(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, value: NodeId) -> Ptr {
        let text = cx.model_node(self.texts.number(value));
        let program = cx.program;
        let known = program.well_known();
        let string = program.class_type(known.string);
        cx.cast(value, text, string);
        if let Some(to_string) = program.find_method(known.object, "toString", "()Ljava/lang/String;") {
            cx.dispatch(VirtualCall {
                caller: call.caller,
                site: call.site,
                method: to_string,
                receiver: Ptr::Node(value),
                args: Vec::new(),
                ret: Some(text),
                throw: call.throw.map(Ptr::Node),
            });
        }
        text
    }

    /// An operand of a call, of type `ty` if it is an argument: a primitive if it is a constant, a reference as it is.
    fn operand(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, index: usize, ty: Option<TypeId>) -> Option<Operand> {
        let node = call.args.get(index).copied().flatten();
        match ty {
            Some(ty) if matches!(cx.program.ty(ty), Type::Prim(_)) || ty != cx.heap.types().string => {
                let var = call.vars.get(index).copied();
                Some(self.piece(cx, call, var, node, ty))
            }
            _ => node.map(|node| Operand::At(Ptr::Node(node))),
        }
    }

    /// A piece of a concatenation, of type `ty`: a constant, or what is at a node.
    fn piece(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        var: Option<Var>,
        node: Option<NodeId>,
        ty: TypeId,
    ) -> Operand {
        if let Some(text) = var.and_then(|var| constant_text(cx, call, var, ty)) {
            return Operand::Fixed(text);
        }
        match node {
            Some(node) if ty == cx.heap.types().string => Operand::At(Ptr::Node(node)),
            Some(node) => Operand::At(self.text_of(cx, call, node)),
            None => Operand::Fixed(Value::Unknown(None)),
        }
    }

    fn evaluate(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        method: Option<MethodId>,
        function: Function,
        operands: Vec<Operand>,
        dst: Ptr,
    ) {
        let unknown = unknown_string(cx, call);
        if cx.program.origin_of(call.method) == Origin::Jdk {
            cx.add(dst, unknown);
            return;
        }
        // Unknown operands pass on at once; constants are combined at idle.
        for operand in &operands {
            if let Operand::At(from) = operand {
                cx.filtered(*from, dst, Filter::UnknownStrings);
            }
        }
        self.evaluated.entry((call.site, dst, method)).or_insert(Evaluable {
            function,
            operands,
            unknown,
            evaluation: Evaluation::default(),
            size: None,
        });
    }
}

impl Operand {
    fn size(&self, cx: &Cx<'_, '_>) -> usize {
        match self {
            Operand::At(ptr) => cx.resolve(*ptr).map_or(0, |node| cx.pts(node).len()),
            Operand::Fixed(_) => 0,
        }
    }

    /// What it holds now; what a specification lists in place of the unknown it is listed for.
    fn values<'c>(&'c self, cx: &'c Cx<'_, '_>, listed: &Listed) -> impl Iterator<Item = Value> + 'c {
        let (fixed, node) = match self {
            Operand::Fixed(value) => (Some(value.clone()), None),
            Operand::At(ptr) => (None, cx.resolve(*ptr)),
        };
        let of_node = |node| {
            let objects = cx.pts(node).iter().map(|obj| (ObjId(obj), cx.heap.kind(ObjId(obj)))).collect();
            listed.expand(cx.heap, objects)
        };
        let objects = node.map(of_node).unwrap_or_default();
        fixed.into_iter().chain(objects.into_iter().map(|(_, kind)| objects::value(cx.program, kind)))
    }
}

impl Evaluable {
    /// Evaluates it if its operands have grown; says so if that is too much.
    fn run(&mut self, cx: &mut Cx<'_, '_>, listed: &Listed, dst: Ptr) -> Option<TooMany> {
        let size = self.operands.iter().map(|operand| operand.size(cx)).sum();
        if self.size.replace(size) == Some(size) {
            return None;
        }
        let operands = self.operands.iter().map(|operand| operand.values(cx, listed));
        let Evaluated { values, unknown, too_many } = self.evaluation.run(self.function, operands);
        if unknown || too_many.is_some() {
            cx.add(dst, self.unknown);
        }
        for value in values {
            cx.add(dst, objects::object(cx.program, cx.heap, &value, self.unknown));
        }
        too_many
    }
}

/// The unknown string an operation at this call gives; inside the JDK all are one.
pub(super) fn unknown_string(cx: &Cx<'_, '_>, call: &CallView) -> ObjId {
    let class = cx.program.method(call.method).class;
    if cx.program.class(class).origin == Origin::Jdk {
        cx.heap.jdk_string()
    } else {
        cx.heap.intern(ObjKind::UnknownString { site: call.site })
    }
}

fn has_receiver(program: &Program, method: MethodId) -> bool {
    program.method(method).access & access::STATIC == 0
}

/// Types of the arguments of a call of the method, as the call has them; none for the receiver.
fn operand_types(program: &Program, method: MethodId) -> Vec<Option<TypeId>> {
    let receiver = has_receiver(program, method).then_some(None);
    let params = &program.method_desc(program.method(method).desc).params;
    receiver.into_iter().chain(params.iter().copied().map(Some)).collect()
}

fn element_of(program: &Program, ty: TypeId) -> TypeId {
    match program.ty(ty) {
        Type::Array(element) => element,
        _ => ty,
    }
}

/// The constant that a variable holds, as text of type `ty`.
fn constant_text(cx: &Cx<'_, '_>, call: &CallView, var: Var, ty: TypeId) -> Option<Value> {
    let code = cx.code(call.caller)?;
    match definition(&code.body, var)? {
        Op::Const { value, .. } => constant_as_text(cx.program, value, ty),
        _ => None,
    }
}

/// Text of a constant as concatenation prints it (JLS 5.1.11); `None` for what is no constant.
fn constant_as_text(program: &Program, value: &ConstValue, ty: TypeId) -> Option<Value> {
    let prim = match program.ty(ty) {
        Type::Prim(prim) => Some(prim),
        _ => None,
    };
    match (value, prim) {
        (ConstValue::Str { text, lossy: false }, _) => Some(Value::from(program.str(*text))),
        (ConstValue::Null, None) => Some(Value::of_null()),
        (ConstValue::Int(v), Some(Prim::Char)) => Value::of_char(*v),
        (ConstValue::Int(v), Some(Prim::Boolean)) => Some(Value::of_boolean(*v)),
        (ConstValue::Int(v), Some(_)) => Some(Value::of_integer(i64::from(*v))),
        (ConstValue::Long(v), Some(_)) => Some(Value::of_integer(*v)),
        _ => None,
    }
}
