//! What open calls of the application ask of code that is not looked at: the closed classes from which their unknown inputs
//! come (scope on demand). Must not know how they are opened.

use crate::base::{FxHashMap, FxHashSet, FxIndexMap, FxIndexSet};
use crate::classpath::Origin;
use crate::heap::{Heap, ObjId, ObjKind, Site, SiteId};
use crate::models::ClosedCall;
use crate::pointsto::NodeId;
use crate::program::{ClassId, MethodId, Program, Scope, TypeId, access};
use crate::reflection::Kind;

use super::tiers::Judge;
use super::view::View;

/// Most places that are asked for one object of which only its type is known.
const PLACES: usize = 8;

/// What is asked for in one round.
#[derive(Debug, Default)]
pub struct Asked {
    /// Closed classes that open calls depend on.
    pub classes: FxIndexSet<ClassId>,
    /// Open classes of which closed ones may have set a field that a call depends on.
    pub written: FxIndexSet<ClassId>,
    /// A call depends on what the JDK gives, which may come from its closed parts.
    pub jdk: bool,
    /// How many calls of the application are open.
    pub open: usize,
}

impl Asked {
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty() && self.written.is_empty() && !self.jdk
    }
}

/// Follows the unknown inputs of the application's open calls to the closed calls and fields they come from.
pub fn asked(judge: &Judge<'_, '_>, calls: &FxIndexMap<SiteId, ClosedCall>, scope: &Scope) -> Asked {
    let mut asks = Asks {
        judge,
        calls,
        scope,
        receivers: FxHashMap::default(),
        of_jdk: FxHashSet::default(),
        seen: FxHashSet::default(),
        types: FxHashSet::default(),
        giving: FxHashMap::default(),
        own: FxHashMap::default(),
        todo: Vec::new(),
        found: Asked::default(),
    };
    for call in judge.state.calls() {
        if asks.is_of_jdk(call.resolved) {
            asks.of_jdk.insert(call.site);
        }
        let program = judge.program;
        let (resolved, caller) = (program.method(call.resolved), judge.state.instance(call.caller).method);
        let Some(receiver) = call.args.first().copied().flatten() else { continue };
        if !call.direct {
            asks.receivers.entry(call.site).or_default().push(receiver);
        }
        let is_own = |method| program.origin_of(method) == Origin::Application;
        if resolved.access & access::STATIC == 0 && is_own(call.resolved) && is_own(caller) {
            asks.own.entry(resolved.class).or_default().push((receiver, caller));
        }
    }
    for (&key, site) in judge.sites {
        if judge.program.origin_of(site.method) != Origin::Application || View::api(key).kind == Kind::Flow {
            continue;
        }
        let judgement = judge.judge(key);
        if judgement.tier.is_incomplete() {
            asks.found.open += 1;
            asks.todo.extend(&judgement.origins);
            let unknown = judgement.unknown.iter().map(|&(_, obj)| obj);
            unknown.for_each(|obj| asks.object(obj, site.method));
        }
    }
    while let Some(site) = asks.todo.pop() {
        asks.site(site);
    }
    asks.found
}

struct Asks<'x, 'j, 'a> {
    judge: &'x Judge<'j, 'a>,
    calls: &'x FxIndexMap<SiteId, ClosedCall>,
    scope: &'x Scope,
    /// Receivers of the calls at a place.
    receivers: FxHashMap<SiteId, Vec<NodeId>>,
    /// Where methods of the JDK are called that run by their code.
    of_jdk: FxHashSet<SiteId>,
    seen: FxHashSet<SiteId>,
    types: FxHashSet<(TypeId, MethodId)>,
    /// The closed calls that give objects of a type.
    giving: FxHashMap<TypeId, Giving>,
    /// What the application's calls of methods of its own classes are made on, by class, with the methods of the calls.
    own: FxHashMap<ClassId, Vec<(NodeId, MethodId)>>,
    todo: Vec<SiteId>,
    found: Asked,
}

