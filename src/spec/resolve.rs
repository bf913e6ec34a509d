//! Spec entries against a program: names become ids, resources become values, and what has no counterpart becomes an
//! RC4001 or RC4002 problem. Must not know how the analysis uses an entry.

use super::entries::{SelectMiss, Selector};
use super::lookup::{self, Miss, ResolvedTarget, Wanted};
use super::model::{
    AcceptSpec, CallSpec, Creates, EntrySelector, EntrySpec, Members, SourceSpec, SpecPlace, SpecSet, ValuesFrom,
    Written,
};
use super::names::{ApiName, MethodName};
use super::problem::{SpecProblem, UNKNOWN_TARGET, UNMATCHED};
use super::values;
use crate::base::{FxHashMap, Sym};
use crate::program::{ClassId, MethodId, MethodRef, Program, TypeId};
use crate::result::{Accept, RuleId};

/// Most values of one resource that are said to name nothing, one by one.
const WRONG: usize = 20;

/// The entries that mean something in this program.
#[derive(Debug, Default)]
pub struct ResolvedSpecs {
    pub sources: Vec<ResolvedSource>,
    pub calls: Vec<ResolvedCall>,
    pub entries: Vec<ResolvedEntry>,
    /// Rows of `result.json`, in the order of their places.
    pub accepts: Vec<Accept>,
    /// In the order of their places. Entries of the built-in specs have none: they speak of libraries that may be absent.
    pub problems: Vec<SpecProblem>,
    sources_at: FxHashMap<MethodId, Vec<usize>>,
    calls_at: FxHashMap<MethodId, Vec<usize>>,
}

/// `[[source]]`, resolved.
#[derive(Debug)]
pub struct ResolvedSource {
    /// Index in [`SpecSet::sources`].
    pub spec: usize,
    /// Source method that makes the call; lambda bodies count as the method that creates them.
    pub at: MethodId,
    pub call: CallPattern,
    /// Constant first string argument of the call.
    pub key: Option<String>,
    /// 1-based among the calls in `at` that the pattern (and the key) matches, in bytecode order.
    pub ordinal: Option<u32>,
    pub values: Vec<SourceValue>,
    /// The call returns nothing but the values.
    pub complete: bool,
}

/// One value of a source and where it was listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceValue {
    pub text: String,
    pub place: SpecPlace,
}

/// `[[call]]`, resolved.
#[derive(Debug)]
pub struct ResolvedCall {
    /// Index in [`SpecSet::calls`].
    pub spec: usize,
    /// Source method that makes the call.
    pub at: MethodId,
    pub api: ApiName,
    /// 1-based among the calls of that API in the source method, as in site ids.
    pub ordinal: Option<u32>,
    pub targets: Vec<(ResolvedTarget, SpecPlace)>,
}

/// `[[entry]]`, resolved.
#[derive(Debug)]
pub struct ResolvedEntry {
    /// Index in [`SpecSet::entries`].
    pub spec: usize,
    /// It is one of the tool's own: a framework model rather than something the user said.
    pub bundled: bool,
    pub methods: Vec<MethodId>,
    /// Classes of which instances exist; empty unless the entry says `creates`.
    pub instances: Vec<ClassId>,
    /// They are made by their constructors without parameters alone, where they have one.
    pub no_args: bool,
}

/// Which calls a `[[source]]` names.
#[derive(Debug)]
pub struct CallPattern {
    class: TypeId,
    name: Sym,
    params: Option<Vec<TypeId>>,
    /// Methods that a call of that class and name resolves to.
    methods: Vec<MethodId>,
}

impl CallPattern {
    /// Calls of the methods that the name means; `None` if there are none of that name.
    pub fn of(program: &Program, name: &MethodName) -> Option<Self> {
        call_pattern(program, name).ok()
    }

    /// Is a call of this reference meant: by the class it is written with, or by the method it resolves to?
    pub fn matches(&self, program: &Program, called: MethodRef) -> bool {
        let data = program.method_ref_data(called);
        if data.name != self.name {
            return false;
        }
        if self.params.as_ref().is_some_and(|params| *params != program.method_desc(data.desc).params) {
            return false;
        }
        data.owner == self.class || program.resolve_method(called).is_some_and(|method| self.methods.contains(&method))
    }
}

