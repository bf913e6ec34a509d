//! Solves the engine's graph again in the plainest way: each object by itself is carried along every edge that was ever asked
//! for, without differences, masks or merged cycles. Every node must hold what the engine says, no more and no less. Must not
//! know how the graph came about.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use reflection_check::heap::{MemberKind, NamePart, ObjId, ObjKind, Site, SiteId};
use reflection_check::pointsto::{Filter, FilterId, NodeId, Solver};
use reflection_check::program::{Type, TypeId, access};

use super::rules::Rules;

/// Differences, some of them spelled out, and how much was compared.
pub(crate) fn check(solver: &Solver<'_>) -> (Vec<String>, String) {
    let record = solver.core.record.as_ref().expect("the engine was asked to keep a record");
    let nodes = solver.core.stats().nodes as usize;
    let mut edges: Vec<(NodeId, NodeId, FilterId)> = record.edges.clone();
    edges.sort_unstable();
    edges.dedup();
    let mut out: Vec<Vec<(NodeId, FilterId)>> = vec![Vec::new(); nodes];
    for &(from, to, filter) in &edges {
        out[from.index()].push((to, filter));
    }
    let mut seeds: BTreeMap<ObjId, BTreeSet<NodeId>> = BTreeMap::new();
    for &(node, obj) in &record.objects {
        seeds.entry(obj).or_default().insert(node);
    }
    let carried = carry(solver, &out, seeds);
    let mut failures = Vec::new();
    let mut facts = 0;
    for (&obj, places) in &carried {
        facts += places.len() as u64;
        for &node in places.iter().filter(|&&node| !holds(solver, node, obj)) {
            failures.push(format!("{} is missing at {}", show(solver, obj), place(solver, node)));
        }
    }
    if failures.is_empty() && facts != solver.core.expanded_facts() {
        // What came to a node before there were too many of its sort went on from there.
        let mut limited: HashMap<ObjId, bool> = HashMap::new();
        let mut is_limited = |obj| {
            let any = || (0..nodes).any(|node| solver.core.is_saturated(NodeId::new(node), obj));
            *limited.entry(obj).or_insert_with(any)
        };
        for node in (0..nodes).map(NodeId::new) {
            for obj in solver.core.pts(node).iter().map(ObjId) {
                if !comes_to(&carried, obj, node) && !is_limited(obj) {
                    failures.push(format!("{} does not come to {}", show(solver, obj), place(solver, node)));
                }
            }
        }
    }
    let compared = format!("{nodes} nodes, {} edges, {} objects, {facts} facts", edges.len(), carried.len());
    (failures, compared)
}

/// The nodes each object comes to, sorted.
fn carry(
    solver: &Solver<'_>,
    out: &[Vec<(NodeId, FilterId)>],
    mut seeds: BTreeMap<ObjId, BTreeSet<NodeId>>,
) -> BTreeMap<ObjId, Vec<NodeId>> {
    let filters = Filters::new(solver);
    let mut carried: BTreeMap<ObjId, Vec<NodeId>> = BTreeMap::new();
    // An object that becomes another one at an edge starts that one there, which may have been carried already.
    let mut open: BTreeSet<ObjId> = seeds.keys().copied().collect();
    while let Some(obj) = open.pop_first() {
        let mut passes: HashMap<FilterId, Option<ObjId>> = HashMap::new();
        let mut seen = vec![false; out.len()];
        let mut stack: Vec<NodeId> = Vec::new();
        for &node in &seeds[&obj] {
            seen[node.index()] = true;
            stack.push(node);
        }
        let mut places = Vec::new();
        while let Some(node) = stack.pop() {
            // Of a sort that a node has too many of, it keeps those it had.
            if solver.core.is_saturated(node, obj) && !solver.core.pts(node).contains(obj.0) {
                continue;
            }
            places.push(node);
            for &(to, filter) in &out[node.index()] {
                let pass = || filters.pass(solver.core.filter_data(filter), obj);
                let Some(passed) = *passes.entry(filter).or_insert_with(pass) else { continue };
                if passed != obj {
                    let is_new = seeds.entry(passed).or_default().insert(to);
                    if is_new && !comes_to(&carried, passed, to) {
                        open.insert(passed);
                    }
                } else if !std::mem::replace(&mut seen[to.index()], true) {
                    stack.push(to);
                }
            }
        }
        places.sort_unstable();
        carried.insert(obj, places);
    }
    carried
}

