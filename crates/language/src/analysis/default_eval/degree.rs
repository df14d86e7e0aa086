//! How near a condition is to holding: numbers that grow on the way there, defined on the structure of conditions.
//!
//! The forms are those of general game playing: features of the goal's own terms (Kuhlmann, Dresner and Stone 2006; Clune
//! 2007) and degrees of truth that follow its structure (Schiffel and Thielscher 2007). A comparison is as near as its two
//! numbers, a region to be emptied as few as its cells, a region to be reached as the moves of those who can get there, a
//! line as the fullest window that is still open, a connection as the cells it still needs, being stuck as the number of
//! moves; `and` and `or` have the parts of both sides (but of counts alike, each of which is
//! enough, the nearest), and `not` turns the way around.
//!
//! Every condition is read as the player says it who wins by it, so that all wordings of one thing (`lose` for the other
//! player, a player by name) come to the same numbers. A number that only the enemy has is the same number of one's own,
//! the other way around: terms count own minus enemy anyway.

mod shut;

use super::reach::moves_to;
use super::{FIRST_STEP, STEEPNESS, by_closeness, is_owned_by, middle, on, sight};
use crate::board::SiteSet;
use crate::game::{PerSide, Side};
use crate::rules::visit::{self, Node};
use crate::rules::{
    Arith, By, Compare, Connection, DirSet, KindId, Number, Region, Rules, Seen, Truth, Verb, VerdictKind, Who,
    WindowNeed, phrase, phrase_of_region,
};

/// What the whole way to a condition is worth, where nothing else is known.
const WHOLE_WAY: i64 = 1000;

/// What a step nearer is worth where it is no race.
const STEP: i64 = 8;

/// How pieces of which one has to arrive somewhere are guessed to go there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Who comes first is all that counts.
    Run,
    /// Each step counts alike, and less than pieces do.
    Walk,
}

/// A number that tells how near a player's goals are.
#[derive(Debug, Clone, PartialEq)]
pub struct Degree {
    /// The number, for `own`.
    pub number: Number,
    /// Its text.
    pub text: String,
    /// Whether it is the other player's number: what is feared of `enemy`.
    pub of_other: bool,
    /// What it is worth for the goals that it is wished for, and against those that it is feared for.
    guess: [i64; 2],
    /// Whether more of it is wished for, and whether less is.
    wished: [bool; 2],
}

impl Degree {
    /// What one more of it is worth, without having played.
    pub fn guess(&self) -> i64 {
        self.guess[0] - self.guess[1]
    }

    /// Whether nothing but less of it is wished for.
    pub fn is_unwanted(&self) -> bool {
        self.wished == [false, true]
    }
}

/// The degrees of the goals of both players, each at the player whose number it is, in the order of the verdicts.
pub fn by_player(found: [Vec<Degree>; 2]) -> [Vec<Degree>; 2] {
    let mut out: [Vec<Degree>; 2] = Default::default();
    for place in 0..found[0].len().max(found[1].len()) {
        for (player, list) in found.iter().enumerate() {
            let Some(degree) = list.get(place) else { continue };
            let list = &mut out[player ^ usize::from(degree.of_other)];
            match list.iter_mut().find(|known| known.number == degree.number) {
                Some(known) => {
                    known.guess = std::array::from_fn(|i| known.guess[i].max(degree.guess[i]));
                }
                None => list.push(degree.clone()),
            }
        }
    }
    // A number that says nothing of `own` or `enemy`, such as a state, is that of the player who wishes for it.
    let wished = out.each_ref().map(|list| -> Vec<Number> {
        list.iter().filter(|d| d.guess() > 0 && cancels(&d.number)).map(|d| d.number.clone()).collect()
    });
    for (list, others) in out.iter_mut().zip([&wished[1], &wished[0]]) {
        list.retain(|degree| degree.guess() >= 0 || !others.contains(&degree.number));
    }
    out
}

/// The degrees of all goals of a player.
pub struct Degrees<'r> {
    rules: &'r Rules,
    side: Side,
    pace: Pace,
    /// Those found, in the order of the verdicts.
    pub all: Vec<Degree>,
    /// Whether the first who arrives somewhere wins.
    pub race: bool,
    /// Whether there is somewhere to go where each step counts alike.
    pub walk: bool,
}

/// The conditions by which a side wins, each as that side says it.
pub fn goals(rules: &Rules, side: Side) -> Vec<Truth> {
    let mut goals: Vec<Truth> = Vec::new();
    let by = |speaker: Side, when: &Truth| Seen::By(speaker).truth(when);
    // What the game so far decides is no goal.
    for verdict in rules.verdicts.iter().filter(|v| !v.when.asks_history()) {
        // Whose turn it is decides who `own` is in it: the side itself, or the other one.
        let own = || by(side, &verdict.when);
        let other = || Seen::ByEnemy.truth(&by(side.other(), &verdict.when));
        match verdict.kind {
            VerdictKind::Win(Who::Own) => goals.push(own()),
            VerdictKind::Win(Who::Enemy) => goals.push(other()),
            VerdictKind::Win(Who::Side(winner)) if winner == side => goals.extend([own(), other()]),
            VerdictKind::Win(Who::Side(_)) | VerdictKind::Draw | VerdictKind::Score(..) => {}
        }
    }
    let mut once: Vec<Truth> = Vec::new();
    goals.into_iter().for_each(|goal| {
        if !once.contains(&goal) && !is_of_other(&goal) {
            once.push(goal);
        }
    });
    once
}

