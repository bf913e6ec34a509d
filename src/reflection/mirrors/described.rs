//! Objects by which the JDK describes what is no class or member: packages, record components and parameters. Must not know what
//! is done with the names.

use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind, Site};
use crate::pointsto::{Cx, Ptr};
use crate::program::{Program, lookup};

use super::super::rule::Rule;
use super::super::state::call::ApiCallId;
use super::super::state::{Described, State};
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Role};

/// What a class is asked for, or such an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Description {
    Package,
    Components,
    Name,
    ComponentType,
    Accessor,
    Record,
    /// Of a method or constructor.
    Parameters,
    ParameterType,
}

impl Rule for Description {
    fn name(&self) -> RuleName {
        match self {
            Description::Package | Description::Components => RuleName("described"),
            Description::Parameters | Description::ParameterType => RuleName("parameters"),
            Description::Name | Description::ComponentType => RuleName("of-described"),
            Description::Accessor | Description::Record => RuleName("of-described"),
        }
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        for &(obj, kind) in objects {
            match self {
                Description::Package => state.package_of(cx, call, kind),
                Description::Components => state.components_of(cx, call, kind),
                // What is asked of listed members is asked of each.
                Description::Parameters if kind.is_listed() => {}
                Description::Parameters => state.parameters_of(cx, call, obj, kind),
                _ => state.ask_described(cx, call, *self, obj),
            }
        }
    }
}

impl State {
    fn package_of(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, kind: ObjKind) {
        let ObjKind::Class { ty } = kind else { return self.described_unknown(cx, call) };
        let name = lookup::package_name(cx.program, ty);
        let described = Described::Package { name: cx.program.sym(&name) };
        let Some(obj) = self.describing(cx, "java/lang/Package", &format!("package {name}"), described) else { return };
        if let Some(dst) = self.calls[call].view.dst {
            cx.add(dst, obj);
        }
    }

    fn components_of(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, kind: ObjKind) {
        let ObjKind::Class { ty: record } = kind else { return self.described_unknown(cx, call) };
        let components = match lookup::record_components(cx.program, record) {
            Ok(Some(components)) => components,
            Ok(None) => return,
            Err(_) => return self.described_unknown(cx, call),
        };
        self.effect(call, Effect::Class(record));
        let Some(class) = cx.program.find_class("java/lang/reflect/RecordComponent") else { return };
        let view = &self.calls[call].view;
        let array = cx.heap.alloc(view.site, cx.program.array_of(cx.program.class_type(class)), NO_CTX);
        if let Some(dst) = view.dst {
            cx.add(dst, array);
        }
        for component in components {
            let lookup::RecordComponent { name, at, ty, accessor, .. } = component;
            let place = format!("component {} of {}", cx.program.str(name), cx.program.binary_name(record));
            let described = Described::Component { record, at, name, ty, accessor };
            if let Some(obj) = self.describing(cx, "java/lang/reflect/RecordComponent", &place, described) {
                cx.add(Ptr::Elements(array), obj);
            }
        }
    }

    /// Its other methods ask the executable, by the field that is filled here.
    fn parameters_of(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, of: ObjId, kind: ObjKind) {
        let (ObjKind::Method { method } | ObjKind::Constructor { method }) = kind else {
            return self.described_unknown(cx, call);
        };
        let program = cx.program;
        let Some(class) = program.find_class("java/lang/reflect/Parameter") else { return };
        let array = cx.heap.alloc(self.calls[call].view.site, program.array_of(program.class_type(class)), NO_CTX);
        self.calls[call].view.dst.into_iter().for_each(|dst| cx.add(dst, array));
        let executable = program.find_field(class, "executable", "Ljava/lang/reflect/Executable;");
        let name = program.find_field(class, "name", "Ljava/lang/String;");
        for (nth, &ty) in program.method_desc(program.method(method).desc).params.iter().enumerate() {
            let place = format!("parameter {nth} of {}", program.method_id(method));
            let described = Described::Parameter { ty };
            let Some(obj) = self.describing(cx, "java/lang/reflect/Parameter", &place, described) else { return };
            cx.add(Ptr::Elements(array), obj);
            executable.into_iter().for_each(|field| cx.add(Ptr::Field(obj, field), of));
            name.into_iter().for_each(|field| cx.add(Ptr::Field(obj, field), cx.heap.jdk_string()));
        }
    }

    /// The one object that describes something.
    fn describing(&mut self, cx: &Cx<'_, '_>, class: &str, place: &str, described: Described) -> Option<ObjId> {
        let class = cx.program.find_class(class)?;
        let site = cx.heap.site(Site::Vm(cx.program.sym(place)));
        let obj = cx.heap.intern(ObjKind::Instance { site, ty: cx.program.class_type(class), ctx: NO_CTX });
        self.described.insert(obj, described);
        Some(obj)
    }

    fn ask_described(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, asked: Description, obj: ObjId) {
        let Some(dst) = self.calls[call].view.dst else { return };
        // In the JDK every name would become one that it loads.
        let jdk = self.calls[call].origin == Origin::Jdk;
        let found = match (asked, self.described.get(&obj)) {
            (Description::Name, Some(_)) if jdk => return cx.add(dst, cx.heap.jdk_string()),
            (Description::Name, Some(&(Described::Package { name } | Described::Component { name, .. }))) => {
                ObjKind::Str { text: name }
            }
            (Description::ComponentType, Some(&Described::Component { ty, .. }))
            | (Description::ParameterType, Some(&Described::Parameter { ty })) => ObjKind::Class { ty },
            (Description::Record, Some(&Described::Component { record, .. })) => ObjKind::Class { ty: record },
            (Description::Accessor, Some(&Described::Component { accessor, .. })) => match accessor {
                Some(method) => ObjKind::Method { method },
                None => return,
            },
            _ => return self.described_unknown(cx, call),
        };
        cx.add(dst, cx.heap.intern(found));
    }

    /// What comes out of a class or object of which nothing is known.
    pub(super) fn described_unknown(&self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let view = &self.calls[call].view;
        let Some(dst) = view.dst else { return };
        let program: &Program = cx.program;
        let method = program.find_class(self.calls[call].api.class).and_then(|class| {
            let name = program.sym(self.calls[call].api.name);
            program.methods_named(class, name).into_iter().next()
        });
        let Some(method) = method else { return };
        let ret = program.method_desc(program.method(method).desc).ret;
        let element = lookup::component_type(program, ret);
        let unknown = cx.heap.unknown(view.site, element.unwrap_or(ret), true);
        let to = match element {
            Some(_) => {
                let array = cx.heap.alloc(view.site, ret, NO_CTX);
                cx.add(dst, array);
                Ptr::Elements(array)
            }
            None => Ptr::Node(dst),
        };
        unknown.into_iter().for_each(|unknown| cx.add(to, unknown));
    }
}
