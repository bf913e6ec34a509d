//! The reflection model as the solver sees it: which methods it answers for, and which rule each call goes to. Must not know
//! what rules do.

use std::rc::Rc;

use super::api::row::Row;
use super::api::table::{API, ApiTable};
use super::calls::arguments;
use super::code::conditions::Conditions;
use super::facts::Facts;
use super::guards::ways::conditions_at;
use super::reported::NotModelled;
use super::rule::{Answer, Rule};
use super::state::call::{ApiCall, ApiCallId, Elements, Hook};
use super::state::{Sites, State};
use super::terms::method::Kind;
use super::terms::rules::{Rules, TESTED_CLASSES};
use super::terms::site::{ApiId, Role, SiteKey};
use crate::base::PtsSet;
use crate::classpath::Origin;
use crate::heap::{MemberKind, ObjId, ObjKind};
use crate::pointsto::{CallView, Claim, ClaimTag, Cx, Filter, HookData, Model, ModelNode, NodeId, Outcome, ValueUse};
use crate::program::{MethodId, Program};

/// The reflection model.
pub struct Reflection {
    state: State,
}

impl Reflection {
    /// `has_users`: what is analysed is a library, whose users may write subclasses and providers.
    pub fn new(rules: Rules, facts: Rc<Facts>, has_users: bool) -> Self {
        let rows = |program: &Program, method| ApiTable::get().named(program, method).map(|row| &**row);
        Self { state: State::new(rules, rows, facts, has_users) }
    }

    /// The table of sites, to be read when the solver has finished.
    pub fn sites(&self) -> Sites {
        self.state.sites.clone()
    }

    /// Applies what a specification lists for a call, as if the objects had reached it.
    fn apply_specified(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let objects = self.state.specified(cx, call);
        if objects.is_empty() {
            return;
        }
        if let Some(site) = self.state.sites.borrow_mut().get_mut(&self.state.calls[call].site) {
            site.specified = true;
        }
        rule_of(&self.state.calls[call]).specified(&mut self.state, cx, call, &objects);
    }
}

/// The rule that answers for a call.
fn rule_of(call: &ApiCall) -> &'static dyn Rule {
    if call.is_off { &NotModelled } else { API[call.site.api].rule }
}

/// What the conditions on the way to a call say of the member that it is given at a position.
fn conditions(cx: &Cx<'_, '_>, view: &CallView, position: usize) -> Option<Conditions> {
    let &given = view.vars.get(position)?;
    let code = cx.code(view.caller)?;
    conditions_at(cx.program, (cx.program.method(view.method).class, &code.body), view.offset, given)
}

