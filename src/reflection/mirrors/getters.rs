//! Getters of metaobjects: class to class, member to class, names, casts through class objects, elements of arrays. They are
//! analysed, never reported. Must not know what metaobjects are used for.

use crate::classpath::Origin;
use crate::heap::{MemberKind, NO_CTX, NamePart, ObjId, ObjKind, SiteId};
use crate::pointsto::{Cx, Ptr};
use crate::program::{MethodId, Program, Type, TypeId, lookup};

use super::super::actions::arrays::DIMENSIONS;
use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::terms::class_names::{NameForm, name_of};
use super::super::terms::rules::RuleName;
use super::super::terms::site::Role;

/// Most objects whose names are told apart at one getter.
const NAMES: usize = 64;
/// Most classes whose array classes are told apart at one call; a loop over all classes would make as many for each
/// dimension.
const ARRAY_TYPES: usize = 16;

/// What is asked of a metaobject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Getter {
    Superclass,
    Interfaces,
    ComponentType,
    ArrayType,
    DeclaringClass,
    NestHost,
    MemberClasses,
    /// As `MemberClasses`, public ones, inherited or not (`Class.getClasses`).
    PublicMemberClasses,
    PermittedSubclasses,
    NestMembers,
    EnclosingMethod,
    EnclosingConstructor,
    /// `Class.cast`.
    CastTo,
    /// Type of a member: declaring class, return or field type, parameter types, the exceptions it declares.
    MemberDeclarer,
    MemberType,
    ParameterTypes,
    ExceptionTypes,
    /// Name of a class or member.
    ClassName(NameForm),
    MemberName,
    /// Elements of an array.
    ArrayGet,
    ArraySet,
}

impl Rule for Getter {
    fn name(&self) -> RuleName {
        match self {
            Getter::Superclass => RuleName("superclass"),
            Getter::Interfaces => RuleName("interfaces"),
            Getter::ComponentType => RuleName("component-type"),
            Getter::ArrayType => RuleName("array-type"),
            Getter::DeclaringClass => RuleName("declaring-class"),
            Getter::NestHost => RuleName("nest-host"),
            Getter::MemberClasses | Getter::PublicMemberClasses => RuleName("member-classes"),
            Getter::PermittedSubclasses => RuleName("permitted-subclasses"),
            Getter::NestMembers => RuleName("nest-members"),
            Getter::EnclosingMethod | Getter::EnclosingConstructor => RuleName("enclosing-member"),
            Getter::CastTo => RuleName("class-cast"),
            Getter::MemberDeclarer => RuleName("member-declarer"),
            Getter::MemberType => RuleName("member-type"),
            Getter::ParameterTypes => RuleName("parameter-types"),
            Getter::ExceptionTypes => RuleName("exception-types"),
            Getter::ClassName(_) => RuleName("class-name"),
            Getter::MemberName => RuleName("member-name"),
            Getter::ArrayGet => RuleName("array-get"),
            Getter::ArraySet => RuleName("array-set"),
        }
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        state.mirror(cx, call, *self, objects);
    }
}

