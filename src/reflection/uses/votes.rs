//! What a class that nobody knows is used as says which one its look-up gave: what its objects are cast to, and the names of the members
//! that it is asked for (use-based back-propagation and invented objects, Smaragdakis, Balatsouras, Kastrinis, Bravenboer, APLAS 2015,
//! 3.2 and 3.3; casts, Livshits, Whaley, Lam, APLAS 2005, 5.3; docs/analysis.md, Votes). Each vote adds a class and takes nothing away:
//! the look-up stays as unknown as it was. Must not know what is done with the class.

use crate::base::{FxHashMap, FxIndexMap, FxIndexSet, Sym};
use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind, SiteId};
use crate::pointsto::{Cx, NodeId};
use crate::program::{ClassId, Program, TypeId, access};

use super::super::state::call::ApiCallId;
use super::super::state::uses::Giving;
use super::super::state::{State, metaobject};
use super::super::terms::rules::Votes;
use super::super::terms::site::{Effect, Role};

/// Most classes below a type that a cast to it votes for, most classes that declare a member of a name, and most members of one class
/// (the paper's `c` and `d`).
const FEW: usize = 5;
/// Most targets that one look-up gets by votes. Here tokens pass through the heap, where those of the paper do not: what comes out of one
/// list is cast to whatever is in it, and a look-up that is voted for anything is told nothing. Whether there are more is decided on
/// a fixpoint.
const MOST: usize = 16;

/// Where the unknown classes come from of which a call makes its result, and the look-ups of unknown members of known classes.
struct Given {
    places: FxIndexSet<SiteId>,
    members: FxIndexSet<(ApiCallId, MemberKind, TypeId)>,
}

impl State {
    /// An object of which nothing is known is cast to a type.
    pub(in crate::reflection) fn used_as(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, ty: TypeId, into: NodeId) {
        let Some(makers) = self.uses.makers.get(&obj) else { return };
        if cx.heap.is_reflective(ty) || ty == cx.heap.types().object {
            return;
        }
        if !self.uses.casts.insert((obj, ty)) || !self.rules.invents {
            return;
        }
        let Some(class) = cx.program.class_of(ty).filter(|&class| cx.program.class(class).phantom.is_none()) else {
            return;
        };
        let is_concrete = cx.program.class(class).access & (access::ABSTRACT | access::INTERFACE) == 0;
        for call in makers.iter().copied().collect::<Vec<_>>() {
            let made = match self.can_make(call) && is_concrete {
                true => self.make_candidate(cx, call, class),
                false => None,
            };
            let invented = made.unwrap_or_else(|| self.instance(cx, call, ty));
            cx.add(into, invented);
        }
    }

    /// Whether what a call gives it made itself.
    fn can_make(&self, call: ApiCallId) -> bool {
        let inputs = self.calls[call].api.inputs;
        inputs.iter().all(|&(role, _)| role != Role::Receiver)
    }

    /// What was learned from uses reaches the look-ups: on a fixpoint, so that no order of work decides.
    pub(in crate::reflection) fn count_votes(&mut self, cx: &mut Cx<'_, '_>) {
        if self.rules.votes == Votes::None {
            return;
        }
        if self.rules.votes == Votes::AtMaking {
            return self.give_to_makers(cx);
        }
        let mut found: FxIndexSet<(ApiCallId, Effect)> = FxIndexSet::default();
        for &(call, ty) in &self.uses.own_casts {
            let candidates = cx.program.candidates(ty);
            for place in self.places_of_class(cx, call, Role::Class) {
                let of_name = |source: &&ApiCallId| self.uses.by_for_name.contains(*source);
                for &source in self.uses.sources.get(&place).into_iter().flatten().filter(of_name) {
                    let classes = candidates.classes.iter().filter(|_| candidates.all);
                    found.extend(classes.map(|&class| (source, Effect::Class(cx.program.class_type(class)))));
                }
            }
        }
        let mut asked: FxHashMap<ApiCallId, Given> = FxHashMap::default();
        let mut giving = std::mem::take(&mut self.uses.giving);
        for &(obj, ty) in &self.uses.casts {
            for &call in self.uses.makers.get(&obj).into_iter().flatten() {
                let given = asked.entry(call).or_insert_with(|| self.given(cx, call));
                self.vote_by_cast(cx.program, given, ty, (&mut giving, &mut found));
            }
        }
        self.uses.giving = giving;
        for index in 0..self.uses.names.len() {
            let (call, kind, name) = self.uses.names[index];
            let classes = self.declarers(cx.program, kind, name);
            if classes.len() > FEW {
                continue;
            }
            for place in self.places_of_class(cx, call, Role::Class) {
                self.vote(cx.program, place, &classes, &mut found);
            }
        }
        let mut fresh: FxIndexMap<ApiCallId, Vec<Effect>> = FxIndexMap::default();
        for (call, effect) in found {
            if !self.uses.given.get(&call).is_some_and(|given| given.contains(&effect)) {
                fresh.entry(call).or_default().push(effect);
            }
        }
        for (call, effects) in fresh {
            let given = self.uses.given.entry(call).or_default();
            if self.rules.votes == Votes::Anywhere && given.len() + effects.len() > MOST {
                continue;
            }
            given.extend(effects.iter().copied());
            for effect in effects {
                self.effect(call, effect);
                if let Some(dst) = self.calls[call].view.dst {
                    cx.add(dst, metaobject(cx, effect));
                }
            }
        }
    }

