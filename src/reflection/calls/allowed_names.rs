//! Names that the program allows before it loads the class: where each way from where a name gets its value to the call takes a branch
//! on which it is one of some constants, or in a collection, it is one of these (docs/analysis.md, Allowed names). Must not know what
//! is done with the class.

use std::rc::Rc;

use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, SiteId};
use crate::ir::{Body, Var};
use crate::pointsto::{Command, Cx, InstId, ModelNode, NodeId, Ptr, ValueUse};
use crate::program::{ClassId, FieldId, Program};

use super::super::code::allowed::{Allowed, Helpers, Place, Relation, World};
use super::super::state::State;
use super::super::state::allowed::AllowedAt;
use super::super::state::call::{AllowedId, ApiCallId, Hook, Node};
use super::super::terms::method::Kind;
use super::super::terms::rules::ALLOWED_NAMES;
use super::super::terms::site::Role;

impl State {
    /// Whether tests before a call leave few of the names that it is given: then it is watched behind them.
    pub(in crate::reflection) fn allow_names(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) -> bool {
        let this = &self.calls[call];
        let is_of_class = this.api.kind == Kind::ClassSource;
        let looks_up = (is_of_class || this.api.kind == Kind::Member) && this.origin != Origin::Jdk;
        if !looks_up || self.rules.are_local() || self.rules.is_off(ALLOWED_NAMES) {
            return false;
        }
        let view = &this.view;
        let (caller, method, offset) = (view.caller, view.method, view.offset);
        let (Some(name), Some(var), Some(code)) = (this.input(Role::Name), this.var(Role::Name), cx.code(caller))
        else {
            return false;
        };
        let class = cx.program.method(method).class;
        let Some(allowed) = allowed_at(cx, &self.helpers, (class, &code.body), (offset, var), true) else {
            return false;
        };
        let Some(asked) = Asked::all(cx, caller, &allowed) else { return false };
        let site = view.site;
        let at = AllowedAt { is_of_class, ..AllowedAt::of(site, Some(call)) };
        let (id, to) = self.watch_allowed(cx, at, (allowed, asked));
        self.allowed_at.insert(call, to);
        cx.watch(to, self.hooks.number(Hook::Input { call, role: Role::Name }));
        cx.watch(name, self.hooks.number(Hook::AllowedName(id)));
        true
    }

    /// The node that stands for a text behind tests where the application passes it to a method; `None` if there are none.
    pub(in crate::reflection) fn allow_argument(&mut self, cx: &mut Cx<'_, '_>, used: &ValueUse) -> Option<ModelNode> {
        let &ValueUse { method, inst, offset, var, node, .. } = used;
        let (program, class) = (cx.program, cx.program.method(method).class);
        let is_looked_for = program.origin_of(method) == Origin::Application && !self.rules.are_local();
        if !is_looked_for || self.rules.is_off(ALLOWED_NAMES) {
            return None;
        }
        let code = cx.code(inst)?;
        if !self.guards.asks_texts(method, || Allowed::is_asked_for(program, &code.body)) {
            return None;
        }
        // Many texts are asked how they begin that name nothing.
        let allowed = allowed_at(cx, &self.helpers, (class, &code.body), (offset, var), false)?;
        let asked = Asked::all(cx, inst, &allowed)?;
        let site = cx.site_of(method, offset);
        let (id, _) = self.watch_allowed(cx, AllowedAt::of(site, None), (allowed, asked));
        cx.watch(node, self.hooks.number(Hook::AllowedName(id)));
        Some(self.nodes.number(Node::AllowedName(id)))
    }

    /// Watches what decides which names are let through.
    fn watch_allowed(
        &mut self,
        cx: &mut Cx<'_, '_>,
        at: AllowedAt,
        (allowed, asked): (Allowed, Vec<(Asked, Relation)>),
    ) -> (AllowedId, Ptr) {
        let held = allowed.texts.iter().map(|&text| cx.heap.intern(ObjKind::Str { text })).collect();
        let outlines =
            allowed.outlines.into_iter().map(|outline| (cx.program.sym(&outline.written()), outline)).collect();
        let id = self.allowed.push(AllowedAt { held, outlines, ..at });
        let [to, from] = [Node::AllowedName(id), Node::AllowedIn(id)].map(|node| self.node(cx, node));
        cx.watch(from, self.hooks.number(Hook::Held(id)));
        for (asked, relation) in asked {
            match asked {
                Asked::At(at) => cx.watch(at, self.hooks.number(hook(id, relation))),
                Asked::In(base, field) => {
                    cx.watch(base, self.hooks.number(Hook::AllowedBy { id, field, relation }));
                }
            }
        }
        (id, to)
    }

