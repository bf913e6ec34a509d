//! What the reflection model knows while it runs: its calls, what was learned of every site, and what the families of rules
//! remember; and the services that all of them use. Must not call the families, nor know rows.

pub(super) mod above;
pub(super) mod allowed;
pub(super) mod asked;
pub(super) mod call;
pub(super) mod deferred;
pub(super) mod definers;
pub(super) mod drivers;
pub(super) mod guards;
pub(super) mod handles;
pub(super) mod lazy;
pub(super) mod open_call;
pub(super) mod pairs;
pub(super) mod properties;
pub(super) mod proxies;
pub(super) mod services;
pub(super) mod statements;
pub(super) mod uses;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use super::code::allowed::Helpers;
use super::facts::Facts;
use super::terms::method::Rows;
use super::terms::rules::Rules;
use super::terms::site::{Effect, Limit, Problem, RSite, Role, SiteKey};
use crate::base::{FxHashMap, FxHashSet, FxIndexMap, FxIndexSet, IndexVec, Numbering, Sym};
use crate::classpath::Origin;
use crate::heap::{MemberKind, NO_CTX, ObjId, ObjKind, Site, SiteId};
use crate::ir::ConstValue;
use crate::pointsto::{Cx, HookData, ModelNode, NodeId, Ptr};
use crate::program::lookup::{AnnotationPlace, GenericType};
use crate::program::{ClassId, FieldId, MethodId, Program, TypeId, access};
use crate::spec::ResolvedTarget;
use crate::strings::named::Named;
use above::MadeOutside;
use allowed::AllowedNames;
use asked::Asked;
use call::{ApiCall, ApiCallId, Hook, Node};
use deferred::Deferred;
use definers::Definers;
use drivers::Drivers;
use guards::Guards;
use handles::Handles;
use lazy::LazyObjects;
use open_call::OpenCall;
use pairs::Pairs;
use properties::Properties;
use proxies::Proxies;
use services::Services;
use statements::Statements;
use uses::Uses;

/// Most classes that a look-up tells apart in the members it knows no names of.
pub(super) const CLASSES_APART: usize = 64;

/// Most classes of which a site has objects of its own. With 64 liquibase makes 846 million facts and not
/// 715, and resolves no recorded fact more; nor does any of thirteen other programs of the corpus.
const MADE_APART: usize = 16;

/// Most members whose flow is followed through one site; all are listed.
const FOLLOWED: usize = 256;
/// As [`FOLLOWED`], outside the application and for members that are not its own.
const FOREIGN_FOLLOWED: usize = 64;

/// Most classes of one site whose static fields, and those of primitive types, are followed beyond that.
const TABLES: usize = 8;

/// Most problems of one site that are kept one by one.
const PROBLEMS: usize = 64;

/// What was learned about every site, shared with the engine.
pub type Sites = Rc<RefCell<FxIndexMap<SiteKey, RSite>>>;

/// A call site with the nodes of its arguments and its result.
pub(super) type CallKey = (SiteKey, Vec<Option<NodeId>>, Option<NodeId>);

/// What an object describes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Described {
    Package { name: Sym },
    Component { record: TypeId, at: u32, name: Sym, ty: TypeId, accessor: Option<MethodId> },
    Parameter { ty: TypeId },
}

/// Keys with values of property files; `None` is a text that nobody knows.
pub(super) type BundleTexts = FxIndexSet<(Option<Sym>, Option<Sym>)>;

