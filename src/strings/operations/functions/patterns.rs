//! Regular expressions (JDK javadoc of `java.util.regex.Pattern`): those that mean the same to the regex library are given to it,
//! of others nothing is known. Must not know what is matched.

use std::iter::Peekable;
use std::str::Chars;

use regex::{Captures, Regex, RegexBuilder};

use crate::strings::Ended;

/// Longest pattern that is read, and most bytes that one may take.
const LENGTH: usize = 128;
const SIZE: usize = 1 << 18;

/// Blanks, digits and characters of words, which are ASCII in Java.
const BLANK: &str = " \\t\\n\\x0B\\f\\r";
const DIGIT: &str = "0-9";
const WORD: &str = "a-zA-Z_0-9";
/// What `.` means: anything but ends of lines.
const NO_END: &str = "[^\\n\\r\\x{85}\\x{2028}\\x{2029}]";

/// The ends of lines, each by itself, and what `\\R` means.
const ENDS: [char; 5] = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];
const LINE_BREAK: &str = "(?:\\r\\n|[\\n\\x0B\\f\\r\\x{85}\\x{2028}\\x{2029}])";

/// The expression of a pattern for a text, if both take it in the same way: characters, sets of them, groups, alternatives, and
/// repetitions that give back, all tried from left to right. Left out is what matches the empty text: matches between
/// characters are counted in ways of their own. The end of a text is also before an end of a line that is last in it, which is
/// left out, too.
pub(super) fn expression(pattern: &str, text: &str) -> Option<Regex> {
    let may_end = !text.ends_with(ENDS);
    let translated = translated(pattern, may_end).filter(|_| pattern.len() <= LENGTH)?;
    let expression = RegexBuilder::new(&translated).size_limit(SIZE).nest_limit(16).build().ok()?;
    (!expression.is_match("")).then_some(expression)
}

/// The same of the beginning of a text, or of all of it. It may match the empty text, as it is asked once.
pub(super) fn anchored(pattern: &str, text: &str, is_all: bool) -> Option<Regex> {
    let may_end = !text.ends_with(ENDS);
    let translated = translated(pattern, may_end).filter(|_| pattern.len() <= LENGTH)?;
    let translated = format!("\\A(?:{translated}){}", if is_all { "\\z" } else { "" });
    RegexBuilder::new(&translated).size_limit(SIZE).nest_limit(16).build().ok()
}

/// Whether what the groups of a pattern hold is what they hold in Java: groups that repeat have no groups that count inside, nor what
/// may match the empty text, of which each library takes another round or none.
pub(super) fn has_plain_groups(pattern: &str) -> bool {
    // Of each open group, whether it must not repeat.
    let mut open: Vec<bool> = Vec::new();
    let mut chars = pattern.chars().peekable();
    let mut is_in_set = false;
    if pattern.starts_with('|') {
        return false;
    }
    while let Some(c) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            ']' => is_in_set = false,
            _ if is_in_set => {}
            '[' => {
                is_in_set = true;
                // One that is first is an item.
                chars.next_if_eq(&'^');
                chars.next_if_eq(&']');
            }
            '(' => {
                let counts = chars.next_if_eq(&'?').is_none() || chars.next_if_eq(&':').is_none();
                open.push(counts);
                if matches!(chars.peek(), Some('|' | ')')) {
                    return false;
                }
            }
            ')' => {
                let Some(forbids) = open.pop() else { return false };
                if forbids && matches!(chars.peek(), Some('*' | '+' | '{')) {
                    return false;
                }
                // It is inside of what is around.
                if let Some(outer) = open.last_mut() {
                    *outer |= forbids;
                }
            }
            '*' | '?' | '{' | '^' | '$' => {
                if let Some(outer) = open.last_mut() {
                    *outer = true;
                }
            }
            '|' if matches!(chars.peek(), None | Some('|' | ')')) => return false,
            _ => {}
        }
    }
    true
}

