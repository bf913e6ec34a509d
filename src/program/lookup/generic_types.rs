//! What `Class.getGenericSuperclass`, `Field.getGenericType` and their kin read from Signature attributes (JVMS 4.7.9.1). Without the
//! attribute they give what the descriptor says. Must not know who asks.

use crate::base::Sym;
use crate::program::{FieldId, MethodId, Program, TypeId};

/// A type as `java.lang.reflect.Type` shows it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum GenericType {
    /// A class, an array of classes, or a primitive type.
    Class(TypeId),
    Parameterized {
        raw: TypeId,
        arguments: Vec<GenericType>,
        /// The class that it is a member of, as the signature has it.
        owner: Option<Box<GenericType>>,
    },
    /// An array of what is no class.
    Array(Box<GenericType>),
    /// By the name; whose it is, is not said.
    Variable(Sym),
    Wildcard {
        upper: Vec<GenericType>,
        lower: Vec<GenericType>,
    },
}

/// What was found, `None` for a signature that cannot be read.
type Found<T> = Option<T>;

/// `Class.getGenericSuperclass()`; nothing if it has no superclass.
pub fn generic_superclass(program: &Program, ty: TypeId) -> Found<Option<GenericType>> {
    let Some(superclass) = super::superclass(program, ty) else { return Some(None) };
    match class_signature(program, ty) {
        // An interface's signature names `Object`, which is not its superclass.
        Some(signature) => Some(Some(of_class(program, signature)?.0)),
        None => Some(Some(GenericType::Class(superclass))),
    }
}

/// `Class.getGenericInterfaces()`.
pub fn generic_interfaces(program: &Program, ty: TypeId) -> Found<Vec<GenericType>> {
    match class_signature(program, ty) {
        Some(signature) => Some(of_class(program, signature)?.1),
        None => Some(super::interfaces(program, ty).into_iter().map(GenericType::Class).collect()),
    }
}

/// `Field.getGenericType()`.
pub fn generic_field_type(program: &Program, field: FieldId) -> Found<GenericType> {
    let data = program.field(field);
    match data.signature {
        Some(signature) => {
            let mut reader = Reader::new(program, program.str(signature));
            let ty = reader.ty()?;
            reader.is_at_end().then_some(ty)
        }
        None => Some(GenericType::Class(data.ty)),
    }
}

/// `Method.getGenericReturnType()`.
pub fn generic_return_type(program: &Program, method: MethodId) -> Found<GenericType> {
    let data = program.method(method);
    match data.signature {
        Some(signature) => Some(of_method(program, program.str(signature))?.1),
        None => Some(GenericType::Class(program.method_desc(data.desc).ret)),
    }
}

/// `Executable.getGenericParameterTypes()`. Where the signature has fewer than the descriptor (of inner classes and enums), those
/// of the descriptor are there, too.
pub fn generic_parameter_types(program: &Program, method: MethodId) -> Found<Vec<GenericType>> {
    let data = program.method(method);
    let plain = || program.method_desc(data.desc).params.iter().map(|&ty| GenericType::Class(ty));
    let Some(signature) = data.signature else { return Some(plain().collect()) };
    let (mut found, _) = of_method(program, program.str(signature))?;
    if found.len() != plain().len() {
        found.extend(plain());
    }
    Some(found)
}

fn class_signature(program: &Program, ty: TypeId) -> Option<&str> {
    program.class(program.class_of(ty)?).signature.map(|signature| program.str(signature))
}

/// Superclass and interfaces.
fn of_class(program: &Program, signature: &str) -> Found<(GenericType, Vec<GenericType>)> {
    let mut reader = Reader::new(program, signature);
    reader.type_parameters()?;
    let superclass = reader.ty()?;
    let mut interfaces = Vec::new();
    while !reader.is_at_end() {
        interfaces.push(reader.ty()?);
    }
    Some((superclass, interfaces))
}

/// Parameters and result.
fn of_method(program: &Program, signature: &str) -> Found<(Vec<GenericType>, GenericType)> {
    let mut reader = Reader::new(program, signature);
    reader.type_parameters()?;
    reader.expect('(')?;
    let mut params = Vec::new();
    while !reader.takes(')') {
        params.push(reader.ty()?);
    }
    Some((params, reader.ty()?))
}