/// Whether a condition holds only where `own` is the enemy: what is asked when the other player has moved.
fn is_of_other(truth: &Truth) -> bool {
    match truth {
        Truth::And(a, b) => is_of_other(a) || is_of_other(b),
        Truth::Or(a, b) => is_of_other(a) && is_of_other(b),
        Truth::SameRegion(a, b) => whose(a).zip(whose(b)).is_some_and(|(a, b)| a != b),
        Truth::Not(a) => matches!(&**a, Truth::SameRegion(a, b) if whose(a).is_some() && whose(a) == whose(b)),
        _ => false,
    }
}

/// The player whose pieces of all kinds a region is.
fn whose(region: &Region) -> Option<Who> {
    if let Region::Pieces { who, kinds: None } = region { *who } else { None }
}

/// The parts of a condition, those of negated ones negated, in the plainest of their wordings: each with whether it has to hold.
pub fn parts(truth: &Truth, holds: bool) -> Vec<(Truth, bool)> {
    match truth {
        Truth::And(a, b) | Truth::Or(a, b) => parts(a, holds).into_iter().chain(parts(b, holds)).collect(),
        Truth::Not(a) => parts(a, !holds),
        _ => vec![plain(truth, holds)],
    }
}

/// The ways in which a condition comes to hold, or not to: each is enough.
fn ways(truth: &Truth, holds: bool) -> Vec<(Truth, bool)> {
    match (truth, holds) {
        (Truth::Or(a, b), true) | (Truth::And(a, b), false) => {
            ways(a, holds).into_iter().chain(ways(b, holds)).collect()
        }
        (Truth::Not(a), _) => ways(a, !holds),
        _ => vec![(truth.clone(), holds)],
    }
}

/// How far a count has to come: up to a bound, or down to it; and what is counted, without its cells, directions and kinds.
#[derive(PartialEq)]
struct Mark {
    up: bool,
    bound: i64,
    shape: String,
}

/// The count that a condition compares with a number, and how far it has to come for that.
fn mark(truth: &Truth, holds: bool) -> Option<(Mark, Number)> {
    let (Truth::Compare(op, a, b), holds) = plain(truth, holds) else { return None };
    let (number, n, left) = match (a, b) {
        (number @ Number::Count(_), Number::Const(n)) => (number, n, true),
        (Number::Const(n), number @ Number::Count(_)) => (number, n, false),
        _ => return None,
    };
    let (up, bound) = match (op, holds) {
        (Compare::Equal, true) | (Compare::NotEqual, false) => (n > 0, n),
        (Compare::LessEqual, true) => (!left, n),
        (Compare::Less, false) => (left, n),
        (Compare::Less, true) => (!left, if left { n.saturating_sub(1) } else { n.saturating_add(1) }),
        (Compare::LessEqual, false) => (left, if left { n.saturating_add(1) } else { n.saturating_sub(1) }),
        _ => return None,
    };
    Some((Mark { up, bound, shape: super::shape(&number) }, number))
}

/// What one more is worth of a number that has to come so far.
fn worth_of_each(bound: i64) -> i64 {
    (WHOLE_WAY / bound.abs().max(1)).clamp(1, 100)
}

/// The same condition in the wording that all of its kind are read in, and whether that holds: cells that there are or are none of, as
/// that and not by their number; all of some being among others, as none of them being elsewhere; all being joined, as one group.
fn plain(truth: &Truth, holds: bool) -> (Truth, bool) {
    let some = |region: &Region| Truth::Some(region.clone());
    let without = |all: &Region, part: &Region| some(&Region::Except(Box::new(all.clone()), Box::new(part.clone())));
    let joined = |dirs: &DirSet, of: &Region| {
        Truth::Compare(Compare::Equal, Number::Groups(dirs.clone(), Box::new(of.clone())), Number::Const(1))
    };
    match truth {
        Truth::Compare(Compare::Equal | Compare::LessEqual, Number::Count(cells), Number::Const(0))
        | Truth::Compare(Compare::Less, Number::Count(cells), Number::Const(1)) => (some(cells), !holds),
        Truth::Compare(Compare::NotEqual, Number::Count(cells), Number::Const(0))
        | Truth::Compare(Compare::Less, Number::Const(0), Number::Count(cells))
        | Truth::Compare(Compare::LessEqual, Number::Const(1), Number::Count(cells)) => (some(cells), holds),
        Truth::Compare(Compare::LessEqual, Number::Groups(dirs, of), Number::Const(1))
        | Truth::Compare(Compare::Less, Number::Groups(dirs, of), Number::Const(2)) => (joined(dirs, of), holds),
        Truth::Compare(Compare::Equal, Number::Largest(dirs, of), Number::Count(all))
        | Truth::Compare(Compare::Equal | Compare::LessEqual, Number::Count(all), Number::Largest(dirs, of))
            if of == all =>
        {
            (joined(dirs, of), holds)
        }
        Truth::Some(Region::Except(all, out))
            if let Region::Flood { dirs, within, .. } = &**out
                && within == all =>
        {
            (joined(dirs, all), !holds)
        }
        Truth::SameRegion(all, on) | Truth::SameRegion(on, all)
            if let Region::On(a, b) = on
                && (**a == *all || **b == *all) =>
        {
            (without(all, if **a == *all { b } else { a }), !holds)
        }
        _ => (truth.clone(), holds),
    }
}