impl State {
    fn mirror(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, getter: Getter, objects: &[(ObjId, ObjKind)]) {
        let view = &self.calls[call].view;
        let (dst, site) = (view.dst, view.site);
        let value = self.calls[call].input(Role::Value);
        let jdk = cx.program.origin_of(view.method) == Origin::Jdk;
        // What is asked of listed members is asked of each.
        for &(obj, kind) in objects.iter().filter(|(_, kind)| !kind.is_listed()) {
            match (getter, kind) {
                (Getter::ArraySet, _) => {
                    if let (Some(value), Type::Array(element)) = (value, cx.program.ty(cx.heap.ty(obj))) {
                        cx.cast(value, Ptr::Elements(obj), element);
                    }
                }
                (Getter::ArrayGet, _) => {
                    if let Some(dst) = dst {
                        cx.edge(Ptr::Elements(obj), dst);
                    }
                }
                (Getter::CastTo, ObjKind::Class { ty }) => {
                    if let (Some(dst), Some(value)) = (dst, value) {
                        cx.cast(value, dst, ty);
                    }
                }
                (Getter::CastTo, _) => {
                    if let (Some(dst), Some(value)) = (dst, value) {
                        cx.edge(value, dst);
                    }
                }
                _ => {
                    let Some(dst) = dst else { continue };
                    let many = matches!(getter, Getter::Interfaces | Getter::MemberClasses | Getter::ParameterTypes)
                        || matches!(getter, Getter::PermittedSubclasses | Getter::NestMembers)
                        || matches!(getter, Getter::PublicMemberClasses | Getter::ExceptionTypes);
                    let to = if many {
                        let class_array = cx.program.array_of(cx.heap.types().class);
                        let array = cx.heap.alloc(site, class_array, NO_CTX);
                        cx.add(dst, array);
                        Ptr::Elements(array)
                    } else {
                        Ptr::Node(dst)
                    };
                    let names = matches!(getter, Getter::ClassName(_) | Getter::MemberName);
                    if names && jdk {
                        // Every class whose name the JDK prints would become a class it loads.
                        cx.add(to, cx.heap.jdk_string());
                        continue;
                    }
                    if names && self.position(site, obj) >= NAMES {
                        // A program that asks nearly every class for its name rarely means one by it.
                        cx.add(to, cx.heap.intern(ObjKind::UnknownString { site }));
                        continue;
                    }
                    if let (Getter::ArrayType, ObjKind::Class { ty }) = (getter, kind)
                        // Of primitive types there are few, and their arrays are not arrays of objects.
                        && cx.program.is_reference(ty)
                        && (cx.program.dimensions(ty).0 >= DIMENSIONS || self.position(site, obj) >= ARRAY_TYPES)
                    {
                        // A loop that asks for the array type of its array types has no end.
                        let bound = bound_of_arrays(cx, ty);
                        cx.add(to, cx.heap.intern(ObjKind::UnknownClass { site, bound, outside: false }));
                        continue;
                    }
                    for value in values(cx, getter, kind) {
                        // What the JDK asks is for itself.
                        if let (ObjKind::UnknownClass { site, .. }, false) = (value, jdk) {
                            self.gave_another(site);
                        }
                        cx.add(to, cx.heap.intern(value));
                    }
                }
            }
        }
    }
}

impl State {
    /// Position of the object among those asked for their name or array class at the site, in the order they met there.
    fn position(&mut self, site: SiteId, obj: ObjId) -> usize {
        self.asked_at.entry(site).or_default().insert_full(obj).0
    }
}

/// What bounds classes of arrays whose components are of a bound. Those of objects, and of arrays, are below `Object[]` (JLS
/// 4.10.3).
fn bound_of_arrays(cx: &Cx<'_, '_>, component: TypeId) -> TypeId {
    let types = cx.heap.types();
    // Any class is below `Object`, as it is said of classes: that of `int`, too.
    let is_reference = component != types.object && cx.program.is_reference(component);
    if is_reference { cx.program.array_of(types.object) } else { types.object }
}

