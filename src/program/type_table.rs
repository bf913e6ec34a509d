//! Types and descriptors: interning of [`TypeId`]s, the descriptor grammar (JVMS 4.3) and the spellings of a type's name.
//! Must not know members.

use std::cell::{OnceCell, RefCell};

use super::table::Table;
use super::{ClassId, DescId, MethodDesc, Program, Type, TypeId};
use crate::base::{FxHashMap, Sym};
use crate::classfile::Prim;

/// JVMS 4.3.2: a type descriptor has at most 255 array dimensions.
const MAX_DIMENSIONS: usize = 255;

/// Every primitive with its descriptor letter, keyword and wrapper class, in the order of their type ids (`void` is 0).
pub(crate) const PRIMS: [(Prim, char, &str, &str); 8] = [
    (Prim::Boolean, 'Z', "boolean", "java/lang/Boolean"),
    (Prim::Byte, 'B', "byte", "java/lang/Byte"),
    (Prim::Char, 'C', "char", "java/lang/Character"),
    (Prim::Short, 'S', "short", "java/lang/Short"),
    (Prim::Int, 'I', "int", "java/lang/Integer"),
    (Prim::Long, 'J', "long", "java/lang/Long"),
    (Prim::Float, 'F', "float", "java/lang/Float"),
    (Prim::Double, 'D', "double", "java/lang/Double"),
];

pub(crate) struct TypeTable {
    rows: Table<TypeId, TypeRow>,
    descs: Table<DescId, MethodDesc>,
    desc_ids: RefCell<FxHashMap<Sym, DescId>>,
}

struct TypeRow {
    ty: Type,
    array: OnceCell<TypeId>,
}

impl TypeTable {
    pub(crate) fn new() -> Self {
        let table = Self { rows: Table::new(), descs: Table::new(), desc_ids: RefCell::default() };
        table.add(Type::Void);
        for (prim, ..) in PRIMS {
            table.add(Type::Prim(prim));
        }
        table
    }

    pub(crate) fn add(&self, ty: Type) -> TypeId {
        self.rows.push(TypeRow { ty, array: OnceCell::new() })
    }
}

impl Program {
    #[inline]
    pub fn ty(&self, ty: TypeId) -> Type {
        self.types.rows.get(ty).ty
    }

    /// The type of a class or interface.
    pub fn class_type(&self, class: ClassId) -> TypeId {
        self.slot(class).ty
    }

    /// The class or interface a type is, `None` for arrays and primitives.
    pub fn class_of(&self, ty: TypeId) -> Option<ClassId> {
        match self.ty(ty) {
            Type::Class(class) => Some(class),
            _ => None,
        }
    }

    /// The array type with elements of `element`.
    pub fn array_of(&self, element: TypeId) -> TypeId {
        *self.types.rows.get(element).array.get_or_init(|| self.types.add(Type::Array(element)))
    }

    pub fn prim(&self, prim: Prim) -> TypeId {
        let index = PRIMS.iter().position(|row| row.0 == prim).expect("internal error: a primitive without a row");
        TypeId::new(index + 1)
    }

    pub fn void(&self) -> TypeId {
        TypeId::new(0)
    }

    /// The primitive type or `void` of that keyword (JLS 4.2, 15.8.2).
    pub fn type_of_keyword(&self, keyword: &str) -> Option<TypeId> {
        if keyword == "void" {
            return Some(self.void());
        }
        PRIMS.iter().find(|row| row.2 == keyword).map(|row| self.prim(row.0))
    }

    /// The primitive type or `void` whose class object is the constant `TYPE` of the class (documents of `Integer.TYPE` and its kin).
    pub fn type_wrapped_by(&self, class: &str) -> Option<TypeId> {
        if class == "java/lang/Void" {
            return Some(self.void());
        }
        PRIMS.iter().find(|row| row.3 == class).map(|row| self.prim(row.0))
    }

    /// The wrapper class of a primitive type, if it is there.
    pub fn wrapper(&self, prim: Prim) -> Option<ClassId> {
        PRIMS.iter().find(|row| row.0 == prim).and_then(|row| self.find_class(row.3))
    }

    /// Number of dimensions and the innermost element type (`0` and `ty` itself unless it is an array).
    pub fn dimensions(&self, ty: TypeId) -> (usize, TypeId) {
        let (mut depth, mut ty) = (0, ty);
        while let Type::Array(element) = self.ty(ty) {
            depth += 1;
            ty = element;
        }
        (depth, ty)
    }

    /// The type a field or return descriptor names (JVMS 4.3.2; `V` is accepted), `None` if it is malformed.
    pub fn type_of_descriptor(&self, text: &str) -> Option<TypeId> {
        let (ty, rest) = self.parse_type(text)?;
        rest.is_empty().then_some(ty)
    }

