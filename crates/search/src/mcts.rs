//! Monte Carlo tree search, with what made it strong in general play: values that are proved (Winands, Björnsson and Saito 2008),
//! play-outs that an evaluation cuts off (Lorentz 2008), minimax of the evaluations beside the means (Lanctot, Winands,
//! Pepels and Sturtevant 2014), and what a move was worth elsewhere in the tree (progressive history, Nijssen and Winands 2011).
//!
//! Each round goes down from the root by the move that promises most (UCT, Kocsis and Szepesvári 2006), lists the moves of the
//! position it comes to if that was visited before, plays some plies at random, judges, and takes the value back up.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use super::opponent::swing;
use super::table::record_hash;
use super::value::{MATE, of_outcome, proof_of};
use super::{Ended, Limits, Line, Options, Proof, Report, in_one_more_thread};
use crate::game::time::Instant;
use crate::game::{EVAL_LIMIT, Game, MoveList, Outcome, Overflow, Playout, Position, Side};
use crate::rng::Rng;

/// How a tree grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Growth {
    /// Plies at random before a position is judged; 0: it is judged as it is.
    pub playout: u32,
    /// The same seed grows the same tree, by nodes and with one thread.
    pub seed: u64,
}

impl Default for Growth {
    fn default() -> Self {
        Growth { playout: PLAYOUT, seed: 1 }
    }
}

/// So many plies are played at random if nothing is said.
pub const PLAYOUT: u32 = 0;

/// How much the search looks at what it knows least.
const EXPLORE: f64 = 0.12;

/// How much of a value is the minimax of evaluations, rather than the mean of rounds.
const IMPLICIT: f64 = 0.4;

/// How much a move's value elsewhere counts at first.
const HISTORY: f64 = 0.1;

/// An estimate is even odds times so many swings of two plies.
const EVEN: f64 = 2.0;

/// A leaf grows moves when it is visited for this time.
const GROWS_AT: u32 = 2;

/// Without any limit the search ends after so many positions.
const NODES: u64 = 20_000;

/// A move and what is known behind it; all values are the first player's, from −1 to 1.
struct Node {
    record: u32,
    first: u32,
    count: u32,
    visits: u32,
    sum: f64,
    /// The evaluation, then the minimax of those below.
    minimax: f64,
    /// What is proved, and in how many plies.
    proved: Option<(i8, u16)>,
    /// Who is to move behind it.
    mover: Side,
    /// Where what the move was worth elsewhere is found.
    place: u32,
}

struct Tree<'a, 'g, G: Game + ?Sized> {
    game: &'g G,
    nodes: Vec<Node>,
    records: MoveList,
    /// What moves were worth wherever they were tried, for the first player.
    history: Vec<(f64, u32)>,
    playout: Playout<'g, G>,
    rng: Rng,
    growth: Growth,
    scale: f64,
    most: usize,
    visited: u64,
    deepest: u32,
    limits: &'a Limits,
    stop: &'a AtomicBool,
    rest: &'a AtomicBool,
}

/// What one tree says of a move of the root.
#[derive(Clone)]
struct Told {
    record: Vec<u64>,
    visits: u64,
    sum: f64,
    proved: Option<(i8, u16)>,
    line: Vec<Vec<u64>>,
}

/// So many places there are for what moves were worth; a few moves share one.
const PLACES: usize = 1 << 16;

fn place(mover: Side, record: &[u64]) -> u32 {
    (record_hash(record) >> 49) as u32 * 2 + mover.index() as u32
}

fn sign(side: Side) -> f64 {
    if side == Side::First { 1.0 } else { -1.0 }
}

fn of(outcome: Outcome) -> i8 {
    outcome.payoffs()[Side::First].signum() as i8
}

