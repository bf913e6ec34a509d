//! By which charset a reader makes text of bytes: the constant that its constructor is given, or the default one. Must not know what
//! is read.

use super::state::{CHARSETS, CallId, Node, Resources, Role, argument};
use crate::heap::{ObjId, ObjKind};
use crate::ir::{Body, ConstValue, Op, Var, facts, finals};
use crate::pointsto::{Cx, Ptr};
use crate::program::Program;
use crate::resource::Charset;

/// The charsets of the JDK by their classes.
const CLASSES: [(&str, Charset); 3] = [
    ("sun/nio/cs/UTF_8", Charset::Utf8),
    ("sun/nio/cs/ISO_8859_1", Charset::Latin1),
    ("sun/nio/cs/US_ASCII", Charset::Ascii),
];

/// How far constants are followed from field to field.
const STEPS: usize = 4;

impl Resources {
    /// What a reader makes text of, which a call makes of bytes.
    pub(super) fn decoded(&mut self, cx: &mut Cx<'_, '_>, call: CallId) -> [Ptr; CHARSETS.len()] {
        let super::state::Call { view, method, .. } = &self.calls[call.index()];
        let params = cx.program.method_desc(cx.program.method(*method).desc).params.len();
        let var = view.vars.get(2).copied();
        let known = match (params, var) {
            (1, _) => Some(default(cx.program)),
            (_, Some(var)) => {
                let given = cx.given(view.caller, var);
                given.and_then(|(method, var)| charset(cx.program, &cx.code_of(method)?.body, var, STEPS))
            }
            _ => None,
        };
        match known {
            Some(charset) => self.decodes(cx, call, Some(charset)),
            None if argument(view, 2).is_some() => self.watch_argument(cx, call, 2, Role::Charset),
            None => self.decodes(cx, call, None),
        }
        CHARSETS.map(|charset| self.node(cx, Node::Decoded(call, charset)))
    }

    /// A charset that a reader is given, or its name.
    pub(super) fn charset(&mut self, cx: &mut Cx<'_, '_>, call: CallId, obj: ObjId) {
        let program = cx.program;
        let charset = match cx.heap.kind(obj) {
            ObjKind::Str { text } => Charset::named(program.str(text)),
            kind if kind.is_token() => None,
            _ => program.class_of(cx.heap.ty(obj)).and_then(|class| {
                let name = program.class_name(class);
                CLASSES.iter().find(|(of, _)| *of == name).map(|(_, charset)| *charset)
            }),
        };
        self.decodes(cx, call, charset);
    }

    fn decodes(&mut self, cx: &mut Cx<'_, '_>, call: CallId, charset: Option<Charset>) {
        let decoded = self.node(cx, Node::Decoded(call, charset));
        match (charset, argument(&self.calls[call.index()].view, 1)) {
            (Some(_), Some(from)) => cx.edge(from, decoded),
            _ => cx.add(decoded, cx.heap.jdk_string()),
        }
    }
}

/// The default charset: UTF-8 (JEP 400), or one of the system's, which has ASCII.
fn default(program: &Program) -> Charset {
    match program.class_path().jdk().feature {
        18.. => Charset::Utf8,
        _ => Charset::Ascii,
    }
}

/// The charset that a variable holds, or whose name it holds: a constant, one of `StandardCharsets`, or what a final static field is
/// set to.
fn charset(program: &Program, body: &Body, var: Var, steps: usize) -> Option<Charset> {
    let facts = facts::Facts::of(body);
    let of = |var| charset(program, body, var, steps.checked_sub(1)?);
    match &facts.stmt(facts.behind_casts(var))?.op {
        Op::Const { value: ConstValue::Str { text, lossy: false }, .. } => Charset::named(program.str(*text)),
        Op::GetStatic { field, .. } => {
            let data = program.field(program.resolve_field(*field)?);
            if program.class_name(data.class) == "java/nio/charset/StandardCharsets" {
                return Charset::named(program.str(data.name));
            }
            let steps = steps.checked_sub(1)?;
            let (body, value) = finals::set_once(program, *field)?;
            charset(program, &body, value, steps)
        }
        Op::Invoke { method: called, args, .. } => {
            let called = program.method_ref_data(*called);
            let class = program.class_name(program.class_of(called.owner)?);
            match (class, program.str(called.name), &args[..]) {
                ("java/nio/charset/Charset", "defaultCharset", []) => Some(default(program)),
                ("java/nio/charset/Charset", "forName" | "name" | "toString", &[name]) => of(name),
                _ => None,
            }
        }
        _ => None,
    }
}
