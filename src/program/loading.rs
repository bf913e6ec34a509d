//! Class files -> [`Class`], with the checks the JVM makes while it loads a class and its supertypes (JVMS 4.8, 5.3.5).
//! What fails becomes a phantom and a diagnostic. Must not know members' meaning.

use super::damage::Damage;
use super::members::MemberIndex;
use super::type_table::is_internal_name;
use super::{Class, ClassId, Field, FieldId, Method, MethodId, Phantom, Program, access};
use crate::base::FxHashMap;
use crate::classfile::{self, RawClass};
use crate::classpath::{ClassRef, Origin};
use crate::diag::Diag;

/// A class being loaded: decoded, its supertypes not all looked at yet.
struct Pending {
    id: ClassId,
    source: ClassRef,
    raw: RawClass,
    supers: Vec<ClassId>,
    next: usize,
    cyclic: bool,
}

/// Why there is no class of a name, and what is said of it.
struct NoClass {
    phantom: Phantom,
    damage: Damage,
    /// A JVM does not load it either.
    is_refused: bool,
}

impl Program {
    /// The class, loaded with all its supertypes on first look. Names without a usable class file give a phantom and
    /// one diagnostic.
    #[inline]
    pub fn class(&self, id: ClassId) -> &Class {
        let slot = self.slot(id);
        match slot.class.get() {
            Some(class) => class,
            None => {
                self.load(id);
                slot.class.get().expect("internal error: a class neither loaded nor phantom")
            }
        }
    }

    pub(crate) fn member_index(&self, id: ClassId) -> &MemberIndex {
        self.class(id);
        self.slot(id).members.get_or_init(MemberIndex::default)
    }

    /// Loads `id` and its supertypes, supertypes first, without recursion: a hostile hierarchy may be deep or cyclic.
    fn load(&self, id: ClassId) {
        let mut stack: Vec<Pending> = Vec::new();
        let mut depth_of: FxHashMap<ClassId, usize> = FxHashMap::default();
        let mut open = |stack: &mut Vec<Pending>, id: ClassId| {
            if let Some(&at) = depth_of.get(&id)
                && stack.get(at).is_some_and(|pending| pending.id == id)
            {
                stack[at..].iter_mut().for_each(|pending| pending.cyclic = true);
                return;
            }
            match self.read(id) {
                Ok(pending) => {
                    depth_of.insert(id, stack.len());
                    stack.push(pending);
                }
                Err(NoClass { phantom, damage, is_refused }) => {
                    if phantom != Phantom::Supplied {
                        self.report(self.damage_diag(id, &damage));
                    }
                    if phantom == Phantom::Unreadable {
                        self.note_damage(id, damage, is_refused);
                    }
                    self.set_phantom(id, phantom);
                }
            }
        };
        open(&mut stack, id);
        while let Some(top) = stack.last_mut() {
            if let Some(&next) = top.supers.get(top.next) {
                top.next += 1;
                if self.slot(next).class.get().is_none() {
                    open(&mut stack, next);
                }
                continue;
            }
            let pending = stack.pop().expect("internal error: the stack has a last element");
            match self.check_hierarchy(&pending) {
                Ok(()) => {
                    if let Err(reason) = self.define(&pending) {
                        self.reject(&pending, reason);
                    }
                }
                Err(reason) => self.reject(&pending, reason),
            }
        }
    }

    fn reject(&self, pending: &Pending, reason: String) {
        let damage = Damage::File(reason);
        self.report(self.damage_diag(pending.id, &damage));
        self.note_damage(pending.id, damage, true);
        self.set_phantom(pending.id, Phantom::Unreadable);
    }