    /// Classes below the types that an object is cast to are put where the calls that make it, or that look up the constructor, take
    /// the class from: whoever uses the same variable finds them, the look-up of the class does not.
    fn give_to_makers(&self, cx: &mut Cx<'_, '_>) {
        for &(obj, ty) in &self.uses.casts {
            let candidates = cx.program.candidates(ty);
            let classes =
                candidates.classes.iter().filter(|_| candidates.all).map(|&class| cx.program.class_type(class));
            let classes: Vec<ObjId> = classes.map(|class| metaobject(cx, Effect::Class(class))).collect();
            for &call in self.uses.makers.get(&obj).into_iter().flatten() {
                let constructors = State::objects(cx, self.calls[call].input(Role::Member)).into_iter();
                let look_ups = constructors.filter_map(|(_, member)| match member {
                    ObjKind::UnknownMember { kind: MemberKind::Constructor, class: None, site, .. } => {
                        self.uses.members.get(&site)
                    }
                    _ => None,
                });
                let given: Vec<ApiCallId> = look_ups.flatten().copied().chain([call]).collect();
                for class in given.into_iter().filter_map(|given| self.calls[given].input(Role::Class)) {
                    classes.iter().for_each(|&obj| cx.add(class, obj));
                }
            }
        }
    }

    /// What a call is given of which its result says more.
    fn given(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> Given {
        let places = self.places_of_class(cx, call, Role::Class).into_iter().collect();
        let mut given = Given { places, members: FxIndexSet::default() };
        for (_, member) in State::objects(cx, self.calls[call].input(Role::Member)) {
            let ObjKind::UnknownMember { kind, class, name, site, .. } = member else { continue };
            for &lookup in self.uses.members.get(&site).into_iter().flatten() {
                match class {
                    // `c.getConstructor().newInstance()`: of whatever class `c` is.
                    None if kind == MemberKind::Constructor => {
                        given.places.extend(self.places_of_class(cx, lookup, Role::Class));
                    }
                    Some(class) if name == NamePart::Unknown => {
                        given.members.insert((lookup, kind, class));
                    }
                    _ => {}
                }
            }
        }
        given
    }

    fn vote_by_cast(
        &self,
        program: &Program,
        given: &Given,
        ty: TypeId,
        (giving, found): (&mut Giving, &mut FxIndexSet<(ApiCallId, Effect)>),
    ) {
        let candidates = program.candidates(ty);
        if candidates.all && candidates.classes.len() <= FEW {
            given.places.iter().for_each(|&place| self.vote(program, place, &candidates.classes, found));
        }
        for &(lookup, kind, class) in &given.members {
            let members = giving.entry((class, kind, ty)).or_insert_with(|| members_giving(program, class, kind, ty));
            if members.len() <= FEW {
                found.extend(members.iter().map(|&member| (lookup, member)));
            }
        }
    }

    fn vote(&self, program: &Program, place: SiteId, classes: &[ClassId], found: &mut FxIndexSet<(ApiCallId, Effect)>) {
        for &source in self.uses.sources.get(&place).into_iter().flatten() {
            found.extend(classes.iter().map(|&class| (source, Effect::Class(program.class_type(class)))));
        }
    }

    /// Where the unknown classes come from that a call is given.
    fn places_of_class(&self, cx: &Cx<'_, '_>, call: ApiCallId, role: Role) -> Vec<SiteId> {
        let classes = State::objects(cx, self.calls[call].input(role)).into_iter();
        let place = |(_, kind)| match kind {
            ObjKind::UnknownClass { site, outside: false, .. } => Some(site),
            _ => None,
        };
        classes.filter_map(place).collect()
    }

    /// The classes of the application that declare a member of a name.
    fn declarers(&mut self, program: &Program, kind: MemberKind, name: Sym) -> Vec<ClassId> {
        let all = self.uses.declarers.get_or_insert_with(|| {
            let mut all: FxHashMap<(MemberKind, Sym), Vec<ClassId>> = FxHashMap::default();
            let class_path = program.class_path();
            let own = class_path.classes().filter(|&class| class_path.origin(class) == Origin::Application);
            for class in own.filter_map(|class| program.find_class(class_path.name(class))) {
                let data = program.class(class);
                let methods = data.methods.iter().map(|&method| (MemberKind::Method, program.method(method).name));
                let fields = data.fields.iter().map(|&field| (MemberKind::Field, program.field(field).name));
                for key in methods.chain(fields).collect::<FxIndexSet<_>>() {
                    all.entry(key).or_default().push(class);
                }
            }
            all
        });
        all.get(&(kind, name)).cloned().unwrap_or_default()
    }
}

/// Members of a class and those above it of which the result can be of a type: it is above or below theirs.
fn members_giving(program: &Program, class: TypeId, kind: MemberKind, ty: TypeId) -> Vec<Effect> {
    let fits = |of: TypeId| program.is_subtype(of, ty) || program.is_subtype(ty, of);
    let Some(class) = program.class_of(class) else { return Vec::new() };
    let owners = program.supertypes(class).iter().map(|&owner| program.class(owner));
    match kind {
        MemberKind::Method => {
            let methods = owners.flat_map(|owner| owner.methods.iter().copied());
            let named = methods.filter(|&method| !program.str(program.method(method).name).starts_with('<'));
            let fitting = named.filter(|&method| {
                let ret = program.method_desc(program.method(method).desc).ret;
                program.is_reference(ret) && fits(ret)
            });
            fitting.map(Effect::Method).collect()
        }
        MemberKind::Field => {
            let fields = owners.flat_map(|owner| owner.fields.iter().copied());
            let fitting = fields.filter(|&field| {
                let ty = program.field(field).ty;
                program.is_reference(ty) && fits(ty)
            });
            fitting.map(Effect::Field).collect()
        }
        MemberKind::Constructor => Vec::new(),
    }
}