/// What a getter gives for one object: metaobjects or strings.
fn values(cx: &Cx<'_, '_>, getter: Getter, kind: ObjKind) -> Vec<ObjKind> {
    let program = cx.program;
    let object = cx.heap.types().object;
    if let ObjKind::UnknownClass { site, bound, .. } = kind {
        return match getter {
            Getter::ArrayType => {
                vec![ObjKind::UnknownClass { site, bound: bound_of_arrays(cx, bound), outside: false }]
            }
            Getter::ClassName(_) => vec![ObjKind::UnknownString { site }],
            Getter::EnclosingMethod => vec![unknown_member(MemberKind::Method, site)],
            Getter::EnclosingConstructor => vec![unknown_member(MemberKind::Constructor, site)],
            _ => vec![ObjKind::UnknownClass { site, bound: object, outside: false }],
        };
    }
    if let ObjKind::UnknownMember { class, name, site, outside, .. } = kind {
        return match (getter, class, name) {
            (Getter::MemberName, _, NamePart::Known(text)) => vec![ObjKind::Str { text }],
            (Getter::MemberName, ..) => vec![ObjKind::UnknownString { site }],
            (Getter::MemberDeclarer, ..) => vec![ObjKind::UnknownClass { site, bound: object, outside }],
            _ => vec![ObjKind::UnknownClass { site, bound: object, outside: false }],
        };
    }
    if let ObjKind::Opaque { site, .. } | ObjKind::UnknownInstance { site, .. } = kind {
        return match getter {
            Getter::ClassName(_) | Getter::MemberName => vec![ObjKind::UnknownString { site }],
            Getter::EnclosingMethod => vec![unknown_member(MemberKind::Method, site)],
            Getter::EnclosingConstructor => vec![unknown_member(MemberKind::Constructor, site)],
            _ => vec![ObjKind::UnknownClass { site, bound: object, outside: false }],
        };
    }
    match kind {
        ObjKind::Class { ty } => of_class(program, getter, ty),
        ObjKind::Method { method } | ObjKind::Constructor { method } => {
            let constructor = matches!(kind, ObjKind::Constructor { .. });
            of_method(program, getter, method, constructor)
        }
        ObjKind::Field { field } => {
            let data = program.field(field);
            match getter {
                Getter::MemberName => vec![ObjKind::Str { text: data.name }],
                Getter::MemberDeclarer => vec![ObjKind::Class { ty: program.class_type(data.class) }],
                Getter::MemberType => vec![ObjKind::Class { ty: data.ty }],
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

fn unknown_member(kind: MemberKind, site: SiteId) -> ObjKind {
    ObjKind::UnknownMember { kind, class: None, name: NamePart::Unknown, site, outside: false }
}

fn of_class(program: &Program, getter: Getter, ty: TypeId) -> Vec<ObjKind> {
    let class = match program.ty(ty) {
        Type::Class(class) => Some(class),
        _ => None,
    };
    let types = |found: Vec<TypeId>| found.into_iter().map(|ty| ObjKind::Class { ty }).collect();
    match (getter, program.ty(ty), class) {
        (Getter::Superclass, ..) => types(lookup::superclass(program, ty).into_iter().collect()),
        (Getter::Interfaces, ..) => types(lookup::interfaces(program, ty)),
        (Getter::ComponentType, ..) => types(lookup::component_type(program, ty).into_iter().collect()),
        (Getter::ArrayType, ..) => types(lookup::array_type(program, ty).into_iter().collect()),
        // The declaring class is the enclosing one wherever there is one.
        (Getter::DeclaringClass, ..) => {
            types(lookup::enclosing_class(program, ty).ok().flatten().into_iter().collect())
        }
        (Getter::NestHost, _, Some(class)) => types(vec![program.class_type(lookup::nest_host(program, class))]),
        (Getter::MemberClasses, ..) => types(lookup::declared_classes(program, ty).unwrap_or_default()),
        (Getter::PublicMemberClasses, ..) => types(lookup::classes(program, ty).unwrap_or_default()),
        (Getter::PermittedSubclasses, ..) => types(lookup::permitted_subclasses(program, ty).unwrap_or_default()),
        (Getter::NestMembers, _, Some(class)) => {
            types(lookup::nest_members(program, class).into_iter().map(|member| program.class_type(member)).collect())
        }
        (Getter::EnclosingMethod, ..) => {
            let method = lookup::enclosing_method(program, ty).ok().flatten();
            method.map(|method| ObjKind::Method { method }).into_iter().collect()
        }
        (Getter::EnclosingConstructor, ..) => {
            let method = lookup::enclosing_constructor(program, ty).ok().flatten();
            method.map(|method| ObjKind::Constructor { method }).into_iter().collect()
        }
        (Getter::ClassName(form), ..) => {
            let name = name_of(program, ty, form);
            name.map(|name| ObjKind::Str { text: program.sym(&name) }).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn of_method(program: &Program, getter: Getter, method: MethodId, constructor: bool) -> Vec<ObjKind> {
    let data = program.method(method);
    let desc = program.method_desc(data.desc);
    let declarer = program.class_type(data.class);
    match getter {
        Getter::MemberName if constructor => vec![ObjKind::Str { text: program.sym(&program.binary_name(declarer)) }],
        Getter::MemberName => vec![ObjKind::Str { text: data.name }],
        Getter::MemberDeclarer => vec![ObjKind::Class { ty: declarer }],
        Getter::MemberType => vec![ObjKind::Class { ty: desc.ret }],
        Getter::ParameterTypes => desc.params.iter().map(|&ty| ObjKind::Class { ty }).collect(),
        Getter::ExceptionTypes => {
            data.exceptions.iter().map(|&class| ObjKind::Class { ty: program.class_type(class) }).collect()
        }
        _ => Vec::new(),
    }
}
