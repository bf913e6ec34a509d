//! Look-up of declared members, symbolic references and method bodies. Must not know the rules that search supertypes.

use std::cell::{OnceCell, RefCell};

use super::damage::Damage;
use super::table::Table;
use super::{
    ClassId, DescId, Field, FieldId, FieldRef, FieldRefData, Method, MethodId, MethodRef, MethodRefData, Program,
    TypeId,
};
use crate::base::{FxHashMap, Sym};
use crate::classfile::{self, RawCode};
use crate::classpath::Origin;

/// Symbolic references with their memoised resolution.
pub(crate) struct RefTable {
    pub(crate) methods: Table<MethodRef, MethodRefRow>,
    method_ids: RefCell<FxHashMap<MethodRefData, MethodRef>>,
    pub(crate) fields: Table<FieldRef, FieldRefRow>,
    field_ids: RefCell<FxHashMap<FieldRefData, FieldRef>>,
}

pub(crate) struct MethodRefRow {
    pub(crate) data: MethodRefData,
    pub(crate) resolved: OnceCell<Option<MethodId>>,
}

pub(crate) struct FieldRefRow {
    pub(crate) data: FieldRefData,
    pub(crate) resolved: OnceCell<Option<FieldId>>,
}

impl RefTable {
    pub(crate) fn new() -> Self {
        Self {
            methods: Table::new(),
            method_ids: RefCell::default(),
            fields: Table::new(),
            field_ids: RefCell::default(),
        }
    }
}

/// Declared members of one class, sorted for binary search.
#[derive(Default)]
pub(crate) struct MemberIndex {
    pub(crate) methods: Vec<(Sym, DescId, MethodId)>,
    pub(crate) fields: Vec<(Sym, TypeId, FieldId)>,
}

impl Program {
    pub fn method_ref(&self, data: MethodRefData) -> MethodRef {
        *self
            .refs
            .method_ids
            .borrow_mut()
            .entry(data)
            .or_insert_with(|| self.refs.methods.push(MethodRefRow { data, resolved: OnceCell::new() }))
    }

    #[inline]
    pub fn method_ref_data(&self, reference: MethodRef) -> MethodRefData {
        self.refs.methods.get(reference).data
    }

    pub fn field_ref(&self, data: FieldRefData) -> FieldRef {
        *self
            .refs
            .field_ids
            .borrow_mut()
            .entry(data)
            .or_insert_with(|| self.refs.fields.push(FieldRefRow { data, resolved: OnceCell::new() }))
    }

    #[inline]
    pub fn field_ref_data(&self, reference: FieldRef) -> FieldRefData {
        self.refs.fields.get(reference).data
    }

    #[inline]
    pub fn method(&self, method: MethodId) -> &Method {
        self.methods.get(method)
    }

    /// Where the code of a method comes from.
    pub fn origin_of(&self, method: MethodId) -> Origin {
        self.class(self.method(method).class).origin
    }

    #[inline]
    pub fn field(&self, field: FieldId) -> &Field {
        self.fields.get(field)
    }

    /// Number of methods loaded so far: ids below it are valid.
    pub fn method_count(&self) -> usize {
        self.methods.len()
    }

    /// Number of fields loaded so far: ids below it are valid.
    pub fn field_count(&self) -> usize {
        self.fields.len()
    }

    /// The method `class` itself declares with this name and descriptor.
    pub fn find_method(&self, class: ClassId, name: &str, desc: &str) -> Option<MethodId> {
        // Loading the class interns its names.
        self.class(class);
        let (name, desc) = (self.names.get(name)?, self.names.get(desc)?);
        self.declared_method(class, name, self.desc(desc))
    }

    /// The field `class` itself declares with this name and descriptor.
    pub fn find_field(&self, class: ClassId, name: &str, desc: &str) -> Option<FieldId> {
        self.class(class);
        let (name, ty) = (self.names.get(name)?, self.type_of_descriptor(desc)?);
        self.declared_field(class, name, ty)
    }

