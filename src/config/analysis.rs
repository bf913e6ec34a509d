//! What the analysis is asked to do: the typed `[analysis]` part of the configuration. Owns the values and their
//! defaults; must not know how they are read (files, flags) nor how the engine carries them out.

use crate::base::choices;

choices! {
    /// How far reflective calls are resolved. Each mode selects rows of one table of rules; a mode that is not built is not
    /// in this list.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
    pub enum Mode {
        /// No reflective call has a target: the call graph without reflection.
        None = "none",
        /// Names that are constants of the calling method.
        Local = "local",
        /// Exact strings through locals, fields, arrays, collections and calls (Livshits et al., points-to resolution).
        LivshitsPointsTo = "livshits-points-to",
        /// Besides, what the result of `newInstance` is cast to in the same method says which class `forName` gave (Livshits et al.).
        LivshitsCasts = "livshits-casts",
        /// As `livshits-points-to`; what is known of a name says which classes it may mean beside names that nobody knows (Smaragdakis
        /// et al. 2015).
        SmaragdakisSubstring = "smaragdakis-substring",
        /// Besides, casts and the names of members say which class a look-up gave, wherever few fit (Smaragdakis et al. 2015).
        SmaragdakisBack = "smaragdakis-back",
        /// As `smaragdakis-substring`; where an object of unknown class is cast, there is one of the type (Smaragdakis et al. 2015).
        SmaragdakisInvent = "smaragdakis-invent",
        /// Solar without casts: the fast pass that says which calls to specify first (Li, Tan, Xue, SAS 2015).
        Probe = "probe",
        /// As `livshits-points-to`; what is done with objects says what they are (Solar: Li, Tan, Xue, SAS 2015).
        #[default]
        Solar = "solar",
        /// As `probe`; what an object of unknown class is cast to says which classes the call that makes it was given (Solar as
        /// Tai-e has it).
        TaiESolar = "tai-e-solar",
        /// `solar` and `smaragdakis-back` together.
        Union = "union",
    }
}

impl Mode {
    /// Whether what objects of unknown class are cast to says of which they are.
    pub fn uses_casts(self) -> bool {
        matches!(self, Self::LivshitsCasts | Self::SmaragdakisBack | Self::Solar | Self::TaiESolar | Self::Union)
    }
}

choices! {
    /// Contexts that tell calls of one method apart.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
    pub enum Context {
        /// One context per method.
        Insensitive = "insensitive",
        /// The last two call sites for methods that hand names, classes or members on to the reflective API.
        #[default]
        Selective = "selective",
        /// The call site.
        OneCall = "1-call",
        /// The last two call sites; objects by the last one.
        TwoCallHeap = "2-call+heap",
        /// The receiver's allocation and that of the object that made it; objects by the object that made them.
        TwoObjectHeap = "2-obj+heap",
        /// As `TwoObjectHeap`, with the class that contains an allocation in its place.
        TwoTypeHeap = "2-type+heap",
    }
}

impl Context {
    /// What to try where a run with these does not end: the next that tell less apart, and cost less.
    pub fn coarser(self) -> Option<Self> {
        match self {
            Self::TwoObjectHeap => Some(Self::TwoTypeHeap),
            Self::TwoCallHeap => Some(Self::OneCall),
            Self::TwoTypeHeap | Self::OneCall => Some(Self::Selective),
            Self::Selective => Some(Self::Insensitive),
            Self::Insensitive => None,
        }
    }
}

choices! {
    /// Which contexts an insensitive first pass rules out because they would cost too much.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
    pub enum Introspective {
        /// One pass, every context.
        #[default]
        Off = "off",
        /// Heuristic A: scales best.
        A = "a",
        /// Heuristic B: keeps most contexts.
        B = "b",
    }
}

choices! {
    /// Constants of the introspective heuristics.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
    pub enum IntrospectivePreset {
        /// Those of the paper (PLDI 2014).
        #[default]
        Paper = "paper",
        /// Those of Doop's logic: larger, so that fewer contexts are ruled out.
        Lb = "lb",
    }
}

choices! {
    /// How much code is looked at.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
    pub enum Scope {
        /// The application, the core of the JDK, and of libraries, and for a small application of the rest of the JDK, what an
        /// open call of the application asks for.
        #[default]
        Demand = "demand",
        /// All of it.
        Whole = "whole",
    }
}

choices! {
    /// Where execution enters the program from outside.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
    pub enum EntryPoints {
        /// In rounds: main methods, members that frameworks call, then what is still unreached.
        #[default]
        Auto = "auto",
        /// Main methods, and what specs and framework models add.
        Main = "main",
        /// Every public or protected method, as the users of a library may call it.
        Public = "public",
    }
}

choices! {
    /// A rule that tells more apart at no cost, or saves much for what hardly anybody needs told apart: on unless somebody wants
    /// to measure it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum FreeRule {
        /// Calls do by themselves what methods do with their parameters alone.
        CutShortcut = "cut-shortcut",
        /// What a collection gives is what was put into that collection.
        Containers = "containers",
        /// Throwables, string builders and objects without references share one object per class.
        MergedObjects = "merged-objects",
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
    pub scope: Scope,
    /// The module is a library: main methods are not its entries, public and protected methods are. `None`: it is one if
    /// nothing in it is started.
    pub library: Option<bool>,
    /// Something starts the module, which none of its classes may show.
    pub started: bool,
    /// Packages that a container supplies at run time, as `jakarta.servlet.*`: their code is not looked at.
    pub opaque: Vec<String>,
    /// Sites in JDK classes are rows of the result too (`--report-scope all`).
    pub jdk_sites: bool,
    /// Budget of points-to facts; `None`: the engine's own limit.
    pub max_facts: Option<u64>,
    /// Budget of solver steps; `None`: the engine's own limit.
    pub max_steps: Option<u64>,
    /// Budget of memory in megabytes (of 1,000,000 bytes) that the analysis may hold; `None`: the engine's own limit.
    pub max_memory: Option<u64>,
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
        assert_eq!((Mode::parse("doop"), EntryPoints::parse(""), Context::parse("3-obj")), (None, None, None));
    }
}
