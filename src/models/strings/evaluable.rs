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
    /// Whether it names something where it prints null, once it was asked.
    prints_null: Option<bool>,
    printed: Evaluation,
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
        let (evaluation, printed) = (Evaluation::default(), Evaluation::default());
        Self {
            makes,
            operands,
            conditions,
            unknown,
            is_bounded: None,
            evaluation,
            prints_null: None,
            printed,
            size: None,
        }
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
        let operands: Vec<Vec<Value>> = self.operands.iter().map(|operand| operand.values(cx, listed)).collect();
        let printed = self.with_null(cx, names, &operands);
        let made = |operands: &[Value]| match self.conditions.iter().all(|condition| condition.admits(operands)) {
            true => self.makes.of(operands),
            false => Ok(Vec::new()),
        };
        let Evaluated { values, unknown, too_many, met } = self.evaluation.run(made, operands);
        // What all that is made has in common holds of what was given up, too.
        if unknown || too_many.is_some() {
            cx.add(dst, self.unknown);
        }
        if met || !printed.is_empty() {
            ends.note(at, unknown || too_many.is_some() || !values.is_empty() || !printed.is_empty());
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
        for value in values.into_iter().chain(printed) {
            cx.add(dst, objects::object(cx.program, cx.heap, names, &value, self.unknown));
        }
    }

    /// New texts in which null is printed that name something: no object stands for a field that nobody set or a key that a map has
    /// not, so that whatever is known of an operand it may also be null.
    fn with_null(&mut self, cx: &Cx<'_, '_>, names: &Names, operands: &[Vec<Value>]) -> Vec<Value> {
        let known = names.with_null(cx.program);
        let may_name = || {
            let outline = self.makes.outline().filter(|_| !known.is_empty());
            outline.is_some_and(|outline| known.iter().any(|name| outline.fits(name)))
        };
        if !*self.prints_null.get_or_insert_with(may_name) {
            return Vec::new();
        }
        let or_null = |(operand, values): (&Operand, &Vec<Value>)| {
            let null = matches!(operand, Operand::At(_)).then_some(Value::Null);
            values.iter().cloned().chain(null).collect::<Vec<Value>>()
        };
        let or_null: Vec<Vec<Value>> = self.operands.iter().zip(operands).map(or_null).collect();
        let made = |operands: &[Value]| match operands.contains(&Value::Null)
            && self.conditions.iter().all(|condition| condition.admits(operands))
        {
            true => {
                let mut made = self.makes.of(operands)?;
                made.retain(|value| value.text().is_some_and(|text| known.contains(text)));
                Ok(made)
            }
            false => Ok(Vec::new()),
        };
        let all = self.printed.run(made, or_null.clone());
        if all.too_many.is_none() {
            return all.values;
        }
        // With all combinations too many, null in one place at a time, and in all.
        let only = |at: Option<usize>| {
            let in_place = |(index, (values, or_null)): (usize, (&Vec<Value>, &Vec<Value>))| match or_null.last() {
                Some(Value::Null) if at.is_none_or(|at| at == index) => vec![Value::Null],
                _ => values.clone(),
            };
            operands.iter().zip(&or_null).enumerate().map(in_place).collect::<Vec<_>>()
        };
        let places = (0..operands.len()).map(Some).chain([None]).map(only);
        places.flat_map(|operands| self.printed.run(made, operands).values).collect()
    }
}