/// Types in types that are read; the JVM has no limit, a stack has.
const DEPTH: u32 = 64;

struct Reader<'p> {
    program: &'p Program,
    rest: &'p str,
    depth: u32,
}

impl<'p> Reader<'p> {
    fn new(program: &'p Program, text: &'p str) -> Self {
        Self { program, rest: text, depth: 0 }
    }

    fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    fn takes(&mut self, expected: char) -> bool {
        let rest = self.rest.strip_prefix(expected);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, expected: char) -> Found<()> {
        self.takes(expected).then_some(())
    }

    /// Up to one of these, which stays.
    fn until(&mut self, ends: &[char]) -> Found<&'p str> {
        let at = self.rest.find(ends)?;
        let (text, rest) = self.rest.split_at(at);
        self.rest = rest;
        (!text.is_empty()).then_some(text)
    }

    /// `<T:Ljava/lang/Object;U::Ljava/lang/Runnable;>`, if there are some.
    fn type_parameters(&mut self) -> Found<()> {
        if !self.takes('<') {
            return Some(());
        }
        while !self.takes('>') {
            self.until(&[':'])?;
            self.expect(':')?;
            // There is no class bound before one of an interface.
            if !self.rest.starts_with(':') {
                self.ty()?;
            }
            while self.takes(':') {
                self.ty()?;
            }
        }
        Some(())
    }

    fn ty(&mut self) -> Found<GenericType> {
        self.depth += 1;
        let found = if self.depth > DEPTH { None } else { self.ty_within() };
        self.depth -= 1;
        found
    }

    fn ty_within(&mut self) -> Found<GenericType> {
        match self.rest.chars().next()? {
            'L' => self.class(),
            'T' => {
                self.expect('T')?;
                let name = self.until(&[';'])?;
                self.expect(';')?;
                Some(GenericType::Variable(self.program.sym(name)))
            }
            '[' => {
                self.expect('[')?;
                Some(match self.ty()? {
                    GenericType::Class(component) => GenericType::Class(self.program.array_of(component)),
                    component => GenericType::Array(Box::new(component)),
                })
            }
            primitive => {
                let mut bytes = [0; 4];
                self.expect(primitive)?;
                self.program.type_of_descriptor(primitive.encode_utf8(&mut bytes)).map(GenericType::Class)
            }
        }
    }

    /// `Lp/Outer<TT;>.Inner<TU;>;`
    fn class(&mut self) -> Found<GenericType> {
        self.expect('L')?;
        let mut name = self.until(&['<', '.', ';'])?.to_owned();
        let mut found = self.parameterized(&name, None)?;
        while self.takes('.') {
            name.push('$');
            name.push_str(self.until(&['<', '.', ';'])?);
            found = self.parameterized(&name, Some(found))?;
        }
        self.expect(';')?;
        Some(found)
    }

    fn parameterized(&mut self, name: &str, owner: Option<GenericType>) -> Found<GenericType> {
        let raw = self.program.class_type(self.program.class_id(self.program.sym(name)));
        let mut arguments = Vec::new();
        if self.takes('<') {
            while !self.takes('>') {
                arguments.push(self.argument()?);
            }
        }
        let owner = owner.filter(|owner| !matches!(owner, GenericType::Class(_)));
        Some(match arguments.is_empty() && owner.is_none() {
            true => GenericType::Class(raw),
            false => GenericType::Parameterized { raw, arguments, owner: owner.map(Box::new) },
        })
    }

    fn argument(&mut self) -> Found<GenericType> {
        let object = || GenericType::Class(self.program.class_type(self.program.well_known().object));
        Some(match self.rest.chars().next()? {
            '*' => {
                self.expect('*')?;
                GenericType::Wildcard { upper: vec![object()], lower: Vec::new() }
            }
            '+' => {
                self.expect('+')?;
                GenericType::Wildcard { upper: vec![self.ty()?], lower: Vec::new() }
            }
            '-' => {
                let upper = vec![object()];
                self.expect('-')?;
                GenericType::Wildcard { upper, lower: vec![self.ty()?] }
            }
            _ => self.ty()?,
        })
    }
}
