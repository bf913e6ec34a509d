//! `reflection-check.toml` -> the values it sets. Owns the file's schema; must not know defaults nor what the values do.
//! Only keys that have an effect are known; every other key and every bad value is a [`Mistake`] with its place.

use std::collections::BTreeMap;

use super::{
    Context, EntryPoints, FailOn, FreeRule, Introspective, IntrospectivePreset, Mode, PackageLevels, ReportScope,
    Scope, is_package_pattern,
};
use crate::result::{Assumption, Level, RuleId};
use crate::toml_doc::{At, Doc, Entry, Mistake, Table};

/// What a configuration file says; `None` where it is silent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ConfigFile {
    pub accept_assumptions: Option<Vec<Assumption>>,
    pub imprecise_threshold: Option<u32>,
    pub levels: BTreeMap<RuleId, Level>,
    pub package_levels: Vec<PackageLevels>,
    pub sarif_level: Option<Level>,
    pub fail_on: Option<FailOn>,
    pub report_scope: Option<ReportScope>,
    pub mode: Option<Mode>,
    pub context: Option<Context>,
    pub introspective: Option<Introspective>,
    pub introspective_preset: Option<IntrospectivePreset>,
    pub scope: Option<Scope>,
    pub without: Vec<FreeRule>,
    pub entry: Option<EntryPoints>,
    pub library: Option<bool>,
    /// Packages that a container supplies.
    pub opaque: Vec<String>,
    pub max_facts: Option<u64>,
    pub max_steps: Option<u64>,
    pub max_memory: Option<u64>,
}

impl ConfigFile {
    /// Reads the text of a configuration file, which messages call `file`. The error lists every mistake.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Mistake>> {
        let doc = Doc::parse(file, text);
        let mut config = Self::default();
        let root = doc.root();
        if let Some(policy) = root.table("policy") {
            config.read_policy(&doc, policy);
        }
        if let Some(analysis) = root.table("analysis") {
            config.read_analysis(&doc, analysis);
        }
        root.finish();
        let mistakes = doc.into_mistakes();
        if mistakes.is_empty() { Ok(config) } else { Err(mistakes) }
    }

    fn read_policy(&mut self, doc: &Doc<'_>, policy: Table<'_, '_>) {
        if let Some(names) = policy.strings("accept-assumptions") {
            let choices = Assumption::ALL.map(Assumption::name);
            let mut accepted = Vec::new();
            for name in names.value {
                match Assumption::parse(&name.value) {
                    Some(assumption) => accepted.push(assumption),
                    None => doc.bad_choice("accept-assumptions", &name, &choices),
                }
            }
            self.accept_assumptions = Some(accepted);
        }
        if let Some(threshold) = policy.number("imprecise-threshold", 2) {
            self.imprecise_threshold = Some(u32::try_from(threshold.value).unwrap_or(u32::MAX));
        }
        if let Some(levels) = policy.table("levels") {
            // A bare key written below the [policy.levels] header lands in that table; users mean the policy's.
            self.sarif_level = levels.choice("sarif-level", &Level::NAMES, Level::parse).map(|at| at.value);
            for (name, entry) in levels.entries() {
                match entry {
                    Entry::Text(_) if name.value == "sarif-level" => (),
                    Entry::Text(level) => read_level(doc, &name, &level, &mut self.levels),
                    Entry::Table(table) => {
                        let levels = read_package(doc, &table);
                        self.package_levels.push(PackageLevels { pattern: name.value, levels });
                    }
                }
            }
        }
        if let Some(level) = policy.choice("sarif-level", &Level::NAMES, Level::parse) {
            self.sarif_level = Some(level.value);
        }
        self.fail_on = policy.choice("fail-on", &FailOn::NAMES, FailOn::parse).map(|at| at.value);
        self.report_scope = policy.choice("report-scope", &ReportScope::NAMES, ReportScope::parse).map(|at| at.value);
        policy.finish();
    }

    fn read_analysis(&mut self, doc: &Doc<'_>, analysis: Table<'_, '_>) {
        self.mode = analysis.choice("mode", &Mode::NAMES, Mode::parse).map(|at| at.value);
        self.context = analysis.choice("context", &Context::NAMES, Context::parse).map(|at| at.value);
        let introspective = analysis.choice("introspective", &Introspective::NAMES, Introspective::parse);
        self.introspective = introspective.map(|at| at.value);
        let preset = analysis.choice("introspective-preset", &IntrospectivePreset::NAMES, IntrospectivePreset::parse);
        self.introspective_preset = preset.map(|at| at.value);
        for rule in analysis.strings("without").map(|rules| rules.value).unwrap_or_default() {
            match FreeRule::parse(&rule.value) {
                Some(known) => self.without.push(known),
                None => {
                    let hint = format!("known: {}", FreeRule::NAMES.join(", "));
                    doc.mistake(rule.span, format!("\"without\" cannot hold {:?}", rule.value), Some(hint));
                }
            }
        }
        self.scope = analysis.choice("scope", &Scope::NAMES, Scope::parse).map(|at| at.value);
        self.entry = analysis.choice("entry", &EntryPoints::NAMES, EntryPoints::parse).map(|at| at.value);
        self.library = analysis.boolean("library").map(|at| at.value);
        for package in analysis.strings("opaque").map(|packages| packages.value).unwrap_or_default() {
            if is_package_pattern(&package.value) {
                self.opaque.push(package.value);
            } else {
                let hint = "a package, with those below: \"jakarta.servlet.*\"".to_owned();
                doc.mistake(package.span, format!("\"opaque\" cannot hold {:?}", package.value), Some(hint));
            }
        }
        self.max_facts = analysis.number("max-facts", 1).map(|at| at.value);
        self.max_steps = analysis.number("max-steps", 1).map(|at| at.value);
        self.max_memory = analysis.number("max-memory", 1).map(|at| at.value);
        analysis.finish();
    }
}

