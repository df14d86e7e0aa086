//! An evaluation derived from the rules, for games whose author gives none (and, as `derived`, for those who want to
//! know how good theirs is).
//!
//! In: checked rules. Out: terms like those of a file, each worth own minus enemy, read off the endings (a region to be
//! reached, a line, a connection, a score, a blocked opponent) and off the moves (what a piece is worth by the moves it
//! has on the empty board). It need not be good, only far better than nothing.

mod mobility;

use std::cmp::Ordering::Equal;

use mobility::mobility;

use crate::board::{SiteSet, Topology};
use crate::game::Side;
use crate::rules::visit::{self, Node};
use crate::rules::{
    By, Clause, Compare, Connection, DirSet, Effect, Evaluation, KindId, Number, Region, Rules, Term, Truth, TurnKind,
    Verb, Verdict, VerdictKind, Who, WindowNeed,
};
use crate::source::Span;

/// The name by which it can be asked for.
pub const DERIVED: &str = "derived";

/// What the weakest kind of piece is worth.
const PAWN: i64 = 100;

/// What a piece a step from the goal is worth where the first to arrive wins, and what part of that is left with each step
/// more. Fitted to breakthrough, where a pawn is worth [`PAWN`].
const FIRST_STEP: f64 = 200.0;
const STEEPNESS: f64 = 0.6;

/// Derives an evaluation.
pub fn derive(rules: &Rules) -> Evaluation {
    let mut terms = Terms { rules, terms: Vec::new(), race: false };
    // What the game so far decides is no goal.
    for verdict in rules.verdicts.iter().filter(|v| !v.when.asks_history()) {
        match &verdict.kind {
            VerdictKind::Win(who @ (Who::Own | Who::Enemy)) => {
                // A verdict by which the opponent wins is to be avoided.
                terms.of_goal(&verdict.when, if *who == Who::Own { 1 } else { -1 });
            }
            VerdictKind::Score(who, number) => terms.of_score(*who, number, &verdict.text),
            VerdictKind::Win(Who::Side(side)) => terms.of_race(&verdict.when, *side),
            VerdictKind::Draw => {}
        }
    }
    terms.of_material();
    let flips = turns_lines(rules);
    if flips {
        terms.of_stability();
    }
    if terms.wants_mobility() || terms.race {
        if rules.hands || combines(rules) {
            // Drops go almost anywhere: they would drown the moves of what stands on the board. And to count all ways to
            // combine steps and choices takes as long as to search them.
            let dirs = rules.topology.compass();
            terms.add(2, Number::Count(Box::new(beside_own(dirs))), "count empty cells beside own");
        } else {
            // Who is stuck may have won by it; where men are got rid of it takes moves to do so.
            let sign = if !can_take(rules) && rules.verdicts.iter().any(rewards_stuck) { -1 } else { 1 };
            let weight = match (flips, terms.race) {
                (true, _) => 6,
                (_, true) => 5,
                _ => 2,
            };
            terms.add(sign * weight, Number::Mobility(None), "mobility");
        }
    }
    Evaluation { name: Some(DERIVED.to_string()), terms: terms.terms }
}

/// Whether a move may be made of so many parts that counting moves is searching.
fn combines(rules: &Rules) -> bool {
    let chooses = rules.effects().into_iter().any(|effect| matches!(effect, Effect::Pick(..)));
    let compares = rules.turn.has(|kind| matches!(kind, TurnKind::Most(..)));
    rules.turn.repeats() || rules.has_legs() && (chooses || compares && !rules.legal.is_empty())
}

struct Terms<'r> {
    rules: &'r Rules,
    terms: Vec<Term>,
    /// Whoever arrives first wins: a move more or less decides.
    race: bool,
}