fn translated(pattern: &str, may_end: bool) -> Option<String> {
    let mut to = String::new();
    let mut chars = pattern.chars().peekable();
    let mut may_repeat = false;
    while let Some(c) = chars.next() {
        let repeats = std::mem::replace(&mut may_repeat, true);
        match c {
            '*' | '+' | '?' if repeats => {
                to.push(c);
                to.extend(chars.next_if_eq(&'?'));
                // Another one would keep what it has.
                may_repeat = false;
            }
            '(' => {
                to.push(c);
                // Other groups look around, or change what is meant.
                if chars.next_if_eq(&'?').is_some() {
                    match chars.next()? {
                        ':' => to.push_str("?:"),
                        '<' => to.push_str(&name(&mut chars)?),
                        _ => return None,
                    }
                }
                may_repeat = false;
            }
            '|' => {
                to.push(c);
                may_repeat = false;
            }
            ')' => to.push(c),
            '.' => to.push_str(NO_END),
            '[' => to.push_str(&set(&mut chars)?),
            '^' => {
                to.push(c);
                may_repeat = false;
            }
            '$' if may_end => {
                to.push(c);
                may_repeat = false;
            }
            '{' if repeats => {
                to.push_str(&times(&mut chars)?);
                to.extend(chars.next_if_eq(&'?'));
                may_repeat = false;
            }
            '\\' if chars.next_if_eq(&'R').is_some() => to.push_str(LINE_BREAK),
            '\\' => {
                let (is_negated, items) = escaped(chars.next()?)?;
                to.extend([if is_negated { "[^" } else { "[" }, &items, "]"]);
            }
            '*' | '+' | '?' | '$' | '{' | '}' | ']' => return None,
            c => to.push_str(&item(c)),
        }
    }
    Some(to)
}

/// The name of a group, behind what opens it (`Pattern`: letters and digits of ASCII, a letter first).
fn name(chars: &mut Peekable<Chars<'_>>) -> Option<String> {
    let mut to = String::from("?P<");
    to.push(chars.next_if(char::is_ascii_alphabetic)?);
    while let Some(c) = chars.next_if(char::is_ascii_alphanumeric) {
        to.push(c);
    }
    to.push(chars.next_if_eq(&'>')?);
    Some(to)
}

/// How often something repeats, behind the brace: `2}`, `2,}` or `2,3}`.
fn times(chars: &mut Peekable<Chars<'_>>) -> Option<String> {
    let mut to = String::from("{");
    let number = |to: &mut String, chars: &mut Peekable<Chars<'_>>| {
        let before = to.len();
        while let Some(digit) = chars.next_if(char::is_ascii_digit) {
            to.push(digit);
        }
        to.len() > before
    };
    if !number(&mut to, chars) {
        return None;
    }
    if chars.next_if_eq(&',').is_some() {
        to.push(',');
        number(&mut to, chars);
    }
    chars.next_if_eq(&'}')?;
    to.push('}');
    Some(to)
}

/// What stands between brackets; sets in it and what they have in common is not read.
fn set(chars: &mut Peekable<Chars<'_>>) -> Option<String> {
    let mut to = String::from("[");
    to.extend(chars.next_if_eq(&'^'));
    let start = to.len();
    // The last character, if it was written as it is.
    let mut plain = None;
    loop {
        let c = chars.next()?;
        let before = std::mem::replace(&mut plain, Some(c).filter(char::is_ascii_alphanumeric));
        match c {
            ']' if to.len() > start => break,
            '[' | ']' | '&' => return None,
            '\\' => match escaped(chars.next()?)? {
                (false, items) => to.push_str(&items),
                (true, _) => return None,
            },
            '-' if to.len() > start && chars.peek() != Some(&']') => {
                // Between two that are written as they are.
                before?;
                to.extend(['-', chars.next().filter(char::is_ascii_alphanumeric)?]);
            }
            c if c.is_ascii_alphanumeric() => to.push(c),
            c => to.push_str(&item(c)),
        }
    }
    to.push(']');
    Some(to)
}

/// What a character behind a backslash means, as items of a set, and whether it means all others.
fn escaped(c: char) -> Option<(bool, String)> {
    let items = match c.to_ascii_lowercase() {
        's' => BLANK.to_owned(),
        'd' => DIGIT.to_owned(),
        'w' => WORD.to_owned(),
        't' | 'n' | 'r' | 'f' if c.is_ascii_lowercase() => format!("\\{c}"),
        // Other letters and digits have meanings of their own.
        _ if c.is_ascii_punctuation() => item(c),
        _ => return None,
    };
    Some((c.is_ascii_uppercase(), items))
}

/// A character that means itself, in a set or outside.
fn item(c: char) -> String {
    if c.is_ascii_alphanumeric() { c.to_string() } else { format!("\\x{{{:x}}}", u32::from(c)) }
}

/// What stands in the place of a match (JDK javadoc of `Matcher.appendReplacement`).
pub(super) struct Replacement {
    pieces: Vec<Piece>,
}

enum Piece {
    Text(char),
    Group(usize),
}

