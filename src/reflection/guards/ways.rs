//! The ways back from a call to where the member or class it is given comes from, over the branches of its method and the
//! checks that it calls. A condition holds for the value of a variable, which is one value in SSA form, and what is asked of a
//! member or class never changes. Must not know objects, nor what is asked.

use crate::base::FxIndexMap;
use crate::classfile::{Cond, Relation};
use crate::ir::dominance::only_throws;
use crate::ir::facts::{Def, Facts, only_block_at};
use crate::ir::{BlockId, Body, ConstValue, Op, Terminator, Var};
use crate::program::{ClassId, MethodId, Program};

use super::super::code::conditions::{AskedAt, Conditions, Place, PlaceId, TestId};
use super::super::code::member_tests::Test;
use super::super::code::own_calls::OwnCall;
use super::questions::{Branch, Reader};

/// Most places on the ways to one call; nothing is said where there are more.
const PLACES: usize = 1024;
/// Most methods that are looked into for one call.
const HELPERS: usize = 8;

/// Of the use at an offset of a body in a class; `None` if they say nothing.
pub(in crate::reflection) fn conditions_at(
    program: &Program,
    (class, body): (ClassId, &Body),
    offset: u32,
    given: Var,
) -> Option<Conditions> {
    let at = only_block_at(body, offset).filter(|_| body.damaged_at.is_empty())?;
    let facts = Facts::of(body);
    let reader = Reader { program, class, facts: &facts, of_objects: false };
    // The class of an object is what it was wherever it was asked for, and of what the object was tested for.
    let object = reader.object(given);
    let mut walk = Walk::new(Reader { of_objects: object.is_some(), ..reader }, HELPERS);
    walk.place(at, object.unwrap_or(given), None);
    // What follows the use in its block says nothing.
    walk.until = body.blocks[at].stmts.iter().position(|stmt| stmt.offset == offset);
    let mut found = walk.finish()?;
    if object.is_some() {
        // The class comes from one place, whatever the object comes from.
        found.places.iter_mut().filter_map(|place| place.source.as_mut()).for_each(|source| *source = given);
    }
    Some(found)
}

/// What holds of a parameter where a method returns; of one that gives true or false, where it gives this.
fn conditions_of_return(
    program: &Program,
    method: MethodId,
    body: &Body,
    (param, of_objects): (Var, bool),
    answer: Option<bool>,
) -> Option<Conditions> {
    let facts = Facts::of(body);
    let mut walk = Walk::new(Reader { program, class: program.method(method).class, facts: &facts, of_objects }, 0);
    // Behind all returns.
    walk.place(BlockId::new(body.blocks.len()), param, None);
    for (id, block) in body.blocks.iter_enumerated() {
        if let Terminator::Return { value, .. } = block.terminator {
            let at = walk.place(id, param, value.zip(answer));
            walk.found.places[PlaceId::CALL].before.push((at, None));
        }
    }
    walk.finish()
}

/// A variable that holds true or false, and which.
type Answer = (Var, bool);

struct Walk<'r, 'b> {
    reader: Reader<'r, 'b>,
    /// What the branch at the end of each block tests.
    branches: Vec<Option<Branch>>,
    /// In the block of the first place: the statement before which it is.
    until: Option<usize>,
    found: Conditions,
    known: FxIndexMap<(BlockId, Var, Option<Answer>), ()>,
    /// How many more methods are looked into.
    helpers: usize,
}

impl<'r, 'b> Walk<'r, 'b> {
    fn new(reader: Reader<'r, 'b>, helpers: usize) -> Self {
        let mut walk = Self {
            branches: Vec::new(),
            until: None,
            found: Conditions::default(),
            known: FxIndexMap::default(),
            helpers,
            reader,
        };
        let blocks = &walk.body().blocks;
        walk.branches = blocks.iter().map(|block| Branch::of(&walk.reader, &block.terminator)).collect();
        walk
    }

