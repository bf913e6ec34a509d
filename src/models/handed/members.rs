//! What hidden code does with class objects, members and annotated fields that it is handed: it makes objects, calls methods
//! and sets fields. Must not know who hands them over.

use super::places::{By, Handed, Node};
use crate::base::Numbering;
use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind, Site, SiteId};
use crate::pointsto::{Args, Command, Cx, HookData, ModelNode, Ptr, Receiver};
use crate::program::{ClassId, FieldId, MethodId, Program, TypeId, access};

impl Handed {
    /// Hidden code makes an object of a class by itself.
    pub(in crate::models) fn make(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) {
        let place = self.place(cx.heap.site(Site::Outside), By::Hidden);
        make(cx, &mut self.nodes, class, place);
    }

    /// A class object or a member is handed over.
    pub(super) fn act_on(&mut self, cx: &mut Cx<'_, '_>, kind: ObjKind, by: By) {
        match kind {
            ObjKind::Class { ty } if by == By::Reflecting => {
                if let Some(class) = cx.program.class_of(ty).filter(|&class| is_own(cx.program, class)) {
                    self.make(cx, class);
                }
            }
            ObjKind::Method { method } => self.call_member(cx, method),
            ObjKind::Constructor { method } if is_own(cx.program, cx.program.method(method).class) => {
                let class = cx.program.method(method).class;
                self.make(cx, class);
                let (receiver, args) =
                    (Receiver::Obj(cx.heap.made_outside(class, cx.program)), self.arguments(cx, method));
                cx.command(Command::Entry { method, receiver, args, ret: None });
            }
            ObjKind::Field { field } => self.set_everywhere(cx, field),
            ObjKind::UnknownMember { kind, class: Some(ty), name, .. } if name != NamePart::Listed => {
                let Some(class) = cx.program.class_of(ty) else { return };
                let fits = |named| name.known().is_none_or(|name| name == named);
                let classes = cx.program.supertypes(class).iter().map(|&class| cx.program.class(class));
                let classes = classes.filter(|class| class.origin == Origin::Application);
                match kind {
                    MemberKind::Method => {
                        let methods = classes.flat_map(|class| &class.methods).copied();
                        let methods = methods.filter(|&method| fits(cx.program.method(method).name));
                        methods.for_each(|method| self.call_member(cx, method));
                    }
                    MemberKind::Field => {
                        let fields = classes.flat_map(|class| &class.fields).copied();
                        let fields = fields.filter(|&field| fits(cx.program.field(field).name));
                        fields.for_each(|field| self.set_everywhere(cx, field));
                    }
                    MemberKind::Constructor if is_own(cx.program, class) => self.make(cx, class),
                    MemberKind::Constructor => {}
                }
            }
            ObjKind::MemberArray { .. } => {
                let array = cx.heap.intern(kind);
                let to = self.given_to(cx, by);
                cx.edge(Ptr::Elements(array), to);
            }
            _ => {}
        }
    }

    /// A method of the program is called by its `Method`, on anything that is held.
    fn call_member(&mut self, cx: &mut Cx<'_, '_>, method: MethodId) {
        let data = cx.program.method(method);
        let is_called = data.has_code && !cx.program.str(data.name).starts_with('<');
        if !is_called || !is_own(cx.program, data.class) {
            return;
        }
        let receiver = match data.access & access::STATIC {
            0 => Receiver::Ptr(self.given_to(cx, By::Hidden)),
            _ => Receiver::None,
        };
        let (args, ret) = (self.arguments(cx, method), Some(self.given_to(cx, By::Hidden)));
        cx.command(Command::Entry { method, receiver, args, ret });
    }

    /// A field of the program is set by its `Field`, in anything that is held.
    fn set_everywhere(&mut self, cx: &mut Cx<'_, '_>, field: FieldId) {
        let data = cx.program.field(field);
        if !is_own(cx.program, data.class) {
            return;
        }
        if data.access & access::STATIC != 0 {
            return self.fill_field(cx, field, None);
        }
        let place = self.place(cx.heap.site(Site::Field(field)), By::Setting);
        for by in [By::Hidden, By::Reflecting] {
            let held = self.given_to(cx, by);
            cx.watch(held, place);
        }
    }

    /// The field of a place is set in a held object.
    pub(super) fn set(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, site: SiteId) {
        let Site::Field(field) = cx.heap.site_data(site) else { return };
        let owner = cx.program.class_type(cx.program.field(field).class);
        let has = |ty: TypeId| cx.program.is_subtype(ty, owner);
        let kind = cx.heap.kind(obj);
        let is_made = matches!(kind, ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. });
        if is_made && has(cx.heap.ty(obj)) {
            self.fill_field(cx, field, Some(obj));
        }
    }

    /// Fields of an object of the program that hidden code finds by their annotations, or by looking for all.
    pub(super) fn inject(&mut self, cx: &mut Cx<'_, '_>, class: ClassId, obj: ObjId, by: By) {
        let data = cx.program.class(class);
        if data.origin != Origin::Application {
            return;
        }
        let all = by == By::Reflecting || cx.program.is_marked(&data.annotations);
        for &field in &data.fields {
            let of = cx.program.field(field);
            let is_set = of.access & access::STATIC == 0 && of.constant.is_none();
            if is_set && (all || cx.program.is_marked(&of.annotations)) {
                self.fill_field(cx, field, Some(obj));
            }
        }
    }
}

/// Hidden code makes an object of a class, which is then in `place`: by its constructor without parameters, or, where it has
/// none, by those that it has.
pub(super) fn make(cx: &mut Cx<'_, '_>, nodes: &mut Numbering<ModelNode, Node>, class: ClassId, place: HookData) {
    let program = cx.program;
    let data = program.class(class);
    cx.initialise(class);
    if data.access & (access::ABSTRACT | access::INTERFACE | access::ENUM) != 0 {
        return;
    }
    let obj = cx.heap.made_outside(class, cx.program);
    let at = cx.model_node(nodes.number(Node::Made));
    cx.add(at, obj);
    cx.watch(at, place);
    let is_constructor = |&method: &MethodId| program.str(program.method(method).name) == "<init>";
    let nullary = program.find_method(class, "<init>", "()V");
    let others = data.methods.iter().copied().filter(is_constructor).filter(|_| nullary.is_none());
    for method in nullary.into_iter().chain(others) {
        cx.command(Command::Entry { method, receiver: Receiver::Obj(obj), args: Args::Unknown, ret: None });
    }
}

fn is_own(program: &Program, class: ClassId) -> bool {
    program.class(class).origin == Origin::Application
}
