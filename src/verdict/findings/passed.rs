//! What callers pass for a parameter that decides a call: read from their code, and from that of their callers where it is a parameter
//! of theirs. Must not know what a finding says of it.

use super::super::values::Caller;
use super::case::Case;
use super::nearest::{Decides, Value, of_argument};
use crate::base::FxIndexSet;
use crate::classpath::Origin;
use crate::heap::{Site, SiteId};
use crate::ir::Op;
use crate::pointsto::EdgeKind;
use crate::program::{MethodId, access};

/// Most parameters that are followed to their callers.
const PARAMETERS: usize = 16;
/// Most calls that are looked at.
const CALLS: usize = 64;

/// What callers pass.
#[derive(Default)]
pub(super) struct Passed {
    /// Sorted by who passes it: a parameter only if something unknown comes to it from elsewhere.
    pub(super) found: FxIndexSet<Decides>,
    /// Nothing else is passed.
    pub(super) is_all: bool,
}

/// What callers pass for a parameter of a method that is unknown for values of `origins`.
pub(super) fn passed(
    case: &Case<'_, '_, '_>,
    origins: &[SiteId],
    parameter: (MethodId, u16),
    of_class: bool,
) -> Passed {
    let heap = case.judge.heap;
    let mut out = Passed { is_all: true, ..Passed::default() };
    let mut parameters: FxIndexSet<(MethodId, u16, bool)> = FxIndexSet::default();
    parameters.insert((parameter.0, parameter.1, of_class));
    let (mut next, mut calls) = (0, 0);
    while let Some(&(method, index, of_class)) = parameters.get_index(next) {
        next += 1;
        let callers = callers(case, method);
        calls += callers.len();
        if next > PARAMETERS || calls > CALLS {
            out.is_all = false;
            break;
        }
        let here = heap.site(Site::Param(method, index));
        if callers.is_empty() || origins.contains(&here) {
            out.found.insert(Decides { value: Value::From(here), of_class });
        }
        for caller in callers {
            let Some(found) = of_caller(case, &caller, (method, index), of_class) else {
                out.is_all = false;
                continue;
            };
            for decides in found {
                match decides.value {
                    Value::From(site) => match heap.site_data(site) {
                        Site::Param(method, index) => drop(parameters.insert((method, index, decides.of_class))),
                        _ => drop(out.found.insert(decides)),
                    },
                    Value::This => drop(out.found.insert(decides)),
                }
            }
        }
    }
    out
}

/// The calls of a method, sorted by their places.
fn callers(case: &Case<'_, '_, '_>, method: MethodId) -> Vec<Caller> {
    let mut callers = case.ask.callers(method).to_vec();
    // Methods have their numbers in the order of the work.
    callers.sort_by_cached_key(|caller| (case.judge.program.method_id(caller.method), caller.offset));
    callers
}

/// What is unknown of one argument of a call; `None` where no code says what is passed.
fn of_caller(
    case: &Case<'_, '_, '_>,
    caller: &Caller,
    (method, index): (MethodId, u16),
    of_class: bool,
) -> Option<FxIndexSet<Decides>> {
    let program = case.judge.program;
    if caller.kind != EdgeKind::Call || program.origin_of(caller.method) == Origin::Jdk {
        return None;
    }
    let own = usize::from(program.method(method).access & access::STATIC == 0);
    let Op::Invoke { args, .. } = case.ask.op_at(caller.method, caller.offset)? else { return None };
    let &arg = args.get(usize::from(index) + own)?;
    let instances = case.ask.all_instances().get(&caller.method).map_or(&[][..], Vec::as_slice);
    Some(of_argument(case, (instances, caller.method), arg, of_class))
}
