//! What a call computes of texts and numbers, read from the body it stands in: constants, other operations, builders and
//! arrays that the method keeps to itself. What it cannot read is a leaf, whose values the solver knows, or unknown. Must not
//! know how expressions are evaluated.

mod conditions;
mod histories;
mod joins;
mod matchers;

use std::cell::OnceCell;
use std::mem::discriminant;

use crate::classfile::{InvokeKind, Prim, RawBootstrap};
use crate::ir::counters::Counter;
use crate::ir::dominance::Dominators;
use crate::ir::facts::{Def, Facts};
use crate::ir::history::{Act, History, Place, changes_before, histories_before};
use crate::ir::{Body, ConstValue, Op, Var};
use crate::pointsto::{CallView, Cx, NodeId};
use crate::program::{FieldRef, MethodId, MethodRef, Program, Type, TypeId, access};
use crate::strings::operations::{self as functions, Change, Effect, Function, Gives, Position};
use crate::strings::{Condition, Expression, Hole, Value, recipe};
use histories::Choices;

/// Most parts an expression is made of: one that holds a text twice, made of one that does so, has very many.
const MOST: usize = 256;
/// Most numbers in an expression and its conditions that are something else on each of several ways: each has conditions that may
/// have some in them.
const JOINS: usize = 16;
/// Longest array that is followed slot by slot; a call has at most 255 arguments (JVMS 4.3.3).
const SLOTS: i32 = 255;

/// Most choices among histories that are told apart.
const WAYS: usize = 16;

/// Where the values of a leaf come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaf {
    /// What is at the node.
    Node(NodeId),
    /// Of that the strings.
    Strings(NodeId),
    /// The texts of what is there.
    TextOf(NodeId),
    /// The same, of which a builder asks the characters: of texts that are the program's own they may be others.
    Characters(NodeId),
    /// Whatever locale is the default one, or is given.
    Locale,
    /// `true` or `false`.
    Truth,
    /// What the counter of a loop is.
    Counter(Counter),
}

/// What an operation makes its result of.
#[derive(Debug, Default)]
pub(super) struct Operands {
    /// In the order the function takes them.
    pub(super) arguments: Vec<Expression>,
    /// By the numbers expressions have for them.
    pub(super) leaves: Vec<Leaf>,
    /// Texts inside that are known by their own operations; what is unknown of them is there.
    pub(super) placed: Vec<NodeId>,
    /// What the branches on the way say of them.
    pub(super) conditions: Vec<Condition>,
}

/// The operands of a call, of a method with that effect, on each way that objects inside may have been changed on; `None` if one of
/// them is not followed.
pub(super) fn operands(
    cx: &Cx<'_, '_>,
    call: &CallView,
    method: &Called<'_>,
    effect: &Effect,
) -> Option<Vec<Operands>> {
    read(cx, call, |reader| match reader.place(call) {
        Some(at) => {
            let Op::Invoke { method: named, .. } = reader.op(at) else { return None };
            let owner = cx.program.method_ref_data(*named).owner;
            let called = Called { is_text: owner == cx.heap.types().string, ..*method };
            reader.arguments(effect, &called, &call.vars, at)
        }
        None => reader.nodes(effect, method, call),
    })
}

/// The text that is made of an argument of a call, if the body says it; `None` if only the solver knows it.
pub(super) fn known_text(cx: &Cx<'_, '_>, call: &CallView, argument: usize) -> Option<Vec<Operands>> {
    read(cx, call, |reader| {
        let at = reader.place(call)?;
        let var = reader.facts.behind_casts(*call.vars.get(argument)?);
        reader.made(var, at).map(|text| vec![text])
    })
}

/// The variables that an argument of a call holds as an array that the body makes, by position; nothing where it is null.
pub(in crate::models) fn elements(cx: &Cx<'_, '_>, call: &CallView, argument: usize) -> Option<Vec<Option<Var>>> {
    let code = cx.code(call.caller)?;
    let reader = Reader::new(cx, call, &code.body, false);
    let slots = reader.stored(*call.vars.get(argument)?, reader.place(call)?, true)?;
    Some(slots.into_iter().map(|slot| slot.map(|(value, _)| value)).collect())
}

