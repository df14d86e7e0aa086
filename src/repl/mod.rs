//! x
pub fn run(_: Option<crate::cli::args::ReplArgs>) -> u8 {
    0
}
