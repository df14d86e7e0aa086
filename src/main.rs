//! The program: see [`rulesmith::cli`].

use std::process::ExitCode;

/// Rules may nest and searches go deep: more room than a main thread has.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let run = || rulesmith::cli::run(std::env::args_os(), rulesmith::repl::run);
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run);
    match thread.map(|t| t.join()) {
        Ok(Ok(status)) => status.into(),
        Ok(Err(_)) => {
            rulesmith::cli::complain("error: this is a bug in rulesmith; please report it with the command line\n");
            ExitCode::from(2)
        }
        Err(_) => run().into(),
    }
}