impl Terms<'_> {
    fn add(&mut self, weight: i64, number: Number, text: &str) {
        if weight != 0 && !self.terms.iter().any(|t| t.number == number) {
            self.terms.push(Term { weight, number, text: text.to_string(), span: Span::default() });
        }
    }

    /// What leads towards a condition.
    fn of_goal(&mut self, when: &Truth, sign: i64) {
        match when {
            Truth::And(a, b) | Truth::Or(a, b) => {
                self.of_goal(a, sign);
                self.of_goal(b, sign);
            }
            Truth::Some(region) => self.of_region(region, sign),
            // So many of one's own somewhere, or all of them.
            Truth::Compare(Compare::Equal, a, b) => [(a, b), (b, a)].into_iter().for_each(|(a, b)| {
                if *b != Number::Const(0) {
                    self.of_number(a, sign);
                }
            }),
            Truth::Compare(Compare::LessEqual | Compare::Less, _, many) => self.of_number(many, sign),
            Truth::SameRegion(a, b) => match (a, b) {
                (pieces, goal) | (goal, pieces) if is_own(pieces) => self.of_arrival(pieces, goal, sign),
                _ => {}
            },
            Truth::Not(none) => match &**none {
                Truth::Some(Region::Except(pieces, goal)) if is_own(pieces) => self.of_arrival(pieces, goal, sign),
                _ => {}
            },
            _ => {}
        }
    }

    /// A number of own pieces somewhere that is to grow.
    fn of_number(&mut self, number: &Number, sign: i64) {
        let Number::Count(region) = number else { return };
        let Region::On(a, b) = &**region else { return };
        match (&**a, &**b) {
            (pieces, goal) | (goal, pieces) if is_own(pieces) => self.of_arrival(pieces, goal, sign),
            _ => {}
        }
    }

    fn of_region(&mut self, region: &Region, sign: i64) {
        match region {
            Region::Line { length, of, .. } if is_own(of) => self.of_line(*length, of, sign),
            Region::Or(a, b) => {
                self.of_region(a, sign);
                self.of_region(b, sign);
            }
            Region::On(..) if self.of_connections(region, sign) => {}
            Region::On(a, b) => match (&**a, &**b) {
                (pieces, goal) | (goal, pieces) if is_own(pieces) => self.of_first_arrival(pieces, goal, sign),
                (a, b) => {
                    self.of_region(a, sign);
                    self.of_region(b, sign);
                }
            },
            _ => {}
        }
    }

    /// Lines that the enemy has not spoilt: the fuller, the better.
    fn of_line(&mut self, length: u32, of: &Region, sign: i64) {
        for own in (1..length).rev() {
            let need = vec![
                WindowNeed { region: of.clone(), least: own, most: own },
                WindowNeed { region: Region::Empty, least: length - own, most: length - own },
            ];
            let text = format!("lines {length} with {own} own, {} empty", length - own);
            self.add(sign * 6_i64.pow((own - 1).min(5)), Number::Lines { length, need }, &text);
        }
    }

    /// Own pieces that reach from fixed cells to others, or from several such cells to the same piece. Whether the region
    /// is that.
    fn of_connections(&mut self, region: &Region, sign: i64) -> bool {
        let parts = region.conjuncts();
        let floods: Vec<_> = parts
            .iter()
            .filter_map(|part| match part {
                Region::Flood { dirs, seed, within } if is_own(within) => Some((dirs, &**seed, &**within)),
                _ => None,
            })
            .collect();
        let is_fixed = |region: &Region| [Side::First, Side::Second].iter().all(|&side| fixed(region, side).is_some());
        let goals = parts.into_iter().filter(|part| is_fixed(part)).cloned();
        let goal = goals.reduce(|all, one| Region::On(Box::new(all), Box::new(one)));
        for (index, (dirs, seed, within)) in floods.iter().enumerate().filter(|(_, flood)| is_fixed(flood.1)) {
            match &goal {
                Some(goal) => self.of_connection(dirs, seed, within, goal, sign),
                None => {
                    let others = floods[index + 1..].iter().filter(|other| is_fixed(other.1));
                    others.for_each(|other| self.of_connection(dirs, seed, within, other.1, sign));
                }
            }
        }
        !floods.is_empty()
    }

    /// How many stones a connection still needs.
    fn of_connection(&mut self, dirs: &DirSet, from: &Region, own: &Region, to: &Region, sign: i64) {
        // Cells joined by an edge only need one more stone on either side of it.
        let connection = Connection {
            dirs: dirs.clone(),
            from: from.clone(),
            to: to.clone(),
            own: own.clone(),
            open: Region::Empty,
        };
        self.add(
            -100 * sign,
            Number::Connection(Box::new(connection)),
            "fewest empty cells that complete the connection",
        );
        let center = self.closeness(|rules, _| middle(&rules.topology));
        self.add(sign, Number::Sum(Box::new(own.clone()), By::Table(center)), "sum own by closeness to the middle");
    }

    /// Pieces that want to arrive somewhere: the nearer, the better.
    fn of_arrival(&mut self, pieces: &Region, goal: &Region, sign: i64) {
        self.of_approach(pieces, goal, 8 * sign, &|table| table);
    }

    /// Pieces of which one has to arrive somewhere: what counts is who comes first, so each step is worth more than the
    /// one before.
    fn of_first_arrival(&mut self, pieces: &Region, goal: &Region, sign: i64) {
        self.race = true;
        self.of_approach(pieces, goal, sign, &|table| {
            let farthest = table.iter().copied().max().unwrap_or(0);
            let worth = |closeness: i64| FIRST_STEP * STEEPNESS.powi((farthest - closeness - 1).max(0) as i32);
            table.into_iter().map(|closeness| worth(closeness).round() as i64).collect()
        });
    }

    fn of_approach(&mut self, pieces: &Region, goal: &Region, weight: i64, worth: &dyn Fn(Vec<i64>) -> Vec<i64>) {
        if fixed(goal, Side::First).is_none() || fixed(goal, Side::Second).is_none() {
            return;
        }
        let table =
            self.closeness(|rules, side| fixed(goal, side).unwrap_or_else(|| SiteSet::empty(rules.topology.sites())));
        let what = self.named(pieces);
        let number = Number::Sum(Box::new(pieces.clone()), By::Table(Box::new(table.map(worth))));
        self.add(weight, number, &format!("sum {what} by closeness to the goal"));
    }

    /// A goal of one player alone, who has the pieces for it: the nearer, the better.
    fn of_race(&mut self, when: &Truth, side: Side) {
        let Truth::Some(Region::On(a, b)) = when else { return };
        let (pieces, goal) = if fixed(b, side).is_some() { (&**a, &**b) } else { (&**b, &**a) };
        let (Region::Pieces { kinds: Some(kinds), .. }, Some(goal)) = (pieces, fixed(goal, side)) else { return };
        let mut table = self.closeness(|_, _| goal.clone());
        table[side.other().index()].fill(0);
        let pieces = Region::Pieces { who: Some(Who::Own), kinds: Some(kinds.clone()) };
        let text = format!("sum {} by closeness to the goal", self.named(&pieces));
        self.add(8, Number::Sum(Box::new(pieces), By::Table(table)), &text);
    }

    /// For each side and cell how much nearer it is to a region than the farthest cell.
    fn closeness(&self, goal: impl Fn(&Rules, Side) -> SiteSet) -> Box<[Vec<i64>; 2]> {
        Box::new([Side::First, Side::Second].map(|side| {
            let steps = distances(&self.rules.topology, &goal(self.rules, side));
            let farthest = steps.iter().copied().filter(|&d| d < i64::MAX).max().unwrap_or(0);
            steps.into_iter().map(|d| if d == i64::MAX { 0 } else { farthest - d }).collect()
        }))
    }

    /// The score as it stands.
    fn of_score(&mut self, who: Who, number: &Number, text: &str) {
        let asks_history = visit::has(number, |node| matches!(node, Node::Number(Number::Legs)));
        if asks_history {
            return;
        }
        match who {
            Who::Own | Who::Enemy => {
                // What is turned over easily is worth nothing before the end.
                let weight = if turns_lines(self.rules) { 0 } else { 5 };
                self.add(if who == Who::Own { weight } else { -weight }, number.clone(), text);
            }
            Who::Side(side) => {
                // A score from one player's side: counted when that player is `own`, and only then.
                let sites = self.rules.topology.sites();
                let mut board = [SiteSet::empty(sites), SiteSet::empty(sites)];
                board[side.index()] = SiteSet::full(sites);
                let is_side = Truth::Some(Region::PerSide(Who::Own, Box::new(board)));
                let mine = Number::If(Box::new(is_side), Box::new(number.clone()), Box::new(Number::Const(0)));
                // Who owns what is settled late where stones can still be taken.
                let settled = !(only_places(self.rules) && can_take(self.rules));
                self.add(if settled { 10 } else { 1 }, mine, text);
            }
        }
    }

    /// Where whole lines are turned over, a cell that no line goes through is safe for ever; one next to such a cell that is
    /// still empty gives it away, and pieces beside empty cells give the opponent moves.
    fn of_stability(&mut self) {
        let t = &self.rules.topology;
        let dirs = t.neighbours();
        let open = |site: usize, d: usize| t.directions[d].next[site].is_some();
        let amid = |site: usize| {
            dirs.iter().any(|&d| open(site, d) && t.directions[d].reverse.is_some_and(|back| open(site, back)))
        };
        let safe = SiteSet::from_sites(t.sites(), (0..t.sites()).filter(|&site| !amid(site)));
        let own = || Box::new(Region::Pieces { who: Some(Who::Own), kinds: None });
        let beside = |of| Box::new(step(t.compass(), of));
        let count = |a, b| Number::Count(Box::new(Region::On(a, b)));
        let still_empty = Region::On(Box::new(Region::Empty), Box::new(Region::Const(safe.clone())));
        self.add(50, count(own(), Box::new(Region::Const(safe))), "count own where no line goes through");
        self.add(-12, count(own(), beside(still_empty)), "count own beside such a cell that is empty");
        let frontier = Number::Count(Box::new(beside_own(t.compass())));
        self.add(-3, frontier, "count empty cells beside own");
    }

    /// Pieces that can be lost or won, each kind by the moves that it has.
    fn of_material(&mut self) {
        let rules = self.rules;
        if !can_take(rules) {
            return;
        }
        if rules.score_scale.is_some() {
            // The score is what counts; but before the end a piece on the board is better than one that was taken, and
            // where stones stay where they are, room beside them keeps them safe.
            if !turns_lines(rules) {
                let own = Region::Pieces { who: Some(Who::Own), kinds: None };
                self.add(10, Number::Count(Box::new(own)), "count own");
                if only_places(rules) {
                    let room = beside_own(rules.topology.neighbours());
                    self.add(3, Number::Count(Box::new(room)), "count empty neighbours of own");
                }
            }
            return;
        }
        let kinds: Vec<KindId> =
            (0..rules.kinds.len()).filter(|&k| !rules.kinds[k].neutral && !rules.kinds[k].counted).collect();
        let mobility: Vec<f64> = kinds.iter().map(|&k| mobility(rules, k)).collect();
        // The kind that there is most of is the measure; of equal numbers, the one that moves least.
        let number = |kind: KindId| rules.setup.pieces.iter().filter(|p| p.2 == kind).count() as i64;
        let able = kinds.iter().zip(&mobility).filter(|(_, m)| **m > 0.0);
        let most = able.max_by(|a, b| (number(*a.0), -a.1).partial_cmp(&(number(*b.0), -b.1)).unwrap_or(Equal));
        let least = most.map_or(f64::INFINITY, |(_, m)| *m);
        for (&kind, &moves) in kinds.iter().zip(&mobility) {
            let worth =
                if least.is_finite() && moves > 0.0 { (PAWN as f64 * moves / least).round() as i64 } else { PAWN };
            let worth = worth.clamp(PAWN / 4, 15 * PAWN);
            // Of what one must get rid of each is as bad as the others: what can do more is easier to lose, too.
            // Who has lost all pieces has no move, either: where that loses, being without a move is another matter.
            let any = |is: &dyn Fn(&Verdict) -> bool| rules.verdicts.iter().any(is);
            let stuck = any(&rewards_stuck) && !any(&|v| punishes_loss(v, kind));
            let burden = stuck || any(&|v| rewards_loss(v, kind));
            let worth = if burden { -PAWN } else { worth };
            let region = Region::Pieces { who: Some(Who::Own), kinds: Some(vec![kind]) };
            let region = if kinds.len() == 1 { Region::Pieces { who: Some(Who::Own), kinds: None } } else { region };
            let name = &rules.kinds[kind].name;
            self.add(worth, Number::Count(Box::new(region)), &format!("count own {name}"));
            if rules.may_be_in_hand(kind) {
                let hand = Number::Hand(Who::Own, Some(vec![kind]));
                self.add(worth, hand, &format!("own hand of {name}"));
            }
            // What is promoted at the far end gains by going there.
            if promotes(rules, kind) {
                let table = Box::new(rules.advance.clone());
                let pieces = Region::Pieces { who: Some(Who::Own), kinds: Some(vec![kind]) };
                let number = Number::Sum(Box::new(pieces), By::Table(table));
                self.add(4, number, &format!("sum own {name} by advance"));
            }
        }
    }

    /// Moves are worth something where they run out: a stuck player loses, or nothing else is known of the game. Not where
    /// placing stones leaves both players the same empty cells.
    fn wants_mobility(&self) -> bool {
        let asks_stuck = |node: Node<'_>| matches!(node, Node::Truth(Truth::Stuck(..)));
        let stuck = self.rules.verdicts.iter().any(|v| visit::has(&v.when, asks_stuck));
        let conditional = self.rules.clauses().any(|c| c.when.is_some());
        stuck || (self.rules.score_scale.is_some() && conditional) || self.terms.is_empty()
    }

    fn named(&self, pieces: &Region) -> String {
        match pieces {
            Region::Pieces { kinds: Some(kinds), .. } => {
                let names: Vec<&str> = kinds.iter().map(|&k| self.rules.kinds[k].name.as_str()).collect();
                format!("own {}", names.join(" or "))
            }
            _ => "own".to_string(),
        }
    }
}