impl<'g, G: Game + ?Sized> Tree<'_, 'g, G> {
    fn judged(&self, state: &[u64]) -> f64 {
        sign(self.game.mover(state)) * (f64::from(self.game.evaluate(state)) / (EVEN * self.scale)).tanh()
    }

    /// Lists the moves of a node, each with its evaluation or ending; `false` if there is no room.
    fn grow(&mut self, node: usize, position: &mut Position<'g, G>) -> Result<bool, Overflow> {
        let moves = match position.moves_or_ending()? {
            Err(ending) => {
                self.nodes[node].proved = Some((of(ending.outcome), 0));
                return Ok(true);
            }
            Ok(moves) => moves,
        };
        if self.nodes.len() + moves.len() > self.most {
            return Ok(false);
        }
        let first = self.nodes.len() as u32;
        for record in moves.iter() {
            position.make(record);
            self.visited += 1;
            let state = position.state();
            // For want of moves games end as well; that is seen when the node grows.
            let by_history = || self.game.ending_by_history(state, position.history());
            let ending = position.ending_by_position().or_else(by_history);
            let minimax = ending.map_or_else(|| self.judged(state), |ending| f64::from(of(ending.outcome)));
            let proved = ending.map(|ending| (of(ending.outcome), 0));
            let (at, mover) = (self.records.len() as u32, self.game.mover(state));
            let place = place(self.nodes[node].mover, record);
            let node = Node { record: at, first: 0, count: 0, visits: 0, sum: 0.0, minimax, proved, mover, place };
            self.records.push(record);
            self.nodes.push(node);
            position.undo();
        }
        self.nodes[node].first = first;
        self.nodes[node].count = moves.len() as u32;
        Ok(true)
    }

    /// The child that promises most.
    fn promising(&self, node: usize) -> usize {
        let parent = &self.nodes[node];
        let side = sign(parent.mover);
        let log = f64::from(parent.visits.max(1)).ln();
        let value = |child: &Node| {
            let wins = |(value, _): (i8, u16)| f64::from(value) * side;
            let n = f64::from(child.visits);
            if let Some(proved) = child.proved {
                // What loses is tried only where all does; a draw is worth what it is worth.
                return if wins(proved) == 0.0 { 0.0 } else { wins(proved) * 1e6 };
            }
            let mean = if child.visits == 0 { child.minimax } else { child.sum / n };
            let known = side * ((1.0 - IMPLICIT) * mean + IMPLICIT * child.minimax);
            let (sum, times) = self.history[child.place as usize];
            let elsewhere = if times == 0 { 0.0 } else { side * sum / f64::from(times) };
            known + EXPLORE * (log / (n + 1.0)).sqrt() + HISTORY * elsewhere / (1.0 + n * (1.0 - known.min(0.99)))
        };
        let children = parent.first as usize..(parent.first + parent.count) as usize;
        let best = |open: bool| {
            let children = children.clone().filter(|&index| !open || self.nodes[index].proved.is_none());
            let values = children.map(|index| (index, value(&self.nodes[index])));
            values.reduce(|a, b| if b.1 > a.1 { b } else { a }).map(|(index, _)| index)
        };
        let chosen = best(false).unwrap_or(node);
        // A draw that is proved tells nothing new: every other time what may be more is looked at.
        let settled = self.nodes[chosen].proved.is_some() && parent.visits.is_multiple_of(2);
        if settled { best(true).unwrap_or(chosen) } else { chosen }
    }

    /// What the children say of a node: the minimax of their evaluations, and what they prove.
    /// Whether that is news.
    fn back_up(&mut self, node: usize) -> bool {
        let parent = &self.nodes[node];
        let side = sign(parent.mover);
        let children = &self.nodes[parent.first as usize..(parent.first + parent.count) as usize];
        let best = children.iter().map(|child| side * child.minimax).fold(f64::NEG_INFINITY, f64::max);
        let ours = |value: i8| value * side as i8;
        let won = children.iter().filter_map(|c| c.proved.filter(|p| ours(p.0) == 1).map(|p| p.1)).min();
        let settled = children.iter().all(|child| child.proved.is_some());
        let proved = match won {
            Some(plies) => Some((side as i8, plies + 1)),
            None if settled => {
                let value = children.iter().filter_map(|c| c.proved.map(|p| ours(p.0))).max().unwrap_or(0);
                let longest = children.iter().filter_map(|c| c.proved).filter(|p| ours(p.0) == value);
                longest.map(|p| p.1).max().map(|plies| (value * side as i8, plies.saturating_add(1)))
            }
            None => None,
        };
        let node = &mut self.nodes[node];
        let before = (node.minimax, node.proved);
        node.minimax = proved.map_or(side * best, |(value, _)| f64::from(value));
        node.proved = proved;
        before != (node.minimax, node.proved)
    }

    /// Plays on at random and judges, for the first player.
    fn played_out(&mut self, position: &Position<'g, G>) -> Result<f64, Overflow> {
        if self.growth.playout == 0 {
            return Ok(self.judged(position.state()));
        }
        let plies = self.playout.play(position.state(), self.growth.playout, &mut self.rng)?;
        let state = self.playout.state();
        if let Some(ending) = self.game.status(state) {
            return Ok(f64::from(of(ending.outcome)));
        }
        if plies < self.growth.playout {
            let mut moves = MoveList::new(self.game.move_words());
            self.game.generate(state, &mut moves)?;
            // What history ends is mostly a draw.
            let stuck = moves.is_empty().then(|| of(self.game.ending_if_stuck(state).outcome));
            return Ok(f64::from(stuck.unwrap_or(0)));
        }
        Ok(self.judged(state))
    }

    /// One round.
    fn round(&mut self, root: &Position<'g, G>) -> Result<(), Overflow> {
        let mut position = root.clone();
        let mut path = vec![0usize];
        let mut node = 0;
        while self.nodes[node].count > 0 && self.nodes[node].proved.is_none() {
            node = self.promising(node);
            position.make(self.records.get(self.nodes[node].record as usize));
            path.push(node);
        }
        let grows = self.nodes[node].proved.is_none() && self.nodes[node].visits + 1 >= GROWS_AT;
        let grew = grows && self.grow(node, &mut position)?;
        if grew && self.nodes[node].count > 0 {
            self.back_up(node);
        }
        self.visited += 1;
        self.deepest = self.deepest.max(path.len() as u32 - 1);
        let value = match self.nodes[node].proved {
            Some((value, _)) => f64::from(value),
            None => self.played_out(&position)?,
        };
        // What is below says something new only of those above a node that grew.
        let mut changed = grew;
        for (index, &node) in path.iter().enumerate().rev() {
            self.nodes[node].visits += 1;
            self.nodes[node].sum += value;
            if changed && index + 1 < path.len() {
                changed = self.back_up(node);
            }
            if index > 0 {
                let known = &mut self.history[self.nodes[node].place as usize];
                *known = (known.0 + value, known.1 + 1);
            }
        }
        Ok(())
    }

    fn over(&self, rounds: u64) -> bool {
        let limit = self.limits.nodes.or(self.limits.deadline.is_none().then_some(NODES));
        let late = |deadline: Instant| Instant::now() >= deadline;
        self.nodes[0].proved.is_some()
            || self.stop.load(Relaxed)
            || self.rest.load(Relaxed)
            || limit.is_some_and(|most| self.visited >= most)
            // On a clock an only move is played at once.
            || self.limits.soft_deadline.is_some_and(|deadline| self.nodes[0].count == 1 || late(deadline))
            || self.limits.deadline.is_some_and(late)
            || rounds > u64::from(u32::MAX) / 2
    }

    fn run(&mut self, root: &Position<'g, G>) -> Result<(), Overflow> {
        let mut rounds = 0;
        while !self.over(rounds) {
            self.round(root)?;
            rounds += 1;
        }
        Ok(())
    }

    /// The child that was looked at most, of those that prove the best; none of a leaf.
    fn chosen(&self, node: usize) -> Option<usize> {
        let parent = &self.nodes[node];
        let side = sign(parent.mover) as i8;
        let children = parent.first as usize..(parent.first + parent.count) as usize;
        children.max_by_key(|&index| {
            let child = &self.nodes[index];
            order(child.proved.map(|(value, plies)| (value * side, plies)), u64::from(child.visits), index)
        })
    }

    fn told(&self) -> Vec<Told> {
        let children = self.nodes[0].first as usize..(self.nodes[0].first + self.nodes[0].count) as usize;
        let record = |index: usize| self.records.get(self.nodes[index].record as usize).to_vec();
        children
            .map(|index| {
                let mut line = vec![record(index)];
                let mut node = index;
                while let Some(next) = self.chosen(node).filter(|&next| self.nodes[next].visits > 0) {
                    line.push(record(next));
                    node = next;
                }
                let child = &self.nodes[index];
                let (visits, sum) = (u64::from(child.visits), child.sum);
                Told { record: record(index), visits, sum, proved: child.proved, line }
            })
            .collect()
    }
}

