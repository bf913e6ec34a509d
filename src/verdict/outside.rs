//! What kind of outside a value comes from: what a call reads by itself, what the object is about that it is read from (a reader of
//! the stream of a socket), and who fills a parameter or a field. Must not know findings.
//!
//! What a call is given is followed back in its own method alone, which is where streams are wrapped and documents are parsed; it
//! is for words and levels, no answer rests on it.

use crate::classfile::{InvokeKind, RawAnnotation};
use crate::classpath::Origin;
use crate::entry::is_main;
use crate::heap::{Site, SiteId};
use crate::ir::facts::{Def, Facts, Use, statement_at};
use crate::ir::{Body, Op, Stmt, Var};
use crate::program::{MethodId, MethodRef, Program, TypeId, access};
use crate::reflection::{HOLD_DATA, Outside, filled_from, reads, reads_address};
use crate::result::OriginKind;

use super::view::View;

/// Most definitions behind each other that are followed.
const DEPTH: u32 = 12;
/// Most definitions that are looked at for one value.
const STEPS: u32 = 64;

/// What kind of outside an unknown comes from.
pub(super) fn kind_of(view: &View<'_, '_>, site: SiteId) -> OriginKind {
    let program = view.program;
    match view.heap.site_data(site) {
        Site::Param(method, index) => of_parameter(program, method, usize::from(index)),
        Site::Field(field) => marked(program, &program.field(field).annotations).map_or(OriginKind::Other, kind),
        Site::At(method, offset) => {
            let Some(code) = view.state.code_of(method) else { return OriginKind::Other };
            Behind { program, method, facts: Facts::of(&code.body), left: STEPS }.call_at(&code.body, offset)
        }
        // Callers of a library.
        Site::Unknowns { of_callers: true } => OriginKind::Parameter,
        _ => OriginKind::Other,
    }
}

/// Whether whoever starts the program gives a value: the arguments of `main`.
pub(super) fn is_command_line(view: &View<'_, '_>, site: SiteId) -> bool {
    match view.heap.site_data(site) {
        Site::Param(method, _) => is_main(view.program, view.program.method(method)),
        _ => false,
    }
}

fn of_parameter(program: &Program, method: MethodId, index: usize) -> OriginKind {
    let data = program.method(method);
    let own = data.parameter_annotations.get(index).and_then(|own| marked(program, own));
    own.or_else(|| marked(program, &data.annotations)).map_or(OriginKind::Parameter, kind)
}

/// What the first annotation that says so says of who fills what it marks.
fn marked(program: &Program, annotations: &[RawAnnotation]) -> Option<Outside> {
    annotations.iter().find_map(|annotation| {
        let name = program.str(annotation.descriptor).strip_prefix('L')?.strip_suffix(';')?;
        filled_from(name)
    })
}

fn kind(outside: Outside) -> OriginKind {
    match outside {
        Outside::Property => OriginKind::Property,
        Outside::Environment => OriginKind::Environment,
        Outside::File => OriginKind::File,
        Outside::Network => OriginKind::Network,
        Outside::Deserialised => OriginKind::Deserialised,
    }
}

/// Follows what calls are given in one method.
struct Behind<'b> {
    program: &'b Program,
    method: MethodId,
    facts: Facts<'b>,
    left: u32,
}

