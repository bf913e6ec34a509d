//! Calls of operations on texts, and string concatenation in both forms, wired to the pure functions of `strings`: operands
//! become values, values become objects, an unknown operand is passed on as it is, so that its origin is never lost. Bodies of
//! String, StringBuilder and StringBuffer are not analysed. Must not know what a single operation does.

mod builder;
mod evaluable;
mod reader;

use std::cell::RefCell;
use std::rc::Rc;

use crate::base::{FxHashMap, FxIndexMap, Numbering, PtsSet};
use crate::classfile::RawConst;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, SiteId};
use crate::pointsto::{
    Args, CallView, Claim, ClaimTag, Cx, EdgeKind, Filter, HookData, IndyView, Model, ModelNode, NodeId, Outcome, Ptr,
    Receiver, ReflectiveCall, VirtualCall,
};
use crate::program::{ClassId, MethodId, Program, Type, TypeId};
use crate::strings::named::{NO_CLASS, NOT_HERE, Names};
use crate::strings::operations::{self, Effect, Gives, Position, concat};
use crate::strings::recipe::{self, Element};
use crate::strings::{Expression, Listed, TextEnds, Value, objects};
use evaluable::{Evaluable, Makes, Operand};
use reader::{Called, Leaf, Operands, is_static};
pub(super) use reader::{elements, is_concatenation};

pub(super) struct Strings {
    listed: Rc<Listed>,
    names: Names,
    /// What the methods do that were claimed.
    effects: FxHashMap<MethodId, Effect>,
    /// Operations that are evaluated when the solver is idle: their results then depend on a fixpoint, not on the order objects
    /// arrived in.
    evaluated: FxIndexMap<EvaluatedAt, Evaluable>,
    /// Operations that were given up, by where, and why.
    ends: Rc<RefCell<TextEnds>>,
    /// Hooks of operands of which nothing is followed: where an unknown goes once there is something of that sort.
    unknowns: Numbering<HookData, (Ptr, ObjId, Awaited)>,
    /// Nodes made of others.
    made: Numbering<ModelNode, Made>,
}

/// Which operation is evaluated: site, destination, method (none for an `invokedynamic`), and the number of the way.
type EvaluatedAt = (SiteId, Ptr, Option<MethodId>, usize);

/// What is made of what is at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Made {
    Texts(NodeId),
    Strings(NodeId),
    Characters(NodeId),
}

/// What is waited for at an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Awaited {
    /// A known text.
    Known,
    /// An object that is no text of the JDK's: its characters need not be those of its `toString`.
    OwnSequence,
}

