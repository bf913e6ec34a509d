//! Rows of resource bundles: the look-up by name, and what is asked of bundles. Must not know where bundles are.

use super::super::bundles::look_ups::{BundleValue, Bundles};
use super::super::terms::method::Input;
use super::super::terms::method::Kind::{Flow, Other};
use super::super::terms::site::Role;
use super::row::{Row, row};

const BUNDLE: &str = "java/util/ResourceBundle";
const NAME: &[Input] = &[(Role::Name, 0)];
const NAME_AND_LOADER: &[Input] = &[(Role::Name, 0), (Role::Loader, 2)];
const BUNDLE_AND_KEY: &[Input] = &[(Role::Mirror, 0), (Role::Name, 1)];

/// With what says how bundles are looked for.
const fn controlled(desc: &'static str, inputs: &'static [Input]) -> Row {
    row(BUNDLE, "getBundle", desc, Other, inputs, &Bundles)
}

pub(super) const ROWS: &[Row] = &[
    row(BUNDLE, "getBundle", "(Ljava/lang/String;)Ljava/util/ResourceBundle;", Other, NAME, &Bundles),
    row(BUNDLE, "getBundle", "(Ljava/lang/String;Ljava/util/Locale;)Ljava/util/ResourceBundle;", Other, NAME, &Bundles),
    row(
        BUNDLE,
        "getBundle",
        "(Ljava/lang/String;Ljava/util/Locale;Ljava/lang/ClassLoader;)Ljava/util/ResourceBundle;",
        Other,
        NAME_AND_LOADER,
        &Bundles,
    ),
    controlled(
        "(Ljava/lang/String;Ljava/util/ResourceBundle$Control;)Ljava/util/ResourceBundle;",
        &[(Role::Name, 0), (Role::Mirror, 1)],
    ),
    controlled(
        "(Ljava/lang/String;Ljava/util/Locale;Ljava/util/ResourceBundle$Control;)Ljava/util/ResourceBundle;",
        &[(Role::Name, 0), (Role::Mirror, 2)],
    ),
    controlled(
        "(Ljava/lang/String;Ljava/util/Locale;Ljava/lang/ClassLoader;Ljava/util/ResourceBundle$Control;)\
         Ljava/util/ResourceBundle;",
        &[(Role::Name, 0), (Role::Loader, 2), (Role::Mirror, 3)],
    ),
    // Code of the class path is of no named module, and one of those finds what it holds itself.
    row(BUNDLE, "getBundle", "(Ljava/lang/String;Ljava/lang/Module;)Ljava/util/ResourceBundle;", Other, NAME, &Bundles),
    row(
        BUNDLE,
        "getBundle",
        "(Ljava/lang/String;Ljava/util/Locale;Ljava/lang/Module;)Ljava/util/ResourceBundle;",
        Other,
        NAME,
        &Bundles,
    ),
    row(BUNDLE, "getString", "*", Flow, BUNDLE_AND_KEY, &BundleValue),
    row(BUNDLE, "getObject", "*", Flow, BUNDLE_AND_KEY, &BundleValue),
    row(BUNDLE, "getStringArray", "*", Flow, BUNDLE_AND_KEY, &BundleValue),
];
