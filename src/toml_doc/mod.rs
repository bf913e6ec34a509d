//! TOML text -> typed values that keep their spans, with every mistake of a file collected instead of the first one:
//! syntax errors, wrong types, missing and unknown keys. Owns the reading of TOML; must not know what the keys mean nor
//! where the text comes from.

mod mistake;

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::base::nearest;

pub use mistake::{Mistake, position};

/// A value and the bytes it was written at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct At<T> {
    pub value: T,
    pub span: Range<usize>,
}

impl<T> At<T> {
    pub fn map<U>(self, with: impl FnOnce(T) -> U) -> At<U> {
        At { value: with(self.value), span: self.span }
    }
}

/// A calendar date as written, `2027-06-30`. Compares by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    pub year: u16,
    pub month: u8,
    pub day: u8,
}

impl fmt::Display for Date {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// One parsed file and the mistakes found in it so far.
pub struct Doc<'t> {
    file: &'t str,
    text: &'t str,
    root: Spanned<DeTable<'t>>,
    mistakes: RefCell<Vec<(usize, Mistake)>>,
    /// Lines with a syntax error: what was recovered there is not worth a second mistake.
    broken: Vec<u32>,
}

impl<'t> Doc<'t> {
    /// Parses `text`; syntax errors are the first mistakes and the rest of the file is still read.
    pub fn parse(file: &'t str, text: &'t str) -> Self {
        let (root, errors) = DeTable::parse_recoverable(text);
        let mut doc = Self { file, text, root, mistakes: RefCell::default(), broken: Vec::new() };
        let mut broken = Vec::new();
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            broken.push(position(text, span.start).0);
            doc.mistake(span, error.message().to_owned(), None);
        }
        doc.broken = broken;
        doc
    }

    /// The top-level table.
    pub fn root(&self) -> Table<'_, 't> {
        Table { doc: self, path: String::new(), table: self.root.get_ref(), span: 0..0, known: RefCell::default() }
    }

    /// Notes a mistake at `span`.
    pub fn mistake(&self, span: Range<usize>, message: impl Into<String>, hint: Option<String>) {
        let start = span.start;
        let mistake = Mistake::new(self.file, self.text, span, message).with_hint(hint);
        if self.broken.contains(&mistake.line) {
            return;
        }
        self.mistakes.borrow_mut().push((start, mistake));
    }

    /// 1-based line and column of a value's span.
    pub fn position(&self, span: &Range<usize>) -> (u32, u32) {
        position(self.text, span.start)
    }

    /// All mistakes, in the order of the file.
    pub fn into_mistakes(self) -> Vec<Mistake> {
        let mut mistakes = self.mistakes.into_inner();
        mistakes.sort_by_key(|(start, _)| *start);
        mistakes.into_iter().map(|(_, mistake)| mistake).collect()
    }
}

/// A table being read. Each key asked for becomes a known key; [`Table::finish`] reports the others.
pub struct Table<'d, 't> {
    doc: &'d Doc<'t>,
    /// How messages name it: `[policy]`, `[[source]]`, empty for the top level.
    path: String,
    table: &'d DeTable<'t>,
    span: Range<usize>,
    known: RefCell<Vec<&'static str>>,
}

impl<'d, 't> Table<'d, 't> {
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    fn get(&self, key: &'static str) -> Option<&'d Spanned<DeValue<'t>>> {
        if !self.known.borrow().contains(&key) {
            self.known.borrow_mut().push(key);
        }
        self.table.get(key)
    }

    /// True if the key is written, whatever its type.
    pub fn has(&self, key: &'static str) -> bool {
        self.get(key).is_some()
    }

    /// Span of the key itself, for mistakes about a combination of keys.
    pub fn key_span(&self, key: &'static str) -> Option<Range<usize>> {
        self.table.get_key_value(key).map(|(written, _)| written.span())
    }

