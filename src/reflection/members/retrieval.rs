//! Member retrieval: the JDK's exact look-up where class and name are known, tokens where one of them is not (Smaragdakis et
//! al. 2015; Solar). Must not know what is done with the member.

use crate::base::{FxIndexSet, Sym};
use crate::classfile::is_written_as;
use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind};
use crate::pointsto::Cx;
use crate::program::{Class, ClassId, MethodId, Program, TypeId, lookup};

use super::super::actions::arguments;
use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::terms::attempt::Attempt;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Problem, Role, UnknownNames};

/// Most names that tokens of an unknown class are told apart by at one look-up.
const TOKENS: usize = 16;

/// A class in a role: known, or not.
type KnownClass = Option<TypeId>;

/// One member by name.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct Find {
    pub(in crate::reflection) kind: MemberKind,
    /// Of the class itself, public or not.
    pub(in crate::reflection) declared: bool,
}

impl Rule for Find {
    fn name(&self) -> RuleName {
        match self.kind {
            MemberKind::Method => RuleName("find-method"),
            MemberKind::Field => RuleName("find-field"),
            MemberKind::Constructor => RuleName("find-constructor"),
        }
    }

    fn attempt(&self) -> Option<Attempt> {
        Some(Attempt::FindMember { kind: self.kind, declared: self.declared })
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        state.find(cx, call, role, *self, objects);
    }
}

impl State {
    fn find(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        Find { kind, declared }: Find,
        objects: &[(ObjId, ObjKind)],
    ) {
        let (class_node, name_node) = (self.calls[call].input(Role::Class), self.names_at(cx, call));
        let view = &self.calls[call].view;
        let init = cx.program.sym("<init>");
        let mut outlines = None;
        let (classes, names) = match role {
            Role::Class if kind == MemberKind::Constructor => {
                (known_classes(cx.program, objects), vec![NamePart::Known(init)])
            }
            Role::Class => {
                let named = self.facts.listed.expand(cx.heap, Self::objects(cx, name_node));
                outlines = self.outlines(&named);
                (known_classes(cx.program, objects), self.known_names(cx, call, &named))
            }
            _ => {
                outlines = self.outlines(objects);
                (known_classes(cx.program, &Self::objects(cx, class_node)), self.known_names(cx, call, objects))
            }
        };
        let sides = match role {
            Role::Class => sides(objects),
            _ => sides(&Self::objects(cx, class_node)),
        };
        let names = as_declared(cx.program, &classes, names);
        let (dst, site) = (view.dst, view.site);
        let jdk = is_jdk(cx, view.method);
        let known: Vec<Sym> = names.iter().filter_map(|name| name.known()).collect();
        let pairs = self.pairs.entry(call).or_default();
        let fresh = pairs.meet(cx.program, kind, declared, classes.iter().copied().flatten(), known.iter().copied());
        let many_names = pairs.names() > TOKENS;
        let params = arguments::exact_types(cx, &self.calls[call]);
        if fresh.too_many_missing {
            self.problem(call, Problem::ManyMissing);
        }
        let program = cx.program;
        for (class, name) in fresh.missing {
            match self.failure(program, class, kind, declared, Some((name, params.as_deref()))) {
                _ if program.type_rests_on_supplied(class) => self.problem(call, Problem::Supplied),
                Some(needs) => self.not_linkable(program, call, class, needs),
                None => self.missing_member(cx, call, class, kind, name),
            }
        }
        for (class, name) in fresh.found {
            if let Some(needs) = self.failure(program, class, kind, declared, Some((name, params.as_deref()))) {
                self.not_linkable(program, call, class, needs);
                if !program.may_be_readable(needs) {
                    continue;
                }
            }
            let found = look_up(program, class, kind, declared, name, params.as_deref());
            if found.is_empty() && program.type_rests_on_supplied(class) {
                self.problem(call, Problem::Supplied);
            } else if found.is_empty() && !fresh.too_many_missing {
                self.missing_member(cx, call, class, kind, name);
            }
            for effect in found {
                self.effect(call, effect);
                if let Some(dst) = dst {
                    cx.add(dst, metaobject(cx, effect));
                }
            }
        }
        for &class in &classes {
            for &name in &names {
                if class.is_none() || name == NamePart::Unknown {
                    self.asked_unknown_class(call, kind, name.known().filter(|_| class.is_none()));
                }
                if name == NamePart::Unknown {
                    let any = class.is_some_and(|ty| {
                        self.find_any(cx, call, ty, (kind, declared), params.as_deref(), outlines.as_deref())
                    });
                    self.note_unknown_name(call, any);
                    if any {
                        continue;
                    }
                }
                let Some(dst) = dst else { continue };
                let from: &[bool] = if class.is_some() { &[false] } else { &sides };
                let (class, name) = match (class, name) {
                    (Some(_), NamePart::Known(_)) => continue,
                    _ if jdk => (None, NamePart::Unknown),
                    (None, _) if many_names => (None, NamePart::Unknown),
                    (Some(ty), _) if !self.is_apart(site, ty) => (None, NamePart::Unknown),
                    pair => pair,
                };
                for &outside in from {
                    cx.add(dst, cx.heap.intern(ObjKind::UnknownMember { kind, class, name, site, outside }));
                }
            }
        }
    }

