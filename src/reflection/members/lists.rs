//! All members of a kind of a known class: what plural look-ups give, and what a look-up by a name that nobody knows gives at
//! most. Must not know what is done with the members.

use std::borrow::Cow;

use crate::base::Sym;
use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind, SiteId};
use crate::ir::facts::Facts;
use crate::pointsto::{Cx, Ptr};
use crate::program::{Program, TypeId, lookup};
use crate::strings::named::fits_member;

use super::super::code::name_ends::Ends;
use super::super::rule::Rule;
use super::super::state::call::ApiCallId;
use super::super::state::pairs::member_names;
use super::super::state::{State, effect_of, metaobject};
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Limit, Problem, Role};
use super::look_up::{constructors, is_jdk, known_classes, look_up, methods, sides};

/// Most members that one call gives as it lists them or does not know their names; a variable tells no more of them apart
/// (`pointsto/graph/saturation.rs`).
const fn most(kind: MemberKind) -> usize {
    match kind {
        // Tables of constants have thousands, and what is read of them is read once.
        MemberKind::Field => 2048,
        MemberKind::Method | MemberKind::Constructor => 512,
    }
}

/// All members of a kind.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct List {
    pub(in crate::reflection) kind: MemberKind,
    /// Of the class itself, public or not.
    pub(in crate::reflection) declared: bool,
}

impl Rule for List {
    fn name(&self) -> RuleName {
        match self.kind {
            MemberKind::Method => RuleName("list-methods"),
            MemberKind::Field => RuleName("list-fields"),
            MemberKind::Constructor => RuleName("list-constructors"),
        }
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        state.list(cx, call, *self, objects);
    }
}

/// The members that a call may give of a class.
enum Members {
    All(Vec<Effect>),
    /// More than are told apart.
    TooMany,
    /// There may be others than are seen, or nobody asks for them one by one.
    Unknown,
}

impl State {
    /// Plural forms: an array whose elements are the members of each known class, or one token with unknown name.
    fn list(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        List { kind, declared }: List,
        objects: &[(ObjId, ObjKind)],
    ) {
        let view = &self.calls[call].view;
        let (dst, site) = (view.dst, view.site);
        let array_type = cx.program.array_of(cx.heap.member_type(kind));
        let array = cx.heap.intern(ObjKind::MemberArray { site, ty: array_type });
        let jdk = is_jdk(cx, view.method);
        let sides = sides(objects);
        for class in known_classes(cx.program, objects) {
            if let Some(ty) = class {
                if let Some(needs) = self.failure(cx.program, ty, kind, declared, None) {
                    self.not_linkable(cx.program, call, ty, needs);
                    if !cx.program.may_be_readable(needs) {
                        continue;
                    }
                }
                self.effect(call, Effect::Class(ty));
            }
            let Some(dst) = dst else { continue };
            cx.add(dst, array);
            let all = |program: &Program, ty| listed(program, ty, kind, declared);
            let members = class.map(|ty| self.members(cx.program, call, ty, (kind, declared), all));
            if let Some(Members::All(members)) = members {
                give_listed(cx, Ptr::Elements(array), ListedAt { site, kind, class }, &members);
                continue;
            }
            let is_known = class.is_some();
            let class = class.filter(|&ty| !jdk && self.is_apart(site, ty));
            if class.is_none() && kind == MemberKind::Constructor {
                self.asked_unknown_class(call, kind, None);
            }
            for &outside in if is_known { &[false][..] } else { &sides } {
                let token = ObjKind::UnknownMember { kind, class, name: NamePart::Unknown, site, outside };
                cx.add(Ptr::Elements(array), cx.heap.intern(token));
            }
        }
    }

    /// A look-up of a known class by a name that nobody knows gives one of the members that the parameter types admit. False if
    /// these are not all known.
    pub(super) fn find_any(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        ty: TypeId,
        (kind, declared): (MemberKind, bool),
        params: Option<&[TypeId]>,
        outlines: Option<&[Sym]>,
    ) -> bool {
        let ends = self.name_ends(cx, call);
        let any = |program: &Program, ty| {
            let names = member_names(program, ty, kind, declared);
            let fits = |name: &str| {
                ends.fit(name) && outlines.is_none_or(|all| all.iter().any(|&of| fits_member(program, of, name)))
            };
            let names = names.into_iter().filter(|&name| fits(program.str(name)));
            names.flat_map(|name| look_up(program, ty, kind, declared, name, params)).collect()
        };
        let dst = self.calls[call].view.dst.map(Ptr::Node);
        self.give_any(cx, call, dst, ty, (kind, declared), any)
    }