fn read_package(doc: &Doc<'_>, table: &Table<'_, '_>) -> BTreeMap<RuleId, Level> {
    let mut levels = BTreeMap::new();
    for (rule, entry) in table.entries() {
        match entry {
            Entry::Text(level) => read_level(doc, &rule, &level, &mut levels),
            Entry::Table(inner) => {
                let hint = format!("one of: {}", Level::NAMES.join(", "));
                doc.mistake(inner.span(), format!("{:?} wants a level", rule.value), Some(hint));
            }
        }
    }
    levels
}

fn read_level(doc: &Doc<'_>, rule: &At<String>, level: &At<String>, levels: &mut BTreeMap<RuleId, Level>) {
    let Some(known) = RuleId::find(&rule.value) else {
        let hint = match RuleId::nearest(&rule.value) {
            Some(near) => format!("did you mean {near:?}?"),
            None => "`reflection-check rules` lists the rules; a package pattern takes a table".to_owned(),
        };
        doc.mistake(rule.span.clone(), format!("no rule {:?}", rule.value), Some(hint));
        return;
    };
    match Level::parse(&level.value) {
        Some(parsed) => {
            levels.insert(known, parsed);
        }
        None => doc.bad_choice(&rule.value, level, &Level::NAMES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistakes(text: &str) -> String {
        let mistakes = ConfigFile::parse("reflection-check.toml", text).unwrap_err();
        mistakes.iter().map(Mistake::to_string).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn every_key_is_read() {
        let config = ConfigFile::parse(
            "c.toml",
            r#"
            [policy]
            accept-assumptions = ["closed-world", "casts"]
            imprecise-threshold = 20
            fail-on = "warning"
            report-scope = "libraries"
            [policy.levels]
            RC2001 = "note"
            "com.acme.legacy.*" = { RC1001 = "warning", imprecise-reflective-call = "off" }
            sarif-level = "note"
            [analysis]
            mode = "local"
            context = "insensitive"
            entry = "public"
            library = true
            opaque = ["jakarta.servlet.*", "weblogic"]
            without = ["merged-objects"]
            max-facts = 1_000
            max-steps = 5
            "#,
        )
        .unwrap();
        assert_eq!(config.accept_assumptions, Some(vec![Assumption::ClosedWorld, Assumption::Casts]));
        assert_eq!((config.imprecise_threshold, config.fail_on), (Some(20), Some(FailOn::Warning)));
        assert_eq!((config.report_scope, config.sarif_level), (Some(ReportScope::Libraries), Some(Level::Note)));
        assert_eq!(config.levels, BTreeMap::from([(RuleId::RC2001, Level::Note)]));
        let legacy = config.package_levels.iter().find(|package| package.pattern == "com.acme.legacy.*").unwrap();
        let expected = [(RuleId::RC1001, Level::Warning), (RuleId::RC2001, Level::Off)];
        assert_eq!(legacy.levels, BTreeMap::from(expected));
        assert_eq!((config.mode, config.context), (Some(Mode::Local), Some(Context::Insensitive)));
        assert_eq!((config.entry, config.library), (Some(EntryPoints::Public), Some(true)));
        assert_eq!(config.opaque, ["jakarta.servlet.*", "weblogic"]);
        assert_eq!(config.without, [FreeRule::MergedObjects]);
        assert_eq!((config.max_facts, config.max_steps), (Some(1000), Some(5)));
        assert_eq!(ConfigFile::parse("c.toml", ""), Ok(ConfigFile::default()));
    }

    #[test]
    fn every_mistake_has_its_place_and_a_hint() {
        let text = r#"[policy]
accept-assumptions = ["closed-word"]
imprecise-treshold = 20
fail-on = "critical"
[policy.levels]
RC1O01 = "note"
RC2001 = "warn"
"com.acme.*" = { unheard-of = "note", RC2001 = { } }
[analysis]
mode = "doopy"
context = 1
max-facts = 0
opaque = ["jakarta.*.http"]
without = ["cut"]
inference-scope = "libraries"
[polcy]
"#;
        insta::assert_snapshot!(mistakes(text), @r#"
        error: "accept-assumptions" cannot be "closed-word"
         --> reflection-check.toml:2:23
          |
        2 | accept-assumptions = ["closed-word"]
          |                       ^^^^^^^^^^^^^ did you mean "closed-world"?
        error: unknown key "imprecise-treshold" in [policy]
         --> reflection-check.toml:3:1
          |
        3 | imprecise-treshold = 20
          | ^^^^^^^^^^^^^^^^^^ did you mean "imprecise-threshold"?
        error: "fail-on" cannot be "critical"
         --> reflection-check.toml:4:11
          |
        4 | fail-on = "critical"
          |           ^^^^^^^^^^ one of: error, warning, note, never
        error: no rule "RC1O01"
         --> reflection-check.toml:6:1
          |
        6 | RC1O01 = "note"
          | ^^^^^^ did you mean "RC1001"?
        error: "RC2001" cannot be "warn"
         --> reflection-check.toml:7:10
          |
        7 | RC2001 = "warn"
          |          ^^^^^^ did you mean "warning"?
        error: no rule "unheard-of"
         --> reflection-check.toml:8:18
          |
        8 | "com.acme.*" = { unheard-of = "note", RC2001 = { } }
          |                  ^^^^^^^^^^ `reflection-check rules` lists the rules; a package pattern takes a table
        error: "RC2001" wants a level
         --> reflection-check.toml:8:48
          |
        8 | "com.acme.*" = { unheard-of = "note", RC2001 = { } }
          |                                                ^^^ one of: error, warning, note, off
        error: "mode" cannot be "doopy"
          --> reflection-check.toml:10:8
           |
        10 | mode = "doopy"
           |        ^^^^^^^ one of: none, local, livshits-points-to, livshits-casts, smaragdakis-substring, smaragdakis-back, smaragdakis-invent, probe, solar, tai-e-solar, union
        error: "context" wants a string, not 1
          --> reflection-check.toml:11:11
           |
        11 | context = 1
           |           ^
        error: "max-facts" wants a whole number of at least 1, not 0
          --> reflection-check.toml:12:13
           |
        12 | max-facts = 0
           |             ^
        error: "opaque" cannot hold "jakarta.*.http"
          --> reflection-check.toml:13:11
           |
        13 | opaque = ["jakarta.*.http"]
           |           ^^^^^^^^^^^^^^^^ a package, with those below: "jakarta.servlet.*"
        error: "without" cannot hold "cut"
          --> reflection-check.toml:14:12
           |
        14 | without = ["cut"]
           |            ^^^^^ known: cut-shortcut, containers, merged-objects
        error: unknown key "inference-scope" in [analysis]
          --> reflection-check.toml:15:1
           |
        15 | inference-scope = "libraries"
           | ^^^^^^^^^^^^^^^ known: mode, context, introspective, introspective-preset, without, scope, entry, library, opaque, max-facts, max-steps, max-memory
        error: unknown key "polcy"
          --> reflection-check.toml:16:2
           |
        16 | [polcy]
           |  ^^^^^ did you mean "policy"?
        "#);
    }
}