    fn typed<T>(
        &self,
        key: &'static str,
        wanted: &str,
        read: impl FnOnce(&'d DeValue<'t>) -> Option<T>,
    ) -> Option<At<T>> {
        let value = self.get(key)?;
        match read(value.get_ref()) {
            Some(read) => Some(At { value: read, span: value.span() }),
            None => {
                self.wrong_type(key, wanted, value);
                None
            }
        }
    }

    fn wrong_type(&self, key: &str, wanted: &str, value: &Spanned<DeValue<'t>>) {
        self.doc.mistake(value.span(), format!("{key:?} wants {wanted}, not {}", self.doc.written(value)), None);
    }

    pub fn string(&self, key: &'static str) -> Option<At<String>> {
        self.typed(key, "a string", |value| value.as_str().map(str::to_owned))
    }

    pub fn boolean(&self, key: &'static str) -> Option<At<bool>> {
        self.typed(key, "true or false", DeValue::as_bool)
    }

    /// `true`, which is `Some(None)`, or one of the choices; `false` is as if nothing were said.
    pub fn true_or_choice(&self, key: &'static str, choices: &[&str]) -> Option<At<Option<String>>> {
        let list = choices.iter().map(|choice| format!("{choice:?}")).collect::<Vec<_>>().join(", ");
        let wanted = format!("true, false or {list}");
        let found = self.typed(key, &wanted, |value| match (value.as_bool(), value.as_str()) {
            (Some(said), _) => Some((said, None)),
            (None, Some(text)) => Some((true, Some(text.to_owned()))),
            (None, None) => None,
        })?;
        if let Some(text) = &found.value.1
            && !choices.contains(&text.as_str())
        {
            self.doc.bad_choice(key, &At { value: text.clone(), span: found.span }, choices);
            return None;
        }
        found.value.0.then_some(At { value: found.value.1, span: found.span })
    }

    /// A whole number of at least `least`.
    pub fn number(&self, key: &'static str, least: u64) -> Option<At<u64>> {
        let wanted = format!("a whole number of at least {least}");
        self.typed(key, &wanted, |value| {
            let integer = value.as_integer()?;
            let digits = integer.as_str().replace('_', "");
            u64::from_str_radix(digits.trim_start_matches('+'), integer.radix()).ok().filter(|n| *n >= least)
        })
    }

    /// A local date without a time.
    pub fn date(&self, key: &'static str) -> Option<At<Date>> {
        self.typed(key, "a date such as 2027-06-30 (without quotes)", |value| {
            let stamp = value.as_datetime()?;
            if stamp.time.is_some() {
                return None;
            }
            stamp.date.map(|date| Date { year: date.year, month: date.month, day: date.day })
        })
    }

    /// A list of strings; `None` if the key is absent or not a list. Elements of another type are mistakes.
    pub fn strings(&self, key: &'static str) -> Option<At<Vec<At<String>>>> {
        let list = self.typed(key, "a list of strings", |value| value.as_array())?;
        let mut strings = Vec::new();
        for element in list.value.iter() {
            match element.get_ref().as_str() {
                Some(text) => strings.push(At { value: text.to_owned(), span: element.span() }),
                None => {
                    let got = self.doc.written(element);
                    self.doc.mistake(element.span(), format!("{key:?} holds strings, not {got}"), None);
                }
            }
        }
        Some(At { value: strings, span: list.span })
    }

    /// One string or a list of strings.
    pub fn string_or_strings(&self, key: &'static str) -> Option<At<Vec<At<String>>>> {
        match self.get(key)?.get_ref() {
            DeValue::String(_) => self.string(key).map(|one| At { span: one.span.clone(), value: vec![one] }),
            DeValue::Array(_) => self.strings(key),
            _ => {
                self.typed(key, "a string or a list of strings", |_| None::<()>);
                None
            }
        }
    }

    /// A string that `parse` knows; `choices` are listed if it does not.
    pub fn choice<T>(&self, key: &'static str, choices: &[&str], parse: impl Fn(&str) -> Option<T>) -> Option<At<T>> {
        let text = self.string(key)?;
        match parse(&text.value) {
            Some(value) => Some(At { value, span: text.span }),
            None => {
                self.doc.bad_choice(key, &text, choices);
                None
            }
        }
    }

