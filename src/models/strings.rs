//! Strings (algorithms.md 2): concatenation in both forms is evaluated on constants; every other operation gives an unknown
//! string, and an unknown operand is passed on as it is, so that its origin is never lost. Bodies of String, StringBuilder and
//! StringBuffer are not analysed.

mod builder;

use std::rc::Rc;

use super::hooks::Hooks;
use crate::base::{FxHashSet, FxIndexMap, PtsSet};
use crate::classfile::{Prim, RawConst};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, SiteId};
use crate::ir::ConstValue;
use crate::pointsto::{CallView, Claim, Cx, Filter, HookData, IndyView, Model, NodeId, Outcome, Ptr, VirtualCall};
use crate::program::{ClassId, MethodId, Program, Type, TypeId, access};
use crate::strings::Listed;

/// Most combinations a concatenation is evaluated to.
const PRODUCT: usize = 32;
/// Most strings one concatenation may derive in a run; a loop that appends to itself ends here.
const DERIVED: usize = 16;
/// Longest derived string.
const LENGTH: usize = 256;

pub(super) struct Strings {
    listed: Rc<Listed>,
    /// Concatenations by site and destination, evaluated when the solver is idle: their result then depends on a fixpoint,
    /// not on the order objects arrived in.
    evals: FxIndexMap<(SiteId, Ptr), Eval>,
    /// Hooked operations: data -> where an unknown goes when the operand is known text.
    unknowns: Hooks<(Ptr, ObjId)>,
}

/// A piece of a concatenation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    Text(String),
    Value(Ptr),
    /// A primitive that is no constant.
    Unknown,
}

struct Eval {
    pieces: Vec<Piece>,
    unknown: ObjId,
    /// Results already added.
    done: FxHashSet<String>,
    /// Size of the operands at the last evaluation; sets only grow.
    size: Option<usize>,
    gave_up: bool,
}

/// Hook data at and above this is an evaluation's operand (nothing to do but wait for idle).
const TAG_TEXT: u32 = 0;
const TAG_SELF: u32 = 1;
const TAG_IDENTITY: u32 = 2;
const TAG_INIT: u32 = 3;
const TAG_BUILDER_TEXT: u32 = 4;
const TAG_PLAIN: u32 = 5;
const TAG_VALUE_OF: u32 = 6;
const TAG_CONCAT: u32 = 7;
const TAG_ARRAY: u32 = 8;

