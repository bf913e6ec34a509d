//! One source file in memory: lines, what is code, its package, hashes, and the search for a token on a line. Must not
//! know where files are.

use std::cell::OnceCell;
use std::ops::Range;

use super::lexer::{Kind, Language, classify};
use super::{Query, fingerprint};

/// Lines of one statement that are searched for a token: a call may span lines.
const MAX_LINES: usize = 20;

/// A source file.
pub(super) struct SourceText {
    text: String,
    kinds: Vec<Kind>,
    /// Byte ranges of the lines without their ends.
    lines: Vec<Range<usize>>,
    language: Language,
    hashes: OnceCell<Vec<String>>,
}

/// A part of one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Region {
    /// 1-based.
    pub(super) line: u32,
    /// Bytes within the file.
    pub(super) range: Range<usize>,
}

impl SourceText {
    /// Bytes that are no UTF-8 become U+FFFD, as GitHub reads them.
    pub(super) fn new(bytes: &[u8], file_name: &str) -> Self {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let language = Language::of_file(file_name);
        let kinds = classify(&text, language);
        let lines = lines(&text);
        Self { text, kinds, lines, language, hashes: OnceCell::new() }
    }

    /// The text of a 1-based line without its end.
    pub(super) fn line(&self, line: u32) -> Option<&str> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        self.lines.get(index).map(|range| &self.text[range.clone()])
    }

    /// GitHub's hash of a line.
    pub(super) fn hash(&self, line: u32) -> Option<&str> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        self.hashes.get_or_init(|| fingerprint::line_hashes(&self.text)).get(index).map(String::as_str)
    }

    /// 1-based column of a byte of a line, in UTF-16 units as SARIF counts by default.
    pub(super) fn column(&self, line: u32, offset: usize) -> u32 {
        let start = self.lines.get((line as usize).saturating_sub(1)).map_or(0, |range| range.start);
        let units = self.text.get(start..offset).unwrap_or_default().encode_utf16().count();
        u32::try_from(units).unwrap_or(u32::MAX - 1) + 1
    }

    /// The package its header declares, with dots; empty for none. In Scala clauses add up (`package a` `package b`).
    pub(super) fn package(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        for code in self.lines.iter().map(|range| self.code_of(range)) {
            for statement in code.split(';').map(str::trim) {
                match statement.strip_prefix("package").filter(|rest| rest.starts_with([' ', '\t'])) {
                    Some(rest) if !rest.trim_start().starts_with("object ") => {
                        let name = rest.split('{').next().unwrap_or_default();
                        parts.push(name.chars().filter(|c| !c.is_whitespace() && *c != '`').collect());
                        if self.language != Language::Scala {
                            return parts.concat();
                        }
                    }
                    None if !starts_declaration(statement) => {}
                    _ => return parts.join("."),
                }
            }
        }
        parts.join(".")
    }

    /// Where the token of a query is on a line, or else on the next lines of the same statement.
    pub(super) fn find(&self, line: u32, query: &Query<'_>) -> Option<Region> {
        let (ordinal, total) = (query.ordinal as usize, query.total as usize);
        let mut lines = self.statement(line, query);
        // Compilers give one line to what a statement calls for its arguments, wherever these are.
        let all: usize = lines.iter().map(|(_, found)| found.len()).sum();
        let nth = if all == total {
            ordinal.min(all.checked_sub(1)?)
        } else {
            lines.truncate(1);
            let tokens = lines.first()?.1.len();
            // Copies repeat the tokens in order.
            let copied = total > tokens && total % tokens == 0;
            if copied { ordinal % tokens } else { ordinal.min(tokens - 1) }
        };
        let mut tokens =
            lines.into_iter().flat_map(|(line, found)| found.into_iter().map(move |chosen| (line, chosen.range)));
        tokens.nth(nth).map(|(line, range)| Region { line, range })
    }

    /// The lines of a statement that have the token, with where they have it, in the order in which it is called.
    fn statement(&self, line: u32, query: &Query<'_>) -> Vec<(u32, Vec<Candidate>)> {
        let (Some(token), Some(first)) = (query.token, (line as usize).checked_sub(1)) else { return Vec::new() };
        let mut depth = 0;
        let mut lines = Vec::new();
        for index in first..self.lines.len().min(first.saturating_add(MAX_LINES)) {
            let mut found = self.tokens(&self.lines[index], token);
            let as_asked = |candidate: &Candidate| candidate.in_lambda == query.in_lambda;
            if found.iter().any(as_asked) {
                found.retain(as_asked);
            }
            found.sort_by_key(|candidate| candidate.call_order);
            if !found.is_empty() {
                lines.push((index as u32 + 1, found));
            }
            if !self.continues(index, &mut depth) {
                break;
            }
        }
        lines
    }

    /// Whether the statement goes on after the line at `index`; `depth` counts brackets open since its first line.
    fn continues(&self, index: usize, depth: &mut i32) -> bool {
        let code = self.code_of(&self.lines[index]);
        for byte in code.bytes() {
            match byte {
                b'(' | b'[' => *depth += 1,
                b')' | b']' => *depth -= 1,
                _ => {}
            }
        }
        let code = code.trim_end();
        if self.language == Language::Java {
            return *depth > 0 || !code.ends_with([';', '{', '}']);
        }
        let next = self.lines.get(index + 1).map(|range| self.code_of(range)).unwrap_or_default();
        let goes_on = |text: &str| [".", "?.", "?:", "&&", "||", "+", ")"].iter().any(|start| text.starts_with(start));
        *depth > 0
            || code.is_empty()
            || code.ends_with(['(', ',', '=', '+', '&', '|', '.', '>'])
            || goes_on(next.trim())
    }

    /// The line that declares a type of that simple name.
    pub(super) fn declaration(&self, simple_name: &str) -> Option<Region> {
        const KEYWORDS: [&str; 8] =
            ["class", "interface", "enum", "record", "object", "trait", "@interface", "typealias"];
        self.lines.iter().zip(1..).find_map(|(range, line)| {
            let position = self.identifiers(range).find(|position| {
                let before = self.text[range.start..position.start].trim_end();
                self.text[position.clone()] == *simple_name && KEYWORDS.iter().any(|keyword| before.ends_with(keyword))
            });
            position.map(|range| Region { line, range })
        })
    }

    /// A line from a 1-based column, in characters, without the blanks at its end; the whole line if it is shorter.
    pub(super) fn rest_of_line(&self, line: u32, column: u32) -> Option<Region> {
        let whole = self.whole_line(line)?;
        let text = self.line(line)?;
        let start = self.lines.get((line as usize).checked_sub(1)?)?.start;
        let skipped = text.char_indices().nth((column as usize).saturating_sub(1)).map_or(0, |(offset, _)| offset);
        let start = start + skipped;
        let range = if whole.range.contains(&start) { start..whole.range.end } else { whole.range };
        Some(Region { line, range })
    }

    /// A whole line without the blanks around it.
    pub(super) fn whole_line(&self, line: u32) -> Option<Region> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        let range = self.lines.get(index)?;
        let text = &self.text[range.clone()];
        let start = range.start + (text.len() - text.trim_start().len());
        let end = (range.start + text.trim_end().len()).max(start);
        Some(Region { line, range: start..end })
    }

    fn tokens(&self, line: &Range<usize>, token: &str) -> Vec<Candidate> {
        let mut found = self.tokens_unplaced(line, token);
        for candidate in &mut found {
            candidate.in_lambda = self.is_behind_arrow(line, candidate.range.start);
        }
        found
    }

    /// Whether an arrow on the line begins a lambda that reaches to a position.
    fn is_behind_arrow(&self, line: &Range<usize>, position: usize) -> bool {
        // Brackets closed on the way back and not opened yet: what is in them is of no concern.
        let mut closed = 0u32;
        // A comma or semicolon on the level of the arrow ends its lambda.
        let mut ended = false;
        for at in (line.start..position).rev() {
            match self.code(at, position) {
                Some(b')' | b']' | b'}') => closed += 1,
                Some(b'(' | b'[' | b'{') if closed == 0 => ended = false,
                Some(b'(' | b'[' | b'{') => closed -= 1,
                Some(b',' | b';') if closed == 0 => ended = true,
                Some(b'>') if closed == 0 && !ended && self.is_arrow(line, at) => return true,
                _ => {}
            }
        }
        false
    }

    /// Whether the `>` at a position ends the arrow of a lambda, not of a `case`.
    fn is_arrow(&self, line: &Range<usize>, at: usize) -> bool {
        let before = at.checked_sub(1).filter(|before| *before >= line.start).and_then(|before| self.code(before, at));
        let is_arrow = before == Some(b'-') || (before == Some(b'=') && self.language == Language::Scala);
        let statement = self.text[line.start..at].rsplit(['{', '}', ';']).next().unwrap_or_default().trim_start();
        let is_label = statement.starts_with("case ") || statement.starts_with("default");
        is_arrow && (!is_label || statement.contains("->"))
    }

    fn tokens_unplaced(&self, line: &Range<usize>, token: &str) -> Vec<Candidate> {
        if let Some(literal) = token.strip_prefix('"') {
            let literal = literal.strip_suffix('"').unwrap_or(literal);
            return self.literals(line, literal);
        }
        let name = if token == "<init>" { "new" } else { token };
        let named = |name: &str| self.identifiers(line).filter(|range| self.text[range.clone()] == *name).collect();
        let mut found: Vec<Range<usize>> = named(name);
        // `getName()` reads as a property outside Java.
        if found.is_empty()
            && self.language != Language::Java
            && let Some(property) = property_of(name)
        {
            found = named(&property);
        }
        let calls: Vec<Candidate> = found.iter().filter_map(|range| self.call(line, range, name == "new")).collect();
        if !calls.is_empty() {
            return calls;
        }
        let plain = |range: Range<usize>| Candidate::new(range.clone(), (false, range.start));
        found.into_iter().map(plain).collect()
    }

    /// The call whose name is at `name`, with its arguments as far as they are on the line.
    fn call(&self, line: &Range<usize>, name: &Range<usize>, creation: bool) -> Option<Candidate> {
        let mut at = name.end;
        if creation {
            // `new a.B<C>(`: on to the parenthesis.
            while self.code(at, line.end).is_some_and(|c| c != b'(') {
                at += 1;
            }
        }
        at = self.skip_blanks(at, line.end);
        if self.code(at, line.end) == Some(b'<') {
            at = self.skip_blanks(self.closing(at, line.end, b'<', b'>')?, line.end);
        }
        let is_reference = self.text[line.start..name.start].trim_end().ends_with("::");
        match self.code(at, line.end) {
            Some(b'(') => match self.closing(at, line.end, b'(', b')') {
                Some(end) => Some(Candidate::new(name.start..end, (false, end))),
                // Open to the next line: such calls end after all that close here, the last opened first.
                None => Some(Candidate::new(name.clone(), (true, usize::MAX - name.start))),
            },
            Some(b'{') if self.language != Language::Java => {
                let end = self.closing(at, line.end, b'{', b'}').unwrap_or(name.end);
                Some(Candidate::new(name.clone(), (false, end)))
            }
            _ if is_reference => Some(Candidate::new(name.clone(), (false, name.end))),
            _ => None,
        }
    }

    /// Position after the bracket that closes the one at `open`, if it is on the line.
    fn closing(&self, open: usize, end: usize, opening: u8, closing: u8) -> Option<usize> {
        let mut depth = 0u32;
        for at in open..end {
            match self.code(at, end) {
                Some(byte) if byte == opening => depth += 1,
                Some(byte) if byte == closing => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at + 1);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn skip_blanks(&self, mut at: usize, end: usize) -> usize {
        while at < end && (self.kinds[at] == Kind::Comment || matches!(self.text.as_bytes()[at], b' ' | b'\t')) {
            at += 1;
        }
        at
    }

    /// The byte at a position before `end`, if it is code.
    fn code(&self, at: usize, end: usize) -> Option<u8> {
        (at < end && self.kinds[at] == Kind::Code).then(|| self.text.as_bytes()[at])
    }

    fn literals(&self, line: &Range<usize>, literal: &str) -> Vec<Candidate> {
        if literal.is_empty() {
            return Vec::new();
        }
        let text = &self.text[line.clone()];
        let found = text.match_indices(literal).map(|(at, _)| line.start + at..line.start + at + literal.len());
        let within = found.filter(|range| self.kinds[range.clone()].iter().all(|kind| *kind == Kind::Text));
        within.map(|range| Candidate::new(range.clone(), (false, range.start))).collect()
    }

    /// Byte ranges of the identifiers in the code of a line.
    fn identifiers<'a>(&'a self, line: &'a Range<usize>) -> impl Iterator<Item = Range<usize>> + 'a {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let mut chars = self.text[line.clone()].char_indices().map(|(at, c)| (line.start + at, c)).peekable();
        std::iter::from_fn(move || {
            let is_code = |at: usize, c: char| is_part(c) && self.kinds[at] == Kind::Code;
            let (start, first) = chars.find(|(at, c)| is_code(*at, *c))?;
            let mut end = start + first.len_utf8();
            while let Some((at, c)) = chars.next_if(|(at, c)| is_code(*at, *c)) {
                end = at + c.len_utf8();
            }
            Some(start..end)
        })
    }

    fn code_of(&self, line: &Range<usize>) -> String {
        let chars = self.text[line.clone()].char_indices();
        chars.map(|(at, c)| if self.kinds[line.start + at] == Kind::Code { c } else { ' ' }).collect()
    }
}

/// A token found, with what orders it among those of its line: calls that end on the line, by their end, then others.
struct Candidate {
    range: Range<usize>,
    call_order: (bool, usize),
    /// Behind an arrow on the same line, within the arrow's brackets.
    in_lambda: bool,
}

impl Candidate {
    fn new(range: Range<usize>, call_order: (bool, usize)) -> Self {
        Self { range, call_order, in_lambda: false }
    }
}

/// `name` for `getName`; `isOpen` stays.
fn property_of(getter: &str) -> Option<String> {
    let rest = getter.strip_prefix("get").or_else(|| getter.strip_prefix("set"))?;
    let mut chars = rest.chars();
    let first = chars.next().filter(|c| c.is_uppercase())?;
    Some(first.to_lowercase().chain(chars).collect())
}

/// What cannot stand before a package clause.
fn starts_declaration(statement: &str) -> bool {
    let word = statement.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    matches!(
        word,
        "import" | "class" | "interface" | "object" | "fun" | "val" | "var" | "enum" | "record" | "trait" | "def"
    )
}

/// Byte ranges of the lines: ends are LF, CR and CR LF (JLS 3.4). Text that ends with a line end has an empty last line.
fn lines(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < bytes.len() {
        let end = match &bytes[at..] {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => {
                at += 1;
                continue;
            }
        };
        lines.push(start..at);
        at += end;
        start = at;
    }
    lines.push(start..bytes.len());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(file: &SourceText, region: &Region) -> String {
        file.text[region.range.clone()].to_owned()
    }

    /// Finds the `ordinal`-th `token` from the line that holds `@` on; the mark itself is removed.
    fn find(name: &str, source: &str, token: &str, ordinal: u32) -> Option<(u32, String)> {
        let line = source.lines().position(|line| line.contains('@')).unwrap() as u32 + 1;
        let file = SourceText::new(source.replacen('@', "", 1).as_bytes(), name);
        let region = file.find(line, &Query { token: Some(token), ordinal, ..Query::default() })?;
        assert!(file.lines[region.line as usize - 1].start <= region.range.start);
        assert!(region.range.end <= file.lines[region.line as usize - 1].end);
        Some((region.line, text_of(&file, &region)))
    }

    #[track_caller]
    fn check(name: &str, source: &str, token: &str, expected: &[&str]) {
        for (ordinal, expected) in (0..).zip(expected) {
            let found = find(name, source, token, ordinal).map(|(_, text)| text);
            assert_eq!(found.as_deref(), Some(*expected), "{source} {token} {ordinal}");
        }
    }

    #[test]
    fn names_of_calls() {
        check("A.java", "@ Class.forName(name).newInstance();", "forName", &["forName(name)"]);
        check("A.java", "@ Class.forName(name).newInstance();", "newInstance", &["newInstance()"]);
        check(
            "A.java",
            "@ String forName = \"forName(\" + Class . forName (x /* ) */ + \")\");",
            "forName",
            &["forName (x /* ) */ + \")\")"],
        );
        check("A.java", "@ list.map(Class::forName)", "forName", &["forName"]);
        check("A.java", "@ c.<T>cast(x)", "cast", &["cast(x)"]);
        check("A.java", "@ x = new Foo(new Bar<>(1));", "<init>", &["new Bar<>(1)", "new Foo(new Bar<>(1))"]);
        check("A.java", "@ x.field = 1;", "field", &["field"]);
        check("A.java", "@ ä.größe(1)", "größe", &["größe(1)"]);
        assert_eq!(find("A.java", "@ x.notForName(y); }", "forName", 0), None);
    }

    #[test]
    fn several_on_a_line_come_in_the_order_of_calls() {
        check(
            "A.java",
            "@ a.invoke(b.invoke(c)).invoke(d)",
            "invoke",
            &["invoke(c)", "invoke(b.invoke(c))", "invoke(d)", "invoke(d)"],
        );
        check("A.java", "@ a.get(1) + b.get(2, c.get(\n 3));", "get", &["get(1)", "get", "get"]);
        let file = SourceText::new(b"a.get(b.get(\n", "A.java");
        let columns = [0, 1].map(|ordinal| {
            file.find(1, &Query { token: Some("get"), ordinal, ..Query::default() }).unwrap().range.start
        });
        assert_eq!(columns, [8, 2]);
    }

    #[test]
    fn lambdas_have_methods_of_their_own() {
        let file = SourceText::new(b"x(m.go(n.go(1), () -> o.go(), (a, b) -> { p.go(); }, q.go()));", "A.java");
        let of = |in_lambda, ordinal| {
            let query = Query { token: Some("go"), ordinal, in_lambda, ..Query::default() };
            file.find(1, &query).map(|region| region.range.start)
        };
        assert_eq!([of(true, 0), of(true, 1)], [Some(24), Some(44)]);
        assert_eq!([of(false, 0), of(false, 1), of(false, 2)], [Some(9), Some(55), Some(4)]);
        let cases =
            SourceText::new(b"switch (m.go()) { case 1 -> n.go(); default -> run(() -> f(1, o.go())); }", "A.java");
        let go = |in_lambda, ordinal| Query { token: Some("go"), ordinal, in_lambda, ..Query::default() };
        let starts = [go(false, 0), go(false, 1), go(true, 0)].map(|query| cases.find(1, &query).unwrap().range.start);
        assert_eq!(starts, [10, 30, 64]);
        let body = SourceText::new(b"  o.go();", "A.java");
        assert_eq!(body.find(1, &Query { token: Some("go"), in_lambda: true, ..Query::default() }).unwrap().line, 1);
    }

    #[test]
    fn copies_repeat_the_tokens() {
        let file = SourceText::new(b"finally { a.close(b.close()); }", "A.java");
        let column = |ordinal, total| {
            let query = Query { token: Some("close"), ordinal, total, ..Query::default() };
            file.find(1, &query).map(|region| region.range.start)
        };
        let of = |total| (0..4).map(|ordinal| column(ordinal, total)).collect::<Option<Vec<_>>>();
        assert_eq!(of(4), Some(vec![20, 12, 20, 12]));
        assert_eq!(of(2), Some(vec![20, 12, 12, 12]));
        assert_eq!(of(3), Some(vec![20, 12, 12, 12]));
    }

    #[test]
    fn calls_that_span_lines() {
        let java = "@ return Class\n  // forName(a)\n  .forName(\n name);\n forName(b);";
        assert_eq!(find("A.java", java, "forName", 0), Some((3, "forName".into())));
        assert_eq!(find("A.java", "@ run();\n forName(b);", "forName", 0), None);
        let kotlin = "@ val c = Class\n  .forName(name)\n  .getMethod(x)";
        assert_eq!(find("A.kt", kotlin, "getMethod", 0), Some((3, "getMethod(x)".into())));
        assert_eq!(find("A.kt", "@ run()\n forName(b)", "forName", 0), None);
    }

    #[test]
    fn kotlin() {
        check("A.kt", "@ val y = \"t ${Class.forName(\"x}\")} forName(b)\"", "forName", &["forName(\"x}\")"]);
        check("A.kt", "@ name.run { it.invoke(x) }", "run", &["run"]);
        check("A.kt", "@ val n = c.name", "getName", &["name"]);
        check("A.kt", "@ make<Foo<Bar>>(1)", "make", &["make<Foo<Bar>>(1)"]);
    }

    #[test]
    fn literals() {
        check("A.java", "@ f(\"report.engine\", x); // report.engine", "\"report.engine\"", &["report.engine"]);
        assert_eq!(find("A.java", "@ report.engine();", "\"report.engine\"", 0), None);
        assert_eq!(find("A.java", "@ \"\";", "\"\"", 0), None);
    }

    #[test]
    fn packages() {
        let check = |name: &str, source: &str, expected: &str| {
            assert_eq!(SourceText::new(source.as_bytes(), name).package(), expected, "{source}");
        };
        check("A.java", "/* package no; */ // package no;\npackage a.b . c;\nclass A {}", "a.b.c");
        check("A.java", "class A {}", "");
        check("package-info.java", "@Foo(\"package no;\")\npackage a;", "a");
        check("A.kt", "@file:JvmName(\"X\")\npackage a.`in`.b\nimport c.d\n", "a.in.b");
        check("A.kt", "import c.d\nval x = 1\n", "");
        check("A.scala", "package a.b\npackage c\nimport d\npackage e", "a.b.c");
        check("A.scala", "package a\npackage object b {}", "a");
        check("A.groovy", "package a", "a");
    }

    #[test]
    fn declarations() {
        let file = SourceText::new(b"// class A\nimport x.A;\npublic final class  A<T> {\n  enum B {}\n}", "A.java");
        assert_eq!(file.declaration("A").map(|region| (region.line, text_of(&file, &region))), Some((3, "A".into())));
        assert_eq!(file.declaration("B").map(|region| region.line), Some(4));
        assert_eq!(file.declaration("C"), None);
    }

    #[test]
    fn line_ends_and_columns() {
        let file = SourceText::new("a\r\n\u{1F600}b c\rd\n".as_bytes(), "A.java");
        let all: Vec<_> = (0..=6).map(|line| file.line(line)).collect();
        assert_eq!(all, [None, Some("a"), Some("\u{1F600}b c"), Some("d"), Some(""), None, None]);
        let region = file.find(2, &Query { token: Some("c"), ..Query::default() }).unwrap();
        assert_eq!((file.column(2, region.range.start), file.column(2, region.range.end)), (5, 6));
        assert_eq!(file.whole_line(4), Some(Region { line: 4, range: 13..13 }));
        assert_eq!(SourceText::new(b"", "A.java").line(1), Some(""));
    }
}