/// The state of the reflection model.
pub(super) struct State {
    pub(super) rules: Rules,
    pub(super) rows: Rows,
    /// The program is a library: its users may write subclasses.
    pub(super) has_users: bool,
    pub(super) sites: Sites,
    pub(super) calls: IndexVec<ApiCallId, ApiCall>,
    /// Call by site, API and destination: the same call is met again under another dispatch.
    pub(super) index: FxHashMap<CallKey, ApiCallId>,
    /// Classes that are given to calls behind conditions.
    pub(super) guards: Guards,
    /// Names that are allowed before calls.
    pub(super) allowed: AllowedNames,
    /// What methods ask of names.
    pub(super) helpers: Helpers,
    /// Where names are behind the tests.
    pub(super) allowed_at: FxHashMap<ApiCallId, Ptr>,
    pub(super) hooks: Numbering<HookData, Hook>,
    pub(super) nodes: Numbering<ModelNode, Node>,
    pub(super) facts: Rc<Facts>,
    /// Names met at class sources of the JDK, and those acted on.
    pub(super) deferred: FxIndexMap<ApiCallId, Deferred>,
    /// The classes that fit outlines of names.
    pub(super) fitting: FxHashMap<Sym, Rc<Named>>,
    /// Calls outside the JDK that name a class nobody knows.
    pub(super) unnamed: FxIndexSet<ApiCallId>,
    /// Calls outside the JDK that name a class nobody has.
    pub(super) unfound: FxIndexSet<ApiCallId>,
    /// What is known of names there of which it is not all.
    pub(super) outlined: FxIndexMap<ApiCallId, FxIndexSet<Sym>>,
    /// Calls that ask no loader but one of the program's own which decides what a name means.
    pub(super) only_own: FxIndexSet<ApiCallId>,
    /// Calls at which the JVM asks loaders of the program's own.
    pub(super) asked_by_jvm: FxHashSet<ApiCallId>,
    /// Loaders that define classes.
    pub(super) definers: Definers,
    /// Calls outside the JDK by which the program brings classes that are in no file.
    pub(super) bringing: FxIndexSet<ApiCallId>,
    /// Classes and names that met at look-ups.
    pub(super) pairs: FxHashMap<ApiCallId, Pairs>,
    /// What keeps all members of a kind of a class, declared or public, from being listed.
    pub(super) unlisted: FxHashMap<(TypeId, MemberKind, bool), Option<ClassId>>,
    /// Classes that met at a site, in the order they did.
    pub(super) classes_at: FxHashMap<SiteId, FxIndexSet<TypeId>>,
    /// Members that look-ups of a site give one by one as they list them or do not know their names.
    pub(super) listed: FxHashMap<SiteId, FxIndexSet<Effect>>,
    /// Objects that were asked for their name or array class at a site.
    pub(super) asked_at: FxHashMap<SiteId, FxIndexSet<ObjId>>,
    /// Annotations met, by the places where they are written.
    pub(super) annotations: FxIndexSet<AnnotationPlace>,
    /// Bundles of property files that calls give, with these files.
    pub(super) bundles: FxHashMap<ObjId, FxIndexSet<Sym>>,
    /// Keys and values of the property files of a name: each call asks for many keys.
    pub(super) bundle_texts: FxHashMap<Sym, Rc<BundleTexts>>,
    /// What calls asked which bundle for, `None` for a key that is not known.
    pub(super) bundle_keys: FxHashSet<(ApiCallId, ObjId, Option<Sym>)>,
    /// What objects describe that are neither classes nor members.
    pub(super) described: FxHashMap<ObjId, Described>,
    /// The types that objects are which are no classes.
    pub(super) generic_types: FxHashMap<ObjId, GenericType>,
    /// Loaders of services and their providers.
    pub(super) services: Services,
    /// Objects whose class is known by what they are cast to.
    pub(super) lazy: LazyObjects,
    /// What uses say of the classes that look-ups gave.
    pub(super) uses: Uses,
    /// Proxies and the calls on them.
    pub(super) proxies: Proxies,
    /// What the program writes into properties, and who reads them.
    pub(super) properties: Properties,
    pub(super) drivers: Drivers,
    /// Statements of `java.beans`.
    pub(super) statements: Statements,
    /// Members a site acts on, in the order they met there.
    pub(super) followed: FxHashMap<SiteId, FxIndexSet<Effect>>,
    /// Classes whose fields of primitive types a site reads beyond those.
    tables: FxHashMap<SiteId, FxIndexSet<ClassId>>,
    /// What calls of unknown members may mean: methods that they run, objects whose fields they write, and what such members and
    /// their receivers said.
    pub(super) opened: FxHashMap<ApiCallId, FxIndexSet<MethodId>>,
    /// Whether the application tells by itself which properties classes have, once it was asked.
    pub(super) names_properties: OnceCell<bool>,
    /// Look-ups, and whether they give public members alone.
    pub(super) public_look_ups: RefCell<FxHashMap<SiteId, bool>>,
    /// Calls that would set static final fields of the JDK.
    pub(super) final_writes: FxIndexSet<(ApiCallId, FieldId)>,
    /// They do: the program gets past what keeps such fields.
    pub(super) opens_finals: bool,
    /// Calls of members of unknown classes, and whether an object that they are used on was asked which.
    pub(super) asking: FxIndexMap<ApiCallId, bool>,
    pub(super) opened_on: FxHashMap<ApiCallId, FxIndexSet<ObjId>>,
    pub(super) open_calls: FxHashMap<ApiCallId, OpenCall>,
    /// Objects of classes that are made at run time.
    pub(super) above: MadeOutside,
    /// What receivers were asked already.
    pub(super) asked: Asked,
    /// Method handles and the types of such.
    pub(super) handles: Handles,
}

