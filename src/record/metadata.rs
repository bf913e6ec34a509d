//! Reachability metadata of GraalVM (`reachability-metadata.json`, schema 1.2, and `reflect-config.json` before it). It says what
//! reflective calls of a program may reach, and not which call reaches what: in a native image nothing else can be reached. Must
//! not know how entries are written.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::propose::{Proposed, ProposedCall, spec_name, takes};
use super::types::{class_name, descriptor};
use crate::diag::Diag;
use crate::result::{ActsOn, AnalysisResult, Assumption, CodeOrigin, SiteKind, SiteRow, Target};

/// Most entries that are said one by one to be of no use.
const SAID: usize = 20;

/// What a file registers.
#[derive(Debug, Clone, Default)]
pub struct Metadata {
    types: Vec<Registered>,
    pub diags: Vec<Diag>,
    unused: usize,
}

/// One type and those of its members that may be reached.
#[derive(Debug, Clone, Default)]
struct Registered {
    class: String,
    /// Only once this class is reached.
    condition: Option<String>,
    /// Methods and constructors, where they are given with the types of their parameters.
    methods: Vec<Target>,
    fields: Vec<Target>,
}

impl Metadata {
    /// Reads a file.
    ///
    /// # Errors
    /// Why it is no such file. A single entry that cannot be used is no error but a `Diag`.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self, String> {
        let document: Value = serde_json::from_slice(bytes).map_err(|error| format!("it is no JSON: {error}"))?;
        let entries = match &document {
            Value::Array(entries) => Some(entries),
            Value::Object(keys) => keys.get("reflection").and_then(Value::as_array),
            _ => None,
        };
        let Some(entries) = entries else {
            return Err("it has no list of types: neither \"reflection\" nor a list at the top".to_owned());
        };
        let mut metadata = Self::default();
        for (index, entry) in entries.iter().enumerate() {
            match registered(entry) {
                Ok((registered, left_out)) => {
                    metadata.types.push(registered);
                    metadata.unused(file, index, left_out);
                }
                Err(why) => metadata.unused(file, index, Some(why)),
            }
        }
        Ok(metadata)
    }

    fn unused(&mut self, file: &str, index: usize, why: Option<String>) {
        let Some(why) = why else { return };
        self.unused += 1;
        if self.unused <= SAID {
            let message = format!("entry {}: {why}", index + 1);
            self.diags.push(Diag::warning("metadata-not-used", file, message));
        }
    }
}

/// What an entry registers, and what of it is left out.
fn registered(entry: &Value) -> Result<(Registered, Option<String>), String> {
    let named = entry.get("type").or_else(|| entry.get("name"));
    let class = match named {
        Some(Value::String(name)) => class_name(name).ok_or_else(|| format!("{name:?} is no class"))?,
        Some(Value::Object(_)) => return Err("proxies and lambdas are not taken over".to_owned()),
        _ => return Err("it names no type".to_owned()),
    };
    let condition = entry.get("condition");
    let condition = condition.and_then(|of| of.get("typeReached").or_else(|| of.get("typeReachable")));
    let condition = condition.and_then(Value::as_str).map(str::to_owned);
    let mut registered = Registered { class, condition, ..Registered::default() };
    let mut left_out = None;
    for key in ["methods", "fields"] {
        for member in entry.get(key).and_then(Value::as_array).into_iter().flatten() {
            match member_of(&registered.class, key == "methods", member) {
                Some(member) if key == "methods" => registered.methods.push(member),
                Some(member) => registered.fields.push(member),
                None => left_out = Some(format!("one of its {key} has no name, or types that are none")),
            }
        }
    }
    let all = ["allDeclaredMethods", "allPublicMethods", "allDeclaredFields", "allPublicFields"];
    if let Some(all) = all.iter().find(|key| entry.get(**key) == Some(&Value::Bool(true))) {
        left_out = Some(format!("\"{all}\" of {} names no members: list those that are called", registered.class));
    }
    Ok((registered, left_out))
}

fn member_of(class: &str, is_method: bool, member: &Value) -> Option<Target> {
    let name = member.get("name")?.as_str()?;
    let descriptor = match is_method {
        false => None,
        true => match member.get("parameterTypes") {
            None => None,
            Some(types) => {
                let types = types.as_array()?.iter().map(|of| descriptor(of.as_str()?));
                Some(format!("({})", types.collect::<Option<String>>()?))
            }
        },
    };
    Some(Target { class: class.to_owned(), member: Some(name.to_owned()), descriptor })
}

