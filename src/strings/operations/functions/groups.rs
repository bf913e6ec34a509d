//! What the groups of a `Matcher` hold (JDK javadoc of `java.util.regex.Matcher`). Must not know which of its methods were called.

use super::patterns::{anchored, expression, has_plain_groups};
use super::read::{Made, operands, text};
use super::texts::{replace_all, replace_first};
use crate::strings::{Ended, Value};

/// How a matcher looks for its pattern, by the names of its methods: in all of the text, at its beginning, one match after another.
pub const SOUGHT: [&str; 3] = ["matches", "lookingAt", "find"];

/// What replaces all matches, or the first one.
pub const REPLACES: [&str; 2] = ["replaceAll", "replaceFirst"];

/// What `replaceAll` and `replaceFirst` give, of a pattern, a text, one of [`REPLACES`], and what stands for matches: what the methods of
/// `String` give that are called so (JDK javadoc of `String.replaceAll`).
pub(crate) fn replaced(values: &[Value]) -> Made {
    let [pattern, value, replaces, new] = operands(values)?;
    let values = [value.clone(), pattern.clone(), new.clone()];
    match text(replaces)? {
        "replaceAll" => replace_all(&values),
        "replaceFirst" => replace_first(&values),
        _ => Err(Ended::Unknown),
    }
}

/// All that `group` gives, of a pattern, a text, one of [`SOUGHT`], and the number or the name of the group.
pub(crate) fn group(values: &[Value]) -> Result<Vec<Value>, Ended> {
    let [pattern, value, sought, group] = operands(values)?;
    let (pattern, value) = (text(pattern)?, text(value)?);
    if !has_plain_groups(pattern) {
        return Err(Ended::Unknown);
    }
    let expression = match text(sought)? {
        "matches" => anchored(pattern, value, true),
        "lookingAt" => anchored(pattern, value, false),
        "find" => expression(pattern, value),
        _ => None,
    };
    let expression = expression.ok_or(Ended::Unknown)?;
    let named = |name: &str| expression.capture_names().position(|other| other == Some(name));
    let number = match group {
        Value::Number(number) => usize::try_from(*number).ok(),
        name => text(name).map(|name| name.parse().ok().or_else(|| named(name)))?,
    };
    let number = number.filter(|&number| number < expression.captures_len()).ok_or(Ended::Throws)?;
    // One that is not in the match is null, which is no text.
    let of_match = |found: regex::Captures<'_>| found.get(number).map(|group| Value::from(group.as_str()));
    expression.captures_iter(value).map(of_match).collect::<Option<_>>().ok_or(Ended::Unknown)
}

#[cfg(test)]
mod tests {
    use super::super::tests::show;
    use super::*;

    fn all(pattern: &str, value: &str, sought: &str, number: Value) -> String {
        match group(&[pattern.into(), value.into(), sought.into(), number]) {
            Ok(groups) => groups.iter().map(|group| group.text().unwrap_or("?")).collect::<Vec<_>>().join(" "),
            Err(ended) => format!("{ended:?}").to_lowercase(),
        }
    }

    /// As `jshell` gives them.
    #[test]
    fn groups_are_those_of_java() {
        let number = Value::Number;
        for (pattern, value, sought, asked, given) in [
            ("([\\w.]+)#(\\w+)", "q.A#run", "matches", number(1), "q.A"),
            ("([\\w.]+)#(\\w+)", "q.A#run", "matches", number(2), "run"),
            ("([\\w.]+)#(\\w+)", "q.A#run", "matches", "0".into(), "q.A#run"),
            ("([\\w.]+)#(\\w+)", "q.A#run", "matches", number(3), "throws"),
            ("([\\w.]+)#(\\w+)", "q.A#run", "matches", number(-1), "throws"),
            ("([\\w.]+)#(\\w+)", "q.A#run!", "matches", number(1), ""),
            ("([\\w.]+)#(\\w+)", "q.A#run!", "lookingAt", number(2), "run"),
            ("(\\w+)", "!q", "lookingAt", number(1), ""),
            ("(\\w+)=(\\w+)", "a=b,c=d", "find", number(2), "b d"),
            ("(?<k>\\w+)=(?<v>\\w+)", "a=b,c=d", "find", "k".into(), "a c"),
            ("(?<k>\\w+)=(?<v>\\w+)", "a=b", "find", "w".into(), "throws"),
            ("(a|ab)(c|bcd)(d*)", "abcd", "matches", number(2), "bcd"),
            ("(.*)\\.(.*)", "q.r.A", "matches", number(1), "q.r"),
            ("(.*?)\\.(.*)", "q.r.A", "matches", number(1), "q"),
            ("(\\w*)", "", "matches", number(1), ""),
            ("(\\w*)", "ab", "find", number(1), "unknown"),
            ("(?:\\w+\\.)*(\\w+)", "q.r.A", "matches", number(1), "A"),
            // What is null there.
            ("(a)|(b)", "b", "matches", number(1), "unknown"),
            ("(a)?b", "b", "find", number(1), "unknown"),
            ("(a)?b", "ab", "find", number(1), "a"),
            // Each library has its own rounds of these.
            ("(a|b)*", "ab", "matches", number(1), "unknown"),
            ("(?:(a)|b)+", "ab", "matches", number(1), "unknown"),
            ("(?:a?)*(b)", "ab", "matches", number(1), "unknown"),
            ("(?:^)+(a)", "a", "matches", number(1), "unknown"),
            ("(a|)b", "b", "matches", number(1), "unknown"),
            ("(?i)(a)", "A", "matches", number(1), "unknown"),
            ("(a)$", "a\n", "find", number(1), "unknown"),
            ("([)(])*a", ")a", "matches", number(1), "unknown"),
            ("[(]([a-z]+)[)]*", "(a))", "matches", number(1), "a"),
        ] {
            assert_eq!(all(pattern, value, sought, asked), given, "{pattern} {value} {sought}");
        }
        assert_eq!(group(&["(a)".into(), Value::Other, "find".into(), Value::Number(1)]), Err(Ended::Unknown));
        assert_eq!(group(&["(a)".into(), "a".into(), "find".into(), Value::Unknown(None)]), Err(Ended::Unknown));
        assert_eq!(group(&["(a)".into(), "a".into(), "find".into(), Value::Null]), Err(Ended::Throws));
    }

    #[test]
    fn matches_are_replaced() {
        let of = |replaces: &str, new: Value| show(replaced(&["[ab]".into(), "xaxb".into(), replaces.into(), new]));
        assert_eq!(of("replaceAll", "q".into()), "xqxq");
        assert_eq!(of("replaceFirst", "$0c".into()), "xacxb");
        assert_eq!(of("replaceFirst", Value::Null), "throws");
        assert_eq!(of("find", "q".into()), "unknown");
        assert_eq!(show(replaced(&["x*".into(), "q".into(), "replaceAll".into(), "q".into()])), "unknown");
    }
}