/// The pieces of a concatenation: texts as they are, arguments by their number and type.
pub(super) fn pieces(
    cx: &Cx<'_, '_>,
    call: &CallView,
    pieces: &[Result<Value, (usize, TypeId)>],
) -> Option<Vec<Operands>> {
    read(cx, call, |reader| {
        let at = reader.place(call);
        let of_piece = |piece: &Result<Value, (usize, TypeId)>| match (piece, at) {
            (Ok(value), _) => Expression::Fixed(value.clone()),
            (&Err((argument, ty)), Some(at)) => reader.piece(call.vars[argument], ty, at),
            (&Err((argument, _)), None) => match call.args.get(argument).copied().flatten() {
                Some(node) => reader.leaf(None, Leaf::TextOf(node)),
                None => UNKNOWN,
            },
        };
        Some(pieces.iter().map(of_piece).collect())
    })
}

/// What is read, for each choice among histories; without the operations inside, which the solver knows as well, if it is too much with
/// them.
fn read<'r>(
    cx: &'r Cx<'_, '_>,
    call: &'r CallView,
    mut read: impl FnMut(&mut Reader<'_, '_, '_>) -> Option<Vec<Expression>>,
) -> Option<Vec<Operands>> {
    let code = cx.code(call.caller)?;
    [true, false].into_iter().find_map(|looks_inside| {
        let (mut found, mut choices) = (Vec::new(), Some(Choices::default()));
        while let Some(chosen) = choices {
            let mut reader = Reader::new(cx, call, &code.body, looks_inside);
            reader.choices = chosen;
            let arguments = read(&mut reader)?;
            if reader.left == 0 || found.len() == WAYS {
                return None;
            }
            let (operands, chosen) = reader.finish(arguments);
            found.push(operands);
            choices = chosen.next();
        }
        Some(found)
    })
}

/// The method of a call, as its operands depend on it.
#[derive(Clone, Copy)]
pub(super) struct Called<'p> {
    pub(super) class: &'p str,
    pub(super) params: &'p [TypeId],
    pub(super) is_static: bool,
    /// Whether the receiver is known to be a string.
    pub(super) is_text: bool,
}

const UNKNOWN: Expression = Expression::Fixed(Value::Unknown(None));

struct Reader<'r, 'c, 'a> {
    cx: &'r Cx<'c, 'a>,
    call: &'r CallView,
    facts: Facts<'r>,
    dominators: OnceCell<Dominators>,
    leaves: Vec<(Option<Var>, Leaf)>,
    placed: Vec<NodeId>,
    /// Whether texts are looked into that other operations make.
    looks_inside: bool,
    /// What may still be added. Nothing counts if nothing is left: parts are missing.
    left: usize,
    /// How many operations are around.
    depth: usize,
    /// How many of them give a number: an unknown inside says nothing of a text.
    numbers: usize,
    /// Numbers from several ways that are being read, and how many more may be.
    joined: Vec<Var>,
    joins_left: usize,
    /// What was done to objects that the body keeps to itself.
    choices: Choices,
}

impl<'r, 'c, 'a> Reader<'r, 'c, 'a> {
    fn new(cx: &'r Cx<'c, 'a>, call: &'r CallView, body: &'r Body, looks_inside: bool) -> Self {
        Self {
            cx,
            call,
            facts: Facts::of(body),
            dominators: OnceCell::new(),
            leaves: Vec::new(),
            placed: Vec::new(),
            looks_inside,
            left: MOST,
            depth: 0,
            numbers: 0,
            joined: Vec::new(),
            joins_left: JOINS,
            choices: Choices::default(),
        }
    }

    fn finish(mut self, arguments: Vec<Expression>) -> (Operands, Choices) {
        let conditions = self.place(self.call).map(|(block, _)| self.conditions(block)).unwrap_or_default();
        let leaves = self.leaves.into_iter().map(|(_, leaf)| leaf).collect();
        (Operands { arguments, leaves, placed: self.placed, conditions }, self.choices)
    }

