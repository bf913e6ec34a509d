//! What an `[[entry]]` selects: methods by name, annotation, override or class. Must not know what an entry point does.

use std::cell::RefCell;

use super::lookup::{self, Miss, ResolvedTarget, Wanted};
use super::model::{EntrySelector, Written};
use super::names::TargetName;
use crate::base::{FxHashMap, FxIndexSet};
use crate::classfile::RawAnnotation;
use crate::classpath::Origin;
use crate::program::{ClassId, MethodId, Program, access};

/// The methods of an entry, and the names in it that select nothing.
#[derive(Default)]
pub(super) struct Selected {
    pub(super) methods: FxIndexSet<MethodId>,
    /// Application classes that the entry selects as such.
    pub(super) classes: FxIndexSet<ClassId>,
    pub(super) misses: Vec<(usize, SelectMiss)>,
}

/// A name of a selector that selects nothing.
pub(super) enum SelectMiss {
    /// It names nothing that exists.
    Unknown(Miss),
    /// It exists, but nothing of the application fits.
    NothingFits(String),
}

/// Evaluates selectors over one program; what it learns of annotations is kept between them.
pub(super) struct Selector<'p> {
    program: &'p Program,
    application: Vec<ClassId>,
    /// An annotation class, those it carries, those they carry, and so on.
    carried: RefCell<FxHashMap<ClassId, FxIndexSet<ClassId>>>,
}