impl State {
    pub(super) fn new(rules: Rules, rows: Rows, facts: Rc<Facts>, has_users: bool) -> Self {
        Self {
            rules,
            rows,
            has_users,
            sites: Sites::default(),
            calls: IndexVec::default(),
            index: FxHashMap::default(),
            guards: Guards::default(),
            allowed: AllowedNames::default(),
            helpers: Helpers::default(),
            allowed_at: FxHashMap::default(),
            hooks: Numbering::default(),
            nodes: Numbering::default(),
            facts,
            deferred: FxIndexMap::default(),
            fitting: FxHashMap::default(),
            unnamed: FxIndexSet::default(),
            unfound: FxIndexSet::default(),
            outlined: FxIndexMap::default(),
            only_own: FxIndexSet::default(),
            asked_by_jvm: FxHashSet::default(),
            definers: Definers::default(),
            bringing: FxIndexSet::default(),
            pairs: FxHashMap::default(),
            unlisted: FxHashMap::default(),
            classes_at: FxHashMap::default(),
            listed: FxHashMap::default(),
            asked_at: FxHashMap::default(),
            annotations: FxIndexSet::default(),
            bundles: FxHashMap::default(),
            bundle_texts: FxHashMap::default(),
            bundle_keys: FxHashSet::default(),
            described: FxHashMap::default(),
            generic_types: FxHashMap::default(),
            services: Services::default(),
            lazy: LazyObjects::default(),
            uses: Uses::default(),
            proxies: Proxies::default(),
            properties: Properties::default(),
            drivers: Drivers::default(),
            statements: Statements::default(),
            followed: FxHashMap::default(),
            tables: FxHashMap::default(),
            opened: FxHashMap::default(),
            names_properties: OnceCell::new(),
            public_look_ups: RefCell::default(),
            final_writes: FxIndexSet::default(),
            opens_finals: false,
            asking: FxIndexMap::default(),
            opened_on: FxHashMap::default(),
            open_calls: FxHashMap::default(),
            above: MadeOutside::default(),
            asked: Asked::default(),
            handles: Handles::default(),
        }
    }

    /// A node of the model's own.
    pub(super) fn node(&mut self, cx: &Cx<'_, '_>, node: Node) -> Ptr {
        self.node_or_new(cx, node).0
    }

    /// A node of the model's own, and whether it was not asked for before.
    pub(super) fn node_or_new(&mut self, cx: &Cx<'_, '_>, node: Node) -> (Ptr, bool) {
        let (number, is_new) = self.nodes.number_or_new(node);
        (cx.model_node(number), is_new)
    }

    /// Makes a call a site.
    pub(super) fn show(&self, call: ApiCallId) {
        let ApiCall { site, view, .. } = &self.calls[call];
        self.sites.borrow_mut().entry(*site).or_insert_with(|| {
            let written = view.vars.len() == view.args.len();
            RSite::new(view.method, view.offset, view.caller, view.vars.clone(), written)
        });
    }

