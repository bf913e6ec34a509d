//! Types of method handles (`MethodType`): the classes that `MethodType.methodType` and its kin are given, and so which types an
//! object can be. Must not know look-ups.

use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind, Site};
use crate::ir::{self, ConstValue, Op};
use crate::pointsto::{Cx, NodeId, Outcome, Ptr};
use crate::program::{ClassId, FieldId, MethodId, Program, TypeId};

use super::super::rule::{Answer, Rule};
use super::super::state::State;
use super::super::state::call::{ApiCallId, Hook, Watched};
use super::super::state::handles::{HandleType, TYPES};
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Problem, Role};

/// How the type of a handle is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum MakeType {
    /// Of classes: that of the result, and those of the parameters, the last ones in an array.
    OfClasses,
    /// Of `Object`s, as many as a number says, and an array of such.
    Generic,
    /// As a descriptor says (JVMS 4.3.3).
    OfText,
}

impl Rule for MakeType {
    fn name(&self) -> RuleName {
        RuleName("handle-types")
    }

    fn answer(&self) -> Answer {
        Answer::Followed
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        match self {
            MakeType::OfClasses | MakeType::OfText => Outcome::Handled,
            // Who asks it for its classes gets them from its body.
            MakeType::Generic => Outcome::AlsoAnalyse,
        }
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        match self {
            MakeType::OfClasses => state.type_of_classes(cx, call, method),
            MakeType::Generic => state.generic_type(cx, call),
            MakeType::OfText => {
                if let Some(loader) = state.calls[call].input(Role::Asking) {
                    cx.watch(loader, state.hooks.number(Hook::Input { call, role: Role::Asking }));
                }
            }
        }
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        match role {
            Role::Name => state.type_of_texts(cx, call, objects),
            // A loader of the program's own decides itself which classes the names mean.
            _ => {
                let is_own = |&(obj, _): &(ObjId, ObjKind)| {
                    let class = cx.program.class_of(cx.heap.ty(obj));
                    class.is_some_and(|class| cx.program.class(class).origin != Origin::Jdk)
                };
                if objects.iter().any(is_own) {
                    state.problem(call, Problem::NotModelled);
                    state.type_of_unknown(cx, call);
                }
            }
        }
    }
}

impl State {
    fn type_object(&self, cx: &mut Cx<'_, '_>, call: ApiCallId) -> Option<(ObjId, ClassId)> {
        let view = &self.calls[call].view;
        let class = cx.program.well_known().method_type;
        let ty = cx.program.class_type(class);
        let ctx = cx.allocated(view.caller, view.site, ty);
        let obj = cx.heap.intern(ObjKind::Handle { site: view.site, ty, ctx });
        cx.add(view.dst?, obj);
        Some((obj, class))
    }

    fn type_of_classes(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        let Some((obj, class)) = self.type_object(cx, call) else { return };
        let program = cx.program;
        let (view, array) = (self.calls[call].view.clone(), &self.calls[call].array);
        let declared = &program.method_desc(program.method(method).desc).params;
        let mut classes: Vec<Option<NodeId>> = Vec::new();
        let mut bag = None;
        for (&ty, &arg) in declared.iter().zip(&view.args) {
            match array {
                _ if program.dimensions(ty).0 == 0 => classes.push(arg),
                Some(elements) => {
                    classes.extend(elements.slots.iter().map(|slot| slot.and_then(|var| cx.var(view.caller, var))));
                }
                None => bag = Some(arg),
            }
        }
        self.type_fields(cx, obj, class, &classes, bag.flatten());
        let types = self.handles.types.entry(obj).or_default();
        let nodes: Option<Vec<NodeId>> = classes.into_iter().collect();
        match nodes.as_deref().and_then(<[NodeId]>::split_first) {
            Some((&ret, params)) if bag.is_none() => {
                if types.made.insert((ret, params.to_vec())) {
                    for &node in std::iter::once(&ret).chain(params) {
                        cx.watch(node, self.hooks.number(Hook::Handle(obj, Watched::Classes)));
                    }
                }
            }
            _ => self.any_type(cx, obj),
        }
    }

