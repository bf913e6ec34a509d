//! Handlers that expect a call to fail. Must not know findings.

use crate::classpath::Origin;
use crate::ir::Var;
use crate::ir::facts::Facts;
use crate::pointsto::{EdgeKind, InstId};
use crate::program::{ClassId, MethodId, TypeId, access};
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
/// whatever they are given; or a function of which tasks of the JDK keep the failure for who asks, who has a handler for it; or one that
/// is never run, as what it would be run on is looked up in vain.
pub(super) fn is_expected_by_callers(asker: &Asker<'_, '_>, at: (MethodId, u32), exceptions: &[&str]) -> bool {
    let view = asker.view;
    let thrown = classes(view, exceptions);
    if is_caught(view, at, &thrown, |_| true) || is_wrapped(asker, at.0) || is_given_nothing(asker, at.0) {
        return true;
    }
    let known = view.program.well_known();
    let any = [known.throwable, known.exception, known.runtime_exception, known.error];
    if view.program.method(at.0).access & access::SYNTHETIC != 0 {
        let runners = asker.runners(at.0);
        let thrown: Vec<ClassId> = thrown.iter().copied().chain(classes(view, &WRAPPERS)).collect();
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

/// What the JDK throws in place of an exception of code that it was given to run, to who asks for the result (JDK javadoc of
/// `Future.get`, `CompletableFuture.join`, `AccessController.doPrivileged`).
const WRAPPERS: [&str; 3] = [
    "java/util/concurrent/ExecutionException",
    "java/util/concurrent/CompletionException",
    "java/security/PrivilegedActionException",
];

/// Whose methods keep what a function throws for who asks for the result, by how their classes begin.
const OF_TASKS: [&str; 4] = [
    "java/util/concurrent/CompletableFuture",
    "java/util/concurrent/Executors$",
    "java/util/concurrent/ForkJoinTask",
    "java/util/concurrent/FutureTask",
];

/// Whether a method is a function that only tasks of the JDK run, and the class that gives it to the JDK has a handler for what it throws then.
fn is_wrapped(asker: &Asker<'_, '_>, method: MethodId) -> bool {
    let view = asker.view;
    let program = view.program;
    let data = program.method(method);
    let is_lambda = data.access & access::SYNTHETIC != 0;
    let callers = |of: MethodId| asker.callers(of).iter().map(|caller| caller.method);
    // The compiler writes a method of the type that the JDK calls (JLS 15.12.4.5).
    let is_bridge = |of: &MethodId| {
        let by = program.method(*of);
        by.class == data.class && by.name == data.name && by.access & access::SYNTHETIC != 0
    };
    let runners: Vec<MethodId> = match is_lambda {
        true => asker.runners(method).into_iter().map(|(runner, _)| runner).collect(),
        false => {
            let (bridges, others): (Vec<MethodId>, Vec<MethodId>) = callers(method).partition(is_bridge);
            others.into_iter().chain(bridges.into_iter().flat_map(callers)).collect()
        }
    };
    let wraps = |&runner: &MethodId| {
        let name = program.class_name(program.method(runner).class);
        program.origin_of(runner) == Origin::Jdk && OF_TASKS.iter().any(|of| name.starts_with(of))
    };
    if runners.is_empty() || !runners.iter().all(wraps) {
        return false;
    }
    let wrappers = classes(view, &WRAPPERS);
    let class = program.class(data.class);
    let host = class.nest_host.and_then(|host| program.find_class(program.str(host)));
    let methods = class.methods.iter().chain(host.iter().flat_map(|&host| &program.class(host).methods));
    let mut bodies = methods.filter_map(|&method| view.state.code_of(method));
    bodies.any(|code| {
        Facts::of(&code.body).handlers().iter().any(|handler| {
            let is_wrapper = |&ty: &TypeId| program.class_of(ty).is_some_and(|class| wrappers.contains(&class));
            handler.continues && handler.types.iter().any(is_wrapper)
        })
    })
}

/// Whether a function of one class or member is never given one: what it was to be run on is looked up in vain.
fn is_given_nothing(asker: &Asker<'_, '_>, method: MethodId) -> bool {
    let view = asker.view;
    let data = view.program.method(method);
    let desc = view.program.method_desc(data.desc);
    let (true, &[param]) = (data.access & access::SYNTHETIC != 0, desc.params.as_slice()) else { return false };
    let at = Var::new(usize::from(data.access & access::STATIC == 0));
    let instances = asker.all_instances().get(&method).map_or(&[][..], Vec::as_slice);
    let is_empty =
        |&inst: &InstId| view.state.instance(inst).var(at).is_some_and(|node| view.core.pts(node).is_empty());
    view.heap.is_reflective(param) && !instances.is_empty() && instances.iter().all(is_empty)
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
