//! Bootstrap methods of the program's own, which the JVM calls when it links an `invokedynamic` or a dynamic constant (JVMS
//! 5.4.3.6): they run, with the arguments that the class file lists. So do the JDK's own that give `VarHandle`s, its others are
//! other models' business. Must not know
//! what is done with a call site that one gives.

use crate::base::Sym;
use crate::classfile::{RawConst, RefKind};
use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind};
use crate::ir::BOOTSTRAP_ERROR;
use crate::pointsto::{Args, CallView, Cx, EdgeKind, IndyView, ModelNode, Ptr, Receiver, ReflectiveCall};
use crate::program::{ClassId, MethodId, Type, TypeId, access};
use crate::strings;

/// Dynamic constants that are arguments of dynamic constants are followed so far; the JVM refuses circles.
const MOST_NESTED: usize = 8;
/// The JDK's bootstraps that give what reaches a field or an element; others of its class give what nobody knows.
const OF_FIELDS: (&str, [&str; 3]) =
    ("java/lang/invoke/ConstantBootstraps", ["fieldVarHandle", "staticFieldVarHandle", "arrayVarHandle"]);

/// What is linked: the class and the entry of its table of bootstraps, with the name and the descriptor asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Linked {
    class: ClassId,
    bootstrap: u16,
    name: Sym,
    descriptor: Sym,
}

/// Nodes of a bootstrap method that is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum BootstrapNode {
    Argument(Linked, usize),
    /// The array of the last arguments of a method of variable arity.
    Collected(Linked),
    Result(Linked),
    Thrown(Linked),
}

/// Calls the bootstrap method of an instruction, if it is the program's own; what it returns.
pub(super) fn link(
    cx: &mut Cx<'_, '_>,
    view: &IndyView,
    number: &mut dyn FnMut(BootstrapNode) -> ModelNode,
) -> Option<Ptr> {
    let class = cx.program.method(view.call.method).class;
    let linked = Linked { class, bootstrap: view.bootstrap, name: view.name, descriptor: view.descriptor };
    Linkage { call: &view.call, number }.run(cx, linked, 0)
}

struct Linkage<'v, 'n> {
    call: &'v CallView,
    number: &'n mut dyn FnMut(BootstrapNode) -> ModelNode,
}

impl Linkage<'_, '_> {
    fn node(&mut self, cx: &Cx<'_, '_>, node: BootstrapNode) -> Ptr {
        cx.model_node((self.number)(node))
    }

    fn run(&mut self, cx: &mut Cx<'_, '_>, linked: Linked, nested: usize) -> Option<Ptr> {
        let program = cx.program;
        let specifier = program.class(linked.class).bootstraps.get(linked.bootstrap as usize)?;
        let member = specifier.handle.member;
        let owner = program.class_of(program.type_of_internal(member.owner))?;
        let method = program.find_method(owner, program.str(member.name), program.str(member.descriptor))?;
        let is_followed = program.class(owner).origin != Origin::Jdk
            || program.class_name(owner) == OF_FIELDS.0 && OF_FIELDS.1.contains(&program.str(member.name));
        if !is_followed || !program.method(method).has_code || nested > MOST_NESTED {
            return None;
        }
        let mut args = vec![Some(self.lookup(cx, linked)), Some(self.name(cx, linked)), self.asked_for(cx, linked)];
        for (index, constant) in specifier.args.iter().enumerate() {
            args.push(self.constant(cx, linked, index + 3, constant, nested));
        }
        let args = self.collected(cx, linked, method, args);
        let (result, thrown) =
            (self.node(cx, BootstrapNode::Result(linked)), self.node(cx, BootstrapNode::Thrown(linked)));
        let receiver = if specifier.handle.kind == RefKind::NewInvokeSpecial {
            let ty = program.class_type(owner);
            let made = cx.heap.intern(ObjKind::Instance { site: self.call.site, ty, ctx: NO_CTX });
            cx.initialise(owner);
            cx.add(result, made);
            Receiver::Obj(made)
        } else {
            Receiver::None
        };
        cx.call(ReflectiveCall {
            caller: self.call.caller,
            site: self.call.site,
            callee: method,
            receiver,
            args: Args::Positional(args),
            ret: Some(result),
            throw: Some(thrown),
            kind: EdgeKind::Model,
        });
        self.fails(cx, thrown);
        Some(result)
    }

    /// Errors that the method throws leave the instruction as they are, all else is the cause of an error of the JVM's.
    fn fails(&self, cx: &mut Cx<'_, '_>, thrown: Ptr) {
        let known = cx.program.well_known();
        let error = cx.program.class_type(known.error);
        if let Some(throw) = self.call.throw {
            cx.cast(thrown, throw, error);
        }
        let cause = cx.program.find_field(known.throwable, "cause", "Ljava/lang/Throwable;");
        if let (Some(class), Some(cause)) = (cx.program.find_class(BOOTSTRAP_ERROR), cause) {
            let failed = cx.heap.intern(ObjKind::Merged { ty: cx.program.class_type(class) });
            cx.edge(thrown, Ptr::Field(failed, cause));
        }
    }

