//! Names that the program allows before it loads the class: where each way from where a name gets its value to the call takes a branch
//! on which it is one of some constants, or in a collection, it is one of these (docs/analysis.md, Allowed names). Must not know what
//! is done with the class.

use crate::base::FxIndexSet;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, SiteId};
use crate::pointsto::{Command, Cx, NodeId, Ptr};
use crate::program::{FieldId, Program};

use super::super::code::allowed::Allowed;
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
        let is_source = this.api.kind == Kind::ClassSource && this.origin != Origin::Jdk;
        if !is_source || self.rules.are_local() || self.rules.is_off(ALLOWED_NAMES) {
            return false;
        }
        let view = &this.view;
        let (Some(name), Some(var), Some(code)) = (this.input(Role::Name), this.var(Role::Name), cx.code(view.caller))
        else {
            return false;
        };
        let Some(allowed) = Allowed::at(cx.program, &code.body, view.offset, var) else { return false };
        let holders: Option<Vec<NodeId>> = allowed.holders.iter().map(|&holder| cx.var(view.caller, holder)).collect();
        let Some(holders) = holders else { return false };
        let held = allowed.texts.iter().map(|&text| cx.heap.intern(ObjKind::Str { text })).collect();
        let known = FxIndexSet::default();
        let id = self.allowed.push(AllowedAt { call, is_met: false, is_open: false, known, held, holds_any: false });
        let [to, from] = [Node::AllowedName(id), Node::AllowedIn(id)].map(|node| self.node(cx, node));
        cx.watch(to, self.hooks.number(Hook::Input { call, role: Role::Name }));
        cx.watch(name, self.hooks.number(Hook::AllowedName(id)));
        cx.watch(from, self.hooks.number(Hook::Held(id)));
        holders.into_iter().for_each(|holder| cx.watch(holder, self.hooks.number(Hook::AllowedIn(id))));
        true
    }

    /// Names before the tests.
    pub(in crate::reflection) fn met_allowed(
        &mut self,
        cx: &mut Cx<'_, '_>,
        id: AllowedId,
        names: &[(ObjId, ObjKind)],
    ) {
        let to = self.node(cx, Node::AllowedName(id));
        let call = self.allowed[id].call;
        if let Some(node) = cx.resolve(to)
            && !std::mem::replace(&mut self.allowed[id].is_met, true)
        {
            self.note_name(call, node);
        }
        for &(obj, kind) in names {
            match kind {
                ObjKind::Str { .. } => drop(self.allowed[id].known.insert(obj)),
                _ if kind.is_unknown_text() => self.allowed[id].is_open = true,
                _ => cx.add(to, obj),
            }
        }
        self.let_through(cx, id);
    }

    /// What the collections hold that have the name: a text is equal to texts alone.
    pub(in crate::reflection) fn held(&mut self, cx: &mut Cx<'_, '_>, id: AllowedId, held: &[(ObjId, ObjKind)]) {
        let string = cx.heap.types().string;
        let unknown = anything(cx, self.calls[self.allowed[id].call].view.site);
        let at = &mut self.allowed[id];
        for &(obj, kind) in held {
            match kind {
                ObjKind::Str { .. } => drop(at.held.insert(obj)),
                ObjKind::OtherStr | ObjKind::Null => {}
                _ if kind.is_unknown_text() => {
                    at.held.insert(obj);
                    at.holds_any = true;
                }
                _ if !cx.program.is_subtype(string, cx.heap.ty(obj)) => {}
                _ => {
                    at.held.insert(unknown);
                    at.holds_any = true;
                }
            }
        }
        self.let_through(cx, id);
    }

    /// Known names that are allowed, and for one that is not known all that are.
    fn let_through(&mut self, cx: &mut Cx<'_, '_>, id: AllowedId) {
        let to = self.node(cx, Node::AllowedName(id));
        let at = &self.allowed[id];
        let passes = |name: &&ObjId| at.holds_any || at.held.contains(*name);
        at.known.iter().filter(passes).for_each(|&name| cx.add(to, name));
        if at.is_open {
            at.held.iter().for_each(|&name| cx.add(to, name));
        }
    }

    /// What no name came to says so by the name that it is given.
    pub(in crate::reflection) fn end_allowed(&self) {
        for at in self.allowed.iter().filter(|at| !at.is_met) {
            if let Some(node) = self.calls[at.call].input(Role::Name) {
                self.note_name(at.call, node);
            }
        }
    }

    fn note_name(&self, call: ApiCallId, node: NodeId) {
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
            site.role(Role::Name, node);
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
        let site = self.calls[self.allowed[id].call].view.site;
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
            } else if compares(name) {
                cx.command(Command::Contents { of: obj, to, or: Some(anything(cx, site)) });
            } else {
                cx.add(to, anything(cx, site));
            }
        }
    }
}

/// A text of which nothing is known.
fn anything(cx: &Cx<'_, '_>, site: SiteId) -> ObjId {
    cx.heap.intern(ObjKind::UnknownString { site })
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
