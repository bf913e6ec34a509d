//! Work on many things, two at a time. Must not know what is worked on.

use std::iter::{self, Enumerate};
use std::sync::Mutex;
use std::{panic, thread, vec};

/// As many as the machine that runs continuous integration has cores; each may need a gigabyte.
const WORKERS: usize = 2;

/// Things that workers take one after the other, each with its place among all.
pub(crate) struct Turns<T>(Mutex<Enumerate<vec::IntoIter<T>>>);

impl<T> Turns<T> {
    /// The answers of this worker, who takes things as long as there are any.
    pub(crate) fn take<R>(&self, answer: impl Fn(T) -> R) -> Vec<(usize, R)> {
        let next = || self.0.lock().expect("nobody panics while it takes the next one").next();
        iter::from_fn(next).map(|(at, item)| (at, answer(item))).collect()
    }
}

/// The answers for `items`, in their order.
///
/// # Panics
/// If one of the answers could not be had, as that one did.
pub(crate) fn side_by_side<T: Send, R: Send>(items: Vec<T>, answer: impl Fn(T) -> R + Sync) -> Vec<R> {
    in_turns(items, |turns| turns.take(&answer))
}

/// As [`side_by_side`], where a worker needs something to begin with that costs much: it makes that, then takes its turns.
///
/// # Panics
/// If one of the workers does, as that one did.
pub(crate) fn in_turns<T: Send, R: Send>(
    items: Vec<T>,
    worker: impl Fn(&Turns<T>) -> Vec<(usize, R)> + Sync,
) -> Vec<R> {
    // One without a turn would make what it begins with for nothing.
    let workers = WORKERS.min(items.len());
    let turns = Turns(Mutex::new(items.into_iter().enumerate()));
    let work = || worker(&turns);
    let mut answers: Vec<(usize, R)> = thread::scope(|scope| {
        let name = thread::current().name().unwrap_or_default().to_owned();
        let worker = || thread::Builder::new().name(name.clone()).spawn_scoped(scope, work).expect("a thread starts");
        let workers: Vec<_> = (0..workers).map(|_| worker()).collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        joined.flat_map(|done| done.unwrap_or_else(|payload| panic::resume_unwind(payload))).collect()
    });
    answers.sort_by_key(|(at, _)| *at);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

#[test]
fn answers_come_in_the_order_of_the_items() {
    let answers = side_by_side((0..100).collect(), |item: u64| {
        thread::sleep(std::time::Duration::from_millis(item % 3));
        item * item
    });
    assert_eq!(answers, (0..100).map(|item| item * item).collect::<Vec<_>>());
}