    fn put(&mut self, cx: &mut Cx<'_, '_>, node: BootstrapNode, obj: ObjId) -> Ptr {
        let node = self.node(cx, node);
        cx.add(node, obj);
        node
    }

    /// A `Lookup` on the class that is linked.
    fn lookup(&mut self, cx: &mut Cx<'_, '_>, linked: Linked) -> Ptr {
        let program = cx.program;
        let ty = program.type_of_internal(program.sym("java/lang/invoke/MethodHandles$Lookup"));
        let lookup = cx.heap.intern(ObjKind::Instance { site: self.call.site, ty, ctx: NO_CTX });
        let field =
            program.class_of(ty).and_then(|class| program.find_field(class, "lookupClass", "Ljava/lang/Class;"));
        if let Some(field) = field {
            let class = ObjKind::Class { ty: program.class_type(linked.class) };
            cx.add(Ptr::Field(lookup, field), cx.heap.intern(class));
        }
        self.put(cx, BootstrapNode::Argument(linked, 0), lookup)
    }

    fn name(&mut self, cx: &mut Cx<'_, '_>, linked: Linked) -> Ptr {
        let name = strings::constant(cx.program, cx.heap, self.call.method, linked.name);
        self.put(cx, BootstrapNode::Argument(linked, 1), name)
    }

    /// The type of the constant, or of the call.
    fn asked_for(&mut self, cx: &mut Cx<'_, '_>, linked: Linked) -> Option<Ptr> {
        let descriptor = cx.program.str(linked.descriptor);
        let obj = if descriptor.starts_with('(') {
            self.handle(cx, cx.program.well_known().method_type)
        } else {
            cx.heap.intern(ObjKind::Class { ty: cx.program.type_of_descriptor(descriptor)? })
        };
        Some(self.put(cx, BootstrapNode::Argument(linked, 2), obj))
    }

    fn handle(&self, cx: &Cx<'_, '_>, class: ClassId) -> ObjId {
        cx.heap.intern(ObjKind::Handle { site: self.call.site, ty: cx.program.class_type(class), ctx: NO_CTX })
    }

    /// An argument of the class file's. Numbers are boxed where the method takes objects.
    fn constant(
        &mut self,
        cx: &mut Cx<'_, '_>,
        linked: Linked,
        index: usize,
        constant: &RawConst,
        nested: usize,
    ) -> Option<Ptr> {
        let program = cx.program;
        let boxed = |name: &str| {
            let ty = program.type_of_internal(program.sym(name));
            cx.heap.intern(ObjKind::Merged { ty })
        };
        let obj = match *constant {
            RawConst::Int(_) => boxed("java/lang/Integer"),
            RawConst::Long(_) => boxed("java/lang/Long"),
            RawConst::Float(_) => boxed("java/lang/Float"),
            RawConst::Double(_) => boxed("java/lang/Double"),
            RawConst::Str { text, lossy } => {
                strings::loaded(program, cx.heap, self.call.method, (text, lossy), self.call.site)
            }
            RawConst::Class(name) => cx.heap.intern(ObjKind::Class { ty: program.type_of_internal(name) }),
            RawConst::MethodType(_) => self.handle(cx, program.well_known().method_type),
            RawConst::MethodHandle(_) => self.handle(cx, program.well_known().method_handle),
            RawConst::Dynamic { bootstrap, name, descriptor } => {
                let inner = Linked { class: linked.class, bootstrap, name, descriptor };
                if let Some(result) = self.run(cx, inner, nested + 1) {
                    return Some(result);
                }
                let ty = program.type_of_descriptor(program.str(descriptor))?;
                let reference = program.is_reference(ty);
                cx.heap.unknown(self.call.site, ty, reference)?
            }
        };
        Some(self.put(cx, BootstrapNode::Argument(linked, index), obj))
    }

    /// The arguments as parameters: a method of variable arity gets the last ones in an array (JVMS 5.4.3.6, `invoke` of the
    /// handle).
    fn collected(
        &mut self,
        cx: &mut Cx<'_, '_>,
        linked: Linked,
        method: MethodId,
        mut args: Vec<Option<Ptr>>,
    ) -> Vec<Option<Ptr>> {
        let data = cx.program.method(method);
        let params: &[TypeId] = &cx.program.method_desc(data.desc).params;
        let Some((&last, before)) = params.split_last() else { return args };
        if data.access & access::VARARGS == 0
            || !matches!(cx.program.ty(last), Type::Array(_))
            || args.len() < before.len()
        {
            return args;
        }
        let array = cx.heap.alloc(self.call.site, last, NO_CTX);
        for element in args.drain(before.len()..).flatten() {
            cx.edge(element, Ptr::Elements(array));
        }
        args.push(Some(self.put(cx, BootstrapNode::Collected(linked), array)));
        args
    }
}
