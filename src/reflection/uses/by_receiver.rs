//! Members of classes that nobody knows, where the object is known that they are used on: they are members of its class or of
//! those above it (rules InvTp, InvSig, GetTp and SetTp of Solar, Li, Tan, Xue, SAS 2015, section 3.4; docs/analysis.md, Targets by
//! receiver). Must not know what is done with them.

use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind};
use crate::pointsto::Cx;
use crate::program::{ClassId, FieldId, MethodId, Program, access};

use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::state::open_call::Wanted;
use super::super::terms::site::{RSite, Receivers};

/// Most methods that an unknown name may mean at a call: what may be as good as anything is no answer. Those of the class that
/// is asked last count besides all there are, so that a single class is an answer up to half of it.
const MOST: usize = 64;

impl State {
    /// What is known of a member of an unknown class; nothing where the objects it is used on do not tell which member it is.
    pub(in crate::reflection) fn by_receiver(
        &self,
        cx: &Cx<'_, '_>,
        call: ApiCallId,
        member: ObjKind,
        of: MemberKind,
    ) -> Option<Wanted> {
        let ObjKind::UnknownMember { kind, class: None, name, site, .. } = member else { return None };
        let call = &self.calls[call];
        let is_on = self.rules.follows_uses() && kind == of && call.origin != Origin::Jdk;
        let name = match name {
            _ if !is_on || self.facts.targets(call.view.site).is_some() => None,
            NamePart::Known(name) => Some(Some(name)),
            // The arguments leave few.
            NamePart::Unknown => (of == MemberKind::Method && call.array.is_some()).then_some(None),
            NamePart::Listed => None,
        };
        // Without a name the few that are public would be taken for all, though a static method of another class is called as well.
        name.map(|name| Wanted { name, is_public: name.is_some() && self.gives_public_members(cx, site) })
    }

    /// A member of an unknown class is used on what the receiver is. Where that may be the constant null it may be a static one,
    /// of which nothing is known.
    pub(in crate::reflection) fn asks_receivers(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        self.asking.entry(call).or_default();
        let is_null = |site: &RSite| site.may_be_null;
        if self.sites.borrow().get(&self.calls[call].site).is_some_and(is_null) {
            self.unknown_instance(cx, call);
        }
    }

    /// The same where no object has come to the receiver, when nothing else happens any more.
    pub(in crate::reflection) fn ask_without_receivers(&mut self, cx: &mut Cx<'_, '_>) {
        let without = self.asking.iter().filter(|(_, asked)| !**asked).map(|(&call, _)| call);
        for call in without.collect::<Vec<_>>() {
            self.unknown_instance(cx, call);
        }
    }

    /// Methods that an object may be asked for by a name, and whether they are all; none, and said so, where it is not known what
    /// it is. Nothing where an object of its class was asked.
    pub(in crate::reflection) fn methods_of_receiver(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        wanted: Wanted,
        (obj, kind): (ObjId, ObjKind),
    ) -> Option<(Vec<MethodId>, bool)> {
        let class = exact_class(cx, obj, kind);
        if !self.asked.methods.insert((call, wanted, class)) {
            return None;
        }
        let mut found = class.map_or_else(Vec::new, |class| methods(cx.program, class, wanted));
        found.retain(|&method| self.calls[call].takes(cx.program, method));
        let opened = self.opened.entry(call).or_default();
        let few = |others: usize| wanted.name.is_some() || others + found.len() <= MOST;
        let runs = few(opened.len());
        let is_told = few(opened.len() + found.iter().filter(|&method| !opened.contains(method)).count());
        let is_told = is_told && !found.is_empty();
        if !runs {
            found.clear();
        }
        self.told_by_receiver(call, wanted, is_told);
        Some((found, is_told))
    }

    /// As [`State::methods_of_receiver`], of fields; nothing where the object was asked.
    pub(in crate::reflection) fn fields_of_receiver(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        wanted: Wanted,
        (obj, kind): (ObjId, ObjKind),
    ) -> Option<Vec<FieldId>> {
        if !self.asked.fields.insert((call, wanted, obj)) {
            return None;
        }
        let found = exact_class(cx, obj, kind).map_or_else(Vec::new, |class| fields(cx.program, class, wanted));
        self.told_by_receiver(call, wanted, !found.is_empty());
        Some(found)
    }

    /// Notes what the objects at a call tell. One that has no such member says that something else is meant: a static one.
    fn told_by_receiver(&mut self, call: ApiCallId, wanted: Wanted, is_told: bool) {
        self.asking.insert(call, true);
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
            site.told_without_name |= wanted.name.is_none();
            site.receivers = site.receivers.max(if is_told { Receivers::Known } else { Receivers::Unknown });
        }
    }
}

/// The class of an object, if it is that and no subclass.
fn exact_class(cx: &Cx<'_, '_>, obj: ObjId, kind: ObjKind) -> Option<ClassId> {
    let is_exact = match kind {
        ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. } => true,
        ObjKind::Class { .. } | ObjKind::UnknownClass { .. } => true,
        _ => kind.is_string(),
    };
    cx.program.class_of(cx.heap.ty(obj)).filter(|_| is_exact)
}

/// Methods of a class and those above it that are called on an object (a receiver that is given is asked for one of its own:
/// assumption `instance-receivers`).
fn methods(program: &Program, class: ClassId, Wanted { name, is_public }: Wanted) -> Vec<MethodId> {
    let all = program.supertypes(class).iter().flat_map(|&owner| program.class(owner).methods.iter().copied());
    all.filter(|&method| {
        let data = program.method(method);
        // Who goes through all methods of a class, by no name, calls the static ones in the same way.
        (name.is_none() || data.access & access::STATIC == 0)
            && !program.str(data.name).starts_with('<')
            && (!is_public || data.access & access::PUBLIC != 0)
            && name.is_none_or(|name| name == data.name)
    })
    .collect()
}

/// The same of fields.
fn fields(program: &Program, class: ClassId, Wanted { name, is_public }: Wanted) -> Vec<FieldId> {
    let all = program.supertypes(class).iter().flat_map(|&owner| program.class(owner).fields.iter().copied());
    all.filter(|&field| {
        let data = program.field(field);
        data.access & access::STATIC == 0
            && (!is_public || data.access & access::PUBLIC != 0)
            && name.is_none_or(|name| name == data.name)
    })
    .collect()
}
