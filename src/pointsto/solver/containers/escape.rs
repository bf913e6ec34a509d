//! Which hosts escape, as something happens with them that no row of the table says. Must not know
//! methods by name.

use crate::base::{FxHashSet, PtsSet};
use crate::classpath::Origin;
use crate::heap::{Category, Face, ObjId, ObjKind};
use crate::ir::{Body, Op, Var};
use crate::pointsto::callgraph::calls::CallSite;
use crate::pointsto::command::Args;
use crate::pointsto::graph::flow::{FlowKind, Shortcut};
use crate::pointsto::graph::node::Use;
use crate::pointsto::ids::{ALL, CallId, NodeId};
use crate::pointsto::solver::solve::{Next, Solver};
use crate::pointsto::summaries::containers::{Act, OnEscape};
use crate::program::{ClassId, MethodId, access};

impl Solver<'_> {
    /// Whether a call is one that the collection's own code makes of itself: what it does was said where that code was called.
    /// That code runs for other classes, too (those of the program that extend its abstract classes), and gets collections
    /// from them as parameters, from methods that they override, and as views of one: none of these is its own.
    pub(super) fn is_own_call(&mut self, call: CallId, obj: ObjId, of: ObjId) -> bool {
        let caller = self.state.instances[self.state.calls[call].caller].method;
        // It itself sees what it makes as it is, but for what wraps a view.
        if obj != of && !self.is_wrapper(self.program.method(caller).class) {
            return false;
        }
        let Some(class) = self.program.class_of(self.heap.ty(of)) else { return false };
        if !self.is_own_code(class, self.program.method(caller).class) {
            return false;
        }
        if let Some(&own) = self.containers.own_calls.get(&call) {
            return own;
        }
        let CallSite { caller: inst, resolved, ref vars, .. } = self.state.calls[call];
        // Nobody else can call it.
        let is_public = self.program.method(resolved).access & access::PUBLIC != 0;
        let is_static = self.program.method(caller).access & access::STATIC != 0;
        let own = match (vars.first(), &self.state.instances[inst].code) {
            (Some(&receiver), Some(code)) => !(is_public && is_handed(&code.body, receiver, is_static)),
            _ => false,
        };
        self.containers.own_calls.insert(call, own);
        own
    }

    pub(super) fn on_escape(&mut self, of: ObjId, what: OnEscape) {
        self.containers.on_escape.entry(of).or_default().insert(what);
    }

    /// What calls put into a collection, or into the one that an object is a view of, goes to a node; and so does `or`, where that is
    /// not all: of what is no host, or has escaped.
    pub(in crate::pointsto::solver) fn contents(&mut self, obj: ObjId, to: NodeId, or: Option<ObjId>) {
        let container = self.container(obj);
        if let Some((of, _)) = container {
            for category in [Category::Elements, Category::Keys, Category::Values] {
                let host = self.host_node(of, category);
                self.core.edge(host, to, ALL, FlowKind::Outside);
            }
        }
        match (container, or) {
            (Some((of, _)), Some(or)) if !self.is_escaped(of) => self.on_escape(of, OnEscape::Add(to, or)),
            (_, Some(or)) => self.core.add(to, or),
            (_, None) => {}
        }
    }

    /// A host escapes: from now on calls of it give what its methods return.
    pub(in crate::pointsto::solver) fn escape(&mut self, of: ObjId) {
        if self.containers.escaped.insert(of) {
            let woken = self.containers.on_escape.remove(&of).unwrap_or_default();
            self.next.extend(woken.into_iter().map(Next::Escaped));
        }
    }

    /// An object that may write to a collection is out.
    pub(super) fn leak(&mut self, of: ObjId) {
        // Who writes to what is out already is asked where somebody starts to write.
        if !self.containers.leaking.insert(of) {
            return;
        }
        if (0..self.containers.writing.len()).any(|at| self.may_be_of(of, self.containers.writing[at])) {
            self.escape(of);
        }
    }

    /// A method is called on an object that is a view of no collection that anybody knows: it may write to one that let it out.
    pub(super) fn write_through(&mut self, callee: MethodId, obj: ObjId, caller: Option<MethodId>) {
        let (Some(table), Some(class)) = (self.containers.table, self.program.class_of(self.heap.ty(obj))) else {
            return;
        };
        if self.containers.writing.contains(&class) || !table.writes_through(self.program, callee, caller) {
            return;
        }
        self.containers.writing.insert(class);
        for at in 0..self.containers.leaking.len() {
            let of = self.containers.leaking[at];
            if self.may_be_of(of, class) {
                self.escape(of);
            }
        }
    }

    /// Whether an object of the class can have come out of a collection.
    fn may_be_of(&mut self, of: ObjId, class: ClassId) -> bool {
        self.program.class_of(self.heap.ty(of)).is_some_and(|of| self.is_view(of, class))
    }

    pub(super) fn holds_nothing(&self, obj: ObjId) -> bool {
        let kind = self.heap.kind(obj);
        let is_made = matches!(kind, ObjKind::Alloc { .. } | ObjKind::Merged { .. });
        let class = self.program.class_of(self.heap.ty(obj)).filter(|_| is_made);
        kind == ObjKind::Null
            || self.containers.table.zip(class).is_some_and(|(table, class)| table.is_empty(self.program, class))
    }

    /// Whether nobody knows what an object is and holds: one of unknown class, of a type of the JDK.
    pub(super) fn holds_unknown(&self, obj: ObjId) -> bool {
        let bound = self.program.class_of(self.heap.ty(obj));
        matches!(self.heap.kind(obj), ObjKind::Opaque { .. } | ObjKind::UnknownInstance { .. })
            && bound.is_some_and(|bound| self.program.class(bound).origin == Origin::Jdk)
    }

    /// A model calls a method on objects: what it passes is distinguished by nobody.
    pub(in crate::pointsto::solver) fn watch_seized(&mut self, callee: MethodId, receivers: NodeId) {
        if self.may_be_contained(callee) {
            self.add_use(receivers, Use::Seize(callee));
        }
    }

    /// Objects that a model calls a method on.
    pub(in crate::pointsto::solver) fn seized(
        &mut self,
        callee: MethodId,
        objects: &PtsSet,
        args: &Args,
        passed: FlowKind,
    ) {
        if !self.may_be_contained(callee) {
            return;
        }
        for obj in objects.iter().map(ObjId) {
            let Some((of, face)) = self.container(obj) else {
                self.write_through(callee, obj, None);
                continue;
            };
            match self.acts(face, callee) {
                Some(acts) if acts.iter().all(|&act| is_followed(act, args)) => {
                    self.enter_passed(callee, (of, face), acts, args, passed);
                }
                _ => self.escape(of),
            }
        }
    }

    /// Puts into a collection what a model passes to its method; what the method returns there is what it returns anywhere.
    fn enter_passed(
        &mut self,
        callee: MethodId,
        (of, face): (ObjId, Face),
        acts: &[Act],
        args: &Args,
        passed: FlowKind,
    ) {
        let Args::Positional(nodes) = args else { return };
        for &act in acts {
            // The receiver is not among the model's arguments.
            if let Act::Entrance(index, category) = act
                && let Some(Some(from)) = nodes.get(index - 1).copied()
                && let Some(from) = self.node_of(from)
            {
                let host = self.other_entrance(of, face.category(category));
                let argument = index as u32;
                let kind = passed
                    .call()
                    .map_or(passed, |call| FlowKind::Entrance(self.core.shortcut(Shortcut { call, callee, argument })));
                let filter = self.core.heap_filter(ALL);
                self.core.edge(from, host, filter, kind);
            }
        }
    }

    /// Objects escape: something is done with them that nobody can say.
    pub(in crate::pointsto::solver) fn escape_all(&mut self, objects: &PtsSet) {
        for obj in objects.iter().map(ObjId) {
            if let Some((of, _)) = self.container(obj) {
                self.escape(of);
            }
        }
    }
}

