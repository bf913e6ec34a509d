//! Defaults, then the configuration file, then the request, merged into what a run does. Owns the order of the three and
//! the checks of the request's values; must not know where they were written.

use super::{
    Analysis, ConfigFile, Context, EntryPoints, FailOn, FreeRule, Introspective, IntrospectivePreset, Mode,
    PROTOCOL_VERSION, Policy, ReportScope, Request, Scope, is_package_pattern,
};
use crate::base::did_you_mean;
use crate::result::{Level, RuleId};

/// What one run does, with every value checked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settings {
    pub analysis: Analysis,
    pub policy: Policy,
}

impl Settings {
    /// Merges defaults < `file` < `request`. The error lists every bad value of the request, each on one line.
    pub fn merge(file: Option<&ConfigFile>, request: &Request) -> Result<Self, Vec<String>> {
        let mut settings = Self::default();
        if let Some(file) = file {
            settings.apply_file(file);
        }
        let mut mistakes = Vec::new();
        settings.apply_request(request, &mut mistakes);
        if settings.policy.report_scope != ReportScope::Application {
            let said = request.scope.is_some() || file.is_some_and(|file| file.scope.is_some());
            if said && settings.analysis.scope == Scope::Demand {
                mistakes.push(
                    "report-scope: calls in libraries are reported with scope \"whole\" only, which looks at all of their code"
                        .to_owned(),
                );
            }
            settings.analysis.scope = Scope::Whole;
        }
        settings.analysis.jdk_sites = settings.policy.report_scope == ReportScope::All;
        if mistakes.is_empty() { Ok(settings) } else { Err(mistakes) }
    }

    fn apply_file(&mut self, file: &ConfigFile) {
        let policy = &mut self.policy;
        if let Some(accepted) = &file.accept_assumptions {
            policy.accept_assumptions = accepted.iter().copied().collect();
        }
        set(&mut policy.imprecise_threshold, file.imprecise_threshold);
        policy.levels.extend(file.levels.clone());
        policy.package_levels.extend(file.package_levels.iter().cloned());
        set(&mut policy.sarif_level, file.sarif_level);
        set(&mut policy.fail_on, file.fail_on);
        set(&mut policy.report_scope, file.report_scope);
        let analysis = &mut self.analysis;
        set(&mut analysis.mode, file.mode);
        set(&mut analysis.context, file.context);
        set(&mut analysis.introspective, file.introspective);
        set(&mut analysis.introspective_preset, file.introspective_preset);
        analysis.without.extend(&file.without);
        set(&mut analysis.scope, file.scope);
        set(&mut analysis.entry, file.entry);
        analysis.library = file.library.or(analysis.library);
        analysis.opaque.extend(file.opaque.iter().cloned());
        analysis.max_facts = file.max_facts.or(analysis.max_facts);
        analysis.max_steps = file.max_steps.or(analysis.max_steps);
        analysis.max_memory = file.max_memory.or(analysis.max_memory);
    }

    fn apply_request(&mut self, request: &Request, mistakes: &mut Vec<String>) {
        if request.version > PROTOCOL_VERSION {
            mistakes.push(format!(
                "the request has protocol version {}, this program knows version {PROTOCOL_VERSION}: update it",
                request.version
            ));
        }
        let analysis = &mut self.analysis;
        set(&mut analysis.mode, choice("mode", &request.mode, &Mode::NAMES, Mode::parse, mistakes));
        set(&mut analysis.context, choice("context", &request.context, &Context::NAMES, Context::parse, mistakes));
        let introspective =
            choice("introspective", &request.introspective, &Introspective::NAMES, Introspective::parse, mistakes);
        set(&mut analysis.introspective, introspective);
        let preset = choice(
            "introspective-preset",
            &request.introspective_preset,
            &IntrospectivePreset::NAMES,
            IntrospectivePreset::parse,
            mistakes,
        );
        set(&mut analysis.introspective_preset, preset);
        for name in &request.without {
            let rule = choice("without", &Some(name.clone()), &FreeRule::NAMES, FreeRule::parse, mistakes);
            analysis.without.extend(rule);
        }
        set(&mut analysis.scope, choice("scope", &request.scope, &Scope::NAMES, Scope::parse, mistakes));
        set(&mut analysis.entry, choice("entry", &request.entry, &EntryPoints::NAMES, EntryPoints::parse, mistakes));
        analysis.library = request.library.or(analysis.library);
        analysis.started |= request.started;
        for package in request.opaque.iter().filter(|package| !is_package_pattern(package)) {
            mistakes.push(format!("opaque: {package:?} is no package, such as \"jakarta.servlet.*\""));
        }
        analysis.opaque.extend(request.opaque.iter().cloned());
        if request.all_sites {
            mistakes.push(
                "all-sites: leave it out, no report lists class literals and getClass(): they are no reflective calls"
                    .to_owned(),
            );
        }
        analysis.max_facts = budget("max-facts", request.max_facts, mistakes).or(analysis.max_facts);
        analysis.max_steps = budget("max-steps", request.max_steps, mistakes).or(analysis.max_steps);
        analysis.max_memory = budget("max-memory", request.max_memory, mistakes).or(analysis.max_memory);
        if request.threads == Some(0) {
            mistakes.push("threads: at least 1".to_owned());
        }
        let policy = &mut self.policy;
        set(&mut policy.fail_on, choice("fail-on", &request.fail_on, &FailOn::NAMES, FailOn::parse, mistakes));
        let scope = choice("report-scope", &request.report_scope, &ReportScope::NAMES, ReportScope::parse, mistakes);
        set(&mut policy.report_scope, scope);
        for (rule, level) in &request.levels {
            let known = RuleId::find(rule);
            if known.is_none() {
                let hint = did_you_mean(RuleId::nearest(rule));
                mistakes.push(format!("levels: no rule {rule:?}{hint}"));
            }
            let level = choice("levels", &Some(level.clone()), &Level::NAMES, Level::parse, mistakes);
            if let (Some(known), Some(level)) = (known, level) {
                policy.levels.insert(known, level);
            }
        }
    }
}

fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}

fn budget(name: &str, value: Option<u64>, mistakes: &mut Vec<String>) -> Option<u64> {
    if value == Some(0) {
        mistakes.push(format!("{name}: at least 1"));
    }
    value
}

fn choice<T>(
    name: &str,
    value: &Option<String>,
    choices: &[&str],
    parse: impl Fn(&str) -> Option<T>,
    mistakes: &mut Vec<String>,
) -> Option<T> {
    let value = value.as_deref()?;
    let parsed = parse(value);
    if parsed.is_none() {
        mistakes.push(format!("{name}: {value:?} is none of: {}", choices.join(", ")));
    }
    parsed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_request_wins_over_the_file_and_the_file_over_defaults() {
        let text = "[policy]\nfail-on = \"note\"\n[policy.levels]\nRC2001 = \"off\"\nRC1001 = \"note\"\n\
                    [analysis]\nmode = \"local\"\nentry = \"main\"\nmax-steps = 7\n";
        let file = ConfigFile::parse("c.toml", text).unwrap();
        let mut request = Request { mode: Some("none".into()), max_facts: Some(9), ..Request::default() };
        request.levels.insert("RC1001".into(), "warning".into());
        request.report_scope = Some("all".into());
        let settings = Settings::merge(Some(&file), &request).unwrap();
        assert_eq!((settings.analysis.mode, settings.analysis.entry), (Mode::None, EntryPoints::Main));
        assert_eq!((settings.analysis.max_facts, settings.analysis.max_steps), (Some(9), Some(7)));
        assert!(settings.analysis.jdk_sites);
        assert_eq!(settings.policy.fail_on, FailOn::Note);
        assert_eq!(settings.policy.level_for(RuleId::RC2001, "a.B"), Some(Level::Off));
        assert_eq!(settings.policy.level_for(RuleId::RC1001, "a.B"), Some(Level::Warning));
        assert_eq!(Settings::merge(None, &Request::default()).unwrap(), Settings::default());
        assert_eq!(Settings::default().analysis.mode, Mode::Solar);
    }

    #[test]
    fn every_bad_value_is_listed_with_what_exists() {
        let mut request = Request {
            version: 9,
            mode: Some("tai-e".into()),
            context: Some("3-obj".into()),
            entry: Some("all".into()),
            fail_on: Some("critical".into()),
            report_scope: Some("jdk".into()),
            threads: Some(0),
            opaque: vec!["a.b".into(), "*".into()],
            all_sites: true,
            max_facts: Some(0),
            ..Request::default()
        };
        request.levels.insert("RC1O01".into(), "warn".into());
        let mistakes = Settings::merge(None, &request).unwrap_err();
        insta::assert_snapshot!(mistakes.join("\n"), @r#"
        the request has protocol version 9, this program knows version 1: update it
        mode: "tai-e" is none of: none, local, livshits-points-to, livshits-casts, smaragdakis-substring, smaragdakis-back, smaragdakis-invent, probe, solar, tai-e-solar, union
        context: "3-obj" is none of: insensitive, selective, 1-call, 2-call+heap, 2-obj+heap, 2-type+heap
        entry: "all" is none of: auto, main, public
        opaque: "*" is no package, such as "jakarta.servlet.*"
        all-sites: leave it out, no report lists class literals and getClass(): they are no reflective calls
        max-facts: at least 1
        threads: at least 1
        fail-on: "critical" is none of: error, warning, note, never
        report-scope: "jdk" is none of: application, libraries, all
        levels: no rule "RC1O01"; did you mean "RC1001"?
        levels: "warn" is none of: error, warning, note, off
        "#);
    }
}
