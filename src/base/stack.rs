//! Work on a thread with a deep stack. Class files and graphs decide how deep some walks go (a chain of superclasses, a
//! tree of dominators), and the stack that a process starts with is too small for the deepest that the formats allow.

use std::{io, panic, thread};

/// Bytes of the stack that the command line, and so every analysis, has.
pub const DEEP: usize = 512 << 20;

/// Bytes of the stack of each worker that reads classes: one class file alone decides how deep its walks go.
pub const OF_WORKERS: usize = 64 << 20;

/// Runs `work` on a thread with a stack of [`DEEP`] bytes and waits for it.
///
/// # Errors
/// If no thread can be started.
///
/// # Panics
/// As the work does, with the same payload.
pub fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    on_stack_of(DEEP, work)
}

/// As [`on_deep_stack`], with a stack of so many bytes.
///
/// # Errors
/// If no thread can be started.
///
/// # Panics
/// As the work does, with the same payload.
pub fn on_stack_of<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        // The name is that of the caller, so that a panic is reported under the test it belongs to.
        let name = thread::current().name().unwrap_or("reflection-check").to_owned();
        let worker = thread::Builder::new().name(name).stack_size(bytes).spawn_scoped(scope, work)?;
        Ok(worker.join().unwrap_or_else(|payload| panic::resume_unwind(payload)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(levels: u32) -> u32 {
        if levels == 0 { 0 } else { 1 + std::hint::black_box(depth(levels - 1)) }
    }

    #[test]
    fn walks_may_go_deep() {
        assert_eq!(on_deep_stack(|| depth(2_000_000)).unwrap(), 2_000_000);
    }

    #[test]
    fn a_panic_of_the_work_is_the_callers() {
        let caught = panic::catch_unwind(|| on_deep_stack(|| panic::resume_unwind(Box::new("made on purpose"))));
        let payload = caught.map(|done: io::Result<()>| done.is_ok()).unwrap_err();
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"made on purpose"));
    }
}
