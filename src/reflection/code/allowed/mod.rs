//! What the ways to a call say of the name that it is given: that it is one of some constants, in a collection, or of an outline; by
//! branches, and by methods of the program's own that answer or throw. Must not know what names come there.

mod asks;
mod places;
mod ways;

use std::cell::RefCell;
use std::rc::Rc;

use crate::base::{FxHashMap, FxHashSet, Sym};
use crate::classfile::Prim;
use crate::classpath::Origin;
use crate::ir::facts::{Def, Facts, only_block_at};
use crate::ir::{Body, ConstValue, Op, Terminator, Var};
use crate::program::{ClassId, MethodId, Program, Type, made_function};
use crate::strings::Template;

use super::own_calls::OwnCall;
use asks::{Asks, is_of_text};
pub(in crate::reflection) use places::{Place, Relation};
use ways::{Passes, To, reaches};

/// Most methods that call one another.
const DEPTH: usize = 3;
/// Most variables in which several come together that are seen through for one name.
const JOINS: usize = 16;

/// Larger code is not looked at for texts that it passes on.
const BLOCKS: usize = 512;

/// What a name is compared with on the ways to a call.
#[derive(Debug, Default)]
pub(in crate::reflection) struct Allowed {
    pub(in crate::reflection) texts: Vec<Sym>,
    /// Other places, and what it is to what is there.
    pub(in crate::reflection) places: Vec<(Place, Relation)>,
    /// It is of one of these.
    pub(in crate::reflection) outlines: Vec<Template>,
}

/// What methods of the program ask of their parameters, each found out once.
#[derive(Debug, Default)]
pub(in crate::reflection) struct Helpers {
    known: RefCell<FxHashMap<Question, Option<Rc<Allowed>>>>,
    /// Methods that ask nothing of any text.
    silent: RefCell<FxHashSet<MethodId>>,
}

/// What is asked of a parameter of a method where that returns, or gives this answer; outlines, too; and how many methods deep.
type Question = (MethodId, Var, Option<bool>, bool, usize);

/// The program, and which of its code is looked at: of other fields nobody knows what is in them.
pub(in crate::reflection) struct World<'w> {
    pub(in crate::reflection) program: &'w Program,
    pub(in crate::reflection) is_looked_at: &'w dyn Fn(ClassId) -> bool,
    pub(in crate::reflection) helpers: &'w Helpers,
}

impl Allowed {
    /// Of the name that a call at an offset of a body in a class is given; `None` if some way leads there without a test. Outlines
    /// are asked for, if at all, where nothing says more.
    pub(in crate::reflection) fn at(
        world: &World<'_>,
        (class, body): (ClassId, &Body),
        offset: u32,
        name: Var,
        outlines: bool,
    ) -> Option<Self> {
        let call = only_block_at(body, offset).filter(|_| body.damaged_at.is_empty())?;
        let stmts = &body.blocks[call].stmts;
        let to = To::Stmt(call, stmts.iter().position(|stmt| stmt.offset == offset).unwrap_or(stmts.len()));
        let facts = Facts::of(body);
        [false, true].into_iter().filter(|&with| outlines || !with).find_map(|with_outlines| {
            let mut search = Search::new(world, class, &facts, DEPTH, with_outlines);
            search.comes_tested(name, to, &mut Vec::new())?;
            Some(search.found).filter(Self::says_something)
        })
    }

    /// Whether code asks something of texts, or calls what may.
    pub(in crate::reflection) fn is_asked_for(program: &Program, body: &Body) -> bool {
        let string = program.class_type(program.well_known().string);
        body.blocks.len() <= BLOCKS
            && body.blocks.iter().flat_map(|block| &block.stmts).any(|stmt| match stmt.op {
                Op::Invoke { method, .. } if Asks::of(program, method).is_some() => true,
                Op::Invoke { method, .. } if asks::of_stream(program, method).is_some() => true,
                Op::Invoke { method, .. } => {
                    let data = program.method_ref_data(method);
                    let desc = program.method_desc(data.desc);
                    let is_own = program.class_of(data.owner).is_some_and(|of| program.class(of).origin != Origin::Jdk);
                    is_own
                        && matches!(program.ty(desc.ret), Type::Void | Type::Prim(Prim::Boolean))
                        && desc.params.contains(&string)
                }
                _ => false,
            })
    }

