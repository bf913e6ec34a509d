//! Whether casts tell all that unknown classes are: of each call that makes objects of classes nobody knows, whether what is
//! done with these bounds them (Solar, Li, Tan, Xue, SAS 2015, assumption A4: objects reach a cast), and of each look-up before
//! it what its unknown class became. Must not know tiers.

use crate::base::{FxHashMap, FxHashSet, FxIndexMap, FxIndexSet, Mask};
use crate::classpath::Origin;
use crate::heap::{MemberKind, ObjId, ObjKind, SiteId};
use crate::pointsto::{CallSite, NodeId, NodeInfo};
use crate::program::{MethodId, TypeId};
use crate::reflection::{Effect, Kind, LazyUse, Problem, RSite, Role, SiteKey, Uncovered, is_unknown_member};

use super::reasons;
use super::tested;
use super::view::View;

/// What became of unknown classes, by the calls that they come from or get to.
#[derive(Default)]
pub(super) struct LazySites {
    /// Calls of which casts bound all that is unknown.
    covered: FxHashSet<SiteKey>,
    /// What unknown classes and constructors of a look-up became.
    became: FxIndexMap<SiteKey, FxIndexSet<Effect>>,
    /// Types of which users of a library may bring classes, where these would come from a look-up or get to a call.
    left_to_users: FxHashMap<SiteKey, FxIndexSet<TypeId>>,
    /// Places that make objects which a caller drops: no cast says what these are.
    dropped: FxHashSet<SiteId>,
    /// Places whose unknowns get to where nobody sees what is done with them.
    escaped: FxHashSet<SiteId>,
    /// Places whose unknowns are tested, and dropped where the test fails.
    tested: FxHashSet<SiteId>,
}

impl LazySites {
    pub(super) fn new(view: &View<'_, '_>) -> Self {
        let of_users = view.sites.iter().filter(|(_, site)| !site.left_to_users.is_empty());
        let left_to_users = of_users.map(|(&key, site)| (key, site.left_to_users.clone())).collect();
        let mut this = Self { left_to_users, ..Self::default() };
        if view.sites.values().all(|site| site.lazy.is_none()) {
            return this;
        }
        this.escaped = escaped(view);
        this.dropped = dropped(view);
        this.tested = tested::tested(view);
        let outside = outside(view);
        let consumers = consumers(view);
        let acted_on = acted_on(view);
        let mut look_ups: Vec<(SiteKey, &[SiteKey])> = Vec::new();
        for (&key, site) in view.sites {
            let sets = [&this.escaped, &this.dropped, &this.tested, &acted_on];
            let is_elsewhere = sets.iter().any(|set| set.contains(&key.site));
            if is_bounded(site) && !is_elsewhere && !is_made_outside(view, site, &outside) {
                this.covered.insert(key);
            }
            let consumers = consumers.get(&key.site).map_or(&[][..], Vec::as_slice);
            let is_used = !consumers.is_empty() || site.lazy.as_ref().is_some_and(|lazy| !lazy.became.is_empty());
            if View::api(key).kind != Kind::Action && is_used {
                look_ups.push((key, consumers));
                let is_open = site.lazy.as_ref().is_some_and(is_open);
                if !is_open && ![&this.escaped, &this.tested].iter().any(|set| set.contains(&key.site)) {
                    this.covered.insert(key);
                }
            }
        }
        this.settle(view, &look_ups);
        this
    }

    /// A look-up is covered if all are that use what it gives.
    fn settle(&mut self, view: &View<'_, '_>, look_ups: &[(SiteKey, &[SiteKey])]) {
        let constructors = give_constructors(view);
        // Of what it is asked for such a call makes an object, or looks up the constructor that does. The superclass of a class, the
        // class of a field of it and the like say nothing of the class.
        let is_about = |key: &SiteKey| match View::api(*key).kind {
            Kind::Action => true,
            Kind::Member => constructors.contains(&key.site),
            Kind::ClassSource | Kind::Other | Kind::Flow => false,
        };
        loop {
            let open: Vec<SiteKey> = look_ups
                .iter()
                .filter(|(key, consumers)| {
                    let is_bounded = View::api(*key).kind != Kind::Member || is_about(key);
                    let covers = |by: &SiteKey| self.covered.contains(by) && is_about(by);
                    self.covered.contains(key) && !(is_bounded && consumers.iter().all(covers))
                })
                .map(|&(key, _)| key)
                .collect();
            if open.is_empty() {
                break;
            }
            for key in open {
                self.covered.remove(&key);
            }
        }
        let mut grown = true;
        while grown {
            grown = false;
            for &(key, consumers) in look_ups {
                let types: Vec<TypeId> =
                    consumers.iter().filter_map(|by| self.left_to_users.get(by)).flatten().copied().collect();
                if !types.is_empty() {
                    let known = self.left_to_users.entry(key).or_default();
                    let before = known.len();
                    known.extend(types);
                    grown |= known.len() != before;
                }
                let is_source = View::api(key).kind != Kind::Member;
                if !is_source && !is_about(&key) {
                    continue;
                }
                let of: Vec<Effect> = consumers
                    .iter()
                    .filter(|by| is_about(by))
                    .flat_map(|by| {
                        let made = view.sites[by].lazy.iter().flat_map(|lazy| lazy.made.iter());
                        made.chain(self.became.get(by).into_iter().flatten()).copied()
                    })
                    .filter_map(|effect| match effect {
                        Effect::Constructor(method) if is_source => {
                            Some(Effect::Class(view.program.class_type(view.program.method(method).class)))
                        }
                        Effect::Class(_) => is_source.then_some(effect),
                        Effect::Constructor(_) => Some(effect),
                        Effect::Method(_) | Effect::Field(_) => None,
                    })
                    .collect();
                let own = view.sites[&key].lazy.iter().flat_map(|lazy| &lazy.became).copied();
                let became = self.became.entry(key).or_default();
                let before = became.len();
                became.extend(of.into_iter().chain(own));
                grown |= became.len() != before;
            }
        }
    }

