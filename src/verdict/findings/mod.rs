//! From judged sites to findings, one file for each family of rules. Owns the list of families and the order of what they
//! find. Must not know policy or formats.

mod assumed;
mod bounds;
mod broken;
mod case;
mod causes;
mod cut_short;
mod deciding;
mod external;
mod guessed;
mod incomplete;
mod left_to_users;
mod missing;
mod nearest;
mod passed;
mod spec_entry;
mod told;
mod unbounded;
mod unsound;

use super::rows::Row;
use super::tiers::Judge;
use super::trace::Traces;
use super::values::Asker;
use crate::result::{CodeOrigin, Finding, TraceStep, number_equal_keys};
use case::Case;
use guessed::Guessed;

pub use case::Context;

/// A family looks at all rows and says what it finds. Searches for traces share one allowance, so the order counts.
type Family = fn(&Case<'_, '_, '_>) -> Vec<Finding>;

/// All families; a new rule that belongs to none of them is a file of its own and a line here.
const FAMILIES: &[Family] =
    &[missing::find, broken::find, assumed::find, cut_short::find, causes::find, left_to_users::find, external::find];

/// All findings, sorted. Rows of the application get the flows of their targets, whose steps come second.
pub fn findings(judge: &Judge<'_, '_>, rows: &mut [Row], context: Context<'_>) -> (Vec<Finding>, Vec<TraceStep>) {
    let traces = Traces::new(judge);
    // Before all that goes by which of two equal edges came first: their positions tell nothing of the order of work.
    for row in rows.iter_mut().filter(|row| !row.row.compiler_generated) {
        row.row.proof = traces.proof(row);
    }
    flows(&traces, rows);
    for row in rows.iter_mut().filter(|row| !row.row.compiler_generated && row.row.origin != CodeOrigin::Jdk) {
        traces.sort_origins(row);
    }
    let ask = Asker::new(judge);
    let guessed = Guessed::read(judge, rows);
    let case = Case { judge, traces: &traces, rows, ask: &ask, guessed: &guessed, context };
    let mut found: Vec<Finding> = FAMILIES.iter().flat_map(|find| find(&case)).collect();
    external::leave_entries_to_others(&mut found);
    for finding in &mut found {
        finding.test = context.test;
    }
    number_equal_keys(&mut found);
    found.sort_by(|a, b| {
        let key = |f: &Finding| (f.place.file.clone(), f.place.class.clone(), f.place.line, f.rule, f.key.clone());
        key(a).cmp(&key(b))
    });
    (found, traces.into_table())
}

/// What the calls of the application are made with; those of libraries are too many.
fn flows(traces: &Traces<'_, '_, '_>, rows: &mut [Row]) {
    for row in rows {
        if row.row.origin == CodeOrigin::Application && !row.row.compiler_generated {
            row.row.flows = traces.flows(row);
        }
    }
}
