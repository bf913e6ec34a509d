//! What `coverage` prints: how many variables have a claim, beside an analysis that is not defensive. Must not know how either
//! is found.

use serde::Serialize;

/// The tables of `coverage` (ECOOP 2018, section 5).
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Coverage {
    /// The contexts of the analysis it is compared with.
    pub compared_with: String,
    /// Contexts that were tried before and did not end within the budget.
    pub not_ended: Vec<String>,
    /// The analysis it is compared with did not end, either.
    pub is_cut: bool,
    /// Classes and methods that were looked at: the methods are those that this analysis reaches.
    pub classes: u64,
    pub methods: u64,
    /// Variables for which this analysis finds a value: of these the shares are.
    pub variables: u64,
    /// What holds if what threads share is guarded by locks and volatile fields.
    pub guarded: Claimed,
    /// What holds whatever threads do: on this `proven` rests.
    pub relaxed: Claimed,
    /// What holds if moreover nobody but constructors sets final fields of objects, as reflection may: nothing rests on that.
    pub with_finals: Claimed,
    /// What each method says by itself, no other one looked into: claims for all callers.
    pub alone: u64,
    /// Values of the variables claimed for all callers, all together, null not counted: by the claims, and in the other analysis.
    pub claimed_values: u64,
    pub found_values: u64,
    /// The variables without a claim for all callers, by what gives them their value.
    pub without: Vec<(String, u64)>,
    /// Calls whose receiver decides which method runs.
    pub virtual_calls: u64,
    /// Those with one method in the other analysis, and those of them where a claim proves it.
    pub one_target: u64,
    pub one_target_guarded: u64,
    pub one_target_relaxed: u64,
    pub one_target_alone: u64,
    /// Variables for which the claim and the other analysis have no value in common: none, unless one of them is wrong.
    pub contradictions: Vec<String>,
}

/// Variables with a claim.
#[derive(Debug, Clone, Copy, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Claimed {
    /// Whoever calls the method.
    pub for_all_callers: u64,
    /// For at least one caller.
    pub for_some_caller: u64,
}
