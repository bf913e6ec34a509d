//! Annotations as objects: the look-ups that give them, and what their elements hold, which is all in the class files. Must
//! not know what is done with the values.

use crate::base::FxIndexSet;
use crate::classfile::{RawConst, RawElement};
use crate::heap::{AnnotationId, NO_CTX, ObjId, ObjKind, SiteId};
use crate::pointsto::{Args, CallNote, CallView, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall};
use crate::program::lookup::{self, Annotated, AnnotationPlace};
use crate::program::{ClassId, MethodId, Program, Type, TypeId, access};
use crate::strings;

use super::super::rule::Rule;
use super::super::state::call::ApiCallId;
use super::super::state::{Described, State};
use super::super::terms::rules::RuleName;
use super::super::terms::site::Role;

/// Most annotations that are told apart at one look-up.
const APART: usize = 256;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Annotations {
    /// The one of a type.
    One {
        declared: bool,
    },
    All {
        declared: bool,
    },
    /// Those of a type, also in a container of them.
    ByType {
        declared: bool,
    },
    OfParameters,
}

impl Rule for Annotations {
    fn name(&self) -> RuleName {
        RuleName("annotations")
    }

    /// They are asked of an element, whatever the type that it is called by.
    fn is_of_receiver(&self, _: &Program, _: MethodId) -> bool {
        true
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        let others = |other| State::objects(cx, state.calls[call].input(other));
        let (elements, types) = match role {
            Role::Mirror => (objects.to_vec(), others(Role::Class)),
            _ => (others(Role::Mirror), objects.to_vec()),
        };
        let types: Vec<Option<TypeId>> = match self {
            Annotations::One { .. } | Annotations::ByType { .. } => {
                types.iter().map(|&(_, kind)| class_in(kind)).collect()
            }
            Annotations::All { .. } | Annotations::OfParameters => vec![None],
        };
        let types: FxIndexSet<Option<TypeId>> = types.into_iter().collect();
        if types.is_empty() {
            return;
        }
        if let (Annotations::ByType { .. }, false) = (self, elements.is_empty()) {
            // Of what is not there an empty array comes.
            for &ty in types.iter().flatten() {
                state.array_by_type(cx, call, ty);
            }
        }
        // What is asked of listed members is asked of each.
        for element in elements.into_iter().filter(|(_, kind)| !kind.is_listed()) {
            state.annotations(cx, call, *self, element, &types);
        }
    }
}

/// The type of an annotation of which no more is known than where it is from, as its class would be: which one that is who gave the
/// annotation knows. False where the program has annotations of its own making, which answer as they like.
fn type_of_unknown(cx: &mut Cx<'_, '_>, call: &CallView, resolved: MethodId, (site, bound): (SiteId, TypeId)) -> bool {
    let program = cx.program;
    let annotation = program.well_known().annotation;
    let is_asked = program.method(resolved).class == annotation
        && program.str(program.method(resolved).name) == "annotationType"
        && program.is_subtype(bound, program.class_type(annotation));
    let is_class = |&of: &ClassId| program.class(of).access & access::INTERFACE == 0;
    let is_made = |of: ClassId| program.subtypes_outside_jdk(of).iter().any(is_class);
    let Some(class) = program.class_of(bound).filter(|&class| is_asked && !is_made(class)) else { return false };
    if let Some(handler) = lookup::annotation_handler(program) {
        cx.note(call, CallNote::Calls(handler));
    }
    let of = match class == annotation {
        true => ObjKind::UnknownClass { site, bound: cx.heap.types().object, outside: false },
        false => ObjKind::Class { ty: bound },
    };
    if let Some(dst) = call.dst {
        cx.add(dst, cx.heap.intern(of));
    }
    true
}

fn class_in(kind: ObjKind) -> Option<TypeId> {
    match kind {
        ObjKind::Class { ty } => Some(ty),
        _ => None,
    }
}