impl Model for Reflection {
    fn name(&self) -> &'static str {
        "reflection"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let row = ApiTable::get().find(program, method)?;
        let by_receiver = API[row].rule.is_of_receiver(program, method);
        Some(if by_receiver { Claim::Target(ClaimTag(row.0)) } else { Claim::Declared(ClaimTag(row.0)) })
    }

    fn stands_for(&mut self, cx: &mut Cx<'_, '_>, used: &ValueUse) -> Option<ModelNode> {
        let rules = &self.state.rules;
        if !rules.are_on() {
            return None;
        }
        if used.is_text {
            return self.state.allow_argument(cx, used);
        }
        if rules.is_off(TESTED_CLASSES) {
            return None;
        }
        let mut instantiates = false;
        if let Some((called, at)) = used.called
            && cx.program.origin_of(called) == Origin::Jdk
        {
            // Others of its methods do nothing with a class.
            let row = &API[ApiTable::get().find(cx.program, called)?];
            let is_asked = [Role::Class, Role::Mirror].iter().any(|&role| row.position(role) == Some(at));
            if !is_asked {
                return None;
            }
            instantiates = row.acts_on_receiver_class();
        }
        self.state.guarded(cx, used, instantiates)
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, view: &CallView, method: MethodId, tag: ClaimTag) -> Outcome {
        let api = ApiId(tag.0);
        let row: &'static Row = &API[api];
        let is_off = self.state.rules.is_off(row.rule.name());
        let rule = if is_off { &NotModelled } else { row.rule };
        let origin = cx.program.origin_of(view.method);
        if row.of_library && origin != Origin::Application {
            return Outcome::Left;
        }
        let outcome = match rule.outcome_in(origin, cx.program, method) {
            // There is no body to look at.
            Outcome::Answered if cx.scope().is_closed(cx.program, cx.program.method(method).class) => Outcome::Handled,
            outcome => outcome,
        };
        let site = SiteKey { site: view.site, api };
        let key = (site, view.args.clone(), view.dst);
        if self.state.index.contains_key(&key) {
            return outcome;
        }
        let array = match row.position(Role::Arguments) {
            None if row.acts_on() == Some(MemberKind::Method) => Some(Elements { slots: Vec::new() }),
            position => arguments::elements(cx, view, position),
        };
        let member = row.position(Role::Member).filter(|_| origin != Origin::Jdk);
        let conditions = member.and_then(|member| conditions(cx, view, member));
        let view_of = view.clone();
        let call = self.state.calls.push(ApiCall { site, api: row, is_off, view: view_of, origin, array, conditions });
        if row.kind != Kind::Flow && (is_off || !row.where_it_matters) {
            self.state.show(call);
        }
        self.state.index.insert(key, call);
        if row.brings.is_some() && origin != Origin::Jdk {
            self.state.bringing.insert(call);
        }
        if !self.state.rules.are_on() && row.kind != Kind::Flow {
            return Outcome::Handled;
        }
        self.apply_specified(cx, call);
        rule.met(&mut self.state, cx, call, method);
        if rule.answer() != Answer::Reported {
            self.state.watch_inputs(cx, call);
        }
        outcome
    }

    fn on_receiver(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, resolved: MethodId, obj: ObjId) -> bool {
        if self.state.rules.follows_casts() {
            self.state.called_lazily(cx, call, resolved, obj);
        }
        self.state.called_outside(cx, call, resolved, obj);
        self.state.call_interface(cx, call, resolved, obj)
            || self.state.ask_annotation(cx, call, resolved, obj)
            || self.state.call_proxy(cx, call, resolved, obj)
    }

    fn on_filtered(&mut self, cx: &mut Cx<'_, '_>, filter: &Filter, obj: ObjId, into: NodeId) {
        match cx.heap.kind(obj) {
            ObjKind::Proxy { .. } => self.state.proxy_met(cx, filter, obj, into),
            _ => {
                self.state.cast_outside(cx, filter, obj);
                if let Filter::Cast(ty) = filter {
                    self.state.used_as(cx, obj, *ty, into);
                }
                self.state.lazy_met(cx, filter, obj, into);
            }
        }
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        self.state.resume_deferred(cx);
        self.state.resume_proxies(cx);
        self.state.ask_loaders(cx);
        self.state.tell_definers(cx);
        self.state.write_finals(cx);
        self.state.count_votes(cx);
    }

    fn on_end(&mut self, cx: &mut Cx<'_, '_>) {
        self.state.ask_without_receivers(cx);
        self.state.note_missing_drivers();
        self.state.end_proxies(cx);
        self.state.end_allowed();
    }

    fn on_pressure(&mut self, cx: &mut Cx<'_, '_>) {
        self.state.resume_deferred(cx);
        self.state.resume_proxies(cx);
        self.state.ask_loaders(cx);
        self.state.tell_definers(cx);
        self.state.write_finals(cx);
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let hook = self.state.hooks.key(data);
        let objects: Vec<(ObjId, ObjKind)> = objects
            .iter()
            .map(|obj| (ObjId(obj), cx.heap.kind(ObjId(obj))))
            .filter(|&(_, kind)| kind != ObjKind::Null || matches!(hook, Hook::AllowedName(_)))
            .collect();
        let (call, role) = match hook {
            Hook::Input { call, role } => (call, role),
            Hook::Handle(handle, watched) => return self.state.handle_met(cx, handle, watched, &objects),
            Hook::Guarded(guard, from) => return self.state.met_guard(cx, (guard, from), &objects),
            Hook::AllowedName(id) => {
                return self.state.met_allowed(cx, id, objects);
            }
            Hook::Held(id) => return self.state.held(cx, id, &objects, false),
            Hook::AllowedAsking(id) => return self.state.held(cx, id, &objects, true),
            Hook::AllowedIn(id) => return self.state.met_allowing(cx, id, &objects),
            Hook::AllowedArray(id) => return self.state.met_array(cx, id, &objects),
            Hook::AllowedBy { id, field, relation } => {
                return self.state.met_base(cx, (id, field, relation), &objects);
            }
        };
        let objects = if role == Role::Name { self.state.facts.listed.expand(cx.heap, objects) } else { objects };
        if role == Role::Class {
            self.state.note_absent(cx.program, call, &objects);
        }
        rule_of(&self.state.calls[call]).objects(&mut self.state, cx, call, role, &objects);
    }
}
