//! Who is handed objects, where, and what is done with all of them: the nodes that collect them, what hidden code calls
//! methods with, what it stores into fields. Must not know what becomes of single objects.

use std::cell::RefCell;
use std::rc::Rc;

use super::tables;
use crate::base::{FxHashMap, FxHashSet, FxIndexSet, Numbering};
use crate::heap::{MemberKind, NamePart, ObjId, Site, SiteId};
use crate::pointsto::{Args, CallId, CallView, Command, Cx, HookData, InstId, ModelNode, Ptr, Receiver};
use crate::program::{ClassId, FieldId, MethodId, Type, TypeId, access, lookup};

/// Members that code of other packages can use, that of subclasses at least.
pub(super) const OPEN: u16 = access::PUBLIC | access::PROTECTED;

/// What is done with members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Acted {
    Called(MethodId),
    Set(FieldId),
    /// All members of a kind that a class has, of a name or of any.
    Any(MemberKind, TypeId, NamePart),
}

/// Who is handed objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::models) enum By {
    /// Code that is not looked at: of a container, or of a library.
    Hidden,
    /// Hidden code that looks for members of what it is handed, as an object or class of any kind.
    Reflecting,
    /// Hidden code that prints or compares what it is handed.
    Printing,
    /// Hidden code that calls methods which read tables of their class.
    Reading,
    /// Code that was written for the program.
    Implementer,
    /// Code that calls a library.
    Caller,
    /// Whoever of these has the `Field` of the place, and sets it.
    Setting(Holder),
    /// Whoever of these has a lookup, for its class.
    Looking(Holder),
}

/// Whose what is handed over is then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::models) enum Holder {
    Hidden,
    Printer,
    Implementer,
    Caller,
}

impl By {
    pub(super) fn is_hidden(self) -> bool {
        self.holder() == Holder::Hidden
    }

    /// Under which name what it is handed is kept: hidden code is one.
    pub(super) fn holds_as(self) -> Self {
        match self.holder() {
            Holder::Hidden => By::Hidden,
            Holder::Printer => By::Printing,
            Holder::Implementer => By::Implementer,
            Holder::Caller => By::Caller,
        }
    }

    fn holder(self) -> Holder {
        match self {
            By::Hidden | By::Reflecting | By::Reading => Holder::Hidden,
            By::Printing => Holder::Printer,
            By::Implementer => Holder::Implementer,
            By::Caller => Holder::Caller,
            By::Setting(holder) | By::Looking(holder) => holder,
        }
    }

    pub(super) fn looking(self) -> Self {
        By::Looking(self.holder())
    }

    pub(super) fn setting(self) -> Self {
        By::Setting(self.holder())
    }

    /// Where what it puts into objects comes from.
    pub(super) fn origin(self) -> Site {
        match self.holder() {
            Holder::Caller => Site::Unknowns { of_callers: true },
            Holder::Hidden | Holder::Printer | Holder::Implementer => Site::Outside,
        }
    }
}

/// Nodes that are needed for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// What nobody knows, put into collections.
    Put(By),
    /// All that somebody is handed.
    Given(By),
    /// The objects that callers call methods on: those that the program makes.
    Receivers,
    /// A parameter of a method that hidden code calls.
    Param(MethodId, usize),
    /// What hidden code makes.
    Made,
    /// A function that is called.
    Function(ObjId),
    /// What nobody knows, stored by what reaches a field.
    Value(By),
}

/// Unknowns that were handed to code that is not looked at, to be read when the solver has finished.
pub type HandedUnknowns = Rc<RefCell<FxHashSet<ObjId>>>;