    /// The sub-table `key`.
    pub fn table(&self, key: &'static str) -> Option<Table<'d, 't>> {
        let found = self.typed(key, "a table", |value| value.as_table())?;
        let path = if self.path.is_empty() { format!("[{key}]") } else { format!("{key:?}") };
        Some(Table { doc: self.doc, path, table: found.value, span: found.span, known: RefCell::default() })
    }

    /// The tables of `[[key]]`, in the order of the file.
    pub fn tables(&self, key: &'static str) -> Vec<Table<'d, 't>> {
        let wanted = format!("tables, written [[{key}]]");
        let Some(list) = self.typed(key, &wanted, |value| value.as_array()) else { return Vec::new() };
        let mut tables = Vec::new();
        for element in list.value.iter() {
            match element.get_ref().as_table() {
                Some(table) => tables.push(Table {
                    doc: self.doc,
                    path: format!("[[{key}]]"),
                    table,
                    span: element.span(),
                    known: RefCell::default(),
                }),
                None => self.wrong_type(key, &wanted, element),
            }
        }
        tables
    }

    /// Every entry of a table whose keys are free: key, and the value as a string or as a table. Sorted by key; other
    /// types are mistakes.
    pub fn entries(&self) -> Vec<(At<String>, Entry<'d, 't>)> {
        let mut entries = Vec::new();
        for (key, value) in self.table {
            let name = At { value: key.get_ref().to_string(), span: key.span() };
            match value.get_ref() {
                DeValue::String(text) => {
                    entries.push((name, Entry::Text(At { value: text.to_string(), span: value.span() })));
                }
                DeValue::Table(table) => {
                    let path = format!("{:?}", name.value);
                    let (doc, span) = (self.doc, value.span());
                    entries.push((name, Entry::Table(Table { doc, path, table, span, known: RefCell::default() })));
                }
                _ => self.wrong_type(&name.value, "a string or a table", value),
            }
        }
        entries
    }

    /// Notes that none of `keys` is there, at the table's head; not in a file with syntax errors, where they may have been
    /// lost.
    pub fn missing(&self, keys: &[&str]) {
        if self.doc.broken.is_empty() {
            let keys: Vec<String> = keys.iter().map(|key| format!("{key:?}")).collect();
            self.doc.mistake(self.span(), format!("{} needs {}", self.path, keys.join(" or ")), None);
        }
    }

    /// `string`, noting its absence.
    pub fn required_string(&self, key: &'static str) -> Option<At<String>> {
        if !self.has(key) {
            self.missing(&[key]);
        }
        self.string(key)
    }

    /// Reports the keys nobody asked for, with the nearest known one.
    pub fn finish(self) {
        let known = self.known.into_inner();
        for (key, _) in self.table {
            let name: &str = key.get_ref();
            if known.contains(&name) {
                continue;
            }
            let place = if self.path.is_empty() { String::new() } else { format!(" in {}", self.path) };
            let hint = match nearest(name, known.iter().copied()) {
                Some(near) => format!("did you mean {near:?}?"),
                None => format!("known: {}", known.join(", ")),
            };
            self.doc.mistake(key.span(), format!("unknown key {name:?}{place}"), Some(hint));
        }
    }
}

/// Value of a table with free keys.
pub enum Entry<'d, 't> {
    Text(At<String>),
    Table(Table<'d, 't>),
}

impl Doc<'_> {
    /// Notes that `text` is none of `choices`.
    pub fn bad_choice(&self, key: &str, text: &At<String>, choices: &[&str]) {
        let begun = choices.iter().find(|choice| text.value.len() > 1 && choice.starts_with(text.value.as_str()));
        let hint = match begun.copied().or_else(|| nearest(&text.value, choices.iter().copied())) {
            Some(near) => format!("did you mean {near:?}?"),
            None => format!("one of: {}", choices.join(", ")),
        };
        self.mistake(text.span.clone(), format!("{key:?} cannot be {:?}", text.value), Some(hint));
    }
}

