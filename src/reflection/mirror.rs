//! Getters of metaobjects: class to class, member to class, names, casts through class objects, arrays (algorithms.md 1.1).
//! They are analysed, never reported.

use crate::classpath::Origin;
use crate::heap::{NO_CTX, NamePart, ObjId, ObjKind, SiteId};
use crate::pointsto::{Cx, Ptr};
use crate::program::{MethodId, Program, Type, TypeId, lookup};

use super::action::DIMENSIONS;
use super::api::NameForm;
use super::{Handler, Reflection};

/// Most objects whose names are told apart at one getter.
const NAMES: usize = 64;
/// Most classes whose array classes are told apart at one call; a loop over all classes would make as many for each
/// dimension.
const ARRAY_TYPES: usize = 16;

impl Reflection {
    pub(super) fn mirror(&mut self, cx: &mut Cx<'_, '_>, call: u32, handler: Handler, objects: &[(ObjId, ObjKind)]) {
        let view = &self.calls[call as usize].view;
        let (dst, site) = (view.dst, view.site);
        let args = view.args.clone();
        let arg = |index: usize| args.get(index).copied().flatten();
        let jdk = cx.program.origin_of(view.method) == Origin::Jdk;
        for &(obj, kind) in objects {
            match (handler, kind) {
                (Handler::ArraySet, _) => {
                    if let (Some(value), Type::Array(element)) = (arg(2), cx.program.ty(cx.heap.ty(obj))) {
                        cx.cast(value, Ptr::Elements(obj), element);
                    }
                }
                (Handler::ArrayGet, _) => {
                    if let Some(dst) = dst {
                        cx.edge(Ptr::Elements(obj), dst);
                    }
                }
                (Handler::CastTo, ObjKind::Class { ty }) => {
                    if let (Some(dst), Some(value)) = (dst, arg(1)) {
                        cx.cast(value, dst, ty);
                    }
                }
                (Handler::CastTo, _) => {
                    if let (Some(dst), Some(value)) = (dst, arg(1)) {
                        cx.edge(value, dst);
                    }
                }
                _ => {
                    let Some(dst) = dst else { continue };
                    let many =
                        matches!(handler, Handler::Interfaces | Handler::MemberClasses | Handler::ParameterTypes);
                    let to = if many {
                        let class_array = cx.program.array_of(cx.heap.types().class);
                        let array = cx.heap.alloc(site, class_array, NO_CTX);
                        cx.add(dst, array);
                        Ptr::Elements(array)
                    } else {
                        Ptr::Node(dst)
                    };
                    let names = matches!(handler, Handler::ClassName(_) | Handler::MemberName);
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
                    if let (Handler::ArrayType, ObjKind::Class { ty }) = (handler, kind)
                        && (cx.program.dimensions(ty).0 >= DIMENSIONS || self.position(site, obj) >= ARRAY_TYPES)
                    {
                        // A loop that asks for the array type of its array types has no end.
                        let bound = cx.heap.types().object;
                        cx.add(to, cx.heap.intern(ObjKind::UnknownClass { site, bound, outside: false }));
                        continue;
                    }
                    for value in values(cx, handler, kind) {
                        cx.add(to, cx.heap.intern(value));
                    }
                }
            }
        }
    }
}

impl Reflection {
    /// Position of the object among those asked for their name or array class at the site, in the order they met there.
    fn position(&mut self, site: SiteId, obj: ObjId) -> usize {
        self.asked_at.entry(site).or_default().insert_full(obj).0
    }
}

