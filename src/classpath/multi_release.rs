//! The entries of a jar as `java.util.jar.JarFile` shows them for one release: versioned entries in place of base
//! entries (JAR File Specification, "Multi-release JAR files"), the last of equal names. Must not know content.

use crate::base::FxIndexMap;

const VERSIONS: &str = "META-INF/versions/";
/// Oldest release that may have versioned entries.
const FIRST_RELEASE: u32 = 9;

/// Names with the entry each stands for. `release` is `None` for a jar that is not multi-release.
pub(super) fn view<E: Copy>(names: Vec<(String, E)>, release: Option<u32>) -> FxIndexMap<String, E> {
    let mut entries: FxIndexMap<String, (u32, E)> = FxIndexMap::default();
    entries.reserve(names.len());
    let mut put = |name: String, version: u32, entry: E| {
        let slot = entries.entry(name).or_insert((version, entry));
        if version >= slot.0 {
            *slot = (version, entry);
        }
    };
    for (name, entry) in names {
        if let Some((version, rest)) = versioned(&name).filter(|(version, _)| release.is_some_and(|r| *version <= r)) {
            put(rest.to_owned(), version, entry);
        }
        put(name, 0, entry);
    }
    entries.into_iter().map(|(name, (_, entry))| (name, entry)).collect()
}

/// The classes in version folders among the files of a folder, as they are called there, by internal name.
pub(super) fn versioned_classes<'f>(files: impl Iterator<Item = &'f str>) -> impl Iterator<Item = &'f str> {
    files.filter_map(|file| versioned(file)?.1.strip_suffix(".class")).filter(|class| *class != "module-info")
}

/// Splits `META-INF/versions/11/a/B.class`; entries of `META-INF` have no versions.
fn versioned(name: &str) -> Option<(u32, &str)> {
    let (version, rest) = name.strip_prefix(VERSIONS)?.split_once('/')?;
    let plain = version.bytes().all(|b| b.is_ascii_digit()) && !version.starts_with('0');
    let version = plain.then(|| version.parse().ok())??;
    (version >= FIRST_RELEASE && !rest.starts_with("META-INF/")).then_some((version, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &[&str], release: Option<u32>, name: &str, expected: Option<usize>) {
        let names = names.iter().enumerate().map(|(index, name)| ((*name).to_owned(), index)).collect();
        assert_eq!(view(names, release).get(name).copied(), expected, "{name}");
    }

    #[test]
    fn the_newest_version_up_to_the_release_wins() {
        let names =
            ["META-INF/versions/21/A.class", "META-INF/versions/9/A.class", "A.class", "META-INF/versions/11/A.class"];
        check(&names, None, "A.class", Some(2));
        check(&names, Some(8), "A.class", Some(2));
        check(&names, Some(9), "A.class", Some(1));
        check(&names, Some(17), "A.class", Some(3));
        check(&names, Some(25), "A.class", Some(0));
        check(&names, Some(25), "META-INF/versions/9/A.class", Some(1));
    }

    #[test]
    fn what_is_no_version() {
        let names = ["META-INF/versions/8/A.class", "META-INF/versions/9/META-INF/x", "META-INF/versions/+9/B.class"];
        check(&names, Some(25), "A.class", None);
        check(&names, Some(25), "META-INF/x", None);
        check(&names, Some(25), "B.class", None);
        check(&["META-INF/versions/9/New.class"], Some(11), "New.class", Some(0));
    }

    #[test]
    fn classes_of_version_folders() {
        let files = ["a/B.class", "META-INF/versions/9/a/B.class", "META-INF/versions/11/module-info.class"];
        assert_eq!(versioned_classes(files.into_iter()).collect::<Vec<_>>(), ["a/B"]);
    }

    #[test]
    fn the_last_of_equal_names_wins() {
        check(&["a", "b", "a"], None, "a", Some(2));
    }
}