    /// As [`find_method`](Self::find_method), by ids.
    pub fn declared_method(&self, class: ClassId, name: Sym, desc: DescId) -> Option<MethodId> {
        let rows = &self.member_index(class).methods;
        let at = rows.partition_point(|row| (row.0, row.1) < (name, desc));
        rows.get(at).filter(|row| (row.0, row.1) == (name, desc)).map(|row| row.2)
    }

    /// The method that `class` itself declares with the name and descriptor of another.
    pub fn same_method(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        let data = self.method(method);
        self.declared_method(class, data.name, data.desc)
    }

    /// As [`find_field`](Self::find_field), by ids.
    pub fn declared_field(&self, class: ClassId, name: Sym, ty: TypeId) -> Option<FieldId> {
        let rows = &self.member_index(class).fields;
        let at = rows.partition_point(|row| (row.0, row.1) < (name, ty));
        rows.get(at).filter(|row| (row.0, row.1) == (name, ty)).map(|row| row.2)
    }

    /// The methods `class` declares under this name, in class-file order.
    pub fn methods_named(&self, class: ClassId, name: Sym) -> Vec<MethodId> {
        let rows = &self.member_index(class).methods;
        let from = rows.partition_point(|row| row.0 < name);
        let mut found: Vec<_> = rows[from..].iter().take_while(|row| row.0 == name).map(|row| row.2).collect();
        found.sort_unstable();
        found
    }

    /// The fields `class` declares under this name, in class-file order (the JVM allows several of different types).
    pub fn fields_named(&self, class: ClassId, name: Sym) -> Vec<FieldId> {
        let rows = &self.member_index(class).fields;
        let from = rows.partition_point(|row| row.0 < name);
        let mut found: Vec<_> = rows[from..].iter().take_while(|row| row.0 == name).map(|row| row.2).collect();
        found.sort_unstable();
        found
    }

    /// `com.acme.A.m(int,java.lang.String)`: class by binary name, parameters by type name.
    pub fn method_id(&self, method: MethodId) -> String {
        let m = self.method(method);
        let params: Vec<_> = self.method_desc(m.desc).params.iter().map(|&ty| self.type_name(ty)).collect();
        format!("{}.{}({})", self.class_name(m.class).replace('/', "."), self.str(m.name), params.join(","))
    }

    /// `com.acme.A.f`.
    pub fn field_id(&self, field: FieldId) -> String {
        let f = self.field(field);
        format!("{}.{}", self.class_name(f.class).replace('/', "."), self.str(f.name))
    }

    /// The method's decoded body, `None` without a Code attribute or if the bodies are damaged (a diagnostic then).
    /// The class's bodies are decoded together on first demand and each is handed out once from that pass.
    pub fn raw_body(&self, method: MethodId) -> Option<RawCode> {
        let m = self.method(method);
        if !m.has_code {
            return None;
        }
        let index = m.index as usize;
        if let Some(bodies) = self.bodies.borrow_mut().get_mut(&m.class)
            && let Some(code) = bodies.get_mut(index).and_then(Option::take)
        {
            self.raw_bytes.set(self.raw_bytes.get() - code.bytes() as u64);
            return Some(code);
        }
        let mut bodies = match self.decode_bodies(m.class) {
            Ok(bodies) => bodies,
            Err(damage) => {
                self.report(self.damage_diag(m.class, &damage));
                self.note_damage(m.class, damage, false);
                Vec::new()
            }
        };
        let code = bodies.get_mut(index).and_then(Option::take);
        let held = |bodies: &[Option<RawCode>]| bodies.iter().flatten().map(RawCode::bytes).sum::<usize>() as u64;
        self.raw_bytes.set(self.raw_bytes.get() + held(&bodies));
        if let Some(before) = self.bodies.borrow_mut().insert(m.class, bodies) {
            self.raw_bytes.set(self.raw_bytes.get() - held(&before));
        }
        code
    }

    fn decode_bodies(&self, class: ClassId) -> Result<Vec<Option<RawCode>>, Damage> {
        let Some(source) = self.source_of(class) else { return Ok(Vec::new()) };
        let bytes = self.class_path.bytes(source).map_err(Damage::Other)?;
        classfile::decode_bodies(&bytes, &self.names).map_err(|error| Damage::File(error.to_string()))
    }
}
