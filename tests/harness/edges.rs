//! Call edges, judged by runs: what each call of a fixture led to is an edge of the call graph at that call. Owns the table of
//! causes for which an edge may be absent; must not know how the engine finds edges.

use std::collections::BTreeSet;
use std::path::Path;

use reflection_check::export::CallGraph;
use reflection_check::export::callgraph::{Kind, Method};

/// A recorded call and the method it led to, or an edge at an instruction; classes by binary name, methods with descriptor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pair {
    pub(crate) caller: (String, String),
    pub(crate) offset: u32,
    pub(crate) callee: (String, String),
    /// Whether the callee's class was made at run time; edges say no.
    pub(crate) generated: bool,
}

/// Why a recorded pair may have no edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cause {
    /// The callee's class was made at run time: it is on no class path.
    Generated,
    /// The receiver's class is unknown there, and the call graph says so.
    Unknown,
    /// The caller is reached only through a reflective call that is flagged.
    Shadowed,
}

/// The fixtures with such pairs: what they are about names classes or members that the analysis is not told.
const CAUSES: &[(&str, Cause)] = &[
    ("BeansAsked", Cause::Unknown),
    ("DefinedClass", Cause::Shadowed),
    ("DefinedClass", Cause::Unknown),
    ("DefinersAsked", Cause::Unknown),
    // Methods of `Object` on objects of classes that are made at run time.
    ("GeneratedConstructors", Cause::Unknown),
    ("GeneratedSubclasses", Cause::Unknown),
    ("LoggingConfiguration", Cause::Unknown),
    ("ManagedBeans", Cause::Shadowed),
    ("ManagedBeans", Cause::Unknown),
    ("MadeByName", Cause::Unknown),
    ("MappingLoaders", Cause::Unknown),
    ("OwnHandles", Cause::Unknown),
    ("PoolFactories", Cause::Shadowed),
    ("PropertyDescriptors", Cause::Unknown),
    ("RevealedHandles", Cause::Unknown),
    ("S013DefinedAndCast", Cause::Unknown),
    ("S032ResourceTexts", Cause::Unknown),
    ("S032SharedStreams", Cause::Unknown),
    ("S039ManySubtypes", Cause::Shadowed),
    ("S049CaughtCast", Cause::Shadowed),
    ("S069OpaqueReceiver", Cause::Shadowed),
    ("S093CalledByNative", Cause::Unknown),
    ("S093HandlesAsInterfaces", Cause::Generated),
    ("S093HandlesOfHandles", Cause::Generated),
    ("S093HandlesOfHandles", Cause::Unknown),
    ("S093HandlesUnknown", Cause::Shadowed),
    ("S093HandlesUnknown", Cause::Unknown),
    ("S005UnknownUnused", Cause::Shadowed),
    ("S032PropertiesFile", Cause::Shadowed),
    ("Statements", Cause::Shadowed),
    ("StreamsOfOwn", Cause::Unknown),
    ("StreamsOfUnknown", Cause::Shadowed),
    ("StreamsOfUnknown", Cause::Unknown),
];

/// Reads the recorded pairs.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn read(path: &Path) -> Result<Vec<Pair>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("no calls {}: {error}", path.display()))?;
    parse(&text)
}

fn parse(text: &str) -> Result<Vec<Pair>, String> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let columns: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| columns.iter().position(|c| *c == name).ok_or(format!("no column {name}"));
    let (caller, method, bci) = (column("caller")?, column("method")?, column("bci")?);
    let (target, callee, origin) = (column("target")?, column("callee")?, column("origin")?);
    lines
        .map(|line| {
            let row: Vec<&str> = line.split('\t').collect();
            if row.len() != columns.len() {
                return Err(format!("a row of {} columns: {line}", row.len()));
            }
            Ok(Pair {
                caller: (row[caller].to_owned(), row[method].to_owned()),
                offset: row[bci].parse().map_err(|_| format!("bad offset: {line}"))?,
                callee: (row[target].to_owned(), row[callee].to_owned()),
                generated: row[origin] == "gen",
            })
        })
        .collect()
}

/// What a run's pairs are compared with.
#[derive(Debug, Default)]
pub(crate) struct Edges {
    edges: BTreeSet<Pair>,
    /// Calls whose receiver may be of unknown class.
    unknown: BTreeSet<((String, String), u32)>,
    reached: BTreeSet<(String, String)>,
}

impl Edges {
    pub(crate) fn of(graph: &CallGraph) -> Self {
        let name = |method: &Method| (method.class.clone(), format!("{}{}", method.method, method.descriptor));
        let unknown = graph.edges.iter().filter(|edge| edge.kind == Kind::Unknown);
        let unknown = unknown.filter_map(|edge| Some((name(&edge.caller), edge.offset?))).collect();
        let known = graph.edges.iter().filter(|edge| edge.kind != Kind::Unknown);
        let edges = known.filter_map(|edge| {
            let (caller, callee) = (name(&edge.caller), name(&edge.callee));
            Some(Pair { caller, offset: edge.offset?, callee, generated: false })
        });
        Self { edges: edges.collect(), unknown, reached: graph.reached.iter().map(|method| name(method)).collect() }
    }
}