    fn read(&self, id: ClassId) -> Result<Pending, NoClass> {
        let name = self.class_name(id);
        let Some(source) = self.source_of(id) else {
            let message = format!("class {} is not on the class path", name.replace('/', "."));
            let phantom = if self.is_supplied(id) { Phantom::Supplied } else { Phantom::Missing };
            let diag = Diag::note("missing-class", "class path", message);
            return Err(NoClass { phantom, damage: Damage::Other(diag), is_refused: true });
        };
        let unusable = |damage, is_refused| NoClass { phantom: Phantom::Unreadable, damage, is_refused };
        let decoded = match self.take_decoded(source) {
            Some(decoded) => decoded,
            None => {
                let bytes = self.class_path.bytes(source).map_err(|diag| unusable(Damage::Other(diag), false))?;
                classfile::decode_class(&bytes, &self.names)
            }
        };
        let raw = decoded.map_err(|error| unusable(Damage::File(error.to_string()), error.kind.is_refused()))?;
        for (attribute, offset) in &raw.ignored {
            let message = format!("{attribute} of class {} is damaged (at byte {offset})", name.replace('/', "."));
            self.report(Diag::note("ignored-attribute", self.place_of(id), message));
        }
        let bad = |reason: String| Err(unusable(Damage::File(reason), true));
        if raw.name != self.slot(id).name {
            return bad(format!("the file holds class {} (NoClassDefFoundError: wrong name)", self.str(raw.name)));
        }
        self.check_version(id, source, raw.major);
        let is_object = id == self.well_known().object;
        if raw.super_name.is_none() != (is_object || raw.access & access::MODULE != 0) {
            return bad("it has no superclass (ClassFormatError)".to_owned());
        }
        if raw.access & access::INTERFACE != 0
            && raw.super_name.is_some_and(|sym| self.class_id(sym) != self.well_known().object)
        {
            return bad("an interface's superclass is not java.lang.Object (ClassFormatError)".to_owned());
        }
        let mut supers: Vec<ClassId> = Vec::with_capacity(raw.interfaces.len() + 1);
        for &sym in raw.super_name.iter().chain(&raw.interfaces) {
            if !is_internal_name(self.str(sym)) {
                return bad(format!("{:?} is no class name (ClassFormatError)", self.str(sym)));
            }
            supers.push(self.class_id(sym));
        }
        Ok(Pending { id, source, raw, supers, next: 0, cyclic: false })
    }

    /// Where no class of the application lies where its name says: the name of one and the path its file has. Its folder
    /// is then not the root of a class path (`NoClassDefFoundError: wrong name`).
    pub fn misplaced(&self) -> Option<(String, String)> {
        let mut found = None;
        for class in self.class_path.classes().filter(|&class| self.class_path.origin(class) == Origin::Application) {
            let Ok(bytes) = self.class_path.bytes(class) else { continue };
            let Ok(header) = classfile::scan_header(&bytes) else { continue };
            let path = self.class_path.name(class);
            if header.name == path {
                return None;
            }
            let binary = header.name.replace('/', ".");
            found.get_or_insert_with(|| (binary, format!("{path}.class")));
        }
        found
    }

    /// A class file of a later release than the JDK's is analysed, but the JDK would refuse it (JVMS 4.1): said once per
    /// artifact.
    fn check_version(&self, id: ClassId, source: ClassRef, major: u16) {
        let feature = self.class_path.jdk().feature;
        let artifact = self.class_path.artifact_of(source);
        if u32::from(major) > feature + 44 && self.too_new.borrow_mut().insert(artifact) {
            let name = self.class_name(id).replace('/', ".");
            let needed = major - 44;
            self.report(Diag::warning(
                "class-version",
                self.class_path.artifact(artifact).name.clone(),
                format!(
                    "class {name} is compiled for Java {needed}, which JDK {feature} refuses (UnsupportedClassVersionError): \
                     analyse with the JDK that runs it"
                ),
            ));
        }
    }

    /// JVMS 5.3.5: circularity, superclasses and superinterfaces of the wrong sort, sealed supertypes.
    fn check_hierarchy(&self, pending: &Pending) -> Result<(), String> {
        if pending.cyclic {
            return Err("it is its own supertype (ClassCircularityError)".to_owned());
        }
        let has_super = usize::from(pending.raw.super_name.is_some());
        for (position, &sup) in pending.supers.iter().enumerate() {
            let class = self.class(sup);
            if class.phantom.is_some() {
                continue;
            }
            let name = self.class_name(sup).replace('/', ".");
            let is_interface = class.access & access::INTERFACE != 0;
            if position < has_super && is_interface {
                return Err(format!("its superclass {name} is an interface (IncompatibleClassChangeError)"));
            }
            if position < has_super && class.access & access::FINAL != 0 {
                return Err(format!("its superclass {name} is final (IncompatibleClassChangeError)"));
            }
            if position >= has_super && !is_interface {
                return Err(format!("it implements {name}, which is no interface (IncompatibleClassChangeError)"));
            }
            if !class.permitted_subclasses.is_empty() && !class.permitted_subclasses.contains(&pending.raw.name) {
                return Err(format!("it is no permitted subclass of {name} (IncompatibleClassChangeError)"));
            }
        }
        Ok(())
    }

