//! One spec file -> entries. Owns the schema: which keys an entry has, which it needs and what their values look like.
//! Must not read files nor know the program.

use std::sync::Arc;

use super::model::{
    AcceptSpec, CallSpec, ClassSelector, Creates, EntrySelector, EntrySpec, Members, SourceSpec, SpecPlace, SpecSet,
    ValuesFrom, Written,
};
use super::names::{ApiName, MethodName, MethodPattern, TargetName};
use crate::result::RuleId;
use crate::toml_doc::{At, Doc, Mistake, Table};

/// `creates`: objects that are made by their constructors without parameters.
const NO_ARGS: &str = "no-args";

/// What entries in reports have where only who pastes them knows what to write.
pub const LEFT_OPEN: &str = "...";

/// Gives the bytes of a file next to the spec file (`./names.txt`), or why there are none.
pub(super) type Beside<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Reads the text of one spec file into `set`; every mistake is returned.
pub(super) fn read(file: &str, text: &str, bundled: bool, beside: Beside<'_>, set: &mut SpecSet) -> Vec<Mistake> {
    let doc = Doc::parse(file, text);
    let reader = Reader { doc: &doc, file: file.into(), bundled, beside };
    let root = doc.root();
    for table in root.tables("source") {
        set.sources.extend(reader.source(table));
    }
    for table in root.tables("call") {
        set.calls.extend(reader.call(table));
    }
    for table in root.tables("entry") {
        set.entries.extend(reader.entry(table));
    }
    for table in root.tables("accept") {
        set.accepts.extend(reader.accept(table));
    }
    root.finish();
    doc.into_mistakes()
}

struct Reader<'a> {
    doc: &'a Doc<'a>,
    file: Arc<str>,
    bundled: bool,
    beside: Beside<'a>,
}

/// Keys that every kind of entry has.
struct Common {
    place: SpecPlace,
    reason: Option<String>,
}