    /// Whether casts bound all that is unknown at a call.
    pub(super) fn covers(&self, key: SiteKey) -> bool {
        self.covered.contains(&key)
    }

    /// The types of which users of a library may bring classes to a call, or to one that a look-up leads to.
    pub(super) fn left_to_users(&self, key: SiteKey) -> impl Iterator<Item = TypeId> {
        self.left_to_users.get(&key).into_iter().flatten().copied()
    }

    /// What unknown classes and constructors became that a look-up gave.
    pub(super) fn became(&self, key: SiteKey) -> impl Iterator<Item = Effect> {
        self.became.get(&key).into_iter().flatten().copied()
    }

    /// Why casts do not bound what a call makes of an unknown class, if it makes something.
    pub(super) fn why_open(&self, view: &View<'_, '_>, key: SiteKey) -> Option<String> {
        let lazy = view.sites[&key].lazy.as_ref().filter(|lazy| lazy.is_made && !self.covers(key))?;
        // Which is met first is a matter of the order of work.
        let called = lazy.uncovered.iter().filter_map(|uncovered| match *uncovered {
            Uncovered::Called(method) => Some(view.program.method_id(method)),
            Uncovered::TooMany => None,
        });
        Some(match called.min() {
            Some(method) => reasons::called_before_cast(&method),
            None if lazy.is_covered && self.escaped.contains(&key.site) => reasons::MADE_AND_HANDED_OVER.to_owned(),
            None if lazy.is_covered && self.tested.contains(&key.site) => reasons::MADE_AND_TESTED.to_owned(),
            None if lazy.is_covered => {
                return self.dropped.contains(&key.site).then(|| reasons::MADE_AND_DROPPED.to_owned());
            }
            None => match lazy.no_class {
                Some(ty) => reasons::no_class_is(&view.program.binary_name(ty)),
                None => reasons::NEVER_CAST.to_owned(),
            },
        })
    }
}

/// Whether what becomes of the class that a look-up gives tells nothing of it.
fn is_open(lazy: &LazyUse) -> bool {
    lazy.may_be_brought || lazy.gave_another || lazy.may_be_refused
}

/// Whether what a call makes of unknown classes is bounded by casts wherever it is used (A4 of Solar, by the uses that were seen).
fn is_bounded(site: &RSite) -> bool {
    let stands = |problem: &Problem| {
        matches!(
            problem,
            Problem::FanOut(_)
                | Problem::OutsideWorld
                | Problem::BroughtAtRunTime
                | Problem::Supplied
                | Problem::NotModelled
        )
    };
    let is_covered = |lazy: &LazyUse| lazy.is_covered && lazy.uncovered.is_empty();
    site.lazy.as_ref().is_some_and(is_covered) && !site.problems.iter().any(stands)
}

/// The calls that unknown classes and constructors get to, by where these come from.
fn consumers(view: &View<'_, '_>) -> FxHashMap<SiteId, Vec<SiteKey>> {
    let mut consumers: FxHashMap<SiteId, Vec<SiteKey>> = FxHashMap::default();
    for (&key, site) in view.sites {
        for &(role, node) in &site.roles {
            if !matches!(role, Role::Class | Role::Member) {
                continue;
            }
            for obj in view.core.pts(node).iter().map(ObjId) {
                if let Some(origin) = looked_up(view.heap.kind(obj)) {
                    let by = consumers.entry(origin).or_default();
                    if !by.contains(&key) {
                        by.push(key);
                    }
                }
            }
        }
    }
    consumers
}

/// Where an unknown class or constructor comes from.
fn looked_up(kind: ObjKind) -> Option<SiteId> {
    match kind {
        ObjKind::UnknownClass { site, outside: false, .. }
        | ObjKind::UnknownMember { kind: MemberKind::Constructor, site, .. } => Some(site),
        _ => None,
    }
}