impl Model for Strings {
    fn name(&self) -> &'static str {
        "strings"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let data = program.method(method);
        let class = program.class_name(data.class);
        let name = program.str(data.name);
        let desc = program.method_desc(data.desc);
        let known = program.well_known();
        let string = program.class_type(known.string);
        let builder = match class {
            "java/lang/String" => false,
            "java/lang/StringBuilder" | "java/lang/StringBuffer" | "java/lang/AbstractStringBuilder" => true,
            "java/util/Objects" if name == "toString" => return Some(Claim::Target(TAG_VALUE_OF)),
            _ => return None,
        };
        let returns_self = matches!(program.ty(desc.ret), Type::Class(c) if {
            matches!(program.class_name(c), "java/lang/StringBuilder" | "java/lang/StringBuffer" | "java/lang/AbstractStringBuilder" | "java/lang/Appendable")
        });
        let text = program.str(desc.text);
        Some(Claim::Target(match name {
            "<clinit>" => return None,
            "<init>" if builder => TAG_PLAIN,
            "<init>" => TAG_INIT,
            // These take functions or streams: their bodies call back.
            "transform" | "chars" | "codePoints" | "lines" | "describeConstable" | "resolveConstantDesc" => {
                return None;
            }
            "compare" | "compareTo" if data.access & access::BRIDGE != 0 => return None,
            "toString" if builder => TAG_BUILDER_TEXT,
            "toString" | "intern" | "strip" | "trim"
                if text == "()Ljava/lang/String;" && matches!(name, "toString" | "intern") =>
            {
                TAG_IDENTITY
            }
            "valueOf" if text == "(Ljava/lang/Object;)Ljava/lang/String;" => TAG_VALUE_OF,
            "concat" => TAG_CONCAT,
            _ if returns_self => TAG_SELF,
            _ if desc.ret == string
                || matches!(program.ty(desc.ret), Type::Class(c) if program.class_name(c) == "java/lang/CharSequence") =>
            {
                TAG_TEXT
            }
            _ if matches!(program.ty(desc.ret), Type::Array(_)) => TAG_ARRAY,
            _ if matches!(program.ty(desc.ret), Type::Prim(_) | Type::Void) => TAG_PLAIN,
            _ => return None,
        }))
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, tag: u32) -> Outcome {
        self.implicit_calls(cx, call, method);
        // They format or iterate what they are given: their bodies call back.
        let calls_back = matches!(cx.program.str(cx.program.method(method).name), "format" | "formatted" | "join");
        let outcome = if calls_back { Outcome::AlsoAnalyse } else { Outcome::Handled };
        let jdk = cx.program.origin_of(call.method) == Origin::Jdk;
        match tag {
            // Names that the JDK puts together are its own business; what leaves it is unknown anyway.
            TAG_BUILDER_TEXT | TAG_TEXT | TAG_CONCAT if jdk => {
                if let Some(dst) = call.dst {
                    cx.add(dst, cx.heap.jdk_string());
                }
            }
            TAG_PLAIN => {}
            TAG_SELF => {
                if let (Some(Some(this)), Some(dst)) = (call.args.first(), call.dst) {
                    cx.edge(*this, dst);
                }
            }
            TAG_IDENTITY => {
                if let (Some(Some(this)), Some(dst)) = (call.args.first(), call.dst) {
                    cx.cast(*this, dst, cx.heap.types().string);
                }
            }
            TAG_VALUE_OF => {
                if let (Some(Some(value)), Some(dst)) = (call.args.first(), call.dst) {
                    let text = self.text_of(cx, call, *value);
                    cx.edge(text, dst);
                    // `Objects.toString(object, ifNull)`.
                    if let Some(Some(otherwise)) = call.args.get(1) {
                        cx.edge(*otherwise, dst);
                    }
                }
            }
            TAG_INIT => {
                let Some(Some(this)) = call.args.first().copied() else { return Outcome::Handled };
                let string = cx.heap.types().string;
                let params = &cx.program.method_desc(cx.program.method(method).desc).params;
                match call.args.get(1).copied().flatten() {
                    Some(source) if params.len() == 1 && params[0] == string => cx.edge(source, this),
                    _ => {
                        let unknown = unknown_string(cx, call);
                        cx.add(this, unknown);
                    }
                }
            }
            TAG_CONCAT => {
                if let ([Some(a), Some(b)], Some(dst)) = (&call.args[..], call.dst) {
                    let pieces = vec![Piece::Value(Ptr::Node(*a)), Piece::Value(Ptr::Node(*b))];
                    self.evaluate(cx, call, pieces, Ptr::Node(dst));
                }
            }
            TAG_BUILDER_TEXT => {
                let Some(dst) = call.dst else { return Outcome::Handled };
                match builder::chain(cx, call) {
                    Some(pieces) => {
                        let pieces = pieces.into_iter().map(|piece| self.builder_piece(cx, call, piece)).collect();
                        self.evaluate(cx, call, pieces, Ptr::Node(dst));
                    }
                    None => {
                        let unknown = unknown_string(cx, call);
                        cx.add(dst, unknown);
                        for operand in builder::operands(cx, call) {
                            cx.filtered(operand, dst, Filter::UnknownStrings);
                        }
                    }
                }
            }
            TAG_TEXT | TAG_ARRAY => {
                let Some(mut dst) = call.dst.map(Ptr::Node) else { return outcome };
                if tag == TAG_ARRAY {
                    let ty = cx.program.method_desc(cx.program.method(method).desc).ret;
                    if matches!(cx.program.ty(element_of(cx.program, ty)), Type::Prim(_)) {
                        cx.add(dst, cx.heap.intern(ObjKind::Merged { ty }));
                        return Outcome::Handled;
                    }
                    let array = cx.heap.alloc(call.site, ty, crate::heap::NO_CTX);
                    cx.add(dst, array);
                    if !cx.program.is_subtype(cx.heap.types().string, element_of(cx.program, ty)) {
                        return Outcome::Handled;
                    }
                    dst = Ptr::Elements(array);
                }
                let unknown = unknown_string(cx, call);
                let mut known_operand = false;
                for arg in call.args.iter().flatten() {
                    known_operand = true;
                    cx.filtered(*arg, dst, Filter::UnknownStrings);
                    self.unknown_from_known(cx, *arg, dst, unknown);
                }
                if !known_operand {
                    cx.add(dst, unknown);
                }
            }
            _ => {}
        }
        outcome
    }

    fn on_indy(&mut self, cx: &mut Cx<'_, '_>, view: &IndyView) -> bool {
        let program = cx.program;
        let class = program.class(program.method(view.call.method).class);
        let Some(bootstrap) = class.bootstraps.get(view.bootstrap as usize) else { return false };
        if program.str(bootstrap.handle.member.owner) != "java/lang/invoke/StringConcatFactory" {
            return false;
        }
        let params = program.method_desc(program.desc(view.descriptor)).params.clone();
        let recipe = match (program.str(bootstrap.handle.member.name), bootstrap.args.first()) {
            ("makeConcatWithConstants", Some(RawConst::Str { text, .. })) => program.str(*text).to_owned(),
            _ => "\u{1}".repeat(params.len()),
        };
        let mut constants = bootstrap.args.iter().skip(1);
        let mut arguments = 0..params.len();
        let mut pieces: Vec<Piece> = Vec::new();
        for c in recipe.chars() {
            match c {
                // JDK javadoc of StringConcatFactory: \1 is an argument, \2 a constant.
                '\u{1}' => {
                    let Some(index) = arguments.next() else { break };
                    let piece = self.argument_piece(cx, &view.call, index, params[index]);
                    pieces.push(piece);
                }
                '\u{2}' => match constants.next() {
                    Some(RawConst::Str { text, .. }) => push_text(&mut pieces, program.str(*text)),
                    _ => pieces.push(Piece::Unknown),
                },
                c => push_text(&mut pieces, c.encode_utf8(&mut [0; 4])),
            }
        }
        // The operands were asked for their text in any case.
        if let Some(dst) = view.call.dst {
            self.evaluate(cx, &view.call, pieces, Ptr::Node(dst));
        }
        true
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let (to, unknown) = self.unknowns.get(data);
        let known = objects
            .iter()
            .any(|obj| !matches!(cx.heap.kind(ObjId(obj)), ObjKind::UnknownString { .. } | ObjKind::Null));
        if known {
            cx.add(to, unknown);
        }
    }

    fn on_pressure(&mut self, cx: &mut Cx<'_, '_>) {
        self.on_idle(cx);
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        for ((_, dst), eval) in &mut self.evals {
            eval.run(cx, &self.listed, *dst);
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
    pub(super) fn new(listed: Rc<Listed>) -> Self {
        Self { listed, evals: FxIndexMap::default(), unknowns: Hooks::default() }
    }

    /// Methods that take text of any kind call `toString` on it.
    fn implicit_calls(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId) {
        let program = cx.program;
        let data = program.method(method);
        let desc = program.method_desc(data.desc);
        let receiver = usize::from(data.access & access::STATIC == 0);
        for (index, &ty) in desc.params.iter().enumerate() {
            let Type::Class(class) = program.ty(ty) else { continue };
            if !matches!(program.class_name(class), "java/lang/Object" | "java/lang/CharSequence") {
                continue;
            }
            if program.str(data.name) == "equals" {
                continue;
            }
            if let Some(Some(arg)) = call.args.get(receiver + index) {
                self.text_of(cx, call, *arg);
                if program.class_name(class) == "java/lang/CharSequence" {
                    read_characters(cx, call, class, *arg);
                }
            }
        }
    }

    /// The text of a value: strings as they are, other objects by their `toString`.
    fn text_of(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, value: NodeId) -> Ptr {
        let text = cx.model_node(value.0);
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

    fn argument_piece(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, index: usize, ty: TypeId) -> Piece {
        if let Some(text) = call.vars.get(index).and_then(|&var| builder::constant_text(cx, call, var, ty)) {
            return Piece::Text(text);
        }
        match call.args.get(index).copied().flatten() {
            Some(node) if ty == cx.heap.types().string => Piece::Value(Ptr::Node(node)),
            Some(node) => Piece::Value(self.text_of(cx, call, node)),
            None => Piece::Unknown,
        }
    }

    fn builder_piece(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, piece: builder::Operand) -> Piece {
        match piece {
            builder::Operand::Text(text) => Piece::Text(text),
            builder::Operand::Value(node, true) => Piece::Value(Ptr::Node(node)),
            builder::Operand::Value(node, false) => Piece::Value(self.text_of(cx, call, node)),
            builder::Operand::Unknown => Piece::Unknown,
        }
    }

    /// When `operand` holds known text, the result `to` is unknown text whose origin is the operation.
    fn unknown_from_known(&mut self, cx: &mut Cx<'_, '_>, operand: NodeId, to: Ptr, unknown: ObjId) {
        let data = self.unknowns.data((to, unknown));
        cx.watch(operand, data);
    }

    fn evaluate(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, pieces: Vec<Piece>, dst: Ptr) {
        // Unknown operands pass on at once; constants are combined at idle.
        let jdk = cx.program.origin_of(call.method) == Origin::Jdk;
        for piece in &pieces {
            if let Piece::Value(from) = piece
                && !jdk
            {
                cx.filtered(*from, dst, Filter::UnknownStrings);
            }
        }
        let unknown = unknown_string(cx, call);
        if jdk {
            cx.add(dst, unknown);
            return;
        }
        self.evals.entry((call.site, dst)).or_insert(Eval {
            pieces,
            unknown,
            done: FxHashSet::default(),
            size: None,
            gave_up: false,
        });
    }
}

impl Piece {
    fn size(&self, cx: &Cx<'_, '_>) -> usize {
        match self {
            Piece::Value(ptr) => cx.resolve(*ptr).map_or(0, |node| cx.pts(node).len()),
            Piece::Text(_) | Piece::Unknown => 0,
        }
    }
}

impl Eval {
    fn run(&mut self, cx: &mut Cx<'_, '_>, listed: &Listed, dst: Ptr) {
        let size = self.pieces.iter().map(|piece| piece.size(cx)).sum();
        if self.gave_up || self.size.replace(size) == Some(size) {
            return;
        }
        let mut results = vec![String::new()];
        let mut open = false;
        for piece in &self.pieces {
            let (texts, unknown) = match piece {
                Piece::Text(text) => (vec![text.clone()], false),
                Piece::Unknown => (Vec::new(), true),
                Piece::Value(ptr) => operand(cx, listed, *ptr),
            };
            open |= unknown;
            results = results.iter().flat_map(|head| texts.iter().map(move |tail| format!("{head}{tail}"))).collect();
            if results.len() > PRODUCT || results.iter().any(|r| r.len() > LENGTH) {
                open = true;
                results.clear();
            }
            if results.is_empty() {
                break;
            }
        }
        results.retain(|text| !self.done.contains(text));
        if self.done.len() + results.len() > DERIVED.max(PRODUCT) {
            open = true;
            results.clear();
            self.gave_up = true;
        }
        if open {
            cx.add(dst, self.unknown);
        }
        for text in results {
            let obj = cx.heap.intern(ObjKind::Str { text: cx.program.sym(&text) });
            cx.add(dst, obj);
            self.done.insert(text);
        }
    }
}

/// The constants at an operand, and whether a value there is neither a constant nor an unknown that passes by itself.
fn operand(cx: &Cx<'_, '_>, listed: &Listed, ptr: Ptr) -> (Vec<String>, bool) {
    let Some(node) = cx.resolve(ptr) else { return (Vec::new(), false) };
    let mut texts = Vec::new();
    let mut open = false;
    let objects = cx.pts(node).iter().map(|obj| (ObjId(obj), cx.heap.kind(ObjId(obj)))).collect();
    for (_, kind) in listed.expand(cx.heap, objects) {
        match kind {
            ObjKind::Str { text } => texts.push(cx.program.str(text).to_owned()),
            ObjKind::UnknownString { .. } => {}
            ObjKind::Null => texts.push("null".to_owned()),
            _ => open = true,
        }
        if texts.len() > PRODUCT {
            return (texts, true);
        }
    }
    texts.sort_unstable();
    (texts, open)
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

fn push_text(pieces: &mut Vec<Piece>, text: &str) {
    match pieces.last_mut() {
        Some(Piece::Text(last)) => last.push_str(text),
        _ => pieces.push(Piece::Text(text.to_owned())),
    }
}

fn element_of(program: &Program, ty: TypeId) -> TypeId {
    match program.ty(ty) {
        Type::Array(element) => element,
        _ => ty,
    }
}

/// Text of a constant as concatenation prints it (JLS 5.1.11); `None` for what is no constant.
pub(super) fn constant_as_text(program: &Program, value: &ConstValue, ty: TypeId) -> Option<String> {
    let prim = match program.ty(ty) {
        Type::Prim(prim) => Some(prim),
        _ => None,
    };
    Some(match (value, prim) {
        (ConstValue::Str { text, lossy: false }, _) => program.str(*text).to_owned(),
        (ConstValue::Null, None) => "null".to_owned(),
        (ConstValue::Int(v), Some(Prim::Char)) => char::from_u32(*v as u32 & 0xffff)?.to_string(),
        (ConstValue::Int(v), Some(Prim::Boolean)) => (*v != 0).to_string(),
        (ConstValue::Int(v), Some(_)) => v.to_string(),
        (ConstValue::Long(v), Some(_)) => v.to_string(),
        _ => return None,
    })
}