impl Replacement {
    /// Whether it takes in what groups of the pattern hold, but for the whole match.
    pub(super) fn has_groups(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Group(1..)))
    }

    /// From how it is written, beside a pattern of so many groups.
    ///
    /// # Errors
    /// Groups by names are not read; there are none of higher numbers.
    pub(super) fn read(written: &str, groups: usize) -> Result<Self, Ended> {
        let mut pieces = Vec::new();
        let mut chars = written.chars().peekable();
        while let Some(c) = chars.next() {
            pieces.push(match c {
                '\\' => Piece::Text(chars.next().ok_or(Ended::Throws)?),
                '$' => {
                    let digit = |c: char| c.to_digit(10).and_then(|digit| usize::try_from(digit).ok());
                    let first = chars.next().ok_or(Ended::Throws)?;
                    let mut group = digit(first).ok_or(Ended::Unknown)?;
                    // As many digits as there are groups for.
                    while let Some(longer) = chars.peek().and_then(|&c| Some(group * 10 + digit(c)?)) {
                        if longer > groups {
                            break;
                        }
                        group = longer;
                        chars.next();
                    }
                    if group > groups {
                        return Err(Ended::Throws);
                    }
                    Piece::Group(group)
                }
                c => Piece::Text(c),
            });
        }
        Ok(Self { pieces })
    }

    pub(super) fn of(&self, found: &Captures<'_>) -> String {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(c) => text.push(*c),
                Piece::Group(group) => text.push_str(found.get(*group).map_or("", |group| group.as_str())),
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_put_in() {
        let expression = expression("(a)(b)?", "ac").unwrap();
        let of = |written| {
            let replacement = Replacement::read(written, 2)?;
            Ok::<_, Ended>(expression.replace("ac", |found: &Captures<'_>| replacement.of(found)).into_owned())
        };
        assert_eq!(of("$1$2x").as_deref(), Ok("axc"));
        assert_eq!(of("$0$11").as_deref(), Ok("aa1c"));
        assert_eq!(of("\\$1").as_deref(), Ok("$1c"));
        for (written, ended) in
            [("$3", Ended::Throws), ("$", Ended::Throws), ("\\", Ended::Throws), ("${n}", Ended::Unknown)]
        {
            assert_eq!(of(written), Err(ended), "{written}");
        }
    }

    /// The first match, as `Pattern.compile(pattern).matcher(text)` finds it in `jshell`.
    #[test]
    fn patterns_match_as_in_java() {
        for (pattern, text, first) in [
            (",", "a,b", ","),
            ("\\.", "a.b", "."),
            ("[.]", "a.b", "."),
            ("\\s*,\\s*", "a , b", " , "),
            ("[,;]+", "a;,b", ";,"),
            ("\\s+", "a\u{a0} \tb", " \t"),
            ("[^a-z]", "abC", "C"),
            ("[a-]", "b-", "-"),
            ("[\\w.]+", "(p.A)", "p.A"),
            ("(a|ab)c?", "abc", "a"),
            ("a+?", "aa", "a"),
            ("(?:ab)+", "xababa", "abab"),
            ("\\$\\{", "a${b", "${"),
            ("a.b", "a\nba\u{e4}b", "a\u{e4}b"),
            ("\\W", "a\u{e4}", "\u{e4}"),
            ("^a", "aba", "a"),
            ("^(a|b)", "ba", "b"),
            ("\\.class$", "a.class.class", ".class"),
            ("a{2}", "abaab", "aa"),
            ("a{2,3}", "aaaa", "aaa"),
            ("a{2,}?", "aaaa", "aa"),
            ("\\R", "a\r\nb", "\r\n"),
            ("\\R+", "a\n\u{2028}b", "\n\u{2028}"),
        ] {
            let found = expression(pattern, text).and_then(|expression| Some(expression.find(text)?.as_str()));
            assert_eq!(found, Some(first), "{pattern}");
        }
    }

    #[test]
    fn what_may_mean_something_else_is_left_out() {
        for pattern in [
            "", "a*", "a?", "(a|)", "a++", "a*+", "^", "^*a", "a{2}+", "a{", "a{,2}", "a{2", "{2}", "a{99999}", "\\1",
            "\\b", "\\p{L}", "\\Qa\\E", "[a&&b]", "[[a]]", "[]a]", "[\\S]", "(?i)a", "(?=a)", "(?<=a)", "(?<n1>a",
            "(?<1>a)", "\\", "[", "(", ")", "*a", "[z-a]", "[\\d-z]", "[\\R]",
        ] {
            assert!(expression(pattern, "a").is_none(), "{pattern}");
        }
        assert!(expression(&"a".repeat(LENGTH + 1), "a").is_none());
        // It would be found before the end of the line, too.
        assert!(expression("a$", "a\n").is_none() && expression("a$", "a").is_some());
    }
}