    /// Adds what else is found; whether something was.
    fn take(&mut self, found: Option<Self>) -> bool {
        let Some(Self { texts, places, outlines }) = found else { return false };
        self.texts.extend(texts);
        self.places.extend(places);
        self.outlines.extend(outlines);
        true
    }

    fn says_something(&self) -> bool {
        !(self.places.is_empty() && self.outlines.is_empty() && self.texts.is_empty())
    }
}

struct Search<'s, 'b> {
    world: &'s World<'s>,
    class: ClassId,
    facts: &'s Facts<'b>,
    /// How many methods deep this is still looked for.
    depth: usize,
    with_outlines: bool,
    joins: usize,
    found: Allowed,
}

impl<'s, 'b> Search<'s, 'b> {
    fn new(world: &'s World<'s>, class: ClassId, facts: &'s Facts<'b>, depth: usize, with_outlines: bool) -> Self {
        Self { world, class, facts, depth, with_outlines, joins: JOINS, found: Allowed::default() }
    }

    /// Notes what is asked of a name on all ways to a place; what comes together in a variable is looked at one by one.
    fn comes_tested(&mut self, name: Var, to: To, open: &mut Vec<Var>) -> Option<()> {
        let name = self.facts.behind_casts(name);
        if open.contains(&name) {
            return None;
        }
        let passes = self.passes(name);
        if !passes.is_empty() && !reaches(self.facts, name, to, &passes) {
            return Some(());
        }
        let Def::Phi(id, nth) = self.facts.def(name) else { return None };
        let block = &self.facts.body().blocks[id];
        if block.handler.is_some() || self.joins == 0 {
            return None;
        }
        self.joins -= 1;
        open.push(name);
        let mut is_tested = false;
        for (&before, &given) in block.preds.iter().zip(&block.phis[nth as usize].args) {
            match self.facts.constant_of(given) {
                Some(&ConstValue::Str { text, lossy: false }) => self.found.texts.push(text),
                Some(ConstValue::Null) => {}
                _ => {
                    self.comes_tested(given, To::Edge(before, id), open)?;
                    is_tested = true;
                }
            }
        }
        open.pop();
        is_tested.then_some(())
    }

    /// Where it is known of a name that it is allowed.
    fn passes(&mut self, name: Var) -> Passes {
        let mut passes = Passes::default();
        for (id, block) in self.facts.body().blocks.iter_enumerated() {
            for (nth, stmt) in block.stmts.iter().enumerate() {
                if self.returns_tested(&stmt.op, name, None) {
                    passes.stmts.push((id, nth));
                }
            }
            let Terminator::If { cond, ref args, then, otherwise, .. } = block.terminator else { continue };
            let (Some(compares), true) = (cond.compares(), then != otherwise) else { continue };
            let (value, with) = match args[..] {
                [value] => (value, 0),
                [value, with] => match self.facts.constant_of(with) {
                    Some(&ConstValue::Int(with)) => (value, with),
                    _ => continue,
                },
                _ => continue,
            };
            if let Some(missed) = self.missed(value, name) {
                passes.edges.push((id, if compares(missed, with) { otherwise } else { then }));
            }
        }
        passes
    }

    /// What a variable holds if the name is not allowed by it; anything else says that it is.
    fn missed(&mut self, value: Var, name: Var) -> Option<i32> {
        let op = &self.facts.stmt(value)?.op;
        if let Some(missed) = self.asked(op, name).or_else(|| self.matched(op, name)) {
            return Some(missed);
        }
        let Op::Invoke { method, .. } = op else { return None };
        let program = self.world.program;
        let returns = program.method_desc(program.method_ref_data(*method).desc).ret;
        if !matches!(program.ty(returns), Type::Prim(Prim::Boolean)) {
            return None;
        }
        // One that answers false alone where it is not, or true alone.
        [(true, 0), (false, 1)]
            .into_iter()
            .find_map(|(answer, missed)| self.returns_tested(op, name, Some(answer)).then_some(missed))
    }