impl Behind<'_> {
    fn call_at(&mut self, body: &Body, offset: u32) -> OriginKind {
        let called = statement_at(body, offset).map(|(block, nth)| &body.blocks[block].stmts[nth as usize].op);
        match called {
            Some(Op::Invoke { kind, method, args, .. }) => {
                self.call(*kind, *method, args, DEPTH).unwrap_or(OriginKind::Other)
            }
            _ => OriginKind::Other,
        }
    }

    /// What a call gives: what it reads by itself; of streams, which are all alike in that, what is behind them counts.
    fn call(&mut self, invoke: InvokeKind, called: MethodRef, args: &[Var], depth: u32) -> Option<OriginKind> {
        let program = self.program;
        let data = program.method_ref_data(called);
        let class = program.class_of(data.owner)?;
        let name = program.class_name(class);
        let reads = reads(name, program.str(data.name)).map(kind);
        if !matches!(reads, None | Some(OriginKind::File)) && !reads_address(name) {
            return reads;
        }
        let params = &program.method_desc(data.desc).params;
        let own = args.len().saturating_sub(params.len());
        // What an object of the program is asked for came with it, if that is where it comes from.
        if program.class(class).origin == Origin::Application {
            let whole = args.first().filter(|_| own == 1).and_then(|&object| self.variable(object, depth));
            return whole.filter(|kind| matches!(kind, OriginKind::Network | OriginKind::Deserialised));
        }
        // A text or a file that a call of a library is asked by is a key, and says nothing of what it finds; helpers of the JDK give
        // what they are given.
        let is_helper = invoke == InvokeKind::Static && program.class(class).origin == Origin::Jdk;
        let is_wrapped = |ty: &TypeId| is_helper || self.holds_data(*ty);
        let given = args.iter().skip(own).zip(params).filter(|(_, ty)| is_wrapped(ty)).map(|(&var, _)| var);
        let followed: Vec<Var> = args.iter().take(own).copied().chain(given).collect();
        let behind = followed.into_iter().filter_map(|var| self.variable(var, depth)).max_by_key(|&kind| weight(kind));
        match (reads, behind) {
            (Some(OriginKind::Network), Some(OriginKind::File)) | (_, Some(OriginKind::Network)) => behind,
            _ => reads.or(behind),
        }
    }

    fn variable(&mut self, var: Var, depth: u32) -> Option<OriginKind> {
        if depth == 0 || self.left == 0 {
            return None;
        }
        self.left -= 1;
        let body = self.facts.body();
        match self.facts.def(var) {
            Def::Param => {
                let own = usize::from(self.program.method(self.method).access & access::STATIC == 0);
                let index = var.index().checked_sub(own)?;
                Some(of_parameter(self.program, self.method, index)).filter(|&kind| kind != OriginKind::Parameter)
            }
            Def::Caught(_) => None,
            Def::Phi(block, nth) => {
                let args = body.blocks[block].phis[nth as usize].args.clone();
                args.into_iter().filter_map(|arg| self.variable(arg, depth - 1)).max_by_key(|&kind| weight(kind))
            }
            Def::Stmt(block, nth) => match &body.blocks[block].stmts[nth as usize] {
                Stmt { op: Op::Cast { src, .. }, .. } => self.variable(*src, depth - 1),
                Stmt { op: Op::ArrayLoad { array, .. }, .. } => self.variable(*array, depth - 1),
                Stmt { op: Op::GetField { field, .. } | Op::GetStatic { field, .. }, .. } => {
                    let field = self.program.field(self.program.resolve_field(*field)?);
                    marked(self.program, &field.annotations).map(kind)
                }
                Stmt { op: Op::New { .. }, .. } => {
                    let (method, args) = self.constructor_of(var)?;
                    self.call(InvokeKind::Special, method, &args[1..], depth - 1)
                }
                Stmt { op: Op::Invoke { kind, method, args, .. }, .. } => self.call(*kind, *method, args, depth - 1),
                _ => None,
            },
        }
    }

    /// The constructor that runs on a new object, with what it is given; the object itself, which comes first there, aside.
    fn constructor_of(&self, var: Var) -> Option<(MethodRef, Vec<Var>)> {
        let body = self.facts.body();
        self.facts.uses(var).iter().find_map(|of| {
            let &Use::Stmt(block, nth) = of else { return None };
            match &body.blocks[block].stmts[nth as usize].op {
                Op::Invoke { kind: InvokeKind::Special, method, args, .. } if args.first() == Some(&var) => {
                    Some((*method, args.clone()))
                }
                _ => None,
            }
        })
    }

    /// Whether something is what is read, and not by what it is asked for: a stream, a reader, bytes, characters.
    fn holds_data(&self, ty: TypeId) -> bool {
        let program = self.program;
        if matches!(program.type_name(ty).as_str(), "byte[]" | "char[]") {
            return true;
        }
        let is_below = |name: &&str| {
            program.find_class(name).is_some_and(|class| program.is_subtype(ty, program.class_type(class)))
        };
        program.is_reference(ty) && HOLD_DATA.iter().any(is_below)
    }
}

/// Which of several kinds is told: what others can reach goes first.
pub(super) fn weight(kind: OriginKind) -> u8 {
    match kind {
        OriginKind::Network => 6,
        OriginKind::Deserialised => 5,
        OriginKind::File => 4,
        OriginKind::Environment => 3,
        OriginKind::Property => 2,
        OriginKind::Parameter => 1,
        OriginKind::Native | OriginKind::Annotation | OriginKind::Other => 0,
    }
}
