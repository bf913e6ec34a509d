//! Bodies as text for people: the `ir` sub-command and tests. Must not know analysis.

use std::fmt::{self, Write};

use super::{Block, BlockId, Body, ConstValue, Op, Terminator, Var, lower};
use crate::base::Sym;
use crate::classfile::{Cond, InvokeKind, RawHandle, RefKind, Relation};
use crate::program::{ClassId, FieldRef, Method, MethodId, MethodRef, Program, TypeId, access};

/// Every body of a class, or of its methods called `method`: a name, or a name with parameter types, `m(int,a.B)`.
pub fn class(program: &Program, class: ClassId, method: Option<&str>) -> String {
    let c = program.class(class);
    let mut text = format!("class {}", program.class_name(class).replace('/', "."));
    if let Some(file) = c.source_file {
        text += &format!(" ({})", program.str(file));
    }
    text.push('\n');
    for &id in &c.methods {
        let m = program.method(id);
        let title = title(program, m);
        let is_asked = |asked: &str| asked == program.str(m.name) || asked.replace(' ', "") == title;
        if !method.is_none_or(is_asked) {
            continue;
        }
        text += &self::method(program, id);
    }
    text
}

/// `name(int,a.B)`.
fn title(program: &Program, m: &Method) -> String {
    let params: Vec<_> = program.method_desc(m.desc).params.iter().map(|&ty| program.type_name(ty)).collect();
    format!("{}({})", program.str(m.name), params.join(","))
}

/// One method: its heading and body.
pub fn method(program: &Program, id: MethodId) -> String {
    let m = program.method(id);
    let mut text = String::new();
    for (flag, word) in [
        (access::STATIC, "static "),
        (access::ABSTRACT, "abstract "),
        (access::NATIVE, "native "),
        (access::SYNCHRONIZED, "synchronized "),
    ] {
        if m.access & flag != 0 {
            text += word;
        }
    }
    let ret = program.type_name(program.method_desc(m.desc).ret);
    text += &format!("{ret} {}\n", title(program, m));
    if m.has_code {
        text += &body(program, &lower(program, id), m.access & access::STATIC != 0);
    }
    text
}

/// A body. Variables are `vN`, and `this` where there is one.
pub fn body(program: &Program, body: &Body, is_static: bool) -> String {
    let mut printer = Printer { program, body, is_static, text: String::new() };
    if body.is_too_large {
        printer.line(format_args!("  too large to be read"));
    }
    if !body.damaged_at.is_empty() {
        printer.line(format_args!("  damaged at {}", Joined(&body.damaged_at)));
    }
    for (id, block) in body.blocks.iter_enumerated() {
        printer.block(id, block);
    }
    printer.text
}

struct Printer<'p> {
    program: &'p Program,
    body: &'p Body,
    is_static: bool,
    text: String,
}

/// Items with commas between.
struct Joined<'i, T>(&'i [T]);

impl<T: fmt::Display> fmt::Display for Joined<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            item.fmt(f)?;
        }
        Ok(())
    }
}

