//! Rows of `ServiceLoader` and of what it gives. Must not know how providers are found.

use super::super::services::service_loader::{ServiceLoad, ServiceUse};
use super::super::terms::method::Kind::{Flow, Other};
use super::super::terms::method::{Act, CLASS_OBJECT, Input, NO_PROVIDER, SERVICES};
use super::super::terms::site::Role;
use super::row::{Row, row};

const MIRROR: &[Input] = &[(Role::Mirror, 0)];

pub(super) const ROWS: &[Row] = &[
    row(
        SERVICES,
        "load",
        "(Ljava/lang/ModuleLayer;Ljava/lang/Class;)Ljava/util/ServiceLoader;",
        Other,
        &[(Role::Class, 1)],
        &ServiceLoad { installed: true, layer: true },
    )
    .acting(Act::FindsProviders)
    .throwing_later(NO_PROVIDER),
    row(
        SERVICES,
        "load",
        "*",
        Other,
        &[(Role::Class, 0), (Role::Loader, 1)],
        &ServiceLoad { installed: false, layer: false },
    )
    .acting(Act::FindsProviders)
    .throwing_later(NO_PROVIDER),
    row(SERVICES, "loadInstalled", "*", Other, CLASS_OBJECT, &ServiceLoad { installed: true, layer: false })
        .acting(Act::FindsProviders)
        .throwing_later(NO_PROVIDER),
    row(SERVICES, "iterator", "*", Flow, MIRROR, &ServiceUse::Iterator),
    row(SERVICES, "stream", "*", Flow, MIRROR, &ServiceUse::Stream),
    row(SERVICES, "findFirst", "*", Flow, MIRROR, &ServiceUse::FindFirst),
    // Its iterators, which differ from release to release.
    row("java/util/ServiceLoader$1", "next", "()Ljava/lang/Object;", Flow, MIRROR, &ServiceUse::Next),
    row("java/util/ServiceLoader$2", "next", "()Ljava/lang/Object;", Flow, MIRROR, &ServiceUse::Next),
    row("java/util/ServiceLoader$3", "next", "()Ljava/lang/Object;", Flow, MIRROR, &ServiceUse::Next),
    row("java/util/ServiceLoader$ProviderImpl", "get", "*", Flow, MIRROR, &ServiceUse::Get),
    row("java/util/ServiceLoader$ProviderImpl", "type", "*", Flow, MIRROR, &ServiceUse::Type),
];
