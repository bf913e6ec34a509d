//! Calls of factories: what a static method makes of its arguments is a host of the call, though its body makes one object for
//! all calls. Must not know which methods are factories.

use std::rc::Rc;

use crate::base::PtsSet;
use crate::classpath::Origin;
use crate::heap::{Category, Face, NO_CTX, ObjId, ObjKind, Site};
use crate::pointsto::command::Args;
use crate::pointsto::graph::flow::FlowKind;
use crate::pointsto::graph::node::Use;
use crate::pointsto::ids::{ALL, CallId, InstId, NodeId};
use crate::pointsto::solver::solve::Solver;
use crate::pointsto::summaries::containers::{Entrance, Made, OnEscape};
use crate::pointsto::summaries::shortcuts::Gives;
use crate::program::MethodId;

impl Solver<'_> {
    /// What a model gives to a factory escapes, as does what calls make of it: the result is that of any call.
    pub(in crate::pointsto::solver) fn escape_given(&mut self, callee: MethodId, args: &Args) {
        if self.made(callee).is_none() {
            return;
        }
        let given: Vec<NodeId> = match args {
            Args::Positional(nodes) => nodes.iter().flatten().filter_map(|&ptr| self.node_of(ptr)).collect(),
            Args::Spread(all) => all.iter().filter_map(|&ptr| self.node_of(ptr)).collect(),
            Args::Unknown => Vec::new(),
        };
        for from in given {
            self.add_use(from, Use::Escape);
        }
    }

    /// Carries out what a call of a factory does with its arguments, and gives what it makes.
    pub(in crate::pointsto::solver) fn make(&mut self, call: CallId, inst: InstId, made: &Made) {
        let Some(dst) = self.state.calls[call].dst else { return };
        let host = self.host_of(call, inst, made.face);
        for &entrance in &made.entrances {
            let (Entrance::Argument(index, _)
            | Entrance::ElementsOf(index, _)
            | Entrance::Backing(index)
            | Entrance::EachOf(index)
            | Entrance::EachOfElementsOf(index)
            | Entrance::Transfer(index)) = entrance;
            let Some(from) = self.argument(call, index) else { continue };
            let kind = FlowKind::Entrance(self.shortcut(call, inst, index as u32));
            match entrance {
                Entrance::Argument(index, category) => {
                    let to = self.entrance(call, host, category, index.saturating_sub(1));
                    let filter = self.core.heap_filter(ALL);
                    self.core.edge(from, to, filter, kind);
                }
                Entrance::ElementsOf(_, category) => {
                    let elements = self.elements_at(from);
                    self.enter_host(elements, host, category, kind);
                }
                Entrance::Backing(_) => {
                    let elements = self.elements_at(from);
                    self.enter_host(elements, host, Category::Elements, kind);
                    let contents = self.host_node(host, Category::Elements);
                    // No instruction stores it: the offset is that of the call.
                    self.add_use(from, Use::ElementStore { src: contents, offset: self.offset_of(call) });
                }
                Entrance::EachOf(_) => self.enter_all(from, host),
                Entrance::EachOfElementsOf(_) => {
                    let elements = self.elements_at(from);
                    self.enter_all(elements, host);
                }
                Entrance::Transfer(_) => return self.add_use(from, Use::TransferArgument(call, inst)),
            }
        }
        self.transfer_made(inst, host, made.face, dst);
    }

    /// A collection writes to the array that backs it: the factory's body, which is that of all of them, gets another one with
    /// the same elements, so that what is put into one is not in the arrays of all. The array itself as soon as nobody can say
    /// what is put in.
    pub(in crate::pointsto::solver) fn pass_backing(&mut self, call: CallId, inst: InstId, index: usize) {
        let Some(made) = self.made(self.state.instances[inst].method) else { return };
        let host = self.host_of(call, inst, made.face);
        if self.containers.escaped.contains(&host) {
            return self.pass_argument(call, inst, index);
        }
        self.on_escape(host, OnEscape::Pass(call, inst, index));
        let callee = self.state.instances[inst].method;
        let ty = self.program.method_desc(self.program.method(callee).desc).params[index];
        let array = self.heap.alloc(self.state.calls[call].site, ty, NO_CTX);
        let (Some(from), Some(param)) = (self.argument(call, index), self.param(inst, index)) else { return };
        let elements = self.elements_at(from);
        self.core.add(param, array);
        if let Some(to) = self.elements_of(array) {
            let filter = self.core.heap_filter(ALL);
            self.core.edge(elements, to, filter, FlowKind::Contents);
        }
    }

    /// An argument goes to the parameter it is for.
    pub(in crate::pointsto::solver) fn pass_argument(&mut self, call: CallId, inst: InstId, index: usize) {
        let site = self.state.calls[call].site;
        if let (Some(from), Some(param)) = (self.argument(call, index), self.param(inst, index)) {
            self.core.edge(from, param, ALL, FlowKind::Argument(site));
        }
    }

    fn argument(&self, call: CallId, index: usize) -> Option<NodeId> {
        self.state.calls[call].args.get(index).copied().flatten()
    }

    fn param(&self, inst: InstId, index: usize) -> Option<NodeId> {
        self.state.instances[inst].params.get(index).copied().flatten()
    }

    fn offset_of(&self, call: CallId) -> u32 {
        match self.heap.site_data(self.state.calls[call].site) {
            Site::At(_, offset) => offset,
            _ => 0,
        }
    }

    /// What a call makes a view of: hosts are seen through it, what nobody can say anything of is as the method returns it.
    pub(in crate::pointsto::solver) fn transfer_argument(&mut self, call: CallId, inst: InstId, objects: &PtsSet) {
        let callee = self.state.instances[inst].method;
        let (Some(made), Some(dst)) = (self.made(callee), self.state.calls[call].dst) else { return };
        for obj in objects.iter().map(ObjId) {
            match self.container(obj) {
                Some((of, face)) => {
                    // Some give back what is such a view already.
                    if self.program.class_of(self.heap.ty(obj)).is_some_and(|class| self.may_be_made(class)) {
                        self.core.add(dst, obj);
                    }
                    self.transfer_made(inst, of, face, dst);
                }
                None if self.holds_nothing(obj) => {
                    let host = self.host_of(call, inst, made.face);
                    self.transfer_made(inst, host, made.face, dst);
                }
                None => {
                    if self.containers.returned.insert((call, inst)) {
                        self.give_all(call, inst);
                    }
                }
            }
        }
    }

    /// Everything that a factory returns to anybody goes to the result of a call. Both stay nodes of their own, as views come
    /// to the result that nobody else is given.
    fn give_all(&mut self, call: CallId, inst: InstId) {
        let Some(to) = self.destination(call, inst) else { return };
        let site = self.state.calls[call].site;
        for from in self.returned(inst) {
            self.core.edge(from, to.node, to.filter, FlowKind::Result(site));
        }
    }

    /// The host of a call of a factory.
    fn host_of(&mut self, call: CallId, inst: InstId, face: Face) -> ObjId {
        let callee = self.state.instances[inst].method;
        let ty = self.program.method_desc(self.program.method(callee).desc).ret;
        let (caller, site) = (self.state.calls[call].caller, self.state.calls[call].site);
        let ctx = self.contexts.allocated(self.state.instances[caller].ctx, site, ty);
        let host = self.heap.alloc(site, ty, ctx);
        self.containers.made_by.insert(host, face);
        host
    }

    /// What a factory makes is a view of a host where the call gives it.
    fn transfer_made(&mut self, inst: InstId, of: ObjId, face: Face, dst: NodeId) {
        let made = match self.containers.made_nodes.get(&inst) {
            Some(&made) => made,
            None => {
                let made = self.core.synthetic();
                self.containers.made_nodes.insert(inst, made);
                for result in self.returned(inst) {
                    self.add_use(result, Use::Returned { made });
                }
                made
            }
        };
        let of = self.joint(of, dst);
        if self.containers.seen.insert((made, of, face, dst)) {
            self.add_use(made, Use::Made { of, face, dst });
        }
    }

    /// Objects that a factory returned: those it made. Others are arguments of other calls, which some factories hand back.
    pub(in crate::pointsto::solver) fn returned_by_factory(&mut self, objects: &PtsSet, made: NodeId) {
        let mut own = PtsSet::new();
        for obj in objects.iter().map(|obj| self.heap.real(ObjId(obj))) {
            if self.program.class_of(self.heap.ty(obj)).is_some_and(|class| self.may_be_made(class)) {
                own.insert(obj.0);
            }
        }
        self.core.add_all(made, &own, ALL);
    }

    /// Objects that a factory made become views of a host.
    pub(in crate::pointsto::solver) fn given_by_factory(
        &mut self,
        of: ObjId,
        face: Face,
        objects: &PtsSet,
        dst: NodeId,
    ) {
        let of = self.joint(of, dst);
        let mut views = PtsSet::new();
        for real in objects.iter().map(ObjId) {
            if self.program.class_of(self.heap.ty(real)).is_some_and(|class| self.fits(face, class)) {
                views.insert(self.heap.intern(ObjKind::View { of, face, real }).0);
            }
        }
        self.core.add_all(dst, &views, ALL);
    }

    /// Where a static method has what it returns.
    fn returned(&self, inst: InstId) -> Vec<NodeId> {
        let instance = &self.state.instances[inst];
        let given = instance.code.as_ref().and_then(|code| code.shortcuts.given.clone());
        let Some(given) = given else { return instance.ret.into_iter().collect() };
        let param = |given: &Gives| match *given {
            Gives::Param(index) => instance.params.get(index as usize).copied().flatten(),
            Gives::Field(..) => None,
        };
        given.iter().filter_map(param).collect()
    }

    fn enter_host(&mut self, from: NodeId, host: ObjId, category: Category, kind: FlowKind) {
        let to = self.other_entrance(host, category);
        let filter = self.core.heap_filter(ALL);
        self.core.edge(from, to, filter, kind);
    }

    /// The elements of the arrays at a node.
    fn elements_at(&mut self, arrays: NodeId) -> NodeId {
        let elements = self.core.synthetic();
        self.add_use(arrays, Use::ElementLoad { dst: elements });
        elements
    }

    /// What a call of a factory makes. What the JDK makes for itself is not told apart; what it wraps is, as wrappers count on
    /// it that everything done with them was said.
    pub(in crate::pointsto::solver) fn made_by(&mut self, call: CallId, callee: MethodId) -> Option<Rc<Made>> {
        let made = self.made(callee)?;
        let caller = self.state.instances[self.state.calls[call].caller].method;
        let wraps = made.entrances.iter().any(|entrance| matches!(entrance, Entrance::Transfer(_)));
        (wraps || self.program.origin_of(caller) != Origin::Jdk).then_some(made)
    }

    /// What a factory makes; `None` if the method is none, and returns as any other does.
    pub(in crate::pointsto::solver) fn made(&mut self, method: MethodId) -> Option<Rc<Made>> {
        let table = self.containers.table?;
        let program = self.program;
        self.containers.made.entry(method).or_insert_with(|| table.made(program, method).map(Rc::new)).clone()
    }
}