    fn body(&self) -> &'b Body {
        self.reader.facts.body()
    }

    /// Goes all the ways back from the places so far.
    fn finish(mut self) -> Option<Conditions> {
        let mut next = 0;
        while next < self.known.len() {
            if self.known.len() > PLACES {
                return None;
            }
            self.go_back(PlaceId::new(next));
            next += 1;
        }
        (!self.found.tests.is_empty()).then_some(self.found)
    }

    fn place(&mut self, block: BlockId, var: Var, answer: Option<Answer>) -> PlaceId {
        let (index, _) = self.known.insert_full((block, self.reader.facts.behind_casts(var), answer), ());
        if index == self.found.places.len() {
            self.found.places.push(Place::default());
        }
        PlaceId::new(index)
    }

    /// Adds what is before a place.
    fn go_back(&mut self, at: PlaceId) {
        let Some((&(id, var, answer), ())) = self.known.get_index(at.index()) else { return };
        let body = self.body();
        let Some(block) = body.blocks.get(id) else { return };
        let Some(answer) = self.answered(at, var, answer) else { return };
        let facts = self.reader.facts;
        let def = facts.def(var);
        self.checked(at, id, var, def);
        let args = match def {
            Def::Phi(of, nth) if of == id && block.handler.is_none() => Some(&block.phis[nth as usize].args),
            Def::Phi(of, _) | Def::Stmt(of, _) | Def::Caught(of) if of == id => {
                let is_null = matches!(facts.constant_of(var), Some(ConstValue::Null));
                self.found.places[at].source = Some(var).filter(|_| !is_null);
                return;
            }
            _ => None,
        };
        // A parameter has its value before the first block; a handler is entered from within blocks, whatever ends them.
        if block.preds.is_empty() || block.handler.is_some() {
            self.found.places[at].source = Some(var);
            return;
        }
        let answers = answer.and_then(|(of, _)| match facts.def(of) {
            Def::Phi(in_block, nth) if in_block == id => Some(&block.phis[nth as usize].args),
            _ => None,
        });
        for (nth, &pred) in block.preds.iter().enumerate() {
            let from = args.and_then(|args| args.get(nth)).copied().unwrap_or(var);
            let answer =
                answer.map(|(of, holds)| (answers.and_then(|args| args.get(nth)).copied().unwrap_or(of), holds));
            let (test, decides) = self.outcome_to(pred, id, from);
            let before = self.place(pred, from, answer.or(decides));
            self.found.places[at].before.push((before, test));
        }
    }

    /// What has to be so of a variable that holds true or false where a place is: a test, or what is left to find out before it.
    /// `None` if it holds the other.
    fn answered(&mut self, at: PlaceId, var: Var, answer: Option<Answer>) -> Option<Option<Answer>> {
        let Some((of, holds)) = answer else { return Some(None) };
        let facts = self.reader.facts;
        if let Some(constant) = facts.constant_of(of) {
            return match *constant {
                ConstValue::Int(value) => ((value != 0) == holds).then_some(None),
                _ => Some(None),
            };
        }
        if matches!(facts.def(of), Def::Phi(..)) {
            return Some(answer);
        }
        let asks = self.reader.question(of).unwrap_or_default();
        if let Some((_, test)) = asks.into_iter().find(|(asked, _)| *asked == var) {
            let test = self.test(test);
            self.found.may_go_on = true;
            self.found.places[at].needs.push((test, holds));
        }
        Some(None)
    }

    fn test(&mut self, test: Test) -> TestId {
        let tests = &mut self.found.tests;
        let known = tests.iter_enumerated().find(|(_, known)| **known == test).map(|(at, _)| at);
        known.unwrap_or_else(|| tests.push(test))
    }

    /// The outcome of a test of the variable that leads from a block to another; or the variable that decides, where it holds
    /// true or false as blocks before say.
    fn outcome_to(&mut self, from: BlockId, to: BlockId, var: Var) -> (Option<(TestId, bool)>, Option<Answer>) {
        let Terminator::If { cond, ref args, then, otherwise, .. } = self.body().blocks[from].terminator else {
            return (None, None);
        };
        if then == otherwise {
            return (None, None);
        }
        let var = self.reader.facts.behind_casts(var);
        let is_taken = to == then;
        if let Some(Branch { asks, holds }) = &self.branches[from.index()] {
            let Some((_, test)) = asks.iter().find(|(of, _)| *of == var) else { return (None, None) };
            let (test, outcome) = (test.clone(), *holds == is_taken);
            let other = if is_taken { otherwise } else { then };
            self.found.may_go_on |= !only_throws(self.body(), other);
            let test = self.test(test);
            self.found.asked.push(AskedAt { block: from, var, test, refused: if outcome { other } else { to } });
            return (Some((test, outcome)), None);
        }
        let (&[value], true) = (&args[..], matches!(cond, Cond::Int(Relation::Eq | Relation::Ne))) else {
            return (None, None);
        };
        let outcome = (cond == Cond::Int(Relation::Ne)) == is_taken;
        if matches!(self.reader.facts.def(value), Def::Phi(..)) {
            return (None, Some((value, outcome)));
        }
        let Some(call) = self.reader.facts.stmt(value) else { return (None, None) };
        let Some((callee, body, param)) = self.helper(&call.op, var) else { return (None, None) };
        let when = |answer| conditions_of_return(self.reader.program, callee, &body, param, Some(answer));
        match (when(true), when(false)) {
            (None, None) => (None, None),
            (yes, no) => {
                self.found.may_go_on = true;
                (Some((self.test(Test::Answers { yes, no }), outcome)), None)
            }
        }
    }

    /// Checks of the variable that have returned where a place is: calls in its block that have run since the variable has its
    /// value.
    fn checked(&mut self, at: PlaceId, id: BlockId, var: Var, def: Def) {
        let stmts = &self.body().blocks[id].stmts;
        let first = match def {
            Def::Stmt(of, nth) if of == id => nth as usize + 1,
            _ => 0,
        };
        let until = if at == PlaceId::CALL { self.until.unwrap_or(stmts.len()) } else { stmts.len() };
        for stmt in stmts.get(first..until).unwrap_or_default() {
            let Some((callee, body, param)) = self.helper(&stmt.op, var) else { continue };
            if let Some(conditions) = conditions_of_return(self.reader.program, callee, &body, param, None) {
                let test = self.test(Test::Passes(conditions));
                self.found.may_go_on = true;
                self.found.places[at].needs.push((test, true));
            }
        }
    }

    /// The method that a call of the program's own runs, and the parameter that gets the variable; where that is an object, or the
    /// parameter that gets its class.
    fn helper(&mut self, op: &'b Op, var: Var) -> Option<(MethodId, Body, (Var, bool))> {
        let Op::Invoke { args, .. } = op else { return None };
        if self.helpers == 0 {
            return None;
        }
        let Reader { program, class, facts, of_objects } = self.reader;
        let of_class = args.iter().copied().find(|&arg| of_objects && self.reader.object(arg) == Some(var));
        let call = OwnCall::of(program, class, facts, op, of_class.map_or(var, |arg| facts.behind_casts(arg)))?;
        self.helpers -= 1;
        Some((call.callee, call.body(program)?, (call.param, of_objects && of_class.is_none())))
    }
}