impl<'r> Degrees<'r> {
    /// The degrees of a side's goals.
    pub fn of(rules: &'r Rules, side: Side, pace: Pace) -> Self {
        let mut degrees = Degrees { rules, side, pace, all: Vec::new(), race: false, walk: false };
        degrees.of_goals(&goals(rules, side));
        for verdict in &rules.verdicts {
            let VerdictKind::Score(who, number) = &verdict.kind else { continue };
            let players = match who {
                Who::Side(player) => vec![*player],
                Who::Own | Who::Enemy => vec![Side::First, Side::Second],
            };
            for player in players {
                let number = Seen::By(player).number(number);
                let up = *who != Who::Enemy;
                match player == side {
                    true => degrees.of_number(&number, up, degrees.worth_of_score(*who)),
                    false => degrees.of_number(&Seen::ByEnemy.number(&number), !up, degrees.worth_of_score(*who)),
                }
            }
        }
        degrees.of_ways_kept_open();
        degrees
    }

    /// Each of the goals is enough. Of counts of one shape that have to come as far the nearest tells; all other ways are told
    /// one by one.
    fn of_goals(&mut self, goals: &[Truth]) {
        let mut alike: Vec<(Mark, Vec<Number>)> = Vec::new();
        for (mark, number) in
            goals.iter().flat_map(|goal| ways(goal, true)).filter_map(|(way, holds)| mark(&way, holds))
        {
            match alike.iter_mut().find(|(known, _)| *known == mark) {
                Some((_, numbers)) => numbers.push(number),
                None => alike.push((mark, vec![number])),
            }
        }
        alike.retain(|(_, numbers)| numbers.len() > 1);
        let one_of_many =
            |way: &Truth, holds| mark(way, holds).is_some_and(|(mark, _)| alike.iter().any(|a| a.0 == mark));
        for goal in goals {
            let alone = ways(goal, true).into_iter().filter(|(way, holds)| !one_of_many(way, *holds));
            self.of_parts(&alone.flat_map(|(way, holds)| parts(&way, holds)).collect::<Vec<_>>());
        }
        for (mark, numbers) in alike {
            self.of_nearest(numbers, mark.up, worth_of_each(mark.bound));
        }
    }

    /// Numbers of which one is to be great enough, or small enough.
    fn of_nearest(&mut self, numbers: Vec<Number>, up: bool, guess: i64) {
        let join = |by: Arith| {
            let both = |a: Number, b: Number| Number::Arith(by, Box::new(a), Box::new(b));
            numbers.iter().cloned().reduce(both).unwrap_or(Number::Const(0))
        };
        self.add(&join(if up { Arith::Greatest } else { Arith::Least }), up, guess, None);
        self.add(&join(Arith::Add), up, 0, None);
    }

    /// What a point is worth while the game goes on.
    fn worth_of_score(&self, who: Who) -> i64 {
        let rules = self.rules;
        match who {
            // What is turned over easily is worth nothing before the end.
            Who::Own | Who::Enemy => {
                if super::turns_lines(rules) {
                    0
                } else {
                    5
                }
            }
            // Who owns what is settled late where stones can still be taken.
            Who::Side(_) => {
                if super::only_places(rules) && super::can_take(rules) {
                    1
                } else {
                    10
                }
            }
        }
    }

    /// Adds a number of which more (or less) is wished for: each one is worth so much.
    fn add(&mut self, number: &Number, up: bool, guess: i64, text: Option<String>) {
        let Some((number, turned)) = as_own(self.rules, &self.of_owner(number)) else { return };
        let text = text.unwrap_or_else(|| phrase(self.rules, &number));
        self.add_as(number, turned, up != turned, guess, text);
    }

    /// How many there are of kinds that only one player has, as that player's.
    fn of_owner(&self, number: &Number) -> Number {
        if let Number::Count(region) = number
            && let Region::Pieces { who: None, kinds: Some(kinds) } = &**region
        {
            for (who, side) in [(Who::Own, self.side), (Who::Enemy, self.side.other())] {
                if kinds.iter().all(|&kind| is_owned_by(self.rules, kind, side)) {
                    return Number::Count(Box::new(Region::Pieces { who: Some(who), kinds: Some(kinds.clone()) }));
                }
            }
        }
        number.clone()
    }

    /// Adds a number that is told as `own`'s, of the other player if it is the enemy's: terms count own minus enemy.
    fn add_as(&mut self, number: Number, of_other: bool, up: bool, guess: i64, text: String) {
        let known = |d: &Degree| d.number == number && d.of_other == of_other;
        let index = self.all.iter().position(known).unwrap_or_else(|| {
            self.all.push(Degree { number, text, of_other, guess: [0, 0], wished: [false, false] });
            self.all.len() - 1
        });
        let degree = &mut self.all[index];
        degree.wished[usize::from(!up)] = true;
        let place = &mut degree.guess[usize::from(!up)];
        *place = (*place).max(guess);
    }

    fn of_truth(&mut self, truth: &Truth, holds: bool) {
        self.of_parts(&parts(truth, holds));
    }

