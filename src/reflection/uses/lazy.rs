//! Lazy objects: what an instance of unknown class is cast to says of which classes it can be, and its constructors run where
//! it was made (lazy heap modelling and rule L-Cast of Solar, Li, Tan, Xue, SAS 2015, sections 3.3 and 3.4; docs/analysis.md, Lazy
//! objects). Owns what became of them; must not know whether that is all (verdict).

use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, Site, SiteId};
use crate::pointsto::{CallView, Cx, Filter, NodeId, Ptr, VirtualCall};
use crate::program::{ClassId, MethodId, Program, TypeId, lookup};

use super::super::state::State;
use super::super::state::call::{ApiCallId, Node};
use super::super::terms::site::{Effect, Uncovered};

impl State {
    /// A call makes an object of a class that nobody knows, of type `bound` or below.
    pub(in crate::reflection) fn made_of_unknown_class(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, bound: TypeId) {
        let lazy = self.rules.follows_casts() && self.calls[call].origin != Origin::Jdk;
        let view = &self.calls[call].view;
        let (dst, site) = (view.dst, view.site);
        let obj = cx.heap.intern(ObjKind::UnknownInstance { site, bound, lazy, outside: false });
        self.gives_unknown(cx, call, obj);
        if !lazy {
            dst.into_iter().for_each(|dst| cx.add(dst, obj));
            return;
        }
        self.note_lazy(call, |lazy| lazy.is_made = true);
        let candidates = cx.program.candidates(bound);
        if candidates.all && bound != cx.heap.types().object {
            // `Class.asSubclass` said it before.
            let made: Vec<Option<ObjId>> =
                candidates.classes.iter().map(|&class| self.make_candidate(cx, call, class)).collect();
            self.note_lazy(call, |lazy| lazy.is_covered = true);
            let of_users = self.left_to_users(cx, call, bound);
            of_users.into_iter().zip(dst).for_each(|(obj, dst)| cx.add(dst, obj));
            for (obj, dst) in made.into_iter().flatten().zip(dst.into_iter().cycle()) {
                cx.add(dst, obj);
            }
            return;
        }
        if !self.lazy.known.contains_key(&obj) {
            cx.watch_filters(obj);
        }
        let known = self.lazy.known.entry(obj).or_default();
        if known.calls.insert(call) {
            let met: Vec<(TypeId, NodeId)> = known.met.iter().copied().collect();
            for (ty, into) in met {
                self.cast_lazy(cx, obj, &[call], ty, into);
            }
        }
        dst.into_iter().for_each(|dst| cx.add(dst, obj));
    }

    /// A lazy object met a filter.
    pub(in crate::reflection) fn lazy_met(&mut self, cx: &mut Cx<'_, '_>, filter: &Filter, obj: ObjId, into: NodeId) {
        let ty = match filter {
            Filter::Cast(ty)
            | Filter::Stored(Some(ty))
            | Filter::Caught { ty, .. }
            | Filter::Leaves { throwable: ty, .. } => *ty,
            Filter::LibraryCast(ty) => {
                // What it became elsewhere is all it can be here (object reachability).
                if self.lazy.taken.insert((obj, *ty, into)) {
                    let made = self.node(cx, Node::Made(obj));
                    cx.filtered(made, into, filter.clone());
                }
                return;
            }
            _ => return,
        };
        let ObjKind::UnknownInstance { bound, .. } = cx.heap.kind(obj) else { return };
        if cx.heap.is_reflective(ty) || cx.program.is_subtype(bound, ty) {
            return;
        }
        let Some(known) = self.lazy.known.get_mut(&obj) else { return };
        if known.met.insert((ty, into)) {
            let calls: Vec<ApiCallId> = known.calls.iter().copied().collect();
            self.cast_lazy(cx, obj, &calls, ty, into);
        }
    }

    /// Objects of the classes that a type leaves pass a cast to it in place of the lazy object that `calls` make.
    fn cast_lazy(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, calls: &[ApiCallId], ty: TypeId, into: NodeId) {
        let candidates = cx.program.candidates(ty);
        for &call in calls {
            let mut any = false;
            for &class in &candidates.classes {
                let Some(made) = self.make_candidate(cx, call, class) else { continue };
                any = true;
                cx.add(into, made);
                let all = self.node(cx, Node::Made(obj));
                cx.add(all, made);
            }
            if let Some(of_users) = candidates.all.then(|| self.left_to_users(cx, call, ty)).flatten() {
                cx.add(into, of_users);
            }
            self.note_lazy(call, |lazy| match candidates.all {
                true if any => lazy.is_covered = true,
                true => lazy.no_class = Some(ty),
                // The object goes on as it is: a later cast may say more.
                false => {}
            });
        }
    }

