//! What the analysis left out, as cuts of the result: its budget, damaged classes, code that no model covers, sites whose
//! flow was not followed. Must not know findings.

use crate::classpath::Origin;
use crate::heap::Site;
use crate::models::Unmodelled;
use crate::program::{Program, Type};
use crate::reflection::{Limit, Problem, RSite};

use super::coverage::Coverage;
use super::rows::{Row, code_origin, place_of};
use super::tiers::Judge;
use crate::result::{CodeOrigin, Cut, CutKind, Reach};

/// All cuts of a run, sorted.
pub fn cuts(
    judge: &Judge<'_, '_>,
    rows: &[Row],
    unmodelled: &Unmodelled,
    reach: &Reach,
    coverage: &Coverage,
) -> Vec<Cut> {
    let program = judge.program;
    let mut cuts = damaged_classes(program);
    for what in &coverage.failures {
        cuts.push(Cut { kind: CutKind::Internal, what: what.clone(), place: None, origin: None });
    }
    if reach.application_methods > 0 && reach.application_methods_reached == 0 && !judge.exhausted {
        let what = "no code of the application was analysed: nothing that starts it is known".to_owned();
        cuts.push(Cut { kind: CutKind::NoEntry, what, place: None, origin: None });
    }
    if judge.exhausted {
        let what = "the analysis stopped at its budget".to_owned();
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
        let Site::At(method, _) = judge.heap.site_data(*site) else { continue };
        let origin = Some(code_origin(program.origin_of(method)));
        let what = format!("what \"{bootstrap}\" links an invokedynamic instruction to is unknown");
        let place = place_of(judge, *site);
        cuts.push(Cut { kind: CutKind::UnmodelledBootstrap, what, place, origin });
    }
    for row in rows {
        let Some(key) = row.key.filter(|_| row.row.cuts.contains(&CutKind::FanOut)) else { continue };
        let what = match limit(&judge.sites[&key]) {
            Some(limit) => format!("at this call, {}", cut_off(limit)),
            None => "at this call, more values arrive than can be told apart; what the rest stands for is unknown"
                .to_owned(),
        };
        let place = Some(row.row.place.clone());
        cuts.push(Cut { kind: CutKind::FanOut, what, place, origin: Some(row.row.origin) });
    }
    cuts.sort_unstable();
    cuts
}

/// What was cut off at a site, if something was.
pub(super) fn limit(site: &RSite) -> Option<Limit> {
    let limits = site.problems.iter().filter_map(|problem| match problem {
        Problem::FanOut(limit) => Some(*limit),
        _ => None,
    });
    limits.min()
}

/// What a cut means, for readers who do not know how the analysis works.
pub(super) fn cut_off(limit: Limit) -> String {
    match limit {
        Limit::Names(most) => format!(
            "more than {most} class names may arrive; the classes are listed, but what they do once they are loaded was \
             not looked at"
        ),
        Limit::Targets(most) => format!(
            "more than {most} classes or members may be meant; all are listed, but only {most} were looked into, so what \
             the others do, call and return is unknown"
        ),
        Limit::OwnProviders => {
            "the JDK's own providers of a service that it asks for itself are listed, but what they do was not \
             looked at"
                .to_owned()
        }
        Limit::Dimensions(most) => {
            format!(
                "arrays are made of arrays again and again; those of more than {most} dimensions were not looked at"
            )
        }
    }
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