    fn of_parts(&mut self, parts: &[(Truth, bool)]) {
        // What is to be full: one's pieces there are all to arrive, and not the first alone.
        let filled = parts.iter().filter_map(|(part, holds)| match part {
            Truth::Some(Region::On(a, b)) if !*holds => match (&**a, &**b) {
                (Region::Empty, cells) | (cells, Region::Empty) => cells.fixed(self.side),
                _ => None,
            },
            _ => None,
        });
        let filled: Vec<SiteSet> = filled.collect();
        for (part, holds) in parts {
            match (part, *holds) {
                (Truth::Some(region), true) => self.of_presence(region, &filled),
                (Truth::Some(region), false) => self.of_absence(region),
                (Truth::SameRegion(a, b), true) if whose(a).and(whose(b)).is_none() => self.of_sameness(a, b),
                (Truth::Compare(op, a, b), holds) => self.of_comparison(*op, a, b, holds),
                (Truth::Stuck(who, _), true) => {
                    let (number, other) = (Number::Mobility(None), *who != Who::Own);
                    let text = phrase(self.rules, &number);
                    self.add_as(number, other, other, 2, text);
                }
                _ => {}
            }
        }
    }

    fn of_comparison(&mut self, op: Compare, a: &Number, b: &Number, holds: bool) {
        let each = |bound: &Number| if let Number::Const(n) = bound { worth_of_each(*n) } else { 10 };
        match (op, holds) {
            (Compare::Less | Compare::LessEqual, holds) => {
                self.of_number(a, !holds, each(b));
                self.of_number(b, holds, each(a));
            }
            (Compare::Equal, true) | (Compare::NotEqual, false) => match (a, b) {
                (number, Number::Const(n)) | (Number::Const(n), number) => {
                    // Nobody has less than nothing, nor fewer groups than one.
                    let least = if matches!(number, Number::Groups(..)) { 1 } else { 0 };
                    self.of_number(number, *n > least, each(&Number::Const(*n)));
                }
                // All of them somewhere, all of them in one group.
                (a, b) => [a, b].into_iter().for_each(|number| match number {
                    Number::Count(region) if !matches!(**region, Region::On(..)) => {}
                    part => self.of_number(part, true, each(b)),
                }),
            },
            _ => {}
        }
    }

    /// A number of which more is wished for, or less.
    fn of_number(&mut self, number: &Number, up: bool, guess: i64) {
        match number {
            Number::Const(_) => {}
            Number::Arith(op @ (Arith::Least | Arith::Greatest), ..) if (*op == Arith::Greatest) == up => {
                self.of_nearest(number.operands(*op).into_iter().cloned().collect(), up, guess);
            }
            Number::Arith(Arith::Add | Arith::Least | Arith::Greatest, a, b) => {
                self.of_number(a, up, guess);
                self.of_number(b, up, guess);
            }
            Number::Arith(Arith::Subtract, a, b) => {
                self.of_number(a, up, guess);
                self.of_number(b, !up, guess);
            }
            Number::Arith(Arith::Multiply, a, b) => match (&**a, &**b) {
                (Number::Const(n), of) | (of, Number::Const(n)) if *n != 0 => {
                    self.of_number(of, up == (*n > 0), guess.saturating_mul(n.abs()));
                }
                _ => self.add(number, up, guess, None),
            },
            Number::Arith(Arith::Divide, of, by) if matches!(**by, Number::Const(n) if n > 0) => {
                self.of_number(of, up, guess.min(5));
            }
            Number::If(condition, a, b) if matches!((&**a, &**b), (Number::Const(_), Number::Const(_))) => {
                let more = matches!((&**a, &**b), (Number::Const(a), Number::Const(b)) if a > b);
                self.of_truth(condition, more == up);
            }
            Number::Count(region) => self.of_count(region, up, guess),
            Number::Groups(_, of) => {
                self.add(number, up, if up { guess.min(10) } else { 100 }, None);
                if !up {
                    self.of_nearness(of);
                }
            }
            Number::Largest(_, of) => {
                self.add(number, up, 30, None);
                if up {
                    self.of_nearness(of);
                }
            }
            Number::Connection(connection) if !up => self.of_connection(connection, guess),
            _ => self.add(number, up, guess, None),
        }
    }

    /// How many there are: cells, or counted pieces where the region is made of them.
    fn count(&self, region: &Region) -> Number {
        Number::count(region.clone(), |kind| self.rules.kinds[kind].counted)
    }

    fn of_count(&mut self, region: &Region, up: bool, guess: i64) {
        match region {
            Region::Or(a, b) => {
                self.of_count(a, up, guess);
                self.of_count(b, up, guess);
            }
            _ => match self.pieces_and_goal(region) {
                Some((pieces, goal)) if up => self.of_arrival(&pieces, &goal, guess),
                _ => self.add(&self.count(region), up, guess, None),
            },
        }
    }

    /// Own pieces that come together are near to each other: so they are in the middle.
    fn of_nearness(&mut self, of: &Region) {
        let Some(pieces) = self.as_pieces(of) else { return };
        let steps = super::distances(&self.rules.topology, &middle(&self.rules.topology));
        let table: Vec<i64> = steps.into_iter().map(|d| if d == i64::MAX { 0 } else { d }).collect();
        let text = format!("sum {} by distance to the middle", phrase_of_region(self.rules, &pieces));
        let number = Number::Sum(Box::new(pieces.clone()), By::Table(Box::new(PerSide::same(table))));
        self.add(&number, false, 3, Some(text));
        self.add(&beside(self.rules, &pieces, &pieces), true, 1, None);
    }

