//! Calls of methods of the program that look up the classes whose names they are given, with names that no class has: nothing comes out of
//! them, whatever others are given. Must not know findings.

use std::cell::OnceCell;

use crate::base::{FxHashMap, FxIndexSet, Sym};
use crate::classpath::Origin;
use crate::heap::{ObjKind, Site, SiteId};
use crate::ir::facts::{Def, Facts, statement_at};
use crate::ir::{ConstValue, Op, Terminator, Var};
use crate::pointsto::InstId;
use crate::program::MethodId;
use crate::reflection::{Kind, Problem, Role, SiteKey};

use super::stored::calls_giving;
use super::view::View;

/// Most calls within each other that a name is followed through.
const DEPTH: u32 = 4;

/// Which methods calls outside the JDK run, found when it is asked for the first time.
#[derive(Default)]
pub(super) struct Callees(OnceCell<Calls>);

#[derive(Default)]
struct Calls {
    callees: FxHashMap<(SiteId, MethodId), Vec<MethodId>>,
    instances: FxHashMap<MethodId, Vec<InstId>>,
}

/// A call that looks up classes in vain.
pub(super) struct InVain {
    pub(super) at: (MethodId, u32),
    /// The names that no class has.
    pub(super) names: FxIndexSet<Sym>,
}

/// What is known of the names in variables of a method.
type Names<'n> = &'n dyn Fn(Var) -> Option<FxIndexSet<Sym>>;

impl Callees {
    /// The call of the program's code that gives what a reflective call is made on, where all that it looks up fails.
    pub(super) fn in_vain(&self, view: &View<'_, '_>, key: SiteKey) -> Option<InVain> {
        let (site, api) = (&view.sites[&key], View::api(key));
        let var = *site.vars.get(api.first_position()?)?;
        let calls = calls_giving(view, site.method, view.body_of(site)?, var)?;
        let [at] = calls[..] else { return None };
        // In another method the variables are others'.
        if at.0 != site.method || view.site_at(at.0, at.1).is_some() {
            return None;
        }
        let names = |var| self.solved(view, site.method, var);
        let names = self.fails(view, at, &names, 0).filter(|names| !names.is_empty())?;
        Some(InVain { at, names })
    }

    /// The names that a call looks up, if it gives nothing for any of them.
    fn fails(&self, view: &View<'_, '_>, at: (MethodId, u32), names: Names<'_>, depth: u32) -> Option<FxIndexSet<Sym>> {
        let code = view.state.code_of(at.0)?;
        let (block, nth) = statement_at(&code.body, at.1)?;
        let Op::Invoke { args, .. } = &code.body.blocks[block].stmts[nth as usize].op else { return None };
        let callees = self.of(view, at);
        if callees.is_empty() || depth >= DEPTH {
            return None;
        }
        let mut all = FxIndexSet::default();
        for &callee in callees {
            all.extend(self.returns_nothing(view, callee, &|param| names(*args.get(param.index())?), depth)?);
        }
        Some(all)
    }

    /// The names that a method looks up, if it returns nothing for any of those that it is given.
    fn returns_nothing(
        &self,
        view: &View<'_, '_>,
        method: MethodId,
        given: Names<'_>,
        depth: u32,
    ) -> Option<FxIndexSet<Sym>> {
        let body = &view.state.code_of(method)?.body;
        if view.program.origin_of(method) == Origin::Jdk || !body.damaged_at.is_empty() {
            return None;
        }
        let facts = Facts::of(body);
        let names = |var| written(&facts, var, given);
        let mut all = FxIndexSet::default();
        for block in body.blocks.iter() {
            let Terminator::Return { value: Some(value), .. } = block.terminator else { continue };
            for at in calls_giving(view, method, body, value)? {
                if at.0 != method {
                    return None;
                }
                all.extend(match view.site_at(at.0, at.1) {
                    Some(key) => absent(view, key, &names)?,
                    None => self.fails(view, at, &names, depth + 1)?,
                });
            }
        }
        Some(all)
    }

    fn of(&self, view: &View<'_, '_>, at: (MethodId, u32)) -> &[MethodId] {
        let site = view.heap.site(Site::At(at.0, at.1));
        self.calls(view).callees.get(&(site, at.0)).map_or(&[], Vec::as_slice)
    }

    /// The names that come to a variable in any instance of its method, if they are known.
    fn solved(&self, view: &View<'_, '_>, method: MethodId, var: Var) -> Option<FxIndexSet<Sym>> {
        let mut names = FxIndexSet::default();
        for &inst in self.calls(view).instances.get(&method)? {
            for (_, kind) in view.values(view.state.instance(inst).var(var)?) {
                let ObjKind::Str { text } = kind else { return None };
                names.insert(text);
            }
        }
        Some(names)
    }

    fn calls(&self, view: &View<'_, '_>) -> &Calls {
        let is_looked_at = |method| view.program.origin_of(method) != Origin::Jdk;
        let made = || {
            let mut calls = Calls::default();
            for (site, caller, callee, _) in view.state.call_edges().filter(|&(_, caller, ..)| is_looked_at(caller)) {
                calls.callees.entry((site, caller)).or_default().push(callee);
            }
            let by_name = |&callee: &MethodId| view.program.method_id(callee);
            calls.callees.values_mut().for_each(|of| of.sort_by_cached_key(by_name));
            for (id, instance) in view.state.instances().filter(|(_, instance)| is_looked_at(instance.method)) {
                calls.instances.entry(instance.method).or_default().push(id);
            }
            calls
        };
        self.0.get_or_init(made)
    }
}

/// The names that a look-up is given, if no class has any of them.
fn absent(view: &View<'_, '_>, key: SiteKey, names: Names<'_>) -> Option<FxIndexSet<Sym>> {
    let (site, api) = (&view.sites[&key], View::api(key));
    // What a loader of the program's own may define, or a specification says, is no matter of names.
    let may_be_there = site.specified || site.problems.contains(&Problem::OutsideWorld);
    if api.kind != Kind::ClassSource || may_be_there {
        return None;
    }
    let given = names(api.argument(Role::Name, &site.vars)?)?;
    given.iter().all(|&name| site.problems.contains(&Problem::MissingClass(name))).then_some(given)
}

/// The names that the code of a method puts into a variable, of which some may be given to the method.
fn written(facts: &Facts<'_>, var: Var, given: Names<'_>) -> Option<FxIndexSet<Sym>> {
    let var = facts.behind_casts(var);
    match facts.def(var) {
        Def::Param => given(var),
        Def::Stmt(block, nth) => match facts.body().blocks[block].stmts[nth as usize].op {
            Op::Const { value: ConstValue::Str { text, lossy: false }, .. } => Some([text].into_iter().collect()),
            _ => None,
        },
        Def::Phi(..) | Def::Caught(_) => None,
    }
}
