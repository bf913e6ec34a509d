//! Outlines of some classes, with the texts they share. Owns how they lie in memory; must not know where classes come from.

use std::sync::OnceLock;

use super::{Call, Wanted};
use crate::base::FxIndexSet;
use crate::classfile;

/// Position of a text in the part.
pub(super) type Text = u32;

/// Outlines that were read together.
#[derive(Default)]
pub(super) struct Part {
    pub(super) texts: Texts,
    pub(super) rows: Vec<Row>,
    /// What the rows point into.
    pub(super) numbers: Vec<u32>,
}

/// Texts one behind the other.
#[derive(Default)]
pub(super) struct Texts {
    all: String,
    ends: Vec<usize>,
}

impl Texts {
    pub(super) fn push(&mut self, text: &str) {
        self.all.push_str(text);
        self.ends.push(self.all.len());
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, text: Text) -> &str {
        let at = text as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[at]]
    }
}

/// The outline of one class.
#[derive(Default)]
pub(super) struct Row {
    /// Which entry of its archive it is; 0 for a class that is in none.
    pub(super) entry: u32,
    pub(super) header: Option<Header>,
    /// In `numbers`: supertypes, classes that are mentioned, methods as pairs of owner and position of the name.
    pub(super) supers: [u32; 2],
    pub(super) mentions: [u32; 2],
    pub(super) methods: [u32; 2],
    /// The calls in its bodies, once they were asked for.
    pub(super) calls: OnceLock<Vec<Call>>,
}

/// What the header says besides supertypes.
#[derive(Clone, Copy)]
pub(super) struct Header {
    pub(super) access: u16,
    pub(super) name: Text,
}

impl Part {
    pub(super) fn numbers(&self, [start, end]: [u32; 2]) -> &[u32] {
        &self.numbers[start as usize..end as usize]
    }
}

/// The outline of one class, to look at.
#[derive(Clone, Copy)]
pub struct Outline<'o> {
    pub(super) part: &'o Part,
    pub(super) row: &'o Row,
    pub(super) wanted: &'o Wanted,
}

impl<'o> Outline<'o> {
    /// Access flags and name; `None` for a file that cannot be read.
    pub fn header(self) -> Option<(u16, &'o str)> {
        self.row.header.map(|header| (header.access, self.part.texts.get(header.name)))
    }

    /// The superclass, if there is one, and the interfaces.
    pub fn supers(self) -> impl Iterator<Item = &'o str> {
        self.part.numbers(self.row.supers).iter().map(move |&text| self.part.texts.get(text))
    }

    /// Internal names of the classes in the constant pool, in its order; arrays by their element. Those of `java` are not
    /// among them: no class path defines one.
    pub fn mentions(self) -> impl Iterator<Item = &'o str> {
        self.part.numbers(self.row.mentions).iter().map(move |&text| self.part.texts.get(text))
    }

    /// Owner and name of the wanted methods that the constant pool refers to, in its order. The owner is an internal name or
    /// the descriptor of an array.
    pub fn methods(self) -> impl Iterator<Item = (&'o str, &'static str)> {
        let pairs = self.part.numbers(self.row.methods).chunks_exact(2);
        pairs.map(move |pair| (self.part.texts.get(pair[0]), self.wanted.names()[pair[1] as usize]))
    }
}

/// A part in the making.
#[derive(Default)]
pub(super) struct Builder {
    texts: FxIndexSet<Box<str>>,
    rows: Vec<Row>,
    numbers: Vec<u32>,
}

impl Builder {
    /// Adds the outline of a class file; an empty one if there are no bytes, or none that can be read.
    pub(super) fn read(&mut self, entry: u32, bytes: Option<&[u8]>, wanted: &Wanted) {
        let raw = bytes.and_then(|bytes| classfile::scan_outline(bytes, |name| wanted.has_name(name)).ok());
        let Some(raw) = raw else {
            self.rows.push(Row { entry, ..Row::default() });
            return;
        };
        let header = raw.header.as_ref().map(|header| Header { access: header.access, name: self.text(&header.name) });
        let supers = raw.header.iter().flat_map(|header| header.super_name.iter().chain(&header.interfaces));
        let supers = self.add(supers, |texts, name| [text(texts, name)]);
        let mentioned = raw.classes.iter().filter(|name| !name.starts_with("java/"));
        let mentions = self.add(mentioned, |texts, name| [text(texts, name)]);
        let named = raw.methods.iter();
        let named = named.filter_map(|method| Some((&method.owner, wanted.position(&method.owner, &method.name)?)));
        let methods = self.add(named, |texts, (owner, name)| [text(texts, owner), name]);
        self.rows.push(Row { entry, header, supers, mentions, methods, calls: OnceLock::new() });
    }

    /// Adds all that another part has.
    pub(super) fn append(&mut self, part: &Part) {
        let texts: Vec<Text> = (0..part.texts.len()).map(|at| self.text(part.texts.get(at as Text))).collect();
        for row in &part.rows {
            let own = |at: u32| texts[at as usize];
            let header = row.header.map(|header| Header { name: own(header.name), ..header });
            let supers = self.add(part.numbers(row.supers).iter(), |_, &of| [own(of)]);
            let mentions = self.add(part.numbers(row.mentions).iter(), |_, &of| [own(of)]);
            let pairs = part.numbers(row.methods).chunks_exact(2);
            let methods = self.add(pairs, |_, pair| [own(pair[0]), pair[1]]);
            self.rows.push(Row { entry: row.entry, header, supers, mentions, methods, calls: row.calls.clone() });
        }
    }

    fn add<T, const N: usize>(
        &mut self,
        items: impl Iterator<Item = T>,
        number: impl Fn(&mut FxIndexSet<Box<str>>, T) -> [u32; N],
    ) -> [u32; 2] {
        let start = self.numbers.len() as u32;
        for item in items {
            self.numbers.extend(number(&mut self.texts, item));
        }
        [start, self.numbers.len() as u32]
    }

    fn text(&mut self, of: &str) -> Text {
        text(&mut self.texts, of)
    }

    /// As [`Self::finish`], with the rows in the order of their entries.
    pub(super) fn finish_by_entry(mut self) -> Part {
        // An entry that is seen under two names is there twice.
        self.rows.sort_by_key(|row| (row.entry, row.calls.get().is_none()));
        self.rows.dedup_by_key(|row| row.entry);
        self.finish()
    }

    pub(super) fn finish(self) -> Part {
        let mut texts = Texts::default();
        self.texts.iter().for_each(|text| texts.push(text));
        Part { texts, rows: self.rows, numbers: self.numbers }
    }
}

fn text(texts: &mut FxIndexSet<Box<str>>, text: &str) -> Text {
    let at = texts.get_index_of(text).unwrap_or_else(|| texts.insert_full(text.into()).0);
    at as u32
}
