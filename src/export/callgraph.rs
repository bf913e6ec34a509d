//! The call graph as JSON lines: one per call edge, and one per method reached. Owns the two formats (docs/callgraph.md);
//! must not know how edges are found.

use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;

use crate::base::{FxHashMap, FxHashSet};
use crate::classpath::Origin;
use crate::heap::{Heap, Site, SiteId};
use crate::pointsto::{CallNote, EdgeKind, State};
use crate::program::{MethodId, Program};
use crate::reflection::{API, ApiTable, Attempt};

/// Version of both formats, `v` of each line.
const VERSION: u32 = 1;

/// A method by its names: binary class name, name, descriptor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Method {
    pub class: String,
    pub method: String,
    pub descriptor: String,
    /// Whose code it is: `application`, `library` or `jdk`.
    pub origin: &'static str,
}

/// Why an edge is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An invoke instruction.
    Call,
    /// What a reflective call calls, at that call.
    Reflective,
    /// What the JVM or a library calls, at the instruction that leads to it.
    Model,
    /// The receiver may be an object of unknown class: any implementation of the callee may be called.
    Unknown,
}

/// A call edge.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    pub caller: Arc<Method>,
    /// Offset of the instruction in the caller's code; `None` where no instruction makes the call.
    pub offset: Option<u32>,
    pub line: Option<u32>,
    pub callee: Arc<Method>,
    pub kind: Kind,
}

/// Call edges and methods reached, both sorted by name.
#[derive(Debug, Default)]
pub struct CallGraph {
    pub edges: Vec<Edge>,
    pub reached: Vec<Arc<Method>>,
}

/// One line. The order of fields is part of the format.
#[derive(Serialize)]
struct EdgeLine<'a> {
    v: u32,
    caller: Caller<'a>,
    callee: &'a Method,
    kind: Kind,
}

#[derive(Serialize)]
struct Caller<'a> {
    #[serde(flatten)]
    method: &'a Method,
    offset: Option<u32>,
    line: Option<u32>,
}

#[derive(Serialize)]
struct MethodLine<'a> {
    v: u32,
    #[serde(flatten)]
    method: &'a Method,
}

impl CallGraph {
    /// The edges whose caller, and the methods whose class, is of an origin that `keep` wants.
    ///
    /// What starts a class initialiser is no edge (any use of the class does); initialisers are among the methods.
    pub fn new(program: &Program, heap: &Heap, state: &State, keep: impl Fn(Origin) -> bool) -> Self {
        let mut names = Names { program, known: FxHashMap::default() };
        let mut graph = Self::default();
        let mut add = |site, caller, callee, kind| {
            let initialiser = caller == callee && kind == Kind::Model && names.is_initialiser(callee);
            if initialiser || !keep(program.origin_of(caller)) {
                return;
            }
            let offset = match heap.site_data(site) {
                Site::At(method, offset) if method == caller => Some(offset),
                _ => None,
            };
            let line = offset.and_then(|offset| state.code_of(caller)?.body.line_of(offset));
            graph.edges.push(Edge { caller: names.of(caller), offset, line, callee: names.of(callee), kind });
        };
        // What function objects run is called from the place that makes them, once for all their calls.
        let mut bodies: FxHashMap<SiteId, Vec<MethodId>> = FxHashMap::default();
        for (_, _, note) in state.call_notes() {
            if let CallNote::Runs(made) = note {
                bodies.entry(made).or_default();
            }
        }
        let reflective: FxHashSet<SiteId> =
            state.call_edges().filter(|&(_, _, callee, _)| is_invoke(program, callee)).map(|edge| edge.0).collect();
        for (site, caller, callee, kind) in state.call_edges() {
            if let Some(bodies) = bodies.get_mut(&site) {
                bodies.push(callee);
            }
            let kind = match kind {
                EdgeKind::Call => Kind::Call,
                EdgeKind::Model if !reflective.contains(&site) => Kind::Model,
                EdgeKind::Reflective | EdgeKind::Model => Kind::Reflective,
            };
            add(site, caller, callee, kind);
        }
        for (site, caller, note) in state.call_notes() {
            match note {
                CallNote::Calls(callee) => add(site, caller, callee, Kind::Model),
                CallNote::Runs(made) => bodies[&made].iter().for_each(|&body| add(site, caller, body, Kind::Model)),
                CallNote::Unknown(callee) => add(site, caller, callee, Kind::Unknown),
            }
        }
        graph.edges.sort_unstable();
        graph.edges.dedup();
        let reached = state.reached().filter(|&method| keep(program.origin_of(method)));
        graph.reached = reached.map(|method| names.of(method)).collect();
        graph.reached.sort_unstable();
        graph.reached.dedup();
        graph
    }

