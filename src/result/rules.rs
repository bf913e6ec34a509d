//! The findings table: id, name, default levels and documentation of every rule. The single source of SARIF rules,
//! `rules`, `explain RULE` and the pages under `docs/rules`. Must not know policy, formats or the analysis.

use serde::{Deserialize, Serialize};

use super::{Certainty, Tier};

/// How much a finding counts. `Off` never does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    Off,
    Note,
    Warning,
    Error,
}

impl Level {
    pub const NAMES: [&'static str; 4] = ["error", "warning", "note", "off"];

    /// The value as it is written in configuration and reports.
    pub fn name(self) -> &'static str {
        match self {
            Level::Off => "off",
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }

    /// `None` for an unknown name; see [`Level::NAMES`].
    pub fn parse(name: &str) -> Option<Self> {
        [Level::Off, Level::Note, Level::Warning, Level::Error].into_iter().find(|l| l.name() == name)
    }
}

/// On what the default level of a rule depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Levels {
    /// One level whatever the site.
    Always(Level),
    /// By tier: open, partial; nothing at better tiers.
    ByTier { open: Level, partial: Level },
    /// By certainty: proven, likely; `possible` is counted only, `guarded` is nothing.
    ByCertainty { proven: Level, likely: Level },
}

/// SARIF `precision` of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    VeryHigh,
    High,
    Medium,
}

impl Precision {
    pub fn name(self) -> &'static str {
        match self {
            Precision::VeryHigh => "very-high",
            Precision::High => "high",
            Precision::Medium => "medium",
        }
    }
}

/// One row of the findings table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// `RC1001`
    pub id: &'static str,
    /// `unsound-reflective-call`
    pub name: &'static str,
    pub levels: Levels,
    /// One sentence.
    pub short: &'static str,
    /// A paragraph, at most 1,024 characters (the limit of GitHub code scanning).
    pub full: &'static str,
    /// Code or specification that has the finding, without fences.
    pub bad: &'static str,
    /// The same without it.
    pub good: &'static str,
    /// Language of `bad` and `good` for the fence.
    pub language: &'static str,
    /// What to do, as a Markdown paragraph or list.
    pub remedy: &'static str,
    /// What the default levels mean, one sentence.
    pub level_note: &'static str,
    pub tags: &'static [&'static str],
    pub precision: Precision,
}

impl Rule {
    /// The row of this id, if the rule exists.
    pub fn find(id: &str) -> Option<&'static Rule> {
        RULES.iter().find(|rule| rule.id.eq_ignore_ascii_case(id) || rule.name.eq_ignore_ascii_case(id))
    }

    /// Position in [`RULES`].
    pub fn index(id: &str) -> Option<usize> {
        RULES.iter().position(|rule| rule.id == id)
    }

    /// The highest level the rule has by default.
    pub fn top_level(&self) -> Level {
        match self.levels {
            Levels::Always(level) => level,
            Levels::ByTier { open, .. } => open,
            Levels::ByCertainty { proven, .. } => proven,
        }
    }

    /// The default level of a finding of this tier and certainty; `None` if such a site is no finding.
    pub fn default_level(&self, tier: Tier, certainty: Option<Certainty>) -> Option<Level> {
        match self.levels {
            Levels::Always(level) => Some(level),
            Levels::ByTier { open, partial } => match tier {
                Tier::Open => Some(open),
                Tier::Partial => Some(partial),
                Tier::Proven | Tier::Sound | Tier::None => None,
            },
            Levels::ByCertainty { proven, likely } => match certainty {
                Some(Certainty::Proven) => Some(proven),
                Some(Certainty::Likely) => Some(likely),
                Some(Certainty::Possible | Certainty::Guarded) | None => None,
            },
        }
    }

    /// `problem.severity` of GitHub code scanning.
    pub fn problem_severity(&self) -> &'static str {
        match self.top_level() {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note | Level::Off => "recommendation",
        }
    }
}

