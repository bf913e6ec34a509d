//! Operations that are evaluated: expressions over what operands hold, which are places of the solver. Must not know how an
//! expression came about.

use crate::heap::{ObjId, ObjKind, SiteId};
use crate::pointsto::{Cx, NodeId, Ptr};
use crate::strings::named::{Named, Names, of_outline};
use crate::strings::operations::Parts;
use crate::strings::{
    Condition, Ended, Evaluated, Evaluation, Expression, Listed, Template, TextEnds, Value, objects, values,
};

/// What an operand may be.
#[derive(Debug, Clone)]
pub(super) enum Operand {
    /// One of these.
    OneOf(Vec<Value>),
    /// What is there.
    At(Ptr),
}

/// What is made of operands.
#[derive(Debug, Clone)]
pub(super) enum Makes {
    Text(Expression),
    Parts(Parts, Vec<Expression>),
}

/// An operation at a place.
pub(super) struct Evaluable {
    makes: Makes,
    operands: Vec<Operand>,
    /// What the operands are known for where the operation is.
    conditions: Vec<Condition>,
    /// The text whose origin is the place.
    unknown: ObjId,
    /// Whether that names few classes, once it was asked.
    is_bounded: Option<bool>,
    evaluation: Evaluation,
    /// Size of the operands at the last evaluation; sets only grow.
    size: Option<usize>,
}

impl From<NodeId> for Operand {
    fn from(node: NodeId) -> Self {
        Operand::At(Ptr::Node(node))
    }
}

impl Operand {
    fn size(&self, cx: &Cx<'_, '_>) -> usize {
        match self {
            Operand::At(ptr) => cx.resolve(*ptr).map_or(0, |node| cx.pts(node).len()),
            Operand::OneOf(_) => 0,
        }
    }

    /// What it holds now; what a specification lists in place of the unknown it is listed for.
    fn values(&self, cx: &Cx<'_, '_>, listed: &Listed) -> Vec<Value> {
        let node = match self {
            Operand::OneOf(values) => return values.clone(),
            Operand::At(ptr) => cx.resolve(*ptr),
        };
        let of_node = |node| {
            let objects = cx.pts(node).iter().map(|obj| (ObjId(obj), cx.heap.kind(ObjId(obj)))).collect();
            listed.expand(cx.heap, objects)
        };
        let objects = node.map(of_node).unwrap_or_default();
        objects.into_iter().map(|(_, kind)| objects::value(cx.program, kind)).collect()
    }
}

impl Makes {
    /// What all that is made has in common, if something.
    pub(super) fn outline(&self) -> Option<Template> {
        match self {
            Makes::Text(expression) => Some(expression.outline()),
            Makes::Parts(..) => None,
        }
    }

    fn of(&self, operands: &[Value]) -> Result<Vec<Value>, Ended> {
        match self {
            Makes::Text(expression) => expression.value(operands).map(|value| vec![value]),
            Makes::Parts(parts, arguments) => parts(&values(arguments, operands)?),
        }
    }
}

impl Evaluable {
    pub(super) fn new(makes: Makes, operands: Vec<Operand>, conditions: Vec<Condition>, unknown: ObjId) -> Self {
        Self { makes, operands, conditions, unknown, is_bounded: None, evaluation: Evaluation::default(), size: None }
    }

    /// Evaluates it if its operands have grown, and takes note of what became of it.
    pub(super) fn run(
        &mut self,
        cx: &mut Cx<'_, '_>,
        listed: &Listed,
        names: &Names,
        ends: &mut TextEnds,
        (at, dst): (SiteId, Ptr),
    ) {
        let size = self.operands.iter().map(|operand| operand.size(cx)).sum();
        if self.size.replace(size) == Some(size) {
            return;
        }
        let operands = self.operands.iter().map(|operand| operand.values(cx, listed));
        let made = |operands: &[Value]| match self.conditions.iter().all(|condition| condition.admits(operands)) {
            true => self.makes.of(operands),
            false => Ok(Vec::new()),
        };
        let Evaluated { values, unknown, too_many, met } = self.evaluation.run(made, operands);
        // What all that is made has in common holds of what was given up, too.
        if unknown || too_many.is_some() {
            cx.add(dst, self.unknown);
        }
        if met {
            ends.note(at, unknown || too_many.is_some() || !values.is_empty());
        }
        // An outline bounds what was given up as it bounds what is made of unknown texts.
        let mut is_bounded = || {
            *self.is_bounded.get_or_insert_with(|| match cx.heap.kind(self.unknown) {
                ObjKind::Template { outline, .. } => of_outline(cx.program, outline) != Named::Any,
                _ => false,
            })
        };
        if let Some(why) = too_many.filter(|_| !is_bounded()) {
            ends.given_up.entry(at).or_insert(why);
        }
        for value in values {
            cx.add(dst, objects::object(cx.program, cx.heap, names, &value, self.unknown));
        }
    }
}