/// Whether an act on a collection is fully said by what a model passes.
fn is_followed(act: Act, args: &Args) -> bool {
    match act {
        Act::Exit(_) | Act::ExitOfArgument(_) => true,
        Act::Entrance(..) => matches!(args, Args::Positional(_)),
        Act::EntranceOfFunction(..)
        | Act::EntranceOfAll(_)
        | Act::Transfer(_)
        | Act::Copy
        | Act::Leak
        | Act::Compares => false,
    }
}

/// Whether a variable holds a parameter other than the receiver, or what a method returned.
fn is_handed(body: &Body, var: Var, is_static: bool) -> bool {
    let mut open = vec![var];
    let mut seen: FxHashSet<Var> = FxHashSet::default();
    while let Some(var) = open.pop() {
        if !seen.insert(var) {
            continue;
        }
        if var.0 < body.params && (var.0 != 0 || is_static) {
            return true;
        }
        for block in body.blocks.iter() {
            open.extend(block.phis.iter().filter(|phi| phi.dst == var).flat_map(|phi| phi.args.iter().copied()));
            open.extend(block.stmts.iter().filter_map(|stmt| match stmt.op {
                Op::Cast { dst, src, .. } if dst == var => Some(src),
                _ => None,
            }));
            if block.stmts.iter().any(|stmt| matches!(stmt.op, Op::Invoke { dst: Some(dst), .. } if dst == var)) {
                return true;
            }
        }
    }
    false
}
