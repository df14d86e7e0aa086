//! Stacks that are measured and piled up: a game written plainly, pieces in lists, against its rule file.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crate::support::games;
use rulesmith::compile::{Backend, Compiled};
use rulesmith::game::perft::{PerftOptions, perft};
use rulesmith::game::{MoveList, Position};

/// A player and a kind; 0 is a Tzaar, 1 a Tzarra, 2 a Tott.
type Piece = (usize, usize);

/// TZAAR on a hexagon, column and rank of each cell; the stacks from the bottom up.
#[derive(Clone)]
struct Tzaar {
    /// Cells to a side.
    side: i32,
    stacks: BTreeMap<(i32, i32), Vec<Piece>>,
    mover: usize,
    second: bool,
    /// The first capture of all is a turn by itself.
    opening: bool,
}

impl Tzaar {
    /// On 19 cells, with a whole turn first.
    fn small() -> Self {
        // c1 d1 e1 b2 c2 e2, c5 b5 a5 d4 c4 a4
        let cells =
            [[(3, 1), (4, 1), (5, 1), (2, 2), (3, 2), (5, 2)], [(3, 5), (2, 5), (1, 5), (4, 4), (3, 4), (1, 4)]];
        let mut stacks = BTreeMap::new();
        for (player, cells) in cells.into_iter().enumerate() {
            for (cell, kind) in cells.into_iter().zip([0, 1, 1, 2, 2, 2]) {
                stacks.insert(cell, vec![(player, kind)]);
            }
        }
        Tzaar { side: 3, stacks, mover: 0, second: false, opening: false }
    }

    /// On 60 cells: rings of Totts, Tzaars, Tzarras and Totts about a hole, in six wedges that the players have in turns.
    fn whole() -> Self {
        let around = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];
        let mut stacks = BTreeMap::new();
        for (ring, kind) in (1..).zip([2, 0, 1, 2]) {
            for wedge in 0..6 {
                let ((dx, dy), (along_x, along_y)) = (around[wedge], around[(wedge + 2) % 6]);
                for step in 0..ring {
                    let cell = (5 + dx * ring + along_x * step, 5 + dy * ring + along_y * step);
                    stacks.insert(cell, vec![(wedge % 2, kind)]);
                }
            }
        }
        Tzaar { side: 5, stacks, mover: 0, second: false, opening: true }
    }

    fn exists(&self, (x, y): (i32, i32)) -> bool {
        let (a, b, last) = (x - self.side, y - self.side, self.side - 1);
        let hole = self.side == 5 && (a, b) == (0, 0);
        a.abs() <= last && b.abs() <= last && (a + b).abs() <= last && !hole
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
                while self.exists(at) && !self.stacks.contains_key(&at) {
                    at = (at.0 + dx, at.1 + dy);
                }
                if self.exists(at) {
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
        if self.second || self.opening {
            self.mover = 1 - self.mover;
        }
        self.second = !self.second && !self.opening;
        self.opening = false;
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

fn counted(game: &Compiled, depth: u32) -> u64 {
    let position = Position::new(game.game(), &game.game().initial());
    let report = perft(&position, PerftOptions::plies(depth), &AtomicBool::new(false), &mut ()).unwrap();
    report.counts[depth as usize - 1]
}

#[test]
fn tzaar_is_as_written_by_hand() {
    let small = games::files("tests/games").into_iter().find(|(name, _)| name == "tzaar-small").unwrap().1;
    for backend in [Backend::Interpreter, Backend::Native] {
        let (small, whole) = (games::load("tzaar-small", &small, &[], backend), games::shipped("tzaar", &[], backend));
        for (game, by_hand, deepest) in [(&small, Tzaar::small(), 6), (&whole, Tzaar::whole(), 3)] {
            for depth in 1..=deepest {
                assert_eq!(counted(game, depth), by_hand.perft(depth), "{backend:?} at depth {depth}");
            }
        }
    }
}

/// DVONN on a rhombus of five by four, with nobody's piece among the stacks; from the bottom up, 0 and 1 the players'.
#[derive(Clone)]
struct Dvonn {
    stacks: BTreeMap<(i32, i32), Vec<Option<usize>>>,
    mover: usize,
    passed: u32,
}

impl Dvonn {
    const STEPS: [(i32, i32); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1)];

    fn start() -> Self {
        // By rows from below; `.` is nobody's piece.
        let rows = ["ababa", "ba.ab", "abaab", "babbb"];
        let piece = |c: char| if c == '.' { None } else { Some(usize::from(c == 'b')) };
        let cells = rows.iter().zip(0..).flat_map(|(row, y)| row.chars().zip(0..).map(move |(c, x)| ((x, y), c)));
        Dvonn { stacks: cells.map(|(at, c)| (at, vec![piece(c)])).collect(), mover: 0, passed: 0 }
    }

    fn successors(&self) -> Vec<Dvonn> {
        let mut all = Vec::new();
        for (&(x, y), stack) in &self.stacks {
            let around = Self::STEPS.iter().filter(|(dx, dy)| self.stacks.contains_key(&(x + dx, y + dy)));
            if stack.last() != Some(&Some(self.mover)) || around.count() == 6 {
                continue;
            }
            let far = stack.len() as i32;
            for (dx, dy) in Self::STEPS {
                let to = (x + far * dx, y + far * dy);
                if !self.stacks.contains_key(&to) {
                    continue;
                }
                let mut next = Dvonn { passed: 0, mover: 1 - self.mover, ..self.clone() };
                let moved = next.stacks.remove(&(x, y)).unwrap();
                next.stacks.get_mut(&to).unwrap().extend(moved);
                next.drop_cut_off();
                all.push(next);
            }
        }
        if all.is_empty() {
            all.push(Dvonn { passed: self.passed + 1, mover: 1 - self.mover, ..self.clone() });
        }
        all
    }

    /// Stacks that nothing joins with nobody's piece are gone.
    fn drop_cut_off(&mut self) {
        let held = self.stacks.iter().filter(|(_, stack)| stack.contains(&None));
        let mut joined: Vec<(i32, i32)> = held.map(|(&at, _)| at).collect();
        let mut next = 0;
        while let Some(&(x, y)) = joined.get(next) {
            next += 1;
            let around = Self::STEPS.map(|(dx, dy)| (x + dx, y + dy));
            let found = around.into_iter().filter(|at| self.stacks.contains_key(at) && !joined.contains(at));
            joined.extend(found.collect::<Vec<_>>());
        }
        self.stacks.retain(|at, _| joined.contains(at));
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.passed >= 2 => 0,
            _ => self.successors().iter().map(|next| next.perft(depth - 1)).sum(),
        }
    }
}

