//! Matchers that a body makes and keeps to itself: which pattern they have, which text, and how they look for the one in the other.
//! Must not know what the groups hold.

use crate::ir::facts::Facts;
use crate::ir::history::{Place, changes_before};
use crate::ir::{ConstValue, Op, Var, finals};
use crate::program::MethodRef;
use crate::strings::operations::{self as functions, Gives, REPLACES, SOUGHT};
use crate::strings::{Expression, Value};

use super::{Leaf, Reader};

impl Reader<'_, '_, '_> {
    /// The pattern and the text of the matcher in a variable, and the one method that looks for it, wherever in the body. Where two do,
    /// one goes on behind what the other found; but what replaces begins anew (JDK: `Matcher.replaceAll`, `replaceFirst`).
    pub(super) fn matched(&mut self, matcher: Var, at: Place) -> Option<Vec<Expression>> {
        let origin = self.origin(matcher)?;
        let (place, Op::Invoke { args, .. }) = self.defined(origin)? else { return None };
        let &[pattern, text] = args.as_slice() else { return None };
        let mut sought = Vec::new();
        changes_before(&self.facts, self.dominators(), origin, at, |op, alias| {
            sought.extend(self.sought(op));
            self.act(op, alias)
        })?;
        sought.sort_unstable();
        sought.dedup();
        let sought = match (self.sought(self.op(at)), sought.as_slice()) {
            (Some(replaces), _) if REPLACES.contains(&replaces) => replaces,
            (_, &[sought]) => sought,
            _ => return None,
        };
        // Only of a string the text stays what it is.
        let text = self.facts.behind_casts(text);
        if self.origin(text).is_some() {
            return None;
        }
        Some(vec![self.pattern(pattern)?, self.text(text, Leaf::Node, place), Expression::Fixed(Value::from(sought))])
    }

    /// How a call looks for the pattern, if it does. What replaces moves the matcher, too.
    fn sought(&self, op: &Op) -> Option<&'static str> {
        let Op::Invoke { method, .. } = op else { return None };
        let name = self.program().str(self.program().method_ref_data(*method).name);
        SOUGHT.into_iter().chain(REPLACES).find(|&sought| sought == name)
    }

    /// The text of a pattern that the body compiles, or that is compiled once for a static field.
    pub(super) fn pattern(&mut self, var: Var) -> Option<Expression> {
        let program = self.program();
        match self.defined(self.facts.behind_casts(var))? {
            (place, Op::Invoke { method, args, .. }) if self.compiles(*method) => {
                Some(self.text(*args.first()?, Leaf::Node, place))
            }
            (_, Op::GetStatic { field, .. }) => {
                let (body, value) = finals::set_once(program, *field)?;
                let facts = Facts::of(&body);
                match &facts.stmt(facts.behind_casts(value))?.op {
                    Op::Invoke { method, args, .. } if self.compiles(*method) => {
                        match facts.constant_of(*args.first()?)? {
                            ConstValue::Str { text, lossy: false } => {
                                Some(Expression::Fixed(Value::from(program.str(*text))))
                            }
                            _ => None,
                        }
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn compiles(&self, method: MethodRef) -> bool {
        let program = self.program();
        let is_compile = program.str(program.method_ref_data(method).name) == "compile";
        is_compile && functions::of_call(program, method).is_some_and(|(effect, _)| matches!(effect.gives, Gives::New))
    }
}
