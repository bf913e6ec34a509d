//! Texts that never come to a call: a branch on every way to it asks something of the text which it answers otherwise. Must not
//! know findings.

use crate::ir::facts::{Def, Facts, statement_at};
use crate::ir::{BlockId, Body, ConstValue, Op, Terminator, Var};
use crate::program::Program;
use crate::reflection::{RSite, Role, SiteKey};
use crate::strings::Value;
use crate::strings::operations::{self, Gives, Position};

use super::view::View;

impl<'v, 'a> View<'v, 'a> {
    /// What branches ask of the name that comes to a look-up: `name.equals("int") ? int.class : Class.forName(name)`. `None` if
    /// no instruction of the method makes the call.
    pub(super) fn name_tests(&self, key: SiteKey, site: &RSite) -> Option<NameTests<'v, 'a>> {
        let &var = site.vars.get(View::api(key).position(Role::Name)?)?;
        let is_own = site.written && self.state.instance(site.inst).method == site.method;
        let body = self.body_of(site).filter(|_| is_own)?;
        let (call, _) = statement_at(body, site.offset)?;
        let facts = Facts::of(body);
        Some(NameTests { program: self.program, var: facts.behind_casts(var), facts, call })
    }
}

/// What the branches of a method ask of one of its variables. In SSA form it is the same wherever it is asked.
pub(super) struct NameTests<'b, 'a> {
    program: &'a Program,
    facts: Facts<'b>,
    var: Var,
    call: BlockId,
}

impl NameTests<'_, '_> {
    /// Whether a text in the variable never comes to the call, whatever else does.
    pub(super) fn keep_away(&self, text: &str) -> bool {
        let asked = Asked { program: self.program, facts: &self.facts, var: self.var, text };
        !asked.reaches(self.call)
    }
}

/// What they ask of one text.
struct Asked<'f, 'b, 'a> {
    program: &'a Program,
    facts: &'f Facts<'b>,
    var: Var,
    text: &'f str,
}

impl Asked<'_, '_, '_> {
    /// Whether control may come with the text from where the variable is defined to a block.
    fn reaches(&self, to: BlockId) -> bool {
        let body: &Body = self.facts.body();
        let from = match self.facts.def(self.var) {
            Def::Stmt(block, _) | Def::Phi(block, _) | Def::Caught(block) => block,
            Def::Param => match body.blocks.iter_enumerated().next() {
                Some((entry, _)) => entry,
                None => return true,
            },
        };
        let mut seen = vec![false; body.blocks.len()];
        let mut todo = vec![from];
        while let Some(block) = todo.pop() {
            if block == to {
                return true;
            }
            if std::mem::replace(&mut seen[block.index()], true) {
                continue;
            }
            let data = &body.blocks[block];
            todo.extend(&data.covered_by);
            match self.way(&data.terminator) {
                Some(only) => todo.push(only),
                None => data.terminator.for_each_target(|target| todo.push(target)),
            }
        }
        false
    }

    /// Where a branch leads, if what it asks of the text decides.
    fn way(&self, branch: &Terminator) -> Option<BlockId> {
        let Terminator::If { cond, args, then, otherwise, .. } = branch else { return None };
        let holds = match args.as_slice() {
            [number] => cond.compares()?(self.number(*number)?, 0),
            [one, other] => cond.compares()?(self.number(*one)?, self.number(*other)?),
            _ => return None,
        };
        Some(if holds { *then } else { *otherwise })
    }

    /// A number that the text alone decides.
    fn number(&self, var: Var) -> Option<i32> {
        match self.value(var)? {
            Value::Number(number) => i32::try_from(number).ok(),
            _ => None,
        }
    }

    fn value(&self, var: Var) -> Option<Value> {
        let var = self.facts.behind_casts(var);
        if var == self.var {
            return Some(Value::from(self.text));
        }
        match &self.facts.stmt(var)?.op {
            Op::Const { value: ConstValue::Int(number), .. } => Some(Value::Number((*number).into())),
            Op::Const { value: ConstValue::Str { text, lossy: false }, .. } => {
                Some(Value::from(self.program.str(*text)))
            }
            Op::Invoke { method, args, .. } => {
                let (effect, _) = operations::of_call(self.program, *method)?;
                let Gives::Value(function) = effect.gives else { return None };
                let receiver = usize::from(effect.operands.contains(&Position::Receiver));
                let operand = |position: &Position| match *position {
                    Position::Receiver => self.value(*args.first()?),
                    Position::Argument(number) | Position::Itself(number) => self.value(*args.get(number + receiver)?),
                    Position::Text(text) => Some(Value::from(text)),
                    Position::Every | Position::Locale => None,
                };
                let operands: Option<Vec<Value>> = effect.operands.iter().map(operand).collect();
                function(&operands?).ok()
            }
            _ => None,
        }
    }
}
