//! Which of two evaluations is better: short matches of the engine with itself tell.

use std::cell::OnceCell;

use super::trial::{Game, Lead, Player, Trial, WAVE};
use super::*;

/// What a match may cost, in nanoseconds as they are estimated.
const MOST_IN_MATCH: u64 = 800_000_000;
/// What all of them may cost.
const MOST_IN_MATCHES: u64 = 4_000_000_000;
/// No match goes on when it has cost so much, however long its games are: they may be longer than those before.
const MOST_IN_LONG_MATCH: u64 = 2_400_000_000;
/// What they may cost with those that confirm a win.
const MOST_IN_ALL: u64 = 5_000_000_000;
/// Fewer of them say nothing.
const FEW_PAIRS: usize = 10;
/// Positions that the engine may enter for a move: more where there are many moves.
const NODES: (u64, u64) = (160, 480);
/// With fewer it is none.
const LEAST_NODES: u64 = 40;
/// Where more is seen there are up to so many times as many games, for so many times the cost.
const LONGER: usize = 2;
const DEARER: u64 = 2;
/// So much of what was lost from a match to the deeper one is expected to be lost once more.
const FURTHER: f64 = 0.5;
/// So far behind it is about as good.
const CLOSE: f64 = -0.9;
/// Two evaluations with more in common than that are one.
const ALIKE: f64 = 0.998;

impl<'c> Learner<'c> {
    /// Takes whichever of some evaluations wins against the best so far. Of two that are about as good the mean may be better than
    /// both: it is tried if so many matches are left.
    pub(super) fn choose(
        &mut self,
        best: &mut Best,
        readings: Vec<Vec<Term>>,
        (round, bar): (usize, Bar),
        progress: &mut dyn Progress,
    ) -> Result<(), Stopped> {
        for terms in readings {
            let won = self.lead(&terms, &best.terms, (round, bar), progress)?;
            if won.ahead() > bar.luck {
                self.confirm(best, terms.clone(), won, (round, bar), progress)?;
            } else if won.ahead() > CLOSE && round > 0 {
                let mean = self.mean(&best.terms, &terms);
                let won = self.lead(&mean, &best.terms, (round, bar), progress)?;
                if won.ahead() > bar.luck {
                    self.confirm(best, mean, won, (round, bar), progress)?;
                }
            }
            if best.terms != terms {
                self.beaten.push(terms);
            }
        }
        Ok(())
    }

    /// Guesses otherwise, if that is better: without haste where somebody has to arrive somewhere, or nothing but what pieces are worth, as
    /// where they stand and what room they have may be guessed wrong.
    pub(super) fn simplify(&mut self, best: &mut Best, progress: &mut dyn Progress) -> Result<(), Stopped> {
        if !best.guessed {
            return Ok(());
        }
        let cheap = |(at, _): &&(usize, i64)| self.costs.terms[*at] <= self.costs.node / CHEAP;
        let steady = self.steady.iter().filter(cheap);
        let steady: Vec<Term> = steady.map(|&(at, weight)| Term { weight, ..self.terms[at].clone() }).collect();
        self.instead(best, steady, progress)?;
        self.instead(best, Self::material(&best.terms).unwrap_or_default(), progress)?;
        if !best.guessed {
            self.guess = self.places(&best.terms);
            best.guessed = true;
        }
        Ok(())
    }

    fn instead(&mut self, best: &mut Best, other: Vec<Term>, progress: &mut dyn Progress) -> Result<(), Stopped> {
        let won = self.lead(&other, &best.terms, (1, SUMS), progress)?;
        if won.ahead() > SUMS.luck { self.confirm(best, other, won, (1, SUMS), progress) } else { Ok(()) }
    }

    /// Adds one number after the other to the best, as long as that is better.
    pub(super) fn grow(&mut self, best: &mut Best, round: usize, progress: &mut dyn Progress) -> Result<(), Stopped> {
        for at in self.worked_out(Journal::beyond, Step::Beyond, |learner| learner.beyond(&best.terms, round))? {
            let terms = self.found(|learner| Ok(learner.with(&best.terms, at, round).into_iter().collect()))?;
            self.choose(best, terms, (round, ADDED), progress)?;
        }
        Ok(())
    }

