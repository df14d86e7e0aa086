//! Proofs where the rules forbid boards that have stood before (superko), so that a position has a value only together with
//! the game so far.
//!
//! A proof for one player hangs on that game in two ways. It makes boards, which must be new wherever it is used; and it leaves
//! out what the opponent was forbidden, which must be forbidden there, too. The boards that it makes are kept with it; it
//! is kept at all only if what was forbidden came up after its root. Then it holds behind every other game in which none of
//! its boards has stood: the opponent can only be forbidden more. (Dependencies of this kind: J. Breuker, H. van den Herik,
//! J. Uiterwijk and L. Allis, "A solution to the GHI problem for best-first search", 2001; A. Kishimoto and M. Müller, "A
//! general solution to the graph history interaction problem", 2004.)
//!
//! Lines are as long as there are boards, so the search is one of longer and longer lines: whoever is to prove something has
//! failed where a line is longer. That a proof was not found in so many plies is one for the opponent, in a game that
//! ends then: it is kept in the same way.

use super::MAX_PLY;
use super::node::Stop;
use super::path::Path;
use super::prove::Prover;
use super::table::effort;
use super::value::{INFINITY, is_decisive, of_outcome};
use crate::game::{Game, MoveList, Outcome, Repetition, Side};

/// Whether proofs of this kind can be had: boards are forbidden, and nothing else of what stood before counts.
pub(crate) fn applies<G: Game + ?Sized>(game: &G) -> bool {
    game.forbids_boards() && game.traits().repetition == Repetition::Ignored
}

/// A win, however far away.
const WON: i32 = INFINITY;

const WORDS: usize = 8;
/// Bits of a board in a set.
const BITS: usize = 4;

/// A set of boards that may seem to hold more than it does (B. Bloom, 1970).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Boards([u64; WORDS]);

impl Boards {
    fn places(board: u64) -> impl Iterator<Item = (usize, u64)> {
        let spread = (board ^ (board >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (0..BITS).map(move |i| {
            let place = (spread >> (64 - 9 * (i + 1))) as usize % (64 * WORDS);
            (place / 64, 1 << (place % 64))
        })
    }

    fn add(&mut self, board: u64) {
        Boards::places(board).for_each(|(word, bit)| self.0[word] |= bit);
    }

    fn has(&self, board: u64) -> bool {
        Boards::places(board).all(|(word, bit)| self.0[word] & bit != 0)
    }

    fn join(&mut self, other: &Boards) {
        self.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
    }
}

/// The answer to whether a player, the prover, reaches a goal.
#[derive(Debug, Clone, Copy)]
struct Answer {
    /// For the prover: at least this if it reaches the goal, at most this if it is below.
    score: i32,
    /// It fails only because some line is too long.
    short: bool,
    /// The oldest board that forbade the loser something, by its index.
    leans: usize,
    /// The move that is enough, by its place in the list.
    best: Option<u32>,
}

/// What does not lean on the game so far.
const FREE: usize = usize::MAX;

/// A proof that is kept.
#[derive(Clone, Copy)]
struct Kept {
    key: u64,
    score: i32,
    /// Of a failure for want of plies: how many there were.
    plies: u16,
    /// Of the move that is enough the place + 1; 0 for none.
    best: u16,
    effort: u8,
    /// The boards that it makes.
    boards: Boards,
}

impl Kept {
    fn best(&self) -> Option<u32> {
        self.best.checked_sub(1).map(u32::from)
    }
}

/// What is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The prover reaches so much.
    Reached,
    /// No more than so much.
    Failed,
    /// No more in so many plies.
    Short,
}

const WAYS: usize = 4;

/// Proofs that hold behind other games.
pub(crate) struct Proofs {
    kept: Vec<Kept>,
    /// The greatest size.
    most: usize,
    stored: usize,
}

impl Proofs {
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Kept>()).max(WAYS);
        let none = Kept { key: 0, score: 0, plies: 0, best: 0, effort: 0, boards: Boards::default() };
        Proofs { kept: vec![none; most.min(1 << 12).next_multiple_of(WAYS)], most, stored: 0 }
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let spread = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let start = ((u128::from(spread) * (self.kept.len() / WAYS) as u128) >> 64) as usize * WAYS;
        start..start + WAYS
    }

    fn find(&self, key: u64) -> Option<&Kept> {
        self.kept[self.bucket(key)].iter().find(|kept| kept.key == key && kept.effort > 0)
    }

    /// Keeps a proof; where there is no room, the one that cost least gives way.
    fn keep(&mut self, new: Kept) {
        let range = self.bucket(new.key);
        let ways = &mut self.kept[range];
        let worth = |kept: &Kept| if kept.key == new.key { 0 } else { u32::from(kept.effort) + 1 };
        if let Some(slot) = ways.iter_mut().min_by_key(|kept| worth(kept)) {
            *slot = new;
        }
        self.stored += 1;
        if self.stored > self.kept.len() && 4 * self.kept.len() <= self.most {
            let empty = Kept { effort: 0, ..new };
            let old = std::mem::take(&mut self.kept);
            self.kept = vec![empty; 4 * old.len()];
            old.into_iter().filter(|kept| kept.effort > 0).for_each(|kept| self.keep(kept));
            self.stored = 0;
        }
    }
}

