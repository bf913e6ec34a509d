//! What becomes of an unknown that plays a part in a reflective call: the rule that answers for it, or none. A table of its
//! own beside that of judging, so that a kind of unknown that judging overlooks is not lost in silence. Must not know tiers.

use crate::heap::{MemberKind, NamePart, ObjKind};
use crate::reflection::Role;

/// What becomes of an object in a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cover {
    /// It is no unknown.
    Known,
    /// The named rule answers for all it may stand for.
    By(&'static str),
    /// No rule does: the call has to say so.
    Uncovered,
}

/// What a site says about its roles as a whole.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Given {
    /// A specification lists what the unknown may be, or the targets of the call.
    pub(super) listed: bool,
    /// The name is a literal at the call.
    pub(super) literal: bool,
    /// All members that unknown names may name are given.
    pub(super) bounded: bool,
    /// The objects that members of unknown classes are used on tell which these are.
    pub(super) by_receivers: bool,
    /// Also where the name of the member is not known.
    pub(super) without_name: bool,
    /// Casts bound what is made of unknown classes, here or later.
    pub(super) by_casts: bool,
    /// The members acted on need a receiver.
    pub(super) needs_receiver: bool,
    /// The members acted on say of which type the receiver is, or a test on every way to the call does.
    pub(super) told_receiver: bool,
    /// Which members the API acts on.
    pub(super) acts_on: Option<MemberKind>,
}

/// Whether the objects that a member is used on say which it is.
pub(super) fn is_told_by_receivers(role: Role, kind: ObjKind, given: Given) -> bool {
    let ObjKind::UnknownMember { class: None, name, outside: false, .. } = kind else { return false };
    let is_asked = match name {
        NamePart::Known(_) => true,
        NamePart::Unknown => given.without_name,
        NamePart::Listed => false,
    };
    role == Role::Member && given.by_receivers && is_asked
}

/// Whether what objects are cast to says what an unknown is that led to them.
pub(super) fn is_bounded_by_cast(role: Role, kind: ObjKind) -> bool {
    match role {
        Role::Name => kind.is_unknown_text(),
        Role::Class => matches!(kind, ObjKind::UnknownClass { outside: false, .. }),
        Role::Member => matches!(kind, ObjKind::UnknownMember { kind: MemberKind::Constructor, outside: false, .. }),
        _ => false,
    }
}

/// The rule that covers an object in a role.
pub(super) fn cover(role: Role, kind: ObjKind, given: Given) -> Cover {
    if !kind.is_token() && !matches!(kind, ObjKind::Opaque { .. }) {
        return Cover::Known;
    }
    if given.listed {
        return Cover::By("specification");
    }
    // Of strings and metaobjects the class is known, whatever they hold.
    let of_known_class =
        kind.is_unknown_text() || matches!(kind, ObjKind::UnknownClass { .. } | ObjKind::UnknownMember { .. });
    if given.by_casts && is_bounded_by_cast(role, kind) {
        return Cover::By("lazy-objects");
    }
    if is_told_by_receivers(role, kind, given) {
        return Cover::By("targets-by-receiver");
    }
    match role {
        Role::Name if given.literal => Cover::By("literal"),
        Role::Name if given.bounded => Cover::By("members-of-class"),
        Role::Name if of_known_class && !kind.is_unknown_text() => Cover::By("other-type"),
        Role::Class | Role::Answer if of_known_class && !matches!(kind, ObjKind::UnknownClass { .. }) => {
            Cover::By("other-type")
        }
        Role::Member => match kind {
            ObjKind::UnknownMember { kind, .. } if given.acts_on.is_some_and(|of| of != kind) => {
                Cover::By("other-type")
            }
            _ if kind.is_listed() => Cover::By("members-of-class"),
            ObjKind::UnknownMember { kind: MemberKind::Constructor, class: Some(_), .. } => {
                Cover::By("constructors-of-class")
            }
            _ if kind.is_unknown_text() => Cover::By("other-type"),
            ObjKind::UnknownClass { .. } => Cover::By("other-type"),
            _ => Cover::Uncovered,
        },
        Role::Receiver if !given.needs_receiver => Cover::By("static-member"),
        Role::Receiver if given.told_receiver && matches!(kind, ObjKind::UnknownInstance { .. }) => {
            Cover::By("told-receiver")
        }
        Role::Receiver if matches!(kind, ObjKind::Opaque { .. }) => Cover::By("opaque-receiver"),
        Role::Receiver | Role::Handler if of_known_class => Cover::By("known-class"),
        // What is unknown of it is among the members behind it, or any type is meant.
        Role::Handle => Cover::By("handle-members"),
        Role::Type => Cover::By("any-type"),
        // Elements of an unknown array are unknown.
        Role::Arguments => Cover::By("unknown-elements"),
        Role::Mirror => Cover::By("unknown-mirror"),
        _ => Cover::Uncovered,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::SiteId;
    use crate::program::TypeId;

    const SITE: SiteId = SiteId(0);
    const TYPE: TypeId = TypeId(0);

    fn member(kind: MemberKind, class: Option<TypeId>) -> ObjKind {
        ObjKind::UnknownMember { kind, class, name: NamePart::Unknown, site: SITE, outside: false }
    }

    #[test]
    fn unknowns_without_a_rule_are_uncovered() {
        let class = ObjKind::UnknownClass { site: SITE, bound: TYPE, outside: false };
        let instance = ObjKind::UnknownInstance { site: SITE, bound: TYPE, lazy: false, outside: false };
        let opaque = ObjKind::Opaque { site: SITE, bound: TYPE };
        let text = ObjKind::UnknownString { site: SITE };
        let plain = Given { needs_receiver: true, ..Given::default() };
        let check = |role, kind, given, wanted| assert_eq!(cover(role, kind, given), wanted);
        for kind in [class, instance, opaque] {
            check(Role::Class, kind, plain, Cover::Uncovered);
        }
        for kind in [text, instance, opaque] {
            check(Role::Name, kind, plain, Cover::Uncovered);
            check(Role::Name, kind, Given { listed: true, ..plain }, Cover::By("specification"));
            check(Role::Name, kind, Given { bounded: true, ..plain }, Cover::By("members-of-class"));
        }
        let invoke = Given { acts_on: Some(MemberKind::Method), ..plain };
        check(Role::Member, member(MemberKind::Method, Some(TYPE)), invoke, Cover::Uncovered);
        check(Role::Member, instance, invoke, Cover::Uncovered);
        check(Role::Member, member(MemberKind::Field, None), invoke, Cover::By("other-type"));
        check(Role::Member, member(MemberKind::Constructor, Some(TYPE)), invoke, Cover::By("other-type"));
        let made = Given { acts_on: Some(MemberKind::Constructor), ..plain };
        check(Role::Member, member(MemberKind::Constructor, None), made, Cover::Uncovered);
        let of_class = member(MemberKind::Constructor, Some(TYPE));
        check(Role::Member, of_class, made, Cover::By("constructors-of-class"));
        check(Role::Member, member(MemberKind::Field, None), plain, Cover::Uncovered);
        let (kind, class) = (MemberKind::Method, Some(TYPE));
        let listed = ObjKind::UnknownMember { kind, class, name: NamePart::Listed, site: SITE, outside: false };
        check(Role::Member, listed, invoke, Cover::By("members-of-class"));
        check(Role::Receiver, instance, plain, Cover::Uncovered);
        check(Role::Receiver, instance, Given::default(), Cover::By("static-member"));
        check(Role::Receiver, ObjKind::Class { ty: TYPE }, plain, Cover::Known);
    }
}
