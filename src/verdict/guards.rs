//! Handlers that expect a call to fail. Must not know findings.

use crate::classpath::Origin;
use crate::ir::facts::Facts;
use crate::pointsto::EdgeKind;
use crate::program::{ClassId, MethodId, access};
use crate::reflection::{NO_CLASS, Problem, RSite, SiteKey, Throws};

use super::values::Asker;
use super::view::View;

/// Whether a handler around a look-up expects that there is no such class or member.
pub(super) fn is_guarded(view: &View<'_, '_>, key: SiteKey) -> bool {
    let (api, site) = (View::api(key), &view.sites[&key]);
    if site.problems.iter().any(|problem| matches!(problem, Problem::Absent(_))) && is_expected(view, site, NO_CLASS) {
        return true;
    }
    match api.throws {
        Throws::AtOnce(exceptions) if api.is_resolved() => is_expected(view, site, exceptions),
        _ => false,
    }
}

/// Whether a handler around the call takes one of the exceptions and goes on.
pub(super) fn is_expected(view: &View<'_, '_>, site: &RSite, exceptions: &[&str]) -> bool {
    is_caught(view, (site.method, site.offset), &classes(view, exceptions), |_| true)
}

/// As [`is_expected`], or each call of the method that makes the call has such a handler, for this kind of failure and not
/// for whatever may happen: the method is a helper that tries. Or it is a lambda, handed to helpers outside the JDK which try
/// whatever they are given.
pub(super) fn is_expected_by_callers(asker: &Asker<'_, '_>, at: (MethodId, u32), exceptions: &[&str]) -> bool {
    let view = asker.view;
    let thrown = classes(view, exceptions);
    if is_caught(view, at, &thrown, |_| true) {
        return true;
    }
    let known = view.program.well_known();
    let any = [known.throwable, known.exception, known.runtime_exception, known.error];
    if view.program.method(at.0).access & access::SYNTHETIC != 0 {
        let runners = asker.runners(at.0);
        let tries = |&(method, offset): &(MethodId, u32)| {
            view.program.origin_of(method) != Origin::Jdk && is_caught(view, (method, offset), &thrown, |_| true)
        };
        if !runners.is_empty() {
            return runners.iter().all(tries);
        }
    }
    let callers = asker.callers(at.0);
    !callers.is_empty()
        && callers.iter().all(|caller| {
            caller.kind == EdgeKind::Call
                && is_caught(view, (caller.method, caller.offset), &thrown, |caught| {
                    !any.contains(&caught) || thrown.contains(&caught)
                })
        })
}

fn classes(view: &View<'_, '_>, exceptions: &[&str]) -> Vec<ClassId> {
    exceptions.iter().filter_map(|name| view.program.find_class(name)).collect()
}

fn is_caught(
    view: &View<'_, '_>,
    (method, offset): (MethodId, u32),
    thrown: &[ClassId],
    counts: impl Fn(ClassId) -> bool,
) -> bool {
    let Some(code) = view.state.code_of(method) else { return false };
    let program = view.program;
    Facts::of(&code.body).handlers_at(offset).iter().any(|handler| {
        handler.continues
            && !handler.catches_all
            && handler.types.iter().any(|&ty| {
                program.class_of(ty).is_some_and(|caught| {
                    counts(caught) && thrown.iter().any(|&thrown| program.is_subclass(thrown, caught))
                })
            })
    })
}