/// Look-ups that give constructors nobody knows.
fn give_constructors(view: &View<'_, '_>) -> FxHashSet<SiteId> {
    let kinds = (0..view.heap.len()).map(|obj| view.heap.kind(ObjId::new(obj)));
    let of = |kind| match kind {
        ObjKind::UnknownMember { kind: MemberKind::Constructor, site, .. } => Some(site),
        _ => None,
    };
    kinds.filter_map(of).collect()
}

/// Look-ups that a class made at run time is asked for a member.
fn outside(view: &View<'_, '_>) -> FxHashSet<SiteId> {
    let is_outside = |node: NodeId| {
        let mut kinds = view.core.pts(node).iter().map(|obj| view.heap.kind(ObjId(obj)));
        kinds.any(|kind| matches!(kind, ObjKind::UnknownClass { outside: true, .. }))
    };
    let asks = |site: &RSite| site.roles.iter().any(|&(role, node)| role == Role::Class && is_outside(node));
    view.sites.iter().filter(|(_, site)| asks(site)).map(|(key, _)| key.site).collect()
}

/// Whether a constructor that is called may be that of a class made at run time: no class of the class path need be it.
fn is_made_outside(view: &View<'_, '_>, site: &RSite, outside: &FxHashSet<SiteId>) -> bool {
    let members = site.roles.iter().filter(|&&(role, _)| role == Role::Member);
    let mut objects = members.flat_map(|&(_, node)| view.core.pts(node).iter()).map(|obj| view.heap.kind(ObjId(obj)));
    objects.any(|kind| looked_up(kind).is_some_and(|place| outside.contains(&place)))
}

/// Places that make lazy objects on which something acts that is not known itself.
fn acted_on(view: &View<'_, '_>) -> FxHashSet<SiteId> {
    let mut found = FxHashSet::default();
    for site in view.sites.values() {
        let in_role = |of: Role| {
            let nodes = site.roles.iter().filter(move |&&(role, _)| role == of);
            nodes.flat_map(|&(_, node)| view.core.pts(node).iter().map(|obj| view.heap.kind(ObjId(obj))))
        };
        if in_role(Role::Member).any(is_unknown_member) {
            found.extend(in_role(Role::Receiver).filter_map(|kind| match kind {
                ObjKind::UnknownInstance { site, lazy: true, .. } => Some(site),
                _ => None,
            }));
        }
    }
    found
}

/// Places that make lazy objects which a method returns to a call outside the JDK that does nothing with them. Other calls of the
/// method may cast theirs, and say nothing of this one's.
fn dropped(view: &View<'_, '_>) -> FxHashSet<SiteId> {
    let mut lazy = Mask::default();
    for obj in (0..view.heap.len()).map(ObjId::new) {
        if matches!(view.heap.kind(obj), ObjKind::UnknownInstance { lazy: true, .. }) {
            lazy.insert(obj.0);
        }
    }
    let mut returned: FxHashMap<MethodId, Vec<SiteId>> = FxHashMap::default();
    for (_, instance) in view.state.instances() {
        let objects = instance.ret.into_iter().flat_map(|ret| view.core.pts(ret).iter_masked(&lazy)).map(ObjId);
        for site in objects.filter_map(|obj| view.heap.kind(obj).origin()) {
            returned.entry(instance.method).or_default().push(site);
        }
    }
    let method = |inst| view.state.instance(inst).method;
    let is_dropping = |call: &&CallSite| {
        call.dst.is_none() && call.cast.is_none() && view.program.origin_of(method(call.caller)) != Origin::Jdk
    };
    let dropping: FxHashSet<(SiteId, MethodId)> =
        view.state.calls().filter(is_dropping).map(|call| (call.site, method(call.caller))).collect();
    let edges = view.state.call_edges().filter(|&(site, caller, ..)| dropping.contains(&(site, caller)));
    edges.filter_map(|(_, _, callee, _)| returned.get(&callee)).flatten().copied().collect()
}

/// Places whose unknowns are handed to code that is not looked at, and those whose classes or constructors are kept: what
/// becomes of them later is not told from others.
fn escaped(view: &View<'_, '_>) -> FxHashSet<SiteId> {
    let mut tokens = Mask::default();
    let mut found = FxHashSet::default();
    for obj in (0..view.heap.len()).map(ObjId::new) {
        let kind = view.heap.kind(obj);
        if looked_up(kind).is_some() {
            tokens.insert(obj.0);
        }
        if view.handed.contains(&obj) {
            found.extend(kind.origin());
        }
    }
    for node in (0..view.core.node_count()).map(NodeId::new) {
        if matches!(view.core.info(node), NodeInfo::Field(..) | NodeInfo::Static(_) | NodeInfo::Elements(_)) {
            let kept = view.core.pts(node).iter_masked(&tokens).map(ObjId);
            found.extend(kept.filter_map(|obj| looked_up(view.heap.kind(obj))));
        }
    }
    found
}
