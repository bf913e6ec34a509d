//! The adapter over cafebabe: its borrowed model -> our owned one. The only file that names cafebabe. Must not be
//! handed bytes the guard has not seen.

use std::borrow::Cow;
use std::fmt::Write as _;

use cafebabe::attributes::{
    Annotation, AnnotationElementValue, AttributeData, AttributeInfo, CodeData, ModuleData, RecordComponentEntry,
};
use cafebabe::bytecode::{Opcode, PrimitiveArrayType};
use cafebabe::constant_pool::{
    BootstrapArgument, Dynamic, LiteralConstant, Loadable, MemberKind, MethodHandle, ReferenceKind,
};
use cafebabe::{ClassFile, ParseOptions, parse_class_with_options};

use super::bytes::{PoolIndex, decode_modified_utf8, tag};
use super::guard::{self, View};
use super::raw::*;
use super::surrogates::StandIns;
use super::{ClassError, ClassErrorKind};
use crate::base::{Interner, Sym};

/// The flag of members that the compiler made (JVMS 4.5, 4.6); class files before Java 5 have an attribute instead (4.7.8), which the
/// JVM takes for the flag.
const SYNTHETIC: u16 = 0x1000;

/// Decodes everything but bodies.
///
/// # Errors
/// Bytes that are no class file, or one that contradicts JVMS 4 where this project reads it.
pub fn decode_class(bytes: &[u8], names: &Interner) -> Result<RawClass, ClassError> {
    let guarded = guard::check(bytes, View::Declarations)?;
    let file = parse(&guarded.bytes, false)?;
    let mut class = Decoder { names, text: String::new(), stand_ins: guarded.stand_ins }.class(&file);
    for (method, &has_code) in class.methods.iter_mut().zip(&guarded.has_code) {
        method.has_code = has_code;
    }
    for found in &guarded.dynamic_arguments {
        let (name, descriptor) = guarded
            .pool
            .name_and_type(found.constant)
            .ok_or_else(|| ClassError::malformed(0, format!("constant {} has no name", found.constant)))?;
        let bootstrap = guarded.pool.operand(found.constant, 0);
        let (name, descriptor) = (names.intern(&name), names.intern(&descriptor));
        if let Some(row) = class.bootstraps.get_mut(found.bootstrap)
            && let Some(argument) = row.args.get_mut(found.argument)
        {
            *argument = RawConst::Dynamic { bootstrap, name, descriptor };
        }
    }
    class.ignored = guarded.ignored;
    Ok(class)
}

/// Decodes the bodies of all methods, parallel to [`RawClass::methods`]; `None` where a method has no code.
///
/// # Errors
/// As [`decode_class`]; one unreadable body makes the class's bodies unreadable.
pub fn decode_bodies(bytes: &[u8], names: &Interner) -> Result<Vec<Option<RawCode>>, ClassError> {
    let guarded = guard::check(bytes, View::Bodies)?;
    let file = parse(&guarded.bytes, true)?;
    let mut decoder = Decoder { names, text: String::new(), stand_ins: guarded.stand_ins };
    let mut cache = vec![None; guarded.pool.entries.len()];
    file.methods
        .iter()
        .map(|method| match method.attributes.iter().find_map(as_code) {
            Some(code) => decoder.code(code, &guarded.pool, &mut cache).map(Some),
            None => Ok(None),
        })
        .collect()
}

/// Runs cafebabe. The guard keeps it from every panic known; one that is not known becomes an error here.
fn parse(bytes: &[u8], bodies: bool) -> Result<ClassFile<'_>, ClassError> {
    let unread = |message: String| ClassError { kind: ClassErrorKind::Unread, offset: None, message };
    let mut options = ParseOptions::default();
    options.parse_bytecode(bodies);
    match std::panic::catch_unwind(|| parse_class_with_options(bytes, &options)) {
        Ok(parsed) => parsed.map_err(|error| unread(error.to_string())),
        Err(_) => Err(unread("the class-file reader failed on it".to_owned())),
    }
}

fn as_code<'f, 'a>(attribute: &'f AttributeInfo<'a>) -> Option<&'f CodeData<'a>> {
    match &attribute.data {
        AttributeData::Code(code) => Some(code),
        _ => None,
    }
}

/// A pool entry met before in a body, by its index.
#[derive(Clone, Copy)]
enum Pooled {
    Member(RawMemberRef),
    Name(Sym),
    Const(RawConst),
    Dynamic { bootstrap: u16, name: Sym, descriptor: Sym },
}