impl State {
    /// What a look-up gives of one element by the types asked for, `None` for one that is not known. Whichever it is, an element
    /// that is known has no others than it has.
    fn annotations(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        ask: Annotations,
        (obj, kind): (ObjId, ObjKind),
        types: &FxIndexSet<Option<TypeId>>,
    ) {
        let program = cx.program;
        let of = match kind {
            ObjKind::Class { ty } => match program.class_of(ty) {
                Some(class) => Annotated::Class(class),
                None => return,
            },
            ObjKind::Method { method } | ObjKind::Constructor { method } => Annotated::Method(method),
            ObjKind::Field { field } => Annotated::Field(field),
            ObjKind::UnknownClass { .. } | ObjKind::UnknownMember { .. } | ObjKind::Opaque { .. } => {
                return self.unknown_annotations(cx, call, ask, types);
            }
            ObjKind::UnknownInstance { .. } => return self.unknown_annotations(cx, call, ask, types),
            _ => match self.described.get(&obj) {
                Some(&Described::Component { record, at, .. }) => match program.class_of(record) {
                    Some(class) => Annotated::Component(class, at),
                    None => return,
                },
                _ => return,
            },
        };
        if lookup::hides_annotations(program, of) {
            return self.unknown_annotations(cx, call, ask, types);
        }
        let lookup::ReadWith { enums, interfaces } = lookup::read_with_annotations(program, of);
        enums.into_iter().for_each(|class| self.read_enum(cx, call, class));
        interfaces.into_iter().for_each(|interface| cx.initialise_proxied(program.class_type(interface)));
        let site = self.calls[call].view.site;
        let annotation = program.class_type(program.well_known().annotation);
        let any = types.contains(&None);
        let is_asked = |place: &AnnotationPlace| {
            any || lookup::annotation_type(program, place).is_some_and(|ty| types.contains(&Some(ty)))
        };
        match (ask, of) {
            (Annotations::OfParameters, Annotated::Method(method)) => {
                let rows = program.method(method).parameter_annotations.len();
                let Some(outer) = self.array(cx, call, program.array_of(program.array_of(annotation))) else { return };
                let inner = cx.heap.alloc(site, program.array_of(annotation), NO_CTX);
                cx.add(outer, inner);
                for row in 0..u32::try_from(rows).unwrap_or(u32::MAX) {
                    let found = lookup::declared_annotations(program, Annotated::Parameter(method, row));
                    self.give_annotations(cx, call, Ptr::Elements(inner), found);
                }
            }
            (Annotations::OfParameters, _) => {}
            (Annotations::One { declared }, _) => {
                let found = match declared {
                    true => lookup::declared_annotations(program, of),
                    false => lookup::present_annotations(program, of),
                };
                let Some(dst) = self.calls[call].view.dst else { return };
                self.give_annotations(cx, call, Ptr::Node(dst), found.into_iter().filter(is_asked).collect());
            }
            (Annotations::All { declared }, _) => {
                let found = match declared {
                    true => lookup::declared_annotations(program, of),
                    false => lookup::present_annotations(program, of),
                };
                let Some(elements) = self.array(cx, call, program.array_of(annotation)) else { return };
                self.give_annotations(cx, call, elements, found);
            }
            (Annotations::ByType { declared }, _) => {
                // It may be in a container of them.
                if any {
                    self.unknown_annotation(cx, call, ask, None);
                }
                // Many types are asked for, few are there.
                let there = lookup::types_of_annotations(program, of);
                for ty in there.into_iter().filter(|&ty| types.contains(&Some(ty))) {
                    let found = lookup::annotations_by_type(program, of, ty, declared);
                    let Some(elements) = self.array(cx, call, program.array_of(ty)) else { return };
                    self.give_annotations(cx, call, elements, found);
                }
            }
        }
    }

    /// A constant of an enum is read (`Enum.valueOf`): the JDK asks the enum for all of them.
    fn read_enum(&self, cx: &mut Cx<'_, '_>, call: ApiCallId, class: ClassId) {
        cx.initialise(class);
        let descriptor = format!("(){}", cx.program.descriptor(cx.program.array_of(cx.program.class_type(class))));
        let Some(callee) = cx.program.find_method(class, "values", &descriptor) else { return };
        let view = &self.calls[call].view;
        let (caller, site, throw) = (view.caller, view.site, view.throw.map(Ptr::Node));
        let (receiver, args, kind) = (Receiver::None, Args::Positional(Vec::new()), EdgeKind::Model);
        cx.call(ReflectiveCall { caller, site, callee, receiver, args, ret: None, throw, kind });
    }

    /// The array that a look-up by a type gives, once for each.
    fn array_by_type(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, ty: TypeId) {
        if self.asked.arrays.insert((call, ty)) {
            self.array(cx, call, cx.program.array_of(ty));
        }
    }

    /// The elements of an array that the call makes.
    fn array(&self, cx: &mut Cx<'_, '_>, call: ApiCallId, ty: TypeId) -> Option<Ptr> {
        let view = &self.calls[call].view;
        let array = cx.heap.alloc(view.site, ty, NO_CTX);
        cx.add(view.dst?, array);
        Some(Ptr::Elements(array))
    }

    fn give_annotations(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, to: Ptr, places: Vec<AnnotationPlace>) {
        let site = self.calls[call].view.site;
        for place in places {
            let Some(obj) = self.annotation(cx, place) else { continue };
            let apart = self.asked_at.entry(site).or_default().insert_full(obj).0 < APART;
            let obj = if apart { Some(obj) } else { cx.heap.unknown(site, cx.heap.ty(obj), true) };
            obj.into_iter().for_each(|obj| cx.add(to, obj));
        }
    }

    /// The object of the annotation at a place.
    fn annotation(&mut self, cx: &Cx<'_, '_>, place: AnnotationPlace) -> Option<ObjId> {
        let ty = lookup::annotation_type(cx.program, &place)?;
        let at = AnnotationId::new(self.annotations.insert_full(place).0);
        Some(cx.heap.intern(ObjKind::Annotation { ty, at }))
    }

