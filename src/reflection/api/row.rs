//! A row of the API: one of its methods, and the rule that answers for it. Must not know what rules do.

use std::ops::Deref;

use super::super::rule::{Answer, Rule};
use super::super::terms::attempt::{Attempt, Gives};
use super::super::terms::loader_step::LoaderStep;
use super::super::terms::method::{Act, Api, Brings, Input, Kind, Throws};
use super::super::terms::recorded::Recorded;
use super::super::terms::rules::RuleName;
use super::recorded::recorded;

/// One row: everything about a method that others need to know.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    api: Api,
    pub(in crate::reflection) rule: &'static dyn Rule,
}

/// A row is read as the method it is about.
impl Deref for Row {
    type Target = Api;

    fn deref(&self) -> &Api {
        &self.api
    }
}

pub(in crate::reflection) const fn row(
    class: &'static str,
    name: &'static str,
    desc: &'static str,
    kind: Kind,
    inputs: &'static [Input],
    rule: &'static dyn Rule,
) -> Row {
    let api = Api {
        class,
        name,
        desc,
        kind,
        inputs,
        throws: Throws::Nothing,
        attempt: None,
        gives: None,
        act: None,
        more: &[],
        loader_step: LoaderStep::Load,
        by_jvm: false,
        by_overrides: false,
        finds_no_arrays: false,
        brings: None,
        called_by_enums: false,
        where_it_matters: false,
        of_library: false,
        unresolved: "",
        recorded: None,
        recorded_as: None,
    };
    Row { api, rule }
}

impl Row {
    pub(in crate::reflection) const fn throwing(self, exceptions: &'static [&'static str]) -> Self {
        Self { api: Api { throws: Throws::AtOnce(exceptions), ..self.api }, ..self }
    }

    pub(in crate::reflection) const fn throwing_later(self, exceptions: &'static [&'static str]) -> Self {
        Self { api: Api { throws: Throws::Later(exceptions), ..self.api }, ..self }
    }

    /// See [`Api::attempt`].
    pub(in crate::reflection) const fn attempting(self, attempt: Attempt) -> Self {
        Self { api: Api { attempt: Some(attempt), ..self.api }, ..self }
    }

    pub(in crate::reflection) const fn giving(self, gives: Gives) -> Self {
        Self { api: Api { gives: Some(gives), ..self.api }, ..self }
    }

    /// See [`Act`].
    pub(in crate::reflection) const fn acting(self, act: Act) -> Self {
        Self { api: Api { act: Some(act), ..self.api }, ..self }
    }

    /// See [`Api::more`].
    pub(in crate::reflection) const fn with_more(self, rules: &'static [RuleName]) -> Self {
        Self { api: Api { more: rules, ..self.api }, ..self }
    }

    /// See [`Api::loader_step`].
    pub(in crate::reflection) const fn asking_from(self, step: LoaderStep) -> Self {
        Self { api: Api { loader_step: step, ..self.api }, ..self }
    }

    /// See [`Api::by_jvm`].
    pub(in crate::reflection) const fn by_jvm(self) -> Self {
        Self { api: Api { by_jvm: true, ..self.api }, ..self }
    }

    /// See [`Api::by_overrides`].
    pub(in crate::reflection) const fn by_overrides(self) -> Self {
        Self { api: Api { by_overrides: true, ..self.api }, ..self }
    }

    pub(in crate::reflection) const fn finding_no_arrays(self) -> Self {
        Self { api: Api { finds_no_arrays: true, ..self.api }, ..self }
    }

    /// See [`Api::brings`].
    pub(in crate::reflection) const fn bringing(self, brings: Brings) -> Self {
        Self { api: Api { brings: Some(brings), ..self.api }, ..self }
    }

    pub(in crate::reflection) const fn called_by_enums(self) -> Self {
        Self { api: Api { called_by_enums: true, ..self.api }, ..self }
    }

    pub(in crate::reflection) const fn where_it_matters(self) -> Self {
        Self { api: Api { where_it_matters: true, ..self.api }, ..self }
    }

    /// See [`Api::of_library`].
    pub(in crate::reflection) const fn of_library(self) -> Self {
        Self { api: Api { of_library: true, ..self.api }, ..self }
    }

    /// See [`Api::unresolved`].
    pub(in crate::reflection) const fn unresolved(self, why: &'static str) -> Self {
        Self { api: Api { unresolved: why, ..self.api }, ..self }
    }

    /// See [`Recorded`].
    pub(in crate::reflection) const fn recorded(self, recorded: Recorded) -> Self {
        Self { api: Api { recorded: Some(recorded), ..self.api }, ..self }
    }

    /// See [`Api::recorded_as`].
    pub(in crate::reflection) const fn recorded_as(self, name: &'static str) -> Self {
        Self { api: Api { recorded_as: Some(name), ..self.api }, ..self }
    }

    pub(in crate::reflection) const fn unrecorded(self, why: &'static str) -> Self {
        self.recorded(Recorded::Not(why))
    }

    /// What the recorder writes of its calls, as the row or its inputs say; nothing of what is no site, is not resolved or is a
    /// utility of a library, since what that reaches stands at the calls of the JDK that it makes.
    pub fn is_recorded(&self) -> Option<Recorded> {
        let is_site = self.kind != Kind::Flow && !self.of_library && self.is_resolved();
        self.api.recorded.or_else(|| recorded(&self.api)).filter(|_| is_site)
    }

    /// What its calls attempt, as the row or its rule says.
    pub fn attempt(&self) -> Option<Attempt> {
        self.api.attempt.or(self.rule.attempt())
    }

    /// Whether the first things that are found are all that known inputs give.
    pub fn is_whole_at_once(&self) -> bool {
        self.rule.is_whole_at_once()
    }

    /// Whether what the class path declares decides what it finds, beside its inputs.
    pub fn finds_declared(&self) -> bool {
        self.rule.finds_declared()
    }

    /// Why what its calls give is not followed, in a few words; of one that is, nothing.
    pub fn why_unresolved(&self) -> &'static str {
        match self.rule.unresolved() {
            "" => self.api.unresolved,
            why => why,
        }
    }

    /// Whether its rule resolves what it gives; else the call is reported and what is done with its result is open.
    pub fn is_resolved(&self) -> bool {
        !matches!(self.rule.answer(), Answer::Listed | Answer::Reported)
    }
}
