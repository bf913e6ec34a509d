//! RC1001, or RC1004 where only callers of a library decide: an action on a class or member that nothing bounds. Must not know
//! what other calls share the cause.

use super::super::rows::Row;
use super::super::view::View;
use super::bounds::bound;
use super::case::{Case, at};
use super::deciding::{MORE, decided_by, subject};
use super::incomplete::incomplete;
use super::spec_entry::EntryKind;
use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjKind, Site};
use crate::ir::Op;
use crate::program::access;
use crate::reflection::{Kind, Role};
use crate::result::{Bound, Finding, RuleId, SiteKind};

pub(super) fn unsound(case: &Case<'_, '_, '_>, row: &Row) -> (Finding, EntryKind) {
    let Some((j, origin)) = row.judgement.as_ref().and_then(|j| Some((j, *j.origins.first()?))) else {
        return incomplete(case, row);
    };
    let is_look_up = row.key.is_some_and(|key| View::api(key).kind == Kind::Member);
    let what = match j.unknown.first() {
        Some((Role::Name, _)) if is_look_up => "member",
        Some((Role::Name | Role::Class | Role::Answer, _)) => "class",
        Some((Role::Receiver, _)) => "receiver",
        Some((Role::Handler, _)) => "handler",
        // The look-up knew the name: what it did not know is the class.
        Some((_, obj)) if is_named(case.judge.heap.kind(*obj)) => "class",
        _ => match row.key.and_then(|key| View::api(key).acts_on()) {
            Some(MemberKind::Field) => "field",
            Some(MemberKind::Constructor) => "class",
            _ => "member",
        },
    };
    let subject = subject(case.judge, origin);
    let bound = bound(case.judge, row);
    let is_outlined = row.row.kind == SiteKind::ClassSource && matches!(bound, Bound::Candidates(_));
    let summary = match (what, j.origins.len()) {
        ("class", 1) if is_outlined => {
            format!("{subject} is part of the name of the class, and nothing else bounds it")
        }
        ("class", _) if is_outlined => {
            format!("{subject} and {MORE} are part of the name of the class, and nothing else bounds it")
        }
        ("receiver" | "handler", 1) => format!("{subject} gives the {what} and nothing bounds its class"),
        ("receiver" | "handler", _) => format!("{subject} and {MORE} give the {what} and nothing bounds its class"),
        (_, 1) => format!("{subject} names the {what} and nothing bounds it"),
        (_, _) => format!("{subject} and {MORE} name the {what} and nothing bounds it"),
    };
    let rule = if caller_decides(case, row) { RuleId::RC1004 } else { RuleId::RC1001 };
    let cast = cast_of(case.judge, row);
    let cast = cast.map(|name| format!(".asSubclass({}.class)", name.rsplit(['.', '$']).next().unwrap_or(&name)));
    let finding = at(rule, row, summary).call(call_text(row)).cast(cast).bound(bound);
    decided_by(finding, case, row, origin)
}

/// Whether none but the callers of a library decide: by the arguments of its methods, or by fields that they can set.
pub(super) fn caller_decides(case: &Case<'_, '_, '_>, row: &Row) -> bool {
    const OPEN: u16 = access::PUBLIC | access::PROTECTED;
    let program = case.judge.program;
    let by_caller = |&site: &_| match case.judge.heap.site_data(site) {
        Site::Param(method, _) => program.method(method).access & OPEN != 0,
        Site::Unknowns { of_callers } => of_callers,
        Site::Field(field) => {
            let data = program.field(field);
            let is_own = program.class(data.class).origin == Origin::Application;
            is_own && data.access & OPEN != 0 && data.access & access::FINAL == 0
        }
        _ => false,
    };
    case.context.library && row.judgement.iter().flat_map(|j| &j.origins).all(by_caller)
}

fn is_named(kind: ObjKind) -> bool {
    matches!(kind, ObjKind::UnknownMember { name: NamePart::Known(_), .. })
}

/// `Class.forName(name).newInstance()` where the look-up is part of the cause.
fn call_text(row: &Row) -> String {
    match row.key.map(View::api) {
        Some(api) if api.acts_on_receiver_class() => format!("Class.forName(name).{}()", api.name),
        _ => format!("{}(...)", row.row.short_api()),
    }
}

/// The class that the result of an action is cast to in its method.
fn cast_of(view: &View<'_, '_>, row: &Row) -> Option<String> {
    let site = &view.sites[&row.key?];
    let code = view.state.code_of(site.method)?;
    let result = code.body.blocks.iter().flat_map(|b| &b.stmts).find(|stmt| stmt.offset == site.offset)?.op.dst()?;
    code.body.blocks.iter().flat_map(|b| &b.stmts).find_map(|stmt| match &stmt.op {
        Op::Cast { src, ty, .. } if *src == result => Some(view.program.binary_name(*ty)),
        _ => None,
    })
}
