//! Member retrieval: the JDK's exact look-up where class and name are known, tokens where one of them is not (Smaragdakis et
//! al. 2015; Solar). Must not know what is done with the member.

use crate::base::Sym;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind};
use crate::pointsto::Cx;
use crate::program::TypeId;

use super::super::calls::arguments;
use super::super::rule::Rule;
use super::super::state::call::ApiCallId;
use super::super::state::{State, metaobject};
use super::super::terms::attempt::Attempt;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Problem, Role, UnknownNames};
use super::look_up::{as_declared, is_jdk, known_classes, look_up, other_form, sides};

/// Most names that tokens of an unknown class are told apart by at one look-up.
const TOKENS: usize = 16;

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
