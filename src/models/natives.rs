//! Native methods: harmless where they return nothing but primitives; modelled where the corpus needs it; else their result is
//! an unknown born at the call, and the native is reported. Must not know which natives matter to whom.

use std::cell::RefCell;
use std::rc::Rc;

use crate::base::FxIndexSet;
use crate::classpath::Origin;
use crate::heap::{ObjKind, Site};
use crate::pointsto::{CallView, Claim, Cx, Model, Outcome};
use crate::program::{MethodId, Program, Type, access};

pub(super) struct Natives {
    /// Natives reached whose result is unknown.
    unknown: Rc<RefCell<FxIndexSet<MethodId>>>,
}

impl Natives {
    pub(super) fn new(unknown: Rc<RefCell<FxIndexSet<MethodId>>>) -> Self {
        Self { unknown }
    }
}

impl Model for Natives {
    fn name(&self) -> &'static str {
        "natives"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        (program.method(method).access & access::NATIVE != 0).then_some(Claim::Target(0))
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, _tag: u32) -> Outcome {
        let program = cx.program;
        let data = program.method(method);
        let ret = program.method_desc(data.desc).ret;
        let Some(dst) = call.dst else { return Outcome::Handled };
        let jdk = program.class(data.class).origin == Origin::Jdk;
        let result = match program.ty(ret) {
            Type::Class(class) if jdk => {
                let name = program.class_name(class);
                match name {
                    "java/lang/String" => super::strings::unknown_string(cx, call),
                    // The VM's own objects of concrete JDK classes: one per class.
                    _ if program.class(class).access & (access::ABSTRACT | access::INTERFACE) == 0
                        && name != "java/lang/Object"
                        && name != "java/lang/Class" =>
                    {
                        cx.heap.intern(ObjKind::Merged { ty: ret })
                    }
                    // Nothing bounds it, and it would flow into every collection: reported instead.
                    _ => {
                        self.unknown.borrow_mut().insert(method);
                        return Outcome::Handled;
                    }
                }
            }
            Type::Array(_) if jdk => {
                self.unknown.borrow_mut().insert(method);
                cx.heap.alloc(cx.heap.site(Site::At(method, 0)), ret, crate::heap::NO_CTX)
            }
            Type::Class(_) | Type::Array(_) => {
                self.unknown.borrow_mut().insert(method);
                match cx.heap.unknown(call.site, ret, true) {
                    Some(obj) => obj,
                    None => return Outcome::Handled,
                }
            }
            _ => return Outcome::Handled,
        };
        cx.add(dst, result);
        Outcome::Handled
    }
}
