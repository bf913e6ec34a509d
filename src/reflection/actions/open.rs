//! Actions on members that nobody knows: what they may do to receivers of a known class (docs/analysis.md, Open actions). The
//! site stays open; this is about what others read. Must not know actions on known members.

use crate::base::FxIndexSet;
use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind};
use crate::pointsto::{Cx, Ptr};
use crate::program::{ClassId, FieldId, MethodId, Program, access};

use super::super::calls::arguments::Passed;
use super::super::calls::unknowns::is_unknown_member;
use super::super::state::State;
use super::super::state::call::{ApiCall, ApiCallId};
use super::super::state::open_call::{Bound, OpenCall, Wanted};
use super::super::terms::site::{Limit, Problem, Role};

/// Most methods that one call runs because it may, and most objects whose fields it writes: in the application, and in
/// libraries, where more means that as good as anything is called.
const MOST: usize = 256;
const MOST_IN_LIBRARIES: usize = 8;

/// Any member of whatever it is used on.
const ANY: Bound = Bound { class: None, name: None, is_public: false };

impl State {
    /// A method that nobody knows comes to a call: it says what it means to the receivers that have come.
    pub(super) fn open_method(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, method: ObjKind) {
        let receivers = |this: &Self, cx: &Cx<'_, '_>| Self::objects(cx, this.calls[call].input(Role::Receiver));
        if is_unknown_member(method) && !std::mem::replace(&mut self.open_call(call).asks_proxies, true) {
            let receivers = receivers(self, cx);
            self.ask_proxies(cx, call, &receivers);
        }
        if let Some(wanted) = self.by_receiver(cx, call, method, MemberKind::Method) {
            self.asks_receivers(cx, call);
            if self.open_call(call).wanted.insert(wanted) {
                let receivers = receivers(self, cx);
                self.invoke_on(cx, call, wanted, &receivers);
            }
        } else if is_unknown_member(method) {
            self.unknown_instance(cx, call);
            self.open_receivers(cx, call);
            let bound = self.bound(cx, call, method, MemberKind::Method);
            let Some(bound) = bound.filter(|&bound| self.open_call(call).bounds.insert(bound)) else { return };
            let classes: Vec<ClassId> = match bound.class {
                Some(class) => vec![class],
                None => {
                    let known = receivers(self, cx).into_iter().filter_map(|(obj, _)| known_class(cx, obj));
                    let known: Vec<ClassId> = known.collect();
                    let all = &mut self.open_call(call).classes;
                    all.extend(known);
                    all.iter().copied().collect()
                }
            };
            self.open_invoke(cx, call, bound, &classes);
        }
    }

    /// Receivers come to a call: they are asked what the methods mean that have come and that nobody knows.
    pub(super) fn open_receivers_of(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, receivers: &[(ObjId, ObjKind)]) {
        let Some(open) = self.open_calls.get(&call) else { return };
        let (asks_proxies, wanted) = (open.asks_proxies, open.wanted.clone());
        let bounds: Vec<Bound> = open.bounds.iter().copied().filter(|bound| bound.class.is_none()).collect();
        if asks_proxies {
            self.ask_proxies(cx, call, receivers);
        }
        for wanted in wanted {
            self.invoke_on(cx, call, wanted, receivers);
        }
        if bounds.is_empty() {
            return;
        }
        let known: Vec<ClassId> = receivers.iter().filter_map(|&(obj, _)| known_class(cx, obj)).collect();
        let all = &mut self.open_call(call).classes;
        let new: Vec<ClassId> = known.into_iter().filter(|&class| all.insert(class)).collect();
        for bound in bounds {
            self.open_invoke(cx, call, bound, &new);
        }
    }

    fn open_call(&mut self, call: ApiCallId) -> &mut OpenCall {
        self.open_calls.entry(call).or_default()
    }

