//! Operations that are evaluated: expressions over what operands hold, which are places of the solver. Must not know how an
//! expression came about.

use crate::base::{FxHashSet, Sym};
use crate::heap::{ObjId, ObjKind, SiteId};
use crate::pointsto::{Cx, Filter, NodeId, Ptr};
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

/// Most combinations of what is known of operands by which what is made of an unknown one is told apart; beyond them nothing of the
/// others is known.
const OUTLINES: usize = 4;

/// How what is unknown of operands comes to what is made of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Passing {
    /// By edges that were there from the start.
    AtOnce,
    /// With what is known of the other operands, on fixpoints.
    OnFixpoints,
    /// As before, and nothing is known yet of some operand, so that something is held back.
    Waits,
    /// Whatever the other operands are.
    Whatever,
}

/// An operation at a place.
pub(super) struct Evaluable {
    makes: Makes,
    operands: Vec<Operand>,
    /// What the operands are known for where the operation is.
    conditions: Vec<Condition>,
    /// Whether nothing else gives what the operation gives: on another way it may give something although nothing comes of this one.
    is_only: bool,
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
    passing: Passing,
    /// The operands that pass with an outline.
    passed: FxHashSet<(usize, Option<Sym>)>,
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
        self.outline_of(&[])
    }

    /// What is made of these operands has in common, where some of them are not known.
    fn outline_of(&self, operands: &[Value]) -> Option<Template> {
        match self {
            Makes::Text(expression) => Some(expression.outline_of(operands)),
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
    pub(super) fn new(
        makes: Makes,
        operands: Vec<Operand>,
        conditions: Vec<Condition>,
        unknown: ObjId,
        is_only: bool,
    ) -> Self {
        let (evaluation, printed) = (Evaluation::default(), Evaluation::default());
        Self {
            makes,
            operands,
            conditions,
            is_only,
            unknown,
            is_bounded: None,
            evaluation,
            prints_null: None,
            printed,
            size: None,
            passing: Passing::AtOnce,
            passed: FxHashSet::default(),
        }
    }

    /// What is unknown of its operands comes to it by what is known of the others.
    pub(super) fn passing_on_fixpoints(mut self) -> Self {
        self.passing = Passing::OnFixpoints;
        self
    }

    /// Unknown operands go where the operation gives its result, with the outline that what is known of the others makes. Whether
    /// something new passes.
    fn pass_on(&mut self, cx: &mut Cx<'_, '_>, names: &Names, operands: &[Vec<Value>], dst: Ptr) -> bool {
        if !matches!(self.passing, Passing::OnFixpoints | Passing::Waits) {
            return false;
        }
        self.passing = Passing::OnFixpoints;
        let is_unknown = |values: &[Value]| values.iter().any(|value| matches!(value, Value::Unknown(Some(_))));
        // Of each operand, what is known of it, and a hole for what is not.
        let known: Vec<Vec<Value>> = operands.iter().map(|values| known_of(values)).collect();
        let mut is_new = false;
        for (index, _) in operands.iter().enumerate().filter(|(_, values)| is_unknown(values)) {
            let others =
                || known.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, values)| values.len());
            if others().any(|count| count == 0) {
                self.passing = Passing::Waits;
                continue;
            }
            if others().fold(1_usize, usize::saturating_mul) > OUTLINES {
                self.passing = Passing::Whatever;
                break;
            }
            let hole = [Value::Unknown(None)];
            let choices =
                known.iter().enumerate().map(|(other, values)| if other == index { &hole[..] } else { values });
            for combination in combinations(choices) {
                is_new |= self.pass(cx, names, (index, &combination), dst);
            }
        }
        if self.passing == Passing::Whatever {
            is_new |= self.pass_whatever(cx, names, dst);
        }
        is_new
    }

    /// Nothing more came to an operand of which nothing is known: what waited for it passes. Whether something did.
    pub(super) fn wait_no_more(&mut self, cx: &mut Cx<'_, '_>, names: &Names, dst: Ptr) -> bool {
        let waits = self.passing == Passing::Waits;
        waits && self.pass_whatever(cx, names, dst)
    }

    fn pass_whatever(&mut self, cx: &mut Cx<'_, '_>, names: &Names, dst: Ptr) -> bool {
        self.passing = Passing::Whatever;
        let passed = (0..self.operands.len()).map(|index| self.pass(cx, names, (index, &[]), dst));
        passed.fold(false, |is_new, passed| is_new | passed)
    }

    fn pass(&mut self, cx: &mut Cx<'_, '_>, names: &Names, (index, with): (usize, &[Value]), dst: Ptr) -> bool {
        let Operand::At(from) = self.operands[index] else { return false };
        let outline = self.makes.outline_of(with).and_then(|template| names.outline(cx.program, &template));
        let is_new = self.passed.insert((index, outline));
        if is_new {
            cx.filtered(from, dst, outline.map_or(Filter::UnknownStrings, Filter::Outlined));
        }
        is_new
    }

    /// Evaluates it if its operands have grown, and takes note of what became of it. Whether something new came of it.
    pub(super) fn run(
        &mut self,
        cx: &mut Cx<'_, '_>,
        (listed, names): (&Listed, &Names),
        ends: &mut TextEnds,
        (at, dst): (SiteId, Ptr),
        is_fixpoint: bool,
    ) -> bool {
        let size = self.operands.iter().map(|operand| operand.size(cx)).sum();
        if self.size == Some(size) {
            return false;
        }
        // What is held back on the way to a fixpoint is asked for again there.
        if is_fixpoint || !matches!(self.passing, Passing::OnFixpoints | Passing::Waits) {
            self.size = Some(size);
        }
        let operands: Vec<Vec<Value>> = self.operands.iter().map(|operand| operand.values(cx, listed)).collect();
        let passes = is_fixpoint && self.pass_on(cx, names, &operands, dst);
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
            ends.note(at, !self.is_only || unknown || too_many.is_some() || !values.is_empty() || !printed.is_empty());
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
        let is_new = passes || !values.is_empty() || !printed.is_empty();
        for value in values.into_iter().chain(printed) {
            cx.add(dst, objects::object(cx.program, cx.heap, names, &value, self.unknown));
        }
        is_new
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

/// What is known among values, each once, and a hole for what is not.
fn known_of(values: &[Value]) -> Vec<Value> {
    let mut known: Vec<Value> = Vec::new();
    for value in values {
        let value = match value {
            Value::Const(_) | Value::Number(_) => value.clone(),
            Value::Null => continue,
            Value::Template(_) | Value::Part(_) | Value::Other | Value::Unknown(_) => Value::Unknown(None),
        };
        // Beyond the limit it does not matter which they are.
        if known.len() <= OUTLINES && !known.contains(&value) {
            known.push(value);
        }
    }
    known
}

/// One of each, in all ways.
fn combinations<'v>(choices: impl Iterator<Item = &'v [Value]>) -> Vec<Vec<Value>> {
    choices.fold(vec![Vec::new()], |before, values| {
        let with = |of: &Vec<Value>| {
            values.iter().map(|value| [of.as_slice(), std::slice::from_ref(value)].concat()).collect::<Vec<_>>()
        };
        before.iter().flat_map(with).collect()
    })
}
