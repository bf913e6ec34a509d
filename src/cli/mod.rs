//! Arguments, sub-commands, the pipeline on one screen and exit codes. Must not know analysis details.

use std::process::ExitCode;

pub fn main() -> ExitCode {
    ExitCode::from(2)
}
