//! The program `fairy-stockfish` as the unit of speed: leaves a second of its own perft of chess.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::clock::on_processor;

/// The program, running.
pub struct Stockfish {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Stockfish {
    /// Starts it; none where it is not installed.
    pub fn start() -> Option<Stockfish> {
        // Debian keeps games off the path of some users.
        let mut child = ["fairy-stockfish", "/usr/games/fairy-stockfish"].iter().find_map(|program| {
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()
        })?;
        let (input, output) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        let mut program = Stockfish { child, input, output };
        program.ask("uci\nsetoption name Threads value 1\nposition startpos\nisready", "readyok")?;
        Some(program)
    }

    /// Leaves a second of `go perft 5`.
    pub fn rate(&mut self) -> Option<f64> {
        let (before, started) = (self.on_processor(), Instant::now());
        let line = self.ask("go perft 5", "Nodes searched")?;
        let wall = started.elapsed();
        let leaves: f64 = line.rsplit(' ').next()?.trim().parse().ok()?;
        let spent = before.zip(self.on_processor()).map_or(wall, |(then, now)| now.saturating_sub(then));
        Some(leaves / spent.as_secs_f64())
    }

    /// What its threads have spent on a processor.
    fn on_processor(&self) -> Option<Duration> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        tasks.map(|task| on_processor(&format!("{}/schedstat", task.ok()?.path().display()))).sum()
    }

    /// Sends lines and waits for one that begins like this.
    fn ask(&mut self, question: &str, answer: &str) -> Option<String> {
        writeln!(self.input, "{question}").ok()?;
        self.input.flush().ok()?;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if line.starts_with(answer) {
                return Some(line);
            }
        }
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}
