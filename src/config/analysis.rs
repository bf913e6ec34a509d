//! What the analysis is asked to do: the typed `[analysis]` part of the configuration. Owns the values and their
//! defaults; must not know how they are read (files, flags) nor how the engine carries them out.

/// How far reflective calls are resolved. Each mode selects rows of one table of rules; a mode that is not built is not
/// in this list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Mode {
    /// No reflective call has a target: the call graph without reflection.
    None,
    /// Names that are constants of the calling method.
    Local,
    /// Exact strings through locals, fields, arrays, collections and calls (Livshits et al., points-to resolution).
    #[default]
    LivshitsPointsTo,
}

impl Mode {
    pub const ALL: [Mode; 3] = [Mode::None, Mode::Local, Mode::LivshitsPointsTo];
    pub const NAMES: [&'static str; 3] = ["none", "local", "livshits-points-to"];

    /// The value as it is written in configuration, flags and reports.
    pub fn name(self) -> &'static str {
        match self {
            Mode::None => "none",
            Mode::Local => "local",
            Mode::LivshitsPointsTo => "livshits-points-to",
        }
    }

    /// `None` for a mode this version does not have; see [`Mode::NAMES`].
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// Contexts that tell calls of one method apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Context {
    /// One context per method.
    Insensitive,
    /// The last two call sites for methods that hand names, classes or members on to the reflective API.
    #[default]
    Selective,
    /// The call site.
    OneCall,
    /// The last two call sites; objects by the last one.
    TwoCallHeap,
    /// The receiver's allocation and that of the object that made it; objects by the object that made them.
    TwoObjectHeap,
    /// As `TwoObjectHeap`, with the class that contains an allocation in its place.
    TwoTypeHeap,
}

impl Context {
    pub const ALL: [Context; 6] = [
        Context::Insensitive,
        Context::Selective,
        Context::OneCall,
        Context::TwoCallHeap,
        Context::TwoObjectHeap,
        Context::TwoTypeHeap,
    ];
    pub const NAMES: [&'static str; 6] =
        ["insensitive", "selective", "1-call", "2-call+heap", "2-obj+heap", "2-type+heap"];

    pub fn name(self) -> &'static str {
        match self {
            Context::Insensitive => "insensitive",
            Context::Selective => "selective",
            Context::OneCall => "1-call",
            Context::TwoCallHeap => "2-call+heap",
            Context::TwoObjectHeap => "2-obj+heap",
            Context::TwoTypeHeap => "2-type+heap",
        }
    }

    /// `None` for a context this version does not have; see [`Context::NAMES`].
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|context| context.name() == name)
    }
}

/// Which contexts an insensitive first pass rules out because they would cost too much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Introspective {
    /// One pass, every context.
    #[default]
    Off,
    /// Heuristic A: scales best.
    A,
    /// Heuristic B: keeps most contexts.
    B,
}

impl Introspective {
    pub const ALL: [Introspective; 3] = [Introspective::Off, Introspective::A, Introspective::B];
    pub const NAMES: [&'static str; 3] = ["off", "a", "b"];

    pub fn name(self) -> &'static str {
        match self {
            Introspective::Off => "off",
            Introspective::A => "a",
            Introspective::B => "b",
        }
    }

    /// `None` for an unknown name; see [`Introspective::NAMES`].
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|heuristic| heuristic.name() == name)
    }
}

/// Constants of the introspective heuristics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum IntrospectivePreset {
    /// Those of the paper (PLDI 2014).
    #[default]
    Paper,
    /// Those of Doop's logic: larger, so that fewer contexts are ruled out.
    Lb,
}

impl IntrospectivePreset {
    pub const ALL: [IntrospectivePreset; 2] = [IntrospectivePreset::Paper, IntrospectivePreset::Lb];
    pub const NAMES: [&'static str; 2] = ["paper", "lb"];

    pub fn name(self) -> &'static str {
        match self {
            IntrospectivePreset::Paper => "paper",
            IntrospectivePreset::Lb => "lb",
        }
    }

    /// `None` for an unknown name; see [`IntrospectivePreset::NAMES`].
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }
}

/// Where execution enters the program from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum EntryPoints {
    /// In rounds: main methods, members that frameworks call, then what is still unreached.
    #[default]
    Auto,
    /// Main methods, and what specs and framework models add.
    Main,
    /// Every public or protected method, as the users of a library may call it.
    Public,
}