    /// Notes what a method of the JDK asks of the name.
    fn asked(&mut self, op: &Op, name: Var) -> Option<i32> {
        let Op::Invoke { method, args, .. } = op else { return None };
        let &[one, other] = &args[..] else { return None };
        let is_name = |var: Var| self.facts.behind_casts(var) == name;
        let asks = Asks::of(self.world.program, *method)?;
        match asks {
            Asks::IsSame => {
                let (with, is_asked) = match (is_name(one), is_name(other)) {
                    (true, false) => (other, true),
                    (false, true) => (one, false),
                    _ => return None,
                };
                match self.facts.constant_of(with) {
                    Some(&ConstValue::Str { text, lossy: false }) => self.found.texts.push(text),
                    // What is no text may say that it equals any.
                    None if is_asked || is_of_text(self.world.program, *method) => {
                        let is = |place: Place| (place, Relation::Equals);
                        let at = self.place(Place::Var(with)).map(is).or_else(|| self.source_of_element(with))?;
                        self.found.places.push(at);
                    }
                    _ => return None,
                }
            }
            Asks::IsIn | Asks::Index if is_name(other) => {
                let place = self.place(Place::Var(one))?;
                self.found.places.push((place, Relation::IsIn));
            }
            Asks::Outline(form) if self.with_outlines && is_name(one) => {
                let &ConstValue::Str { text, lossy: false } = self.facts.constant_of(other)? else { return None };
                self.found.outlines.push(form.template(self.world.program.str(text))?);
            }
            _ => return None,
        }
        Some(if matches!(asks, Asks::Index) { -1 } else { 0 })
    }

    /// Whether a call of the program's own returns, or gives this answer, only if the name that it is given is allowed; notes what
    /// is asked there.
    fn returns_tested(&mut self, op: &'b Op, name: Var, answer: Option<bool>) -> bool {
        let program = self.world.program;
        let call = OwnCall::of(program, self.class, self.facts, op, name);
        let found = call.and_then(|call| self.seen_here(&*self.asked_by(&call, answer)?, call.args, None));
        self.found.take(found)
    }

    /// Notes what the elements of a stream are asked of which one is to fit, or none; what holds if none does.
    fn matched(&mut self, op: &'b Op, name: Var) -> Option<i32> {
        let Op::Invoke { method, args, .. } = op else { return None };
        let (&[stream, function], program) = (&args[..], self.world.program) else { return None };
        let missed = asks::of_stream(program, *method)?;
        let source = self.source_of_stream(stream)?;
        let Op::InvokeDynamic { bootstrap, args: held, .. } = &self.facts.stmt(function)?.op else { return None };
        let made = made_function(program, program.class(self.class).bootstraps.get(usize::from(*bootstrap))?)?;
        let param = held.iter().position(|&var| self.facts.behind_casts(var) == name)?;
        let member = made.implementation.member;
        let class = program.find_class(program.str(member.owner)).filter(|_| made.is_plain)?;
        let (method, descriptor) = (program.str(member.name), program.str(member.descriptor));
        if program.class_name(class) == "java/lang/String" && method == "equals" && held.len() == 1 {
            self.found.places.push(source);
            return Some(missed);
        }
        let callee = program.find_method(class, method, descriptor)?;
        let call = OwnCall { callee, param: Var::new(param), args: held };
        let found = self.asked_by(&call, Some(true))?;
        let found = self.seen_here(&found, held, Some(source));
        self.found.take(found).then_some(missed)
    }

    /// What a method sees, seen from here by what it is given; what is given behind these arguments, one of a source at a time.
    fn seen_here(&self, found: &Allowed, args: &[Var], source: Option<(Place, Relation)>) -> Option<Allowed> {
        let given = |param: Var| args.get(param.index()).copied();
        let outside = |&(place, relation): &(Place, Relation)| match (place, source) {
            (Place::Var(param), Some(source)) if param.index() >= args.len() => {
                (relation == Relation::Equals).then_some(source)
            }
            (Place::Var(param), _) => Some((self.place(Place::Var(given(param)?))?, relation)),
            (Place::Field(param, field), _) => Some((self.place(Place::Field(given(param)?, field))?, relation)),
            (Place::Static(_), _) => Some((place, relation)),
        };
        Some(Allowed {
            texts: found.texts.clone(),
            places: found.places.iter().map(outside).collect::<Option<_>>()?,
            outlines: found.outlines.clone(),
        })
    }

    /// The collection or array of which a variable holds an element.
    fn source_of_element(&self, element: Var) -> Option<(Place, Relation)> {
        match self.facts.stmt(self.facts.behind_casts(element))?.op {
            Op::ArrayLoad { array, .. } => Some((self.place(Place::Var(array))?, Relation::IsElement)),
            Op::Invoke { method, ref args, .. } => {
                let (&[iterator], true) = (&args[..], asks::is_next(self.world.program, method)) else { return None };
                let Op::Invoke { method, args, .. } = &self.facts.stmt(iterator)?.op else { return None };
                let (&[of], true) = (&args[..], asks::is_iterator(self.world.program, *method)) else { return None };
                Some((self.place(Place::Var(of))?, Relation::IsIn))
            }
            _ => None,
        }
    }

