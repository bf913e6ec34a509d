//! Handlers that expect a look-up to fail. Must not know findings.

use crate::ir::facts::Facts;
use crate::reflection::{RSite, SiteKey, Throws};

use super::view::View;

/// Whether a handler around a look-up expects that there is no such class or member.
pub(super) fn is_guarded(view: &View<'_, '_>, key: SiteKey) -> bool {
    let api = View::api(key);
    match api.throws {
        Throws::AtOnce(exceptions) if api.is_resolved() => is_expected(view, &view.sites[&key], exceptions),
        _ => false,
    }
}

/// Whether a handler around the call takes one of the exceptions and goes on.
pub(super) fn is_expected(view: &View<'_, '_>, site: &RSite, exceptions: &[&str]) -> bool {
    let Some(code) = view.state.code_of(site.method) else { return false };
    let program = view.program;
    let thrown: Vec<_> = exceptions.iter().filter_map(|name| program.find_class(name)).collect();
    Facts::of(&code.body).handlers_at(site.offset).iter().any(|handler| {
        handler.continues
            && !handler.catches_all
            && handler.types.iter().any(|&ty| {
                program.class_of(ty).is_some_and(|caught| thrown.iter().any(|&t| program.is_subclass(t, caught)))
            })
    })
}