    /// Takes an evaluation that won a match if it wins another one, in which more is seen: what tells a move ahead need not tell
    /// where moves are searched. What is that much less ahead there that still deeper it would be behind is not taken, either.
    fn confirm(
        &mut self,
        best: &mut Best,
        terms: Vec<Term>,
        before: Lead,
        (round, bar): (usize, Bar),
        progress: &mut dyn Progress,
    ) -> Result<(), Stopped> {
        if !best.terms.is_empty() {
            let means = self.means(&terms, &best.terms, DEEPER).filter(|_| self.spent < MOST_IN_ALL);
            let Some(means) = means else { return Ok(()) };
            let deeper = self.compare(&terms, &best.terms, means, round, progress)?;
            let still_deeper = deeper.each() + FURTHER * (deeper.each() - before.each());
            if deeper.ahead() <= bar.confirmed || still_deeper <= 0.0 {
                return Ok(());
            }
        }
        *best = Best { terms, guessed: false };
        Ok(())
    }

    /// How far one evaluation is ahead of another after a match.
    fn lead(
        &mut self,
        terms: &[Term],
        than: &[Term],
        (round, bar): (usize, Bar),
        progress: &mut dyn Progress,
    ) -> Result<Lead, Stopped> {
        if terms.is_empty() {
            return Ok(Lead::NONE);
        }
        if than.is_empty() {
            return Ok(Lead::ALL);
        }
        match self.affordable(terms, than, bar.times) {
            Some(means) if !self.alike(terms, than) && !self.beaten.iter().any(|beaten| self.alike(terms, beaten)) => {
                self.compare(terms, than, means, round, progress)
            }
            _ => Ok(Lead::NONE),
        }
    }

    /// What a match may be played with: positions for a move of one evaluation and of another, and pairs of games; none if that is
    /// too dear. It may be so many times as deep.
    pub(super) fn means(&self, terms: &[Term], than: &[Term], times: u64) -> Option<([u64; 2], usize)> {
        let each = [terms, than].map(|terms| self.costs.node + self.nanoseconds(terms));
        let cheap = each[0].min(each[1]);
        // Enough to look at the replies to each move, as a rule.
        let nodes = (6 * self.costs.moves).clamp(NODES.0, NODES.1) * times;
        let (most, longest) =
            if times == 1 { (MOST_IN_MATCH, PAIRS) } else { (DEARER * MOST_IN_MATCH, LONGER * PAIRS) };
        let pairs = ((most / (2 * self.plies() * nodes * cheap)) as usize).clamp(FEW_PAIRS, longest);
        let nodes = nodes.min(most / (2 * self.plies() * pairs as u64 * cheap));
        let least = if times == 1 { LEAST_NODES } else { NODES.0 };
        (nodes >= least).then(|| (each.map(|cost| (nodes * cheap / cost).max(2)), pairs))
    }

    /// Plies of a game between evaluations, as far as is known: who looks ahead is done sooner than who plays at random.
    fn plies(&self) -> u64 {
        let (games, plies) = self.searched;
        if games < WAVE as u64 { self.length } else { (plies / games).clamp(8, self.length) }
    }

    /// Means for a match as long as it is within what all matches may cost. Who has won one may play that which confirms it for
    /// longer.
    fn affordable(&self, terms: &[Term], than: &[Term], times: u64) -> Option<([u64; 2], usize)> {
        let (nodes, pairs) = self.means(terms, than, times)?;
        let cost = 2 * self.plies() * pairs as u64 * nodes[0] * (self.costs.node + self.nanoseconds(terms));
        (self.spent + cost <= MOST_IN_MATCHES).then_some((nodes, pairs))
    }

    /// How far one of two evaluations that differ is ahead of the other after a match by these means.
    fn compare(
        &mut self,
        terms: &[Term],
        than: &[Term],
        (nodes, pairs): ([u64; 2], usize),
        round: usize,
        progress: &mut dyn Progress,
    ) -> Result<Lead, Stopped> {
        if self.matches >= MATCHES {
            return Ok(Lead::NONE);
        }
        self.play([terms, than], (nodes, pairs), (round, true), progress)
    }

