//! Stacks that are measured and piled up: a game written plainly, pieces in lists, against its rule file.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crate::support::games;
use rulesmith::compile::Backend;
use rulesmith::game::perft::{PerftOptions, perft};
use rulesmith::game::{MoveList, Position};

/// A player and a kind; 0 is a Tzaar, 1 a Tzarra, 2 a Tott.
type Piece = (usize, usize);

/// TZAAR on 19 cells, column and rank of each; the stacks from the bottom up.
#[derive(Clone)]
struct Tzaar {
    stacks: BTreeMap<(i32, i32), Vec<Piece>>,
    mover: usize,
    second: bool,
}

impl Tzaar {
    fn start() -> Self {
        // c1 d1 e1 b2 c2 e2, c5 b5 a5 d4 c4 a4
        let cells =
            [[(3, 1), (4, 1), (5, 1), (2, 2), (3, 2), (5, 2)], [(3, 5), (2, 5), (1, 5), (4, 4), (3, 4), (1, 4)]];
        let mut stacks = BTreeMap::new();
        for (player, cells) in cells.into_iter().enumerate() {
            for (cell, kind) in cells.into_iter().zip([0, 1, 1, 2, 2, 2]) {
                stacks.insert(cell, vec![(player, kind)]);
            }
        }
        Tzaar { stacks, mover: 0, second: false }
    }

    fn exists((x, y): (i32, i32)) -> bool {
        let (a, b) = (x - 3, y - 3);
        a.abs() <= 2 && b.abs() <= 2 && (a + b).abs() <= 2
    }

    /// Every own stack with each first stack that it meets.
    fn meetings(&self) -> Vec<((i32, i32), (i32, i32))> {
        let mut found = Vec::new();
        for (&from, stack) in &self.stacks {
            if stack.last().is_none_or(|top| top.0 != self.mover) {
                continue;
            }
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1)] {
                let mut at = (from.0 + dx, from.1 + dy);
                while Self::exists(at) && !self.stacks.contains_key(&at) {
                    at = (at.0 + dx, at.1 + dy);
                }
                if Self::exists(at) {
                    found.push((from, at));
                }
            }
        }
        found
    }

    fn successors(&self) -> Vec<Tzaar> {
        let mut all = Vec::new();
        for (from, to) in self.meetings() {
            let (one, other) = (&self.stacks[&from], &self.stacks[&to]);
            let enemy = other.last().is_some_and(|top| top.0 != self.mover);
            if enemy && other.len() > one.len() || !enemy && !self.second {
                continue;
            }
            let mut next = self.clone();
            let moved = next.stacks.remove(&from).unwrap();
            let target = next.stacks.get_mut(&to).unwrap();
            if enemy {
                target.clear();
            }
            target.extend(moved);
            next.pass_on();
            all.push(next);
        }
        if self.second {
            let mut next = self.clone();
            next.pass_on();
            all.push(next);
        }
        all
    }

    /// After the first step the same player makes the second.
    fn pass_on(&mut self) {
        if self.second {
            self.mover = 1 - self.mover;
        }
        self.second = !self.second;
    }

    /// Whether somebody shows no more of one of his kinds, or is to capture and can't.
    fn is_over(&self) -> bool {
        let tops: Vec<Piece> = self.stacks.values().filter_map(|stack| stack.last().copied()).collect();
        let shown = |piece: &Piece| tops.contains(piece);
        !(0..6).map(|n| (n / 3, n % 3)).all(|piece| shown(&piece)) || !self.second && self.successors().is_empty()
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let count = |next: &Tzaar| if depth > 1 && next.is_over() { 0 } else { next.perft(depth - 1) };
        self.successors().iter().map(count).sum()
    }
}

fn counted(backend: Backend, depth: u32) -> u64 {
    let (name, text) = games::files("tests/games").into_iter().find(|g| g.0 == "tzaar").unwrap();
    let game = games::load(&name, &text, &[], backend);
    let position = Position::new(game.game(), &game.game().initial());
    let report = perft(&position, PerftOptions::plies(depth), &AtomicBool::new(false), &mut ()).unwrap();
    report.counts[depth as usize - 1]
}

#[test]
fn tzaar_is_as_written_by_hand() {
    for depth in 1..=6 {
        let by_hand = Tzaar::start().perft(depth);
        for backend in [Backend::Interpreter, Backend::Native] {
            assert_eq!(counted(backend, depth), by_hand, "{backend:?} at depth {depth}");
        }
    }
}

/// Nine pieces on nine are one too many; eight on nine are not, whichever way they come.
#[test]
fn a_pile_that_is_too_high_is_no_move() {
    let text = "game \"Piles\"\nplayers White, Black\nboard square 3x1\npiece Man stacked\nsetup { White Man on a1 b1 }\n\
                move { pick from in a1 pick to in b1 { pile top (sum from by height) of from onto to } }\n\
                end { draw when repeats 3  draw when enemy stuck }\n";
    for backend in [Backend::Interpreter, Backend::Native] {
        let game = games::load("piles", text, &[], backend);
        let listed = |rows: &str| {
            let (state, _) = game.parse_position(&format!("{rows} w 1")).unwrap();
            let mut moves = MoveList::new(game.game().move_words());
            game.game().generate(&state, &mut moves).map(|()| moves.len())
        };
        assert_eq!(listed("(mMMMMMMMM)(MMMMMMMMm)1"), Ok(0), "{backend:?}");
        assert_eq!(listed("(mMMMMMMM)(MMMMMMMMm)1"), Ok(1), "{backend:?}");
        let (state, _) = game.parse_position("(mMMMMMMM)(MMMMMMMMm)1 w 1").unwrap();
        let record = game.parse_move(&state, "a1b1").unwrap_or_else(|e| panic!("{e:?}"));
        let mut next = vec![0; state.len()];
        game.game().make(&state, &record, &mut next);
        assert_eq!(game.position_text(&next, 1), "1(mMMMMMMMMMMMMMMMm)1 b 1", "{backend:?}");
    }
}
