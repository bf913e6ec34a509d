//! Rows of proxies (`java.lang.reflect.Proxy`). Must not know what calls on them do.

use super::super::proxies::{HandlerOf, NewProxy, ProxyClass};
use super::super::proxy_calls::InvokeDefault;
use super::super::site::Role;
use super::method::HANDLER;
use super::method::Kind::{Action, ClassSource, Flow};
use super::row::{Row, row};

const PROXY: &str = "java/lang/reflect/Proxy";

pub(super) const ROWS: &[Row] = &[
    row(PROXY, "newProxyInstance", "*", Action, &[(Role::Handler, 2), (Role::Arguments, 1)], &NewProxy),
    row(PROXY, "getProxyClass", "*", ClassSource, &[(Role::Arguments, 1)], &ProxyClass),
    row(PROXY, "getInvocationHandler", "*", Flow, &[(Role::Mirror, 0)], &HandlerOf),
    row(
        HANDLER,
        "invokeDefault",
        "*",
        Action,
        &[(Role::Member, 1), (Role::Receiver, 0), (Role::Arguments, 2)],
        &InvokeDefault,
    ),
];