/// Whether a verdict gives the game to a player for having none of a kind of piece.
fn rewards_loss(verdict: &Verdict, kind: KindId) -> bool {
    verdict_rewards(verdict, &|truth, winner| whose_loss(truth, kind) == Some(winner))
}

/// Whether a verdict gives the game to a player since the other has none of a kind of piece, or too few.
fn punishes_loss(verdict: &Verdict, kind: KindId) -> bool {
    let side = |who: Who| who.side(Side::First);
    verdict_rewards(verdict, &|truth, winner| {
        let few = match truth {
            Truth::Compare(Compare::Less | Compare::LessEqual, Number::Count(pieces), Number::Const(_)) => {
                whose_pieces(pieces, kind)
            }
            _ => whose_loss(truth, kind),
        };
        few.is_some_and(|who| side(who) != side(winner))
    })
}

/// The player who has none of a kind of piece where this holds.
fn whose_loss(truth: &Truth, kind: KindId) -> Option<Who> {
    let Truth::Not(some) = truth else { return None };
    let Truth::Some(region) = &**some else { return None };
    whose_pieces(region, kind)
}

/// The player whose pieces a region is, if that kind is among them.
fn whose_pieces(region: &Region, kind: KindId) -> Option<Who> {
    let Region::Pieces { who: Some(who), kinds } = region else { return None };
    kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind)).then_some(*who)
}

