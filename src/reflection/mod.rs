//! Reflective calls as three layers: facts (spec files), inference (strings, and later casts and uses), action (what
//! newInstance, invoke, get and set do). A model like the others: it watches the role pointers of each site and answers with
//! commands. Must not know output, tiers or policy.

mod action;
mod api;
mod arguments;
mod arrays;
mod call;
mod class_source;
mod facts;
mod fields;
mod handles;
mod helpers;
mod mirror;
mod pairs;
mod reported;
mod retrieval;
mod rule;
mod rules;
mod services;
mod site;

pub use api::{API, Api, ApiTable, Kind, NO_CLASS, Throws, rules};
pub use facts::Facts;
pub use helpers::Helpers;
pub use rules::Rules;
pub use site::{Effect, Limit, Problem, RSite, Role, SiteKey};

use std::cell::RefCell;
use std::rc::Rc;

use call::{ApiCall, ApiCallId, Hook, Node};
use rule::{Answer, Rule};

use crate::base::{FxHashMap, FxIndexMap, FxIndexSet, IndexVec, Numbering, PtsSet};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, SiteId};
use crate::ir;
use crate::pointsto::{CallView, Claim, Cx, HookData, Model, NodeId, Outcome, Ptr};
use crate::program::{MethodId, Program, TypeId};
use crate::spec::ResolvedTarget;

/// Most members whose flow is followed through one site; all are listed.
const FOLLOWED: usize = 256;
/// As [`FOLLOWED`], outside the application and for members that are not its own.
const FOREIGN_FOLLOWED: usize = 64;

/// Most problems of one site that are kept one by one.
const PROBLEMS: usize = 64;

/// What was learned about every site, shared with the engine.
pub type Sites = Rc<RefCell<FxIndexMap<SiteKey, RSite>>>;

/// A call site with the nodes of its arguments and its result.
type CallKey = (SiteKey, Vec<Option<NodeId>>, Option<NodeId>);

/// The reflection model.
pub struct Reflection {
    table: ApiTable,
    rules: Rules,
    sites: Sites,
    calls: IndexVec<ApiCallId, ApiCall>,
    /// Call by site, API and destination: the same call is met again under another dispatch.
    index: FxHashMap<CallKey, ApiCallId>,
    hooks: Numbering<Hook>,
    nodes: Numbering<Node>,
    facts: Rc<Facts>,
    /// Names met at class sources of the JDK, and those acted on.
    deferred: FxIndexMap<ApiCallId, class_source::Deferred>,
    /// Calls outside the JDK that name a class nobody has.
    unfound: FxIndexSet<ApiCallId>,
    /// Classes and names that met at look-ups.
    pairs: FxHashMap<ApiCallId, pairs::Pairs>,
    /// Classes that met at a site, in the order they did.
    classes_at: FxHashMap<SiteId, FxIndexSet<TypeId>>,
    /// Objects that were asked for their name or array class at a site.
    asked_at: FxHashMap<SiteId, FxIndexSet<ObjId>>,
    /// Loaders of services and their providers.
    services: services::Services,
    /// Members a site acts on, in the order they met there.
    followed: FxHashMap<SiteId, FxIndexSet<Effect>>,
}

impl Reflection {
    pub fn new(rules: Rules, facts: Rc<Facts>) -> Self {
        Self {
            table: ApiTable::default(),
            rules,
            sites: Sites::default(),
            calls: IndexVec::default(),
            index: FxHashMap::default(),
            hooks: Numbering::default(),
            nodes: Numbering::default(),
            facts,
            deferred: FxIndexMap::default(),
            unfound: FxIndexSet::default(),
            pairs: FxHashMap::default(),
            classes_at: FxHashMap::default(),
            asked_at: FxHashMap::default(),
            services: services::Services::default(),
            followed: FxHashMap::default(),
        }
    }

    /// The table of sites, to be read when the solver has finished.
    pub fn sites(&self) -> Sites {
        self.sites.clone()
    }

    /// The rule that answers for a row.
    fn rule_of(&self, row: &'static Api) -> &'static dyn Rule {
        if self.rules.is_off(row.rule.name()) { &reported::NotModelled } else { row.rule }
    }

    /// Watches what plays a part in a call, as its row says.
    fn watch_inputs(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        for &(role, _) in self.calls[call].row.inputs {
            match role {
                Role::Class | Role::Name | Role::Member | Role::Mirror => self.watch(cx, call, role),
                Role::Receiver => {
                    self.note_null_receiver(cx, call);
                    self.watch(cx, call, role);
                }
                Role::Arguments => {
                    if self.calls[call].array.is_none() {
                        self.watch(cx, call, role);
                    }
                }
                // It decides nothing about the answer, but its methods run.
                Role::Loader => self.hook(cx, call, role),
                Role::Value | Role::Initialise | Role::Lengths => {}
            }
        }
    }

    fn watch(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, role: Role) {
        if let Some(node) = self.calls[call].input(role)
            && let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site)
        {
            site.role(role, node);
        }
        self.hook(cx, call, role);
    }

    fn hook(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, role: Role) {
        if let Some(node) = self.calls[call].input(role) {
            cx.watch(node, self.hooks.number(Hook { call, role }));
        }
    }

