//! What the analysis left out, as cuts of the result: its budget, damaged classes, code that no model covers, sites whose
//! flow was not followed. Must not know findings.

use crate::classpath::Origin;
use crate::heap::Site;
use crate::models::Unmodelled;
use crate::program::Program;

use super::rows::{Row, code_origin, place_of};
use super::tiers::Judge;
use super::{CodeOrigin, Cut};

/// All cuts of a run, sorted.
pub fn cuts(judge: &Judge<'_, '_>, rows: &[Row], unmodelled: &Unmodelled, exhausted: bool) -> Vec<Cut> {
    let program = judge.program;
    let mut cuts = damaged_classes(program);
    if exhausted {
        let what = "the analysis stopped at its budget".to_owned();
        cuts.push(Cut { kind: "budget".to_owned(), what, place: None, origin: None });
    }
    for &method in unmodelled.natives.borrow().iter() {
        let origin = program.class(program.method(method).class).origin;
        let what = format!("the result of native method \"{}\" is unknown", program.method_id(method));
        let origin = Some(code_origin(origin));
        cuts.push(Cut { kind: "unmodelled-native".to_owned(), what, place: None, origin });
    }
    for (site, bootstrap) in unmodelled.bootstraps.borrow().iter() {
        let Site::At(method, _) = judge.heap.site_data(*site) else { continue };
        let origin = Some(code_origin(program.class(program.method(method).class).origin));
        let what = format!("what \"{bootstrap}\" links an invokedynamic instruction to is unknown");
        let place = place_of(judge, *site);
        cuts.push(Cut { kind: "unmodelled-bootstrap".to_owned(), what, place, origin });
    }
    for row in rows.iter().filter(|row| row.row.cuts.iter().any(|cut| cut == "fan-out")) {
        let what = "so many targets meet at this call that the flow through it was not followed".to_owned();
        let place = Some(row.row.place.clone());
        cuts.push(Cut { kind: "fan-out".to_owned(), what, place, origin: Some(row.row.origin) });
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
        kind: "damaged-class".to_owned(),
        what: reason,
        place: None,
        origin: Some(CodeOrigin::Application),
    };
    let damaged = program.damaged().into_iter().filter(|(class, _)| is_application(*class));
    damaged.map(|(_, reason)| cut(reason)).collect()
}
