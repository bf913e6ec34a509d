//! All-points mode: the same at any number of threads, no less than what is claimed where it is asked for, and never at odds with
//! the solver. Must not know how claims are made.

use reflection_check::base::stack::{OF_WORKERS, on_deep_stack};
use reflection_check::config::{Analysis, Context};
use reflection_check::defensive::{Claims, Everywhere, Holds, everywhere};
use reflection_check::engine::{self, Options};
use reflection_check::ir::{self, Op};
use reflection_check::program::Program;
use reflection_check::spec::SpecSet;
use reflection_check::verdict;

use super::compiled::Compiled;

fn with_threads(threads: usize, program: &Program, classes: &[String]) -> Everywhere {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(OF_WORKERS).build().unwrap();
    let class_path = program.shared_class_path();
    pool.install(|| everywhere(&class_path, classes))
}

#[test]
fn any_number_of_threads_claims_what_is_claimed_when_asked() {
    let compiled = Compiled::new();
    let (missed, asked) = on_deep_stack(|| {
        let program = compiled.program();
        let classes = compiled.classes();
        let all = with_threads(1, &program, &classes);
        assert!(all == with_threads(2, &program, &classes), "two threads claim otherwise");
        let claims = Claims::new(&program, Default::default());
        let (mut missed, mut asked) = (Vec::new(), 0);
        for (number, name) in (0..).zip(&classes) {
            let class = program.find_class(name).unwrap();
            for (nth, &method) in (0..).zip(&program.class(class).methods) {
                let body = ir::lower(&program, method);
                for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
                    let Op::Invoke { args, .. } = &stmt.op else { continue };
                    for (bound, &var) in claims.at(method, stmt.offset, args).iter().zip(args) {
                        let Some([_, ..]) = bound.items() else { continue };
                        asked += 1;
                        let of = all.get(&(number, nth)).and_then(|of| of.vars.get(var.index()));
                        if !of.is_some_and(|of| of.holds.has(Holds::FOR_ALL)) {
                            missed.push(format!("{name} method {nth} {var:?}: {bound:?}"));
                        }
                    }
                }
            }
        }
        (missed, asked)
    })
    .unwrap();
    assert!(missed.is_empty(), "of {asked} claims these are missing:\n{}", missed.join("\n"));
    assert!(asked > 1000, "{asked} are claimed: that says little");
}

#[test]
fn the_solver_finds_nothing_that_contradicts_a_claim() {
    let compiled = Compiled::new();
    let tables = on_deep_stack(|| {
        let program = compiled.program();
        let all =
            verdict::Everywhere::of(&program, |origin| origin == reflection_check::classpath::Origin::Application);
        let of = |context| {
            let analysis = Analysis { library: Some(false), context, ..Analysis::default() };
            let options = Options { analysis, ..Options::default() };
            let mut tables = None;
            let look = |solver: &mut reflection_check::pointsto::Solver<'_>| tables = Some(all.beside(solver));
            engine::analyze_and_look(&program, &SpecSet::default(), &options, look);
            tables.unwrap()
        };
        // What goes deeper takes minutes on so many programs, of one program see `cli::coverage`.
        [of(Context::Insensitive), of(Context::Selective)]
    })
    .unwrap();
    for tables in tables {
        assert!(tables.contradictions.is_empty(), "{}", tables.contradictions.join("\n"));
        let (relaxed, guarded) = (tables.relaxed, tables.guarded);
        assert!(
            relaxed.for_all_callers <= guarded.for_all_callers && relaxed.for_all_callers <= relaxed.for_some_caller
        );
        assert!(guarded.for_all_callers <= guarded.for_some_caller && tables.alone <= guarded.for_all_callers);
        assert!(tables.alone * 5 > tables.variables, "{tables:?}");
        let without: u64 = tables.without.iter().map(|(_, count)| count).sum();
        assert_eq!(without + guarded.for_all_callers, tables.variables);
        assert!(tables.one_target_alone <= tables.one_target_guarded && tables.one_target_guarded <= tables.one_target);
    }
}