impl Model for Strings {
    fn name(&self) -> &'static str {
        "strings"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let effect = operations::of_method(program, method)?;
        self.effects.insert(method, effect);
        Some(Claim::Target(ClaimTag(0)))
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, _tag: ClaimTag) -> Outcome {
        let effect = *self.effects.get(&method).expect("internal error: a call that was not claimed");
        self.ask_for_texts(cx, call, method, effect);
        let is_followed = self.give(cx, call, method, effect);
        if effect.and_body && is_followed {
            call_body(cx, call, method);
        }
        if (effect.and_body || effect.or_body) && !is_followed { Outcome::AlsoAnalyse } else { Outcome::Handled }
    }

    fn on_indy(&mut self, cx: &mut Cx<'_, '_>, view: &IndyView) -> bool {
        let program = cx.program;
        let class = program.class(program.method(view.call.method).class);
        let Some(bootstrap) = class.bootstraps.get(view.bootstrap as usize) else { return false };
        if !is_concatenation(program, bootstrap) {
            return false;
        }
        let params = &program.method_desc(program.desc(view.descriptor)).params;
        let recipe = match (program.str(bootstrap.handle.member.name), bootstrap.args.first()) {
            ("makeConcatWithConstants", Some(RawConst::Str { text, .. })) => program.str(*text).to_owned(),
            _ => recipe::of_arguments(params.len()),
        };
        let constants = bootstrap.args.iter().skip(1).map(|constant| match constant {
            RawConst::Str { text, lossy: false } => Some(program.str(*text)),
            _ => None,
        });
        let of_element = |element| match element {
            Element::Literal(text) => Ok(Value::Const(text)),
            Element::Unknown => Ok(Value::Unknown(None)),
            Element::Argument(index) => Err((index, params[index])),
        };
        let elements = recipe::elements(&recipe, params.len(), constants);
        let pieces: Vec<_> = elements.into_iter().map(of_element).collect();
        for &(index, ty) in pieces.iter().filter_map(|piece| piece.as_ref().err()) {
            if let (Some(Some(node)), true) = (view.call.args.get(index), ty != cx.heap.types().string) {
                self.text_of(cx, &view.call, *node);
            }
        }
        if let Some(dst) = view.call.dst {
            match reader::pieces(cx, &view.call, &pieces) {
                Some(ways) => self.evaluate_text(cx, &view.call, None, concat, ways, Ptr::Node(dst)),
                None => {
                    let nodes: Vec<NodeId> = view.call.args.iter().copied().flatten().collect();
                    cx.add(dst, unknown_string(cx, &view.call));
                    nodes.into_iter().for_each(|node| cx.filtered(node, dst, Filter::UnknownStrings));
                }
            }
        }
        true
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let (to, unknown, awaited) = self.unknowns.key(data);
        if awaited == Awaited::OwnSequence {
            if objects.iter().any(|obj| is_own_sequence(cx, ObjId(obj))) {
                cx.add(to, unknown);
            }
            return;
        }
        // What is listed for an unknown text is not what is made of it.
        let passes = |obj| match cx.heap.kind(ObjId(obj)) {
            ObjKind::Null => true,
            kind => kind.is_unknown_text() && !self.listed.knows(kind),
        };
        if !objects.iter().all(passes) {
            cx.add(to, unknown);
        }
    }

    fn on_pressure(&mut self, cx: &mut Cx<'_, '_>) {
        self.run(cx, false);
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        if !self.run(cx, true) {
            for ((_, dst, ..), evaluable) in &mut self.evaluated {
                evaluable.wait_no_more(cx, &self.names, *dst);
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
    pub(super) fn new(listed: Rc<Listed>, ends: Rc<RefCell<TextEnds>>) -> Self {
        Self {
            listed,
            names: Names::default(),
            ends,
            effects: FxHashMap::default(),
            evaluated: FxIndexMap::default(),
            unknowns: Numbering::default(),
            made: Numbering::default(),
        }
    }

    /// Evaluates all operations whose operands have grown. Whether something new came of one.
    fn run(&mut self, cx: &mut Cx<'_, '_>, is_fixpoint: bool) -> bool {
        let mut is_new = false;
        for ((site, dst, ..), evaluable) in &mut self.evaluated {
            let with = (&*self.listed, &self.names);
            is_new |= evaluable.run(cx, with, &mut self.ends.borrow_mut(), (*site, *dst), is_fixpoint);
        }
        is_new
    }

    /// Operands that are texts of any kind, or any object, are asked for their text.
    fn ask_for_texts(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, effect: Effect) {
        let program = cx.program;
        let types = operand_types(program, method);
        for index in effect.indices(!is_static(program, method), types.len()) {
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

    /// Gives what an operation gives: to the result of the call, or to the object that a constructor makes. Whether that is
    /// all it gives.
    fn give(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, effect: Effect) -> bool {
        let program = cx.program;
        let this = call.args.first().copied().flatten();
        let is_constructor = program.str(program.method(method).name) == "<init>";
        let Some(dst) = (if is_constructor { this } else { call.dst }) else { return false };
        let indices = effect.indices(!is_static(program, method), call.args.len());
        let mut nodes = indices.iter().map(|&index| call.args.get(index).copied().flatten());
        match effect.gives {
            Gives::Nothing | Gives::Body | Gives::New | Gives::Value(_) => {}
            Gives::Text(_) | Gives::Parts(_) if effect.or_body && is_in_jdk(program, call) => return false,
            // Names that the JDK puts together are its own business; what leaves it is unknown anyway.
            Gives::Text(_) | Gives::Derived if is_in_jdk(program, call) => {
                cx.add(dst, cx.heap.jdk_string());
                return false;
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
                    let known = if is_in_jdk(program, call) { None } else { reader::known_text(cx, call, indices[0]) };
                    match known {
                        Some(ways) => self.evaluate_text(cx, call, Some(method), concat, ways, Ptr::Node(dst)),
                        None => cx.edge(text, dst),
                    }
                    nodes.flatten().for_each(|otherwise| cx.edge(otherwise, dst));
                }
            }
            Gives::Text(function) => {
                let Some(ways) = followed(cx, call, method, &effect) else {
                    self.not_followed(cx, call, method, effect, dst);
                    return false;
                };
                self.evaluate_text(cx, call, Some(method), function, ways, Ptr::Node(dst));
            }
            Gives::Parts(parts) => {
                let ways = if is_in_jdk(program, call) { None } else { followed(cx, call, method, &effect) };
                let ty = program.method_desc(program.method(method).desc).ret;
                let is_array = matches!(program.ty(ty), Type::Array(_));
                let Some(ways) = ways else {
                    if is_array {
                        self.array(cx, call, ty, nodes.flatten(), dst);
                    }
                    return false;
                };
                let to = if is_array { Ptr::Elements(new_array(cx, call, ty, dst)) } else { Ptr::Node(dst) };
                self.evaluate(cx, call, Some(method), |arguments| Makes::Parts(parts, arguments), ways, to);
            }
            Gives::Unknown => cx.add(dst, unknown_string(cx, call)),
            Gives::Derived => {
                self.derive(cx, call, nodes.flatten(), Ptr::Node(dst));
                return false;
            }
            Gives::Characters | Gives::Array => {
                let ty = program.method_desc(program.method(method).desc).ret;
                self.array(cx, call, ty, nodes.flatten(), dst);
            }
        }
        true
    }

    /// An array of type `ty`, of texts that are made of those at the nodes in a way that is not followed.
    fn array(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        ty: TypeId,
        nodes: impl Iterator<Item = NodeId>,
        dst: NodeId,
    ) {
        let program = cx.program;
        let element = element_of(program, ty);
        if matches!(program.ty(element), Type::Prim(_)) {
            return cx.add(dst, cx.heap.intern(ObjKind::Merged { ty }));
        }
        let array = new_array(cx, call, ty, dst);
        if program.is_subtype(cx.heap.types().string, element) {
            self.derive(cx, call, nodes, Ptr::Elements(array));
        }
    }

    /// A text of operands that are not followed: what a builder was given, or arrays.
    fn not_followed(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, effect: Effect, dst: NodeId) {
        if effect.or_body {
            return;
        }
        let program = cx.program;
        let class = program.class_name(program.method(method).class);
        if !operations::has_state(class) && !operations::makes_text(class, program.str(program.method(method).name)) {
            let indices = effect.indices(!is_static(program, method), call.args.len());
            let nodes: Vec<NodeId> =
                indices.into_iter().filter_map(|index| call.args.get(index).copied().flatten()).collect();
            return self.derive(cx, call, nodes.into_iter(), Ptr::Node(dst));
        }
        cx.add(dst, unknown_string(cx, call));
        for appended in builder::appended(cx, call) {
            cx.filtered(appended, dst, Filter::UnknownStrings);
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
            cx.watch(node, self.unknowns.number((dst, unknown, Awaited::Known)));
        }
    }

    /// The text of a value: strings as they are, other objects by their `toString`.
    fn text_of(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, value: NodeId) -> Ptr {
        let text = cx.model_node(self.made.number(Made::Texts(value)));
        let program = cx.program;
        let known = program.well_known();
        cx.cast(value, text, cx.heap.types().string);
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

    /// The text of the characters of a value: that of its `toString`, and what nobody knows where it may have others.
    fn characters_of(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, value: NodeId) -> Ptr {
        let characters = cx.model_node(self.made.number(Made::Characters(value)));
        let text = self.text_of(cx, call, value);
        cx.edge(text, characters);
        let unknown = unknown_string(cx, call);
        cx.watch(value, self.unknowns.number((characters, unknown, Awaited::OwnSequence)));
        characters
    }

    /// Where the values of a leaf are.
    fn leaf(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, leaf: Leaf) -> Operand {
        Operand::At(match leaf {
            Leaf::Node(node) => Ptr::Node(node),
            Leaf::Strings(node) => {
                let strings = cx.model_node(self.made.number(Made::Strings(node)));
                cx.cast(node, strings, cx.heap.types().string);
                strings
            }
            Leaf::TextOf(node) => self.text_of(cx, call, node),
            Leaf::Characters(node) => self.characters_of(cx, call, node),
            Leaf::Locale => return Operand::OneOf(operations::LOCALES.map(Value::from).to_vec()),
            Leaf::Counter(counter) => return Operand::OneOf(counter.values().map(Value::Number).collect()),
            Leaf::Truth => return Operand::OneOf([0, 1].map(Value::of_boolean).to_vec()),
        })
    }

    fn evaluate_text(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        method: Option<MethodId>,
        function: operations::Function,
        ways: Vec<Operands>,
        dst: Ptr,
    ) {
        let makes = |arguments| Makes::Text(Expression::Apply(function, arguments));
        self.evaluate(cx, call, method, makes, ways, dst);
    }

    /// Evaluates an operation on each way apart: an operand of which nothing is known is missing only on those that have it.
    fn evaluate(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        method: Option<MethodId>,
        makes: impl Fn(Vec<Expression>) -> Makes,
        ways: Vec<Operands>,
        dst: Ptr,
    ) {
        if is_in_jdk(cx.program, call) {
            cx.add(dst, unknown_string(cx, call));
            return;
        }
        let is_only = ways.len() == 1;
        for (way, mut operands) in ways.into_iter().enumerate() {
            let makes = makes(std::mem::take(&mut operands.arguments));
            let key = (call.site, dst, method, way);
            self.evaluate_way(cx, call, makes, operands, (key, is_only));
        }
    }

    fn evaluate_way(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        makes: Makes,
        operands: Operands,
        (key, is_only): (EvaluatedAt, bool),
    ) {
        let dst = key.1;
        let outline = makes.outline().and_then(|template| self.names.outline(cx.program, &template));
        let unknown = objects::outlined(cx.heap, call.site, outline);
        let passes = || outline.map_or(Filter::UnknownStrings, Filter::Outlined);
        let leaves: Vec<Operand> = operands.leaves.into_iter().map(|leaf| self.leaf(cx, call, leaf)).collect();
        // Unknown operands pass on at once, but for those of several, where what is known of the others is asked; constants are combined
        // at idle.
        let is_text = matches!(makes, Makes::Text(_));
        // What names nothing whatever is in its holes names nothing with what is known of some.
        let may_name = outline.is_none_or(|outline| ![NO_CLASS, NOT_HERE].contains(&cx.program.str(outline)));
        let is_asked = is_text && may_name && leaves.len() > 1;
        let placed = operands.placed.into_iter().map(Operand::from);
        for operand in leaves.iter().filter(|_| !is_asked).cloned().chain(placed) {
            if let Operand::At(from) = operand {
                cx.filtered(from, dst, passes());
            }
        }
        self.evaluated.entry(key).or_insert_with(|| {
            let evaluable = Evaluable::new(makes, leaves, operands.conditions, unknown, is_only);
            if is_asked { evaluable.passing_on_fixpoints() } else { evaluable }
        });
    }
}

/// Whether an object is a text of which the JDK does not say that its characters are those of its `toString`.
fn is_own_sequence(cx: &Cx<'_, '_>, obj: ObjId) -> bool {
    let kind = cx.heap.kind(obj);
    let is_made = matches!(kind, ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. });
    let class = cx.program.class_of(cx.heap.ty(obj)).filter(|_| is_made);
    !kind.is_string()
        && kind != ObjKind::Null
        && class.is_none_or(|class| cx.program.class(class).origin != Origin::Jdk)
}

/// The operands of an operation, if they are followed.
fn followed(cx: &Cx<'_, '_>, call: &CallView, method: MethodId, effect: &Effect) -> Option<Vec<Operands>> {
    let program = cx.program;
    let data = program.method(method);
    let called = Called {
        class: program.class_name(data.class),
        params: &program.method_desc(data.desc).params,
        is_static: is_static(program, method),
        is_text: false,
    };
    reader::operands(cx, call, &called, effect)
}

/// Calls a method for what its body calls; what it gives is known.
fn call_body(cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId) {
    let mut args = call.args.iter().map(|arg| arg.map(Ptr::Node));
    let receiver = match is_static(cx.program, method) {
        true => Receiver::None,
        false => args.next().flatten().map_or(Receiver::None, Receiver::Ptr),
    };
    cx.call(ReflectiveCall {
        caller: call.caller,
        site: call.site,
        callee: method,
        receiver,
        args: Args::Positional(args.collect()),
        ret: None,
        throw: call.throw.map(Ptr::Node),
        kind: EdgeKind::Model,
    });
}

fn new_array(cx: &mut Cx<'_, '_>, call: &CallView, ty: TypeId, dst: NodeId) -> ObjId {
    let array = cx.heap.alloc(call.site, ty, crate::heap::NO_CTX);
    cx.add(dst, array);
    array
}

fn is_in_jdk(program: &Program, call: &CallView) -> bool {
    program.origin_of(call.method) == Origin::Jdk
}

/// The unknown string an operation at this call gives; inside the JDK all are one.
pub(super) fn unknown_string(cx: &Cx<'_, '_>, call: &CallView) -> ObjId {
    if is_in_jdk(cx.program, call) {
        cx.heap.jdk_string()
    } else {
        cx.heap.intern(ObjKind::UnknownString { site: call.site })
    }
}

/// Types of the arguments of a call of the method, as the call has them; none for the receiver.
fn operand_types(program: &Program, method: MethodId) -> Vec<Option<TypeId>> {
    let receiver = (!is_static(program, method)).then_some(None);
    let params = &program.method_desc(program.method(method).desc).params;
    receiver.into_iter().chain(params.iter().copied().map(Some)).collect()
}

fn element_of(program: &Program, ty: TypeId) -> TypeId {
    match program.ty(ty) {
        Type::Array(element) => element,
        _ => ty,
    }
}
