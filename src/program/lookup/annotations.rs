//! Annotations that the JDK finds on classes, members and parameters, and in elements of other annotations. Must not know the
//! objects that stand for them.

use crate::base::{FxIndexSet, Sym};
use crate::classfile::{RawAnnotation, RawElement};
use crate::program::{ClassId, FieldId, MethodId, Program, TypeId, access};

/// What carries annotations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Annotated {
    Class(ClassId),
    Method(MethodId),
    Field(FieldId),
    /// A component of a record, by its position in the class file.
    Component(ClassId, u32),
    /// A parameter, by its position among those the class file has annotations of.
    Parameter(MethodId, u32),
    /// The default of an element, in which others may be nested.
    Default(MethodId),
}

/// Where an annotation is written: on what, and the positions that lead to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AnnotationPlace {
    pub of: Annotated,
    path: Vec<u32>,
}

impl Annotated {
    /// Those that the class file has, in its order.
    pub fn written(self, program: &Program) -> &[RawAnnotation] {
        match self {
            Annotated::Class(class) => &program.class(class).annotations,
            Annotated::Method(method) => &program.method(method).annotations,
            Annotated::Field(field) => &program.field(field).annotations,
            Annotated::Parameter(method, at) => {
                program.method(method).parameter_annotations.get(at as usize).map_or(&[], Vec::as_slice)
            }
            Annotated::Component(class, at) => {
                let component = program.class(class).record.as_ref().and_then(|record| record.get(at as usize));
                component.map_or(&[], |component| component.annotations.as_slice())
            }
            Annotated::Default(_) => &[],
        }
    }

    /// The class that the file is of.
    pub fn declarer(self, program: &Program) -> ClassId {
        match self {
            Annotated::Class(class) | Annotated::Component(class, _) => class,
            Annotated::Method(method) | Annotated::Parameter(method, _) | Annotated::Default(method) => {
                program.method(method).class
            }
            Annotated::Field(field) => program.field(field).class,
        }
    }
}

impl AnnotationPlace {
    /// That of the default of an element.
    pub fn of_default(element: MethodId) -> Self {
        Self { of: Annotated::Default(element), path: Vec::new() }
    }

    /// The annotation itself.
    pub fn read<'p>(&self, program: &'p Program) -> Option<&'p RawAnnotation> {
        match (self.of, self.path.split_first()) {
            (Annotated::Default(method), _) => nested(program.method(method).annotation_default.as_ref()?, &self.path),
            (of, Some((&first, rest))) => match rest.split_first() {
                None => of.written(program).get(first as usize),
                Some((&element, rest)) => {
                    nested(&of.written(program).get(first as usize)?.elements.get(element as usize)?.1, rest)
                }
            },
            _ => None,
        }
    }

    /// The place of what stands at a position in it.
    pub fn inside(&self, position: usize) -> Self {
        let mut path = self.path.clone();
        path.push(u32::try_from(position).unwrap_or(u32::MAX));
        Self { of: self.of, path }
    }

    /// The value of an element: what is written, else the default (JVMS 4.7.22), with its place.
    pub fn element<'p>(&self, program: &'p Program, method: MethodId) -> Option<(&'p RawElement, Self)> {
        let name = program.method(method).name;
        // Of an element that is there twice the last one counts: `AnnotationParser` puts them into a map.
        let elements = &self.read(program)?.elements;
        if let Some(position) = elements.iter().rposition(|&(of, _)| of == name) {
            return Some((&elements[position].1, self.inside(position)));
        }
        let default = program.method(method).annotation_default.as_ref()?;
        Some((default, Self::of_default(method)))
    }
}

fn nested<'p>(element: &'p RawElement, path: &[u32]) -> Option<&'p RawAnnotation> {
    match (element, path.split_first()) {
        (RawElement::Annotation(annotation), None) => Some(annotation),
        (RawElement::Annotation(annotation), Some((&at, rest))) => {
            nested(&annotation.elements.get(at as usize)?.1, rest)
        }
        (RawElement::Array(values), Some((&at, rest))) => nested(values.get(at as usize)?, rest),
        _ => None,
    }
}