/// Whether a verdict gives the game to a player for having no move.
fn rewards_stuck(verdict: &Verdict) -> bool {
    verdict_rewards(verdict, &|truth, winner| matches!(truth, Truth::Stuck(who, _) if *who == winner))
}

/// Whether a part of what makes a verdict hold is a reason to let its winner win.
fn verdict_rewards(verdict: &Verdict, is_reason: &dyn Fn(&Truth, Who) -> bool) -> bool {
    fn any(when: &Truth, winner: Who, is_reason: &dyn Fn(&Truth, Who) -> bool) -> bool {
        match when {
            Truth::And(a, b) | Truth::Or(a, b) => any(a, winner, is_reason) || any(b, winner, is_reason),
            other => is_reason(other, winner),
        }
    }
    match verdict.kind {
        VerdictKind::Win(winner) if !verdict.when.asks_history() => any(&verdict.when, winner, is_reason),
        _ => false,
    }
}

/// Whether a region is pieces of the player.
fn is_own(region: &Region) -> bool {
    matches!(region, Region::Pieces { who: Some(Who::Own), .. })
}

/// A region that does not depend on the position, as a side sees it.
fn fixed(region: &Region, side: Side) -> Option<SiteSet> {
    match region {
        Region::Const(set) => Some(set.clone()),
        Region::PerSide(who, sets) => Some(sets[who.side(side).index()].clone()),
        Region::Or(a, b) => Some(fixed(a, side)?.or(&fixed(b, side)?)),
        Region::On(a, b) => Some(fixed(a, side)?.and(&fixed(b, side)?)),
        Region::Except(a, b) => Some(fixed(a, side)?.minus(&fixed(b, side)?)),
        _ => None,
    }
}

