//! What the analysis left out, as cuts of the result: its budget, damaged classes, code that no model covers, sites whose
//! flow was not followed. Must not know findings.

use crate::classpath::Origin;
use crate::heap::Site;
use crate::models::Unmodelled;
use crate::program::{Program, Type};

use super::coverage::Coverage;
use super::places::{code_origin, place, place_of};
use super::reasons;
use super::rows::Row;
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
    if reach.application_methods > 0 && reach.application_methods_reached == 0 && view.exhausted.is_none() {
        let what = "no code of the application was analysed: nothing that starts it is known".to_owned();
        cuts.push(Cut { kind: CutKind::NoEntry, what, place: None, origin: None });
    }
    if let Some(limit) = view.exhausted {
        let what = reasons::stopped_at(limit);
        cuts.push(Cut { kind: CutKind::Budget, what, place: None, origin: None });
        cuts.extend(left_out(view, reach));
    }
    for method in program.too_large_methods() {
        let what =
            format!("what \"{}\" does is unknown: it is larger than the analysis can read", program.method_id(method));
        let (place, origin) =
            (Some(place(program, method, 0, None, None)), Some(code_origin(program.origin_of(method))));
        cuts.push(Cut { kind: CutKind::TooLarge, what, place, origin });
    }
    for &method in unmodelled.natives.borrow().iter() {
        let data = program.method(method);
        let what = match program.ty(program.method_desc(data.desc).ret) {
            Type::Class(_) | Type::Array(_) => "what becomes of the objects given to, and what comes out of,",
            Type::Prim(_) | Type::Void => "what becomes of the objects given to",
        };
        let what = format!("{what} native method \"{}\" is unknown", program.method_id(method));
        let origin = Some(code_origin(program.origin_of(method)));
        let place = Some(place(program, method, 0, None, Some(program.str(data.name))));
        cuts.push(Cut { kind: CutKind::UnmodelledNative, what, place, origin });
    }
    for (site, bootstrap) in unmodelled.bootstraps.borrow().iter() {
        let Site::At(method, _) = view.heap.site_data(*site) else { continue };
        let origin = Some(code_origin(program.origin_of(method)));
        let what = format!("what \"{bootstrap}\" links an invokedynamic instruction to is unknown");
        let place = place_of(view, *site);
        cuts.push(Cut { kind: CutKind::UnmodelledBootstrap, what, place, origin });
    }
    for row in rows {
        let Some(limit) = row.judgement.as_ref().and_then(|judgement| judgement.limit.as_ref()) else { continue };
        let what = format!("at this call, {limit}");
        let place = Some(row.row.place.clone());
        cuts.push(Cut { kind: CutKind::FanOut, what, place, origin: Some(row.row.origin) });
    }
    cuts.sort_unstable();
    cuts
}

/// The budget was used up before the analysis came to all code of the application: the first method of those left out.
fn left_out(view: &View<'_, '_>, reach: &Reach) -> Option<Cut> {
    let first = reach.unreached.first()?;
    let program = view.program;
    let class_path = program.class_path();
    let own = class_path.classes().filter(|&class| class_path.origin(class) == Origin::Application);
    let mut methods = own
        .filter_map(|class| program.find_class(class_path.name(class)))
        .flat_map(|class| program.class(class).methods.iter().copied());
    let method = methods.find(|&method| program.method_id(method) == *first)?;
    let name = program.str(program.method(method).name);
    Some(Cut {
        kind: CutKind::Budget,
        what: reasons::LEFT_OUT.to_owned(),
        place: Some(place(program, method, 0, None, Some(name))),
        origin: Some(CodeOrigin::Application),
    })
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