    /// Where the element is not known: any annotation of each of the types.
    fn unknown_annotations(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        ask: Annotations,
        types: &FxIndexSet<Option<TypeId>>,
    ) {
        for &ty in types {
            self.unknown_annotation(cx, call, ask, ty);
        }
    }

    /// The same of one type; what one unknown element may have, all may.
    fn unknown_annotation(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, ask: Annotations, ty: Option<TypeId>) {
        if !self.asked.annotations.insert((call, ty)) {
            return;
        }
        let program = cx.program;
        let view = &self.calls[call].view;
        let (site, Some(dst)) = (view.site, view.dst) else { return };
        let annotation = program.class_type(program.well_known().annotation);
        let ty = ty.unwrap_or(annotation);
        let Some(unknown) = cx.heap.unknown(site, ty, program.is_reference(ty)) else { return };
        let to = match ask {
            Annotations::One { .. } => Some(Ptr::Node(dst)),
            Annotations::All { .. } | Annotations::ByType { .. } => self.array(cx, call, program.array_of(ty)),
            Annotations::OfParameters => {
                let outer = self.array(cx, call, program.array_of(program.array_of(ty)));
                let inner = cx.heap.alloc(site, program.array_of(ty), NO_CTX);
                outer.into_iter().for_each(|outer| cx.add(outer, inner));
                Some(Ptr::Elements(inner))
            }
        };
        to.into_iter().for_each(|to| cx.add(to, unknown));
    }

    /// A method of an annotation is called: an element of it, or one of those that all annotations have.
    pub(in crate::reflection) fn ask_annotation(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        resolved: MethodId,
        obj: ObjId,
    ) -> bool {
        let (ty, at) = match cx.heap.kind(obj) {
            ObjKind::Annotation { ty, at } => (ty, at),
            ObjKind::Opaque { site, bound } => return type_of_unknown(cx, call, resolved, (site, bound)),
            _ => return false,
        };
        let program = cx.program;
        let data = program.method(resolved);
        if !program.is_subtype(ty, program.class_type(data.class)) {
            return true;
        }
        if let Some(handler) = lookup::annotation_handler(program) {
            cx.note(call, CallNote::Calls(handler));
        }
        let Some(dst) = call.dst.map(Ptr::Node) else { return true };
        if program.class_type(data.class) == ty {
            let place = self.annotations[at.index()].clone();
            if let Some((value, place)) = place.element(program, resolved) {
                let ret = program.method_desc(data.desc).ret;
                self.element(cx, call, (value, place), ret, dst);
            }
            return true;
        }
        match program.str(data.name) {
            "annotationType" => cx.add(dst, cx.heap.intern(ObjKind::Class { ty })),
            "toString" => cx.add(dst, cx.heap.intern(ObjKind::UnknownString { site: call.site })),
            _ => {}
        }
        true
    }

    /// The value of an element as an object of its type. One of another type throws (`AnnotationTypeMismatchException`), as
    /// does one whose class is not there.
    pub(super) fn element(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        (value, place): (&RawElement, AnnotationPlace),
        ty: TypeId,
        to: Ptr,
    ) {
        let program = cx.program;
        let types = *cx.heap.types();
        let named = |name| program.type_of_descriptor(program.str(name));
        let obj = match value {
            RawElement::Const(RawConst::Str { lossy: true, .. }) if ty == types.string => {
                Some(cx.heap.intern(ObjKind::UnknownString { site: call.site }))
            }
            RawElement::Const(RawConst::Str { text, .. }) if ty == types.string => {
                Some(strings::constant_in(program, cx.heap, place.of.declarer(program), *text))
            }
            RawElement::Const(_) => None,
            RawElement::Class(name) if ty == types.class => named(*name).map(|class| {
                let element = program.class_of(program.dimensions(class).1);
                match element.is_some_and(|element| program.class(element).phantom.is_some()) {
                    // It may be one that the program brings, or of a container.
                    true => {
                        cx.heap.intern(ObjKind::UnknownClass { site: call.site, bound: types.object, outside: false })
                    }
                    false => cx.heap.intern(ObjKind::Class { ty: class }),
                }
            }),
            RawElement::Enum(descriptor, name) if named(*descriptor) == Some(ty) => {
                if let Some(class) = program.class_of(ty) {
                    cx.initialise(class);
                    if let Some(field) = program.declared_field(class, *name, ty) {
                        cx.edge(Ptr::Static(field), to);
                    }
                }
                None
            }
            RawElement::Annotation(inner) if named(inner.descriptor) == Some(ty) => self.annotation(cx, place),
            RawElement::Array(values) => {
                let Type::Array(element) = program.ty(ty) else { return };
                let array = cx.heap.alloc(call.site, ty, NO_CTX);
                for (position, value) in values.iter().enumerate() {
                    self.element(cx, call, (value, place.inside(position)), element, Ptr::Elements(array));
                }
                Some(array)
            }
            RawElement::Class(_) | RawElement::Enum(..) | RawElement::Annotation(_) => None,
        };
        obj.into_iter().for_each(|obj| cx.add(to, obj));
    }
}
