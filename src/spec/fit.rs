//! What becomes of entries: those that fit no call or run nothing, or change nothing, as problems. Must not know how calls are
//! found nor what is entered.

use super::model::{SpecPlace, SpecSet};
use super::problem::{NEEDLESS, SpecProblem, UNMATCHED};
use super::resolve::ResolvedSpecs;

/// An entry whose effect the engine knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpecEntry {
    /// Index in [`ResolvedSpecs::sources`].
    Source(usize),
    /// Index in [`ResolvedSpecs::calls`].
    Call(usize),
    /// Position among the user's own of [`ResolvedSpecs::entries`].
    Entry(usize),
}

/// How an entry fits the class files: the calls there, reached or not, or the code that it could run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Fit {
    /// There is no such call, or no such code.
    #[default]
    Nothing,
    /// There is one, but what it gives holds no strings: the name of the type.
    NoStrings(String),
    /// It changes nothing, since this holds.
    Needless(&'static str),
    /// It takes effect.
    Applies,
}

impl ResolvedSpecs {
    /// Problems of entries whose method exists and that have no effect.
    pub fn without_effect(&self, specs: &SpecSet, fit: impl Fn(SpecEntry) -> Fit) -> Vec<SpecProblem> {
        let mut problems = Vec::new();
        for (index, source) in self.sources.iter().enumerate() {
            let spec = &specs.sources[source.spec];
            if spec.bundled {
                continue;
            }
            let key = spec.key.as_ref().map_or(String::new(), |key| format!(" with the constant {key:?}"));
            let (at, call) = (&spec.at.value, &spec.call.value);
            let missed = || format!("\"{at}\" does not call \"{call}\"{key}{}", nth(spec.ordinal));
            let about = About { place: &spec.call.place, at: at.to_string(), called: call.to_string() };
            problems.extend(about.problem(fit(SpecEntry::Source(index)), missed));
        }
        for (index, call) in self.calls.iter().enumerate() {
            let spec = &specs.calls[call.spec];
            if spec.bundled {
                continue;
            }
            let (at, api) = (&spec.at.value, spec.api.value.as_str());
            let missed = || format!("\"{at}\" does not call \"{api}\"{}", nth(spec.ordinal));
            let about = About { place: &spec.api.place, at: at.to_string(), called: api.to_owned() };
            problems.extend(about.problem(fit(SpecEntry::Call(index)), missed));
        }
        for (index, entry) in self.entries.iter().filter(|entry| !entry.bundled).enumerate() {
            let spec = &specs.entries[entry.spec];
            let selected = spec.select.names().join(", ");
            let (rule, summary, advice) = match fit(SpecEntry::Entry(index)) {
                Fit::Needless(why) => {
                    (NEEDLESS, format!("the entry for \"{selected}\" changes nothing: {why}"), "remove the entry")
                }
                Fit::Nothing => {
                    let summary = format!(
                        "the entry for \"{selected}\" runs nothing: the application has no code or no class for objects \
                         that it could run it on"
                    );
                    (UNMATCHED, summary, "name methods or classes that can run, or remove the entry")
                }
                Fit::Applies | Fit::NoStrings(_) => continue,
            };
            let (place, advice) = (spec.place.clone(), advice.to_owned());
            problems.push(SpecProblem { place, rule, name: selected, summary, advice });
        }
        problems
    }
}

/// What an entry speaks of.
struct About<'s> {
    place: &'s SpecPlace,
    at: String,
    called: String,
}

impl About<'_> {
    fn problem(self, fit: Fit, missed: impl FnOnce() -> String) -> Option<SpecProblem> {
        let Self { place, at, called } = self;
        let (rule, summary, advice) = match fit {
            Fit::Applies => return None,
            Fit::Nothing => {
                (UNMATCHED, missed(), "correct the call, its key or its ordinal, or remove the entry".to_owned())
            }
            Fit::NoStrings(given) => (
                UNMATCHED,
                format!("\"{called}\" gives \"{given}\", and values are strings"),
                if given == "java.lang.Class" {
                    "list the targets of the reflective call that uses it in a [[call]] entry".to_owned()
                } else {
                    "name the call that takes the strings out of it, such as get or next".to_owned()
                },
            ),
            Fit::Needless(why) => {
                let summary = format!("the entry for \"{called}\" in \"{at}\" changes nothing: {why}");
                (NEEDLESS, summary, "remove the entry".to_owned())
            }
        };
        Some(SpecProblem { place: place.clone(), rule, name: format!("{at} {called}"), summary, advice })
    }
}

fn nth(ordinal: Option<u32>) -> String {
    ordinal.map_or(String::new(), |ordinal| format!(" {ordinal} times"))
}