/// Whether a node has the object, or where it has too many of that sort, what stands for them all.
pub(crate) fn holds(solver: &Solver<'_>, node: NodeId, obj: ObjId) -> bool {
    solver.core.pts(node).contains(obj.0) || solver.core.is_saturated(node, obj)
}

fn comes_to(carried: &BTreeMap<ObjId, Vec<NodeId>>, obj: ObjId, node: NodeId) -> bool {
    carried.get(&obj).is_some_and(|places| places.binary_search(&node).is_ok())
}

/// What filters mean, by their descriptions.
pub(crate) struct Filters<'s, 'a> {
    solver: &'s Solver<'a>,
    rules: Rules<'a>,
    subtypes: RefCell<HashMap<(TypeId, TypeId), bool>>,
}

impl<'s, 'a> Filters<'s, 'a> {
    pub(crate) fn new(solver: &'s Solver<'a>) -> Self {
        Self { solver, rules: Rules { program: solver.program }, subtypes: RefCell::default() }
    }

    pub(crate) fn is_subtype(&self, sub: TypeId, sup: TypeId) -> bool {
        *self.subtypes.borrow_mut().entry((sub, sup)).or_insert_with(|| self.rules.is_subtype(sub, sup))
    }

    /// What an object is after the edge, if it passes.
    pub(crate) fn pass(&self, filter: &Filter, obj: ObjId) -> Option<ObjId> {
        let heap = self.solver.heap;
        let is_any = |types: &[TypeId]| types.iter().any(|&ty| self.is_subtype(heap.ty(obj), ty));
        match filter {
            Filter::All => Some(obj),
            Filter::Cast(ty) => self.cast(obj, *ty),
            Filter::Stored(ty) => ty.map_or(Some(obj), |ty| self.cast(obj, ty)),
            Filter::LibraryCast(ty) if self.solver.program.type_name(*ty) == "java.util.Map$Entry" => {
                let is_opaque = matches!(heap.kind(obj), ObjKind::Opaque { .. });
                if is_opaque { self.cast(obj, *ty) } else { self.is_instance(obj, *ty).then_some(obj) }
            }
            Filter::LibraryCast(ty) => self.is_instance(obj, *ty).then_some(obj),
            Filter::Caught { after, .. } if is_any(after) => None,
            Filter::Caught { ty, .. } => self.cast(obj, *ty),
            Filter::Uncaught(types) => (!is_any(types)).then_some(obj),
            Filter::Leaves { caught, raised, .. } if is_any(caught) || raised.contains(&obj) => None,
            Filter::Leaves { throwable, .. } => self.cast(obj, *throwable),
            Filter::Boundary(site) => {
                let of_jdk =
                    matches!(heap.kind(obj), ObjKind::UnknownString { site } if heap.site_data(site) == Site::Jdk);
                Some(if of_jdk { heap.intern(ObjKind::UnknownString { site: *site }) } else { obj })
            }
            Filter::UnknownStrings => match heap.kind(obj) {
                ObjKind::UnknownString { .. } => Some(obj),
                ObjKind::Template { site, .. } => Some(heap.intern(ObjKind::UnknownString { site })),
                _ => None,
            },
            Filter::Outlined(outline) => match heap.kind(obj) {
                ObjKind::UnknownString { site } | ObjKind::Template { site, .. } => {
                    Some(heap.intern(ObjKind::Template { site, outline: *outline }))
                }
                _ => None,
            },
        }
    }

    fn is_instance(&self, obj: ObjId, ty: TypeId) -> bool {
        let heap = self.solver.heap;
        match heap.kind(obj) {
            ObjKind::Null => true,
            ObjKind::Closure { .. } | ObjKind::Proxy { .. } => {
                self.is_subtype(heap.ty(obj), ty)
                    || heap.markers(obj).into_iter().any(|marker| self.is_subtype(marker, ty))
            }
            _ => self.is_subtype(heap.ty(obj), ty),
        }
    }