    /// Notes that a class has no such member, unless another form of the class may have it.
    fn missing_member(&self, cx: &mut Cx<'_, '_>, call: ApiCallId, class: TypeId, kind: MemberKind, name: Sym) {
        let Some(other) = other_form(cx.program, class) else {
            return self.problem(call, Problem::MissingMember { class, kind, name });
        };
        self.problem(call, Problem::OtherForm(other));
        let view = &self.calls[call].view;
        if let Some(dst) = view.dst {
            let (class, name) = (None, NamePart::Known(name));
            cx.add(dst, cx.heap.intern(ObjKind::UnknownMember { kind, class, name, site: view.site, outside: false }));
        }
    }

    /// Notes that a name is not known; `bounded` where all members that it may name are given.
    pub(in crate::reflection) fn note_unknown_name(&self, call: ApiCallId, bounded: bool) {
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
            site.names = site.names.max(if bounded { UnknownNames::Bounded } else { UnknownNames::Unbounded });
        }
    }

    /// The outlines of the names that are not known, if each has one.
    fn outlines(&self, objects: &[(ObjId, ObjKind)]) -> Option<Vec<Sym>> {
        let known = |kind| matches!(kind, ObjKind::Str { .. } | ObjKind::Null);
        let unknown = objects.iter().filter(|&&(_, kind)| self.rules.are_local() || !known(kind));
        let outline = |&(_, kind): &(ObjId, ObjKind)| match kind {
            ObjKind::Template { outline, .. } => Some(outline),
            _ => None,
        };
        unknown.map(outline).collect()
    }

    /// What the name objects say. Merged constants may name members, since only class names are kept apart everywhere.
    pub(in crate::reflection) fn known_names(
        &self,
        cx: &Cx<'_, '_>,
        call: ApiCallId,
        objects: &[(ObjId, ObjKind)],
    ) -> Vec<NamePart> {
        let local = self.local_name(cx, call);
        let mut names = Vec::new();
        let mut unknown = false;
        if let Some(text) = local
            && !objects.is_empty()
        {
            // The literal at the call is exact whatever became of its object.
            return vec![NamePart::Known(text)];
        }
        for &(_, kind) in objects {
            match kind {
                ObjKind::Str { text } if !self.rules.are_local() => names.push(NamePart::Known(text)),
                // It throws.
                ObjKind::Null => {}
                _ => unknown = true,
            }
        }
        if unknown {
            names.push(NamePart::Unknown);
        }
        names
    }
}

/// Names as the members of the classes have them: a string that holds lone surrogates is known but for these.
pub(in crate::reflection) fn as_declared(
    program: &Program,
    classes: &[KnownClass],
    names: Vec<NamePart>,
) -> Vec<NamePart> {
    let is_written =
        |name: &NamePart| name.known().is_some_and(|name| program.str(name).contains(char::REPLACEMENT_CHARACTER));
    if !names.iter().any(is_written) {
        return names;
    }
    let holders = classes.iter().flatten().filter_map(|&ty| program.class_of(ty));
    let holders = holders.flat_map(|class| program.supertypes(class)).map(|&class| program.class(class));
    let of_class = |class: &'_ Class| {
        let methods = class.methods.iter().map(|&method| program.method(method).name);
        methods.chain(class.fields.iter().map(|&field| program.field(field).name)).collect::<Vec<Sym>>()
    };
    let members: FxIndexSet<Sym> = holders.flat_map(of_class).collect();
    let spelled = names.into_iter().flat_map(|name| {
        let text = name.known().filter(|_| is_written(&name)).map(|text| program.str(text));
        let meant = |member: &&Sym| text.is_some_and(|text| is_written_as(program.str(**member), text));
        let found: Vec<NamePart> = members.iter().filter(meant).map(|&member| NamePart::Known(member)).collect();
        if found.is_empty() { vec![name] } else { found }
    });
    spelled.collect()
}

