//! Actions on members that nobody knows: what they may do to receivers of a known class (docs/analysis.md, Open actions). The
//! site stays open; this is about what others read. Must not know actions on known members.

use crate::base::{FxIndexSet, Sym};
use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind};
use crate::pointsto::{Cx, Ptr};
use crate::program::{ClassId, FieldId, MethodId, Program, access};

use super::call::{ApiCall, ApiCallId};
use super::site::{Limit, Problem, Role};
use super::state::State;

/// Most methods that one call runs because it may, and most objects whose fields it writes: in the application, and in
/// libraries, where more means that as good as anything is called.
const MOST: usize = 256;
const MOST_IN_LIBRARIES: usize = 8;

/// What is known of a member that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bound {
    class: Option<ClassId>,
    name: Option<Sym>,
}

impl State {
    /// A field that nobody knows is written: those of the receivers that it may be take the value.
    pub(super) fn open_write(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        member: ObjKind,
        bases: &[(ObjId, ObjKind)],
    ) {
        let Some(bound) = self.bound(cx.program, call, member, MemberKind::Field) else { return };
        let Some(value) = self.calls[call].input(Role::Value) else { return };
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
                self.problem(call, Problem::FanOut(Limit::Targets(most)));
                return;
            }
            for field in fields {
                cx.cast(value, Ptr::Field(base, field), cx.program.field(field).ty);
            }
        }
    }

    /// A method that nobody knows is called: those of its class, or of the receivers' classes, may be it and run.
    pub(super) fn open_invoke(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        member: ObjKind,
        receivers: &[(ObjId, ObjKind)],
    ) {
        let Some(bound) = self.bound(cx.program, call, member, MemberKind::Method) else { return };
        let most = self.most(call);
        let classes: FxIndexSet<ClassId> = match bound.class {
            Some(class) => [class].into_iter().collect(),
            None => receivers.iter().filter_map(|&(obj, _)| known_class(cx, obj)).collect(),
        };
        for class in classes {
            if !self.opened_classes.insert((call, bound.class, bound.name, class)) {
                continue;
            }
            for method in called(cx.program, class, bound) {
                let methods = self.opened.entry(call).or_default();
                if methods.contains(&method) || !self.calls[call].takes(cx.program, method) {
                    continue;
                }
                if !is_among(methods, method, most) {
                    self.problem(call, Problem::FanOut(Limit::Targets(most)));
                    return;
                }
                self.invoke_method(cx, call, method, false);
            }
        }
    }

    fn most(&self, call: ApiCallId) -> usize {
        match self.calls[call].origin {
            Origin::Application => MOST,
            Origin::Library | Origin::Jdk => MOST_IN_LIBRARIES,
        }
    }

    /// What bounds the member; `None` where it is no unknown one, or its site is answered otherwise: by a specification, or, in the
    /// JDK's own code, by what is known of that.
    fn bound(&self, program: &Program, call: ApiCallId, member: ObjKind, of: MemberKind) -> Option<Bound> {
        let ApiCall { view, origin, .. } = &self.calls[call];
        if *origin == Origin::Jdk || self.facts.targets(view.site).is_some() {
            return None;
        }
        match member {
            ObjKind::UnknownMember { kind, class, name, .. } if kind == of && name != NamePart::Listed => {
                Some(Bound { class: class.and_then(|ty| program.class_of(ty)), name: name.known() })
            }
            ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. } => Some(Bound { class: None, name: None }),
            _ => None,
        }
    }
}

/// The class of an object that is known to be of exactly that class. Fields of opaque objects are unknown anyway.
fn known_class(cx: &Cx<'_, '_>, obj: ObjId) -> Option<ClassId> {
    let kind = cx.heap.kind(obj);
    let is_known = matches!(kind, ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. });
    cx.program.class_of(cx.heap.ty(obj)).filter(|_| is_known)
}

/// Whether a set takes something more, or has it.
fn is_among<T: std::hash::Hash + Eq>(set: &mut FxIndexSet<T>, of: T, most: usize) -> bool {
    set.contains(&of) || (set.len() < most && set.insert(of))
}

/// Fields of references outside the JDK that `Field.set` may write on an object of the class (JDK javadoc: final ones that
/// are static never).
fn written(program: &Program, class: ClassId, bound: Bound, is_static: bool) -> Vec<FieldId> {
    let owners = program.supertypes(class).iter().filter(|&&owner| program.class(owner).origin != Origin::Jdk);
    let owners = owners.filter(|&&owner| bound.class.is_none_or(|class| program.is_subclass(class, owner)));
    let all = owners.flat_map(|&owner| program.class(owner).fields.iter().copied());
    all.filter(|&field| {
        let data = program.field(field);
        program.is_reference(data.ty)
            && (data.access & access::STATIC != 0) == is_static
            && !(is_static && data.access & access::FINAL != 0)
            && bound.name.is_none_or(|name| name == data.name)
    })
    .collect()
}

/// Private methods that nobody but serialisation calls (Java Object Serialization Specification, 2.3, 2.5, 3.4 to 3.7).
const OF_SERIALISATION: &[&str] = &["writeObject", "readObject", "readObjectNoData", "writeReplace", "readResolve"];

/// Methods outside the JDK that a call of an unknown one on an object of the class may mean, each once: an inherited method that
/// is overridden selects the same. What the compiler made nobody looks up.
fn called(program: &Program, class: ClassId, bound: Bound) -> Vec<MethodId> {
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
            // Without a class only what the receiver has is meant.
            && (bound.class.is_some() || data.access & access::STATIC == 0)
            && bound.name.is_none_or(|name| name == data.name)
            && (apart || seen.insert((data.name, data.desc)))
    })
    .collect()
}
