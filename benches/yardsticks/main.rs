//! How fast compiled rules run beside what others wrote by hand: everything in one run, on one thread, interleaved.
//!
//! `cargo bench --bench yardsticks [-- --rounds 5 --time 300ms --games chess,othello --backend interpreter]` prints the tables of
//! `docs/performance.md`. Rates of one machine mean little, so every row is a ratio of rates from the same round; the
//! median over the rounds counts; time is processor time where the system tells it. The program `fairy-stockfish` takes part if it is on the path.

#[path = "../../tests/oracle/mod.rs"]
mod oracle;

mod by_hand;
mod clock;
mod external;
mod face;
mod ours;
mod peers;

use std::time::Duration;

use rulesmith::compile::Backend;

/// What the arguments ask for.
pub struct Wishes {
    /// How often everything is measured.
    rounds: usize,
    /// About how long each measurement takes.
    time: Duration,
    /// The games; all where none is named.
    games: Vec<String>,
    /// What runs our rules.
    backend: Backend,
}

impl Wishes {
    /// Whether a game is to be measured.
    pub fn wants(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|g| g == game)
    }
}

fn main() {
    let mut wishes =
        Wishes { rounds: 5, time: Duration::from_millis(300), games: Vec::new(), backend: Backend::Native };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_else(|| fail(&format!("{argument} needs a value")));
        match argument.as_str() {
            // Cargo says this to every benchmark.
            "--bench" => {}
            "--rounds" => wishes.rounds = value().parse().unwrap_or_else(|_| fail("--rounds takes a number")),
            "--time" => wishes.time = rulesmith::cli::parse_duration(&value()).unwrap_or_else(|e| fail(&e)),
            "--games" => wishes.games = value().split(',').map(str::to_string).collect(),
            "--backend" if value() == "interpreter" => wishes.backend = Backend::Interpreter,
            "--backend" => {}
            _ => fail(&format!(
                "what is {argument}? --rounds N, --time 300ms, --games chess,othello, --backend interpreter"
            )),
        }
    }
    if wishes.rounds == 0 {
        fail("--rounds takes a number from 1 on");
    }
    println!("{}\n", clock::machine());
    by_hand::run(&wishes);
    peers::run(&wishes);
    face::run(&wishes);
}

fn fail(message: &str) -> ! {
    eprintln!("error: {message}");
    std::process::exit(1)
}