/// Pairs without an edge and without a cause, those with a cause, and how many were compared.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Compared {
    pub(crate) missed: Vec<String>,
    pub(crate) causes: Vec<(Cause, String)>,
    pub(crate) pairs: usize,
}

/// Whether a fixture has pairs with the causes that the table says, no more and no fewer.
pub(crate) fn as_listed(fixture: &str, compared: &Compared) -> Vec<String> {
    let found: BTreeSet<Cause> = compared.causes.iter().map(|(cause, _)| *cause).collect();
    let listed: BTreeSet<Cause> = CAUSES.iter().filter(|(name, _)| *name == fixture).map(|(_, cause)| *cause).collect();
    let texts = compared.causes.iter().filter(|(cause, _)| !listed.contains(cause));
    let mut wrong: Vec<String> = texts.map(|(cause, text)| format!("no call edge ({cause:?}): {text}")).collect();
    wrong.extend(listed.difference(&found).map(|cause| format!("{cause:?}: no pair has this cause any more")));
    wrong
}

/// Compares the pairs whose callers are in a package. `flagged`: a reflective call that is reached is flagged.
pub(crate) fn compare(pairs: &[Pair], edges: &Edges, package: &str, flagged: bool) -> Compared {
    let mut compared = Compared::default();
    let own = |class: &str| class.strip_prefix(package).is_some_and(|rest| rest.starts_with('.'));
    for pair in pairs.iter().filter(|pair| own(&pair.caller.0)) {
        compared.pairs += 1;
        if edges.edges.contains(&Pair { generated: false, ..pair.clone() }) {
            continue;
        }
        let (caller, callee) = (&pair.caller, &pair.callee);
        let text = format!("{}.{}@{} called {}.{}", caller.0, caller.1, pair.offset, callee.0, callee.1);
        let reached = edges.reached.contains(caller);
        if pair.generated {
            compared.causes.push((Cause::Generated, text));
        } else if edges.unknown.contains(&(caller.clone(), pair.offset)) {
            compared.causes.push((Cause::Unknown, text));
        } else if flagged && !reached {
            compared.causes.push((Cause::Shadowed, text));
        } else {
            let reached = if reached { "" } else { ", which is not reached" };
            compared.missed.push(format!("no call edge: {text}{reached}"));
        }
    }
    compared
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# comment\ncaller\tmethod\tbci\tline\tvia\ttarget\tcallee\torigin\n\
        p.A\tm()V\t3\t7\tcall\tp.B\tn()V\tapp\np.A\tm()V\t6\t8\tproxy\tp.$Proxy\tn()V\tgen\nq.A\tm()V\t3\t7\tcall\tp.B\tn()V\tapp\n";

    #[test]
    fn pairs_without_an_edge_are_missed_unless_a_cause_is_known() {
        let pairs = parse(TABLE).unwrap();
        let none = Edges::default();
        let compared = compare(&pairs, &none, "p", false);
        assert_eq!(compared.missed, ["no call edge: p.A.m()V@3 called p.B.n()V, which is not reached"]);
        assert_eq!(compared.causes, [(Cause::Generated, "p.A.m()V@6 called p.$Proxy.n()V".to_owned())]);
        assert_eq!(compared.pairs, 2);
        let said = Edges { unknown: BTreeSet::from([(pairs[0].caller.clone(), 3)]), ..Edges::default() };
        assert_eq!(compare(&pairs, &said, "p", false).causes[0].0, Cause::Unknown);
        assert_eq!(compare(&pairs, &none, "p", true).causes[0].0, Cause::Shadowed);
        let all = Edges { edges: pairs[..1].iter().cloned().collect(), ..Edges::default() };
        assert_eq!(compare(&pairs, &all, "p", true).missed, Vec::<String>::new());
        assert!(parse("caller\tmethod\n").is_err());
    }

    #[test]
    fn causes_are_those_of_the_table() {
        let compared = |cause| Compared { causes: vec![(cause, "x".to_owned())], ..Compared::default() };
        assert_eq!(as_listed("S032PropertiesFile", &compared(Cause::Shadowed)), Vec::<String>::new());
        assert_eq!(as_listed("S032PropertiesFile", &compared(Cause::Generated)).len(), 2);
        assert_eq!(as_listed("S001ForNameLiteral", &compared(Cause::Unknown)).len(), 1);
        assert_eq!(as_listed("S032PropertiesFile", &Compared::default()).len(), 1);
    }
}