    /// A region that is to have a cell, beside others that are to be full.
    fn of_presence(&mut self, region: &Region, filled: &[SiteSet]) {
        match region {
            Region::Or(a, b) | Region::Else(a, b) => {
                self.of_presence(a, filled);
                self.of_presence(b, filled);
            }
            Region::Line { length, dirs, of } => self.of_line(*length, dirs, of),
            Region::On(..) if self.of_connections(region) => {}
            Region::On(a, b) if let Some(shut) = self.shut_on(a, b).or_else(|| self.shut_on(b, a)) => {
                self.of_presence(&shut, filled);
            }
            Region::On(a, b) => {
                [(a, b), (b, a)].into_iter().for_each(|(pieces, at)| self.of_meeting(pieces, at));
                if self.of_pattern(region) {
                    return;
                }
                if let Some((pieces, goal)) = self.pieces_and_goal(region) {
                    if self.holds_at_start(&pieces, &goal) {
                        return;
                    }
                    let all = goal.fixed(self.side).is_some_and(|cells| filled.contains(&cells));
                    if all {
                        self.of_approach(&pieces, &goal, STEP, "closeness", &|table| table);
                    } else {
                        self.of_first_arrival(&pieces, &goal);
                    }
                    return;
                }
                match [(a, b), (b, a)].into_iter().find_map(|(pieces, at)| Some((self.as_pieces(pieces)?, at))) {
                    Some((pieces, at)) => self.of_pieces_at(&pieces, at, region),
                    // Attacked pieces, and the like.
                    None => self.add(&self.count(region), true, 20, None),
                }
            }
            Region::Except(a, b) => match b.fixed(self.side) {
                Some(out) => {
                    let rest = Region::Const(SiteSet::full(self.rules.topology.sites()).minus(&out));
                    self.of_presence(&Region::On(a.clone(), Box::new(rest)), filled);
                }
                None => {
                    let ways_out = self.ways_out(a, b);
                    ways_out.iter().for_each(|way| self.of_absence(way));
                    // That such pieces are there is a matter of what they are worth.
                    if ways_out.is_empty() || !matches!(**a, Region::Pieces { .. }) {
                        self.of_presence(a, filled);
                    }
                }
            },
            Region::Const(_) | Region::PerSide(..) | Region::Empty => {}
            _ => self.add(&self.count(region), true, 20, None),
        }
    }

    /// Pieces that have to come beside others: each step between them is as much as a stone that a connection lacks.
    fn of_meeting(&mut self, pieces: &Region, at: &Region) {
        let Region::Step { dirs, steps: None, of } = at else { return };
        let compass = self.rules.topology.compass();
        let one_step = dirs.fixed[self.side].iter().all(|dir| compass.contains(dir));
        if let (Some(pieces), Region::Pieces { kinds: Some(others), .. }) = (self.as_stones(pieces), &**of)
            && let Region::Pieces { kinds: Some(kinds), .. } = &pieces
            && one_step
            && kinds.iter().all(|kind| !others.contains(kind))
        {
            let way = By::DistanceTo(Box::new((**of).clone()));
            self.add(&Number::Sum(Box::new(pieces), way), false, 100, None);
        }
    }

    /// Pieces that have to be somewhere that changes.
    fn of_pieces_at(&mut self, pieces: &Region, at: &Region, whole: &Region) {
        if let Region::Preimage { dir, of } = at
            && let Region::Holding(..) = &**of
        {
            // The more lies there, the nearer it is.
            let counted: Vec<usize> = (0..self.rules.kinds.len()).filter(|&k| self.rules.kinds[k].counted).collect();
            let dirs = DirSet { fixed: PerSide::same(vec![*dir]), ..DirSet::default() };
            let there = Region::Step { dirs, steps: None, of: Box::new(pieces.clone()) };
            return self.add(&Number::CountPieces(counted, Box::new(there)), true, 20, None);
        }
        self.add(&self.count(whole), true, 20, None);
    }

    /// A region that is to have no cell.
    fn of_absence(&mut self, region: &Region) {
        match region {
            Region::Or(a, b) => {
                self.of_absence(a);
                self.of_absence(b);
            }
            Region::Const(_) | Region::PerSide(..) | Region::Empty => {}
            // What is to be got rid of is a matter of what pieces are worth.
            Region::Pieces { .. } => self.add(&self.count(region), false, 0, None),
            Region::Except(a, b) => match (self.as_pieces(a), a.fixed(self.side)) {
                // All own pieces there.
                (Some(pieces), _) if b.fixed(self.side).is_some() => {
                    self.of_arrival(&pieces, b, 10);
                }
                // No cell of it without an own piece.
                (_, Some(_)) => {
                    for part in b.members() {
                        let filled = Region::On(Box::new(part.clone()), a.clone());
                        self.of_count(&filled, true, 30);
                    }
                }
                _ => self.add(&self.count(region), false, 20, None),
            },
            _ => {
                let number = self.count(region);
                // Counted pieces run out one by one, as a number does.
                let guess = if matches!(number, Number::CountPieces(..)) { 100 } else { 20 };
                self.add(&number, false, guess, None);
            }
        }
    }

    fn of_sameness(&mut self, a: &Region, b: &Region) {
        for (pieces, goal) in [(a, b), (b, a)] {
            if let Some(pieces) = self.as_pieces(pieces)
                && goal.fixed(self.side).is_some()
            {
                return self.of_arrival(&pieces, goal, 10);
            }
        }
        let alone = |a: &Region, b: &Region| Box::new(Region::Except(Box::new(a.clone()), Box::new(b.clone())));
        let apart = Region::Or(alone(a, b), alone(b, a));
        self.add(&Number::Count(Box::new(apart)), false, 20, None);
    }

