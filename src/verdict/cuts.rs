//! What the analysis left out, as cuts of the result: its budget, damaged classes, code that no model covers, sites whose
//! flow was not followed. Must not know findings.

use crate::classpath::Origin;
use crate::heap::Site;
use crate::models::Unmodelled;
use crate::program::{Program, Type};

use super::coverage::Coverage;
use super::places::{code_origin, place_of};
use super::reasons;
use super::rows::Row;
use super::tiers::limit;
use super::view::View;
use crate::result::{CodeOrigin, Cut, CutKind, Reach};

/// All cuts of a run, sorted.
pub fn cuts(
    view: &View<'_, '_>,
    rows: &[Row],
    unmodelled: &Unmodelled,
    reach: &Reach,
    coverage: &Coverage,
) -> Vec<Cut> {
    let program = view.program;
    let mut cuts = damaged_classes(program);
    for what in &coverage.failures {
        cuts.push(Cut { kind: CutKind::Internal, what: what.clone(), place: None, origin: None });
    }
    if reach.application_methods > 0 && reach.application_methods_reached == 0 && !view.exhausted {
        let what = "no code of the application was analysed: nothing that starts it is known".to_owned();
        cuts.push(Cut { kind: CutKind::NoEntry, what, place: None, origin: None });
    }
    if view.exhausted {
        let what = reasons::AT_BUDGET.to_owned();
        cuts.push(Cut { kind: CutKind::Budget, what, place: None, origin: None });
    }
    for &method in unmodelled.natives.borrow().iter() {
        let origin = program.origin_of(method);
        let ret = program.ty(program.method_desc(program.method(method).desc).ret);
        let what = match ret {
            Type::Class(_) | Type::Array(_) => "the result of",
            Type::Prim(_) | Type::Void => "what becomes of the objects given to",
        };
        let what = format!("{what} native method \"{}\" is unknown", program.method_id(method));
        let origin = Some(code_origin(origin));
        cuts.push(Cut { kind: CutKind::UnmodelledNative, what, place: None, origin });
    }
    for (site, bootstrap) in unmodelled.bootstraps.borrow().iter() {
        let Site::At(method, _) = view.heap.site_data(*site) else { continue };
        let origin = Some(code_origin(program.origin_of(method)));
        let what = format!("what \"{bootstrap}\" links an invokedynamic instruction to is unknown");
        let place = place_of(view, *site);
        cuts.push(Cut { kind: CutKind::UnmodelledBootstrap, what, place, origin });
    }
    for row in rows {
        let Some(key) = row.key.filter(|_| row.row.cuts.contains(&CutKind::FanOut)) else { continue };
        let what = match limit(&view.sites[&key]) {
            Some(limit) => format!("at this call, {}", reasons::cut_off(limit)),
            None => "at this call, more values arrive than can be told apart; what the rest stands for is unknown"
                .to_owned(),
        };
        let place = Some(row.row.place.clone());
        cuts.push(Cut { kind: CutKind::FanOut, what, place, origin: Some(row.row.origin) });
    }
    cuts.sort_unstable();
    cuts
}

/// Application classes that cannot be used, each a cut: what they contain was not looked at.
fn damaged_classes(program: &Program) -> Vec<Cut> {
    let class_path = program.class_path();
    let is_application =
        |class| program.source_of(class).is_some_and(|source| class_path.origin(source) == Origin::Application);
    let cut = |reason: String| Cut {
        kind: CutKind::DamagedClass,
        what: reason,
        place: None,
        origin: Some(CodeOrigin::Application),
    };
    let damaged = program.damaged().into_iter().filter(|(class, _)| is_application(*class));
    damaged.map(|(_, reason)| cut(reason)).collect()
}
