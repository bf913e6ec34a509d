//! Rows of libraries' utilities for reflection: Spring, Commons Lang, Commons BeanUtils and Kotlin. They count where the application calls
//! them; their bodies call the JDK's methods, which have rows of their own. Must not know what rules do.

mod beanutils;
mod kotlin;
mod lang;
mod lang2;
mod lang3;
mod shorts;
mod spring;

pub(super) use beanutils::COMMONS_BEANUTILS;
pub(super) use kotlin::KOTLIN;
pub(super) use lang2::COMMONS_LANG_2;
pub(super) use lang3::COMMONS_LANG_3;
pub(super) use spring::SPRING;
