//! Rows of resource bundles: the look-up by name, and what is asked of bundles. Must not know where bundles are.

use super::super::bundles::{BundleValue, Bundles};
use super::super::site::Role;
use super::method::Input;
use super::method::Kind::{Flow, Other};
use super::row::{Row, row};

const BUNDLE: &str = "java/util/ResourceBundle";
const NAME: &[Input] = &[(Role::Name, 0)];
const NAME_AND_LOADER: &[Input] = &[(Role::Name, 0), (Role::Loader, 2)];
const BUNDLE_AND_KEY: &[Input] = &[(Role::Mirror, 0), (Role::Name, 1)];

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
    row(BUNDLE, "getString", "*", Flow, BUNDLE_AND_KEY, &BundleValue),
    row(BUNDLE, "getObject", "*", Flow, BUNDLE_AND_KEY, &BundleValue),
    row(BUNDLE, "getStringArray", "*", Flow, BUNDLE_AND_KEY, &BundleValue),
];