    fn type_of_texts(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        let program = cx.program;
        let local = self.local_name(cx, call);
        for &(_, kind) in objects {
            let text = match kind {
                ObjKind::Str { text } if self.rules.knows_text(text, local) => text,
                // It is no descriptor, of which there are few.
                ObjKind::OtherStr => continue,
                _ => {
                    self.type_of_unknown(cx, call);
                    continue;
                }
            };
            // What is none throws.
            let Some((params, ret)) = program.parse_method_descriptor(program.str(text)) else { continue };
            let all = || std::iter::once(ret).chain(params.iter().copied());
            let classes = || all().filter_map(|ty| program.class_of(program.dimensions(ty).1));
            let missing: Vec<ClassId> = classes().filter(|&class| program.class(class).phantom.is_some()).collect();
            for &class in &missing {
                self.problem(call, Problem::MissingClass(program.sym(&program.binary_name(program.class_type(class)))));
            }
            let Some((obj, class)) = self.type_object(cx, call).filter(|_| missing.is_empty()) else { continue };
            for class in classes() {
                self.effect(call, Effect::Class(program.class_type(class)));
            }
            let field = |name, desc| program.find_field(class, name, desc);
            if let Some(field) = field("rtype", "Ljava/lang/Class;") {
                cx.add(Ptr::Field(obj, field), cx.heap.intern(ObjKind::Class { ty: ret }));
            }
            if let Some(field) = field("ptypes", "[Ljava/lang/Class;") {
                let array = self.parameter_array(cx, obj, field);
                for &ty in &params {
                    cx.add(Ptr::Elements(array), cx.heap.intern(ObjKind::Class { ty }));
                }
            }
            self.is_type(cx, obj, (params, ret));
        }
    }

    /// Of a text that is not known.
    fn type_of_unknown(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let Some((obj, class)) = self.type_object(cx, call) else { return };
        let (site, bound) = (self.calls[call].view.site, cx.heap.types().object);
        let unknown = cx.heap.intern(ObjKind::UnknownClass { site, bound, outside: false });
        let field = |name, desc| cx.program.find_field(class, name, desc);
        if let Some(field) = field("rtype", "Ljava/lang/Class;") {
            cx.add(Ptr::Field(obj, field), unknown);
        }
        if let Some(field) = field("ptypes", "[Ljava/lang/Class;") {
            let array = self.parameter_array(cx, obj, field);
            cx.add(Ptr::Elements(array), unknown);
        }
        self.any_type(cx, obj);
    }

    /// The array of the types of parameters that a type has.
    fn parameter_array(&self, cx: &mut Cx<'_, '_>, obj: ObjId, field: FieldId) -> ObjId {
        let of = cx.program.array_of(cx.heap.types().class);
        let site = match cx.heap.kind(obj) {
            ObjKind::Handle { site, .. } => site,
            _ => cx.heap.site(Site::Outside),
        };
        let array = cx.heap.alloc(site, of, NO_CTX);
        cx.add(Ptr::Field(obj, field), array);
        array
    }

    /// What the type says when it is asked for its classes.
    fn type_fields(
        &self,
        cx: &mut Cx<'_, '_>,
        obj: ObjId,
        class: ClassId,
        classes: &[Option<NodeId>],
        array: Option<NodeId>,
    ) {
        let field = |name, desc| cx.program.find_field(class, name, desc);
        let (ret, params) = (field("rtype", "Ljava/lang/Class;"), field("ptypes", "[Ljava/lang/Class;"));
        if let (Some(ret), Some(&Some(node))) = (ret, classes.first()) {
            cx.edge(node, Ptr::Field(obj, ret));
        }
        let Some(params) = params else { return };
        let all = self.parameter_array(cx, obj, params);
        for node in classes.iter().skip(1).flatten() {
            cx.edge(*node, Ptr::Elements(all));
        }
        if let Some(array) = array {
            cx.edge(array, Ptr::Field(obj, params));
        }
    }