    pub(super) fn effect(&self, call: ApiCallId, effect: Effect) {
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
            site.effects.insert(effect);
        }
    }

    /// Whether an effect beyond those that are followed is an access to a constant or variable of a class, or to a field of a primitive
    /// type, where what is read is a box like any other. Its class is initialised, which few classes are for that.
    fn is_of_table(&mut self, program: &Program, site: SiteId, effect: Effect) -> bool {
        let Effect::Field(field) = effect else { return false };
        let data = program.field(field);
        if program.is_reference(data.ty) && data.access & access::STATIC == 0 {
            return false;
        }
        let (position, _) = self.tables.entry(site).or_default().insert_full(data.class);
        position < TABLES
    }

    /// Records what a site does; false if it does so much that the flow through it is not followed any more.
    pub(super) fn acts(&mut self, program: &Program, call: ApiCallId, effect: Effect) -> bool {
        self.effect(call, effect);
        let ApiCall { view, origin, .. } = &self.calls[call];
        let (position, _) = self.followed.entry(view.site).or_default().insert_full(effect);
        let own = *origin == Origin::Application || effect.origin(program) == Origin::Application;
        let most = if own { FOLLOWED } else { FOREIGN_FOLLOWED };
        let (site, is_early) = (view.site, position < most);
        let followed = is_early || self.rules.follow_all || self.is_of_table(program, site, effect);
        if !followed {
            self.problem(call, Problem::FanOut(Limit::Targets(most)));
        }
        followed
    }

    /// Whether tokens of the site tell the class from others: a site that meets very many has one token for the rest.
    pub(super) fn is_apart(&mut self, site: SiteId, class: TypeId) -> bool {
        self.classes_at.entry(site).or_default().insert_full(class).0 < CLASSES_APART
    }

    pub(super) fn problem(&self, call: ApiCallId, problem: Problem) {
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
            let missing = matches!(
                problem,
                Problem::MissingClass(_)
                    | Problem::MissingMember { .. }
                    | Problem::MissingProperty { .. }
                    | Problem::Absent(_)
            );
            let problem = if missing && site.problems.len() >= PROBLEMS { Problem::ManyMissing } else { problem };
            site.problems.insert(problem);
        }
    }

    /// The metaobjects that a specification lists for a call.
    pub(super) fn specified(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> Vec<(ObjId, ObjKind)> {
        let site = self.calls[call].view.site;
        let Some(targets) = self.facts.targets(site) else { return Vec::new() };
        let init = cx.program.sym("<init>");
        targets
            .iter()
            .map(|&target| match target {
                ResolvedTarget::Class(ty) => ObjKind::Class { ty },
                ResolvedTarget::Method(method) if cx.program.method(method).name == init => {
                    ObjKind::Constructor { method }
                }
                ResolvedTarget::Method(method) => ObjKind::Method { method },
                ResolvedTarget::Field(field) => ObjKind::Field { field },
            })
            .map(|kind| (cx.heap.intern(kind), kind))
            .collect()
    }

    /// Gives one metaobject, and says so.
    pub(super) fn give(&self, cx: &mut Cx<'_, '_>, call: ApiCallId, obj: ObjId, kind: ObjKind) {
        let Some(effect) = effect_of(kind) else { return };
        self.effect(call, effect);
        if let Some(dst) = self.calls[call].view.dst {
            cx.add(dst, obj);
        }
    }

    pub(super) fn objects(cx: &Cx<'_, '_>, node: Option<NodeId>) -> Vec<(ObjId, ObjKind)> {
        node.map_or_else(Vec::new, |node| {
            cx.pts(node).iter().map(|obj| (ObjId(obj), cx.heap.kind(ObjId(obj)))).collect()
        })
    }

    /// The object made of a class at a site. A site that makes objects of very many classes shares them with others of that
    /// kind: its answer is imprecise already, and each site with objects of its own of every class would be quadratic.
    pub(super) fn instance(&mut self, cx: &Cx<'_, '_>, call: ApiCallId, ty: TypeId) -> ObjId {
        let (site, caller) = (self.calls[call].view.site, self.calls[call].view.caller);
        let (position, _) = self.classes_at.entry(site).or_default().insert_full(ty);
        if position >= MADE_APART {
            let site = cx.heap.site(Site::Vm(cx.program.sym("imprecise")));
            return cx.heap.intern(ObjKind::Instance { site, ty, ctx: NO_CTX });
        }
        cx.heap.intern(ObjKind::Instance { site, ty, ctx: cx.allocated(caller, site, ty) })
    }

    /// The constant that is the name argument within the method, for mode `local`.
    pub(super) fn local_name(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> Option<Sym> {
        let call = &self.calls[call];
        let var = call.var(Role::Name)?;
        let code = cx.code(call.view.caller)?;
        match *crate::ir::facts::constant_of(&code.body, var)? {
            ConstValue::Str { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The number that the caller gives a call as a constant; `None` if it is no constant, or less than zero.
    pub(super) fn int(&self, cx: &Cx<'_, '_>, call: ApiCallId, role: Role) -> Option<u32> {
        let call = &self.calls[call];
        let code = cx.code(call.view.caller)?;
        match *crate::ir::facts::constant_of(&code.body, call.var(role)?)? {
            ConstValue::Int(value) => u32::try_from(value).ok(),
            _ => None,
        }
    }
}

/// What a site that gives a metaobject does.
pub(super) fn effect_of(kind: ObjKind) -> Option<Effect> {
    match kind {
        ObjKind::Class { ty } => Some(Effect::Class(ty)),
        ObjKind::Method { method } => Some(Effect::Method(method)),
        ObjKind::Constructor { method } => Some(Effect::Constructor(method)),
        ObjKind::Field { field } => Some(Effect::Field(field)),
        _ => None,
    }
}

/// The metaobject of what a site does.
pub(super) fn metaobject(cx: &Cx<'_, '_>, effect: Effect) -> ObjId {
    cx.heap.intern(match effect {
        Effect::Class(ty) => ObjKind::Class { ty },
        Effect::Method(method) => ObjKind::Method { method },
        Effect::Constructor(method) => ObjKind::Constructor { method },
        Effect::Field(field) => ObjKind::Field { field },
    })
}
