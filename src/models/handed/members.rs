//! What hidden code does with class objects, members and annotated fields that it is handed: it makes objects, calls methods
//! and sets fields. Must not know who hands them over.

use super::known;
use super::places::{Acted, By, Handed, Node};
use crate::base::Numbering;
use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind, Site, SiteId};
use crate::pointsto::{Args, Command, Cx, HookData, ModelNode, Ptr, Receiver};
use crate::program::{ClassId, FieldId, MethodId, Program, TypeId, access};

impl Handed {
    /// Hidden code makes an object of a class by itself, and of those that it fills that with.
    pub(in crate::models) fn make(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) {
        let place = self.place(cx.heap.site(Site::Outside), By::Hidden);
        let mut todo = vec![class];
        while let Some(class) = todo.pop() {
            if self.made.insert(class) {
                make(cx, &mut self.nodes, class, place);
                todo.extend(known::by_members(cx.program, class));
            }
        }
    }

    /// A class object or a member is handed over.
    pub(super) fn act_on(&mut self, cx: &mut Cx<'_, '_>, kind: ObjKind, by: By) {
        match kind {
            ObjKind::Class { ty } if by == By::Reflecting => {
                if let Some(class) = cx.program.class_of(ty).filter(|&class| is_own(cx.program, class)) {
                    self.make(cx, class);
                    self.set_statics(cx, class);
                }
            }
            ObjKind::Str { text } if by == By::Reflecting => {
                let class = known::named(cx.program, cx.program.str(text));
                class.into_iter().for_each(|class| self.make(cx, class));
            }
            ObjKind::Method { method } => self.call_member(cx, method, by.holds_as()),
            ObjKind::Constructor { method } => self.call_constructor(cx, method, by.holds_as()),
            ObjKind::Field { field } => self.set_everywhere(cx, field, by.holds_as()),
            ObjKind::UnknownMember { kind, class: Some(ty), name, .. } if name != NamePart::Listed => {
                self.act_on_any(cx, (kind, ty, name), by.holds_as());
            }
            ObjKind::MemberArray { .. } => {
                let array = cx.heap.intern(kind);
                let to = self.given_to(cx, by);
                cx.edge(Ptr::Elements(array), to);
            }
            _ => {}
        }
    }

    /// Of the members of a class and what it inherits from classes of the program, those of a name.
    pub(super) fn act_on_any(&mut self, cx: &mut Cx<'_, '_>, (kind, ty, name): (MemberKind, TypeId, NamePart), by: By) {
        let program = cx.program;
        let Some(class) = program.class_of(ty).filter(|_| self.acted.insert((Acted::Any(kind, ty, name), by))) else {
            return;
        };
        let fits = |named| name.known().is_none_or(|name| name == named);
        // What the compiler made nobody looks up without a name.
        let is_written = |flags: u16| flags & access::SYNTHETIC == 0 || name.known().is_some();
        let classes = program.supertypes(class).iter().map(|&class| program.class(class));
        let classes = classes.filter(|class| class.origin == Origin::Application);
        match kind {
            MemberKind::Method => {
                let methods = classes.flat_map(|class| &class.methods).copied();
                let methods = methods.filter(|&method| fits(program.method(method).name));
                let methods = methods.filter(|&method| is_written(program.method(method).access));
                methods.for_each(|method| self.call_member(cx, method, by));
            }
            MemberKind::Field => {
                let fields = classes.flat_map(|class| &class.fields).copied();
                let fields = fields.filter(|&field| fits(program.field(field).name));
                let fields = fields.filter(|&field| is_written(program.field(field).access));
                fields.for_each(|field| self.set_everywhere(cx, field, by));
            }
            MemberKind::Constructor if by == By::Hidden && is_own(program, class) => self.make(cx, class),
            MemberKind::Constructor => {
                let constructors = program.class(class).methods.iter().copied();
                let constructors = constructors.filter(|&method| program.str(program.method(method).name) == "<init>");
                constructors.for_each(|method| self.call_constructor(cx, method, by));
            }
        }
    }

