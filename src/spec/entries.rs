//! What an `[[entry]]` selects: methods by name, annotation, override or class. Must not know what an entry point does.

use std::cell::OnceCell;

use super::lookup::{self, Miss, ResolvedTarget, Wanted};
use super::model::{ClassSelector, EntrySelector, Members, Written};
use super::names::{MethodPattern, TargetName};
use crate::base::{FxHashMap, FxIndexSet, nearest};
use crate::classfile::RawAnnotation;
use crate::classpath::Origin;
use crate::program::{ClassId, MethodId, Program, access};

/// The methods of an entry, and the names in it that select nothing.
#[derive(Default)]
pub(super) struct Selected {
    pub(super) methods: FxIndexSet<MethodId>,
    /// Application classes that the entry selects as such.
    pub(super) classes: FxIndexSet<ClassId>,
    /// By position among the names of the selector, its patterns of methods after them.
    pub(super) misses: Vec<(usize, SelectMiss)>,
}

/// A name of a selector that selects nothing.
pub(super) enum SelectMiss {
    /// It names nothing that exists.
    Unknown(Miss),
    /// It exists, but nothing of the application fits.
    NothingFits(Miss),
    /// No selected class has a method that the pattern fits: what to write instead, if one has a name like it.
    NoMethod(Option<String>),
}

/// What of the application carries an annotation, itself or through an annotation that carries it.
#[derive(Default)]
struct Annotated {
    classes: FxIndexSet<ClassId>,
    /// They or one of their parameters.
    methods: FxIndexSet<MethodId>,
    /// Classes of fields that carry it.
    fields: FxIndexSet<ClassId>,
}

/// Evaluates selectors over one program; what it learns of annotations is kept between them.
pub(super) struct Selector<'p> {
    program: &'p Program,
    application: Vec<ClassId>,
    annotated: OnceCell<FxHashMap<ClassId, Annotated>>,
}