    /// Where the names are that a call looks for: behind tests, if there are some.
    pub(in crate::reflection) fn names_at(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> Option<NodeId> {
        match self.allowed_at.get(&call) {
            Some(&at) => cx.resolve(at),
            None => self.calls[call].input(Role::Name),
        }
    }

    /// Names before the tests.
    pub(in crate::reflection) fn met_allowed(
        &mut self,
        cx: &mut Cx<'_, '_>,
        id: AllowedId,
        names: Vec<(ObjId, ObjKind)>,
    ) {
        let to = self.node(cx, Node::AllowedName(id));
        // One whose values a specification lists stays itself, so that it is seen that the entry is needed.
        let listed = Rc::clone(&self.facts.listed);
        let (whole, names): (Vec<_>, Vec<_>) = names.into_iter().partition(|&(_, kind)| listed.covers(kind));
        let names = listed.expand(cx.heap, names);
        if let (Some(node), Some(call)) = (cx.resolve(to), self.allowed[id].call)
            && !std::mem::replace(&mut self.allowed[id].is_met, true)
        {
            self.note_name(call, node);
        }
        whole.into_iter().for_each(|(obj, _)| cx.add(to, obj));
        let at = &mut self.allowed[id];
        for (obj, kind) in names {
            match kind {
                ObjKind::Str { .. } if at.known.insert(obj) && at.passes(cx, obj) => cx.add(to, obj),
                ObjKind::Str { .. } => {}
                // One that is not known is one of those that are allowed.
                _ if kind.is_unknown_text() => {
                    if at.open.is_empty() {
                        at.held.iter().for_each(|&name| cx.add(to, name));
                    }
                    at.open.insert(obj);
                    // Of what is known of the name already its own outline says more, or something else; and casts may say more of a
                    // class than what its name begins with.
                    let keeps = at.holds_any || (!at.outlines.is_empty() && at.is_of_class);
                    match kind {
                        ObjKind::UnknownString { site } if !at.is_of_class => {
                            for &(outline, _) in &at.outlines {
                                cx.add(to, cx.heap.intern(ObjKind::Template { site, outline }));
                            }
                            if keeps {
                                cx.add(to, obj);
                            }
                        }
                        _ if keeps || !at.outlines.is_empty() => cx.add(to, obj),
                        _ => {}
                    }
                }
                _ => cx.add(to, obj),
            }
        }
    }

    /// What the collections hold that have the name: a text is equal to texts alone, and where what is held is asked, to what says so.
    /// Where any may be, it is itself.
    pub(in crate::reflection) fn held(
        &mut self,
        cx: &mut Cx<'_, '_>,
        id: AllowedId,
        held: &[(ObjId, ObjKind)],
        is_asked: bool,
    ) {
        let to = self.node(cx, Node::AllowedName(id));
        let string = cx.heap.types().string;
        let at = &mut self.allowed[id];
        for &(obj, kind) in held {
            match kind {
                ObjKind::Str { .. } | ObjKind::OtherStr => {
                    if at.held.insert(obj) && (!at.open.is_empty() || at.known.contains(&obj)) {
                        cx.add(to, obj);
                    }
                }
                ObjKind::Null => {}
                _ if is_asked && may_equal_more(cx, obj) => at.hold_any(cx, to),
                _ if !kind.is_unknown_text() && !cx.program.is_subtype(string, cx.heap.ty(obj)) => {}
                _ => at.hold_any(cx, to),
            }
        }
    }

    /// What no name came to says so by the name that it is given.
    pub(in crate::reflection) fn end_allowed(&self) {
        for at in self.allowed.iter().filter(|at| !at.is_met) {
            if let Some(call) = at.call
                && let Some(node) = self.calls[call].input(Role::Name)
            {
                self.note_name(call, node);
            }
        }
    }

    fn note_name(&self, call: ApiCallId, node: NodeId) {
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
            site.role(Role::Name, node);
        }
    }

