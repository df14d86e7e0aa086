//! A compiled game under each back end, and what is measured of it.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use rulesmith::compile::{Backend, Compiled, Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::game::perft::{Leaves, PerftOptions, perft};
use rulesmith::game::{Playout, Position};
use rulesmith::library;
use rulesmith::rng::Rng;
use rulesmith::source::Source;

/// The longest random game.
pub const LONGEST: u32 = 2_000;

/// So many random games between two looks at the clock.
pub const BATCH: u64 = 64;

/// A compiled game.
pub struct Ours {
    compiled: Compiled,
    rng: Rng,
}

impl Ours {
    /// The shipped game of this name.
    pub fn new(name: &str, backend: Backend) -> Ours {
        let text = library::find(name).expect("a shipped game").text;
        let settings = Settings { backend, ..Settings::default() };
        let mut diagnostics = Diagnostics::new();
        let compiled = compile(&Source::new(name, text), &settings, &mut diagnostics);
        let mut ours = Ours { compiled: compiled.expect("a shipped game compiles"), rng: Rng::new(1) };
        ours.compiled.eager();
        // Functions are compiled when they are first called: that is no part of a rate.
        for leaves in Leaves::ALL {
            black_box(ours.perft(2, leaves, false));
        }
        black_box(ours.playouts(1));
        ours
    }

    /// What runs it, and what of it the interpreter runs.
    pub fn backend(&self) -> String {
        let info = self.compiled.backend();
        info.backend.name().to_string() + if self.compiled.code().interpreted.is_some() { " (part)" } else { "" }
    }

    /// Leaves of all depths up to this one, as perft counts them.
    pub fn perft(&self, depth: u32, leaves: Leaves, finished_is_leaf: bool) -> u64 {
        let position = Position::initial(self.compiled.game());
        let options = PerftOptions { leaves, finished_is_leaf, ..PerftOptions::plies(depth) };
        let report = perft(&position, options, &AtomicBool::new(false), &mut ()).expect("its moves can be listed");
        report.counts.iter().sum()
    }

    /// Plies of so many random games.
    pub fn playouts(&mut self, games: u64) -> u64 {
        let game = self.compiled.game();
        let start = game.initial();
        let mut playout = Playout::new(game);
        (0..games)
            .map(|_| u64::from(playout.play(&start, LONGEST, &mut self.rng).expect("its moves can be listed")))
            .sum()
    }
}
