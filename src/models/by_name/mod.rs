//! Code that calls by name what it is handed: hidden code of libraries, whose classes say so ([`evidence`]), and what the JDK
//! is handed for others ([`table`]). It may call any public method of an object of the application with anything, call those of
//! what it gets then, and set public fields. Only methods are entered that [`decide`](deciding) something. Must not know verdicts,
//! or what else becomes of what is handed over ([`handed`](super::handed)).

mod calling;
mod deciding;
mod evidence;
mod objects;
mod registry;
mod table;

pub use calling::Calling;
pub(super) use evidence::CALLS;
pub use registry::{Called, CalledByName, Caller};
pub use table::methods;

use std::rc::Rc;

use super::closed_bodies::ClosedBodies;
use super::printers::prints;
use crate::base::{FxHashMap, FxHashSet, PtsSet};
use crate::classpath::{ArtifactId, Origin};
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{CallView, Claim, ClaimTag, Cx, HookData, Model, Outcome};
use crate::program::{ClassId, MethodId, Program, Scope, TypeId, access};
use evidence::What;
use objects::Objects;
use registry::Who;
use table::{Of, ROWS, Table};

/// Hidden code is followed for applications of at most so many classes: of larger ones it is handed so many objects that calling
/// them costs more than all else (measured on fop).
const CLASSES: usize = 500;

/// A method of hidden code.
const HIDDEN: ClaimTag = ClaimTag(0);
/// A method of the JDK, or one that overrides it.
const OF_JDK: ClaimTag = ClaimTag(1);

pub(super) struct ByName {
    scope: Rc<Scope>,
    calling: Rc<Calling>,
    bodies: Rc<ClosedBodies>,
    is_small: Option<bool>,
    table: Table,
    /// The rows of methods that are claimed for them.
    rows: FxHashMap<MethodId, Rc<[usize]>>,
    objects: Objects,
    /// Who was told of the classes that files name.
    told: FxHashSet<(ArtifactId, What)>,
    /// By type: whether a place of it may hold an object of the application, or a class.
    takes: FxHashMap<TypeId, bool>,
}

impl ByName {
    pub(super) fn new(scope: Rc<Scope>, calling: Rc<Calling>, bodies: Rc<ClosedBodies>, called: CalledByName) -> Self {
        let objects = Objects::new(calling.clone(), called);
        let (table, rows, takes) = (Table::new(), FxHashMap::default(), FxHashMap::default());
        Self { scope, calling, bodies, is_small: None, table, rows, objects, told: FxHashSet::default(), takes }
    }

    /// Whether the application is small enough.
    fn follows_hidden(&mut self, program: &Program) -> bool {
        *self.is_small.get_or_insert_with(|| {
            let class_path = program.class_path();
            let own = class_path.classes().filter(|&class| class_path.origin(class) == Origin::Application);
            own.take(CLASSES + 1).count() <= CLASSES
        })
    }

    /// Hidden code of a class is handed arguments, receiver first.
    fn hand_over(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        (class, callee): (ClassId, MethodId),
        escapes: impl Fn(usize) -> bool,
    ) {
        let program = cx.program;
        if prints(program, callee) {
            return;
        }
        let Some(artifact) = program.class(class).artifact else { return };
        for what in [What::Methods, What::Statics] {
            let Some(place) = self.calling.evidence(program).of(class, what) else { continue };
            let data = program.method(callee);
            let params = &program.method_desc(data.desc).params;
            if self.told.insert((artifact, what)) {
                let to = self.objects.given_to(cx, Who::Hidden(artifact, what), || Caller::Hidden(artifact, place));
                objects::known(cx, self.calling.named_in_files(program), to);
            }
            let own = usize::from(data.access & access::STATIC == 0);
            for (index, arg) in call.args.iter().enumerate() {
                let Some(arg) = arg.filter(|_| escapes(index)) else { continue };
                let ty = index.checked_sub(own).and_then(|index| params.get(index).copied());
                if ty.is_some_and(|ty| self.takes(program, ty)) {
                    let to = self.objects.given_to(cx, Who::Hidden(artifact, what), || Caller::Hidden(artifact, place));
                    cx.edge(arg, to);
                }
            }
        }
    }

    /// A method of the JDK is handed what others call by name.
    fn hand_to_jdk(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId) {
        if cx.program.origin_of(call.method) == Origin::Jdk {
            return;
        }
        for &at in self.rows.get(&method).cloned().iter().flat_map(|rows| rows.iter()) {
            let (row, who) = (&ROWS[at], Who::Jdk(at));
            let to = self.objects.given_to(cx, who, || Caller::Jdk(row.text()));
            match call.args.get(row.arg).copied().flatten() {
                _ if row.of == Of::Any => self.objects.any(cx, who, to),
                Some(arg) => cx.edge(arg, to),
                None => {}
            }
        }
    }

    fn takes(&mut self, program: &Program, ty: TypeId) -> bool {
        let is_text = || {
            let class = program.class_of(program.dimensions(ty).1);
            class.is_some_and(|class| program.class_name(class) == "java/lang/String")
        };
        *self.takes.entry(ty).or_insert_with(|| objects::may_lead(program, ty) || is_text())
    }
}

impl Model for ByName {
    fn name(&self) -> &'static str {
        "by-name"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let data = program.method(method);
        if self.calling.is_empty() {
            return None;
        }
        let is_hidden = self.follows_hidden(program)
            && data.access & access::ABSTRACT == 0
            && program.class(data.class).origin == Origin::Library
            && self.scope.is_hidden(program, data.class);
        if is_hidden {
            return Some(Claim::Target(HIDDEN));
        }
        let rows = self.table.of(program, method);
        (!rows.is_empty()).then(|| {
            self.rows.insert(method, rows.into());
            // Who is asked has no class where others make it (servers, engines).
            Claim::Declared(OF_JDK)
        })
    }

    /// What else the call does is for others to say.
    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, tag: ClaimTag) -> Outcome {
        if tag == OF_JDK {
            self.hand_to_jdk(cx, call, method);
            return Outcome::AlsoAnalyse;
        }
        let seen = self.bodies.of(cx.program, method);
        let class = cx.program.method(method).class;
        self.hand_over(cx, call, (class, method), |index| seen.escapes(index));
        Outcome::AlsoAnalyse
    }

    /// An object that hidden code made is asked.
    fn on_receiver(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, resolved: MethodId, obj: ObjId) -> bool {
        let ObjKind::Opaque { bound, .. } = cx.heap.kind(obj) else { return false };
        if self.calling.is_empty() || !self.follows_hidden(cx.program) {
            return false;
        }
        let classes = [cx.program.class_of(bound), Some(cx.program.method(resolved).class)];
        let is_hidden = |class: &ClassId| cx.program.class(*class).origin == Origin::Library && cx.is_hidden(*class);
        if let Some(class) = classes.into_iter().flatten().find(is_hidden) {
            self.hand_over(cx, call, (class, resolved), |_| true);
        }
        false
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        self.objects.given(cx, data, objects);
    }
}