    /// Objects in a field of which are texts that the name equals, or collections that have it.
    pub(in crate::reflection) fn met_base(
        &mut self,
        cx: &mut Cx<'_, '_>,
        (id, field, relation): (AllowedId, FieldId, Relation),
        bases: &[(ObjId, ObjKind)],
    ) {
        let to = self.node(cx, Node::AllowedIn(id));
        let site = self.allowed[id].site;
        for &(obj, kind) in bases {
            match kind {
                ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. } => {
                    cx.watch(Ptr::Field(obj, field), self.hooks.number(hook(id, relation)));
                }
                _ => cx.add(to, anything(cx, site)),
            }
        }
    }

    /// Arrays of which the name equals an element.
    pub(in crate::reflection) fn met_array(&mut self, cx: &mut Cx<'_, '_>, id: AllowedId, arrays: &[(ObjId, ObjKind)]) {
        let to = self.node(cx, Node::AllowedIn(id));
        let site = self.allowed[id].site;
        for &(obj, kind) in arrays {
            match kind {
                ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. } => {
                    cx.watch(Ptr::Elements(obj), self.hooks.number(Hook::Held(id)));
                }
                _ => cx.add(to, anything(cx, site)),
            }
        }
    }

    /// Collections that have the name: what is in one of the JDK is known.
    pub(in crate::reflection) fn met_allowing(
        &mut self,
        cx: &mut Cx<'_, '_>,
        id: AllowedId,
        holders: &[(ObjId, ObjKind)],
    ) {
        let to = self.node(cx, Node::AllowedIn(id));
        let site = self.allowed[id].site;
        for &(obj, kind) in holders {
            let shown = match kind {
                ObjKind::View { of, .. } => of,
                _ => obj,
            };
            let is_made = matches!(
                cx.heap.kind(shown),
                ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. } | ObjKind::View { .. }
            );
            let class = cx.program.class_of(cx.heap.ty(shown)).filter(|_| is_made);
            let name = class.map_or("", |class| cx.program.class_name(class));
            // A wrapper asks what is behind it.
            let wrapped = wrapped(cx.program, name).filter(|_| shown == obj);
            if let Some(field) = wrapped {
                cx.watch(Ptr::Field(obj, field), self.hooks.number(Hook::AllowedIn(id)));
            } else if ASKING.contains(&name) {
                let (asking, is_new) = self.node_or_new(cx, Node::AllowedAsking(id));
                if is_new {
                    cx.watch(asking, self.hooks.number(Hook::AllowedAsking(id)));
                }
                cx.command(Command::Contents { of: obj, to: asking, or: Some(anything(cx, site)) });
            } else if compares(name) {
                cx.command(Command::Contents { of: obj, to, or: Some(anything(cx, site)) });
            } else {
                cx.add(to, anything(cx, site));
            }
        }
    }
}

/// What tests before an instruction of a body in a class say of a text.
fn allowed_at(
    cx: &Cx<'_, '_>,
    helpers: &Helpers,
    code: (ClassId, &Body),
    (offset, text): (u32, Var),
    outlines: bool,
) -> Option<Allowed> {
    let is_looked_at = |class: ClassId| cx.program.class(class).origin != Origin::Jdk && !cx.is_hidden(class);
    Allowed::at(&World { program: cx.program, is_looked_at: &is_looked_at, helpers }, code, offset, text, outlines)
}

/// How what is somewhere is watched.
fn hook(id: AllowedId, relation: Relation) -> Hook {
    match relation {
        Relation::Equals => Hook::Held(id),
        Relation::IsIn => Hook::AllowedIn(id),
        Relation::IsElement => Hook::AllowedArray(id),
    }
}

/// What the solver knows a place by.
enum Asked {
    At(Ptr),
    /// The field of what is there.
    In(NodeId, FieldId),
}

impl Asked {
    /// Each, and what the name is to it.
    fn all(cx: &Cx<'_, '_>, caller: InstId, allowed: &Allowed) -> Option<Vec<(Self, Relation)>> {
        allowed.places.iter().map(|&(place, relation)| Some((Self::of(cx, caller, place)?, relation))).collect()
    }

