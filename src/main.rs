//! The `reflection-check` executable. It owns nothing but the process: its allocator, arguments in, exit status out.

use std::process::ExitCode;

/// Millions of small vectors grow at once: this allocator halves the time of a run.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// `mi_option_purge_delay` of mimalloc.h.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

fn main() -> ExitCode {
    keep_freed_pages();
    reflection_check::cli::main()
}

/// Freed pages stay with the process: sets grow all the time, and getting pages back from the system, which clears them,
/// took a tenth of a run.
fn keep_freed_pages() {
    #[expect(unsafe_code, reason = "the option has no other way in")]
    // SAFETY: stores a number in a table of options; no other thread runs yet.
    unsafe {
        libmimalloc_sys::mi_option_set(PURGE_DELAY, -1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_is_the_purge_delay() {
        #[expect(unsafe_code, reason = "the option has no other way out")]
        // SAFETY: reads a number from a table of options.
        let get = || unsafe { libmimalloc_sys::mi_option_get(PURGE_DELAY) };
        assert_eq!(get(), 1000, "the default, in milliseconds: another version may number its options anew");
        keep_freed_pages();
        assert_eq!(get(), -1);
    }
}
