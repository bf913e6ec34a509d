//! What spec files say, as data: one type per kind of entry, each with the place it was written at. Must not know TOML
//! nor the program the entries speak of.

use std::sync::Arc;

use crate::result::RuleId;

use super::names::{ApiName, MethodName, MethodPattern, TargetName};

/// Where something is written in a spec file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpecPlace {
    /// Relative to the project where it lies there; a file of the tool's own specs is `<built-in>/name.toml`.
    pub file: Arc<str>,
    /// 1-based.
    pub line: u32,
    /// 1-based, in characters.
    pub column: u32,
}

/// A value and where it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written<T> {
    pub value: T,
    pub place: SpecPlace,
}

/// `[[source]]`: a call that returns names from outside the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceSpec {
    pub place: SpecPlace,
    pub bundled: bool,
    /// Source method that makes the call.
    pub at: Written<MethodName>,
    /// Method called, as the code names it.
    pub call: Written<MethodName>,
    /// Constant first string argument of the call.
    pub key: Option<String>,
    /// 1-based among the calls of that method in the source method; absent: all of them.
    pub ordinal: Option<u32>,
    pub values: Vec<Written<String>>,
    pub values_from: Option<Written<ValuesFrom>>,
    /// These are all values; otherwise the unknown stays beside them.
    pub complete: bool,
    pub reason: Option<String>,
}

/// A resource that lists values. A name with `./` is a file of the spec folder, whose text is read on loading; others
/// are class-path resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValuesFrom {
    /// Providers of a service: `META-INF/services` files and `provides` of modules.
    Services { service: String },
    /// Values of a properties file whose keys match the pattern (`*` stands for any text; absent: all keys).
    Properties { resource: String, text: Option<Vec<u8>>, keys: Option<String> },
    /// Lines of a text file; blank lines and what follows `#` are skipped.
    Lines { resource: String, text: Option<Vec<u8>> },
}

impl ValuesFrom {
    /// The resource, or the service that resources are about.
    pub fn resource(&self) -> &str {
        match self {
            Self::Services { service } => service,
            Self::Properties { resource, .. } | Self::Lines { resource, .. } => resource,
        }
    }
}

/// `[[call]]`: the targets of a reflective call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallSpec {
    pub place: SpecPlace,
    pub bundled: bool,
    pub at: Written<MethodName>,
    pub api: Written<ApiName>,
    /// 1-based among the calls of that API in the source method; absent: all of them.
    pub ordinal: Option<u32>,
    pub targets: Vec<Written<TargetName>>,
    pub reason: Option<String>,
}

/// `[[entry]]`: what is called from outside the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntrySpec {
    pub place: SpecPlace,
    pub bundled: bool,
    pub select: EntrySelector,
    pub creates: Creates,
    pub reason: Option<String>,
}

/// Which objects an entry says exist, and how they were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Creates {
    #[default]
    Nothing,
    /// Instances of the classes, by any of their constructors that is not private.
    Instances,
    /// Instances of the classes, by the constructor without parameters alone, private or not, where there is one.
    NoArgs,
}

/// Which methods an entry names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntrySelector {
    /// Methods by name.
    Methods(Vec<Written<TargetName>>),
    /// Application methods that carry one of the annotations or have a parameter that does, directly or through an
    /// annotation that carries it. Fields that carry it select their class, for what the entry creates.
    AnnotatedWith(Vec<Written<String>>),
    /// Application methods that override a method of the named class, or the named method.
    Overrides(Vec<Written<TargetName>>),
    /// Methods and constructors of application classes.
    Classes(ClassSelector, Members),
}

impl EntrySelector {
    /// The names that select, patterns of methods aside.
    pub fn names(&self) -> Vec<String> {
        match self {
            Self::Methods(names) | Self::Overrides(names) => names.iter().map(|name| name.value.to_string()).collect(),
            Self::AnnotatedWith(names) => names.iter().map(|name| name.value.clone()).collect(),
            Self::Classes(classes, _) => classes.names().iter().map(|name| name.value.clone()).collect(),
        }
    }
}

/// Which classes an entry names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClassSelector {
    /// The application's subtypes of the classes, themselves included.
    SubtypesOf(Vec<Written<String>>),
    /// Application classes that carry one of the annotations, directly or through an annotation that carries it.
    AnnotatedWith(Vec<Written<String>>),
}

impl ClassSelector {
    /// The names that select.
    pub fn names(&self) -> &[Written<String>] {
        let (Self::SubtypesOf(names) | Self::AnnotatedWith(names)) = self;
        names
    }
}

/// Which methods of selected classes are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Members {
    /// Non-private methods and constructors.
    All,
    /// Those that one of the patterns fits; not every class has every method.
    Matching(Vec<Written<MethodPattern>>),
}

/// `[[accept]]`: a finding seen, judged and not resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptSpec {
    pub place: SpecPlace,
    pub bundled: bool,
    pub at: Written<MethodName>,
    pub rule: RuleId,
    pub api: Option<Written<ApiName>>,
    pub ordinal: Option<u32>,
    pub reason: String,
    /// Last day it holds.
    pub until: Option<crate::toml_doc::Date>,
}

/// All entries of all spec files, in the order of files and lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SpecSet {
    pub sources: Vec<SourceSpec>,
    pub calls: Vec<CallSpec>,
    pub entries: Vec<EntrySpec>,
    pub accepts: Vec<AcceptSpec>,
    /// The user's files in the order they were read; where there is none yet, the one to write, if a folder was given.
    pub files: Vec<String>,
}

impl SpecSet {
    /// The tool's own entries alone.
    pub fn without_written(&self) -> Self {
        let mut own = self.clone();
        own.sources.retain(|entry| entry.bundled);
        own.calls.retain(|entry| entry.bundled);
        own.entries.retain(|entry| entry.bundled);
        own.accepts.retain(|entry| entry.bundled);
        own
    }

    /// The user's entries, each with its place and a few words for it, in the order of files and lines.
    pub fn written(&self) -> Vec<(SpecPlace, String)> {
        let mut found: Vec<(SpecPlace, String)> = Vec::new();
        for source in self.sources.iter().filter(|entry| !entry.bundled) {
            let key = source.key.as_ref().map_or(String::new(), |key| format!(" {key:?}"));
            let what = format!("[[source]] {} in {}{key}", source.call.value, source.at.value);
            found.push((source.place.clone(), what + &nth(source.ordinal)));
        }
        for call in self.calls.iter().filter(|entry| !entry.bundled) {
            let what = format!("[[call]] {} in {}", call.api.value.as_str(), call.at.value);
            found.push((call.place.clone(), what + &nth(call.ordinal)));
        }
        for entry in self.entries.iter().filter(|entry| !entry.bundled) {
            found.push((entry.place.clone(), format!("[[entry]] {}", entry.select.names().join(", "))));
        }
        for accept in self.accepts.iter().filter(|entry| !entry.bundled) {
            let api = accept.api.as_ref().map_or(String::new(), |api| format!(", {}", api.value.as_str()));
            let what = format!("[[accept]] {} in {}{api}", accept.rule, accept.at.value);
            found.push((accept.place.clone(), what + &nth(accept.ordinal)));
        }
        found.sort();
        found
    }

    /// The file that advice sends new entries to.
    pub fn file_for_entries(&self) -> &str {
        self.files.first().map_or("reflection-specs/app.toml", String::as_str)
    }
}

fn nth(ordinal: Option<u32>) -> String {
    ordinal.map_or(String::new(), |ordinal| format!(" (call {ordinal})"))
}
