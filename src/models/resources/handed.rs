//! What other code is handed to read from: the JDK's methods for streams and readers, and code that is not looked at. It may leave
//! a part, from wherever. Must not know what is read here.

use super::state::{CallId, Node, Resources, Role, argument};
use super::table::{Act, READ_FROM};
use crate::classpath::Origin;
use crate::pointsto::{CallView, Cx, Ptr, VirtualCall};
use crate::program::{MethodId, Program, TypeId, access};

impl Resources {
    /// Whether code that is not looked at here takes something to read from.
    pub(super) fn is_handed(&self, program: &Program, method: MethodId) -> bool {
        let data = program.method(method);
        let params = &program.method_desc(data.desc).params;
        match program.class(data.class).origin {
            Origin::Jdk => params.iter().any(|&ty| is_read_from(program, ty)),
            _ if !self.scope.is_hidden(program, data.class) && data.access & access::NATIVE == 0 => false,
            _ => params.iter().any(|&ty| may_be_read_from(program, ty)),
        }
    }

    /// The call that hands over, which is one for each place and method.
    pub(super) fn hand(&mut self, view: &CallView, method: MethodId) -> CallId {
        let key = (view.number, view.site, method);
        match self.hands.get(&key) {
            Some(&call) => call,
            None => {
                let call = self.call(view, method, Act::Hand);
                self.hands.insert(key, call);
                call
            }
        }
    }

    pub(super) fn hand_over(&mut self, cx: &mut Cx<'_, '_>, call: CallId) {
        let program = cx.program;
        let method = self.calls[call.index()].method;
        let data = program.method(method);
        let is_jdk = program.class(data.class).origin == Origin::Jdk;
        let skip = usize::from(data.access & access::STATIC == 0);
        let is_listed = self.table.find(program, method).is_some();
        for (position, &ty) in (skip..).zip(&program.method_desc(data.desc).params) {
            let is_handed = match is_jdk {
                true => is_read_from(program, ty) || is_listed && may_be_read_from(program, ty),
                false => {
                    may_be_read_from(program, ty) && (!data.has_code || self.bodies.of(program, method).reads(position))
                }
            };
            if is_handed {
                self.watch_argument(cx, call, position, Role::Map);
            }
        }
    }

    /// What is in the collection that a call is handed.
    pub(super) fn hand_elements(&mut self, cx: &mut Cx<'_, '_>, call: CallId) {
        let program = cx.program;
        let class = program.find_class("java/util/Enumeration");
        let next = class.and_then(|class| program.find_method(class, "nextElement", "()Ljava/lang/Object;"));
        let elements = self.node(cx, Node::Elements(call));
        let view = &self.calls[call.index()].view;
        if let (Some(method), Some(from)) = (next, argument(view, 1)) {
            let (caller, site, throw) = (view.caller, view.site, view.throw.map(Ptr::Node));
            let (receiver, ret) = (Ptr::Node(from), Some(elements));
            cx.dispatch(VirtualCall { caller, site, method, receiver, args: Vec::new(), ret, throw });
        }
        self.watch(cx, elements, call, Role::Map);
    }
}

/// Whether a parameter of that type is for what is read from.
fn is_read_from(program: &Program, ty: TypeId) -> bool {
    let Some(class) = program.class_of(ty) else { return false };
    let is_below = |name: &&str| program.find_class(name).is_some_and(|of| program.is_subclass(class, of));
    READ_FROM.iter().any(is_below)
}

/// Whether a parameter of that type may be given something that is read from.
fn may_be_read_from(program: &Program, ty: TypeId) -> bool {
    let is_any = |class| program.class_name(class) == "java/lang/Object";
    program.class_of(ty).is_some_and(is_any) || is_read_from(program, ty)
}
