//! The `reflection-check` executable. It owns nothing but the process: arguments in, exit status out.

use std::process::ExitCode;

fn main() -> ExitCode {
    reflection_check::cli::main()
}