/// Wins first, the quickest of them; then what was looked at most; losses last, the longest of them first. The earlier of equal ones.
fn order(proved: Option<(i8, u16)>, visits: u64, index: usize) -> (i8, i64, u64, std::cmp::Reverse<usize>) {
    let (class, plies) = match proved {
        Some((1, plies)) => (1, -i64::from(plies)),
        Some((-1, plies)) => (-1, i64::from(plies)),
        _ => (0, 0),
    };
    (class, plies, visits, std::cmp::Reverse(index))
}

/// Grows a tree and gives what it knows, in the form of a search's report: the depth is that of its deepest line.
pub fn grow_tree<G: Game + ?Sized>(
    position: &Position<G>,
    limits: &Limits,
    options: &Options,
    growth: Growth,
    stop: &AtomicBool,
) -> Report {
    let start = Instant::now();
    let mover = position.mover();
    let mut report = Report {
        best: None,
        score: 0,
        proof: None,
        depth: 0,
        looked_at: None,
        nodes: 0,
        line: Vec::new(),
        lines: Vec::new(),
        seconds: 0.0,
        ended: Ended::Interrupted,
    };
    let scored = position.game().score_scale().is_some();
    match position.clone().moves_or_ending() {
        Err(overflow) => return Report { ended: Ended::Overflow(overflow), ..report },
        Ok(Err(ending)) => {
            report.score = of_outcome(ending.outcome, mover, 0);
            report.proof = Some(proof_of(report.score, scored));
            return Report { ended: Ended::Decided, ..report };
        }
        Ok(Ok(moves)) => {
            report.best = moves.iter().next().map(<[u64]>::to_vec);
            report.line = report.best.iter().cloned().collect();
        }
    }
    let scale = swing(position, growth.seed) as f64;
    let threads = options.threads.max(1);
    let rest = AtomicBool::new(false);
    let nodes = |part: usize| {
        limits.nodes.map(|all| (all / threads as u64 + u64::from(part == 0) * (all % threads as u64)).max(1))
    };
    let grown = |part: usize| {
        let limits = Limits { nodes: nodes(part), ..*limits };
        let game = position.game();
        let root = Node {
            record: 0,
            first: 0,
            count: 0,
            visits: GROWS_AT,
            sum: 0.0,
            minimax: 0.0,
            proved: None,
            mover,
            place: 0,
        };
        let each = size_of::<Node>() + 8 * game.move_words();
        let mut tree = Tree {
            game,
            nodes: vec![root],
            records: MoveList::new(game.move_words()),
            history: vec![(0.0, 0); PLACES],
            playout: Playout::new(game),
            rng: Rng::new(growth.seed.wrapping_add(part as u64)),
            growth,
            scale,
            most: (options.table_mib.max(1) << 20) / each / threads + 1,
            visited: 0,
            deepest: 0,
            limits: &limits,
            stop,
            rest: &rest,
        };
        let ended = tree.run(position);
        if tree.nodes[0].proved.is_some() || part == 0 {
            rest.store(true, Relaxed);
        }
        (tree.told(), tree.visited, tree.deepest, ended)
    };
    let parts = thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map_while(|part| {
                in_one_more_thread(scope, {
                    let grown = &grown;
                    move || grown(part)
                })
            })
            .collect();
        let mut parts = vec![grown(0)];
        parts.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
        parts
    });
    let mut moves: Vec<Told> = Vec::new();
    for (told, visited, deepest, ended) in parts {
        report.nodes += visited;
        report.depth = report.depth.max(deepest);
        if let Err(overflow) = ended {
            report.ended = Ended::Overflow(overflow);
        }
        for one in told {
            match moves.iter_mut().find(|known| known.record == one.record) {
                Some(known) => {
                    if one.visits > known.visits {
                        known.line.clone_from(&one.line);
                    }
                    (known.visits, known.sum) = (known.visits + one.visits, known.sum + one.sum);
                    known.proved = known.proved.or(one.proved);
                }
                None => moves.push(one),
            }
        }
    }
    let side = sign(mover) as i8;
    let mut ranks: Vec<usize> = (0..moves.len()).collect();
    let rank = |&index: &usize| {
        let told: &Told = &moves[index];
        std::cmp::Reverse(order(told.proved.map(|(value, plies)| (value * side, plies)), told.visits, index))
    };
    ranks.sort_by_key(rank);
    // A draw is proved only where nothing is left that might be more.
    let settled = moves.iter().all(|told| told.proved.is_some());
    if settled {
        ranks.sort_by_key(|&index| std::cmp::Reverse(moves[index].proved.map(|(value, _)| value * side)));
    }
    for index in ranks {
        let told = &moves[index];
        let (score, proof) = match told.proved {
            // Of margins only the sign is known.
            Some((value, plies)) if !scored => {
                let ours = i32::from(value * side);
                let score = ours * (MATE - i32::from(plies) - 1);
                (score, (ours != 0 || settled).then(|| proof_of(score, false)))
            }
            Some((value, _)) => (i32::from(value * side) * (EVAL_LIMIT - 1), None::<Proof>),
            None => {
                let mean = f64::from(side) * told.sum / (told.visits.max(1) as f64);
                ((mean.clamp(-0.999_999, 0.999_999).atanh() * EVEN * scale).clamp(-9e5, 9e5) as i32, None)
            }
        };
        report.lines.push(Line { score, proof, moves: told.line.clone() });
    }
    if let Some(best) = report.lines.first() {
        report.best = best.moves.first().cloned();
        (report.score, report.proof) = (best.score, best.proof);
        report.line.clone_from(&best.moves);
        if best.proof.is_some() && !matches!(report.ended, Ended::Overflow(_)) {
            report.ended = Ended::Decided;
        }
    }
    report.lines.truncate(options.multi_pv.max(1));
    report.seconds = start.elapsed().as_secs_f64();
    report
}