impl Asks<'_, '_, '_> {
    /// Whether a call runs code of the JDK, and not a model of it.
    fn is_of_jdk(&self, resolved: MethodId) -> bool {
        let (program, state) = (self.judge.program, self.judge.state);
        let data = program.method(resolved);
        let is_modelled = data.has_code && !state.is_reached(resolved);
        self.scope.closes_jdk() && program.origin_of(resolved) == Origin::Jdk && !is_modelled
    }

    /// An unknown comes from a place.
    fn site(&mut self, site: SiteId) {
        if !self.seen.insert(site) {
            return;
        }
        let program = self.judge.program;
        match self.judge.heap.site_data(site) {
            Site::At(method, _) => {
                self.found.jdk |= self.of_jdk.contains(&site);
                if let Some(call) = self.calls.get(&site) {
                    self.found.classes.extend(call.methods.iter().map(|&method| program.method(method).class));
                }
                let receivers = self.receivers.get(&site).cloned().unwrap_or_default();
                self.receivers(&receivers, method);
            }
            Site::Field(field) => {
                let class = program.field(field).class;
                if self.scope.is_closed(program, class) {
                    self.found.classes.insert(class);
                } else {
                    if self.scope.is_known_to_hidden(program, class) && !program.is_supplied(class) {
                        self.found.written.insert(class);
                    }
                    self.readers(class);
                }
            }
            Site::Jdk => self.found.jdk = true,
            Site::Within(..)
            | Site::Param(..)
            | Site::Outside
            | Site::Saturated
            | Site::Unknowns { .. }
            | Site::Vm(_) => {}
        }
    }

    fn receivers(&mut self, nodes: &[NodeId], near: MethodId) {
        let judge = self.judge;
        for obj in nodes.iter().flat_map(|&node| judge.core.pts(node).iter()) {
            self.object(ObjId(obj), near);
        }
    }

    /// What an object comes from of which nothing is known but its type.
    fn object(&mut self, obj: ObjId, near: MethodId) {
        let heap = self.judge.heap;
        let (site, bound) = match heap.kind(obj) {
            // A class is that of such an object.
            ObjKind::Opaque { site, bound } | ObjKind::UnknownClass { site, bound, .. } => (site, bound),
            ObjKind::UnknownString { site } => (site, heap.types().string),
            ObjKind::UnknownInstance { site, .. } => return self.todo.push(site),
            _ => return,
        };
        match heap.site_data(site) {
            // Callers have no code that could be looked at.
            Site::Unknowns { of_callers: true } => {}
            Site::Outside | Site::Unknowns { .. } if self.types.insert((bound, near)) => self.given(bound, near),
            Site::Outside | Site::Unknowns { .. } => {}
            _ => self.todo.push(site),
        }
    }

    /// A field of a class of the application is read: from objects, it may be, that closed code gives, or gives back.
    fn readers(&mut self, class: ClassId) {
        for (receiver, near) in self.own.get(&class).cloned().unwrap_or_default() {
            self.receivers(&[receiver], near);
        }
    }

    /// The closed calls that give objects of a type: those of the method, or of the class, if it has any; and those of the method
    /// that give what may hold one.
    fn given(&mut self, bound: TypeId, near: MethodId) {
        let program = self.judge.program;
        let (calls, heap) = (self.calls, self.judge.heap);
        let all = self.giving.entry(bound).or_insert_with(|| Giving::read(program, heap, calls, bound));
        let class = program.method(near).class;
        let nearest = [all.in_method.get(&near), all.in_class.get(&class)].into_iter().flatten().next();
        self.todo.extend(nearest.unwrap_or(&all.places).iter().take(PLACES));
        self.todo.extend(all.holding.get(&near).into_iter().flatten().take(PLACES));
    }
}

/// The places of closed calls that give objects of one type.
#[derive(Default)]
struct Giving {
    places: Vec<SiteId>,
    in_method: FxHashMap<MethodId, Vec<SiteId>>,
    in_class: FxHashMap<ClassId, Vec<SiteId>>,
    /// Those of a method that give what may hold one, or be one without saying it.
    holding: FxHashMap<MethodId, Vec<SiteId>>,
}

impl Giving {
    fn read(program: &Program, heap: &Heap, calls: &FxIndexMap<SiteId, ClosedCall>, bound: TypeId) -> Self {
        let mut all = Self::default();
        let object = heap.types().object;
        let is_one = |ty: TypeId| {
            program.is_subtype(ty, bound)
                || ty != object && bound != heap.types().string && program.is_subtype(bound, ty)
        };
        let holds = |ty: TypeId| match program.class_of(ty) {
            Some(class) => {
                let data = program.class(class);
                data.origin == Origin::Jdk && data.access & access::FINAL == 0
            }
            None => program.dimensions(ty).0 > 0,
        };
        for (&site, call) in calls {
            let Site::At(method, _) = heap.site_data(site) else { continue };
            if call.gives.iter().any(|&ty| is_one(ty)) {
                all.places.push(site);
                all.in_method.entry(method).or_default().push(site);
                all.in_class.entry(program.method(method).class).or_default().push(site);
            } else if call.gives.iter().any(|&ty| holds(ty)) {
                all.holding.entry(method).or_default().push(site);
            }
        }
        all
    }
}