/// What was handed over where, as a model keeps it.
pub(in crate::models) struct Handed {
    /// Unknowns that anybody was handed.
    pub(super) unknowns: HandedUnknowns,
    /// By class and who calls: its methods that code outside can call.
    pub(super) known: FxHashMap<(ClassId, By), Rc<[MethodId]>>,
    /// By method: whether it, or a method of its name, keeps what it is called with.
    pub(super) keeping: FxHashMap<MethodId, bool>,
    /// Where objects are handed over, and to whom.
    pub(super) places: FxIndexSet<(SiteId, By)>,
    /// Calls whose arguments are handed over.
    pub(super) told: FxHashSet<(CallId, Option<MethodId>, By)>,
    /// Objects handed over: what is done with all but arrays has no place.
    pub(super) done: FxHashSet<(ObjId, By)>,
    /// Classes that hidden code makes objects of by itself.
    pub(super) made: FxHashSet<ClassId>,
    /// What was done with members by those who have them: by one object or by thousands it is the same.
    pub(super) acted: FxHashSet<(Acted, By)>,
    /// Methods that callers call on all that they hold.
    pub(super) called: FxHashSet<MethodId>,
    /// By class: the setters of the JDK that its objects have for texts.
    pub(super) setters: FxHashMap<ClassId, Rc<[MethodId]>>,
    /// Arrays that were filled, with the place that is the origin.
    pub(super) filled: FxHashSet<(ObjId, SiteId, By)>,
    /// By class that is looked at: tables that its code alone fills.
    pub(super) tables: FxHashMap<ClassId, FxHashSet<FieldId>>,
    /// By class that is looked at: static fields that are not final, and that its code alone stores to.
    pub(super) settled: FxHashMap<ClassId, FxHashSet<FieldId>>,
    pub(super) nodes: Numbering<ModelNode, Node>,
    /// Who handed something over first, for calls that are made on function objects.
    pub(super) caller: Option<InstId>,
}

impl Handed {
    pub(in crate::models) fn new(unknowns: HandedUnknowns) -> Self {
        Self {
            unknowns,
            known: FxHashMap::default(),
            keeping: FxHashMap::default(),
            places: FxIndexSet::default(),
            told: FxHashSet::default(),
            done: FxHashSet::default(),
            made: FxHashSet::default(),
            acted: FxHashSet::default(),
            called: FxHashSet::default(),
            setters: FxHashMap::default(),
            filled: FxHashSet::default(),
            tables: FxHashMap::default(),
            settled: FxHashMap::default(),
            nodes: Numbering::default(),
            caller: None,
        }
    }

    /// Calls that nobody's code makes are made by an instance, if none has handed anything over so far.
    pub(in crate::models) fn speaks_as(&mut self, instance: impl FnOnce() -> Option<InstId>) {
        self.caller = self.caller.or_else(instance);
    }

    /// Code of the program hands arguments, or a receiver, over.
    pub(in crate::models) fn hand_over(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        callee: Option<MethodId>,
        by: By,
    ) {
        // A call is told of once for each receiver.
        if call.number.is_some_and(|number| !self.told.insert((number, callee, by))) {
            return;
        }
        self.hand_over_each(cx, call, callee, |_| Some(by));
    }

    /// As [`Handed::hand_over`]; `by` says who gets the argument at a position (receiver first unless static), if anybody
    /// does.
    pub(in crate::models) fn hand_over_each(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        callee: Option<MethodId>,
        by: impl Fn(usize) -> Option<By>,
    ) {
        self.caller.get_or_insert(call.caller);
        let callee = callee.map(|method| cx.program.method(method));
        let first = usize::from(callee.is_some_and(|callee| callee.access & access::STATIC == 0));
        for (index, given) in call.args.iter().enumerate() {
            let (Some(given), Some(by)) = (*given, by(index)) else { continue };
            let params = callee.map(|callee| &cx.program.method_desc(callee.desc).params);
            let param = index.checked_sub(first).and_then(|index| params?.get(index).copied());
            // An array is there to be read or filled: by which call is what users ask.
            if param.is_some_and(|param| matches!(cx.program.ty(param), Type::Array(_))) {
                let place = self.place(call.site, by);
                cx.watch(given, place);
            } else {
                let to = self.given_to(cx, by);
                cx.edge(given, to);
            }
        }
    }

    /// Where all goes that somebody is handed.
    pub(in crate::models) fn given_to(&mut self, cx: &mut Cx<'_, '_>, by: By) -> Ptr {
        let to = cx.model_node(self.nodes.number(Node::Given(by)));
        let place = self.place(cx.heap.site(by.origin()), by);
        cx.watch(to, place);
        to
    }