impl<'p> Selector<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        let class_path = program.class_path();
        let own = class_path.classes().filter(|class| class_path.origin(*class) == Origin::Application);
        let application = own.map(|class| program.class_id(program.sym(class_path.name(class)))).collect();
        Self { program, application, annotated: OnceCell::new() }
    }

    /// `bundled`: the entry is one of the tool's own. It speaks of those who use a framework: where the framework itself is
    /// the application, its own subtypes of its types are no entry points.
    pub(super) fn select(&self, selector: &EntrySelector, bundled: bool) -> Selected {
        let mut selected = Selected::default();
        match selector {
            EntrySelector::Methods(names) => {
                for (index, name) in names.iter().enumerate() {
                    match lookup::target(self.program, &name.value, Wanted::Method) {
                        Ok(ResolvedTarget::Method(method)) => {
                            if !self.program.method(method).has_code {
                                selected
                                    .misses
                                    .push((index, SelectMiss::NothingFits(self.no_code(method, &name.value))));
                            }
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
                    match self.overriding(&name.value, bundled, &mut selected) {
                        Err(miss) => selected.misses.push((index, SelectMiss::Unknown(miss))),
                        Ok(()) if selected.methods.len() == before => {
                            let summary = format!("no application method overrides \"{}\"", name.value);
                            selected.misses.push((index, SelectMiss::NothingFits(Miss::new(summary, None))));
                        }
                        Ok(()) => (),
                    }
                }
            }
            EntrySelector::Classes(ClassSelector::SubtypesOf(names), members) => {
                self.each(names, &mut selected, |this, class, selected| {
                    if !(bundled && this.is_application(class)) {
                        this.subtypes(class, members, selected);
                    }
                });
            }
            EntrySelector::Classes(ClassSelector::AnnotatedWith(names), members) => {
                self.each(names, &mut selected, |this, class, selected| {
                    this.annotated_classes(class, members, selected);
                });
            }
        }
        // The tool's own entries list what some versions of a framework have.
        if !bundled && let EntrySelector::Classes(classes, Members::Matching(patterns)) = selector {
            self.unfit(classes.names().len(), patterns, &mut selected);
        }
        selected.methods.retain(|&method| self.program.method(method).has_code);
        selected
    }

    /// A method that is named and has no code to run.
    fn no_code(&self, method: MethodId, name: &TargetName) -> Miss {
        let is_native = self.program.method(method).access & access::NATIVE != 0;
        let (kind, hint) = match is_native {
            true => ("native", None),
            false => ("abstract", Some(format!("write overrides = \"{name}\" for the methods that implement it"))),
        };
        Miss { summary: format!("\"{name}\" is {kind} and has no code to enter"), hint, missing: None }
    }

    /// Notes the patterns that fit no method of any selected class. That one fits nothing in a single class is no mistake:
    /// not every class has every method.
    fn unfit(&self, first: usize, patterns: &[Written<MethodPattern>], selected: &mut Selected) {
        let program = self.program;
        for (index, pattern) in (first..).zip(patterns.iter().map(|pattern| &pattern.value)) {
            let methods = || selected.classes.iter().flat_map(|&class| written(program, class));
            if selected.classes.is_empty() || methods().any(|method| fits(program, pattern, method)) {
                continue;
            }
            let names = methods().map(|method| program.str(program.method(method).name));
            let near = if pattern.is_full_name() { nearest(&pattern.name, names) } else { None };
            selected.misses.push((index, SelectMiss::NoMethod(near.map(str::to_owned))));
        }
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
                    Ok(_) => {
                        let summary = format!("nothing in the application fits {:?}", name.value);
                        SelectMiss::NothingFits(Miss::new(summary, None))
                    }
                },
            ));
        }
    }

    fn annotated_methods(&self, annotation: ClassId, selected: &mut Selected) {
        let Some(annotated) = self.annotated().get(&annotation) else { return };
        for &method in &annotated.methods {
            selected.methods.insert(method);
            selected.classes.insert(self.program.method(method).class);
        }
        selected.classes.extend(&annotated.fields);
    }

    fn annotated_classes(&self, annotation: ClassId, members: &Members, selected: &mut Selected) {
        let Some(annotated) = self.annotated().get(&annotation) else { return };
        for &class in &annotated.classes {
            self.members(class, members, selected);
        }
    }

    fn subtypes(&self, class: ClassId, members: &Members, selected: &mut Selected) {
        if self.program.source_of(class).is_none() {
            return;
        }
        for &sub in self.program.subtypes_outside_jdk(class) {
            if self.is_application(sub) {
                self.members(sub, members, selected);
            }
        }
    }

    /// The methods of a class that are meant.
    fn members(&self, class: ClassId, members: &Members, selected: &mut Selected) {
        selected.classes.insert(class);
        for method in written(self.program, class) {
            let meant = match members {
                Members::All => self.program.method(method).access & access::PRIVATE == 0,
                Members::Matching(patterns) => {
                    patterns.iter().any(|pattern| fits(self.program, &pattern.value, method))
                }
            };
            if meant {
                selected.methods.insert(method);
            }
        }
    }

    /// Application methods that run when a method of the named type is called on an application object.
    fn overriding(&self, name: &TargetName, bundled: bool, selected: &mut Selected) -> Result<(), Miss> {
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
        if bundled && self.is_application(owner) {
            return Ok(());
        }
        for &class in program.subtypes_outside_jdk(owner) {
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

    /// What carries which annotation, found in one pass over the application.
    fn annotated(&self) -> &FxHashMap<ClassId, Annotated> {
        self.annotated.get_or_init(|| {
            let program = self.program;
            let mut found: FxHashMap<ClassId, Annotated> = FxHashMap::default();
            let mut carried = FxHashMap::default();
            for &class in &self.application {
                let data = program.class(class);
                for annotation in self.all_carried(&data.annotations, &mut carried) {
                    found.entry(annotation).or_default().classes.insert(class);
                }
                for &field in &data.fields {
                    for annotation in self.all_carried(&program.field(field).annotations, &mut carried) {
                        found.entry(annotation).or_default().fields.insert(class);
                    }
                }
                for &method in &data.methods {
                    let row = program.method(method);
                    for annotations in std::iter::once(&row.annotations).chain(&row.parameter_annotations) {
                        for annotation in self.all_carried(annotations, &mut carried) {
                            found.entry(annotation).or_default().methods.insert(method);
                        }
                    }
                }
            }
            found
        })
    }

    /// These annotations, those they carry (as Spring's composed annotations do), those these carry, and so on.
    fn all_carried(
        &self,
        annotations: &[RawAnnotation],
        known: &mut FxHashMap<ClassId, FxIndexSet<ClassId>>,
    ) -> Vec<ClassId> {
        let mut all = Vec::new();
        for annotation in annotations.iter().filter_map(|annotation| self.annotation_class(annotation)) {
            all.extend(known.entry(annotation).or_insert_with(|| self.closure(annotation)).iter().copied());
        }
        all
    }

    fn closure(&self, annotation: ClassId) -> FxIndexSet<ClassId> {
        let program = self.program;
        let mut all: FxIndexSet<ClassId> = [annotation].into_iter().collect();
        let mut at = 0;
        while let Some(&next) = all.get_index(at) {
            at += 1;
            if program.source_of(next).is_some() {
                all.extend(program.class(next).annotations.iter().filter_map(|carried| self.annotation_class(carried)));
            }
        }
        all
    }

    fn annotation_class(&self, annotation: &RawAnnotation) -> Option<ClassId> {
        let descriptor = self.program.str(annotation.descriptor);
        let internal = descriptor.strip_prefix('L')?.strip_suffix(';')?;
        Some(self.program.class_id(self.program.sym(internal)))
    }
}

/// The methods of a class that somebody wrote and a caller can name, constructors included; only those with code.
fn written(program: &Program, class: ClassId) -> impl Iterator<Item = MethodId> + '_ {
    program.class(class).methods.iter().copied().filter(|&method| {
        let data = program.method(method);
        data.has_code && data.access & access::SYNTHETIC == 0 && program.str(data.name) != "<clinit>"
    })
}

/// Whether a pattern means a method. Private ones are meant by their whole name only.
fn fits(program: &Program, pattern: &MethodPattern, method: MethodId) -> bool {
    let data = program.method(method);
    let params = pattern.params.as_ref();
    (data.access & access::PRIVATE == 0 || pattern.is_full_name())
        && pattern.fits(program.str(data.name))
        && params.is_none_or(|params| lookup::has_params(program, method, params))
}