impl ResolvedSpecs {
    /// The source entries for calls in a source method, by index in [`ResolvedSpecs::sources`].
    pub fn sources_at(&self, at: MethodId) -> &[usize] {
        self.sources_at.get(&at).map_or(&[], Vec::as_slice)
    }

    /// The call entries for reflective calls in a source method, by index in [`ResolvedSpecs::calls`].
    pub fn calls_at(&self, at: MethodId) -> &[usize] {
        self.calls_at.get(&at).map_or(&[], Vec::as_slice)
    }
}

/// Finds the counterparts of all entries in the program. `wanted`: what the targets of an API are.
pub fn resolve(specs: &SpecSet, program: &Program, wanted: impl Fn(&ApiName) -> Wanted) -> ResolvedSpecs {
    let mut resolver = Resolver { program, wanted: &wanted, bundled: false, out: ResolvedSpecs::default() };
    for (index, spec) in specs.sources.iter().enumerate() {
        resolver.bundled = spec.bundled;
        resolver.source(index, spec);
    }
    for (index, spec) in specs.calls.iter().enumerate() {
        resolver.bundled = spec.bundled;
        resolver.call(index, spec);
    }
    if !specs.entries.is_empty() {
        let selector = Selector::new(program);
        for (index, spec) in specs.entries.iter().enumerate() {
            resolver.bundled = spec.bundled;
            resolver.entry(&selector, index, spec);
        }
    }
    for spec in &specs.accepts {
        resolver.bundled = spec.bundled;
        resolver.accept(spec);
    }
    let mut out = resolver.out;
    for (index, source) in out.sources.iter().enumerate() {
        out.sources_at.entry(source.at).or_default().push(index);
    }
    for (index, call) in out.calls.iter().enumerate() {
        out.calls_at.entry(call.at).or_default().push(index);
    }
    out.problems.sort();
    out.problems.dedup();
    out.accepts.sort();
    out
}

struct Resolver<'p> {
    program: &'p Program,
    wanted: &'p dyn Fn(&ApiName) -> Wanted,
    bundled: bool,
    out: ResolvedSpecs,
}

