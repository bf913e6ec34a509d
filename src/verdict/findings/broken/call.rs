//! A reflective call that is looked at for failures: what arrives at it, why it can only fail, and how sure that is. Must not
//! know which failures there are.

use super::super::super::guards::is_expected_by_callers;
use super::super::super::rows::Row;
use super::super::super::under_test::{Under, under};
use super::super::super::values::{Asker, Values};
use super::accessible::Accessible;
use crate::heap::ObjKind;
use crate::ir::Var;
use crate::program::{MethodId, Program};
use crate::reflection::{Limit, Problem, RSite, Role, Row as ApiRow};
use crate::result::{Certainty, RuleId};

/// Most members or classes at one call.
const MOST: usize = 64;

/// Why a call can only fail.
pub(super) struct Failure {
    pub(super) rule: RuleId,
    pub(super) summary: String,
    pub(super) advice: String,
    pub(super) throws: &'static [&'static str],
    /// Instructions of the method alone say so.
    pub(super) literal: bool,
    /// All that arrives is known.
    pub(super) complete: bool,
    /// Something outside the program can make the call work.
    pub(super) defeasible: bool,
}

/// A member or class that the call would act on, and why it cannot.
pub(super) struct Reason {
    pub(super) rule: RuleId,
    pub(super) text: String,
    pub(super) advice: String,
    pub(super) throws: &'static [&'static str],
    pub(super) literal: bool,
    pub(super) defeasible: bool,
}

/// A reflective call, with who can be asked about it.
pub(super) struct Call<'c, 'v, 'a> {
    pub(super) ask: &'c Asker<'v, 'a>,
    pub(super) accessible: &'c Accessible,
    pub(super) row: &'c Row,
    pub(super) site: &'c RSite,
    pub(super) api: &'static ApiRow,
}

/// How sure a failure is; `proven` if all that decides besides is.
pub(super) fn certainty(
    ask: &Asker<'_, '_>,
    (method, offset): (MethodId, u32),
    inputs: &[Var],
    failure: &Failure,
    proven: bool,
) -> Certainty {
    if is_expected_by_callers(ask, (method, offset), failure.throws) {
        return Certainty::Guarded;
    }
    match under(ask, method, offset, inputs) {
        Under::Environment => Certainty::Guarded,
        Under::Input => Certainty::Possible,
        Under::Nothing if !failure.complete => Certainty::Possible,
        Under::Nothing if failure.literal && proven && !failure.defeasible => Certainty::Proven,
        Under::Nothing => Certainty::Likely,
    }
}

impl Reason {
    pub(super) fn new(
        rule: RuleId,
        text: impl Into<String>,
        advice: impl Into<String>,
        throws: &'static [&'static str],
        literal: bool,
    ) -> Self {
        Self { rule, text: text.into(), advice: advice.into(), throws, literal, defeasible: false }
    }

    /// The first of several reasons, if there is one for each of what can be.
    pub(super) fn of_all(reasons: impl IntoIterator<Item = Option<Self>>) -> Option<Self> {
        let mut first: Option<Self> = None;
        for reason in reasons {
            let reason = reason?;
            match &mut first {
                Some(first) => {
                    first.literal &= reason.literal;
                    first.defeasible |= reason.defeasible;
                }
                None => first = Some(reason),
            }
        }
        first
    }

    pub(super) fn failure(self, literal: bool, complete: bool) -> Failure {
        let Self { rule, text: summary, advice, throws, .. } = self;
        Failure {
            rule,
            summary,
            advice,
            throws,
            literal: literal && self.literal,
            complete,
            defeasible: self.defeasible,
        }
    }
}

impl Call<'_, '_, '_> {
    pub(super) fn program(&self) -> &Program {
        self.ask.view.program
    }

    /// Whether the row says how far its answer is known; calls that no rule answers for do not.
    pub(super) fn is_resolved(&self) -> bool {
        !self.site.problems.contains(&Problem::NotModelled)
    }

    /// What arrives in a role, and whether that is all.
    pub(super) fn arriving(&self, role: Role) -> (Vec<ObjKind>, bool) {
        let view = self.ask.view;
        let (mut kinds, mut complete) = (Vec::new(), !self.is_cut_short());
        for &(_, node) in self.site.roles.iter().filter(|(of, _)| *of == role) {
            for (_, kind) in view.values(node) {
                match kind {
                    ObjKind::Null => {}
                    _ if kind.is_metaobject() => {
                        if !kinds.contains(&kind) {
                            kinds.push(kind);
                        }
                    }
                    _ if kind.is_listed() => {}
                    _ => complete = false,
                }
            }
        }
        // Objects are numbered as they are met, and what is said names the first.
        kinds.sort_by_cached_key(|&kind| named(self.program(), kind));
        (kinds, complete)
    }

    fn is_cut_short(&self) -> bool {
        self.site.problems.iter().any(|problem| {
            matches!(
                problem,
                Problem::FanOut(Limit::Names(_) | Limit::Targets(_) | Limit::Met(_) | Limit::Dimensions(_))
                    | Problem::NotLinkable { .. }
                    | Problem::Unread(_)
                    | Problem::OtherForm(_)
                    | Problem::OutsideWorld
                    | Problem::BroughtAtRunTime
                    | Problem::Supplied
            )
        })
    }

    /// The failure at a call that has a reason for whatever arrives in a role.
    pub(super) fn each(&self, role: Role, reason: impl Fn(ObjKind) -> Option<Reason>) -> Option<Failure> {
        let (kinds, complete) = self.arriving(role);
        if kinds.len() > MOST {
            return None;
        }
        let mut literal = true;
        let mut first = None;
        for kind in kinds {
            let reason = reason(kind)?;
            literal &= reason.literal;
            first.get_or_insert(reason);
        }
        Some(first?.failure(literal, complete))
    }

    /// What the input that plays a part can be.
    pub(super) fn input(&self, role: Role) -> Option<Values> {
        Some(self.ask.values(self.site.method, self.input_var(role)?))
    }

    /// The input that plays a part.
    pub(super) fn input_var(&self, role: Role) -> Option<Var> {
        self.api.argument(role, &self.site.vars)
    }
}

/// The class or member that an object stands for.
fn named(program: &Program, kind: ObjKind) -> String {
    match kind {
        ObjKind::Class { ty } => program.type_name(ty),
        ObjKind::Method { method } | ObjKind::Constructor { method } => program.method_id(method),
        ObjKind::Field { field } => program.field_id(field),
        _ => String::new(),
    }
}
