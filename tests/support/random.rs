//! A small seeded generator and a hash, so that tests are repeatable.

use rulesmith::game::{Decides, Ending, Game, Hint, History, Made, MoveList, Overflow, Position, Rep, Traits};

/// Spreads a word's bits.
pub fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// A hash of words.
pub fn fold(words: &[u64]) -> u64 {
    words.iter().fold(0x1234_5678, |hash, &word| mix(hash ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15))
}

/// SplitMix64.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// A game with its evaluation replaced by a hash of the state: random, so that a wrong cutoff shows.
pub struct HashEval<G>(pub G, pub i32);

/// Methods of a game that wraps another one and leaves these to it.
macro_rules! forward {
    ($($name:ident($($arg:ident: $type:ty),*) -> $result:ty;)*) => {
        $(fn $name(&self, $($arg: $type),*) -> $result { self.0.$name($($arg),*) })*
    };
}
pub(crate) use forward;

/// Hands on the questions that no wrapper answers otherwise.
macro_rules! forward_usual {
    () => {
        forward! {
            state_words() -> usize;
            move_words() -> usize;
            initial() -> Vec<u64>;
            decides(state: &[u64]) -> rulesmith::game::Decides;
            make(state: &[u64], record: &[u64], next: &mut [u64]) -> rulesmith::game::Made;
            ending_by_history(state: &[u64], history: &rulesmith::game::History) -> Option<rulesmith::game::Ending>;
            reads_history() -> bool;
            piece_classes() -> usize;
            sites() -> usize;
            has_noisy() -> bool;
            score_scale() -> Option<i32>;
        }
    };
}
pub(crate) use forward_usual;

impl<G: Game> Game for HashEval<G> {
    forward_usual!();
    forward! {
        generate(state: &[u64], moves: &mut MoveList) -> Result<(), Overflow>;
        status(state: &[u64]) -> Option<Ending>;
        ending_if_stuck(state: &[u64]) -> Ending;
        legal_by_history() -> bool;
        allowed_by_history(state: &[u64], record: &[u64], history: &History) -> bool;
        rep(state: &[u64]) -> Rep;
        key(state: &[u64], horizon: u32) -> u64;
        hint(state: &[u64], record: &[u64]) -> Hint;
        traits() -> Traits;
    }

    fn evaluate(&self, state: &[u64]) -> i32 {
        (fold(state) % (2 * self.1 as u64 + 1)) as i32 - self.1
    }
}

/// A position after up to `plies` random moves, not ended.
pub fn random_position<'g, G: Game>(game: &'g G, rng: &mut Rng, plies: usize) -> Position<'g, G> {
    let mut position = Position::initial(game);
    for _ in 0..plies {
        let moves = position.moves().expect("lists fit");
        if moves.is_empty() {
            break;
        }
        position.make(moves.get(rng.below(moves.len())));
        if position.ending().expect("lists fit").is_some() {
            position.undo();
            break;
        }
    }
    position
}