impl Resolver<'_> {
    fn problem(&mut self, rule: RuleId, place: &SpecPlace, name: String, miss: Miss) {
        if self.bundled {
            return;
        }
        let remedy = match rule {
            UNMATCHED => "correct the name or remove the entry",
            _ => "correct the name, add the missing dependency, or remove the value",
        };
        let advice = miss.hint(self.program).unwrap_or(remedy.to_owned());
        self.out.problems.push(SpecProblem { place: place.clone(), rule, name, summary: miss.summary, advice });
    }

    fn at(&mut self, at: &Written<MethodName>) -> Option<MethodId> {
        match lookup::declared_method(self.program, &at.value) {
            Ok(method) => Some(method),
            Err(miss) => {
                self.problem(UNMATCHED, &at.place, at.value.to_string(), miss);
                None
            }
        }
    }

    fn source(&mut self, index: usize, spec: &SourceSpec) {
        let at = self.at(&spec.at);
        let call = match call_pattern(self.program, &spec.call.value) {
            Ok(call) => Some(call),
            Err(miss) => {
                self.problem(UNMATCHED, &spec.call.place, spec.call.value.to_string(), miss);
                None
            }
        };
        let mut values = Vec::new();
        for value in &spec.values {
            self.check_value(&value.place, &value.value, None);
            values.push(SourceValue { text: value.value.clone(), place: value.place.clone() });
        }
        let mut complete = spec.complete;
        if let Some(from) = &spec.values_from {
            match values::read(self.program, &from.value) {
                Ok(read) => {
                    // The rest of a list that is too long is not known.
                    complete &= read.len() <= values::MOST;
                    self.check_values(from, &read);
                    let read = read.into_iter().take(values::MOST);
                    values.extend(read.map(|value| SourceValue { text: value.text, place: from.place.clone() }));
                }
                Err(values::NoValues { summary, hint }) => {
                    // A list that cannot be read is no complete list.
                    complete = false;
                    let name = format!("{} values-from", spec.at.value);
                    self.problem(UNKNOWN_TARGET, &from.place, name, Miss { summary, hint, missing: None });
                }
            }
        }
        if let (Some(at), Some(call)) = (at, call) {
            let (key, ordinal) = (spec.key.clone(), spec.ordinal);
            self.out.sources.push(ResolvedSource { spec: index, at, call, key, ordinal, values, complete });
        }
    }

    /// What is wrong with the values of a resource.
    fn check_values(&mut self, from: &Written<ValuesFrom>, read: &[values::Value]) {
        let resource = from.value.resource();
        if read.len() > values::MOST {
            let summary = format!("{resource:?} lists more than {} values: the others are not looked at", values::MOST);
            let hint = Some("name the keys of those that name classes, or let fewer names reach the call".to_owned());
            let name = format!("{resource} too many");
            self.problem(UNKNOWN_TARGET, &from.place, name, Miss { summary, hint, missing: None });
        }
        // What is near is looked for among all classes.
        let is_wrong = |value: &&values::Value| {
            looks_like_class(self.program, &value.text) && lookup::type_named(self.program, &value.text).is_err()
        };
        let wrong: Vec<&values::Value> = match self.bundled {
            true => Vec::new(),
            false => read.iter().take(values::MOST).filter(is_wrong).take(WRONG + 1).collect(),
        };
        for value in wrong.iter().take(WRONG) {
            self.check_value(&from.place, &value.text, Some(&value.from));
        }
        if wrong.len() > WRONG {
            let summary = format!("there are no classes for more values of {resource:?} on the class path");
            let name = format!("{resource} more values");
            self.problem(UNKNOWN_TARGET, &from.place, name, Miss { summary, hint: None, missing: None });
        }
    }

    /// Values are strings and need not name anything, but one that can only be meant as a class must exist: dotted names
    /// whose last part starts as classes do, or whose package is there.
    fn check_value(&mut self, place: &SpecPlace, value: &str, from: Option<&str>) {
        if self.bundled || !looks_like_class(self.program, value) {
            return;
        }
        if let Err(mut miss) = lookup::type_named(self.program, value) {
            if let Some(from) = from {
                miss.summary = format!("{} (from {from})", miss.summary);
            }
            self.problem(UNKNOWN_TARGET, place, value.to_owned(), miss);
        }
    }

    fn call(&mut self, index: usize, spec: &CallSpec) {
        let at = self.at(&spec.at);
        if let Err(miss) = check_api(self.program, &spec.api.value) {
            self.problem(UNMATCHED, &spec.api.place, spec.api.value.as_str().to_owned(), miss);
        }
        let wanted = (self.wanted)(&spec.api.value);
        let mut targets = Vec::new();
        for name in &spec.targets {
            match lookup::target(self.program, &name.value, wanted) {
                Ok(target) if fits(self.program, target, wanted) => targets.push((target, name.place.clone())),
                Ok(_) => {
                    let summary = format!("\"{}\" is no target of \"{}\"", name.value, spec.api.value.as_str());
                    let hint = Some(match wanted {
                        Wanted::Field => "list fields, com.acme.Task#count".to_owned(),
                        Wanted::Constructor => "list constructors, com.acme.Task#<init>(int)".to_owned(),
                        Wanted::Method | Wanted::Any => "list methods, com.acme.Task#run()".to_owned(),
                    });
                    self.problem(
                        UNKNOWN_TARGET,
                        &name.place,
                        name.value.to_string(),
                        Miss { summary, hint, missing: None },
                    );
                }
                Err(miss) => self.problem(UNKNOWN_TARGET, &name.place, name.value.to_string(), miss),
            }
        }
        if let Some(at) = at {
            let (api, ordinal) = (spec.api.value.clone(), spec.ordinal);
            self.out.calls.push(ResolvedCall { spec: index, at, api, ordinal, targets });
        }
    }

    fn entry(&mut self, selector: &Selector<'_>, index: usize, spec: &EntrySpec) {
        let selected = selector.select(&spec.select, spec.bundled);
        let names: Vec<(String, &SpecPlace)> = match &spec.select {
            EntrySelector::Methods(names) | EntrySelector::Overrides(names) => {
                names.iter().map(|name| (name.value.to_string(), &name.place)).collect()
            }
            EntrySelector::AnnotatedWith(names) => names.iter().map(|name| (name.value.clone(), &name.place)).collect(),
            EntrySelector::Classes(classes, members) => {
                let names = classes.names().iter().map(|name| (name.value.clone(), &name.place));
                let patterns = match members {
                    Members::All => &[][..],
                    Members::Matching(patterns) => patterns,
                };
                names.chain(patterns.iter().map(|pattern| (pattern.value.to_string(), &pattern.place))).collect()
            }
        };
        let is_said = !selected.misses.is_empty();
        for (at, miss) in selected.misses {
            let (name, place) = &names[at];
            match miss {
                SelectMiss::Unknown(miss) => self.problem(UNKNOWN_TARGET, place, name.clone(), miss),
                SelectMiss::NothingFits(miss) => self.problem(UNMATCHED, place, name.clone(), miss),
                SelectMiss::NoMethod(near) => {
                    let summary = format!("none of the classes selected has a method that {name:?} fits");
                    self.problem(UNMATCHED, place, name.clone(), Miss::new(summary, near));
                }
            }
        }
        let methods: Vec<MethodId> = selected.methods.into_iter().collect();
        let instances: Vec<ClassId> = match spec.creates {
            Creates::Nothing => Vec::new(),
            Creates::Instances | Creates::NoArgs => selected.classes.into_iter().collect(),
        };
        let no_args = spec.creates == Creates::NoArgs;
        if !methods.is_empty() || !instances.is_empty() || !is_said {
            self.out.entries.push(ResolvedEntry { spec: index, bundled: spec.bundled, methods, instances, no_args });
        }
    }

    fn accept(&mut self, spec: &AcceptSpec) {
        let Some(at) = self.at(&spec.at) else { return };
        let SpecPlace { file, line, column } = &spec.place;
        self.out.accepts.push(Accept {
            spec_place: (file.to_string(), *line, *column),
            at: self.program.method_id(at),
            rule: Some(spec.rule),
            api: spec.api.as_ref().map(|api| api.value.as_str().to_owned()),
            ordinal: spec.ordinal,
            reason: spec.reason.clone(),
            until: spec.until.map(|until| until.to_string()),
        });
    }
}

