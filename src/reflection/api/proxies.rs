//! Rows of proxies (`java.lang.reflect.Proxy`). Must not know what calls on them do.

use super::super::proxies::calls::InvokeDefault;
use super::super::proxies::making::{HandlerOf, NewProxy, ProxyClass};
use super::super::terms::method::Kind::{Action, ClassSource, Flow};
use super::super::terms::method::{Act, HANDLER, Input};
use super::super::terms::recorded::Recorded;
use super::super::terms::site::Role;
use super::row::{Row, row};
use crate::heap::MemberKind;

const PROXY: &str = "java/lang/reflect/Proxy";

/// The loader asks for the interfaces, and finds each or none.
const MADE: &[Input] = &[(Role::Arguments, 1), (Role::Asking, 0)];
const MADE_BY_HANDLER: &[Input] = &[(Role::Handler, 2), (Role::Arguments, 1), (Role::Asking, 0)];

pub(super) const ROWS: &[Row] = &[
    row(PROXY, "newProxyInstance", "*", Action, MADE_BY_HANDLER, &NewProxy).recorded(Recorded::Proxy),
    row(PROXY, "getProxyClass", "*", ClassSource, MADE, &ProxyClass).recorded(Recorded::Proxy),
    row(PROXY, "getInvocationHandler", "*", Flow, &[(Role::Mirror, 0)], &HandlerOf),
    row(
        HANDLER,
        "invokeDefault",
        "*",
        Action,
        &[(Role::Member, 1), (Role::Receiver, 0), (Role::Arguments, 2)],
        &InvokeDefault,
    )
    .acting(Act::OnMember(MemberKind::Method))
    .unrecorded("what is entered is recorded; no event has a method that is called on a proxy itself"),
];
