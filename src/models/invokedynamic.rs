//! Bootstraps other than lambdas and string concatenation: the methods of records, pattern switches, and those nobody
//! models, whose result is unknown and reported. Must not know lambdas.

use std::cell::RefCell;
use std::rc::Rc;

use crate::base::FxIndexSet;
use crate::heap::SiteId;
use crate::pointsto::{Cx, IndyView, Model};

pub(super) struct OtherBootstraps {
    /// Unmodelled bootstraps seen: where and which.
    unmodelled: Rc<RefCell<FxIndexSet<(SiteId, String)>>>,
}

impl OtherBootstraps {
    pub(super) fn new(unmodelled: Rc<RefCell<FxIndexSet<(SiteId, String)>>>) -> Self {
        Self { unmodelled }
    }
}

impl Model for OtherBootstraps {
    fn name(&self) -> &'static str {
        "other-bootstraps"
    }

    fn on_indy(&mut self, cx: &mut Cx<'_, '_>, view: &IndyView) -> bool {
        let program = cx.program;
        let class = program.class(program.method(view.call.method).class);
        let desc = program.method_desc(program.desc(view.descriptor));
        let reference = matches!(program.ty(desc.ret), crate::program::Type::Class(_) | crate::program::Type::Array(_));
        if let Some(dst) = view.call.dst {
            let result = if desc.ret == cx.heap.types().string {
                Some(super::strings::unknown_string(cx, &view.call))
            } else {
                cx.heap.unknown(view.call.site, desc.ret, reference)
            };
            if let Some(obj) = result {
                cx.add(dst, obj);
            }
        }
        let owner = class.bootstraps.get(view.bootstrap as usize).map_or("", |b| program.str(b.handle.member.owner));
        // These return primitives or text and call back only members of the same record or enum.
        if !matches!(owner, "java/lang/runtime/ObjectMethods" | "java/lang/runtime/SwitchBootstraps") {
            self.unmodelled.borrow_mut().insert((view.call.site, owner.replace('/', ".")));
        }
        true
    }
}
