//! Rust text as far as the house rules need it: code without comments, literals and tests. Must not know the rules.

/// The text with comments and the insides of string and character literals replaced by blanks; lines stay.
pub(crate) fn code(text: &str) -> String {
    masked(text, ' ')
}

/// The same with this in place of literals.
fn masked(text: &str, literal: char) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = token_end(&chars, at);
        if end > at + 1 || matches!(chars[at], '"') {
            let mask = if chars[at] == '/' { ' ' } else { literal };
            out.extend(chars[at..end].iter().map(|c| if *c == '\n' { '\n' } else { mask }));
        } else {
            out.push(chars[at]);
        }
        at = end.max(at + 1);
    }
    out
}

/// Where the comment or literal that begins at `at` ends; `at + 1` if none does.
fn token_end(chars: &[char], at: usize) -> usize {
    let starts = |text: &str| text.chars().enumerate().all(|(i, c)| chars.get(at + i) == Some(&c));
    if starts("//") {
        return (at..chars.len()).find(|i| chars[*i] == '\n').unwrap_or(chars.len());
    }
    if starts("/*") {
        let mut depth = 0;
        let mut i = at;
        while i < chars.len() {
            match (chars[i], chars.get(i + 1)) {
                ('/', Some('*')) => (depth, i) = (depth + 1, i + 1),
                ('*', Some('/')) => (depth, i) = (depth - 1, i + 1),
                _ => (),
            }
            i += 1;
            if depth == 0 {
                break;
            }
        }
        return i;
    }
    let after_name = at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_');
    if !after_name && (starts("r\"") || starts("r#") || starts("br\"") || starts("br#")) {
        let mut i = at + if chars[at] == 'b' { 2 } else { 1 };
        let hashes = chars[i..].iter().take_while(|c| **c == '#').count();
        i += hashes;
        if chars.get(i) == Some(&'"') {
            let close: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
            return (i + 1..chars.len())
                .find(|i| chars[*i..].starts_with(&close))
                .map_or(chars.len(), |i| i + close.len());
        }
        return at + 1;
    }
    if chars[at] == '"' {
        let mut i = at + 1;
        while i < chars.len() && chars[i] != '"' {
            i += if chars[i] == '\\' { 2 } else { 1 };
        }
        return (i + 1).min(chars.len());
    }
    if chars[at] == '\'' {
        // A character has its closing quote near; a lifetime has none.
        if chars.get(at + 1) == Some(&'\\') {
            return (at + 3..chars.len()).find(|i| chars[*i] == '\'').map_or(chars.len(), |i| i + 1);
        }
        if chars.get(at + 2) == Some(&'\'') {
            return at + 3;
        }
    }
    at + 1
}

/// Code without the items under `#[cfg(test)]`.
pub(crate) fn without_tests(code: &str) -> String {
    let mut out = String::new();
    let mut rest = code;
    while let Some(at) = rest.find("#[cfg(test)]") {
        out.push_str(&rest[..at]);
        let item = &rest[at..];
        let end = match (item.find('{'), item.find(';')) {
            (Some(open), semicolon) if semicolon.is_none_or(|semicolon| open < semicolon) => {
                let mut depth = 0usize;
                let close = item[open..].char_indices().find(|(_, c)| {
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        _ => (),
                    }
                    depth == 0
                });
                close.map_or(item.len(), |(close, _)| open + close + 1)
            }
            (_, Some(semicolon)) => semicolon + 1,
            (Some(_), None) | (None, None) => item.len(),
        };
        out.extend(item[..end].chars().filter(|c| *c == '\n'));
        rest = &item[end..];
    }
    out.push_str(rest);
    out
}

/// The names that follow `prefix` in code, each with its 1-based line: `crate::` gives the parts a file imports.
pub(crate) fn names_after(code: &str, prefix: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in code.lines().enumerate() {
        for (at, _) in line.match_indices(prefix) {
            let before = line[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                continue;
            }
            let name: String =
                line[at + prefix.len()..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            found.push((number + 1, name));
        }
    }
    found
}

/// A string literal outside tests.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    /// 1-based.
    pub(crate) line: usize,
    /// As it is written, without its quotes.
    pub(crate) text: String,
    /// The code before and after it, without blanks between.
    pub(crate) before: String,
    pub(crate) after: String,
}

/// How much of the code around a literal is kept.
const AROUND: usize = 20;

/// The string literals of a text, those of tests aside.
pub(crate) fn literals(text: &str) -> Vec<Literal> {
    let code = masked(text, '"');
    let kept = without_tests(&code);
    // What tests leave behind is empty lines.
    let is_kept: Vec<bool> = code.lines().zip(kept.lines()).map(|(all, kept)| all == kept).collect();
    let (chars, code): (Vec<char>, Vec<char>) = (text.chars().collect(), code.chars().collect());
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < chars.len() {
        let end = token_end(&chars, at).max(at + 1);
        let token: String = chars[at..end].iter().collect();
        let inside = token.trim_start_matches(['b', 'r', '#']).strip_prefix('"').filter(|_| code[at] == '"');
        if let Some(inside) = inside
            && is_kept.get(line - 1).is_some_and(|kept| *kept)
        {
            let text = inside.trim_end_matches('#').trim_end_matches('"').to_owned();
            let plain = |code: &[char]| code.iter().collect::<String>().trim().to_owned();
            let before = plain(&code[at.saturating_sub(AROUND)..at]);
            found.push(Literal { line, text, before, after: plain(&code[end..(end + AROUND).min(code.len())]) });
        }
        line += token.matches('\n').count();
        at = end;
    }
    found
}

#[test]
fn literals_are_found_with_their_lines_and_what_is_around_them() {
    let text = "// \"no\"\nif a == \"b\\\"c\" { 'x' }\n#[cfg(test)]\nmod tests {\n  f(\"no\") }\nlet r = r#\"d\"#;\n";
    let found = literals(text);
    let named: Vec<(usize, &str)> = found.iter().map(|of| (of.line, of.text.as_str())).collect();
    assert_eq!(named, [(2, "b\\\"c"), (6, "d")]);
    assert!(found[0].before.ends_with("if a ==") && found[0].after.starts_with('{'), "{found:?}");
}

#[test]
fn comments_and_literals_are_blanked() {
    let text = "let a = \"crate::x \\\" y\"; // crate::y\n/* a /* b */ crate::z */ let b = r#\"c\"d\"#; let c = '\\''; &'a str";
    let code = code(text);
    assert!(!code.contains("crate") && code.contains("let b =") && code.contains("&'a str"), "{code}");
    assert_eq!(code.lines().count(), 2);
    assert_eq!(self::code("'\"' x \"y\" z").split_whitespace().collect::<Vec<_>>(), ["x", "z"]);
}

#[test]
fn test_items_are_left_out() {
    let code = "a\n#[cfg(test)]\nmod tests;\nb\n#[cfg(test)]\nmod more { fn f() { } }\nc\n";
    let kept = without_tests(code);
    assert_eq!(kept.split_whitespace().collect::<Vec<_>>(), ["a", "b", "c"]);
    assert_eq!(kept.lines().count(), code.lines().count());
}

#[test]
fn names_are_found_with_their_lines() {
    let found =
        names_after("use crate::base::X;\nlet y = crate::heap::f(crate::ir::G); $crate::no; xcrate::no", "crate::");
    let names: Vec<(usize, &str)> = found.iter().map(|(line, name)| (*line, name.as_str())).collect();
    assert_eq!(names, [(1, "base"), (2, "heap"), (2, "ir"), (2, "no")]);
}
