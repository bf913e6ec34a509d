//! Hidden code: what a container supplies (`[analysis] opaque`, provided dependencies), and closed classes of libraries, which
//! nothing has asked for. It is there at run time and is not looked at. What it gives and what its fields hold is unknown;
//! what it is handed it may fill, call and give back, see [`handed`](super::handed). Must not know which classes are meant.

use std::cell::RefCell;
use std::rc::Rc;

use super::by_name::Calling;
use super::closed_bodies::ClosedBodies;
use super::handed::{By, Handed, HandedUnknowns};
use super::printers::prints;
use super::reflecting::Reflecting;
use crate::base::{FxIndexMap, FxIndexSet, PtsSet};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, Site, SiteId};
use crate::pointsto::{CallView, Claim, ClaimTag, Cx, HookData, Model, Outcome, Ptr};
use crate::program::{ClassId, MethodId, Program, Scope, TypeId, access};

/// A call that led to closed code.
#[derive(Debug, Default)]
pub struct ClosedCall {
    /// Closed methods that it calls.
    pub methods: FxIndexSet<MethodId>,
    /// Declared types of what it gives.
    pub gives: FxIndexSet<TypeId>,
}

/// The calls that led to closed code, by where they are, to be read when the solver has finished.
pub type ClosedCalls = Rc<RefCell<FxIndexMap<SiteId, ClosedCall>>>;

pub(super) struct Supplied {
    /// It answers for closed parts of the JDK, and for nothing else.
    jdk: bool,
    scope: Rc<Scope>,
    calls: ClosedCalls,
    handed: Handed,
    reflecting: Reflecting,
    bodies: Rc<ClosedBodies>,
    calling: Rc<Calling>,
    started: bool,
}

impl Supplied {
    pub(super) fn new(
        scope: Rc<Scope>,
        calls: ClosedCalls,
        unknowns: HandedUnknowns,
        bodies: Rc<ClosedBodies>,
        calling: Rc<Calling>,
    ) -> Self {
        let (handed, reflecting) = (Handed::new(unknowns), Reflecting::default());
        Self { jdk: false, scope, calls, handed, reflecting, bodies, calling, started: false }
    }

    /// As [`Supplied::new`], for closed parts of the JDK: to be asked after the models, which know methods there by name.
    pub(super) fn of_jdk(
        scope: Rc<Scope>,
        calls: ClosedCalls,
        unknowns: HandedUnknowns,
        bodies: Rc<ClosedBodies>,
        calling: Rc<Calling>,
    ) -> Self {
        Self { jdk: true, ..Self::new(scope, calls, unknowns, bodies, calling) }
    }

    /// What hidden code throws: what it was called with threw, and what it throws itself: anything unchecked, and of what it
    /// declares any subclass.
    fn throw(cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId) {
        let Some(throw) = call.throw else { return };
        cx.edge(Ptr::Uncaught, throw);
        let unchecked = cx.program.find_class("java/lang/RuntimeException");
        let declared = cx.program.method(method).exceptions.iter().copied();
        for class in unchecked.into_iter().chain(declared) {
            // Calls of objects of a hidden class would hand over what they are given.
            if cx.is_hidden(class) {
                continue;
            }
            let ty = cx.program.class_type(class);
            let own = cx.heap.unknown(cx.heap.site(Site::Outside), ty, true);
            own.into_iter().for_each(|own| cx.add(throw, own));
        }
    }

    /// A call of a closed method.
    fn closed(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId) {
        let program = cx.program;
        let seen = self.bodies.of(program, method);
        let data = program.method(method);
        let desc = program.method_desc(data.desc);
        let skip = usize::from(data.access & access::STATIC == 0);
        let given = seen.gives.and_then(|param| call.args.get(param as usize).copied().flatten());
        match (given, call.dst) {
            (Some(from), Some(dst)) => cx.cast(from, dst, desc.ret),
            (None, Some(_)) => self.give(cx, call, desc.ret),
            (_, None) => {}
        }
        Self::throw(cx, call, method);
        let calls = self.calls.clone();
        let mut calls = calls.borrow_mut();
        let noted = calls.entry(call.site).or_default();
        noted.methods.insert(method);
        noted.gives.insert(desc.ret);
        let (types, reflecting) = (cx.heap.types(), self.reflecting.is(program, data.class));
        let prints = prints(program, method);
        self.handed.hand_over_each(cx, call, Some(method), |index| {
            if !seen.escapes(index) {
                return None;
            }
            if prints && index >= skip {
                return Some(By::Printing);
            }
            let any = index.checked_sub(skip).and_then(|index| desc.params.get(index));
            let any = any.map(|&ty| program.dimensions(ty).1);
            let any = any.is_some_and(|ty| [types.object, types.class, types.string].contains(&ty));
            Some(if any && reflecting { By::Reflecting } else { By::Hidden })
        });
    }

