//! Calls whose inputs are straight-line constants of their method: what they reach is proven. Must not know what flowed.

use crate::ir::facts::{Facts, definition, statement_at};
use crate::ir::{self, Body, ConstValue, Op, Var};
use crate::program::{MethodId, access};
use crate::reflection::{Api, ApiTable, Gives, Kind, RSite, Role, SiteKey, primitive_type};

use super::view::View;

impl View<'_, '_> {
    /// The name at a call is a literal; each of them, where it takes several.
    pub(super) fn literal_name(&self, site: &RSite, api: &Api) -> bool {
        let Some(body) = self.body_of(site) else { return false };
        let is_literal = |&position: &usize| site.vars.get(position).is_some_and(|&var| self.literal_string(body, var));
        let names: Vec<usize> =
            api.inputs.iter().filter(|(role, _)| *role == Role::Name).map(|&(_, position)| position).collect();
        !names.is_empty() && names.iter().all(is_literal)
    }

    fn literal_string(&self, body: &Body, var: Var) -> bool {
        if matches!(ir::facts::constant_of(body, var), Some(ConstValue::Str { lossy: false, .. })) {
            return true;
        }
        // A static final field with a ConstantValue (JVMS 4.7.2).
        matches!(definition(body, var), Some(Op::GetStatic { field, .. }) if self.program.resolve_field(*field).is_some_and(|field| {
            let data = self.program.field(field);
            data.access & access::FINAL != 0 && data.constant.is_some()
        }))
    }

    /// All that decides at a call is.
    pub(super) fn is_literal_site(&self, site: &RSite, api: &Api) -> bool {
        let Some(body) = self.body_of(site) else { return false };
        if !site.written || self.may_be_mapped(site, api) || self.state.instance(site.inst).method != site.method {
            return false;
        }
        match api.position(Role::Handler) {
            Some(handler) => self.literal_proxy(site, api, body, handler).unwrap_or(false),
            None => self.literal_call(site.method, body, api, &site.vars, 0),
        }
    }

    /// Whether the program has class loaders of its own.
    pub(super) fn has_own_loaders(&self) -> bool {
        !self.program.subtypes_outside_jdk(self.program.well_known().class_loader).is_empty()
    }

    /// Whether a loader of the program's own decides what the name means, or may: at a budget nobody knows which loaders would
    /// still have come, as parents of others, say.
    pub(super) fn may_be_mapped(&self, site: &RSite, api: &Api) -> bool {
        let may_come = || self.exhausted.is_some() && api.position(Role::Loader).is_some() && self.has_own_loaders();
        site.asks_own_loader || may_come()
    }

    /// A proxy of interfaces that are literals, with a handler that is made in this method.
    fn literal_proxy(&self, site: &RSite, api: &Api, body: &Body, handler: usize) -> Option<bool> {
        let array = *site.vars.get(api.position(Role::Arguments)?)?;
        let interfaces = Facts::of(body).args_array(array, statement_at(body, site.offset)?)?;
        let is_made = matches!(definition(body, *site.vars.get(handler)?)?, Op::New { .. } | Op::InvokeDynamic { .. });
        let is_literal = |slot: &Vec<Var>| matches!(**slot, [var] if self.literal_object(site.method, body, var, 0));
        Some(is_made && interfaces.slots.iter().all(is_literal))
    }

    fn literal_call(&self, method: MethodId, body: &Body, api: &Api, vars: &[Var], depth: u32) -> bool {
        let literal = |&(role, position): &(Role, usize)| {
            let var = vars.get(position).copied();
            Some(match role {
                Role::Name => var.is_some_and(|var| self.literal_string(body, var)),
                Role::Class | Role::Member | Role::Handle => {
                    var.is_some_and(|var| self.literal_object(method, body, var, depth))
                }
                Role::Type => var.is_some_and(|var| self.literal_type(body, var)),
                Role::Receiver => self.fresh(body, var),
                _ => return None,
            })
        };
        let mut deciding = api.inputs.iter().filter_map(literal).peekable();
        deciding.peek().is_some() && deciding.all(|is_literal| is_literal)
    }

    /// A class or member object made from literals in this method.
    fn literal_object(&self, method: MethodId, body: &Body, var: Var, depth: u32) -> bool {
        if depth > 6 {
            return false;
        }
        let Some(stmt) = body.blocks.iter().flat_map(|block| &block.stmts).find(|stmt| stmt.op.dst() == Some(var))
        else {
            return false;
        };
        match &stmt.op {
            Op::Const { value: ConstValue::Class(_), .. } => true,
            Op::Cast { src, .. } => self.literal_object(method, body, *src, depth + 1),
            Op::Invoke { method: called, args, .. } => {
                // What a class loader of the program's own gives is not what the name says.
                let is_mapped = |key: SiteKey| self.may_be_mapped(&self.sites[&key], View::api(key));
                if self.site_at(method, stmt.offset).is_some_and(is_mapped) {
                    return false;
                }
                ApiTable::get().named(self.program, *called).is_some_and(|api| {
                    matches!(api.kind, Kind::ClassSource | Kind::Member)
                        && self.literal_call(method, body, api, args, depth + 1)
                })
            }
            _ => false,
        }
    }

    /// The type of a handle made of class literals, or such a class.
    fn literal_type(&self, body: &Body, var: Var) -> bool {
        let facts = Facts::of(body);
        let is_class = |var: Var| match facts.stmt(var).map(|stmt| &stmt.op) {
            Some(Op::Const { value: ConstValue::Class(_), .. }) => true,
            Some(Op::GetStatic { field, .. }) => primitive_type(self.program, *field).is_some(),
            _ => false,
        };
        let Some(stmt) = facts.stmt(var).filter(|_| !is_class(var)) else { return is_class(var) };
        let Op::Invoke { method, args, .. } = &stmt.op else { return false };
        let api = ApiTable::get().named(self.program, *method);
        api.is_some_and(|api| api.gives == Some(Gives::HandleType))
            && args.iter().all(|&arg| {
                is_class(arg)
                    || ir::facts::statement_at(body, stmt.offset)
                        .and_then(|call| facts.args_array(arg, call))
                        .is_some_and(|array| array.slots.iter().all(|slot| matches!(slot[..], [of] if is_class(of))))
            })
    }

    /// Null, or an object made in this method.
    fn fresh(&self, body: &Body, var: Option<Var>) -> bool {
        matches!(
            var.and_then(|var| definition(body, var)),
            Some(Op::New { .. } | Op::Const { .. } | Op::NewArray { .. })
        )
    }
}