    /// The same of a stream.
    fn source_of_stream(&self, stream: Var) -> Option<(Place, Relation)> {
        let Op::Invoke { method, args, .. } = &self.facts.stmt(stream)?.op else { return None };
        let &[of] = &args[..] else { return None };
        Some((self.place(Place::Var(of))?, asks::of_source(self.world.program, *method)?))
    }

    /// What a method asks of its parameter where it returns, or gives this answer, in its own terms.
    fn asked_by(&self, call: &OwnCall<'_>, answer: Option<bool>) -> Option<Rc<Allowed>> {
        let depth = self.depth.checked_sub(1)?;
        let World { program, is_looked_at, helpers } = *self.world;
        let class = program.method(call.callee).class;
        if !is_looked_at(class) || helpers.silent.borrow().contains(&call.callee) {
            return None;
        }
        let question = (call.callee, call.param, answer, self.with_outlines, depth);
        let known = helpers.known.borrow().get(&question).cloned();
        known.unwrap_or_else(|| {
            let found = self.find_asked_by(call, class, answer, depth).map(Rc::new);
            helpers.known.borrow_mut().insert(question, found.clone());
            found
        })
    }

    fn find_asked_by(&self, call: &OwnCall<'_>, class: ClassId, answer: Option<bool>, depth: usize) -> Option<Allowed> {
        let World { program, helpers, .. } = *self.world;
        let body = call.body(program)?;
        if !Allowed::is_asked_for(program, &body) {
            helpers.silent.borrow_mut().insert(call.callee);
            return None;
        }
        let facts = Facts::of(&body);
        let mut inner = Search::new(self.world, class, &facts, depth, self.with_outlines);
        inner.returns(call.param, answer)?;
        Some(inner.found)
    }

    /// The same of the body of that call.
    fn returns(&mut self, param: Var, answer: Option<bool>) -> Option<()> {
        let passes = self.passes(param);
        let body = self.facts.body();
        let (mut ends, mut is_tested) = (Vec::new(), !passes.is_empty());
        for (id, block) in body.blocks.iter_enumerated() {
            let Terminator::Return { value, .. } = block.terminator else { continue };
            let end = To::Stmt(id, block.stmts.len());
            let (Some(answer), Some(value)) = (answer, value) else {
                ends.push(end);
                continue;
            };
            let ways: Vec<(Var, To)> = match self.facts.def(value) {
                Def::Phi(of, nth) if of == id && block.handler.is_none() => {
                    let from = block.preds.iter().map(|&before| To::Edge(before, id));
                    block.phis[nth as usize].args.iter().copied().zip(from).collect()
                }
                _ => vec![(value, end)],
            };
            for (value, end) in ways {
                match self.facts.constant_of(value) {
                    Some(&ConstValue::Int(is)) if (is != 0) != answer => {}
                    None if self.missed(value, param) == Some(i32::from(!answer)) => is_tested = true,
                    _ => ends.push(end),
                }
            }
        }
        let is_untested = !is_tested || ends.into_iter().any(|end| reaches(self.facts, param, end, &passes));
        (!is_untested).then_some(())
    }

    /// A place as it is seen in the code of the call that is asked about: there all variables are, elsewhere those that are given.
    fn place(&self, place: Place) -> Option<Place> {
        let is_given = |var: Var| self.facts.def(var) == Def::Param;
        let (program, is_call) = (self.world.program, self.depth == DEPTH);
        match place {
            Place::Var(var) => {
                let var = self.facts.behind_casts(var);
                match self.facts.stmt(var).map(|stmt| &stmt.op) {
                    _ if is_call || is_given(var) => Some(Place::Var(var)),
                    Some(&Op::GetStatic { field, .. }) => {
                        let field = program.resolve_field(field)?;
                        (self.world.is_looked_at)(program.field(field).class).then_some(Place::Static(field))
                    }
                    Some(&Op::GetField { base, field, .. }) => {
                        let field = program.resolve_field(field)?;
                        let is_known = (self.world.is_looked_at)(program.field(field).class) && is_given(base);
                        is_known.then_some(Place::Field(base, field))
                    }
                    _ => None,
                }
            }
            Place::Field(base, _) => (is_call || is_given(base)).then_some(place),
            Place::Static(_) => Some(place),
        }
    }
}