    fn program(&self) -> &'a Program {
        self.cx.program
    }

    fn op(&self, (block, nth): Place) -> &'r Op {
        &self.facts.body().blocks[block].stmts[nth as usize].op
    }

    /// The statement that defines a variable.
    fn defined(&self, var: Var) -> Option<(Place, &'r Op)> {
        match self.facts.def(var) {
            Def::Stmt(block, nth) => Some(((block, nth), self.op((block, nth)))),
            Def::Param | Def::Caught(_) | Def::Phi(..) => None,
        }
    }

    /// Where the call stands, if an instruction makes it. Copies of a subroutine are told apart by their variables.
    fn place(&self, call: &CallView) -> Option<Place> {
        if call.vars.is_empty() {
            return None;
        }
        self.facts.body().blocks.iter_enumerated().find_map(|(id, block)| {
            let nth = block.stmts.iter().position(|stmt| {
                stmt.offset == call.offset
                    && matches!(&stmt.op, Op::Invoke { args, .. } | Op::InvokeDynamic { args, .. } if *args == call.vars)
            })?;
            Some((id, nth as u32))
        })
    }

    fn take(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    // ---- Operands ----------------------------------------------------------------------------------------------------

    fn arguments(&mut self, effect: &Effect, called: &Called<'_>, args: &[Var], at: Place) -> Option<Vec<Expression>> {
        let mut arguments = Vec::new();
        for position in effect.operands {
            match *position {
                Position::Every => return None,
                Position::Text(text) => arguments.push(Expression::Fixed(Value::from(text))),
                Position::Locale => arguments.push(self.leaf(None, Leaf::Locale)),
                Position::Receiver if called.class == functions::MATCHER => {
                    arguments.extend(self.matched(*args.first()?, at)?);
                }
                Position::Receiver if called.class == functions::PATTERN => {
                    arguments.push(self.pattern(*args.first()?)?);
                }
                Position::Receiver if functions::has_state(called.class) => {
                    let origin = self.origin(*args.first()?)?;
                    arguments.extend(self.state(origin, at)?);
                }
                Position::Receiver => {
                    let kind = if called.is_text { Leaf::Node } else { Leaf::Strings };
                    arguments.push(self.text(*args.first()?, kind, at));
                }
                Position::Itself(number) => {
                    let var = *args.get(number + usize::from(!called.is_static))?;
                    arguments.push(self.text(var, Leaf::Node, at));
                }
                Position::Argument(number) => {
                    let var = *args.get(number + usize::from(!called.is_static))?;
                    let ty = *called.params.get(number)?;
                    match functions::reads_characters(called.class) && is_sequence(self.program(), ty) {
                        true => arguments.push(self.text(var, Leaf::Characters, at)),
                        false => arguments.extend(self.argument(var, ty, at)?),
                    }
                }
            }
        }
        Some(arguments)
    }

    /// The same of a call that no instruction makes.
    fn nodes(&mut self, effect: &Effect, called: &Called<'_>, call: &CallView) -> Option<Vec<Expression>> {
        let mut arguments = Vec::new();
        for position in effect.operands {
            arguments.push(match *position {
                Position::Every | Position::Itself(_) => return None,
                Position::Text(text) => Expression::Fixed(Value::from(text)),
                Position::Locale => self.leaf(None, Leaf::Locale),
                Position::Receiver if functions::has_state(called.class) || called.class == functions::PATTERN => {
                    return None;
                }
                Position::Receiver => self.leaf(None, Leaf::Strings(call.args.first().copied().flatten()?)),
                Position::Argument(number) => {
                    let node = call.args.get(number + usize::from(!called.is_static)).copied().flatten();
                    match (node, self.program().ty(*called.params.get(number)?)) {
                        (_, Type::Array(_)) => return None,
                        (Some(node), _) => self.leaf(None, Leaf::TextOf(node)),
                        (None, _) => UNKNOWN,
                    }
                }
            });
        }
        Some(arguments)
    }

    /// An argument as functions take it: an array of objects as its elements.
    fn argument(&mut self, var: Var, ty: TypeId, at: Place) -> Option<Vec<Expression>> {
        match self.program().ty(ty) {
            Type::Array(element) if self.program().ty(element) == Type::Prim(Prim::Char) => {
                self.characters(var, at).map(|text| vec![text])
            }
            Type::Array(_) => self.slots(var, at),
            Type::Class(class) if self.program().class_name(class) == "java/util/Locale" => {
                Some(vec![self.locale(var)])
            }
            _ => Some(vec![self.piece(var, ty, at)]),
        }
    }

    /// A piece of a text, of type `ty`, as the string conversion takes it (JLS 5.1.11).
    fn piece(&mut self, var: Var, ty: TypeId, at: Place) -> Expression {
        let (printed, hole) = match self.program().ty(ty) {
            Type::Prim(Prim::Float | Prim::Double) => (UNKNOWN, Hole::Any),
            Type::Prim(Prim::Char) => (Expression::Apply(functions::character, vec![self.number(var)]), Hole::Unit),
            Type::Prim(Prim::Boolean) => (self.truth(var), Hole::Any),
            Type::Prim(_) => (self.number(var), Hole::Integer),
            _ if ty == self.cx.heap.types().string => (self.text(var, Leaf::Node, at), Hole::Any),
            _ => (self.text(var, Leaf::TextOf, at), Hole::Any),
        };
        Expression::Printed(Box::new(printed), hole)
    }

    /// A `boolean` as it is printed: of one that is not known both.
    fn truth(&mut self, var: Var) -> Expression {
        match self.computed(var) {
            Some(number) => Expression::Apply(functions::boolean, vec![number]),
            None => self.leaf(Some(var), Leaf::Truth),
        }
    }

    /// A locale that maps ASCII as most do, or any.
    fn locale(&mut self, var: Var) -> Expression {
        if matches!(self.facts.constant_of(var), Some(ConstValue::Null)) {
            return Expression::Fixed(Value::Null);
        }
        match self.defined(self.facts.behind_casts(var)) {
            Some((_, Op::GetStatic { field, .. })) if is_plain_locale(self.program(), *field) => {
                Expression::Fixed(Value::from(functions::LOCALES[0]))
            }
            _ => self.leaf(None, Leaf::Locale),
        }
    }

    fn leaf(&mut self, var: Option<Var>, leaf: Leaf) -> Expression {
        // Two variables may share a node and differ at run time: that of the first counts.
        let is_it = |&(other, at): &(Option<Var>, Leaf)| {
            other == var
                && if var.is_some() {
                    discriminant(&at) == discriminant(&leaf)
                } else {
                    at == Leaf::Locale && leaf == at
                }
        };
        let number = self.leaves.iter().position(is_it).unwrap_or_else(|| {
            self.leaves.push((var, leaf));
            self.leaves.len() - 1
        });
        Expression::Operand(number)
    }

    // ---- Texts and numbers -------------------------------------------------------------------------------------------

    /// The text that a variable holds when control is at `at`; `kind` says what it may hold besides.
    fn text(&mut self, var: Var, kind: fn(NodeId) -> Leaf, at: Place) -> Expression {
        let root = self.facts.behind_casts(var);
        if let Some(known) = self.made(root, at) {
            return known;
        }
        match self.cx.var(self.call.caller, var) {
            Some(node) => self.leaf(Some(root), kind(node)),
            None => UNKNOWN,
        }
    }

    /// The text of what the body itself makes.
    fn made(&mut self, var: Var, at: Place) -> Option<Expression> {
        let (place, op) = self.defined(var)?;
        if !self.take() {
            return None;
        }
        match op {
            Op::Const { value: ConstValue::Str { text, lossy: false }, .. } => {
                Some(Expression::Fixed(Value::from(self.program().str(*text))))
            }
            Op::Const { value: ConstValue::Null, .. } => Some(Expression::Fixed(Value::Null)),
            Op::New { .. } => self.content(var, at),
            Op::Invoke { method, args, .. } => {
                let (effect, called) = self.listed(*method)?;
                match effect.gives {
                    Gives::Text(_) if !self.looks_inside && self.numbers == 0 => None,
                    Gives::Text(function) => self.placed(function, &effect, &called, (var, args, place)),
                    Gives::Value(function) => self.applied(function, &effect, &called, (args, place)),
                    Gives::Receiver => self.origin(var).and_then(|origin| self.content(origin, at)),
                    Gives::Operand => Some(self.text(*args.first()?, Leaf::Strings, place)),
                    Gives::TextOf if effect.operands.len() == 1 => {
                        let made = self.made(self.facts.behind_casts(*args.first()?), place)?;
                        Some(Expression::Apply(functions::concat, vec![made]))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A text that has a node of its own.
    fn placed(
        &mut self,
        function: Function,
        effect: &Effect,
        called: &Called<'_>,
        (var, args, place): (Var, &[Var], Place),
    ) -> Option<Expression> {
        let node = self.cx.var(self.call.caller, var)?;
        self.depth += 1;
        let arguments = self.arguments(effect, called, args, place);
        self.depth -= 1;
        let arguments = arguments?;
        if self.depth == 0 {
            self.placed.push(node);
        }
        Some(match self.numbers {
            0 => Expression::Placed(function, arguments),
            _ => Expression::Apply(function, arguments),
        })
    }

    fn applied(
        &mut self,
        function: Function,
        effect: &Effect,
        called: &Called<'_>,
        (args, place): (&[Var], Place),
    ) -> Option<Expression> {
        self.depth += 1;
        self.numbers += 1;
        let arguments = self.arguments(effect, called, args, place);
        self.numbers -= 1;
        self.depth -= 1;
        Some(Expression::Apply(function, arguments?))
    }

    /// A primitive.
    fn number(&mut self, var: Var) -> Expression {
        self.numbers += 1;
        let number = self.computed(var).unwrap_or(UNKNOWN);
        self.numbers -= 1;
        number
    }

    fn computed(&mut self, var: Var) -> Option<Expression> {
        if let Some(counter) = self.counter(var) {
            return Some(self.leaf(Some(var), Leaf::Counter(counter)));
        }
        if let Def::Phi(block, nth) = self.facts.def(var) {
            return self.alternatives(var, (block, nth));
        }
        let (place, op) = self.defined(var)?;
        if !self.take() {
            return None;
        }
        match op {
            Op::Const { value: ConstValue::Int(value), .. } => Some(Expression::Fixed(Value::Number((*value).into()))),
            Op::Const { value: ConstValue::Long(value), .. } => Some(Expression::Fixed(Value::Number(*value))),
            Op::Prim { op, args, .. } => {
                let (_, function) = ARITHMETIC.iter().find(|(name, _)| name == op)?;
                Some(Expression::Apply(*function, args.iter().map(|&arg| self.number(arg)).collect()))
            }
            Op::Invoke { method, args, .. } => {
                let (effect, called) = self.listed(*method)?;
                let Gives::Value(function) = effect.gives else { return None };
                self.applied(function, &effect, &called, (args, place))
            }
            Op::ArrayLength { array, .. } => self.array_length(*array),
            Op::ArrayLoad { array, index, elem: Some(Prim::Char), .. } => {
                let text = self.characters(*array, place)?;
                Some(Expression::Apply(functions::char_at, vec![text, self.number(*index)]))
            }
            _ => None,
        }
    }

    /// What it counts at the call, which is the last to be made of what is read.
    fn counter(&self, var: Var) -> Option<Counter> {
        if !matches!(self.facts.def(var), Def::Phi(..)) {
            return None;
        }
        let (block, _) = self.place(self.call)?;
        Counter::of(&self.facts, self.dominators(), var, block)
    }

    fn dominators(&self) -> &Dominators {
        self.dominators.get_or_init(|| Dominators::of(self.facts.body()))
    }

    /// The row of a method, and the method.
    fn listed(&self, method: MethodRef) -> Option<(Effect, Called<'a>)> {
        let program = self.program();
        let data = program.method_ref_data(method);
        let Type::Class(class) = program.ty(data.owner) else { return None };
        let class = program.class_name(class);
        let descriptor = program.method_desc(data.desc);
        let effect = functions::listed(class, program.str(data.name), program.str(descriptor.text))?;
        let is_static = !effect.operands.contains(&Position::Receiver) && self.is_static(method);
        Some((effect, Called { class, params: &descriptor.params, is_static, is_text: true }))
    }

    fn is_static(&self, method: MethodRef) -> bool {
        let resolved = self.program().resolve_method(method);
        resolved.is_some_and(|method| is_static(self.program(), method))
    }

    // ---- Objects that the body keeps to itself -----------------------------------------------------------------------

    /// The variable that holds an object first, behind calls that give their receiver.
    fn origin(&self, var: Var) -> Option<Var> {
        let mut var = self.facts.behind_casts(var);
        loop {
            match self.defined(var)?.1 {
                Op::New { .. } | Op::NewArray { .. } => return Some(var),
                Op::Invoke { method, args, .. } => match self.listed(*method)?.0.gives {
                    Gives::Receiver => var = self.facts.behind_casts(*args.first()?),
                    Gives::Characters | Gives::New => return Some(var),
                    _ => return None,
                },
                _ => return None,
            }
        }
    }

    /// The text of a new object, which is what its `toString` makes of its state.
    fn content(&mut self, origin: Var, at: Place) -> Option<Expression> {
        let Op::New { class, .. } = self.defined(origin)?.1 else { return None };
        let Type::Class(class) = self.program().ty(*class) else { return None };
        let effect = functions::listed(self.program().class_name(class), "toString", "()Ljava/lang/String;")?;
        let Gives::Text(function) = effect.gives else { return None };
        Some(Expression::Apply(function, self.state(origin, at)?))
    }

    /// Reads the changes of an object before `at`, on the way that is chosen.
    fn along<T>(&mut self, object: Var, at: Place, read: impl FnOnce(&mut Self, History) -> Option<T>) -> Option<T> {
        let act = |op: &_, alias| self.act(op, alias);
        let histories = histories_before(&self.facts, self.dominators(), object, at, act)?;
        let start = histories.start;
        let changes = self.choices.of(object, histories)?;
        if changes.len() >= self.left {
            return None;
        }
        self.choices.enter(object, start, changes.clone());
        let found = read(self, changes);
        self.choices.leave();
        found
    }

    /// What an object was made of and changed by before `at`.
    fn state(&mut self, origin: Var, at: Place) -> Option<Vec<Expression>> {
        self.along(origin, at, |reader, changes| {
            let mut state = Vec::new();
            for place in changes {
                let Op::Invoke { method, args, .. } = reader.op(place) else { return None };
                let (effect, called) = reader.listed(*method)?;
                let operands = reader.arguments(&effect, &called, args, place)?;
                if state.is_empty() && matches!(effect.change, Change::Cut(_)) {
                    state.push(Expression::Fixed(Value::from("")));
                }
                state.extend(operands);
                if let Change::To(function) | Change::Cut(function) = effect.change {
                    state = vec![Expression::Apply(function, state)];
                }
            }
            Some(state)
        })
    }

    /// The characters of an array.
    fn characters(&mut self, var: Var, at: Place) -> Option<Expression> {
        let origin = self.origin(var)?;
        let (place, op) = self.defined(origin)?;
        let text = match op {
            Op::NewArray { lens, .. } if lens.len() == 1 => {
                Expression::Apply(functions::array_of_chars, vec![self.number(lens[0])])
            }
            Op::Invoke { args, .. } => self.text(*args.first()?, Leaf::Strings, place),
            _ => return None,
        };
        self.along(origin, at, |reader, changes| {
            changes.into_iter().try_fold(text, |text, place| {
                let Op::ArrayStore { index, value, .. } = reader.op(place) else { return None };
                let new = Expression::Apply(functions::character, vec![reader.number(*value)]);
                Some(Expression::Apply(functions::set_char_at, vec![text, reader.number(*index), new]))
            })
        })
    }

    /// How many elements an array has that the body makes, which never changes.
    fn array_length(&mut self, array: Var) -> Option<Expression> {
        let (place, op) = self.defined(self.origin(array)?)?;
        match op {
            Op::NewArray { lens, .. } => self.computed(*lens.first()?),
            Op::Invoke { args, .. } => {
                let text = self.text(*args.first()?, Leaf::Strings, place);
                Some(Expression::Apply(functions::length, vec![text]))
            }
            _ => None,
        }
    }

    /// The elements of an array of objects.
    fn slots(&mut self, var: Var, at: Place) -> Option<Vec<Expression>> {
        let slots = self.stored(var, at, false)?.into_iter();
        let text = |slot: Option<(Var, Place)>| match slot {
            Some((value, place)) => self.text(value, Leaf::Node, place),
            None => Expression::Fixed(Value::Null),
        };
        Some(slots.map(text).collect())
    }

    /// What is stored in an array of objects, and where; nothing where it is null. It may be `handed` on by what is at `at` if each time
    /// it is another one: it is made in the same block.
    fn stored(&self, var: Var, at: Place, handed: bool) -> Option<Vec<Option<(Var, Place)>>> {
        let origin = self.origin(var)?;
        let (made, Op::NewArray { lens, .. }) = self.defined(origin)? else { return None };
        let &[length] = lens.as_slice() else { return None };
        let &ConstValue::Int(length @ 0..=SLOTS) = self.facts.constant_of(length)? else { return None };
        let mut slots = vec![None; usize::try_from(length).ok()?];
        let last = (handed && made.0 == at.0).then(|| self.op(at));
        let act = |op: &Op, alias| match last.is_some_and(|last| std::ptr::eq(last, op)) {
            true => Act::Reads,
            false => self.act(op, alias),
        };
        for place in changes_before(&self.facts, self.dominators(), origin, at, act)? {
            let Op::ArrayStore { index, value, .. } = self.op(place) else { return None };
            let &ConstValue::Int(index) = self.facts.constant_of(*index)? else { return None };
            *slots.get_mut(usize::try_from(index).ok()?)? = Some((*value, place));
        }
        Some(slots)
    }

    /// What an instruction does with an object that it has in a variable.
    fn act(&self, op: &Op, var: Var) -> Act {
        match op {
            Op::Invoke { kind, method, args, .. } => {
                let Some((effect, called)) = self.listed(*method) else { return Act::Leaks };
                let is_receiver = *kind != InvokeKind::Static && args[0] == var;
                match effect.change {
                    // What is listed reads its arguments and keeps none.
                    _ if !is_receiver => Act::Reads,
                    _ if args[1..].contains(&var) || !functions::has_state(called.class) => Act::Leaks,
                    Change::None => Act::Reads,
                    Change::Cut(_) if self.facts.constant_of(args[1]) == Some(&ConstValue::Int(0)) => Act::Restarts,
                    _ if matches!(effect.gives, Gives::Receiver) => Act::ChangesAndGives,
                    _ => Act::Changes,
                }
            }
            Op::InvokeDynamic { bootstrap, .. } if self.is_concatenation(*bootstrap) => Act::Reads,
            Op::ArrayStore { array, value, .. } if *array == var && *value != var => Act::Changes,
            Op::ArrayLoad { .. } | Op::ArrayLength { .. } | Op::InstanceOf { .. } | Op::Monitor { .. } => Act::Reads,
            Op::Cast { .. } => Act::Gives,
            _ => Act::Leaks,
        }
    }

    fn is_concatenation(&self, bootstrap: u16) -> bool {
        let program = self.program();
        let class = program.class(program.method(self.call.method).class);
        class.bootstraps.get(bootstrap as usize).is_some_and(|bootstrap| is_concatenation(program, bootstrap))
    }
}

/// Instructions that compute numbers, and what they do.
const ARITHMETIC: &[(&str, Function)] = &[
    ("iadd", functions::add),
    ("iinc", functions::add),
    ("isub", functions::subtract),
    ("i2c", functions::to_char),
    ("i2l", functions::itself),
];

/// Whether it is one of the constants of `Locale` that map ASCII as most locales do, which are all (JDK javadoc).
fn is_plain_locale(program: &Program, field: FieldRef) -> bool {
    let data = program.field_ref_data(field);
    matches!(program.ty(data.owner), Type::Class(class) if program.class_name(class) == "java/util/Locale")
}

/// A text of any class.
fn is_sequence(program: &Program, ty: TypeId) -> bool {
    program.class_of(ty).is_some_and(|class| program.class_name(class) == "java/lang/CharSequence")
}

/// Whether an `invokedynamic` of that bootstrap concatenates.
pub(in crate::models) fn is_concatenation(program: &Program, bootstrap: &RawBootstrap) -> bool {
    program.str(bootstrap.handle.member.owner) == recipe::CONCATENATION
}

pub(super) fn is_static(program: &Program, method: MethodId) -> bool {
    program.method(method).access & access::STATIC != 0
}