    /// Callers of a library reach a class by its name: they make objects of it, call its static methods, and read and write
    /// its fields.
    pub(in crate::models) fn hand_out(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) {
        let program = cx.program;
        let data = program.class(class);
        let held = self.given_to(cx, By::Caller);
        if data.access & (access::ABSTRACT | access::INTERFACE) == 0 && lookup::is_accessible(program, class) {
            cx.add(held, cx.heap.made_outside(class, program));
        }
        for &field in &data.fields {
            let of = program.field(field);
            if of.access & access::STATIC == 0 || of.access & OPEN == 0 || of.constant.is_some() {
                continue;
            }
            cx.edge(Ptr::Static(field), held);
            let value = cx.heap.unknown(cx.heap.site(Site::Field(field)), of.ty, program.is_reference(of.ty));
            value
                .filter(|_| of.access & access::FINAL == 0)
                .into_iter()
                .for_each(|value| cx.add(Ptr::Static(field), value));
        }
        for &method in &data.methods {
            let of = program.method(method);
            let is_static = of.access & access::STATIC != 0 && !program.str(of.name).starts_with('<');
            if is_static && of.has_code && of.access & OPEN != 0 {
                let args = self.arguments(cx, method);
                cx.command(Command::Entry { method, receiver: Receiver::None, args, ret: Some(held) });
            }
        }
    }

    pub(super) fn place(&mut self, site: SiteId, by: By) -> HookData {
        self.places.insert_full((site, by)).0.into()
    }

    /// Supplied code stores what nobody knows into the static fields of its classes, and gets what the program stores there.
    pub(in crate::models) fn fill_static(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) {
        self.fill(cx, class, None);
    }

    /// What hidden code calls a method with: what it holds and what nobody knows.
    pub(super) fn arguments(&mut self, cx: &mut Cx<'_, '_>, method: MethodId) -> Args {
        let program = cx.program;
        let params = program.method_desc(program.method(method).desc).params.iter().enumerate();
        let args = params.map(|(index, &param)| {
            let site = cx.heap.site(Site::Param(method, index as u16));
            let value = cx.heap.unknown(site, param, program.is_reference(param))?;
            let arg = cx.model_node(self.nodes.number(Node::Param(method, index)));
            cx.add(arg, value);
            Some(arg)
        });
        Args::Positional(args.collect())
    }

    /// Its code stores what nobody knows into the fields of a supplied class, the static ones or those of an object, and gets
    /// what the program stores there. Of a class that is looked at what is final stays as it was made, and so does what only its
    /// own initialiser makes.
    pub(super) fn fill(&mut self, cx: &mut Cx<'_, '_>, class: ClassId, obj: Option<ObjId>) {
        for &field in &cx.program.class(class).fields {
            let data = cx.program.field(field);
            if (data.access & access::STATIC != 0) != obj.is_none() || data.constant.is_some() {
                continue;
            }
            let is_final = data.access & access::FINAL != 0 || obj.is_none() && self.is_settled(cx, class, field);
            if !is_final || cx.is_hidden(class) {
                self.fill_field(cx, field, obj, By::Hidden);
            } else {
                let by = if self.is_table(cx, class, field) { By::Reading } else { By::Hidden };
                let to = self.given_to(cx, by);
                cx.edge(obj.map_or(Ptr::Static(field), |obj| Ptr::Field(obj, field)), to);
            }
        }
    }

    /// Whether a field is a table that the code of its class alone fills.
    fn is_table(&mut self, cx: &Cx<'_, '_>, class: ClassId, field: FieldId) -> bool {
        self.tables.entry(class).or_insert_with(|| tables::of(cx.program, class)).contains(&field)
    }

    /// Whether a static field that is not final is written by its own class alone.
    fn is_settled(&mut self, cx: &Cx<'_, '_>, class: ClassId, field: FieldId) -> bool {
        let settled = &mut self.settled;
        !cx.is_hidden(class)
            && settled.entry(class).or_insert_with(|| tables::settled(cx.program, class)).contains(&field)
    }

    /// Somebody stores what nobody knows into a field, and holds what it holds.
    pub(super) fn fill_field(&mut self, cx: &mut Cx<'_, '_>, field: FieldId, obj: Option<ObjId>, by: By) {
        let ty = cx.program.field(field).ty;
        let site = cx.heap.site(Site::Field(field));
        let at = obj.map_or(Ptr::Static(field), |obj| Ptr::Field(obj, field));
        let is_array = matches!(cx.program.ty(ty), Type::Array(_));
        let value = match is_array {
            true => cx.heap.unknown_of(site, ty),
            false => cx.heap.unknown(site, ty, cx.program.is_reference(ty)),
        };
        if let Some(value) = value {
            cx.add(at, value);
            let to = self.given_to(cx, by);
            cx.edge(at, to);
        }
    }
}