    fn note_null_receiver(&self, cx: &Cx<'_, '_>, call: ApiCallId) {
        let ApiCall { view, site, .. } = &self.calls[call];
        let null = self.calls[call].var(Role::Receiver).is_some_and(|var| {
            cx.code(view.caller)
                .is_some_and(|code| matches!(ir::facts::constant_of(&code.body, var), Some(ir::ConstValue::Null)))
        });
        if null && let Some(site) = self.sites.borrow_mut().get_mut(site) {
            site.null_receiver = true;
        }
    }

    /// A node of the model's own.
    fn node(&mut self, cx: &Cx<'_, '_>, node: Node) -> Ptr {
        self.node_or_new(cx, node).0
    }

    /// A node of the model's own, and whether it was not asked for before.
    fn node_or_new(&mut self, cx: &Cx<'_, '_>, node: Node) -> (Ptr, bool) {
        let (number, is_new) = self.nodes.number_or_new(node);
        (cx.model_node(number), is_new)
    }

    fn effect(&self, call: ApiCallId, effect: Effect) {
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
            site.effects.insert(effect);
        }
    }

    /// Records what a site does; false if it does so much that the flow through it is not followed any more.
    fn acts(&mut self, program: &Program, call: ApiCallId, effect: Effect) -> bool {
        self.effect(call, effect);
        let ApiCall { view, origin, .. } = &self.calls[call];
        let (position, _) = self.followed.entry(view.site).or_default().insert_full(effect);
        let own = *origin == Origin::Application || effect.origin(program) == Origin::Application;
        let most = if own { FOLLOWED } else { FOREIGN_FOLLOWED };
        let followed = position < most;
        if !followed {
            self.problem(call, Problem::FanOut(Limit::Targets(most)));
        }
        followed
    }

    fn problem(&self, call: ApiCallId, problem: Problem) {
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
            let missing = matches!(problem, Problem::MissingClass(_) | Problem::MissingMember { .. });
            let problem = if missing && site.problems.len() >= PROBLEMS { Problem::ManyMissing } else { problem };
            site.problems.insert(problem);
        }
    }

    /// The metaobjects that a specification lists for a call.
    fn specified(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> Vec<(ObjId, ObjKind)> {
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

    /// Applies what a specification lists for a call, as if the objects had reached it.
    fn apply_specified(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let objects = self.specified(cx, call);
        if objects.is_empty() {
            return;
        }
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
            site.specified = true;
        }
        self.calls[call].rule.specified(self, cx, call, &objects);
    }

    /// Gives one metaobject, and says so.
    fn give(&self, cx: &mut Cx<'_, '_>, call: ApiCallId, obj: ObjId, kind: ObjKind) {
        let effect = match kind {
            ObjKind::Class { ty } => Effect::Class(ty),
            ObjKind::Method { method } => Effect::Method(method),
            ObjKind::Constructor { method } => Effect::Constructor(method),
            ObjKind::Field { field } => Effect::Field(field),
            _ => return,
        };
        self.effect(call, effect);
        if let Some(dst) = self.calls[call].view.dst {
            cx.add(dst, obj);
        }
    }

    fn objects(cx: &Cx<'_, '_>, node: Option<NodeId>) -> Vec<(ObjId, ObjKind)> {
        node.map_or_else(Vec::new, |node| {
            cx.pts(node).iter().map(|obj| (ObjId(obj), cx.heap.kind(ObjId(obj)))).collect()
        })
    }
}

impl Model for Reflection {
    fn name(&self) -> &'static str {
        "reflection"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let row = self.table.find(program, method)? as u32;
        let by_receiver = API[row as usize].rule.is_of_receiver(program, method);
        Some(if by_receiver { Claim::Target(row) } else { Claim::Declared(row) })
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, view: &CallView, method: MethodId, tag: u32) -> Outcome {
        let row = &API[tag as usize];
        let rule = self.rule_of(row);
        let outcome = rule.outcome(cx.program, method);
        let site = SiteKey { site: view.site, api: tag };
        let key = (site, view.args.clone(), view.dst);
        if self.index.contains_key(&key) {
            return outcome;
        }
        if row.kind != Kind::Flow {
            self.sites.borrow_mut().entry(site).or_insert_with(|| {
                let written = view.vars.len() == view.args.len();
                RSite::new(view.method, view.offset, view.caller, view.vars.clone(), written)
            });
        }
        let array = arguments::elements(cx, view);
        let origin = cx.program.origin_of(view.method);
        let call = self.calls.push(ApiCall { site, row, rule, view: view.clone(), origin, array });
        self.index.insert(key, call);
        if !self.rules.are_on() && row.kind != Kind::Flow {
            return Outcome::Handled;
        }
        self.apply_specified(cx, call);
        rule.met(self, cx, call, method);
        if rule.answer() != Answer::Reported {
            self.watch_inputs(cx, call);
        }
        outcome
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        self.resume_deferred(cx);
        self.ask_loaders(cx);
    }

    fn on_pressure(&mut self, cx: &mut Cx<'_, '_>) {
        self.resume_deferred(cx);
        self.ask_loaders(cx);
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let Hook { call, role } = self.hooks.key(data);
        let objects: Vec<(ObjId, ObjKind)> = objects
            .iter()
            .map(|obj| (ObjId(obj), cx.heap.kind(ObjId(obj))))
            .filter(|&(_, kind)| kind != ObjKind::Null)
            .collect();
        let objects = if role == Role::Name { self.facts.listed.expand(cx.heap, objects) } else { objects };
        self.calls[call].rule.objects(self, cx, call, role, &objects);
    }
}