    fn generic_type(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let Some((obj, _)) = self.type_object(cx, call) else { return };
        let object = cx.heap.types().object;
        // One overload is of as many and no array.
        let rest = match self.calls[call].var(Role::Flag) {
            Some(_) => self.int(cx, call, Role::Flag),
            None => Some(0),
        };
        match (self.int(cx, call, Role::Length).filter(|&count| count < 256), rest) {
            (Some(count), Some(rest)) => {
                let mut params = vec![object; count as usize];
                params.extend((rest != 0).then(|| cx.program.array_of(object)));
                self.is_type(cx, obj, (params, object));
            }
            _ => self.any_type(cx, obj),
        }
    }

    /// New classes of what a type is made of.
    pub(super) fn made_types(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId) {
        let made = self.handles.types.get(&obj).map(|types| types.made.clone()).unwrap_or_default();
        for (ret, params) in made {
            let mut types: Vec<Vec<TypeId>> = vec![Vec::new()];
            for &node in std::iter::once(&ret).chain(&params) {
                let mut classes = Vec::new();
                for (_, kind) in Self::objects(cx, Some(node)) {
                    match kind {
                        ObjKind::Class { ty } => classes.push(ty),
                        ObjKind::Null => {}
                        _ => return self.any_type(cx, obj),
                    }
                }
                if types.len() * classes.len() > TYPES {
                    return self.any_type(cx, obj);
                }
                let longer = |of: &Vec<TypeId>, &class: &TypeId| of.iter().copied().chain([class]).collect();
                types = types.iter().flat_map(|of| classes.iter().map(move |class| longer(of, class))).collect();
            }
            for ty in types {
                if let Some((&ret, params)) = ty.split_first() {
                    self.is_type(cx, obj, (params.to_vec(), ret));
                }
            }
        }
    }

    fn is_type(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, ty: HandleType) {
        let types = self.handles.types.entry(obj).or_default();
        if types.known.len() >= TYPES {
            return self.any_type(cx, obj);
        }
        if types.known.insert(ty) {
            self.ask_again(cx, obj);
        }
    }

    fn any_type(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId) {
        let types = self.handles.types.entry(obj).or_default();
        if !std::mem::replace(&mut types.is_any, true) {
            self.ask_again(cx, obj);
        }
    }

    fn ask_again(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId) {
        for (call, sought) in self.handles.types[&obj].asking.clone() {
            self.find_handle(cx, call, sought);
        }
    }

    /// The types that an object can be; `None` if it may be any.
    pub(super) fn types_of(&mut self, cx: &Cx<'_, '_>, obj: ObjId) -> Option<Vec<HandleType>> {
        if !self.handles.types.contains_key(&obj) {
            let types = self.handles.types.entry(obj).or_default();
            match constant(cx, obj) {
                Some(ty) => types.known.extend([ty]),
                None => types.is_any = true,
            }
        }
        let types = self.handles.types.get(&obj)?;
        (!types.is_any).then(|| types.known.iter().cloned().collect())
    }
}

/// The type that a constant of the class file is.
fn constant(cx: &Cx<'_, '_>, obj: ObjId) -> Option<HandleType> {
    let ObjKind::Handle { site, .. } = cx.heap.kind(obj) else { return None };
    let Site::At(method, offset) = cx.heap.site_data(site) else { return None };
    let body = ir::lower(cx.program, method);
    let stmts = body.blocks.iter().flat_map(|block| &block.stmts);
    let text = stmts.filter(|stmt| stmt.offset == offset).find_map(|stmt| match stmt.op {
        Op::Const { value: ConstValue::MethodType(text), .. } => Some(text),
        _ => None,
    })?;
    let desc = cx.program.method_desc(cx.program.desc(text));
    Some((desc.params.clone(), desc.ret))
}
