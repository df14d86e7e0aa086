//! A token on a random graph, and a clock that draws the game: from another value on at every node, and set back where the
//! token comes to some of them.

use rulesmith::game::{Decides, Ending, Game, Hint, History, Made, MoveList, Outcome, Overflow, Rep, Side, Traits};

use super::graph::Graph;
use super::random::{Rng, mix};

pub struct Timed {
    pub graph: Graph,
    /// From which value of the clock on a node is drawn, if from any.
    pub limits: Vec<Option<u64>>,
    /// The nodes that set the clock back.
    pub resets: Vec<bool>,
    /// Whether a draw by the clock comes before a win at the same time.
    pub draws_first: bool,
    /// Whether the solver is told of the clock.
    pub tells: bool,
    pub clock: u64,
}

impl Timed {
    pub fn random(rng: &mut Rng, nodes: usize, degree: usize) -> Self {
        let graph = Graph { draw_at: 0, ..Graph::random(rng, nodes, degree) };
        let usual = 1 + rng.below(7) as u64;
        let mut limit = || match rng.below(6) {
            0 => None,
            1 => Some(usual + rng.below(6) as u64),
            _ => Some(usual),
        };
        let limits = (0..nodes).map(|_| limit()).collect();
        let resets = (0..nodes).map(|_| rng.below(5) == 0).collect();
        Timed { graph, limits, resets, draws_first: rng.below(2) == 0, tells: true, clock: 0 }
    }

    /// The greatest value of the clock that is worth telling apart.
    pub fn last(&self) -> u64 {
        self.limits.iter().flatten().max().copied().unwrap_or(0)
    }

    fn is_late(&self, node: usize, clock: u64) -> bool {
        self.limits[node].is_some_and(|limit| clock >= limit)
    }

    /// The value for the mover at each node with each value of the clock, and the distance in plies: [`Graph::retrograde`]
    /// with a state for each of them.
    pub fn retrograde(&self) -> Vec<Vec<(i32, u32)>> {
        let (arcs, last) = (&self.graph.arcs, self.last());
        let mut values = vec![vec![None; last as usize + 1]; arcs.len()];
        for distance in 0..=(2 * arcs.len() as u32) * (last as u32 + 2) {
            let before = values.clone();
            for (node, clock) in (0..arcs.len()).flat_map(|node| (0..=last).map(move |clock| (node, clock))) {
                if before[node][clock as usize].is_some() {
                    continue;
                }
                let stuck = arcs[node].is_empty();
                if self.is_late(node, clock) && (self.draws_first || !stuck) {
                    continue;
                }
                let after = |&to: &u64| {
                    let clock = if self.resets[to as usize] { 0 } else { (clock + 1).min(last) };
                    before[to as usize][clock as usize]
                };
                if arcs[node].iter().any(|to| after(to) == Some((-1, distance.wrapping_sub(1)))) {
                    values[node][clock as usize] = Some((1, distance));
                } else if arcs[node].iter().all(|to| matches!(after(to), Some((1, _)))) {
                    values[node][clock as usize] = Some((-1, distance));
                }
            }
        }
        values.into_iter().map(|row| row.into_iter().map(|value| value.unwrap_or((0, 0))).collect()).collect()
    }
}

// State: node, mover, clock.
impl Game for Timed {
    fn state_words(&self) -> usize {
        3
    }
    fn move_words(&self) -> usize {
        1
    }
    fn initial(&self) -> Vec<u64> {
        vec![self.graph.start, 0, self.clock]
    }
    fn decides(&self, state: &[u64]) -> Decides {
        self.graph.decides(state)
    }
    fn generate(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        self.graph.generate(state, moves)
    }
    fn make(&self, state: &[u64], record: &[u64], next: &mut [u64]) -> Made {
        let made = self.graph.make(state, record, next);
        next[2] = if self.resets[next[0] as usize] { 0 } else { state[2] + 1 };
        made
    }
    fn status(&self, _: &[u64]) -> Option<Ending> {
        None
    }
    fn ending_if_stuck(&self, state: &[u64]) -> Ending {
        Ending { rank: 1, ..self.graph.ending_if_stuck(state) }
    }
    fn ending_by_history(&self, state: &[u64], _: &History) -> Option<Ending> {
        let rank = if self.draws_first { 0 } else { 2 };
        self.is_late(state[0] as usize, state[2]).then_some(Ending { rank, outcome: Outcome::Draw })
    }
    fn reads_history(&self) -> bool {
        true
    }
    fn rep(&self, state: &[u64]) -> Rep {
        self.graph.rep(state)
    }
    fn key(&self, state: &[u64], _: u32) -> u64 {
        self.rep(state).position ^ mix(state[2] + 1_000_003)
    }
    fn more_time(&self, before: &[u64], now: &[u64]) -> bool {
        now[2] < before[2]
    }
    fn stop_clocks(&self, state: &mut [u64]) -> Option<u32> {
        let (_, limit) = self.drawing_clock()?;
        Some(limit.saturating_sub(std::mem::take(&mut state[2])) as u32)
    }
    fn drawing_clock(&self) -> Option<(usize, u64)> {
        Some((2, self.limits.iter().flatten().min().copied()?)).filter(|_| self.tells)
    }
    fn evaluate(&self, state: &[u64]) -> i32 {
        self.graph.evaluate(state)
    }
    fn hint(&self, state: &[u64], record: &[u64]) -> Hint {
        self.graph.hint(state, record)
    }
    fn piece_classes(&self) -> usize {
        1
    }
    fn sites(&self) -> usize {
        self.graph.sites()
    }
    fn has_noisy(&self) -> bool {
        false
    }
    fn score_scale(&self) -> Option<i32> {
        None
    }
    fn traits(&self) -> Traits {
        self.graph.traits()
    }
}