    fn define(&self, pending: &Pending) -> Result<(), String> {
        let Pending { id, source, ref raw, .. } = *pending;
        let descriptor_error = |name, descriptor| {
            format!("{} has the malformed descriptor {:?} (ClassFormatError)", self.str(name), self.str(descriptor))
        };
        let mut field_types = Vec::with_capacity(raw.fields.len());
        for field in &raw.fields {
            let ty = self.type_of_descriptor(self.str(field.descriptor)).filter(|&ty| ty != self.void());
            field_types.push(ty.ok_or_else(|| descriptor_error(field.name, field.descriptor))?);
        }
        for method in &raw.methods {
            if self.parse_method_descriptor(self.str(method.descriptor)).is_none() {
                return Err(descriptor_error(method.name, method.descriptor));
            }
        }
        let (first_method, first_field) = (self.methods.next_id().index(), self.fields.next_id().index());
        let mut index = MemberIndex {
            methods: raw
                .methods
                .iter()
                .enumerate()
                .map(|(i, m)| (m.name, self.desc(m.descriptor), MethodId::new(first_method + i)))
                .collect(),
            fields: raw
                .fields
                .iter()
                .zip(&field_types)
                .enumerate()
                .map(|(i, (f, &ty))| (f.name, ty, FieldId::new(first_field + i)))
                .collect(),
        };
        index.methods.sort_unstable();
        index.fields.sort_unstable();
        if let Some(pair) = index.methods.windows(2).find(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1)) {
            return Err(format!("method {} is declared twice (ClassFormatError)", self.str(pair[0].0)));
        }
        if let Some(pair) = index.fields.windows(2).find(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1)) {
            return Err(format!("field {} is declared twice (ClassFormatError)", self.str(pair[0].0)));
        }
        let is_looked_at = !self.class_path.is_supplied(source);
        for (i, m) in raw.methods.iter().enumerate() {
            self.methods.push(Method {
                id: MethodId::new(first_method + i),
                class: id,
                name: m.name,
                desc: self.desc(m.descriptor),
                access: m.access,
                exceptions: m.exceptions.iter().map(|&sym| self.class_id(sym)).collect(),
                signature: m.signature,
                annotations: m.annotations.clone(),
                parameter_annotations: m.parameter_annotations.clone(),
                annotation_default: m.annotation_default.clone(),
                has_code: m.has_code && is_looked_at,
                index: i as u32,
            });
        }
        for (i, (f, &ty)) in raw.fields.iter().zip(&field_types).enumerate() {
            self.fields.push(Field {
                id: FieldId::new(first_field + i),
                class: id,
                name: f.name,
                ty,
                access: f.access,
                constant: f.constant,
                signature: f.signature,
                annotations: f.annotations.clone(),
            });
        }
        let is_object = id == self.well_known().object;
        let class = Class {
            id,
            name: raw.name,
            access: raw.access,
            origin: self.class_path.origin(source),
            artifact: Some(self.class_path.artifact_of(source)),
            phantom: None,
            major: raw.major,
            super_class: (!is_object)
                .then(|| raw.super_name.map_or(self.well_known().object, |sym| self.class_id(sym))),
            interfaces: raw.interfaces.iter().map(|&sym| self.class_id(sym)).collect(),
            methods: (0..raw.methods.len()).map(|i| MethodId::new(first_method + i)).collect(),
            fields: (0..raw.fields.len()).map(|i| FieldId::new(first_field + i)).collect(),
            source_file: raw.source_file,
            source_debug: raw.source_debug.clone(),
            nest_host: raw.nest_host,
            nest_members: raw.nest_members.clone(),
            inner_classes: raw.inner_classes.clone(),
            enclosing_method: raw.enclosing_method,
            permitted_subclasses: raw.permitted_subclasses.clone(),
            record: raw.record.clone(),
            bootstraps: raw.bootstraps.clone(),
            annotations: raw.annotations.clone(),
            hides_annotations: raw.ignored.iter().any(|(attribute, _)| attribute.contains("Annotation")),
            signature: raw.signature,
            module: raw.module.clone(),
        };
        let slot = self.slot(id);
        slot.members.get_or_init(|| index);
        slot.class.get_or_init(|| class);
        Ok(())
    }

    fn set_phantom(&self, id: ClassId, phantom: Phantom) {
        let object = self.well_known().object;
        let source = self.source_of(id);
        let slot = self.slot(id);
        slot.class.get_or_init(|| Class {
            id,
            name: slot.name,
            access: access::PUBLIC,
            origin: source.map_or(Origin::Library, |source| self.class_path.origin(source)),
            artifact: source.map(|source| self.class_path.artifact_of(source)),
            phantom: Some(phantom),
            major: 0,
            super_class: (id != object).then_some(object),
            interfaces: Vec::new(),
            methods: Vec::new(),
            fields: Vec::new(),
            source_file: None,
            source_debug: None,
            nest_host: None,
            nest_members: Vec::new(),
            inner_classes: Vec::new(),
            enclosing_method: None,
            permitted_subclasses: Vec::new(),
            record: None,
            bootstraps: Vec::new(),
            annotations: Vec::new(),
            hides_annotations: false,
            signature: None,
            module: None,
        });
    }

    /// The artifact a class comes from, for a diagnostic.
    pub(super) fn place_of(&self, class: ClassId) -> String {
        match self.source_of(class) {
            Some(source) => self.class_path.artifact(self.class_path.artifact_of(source)).name.clone(),
            None => "class path".to_owned(),
        }
    }
}
