//! Random hierarchies of class files that no compiler writes: members are declared without regard to what is inherited,
//! supertypes may be missing, and classes of old and new versions are mixed. Owns the declarations; `bodies` writes the code.

use super::bodies;
use super::programs::Random;
use crate::support::class_writer::ClassWriter;

pub(crate) const PUBLIC: u16 = 1;
pub(crate) const PRIVATE: u16 = 2;
pub(crate) const STATIC: u16 = 8;
pub(crate) const FINAL: u16 = 0x10;
pub(crate) const ABSTRACT: u16 = 0x400;
/// The last version whose verifier infers types: no stack maps are asked for, and subroutines are allowed.
const OLD: u16 = 49;
/// Default methods and lambdas; code without jumps needs no stack maps.
const NEW: u16 = 52;

/// What is at the bottom of a reference type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Base {
    Object,
    String,
    Class,
    Throwable,
    /// Of arrays only.
    Int,
    /// The interface of function objects.
    Function,
    Decl(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ty {
    Int,
    Long,
    Ref(Base, u8),
}

pub(crate) const OBJECT: Ty = Ty::Ref(Base::Object, 0);
pub(crate) const THROWABLE: Ty = Ty::Ref(Base::Throwable, 0);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Interface,
    Abstract,
    Concrete,
    Exception,
    /// Its superclass is missing.
    Orphan,
}

#[derive(Debug, Clone)]
pub(crate) struct Method {
    pub(crate) name: String,
    pub(crate) params: Vec<Ty>,
    pub(crate) ret: Ty,
    pub(crate) access: u16,
}

#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) access: u16,
}

pub(crate) struct Decl {
    pub(crate) name: String,
    pub(crate) sort: Sort,
    pub(crate) is_new: bool,
    pub(crate) extends: Option<usize>,
    pub(crate) interfaces: Vec<usize>,
    pub(crate) fields: Vec<Field>,
    pub(crate) methods: Vec<Method>,
}

/// The class that is on no class path when the program is analysed.
pub(crate) fn missing(package: &str) -> String {
    format!("{package}/missing/Parent")
}

/// A program: types before those that inherit from them.
pub(crate) struct Shapes {
    pub(crate) package: String,
    pub(crate) decls: Vec<Decl>,
}

/// The files of a program, by internal name; the last is `Main`, which has a main method.
pub(crate) fn generate(package: &str, seed: u64) -> Vec<(String, Vec<u8>)> {
    let mut random = Random::new(seed);
    let shapes = Shapes::new(package, &mut random);
    let mut files: Vec<_> = (0..shapes.decls.len()).map(|index| shapes.file(index, &mut random)).collect();
    files.push(shapes.function());
    files.push(bodies::main(&shapes, &mut random));
    files
}

impl Shapes {
    fn new(package: &str, random: &mut Random) -> Self {
        let mut shapes = Self { package: package.to_owned(), decls: Vec::new() };
        let interfaces = 2 + random.below(2);
        let total = interfaces + 5 + random.below(3) + 3;
        for index in 0..total {
            let sort = match total - index {
                1 | 2 => Sort::Exception,
                3 => Sort::Orphan,
                _ if index < interfaces => Sort::Interface,
                _ if random.below(5) == 0 => Sort::Abstract,
                _ => Sort::Concrete,
            };
            let extends = match sort {
                Sort::Exception if index == total - 1 => Some(index - 1),
                Sort::Abstract | Sort::Concrete if index > interfaces && random.below(10) < 6 => {
                    Some(interfaces + random.below(index - interfaces))
                }
                _ => None,
            };
            // Of interfaces too: diamonds.
            let implemented = match sort {
                Sort::Interface => (0..index).filter(|_| random.below(2) == 0).collect(),
                Sort::Exception => Vec::new(),
                _ => (0..interfaces).filter(|_| random.below(10) < 4).collect(),
            };
            let folder = if sort == Sort::Concrete && random.below(5) == 0 { "q/" } else { "" };
            let letter = match sort {
                Sort::Interface => "I",
                Sort::Exception => "X",
                Sort::Orphan => "O",
                _ => "C",
            };
            shapes.decls.push(Decl {
                name: format!("{package}/{folder}{letter}{index}"),
                sort,
                is_new: sort == Sort::Interface || sort == Sort::Concrete && random.below(4) == 0,
                extends,
                interfaces: implemented,
                fields: Vec::new(),
                methods: Vec::new(),
            });
        }
        let signatures: Vec<(Vec<Ty>, Ty)> = (0..4)
            .map(|_| {
                let params = (0..random.below(4)).map(|_| shapes.any_type(random)).collect();
                (params, shapes.any_type(random))
            })
            .collect();
        for index in 0..total {
            shapes.members(index, &signatures, random);
        }
        shapes
    }