    /// Gives what `of` finds in a class; false if these are not all there can be.
    pub(in crate::reflection) fn give_any(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        to: Option<Ptr>,
        ty: TypeId,
        (kind, declared): (MemberKind, bool),
        of: impl Fn(&Program, TypeId) -> Vec<Effect>,
    ) -> bool {
        match self.members(cx.program, call, ty, (kind, declared), of) {
            Members::All(members) => {
                members.iter().for_each(|&member| self.effect(call, member));
                if let Some(to) = to {
                    let site = self.calls[call].view.site;
                    give_listed(cx, to, ListedAt { site, kind, class: Some(ty) }, &members);
                }
                true
            }
            Members::TooMany => {
                self.problem(call, Problem::FanOut(Limit::Met(most(kind))));
                false
            }
            Members::Unknown => false,
        }
    }

    /// How the name asked for begins and ends.
    fn name_ends(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> Ends {
        let this = &self.calls[call];
        let (Some(var), Some(code)) = (this.var(Role::Name), cx.code(this.view.caller)) else { return Ends::default() };
        let class = cx.program.method(cx.method_of(this.view.caller)).class;
        Ends::of(cx.program, class, &Facts::of(&code.body), var)
    }

    /// Of the objects in a role those that act: members that the conditions on the way to the call admit. What a specification
    /// says of the targets of a call is more than that they are of a list: members that are known only as that do not act
    /// beside them.
    pub(in crate::reflection) fn acting<'o>(
        &self,
        cx: &Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &'o [(ObjId, ObjKind)],
    ) -> Cow<'o, [(ObjId, ObjKind)]> {
        let this = &self.calls[call];
        if role != Role::Member {
            return Cow::Borrowed(objects);
        }
        let admitted = |kind| effect_of(kind).is_none_or(|effect| this.admits(cx.program, effect));
        if self.facts.targets(this.view.site).is_none() {
            return match this.conditions {
                None => Cow::Borrowed(objects),
                Some(_) => objects.iter().copied().filter(|&(_, kind)| admitted(kind)).collect(),
            };
        }
        let reaching = Self::objects(cx, this.input(Role::Member));
        let tokens = reaching.iter().filter(|(_, kind)| kind.is_listed());
        let lists: Vec<_> =
            tokens.filter_map(|(_, kind)| kind.origin().and_then(|site| self.listed.get(&site))).collect();
        let is_listed = |kind| effect_of(kind).is_some_and(|effect| lists.iter().any(|list| list.contains(&effect)));
        objects.iter().copied().filter(|&(_, kind)| admitted(kind) && !is_listed(kind)).collect()
    }

    /// What `of` finds in a class, if that is all there can be. Libraries look up members of whatever they are handed, nearly
    /// every class of a program: there a token stands for the members of each.
    fn members(
        &mut self,
        program: &Program,
        call: ApiCallId,
        ty: TypeId,
        (kind, declared): (MemberKind, bool),
        of: impl Fn(&Program, TypeId) -> Vec<Effect>,
    ) -> Members {
        let (site, origin) = (self.calls[call].view.site, self.calls[call].origin);
        if origin != Origin::Application
            || self.failure(program, ty, kind, declared, None).is_some()
            || program.type_rests_on_supplied(ty)
            || !self.is_apart(site, ty)
        {
            return Members::Unknown;
        }
        let members = of(program, ty);
        let listed = self.listed.entry(site).or_default();
        let fresh = members.iter().filter(|member| !listed.contains(*member)).count();
        if listed.len() + fresh > most(kind) {
            return Members::TooMany;
        }
        listed.extend(members.iter().copied());
        Members::All(members)
    }
}

/// Where members are listed, and of which class.
struct ListedAt {
    site: SiteId,
    kind: MemberKind,
    class: Option<TypeId>,
}

/// Gives members one by one, and before them the token that says where they come from: it arrives wherever they do, not later.
fn give_listed(cx: &mut Cx<'_, '_>, to: Ptr, ListedAt { site, kind, class }: ListedAt, members: &[Effect]) {
    cx.add(to, cx.heap.intern(ObjKind::UnknownMember { kind, class, name: NamePart::Listed, site, outside: false }));
    for &member in members {
        cx.add(to, metaobject(cx, member));
    }
}

/// What a plural look-up gives.
fn listed(program: &Program, ty: TypeId, kind: MemberKind, declared: bool) -> Vec<Effect> {
    match (kind, declared) {
        (MemberKind::Method, true) => methods(lookup::declared_methods(program, ty)),
        (MemberKind::Method, false) => methods(lookup::public_methods(program, ty).to_vec()),
        (MemberKind::Constructor, true) => constructors(lookup::declared_constructors(program, ty)),
        (MemberKind::Constructor, false) => constructors(lookup::public_constructors(program, ty)),
        (MemberKind::Field, true) => lookup::declared_fields(program, ty).into_iter().map(Effect::Field).collect(),
        (MemberKind::Field, false) => lookup::public_fields(program, ty).into_iter().map(Effect::Field).collect(),
    }
}
