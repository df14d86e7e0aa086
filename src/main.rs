//! The program: see [`rulesmith::cli`].

fn main() -> std::process::ExitCode {
    rulesmith::cli::run(std::env::args_os()).into()
}