    /// Lines that the enemy has not spoilt: the fuller, the better.
    fn of_line(&mut self, length: u32, dirs: &DirSet, of: &Region) {
        // Too long a line of a player who wins by a shorter one is made by mistake alone: being near it is no burden.
        let shorter = |goal: &Truth| {
            visit::has(goal, |node| matches!(node, Node::Region(Region::Line { length: other, .. }) if *other < length))
        };
        let mistake = self.as_pieces(of).is_none() && goals(self.rules, self.side.other()).iter().any(shorter);
        // What lies in the way may change hands: a shorter line is a part of the whole one wherever it is.
        if super::flips(self.rules) {
            for own in (2..length).rev() {
                let guess = if mistake { 0 } else { 6_i64.pow((own - 1).min(5)) };
                self.add(
                    &Number::Count(Box::new(Region::Line {
                        length: own,
                        dirs: dirs.clone(),
                        of: Box::new(of.clone()),
                    })),
                    true,
                    guess,
                    None,
                );
            }
        }
        for own in (1..length).rev() {
            let need = vec![
                WindowNeed { region: of.clone(), least: own, most: own },
                WindowNeed { region: Region::Empty, least: length - own, most: length - own },
            ];
            let guess = if mistake { 0 } else { 6_i64.pow((own - 1).min(5)) };
            self.add(&Number::Lines { length, need }, true, guess, None);
        }
    }

