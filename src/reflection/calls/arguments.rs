//! Argument arrays (`Object[]` of invoke, `Class[]` of getMethod): known element by element when they are built in the method
//! that makes the call (Ptp(args), Solar), a bag of elements otherwise.

use crate::heap::{NO_CTX, ObjId, ObjKind};
use crate::ir::facts::{self, Facts};
use crate::ir::{ConstValue, Op};
use crate::pointsto::{CallView, Cx, Ptr};
use crate::program::{MethodId, Type, TypeId};

use super::super::state::State;
use super::super::state::call::{ApiCall, ApiCallId, Elements, Node, Place};
use super::super::terms::primitives::primitive_type;

/// What is passed to a method.
pub(in crate::reflection) enum Passed {
    /// These, of each where it comes from.
    These(Vec<Option<Ptr>>),
    /// Any number of what is there.
    Any(Ptr),
}

impl Passed {
    /// Whether a method may take it that has so many parameters.
    pub(in crate::reflection) fn fits(&self, params: usize) -> bool {
        match self {
            Self::These(these) => these.len() == params,
            Self::Any(_) => true,
        }
    }
}

/// The elements of the argument at a position, the last one if there is none, if it is an array built element by element.
pub(in crate::reflection) fn elements(cx: &Cx<'_, '_>, view: &CallView, position: Option<usize>) -> Option<Elements> {
    let &var = position.map_or_else(|| view.vars.last(), |position| view.vars.get(position))?;
    let code = cx.code(view.caller)?;
    let call = facts::statement_at(&code.body, view.offset)?;
    let array = Facts::of(&code.body).args_array(var, call)?;
    // Two values for one slot are a choice the caller makes: then the elements are a bag.
    if array.slots.iter().any(|slot| slot.len() > 1) {
        return None;
    }
    Some(Elements { slots: array.slots.iter().map(|slot| slot.first().copied()).collect() })
}

/// The parameter types a `Class[]` names, if each is a class literal.
pub(in crate::reflection) fn exact_types(cx: &Cx<'_, '_>, call: &ApiCall) -> Option<Vec<TypeId>> {
    let code = cx.code(call.view.caller)?;
    let elements = call.array.as_ref()?;
    elements
        .slots
        .iter()
        .map(|slot| {
            let var = (*slot)?;
            code.body.blocks.iter().flat_map(|block| &block.stmts).find_map(|stmt| match &stmt.op {
                Op::Const { dst, value: ConstValue::Class(ty) } if *dst == var => Some(*ty),
                Op::GetStatic { dst, field } if *dst == var => primitive_type(cx.program, *field),
                _ => None,
            })
        })
        .collect()
}

impl State {
    /// Parameter pointers of a reflective call: what the argument array holds, cast to the parameters' types; methods that
    /// take the same type at the same place share one. `None` if the number of arguments is known and wrong.
    pub(in crate::reflection) fn pass_arguments(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        params: &[TypeId],
    ) -> Option<Vec<Option<Ptr>>> {
        let rcall = &self.calls[call];
        let caller = rcall.view.caller;
        match &rcall.array {
            Some(elements) if elements.slots.len() != params.len() => None,
            Some(elements) => {
                let vars = elements.slots.iter().map(|slot| slot.and_then(|var| cx.var(caller, var)).map(Ptr::Node));
                let passed = Passed::These(vars.collect());
                Some(self.pass(cx, call, params, &passed))
            }
            None => {
                let passed = Passed::Any(self.bag(cx, call));
                Some(self.pass(cx, call, params, &passed))
            }
        }
    }

    /// Parameter pointers of a call that passes what is said.
    pub(in crate::reflection) fn pass(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        params: &[TypeId],
        passed: &Passed,
    ) -> Vec<Option<Ptr>> {
        let mut all = Vec::new();
        for (at, &ty) in params.iter().enumerate() {
            if !cx.program.is_reference(ty) {
                all.push(None);
                continue;
            }
            // All that come from the bag come from the same place.
            let (place, from) = match passed {
                Passed::These(these) => (Place::At(at as u32), these.get(at).copied().flatten()),
                Passed::Any(bag) => (Place::Any, Some(*bag)),
            };
            let (node, is_new) = self.node_or_new(cx, Node::Argument(call, place, ty));
            if let (true, Some(from)) = (is_new, from) {
                cx.cast(from, node, ty);
            }
            all.push(Some(node));
        }
        all
    }

    /// The same of a method that a library finds by its name: one of variable arity gets them in an array, or is given that.
    pub(in crate::reflection) fn pass_arguments_to(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        method: MethodId,
    ) -> Option<Vec<Option<Ptr>>> {
        let params = cx.program.method_desc(cx.program.method(method).desc).params.clone();
        if !self.calls[call].spreads(cx.program, method) {
            return self.pass_arguments(cx, call, &params);
        }
        let (bag, caller, site) = (self.bag(cx, call), self.calls[call].view.caller, self.calls[call].view.site);
        let slots = self.calls[call].array.iter().flat_map(|array| &array.slots).flatten();
        let given: Vec<_> = slots.filter_map(|&var| cx.var(caller, var)).collect();
        given.into_iter().for_each(|from| cx.edge(from, bag));
        let last = params.len().saturating_sub(1);
        let mut passed = Vec::new();
        for (at, &ty) in params.iter().enumerate() {
            if !cx.program.is_reference(ty) {
                passed.push(None);
                continue;
            }
            let (node, is_new) = self.node_or_new(cx, Node::Argument(call, Place::Any, ty));
            if is_new {
                cx.cast(bag, node, ty);
            }
            if let (true, Type::Array(element)) = (at == last, cx.program.ty(ty)) {
                let array = cx.heap.alloc(site, ty, NO_CTX);
                if cx.program.is_reference(element) {
                    cx.cast(bag, Ptr::Elements(array), element);
                }
                cx.add(node, array);
            }
            passed.push(Some(node));
        }
        Some(passed)
    }

    /// New argument arrays: what they hold may be any argument.
    pub(in crate::reflection) fn add_arrays(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        objects: &[(ObjId, ObjKind)],
    ) {
        let bag = self.bag(cx, call);
        for &(array, kind) in objects {
            if matches!(kind, ObjKind::UnknownInstance { .. }) {
                // Elements of an unknown array are unknown.
                cx.add(bag, array);
            } else {
                cx.edge(Ptr::Elements(array), bag);
            }
        }
    }

    /// The elements of all argument arrays of a call.
    pub(in crate::reflection) fn bag(&mut self, cx: &Cx<'_, '_>, call: ApiCallId) -> Ptr {
        self.node(cx, Node::Bag(call))
    }
}