/// What a getter gives for one object: metaobjects or strings.
fn values(cx: &Cx<'_, '_>, handler: Handler, kind: ObjKind) -> Vec<ObjKind> {
    let program = cx.program;
    let object = cx.heap.types().object;
    if let ObjKind::UnknownClass { site, .. } = kind {
        return match handler {
            Handler::ClassName(_) => vec![ObjKind::UnknownString { site }],
            Handler::SameClass => vec![kind],
            _ => vec![ObjKind::UnknownClass { site, bound: object, outside: false }],
        };
    }
    if let ObjKind::UnknownMember { class, name, site, .. } = kind {
        return match (handler, class, name) {
            (Handler::MemberName, _, NamePart::Known(text)) => vec![ObjKind::Str { text }],
            (Handler::MemberName, ..) => vec![ObjKind::UnknownString { site }],
            _ => vec![ObjKind::UnknownClass { site, bound: object, outside: false }],
        };
    }
    if let ObjKind::Opaque { site, .. } | ObjKind::UnknownInstance { site, .. } = kind {
        return match handler {
            Handler::ClassName(_) | Handler::MemberName => vec![ObjKind::UnknownString { site }],
            _ => vec![ObjKind::UnknownClass { site, bound: object, outside: false }],
        };
    }
    match kind {
        ObjKind::Class { ty } => of_class(program, handler, ty),
        ObjKind::Method { method } | ObjKind::Constructor { method } => {
            let constructor = matches!(kind, ObjKind::Constructor { .. });
            of_method(program, handler, method, constructor)
        }
        ObjKind::Field { field } => {
            let data = program.field(field);
            match handler {
                Handler::MemberName => vec![ObjKind::Str { text: data.name }],
                Handler::MemberDeclarer => vec![ObjKind::Class { ty: program.class_type(data.class) }],
                Handler::MemberType => vec![ObjKind::Class { ty: data.ty }],
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

fn of_class(program: &Program, handler: Handler, ty: TypeId) -> Vec<ObjKind> {
    let class = match program.ty(ty) {
        Type::Class(class) => Some(class),
        _ => None,
    };
    let types = |found: Vec<TypeId>| found.into_iter().map(|ty| ObjKind::Class { ty }).collect();
    match (handler, program.ty(ty), class) {
        (Handler::SameClass, ..) => vec![ObjKind::Class { ty }],
        (Handler::Superclass, ..) => types(lookup::superclass(program, ty).into_iter().collect()),
        (Handler::Interfaces, ..) => types(lookup::interfaces(program, ty)),
        (Handler::ComponentType, ..) => types(lookup::component_type(program, ty).into_iter().collect()),
        (Handler::ArrayType, ..) => types(lookup::array_type(program, ty).into_iter().collect()),
        // The declaring class is the enclosing one wherever there is one.
        (Handler::DeclaringClass, ..) => {
            types(lookup::enclosing_class(program, ty).ok().flatten().into_iter().collect())
        }
        (Handler::NestHost, _, Some(class)) => types(vec![program.class_type(lookup::nest_host(program, class))]),
        (Handler::MemberClasses, ..) => types(lookup::declared_classes(program, ty).unwrap_or_default()),
        (Handler::ClassName(form), ..) => {
            let name = name_of(program, ty, form);
            name.map(|name| ObjKind::Str { text: program.sym(&name) }).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// `None` where the JDK gives null or throws.
fn name_of(program: &Program, ty: TypeId, form: NameForm) -> Option<String> {
    match form {
        NameForm::Binary => Some(lookup::name(program, ty)),
        NameForm::TypeName => Some(lookup::type_name(program, ty)),
        NameForm::Package => Some(lookup::package_name(program, ty)),
        NameForm::Simple => lookup::simple_name(program, ty).ok(),
        NameForm::Canonical => lookup::canonical_name(program, ty).ok().flatten(),
    }
}

fn of_method(program: &Program, handler: Handler, method: MethodId, constructor: bool) -> Vec<ObjKind> {
    let data = program.method(method);
    let desc = program.method_desc(data.desc);
    let declarer = program.class_type(data.class);
    match handler {
        Handler::MemberName if constructor => vec![ObjKind::Str { text: program.sym(&program.binary_name(declarer)) }],
        Handler::MemberName => vec![ObjKind::Str { text: data.name }],
        Handler::MemberDeclarer => vec![ObjKind::Class { ty: declarer }],
        Handler::MemberType => vec![ObjKind::Class { ty: desc.ret }],
        Handler::ParameterTypes => desc.params.iter().map(|&ty| ObjKind::Class { ty }).collect(),
        _ => Vec::new(),
    }
}