    fn cast(&self, obj: ObjId, to: TypeId) -> Option<ObjId> {
        if self.is_instance(obj, to) {
            return Some(obj);
        }
        let (bound, narrowed) = match self.solver.heap.kind(obj) {
            ObjKind::Opaque { site, bound } => (bound, self.unknown(site, to)),
            // Objects of the classes that the cast leaves pass in its place.
            ObjKind::UnknownInstance { lazy: true, bound, .. }
                if matches!(self.solver.heap.kind(self.unknown(SiteId(0), to)), ObjKind::Opaque { .. })
                    && !self.is_subtype(bound, to)
                    && self.solver.program.candidates(to).all =>
            {
                return None;
            }
            // Of strings and metaobjects an unknown is a token of its own.
            ObjKind::UnknownInstance { site, bound, .. } => match self.unknown(site, to) {
                token if matches!(self.solver.heap.kind(token), ObjKind::Opaque { .. }) => (bound, obj),
                token => (bound, token),
            },
            _ => return None,
        };
        (!self.is_apart(bound, to)).then_some(narrowed)
    }

    /// Of two classes one is a superclass of the other, or nothing is both; an interface may be any class's but that of a final
    /// class which is known not to implement it; an array is of another array type if an element may be.
    fn is_apart(&self, one: TypeId, other: TypeId) -> bool {
        let program = self.solver.program;
        match (program.ty(one), program.ty(other)) {
            _ if self.is_subtype(one, other) || self.is_subtype(other, one) => false,
            (Type::Array(one), Type::Array(other)) => self.is_apart(one, other),
            (Type::Class(_), Type::Class(_)) => {
                self.is_class(one) && self.is_class(other) || self.is_closed(one) || self.is_closed(other)
            }
            _ => true,
        }
    }

    /// Whether nothing extends a class and each type that it is of is known.
    fn is_closed(&self, ty: TypeId) -> bool {
        let program = self.solver.program;
        let Type::Class(class) = program.ty(ty) else { return false };
        let supertypes = program.supertypes(class);
        program.class(class).access & access::FINAL != 0
            && supertypes.iter().all(|&class| program.class(class).phantom.is_none())
    }

    fn is_class(&self, ty: TypeId) -> bool {
        let program = self.solver.program;
        matches!(program.ty(ty), Type::Class(class) if program.class(class).access & access::INTERFACE == 0)
    }

    /// What is unknown of a type: strings, classes and members have tokens of their own.
    fn unknown(&self, site: SiteId, ty: TypeId) -> ObjId {
        let heap = self.solver.heap;
        let member = |kind| ObjKind::UnknownMember { kind, class: None, name: NamePart::Unknown, site, outside: false };
        let object = heap.types().object;
        heap.intern(match self.solver.program.type_name(ty).as_str() {
            "java.lang.String" => ObjKind::UnknownString { site },
            "java.lang.Class" => ObjKind::UnknownClass { site, bound: object, outside: false },
            "java.lang.reflect.Method" => member(MemberKind::Method),
            "java.lang.reflect.Field" => member(MemberKind::Field),
            "java.lang.reflect.Constructor" => member(MemberKind::Constructor),
            _ => {
                let site = match heap.site_data(site) {
                    Site::Param(..) | Site::Unknowns { of_callers: true } => Site::Unknowns { of_callers: true },
                    _ => Site::Outside,
                };
                ObjKind::Opaque { site: heap.site(site), bound: ty }
            }
        })
    }
}

pub(crate) fn show(solver: &Solver<'_>, obj: ObjId) -> String {
    format!("{:?} ({})", solver.heap.kind(obj), solver.program.type_name(solver.heap.ty(obj)))
}

pub(crate) fn place(solver: &Solver<'_>, node: NodeId) -> String {
    use reflection_check::pointsto::NodeInfo::{Exception, Return, Throw, Var};
    let info = solver.core.info(node);
    match info {
        Var(inst, _) | Return(inst) | Exception(inst) | Throw(inst, _) => {
            format!("{info:?} of {}", solver.program.method_id(solver.state.instance(inst).method))
        }
        _ => format!("{info:?}"),
    }
}
