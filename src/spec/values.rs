//! Values that a `[[source]]` takes from resources: service files and `provides`, properties, lines. Must not know what
//! the values are used for.

use super::lookup::instead;
use super::model::ValuesFrom;
use crate::base::nearest;
use crate::classfile::decode_class;
use crate::classpath::{ArtifactId, Origin, Resource};
use crate::program::Program;
use crate::resource::{names, properties};

/// A value and where it was read, for messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) text: String,
    /// `META-INF/services/com.acme.Plugin of plugins.jar`
    pub(super) from: String,
}

/// Most values that are taken from resources in one entry: so many may reach a call, and each is an object of the analysis.
pub(super) const MOST: usize = 100_000;

/// Why there are no values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NoValues {
    pub(super) summary: String,
    pub(super) hint: Option<String>,
}

/// The values in class-path order, each once.
pub(super) fn read(program: &Program, from: &ValuesFrom) -> Result<Vec<Value>, NoValues> {
    let mut values = Vec::new();
    match from {
        ValuesFrom::Services { service } => {
            let found = services(program, service, &mut values);
            if !found {
                let summary = format!("no artifact on the class path provides the service {service:?}");
                let prefix = "META-INF/services/";
                let known = program.class_path().resource_names().filter_map(|(name, _)| name.strip_prefix(prefix));
                let hint = nearest(service, known).map(instead);
                return Err(NoValues { summary, hint });
            }
        }
        ValuesFrom::Properties { resource, text, keys } => {
            let mut keyed = false;
            for (bytes, from) in texts(program, resource, text.as_deref())? {
                for (key, value) in properties(&bytes) {
                    if keys.as_deref().is_none_or(|keys| glob(keys, &key)) {
                        keyed = true;
                        values.push(Value { text: value.trim().to_owned(), from: format!("key {key:?} in {from}") });
                    }
                }
            }
            if !keyed {
                let wanted = keys.as_deref().unwrap_or("*");
                let summary = format!("no key of {resource:?} matches {wanted:?}");
                return Err(NoValues { summary, hint: None });
            }
        }
        ValuesFrom::Lines { resource, text } => {
            for (bytes, from) in texts(program, resource, text.as_deref())? {
                values.extend(names(&bytes).into_iter().map(|text| Value { text, from: from.clone() }));
            }
        }
    }
    let mut unique: Vec<Value> = Vec::new();
    let mut seen = crate::base::FxHashSet::default();
    for value in values {
        if seen.insert(value.text.clone()) {
            unique.push(value);
        }
    }
    Ok(unique)
}

/// Every file of that name on the class path, or the one that was read beside the spec file.
fn texts(program: &Program, resource: &str, beside: Option<&[u8]>) -> Result<Vec<(Vec<u8>, String)>, NoValues> {
    if let Some(text) = beside {
        return Ok(vec![(text.to_vec(), resource.to_owned())]);
    }
    let class_path = program.class_path();
    let mut found = Vec::new();
    for file in class_path.resources(resource) {
        match class_path.resource_bytes(&file) {
            Ok(bytes) => found.push((bytes, describe(program, &file))),
            Err(diag) => {
                return Err(NoValues { summary: format!("{resource:?} cannot be read: {}", diag.message), hint: None });
            }
        }
    }
    if found.is_empty() {
        let near = nearest(resource, class_path.resource_names().map(|(name, _)| name)).map(str::to_owned);
        let same_name = || {
            let file = resource.rsplit('/').next().unwrap_or(resource);
            let is_same = |name: &str| name.rsplit('/').next() == Some(file);
            class_path.resource_names().map(|(name, _)| name).find(|name| is_same(name)).map(str::to_owned)
        };
        let hint = near.or_else(same_name).map(|near| instead(&near));
        return Err(NoValues { summary: format!("there is no resource {resource:?} on the class path"), hint });
    }
    Ok(found)
}

/// The properties file of the application that has a key, if there is one alone.
pub fn resource_with_key(program: &Program, key: &str) -> Option<String> {
    let class_path = program.class_path();
    let own = |artifact: ArtifactId| class_path.artifact(artifact).origin == Origin::Application;
    let mut found = None;
    for (name, artifact) in class_path.resource_names() {
        if !name.ends_with(".properties") || !own(artifact) || key.contains('*') {
            continue;
        }
        let files = class_path.resources(name).into_iter().filter(|file| file.artifact == artifact);
        let texts = files.filter_map(|file| class_path.resource_bytes(&file).ok());
        if texts.into_iter().any(|text| properties(&text).iter().any(|(known, _)| known == key))
            && found.replace(name.to_owned()).is_some_and(|other| other != name)
        {
            return None;
        }
    }
    found
}

fn describe(program: &Program, file: &Resource) -> String {
    let artifact = program.class_path().artifact(file.artifact);
    format!("{} of {}", file.name, artifact.name)
}

/// Providers by service file and by `provides` of modules, those of the JDK included. False if nothing declares any.
fn services(program: &Program, service: &str, values: &mut Vec<Value>) -> bool {
    let class_path = program.class_path();
    let mut found = false;
    for file in class_path.resources(&format!("META-INF/services/{service}")) {
        let Ok(bytes) = class_path.resource_bytes(&file) else { continue };
        found = true;
        let from = describe(program, &file);
        values.extend(names(&bytes).into_iter().map(|text| Value { text, from: from.clone() }));
    }
    let internal = service.replace('.', "/");
    for file in class_path.resources("module-info.class") {
        let Ok(bytes) = class_path.resource_bytes(&file) else { continue };
        // The descriptor need not be decoded if the name does not occur in its constant pool.
        if !bytes.windows(internal.len()).any(|window| window == internal.as_bytes()) {
            continue;
        }
        let Ok(class) = decode_class(&bytes, program.names()) else { continue };
        for (provided, providers) in class.module.iter().flat_map(|module| &module.provides) {
            if program.str(*provided) == internal {
                found = true;
                let from = describe(program, &file);
                let named = providers.iter().map(|provider| program.str(*provider).replace('/', "."));
                values.extend(named.map(|text| Value { text, from: from.clone() }));
            }
        }
    }
    found
}

/// Does `text` match the pattern, in which `*` stands for any text?
pub(super) fn glob(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut last: Option<&str> = None;
    for part in parts {
        if let Some(middle) = last.replace(part) {
            match rest.find(middle) {
                Some(at) => rest = &rest[at + middle.len()..],
                None => return false,
            }
        }
    }
    match last {
        Some(end) => rest.ends_with(end),
        None => rest.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs() {
        for (pattern, text, matches) in [
            ("plugin.*", "plugin.a", true),
            ("plugin.*", "plugin", false),
            ("*", "", true),
            ("*.class", "a.b.class", true),
            ("a*b*c", "aXbYc", true),
            ("a*b*c", "acb", false),
            ("ab*ba", "aba", false),
            ("exact", "exact", true),
            ("exact", "exactly", false),
            ("**", "x", true),
        ] {
            assert_eq!(glob(pattern, text), matches, "{pattern} {text}");
        }
    }
}