/// Whether there may be annotations that are not seen: the class is not there, or attributes of it were left out.
pub fn hides_annotations(program: &Program, of: Annotated) -> bool {
    let class = of.declarer(program);
    let is_hidden = |class: ClassId| {
        let data = program.class(class);
        data.phantom.is_some() || data.hides_annotations
    };
    match of {
        Annotated::Class(_) => program.supertypes(class).iter().any(|&class| is_hidden(class)),
        _ => is_hidden(class),
    }
}

/// `getDeclaredAnnotations()`: those that are there at run time and whose type is (`AnnotationParser.parseAnnotations2`).
pub fn declared_annotations(program: &Program, of: Annotated) -> Vec<AnnotationPlace> {
    let written = of.written(program).iter().enumerate();
    let kept = written.filter(|(_, annotation)| annotation.visible && type_of(program, annotation).is_some());
    kept.map(|(at, _)| AnnotationPlace { of, path: vec![u32::try_from(at).unwrap_or(u32::MAX)] }).collect()
}

/// `getAnnotations()`: of a class, also those of superclasses whose type is inherited and that it does not override.
pub fn present_annotations(program: &Program, of: Annotated) -> Vec<AnnotationPlace> {
    let mut found = declared_annotations(program, of);
    let Annotated::Class(class) = of else { return found };
    let mut types: Vec<Option<TypeId>> = found.iter().map(|place| annotation_type(program, place)).collect();
    let mut above = program.class(class).super_class;
    let mut seen = vec![class];
    while let Some(class) = above.filter(|class| !seen.contains(class)) {
        seen.push(class);
        for place in declared_annotations(program, Annotated::Class(class)) {
            let ty = annotation_type(program, &place);
            if !types.contains(&ty) && ty.is_some_and(|ty| is_inherited(program, ty)) {
                types.push(ty);
                found.push(place);
            }
        }
        above = program.class(class).super_class;
    }
    found
}

/// `getAnnotationsByType(ty)` and `getDeclaredAnnotationsByType(ty)` (`AnnotationSupport.getDirectlyAndIndirectlyPresent`).
pub fn annotations_by_type(program: &Program, of: Annotated, ty: TypeId, declared: bool) -> Vec<AnnotationPlace> {
    let mut found = Vec::new();
    for place in declared_annotations(program, of) {
        if annotation_type(program, &place) == Some(ty) {
            found.push(place);
        } else if let Some(inside) = contained(program, &place, ty) {
            found.extend(inside);
        }
    }
    let superclass = match of {
        Annotated::Class(class) if !declared && found.is_empty() && is_inherited(program, ty) => {
            program.class(class).super_class.filter(|&above| above != class)
        }
        _ => None,
    };
    match superclass {
        // A damaged hierarchy may go round in a circle: a supertype of itself is not asked.
        Some(above) if !program.is_subclass(above, of.declarer(program)) => {
            annotations_by_type(program, Annotated::Class(above), ty, false)
        }
        _ => found,
    }
}

/// All types by which [`annotations_by_type`] can find something on an element: those of its annotations, and of those that these
/// hold; of a class also those of its superclasses.
pub fn types_of_annotations(program: &Program, of: Annotated) -> FxIndexSet<TypeId> {
    let above = match of {
        Annotated::Class(class) => program.superclasses(class),
        _ => &[],
    };
    let all = std::iter::once(of).chain(above.iter().map(|&class| Annotated::Class(class)));
    let mut types = FxIndexSet::default();
    for annotation in all.flat_map(|of| of.written(program)) {
        types.extend(type_of(program, annotation));
        for (_, value) in &annotation.elements {
            let RawElement::Array(values) = value else { continue };
            types.extend(values.iter().filter_map(|value| match value {
                RawElement::Annotation(inner) => type_of(program, inner),
                _ => None,
            }));
        }
    }
    types
}