impl<'p> Selector<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        let class_path = program.class_path();
        let own = class_path.classes().filter(|class| class_path.origin(*class) == Origin::Application);
        let application = own.map(|class| program.class_id(program.sym(class_path.name(class)))).collect();
        Self { program, application, carried: RefCell::default() }
    }

    pub(super) fn select(&self, selector: &EntrySelector) -> Selected {
        let mut selected = Selected::default();
        match selector {
            EntrySelector::Methods(names) => {
                for (index, name) in names.iter().enumerate() {
                    match lookup::target(self.program, &name.value, Wanted::Method) {
                        Ok(ResolvedTarget::Method(method)) => {
                            selected.methods.insert(method);
                            selected.classes.insert(self.program.method(method).class);
                        }
                        Ok(_) => {
                            let summary = format!("\"{}\" is a field", name.value);
                            let hint = Some("list methods, com.acme.Hooks#onStart()".to_owned());
                            selected.misses.push((index, SelectMiss::Unknown(Miss { summary, hint, missing: None })));
                        }
                        Err(miss) => selected.misses.push((index, SelectMiss::Unknown(miss))),
                    }
                }
            }
            EntrySelector::AnnotatedWith(names) => self.each(names, &mut selected, Self::annotated_methods),
            EntrySelector::Overrides(names) => {
                for (index, name) in names.iter().enumerate() {
                    let before = selected.methods.len();
                    match self.overriding(&name.value, &mut selected) {
                        Err(miss) => selected.misses.push((index, SelectMiss::Unknown(miss))),
                        Ok(()) if selected.methods.len() == before => {
                            let summary = format!("no application method overrides \"{}\"", name.value);
                            selected.misses.push((index, SelectMiss::NothingFits(summary)));
                        }
                        Ok(()) => (),
                    }
                }
            }
            EntrySelector::SubtypesOf(names) => self.each(names, &mut selected, Self::subtypes),
            EntrySelector::ClassesAnnotatedWith(names) => self.each(names, &mut selected, Self::annotated_classes),
        }
        selected
    }

    /// Runs a selection for each class name and notes those that select nothing. A class that does not exist may still be
    /// an annotation that class files carry.
    fn each(&self, names: &[Written<String>], selected: &mut Selected, select: impl Fn(&Self, ClassId, &mut Selected)) {
        for (index, name) in names.iter().enumerate() {
            let before = (selected.methods.len(), selected.classes.len());
            let internal = name.value.replace('.', "/");
            select(self, self.program.class_id(self.program.sym(&internal)), selected);
            if (selected.methods.len(), selected.classes.len()) != before {
                continue;
            }
            selected.misses.push((
                index,
                match lookup::class(self.program, &name.value) {
                    Err(miss) => SelectMiss::Unknown(miss),
                    Ok(_) => SelectMiss::NothingFits(format!("nothing in the application fits {:?}", name.value)),
                },
            ));
        }
    }

    fn annotated_methods(&self, annotation: ClassId, selected: &mut Selected) {
        for &class in &self.application {
            for &method in &self.program.class(class).methods {
                let row = self.program.method(method);
                let of_method = std::iter::once(&row.annotations).chain(&row.parameter_annotations);
                if of_method.into_iter().any(|annotations| self.carries(annotations, annotation)) {
                    selected.methods.insert(method);
                    selected.classes.insert(class);
                }
            }
        }
    }

    fn annotated_classes(&self, annotation: ClassId, selected: &mut Selected) {
        for &class in &self.application {
            if self.carries(&self.program.class(class).annotations, annotation) {
                self.whole_class(class, selected);
            }
        }
    }

    fn subtypes(&self, class: ClassId, selected: &mut Selected) {
        if self.program.source_of(class).is_none() {
            return;
        }
        for &sub in self.program.subtypes(class) {
            if self.is_application(sub) {
                self.whole_class(sub, selected);
            }
        }
    }

    /// Non-private methods with code, constructors included; nothing the compiler added.
    fn whole_class(&self, class: ClassId, selected: &mut Selected) {
        selected.classes.insert(class);
        for &method in &self.program.class(class).methods {
            let row = self.program.method(method);
            let hidden = row.access & (access::PRIVATE | access::SYNTHETIC) != 0;
            if row.has_code && !hidden && self.program.str(row.name) != "<clinit>" {
                selected.methods.insert(method);
            }
        }
    }

    /// Application methods that run when a method of the named type is called on an application object.
    fn overriding(&self, name: &TargetName, selected: &mut Selected) -> Result<(), Miss> {
        let program = self.program;
        let (owner, overridden) = match lookup::target(program, name, Wanted::Method)? {
            ResolvedTarget::Method(method) => (lookup::class(program, &name.class)?, vec![method]),
            ResolvedTarget::Class(ty) => {
                let Some(owner) = program.class_of(ty) else {
                    return Err(Miss { summary: format!("\"{name}\" is no class"), hint: None, missing: None });
                };
                (owner, self.overridable(owner))
            }
            ResolvedTarget::Field(_) => {
                return Err(Miss { summary: format!("\"{name}\" is no method"), hint: None, missing: None });
            }
        };
        for &class in program.subtypes(owner) {
            if !self.is_application(class) {
                continue;
            }
            for &method in &overridden {
                if let Some(runs) = program.select(class, method)
                    && runs != method
                    && self.is_application(program.method(runs).class)
                {
                    selected.methods.insert(runs);
                    selected.classes.insert(class);
                }
            }
        }
        Ok(())
    }

    /// Methods of a type and its supertypes that a subtype can override; those of `Object` are no interface of anything.
    fn overridable(&self, owner: ClassId) -> Vec<MethodId> {
        let program = self.program;
        let fixed = access::STATIC | access::PRIVATE | access::FINAL;
        let holders = program.supertypes(owner).iter().filter(|holder| **holder != program.well_known().object);
        holders
            .flat_map(|holder| &program.class(*holder).methods)
            .filter(|method| {
                let row = program.method(**method);
                row.access & fixed == 0 && !program.str(row.name).starts_with('<')
            })
            .copied()
            .collect()
    }

    fn is_application(&self, class: ClassId) -> bool {
        let class_path = self.program.class_path();
        self.program.source_of(class).is_some_and(|source| class_path.origin(source) == Origin::Application)
    }

    /// Is the annotation among these, or carried by one of these (as Spring's composed annotations are)?
    fn carries(&self, annotations: &[RawAnnotation], wanted: ClassId) -> bool {
        let classes = annotations.iter().filter_map(|annotation| self.annotation_class(annotation));
        classes.into_iter().any(|class| self.is_or_carries(class, wanted))
    }

    /// The closure of an annotation class over the annotations its classes carry is computed once.
    fn is_or_carries(&self, annotation: ClassId, wanted: ClassId) -> bool {
        if let Some(known) = self.carried.borrow().get(&annotation) {
            return known.contains(&wanted);
        }
        let program = self.program;
        let mut all: FxIndexSet<ClassId> = [annotation].into_iter().collect();
        let mut at = 0;
        while let Some(&next) = all.get_index(at) {
            at += 1;
            if program.source_of(next).is_none() {
                continue;
            }
            all.extend(program.class(next).annotations.iter().filter_map(|carried| self.annotation_class(carried)));
        }
        let found = all.contains(&wanted);
        self.carried.borrow_mut().insert(annotation, all);
        found
    }

    fn annotation_class(&self, annotation: &RawAnnotation) -> Option<ClassId> {
        let descriptor = self.program.str(annotation.descriptor);
        let internal = descriptor.strip_prefix('L')?.strip_suffix(';')?;
        Some(self.program.class_id(self.program.sym(internal)))
    }
}