struct Decoder<'n> {
    names: &'n Interner,
    /// Scratch for texts that are put together.
    text: String,
    /// What the guard put in place of lone surrogates.
    stand_ins: Option<StandIns>,
}

impl Decoder<'_> {
    /// A name.
    fn sym(&self, text: &str) -> Sym {
        match self.stand_ins {
            Some(stand_ins) => self.names.intern(&stand_ins.name(text)),
            None => self.names.intern(text),
        }
    }

    fn syms(&self, texts: &[Cow<'_, str>]) -> Vec<Sym> {
        texts.iter().map(|text| self.sym(text)).collect()
    }

    /// Interns what `value` prints as.
    fn shown(&mut self, value: &impl std::fmt::Display) -> Sym {
        self.text.clear();
        write!(self.text, "{value}").expect("internal error: writing to a string failed");
        self.sym(&self.text)
    }

    fn class(&mut self, file: &ClassFile<'_>) -> RawClass {
        let mut class = RawClass {
            major: file.major_version,
            access: file.access_flags.bits(),
            name: self.sym(&file.this_class),
            super_name: file.super_class.as_ref().map(|name| self.sym(name)),
            interfaces: file.interfaces.iter().map(|name| self.sym(name)).collect(),
            fields: Vec::with_capacity(file.fields.len()),
            methods: Vec::with_capacity(file.methods.len()),
            source_file: None,
            source_debug: None,
            signature: None,
            nest_host: None,
            nest_members: Vec::new(),
            inner_classes: Vec::new(),
            enclosing_method: None,
            permitted_subclasses: Vec::new(),
            record: None,
            bootstraps: Vec::new(),
            annotations: Vec::new(),
            module: None,
            ignored: Vec::new(),
        };
        for field in &file.fields {
            let mut raw = RawField {
                access: field.access_flags.bits(),
                name: self.sym(&field.name),
                descriptor: self.shown(&field.descriptor),
                signature: None,
                constant: None,
                annotations: Vec::new(),
            };
            for attribute in &field.attributes {
                match &attribute.data {
                    AttributeData::ConstantValue(value) => raw.constant = Some(self.literal(value)),
                    AttributeData::Synthetic => raw.access |= SYNTHETIC,
                    AttributeData::Signature(text) => raw.signature = Some(self.sym(text)),
                    data => self.annotations(data, &mut raw.annotations),
                }
            }
            class.fields.push(raw);
        }
        for method in &file.methods {
            let mut raw = RawMethod {
                access: method.access_flags.bits(),
                name: self.sym(&method.name),
                descriptor: self.shown(&method.descriptor),
                signature: None,
                exceptions: Vec::new(),
                annotations: Vec::new(),
                parameter_annotations: Vec::new(),
                annotation_default: None,
                has_code: false,
            };
            for attribute in &method.attributes {
                match &attribute.data {
                    AttributeData::Synthetic => raw.access |= SYNTHETIC,
                    AttributeData::Exceptions(types) => raw.exceptions = self.syms(types),
                    AttributeData::Signature(text) => raw.signature = Some(self.sym(text)),
                    AttributeData::AnnotationDefault(value) => {
                        raw.annotation_default = Some(self.element(value, true));
                    }
                    AttributeData::RuntimeVisibleParameterAnnotations(rows)
                    | AttributeData::RuntimeInvisibleParameterAnnotations(rows) => {
                        let visible = matches!(attribute.data, AttributeData::RuntimeVisibleParameterAnnotations(_));
                        if raw.parameter_annotations.len() < rows.len() {
                            raw.parameter_annotations.resize_with(rows.len(), Vec::new);
                        }
                        for (into, row) in raw.parameter_annotations.iter_mut().zip(rows) {
                            into.extend(row.annotations.iter().map(|a| self.annotation(a, visible)));
                        }
                    }
                    data => self.annotations(data, &mut raw.annotations),
                }
            }
            class.methods.push(raw);
        }
        for attribute in &file.attributes {
            self.class_attribute(attribute, &mut class);
        }
        class
    }

    fn class_attribute(&mut self, attribute: &AttributeInfo<'_>, class: &mut RawClass) {
        match &attribute.data {
            AttributeData::SourceFile(text) => class.source_file = Some(self.sym(text)),
            AttributeData::SourceDebugExtension(text) => class.source_debug = Some(text.as_ref().into()),
            AttributeData::Signature(text) => class.signature = Some(self.sym(text)),
            AttributeData::NestHost(name) => class.nest_host = Some(self.sym(name)),
            AttributeData::NestMembers(names) => class.nest_members = self.syms(names),
            AttributeData::PermittedSubclasses(names) => class.permitted_subclasses = self.syms(names),
            AttributeData::InnerClasses(rows) => {
                class.inner_classes = rows
                    .iter()
                    .map(|row| RawInnerClass {
                        inner: self.sym(&row.inner_class_info),
                        outer: row.outer_class_info.as_ref().map(|name| self.sym(name)),
                        name: row.inner_name.as_ref().map(|name| self.sym(name)),
                        access: row.access_flags.bits(),
                    })
                    .collect();
            }
            AttributeData::EnclosingMethod { class_name, method } => {
                let method = method.as_ref().map(|m| (self.sym(&m.name), self.sym(&m.descriptor)));
                class.enclosing_method = Some((self.sym(class_name), method));
            }
            AttributeData::Record(rows) => {
                class.record = Some(rows.iter().map(|row| self.component(row)).collect());
            }
            AttributeData::BootstrapMethods(rows) => {
                class.bootstraps = rows
                    .iter()
                    .map(|row| RawBootstrap {
                        handle: self.handle(&row.method),
                        args: row.arguments.iter().map(|argument| self.bootstrap_argument(argument)).collect(),
                    })
                    .collect();
            }
            AttributeData::Module(module) => class.module = Some(Box::new(self.module(module))),
            data => self.annotations(data, &mut class.annotations),
        }
    }

    fn module(&self, module: &ModuleData<'_>) -> RawModule {
        RawModule {
            name: Some(self.sym(&module.name)),
            open: module.access_flags.contains(cafebabe::attributes::ModuleAccessFlags::OPEN),
            requires: module.requires.iter().map(|row| self.sym(&row.name)).collect(),
            exports: module
                .exports
                .iter()
                .map(|row| (self.sym(&row.package_name), self.syms(&row.exports_to)))
                .collect(),
            opens: module.opens.iter().map(|row| (self.sym(&row.package_name), self.syms(&row.opens_to))).collect(),
            uses: self.syms(&module.uses),
            provides: module
                .provides
                .iter()
                .map(|row| (self.sym(&row.service_interface_name), self.syms(&row.provides_with)))
                .collect(),
        }
    }

    fn component(&mut self, row: &RecordComponentEntry<'_>) -> RawComponent {
        let mut annotations = Vec::new();
        row.attributes.iter().for_each(|attribute| self.annotations(&attribute.data, &mut annotations));
        RawComponent { name: self.sym(&row.name), descriptor: self.shown(&row.descriptor), annotations }
    }

    fn annotations(&mut self, data: &AttributeData<'_>, into: &mut Vec<RawAnnotation>) {
        let (rows, visible) = match data {
            AttributeData::RuntimeVisibleAnnotations(rows) => (rows, true),
            AttributeData::RuntimeInvisibleAnnotations(rows) => (rows, false),
            _ => return,
        };
        into.extend(rows.iter().map(|row| self.annotation(row, visible)));
    }

    fn annotation(&mut self, annotation: &Annotation<'_>, visible: bool) -> RawAnnotation {
        RawAnnotation {
            descriptor: self.shown(&annotation.type_descriptor),
            visible,
            elements: annotation
                .elements
                .iter()
                .map(|element| (self.sym(&element.name), self.element(&element.value, visible)))
                .collect(),
        }
    }

    fn element(&mut self, value: &AnnotationElementValue<'_>, visible: bool) -> RawElement {
        RawElement::Const(match value {
            AnnotationElementValue::ByteConstant(v)
            | AnnotationElementValue::CharConstant(v)
            | AnnotationElementValue::IntConstant(v)
            | AnnotationElementValue::ShortConstant(v)
            | AnnotationElementValue::BooleanConstant(v) => RawConst::Int(*v),
            AnnotationElementValue::LongConstant(v) => RawConst::Long(*v),
            AnnotationElementValue::FloatConstant(v) => RawConst::Float(*v),
            AnnotationElementValue::DoubleConstant(v) => RawConst::Double(*v),
            AnnotationElementValue::StringConstant(text) => self.string(text, false),
            AnnotationElementValue::EnumConstant { type_name, const_name } => {
                return RawElement::Enum(self.shown(type_name), self.sym(const_name));
            }
            AnnotationElementValue::ClassLiteral { class_name } => return RawElement::Class(self.sym(class_name)),
            AnnotationElementValue::AnnotationValue(inner) => {
                return RawElement::Annotation(Box::new(self.annotation(inner, visible)));
            }
            AnnotationElementValue::ArrayValue(values) => {
                return RawElement::Array(values.iter().map(|value| self.element(value, visible)).collect());
            }
        })
    }

    fn literal(&self, value: &LiteralConstant<'_>) -> RawConst {
        match value {
            LiteralConstant::Integer(v) => RawConst::Int(*v),
            LiteralConstant::Float(v) => RawConst::Float(*v),
            LiteralConstant::Long(v) => RawConst::Long(*v),
            LiteralConstant::Double(v) => RawConst::Double(*v),
            LiteralConstant::String(text) => self.string(text, false),
            LiteralConstant::StringBytes(bytes) => {
                let (text, lossy) = decode_modified_utf8(bytes);
                self.string(&text, lossy)
            }
        }
    }

    /// A string in which something is no character may have been another.
    fn string(&self, text: &str, lossy: bool) -> RawConst {
        let lone = self.stand_ins.filter(|stand_ins| stand_ins.are_in(text));
        let text = lone.map_or(Cow::Borrowed(text), |stand_ins| stand_ins.text(text).into());
        let lossy = lossy || text.contains(char::REPLACEMENT_CHARACTER);
        RawConst::Str { text: self.names.intern(&text), lossy }
    }

    fn handle(&self, handle: &MethodHandle<'_>) -> RawHandle {
        RawHandle {
            kind: match handle.kind {
                ReferenceKind::GetField => RefKind::GetField,
                ReferenceKind::GetStatic => RefKind::GetStatic,
                ReferenceKind::PutField => RefKind::PutField,
                ReferenceKind::PutStatic => RefKind::PutStatic,
                ReferenceKind::InvokeVirtual => RefKind::InvokeVirtual,
                ReferenceKind::InvokeStatic => RefKind::InvokeStatic,
                ReferenceKind::InvokeSpecial => RefKind::InvokeSpecial,
                ReferenceKind::NewInvokeSpecial => RefKind::NewInvokeSpecial,
                ReferenceKind::InvokeInterface => RefKind::InvokeInterface,
            },
            member: RawMemberRef {
                owner: self.sym(&handle.class_name),
                name: self.sym(&handle.member_ref.name),
                descriptor: self.sym(&handle.member_ref.descriptor),
                interface: matches!(handle.member_kind, MemberKind::InterfaceMethod),
            },
        }
    }

    fn bootstrap_argument(&self, argument: &BootstrapArgument<'_>) -> RawConst {
        match argument {
            BootstrapArgument::LiteralConstant(value) => self.literal(value),
            BootstrapArgument::ClassInfo(name) => RawConst::Class(self.sym(name)),
            BootstrapArgument::MethodHandle(handle) => RawConst::MethodHandle(self.handle(handle)),
            BootstrapArgument::MethodType(descriptor) => RawConst::MethodType(self.sym(descriptor)),
        }
    }

    fn loadable(&self, value: &Loadable<'_>) -> RawConst {
        match value {
            Loadable::LiteralConstant(value) => self.literal(value),
            Loadable::ClassInfo(name) => RawConst::Class(self.sym(name)),
            Loadable::MethodHandle(handle) => RawConst::MethodHandle(self.handle(handle)),
            Loadable::MethodType(descriptor) => RawConst::MethodType(self.sym(descriptor)),
            Loadable::Dynamic(Dynamic { attr_index, name_and_type }) => RawConst::Dynamic {
                bootstrap: *attr_index,
                name: self.sym(&name_and_type.name),
                descriptor: self.sym(&name_and_type.descriptor),
            },
        }
    }

    fn code(
        &mut self,
        data: &CodeData<'_>,
        pool: &PoolIndex<'_>,
        cache: &mut [Option<Pooled>],
    ) -> Result<RawCode, ClassError> {
        let opcodes = data.bytecode.as_ref().map_or(&[][..], |bytecode| &bytecode.opcodes);
        let mut code = RawCode {
            max_stack: data.max_stack,
            max_locals: data.max_locals,
            length: data.code.len() as u32,
            insns: Vec::with_capacity(opcodes.len()),
            handlers: Vec::with_capacity(data.exception_table.len()),
            lines: Vec::new(),
        };
        for (at, opcode) in opcodes {
            code.insns.push((*at as u32, self.insn(*at, opcode, data.code, pool, cache)?));
        }
        for row in &data.exception_table {
            code.handlers.push(RawHandler {
                start: row.start_pc.into(),
                end: row.end_pc.into(),
                handler: row.handler_pc.into(),
                catch_type: row.catch_type.as_ref().map(|name| self.sym(name)),
            });
        }
        for attribute in &data.attributes {
            if let AttributeData::LineNumberTable(rows) = &attribute.data {
                code.lines.extend(rows.iter().map(|row| (row.start_pc, row.line_number)));
            }
        }
        code.lines.sort_by_key(|&(start, _)| start);
        Ok(code)
    }

    /// The instruction at `at`. Constant-pool operands are looked up by their index in `code`, so that each entry is
    /// interned once per class, and because cafebabe keeps no difference between Methodref and InterfaceMethodref.
    fn insn(
        &mut self,
        at: usize,
        opcode: &Opcode<'_>,
        code: &[u8],
        pool: &PoolIndex<'_>,
        cache: &mut [Option<Pooled>],
    ) -> Result<Insn, ClassError> {
        use Kind::{Double, Float, Int, Long, Ref};
        let index = || -> usize {
            match (opcode, code.get(at + 1), code.get(at + 2)) {
                (Opcode::Ldc(_), Some(&low), _) => usize::from(low),
                (_, Some(&high), Some(&low)) => usize::from(u16::from_be_bytes([high, low])),
                _ => 0,
            }
        };
        let target = |jump: i32| (at as i64 + i64::from(jump)) as u32;
        let member = |this: &Self, cache: &mut [Option<Pooled>], m: &cafebabe::constant_pool::MemberRef<'_>| {
            let index = index();
            if let Some(Pooled::Member(member)) = cache[index] {
                return member;
            }
            let member = RawMemberRef {
                owner: this.sym(&m.class_name),
                name: this.sym(&m.name_and_type.name),
                descriptor: this.sym(&m.name_and_type.descriptor),
                interface: pool.tag(index as u16) == tag::INTERFACE_METHOD_REF,
            };
            cache[index] = Some(Pooled::Member(member));
            member
        };
        let name = |this: &mut Self, cache: &mut [Option<Pooled>], value: &dyn std::fmt::Display| {
            let index = index();
            if let Some(Pooled::Name(name)) = cache[index] {
                return name;
            }
            let name = this.shown(&value);
            cache[index] = Some(Pooled::Name(name));
            name
        };
        use cafebabe::constant_pool::ObjectArrayType::{ArrayType, BinaryName};
        macro_rules! type_name {
            ($ty:expr) => {
                match $ty {
                    ArrayType(descriptor) => name(self, cache, descriptor),
                    BinaryName(text) => name(self, cache, text),
                }
            };
        }
        Ok(match opcode {
            Opcode::Nop => Insn::Nop,
            Opcode::AconstNull => Insn::Null,
            Opcode::IconstM1 => Insn::Const(RawConst::Int(-1)),
            Opcode::Iconst0 => Insn::Const(RawConst::Int(0)),
            Opcode::Iconst1 => Insn::Const(RawConst::Int(1)),
            Opcode::Iconst2 => Insn::Const(RawConst::Int(2)),
            Opcode::Iconst3 => Insn::Const(RawConst::Int(3)),
            Opcode::Iconst4 => Insn::Const(RawConst::Int(4)),
            Opcode::Iconst5 => Insn::Const(RawConst::Int(5)),
            Opcode::Lconst0 => Insn::Const(RawConst::Long(0)),
            Opcode::Lconst1 => Insn::Const(RawConst::Long(1)),
            Opcode::Fconst0 => Insn::Const(RawConst::Float(0.0)),
            Opcode::Fconst1 => Insn::Const(RawConst::Float(1.0)),
            Opcode::Fconst2 => Insn::Const(RawConst::Float(2.0)),
            Opcode::Dconst0 => Insn::Const(RawConst::Double(0.0)),
            Opcode::Dconst1 => Insn::Const(RawConst::Double(1.0)),
            Opcode::Bipush(v) => Insn::Const(RawConst::Int((*v).into())),
            Opcode::Sipush(v) => Insn::Const(RawConst::Int((*v).into())),
            Opcode::Ldc(value) | Opcode::LdcW(value) | Opcode::Ldc2W(value) => {
                let index = index();
                Insn::Const(match cache[index] {
                    Some(Pooled::Const(value)) => value,
                    _ => {
                        let value = self.loadable(value);
                        cache[index] = Some(Pooled::Const(value));
                        value
                    }
                })
            }
            Opcode::Iload(local) => Insn::Load(Int, *local),
            Opcode::Lload(local) => Insn::Load(Long, *local),
            Opcode::Fload(local) => Insn::Load(Float, *local),
            Opcode::Dload(local) => Insn::Load(Double, *local),
            Opcode::Aload(local) => Insn::Load(Ref, *local),
            Opcode::Istore(local) => Insn::Store(Int, *local),
            Opcode::Lstore(local) => Insn::Store(Long, *local),
            Opcode::Fstore(local) => Insn::Store(Float, *local),
            Opcode::Dstore(local) => Insn::Store(Double, *local),
            Opcode::Astore(local) => Insn::Store(Ref, *local),
            Opcode::Aaload => Insn::ArrayLoad(None),
            Opcode::Aastore => Insn::ArrayStore(None),
            Opcode::Iaload => Insn::ArrayLoad(Some(Prim::Int)),
            Opcode::Laload => Insn::ArrayLoad(Some(Prim::Long)),
            Opcode::Faload => Insn::ArrayLoad(Some(Prim::Float)),
            Opcode::Daload => Insn::ArrayLoad(Some(Prim::Double)),
            Opcode::Baload => Insn::ArrayLoad(Some(Prim::Byte)),
            Opcode::Caload => Insn::ArrayLoad(Some(Prim::Char)),
            Opcode::Saload => Insn::ArrayLoad(Some(Prim::Short)),
            Opcode::Iastore => Insn::ArrayStore(Some(Prim::Int)),
            Opcode::Lastore => Insn::ArrayStore(Some(Prim::Long)),
            Opcode::Fastore => Insn::ArrayStore(Some(Prim::Float)),
            Opcode::Dastore => Insn::ArrayStore(Some(Prim::Double)),
            Opcode::Bastore => Insn::ArrayStore(Some(Prim::Byte)),
            Opcode::Castore => Insn::ArrayStore(Some(Prim::Char)),
            Opcode::Sastore => Insn::ArrayStore(Some(Prim::Short)),
            Opcode::Pop => Insn::Pop,
            Opcode::Pop2 => Insn::Pop2,
            Opcode::Dup => Insn::Dup,
            Opcode::DupX1 => Insn::DupX1,
            Opcode::DupX2 => Insn::DupX2,
            Opcode::Dup2 => Insn::Dup2,
            Opcode::Dup2X1 => Insn::Dup2X1,
            Opcode::Dup2X2 => Insn::Dup2X2,
            Opcode::Swap => Insn::Swap,
            Opcode::Iadd => Insn::Binary(Int, "iadd"),
            Opcode::Ladd => Insn::Binary(Long, "ladd"),
            Opcode::Fadd => Insn::Binary(Float, "fadd"),
            Opcode::Dadd => Insn::Binary(Double, "dadd"),
            Opcode::Isub => Insn::Binary(Int, "isub"),
            Opcode::Lsub => Insn::Binary(Long, "lsub"),
            Opcode::Fsub => Insn::Binary(Float, "fsub"),
            Opcode::Dsub => Insn::Binary(Double, "dsub"),
            Opcode::Imul => Insn::Binary(Int, "imul"),
            Opcode::Lmul => Insn::Binary(Long, "lmul"),
            Opcode::Fmul => Insn::Binary(Float, "fmul"),
            Opcode::Dmul => Insn::Binary(Double, "dmul"),
            Opcode::Idiv => Insn::Binary(Int, "idiv"),
            Opcode::Ldiv => Insn::Binary(Long, "ldiv"),
            Opcode::Fdiv => Insn::Binary(Float, "fdiv"),
            Opcode::Ddiv => Insn::Binary(Double, "ddiv"),
            Opcode::Irem => Insn::Binary(Int, "irem"),
            Opcode::Lrem => Insn::Binary(Long, "lrem"),
            Opcode::Frem => Insn::Binary(Float, "frem"),
            Opcode::Drem => Insn::Binary(Double, "drem"),
            Opcode::Ishl => Insn::Binary(Int, "ishl"),
            Opcode::Lshl => Insn::Binary(Long, "lshl"),
            Opcode::Ishr => Insn::Binary(Int, "ishr"),
            Opcode::Lshr => Insn::Binary(Long, "lshr"),
            Opcode::Iushr => Insn::Binary(Int, "iushr"),
            Opcode::Lushr => Insn::Binary(Long, "lushr"),
            Opcode::Iand => Insn::Binary(Int, "iand"),
            Opcode::Land => Insn::Binary(Long, "land"),
            Opcode::Ior => Insn::Binary(Int, "ior"),
            Opcode::Lor => Insn::Binary(Long, "lor"),
            Opcode::Ixor => Insn::Binary(Int, "ixor"),
            Opcode::Lxor => Insn::Binary(Long, "lxor"),
            Opcode::Ineg => Insn::Neg(Int, "ineg"),
            Opcode::Lneg => Insn::Neg(Long, "lneg"),
            Opcode::Fneg => Insn::Neg(Float, "fneg"),
            Opcode::Dneg => Insn::Neg(Double, "dneg"),
            Opcode::I2l => Insn::Convert { from: Int, to: Long, op: "i2l" },
            Opcode::I2f => Insn::Convert { from: Int, to: Float, op: "i2f" },
            Opcode::I2d => Insn::Convert { from: Int, to: Double, op: "i2d" },
            Opcode::L2i => Insn::Convert { from: Long, to: Int, op: "l2i" },
            Opcode::L2f => Insn::Convert { from: Long, to: Float, op: "l2f" },
            Opcode::L2d => Insn::Convert { from: Long, to: Double, op: "l2d" },
            Opcode::F2i => Insn::Convert { from: Float, to: Int, op: "f2i" },
            Opcode::F2l => Insn::Convert { from: Float, to: Long, op: "f2l" },
            Opcode::F2d => Insn::Convert { from: Float, to: Double, op: "f2d" },
            Opcode::D2i => Insn::Convert { from: Double, to: Int, op: "d2i" },
            Opcode::D2l => Insn::Convert { from: Double, to: Long, op: "d2l" },
            Opcode::D2f => Insn::Convert { from: Double, to: Float, op: "d2f" },
            Opcode::I2b => Insn::Convert { from: Int, to: Int, op: "i2b" },
            Opcode::I2c => Insn::Convert { from: Int, to: Int, op: "i2c" },
            Opcode::I2s => Insn::Convert { from: Int, to: Int, op: "i2s" },
            Opcode::Iinc(local, by) => Insn::Iinc { local: *local, by: (*by).into() },
            Opcode::Lcmp => Insn::Compare(Long, "lcmp"),
            Opcode::Fcmpl => Insn::Compare(Float, "fcmpl"),
            Opcode::Fcmpg => Insn::Compare(Float, "fcmpg"),
            Opcode::Dcmpl => Insn::Compare(Double, "dcmpl"),
            Opcode::Dcmpg => Insn::Compare(Double, "dcmpg"),
            Opcode::Ifeq(jump) => Insn::If { kind: Int, cond: Cond::Int(Relation::Eq), target: target(*jump) },
            Opcode::Ifne(jump) => Insn::If { kind: Int, cond: Cond::Int(Relation::Ne), target: target(*jump) },
            Opcode::Iflt(jump) => Insn::If { kind: Int, cond: Cond::Int(Relation::Lt), target: target(*jump) },
            Opcode::Ifge(jump) => Insn::If { kind: Int, cond: Cond::Int(Relation::Ge), target: target(*jump) },
            Opcode::Ifgt(jump) => Insn::If { kind: Int, cond: Cond::Int(Relation::Gt), target: target(*jump) },
            Opcode::Ifle(jump) => Insn::If { kind: Int, cond: Cond::Int(Relation::Le), target: target(*jump) },
            Opcode::Ifnull(jump) => Insn::If { kind: Ref, cond: Cond::Null, target: target(*jump) },
            Opcode::Ifnonnull(jump) => Insn::If { kind: Ref, cond: Cond::NonNull, target: target(*jump) },
            Opcode::IfIcmpeq(jump) => Insn::IfCmp { kind: Int, cond: Cond::Int(Relation::Eq), target: target(*jump) },
            Opcode::IfIcmpne(jump) => Insn::IfCmp { kind: Int, cond: Cond::Int(Relation::Ne), target: target(*jump) },
            Opcode::IfIcmplt(jump) => Insn::IfCmp { kind: Int, cond: Cond::Int(Relation::Lt), target: target(*jump) },
            Opcode::IfIcmpge(jump) => Insn::IfCmp { kind: Int, cond: Cond::Int(Relation::Ge), target: target(*jump) },
            Opcode::IfIcmpgt(jump) => Insn::IfCmp { kind: Int, cond: Cond::Int(Relation::Gt), target: target(*jump) },
            Opcode::IfIcmple(jump) => Insn::IfCmp { kind: Int, cond: Cond::Int(Relation::Le), target: target(*jump) },
            Opcode::IfAcmpeq(jump) => Insn::IfCmp { kind: Ref, cond: Cond::Same, target: target(*jump) },
            Opcode::IfAcmpne(jump) => Insn::IfCmp { kind: Ref, cond: Cond::Different, target: target(*jump) },
            Opcode::Goto(jump) => Insn::Goto(target(*jump)),
            Opcode::Jsr(jump) => Insn::Jsr(target(*jump)),
            Opcode::Ret(local) => Insn::Ret(*local),
            Opcode::Tableswitch(table) => Insn::Switch {
                default: target(table.default),
                targets: (table.low..=table.high).zip(table.jumps.iter().map(|&jump| target(jump))).collect(),
            },
            Opcode::Lookupswitch(table) => Insn::Switch {
                default: target(table.default),
                targets: table.match_offsets.iter().map(|&(value, jump)| (value, target(jump))).collect(),
            },
            Opcode::Ireturn => Insn::Return(Some(Int)),
            Opcode::Lreturn => Insn::Return(Some(Long)),
            Opcode::Freturn => Insn::Return(Some(Float)),
            Opcode::Dreturn => Insn::Return(Some(Double)),
            Opcode::Areturn => Insn::Return(Some(Ref)),
            Opcode::Return => Insn::Return(None),
            Opcode::Getstatic(m) => Insn::GetStatic(member(self, cache, m)),
            Opcode::Putstatic(m) => Insn::PutStatic(member(self, cache, m)),
            Opcode::Getfield(m) => Insn::GetField(member(self, cache, m)),
            Opcode::Putfield(m) => Insn::PutField(member(self, cache, m)),
            Opcode::Invokevirtual(m) => Insn::Invoke(InvokeKind::Virtual, member(self, cache, m)),
            Opcode::Invokespecial(m) => Insn::Invoke(InvokeKind::Special, member(self, cache, m)),
            Opcode::Invokestatic(m) => Insn::Invoke(InvokeKind::Static, member(self, cache, m)),
            Opcode::Invokeinterface(m, _) => Insn::Invoke(InvokeKind::Interface, member(self, cache, m)),
            Opcode::Invokedynamic(site) => {
                let index = index();
                if let Some(Pooled::Dynamic { bootstrap, name, descriptor }) = cache[index] {
                    return Ok(Insn::InvokeDynamic { bootstrap, name, descriptor });
                }
                let bootstrap = site.attr_index;
                let name = self.sym(&site.name_and_type.name);
                let descriptor = self.sym(&site.name_and_type.descriptor);
                cache[index] = Some(Pooled::Dynamic { bootstrap, name, descriptor });
                Insn::InvokeDynamic { bootstrap, name, descriptor }
            }
            Opcode::New(class) => Insn::New(name(self, cache, class)),
            Opcode::Newarray(element) => Insn::NewPrimArray(match element {
                PrimitiveArrayType::Boolean => Prim::Boolean,
                PrimitiveArrayType::Char => Prim::Char,
                PrimitiveArrayType::Float => Prim::Float,
                PrimitiveArrayType::Double => Prim::Double,
                PrimitiveArrayType::Byte => Prim::Byte,
                PrimitiveArrayType::Short => Prim::Short,
                PrimitiveArrayType::Int => Prim::Int,
                PrimitiveArrayType::Long => Prim::Long,
            }),
            Opcode::Anewarray(element) => Insn::NewRefArray(type_name!(element)),
            Opcode::Multianewarray(array, dimensions) => Insn::MultiNewArray(type_name!(array), *dimensions),
            Opcode::Checkcast(class) => Insn::CheckCast(type_name!(class)),
            Opcode::Instanceof(class) => Insn::InstanceOf(type_name!(class)),
            Opcode::Arraylength => Insn::ArrayLength,
            Opcode::Athrow => Insn::Throw,
            Opcode::Monitorenter => Insn::MonitorEnter,
            Opcode::Monitorexit => Insn::MonitorExit,
            Opcode::Breakpoint | Opcode::Impdep1 | Opcode::Impdep2 => {
                return Err(ClassError::malformed(at, "reserved opcode in a body"));
            }
        })
    }
}