/// Steps from every cell to the nearest of a set, in any direction of the board; `i64::MAX` where no way leads.
fn distances(topology: &Topology, goal: &SiteSet) -> Vec<i64> {
    let mut steps = vec![i64::MAX; topology.sites()];
    let mut queue: std::collections::VecDeque<usize> = goal.iter().collect();
    goal.iter().for_each(|site| steps[site] = 0);
    let compass = topology.compass();
    while let Some(site) = queue.pop_front() {
        for &d in &compass {
            if let Some(next) = topology.directions[d].next[site].map(usize::from)
                && steps[next] == i64::MAX
            {
                steps[next] = steps[site] + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}

/// The cells that are farthest from the edge: those without a neighbour missing count as inner ones, ring by ring.
fn middle(topology: &Topology) -> SiteSet {
    let dirs = topology.neighbours();
    let on_edge = |s: usize| dirs.iter().any(|&d| topology.directions[d].next[s].is_none());
    let edge = SiteSet::from_sites(topology.sites(), (0..topology.sites()).filter(|&s| on_edge(s)));
    let depth = distances(topology, &edge);
    let deepest = depth.iter().copied().filter(|&d| d < i64::MAX).max().unwrap_or(0);
    SiteSet::from_sites(topology.sites(), (0..topology.sites()).filter(|&s| depth[s] == deepest))
}

/// Where these directions lead, for either player.
fn step(dirs: Vec<usize>, of: Region) -> Region {
    let dirs = DirSet { fixed: [dirs.clone(), dirs], ..DirSet::default() };
    Region::Step { dirs, steps: None, of: Box::new(of) }
}

/// The empty cells that these directions lead to from own pieces.
fn beside_own(dirs: Vec<usize>) -> Region {
    let own = Region::Pieces { who: Some(Who::Own), kinds: None };
    Region::On(Box::new(step(dirs, own)), Box::new(Region::Empty))
}

/// Whether pieces stay where they are put.
fn only_places(rules: &Rules) -> bool {
    rules.clauses().all(|c| matches!(c.verb, Verb::Place { .. }))
}

/// Whether pieces along lines change hands.
fn turns_lines(rules: &Rules) -> bool {
    let in_line = |e: &Effect| {
        let ray = |node: Node<'_>| matches!(node, Node::Region(Region::Ray { .. }));
        matches!(e, Effect::Flip(region) if visit::has(region, ray))
    };
    rules.clauses().any(|c| Effect::any(&c.effects, in_line))
}

/// Whether pieces can change hands or leave the board.
fn can_take(rules: &Rules) -> bool {
    rules.effects().into_iter().any(|e| matches!(e, Effect::Take(_) | Effect::Flip(_) | Effect::Tuck { .. }))
        || rules.clauses().any(|c| c.verb.arrival().is_some_and(names_enemy) || moves_onto_chosen(c))
}

/// Whether a clause chooses pieces of the enemy and moves others.
fn moves_onto_chosen(clause: &Clause) -> bool {
    let moves = |e: &Effect| matches!(e, Effect::Move { .. } | Effect::Pile { .. });
    let Verb::Pick(picks) = &clause.verb else { return false };
    picks.iter().any(|(_, region)| names_enemy(region)) && Effect::any(&clause.effects, moves)
}

fn names_enemy(region: &Region) -> bool {
    visit::has(region, |node| matches!(node, Node::Region(Region::Pieces { who: Some(Who::Enemy), .. })))
}

fn promotes(rules: &Rules, kind: KindId) -> bool {
    let promote = |e: &Effect| matches!(e, Effect::Promote { .. });
    let by_clause = rules.groups.iter().filter(|g| g.kinds.contains(&kind)).flat_map(|g| &g.clauses);
    let this_kind = |node: Node<'_>| matches!(node, Node::Region(Region::Pieces { kinds: Some(kinds), .. }) if kinds.contains(&kind));
    let by_turn = |e: &Effect| matches!(e, Effect::Promote { what, .. } if visit::has(what, this_kind));
    by_clause.into_iter().any(|c| Effect::any(&c.effects, promote)) || Effect::any(&rules.finally, by_turn)
}