    /// What fields that nobody knows mean to a call, each once: what bases are asked for, and bounds of what is written.
    pub(super) fn open_fields(
        &mut self,
        cx: &Cx<'_, '_>,
        call: ApiCallId,
        fields: &[ObjKind],
        is_new: bool,
    ) -> (FxIndexSet<Wanted>, FxIndexSet<Bound>) {
        let (mut wanted, mut bounds) = <(FxIndexSet<_>, FxIndexSet<_>)>::default();
        for &field in fields {
            match self.by_receiver(cx, call, field, MemberKind::Field) {
                Some(field) => drop(wanted.insert(field)),
                None => bounds.extend(self.bound(cx, call, field, MemberKind::Field)),
            }
        }
        let open = self.open_call(call);
        match is_new {
            true => {
                wanted.retain(|&wanted| open.wanted.insert(wanted));
                bounds.retain(|&bound| open.bounds.insert(bound));
            }
            // What has not been told of yet comes with all bases, those that are here before among them.
            false => {
                wanted.retain(|wanted| open.wanted.contains(wanted));
                bounds.retain(|bound| open.bounds.contains(bound));
            }
        }
        (wanted, bounds)
    }

    /// A call may act on any member of what it is called on; whether that was not known before.
    pub(in crate::reflection) fn may_be_any(&mut self, call: ApiCallId) -> bool {
        self.open_call(call).bounds.insert(ANY)
    }

    /// A call writes a field of its receivers of which nothing at all is known.
    pub(in crate::reflection) fn open_any_field(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        value: Ptr,
        receivers: &[(ObjId, ObjKind)],
    ) {
        self.write_open(cx, call, ANY, (value, receivers));
    }

    /// Private methods of what it is called on run that take what is passed.
    pub(in crate::reflection) fn open_private(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        receiver: Ptr,
        passed: &Passed,
        receivers: &[(ObjId, ObjKind)],
    ) {
        let most = self.most(call);
        let classes: FxIndexSet<ClassId> = receivers.iter().filter_map(|&(obj, _)| known_class(cx, obj)).collect();
        for class in classes {
            for method in called(cx.program, class, ANY) {
                let data = cx.program.method(method);
                let params = &cx.program.method_desc(data.desc).params;
                let methods = self.opened.entry(call).or_default();
                if data.access & access::PRIVATE == 0 || !passed.fits(params.len()) || methods.contains(&method) {
                    continue;
                }
                if !is_among(methods, method, most) {
                    self.problem(call, Problem::FanOut(Limit::Met(most)));
                    return;
                }
                let args = self.pass(cx, call, params, passed);
                let this = self.receivers(cx, call, data.class, receiver);
                self.run_on(cx, call, method, this, args, None);
            }
        }
    }

    /// A field that nobody knows is written: those of the receivers that it may be take the value.
    pub(super) fn open_write(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        bound: Bound,
        bases: &[(ObjId, ObjKind)],
    ) {
        if let Some(value) = self.calls[call].input(Role::Value) {
            self.write_open(cx, call, bound, (Ptr::Node(value), bases));
        }
    }

    fn write_open(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        bound: Bound,
        (value, bases): (Ptr, &[(ObjId, ObjKind)]),
    ) {
        let (program, most) = (cx.program, self.most(call));
        for field in bound.class.iter().flat_map(|&class| written(program, class, bound, true)) {
            cx.cast(value, Ptr::Static(field), program.field(field).ty);
        }
        for &(base, _) in bases {
            let Some(class) = known_class(cx, base) else { continue };
            let fields = written(cx.program, class, bound, false);
            if fields.is_empty() {
                continue;
            }
            if !is_among(self.opened_on.entry(call).or_default(), base, most) {
                self.problem(call, Problem::FanOut(Limit::Met(most)));
                return;
            }
            for field in fields {
                cx.cast(value, Ptr::Field(base, field), cx.program.field(field).ty);
            }
        }
    }

    /// A method that nobody knows is called: those of the classes may be it and run.
    fn open_invoke(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, bound: Bound, classes: &[ClassId]) {
        let most = self.most(call);
        for &class in classes {
            if self.open_call(call).is_full {
                return;
            }
            for method in called(cx.program, class, bound) {
                let methods = self.opened.entry(call).or_default();
                if methods.contains(&method) || !self.calls[call].takes(cx.program, method) {
                    continue;
                }
                if !is_among(methods, method, most) {
                    self.open_call(call).is_full = true;
                    self.problem(call, Problem::FanOut(Limit::Met(most)));
                    return;
                }
                self.invoke_method(cx, call, method, false);
            }
        }
    }

    fn most(&self, call: ApiCallId) -> usize {
        most(self.calls[call].origin)
    }