/// A move of a node.
struct Child {
    index: u32,
    board: u64,
    /// Its board has not stood before: elsewhere it may have.
    new: bool,
    worth: i32,
}

/// A search for proofs on top of a prover's path.
pub(crate) struct BoardSearch<'p, 'a, 'g, G: Game + ?Sized> {
    prover: &'p mut Prover<'a, 'g, G>,
    proofs: &'p mut Proofs,
    /// For each ply the boards that the proof found last makes.
    boards: Vec<Boards>,
    side: Side,
    goal: i32,
}

impl<'p, 'a, 'g, G: Game + ?Sized> BoardSearch<'p, 'a, 'g, G> {
    pub fn new(prover: &'p mut Prover<'a, 'g, G>, proofs: &'p mut Proofs) -> Self {
        let side = prover.path.mover();
        BoardSearch { prover, proofs, boards: vec![Boards::default(); MAX_PLY + 2], side, goal: 0 }
    }

    /// A score that the player to move reaches at least, if it is `t` or more, else one that he reaches at most; with the place
    /// of a move that reaches `t`. None if some line is too long, and for a win where others have a score.
    ///
    /// He is to prove the one and his opponent the other, by turns in longer lines, so that both search as much.
    pub fn ask(&mut self, t: i32) -> Result<Option<(i32, Option<u32>)>, Stop> {
        let mover = self.prover.path.mover();
        // Whom it takes more plies, with what was searched for him.
        let mut sides = [(mover, t, 0, 0), (mover.other(), 1 - t, 0, 0)];
        let longest = MAX_PLY - self.prover.path.ply();
        loop {
            let next = usize::from(sides[1].3 < sides[0].3);
            let (side, goal, plies, searched) = &mut sides[next];
            if *plies == longest {
                self.prover.too_deep = true;
                return Ok(None);
            }
            *plies += 1;
            (self.side, self.goal) = (*side, *goal);
            let before = self.prover.nodes;
            let answer = self.seek(*plies as u32)?;
            *searched += self.prover.nodes - before;
            if !answer.short {
                let score = if *side == mover { answer.score } else { -answer.score };
                let best = answer.best.filter(|_| score >= t);
                let told = if self.prover.game.score_scale().is_none() { score.signum() } else { score };
                return Ok((told.abs() < WON).then_some((told, best)));
            }
        }
    }