    /// What comes back from hidden code.
    fn give(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, ret: TypeId) {
        let Some(dst) = call.dst.filter(|_| cx.program.is_reference(ret)) else { return };
        // What a collection or array holds comes from the call that gave it; of other types there is one object each.
        let holds = cx.program.class_of(ret).is_none_or(|class| cx.program.class(class).origin == Origin::Jdk);
        let is_own = cx.program.origin_of(call.method) != Origin::Jdk;
        let value = match holds && is_own && cx.scope().is_on_demand() {
            true => cx.heap.unknown_of(call.site, ret),
            false => cx.heap.unknown(call.site, ret, true),
        };
        value.into_iter().for_each(|value| cx.add(dst, value));
    }
}

/// Whether objects of a type of the JDK are there to be called: an interface with one method to implement.
fn is_called(program: &Program, ty: TypeId) -> bool {
    let Some(class) = program.class_of(ty).map(|class| program.class(class)) else { return false };
    let is_open = |&&method: &&MethodId| program.method(method).access & access::ABSTRACT != 0;
    class.origin == Origin::Jdk
        && class.access & access::INTERFACE != 0
        && class.methods.iter().filter(is_open).take(2).count() == 1
}

/// Hidden code sets the class loader of the current thread, to one of which nobody knows what it finds.
fn set_loader(cx: &mut Cx<'_, '_>) {
    let known = cx.program.well_known();
    let field = cx.program.find_field(known.thread, "contextClassLoader", "Ljava/lang/ClassLoader;");
    let thread = cx.heap.intern(ObjKind::Merged { ty: cx.program.class_type(known.thread) });
    let loader = cx.heap.unknown(cx.heap.site(Site::Outside), cx.program.class_type(known.class_loader), true);
    if let (Some(field), Some(loader)) = (field, loader) {
        cx.add(Ptr::Field(thread, field), loader);
    }
}

impl Model for Supplied {
    fn name(&self) -> &'static str {
        if self.jdk { "closed-jdk" } else { "supplied" }
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let data = program.method(method);
        if self.jdk != (program.class(data.class).origin == Origin::Jdk) {
            return None;
        }
        let hidden = if data.has_code {
            self.scope.is_closed(program, data.class)
        } else {
            data.access & access::ABSTRACT == 0 && program.is_supplied(data.class)
        };
        hidden.then_some(Claim::Target(ClaimTag(0)))
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, _tag: ClaimTag) -> Outcome {
        let program = cx.program;
        let data = program.method(method);
        cx.initialise(data.class);
        if cx.scope().is_closed(program, data.class) {
            self.closed(cx, call, method);
        } else {
            self.give(cx, call, program.method_desc(data.desc).ret);
            self.handed.hand_over(cx, call, Some(method), By::Hidden);
        }
        Outcome::Handled
    }

    /// The class is not here at all, or a supertype of it is not.
    fn on_unresolved(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, owner: TypeId) {
        let owner = cx.program.class_of(owner).filter(|_| !self.jdk);
        if owner.is_some_and(|owner| cx.program.rests_on_supplied(owner)) {
            self.handed.hand_over(cx, call, None, By::Hidden);
        }
    }

    /// An object of hidden code is asked.
    fn on_receiver(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, resolved: MethodId, obj: ObjId) -> bool {
        let ObjKind::Opaque { bound, .. } = cx.heap.kind(obj) else { return false };
        let declared = cx.program.method(resolved);
        let bound = cx.program.class_of(bound);
        if self.jdk {
            // What an object of the JDK does by itself is not looked at where its class is not known: it calls what it is given
            // to be called.
            let of_jdk = cx.program.class(declared.class).origin == Origin::Jdk;
            if of_jdk && cx.program.origin_of(call.method) != Origin::Jdk {
                let (program, params) = (cx.program, &cx.program.method_desc(declared.desc).params);
                self.handed.hand_over_each(cx, call, Some(resolved), |index| {
                    let ty = params.get(index.checked_sub(1)?)?;
                    is_called(program, *ty).then_some(By::Hidden)
                });
            }
            return false;
        }
        if [bound, Some(declared.class)].into_iter().flatten().any(|of| cx.is_hidden(of)) {
            let by = if prints(cx.program, resolved) { By::Printing } else { By::Hidden };
            self.handed.hand_over(cx, call, Some(resolved), by);
            let ret = cx.program.method_desc(declared.desc).ret;
            Self::throw(cx, call, resolved);
            if cx.scope().is_on_demand() {
                let mut calls = self.calls.borrow_mut();
                calls.entry(call.site).or_default().gives.insert(ret);
            }
        }
        false
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        self.handed.objects(cx, data, objects);
    }

    fn on_class(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) {
        if !self.jdk && cx.scope().is_known_to_hidden(cx.program, class) {
            self.handed.fill_static(cx, class);
        }
    }

    /// Closed code asks for services of its own, which the application provides, and tells threads which class loader to ask.
    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        if self.jdk || std::mem::replace(&mut self.started, true) {
            return;
        }
        if cx.scope().leaves_out(cx.program) {
            for &class in self.calling.clone().named_in_files(cx.program) {
                self.handed.make(cx, class);
            }
        }
        if super::reflecting::sets_loaders(cx) {
            set_loader(cx);
        }
    }
}