impl<'t> Doc<'t> {
    /// A value as messages name it: short ones as written, others by type.
    fn written(&self, value: &Spanned<DeValue<'t>>) -> String {
        match self.text.get(value.span()) {
            Some(text) if text.len() <= 24 && !text.contains('\n') => text.to_owned(),
            _ => {
                let kind = value.get_ref().type_str();
                format!("{} {kind}", article(kind))
            }
        }
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistakes(text: &str, read: impl FnOnce(&Doc<'_>)) -> String {
        let doc = Doc::parse("f.toml", text);
        read(&doc);
        let shown: Vec<String> = doc.into_mistakes().iter().map(Mistake::to_string).collect();
        shown.join("\n")
    }

    #[test]
    fn values_keep_their_spans() {
        let doc = Doc::parse("f.toml", "n = 1_000\nlist = [\"a\", \"b\"]\nwhen = 2027-06-30\n");
        let root = doc.root();
        assert_eq!(root.number("n", 1).unwrap().value, 1000);
        let list = root.strings("list").unwrap().value;
        assert_eq!((list[1].value.as_str(), doc.position(&list[1].span)), ("b", (2, 14)));
        assert_eq!(root.date("when").unwrap().value.to_string(), "2027-06-30");
        root.finish();
        assert!(doc.into_mistakes().is_empty());
    }

    #[test]
    fn every_mistake_is_listed_in_file_order() {
        let shown = mistakes("a = 5\nlist = [\"x\", 2]\nflg = true\nn = 0\nwhen = \"2027-06-30\"\n", |doc| {
            let root = doc.root();
            assert_eq!(root.string("a"), None);
            assert_eq!(root.strings("list").unwrap().value.len(), 1);
            assert_eq!(root.boolean("flag"), None);
            assert_eq!(root.number("n", 1), None);
            assert_eq!(root.date("when"), None);
            root.missing(&["reason"]);
            root.finish();
        });
        insta::assert_snapshot!(shown, @r#"
        error:  needs "reason"
         --> f.toml:1:1
          |
        1 | a = 5
          | ^
        error: "a" wants a string, not 5
         --> f.toml:1:5
          |
        1 | a = 5
          |     ^
        error: "list" holds strings, not 2
         --> f.toml:2:14
          |
        2 | list = ["x", 2]
          |              ^
        error: unknown key "flg"
         --> f.toml:3:1
          |
        3 | flg = true
          | ^^^ did you mean "flag"?
        error: "n" wants a whole number of at least 1, not 0
         --> f.toml:4:5
          |
        4 | n = 0
          |     ^
        error: "when" wants a date such as 2027-06-30 (without quotes), not "2027-06-30"
         --> f.toml:5:8
          |
        5 | when = "2027-06-30"
          |        ^^^^^^^^^^^^
        "#);
    }

    #[test]
    fn syntax_errors_do_not_hide_each_other() {
        let shown = mistakes("a = \nb = \"open\nc = 1 2\nd = true\n", |doc| {
            assert_eq!(doc.root().boolean("d").map(|flag| flag.value), Some(true));
        });
        insta::assert_snapshot!(shown, @r#"
        error: string values must be quoted, expected literal string
         --> f.toml:1:5
          |
        1 | a = 
          |     ^
        error: invalid basic string, expected `"`
         --> f.toml:2:10
          |
        2 | b = "open
          |          ^
        error: string values must be quoted, expected literal string
         --> f.toml:3:5
          |
        3 | c = 1 2
          |     ^^^
        "#);
    }

    #[test]
    fn hostile_text_ends_in_mistakes() {
        let nested = format!("a = {}", "[".repeat(200_000));
        assert!(!mistakes(&nested, |_| ()).is_empty());
        let dotted = format!("{}a = 1", "a.".repeat(100_000));
        let _ = mistakes(&dotted, |doc| doc.root().finish());
        assert!(!mistakes("\0\u{feff}", |_| ()).is_empty());
    }
}