/// Every rule, in the order of ids.
pub static RULES: &[Rule] = &[
    Rule {
        id: "RC1001",
        name: "unsound-reflective-call",
        levels: Levels::ByTier { open: Level::Error, partial: Level::Warning },
        short: "A reflective call may reach code that the analysis could not name.",
        full: "A call such as Class.newInstance, Method.invoke, Field.get or Array.newInstance acts on a class or member \
               whose choice nothing in the program bounds, so the list of targets is empty (tier open) or may miss some \
               (tier partial), or it holds only under an assumption that the policy does not accept. Whatever runs there \
               is unknown to this report, to code shrinkers, to ahead-of-time compilers and to reviewers.",
        bad: "String name = System.getProperty(\"report.engine\");\n\
              Object engine = Class.forName(name).getDeclaredConstructor().newInstance();",
        good: "# reflection-specs/app.toml: the values that the property has in production\n\
               [[source]]\n\
               at = \"com.acme.Reports.engine()\"\n\
               call = \"java.lang.System.getProperty\"\n\
               values = [\"com.acme.PdfEngine\", \"com.acme.HtmlEngine\"]",
        language: "java",
        remedy: "- List the values that enter at the place the finding names, in a `[[source]]` entry, or take them from a \
                 resource with `values-from`.\n\
                 - Or choose among constants in the code: `switch (kind) { case \"pdf\": return new PdfEngine(); ... }`.\n\
                 - Or, if the input cannot be listed, name the targets of the call in a `[[call]]` entry.\n\
                 - Or record the decision in an `[[accept]]` entry with a reason.",
        level_note: "Error if no target is known (tier open), warning if some are (tier partial).",
        tags: &["reflection", "soundness", "external/cwe/cwe-470"],
        precision: Precision::High,
    },
    Rule {
        id: "RC1002",
        name: "unbounded-class-source",
        levels: Levels::Always(Level::Note),
        short: "A class is loaded by a name that nothing bounds, and no reflective call uses it.",
        full: "Class.forName or ClassLoader.loadClass receives a name that the analysis could not bound, and the class \
               object reaches no reflective action. Nothing is called through it, but loading may run the static \
               initialiser of any class, whose effect is unknown to this report.",
        bad: "Class.forName(System.getProperty(\"jdbc.driver\"));   // only for its static initialiser",
        good: "# reflection-specs/app.toml\n\
               [[source]]\n\
               at = \"com.acme.Db.init()\"\n\
               call = \"java.lang.System.getProperty\"\n\
               values = [\"org.postgresql.Driver\"]",
        language: "java",
        remedy: "- List the possible names in a `[[source]]` entry.\n\
                 - If the class is only looked at, load it without initialisation: `Class.forName(name, false, loader)`.",
        level_note: "Always a note.",
        tags: &["reflection", "soundness", "external/cwe/cwe-470"],
        precision: Precision::High,
    },
    Rule {
        id: "RC1003",
        name: "analysis-incomplete",
        levels: Levels::Always(Level::Warning),
        short: "Part of the program was not analysed, so answers that depend on it may be incomplete.",
        full: "A budget or a limit on fan-out ended the analysis early, a reflective API that has no model was reached with \
               unknown inputs, a reflective call was reached although none of its inputs has any value, or a class of the \
               application could not be read. The report names the place instead of staying silent about it.",
        bad: "reflection-check check --classes app.jar --max-facts 1000000   # ended before the fixpoint",
        good: "reflection-check check --classes app.jar                        # built-in limits",
        language: "sh",
        remedy: "- A budget: raise `max-facts` or `max-steps`, or bound the imprecise calls that the report lists first.\n\
                 - A damaged class: rebuild it; the message says what is wrong at which offset.\n\
                 - An API without a model or a call without inputs: name its targets in a `[[call]]` entry.",
        level_note: "Always a warning.",
        tags: &["reflection", "completeness"],
        precision: Precision::VeryHigh,
    },
    Rule {
        id: "RC1004",
        name: "caller-decides",
        levels: Levels::Always(Level::Note),
        short: "In a library, the callers of a public method choose the class or member.",
        full: "The only origin of the class or member is a parameter of a public method of a module that is checked as a \
               library. Its callers decide, and each of them is checked where it is built; within this module there is \
               nothing to list. The terminal shows one line for all of them.",
        bad: "public <T> T create(String className) throws ReflectiveOperationException {\n    \
              return (T) Class.forName(className).getDeclaredConstructor().newInstance();\n\
              }",
        good: "public <T> T create(Class<? extends T> type) throws ReflectiveOperationException {\n    \
               return type.getDeclaredConstructor().newInstance();   // callers pass a class literal\n\
               }",
        language: "java",
        remedy: "- Nothing, if the parameter is the purpose of the method.\n\
                 - Accept a `Class` or a factory instead of a name, so that callers can be checked by the compiler.",
        level_note: "Always a note; one line per module on the terminal.",
        tags: &["reflection", "library", "external/cwe/cwe-470"],
        precision: Precision::High,
    },
    Rule {
        id: "RC2001",
        name: "imprecise-reflective-call",
        levels: Levels::Always(Level::Warning),
        short: "A reflective call resolves to so many targets that the answer says little.",
        full: "The number of targets reached the threshold of the policy (50 by default). Often one look-up that filters \
               members at run time, such as a loop over getMethods, contributes most of them; the finding names it. A list \
               of hundreds of methods keeps code alive, slows the analysis down and hides the few targets that are real.",
        bad: "for (Method m : bean.getClass().getMethods()) {\n    \
              if (m.getName().startsWith(prefix)) m.invoke(bean);\n\
              }",
        good: "# reflection-specs/app.toml\n\
               [[call]]\n\
               at = \"com.acme.Binder.bind(java.lang.Object)\"\n\
               api = \"java.lang.reflect.Method.invoke\"\n\
               targets = [\"com.acme.Order#setId(int)\", \"com.acme.Order#setName(java.lang.String)\"]",
        language: "java",
        remedy: "- Narrow the look-up that the finding names: an exact name, a parameter list, a smaller class.\n\
                 - Or name the targets in a `[[call]]` entry.\n\
                 - Or raise `imprecise-threshold` in the `[policy]` table.",
        level_note: "Always a warning; part of RC1001 where the call has both.",
        tags: &["reflection", "precision"],
        precision: Precision::High,
    },
    Rule {
        id: "RC3001",
        name: "missing-class",
        levels: Levels::ByCertainty { proven: Level::Error, likely: Level::Warning },
        short: "A reflective call names a class that does not exist on the class path.",
        full: "Class.forName or loadClass receives a name that no class of the application, its run-time class path or the \
               JDK has, so the call throws ClassNotFoundException or NoClassDefFoundError. Usual reasons are a renamed class, \
               a dot instead of a dollar sign before a nested class, a slash instead of a dot, or a missing dependency. A \
               call whose handler expects just that failure is a probe for an optional dependency and no finding.",
        bad: "Class.forName(\"com.acme.Outer.Inner\");",
        good: "Class.forName(\"com.acme.Outer$Inner\");",
        language: "java",
        remedy: "- Correct the name; the message shows the nearest one that exists.\n\
                 - Add the missing dependency to the run-time class path.\n\
                 - If the class is optional, handle `ClassNotFoundException` at the call.",
        level_note: "Error if every execution of the call fails, warning if that holds under the listed assumptions.",
        tags: &["reflection", "correctness"],
        precision: Precision::VeryHigh,
    },
    Rule {
        id: "RC3002",
        name: "missing-member",
        levels: Levels::ByCertainty { proven: Level::Error, likely: Level::Warning },
        short: "A reflective look-up names a method, constructor or field that does not exist.",
        full: "getMethod, getDeclaredMethod, getConstructor, getField and their relatives find a member by exact name and \
               exact parameter types: no boxing, no subtypes, no inherited private members. Here no class that can arrive \
               has such a member, so the call throws NoSuchMethodException or NoSuchFieldException. A call whose handler \
               expects just that failure is no finding.",
        bad: "class Task { void run(int times) {} }\n\
              Task.class.getMethod(\"run\", Integer.class);",
        good: "class Task { public void run(int times) {} }\n\
               Task.class.getMethod(\"run\", int.class);",
        language: "java",
        remedy: "- Correct the name or the parameter types; the message shows the nearest member.\n\
                 - Use the `getDeclared...` form for members that are not public, on the class that declares them.\n\
                 - If the member is optional, handle the exception at the call.",
        level_note: "Error if every execution of the call fails, warning if that holds under the listed assumptions.",
        tags: &["reflection", "correctness"],
        precision: Precision::VeryHigh,
    },
    Rule {
        id: "RC4001",
        name: "spec-unmatched",
        levels: Levels::Always(Level::Warning),
        short: "A specification entry matches nothing in the program.",
        full: "The method, call or API that an entry of a reflection specification names does not exist in the analysed \
               program, so the entry has no effect. Either the code moved on or the name has a typo; the message shows the \
               nearest name.",
        bad: "[[source]]\n\
              at = \"com.acme.Plugin.load(java.io.File)\"    # the class is called Plugins\n\
              call = \"java.util.Properties.getProperty\"\n\
              values = [\"com.acme.APlugin\"]",
        good: "[[source]]\n\
               at = \"com.acme.Plugins.load(java.io.File)\"\n\
               call = \"java.util.Properties.getProperty\"\n\
               values = [\"com.acme.APlugin\"]",
        language: "toml",
        remedy: "- Correct `at`, `call` or `api`, or remove the entry.",
        level_note: "Always a warning.",
        tags: &["reflection", "specification"],
        precision: Precision::VeryHigh,
    },
    Rule {
        id: "RC4002",
        name: "spec-unknown-target",
        levels: Levels::Always(Level::Warning),
        short: "A specification entry lists a class or member that does not exist.",
        full: "A value or target of a specification entry, or a line of the resource it takes its values from, names a class \
               or member that no class on the class path has. It contributes no target, and if the program really uses it, \
               the call fails.",
        bad: "[[source]]\n\
              at = \"com.acme.Plugins.load(java.io.File)\"\n\
              call = \"java.util.Properties.getProperty\"\n\
              values = [\"com.acme.Aplugin\"]              # the class is called APlugin",
        good: "[[source]]\n\
               at = \"com.acme.Plugins.load(java.io.File)\"\n\
               call = \"java.util.Properties.getProperty\"\n\
               values = [\"com.acme.APlugin\"]",
        language: "toml",
        remedy: "- Correct the name; the message shows the nearest one.\n\
                 - Add the missing dependency, or remove the value.",
        level_note: "Always a warning.",
        tags: &["reflection", "specification"],
        precision: Precision::VeryHigh,
    },
    Rule {
        id: "RC4005",
        name: "spec-accept-expired",
        levels: Levels::Always(Level::Warning),
        short: "An accept entry is past its date and has no effect any more.",
        full: "The day given by `until` in an `[[accept]]` entry is over. The findings it covered count again, beside this \
               one.",
        bad: "[[accept]]\n\
              at = \"com.acme.Debug.dump(java.lang.Object)\"\n\
              rule = \"RC1001\"\n\
              reason = \"goes away with the old debugger\"\n\
              until = 2020-01-31",
        good: "[[accept]]\n\
               at = \"com.acme.Debug.dump(java.lang.Object)\"\n\
               rule = \"RC1001\"\n\
               reason = \"debugger replacement is planned for the next release\"\n\
               until = 2099-01-31",
        language: "toml",
        remedy: "- Judge the call again: resolve it, or renew the date with a reason.",
        level_note: "Always a warning.",
        tags: &["reflection", "specification"],
        precision: Precision::VeryHigh,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_sorted_and_within_the_limits_of_code_scanning() {
        assert!(RULES.is_sorted_by(|a, b| a.id < b.id), "ids are unique and sorted");
        for rule in RULES {
            assert!(rule.short.len() <= 1024 && rule.full.chars().count() <= 1024, "{}", rule.id);
            assert!(rule.short.ends_with('.') && rule.full.ends_with('.'), "{}: sentences end with a period", rule.id);
            assert!(!rule.full.contains("  "), "{}: doubled space", rule.id);
            assert!(rule.tags.len() <= 20 && rule.tags.is_sorted_by(|a, b| a != b), "{}", rule.id);
            assert!(!rule.bad.is_empty() && !rule.good.is_empty() && rule.bad != rule.good, "{}", rule.id);
            assert!(rule.remedy.lines().all(|line| line.starts_with("- ")), "{}", rule.id);
            assert_eq!(Rule::find(rule.id), Some(rule));
            assert_eq!(Rule::find(rule.name), Some(rule));
        }
    }

    #[test]
    fn default_levels_follow_tier_and_certainty() {
        let level = |id: &str, tier, certainty| Rule::find(id).expect("rule").default_level(tier, certainty);
        assert_eq!(level("RC1001", Tier::Open, None), Some(Level::Error));
        assert_eq!(level("RC1001", Tier::Partial, None), Some(Level::Warning));
        assert_eq!(level("RC1001", Tier::Sound, None), None);
        assert_eq!(level("RC1002", Tier::Open, None), Some(Level::Note));
        assert_eq!(level("RC3001", Tier::Proven, Some(Certainty::Proven)), Some(Level::Error));
        assert_eq!(level("RC3001", Tier::Sound, Some(Certainty::Likely)), Some(Level::Warning));
        assert_eq!(level("RC3002", Tier::Open, Some(Certainty::Possible)), None);
        assert_eq!(level("RC3002", Tier::Proven, Some(Certainty::Guarded)), None);
    }

    #[test]
    fn level_names_round_trip() {
        for name in Level::NAMES {
            assert_eq!(Level::parse(name).map(Level::name), Some(name));
        }
        assert_eq!(Level::parse("fatal"), None);
    }
}