impl Reader<'_> {
    fn place(&self, span: &std::ops::Range<usize>) -> SpecPlace {
        let (line, column) = self.doc.position(span);
        SpecPlace { file: Arc::clone(&self.file), line, column }
    }

    /// A string that `parse` understands.
    fn parsed<T>(&self, text: &At<String>, parse: impl Fn(&str) -> Result<T, String>) -> Option<Written<T>> {
        match parse(&text.value) {
            Ok(value) => Some(Written { value, place: self.place(&text.span) }),
            Err(reason) => {
                self.doc.mistake(text.span.clone(), reason, None);
                None
            }
        }
    }

    fn all_parsed<T>(&self, texts: At<Vec<At<String>>>, parse: impl Fn(&str) -> Result<T, String>) -> Vec<Written<T>> {
        if texts.value.is_empty() {
            self.doc.mistake(texts.span, "the list is empty", None);
        }
        texts.value.iter().filter_map(|text| self.parsed(text, &parse)).collect()
    }

    fn common(&self, table: &Table<'_, '_>) -> Common {
        let reason = table.string("reason").map(|reason| reason.value);
        Common { place: self.place(&table.span()), reason }
    }

    fn at(&self, table: &Table<'_, '_>) -> Option<Written<MethodName>> {
        table.required_string("at").and_then(|text| self.parsed(&text, MethodName::parse))
    }

    fn ordinal(table: &Table<'_, '_>) -> Option<u32> {
        table.number("ordinal", 1).map(|number| u32::try_from(number.value).unwrap_or(u32::MAX))
    }

    fn source(&self, table: Table<'_, '_>) -> Option<SourceSpec> {
        let at = self.at(&table);
        let call = table.required_string("call").and_then(|text| self.parsed(&text, MethodName::parse));
        let key = table.string("key").map(|key| key.value);
        let ordinal = Self::ordinal(&table);
        if !table.has("values") && !table.has("values-from") {
            table.missing(&["values", "values-from"]);
        }
        let value = |text: &str| filled(text, |text| Ok(text.to_owned()));
        let values = table.strings("values").map_or(Vec::new(), |list| self.all_parsed(list, value));
        let values_from = table.table("values-from").and_then(|from| self.values_from(from));
        let complete = table.boolean("complete").is_none_or(|complete| complete.value);
        let Common { place, reason } = self.common(&table);
        table.finish();
        let (at, call) = (at?, call?);
        let bundled = self.bundled;
        Some(SourceSpec { place, bundled, at, call, key, ordinal, values, values_from, complete, reason })
    }

    fn values_from(&self, table: Table<'_, '_>) -> Option<Written<ValuesFrom>> {
        let span = table.span();
        let services = table.string("services");
        let properties = table.string("properties");
        let lines = table.string("lines");
        let keys = table.string("keys");
        if let (Some(keys), None) = (&keys, &properties) {
            self.doc.mistake(keys.span.clone(), "\"keys\" goes with \"properties\"", None);
        }
        let given = [&services, &properties, &lines].into_iter().flatten().count();
        let unknown_kind = given == 0 && !["services", "properties", "lines"].iter().any(|key| table.has(key));
        table.finish();
        if unknown_kind || given > 1 {
            self.doc.mistake(span.clone(), "\"values-from\" has one of services, properties and lines", None);
        }
        let value = if let Some(service) = services {
            let service = self.parsed(&service, class_name)?.value;
            ValuesFrom::Services { service }
        } else if let Some(resource) = properties {
            let text = self.text_beside(&resource)?;
            ValuesFrom::Properties { resource: resource.value, text, keys: keys.map(|keys| keys.value) }
        } else {
            let resource = lines?;
            let text = self.text_beside(&resource)?;
            ValuesFrom::Lines { resource: resource.value, text }
        };
        Some(Written { value, place: self.place(&span) })
    }

    /// The bytes of a `./` file; `Some(None)` for a class-path resource.
    fn text_beside(&self, resource: &At<String>) -> Option<Option<Vec<u8>>> {
        let Some(name) = resource.value.strip_prefix("./") else {
            if resource.value.is_empty() || resource.value.starts_with('/') || resource.value.contains('\\') {
                let hint = Some("written as for ClassLoader.getResource, or ./ inside the spec folder".to_owned());
                self.doc.mistake(resource.span.clone(), format!("{:?} is no resource name", resource.value), hint);
                return None;
            }
            return Some(None);
        };
        match (self.beside)(name) {
            Ok(text) => Some(Some(text)),
            Err(reason) => {
                self.doc.mistake(resource.span.clone(), format!("cannot read {:?}: {reason}", resource.value), None);
                None
            }
        }
    }

    fn call(&self, table: Table<'_, '_>) -> Option<CallSpec> {
        let at = self.at(&table);
        let api = table.required_string("api").and_then(|text| self.parsed(&text, ApiName::parse));
        let ordinal = Self::ordinal(&table);
        if !table.has("targets") {
            table.missing(&["targets"]);
        }
        let targets =
            table.strings("targets").map(|list| self.all_parsed(list, |text| filled(text, TargetName::parse)));
        let Common { place, reason } = self.common(&table);
        table.finish();
        Some(CallSpec { place, bundled: self.bundled, at: at?, api: api?, ordinal, targets: targets?, reason })
    }

    fn entry(&self, table: Table<'_, '_>) -> Option<EntrySpec> {
        let methods = table.string_or_strings("methods");
        let annotated = table.string_or_strings("annotated-with");
        let overrides = table.string_or_strings("overrides");
        let classes = table.table("classes");
        let selectors = ["methods", "annotated-with", "overrides", "classes"];
        let written: Vec<&'static str> = selectors.into_iter().filter(|key| table.has(key)).collect();
        let creates = table.true_or_choice("creates", &[NO_ARGS]);
        let creates = match creates.map(|creates| creates.value) {
            Some(Some(_)) => Creates::NoArgs,
            Some(None) => Creates::Instances,
            None => Creates::Nothing,
        };
        let Common { place, reason } = self.common(&table);
        if written.is_empty() {
            table.missing(&selectors);
        }
        for second in written.iter().skip(1) {
            let span = table.key_span(second).unwrap_or_else(|| table.span());
            self.doc.mistake(span, format!("an entry has one of {}", selectors.join(", ")), None);
        }
        table.finish();
        let select = if let Some(list) = methods {
            EntrySelector::Methods(self.all_parsed(list, member_name))
        } else if let Some(list) = annotated {
            EntrySelector::AnnotatedWith(self.all_parsed(list, class_name))
        } else if let Some(list) = overrides {
            EntrySelector::Overrides(self.all_parsed(list, TargetName::parse))
        } else {
            self.classes(classes?)?
        };
        Some(EntrySpec { place, bundled: self.bundled, select, creates, reason })
    }

    fn classes(&self, table: Table<'_, '_>) -> Option<EntrySelector> {
        let span = table.span();
        let subtypes = table.string_or_strings("subtypes-of");
        let annotated = table.string_or_strings("annotated-with");
        let methods = table.string_or_strings("methods");
        let both = table.has("subtypes-of") == table.has("annotated-with");
        table.finish();
        if both {
            self.doc.mistake(span, "\"classes\" has one of subtypes-of and annotated-with", None);
        }
        let members = match methods {
            Some(list) => Members::Matching(self.all_parsed(list, MethodPattern::parse)),
            None => Members::All,
        };
        let classes = match (subtypes, annotated) {
            (Some(list), _) => ClassSelector::SubtypesOf(self.all_parsed(list, class_name)),
            (None, Some(list)) => ClassSelector::AnnotatedWith(self.all_parsed(list, class_name)),
            (None, None) => return None,
        };
        Some(EntrySelector::Classes(classes, members))
    }

    fn accept(&self, table: Table<'_, '_>) -> Option<AcceptSpec> {
        let at = self.at(&table);
        let rule = table.required_string("rule").and_then(|text| self.rule(&text));
        let api = table.string("api").and_then(|text| self.parsed(&text, ApiName::parse));
        let ordinal = Self::ordinal(&table);
        if let (Some(_), false) = (ordinal, table.has("api")) {
            let span = table.key_span("ordinal").unwrap_or_else(|| table.span());
            self.doc.mistake(span, "\"ordinal\" goes with \"api\"", None);
        }
        let until = table.date("until").map(|until| until.value);
        if !table.has("reason") {
            table.missing(&["reason"]);
        }
        let Common { place, reason } = self.common(&table);
        let wrong = match reason.as_deref().map(str::trim) {
            Some("") => Some("the reason is empty"),
            Some(LEFT_OPEN) => Some("the reason is left open: write why the finding is no problem"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            self.doc.mistake(table.key_span("reason").unwrap_or_else(|| table.span()), wrong, None);
        }
        table.finish();
        let (at, rule, reason) = (at?, rule?, reason?);
        Some(AcceptSpec { place, bundled: self.bundled, at, rule, api, ordinal, reason, until })
    }

    fn rule(&self, text: &At<String>) -> Option<RuleId> {
        let known = RuleId::find(&text.value);
        if known.is_none() {
            let hint = match RuleId::nearest(&text.value) {
                Some(near) => format!("did you mean {near:?}?"),
                None => "`reflection-check rules` lists the rules".to_owned(),
            };
            self.doc.mistake(text.span.clone(), format!("no rule {:?}", text.value), Some(hint));
        }
        known
    }
}