    /// Plays a match of so many pairs of games, or of fewer if it `stops` when it is clear how it will end, and looks at its games.
    fn play(
        &mut self,
        evaluations: [&[Term]; 2],
        (nodes, pairs): ([u64; 2], usize),
        (round, stops): (usize, bool),
        progress: &mut dyn Progress,
    ) -> Result<Lead, Stopped> {
        let costs = evaluations.map(|terms| self.costs.node + self.nanoseconds(terms));
        let (compiled, trial) = (self.compiled, self.trial());
        // Who knows how all games went needs nobody to play them.
        let judges = OnceCell::new();
        let judges = || judges.get_or_init(|| evaluations.map(|terms| compiled.judge(terms.to_vec())));
        let (mut lead, mut number, before) = (Lead::EVEN, 0, self.spent);
        while number < 2 * pairs && !(stops && lead.is_settled()) && self.spent - before < MOST_IN_LONG_MATCH {
            let last = (number + WAVE).min(2 * pairs);
            while number < last {
                let (games, stopped) = match self.known_game() {
                    Some(known) => (vec![known], Ok(())),
                    None => {
                        let [a, b] = judges();
                        let players =
                            [Player { judge: &**a, nodes: nodes[0] }, Player { judge: &**b, nodes: nodes[1] }];
                        let (games, stopped) = trial.wave(players, number..last);
                        let games: Vec<Taught> = games.into_iter().map(|game| self.taught_by(game)).collect();
                        self.tell(progress, games.len());
                        (games, stopped)
                    }
                };
                for game in games {
                    lead.add(number, game.result);
                    self.spent += game.nodes.iter().zip(costs).map(|(nodes, cost)| nodes * cost).sum::<u64>();
                    self.searched = (self.searched.0 + 1, self.searched.1 + game.plies as u64);
                    self.note(2.max(round), game);
                    number += 1;
                }
                stopped?;
            }
        }
        self.matches += 1;
        Ok(lead)
    }

    /// Whether two evaluations say the same, but for their scale.
    fn alike(&self, terms: &[Term], than: &[Term]) -> bool {
        let (a, b) = (self.values(terms), self.values(than));
        let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let (both, squares) = (sum(&a, &b), sum(&a, &a) * sum(&b, &b));
        both > 0.0 && both * both > ALIKE * squares
    }

    /// Where the next match is played.
    fn trial(&self) -> Trial<'c> {
        Trial {
            rules: self.compiled.game(),
            seed: self.seed ^ (self.matches as u64).rotate_left(40),
            most_plies: MOST_PLIES.min(3 * self.length as usize),
            deadline: self.deadline,
            stop: self.stop,
        }
    }

    /// What a game of a match teaches.
    fn taught_by(&mut self, game: Game) -> Taught {
        let quiet = game.quiet.into_iter().map(|(ply, state, score)| (ply, state, Some(score))).collect();
        Taught { nodes: game.nodes, ..self.taught(game.result, game.plies, quiet) }
    }

    /// Plays games of the engine with an evaluation against itself, until there are enough; whether there are.
    pub(super) fn engine_games(&mut self, best: &Best, progress: &mut dyn Progress) -> Result<bool, Stopped> {
        let games = |learner: &Self| learner.samples.iter().filter(|seen| seen.round == 2).count() / SAMPLES;
        if best.terms.is_empty() {
            return Ok(false);
        }
        if let (Some((nodes, pairs)), wanted @ 1..) =
            (self.affordable(&best.terms, &best.terms, 1), ENGINE_GAMES.saturating_sub(games(self)))
        {
            let pairs = wanted.div_ceil(2).min(pairs);
            self.play([&best.terms; 2], (nodes.map(|_| nodes[0]), pairs), (2, false), progress)?;
        }
        Ok(games(self) >= ENOUGH / 2)
    }
}
