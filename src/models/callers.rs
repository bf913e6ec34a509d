//! Callers of a library, of whom nothing is known: what its methods and fields give them they call, fill and set as they like
//! ([`handed`](super::handed)), and they give it back. Must not know how its methods are entered.

use super::handed::{By, Handed, HandedUnknowns};
use crate::base::PtsSet;
use crate::classpath::Origin;
use crate::heap::Site;
use crate::pointsto::{CallView, Cx, HookData, InstId, Model, Ptr};
use crate::program::{ClassId, MethodId, Type, lookup, outsiders};

/// The model of callers; it does nothing for a program that nobody calls.
pub(super) struct Callers {
    handed: Handed,
    /// Nothing was handed out so far.
    waits: bool,
}

impl Callers {
    pub(super) fn new(library: bool, unknowns: HandedUnknowns) -> Self {
        Self { handed: Handed::new(unknowns), waits: library }
    }
}

impl Model for Callers {
    fn name(&self) -> &'static str {
        "callers"
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        if !std::mem::replace(&mut self.waits, false) {
            return;
        }
        let class_path = cx.program.class_path();
        let own = class_path.classes().filter(|&class| class_path.origin(class) == Origin::Application);
        let own: Vec<ClassId> = own.filter_map(|class| cx.program.find_class(class_path.name(class))).collect();
        let (thrown, given) = (Ptr::Uncaught, self.handed.given_to(cx, By::Caller));
        cx.edge(thrown, given);
        for &class in &own {
            self.arrays(cx, class, given);
        }
        for class in own.into_iter().filter(|&class| lookup::is_inherited_elsewhere(cx.program, class)) {
            self.handed.hand_out(cx, class);
        }
    }

    fn on_callers_code(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, resolved: MethodId) {
        // Whom it is called on is theirs.
        self.handed.hand_over_each(cx, call, Some(resolved), |index| (index > 0).then_some(By::Caller));
        let ret = cx.program.method_desc(cx.program.method(resolved).desc).ret;
        if let Some(dst) = call.dst.filter(|_| outsiders::is_made_inside_alone(cx.program, ret)) {
            // They have no others than they were given.
            let given = self.handed.given_to(cx, By::Caller);
            cx.cast(given, dst, ret);
        }
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        self.handed.speaks_as(|| some_code(cx));
        self.handed.objects(cx, data, objects);
    }
}

impl Callers {
    /// What is stored into arrays that they pass to methods of a class, they get.
    fn arrays(&self, cx: &mut Cx<'_, '_>, class: ClassId, given: Ptr) {
        let program = cx.program;
        for &method in &program.class(class).methods {
            for (index, &ty) in program.method_desc(program.method(method).desc).params.iter().enumerate() {
                let site = Site::Param(method, index as u16);
                if let Type::Array(element) = program.ty(ty)
                    && program.is_reference(element)
                    && let Some(array) = cx.heap.unknown(cx.heap.site(site), ty, true)
                {
                    cx.edge(Ptr::Elements(array), given);
                }
            }
        }
    }
}

/// A method of the program that stands for those that callers call from: there is no other.
fn some_code(cx: &Cx<'_, '_>) -> Option<InstId> {
    let is_own = |inst: InstId| cx.program.origin_of(cx.method_of(inst)) == Origin::Application;
    cx.instances().find(|&inst| is_own(inst)).or_else(|| cx.instances().next())
}
