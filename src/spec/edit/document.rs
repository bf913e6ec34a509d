//! One spec file that is being changed. Entries are added at its end as text, so that not a byte before them changes; those that
//! are there are changed key by key. Must not know who asks for a change.

use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, Value};

use super::super::model::{AcceptSpec, CallSpec, SpecSet};
use super::super::names::{MethodName, TargetName};
use super::super::read::read;
use super::entry::{NewAccept, NewCall};
use crate::toml_doc::{Date, Mistake};

/// What became of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// One that is there says as much.
    Unchanged,
    /// One that is there was brought up to date.
    Updated,
    Added,
}

/// A spec file that is being changed.
#[derive(Debug, Clone)]
pub struct SpecDocument {
    file: String,
    text: String,
    /// What the text says.
    set: SpecSet,
}

impl SpecDocument {
    /// Reads the text of a file; an empty text is a file that is not there yet.
    ///
    /// # Errors
    /// All mistakes of the text. A file with a mistake is not changed: nobody knows what it says.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Mistake>> {
        let mut set = SpecSet::default();
        // What is in files beside it plays no part here.
        let mistakes = read(file, text, false, &|_| Ok(Vec::new()), &mut set);
        if mistakes.is_empty() { Ok(Self { file: file.to_owned(), text: text.to_owned(), set }) } else { Err(mistakes) }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Accepts a finding. An entry for the same call whose day is past gets the new reason and day.
    ///
    /// # Errors
    /// What is wrong with the entry, or with the file once it is in it.
    pub fn accept(&mut self, new: &NewAccept, today: Date) -> Result<Change, Vec<Mistake>> {
        let covers = |old: &&AcceptSpec| {
            old.rule == new.rule
                && names(&old.at.value, &new.at)
                && old.api.as_ref().is_none_or(|api| api.value.matches(&new.api))
                && old.ordinal.is_none_or(|ordinal| Some(ordinal) == new.ordinal)
        };
        let holds = |old: &AcceptSpec| old.until.is_none_or(|until| until >= today);
        if self.set.accepts.iter().any(|old| covers(&old) && holds(old)) {
            return Ok(Change::Unchanged);
        }
        let Some(index) = self.set.accepts.iter().position(|old| covers(&old)) else {
            return self.append(&new.text()).map(|()| Change::Added);
        };
        self.change("accept", index, |entry| {
            set(entry, "reason", new.reason.as_str().into());
            match new.until {
                Some(until) => set(entry, "until", date(until)),
                None => drop(entry.remove("until")),
            }
        })?;
        Ok(Change::Updated)
    }

    /// Adds an entry for a reflective call, or the targets that the entry for this call lacks.
    ///
    /// # Errors
    /// What is wrong with the entry, or with the file once it is in it.
    pub fn call(&mut self, new: &NewCall) -> Result<Change, Vec<Mistake>> {
        let covers = |old: &CallSpec| {
            names(&old.at.value, &new.at) && old.api.value.matches(&new.api) && old.ordinal == new.ordinal
        };
        let Some(index) = self.set.calls.iter().position(covers) else {
            return self.append(&new.text()).map(|()| Change::Added);
        };
        let old: Vec<TargetName> = self.set.calls[index].targets.iter().map(|target| target.value.clone()).collect();
        let is_new = |text: &&String| TargetName::parse(text).map_or(true, |target| !old.contains(&target));
        let missing: Vec<&str> = new.targets.iter().filter(is_new).map(String::as_str).collect();
        if missing.is_empty() {
            return Ok(Change::Unchanged);
        }
        self.change("call", index, |entry| {
            if let Some(Value::Array(targets)) = entry.get_mut("targets").and_then(Item::as_value_mut) {
                extend(targets, &missing);
            }
        })?;
        Ok(Change::Updated)
    }

    /// Adds text at the end, after a blank line.
    ///
    /// # Errors
    /// What is wrong with the file once it is in it.
    pub fn append(&mut self, block: &str) -> Result<(), Vec<Mistake>> {
        let mut text = self.text.clone();
        let ends = line_ends(&text);
        if !text.is_empty() && !text.ends_with('\n') {
            text.push_str(ends);
        }
        if !text.is_empty() && !text.ends_with(&format!("{ends}{ends}")) {
            text.push_str(ends);
        }
        text.push_str(&block.replace('\n', ends));
        self.become_text(text)
    }

    /// Whether a block stands there already, whatever its line ends.
    pub fn has_block(&self, block: &str) -> bool {
        self.text.replace("\r\n", "\n").contains(block)
    }

    /// Changes the entry of that position among those of its kind.
    fn change(&mut self, kind: &str, index: usize, with: impl FnOnce(&mut Table)) -> Result<(), Vec<Mistake>> {
        let broken = |message: String| vec![Mistake::of_file(&self.file, message)];
        let mut document: DocumentMut = self.text.parse().map_err(|error| broken(format!("{error}")))?;
        let entries = document.get_mut(kind).and_then(Item::as_array_of_tables_mut);
        match entries.and_then(|entries: &mut ArrayOfTables| entries.get_mut(index)) {
            Some(entry) => with(entry),
            None => {
                let message = format!("the entries of the list \"{kind}\" are not changed: write each as [[{kind}]]");
                return Err(broken(message));
            }
        }
        let ends = line_ends(&self.text);
        self.become_text(document.to_string().replace("\r\n", "\n").replace('\n', ends))
    }

    fn become_text(&mut self, text: String) -> Result<(), Vec<Mistake>> {
        *self = Self::parse(&self.file, &text)?;
        Ok(())
    }
}

/// Whether what an entry names is the method, given with its parameter types.
fn names(old: &MethodName, new: &str) -> bool {
    MethodName::parse(new).is_ok_and(|new| {
        old.class == new.class && old.member == new.member && (old.params.is_none() || old.params == new.params)
    })
}

fn line_ends(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Gives a key a value; what stands around the old one, a comment for example, stays.
fn set(entry: &mut Table, key: &str, value: Value) {
    match entry.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            let around = old.decor().clone();
            *old = value;
            *old.decor_mut() = around;
        }
        None => drop(entry.insert(key, Item::Value(value))),
    }
}

fn date(date: Date) -> Value {
    let Date { year, month, day } = date;
    toml_edit::Date { year, month, day }.into()
}

/// Adds values in the way the others stand: each on its own line where the last one does.
fn extend(list: &mut Array, values: &[&str]) {
    let prefix = |value: &Value| value.decor().prefix().and_then(|prefix| prefix.as_str()).map(str::to_owned);
    let before = list.iter().last().and_then(prefix).filter(|before| before.contains('\n'));
    // A comment behind the last value belongs to that one.
    let before =
        before.map(|before| before.rsplit('\n').next().map(|indent| format!("\n{indent}")).unwrap_or_default());
    for value in values {
        list.push(*value);
        let last = list.len().saturating_sub(1);
        if let (Some(before), Some(value)) = (&before, list.get_mut(last)) {
            value.decor_mut().set_prefix(before.clone());
        }
    }
}