    /// What bounds the member; `None` where it is no unknown one, or its site is answered otherwise: by a specification, or, in the
    /// JDK's own code, by what is known of that.
    fn bound(&self, cx: &Cx<'_, '_>, call: ApiCallId, member: ObjKind, of: MemberKind) -> Option<Bound> {
        let ApiCall { view, origin, .. } = &self.calls[call];
        if *origin == Origin::Jdk || self.facts.targets(view.site).is_some() {
            return None;
        }
        match member {
            ObjKind::UnknownMember { kind, class, name, site, .. } if kind == of && name != NamePart::Listed => {
                Some(Bound {
                    class: class.and_then(|ty| cx.program.class_of(ty)),
                    name: name.known(),
                    is_public: self.gives_public_members(cx, site),
                })
            }
            ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. } => Some(ANY),
            _ => None,
        }
    }
}

/// How many methods, and objects, code of an origin may mean.
pub(in crate::reflection) fn most(origin: Origin) -> usize {
    match origin {
        Origin::Application => MOST,
        Origin::Library | Origin::Jdk => MOST_IN_LIBRARIES,
    }
}

/// The class of an object that is known to be of exactly that class. Fields of opaque objects are unknown anyway.
pub(in crate::reflection) fn known_class(cx: &Cx<'_, '_>, obj: ObjId) -> Option<ClassId> {
    let kind = cx.heap.kind(obj);
    let is_known = matches!(kind, ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. });
    cx.program.class_of(cx.heap.ty(obj)).filter(|_| is_known)
}

/// Whether a set takes something more, or has it.
pub(in crate::reflection) fn is_among<T: std::hash::Hash + Eq>(set: &mut FxIndexSet<T>, of: T, most: usize) -> bool {
    set.contains(&of) || (set.len() < most && set.insert(of))
}

/// Fields of references outside the JDK that `Field.set` may write on an object of the class (JDK javadoc: final ones that
/// are static never). Without a name nobody means what the compiler made: caches of class literals, outer objects.
pub(in crate::reflection) fn written(program: &Program, class: ClassId, bound: Bound, is_static: bool) -> Vec<FieldId> {
    let owners = program.supertypes(class).iter().filter(|&&owner| program.class(owner).origin != Origin::Jdk);
    let owners = owners.filter(|&&owner| bound.class.is_none_or(|class| program.is_subclass(class, owner)));
    let all = owners.flat_map(|&owner| program.class(owner).fields.iter().copied());
    all.filter(|&field| {
        let data = program.field(field);
        program.is_reference(data.ty)
            && (data.access & access::SYNTHETIC == 0 || bound.name.is_some())
            && (data.access & access::STATIC != 0) == is_static
            && !(is_static && data.access & access::FINAL != 0)
            && (!bound.is_public || data.access & access::PUBLIC != 0)
            && bound.name.is_none_or(|name| name == data.name)
    })
    .collect()
}

/// Private methods that nobody but serialisation calls (Java Object Serialization Specification, 2.3, 2.5, 3.4 to 3.7).
const OF_SERIALISATION: &[&str] = &["writeObject", "readObject", "readObjectNoData", "writeReplace", "readResolve"];

/// Methods outside the JDK that a call of an unknown one on an object of the class may mean, each once: an inherited method that
/// is overridden selects the same. What the compiler made nobody looks up.
pub(in crate::reflection) fn called(program: &Program, class: ClassId, bound: Bound) -> Vec<MethodId> {
    let (init, class_init) = (program.sym("<init>"), program.sym("<clinit>"));
    let mut seen: FxIndexSet<_> = FxIndexSet::default();
    let owners = program.supertypes(class).iter().filter(|&&owner| program.class(owner).origin != Origin::Jdk);
    let all = owners.flat_map(|&owner| program.class(owner).methods.iter().copied());
    all.filter(|&method| {
        let data = program.method(method);
        let apart = data.access & (access::STATIC | access::PRIVATE) != 0;
        data.name != init
            && data.name != class_init
            && data.access & access::SYNTHETIC == 0
            && !(data.access & access::PRIVATE != 0 && OF_SERIALISATION.contains(&program.str(data.name)))
            && (!bound.is_public || data.access & access::PUBLIC != 0)
            // Without a class only what the receiver has is meant.
            && (bound.class.is_some() || data.access & access::STATIC == 0)
            && bound.name.is_none_or(|name| name == data.name)
            && (apart || seen.insert((data.name, data.desc)))
    })
    .collect()
}