/// What an entry of a report leaves open is to be written by who pastes it.
fn filled<T>(text: &str, parse: impl Fn(&str) -> Result<T, String>) -> Result<T, String> {
    match text {
        LEFT_OPEN => Err(format!("{text:?} stands for what only you know: write it here")),
        _ => parse(text),
    }
}

fn class_name(text: &str) -> Result<String, String> {
    match TargetName::parse(text)? {
        TargetName { class, member: None, params: None } if !class.ends_with("[]") => Ok(class),
        _ => Err(format!("{text:?} is no class name")),
    }
}

/// A target that is a member; both `CLASS#METHOD` and `CLASS.METHOD` are understood.
fn member_name(text: &str) -> Result<TargetName, String> {
    let name = TargetName::parse(text)?;
    if name.member.is_some() {
        return Ok(name);
    }
    let method = MethodName::parse(text)?;
    Ok(TargetName { class: method.class, member: Some(method.member), params: method.params })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> (SpecSet, String) {
        let mut set = SpecSet::default();
        let beside = |_: &str| Err("there is no such file".to_owned());
        let mistakes = read("reflection-specs/app.toml", text, false, &beside, &mut set);
        let shown: Vec<String> = mistakes.iter().map(Mistake::to_string).collect();
        (set, shown.join("\n"))
    }

    #[test]
    fn every_kind_of_entry_is_read_with_its_places() {
        let (set, mistakes) = read_text(
            r#"[[source]]
at = "com.acme.Plugins.load(java.io.File)"
call = "java.util.Properties.getProperty"
key = "plugin.class"
ordinal = 2
values = ["com.acme.APlugin",
          "com.acme.BPlugin"]
reason = "plugins.properties is packed at build time"
[[source]]
at = "com.acme.Plugins.load"
call = "a.B.c"
values-from = { properties = "plugins.properties", keys = "plugin.*" }
complete = false
[[call]]
at = "com.acme.Invoker.run(java.lang.Object,java.lang.String)"
api = "java.lang.reflect.Method.invoke"
targets = ["com.acme.Task#run()", "com.acme.Task#field"]
[[entry]]
methods = "com.acme.Hooks#onStart()"
creates = true
[[entry]]
classes = { subtypes-of = ["a.B"] }
[[entry]]
classes = { annotated-with = "a.B", methods = ["set*", "run()"] }
creates = "no-args"
[[accept]]
at = "com.acme.Debug.dump(java.lang.Object)"
rule = "unsound-reflective-call"
reason = "only used from the debugger"
until = 2027-06-30
"#,
        );
        assert_eq!(mistakes, "");
        let [first, second] = &set.sources[..] else { panic!("two sources: {set:?}") };
        assert_eq!((first.key.as_deref(), first.ordinal, first.complete), (Some("plugin.class"), Some(2), true));
        assert_eq!((first.values[1].place.line, first.values[1].place.column), (7, 11));
        assert_eq!(&*first.place.file, "reflection-specs/app.toml");
        assert!(!second.complete);
        let from = second.values_from.as_ref().unwrap();
        assert_eq!((from.place.line, from.place.column), (12, 15));
        assert!(
            matches!(&from.value, ValuesFrom::Properties { keys: Some(keys), text: None, .. } if keys == "plugin.*")
        );
        assert_eq!(set.calls[0].targets.len(), 2);
        assert!(
            set.entries[0].creates == Creates::Instances
                && matches!(&set.entries[0].select, EntrySelector::Methods(list) if list.len() == 1)
        );
        let EntrySelector::Classes(ClassSelector::SubtypesOf(list), Members::All) = &set.entries[1].select else {
            panic!("subtypes: {set:?}")
        };
        assert_eq!((list[0].value.as_str(), set.entries[1].creates), ("a.B", Creates::Nothing));
        let EntrySelector::Classes(ClassSelector::AnnotatedWith(list), Members::Matching(methods)) =
            &set.entries[2].select
        else {
            panic!("annotated classes: {set:?}")
        };
        assert_eq!((list.len(), set.entries[2].creates), (1, Creates::NoArgs));
        let fits = |name: &str| methods.iter().map(|pattern| pattern.value.fits(name)).collect::<Vec<_>>();
        assert_eq!(
            (fits("setName"), fits("run"), fits("rerun")),
            (vec![true, false], vec![false, true], vec![false; 2])
        );
        assert_eq!(methods[1].value.params, Some(Vec::new()));
        assert_eq!(
            (set.accepts[0].rule.id(), set.accepts[0].until.unwrap().to_string().as_str()),
            ("RC1001", "2027-06-30")
        );
    }

    #[test]
    fn every_mistake_of_a_file_is_listed() {
        let (_, mistakes) = read_text(
            r#"[[source]]
at = "com/acme/Plugins.load"
cal = "java.util.Properties.getProperty"
values = ["com.acme.APlugin", 7]
[[source]]
at = "com.acme.Plugins.load"
call = "getProperty"
values-from = { properties = "/plugins.properties", key = "plugin.*" }
[[source]]
at = "com.acme.Plugins.load"
call = "a.B.c"
ordinal = 0
values-from = { lines = "./gone.txt" }
[[call]]
at = "com.acme.Invoker.run(java.util.List<String>)"
api = "invoke"
targets = []
[[entry]]
methods = "onStart"
overrides = "a.B"
[[entry]]
creates = "noargs"
classes = { }
[[entry]]
creates = 1
classes = { annotated-with = "a.B", methods = ["a.B#run", "*et*", "set*"], method = "run" }
[[accept]]
at = "com.acme.Debug.dump"
rule = "RC1O01"
until = "2027-06-30"
ordinal = 1
[[acept]]
[entry-points]
"#,
        );
        insta::assert_snapshot!(mistakes, @r#"
        error: [[source]] needs "call"
         --> reflection-specs/app.toml:1:1
          |
        1 | [[source]]
          | ^^^^^^^^^^
        error: "com/acme/Plugins": packages are separated by dots
         --> reflection-specs/app.toml:2:6
          |
        2 | at = "com/acme/Plugins.load"
          |      ^^^^^^^^^^^^^^^^^^^^^^^
        error: unknown key "cal" in [[source]]
         --> reflection-specs/app.toml:3:1
          |
        3 | cal = "java.util.Properties.getProperty"
          | ^^^ did you mean "call"?
        error: "values" holds strings, not 7
         --> reflection-specs/app.toml:4:31
          |
        4 | values = ["com.acme.APlugin", 7]
          |                               ^
        error: a method is written com.acme.Plugins.load or com.acme.Plugins.load(java.io.File)
         --> reflection-specs/app.toml:7:8
          |
        7 | call = "getProperty"
          |        ^^^^^^^^^^^^^
        error: "/plugins.properties" is no resource name
         --> reflection-specs/app.toml:8:30
          |
        8 | values-from = { properties = "/plugins.properties", key = "plugin.*" }
          |                              ^^^^^^^^^^^^^^^^^^^^^ written as for ClassLoader.getResource, or ./ inside the spec folder
        error: unknown key "key" in "values-from"
         --> reflection-specs/app.toml:8:53
          |
        8 | values-from = { properties = "/plugins.properties", key = "plugin.*" }
          |                                                     ^^^ did you mean "keys"?
        error: "ordinal" wants a whole number of at least 1, not 0
          --> reflection-specs/app.toml:12:11
           |
        12 | ordinal = 0
           |           ^
        error: cannot read "./gone.txt": there is no such file
          --> reflection-specs/app.toml:13:25
           |
        13 | values-from = { lines = "./gone.txt" }
           |                         ^^^^^^^^^^^^
        error: "java.util.List<String>": type arguments are left out
          --> reflection-specs/app.toml:15:6
           |
        15 | at = "com.acme.Invoker.run(java.util.List<String>)"
           |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        error: an API is written java.lang.reflect.Method.invoke
          --> reflection-specs/app.toml:16:7
           |
        16 | api = "invoke"
           |       ^^^^^^^^
        error: the list is empty
          --> reflection-specs/app.toml:17:11
           |
        17 | targets = []
           |           ^^
        error: a method is written com.acme.Plugins.load or com.acme.Plugins.load(java.io.File)
          --> reflection-specs/app.toml:19:11
           |
        19 | methods = "onStart"
           |           ^^^^^^^^^
        error: an entry has one of methods, annotated-with, overrides, classes
          --> reflection-specs/app.toml:20:1
           |
        20 | overrides = "a.B"
           | ^^^^^^^^^
        error: "creates" cannot be "noargs"
          --> reflection-specs/app.toml:22:11
           |
        22 | creates = "noargs"
           |           ^^^^^^^^ did you mean "no-args"?
        error: "classes" has one of subtypes-of and annotated-with
          --> reflection-specs/app.toml:23:11
           |
        23 | classes = { }
           |           ^^^
        error: "creates" wants true, false or "no-args", not 1
          --> reflection-specs/app.toml:25:11
           |
        25 | creates = 1
           |           ^
        error: methods of the classes are written by name: run, set*, <init>()
          --> reflection-specs/app.toml:26:48
           |
        26 | classes = { annotated-with = "a.B", methods = ["a.B#run", "*et*", "set*"], method = "run" }
           |                                                ^^^^^^^^^
        error: methods of the classes are written by name: run, set*, <init>()
          --> reflection-specs/app.toml:26:59
           |
        26 | classes = { annotated-with = "a.B", methods = ["a.B#run", "*et*", "set*"], method = "run" }
           |                                                           ^^^^^^
        error: unknown key "method" in "classes"
          --> reflection-specs/app.toml:26:76
           |
        26 | classes = { annotated-with = "a.B", methods = ["a.B#run", "*et*", "set*"], method = "run" }
           |                                                                            ^^^^^^ did you mean "methods"?
        error: [[accept]] needs "reason"
          --> reflection-specs/app.toml:27:1
           |
        27 | [[accept]]
           | ^^^^^^^^^^
        error: no rule "RC1O01"
          --> reflection-specs/app.toml:29:8
           |
        29 | rule = "RC1O01"
           |        ^^^^^^^^ did you mean "RC1001"?
        error: "until" wants a date such as 2027-06-30 (without quotes), not "2027-06-30"
          --> reflection-specs/app.toml:30:9
           |
        30 | until = "2027-06-30"
           |         ^^^^^^^^^^^^
        error: "ordinal" goes with "api"
          --> reflection-specs/app.toml:31:1
           |
        31 | ordinal = 1
           | ^^^^^^^
        error: unknown key "acept"
          --> reflection-specs/app.toml:32:3
           |
        32 | [[acept]]
           |   ^^^^^ did you mean "accept"?
        error: unknown key "entry-points"
          --> reflection-specs/app.toml:33:2
           |
        33 | [entry-points]
           |  ^^^^^^^^^^^^ known: source, call, entry, accept
        "#);
    }

    #[test]
    fn tables_of_the_wrong_shape_are_mistakes() {
        let (_, mistakes) = read_text("[source]\nat = \"a.B.c\"\n");
        insta::assert_snapshot!(mistakes, @r#"
        error: "source" wants tables, written [[source]], not [source]
         --> reflection-specs/app.toml:1:1
          |
        1 | [source]
          | ^^^^^^^^
        "#);
    }
}