/// The class that a look-up comes to, or a supertype, of which a version folder beside it has another form.
pub(in crate::reflection) fn other_form(program: &Program, ty: TypeId) -> Option<ClassId> {
    let is_versioned = |class: &&ClassId| {
        program.class(**class).origin != Origin::Jdk && program.class_path().is_versioned(program.class_name(**class))
    };
    program.supertypes(program.class_of(ty)?).iter().find(is_versioned).copied()
}

/// Look-ups inside the JDK, such as serialisation's, see nearly every class and let their tokens flow everywhere: there one
/// token of a site stands for all members of all classes.
pub(in crate::reflection) fn is_jdk(cx: &Cx<'_, '_>, method: MethodId) -> bool {
    cx.program.origin_of(method) == Origin::Jdk
}

pub(in crate::reflection) fn known_classes(program: &Program, objects: &[(ObjId, ObjKind)]) -> Vec<KnownClass> {
    let mut classes: Vec<KnownClass> = Vec::new();
    for &(_, kind) in objects {
        let class = match kind {
            ObjKind::Class { ty } => Some(ty),
            kind => kind.array_class(program),
        };
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    classes
}

/// Of the classes asked that are not known, whether some may be any and whether some are made at run time: members of either are
/// told apart, as no class of the world has those of the latter.
pub(in crate::reflection) fn sides(objects: &[(ObjId, ObjKind)]) -> Vec<bool> {
    let is_outside = |kind| matches!(kind, ObjKind::UnknownClass { outside: true, .. });
    let is_known = |kind: ObjKind| matches!(kind, ObjKind::Class { .. });
    let of = |outside: bool| objects.iter().any(|&(_, kind)| !is_known(kind) && is_outside(kind) == outside);
    [false, true].into_iter().filter(|&outside| of(outside)).collect()
}

pub(in crate::reflection) fn metaobject(cx: &Cx<'_, '_>, effect: Effect) -> ObjId {
    cx.heap.intern(match effect {
        Effect::Class(ty) => ObjKind::Class { ty },
        Effect::Method(method) => ObjKind::Method { method },
        Effect::Constructor(method) => ObjKind::Constructor { method },
        Effect::Field(field) => ObjKind::Field { field },
    })
}

/// The members a look-up finds. Without the parameter types every overload may be meant.
pub(super) fn look_up(
    program: &Program,
    ty: TypeId,
    kind: MemberKind,
    declared: bool,
    name: Sym,
    params: Option<&[TypeId]>,
) -> Vec<Effect> {
    let named = |methods: Vec<MethodId>| methods.into_iter().filter(move |&m| program.method(m).name == name).collect();
    let one = |method: Option<MethodId>| method.into_iter().collect::<Vec<_>>();
    match (kind, declared, params) {
        (MemberKind::Field, false, _) => lookup::get_field(program, ty, name).map(Effect::Field).into_iter().collect(),
        (MemberKind::Field, true, _) => {
            lookup::declared_field(program, ty, name).map(Effect::Field).into_iter().collect()
        }
        (MemberKind::Method, false, Some(params)) => methods(lookup::method_choices(program, ty, name, params)),
        (MemberKind::Method, true, Some(params)) => methods(lookup::declared_method_choices(program, ty, name, params)),
        (MemberKind::Method, false, None) => methods(named(lookup::public_methods(program, ty).to_vec())),
        (MemberKind::Method, true, None) => methods(named(lookup::declared_methods(program, ty))),
        (MemberKind::Constructor, false, Some(params)) => {
            constructors(one(lookup::get_constructor(program, ty, params)))
        }
        (MemberKind::Constructor, true, Some(params)) => {
            constructors(one(lookup::declared_constructor(program, ty, params)))
        }
        (MemberKind::Constructor, false, None) => constructors(lookup::public_constructors(program, ty)),
        (MemberKind::Constructor, true, None) => constructors(lookup::declared_constructors(program, ty)),
    }
}

pub(in crate::reflection) fn methods(found: Vec<MethodId>) -> Vec<Effect> {
    found.into_iter().map(Effect::Method).collect()
}

pub(in crate::reflection) fn constructors(found: Vec<MethodId>) -> Vec<Effect> {
    found.into_iter().map(Effect::Constructor).collect()
}