/// What entries may list for the open calls of the application: all of what is registered that a call of its kind can reach.
/// What is registered on the condition that a class is reached counts at the calls of this class, if it makes any.
///
/// `accepted` and `acts_on`: as of [`propose`](super::propose).
pub fn from_metadata(
    result: &AnalysisResult,
    accepted: &BTreeSet<Assumption>,
    metadata: &[Metadata],
    acts_on: impl Fn(&SiteRow) -> Option<ActsOn>,
) -> Proposed {
    let is_open = |row: &&SiteRow| {
        row.origin == CodeOrigin::Application && row.reachable && row.is_flagged(accepted) && !row.compiler_generated
    };
    let open: Vec<&SiteRow> = result.sites.iter().filter(is_open).collect();
    let acts_on: Vec<Option<ActsOn>> = open.iter().map(|row| acts_on(row)).collect();
    let diags = metadata.iter().flat_map(|metadata| metadata.diags.clone()).collect();
    let unused = metadata.iter().map(|metadata| metadata.unused).sum();
    let mut out = Proposed { diags, unused, ..Proposed::default() };
    let mut found: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for registered in metadata.iter().flat_map(|metadata| &metadata.types) {
        let condition = registered.condition.as_deref();
        let of_condition = |row: &&SiteRow| condition == Some(row.place.class.as_str());
        let is_of_one = open.iter().any(of_condition);
        for (at, row) in open.iter().enumerate().filter(|(_, row)| !is_of_one || of_condition(row)) {
            let names =
                targets_at(row.kind, acts_on[at], registered).into_iter().filter_map(|target| spec_name(&target));
            found.entry(at).or_default().extend(names);
        }
    }
    found.retain(|_, targets| !targets.is_empty());
    for (at, targets) in found {
        out.calls.push(ProposedCall { call: result.call_name(open[at]), targets: targets.into_iter().collect() });
    }
    out
}

/// What of a registered type a call can reach by its kind.
fn targets_at(kind: SiteKind, acts_on: Option<ActsOn>, registered: &Registered) -> Vec<Target> {
    let is_constructor = |target: &Target| target.member.as_deref() == Some("<init>");
    let class = Target { class: registered.class.clone(), member: None, descriptor: None };
    // Only what can be made is registered with a constructor.
    let is_made = registered.methods.iter().any(is_constructor);
    let classes = std::iter::once(&class).filter(|_| kind == SiteKind::ClassSource || is_made);
    let methods = registered.methods.iter().filter(|target| match is_constructor(target) {
        true => acts_on == Some(ActsOn::Constructor),
        false => acts_on == Some(ActsOn::Method),
    });
    let fields = registered.fields.iter().filter(|_| acts_on == Some(ActsOn::Field));
    classes.chain(methods).chain(fields).filter(|target| takes(kind, acts_on, target)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_schemas_are_read() {
        let new = r#"{ "reflection": [
            { "condition": { "typeReached": "p.Main" }, "type": "p.A",
              "methods": [ { "name": "<init>", "parameterTypes": [] }, { "name": "run", "parameterTypes": ["int[]"] } ],
              "fields": [ { "name": "x" } ] },
            { "type": { "proxy": ["p.I"] } }, { "type": 7 }, { "type": "p.B", "allPublicMethods": true } ],
            "resources": [ { "glob": "a" } ] }"#;
        let read = Metadata::read("m.json", new.as_bytes()).unwrap();
        assert_eq!((read.types.len(), read.diags.len()), (2, 3));
        assert_eq!(read.types[0].condition.as_deref(), Some("p.Main"));
        let names: Vec<_> = read.types[0].methods.iter().chain(&read.types[0].fields).filter_map(spec_name).collect();
        assert_eq!(names, ["p.A#<init>()", "p.A#run(int[])", "p.A#x"]);
        let old = r#"[{ "name": "p.A", "methods": [{ "name": "<init>" }], "condition": { "typeReachable": "q.B" } }]"#;
        let read = Metadata::read("m.json", old.as_bytes()).unwrap();
        assert_eq!((read.types[0].class.as_str(), read.types[0].condition.as_deref()), ("p.A", Some("q.B")));
        for bad in ["", "{", "7", "{\"jni\": []}", "\u{0}", &"[".repeat(100_000)] {
            assert!(Metadata::read("m.json", bad.as_bytes()).is_err());
        }
    }
}
