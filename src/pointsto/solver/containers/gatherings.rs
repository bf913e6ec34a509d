//! Everything that is in some objects is put into a collection (`addAll`, `putAll`, constructors that copy). Thousands of
//! collections may be made of what is in thousands: what is in the objects of a node goes to nodes of the gathering, and from
//! there to each collection. Must not know which methods do that.

use crate::base::PtsSet;
use crate::heap::{Category, Face, ObjId, Site};
use crate::pointsto::graph::flow::FlowKind;
use crate::pointsto::graph::node::Use;
use crate::pointsto::ids::{ALL, GatheringId, NodeId};
use crate::pointsto::solver::solve::{Next, Solver};
use crate::pointsto::summaries::containers::{Gathering, Kind, OnEscape};

impl Solver<'_> {
    /// Everything that is in the objects at a node is put into a collection.
    pub(super) fn enter_all(&mut self, from: NodeId, into: ObjId) {
        let Some((_, to)) = self.container(into) else { return };
        let id = self.gathering(from, kind(to));
        let gathering = &mut self.containers.gatherings[id];
        if !gathering.into.insert(into) {
            return;
        }
        let (has_unknown, is_escaped) = (gathering.has_unknown, gathering.is_escaped);
        for (category, node) in gathering.nodes.clone() {
            let host = self.other_entrance(into, to.category(category));
            self.core.edge(node, host, ALL, FlowKind::Contents);
        }
        if has_unknown {
            self.enter_unknown(into, to);
        }
        if is_escaped {
            self.escape(into);
        }
    }

    fn gathering(&mut self, from: NodeId, of: Kind) -> GatheringId {
        if let Some(&known) = self.containers.gathering_at.get(&(from, of)) {
            return known;
        }
        let categories: &[Category] = match of {
            Kind::Elements => &[Category::Shown],
            Kind::Map | Kind::Entry => &[Category::Keys, Category::Values],
            Kind::Other => &[],
        };
        let nodes = categories.iter().map(|&category| (category, self.core.synthetic())).collect();
        let into = Default::default();
        let id = self.containers.gatherings.push(Gathering { of, nodes, into, has_unknown: false, is_escaped: false });
        self.containers.gathering_at.insert((from, of), id);
        self.add_use(from, Use::Gather(id));
        id
    }

    /// New objects whose contents are put into the collections of a gathering.
    pub(in crate::pointsto::solver) fn gathered(&mut self, id: GatheringId, objects: &PtsSet) {
        for obj in objects.iter().map(ObjId) {
            let from = self.container(obj);
            let is_same = match (from, self.containers.gatherings[id].of) {
                (Some((_, Face::Elements(_))), Kind::Elements) => true,
                (Some((_, Face::Map | Face::Entry)), Kind::Map) | (Some((_, Face::Entry)), Kind::Entry) => true,
                _ if self.holds_nothing(obj) => continue,
                _ if self.holds_unknown(obj) => {
                    self.gather_unknown(id);
                    continue;
                }
                _ => false,
            };
            let Some((of, face)) = from.filter(|_| is_same) else {
                self.escape_gathering(id);
                // Entries that somebody else holds can be written through.
                if let Some((of, _)) = from {
                    self.leak(of);
                }
                continue;
            };
            for (category, node) in self.containers.gatherings[id].nodes.clone() {
                let host = self.host_node(of, face.category(category));
                self.core.edge(host, node, ALL, FlowKind::Contents);
            }
            if self.containers.escaped.contains(&of) {
                self.escape_gathering(id);
            } else {
                self.on_escape(of, OnEscape::Gathering(id));
            }
        }
    }

    /// Something that is gathered has escaped: so does what it is gathered in.
    pub(in crate::pointsto::solver) fn escape_gathering(&mut self, id: GatheringId) {
        let gathering = &mut self.containers.gatherings[id];
        if !std::mem::replace(&mut gathering.is_escaped, true) {
            gathering.into.iter().for_each(|&into| self.next.push_back(Next::Escaped(OnEscape::Escape(into))));
        }
    }

    fn gather_unknown(&mut self, id: GatheringId) {
        let gathering = &mut self.containers.gatherings[id];
        if std::mem::replace(&mut gathering.has_unknown, true) {
            return;
        }
        let all: Vec<ObjId> = gathering.into.iter().copied().collect();
        for into in all {
            if let Some((_, to)) = self.container(into) {
                self.enter_unknown(into, to);
            }
        }
    }

    /// What is in a collection of unknown class is put into one: nobody knows what that is.
    fn enter_unknown(&mut self, into: ObjId, to: Face) {
        let object = self.heap.types().object;
        let Some(unknown) = self.heap.unknown(self.heap.site(Site::Outside), object, true) else { return };
        let categories: &[Category] = match to {
            Face::Elements(category) => &[category],
            _ => &[Category::Keys, Category::Values],
        };
        for &category in categories {
            let host = self.other_entrance(into, category);
            self.core.add(host, unknown);
        }
    }
}

fn kind(face: Face) -> Kind {
    match face {
        Face::Elements(_) => Kind::Elements,
        Face::Map => Kind::Map,
        Face::Entry => Kind::Entry,
        Face::Iterator(_) | Face::ListIterator(_) | Face::Entries | Face::EntryIterator => Kind::Other,
    }
}