    /// Own pieces that stand in a pattern, such as a square: how many of them lack one piece, where nobody stands yet. Whether
    /// the region is that.
    fn of_pattern(&mut self, region: &Region) -> bool {
        let parts = region.conjuncts();
        // Each is own pieces, or where steps lead from them.
        fn empty_in(part: &Region) -> Option<Region> {
            match part {
                Region::Pieces { who: Some(Who::Own), .. } => Some(Region::Empty),
                Region::Step { dirs, steps, of } => {
                    let of = Box::new(empty_in(of)?);
                    Some(Region::Step { dirs: dirs.clone(), steps: steps.clone(), of })
                }
                _ => None,
            }
        }
        let lacking: Option<Vec<Region>> = parts.iter().map(|part| empty_in(part)).collect();
        let Some(lacking) = lacking.filter(|lacking| lacking.len() > 1) else { return false };
        // As many in a line are worth as much.
        let guess = 6_i64.pow((lacking.len() as u32 - 2).min(5));
        let missing_one = lacking.into_iter().enumerate().map(|(at, empty)| {
            let others = parts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, part)| (*part).clone());
            let pattern = others.fold(empty, |all, part| Region::On(Box::new(all), Box::new(part)));
            Number::Count(Box::new(pattern))
        });
        let sum = missing_one.reduce(|all, one| Number::Arith(Arith::Add, Box::new(all), Box::new(one)));
        if let Some(number) = sum {
            self.add(&number, true, guess, None);
        }
        true
    }

    /// Pieces that reach from some cells to others, from one to the next, or from several such cells to the same piece: fixed cells, or
    /// those of pieces of some kinds. Whether the region is that.
    fn of_connections(&mut self, region: &Region) -> bool {
        let parts = region.conjuncts();
        let floods: Vec<_> = parts
            .iter()
            .filter_map(|part| match part {
                Region::Flood { dirs, seed, within } => Some((dirs, &**seed, self.as_stones(within)?)),
                _ => None,
            })
            .collect();
        let end = |parts: &[&Region]| {
            let fixed = parts.iter().filter(|part| part.fixed(self.side).is_some()).map(|part| (*part).clone());
            let joined = fixed.reduce(|all, one| Region::On(Box::new(all), Box::new(one)));
            let some_kinds = |part: &&&Region| matches!(part, Region::Pieces { kinds: Some(_), .. });
            joined.or_else(|| parts.iter().find(some_kinds).map(|part| (*part).clone()))
        };
        let goal = end(&parts);
        let mut found = Vec::new();
        for (index, (dirs, seed, within)) in floods.iter().enumerate() {
            // Who comes from elsewhere by way of fixed cells goes on from there.
            let Some(from) = end(&seed.conjuncts()) else { continue };
            match &goal {
                Some(goal) => found.push(((*dirs).clone(), from, within.clone(), goal.clone())),
                None => {
                    let others = floods[index + 1..].iter().filter_map(|other| end(&other.1.conjuncts()));
                    found.extend(others.map(|other| ((*dirs).clone(), from.clone(), within.clone(), other)));
                }
            }
        }
        for (dirs, from, own, to) in found {
            // Cells joined by an edge only need one more stone on either side of it. A player who wins by another connection makes one
            // that loses by mistake alone.
            let guess = if super::names_enemy(&own) && self.other_connects() { 0 } else { 100 };
            let connection = Connection { dirs, from, to, own, open: Region::Empty };
            self.of_connection(&connection, guess);
        }
        for (_, seed, _) in &floods {
            self.of_connections(seed);
        }
        !floods.is_empty()
    }

    /// Whether the other player wins by joining own pieces.
    fn other_connects(&self) -> bool {
        let own = |region: &Region| matches!(region, Region::Pieces { who: Some(Who::Own), .. });
        let joins = |node: Node<'_>| matches!(node, Node::Region(Region::Flood { within, .. }) if own(within));
        goals(self.rules, self.side.other()).iter().any(|goal| visit::has(goal, joins))
    }

    /// The stones that a connection still needs; all ways lead through the middle.
    fn of_connection(&mut self, connection: &Connection, guess: i64) {
        self.add(&Number::Connection(Box::new(connection.clone())), false, guess, None);
        if let Some(own) = self.as_pieces(&connection.own) {
            let text = format!("sum {} by closeness to the middle", phrase_of_region(self.rules, &own));
            let number = Number::Sum(Box::new(own), by_closeness(&self.rules.topology));
            self.add(&number, true, 1, Some(text));
        }
    }

    /// A way that must be kept open (`legal`, `require`) is the way that there is to go.
    fn of_ways_kept_open(&mut self) {
        if !self.race {
            return;
        }
        let (rules, side) = (self.rules, self.side);
        let mut ways: Vec<Connection> = Vec::new();
        visit::rules(rules, &mut |node| {
            let Node::Region(Region::On(a, b)) = node else { return };
            for (flood, goal) in [(a, b), (b, a)] {
                if let (Region::Flood { dirs, seed, within }, Some(_)) = (&**flood, goal.fixed(side))
                    && matches!(&**seed, Region::Pieces { who: Some(Who::Own), .. })
                {
                    let (from, to, open) = ((**seed).clone(), (**goal).clone(), (**within).clone());
                    let none = Region::Const(SiteSet::empty(rules.topology.sites()));
                    ways.push(Connection { dirs: dirs.clone(), from, to, own: none, open });
                }
            }
        });
        if !ways.is_empty() {
            // What stands in the way is seen by it: moves over an empty board are not what they seem.
            let straight = |d: &&mut Degree| matches!(&d.number, Number::Sum(_, By::Table(_)));
            self.all.iter_mut().filter(straight).for_each(|degree| degree.guess = [0, 0]);
        }
        for way in ways {
            self.add(&Number::Connection(Box::new(way)), false, 100, None);
        }
    }

    /// Pieces that all want to arrive somewhere: the nearer, the better. Who is there is nearest, and worth no more than the last step:
    /// else he would be in the way of others. Where no move leads there each one there is worth so much.
    fn of_arrival(&mut self, pieces: &Region, goal: &Region, guess: i64) {
        let there = Region::On(Box::new(pieces.clone()), Box::new(goal.clone()));
        let guess = if self.of_approach(pieces, goal, STEP, "closeness", &|table| table) { 0 } else { guess };
        self.add(&self.count(&there), true, guess, None);
    }

    /// Pieces of which one has to arrive somewhere: what counts is who comes first, so each step is worth more than the
    /// one before.
    fn of_first_arrival(&mut self, pieces: &Region, goal: &Region) {
        if self.is_neutral(pieces) {
            // Both players drive it: every step is as good for one as it is bad for the other.
            self.of_approach(pieces, goal, STEP, "closeness", &|table| table);
            return;
        }
        self.race = true;
        self.of_sight_of(pieces, goal);
        let (nearness, closeness) = match self.pace {
            Pace::Run => (1, 0),
            Pace::Walk => (0, STEP),
        };
        self.of_approach(pieces, goal, nearness, "nearness", &|table| {
            let farthest = table.iter().copied().max().unwrap_or(0);
            let worth = |closeness: i64| FIRST_STEP * STEEPNESS.powi((farthest - closeness - 1).max(0) as i32);
            table.into_iter().map(|closeness| worth(closeness).round() as i64).collect()
        });
        self.of_approach(pieces, goal, closeness, "closeness", &|table| table);
    }

    /// The cells of a goal that pieces which slide could go to at once.
    fn of_sight_of(&mut self, pieces: &Region, goal: &Region) {
        let Region::Pieces { kinds: Some(kinds), .. } = pieces else { return };
        for group in self.rules.groups.iter().filter(|group| group.kinds.iter().any(|kind| kinds.contains(kind))) {
            for clause in &group.clauses {
                if let Verb::Slide { dirs, through: Region::Empty, exactly: None, .. } = &clause.verb {
                    let seen = on(sight(dirs, pieces.clone()), goal.clone());
                    self.add(&Number::Count(Box::new(seen)), true, 0, None);
                }
            }
        }
    }

    /// How near pieces are to a goal by their own moves. Whether any move leads there.
    fn of_approach(
        &mut self,
        pieces: &Region,
        goal: &Region,
        guess: i64,
        word: &str,
        worth: &dyn Fn(Vec<i64>) -> Vec<i64>,
    ) -> bool {
        let Region::Pieces { kinds, .. } = pieces else { return false };
        // Each side's own way; the other side's is asked only where it has the same goal.
        let table = PerSide::of(|side| {
            let goal = goal.fixed(side)?;
            let moves = moves_to(self.rules, kinds.as_deref(), side, &goal);
            let farthest = moves.iter().flatten().copied().max().filter(|&n| n > 0)?;
            Some(worth(moves.into_iter().map(|n| n.map_or(0, |n| farthest - n)).collect()))
        });
        let [Some(first), Some(second)] = table.pair() else { return false };
        let what = phrase_of_region(self.rules, pieces);
        let text = format!("sum {what} by {word} to {}", phrase_of_region(self.rules, goal));
        let number = Number::Sum(Box::new(pieces.clone()), By::Table(Box::new(PerSide::new(first, second))));
        self.add(&number, true, guess, Some(text));
        self.walk |= guess == STEP;
        true
    }

    /// Whether such a piece stands there before the first move: what is there already is no goal.
    fn holds_at_start(&self, pieces: &Region, goal: &Region) -> bool {
        let (Region::Pieces { kinds, .. }, Some(cells)) = (pieces, goal.fixed(self.side)) else { return false };
        let such = |kind| kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind));
        self.rules.setup.pieces.iter().any(|&(site, owner, kind)| {
            cells.contains(site) && such(kind) && owner.is_none_or(|owner| owner == self.side)
        })
    }

    /// Own pieces and the fixed cells that they are to be on.
    fn pieces_and_goal(&self, region: &Region) -> Option<(Region, Region)> {
        let Region::On(a, b) = region else { return None };
        [(a, b), (b, a)].into_iter().find_map(|(pieces, goal)| {
            goal.fixed(self.side)?;
            let neutral = || self.is_neutral(pieces).then(|| (**pieces).clone());
            Some((self.as_pieces(pieces).or_else(neutral)?, (**goal).clone()))
        })
    }

    /// Pieces that are nobody's, so that both players move them.
    fn is_neutral(&self, region: &Region) -> bool {
        let nobodys = |&kind: &usize| self.rules.kinds[kind].neutral && !self.rules.kinds[kind].counted;
        matches!(region, Region::Pieces { who: None, kinds: Some(kinds) } if kinds.iter().all(nobodys))
    }

    /// A region as stones that may join cells, whoever's: who loses by a connection is as far from it as its stones are.
    fn as_stones(&self, region: &Region) -> Option<Region> {
        let single = |kinds: &[KindId]| kinds.iter().all(|&kind| !self.rules.kinds[kind].counted);
        let pieces =
            |part: &Region| matches!(part, Region::Pieces { kinds, .. } if kinds.as_deref().is_none_or(single));
        let stones = |part: &Region| self.as_pieces(part).or_else(|| pieces(part).then(|| part.clone()));
        let stones: Option<Vec<Region>> = region.members().into_iter().map(stones).collect();
        stones?.into_iter().reduce(|all, one| Region::Or(Box::new(all), Box::new(one)))
    }

    /// A region as own pieces: those that are, and all of kinds that nobody else has.
    fn as_pieces(&self, region: &Region) -> Option<Region> {
        match region {
            Region::Pieces { who: Some(Who::Own), kinds } => {
                let counted = kinds.iter().flatten().any(|&k| self.rules.kinds[k].counted);
                (!counted).then(|| region.clone())
            }
            Region::Pieces { who: None, kinds: Some(kinds) } => {
                let own = kinds.iter().all(|&kind| is_owned_by(self.rules, kind, self.side));
                own.then(|| Region::Pieces { who: Some(Who::Own), kinds: Some(kinds.clone()) })
            }
            _ => None,
        }
    }
}