    pub(crate) fn any_type(&self, random: &mut Random) -> Ty {
        match random.below(20) {
            0 => Ty::Int,
            1 => Ty::Long,
            _ => self.any_reference(random),
        }
    }

    /// Arrays of interfaces are left out: a verifier knows them as arrays of anything.
    pub(crate) fn any_reference(&self, random: &mut Random) -> Ty {
        let dims = [0, 0, 0, 0, 0, 0, 1, 1, 2][random.below(9)];
        let base = match random.below(14) {
            0..=2 => Base::Object,
            3 => Base::String,
            4 => Base::Class,
            5 if dims > 0 => Base::Int,
            5 => Base::Function,
            _ => Base::Decl(random.below(self.decls.len())),
        };
        match base {
            Base::Decl(index) if dims > 0 && self.decls[index].sort == Sort::Interface => Ty::Ref(Base::Object, dims),
            _ => Ty::Ref(base, dims),
        }
    }

    fn members(&mut self, index: usize, signatures: &[(Vec<Ty>, Ty)], random: &mut Random) {
        let is_interface = self.decls[index].sort == Sort::Interface;
        let mut fields = Vec::new();
        for number in 0..1 + random.below(3) {
            let ty = self.any_type(random);
            let is_static = is_interface || random.below(3) == 0;
            let access =
                if is_interface { PUBLIC | STATIC | FINAL } else { PUBLIC | if is_static { STATIC } else { 0 } };
            let name = format!("{}{index}_{number}", if is_static { "s" } else { "f" });
            fields.push(Field { name, ty, access });
        }
        // Fields of one name: types and static-ness differ from class to class, and one class has several.
        for _ in 0..random.below(3) {
            let ty = self.any_reference(random);
            if !is_interface && !fields.iter().any(|field| field.name == "g" && field.ty == ty) {
                fields.push(Field { name: "g".to_owned(), ty, access: PUBLIC });
            }
        }
        let mut methods = Vec::new();
        for (number, (params, ret)) in signatures.iter().enumerate() {
            if random.below(100) < 50 {
                continue;
            }
            let is_abstract = match self.decls[index].sort {
                Sort::Interface => random.below(2) == 0,
                Sort::Abstract => random.below(4) == 0,
                _ => false,
            };
            let access = match random.below(12) {
                0 if !is_abstract => PRIVATE,
                1 if !is_interface => 0,
                _ if is_abstract => PUBLIC | ABSTRACT,
                _ => PUBLIC,
            };
            methods.push(Method { name: format!("m{number}"), params: params.clone(), ret: *ret, access });
        }
        for (prefix, access, count) in [("t", PUBLIC | STATIC, 1 + random.below(2)), ("p", PRIVATE, random.below(2))] {
            for number in 0..count {
                let params = (0..random.below(4)).map(|_| self.any_type(random)).collect();
                let ret = self.any_type(random);
                methods.push(Method { name: format!("{prefix}{index}_{number}"), params, ret, access });
            }
        }
        if self.decls[index].is_new {
            // What lambdas run: what is captured, then what the function is given. The engine takes what it captures at its
            // word, also where a verifier does not look, at interfaces.
            let captured = (0..random.below(3)).map(|_| match self.any_reference(random) {
                Ty::Ref(base, 0) if self.is_interface(base) => OBJECT,
                ty => ty,
            });
            let params: Vec<Ty> = captured.chain([OBJECT]).collect();
            let access = if is_interface { PRIVATE | STATIC } else { STATIC };
            methods.push(Method { name: format!("l{index}"), params, ret: OBJECT, access });
        }
        let decl = &mut self.decls[index];
        (decl.fields, decl.methods) = (fields, methods);
    }