#[test]
fn dvonn_is_as_written_by_hand() {
    let text = "game \"Dvonn\"\nplayers White, Black\nboard rhombus 5x4\npiece Ball neutral stacked, Man stacked\n\
                setup fen \"mMmmm/MmMMm/mMBMm/MmMmM\"\nstate held: cells = c2\n\
                define free(c) = no c on (all except any of empty) or count any of c < 6\n\
                move jump {\n\
                  pick from in own pick to in occupied on any (sum from by height) of from when free(from) {\n\
                    pile from onto to\n\
                    if from on held { set held = held except from or to }\n\
                    take occupied except flood any held in occupied\n\
                  }\n\
                }\nturn { jump else pass }\n\
                end when both passed { score sum own by height - sum enemy by height }\n";
    for depth in 1..=4 {
        let by_hand = Dvonn::start().perft(depth);
        for backend in [Backend::Interpreter, Backend::Native] {
            let game = games::load("dvonn", text, &[], backend);
            let position = Position::new(game.game(), &game.game().initial());
            let report = perft(&position, PerftOptions::plies(depth), &AtomicBool::new(false), &mut ()).unwrap();
            assert_eq!(report.counts[depth as usize - 1], by_hand, "{backend:?} at depth {depth}");
        }
    }
}

/// What an effect leaves of a few stacks, with nobody's pieces among them, on both back ends.
#[test]
fn no_piece_of_a_stack_is_lost() {
    let cases = [
        ("pile from onto to", "M(Bm)1", "1(MBm)1[]"),
        ("pile to onto from", "M(Bm)1", "(BmM)2[]"),
        ("pile top 1 of to onto from", "M(Bm)1", "(BM)m1[]"),
        ("tuck from under to", "M(Bm)1", "1(BmM)1[]"),
        ("tuck to under from", "M(Bm)1", "(MB)m1[]"),
        ("swap from with to", "M(Bm)1", "(Bm)M1[]"),
        ("swap from with c1", "M(Bm)(mM)", "(mM)(Bm)M[]"),
        ("take to", "M(BmmM)1", "M2[B2M]"),
    ];
    for (effect, before, after) in cases {
        let text = format!(
            "game \"Piles\"\nplayers White, Black\nboard square 3x1\npiece Ball neutral stacked, Man stacked\n\
             captives to hand\nmove {{ drop any on none }}\n\
             setup {{ White Man on a1 }}\nmove {{ pick from in a1 pick to in b1 {{ {effect} }} }}\n\
             end {{ draw when repeats 3  draw when enemy stuck }}\n"
        );
        for backend in [Backend::Interpreter, Backend::Native] {
            let game = games::load("piles", &text, &[], backend);
            let (state, _) = game.parse_position(&format!("{before} w 1")).unwrap_or_else(|e| panic!("{e:?}"));
            let record = game.parse_move(&state, "a1b1").unwrap_or_else(|e| panic!("{e:?}"));
            let mut next = vec![0; state.len()];
            game.game().make(&state, &record, &mut next);
            assert_eq!(game.position_text(&next, 1), format!("{after} b 1"), "{effect}, {backend:?}");
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
