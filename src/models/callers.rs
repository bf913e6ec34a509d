//! Callers of a library, of whom nothing is known: what its methods and fields give them they call, fill and set as they like
//! ([`handed`](super::handed)), and they give it back. Must not know how its methods are entered.

use super::handed::{Handed, HandedUnknowns};
use crate::base::PtsSet;
use crate::classpath::Origin;
use crate::pointsto::{Cx, HookData, Model};
use crate::program::{ClassId, lookup};

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
        for class in own.into_iter().filter(|&class| lookup::is_accessible(cx.program, class)) {
            self.handed.hand_out(cx, class);
        }
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        self.handed.objects(cx, data, objects);
    }
}