impl EntryPoints {
    pub const ALL: [EntryPoints; 3] = [EntryPoints::Auto, EntryPoints::Main, EntryPoints::Public];
    pub const NAMES: [&'static str; 3] = ["auto", "main", "public"];

    pub fn name(self) -> &'static str {
        match self {
            EntryPoints::Auto => "auto",
            EntryPoints::Main => "main",
            EntryPoints::Public => "public",
        }
    }

    /// `None` for an unknown name; see [`EntryPoints::NAMES`].
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|entry| entry.name() == name)
    }
}

/// A rule that tells more apart at no cost, or saves much for what hardly anybody needs told apart: on unless somebody wants
/// to measure it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FreeRule {
    /// Calls do by themselves what methods do with their parameters alone.
    CutShortcut,
    /// Throwables, string builders and objects without references share one object per class.
    MergedObjects,
}

impl FreeRule {
    pub const ALL: [FreeRule; 2] = [FreeRule::CutShortcut, FreeRule::MergedObjects];
    pub const NAMES: [&'static str; 2] = ["cut-shortcut", "merged-objects"];

    pub fn name(self) -> &'static str {
        match self {
            FreeRule::CutShortcut => "cut-shortcut",
            FreeRule::MergedObjects => "merged-objects",
        }
    }

    /// `None` for an unknown name; see [`FreeRule::NAMES`].
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

/// Settings of one analysis. They and the inputs decide `result.json`; nothing else does.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Analysis {
    pub mode: Mode,
    pub context: Context,
    pub introspective: Introspective,
    pub introspective_preset: IntrospectivePreset,
    /// Rules that are switched off.
    pub without: Vec<FreeRule>,
    pub entry: EntryPoints,
    /// The module is a library: main methods are not its entries, public and protected methods are.
    pub library: bool,
    /// Packages that a container supplies at run time, as `jakarta.servlet.*`: their code is not looked at.
    pub opaque: Vec<String>,
    /// Class literals and `getClass()` are sites too.
    pub all_sites: bool,
    /// Sites in JDK classes are rows of the result too (`--report-scope all`).
    pub jdk_sites: bool,
    /// Budget of points-to facts; `None`: the engine's own limit.
    pub max_facts: Option<u64>,
    /// Budget of solver steps; `None`: the engine's own limit.
    pub max_steps: Option<u64>,
}

/// Whether the text names a package, with or without `.*` at its end.
pub fn is_package_pattern(text: &str) -> bool {
    let name = text.strip_suffix(".*").unwrap_or(text);
    let is_part = |part: &str| {
        part.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$') && !part.starts_with(|c: char| c.is_numeric())
    };
    name.split('.').all(|part| !part.is_empty() && is_part(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_patterns() {
        for good in ["jakarta.servlet.*", "jakarta.servlet", "a", "a1.b_$"] {
            assert!(is_package_pattern(good), "{good}");
        }
        for bad in ["", "*", ".*", "jakarta.", "jakarta.*.http", "jakarta/servlet", "1a", "a b", "jakarta.servlet.**"] {
            assert!(!is_package_pattern(bad), "{bad}");
        }
    }

    #[test]
    fn names_round_trip() {
        assert_eq!(Mode::ALL.map(Mode::name), Mode::NAMES);
        assert_eq!(EntryPoints::ALL.map(EntryPoints::name), EntryPoints::NAMES);
        for name in Mode::NAMES {
            assert_eq!(Mode::parse(name).map(Mode::name), Some(name));
        }
        for name in EntryPoints::NAMES {
            assert_eq!(EntryPoints::parse(name).map(EntryPoints::name), Some(name));
        }
        assert_eq!(Context::ALL.map(Context::name), Context::NAMES);
        assert_eq!(Introspective::ALL.map(Introspective::name), Introspective::NAMES);
        assert_eq!(IntrospectivePreset::ALL.map(IntrospectivePreset::name), IntrospectivePreset::NAMES);
        for name in Context::NAMES {
            assert_eq!(Context::parse(name).map(Context::name), Some(name));
        }
        assert_eq!((Mode::parse("solar"), EntryPoints::parse(""), Context::parse("3-obj")), (None, None, None));
    }
}