    /// An object of a class of the program is made by its `Constructor`.
    fn call_constructor(&mut self, cx: &mut Cx<'_, '_>, method: MethodId, by: By) {
        let class = cx.program.method(method).class;
        let is_meant = is_own(cx.program, class) && !is_called_anyway(cx.program, method, by);
        if !is_meant || !self.acted.insert((Acted::Called(method), by)) {
            return;
        }
        if by == By::Hidden {
            self.make(cx, class);
        }
        let receiver = Receiver::Obj(cx.heap.made_outside(class, cx.program));
        let args = self.arguments(cx, method);
        cx.command(Command::Entry { method, receiver, args, ret: None });
    }

    /// A method of the program is called by its `Method`, on anything that is held.
    fn call_member(&mut self, cx: &mut Cx<'_, '_>, method: MethodId, by: By) {
        let data = cx.program.method(method);
        let is_called = data.has_code && !cx.program.str(data.name).starts_with('<');
        let is_meant = is_called && is_own(cx.program, data.class) && !is_called_anyway(cx.program, method, by);
        if !is_meant || !self.acted.insert((Acted::Called(method), by)) {
            return;
        }
        let receiver = match data.access & access::STATIC {
            0 => Receiver::Ptr(self.given_to(cx, by)),
            _ => Receiver::None,
        };
        // Who knows the program gets what it asks for anyway.
        let ret = (by != By::Implementer).then(|| self.given_to(cx, by));
        let args = self.arguments(cx, method);
        cx.command(Command::Entry { method, receiver, args, ret });
    }

    /// A field of the program is set by its `Field`, in anything that is held.
    fn set_everywhere(&mut self, cx: &mut Cx<'_, '_>, field: FieldId, by: By) {
        let data = cx.program.field(field);
        if !is_own(cx.program, data.class) || !self.acted.insert((Acted::Set(field), by)) {
            return;
        }
        if data.access & access::STATIC != 0 {
            // Nobody sets a final one by its `Field`, whatever is made accessible (JDK javadoc of `Field.set`).
            if data.access & access::FINAL == 0 {
                self.fill_field(cx, field, None, by);
            }
            return;
        }
        let place = self.place(cx.heap.site(Site::Field(field)), by.setting());
        for by in [by, By::Reflecting].into_iter().filter(|&of| of == by || by == By::Hidden) {
            let held = self.given_to(cx, by);
            cx.watch(held, place);
        }
    }

    /// The static fields of a class, those that it inherits from classes of the program as well.
    fn set_statics(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) {
        let program = cx.program;
        for &class in program.superclasses(class).iter().filter(|&&class| is_own(program, class)) {
            for &field in &program.class(class).fields {
                let set = program.field(field).access & (access::STATIC | access::FINAL | access::SYNTHETIC);
                if set == access::STATIC {
                    self.fill_field(cx, field, None, By::Hidden);
                }
            }
        }
    }

    /// The field of a place is set in a held object.
    pub(super) fn set(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, site: SiteId, by: By) {
        let Site::Field(field) = cx.heap.site_data(site) else { return };
        let owner = cx.program.class_type(cx.program.field(field).class);
        let has = |ty: TypeId| cx.program.is_subtype(ty, owner);
        let kind = cx.heap.kind(obj);
        let is_made = matches!(kind, ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. });
        if is_made && has(cx.heap.ty(obj)) {
            self.fill_field(cx, field, Some(obj), by);
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
                self.fill_field(cx, field, Some(obj), By::Hidden);
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

/// Whether code that was written for the program, or that calls a library, can call a method without its `Method`: then it is
/// entered as what nobody calls is, or by what such code holds.
fn is_called_anyway(program: &Program, method: MethodId, by: By) -> bool {
    by != By::Hidden && program.method(method).access & access::PRIVATE == 0
}