    fn path(&mut self) -> &mut Path<'g, G> {
        &mut self.prover.path
    }

    /// An answer from the end of the game. How far a win is away depends on the way here, so it is not told.
    fn over(&self, outcome: Outcome, leans: usize) -> Answer {
        let score = match of_outcome(outcome, self.side, 0) {
            score if is_decisive(score) => score.signum() * WON,
            score => score,
        };
        Answer { score, short: false, leans, best: None }
    }

    /// How the game has ended here, if it has.
    fn ended(&mut self) -> Result<Option<Answer>, Stop> {
        let Some((ending, _)) = self.prover.path.decided() else { return Ok(None) };
        let game = self.prover.game;
        let stuck = game.ending_if_stuck(self.prover.path.state());
        if stuck.rank < ending.rank {
            let mut list = MoveList::new(game.move_words());
            game.generate(self.prover.path.state(), &mut list)?;
            let ending = if self.prover.path.allows_none(&list) { stuck } else { ending };
            // Whether it holds may be another thing behind another game.
            return Ok(Some(self.over(ending.outcome, if list.is_empty() { FREE } else { 0 })));
        }
        Ok(Some(self.over(ending.outcome, FREE)))
    }

    fn key(&self, kind: Kind) -> u64 {
        let part = self.side.index() as u64 * 3 + kind as u64 + 1;
        self.prover.path.key_here() ^ part.wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    /// What is known of the present node from elsewhere, with the boards of that proof.
    fn known(&mut self, plies: u32) -> Option<Answer> {
        let ply = self.prover.path.ply();
        for kind in [Kind::Reached, Kind::Failed, Kind::Short] {
            let Some(kept) = self.proofs.find(self.key(kind)) else { continue };
            let short = kind == Kind::Short;
            let answers = (kept.score >= self.goal) == (kind == Kind::Reached);
            if answers
                && (!short || plies <= u32::from(kept.plies))
                && !self.prover.path.boards().any(|board| kept.boards.has(board))
            {
                self.boards[ply] = kept.boards;
                return Some(Answer { score: kept.score, short, leans: FREE, best: kept.best() });
            }
        }
        None
    }

    /// What is known of the present node at sight.
    fn glance(&mut self, plies: u32) -> Result<Option<Answer>, Stop> {
        let ply = self.prover.path.ply();
        if let Some(answer) = self.ended()? {
            self.boards[ply] = Boards::default();
            return Ok(Some(answer));
        }
        if let Some(answer) = self.known(plies) {
            return Ok(Some(answer));
        }
        if plies == 0 {
            self.boards[ply] = Boards::default();
            return Ok(Some(Answer { score: self.goal - 1, short: true, leans: FREE, best: None }));
        }
        Ok(None)
    }

    /// Whether an answer is what the player to move wants.
    fn suits(&self, answer: &Answer, mover: Side) -> bool {
        (answer.score >= self.goal) == (mover == self.side)
    }

    /// The answer for the present node, by lines of so many plies.
    fn seek(&mut self, plies: u32) -> Result<Answer, Stop> {
        self.prover.poll()?;
        let (ply, start) = (self.prover.path.ply(), self.prover.nodes);
        // What was looked at before its siblings were searched may be known by now.
        if let Some(answer) = self.known(plies) {
            return Ok(answer);
        }
        debug_assert!(plies > 0 && ply + (plies as usize) <= MAX_PLY);
        let game = self.prover.game;
        let mover = self.prover.path.mover();
        let here = self.prover.path.index() as usize;
        let mut list = MoveList::new(game.move_words());
        game.generate(self.prover.path.state(), &mut list)?;
        // 1. Each move is looked at once. What all that fail have in common is gathered.
        let mut children: Vec<Child> = Vec::with_capacity(list.len());
        let mut failed = Failed { score: None, short: false, leans: FREE, boards: Boards::default() };
        let (mut exempt, mut settled, mut any) = (false, None, false);
        for index in 0..list.len() {
            let record = list.get(index);
            self.path().make(record);
            let stood = self.prover.path.board_stood();
            if !self.prover.path.allowed(record) {
                failed.leans = failed.leans.min(stood.unwrap_or(0));
                self.path().undo();
                continue;
            }
            any = true;
            exempt |= stood.is_some();
            let child = Child {
                index: index as u32,
                board: self.prover.path.board(),
                new: stood.is_none(),
                worth: self.worth(mover),
            };
            let seen = self.glance(plies - 1);
            self.path().undo();
            match seen? {
                Some(answer) if self.suits(&answer, mover) && !answer.short => {
                    settled = Some((child, answer));
                    break;
                }
                // A failure for want of plies suits the opponent, but an end suits better.
                Some(answer) if self.suits(&answer, mover) => {
                    if settled.is_none() {
                        self.boards[ply] = self.boards[ply + 1];
                        settled = Some((child, answer));
                    }
                }
                Some(answer) => failed.add(&answer, &self.boards[ply + 1], mover == self.side),
                None => children.push(child),
            }
        }
        if let Some((_, answer)) = &settled
            && !answer.short
        {
            self.boards[ply] = self.boards[ply + 1];
        }
        if !any {
            let outcome = game.ending_if_stuck(self.prover.path.state()).outcome;
            self.boards[ply] = Boards::default();
            return Ok(self.over(outcome, if list.is_empty() { FREE } else { 0 }));
        }
        // 2. The others are searched, the most promising first.
        if settled.is_none() {
            let first = self.hint(mover);
            children.sort_by_key(|child| (Some(child.index) != first, -child.worth));
            for child in children {
                self.path().make(list.get(child.index as usize));
                let answer = self.seek(plies - 1)?;
                self.path().undo();
                if self.suits(&answer, mover) {
                    self.boards[ply] = self.boards[ply + 1];
                    settled = Some((child, answer));
                    break;
                }
                failed.add(&answer, &self.boards[ply + 1], mover == self.side);
            }
        }
        // 3. One move is enough for whoever makes it; its board must be new elsewhere, too. All together are for the other
        //    player, to whom it must not happen that elsewhere nothing is left to be refuted.
        let answer = match settled {
            Some((child, answer)) => {
                if child.new {
                    self.boards[ply].add(child.board);
                }
                Answer { best: Some(child.index), ..answer }
            }
            None => {
                self.boards[ply] = failed.boards;
                let leans = if exempt { failed.leans } else { 0 };
                let score = if failed.short { self.goal - 1 } else { failed.score.unwrap_or(self.goal - 1) };
                Answer { score, short: failed.short, leans, best: None }
            }
        };
        if answer.leans >= here {
            let kind = match answer.score >= self.goal {
                true => Kind::Reached,
                false if answer.short => Kind::Short,
                false => Kind::Failed,
            };
            self.proofs.keep(Kept {
                key: self.key(kind),
                score: answer.score,
                plies: plies as u16,
                best: answer.best.and_then(|best| u16::try_from(best + 1).ok()).unwrap_or(0),
                effort: effort(self.prover.nodes - start + 1).max(1),
                boards: self.boards[ply],
            });
        }
        Ok(answer)
    }

    /// A move that was enough for the player to move here before, whatever the goal and the game so far.
    fn hint(&self, mover: Side) -> Option<u32> {
        let kinds: &[Kind] = if mover == self.side { &[Kind::Reached] } else { &[Kind::Failed, Kind::Short] };
        kinds.iter().find_map(|&kind| self.proofs.find(self.key(kind))?.best())
    }

    /// What the evaluation says of the present node to the one who has moved.
    fn worth(&self, mover: Side) -> i32 {
        let (game, state) = (self.prover.game, self.prover.path.state());
        let value = game.promise(state);
        if game.mover(state) == mover { value } else { -value }
    }
}

/// Moves that are not enough.
struct Failed {
    /// The best of them, for whoever makes them.
    score: Option<i32>,
    short: bool,
    leans: usize,
    boards: Boards,
}

impl Failed {
    fn add(&mut self, answer: &Answer, boards: &Boards, proves: bool) {
        let better = |score: i32| if proves { score.max(answer.score) } else { score.min(answer.score) };
        self.score = Some(self.score.map_or(answer.score, better));
        self.short |= answer.short;
        self.leans = self.leans.min(answer.leans);
        self.boards.join(boards);
    }
}
