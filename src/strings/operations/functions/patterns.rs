//! Regular expressions that stand for one text (JDK javadoc of `java.util.regex.Pattern`). Must not know what is matched.

/// Characters that say more than themselves somewhere in a pattern.
const SPECIAL: &str = "\\^$.|?*+()[]{}";

/// The only text that a pattern matches, if it has no special characters but escaped ones: `/`, `\.`, `[.]`.
pub(super) fn literal(pattern: &str) -> Option<String> {
    let mut literal = String::new();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        literal.push(match c {
            // Letters and digits that are escaped have a meaning.
            '\\' => chars.next().filter(|c| c.is_ascii_punctuation())?,
            '[' => {
                let only = chars.next().filter(|c| !"\\^[]&-".contains(*c))?;
                chars.next().filter(|&c| c == ']')?;
                only
            }
            c if SPECIAL.contains(c) => return None,
            c => c,
        });
    }
    // What is empty matches between characters.
    (!literal.is_empty()).then_some(literal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_one_text() {
        for (pattern, text) in [(",", ","), ("\\.", "."), ("[.]", "."), ("\\|\\|", "||"), ("::", "::"), ("[a]b", "ab")]
        {
            assert_eq!(literal(pattern).as_deref(), Some(text), "{pattern}");
        }
        for pattern in
            ["", ".", "\\s", "\\", "[", "[^a]", "[ab]", "a*", "(a)", "a|b", "^a", "a$", "a{2}", "\\1", "[\\.]"]
        {
            assert_eq!(literal(pattern), None, "{pattern}");
        }
    }
}
