//! What must hold of any program, any rule and any order, tried on many: the slow tests. `./build properties` runs these
//! alone, `./build quick` leaves them out. What each of them means is said where it is made.

use crate::harness::{ablation, budgets, contexts, fixpoint, invariants, mutation};
use crate::naive::{broken, files, published, random};

#[test]
fn names_from_outside_are_listed_or_flagged() {
    mutation::check().report("names from outside are listed or flagged");
}

#[test]
fn no_rule_can_go_missing_unnoticed() {
    ablation::check().report("no rule can go missing unnoticed");
}

#[test]
fn budgets_lose_nothing_unsaid() {
    budgets::check().report("budgets lose nothing unsaid");
}

#[test]
fn contexts_lose_nothing() {
    contexts::check().report("contexts lose nothing");
}

#[test]
fn place_order_and_threads_do_not_show() {
    invariants::check().report("place, order and threads do not show");
}

#[test]
fn the_solver_comes_to_the_least_fixpoint() {
    fixpoint::check().report("the solver comes to the least fixpoint");
}

#[test]
fn random_programs_have_one_answer() {
    random::deep(random::check);
}

#[test]
fn random_class_files_have_one_answer_that_holds_in_a_run() {
    random::deep(files::check);
}

#[test]
fn damaged_class_files_have_one_answer() {
    random::deep(broken::check);
}

#[test]
fn published_rules_have_the_same_answer() {
    random::deep(published::compare::check);
}