    /// Writes a line per edge.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_edges(&self, out: &mut impl Write) -> io::Result<()> {
        for edge in &self.edges {
            let caller = Caller { method: &edge.caller, offset: edge.offset, line: edge.line };
            line(out, &EdgeLine { v: VERSION, caller, callee: &edge.callee, kind: edge.kind })?;
        }
        Ok(())
    }

    /// Writes a line per method reached.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_methods(&self, out: &mut impl Write) -> io::Result<()> {
        self.reached.iter().try_for_each(|method| line(out, &MethodLine { v: VERSION, method }))
    }
}

fn line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// Whether this is the method behind which what a receiver selects is called.
fn is_invoke(program: &Program, method: MethodId) -> bool {
    ApiTable::get().find(program, method).is_some_and(|row| API[row].attempt() == Some(Attempt::Invoke))
}

/// Names of methods, made once each.
struct Names<'p> {
    program: &'p Program,
    known: FxHashMap<MethodId, Arc<Method>>,
}

impl Names<'_> {
    fn is_initialiser(&self, method: MethodId) -> bool {
        self.program.str(self.program.method(method).name) == "<clinit>"
    }

    fn of(&mut self, method: MethodId) -> Arc<Method> {
        let program = self.program;
        let name = self.known.entry(method).or_insert_with(|| {
            let data = program.method(method);
            Arc::new(Method {
                class: program.class_name(data.class).replace('/', "."),
                method: program.str(data.name).to_owned(),
                descriptor: program.str(program.method_desc(data.desc).text).to_owned(),
                origin: match program.class(data.class).origin {
                    Origin::Application => "application",
                    Origin::Library => "library",
                    Origin::Jdk => "jdk",
                },
            })
        });
        Arc::clone(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method(class: &str, name: &str) -> Arc<Method> {
        let (class, method, descriptor) = (class.to_owned(), name.to_owned(), "()V".to_owned());
        Arc::new(Method { class, method, descriptor, origin: "application" })
    }

    #[test]
    fn lines_name_both_ends() {
        let edge = |offset, kind| Edge {
            caller: method("p.A", "m"),
            offset,
            line: offset.map(|_| 7),
            callee: method("p.B$C", "<init>"),
            kind,
        };
        let graph = CallGraph {
            edges: vec![edge(Some(4), Kind::Call), edge(None, Kind::Model)],
            reached: vec![method("p.A", "m")],
        };
        let mut out = Vec::new();
        graph.write_edges(&mut out).unwrap();
        graph.write_methods(&mut out).unwrap();
        let callee = r#""callee":{"class":"p.B$C","method":"<init>","descriptor":"()V","origin":"application"}"#;
        let caller = r#""class":"p.A","method":"m","descriptor":"()V","origin":"application""#;
        let expected = format!(
            "{{\"v\":1,\"caller\":{{{caller},\"offset\":4,\"line\":7}},{callee},\"kind\":\"call\"}}\n\
             {{\"v\":1,\"caller\":{{{caller},\"offset\":null,\"line\":null}},{callee},\"kind\":\"model\"}}\n\
             {{\"v\":1,{caller}}}\n"
        );
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