/// The annotations of a type that a container of them holds.
fn contained(program: &Program, place: &AnnotationPlace, ty: TypeId) -> Option<Vec<AnnotationPlace>> {
    let container = program.descriptor(annotation_type(program, place)?);
    let class = program.class(program.class_of(ty)?);
    let repeatable =
        class.annotations.iter().find(|of| program.str(of.descriptor) == "Ljava/lang/annotation/Repeatable;")?;
    let names_it =
        |(_, value): &(Sym, RawElement)| matches!(value, RawElement::Class(name) if program.str(*name) == container);
    if !repeatable.elements.iter().any(names_it) {
        return None;
    }
    let annotation = place.read(program)?;
    let at = annotation.elements.iter().rposition(|(name, _)| program.str(*name) == "value")?;
    let RawElement::Array(values) = &annotation.elements[at].1 else { return None };
    let place = place.inside(at);
    let held =
        |value: &RawElement| matches!(value, RawElement::Annotation(inner) if type_of(program, inner) == Some(ty));
    Some(values.iter().enumerate().filter(|(_, value)| held(value)).map(|(at, _)| place.inside(at)).collect())
}

/// The type of an annotation, if that is an annotation type which is there.
pub fn annotation_type(program: &Program, place: &AnnotationPlace) -> Option<TypeId> {
    type_of(program, place.read(program)?)
}

fn type_of(program: &Program, annotation: &RawAnnotation) -> Option<TypeId> {
    let ty = program.type_of_descriptor(program.str(annotation.descriptor))?;
    let class = program.class(program.class_of(ty)?);
    (class.phantom.is_none() && class.access & access::ANNOTATION != 0).then_some(ty)
}

fn is_inherited(program: &Program, ty: TypeId) -> bool {
    let class = program.class_of(ty).map(|class| program.class(class));
    class.is_some_and(|class| {
        class.annotations.iter().any(|of| program.str(of.descriptor) == "Ljava/lang/annotation/Inherited;")
    })
}

/// What the JDK needs of other classes where it reads the annotations of an element.
#[derive(Debug, Default)]
pub struct ReadWith {
    /// Enums whose constants are read.
    pub enums: FxIndexSet<ClassId>,
    /// Interfaces of the annotations that are made.
    pub interfaces: FxIndexSet<ClassId>,
}

/// What is read with the annotations of an element: those in others and in defaults with them, and with those of a class those of its
/// superclasses (`Class.annotationData`, `AnnotationParser`).
pub fn read_with_annotations(program: &Program, of: Annotated) -> ReadWith {
    let mut found = ReadWith::default();
    let mut read = |of: Annotated| {
        of.written(program).iter().for_each(|annotation| found.annotation(program, annotation));
    };
    match of {
        Annotated::Class(class) => program.superclasses(class).iter().for_each(|&class| read(Annotated::Class(class))),
        _ => read(of),
    }
    found
}

impl ReadWith {
    fn annotation(&mut self, program: &Program, annotation: &RawAnnotation) {
        if !annotation.visible {
            return;
        }
        annotation.elements.iter().for_each(|(_, value)| self.element(program, value));
        let interface = type_of(program, annotation).and_then(|ty| program.class_of(ty));
        if let Some(interface) = interface.filter(|&interface| self.interfaces.insert(interface)) {
            for &method in &program.class(interface).methods {
                program.method(method).annotation_default.iter().for_each(|value| self.element(program, value));
            }
        }
    }

    fn element(&mut self, program: &Program, value: &RawElement) {
        match value {
            RawElement::Enum(descriptor, _) => {
                let ty = program.type_of_descriptor(program.str(*descriptor));
                self.enums.extend(ty.and_then(|ty| program.class_of(ty)));
            }
            RawElement::Array(values) => values.iter().for_each(|value| self.element(program, value)),
            RawElement::Annotation(inner) => self.annotation(program, inner),
            RawElement::Const(_) | RawElement::Class(_) => {}
        }
    }
}

/// `AnnotationInvocationHandler.invoke`, which runs when a method of an annotation is called: annotations are proxies over it.
pub fn annotation_handler(program: &Program) -> Option<MethodId> {
    const INVOKE: &str = "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;";
    let class = program.find_class("sun/reflect/annotation/AnnotationInvocationHandler")?;
    program.find_method(class, "invoke", INVOKE)
}