    fn file(&self, index: usize, random: &mut Random) -> (String, Vec<u8>) {
        let decl = &self.decls[index];
        let access = match decl.sort {
            Sort::Interface => 0x601,
            Sort::Abstract => 0x421,
            _ => 0x21,
        };
        let interfaces: Vec<&str> = decl.interfaces.iter().map(|&i| self.decls[i].name.as_str()).collect();
        let mut writer = ClassWriter::new(access, &decl.name, &self.superclass(index), &interfaces);
        for field in &decl.fields {
            writer.field(field.access, &field.name, &self.descriptor(field.ty));
        }
        bodies::methods(self, index, &mut writer, random);
        (decl.name.clone(), writer.bytes(if decl.is_new { NEW } else { OLD }))
    }

    pub(crate) fn superclass(&self, index: usize) -> String {
        let decl = &self.decls[index];
        match (decl.extends, decl.sort) {
            (Some(up), _) => self.decls[up].name.clone(),
            (None, Sort::Exception) => "java/lang/RuntimeException".to_owned(),
            (None, Sort::Orphan) => missing(&self.package),
            (None, _) => "java/lang/Object".to_owned(),
        }
    }

    pub(crate) fn function_name(&self) -> String {
        format!("{}/F", self.package)
    }

    fn function(&self) -> (String, Vec<u8>) {
        let mut writer = ClassWriter::new(0x601, &self.function_name(), "java/lang/Object", &[]);
        writer.code(PUBLIC | ABSTRACT, "f", "(Ljava/lang/Object;)Ljava/lang/Object;", 0, 0, &[]);
        (self.function_name(), writer.bytes(NEW))
    }

    // ---- Types -----------------------------------------------------------------------------------------------------

    /// What `checkcast` and the like name: an internal name, or a descriptor for arrays.
    pub(crate) fn internal(&self, base: Base, dims: u8) -> String {
        if dims > 0 {
            return self.descriptor(Ty::Ref(base, dims));
        }
        match base {
            Base::Object => "java/lang/Object".to_owned(),
            Base::String => "java/lang/String".to_owned(),
            Base::Class => "java/lang/Class".to_owned(),
            Base::Throwable => "java/lang/Throwable".to_owned(),
            Base::Int => unreachable!("of arrays only"),
            Base::Function => self.function_name(),
            Base::Decl(index) => self.decls[index].name.clone(),
        }
    }

    pub(crate) fn descriptor(&self, ty: Ty) -> String {
        match ty {
            Ty::Int => "I".to_owned(),
            Ty::Long => "J".to_owned(),
            Ty::Ref(base, dims) => {
                let element = if base == Base::Int { "I".to_owned() } else { format!("L{};", self.internal(base, 0)) };
                format!("{}{element}", "[".repeat(usize::from(dims)))
            }
        }
    }

    pub(crate) fn signature(&self, params: &[Ty], ret: Ty) -> String {
        let params: String = params.iter().map(|&ty| self.descriptor(ty)).collect();
        format!("({params}){}", self.descriptor(ret))
    }

    pub(crate) fn is_below(&self, sub: usize, sup: usize) -> bool {
        let decl = &self.decls[sub];
        sub == sup
            || decl.extends.is_some_and(|up| self.is_below(up, sup))
            || decl.interfaces.iter().any(|&up| self.is_below(up, sup))
    }

    pub(crate) fn is_interface(&self, base: Base) -> bool {
        match base {
            Base::Function => true,
            Base::Decl(index) => self.decls[index].sort == Sort::Interface,
            _ => false,
        }
    }

    /// Whether a value may be used where `to` is wanted, without a cast.
    pub(crate) fn fits(&self, from: Ty, to: Ty) -> bool {
        match (from, to) {
            (Ty::Ref(_, _), OBJECT) => true,
            (Ty::Ref(from, a), Ty::Ref(to, b)) => match to {
                _ if (from, a) == (to, b) => true,
                Base::Object => a > b || a == b && from != Base::Int,
                Base::Throwable => {
                    a == 0 && matches!(from, Base::Decl(index) if self.decls[index].sort == Sort::Exception)
                }
                Base::Decl(sup) => a == b && matches!(from, Base::Decl(sub) if self.is_below(sub, sup)),
                _ => false,
            },
            _ => from == to,
        }
    }

    /// The type and all it inherits from, nearest first as far as classes go.
    pub(crate) fn supertypes(&self, index: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.decls.len()).rev().filter(|&sup| self.is_below(index, sup)).collect();
        all.sort_by_key(|&sup| self.decls[sup].sort == Sort::Interface);
        all
    }
}