/// How many cells of a region lie beside cells of another.
pub fn beside(rules: &Rules, of: &Region, others: &Region) -> Number {
    let dirs = rules.topology.compass();
    let dirs = DirSet { fixed: PerSide::same(dirs), ..DirSet::default() };
    let near = Region::Step { dirs, steps: None, of: Box::new(of.clone()) };
    Number::Count(Box::new(Region::On(Box::new(near), Box::new(others.clone()))))
}

/// The same as a number that is rather `own`'s than `enemy`'s, and whether it was the enemy's; none where it has no meaning
/// between plies.
fn as_own(rules: &Rules, number: &Number) -> Option<(Number, bool)> {
    let mut lasting = true;
    visit::node(number, &mut |node| {
        lasting &= !matches!(
            node,
            Node::Region(Region::Local(_) | Region::Touched | Region::Was(_))
                | Node::Number(Number::Legs | Number::Laps)
                | Node::Truth(Truth::BothPassed | Truth::Stuck(..) | Truth::History(_))
        );
    });
    // In the normal form of regions that belong to players.
    let theirs = Seen::ByEnemy.number(number);
    let own = Seen::ByEnemy.number(&theirs);
    let turned = lean(rules, &theirs) > lean(rules, &own);
    lasting.then_some((if turned { theirs } else { own }, turned))
}

/// How much more often a number speaks of `own` than of `enemy`.
fn lean(rules: &Rules, number: &Number) -> i64 {
    let mut lean = 0;
    visit::node(number, &mut |node| {
        lean += match node {
            Node::Region(Region::PerSide(_, cells)) => {
                let named = |cells: &PerSide<SiteSet>| i64::from(rules.regions.iter().any(|(_, own)| own == cells));
                named(cells) - named(&(**cells).clone().swapped())
            }
            // Whose pieces they are says more than whose cells they stand on.
            Node::Region(Region::Pieces { who: Some(who), .. } | Region::AttackedBy(who, _))
            | Node::Number(Number::Hand(who, _)) => match who {
                Who::Own => 4,
                Who::Enemy => -4,
                Who::Side(_) => 0,
            },
            _ => 0,
        };
    });
    lean
}

/// Whether the two players always count alike.
pub fn cancels(number: &Number) -> bool {
    let theirs = Seen::ByEnemy.number(number);
    let moves = visit::has(number, |node| matches!(node, Node::Number(Number::Mobility(_))));
    !moves && Seen::ByEnemy.number(&theirs) == theirs
}