    /// The object of a type that is of a class which users of the library write, where they may: the classes that are here
    /// are not all there are.
    pub(in crate::reflection) fn left_to_users(&self, cx: &Cx<'_, '_>, call: ApiCallId, ty: TypeId) -> Option<ObjId> {
        if !self.has_users || self.calls[call].origin == Origin::Jdk || !cx.program.may_be_extended(ty) {
            return None;
        }
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
            site.left_to_users.insert(ty);
        }
        cx.heap.unknown(cx.heap.site(Site::Unknowns { of_callers: true }), ty, true)
    }

    /// The object that a call makes of a class, if it can.
    pub(super) fn make_candidate(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, class: ClassId) -> Option<ObjId> {
        if let Some(&made) = self.lazy.made.get(&(call, class)) {
            return made;
        }
        let ty = cx.program.class_type(class);
        let constructors = self.constructors(cx.program, call, ty);
        let by_class = self.calls[call].api.acts_on_receiver_class();
        let mut made = None;
        for constructor in constructors {
            let effect = if by_class { Effect::Class(ty) } else { Effect::Constructor(constructor) };
            self.note_lazy(call, |lazy| {
                lazy.made.insert(effect);
            });
            if !self.acts(cx.program, call, effect) {
                self.note_lazy(call, |lazy| {
                    lazy.uncovered.insert(Uncovered::TooMany);
                });
                continue;
            }
            let obj = *made.get_or_insert_with(|| self.instance(cx, call, ty));
            self.construct_as(cx, call, ty, constructor, obj);
        }
        self.lazy.made.insert((call, class), made);
        made
    }

    /// The constructors of a class that a call may run.
    fn constructors(&self, program: &Program, call: ApiCallId, ty: TypeId) -> Vec<MethodId> {
        if self.calls[call].api.acts_on_receiver_class() {
            return lookup::declared_constructor(program, ty, &[]).into_iter().collect();
        }
        let declared = lookup::declared_constructors(program, ty);
        declared.into_iter().filter(|&constructor| self.calls[call].takes(program, constructor)).collect()
    }

    /// A method is called on a lazy object: what it became runs it. Outside the JDK, where nothing bounds the object, that is
    /// not all that may run (Solar's A4 does not hold); a bound that leaves few classes is a cast to it.
    pub(in crate::reflection) fn called_lazily(
        &mut self,
        cx: &mut Cx<'_, '_>,
        view: &CallView,
        resolved: MethodId,
        obj: ObjId,
    ) {
        let Some(known) = self.lazy.known.get(&obj) else { return };
        if !self.lazy.called.insert((view.number, obj)) {
            return;
        }
        let program = cx.program;
        let declaring = program.method(resolved).class;
        let calls: Vec<ApiCallId> = known.calls.iter().copied().collect();
        let (receivers, is_new) = self.node_or_new(cx, Node::Become(obj, declaring));
        if is_new {
            let all = self.node(cx, Node::Made(obj));
            cx.cast(all, receivers, program.class_type(declaring));
        }
        if program.origin_of(view.method) != Origin::Jdk {
            for call in calls {
                self.note_lazy(call, |lazy| {
                    lazy.uncovered.insert(Uncovered::Called(resolved));
                });
            }
        }
        let args = view.args.iter().skip(1).map(|arg| arg.map(Ptr::Node)).collect();
        cx.dispatch(VirtualCall {
            caller: view.caller,
            site: view.site,
            method: resolved,
            receiver: receivers,
            args,
            ret: view.dst.map(Ptr::Node),
            throw: view.throw.map(Ptr::Node),
        });
    }

    /// A class that nobody knows, from a look-up at a place, is one of those that its use leaves.
    pub(in crate::reflection) fn became(&self, place: SiteId, effect: Effect) {
        let mut sites = self.sites.borrow_mut();
        for (_, site) in sites.iter_mut().filter(|(key, _)| key.site == place) {
            let lazy = site.lazy.get_or_insert_default();
            lazy.became.insert(effect);
        }
    }

    /// A class that nobody knows, from a look-up at a place, is bounded by a test elsewhere: nobody says that the program does not go
    /// on without it where the test fails.
    pub(in crate::reflection) fn may_be_refused(&mut self, place: SiteId) {
        if self.lazy.may_be_refused.insert(place) {
            for (_, site) in self.sites.borrow_mut().iter_mut().filter(|(key, _)| key.site == place) {
                site.lazy.get_or_insert_default().may_be_refused = true;
            }
        }
    }

    /// A class that nobody knows, or a member of one, from a look-up at a place, was asked for another class.
    pub(in crate::reflection) fn gave_another(&mut self, place: SiteId) {
        if self.lazy.gave_another.insert(place) {
            for (_, site) in self.sites.borrow_mut().iter_mut().filter(|(key, _)| key.site == place) {
                site.lazy.get_or_insert_default().gave_another = true;
            }
        }
    }

    pub(in crate::reflection) fn note_lazy(
        &self,
        call: ApiCallId,
        note: impl FnOnce(&mut super::super::terms::site::LazyUse),
    ) {
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
            note(site.lazy.get_or_insert_default());
        }
    }
}
