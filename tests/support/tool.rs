//! The executable that is tested, away from what the one who runs the tests keeps. Must not know what it is asked.

use std::process::Command;

/// The executable, which finds no home to keep anything in.
pub(crate) fn tool() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reflection-check"));
    for variable in ["XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"] {
        command.env_remove(variable);
    }
    command
}
