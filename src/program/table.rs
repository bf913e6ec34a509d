//! An append-only table of boxed rows behind typed ids: rows never move, so `&self` can hand out references while it
//! grows. Must not know what the rows are.

use std::marker::PhantomData;

use elsa::FrozenVec;

pub(crate) struct Table<I, T> {
    rows: FrozenVec<Box<T>>,
    marker: PhantomData<fn(I)>,
}

impl<I: From<usize> + Into<usize>, T> Table<I, T> {
    pub(crate) fn new() -> Self {
        Self { rows: FrozenVec::new(), marker: PhantomData }
    }

    pub(crate) fn push(&self, row: T) -> I {
        let id = I::from(self.rows.len());
        self.rows.push(Box::new(row));
        id
    }

    /// The id the next `push` returns.
    pub(crate) fn next_id(&self) -> I {
        I::from(self.rows.len())
    }

    #[inline]
    pub(crate) fn get(&self, id: I) -> &T {
        self.rows.get(id.into()).expect("internal error: id of another table")
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }
}
