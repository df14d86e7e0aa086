//! The trail of a random game: plies in a row tell by themselves whether a position may have stood before.

use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::canary::Canary;
use crate::game::Trail;
use crate::native::emit::env::Env;
use crate::native::emit::{Emit, Truth, Word, ZERO};
use crate::native::legal::verdicts::answer;
use crate::state::hash::{board_words, right_words};

impl Emit<'_, '_> {
    /// Adds the position after a ply to the trail; whether it may have stood before.
    pub fn add_to_trail(&mut self, trail: Value, before: &Env, after: &Env, out: Word) -> Truth {
        let gone = self.and(out, Word::Const(answer::IRREVERSIBLE));
        let gone = self.not_zero(gone);
        let (forget, keep, end) = (self.block(), self.block(), self.block());
        let again = self.parameter(end);
        self.branch(gone, forget, keep);
        self.enter(forget);
        self.store(ZERO, trail, Trail::LEN);
        self.jump(end, &[ZERO]);

        self.enter(keep);
        let (first, on) = (self.block(), self.block());
        let len = self.load(trail, Trail::LEN);
        let number = self.variable(len);
        let none = self.is_zero(len);
        self.branch(none, first, on);
        self.enter(first);
        let hash = self.position_hash(before);
        self.push_hash(trail, ZERO, hash);
        self.define(number, Word::Const(1));
        self.jump(on, &[]);
        self.enter(on);
        let number = self.read(number);
        let hash = self.position_hash(after);
        let last = self.push_hash(trail, number, hash);
        let known = self.compare(IntCC::UnsignedLessThan, last, number);
        let last = self.select(known, last, ZERO);
        let at = self.address(trail, last);
        let theirs = self.load(at, Trail::HASHES);
        let differ = self.xor(theirs, hash);
        let differ = self.and(differ, Word::Const(Trail::SLOTS as u64 - 1));
        let same = self.is_zero(differ);
        let found = self.both(known, same);
        let found = if Canary::PositionForgotten.sings() { Truth::Const(false) } else { found };
        let found = self.number(found);
        self.jump(end, &[found]);
        self.enter(end);
        self.not_zero(again)
    }

    /// Adds a hash that has so many before it; gives the number of the last in its slot before.
    fn push_hash(&mut self, trail: Value, number: Word, hash: Word) -> Word {
        let slot = self.and(hash, Word::Const(Trail::SLOTS as u64 - 1));
        let slot = self.address(trail, slot);
        let last = self.load(slot, Trail::SLOT);
        self.store(number, slot, Trail::SLOT);
        let at = self.address(trail, number);
        self.store(hash, at, Trail::HASHES);
        let len = self.add(number, Word::Const(1));
        self.store(len, trail, Trail::LEN);
        last
    }

    /// What tells one position from another, as [`crate::game::Rep::position`] does.
    fn position_hash(&mut self, env: &Env) -> Word {
        let layout = &self.program.layout;
        board_words(layout).chain(right_words(layout)).fold(ZERO, |hash, at| {
            let word = env.word(layout, at);
            let share = self.salted(at, word);
            self.xor(hash, share)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::canary::Canary;
    use crate::game::{Drawn, Game, History, Playout, Successors};
    use crate::native::testing::{native, program};
    use crate::rng::Rng;

    const MOST: u32 = 1_000;

    /// A random game whose whole history is kept and asked: its plies and last position, and whether the history ended it.
    fn with_history(game: &dyn Game, seed: u64) -> (u32, Vec<u64>, bool) {
        let (mut rng, mut state, mut list) = (Rng::new(seed), game.initial(), Successors::new(game));
        let (mut next, mut history) = (state.clone(), History::starting_at(game.rep(&state)));
        for ply in 0..MOST {
            let made = match game.draw(&state, &mut next, &mut rng) {
                Drawn::Made(made, _) => Some(made),
                Drawn::Stuck => None,
                Drawn::List => game.draw_from_list(&state, &mut next, &mut list, &mut rng).expect("few moves"),
            };
            let Some(made) = made else { return (ply, state, false) };
            std::mem::swap(&mut state, &mut next);
            history.push(game.rep(&state), made.irreversible);
            let by_history = game.ending_by_history(&state, &history).is_some();
            if made.ending.is_some() || by_history {
                return (ply + 1, state, by_history);
            }
        }
        (MOST, state, false)
    }

    /// How many of so many games are others with a trail, and how many their history ends.
    fn others(text: &str, games: u64) -> (usize, usize) {
        let game = native(&program(text));
        assert!(game.repeats_to_end().is_some());
        let mut playout = Playout::new(&game);
        let (mut others, mut by_history) = (0, 0);
        for seed in 0..games {
            let (plies, state, ended) = with_history(&game, seed);
            let same =
                playout.play(&game.initial(), MOST, &mut Rng::new(seed)) == Ok(plies) && playout.state() == state;
            others += usize::from(!same);
            by_history += usize::from(ended);
        }
        (others, by_history)
    }

    #[test]
    fn games_with_a_trail_end_where_their_history_ends_them() {
        let morris = include_str!("../../../../../games/lines/nine-mens-morris.game");
        // Without the clock, which ends games as well.
        let draughts = include_str!("../../../../../games/draughts/english-draughts.game");
        let draughts = draughts.lines().filter(|line| !line.contains("still")).collect::<Vec<_>>().join("\n");
        let few = morris.replace("hand 9 Man each", "hand 4 Man each");
        let twice = draughts.replace("repeats 3", "repeats 2");
        let conditional = few.replace("draw when repeats 3", "win when repeats 2 and count own = 3");
        for text in [morris, &*draughts, &*few, &*twice, &*conditional] {
            let (others, by_history) = others(text, 150);
            assert_eq!(others, 0, "{text}");
            assert!(by_history > 0 || text == morris, "{text}");
        }
        let found = Canary::PositionForgotten.during(|| others(&few, 150).0);
        assert!(found > 0, "positions that stand again are overlooked, and nobody notices");
    }
}