fn call_pattern(program: &Program, name: &MethodName) -> Result<CallPattern, Miss> {
    let class = lookup::class(program, &name.class)?;
    let sym = program.sym(&name.member);
    let mut methods = Vec::new();
    for &holder in program.supertypes(class) {
        let named = program.methods_named(holder, sym).into_iter();
        let fitting = named
            .filter(|method| name.params.as_ref().is_none_or(|params| lookup::has_params(program, *method, params)));
        methods.extend(fitting);
    }
    let Some(first) = methods.first() else {
        return Err(match lookup::declared_method(program, name) {
            Err(miss) => miss,
            Ok(_) => Miss { summary: format!("there is no method \"{name}\""), hint: None, missing: None },
        });
    };
    let params = name.params.is_some().then(|| program.method_desc(program.method(*first).desc).params.clone());
    Ok(CallPattern { class: program.class_type(class), name: sym, params, methods })
}

/// An API that is written with its package must exist; `Method.invoke` as in site ids is left to the sites.
fn check_api(program: &Program, api: &ApiName) -> Result<(), Miss> {
    let Some((class, _)) = api.as_str().rsplit_once('.') else { return Ok(()) };
    if !class.contains('.') {
        return Ok(());
    }
    call_pattern(
        program,
        &MethodName::parse(api.as_str()).map_err(|summary| Miss { summary, hint: None, missing: None })?,
    )
    .map(drop)
}

fn fits(program: &Program, target: ResolvedTarget, wanted: Wanted) -> bool {
    let named = |method: MethodId| program.str(program.method(method).name);
    match (wanted, target) {
        (Wanted::Any, _) | (Wanted::Field, ResolvedTarget::Field(_)) => true,
        (Wanted::Method, ResolvedTarget::Method(method)) => !named(method).starts_with('<'),
        (Wanted::Constructor, ResolvedTarget::Method(method)) => named(method) == "<init>",
        _ => false,
    }
}

fn looks_like_class(program: &Program, value: &str) -> bool {
    let Some((package, simple)) = value.rsplit_once('.') else { return false };
    let is_name = |part: &str| {
        let mut chars = part.chars();
        chars.next().is_some_and(|c| c.is_alphabetic() || matches!(c, '_' | '$'))
            && chars.all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
    };
    if !is_name(simple) || !package.split('.').all(is_name) {
        return false;
    }
    simple.starts_with(char::is_uppercase) || has_package(program, package)
}

fn has_package(program: &Program, package: &str) -> bool {
    let prefix = format!("{}/", package.replace('.', "/"));
    let class_path = program.class_path();
    let mut names = class_path.classes_from(&prefix).map(|class| class_path.name(class));
    names.any(|name| !name[prefix.len()..].contains('/'))
}