    fn of(cx: &Cx<'_, '_>, caller: InstId, place: Place) -> Option<Self> {
        Some(match place {
            Place::Var(var) => Asked::At(Ptr::Node(cx.var(caller, var)?)),
            Place::Static(field) => Asked::At(Ptr::Static(field)),
            Place::Field(base, field) => Asked::In(cx.var(caller, base)?, field),
        })
    }
}

impl AllowedAt {
    fn passes(&self, cx: &Cx<'_, '_>, name: ObjId) -> bool {
        let fits = || match cx.heap.kind(name) {
            ObjKind::Str { text } => self.outlines.iter().any(|(_, outline)| outline.fits(cx.program.str(text))),
            _ => false,
        };
        self.holds_any || self.held.contains(&name) || fits()
    }

    /// Any name may be one that is allowed.
    fn hold_any(&mut self, cx: &mut Cx<'_, '_>, to: Ptr) {
        if !std::mem::replace(&mut self.holds_any, true) {
            self.known.iter().chain(&self.open).for_each(|&name| cx.add(to, name));
        }
    }
}

/// A text of which nothing is known.
fn anything(cx: &Cx<'_, '_>, site: SiteId) -> ObjId {
    cx.heap.intern(ObjKind::UnknownString { site })
}

/// Collections of the JDK that ask what they hold whether it equals what they are asked for, and not the other way round; the
/// interface is that of `Set.of`.
const ASKING: [&str; 3] = ["java/util/Hashtable", "java/util/ImmutableCollections$Set12", "java/util/Set"];

/// Whether code of the program says what is equal to an object.
fn may_equal_more(cx: &Cx<'_, '_>, obj: ObjId) -> bool {
    let program = cx.program;
    let kind = cx.heap.kind(obj);
    let is_of_class = matches!(kind, ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. });
    let Some(class) = program.class_of(cx.heap.ty(obj)) else { return false };
    let equals = program.find_method(program.well_known().object, "equals", "(Ljava/lang/Object;)Z");
    let says = |class: ClassId| {
        let selected = equals.and_then(|equals| program.select(class, equals));
        selected.is_some_and(|method| program.origin_of(method) != Origin::Jdk)
    };
    match kind {
        // Its handler is asked.
        ObjKind::Proxy { .. } => true,
        _ if is_of_class => says(class),
        _ => program.class(class).origin != Origin::Jdk && program.subtypes_outside_jdk(class).iter().any(|&c| says(c)),
    }
}

/// Whether collections and maps of a class of the JDK have what is equal to one of their elements, and to nothing else: those that sort
/// are told what is equal by a comparator.
fn compares(class: &str) -> bool {
    const HASHED_OR_LISTED: [&str; 12] = [
        "java/util/ArrayDeque",
        "java/util/ArrayList",
        "java/util/Arrays$ArrayList",
        "java/util/HashMap",
        "java/util/HashSet",
        "java/util/Hashtable",
        "java/util/LinkedHashMap",
        "java/util/LinkedHashSet",
        "java/util/LinkedList",
        "java/util/Stack",
        "java/util/Vector",
        "java/util/concurrent/CopyOnWriteArrayList",
    ];
    // `List.of`, `Set.of`, `Map.of`, `Collections.singleton` and `emptySet` with their kin; the interfaces are those of factories.
    HASHED_OR_LISTED.contains(&class)
        || matches!(class, "java/util/List" | "java/util/Set" | "java/util/Map")
        || ["java/util/ImmutableCollections$", "java/util/Collections$Singleton", "java/util/Collections$Empty"]
            .iter()
            .any(|start| class.starts_with(start))
}

/// The field of what a wrapper of `Collections` asks.
fn wrapped(program: &Program, class: &str) -> Option<FieldId> {
    let kind = class.strip_prefix("java/util/Collections$")?;
    let sort = ["Unmodifiable", "Synchronized"].into_iter().find(|sort| kind.starts_with(sort))?;
    let (name, ty) = match kind.ends_with("Map") {
        true => ("m", "Map"),
        false => ("c", "Collection"),
    };
    let owner = program.find_class(&format!("java/util/Collections${sort}{ty}"))?;
    program.find_field(owner, name, &format!("Ljava/util/{ty};"))
}