impl Printer<'_> {
    fn line(&mut self, line: fmt::Arguments<'_>) {
        self.text.write_fmt(line).expect("internal error: writing to a string failed");
        self.text.push('\n');
    }

    fn block(&mut self, id: BlockId, block: &Block) {
        let names = |blocks: &[BlockId]| {
            let blocks: Vec<_> = blocks.iter().map(|block| format!("b{}", block.0)).collect();
            format!("{}", Joined(&blocks))
        };
        let mut head = format!("  b{} @{}", id.0, block.start);
        match &block.handler {
            Some(handler) => {
                let mut types: Vec<_> = handler.types.iter().map(|&ty| self.program.type_name(ty)).collect();
                if handler.catches_all {
                    types.push("everything".to_owned());
                }
                let uneven = if handler.uneven { " (uneven)" } else { "" };
                let (var, preds) = (self.var(handler.var), names(&block.preds));
                head += &format!(" {var} catches {}{uneven} in {preds}", Joined(&types));
            }
            None if !block.preds.is_empty() => head += &format!(" from {}", names(&block.preds)),
            None => {}
        }
        if !block.covered_by.is_empty() {
            head += &format!(" throws to {}", names(&block.covered_by));
        }
        self.line(format_args!("{head}:"));
        for phi in &block.phis {
            self.line(format_args!("    {} = phi {}", self.var(phi.dst), self.vars(&phi.args)));
        }
        for stmt in &block.stmts {
            let op = self.op(&stmt.op);
            let line = self.body.line_of(stmt.offset).map_or(String::new(), |line| format!(" line {line}"));
            self.line(format_args!("    {op}  @{}{line}", stmt.offset));
        }
        let terminator = self.terminator(&block.terminator);
        self.line(format_args!("    {terminator}"));
    }

    fn var(&self, var: Var) -> String {
        if var.0 == 0 && !self.is_static && self.body.params > 0 { "this".to_owned() } else { format!("v{}", var.0) }
    }

    fn vars(&self, vars: &[Var]) -> String {
        let names: Vec<_> = vars.iter().map(|&var| self.var(var)).collect();
        format!("{}", Joined(&names))
    }

    fn op(&self, op: &Op) -> String {
        let v = |var: &Var| self.var(*var);
        let ty = |ty: &TypeId| self.program.type_name(*ty);
        let assigned = |dst: &Option<Var>| dst.map_or(String::new(), |dst| format!("{} = ", self.var(dst)));
        match op {
            Op::Const { dst, value } => format!("{} = {}", v(dst), self.constant(value)),
            Op::New { dst, class } => format!("{} = new {}", v(dst), ty(class)),
            Op::NewArray { dst, ty: array, lens } => format!("{} = new {} of {}", v(dst), ty(array), self.vars(lens)),
            Op::Cast { dst, src, ty: to } => format!("{} = ({}) {}", v(dst), ty(to), v(src)),
            Op::InstanceOf { dst, src, ty: of } => format!("{} = {} instanceof {}", v(dst), v(src), ty(of)),
            Op::GetField { dst, base, field } => format!("{} = {}.{}", v(dst), v(base), self.field(*field)),
            Op::PutField { base, field, value } => format!("{}.{} = {}", v(base), self.field(*field), v(value)),
            Op::GetStatic { dst, field } => format!("{} = {}", v(dst), self.field(*field)),
            Op::PutStatic { field, value } => format!("{} = {}", self.field(*field), v(value)),
            Op::ArrayLoad { dst, array, index, .. } => format!("{} = {}[{}]", v(dst), v(array), v(index)),
            Op::ArrayStore { array, index, value, .. } => format!("{}[{}] = {}", v(array), v(index), v(value)),
            Op::ArrayLength { dst, array } => format!("{} = {}.length", v(dst), v(array)),
            Op::Invoke { dst, kind, method, args } => {
                let word = match kind {
                    InvokeKind::Virtual => "virtual",
                    InvokeKind::Special => "special",
                    InvokeKind::Static => "static",
                    InvokeKind::Interface => "interface",
                };
                format!("{}{word} {} ({})", assigned(dst), self.method(*method), self.vars(args))
            }
            Op::InvokeDynamic { dst, bootstrap, name, descriptor, args } => {
                let (name, descriptor) = (self.program.str(*name), self.program.str(*descriptor));
                format!("{}dynamic #{bootstrap} {name}{descriptor} ({})", assigned(dst), self.vars(args))
            }
            Op::Prim { dst, op, args } => format!("{} = {op} {}", v(dst), self.vars(args)),
            Op::Monitor { var, enter } => format!("monitor {} {}", if *enter { "enter" } else { "exit" }, v(var)),
        }
    }

    fn terminator(&self, terminator: &Terminator) -> String {
        let at = terminator.offset().map_or(String::new(), |offset| format!("  @{offset}"));
        let text = match terminator {
            Terminator::Goto(target) => format!("goto b{}", target.0),
            Terminator::If { cond, args, then, otherwise, .. } => {
                let (asked, args) = (mnemonic(*cond, args.len()), self.vars(args));
                format!("{asked} {args} goto b{} else b{}", then.0, otherwise.0)
            }
            Terminator::Switch { value, targets, default, .. } => {
                let cases: Vec<_> = targets.iter().map(|(case, target)| format!("{case} b{}", target.0)).collect();
                format!("switch {}: {} default b{}", self.var(*value), Joined(&cases), default.0)
            }
            Terminator::Return { value: None, .. } => "return".to_owned(),
            Terminator::Return { value: Some(value), .. } => format!("return {}", self.var(*value)),
            Terminator::Throw { value, .. } => format!("throw {}", self.var(*value)),
            Terminator::Unreachable => "unreachable".to_owned(),
        };
        text + &at
    }

    fn constant(&self, value: &ConstValue) -> String {
        let text = |sym: Sym| self.program.str(sym);
        match *value {
            ConstValue::Null => "null".to_owned(),
            ConstValue::Int(v) => v.to_string(),
            ConstValue::Long(v) => format!("{v}L"),
            ConstValue::Float(v) => format!("{v:?}f"),
            ConstValue::Double(v) => format!("{v:?}"),
            ConstValue::Str { text: sym, lossy } => format!("{:?}{}", text(sym), if lossy { " (lossy)" } else { "" }),
            ConstValue::Class(ty) => format!("{}.class", self.program.type_name(ty)),
            ConstValue::MethodType(descriptor) => format!("method type {}", text(descriptor)),
            ConstValue::MethodHandle(RawHandle { kind, member }) => {
                let word = match kind {
                    RefKind::GetField => "get",
                    RefKind::GetStatic => "get static",
                    RefKind::PutField => "put",
                    RefKind::PutStatic => "put static",
                    RefKind::InvokeVirtual => "virtual",
                    RefKind::InvokeStatic => "static",
                    RefKind::InvokeSpecial => "special",
                    RefKind::NewInvokeSpecial => "new",
                    RefKind::InvokeInterface => "interface",
                };
                let owner = text(member.owner).replace('/', ".");
                format!("handle {word} {owner}.{}{}", text(member.name), text(member.descriptor))
            }
            ConstValue::Dynamic { bootstrap, name, descriptor } => {
                format!("dynamic #{bootstrap} {}:{}", text(name), text(descriptor))
            }
            ConstValue::ReturnAddress => "return address".to_owned(),
        }
    }

    fn field(&self, field: FieldRef) -> String {
        let data = self.program.field_ref_data(field);
        format!("{}.{}", self.program.type_name(data.owner), self.program.str(data.name))
    }

    fn method(&self, method: MethodRef) -> String {
        let data = self.program.method_ref_data(method);
        let params = &self.program.method_desc(data.desc).params;
        let params: Vec<_> = params.iter().map(|&ty| self.program.type_name(ty)).collect();
        format!("{}.{}({})", self.program.type_name(data.owner), self.program.str(data.name), params.join(","))
    }
}

/// The instruction that asks so much of so many operands (JVMS 6.5).
fn mnemonic(cond: Cond, operands: usize) -> String {
    let relation = match cond {
        Cond::Null => return "ifnull".to_owned(),
        Cond::NonNull => return "ifnonnull".to_owned(),
        Cond::Same => return "if_acmpeq".to_owned(),
        Cond::Different => return "if_acmpne".to_owned(),
        Cond::Int(Relation::Eq) => "eq",
        Cond::Int(Relation::Ne) => "ne",
        Cond::Int(Relation::Lt) => "lt",
        Cond::Int(Relation::Ge) => "ge",
        Cond::Int(Relation::Gt) => "gt",
        Cond::Int(Relation::Le) => "le",
    };
    format!("{}{relation}", if operands == 1 { "if" } else { "if_icmp" })
}