    /// The type of a constant-pool class entry: an internal name or an array descriptor (JVMS 4.4.1).
    pub fn type_of_internal(&self, name: Sym) -> TypeId {
        let text = self.str(name);
        if text.starts_with('[')
            && let Some(ty) = self.type_of_descriptor(text)
        {
            return ty;
        }
        self.class_type(self.class_id(name))
    }

    /// Parses a method descriptor once. A malformed one has no parameters and returns void; see
    /// [`parse_method_descriptor`](Self::parse_method_descriptor).
    pub fn desc(&self, text: Sym) -> DescId {
        if let Some(&id) = self.types.desc_ids.borrow().get(&text) {
            return id;
        }
        let (params, ret) = self.parse_method_descriptor(self.str(text)).unwrap_or_else(|| (Vec::new(), self.void()));
        let id = self.types.descs.push(MethodDesc { text, params, ret });
        self.types.desc_ids.borrow_mut().insert(text, id);
        id
    }

    #[inline]
    pub fn method_desc(&self, desc: DescId) -> &MethodDesc {
        self.types.descs.get(desc)
    }

    /// The descriptor with these parameter types and this return type.
    pub fn desc_of(&self, params: &[TypeId], ret: TypeId) -> DescId {
        let mut text = String::from("(");
        for &param in params {
            self.push_descriptor(param, &mut text);
        }
        text.push(')');
        self.push_descriptor(ret, &mut text);
        self.desc(self.sym(&text))
    }

    /// Parameter and return types of a method descriptor (JVMS 4.3.3), `None` if it is malformed.
    pub fn parse_method_descriptor(&self, text: &str) -> Option<(Vec<TypeId>, TypeId)> {
        let mut rest = text.strip_prefix('(')?;
        let mut params = Vec::new();
        loop {
            if let Some(ret) = rest.strip_prefix(')') {
                return Some((params, self.type_of_descriptor(ret)?));
            }
            let (param, tail) = self.parse_type(rest)?;
            if param == self.void() {
                return None;
            }
            params.push(param);
            rest = tail;
        }
    }

    fn parse_type<'a>(&self, text: &'a str) -> Option<(TypeId, &'a str)> {
        let element = text.trim_start_matches('[');
        let dimensions = text.len() - element.len();
        let first = element.chars().next()?;
        let (mut ty, rest) = match first {
            'L' => {
                let (name, rest) = element[1..].split_once(';')?;
                if !is_internal_name(name) {
                    return None;
                }
                (self.class_type(self.class_id(self.sym(name))), rest)
            }
            'V' if dimensions == 0 => (self.void(), &element[1..]),
            _ => {
                let index = PRIMS.iter().position(|row| row.1 == first)?;
                (TypeId::new(index + 1), &element[1..])
            }
        };
        if dimensions > MAX_DIMENSIONS {
            return None;
        }
        for _ in 0..dimensions {
            ty = self.array_of(ty);
        }
        Some((ty, rest))
    }

    /// The field descriptor of a type (JVMS 4.3.2), `V` for void.
    pub fn descriptor(&self, ty: TypeId) -> String {
        let mut text = String::new();
        self.push_descriptor(ty, &mut text);
        text
    }

    fn push_descriptor(&self, ty: TypeId, out: &mut String) {
        let (dimensions, element) = self.dimensions(ty);
        out.extend(std::iter::repeat_n('[', dimensions));
        match self.ty(element) {
            Type::Class(class) => {
                out.push('L');
                out.push_str(self.class_name(class));
                out.push(';');
            }
            _ => out.push(PRIMS.get(element.index().wrapping_sub(1)).map_or('V', |row| row.1)),
        }
    }

    /// `Class.getName()`: `int`, `a.b.C$D`, `[La.b.C;`, `[I`.
    pub fn binary_name(&self, ty: TypeId) -> String {
        match self.ty(ty) {
            Type::Void => "void".to_owned(),
            Type::Prim(_) => PRIMS[ty.index() - 1].2.to_owned(),
            Type::Class(class) => self.class_name(class).replace('/', "."),
            Type::Array(_) => self.descriptor(ty).replace('/', "."),
        }
    }

    /// `Class.getTypeName()`: as [`binary_name`](Self::binary_name), arrays as `a.b.C[]`.
    pub fn type_name(&self, ty: TypeId) -> String {
        let (dimensions, element) = self.dimensions(ty);
        self.binary_name(element) + &"[]".repeat(dimensions)
    }
}

/// JVMS 4.2.1, as HotSpot checks it: non-empty segments between slashes, without `.`, `;` and `[`.
pub(crate) fn is_internal_name(name: &str) -> bool {
    name.split('/').all(|segment| !segment.is_empty() && !segment.contains(['.', ';', '[']))
}
